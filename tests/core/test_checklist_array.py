"""Array, its types and methods, the backends' namespaces, and how methods are attached."""

from __future__ import annotations

import inspect
import operator
import types
from pathlib import Path

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS, native_classes
from ivy_core.backends.loading import load_backend
from ivy_core.container.base import ContainerBase
from ivy_core.functional import CATEGORIES, elementwise, statistical, transcendental
from ivy_core.registry import FUNCTIONS
from tests.core.arrays import array

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


@pytest.mark.checklist("A03")
def test_data_of_another_dtype_or_shape_is_a_new_value(backend):
    x = array(backend, [1.0, 2.0, 3.0])
    view = x[::-1]
    followed = x._view_refs  # a native view stays with the memory that it looks at
    np.asarray(view)
    held = array(backend, np.array([4, 5, 6], "int32")).data
    x.data = held
    assert x.data is held and x.dtype == "int32"
    np.testing.assert_array_equal(np.asarray(x), [4, 5, 6])
    np.testing.assert_array_equal(np.asarray(view), [6, 5, 4] if followed else [3, 2, 1])
    assert bool(followed) == (backend != "numpy")
    y = array(backend, [1.0, 2.0, 3.0])
    held = array(backend, np.ones((2, 2), "float32")).data
    y.data = held
    assert y.data is held and y.shape == (2, 2) and y.dtype == "float32" and y.size == 4
    np.testing.assert_array_equal(np.asarray(y + 1.0), np.full((2, 2), 2.0))


OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide",
    "floordiv": "floor_divide", "mod": "remainder", "pow": "pow", "matmul": "matmul",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift",
}  # fmt: skip
COMPARISONS = {
    "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater",
    "ge": "greater_equal",
}  # fmt: skip
UNARY = {"neg": "negative", "pos": "positive", "abs": "abs", "invert": "bitwise_invert"}
BINARY = OPERATORS | COMPARISONS
IN_PLACE = [name for name in OPERATORS if name not in ("truediv", "matmul")]  # of integers
A, B = np.array([[5, 6], [7, 9]]), np.array([[2, 3], [1, 2]])


def by_name(name):
    """Return the function of the `operator` module, whose `and` and `or` end in an underscore."""
    return getattr(operator, name, None) or getattr(operator, f"{name}_")


@pytest.fixture
def called(monkeypatch):
    """Note the calls of the functional API: (function, arguments) each."""
    calls = []

    def noting(function, real):
        return lambda *args, **kwargs: calls.append((function, args)) or real(*args, **kwargs)

    for function in (*BINARY.values(), *UNARY.values()):
        monkeypatch.setitem(vars(ivy), function, noting(function, getattr(ivy, function)))
    return calls


def the_same(calls, function, *operands):
    """Assert that one function was called, once, with these operands themselves."""
    ((name, args),) = calls
    assert name == function and len(args) == len(operands)
    assert all(a is b for a, b in zip(args, operands, strict=True))


@pytest.mark.checklist("A04")
def test_there_is_a_function_for_each_operator_of_numpys_arrays():
    special = {n for n in dir(np.ndarray) if by_name_or_none(n.strip("_")) and n.startswith("__")}
    special -= {"__contains__", "__getitem__", "__setitem__", "__delitem__", "__index__"}
    known = {f"__{prefix}{name}__" for name in OPERATORS for prefix in ("", "r", "i")}
    known |= {f"__{name}__" for name in (*COMPARISONS, *UNARY)}
    assert special <= known
    assert [name for name in known if not hasattr(ivy.Array, name)] == []


def by_name_or_none(name):
    return getattr(operator, name, None) or getattr(operator, f"{name}_", None)


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", BINARY)
def test_operators_call_the_functional_api(backend, called, assert_matches, name):
    x, y = array(backend, A), array(backend, B)
    assert_matches(by_name(name)(x, y), by_name(name)(A, B))
    the_same(called, BINARY[name], x, y)


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", UNARY)
def test_unary_operators_call_the_functional_api(backend, called, assert_matches, name):
    x = array(backend, A - 6)
    assert_matches(by_name(name)(x), by_name(name)(A - 6))
    the_same(called, UNARY[name], x)


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", [n for n in BINARY if n != "matmul"])
@pytest.mark.parametrize("left", [3, 3.5, True])
def test_reflected_operators_take_python_scalars(backend, called, assert_matches, name, left):
    if isinstance(left, float) and name in ("and", "or", "xor", "lshift", "rshift"):
        left = 3
    x = array(backend, B)
    assert_matches(by_name(name)(left, x), by_name(name)(left, B))
    mirrored = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}.get(name, name)
    operands = (x, left) if name in COMPARISONS else (left, x)  # `3 < x` is `x > 3` to Python
    the_same(called, BINARY[mirrored], *operands)


# Their operators make an array of their own of what stands on the right (docs/differences.md).
KEEP_THEIR_CLASS = {"jax", "tensorflow"}


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", BINARY)
def test_reflected_operators_serve_foreign_left_operands(backend, assert_matches, name):
    """The left operand is the framework's own array, or NumPy's.

    JAX's and TensorFlow's operators convert an Array, by the protocol of their functions.
    """
    x = array(backend, B)
    native = array(backend, A).data
    converted = backend in KEEP_THEIR_CLASS and hasattr(type(native), f"__{name}__")
    for left in (native, A):
        result = by_name(name)(left, x)
        if converted and left is native:
            assert type(result) is type(native)
            result = ivy.asarray(result)
        assert type(result) is ivy.Array
        assert_matches(result, by_name(name)(A, B))
        assert type(result.data) is type(x.data)
    if name in OPERATORS:
        assert_matches(getattr(x, f"__r{name}__")(array(backend, A).data), by_name(name)(A, B))


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", IN_PLACE)
def test_operators_in_place_write_into_the_array(backend, called, assert_matches, name):
    x, y = array(backend, A), array(backend, B)
    view, before = x[::-1], x
    np.asarray(view)
    x = getattr(operator, f"i{name}")(x, y)
    expected = getattr(operator, f"i{name}")(A.copy(), B)
    assert x is before
    the_same(called, OPERATORS[name], x, y)
    assert_matches(x, expected)
    assert_matches(view, expected[::-1])


@pytest.mark.checklist("A04")
def test_quotients_and_products_in_place(backend, assert_matches):
    for name in ("truediv", "matmul"):
        x, expected = array(backend, A * 1.0), A * 1.0
        view = x[::-1]
        expected = getattr(operator, f"i{name}")(expected, B * 1.0)
        getattr(operator, f"i{name}")(x, array(backend, B * 1.0))
        assert_matches(view, expected[::-1])
    x = array(backend, A)
    with pytest.raises(TypeError):  # the quotient of integers is floating
        x /= 2
    assert_matches(x, A)


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", [*OPERATORS, "lt"])
def test_operators_refuse_what_is_no_operand(backend, name):
    x = array(backend, B)
    for other in ("text", object(), None):
        for left, right in ((x, other), (other, x)):
            if name == "mod" and left == "text":
                continue  # it formats the text
            with pytest.raises(TypeError):
                by_name(name)(left, right)


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
    own = native_classes(name)
    assert issubclass(own["NativeArray"], ivy.NativeArray)
    assert isinstance(x.data, own["NativeArray"])
    assert isinstance(device, own["NativeDevice"]) and isinstance(dtype, own["NativeDtype"])
    assert isinstance(xp.dev(x), ivy.Device) and isinstance(x.device, ivy.Device)
    assert ivy.Device(device) == xp.dev(x) == x.device
    assert xp.as_native_dev(x.device) == device


@pytest.mark.checklist("A02")
@pytest.mark.parametrize("name", BACKENDS)
def test_a_namespace_has_its_frameworks_own_classes(name):
    xp = ivy.get_backend(name)
    for what, cls in native_classes(name).items():
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


# As Ivy's table of functions has them.
SIGNATURES = {
    "asarray": "obj, /, *, copy=None, dtype=None, device=None, out=None",
    "astype": "x, dtype, /, *, copy=True, out=None",
    "reshape": "x, /, shape, *, copy=None, order='C', allowzero=True, out=None",
    "arange": "start, /, stop=None, step=1, *, dtype=None, device=None, out=None",
    "clip": "x, /, x_min=None, x_max=None, *, out=None",
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
# Where ours differ: what takes their place, and why (docs/differences.md says it too).
OURS = {
    # the names of the array API standard
    "clip": "x, /, min=None, max=None, *, out=None",
    # the array API standard's `device`
    "astype": "x, dtype, /, *, copy=True, device=None, out=None",
}


def shape_of(signature):
    """Return (name, kind, default) of each parameter; keyword-only ones have no order."""
    parameters = [(p.name, p.kind, p.default) for p in signature.parameters.values()]
    keywords = [p for p in parameters if p[1] is inspect.Parameter.KEYWORD_ONLY]
    return [p for p in parameters if p not in keywords], sorted(keywords, key=lambda p: p[0])


def written(text):
    scope = {}
    exec(f"def expected({text}): ...", scope)
    return inspect.signature(scope["expected"])


@pytest.mark.checklist("F42")
@pytest.mark.parametrize("name", SIGNATURES)
def test_the_functions_of_every_program_have_their_signatures(name):
    expected = shape_of(written(OURS.get(name, SIGNATURES[name])))
    for function in (getattr(ivy, name), *(getattr(ivy.get_backend(b), name) for b in BACKENDS)):
        assert shape_of(inspect.signature(function)) == expected
    if name in OURS:
        assert expected != shape_of(written(SIGNATURES[name]))
        said = (Path(__file__).parents[2] / "docs/differences.md").read_text()
        (line,) = [row for row in said.splitlines() if row.startswith("* F42: ")]
        assert f"`{name}`" in line


@pytest.mark.checklist("F42")
def test_the_functions_of_every_program_take_what_their_signatures_say(backend, assert_matches):
    a = np.array([[0.5, -2.0], [1.5, 3.0]])
    x, new = array(backend, a), lambda: array(backend, np.zeros((2, 2)))
    for result, expected in (
        (ivy.asarray(a, copy=True, dtype="float32", device="cpu"), a.astype("float32")),
        (ivy.astype(x, "int64", copy=True), a.astype("int64")),
        (ivy.reshape(x, shape=(4,), copy=True, order="F", allowzero=True), a.reshape(4, order="F")),
        (ivy.arange(1, stop=7, step=2, dtype="int32", device="cpu"), np.arange(1, 7, 2, "int32")),
        (ivy.clip(x, min=-1.0, max=2.0, out=new()), np.clip(a, -1.0, 2.0)),
        (ivy.log(ivy.abs(x), out=new()), np.log(np.abs(a))),
        (ivy.sum(x, axis=0, dtype="float32", keepdims=True), a.sum(0, "float32", keepdims=True)),
        (ivy.negative(x, out=new()), -a),
        (ivy.all(x, axis=1, keepdims=True), np.all(a, 1, keepdims=True)),
        (ivy.any(x, axis=(0, 1), keepdims=True), np.any(a, (0, 1), keepdims=True)),
        (ivy.zeros(shape=(2, 3), dtype="int8", device="cpu"), np.zeros((2, 3), "int8")),
        (ivy.add(x, x, alpha=3, out=new()), 4 * a),
        (ivy.subtract(x, x, alpha=3), -2 * a),
        (ivy.multiply(x, x, out=new()), a * a),
        (ivy.divide(x, 2.0, out=new()), a / 2.0),
    ):
        assert_matches(result, expected)


# attaching methods


class Wrapped:
    """A class of arrays of the user's own: functions go to what it holds."""

    sin = "kept"

    def __init__(self, x):
        self.x = x

    def __ivy_array_function__(self, function, classes, args, kwargs):
        return function(*[a.x if isinstance(a, Wrapped) else a for a in args], **kwargs)


def users_module():
    """Return a module of the user's, with a function that takes an array first."""

    def twice_plus(x: ivy.Array, more: float = 1.0, *, out: ivy.Array | None = None) -> ivy.Array:
        """Twice x, plus more."""
        return ivy.add(ivy.multiply(x, 2.0), more, out=out)

    def sin(x: ivy.Array) -> ivy.Array:
        """Stand-in: a method of this name is there already."""

    module = types.ModuleType("users_module")
    twice_plus.__module__ = sin.__module__ = module.__name__
    module.twice_plus, module.sin, module._hidden = twice_plus, sin, twice_plus
    return module


@pytest.mark.checklist("W18")
def test_array_methods_are_attached_where_there_is_none(backend, assert_matches):
    class Mine(Wrapped):
        pass

    ivy.add_ivy_array_instance_methods(Mine, [elementwise, statistical, transcendental])
    a = np.array([[0.5, 2.0], [1.5, 3.0]])
    x = Mine(array(backend, a))
    assert Mine.sin == "kept"
    assert_matches(x.add(1.0), a + 1.0)
    assert_matches(x.add(x), a + a)
    assert_matches(x.sum(axis=0, keepdims=True), a.sum(0, keepdims=True))
    assert_matches(x.max(), a.max())
    assert not hasattr(Mine, "reshape")  # of another module
    assert Mine.add.__doc__ == ivy.add.__doc__
    attached = {name for name in vars(Mine) if not name.startswith("_")}
    categories = {"elementwise", "statistical", "transcendental"}
    assert attached == {
        n for n, s in FUNCTIONS.items() if s.category in categories and s.placer()
    } - {"sin"}


@pytest.mark.checklist("W18")
def test_array_methods_of_a_users_module(backend, assert_matches):
    class Mine(ivy.Array):
        __slots__ = ()

    ivy.add_ivy_array_instance_methods(Mine, [users_module()])
    a = np.array([0.5, 2.0])
    x, out = Mine(array(backend, a).data), array(backend, np.zeros(2))
    assert_matches(x.twice_plus(), 2 * a + 1)
    assert_matches(x.twice_plus(3.0), 2 * a + 3)
    assert x.twice_plus(more=3.0, out=out) is out
    assert_matches(out, 2 * a + 3)
    assert "Twice x" in Mine.twice_plus.__doc__
    assert_matches(x.sin(), np.sin(a))
    assert not hasattr(Mine, "_hidden")


@pytest.mark.checklist("W19")
def test_container_methods_are_attached_where_there_is_none(backend, assert_matches):
    class Mine(ContainerBase):
        sin = "kept"

    ivy.add_ivy_container_instance_methods(Mine, [elementwise, statistical])
    assert Mine.sin == "kept"
    assert callable(Mine.add) and not hasattr(Mine, "static_add")
    assert not hasattr(Mine, "reshape")
    a = np.array([[0.5, 2.0], [1.5, 3.0]])
    x = Mine(p=array(backend, a), q={"r": array(backend, -a)})
    for result, expected in ((x.add(1.0), a + 1.0), (x.sum(axis=0), a.sum(0)), (x.add(x), a + a)):
        assert isinstance(result, ContainerBase)
        assert_matches(result["p"], expected)
    assert_matches(x.sum(axis=0)["q/r"], -a.sum(0))
    ivy.add_ivy_container_instance_methods(Mine, CATEGORIES, static=True)
    assert isinstance(vars(Mine)["static_add"], staticmethod)
    assert not hasattr(Mine, "reshape")
    assert_matches(Mine.static_reshape(x, (4,))["q/r"], -a.reshape(4))
    assert_matches(Mine.static_add(array(backend, a), 1.0), a + 1.0)


@pytest.mark.checklist("W19")
def test_container_methods_of_a_users_module(backend, assert_matches):
    class Mine(ivy.Container):
        pass

    module = users_module()
    ivy.add_ivy_container_instance_methods(Mine, [module])
    ivy.add_ivy_container_instance_methods(Mine, [module], static=True)
    a = np.array([0.5, 2.0])
    x = Mine(p=array(backend, a), q={"r": array(backend, -a)})
    for result in (x.twice_plus(3.0), Mine.static_twice_plus(x, 3.0)):
        assert_matches(result["p"], 2 * a + 3)
        assert_matches(result["q/r"], -2 * a + 3)
    assert_matches(x.sin()["q/r"], np.sin(-a))
    assert not hasattr(ivy.Container, "twice_plus")


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
