"""numpy.linalg against real NumPy."""

from __future__ import annotations

import inspect

import numpy as real
import pytest

import frontends.numpy as ours

_rng = real.random.default_rng(0)
A = _rng.random((3, 3)) + real.eye(3)
S = A @ A.T
B = _rng.random((3, 2))
V = _rng.random(3)
M = _rng.random((4, 3))
W = _rng.random((3, 4))
T = _rng.random((2, 3, 3)) + real.eye(3)
C = A + 1j * _rng.random((3, 3))
HC = C @ C.conj().T
I = real.array([[2, 1, 0], [1, 3, 1], [0, 1, 4]])  # noqa: E741
F = A.astype("f4")
SINGULAR = real.array([[1.0, 2.0], [2.0, 4.0]])
E = real.empty((0, 3))
inf = real.inf

CASES = {
    "norm": lambda np, a: np.linalg.norm(a(A)),
    "norm_vector": lambda np, a: np.linalg.norm(a(V)),
    "norm_list": lambda np, a: np.linalg.norm([3, 4]),
    "norm_int": lambda np, a: np.linalg.norm(a(I)),
    "norm_float32": lambda np, a: np.linalg.norm(a(F)),
    "norm_complex": lambda np, a: np.linalg.norm(a(C)),
    "norm_3d": lambda np, a: np.linalg.norm(a(T)),
    "norm_scalar": lambda np, a: np.linalg.norm(-3.0),
    "norm_keepdims": lambda np, a: np.linalg.norm(a(A), keepdims=True),
    "norm_axis": lambda np, a: np.linalg.norm(a(A), axis=1),
    "norm_axis_keepdims": lambda np, a: np.linalg.norm(a(A), axis=0, keepdims=True),
    "norm_axis_tuple": lambda np, a: np.linalg.norm(a(T), axis=(1, 2)),
    "norm_axis_tuple_reversed": lambda np, a: np.linalg.norm(a(T), 1, axis=(2, 1)),
    "norm_axis_tuple_of_one": lambda np, a: np.linalg.norm(a(T), axis=(1,)),
    "norm_axis_keepdims_matrix": lambda np, a: np.linalg.norm(a(T), inf, (0, 2), True),
    "norm_empty": lambda np, a: np.linalg.norm(a(E)),
    "norm_bool": lambda np, a: np.linalg.norm(a(A > 0.5), axis=0),
    "det": lambda np, a: np.linalg.det(a(A)),
    "det_stack": lambda np, a: np.linalg.det(a(T)),
    "det_int": lambda np, a: np.linalg.det(a(I)),
    "det_complex": lambda np, a: np.linalg.det(a(C)),
    "det_singular": lambda np, a: np.linalg.det(a(SINGULAR)),
    "det_float32": lambda np, a: np.linalg.det(a(F)),
    "slogdet": lambda np, a: np.linalg.slogdet(a(-A)),
    "slogdet_stack": lambda np, a: np.linalg.slogdet(a(T)),
    "slogdet_complex": lambda np, a: np.linalg.slogdet(a(C)),
    "inv": lambda np, a: np.linalg.inv(a(A)),
    "inv_stack": lambda np, a: np.linalg.inv(a(T)),
    "inv_int": lambda np, a: np.linalg.inv(a(I)),
    "inv_list": lambda np, a: np.linalg.inv([[2, 0], [0, 4]]),
    "inv_complex": lambda np, a: np.linalg.inv(a(C)),
    "inv_float32": lambda np, a: np.linalg.inv(a(I.astype("f4"))),
    "solve": lambda np, a: np.linalg.solve(a(A), a(V)),
    "solve_matrix": lambda np, a: np.linalg.solve(a(A), a(B)),
    "solve_stack": lambda np, a: np.linalg.solve(a(T), a(B)),
    "solve_stack_vector": lambda np, a: np.linalg.solve(a(T), a(V)),
    "solve_mixed": lambda np, a: np.linalg.solve(a(I), a(C)),
    "solve_int": lambda np, a: np.linalg.solve(a(I), [1, 2, 3]),
    "lstsq": lambda np, a: np.linalg.lstsq(a(M), a(M[:, 0] + 1)),
    "lstsq_rcond": lambda np, a: np.linalg.lstsq(a(M), a(M[:, :2] + 1), rcond=None),
    "lstsq_rcond_small": lambda np, a: np.linalg.lstsq(a(M), a(M[:, 0]), rcond=-1),
    "lstsq_wide": lambda np, a: np.linalg.lstsq(a(W), a(V), rcond=1e-10),
    "lstsq_singular": lambda np, a: np.linalg.lstsq(a(SINGULAR), a(real.ones(2))),
    "pinv": lambda np, a: np.linalg.pinv(a(M)),
    "pinv_wide": lambda np, a: np.linalg.pinv(a(W)),
    "pinv_singular": lambda np, a: np.linalg.pinv(a(SINGULAR), 1e-10),
    "pinv_rtol": lambda np, a: np.linalg.pinv(a(SINGULAR), rtol=1e-10),
    "pinv_rtol_none": lambda np, a: np.linalg.pinv(a(M), rtol=None),
    "pinv_stack_rcond": lambda np, a: np.linalg.pinv(a(T), rcond=[1e-10, 0.5]),
    "pinv_hermitian": lambda np, a: np.linalg.pinv(a(S), hermitian=True),
    "pinv_complex": lambda np, a: np.linalg.pinv(a(C[:2])),
    "pinv_int": lambda np, a: np.linalg.pinv(a(I[:2])),
    "pinv_empty": lambda np, a: np.linalg.pinv(a(E)),
    "svdvals": lambda np, a: np.linalg.svdvals(a(M)),
    "svd_values": lambda np, a: np.linalg.svd(a(T), compute_uv=False),
    "svd_values_hermitian": lambda np, a: np.linalg.svd(a(S - 1), True, False, True),
    "qr_r_mode": lambda np, a: abs(np.linalg.qr(a(M), mode="r")),
    "qr_raw_mode": lambda np, a: np.linalg.qr(a(M), mode="raw"),
    "cholesky": lambda np, a: np.linalg.cholesky(a(S)),
    "cholesky_upper": lambda np, a: np.linalg.cholesky(a(S), upper=True),
    "cholesky_complex": lambda np, a: np.linalg.cholesky(a(HC)),
    "cholesky_int": lambda np, a: np.linalg.cholesky(a(I)),
    "cholesky_reads_lower": lambda np, a: np.linalg.cholesky(a(real.tril(S))),
    "cholesky_upper_reads_upper": lambda np, a: np.linalg.cholesky(a(real.triu(S)), upper=True),
    "eigvalsh": lambda np, a: np.linalg.eigvalsh(a(S)),
    "eigvalsh_upper": lambda np, a: np.linalg.eigvalsh(a(A), "U"),
    "eigvalsh_lower": lambda np, a: np.linalg.eigvalsh(a(A), UPLO="l"),
    "eigvalsh_complex": lambda np, a: np.linalg.eigvalsh(a(HC)),
    "eigvals": lambda np, a: np.sort(np.linalg.eigvals(a(A))),
    "eigvals_complex_result": lambda np, a: np.sort_complex(np.linalg.eigvals([[0.0, 1], [-1, 0]])),
    "eigvals_int": lambda np, a: np.sort(np.linalg.eigvals(a(I))),
    "matrix_power": lambda np, a: np.linalg.matrix_power(a(A), 3),
    "matrix_power_0": lambda np, a: np.linalg.matrix_power(a(T), 0),
    "matrix_power_1": lambda np, a: np.linalg.matrix_power(a(I), 1),
    "matrix_power_int": lambda np, a: np.linalg.matrix_power(a(I), 5),
    "matrix_power_negative": lambda np, a: np.linalg.matrix_power(a(I), -2),
    "matrix_rank": lambda np, a: np.linalg.matrix_rank(a(A)),
    "matrix_rank_singular": lambda np, a: np.linalg.matrix_rank(a(SINGULAR)),
    "matrix_rank_tol": lambda np, a: np.linalg.matrix_rank(a(A), 1.0),
    "matrix_rank_rtol": lambda np, a: np.linalg.matrix_rank(a(T), rtol=[0.1, 0.5]),
    "matrix_rank_hermitian": lambda np, a: np.linalg.matrix_rank(a(S), hermitian=True),
    "matrix_rank_int": lambda np, a: np.linalg.matrix_rank([[1, 2], [2, 4]]),
    "matrix_rank_stack": lambda np, a: np.linalg.matrix_rank(a(T)),
    "cond": lambda np, a: np.linalg.cond(a(A)),
    "cond_stack": lambda np, a: np.linalg.cond(a(T)),
    "cond_rectangular": lambda np, a: np.linalg.cond(a(M)),
    "cond_-2": lambda np, a: np.linalg.cond(a(A), -2),
    "cond_1": lambda np, a: np.linalg.cond(a(A), 1),
    "cond_inf": lambda np, a: np.linalg.cond(a(T), inf),
    "cond_fro": lambda np, a: np.linalg.cond(a(I), "fro"),
    "cond_singular": lambda np, a: np.linalg.cond(a(real.array([[1.0, 0], [0, 0]]))),
    "cond_singular_1": lambda np, a: np.linalg.cond(a(SINGULAR), 1),
    "cond_nan": lambda np, a: np.linalg.cond(a(real.array([[1.0, 0], [0, real.nan]])), 1),
    "multi_dot": lambda np, a: np.linalg.multi_dot([a(A), a(B), a(B.T)]),
    "multi_dot_vectors": lambda np, a: np.linalg.multi_dot([a(V), a(A), a(A), a(V)]),
    "multi_dot_two": lambda np, a: np.linalg.multi_dot([a(A), a(B)]),
    "tensorinv": lambda np, a: np.linalg.tensorinv(a(_SQUARE.reshape(4, 6, 8, 3)), ind=2),
    "tensorinv_1": lambda np, a: np.linalg.tensorinv(a(_SQUARE.reshape(24, 8, 3)), ind=1),
    "tensorsolve": lambda np, a: np.linalg.tensorsolve(
        a(_SQUARE.reshape(6, 4, 2, 3, 4)), a(_SQUARE[0].reshape(6, 4))
    ),
    "tensorsolve_axes": lambda np, a: np.linalg.tensorsolve(
        a(_SQUARE.reshape(2, 3, 4, 24).transpose(1, 0, 2, 3)), a(_SQUARE[0]), axes=(0, 1, 2)
    ),
    "cross": lambda np, a: np.linalg.cross(a(V), a(A)),
    "cross_int": lambda np, a: np.linalg.cross(a(I), a(I.T), axis=0),
    "outer": lambda np, a: np.linalg.outer(a(V), a(V)),
    "matmul": lambda np, a: np.linalg.matmul(a(T), a(V)),
    "tensordot": lambda np, a: np.linalg.tensordot(a(T), a(A), axes=1),
    "vecdot": lambda np, a: np.linalg.vecdot(a(C), a(V)),
    "vecdot_axis": lambda np, a: np.linalg.vecdot(a(A), a(S), axis=0),
    "vecdot_vectors": lambda np, a: np.linalg.vecdot(a(V), a(V)),
    "diagonal": lambda np, a: np.linalg.diagonal(a(T), offset=1),
    "trace": lambda np, a: np.linalg.trace(a(T)),
    "trace_dtype": lambda np, a: np.linalg.trace(a(I), offset=-1, dtype="f4"),
    "matrix_transpose": lambda np, a: np.linalg.matrix_transpose(a(T)),
    "matrix_norm": lambda np, a: np.linalg.matrix_norm(a(T)),
    "matrix_norm_keepdims": lambda np, a: np.linalg.matrix_norm(a(T), keepdims=True, ord=2),
    "vector_norm": lambda np, a: np.linalg.vector_norm(a(T)),
    "vector_norm_axes": lambda np, a: np.linalg.vector_norm(a(T), axis=(0, 2), keepdims=True),
    "vector_norm_ord": lambda np, a: np.linalg.vector_norm(a(I), ord=1, axis=0),
    "vector_norm_keepdims": lambda np, a: np.linalg.vector_norm(a(A), keepdims=True, ord=3),
}
_SQUARE = _rng.random((24, 24)) + 5 * real.eye(24)
CASES |= {
    f"norm_vector_{order}": lambda np, a, order=order: np.linalg.norm(a(A - 0.5), order, axis=0)
    for order in (0, 1, 2, 3, 0.5, -1, -2, inf, -inf)
}
CASES |= {
    f"norm_vector_int_{order}": lambda np, a, order=order: np.linalg.norm(a(I[0]), order)
    for order in (0, 1, 3, inf)
}
CASES |= {
    f"norm_matrix_{order}": lambda np, a, order=order: np.linalg.norm(a(A - 0.5), order)
    for order in ("fro", "nuc", 1, -1, 2, -2, inf, -inf)
}
CASES |= {
    f"norm_stack_{order}": lambda np, a, order=order: np.linalg.norm(
        a(T), order, axis=(1, 2), keepdims=True
    )
    for order in ("fro", "nuc", 1, -2, inf)
}


def matches(assert_matches, actual, expected):
    if isinstance(expected, tuple):
        assert isinstance(actual, tuple)
        assert len(actual) == len(expected)
        if hasattr(expected, "_fields"):
            assert type(actual).__name__ == type(expected).__name__
            assert actual._fields == expected._fields
        for a, e in zip(actual, expected, strict=True):
            matches(assert_matches, a, e)
        return
    assert type(actual).__name__ == type(expected).__name__
    if isinstance(expected, int):
        assert actual == expected
        return
    assert type(actual) is ours.ndarray or isinstance(actual, real.generic)
    single = expected.dtype.char in "fF"
    assert_matches(actual, expected, rtol=1e-4 if single else 1e-9, atol=1e-5 if single else 1e-9)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", CASES)
def test_matches(backend, assert_matches, name):
    expected = CASES[name](real, real.asarray)
    matches(assert_matches, CASES[name](ours, ours.asarray), expected)
    matches(assert_matches, CASES[name](ours, lambda x: x), expected)


@pytest.mark.parametrize("x", [A, T, M, W, C, I, F], ids="A T M W C I F".split())
@pytest.mark.parametrize("full_matrices", [True, False])
def test_svd(backend, assert_matches, x, full_matrices):
    expected = real.linalg.svd(x, full_matrices)
    found = ours.linalg.svd(ours.asarray(x), full_matrices)
    assert type(found).__name__ == "SVDResult"
    assert found._fields == expected._fields
    u, s, vh = found
    assert_matches(s, expected.S)
    assert [p.shape for p in found] == [p.shape for p in expected]
    assert [p.dtype for p in found] == [p.dtype for p in expected]
    k = s.shape[-1]
    close(assert_matches, (u[..., :k] * s[..., None, :]) @ vh[..., :k, :], x)
    close(
        assert_matches,
        ours.conj(u).mT @ u,
        real.broadcast_to(real.eye(u.shape[-1]), u.mT.shape[:-2] + (u.shape[-1],) * 2),
    )


def close(assert_matches, actual, expected):
    single = actual.dtype.char in "fF"
    tolerance = 1e-4 if single else 1e-9
    assert_matches(actual, real.asarray(expected, actual.dtype), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("x", [S, HC, I - 2.0], ids=["S", "HC", "I"])
def test_svd_of_hermitian(backend, assert_matches, x):
    u, s, vh = ours.linalg.svd(ours.asarray(x), hermitian=True)
    close(assert_matches, s, real.linalg.svd(x, compute_uv=False))
    close(assert_matches, (u * s) @ vh, x)


@pytest.mark.parametrize("x", [A, T, M, W, C, I, F], ids="A T M W C I F".split())
@pytest.mark.parametrize("mode", ["reduced", "complete"])
def test_qr(backend, assert_matches, x, mode):
    expected = real.linalg.qr(x, mode)
    found = ours.linalg.qr(ours.asarray(x), mode)
    assert (type(found).__name__, found._fields) == ("QRResult", expected._fields)
    q, r = found
    assert [p.shape for p in found] == [p.shape for p in expected]
    assert [p.dtype for p in found] == [p.dtype for p in expected]
    close(assert_matches, q @ r, x)
    close(assert_matches, r, real.triu(real.asarray(r)))


@pytest.mark.parametrize("x", [S, HC, I, T, F], ids="S HC I T F".split())
@pytest.mark.parametrize("uplo", ["L", "U"])
def test_eigh(backend, assert_matches, x, uplo):
    expected = real.linalg.eigh(x, uplo)
    found = ours.linalg.eigh(ours.asarray(x), uplo)
    assert (type(found).__name__, found._fields) == ("EighResult", expected._fields)
    values, vectors = found
    close(assert_matches, values, expected.eigenvalues)
    assert vectors.dtype == expected.eigenvectors.dtype
    half = real.tril(x) if uplo == "L" else real.triu(x)
    whole = (
        half
        + real.swapaxes(half, -1, -2).conj()
        - real.eye(3) * real.diagonal(x, axis1=-2, axis2=-1)[..., None, :].real
    )
    close(
        assert_matches,
        ours.asarray(whole.astype(vectors.dtype)) @ vectors,
        vectors * values[..., None, :],
    )


@pytest.mark.parametrize(
    "x", [A, T, C, I, F, real.array([[0.0, 1.0], [-1.0, 0.0]])], ids="A T C I F rotation".split()
)
def test_eig(backend, assert_matches, x):
    expected = real.linalg.eig(x)
    found = ours.linalg.eig(ours.asarray(x))
    assert (type(found).__name__, found._fields) == ("EigResult", expected._fields)
    values, vectors = found
    assert [p.dtype for p in found] == [p.dtype for p in expected]
    assert [p.shape for p in found] == [p.shape for p in expected]
    close(
        assert_matches,
        ours.asarray(x.astype(vectors.dtype)) @ vectors,
        vectors * values[..., None, :],
    )
    close(assert_matches, ours.linalg.norm(vectors, axis=-2), real.ones(values.shape))
    close(
        assert_matches, ours.linalg.eigvals(ours.asarray(x)).sum(-1), expected.eigenvalues.sum(-1)
    )


ERRORS = {
    "inv_singular": lambda np: np.linalg.inv(np.asarray(real.zeros((2, 2)))),
    "inv_shape": lambda np: np.linalg.inv(np.ones((2, 3))),
    "inv_vector": lambda np: np.linalg.inv(np.ones(3)),
    "inv_scalar": lambda np: np.linalg.inv(3.0),
    "inv_half": lambda np: np.linalg.inv(np.ones((2, 2), "f2")),
    "solve_singular": lambda np: np.linalg.solve(np.zeros((2, 2)), np.ones(2)),
    "solve_shape": lambda np: np.linalg.solve(np.ones((2, 3)), np.ones(2)),
    "solve_mismatch": lambda np: np.linalg.solve(np.eye(3), np.ones(2)),
    "cholesky": lambda np: np.linalg.cholesky(np.asarray([[1.0, 2.0], [2.0, 1.0]])),
    "cholesky_shape": lambda np: np.linalg.cholesky(np.ones((2, 3))),
    "det_shape": lambda np: np.linalg.det(np.ones((2, 3))),
    "det_vector": lambda np: np.linalg.det(np.ones(3)),
    "slogdet_shape": lambda np: np.linalg.slogdet(np.ones((2, 3))),
    "eig_shape": lambda np: np.linalg.eig(np.ones((2, 3))),
    "eig_nan": lambda np: np.linalg.eig(np.asarray([[np.nan, 1.0], [1.0, 1.0]])),
    "eigvals_inf": lambda np: np.linalg.eigvals(np.asarray([[np.inf, 1.0], [1.0, 1.0]])),
    "eigh_shape": lambda np: np.linalg.eigh(np.ones((2, 3))),
    "eigh_uplo": lambda np: np.linalg.eigh(np.eye(2), "X"),
    "svd_vector": lambda np: np.linalg.svd(np.ones(3)),
    "svd_half": lambda np: np.linalg.svd(np.ones((3, 3), "f2")),
    "qr_vector": lambda np: np.linalg.qr(np.ones(3)),
    "qr_mode": lambda np: np.linalg.qr(np.eye(3), "other"),
    "lstsq_rows": lambda np: np.linalg.lstsq(np.ones((3, 2)), np.ones(2)),
    "lstsq_ndim": lambda np: np.linalg.lstsq(np.ones(3), np.ones(3)),
    "matrix_power_shape": lambda np: np.linalg.matrix_power(np.ones((2, 3)), 2),
    "matrix_power_float": lambda np: np.linalg.matrix_power(np.eye(2), 1.5),
    "matrix_power_singular": lambda np: np.linalg.matrix_power(np.zeros((2, 2)), -1),
    "matrix_rank_both": lambda np: np.linalg.matrix_rank(np.eye(2), 1.0, rtol=1.0),
    "pinv_both": lambda np: np.linalg.pinv(np.eye(2), 1.0, rtol=1.0),
    "pinv_vector": lambda np: np.linalg.pinv(np.ones(3)),
    "norm_ord": lambda np: np.linalg.norm(np.eye(2), 3),
    "norm_ord_text": lambda np: np.linalg.norm(np.eye(2), "other"),
    "norm_vector_fro": lambda np: np.linalg.norm(np.ones(3), "fro"),
    "norm_3d": lambda np: np.linalg.norm(np.ones((2, 2, 2)), 1),
    "norm_axis": lambda np: np.linalg.norm(np.ones(3), axis=1),
    "norm_axes": lambda np: np.linalg.norm(np.ones((3, 3)), axis=(0, 0)),
    "norm_three_axes": lambda np: np.linalg.norm(np.ones((3, 3, 3)), axis=(0, 1, 2)),
    "norm_axis_type": lambda np: np.linalg.norm(np.ones(3), axis=[0]),
    "cond_empty": lambda np: np.linalg.cond(np.ones((0, 0))),
    "cond_shape": lambda np: np.linalg.cond(np.ones((2, 3)), 1),
    "multi_dot_one": lambda np: np.linalg.multi_dot([np.eye(2)]),
    "multi_dot_ndim": lambda np: np.linalg.multi_dot([np.eye(2), np.ones(2), np.eye(2)]),
    "multi_dot_shape": lambda np: np.linalg.multi_dot([np.eye(2), np.eye(3)]),
    "tensorinv": lambda np: np.linalg.tensorinv(np.ones((2, 2)), ind=0),
    "tensorinv_shape": lambda np: np.linalg.tensorinv(np.ones((2, 3)), ind=1),
    "tensorsolve": lambda np: np.linalg.tensorsolve(np.ones((2, 3)), np.ones(2)),
    "outer": lambda np: np.linalg.outer(np.ones((2, 2)), np.ones(2)),
    "cross": lambda np: np.linalg.cross(np.ones(2), np.ones(2)),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(backend, name):
    with pytest.raises(Exception) as expected:
        ERRORS[name](real)
    with pytest.raises(expected.type):
        ERRORS[name](ours)


def test_linalg_error_is_numpys(backend):
    assert ours.linalg.LinAlgError is real.linalg.LinAlgError


def test_out_of_multi_dot(backend, assert_matches):
    out = ours.zeros((3, 3))
    assert ours.linalg.multi_dot([A, S, A], out=out) is out
    assert_matches(out, real.linalg.multi_dot([A, S, A]))


def test_aliasing(backend):
    x = ours.asarray(T.copy())
    ours.linalg.matrix_transpose(x)[0, 0, 1] = 7
    assert x[0, 1, 0] == 7
    found = ours.linalg.inv(x)
    found[...] = 0
    assert x[0, 1, 0] == 7
    power = ours.linalg.matrix_power(x, 2)
    power[...] = 0
    assert x[0, 1, 0] == 7


def test_results_may_be_written_to(backend):
    for result in ours.linalg.svd(ours.asarray(A)):
        result *= 2
        result[0] = 0
        assert (result[0] == 0).all()


def test_inputs_are_left_alone(backend):
    x, y = ours.asarray(A.copy()), ours.asarray(B.copy())
    ours.linalg.solve(x, y)
    ours.linalg.qr(x)
    ours.linalg.lstsq(x, y)
    assert x.tolist() == A.tolist()
    assert y.tolist() == B.tolist()


def test_submodule_import(backend):
    import frontends.numpy.linalg as la
    from frontends.numpy.linalg import norm

    assert la is ours.linalg
    assert norm is la.norm


def test_every_name_and_signature():
    assert set(ours.linalg.__all__) == set(real.linalg.__all__)
    for name in real.linalg.__all__:
        if name == "LinAlgError":
            continue
        actual, expected = (inspect.signature(getattr(m.linalg, name)) for m in (ours, real))
        assert [(p.name, p.kind, p.default) for p in actual.parameters.values()] == [
            (p.name, p.kind, p.default) for p in expected.parameters.values()
        ], name
