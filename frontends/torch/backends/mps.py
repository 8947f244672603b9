"""``torch.backends.mps``: the accelerators of another maker's machines."""


def is_available() -> bool:
    """Return False: no framework here has them."""
    return False


is_built = is_available
