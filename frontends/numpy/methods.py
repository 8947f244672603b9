"""Methods of ndarray and of the scalar types: functions of the namespace, and the others."""

from __future__ import annotations

import sys
import warnings

import numpy as np

from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.write import hold, store
from ivy_core.backends.holder import read
from ivy_core.utils.tracebacks import take_place_of, trim

from .conversion import copied
from .errors import NUMPY_ERRORS, entry
from .func_wrapper import ivy
from .native_route import method as native_method
from .ndarray import ndarray, set_writeable
from .scalar_types import HELD_DTYPES, BackendScalar, scalar

_FUNCTIONS = """
all any argmax argmin argpartition argsort choose clip cumprod cumsum diagonal dot max mean
min nonzero prod repeat searchsorted squeeze std sum swapaxes take trace var
""".split()
# Those of `_OWN` that NumPy's own arrays have with the same arguments and results.
_OF_NATIVE_ARRAYS = """
astype compress conj conjugate copy fill flatten partition put ravel reshape round sort transpose
""".split()


def _numpy():
    return sys.modules["frontends.numpy"]


def _method(name: str):
    def method(self, *args, **kwargs):
        try:
            return getattr(_numpy(), name)(self, *args, **kwargs)
        except Exception as err:
            trim(err)  # the function has said it
            raise

    method.__name__ = name
    method.__doc__ = f"Method form of ``numpy.{name}``."
    return method


def attach_methods(cls) -> None:
    """Give ``cls``, and the scalar types, the methods that NumPy's documentation lists."""
    for name in _FUNCTIONS:
        for owner in (cls, BackendScalar):
            setattr(owner, name, _method(name))
    for function in _OWN:
        for owner in (cls, BackendScalar):
            if function.__name__ not in owner.__dict__:
                setattr(owner, function.__name__, function)
    for name in (*_FUNCTIONS, *_OF_NATIVE_ARRAYS):
        setattr(cls, name, native_method(name, cls.__dict__[name]))
    for name, attribute in _OF_SCALARS.items():
        setattr(BackendScalar, name, attribute)


def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
    """Return the array in another dtype."""
    try:
        wanted = np.dtype(dtype)
        if not np.can_cast(self.dtype, wanted, casting):
            raise TypeError(
                f"Cannot cast array data from {self.dtype!r} to {wanted!r} according to the rule "
                f"'{casting}'"
            )
        if wanted == self.dtype:
            return self if not copy or type(self) is BackendScalar else self.copy()
        if wanted not in HELD_DTYPES:
            return np.asarray(self).astype(wanted)
        if self.dtype.kind == "c" and wanted.kind not in "cb":
            warnings.warn(
                "Casting complex values to real discards the imaginary part",
                np.exceptions.ComplexWarning,
                stacklevel=2,
            )
            result = ivy.astype(self.real, wanted)
        else:
            result = ivy.astype(self, wanted)
        if type(self) is BackendScalar:
            return scalar(read(result))
        return result
    except Exception as err:
        try:
            NUMPY_ERRORS.raise_translated(err, "astype")
        except Exception as raised:
            take_place_of(raised, err)
            raise


def copy(self, order="C"):
    """Return a copy of the array."""
    try:
        return self if type(self) is BackendScalar else copied(self, order)
    except Exception as err:
        try:
            NUMPY_ERRORS.raise_translated(err, "copy")
        except Exception as raised:
            take_place_of(raised, err)
            raise


@entry
def fill(self, value):
    """Set every element to ``value``."""
    if np.ndim(value):
        kind = TypeError if isinstance(value, (list, tuple)) else ValueError
        raise kind("fill: the value must be a scalar, not a sequence")
    self[...] = value


@entry
def flatten(self, order="C"):
    """Return a 1-d copy."""
    if type(self) is BackendScalar:
        return self.reshape(1)
    return ivy.ravel(self, order=order, copy=True)


def item(self, *args):
    """Return one element as a Python scalar."""
    try:
        return to_numpy(self).item(*args)
    except Exception as err:
        try:
            NUMPY_ERRORS.raise_translated(err, "item")
        except Exception as raised:
            take_place_of(raised, err)
            raise


def tolist(self):
    """Return the values as nested lists of Python scalars."""
    return to_numpy(self).tolist()


def tobytes(self, order="C"):
    """Return the bytes of the values."""
    return to_numpy(self).tobytes(order)


@entry
def tofile(self, fid, sep="", format="%s"):
    """Write the values to a file."""
    to_numpy(self).tofile(fid, sep, format)


def dumps(self):
    """Return the pickled array, as NumPy's own."""
    return to_numpy(self).dumps()


@entry
def dump(self, file):
    """Write the pickled array to a file, as NumPy's own."""
    to_numpy(self).dump(file)


@entry
def compress(self, condition, axis=None, out=None):
    """Return the parts along an axis where a condition holds."""
    return _numpy().compress(condition, self, axis, out)


@entry
def conj(self):
    """Return the complex conjugate."""
    return _numpy().conjugate(self)


@entry
def conjugate(self):
    """Return the complex conjugate."""
    return _numpy().conjugate(self)


def ravel(self, order="C"):
    """Return the elements in one dimension, as a view where that is possible."""
    try:
        return _numpy().ravel(self, order)
    except Exception as err:
        trim(err)
        raise


def reshape(self, *shape, order="C", copy=None):
    """Return the elements in another shape, as a view where that is possible."""
    try:
        if not shape:
            return _numpy().reshape(self)  # it complains
        if len(shape) == 1 and type(shape[0]) is not int:
            shape = shape[0]
        return _numpy().reshape(self, shape, order=order, copy=copy)
    except Exception as err:
        trim(err)
        raise


@entry
def resize(self, *new_shape, refcheck=True):
    """Change shape and size in place; new elements are zero."""
    if hasattr(self, "_view") or self.base is not None:
        raise ValueError("cannot resize this array: it does not own its data")
    if refcheck and self._view_refs:
        raise ValueError(
            "cannot resize an array that references or is referenced by another array in this way."
            "\nUse the np.resize function or refcheck=False"
        )
    shape = new_shape[0] if len(new_shape) == 1 and not isinstance(new_shape[0], int) else new_shape
    host = np.array(to_numpy(self))
    host.resize(shape, refcheck=False)
    hold(self, read(_numpy().array(host)))


@entry
def round(self, decimals=0, out=None):
    """Round to a number of decimals, half to even."""
    return _numpy().round(self, decimals, out)


@entry
def sort(self, axis=-1, kind=None, order=None, *, stable=None):
    """Sort in place."""
    store(self, read(_numpy().sort(self, axis, kind, order, stable=stable)))


@entry
def partition(self, kth, axis=-1, kind="introselect", order=None):
    """Partition in place."""
    store(self, read(_numpy().partition(self, kth, axis, kind, order)))


@entry
def put(self, indices, values, mode="raise"):
    """Set elements by their positions in the flattened array."""
    _numpy().put(self, indices, values, mode)


def transpose(self, *axes):
    """Return a view with the axes in another order."""
    try:
        if len(axes) == 1 and (axes[0] is None or not isinstance(axes[0], int)):
            axes = axes[0]
        return _numpy().transpose(self, axes if axes else None)
    except Exception as err:
        trim(err)
        raise


@entry
def view(self, dtype=None, type=None):
    """Return a view of the same elements; of another dtype, of the same bytes."""
    return _numpy().view_of(self, dtype)


@entry
def byteswap(self, inplace=False):
    """Swap the bytes of the elements."""
    swapped = _numpy().array(to_numpy(self).byteswap())
    if inplace:
        store(self, read(swapped))
        return self
    return swapped


@entry
def setflags(self, write=None, align=None, uic=None):
    """Make an array read-only, or writeable again; alignment is no question here."""
    native = read(self)
    if isinstance(native, np.ndarray):
        native.setflags(write=write, align=align, uic=uic)
    elif write is not None:
        set_writeable(self, bool(write))


@entry
def getfield(self, dtype, offset=0):
    """Return a field of the data as another dtype."""
    return _numpy().array(to_numpy(self).getfield(dtype, offset))


@entry
def to_device(self, device, /, *, stream=None):
    """Return the array on a device; NumPy's API knows the CPU alone."""
    if device != "cpu":
        raise ValueError(f'Unsupported device: {device}. Only "cpu" is accepted.')
    return self


@entry
def to_placement(self, placement, /):
    """Return the array placed on a device or in parts on a mesh: :func:`ivy_core.to_placement`."""
    return ivy.to_placement(self, placement)


_OWN = (
    astype, compress, copy, fill, flatten, item, tolist, tobytes, tofile, dumps, dump, conj,
    conjugate, ravel, reshape, resize, round, sort, partition, put, transpose, view, byteswap,
    setflags, getfield, to_device, to_placement,
)  # fmt: skip


# attributes of scalars beside those that their class has

_OF_SCALARS = {
    "flat": property(lambda self: self.reshape(1).flat),
    "flags": property(lambda self: to_numpy(self)[()].flags),
    "device": property(lambda self: "cpu"),
    "__array_ufunc__": ndarray.__array_ufunc__,
    "__array_function__": ndarray.__array_function__,
    "__array_namespace__": ndarray.__array_namespace__,
}
