"""vmap against a loop over real NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyIndexError, IvyTypeError, IvyValueError

A = np.arange(24.0).reshape(2, 3, 4)
B = np.linspace(-1, 1, 12).reshape(3, 4)


def looped(f, *arrays, in_axes=0, out_axis=0):
    """Map over NumPy arrays by a loop."""
    axes = in_axes if isinstance(in_axes, tuple) else (in_axes,) * len(arrays)
    length = next(a.shape[axis] for a, axis in zip(arrays, axes, strict=True) if axis is not None)
    results = [
        f(
            *[
                a if axis is None else np.take(a, i, axis)
                for a, axis in zip(arrays, axes, strict=True)
            ]
        )
        for i in range(length)
    ]
    return np.stack(results, out_axis)


def test_first_axes(backend, assert_matches):
    x, y = ivy.asarray(A), ivy.asarray(B[:2])
    found = ivy.vmap(lambda x, y: ivy.matmul(x, y) + ivy.sum(y))(x, y)
    assert_matches(found, looped(lambda x, y: x @ y + y.sum(), A, B[:2]))
    assert_matches(ivy.vmap(lambda n: n * 2)(ivy.asarray([1, 2, 3])), np.array([2, 4, 6]))


@pytest.mark.parametrize("in_axes", [1, -1, (2, None), [1, 0], (None, 1)])
@pytest.mark.parametrize("out_axes", [0, 1, -1])
def test_other_axes(backend, assert_matches, in_axes, out_axes):
    b = B if in_axes in ([1, 0], (None, 1)) else B[0]
    if isinstance(in_axes, int):
        f, g, arrays, natives = (lambda x: x * 2 + 1), (lambda x: x * 2 + 1), (A,), 1
    else:
        f = lambda x, y: ivy.sum(x, axis=0) * ivy.sum(y)
        g, arrays, natives = (lambda x, y: x.sum(0) * y.sum()), (A, b), 2
    axes = in_axes if natives == 1 else tuple(in_axes)
    found = ivy.vmap(f, in_axes=in_axes, out_axes=out_axes)(*map(ivy.asarray, arrays))
    assert_matches(found, looped(g, *arrays, in_axes=axes, out_axis=out_axes))


def test_nests(backend, assert_matches):
    def f(p, scale, *, shift):
        return {"a": p["x"] * scale + shift, "b": (ivy.sum(p["y"][0]), 3.0)}

    nest = {"x": ivy.asarray(A), "y": [ivy.asarray(B[:2])]}
    found = ivy.vmap(f, in_axes=(0, None))(nest, 2.0, shift=1.0)
    assert_matches(found["a"], A * 2 + 1)
    assert_matches(found["b"][0], B[:2].sum(1))
    assert_matches(found["b"][1], np.array([3.0, 3.0]))
    by_member = {"x": None, "y": 1}
    found = ivy.vmap(f, in_axes=(by_member, None), out_axes={"a": 1, "b": (0, None)})(
        {"x": ivy.asarray(B[0]), "y": [ivy.asarray(B)]}, 2.0, shift=1.0
    )
    assert_matches(found["a"], np.repeat((B[0] * 2 + 1)[:, None], 4, 1))
    assert_matches(found["b"][0], B.sum(0))
    assert_matches(found["b"][1], np.asarray(3.0))


def test_containers(backend, assert_matches):
    c = ivy.Container(a=ivy.asarray(A), b=ivy.Container(c=ivy.asarray(B[:2])))
    found = ivy.vmap(lambda c: ivy.Container(s=ivy.sum(c.a) * ivy.sum(c.b.c)))(c)
    assert isinstance(found, ivy.Container)
    assert_matches(found.s, A.sum((1, 2)) * B[:2].sum(1))


def test_maps_of_maps(backend, assert_matches):
    outer = ivy.vmap(ivy.vmap(ivy.vecdot, in_axes=(None, 0)), in_axes=(0, None))
    assert_matches(outer(ivy.asarray(B), ivy.asarray(B + 1)), B @ (B + 1).T)


def test_an_empty_axis(backend, assert_matches):
    found = ivy.vmap(lambda x: x[0] * 2)(ivy.zeros((0, 3)))
    assert_matches(found, np.zeros(0))


def test_writes_stay_inside(backend, assert_matches):
    def f(x):
        x[0] = x[1] * 2
        turned = ivy.flip(x)
        turned += 1
        return x

    x = ivy.asarray(B)
    expected = B.copy()
    expected[:, 0] = expected[:, 1] * 2
    assert_matches(ivy.vmap(f)(x), expected + 1)
    assert_matches(x, B)


def test_compiled(backend, assert_matches, compiled):
    f = lambda x: ivy.vmap(lambda row: ivy.sum(row**2) * row, out_axes=1)(x)
    assert_matches(compiled(f, B), ((B**2).sum(1)[:, None] * B).T)


@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True, scope="module")
def test_gradients(backend, assert_matches):
    cost = lambda x: ivy.sum(x**3)
    x = ivy.asarray(B)
    assert_matches(ivy.vmap(ivy.grad(cost))(x), 3 * B**2)
    assert_matches(ivy.vmap(ivy.jac(lambda x: x**3))(x)[1], np.diag(3 * B[1] ** 2))
    along = lambda x: ivy.jvp(cost, (x,), (x,))[1]
    assert_matches(ivy.vmap(along)(x), (3 * B**3).sum(1))
    assert_matches(ivy.vmap(ivy.jac(ivy.grad(cost)))(x)[2], np.diag(6 * B[2]))
    mapped = lambda x: ivy.sum(ivy.vmap(cost)(x))
    assert_matches(ivy.grad(mapped)(x), 3 * B**2)


def test_mistakes(backend):
    x, y = ivy.asarray(A), ivy.asarray(B)
    add = lambda x, y: x + y
    with pytest.raises(IvyValueError, match="lengths"):
        ivy.vmap(add)(x, y)
    with pytest.raises(IvyValueError, match="no argument is mapped"):
        ivy.vmap(add, in_axes=None)(x, y)
    with pytest.raises(IvyValueError, match="in_axes"):
        ivy.vmap(add, in_axes=(0, 0, 0))(x, y)
    with pytest.raises(IvyIndexError):
        ivy.vmap(add, in_axes=(3, 0))(x, y)
    with pytest.raises(IvyIndexError):
        ivy.vmap(lambda y: ivy.sum(y), out_axes=1)(y)
    with pytest.raises(IvyTypeError):
        ivy.vmap(lambda y: "text")(y)


def test_without_a_set_backend(backend, assert_matches):
    x = ivy.asarray(B)
    ivy.unset_backend()
    try:
        assert_matches(ivy.vmap(ivy.sum)(x), B.sum(1))
    finally:
        ivy.set_backend(backend)
