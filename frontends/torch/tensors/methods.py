"""The methods of tensors: PyTorch's names, by the functions that do the same.

A method is made when it is first looked up: the area that its function stands in is imported then.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

from frontends.common.sections import read_sections
from ivy_core.arrays.array import Array

from ..compat.areas import HOMES, home_of
from ..dispatch import inplace
from ..dispatch.func_wrapper import Function, on_host_function, published
from . import indexing
from .tensor import Tensor

_FUNCTIONS, _IN_PLACE, _OF_LAYOUTS = [
    names.split() for names in read_sections(__file__, "methods.txt").values()
]
# files of what PyTorch has as methods alone
_OWN = ("tensors.own_methods", "tensors.protocols", "random.functions", "tensors.subclasses")

_LAYOUTS_HOME = "sparse.methods"


def attach_methods() -> None:
    """Give Tensor its methods, and take away those of the core that PyTorch does not have."""
    for name in _FUNCTIONS:
        setattr(Tensor, name, _LazyMethod(name, _make_method))
    for name in _IN_PLACE:
        setattr(Tensor, f"{name}_", _LazyMethod(f"{name}_", _make_in_place_method))
    for name in _OF_LAYOUTS:
        setattr(Tensor, name, _LazyMethod(name, _import_method_of_layouts))
    Tensor.__getitem__, Tensor.__setitem__ = indexing.getitem, indexing.setitem
    for file in _OWN:
        own = importlib.import_module(f"frontends.torch.{file}")
        for name, method in own.METHODS.items():
            setattr(Tensor, name, method)
    for name, attribute in _ATTRIBUTES.items():
        setattr(Tensor, name, property(attribute))
    for name in ("real", "imag"):
        setattr(Tensor, name, _complex_part_attribute(name))
    known = {name for cls in Tensor.__mro__ if cls is not Array for name in vars(cls)}
    for name in dir(Array):
        if not name.startswith("_") and name not in known:
            setattr(Tensor, name, _Absent(name))


def _reverse_dims(x: Tensor) -> Tensor:
    return x.t() if x.ndim < 2 else x.permute(tuple(range(x.ndim))[::-1])


def _of_matrices(x: Tensor, name: str) -> Tensor:
    """Return ``x.mT``, ``x.mH`` or ``x.H``; of a tensor without dimensions itself or its conj."""
    ndim = x.ndim
    if ndim == 1 or (ndim > 2 and name == "H"):
        what = "matrices (2-D tensors)" if name == "H" else "matrices or batches of matrices"
        more = " For batches of matrices, consider using tensor.mH" if ndim > 2 else ""
        raise RuntimeError(f"tensor.{name} is only supported on {what}. Got {ndim}-D tensor.{more}")
    if name == "mT":
        return x.transpose(-2, -1) if ndim else x
    return x.adjoint()


_ATTRIBUTES = {
    "T": _reverse_dims,
    "mT": lambda x: _of_matrices(x, "mT"),
    "H": lambda x: _of_matrices(x, "H"),
    "mH": lambda x: _of_matrices(x, "mH"),
}


def _complex_part_attribute(name: str) -> property:
    """Return the property that shows and writes the real or imaginary part."""

    def part(x: Tensor) -> Tensor:
        return getattr(home_of(name), name)(x)

    def write(x: Tensor, value) -> None:
        part(x)[...] = value

    return property(part, write)


class _Absent:
    """A method of the core's arrays that PyTorch's tensors do not have."""

    __slots__ = ("name",)

    def __init__(self, name: str):
        self.name = name

    def __get__(self, instance, owner=None):
        raise AttributeError(f"'{owner.__name__}' object has no attribute '{self.name}'")


class _LazyMethod:
    """A method that is made, and put on Tensor, when it is first looked up.

    Whoever looks it up gets the very object that ``__torch_function__`` is called with.
    """

    __slots__ = ("make", "name")

    def __init__(self, name: str, make: Callable):
        self.name, self.make = name, make

    def __get__(self, instance, owner=None):
        found = self.make(self.name)
        setattr(Tensor, self.name, found)
        return found.__get__(instance, owner)


def _find_function(name: str):
    """Return the Function, or plain function, of a method's name; None if it has no body here."""
    if name not in HOMES:
        return None
    found = getattr(importlib.import_module(f"frontends.torch.{HOMES[name]}"), name)
    return getattr(found, "function", found)


def _make_method(name: str) -> Callable:
    """Return the function of that name as a method; a host fallback if it has no body here."""
    function = _find_function(name)
    if function is None:
        return on_host_function(f"torch.Tensor.{name}")
    if not isinstance(function, Function):
        return function  # it computes nothing: the same for a method
    as_method = function.as_method(name)
    return published(as_method, function.core, function.body)


def _import_method_of_layouts(name: str) -> Callable:
    return importlib.import_module(f"frontends.torch.{_LAYOUTS_HOME}").METHODS[name]


def _make_in_place_method(name_with_underscore: str) -> Callable:
    """Return the method that writes the function's result into ``self``, or a host fallback."""
    function = _find_function(name_with_underscore[:-1])
    if function is None:
        return on_host_function(f"torch.Tensor.{name_with_underscore}")
    return inplace.in_place(function, name_with_underscore)
