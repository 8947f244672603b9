"""What NumPy computes on the memory of PyTorch's arrays, and when."""
