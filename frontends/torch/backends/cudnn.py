"""``torch.backends.cudnn``: the switches of a library that is not there."""

import contextlib as _contextlib
import sys as _sys

enabled, benchmark, deterministic, allow_tf32 = True, False, False, True
benchmark_limit = 10


def is_available() -> bool:
    """Return False: there is no cuDNN."""
    return False


def version() -> None:
    """Return None: there is no cuDNN."""


@_contextlib.contextmanager
def flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True):
    """Set the switches for the length of a ``with`` block."""
    wanted, module = dict(locals()), _sys.modules[__name__]
    before = {name: getattr(module, name) for name in wanted}
    vars(module).update(wanted)
    try:
        yield
    finally:
        vars(module).update(before)
