"""The same kernels by hand in JAX: what was written to is returned behind what NumPy's return."""
