"""Functions that networks are made of, each in our words, PyTorch's and JAX's.

They are timed at a small size, where what a call costs counts, and at a realistic one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy

import ivy_core as ivy

ON_TORCH = "PyTorch's"


class Function(NamedTuple):
    """A function, in the words of each side.

    Attributes
    ----------
    arguments : callable
        Of a generator of random numbers and a size: the arrays, of NumPy.
    large, small : tuple of int
        The realistic size, and the small one.
    ours, torch, jax, tensorflow, numpy : callable
        Of the arrays; a framework's words have the framework before them. None where there are
        none; `ON_TORCH` where PyTorch's words are timed beside NumPy.
    is_drawn : bool
        Whether it draws random numbers, so that the sides differ.
    is_jitted : bool
        Whether JAX compiles its words.
    """

    arguments: Callable
    large: tuple
    small: tuple
    ours: Callable
    torch: Callable
    jax: Callable | None
    tensorflow: Callable | None = None
    numpy: Callable | str | None = None
    is_drawn: bool = False
    is_jitted: bool = True


def floats(draw, *shape):
    return draw.uniform(-1.0, 1.0, shape).astype("float32")


def _one(draw, *shape):
    return (floats(draw, *shape),)


def _two(draw, *shape):
    return floats(draw, *shape), floats(draw, *shape)


def _linear(draw, rows, into, out):
    return floats(draw, rows, into), floats(draw, out, into), floats(draw, out)


def _rows_and_indices(draw, rows, columns, count):
    return floats(draw, rows, columns), draw.integers(0, rows, count)


def _along(draw, rows, columns):
    at = draw.integers(0, columns, (rows, columns))
    return floats(draw, rows, columns), at, floats(draw, rows, columns)


def _once_along(draw, rows, columns):
    at = draw.permuted(numpy.tile(numpy.arange(columns), (rows, 1)), axis=1)
    return floats(draw, rows, columns), at, floats(draw, rows, columns)


def _added_rows(draw, rows, columns, count):
    return draw.integers(0, rows, count), floats(draw, count, columns), floats(draw, rows, 1)


def _probabilities(draw, rows, classes):
    true = numpy.eye(classes, dtype="float32")[draw.integers(0, classes, rows)]
    powers = numpy.exp(floats(draw, rows, classes))
    return true, powers / powers.sum(-1, keepdims=True)


def _normed(draw, *shape):
    return floats(draw, *shape), floats(draw, shape[-1]), floats(draw, shape[-1])


def _batch_normed(draw, batch, channels, length):
    one = [draw.uniform(0.5, 1.0, channels).astype("float32") for _ in range(4)]
    return floats(draw, batch, channels, length, length), *one


def _filtered(draw, batch, channels, *lengths):
    kernel = (3,) * len(lengths)
    return floats(draw, batch, channels, *lengths), floats(draw, channels, channels, *kernel)


def _gru(draw, times, batch, hidden):
    weights = [(3 * hidden, hidden), (3 * hidden, hidden), (3 * hidden,), (3 * hidden,)]
    return floats(draw, times, batch, hidden), *(floats(draw, *s) / 8 for s in weights)


def queries(draw, *shape):
    return tuple([floats(draw, *shape) for _ in range(3)])


def _whole_numbers(draw, count):
    return (draw.integers(0, 1000, count),)


def _choice(draw, *shape):
    return draw.uniform(size=shape) < 0.5, *_two(draw, *shape)


def _image_and_grid(draw, batch, channels, length):
    grid = draw.uniform(-1.1, 1.1, (batch, length, length, 2)).astype("float32")
    return floats(draw, batch, channels, length, length), grid


def _batch_norm(training):
    def ours(x, mean, variance, scale, offset):
        return ivy.batch_norm(
            x, mean, variance, offset=offset, scale=scale, training=training, data_format="NCS"
        )

    def on_torch(t, x, mean, variance, scale, offset):
        if training:  # it changes these; ours returns new ones
            mean, variance = mean.clone(), variance.clone()
        y = t.nn.functional.batch_norm(x, mean, variance, scale, offset, training)
        return y, mean, variance

    def on_jax(j, x, mean, variance, scale, offset):
        running = mean, variance
        if training:
            mean, variance = x.mean((0, 2, 3)), x.var((0, 2, 3))
            count = x.size // x.shape[1]
            news = mean, variance * (count / (count - 1))
            running = [0.9 * old + 0.1 * new for old, new in zip(running, news, strict=True)]
        factor = scale / j.numpy.sqrt(variance + 1e-5)
        y = x * factor[:, None, None] + (offset - mean * factor)[:, None, None]
        return y, *running

    return ours, on_torch, on_jax


def _jax_layer_norm(j, x, scale, offset):
    mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return (x - mean) * j.lax.rsqrt(variance + 1e-5) * scale + offset


def _jax_pool(j, x, first, function, size, stride, pad):
    return j.lax.reduce_window(
        x, first, function, (1, 1, size, size), (1, 1, stride, stride),
        ((0, 0), (0, 0), (pad, pad), (pad, pad)),
    )  # fmt: skip


def _jax_gru(j, x, w_ih, w_hh, b_ih, b_hh):
    def step(h, gates):
        own = h @ w_hh.T + b_hh
        r, z, n = j.numpy.split(gates, 3, axis=-1)
        own_r, own_z, own_n = j.numpy.split(own, 3, axis=-1)
        r, z = j.nn.sigmoid(r + own_r), j.nn.sigmoid(z + own_z)
        n = j.numpy.tanh(n + r * own_n)
        h = n + z * (h - n)
        return h, h

    first = j.numpy.zeros((x.shape[1], w_hh.shape[1]), x.dtype)
    return j.lax.scan(step, first, x @ w_ih.T + b_ih)[1]


def _torch_gru(t, x, *weights):
    first = x.new_zeros((1, x.shape[1], weights[1].shape[1]))
    return t.gru(x, first, weights, True, 1, 0.0, False, False, False)[0]


def _jax_causal(j, q, k, v):
    scores = q * q.shape[-1] ** -0.5 @ k.mT
    seen = j.numpy.tril(j.numpy.ones(scores.shape[-2:], bool))
    return j.nn.softmax(j.numpy.where(seen, scores, -numpy.inf)) @ v


def _jax_sampled(j, x, grid):
    height, width = x.shape[2:]
    at = ((grid[..., 1] + 1) * height - 1) / 2, ((grid[..., 0] + 1) * width - 1) / 2
    one = lambda image, at: j.scipy.ndimage.map_coordinates(image, at, 1, "constant")  # noqa: E731
    return j.vmap(j.vmap(one, (0, None)), (0, 0))(x, at)


def _softmax(name):
    return (
        lambda x: getattr(ivy, name)(x, axis=-1),
        lambda t, x: getattr(t, name)(x, -1),
        lambda j, x: getattr(j.nn, name)(x, -1),
    )


def _along_last(ours, reduce):
    return (
        lambda x, at, values: ivy.put_along_axis(x, at, values, 1, mode=ours),
        lambda t, x, at, values: (
            x.scatter_add(1, at, values) if reduce == "add" else x.scatter(1, at, values)
        ),
        lambda j, x, at, values: getattr(
            x.at[j.numpy.arange(len(x))[:, None], at], reduce if reduce == "add" else "set"
        )(values),
    )


_TEXT = (32, 128, 256)
FUNCTIONS: dict[str, Function] = {
    "linear": Function(
        _linear, (64, 512, 512), (32, 64, 64),
        lambda x, w, b: ivy.linear(x, w, bias=b),
        lambda t, x, w, b: t.nn.functional.linear(x, w, b),
        lambda j, x, w, b: x @ w.T + b,
    ),
    "embedding": Function(
        _rows_and_indices, (10_000, 256, (32, 128)), (32, 64, (8,)),
        lambda x, at: ivy.embedding(x, at),
        lambda t, x, at: t.nn.functional.embedding(at, x),
        lambda j, x, at: x[at],
    ),
    "softmax": Function(_one, (512, 1000), (32, 64), *_softmax("softmax")),
    "log_softmax": Function(_one, (512, 1000), (32, 64), *_softmax("log_softmax")),
    "cross_entropy": Function(
        _probabilities, (512, 1000), (32, 64),
        lambda true, pred: ivy.cross_entropy(true, pred),
        lambda t, true, pred: -(true * pred.clamp(1e-7, 1 - 1e-7).log()).mean(-1),
        lambda j, true, pred: (
            -(true * j.numpy.log(j.numpy.clip(pred, 1e-7, 1 - 1e-7))).mean(-1)
        ),
    ),
    "layer_norm": Function(
        _normed, _TEXT, (32, 64),
        lambda x, scale, offset: ivy.layer_norm(x, [-1], scale=scale, offset=offset),
        lambda t, x, *two: t.nn.functional.layer_norm(x, x.shape[-1:], *two),
        _jax_layer_norm,
    ),
    "batch_norm": Function(_batch_normed, (16, 64, 56), (2, 4, 16), *_batch_norm(False)),
    "batch_norm, training": Function(_batch_normed, (16, 64, 56), (2, 4, 16), *_batch_norm(True)),
    "gelu": Function(
        _one, (32, 128, 512), (32, 64),
        lambda x: ivy.gelu(x),
        lambda t, x: t.nn.functional.gelu(x),
        lambda j, x: j.nn.gelu(x, approximate=False),
    ),
    "silu": Function(
        _one, (32, 128, 512), (32, 64),
        lambda x: ivy.silu(x),
        lambda t, x: t.nn.functional.silu(x),
        lambda j, x: j.nn.silu(x),
    ),
    "relu": Function(
        _one, (32, 128, 512), (32, 64),
        lambda x: ivy.relu(x),
        lambda t, x: t.relu(x),
        lambda j, x: j.nn.relu(x),
    ),
    "dropout": Function(
        _one, _TEXT, (32, 64),
        lambda x: ivy.dropout(x, 0.1),
        lambda t, x: t.dropout(x, 0.1, True),
        lambda j, x: (
            j.numpy.where(j.random.bernoulli(j.random.key(0), 0.9, x.shape), x / 0.9, 0)
        ),
        is_drawn=True,
    ),
    "max_pool2d": Function(
        _one, (16, 64, 56, 56), (2, 4, 16, 16),
        lambda x: ivy.max_pool2d(x, 3, 2, 1, data_format="NCHW"),
        lambda t, x: t.nn.functional.max_pool2d(x, 3, 2, 1),
        lambda j, x: _jax_pool(j, x, -numpy.inf, j.lax.max, 3, 2, 1),
    ),
    "avg_pool2d": Function(
        _one, (16, 64, 56, 56), (2, 4, 16, 16),
        lambda x: ivy.avg_pool2d(x, 2, 2, 0, data_format="NCHW"),
        lambda t, x: t.nn.functional.avg_pool2d(x, 2, 2),
        lambda j, x: _jax_pool(j, x, 0.0, j.lax.add, 2, 2, 0) / 4,
    ),
    "adaptive_avg_pool2d": Function(
        _one, (16, 64, 56, 56), (2, 4, 16, 16),
        lambda x: ivy.adaptive_avg_pool2d(x, 4, data_format="NCHW"),
        lambda t, x: t.nn.functional.adaptive_avg_pool2d(x, 4),
        lambda j, x: (
            x.reshape(*x.shape[:2], 4, x.shape[2] // 4, 4, x.shape[3] // 4).mean((3, 5))
        ),
    ),
    "attention, causal": Function(
        queries, (8, 8, 256, 64), (2, 2, 16, 8),
        lambda q, k, v: ivy.scaled_dot_product_attention(q, k, v, is_causal=True),
        lambda t, *x: t.nn.functional.scaled_dot_product_attention(*x, is_causal=True),
        _jax_causal,
    ),
    "conv1d": Function(
        _filtered, (16, 64, 256), (2, 4, 32),
        lambda x, w: ivy.conv1d(x, w, 1, 1, data_format="NCW", filter_format="channel_first"),
        lambda t, x, w: t.nn.functional.conv1d(x, w, padding=1),
        lambda j, x, w: j.lax.conv_general_dilated(
            x, w, (1,), ((1, 1),), dimension_numbers=("NCH", "OIH", "NCH")
        ),
    ),
    "conv2d_transpose": Function(
        _filtered, (8, 64, 28, 28), (2, 4, 8, 8),
        lambda x, w: ivy.conv2d_transpose(
            x, w, 2, 1, data_format="NCHW", filter_format="channel_first"
        ),
        lambda t, x, w: t.nn.functional.conv_transpose2d(x, w, None, 2, 1),
        lambda j, x, w: j.lax.conv_general_dilated(
            x, w[..., ::-1, ::-1], (1, 1), ((1, 1), (1, 1)), (2, 2),
            dimension_numbers=("NCHW", "IOHW", "NCHW"),
        ),
    ),
    "gru": Function(
        _gru, (50, 32, 128), (5, 2, 8),
        lambda x, *weights: ivy.gru(x, None, weights, 1, 0.0, False, False)[0],
        _torch_gru,
        _jax_gru,
    ),
    "take": Function(
        _rows_and_indices, (10_000, 256, 4096), (32, 64, 8),
        lambda x, at: ivy.take(x, at, axis=0),
        lambda t, x, at: x.index_select(0, at),
        lambda j, x, at: x[at],
    ),
    "take_along_axis": Function(
        _along, (512, 1000), (32, 64),
        lambda x, at, _: ivy.take_along_axis(x, at, 1),
        lambda t, x, at, _: x.gather(1, at),
        lambda j, x, at, _: j.numpy.take_along_axis(x, at, 1, mode="clip"),
    ),
    "put_along_axis": Function(
        _once_along, (512, 1000), (32, 64), *_along_last("replace", "set")
    ),
    "put_along_axis, sum": Function(_along, (512, 1000), (32, 64), *_along_last("sum", "add")),
    "scatter_nd": Function(
        _added_rows, (10_000, 256, 4096), (32, 64, 8),
        lambda at, rows, all_of: ivy.scatter_nd(
            ivy.expand_dims(at, axis=1), rows, (all_of.shape[0], rows.shape[1])
        ),
        lambda t, at, rows, all_of: (
            rows.new_zeros((len(all_of), rows.shape[1])).index_add_(0, at, rows)
        ),
        lambda j, at, rows, all_of: (
            j.numpy.zeros((len(all_of), rows.shape[1]), rows.dtype).at[at].add(rows)
        ),
    ),
    "cumsum": Function(
        _one, (1000, 1000), (32, 64),
        lambda x: ivy.cumsum(x, axis=-1),
        lambda t, x: t.cumsum(x, -1),
        lambda j, x: j.numpy.cumsum(x, -1),
    ),
    "sort along an axis": Function(
        _one, (1000, 1000), (32, 64),
        lambda x: ivy.sort(x, axis=-1),
        lambda t, x: t.sort(x, -1)[0],
        lambda j, x: j.numpy.sort(x, -1),
    ),
    "argsort along an axis": Function(
        _one, (1000, 1000), (32, 64),
        lambda x: ivy.argsort(x, axis=-1),
        lambda t, x: t.sort(x, dim=-1, stable=True)[1],
        lambda j, x: j.numpy.argsort(x, -1),
    ),
    "unique_values": Function(
        _whole_numbers, (1_000_000,), (2048,),
        lambda x: ivy.unique_values(x),
        lambda t, x: t.unique(x),
        None,
    ),
    "unique_all": Function(
        _whole_numbers, (1_000_000,), (2048,),
        lambda x: tuple(ivy.unique_all(x))[::2],
        lambda t, x: t.unique(x, return_inverse=True)[:1],
        None,
        is_drawn=True,  # PyTorch has no first indices
    ),
    "nonzero": Function(
        lambda draw, *shape: (numpy.maximum(floats(draw, *shape), 0),), (1000, 1000), (32, 64),
        lambda x: ivy.nonzero(x),
        lambda t, x: t.nonzero(x, as_tuple=True),
        None,
    ),
    "where": Function(
        _choice, (1000, 1000), (32, 64),
        lambda condition, x, y: ivy.where(condition, x, y),
        lambda t, condition, x, y: t.where(condition, x, y),
        lambda j, condition, x, y: j.numpy.where(condition, x, y),
    ),
    "einsum": Function(
        lambda draw, n, m: _two(draw, n, m, m), (32, 128), (4, 16),
        lambda x, y: ivy.einsum("bij,bjk->bik", x, y),
        lambda t, x, y: t.einsum("bij,bjk->bik", x, y),
        lambda j, x, y: j.numpy.einsum("bij,bjk->bik", x, y),
    ),
    "grid_sample": Function(
        _image_and_grid, (8, 16, 64), (2, 3, 8),
        lambda x, grid: ivy.grid_sample(x, grid),
        lambda t, x, grid: t.nn.functional.grid_sample(x, grid, align_corners=False),
        _jax_sampled,
        numpy=ON_TORCH,
    ),
    "stft": Function(
        lambda draw, n, length: (floats(draw, n, length), numpy.hanning(64).astype("float32")),
        (8, 16_000), (2, 256),
        lambda x, window: ivy.stft(x, 64, 16, window=window),
        lambda t, x, window: t.stft(
            x, 64, 16, window=window, center=False, return_complex=True
        ).mT,
        None,
    ),
    "mean of axes": Function(
        _one, (16, 64, 56, 56), (2, 4, 16, 16),
        lambda x: ivy.mean(x, axis=(2, 3)),
        lambda t, x: x.mean((2, 3)),
        lambda j, x: x.mean((2, 3)),
    ),
}  # fmt: skip
