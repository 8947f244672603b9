"""Leaves as arrays of NumPy, for files; and files that are replaced as a whole."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from types import ModuleType

import numpy as np

from ..arrays.array import Array
from ..arrays.host import to_numpy
from ..backend_handler import active_backend
from ..backends.frameworks import BACKENDS
from ..backends.loading import backend_for, load_backend
from ..binding.nestable import is_container
from ..utils.exceptions import IvyTypeError
from .chains import joined
from .leaves import is_array

_SCALARS = {"bool": bool, "int": int, "float": float, "complex": complex, "str": str}


@contextlib.contextmanager
def replacing(path, keep: bool = False) -> Iterator[str]:
    """Yield the path of a new file, which takes the place of ``path`` if the block succeeds.

    With ``keep`` it starts as a copy of the old one.
    """
    import shutil  # with its compressors 2 ms, and few programs store a Container

    path = os.path.realpath(path)
    made = f"{path}.{os.urandom(4).hex()}.tmp"
    there = os.path.exists(path)
    try:
        if keep and there:
            shutil.copyfile(path, made)
        yield made
        if there:
            shutil.copymode(path, made)
        with open(made, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(made, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(made)
        raise


def backend_of_namespace(ivyh) -> ModuleType:
    """Return the backend package for a namespace, a name or None."""
    name = getattr(ivyh, "backend", None) if isinstance(ivyh, ModuleType) else ivyh
    # the public namespace has no backend of its own: whichever is set
    return load_backend(name) if name in BACKENDS or isinstance(ivyh, str) else active_backend()


def host_of(value) -> np.ndarray:
    """Return an Array or a native array as one of NumPy."""
    if isinstance(value, Array):
        return to_numpy(value)
    return np.asarray(backend_for(value).to_host(value))


def check_key(key, chain: str) -> None:
    """Raise IvyTypeError if a key below ``chain`` cannot be one in a file."""
    if not isinstance(key, str):
        raise IvyTypeError(
            f"Container: the key {key!r} below {chain!r} is of type {type(key).__name__}; the keys "
            "in a file are text"
        )


def leaves_of(container, chain: str):
    """Yield key chain and value of each leaf; an empty Container is one."""
    for key, value in container.items():
        check_key(key, chain)
        here = joined(chain, key)
        if is_container(value) and len(value):
            yield from leaves_of(value, here)
        else:
            yield here, value


def encoded(value, chain: str) -> tuple[np.ndarray, str | None]:
    """Return a leaf as an array, and what it is if it is none."""
    name = type(value).__name__
    if is_array(value):
        host = host_of(value)
        if host.dtype.isbuiltin == 2:  # bfloat16 and its kin: their bits
            return host.view(f"u{host.itemsize}"), f"dtype {host.dtype.name}"
        if host.dtype.kind in "biufc":
            return host, None
        name = f"{host.dtype} array"
    elif value is None or is_container(value):
        return np.zeros(()), "none" if value is None else "empty"
    elif _SCALARS.get(name) is type(value):
        host = np.asarray(value)
        # integers of more than 64 bits, and NULs that NumPy drops, are not what was given
        if host.dtype != object and host.item() == value or value != value:
            return host, name
    raise IvyTypeError(
        f"Container: the leaf at {chain!r}, of type {name}, does not fit a file; arrays, numbers, "
        "text and None do, and format='pickled' takes anything"
    )


def decoded(host, kind: str | None, backend, chain: str):
    """Return the leaf that :func:`encoded` was given; an array is one of ``backend``."""
    if kind is None or kind.startswith("dtype "):
        if kind is not None:
            host = host.view(_numpy_dtype_by_name(kind[6:]))
        elif host.dtype.kind not in "biufc":
            raise IvyTypeError(
                f"Container: the entry {chain!r} of the file is of dtype {host.dtype}, which no "
                "backend has"
            )
        return Array(backend.from_host(host))
    if kind in ("none", "empty"):
        return None if kind == "none" else {}
    return host.item() if isinstance(host, np.ndarray) else host


def _numpy_dtype_by_name(name: str) -> np.dtype:
    """Return NumPy's dtype of a name, or that of ml_dtypes, e.g. of "bfloat16"."""
    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, name))


def jsonable(value):
    """Return a leaf as JSON has it: arrays as lists, and what JSON has not as text."""
    if is_array(value):
        host = host_of(value)
        if host.dtype.isbuiltin != 1:
            host = host.astype(np.float64)
        if host.dtype.kind == "c":
            host = np.stack([host.real, host.imag], -1)
        return host.tolist()
    if isinstance(value, (str, int, float)) or value is None:
        return value
    if isinstance(value, (list, tuple, set, frozenset)):
        return [jsonable(v) for v in value]
    if isinstance(value, Mapping):
        return {str(key): jsonable(v) for key, v in value.items()}
    return str(value)


def from_lists(values, dtype: str, shape: list[int]) -> np.ndarray:
    """Return the array that :func:`jsonable` made lists of."""
    dtype = _numpy_dtype_by_name(dtype)
    if dtype.kind != "c":
        return np.array(values, dtype).reshape(shape)
    return np.array(values, np.float64).view(np.complex128).reshape(shape).astype(dtype)
