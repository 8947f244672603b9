"""Functions of the core on TensorFlow: the twins of the files in ``ivy_core/functional``."""
