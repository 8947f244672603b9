"""Rearranging: by pattern, after einops; sequences of several lengths; what lies between zeros."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backends.common.axes import axis_of
from ivy_core.backends.common.linear_algebra import check_choice
from ivy_core.registry import compositional, handle_nestable, handle_view
from ivy_core.utils.exceptions import IvyException, IvyValueError

from ..operands import as_array, filled


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
    x, any dtype: Array to rearrange.
    pattern : str
        Names of the axes before and after ``->``; names in parentheses are one axis, ``...`` stands
        for axes without names.
    out: Filled with the result, and returned.
    **axes_lengths : int
        Lengths of named axes that the shape does not tell.

    Returns: Array, of the dtype of x

    Raises: IvyValueError if the pattern is not one, or does not fit the shape.

    References: einops, ``einops.rearrange``.

    >>> x = ivy.asarray([[1, 2, 3], [4, 5, 6]])
    >>> ivy.einops_rearrange(x, "h w -> w h")
    ivy.array([[1, 4],
               [2, 5],
               [3, 6]])
    >>> ivy.einops_rearrange(x, "h (w two) -> h w two", two=3).shape
    (2, 1, 3)
    """
    x = _as_array(ivy, x)
    result = _call_einops(ivy, "rearrange", x, pattern, None, axes_lengths)
    if out is not None:
        return filled(out, result)
    return ivy.reshape(x, x.shape) if result is x else result


@compositional(like=einops_rearrange)
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
    x: Array to reduce.
    reduction : {'min', 'max', 'sum', 'mean', 'prod', 'any', 'all'} or callable
        How to reduce; a function is called with an Array and the axes to reduce.
    out: Filled with the result, and returned.

    Returns: Array, of the dtype that the reduction gives

    Raises
    ------
    IvyValueError
        If the pattern is not one, or does not fit the shape, or there is no such reduction.

    References: einops, ``einops.reduce``.

    >>> x = ivy.asarray([[1.0, 2.0], [3.0, 6.0]])
    >>> ivy.einops_reduce(x, "h w -> w", "mean")
    ivy.array([2., 4.])
    """
    x = _as_array(ivy, x)
    result = _call_einops(ivy, "reduce", x, pattern, reduction, axes_lengths)
    if out is not None:
        return filled(out, result)
    # as many elements as before: perhaps nothing was reduced, and it is a view
    return ivy.copy_array(result) if result.size == x.size else result


@compositional(like=einops_rearrange)
@handle_nestable
def einops_repeat(
    x: Array, pattern: str, /, *, out: Array | None = None, **axes_lengths: int
) -> Array:
    """Rearrange, and repeat along the axes that only the pattern's right side has; never a view.

    Parameters
    ----------
    x, any dtype: Array to repeat.
    out: Filled with the result, and returned.
    **axes_lengths : int
        How often to repeat along each new axis, and lengths that the shape does not tell.

    References: einops, ``einops.repeat``.

    >>> ivy.einops_repeat(ivy.asarray([1, 2]), "w -> h (w twice)", h=2, twice=2)
    ivy.array([[1, 1, 2, 2],
               [1, 1, 2, 2]])
    """
    x = _as_array(ivy, x)
    result = _call_einops(ivy, "repeat", x, pattern, None, axes_lengths)
    # einops.repeat has broadcast the array: a view that is read-only
    return ivy.copy_array(result) if out is None else filled(out, result)


@compositional
@handle_nestable
def pad_sequence(
    sequences: Sequence[Array],
    /,
    *,
    batch_first: bool = False,
    padding_value: complex = 0,
    padding_side: str = "right",
    out: Array | None = None,
) -> Array:
    """Put sequences of several lengths into one array, the shorter ones with padding.

    Parameters
    ----------
    sequences, shapes (L, ...): The sequences, equal in all but their lengths L; they promote.
    batch_first : bool, optional
        Whether the sequences are numbered along the first axis; otherwise along the second one.
    padding_value : complex, optional
        What stands where a sequence has no element.
    padding_side : {'right', 'left'}, optional
        Whether that is behind the sequence, or before it.

    Returns
    -------
    Array, shape (L_max, N, ...), or (N, L_max, ...) with batch_first
        Of N sequences, of the promoted dtype.

    Raises
    ------
    IvyValueError
        If there are none, they differ beyond their lengths, or there is no such side.

    References: PyTorch, ``torch.nn.utils.rnn.pad_sequence``.

    >>> ivy.pad_sequence([ivy.asarray([1, 2, 3]), ivy.asarray([4])], batch_first=True)
    ivy.array([[1, 2, 3],
               [4, 0, 0]])
    """
    check_choice("pad_sequence", "padding_side", padding_side, ("right", "left"))
    arrays = [as_array(x) for x in sequences]
    shapes = [x.shape for x in arrays]
    if not shapes or not all(shapes) or len({shape[1:] for shape in shapes}) > 1:
        raise IvyValueError(
            f"pad_sequence: sequences of shapes {shapes} were given; at least one is needed, and "
            "they may differ in the lengths of their first axes only"
        )
    longest = max(shape[0] for shape in shapes)
    padded = []
    for x in arrays:
        missing = longest - x.shape[0]
        if missing:
            width = (missing, 0) if padding_side == "left" else (0, missing)
            others = [(0, 0)] * (x.ndim - 1)
            x = ivy.pad(x, [width, *others], constant_values=padding_value)
        padded.append(x)
    return ivy.stack(padded, axis=0 if batch_first else 1, out=out)


@compositional(follows="numpy")
@handle_nestable
@handle_view
def trim_zeros(
    a: Array,
    /,
    *,
    trim: str = "fb",
    axis: int | Sequence[int] | None = None,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Show what lies between the zeros at the ends of an array; a view.

    Its shape depends on the values, so these are read.

    Parameters
    ----------
    a: Values. A slice along an axis counts as zero if all of it is.
    trim : {'fb', 'f', 'b'}, optional
        Whether it is trimmed at the front, at the back, or at both.
    axis: Axes that are trimmed; all if None.

    Returns: Array

    Raises: IvyValueError if ``trim`` has another letter.
    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.trim_zeros(ivy.asarray([0, 0, 1, 0, 2, 0]))
    ivy.array([1, 0, 2])
    """
    check_choice("trim_zeros", "trim", trim, ("fb", "bf", "f", "b"))
    a = as_array(a)
    used = ivy.not_equal(a, 0)
    given = range(a.ndim) if axis is None else axis if hasattr(axis, "__iter__") else (axis,)
    index = [slice(None)] * a.ndim
    for each in given:
        each = axis_of(each, a.ndim)
        others = tuple([i for i in range(a.ndim) if i != each])
        places = ivy.nonzero(ivy.any(used, axis=others) if others else used)[0]
        length = a.shape[each]
        # of zeros alone nothing is left, whichever end is trimmed first
        none = (length, length) if "f" in trim else (0, 0)
        first, last = (int(places[0]), int(places[-1]) + 1) if places.size else none
        index[each] = slice(first if "f" in trim else 0, last if "b" in trim else length)
    found = ivy.get_item(a, (*index, Ellipsis), copy=copy)
    return found if out is None else ivy.copy_array(found, out=out)


def _as_array(xp, x):
    return x if isinstance(x, Array) else xp.asarray(x)


def _call_einops(xp, operation, x, pattern, reduction, axes_lengths):
    """Call einops on its array API; a callable ``reduction`` takes (Array, axes)."""
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
