"""Nested sequences of values as one array of NumPy's, in the type that PyTorch infers."""

from __future__ import annotations

from itertools import chain

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy

from ..dispatch.promotion import promote_pair
from ..tensors.dtypes import bfloat16, dtype_named, get_default_dtype, of_native

_PYTHONS = frozenset({bool, int, float, complex})
_INTS = frozenset({bool, int})
_SEQUENCES = (list, tuple)


def host_of_sequence(data, dtype) -> np.ndarray:
    """Return nested sequences as an array of the type asked for, or of the one inferred.

    Each value counts by its own type, as operands of one rank do: Python's floats by the default
    type, NumPy's numbers and tensors by theirs.

    Raises
    ------
    ValueError, TypeError, RuntimeError
        If the values make no tensor.
    """
    leaves = _Leaves(data)
    values = _as_numbers(data) if leaves.arrays else data
    try:
        host = np.asarray(values)
    except ValueError as err:
        raise ragged(values, 0) or err from None
    # NumPy has uint64 or objects for larger ints, and float64 for some of each
    kinds = leaves.kinds
    if kinds and host.dtype.kind in ("uOf" if kinds <= _INTS else "uO") and kinds <= _PYTHONS:
        host = beyond_int64(values, kinds, dtype)
    if host.dtype.kind not in "biufcV":
        raise refused(data)
    kind = leaves.kind() if dtype is None else dtype
    if kind is None:  # there are no values
        kind = get_default_dtype()
    leaves.refuse_in(kind)
    if dtype is not None or kind.core == host.dtype:
        return host  # with a type of its own, nothing is rounded to another one on the way
    with np.errstate(all="ignore"):
        return host.astype(kind.core.as_numpy_dtype)


def beyond_int64(values, kinds: set, dtype) -> np.ndarray:
    """Return Python's numbers of which ints are larger than int64 holds, for a type that has them.

    Raises
    ------
    ValueError
        Of another type than uint64, floats or bools.
    """
    if complex in kinds:
        return np.asarray(values, np.complex128)
    if (float in kinds) if dtype is None else dtype.kind in "fcb":
        return np.asarray(values, np.float64)
    if dtype is not None and dtype.name == "uint64":
        return np.asarray(values, np.uint64)
    raise ValueError("Overflow when unpacking long long")


class _Leaves:
    """The classes of the values in nested sequences, and the arrays among them."""

    def __init__(self, data):
        level, self.kinds, self.arrays = data, set(), []
        while True:
            kinds = set(map(type, level))
            nested = {kind for kind in kinds if issubclass(kind, (*_SEQUENCES, range))}
            self.kinds |= kinds - nested
            if kinds - nested - _PYTHONS:
                self.arrays += [v for v in level if isinstance(v, (Array, np.ndarray, np.generic))]
            if not nested:
                return
            if nested != kinds:
                level = [each for each in level if type(each) in nested]
            level = list(chain.from_iterable(level))

    def kind(self):
        """Return the type that all promote to; None if there is no value."""
        found = {_python_number_dtype(kind).core for kind in self.kinds & _PYTHONS}
        found |= {_torch_dtype_of(each).core for each in self.arrays}
        common = None
        for each in found:
            common = each if common is None else promote_pair(common, each)
        return None if common is None else dtype_named(common.name)

    def refuse_in(self, kind) -> None:
        """Raise what Python raises of values that are no numbers of a type."""
        if complex in self.kinds and not kind.is_complex and kind.kind != "b":
            raise TypeError("can't convert complex to float")
        if kind.kind not in "iub":
            return
        for each in self.arrays:
            fraction = _torch_dtype_of(each).kind in "fc" and not isinstance(each, (float, complex))
            if fraction and not isinstance(each, np.ndarray):
                raise TypeError(f"'{_class_path(each)}' object cannot be interpreted as an integer")
            if kind.kind != "b" and isinstance(each, np.bool_):
                raise TypeError(f"'{_class_path(each)}' object cannot be interpreted as an integer")


def _torch_dtype_of(value):
    return value.dtype if _is_torch_array(value) else of_native(value.dtype)


def _is_torch_array(value) -> bool:
    """Return whether an array is of this frontend, not of the NumPy frontend."""
    return isinstance(value, Array) and not isinstance(value.dtype, np.dtype)


def _python_number_dtype(kind: type):
    """Return the type that numbers of a class of Python's have as tensors."""
    if kind is bool or kind is int:
        return dtype_named("bool" if kind is bool else "int64")
    default = get_default_dtype()
    return default.to_complex() if kind is complex else default


def _class_path(value) -> str:
    return f"{type(value).__module__}.{type(value).__name__}"


def _as_numbers(value):
    """Return nested sequences as lists with numbers for their arrays, by ``_as_number``."""
    if isinstance(value, (*_SEQUENCES, range)):
        return [_as_number(each) if isinstance(each, (Array, np.ndarray)) else _as_numbers(each)
                for each in value]  # fmt: skip
    return value


def _as_number(value):
    """Return a one-element tensor as a number, else raise; NumPy arrays stay whole."""
    if isinstance(value, Array):
        host = to_numpy(value)
        if not _is_torch_array(value):
            return host
        if host.size != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        number = host.reshape(())[()]
        return float(number) if value.dtype is bfloat16 else number
    return value


def ragged(values, dim: int) -> Exception | None:
    """Describe why nested sequences make no array; None if they do."""
    if not isinstance(values, _SEQUENCES) or not values:
        return None
    first = values[0]
    if not isinstance(first, _SEQUENCES):
        if any(isinstance(value, _SEQUENCES) for value in values):
            return TypeError("'list' object cannot be interpreted as an integer")
        return None
    for value in values:
        if not isinstance(value, _SEQUENCES):
            return TypeError("not a sequence")
        if len(value) != len(first):
            return ValueError(
                f"expected sequence of length {len(first)} at dim {dim + 1} (got {len(value)})"
            )
    return next(filter(None, (ragged(value, dim + 1) for value in values)), None)


def refused(data) -> Exception:
    """Return the error for values of which no tensor is made."""
    value, first = data, True
    while isinstance(value, _SEQUENCES) and value:
        found = next((v for v in value if isinstance(v, (*_SEQUENCES, str)) or v is None), value[0])
        first, value = first and found is value[0], found
    if isinstance(value, str) and first and not isinstance(data, str):
        return ValueError("too many dimensions 'str'")
    if isinstance(value, str):
        return TypeError("new(): invalid data type 'str'")
    return RuntimeError(f"Could not infer dtype of {type(value).__name__}")


__all__ = ["beyond_int64", "host_of_sequence", "ragged", "refused"]
