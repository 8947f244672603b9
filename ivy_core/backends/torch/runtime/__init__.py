"""Memory, devices and private names of PyTorch."""
