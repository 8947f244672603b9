"""The cases: arrays, and how our functions compute with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy

import ivy_core as ivy

from .functions import FUNCTIONS

LIMIT = 1.1

_CHANNELS = {"NHWC": "channel_last", "NCHW": "channel_first"}


class Convolution(NamedTuple):
    """What a convolution is, beside its sizes: batch, channels, length of images, and features.

    Attributes
    ----------
    layout : str
        NHWC or NCHW.
    kernel, stride : int
        Of both axes. Half a kernel is padded at each end.
    """

    layout: str
    kernel: int = 3
    stride: int = 1

    @property
    def padding(self) -> int:
        """Number of zeros at each end of an axis."""
        return self.kernel // 2


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


def _convolution(draw, option, batch, channels, length, features=None):
    features = features or channels
    image, kernel = (length, length), (option.kernel, option.kernel)
    if option.layout == "NHWC":
        x, w = (batch, *image, channels), (*kernel, channels, features)
    else:
        x, w = (batch, channels, *image), (features, channels, *kernel)
    return _floats(draw, *x), _floats(draw, *w)


def _with_cotangent(draw, option, *sizes):
    x, w = _convolution(draw, option, *sizes)
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


def _of_function(function):
    return lambda draw, _, *size: function.arguments(draw, *size)


_ARGUMENTS: dict[str, Callable] = {
    **{name: _of_function(function) for name, function in FUNCTIONS.items()},
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
        Case(
            f"{kind}, {layout}, {n}x{c}x{s}x{s}, 3x3", kind, (n, c, s), _TINY, Convolution(layout)
        )
        for kind in ("conv2d", "conv2d gradient")
        for layout in ("NCHW", "NHWC")
        for n, c, s in (_BIG, _SMALL)
    ],
    *[
        Case(
            f"conv2d, {layout}, {n}x{c}x{s}x{s} to {o}, {k}x{k}, stride {stride}", "conv2d",
            (n, c, s, o), (2, 3, 9, 4), Convolution(layout, k, stride),
        )
        for n, c, s, o, k, stride in (
            (8, 64, 56, 128, 3, 2), (8, 3, 224, 64, 7, 2), (8, 64, 56, 256, 1, 1),
        )
        for layout in ("NCHW", "NHWC")
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
    *[Case(name, name, each.large, each.small) for name, each in FUNCTIONS.items()],
    *[Case(f"{name}, small", name, each.small, each.small) for name, each in FUNCTIONS.items()],
]  # fmt: skip


def _conv2d(option, x, w):
    layout = option.layout
    pads = [(option.padding, option.padding)] * 2
    return ivy.conv2d(
        x, w, option.stride, pads, data_format=layout, filter_format=_CHANNELS[layout]
    )


def _gradient(option, x, w, g):
    def loss(both):
        return ivy.sum(ivy.multiply(_conv2d(option, *both), g))

    return ivy.grad(loss)([x, w])


def _our_function(function):
    return lambda _, *arrays: function.ours(*arrays)


OURS: dict[str, Callable] = {
    **{name: _our_function(function) for name, function in FUNCTIONS.items()},
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

    NumPy has no layers of its own: PyTorch's are shown beside them. What small functions take is
    the cost of a call, which has a part of the benchmarks for itself.
    """
    if case.name.endswith(", small"):
        return None
    if backend != "numpy" or case.kind in ("sort", "top_k", "solve_triangular", "attention"):
        return LIMIT
    return None
