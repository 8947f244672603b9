"""Conditions of the frameworks' own activation kernels: they cover real numbers."""

from __future__ import annotations

from .predicates import of_one_float_dtype

# Scale and slope of the activation that keeps mean 0 and variance 1, arXiv:1706.02515.
SELU_ALPHA = 1.6732632423543772848170429916717
SELU_SCALE = 1.0507009873554804934193349852946
COMPLEX_MODES = ("jax", "split", "magnitude")


def tanhshrink_of_small(x):
    """Return ``x - tanh(x)`` for ``abs(x) <= 0.5`` to 2e-12 of itself: the difference cancels.

    With the convergent of tanh's continued fraction, ``DLMF 4.39.1``, whose terms are positive.
    """
    y = x * x
    above = (y + 189) * y + 3465
    return x * y * above / (((y + 210) * y + 4725) * y + 10395)


def covering(*functions) -> None:
    """Declare that functions are for floating arrays and options that are in order.

    The rest is the bodies': they convert integers, compose complex results, and say what is wrong.
    """
    for function in functions:
        function.partial_mixed_handler = _OPTIONS.get(function.__name__, _allows_native)


def _allows_native(x, /, *, complex_mode="jax", **_) -> bool:
    """Return whether a native implementation may take the call: one float dtype, a known mode."""
    return of_one_float_dtype(x) and complex_mode in COMPLEX_MODES


def _allows_native_along_axis(x, /, *, axis=None, dtype=None, complex_mode="jax") -> bool:
    """Return whether it may: no dtype, an int axis (None: the last) in bounds, not of length 0."""
    if dtype is not None or not _allows_native(x, complex_mode=complex_mode):
        return False
    axis = -1 if axis is None else axis
    return type(axis) is int and -x.ndim <= axis < x.ndim and x.shape[axis] != 0


def _allows_native_with_alpha(x, /, *, alpha=1.0, complex_mode="jax") -> bool:
    """Return whether it may, as ``_allows_native``, but for ``alpha`` 0."""
    return alpha != 0 and _allows_native(x, complex_mode=complex_mode)


def _allows_native_with_beta(x, /, *, beta=None, threshold=None, complex_mode="jax") -> bool:
    """Return whether it may, as ``_allows_native``, but for ``beta`` 0."""
    return beta != 0 and _allows_native(x, complex_mode=complex_mode)


def _allows_native_with_bounds(x, /, *, max_val=1, min_val=-1) -> bool:
    return min_val <= max_val and of_one_float_dtype(x)


def _allows_native_shrink(x, /, *, lambd=0.5) -> bool:
    return lambd >= 0 and of_one_float_dtype(x)


_OPTIONS = {
    "celu": _allows_native_with_alpha,
    "hardtanh": _allows_native_with_bounds,
    "log_softmax": _allows_native_along_axis,
    "softmax": _allows_native_along_axis,
    "softplus": _allows_native_with_beta,
    "softshrink": _allows_native_shrink,
}
