"""Activations that bound, shrink or threshold, of the JAX backend, one compiled program each."""

from __future__ import annotations

import jax.numpy as jnp

from ivy_core.backends.common.activations import covering, tanhshrink_of_small

from ..kernels.half_precision import in_single
from ..runtime.stored_programs import jit


@jit
def _hardshrink(x, lambd):
    """Return 0 where ``-lambd <= x <= lambd``, else ``x``."""
    return jnp.where((x >= -lambd) & (x <= lambd), 0, x)


def hardshrink(x, /, *, lambd=0.5):
    return _hardshrink(x, lambd)


@jit
def _clip_to_bounds(x, low, high):
    """Clip between two numbers; at both the derivative is zero, as PyTorch has it."""
    return jnp.where(x <= low, low, jnp.where(x >= high, high, x))


def hardtanh(x, /, *, max_val=1, min_val=-1):
    return _clip_to_bounds(x, min_val, max_val)


@jit
def _softshrink(x, lambd):
    return x - _clip_to_bounds(x, -lambd, lambd)


def softshrink(x, /, *, lambd=0.5):
    return _softshrink(x, lambd)


@jit
@in_single
def _tanhshrink(x):
    small = jnp.abs(x) < 0.5
    # the formula for small numbers must be finite for others: so its derivative is
    return jnp.where(small, tanhshrink_of_small(jnp.where(small, x, 0)), x - jnp.tanh(x))


def tanhshrink(x, /):
    return _tanhshrink(x)


@jit
def _replace_below_threshold(x, threshold, value):
    """Return ``value`` where ``x <= threshold``, else ``x``."""
    return jnp.where(x <= threshold, value, x)


def threshold(x, /, *, threshold, value):
    return _replace_below_threshold(x, threshold, value)


def thresholded_relu(x, /, *, threshold=0):
    return _replace_below_threshold(x, threshold, 0)


covering(hardshrink, hardtanh, softshrink, tanhshrink, threshold, thresholded_relu)
