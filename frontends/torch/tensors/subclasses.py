"""Classes derived from Tensor, and what real PyTorch asks of tensors of ours."""

from __future__ import annotations

import sys

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backends.holder import read

from ..compat import standins
from ..dispatch import crossing, native
from .own_methods import alias
from .tensor import Tensor

_FRONTEND = __package__.rpartition(".")[0]


@citing("torch.Tensor.{}")
def as_subclass(self, cls: type) -> Tensor:
    """Return the tensor as one of a class derived from Tensor, on the same memory."""
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise TypeError(f"as_subclass(): {cls!r} is no class derived from torch.Tensor")
    there = read(self)
    if isinstance(there, native.tensor_class):
        made = object.__new__(cls)
        made._data = there
        return made
    made = self.view(self.shape) if self.requires_grad else alias(self)
    made.__class__ = cls
    return made


def _make_subclass(cls: type, data, require_grad: bool = False, **options) -> Tensor:
    """Return a leaf of a class derived from Tensor, on the memory of a tensor."""
    return sys.modules[_FRONTEND].nn.parameter.sharing(cls, data.detach(), require_grad)


def _make_wrapper_subclass(cls: type, *args, **options):
    """Raise: a tensor without memory of its own is PyTorch's dispatch."""
    raise standins.refuse("torch.Tensor._make_wrapper_subclass", (cls,))


@citing("torch.Tensor.{}")
def __torch_function__(cls: type, func, types, args=(), kwargs=None):
    """Call a function with tensors of ours: real PyTorch's with real ones, as it wants them.

    A class derived from Tensor hands a call on by ``super().__torch_function__(...)``: its function
    is called as of plain tensors, and the tensors of the result are made of the class.
    """
    home = getattr(func, "__globals__", {}).get("__package__") or ""
    if not home.startswith(_FRONTEND):
        return crossing.answer(func, args, kwargs or {})
    before, native.handed_on.on = native.handed_on.on, True
    try:
        result = func(*args, **(kwargs or {}))
    finally:
        native.handed_on.on = before
    return result if cls is Tensor else _convert_results_to_class(result, cls)


def _convert_results_to_class(result, cls: type):
    """Return tensors as the class ``cls``, also those in lists and tuples; all else as it is."""
    if isinstance(result, Tensor):
        return result if isinstance(result, cls) else as_subclass(result, cls)
    if type(result) in (list, tuple):
        return type(result)(_convert_results_to_class(each, cls) for each in result)
    return result


def _real_layout_method(name: str):
    """Return a method that gives a tensor of another layout, which real PyTorch alone has."""

    def method(self, *args, **options):
        there = read(self)
        if isinstance(there, native.tensor_class):
            return native.called(getattr(there, name), args, options)
        raise standins.refuse(f"torch.Tensor.{name}", (self,))

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"Return what PyTorch's ``{name}`` gives; other backends have no such tensors."
    return method


_LAYOUTS = "sparse_bsr sparse_bsc mkldnn".split()
METHODS = {
    **{f"to_{kind}": _real_layout_method(f"to_{kind}") for kind in _LAYOUTS},
    "as_subclass": as_subclass,
    "_make_subclass": staticmethod(_make_subclass),
    "_make_wrapper_subclass": staticmethod(_make_wrapper_subclass),
    "__torch_function__": classmethod(__torch_function__),
}
__all__ = ["METHODS"]
