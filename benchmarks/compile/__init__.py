"""Kernels of NumPy with loops and writes: compiled, written by hand in JAX, and by numba."""
