"""Rearranging by pattern, after einops."""

from __future__ import annotations

from collections.abc import Callable

import ivy_core as ivy

from ..arrays.array import Array
from ..registry import compositional, handle_nestable
from ..utils.exceptions import IvyException, IvyValueError


@compositional
@handle_nestable
def einops_rearrange(
    x: Array, pattern: str, /, *, out: Array | None = None, **axes_lengths: int
) -> Array:
    """Reorder, split and merge axes as a pattern says; a view wherever NumPy would make one.

    It is reshaped, transposed and reshaped again: the result shares its elements with ``x``, on
    every backend, unless axes are merged that do not lie side by side in memory.

    Parameters
    ----------
    x : Array, any dtype
        Array to rearrange.
    pattern : str
        Names of the axes before and after ``->``; names in parentheses are one axis, ``...`` stands
        for axes without names.
    out : Array, optional
        Filled with the result, and returned.
    **axes_lengths : int
        Lengths of named axes that the shape does not tell.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If the pattern is not one, or does not fit the shape.

    References
    ----------
    einops, ``einops.rearrange``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([[1, 2, 3], [4, 5, 6]])
    >>> ivy.einops_rearrange(x, "h w -> w h")
    ivy.array([[1, 4],
               [2, 5],
               [3, 6]])
    >>> ivy.einops_rearrange(x, "h (w two) -> h w two", two=3).shape
    (2, 1, 3)
    """
    x = _array(ivy, x)
    result = _apply(ivy, "rearrange", x, pattern, None, axes_lengths)
    if out is not None:
        return ivy.inplace_update(out, result)
    return ivy.reshape(x, x.shape) if result is x else result


@compositional
@handle_nestable
def einops_reduce(
    x: Array,
    pattern: str,
    reduction: str | Callable,
    /,
    *,
    out: Array | None = None,
    **axes_lengths: int,
) -> Array:
    """Rearrange, and reduce the axes that the pattern's right side leaves out; never a view.

    Parameters
    ----------
    x : Array
        Array to reduce.
    pattern : str
        Names of the axes before and after ``->``; names in parentheses are one axis, ``...`` stands
        for axes without names.
    reduction : {'min', 'max', 'sum', 'mean', 'prod', 'any', 'all'} or callable
        How to reduce; a function is called with an Array and the axes to reduce.
    out : Array, optional
        Filled with the result, and returned.
    **axes_lengths : int
        Lengths of named axes that the shape does not tell.

    Returns
    -------
    Array, of the dtype that the reduction gives

    Raises
    ------
    IvyValueError
        If the pattern is not one, or does not fit the shape, or there is no such reduction.

    References
    ----------
    einops, ``einops.reduce``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([[1.0, 2.0], [3.0, 6.0]])
    >>> ivy.einops_reduce(x, "h w -> w", "mean")
    ivy.array([2., 4.])
    """
    x = _array(ivy, x)
    result = _apply(ivy, "reduce", x, pattern, reduction, axes_lengths)
    if out is not None:
        return ivy.inplace_update(out, result)
    # as many elements as before: perhaps nothing was reduced, and it is a view
    return ivy.copy_array(result) if result.size == x.size else result


@compositional
@handle_nestable
def einops_repeat(
    x: Array, pattern: str, /, *, out: Array | None = None, **axes_lengths: int
) -> Array:
    """Rearrange, and repeat along the axes that only the pattern's right side has; never a view.

    Parameters
    ----------
    x : Array, any dtype
        Array to repeat.
    pattern : str
        Names of the axes before and after ``->``; names in parentheses are one axis, ``...`` stands
        for axes without names.
    out : Array, optional
        Filled with the result, and returned.
    **axes_lengths : int
        How often to repeat along each new axis, and lengths that the shape does not tell.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If the pattern is not one, or does not fit the shape.

    References
    ----------
    einops, ``einops.repeat``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.einops_repeat(ivy.asarray([1, 2]), "w -> h (w twice)", h=2, twice=2)
    ivy.array([[1, 1, 2, 2],
               [1, 1, 2, 2]])
    """
    x = _array(ivy, x)
    result = _apply(ivy, "repeat", x, pattern, None, axes_lengths)
    # einops.repeat has broadcast the array: a view that is read-only
    return ivy.copy_array(result) if out is None else ivy.inplace_update(out, result)


def _array(xp, x):
    return x if isinstance(x, Array) else xp.asarray(x)


def _apply(xp, operation, x, pattern, reduction, axes_lengths):
    # einops takes as long to import as all of the core, and few programs need it
    from einops import EinopsError, array_api

    if callable(reduction):
        function = reduction

        def reduction(operand, axes):
            return _Operand(function(operand.array, axes), xp)

    operands = (_Operand(x, xp), pattern, *([] if reduction is None else [reduction]))
    try:
        return getattr(array_api, operation)(*operands, **axes_lengths).array
    except IvyException:
        raise
    except (EinopsError, ValueError) as err:  # ValueError: a pattern without an arrow
        raise IvyValueError(f"einops_{operation}: {str(err).strip()}") from err


class _Operand:
    """An Array as ``einops.array_api`` handles it: with the functions of one backend's namespace.

    An Array's own ``__array_namespace__`` is that of the backend set globally, which need not be
    the one whose ``einops_rearrange`` was called.
    """

    __slots__ = ("array", "xp")

    def __init__(self, array, xp):
        self.array = array
        self.xp = xp

    @property
    def shape(self):
        return self.array.shape

    @property
    def ndim(self):
        return self.array.ndim

    def __array_namespace__(self):
        return self

    def __getattr__(self, name):
        function = getattr(self.xp, name)

        def call(operand, *args, **kwargs):
            return _Operand(function(operand.array, *args, **kwargs), self.xp)

        return call
