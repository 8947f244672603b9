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


def _is_for_host(x, *others) -> bool:
    """Return whether NumPy computes layers of arrays: of one dtype, not empty; None is none."""
    given = [x, *[each for each in others if each is not None]]
    if any(getattr(each, "weak_type", False) or each.dtype != x.dtype for each in given):
        return False
    return x.dtype.char in _OF_HOST and math.prod(x.shape) > 0


def _program(run: Callable, x, *others) -> WrittenProgram | None:
    """Return a program whose result is like ``x``; None for dtypes and sizes that are traced."""
    if not _is_for_host(x, *others):
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
        x, *others, eps = arrays  # a program serves calls of any eps
        scale = others[0] if has_scale else None
        offset = others[-1] if has_offset else None
        return [norms.layer_norm(x, scale, offset, normalized_idxs=axes, eps=float(eps))]

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


# channels


def written_channels_norm(
    x, mean, variance, offset, scale, eps, momentum, training, data_format, instances
) -> WrittenProgram | None:
    """Return NumPy's part of a batch's norm while training, with its mean and variance."""
    if not training or instances or data_format != "NCS" or not _is_for_host(x, scale, offset):
        return None
    if mean is not None or variance is not None or type(eps) is not float:
        return None
    has_scale, has_offset = scale is not None, offset is not None

    def run(arrays):
        x, *others, eps, _ = arrays  # a program serves calls of any eps
        offset = others[0] if has_offset else None
        scale = others[has_offset] if has_scale else None
        return channels_norm(x, scale, offset, float(eps))

    results = [Spec(tuple(x.shape), x.dtype), *[Spec((x.shape[1],), x.dtype)] * 2]
    return WrittenProgram(run, results, *_costs(x), is_list=True)


def written_channels_gradients(x, scale, grad, eps, *, over, wanted) -> WrittenProgram | None:
    """Return NumPy's part of the gradients of channels that have mean 0 and variance 1."""
    if type(eps) is not float or not _is_for_host(x, scale, grad):
        return None
    has_scale, channel = scale is not None, Spec((x.shape[1],), x.dtype)

    def run(arrays):
        x, *others, eps = arrays
        scale = others[0] if has_scale else None
        return channels_gradients(x, scale, others[has_scale], float(eps), over, wanted)

    kinds = [Spec(tuple(x.shape), x.dtype), channel, channel]
    results = [kind for kind, is_wanted in zip(kinds, wanted, strict=True) if is_wanted]
    return WrittenProgram(run, results, *_costs(x), is_list=True)


def _costs(x) -> tuple[float, int]:
    """Return a call's seconds, and the number of equations that XLA would compile instead."""
    return _STEPS * (HOST_CALL_SECONDS + math.prod(x.shape) * HOST_ELEMENT_SECONDS), _STEPS


def _flat(x) -> np.ndarray:
    """Return an array as samples, channels and positions."""
    return x.reshape(*x.shape[:2], -1)


def channels_norm(x, scale, offset, eps: float) -> list[np.ndarray]:
    """Bring each channel of a batch to mean 0 and variance 1; return it with both.

    Parameters
    ----------
    x : numpy.ndarray, shape (N, C, *spatial), floating
    scale, offset : numpy.ndarray, shape (C,), or None
        What normalized values are multiplied by, and what is added then.
    eps : float
        What is added to the variance.

    Returns
    -------
    list of numpy.ndarray
        The values, the mean, and the variance of as many samples as an estimate has.

    Examples
    --------
    >>> channels_norm(np.array([[1.0], [3.0]]), None, np.ones(1), 0.0)
    [array([[0.],
           [2.]]), array([2.]), array([2.])]
    """
    values = _flat(x)
    count = values.shape[0] * values.shape[2]
    mean = values.sum((0, 2)) / x.dtype.type(count)
    y = values - mean[:, None]
    variance = np.square(y).sum((0, 2)) / x.dtype.type(count)
    factor = 1 / np.sqrt(variance + x.dtype.type(eps))
    if scale is not None:
        factor *= scale
    y *= factor[:, None]
    if offset is not None:
        y += offset[:, None]
    return [y.reshape(x.shape), mean, variance * x.dtype.type(count / max(count - 1, 1))]


def channels_gradients(x, scale, grad, eps: float, over: tuple, wanted: tuple) -> list[np.ndarray]:
    """Return gradients of channels normalized by their own statistics; those that are wanted.

    Parameters
    ----------
    x, grad : numpy.ndarray, shape (N, C, *spatial)
        What was normalized, and the gradient of the result.
    scale : numpy.ndarray, shape (C,), or None
    eps : float
    over : tuple of int
        The axes of the statistics: those of samples and positions, or of positions alone.
    wanted : (bool, bool, bool)
        Of ``x``, of ``scale``, and of what is added in the end.

    Examples
    --------
    >>> x, grad = np.array([[1.0], [3.0]]), np.array([[1.0], [0.0]])
    >>> channels_gradients(x, None, grad, 0.0, (0,), (True, False, True))
    [array([[0.],
           [0.]]), array([1.])]
    """
    values, pulled, axes = _flat(x), _flat(grad), (0, 2) if 0 in over else (2,)
    number, found = x.dtype.type, []
    count = number(math.prod([values.shape[axis] for axis in axes]))
    centred = values - values.sum(axes, keepdims=True) / count
    root = np.square(centred).sum(axes, keepdims=True) / count
    root += number(eps)
    root = 1 / np.sqrt(root)
    sums = pulled.sum(axes, keepdims=True)
    products = (pulled * centred).sum(axes, keepdims=True) * root  # with the normalized values
    if wanted[0]:
        factor = root if scale is None else root * scale[:, None]
        centred *= -root * products / count
        centred += pulled
        centred -= sums / count
        centred *= factor
        found.append(centred.reshape(x.shape))
    if wanted[1]:
        found.append(products.sum((0, 2)))
    if wanted[2]:
        found.append(sums.sum((0, 2)))
    return found
