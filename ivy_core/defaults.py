"""The default data types and the default device: global, settable, and cheap to read.

What is in force stands in :data:`current`, so a function that needs a default reads one attribute.
"""

from __future__ import annotations

from .dtypes import DTYPES, Dtype, as_dtype
from .utils.exceptions import IvyValueError

_NUMPY = {
    "float": DTYPES["float64"],
    "int": DTYPES["int64"],
    "uint": DTYPES["uint64"],
    "complex": DTYPES["complex128"],
}
_KINDS = {"float": "f", "int": "iu", "uint": "u", "complex": "c"}
_stacks: dict[str, list] = {name: [] for name in ("dtype", *_NUMPY, "device")}


class Current:
    """The defaults in force.

    ``dtype`` is that of arrays made from a shape; ``float``, ``int``, ``uint`` and ``complex`` are
    those of Python scalars. ``plain`` says that all of them are NumPy's. ``device`` is None
    where the backend shall decide. ``key`` is one text for all times at which all are the same,
    None while they are those of a new process.
    """

    __slots__ = ("complex", "device", "dtype", "float", "int", "key", "plain", "uint")


current = Current()
_keys: dict[tuple, str | None] = {}


class Setting:
    """Result of a setter: used in a ``with`` block, it takes the default back at the end."""

    __slots__ = ("_name",)

    def __init__(self, name: str):
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exc) -> None:
        unset(self._name)


def set(name: str, value) -> Setting:
    """Put a new default into force, over the one that was."""
    if name != "device":
        value = as_dtype(value)
        if name != "dtype" and value.kind not in _KINDS[name]:
            raise IvyValueError(
                f"set_default_{name}_dtype: {value} is not of that kind, as {_NUMPY[name]} is"
            )
    _stacks[name].append(value)
    _refresh_current_defaults()
    return Setting(name)


def unset(name: str) -> None:
    """Take back the last :func:`set`; without one, do nothing."""
    if _stacks[name]:
        _stacks[name].pop()
    _refresh_current_defaults()


def of_kind(dtype: Dtype) -> Dtype:
    """Return the default dtype of the kind of ``dtype``."""
    return {
        "b": DTYPES["bool"], "i": current.int, "u": current.uint, "f": current.float,
        "c": current.complex,
    }[dtype.kind]  # fmt: skip


def of_scalar(scalar: type) -> Dtype:
    """Return the default dtype of ``bool``, ``int``, ``float`` or ``complex``."""
    if scalar is int:
        return current.int
    if scalar is float:
        return current.float
    return current.complex if scalar is complex else DTYPES["bool"]


def _refresh_current_defaults() -> None:
    """Set the attributes of ``current`` by the tops of the stacks; NumPy's defaults where empty."""
    general = _stacks["dtype"][-1] if _stacks["dtype"] else None
    for name, numpy_dtype in _NUMPY.items():
        if _stacks[name]:
            found = _stacks[name][-1]
        elif general is not None and general.kind in _KINDS[name]:
            found = general
        else:
            found = numpy_dtype
        setattr(current, name, found)
    current.dtype = general or current.float
    current.device = _stacks["device"][-1] if _stacks["device"] else None
    found = (*[getattr(current, name) for name in _NUMPY], current.dtype, current.device)
    current.key = _keys.setdefault(found, " ".join(map(str, found)) if _keys else None)
    current.plain = all(getattr(current, name) == dtype for name, dtype in _NUMPY.items())


_refresh_current_defaults()
