"""Creation of arrays, from values or from shapes."""

from __future__ import annotations

from collections.abc import Sequence

import ivy_core as ivy
from ivy_core import defaults
from ivy_core.arrays.array import Array
from ivy_core.arrays.write import store
from ivy_core.backend_handler import current_backend
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_of
from ivy_core.devices import Device
from ivy_core.dtypes import Dtype, as_dtype
from ivy_core.registry import compositional, handle_nestable, primary

Shape = Sequence[int]


@primary(follows="array_api")
def arange(
    start: float,
    /,
    stop: float | None = None,
    step: float = 1,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Evenly spaced values in the half-open interval ``[start, stop)``.

    Parameters
    ----------
    start : int or float
        First value; the end of the interval, which then starts at 0, where ``stop`` is not given.
    stop : int or float, optional
        End of the interval, not among the values.
    step : int or float, optional
        Distance of neighbouring values; may be negative.
    dtype: The default int dtype if all three are ints, else the default float dtype.

    Returns: one-dimensional, of length ``ceil((stop - start) / step)``.

    Raises: ZeroDivisionError if ``step`` is 0.

    >>> ivy.arange(2, 8, 2)
    ivy.array([2, 4, 6])
    """
    return current_backend(start, stop, step).arange(
        start, stop, step, dtype=dtype, device=device, out=out
    )


@primary(follows="numpy")
def array(
    obj,
    /,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    copy: bool | None = True,
    out: Array | None = None,
) -> Array:
    """Convert an object to an array that owns its memory.

    As :func:`asarray`, but ``copy`` is true unless said otherwise.

    Parameters
    ----------
    obj : Array, native array, NumPy array, scalar, buffer or nested sequence of these
        What to convert.
    dtype: None infers it from the values.
    device: Where the array shall live.
    copy: As for :func:`asarray`.

    Returns: with the values of ``obj``.

    Raises
    ------
    IvyValueError
        If ``copy`` is False and a copy is needed, or sequences are of unequal lengths.
    IvyTypeError
        If the elements are not numbers.

    >>> x = ivy.asarray([1, 2])
    >>> y = ivy.array(x)
    >>> y[0] = 9
    >>> x
    ivy.array([1, 2])
    """
    return current_backend(obj).array(obj, dtype=dtype, device=device, copy=copy, out=out)


@compositional(of_anything=True, follows="array_api", like=array)
def asarray(
    obj,
    /,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Convert an object to an array.

    Parameters
    ----------
    obj : Array, native array, NumPy array, scalar, buffer or nested sequence of these
        What to convert. An Array that is as wanted already is returned itself.
    dtype: None infers it from the values: Python's ints become the default int dtype, and so on.
    device: Where the array shall live.
    copy : bool, optional
        True: the result shares no memory with ``obj``. False: it must share memory. None: it is a
        copy only where that is needed.

    >>> ivy.asarray([[1, 2], [3, 4.5]])
    ivy.array([[1. , 2. ],
               [3. , 4.5]])
    """
    if not copy and _has_dtype_and_device(obj, dtype, device):
        result = obj
    else:
        result = ivy.array(obj, dtype=dtype, device=device, copy=copy)
    if out is not None:
        store(out, read(result), exact=True)
        return out
    return result


def _has_dtype_and_device(obj, dtype, device) -> bool:
    """Return whether ``obj`` is an Array of the backend in use, with that dtype, on that device."""
    if not isinstance(obj, Array) or (dtype is not None and obj.dtype != as_dtype(dtype)):
        return False
    home = getattr(ivy, "backend", None)
    if home is not None and backend_of(obj) != home:
        return False
    return device is None or obj.device == ivy.as_ivy_dev(device)


@primary(follows="numpy")
def diag(x: Array, /, *, k: int = 0, out: Array | None = None) -> Array:
    """Matrix with a given diagonal, or copy of the diagonal of a given matrix.

    Parameters
    ----------
    x, shape (N,) or (M, N): The diagonal of a matrix that is zero elsewhere, or a matrix.
    k: Which diagonal: above the main one if positive, below it if negative.

    Returns: of shape (N + abs(k), N + abs(k)), or the diagonal.

    Raises: IvyValueError if ``x`` has neither one nor two axes.

    >>> ivy.diag(ivy.asarray([1, 2]))
    ivy.array([[1, 0],
               [0, 2]])
    """
    return current_backend(x).diag(x, k=k, out=out)


@primary(follows="array_api")
def empty(
    shape: Shape,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Array of a given shape whose values are unspecified.

    Parameters
    ----------
    shape : int or sequence of int
        Shape of the result.
    dtype: The default dtype if None.

    Returns: of that shape.

    >>> ivy.empty((2, 3)).shape
    (2, 3)
    """
    return current_backend().empty(shape, dtype=dtype, device=device, out=out)


@primary(follows="array_api")
def empty_like(
    x: Array,
    /,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Array of the shape of another one, whose values are unspecified.

    Parameters
    ----------
    x: Gives shape, and dtype where none is given.
    dtype: That of ``x`` if None.

    Returns: of the shape of ``x``.

    >>> ivy.empty_like(ivy.asarray([1, 2])).dtype
    ivy.int64
    """
    return current_backend(x).empty_like(x, dtype=dtype, device=device, out=out)


@primary(follows="array_api")
def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    batch_shape: Shape | None = None,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Ones on one diagonal, zeros elsewhere.

    Parameters
    ----------
    n_rows: Number of rows.
    n_cols: Number of columns; as many as rows if None.
    k: Which diagonal: above the main one if positive, below it if negative.
    batch_shape : int or sequence of int, optional
        Leading axes, over which the matrix is repeated.
    dtype: The default dtype if None.

    Returns: of shape (*batch_shape, n_rows, n_cols).

    >>> ivy.eye(2, 3, k=1, dtype=ivy.int64)
    ivy.array([[0, 1, 0],
               [0, 0, 1]])
    """
    return current_backend().eye(
        n_rows, n_cols, k=k, batch_shape=batch_shape, dtype=dtype, device=device, out=out
    )


@primary(of_anything=True, follows="array_api")
def from_dlpack(
    x,
    /,
    *,
    device: Device | None = None,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Array made of another framework's array, through the DLPack protocol.

    Parameters
    ----------
    x : object with ``__dlpack__`` and ``__dlpack_device__``
        What to take over.
    device: Where the array shall live.
    copy: As for :func:`asarray`.

    Returns: with the values of ``x``; it may share its memory.

    Examples
    --------
    >>> import numpy as np
    >>> import ivy_core as ivy
    >>> ivy.from_dlpack(np.asarray([1, 2]))
    ivy.array([1, 2])
    """
    return current_backend(x).from_dlpack(x, device=device, copy=copy, out=out)


@primary(follows="numpy")
def frombuffer(
    buffer: bytes,
    dtype: Dtype | None = None,
    count: int = -1,
    offset: int = 0,
    *,
    out: Array | None = None,
) -> Array:
    """One-dimensional array of the bytes of a buffer.

    Parameters
    ----------
    buffer : bytes-like
        Where the elements lie, one after the other.
    dtype: The default float dtype if None.
    count: Number of elements; all that there are if -1.
    offset: Where to start, in bytes.

    Returns: with memory of its own.

    Raises: IvyValueError if the buffer is no whole number of elements, or too small.

    >>> ivy.frombuffer(bytes([1, 0, 2, 0]), ivy.int16)
    ivy.array([1, 2])
    """
    return current_backend().frombuffer(buffer, dtype, count, offset, out=out)


@primary(follows="array_api")
def full(
    shape: Shape,
    fill_value: complex,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Array of a given shape with one value everywhere.

    Parameters
    ----------
    shape : int or sequence of int
        Shape of the result.
    fill_value : scalar or Array
        The value; an array broadcasts to the shape.
    dtype: The default dtype for that kind of value if None, or the array's.

    Returns: of that shape.

    >>> ivy.full((2,), 7)
    ivy.array([7, 7])
    """
    return current_backend(fill_value).full(shape, fill_value, dtype=dtype, device=device, out=out)


@primary(follows="array_api")
def full_like(
    x: Array,
    /,
    fill_value: complex,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Array of the shape of another one, with one value everywhere.

    Parameters
    ----------
    x: Gives shape, and dtype where none is given.
    fill_value : scalar or Array
        The value; an array broadcasts to the shape.
    dtype: That of ``x`` if None.

    Returns: of the shape of ``x``.

    >>> ivy.full_like(ivy.asarray([1.5, 2.5]), 3)
    ivy.array([3., 3.])
    """
    return current_backend(x).full_like(x, fill_value, dtype=dtype, device=device, out=out)


@compositional(follows="numpy")
def indices(
    dimensions: Shape, *, dtype: Dtype | None = None, sparse: bool = False
) -> Array | tuple[Array, ...]:
    """Grid of indices: for each position, its coordinate along each axis.

    Parameters
    ----------
    dimensions: Shape of the grid, of n axes.
    dtype: The default int dtype if None.
    sparse: Return one array for each axis, of length one along the others.

    Returns
    -------
    Array or tuple of Array
        Of shape (n, *dimensions).

    >>> ivy.indices((2, 2))
    ivy.array([[[0, 0],
                [1, 1]],
               [[0, 1],
                [0, 1]]])
    """
    dimensions, dtype = tuple(dimensions), dtype or defaults.current.int
    count, grids = len(dimensions), []
    for axis, length in enumerate(dimensions):
        along = (1,) * axis + (length,) + (1,) * (count - axis - 1)
        grids.append(ivy.reshape(ivy.astype(ivy.arange(length), dtype), along))
    if sparse:
        return tuple(grids)
    if not grids:
        return ivy.zeros((0,), dtype=dtype)
    return ivy.stack([ivy.broadcast_to(grid, dimensions) for grid in grids])


@primary(promote=("start", "stop"))
def linspace(
    start: Array | complex,
    stop: Array | complex,
    /,
    num: int = 50,
    *,
    axis: int | None = None,
    endpoint: bool = True,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Evenly spaced values over an interval.

    Parameters
    ----------
    start, stop : scalar or Array
        Ends of the interval; arrays broadcast, and give that many intervals.
    num : int
        Number of values.
    axis: Where the axis of the values stands in the result; first if None.
    endpoint: Whether ``stop`` is the last value.
    dtype: The inexact dtype that the ends promote to if None. An integer dtype rounds down.

    Returns: of the broadcast shape with one more axis, of length ``num``.

    Raises: IvyValueError if ``num`` is negative.

    References: Array API standard 2024.12, ``linspace``; ``axis`` and arrays as ``numpy.linspace``.

    >>> ivy.linspace(0, 1, 5)
    ivy.array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    return current_backend(start, stop).linspace(
        start, stop, num, axis=axis, endpoint=endpoint, dtype=dtype, device=device, out=out
    )


@compositional(follows="numpy")
@handle_nestable
def logspace(
    start: Array | complex,
    stop: Array | complex,
    /,
    num: int = 50,
    *,
    base: Array | float = 10.0,
    axis: int = 0,
    endpoint: bool = True,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Powers of a base whose exponents are evenly spaced.

    Parameters
    ----------
    start, stop : scalar or Array
        First and last exponent.
    num : int
        Number of values.
    base : scalar or Array, optional
        What is raised to the exponents.
    axis: Where the axis of the values stands in the result.
    endpoint: Whether ``base ** stop`` is the last value.
    dtype: The inexact dtype that the ends promote to if None.

    Returns: of the broadcast shape with one more axis, of length ``num``.

    >>> ivy.logspace(0, 2, 3)
    ivy.array([  1.,  10., 100.])
    """
    exponents = ivy.linspace(start, stop, num, axis=axis, endpoint=endpoint, device=device)
    result = ivy.pow(base, exponents)
    if dtype is not None:
        result = ivy.astype(result, dtype)
    if out is not None:
        store(out, read(result), exact=True)
        return out
    return result


@primary
def meshgrid(*arrays: Array, sparse: bool = False, indexing: str = "xy") -> list[Array]:
    """Coordinate arrays of a grid, made of the coordinates along each axis.

    Parameters
    ----------
    *arrays : Array, of at most one axis each
        Coordinates along each axis.
    sparse: Leave the axes that an array does not vary along at length one.
    indexing : {'xy', 'ij'}, optional
        Whether the first array runs along the second axis (Cartesian) or the first (matrix).

    Returns
    -------
    list of Array
        One for each argument, of its dtype.

    Raises: IvyValueError if ``indexing`` is neither.

    References: Array API standard 2024.12, ``meshgrid``; ``sparse`` as ``numpy.meshgrid``.

    >>> ivy.meshgrid(ivy.asarray([1, 2]), ivy.asarray([3, 4]))
    [ivy.array([[1, 2],
               [1, 2]]), ivy.array([[3, 3],
               [4, 4]])]
    """
    return current_backend(*arrays).meshgrid(*arrays, sparse=sparse, indexing=indexing)


@compositional(of_anything=True)
def native_array(obj, /, *, dtype: Dtype | None = None, device: Device | None = None):
    """Convert an object to an array of the backend's own class.

    Parameters
    ----------
    obj : as for :func:`asarray`
        What to convert.
    dtype: None infers it from the values.

    Returns
    -------
    native array
        With the values of ``obj``.

    >>> with ivy.with_backend("numpy"):
    ...     type(ivy.native_array([1, 2])).__name__
    'ndarray'
    """
    return read(ivy.asarray(obj, dtype=dtype, device=device))


@primary(follows="tf")
def one_hot(
    indices: Array,
    depth: int,
    /,
    *,
    on_value: complex | None = None,
    off_value: complex | None = None,
    axis: int | None = None,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """One value at each index along a new axis, another one elsewhere.

    Parameters
    ----------
    indices : Array, integer
        Where the value stands; an index that is negative or too large gives a row without it.
    depth: Length of the new axis.
    on_value, off_value : scalar, optional
        The two values, 1 and 0 if None.
    axis: Where the new axis stands in the result; last if None.
    dtype: That of the values if they are given, else the default dtype.

    Returns: of the shape of ``indices`` with one more axis.

    >>> ivy.one_hot(ivy.asarray([1, 0]), 3)
    ivy.array([[0., 1., 0.],
               [1., 0., 0.]])
    """
    return current_backend(indices).one_hot(
        indices, depth, on_value=on_value, off_value=off_value, axis=axis, dtype=dtype,
        device=device, out=out,
    )  # fmt: skip


@primary(follows="array_api", like=empty)
def ones(
    shape: Shape,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Ones of a given shape.

    >>> ivy.ones(3)
    ivy.array([1., 1., 1.])
    """
    return current_backend().ones(shape, dtype=dtype, device=device, out=out)


@primary(follows="array_api", like=empty_like)
def ones_like(
    x: Array,
    /,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Ones in the shape of another array.

    >>> ivy.ones_like(ivy.asarray([5, 6]))
    ivy.array([1, 1])
    """
    return current_backend(x).ones_like(x, dtype=dtype, device=device, out=out)


@primary(follows="array_api")
def tril(x: Array, /, *, k: int = 0, out: Array | None = None) -> Array:
    """Copy of a matrix, or stack of them, with zeros above a diagonal.

    Parameters
    ----------
    x, shape (..., M, N): Matrices.
    k: Which diagonal: above the main one if positive, below it if negative.

    Returns: of the shape and dtype of ``x``.

    >>> ivy.tril(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array([[1, 0],
               [3, 4]])
    """
    return current_backend(x).tril(x, k=k, out=out)


@primary(follows="numpy")
def tril_indices(
    n_rows: int, n_cols: int | None = None, k: int = 0, *, device: Device | None = None
) -> tuple[Array, ...]:
    """Indices of the elements that :func:`tril` keeps.

    Parameters
    ----------
    n_rows: Number of rows.
    n_cols: Number of columns; as many as rows if None.
    k: Which diagonal: above the main one if positive, below it if negative.
    device: Where the arrays shall live.

    Returns
    -------
    tuple of Array
        Rows and columns, int64, in the order in which the elements lie.

    >>> ivy.tril_indices(2)
    (ivy.array([0, 1, 1]), ivy.array([0, 0, 1]))
    """
    return current_backend().tril_indices(n_rows, n_cols, k, device=device)


@primary(follows="array_api", like=tril)
def triu(x: Array, /, *, k: int = 0, out: Array | None = None) -> Array:
    """Copy of a matrix, or stack of them, with zeros below a diagonal.

    >>> ivy.triu(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array([[1, 2],
               [0, 4]])
    """
    return current_backend(x).triu(x, k=k, out=out)


@primary(follows="numpy", like=tril_indices)
def triu_indices(
    n_rows: int, n_cols: int | None = None, k: int = 0, *, device: Device | None = None
) -> tuple[Array, ...]:
    """Indices of the elements that :func:`triu` keeps.

    >>> ivy.triu_indices(2)
    (ivy.array([0, 0, 1]), ivy.array([0, 1, 1]))
    """
    return current_backend().triu_indices(n_rows, n_cols, k, device=device)


@primary(follows="array_api", like=empty)
def zeros(
    shape: Shape,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Zeros of a given shape.

    >>> ivy.zeros(3)
    ivy.array([0., 0., 0.])
    """
    return current_backend().zeros(shape, dtype=dtype, device=device, out=out)


@primary(follows="array_api", like=empty_like)
def zeros_like(
    x: Array,
    /,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Zeros in the shape of another array.

    >>> ivy.zeros_like(ivy.asarray([5, 6]))
    ivy.array([0, 0])
    """
    return current_backend(x).zeros_like(x, dtype=dtype, device=device, out=out)
