"""``torch.backends.mkldnn``: the switches of PyTorch's library for CPUs."""

enabled, deterministic, allow_tf32 = True, False, True


def is_available() -> bool:
    """Return False: no framework here has it as a library of its own."""
    return False
