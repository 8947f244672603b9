"""What each wrapper does, for every function that declares it, looked at as the function runs."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyValueError
from tests.core.recording import failing, leaves, recorded
from tools.operators import OPERATORS, sample
from tools.operators.nests import array_slots, at_slot, map_arrays, with_argument

MIXED = sorted(name for name, spec in FUNCTIONS.items() if spec.kind == "mixed")


def declaring(wrapper, wrappers="wrappers"):
    """Return the functions that carry a wrapper and take arrays."""
    return sorted(
        name
        for name, spec in FUNCTIONS.items()
        if wrapper in getattr(spec, wrappers) and sample(name) is not None
        if array_slots(*sample(name))
    )


@pytest.fixture(scope="module")
def spied(backend):
    """Return the namespace of the backend that notes what its implementations are called with."""
    return recorded(backend)


def same(result, expected):
    """Assert that a result has the structure, classes, dtypes and values of another one."""
    assert type(result) is type(expected)
    for one, other in zip(leaves(result), leaves(expected), strict=True):
        assert type(one) is type(other)
        if isinstance(other, ivy.Array):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(np.asarray(one), np.asarray(other))
        elif isinstance(other, np.ndarray):
            np.testing.assert_array_equal(one, other)
        else:
            assert one == other


# inputs and outputs


def runs_natively(backend, name):
    """Return whether an implementation runs: of views the lens does, where these are functional."""
    module = load_backend(backend)
    views = module.CAPABILITIES.functional_views
    viewed = FUNCTIONS[name].view is not None and (views is True or bool(views) and name in views)
    return name in module.implementations and not viewed


@pytest.mark.checklist("F05", "W11", "W13")
@pytest.mark.parametrize("name", declaring("inputs_to_native_arrays", "native_wrappers"))
def test_an_implementation_sees_native_arrays_and_the_caller_arrays(backend, spied, name):
    xp, calls = spied
    is_native = load_backend(backend).is_native
    args, kwargs = sample(name)
    for make in (xp.asarray, lambda a: xp.asarray(a).data):
        calls.clear()
        given = map_arrays(args, make)
        result = getattr(xp, name)(*given, **map_arrays(kwargs, make))
        noted = calls.of(name)
        if not noted:
            assert not runs_natively(backend, name) or _body_runs(backend, name, args, kwargs)
        else:
            ((_, received, options, made),) = noted
            for slot in array_slots(args, kwargs):
                assert is_native(at_slot(received, options, slot))
            everything = [*leaves(received), *leaves(options), *leaves(made)]
            assert not [v for v in everything if isinstance(v, ivy.Array)]
            _boxed(is_native, result, made)
        returned = list(leaves(result))
        assert not [v for v in returned if is_native(v)] or name == "to_native"
        assert all(type(v) is ivy.Array for v in returned if hasattr(v, "shape"))
        if "Array" in FUNCTIONS[name].returns:
            assert returned and all(type(v) is ivy.Array for v in returned)


def _body_runs(backend, name, args, kwargs):
    """Return whether these are inputs that a mixed function's implementation does not cover."""
    native = load_backend(backend).implementations[name]
    covers = getattr(native, "partial_mixed_handler", None)
    given = map_arrays(args, ivy.asarray), map_arrays(kwargs, ivy.asarray)
    return covers is not None and not covers(*given[0], **given[1])


def _boxed(is_native, result, made):
    """Assert that each native array of an implementation's result came out in an Array."""
    natives = [v for v in leaves(made) if is_native(v)]
    arrays = [v for v in leaves(result) if isinstance(v, ivy.Array)]
    assert len(natives) == len(arrays)
    for native, array in zip(natives, arrays, strict=True):
        np.testing.assert_array_equal(np.asarray(array), np.asarray(ivy.Array(native)))


@pytest.mark.checklist("W14")
@pytest.mark.parametrize("name", declaring("handle_array_like_without_promotion"))
def test_lists_are_taken_as_the_arrays_that_asarray_makes_of_them(backend, spied, name):
    xp, calls = spied
    args, kwargs = sample(name)
    plain = map_arrays(args, xp.asarray), map_arrays(kwargs, xp.asarray)
    expected = getattr(xp, name)(*plain[0], **plain[1])
    for slot in array_slots(args, kwargs):
        for like in (np.ndarray.tolist, lambda a: a):
            given, options = with_argument(*plain, slot, like(at_slot(args, kwargs, slot)))
            calls.clear()
            result = getattr(xp, name)(*given, **options)
            if OPERATORS[name].lacks("value"):
                assert result.shape == expected.shape and result.dtype == expected.dtype
            else:
                same(result, expected)
            for _, received, kept, _ in calls.of(name):
                assert load_backend(backend).is_native(at_slot(received, kept, slot))


@pytest.mark.checklist("W12")
@pytest.mark.parametrize("name", [n for n in MIXED if n in declaring("inputs_to_ivy_arrays")])
def test_a_mixed_body_takes_what_its_implementations_take(backend, name):
    xp, _ = recorded(backend, without=MIXED)
    args, kwargs = sample(name)
    expected = getattr(xp, name)(*map_arrays(args, xp.asarray), **map_arrays(kwargs, xp.asarray))
    for like in (lambda a: xp.asarray(a).data, np.ndarray.tolist, lambda a: a):
        result = getattr(xp, name)(*map_arrays(args, like), **map_arrays(kwargs, like))
        same(result, expected)
        assert all(type(v) is ivy.Array for v in leaves(result))


# other classes


class Quantity:
    """An object that implements functions itself, and notes which it was asked for."""

    def __init__(self):
        self.asked = []

    def __ivy_array_function__(self, function, classes, args, kwargs):
        self.asked.append((function, classes, args, kwargs))
        return self


@pytest.mark.checklist("W15")
@pytest.mark.parametrize("name", declaring("handle_array_function"))
def test_an_object_with_an_implementation_of_its_own_is_asked_for_it(backend, name):
    args, kwargs = sample(name)
    plain = map_arrays(args, ivy.asarray), map_arrays(kwargs, ivy.asarray)
    for slot in array_slots(args, kwargs):
        other = Quantity()
        given, options = with_argument(*plain, slot, other)
        function = getattr(ivy, name)
        assert function(*given, **options) is other
        ((asked, classes, received, kept),) = other.asked
        assert asked.__name__ == name and asked.__wrapped__ is FUNCTIONS[name].body
        assert tuple(classes) == (Quantity,)
        assert at_slot(received, kept, slot) is other


# errors


@pytest.fixture(scope="module")
def broken(backend):
    return failing(backend)


@pytest.mark.checklist("W09", "E18", "E19")
@pytest.mark.parametrize(
    "name",
    sorted(n for n, s in FUNCTIONS.items() if s.kind in ("primary", "mixed") and sample(n)),
)
def test_what_fails_in_an_implementation_is_translated(backend, broken, name):
    args, kwargs = sample(name)
    if not runs_natively(backend, name) or _body_runs(backend, name, args, kwargs):
        return  # what fails in a lens or a body is looked at by tests/errors
    given = map_arrays(args, ivy.asarray), map_arrays(kwargs, ivy.asarray)
    with pytest.raises(IvyValueError) as caught:
        getattr(broken, name)(*given[0], **given[1])
    native = caught.value.native_error
    assert type(native) is ValueError and caught.value.__cause__ is native
    assert str(caught.value) == f"{backend}: {name}: ValueError: no such luck"
