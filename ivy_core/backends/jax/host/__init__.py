"""What NumPy computes on the memory of JAX's arrays, and when."""
