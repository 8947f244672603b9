"""Half precision: PyTorch's kernels of several steps compute in single, and round once."""

from __future__ import annotations

import functools
from collections.abc import Callable

from . import dtypes
from .tensor import Tensor, ivy

HALVES = frozenset({dtypes.float16, dtypes.bfloat16})
# by their short names: what a body of several steps would round after each
ROUNDED_ONCE = frozenset({
    "addcdiv", "addcmul", "addmm", "addmv", "baddbmm", "celu", "glu", "hardsigmoid", "hardswish",
    "leaky_relu", "lerp", "linear", "logcumsumexp", "norm", "silu", "sinc", "softplus", "std",
    "std_mean", "var", "var_mean", "vecdot", "vector_norm",
})  # fmt: skip


def in_single(body: Callable) -> Callable:
    """Compose a body that is given float32 for half precision, and whose results are rounded.

    The dtype of its first tensor says whether. Formulas of gradients are bodies too.
    """

    @functools.wraps(body)
    def call(*args, **kwargs):
        for value in args or kwargs.values():
            if isinstance(value, Tensor):
                if value.dtype in HALVES:
                    return _call_in_single(body, value.dtype, args, kwargs)
                break
        return body(*args, **kwargs)

    return call


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


def _rounded(result, half: dtypes.dtype):
    is_single = isinstance(result, Tensor) and result.dtype == dtypes.float32
    return ivy.astype(result, half.core) if is_single else result
