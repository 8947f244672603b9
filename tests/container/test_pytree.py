"""Containers and Arrays as pytrees: transformations of JAX, PyTorch, TensorFlow and optree."""

from __future__ import annotations

import importlib
import subprocess
import sys

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.container import pytree


def array(a):
    return ivy.asarray(np.asarray(a))


def weights():
    return ivy.Container(w=array([1.0, 2.0]), layer={"b": array([3.0, 4.0])})


def loss(v, x):
    return ivy.sum(ivy.square(v.w * x + v.layer.b))


# d/dw and d/db of sum((w x + b)^2) at x = [2, 3]
X = np.array([2.0, 3.0])
RESIDUAL = np.array([1.0, 2.0]) * X + np.array([3.0, 4.0])
GRADIENTS = {"w": 2 * RESIDUAL * X, "layer/b": 2 * RESIDUAL}


def check_gradients(found, assert_matches):
    assert type(found) is ivy.Container
    for chain, expected in GRADIENTS.items():
        assert type(found[chain]) is ivy.Array
        assert_matches(found[chain], expected)


# optree


def test_optree_goes_through_containers():
    optree = pytest.importorskip("optree")
    x = ivy.Container(b=1, a={"d": [2, None]})
    y = ivy.Container({"a": {"d": [20, None]}, "b": 10}, alphabetical_keys=False)
    made = optree.tree_map(lambda p, q: p + q, x, y)
    assert type(made) is ivy.Container and type(made.a) is ivy.Container
    assert made.cont_to_dict() == {"a": {"d": [22, None]}, "b": 11}
    assert optree.tree_paths(x) == [("a", "d", 0), ("b",)]
    assert optree.tree_structure(x) == optree.tree_structure(y)
    assert optree.tree_structure(x) != optree.tree_structure(ivy.Container(b=1, c=2))
    with pytest.raises(ValueError):
        optree.tree_map(lambda p, q: p + q, x, ivy.Container(b=1, a={"e": [2, None]}))


def test_optree_takes_arrays_for_leaves(backend):
    optree = pytest.importorskip("optree")
    x = weights()
    assert optree.tree_leaves(x)[1] is x.w
    made = optree.tree_map(lambda leaf: leaf * 2.0, x)
    assert isinstance(made.w, ivy.Array) and ivy.to_list(made.layer.b) == [6.0, 8.0]


def test_settings_stay_and_do_not_tell_structures_apart():
    optree = pytest.importorskip("optree")
    x = ivy.Container(a=1, print_indent=2)
    made = optree.tree_map(lambda p, q: p + q, x, ivy.Container(a=1))
    assert made.cont_config["print_indent"] == 2


def test_keys_of_several_types():
    optree = pytest.importorskip("optree")
    x = ivy.Container({"a": 1, 2: 3})
    assert dict(optree.tree_map(lambda leaf: leaf + 1, x)) == {"a": 2, 2: 4}


def test_the_core_registers_without_importing_a_framework():
    code = (
        "import ivy_core, optree, sys\n"
        "assert optree.tree_leaves(ivy_core.Container(a=1, b={'c': 2})) == [1, 2]\n"
        "print([m for m in ('jax', 'torch', 'tensorflow') if m in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_register_takes_containers_and_arrays_once():
    class Own(ivy.Container):
        pass

    optree = pytest.importorskip("optree")
    assert type(optree.tree_leaves(Own(a=1))[0]) is Own  # a leaf: only exact classes are nodes
    for _ in range(2):
        pytree.register("optree", Own)
    assert optree.tree_leaves(Own(a=1)) == [1]
    assert type(optree.tree_map(str, Own(a=1))) is Own
    pytree.register("numpy", ivy.Array)  # no registry: nothing to do
    with pytest.raises(ivy.exceptions.IvyTypeError, match="list is given"):
        pytree.register("optree", list)


# JAX


on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)


@pytest.fixture
def jax(backend):
    return importlib.import_module(backend)


@on_jax
def test_jax_tree_map(jax):
    x, y = ivy.Container(b=1, a={"c": 2}), ivy.Container({"a": {"c": 20}, "b": 10})
    reordered = ivy.Container({"b": 10, "a": {"c": 20}}, alphabetical_keys=False)
    for other in (y, reordered):
        made = jax.tree.map(lambda p, q: p + q, x, other)
        assert type(made.a) is ivy.Container
        assert made.cont_to_dict() == {"a": {"c": 22}, "b": 11}
    paths = [
        jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_leaves_with_path(weights())
    ]
    assert paths == ["['layer']['b'].data", "['w'].data"]
    with pytest.raises(ValueError):
        jax.tree.map(lambda p, q: p + q, x, ivy.Container(b=1))


@on_jax
def test_jax_jit_of_arrays_and_containers(jax, assert_matches):
    traces = []

    @jax.jit
    def step(v, x):
        traces.append(1)
        v.w += x
        return v, loss(v, x)

    x = weights()
    made, value = step(x, array(X))
    assert type(made) is ivy.Container and type(value) is ivy.Array
    assert_matches(made.w, np.array([3.0, 5.0]))
    assert_matches(value, np.sum((np.array([3.0, 5.0]) * X + np.array([3.0, 4.0])) ** 2))
    assert_matches(x.w, np.array([1.0, 2.0]))  # the caller's Arrays are others
    step(ivy.Container({"w": x.w, "layer": x.layer}, alphabetical_keys=False), array(X))
    assert len(traces) == 1  # the order of the keys is no other structure


@on_jax
def test_jax_reads_functional_views(jax, assert_matches):
    x = array(np.arange(6.0).reshape(2, 3))
    view = x[:, ::-1]
    x[0] = 9.0
    made = jax.jit(lambda v: v + 1.0)(view)
    assert_matches(made, np.array([[10.0, 10.0, 10.0], [6.0, 5.0, 4.0]]))
    assert made._base is None


@on_jax
def test_jax_grad_and_vmap(jax, assert_matches):
    gradients = jax.grad(lambda v, x: loss(v, x).data)(weights(), array(X))
    check_gradients(gradients, assert_matches)
    check_gradients(jax.jit(jax.grad(lambda v, x: loss(v, x).data))(weights(), X), assert_matches)
    batch = array([[2.0, 3.0], [0.0, 0.0]])
    values = jax.vmap(loss, in_axes=(None, 0))(weights(), batch)
    assert_matches(values, np.array([np.sum(RESIDUAL**2), 25.0]))


@on_jax
def test_jax_numpy_takes_arrays(jax, assert_matches):
    x = array([1.0, 2.0])
    assert_matches(ivy.Array(jax.numpy.sin(x)), np.sin([1.0, 2.0]))
    assert_matches(ivy.Array(jax.numpy.stack([x, x])), np.array([[1.0, 2.0], [1.0, 2.0]]))
    assert jax.block_until_ready(x).shape == (2,)
    assert jax.tree.structure(x) == jax.tree.structure(array([3]))


# PyTorch


on_torch = pytest.mark.parametrize("backend", ["torch"], indirect=True)


@pytest.fixture
def torch(backend):
    return importlib.import_module(backend)


@on_torch
def test_torch_pytree(torch):
    from torch.utils import _pytree

    x = ivy.Container(b=1, a={"c": [2]})
    leaves, structure = _pytree.tree_flatten(x)
    assert leaves == [2, 1]
    made = _pytree.tree_unflatten([20, 10], structure)
    assert type(made.a) is ivy.Container
    assert made.cont_to_dict() == {"a": {"c": [20]}, "b": 10}
    reordered = ivy.Container({"b": 10, "a": {"c": [20]}}, alphabetical_keys=False)
    assert _pytree.tree_structure(reordered) == structure
    paths = [_pytree.keystr(path) for path, _ in _pytree.tree_leaves_with_path(weights())]
    assert paths == ["['layer']['b'].data", "['w'].data"]


@on_torch
def test_torch_pytree_of_cxx(torch):
    cxx = pytest.importorskip("torch.utils._cxx_pytree")
    made = cxx.tree_map(lambda leaf: leaf * 2, ivy.Container(b=1, a={"c": [2]}))
    assert made.cont_to_dict() == {"a": {"c": [4]}, "b": 2}


@on_torch
def test_torch_grad_and_vmap(torch, assert_matches):
    gradients = torch.func.grad(lambda v, x: loss(v, x).data)(weights(), array(X))
    check_gradients(gradients, assert_matches)
    batch = array([[2.0, 3.0], [0.0, 0.0]])
    values = torch.vmap(loss, in_dims=(None, 0))(weights(), batch)
    assert_matches(values, np.array([np.sum(RESIDUAL**2), 25.0]))


@on_torch
def test_torch_reads_functional_views(torch, assert_matches):
    x = array([1.0, 2.0])
    view = ivy.flip(x)
    x[0] = 5.0
    from torch.utils import _pytree

    (leaf,) = _pytree.tree_leaves(view)
    np.testing.assert_array_equal(leaf.numpy(), [2.0, 5.0])


# TensorFlow


on_tensorflow = pytest.mark.parametrize("backend", ["tensorflow"], indirect=True)


@pytest.fixture
def tf(backend):
    return importlib.import_module(backend)


@on_tensorflow
def test_tf_nest_takes_containers_for_mappings(tf):
    x = ivy.Container(b=1, a={"c": [2]})
    assert tf.nest.flatten(x) == [2, 1]
    made = tf.nest.map_structure(lambda p, q: p + q, x, ivy.Container(a={"c": [20]}, b=10))
    assert type(made) is ivy.Container and type(made.a) is ivy.Container
    assert made.cont_to_dict() == {"a": {"c": [22]}, "b": 11}
    assert tf.nest.flatten(weights())[1] is not None


@on_tensorflow
def test_tf_function_of_containers(tf, assert_matches):
    traces = []

    @tf.function(autograph=False)
    def double(v):
        traces.append(1)
        assert type(v) is ivy.Container
        return v.cont_map(lambda leaf, _: leaf * 2.0)

    natives = weights().cont_map(lambda leaf, _: leaf.data)
    made = double(natives)
    double(natives.cont_map(lambda leaf, _: leaf + 1.0))
    assert len(traces) == 1
    assert type(made) is ivy.Container and type(made.layer) is ivy.Container
    assert_matches(ivy.Array(made.layer.b), np.array([6.0, 8.0]))


@on_tensorflow
def test_tf_gradients_of_containers(tf, assert_matches):
    v = weights().cont_map(lambda leaf, _: leaf.data)
    with tf.GradientTape() as tape:
        tape.watch(v)
        value = loss(v.cont_map(lambda leaf, _: ivy.Array(leaf)), array(X)).data
    gradients = tape.gradient(value, v)
    check_gradients(gradients.cont_map(lambda leaf, _: ivy.Array(leaf)), assert_matches)
