"""What NumPy has computed is given to TensorFlow when somebody asks for it; nobody can tell."""

from __future__ import annotations

import copy
import operator
import pickle
import sys
import threading

import numpy as np
import pytest

import frontends.numpy as fnp
import ivy_core as ivy
from ivy_core.arrays.host import to_numpy
from ivy_core.backends.holder import waiting
from tests.core.arrays import equal

pytestmark = pytest.mark.parametrize("backend", ["tensorflow"], indirect=True)
A = np.array([[2.0, 1.0, 0.5], [1.0, 3.0, 0.25]])


def waits(x) -> bool:
    """Return whether TensorFlow has not been given what an array holds."""
    return type(x._data) in waiting and not hasattr(x._data, "_native")


def _written(x):
    x[0] = 7.0
    return x


MADE = {
    "asarray": lambda: ivy.asarray(A),
    "zeros": lambda: ivy.zeros((2, 3)),
    "add": lambda: ivy.asarray(A) + ivy.asarray(A),
    "sin": lambda: ivy.sin(ivy.asarray(A)),
    "number": lambda: 2 * ivy.asarray(A),
    "sum": lambda: ivy.sum(ivy.asarray(A), axis=0),
    "matmul": lambda: ivy.asarray(A) @ ivy.asarray(A.T),
    "inv": lambda: ivy.inv(ivy.asarray(A[:, :2])),
    "cast": lambda: ivy.astype(ivy.asarray(A), "int32"),
    "written": lambda: _written(ivy.asarray(A)),
    "picked": lambda: ivy.asarray(A)[[1, 0]],
    "number of no axis": lambda: ivy.asarray(-0.0) * 1,
}


@pytest.mark.parametrize("name", MADE)
def test_small_results_wait_until_somebody_asks(backend, name):
    import tensorflow as tf

    x = MADE[name]()
    assert waits(x)
    values = np.array(to_numpy(x))
    assert waits(x) and (x.shape, x.dtype) == (values.shape, str(values.dtype))
    native = x.data
    assert isinstance(native, tf.Tensor) and x.data is native and ivy.to_native(x) is native
    assert native.dtype == values.dtype and native.device.endswith("CPU:0")
    np.testing.assert_array_equal(native.numpy(), values)
    np.testing.assert_array_equal(np.signbit(native.numpy()), np.signbit(values))
    assert not waits(x)
    assert waits(x + 1)  # the way back to the host stays open


def test_what_is_not_for_the_host_does_not_wait(backend):
    import tensorflow as tf

    large = ivy.zeros(1 << 18)
    for x in (large + 1, ivy.Array(tf.constant(A)), ivy.asarray(A, dtype="bfloat16")):
        assert type(x._data) not in waiting
    x = ivy.asarray(A) * 2
    with ivy.set_host_execution_mode(False):
        assert type((ivy.asarray(A) + 1)._data) not in waiting
        equal(x + x, A * 4)
        equal(x[1:, ::-1], A[1:, ::-1] * 2)
        x[0] = 5.0
        equal(x, [[5.0] * 3, A[1] * 2])


USES = {
    "product": (lambda ivy, x: x * x, lambda a: 2 * a),
    "view": (lambda ivy, x: x[:, 1:] * 3, lambda a: np.array([[0.0, 3, 3]] * 2)),
    "transposed": (lambda ivy, x: ivy.matrix_transpose(x) * 2, lambda a: np.full_like(a, 2)),
    "joined": (lambda ivy, x: ivy.concat([x, x * 2]), lambda a: np.full_like(a, 3)),
    "picked": (lambda ivy, x: x[[1, 1]], lambda a: np.array([[0.0] * 3, [2.0] * 3])),
    "cast": (lambda ivy, x: ivy.astype(x, "float32"), np.ones_like),
    "copied": (lambda ivy, x: ivy.copy_array(x), np.ones_like),
    "power": (lambda ivy, x: x**3, lambda a: 3 * a**2),
    "sine": (lambda ivy, x: ivy.sin(x), np.cos),
    "ordered": (lambda ivy, x: ivy.sort(x, axis=0) * 2, lambda a: np.full_like(a, 2)),
    "chosen": (lambda ivy, x: ivy.where(x > 1, x, 0.0), lambda a: (a > 1) * 1.0),
}


@pytest.mark.parametrize("name", USES)
def test_a_tape_watches_what_waited_before(backend, name):
    import tensorflow as tf

    use, expected = USES[name]
    x = ivy.asarray(A) + 0
    assert waits(x)
    with tf.GradientTape() as tape:
        tape.watch(x.data)
        total = ivy.sum(use(ivy, x))
    np.testing.assert_allclose(tape.gradient(total.data, x.data), expected(A), rtol=1e-6)


def test_a_tape_watches_what_was_given_before_and_views_made_before(backend):
    import tensorflow as tf

    x = fnp.asarray(A) + 0
    native, row, turned, again = ivy.to_native(x), x[1], x.T, x[...]
    x + x  # by the host, once it has been given
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(native)
        found = [(row * row).sum(), (turned * 2).sum(), (again * 3).sum(), (x @ x.T).sum()]
    wanted = [[[0] * 3, 2 * A[1]], np.full_like(A, 2), np.full_like(A, 3), 2 * A.sum(0) + 0 * A]
    for total, gradient in zip(found, wanted, strict=True):
        np.testing.assert_allclose(tape.gradient(ivy.to_native(total), native), gradient)


def test_variables_are_watched_beside_what_waits(backend):
    import tensorflow as tf

    variable, x = tf.Variable(A), ivy.asarray(A) + 1
    assert waits(x)
    with tf.GradientTape() as tape:
        total = ivy.sum(ivy.Array(variable) * x)
    np.testing.assert_allclose(tape.gradient(total.data, variable), A + 1)
    equal(ivy.Array(variable) * x, A * (A + 1))
    target = ivy.Array(variable)
    target[...] = x
    np.testing.assert_array_equal(variable.numpy(), A + 1)


def test_within_a_graph_they_are_constants(backend):
    import tensorflow as tf

    x, f = ivy.asarray(A) + 1, fnp.asarray(A) + 1
    assert waits(x) and waits(f)
    B = A + 1

    @tf.function(autograph=False)
    def native(y):
        total = ivy.asarray(y) * x
        total = total + x[::-1] + ivy.sin(x) + x
        total = total + ivy.concat([x[:1], x[1:]]) + fnp.cumsum(f, axis=0)
        return ivy.to_native(total)

    expected = A * B + B[::-1] + np.sin(B) + 2 * B + np.cumsum(B, axis=0)
    np.testing.assert_allclose(native(tf.constant(A)), expected, rtol=1e-15)
    equal(x + 0, B)  # no symbolic tensor was left behind
    gradient = ivy.grad(lambda y: ivy.sum(y * y * x))(ivy.asarray(A))
    np.testing.assert_allclose(np.asarray(gradient), 2 * A * B)
    np.testing.assert_allclose(ivy.compile(lambda y: y * x + x)(ivy.asarray(A)), A * B + B)


def test_tensorflow_takes_what_stands_for_a_tensor(backend):
    import tensorflow as tf

    held = (ivy.asarray(A) + 1)._data
    np.testing.assert_array_equal(tf.add(held, tf.ones_like(held)), A + 2)
    with tf.GradientTape() as tape:
        tape.watch(held.settled())
        with pytest.raises(Exception, match=r"gradient|recorded"):
            np.asarray(held)  # it would leave the tape


# who sees what


def test_a_write_changes_nothing_that_was_handed_out(backend):
    x = ivy.asarray(A) + 0
    seen, array, native = to_numpy(x), np.asarray(x), x.data
    taken = ivy.Array(x)
    before = [np.array(each) for each in (seen, array, native)]
    for number in (9.0, 7.0):
        x[0] = number
        x[1, 1] = 8.0
        x[:, 2] += 1.0
        later = x.data, to_numpy(x)
        values = np.array(later[1])
        x[0] = x[1, 1] = 0.0
        for each in later:
            equal(each, values)
    for each, was in zip((seen, array, native), before, strict=True):
        equal(each, was)
    assert not seen.flags.writeable and not to_numpy(x).flags.writeable
    taken[0] = 1.0
    assert np.asarray(x)[0, 0] == 0.0


def test_two_arrays_of_one_result_are_written_apart(backend):
    x = ivy.asarray(A) + 0
    y = ivy.Array(x._data)
    x[0, 0] = 5.0
    y[0, 1] = 6.0
    x[1] = 7.0
    equal(x, [[5.0, 1.0, 0.5], [7.0] * 3])
    equal(y, [[2.0, 6.0, 0.5], A[1]])


def test_copies_and_pickles(backend):
    x = fnp.asarray(A) + 1
    copies = [copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x)), x.copy()]
    copies += [fnp.array(x), fnp.array([x])[0], x.astype(float), +x, x.real.copy()]
    x[...] = 0.0
    for each in copies:
        equal(each, A + 1)


def test_threads_ask_for_one_native_array_at_once(backend):
    import tensorflow as tf

    switch, barrier, errors = sys.getswitchinterval(), threading.Barrier(4), []
    arrays = [ivy.asarray(A) + n for n in range(200)]

    def work():
        barrier.wait()
        for number, x in enumerate(arrays):
            native = x.data
            wrong = not isinstance(native, tf.Tensor) or not np.array_equal(native, A + number)
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


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "float32", "float64", "complex128"])
@pytest.mark.parametrize("name", ["iadd", "isub", "imul", "itruediv"])
def test_rows_that_are_updated_are_numpys(backend, name, dtype):
    update = getattr(operator, name)
    for value in (2, 0.5, 300, np.array([1, 2, 3]), np.array([0.5, 1, 2], "float32"), 1j):

        def run(np_, value=value):
            x = np_.asarray(A * 4).astype(dtype)
            before, seen = x.copy(), x[1]
            part, given = x[0], np_.asarray(value) if isinstance(value, np.ndarray) else value
            try:
                with np.errstate(all="ignore"):
                    update(part, given)
            except (TypeError, OverflowError) as err:
                return type(err), x
            return x, seen, part, before

        for found, wanted in zip(run(fnp), run(np), strict=True):
            if isinstance(wanted, type):
                assert issubclass(found, wanted)
            else:
                equal(found, wanted)
                assert found.dtype == wanted.dtype


def test_a_row_that_is_updated_changes_nothing_that_was_handed_out(backend):
    import tensorflow as tf

    x = ivy.asarray(A) + 0
    x[0] = 1.0
    for number in range(3):
        native, values = x.data, np.array(x)
        x[1] += number + 1
        x[:, 1:] *= 2.0
        np.testing.assert_array_equal(native.numpy(), values)
    with tf.GradientTape() as tape:
        tape.watch(x.data)
        watched = x.data
        x[1] *= 3.0
        total = ivy.sum(x)
    np.testing.assert_allclose(tape.gradient(total.data, watched), [[1.0] * 3, [3.0] * 3])
