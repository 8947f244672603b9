"""Arguments of functions, cached calls, live arrays, shapes; and the checklist's type tests."""

from __future__ import annotations

import importlib
import inspect
import multiprocessing

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.functional.settings.introspection import Shape
from ivy_core.utils.exceptions import IvyIndexError, IvyValueError


@pytest.mark.checklist("F22")
def test_default(backend):
    x = ivy.asarray([1, 2])
    assert ivy.default(x, 3) is x
    assert ivy.default(None, 3) == 3
    assert ivy.default(0, 3) == 0 and ivy.default(False, 3) is False
    assert ivy.default(lambda: 1 / 0, 3, catch_exceptions=True) == 3
    assert ivy.default(None, lambda: 3, with_callable=True) == 3
    assert ivy.default(1, 2, rev=True) == 2


@pytest.mark.checklist("F38")
def test_exists(backend):
    assert ivy.exists(0) and ivy.exists(False) and ivy.exists(ivy.zeros(2)) and ivy.exists("")
    assert not ivy.exists(None)


@pytest.mark.checklist("F39")
def test_kinds_of_objects(backend):
    x, container = ivy.asarray([1.0]), ivy.Container(a=ivy.asarray([1.0]))
    for test, true, false in (
        (ivy.is_array, (x, x.data), (1.0, [x], container)),
        (ivy.is_ivy_array, (x,), (x.data, 1.0, container)),
        (ivy.is_native_array, (x.data,), (x, 1.0, container)),
        (ivy.is_ivy_container, (container, container.cont_copy()), (x, {"a": x}, [x])),
    ):
        assert [test(each) for each in true] == [True] * len(true)
        assert [test(each) for each in false] == [False] * len(false)
    assert not ivy.is_variable(x, exclusive=True)
    if backend in ("torch", "tensorflow"):
        framework = importlib.import_module(backend)
        variable = (
            framework.zeros(2, requires_grad=True)
            if backend == "torch"
            else framework.Variable(1.0)
        )
        assert ivy.is_variable(variable) and ivy.is_variable(ivy.Array(variable))


# arguments


def sample(a, b=2, *rest, c, d=4, **others):
    return a


def test_arg_names():
    assert ivy.arg_names(sample) == ["a", "b", "rest", "c", "d", "others"]
    assert ivy.arg_names(ivy.add) == ["x1", "x2", "alpha", "out"]


def test_arg_info():
    parameters = list(inspect.signature(sample).parameters.values())
    assert ivy.arg_info(sample, name="c") == {"idx": 3, "param": parameters[3]}
    assert ivy.arg_info(sample, idx=1) == {"idx": 1, "param": parameters[1]}
    assert ivy.arg_info(sample, idx=-1) == {"idx": 5, "param": parameters[5]}
    for options in ({}, {"name": "a", "idx": 0}, {"name": "z"}):
        with pytest.raises(IvyValueError, match="arg_info: .* allowed"):
            ivy.arg_info(sample, **options)
    with pytest.raises(IvyIndexError):
        ivy.arg_info(sample, idx=6)


def test_match_kwargs():
    def other(b, e):
        return b

    kwargs = {"b": 1, "c": 2, "e": 3, "z": 4}
    assert ivy.match_kwargs(kwargs, sample, other) == [{"b": 1, "c": 2}, {"e": 3}]
    assert ivy.match_kwargs(kwargs, other, sample) == [{"b": 1, "e": 3}, {"c": 2}]
    found = ivy.match_kwargs(kwargs, sample, other, allow_duplicates=True)
    assert found == [{"b": 1, "c": 2}, {"b": 1, "e": 3}]
    assert ivy.match_kwargs(kwargs, other) == {"b": 1, "e": 3}
    assert kwargs == {"b": 1, "c": 2, "e": 3, "z": 4}


def test_try_else_none(backend):
    assert ivy.try_else_none(ivy.add, 1, 2) is ivy.add
    assert ivy.try_else_none(ivy.sum, ivy.zeros(2), axis=3) is None


# cached calls


class Counted:
    """A function that counts its calls."""

    def __init__(self, fn):
        self.fn, self.calls = fn, 0

    def __call__(self, *args, **kwargs):
        self.calls += 1
        return self.fn(*args, **kwargs)


@pytest.fixture
def counted():
    return Counted(lambda *args, **kwargs: object())


@pytest.mark.checklist("F23")
def test_cached_calls_return_the_stored_output(counted):
    cached = ivy.cache_fn(counted)
    first = cached(1, 2, cache=True)
    assert cached(1, 2, cache=True) is first and counted.calls == 1
    assert cached(1, 3, cache=True) is not first and counted.calls == 2
    again = cached(1, 2)
    assert again is not first and counted.calls == 3
    assert cached(1, 2, cache=True) is again and counted.calls == 3
    cached.cache_clear()
    assert cached(1, 2, cache=True) is not again and counted.calls == 4


@pytest.mark.checklist("F23")
def test_calls_with_equal_arrays_are_equal_calls(backend, counted):
    cached = ivy.cache_fn(counted)
    x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    first = cached(x, y=[x, {"a": x}], cache=True)
    same = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert cached(same, y=[same, {"a": same}], cache=True) is first
    assert cached(x[:, :], y=[x, {"a": x}], cache=True) is first
    assert counted.calls == 1
    x[0, 0] = 5.0  # an array that was written into is another argument
    assert cached(x, y=[x, {"a": x}], cache=True) is not first
    assert cached(same, y=[same, {"a": same}], cache=True) is first
    for other in (
        ivy.astype(same, "float32"),
        ivy.reshape(same, (4,)),
        same.data,
        ivy.to_list(same),
    ):
        assert cached(other, y=[same, {"a": same}], cache=True) is not first
    assert cached(ivy.asarray(0.0), cache=True) is not cached(ivy.asarray(-0.0), cache=True)


def test_python_values_count_by_type_and_value(counted):
    cached = ivy.cache_fn(counted)
    values = (
        1, 1.0, True, "1", (1,), [1], {"a": 1}, {"a": 1.0}, {1}, 0.0, -0.0, 1j, None, slice(1),
        np.float64(1), len, int,
    )  # fmt: skip
    outputs = [cached(value, cache=True) for value in values]
    assert len(set(outputs)) == len(values)
    assert [cached(value, cache=True) for value in values] == outputs
    assert cached(float("nan"), cache=True) is cached(float("nan"), cache=True)
    assert cached(a=1, b=2, cache=True) is cached(b=2, a=1, cache=True)


def test_objects_without_hash_count_by_identity_and_stay_alive(counted):
    class Unhashable:
        __hash__ = None

        def __eq__(self, other):
            return True

    cached, x = ivy.cache_fn(counted), Unhashable()
    first = cached(x, cache=True)
    assert cached(x, cache=True) is first
    del x  # its memory is not given to the next one
    assert cached(Unhashable(), cache=True) is not first


def test_the_cache_is_bounded(counted):
    cached = ivy.cache_fn(counted)
    first = cached(0, cache=True)
    for i in range(1, 128):
        cached(i, cache=True)
    assert cached(0, cache=True) is first  # and is the latest now
    cached(128, cache=True)
    assert cached(0, cache=True) is first
    calls = counted.calls
    cached(1, cache=True)
    assert counted.calls == calls + 1


def test_the_backend_set_is_part_of_a_call(backend):
    cached = ivy.cache_fn(lambda shape: ivy.zeros(shape))
    here = cached((2,), cache=True)
    with ivy.with_backend("torch" if backend == "numpy" else "numpy"):
        assert type(cached((2,), cache=True).data) is not type(here.data)


def test_traced_calls_are_not_remembered(backend, compiled, assert_matches):
    if backend not in ("jax", "tensorflow"):
        pytest.skip("no symbolic arrays there")
    counted = Counted(lambda x: ivy.add(x, 1))
    cached = ivy.cache_fn(counted)
    for a in (np.array([1, 2]), np.array([3, 4])):
        assert_matches(compiled(lambda x: cached(x, cache=True), a), a + 1)
    assert counted.calls == 2


# live arrays


def test_arrays_in_memory(backend, few_objects, capsys):
    before = ivy.num_arrays_in_memory()
    x = ivy.zeros((2, 12345))
    holder = [ivy.zeros((3, 54321)).data]
    found = ivy.get_all_arrays_in_memory()
    assert any(each is x for each in found) and any(each is holder[0] for each in found)
    assert not any(each is x.data for each in found)
    assert ivy.num_arrays_in_memory() == before + 2
    ivy.print_all_arrays_in_memory()
    assert "Array (2, 12345) float64" in capsys.readouterr().out.splitlines()
    x[0, 0] = 1.0  # it may own its memory from now on
    assert ivy.num_arrays_in_memory() == before + 2
    del x, holder, found
    assert ivy.num_arrays_in_memory() == before


def test_referrers():
    x = ivy.asarray([1, 2])
    holder = [x]
    outer = {"holder": holder}
    found = ivy.get_referrers_recursive(x, max_depth=0)
    assert isinstance(found, ivy.Container) and found["repr"] == "ivy.array([1, 2])"
    assert found[str(id(holder))] == "[ivy.array([1, 2])]"
    found = ivy.get_referrers_recursive(x, max_depth=1)
    assert "holder" in found[str(id(holder))][str(id(outer))]
    seen = {id(holder)}
    found = ivy.get_referrers_recursive(x, max_depth=1, seen_set=seen)
    assert found[str(id(holder))] == "tracked"
    found = ivy.get_referrers_recursive(x, max_depth=1, local_set={id(holder)})
    assert str(id(holder)) not in found
    found = ivy.get_referrers_recursive(x, depth=1, max_depth=1)
    assert isinstance(found[str(id(holder))], str)


# shapes, processes, containers of the frameworks


def test_shapes(backend):
    x = ivy.zeros((2, 3))
    for given in ((2, 3), [2, 3], x.shape, x.data.shape, ivy.asarray([2, 3])):
        shape = ivy.to_ivy_shape(given)
        assert shape == (2, 3) == x.shape and type(shape) is Shape
        assert all(type(n) is int for n in shape) and repr(shape) == "ivy.Shape(2, 3)"
        native = ivy.to_native_shape(given)
        assert native == x.data.shape and type(native) is type(x.data.shape)
    assert ivy.to_ivy_shape(4) == (4,) and tuple(ivy.to_native_shape(4)) == (4,)
    assert ivy.to_ivy_shape(()) == ()
    assert ivy.reshape(x, ivy.to_ivy_shape((3, 2))).shape == (3, 2)


def test_multiprocessing(backend):
    module = ivy.multiprocessing()
    if backend == "torch":
        import torch

        assert module is torch.multiprocessing
    else:
        assert module is multiprocessing
    assert ivy.multiprocessing("spawn").get_start_method() == "spawn"
    with pytest.raises(ValueError):
        ivy.multiprocessing("teleport")


def test_container_types(backend):
    types = ivy.container_types()
    assert isinstance(types, list)
    if backend == "torch":
        import torch

        parameters = torch.nn.ParameterDict({"a": torch.zeros(2)})
        assert isinstance(parameters, tuple(types)) and list(parameters) == ["a"]
    else:
        assert types == []


def test_devices_and_dtypes_together(backend):
    for function in (ivy.floor, ivy.reshape):
        supported = ivy.function_supported_devices_and_dtypes(function)
        unsupported = ivy.function_unsupported_devices_and_dtypes(function)
        assert supported["cpu"] == ivy.function_supported_dtypes(function)
        assert unsupported["cpu"] == ivy.function_unsupported_dtypes(function)
        assert set(supported) == set(ivy.function_supported_devices(function))
        assert set(unsupported) == {"cpu", "gpu", "tpu"}
        for device in set(unsupported) - set(supported):
            assert len(unsupported[device]) == 15
