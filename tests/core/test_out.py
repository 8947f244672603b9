"""The option ``out``: who takes it, who fills it natively, and what it refuses."""

from __future__ import annotations

import ast
import inspect
import textwrap

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyValueError
from tests.core.arrays import array, equal

NATIVELY = ("numpy", "torch")  # where native arrays are written in place


def container(backend, first=(1.0, 2.0), second=(3.0, 4.0), plain=5):
    return ivy.Container(a=array(backend, first), b={"c": array(backend, second), "d": plain})


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
        if hasattr(native, "partial_mixed_handler"):
            continue  # of some inputs its body takes the place of the native function
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
