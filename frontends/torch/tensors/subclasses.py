"""Classes derived from Tensor, and what real PyTorch asks of tensors of ours."""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Callable

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backends.holder import held, read

from ..autograd.attributes import ATTRIBUTES
from ..autograd.meta import track
from ..compat import standins
from ..dispatch import crossing, native
from ..return_types import Result
from . import own_methods
from .meta_tensors import MetaTensor
from .tensor import GradTensor, Tensor, tensors_among

_FRONTEND = __package__.rpartition(".")[0]


@citing("torch.Tensor.{}")
def as_subclass(self, cls: type) -> Tensor:
    """Return the tensor as one of a class derived from Tensor, on the same memory."""
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise TypeError(f"as_subclass(): {cls!r} is no class derived from torch.Tensor")
    there = read(self)
    if isinstance(there, native.tensor_class):
        made = object.__new__(cls)
        made._data = there[...] if there.requires_grad else there
        return made
    if self.requires_grad:
        made = native.call_without_overrides(operator.getitem, (), (self, ...))
    else:
        made = own_methods.alias(self)
    return _set_class(made, cls)


def _set_class(made: Tensor, cls: type) -> Tensor:
    """Return a tensor without other references, made one of Tensor or a class derived from it."""
    if cls is Tensor and made.requires_grad:
        cls = GradTensor
    elif issubclass(cls, GradTensor):
        track(made)
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
    if not all(issubclass(cls, each) for each in types):
        return NotImplemented
    result = native.call_without_overrides(func, types, args, kwargs)
    if cls is Tensor:
        return result
    given = {id(x) for x in tensors_among(args, kwargs or {})}
    return _convert_results_to_class(result, cls, given)


def _convert_results_to_class(result, cls: type, given: set[int]):
    """Return tensors as the class ``cls``, also those in lists and tuples; all else as it is.

    What a function has made changes its class; of its arguments, by their ids in ``given``, and of
    what has a history another tensor is made.
    """
    if isinstance(result, cls):
        return result
    if isinstance(result, Tensor):
        is_new = type(result) is Tensor and id(result) not in given
        if is_new and not isinstance(held(result), native.tensor_class):
            return _set_class(result, cls)
        return as_subclass(result, cls)
    if type(result) in (list, tuple) or isinstance(result, Result):
        return type(result)(_convert_results_to_class(each, cls, given) for each in result)
    return result


def _asks(kind: type) -> bool:
    """Return whether a method of tensors asks a class derived from Tensor what it gives."""
    return native.overrides(kind) and not native.handed_on.on and not issubclass(kind, MetaTensor)


def _asking_class(method: Callable) -> Callable:
    """Return a method that asks the class of its tensor what it gives, as functions do."""

    @functools.wraps(method)
    def ask(self, *args, **kwargs):
        kind = type(self)
        if kind is not Tensor and _asks(kind):
            return kind.__torch_function__(ask, (kind,), (self, *args), kwargs)
        return method(self, *args, **kwargs)

    return ask


def _asking_class_alone(method: Callable) -> Callable:
    """Return a method without arguments that asks the class of its tensor, at less cost."""
    without = native.call_without_overrides

    @functools.wraps(method)
    def ask(self):
        kind = type(self)
        if kind is Tensor or kind is GradTensor or kind.__torch_function__ is without:
            return method(self)
        return kind.__torch_function__(ask, (kind,), (self,), {}) if _asks(kind) else method(self)

    return ask


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


_NEW = [f"new_{name}" for name in ("empty", "full", "ones", "tensor", "zeros")]
_LAYOUTS = "sparse_bsr sparse_bsc mkldnn".split()
METHODS = {
    **{f"to_{kind}": _real_layout_method(f"to_{kind}") for kind in _LAYOUTS},
    **{name: _asking_class(own_methods.METHODS[name]) for name in _NEW},
    "detach": _asking_class_alone(ATTRIBUTES["detach"]),
    "data": property(_asking_class_alone(ATTRIBUTES["data"].fget), ATTRIBUTES["data"].fset),
    "as_subclass": as_subclass,
    "_make_subclass": staticmethod(_make_subclass),
    "_make_wrapper_subclass": staticmethod(_make_wrapper_subclass),
    "__torch_function__": classmethod(__torch_function__),
}
__all__ = ["METHODS"]
