"""Random numbers: PyTorch's generator, and what it draws."""
