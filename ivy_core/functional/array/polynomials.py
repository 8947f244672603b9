"""Orthogonal polynomials of given degrees, element by element."""

from __future__ import annotations

from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import primary


@primary
def chebyshev_polynomial_t(x: Array, n: Array | int, /, *, out: Array | None = None) -> Array:
    """Chebyshev polynomial of the first kind of degree ``n``.

    Parameters
    ----------
    x, any real dtype: Arguments.
    n : Array or int, integer
        Degrees, that broadcast with the arguments; their values are read. The polynomial of a
        negative degree is 0.

    Returns: of the broadcast shape and the dtype of ``x``, or the floating dtype for that.

    Raises: IvyTypeError if a degree is not whole.
    Raises: IvyValueError if a degree is above 10000.

    References: DLMF 18.3; PyTorch, ``torch.special.chebyshev_polynomial_t``.

    >>> ivy.chebyshev_polynomial_t(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([-1., 26.])
    """
    return current_backend(x, n).chebyshev_polynomial_t(x, n, out=out)


@primary(like=chebyshev_polynomial_t)
def chebyshev_polynomial_u(x: Array, n: Array | int, /, *, out: Array | None = None) -> Array:
    """Chebyshev polynomial of the second kind of degree ``n``.

    References: DLMF 18.3; PyTorch, ``torch.special.chebyshev_polynomial_u``.

    >>> ivy.chebyshev_polynomial_u(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([-1., 56.])
    """
    return current_backend(x, n).chebyshev_polynomial_u(x, n, out=out)


@primary(like=chebyshev_polynomial_t)
def chebyshev_polynomial_v(x: Array, n: Array | int, /, *, out: Array | None = None) -> Array:
    """Chebyshev polynomial of the third kind of degree ``n``.

    References: DLMF 18.3; PyTorch, ``torch.special.chebyshev_polynomial_v``.

    >>> ivy.chebyshev_polynomial_v(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([-1., 41.])
    """
    return current_backend(x, n).chebyshev_polynomial_v(x, n, out=out)


@primary(like=chebyshev_polynomial_t)
def chebyshev_polynomial_w(x: Array, n: Array | int, /, *, out: Array | None = None) -> Array:
    """Chebyshev polynomial of the fourth kind of degree ``n``.

    References: DLMF 18.3; PyTorch, ``torch.special.chebyshev_polynomial_w``.

    >>> ivy.chebyshev_polynomial_w(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([-1., 71.])
    """
    return current_backend(x, n).chebyshev_polynomial_w(x, n, out=out)


@primary(like=chebyshev_polynomial_t)
def hermite_polynomial_h(x: Array, n: Array | int, /, *, out: Array | None = None) -> Array:
    """Physicists' Hermite polynomial of degree ``n``.

    References: DLMF 18.3; PyTorch, ``torch.special.hermite_polynomial_h``.

    >>> ivy.hermite_polynomial_h(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([-5., 40.])
    """
    return current_backend(x, n).hermite_polynomial_h(x, n, out=out)


@primary(like=chebyshev_polynomial_t)
def hermite_polynomial_he(x: Array, n: Array | int, /, *, out: Array | None = None) -> Array:
    """Probabilists' Hermite polynomial of degree ``n``.

    References: DLMF 18.3; PyTorch, ``torch.special.hermite_polynomial_he``.

    >>> ivy.hermite_polynomial_he(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([-1.375,  2.   ])
    """
    return current_backend(x, n).hermite_polynomial_he(x, n, out=out)


@primary(like=chebyshev_polynomial_t)
def laguerre_polynomial_l(x: Array, n: Array | int, /, *, out: Array | None = None) -> Array:
    """Laguerre polynomial of degree ``n``.

    References: DLMF 18.3; PyTorch, ``torch.special.laguerre_polynomial_l``.

    >>> ivy.laguerre_polynomial_l(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([-0.14583333, -0.33333333])
    """
    return current_backend(x, n).laguerre_polynomial_l(x, n, out=out)


@primary(like=chebyshev_polynomial_t)
def legendre_polynomial_p(x: Array, n: Array | int, /, *, out: Array | None = None) -> Array:
    """Legendre polynomial of degree ``n``.

    References: DLMF 18.3; PyTorch, ``torch.special.legendre_polynomial_p``.

    >>> ivy.legendre_polynomial_p(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([-0.4375, 17.    ])
    """
    return current_backend(x, n).legendre_polynomial_p(x, n, out=out)


@primary(like=chebyshev_polynomial_t)
def shifted_chebyshev_polynomial_t(
    x: Array, n: Array | int, /, *, out: Array | None = None
) -> Array:
    """Shifted Chebyshev polynomial of the first kind, that of ``2 x - 1``, of degree ``n``.

    References: DLMF 18.7(i); PyTorch, ``torch.special.shifted_chebyshev_polynomial_t``.

    >>> ivy.shifted_chebyshev_polynomial_t(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([-0., 99.])
    """
    return current_backend(x, n).shifted_chebyshev_polynomial_t(x, n, out=out)


@primary(like=chebyshev_polynomial_t)
def shifted_chebyshev_polynomial_u(
    x: Array, n: Array | int, /, *, out: Array | None = None
) -> Array:
    """Shifted Chebyshev polynomial of the second kind, that of ``2 x - 1``, of degree ``n``.

    References: DLMF 18.7(i); PyTorch, ``torch.special.shifted_chebyshev_polynomial_u``.

    >>> ivy.shifted_chebyshev_polynomial_u(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([ -0., 204.])
    """
    return current_backend(x, n).shifted_chebyshev_polynomial_u(x, n, out=out)


@primary(like=chebyshev_polynomial_t)
def shifted_chebyshev_polynomial_v(
    x: Array, n: Array | int, /, *, out: Array | None = None
) -> Array:
    """Shifted Chebyshev polynomial of the third kind, that of ``2 x - 1``, of degree ``n``.

    References: DLMF 18.7(i); PyTorch, ``torch.special.shifted_chebyshev_polynomial_v``.

    >>> ivy.shifted_chebyshev_polynomial_v(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([  1., 169.])
    """
    return current_backend(x, n).shifted_chebyshev_polynomial_v(x, n, out=out)


@primary(like=chebyshev_polynomial_t)
def shifted_chebyshev_polynomial_w(
    x: Array, n: Array | int, /, *, out: Array | None = None
) -> Array:
    """Shifted Chebyshev polynomial of the fourth kind, that of ``2 x - 1``, of degree ``n``.

    References: DLMF 18.7(i); PyTorch, ``torch.special.shifted_chebyshev_polynomial_w``.

    >>> ivy.shifted_chebyshev_polynomial_w(ivy.asarray([0.5, 2.0]), 3)
    ivy.array([ -1., 239.])
    """
    return current_backend(x, n).shifted_chebyshev_polynomial_w(x, n, out=out)
