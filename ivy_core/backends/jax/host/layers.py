"""NumPy's part of layers that are no products: none of these is traced for its first calls."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ivy_core.backends.common.host import norms
from ivy_core.backends.loading import load_backend

from .policy import HOST_CALL_SECONDS, HOST_ELEMENT_SECONDS, LAYER_BLOCK_ELEMENTS
from .primitives import Spec
from .programs import WrittenProgram

_OF_HOST = frozenset("fd")
_STEPS = 8  # passes of NumPy over an array, and equations of XLA's program, about


def written_of(name: str) -> Callable:
    """Return a writer of NumPy's part of a function of one array, by NumPy's own of that name."""

    def write(x, **options) -> WrittenProgram | None:
        def run(arrays):
            function = load_backend("numpy").implementations[name]
            return [function(arrays[0], **options)]

        return _program(run, x)

    return write


def _program(run: Callable, x, *others) -> WrittenProgram | None:
    """Return a program whose result is like ``x``; None for dtypes and sizes that are traced."""
    given = [x, *[each for each in others if each is not None]]
    if any(getattr(each, "weak_type", False) or each.dtype != x.dtype for each in given):
        return None
    if x.dtype.char not in _OF_HOST or not math.prod(x.shape):
        return None
    result = Spec(tuple(x.shape), x.dtype)
    seconds = _STEPS * (HOST_CALL_SECONDS + result.size * HOST_ELEMENT_SECONDS)
    return WrittenProgram(run, [result], seconds, _STEPS)


def written_layer_norm(x, axes, scale, offset, eps, new_std) -> WrittenProgram | None:
    """Return NumPy's part of a layer's norm; ``eps`` is a number, ``new_std`` must be None."""
    if new_std is not None or type(eps) is not float:
        return None
    has_scale, has_offset = scale is not None, offset is not None

    def run(arrays):
        x, *others, _ = arrays
        scale = others[0] if has_scale else None
        offset = others[-1] if has_offset else None
        return [norms.layer_norm(x, scale, offset, normalized_idxs=axes, eps=eps)]

    return _program(run, x, scale, offset)


def written_gelu_gradient(x, grad, *, approximate: bool) -> WrittenProgram | None:
    """Return NumPy's part of the gradient of ``gelu``; None of its approximation."""
    if approximate or tuple(x.shape) != tuple(grad.shape):
        return None
    return _program(lambda arrays: [gelu_gradient(*arrays)], x, grad)


def gelu_gradient(x, grad) -> np.ndarray:
    """Return ``grad * (P(x) + x * p(x))``: a normal variable's probability to be less, its density.

    The probability is ``gelu(x) / x``.

    Examples
    --------
    >>> gelu_gradient(np.array([0.0, 1.0]), np.ones(2)).round(4).tolist()
    [0.5, 1.0833]
    """
    flat, pulled = x.reshape(-1), grad.reshape(-1)
    found, tiny = np.empty_like(flat), np.finfo(x.dtype).tiny
    gelu = load_backend("numpy").implementations["gelu"]
    for begin in range(0, flat.size, LAYER_BLOCK_ELEMENTS):
        part, to = (each[begin : begin + LAYER_BLOCK_ELEMENTS] for each in (flat, found))
        part = np.where(np.abs(part) < tiny, tiny, part)  # the slope there is that at zero
        np.divide(gelu(part), part, out=to)
        density = part * part
        density *= -0.5
        np.exp(density, out=density)
        density *= part
        density *= 1 / math.sqrt(2 * math.pi)
        to += density
        to *= pulled[begin : begin + LAYER_BLOCK_ELEMENTS]
    return found.reshape(x.shape)
