"""Which name of PyTorch's is defined where, and modules that no file stands for."""
