"""``torch.utils``: data, hooks.

References
----------
PyTorch documentation, ``torch.utils``.
"""

import importlib as _importlib
import importlib.util as _util


def __getattr__(name: str):
    """Find a module of the package, which is imported when it is first asked for."""
    if name.startswith("_") or _util.find_spec(f"{__name__}.{name}") is None:
        raise AttributeError(f"module 'torch.utils' has no attribute {name!r}")
    return _importlib.import_module(f"{__name__}.{name}")
