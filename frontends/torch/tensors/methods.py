"""The methods of tensors: PyTorch's names, by the functions that do the same.

A method is made when it is first called: the area that its function stands in is imported then.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

from ivy_core.arrays.array import Array

from ..compat.areas import HOMES, home_of
from ..dispatch import inplace
from ..dispatch.func_wrapper import Function, on_host_function, published
from . import indexing
from .tensor import Tensor

# methods that have the name of a function of the package, and do the same
_FUNCTIONS = """
    abs absolute acos acosh add addbmm addcdiv addcmul addmm addmv addr adjoint all allclose amax
    amin aminmax angle any arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin
    argsort argwhere as_strided as_strided_scatter asin asinh atan atan2 atanh baddbmm bernoulli
    bincount bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor
    bmm broadcast_to ceil cholesky cholesky_inverse cholesky_solve chunk clamp clamp_max clamp_min
    clip clone conj conj_physical copysign corrcoef cos cosh count_nonzero cov cross cummax cummin
    cumprod cumsum deg2rad det diag diag_embed diagflat diagonal diagonal_scatter diff digamma dist
    div divide dot dsplit eq equal erf erfc erfinv exp exp2 expm1 fix flatten flip fliplr flipud
    float_power floor floor_divide fmax fmin fmod frac frexp gather gcd ge geqrf ger greater
    greater_equal gt hardshrink heaviside histc histogram hsplit hypot i0 igamma igammac index_add
    index_copy index_fill index_put index_reduce index_select inner inverse is_complex is_conj
    is_floating_point is_inference is_neg is_nonzero is_same_size is_signed isclose isfinite isinf
    isnan isneginf isposinf isreal istft kron kthvalue lcm ldexp le lerp less less_equal lgamma log
    log10 log1p log2 log_softmax logaddexp logaddexp2 logcumsumexp logdet logical_and logical_not
    logical_or logical_xor logit logsumexp lt lu lu_solve masked_fill masked_scatter masked_select
    matmul matrix_exp matrix_power max maximum mean median min minimum mm mode moveaxis movedim
    msort mul multinomial multiply mv mvlgamma nan_to_num nanmean nanmedian nanquantile nansum
    narrow narrow_copy ne neg negative nextafter nonzero nonzero_static norm not_equal numel orgqr
    ormqr outer permute pinverse polygamma positive pow prelu prod put qr quantile rad2deg ravel
    reciprocal relu remainder renorm repeat_interleave reshape resolve_conj resolve_neg roll rot90
    round rsqrt scatter scatter_add scatter_reduce select select_scatter sgn sigmoid sign signbit
    sin sinc sinh slice_scatter slogdet softmax sort split split_with_sizes sqrt square squeeze std
    stft sub subtract sum svd swapaxes swapdims t take take_along_dim tan tanh tensor_split tile
    topk trace transpose triangular_solve tril triu true_divide trunc unbind unflatten unique
    unique_consecutive unsafe_chunk unsafe_split unsafe_split_with_sizes unsqueeze var vdot vsplit
    where xlogy
""".split()
# `_` methods of these, and of the functions of `_OWN` whose names end so
_IN_PLACE = """
    abs absolute acos acosh add addbmm addcdiv addcmul addmm addmv addr arccos arccosh arcsin
    arcsinh arctan arctan2 arctanh asin asinh atan atan2 atanh baddbmm bitwise_and
    bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor ceil clamp clamp_max
    clamp_min clip conj_physical copysign cos cosh cumprod cumsum deg2rad digamma div divide eq erf
    erfc erfinv exp exp2 expm1 fix float_power floor floor_divide fmod frac gcd ge greater
    greater_equal gt heaviside hypot i0 igamma igammac index_add index_copy index_fill index_put
    index_reduce lcm ldexp le lerp less less_equal lgamma log log10 log1p log2 logical_and
    logical_not logical_or logical_xor logit lt masked_fill masked_scatter mul multiply mvlgamma
    nan_to_num ne neg negative nextafter not_equal polygamma pow put rad2deg reciprocal relu
    remainder renorm round rsqrt scatter scatter_add scatter_reduce sgn sigmoid sign sin sinc sinh
    sqrt square sub subtract tan tanh tril triu true_divide trunc xlogy
    as_strided squeeze swapaxes swapdims t transpose unsqueeze
""".split()
# files of what PyTorch has as methods alone
_OWN = ("tensors.own_methods", "tensors.protocols", "random.functions", "tensors.subclasses")


def attach_methods() -> None:
    """Give Tensor its methods, and take away those of the core that PyTorch does not have."""
    for name in _FUNCTIONS:
        setattr(Tensor, name, _make_lazy_method(name, _make_method))
    for name in _IN_PLACE:
        setattr(Tensor, f"{name}_", _make_lazy_method(f"{name}_", _make_in_place_method))
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


_ATTRIBUTES = {
    "T": _reverse_dims,
    "mT": lambda x: x.transpose(-2, -1),
    "H": lambda x: x.adjoint() if x.ndim == 2 else x,
    "mH": lambda x: x.adjoint(),
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


def _make_lazy_method(name: str, make_method: Callable) -> Callable:
    """Return a method that at its first call puts ``make_method(name)`` on Tensor in its stead."""

    def method(self, *args, **kwargs):
        found = make_method(name)
        setattr(Tensor, name, found)
        return found(self, *args, **kwargs)

    method.__name__ = method.__qualname__ = name
    return method


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


def _make_in_place_method(name_with_underscore: str) -> Callable:
    """Return the method that writes the function's result into ``self``, or a host fallback."""
    function = _find_function(name_with_underscore[:-1])
    if function is None:
        return on_host_function(f"torch.Tensor.{name_with_underscore}")
    return inplace.in_place(function, name_with_underscore)
