"""Manipulation: joining arrays, cutting them into parts, and padding.

The parts are views: writes go through, on every backend. Their ``copy`` is None or False for the
view, True for an array of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ivy_core as ivy
from ivy_core.arrays import lens_builders as lenses
from ivy_core.arrays.array import Array
from ivy_core.arrays.write import store
from ivy_core.backend_handler import current_backend
from ivy_core.backends.common import padding
from ivy_core.backends.holder import read
from ivy_core.registry import (
    compositional,
    handle_nestable,
    handle_partial_mixed_function,
    mixed,
    primary,
)
from ivy_core.utils.exceptions import IvyValueError


@primary(promote=("arrays",), follows="array_api")
def concat(arrays: Sequence[Array], /, *, axis: int | None = 0, out: Array | None = None) -> Array:
    """Join arrays along an axis that they have.

    Parameters
    ----------
    arrays, any dtype: Arrays of equal shape but for that axis; they promote together.
    axis : int or None
        Axis to join along; None flattens them first.

    Returns: Array, of the promoted dtype

    Raises: IvyIndexError if the axis is out of bounds.
    Raises: IvyValueError if the other lengths differ, or there is nothing to join.

    >>> ivy.concat([ivy.asarray([1, 2]), ivy.asarray([3.5])])
    ivy.array([1. , 2. , 3.5])
    """
    return current_backend(*arrays).concat(arrays, axis=axis, out=out)


@primary(promote=("arrays",), follows="array_api")
def stack(arrays: Sequence[Array], /, *, axis: int = 0, out: Array | None = None) -> Array:
    """Join arrays of one shape along a new axis.

    Parameters
    ----------
    arrays, any dtype: Arrays of equal shape; they promote together.
    axis : int
        Where the new axis stands in the result.

    Returns: Array, of the promoted dtype

    Raises: IvyIndexError if the axis is out of bounds.
    Raises: IvyValueError if the shapes differ, or there is nothing to join.

    >>> ivy.stack([ivy.asarray([1, 2]), ivy.asarray([3, 4])], axis=1)
    ivy.array([[1, 3],
               [2, 4]])
    """
    return current_backend(*arrays).stack(arrays, axis=axis, out=out)


@primary(promote=("arrays",), follows="numpy")
def hstack(arrays: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Join arrays along the second axis, vectors along their only one.

    Parameters
    ----------
    arrays, any dtype: Arrays of equal shape but for that axis; they promote together.

    Returns: Array, of the promoted dtype

    Raises: IvyValueError if the other lengths differ.

    >>> ivy.hstack([ivy.asarray([1, 2]), ivy.asarray([3])])
    ivy.array([1, 2, 3])
    """
    return current_backend(*arrays).hstack(arrays, out=out)


@primary(promote=("arrays",), follows="numpy", like=hstack)
def vstack(arrays: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Join arrays along the first axis; vectors count as rows.

    >>> ivy.vstack([ivy.asarray([1, 2]), ivy.asarray([3, 4])])
    ivy.array([[1, 2],
               [3, 4]])
    """
    return current_backend(*arrays).vstack(arrays, out=out)


@primary(promote=("arrays",), follows="numpy", like=hstack)
def dstack(arrays: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Join arrays along the third axis; (N,) counts as (1, N, 1), and (M, N) as (M, N, 1).

    >>> ivy.dstack([ivy.asarray([1, 2]), ivy.asarray([3, 4])])
    ivy.array([[[1, 3],
                [2, 4]]])
    """
    return current_backend(*arrays).dstack(arrays, out=out)


@primary(promote=("arrays",), follows="numpy")
def column_stack(arrays: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Join arrays along the second axis; vectors count as columns.

    Parameters
    ----------
    arrays : sequence of Array, any dtype
        Arrays of one or two dimensions and equal first length; they promote together.

    Returns: Array, of the promoted dtype

    Raises: IvyValueError if the first lengths differ.

    >>> ivy.column_stack([ivy.asarray([1, 2]), ivy.asarray([3, 4])])
    ivy.array([[1, 3],
               [2, 4]])
    """
    return current_backend(*arrays).column_stack(arrays, out=out)


@compositional
def concat_from_sequence(
    input_sequence: Sequence[Array],
    /,
    *,
    new_axis: int = 0,
    axis: int = 0,
    out: Array | None = None,
) -> Array:
    """Join arrays along an axis that they have, or along a new one.

    Parameters
    ----------
    input_sequence, any dtype: Arrays to join; they promote together.
    new_axis : {0, 1}
        Whether ``axis`` is a new axis.
    axis : int
        Axis to join along.

    Returns: Array, of the promoted dtype

    References: ONNX, ``ConcatFromSequence``.

    >>> ivy.concat_from_sequence([ivy.asarray([1, 2]), ivy.asarray([3, 4])], new_axis=1)
    ivy.array([[1, 2],
               [3, 4]])
    """
    join = ivy.stack if new_axis else ivy.concat
    return join(input_sequence, axis=axis, out=out)


@primary(view=lenses.unstack_lens, follows="array_api")
def unstack(
    x: Array, /, *, axis: int = 0, keepdims: bool = False, copy: bool | None = None
) -> tuple[Array, ...]:
    """Cut an array into its parts along an axis; views.

    Parameters
    ----------
    x, any dtype: Array of one dimension or more.
    axis : int
        Axis to cut along.
    keepdims : bool
        Whether the parts keep that axis, of length one.
    copy: True for copies.

    Returns: tuple of Array, of the dtype of x

    Raises: IvyIndexError if the axis is out of bounds.

    >>> ivy.unstack(ivy.asarray([[1, 2], [3, 4]]))
    (ivy.array([1, 2]), ivy.array([3, 4]))
    """
    return current_backend(x).unstack(x, axis=axis, keepdims=keepdims, copy=copy)


@primary(view=lenses.split_lens, follows="tf")
def split(
    x: Array,
    /,
    *,
    num_or_size_splits: int | Sequence[int] | None = None,
    axis: int = 0,
    with_remainder: bool = False,
    copy: bool | None = None,
) -> list[Array]:
    """Cut an array into pieces along an axis; views.

    Parameters
    ----------
    x, any dtype: Array to cut.
    num_or_size_splits : int or sequence of int, optional
        Number of equal pieces, or the length of each (one may be -1); by default pieces of
        length one.
    axis : int
        Axis to cut along.
    with_remainder : bool
        Whether the last of the equal pieces may be shorter.
    copy: True for copies.

    Returns: list of Array, of the dtype of x

    Raises: IvyIndexError if the axis is out of bounds.
    Raises: IvyValueError if the pieces do not make up the axis.

    >>> ivy.split(ivy.asarray([1, 2, 3]), num_or_size_splits=[2, 1])
    [ivy.array([1, 2]), ivy.array([3])]
    """
    return current_backend(x).split(
        x,
        num_or_size_splits=num_or_size_splits,
        axis=axis,
        with_remainder=with_remainder,
        copy=copy,
    )


@primary(view=lenses.array_split_lens, follows="numpy")
def array_split(
    x: Array,
    /,
    indices_or_sections: int | Sequence[int],
    *,
    axis: int = 0,
    copy: bool | None = None,
) -> list[Array]:
    """Cut an array at places along an axis, or into pieces that need not be equal; views.

    Parameters
    ----------
    x, any dtype: Array of one dimension or more.
    indices_or_sections: Number of pieces, or where to cut.
    axis : int
        Axis to cut along.
    copy: True for copies.

    Returns: list of Array, of the dtype of x

    Raises: IvyIndexError if the axis is out of bounds.
    Raises: IvyValueError if the number of pieces is not positive.

    >>> ivy.array_split(ivy.asarray([1, 2, 3]), 2)
    [ivy.array([1, 2]), ivy.array([3])]
    """
    return current_backend(x).array_split(x, indices_or_sections, axis=axis, copy=copy)


@primary(view=lenses.hsplit_lens, follows="numpy")
def hsplit(
    x: Array, indices_or_sections: int | Sequence[int], /, *, copy: bool | None = None
) -> list[Array]:
    """Cut an array along the second axis, a vector along its only one; views.

    Parameters
    ----------
    x, any dtype: Array of one dimension or more.
    indices_or_sections: Number of equal pieces, or where to cut.
    copy: True for copies.

    Returns: list of Array, of the dtype of x

    Raises: IvyValueError if there is no such axis, or it has no equal pieces.

    >>> ivy.hsplit(ivy.asarray([1, 2, 3, 4]), 2)
    [ivy.array([1, 2]), ivy.array([3, 4])]
    """
    return current_backend(x).hsplit(x, indices_or_sections, copy=copy)


@primary(view=lenses.vsplit_lens, follows="numpy", like=hsplit)
def vsplit(
    x: Array, indices_or_sections: int | Sequence[int], /, *, copy: bool | None = None
) -> list[Array]:
    """Cut an array along the first axis; views.

    Parameters
    ----------
    x, any dtype: Array of two dimensions or more.

    >>> ivy.vsplit(ivy.asarray([[1, 2], [3, 4]]), 2)
    [ivy.array([[1, 2]]), ivy.array([[3, 4]])]
    """
    return current_backend(x).vsplit(x, indices_or_sections, copy=copy)


@primary(view=lenses.dsplit_lens, follows="numpy", like=hsplit)
def dsplit(
    x: Array, indices_or_sections: int | Sequence[int], /, *, copy: bool | None = None
) -> list[Array]:
    """Cut an array along the third axis; views.

    Parameters
    ----------
    x, any dtype: Array of three dimensions or more.

    >>> [part.shape for part in ivy.dsplit(ivy.asarray([[[1, 2, 3, 4]]]), 2)]
    [(1, 1, 2), (1, 1, 2)]
    """
    return current_backend(x).dsplit(x, indices_or_sections, copy=copy)


@primary(view=lenses.sliding_window_lens)
def sliding_window_view(
    x: Array,
    window_shape: int | tuple[int, ...],
    /,
    axis: int | tuple[int, ...] | None = None,
    *,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Show each window of a shape that slides over axes; a read-only view.

    Parameters
    ----------
    x, any dtype: Array that the window slides over.
    window_shape: Length of the window along each of the axes.
    axis: Axes that it slides along, by default all.

    Returns
    -------
    Array, of the dtype of x
        The axes hold the windows' positions; new axes at the end, the windows.

    Raises: IvyValueError if the window is larger than the array.

    References: NumPy, ``numpy.lib.stride_tricks.sliding_window_view``.

    >>> ivy.sliding_window_view(ivy.asarray([1, 2, 3]), 2)
    ivy.array([[1, 2],
               [2, 3]])
    """
    return current_backend(x).sliding_window_view(x, window_shape, axis, copy=copy, out=out)


@mixed(follows="numpy")
@handle_partial_mixed_function
@handle_nestable
def pad(
    x: Array,
    pad_width: int | Sequence | dict,
    /,
    *,
    mode: str | Callable = "constant",
    stat_length: int | Sequence | None = None,
    constant_values: complex | Sequence = 0,
    end_values: complex | Sequence = 0,
    reflect_type: str = "even",
    out: Array | None = None,
    **kwargs: object,
) -> Array:
    """Make an array longer at the ends of its axes.

    Parameters
    ----------
    x, any dtype: Array to pad.
    pad_width : int, sequence or dict
        How many elements come before and after: one number for all ends, a pair for all axes, a
        pair for each axis, or a dict from axes to these.
    mode : str or callable
        What the new elements are: 'constant', 'empty' (anything; here zeros), 'edge' (the outermost
        element), 'linear_ramp' (from it to ``end_values``), 'maximum', 'minimum', 'mean' or
        'median' (of ``stat_length`` elements at that end), 'reflect' (mirrored at the outermost
        element), 'symmetric' (mirrored behind it), 'wrap' (from the other end); or a function
        called on the host as ``mode(vector, width_pair, axis, kwargs)``, which fills the vector.
    stat_length : int or sequence, optional
        As ``pad_width``; by default the whole axis.
    constant_values, end_values : scalar or sequence
        As ``pad_width``.
    reflect_type : {'even', 'odd'}
        Whether mirrored elements are taken as they are, or twice the outermost one less them.
    out: Filled with the result, and returned.
    **kwargs : any
        Handed to a ``mode`` that is a function.

    Returns: Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If a width is negative, the mode unknown, or an empty axis cannot be padded so.

    >>> ivy.pad(ivy.asarray([1, 2, 3]), (2, 1), mode="reflect")
    ivy.array([3, 2, 1, 2, 3, 2])
    """
    if not isinstance(x, Array):
        x = ivy.asarray(x)
    widths = padding.every_pair(pad_width, x.ndim, integral=True)
    if callable(mode):
        padded = ivy.asarray(padding.by_function(ivy.to_numpy(x), widths, mode, kwargs))
    elif kwargs:
        raise IvyValueError(f"pad: mode {mode!r} has no {', '.join(map(repr, kwargs))}")
    elif mode in ("constant", "empty"):
        values = padding.every_pair(constant_values if mode == "constant" else 0, x.ndim)
        padded = _pad_with_constants(x, widths, values)
    else:
        padded = _pad_axes(x, widths, mode, stat_length, end_values, reflect_type)
    if out is not None:
        store(out, read(padded), exact=True)
        return out
    return padded


@compositional(like=pad)
def constant_pad(
    x: Array, /, pad_width: Sequence, *, value: complex = 0, out: Array | None = None
) -> Array:
    """Make an array longer at the ends of its axes, by a constant.

    Parameters
    ----------
    pad_width : sequence of pairs of int
        How many elements come before and after along each axis.
    value : scalar
        What the new elements are.

    Raises: IvyValueError if a width is negative.

    >>> ivy.constant_pad(ivy.asarray([1, 2]), [(1, 1)], value=9)
    ivy.array([9, 1, 2, 9])
    """
    return ivy.pad(x, pad_width, constant_values=value, out=out)


@compositional(like=constant_pad)
def zero_pad(x: Array, /, pad_width: Sequence, *, out: Array | None = None) -> Array:
    """Make an array longer at the ends of its axes, by zeros.

    >>> ivy.zero_pad(ivy.asarray([1, 2]), [(1, 1)])
    ivy.array([0, 1, 2, 0])
    """
    return ivy.constant_pad(x, pad_width, out=out)


_STATISTICS = ("maximum", "minimum", "mean", "median")


def _pad_axes(x, widths, mode, stat_length, end_values, reflect_type):
    """Pad one axis after the other with elements computed from the array, by ``mode``."""
    ndim = x.ndim
    if mode == "linear_ramp":
        pad_axis, options = _pad_linear_ramp, padding.every_pair(end_values, ndim)
    elif mode in _STATISTICS:
        lengths = [(None, None)] * ndim
        if stat_length is not None:
            lengths = padding.every_pair(stat_length, ndim, integral=True)
        pad_axis, options = _pad_with_statistic, [(mode, *pair) for pair in lengths]
    elif mode in ("edge", "wrap") or mode in ("reflect", "symmetric") and reflect_type == "even":
        pad_axis, options = _pad_by_take, [(mode,)] * ndim
    elif mode in ("reflect", "symmetric"):
        pad_axis, options = _pad_odd_reflection, [(mode,)] * ndim
    else:
        raise IvyValueError(f"pad: mode {mode!r} is not known")
    for axis, pair in enumerate(widths):
        if any(pair):
            if not x.shape[axis]:
                raise IvyValueError(
                    f"pad: can't extend empty axis {axis} using modes other than "
                    "'constant' or 'empty'"
                )
            x = pad_axis(x, axis, pair, *options[axis])
    return x if any(map(any, widths)) else ivy.copy_array(x)


def _pad_with_constants(x, widths, values):
    """Return a padded copy; ``widths`` and ``values`` have a (before, after) pair an axis."""
    for axis, (pair, ends) in enumerate(zip(widths, values, strict=True)):
        parts = [x]
        for last, (count, value) in enumerate(zip(pair, ends, strict=True)):
            if count:
                shape = (*x.shape[:axis], count, *x.shape[axis + 1 :])
                new = ivy.full(shape, padding.as_assigned(value, x.dtype), dtype=x.dtype)
                parts = [*parts, new] if last else [new, *parts]
        x = ivy.concat(parts, axis=axis) if len(parts) > 1 else x
    return x if any(map(any, widths)) else ivy.copy_array(x)


def _pad_by_take(x, axis, pair, mode):
    return ivy.take(x, padding.source_positions(x.shape[axis], pair, mode), axis=axis)


def _pad_odd_reflection(x, axis, pair, mode):
    """Pad by odd reflection: +-x[index] plus multiples of the two outermost elements."""
    length = x.shape[axis]
    indices = padding.source_positions(length, pair, mode)
    if length == 1:
        return ivy.take(x, indices, axis=axis)
    inner, first, last = padding.odd_factors(length, pair, mode)

    def times(factors, values):
        shape = (-1,) + (1,) * (len(x.shape) - axis - 1)
        factors = ivy.astype(ivy.asarray(factors.reshape(shape)), x.dtype)
        return ivy.multiply(factors, values)

    ends = [_outermost_elements(x, axis, 1, last_one) for last_one in (False, True)]
    outer = ivy.add(times(first, ends[0]), times(last, ends[1]))
    return ivy.add(times(inner, ivy.take(x, indices, axis=axis)), outer)


def _outermost_elements(x, axis, count, last: bool):
    """Return the ``count`` outermost elements at one end of an axis."""
    lead = (slice(None),) * axis
    length = x.shape[axis]
    return x[(*lead, slice(length - count, None) if last else slice(0, count))]


def _pad_linear_ramp(x, axis, pair, *end_values):
    """Pad by ramps from the edges to ``end_values``, computed in float64 or complex128."""
    parts = [x]
    wide = "complex128" if x.dtype.is_complex else "float64"
    for last, (count, end) in enumerate(zip(pair, end_values, strict=True)):
        if not count:
            continue
        edge = ivy.astype(_outermost_elements(x, axis, 1, last), wide)
        steps = ivy.reshape(ivy.arange(count), (-1,) + (1,) * (x.ndim - axis - 1))
        step = ivy.divide(ivy.subtract(edge, end), float(count))
        ramp = ivy.add(ivy.multiply(step, ivy.astype(steps, wide)), end)
        if x.dtype.is_int:
            ramp = ivy.floor(ramp)
        ramp = ivy.astype(ramp, x.dtype)
        if last:
            parts.append(ivy.flip(ramp, axis=axis))
        else:
            parts.insert(0, ramp)
    return ivy.concat(parts, axis=axis)


def _pad_with_statistic(x, axis, pair, mode, *lengths):
    """Pad by a statistic of the ``lengths`` outermost elements at either end; None: of all."""
    parts = [x]
    for last, (count, length) in enumerate(zip(pair, lengths, strict=True)):
        if not count:
            continue
        if length == 0 and mode in ("maximum", "minimum"):
            raise IvyValueError("pad: stat_length of 0 yields no value for padding")
        size = x.shape[axis]
        end = _outermost_elements(x, axis, size if length is None else min(length, size), last)
        function = {"maximum": "max", "minimum": "min"}.get(mode, mode)
        value = getattr(ivy, function)(end, axis=axis, keepdims=True)
        if mode in ("mean", "median") and x.dtype.is_int:
            value = ivy.round(value)
        value = ivy.astype(value, x.dtype)
        wide = ivy.broadcast_to(value, (*x.shape[:axis], count, *x.shape[axis + 1 :]))
        parts = [*parts, wide] if last else [wide, *parts]
    return ivy.concat(parts, axis=axis)
