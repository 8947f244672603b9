"""Fixtures for the core's functions."""

from __future__ import annotations

import pytest

import ivy_core as ivy


@pytest.fixture
def compiled(backend):
    """Return a function that calls another one on symbolic arrays, where the backend has these."""

    def run(function, *arrays):
        def native(*natives):
            result = function(*[ivy.Array(x) for x in natives])
            if isinstance(result, (list, tuple)):
                return [x.data for x in result]
            return result.data

        natives = [ivy.array(a).data for a in arrays]
        if backend == "jax":
            import jax

            result = jax.jit(native)(*natives)
        elif backend == "tensorflow":
            import tensorflow as tf

            result = tf.function(native, autograph=False)(*natives)
        else:
            result = native(*natives)
        return [ivy.Array(x) for x in result] if isinstance(result, list) else ivy.Array(result)

    return run


_FEW = ("bool", "int32", "uint64", "float16", "float64", "complex64")


@pytest.fixture
def light(backend, full):
    """Return a function that skips a dtype where each costs a compilation, but for a few dtypes."""

    def check(dtype):
        if backend == "jax" and not full and dtype not in _FEW:
            pytest.skip("a kernel is compiled for each dtype; --full does")

    return check
