"""What one writes in each framework for the cases: tables of functions of an option and arrays."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable

import numpy

from .functions import FUNCTIONS


def native(backend: str) -> dict[str, Callable]:
    """Return the words of a backend's framework, which is imported for it, by kind.

    Each is a function of the case's option and arrays of the framework.
    """
    return {"numpy": _numpy, "jax": _jax, "torch": _torch, "tensorflow": _tensorflow}[backend]()


# What NumPy is measured by PyTorch's words for.
_ON_TORCH = ("conv2d", "conv2d gradient", "lstm", "interpolate", "grid_sample")


def _torch() -> dict[str, Callable]:
    torch = importlib.import_module("torch")
    functional = torch.nn.functional

    def conv2d(option, x, w):
        options = {"stride": option.stride, "padding": option.padding}
        if option.layout == "NCHW":
            return functional.conv2d(x, w, **options)
        y = functional.conv2d(x.permute(0, 3, 1, 2), w.permute(3, 2, 0, 1), **options)
        return y.permute(0, 2, 3, 1)

    def gradient(option, x, w, g):
        x, w = x.detach().requires_grad_(), w.detach().requires_grad_()
        return torch.autograd.grad((conv2d(option, x, w) * g).sum(), (x, w))

    def lstm(_, x, *weights):
        first = x.new_zeros((1, x.shape[1], weights[1].shape[1]))
        return torch.lstm(x, [first, first], weights, True, 1, 0.0, False, False, False)[0]

    def of_function(function):
        return lambda _, *arrays: function.torch(torch, *arrays)

    return {
        **{name: of_function(each) for name, each in FUNCTIONS.items()},
        "conv2d": conv2d,
        "conv2d gradient": gradient,
        "lstm": lstm,
        "attention": lambda _, q, k, v: functional.scaled_dot_product_attention(q, k, v),
        "interpolate": lambda mode, x: functional.interpolate(x, 2 * x.shape[-1], mode=mode),
        "sort": lambda _, x: torch.sort(x, stable=True)[0],
        "top_k": lambda k, x: tuple(torch.topk(x, k)),
        "solve_triangular": lambda _, a, b: torch.linalg.solve_triangular(a, b, upper=True),
    }


def _numpy() -> dict[str, Callable]:
    """Return NumPy's own words, and PyTorch's for what NumPy has not got."""
    torch = importlib.import_module("torch")

    def attention(_, q, k, v):
        scores = q * numpy.float32(q.shape[-1] ** -0.5) @ k.swapaxes(-1, -2)
        powers = numpy.exp(scores - scores.max(-1, keepdims=True))
        return powers / powers.sum(-1, keepdims=True) @ v

    def top_k(k, x):
        at = numpy.argpartition(x, -k)[..., -k:]
        order = numpy.argsort(numpy.take_along_axis(x, at, -1))[..., ::-1]
        at = numpy.take_along_axis(at, order, -1)
        return numpy.take_along_axis(x, at, -1), at

    def on_torch(function):
        return lambda option, *arrays: function(option, *map(torch.from_numpy, arrays))

    words = _torch()
    functions = {kind: on_torch(words[kind]) for kind in words if kind in _ON_TORCH}
    functions |= {
        "attention": attention,
        "sort": lambda _, x: numpy.sort(x),
        "top_k": top_k,
        "solve_triangular": lambda _, a, b: numpy.linalg.solve(a, b),
    }
    return functions


def _jax() -> dict[str, Callable]:
    jax = importlib.import_module("jax")
    jnp, lax = jax.numpy, jax.lax
    compiled = functools.partial(jax.jit, static_argnums=0)

    @compiled
    def conv2d(option, x, w):
        layout, pads = option.layout, ((option.padding, option.padding),) * 2
        filters = "HWIO" if layout == "NHWC" else "OIHW"
        return lax.conv_general_dilated(
            x, w, (option.stride,) * 2, pads, dimension_numbers=(layout, filters, layout)
        )

    def gradient(option, x, w, g):
        return jax.grad(lambda both: (conv2d(option, *both) * g).sum())([x, w])

    @compiled
    def lstm(_, x, w_ih, w_hh, b_ih, b_hh):
        def step(state, gates):
            h, c = state
            i, f, g, o = jnp.split(gates + h @ w_hh.T, 4, axis=-1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        first = jnp.zeros((x.shape[1], w_hh.shape[1]), x.dtype)
        return lax.scan(step, (first, first), x @ w_ih.T + (b_ih + b_hh))[1]

    @compiled
    def attention(_, q, k, v):
        return jax.nn.softmax(q * q.shape[-1] ** -0.5 @ k.mT) @ v

    @compiled
    def interpolate(mode, x):
        shape = (*x.shape[:2], 2 * x.shape[2], 2 * x.shape[3])
        return jax.image.resize(x, shape, {"bicubic": "cubic"}.get(mode, mode))

    def of_function(function):
        call = jax.jit(lambda *arrays: function.jax(jax, *arrays))
        return lambda _, *arrays: call(*arrays)

    return {
        **{name: of_function(each) for name, each in FUNCTIONS.items() if each.jax},
        "conv2d": conv2d,
        "conv2d gradient": gradient,
        "lstm": lstm,
        "attention": attention,
        "interpolate": interpolate,
        "sort": compiled(lambda _, x: jnp.sort(x)),
        "top_k": compiled(lambda k, x: tuple(lax.top_k(x, k))),
        "solve_triangular": compiled(lambda _, a, b: jax.scipy.linalg.solve_triangular(a, b)),
    }


def _tensorflow() -> dict[str, Callable]:
    tf = importlib.import_module("tensorflow")
    last, first = (0, 2, 3, 1), (0, 3, 1, 2)

    def conv2d(option, x, w):
        pad = (option.padding, option.padding)
        pads = ((0, 0), pad, pad, (0, 0))
        if option.layout == "NHWC":
            return tf.nn.conv2d(x, w, option.stride, pads)
        # on the CPU it has the channels last only
        x, w = tf.transpose(x, last), tf.transpose(w, (2, 3, 1, 0))
        return tf.transpose(tf.nn.conv2d(x, w, option.stride, pads), first)

    def gradient(option, x, w, g):
        with tf.GradientTape() as tape:
            tape.watch([x, w])
            loss = tf.reduce_sum(conv2d(option, x, w) * g)
        return tape.gradient(loss, [x, w])

    @tf.function
    def lstm(_, x, w_ih, w_hh, b_ih, b_hh):
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

    def attention(_, q, k, v):
        scores = tf.matmul(q * q.shape[-1] ** -0.5, k, transpose_b=True)
        return tf.nn.softmax(scores) @ v

    def interpolate(mode, x):
        size = (2 * x.shape[2], 2 * x.shape[3])
        return tf.transpose(tf.image.resize(tf.transpose(x, last), size, mode), first)

    return {
        "conv2d": conv2d,
        "conv2d gradient": gradient,
        "lstm": lstm,
        "attention": attention,
        "interpolate": interpolate,
        "sort": lambda _, x: tf.sort(x),
        "top_k": lambda k, x: tuple(tf.math.top_k(x, k)),
        "solve_triangular": lambda _, a, b: tf.linalg.triangular_solve(a, b, lower=False),
    }
