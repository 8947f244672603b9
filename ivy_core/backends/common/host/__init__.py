"""Computations that several backends leave to NumPy on the host."""
