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


@pytest.fixture
def light():
    """Ask for a run of few dtypes on JAX, where each costs a compilation: see tests/conftest.py."""
