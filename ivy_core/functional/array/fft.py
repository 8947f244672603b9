"""Discrete Fourier transforms.

Sums run over ``exp(-2j * pi * k * m / n)`` forwards and its conjugate backwards. Whole numbers and
booleans are transformed in double precision, half precision as float32.
"""

from __future__ import annotations

from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.devices import Device
from ivy_core.dtypes import Dtype
from ivy_core.registry import compositional, handle_nestable, primary
from ivy_core.utils.exceptions import IvyValueError


@primary(follows="array_api.fft")
def fft(
    x: Array,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Fourier transform along an axis.

    Parameters
    ----------
    x, any numeric or boolean dtype: Input.
    n : int, optional
        Length of the transform; the input is cut, or padded with zeros, at the end. By default that
        of the axis.
    axis : int
        Axis of the transform.
    norm : {'backward', 'ortho', 'forward'}
        Which direction is scaled by 1 / n; both, by its square root, for 'ortho'.

    Returns: complex, of the shape of ``x`` but for length ``n`` along the axis.

    Raises: IvyValueError if ``n`` is less than one, or there is no such ``norm``.
    Raises: IvyIndexError if the axis is out of bounds.

    >>> ivy.fft(ivy.asarray([1.0, 0.0]))
    ivy.array([1.+0.j, 1.+0.j])
    """
    return current_backend(x).fft(x, n=n, axis=axis, norm=norm, out=out)


@primary(follows="array_api.fft", like=fft)
def ifft(
    x: Array,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Inverse Fourier transform along an axis.

    >>> ivy.ifft(ivy.asarray([2.0, 0.0]))
    ivy.array([1.+0.j, 1.+0.j])
    """
    return current_backend(x).ifft(x, n=n, axis=axis, norm=norm, out=out)


@primary(follows="array_api.fft", like=fft)
def rfft(
    x: Array,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Fourier transform of real values along an axis: the half that is not redundant.

    Parameters
    ----------
    x, any real dtype: Input.

    Returns: complex, of length n // 2 + 1 along the axis.

    Raises: IvyValueError if ``n`` is less than one, or there is no such ``norm``.
    Raises: IvyIndexError if the axis is out of bounds.
    Raises: IvyTypeError for complex input.

    >>> ivy.rfft(ivy.asarray([1.0, 0.0, 0.0]))
    ivy.array([1.+0.j, 1.+0.j])
    """
    return current_backend(x).rfft(x, n=n, axis=axis, norm=norm, out=out)


@primary(follows="array_api.fft", like=fft)
def irfft(
    x: Array,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Inverse of :func:`rfft`: real values from half of their transform.

    Parameters
    ----------
    x, any numeric or boolean dtype: The first half of Hermitian-symmetric values.
    n: Length of the result; 2 * (M - 1) by default, where the axis has length M.

    Returns: real, of length n along the axis.

    >>> ivy.irfft(ivy.asarray([2.0, 2.0]))
    ivy.array([2., 0.])
    """
    return current_backend(x).irfft(x, n=n, axis=axis, norm=norm, out=out)


@primary(follows="array_api.fft", like=fft)
def hfft(
    x: Array,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Fourier transform of Hermitian-symmetric values, given by half, along an axis.

    Parameters
    ----------
    x, any numeric or boolean dtype: The first half of Hermitian-symmetric values.
    n: Length of the result; 2 * (M - 1) by default, where the axis has length M.

    Returns: real, of length n along the axis.

    >>> ivy.hfft(ivy.asarray([1.0, 1.0]))
    ivy.array([2., 0.])
    """
    return current_backend(x).hfft(x, n=n, axis=axis, norm=norm, out=out)


@primary(follows="array_api.fft", like=fft)
def ihfft(
    x: Array,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Inverse of :func:`hfft`: half of the Hermitian-symmetric values.

    Parameters
    ----------
    x, any real dtype: Input.

    Returns: complex, of length n // 2 + 1 along the axis.

    Raises: IvyValueError if ``n`` is less than one, or there is no such ``norm``.
    Raises: IvyIndexError if the axis is out of bounds.
    Raises: IvyTypeError for complex input.

    >>> ivy.ihfft(ivy.asarray([2.0, 0.0]))
    ivy.array([1.-0.j, 1.-0.j])
    """
    return current_backend(x).ihfft(x, n=n, axis=axis, norm=norm, out=out)


@primary(follows="array_api.fft")
def fftn(
    x: Array,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Fourier transform along several axes.

    Parameters
    ----------
    x, any numeric or boolean dtype: Input.
    s : sequence of int, optional
        Length of the transform along each axis, where -1 is that of the axis itself; the input is
        cut, or padded with zeros, at the end.
    axes: Axes of the transform; by default the last ``len(s)``, or all.
    norm : {'backward', 'ortho', 'forward'}
        Which direction is scaled by 1 / n; both, by its square root, for 'ortho'.

    Returns: complex, of the shape of ``x`` but for the lengths in ``s``.

    Raises: IvyValueError if a length is less than one, or there is no such ``norm``.
    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.fftn(ivy.asarray([[1.0, 0.0]]))
    ivy.array([[1.+0.j, 1.+0.j]])
    """
    return current_backend(x).fftn(x, s=s, axes=axes, norm=norm, out=out)


@primary(follows="array_api.fft", like=fftn)
def ifftn(
    x: Array,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Inverse Fourier transform along several axes.

    >>> ivy.ifftn(ivy.asarray([[2.0, 0.0]]))
    ivy.array([[1.+0.j, 1.+0.j]])
    """
    return current_backend(x).ifftn(x, s=s, axes=axes, norm=norm, out=out)


@primary(follows="array_api.fft", like=fftn)
def rfftn(
    x: Array,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Fourier transform of real values along several axes, halved along the last of them.

    Parameters
    ----------
    x, any real dtype: Input.

    Returns: complex, of length s[-1] // 2 + 1 along the last axis.

    Raises: IvyValueError if a length is less than one, or there is no such ``norm``.
    Raises: IvyIndexError if an axis is out of bounds.
    Raises: IvyTypeError for complex input.

    >>> ivy.rfftn(ivy.asarray([[1.0, 0.0, 0.0]]))
    ivy.array([[1.+0.j, 1.+0.j]])
    """
    return current_backend(x).rfftn(x, s=s, axes=axes, norm=norm, out=out)


@primary(follows="array_api.fft", like=fftn)
def irfftn(
    x: Array,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Inverse of :func:`rfftn`: real values from half of their transform.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        The first half of Hermitian-symmetric values, along the last axis.
    s : sequence of int, optional
        Length of the result along each axis (of the last one
        2 * (M - 1) by default); the input is cut, or padded with zeros, at the end.

    Returns: real, of the lengths in ``s``.

    >>> ivy.irfftn(ivy.asarray([[2.0, 2.0]]))
    ivy.array([[2., 0.]])
    """
    return current_backend(x).irfftn(x, s=s, axes=axes, norm=norm, out=out)


@primary(follows="array_api.fft")
def fftfreq(
    n: int,
    /,
    *,
    d: float = 1.0,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Frequencies of the elements of a transform: zero, the positive, then the negative ones.

    Parameters
    ----------
    n: Length of the transform.
    d : float
        Distance of the samples, in the unit of time.
    dtype: Floating; float64 by default.
    device: Where the result lies.

    Returns
    -------
    Array, shape (n,)
        In cycles per unit of time.

    Raises: IvyValueError if ``n`` is no positive int.

    >>> ivy.fftfreq(4)
    ivy.array([ 0.  ,  0.25, -0.5 , -0.25])
    """
    return current_backend().fftfreq(n, d=d, dtype=dtype, device=device, out=out)


@primary(follows="array_api.fft", like=fftfreq)
def rfftfreq(
    n: int,
    /,
    *,
    d: float = 1.0,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Frequencies of the elements of a transform of real values.

    Returns
    -------
    Array, shape (n // 2 + 1,)
        In cycles per unit of time.

    >>> ivy.rfftfreq(4)
    ivy.array([0.  , 0.25, 0.5 ])
    """
    return current_backend().rfftfreq(n, d=d, dtype=dtype, device=device, out=out)


@primary(follows="array_api.fft")
def fftshift(
    x: Array, /, *, axes: int | Sequence[int] | None = None, out: Array | None = None
) -> Array:
    """Move the element of frequency zero to the middle of each axis.

    Parameters
    ----------
    x, any dtype: Input.
    axes: Axes to shift; all by default.

    Returns: of the same shape and dtype.

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.fftshift(ivy.asarray([0, 1, -2, -1]))
    ivy.array([-2, -1,  0,  1])
    """
    return current_backend(x).fftshift(x, axes=axes, out=out)


@primary(follows="array_api.fft", like=fftshift)
def ifftshift(
    x: Array, /, *, axes: int | Sequence[int] | None = None, out: Array | None = None
) -> Array:
    """Inverse of :func:`fftshift`.

    >>> ivy.ifftshift(ivy.asarray([-2, -1, 0, 1]))
    ivy.array([ 0,  1, -2, -1])
    """
    return current_backend(x).ifftshift(x, axes=axes, out=out)


@compositional
@handle_nestable
def fft2(
    x: Array,
    /,
    *,
    s: Sequence[int] | None = None,
    dim: Sequence[int] = (-2, -1),
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Fourier transform along two axes.

    Parameters
    ----------
    x, any numeric or boolean dtype: Input.
    s : sequence of two int, optional
        Lengths of the transforms; the input is cut, or padded with zeros, at the end. By default
        those of the axes.
    dim : sequence of two int, optional
        Axes of the transforms.
    norm : {'backward', 'ortho', 'forward'}, optional
        Which direction is scaled by one over the product of the lengths; both, by its square root,
        for 'ortho'.

    Returns: complex, of the shape of ``x`` but for the lengths along the axes.

    Raises
    ------
    IvyValueError
        If a length is less than one, there is no such ``norm``, or there are not two axes.
    IvyIndexError
        If an axis is out of bounds.

    References: NumPy reference, numpy.fft.fft2.

    >>> ivy.fft2(ivy.asarray([[1.0, 0.0], [0.0, 1.0]]))
    ivy.array([[2.+0.j, 0.+0.j],
               [0.+0.j, 2.+0.j]])
    """
    if len(dim) != 2:
        raise IvyValueError(f"fft2: axes {tuple(dim)} were given; two are needed")
    return ivy.fftn(x, s=s, axes=dim, norm=norm, out=out)
