"""What ``ivy.compile`` cannot take: the eager path with the right result, and a reason to read."""

from __future__ import annotations

import asyncio
import gc
import warnings
import weakref

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.compilation.call.function import CompileError, CompileWarning

on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)


def is_generator(np, x):
    yield x[0] + 1


async def is_asynchronous(np, x):
    return x + 1


async def gives_later(np, x):
    yield x


pair = (lambda np, x: x + 1, lambda np, x: x + 2)
sourceless: dict = {}
exec("def without_source(np, x):\n    return x + 1", sourceless)


def grows_a_list(np, x):
    found = []
    while x[0] < 9:
        x[0] += 1
        found.append(x[0] * 1)
    return np.asarray(found)


def counts(np, x):
    return np.bincount(x.astype(int))


def lists(np, x):
    return sum(x.tolist())


def reads_an_item(np, x):
    return x.item(0) + 1


def shape_of_a_value(np, x):
    return np.zeros(int(x[1]) + 1)


def carries_another_structure(np, x):
    nested = x
    for i in range(600):
        nested = (nested, i)
    return x + len(nested)


def grows_an_array(np, x):
    y = x
    while y.sum() < 50:
        y = np.concatenate([y, x])
    return y


# by function: the line that is named, counted from its first, and what is said
REASONS = {
    is_generator: (0, "is_generator is a generator"),
    is_asynchronous: (0, "is_asynchronous is asynchronous"),
    gives_later: (0, "gives_later is asynchronous"),
    pair[0]: (0, "several lambdas with these arguments stand on its line"),
    sourceless["without_source"]: (0, "its source is not found"),
    grows_a_list: (2, "its length is not known: it changes what a list holds"),
    counts: (1, r"bincount\(\) needs values that only the program knows"),
    lists: (1, "Python needs values that only the program knows"),
    reads_an_item: (1, r"item\(\) needs values that only the program knows"),
    shape_of_a_value: (1, r"zeros\(\) needs values that only the program knows"),
    carries_another_structure: (2, "'nested' is an array of shape .*, and something else"),
    grows_an_array: (2, r"'y' is an array of shape \(3,\), and something else of shape \(6,\)"),
}


def settled(value):
    """Return what comes out of a generator or of a coroutine."""
    if hasattr(value, "__next__"):
        return next(value)
    if asyncio.iscoroutine(value):
        return asyncio.run(value)
    if hasattr(value, "__anext__"):
        return asyncio.run(value.__anext__())
    return value


@on_jax
@pytest.mark.parametrize("function", REASONS, ids=lambda f: f.__name__)
def test_it_runs_eagerly_and_says_why(backend, function):
    line, reason = REASONS[function]
    given, wanted = ours.asarray([4.0, 2.0, 3.0]), real.asarray([4.0, 2.0, 3.0])
    place = rf"{function.__code__.co_filename}:{function.__code__.co_firstlineno + line}"
    notes = ivy.compile(function).explain(ours, given)
    real.testing.assert_array_equal(given, wanted)
    assert [(note.file, note.line) for note in notes.eager] == [tuple_of(place)]
    with pytest.warns(CompileWarning, match=rf"runs eagerly \({place}\): .*{reason}"):
        found = settled(ivy.compile(function)(ours, given))
    expected = settled(function(real, wanted))
    real.testing.assert_array_equal(real.asarray(found), expected)
    real.testing.assert_array_equal(real.asarray(given), wanted)
    with pytest.raises(CompileError, match=reason):
        ivy.compile(function, fallback="raise")(ours, ours.asarray([4.0, 2.0, 3.0]))


def tuple_of(place: str) -> tuple[str, int]:
    file, _, line = place.rpartition(":")
    return file, int(line)


@on_jax
@pytest.mark.parametrize("static", [bytearray(2), memoryview(b"2")], ids=["bytearray", "memory"])
def test_statics_without_a_hash(backend, static):
    def told(x, option):
        return x + len(option)

    if type(static) is memoryview:  # one that cannot be written to has a hash
        function = ivy.compile(told, fallback="raise")
    else:
        function = ivy.compile(told)
        with pytest.warns(CompileWarning, match="class bytearray has no hash, and is no array"):
            function(ours.ones(2), static)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        real.testing.assert_array_equal(function(ours.ones(2), static), [1.0 + len(static)] * 2)


@on_jax
def test_a_thousand_floats_compile_once_and_shapes_evict(backend):
    function = ivy.compile(lambda x, s: x * s + 1, fallback="raise")
    x = ours.ones(2)
    for s in range(1000):
        last = function(x, s / 7)
    real.testing.assert_allclose(last, [1 + 999 / 7] * 2)
    assert function.cache_info()[:2] == (999, 1)


@on_jax
def test_functions_that_are_dropped_leave_nothing(backend, few_objects):
    def made(n):
        def add(x):
            x += n
            return x

        return ivy.compile(add, fallback="raise")

    left = []
    for n in range(6):
        function = made(float(n))
        function(ours.ones(2))
        left += [weakref.ref(function), weakref.ref(next(iter(function._programs.values())))]
        del function
    gc.collect()
    assert [each() for each in left] == [None] * len(left)


def test_a_context_of_gradients_is_no_constant(backend):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    torch = pytest.importorskip("frontends.torch")

    class Bell(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            y = torch.exp(-x * x)
            ctx.save_for_backward(x, y)
            return y

        @staticmethod
        @ivy.compile(fallback="silent")
        def backward(ctx, grad):
            x, y = ctx.saved_tensors
            return -2.0 * x * y * grad

    for start in (0.5, -1.0, 2.0):
        x = torch.tensor([start, 0.25], requires_grad=True)
        Bell.apply(x).sum().backward()
        z = x.detach().numpy()
        real.testing.assert_allclose(x.grad.numpy(), -2 * z * real.exp(-z * z), rtol=1e-6)


class Slotted:
    __slots__ = ("weight",)


class Mixed(Slotted):
    """An object with attributes of its own beside those in slots."""


FOUND = Mixed()


def test_values_in_slots_are_no_constants_beside_attributes(backend):
    scaled = ivy.compile(lambda given, x: given.weight * x, fallback="silent")
    found = ivy.compile(lambda x: FOUND.weight * x, fallback="silent")
    FOUND.name = "weights"
    for weight in (1.0, 2.5, -3.0):
        FOUND.weight = weight
        x = ours.ones(2)
        assert scaled(FOUND, x).tolist() == found(x).tolist() == [weight, weight]
