"""``torch.futures`` and ``torch.jit.fork`` against PyTorch's."""

from __future__ import annotations

import threading

import pytest

from .comparing import assert_same, assert_same_error

pytestmark = pytest.mark.parametrize("backend", ["jax"], indirect=True)


def forked(t, f):
    future = t.jit.fork(lambda a, b=1: a + b, t.ones(2), b=3)
    return [t.jit.wait(future), future.done()]


def chained(t, f):
    future = t.futures.Future()
    later = future.then(lambda done: done.wait() * 2)
    threading.Timer(0.01, lambda: future.set_result(4)).start()
    return [later.wait(), future.value()]


def called_back(t, f):
    future, calls = t.futures.Future(), []
    future.add_done_callback(lambda done: calls.append(done.value()))
    future.set_result(1)
    future.add_done_callback(lambda done: calls.append(2))
    return calls


def collected(t, f):
    futures = [t.futures.Future() for _ in range(3)]
    everything = t.futures.collect_all(futures)
    for number, future in enumerate(futures):
        future.set_result(number)
    return [[each.value() for each in everything.wait()], t.futures.wait_all(futures)]


@pytest.mark.parametrize("program", [forked, chained, called_back, collected])
def test_results(backend, program):
    assert_same(program)


def failed(t, f):
    future = t.futures.Future()
    future.set_exception(ValueError("of the user's"))
    return future.wait()


def failed_in_a_callback(t, f):
    future = t.futures.Future()
    later = future.then(lambda done: 1 / 0)
    future.set_result(1)
    return later.wait()


def set_twice(t, f):
    future = t.futures.Future()
    future.set_result(1)
    future.set_result(2)


@pytest.mark.parametrize(
    "program",
    [
        failed,
        failed_in_a_callback,
        set_twice,
        lambda t, f: t.jit.fork(lambda: 1 / 0),
        lambda t, f: t.futures.Future().value(),
        lambda t, f: t.futures.Future().set_exception(3),
    ],
)
def test_errors(backend, program):
    assert_same_error(program, says=False)
