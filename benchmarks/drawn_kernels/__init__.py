"""NumPy kernels drawn from specifications, compiled, against twins by hand in JAX."""
