"""What NumPy has computed is given to JAX when somebody asks for it, and nobody can tell."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import threading
import weakref

import numpy as np
import pytest

import frontends.numpy as fnp
import ivy_core as ivy
from ivy_core.arrays.host import to_numpy
from ivy_core.backends.holder import waiting
from tests.core.arrays import equal

pytestmark = pytest.mark.parametrize("backend", ["jax"], indirect=True)
A = np.array([[2.0, 1.0, 0.5], [1.0, 3.0, 0.25]])


def waits(x) -> bool:
    """Return whether JAX has not been given what an array holds."""
    return type(x._data) in waiting and not hasattr(x._data, "_native")


MADE = {
    "asarray": lambda: ivy.asarray(A),
    "zeros": lambda: ivy.zeros((2, 3)),
    "add": lambda: ivy.asarray(A) + ivy.asarray(A),
    "sin": lambda: ivy.sin(ivy.asarray(A)),
    "number": lambda: 2 * ivy.asarray(A),
    "sum": lambda: ivy.sum(ivy.asarray(A), axis=0),
    "matmul": lambda: ivy.asarray(A) @ ivy.asarray(A.T),
    "inv": lambda: ivy.inv(ivy.asarray(A[:, :2])),
    "written": lambda: _written(ivy.asarray(A)),
    "picked": lambda: ivy.asarray(A)[[1, 0]],
}


def _written(x):
    x[0] = 7.0
    return x


@pytest.mark.parametrize("name", MADE)
def test_small_results_wait_until_somebody_asks(backend, name):
    import jax

    x = MADE[name]()
    assert waits(x)
    values = np.array(to_numpy(x))
    assert waits(x) and (x.shape, x.dtype) == (values.shape, str(values.dtype))
    native = x.data
    assert isinstance(native, jax.Array) and x.data is native and ivy.to_native(x) is native
    equal(native, values)
    assert not waits(x) and native.devices() == {jax.devices()[0]} and not native.committed
    equal(x + 0, values)
    assert waits(x + 1)  # the way back to the host stays open


def test_few_elements_are_joined_on_the_host(backend):
    for join in (
        lambda np, x: np.concatenate((x, np.ones((1, 3), int), x[::-1, :2].T[:, [0, 1, 0]]), 0),
        lambda np, x: np.concatenate([x, x], axis=None, dtype="float32", casting="unsafe"),
        lambda np, x: np.vstack([x, [1, 2, 3]]),
        lambda np, x: np.stack((x, x[::-1]), axis=-1),
    ):
        found = join(fnp, fnp.asarray(A))
        assert waits(found)
        equal(found, join(np, A))
    with pytest.raises(ValueError, match="must match exactly"):
        fnp.concatenate((fnp.asarray(A), fnp.ones((2, 2))))


def test_what_is_not_for_the_host_does_not_wait(backend):
    import jax

    large, here = ivy.zeros(1 << 18), jax.device_put(A, jax.devices()[0])
    for x in (large + 1, ivy.Array(here), ivy.Array(here) + 1, ivy.asarray(A, dtype="bfloat16")):
        assert type(x._data) not in waiting
    assert (ivy.Array(here) + ivy.asarray(A)).data.committed
    assert (ivy.asarray(A) + ivy.Array(here)).data.committed
    ivy.set_host_execution_mode(False)
    try:
        assert type((ivy.asarray(A) + 1)._data) not in waiting
    finally:
        ivy.unset_host_execution_mode()


def test_the_only_device_binds_nothing_that_is_moved_or_made_there(backend):
    x = ivy.ones(1 << 15)
    for made in (ivy.to_device(x, "cpu:0"), ivy.asarray(A, device="cpu:0"), x.to_device("cpu:0")):
        assert not made.data.committed


def test_arrays_that_wait_are_taken_where_the_host_computes_nothing(backend):
    x = ivy.asarray(A) * 2
    ivy.set_host_execution_mode(False)
    try:
        equal(x + x, A * 4)
        equal(x[1:, ::-1], A[1:, ::-1] * 2)
        x[0] = 5.0
        equal(x, [[5.0] * 3, A[1] * 2])
    finally:
        ivy.unset_host_execution_mode()


# traces


def _constants(y):
    """Return what a function makes of its argument, and of arrays that wait outside of it."""
    x, total = OUTSIDE["x"], y * OUTSIDE["x"]
    total = total + x[::-1] + ivy.sin(x) + x + x
    return total + ivy.concat([x[:1], x[1:]]) + fnp.cumsum(OUTSIDE["f"], axis=0)


OUTSIDE: dict = {}


@pytest.mark.parametrize("transformation", ["jit", "vmap", "grad", "scan"])
def test_within_a_trace_they_are_constants(backend, transformation):
    import jax

    OUTSIDE.update(x=ivy.asarray(A) + 1, f=fnp.asarray(A) + 1)
    B = A + 1
    expected = A * B + B[::-1] + np.sin(B) + 3 * B + np.cumsum(B, axis=0)
    assert waits(OUTSIDE["x"]) and waits(OUTSIDE["f"])

    def native(y):
        return ivy.to_native(_constants(ivy.asarray(y)))

    if transformation == "jit":
        found = jax.jit(native)(A)
    elif transformation == "vmap":
        found = jax.vmap(native)(np.stack([A, A]))[1]
    elif transformation == "scan":
        _, found = jax.lax.scan(lambda carry, y: (carry, native(y)), 0, np.stack([A, A]))
        found = found[1]
    else:
        found, expected = jax.grad(lambda y: native(y).sum())(A), B
    np.testing.assert_allclose(found, expected, rtol=1e-15)
    equal(OUTSIDE["x"] + 0, B)  # no tracer was left behind
    assert type(OUTSIDE["x"].data) is type(jax.numpy.zeros(1))


def test_they_are_arguments_of_jaxs_functions(backend):
    import jax
    import jax.numpy as jnp

    x = ivy.asarray(A) + 1
    equal(jax.jit(lambda nest: nest["x"] * 2)({"x": x}), (A + 1) * 2)  # as leaves of a nest
    equal(jnp.asarray(x.data) + 1, A + 2)
    equal(jnp.add((ivy.asarray(A) + 1).data, 1), A + 2)
    gradient = ivy.grad(lambda y: ivy.sum(y * y * x))(ivy.asarray(A))
    np.testing.assert_allclose(np.asarray(gradient), 2 * A * (A + 1))


# who sees what


def test_a_write_changes_nothing_that_was_handed_out(backend):
    x = ivy.asarray(A) + 0
    seen, array, native = to_numpy(x), np.asarray(x), x.data
    alias, taken = ivy.asarray(x, copy=False), ivy.Array(x)
    before = [np.array(each) for each in (seen, array, native)]
    x[0] = 9.0
    x[1, 1] = 8.0
    x[:, 2] += 1.0
    for each, was in zip((seen, array, native), before, strict=True):
        equal(each, was)
    equal(x, [[9.0, 9.0, 10.0], [1.0, 8.0, 1.25]])
    assert alias is x or np.asarray(alias).shape == A.shape
    taken[0] = 1.0
    assert np.asarray(x)[0, 0] == 9.0


def test_what_is_seen_on_the_host_is_not_for_writing(backend):
    x = ivy.asarray(A) + 0
    for each in (to_numpy(x), to_numpy(x[1:]), np.asarray(x._data), np.asarray(x.data)):
        assert not each.flags.writeable
    array = np.asarray(x)
    array[...] = 5.0  # what NumPy is given is a copy of its own
    equal(x, A)


def test_two_arrays_of_one_result_are_written_apart(backend):
    x = ivy.asarray(A) + 0
    y = ivy.Array(x._data)
    x[0, 0] = 5.0
    y[0, 1] = 6.0
    x[1] = 7.0
    equal(x, [[5.0, 1.0, 0.5], [7.0] * 3])
    equal(y, [[2.0, 6.0, 0.5], A[1]])


@pytest.mark.parametrize("library", [ivy, fnp])
def test_views_of_what_waits(backend, few_objects, library):
    x, expected = library.asarray(A) + 0, A.copy()
    row, column, turned = x[1], x[:, 1:], library.permute_dims(x, (1, 0))
    for number in range(3):
        equal(row + 0, expected[1])
        row += number
        expected[1] += number
        column[...] = column * 2
        expected[:, 1:] *= 2
        turned[0] = number
        expected[:, 0] = number
        x[0, 2] = -number
        expected[0, 2] = -number
        equal(x, expected)
        equal(turned, expected.T)
        equal(column[:, 0], expected[:, 1])
    views = [weakref.ref(row), weakref.ref(column)]
    del row, column
    gc.collect()
    assert [view() for view in views] == [None, None]


def test_what_jax_was_given_and_deleted_is_gone(backend):
    for use in (lambda x: x + 1, lambda x: x[1:] + 1, lambda x: to_numpy(x), lambda x: x.sum()):
        x = fnp.asarray(A) + 1
        ivy.to_native(x).delete()
        with pytest.raises(Exception, match="deleted"):
            use(x)


def test_what_jax_was_given_stays_while_its_array_is_held(backend):
    x = ivy.asarray(A) + 1
    native = x.data
    x = x + native  # beside one of JAX's own
    del native
    equal(x, 2 * (A + 1))


def test_copies_and_pickles(backend):
    x = fnp.asarray(A) + 1
    copies = [copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x)), x.copy()]
    nest = copy.deepcopy(ivy.Container(a=x, b={"c": x}))
    x[...] = 0.0
    for each in (*copies, nest.a, nest.b.c):
        equal(each, A + 1)
        assert type(each) is fnp.ndarray


def test_it_is_one_array_in_memory(backend, few_objects):
    found = ivy.num_arrays_in_memory()
    x = ivy.asarray(A) + 1
    assert ivy.num_arrays_in_memory() == found + 1
    x.data.block_until_ready()
    assert ivy.num_arrays_in_memory() == found + 1
    del x
    assert ivy.num_arrays_in_memory() == found


def test_containers_and_lists_hold_what_waits(backend):
    nest = ivy.Container(a=ivy.asarray(A), b=ivy.asarray(A) + 1)
    equal((nest + nest).b, 2 * (A + 1))
    equal(ivy.concat([nest.a, nest.b]), np.concatenate([A, A + 1]))
    equal(ivy.stack([nest.a, ivy.asarray(nest.b.data)]), np.stack([A, A + 1]))


def test_exports(backend):
    x = ivy.asarray(A) + 1
    equal(np.from_dlpack(x), A + 1)
    assert str(x.device) == "cpu:0" and x.placement == ivy.Placement("cpu:0")
    equal(x.__array__(np.float32), (A + 1).astype(np.float32))
    x.data = (ivy.asarray(A) * 2).data
    equal(x, A * 2)


# threads


def test_threads_ask_for_one_native_array_at_once(backend):
    import jax

    switch, barrier, errors = sys.getswitchinterval(), threading.Barrier(4), []
    arrays = [ivy.asarray(A) + n for n in range(300)]

    def work():
        barrier.wait()
        for number, x in enumerate(arrays):
            native = x.data
            wrong = not isinstance(native, jax.Array) or not np.array_equal(native, A + number)
            if wrong or not np.array_equal(np.asarray(x + x), 2 * (A + number)):
                errors.append(number)

    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    finally:
        sys.setswitchinterval(switch)
    assert not errors


def test_one_thread_reads_while_another_writes(backend):
    switch, x, errors, done = sys.getswitchinterval(), ivy.asarray(A) + 0, [], threading.Event()

    def read():
        while not done.is_set():
            seen = np.asarray(x.data)
            if seen[0, 0] > seen[0, 1] + 1e9 or seen.shape != A.shape:
                errors.append(seen)

    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=read)
    thread.start()
    try:
        for number in range(300):
            x[0] = float(number)  # no write is undone by who reads
            x[1] = x[0] + 1
            equal(x, [[number] * 3, [number + 1.0] * 3])
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(switch)
    assert not errors


def test_a_few_elements_of_a_large_array_are_read_when_a_view_shows_them(backend):
    """Else each row of a loop over rows is come back for, which takes longer than to copy it."""
    values = np.arange(100_000.0).reshape(-1, 2)
    x = ivy.asarray(values)
    x._data.block_until_ready()  # JAX copies in a thread; until then there is nothing to read
    row, part, column = x[7], x[3:5], x[:, 0]
    assert waits(row) and waits(part) and not hasattr(column, "_data")
    assert to_numpy(row).tolist() == values[7].tolist()
    assert to_numpy(part).tolist() == values[3:5].tolist()
    x[7] = 5.0
    assert to_numpy(row).tolist() == [5.0, 5.0]
    row[1] = 9.0
    assert float(x[7, 1]) == 9.0 and to_numpy(x[6]).tolist() == values[6].tolist()
    small = ivy.asarray(values[:2000]) + 0.0  # what NumPy has computed, in more than 16 KiB
    assert waits(small) and waits(small[3]) and to_numpy(small[3]).tolist() == values[3].tolist()


def test_what_a_stencil_reads_is_copied_when_a_view_shows_it(backend):
    """Rows that lie apart up to 512 KB, rows that lie together up to 128 KiB: else they wait."""
    values = np.random.default_rng(0).random((200, 200))
    x = ivy.asarray(values) + 0.0
    inner, rows, few = x[1:-1, 2:], x[:150], x[:50]
    assert waits(inner) and waits(few) and not hasattr(rows, "_data")
    x[1:-1, 1:-1] = 0.25 * (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:])
    expected = values.copy()
    expected[1:-1, 1:-1] = 0.25 * (
        values[:-2, 1:-1] + values[2:, 1:-1] + values[1:-1, :-2] + values[1:-1, 2:]
    )
    for view, index in ((inner, np.s_[1:-1, 2:]), (rows, np.s_[:150]), (few, np.s_[:50])):
        equal(view, expected[index])
    inner[0] = 3.0
    few += 1.0
    expected[1, 2:] = 3.0
    expected[:50] += 1.0
    equal(x, expected)
    equal(rows, expected[:150])
