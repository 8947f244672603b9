"""In-place updates: ``inplace_update`` and its kin, ``out`` and ``copy``, on every backend."""

from __future__ import annotations

import ast
import inspect
import textwrap

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyTypeError, IvyValueError
from tests.core.arrays import array, equal

NATIVELY = ("numpy", "torch")  # where native arrays are written in place


# inplace_update


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
    misfit = container(backend, [6.0, 7.0], [8.0, 9.0, 10.0], 11)
    with pytest.raises(IvyBroadcastShapeError) as caught:
        ivy.inplace_update(x, misfit)
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


# out


@pytest.mark.checklist("I11")
def test_out_is_keyword_only():
    for name, spec in FUNCTIONS.items():
        parameters = inspect.signature(spec.body).parameters
        if "out" in parameters:
            assert parameters["out"].kind is inspect.Parameter.KEYWORD_ONLY, name
            assert parameters["out"].default is None, name


# All others have `out` filled in tests/core/test_every_function.py.
OF_THEIR_OWN = {  # what reads or writes the array that it is given
    "inplace_decrement", "inplace_increment", "inplace_update", "set_item",
}  # fmt: skip


@pytest.mark.checklist("I11")
def test_functions_that_return_one_array_take_out():
    lacking = {n for n, s in FUNCTIONS.items() if s.returns == "Array" and not s.has_out}
    assert lacking == OF_THEIR_OWN  # the I11 line of docs/differences.md names them


@pytest.mark.checklist("I11")
@pytest.mark.parametrize("name", sorted(n for n, s in FUNCTIONS.items() if s.has_out))
def test_out_is_not_taken_by_position(name):
    """One argument more than there are positions is an error, also where it is an Array."""
    spec = FUNCTIONS[name]
    if any(p.carries == "varargs" for p in spec.parameters) or name == "einsum":
        return  # they take any number of positions
    count = sum(p.positional for p in spec.parameters)
    x = array("numpy", np.ones((2, 2)))
    with pytest.raises(TypeError):
        getattr(ivy.get_backend("numpy"), name)(*[x] * (count + 1))


CALLS = {
    "sin": (lambda x, **out: ivy.sin(x, **out), np.sin),
    "add": (lambda x, **out: ivy.add(x, x, **out), lambda a: a + a),
    "reflected": (lambda x, **out: ivy.subtract(1.0, x, **out), lambda a: 1.0 - a),
    "cumsum": (lambda x, **out: ivy.cumsum(x, axis=1, **out), lambda a: np.cumsum(a, 1)),
    "matmul": (lambda x, **out: ivy.matmul(x, x, **out), lambda a: a @ a),
    "flip": (lambda x, **out: ivy.flip(x, **out), lambda a: np.flip(a)),
    "transposed": (lambda x, **out: ivy.permute_dims(x, (1, 0), **out), lambda a: a.T),
    "sort": (lambda x, **out: ivy.sort(x, axis=0, **out), lambda a: np.sort(a, 0)),
    "where": (lambda x, **out: ivy.where(x > 1, x, -x, **out), lambda a: np.where(a > 1, a, -a)),
}  # fmt: skip


@pytest.mark.checklist("I11", "I12", "I16", "I23")
@pytest.mark.parametrize("name", CALLS)
def test_out_may_be_an_input_and_is_returned(backend, name, assert_matches):
    function, reference = CALLS[name]
    a = np.array([[0.5, 2.0], [4.0, 1.0]])
    x = array(backend, a)
    alias, functional = x[...], ivy.flip(x)
    np.asarray(functional)
    fresh = function(x)
    assert fresh is not x
    assert_matches(fresh, reference(a))
    assert_matches(x, a)
    assert function(x, out=x) is x
    assert_matches(x, reference(a))
    assert_matches(alias, reference(a))
    assert_matches(functional, reference(a)[::-1, ::-1])


@pytest.mark.checklist("I12")
def test_out_of_another_shape_or_kind_is_refused(backend):
    x = array(backend, [1.0, 2.0])
    wide = array(backend, np.zeros((2, 2)))
    with pytest.raises(IvyBroadcastShapeError):
        ivy.add(x, 1.0, out=wide)
    with pytest.raises(TypeError, match="out must be an Array"):
        ivy.add(x, 1.0, out=[0.0, 0.0])
    equal(wide, np.zeros((2, 2)))


@pytest.mark.checklist("I13")
def test_out_may_be_a_container(backend):
    x, out = container(backend), container(backend)
    del x.b["d"], out.b["d"]
    view, inner = out.a[::-1], out.b
    assert ivy.add(x, 10.0, out=out) is out
    assert out.b is inner
    equal(view, [12.0, 11.0])
    equal(out.b.c, [13.0, 14.0])
    equal(x.a, [1.0, 2.0])
    assert ivy.add(x, x, out=x) is x
    equal(x.b.c, [6.0, 8.0])
    with pytest.raises(TypeError):
        ivy.add(x, 1.0, out=out.a)


@pytest.mark.checklist("I14")
@pytest.mark.filterwarnings("ignore:invalid value")
def test_support_native_out_says_who_fills_a_native_out(backend):
    """Each backend function that takes one array: what it declares, and what it does."""
    module = load_backend(backend)
    checked = 0
    for name, native in module.implementations.items():
        spec = FUNCTIONS[name]
        declared = getattr(native, "support_native_out", None)
        names = [p.name for p in spec.parameters]
        if declared is not None and inspect.isfunction(native) and declared:
            assert "out" in inspect.signature(native).parameters, name
        if names != ["x", "out"] or spec.view is not None or backend not in NATIVELY:
            continue
        fills = bool(declared or module.alias_fills_out(native))
        assert getattr(ivy, name).support_native_out == fills, name
        if not fills:
            continue
        given = module.from_host(np.array([1, 2] if name.startswith("bitwise") else [0.25, 0.5]))
        expected = module.to_host(native(given))
        buffer = module.from_host(np.full(2, 7, expected.dtype))
        if expected.shape != (2,):
            continue
        native(given, out=buffer)
        np.testing.assert_array_equal(module.to_host(buffer), expected, err_msg=name)
        checked += 1
    assert checked > 10 or backend not in NATIVELY
    if backend not in NATIVELY:
        assert not any(
            getattr(native, "support_native_out", False)
            for native in module.implementations.values()
        )


@pytest.mark.checklist("I15")
def test_who_fills_out_natively_in_tan(backend):
    assert ivy.tan.support_native_out == (backend in NATIVELY)


@pytest.mark.checklist("I16")
def test_the_array_given_as_out_is_updated_also_where_the_native_one_is_filled(backend):
    out = array(backend, np.zeros(3))
    held, functional = out.data, ivy.flip(out)
    np.asarray(functional)
    assert ivy.tan(array(backend, [0.0, 0.5, 1.0]), out=out) is out
    equal(functional, np.asarray(out)[::-1])
    np.testing.assert_allclose(np.asarray(out), np.tan([0.0, 0.5, 1.0]))
    if backend in NATIVELY:
        assert out.data is held
    whole = array(backend, np.zeros(3, "float32"))  # a view of another dtype than the result
    ivy.tan(array(backend, [0.0, 0.5, 1.0]), out=whole[::-1])
    np.testing.assert_allclose(np.asarray(whole), np.tan([1.0, 0.5, 0.0]), rtol=1e-6)


@pytest.mark.checklist("I17")
@pytest.mark.parametrize("upper", [False, True])
def test_cholesky_fills_out(backend, upper):
    a = np.array([[4.0, 2.0], [2.0, 3.0]])
    lower = np.linalg.cholesky(a)
    out = array(backend, np.zeros((2, 2)))
    view = ivy.permute_dims(out, (1, 0))
    assert ivy.cholesky(array(backend, a), upper=upper, out=out) is out
    np.testing.assert_allclose(np.asarray(out), lower.T if upper else lower)
    np.testing.assert_allclose(np.asarray(view), lower if upper else lower.T)


@pytest.mark.checklist("I18")
@pytest.mark.parametrize("modulus", [True, False])
def test_remainder_fills_an_out_of_another_dtype(backend, modulus):
    x1, x2 = array(backend, [-7, 7, 5]), array(backend, [3, -3, 2])
    expected = (np.remainder if modulus else np.fmod)([-7, 7, 5], [3, -3, 2])
    for dtype in ("int64", "float32", "int8"):
        out = array(backend, np.zeros(3, dtype))
        assert ivy.remainder(x1, x2, modulus=modulus, out=out) is out
        equal(out, expected)
        assert str(out.dtype) == dtype


def _hands_on(name):
    """Return whether a body hands ``out`` to an inner call, or updates it at its end."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(FUNCTIONS[name].body)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            given = [*node.args, *[keyword.value for keyword in node.keywords]]
            if any(isinstance(value, ast.Name) and value.id == "out" for value in given):
                return True
    return False


@pytest.mark.checklist("I19")
def test_compositional_functions_hand_out_on_without_a_wrapper():
    names = [n for n, s in FUNCTIONS.items() if s.kind == "compositional" and s.has_out]
    assert len(names) > 20
    assert [name for name in names if not _hands_on(name)] == []
    assert [n for n in names if "handle_out_argument" in FUNCTIONS[n].wrappers] == []


@pytest.mark.checklist("I19")
def test_compositional_functions_fill_out(backend):
    true, pred = array(backend, [[0.0, 1.0]] * 2), array(backend, [[0.5, 0.25]] * 2)
    out = array(backend, np.zeros((2, 2)))
    view = out[:, ::-1]
    assert ivy.cross_entropy(true, pred, reduction="none", out=out) is out
    np.testing.assert_allclose(np.asarray(view), [[-np.log(0.25), 0.0]] * 2, atol=1e-15)


@pytest.mark.checklist("I21")
def test_mixed_functions_list_the_out_wrapper():
    mixed = {n: s for n, s in FUNCTIONS.items() if s.kind == "mixed"}
    assert mixed
    for name, spec in mixed.items():
        assert "handle_out_argument" in spec.body.mixed_backend_wrappers["to_add"], name


# copy


WITH_COPY = {
    "asarray": lambda x, **copy: ivy.asarray(x, **copy),
    "astype": lambda x, **copy: ivy.astype(x, "float64", **copy),
    "expand_dims": lambda x, **copy: ivy.expand_dims(x, axis=0, **copy),
    "flip": lambda x, **copy: ivy.flip(x, **copy),
    "moveaxis": lambda x, **copy: ivy.moveaxis(x, 0, 1, **copy),
    "permute_dims": lambda x, **copy: ivy.permute_dims(x, (1, 0), **copy),
    "reshape": lambda x, **copy: ivy.reshape(x, (4,), **copy),
    "squeeze": lambda x, **copy: ivy.squeeze(x, **copy),
    "unstack": lambda x, **copy: ivy.unstack(x, **copy)[0],
}  # fmt: skip


@pytest.mark.checklist("I22", "I23")
@pytest.mark.parametrize("name", WITH_COPY)
def test_copy_of_the_array_api_standard(backend, name):
    function = WITH_COPY[name]
    for options, aliases in (({"copy": True}, False), ({"copy": False}, True), ({}, True)):
        x = array(backend, np.zeros((2, 2)))
        result = function(x, **options)
        aliases = aliases and not (name == "astype" and not options)  # its default is a copy
        result[...] = 1.0
        assert (np.asarray(x).sum() > 0) == aliases, options
        x[...] = 5.0
        assert (np.asarray(result).max() == 5.0) == aliases, options


@pytest.mark.checklist("I23")
def test_copy_false_where_only_a_copy_would_do_is_refused(backend):
    x = array(backend, np.zeros((2, 3)))
    with pytest.raises(ValueError):
        ivy.reshape(ivy.permute_dims(x, (1, 0)), (6,), copy=False)
    with pytest.raises(ValueError):
        ivy.asarray([1.0, 2.0], copy=False)


@pytest.mark.checklist("I11")
def test_read_only_and_foreign_out(backend):
    out = ivy.broadcast_to(array(backend, [7.0]), (2,))
    with pytest.raises(IvyValueError, match="read-only"):
        ivy.sin(array(backend, [1.0, 2.0]), out=out)
    equal(out, [7.0, 7.0])
    other = ivy.get_backend("numpy")
    out = array(backend, [0.0])
    assert other.multiply(other.asarray([2.0]), 3.0, out=out) is out
    equal(out, [6.0])


@pytest.mark.checklist("F30")
def test_an_array_of_another_backend_beside_the_set_one(backend):
    x = ivy.get_backend("numpy").asarray([2.0])
    equal(x + 1, [3.0])
    equal(ivy.multiply(x, x), [4.0])


@pytest.mark.parametrize(
    "call, expected",
    [
        (lambda: ivy.sum(None), IvyTypeError),
        (lambda: ivy.sin(None), IvyTypeError),
        (lambda: ivy.add(ivy.asarray([1.0]), None), IvyTypeError),
        (lambda: ivy.full((2,), "a"), IvyTypeError),
        (lambda: ivy.one_hot(ivy.asarray([0]), -1), IvyValueError),
        (lambda: ivy.einsum("ij,jk", ivy.asarray([[1.0]])), IvyValueError),
        (
            lambda: ivy.scatter_flat(
                ivy.asarray([0]), ivy.asarray([1.0]), size=2, reduction="no such"
            ),
            IvyValueError,
        ),
    ],
)
def test_wrong_inputs_are_of_one_class_on_all_backends(backend, call, expected):
    with pytest.raises(expected):
        call()


@pytest.mark.checklist("I24")
@pytest.mark.parametrize("copy", [True, False, None])
def test_with_copy_and_out_given_out_decides(backend, copy):
    x, out = array(backend, [[1.0, 2.0], [3.0, 4.0]]), array(backend, np.zeros((2, 2)))
    seen = out[::-1]
    for function, expected in (
        (lambda: ivy.flip(x, copy=copy, out=out), [[4.0, 3.0], [2.0, 1.0]]),
        (lambda: ivy.permute_dims(x, (1, 0), copy=copy, out=out), [[1.0, 3.0], [2.0, 4.0]]),
        (lambda: ivy.asarray(x, copy=copy, out=out), [[1.0, 2.0], [3.0, 4.0]]),
    ):
        assert function() is out
        equal(out, expected)
        equal(seen, expected[::-1])
    out[...] = 9.0
    equal(x, [[1.0, 2.0], [3.0, 4.0]])
