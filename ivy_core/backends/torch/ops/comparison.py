"""Comparisons, extremes, logic and the kinds of numbers, of the PyTorch backend."""

from __future__ import annotations

import operator

import numpy as np
import torch

from ..host.kernels import unary
from ..kernels.bits import SIGNED
from ..kernels.dtype_sets import COMPLEX, FLOATS, WITHOUT_ORDER, disordered, ordered, unless
from .indexing import is_tracer


def lexicographic(compare, x1, x2):
    """Compare complex numbers as NumPy does: by real, then by imaginary part."""
    strictly = operator.lt if compare in (torch.lt, torch.le) else operator.gt
    a, b = x1.real, x2.real
    ordinary = ~(torch.isnan(x1.imag) | torch.isnan(x2.imag))
    return (strictly(a, b) & ordinary) | ((a == b) & compare(x1.imag, x2.imag))


def _comparison_of_all_dtypes(function, on_int):
    """Return a comparison of all dtypes, int64 with uint64 too; ``on_int`` compares Python ints."""

    def compare(x1, x2, /):
        if x1.dtype in WITHOUT_ORDER or x2.dtype in WITHOUT_ORDER:
            if x1.dtype in COMPLEX:
                return lexicographic(function, x1, x2)
            if x1.dtype is x2.dtype:
                return function(ordered(x1), ordered(x2))
            # a negative number lies below all unsigned ones
            signed, answer = (x1, on_int(-1, 0)) if x1.dtype is torch.int64 else (x2, on_int(0, -1))
            found = function(ordered(x1.view(torch.uint64)), ordered(x2.view(torch.uint64)))
            return torch.where(signed < 0, answer, found)
        return function(x1, x2)

    return compare


def _equality_of_all_dtypes(function, answer):
    """Return a comparison of all dtypes: ``answer`` for a negative int64 beside a uint64."""

    def compare(x1, x2, /):
        if x1.dtype is x2.dtype:
            return function(x1, x2)
        signed = x1 if x1.dtype is torch.int64 else x2
        return torch.where(signed < 0, answer, function(x1.view(torch.int64), x2.view(torch.int64)))

    return compare


def _extremum_of_all_dtypes(function, compare):
    """Return maximum or minimum of all dtypes; nan wins."""

    def choose(x1, x2, /):
        if x1.dtype in WITHOUT_ORDER:
            if x1.dtype in COMPLEX:
                return torch.where(lexicographic(compare, x1, x2) | torch.isnan(x1), x1, x2)
            return disordered(function(ordered(x1), ordered(x2)), x1.dtype)
        return function(x1, x2)

    return choose


def _logical_of_all_dtypes(function):
    """Return a logical function that PyTorch lacks for wide unsigned integers."""

    def apply(x1, x2, /):
        if x1.dtype in SIGNED:
            return function(x1 != 0, x2 != 0)
        return function(x1, x2)

    return apply


equal = _equality_of_all_dtypes(torch.eq, False)
greater = _comparison_of_all_dtypes(torch.gt, operator.gt)
greater_equal = _comparison_of_all_dtypes(torch.ge, operator.ge)
isfinite = unary(np.isfinite, torch.isfinite)  # torch's takes ten times as long
isnan = torch.isnan
less = _comparison_of_all_dtypes(torch.lt, operator.lt)
less_equal = _comparison_of_all_dtypes(torch.le, operator.le)
logical_and = _logical_of_all_dtypes(torch.logical_and)
logical_not = unless(SIGNED, torch.logical_not, lambda x: x == 0)
logical_or = _logical_of_all_dtypes(torch.logical_or)
logical_xor = _logical_of_all_dtypes(torch.logical_xor)
maximum = _extremum_of_all_dtypes(torch.maximum, torch.ge)
minimum = _extremum_of_all_dtypes(torch.minimum, torch.le)
not_equal = _equality_of_all_dtypes(torch.ne, True)


def clip(x, /, min=None, max=None):
    if min is None and max is None:
        return x.clone()
    if x.dtype not in WITHOUT_ORDER and x.dtype is not torch.bool:
        low, high = _bound_as_number(min), _bound_as_number(max)
        if not isinstance(low, torch.Tensor) and not isinstance(high, torch.Tensor):
            return torch.clamp(x, low, high)
    if min is not None:
        x = maximum(x, min)
    return x if max is None else minimum(x, max)


def _bound_as_number(bound):
    """Return a CPU bound without dimensions as a Python number, another as it is."""
    if bound is None or bound.ndim or bound.device.type != "cpu":
        return bound
    return bound if bound.requires_grad or is_tracer(bound) else bound.item()


def isinf(x, /, *, detect_positive=True, detect_negative=True):
    if (detect_positive and detect_negative) or x.dtype in COMPLEX:
        return torch.isinf(x)
    if x.dtype in FLOATS and detect_positive:
        return torch.isposinf(x)
    if x.dtype in FLOATS and detect_negative:
        return torch.isneginf(x)
    return torch.zeros_like(x, dtype=torch.bool)


def fmax(x1, x2, /):
    if x1.dtype not in WITHOUT_ORDER:
        return torch.fmax(x1, x2)
    if x1.dtype in COMPLEX:
        return torch.where(lexicographic(torch.ge, x1, x2) | torch.isnan(x2), x1, x2)
    return maximum(x1, x2)


def fmin(x1, x2, /):
    if x1.dtype not in WITHOUT_ORDER:
        return torch.fmin(x1, x2)
    if x1.dtype in COMPLEX:
        return torch.where(lexicographic(torch.le, x1, x2) | torch.isnan(x2), x1, x2)
    return minimum(x1, x2)


def isreal(x, /):
    return x.imag == 0 if x.dtype in COMPLEX else torch.ones_like(x, dtype=torch.bool)
