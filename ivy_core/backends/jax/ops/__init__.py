"""Functions of the core on JAX: the twins of the files in ``ivy_core/functional``."""
