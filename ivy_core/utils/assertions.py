"""Shared checks: each looks at its arguments and raises the IvyException that fits.

Python values are compared as they are, at the cost of the comparison. Arrays are compared element
by element and must hold everywhere; what a traced array holds is known only when the compiled
program runs, so it passes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from .exceptions import (
    IvyBroadcastShapeError,
    IvyDtypePromotionError,
    IvyException,
    IvyIndexError,
    IvyTypeError,
    IvyValueError,
)

_NUMBERS = frozenset({bool, int, float, str})
_DEVICE_KINDS = frozenset({"cpu", "gpu", "tpu", "cuda"})


_host_readers: list[Callable[[object], np.ndarray | None]] = [np.asarray]


def set_host_reader(read: Callable[[object], np.ndarray | None]) -> None:
    """Set the function that reads the values of arrays.

    ``read`` returns anything that holds elements as an array on the host, None for what is traced.
    """
    _host_readers[:] = [read]


def _comparison_on_host(found) -> np.ndarray | None:
    """Return the result of a comparison as NumPy's; None for traced arrays."""
    return _host_readers[0](found)


def _dtype_name(x) -> str:
    """Return the name that the data type of an array has in all frameworks."""
    return str(getattr(x.dtype, "name", x.dtype)).rpartition(".")[2]


def _has_integer_dtype(x) -> bool:
    return _dtype_name(x).startswith(("int", "uint"))


def _is_all_true_or_traced(found) -> bool:
    if found is True or found is False:
        return found
    host = _comparison_on_host(found)
    return host is None or bool(np.all(host))


def _is_any_true_or_traced(found) -> bool:
    if found is True or found is False:
        return found
    host = _comparison_on_host(found)
    return host is None or bool(np.any(host))


def _compare_all(compare: Callable, x1, x2, as_array: bool) -> bool:
    """Return whether a comparison is true, or traced, for each pair of elements or items."""
    if type(x1) in _NUMBERS and type(x2) in _NUMBERS:
        return compare(x1, x2)
    if not as_array:
        return all(_is_all_true_or_traced(compare(a, b)) for a, b in _pair_items(x1, x2))
    if isinstance(x1, (list, tuple)):
        x1 = np.asarray(x1)
    if isinstance(x2, (list, tuple)):
        x2 = np.asarray(x2)
    return _is_all_true_or_traced(compare(x1, x2))


def _pair_items(x1, x2) -> Iterable[tuple]:
    """Pair the items of two sequences; a value that is no sequence is paired with each item."""
    first, second = isinstance(x1, (list, tuple)), isinstance(x2, (list, tuple))
    if not first and not second:
        return [(x1, x2)]
    if not first:
        return [(x1, b) for b in x2]
    if not second:
        return [(a, x2) for a in x1]
    if len(x1) != len(x2):
        raise IvyBroadcastShapeError(
            f"sequences of {len(x1)} and {len(x2)} items cannot be compared item by item"
        )
    return zip(x1, x2, strict=True)


def _shape_of_anything(x) -> tuple[int, ...]:
    """Return the shape of an array, of a nested sequence or of a scalar."""
    return tuple(x.shape) if hasattr(x, "shape") else np.shape(x)


# values


def check_less(x1, x2, allow_equal=False, message="", as_array=True) -> None:
    """Raise unless ``x1`` is below ``x2``.

    Parameters
    ----------
    x1, x2 : scalar, Array or sequence
        What is compared; a nan is below nothing.
    allow_equal : bool, optional
        Whether the two may be equal.
    message : str, optional
        Replaces the message of the error.
    as_array : bool, optional
        Whether sequences are compared as arrays, which broadcast; if not, item by item.

    Raises
    ------
    IvyValueError
        If it is not so, for any element.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_less(2, 1)
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: 2 must be lesser than 1
    """
    if not _compare_all(operator.le if allow_equal else operator.lt, x1, x2, as_array):
        how = "lesser than or equal to" if allow_equal else "lesser than"
        raise IvyValueError(message or f"{x1} must be {how} {x2}")


def check_greater(x1, x2, allow_equal=False, message="", as_array=True) -> None:
    """Raise unless ``x1`` is above ``x2``.

    Parameters
    ----------
    x1, x2 : scalar, Array or sequence
        What is compared; a nan is above nothing.
    allow_equal : bool, optional
        Whether the two may be equal.
    message : str, optional
        Replaces the message of the error.
    as_array : bool, optional
        Whether sequences are compared as arrays, which broadcast; if not, item by item.

    Raises
    ------
    IvyValueError
        If it is not so, for any element.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_greater(1, 1)
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: 1 must be greater than 1
    """
    if not _compare_all(operator.ge if allow_equal else operator.gt, x1, x2, as_array):
        how = "greater than or equal to" if allow_equal else "greater than"
        raise IvyValueError(message or f"{x1} must be {how} {x2}")


def check_equal(x1, x2, inverse=False, message="", as_array=True) -> None:
    """Raise unless two things are equal.

    Parameters
    ----------
    x1, x2 : any
        What is compared; arrays element by element.
    inverse : bool, optional
        Whether they must differ instead: arrays in each element.
    message : str, optional
        Replaces the message of the error.
    as_array : bool, optional
        Whether sequences are compared as arrays, which broadcast; if not, item by item.

    Raises
    ------
    IvyValueError
        If it is not so.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_equal(1, 1, inverse=True)
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: 1 must not be equal to 1
    """
    if not _compare_all(operator.ne if inverse else operator.eq, x1, x2, as_array):
        raise IvyValueError(message or f"{x1} must {'not ' if inverse else ''}be equal to {x2}")


def check_isinstance(x, allowed_types, message="") -> None:
    """Raise unless something is an instance of one of the classes.

    Parameters
    ----------
    x : any
        What to look at.
    allowed_types : type or tuple of type
        The classes.
    message : str, optional
        Replaces the message of the error.

    Raises
    ------
    IvyTypeError
        If it is not.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_isinstance(1, str)
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyTypeError: type of x: int must be one of the allowed types: str
    """
    if not isinstance(x, allowed_types):
        types = allowed_types if isinstance(allowed_types, tuple) else (allowed_types,)
        allowed = ", ".join([getattr(t, "__name__", str(t)) for t in types])
        raise IvyTypeError(
            message or f"type of x: {type(x).__name__} must be one of the allowed types: {allowed}"
        )


def check_exists(x, inverse=False, message="") -> None:
    """Raise if something is None.

    Parameters
    ----------
    x : any
        What to look at.
    inverse : bool, optional
        Whether it must be None instead.
    message : str, optional
        Replaces the message of the error.

    Raises
    ------
    IvyValueError
        If it is not so.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_exists(None)
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: arg must not be None
    """
    if (x is None) != bool(inverse):
        raise IvyValueError(message or f"arg must {'' if inverse else 'not '}be None")


def check_elem_in_list(elem, list, inverse=False, message="") -> None:
    """Raise unless something is in a list.

    Parameters
    ----------
    elem : any
        What is looked for.
    list : container
        What may be, or what must not be with ``inverse``.
    inverse : bool, optional
        Whether it must not be in there instead.
    message : str, optional
        Replaces the message of the error.

    Raises
    ------
    IvyValueError
        If it is not so.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_elem_in_list("median", ["sum", "mean"])
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: median must be one of ['sum', 'mean']
    """
    if (elem in list) == bool(inverse):
        raise IvyValueError(message or f"{elem} must {'not ' if inverse else ''}be one of {list}")


def check_true(expression, message="expression must be True") -> None:
    """Raise unless an expression is true.

    Parameters
    ----------
    expression : bool or Array
        What to look at; of an array all elements must be true.
    message : str, optional
        The message of the error.

    Raises
    ------
    IvyValueError
        If it is not so.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_true(1 > 2)
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: expression must be True
    """
    if not _is_all_true_or_traced(expression):
        raise IvyValueError(message)


def check_false(expression, message="expression must be False") -> None:
    """Raise if an expression is true.

    Parameters
    ----------
    expression : bool or Array
        What to look at; of an array no element may be true.
    message : str, optional
        The message of the error.

    Raises
    ------
    IvyValueError
        If it is.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_false(1 < 2)
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: expression must be False
    """
    if expression is True:
        raise IvyValueError(message)
    if (
        expression is not False
        and (host := _comparison_on_host(expression)) is not None
        and np.any(host)
    ):
        raise IvyValueError(message)


def check_all(results, message="one of the args is False", as_array=True) -> None:
    """Raise unless all results are true.

    Parameters
    ----------
    results : Array or sequence
        Booleans.
    message : str, optional
        The message of the error.
    as_array : bool, optional
        Whether ``results`` is one array; if not, a sequence of Python values.

    Raises
    ------
    IvyValueError
        If one of them is not.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_all([True, False])
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: one of the args is False
    """
    if not (_is_all_true_or_traced(results) if as_array else all(results)):
        raise IvyValueError(message)


def check_any(results, message="all of the args are False", as_array=True) -> None:
    """Raise unless at least one result is true.

    Parameters
    ----------
    results : Array or sequence
        Booleans.
    message : str, optional
        The message of the error.
    as_array : bool, optional
        Whether ``results`` is one array; if not, a sequence of Python values.

    Raises
    ------
    IvyValueError
        If none of them is.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_any([False, False])
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: all of the args are False
    """
    if not (_is_any_true_or_traced(results) if as_array else any(results)):
        raise IvyValueError(message)


def check_all_or_any_fn(
    *args,
    fn,
    type="all",
    limit=(0,),
    message="args must exist according to type and limit given",
    as_array=True,
) -> None:
    """Raise unless a predicate holds for as many of the arguments as it must.

    Parameters
    ----------
    *args : any
        What to look at.
    fn : callable
        The predicate of one argument.
    type : {'all', 'any'}, optional
        'all': it must hold for each of them; 'any': for as many as ``limit`` says.
    limit : sequence of int, optional
        The counts that 'any' allows.
    message : str, optional
        The message of the error.
    as_array : bool, optional
        Whether the predicate may give arrays, which count as true where all elements are.

    Raises
    ------
    IvyValueError
        If it is not so, or ``type`` is neither.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> exists = lambda x: x is not None
    >>> assertions.check_all_or_any_fn(1, None, fn=exists, type="any", limit=[1])
    >>> assertions.check_all_or_any_fn(1, None, fn=exists, message="both are needed")
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: both are needed
    """
    check_elem_in_list(type, ("all", "any"))
    held = [_is_all_true_or_traced(fn(arg)) if as_array else bool(fn(arg)) for arg in args]
    if not all(held) if type == "all" else sum(held) not in limit:
        raise IvyValueError(message)


# shapes and data types


def check_shape(x1, x2, message="") -> None:
    """Raise unless two arrays have one shape.

    Parameters
    ----------
    x1, x2 : Array or native array
        What is compared.
    message : str, optional
        Replaces the message of the error.

    Raises
    ------
    IvyBroadcastShapeError
        If their shapes differ.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> from ivy_core.utils import assertions
    >>> assertions.check_shape(ivy.zeros((2,)), ivy.zeros((3,)))
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyBroadcastShapeError: the shapes must be equal, not (2,) and (3,)
    """
    first, second = _shape_of_anything(x1), _shape_of_anything(x2)
    if first != second:
        raise IvyBroadcastShapeError(
            message or f"the shapes must be equal, not {first} and {second}"
        )


def check_same_dtype(x1, x2, message="") -> None:
    """Raise unless two arrays have one data type.

    Parameters
    ----------
    x1, x2 : Array or native array
        What is compared.
    message : str, optional
        Replaces the message of the error.

    Raises
    ------
    IvyDtypePromotionError
        If their data types differ.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> from ivy_core.utils import assertions
    >>> assertions.check_same_dtype(ivy.asarray(1), ivy.asarray(1.0))
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyDtypePromotionError: the dtypes must be equal,
        not int64 and float64
    """
    first, second = _dtype_name(x1), _dtype_name(x2)
    if first != second:
        raise IvyDtypePromotionError(
            message or f"the dtypes must be equal, not {first} and {second}"
        )


def check_dimensions(x) -> None:
    """Raise unless an array has two axes or more.

    Parameters
    ----------
    x : Array or native array
        What to look at.

    Raises
    ------
    IvyIndexError
        If it has fewer.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> from ivy_core.utils import assertions
    >>> assertions.check_dimensions(ivy.zeros((3,)))
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyIndexError: input must have more than one dimension, not shape (3,)
    """
    shape = _shape_of_anything(x)
    if len(shape) < 2:
        raise IvyIndexError(f"input must have more than one dimension, not shape {shape}")


def check_one_way_broadcastable(x1, x2) -> bool:
    """Return whether one shape broadcasts to another, which stays as it is.

    Parameters
    ----------
    x1 : sequence of int
        The shape that is broadcast.
    x2 : sequence of int
        The shape to reach.

    Returns
    -------
    bool

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_one_way_broadcastable((1, 3), (2, 3))
    True
    >>> assertions.check_one_way_broadcastable((2, 3), (1, 3))
    False
    """
    if len(x1) > len(x2):
        return False
    return all(a in (1, b) for a, b in zip(reversed(x1), reversed(x2), strict=False))


def check_inplace_sizes_valid(var, data) -> None:
    """Raise unless values fit an array that they shall be written into.

    Parameters
    ----------
    var : Array or native array
        What is written into.
    data : Array, native array or scalar
        The values; they broadcast to the shape of ``var``.

    Raises
    ------
    IvyBroadcastShapeError
        If they do not.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> from ivy_core.utils import assertions
    >>> assertions.check_inplace_sizes_valid(ivy.zeros((2, 3)), ivy.zeros((3,)))
    >>> assertions.check_inplace_sizes_valid(ivy.zeros((3,)), ivy.zeros((2, 3)))
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyBroadcastShapeError: could not write values of shape (2, 3)
        into an array of shape (3,)
    """
    given, wanted = _shape_of_anything(data), _shape_of_anything(var)
    if given != wanted and not check_one_way_broadcastable(given, wanted):
        raise IvyBroadcastShapeError(
            f"could not write values of shape {given} into an array of shape {wanted}"
        )


def check_shapes_broadcastable(var, data) -> None:
    """Raise unless one shape broadcasts to another, which stays as it is.

    Parameters
    ----------
    var : sequence of int
        The shape that is broadcast.
    data : sequence of int
        The shape to reach.

    Raises
    ------
    IvyBroadcastShapeError
        If it does not.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_shapes_broadcastable((2,), (2, 3))
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyBroadcastShapeError: shape (2,) does not broadcast to shape (2, 3)
    """
    if not check_one_way_broadcastable(var, data):
        raise IvyBroadcastShapeError(
            f"shape {tuple(var)} does not broadcast to shape {tuple(data)}"
        )


# arguments of particular functions


def check_unsorted_segment_valid_params(data, segment_ids, num_segments) -> None:
    """Raise unless the arguments of the ``unsorted_segment_*`` functions fit one another.

    Parameters
    ----------
    data : Array, shape (N, ...)
        The values that are reduced.
    segment_ids : Array, shape (N,), integer
        The segment of each value; all of them below ``num_segments``.
    num_segments : int or integer Array
        Number of segments, positive.

    Raises
    ------
    IvyTypeError
        If segments or their number are no integers.
    IvyBroadcastShapeError
        If there is not one segment for each row of ``data``.
    IvyValueError
        If the number of segments is not positive, or a segment is not below it.

    References
    ----------
    TensorFlow, ``tf.math.unsorted_segment_sum``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> from ivy_core.utils import assertions
    >>> ids = ivy.asarray([0, 2, 1])
    >>> assertions.check_unsorted_segment_valid_params(ivy.zeros((3,)), ids, 3)
    >>> assertions.check_unsorted_segment_valid_params(ivy.zeros((3,)), ids, 2)
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: segment_ids must be below num_segments, which is 2
    """
    if not isinstance(num_segments, int):
        if getattr(num_segments, "dtype", None) is None or not _has_integer_dtype(num_segments):
            raise IvyTypeError(f"num_segments must be an integer, not {num_segments!r}")
    if not _has_integer_dtype(segment_ids):
        raise IvyTypeError(
            f"segment_ids must be of an integer dtype, not {_dtype_name(segment_ids)}"
        )
    rows, ids = _shape_of_anything(data)[:1], _shape_of_anything(segment_ids)
    if rows != ids:
        raise IvyBroadcastShapeError(
            f"segment_ids must have one element for each row of data: shapes are {ids} and "
            f"{_shape_of_anything(data)}"
        )
    check_greater(num_segments, 0, message=f"num_segments must be positive, not {num_segments}")
    check_less(
        segment_ids,
        num_segments,
        message=f"segment_ids must be below num_segments, which is {num_segments}",
    )


def check_gather_input_valid(params, indices, axis, batch_dims) -> None:
    """Raise unless the arguments of ``gather`` fit one another.

    Parameters
    ----------
    params : Array
        What is taken from.
    indices : Array
        Positions along ``axis``.
    axis : int
        The axis; it may count from the end.
    batch_dims : int
        Number of leading axes that both arrays share.

    Raises
    ------
    IvyIndexError
        If there are more batch axes than axes in front of ``axis``, or axes at all.
    IvyBroadcastShapeError
        If the batch axes differ in length.

    References
    ----------
    TensorFlow, ``tf.gather``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> from ivy_core.utils import assertions
    >>> x, i = ivy.zeros((2, 3)), ivy.zeros((2, 1), dtype="int64")
    >>> assertions.check_gather_input_valid(x, i, 1, 1)
    >>> assertions.check_gather_input_valid(x, i, 0, 1)
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyIndexError: batch_dims, which is 1, must be lesser than or equal
        to axis, which is 0
    """
    ndim = len(_shape_of_anything(params))
    counted = axis + ndim if axis < 0 else axis
    if batch_dims > counted:
        raise IvyIndexError(
            f"batch_dims, which is {batch_dims}, must be lesser than or equal to axis, "
            f"which is {counted}"
        )
    _check_batch_axes(params, indices, batch_dims)


def check_gather_nd_input_valid(params, indices, batch_dims) -> None:
    """Raise unless the arguments of ``gather_nd`` fit one another.

    Parameters
    ----------
    params : Array
        What is taken from.
    indices : Array
        Positions; its last axis goes over the axes of ``params`` behind the batch axes.
    batch_dims : int
        Number of leading axes that both arrays share.

    Raises
    ------
    IvyIndexError
        If there are too many batch axes, or positions along more axes than there are.
    IvyBroadcastShapeError
        If the batch axes differ in length.

    References
    ----------
    TensorFlow, ``tf.gather_nd``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> from ivy_core.utils import assertions
    >>> x, i = ivy.zeros((2, 3)), ivy.zeros((4, 3), dtype="int64")
    >>> assertions.check_gather_nd_input_valid(x, i, 0)
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyIndexError: indices have 3 entries for each position, params
        only 2 axes behind the batch
    """
    for name, shape in (
        ("params", _shape_of_anything(params)),
        ("indices", _shape_of_anything(indices)),
    ):
        if batch_dims >= len(shape):
            raise IvyIndexError(
                f"batch_dims, which is {batch_dims}, must be lesser than the number of axes of "
                f"{name}, which is {len(shape)}"
            )
    _check_batch_axes(params, indices, batch_dims)
    entries, axes = _shape_of_anything(indices)[-1], len(_shape_of_anything(params)) - batch_dims
    if entries > axes:
        raise IvyIndexError(
            f"indices have {entries} entries for each position, params only {axes} axes behind "
            "the batch"
        )


def _check_batch_axes(params, indices, batch_dims) -> None:
    first, second = (
        _shape_of_anything(params)[:batch_dims],
        _shape_of_anything(indices)[:batch_dims],
    )
    if first != second:
        raise IvyBroadcastShapeError(
            f"params and indices must have equal batch axes, not {first} and {second}"
        )


def check_kernel_padding_size(kernel_size: Sequence[int], padding_size) -> None:
    """Raise if a pooling window is padded by more than half of its size.

    Parameters
    ----------
    kernel_size : sequence of int
        Size of the window along each axis.
    padding_size : sequence of (int, int)
        Padding before and after, along each axis.

    Raises
    ------
    IvyValueError
        If padding is longer than half of the window, or not given for each axis.

    References
    ----------
    PyTorch, ``torch.nn.MaxPool2d``.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_kernel_padding_size((2, 2), [(2, 0), (0, 0)])
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyValueError: padding must be at most half of the kernel:
        kernel_size is (2, 2), padding_size is [(2, 0), (0, 0)]
    """
    fits = len(kernel_size) == len(padding_size) and all(
        max(pair) <= size // 2 for size, pair in zip(kernel_size, padding_size, strict=True)
    )
    if not fits:
        raise IvyValueError(
            f"padding must be at most half of the kernel: kernel_size is {kernel_size}, "
            f"padding_size is {padding_size}"
        )


def check_dev_correct_formatting(device: str) -> None:
    """Raise unless a string has the form of a device's name, ``"cpu"`` or ``"gpu:0"``.

    Parameters
    ----------
    device : str
        The name; whether there is such a device is not looked at.

    Raises
    ------
    IvyException
        If it is not of that form.

    Examples
    --------
    >>> from ivy_core.utils import assertions
    >>> assertions.check_dev_correct_formatting("gpu:one")
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyException: device must be cpu, gpu, tpu or cuda, and an index
        behind a colon if any, not 'gpu:one'
    """
    kind, colon, index = str(device).partition(":")
    if kind not in _DEVICE_KINDS or bool(colon) is not index.isdecimal():
        raise IvyException(
            "device must be cpu, gpu, tpu or cuda, and an index behind a colon if any, "
            f"not {device!r}"
        )
