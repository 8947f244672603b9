"""Scalars: NumPy's own where the host has the value, else arrays that answer as NumPy's would.

An element or a reduction of an array on the host is a scalar of NumPy's own class, with NumPy's
own arithmetic. A value that the host has not got (of a traced function, on another device, one
that gradients are recorded for) stays with its backend as a :class:`BackendScalar`.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable

import numpy as np

from ivy_core import dtypes
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import shown, to_numpy
from ivy_core.arrays.views import new_array
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for
from ivy_core.compilation.trace import symbolic_numbers
from ivy_core.compilation.trace import trace as tracing
from ivy_core.dtypes import HOST_SCALARS
from ivy_core.utils.exceptions import IvyValueError
from ivy_core.utils.tracebacks import replace_exception

from .errors import NUMPY_ERRORS, entry
from .fallback import to_host

HELD_DTYPES = frozenset(map(np.dtype, HOST_SCALARS))  # those that every backend holds


class NumpyDtypes(dict):
    """By a backend's dtype: NumPy's. Found out once a dtype."""

    def __missing__(self, native_dtype):
        found = self[native_dtype] = dtypes.to_numpy_dtype(dtypes.as_dtype(native_dtype))
        return found


numpy_dtypes = NumpyDtypes()
# By the identity of a backend's dtype, because TensorFlow takes long to hash one. They are kept, so
# that no other object gets their identity.
numpy_dtypes_by_id: dict[int, np.dtype] = {}
_identified: list = []


def numpy_dtype(native_dtype) -> np.dtype:
    """Return NumPy's dtype for a backend's."""
    found = numpy_dtypes[native_dtype]
    if len(_identified) < 256:
        _identified.append(native_dtype)
        numpy_dtypes_by_id[id(native_dtype)] = found
    return found


def traced_item(x: Array, args: tuple):
    """Return the one element of a traced array as Python's number; None where that is not it."""
    if args or x.size != 1 or not tracing.is_tracing():
        return None
    return symbolic_numbers.of_traced(read(x), tracing.current.programs)


class BackendScalar(Array):
    """A scalar whose value the host has not got: 0-d, immutable, hashable once it is known.

    ``isinstance`` takes it for one of NumPy's class, because ``__class__`` says so; code of the
    frontend tells them apart by ``type``. Operators and methods are attached by operators.py and
    methods.py.
    """

    __slots__ = ()
    _stays_recorded = True
    array_class: type[Array]  # ndarray; func_wrapper.py, which knows both, sets it

    @property
    def __class__(self):
        try:
            return self.dtype.type
        except (AttributeError, IvyValueError, KeyError):  # empty still; of no dtype of ours
            return BackendScalar

    @classmethod
    def __ivy_unflatten__(cls, native):
        """Rebuild a scalar from a result of ``jax.vmap`` and others: it may be an array by now."""
        if getattr(native, "shape", ()) != ():
            return new_array(BackendScalar.array_class, native)
        return scalar(native) if hasattr(native, "dtype") else new_array(cls, native)

    @property
    def dtype(self) -> np.dtype:
        return numpy_dtypes[self._data.dtype]

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
        return self if self.dtype.kind != "c" else _real_or_imag(self, "real")

    @property
    def imag(self):
        return _real_or_imag(self, "imag") if self.dtype.kind == "c" else self.dtype.type(0)

    @property
    def T(self):
        return self

    def item(self, *args):
        """Return the value as a Python scalar."""
        if tracing.current is not None and (found := traced_item(self, args)) is not None:
            return found
        try:
            return to_numpy(self).item(*args)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, "item")
            except Exception as raised:
                replace_exception(raised, err)
                raise

    tolist = item

    def __hash__(self):
        return hash(shown(self).item())

    def __bool__(self):
        return bool(shown(self))

    @entry
    def __getitem__(self, index):
        value = _numpy_scalar(self)[index]
        return new_array(self.array_class, _native_from_host(value)) if np.ndim(value) else value

    @entry
    def __setitem__(self, index, value):
        raise TypeError(
            f"'numpy.{self.dtype.type.__name__}' object does not support item assignment"
        )

    # as of NumPy's: `isinstance(x, Sized)` and `Iterable` are False, which pytest.approx asks
    __iter__ = None
    __len__ = None

    def __repr__(self):
        return repr(shown(self)[()])

    def __str__(self):
        return str(shown(self)[()])

    def __format__(self, spec):
        return format(shown(self)[()], spec)

    @entry
    def __round__(self, ndigits=None):
        return round(shown(self)[()], ndigits)

    @entry
    def __trunc__(self):
        return shown(self).item().__trunc__()

    @entry
    def __floor__(self):
        return shown(self).item().__floor__()

    @entry
    def __ceil__(self):
        return shown(self).item().__ceil__()

    def __array__(self, dtype=None, copy=None):
        return np.array(to_numpy(self), dtype)

    def __reduce__(self):
        return (self.dtype.type, (self.item(),))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


_new = object.__new__


def _numpy_scalar(x: BackendScalar) -> np.generic:
    return to_numpy(x)[()]


def _numpy_scalar_attribute(name) -> property:
    # scalars of some kinds have it, which is what NumPy's own answers
    return property(lambda self: getattr(_numpy_scalar(self), name))


for _name in "as_integer_ratio bit_count denominator hex is_integer numerator".split():
    setattr(BackendScalar, _name, _numpy_scalar_attribute(_name))


@functools.cache
def scalar_on(backend: types.ModuleType | None) -> Callable:
    """Make the converter of a backend's native array without dimensions to a scalar.

    Where the memory is the host's, it is NumPy's own scalar. ``backend`` is None for arrays of
    whichever backend.
    """
    if backend is None:
        return scalar
    if backend.CAPABILITIES.gives_scalars:  # NumPy
        array = np.ndarray
        return lambda native: native[()] if type(native) is array else native
    look, known = backend.scalar_on_host, HOST_SCALARS

    def scalar_of(native):
        value = look(native)
        if type(value) in known:
            return value
        made = _new(BackendScalar)
        made._data = native
        return made

    return scalar_of


def scalar(native):
    """Return a native array without dimensions as a scalar: NumPy's own where it is on the host."""
    return scalar_on(backend_for(native))(native)


def on_backend(value: np.generic) -> Array | np.generic:
    """Return one of NumPy's scalars as one of the backend; itself where no backend can hold it."""
    if value.dtype not in HELD_DTYPES:
        return value
    native = _native_from_host(value)
    made = _new(BackendScalar)
    # NumPy's own scalars warn of overflow, which its arrays without dimensions do not
    made._data = native[()] if type(native) is np.ndarray else native
    return made


def brought_to_host(value):
    """Return a scalar of the backend as NumPy's own where its memory is the host's."""
    return scalar(read(value)) if type(value) is BackendScalar else value


@to_host.register(BackendScalar)
def _scalar_to_host(value: BackendScalar) -> np.generic:
    return _numpy_scalar(value)


def _native_from_host(value):
    return active_backend().from_host(np.asarray(value))


def _real_or_imag(x, name):
    """Return the part ``name``, "real" or "imag", of a scalar as a scalar on its backend."""
    backend = backend_for(read(x))
    return scalar_on(backend)(getattr(backend, f"{name}_native")(read(x)))
