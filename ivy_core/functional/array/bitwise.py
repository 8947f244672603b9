"""Operations on the bits of integers, element by element."""

from __future__ import annotations

from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import primary


@primary(ufunc="bitwise_count")
def bitwise_count(x: Array, /, *, out: Array | None = None) -> Array:
    """Number of bits that are set in the absolute value of each element.

    Parameters
    ----------
    x, integer or boolean: Values.

    Returns: of the same shape, uint8.

    References: NumPy ``bitwise_count``.

    >>> ivy.bitwise_count(ivy.asarray([7, -8]))
    ivy.array([3, 1])
    """
    return current_backend(x).bitwise_count(x, out=out)


@primary(ufunc="bitwise_and", follows="array_api")
def bitwise_and(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Bits that are set in both operands, ``x1 & x2``.

    Parameters
    ----------
    x1, x2 : Array, integer or boolean
        Operands; they broadcast, and promote as NumPy's do.

    Returns: of the broadcast shape and the promoted dtype.

    >>> ivy.bitwise_and(ivy.asarray([12, 10]), 6)
    ivy.array([4, 2])
    """
    return current_backend(x1, x2).bitwise_and(x1, x2, out=out)


@primary(ufunc="invert", follows="array_api")
def bitwise_invert(x: Array, /, *, out: Array | None = None) -> Array:
    """Bits flipped, ``~x``; the logical complement of booleans.

    Parameters
    ----------
    x, integer or boolean: Values.

    Returns: of the same shape and dtype.

    >>> ivy.bitwise_invert(ivy.asarray([0, 5]))
    ivy.array([-1, -6])
    """
    return current_backend(x).bitwise_invert(x, out=out)


@primary(ufunc="left_shift", follows="array_api")
def bitwise_left_shift(
    x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None
) -> Array:
    """Bits of ``x1`` moved up by ``x2`` places, ``x1 << x2``.

    Parameters
    ----------
    x1, x2 : Array, integer or boolean
        Values and numbers of places; they broadcast. As many places as there are bits, or more,
        and negative numbers of places, leave zero.

    Returns: of the broadcast shape and the promoted dtype.

    >>> ivy.bitwise_left_shift(ivy.asarray([1, 3]), 2)
    ivy.array([ 4, 12])
    """
    return current_backend(x1, x2).bitwise_left_shift(x1, x2, out=out)


@primary(ufunc="bitwise_or", follows="array_api", like=bitwise_and)
def bitwise_or(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Bits that are set in either operand, ``x1 | x2``.

    >>> ivy.bitwise_or(ivy.asarray([12, 10]), 6)
    ivy.array([14, 14])
    """
    return current_backend(x1, x2).bitwise_or(x1, x2, out=out)


@primary(ufunc="right_shift", follows="array_api")
def bitwise_right_shift(
    x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None
) -> Array:
    """Bits of ``x1`` moved down by ``x2`` places, ``x1 >> x2``.

    Parameters
    ----------
    x1, x2 : Array, integer or boolean
        Values and numbers of places; they broadcast. The sign is kept: all bits shifted out leave
        0 or -1.

    Returns: of the broadcast shape and the promoted dtype.

    >>> ivy.bitwise_right_shift(ivy.asarray([9, -9]), 2)
    ivy.array([ 2, -3])
    """
    return current_backend(x1, x2).bitwise_right_shift(x1, x2, out=out)


@primary(ufunc="bitwise_xor", follows="array_api", like=bitwise_and)
def bitwise_xor(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Bits that are set in exactly one operand, ``x1 ^ x2``.

    >>> ivy.bitwise_xor(ivy.asarray([12, 10]), 6)
    ivy.array([10, 12])
    """
    return current_backend(x1, x2).bitwise_xor(x1, x2, out=out)
