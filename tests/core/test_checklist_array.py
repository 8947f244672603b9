"""Array, its types and methods, the backends' namespaces, and how methods are attached."""

from __future__ import annotations

import inspect
import operator

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core import native_types
from ivy_core.backend_handler import BACKENDS, load_backend
from ivy_core.functional import CATEGORIES, elementwise, statistical
from ivy_core.registry import FUNCTIONS


def array(backend, a):
    return ivy.Array(load_backend(backend).from_host(np.asarray(a)))


# methods


@pytest.mark.checklist("A01")
def test_methods_are_instance_methods_that_call_a_function_each():
    own = {
        name: value
        for name, value in vars(ivy.Array).items()
        if not name.startswith("_") and callable(value)
    }
    assert not [n for n, v in own.items() if isinstance(v, (staticmethod, classmethod))]
    of_functions = [name for name in own if name in FUNCTIONS]
    assert len(of_functions) > 0.98 * len(own)
    for name in of_functions:
        if hasattr(own[name], "__wrapped__"):
            assert own[name].__doc__ == FUNCTIONS[name].body.__doc__


@pytest.mark.checklist("A01")
def test_methods_give_what_functions_give(backend, assert_matches):
    a, b = np.array([1.0, 4.0, 2.0]), np.array([2.0, 2.0, 2.0])
    x, y = array(backend, a), array(backend, b)
    assert_matches(x.add(y), a + b)
    assert_matches(x.sum(axis=0), a.sum(axis=0))
    assert_matches((x > 1.5).where(x, y), np.where(a > 1.5, a, b))
    assert isinstance(x.argmax(), ivy.Array)


@pytest.mark.checklist("A03")
def test_data_is_the_native_array_and_can_be_set(backend):
    x = array(backend, [1.0, 2.0, 3.0])
    assert isinstance(x.data, load_backend(backend).NativeArray)
    view = x[::-1]
    np.asarray(view)
    x.data = array(backend, [4.0, 5.0, 6.0]).data
    np.testing.assert_array_equal(np.asarray(x), [4.0, 5.0, 6.0])
    np.testing.assert_array_equal(np.asarray(view), [6.0, 5.0, 4.0])
    view.data = array(backend, [1.0, 2.0, 3.0]).data
    np.testing.assert_array_equal(np.asarray(x), [3.0, 2.0, 1.0])


OPERATORS = [
    ("add", "add"), ("sub", "subtract"), ("mul", "multiply"), ("truediv", "divide"),
    ("floordiv", "floor_divide"), ("mod", "remainder"), ("pow", "pow"), ("matmul", "matmul"),
    ("and_", "bitwise_and"), ("or_", "bitwise_or"), ("xor", "bitwise_xor"), ("eq", "equal"),
    ("lshift", "bitwise_left_shift"), ("rshift", "bitwise_right_shift"), ("ne", "not_equal"),
    ("lt", "less"), ("le", "less_equal"), ("gt", "greater"), ("ge", "greater_equal"),
]  # fmt: skip


@pytest.mark.checklist("A04")
@pytest.mark.parametrize(("name", "function"), OPERATORS)
def test_operators_call_the_functional_api(monkeypatch, name, function):
    x, y = array("numpy", [5, 6]), array("numpy", [2, 3])
    calls = []
    real = getattr(ivy, function)
    monkeypatch.setitem(vars(ivy), function, lambda *args: calls.append(args) or real(*args))
    result = getattr(operator, name)(x, y)
    assert len(calls) == 1 and calls[0][0] is x and calls[0][1] is y
    np.testing.assert_array_equal(
        np.asarray(result), getattr(operator, name)(np.asarray(x), np.asarray(y))
    )


@pytest.mark.checklist("A04")
@pytest.mark.parametrize(
    ("name", "function"),
    [("neg", "negative"), ("pos", "positive"), ("abs", "abs"), ("invert", "bitwise_invert")],
)
def test_unary_operators_call_the_functional_api(monkeypatch, name, function):
    x = array("numpy", [5, -6])
    calls = []
    real = getattr(ivy, function)
    monkeypatch.setitem(vars(ivy), function, lambda *args: calls.append(args) or real(*args))
    getattr(operator, name)(x)
    assert len(calls) == 1 and calls[0][0] is x


@pytest.mark.checklist("A04")
def test_reflected_operators_serve_foreign_left_operands(backend, assert_matches):
    a = np.array([5.0, 6.0])
    x = array(backend, a)
    native = array(backend, [2.0, 4.0]).data
    assert_matches(10.0 - x, 10.0 - a)
    assert_matches(2.0**x, 2.0**a)
    assert_matches(x.__rtruediv__(native), np.array([2.0, 4.0]) / a)
    with pytest.raises(TypeError, match="unsupported operand"):
        "text" - x
    with pytest.raises(TypeError, match="unsupported operand"):
        x + object()


# types


@pytest.mark.checklist("A02")
@pytest.mark.parametrize("name", BACKENDS)
def test_types_know_the_objects_of_every_framework(name):
    xp = ivy.get_backend(name)
    x = xp.asarray([1.0])
    assert isinstance(x, ivy.Array) and not isinstance(x, ivy.NativeArray)
    assert isinstance(x.data, ivy.NativeArray) and not isinstance(x.data, ivy.Array)
    device, dtype = xp.as_native_dev("cpu"), xp.as_native_dtype("float64")
    assert isinstance(device, ivy.NativeDevice)
    assert isinstance(dtype, ivy.NativeDtype)
    own = native_types.of(name)
    assert issubclass(own["NativeArray"], ivy.NativeArray)
    assert isinstance(x.data, own["NativeArray"])
    assert isinstance(device, own["NativeDevice"]) and isinstance(dtype, own["NativeDtype"])
    assert ivy.Device(device) == ivy.Device(xp.dev(x)) or name == "torch"


@pytest.mark.checklist("A02")
@pytest.mark.parametrize("name", BACKENDS)
def test_a_namespace_has_its_frameworks_own_classes(name):
    xp = ivy.get_backend(name)
    for what, cls in native_types.of(name).items():
        assert getattr(xp, what) is cls


@pytest.mark.checklist("A02")
def test_types_know_what_is_no_native_object():
    for other in (1, [1.0], None, "cpu"):
        assert not isinstance(other, ivy.NativeArray)
    assert not isinstance("float32", ivy.NativeDtype)
    assert not isinstance(1, ivy.NativeDevice)
    assert not issubclass(ivy.Array, ivy.NativeArray)
    with pytest.raises(TypeError, match="NativeArray cannot be made"):
        ivy.NativeArray([1])


@pytest.mark.checklist("A02")
def test_a_device_is_its_name():
    device = ivy.Device("cuda:0")
    assert isinstance(device, str) and device == "cuda:0"
    assert ivy.Device("/device:GPU:1") == "gpu:1"
    assert type(ivy.Device(device)) is ivy.Device
    for wrong in ("", "cuda:", "cuda:x", "3"):
        with pytest.raises(ValueError, match="Device: .*; allowed are"):
            ivy.Device(wrong)


# namespaces


@pytest.mark.checklist("F29")
def test_set_framework_is_set_backend():
    assert ivy.set_framework is ivy.set_backend
    ivy.set_framework("torch")
    try:
        assert ivy.current_backend().backend == "torch"
    finally:
        ivy.unset_backend()


SIGNATURES = {
    "asarray": "obj, /, *, copy=None, dtype=None, device=None, out=None",
    "astype": "x, dtype, /, *, copy=True, out=None",
    "reshape": "x, /, shape, *, copy=None, order='C', allowzero=True, out=None",
    "arange": "start, /, stop=None, step=1, *, dtype=None, device=None, out=None",
    "clip": "x, /, min=None, max=None, *, out=None",  # names of the array API, not x_min and x_max
    "log": "x, /, *, out=None",
    "sum": "x, /, *, axis=None, dtype=None, keepdims=False, out=None",
    "negative": "x, /, *, out=None",
    "all": "x, /, *, axis=None, keepdims=False, out=None",
    "any": "x, /, *, axis=None, keepdims=False, out=None",
    "zeros": "shape, *, dtype=None, device=None, out=None",
    "add": "x1, x2, /, *, alpha=None, out=None",
    "subtract": "x1, x2, /, *, alpha=None, out=None",
    "multiply": "x1, x2, /, *, out=None",
    "divide": "x1, x2, /, *, out=None",
}


@pytest.mark.checklist("F42")
@pytest.mark.parametrize("name", SIGNATURES)
def test_the_functions_of_every_program_have_their_signatures(name):
    scope = {}
    exec(f"def expected({SIGNATURES[name]}): ...", scope)
    expected = inspect.signature(scope["expected"]).parameters
    given = inspect.signature(getattr(ivy, name)).parameters
    positional = [p for p, of in expected.items() if of.kind is not of.KEYWORD_ONLY]
    assert list(given)[: len(positional)] == positional
    for parameter, of in expected.items():
        assert (given[parameter].kind, given[parameter].default) == (of.kind, of.default)


# attaching methods


@pytest.mark.checklist("W18")
def test_array_methods_are_attached_where_there_is_none():
    class Base:
        sin = "kept"

    ivy.add_ivy_array_instance_methods(Base, [elementwise, statistical])
    assert Base.sin == "kept"
    assert callable(Base.add) and callable(Base.sum)
    assert not hasattr(Base, "reshape")  # of another module
    assert Base.add.__doc__ == ivy.add.__doc__


@pytest.mark.checklist("W19")
def test_container_methods_are_attached_where_there_is_none():
    class Base(dict):
        sin = "kept"

    ivy.add_ivy_container_instance_methods(Base, [elementwise, statistical])
    assert Base.sin == "kept"
    assert callable(Base.add) and not hasattr(Base, "static_add")
    assert not hasattr(Base, "reshape")
    ivy.add_ivy_container_instance_methods(Base, CATEGORIES, static=True)
    assert isinstance(vars(Base)["static_add"], staticmethod)
    assert isinstance(vars(Base)["static_reshape"], staticmethod)
    assert not hasattr(Base, "reshape")


@pytest.mark.checklist("W16")
def test_the_numpy_frontend_converts_what_goes_in_and_comes_out(backend):
    import frontends.numpy as fnp

    out = fnp.zeros(3)
    view = out[::-1]
    assert fnp.add([1.0, 2.0, 3.0], 1.0, out=out) is out  # handle_numpy_out
    np.testing.assert_array_equal(np.asarray(view), [4.0, 3.0, 2.0])
    for given in ([1.0, 2.0], (1.0, 2.0), np.array([1.0, 2.0]), array(backend, [1.0, 2.0])):
        made = fnp.sin(given)  # inputs_to_ivy_arrays_np, outputs_to_numpy_arrays
        assert type(made) is fnp.ndarray and isinstance(made, ivy.Array)
    total = fnp.sum(out)  # from_zero_dim_arrays_to_scalar
    assert isinstance(total, fnp.float64) and hash(total) == hash(9.0)
    assert isinstance(fnp.zeros(()), fnp.ndarray)
