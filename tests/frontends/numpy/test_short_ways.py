"""The short ways of small arrays: what they give is what NumPy gives, and shares memory alike."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from tests.frontends.numpy.differential import same


def matrix(np):
    return np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


SHOWN = {
    "T": lambda np, x: x.T,
    "reshape": lambda np, x: x.reshape(-1),
    "reshape of lengths": lambda np, x: x.reshape(3, 2),
    "reshape of a tuple": lambda np, x: x.reshape((3, -1)),
    "np.reshape": lambda np, x: np.reshape(x, [6, 1]),
    "ravel": lambda np, x: x.ravel(),
    "np.ravel": lambda np, x: np.ravel(x),
    "transpose": lambda np, x: x.transpose(1, 0),
    "np.transpose": lambda np, x: np.transpose(x, (1, 0)),
    "swapaxes": lambda np, x: x.swapaxes(0, -1),
    "moveaxis": lambda np, x: np.moveaxis(x, 0, -1),
    "expand_dims": lambda np, x: np.expand_dims(x, (0, 2)),
    "squeeze": lambda np, x: np.squeeze(x[None], 0),
    "x.squeeze": lambda np, x: x[None].squeeze(),
    "broadcast_to": lambda np, x: np.broadcast_to(x, (2, 2, 3)),
    "atleast_3d": lambda np, x: np.atleast_3d(x),
    "flip": lambda np, x: np.flip(x, 1),
    "view": lambda np, x: x.view(),
    "array_split": lambda np, x: np.array_split(x, 2),
    "hsplit": lambda np, x: np.hsplit(x, 3),
    "split": lambda np, x: np.split(x, [1], 1),
    "rows": lambda np, x: list(x),
    "asarray": lambda np, x: np.asarray(x),
}
COPIED = {
    "flatten": lambda np, x: x.flatten(),
    "flatten by columns": lambda np, x: x.flatten("F"),
    "copy": lambda np, x: x.copy(),
    "np.copy": lambda np, x: np.copy(x),
    "np.array": lambda np, x: np.array(x),
    "ravel of a transpose": lambda np, x: x.T.ravel(),
    "astype": lambda np, x: x.astype(int),
    "astype of its dtype": lambda np, x: x.astype(np.float64),
    "roll": lambda np, x: np.roll(x, 1),
    "roll along an axis": lambda np, x: np.roll(x, -1, 1),
    "tile": lambda np, x: np.tile(x, (2, 1)),
    "tile once": lambda np, x: np.tile(x, 1),
    "repeat": lambda np, x: np.repeat(x, 2),
    "repeat along an axis": lambda np, x: np.repeat(x, [1, 2], 0),
    "append": lambda np, x: np.append(x, 7),
    "delete": lambda np, x: np.delete(x, 0, 0),
    "insert": lambda np, x: np.insert(x, 1, 9.5),
    "take": lambda np, x: np.take(x, [0, 5]),
    "where": lambda np, x: np.where(x > 2, x, 0),
    "where of two": lambda np, x: np.where(x > 2, x, -x),
    "places": lambda np, x: np.where(x > 2),
    "tril": lambda np, x: np.tril(x),
    "triu": lambda np, x: np.triu(x, 1),
    "diag": lambda np, x: np.diag(x[0], 1),
    "diagflat": lambda np, x: np.diagflat(x, -1),
    "meshgrid": lambda np, x: np.meshgrid(x[0], x[:, 1], indexing="ij"),
    "concatenate": lambda np, x: np.concatenate((x, x), 1),
    "concatenate flattened": lambda np, x: np.concatenate([x, x], None),
    "concatenate dtypes": lambda np, x: np.concatenate([x, x.astype("i4")]),
    "concatenate views": lambda np, x: np.concatenate([x[:, 1:], x.T.T[:, :1]], axis=1),
    "stack": lambda np, x: np.stack([x, x], -1),
    "vstack": lambda np, x: np.vstack([x[0], x[1]]),
    "hstack": lambda np, x: np.hstack((x[0], x[1])),
    "column_stack": lambda np, x: np.column_stack([x[0], x[1]]),
    "zeros_like": lambda np, x: np.zeros_like(x),
    "ones_like of a transpose": lambda np, x: np.ones_like(x.T),
    "full_like": lambda np, x: np.full_like(x, 2.5),
    "full_like of integers": lambda np, x: np.full_like(x.astype(int), 2.5),
}


@pytest.mark.parametrize("name", [*SHOWN, *COPIED])
def test_values_are_numpys(backend, name):
    same(lambda np: (SHOWN | COPIED)[name](np, matrix(np)))


def _after_a_write(np, make):
    """Return what results show after the array was written to, of one read before and one not."""
    x = matrix(np)
    looked_at, other = make(np, x), make(np, x)
    str(looked_at)
    x[...] = 0.0
    return looked_at, other


@pytest.mark.parametrize("name", [*SHOWN, *COPIED])
def test_memory_is_shared_as_in_numpy(backend, name):
    same(lambda np: _after_a_write(np, (SHOWN | COPIED)[name]))


@pytest.mark.parametrize("name", [n for n in COPIED if n != "places"])
def test_a_copy_is_written_to_alone(backend, name):
    def written(np):
        x = matrix(np)
        made = COPIED[name](np, x)
        for each in made if isinstance(made, (list, tuple)) else [made]:
            each[...] = 0
        return x

    same(written)


@pytest.mark.parametrize("name", COPIED)
def test_bits_do_not_depend_on_who_copies(backend, name):
    host = COPIED[name](ours, matrix(ours))
    with ivy.set_host_execution_mode(False):
        native = COPIED[name](ours, matrix(ours))
    for one, other in zip(
        *[v if isinstance(v, (list, tuple)) else [v] for v in (host, native)], strict=True
    ):
        assert one.dtype == other.dtype
        assert real.asarray(one).tobytes() == real.asarray(other).tobytes()


CREATED = [
    lambda np: np.zeros(3),
    lambda np: np.zeros((2, 3), int),
    lambda np: np.zeros(shape=(2,), dtype="c8"),
    lambda np: np.zeros((), bool),
    lambda np: np.ones((2, 0)),
    lambda np: np.ones((40, 50), np.float32),
    lambda np: np.full((2, 2), 3),
    lambda np: np.full((2, 2), 3, dtype=float),
    lambda np: np.full(3, True),
    lambda np: np.eye(3, 2, 1),
    lambda np: np.eye(2, dtype=np.int8),
    lambda np: np.identity(2),
    lambda np: np.tri(3, k=-1),
    lambda np: np.arange(3),
    lambda np: np.arange(0.0, 1.0, 0.25),
    lambda np: np.arange(5, 0, -2, dtype="i2"),
    lambda np: np.linspace(0, 1, 5),
    lambda np: np.linspace(0.0, 1.0, 4, endpoint=False),
    lambda np: np.array([1, 2.5]),
    lambda np: np.array([[1, 2], [3, 4]], dtype=np.uint8),
    lambda np: np.array([True, 2]),
    lambda np: np.array(3),
    lambda np: np.array([]),
    lambda np: np.asarray([[1j], [2]]),
    lambda np: np.asanyarray([1, 2], "f4"),
]


@pytest.mark.parametrize("at", range(len(CREATED)))
def test_what_is_made_is_numpys_and_may_be_written_to(backend, at):
    same(CREATED[at])

    def written(np):
        x, y = CREATED[at](np), CREATED[at](np)
        x[...] = 1
        return x, y

    same(written)


MISTAKEN = [
    lambda np: np.zeros((2, 2.0)),
    lambda np: np.zeros(-1),
    lambda np: np.zeros("a"),
    lambda np: np.ones([2, None]),
    lambda np: np.eye(2.5),
    lambda np: np.arange(),
    lambda np: np.array([[1, 2], [3]]),
    lambda np: np.reshape(matrix(np), (4, 2)),
    lambda np: matrix(np).reshape(2.0, 3),
    lambda np: matrix(np).reshape(),
    lambda np: np.swapaxes(matrix(np), 0, 2),
    lambda np: np.swapaxes(matrix(np), 0, 1.0),
    lambda np: np.transpose(matrix(np), (0, 0)),
    lambda np: matrix(np).transpose(0, 1, 2),
    lambda np: np.expand_dims(matrix(np), 4),
    lambda np: np.squeeze(matrix(np), 0),
    lambda np: np.concatenate([]),
    lambda np: np.concatenate([matrix(np), np.ones(3)]),
    lambda np: np.concatenate([matrix(np), matrix(np)], 2),
    lambda np: np.stack([matrix(np), np.ones(3)]),
    lambda np: np.roll(matrix(np), 1, 5),
    lambda np: np.where(matrix(np) > 2, np.ones(4), 0),
    lambda np: np.tile(matrix(np), -1.5),
    lambda np: np.hsplit(matrix(np), 2),
    lambda np: len(np.array(1)),
]


@pytest.mark.parametrize("at", range(len(MISTAKEN)))
def test_mistakes_are_of_numpys_class(backend, at):
    same(MISTAKEN[at])
    same(MISTAKEN[at])  # what is kept does not hide one


def test_a_number_that_equals_an_axis_is_none(backend):
    """Lenses are kept by their options, and 1.0 equals 1."""
    x = matrix(ours)
    assert ours.moveaxis(x, 1, 0).shape == ours.swapaxes(x, 1, 0).shape == (3, 2)
    for wrong in (lambda: ours.swapaxes(x, 1.0, 0), lambda: x.reshape((3.0, 2))):
        with pytest.raises(TypeError):
            wrong()


ATTRIBUTES = [
    lambda x: (x.shape, x.ndim, x.size, x.nbytes, x.itemsize, len(x)),
    lambda x: (x.real is x, x.dtype == real.float64, x.dtype.name),
    lambda x: [row.shape for row in x],
    lambda x: [v for row in x for v in row],
]


@pytest.mark.parametrize("at", range(len(ATTRIBUTES)))
def test_attributes(backend, at):
    for make in (lambda np: matrix(np), lambda np: matrix(np)[:, 1:], lambda np: matrix(np).T):
        same(lambda np, make=make: ATTRIBUTES[at](make(np)))


def test_unpacking_gives_views_and_scalars(backend):
    def unpacked(np):
        x = matrix(np)
        a, b = x
        a += 1
        p, q, r = b
        return x, p, q, r

    same(unpacked)


def test_unread_views_are_joined(backend):
    x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    made = ivy.concat([x[:, 0], ivy.permute_dims(x, (1, 0))[1]])
    assert made.to_list() == [1.0, 3.0, 2.0, 4.0]


def test_core_arrays_of_a_shape(backend):
    assert ivy.zeros([2, 3]).shape == ivy.zeros(shape=(2, 3)).shape == (2, 3)
    assert ivy.full((2,), 1.5, dtype="int32").dtype == "int32"
    x = ivy.zeros(3)
    assert ivy.ones(3, out=x) is x and x.to_list() == [1.0, 1.0, 1.0]


def updated(change, dtype="f8"):
    """Return a function of a NumPy that changes a matrix in place, and gives it and a view."""

    def run(np):
        x = np.arange(6).reshape(2, 3).astype(dtype) + 1
        seen, other = x[:, 1:], x[0] * 2
        change(np, x, other)
        return x, seen, other

    return run


def change(text):
    code = compile(text, text, "exec")
    return lambda np, x, other: exec(code, {"np": np, "x": x, "other": other})


UPDATES = [
    "x += x", "x -= x + 1", "x *= 3", "x += 2.5", "x *= np.float64(0.5)", "x -= True", "x += other",
    "row = x[0]; row += x[1]", "row = x[0]; row *= row", "part = x[0, 1:]; part += x[0, :2]",
    "part = x[0, :2]; part -= x[0, 1:]", "x += x[::-1]", "x -= x[:, ::-1]", "x **= 2", "x += 2**40",
    "x += other[:1]", "x -= x[:, :1]", "x *= x[:1]", "x[:, 0] = x[:, 1]",
    "x[0], x[1] = x[1], x[0]", "x[:, :2] = x[:, 1:]", "x[...] = other", "x[:] = x[::-1]",
    "x[:, 0] = x[0, 0]", "x[...] = 3",
    "x[0, 1:] = 5", "x[x > 2] = x[x > 2] * 2", "x[[1, 0]] = x",
    "x[:, np.array([0, 2])] = other[:2]", "x[1] += other", "x[:, 0] *= 2", "x += np.float32(0.1)",
    "x[x > 2] = 0", "x[x > 2] += 1",
]  # fmt: skip


@pytest.mark.parametrize("text", UPDATES)
def test_augmented_assignments_go_where_numpys_do(backend, text):
    same(updated(change(text)))
    same(updated(change(text), "f4"))
    if "." not in text:
        same(updated(change(text), "i8"))


def test_quotients_go_where_numpys_do(backend):
    for text in ("x /= x + 1", "x /= 3", "x /= 0.3", "row = x[1]; row /= x[0]"):
        same(updated(change(text)))


@pytest.mark.parametrize("dtype", ["u1", "i2"])
def test_augmented_assignments_of_small_integers(backend, dtype):
    for text in ("x += x", "x *= 3", "x += 200 if x.dtype == np.uint8 else 127", "x |= x + 1"):
        same(updated(change(text), dtype))
    same(updated(change("x &= x > 2"), dtype))
    with pytest.raises(OverflowError):
        updated(change("x += 40000"), dtype)(ours)


def test_masks_in_place(backend):
    for text in ("x &= x[::-1]", "x |= other > 2", "x ^= True", "x[1:] &= x[:-1]"):
        same(updated(change(text), "?"))


OUTS = [
    "np.add(x, x, out=x)", "np.add(x, other, out=x)", "np.multiply(x, 2.5, out=x)",
    "np.subtract(1, x, out=x)", "np.maximum(x, 3.0, out=x)", "np.minimum(x, other[:1], out=x)",
    "np.divide(x, x[::-1], out=x)", "np.add(x[:, :2], x[:, 1:], out=x[:, :2])",
    "np.add(x[:, :2], x[:, 1:], out=x[:, 1:])", "np.exp(x, out=x)", "np.sqrt(x, out=x[::-1])",
    "np.add(other, other, out=x)", "np.multiply(x, np.float64(0.1), out=x)",
    "np.add(x, x, out=(x,))", "np.copyto(x, other)", "np.copyto(x, 7, where=x > 2)",
    "np.copyto(x[:, 1:], x[:, :2], where=x[:, :1] > 1)", "np.fill_diagonal(x, 9)",
    "np.putmask(x, x > 2, other)", "np.put(x, [1, 3], x[0])", "np.place(x, x > 2, other)",
]  # fmt: skip


@pytest.mark.parametrize("text", OUTS)
def test_what_functions_write_into(backend, text):
    same(updated(change(text)))
    same(updated(change(text), "f4"))


def test_an_output_that_takes_no_values(backend):
    for text in (
        "np.add(x, x, out=np.broadcast_to(x, (2, 2, 3)))", "np.add(x, x, out=x[0])",
        "np.add(x, x, out=np.zeros((2, 3), int))", "np.copyto(np.broadcast_to(x[0], (2, 3)), 1)",
        "np.add(x, np.ones(4), out=x)",
    ):  # fmt: skip
        mistakes = []
        for np_ in (ours, real):
            with pytest.raises((TypeError, ValueError)) as raised:
                updated(change(text))(np_)
            mistakes.append(raised.type)
        assert issubclass(*mistakes)


def test_views_of_whole_reductions(backend):
    for dtype in ("?", "u1", "i1", "i4", "f4"):
        same(lambda np, dtype=dtype: [f(np.array([[0, 1], [3, 200 % 128]]).astype(dtype)) for f in (
            np.sum, lambda x: x.sum(axis=0), lambda x: x.max(), lambda x: x[::-1].min(),
            lambda x: x.prod(), lambda x: x.sum(axis=1, keepdims=True),
        )])  # fmt: skip


def test_iterating_gives_rows_that_look_at_the_array(backend):
    def rows(np):
        x = np.arange(6.0).reshape(3, 2)
        for row in x:
            row += x[-1]
        return x, [v + 1 for v in x[:, 0]], [type(v).__name__ for v in x[0]]

    same(rows)


def test_reading_of_diagonals_and_flips_follows_writes(backend):
    def read(np):
        x = np.arange(9.0).reshape(3, 3)
        seen = [x.diagonal(), x[::-1], np.flip(x, 1), np.broadcast_to(x[0], (2, 3))]
        before = [v + 1 for v in seen]
        x[...] = x.T * 2
        return before, [v * v for v in seen], [x[0] / v[0] for v in seen[1:]]

    same(read)


def test_repeated_elements_take_no_augmented_assignment(backend):
    for text in (
        "y = np.broadcast_to(x[0], (4, 3)); y += 1",
        "y = np.broadcast_to(x, x.shape); y *= x",
    ):
        same(updated(change(text)))


FEW = {
    "cross": lambda np, v, w, A: np.cross(v, w),
    "cross with an axis": lambda np, v, w, A: np.cross(v, w, axis=0),
    "cross of a matrix": lambda np, v, w, A: np.cross(A, v),
    "cross of ints": lambda np, v, w, A: np.cross(v.astype(int), w.astype(int)),
    "cross of four": lambda np, v, w, A: np.cross(np.ones(4), np.ones(4)),
    "allclose": lambda np, v, w, A: (np.allclose(v, w), np.allclose(v, v + 1e-9)),
    "allclose of what is infinite": lambda np, v, w, A: np.allclose(v / 0, v / 0),
    "allclose of nan": lambda np, v, w, A: (
        np.allclose(v * np.nan, v * np.nan),
        np.allclose(v * np.nan, v * np.nan, equal_nan=True),
    ),
    "allclose with a tolerance": lambda np, v, w, A: np.allclose(v, w, 10.0),
    "allclose of float32": lambda np, v, w, A: np.allclose(v.astype("f4"), w.astype("f4")),
    "diff": lambda np, v, w, A: (np.diff(v), np.diff(A), np.diff(v, 2), np.diff(v > 2)),
    "diff of one": lambda np, v, w, A: np.diff(v[:1]),
    "diff with a start": lambda np, v, w, A: np.diff(v, prepend=0.0),
    "outer": lambda np, v, w, A: (np.outer(v, w), np.outer(A, v)),
    "mean": lambda np, v, w, A: (v.mean(), A.mean(0), A.mean(axis=(0, 1)), np.mean(A, -1)),
    "mean that keeps dimensions": lambda np, v, w, A: A.mean(axis=1, keepdims=True),
    "mean of ints": lambda np, v, w, A: (v.astype(int).mean(), np.mean(v > 2)),
    "mean over no axis": lambda np, v, w, A: v.mean(axis=3),
    "mean where": lambda np, v, w, A: np.mean(v, where=v > 1),
    "diag": lambda np, v, w, A: (np.diag(v), np.diag(v, -1), np.diag(A, 1)),
    "diag of a cube": lambda np, v, w, A: np.diag(A[None]),
    "norm": lambda np, v, w, A: (np.linalg.norm(v), np.linalg.norm(A, axis=1)),
    "products": lambda np, v, w, A: (np.dot(v, w), np.dot(A, v), np.inner(v, w), np.kron(v, w)),
    "sums": lambda np, v, w, A: (v.sum(), A.sum(1), A.sum(0, keepdims=True), np.cumsum(A, 1)),
    "of views": lambda np, v, w, A: (A.T @ A[0, :2], A.T + A[0, :1], np.sum(A[:, ::2], 0)),
    "extremes": lambda np, v, w, A: (A.max(1), A.argmax(), v.argsort(), np.ptp(v), A.std(0)),
    "unlike shapes": lambda np, v, w, A: np.dot(A, v[:2]),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", FEW)
def test_few_elements(backend, name):
    def call(np):
        return FEW[name](np, np.array([1.5, 2.0, 4.0]), np.array([3.0, 0.1, -1.0]), matrix(np))

    same(call)


def test_what_few_elements_fill(backend):
    x, y = ours.array([[1.0, 2.0], [3.0, 4.0]]), ours.zeros(2)
    assert x.sum(0, None, y) is y and x.max(1, y) is y and y.tolist() == [2.0, 4.0]
    assert ours.sum(x, axis=0, out=y) is y and y.tolist() == [4.0, 6.0]
    shown = ours.diag(x)
    x[0, 0] = 9.0
    assert shown.tolist() == [9.0, 4.0]


def test_a_view_that_an_operator_has_read_sees_what_is_written(backend):
    x = ours.array([[1.0, 2.0], [3.0, 4.0]])
    row, flat = x[0], x.reshape(-1)
    assert (row + row).tolist() == [2.0, 4.0] and (flat * 1.0).tolist() == [1.0, 2.0, 3.0, 4.0]
    read = flat * 1.0
    x[0, 1] = 7.0
    assert (row + row).tolist() == [2.0, 14.0] and (flat * 1.0).tolist() == [1.0, 7.0, 3.0, 4.0]
    row += 1.0
    assert x.tolist() == [[2.0, 8.0], [3.0, 4.0]] and (flat + 0.0).tolist() == [2.0, 8.0, 3.0, 4.0]
    assert read.tolist() == [1.0, 2.0, 3.0, 4.0]


def test_numbers_are_close_to_few_elements(backend):
    same(lambda np: [np.allclose(matrix(np) - matrix(np), 0), np.allclose(1.0, matrix(np))])
    same(lambda np: [np.allclose(matrix(np), [[1, 2, 3], [4, 5, 6]]), np.allclose(matrix(np), 1)])


def _columns(np, x):
    x[:, 0], x[:, -1] = x[:, -2], x[:, 1]  # columns of one matrix


def _rows(np, x):
    x[0], x[-1] = x[-2], x[1]


def _overlap(np, x):
    v = x[0]
    v[1:] = v[:-1]
    v[::2] = v[:3]
    x[:, 1:] = x[:, :-1]
    x[:2, :2] = x[:2, :2].T


def _same(np, x):
    x[0, ::2] += x[1, ::2]
    x[...] += x
    x[:] = x[:]


def _reversed(np, x):
    x[:, 0:2] = x[:, 2:0:-1]
    x[0] = x[0][::-1]


def _wide(np, x):
    v = x[0]
    v[0:2] = v[1:4:2]  # one begins within the other, with another step


OVERLAPS = {
    "columns": _columns, "rows": _rows, "overlap": _overlap, "the same": _same,
    "reversed": _reversed, "another step": _wide,
}  # fmt: skip


@pytest.mark.parametrize("case", OVERLAPS)
def test_memory_written_over_itself_is_as_if_it_had_been_copied(backend, case):
    mine, theirs = (np.arange(20.0).reshape(4, 5) for np in (ours, real))
    OVERLAPS[case](ours, mine)
    OVERLAPS[case](real, theirs)
    assert mine.tolist() == theirs.tolist()


INDICES = {
    "ellipsis": (..., None), "new axes": (None, slice(None), None, 1),
    "ellipsis and int": (..., 1), "int and ellipsis": (1, ...), "numpy's int": real.int32(1),
    "numpy's int and slice": (slice(1, None), real.int64(-1)), "two ints": (1, 1),
    "beyond": (slice(1, 99), slice(-99, 2)), "none left": (slice(2, 1), 0),
    "every second": (slice(None, None, 2), slice(1, None, 3)),
}  # fmt: skip


@pytest.mark.parametrize("case", INDICES)
def test_basic_indices_pick_and_write_what_numpys_do(backend, case):
    index = INDICES[case]
    mine, theirs = (np.arange(24.0).reshape(2, 3, 4) for np in (ours, real))
    same(mine[index], theirs[index])
    mine[index] += 1
    theirs[index] += 1
    mine[index] = mine[index] * 2
    theirs[index] = theirs[index] * 2
    same(mine, theirs)


@pytest.mark.parametrize(
    "index", [(slice(None), 5), (..., ..., 0), (0, 0, 0, 0, slice(None)), 9, (slice(None), 10**30)]
)
def test_indices_that_do_not_fit_are_refused_in_numpys_words(backend, index):
    mine, theirs = (np.zeros((2, 3, 4)) for np in (ours, real))
    with pytest.raises(IndexError) as expected:
        theirs[index]
    for use in (lambda: mine[index], lambda: mine.__setitem__(index, mine[0, 0])):
        with pytest.raises(IndexError) as raised:
            use()
        assert str(expected.value) in str(raised.value)


MIXED = {
    "float and truth": lambda np: np.array([1.5, -2.0]) * np.array([True, False]),
    "float and int": lambda np: np.array([1.5, -2.0]) - np.array([1, 2]),
    "truth and int": lambda np: np.array([True, False]) + np.array([1, 2], "i2"),
    "int and number": lambda np: np.array([1, 2]) * 2.5,
    "number and int": lambda np: 0.5 - np.array([1, 2]),
    "small float and int": lambda np: np.array([1.5, 2.0], "f4") / np.array([3, 7]),
    "int and zero": lambda np: np.array([1, 2]) + 0.0,
    "truth and complex": lambda np: np.array([True, False]) * 1j,
    "unsigned and signed": lambda np: np.array([1, 2], "u1") + np.array([-1, 2], "i1"),
}


@pytest.mark.parametrize("case", MIXED)
def test_operands_of_two_dtypes_promote_the_second_time_as_the_first(backend, case):
    expected = MIXED[case](real)
    for _ in range(2):
        same(MIXED[case](ours), expected)


def _divided_by_counts(np):
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    x /= np.array([2, 4])[:, None]
    return x


def _with_truth(np):
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    x -= np.array([True, False])
    x *= np.array([3, 5], "u1")
    return x


def _complex_scaled(np):
    x = np.array([1 + 2j, 3 - 1j, 0.5j])
    x[1:] *= 2.0
    x *= 3
    x[:2] *= x[1:]
    return x


@pytest.mark.parametrize("case", [_divided_by_counts, _with_truth, _complex_scaled])
def test_whole_numbers_and_scales_go_into_floats_in_place(backend, case):
    same(case(ours), case(real))


REDUCTIONS = {
    "argmax": lambda x: x.argmax(), "argmax of a line": lambda x: x[0].argmax(axis=0),
    "argmin of rows": lambda x: x.argmin(axis=1),
    "argmax of columns": lambda x: x.argmax(axis=-2), "max": lambda x: x.max(),
    "min": lambda x: x.min(), "sum": lambda x: x.sum(), "prod": lambda x: x.prod(),
    "any": lambda x: x.any(), "all": lambda x: x.all(),
}  # fmt: skip


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "float64"])
@pytest.mark.parametrize("case", REDUCTIONS)
def test_reductions_of_few_elements(backend, case, dtype):
    values = [[3, 0, 7], [1, 7, 2]]
    mine, theirs = (REDUCTIONS[case](np.array(values, dtype)) for np in (ours, real))
    same(mine, theirs)
    assert type(mine) is type(theirs) or isinstance(mine, ours.ndarray)
