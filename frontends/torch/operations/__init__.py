"""Functions of the package ``torch``, a file an area."""
