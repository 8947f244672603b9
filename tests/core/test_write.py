"""One write: what is told of it, and that it is done or not done."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import frontends.numpy as fnp
import ivy_core as ivy
from ivy_core.arrays import write
from ivy_core.arrays.lenses import Index
from ivy_core.backends.loading import backend_for


class Versions:
    """A version counter, as PyTorch's tensors have one."""

    def __init__(self):
        self.counts = {}

    def before_write(self, base, lenses, index):
        pass

    def after_write(self, base, lenses, index):
        self.counts[id(base)] = self.counts.get(id(base), 0) + 1

    def carries(self, base):
        return False

    def of(self, x):
        return self.counts.get(id(x), 0)


class Tape(Versions):
    """A record of what was written, and where: the base, the lenses, the values as they are now."""

    def __init__(self):
        self.nodes = []

    def after_write(self, base, lenses, index):
        self.nodes.append((base, lenses, index, np.array(np.asarray(base))))


class Trace(Versions):
    """What finds the arrays that the body of a loop writes, and what they held before."""

    def __init__(self):
        self.written = {}

    def before_write(self, base, lenses, index):
        self.written.setdefault(id(base), (base, base.data))

    def after_write(self, base, lenses, index):
        pass

    def carries(self, base):
        return True

    def take_back(self):
        for base, data in self.written.values():
            write.replace(base, data)
        return [base for base, _ in self.written.values()]


def each_way_to_write(x):
    """Yield (label, what writes into ``x``), each once; x is one-dimensional, of floats."""
    yield "element", lambda: x.__setitem__(1, 5.0)
    yield "slice", lambda: x.__setitem__(slice(1, 3), 6.0)
    yield "list", lambda: x.__setitem__([0, 2], 7.0)
    yield "mask", lambda: x.__setitem__(x > 6.5, 8.0)
    yield "inplace_update", lambda: ivy.inplace_update(x, ivy.asarray(np.ones(4)))
    yield "data", lambda: setattr(x, "data", ivy.asarray(np.zeros(4)).data)
    yield "other data", lambda: setattr(x, "data", ivy.asarray(np.zeros(5)).data)


@pytest.mark.parametrize("place", range(7))
def test_a_version_counter_counts_each_write_once(backend, place):
    x, versions = ivy.asarray(np.arange(4.0)), Versions()
    label, change = list(each_way_to_write(x))[place]
    with write.observed_by(versions):
        change()
    assert versions.of(x) == 1, label
    change()
    assert versions.of(x) == 1, "nobody observes any more"


def test_augmented_assignment_is_one_write(backend):
    x, versions = ivy.asarray(np.arange(4.0)), Versions()
    with write.observed_by(versions):
        x += 1
    assert versions.of(x) == 1
    view = x[::-1]  # a lens on every backend but NumPy
    base = view._base if view._base is not None else view
    with write.observed_by(versions):
        view *= 2
    assert versions.of(base) == 1 + (base is x)


def test_a_tape_has_the_base_and_the_lenses(backend):
    x, tape = ivy.asarray(np.arange(12.0).reshape(3, 4)), Tape()
    with write.observed_by(tape):
        x[1:, 2] = 7.0
        x[[0, 1], [1, 3]] = 9.0
    (base, lenses, index, values), (_, no_lenses, advanced, _) = tape.nodes
    assert base is x and index is None
    (lens,) = lenses
    assert isinstance(lens, Index) and lens.shape == (2,)
    np.testing.assert_array_equal(lens.view(values), [7.0, 7.0])
    assert no_lenses == () and advanced == ([0, 1], [1, 3])


@pytest.mark.parametrize("name", ["jax", "tensorflow"])
def test_a_tape_sees_through_a_stack_of_views(name):
    pytest.importorskip(name)
    with ivy.with_backend(name):
        x, tape = ivy.asarray(np.arange(12.0).reshape(3, 4)), Tape()
        rows = ivy.permute_dims(x[1:])
        with write.observed_by(tape):
            rows[0] = -1.0
        ((base, lenses, _, values),) = tape.nodes
        assert base is x and len(lenses) == 3
        seen = values
        for lens in lenses:
            seen = lens.view(seen)
        np.testing.assert_array_equal(seen, [-1.0, -1.0])


def test_what_fails_is_not_told_as_written(backend):
    x, tape = ivy.asarray(np.arange(4.0)), Tape()
    with write.observed_by(tape), pytest.raises(IndexError):
        x[7] = 1.0
    with write.observed_by(tape), pytest.raises(ValueError):
        x[1:] = ivy.asarray(np.ones(2))
    assert tape.nodes == []
    np.testing.assert_array_equal(np.asarray(x), np.arange(4.0))


def test_who_raises_before_a_write_prevents_it(backend):
    class Frozen(Versions):
        def before_write(self, base, lenses, index):
            raise ivy.InplaceUpdateException("frozen")

    x = ivy.asarray(np.arange(4.0))
    for _, change in list(each_way_to_write(x))[:5]:
        with write.observed_by(Frozen()), pytest.raises(ivy.InplaceUpdateException):
            change()
    np.testing.assert_array_equal(np.asarray(x), np.arange(4.0))


def test_a_trace_carries_what_a_loop_writes():
    """The arrays that a body writes become the state of ``lax.fori_loop``."""
    jax = pytest.importorskip("jax")
    with ivy.with_backend("jax"):
        x, kept = ivy.asarray(np.zeros(3)), ivy.asarray(np.ones(3))

        def body(i):
            x[i] = 1.0 + i
            x[-1:] *= 2.0

        trace = Trace()
        with write.observed_by(trace):
            jax.eval_shape(lambda i: body(i) or 0, jax.ShapeDtypeStruct((), np.int64))
            (carried,) = trace.take_back()
            assert carried is x

            def step(i, data):
                write.replace(carried, data)
                body(i)
                return carried.data

            before = x.data
            found = jax.jit(lambda data: jax.lax.fori_loop(0, 3, step, data))(before)
        write.replace(carried, found)
        np.testing.assert_array_equal(np.asarray(x), [1.0, 2.0, 6.0])
        np.testing.assert_array_equal(np.asarray(kept), [1.0, 1.0, 1.0])


def test_a_traced_value_does_not_go_outside_unasked():
    jax = pytest.importorskip("jax")
    with ivy.with_backend("jax"):
        x = ivy.asarray(np.zeros(3))
        with pytest.raises(ivy.InplaceUpdateException, match="made outside of a traced function"):
            jax.eval_shape(lambda i: x.__setitem__(0, i), jax.ShapeDtypeStruct((), np.float64))
        np.testing.assert_array_equal(np.asarray(x), np.zeros(3))


def test_taking_over_a_result(backend):
    x = ivy.asarray(np.arange(3.0))
    result = x * 2
    native = result.data
    immutable = not backend_for(native).CAPABILITIES.mutable
    assert write.adopt_result(x, result)
    assert (x.data is native) is immutable
    np.testing.assert_array_equal(np.asarray(x), [0.0, 2.0, 4.0])
    assert not write.adopt_result(x, ivy.asarray(np.arange(3)))
    assert not write.adopt_result(x, ivy.asarray(np.arange(4.0)))


def test_taking_over_through_a_view(backend):
    x = ivy.asarray(np.arange(3.0))
    view = x[::-1]
    assert write.adopt_result(view, view * 10)
    np.testing.assert_array_equal(np.asarray(x), [0.0, 10.0, 20.0])
    row = ivy.reshape(x, (1, 3))
    if row._base is not None:
        assert not write.adopt_result(row, row * 2)  # other lenses than an index take the long way
        np.testing.assert_array_equal(np.asarray(x), [0.0, 10.0, 20.0])


FRONTEND_WRITES = {
    "element": lambda x: x.__setitem__(1, 2.0),
    "slice of a list": lambda x: x.__setitem__(slice(1, 3), [3.0, 4.0]),
    "mask": lambda x: x.__setitem__(x > 1.0, 0.0),
    "in place": lambda x: x.__iadd__(1),
    "in place, wider": lambda x: x.__imul__(np.float32(2)),
    "in place, of two arrays": lambda x: x.__isub__(fnp.ones(4)),
    "out": lambda x: fnp.add(x, 1.0, out=x),
    "out of a reduction": lambda x: fnp.sum(fnp.ones((3, 4)), axis=0, out=x),
    "where": lambda x: fnp.multiply(x, 2.0, out=x, where=x > 1),
    "accumulate": lambda x: fnp.add.accumulate(fnp.ones(4), out=x),
    "at": lambda x: fnp.add.at(x, [0, 0, 1], 1.0),
    "put": lambda x: fnp.put(x, [0, 2], [5.0, 6.0]),
    "copyto": lambda x: fnp.copyto(x, 3.0),
    "fill": lambda x: x.fill(4.0),
    "flat": lambda x: x.flat.__setitem__(2, 4.0),
    "sort": lambda x: x.sort(),
    "partition": lambda x: x.partition(2),
    "byteswap": lambda x: x.byteswap(inplace=True),
    "shuffle": lambda x: fnp.random.shuffle(x),
    "resize": lambda x: x.resize((2, 2)),
    "core out": lambda x: ivy.add(x, 1.0, out=x),
    "core inplace_update": lambda x: ivy.inplace_update(x, fnp.ones(4)),
}


@pytest.mark.parametrize("way", FRONTEND_WRITES)
def test_frontend_arrays_tell_of_each_write(backend, way):
    x, versions = fnp.arange(4.0), Versions()
    with write.observed_by(versions):
        FRONTEND_WRITES[way](x)
    assert versions.of(x) == 1


@pytest.mark.parametrize("way", ["shape", "dtype", "writeable"])
def test_exchanging_what_an_array_is_tells_too(backend, way):
    x, versions = fnp.arange(4.0), Versions()
    with write.observed_by(versions):
        if way == "shape":
            x.shape = (2, 2)
        elif way == "dtype":
            x.dtype = "i8"
        else:
            x.setflags(write=False)
    native_flag = way == "writeable" and backend == "numpy"
    assert versions.of(x) == (0 if native_flag else 1)


def test_numpys_ufuncs_on_arrays_tell_of_their_writes(backend):
    x, versions = ivy.asarray(np.arange(4.0)), Versions()
    with write.observed_by(versions):
        np.add(np.ones(4), 1.0, out=x)
        np.add.at(x, [0, 0], 1.0)
    assert versions.of(x) == 2
    np.testing.assert_array_equal(np.asarray(x), [4.0, 2.0, 2.0, 2.0])


def test_an_array_that_was_looked_at_and_became_another_view_takes_writes(backend):
    x = fnp.arange(4.0)
    x.setflags(write=False)
    assert x.tolist() == [0.0, 1.0, 2.0, 3.0]  # the look fills the slot of the view that x is now
    x.setflags(write=True)
    x[0] = 5.0
    x.shape = (2, 2)
    x[1, 1] = 7.0
    assert x.tolist() == [[5.0, 1.0], [2.0, 7.0]]


def test_threads_that_fill_parts_of_an_array_lose_no_write(backend):
    whole = ivy.zeros((4, 50, 1000))

    def fill(part, number):
        part[...] = ivy.full((50, 1000), number)
        part[3] += 1.0
        part[5, 7] = -1.0

    threads = [threading.Thread(target=fill, args=(whole[i], float(i))) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = np.repeat(np.arange(4.0), 50_000).reshape(4, 50, 1000)
    expected[:, 3] += 1
    expected[:, 5, 7] = -1
    np.testing.assert_array_equal(np.asarray(whole), expected)
