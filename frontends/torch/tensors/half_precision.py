"""Half precision: PyTorch's kernels of several steps compute in single, and round once."""

from __future__ import annotations

import functools
from collections.abc import Callable

from . import dtypes
from .tensor import Tensor, ivy

HALVES = frozenset({dtypes.float16, dtypes.bfloat16})
# Functions, by their short names, whose bodies of several steps would round after each of them.
ROUNDED_ONCE = frozenset({
    "addcdiv", "addcmul", "addmm", "addmv", "baddbmm", "celu", "glu", "hardsigmoid", "hardswish",
    "leaky_relu", "lerp", "linear", "logcumsumexp", "norm", "silu", "sinc", "softplus", "std",
    "std_mean", "var", "var_mean", "vecdot", "vector_norm",
})  # fmt: skip


def in_single(body: Callable) -> Callable:
    """Compose a body that is given float32 for half precision, and whose results are rounded.

    So it is where its tensors are of one such type, those without dimensions aside, and no type is
    asked for. Formulas of gradients are bodies too.
    """

    @functools.wraps(body)
    def call(*args, **kwargs):
        half = _half_of((*args, *kwargs.values()))
        if half is None:
            return body(*args, **kwargs)
        return _call_in_single(body, half, args, kwargs)

    return call


def _half_of(values: tuple) -> dtypes.dtype | None:
    """Return the half precision that a call computes in, None if it is to go as it stands."""
    half, ndim = None, 0
    for value in values:
        if type(value) is Tensor:
            found = value.dtype
            if half is None:
                if found not in HALVES:
                    return None
                half, ndim = found, value.ndim
            elif found is not half and (value.ndim or not ndim):
                return None  # the body promotes, or raises
        elif type(value) is dtypes.dtype or isinstance(value, Tensor):
            return None  # of sparse tensors and the like there are other bodies
    return half


def _call_in_single(body: Callable, half: dtypes.dtype, args: tuple, kwargs: dict):
    args = [_in_single(value, half) for value in args]
    kwargs = {name: _in_single(value, half) for name, value in kwargs.items()}
    result = body(*args, **kwargs)
    if type(result) is tuple:
        return tuple([_rounded(each, half) for each in result])
    return _rounded(result, half)


def _in_single(value, half: dtypes.dtype):
    """Return a tensor of ``half``, and one without dimensions rounded to it, in float32."""
    if isinstance(value, Tensor) and value.dtype.is_floating_point:
        if value.dtype != half and not value.ndim:
            value = ivy.astype(value, half.core)
        return ivy.astype(value, dtypes.float32.core) if value.dtype == half else value
    return value


def with_rounded_number(body: Callable) -> Callable:
    """Compose the body of :func:`in_single` whose last argument, a number, is rounded before."""
    computed = in_single(body)

    @functools.wraps(body)
    def call(*args):
        *tensors, number = args
        half = _half_of(args) if type(number) is float else None
        if half is not None:
            number = float(dtypes.host_dtype(half.name).type(number))
        return computed(*tensors, number)

    return call


def _rounded(result, half: dtypes.dtype):
    is_single = isinstance(result, Tensor) and result.dtype == dtypes.float32
    return ivy.astype(result, half.core) if is_single else result
