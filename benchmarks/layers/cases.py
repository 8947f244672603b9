"""The cases: arrays, and how our functions compute with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy

import ivy_core as ivy

LIMIT = 1.1
CONVOLUTION_ON_NUMPY = 2.0  # against PyTorch, for NumPy has none

_CHANNELS = {"NHWC": "channel_last", "NCHW": "channel_first"}


class Case(NamedTuple):
    """What is timed.

    Attributes
    ----------
    name : str
        What the table says.
    kind : str
        The name of the functions in :data:`OURS` and in each backend's table of ``natives``.
    sizes, small : tuple of int
        The sizes that are timed, and those at which a test compares both sides.
    option : object
        What the kind is given beside its arrays: a layout, a mode, a number.
    """

    name: str
    kind: str
    sizes: tuple
    small: tuple
    option: object = None

    def arrays(self, sizes: tuple | None = None) -> tuple[numpy.ndarray, ...]:
        """Return the arguments, of NumPy, at the sizes that are timed or at other ones."""
        draw = numpy.random.default_rng(0)
        return _ARGUMENTS[self.kind](draw, self.option, *(sizes or self.sizes))


def _floats(draw, *shape):
    return draw.uniform(-1.0, 1.0, shape).astype("float32")


def _convolution(draw, layout, batch, channels, length):
    image, kernel = (length, length), (3, 3)
    if layout == "NHWC":
        x, w = (batch, *image, channels), (*kernel, channels, channels)
    else:
        x, w = (batch, channels, *image), (channels, channels, *kernel)
    return _floats(draw, *x), _floats(draw, *w)


def _with_cotangent(draw, layout, *sizes):
    x, w = _convolution(draw, layout, *sizes)
    return x, w, _floats(draw, *x.shape)


def _lstm(draw, _, times, batch, hidden):
    weights = [(4 * hidden, hidden), (4 * hidden, hidden), (4 * hidden,), (4 * hidden,)]
    return _floats(draw, times, batch, hidden), *(_floats(draw, *s) / 8 for s in weights)


def _attention(draw, _, *shape):
    return tuple([_floats(draw, *shape) for _ in range(3)])


def _image(draw, _, batch, channels, length):
    return (_floats(draw, batch, channels, length, length),)


def _triangular(draw, _, count):
    matrix = _floats(draw, count, count) / count + 2 * numpy.eye(count, dtype="float32")
    return numpy.triu(matrix), _floats(draw, count, 10)


_ARGUMENTS: dict[str, Callable] = {
    "conv2d": _convolution,
    "conv2d gradient": _with_cotangent,
    "lstm": _lstm,
    "attention": _attention,
    "interpolate": _image,
    "sort": lambda draw, _, *shape: (_floats(draw, *shape),),
    "top_k": lambda draw, _, *shape: (_floats(draw, *shape),),
    "solve_triangular": _triangular,
}

_BIG, _SMALL, _TINY = (32, 64, 56), (8, 64, 28), (2, 4, 5)
_IMAGES, _FEW = (8, 16, 64), (2, 3, 8)
CASES = [
    *[
        Case(f"{kind}, {layout}, {n}x{c}x{s}x{s}, 3x3", kind, (n, c, s), _TINY, layout)
        for kind in ("conv2d", "conv2d gradient")
        for layout in ("NCHW", "NHWC")
        for n, c, s in (_BIG, _SMALL)
    ],
    Case("lstm, T=50, B=32, H=128", "lstm", (50, 32, 128), (3, 2, 4)),
    Case("attention, 8x8x256x64", "attention", (8, 8, 256, 64), (2, 2, 5, 4)),
    *[
        Case(f"interpolate, {mode}, 8x16x64x64 to 128x128", "interpolate", _IMAGES, _FEW, mode)
        for mode in ("bilinear", "nearest", "bicubic")
    ],
    Case("sort, 1,000,000", "sort", (1_000_000,), (50,)),
    Case("top_k, 1,000,000, k=10", "top_k", (1_000_000,), (50,), 10),
    Case("top_k, 1000x1000, k=100", "top_k", (1000, 1000), (5, 120), 100),
    Case("solve_triangular, n=200", "solve_triangular", (200,), (7,)),
    Case("solve_triangular, n=1000", "solve_triangular", (1000,), (9,)),
]


def _conv2d(layout, x, w):
    return ivy.conv2d(x, w, 1, "SAME", data_format=layout, filter_format=_CHANNELS[layout])


def _gradient(layout, x, w, g):
    def loss(both):
        return ivy.sum(ivy.multiply(_conv2d(layout, *both), g))

    return ivy.grad(loss)([x, w])


OURS: dict[str, Callable] = {
    "conv2d": _conv2d,
    "conv2d gradient": _gradient,
    "lstm": lambda _, x, *weights: ivy.lstm(x, None, weights, 1, 0.0, False, False)[0],
    "attention": lambda _, q, k, v: ivy.scaled_dot_product_attention(q, k, v),
    "interpolate": lambda mode, x: ivy.interpolate(x, 2 * x.shape[-1], mode=mode),
    "sort": lambda _, x: ivy.sort(x),
    "top_k": lambda k, x: tuple(ivy.top_k(x, k)),
    "solve_triangular": lambda _, a, b: ivy.solve_triangular(a, b),
}


def limit_of(case: Case, backend: str) -> float | None:
    """Return how often native's time is allowed, or None where another framework's call is timed.

    NumPy has no layers of its own: PyTorch's are its measure.
    """
    if backend != "numpy" or case.kind in ("sort", "top_k", "solve_triangular", "attention"):
        return LIMIT
    return CONVOLUTION_ON_NUMPY if case.kind == "conv2d" else None
