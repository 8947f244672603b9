"""The PyTorch API on any backend: ``import frontends.torch as torch``.

A name is where PyTorch's documentation says it is. What is not native runs in real PyTorch on the
host, where that is installed, and comes back, with one warning per function
(:func:`set_fallback`).

Functions are imported, an area at a time, when one of the area is first asked for.
"""

from __future__ import annotations

import importlib as _importlib
import math as _math
import sys as _sys

from ivy_core.backends.loading import no_collections as _no_collections

with _no_collections():
    from .compat import paths as _paths
    from .tensors import dtypes as _dtypes
    from .tensors import layouts as _layouts
    from .operations import linear_algebra as _linear_algebra
    from .tensors import methods as _methods
    from .tensors import operators as _operators
    from .operations import pointwise as _pointwise
    from .compat import areas as _areas
    from .autograd import calls as _calls
    from .autograd import compiled as _compiled
    from .operations import creation as _creation
    from .tensors.devices import device, get_default_device, set_default_device
    from .tensors.dtypes import dtype, get_default_dtype, set_default_dtype
    from .dispatch.errors import JITException, OutOfMemoryError
    from .dispatch.fallback import set_fallback
    from .compat import definitions as _definitions
    from .compat import namespaces as _namespaces
    from .tensors.layouts import layout, memory_format, qscheme
    from .dispatch.outputs import can_cast
    from .dispatch.promotion import promote_types
    from .tensors.size import Size
    from .tensors.tensor import Tensor
    from .torch_version import __version__

globals().update(_dtypes.SPELLINGS)
globals().update(_layouts.NAMES)
_operators.attach_operators({**vars(_pointwise), "matmul": _linear_algebra.matmul})
_methods.attach_methods()
tensor = _creation.tensor  # the most used of all: no lookup
e, pi, inf, nan = _math.e, _math.pi, _math.inf, _math.nan
newaxis = None

_SUBMODULES = frozenset({
    "__config__", "accelerator", "amp", "autograd", "backends", "cuda", "distributions", "fft",
    "func",
    "functional", "futures", "jit", "linalg", "nn", "optim", "random", "return_types",
    "serialization", "signal", "sparse", "special", "testing", "utils", "version",
})  # fmt: skip


def _find_in_areas(name: str):
    """Return a public function or submodule, imported now; AttributeError if it is neither."""
    if name == "torch":  # which PyTorch's own module imports
        return _sys.modules[__package__]
    if name in _areas.HOMES:
        return _import_area(_areas.HOMES[name])[name]
    if name in _SUBMODULES:
        return _importlib.import_module(f".{name}", __package__)
    raise AttributeError(name)  # the table of names may know it: see the last line


def _import_area(area: str) -> dict[str, object]:
    """Put an area's functions here, but over no name that is set; return them all, by name."""
    module, here = _importlib.import_module(f".{area}", __package__), globals()
    found = {name: getattr(module, name) for name in _areas.AREAS[area].split()}
    for name, function in found.items():
        here.setdefault(name, function)
    return found


def is_tensor(obj) -> bool:
    """Return whether an object is a tensor.

    References
    ----------
    PyTorch documentation, torch.is_tensor.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> torch.is_tensor(torch.tensor(1)), torch.is_tensor(1)
    (True, False)
    """
    return isinstance(obj, Tensor)


def __dir__():
    return sorted({*globals(), *_areas.HOMES, *_SUBMODULES})


__getattr__ = _paths.look_up("torch", globals(), _find_in_areas)
__name__ = "torch"  # libraries ask for it, such as pyro
