"""Manipulation: other shapes, other orders, repetition.

Functions that say so return views: writes go through, on every backend, wherever NumPy's do. Their
``copy`` is None or False for the view, True for an array of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ivy_core.arrays import lens_builders as lenses
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import handle_view, primary, standalone
from ivy_core.utils.exceptions import IvyBroadcastShapeError


@primary(view=lenses.reshape_lens, follows="array_api")
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
    x, any dtype: Array to reshape.
    shape: New shape; one length may be -1 and follows from the size.
    copy: True for a copy, False for a view or else an error.
    order : {'C', 'F', 'A'}
        Order in which elements are read and placed: last axis fastest, first axis fastest, or 'F'
        if ``x`` lies so in memory and 'C' otherwise.
    allowzero : bool
        Whether a 0 is a length; if not, it stands for the length of the same axis of ``x``.

    Returns: Array, shape ``shape``, of the dtype of x

    Raises
    ------
    IvyValueError
        If the sizes differ, or ``copy=False`` asks for a view that is not possible.

    >>> x = ivy.asarray([1, 2, 3, 4])
    >>> ivy.reshape(x, (2, -1))
    ivy.array([[1, 2],
               [3, 4]])
    """
    return current_backend(x).reshape(
        x, shape, copy=copy, order=order, allowzero=allowzero, out=out
    )


@primary(view=lenses.ravel_lens, follows="numpy")
def ravel(
    x: Array, /, *, order: str = "C", copy: bool | None = None, out: Array | None = None
) -> Array:
    """Flatten to one dimension; a view where the memory allows one.

    Parameters
    ----------
    x, any dtype: Array to flatten.
    order : {'C', 'F', 'A', 'K'}
        As in :func:`reshape`; 'K' reads in the order of the memory.
    copy: True for a copy, False for a view or else an error.

    Returns: Array, shape (x.size,), of the dtype of x

    >>> ivy.ravel(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array([1, 2, 3, 4])
    """
    return current_backend(x).ravel(x, order=order, copy=copy, out=out)


@primary(view=lenses.flatten_lens, follows="torch")
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
    x, any dtype: Array to flatten.
    copy: True for a copy, False for a view or else an error.
    start_dim, end_dim : int
        First and last of the axes that become one.
    order : {'C', 'F', 'A'}
        As in :func:`reshape`.

    Returns: Array, of the dtype of x

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.flatten(ivy.asarray([[[1], [2]], [[3], [4]]]), start_dim=1)
    ivy.array([[1, 2],
               [3, 4]])
    """
    return current_backend(x).flatten(
        x, copy=copy, start_dim=start_dim, end_dim=end_dim, order=order, out=out
    )


@primary(view=lenses.unflatten_lens, follows="torch")
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
    x, any dtype: Array to unflatten.
    dim: Axis that becomes several.
    shape: Their lengths; one may be -1.

    Returns: Array, of the dtype of x

    Raises: IvyValueError if the lengths do not multiply to that of the axis.

    >>> ivy.unflatten(ivy.asarray([1, 2, 3, 4]), 0, (2, 2))
    ivy.array([[1, 2],
               [3, 4]])
    """
    return current_backend(x).unflatten(x, dim, shape, copy=copy, out=out)


@primary(view=lenses.expand_dims_lens, follows="array_api")
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
    x, any dtype: Array to expand.
    axis : int or sequence of int
        Where the new axes stand in the result.

    Returns: Array, of the dtype of x

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.expand_dims(ivy.asarray([1, 2]), axis=1)
    ivy.array([[1],
               [2]])
    """
    return current_backend(x).expand_dims(x, axis=axis, copy=copy, out=out)


@primary(view=lenses.squeeze_lens, follows="array_api")
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
    x, any dtype: Array to squeeze.
    axis: Axes to drop, by default all of length one.

    Returns: Array, of the dtype of x

    Raises: IvyValueError if an axis to drop is longer than one.
    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.squeeze(ivy.asarray([[1], [2]]), axis=1)
    ivy.array([1, 2])
    """
    return current_backend(x).squeeze(x, axis, copy=copy, out=out)


@standalone(follows="numpy")
@handle_view
def atleast_1d(*arrays: Array, copy: bool | None = None) -> Array | list:
    """Give arrays at least one dimension; views, or the arrays themselves.

    Parameters
    ----------
    *arrays : Array, any dtype
        Arrays of any number of dimensions.
    copy: True for copies.

    Returns
    -------
    Array, or list of Array
        One for each argument; a list if there are several.

    >>> ivy.atleast_1d(5)
    ivy.array([5])
    """
    return _index_by_ndim(arrays, copy, ((None,),))


@standalone(follows="numpy")
@handle_view
def atleast_2d(*arrays: Array, copy: bool | None = None) -> Array | list:
    """Give arrays at least two dimensions, new ones first; views, or the arrays themselves.

    Parameters
    ----------
    *arrays : Array, any dtype
        Arrays of any number of dimensions.
    copy: True for copies.

    Returns
    -------
    Array, or list of Array
        One for each argument; a list if there are several.

    >>> ivy.atleast_2d(ivy.asarray([1, 2]))
    ivy.array([[1, 2]])
    """
    return _index_by_ndim(arrays, copy, ((None, None), (None,)))


@standalone(follows="numpy")
@handle_view
def atleast_3d(*arrays: Array, copy: bool | None = None) -> Array | list:
    """Give arrays at least three dimensions; views, or the arrays themselves.

    Parameters
    ----------
    *arrays : Array, any dtype
        Arrays of any number of dimensions; (N,) becomes (1, N, 1), and (M, N) becomes (M, N, 1).
    copy: True for copies.

    Returns
    -------
    Array, or list of Array
        One for each argument; a list if there are several.

    >>> ivy.atleast_3d(ivy.asarray([1, 2])).shape
    (1, 2, 1)
    """
    every = slice(None)
    return _index_by_ndim(arrays, copy, ((None,) * 3, (None, every, None), (every, every, None)))


def _index_by_ndim(arrays, copy, indices):
    """Index each array by the entry for its number of axes, if any; return the one, or a list."""
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
    x, any dtype: Array to expand.
    shape: Lengths; -1 for that of the array's own axis.

    Returns: Array, of the dtype of x

    Raises: IvyBroadcastShapeError if the array does not broadcast to that shape.

    References: PyTorch, ``torch.Tensor.expand``.

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

    Returns: tuple of int

    Raises: IvyBroadcastShapeError if the shapes do not broadcast.

    References: Array API standard 2025.12, ``broadcast_shapes``.

    >>> ivy.broadcast_shapes((2, 1), (3,))
    (2, 3)
    """
    try:
        return np.broadcast_shapes(*[s if isinstance(s, int) else tuple(s) for s in shapes])
    except ValueError as err:
        raise IvyBroadcastShapeError(f"broadcast_shapes: {err}") from None


@primary(view=lenses.as_strided_lens)
def as_strided(
    x: Array,
    shape: Sequence[int],
    strides: Sequence[int],
    /,
    *,
    offset: int = 0,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Show elements that lie at regular steps in the memory of an array; a view.

    Parameters
    ----------
    x : Array, any dtype
        Array whose elements are shown. On JAX and TensorFlow the memory is that which NumPy would
        have given it: in C order, or a view's of that.
    shape: Shape of the view.
    strides : sequence of int
        Bytes from one element to the next along each axis of the view. They may be zero, or so
        small that elements are shown several times: what is written to one shows in the others.
    offset: Bytes from the first element of ``x`` to the first one of the view.

    Returns: Array, of that shape and of the dtype of x

    Raises
    ------
    IvyValueError
        If the view would reach other memory than the elements of ``x``, or bytes are no multiples
        of an element's. Also, later, where a view whose elements overlap is written to while a
        program is traced or recorded. On PyTorch, for negative strides.

    References
    ----------
    NumPy, ``numpy.lib.stride_tricks.as_strided``; PyTorch, ``torch.as_strided``, which counts
    elements in place of bytes.

    >>> x = ivy.asarray([1.0, 2.0, 3.0])
    >>> windows = ivy.as_strided(x, (2, 2), (8, 8))
    >>> windows[0, 1] = 7.0
    >>> windows
    ivy.array([[1., 7.],
               [7., 3.]])
    """
    return current_backend(x).as_strided(x, shape, strides, offset=offset, copy=copy, out=out)


@primary(view=lenses.permute_dims_lens, follows="array_api")
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
    x, any dtype: Array whose axes are permuted.
    axes: Axis of ``x`` that each axis of the result is; by default the reverse order.

    Returns: Array, of the dtype of x

    Raises: IvyValueError if ``axes`` is no permutation of the axes.

    >>> ivy.permute_dims(ivy.asarray([[1, 2], [3, 4]]), (1, 0))
    ivy.array([[1, 3],
               [2, 4]])
    """
    return current_backend(x).permute_dims(x, axes, copy=copy, out=out)


@primary(view=lenses.swapaxes_lens, follows="numpy")
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
    x, any dtype: Array whose axes are exchanged.
    axis0, axis1 : int
        The two axes.

    Returns: Array, of the dtype of x

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.swapaxes(ivy.asarray([[1, 2, 3]]), 0, 1)
    ivy.array([[1],
               [2],
               [3]])
    """
    return current_backend(x).swapaxes(x, axis0, axis1, copy=copy, out=out)


@primary(view=lenses.moveaxis_lens, follows="array_api")
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
    x, any dtype: Array whose axes are moved.
    source, destination : int or sequence of int
        Axes to move, and where each is to stand.

    Returns: Array, of the dtype of x

    Raises: IvyIndexError if an axis is out of bounds.
    Raises: IvyValueError if an axis comes twice, or their numbers differ.

    >>> ivy.moveaxis(ivy.asarray([[[1, 2, 3]]]), -1, 0).shape
    (3, 1, 1)
    """
    return current_backend(x).moveaxis(x, source, destination, copy=copy, out=out)


@primary(view=lenses.flip_lens, follows="array_api")
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
    x, any dtype: Array to flip.
    axis: Axes to turn round, by default all.

    Returns: Array, of the shape and dtype of x

    Raises: IvyIndexError if an axis is out of bounds.

    >>> x = ivy.asarray([1, 2, 3])
    >>> ivy.flip(x)[0] = 9
    >>> x
    ivy.array([1, 2, 9])
    """
    return current_backend(x).flip(x, axis=axis, copy=copy, out=out)


@primary(view=lenses.fliplr_lens, follows="numpy")
def fliplr(x: Array, /, *, copy: bool | None = None, out: Array | None = None) -> Array:
    """Reverse the order of columns, ``x[:, ::-1]``; a view.

    Parameters
    ----------
    x, shape (M, N, ...), any dtype: Array to flip.

    Returns: Array, of the shape and dtype of x

    Raises: IvyValueError if there are fewer than two dimensions.

    >>> ivy.fliplr(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array([[2, 1],
               [4, 3]])
    """
    return current_backend(x).fliplr(x, copy=copy, out=out)


@primary(view=lenses.flipud_lens, follows="numpy")
def flipud(x: Array, /, *, copy: bool | None = None, out: Array | None = None) -> Array:
    """Reverse the order of rows, ``x[::-1]``; a view.

    Parameters
    ----------
    x, shape (M, ...), any dtype: Array to flip.

    Returns: Array, of the shape and dtype of x

    Raises: IvyValueError if there is no dimension.

    >>> ivy.flipud(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array([[3, 4],
               [1, 2]])
    """
    return current_backend(x).flipud(x, copy=copy, out=out)


@primary(view=lenses.rot90_lens, follows="numpy")
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
    x, any dtype: Array of two dimensions or more.
    k : int
        Number of quarter turns.
    axes : tuple of two ints
        Plane of rotation.

    Returns: Array, of the dtype of x

    Raises: IvyValueError if the axes are not two different axes of ``x``.

    >>> ivy.rot90(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array([[2, 4],
               [1, 3]])
    """
    return current_backend(x).rot90(x, k=k, axes=axes, copy=copy, out=out)


@primary(follows="array_api")
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
    x, any dtype: Array to roll.
    shift: By how many places; one for each axis, or one for all.
    axis: Axes to roll along; by default the flattened array is rolled.

    Returns: Array, of the shape and dtype of x

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.roll(ivy.asarray([1, 2, 3]), 1)
    ivy.array([3, 1, 2])
    """
    return current_backend(x).roll(x, shift, axis=axis, out=out)


@primary(follows="array_api")
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
    x, any dtype: Array whose elements are repeated.
    repeats: How often: one number for all, or one for each place along the axis.
    axis: Axis along which to repeat; by default the flattened array is repeated.

    Returns: Array, of the dtype of x

    Raises: IvyIndexError if the axis is out of bounds.
    Raises: IvyValueError if the number of ``repeats`` does not fit.

    >>> ivy.repeat(ivy.asarray([1, 2]), 2)
    ivy.array([1, 1, 2, 2])
    """
    return current_backend(x).repeat(x, repeats, axis=axis, out=out)


@primary(follows="array_api")
def tile(x: Array, repetitions: int | tuple[int, ...], /, *, out: Array | None = None) -> Array:
    """Put copies of an array beside each other.

    Parameters
    ----------
    x, any dtype: The tile.
    repetitions : int or tuple of int
        Number of copies along each axis, the last ones if there are fewer than axes; for more
        than there are, axes come in front.

    Returns: Array, of the dtype of x

    >>> ivy.tile(ivy.asarray([1, 2]), (2, 2))
    ivy.array([[1, 2, 1, 2],
               [1, 2, 1, 2]])
    """
    return current_backend(x).tile(x, repetitions, out=out)
