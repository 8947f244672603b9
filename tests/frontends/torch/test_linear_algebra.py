"""Products of tensors, factors and inverses of matrices, norms: held against real PyTorch's."""

import numpy as np
import pytest

from tests.frontends.torch.comparing import assert_same, assert_same_gradients

rng = np.random.default_rng(3)
SQUARE, TALL, WIDE = (rng.normal(size=shape) for shape in ((4, 4), (5, 3), (3, 5)))
COMPLEX = SQUARE + 1j * rng.normal(size=(4, 4))
STACK = rng.normal(size=(2, 3, 3))
POSITIVE = COMPLEX @ COMPLEX.conj().T + 4 * np.eye(4)
FACTOR = np.linalg.cholesky(POSITIVE)
HERMITIAN = COMPLEX + COMPLEX.conj().T
RIGHT = rng.normal(size=(5, 2))
ZEROS = np.zeros(3)


def of(name, x, *args, at=None, **options):
    """Return an expression that calls a function of torch.linalg, and takes one result of it."""

    def expression(t, F):
        found = getattr(t.linalg, name)(t.tensor(x), *args, **options)
        return found if at is None else found[at]

    return expression


def _sum_of_svd(found):
    """Return what depends on all results, and not on the phases of the vectors."""
    u, s, vh = found
    return (u[..., :1] @ vh[..., :1, :]).abs() * s[..., :1, None] ** 2


def largest_parts(name, x, **options):
    """Return an expression of eigenvectors that does not depend on their phases."""
    return lambda t, F: getattr(t.linalg, name)(t.tensor(x), **options)[1].abs()


GRADIENTS = {
    **{f"cholesky of {kind}, {upper}": of("cholesky", x, upper=upper)
       for kind, x in (("complex", POSITIVE), ("real", POSITIVE.real)) for upper in (False, True)},
    "cholesky_ex": of("cholesky_ex", POSITIVE, upper=True, at=0),
    "cholesky outside linalg": lambda t, F: t.cholesky(t.tensor(POSITIVE.real), True),
    "pinv, hermitian": of("pinv", HERMITIAN, hermitian=True),
    "pinv, hermitian, real": of("pinv", HERMITIAN.real, hermitian=True),
    **{f"pinv of {x.shape}": of("pinv", x) for x in (TALL, WIDE, STACK)},
    **{f"cholesky_solve, {upper}": lambda t, F, upper=upper: t.cholesky_solve(
        t.tensor(TALL[:4, :2]), t.tensor(COMPLEX.real), upper) for upper in (False, True)},
    "cholesky_inverse": lambda t, F: t.cholesky_inverse(t.tensor(FACTOR)),
    "matmul of nothing": lambda t, F: t.tensor(np.ones((5, 5, 0))) @ t.tensor(np.ones((0, 5))),
    **{f"svd of {x.shape} {x.dtype}": lambda t, F, x=x: _sum_of_svd(t.linalg.svd(
        t.tensor(x), full_matrices=False)) for x in (TALL, WIDE, STACK, COMPLEX, COMPLEX[:2])},
    "svd of whole bases": lambda t, F: t.svd(t.tensor(WIDE), some=False)[0].abs(),
    "svd without vectors": lambda t, F: t.svd(t.tensor(WIDE), some=False, compute_uv=False)[1],
    "logdet of complex": lambda t, F: t.logdet(t.tensor(COMPLEX)),
    "slogdet of complex": lambda t, F: sum(t.linalg.slogdet(t.tensor(COMPLEX))),
    "pinverse": lambda t, F: t.pinverse(t.tensor(COMPLEX)),
    **{f"eigvalsh, {uplo}": of("eigvalsh", x, uplo)
       for uplo, x in (("L", HERMITIAN), ("U", HERMITIAN), ("U", SQUARE))},
    **{f"eigh, {uplo}": largest_parts("eigh", x, UPLO=uplo)
       for uplo, x in (("L", HERMITIAN), ("U", HERMITIAN), ("U", STACK))},
    **{f"eigvals of {kind}": lambda t, F, x=x: (t.linalg.eigvals(t.tensor(x)) ** 3).sum()
       for kind, x in (("real", SQUARE), ("complex", COMPLEX))},
    **{f"eig of {kind}": lambda t, F, x=x: (t.linalg.eig(t.tensor(x))[1].abs() ** 4).sum()
       for kind, x in (("real", SQUARE), ("complex", COMPLEX))},
    "det of nothing": lambda t, F: t.linalg.det(t.tensor(np.ones((0, 0)))) * t.tensor(2.0),
    "lstsq": lambda t, F: t.linalg.lstsq(t.tensor(TALL), t.tensor(RIGHT))[0],
    "lstsq, residuals": lambda t, F: t.linalg.lstsq(
        t.tensor(TALL), t.tensor(RIGHT), driver="gelsd")[1],
    "lstsq of wide": lambda t, F: t.linalg.lstsq(t.tensor(WIDE), t.tensor(TALL[:3]))[0],
    **{f"vector_norm {p} at zero": of("vector_norm", ZEROS, p) for p in (-2, 0.5, 1, 2, 3)},
    "norm at complex zero": of("norm", ZEROS * 1j),
    "dist at zero": lambda t, F: t.dist(t.tensor(ZEROS), t.tensor(ZEROS)),
    "abs at zero": lambda t, F: t.tensor(ZEROS).abs(),
    "cumprod of complex": lambda t, F: t.cumprod(t.tensor(COMPLEX), 1),
    "lu_factor of wide": of("lu_factor", WIDE, at=0),
    "linear, one row": lambda t, F: F.linear(t.tensor(SQUARE), t.tensor(SQUARE[0])),
}  # fmt: skip


@pytest.mark.parametrize("name", GRADIENTS)
@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True)
def test_gradients(backend, name):
    assert_same_gradients(GRADIENTS[name])


VALUES = {
    "tensordot repeats a dimension of length one": lambda t, F: t.tensordot(
        t.ones(1, 1, 1), t.arange(4.0).reshape(2, 1, 2), dims=([0, 1], [2, 0])),
    "einsum adds up what dots stand for": lambda t, F: t.einsum(
        "...ik, ...j -> ij", t.arange(6.0).reshape(1, 2, 3), t.arange(3.0)),
    "einsum adds up several dimensions": lambda t, F: t.einsum(
        "i...->i", t.arange(24.0).reshape(2, 3, 4)),
    "vander of one number": lambda t, F: t.linalg.vander(t.tensor(3.0), N=2),
    "addbmm_ grows": lambda t, F: t.ones(1).addbmm_(t.ones(2, 3, 4), t.ones(2, 4, 5)),
    "square of booleans": lambda t, F: t.square(t.tensor([True, False])),
    "logcumsumexp keeps its branch": lambda t, F: t.logcumsumexp(
        t.tensor([[1 + 3j, 2 + 3j, 1 - 3j], [0.5 + 7j, -1 + 2j, 0.4 + 9j]]), 1),
    "strides of new dimensions": lambda t, F: [
        t.zeros(3, 4).unsqueeze(d).stride() for d in range(-3, 3)],
    "strides of a new dimension by None": lambda t, F: t.zeros(3, 4).t()[:, None].stride(),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_values(backend, name):
    assert_same(VALUES[name])


def test_only_solution_and_residuals_of_least_squares_have_gradients(backend):
    def flags(t, F):
        found = t.linalg.lstsq(t.tensor(TALL, requires_grad=True), t.tensor(RIGHT), driver="gelsd")
        return [each.requires_grad for each in found]

    assert_same(flags)


def test_unbind_copy_fills_out_and_gives_nothing(backend):
    def filled(t, F):
        out = [t.zeros(2), t.zeros(2)]
        return t.unbind_copy(t.arange(4.0).reshape(2, 2), out=out), *out

    assert_same(filled)


def _indefinite(n: int, order: int, kind: type = float):
    """Return a Hermitian matrix whose first minor that is not positive is of this order."""
    a = rng.normal(size=(n, n)).astype(kind)
    a = a @ a.conj().T + np.eye(n)
    a[order - 1, order - 1] = -5
    return a


INDEFINITE = {
    "first": _indefinite(4, 1),
    "middle": _indefinite(5, 3),
    "last, complex": _indefinite(6, 6, complex),
    "a batch": np.stack([_indefinite(3, 2), np.eye(3), _indefinite(3, 3)]),
}


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("name", INDEFINITE)
def test_cholesky_ex_of_an_indefinite_matrix_is_what_lapack_leaves(backend, name, upper):
    a = INDEFINITE[name]
    assert_same(lambda t, F: tuple(t.linalg.cholesky_ex(t.tensor(a), upper=upper)))


def test_cholesky_ex_looks_at_values_after_many_calls(backend):
    def factors(t, F):
        for _ in range(70):  # what comes that often is compiled where nothing looks at values
            made = t.linalg.cholesky_ex(t.eye(4, dtype=t.float64) * 2)
        return *made, *t.linalg.cholesky_ex(t.tensor(INDEFINITE["first"]))

    assert_same(factors)


@pytest.mark.parametrize("name", INDEFINITE)
def test_cholesky_names_the_minor_without_a_factor(backend, name):
    def messages(t, F):
        a, found = t.tensor(INDEFINITE[name]), []
        for call in (t.linalg.cholesky, lambda a: t.linalg.cholesky_ex(a, check_errors=True)):
            with pytest.raises(t.linalg.LinAlgError) as caught:
                call(a)
            found.append(str(caught.value).partition("linalg.")[2])
        return found

    assert_same(messages)


@pytest.mark.parametrize("driver", ["gels", "gelsd", "gelss"])
def test_least_squares_have_residuals_only_where_no_column_is_lost(backend, driver):
    deficient = TALL.copy()
    deficient[:, 1] = 2 * deficient[:, 0]

    def shapes(t, F):
        left, right = t.tensor(np.stack([TALL, deficient])), t.tensor(np.stack([RIGHT, RIGHT]))
        found = t.linalg.lstsq(left, right, driver=driver)
        return tuple(found.residuals.shape), found.rank.tolist()

    assert_same(shapes)
