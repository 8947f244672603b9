"""Fixtures for the core's functions."""

from __future__ import annotations

import pytest

import ivy_core as ivy
from tests.core.gradients_of import by_one_program


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
def one_program(backend, full):
    """Return a decorator for functions of a nest of Arrays, which JAX compiles whole.

    Without it, and with ``--full``, JAX differentiates an operation at a time.
    """
    return by_one_program if backend == "jax" and not full else lambda function: function


@pytest.fixture
def grad(one_program):
    """Return ``ivy.grad``, whose gradients JAX compiles whole, but with ``--full``."""
    return lambda function: one_program(ivy.grad(function))


@pytest.fixture
def light():
    """Ask for a run of few dtypes on JAX, where each costs a compilation: see tests/conftest.py."""
