"""Python values and foreign arrays, brought to NumPy arrays on their way into a backend."""

from __future__ import annotations

import numpy as np

from ivy_core import defaults
from ivy_core.backends.holder import Holder, unwrapped
from ivy_core.backends.loading import backend_of, load_backend
from ivy_core.dtypes import to_numpy_dtype
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

SCALARS = frozenset({bool, int, float, complex})


def holds_arrays(values, native: type | tuple[type, ...]) -> bool:
    """Return whether there is an Array, or a native array, at any depth of nested sequences."""
    kinds = set(map(type, values))  # at C speed: most lists hold nothing but Python scalars
    if any(issubclass(kind, Holder) or issubclass(kind, native) for kind in kinds):
        return True
    if not any(issubclass(kind, (list, tuple)) for kind in kinds):
        return False
    return any(holds_arrays(v, native) for v in values if isinstance(v, (list, tuple)))


def host_array(obj, dtype=None) -> np.ndarray:
    """Return a NumPy array of its own memory, made of scalars, sequences, buffers or arrays.

    Parameters
    ----------
    obj : object
        What NumPy makes an array of, or an array of any backend.
    dtype : numpy.dtype, optional
        None infers it; Python scalars then take the default dtype of their kind.

    Raises
    ------
    IvyTypeError
        If the elements are no numbers.
    """
    owner = backend_of(obj)
    if owner not in (None, "numpy"):
        obj = load_backend(owner).to_host(unwrapped(obj))
    if dtype is None and not defaults.current.plain and _holds_only_scalars(obj):
        found = np.array(obj).dtype
        if found.kind in "ifc" and found.itemsize == (16 if found.kind == "c" else 8):
            kind = {"i": int, "f": float, "c": complex}[found.kind]
            dtype = to_numpy_dtype(defaults.of_scalar(kind))
    array = np.array(unwrapped(obj), dtype)
    if array.dtype.kind in "OUSMmT" or array.dtype.fields:
        raise IvyTypeError(
            f"asarray: elements of dtype {array.dtype} are not supported; numbers and booleans are"
        )
    if array.dtype.char in "qQ":  # C's long long, which PyTorch does not know as a 64-bit integer
        array = array.view("i8" if array.dtype.char == "q" else "u8")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _holds_only_scalars(obj) -> bool:
    """Return whether ``obj`` is a Python number or a nest of them; not of a subclass's."""
    if type(obj) in SCALARS:
        return True
    if not isinstance(obj, (list, tuple)):
        return False
    return all(type(v) in SCALARS or _holds_only_scalars(v) for v in obj)


def refuse_copy(copy: bool | None) -> None:
    """Raise if a copy, which is needed here, is ruled out."""
    if copy is False:
        raise IvyValueError("asarray: unable to avoid a copy, which copy=False rules out")
