"""Arrays and scalars of the frontend as pytrees: frameworks' transformations go through them."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

import frontends.numpy as fnp
import ivy_core as ivy
from frontends.numpy.scalar_types import BackendScalar
from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import read

on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)
on_torch = pytest.mark.parametrize("backend", ["torch"], indirect=True)


@pytest.fixture
def jax(backend):
    return importlib.import_module(backend)


@pytest.fixture
def torch(backend):
    return importlib.import_module(backend)


def check(actual, expected, cls=fnp.ndarray):
    assert type(actual) is cls
    assert actual.shape == np.shape(expected) and actual.dtype == np.asarray(expected).dtype
    np.testing.assert_array_equal(np.asarray(actual), expected)


@on_jax
def test_jit_takes_and_gives_arrays_and_scalars(jax):
    check(jax.jit(lambda a: a * 2)(fnp.arange(3)), np.arange(3) * 2)
    check(jax.jit(lambda a: a.sum())(fnp.arange(3.0)), 3.0, fnp.float64)
    check(jax.jit(lambda a, s: a + s)(fnp.arange(3.0), fnp.float64(2)), np.arange(3.0) + 2)
    # a scalar of NumPy's is a leaf of JAX, which traces it as an array of its own
    check(jax.jit(lambda s: fnp.asarray(s) + 1)(fnp.int64(2)), np.int64(3), fnp.int64)


@on_jax
def test_a_traced_function_writes_to_its_own_array(jax):
    x = fnp.arange(4.0)

    def write(a):
        a[1:3] += 5
        return a

    check(jax.jit(write)(x), [0.0, 6.0, 7.0, 3.0])
    check(x, np.arange(4.0))


@on_jax
def test_views_flatten_to_their_data(jax):
    x = fnp.arange(6.0).reshape(2, 3)
    view = x[:, ::-1]
    x[0, 0] = 9.0
    made = jax.jit(lambda a: a + 1)(view)
    check(made, [[3.0, 2.0, 10.0], [6.0, 5.0, 4.0]])
    assert made.base is None
    (leaf,) = jax.tree.leaves(view)
    assert type(leaf) is type(read(x))


@on_jax
def test_loops_carry_arrays(jax):
    def add(i, a):
        a[i] += i
        return a

    check(jax.lax.fori_loop(0, 3, add, fnp.ones(3)), [1.0, 2.0, 3.0])
    total, sums = jax.lax.scan(lambda c, row: (c + row, c[0]), fnp.zeros(2), fnp.ones((3, 2)))
    check(total, [3.0, 3.0])
    check(sums, [0.0, 1.0, 2.0])
    found = jax.lax.while_loop(lambda a: read(a.max()) < 10, lambda a: a * 2, fnp.arange(1.0, 3.0))
    check(found, [8.0, 16.0])


@on_jax
def test_grad_and_vmap(jax):
    x = fnp.arange(6.0).reshape(2, 3)
    check(jax.grad(lambda a: read((a * a).sum()))(x), 2 * np.arange(6.0).reshape(2, 3))
    check(fnp.asarray(jax.grad(lambda s: s * s)(fnp.float64(3)))[()], 6.0, fnp.float64)
    check(jax.vmap(lambda a: a[::-1])(x), np.arange(6.0).reshape(2, 3)[:, ::-1])
    check(jax.vmap(lambda a: a.sum())(x), [3.0, 12.0])  # a scalar in each row is an array in all


@on_jax
def test_a_leaf_may_become_anything(jax):
    x = {"a": fnp.arange(3.0), "s": fnp.float64(1)}
    assert jax.tree.structure(jax.tree.map(lambda leaf: None, x)) != jax.tree.structure(x)
    check(jax.tree.map(lambda leaf: leaf > 0, x)["s"], np.True_, fnp.bool)
    shapes = jax.eval_shape(lambda t: t["a"] + t["s"], x)
    assert read(shapes).shape == (3,)
    with pytest.raises(ValueError):
        jax.tree.map(lambda a, b: a, x, {"a": 1, "s": 2})


@on_jax
def test_classes_derived_later_are_nodes_too(jax):
    class Later(ivy.Array):
        __slots__ = ()

    x = object.__new__(Later)
    x._data = jax.numpy.arange(3)
    (leaf,) = jax.tree.leaves(x)
    assert type(leaf) is type(x._data)
    assert type(jax.tree.map(lambda leaf: leaf, x)) is Later


@on_torch
def test_torch_flattens_arrays_and_scalars(torch):
    from torch.utils import _pytree

    on_backend = new_array(BackendScalar, read(fnp.asarray(2.0)))
    x = {"a": fnp.arange(3.0), "s": on_backend}
    leaves, structure = _pytree.tree_flatten(x)
    assert [type(leaf) for leaf in leaves] == [torch.Tensor, torch.Tensor]
    made = _pytree.tree_unflatten([leaf + 1 for leaf in leaves], structure)
    check(made["a"], [1.0, 2.0, 3.0])
    check(made["s"], 3.0, fnp.float64)


@on_torch
def test_torch_transforms_arrays(torch):
    x = fnp.arange(6.0).reshape(2, 3)
    check(torch.vmap(lambda a: a[::-1] * 2)(x), np.arange(6.0).reshape(2, 3)[:, ::-1] * 2)
    check(torch.vmap(lambda a: a.sum())(x), [3.0, 12.0])
    check(torch.func.grad(lambda a: read((a * a).sum()))(x), 2 * np.arange(6.0).reshape(2, 3))
