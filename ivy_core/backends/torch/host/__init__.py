"""NumPy's computations on the memory of PyTorch's arrays, and their conditions."""
