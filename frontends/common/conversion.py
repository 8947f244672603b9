"""Arguments of frontend functions: Python's numbers, nested sequences, annotated parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence

import numpy as np

from ivy_core import modes
from ivy_core.arrays.array import Array
from ivy_core.backends.common.memory import aligned_copy
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for, backend_of_class
from ivy_core.utils.exceptions import IvyRecordedException

# Python's own numbers, by exact class: they promote weakly, and no array is made of them early.
PYTHON_NUMBERS = frozenset({bool, int, float, complex})


def with_real_arrays(values: Sequence, convert: Callable = np.asarray) -> list:
    """Return nested sequences as lists, with ``convert`` applied to the Arrays in them."""
    return [
        v
        if type(v) in PYTHON_NUMBERS
        else convert(v)
        if isinstance(v, Array)
        else with_real_arrays(v, convert)
        if isinstance(v, (list, tuple))
        else v
        if isinstance(v, np.generic) or not is_recorded(v)
        else _raise_recorded()
        for v in values
    ]


def _raise_recorded():
    raise IvyRecordedException()  # TensorFlow's tensor would go to NumPy without a word


def host_array(value, dtype=None) -> np.ndarray:
    """Return a NumPy array of anything array-like, also of sequences that hold Arrays.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> host_array([ivy.asarray(1.0), 2])
    array([1., 2.])
    """
    if isinstance(value, (list, tuple)):
        value = with_real_arrays(value)
    return made_by_numpy(value, dtype)


def made_by_numpy(value, dtype=None, **options) -> np.ndarray:
    """Return ``numpy.array(value, dtype)``, also of objects whose ``__array__`` gives an Array.

    A program that defines ``__array__`` makes its array by the frontend's functions; NumPy takes
    none but its own.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> class Pair:
    ...     def __array__(self, dtype=None, copy=None):
    ...         return ivy.asarray([1, 2])
    >>> made_by_numpy([Pair(), (3, 4)], float)
    array([[1., 2.],
           [3., 4.]])
    """
    options = options or {"copy": None}
    try:
        return np.array(value, dtype, **options)
    except ValueError:
        converted = _convert_array_likes(value)
        if converted is value:
            raise
    return np.array(converted, dtype, **options)


def _convert_array_likes(value):
    """Replace objects whose ``__array__`` gives an Array by NumPy's; tuples become lists then."""
    if isinstance(value, (list, tuple)):
        converted = [_convert_array_likes(each) for each in value]
        same = all(one is other for one, other in zip(converted, value, strict=True))
        return value if same else converted
    cls = type(value)
    if hasattr(cls, "__array__") and not issubclass(cls, (np.ndarray, np.generic, Array)):
        made = value.__array__()
        return np.asarray(made) if isinstance(made, Array) else value
    return value


def native_copy(data):
    """Return a copy of a native array in C order."""
    if isinstance(data, np.ndarray):
        return np.array(data, order="C")
    backend = backend_for(data)
    if not backend.CAPABILITIES.mutable and modes.current.host_execution:
        memory = backend.memory_on_host(data)  # frameworks run a kernel, compiled for the shape
        if memory is not None:
            return backend.adopt(aligned_copy(memory), data)
    copy = backend.copy_native(data)
    return copy.contiguous() if hasattr(type(copy), "contiguous") else copy


def is_recorded(x) -> bool:
    """Return whether an array, or a native one, may not go to the host.

    It is traced then, or recorded for a gradient.
    """
    if not isinstance(x, Array):
        backend = backend_of_class(type(x))
        return backend is not None and backend.is_native(x) and backend.is_recorded(x)
    data = held(x)
    return backend_for(data).is_recorded(data)


def holds_recorded(values: Sequence) -> bool:
    """Return whether there is an array in nested sequences that may not go to the host."""
    for v in values:
        if type(v) in PYTHON_NUMBERS:
            continue
        if isinstance(v, (list, tuple)):
            if holds_recorded(v):
                return True
        elif is_recorded(v):
            return True
    return False


def is_sharded(x) -> bool:
    """Return whether an array lies in parts on several devices: then it stays off the host."""
    if not isinstance(x, Array):
        return False
    data = held(x)
    backend = backend_for(data)
    return backend.stays_on_devices(data) and not backend.is_tracer(data)


def array_parameters(
    function: Callable, annotation: str
) -> tuple[tuple[tuple[int, str, bool], ...], tuple[tuple[int, str], ...]]:
    """Find the parameters of a function that are arrays, and those that are sequences of arrays.

    From the code object: ``inspect.signature`` takes ten times as long, for hundreds of functions.

    Parameters
    ----------
    function : callable
        Function of Python, its annotations strings.
    annotation : str
        What an array is annotated as, such as ``ArrayLike``. ``list[ArrayLike]`` is a sequence.

    Returns
    -------
    arrays : tuple of (int, str, bool)
        Position, name, and whether a Python number stays one (``ArrayLike | Scalar``).
    sequences : tuple of (int, str)
        Position and name.

    Examples
    --------
    >>> def clip(x: "ArrayLike", low: "ArrayLike | Scalar", out=None): ...
    >>> array_parameters(clip, "ArrayLike")
    (((0, 'x', False), (1, 'low', True)), ())
    """
    code = inspect.unwrap(function).__code__
    named = code.co_argcount + code.co_kwonlyargcount
    names = list(code.co_varnames[:named])
    if code.co_flags & inspect.CO_VARARGS:  # in a signature it stands before keyword-only ones
        names.insert(code.co_argcount, code.co_varnames[named])
    arrays, sequences = [], []
    for at, name in enumerate(names):
        text = str(function.__annotations__.get(name, ""))
        if text.startswith((f"list[{annotation}", f"tuple[{annotation}")):
            sequences.append((at, name))
        elif annotation in text:
            arrays.append((at, name, "Scalar" in text))
    return tuple(arrays), tuple(sequences)


__all__ = [
    "PYTHON_NUMBERS",
    "array_parameters",
    "holds_recorded",
    "host_array",
    "is_sharded",
    "is_recorded",
    "made_by_numpy",
    "native_copy",
    "with_real_arrays",
]
