"""Products of matrices in compiled functions, whichever axes they contract."""

from __future__ import annotations

import numpy
import pytest

import frontends.numpy as np
import ivy_core as ivy

PRODUCTS = {
    "first axes": lambda np, a, b: a.T @ b,
    "narrow": lambda np, a, b: a[:, :3].T @ b,
    "both turned": lambda np, a, b: b.T[:20] @ a,
    "in a batch": lambda np, a, b: np.swapaxes(a.reshape(4, -1, 20), 1, 2) @ b.reshape(4, -1, 24),
    "einsum": lambda np, a, b: np.einsum("ij,ik->jk", a, b),
    "tensordot": lambda np, a, b: np.tensordot(a, b, ((0,), (0,))),
    "of a vector": lambda np, a, b: a.T @ b[:, 0],
    "turned twice": lambda np, a, b: (a.T).T.T @ b + (a.T @ b) * 2,
}


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128", "int64"])
@pytest.mark.parametrize("name", PRODUCTS)
def test_products_are_those_of_numpy(backend, name, dtype):
    rng = numpy.random.default_rng(0)
    a, b = (rng.integers(-9, 9, (40, n)).astype(dtype) for n in (20, 24))
    if dtype == "complex128":
        b = b * 1j
    product = PRODUCTS[name]
    wanted = product(numpy, a, b)
    found = ivy.compile(lambda x, y: product(np, x, y))(np.array(a), np.array(b))
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    numpy.testing.assert_allclose(numpy.asarray(found), wanted, rtol=1e-6)


def test_a_loop_of_products(backend):
    """Products in the body of a loop, and in a helper that is called twice."""

    def product(x, y):
        return np.swapaxes(x, 0, 1) @ y

    @ivy.compile
    def powers(count, x):
        y = product(x, x)
        for _ in range(count):
            y = product(x, y) / 30.0
        return y

    x = numpy.random.default_rng(1).random((30, 30))
    wanted = x.T @ x
    for _ in range(9):
        wanted = x.T @ wanted / 30.0
    numpy.testing.assert_allclose(numpy.asarray(powers(9, np.array(x))), wanted, rtol=1e-10)


def of_rows_in_order(np, x, y, out):
    for i in range(1, len(out)):
        out[i] = (x[i] @ y + out[i - 1]) * 0.1


def of_columns_to_both_sides(np, x, y, out):
    for i in range(y.shape[1] - 1):
        out[i + 1 :, i] = out[i, i + 1 :] = y[:, i] @ y[:, i + 1 :]


def of_what_is_carried(np, x, y, out):
    for i in range(1, len(out)):
        out[i] = np.sin(out[i - 1] @ y) + x[i] @ y


def of_a_changed_matrix(np, x, y, out):
    for i in range(1, len(out)):
        y[i] = y[i - 1] * 0.5  # what is multiplied is not what it was
        out[i] = x[i] @ y


def backwards_and_rolled(np, x, y, out):
    for i in range(len(out) - 2, -1, -1):
        out[i] = y @ np.cos(x[i] * i) + out[i + 1] * (x[i + 1] @ y).max()


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize(
    "kernel",
    [
        of_rows_in_order, of_columns_to_both_sides, of_what_is_carried, of_a_changed_matrix,
        backwards_and_rolled,
    ],
    ids=lambda kernel: kernel.__name__,
)  # fmt: skip
def test_products_of_each_round(backend, kernel):
    rng = numpy.random.default_rng(2)
    plain = [rng.standard_normal((70, 70)) / 70 for _ in range(3)]
    plain[0][9, 3] = numpy.inf
    given = [np.array(each) for each in plain]
    kernel(numpy, *plain)
    ivy.compile(kernel, fallback="raise")(np, *given)
    for mine, theirs in zip(given, plain, strict=True):
        numpy.testing.assert_allclose(numpy.asarray(mine), theirs, rtol=1e-9, atol=1e-14)
