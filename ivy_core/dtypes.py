"""Data types: their names, how they promote, and what a Python scalar does.

Promotion is NumPy's (NEP 50). Real NumPy is asked once per combination and the answer is kept; only
``bfloat16``, which NumPy does not know, has rules of its own.
"""

from __future__ import annotations

import functools

import numpy as np

from .utils.exceptions import IvyDtypePromotionError, IvyValueError, joined


class Dtype:
    """A data type; compares and hashes as its name does.

    It is no string, because the array API standard tells the two apart: ``isdtype(x.dtype, kind)``
    takes a string for a kind. There is one object a name, which NumPy, JAX and TensorFlow take
    where they expect a dtype.

    Attributes
    ----------
    name : str
        The name, ``'float32'``; what ``str`` gives.

    References
    ----------
    https://data-apis.org/array-api/latest/API_specification/data_types.html

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.float32 == "float32", ivy.float32.is_float, ivy.int8.itemsize, "int" in ivy.int8
    (True, True, 1, True)
    """

    __slots__ = ("_hash", "name")

    def __new__(cls, name) -> Dtype:
        return as_dtype(name)

    def __eq__(self, other) -> bool:
        if self is other:
            return True
        return self.name == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __lt__(self, other) -> bool:
        return str(self) < str(other) if isinstance(other, (str, Dtype)) else NotImplemented

    def __contains__(self, text: str) -> bool:
        return text in self.name

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"ivy.{self.name}"

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    def __reduce__(self):
        return (Dtype, (self.name,))

    @property
    def dtype(self) -> np.dtype:
        """The NumPy dtype: ``numpy.dtype`` and what goes through it look here."""
        return to_numpy_dtype(self)

    @property
    def kind(self) -> str:
        """One of ``b`` (bool), ``i``, ``u``, ``f``, ``c``, as NumPy has them."""
        return _KINDS[self.name]

    @property
    def is_bool(self) -> bool:
        return _KINDS[self.name] == "b"

    @property
    def is_int(self) -> bool:
        return _KINDS[self.name] in "iu"

    @property
    def is_float(self) -> bool:
        return _KINDS[self.name] == "f"

    @property
    def is_complex(self) -> bool:
        return _KINDS[self.name] == "c"

    @property
    def itemsize(self) -> int:
        """Size of one element, in bytes."""
        return 1 if self == "bool" else int(self.name.lstrip("abcdefghijklmnopqrstuvwxyz")) // 8

    @property
    def as_numpy_dtype(self) -> np.dtype:
        return to_numpy_dtype(self)


def _make_dtype(name: str) -> Dtype:
    """Create a Dtype past ``__new__``, which looks existing ones up; it hashes as its name does."""
    dtype = object.__new__(Dtype)
    dtype.name, dtype._hash = name, hash(name)  # a name finds in a dictionary what its dtype does
    return dtype


_KINDS = {
    "bool": "b",
    "int8": "i", "int16": "i", "int32": "i", "int64": "i",
    "uint8": "u", "uint16": "u", "uint32": "u", "uint64": "u",
    "bfloat16": "f", "float16": "f", "float32": "f", "float64": "f",
    "complex64": "c", "complex128": "c",
}  # fmt: skip
DTYPES: dict[str, Dtype] = {name: _make_dtype(name) for name in _KINDS}
_PYTHON = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}


def as_dtype(dtype) -> Dtype:
    """Return the :class:`Dtype` that a name, a Python type or any framework's dtype stands for."""
    if type(dtype) is Dtype:
        return dtype
    found = _dtype_or_none(dtype)
    if found is None:
        raise joined(IvyValueError, TypeError)(  # NumPy's class is TypeError
            f"as_ivy_dtype: {dtype!r} is not a supported data type; allowed are {', '.join(DTYPES)}"
        )
    return found


@functools.lru_cache(maxsize=512)
def _dtype_or_none(dtype) -> Dtype | None:
    """Return the Dtype of a name, Python class or any framework's dtype; None if there is none."""
    if isinstance(dtype, str) and dtype in DTYPES:
        return DTYPES[dtype]
    if isinstance(dtype, type) and dtype in _PYTHON:
        return DTYPES[_PYTHON[dtype]]
    # torch.float32 and <dtype: 'float32'> both end in the name; NumPy's spellings ('f4') do not.
    text = str(getattr(dtype, "name", dtype)).rsplit(".", 1)[-1]
    if text in DTYPES:
        return DTYPES[text]
    try:
        return DTYPES.get(np.dtype(dtype).name)
    except TypeError:
        return None


def to_numpy_dtype(dtype: Dtype) -> np.dtype:
    """Return the NumPy dtype of that name (``ml_dtypes`` provides ``bfloat16``)."""
    name = getattr(dtype, "name", dtype)
    if name == "bfloat16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(name)


# NumPy's own classes of scalars, and their data types; PyTorch's tracer tells classes of NumPy's
# apart, and gives none of them the right name
DTYPES_OF_SCALARS = {to_numpy_dtype(d).type: d for d in DTYPES.values() if d != "bfloat16"}
HOST_SCALARS = frozenset(DTYPES_OF_SCALARS)


@functools.cache
def promote_pair(first: Dtype, second: Dtype) -> Dtype:
    """Return the dtype that both operands promote to, as ``numpy.result_type`` has it."""
    if first == second:
        return first
    pair = {first, second}
    if "bfloat16" in pair:
        (other,) = pair - {"bfloat16"}
        if other.is_bool or other.itemsize == 1:
            return DTYPES["bfloat16"]
        if other in ("float16", "int16", "uint16"):
            return DTYPES["float32"]
        return promote_pair(DTYPES["float32"], other)
    return as_dtype(np.result_type(to_numpy_dtype(first), to_numpy_dtype(second)))


@functools.lru_cache(maxsize=4096)
def promote_dtypes(dtypes: tuple[Dtype, ...], scalars: frozenset[type] = frozenset()) -> Dtype:
    """Return the common dtype of array dtypes and of (weak) Python scalar types.

    Parameters
    ----------
    dtypes : tuple of Dtype
        One for each array; may be empty.
    scalars : frozenset of type
        Any of ``bool``, ``int``, ``float``, ``complex``.

    Raises
    ------
    IvyDtypePromotionError
        If there is nothing to promote.
    """
    if not dtypes and not scalars:
        raise IvyDtypePromotionError("result_type: at least one array or dtype is needed")
    common = functools.reduce(promote_pair, dtypes) if dtypes else None
    for scalar in scalars:
        common = _promote_with_scalar(common, scalar)
    return common


def _promote_with_scalar(dtype: Dtype | None, scalar_class: type) -> Dtype:
    """Return the dtype of an array with a Python scalar; of scalars alone if ``dtype`` is None."""
    if dtype is None:
        return DTYPES[_PYTHON[scalar_class]]
    if dtype == "bfloat16":
        return dtype if scalar_class is not complex else DTYPES["complex64"]
    return as_dtype(np.result_type(to_numpy_dtype(dtype), scalar_class(0)))


@functools.cache
def ufunc_dtypes(ufunc: str, operands: tuple) -> tuple[Dtype, ...] | None:
    """Return the operand dtypes of the loop that NumPy's ufunc picks, None if it has none.

    Parameters
    ----------
    ufunc : str
        Name in the numpy namespace, ``"arctan2"``.
    operands : tuple of Dtype or of type
        Dtypes of arrays; ``bool``, ``int``, ``float``, ``complex`` for Python scalars.
    """
    if "bfloat16" in operands:
        if ufunc in ("float_power", "ldexp"):  # in double precision; beside an integer
            half = tuple(DTYPES["float16"] if d == "bfloat16" else d for d in operands)
            loop = ufunc_dtypes(ufunc, half)
            return loop and tuple(DTYPES["bfloat16"] if d == "float16" else d for d in loop)
        arrays = tuple(d for d in operands if isinstance(d, Dtype))
        common = promote_dtypes(arrays, frozenset(d for d in operands if not isinstance(d, Dtype)))
        return (common,) * len(operands)
    function = getattr(np, ufunc)
    wanted, are_defaults = [], True  # whether all are Python's classes, or their dtypes
    for each in operands:
        if isinstance(each, Dtype):
            each = to_numpy_dtype(each)
        elif each is bool:  # none of resolve_dtypes' weak types: but it never changes the loop
            each = np.dtype(bool)
        wanted.append(each)
        are_defaults = are_defaults and each in (int, float, complex)
    if ufunc == "ldexp" and any(isinstance(d, Dtype) for d in operands):
        are_defaults = False  # whose operands are of two kinds: a lone int takes float16
    if are_defaults:
        wanted = map(np.dtype, wanted)
    try:
        loop = function.resolve_dtypes((*wanted,) + (None,) * function.nout)
    except TypeError:
        return None
    return tuple(map(as_dtype, loop[: len(operands)]))


_SAME_KIND = {"b": "biufc", "u": "uifc", "i": "ifc", "f": "fc", "c": "c"}


@functools.cache
def same_kind(from_: Dtype, to: Dtype) -> bool:
    """Return whether ``from_`` may be written into ``to`` in place (NumPy's 'same_kind')."""
    if "bfloat16" in (from_, to):
        return to.kind in _SAME_KIND[from_.kind]
    return bool(np.can_cast(to_numpy_dtype(from_), to_numpy_dtype(to), "same_kind"))
