"""Tensors of PyTorch's API: the class, its methods, memory, dtypes, devices, text."""
