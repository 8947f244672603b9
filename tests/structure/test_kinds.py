"""Every function has one kind, and is what its kind says: looked at as declared, and as it runs."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import sys
import textwrap
import types
from pathlib import Path

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core import func_wrapper
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.backends.loading import load_backend
from ivy_core.binding import namespaces
from ivy_core.registry import FN_DECORATORS, FUNCTIONS, NON_WRAPPED_FUNCTIONS
from tests.core.recording import guarded_backend, leaves
from tools.operators import call, sample

TESTS = Path(__file__).resolve().parents[1]
KINDS = ("primary", "compositional", "mixed", "standalone")


def of_kind(kind):
    return sorted(name for name, spec in FUNCTIONS.items() if spec.kind == kind)


def body_of(name):
    """Return the statements of a function's body, its docstring left out."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(FUNCTIONS[name].body))).body[0]
    first = tree.body[0]
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return tree.body[has_docstring:]


def names_in(name):
    nodes = [node for statement in body_of(name) for node in ast.walk(statement)]
    attributes = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "ivy"
    }
    names = [node for node in nodes if isinstance(node, ast.Name)]
    local = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    local |= set(inspect.signature(FUNCTIONS[name].body).parameters)
    return attributes, {node.id for node in names} - local


@pytest.mark.checklist("F01")
def test_each_public_function_has_one_kind():
    assert {ivy.function_kind(name) for name in FUNCTIONS} <= set(KINDS)
    for name in ("set_backend", "get_backend", "current_backend", "previous_backend"):
        assert ivy.function_kind(name) == "standalone"
    with pytest.raises(KeyError, match="no_such_function"):
        ivy.function_kind("no_such_function")


@pytest.mark.checklist("F02", "F03", "F06")
def test_a_primary_defers_and_does_nothing_else():
    for name in of_kind("primary"):
        statements = body_of(name)
        assert len(statements) == 1, name
        assert isinstance(statements[0], ast.Return), name
        call = statements[0].value
        assert isinstance(call, ast.Call) and call.func.attr == name, name
        assert call.func.value.func.id == "current_backend", name
        body = FUNCTIONS[name].body
        assert body.__doc__ and "Examples" in body.__doc__, name
        unhinted = set(inspect.signature(body).parameters) - set(body.__annotations__)
        assert unhinted <= {"obj", "x"}, name  # of any class: asarray, from_dlpack


@pytest.mark.checklist("F04")
@pytest.mark.parametrize("name", BACKENDS)
def test_every_primary_is_implemented_in_every_backend(name):
    implementations = load_backend(name).implementations
    assert [f for f in of_kind("primary") if f not in implementations] == []


def test_every_primary_is_named_by_a_test():
    """The tests that walk all functions look at how they are bound, not at what they give."""
    words = set()
    for path in TESTS.rglob("*.py"):
        if path.resolve() != Path(__file__).resolve():
            words.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    # those of sums by einsum's tests, the other by those of poolings
    assert set(of_kind("primary")) - words <= {"contract", "adaptive_max_pool_with_indices"}


@pytest.mark.checklist("F07")
@pytest.mark.parametrize("name", BACKENDS)
def test_a_compositional_function_has_no_implementation(name):
    implementations = load_backend(name).implementations
    for function in (*of_kind("compositional"), *of_kind("standalone")):
        assert function not in implementations


@pytest.mark.checklist("F07", "F10")
@pytest.mark.parametrize("name", [*of_kind("compositional"), *of_kind("mixed")])
def test_compositional_bodies_are_written_with_ivy(name):
    """No body names NumPy, a framework or a backend, by whatever name its module knows them."""
    used = loaded(FUNCTIONS[name].body)
    assert not used & {"current_backend", "active_backend", "load_backend"}
    assert {n for n in used if _is_foreign(FUNCTIONS[name].body, n)} == set()
    for helper in helpers_of(FUNCTIONS[name].body):  # these may use NumPy, for shapes and dtypes
        used = {n for n in loaded(helper) if _is_foreign(helper, n, frameworks=FRAMEWORKS)}
        assert used == set(), helper.__name__


FRAMEWORKS = frozenset({"jax", "jaxlib", "torch", "tensorflow"})


def loaded(function):
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    body = [node for statement in tree.body[0].body for node in ast.walk(statement)]
    return {node.id for node in body if isinstance(node, ast.Name)}


def helpers_of(function):
    """Return the functions of a body's module that it calls, and those that these call."""
    found, todo = set(), [function]
    while todo:
        scope = (current := todo.pop()).__globals__
        for value in map(scope.get, loaded(current)):
            if isinstance(value, types.FunctionType) and value.__globals__ is scope:
                if value not in found and value.__name__ not in FUNCTIONS:
                    found.add(value)
                    todo.append(value)
    return found


def _is_foreign(function, name, frameworks=FRAMEWORKS | {"numpy"}):
    value = function.__globals__.get(name)
    place = value.__name__ if isinstance(value, types.ModuleType) else ""
    if isinstance(value, types.FunctionType):
        place = value.__module__
    if place.split(".")[0] in frameworks:
        return True
    return place.startswith(tuple(f"ivy_core.backends.{name}" for name in BACKENDS))


RUN = [
    n
    for n in (*of_kind("compositional"), *of_kind("mixed"))
    if sample(n) is not None and n != "to_dlpack"  # a capsule equals none but itself
]


@pytest.mark.checklist("F07", "F10")
def test_compositional_bodies_run_on_another_backend():
    """Its arrays are computed with by implementations alone, so a body has to call these."""
    results = {}
    for name in RUN:
        args, kwargs = sample(name)
        with ivy.with_backend("numpy"), np.errstate(all="ignore"):
            results[name] = call(name, args, kwargs)
    with guarded_backend(without=of_kind("mixed")), np.errstate(all="ignore"):
        for name, expected in results.items():
            args, kwargs = sample(name)
            result = call(name, args, kwargs)
            for one, other in zip(leaves(result), leaves(expected), strict=True):
                assert type(one) is type(other), name
                if isinstance(other, ivy.Array):
                    assert one.dtype == other.dtype
                    one, other = np.array(one.data.view(np.ndarray)), np.array(other)
                    np.testing.assert_allclose(one, other, rtol=1e-12, err_msg=name)
                else:
                    assert one == other, name


@pytest.mark.checklist("F07", "F10")
def test_a_body_that_computes_with_numpy_is_found():
    with guarded_backend() as fifth:
        x = fifth.asarray([1.0])
        for compute in (lambda: np.sum(x.data), lambda: np.isnan(x.data), lambda: x.data + 1):
            with pytest.raises(AssertionError, match="was called on the array"):
                compute()
        assert type((x + fifth.sin(x)).data) is not np.ndarray


@pytest.mark.checklist("F20", "F21")
def test_standalone_functions_refer_to_none_but_standalone_ones():
    for name in of_kind("standalone"):
        attributes, plain = names_in(name)
        called = (attributes | plain - set(dir(builtins))) & set(FUNCTIONS)
        assert {ivy.function_kind(other) for other in called} <= {"standalone"}, name
    assert {ivy.function_kind(n) for n, s in FUNCTIONS.items() if s.category == "nest"} == {
        "standalone"
    }


OF_ANYTHING = {"args", "input", "item", "kwargs", "obj", "x"}  # parameters that take any class


@pytest.mark.checklist("F05")
@pytest.mark.parametrize("name", [name for kind in KINDS[:3] for name in of_kind(kind)])
def test_hints_of_the_functional_api_are_of_arrays(name):
    """Each parameter and the result have one, and none names an array class of a framework.

    ``Array`` there takes native arrays too: see tests/core/test_wrappers.py.
    """
    body = FUNCTIONS[name].body
    hints, parameters = body.__annotations__, inspect.signature(body).parameters
    assert set(parameters) - set(hints) <= OF_ANYTHING
    words = {word for hint in hints.values() for word in re.findall(r"[\w.]+", hint)}
    assert not words & {"ndarray", "np.ndarray", "Tensor", "torch.Tensor", "tf.Tensor", "jax.Array"}
    for parameter in FUNCTIONS[name].parameters:
        if parameter.name in ("x", "x1", "x2", "out") and parameter.name in hints:
            assert "Array" in hints[parameter.name]


@pytest.mark.checklist("F05")
def test_what_gives_arrays_says_so():
    for name in (name for kind in KINDS for name in of_kind(kind)):
        if sample(name) is None:
            continue
        args, kwargs = sample(name)
        with ivy.with_backend("numpy"), np.errstate(all="ignore"):
            result = call(name, args, kwargs)
        if any(isinstance(leaf, ivy.Array) for leaf in leaves(result)):
            returns = FUNCTIONS[name].returns
            named = FUNCTIONS[name].body.__globals__.get(returns)  # a NamedTuple of arrays
            assert "Array" in returns or hasattr(named, "_fields"), name


@pytest.mark.checklist("F05")
@pytest.mark.parametrize("name", BACKENDS)
def test_implementations_know_no_arrays_of_ours(name):
    """They carry no hints: many are the frameworks' own functions. What they see is noted instead:

    tests/core/test_wrappers.py, test_an_implementation_sees_native_arrays_and_the_caller_arrays.
    """
    for function, native in load_backend(name).implementations.items():
        if str(getattr(native, "__module__", "")).startswith("ivy_core.backends"):
            assert not getattr(native, "__annotations__", {}), function
            assert "Array" not in vars(sys.modules[native.__module__]), function


@pytest.mark.checklist("F06", "I15")
def test_tan_is_one_native_call_that_fills_out_where_the_backend_can():
    import torch

    assert load_backend("numpy").implementations["tan"] is np.tan
    assert load_backend("torch").implementations["tan"] is torch.tan
    fills = {name: ivy.get_backend(name).tan.support_native_out for name in BACKENDS}
    assert fills == {"numpy": True, "torch": True, "jax": False, "tensorflow": False}


@pytest.mark.checklist("F16", "F17")
def test_mixed_functions_say_how_their_wrappers_differ():
    assert of_kind("mixed")
    for name in of_kind("mixed"):
        changes = FUNCTIONS[name].body.mixed_backend_wrappers
        assert set(changes) == {"to_add", "to_skip"}
        assert all(isinstance(names, tuple) for names in changes.values())
        for backend in BACKENDS:
            bound = getattr(ivy.get_backend(backend), name)
            if name not in load_backend(backend).implementations:
                continue
            assert bound.mixed_backend_wrappers == changes
            assert all(getattr(bound, wrapper) for wrapper in changes["to_add"])
            assert not any(getattr(bound, w, False) for w in changes["to_skip"])
    usual = FUNCTIONS["pad"].body.mixed_backend_wrappers
    assert usual["to_add"] == (
        "handle_out_argument", "inputs_to_native_arrays", "outputs_to_ivy_arrays",
    )  # fmt: skip
    assert usual["to_skip"] == ("inputs_to_ivy_arrays", "handle_partial_mixed_function")


@pytest.mark.checklist("F14", "F15")
def test_partial_handlers_stand_where_they_are_declared():
    for name in of_kind("mixed"):
        declared = getattr(FUNCTIONS[name].body, "handle_partial_mixed_function", False)
        handlers = [
            backend
            for backend in BACKENDS
            if hasattr(load_backend(backend).implementations.get(name), "partial_mixed_handler")
        ]
        assert declared == bool(handlers), name


# what runs


class Calls:
    """Records which functions are entered, Python's and built-in ones, while it is open."""

    def __enter__(self):
        self.codes, self.builtins = set(), set()
        sys.setprofile(self._record)
        return self

    def __exit__(self, *exc):
        sys.setprofile(None)

    def _record(self, frame, event, argument):
        if event == "call":
            self.codes.add(frame.f_code)
        elif event == "c_call":
            self.builtins.add(argument)

    def __contains__(self, function):
        code = getattr(inspect.unwrap(function), "__code__", None)
        return code in self.codes if code is not None else function in self.builtins


@pytest.mark.checklist("W01", "W02", "W03", "W04")
def test_wrappers_are_composed_from_what_a_function_declares():
    assert callable(namespaces._wrap_function)
    assert func_wrapper.FN_DECORATORS is FN_DECORATORS  # where users' documents have them
    assert func_wrapper.NON_WRAPPED_FUNCTIONS is NON_WRAPPED_FUNCTIONS
    assert len(set(FN_DECORATORS)) == len(FN_DECORATORS)
    assert {"exists", "default", "nested_map"} <= NON_WRAPPED_FUNCTIONS
    for name in NON_WRAPPED_FUNCTIONS:
        assert getattr(ivy.get_backend("numpy"), name) is FUNCTIONS[name].body
    for name, spec in FUNCTIONS.items():
        bound = getattr(ivy.get_backend("numpy"), name)
        declared = (
            spec.native_wrappers if name in load_backend("numpy").implementations else spec.wrappers
        )
        carried = tuple(w for w in FN_DECORATORS if getattr(bound, w, False))
        assert carried == declared, name


@pytest.mark.checklist("W05", "W06", "W07", "W08", "W09", "W10", "W11", "W12", "W13", "W14", "W15")
def test_every_wrapper_of_the_vocabulary_is_declared_by_some_function():
    declared = {w for spec in FUNCTIONS.values() for w in (*spec.wrappers, *spec.native_wrappers)}
    assert declared == set(FN_DECORATORS)
    assert "handle_view" in FUNCTIONS["reshape"].wrappers
    assert "handle_view_indexing" in FUNCTIONS["get_item"].wrappers
    assert "handle_nestable" in FUNCTIONS["add"].wrappers
    assert "handle_nestable" not in FUNCTIONS["cross_entropy"].wrappers
    assert "handle_nestable" in FUNCTIONS["linear"].wrappers


@pytest.mark.checklist("W15")
@pytest.mark.parametrize("name", BACKENDS)
def test_another_class_may_implement_functions_itself(name):
    class Unit:
        def __init__(self, value, unit):
            self.value, self.unit = value, unit

        def __ivy_array_function__(self, function, classes, args, kwargs):
            assert classes == (Unit,)
            plain = [a.value if isinstance(a, Unit) else a for a in args]
            return Unit(function(*plain, **kwargs), self.unit)

    class Refuses:
        def __ivy_array_function__(self, function, classes, args, kwargs):
            return NotImplemented

    xp = ivy.get_backend(name)
    result = xp.add(Unit(xp.asarray([1, 2]), "m"), 1)
    assert result.unit == "m" and result.value.to_list() == [2, 3]
    with pytest.raises(TypeError, match="add: .*Refuses"):
        xp.add(xp.asarray([1]), Refuses())


@pytest.mark.checklist("W17")
@pytest.mark.parametrize("name", BACKENDS)
def test_results_without_dimensions_are_arrays(name):
    xp = ivy.get_backend(name)
    for result in (xp.sum(xp.asarray([1.0, 2.0])), xp.add(xp.asarray(1.0), xp.asarray(2.0))):
        assert isinstance(result, ivy.Array)
        assert result.shape == () and not isinstance(result.data, np.generic)
    assert str(xp.sin(xp.asarray([1, 2])).dtype) == "float64"
