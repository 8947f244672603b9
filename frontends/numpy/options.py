"""Arguments that NumPy's own functions take as they are, because there is no array of ours in them.

Asked on each call: the classes that most arguments have are in sets, the others are looked at.
"""

from __future__ import annotations

import functools
import inspect

import numpy as np

from ivy_core.dtypes import DTYPES, to_numpy_dtype

NUMBERS = frozenset({bool, int, float, complex})
OPTIONS = NUMBERS | {type(None), tuple, slice}
_PLAIN = OPTIONS - {tuple}
_DTYPES = frozenset(to_numpy_dtype(d) for d in DTYPES.values() if d != "bfloat16")
_TYPES = NUMBERS | {dtype.type for dtype in _DTYPES}

WRITTEN = frozenset({"out", "overwrite_input"})


def is_option(value) -> bool:
    """Return whether a value is an option: no array, and no dtype that no backend holds.

    Examples
    --------
    >>> is_option(-1), is_option("C"), is_option("U8"), is_option(np.ones(2))
    (True, True, False, False)
    """
    kind = type(value)
    if kind in OPTIONS or issubclass(kind, np.generic):
        return True
    if kind is list:
        return _PLAIN.issuperset(map(type, value))
    if kind is str:
        return _is_supported_dtype_text(value)
    if kind is type:
        return value in _TYPES
    return isinstance(value, np.dtype) and value in _DTYPES


@functools.lru_cache(maxsize=256)
def _is_supported_dtype_text(text: str) -> bool:
    """Return whether a text names a dtype that backends support, or no dtype at all."""
    try:
        return np.dtype(text) in _DTYPES
    except (TypeError, ValueError, SyntaxError):
        return True


def are_options(values) -> bool:
    """Return whether all values of a tuple, or of keyword arguments, are options.

    What a function may write into is none: writes are the core's.
    """
    if type(values) is dict:
        if not WRITTEN.isdisjoint(values):
            return False
        values = values.values()
    for value in values:
        if type(value) not in OPTIONS and not is_option(value):
            return False
    return True


def written_at(function) -> int:
    """Return the position of the first parameter that a function may write by, or one after all."""
    code = inspect.unwrap(function).__code__
    if code.co_flags & inspect.CO_VARARGS:
        return 32
    for at, name in enumerate(code.co_varnames[: code.co_argcount]):
        if name in WRITTEN:
            return at
    return code.co_argcount


def is_operand(value) -> bool:
    """Return whether a value is an option, or what NumPy itself makes an array of numbers of."""
    if type(value) is np.ndarray:
        return value.dtype in _DTYPES
    if type(value) is tuple:
        return _PLAIN.issuperset(map(type, value))
    return is_option(value)


def is_all_floats(value: list) -> bool:
    """Return whether a list holds Python floats alone.

    Examples
    --------
    >>> is_all_floats([1.5, 2.0]), is_all_floats([1.5, 1])
    (True, False)
    """
    return type(value[0]) is float and list(map(type, value)).count(float) == len(value)


def is_numeric(value) -> bool:
    """Return whether a value is a Python number, or a nested sequence of such alone.

    Examples
    --------
    >>> is_numeric([[1, 2.5], [True, 3]]), is_numeric([1, "2"])
    (True, False)
    """
    kind = type(value)
    if kind is not list and kind is not tuple:
        return kind in NUMBERS
    if NUMBERS.issuperset(map(type, value)):
        return True
    for each in value:
        if not is_numeric(each):
            return False
    return True
