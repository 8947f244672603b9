"""``torch.utils``: data, hooks, checkpoints; the rest is real PyTorch's.

References
----------
PyTorch documentation, ``torch.utils``.
"""

import importlib as _importlib
import importlib.util as _util

from ..namespaces import look_up as _look_up


def __getattr__(name: str):
    """Find a module of the package, which is imported when it is first asked for."""
    if name.startswith("_") or _util.find_spec(f"{__name__}.{name}") is None:
        return _look_up("torch.utils", name)
    return _importlib.import_module(f"{__name__}.{name}")
