"""Numerically safe arithmetic, and tests on values."""

from __future__ import annotations

import ivy_core as ivy
from ivy_core import modes
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import active_backend
from ivy_core.backends.loading import backend_of
from ivy_core.registry import compositional, handle_nestable, standalone
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array, filled, half_dtype


def _as_operand(x):
    """Return a native array or a list as an Array; numbers and Arrays as they are."""
    if isinstance(x, Array) or backend_of(x) is None and not isinstance(x, (list, tuple)):
        return x
    return Array(active_backend((x,), {}).to_native(x))


@standalone(follows="ivy")
@handle_nestable
def stable_divide(
    numerator: Array | complex,
    denominator: Array | complex,
    /,
    *,
    min_denominator: Array | complex | None = None,
) -> Array | complex:
    """Quotient with a small constant added to the denominator, ``x / (y + c)``.

    Parameters
    ----------
    numerator, any numeric dtype: What is divided.
    denominator, any numeric dtype: What to divide by.
    min_denominator: The constant; ``ivy.min_denominator`` if None.

    Returns
    -------
    Array or scalar
        Of the shape that the operands broadcast to; a Python number of Python numbers.

    >>> ivy.stable_divide(1.0, 0.0, min_denominator=0.5)
    2.0
    >>> ivy.stable_divide(ivy.asarray([3.0, 0.0]), ivy.asarray([2.0, 0.0]), min_denominator=1.0)
    ivy.array([1., 0.])
    """
    if min_denominator is None:
        min_denominator = modes.current.min_denominator
    return _as_operand(numerator) / (_as_operand(denominator) + _as_operand(min_denominator))


@compositional(follows="ivy")
def stable_pow(
    base: Array | complex,
    exponent: Array | complex,
    /,
    *,
    min_base: Array | float | None = None,
    out: Array | None = None,
) -> Array:
    """Power with a small constant added to the base, ``(x + c) ** y``.

    Parameters
    ----------
    base, any numeric dtype: What is raised.
    exponent, any numeric dtype: To which power.
    min_base: The constant; ``ivy.min_base`` if None.

    Returns: of the shape that the operands broadcast to.

    >>> ivy.stable_pow(ivy.asarray([0.0, 3.0]), -1, min_base=1.0)
    ivy.array([1.  , 0.25])
    """
    if min_base is None:
        min_base = modes.current.min_base
    return ivy.pow(ivy.add(base, min_base), exponent, out=out)


@compositional(follows="ivy")
def clip_vector_norm(
    x: Array, max_norm: float, /, *, p: float = 2.0, out: Array | None = None
) -> Array:
    """Scale an array down so far that the norm of all its elements is at most ``max_norm``.

    Parameters
    ----------
    x, any numeric dtype: Values; an array whose norm is small enough comes back with its values.
    max_norm: Largest norm.
    p: Order of the norm.

    Returns: of the same shape, of a floating or complex dtype.

    >>> ivy.clip_vector_norm(ivy.asarray([3.0, 4.0]), 10.0)
    ivy.array([3., 4.])
    >>> ivy.clip_vector_norm(ivy.asarray([3.0, 4.0]), 7.0, p=1).round(decimals=6)
    ivy.array([3., 4.])
    """
    return _scale_down_to_max_norm(x, ivy.vector_norm(x, keepdims=True, ord=p), max_norm, out)


@compositional(follows="ivy")
def clip_matrix_norm(
    x: Array, max_norm: float, /, *, p: float = 2.0, out: Array | None = None
) -> Array:
    """Scale each matrix down so far that its norm is at most ``max_norm``.

    Parameters
    ----------
    x, shape (..., M, N), any numeric dtype: Matrices.
    max_norm: Largest norm.
    p: Order of the norm: 2 is the largest singular value, see ``matrix_norm``.

    Returns: of the same shape, of a floating or complex dtype.

    >>> ivy.clip_matrix_norm(ivy.asarray([[4.0, 0.0], [0.0, 2.0]]), 1.0).round(decimals=6)
    ivy.array([[1. , 0. ],
               [0. , 0.5]])
    """
    return _scale_down_to_max_norm(x, ivy.matrix_norm(x, ord=p, keepdims=True), max_norm, out)


def _scale_down_to_max_norm(x, norm, max_norm, out):
    """Multiply by ``max_norm / norm``, of a norm that is given, where that is less than 1."""
    ratio = ivy.minimum(ivy.stable_divide(max_norm, norm), 1.0)
    return ivy.multiply(x, ratio, out=out)


@compositional
@handle_nestable
def fourier_encode(
    x: Array,
    max_freq: Array | float,
    /,
    *,
    num_bands: int = 4,
    linear: bool = False,
    concat: bool = True,
    flatten: bool = False,
) -> Array | tuple[Array, Array]:
    """Encode positions by sines and cosines of them at several frequencies.

    Parameters
    ----------
    x, shape (..., N), real: Positions.
    max_freq : float or Array, shape (N,)
        The frequencies go from 1 to half of it; an array has one entry for each coordinate.
    num_bands: How many frequencies.
    linear: Whether they are evenly spaced; by default their logarithms are.
    concat: Whether positions, sines and cosines come in one array.
    flatten: Whether the encodings of all coordinates stand in one axis.

    Returns
    -------
    Array
        Of shape (..., N, 1 + 2 * num_bands), or (..., N + 2 * N * num_bands) with ``flatten``.
        Without ``concat`` the sines and the cosines, each of shape (..., N, num_bands) or
        (..., N * num_bands).

    References
    ----------
    Jaegle et al., "Perceiver: General Perception with Iterative Attention", 2021, section 3.2.

    >>> ivy.fourier_encode(ivy.asarray([0.5]), 4.0, num_bands=2).round(decimals=6)
    ivy.array([[ 0.5,  1. ,  0. ,  0. , -1. ]])
    """
    if not isinstance(x, Array):
        x = ivy.asarray(x)
    dtype = x.dtype if x.dtype.is_float else ivy.default_float_dtype()
    if linear:
        stop = ivy.asarray(max_freq) / 2
        scales = ivy.linspace(1.0, stop, num_bands, axis=-1, device=x.device)
    else:
        # a float's logarithm is taken in double precision, whatever the dtype of x
        double = "float64" if isinstance(max_freq, (int, float)) else None
        stop = ivy.log10(ivy.asarray(max_freq, dtype=double, device=x.device) / 2)
        scales = ivy.logspace(0.0, stop, num_bands, axis=-1, device=x.device)
    # angles of many turns, of which half precision would keep no fraction
    wide = "float32" if half_dtype(x) is not None else dtype
    places = ivy.astype(ivy.expand_dims(x, axis=-1), wide, copy=False)
    angles = ivy.multiply(places, ivy.astype(scales, wide)) * ivy.pi
    parts = [ivy.astype(f(angles), dtype, copy=False) for f in (ivy.sin, ivy.cos)]
    if flatten:
        shape = (*x.shape[:-1], x.shape[-1] * num_bands)
        parts = [ivy.reshape(part, shape) for part in parts]
    if not concat:
        return tuple(parts)
    first = x if flatten else ivy.expand_dims(x, axis=-1)
    return ivy.concat([first, *parts], axis=-1)


@compositional(follows="ivy")
@handle_nestable
def has_nans(x: Array, /, *, include_infs: bool = True) -> bool:
    """Return whether any element is nan, or infinite.

    Parameters
    ----------
    x, any dtype: Values.
    include_infs: Whether infinities count.

    Returns: bool

    >>> ivy.has_nans(ivy.asarray([1.0, float("inf")]))
    True
    >>> ivy.has_nans(ivy.asarray([1.0, float("inf")]), include_infs=False)
    False
    """
    found = ivy.logical_not(ivy.isfinite(x)) if include_infs else ivy.isnan(x)
    return bool(ivy.any(found))


@compositional(follows="ivy")
@handle_nestable
def value_is_nan(x: Array | complex, /, *, include_infs: bool = True) -> bool:
    """Return whether a single value is nan, or infinite.

    Parameters
    ----------
    x : Array of one element, or scalar
        The value.
    include_infs: Whether infinities count.

    Returns: bool

    Raises: IvyValueError if an array has several elements.

    >>> ivy.value_is_nan(float("nan")), ivy.value_is_nan(ivy.asarray([451.0]))
    (True, False)
    """
    x = ivy.asarray(x)
    if x.size != 1:
        raise IvyValueError(f"value_is_nan: x has {x.size} elements; one is allowed")
    return ivy.has_nans(x, include_infs=include_infs)


@compositional(follows="numpy")
@handle_nestable
def polyval(coeffs: Array, x: Array, *, out: Array | None = None) -> Array:
    """Values of a polynomial, by Horner's rule.

    Parameters
    ----------
    coeffs, shape (N,), numeric: Coefficients, that of the highest power first.
    x, numeric: Where it is evaluated.

    Returns: of the shape of ``x`` and the promoted dtype; zeros if there are no coefficients.

    Raises: IvyValueError if the coefficients have not one axis.

    >>> ivy.polyval(ivy.asarray([3, 0, 1]), ivy.asarray([0, 5]))
    ivy.array([ 1, 76])
    """
    coeffs, x = (as_array(a) for a in (coeffs, x))
    if coeffs.ndim != 1:
        raise IvyValueError(
            f"polyval: coefficients of shape {coeffs.shape} were given; one axis is needed"
        )
    value = ivy.zeros_like(x)
    for factor in ivy.unstack(coeffs):
        value = ivy.add(ivy.multiply(value, x), factor)
    return filled(out, value)
