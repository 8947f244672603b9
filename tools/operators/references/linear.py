"""Cases of linear algebra, decompositions and tensors; a decomposition by what it makes again."""

from __future__ import annotations

import functools

import numpy as np

from .case import Case, definite, normal, of, regular, waves

_N = 30
_A = regular(_N, 2)
_S = definite(_N, 2)
_SMALL = normal(6, 7)


def _same(_, x, *rest):
    return x


def _turned(x):
    return np.conj(np.swapaxes(x, -1, -2))


def _symmetric(rng):
    made = rng.normal(size=(2, _N, _N))
    return made + np.swapaxes(made, -1, -2)


def _lu(result, a):
    packed, swaps = result
    low, high = np.tril(packed, -1) + np.eye(packed.shape[-1]), np.triu(packed)
    made = low @ high
    for product, order in zip(made, np.reshape(swaps, (-1, packed.shape[-1])), strict=True):
        for i in reversed(range(len(order))):
            product[[i, order[i]]] = product[[order[i], i]]
    return made


def _products():
    x, y = normal(2, 30, 40), normal(2, 40, 20)
    largest = {"relative": "largest"}
    yield Case("matmul", "numpy.matmul", [x, y], **largest)
    yield Case("matmul", "numpy.matmul", [waves(30, 40), waves(40, 20)], variant="complex",
               **largest)  # fmt: skip
    yield Case("dot", "numpy.dot", [normal(30, 40), normal(40, 20)], **largest)
    yield Case("inner", "numpy.inner", [normal(30, 40), normal(20, 40)], **largest)
    yield Case("outer", "numpy.outer", [normal(40), normal(30)])
    yield Case("kron", "numpy.kron", [_SMALL, normal(4, 3)])
    yield Case("cross", "numpy.cross", [normal(50, 3), normal(50, 3)], **largest)
    yield Case("tensordot", "numpy.tensordot", [normal(5, 6, 7), normal(6, 7, 8)], **largest)
    yield Case("vecdot", "numpy.vecdot", [normal(30, 40), normal(30, 40)], **largest)
    yield Case("multi_dot", "numpy.linalg.multi_dot",
               [[normal(30, 10), normal(10, 40), normal(40, 5)]], **largest)  # fmt: skip
    yield Case("trace", "numpy.trace", [normal(30, 30)], relative="one")
    yield Case("matrix_power", "numpy.linalg.matrix_power", [regular(_N), 5], **largest)
    yield Case("matrix_power", "numpy.linalg.matrix_power", [regular(_N), -3], variant="inverse",
               **largest)  # fmt: skip
    yield Case("matrix_exp", "scipy.linalg.expm", [regular(_N, 2)], **largest)
    yield Case("vander", "numpy.vander", [normal(20)], {"N": 7}, call=lambda f, x: f(x, 7))
    for order in ("fro", "nuc", 2, 1, np.inf):
        yield Case(
            "matrix_norm", "numpy.linalg.norm", [normal(3, 8, 9)], {"ord": order},
            call=lambda f, x, order=order: f(x, order, (1, 2)), variant=str(order),
        )  # fmt: skip
    for order in (2, 1, 3, np.inf):
        yield Case(
            "vector_norm", "numpy.linalg.norm", [normal(20, 40)], {"ord": order, "axis": 1},
            call=lambda f, x, order=order: f(x, order, 1), variant=str(order),
        )  # fmt: skip
    yield Case("cond", "numpy.linalg.cond", [_A])


def _decompositions():
    largest = {"relative": "largest"}
    yield Case("cholesky", "numpy", [_S], call=_same, seen=lambda r, a: r @ _turned(r), **largest)
    yield Case("qr", "numpy", [normal(2, 40, _N)], call=_same, seen=lambda r, a: r[0] @ r[1],
               **largest)  # fmt: skip
    yield Case(
        "svd", "numpy", [normal(2, 40, _N)], {"full_matrices": False}, call=_same,
        seen=lambda r, a: (r[0] * r[1][:, None]) @ r[2], **largest,
    )  # fmt: skip
    yield Case("svdvals", "numpy.linalg.svd", [normal(2, 40, _N)],
               call=lambda f, a: f(a, compute_uv=False), **largest)  # fmt: skip
    yield Case(
        "eigh", "numpy", [of(_symmetric)], call=_same,
        seen=lambda r, a: (r[1] * r[0][:, None]) @ _turned(r[1]), **largest,
    )  # fmt: skip
    yield Case("eigvalsh", "numpy.linalg.eigvalsh", [of(_symmetric)], **largest)
    yield Case(
        "eig", "numpy", [regular(_N)], seen=lambda r, a: a @ r[1] - r[1] * r[0],
        call=lambda np, a: np.zeros((*a.shape,), complex), relative="one",
    )  # fmt: skip
    yield Case(
        "eigvals", "numpy.linalg.eigvals", [regular(_N)], call=lambda f, a: np.sort(f(a)),
        seen=lambda r, a: np.sort(r), relative="one",
    )  # fmt: skip
    yield Case("eigh_tridiagonal", "scipy.linalg.eigh_tridiagonal", [normal(_N), normal(_N - 1)],
               call=lambda f, a, b: f(a, b, eigvals_only=True), **largest)  # fmt: skip
    yield Case("det", "numpy.linalg.det", [_A])
    yield Case("slogdet", "numpy.linalg.slogdet", [_A], relative="one")
    yield Case("inv", "numpy", [_A], seen=lambda r, a: a @ r, **largest,
               call=lambda np, a: np.broadcast_to(np.eye(_N), a.shape))  # fmt: skip
    yield Case("pinv", "numpy", [normal(2, 40, 20)], seen=lambda r, a: a @ r @ a, call=_same,
               **largest)  # fmt: skip
    yield Case("solve", "numpy", [_A, normal(2, _N, 4)], seen=lambda r, a, b: a @ r,
               call=lambda np, a, b: b, **largest)  # fmt: skip
    yield Case("solve_triangular", "numpy", [_A, normal(2, _N, 4)],
               seen=lambda r, a, b: np.triu(a) @ r, call=lambda np, a, b: b, **largest)  # fmt: skip
    yield Case("tensorsolve", "numpy", [regular(12), normal(12)], seen=lambda r, a, b: a @ r,
               call=lambda np, a, b: b, **largest)  # fmt: skip
    yield Case("lstsq", "numpy.linalg.lstsq", [normal(40, 10), normal(40, 3)],
               call=lambda f, a, b: f(a, b)[0], seen=lambda r, a, b: r[0], **largest)  # fmt: skip
    yield Case("lu_factor", "numpy", [_A], call=_same, seen=_lu, **largest)
    yield Case(
        "lu_solve", "scipy.linalg.lu_solve",
        [regular(_N), of(lambda rng: np.arange(_N)), normal(_N, 4)],
        call=lambda f, lu, p, b: f((lu, p), b), **largest,
    )  # fmt: skip


_TENSOR = normal(4, 5, 6)


def _mode_dot(np, x, matrix, mode):
    return np.moveaxis(np.tensordot(matrix, x, (1, mode)), 0, mode)


def _core_and_factors(result, *_):
    core, factors = result[0], result[1]
    for mode, factor in enumerate(factors):
        core = _mode_dot(np, core, factor, mode)
    return core


def _train(result, *_):
    factors = list(result[0])
    return functools.reduce(lambda x, y: np.tensordot(x, y, 1), factors)[0, ..., 0]


def _tensors():
    largest = {"relative": "largest"}
    yield Case("batched_outer", "numpy.einsum", [[normal(9, 4), normal(9, 5), normal(9, 3)]],
               call=lambda f, xs: f("ia,ib,ic->iabc", *xs))  # fmt: skip
    yield Case("general_inner_product", "numpy.vdot", [_TENSOR, normal(4, 5, 6)], relative="one")
    yield Case("higher_order_moment", "numpy.einsum", [normal(50, 4), 3], **largest,
               call=lambda f, x, _: f("ia,ib,ic->abc", x, x, x) / len(x))  # fmt: skip
    yield Case("khatri_rao", "scipy.linalg.khatri_rao", [[normal(4, 3), normal(5, 3)]],
               call=lambda f, xs: f(*xs))  # fmt: skip
    yield Case("kronecker", "numpy.kron", [[normal(4, 3), normal(5, 2)]],
               call=lambda f, xs: f(*xs))  # fmt: skip
    yield Case("mode_dot", "numpy", [_TENSOR, normal(7, 5), 1], call=_mode_dot, **largest)
    yield Case(
        "multi_mode_dot", "numpy.einsum", [_TENSOR, [normal(2, 4), normal(7, 5), normal(3, 6)]],
        call=lambda f, x, ms: f("abc,ia,jb,kc->ijk", x, *ms), **largest,
    )  # fmt: skip
    yield Case(
        "tt_matrix_to_tensor", "numpy.einsum", [[normal(1, 3, 4, 2), normal(2, 5, 6, 1)]],
        call=lambda f, xs: f("aijb,bklc->ikjl", *xs), **largest,
    )  # fmt: skip
    for name, rank in (("tucker", [4, 5, 6]), ("partial_tucker", [4, 5, 6])):
        yield Case(name, "numpy", [_TENSOR, rank], call=_same, seen=_core_and_factors, **largest)
    yield Case("tensor_train", "numpy", [_TENSOR, [1, 4, 6, 1]], call=_same, seen=_train, **largest)
    yield Case("truncated_svd", "numpy", [normal(20, 12)], call=_same,
               seen=lambda r, a: (r[0][:, :12] * r[1]) @ r[2][:12], **largest)  # fmt: skip


CASES = (*_products(), *_decompositions(), *_tensors())
