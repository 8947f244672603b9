"""Comparisons, extremes, logic and the kinds of numbers, of the JAX backend."""

from __future__ import annotations

import functools
import threading

import jax.numpy as jnp

from ..runtime.stored_programs import jit


class _Alike(threading.local):
    """Kernels are the same at each size while a function is traced for many lengths."""

    at_each_size = False


alike = _Alike()

isfinite = jit(jnp.isfinite)
isnan = jit(jnp.isnan)
logical_and = jit(jnp.logical_and)
logical_not = jit(jnp.logical_not)
logical_or = jit(jnp.logical_or)
logical_xor = jit(jnp.logical_xor)


def _compile_comparison(function, below, above):
    """Compile a comparison; ``below`` and ``above``: a negative int64 left, right of a uint64."""

    def compare(x1, x2):
        if x1.dtype == x2.dtype:
            if jnp.iscomplexobj(x1) and function not in (jnp.equal, jnp.not_equal):
                return lexicographic(function, x1, x2)
            return function(x1, x2)
        signed, answer = (x1, below) if x1.dtype == jnp.int64 else (x2, above)
        return jnp.where(signed < 0, answer, function(x1.astype(jnp.uint64), x2.astype(jnp.uint64)))

    return jit(compare)


def lexicographic(function, x1, x2):
    """Compare complex numbers by real, then by imaginary part; nan never compares."""
    strictly = jnp.less if function in (jnp.less, jnp.less_equal) else jnp.greater
    a, b = x1.real, x2.real
    ordinary = ~(jnp.isnan(x1.imag) | jnp.isnan(x2.imag))
    return (strictly(a, b) & ordinary) | ((a == b) & function(x1.imag, x2.imag))


def extremum(function, compare, numbers_win=False):
    """Compile maximum or minimum; with ``numbers_win`` nan is chosen only over nan."""

    def choose(x1, x2):
        if not jnp.iscomplexobj(x1):
            return function(x1, x2)
        nan = jnp.isnan(x2 if numbers_win else x1)
        return jnp.where(lexicographic(compare, x1, x2) | nan, x1, x2)

    return jit(choose)


equal = _compile_comparison(jnp.equal, False, False)
greater = _compile_comparison(jnp.greater, False, True)
greater_equal = _compile_comparison(jnp.greater_equal, False, True)
less = _compile_comparison(jnp.less, True, False)
less_equal = _compile_comparison(jnp.less_equal, True, False)
maximum = extremum(jnp.maximum, jnp.greater_equal)
minimum = extremum(jnp.minimum, jnp.less_equal)
not_equal = _compile_comparison(jnp.not_equal, True, True)


@jit
def clip(x, /, min=None, max=None):
    if min is not None:
        x = jnp.maximum(x, min)
    return x if max is None else jnp.minimum(x, max)


@functools.partial(jit, static_argnames=("detect_positive", "detect_negative"))
def isinf(x, /, *, detect_positive=True, detect_negative=True):
    if (detect_positive and detect_negative) or jnp.iscomplexobj(x):
        return jnp.isinf(x)
    if detect_positive:
        return jnp.isposinf(x)
    if detect_negative:
        return jnp.isneginf(x)
    return jnp.zeros(x.shape, jnp.bool_)


fmax = extremum(jnp.fmax, jnp.greater_equal, numbers_win=True)
fmin = extremum(jnp.fmin, jnp.less_equal, numbers_win=True)
isreal = jit(jnp.isreal)
