"""Functions of the core on PyTorch: the twins of the files in ``ivy_core/functional``."""
