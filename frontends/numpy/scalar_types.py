"""NumPy's scalar types: 0-d, immutable, hashable; the value comes to the host when needed."""

from __future__ import annotations

import numbers
import sys

import numpy as np

from ivy_core import dtypes
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.views import new_array
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read
from ivy_core.utils.exceptions import IvyValueError
from ivy_core.utils.tracebacks import take_place_of

from .errors import NUMPY_ERRORS, entry
from .fallback import from_host, to_host


class generic(Array):
    """Base of all scalar types."""

    __slots__ = ()
    dtype: np.dtype
    classes: dict[np.dtype, type[generic]] = {}
    array_class: type[Array]  # ndarray; func_wrapper.py, which knows both, sets it

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        real = getattr(np, cls.__name__, None)
        if real is not None and not cls.__subclasses__() and _is_concrete(real):
            cls.dtype = np.dtype(real)
            generic.classes[cls.dtype] = cls

    def __new__(cls, value=0, *args, **kwargs):
        try:
            if cls not in _CONCRETE:
                raise TypeError(f"cannot create '{cls.__name__}' instances")
            return _construct(cls, value)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, cls.__name__)
            except Exception as raised:
                take_place_of(raised, err)
                raise

    def __init__(self, value=0, *args, **kwargs):
        pass  # __new__ has done it; Array's __init__ would set the data again

    @classmethod
    def __ivy_unflatten__(cls, native):
        """Return what ``jax.vmap`` and others made of a scalar: it may be an array by now."""
        if getattr(native, "shape", ()) != ():
            return new_array(generic.array_class, native)
        try:
            return scalar(native) if hasattr(native, "dtype") else new_array(cls, native)
        except (IvyValueError, KeyError):  # of no dtype of ours, as the gradient of an integer is
            return new_array(cls, native)

    @property
    def shape(self):
        return ()

    @property
    def ndim(self):
        return 0

    @property
    def size(self):
        return 1

    @property
    def strides(self):
        return ()

    @property
    def base(self):
        return None

    @property
    def real(self):
        return self if self.dtype.kind != "c" else scalar(read(_part(self, "real")))

    @property
    def imag(self):
        return scalar(read(_part(self, "imag"))) if self.dtype.kind == "c" else type(self)(0)

    @property
    def T(self):
        return self

    def item(self, *args):
        """Return the value as a Python scalar."""
        try:
            return to_numpy(self).item(*args)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, "item")
            except Exception as raised:
                take_place_of(raised, err)
                raise

    tolist = item

    def __hash__(self):
        return hash(to_numpy(self).item())

    def __bool__(self):
        return bool(to_numpy(self))

    @entry
    def __getitem__(self, index):
        return from_host(to_numpy(self)[()][index])

    @entry
    def __setitem__(self, index, value):
        raise TypeError(f"'numpy.{type(self).__name__}' object does not support item assignment")

    # as of NumPy's: `isinstance(x, Sized)` and `Iterable` are False, which pytest.approx asks
    __iter__ = None
    __len__ = None

    def __repr__(self):
        return repr(to_numpy(self)[()])

    def __str__(self):
        return str(to_numpy(self)[()])

    def __format__(self, spec):
        return format(to_numpy(self)[()], spec)

    @entry
    def __round__(self, ndigits=None):
        return from_host(round(to_numpy(self)[()], ndigits))

    @entry
    def __trunc__(self):
        return self.item().__trunc__()

    @entry
    def __floor__(self):
        return self.item().__floor__()

    @entry
    def __ceil__(self):
        return self.item().__ceil__()

    def __array__(self, dtype=None, copy=None):
        return np.array(to_numpy(self), dtype)

    def __reduce__(self):
        return (type(self), (self.item(),))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _is_concrete(real) -> bool:
    return isinstance(real, type) and issubclass(real, np.generic) and real not in _ABSTRACT


_ABSTRACT = (
    np.generic, np.number, np.integer, np.signedinteger, np.unsignedinteger, np.inexact,
    np.floating, np.complexfloating,
)  # fmt: skip


class number(generic):
    __slots__ = ()


class integer(number):
    __slots__ = ()

    @entry
    def is_integer(self):
        return True

    def bit_count(self):
        return to_numpy(self)[()].bit_count()

    @property
    def numerator(self):
        return self

    @property
    def denominator(self):
        return 1


class signedinteger(integer):
    __slots__ = ()


class unsignedinteger(integer):
    __slots__ = ()


class inexact(number):
    __slots__ = ()


class floating(inexact):
    __slots__ = ()

    @entry
    def is_integer(self):
        return self.item().is_integer()

    @entry
    def as_integer_ratio(self):
        return self.item().as_integer_ratio()

    def hex(self):
        return float(self).hex()

    @staticmethod
    def fromhex(text):
        return float64(float.fromhex(text))


class complexfloating(inexact):
    __slots__ = ()


class bool_(generic):
    __slots__ = ()


bool_.__name__ = "bool"  # NumPy 2's name; a class statement with it would hide the builtin here


class int8(signedinteger):
    __slots__ = ()


class int16(signedinteger):
    __slots__ = ()


class int32(signedinteger):
    __slots__ = ()


class int64(signedinteger):
    __slots__ = ()


class uint8(unsignedinteger):
    __slots__ = ()


class uint16(unsignedinteger):
    __slots__ = ()


class uint32(unsignedinteger):
    __slots__ = ()


class uint64(unsignedinteger):
    __slots__ = ()


class float16(floating):
    __slots__ = ()


class float32(floating):
    __slots__ = ()


class float64(floating):
    __slots__ = ()


class complex64(complexfloating):
    __slots__ = ()


class complex128(complexfloating):
    __slots__ = ()


# Python's classes of numbers know these as they know NumPy's own scalar types
numbers.Integral.register(integer)
numbers.Complex.register(inexact)
numbers.Real.register(floating)
numbers.Number.register(number)

_CONCRETE = frozenset(generic.classes.values())
_by_native: dict = {}


def scalar(native):
    """Return the scalar of the class that a 0-d native array's dtype calls for."""
    dtype = native.dtype
    cls = _by_native.get(dtype)
    if cls is None:
        cls = _by_native[dtype] = generic.classes[dtypes.to_numpy_dtype(dtypes.as_dtype(dtype))]
    value = Array.__new__(cls)
    value._data = native
    return value


@from_host.register(np.generic)
def host_scalar(value: np.generic):
    """Return a real NumPy scalar as one of ours; one that no backend can hold as it is."""
    cls = generic.classes.get(value.dtype)
    return value if cls is None else _on_backend(cls, np.asarray(value))


@to_host.register(generic)
def _host_value(value):
    return np.asarray(value)[()]


def _on_backend(cls, host):
    result = Array.__new__(cls)
    native = active_backend().from_host(host)
    # NumPy's own scalars warn of overflow, which its arrays without dimensions do not
    result._data = native[()] if type(native) is np.ndarray else native
    return result


def _part(value, name):
    return sys.modules["ivy_core"].__dict__[name](Array(read(value)))


def _construct(cls, value):
    if isinstance(value, Array):
        if value.shape == ():
            if type(value) is cls:
                return value
            native = read(value)
            ops = active_backend((value,))
            result = Array.__new__(cls)
            result._data = ops.cast(native, ops.to_native_dtype(cls.dtype))
            return result
        return value.astype(cls.dtype)
    host = np.asarray(value, cls.dtype) if not isinstance(value, str) else cls.dtype.type(value)
    host = np.asarray(host)
    if host.ndim:
        return new_array(generic.array_class, active_backend().from_host(host))
    return _on_backend(cls, host)
