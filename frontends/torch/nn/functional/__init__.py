"""``torch.nn.functional``: the functions of networks.

References
----------
PyTorch documentation, ``torch.nn.functional``.
"""

from __future__ import annotations

import importlib as _importlib
import importlib.util as _util

from ivy_core.utils.exceptions import IvyAttributeError as _IvyAttributeError

from frontends.common.sections import read_sections as _read_sections
from frontends.torch.dispatch import native as _native
from frontends.torch.dispatch.func_wrapper import on_host_function as _on_host_function

# Which file defines which functions; a file is imported when one of them is first asked for.
_AREAS = _read_sections(__file__, "areas.txt")
_HOMES = {name: area for area, names in _AREAS.items() for name in names.split()}
__all__ = [*_HOMES]  # noqa: PLE0604  (names of the table, all of them strings)


def __getattr__(name: str):
    """Find a function of an area."""
    if name not in _HOMES:  # relu_, for one, is the package's own
        raise AttributeError(name)
    value = getattr(_importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_HOMES})
