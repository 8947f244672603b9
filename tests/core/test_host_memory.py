"""Arrays written on the host's memory: what was handed out before a write stays as it was."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
import weakref

import numpy as np
import pytest

import frontends.numpy as fnp
import ivy_core as ivy
from ivy_core import modes
from ivy_core.arrays import write
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.policy import COPIED_BYTES
from ivy_core.arrays.views import move_outside
from ivy_core.backend_handler import active_backend
from ivy_core.backends.common.memory import ALIGNMENT, aligned_copy, aligned_empty, put
from ivy_core.backends.loading import load_backend
from tests.core.arrays import equal

IMMUTABLE = ("jax", "tensorflow")
immutable = pytest.mark.parametrize("backend", IMMUTABLE, indirect=True)


def begin(x) -> int:
    """Return where the memory begins that an array owns."""
    return x._memory.memory.__array_interface__["data"][0]


def owner(values, library=ivy):
    """Return an array that owns its memory: it has been written to."""
    x = library.asarray(values)
    x[0] = values[0]
    assert hasattr(x, "_memory")
    return x


# memory


@pytest.mark.parametrize("shape", [(), (0,), (1,), (7,), (3, 5), (40, 40), (2, 0, 3)])
@pytest.mark.parametrize("dtype", ["bool", "int8", "float64", "complex128"])
def test_aligned_memory(shape, dtype):
    made = [aligned_empty(shape, np.dtype(dtype)) for _ in range(200)]
    for number, each in enumerate(made):
        each[...] = number % 2
        assert (each.shape, each.dtype.name, each.flags.c_contiguous) == (shape, dtype, True)
        assert each.__array_interface__["data"][0] % ALIGNMENT == 0
    for number, each in enumerate(made):
        assert (each == number % 2).all()  # no two of them share memory


@pytest.mark.parametrize("shape", [(7,), (40, 40)])
def test_views_of_aligned_memory_refer_to_it(shape):
    made = aligned_copy(np.ones(shape))
    assert made[1:].base is made and made.reshape(-1)[2:][::-1].base is made


@immutable
@pytest.mark.parametrize("shape", [(), (0,), (1,), (7,), (3, 5), (40, 40)])
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint32", "float16", "float64", "complex64"])
def test_a_native_array_is_one_reference_to_its_memory(backend, shape, dtype):
    import sys

    ops = load_backend(backend)
    memory = aligned_copy(np.ones(shape, dtype))
    before = sys.getrefcount(memory)
    native = ops.adopt(memory)
    equal(native, memory)
    assert native.dtype == ops.to_native_dtype(dtype)
    assert sys.getrefcount(memory) == before + 1 or not memory.size
    seen = ops.memory_on_host(native)
    equal(seen, memory)
    del native
    ops.release_memory()
    if memory.size and memory.shape:
        assert sys.getrefcount(memory) == before + 1
    del seen
    ops.adopt(np.zeros(3))  # TensorFlow forgets what it has given up when the next tensor ends
    ops.release_memory()
    assert sys.getrefcount(memory) == before


@immutable
@pytest.mark.parametrize("shape", [(3,), (40, 40)])
def test_what_is_looked_at_on_the_host_is_the_memory_unwritable(backend, shape):
    x = owner(np.ones(shape))
    seen = to_numpy(x)
    assert begin(x) == seen.__array_interface__["data"][0] and not seen.flags.writeable
    x[1:] = 5.0
    equal(seen, np.ones(shape))  # which is the write's to find
    copied = np.asarray(x)
    copied[...] = 7.0
    assert float(np.max(to_numpy(x))) == 5.0


# writes in place


@immutable
@pytest.mark.parametrize("shape", [(9,), (3, 3), (40, 50)])
@pytest.mark.parametrize("library", [ivy, fnp])
def test_what_nobody_else_holds_is_written_in_place(backend, shape, library):
    expected = np.arange(np.prod(shape), dtype=float).reshape(shape)
    x, at = owner(expected, library), None
    for number in range(1, 6):
        x[1:] = number
        x[0] += x[-1]
        x[..., 1] = x[..., 0]
        x[(1,) * x.ndim] = 3
        x[x > 4] = 0
        view = x[1:]
        view += 1
        expected[1:] = number
        expected[0] += expected[-1]
        expected[..., 1] = expected[..., 0]
        expected[(1,) * expected.ndim] = 3
        expected[expected > 4] = 0
        expected[1:] += 1
        equal(x, expected)
        del view
        assert at in (None, begin(x))
        at = begin(x)


KEPT = {
    "the native array": lambda x: x.data,
    "a view of NumPy's": np.asarray,
    "a slice of a view of NumPy's": lambda x: np.asarray(x)[1:],
    "an array that holds the same": ivy.Array,
    "a result": lambda x: x + 0,
    "a slice, copied": lambda x: ivy.copy_array(x[1:]),
    "what a view has read": lambda x: x[1:].data,
    "what a view of all has read": lambda x: ivy.reshape(x, (-1,)).data,
    "what a turned view has read": lambda x: x[::-1].data,
    "what is seen of a view that was not read": lambda x: np.asarray(x[1:]),
    "what is seen of a turned one": lambda x: np.asarray(x[::-1]),
    "what is seen of a view of all": lambda x: np.asarray(x[...]),
    "elements": lambda x: (x[0], x[1]),
    "a copy": copy.copy,
    "a deep copy": copy.deepcopy,
    "what comes out of a pickle": lambda x: pickle.loads(pickle.dumps(x)),
    "a dlpack export": lambda x: np.from_dlpack(x),
    "what another array was given": lambda x: _filled(x),
    "what another array holds": lambda x: _holding(x),
}


def _filled(x):
    other = ivy.zeros_like(x)
    other[...] = x
    return other


def _holding(x):
    other = ivy.zeros_like(x)
    other.data = x.data
    return other


WRITES = {
    "an element": lambda x: x.__setitem__(0, 50.0),
    "the last": lambda x: x.__setitem__(-1, 50.0),
    "a slice": lambda x: x.__setitem__(slice(1, None), 60.0),
    "all": lambda x: x.__setitem__(..., 70.0),
    "a mask": lambda x: x.__setitem__(x > -1, 80.0),
    "indices": lambda x: x.__setitem__([0, 1, -1], 90.0),
    "in place": lambda x: x.__iadd__(1000.0),
    "a slice in place": lambda x: x.__setitem__(slice(1, None), x[1:].__iadd__(1000.0)),
    "a row": lambda x: x.__setitem__(1, x[2:3].sum()),
    "through a view": lambda x: x.reshape((-1,)).__setitem__(slice(0, 3), 7.0),
    "through two": lambda x: x[1:][::-1].__setitem__(0, 7.0),
    "what it shows": lambda x: x.__setitem__(slice(1, None), x[:-1]),
}


@immutable  # on the others what is handed out shares memory with the array
@pytest.mark.parametrize("size", [9, 5000])
@pytest.mark.parametrize("kept", KEPT)
def test_what_was_handed_out_stays_as_it_was(kept, size, backend):
    values = np.arange(float(size))
    for name, change in WRITES.items():
        x, expected = owner(values), values.copy()
        kept_by_us = KEPT[kept](x)
        parts = kept_by_us if isinstance(kept_by_us, tuple) else (kept_by_us,)
        before = [np.array(part) for part in parts]
        for _ in range(3):
            change(x)
            change(expected)
        for part, was in zip(parts, before, strict=True):
            np.testing.assert_array_equal(np.asarray(part), was, err_msg=name)
        equal(x, expected)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_no_array_of_jaxs_is_made_for_a_write_to_a_row_of_a_large_one(backend, monkeypatch):
    from ivy_core.backends.jax.runtime import memory

    x, expected, made, put_on_device = fnp.zeros((40_000, 4)), np.zeros((40_000, 4)), [], memory.put
    monkeypatch.setattr(memory, "put", lambda *given: made.append(1) or put_on_device(*given))
    sums = []
    for at in range(100):
        x[at], expected[at] = fnp.full(4, at), at
        if at % 50 == 49:
            sums.append((x * 2.0).sum())  # which may still be computed when the next row comes
    assert len(made) < 10
    assert [each.item() for each in sums] == [2.0 * 4 * 49 * 25, expected.sum() * 2.0]
    equal(x, expected)


@immutable
@pytest.mark.parametrize("rows", [4, 5000])
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "float32", "float64"])
def test_rows_are_written_one_by_one(backend, rows, dtype):
    """A buffer is filled by rows of its own type or another one; views and copies see what is."""
    expected = np.zeros((rows, 2, 3), dtype)
    x, kept, views = fnp.zeros((rows, 2, 3), dtype), [], []
    values = [
        np.ones((2, 3)) * 2.5,
        np.arange(6).reshape(2, 3),
        np.ones((2, 3), bool),
        np.full((2, 3), 3.7, "float32"),
        np.arange(3),
        np.ones((1, 3)),
        np.array(1.5),
    ]
    for at in (0, 1, -1, 1, rows - 1, -rows, 2):
        for value in values:
            kept.append((x[at % rows :].copy(), expected[at % rows :].copy()))
            views.append(x[at])
            expected[at] = value
            x[at] = fnp.array(value)
            equal(views[-1], expected[at])
    equal(x, expected)
    for index in (rows, -rows - 1):
        with pytest.raises(IndexError):
            x[index] = fnp.ones((2, 3))
    with pytest.raises(ValueError, match="broadcast"):
        x[0] = fnp.ones((3, 3))
    equal(x, expected)
    for part, was in kept:
        equal(part, was)


@immutable
def test_what_is_seen_of_a_view_is_not_for_writing(backend):
    x = owner(np.arange(6.0))
    for view in (x[1:], x[::-1], x[...], ivy.reshape(x, (2, 3))):
        seen = to_numpy(view)
        assert not seen.flags.writeable
        equal(view, seen)
    x[0] = 7
    equal(x, [7, 1, 2, 3, 4, 5])


@immutable
def test_a_pending_computation_sees_what_was_there(backend):
    size = 700
    x = owner(np.ones((size, size)))
    for number in range(5):
        pending = [ivy.matmul(x, x) for _ in range(3)]
        x[:] = number + 2.0
        for each in pending:
            equal(each, np.full((size, size), size * (number + 1.0) ** 2))


def test_a_donated_array_is_ended_or_kept():
    jax = pytest.importorskip("jax")
    with ivy.with_backend("jax"):
        x = owner(np.arange(9.0))
        y = ivy.Array(jax.jit(lambda a: a + 1, donate_argnums=0)(x.data))
        y[0] = 5
        z = ivy.Array(jax.jit(lambda a: a * 1, donate_argnums=0)(y.data))
        w = x * 2 if not x.data.is_deleted() else None
        x[1] = 100
        equal(y, [5, *range(2, 10)]) if not y.data.is_deleted() else None
        equal(z, [5, *range(2, 10)])
        if w is not None:
            equal(w, np.arange(9.0) * 2)


def test_what_jax_hands_on_unchanged_shares_memory():
    jax = pytest.importorskip("jax")
    with ivy.with_backend("jax"):
        x = owner(np.arange(9.0))
        same = jax.jit(lambda a: a)(x.data)
        put = jax.device_put(x.data)
        x[:] = 5
        equal(same, np.arange(9.0))
        equal(put, np.arange(9.0))


def test_what_a_tape_has_recorded_stays():
    tf = pytest.importorskip("tensorflow")
    with ivy.with_backend("tensorflow"):
        x = owner(np.arange(1.0, 5.0))
        v = tf.Variable(np.full(4, 3.0))
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(v * v * x.data)
        x[:] = 100.0
        equal(tape.gradient(y, v), 2 * 3.0 * np.arange(1.0, 5.0))


def test_what_jax_keeps_for_a_gradient_stays():
    jax = pytest.importorskip("jax")
    with ivy.with_backend("jax"):
        x = owner(np.arange(1.0, 5.0))
        _, pulled = jax.vjp(lambda v: v * x.data, jax.numpy.ones(4))
        x[:] = 100.0
        equal(pulled(jax.numpy.ones(4))[0], np.arange(1.0, 5.0))


@immutable
def test_a_view_reads_again_after_a_write(backend):
    x = owner(np.arange(2000.0))
    views = [x[1:], x[::-1], ivy.reshape(x, (-1, 2)), x[:1024], ivy.reshape(x, (-1, 2))[:, 0]]
    expected = np.arange(2000.0)
    shown = [expected[1:], expected[::-1], expected.reshape(-1, 2), expected[:1024], expected[::2]]
    for number in range(3):
        for view, wanted in zip(views, shown, strict=True):
            equal(view, wanted)
        x[number : number + 3] = expected[number : number + 3] = -number - 1.0
    assert begin(x)


@immutable
@pytest.mark.parametrize("writes", [False, True])
def test_a_view_read_before_a_write_and_after(writes, backend):
    real = np.arange(6.0).reshape(2, 3)
    x = fnp.array(real)
    if writes:  # then the array owns memory
        x[0, 0] = real[0, 0] = 7.0
    for show in (
        lambda a: a.T,
        lambda a: a.swapaxes(0, -1),
        lambda a: a.reshape(3, 2),
        lambda a: a.ravel(),
        lambda a: a[1],
        lambda a: a[:, None, ::-2],
        lambda a: a[1:1],
    ):
        view, wanted = show(x), show(real)
        before, expected = view.data, wanted.copy()
        equal(view, wanted)
        x[1, 1] = real[1, 1] = real[1, 1] + 1.0
        equal(view, wanted)
        np.testing.assert_array_equal(np.asarray(before), expected)  # stays


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_view_of_a_deleted_array_says_so(backend):
    x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]]) + 0.0
    assert to_numpy(x.T).shape == (2, 2)  # JAX has its elements on the host
    x.data.delete()
    with pytest.raises(RuntimeError, match="deleted"):
        ivy.permute_dims(x, (1, 0)).data  # noqa: B018


@immutable
def test_views_that_are_gone_are_forgotten(backend):
    x = fnp.array([[1.0, 2.0], [3.0, 4.0]])
    held = [x.T for _ in range(10)]
    for _ in range(2000):
        to_numpy(x.T)
    assert len(x._views.live()) == len(held)
    assert len(x._views.stale) + len(x._views.fresh) < 200


@pytest.mark.parametrize("dtype", ["bool", "int8", "float16", "float32", "int64", "complex128"])
@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
def test_one_value_where_a_large_mask_says(share, dtype):
    draw = np.random.default_rng(3)
    before = (draw.standard_normal(40_000) * 50).astype(dtype)
    mask = draw.random(40_000) < share
    values = [0, 3, True] + [-0.0, float("inf"), float("nan")] * (dtype[0] in "fc")
    for value in values:
        made, expected = before.copy(), before.copy()
        put(made.reshape(200, 200), mask.reshape(200, 200), value)
        expected[mask] = value
        assert made.tobytes() == expected.tobytes(), value
    if dtype[0] == "i":
        made = before.copy()
        for value, error in ((float("nan"), ValueError), (1 << 70, OverflowError)):
            with pytest.raises(error):
                put(made, mask, value)
        assert made.tobytes() == before.tobytes()


@immutable
def test_the_memory_ends_with_the_array(backend, few_objects):
    x = owner(np.arange(2000.0))
    memory = weakref.ref(x._memory.memory)
    x[1] = 5
    del x
    gc.collect()
    load_backend(backend).release_memory()
    assert memory() is None


@immutable
def test_other_data_leave_the_memory(backend):
    x = owner(np.arange(4.0))
    x += 1
    equal(x, [1, 2, 3, 4])
    x[0] = 9
    equal(x, [9, 2, 3, 4])
    x.data = ivy.asarray([[1, 2]]).data
    equal(x, [[1, 2]])
    x[0, 0] = 5
    equal(x, [[5, 2]])
    write.replace(x, ivy.asarray([[7, 8]]).data)
    assert x[0, 1] == 8
    x[0, 1] = 3
    equal(x, [[7, 3]])


# values


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")  # NumPy's, on its backend
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", "float16", "float32",
                                   "complex64", "complex128"])  # fmt: skip
def test_values_of_other_dtypes(backend, dtype):
    expected = np.arange(6).astype(dtype)
    x = ivy.asarray(expected)
    for index, value in [
        (0, True), (1, 3), (slice(2, 4), np.array([1.75, 2.25])), (..., np.ones(6, "float32")),
        (slice(None, None, -2), np.array([1 + 2j, 3j, 2])), (np.array([0, 3]), np.array([2, 1])),
        (slice(0, 0), np.zeros(0)), (slice(1, 3), np.array([[7, 8]])),
    ]:  # fmt: skip
        x[index] = ivy.asarray(value) if isinstance(value, np.ndarray) else value
        if np.iscomplexobj(value) and expected.dtype.kind not in "cb":
            value = value.real
        expected[index] = value
        equal(x, expected)
        assert x.dtype == dtype


@pytest.mark.parametrize("backend", ["jax", "tensorflow", "torch"], indirect=True)
def test_bfloat16(backend):
    x = ivy.asarray([1.0, 2.0, 3.0, 4.0], dtype="bfloat16")
    x[0] = 9
    x[1:3] = ivy.asarray([5.0, 6.0])
    kept = x[1:]
    x[::2] = x[::-2]
    equal(ivy.astype(x, "float32"), [4, 5, 5, 4])
    assert kept.dtype == x.dtype == "bfloat16" and x[[0, 1]].dtype == "bfloat16"


def test_0d_and_empty_arrays(backend):
    x = ivy.asarray(3.0)
    x[()] = 4
    x[...] += 1
    equal(x, 5.0)
    empty = ivy.zeros((0, 3))
    empty[...] = 1
    empty[:, 1] = 2
    assert empty.shape == (0, 3) and empty[:, :2].shape == (0, 2)


@pytest.mark.parametrize("size", [9, 3000])
def test_values_that_lie_on_the_same_memory(backend, size):
    x, expected = ivy.asarray(np.arange(float(size))), np.arange(float(size))
    for index, given in [
        (slice(1, None), lambda x: x[:-1]),
        (slice(None, -1), lambda x: x[1:]),
        (slice(None), lambda x: x[::-1]),
        (..., lambda x: x),
        ([0, 1, 2], lambda x: x[[2, 0, 1]]),
        ([0, 1], lambda x: x[1:3]),
        (slice(None, None, 2), lambda x: x[: (size + 1) // 2]),
    ]:
        if backend != "numpy" or index != slice(None, None, 2):  # which NumPy gets wrong
            x[index] = given(x)
            expected[index] = given(expected).copy()
        equal(x, expected)
        x[1:][1:] = x[:-2]
        expected[2:] = expected[:-2].copy()
        equal(x, expected)


@immutable
def test_a_write_that_fails_changes_nothing(backend):
    x = owner(np.arange(4.0))
    small = ivy.asarray(np.arange(4, dtype="int8"))
    small[0] = 0
    for y, index, value in [
        (x, slice(1, 3), ivy.asarray([1.0, 2.0, 3.0])),
        (x, 7, 1.0),
        (x, (0, 0), 1.0),
        (x, [0, 9], 1.0),
        (x, np.array([True, False]), 1.0),
        (small, 1, 1000),
        (small, slice(1, 3), -1000),
    ]:
        before = np.array(np.asarray(y))
        with pytest.raises((ValueError, IndexError, OverflowError)):
            y[index] = value
        equal(y, before)
        equal(y[1:], before[1:])


@immutable
def test_a_cast_that_numpy_stops_at_is_done_or_not(backend):
    x = owner(np.arange(4))
    with np.errstate(all="raise"):
        x[1:3] = ivy.asarray([np.nan, 2.5])
    assert x[2] == 2


# the switch, and what is not on the host


@immutable
def test_without_the_switch_kernels_do_it(backend, monkeypatch):
    x = owner(np.arange(6.0))
    monkeypatch.setattr(modes.current, "host_execution", False)
    x[1:3] = 7
    x[::-1][0] = 8
    x[0] = 4
    equal(x, [4, 7, 7, 3, 4, 8])
    equal(x[::2], [4, 7, 4])
    assert not hasattr(x, "_memory")
    monkeypatch.undo()
    x[5] = 1
    equal(x, [4, 7, 7, 3, 4, 1])


@immutable
def test_observers_are_told(backend):
    class Keeping(list):
        def before_write(self, base, lenses, index):
            self.append(base.data)

        def after_write(self, base, lenses, index):
            pass

        def carries(self, base):
            return False

    x, kept = owner(np.arange(3.0)), Keeping()
    with write.observed_by(kept):
        x[0] = 5
        x[1:] += 1
        x[...] = 0
    np.testing.assert_array_equal(
        [np.asarray(each) for each in kept], [[0, 1, 2], [5, 1, 2], [5, 2, 3]]
    )


@immutable
@pytest.mark.parametrize("change", ["write", "read"])
def test_large_arrays(backend, change):
    size = COPIED_BYTES // 8 + 1000
    for _ in range(5):  # JAX compiles what comes for the third time
        expected = np.arange(float(size))
        x = ivy.asarray(expected) + 0
        if change == "write":
            x[1:-1:3] = 5
            expected[1:-1:3] = 5
        equal(x[::-2], expected[::-2])
        equal(x, expected)


def test_slices_of_many_lengths_leave_nothing_behind():
    pytest.importorskip("jax")
    from ivy_core.backends.jax.ops import indexing

    with ivy.with_backend("jax"):
        x = ivy.asarray(np.arange(3000.0))
        kernels = len(indexing._readers), len(indexing._writers), len(indexing._donors)
        for length in range(2, 3000, 7):
            x[:length] = 1
            equal(x[:length][-1], 1)
        after = len(indexing._readers), len(indexing._writers), len(indexing._donors)
        assert after == kernels


def test_compiled_kernels_are_bounded(monkeypatch):
    pytest.importorskip("jax")
    from ivy_core.backends.jax.ops import indexing

    monkeypatch.setattr(modes.current, "host_execution", False)
    monkeypatch.setattr(indexing, "INDEX_KERNELS", 3)
    with ivy.with_backend("jax"):
        x = ivy.asarray(np.arange(20.0))
        for length in [*range(2, 9), 2]:
            equal(x[:length], np.arange(float(length)))
            x[:length] = x[:length]
        assert max(map(len, (indexing._readers, indexing._writers, indexing._donors))) <= 3


# threads


def test_threads_write_arrays_of_their_own(backend):
    failed = []

    def work(number):
        try:
            with ivy.with_backend(backend):
                x, expected = ivy.asarray(np.zeros(50)), np.zeros(50)
                for i in range(300):
                    x[i % 50] = expected[i % 50] = number * i
                    if i % 7 == 0:
                        x[5:] += 1
                        expected[5:] += 1
                equal(x, expected)
        except BaseException as err:  # told by the thread that asks
            failed.append(err)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed[0]


def test_one_thread_writes_while_another_reads(backend):
    x, failed, over = ivy.asarray(np.zeros(200)), [], threading.Event()
    view = x[1:]

    def look():
        try:
            while not over.is_set():
                seen = np.asarray(x + 1)
                assert seen.shape == (200,)
                assert np.asarray(view[::2]).shape == (100,)
                assert float(x[3]) >= 0
        except BaseException as err:  # told by the thread that asks
            failed.append(err)

    with ivy.with_backend(backend):
        thread = threading.Thread(target=look)
        thread.start()
        for i in range(500):
            x[i % 200] = float(i)
            x[10:20] = float(i)
        over.set()
        thread.join()
    assert not failed, failed[0]
    assert float(x[15]) == 499


@pytest.mark.parametrize("other", ["torch", "numpy"])
def test_memory_of_others_stays_shared_on_another_backend(other, few_objects):
    with ivy.with_backend("jax"):
        x, memory = ivy.zeros(4, dtype="float32"), np.empty(4, np.float32)
        view, turned = x[1:3], ivy.flip(x)
        move_outside(x, memory, active_backend())
        ivy.set_backend(other, dynamic=True)
        memory[1] = 1
        assert view[0] == x[1] == turned[2] == 1
        assert all(ivy.is_native_array(each.data) for each in (x, view, turned))
        view[1], x[0], turned[0] = 2, 3, 4
        assert memory.tolist() == x.to_list() == [3, 1, 2, 4]
        assert (turned + 1).to_list() == [5, 3, 2, 4]


def test_slices_of_many_lengths_get_no_kernel_each():
    """A kernel takes 10 ms to compile, and no less time than NumPy's copy of up to 4 MB."""
    pytest.importorskip("jax")
    from ivy_core.backends.jax.ops import indexing

    with ivy.with_backend("jax"):
        x = ivy.ones((300, 400))
        before = len(indexing._readers)
        for _ in range(4):
            for i in range(1, 5):
                assert x[:, i:].data.shape == (300, 400 - i)
        assert len(indexing._readers) == before
