"""NumPy's computations on the memory of JAX's arrays, and their conditions."""
