"""Calls of everyday programs on tiny arrays, by NumPy's time."""
