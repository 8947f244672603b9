"""Kernels that each framework has: convolutions, LSTM, attention, resizing, sorting, a system.

They are timed at realistic sizes alone, in the words of each of the frameworks.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy

import ivy_core as ivy

from .functions import ON_TORCH, Function, floats, queries

_CHANNELS = {"NHWC": "channel_last", "NCHW": "channel_first"}
_LAST, _FIRST = (0, 2, 3, 1), (0, 3, 1, 2)


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

    def arguments(self, draw, batch, channels, length, features=None):
        features = features or channels
        image, kernel = (length, length), (self.kernel, self.kernel)
        if self.layout == "NHWC":
            x, w = (batch, *image, channels), (*kernel, channels, features)
        else:
            x, w = (batch, channels, *image), (features, channels, *kernel)
        return floats(draw, *x), floats(draw, *w)

    def ours(self, x, w):
        pads = [(self.padding, self.padding)] * 2
        layout = self.layout
        return ivy.conv2d(
            x, w, self.stride, pads, data_format=layout, filter_format=_CHANNELS[layout]
        )

    def torch(self, t, x, w):
        options = {"stride": self.stride, "padding": self.padding}
        if self.layout == "NCHW":
            return t.nn.functional.conv2d(x, w, **options)
        y = t.nn.functional.conv2d(x.permute(0, 3, 1, 2), w.permute(3, 2, 0, 1), **options)
        return y.permute(0, 2, 3, 1)

    def jax(self, j, x, w):
        pads = ((self.padding, self.padding),) * 2
        filters = "HWIO" if self.layout == "NHWC" else "OIHW"
        return j.lax.conv_general_dilated(
            x, w, (self.stride,) * 2, pads, dimension_numbers=(self.layout, filters, self.layout)
        )

    def tensorflow(self, tf, x, w):
        pad = (self.padding, self.padding)
        pads = ((0, 0), pad, pad, (0, 0))
        if self.layout == "NHWC":
            return tf.nn.conv2d(x, w, self.stride, pads)
        # on the CPU it has the channels last only
        x, w = tf.transpose(x, _LAST), tf.transpose(w, (2, 3, 1, 0))
        return tf.transpose(tf.nn.conv2d(x, w, self.stride, pads), _FIRST)


class Gradient(NamedTuple):
    """The gradient of a convolution by its image and its filter, of a drawn cotangent."""

    of: Convolution

    def arguments(self, draw, *sizes):
        x, w = self.of.arguments(draw, *sizes)
        return x, w, floats(draw, *x.shape)

    def ours(self, x, w, g):
        return ivy.grad(lambda both: ivy.sum(ivy.multiply(self.of.ours(*both), g)))([x, w])

    def torch(self, t, x, w, g):
        x, w = x.detach().requires_grad_(), w.detach().requires_grad_()
        return t.autograd.grad((self.of.torch(t, x, w) * g).sum(), (x, w))

    def jax(self, j, x, w, g):
        forward = _jitted(j, self.of)
        return j.grad(lambda both: (forward(*both) * g).sum())([x, w])

    def tensorflow(self, tf, x, w, g):
        with tf.GradientTape() as tape:
            tape.watch([x, w])
            loss = tf.reduce_sum(self.of.tensorflow(tf, x, w) * g)
        return tape.gradient(loss, [x, w])


@functools.cache
def _jitted(j, convolution: Convolution):
    return j.jit(functools.partial(convolution.jax, j))


def _row(kind: Convolution | Gradient, sizes: tuple, small: tuple) -> Function:
    return Function(
        kind.arguments, sizes, small, kind.ours, kind.torch, kind.jax, kind.tensorflow, ON_TORCH,
        is_jitted=isinstance(kind, Convolution),
    )  # fmt: skip


def _lstm(draw, times, batch, hidden):
    weights = [(4 * hidden, hidden), (4 * hidden, hidden), (4 * hidden,), (4 * hidden,)]
    return floats(draw, times, batch, hidden), *(floats(draw, *s) / 8 for s in weights)


def _torch_lstm(t, x, *weights):
    first = x.new_zeros((1, x.shape[1], weights[1].shape[1]))
    return t.lstm(x, [first, first], weights, True, 1, 0.0, False, False, False)[0]


def _jax_lstm(j, x, w_ih, w_hh, b_ih, b_hh):
    def step(state, gates):
        h, c = state
        i, f, g, o = j.numpy.split(gates + h @ w_hh.T, 4, axis=-1)
        c = j.nn.sigmoid(f) * c + j.nn.sigmoid(i) * j.numpy.tanh(g)
        h = j.nn.sigmoid(o) * j.numpy.tanh(c)
        return (h, c), h

    first = j.numpy.zeros((x.shape[1], w_hh.shape[1]), x.dtype)
    return j.lax.scan(step, (first, first), x @ w_ih.T + (b_ih + b_hh))[1]


@functools.cache
def _tensorflow_lstm(tf):
    @tf.function
    def lstm(x, w_ih, w_hh, b_ih, b_hh):
        first = tf.zeros((x.shape[1], w_hh.shape[1]))
        gates = tf.tensordot(x, tf.transpose(w_ih), 1) + (b_ih + b_hh)
        w_hh = tf.transpose(w_hh)
        outputs = tf.TensorArray(x.dtype, x.shape[0])
        h, c = first, first
        for t in tf.range(x.shape[0]):
            i, f, g, o = tf.split(gates[t] + h @ w_hh, 4, axis=-1)
            c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
            h = tf.sigmoid(o) * tf.tanh(c)
            outputs = outputs.write(t, h)
        return outputs.stack()

    return lstm


def _numpy_attention(np, q, k, v):
    scores = q * np.float32(q.shape[-1] ** -0.5) @ k.swapaxes(-1, -2)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True) @ v


def _tensorflow_attention(tf, q, k, v):
    scores = tf.matmul(q * q.shape[-1] ** -0.5, k, transpose_b=True)
    return tf.nn.softmax(scores) @ v


def _interpolate(mode: str) -> Function:
    def on_jax(j, x):
        shape = (*x.shape[:2], 2 * x.shape[2], 2 * x.shape[3])
        return j.image.resize(x, shape, {"bicubic": "cubic"}.get(mode, mode))

    def on_tensorflow(tf, x):
        size = (2 * x.shape[2], 2 * x.shape[3])
        return tf.transpose(tf.image.resize(tf.transpose(x, _LAST), size, mode), _FIRST)

    return Function(
        lambda draw, batch, channels, n: (floats(draw, batch, channels, n, n),),
        (8, 16, 64), (2, 3, 8),
        lambda x: ivy.interpolate(x, 2 * x.shape[-1], mode=mode),
        lambda t, x: t.nn.functional.interpolate(x, 2 * x.shape[-1], mode=mode),
        on_jax, on_tensorflow, ON_TORCH,
    )  # fmt: skip


def _top_k(k: int, sizes: tuple, small: tuple) -> Function:
    def on_numpy(np, x):
        at = np.argpartition(x, -k)[..., -k:]
        order = np.argsort(np.take_along_axis(x, at, -1))[..., ::-1]
        at = np.take_along_axis(at, order, -1)
        return np.take_along_axis(x, at, -1), at

    return Function(
        lambda draw, *shape: (floats(draw, *shape),), sizes, small,
        lambda x: tuple(ivy.top_k(x, k)),
        lambda t, x: tuple(t.topk(x, k)),
        lambda j, x: tuple(j.lax.top_k(x, k)),
        lambda tf, x: tuple(tf.math.top_k(x, k)),
        on_numpy,
    )  # fmt: skip


def _triangular(count: int, small: int) -> Function:
    def arguments(draw, n):
        matrix = floats(draw, n, n) / n + 2 * numpy.eye(n, dtype="float32")
        return numpy.triu(matrix), floats(draw, n, 10)

    return Function(
        arguments, (count,), (small,),
        lambda a, b: ivy.solve_triangular(a, b),
        lambda t, a, b: t.linalg.solve_triangular(a, b, upper=True),
        lambda j, a, b: j.scipy.linalg.solve_triangular(a, b),
        lambda tf, a, b: tf.linalg.triangular_solve(a, b, lower=False),
        lambda np, a, b: np.linalg.solve(a, b),
    )  # fmt: skip


KERNELS: dict[str, Function] = {
    **{
        f"{name}, {layout}, {n}x{c}x{s}x{s}, 3x3": _row(
            kind(Convolution(layout)), (n, c, s), (2, 4, 5)
        )
        for name, kind in (("conv2d", lambda of: of), ("conv2d gradient", Gradient))
        for layout in ("NCHW", "NHWC")
        for n, c, s in ((32, 64, 56), (8, 64, 28))
    },
    **{
        f"conv2d, {layout}, {n}x{c}x{s}x{s} to {o}, {k}x{k}, stride {stride}": _row(
            Convolution(layout, k, stride), (n, c, s, o), (2, 3, 9, 4)
        )
        for n, c, s, o, k, stride in (
            (8, 64, 56, 128, 3, 2), (8, 3, 224, 64, 7, 2), (8, 64, 56, 256, 1, 1),
        )
        for layout in ("NCHW", "NHWC")
    },
    "lstm, T=50, B=32, H=128": Function(
        _lstm, (50, 32, 128), (3, 2, 4),
        lambda x, *weights: ivy.lstm(x, None, weights, 1, 0.0, False, False)[0],
        _torch_lstm, _jax_lstm, lambda tf, *arrays: _tensorflow_lstm(tf)(*arrays), ON_TORCH,
    ),
    "attention, 8x8x256x64": Function(
        queries, (8, 8, 256, 64), (2, 2, 5, 4),
        lambda q, k, v: ivy.scaled_dot_product_attention(q, k, v),
        lambda t, q, k, v: t.nn.functional.scaled_dot_product_attention(q, k, v),
        lambda j, q, k, v: j.nn.softmax(q * q.shape[-1] ** -0.5 @ k.mT) @ v,
        _tensorflow_attention, _numpy_attention,
    ),
    **{
        f"interpolate, {mode}, 8x16x64x64 to 128x128": _interpolate(mode)
        for mode in ("bilinear", "nearest", "bicubic")
    },
    "sort, 1,000,000": Function(
        lambda draw, *shape: (floats(draw, *shape),), (1_000_000,), (50,),
        lambda x: ivy.sort(x),
        lambda t, x: t.sort(x, stable=True)[0],
        lambda j, x: j.numpy.sort(x),
        lambda tf, x: tf.sort(x),
        lambda np, x: np.sort(x),
    ),
    "top_k, 1,000,000, k=10": _top_k(10, (1_000_000,), (50,)),
    "top_k, 1000x1000, k=100": _top_k(100, (1000, 1000), (5, 120)),
    "solve_triangular, n=200": _triangular(200, 7),
    "solve_triangular, n=1000": _triangular(1000, 9),
}  # fmt: skip
