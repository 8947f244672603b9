"""Products of arrays, and einsum, against real NumPy."""

from __future__ import annotations

import inspect

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core
from tests.frontends.numpy.differential import same

_rng = real.random.default_rng(0)
A = _rng.random((3, 3))
B = _rng.random((3, 3))
V, W = _rng.random(3), _rng.random(3)
C = A + 1j * B
I = _rng.integers(-5, 5, (3, 3))  # noqa: E741
T = _rng.random((2, 3, 3))
F = A.astype("f4")
U = I.astype("i1")
L = A > 0.5
E3 = real.empty((0, 3))

CASES = {
    "dot": lambda np, a: np.dot(a(A), a(B)),
    "dot_vectors": lambda np, a: np.dot(a(V), a(W)),
    "dot_scalar": lambda np, a: np.dot(2.0, a(V)),
    "dot_scalars": lambda np, a: np.dot(2, 3),
    "dot_lists": lambda np, a: np.dot([[1, 2], [3, 4]], [5, 6]),
    "dot_nd": lambda np, a: np.dot(a(T), a(A)),
    "dot_vector_nd": lambda np, a: np.dot(a(V), a(T)),
    "dot_mixed": lambda np, a: np.dot(a(I), a(F)),
    "dot_bool": lambda np, a: np.dot(a(L), a(L)),
    "dot_int8": lambda np, a: np.dot(a(U), a(U)),
    "dot_complex": lambda np, a: np.dot(a(C), a(V)),
    "dot_empty": lambda np, a: np.dot(a(E3.T), a(E3)),
    "dot_method": lambda np, a: a(A).dot(a(V)),
    "vdot": lambda np, a: np.vdot(a(C), a(C)),
    "vdot_int": lambda np, a: np.vdot(a(I), a(I)),
    "vdot_real": lambda np, a: np.vdot(a(A), a(B)),
    "inner": lambda np, a: np.inner(a(A), a(B)),
    "inner_vectors": lambda np, a: np.inner(a(V), a(W)),
    "inner_scalar": lambda np, a: np.inner(a(A), 2),
    "inner_nd": lambda np, a: np.inner(a(T), a(V)),
    "outer": lambda np, a: np.outer(a(V), a(W)),
    "outer_nd": lambda np, a: np.outer(a(A), a(I)),
    "outer_bool": lambda np, a: np.outer(a(L), a(L)),
    "outer_scalar": lambda np, a: np.outer(2, a(V)),
    "tensordot": lambda np, a: np.tensordot(a(A), a(B)),
    "tensordot_1": lambda np, a: np.tensordot(a(T), a(A), 1),
    "tensordot_0": lambda np, a: np.tensordot(a(V), a(W), 0),
    "tensordot_axes": lambda np, a: np.tensordot(a(T), a(A), axes=([1, 2], [0, 1])),
    "tensordot_axis": lambda np, a: np.tensordot(a(T), a(V), axes=(1, 0)),
    "tensordot_negative": lambda np, a: np.tensordot(a(T), a(A), axes=((-1,), (-2,))),
    "tensordot_arrays": lambda np, a: np.tensordot(a(T), a(A), axes=np.array([[1], [0]])),
    "tensordot_int": lambda np, a: np.tensordot(a(I), a(I), 1),
    "kron": lambda np, a: np.kron(a(A), a(I)),
    "kron_vectors": lambda np, a: np.kron([1, 10], [1, 2, 3]),
    "kron_nd": lambda np, a: np.kron(a(V), a(A)),
    "trace": lambda np, a: np.trace(a(A)),
    "trace_offset": lambda np, a: np.trace(a(A), 1),
    "trace_int8": lambda np, a: np.trace(a(U)),
    "trace_bool": lambda np, a: np.trace(a(L)),
    "trace_nd": lambda np, a: np.trace(a(T), axis1=1, axis2=2),
    "trace_dtype": lambda np, a: np.trace(a(I), dtype="f4"),
    "matrix_transpose": lambda np, a: np.matrix_transpose(a(T)),
    "matmul_operator": lambda np, a: a(T) @ a(V),
    "einsum": lambda np, a: np.einsum("ij,jk->ik", a(A), a(B)),
    "einsum_implicit": lambda np, a: np.einsum("ij,jk", a(A), a(B)),
    "einsum_implicit_order": lambda np, a: np.einsum("ba,bc", a(A), a(B)),
    "einsum_spaces": lambda np, a: np.einsum(" ij , jk -> ki ", a(A), a(B)),
    "einsum_trace": lambda np, a: np.einsum("ii", a(A)),
    "einsum_diagonal": lambda np, a: np.einsum("ii->i", a(A)),
    "einsum_diagonal_of_stack": lambda np, a: np.einsum("kii->ik", a(T)),
    "einsum_transpose": lambda np, a: np.einsum("ji", a(A)),
    "einsum_sum": lambda np, a: np.einsum("ij->", a(A)),
    "einsum_sum_axis": lambda np, a: np.einsum("ijk->ik", a(T)),
    "einsum_dot": lambda np, a: np.einsum("i,i", a(V), a(W)),
    "einsum_outer": lambda np, a: np.einsum("i,j->ij", a(V), a(W)),
    "einsum_hadamard": lambda np, a: np.einsum("ij,ij->ij", a(A), a(B)),
    "einsum_batch": lambda np, a: np.einsum("bij,bjk->bik", a(T), a(T)),
    "einsum_vector": lambda np, a: np.einsum("bij,j->bi", a(T), a(V)),
    "einsum_partly_summed": lambda np, a: np.einsum("ij,jk->k", a(A), a(B)),
    "einsum_three": lambda np, a: np.einsum("i,ij,j->", a(V), a(A), a(W)),
    "einsum_four": lambda np, a: np.einsum("ij,jk,kl,l->i", a(A), a(B), a(A), a(V)),
    "einsum_three_batched": lambda np, a: np.einsum("bij,bjk,k->bi", a(T), a(T), a(V)),
    "einsum_ellipsis": lambda np, a: np.einsum("...ij,...jk->...ik", a(T), a(A)),
    "einsum_ellipsis_implicit": lambda np, a: np.einsum("...i,...i", a(T), a(T)),
    "einsum_ellipsis_sum": lambda np, a: np.einsum("i...->...", a(T)),
    "einsum_ellipsis_diagonal": lambda np, a: np.einsum("...ii->...i", a(T)),
    "einsum_ellipsis_scalar": lambda np, a: np.einsum("...,...", 3, a(V)),
    "einsum_ones": lambda np, a: np.einsum("ij,kj->ik", a(A), a(A[:1, :1])),
    "einsum_broadcast": lambda np, a: np.einsum("ij,ij->ij", a(A), a(A[:1])),
    "einsum_lists": lambda np, a: np.einsum(a(A), [0, 1], a(B), [1, 2], [0, 2]),
    "einsum_lists_implicit": lambda np, a: np.einsum(a(A), [0, 1], a(V), [1]),
    "einsum_lists_ellipsis": lambda np, a: np.einsum(a(T), [..., 0], a(V), [0], [...]),
    "einsum_lists_trace": lambda np, a: np.einsum(a(A), [0, 0]),
    "einsum_int": lambda np, a: np.einsum("ij,jk", a(I), a(I)),
    "einsum_int8_wraps": lambda np, a: np.einsum("i->", a(real.array([100, 100], "i1"))),
    "einsum_int8": lambda np, a: np.einsum("ij,jk", a(U), a(U)),
    "einsum_bool": lambda np, a: np.einsum("ij,jk", a(L), a(L)),
    "einsum_bool_sum": lambda np, a: np.einsum("ij->i", a(L)),
    "einsum_mixed": lambda np, a: np.einsum("ij,jk", a(F), a(I)),
    "einsum_complex": lambda np, a: np.einsum("ij,j", a(C), a(V)),
    "einsum_float32": lambda np, a: np.einsum("ij,jk", a(F), a(F)),
    "einsum_dtype": lambda np, a: np.einsum("ij,jk", a(F), a(F), dtype="f8"),
    "einsum_casting": lambda np, a: np.einsum("ij->", a(A), dtype="f4", casting="same_kind"),
    "einsum_optimize": lambda np, a: np.einsum("ij,jk,kl", a(A), a(B), a(A), optimize=True),
    "einsum_path_given": lambda np, a: np.einsum(
        "ij,jk,kl", a(A), a(B), a(A), optimize=["einsum_path", (0, 1), (0, 1)]
    ),
    "einsum_empty": lambda np, a: np.einsum("ij,jk", a(E3.T), a(E3)),
    "einsum_empty_batch": lambda np, a: np.einsum("ij,ik->ijk", a(E3), a(E3)),
    "einsum_of_lists": lambda np, a: np.einsum("ij,j", [[1, 2], [3, 4]], [1, 1]),
    "einsum_letters": lambda np, a: np.einsum("aB,Bc", a(A), a(B)),
}


@pytest.mark.parametrize("name", CASES)
def test_matches(backend, assert_matches, name):
    expected = CASES[name](real, real.asarray)
    for convert in (ours.asarray, real.asarray):
        actual = CASES[name](ours, convert)
        assert_matches(actual, expected)
        assert type(actual).__name__ == type(expected).__name__
        if not name.startswith("matmul") and not name.endswith("method"):
            assert type(actual) is ours.ndarray or isinstance(actual, real.generic)
        if name == "dot_method" or name == "matmul_operator":
            break


ERRORS = {
    "dot": lambda np: np.dot(np.ones((2, 3)), np.ones((2, 3))),
    "vdot": lambda np: np.vdot(np.ones(2), np.ones(3)),
    "inner": lambda np: np.inner(np.ones(2), np.ones(3)),
    "tensordot": lambda np: np.tensordot(np.ones((2, 3)), np.ones((2, 3))[:1], 1),
    "tensordot_lengths": lambda np: np.tensordot(np.ones((2, 3)), np.ones(3), ((0, 1), (0,))),
    "trace": lambda np: np.trace(np.ones(3)),
    "matrix_transpose": lambda np: np.matrix_transpose(np.ones(3)),
    "einsum_shape": lambda np: np.einsum("ij,jk", np.ones((2, 3)), np.ones((2, 3))),
    "einsum_count": lambda np: np.einsum("ij,jk", np.ones((2, 3))),
    "einsum_ndim": lambda np: np.einsum("ij", np.ones(3)),
    "einsum_few": lambda np: np.einsum("i", np.ones((3, 3))),
    "einsum_output": lambda np: np.einsum("ij->k", np.ones((2, 3))),
    "einsum_output_twice": lambda np: np.einsum("ij->ii", np.ones((2, 3))),
    "einsum_characters": lambda np: np.einsum("i%->i", np.ones((2, 3))),
    "einsum_nothing": lambda np: np.einsum(),
    "einsum_repeated": lambda np: np.einsum("ii", np.ones((2, 3))),
    "einsum_dots": lambda np: np.einsum("i..j", np.ones((2, 3))),
    "einsum_keyword": lambda np: np.einsum("ij", np.ones((2, 3)), axis=1),
    "einsum_dtype": lambda np: np.einsum("ij->", np.ones((2, 3)), dtype="i4"),
    "einsum_sublist": lambda np: np.einsum(np.ones(3), [60]),
    "dot_out": lambda np: np.dot(np.ones(3), np.ones((3, 2)), out=np.ones(2, "f4")),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(backend, name):
    with pytest.raises(Exception) as expected:
        ERRORS[name](real)
    with pytest.raises(expected.type):
        ERRORS[name](ours)


@pytest.mark.parametrize(
    "call",
    [
        lambda np, a, out: np.dot(a(A), a(B), out=out),
        lambda np, a, out: np.dot(a(A), a(B), out),
        lambda np, a, out: np.outer(a(V), a(W), out=out),
        lambda np, a, out: np.einsum("ij,kj->ik", a(A), a(B), out=out),
        lambda np, a, out: np.trace(a(real.stack([T, T])), 0, 0, 1, out=out),
        lambda np, a, out: np.matmul(a(A), a(B), out=out),
    ],
)
def test_out(backend, assert_matches, call):
    expected = real.zeros((3, 3))
    call(real, real.asarray, expected)
    out = ours.zeros((3, 3))
    alias = out[1]
    assert call(ours, ours.asarray, out) is out
    assert_matches(out, expected)
    assert_matches(alias, expected[1])


def test_einsum_of_one_operand_is_a_view(backend):
    x = ours.zeros((3, 3))
    ours.einsum("ii->i", x)[:] = 1
    assert x.tolist() == real.eye(3).tolist()
    ours.einsum("ij->ji", x)[0] = 5
    assert x[:, 0].tolist() == [5, 5, 5]
    same = ours.einsum("ij->ij", x)
    assert same is not x
    same[2, 2] = 7
    assert x[2, 2] == 7
    copy = ours.einsum("ij->i", x)
    copy[:] = 0
    assert x[0, 0] == 5


def test_matrix_transpose_is_a_view(backend):
    x = ours.zeros((2, 3))
    ours.matrix_transpose(x)[0] = 1
    assert x[:, 0].tolist() == [1, 1]


@pytest.mark.parametrize("order", "CFAKc")
def test_einsum_gives_the_order_that_is_asked_for(backend, order):
    def case(np):
        x, y = np.ones((2, 3, 5), order="F"), np.ones((4, 3), order="F")
        return np.einsum("...ft,mf->...mt", x, y, order=order)

    same(case)
    if order != "K":
        assert case(ours).flags.f_contiguous == case(real).flags.f_contiguous


@pytest.mark.parametrize("options", [{"order": "W"}, {"casting": "same_value"}, {"casting": "?"}])
def test_einsum_knows_its_options(backend, options):
    same(lambda np: np.einsum("ij->j", np.ones((2, 2)), **options))


def test_einsum_path_is_numpys(backend):
    assert ours.einsum_path(
        "ij,jk,kl", ours.ones((2, 9)), ours.ones((9, 3)), ours.ones((3, 2))
    ) == (real.einsum_path("ij,jk,kl", real.ones((2, 9)), real.ones((9, 3)), real.ones((3, 2))))


def test_einsum_of_random_subscripts(backend, assert_matches, full):
    rng = real.random.default_rng(3)
    sizes = {"a": 2, "b": 3, "c": 2, "d": 1}
    for _ in range(200 if full else 12):
        labels = ["".join(rng.permutation(list("abcd"))[: rng.integers(1, 4)]) for _ in range(2)]
        known = sorted(set("".join(labels)))
        output = "".join(rng.permutation(known)[: rng.integers(0, len(known) + 1)])
        arrays = [rng.integers(-3, 4, [sizes[k] for k in part]) for part in labels]
        text = f"{labels[0]},{labels[1]}->{output}"
        actual = ours.einsum(text, *map(ours.asarray, arrays))
        assert_matches(actual, real.einsum(text, *arrays))


def test_strings_and_objects_stay_in_numpy(backend):
    x = real.array([1, 2], object)
    assert ours.dot(x, x) == 5


@pytest.mark.parametrize(
    "name",
    "dot vdot inner outer tensordot einsum einsum_path kron trace matrix_transpose".split(),
)
def test_signatures(name):
    actual, expected = (inspect.signature(getattr(m, name)) for m in (ours, real))
    assert [(p.name, p.kind, p.default) for p in actual.parameters.values()] == [
        (p.name, p.kind, p.default) for p in expected.parameters.values()
    ]


def _products_of_views(np):
    x, y = np.arange(6000.0).reshape(60, 100) % 7, np.arange(60.0)
    x[0, 0] = 2
    row, turned = x[:, 3], x[:, 2:].T
    found = [turned @ y, row @ x[:, 1:], y @ x[:, ::2], x[::-1].T @ y, np.dot(turned, y)]
    found += [turned @ x, turned @ x[:, 5:], turned.astype("f4") @ y, turned @ (y + 1j)]
    x[1, 2:] = -1
    return [*found, turned @ y, (turned @ y[:, None]).shape, x.T[:0] @ y, x[:0].T @ y[:0]]


def test_products_of_views(backend, assert_matches):
    for found, expected in zip(_products_of_views(ours), _products_of_views(real), strict=True):
        assert_matches(found, expected) if hasattr(found, "dtype") else found == expected


def test_a_product_of_a_view_does_not_copy_it():
    with ivy_core.with_backend("jax"):
        turned = ours.ones((160, 200)).T  # beyond what is copied sooner than looked at
        assert not hasattr(turned, "_data")
        assert float((turned @ ours.ones(160))[3]) == 160
        assert not hasattr(turned, "_data")
