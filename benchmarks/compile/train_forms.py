"""The models of the training steps by hand, as JAX's and optax' documentation would have them."""

from __future__ import annotations

import jax
import jax.numpy as jnp


def optimizer_of(name: str, params: dict, clipped: float):
    """Return AdamW behind a clipping by the norm of all gradients, with the example's options."""
    import optax

    if name == "perceptron":
        mask = {key: p.ndim > 1 for key, p in params.items()}
        adamw = optax.adamw(0.01, weight_decay=0.1, mask=mask)
    else:
        adamw = optax.adamw(5e-3, weight_decay=1e-2)
    return optax.chain(optax.clip_by_global_norm(clipped), adamw)


def linear(params, name, x):
    return x @ params[f"{name}.weight"].T + params[f"{name}.bias"]


def layer_norm(params, name, x):
    mean = x.mean(-1, keepdims=True)
    variance = x.var(-1, keepdims=True)
    x = (x - mean) * jax.lax.rsqrt(variance + 1e-5)
    return x * params[f"{name}.weight"] + params[f"{name}.bias"]


def cross_entropy(logits, wanted):
    logs = jax.nn.log_softmax(logits)
    return -jnp.take_along_axis(logs, wanted[..., None], -1).mean()


def perceptron(params, images, wanted):
    x = jax.nn.relu(linear(params, "0", images))
    x = jnp.tanh(linear(params, "3", layer_norm(params, "2", x)))
    return cross_entropy(linear(params, "5", x), wanted)


HEADS, LAYERS = 4, 2


def attention(params, name, x, mask):
    batch, length, width = x.shape
    projected = x @ params[f"{name}.in_proj_weight"].T + params[f"{name}.in_proj_bias"]
    q, k, v = (
        each.reshape(batch, length, HEADS, width // HEADS).transpose(0, 2, 1, 3)
        for each in jnp.split(projected, 3, -1)
    )
    scores = q @ k.transpose(0, 1, 3, 2) / (width // HEADS) ** 0.5 + mask
    x = jax.nn.softmax(scores) @ v
    x = x.transpose(0, 2, 1, 3).reshape(batch, length, width)
    return linear(params, f"{name}.out_proj", x)


def char_transformer(params, numbers, wanted):
    length = numbers.shape[1]
    x = params["embedding.weight"][numbers] + params["position"][:length]
    mask = jnp.where(jnp.tril(jnp.ones((length, length), bool)), 0.0, -jnp.inf).astype(x.dtype)
    for at in range(LAYERS):
        name = f"encoder.layers.{at}"
        x = layer_norm(params, f"{name}.norm1", x + attention(params, f"{name}.self_attn", x, mask))
        hidden = jax.nn.gelu(linear(params, f"{name}.linear1", x), approximate=False)
        x = layer_norm(params, f"{name}.norm2", x + linear(params, f"{name}.linear2", hidden))
    x = layer_norm(params, "encoder.norm", x)
    return cross_entropy(x @ params["embedding.weight"].T, wanted)


LOSSES = {"perceptron": perceptron, "char_transformer": char_transformer}
