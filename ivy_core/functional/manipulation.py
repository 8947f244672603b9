"""Manipulation: other shapes, other orders, joining and cutting.

Functions that say so return views: writes go through, on every backend, wherever NumPy's do. Their
``copy`` is None or False for the view, True for an array of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

import ivy_core as ivy

from ..array import lenses
from ..array.array import Array
from ..backend_handler import current_backend
from ..registry import compositional, mixed, primary, standalone
from ..utils.exceptions import IvyBroadcastShapeError, IvyTypeError, IvyValueError

# other shapes


@primary(view=lenses.reshape_lens)
def reshape(
    x: Array,
    /,
    shape: int | tuple[int, ...],
    *,
    copy: bool | None = None,
    order: str = "C",
    allowzero: bool = True,
    out: Array | None = None,
) -> Array:
    """Give an array another shape; a view where its memory allows one.

    Parameters
    ----------
    x : Array, any dtype
        Array to reshape.
    shape : int or tuple of int
        New shape; one length may be -1 and follows from the size.
    copy : bool, optional
        True for a copy, False for a view or else an error.
    order : {'C', 'F', 'A'}
        Order in which elements are read and placed: last axis fastest, first axis fastest, or 'F'
        if ``x`` lies so in memory and 'C' otherwise.
    allowzero : bool
        Whether a 0 is a length; if not, it stands for the length of the same axis of ``x``.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape ``shape``, of the dtype of x

    Raises
    ------
    IvyValueError
        If the sizes differ, or ``copy=False`` asks for a view that is not possible.

    References
    ----------
    Array API standard 2024.12, ``reshape``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([1, 2, 3, 4])
    >>> ivy.reshape(x, (2, -1))
    ivy.array([[1, 2],
               [3, 4]])
    """
    return current_backend(x).reshape(
        x, shape, copy=copy, order=order, allowzero=allowzero, out=out
    )


@primary(view=lenses.ravel_lens)
def ravel(
    x: Array, /, *, order: str = "C", copy: bool | None = None, out: Array | None = None
) -> Array:
    """Flatten to one dimension; a view where the memory allows one.

    Parameters
    ----------
    x : Array, any dtype
        Array to flatten.
    order : {'C', 'F', 'A', 'K'}
        As in :func:`reshape`; 'K' reads in the order of the memory.
    copy : bool, optional
        True for a copy, False for a view or else an error.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (x.size,), of the dtype of x

    References
    ----------
    NumPy, ``numpy.ravel``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.ravel(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array([1, 2, 3, 4])
    """
    return current_backend(x).ravel(x, order=order, copy=copy, out=out)


@primary(view=lenses.flatten_lens)
def flatten(
    x: Array,
    /,
    *,
    copy: bool | None = None,
    start_dim: int = 0,
    end_dim: int = -1,
    order: str = "C",
    out: Array | None = None,
) -> Array:
    """Make a range of axes into one; a view where the memory allows one.

    Parameters
    ----------
    x : Array, any dtype
        Array to flatten.
    copy : bool, optional
        True for a copy, False for a view or else an error.
    start_dim, end_dim : int
        First and last of the axes that become one.
    order : {'C', 'F', 'A'}
        As in :func:`reshape`.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyIndexError
        If an axis is out of bounds.

    References
    ----------
    PyTorch, ``torch.flatten``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.flatten(ivy.asarray([[[1], [2]], [[3], [4]]]), start_dim=1)
    ivy.array([[1, 2],
               [3, 4]])
    """
    return current_backend(x).flatten(
        x, copy=copy, start_dim=start_dim, end_dim=end_dim, order=order, out=out
    )


@primary(view=lenses.unflatten_lens)
def unflatten(
    x: Array,
    /,
    dim: int,
    shape: tuple[int, ...],
    *,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Make one axis into several; a view.

    Parameters
    ----------
    x : Array, any dtype
        Array to unflatten.
    dim : int
        Axis that becomes several.
    shape : tuple of int
        Their lengths; one may be -1.
    copy : bool, optional
        True for a copy.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If the lengths do not multiply to that of the axis.

    References
    ----------
    PyTorch, ``torch.unflatten``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.unflatten(ivy.asarray([1, 2, 3, 4]), 0, (2, 2))
    ivy.array([[1, 2],
               [3, 4]])
    """
    return current_backend(x).unflatten(x, dim, shape, copy=copy, out=out)


@primary(view=lenses.expand_dims_lens)
def expand_dims(
    x: Array,
    /,
    axis: int | Sequence[int] = 0,
    *,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Insert axes of length one; a view.

    Parameters
    ----------
    x : Array, any dtype
        Array to expand.
    axis : int or sequence of int
        Where the new axes stand in the result.
    copy : bool, optional
        True for a copy.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyIndexError
        If an axis is out of bounds.

    References
    ----------
    Array API standard 2024.12, ``expand_dims``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.expand_dims(ivy.asarray([1, 2]), axis=1)
    ivy.array([[1],
               [2]])
    """
    return current_backend(x).expand_dims(x, axis=axis, copy=copy, out=out)


@primary(view=lenses.squeeze_lens)
def squeeze(
    x: Array,
    /,
    axis: int | Sequence[int] | None = None,
    *,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Drop axes of length one; a view.

    Parameters
    ----------
    x : Array, any dtype
        Array to squeeze.
    axis : int or sequence of int, optional
        Axes to drop, by default all of length one.
    copy : bool, optional
        True for a copy.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If an axis to drop is longer than one.
    IvyIndexError
        If an axis is out of bounds.

    References
    ----------
    Array API standard 2024.12, ``squeeze``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.squeeze(ivy.asarray([[1], [2]]), axis=1)
    ivy.array([1, 2])
    """
    return current_backend(x).squeeze(x, axis, copy=copy, out=out)


@standalone
def atleast_1d(*arrays: Array, copy: bool | None = None) -> Array | list:
    """Give arrays at least one dimension; views, or the arrays themselves.

    Parameters
    ----------
    *arrays : Array, any dtype
        Arrays of any number of dimensions.
    copy : bool, optional
        True for copies.

    Returns
    -------
    Array, or list of Array
        One for each argument; a list if there are several.

    References
    ----------
    NumPy, ``numpy.atleast_1d``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.atleast_1d(5)
    ivy.array([5])
    """
    return _at_least(arrays, copy, ((None,),))


@standalone
def atleast_2d(*arrays: Array, copy: bool | None = None) -> Array | list:
    """Give arrays at least two dimensions, new ones first; views, or the arrays themselves.

    Parameters
    ----------
    *arrays : Array, any dtype
        Arrays of any number of dimensions.
    copy : bool, optional
        True for copies.

    Returns
    -------
    Array, or list of Array
        One for each argument; a list if there are several.

    References
    ----------
    NumPy, ``numpy.atleast_2d``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.atleast_2d(ivy.asarray([1, 2]))
    ivy.array([[1, 2]])
    """
    return _at_least(arrays, copy, ((None, None), (None,)))


@standalone
def atleast_3d(*arrays: Array, copy: bool | None = None) -> Array | list:
    """Give arrays at least three dimensions; views, or the arrays themselves.

    Parameters
    ----------
    *arrays : Array, any dtype
        Arrays of any number of dimensions; (N,) becomes (1, N, 1), and (M, N) becomes (M, N, 1).
    copy : bool, optional
        True for copies.

    Returns
    -------
    Array, or list of Array
        One for each argument; a list if there are several.

    References
    ----------
    NumPy, ``numpy.atleast_3d``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.atleast_3d(ivy.asarray([1, 2])).shape
    (1, 2, 1)
    """
    every = slice(None)
    return _at_least(arrays, copy, ((None,) * 3, (None, every, None), (every, every, None)))


def _at_least(arrays, copy, indices):
    """Index each array by the entry for its number of dimensions, if there is one."""
    results = []
    for x in arrays:
        if not isinstance(x, Array):
            x = current_backend(x).asarray(x)
        ndim = len(x.shape)
        x = x[indices[ndim]] if ndim < len(indices) else x
        results.append(x.__copy__() if copy else x)
    return results[0] if len(results) == 1 else results


@primary(view=lenses.expand_lens)
def expand(
    x: Array,
    shape: tuple[int, ...],
    /,
    *,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Broadcast to a shape in which -1 keeps a length; a read-only view.

    Parameters
    ----------
    x : Array, any dtype
        Array to expand.
    shape : tuple of int
        Lengths; -1 for that of the array's own axis.
    copy : bool, optional
        True for a copy.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyBroadcastShapeError
        If the array does not broadcast to that shape.

    References
    ----------
    PyTorch, ``torch.Tensor.expand``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.expand(ivy.asarray([[1], [2]]), (-1, 2))
    ivy.array([[1, 1],
               [2, 2]])
    """
    return current_backend(x).expand(x, shape, copy=copy, out=out)


@standalone
def broadcast_shapes(*shapes: Sequence[int]) -> tuple[int, ...]:
    """Return the shape that arrays of these shapes broadcast to.

    Parameters
    ----------
    *shapes : sequence of int
        Shapes, or ints for shapes of one dimension.

    Returns
    -------
    tuple of int

    Raises
    ------
    IvyBroadcastShapeError
        If the shapes do not broadcast.

    References
    ----------
    Array API standard 2025.12, ``broadcast_shapes``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.broadcast_shapes((2, 1), (3,))
    (2, 3)
    """
    try:
        return np.broadcast_shapes(*[s if isinstance(s, int) else tuple(s) for s in shapes])
    except ValueError as err:
        raise IvyBroadcastShapeError(f"broadcast_shapes: {err}") from None


# axes in another order


@primary(view=lenses.permute_dims_lens)
def permute_dims(
    x: Array,
    /,
    axes: tuple[int, ...] | None = None,
    *,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Put the axes in another order; a view.

    Parameters
    ----------
    x : Array, any dtype
        Array whose axes are permuted.
    axes : tuple of int, optional
        Axis of ``x`` that each axis of the result is; by default the reverse order.
    copy : bool, optional
        True for a copy.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If ``axes`` is no permutation of the axes.

    References
    ----------
    Array API standard 2024.12, ``permute_dims``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.permute_dims(ivy.asarray([[1, 2], [3, 4]]), (1, 0))
    ivy.array([[1, 3],
               [2, 4]])
    """
    return current_backend(x).permute_dims(x, axes, copy=copy, out=out)


@primary(view=lenses.swapaxes_lens)
def swapaxes(
    x: Array,
    axis0: int,
    axis1: int,
    /,
    *,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Exchange two axes; a view.

    Parameters
    ----------
    x : Array, any dtype
        Array whose axes are exchanged.
    axis0, axis1 : int
        The two axes.
    copy : bool, optional
        True for a copy.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyIndexError
        If an axis is out of bounds.

    References
    ----------
    NumPy, ``numpy.swapaxes``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.swapaxes(ivy.asarray([[1, 2, 3]]), 0, 1)
    ivy.array([[1],
               [2],
               [3]])
    """
    return current_backend(x).swapaxes(x, axis0, axis1, copy=copy, out=out)


@primary(view=lenses.moveaxis_lens)
def moveaxis(
    x: Array,
    source: int | Sequence[int],
    destination: int | Sequence[int],
    /,
    *,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Move axes to other places, the others staying in order; a view.

    Parameters
    ----------
    x : Array, any dtype
        Array whose axes are moved.
    source, destination : int or sequence of int
        Axes to move, and where each is to stand.
    copy : bool, optional
        True for a copy.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyIndexError
        If an axis is out of bounds.
    IvyValueError
        If an axis comes twice, or their numbers differ.

    References
    ----------
    Array API standard 2024.12, ``moveaxis``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.moveaxis(ivy.asarray([[[1, 2, 3]]]), -1, 0).shape
    (3, 1, 1)
    """
    return current_backend(x).moveaxis(x, source, destination, copy=copy, out=out)


@primary(view=lenses.flip_lens)
def flip(
    x: Array,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Reverse the order of elements along axes; a view.

    Parameters
    ----------
    x : Array, any dtype
        Array to flip.
    axis : int or sequence of int, optional
        Axes to turn round, by default all.
    copy : bool, optional
        True for a copy.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the shape and dtype of x

    Raises
    ------
    IvyIndexError
        If an axis is out of bounds.

    References
    ----------
    Array API standard 2024.12, ``flip``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([1, 2, 3])
    >>> ivy.flip(x)[0] = 9
    >>> x
    ivy.array([1, 2, 9])
    """
    return current_backend(x).flip(x, axis=axis, copy=copy, out=out)


@primary(view=lenses.fliplr_lens)
def fliplr(x: Array, /, *, copy: bool | None = None, out: Array | None = None) -> Array:
    """Reverse the order of columns, ``x[:, ::-1]``; a view.

    Parameters
    ----------
    x : Array, shape (M, N, ...), any dtype
        Array to flip.
    copy : bool, optional
        True for a copy.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the shape and dtype of x

    Raises
    ------
    IvyValueError
        If there are fewer than two dimensions.

    References
    ----------
    NumPy, ``numpy.fliplr``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.fliplr(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array([[2, 1],
               [4, 3]])
    """
    return current_backend(x).fliplr(x, copy=copy, out=out)


@primary(view=lenses.flipud_lens)
def flipud(x: Array, /, *, copy: bool | None = None, out: Array | None = None) -> Array:
    """Reverse the order of rows, ``x[::-1]``; a view.

    Parameters
    ----------
    x : Array, shape (M, ...), any dtype
        Array to flip.
    copy : bool, optional
        True for a copy.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the shape and dtype of x

    Raises
    ------
    IvyValueError
        If there is no dimension.

    References
    ----------
    NumPy, ``numpy.flipud``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.flipud(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array([[3, 4],
               [1, 2]])
    """
    return current_backend(x).flipud(x, copy=copy, out=out)


@primary(view=lenses.rot90_lens)
def rot90(
    x: Array,
    /,
    *,
    k: int = 1,
    axes: tuple[int, int] = (0, 1),
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Rotate by quarter turns, from the first axis towards the second; a view.

    Parameters
    ----------
    x : Array, any dtype
        Array of two dimensions or more.
    k : int
        Number of quarter turns.
    axes : tuple of two ints
        Plane of rotation.
    copy : bool, optional
        True for a copy.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If the axes are not two different axes of ``x``.

    References
    ----------
    NumPy, ``numpy.rot90``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.rot90(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array([[2, 4],
               [1, 3]])
    """
    return current_backend(x).rot90(x, k=k, axes=axes, copy=copy, out=out)


@primary
def roll(
    x: Array,
    /,
    shift: int | Sequence[int],
    *,
    axis: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """Shift elements along axes; those that leave at one end come in at the other.

    Parameters
    ----------
    x : Array, any dtype
        Array to roll.
    shift : int or sequence of int
        By how many places; one for each axis, or one for all.
    axis : int or sequence of int, optional
        Axes to roll along; by default the flattened array is rolled.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the shape and dtype of x

    Raises
    ------
    IvyIndexError
        If an axis is out of bounds.

    References
    ----------
    Array API standard 2024.12, ``roll``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.roll(ivy.asarray([1, 2, 3]), 1)
    ivy.array([3, 1, 2])
    """
    return current_backend(x).roll(x, shift, axis=axis, out=out)


# joining


@primary(promote=("arrays",))
def concat(
    arrays: Sequence[Array], /, *, axis: int | None = 0, out: Array | None = None
) -> Array:
    """Join arrays along an axis that they have.

    Parameters
    ----------
    arrays : sequence of Array, any dtype
        Arrays of equal shape but for that axis; they promote together.
    axis : int or None
        Axis to join along; None flattens them first.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the promoted dtype

    Raises
    ------
    IvyIndexError
        If the axis is out of bounds.
    IvyValueError
        If the other lengths differ, or there is nothing to join.

    References
    ----------
    Array API standard 2024.12, ``concat``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.concat([ivy.asarray([1, 2]), ivy.asarray([3.5])])
    ivy.array([1. , 2. , 3.5])
    """
    return current_backend(*arrays).concat(arrays, axis=axis, out=out)


@primary(promote=("arrays",))
def stack(arrays: Sequence[Array], /, *, axis: int = 0, out: Array | None = None) -> Array:
    """Join arrays of one shape along a new axis.

    Parameters
    ----------
    arrays : sequence of Array, any dtype
        Arrays of equal shape; they promote together.
    axis : int
        Where the new axis stands in the result.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the promoted dtype

    Raises
    ------
    IvyIndexError
        If the axis is out of bounds.
    IvyValueError
        If the shapes differ, or there is nothing to join.

    References
    ----------
    Array API standard 2024.12, ``stack``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.stack([ivy.asarray([1, 2]), ivy.asarray([3, 4])], axis=1)
    ivy.array([[1, 3],
               [2, 4]])
    """
    return current_backend(*arrays).stack(arrays, axis=axis, out=out)


@primary(promote=("arrays",))
def hstack(arrays: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Join arrays along the second axis, vectors along their only one.

    Parameters
    ----------
    arrays : sequence of Array, any dtype
        Arrays of equal shape but for that axis; they promote together.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the promoted dtype

    Raises
    ------
    IvyValueError
        If the other lengths differ.

    References
    ----------
    NumPy, ``numpy.hstack``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.hstack([ivy.asarray([1, 2]), ivy.asarray([3])])
    ivy.array([1, 2, 3])
    """
    return current_backend(*arrays).hstack(arrays, out=out)


@primary(promote=("arrays",))
def vstack(arrays: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Join arrays along the first axis; vectors count as rows.

    Parameters
    ----------
    arrays : sequence of Array, any dtype
        Arrays of equal shape but for that axis; they promote together.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the promoted dtype

    Raises
    ------
    IvyValueError
        If the other lengths differ.

    References
    ----------
    NumPy, ``numpy.vstack``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.vstack([ivy.asarray([1, 2]), ivy.asarray([3, 4])])
    ivy.array([[1, 2],
               [3, 4]])
    """
    return current_backend(*arrays).vstack(arrays, out=out)


@primary(promote=("arrays",))
def dstack(arrays: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Join arrays along the third axis; (N,) counts as (1, N, 1), and (M, N) as (M, N, 1).

    Parameters
    ----------
    arrays : sequence of Array, any dtype
        Arrays of equal shape but for that axis; they promote together.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the promoted dtype

    Raises
    ------
    IvyValueError
        If the other lengths differ.

    References
    ----------
    NumPy, ``numpy.dstack``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.dstack([ivy.asarray([1, 2]), ivy.asarray([3, 4])])
    ivy.array([[[1, 3],
                [2, 4]]])
    """
    return current_backend(*arrays).dstack(arrays, out=out)


@primary(promote=("arrays",))
def column_stack(arrays: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Join arrays along the second axis; vectors count as columns.

    Parameters
    ----------
    arrays : sequence of Array, any dtype
        Arrays of one or two dimensions and equal first length; they promote together.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the promoted dtype

    Raises
    ------
    IvyValueError
        If the first lengths differ.

    References
    ----------
    NumPy, ``numpy.column_stack``.

    Examples
    --------
    >>> import ivy_core as ivy
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
    input_sequence : sequence of Array, any dtype
        Arrays to join; they promote together.
    new_axis : {0, 1}
        Whether ``axis`` is a new axis.
    axis : int
        Axis to join along.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the promoted dtype

    References
    ----------
    ONNX, ``ConcatFromSequence``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.concat_from_sequence([ivy.asarray([1, 2]), ivy.asarray([3, 4])], new_axis=1)
    ivy.array([[1, 2],
               [3, 4]])
    """
    join = ivy.stack if new_axis else ivy.concat
    return join(input_sequence, axis=axis, out=out)


# repeating


@primary
def repeat(
    x: Array,
    repeats: int | Sequence[int],
    /,
    *,
    axis: int | None = None,
    out: Array | None = None,
) -> Array:
    """Repeat each element.

    Parameters
    ----------
    x : Array, any dtype
        Array whose elements are repeated.
    repeats : int or sequence of int
        How often: one number for all, or one for each place along the axis.
    axis : int, optional
        Axis along which to repeat; by default the flattened array is repeated.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyIndexError
        If the axis is out of bounds.
    IvyValueError
        If the number of ``repeats`` does not fit.

    References
    ----------
    Array API standard 2024.12, ``repeat``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.repeat(ivy.asarray([1, 2]), 2)
    ivy.array([1, 1, 2, 2])
    """
    return current_backend(x).repeat(x, repeats, axis=axis, out=out)


@primary
def tile(
    x: Array, repetitions: int | tuple[int, ...], /, *, out: Array | None = None
) -> Array:
    """Put copies of an array beside each other.

    Parameters
    ----------
    x : Array, any dtype
        The tile.
    repetitions : int or tuple of int
        Number of copies along each axis, the last ones if there are fewer than axes; for more
        than there are, axes come in front.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    References
    ----------
    Array API standard 2024.12, ``tile``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.tile(ivy.asarray([1, 2]), (2, 2))
    ivy.array([[1, 2, 1, 2],
               [1, 2, 1, 2]])
    """
    return current_backend(x).tile(x, repetitions, out=out)


# cutting


@primary(view=lenses.unstack_lens)
def unstack(
    x: Array, /, *, axis: int = 0, keepdims: bool = False, copy: bool | None = None
) -> tuple[Array, ...]:
    """Cut an array into its parts along an axis; views.

    Parameters
    ----------
    x : Array, any dtype
        Array of one dimension or more.
    axis : int
        Axis to cut along.
    keepdims : bool
        Whether the parts keep that axis, of length one.
    copy : bool, optional
        True for copies.

    Returns
    -------
    tuple of Array, of the dtype of x

    Raises
    ------
    IvyIndexError
        If the axis is out of bounds.

    References
    ----------
    Array API standard 2024.12, ``unstack``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.unstack(ivy.asarray([[1, 2], [3, 4]]))
    (ivy.array([1, 2]), ivy.array([3, 4]))
    """
    return current_backend(x).unstack(x, axis=axis, keepdims=keepdims, copy=copy)


@primary(view=lenses.split_lens)
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
    x : Array, any dtype
        Array to cut.
    num_or_size_splits : int or sequence of int, optional
        Number of equal pieces, or the length of each (one may be -1); by default pieces of
        length one.
    axis : int
        Axis to cut along.
    with_remainder : bool
        Whether the last of the equal pieces may be shorter.
    copy : bool, optional
        True for copies.

    Returns
    -------
    list of Array, of the dtype of x

    Raises
    ------
    IvyIndexError
        If the axis is out of bounds.
    IvyValueError
        If the pieces do not make up the axis.

    References
    ----------
    TensorFlow, ``tf.split``.

    Examples
    --------
    >>> import ivy_core as ivy
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


@primary(view=lenses.array_split_lens)
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
    x : Array, any dtype
        Array of one dimension or more.
    indices_or_sections : int or sequence of int
        Number of pieces, or where to cut.
    axis : int
        Axis to cut along.
    copy : bool, optional
        True for copies.

    Returns
    -------
    list of Array, of the dtype of x

    Raises
    ------
    IvyIndexError
        If the axis is out of bounds.
    IvyValueError
        If the number of pieces is not positive.

    References
    ----------
    NumPy, ``numpy.array_split``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.array_split(ivy.asarray([1, 2, 3]), 2)
    [ivy.array([1, 2]), ivy.array([3])]
    """
    return current_backend(x).array_split(x, indices_or_sections, axis=axis, copy=copy)


@primary(view=lenses.hsplit_lens)
def hsplit(
    x: Array, indices_or_sections: int | Sequence[int], /, *, copy: bool | None = None
) -> list[Array]:
    """Cut an array along the second axis, a vector along its only one; views.

    Parameters
    ----------
    x : Array, any dtype
        Array of one dimension or more.
    indices_or_sections : int or sequence of int
        Number of equal pieces, or where to cut.
    copy : bool, optional
        True for copies.

    Returns
    -------
    list of Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If there is no such axis, or it has no equal pieces.

    References
    ----------
    NumPy, ``numpy.hsplit``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.hsplit(ivy.asarray([1, 2, 3, 4]), 2)
    [ivy.array([1, 2]), ivy.array([3, 4])]
    """
    return current_backend(x).hsplit(x, indices_or_sections, copy=copy)


@primary(view=lenses.vsplit_lens)
def vsplit(
    x: Array, indices_or_sections: int | Sequence[int], /, *, copy: bool | None = None
) -> list[Array]:
    """Cut an array along the first axis; views.

    Parameters
    ----------
    x : Array, any dtype
        Array of two dimensions or more.
    indices_or_sections : int or sequence of int
        Number of equal pieces, or where to cut.
    copy : bool, optional
        True for copies.

    Returns
    -------
    list of Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If there is no such axis, or it has no equal pieces.

    References
    ----------
    NumPy, ``numpy.vsplit``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.vsplit(ivy.asarray([[1, 2], [3, 4]]), 2)
    [ivy.array([[1, 2]]), ivy.array([[3, 4]])]
    """
    return current_backend(x).vsplit(x, indices_or_sections, copy=copy)


@primary(view=lenses.dsplit_lens)
def dsplit(
    x: Array, indices_or_sections: int | Sequence[int], /, *, copy: bool | None = None
) -> list[Array]:
    """Cut an array along the third axis; views.

    Parameters
    ----------
    x : Array, any dtype
        Array of three dimensions or more.
    indices_or_sections : int or sequence of int
        Number of equal pieces, or where to cut.
    copy : bool, optional
        True for copies.

    Returns
    -------
    list of Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If there is no such axis, or it has no equal pieces.

    References
    ----------
    NumPy, ``numpy.dsplit``.

    Examples
    --------
    >>> import ivy_core as ivy
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
) -> Array:
    """Show each window of a shape that slides over axes; a read-only view.

    Parameters
    ----------
    x : Array, any dtype
        Array that the window slides over.
    window_shape : int or tuple of int
        Length of the window along each of the axes.
    axis : int or tuple of int, optional
        Axes that it slides along, by default all.
    copy : bool, optional
        True for a copy.

    Returns
    -------
    Array, of the dtype of x
        The axes hold the windows' positions; new axes at the end, the windows.

    Raises
    ------
    IvyValueError
        If the window is larger than the array.

    References
    ----------
    NumPy, ``numpy.lib.stride_tricks.sliding_window_view``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.sliding_window_view(ivy.asarray([1, 2, 3]), 2)
    ivy.array([[1, 2],
               [2, 3]])
    """
    return current_backend(x).sliding_window_view(x, window_shape, axis, copy=copy)


# padding


@mixed
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
    **kwargs: object,
) -> Array:
    """Make an array longer at the ends of its axes.

    Parameters
    ----------
    x : Array, any dtype
        Array to pad.
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
    **kwargs : any
        Handed to a ``mode`` that is a function.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If a width is negative, the mode unknown, or an empty axis cannot be padded so.

    References
    ----------
    NumPy, ``numpy.pad``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.pad(ivy.asarray([1, 2, 3]), (2, 1), mode="reflect")
    ivy.array([3, 2, 1, 2, 3, 2])
    """
    if not isinstance(x, Array):
        x = ivy.asarray(x)
    ndim = len(x.shape)
    widths = _pairs(_widths_of_axes(pad_width, ndim), ndim, integral=True)
    if callable(mode):
        return ivy.asarray(np.pad(ivy.to_numpy(x), widths, mode, **kwargs))
    if kwargs:
        raise IvyValueError(f"pad: mode {mode!r} has no {', '.join(map(repr, kwargs))}")
    if mode in ("constant", "empty"):
        return _pad_constant(x, widths, _pairs(constant_values if mode == "constant" else 0, ndim))
    if mode == "linear_ramp":
        pad_axis, options = _pad_ramp, _pairs(end_values, ndim)
    elif mode in _STATISTICS:
        lengths = [(None, None)] * ndim if stat_length is None else _pairs(stat_length, ndim, True)
        pad_axis, options = _pad_statistic, [(mode, *pair) for pair in lengths]
    elif mode in ("edge", "wrap") or mode in ("reflect", "symmetric") and reflect_type == "even":
        pad_axis, options = _pad_places, [(mode,)] * ndim
    elif mode in ("reflect", "symmetric"):
        pad_axis, options = _pad_odd, [(mode,)] * ndim
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


@compositional
def constant_pad(
    x: Array, /, pad_width: Sequence, *, value: complex = 0, out: Array | None = None
) -> Array:
    """Make an array longer at the ends of its axes, by a constant.

    Parameters
    ----------
    x : Array, any dtype
        Array to pad.
    pad_width : sequence of pairs of int
        How many elements come before and after along each axis.
    value : scalar
        What the new elements are.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If a width is negative.

    References
    ----------
    NumPy, ``numpy.pad``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.constant_pad(ivy.asarray([1, 2]), [(1, 1)], value=9)
    ivy.array([9, 1, 2, 9])
    """
    padded = ivy.pad(x, pad_width, constant_values=value)
    return padded if out is None else ivy.inplace_update(out, padded)


@compositional
def zero_pad(x: Array, /, pad_width: Sequence, *, out: Array | None = None) -> Array:
    """Make an array longer at the ends of its axes, by zeros.

    Parameters
    ----------
    x : Array, any dtype
        Array to pad.
    pad_width : sequence of pairs of int
        How many elements come before and after along each axis.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyValueError
        If a width is negative.

    References
    ----------
    NumPy, ``numpy.pad``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.zero_pad(ivy.asarray([1, 2]), [(1, 1)])
    ivy.array([0, 1, 2, 0])
    """
    return ivy.constant_pad(x, pad_width, out=out)


_STATISTICS = ("maximum", "minimum", "mean", "median")


def _widths_of_axes(pad_width, ndim):
    if not isinstance(pad_width, dict):
        return pad_width
    widths = [(0, 0)] * ndim
    for axis, pair in pad_width.items():
        widths[axis] = (pair, pair) if isinstance(pair, int) else tuple(pair)
    return widths


def _pairs(values, ndim: int, integral: bool = False) -> list[tuple]:
    """Return a pair (before, after) for each axis."""
    pairs = np.asarray(values)
    if integral and pairs.dtype.kind not in "iu":
        raise IvyTypeError(f"pad: widths and lengths must be integers, not {values!r}")
    if integral and (pairs < 0).any():
        raise IvyValueError(f"pad: widths and lengths cannot be negative, as in {values!r}")
    return [tuple(pair) for pair in np.broadcast_to(pairs, (ndim, 2)).tolist()]


def _pad_constant(x, widths, values):
    for axis, (pair, ends) in enumerate(zip(widths, values, strict=True)):
        parts = [x]
        for last, (count, value) in enumerate(zip(pair, ends, strict=True)):
            if count:
                shape = (*x.shape[:axis], count, *x.shape[axis + 1 :])
                # cast as an assignment casts
                value = np.asarray(value).astype(x.dtype.as_numpy_dtype).item()
                new = ivy.full(shape, value, dtype=x.dtype)
                parts = [*parts, new] if last else [new, *parts]
        x = ivy.concat(parts, axis=axis) if len(parts) > 1 else x
    return x if any(map(any, widths)) else ivy.copy_array(x)


def _pad_places(x, axis, pair, mode):
    # NumPy says which element comes to stand where
    places = np.pad(np.arange(x.shape[axis]), pair, mode)
    return ivy.take(x, places, axis=axis)


def _pad_odd(x, axis, pair, mode):
    """Pad by odd reflection: each element is +-x[place] plus multiples of the two outermost ones.

    The multiples do not depend on the values, so NumPy's answer for unit vectors tells them.
    """
    length = x.shape[axis]
    places = np.pad(np.arange(length), pair, mode)
    if length == 1:
        return ivy.take(x, places, axis=axis)
    first, last = (
        np.pad((np.arange(length) == end).astype(np.int64), pair, mode, reflect_type="odd")
        for end in (0, length - 1)
    )
    inner = np.where((places == 0) | (places == length - 1), 0, 1 - first - last)

    def times(factors, values):
        shape = (-1,) + (1,) * (len(x.shape) - axis - 1)
        factors = ivy.astype(ivy.asarray(factors.reshape(shape)), x.dtype)
        return ivy.multiply(factors, values)

    ends = [ivy.take(x, np.array([i]), axis=axis) for i in (0, length - 1)]
    outer = ivy.add(times(first, ends[0]), times(last, ends[1]))
    return ivy.add(times(inner, ivy.take(x, places, axis=axis)), outer)


def _end(x, axis, count, last):
    """Return the ``count`` outermost elements at one end of an axis."""
    lead = (slice(None),) * axis
    length = x.shape[axis]
    return x[(*lead, slice(length - count, None) if last else slice(0, count))]


def _pad_ramp(x, axis, pair, *end_values):
    parts = [x]
    wide = "complex128" if x.dtype.is_complex else "float64"
    for last, (count, end) in enumerate(zip(pair, end_values, strict=True)):
        if not count:
            continue
        edge = ivy.astype(_end(x, axis, 1, last), wide)
        steps = np.arange(count).reshape((-1,) + (1,) * (len(x.shape) - axis - 1))
        step = ivy.divide(ivy.subtract(edge, end), float(count))
        ramp = ivy.add(ivy.multiply(step, steps.astype(wide)), end)
        if x.dtype.is_int:
            ramp = ivy.floor(ramp)
        ramp = ivy.astype(ramp, x.dtype)
        if last:
            parts.append(ivy.flip(ramp, axis=axis))
        else:
            parts.insert(0, ramp)
    return ivy.concat(parts, axis=axis)


def _pad_statistic(x, axis, pair, mode, *lengths):
    parts = [x]
    for last, (count, length) in enumerate(zip(pair, lengths, strict=True)):
        if not count:
            continue
        if length == 0 and mode in ("maximum", "minimum"):
            raise IvyValueError("pad: stat_length of 0 yields no value for padding")
        size = x.shape[axis]
        end = _end(x, axis, size if length is None else min(length, size), last)
        function = {"maximum": "max", "minimum": "min"}.get(mode, mode)
        value = getattr(ivy, function)(end, axis=axis, keepdims=True)
        if mode in ("mean", "median") and x.dtype.is_int:
            value = ivy.round(value)
        value = ivy.astype(value, x.dtype)
        wide = ivy.broadcast_to(value, (*x.shape[:axis], count, *x.shape[axis + 1 :]))
        parts = [*parts, wide] if last else [wide, *parts]
    return ivy.concat(parts, axis=axis)
