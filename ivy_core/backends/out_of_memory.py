"""Messages for a device that is out of memory: the arrays of the call, their parts, placements.

A framework names a number of bytes. Which arrays the call had, how they lie in parts, and what a
new one would have needed on each device is known here.
"""

from __future__ import annotations

import math
import re

from ..defaults import current
from ..dtypes import as_dtype
from ..utils.exceptions import IvyBackendException, joined, means_shortage
from .loading import backend_of, backend_of_class
from .placement import Mesh, Placement

_BYTES = re.compile(r"(\d{4,}) ?bytes")
_UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
_ADVICE = "Cut arrays into more parts (ivy.Placement), or hold fewer and smaller ones at a time"


def amount(count: float) -> str:
    """Return a number of bytes in the largest unit of which it has one.

    Examples
    --------
    >>> amount(4398046511104), amount(1536), amount(3)
    ('4 TiB', '1.5 KiB', '3 B')
    """
    power = 0
    while count >= 1024 and power < len(_UNITS) - 1:
        count, power = count / 1024, power + 1
    return f"{count:.3g} {_UNITS[power]}"


def description(shape: tuple[int, ...], dtype, placement: Placement | None) -> str:
    """Describe an array by its dtype, shape and size, by its parts and where they lie.

    Examples
    --------
    >>> description((4, 3), "float64", Placement("cpu:1"))
    "float64 (4, 3), 96 B on Placement('cpu:1')"
    >>> mesh = Mesh((2,), ("rows",), ("cpu:0", "cpu:1"))
    >>> description((4, 3), "float64", Placement(mesh, ("rows",)))
    "float64 (4, 3), 96 B in 2 parts of (2, 3), 48 B each, on Placement(Mesh(cpu, rows=2), ...)"
    >>> description((4, 3), "float64", Placement(mesh))
    'float64 (4, 3), 96 B whole on each device of Placement(Mesh(cpu, rows=2), ())'
    """
    itemsize = as_dtype(dtype).itemsize
    text = f"{dtype} {shape}, {amount(math.prod(shape) * itemsize)}"
    if placement is None:
        return text
    if not isinstance(placement.where, Mesh):
        return f"{text} on {placement}"
    counts = [placement.parts(axis) for axis in range(len(shape))]
    if math.prod(counts) == 1:
        return f"{text} whole on each device of {placement}"
    part = tuple([-(-length // count) for length, count in zip(shape, counts, strict=True)])
    each = amount(math.prod(part) * itemsize)
    return f"{text} in {math.prod(counts)} parts of {part}, {each} each, on {placement}"


def _description_of(value) -> str | None:
    """Describe an array of ours or of a framework; None for anything else, and for traced ones."""
    native = getattr(value, "_data", value)
    if backend_of(native) is None:
        return None
    backend = backend_of_class(type(native))
    if backend is None or backend.is_tracer(native):
        return None
    dtype = str(getattr(native.dtype, "name", native.dtype)).rpartition(".")[2]
    return description(tuple(native.shape), dtype, backend.placement_of(native))


def _description_of_new(operands: dict) -> str | None:
    """Describe the array that a call was to make, where it was given a shape."""
    shape, dtype, where = (operands.get(name) for name in ("shape", "dtype", "device"))
    if type(shape) is int:
        shape = (shape,)
    if not isinstance(shape, (tuple, list)) or not all(type(length) is int for length in shape):
        return None
    where = current.device if where is None else where
    if where is not None and not isinstance(where, Placement):
        backend = backend_of_class(type(where)) if hasattr(where, "device_set") else None
        where = Placement(where) if backend is None else backend.placement_of(where)
    if where is not None:
        kept = where.partition[: len(shape)]
        where = Placement(where.where, tuple(kept) if isinstance(where.where, Mesh) else ())
    return description(tuple(shape), str(dtype or current.dtype), where)


def explain(text: str, operands: dict) -> str:
    """Return the message of a framework that has run out of memory, with the arrays of the call.

    Parameters
    ----------
    text : str
        What the framework says.
    operands : dict
        The arguments of the call, by name.
    """
    found = [
        f"{name} is {known}"
        for name, value in operands.items()
        if (known := _description_of(value)) is not None
    ]
    new = _description_of_new(operands)
    if new is not None:
        found.insert(0, f"the new array is {new}")
    text = _BYTES.sub(lambda match: f"{match[0]} ({amount(int(match[1]))})", text).rstrip(". ")
    return f"{'; '.join([text, *found])}. {_ADVICE}"


def error_of_reading(error: Exception, native) -> IvyBackendException | None:
    """Return the error for an array whose computation has failed; None if memory was enough.

    Frameworks compute later than they are called: they say so where an array is read.

    Parameters
    ----------
    error : exception
        What reading has raised.
    native
        The array, of a framework's class.
    """
    if not means_shortage(str(error)):
        return None
    found = joined(IvyBackendException, MemoryError)(
        explain(str(error), {"what is read, and an earlier call was to compute,": native})
    )
    found.native_error = error
    return found
