"""Dialects: what a frontend's arrays are, and by which rules the functions bound for them work.

What a dialect leaves at its default costs its calls nothing: everything is composed in when a
function is bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from .. import dtypes
from ..arrays.array import Array
from ..registry import FunctionSpec

# Their results stay arrays without dimensions where a dialect has a class for scalars.
_ARRAY_CATEGORIES = frozenset(
    {
        "conversions", "creation", "data_type", "dtype_support", "general", "indexing",
        "introspection", "inplace", "joining", "manipulation", "modes", "numerics", "rearranging",
        "set", "trace_modes", "transforms",
    }
)  # fmt: skip


class Dimensionless(NamedTuple):
    """Data type of an operand without dimensions, for a rule that tells it apart."""

    dtype: dtypes.Dtype


def promote_as_numpy(spec: FunctionSpec, kinds: tuple) -> tuple[dtypes.Dtype, ...] | None:
    """Return the dtypes that NumPy computes in: those of its ufunc's loop, or the common one.

    Parameters
    ----------
    spec : FunctionSpec
        The function; its ``ufunc`` names NumPy's.
    kinds : tuple
        For each operand the Dtype of an array, or the class of a Python scalar.

    Returns
    -------
    tuple of Dtype, or None
        None if the function is not defined for these operands.
    """
    if spec.ufunc is not None:
        return dtypes.ufunc_dtypes(spec.ufunc, kinds)
    arrays = tuple(kind for kind in kinds if not isinstance(kind, type))
    scalars = frozenset(kind for kind in kinds if isinstance(kind, type))
    return (dtypes.promote_dtypes(arrays, scalars),) * len(kinds)


# Of classes of frontends' arrays and scalars, and what was found by them of classes derived
_dialects: dict[type, Dialect] = {}
_found: dict[type, Dialect] = {}


def dialect_of_class(cls: type) -> Dialect:
    """Return the dialect whose functions take arrays of a class, or of one that it derives from.

    Examples
    --------
    >>> from ivy_core.arrays.array import Array
    >>> from ivy_core.binding.dialect import ARRAY, dialect_of_class
    >>> dialect_of_class(Array) is ARRAY
    True
    """
    dialect = _found.get(cls)
    if dialect is None:
        among = (_dialects[base] for base in cls.__mro__ if base in _dialects)
        dialect = _found[cls] = next(among, ARRAY)
    return dialect


@dataclass(eq=False, repr=False, slots=True)
class Dialect:
    """The rules of one frontend.

    Parameters
    ----------
    array : type
        Class of the arrays that its functions take on the fast path, and give.
    scalar_on : callable, optional
        Where the framework has classes of scalars: ``scalar_on(backend)`` gives what makes one of
        a native array without dimensions; ``backend`` is None where it may be of any. Functions of
        the categories that create and move elements give arrays all the same.
    scalar_classes : frozenset of type, optional
        The subclasses of Array that are scalars; the fast path takes them.
    promote : callable, optional
        ``promote(spec, kinds)`` gives the dtypes that the operands are brought to, or None where
        the function is not defined for them: :func:`promote_as_numpy`.
    rounded_to : callable, optional
        ``rounded_to(spec, kinds)`` gives the Dtype that a result is rounded to where the operands
        are brought to a wider one, None elsewhere.
    tells_dimensionless : bool, optional
        Whether ``promote`` is given :class:`Dimensionless` for arrays without dimensions.
    wrapping : frozenset of str, optional
        The ufuncs for which an integer of Python's beside an array of small ones wraps as these do;
        for all others one that is beyond their range raises OverflowError.
    numbers_are_of_c : bool, optional
        Whether integers of Python's are limited to 64 bits, and numbers beyond the range of a type
        of floats become infinite without a warning.
    looks_at_flags : bool, optional
        Whether its users are told of floating-point errors where the backend reports them.
    default_dtype : callable, optional
        ``default_dtype(spec, args, kwargs)`` gives the Dtype of a result where the caller
        gives no ``dtype``, or None to leave it to the core.
    errors : ErrorDialect, optional
        Translates the errors of the core into the framework's own. Without one they are the
        core's, as for a frontend whose entries translate.
    record : callable, optional
        ``record(spec, args, kwargs, result)`` is called after each call, as a tape needs it.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> from ivy_core.binding.dialect import Dialect
    >>> class Signal(ivy.Array):
    ...     pass
    >>> Dialect(Signal).plain == {Signal}
    True
    """

    array: type[Array]
    scalar_on: Callable | None = None
    scalar_classes: frozenset[type] = frozenset()
    promote: Callable = promote_as_numpy
    rounded_to: Callable | None = None
    tells_dimensionless: bool = False
    wrapping: frozenset[str] = frozenset()
    numbers_are_of_c: bool = False
    looks_at_flags: bool = True
    default_dtype: Callable | None = None
    errors: object | None = None
    record: Callable | None = None

    def __post_init__(self):
        if self.array is not Array:
            _dialects.update(dict.fromkeys(self.plain, self))
            _found.clear()

    def native_call(self, spec: FunctionSpec, backend, native: Callable) -> Callable:
        """Return the function that calls a backend's for this dialect.

        What moves elements has no such errors, and a function of the user's is the user's.
        """
        if self.looks_at_flags or spec.view is not None or "function" in spec.carried:
            return native
        return backend.unreported(native)

    @property
    def plain(self) -> frozenset[type]:
        """The exact classes that the fast path takes."""
        return self.scalar_classes | {self.array}

    def wrapped(self, spec: FunctionSpec, number, dtype: dtypes.Dtype):
        """Return an integer as one of fewer bits holds it, if the dialect says so; else itself."""
        bits = 8 * dtype.itemsize
        if spec.ufunc not in self.wrapping or type(number) is not int or dtype.kind not in "iu":
            return number
        if not -(2**63) <= number < 2**64:
            return number  # of no array's elements
        number %= 2**bits
        return number - 2**bits if dtype.kind == "i" and number >= 2 ** (bits - 1) else number

    def gives_scalars(self, spec: FunctionSpec) -> bool:
        """Return whether a result of a function becomes a scalar if it has no dimensions."""
        return self.scalar_on is not None and spec.category not in _ARRAY_CATEGORIES

    def of_plain_arrays(self) -> Dialect:
        """Return the dialect that compositional bodies compute in: these rules for plain Arrays."""
        if self.promote is promote_as_numpy and self.default_dtype is None:
            return ARRAY
        found = _plain_dialects.get(self)
        if found is None:
            found = _plain_dialects[self] = Dialect(
                Array,
                promote=self.promote,
                rounded_to=self.rounded_to,
                tells_dimensionless=self.tells_dimensionless,
                wrapping=self.wrapping,
                numbers_are_of_c=self.numbers_are_of_c,
                looks_at_flags=self.looks_at_flags,
                default_dtype=self.default_dtype,
            )
            _plain_dialects[found] = found
        return found


ARRAY = Dialect(Array)
_plain_dialects: dict[Dialect, Dialect] = {}
