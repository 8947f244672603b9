"""Four of the models by hand in JAX, from the parameters of PyTorch's, and AdamW.

Each is a function of parameters by name, running statistics by name, the batch's arguments with
their labels, and a key of random numbers (None without dropout); it returns loss and statistics.
"""

from __future__ import annotations

import functools
import math

import jax
import jax.numpy as jnp
from jax import lax


def linear(params: dict, name: str, x):
    """Return a layer of a weight, and a bias where there is one."""
    y = x @ params[f"{name}.weight"].T
    bias = params.get(f"{name}.bias")
    return y if bias is None else y + bias


def layer_norm(params: dict, name: str, x, epsilon: float = 1e-5):
    """Normalize over the last axis."""
    x = x - x.mean(-1, keepdims=True)
    x = x * lax.rsqrt((x * x).mean(-1, keepdims=True) + epsilon)
    return x * params[f"{name}.weight"] + params[f"{name}.bias"]


def cross_entropy(logits, labels):
    """Return the mean over all labels."""
    logits, labels = logits.reshape(-1, logits.shape[-1]), labels.reshape(-1, 1)
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels, -1).mean()


def dropout(key, number: int, x, rate: float = 0.1):
    """Return zeros in place of some elements, and larger others; without a key all as they are."""
    if key is None:
        return x
    kept = jax.random.bernoulli(jax.random.fold_in(key, number), 1.0 - rate, x.shape)
    return jnp.where(kept, x / (1.0 - rate), 0.0)


def heads_of(x, heads: int):
    """Return (batch, head, length, width) of (batch, length, all widths)."""
    batch, length, width = x.shape
    return x.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)


def mini_gpt(params: dict, statistics: dict, given: dict, key):
    """minGPT's three layers of width 48."""
    tokens, heads, layers = given["tokens"], 3, 3
    length = tokens.shape[1]
    x = params["tokens.weight"][tokens] + params["positions.weight"][:length]
    mask = jnp.tril(jnp.ones((length, length), bool))
    for at in range(layers):
        name = f"blocks.{at}"
        parts = linear(params, f"{name}.attention.qkv", layer_norm(params, f"{name}.norm1", x))
        q, k, v = (heads_of(each, heads) for each in jnp.split(parts, 3, -1))
        scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
        weights = jax.nn.softmax(jnp.where(mask, scores, -jnp.inf))
        y = (dropout(key, 2 * at, weights) @ v).transpose(0, 2, 1, 3).reshape(x.shape)
        x = x + linear(params, f"{name}.attention.out", y)
        hidden = linear(params, f"{name}.mlp.0", layer_norm(params, f"{name}.norm2", x))
        y = linear(params, f"{name}.mlp.2", jax.nn.gelu(hidden, approximate=True))
        x = x + dropout(key, 2 * at + 1, y)
    logits = linear(params, "head", layer_norm(params, "norm", x))
    return cross_entropy(logits, given["labels"]), statistics


def tagger(params: dict, statistics: dict, given: dict, key):
    """An LSTM over sentences, its gates in PyTorch's order."""
    x = params["embedding.weight"][given["words"]].swapaxes(0, 1)
    bias = params["lstm.bias_ih_l0"] + params["lstm.bias_hh_l0"]
    gates, recurrent = x @ params["lstm.weight_ih_l0"].T + bias, params["lstm.weight_hh_l0"].T

    def step(carry, row):
        hidden, cell = carry
        i, f, g, o = jnp.split(row + hidden @ recurrent, 4, -1)
        cell = jax.nn.sigmoid(f) * cell + jax.nn.sigmoid(i) * jnp.tanh(g)
        hidden = jax.nn.sigmoid(o) * jnp.tanh(cell)
        return (hidden, cell), hidden

    zeros = jnp.zeros((x.shape[1], recurrent.shape[0]))
    outputs = lax.scan(step, (zeros, zeros), gates)[1].swapaxes(0, 1)
    return cross_entropy(linear(params, "head", outputs), given["labels"]), statistics


def vision_transformer(params: dict, statistics: dict, given: dict, key):
    """A ViT of three layers; its patches are rows of one product of matrices."""
    images, heads, layers, size = given["pixel_values"], 4, 3, 16
    count, channels, height, width = images.shape
    name = "vit.embeddings.patch_embeddings.projection"
    patches = images.reshape(count, channels, height // size, size, width // size, size)
    rows = patches.transpose(0, 2, 4, 1, 3, 5).reshape(count, -1, channels * size * size)
    weight = params[f"{name}.weight"]
    x = rows @ weight.reshape(len(weight), -1).T + params[f"{name}.bias"]
    first = jnp.broadcast_to(params["vit.embeddings.cls_token"], (count, 1, x.shape[-1]))
    x = jnp.concatenate([first, x], 1) + params["vit.embeddings.position_embeddings"]
    for at in range(layers):
        name = f"vit.layers.{at}"
        y = layer_norm(params, f"{name}.layernorm_before", x, 1e-12)
        q, k, v = (
            heads_of(linear(params, f"{name}.attention.{each}_proj", y), heads) for each in "qkv"
        )
        weights = jax.nn.softmax(q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1]))
        y = (weights @ v).transpose(0, 2, 1, 3).reshape(x.shape)
        x = x + linear(params, f"{name}.attention.o_proj", y)
        y = linear(
            params, f"{name}.mlp.fc1", layer_norm(params, f"{name}.layernorm_after", x, 1e-12)
        )
        x = x + linear(params, f"{name}.mlp.fc2", jax.nn.gelu(y, approximate=False))
    x = layer_norm(params, "vit.layernorm", x, 1e-12)
    return cross_entropy(linear(params, "classifier", x[:, 0]), given["labels"]), statistics


def matrices_of_filters(params: dict) -> dict:
    """Return parameters with filters as matrices: by rows and columns of a window, and channels."""
    return {
        name: x.transpose(2, 3, 1, 0).reshape(-1, len(x)) if x.ndim == 4 else x
        for name, x in params.items()
    }


def windows(x, size: int, stride: int, pad: int, fill: float = 0.0) -> list:
    """Return what stands at each place of a square window, of images with their channels last."""
    edge = (pad, pad)
    x = jnp.pad(x, ((0, 0), edge, edge, (0, 0)), constant_values=fill)
    steps = range(size)
    ends = [length - size + 1 for length in x.shape[1:3]]
    return [x[:, i : i + ends[0] : stride, j : j + ends[1] : stride] for i in steps for j in steps]


def resnet(params: dict, statistics: dict, given: dict, key):
    """A ResNet of eight blocks with two convolutions each; running statistics are new ones.

    XLA's convolutions take seven times as long as these products of matrices: on a CPU, with their
    gradients, in either layout (JAX 0.10.2).
    """
    new = {}

    def convolved(name: str, x, size: int, stride: int, pad: int):
        return jnp.concatenate(windows(x, size, stride, pad), -1) @ params[f"{name}.weight"]

    def normalized(name: str, x):
        mean = x.mean((0, 1, 2))
        variance = ((x - mean) ** 2).mean((0, 1, 2))
        count = x.size // x.shape[-1]
        for what, value in (("mean", mean), ("var", variance * (count / (count - 1)))):
            before = statistics[f"{name}.running_{what}"]
            new[f"{name}.running_{what}"] = before + 0.1 * (lax.stop_gradient(value) - before)
        scale = params[f"{name}.weight"] * lax.rsqrt(variance + 1e-5)
        return x * scale + (params[f"{name}.bias"] - mean * scale)

    x = given["x"].transpose(0, 2, 3, 1)
    x = jax.nn.relu(normalized("bn1", convolved("conv1", x, 7, 2, 3)))
    x = functools.reduce(jnp.maximum, windows(x, 3, 2, 1, -jnp.inf))
    for layer in range(1, 5):
        for block in range(2):
            name, stride = f"layer{layer}.{block}", 2 if layer > 1 and not block else 1
            y = convolved(f"{name}.conv1", x, 3, stride, 1)
            y = convolved(f"{name}.conv2", jax.nn.relu(normalized(f"{name}.bn1", y)), 3, 1, 1)
            y = normalized(f"{name}.bn2", y)
            if stride > 1:
                x = convolved(f"{name}.downsample.0", x, 1, stride, 0)
                x = normalized(f"{name}.downsample.1", x)
            x = jax.nn.relu(x + y)
    return cross_entropy(linear(params, "fc", x.mean((1, 2))), given["labels"]), new


def adamw(params: dict, grads: dict, state: tuple, rate: float = 1e-3, decay: float = 1e-2):
    """Return new parameters, and the state: both means of gradients by name, and the steps."""
    first, second, count = state
    count = count + 1
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, grads)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, grads)
    size = rate / (1.0 - 0.9**count)
    root = jnp.sqrt(1.0 - 0.999**count)

    def changed(p, m, v):
        return p * (1.0 - rate * decay) - size * m / (jnp.sqrt(v) / root + 1e-8)

    return jax.tree.map(changed, params, first, second), (first, second, count)


LOSSES = {
    "minGPT nano": mini_gpt,
    "LSTM tagger": tagger,
    "ViT": vision_transformer,
    "resnet18": resnet,
}
# what becomes of PyTorch's parameters before a twin trains them
LAYOUTS = {"resnet18": matrices_of_filters}
