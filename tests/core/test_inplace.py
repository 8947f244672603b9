"""``inplace_update`` and its like: what is written, and who sees it."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyValueError
from tests.core.arrays import array, equal

NATIVELY = ("numpy", "torch")  # where native arrays are written in place


@pytest.mark.checklist("I01")
def test_the_signature_of_inplace_update():
    parameters = inspect.signature(ivy.inplace_update).parameters.values()
    assert [(p.name, p.default) for p in parameters if p.kind is p.KEYWORD_ONLY] == [
        ("ensure_in_backend", False),
        ("keep_input_dtype", False),
    ]
    assert [p.name for p in parameters if p.kind is p.POSITIONAL_ONLY] == ["x", "val"]


@pytest.mark.checklist("I02")
def test_an_array_is_updated_alike_on_every_backend(backend):
    x = array(backend, np.arange(6.0).reshape(2, 3))
    views = [x[1], x[:, ::-1], ivy.permute_dims(x, (1, 0)), ivy.flip(x)]
    for view in views:
        np.asarray(view)
    for target in (x, *views):
        value = np.arange(float(target.size)).reshape(target.shape) + 10
        assert ivy.inplace_update(target, array(backend, value)) is target
        equal(target, value)
        a = np.asarray(x)
        for view, expected in zip(views, (a[1], a[:, ::-1], a.T, a[::-1, ::-1]), strict=True):
            equal(view, expected)


@pytest.mark.checklist("I02")
def test_the_value_stays_its_own(backend):
    x, value = array(backend, [1.0, 2.0, 3.0]), array(backend, [4.0, 5.0, 6.0])
    ivy.inplace_update(x, value)
    x[0] = 9.0
    equal(value, [4.0, 5.0, 6.0])


@pytest.mark.checklist("I03")
def test_keep_input_dtype_casts_first(backend):
    for kept, given in (("float32", [1.5, 2.5]), ("int64", [1.5, 2.5]), ("float64", [3, 4])):
        x, held = array(backend, np.zeros(2, kept)), array(backend, given)
        ivy.inplace_update(x, held, keep_input_dtype=True)
        equal(x, np.asarray(given).astype(kept))
        assert str(x.dtype) == kept
        assert str(held.dtype) == np.asarray(given).dtype.name


@pytest.mark.checklist("I03")
def test_values_of_another_framework_are_taken(backend):
    x = array(backend, np.zeros(2, "float32"))
    for keep in (False, True):
        ivy.inplace_update(x, np.array([1.5, 2.5]) + keep, keep_input_dtype=keep)
        equal(x, np.array([1.5, 2.5]) + keep)
        assert str(x.dtype) == "float32"


@pytest.mark.checklist("I04")
def test_jax_updates_arrays_only():
    jnp = pytest.importorskip("jax.numpy")
    with ivy.with_backend("jax"):
        x, native = ivy.asarray([1.0, 2.0]), jnp.array([1.0, 2.0])
        value = ivy.asarray([3.0, 4.0])
        with pytest.raises(ivy.IvyException, match="hold it in an Array"):
            ivy.inplace_update(native, value)
        with pytest.raises(ivy.IvyException, match="leave ensure_in_backend out"):
            ivy.inplace_update(x, value, ensure_in_backend=True)
        equal(x, [1.0, 2.0])
        assert ivy.inplace_update(x, value) is x
        equal(x, [3.0, 4.0])


@pytest.mark.checklist("I05")
def test_numpy_overwrites_the_buffer():
    with ivy.with_backend("numpy"):
        buffer = np.zeros((4, 6), order="F")
        x = ivy.Array(buffer[::2, ::-3])
        assert ivy.inplace_update(x, np.ones((2, 2))) is x
        assert buffer[::2, ::-3].sum() == buffer.sum() == 4
        assert ivy.inplace_update(buffer, np.full((4, 6), 2.0)) is buffer
        equal(x, np.full((2, 2), 2.0))
        buffer.flags.writeable = False
        with pytest.raises(IvyValueError, match="read-only"):
            ivy.inplace_update(buffer, np.zeros((4, 6)))


@pytest.mark.checklist("I06")
def test_tensorflow_variables_are_assigned_also_through_views():
    tf = pytest.importorskip("tensorflow")
    with ivy.with_backend("tensorflow"):
        variable = tf.Variable([1.0, 2.0, 3.0])
        x = ivy.Array(variable)
        view, other = x[1:], x[::-1]
        np.asarray(other)
        for ensure in (False, True):
            new = tf.constant([5.0, 6.0]) + float(ensure)
            ivy.inplace_update(view, new, ensure_in_backend=ensure)
            assert x.data is variable
            equal(variable, [1.0, *new])
            equal(other, [*new[::-1], 1.0])
        ivy.inplace_increment(view, 1.0)
        equal(variable, [1.0, 7.0, 8.0])
        tensor = tf.constant([1.0, 2.0])
        held = ivy.Array(tensor)
        with pytest.raises(ivy.IvyException, match="leave ensure_in_backend out"):
            ivy.inplace_update(held, tf.constant([3.0, 4.0]), ensure_in_backend=True)
        ivy.inplace_update(held, tf.constant([3.0, 4.0]))
        equal(held, [3.0, 4.0])
        equal(tensor, [1.0, 2.0])


@pytest.mark.checklist("I07")
def test_torch_tensors_are_written_also_those_that_need_gradients():
    torch = pytest.importorskip("torch")
    with ivy.with_backend("torch"):
        plain = torch.tensor([1.0, 2.0, 3.0])
        x = ivy.Array(plain)
        ivy.inplace_update(x, torch.tensor([4.0, 5.0, 6.0]))
        equal(plain, [4.0, 5.0, 6.0])
        value = torch.tensor([7.0, 8.0, 9.0])
        ivy.inplace_update(x, value, ensure_in_backend=True)
        equal(x.data, value)
        equal(plain, value)
        leaf = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
        x = ivy.Array(leaf)
        native_view, functional = x[1:], ivy.flip(x)
        np.asarray(functional)
        ivy.inplace_update(x, torch.tensor([4.0, 5.0, 6.0]))
        assert x.data is leaf and leaf.is_leaf and leaf.requires_grad
        equal(functional, [6.0, 5.0, 4.0])
        ivy.inplace_update(functional[:2], torch.tensor([9.0, 8.0]))
        equal(native_view, [8.0, 9.0])
        ivy.inplace_increment(x, 1.0)
        equal(leaf.detach(), [5.0, 9.0, 10.0])
        (leaf * leaf).sum().backward()
        equal(leaf.grad, [10.0, 18.0, 20.0])


@pytest.mark.checklist("I08")
def test_where_one_is_no_array_the_value_is_returned(backend):
    x = array(backend, [1.0, 2.0])
    for value in (5, [3.0, 4.0], None, "text"):
        assert ivy.inplace_update(x, value) is value
    assert ivy.inplace_update(3, x) is x
    assert ivy.inplace_update(np.float64(3.0), x) is x
    equal(x, [1.0, 2.0])
    with pytest.raises(TypeError, match="inplace_increment: an array is needed, not int"):
        ivy.inplace_increment(3, x)


@pytest.mark.checklist("I09")
@pytest.mark.parametrize("shape", [(2,), (1, 3), (2, 3), (0,)])
def test_values_that_do_not_fit_are_rejected_before_anything_is_written(backend, shape):
    x, value = array(backend, [1.0, 2.0, 3.0]), array(backend, np.full(shape, 9.0))
    for call in (
        lambda: ivy.assertions.check_inplace_sizes_valid(x, value),
        lambda: ivy.inplace_update(x, value),
        lambda: ivy.inplace_update(x, value, keep_input_dtype=True),
        lambda: ivy.inplace_update(x[::-1], value),
    ):
        with pytest.raises(IvyBroadcastShapeError, match="could not write values of shape"):
            call()
    equal(x, [1.0, 2.0, 3.0])
    ivy.inplace_update(x, array(backend, 7.0))
    equal(x, [7.0, 7.0, 7.0])


@pytest.mark.checklist("I01", "I02")
def test_read_only_views_are_not_written(backend):
    x = array(backend, [1.0, 2.0, 3.0])
    if backend == "torch":
        pytest.skip("native broadcast views are no read-only views there, see docs/differences.md")
    with pytest.raises(ValueError, match="read-only"):
        ivy.inplace_update(ivy.broadcast_to(x, (2, 3)), array(backend, 0.0))
    equal(x, [1.0, 2.0, 3.0])


@pytest.mark.checklist("I04", "I06")
def test_strict_mode_raises_where_the_native_array_cannot_be_written(backend):
    x = array(backend, [1.0, 2.0])
    value = array(backend, [3.0, 4.0])
    with ivy.set_inplace_mode("strict"):
        if backend in NATIVELY:
            held = x.data
            ivy.inplace_update(x, value)
            equal(held, [3.0, 4.0])
            return
        for call in (ivy.inplace_update, ivy.inplace_increment, ivy.inplace_decrement):
            with pytest.raises(ivy.IvyException, match="the mode is 'strict'"):
                call(x, value)
    equal(x, [1.0, 2.0])
    ivy.inplace_update(x, value)
    equal(x, [3.0, 4.0])


# Containers


def container(backend, first=(1.0, 2.0), second=(3.0, 4.0), plain=5):
    return ivy.Container(a=array(backend, first), b={"c": array(backend, second), "d": plain})


@pytest.mark.checklist("I10")
def test_a_container_is_updated_in_place_with_its_leaves(backend):
    x = container(backend)
    inner, leaf, view = x.b, x.b.c, x.a[::-1]
    new = container(backend, [6.0, 7.0], [8.0, 9.0], 10)
    assert ivy.inplace_update(x, new) is x
    assert x.b is inner and x.b.c is leaf and x.b.d == 10
    equal(view, [7.0, 6.0])
    equal(leaf, [8.0, 9.0])
    assert ivy.inplace_update(x, ivy.Container(a=array(backend, 1.0), b=array(backend, 2.0))) is x
    equal(view, [1.0, 1.0])
    equal(leaf, [2.0, 2.0])
    assert ivy.inplace_update(x.b, array(backend, 3.0)) is inner
    equal(leaf, [3.0, 3.0])


@pytest.mark.checklist("I10")
def test_a_container_is_updated_as_a_whole_or_not_at_all(backend):
    x = container(backend)
    unlike = container(backend, [6.0, 7.0], [8.0, 9.0, 10.0], 11)
    with pytest.raises(IvyBroadcastShapeError) as caught:
        ivy.inplace_update(x, unlike)
    assert caught.value.__notes__ == ["at key chain 'b/c'"]
    other = ivy.Container(a=array(backend, [6.0, 7.0]), z=array(backend, [8.0, 9.0]))
    deeper = container(backend, [6.0, 7.0], [8.0, 9.0])
    deeper.a = {"e": deeper.a}
    for values in (other, deeper):
        with pytest.raises(IvyValueError):
            ivy.inplace_update(x, values)
    with pytest.raises(IvyValueError, match="a Container was given as the values of Array"):
        ivy.inplace_update(x.a, other)
    with pytest.raises(TypeError):
        ivy.inplace_increment(x, container(backend, [6.0, 7.0], [1j, 2j]))
    equal(x.a, [1.0, 2.0])
    equal(x.b.c, [3.0, 4.0])
    assert x.b.d == 5


@pytest.mark.checklist("I10")
def test_containers_are_incremented_in_place(backend):
    x = container(backend)
    leaf = x.b.c
    assert ivy.inplace_increment(x, 1) is x
    assert ivy.inplace_decrement(x, container(backend, [0.0, 1.0], [1.0, 2.0], 2)) is x
    equal(x.a, [2.0, 2.0])
    equal(leaf, [3.0, 3.0])
    assert x.b.d == 4
