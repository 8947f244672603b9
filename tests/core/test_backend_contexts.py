"""The set backend belongs to a context: threads, tasks and generators do not disturb each other."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import random
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

import frontends.numpy as np
import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.backends.holder import read

pytestmark = pytest.mark.usefixtures("no_backend")
DIRECT = ivy.get_backend("numpy").add


def owner(x) -> str:
    """Return the framework of an array's data: numpy, jax, torch or tensorflow."""
    name = type(read(x)).__module__.partition(".")[0]
    return {"jaxlib": "jax"}.get(name, name)


def used() -> set[str]:
    """Return the backends that some calls of core and NumPy frontend are found to run on."""
    x, y = ivy.asarray([1.0, 4.0]), np.asarray([1.0, 4.0])
    z = np.ones(2)
    z += np.float64(2.0)
    results = [
        x, ivy.add(x, x), x * 2, x.sqrt(), ivy.linalg.outer(x, x), ivy.stable_divide(x, 2.0),
        ivy.fft.rfft(x), y, np.add(y, 1), y * y, y.reshape(2, 1), np.sqrt(y), np.add.outer(y, y),
        np.cumsum(y), z, y[1] * np.ones(1), np.linalg.norm(np.ones((2, 2)), axis=0),
    ]  # fmt: skip
    assert float(x[1]) + float(y[1]) + float(z[0]) == 11.0
    return {owner(r) for r in results} | {ivy.current_backend_str()}


def run(*functions):
    """Run each function in a thread of its own; return their results."""
    with ThreadPoolExecutor(len(functions)) as pool:
        return [f.result(timeout=20) for f in [pool.submit(function) for function in functions]]


def is_direct() -> bool:
    return ivy.add is ivy.get_backend(ivy.current_backend_str()).add


@pytest.fixture
def on_numpy():
    ivy.set_backend("numpy")
    yield
    ivy.unset_backend()
    assert ivy.current_backend_str() == ""


def test_blocks_in_two_threads_do_not_see_each_other(on_numpy):
    barrier = threading.Barrier(2, timeout=20)

    def work(first, second):
        seen = []
        with ivy.with_backend(first):
            barrier.wait()
            for _ in range(5):
                seen.append(used())
                barrier.wait()
            with ivy.with_backend(second):
                barrier.wait()
                seen.append(used())
            barrier.wait()
            seen.append(used())
        barrier.wait()
        return [*seen, used()]

    results = run(lambda: work("torch", "numpy"), lambda: work("numpy", "torch"))
    assert results[0] == [{"torch"}] * 5 + [{"numpy"}, {"torch"}, {"numpy"}]
    assert results[1] == [{"numpy"}] * 5 + [{"torch"}, {"numpy"}, {"numpy"}]
    assert used() == {"numpy"}


@pytest.mark.parametrize("theirs", BACKENDS)
@pytest.mark.parametrize("ours", BACKENDS)
def test_a_block_in_one_thread_leaves_every_other_backend_alone(ours, theirs):
    begun, done = threading.Event(), threading.Event()

    def work():
        with ivy.with_backend(theirs):
            begun.set()
            assert done.wait(60)
            return used()

    ivy.set_backend(ours)
    try:
        with ThreadPoolExecutor(1) as pool:
            result = pool.submit(work)
            assert begun.wait(60)
            assert used() == {ours}
            done.set()
            assert result.result(60) == {theirs}
        assert used() == {ours}
    finally:
        ivy.unset_backend()


def test_what_a_thread_sets_stays_in_it(on_numpy):
    def work():
        ivy.set_backend("torch")
        inside = used()
        last = ivy.previous_backend().backend
        return inside, last, used()

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(work).result(60) == ({"torch"}, "torch", {"numpy"})
        pool.submit(ivy.set_backend, "torch").result(60)
        assert used() == {"numpy"} and ivy.current_backend_str() == "numpy"
        assert pool.submit(used).result(60) == {"torch"}


def test_what_top_level_sets_reaches_threads_begun_before_and_after():
    with ThreadPoolExecutor(1) as before, ThreadPoolExecutor(1) as own:
        assert before.submit(ivy.current_backend_str).result(60) == ""
        own.submit(ivy.set_backend, "torch").result(60)
        ivy.set_backend("numpy")
        try:
            assert before.submit(used).result(60) == {"numpy"}
            assert own.submit(used).result(60) == {"torch"}  # it has one of its own
            assert run(used) == [{"numpy"}]
            ivy.set_backend("torch")
            assert before.submit(used).result(60) == {"torch"}
            ivy.unset_backend()
            assert before.submit(used).result(60) == {"numpy"}
        finally:
            ivy.unset_backend()
        assert before.submit(ivy.current_backend_str).result(60) == ""


def test_a_thread_without_its_own_follows_again_what_top_level_sets(on_numpy):
    with ThreadPoolExecutor(1) as pool:
        pool.submit(ivy.set_backend, "torch").result(60)
        pool.submit(ivy.previous_backend).result(60)
        ivy.set_backend("torch")
        assert pool.submit(used).result(60) == {"torch"}
        ivy.unset_backend()
        assert pool.submit(used).result(60) == {"numpy"}


def test_previous_backend_in_a_thread_takes_nothing_from_the_process(on_numpy):
    def work():
        return ivy.previous_backend().backend, ivy.current_backend_str(), ivy.previous_backend()

    assert run(work) == [("numpy", "", None)]
    assert used() == {"numpy"} and is_direct()


def test_a_thread_begun_in_a_block_has_the_backend_of_the_process(on_numpy):
    with ivy.with_backend("torch"):
        context = contextvars.copy_context()
        assert run(used, lambda: context.run(used)) == [{"numpy"}, {"torch"}]


def test_a_copied_context_keeps_its_backend_after_the_block(on_numpy):
    with ivy.with_backend("torch"):
        context = contextvars.copy_context()
    assert used() == {"numpy"}
    assert context.run(used) == {"torch"}
    assert run(lambda: context.run(used)) == [{"torch"}]
    with ivy.with_backend("torch"):
        pass
    assert context.run(used) == {"torch"} and used() == {"numpy"}
    context = None
    gc.collect()
    assert is_direct()


def test_a_block_in_a_copied_context_stays_there(on_numpy):
    def work():
        with ivy.with_backend("torch"):
            return used()

    assert contextvars.copy_context().run(work) == {"torch"}
    assert used() == {"numpy"} and is_direct()


def test_tasks_have_their_own(on_numpy):
    async def work(name, other):
        seen = []
        with ivy.with_backend(name):
            for _ in range(5):
                await asyncio.sleep(0)
                seen.append(used())
            with pytest.raises(ZeroDivisionError), ivy.with_backend(other):
                await asyncio.sleep(0)
                seen.append(used())
                _ = 1 / 0
            await asyncio.sleep(0)
            seen.append(used())
        await asyncio.sleep(0)
        return [*seen, used()]

    async def setting(name):
        ivy.set_backend(name)
        await asyncio.sleep(0)
        return used()

    async def main():
        results = await asyncio.gather(
            work("torch", "numpy"), work("numpy", "torch"), setting("torch"), setting("numpy")
        )
        return results, used()

    (first, second, third, fourth), after = asyncio.run(main())
    assert first == [{"torch"}] * 5 + [{"numpy"}, {"torch"}, {"numpy"}]
    assert second == [{"numpy"}] * 5 + [{"torch"}, {"numpy"}, {"numpy"}]
    assert (third, fourth, after) == ({"torch"}, {"numpy"}, {"numpy"})
    assert used() == {"numpy"} and is_direct()


def test_a_task_begun_in_a_block_has_its_backend_after_the_block_too(on_numpy):
    async def work(gate):
        first = used()
        await gate.wait()
        return first, used()

    async def main():
        gate = asyncio.Event()
        with ivy.with_backend("torch"):
            task = asyncio.create_task(work(gate))
            await asyncio.sleep(0)
        between = used()
        gate.set()
        return between, await task

    assert asyncio.run(main()) == ({"numpy"}, ({"torch"}, {"torch"}))
    assert is_direct()


def test_a_worker_thread_of_a_task_has_the_tasks_backend(on_numpy):
    async def main():
        with ivy.with_backend("torch"):
            return await asyncio.to_thread(used)

    assert asyncio.run(main()) == {"torch"}


def test_a_cell_of_a_notebook_is_top_level():
    """A kernel runs each cell within a task of its own: what a cell sets is the process's."""
    kernel = {"__name__": "ipykernel.kernelbase", "ivy": ivy, "run": run}
    code = """
async def cell():
    ivy.set_backend("torch")
    return run(ivy.current_backend_str)
"""
    exec(code, kernel)
    try:
        assert asyncio.run(kernel["cell"]()) == ["torch"]
        assert used() == {"torch"} and is_direct()
    finally:
        ivy.unset_backend()


def test_blocks_nest_and_end_with_an_exception(on_numpy):
    with ivy.with_backend("torch") as outer:
        with pytest.raises(ZeroDivisionError), ivy.with_backend("numpy"):
            assert used() == {"numpy"}
            _ = 1 / 0
        assert used() == {"torch"} and outer.backend == "torch"
        with ivy.with_backend("torch"):
            assert used() == {"torch"}
        assert used() == {"torch"}
    assert used() == {"numpy"} and is_direct()


def test_what_is_set_within_a_block_ends_with_it(on_numpy):
    with ivy.with_backend("torch"):
        ivy.set_backend("numpy")
        assert used() == {"numpy"}
        assert ivy.previous_backend().backend == "numpy"
        assert used() == {"torch"}
        assert [ivy.previous_backend().backend for _ in range(2)] == ["torch", "numpy"]
        assert ivy.current_backend_str() == "" and ivy.previous_backend() is None
        ivy.set_backend("torch")
    assert used() == {"numpy"} and is_direct()


def test_generators_may_end_their_blocks_in_any_order(on_numpy):
    def generator(name):
        with ivy.with_backend(name):
            yield used()
            yield used()

    first, second = generator("torch"), generator("numpy")
    assert next(first) == {"torch"}
    assert next(second) == {"numpy"}
    first.close()
    assert next(second) == used() == {"numpy"} and ivy.current_backend_str() == "numpy"
    second.close()
    assert used() == {"numpy"} and is_direct()


def test_a_block_that_ends_in_another_context_changes_nothing_there(on_numpy):
    def generator():
        with ivy.with_backend("torch"):
            yield

    blocked = generator()
    contextvars.copy_context().run(next, blocked)
    assert used() == {"numpy"}
    blocked.close()
    assert used() == {"numpy"} and is_direct()


def test_as_a_decorator(on_numpy):
    @ivy.with_backend("torch")
    def on_torch():
        return used()

    assert run(on_torch, used, on_torch) == [{"torch"}, {"numpy"}, {"torch"}]


def test_functions_are_published_directly_while_nobody_differs(on_numpy):
    assert ivy.add is DIRECT
    with ivy.with_backend("numpy"):
        assert ivy.add is DIRECT
        with ivy.with_backend("torch"):
            assert ivy.add is not DIRECT
            assert ivy.add.handle_nestable and ivy.add.__name__ == "add"
            assert ivy.add.__doc__ == DIRECT.__doc__
            assert ivy.fft.rfft is ivy.rfft
        assert ivy.add is DIRECT


def test_a_function_kept_from_a_block_follows_the_backend(on_numpy):
    with ivy.with_backend("torch"):
        add = ivy.add
    assert owner(add(ivy.ones(2), 1)) == "numpy"
    with ivy.with_backend("torch"):
        assert owner(add(ivy.ones(2), 1)) == "torch"


def test_modes_hold_in_blocks_too(on_numpy):
    with ivy.with_backend("torch"):
        with ivy.set_array_mode(False):
            assert type(ivy.ones(2)).__module__ == "torch"
            with ivy.with_backend("numpy"):
                assert type(ivy.ones(2)) is numpy.ndarray
        assert type(ivy.ones(2)) is ivy.Array
    assert type(ivy.ones(2)) is ivy.Array


def test_errors_name_the_backend_of_the_block(on_numpy):
    with ivy.with_backend("torch"), pytest.raises(ValueError, match="^torch: reshape"):
        ivy.reshape(ivy.ones(3), (2, 2))


def test_scalars_computed_beside_a_block_are_right_afterwards(on_numpy):
    """What is kept by bound function about NumPy's own must not hold for another backend's."""
    with ivy.with_backend("torch"):
        x = np.float64(4.0)
        assert float(np.sqrt(x) + x * 2 - np.multiply(x, x)) == -6.0
        assert owner(np.ones(2) * x) == "torch"
    x = np.float64(4.0)
    assert float(np.sqrt(x) + x * 2 - np.multiply(x, x)) == -6.0
    ivy.set_backend("torch")
    try:
        assert used() == {"torch"}
    finally:
        ivy.unset_backend()


def test_transpiled_functions_in_threads():
    from transpile import to

    barrier = threading.Barrier(2, timeout=20)

    def body(x):
        import numpy as np

        y = np.sqrt(x)
        barrier.wait()
        z = np.add(y, 1)
        barrier.wait()
        return z

    on_torch, on_numpy = to("torch")(body), to("numpy")(body)
    x = numpy.asarray([4.0])
    for _ in range(3):
        first, second = run(lambda: on_torch(x), lambda: on_numpy(x))
        assert (owner(first), owner(second)) == ("torch", "numpy")
    assert ivy.current_backend_str() == ""


def test_many_threads_get_results_of_their_own_backend(on_numpy):
    """Eight threads, blocks and settings at random, while the main thread changes its own."""
    failures, stop = [], threading.Event()

    def work(seed):
        draw = random.Random(seed)
        while not stop.is_set():
            name = draw.choice(("numpy", "torch"))
            if draw.random() < 0.5:
                with ivy.with_backend(name):
                    found = [used() for _ in range(draw.randint(1, 4))]
            else:
                ivy.set_backend(name)
                found = [used() for _ in range(draw.randint(1, 4))]
                ivy.previous_backend()
            failures.extend((seed, name, f) for f in found if f != {name})

    with ThreadPoolExecutor(8) as pool:
        results = [pool.submit(work, seed) for seed in range(8)]
        try:
            for turn in range(60):
                name = ("torch", "numpy")[turn % 2]
                ivy.set_backend(name)
                if used() != {name}:
                    failures.append(("main", name))
                ivy.unset_backend()
        finally:
            stop.set()
        for result in results:
            result.result(60)
    assert failures == []
    assert used() == {"numpy"} and is_direct()


@pytest.mark.checklist("F29")
def test_set_framework_is_set_backend():
    assert ivy.set_framework is ivy.set_backend
    ivy.set_framework("torch")
    try:
        assert ivy.current_backend().backend == "torch"
    finally:
        ivy.unset_backend()
