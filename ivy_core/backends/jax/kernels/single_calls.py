"""Functions of NumPy's API that `jax.numpy` compiles as one, each with NumPy's parameters."""

from __future__ import annotations

import functools

import jax.numpy as jnp

from ..ops import indexing
from ..ops.indexing import take_along_axis
from ..runtime.stored_programs import jit

isclose = jnp.isclose
polyval = jnp.polyval
unwrap = jnp.unwrap


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    if not copy:
        return NotImplemented
    return jnp.nan_to_num(x, copy, nan, posinf, neginf)


def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    return bool(jnp.allclose(a, b, rtol, atol, equal_nan))


def take(a, indices, axis=None, out=None, mode="raise"):
    if out is not None or mode != "raise":
        return NotImplemented
    return indexing.take(a, indices, axis=axis)


trapezoid = jit(jnp.trapezoid, static_argnames="axis")


@functools.partial(jit, static_argnames="axis")
def gradient(f, *spacing, axis=None):
    found = jnp.gradient(f, *spacing, axis=axis)
    return tuple(found) if isinstance(found, list) else found


def pad(array, pad_width, mode="constant", constant_values=0):
    if mode != "constant" or type(constant_values) not in (int, float):
        return NotImplemented
    return jnp.pad(array, pad_width, mode, constant_values=constant_values)


def average(a, axis=None, weights=None):
    if weights is None or weights.shape != a.shape:
        return NotImplemented
    total = jnp.sum(weights, axis)
    if not total.all():
        return NotImplemented  # division by zero: NumPy raises
    return _weighted_mean(a, weights, total, axis)


@functools.partial(jit, static_argnames="axis")
def _weighted_mean(a, weights, total, axis):
    """Return ``sum(a * weights) / total``."""
    return jnp.sum(a * weights, axis) / total


def interp(x, xp, fp, left=None, right=None, period=None):
    if x.dtype != jnp.float64 or xp.ndim != 1 or xp.shape != fp.shape or len(xp) < 2:
        return NotImplemented  # NumPy computes in double precision whatever is given
    if period is not None or not {type(left), type(right)} <= {int, float, type(None)}:
        return NotImplemented
    return _linear_interpolation(x, xp, fp, left, right)


@jit
def _linear_interpolation(x, xp, fp, left, right):
    """Return ``np.interp``: ``left`` and ``right`` None are the ends of ``fp``, nan stays nan."""
    # NumPy's formula: exact at each point, the other end's where the first gives nan
    at = jnp.clip(jnp.searchsorted(xp, x, side="right") - 1, 0, len(xp) - 2)
    x0, x1, y0, y1 = xp[at], xp[at + 1], fp[at], fp[at + 1]
    slope = (y1 - y0) / (x1 - x0)
    y = slope * (x - x0) + y0
    y = jnp.where(jnp.isnan(y), slope * (x - x1) + y1, y)
    y = jnp.where(jnp.isnan(y) & (y0 == y1), y0, y)
    y = jnp.where(x == x1, y1, jnp.where(x == x0, y0, y))
    y = jnp.where(x < xp[0], fp[0] if left is None else left, y)
    y = jnp.where(x > xp[-1], fp[-1] if right is None else right, y)
    return jnp.where(jnp.isnan(x), x, y)


ONE_CALLS = {
    "allclose": allclose,
    "average": average,
    "gradient": gradient,
    "interp": interp,
    "isclose": isclose,
    "nan_to_num": nan_to_num,
    "pad": pad,
    "polyval": polyval,
    "take": take,
    "take_along_axis": take_along_axis,
    "trapezoid": trapezoid,
    "unwrap": unwrap,
}
