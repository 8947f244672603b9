"""Functions of the core on NumPy: the twins of the files in ``ivy_core/functional``."""
