"""General functions: looking at arrays, converting them, and writing into them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import ivy_core as ivy
from ivy_core.arrays import views as _views
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy as _host
from ivy_core.arrays.write import store as _store
from ivy_core.backend_handler import active_backend, current_backend, current_backend_str
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import backend_for, backend_of, load_backend
from ivy_core.dtypes import as_dtype
from ivy_core.modes import current as modes
from ivy_core.registry import (
    compositional,
    handle_nestable,
    handle_view_indexing,
    primary,
    standalone,
)
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError


def _to_array(x) -> Array:
    """Return an Array as it is; convert anything else to an Array."""
    if isinstance(x, Array):
        return x
    if backend_of(x) is not None and not issubclass(type(x), np.generic):
        return Array(x)
    backend = active_backend((x,), {})
    native = backend.to_native(x)
    if type(native) in (bool, int, float, complex):
        native = backend.from_scalar(native, None)
    return Array(native)


@standalone
@handle_nestable
@handle_view_indexing
def get_item(
    x: Array, query: Array | tuple, /, *, copy: bool | None = None, out: Array | None = None
) -> Array:
    """Index an array, ``x[query]``: a view for a basic index, else an array of its own.

    Parameters
    ----------
    x, any dtype: Array to index.
    query : int, slice, Ellipsis, None, integer or boolean Array, or tuple of these
        The index, as NumPy has them.

    Returns: Array, of the dtype of x

    Raises: IvyIndexError if the index does not fit the shape.

    References: NumPy, "Indexing on ndarrays".

    >>> ivy.get_item(ivy.asarray([1, 2, 3]), slice(1, None))
    ivy.array([2, 3])
    """
    picked = _to_array(x)[query]
    if out is not None:
        _store(out, read(picked), exact=True)
        return out
    return copy_array(picked) if copy else picked


@standalone
@handle_nestable
def set_item(
    x: Array, query: Array | tuple, val: Array | complex, /, *, copy: bool | None = False
) -> Array:
    """Write into an array, ``x[query] = val``; every alias sees it.

    Parameters
    ----------
    x, any dtype: Array to write into.
    query : int, slice, Ellipsis, None, integer or boolean Array, or tuple of these
        The index, as NumPy has them.
    val: Broadcast to what the index picks, and cast to the dtype of ``x``.
    copy: Whether to write into a copy of ``x``.

    Returns: ``x``, or its copy.

    Raises: IvyIndexError if the index does not fit the shape.
    Raises: IvyBroadcastShapeError if the value does not fit what is picked.

    References: NumPy, "Indexing on ndarrays".

    >>> ivy.set_item(ivy.asarray([1, 2, 3]), 0, 9)
    ivy.array([9, 2, 3])
    """
    target = _to_array(x)
    if copy:
        target = copy_array(target)
    target[query] = val
    return target


@standalone
@handle_nestable
def copy_array(x: Array, /, *, to_ivy_array: bool = True, out: Array | None = None) -> Array:
    """Copy an array.

    Parameters
    ----------
    x, any dtype: Array to copy.
    to_ivy_array : bool
        Whether to return an Array; if not, a native array.
    out: Filled with the values of ``x``, and returned.

    Returns: Array, of the shape and dtype of x

    References: NumPy, ``numpy.copy``.

    >>> x = ivy.asarray([1, 2])
    >>> y = ivy.copy_array(x)
    >>> y[0] = 9
    >>> x
    ivy.array([1, 2])
    """
    x = _to_array(x)
    if out is not None:
        _store(out, read(x), exact=True)
        return out
    if not to_ivy_array:
        native = read(x)
        return backend_for(native).copy_native(native)
    native = held(x)  # what waits on the host is copied there, and waits as well
    return _views.new_array(type(x), backend_for(native).copy_native(native))


@standalone
@handle_nestable
def to_numpy(x: Array, /, *, copy: bool = True) -> np.ndarray:
    """Return the values as a NumPy array.

    Parameters
    ----------
    x, any dtype: Array of any backend.
    copy : bool
        False for the array's own memory, where the backend has it on the host; writing to it is
        then a mistake on backends whose arrays do not change.

    Returns: numpy.ndarray, of the shape and dtype of x

    References: Array API standard 2024.12, "Data interchange mechanisms".

    >>> ivy.to_numpy(ivy.asarray([1, 2]))
    array([1, 2])
    """
    host = _host(_to_array(x))
    return np.array(host) if copy else host


@standalone
@handle_nestable
def to_list(x: Array, /) -> list:
    """Return the values as a nested list of Python scalars; of a 0-d array, the scalar.

    Parameters
    ----------
    x : Array, any dtype

    Returns: list, or scalar

    References: NumPy, ``numpy.ndarray.tolist``.

    >>> ivy.to_list(ivy.asarray([[1, 2], [3, 4]]))
    [[1, 2], [3, 4]]
    """
    return _to_python_list(_host(_to_array(x)))


def _to_python_list(host):
    """Return a NumPy array's nested list; a number if the array has no axes."""
    return (host.astype(np.float32) if host.dtype.name == "bfloat16" else host).tolist()


@standalone
@handle_nestable
def to_scalar(x: Array, /) -> complex:
    """Return the one element of an array as a Python scalar.

    Parameters
    ----------
    x : Array of size one, any dtype

    Returns: bool, int, float or complex

    Raises: IvyValueError if the size is not one.

    References: NumPy, ``numpy.ndarray.item``.

    >>> ivy.to_scalar(ivy.asarray([3]))
    3
    """
    host = _host(_to_array(x))
    if host.size != 1:
        raise IvyValueError(f"to_scalar: an array of one element is needed, not of {host.size}")
    return _to_python_list(host.reshape(()))


@standalone
@handle_nestable
def shape(x: Array, /, *, as_array: bool = False) -> tuple[int, ...] | Array:
    """Return the shape of an array.

    Parameters
    ----------
    x : Array, any dtype
    as_array : bool
        Whether to return an Array of int64, as in the mode of :func:`set_shape_array_mode`; if not,
        a tuple.

    Returns: tuple of int, or Array

    References: Array API standard 2024.12, ``array.shape``.

    >>> ivy.shape(ivy.asarray([[1, 2, 3]]))
    (1, 3)
    """
    x = _to_array(x)
    as_array = as_array or modes.shape_array
    return _new_array_like(x, np.asarray(x.shape, np.int64)) if as_array else x.shape


def _native_of_base(x):
    """Return an Array's native array, a functional view's base's; else ``x`` itself."""
    if not isinstance(x, Array):
        return x
    return x._view.base._data if _views.is_functional(x) else x._data


def _new_array_like(x, host):
    """Box ``host``, with its own shape and dtype, in ``x``'s class on ``x``'s backend."""
    return _views.new_array(type(x), backend_for(_native_of_base(x)).from_host(host))


@standalone
@handle_nestable
def get_num_dims(x: Array, /, *, as_array: bool = False) -> int | Array:
    """Return the number of dimensions.

    Parameters
    ----------
    x : Array, any dtype
    as_array : bool
        Whether to return a 0-d Array of int64, as in the mode of :func:`set_shape_array_mode`; if
        not, an int.

    Returns: int, or Array

    References: Array API standard 2024.12, ``array.ndim``.

    >>> ivy.get_num_dims(ivy.asarray([[1, 2, 3]]))
    2
    """
    x = _to_array(x)
    ndim = len(x.shape)
    as_array = as_array or modes.shape_array
    return _new_array_like(x, np.asarray(ndim, np.int64)) if as_array else ndim


@standalone
@handle_nestable
def size(x: Array, /) -> int:
    """Return the number of elements.

    Parameters
    ----------
    x : Array, any dtype

    Returns: int

    References: Array API standard 2024.12, ``array.size``.

    >>> ivy.size(ivy.asarray([[1, 2, 3]]))
    3
    """
    return _to_array(x).size


@standalone
@handle_nestable
def itemsize(x: Array, /) -> int:
    """Return the size of one element, in bytes.

    Parameters
    ----------
    x : Array, any dtype

    Returns: int

    References: NumPy, ``numpy.ndarray.itemsize``.

    >>> ivy.itemsize(ivy.asarray([1.0]))
    8
    """
    return as_dtype(read(_to_array(x)).dtype).itemsize


@standalone
@handle_nestable
def strides(x: Array, /) -> tuple[int, ...]:
    """Return the bytes from one element to the next along each axis.

    Parameters
    ----------
    x, any dtype: Of a functional view, they are those that its NumPy counterpart has.

    Returns: tuple of int

    References: NumPy, ``numpy.ndarray.strides``.

    >>> ivy.strides(ivy.asarray([[1.0, 2.0]]))
    (16, 8)
    """
    return _to_array(x).strides


@standalone(follows="numpy")
@handle_nestable
def array_equal(x0: Array, x1: Array, /) -> bool:
    """Return whether two arrays have equal shapes and equal elements.

    Parameters
    ----------
    x0, x1 : Array, any dtype

    Returns: bool

    >>> ivy.array_equal(ivy.asarray([1, 2]), ivy.asarray([1.0, 2.0]))
    True
    """
    return bool(np.array_equal(_host(_to_array(x0)), _host(_to_array(x1))))


@standalone(of_anything=True)
def all_equal(*xs: Any, equality_matrix: bool = False) -> bool | Array:
    """Return whether all arguments are equal: arrays by their elements, others by ``==``.

    Parameters
    ----------
    *xs : any
        What is compared.
    equality_matrix : bool
        Whether to return the comparison of each with each.

    Returns: bool, or Array of bool, shape (len(xs), len(xs))

    References: Python, "Value comparisons".

    >>> ivy.all_equal(ivy.asarray([1]), ivy.asarray([1]), ivy.asarray([1]))
    True
    """
    if equality_matrix:
        matrix = np.array([[_are_equal(a, b) for b in xs] for a in xs])
        array = next((x for x in xs if isinstance(x, Array)), None)
        return _new_array_like(array, matrix) if array is not None else _to_array(matrix)
    return all(_are_equal(xs[0], x) for x in xs[1:])


def _are_equal(a, b) -> bool:
    """Return whether both are equal; an array equals an array only, no list or number."""
    if is_array(a) or is_array(b):
        return is_array(a) and is_array(b) and array_equal(a, b)
    return bool(a == b)


@primary(promote=("elements", "test_elements"), follows="numpy")
def isin(
    elements: Array,
    test_elements: Array,
    /,
    *,
    assume_unique: bool = False,
    invert: bool = False,
    out: Array | None = None,
) -> Array:
    """Return for each element whether it is among others.

    Parameters
    ----------
    elements, any dtype: Elements to look for.
    test_elements: Elements to look among, whatever their shape.
    assume_unique : bool
        Whether no element comes twice in either; only for speed.
    invert : bool
        Whether to return the opposite.

    Returns: Array, of the shape of elements, bool

    >>> ivy.isin(ivy.asarray([1, 2, 3]), ivy.asarray([3, 1]))
    ivy.array([ True, False,  True])
    """
    return current_backend(elements, test_elements).isin(
        elements, test_elements, assume_unique=assume_unique, invert=invert, out=out
    )


@standalone(convenience=True, of_anything=True)
def is_native_array(x: Any, /, *, exclusive: bool = False) -> bool:
    """Return whether something is a native array: of the set backend, of any if none is set.

    Parameters
    ----------
    x : any
    exclusive : bool
        Whether variables, and arrays that gradients are recorded for, do not count.

    Returns: bool

    References: Python, ``isinstance``.

    >>> ivy.is_native_array(ivy.to_numpy(ivy.asarray([1]))), ivy.is_native_array([1])
    (True, False)
    """
    if isinstance(x, Array):
        return False
    name = current_backend_str() or backend_of(x)
    if not name or not load_backend(name).is_native(x):
        return False
    return not (exclusive and backend_for(x).needs_gradient(x))


@standalone(convenience=True, of_anything=True, like=is_native_array)
def is_ivy_array(x: Any, /, *, exclusive: bool = False) -> bool:
    """Return whether something is an Array.

    Parameters
    ----------
    exclusive : bool
        Whether Arrays of variables, and of arrays that gradients are recorded for, do not count.

    >>> ivy.is_ivy_array(ivy.asarray([1])), ivy.is_ivy_array([1])
    (True, False)
    """
    if not isinstance(x, Array):
        return False
    if not exclusive:
        return True
    native = _native_of_base(x)
    return not backend_for(native).needs_gradient(native)


@standalone(convenience=True, of_anything=True, like=is_native_array)
def is_array(x: Any, /, *, exclusive: bool = False) -> bool:
    """Return whether something is an Array or a native array.

    >>> ivy.is_array(ivy.asarray([1])), ivy.is_array([1])
    (True, False)
    """
    return is_ivy_array(x, exclusive=exclusive) or is_native_array(x, exclusive=exclusive)


@standalone(convenience=True, of_anything=True, follows="numpy")
def isscalar(x: Any, /) -> bool:
    """Return whether something is a scalar: a number, a string, or a NumPy scalar; no 0-d array.

    Parameters
    ----------
    x : any

    Returns: bool

    >>> ivy.isscalar(3.5), ivy.isscalar(ivy.asarray(3.5))
    (True, False)
    """
    return np.isscalar(x)


@standalone(convenience=True, of_anything=True)
def exists(x: Any, /) -> bool:
    """Return whether something is not None.

    Parameters
    ----------
    x : any

    Returns: bool

    References: Python, "The None object".

    >>> ivy.exists(0), ivy.exists(None)
    (True, False)
    """
    return x is not None


@standalone(convenience=True, of_anything=True)
def default(
    x: Any,
    /,
    default_val: Any,
    *,
    catch_exceptions: bool = False,
    rev: bool = False,
    with_callable: bool = False,
) -> Any:
    """Return a value, or a default if it is None.

    Parameters
    ----------
    x: The value; a function that makes it with ``catch_exceptions`` or ``with_callable``.
    default_val: The default, or a function that makes it, as above.
    catch_exceptions : bool
        Whether the default also comes in where making the value raises.
    rev : bool
        Whether value and default change places.
    with_callable : bool
        Whether functions are called for what they make.

    Returns: any

    References: Python, "Boolean operations".

    >>> ivy.default(None, 3), ivy.default(0, 3)
    (3, 0)
    """
    if rev:
        x, default_val = default_val, x

    def made(value):
        return value() if (with_callable or catch_exceptions) and callable(value) else value

    try:
        value = made(x)
    except Exception:
        if not catch_exceptions:
            raise
        value = None
    return made(default_val) if value is None else value


# between Arrays and native arrays


@standalone(convenience=True, of_anything=True)
def to_native(
    x: Any,
    nested: bool = False,
    include_derived: bool | dict[str, bool] | None = None,
    cont_inplace: bool = False,
    to_ignore: type | tuple[type, ...] | None = None,
) -> Any:
    """Return the native array in an Array; anything else as it is.

    Parameters
    ----------
    x: Array, or a nest of lists, tuples and dicts.
    nested : bool
        Whether to look into nests.
    include_derived : bool or dict, optional
        Whether to look into subclasses of 'list', 'tuple' and 'dict' as well.
    cont_inplace : bool
        Whether Containers are changed in place.
    to_ignore : type or tuple of type, optional
        Classes that are left as they are.

    Returns: any

    References: Array API standard 2024.12, "Data interchange mechanisms".

    >>> ivy.to_native([ivy.asarray([1, 2])], nested=True)
    [array([1, 2])]
    """

    def convert(leaf):
        ignored = to_ignore is not None and isinstance(leaf, to_ignore)
        return read(leaf) if isinstance(leaf, Array) and not ignored else leaf

    return _map_leaves(convert, x, include_derived, cont_inplace) if nested else convert(x)


@standalone(convenience=True, of_anything=True, like=to_native)
def to_ivy(
    x: Any, nested: bool = False, include_derived: bool | dict[str, bool] | None = None
) -> Any:
    """Return a native array in an Array; anything else as it is.

    Parameters
    ----------
    x: Native array, or a nest of lists, tuples and dicts.

    >>> ivy.to_ivy({"a": ivy.to_native(ivy.asarray([1, 2]))}, nested=True)
    {'a': ivy.array([1, 2])}
    """

    def convert(leaf):
        return Array(leaf) if is_native_array(leaf) else leaf

    return _map_leaves(convert, x, include_derived, False) if nested else convert(x)


@standalone(convenience=True)
def args_to_native(
    *args: Any,
    include_derived: bool | dict[str, bool] | None = None,
    cont_inplace: bool = False,
    to_ignore: type | tuple[type, ...] | None = None,
    **kwargs: Any,
) -> tuple[list, dict]:
    """Return arguments with every Array in them replaced by its native array.

    Parameters
    ----------
    *args, **kwargs : any
        The arguments; nests in them are looked into.
    include_derived, cont_inplace, to_ignore
        As in :func:`to_native`.

    Returns
    -------
    args : list
    kwargs : dict

    References: Array API standard 2024.12, "Data interchange mechanisms".

    >>> ivy.args_to_native(ivy.asarray([1]), axis=0)
    ([array([1])], {'axis': 0})
    """
    options = (True, include_derived, cont_inplace, to_ignore)
    return (
        [to_native(value, *options) for value in args],
        {name: to_native(value, *options) for name, value in kwargs.items()},
    )


def _map_leaves(convert: Callable, x, include_derived, in_place):
    """Return a nest with ``convert`` applied to its leaves; ``in_place`` keeps derived dicts."""
    for kind in (list, tuple, dict):
        if type(x) is not kind and not (
            isinstance(x, kind) and _includes_subclasses(kind, include_derived)
        ):
            continue
        values = x.values() if kind is dict else x
        made = [_map_leaves(convert, value, include_derived, in_place) for value in values]
        if kind is dict:
            made = dict(zip(x, made, strict=True))
            if in_place and type(x) is not dict:
                x.update(made)
                return x
        if hasattr(x, "_make"):  # a named tuple
            return type(x)._make(made)
        return type(x)(made)
    return convert(x)


def _includes_subclasses(kind: type, include_derived) -> bool:
    """Return the flag; of a dict of flags that of ``kind``'s name, False if it has none."""
    if isinstance(include_derived, dict):
        return include_derived.get(kind.__name__, False)
    return bool(include_derived)


@compositional
def optional_get_element(x: Array | None = None, /, *, out: Array | None = None) -> Array:
    """Array that may be missing, or an array without elements in its place.

    Parameters
    ----------
    x: Anything, or None.

    Returns: ``x`` itself; of shape (0,) in place of None.

    References: ONNX operators, ``OptionalGetElement``.

    >>> ivy.optional_get_element().shape, ivy.optional_get_element(ivy.asarray([1, 2]))
    ((0,), ivy.array([1, 2]))
    """
    if x is None:
        return ivy.zeros((0,), out=out)
    return x if out is None else ivy.copy_array(x, out=out)


@standalone(convenience=True)
def check_scalar(x: float, force_integer: bool = False, force_positive: bool = False) -> float:
    """Return a Python number that is as wanted.

    Parameters
    ----------
    x : int or float
        The number.
    force_integer: Whether it must be an int.
    force_positive: Whether it must be larger than zero.

    Returns
    -------
    int or float
        ``x``.

    Raises: IvyTypeError if it is no number, or no int.
    Raises: IvyValueError if it is not larger than zero.

    >>> ivy.check_scalar(3, force_integer=True, force_positive=True)
    3
    """
    allowed, what = (int, "an int") if force_integer else ((int, float), "an int or a float")
    if isinstance(x, bool) or not isinstance(x, allowed):
        raise IvyTypeError(f"check_scalar: {x!r} was given; {what} is needed")
    if force_positive and not x > 0:
        raise IvyValueError(f"check_scalar: {x} was given; it must be larger than 0")
    return x
