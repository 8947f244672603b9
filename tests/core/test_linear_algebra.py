"""Linear algebra against NumPy's, on every backend."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.common.linear_algebra import IvyLinAlgError

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("float32", "float64", "complex64", "complex128")
ALL = ("bool", *INTEGERS, "float16", *FLOATS)
FACTORISED = ("int32", *FLOATS)

_RNG = np.random.default_rng(0)
# another precision, or another order of operations, than LAPACK's in double
_TOLERANCE = {"float32": 2e-3, "complex64": 2e-3}


def matrix(*axes):
    """Parametrize a test: with each choice of each axis, and all combinations with ``--full``.

    Combinations are compilations on JAX, of some 80 ms.
    """

    def decorate(function):
        function.matrix = axes
        return function

    return decorate


def pytest_generate_tests(metafunc):
    axes = getattr(metafunc.function, "matrix", ())
    if not axes:
        return
    choices = [values for _, values in axes]
    if metafunc.config.getoption("--full"):
        rows = list(itertools.product(*choices))
    else:
        # so many rows as the longest axis has choices; each turn of a shorter one starts elsewhere
        count = max(len(c) for c in choices)
        rows = [
            tuple(c[(i + i // len(c) * turn) % len(c)] for turn, c in enumerate(choices))
            for i in range(count)
        ]
    names = [tuple(name.split(",")) for name, _ in axes]
    flat = [
        tuple(
            v
            for n, value in zip(names, row, strict=True)
            for v in (value if len(n) > 1 else (value,))
        )
        for row in rows
    ]
    metafunc.parametrize(sum(names, ()), flat, ids=["-".join(str(v) for v in row) for row in rows])


@pytest.fixture(autouse=True)
def _seeded():
    global _RNG
    _RNG = np.random.default_rng(0)


def values(shape, dtype, high=5) -> np.ndarray:
    """Return small whole numbers, exact in every dtype, or normal variates."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return _RNG.integers(0, 2, shape).astype(bool)
    low = 0 if dtype.kind == "u" else -high
    if dtype.kind in "iu" or dtype == np.float16:
        return _RNG.integers(low, high, shape).astype(dtype)
    real = _RNG.standard_normal(shape)
    if dtype.kind == "c":
        real = real + 1j * _RNG.standard_normal(shape)
    return np.asarray(real, dtype)


def regular(shape, dtype) -> np.ndarray:
    """Return well conditioned square matrices."""
    return (values(shape, dtype) + 9 * np.eye(shape[-1])).astype(dtype)


def hermitian(shape, dtype) -> np.ndarray:
    x = values(shape, dtype)
    return (x + x.conj().swapaxes(-1, -2)).astype(dtype)


def positive(shape, dtype) -> np.ndarray:
    x = values(shape, dtype, 3)
    return (x @ x.conj().swapaxes(-1, -2) + np.eye(shape[-1])).astype(dtype)


def check(assert_matches, actual, expected, dtype="float64"):
    assert_matches(actual, expected, rtol=_TOLERANCE.get(dtype, 1e-8))


MATMUL_SHAPES = [
    ((3, 4), (4, 2)),
    ((4,), (4, 2)),
    ((3, 4), (4,)),
    ((4,), (4,)),
    ((2, 3, 4), (4, 2)),
    ((5, 1, 3, 4), (2, 4, 2)),
    ((4,), (2, 4, 3)),
    ((2, 3, 4), (4,)),
    ((3, 0), (0, 2)),
    ((0, 3), (3, 2)),
    ((1, 1), (1, 1)),
]


@matrix(
    ("dtype", ALL),
    ("shapes", MATMUL_SHAPES),
)
def test_matmul(backend, dtype, shapes, assert_matches):
    x1, x2 = (values(shape, dtype) for shape in shapes)
    assert_matches(ivy.matmul(ivy.asarray(x1), ivy.asarray(x2)), np.matmul(x1, x2))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_matmul_wraps_around(backend, dtype, assert_matches):
    info = np.iinfo(dtype)
    x1 = _RNG.integers(info.min, info.max, (3, 40), dtype, endpoint=True)
    x2 = _RNG.integers(info.min, info.max, (40, 2), dtype, endpoint=True)
    assert_matches(ivy.matmul(ivy.asarray(x1), ivy.asarray(x2)), x1 @ x2)


def test_matmul_of_many_booleans_does_not_count(backend, assert_matches):
    x = np.ones((2, 256), bool)
    assert_matches(ivy.matmul(ivy.asarray(x), ivy.asarray(x.T)), x @ x.T)


@matrix(
    ("dtypes", [("int8", "uint16"), ("bool", "float32"), ("int64", "float32")]),
    ("name", ["matmul", "tensordot", "dot", "inner", "outer", "kron", "vecdot"]),
)
def test_products_promote(backend, name, dtypes, assert_matches):
    x1, x2 = (values((3, 3), dtype) for dtype in dtypes)
    assert_matches(getattr(ivy, name)(ivy.asarray(x1), ivy.asarray(x2)), getattr(np, name)(x1, x2))


@pytest.mark.parametrize(
    "shapes",
    [((2, 3), (2, 3)), ((), (2,)), ((3,), ()), ((2, 2, 3), (3, 3, 2)), ((3,), (4,))],
    ids=str,
)
def test_matmul_refuses_shapes(backend, shapes):
    x1, x2 = (ivy.asarray(np.ones(shape)) for shape in shapes)
    with pytest.raises(ValueError):
        ivy.matmul(x1, x2)


def test_matmul_fills_out(backend, assert_matches):
    x = values((3, 3), "float64")
    out = ivy.asarray(np.zeros((3, 3)))
    assert ivy.matmul(ivy.asarray(x), ivy.asarray(x), out=out) is out
    assert_matches(out, x @ x)


def test_matrix_transpose_is_a_view(backend, assert_matches):
    x = ivy.asarray(np.arange(24.0).reshape(2, 3, 4))
    y = ivy.matrix_transpose(x)
    assert_matches(y, np.arange(24.0).reshape(2, 3, 4).mT)
    y[0, 0, 1] = 99.0
    assert float(x[0, 1, 0]) == 99.0
    assert_matches(ivy.matrix_transpose(x, copy=True), np.asarray(x).mT)
    z = values((2, 3), "complex64")
    assert_matches(ivy.matrix_transpose(ivy.asarray(z), conjugate=True), z.conj().T)
    with pytest.raises(ValueError):
        ivy.matrix_transpose(ivy.asarray([1.0]))


@matrix(
    ("dtype", ALL),
    (
        "shapes,axes",
        [
            (((2, 3, 4), (3, 4, 2)), 2),
            (((2, 3), (4,)), 0),
            (((2, 3), (3, 4)), 1),
            (((2, 3, 4), (4, 2, 5)), ([0, -1], [1, 0])),
            (((2, 3), (3, 2)), (1, 0)),
            (((2, 0), (0, 3)), 1),
        ],
    ),
)
def test_tensordot(backend, dtype, shapes, axes, assert_matches):
    x1, x2 = (values(shape, dtype, 3) for shape in shapes)
    actual = ivy.tensordot(ivy.asarray(x1), ivy.asarray(x2), axes=axes)
    assert_matches(actual, np.tensordot(x1, x2, axes=axes))


def test_tensordot_refuses_lengths_that_differ(backend):
    x = ivy.asarray(np.ones((2, 3)))
    with pytest.raises(ValueError):
        ivy.tensordot(x, x, axes=1)


@matrix(
    ("dtype", ALL),
    (
        "shapes,axis",
        [
            (((4,), (4,)), -1),
            (((2, 4), (4,)), -1),
            (((3, 2), (3, 2)), 0),
            (((5, 1, 3), (2, 3)), -1),
            (((2, 0), (2, 0)), -1),
        ],
    ),
)
def test_vecdot(backend, dtype, shapes, axis, assert_matches):
    x1, x2 = (values(shape, dtype) for shape in shapes)
    actual = ivy.vecdot(ivy.asarray(x1), ivy.asarray(x2), axis=axis)
    assert_matches(actual, np.vecdot(x1, x2, axis=axis))


@matrix(
    ("dtype", ALL),
    (
        "name,shapes",
        [
            ("outer", ((3,), (4,))),
            ("outer", ((2, 2), (3,))),
            ("outer", ((), (2,))),
            ("outer", ((0,), (2,))),
            ("inner", ((3,), (3,))),
            ("inner", ((2, 3), (4, 3))),
            ("inner", ((), (2,))),
            ("inner", ((2, 2, 3), (3,))),
            ("dot", ((3,), (3,))),
            ("dot", ((2, 3), (3, 4))),
            ("dot", ((2, 3), (5, 3, 2))),
            ("dot", ((), (2,))),
            ("dot", ((2, 3), (3,))),
            ("kron", ((2, 3), (3, 2))),
            ("kron", ((2,), (2, 3))),
            ("kron", ((), (2,))),
            ("kron", ((1, 2, 2), (2, 1, 3))),
        ],
    ),
)
def test_products(backend, dtype, name, shapes, assert_matches):
    x1, x2 = (values(shape, dtype) for shape in shapes)
    actual = getattr(ivy, name)(ivy.asarray(x1), ivy.asarray(x2))
    assert_matches(actual, getattr(np, name)(x1, x2))


@pytest.mark.parametrize("name", ["inner", "dot"])
def test_products_refuse_shapes(backend, name):
    with pytest.raises(ValueError):
        getattr(ivy, name)(ivy.asarray(np.ones((2, 3))), ivy.asarray(np.ones((2, 4))))


@matrix(
    ("dtype", ALL[1:]),
    (
        "shapes,axis",
        [
            (((3,), (3,)), -1),
            (((2, 3), (2, 3)), 1),
            (((3, 2), (3, 2)), 0),
            (((4, 1, 3), (2, 3)), -1),
        ],
    ),
)
def test_cross(backend, dtype, shapes, axis, assert_matches):
    x1, x2 = (values(shape, dtype) for shape in shapes)
    actual = ivy.cross(ivy.asarray(x1), ivy.asarray(x2), axis=axis)
    assert_matches(actual, np.linalg.cross(x1, x2, axis=axis))


def test_cross_refuses(backend):
    two, flags = ivy.asarray([1.0, 2.0]), ivy.asarray([True, False, True])
    with pytest.raises(ValueError):
        ivy.cross(two, two)
    with pytest.raises(TypeError):
        ivy.cross(flags, flags)


@matrix(
    ("dtype", ALL),
    ("options", [{}, {"offset": 1}, {"offset": -7}, {"axis1": 0, "axis2": -1}]),
    ("shape", [(3, 4), (2, 3, 4), (0, 3)]),
)
def test_trace_and_diagonal(backend, dtype, options, shape, assert_matches):
    x = values(shape, dtype)
    assert_matches(ivy.trace(ivy.asarray(x), **options), np.trace(x, **options))
    expected = np.diagonal(x, **{"axis1": -2, "axis2": -1, **options})
    assert_matches(ivy.diagonal(ivy.asarray(x), **options), expected)
    # not a view: the native function
    assert_matches(ivy.diagonal(ivy.asarray(x), copy=True, **options), expected)


def test_trace_in_another_dtype(backend, assert_matches):
    x = values((3, 3), "int32")
    assert_matches(ivy.trace(ivy.asarray(x), dtype=ivy.float32), np.trace(x, dtype="float32"))
    with pytest.raises(IndexError):
        ivy.trace(ivy.asarray(x), axis1=2)


def test_diagonal_is_a_view(backend):
    x = ivy.asarray(np.zeros((3, 3)))
    ivy.diagonal(x)[1] = 5.0
    assert float(x[1, 1]) == 5.0


@matrix(
    ("dtype", ("int8", "bool", "float16", *FLOATS)),
    ("order", ["fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf]),
    (
        "shape,options",
        [((3, 4), {}), ((2, 4, 3), {"keepdims": True}), ((3, 2, 4), {"axis": (2, 0)})],
    ),
)
def test_matrix_norm(backend, dtype, order, shape, options, assert_matches):
    x = values(shape, dtype)
    if dtype == "float16" and order in ("nuc", 2, -2):
        with pytest.raises(TypeError):
            ivy.matrix_norm(ivy.asarray(x), ord=order)
        return
    expected = np.linalg.norm(x, order, **{"axis": (-2, -1), **options})
    # the smallest singular value may be next to nothing: its error is that of the largest
    assert_matches(
        ivy.matrix_norm(ivy.asarray(x), ord=order, **options),
        expected,
        atol=1e-2 if dtype == "float16" else 1e-5,
    )


@matrix(
    ("dtype", ("int8", "bool", "float16", *FLOATS)),
    ("order", [2, 1, 0, 3, -1, 0.5, np.inf, -np.inf]),
    ("options", [{}, {"axis": 0}, {"axis": (0, -1), "keepdims": True}]),
)
def test_vector_norm(backend, dtype, order, options, assert_matches):
    x = values((2, 3, 4), dtype)
    if order == -1:
        x = np.ones_like(x)
    expected = np.linalg.vector_norm(x, ord=order, **options)
    actual = ivy.vector_norm(ivy.asarray(x), ord=order, **options)
    assert_matches(actual, expected, rtol=3e-2 if dtype == "float16" else None)


def test_norms_in_another_dtype(backend, assert_matches):
    x = values((3, 4), "int32")
    expected = np.linalg.norm(x.astype("float32").reshape(-1))
    assert_matches(ivy.vector_norm(ivy.asarray(x), dtype=ivy.float32), expected)
    assert_matches(ivy.matrix_norm(ivy.asarray(x), dtype=ivy.float32), expected)
    assert_matches(ivy.vector_norm(ivy.asarray(-3.0)), np.linalg.vector_norm(np.array(-3.0)))


def test_norms_refuse(backend):
    x = ivy.asarray(np.ones((2, 2)))
    with pytest.raises(ValueError):
        ivy.matrix_norm(x, ord=3)
    with pytest.raises(ValueError):
        ivy.vector_norm(x, ord="fro")
    with pytest.raises(IndexError):
        ivy.vector_norm(x, axis=2)


RECTANGLES = [(4, 3), (3, 4), (2, 3, 3), (1, 1), (3, 0), (0, 3), (2, 0, 0), (0, 2, 2)]


@matrix(
    ("dtype", FACTORISED),
    ("shape", RECTANGLES),
    ("full", [True, False]),
)
def test_svd(backend, dtype, shape, full, assert_matches):
    x = values(shape, dtype)
    expected = np.linalg.svd(x, full_matrices=full)
    U, S, Vh = found = ivy.svd(ivy.asarray(x), full_matrices=full)
    assert found._fields == ("U", "S", "Vh")
    check(assert_matches, S, expected[1], dtype)
    check(assert_matches, ivy.svdvals(ivy.asarray(x)), expected[1], dtype)
    check(assert_matches, ivy.svd(ivy.asarray(x), compute_uv=False), expected[1], dtype)
    k = S.shape[-1]
    # signs of the vectors are free
    product = (np.asarray(U)[..., :k] * np.asarray(S)[..., None, :]) @ np.asarray(Vh)[..., :k, :]
    assert_matches(product, x.astype(expected[0].dtype), rtol=1e-4 if "4" in dtype[-2:] else 1e-4)
    for actual, wanted in ((U, expected[0]), (Vh, expected[2])):
        assert (tuple(actual.shape), str(actual.dtype)) == (wanted.shape, str(wanted.dtype))
    for q in (np.asarray(U).conj().mT @ np.asarray(U), np.asarray(Vh) @ np.asarray(Vh).conj().mT):
        np.testing.assert_allclose(q, np.broadcast_to(np.eye(q.shape[-1]), q.shape), atol=1e-4)


@matrix(
    ("dtype", FACTORISED),
    ("shape", RECTANGLES),
    ("mode", ["reduced", "complete"]),
)
def test_qr(backend, dtype, shape, mode, assert_matches):
    x = values(shape, dtype)
    expected = np.linalg.qr(x, mode=mode)
    Q, R = found = ivy.qr(ivy.asarray(x), mode=mode)
    assert found._fields == ("Q", "R")
    check(assert_matches, np.abs(np.asarray(R)), np.abs(expected.R), "float32")
    assert (tuple(Q.shape), str(Q.dtype)) == (expected.Q.shape, str(expected.Q.dtype))
    np.testing.assert_allclose(np.asarray(Q) @ np.asarray(R), x, atol=1e-4)


def test_qr_refuses(backend):
    with pytest.raises(ValueError):
        ivy.qr(ivy.asarray(np.eye(2)), mode="full")


SQUARES = [(3, 3), (2, 3, 3), (1, 1), (0, 0), (0, 2, 2), (2, 0, 0), (5, 5)]


@matrix(
    ("dtype", ("bool", "uint8", *FACTORISED)),
    ("shape", SQUARES),
)
def test_inv_and_det(backend, dtype, shape, assert_matches):
    x = (
        regular(shape, dtype)
        if dtype != "bool"
        else np.zeros(shape, bool) | np.eye(shape[-1], dtype=bool)
    )
    check(assert_matches, ivy.inv(ivy.asarray(x)), np.linalg.inv(x), dtype)
    check(assert_matches, ivy.det(ivy.asarray(x)), np.linalg.det(x), dtype)
    found = ivy.slogdet(ivy.asarray(x))
    assert found._fields == ("sign", "logabsdet")
    check(assert_matches, found, tuple(np.linalg.slogdet(x)), dtype)


def test_det_of_singular_matrices(backend, assert_matches):
    x = np.array([[[1.0, 2.0], [2.0, 4.0]], [[0.0, 1.0], [1.0, 0.0]]])
    check(assert_matches, ivy.det(ivy.asarray(x)), np.linalg.det(x))
    check(assert_matches, ivy.slogdet(ivy.asarray(x)), tuple(np.linalg.slogdet(x)))


@matrix(
    (
        "shapes",
        [
            ((3, 3), (3,)),
            ((3, 3), (3, 2)),
            ((2, 3, 3), (3,)),
            ((2, 3, 3), (3, 2)),
            ((3, 3), (2, 3, 1)),
            ((2, 1, 3, 3), (4, 3, 2)),
            ((3, 3), (3, 0)),
            ((0, 0), (0,)),
            ((0, 0), (0, 2)),
            ((0, 2, 2), (2, 1)),
            ((1, 1), (1,)),
            ((2, 2, 2), (2, 2)),
        ],
    ),
    (
        "dtypes",
        [
            ("float64", "float64"),
            ("float32", "int8"),
            ("complex64", "float32"),
            ("float32", "complex128"),
            ("int64", "bool"),
        ],
    ),
)
def test_solve(backend, shapes, dtypes, assert_matches):
    x1, x2 = regular(shapes[0], dtypes[0]), values(shapes[1], dtypes[1])
    expected = np.linalg.solve(x1, x2)
    check(
        assert_matches, ivy.solve(ivy.asarray(x1), ivy.asarray(x2)), expected, str(expected.dtype)
    )


@pytest.mark.parametrize(
    "x", [[[1.0, 2.0], [2.0, 4.0]], [[0, 0], [0, 0]], [np.eye(2), np.ones((2, 2))]], ids=str
)
def test_singular_matrices_raise(backend, x):
    x = ivy.asarray(np.array(x))
    for error in (IvyLinAlgError, np.linalg.LinAlgError, ivy.IvyException, ValueError):
        with pytest.raises(error):
            ivy.inv(x)
    with pytest.raises(IvyLinAlgError):
        ivy.solve(x, ivy.asarray([1.0, 0.0]))
    with pytest.raises(IvyLinAlgError):
        ivy.solve(x, ivy.asarray([0.0, 0.0]))


@pytest.mark.parametrize("name", ["inv", "cholesky"])
def test_nan_does_not_raise(backend, name, assert_matches):
    if (backend, name) in (("torch", "cholesky"), ("tensorflow", "inv")):
        pytest.skip("its kernel takes nan for a pivot that is not allowed")
    x = np.array([[np.nan]])
    assert_matches(getattr(ivy, name)(ivy.asarray(x)), x)


@pytest.mark.parametrize(
    "name", ["inv", "det", "slogdet", "eigh", "eigvalsh", "eig", "eigvals", "cholesky"]
)
def test_square_matrices_are_needed(backend, name):
    for shape in ((2, 3), (3,)):
        with pytest.raises(np.linalg.LinAlgError):
            getattr(ivy, name)(ivy.asarray(np.ones(shape)))


@pytest.mark.parametrize(
    "name",
    [
        "inv",
        "det",
        "slogdet",
        "eigh",
        "eigvalsh",
        "eig",
        "eigvals",
        "cholesky",
        "svd",
        "svdvals",
        "qr",
        "pinv",
        "matrix_rank",
    ],
)
def test_half_precision_is_refused(backend, name):
    with pytest.raises(TypeError):
        getattr(ivy, name)(ivy.asarray(np.eye(2, dtype="float16")))


def test_solve_and_lstsq_refuse(backend):
    x = ivy.asarray(np.eye(2))
    for name in ("solve", "lstsq"):
        with pytest.raises(ValueError):
            getattr(ivy, name)(x, ivy.asarray([1.0, 2.0, 3.0]))
        with pytest.raises(TypeError):
            getattr(ivy, name)(ivy.asarray(np.eye(2, dtype="float16")), ivy.asarray([1.0, 2.0]))


@matrix(
    ("dtype", ("bool", *FACTORISED)),
    ("shape", RECTANGLES),
    ("rtol", [None, 0.3]),
)
def test_pinv(backend, dtype, shape, rtol, assert_matches):
    x = values(shape, dtype)
    expected = np.linalg.pinv(
        x.astype(np.linalg.svdvals(np.ones((1, 1), dtype)).dtype) if x.dtype.kind in "biu" else x,
        rtol=rtol,
    )
    actual = ivy.pinv(ivy.asarray(x)) if rtol is None else ivy.pinv(ivy.asarray(x), rtol=rtol)
    check(assert_matches, actual, expected, dtype)


def test_pinv_takes_a_tolerance_for_each_matrix(backend, assert_matches):
    x, rtol = values((2, 3, 4), "float64"), np.array([0.1, 0.6])
    check(
        assert_matches,
        ivy.pinv(ivy.asarray(x), rtol=ivy.asarray(rtol)),
        np.linalg.pinv(x, rtol=rtol),
    )
    x[0, 0] = 0
    actual = ivy.matrix_rank(ivy.asarray(x), rtol=ivy.asarray(rtol))
    assert_matches(actual, np.linalg.matrix_rank(x, rtol=rtol))


@matrix(
    ("dtype", FACTORISED),
    ("shape", SQUARES),
    ("UPLO", ["L", "U"]),
)
def test_eigh(backend, dtype, shape, UPLO, assert_matches):
    x = hermitian(shape, dtype)
    expected = np.linalg.eigh(x)
    junk = np.triu(np.full(shape, 7), 1) if UPLO == "L" else np.tril(np.full(shape, 7), -1)
    y = ivy.asarray((x + junk).astype(dtype))  # the other triangle is not looked at
    found = ivy.eigh(y, UPLO=UPLO)
    assert found._fields == ("eigenvalues", "eigenvectors")
    check(assert_matches, found.eigenvalues, expected.eigenvalues, dtype)
    check(assert_matches, ivy.eigvalsh(y, UPLO=UPLO), expected.eigenvalues, dtype)
    assert str(found.eigenvectors.dtype) == str(expected.eigenvectors.dtype)
    w, v = (np.asarray(part) for part in found)
    np.testing.assert_allclose(x @ v, v * w[..., None, :], atol=1e-4)
    np.testing.assert_allclose(
        np.linalg.norm(v, axis=-2), np.ones(v.shape[:-2] + v.shape[-1:]), rtol=1e-5
    )


def test_eigh_refuses_other_letters(backend):
    with pytest.raises(ValueError):
        ivy.eigh(ivy.asarray(np.eye(2)), UPLO="X")


@matrix(
    ("dtype", FACTORISED),
    ("shape", SQUARES),
    ("symmetric", [False, True]),
)
def test_eig(backend, dtype, shape, symmetric, assert_matches):
    x = hermitian(shape, dtype) if symmetric else values(shape, dtype)
    expected = np.linalg.eig(x)
    found = ivy.eig(ivy.asarray(x))
    assert found._fields == ("eigenvalues", "eigenvectors")
    w, v = (np.asarray(part) for part in found)
    assert (w.dtype, v.dtype) == (expected.eigenvalues.dtype, expected.eigenvectors.dtype)
    # their order is free
    for each in (w, np.asarray(ivy.eigvals(ivy.asarray(x)))):
        assert each.dtype == expected.eigenvalues.dtype
        distances = np.abs(each[..., :, None] - expected.eigenvalues[..., None, :])
        assert not distances.size or distances.min(-1).max() < 1e-3
    np.testing.assert_allclose(x @ v, v * w[..., None, :], atol=1e-3)
    np.testing.assert_allclose(
        np.linalg.norm(v, axis=-2), np.ones(v.shape[:-2] + v.shape[-1:]), rtol=1e-5
    )


def test_eig_refuses_nan(backend):
    x = ivy.asarray(np.array([[np.nan, 1.0], [1.0, 1.0]]))
    for function in (ivy.eig, ivy.eigvals):
        with pytest.raises(np.linalg.LinAlgError):
            function(x)


@matrix(
    ("dtype", FACTORISED),
    ("shape", SQUARES),
    ("upper", [False, True]),
)
def test_cholesky(backend, dtype, shape, upper, assert_matches):
    x = positive(shape, dtype)
    junk = np.tril(np.full(shape, 7), -1) if upper else np.triu(np.full(shape, 7), 1)
    expected = np.linalg.cholesky(x, upper=upper)
    actual = ivy.cholesky(ivy.asarray((x + junk).astype(dtype)), upper=upper)
    check(assert_matches, actual, expected, dtype)


@pytest.mark.checklist("I17")
@pytest.mark.parametrize("upper", [False, True])
def test_cholesky_fills_out(backend, upper, assert_matches):
    a = positive((3, 3), "float64")
    expected = np.linalg.cholesky(a, upper=upper)
    x, out = ivy.asarray(a), ivy.zeros((3, 3))
    assert ivy.cholesky(x, upper=upper, out=out) is out
    check(assert_matches, out, expected, "float64")
    for dtype, cast in (("float32", "f4"), ("complex128", "c16")):
        out = ivy.zeros((3, 3), dtype=dtype)
        alias = ivy.matrix_transpose(out)
        assert ivy.cholesky(x, upper=upper, out=out) is out
        check(assert_matches, out, expected.astype(cast), dtype)
        check(assert_matches, alias, expected.astype(cast).T, dtype)
    for window in (lambda b: b[1:4, ::2], lambda b: ivy.flip(b[:3, 1:4]), lambda b: b[:3, :3].mT):
        base, wanted = ivy.ones((5, 6)), np.ones((5, 6))
        view = window(base)
        assert ivy.cholesky(x, upper=upper, out=view) is view
        check(assert_matches, view, expected, "float64")
        places = np.asarray(window(ivy.reshape(ivy.arange(30), (5, 6))))
        wanted.reshape(-1)[places] = expected
        check(assert_matches, base, wanted, "float64")
    ivy.cholesky(x, upper=upper, out=x)
    check(assert_matches, x, expected, "float64")
    with pytest.raises(ValueError):
        ivy.cholesky(ivy.asarray(a), out=ivy.zeros((3, 4)))


@pytest.mark.parametrize(
    "x", [[[1.0, 2.0], [2.0, 1.0]], [[0.0]], [[-1.0]], [np.eye(2), -np.eye(2)]], ids=str
)
def test_cholesky_refuses_what_is_not_positive(backend, x):
    with pytest.raises(IvyLinAlgError):
        ivy.cholesky(ivy.asarray(np.array(x)))


@matrix(
    ("dtype", ALL),
    ("n", [0, 1, 2, 5]),
)
def test_matrix_power(backend, dtype, n, assert_matches):
    x = values((2, 3, 3), dtype, 2)
    assert_matches(
        ivy.matrix_power(ivy.asarray(x), n),
        np.linalg.matrix_power(x, n),
        rtol=1e-2 if dtype == "float16" else 1e-4,
    )


def test_matrix_power_of_the_inverse(backend, assert_matches):
    x = regular((3, 3), "int64")
    out = ivy.asarray(np.zeros((3, 3)))
    check(
        assert_matches, ivy.matrix_power(ivy.asarray(x), -3, out=out), np.linalg.matrix_power(x, -3)
    )
    check(assert_matches, out, np.linalg.matrix_power(x, -3))
    with pytest.raises(np.linalg.LinAlgError):
        ivy.matrix_power(ivy.asarray(np.ones((2, 3))), 2)


@matrix(
    ("dtype", ("bool", *FACTORISED)),
    ("options", [{}, {"rtol": 0.5}, {"atol": 1.0}]),
    ("shape", [(3, 4), (2, 3, 3), (0, 3), (2, 0, 0), (3,), ()]),
)
def test_matrix_rank(backend, dtype, options, shape, assert_matches):
    x = values(shape, dtype)
    if shape == (2, 3, 3):
        x[:, 1] = x[:, 0]
    known = {"tol" if k == "atol" else k: v for k, v in options.items()}
    assert_matches(ivy.matrix_rank(ivy.asarray(x), **options), np.linalg.matrix_rank(x, **known))


def test_hermitian_matrices(backend, assert_matches):
    x = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, -3.0]])
    check(assert_matches, ivy.pinv(ivy.asarray(x), hermitian=True), np.linalg.pinv(x))
    assert_matches(ivy.matrix_rank(ivy.asarray(x), hermitian=True), np.asarray(2))
    with pytest.raises(ValueError):
        ivy.matrix_rank(ivy.asarray(x), rtol=0.1, atol=0.1)


@matrix(
    (
        "dtypes",
        [
            ("float64", "float64"),
            ("float32", "float32"),
            ("int8", "complex64"),
            ("float32", "int64"),
        ],
    ),
    (
        "shapes",
        [
            ((4, 2), (4,)),
            ((4, 2), (4, 3)),
            ((2, 4), (2,)),
            ((3, 3), (3, 1)),
            ((3, 0), (3,)),
            ((0, 2), (0,)),
            ((4, 2), (4, 0)),
        ],
    ),
    ("options", [{}, {"rcond": 0.9}, {"rcond": -1}]),
)
def test_lstsq(backend, dtypes, shapes, options, assert_matches):
    x1, x2 = values(shapes[0], dtypes[0], 50), values(shapes[1], dtypes[1])
    expected = np.linalg.lstsq(x1, x2, **{"rcond": None, **options})
    found = ivy.lstsq(ivy.asarray(x1), ivy.asarray(x2), **options)
    assert found._fields == ("solution", "residuals", "rank", "singular_values")
    check(
        assert_matches,
        tuple(found),
        expected,
        "float32" if "32" in str(dtypes) or "64'" in dtypes[1] else "float64",
    )


def test_lstsq_of_lower_rank_has_no_residuals(backend, assert_matches):
    x1, x2 = np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]], "float32"), np.ones(3, "float32")
    check(
        assert_matches,
        tuple(ivy.lstsq(ivy.asarray(x1), ivy.asarray(x2))),
        np.linalg.lstsq(x1, x2),
        "float32",
    )


@matrix(
    (
        "shapes",
        [
            [(2, 3), (3, 4)],
            [(10, 2), (2, 30), (30, 3)],
            [(4,), (4, 2), (2, 3), (3,)],
            [(2, 3), (3, 5), (5, 1), (1, 4), (4, 2)],
        ],
    ),
    ("dtype", ["int32", "float32", "complex128"]),
)
def test_multi_dot(backend, shapes, dtype, assert_matches):
    arrays = [values(shape, dtype) for shape in shapes]
    check(
        assert_matches,
        ivy.multi_dot([ivy.asarray(a) for a in arrays]),
        np.linalg.multi_dot(arrays),
        dtype,
    )


def test_multi_dot_refuses(backend):
    x = ivy.asarray(np.ones((2, 2)))
    with pytest.raises(ValueError):
        ivy.multi_dot([x])
    with pytest.raises(np.linalg.LinAlgError):
        ivy.multi_dot([x, ivy.asarray([1.0, 1.0]), x])


def _traced(backend, function):
    """Return ``function`` of native arrays, compiled by the backend's framework."""
    if backend == "numpy":
        pytest.skip("NumPy does not trace")
    if backend == "jax":
        return pytest.importorskip("jax").jit(function)
    if backend == "tensorflow":
        return pytest.importorskip("tensorflow").function(function)
    return pytest.importorskip("torch").compile(function, backend="eager")


@pytest.mark.parametrize(
    "name",
    [
        "matmul",
        "solve",
        "inv",
        "cholesky",
        "det",
        "svdvals",
        "pinv",
        "eigvalsh",
        "trace",
        "vector_norm",
        "matrix_rank",
    ],
)
def test_functions_can_be_traced(backend, name, assert_matches):
    x = positive((3, 3), "float64")
    arguments = 2 if name in ("matmul", "solve") else 1
    if name in ("vector_norm", "matrix_rank", "svdvals", "pinv", "eigvalsh"):
        expected = getattr(np.linalg, name)(x)
    elif name in ("matmul", "trace"):
        expected = getattr(np, name)(*[x] * arguments)
    else:
        expected = getattr(np.linalg, name)(*[x] * arguments)

    def function(native):
        return getattr(ivy, name)(*[ivy.Array(native)] * arguments).data

    found = _traced(backend, function)(ivy.asarray(x).data)
    check(assert_matches, ivy.Array(found), expected)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "int64"])
@pytest.mark.parametrize(
    "shapes", [((3, 40), (40, 2)), ((40,), (2, 40, 3)), ((40,), (40,))], ids=str
)
def test_integer_products_out_of_floating_ones(monkeypatch, dtype, shapes):
    # what runs on CUDA, which multiplies no integer matrices
    torch = pytest.importorskip("torch")
    from ivy_core.backends.torch.ops import linear_algebra

    monkeypatch.setattr(linear_algebra, "_EXACT_LENGTH", 16)
    info = np.iinfo(dtype)
    x1, x2 = (_RNG.integers(info.min, info.max, s, dtype, endpoint=True) for s in shapes)
    found = linear_algebra._matmul_in_limbs(torch.from_numpy(x1), torch.from_numpy(x2))
    np.testing.assert_array_equal(found.numpy(), x1 @ x2)
    assert str(found.dtype) == f"torch.{dtype}"


def test_the_standards_trace_is_of_the_last_two_axes(backend):
    a = np.arange(24.0).reshape(2, 3, 4)
    for offset in (-1, 0, 2):
        found = ivy.linalg.trace(ivy.asarray(a), offset=offset)
        np.testing.assert_allclose(ivy.to_numpy(found), np.linalg.trace(a, offset=offset))
    assert ivy.linalg.trace(ivy.zeros((0, 1, 1))).shape == (0,)
    assert "trace" in dir(ivy.linalg)
