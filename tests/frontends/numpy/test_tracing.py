"""Code with in-place writes and views, written with the frontend, under the tracers."""

from __future__ import annotations

import numpy as np
import pytest

import frontends.numpy as fnp
from ivy_core.array.array import read

VALUES = np.arange(20.0).reshape(5, 4)


def program(np, x):
    """Write through views, slices and a broadcast; return a new array and change the argument."""
    row = x[1:-1]
    row += x[2:] * 2.0
    x[0] = np.sin(x[1])
    x[:, ::2][3] = 5.0
    x[-1, 1] -= 1.0
    flat = x.reshape(-1)
    flat[3] = 7.0
    return np.add(x, 1.0) * x[:, ::-1]


@pytest.fixture(scope="module")
def expected():
    x = VALUES.copy()
    return program(np, x), x


def traced(native):
    """Return what the program computes, and the array it was given as it is afterwards."""
    x = fnp.asarray(native)
    result = program(fnp, x)
    return read(result), read(x)


def _compile(backend, traced=traced):
    if backend == "numpy":
        return traced, VALUES.copy()
    if backend == "jax":
        import jax

        return jax.jit(traced), jax.numpy.array(VALUES)
    if backend == "torch":
        import torch

        return torch.compile(traced, backend="eager"), torch.tensor(VALUES)
    import tensorflow as tf

    return tf.function(traced), tf.constant(VALUES)


def test_a_compiled_program_gives_what_numpy_gives(backend, expected):
    function, native = _compile(backend)
    for _ in range(2):  # the second call runs what the first has traced
        if backend in ("numpy", "torch"):
            native = (
                native + 0
            )  # written in place: the first call must not change the second's input
        result, x = function(native if backend != "torch" else native.clone())
        np.testing.assert_allclose(np.asarray(result), expected[0], rtol=1e-12)
        np.testing.assert_allclose(np.asarray(x), expected[1], rtol=1e-12)
        native = _compile(backend)[1]


def test_functions_that_stay_numpys_own_can_be_traced(backend):
    def evaluated(native):
        x = fnp.asarray(native)
        return read(fnp.polynomial.chebyshev.chebval(x, [1.0, 2.0, 3.0]))

    function, native = _compile(backend, evaluated)
    expected = np.polynomial.chebyshev.chebval(VALUES, [1.0, 2.0, 3.0])
    np.testing.assert_allclose(np.asarray(function(native)), expected, rtol=1e-12)
