"""Gradients of factors and inverses.

References
----------
M. Giles, "Collected matrix derivative results for forward and reverse mode algorithmic
differentiation", 2008. G. Golub and V. Pereyra, "The differentiation of pseudo-inverses and
nonlinear least squares problems whose variables separate", 1973.
"""

from __future__ import annotations

from frontends.torch.tensors.tensor import ivy

from ..tape import derivative
from .common import conj, conjugate_transpose, is_complex


@derivative("cholesky", saves="result")
def cholesky(grad, needs, A, upper=False, *, result):
    if 0 in result.shape:
        return grad
    lower, by = (
        (conjugate_transpose(result), conjugate_transpose(grad)) if upper else (result, grad)
    )
    inner = ivy.matmul(conjugate_transpose(lower), by)
    inner = ivy.add(ivy.tril(inner), conjugate_transpose(ivy.tril(inner, k=-1)))
    half = ivy.solve_triangular(lower, inner, upper=False, adjoint=True)
    found = conjugate_transpose(
        ivy.solve_triangular(lower, conjugate_transpose(half), upper=False, adjoint=True)
    )
    return ivy.multiply(found, 0.5), None


@derivative("cholesky_ex", saves="result")
def cholesky_ex(grads, needs, A, upper=False, check_errors=False, *, result):
    return cholesky(grads[0], needs, A, upper, result=result[0])


@derivative("cholesky_solve", saves=("L", "result"))
def cholesky_solve(grad, needs, B, L, upper=False, *, result):
    """Differentiate as PyTorch does, by both triangles of what is given as a factor of one."""
    lower = ivy.tril(conjugate_transpose(L) if upper else L)
    half = ivy.solve_triangular(lower, grad, upper=False)
    by_right = ivy.solve_triangular(lower, half, upper=False, adjoint=True)
    common = ivy.matmul(by_right, conjugate_transpose(result))
    return by_right, _qr_common_product(common, L, upper), None


@derivative("cholesky_inverse", saves=("L", "result"))
def cholesky_inverse(grad, needs, L, upper=False, *, result):
    return _qr_common_product(ivy.matmul(result, ivy.matmul(grad, result)), L, upper), None


def _qr_common_product(common, factor, upper: bool):
    """``-factor @ (common + common^H)`` if ``upper``, else ``-(common + common^H) @ factor``."""
    common = ivy.negative(ivy.add(common, conjugate_transpose(common)))
    return ivy.matmul(factor, common) if upper else ivy.matmul(common, factor)


@derivative("pinv", saves=("input", "result"))
@derivative("pinverse", saves=("input", "result"))
def pinv(grad, needs, input, *args, result, **options):
    return of_pseudoinverse(grad, input, result)


def of_pseudoinverse(grad, a, inverse):
    """Return the gradient of matrices by that of their pseudo-inverses, where ranks are kept."""
    if 0 in inverse.shape:
        return ivy.multiply(conjugate_transpose(grad), 0)
    grad, back = conjugate_transpose(grad), conjugate_transpose(inverse)
    left = ivy.matmul(back, ivy.matmul(inverse, grad))
    left = ivy.subtract(left, ivy.matmul(ivy.matmul(left, inverse), a))
    right = ivy.matmul(ivy.matmul(grad, inverse), back)
    right = ivy.subtract(right, ivy.matmul(a, ivy.matmul(inverse, right)))
    straight = ivy.matmul(ivy.matmul(back, conjugate_transpose(grad)), back)
    return ivy.subtract(ivy.add(left, right), straight)


@derivative("lstsq", saves=("input", "b"), constant=(2, 3))
def lstsq(grads, needs, input, b, rcond=None, *, driver=None):
    """Differentiate by solution and residuals, of matrices of full rank."""
    by_solution, by_residuals = grads[:2]
    vector = len(input.shape) - 1 == len(b.shape)
    b = ivy.expand_dims(b, axis=-1) if vector else b
    turned = conjugate_transpose(input)
    if input.shape[-2] >= input.shape[-1]:
        inverse = ivy.solve(ivy.matmul(turned, input), turned)
    else:
        inverse = conjugate_transpose(ivy.solve(ivy.matmul(input, turned), input))
    by_a = by_b = None
    if by_solution is not None:
        by_x = ivy.expand_dims(by_solution, axis=-1) if vector else by_solution
        by_a = of_pseudoinverse(ivy.matmul(by_x, conjugate_transpose(b)), input, inverse)
        by_b = ivy.matmul(conjugate_transpose(inverse), by_x)
    if by_residuals is not None and 0 not in by_residuals.shape:
        x = ivy.matmul(inverse, b)
        error = ivy.subtract(ivy.matmul(input, x), b)
        by_error = ivy.multiply(ivy.multiply(error, 2), ivy.expand_dims(by_residuals, axis=-2))
        also = ivy.matmul(by_error, conjugate_transpose(x))
        by_a = also if by_a is None else ivy.add(by_a, also)
        by_b = ivy.negative(by_error) if by_b is None else ivy.subtract(by_b, by_error)
    if vector and by_b is not None:
        by_b = ivy.squeeze(by_b, axis=-1)
    return by_a, by_b, None


# Eigenvectors are found up to a phase, and a backend may choose another one when it differentiates:
# the gradients are those of the vectors that the script has.


@derivative("eigh", saves="result")
def eigh(grads, needs, A, UPLO="L", *, result):
    values, vectors = result
    by_values, by_vectors = grads
    inner = _eigenvector_gradient(values, vectors, by_values, by_vectors)
    found = ivy.matmul(vectors, ivy.matmul(inner, conjugate_transpose(vectors)))
    return ivy.multiply(ivy.add(found, conjugate_transpose(found)), 0.5), None


@derivative("eig", saves="result")
def eig(grads, needs, A, *, result):
    values, vectors = result
    by_values, by_vectors = grads
    inner = _eigenvector_gradient(values, vectors, by_values, by_vectors)
    return ivy.solve(conjugate_transpose(vectors), ivy.matmul(inner, conjugate_transpose(vectors)))


def _eigenvector_gradient(values, vectors, by_values, by_vectors):
    """Return eig's gradient in the basis of unit eigenvectors; None if both ``by_...`` are None."""
    kind = ivy.dtype(vectors)
    eye = ivy.eye(values.shape[-1], dtype=kind)
    inner = None
    if by_vectors is not None:
        inner = ivy.matmul(conjugate_transpose(vectors), by_vectors)
        length = ivy.astype(ivy.real(ivy.diagonal(inner, axis1=-2, axis2=-1)), kind)
        overlap = ivy.matmul(conjugate_transpose(vectors), vectors)
        inner = ivy.subtract(inner, ivy.multiply(overlap, ivy.expand_dims(length, axis=-2)))
        gaps = ivy.subtract(ivy.expand_dims(values, axis=-2), ivy.expand_dims(values, axis=-1))
        gaps = ivy.add(ivy.astype(conj(gaps), kind), eye)
        inner = ivy.divide(ivy.multiply(inner, ivy.subtract(1, eye)), gaps)
    if by_values is not None:
        diagonal = ivy.multiply(ivy.expand_dims(ivy.astype(by_values, kind), axis=-1), eye)
        inner = diagonal if inner is None else ivy.add(inner, diagonal)
    return inner


@derivative("svd", saves="result")
def svd(grads, needs, A, full_matrices=True, *, driver=None, result):
    u, s, vh = result
    by_u, by_s, by_vh = grads
    return of_singular_vectors(A, u, s, vh, by_u, by_s, by_vh)


@derivative("svd_with_v", saves=("input", "result"))
def svd_with_v(grads, needs, input, some=True, compute_uv=True, *, result):
    """Differentiate ``torch.svd``, whose right vectors are columns."""
    if not compute_uv:
        return NotImplemented
    u, s, v = result
    by_u, by_s, by_v = grads
    by_vh = None if by_v is None else conjugate_transpose(by_v)
    return of_singular_vectors(input, u, s, conjugate_transpose(v), by_u, by_s, by_vh)


def of_singular_vectors(a, u, s, vh, by_u, by_s, by_vh):
    """Return the gradient of matrices by those of their singular vectors and values.

    Vectors beyond the number of values have no gradient: they are any basis of what is left.
    """
    kind, count = ivy.dtype(u), s.shape[-1]
    if 0 in a.shape:
        return ivy.zeros(tuple(a.shape), dtype=kind)
    u, vh = u[..., :, :count], vh[..., :count, :]
    sizes = ivy.astype(s, kind)
    across, down = ivy.expand_dims(sizes, axis=-2), ivy.expand_dims(sizes, axis=-1)
    eye = ivy.eye(count, dtype=kind)
    gaps = ivy.subtract(ivy.square(across), ivy.square(down))
    gaps = ivy.add(ivy.multiply(gaps, ivy.subtract(1, eye)), eye)
    inner, rest = None, []
    if by_u is not None:
        by_u = by_u[..., :, :count]
        turn = _subtract_adjoint(ivy.matmul(conjugate_transpose(u), by_u))
        inner = ivy.divide(ivy.multiply(turn, across), gaps)
        inner = ivy.multiply(inner, ivy.subtract(1, eye))
        if is_complex(u) and by_vh is not None:  # a phase that both vectors share
            inner = ivy.add(inner, ivy.multiply(ivy.divide(turn, ivy.multiply(across, 2)), eye))
        if a.shape[-2] > count:
            outside = ivy.divide(by_u, across)
            outside = ivy.subtract(
                outside, ivy.matmul(u, ivy.matmul(conjugate_transpose(u), outside))
            )
            rest.append(ivy.matmul(outside, vh))
    if by_vh is not None:
        by_vh = by_vh[..., :count, :]
        turn = _subtract_adjoint(ivy.matmul(vh, conjugate_transpose(by_vh)))
        part = ivy.divide(ivy.multiply(down, turn), gaps)
        part = ivy.multiply(part, ivy.subtract(1, eye))
        inner = part if inner is None else ivy.add(inner, part)
        if a.shape[-1] > count:
            outside = ivy.divide(by_vh, down)
            outside = ivy.subtract(
                outside, ivy.matmul(ivy.matmul(outside, conjugate_transpose(vh)), vh)
            )
            rest.append(ivy.matmul(u, outside))
    if by_s is not None:
        part = ivy.multiply(ivy.expand_dims(ivy.astype(by_s, kind), axis=-1), eye)
        inner = part if inner is None else ivy.add(inner, part)
    found = ivy.matmul(u, ivy.matmul(inner, vh))
    for each in rest:
        found = ivy.add(found, each)
    return found


def _subtract_adjoint(x):
    return ivy.subtract(x, conjugate_transpose(x))


# determinants of complex matrices: of real ones the backends' own gradients take singular ones too


@derivative("logdet", saves="input")
def logdet(grad, needs, input):
    return _scaled_inverse_adjoint(grad, input) if is_complex(input) else NotImplemented


@derivative("slogdet", saves=("A", "input", "result"))
def slogdet(grads, needs, A, *, result):
    if not is_complex(A):
        return NotImplemented
    sign, _ = result
    by_sign, by_size = grads
    factor = 0 if by_size is None else ivy.astype(by_size, ivy.dtype(sign))
    if by_sign is not None:
        turn = ivy.negative(ivy.imag(ivy.multiply(sign, conj(by_sign))))
        factor = ivy.add(ivy.multiply(ivy.astype(turn, ivy.dtype(sign)), 1j), factor)
    return _scaled_inverse_adjoint(factor, A)


def _scaled_inverse_adjoint(factor, a):
    """``factor * inv(a)^H``, with one factor for each matrix of ``a``."""
    factor = ivy.expand_dims(ivy.expand_dims(factor, axis=-1), axis=-1)
    return ivy.multiply(conjugate_transpose(ivy.inv(a)), factor)
