"""Methods of ndarray and of the scalar types: functions of the namespace, and the others."""

from __future__ import annotations

import functools
import operator
import sys
import warnings

import numpy as np

from frontends.common.conversion import native_copy
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.views import copied_view
from ivy_core.arrays.write import set_data, store
from ivy_core.backends.holder import held, read, waiting
from ivy_core.backends.loading import backend_for, backend_of_class
from ivy_core.compilation.trace import trace as tracing
from ivy_core.contexts import common
from ivy_core.utils.exceptions import IvyException
from ivy_core.utils.tracebacks import replace_exception, trim

from .arguments import integers
from .called_by_numpy import __array_function__, __array_ufunc__
from .conversion import copied, memory_axes
from .errors import NUMPY_ERRORS, entry
from .fallback import to_host
from .func_wrapper import ivy
from .host_call import mean_of_few, moved_on_host, routes
from .native_route import method as native_method
from .ndarray import ndarray, set_writeable
from .options import is_option
from .scalar_types import HELD_DTYPES, BackendScalar, scalar, traced_item
from .watching import watch

_FUNCTIONS = """
all any argmax argmin argpartition argsort cumprod cumsum diagonal dot max mean
min nonzero prod repeat searchsorted squeeze std sum swapaxes take trace var
""".split()
# What computes few elements on the host, for frameworks that compile kernels.
_ON_HOST = {
    name: getattr(np.ndarray, name)
    for name in """
    all any argmax argmin argsort cumprod cumsum dot max min prod std sum trace var
    """.split()
} | {"mean": mean_of_few}
_REDUCED = frozenset("max min prod sum".split())  # the core reduces whole arrays alike
_flattened_on_host = moved_on_host(np.ndarray.flatten)
# Those of `_OWN` that NumPy's own arrays have with the same arguments and results.
_OF_NATIVE_ARRAYS = "choose clip compress conj conjugate fill partition put round sort".split()


def _numpy_frontend():
    return sys.modules["frontends.numpy"]


def _make_method(name: str):
    """Return a method that calls this frontend's function of that name with the array first."""

    def method(self, *args, **kwargs):
        try:
            return getattr(_numpy_frontend(), name)(self, *args, **kwargs)
        except Exception as err:
            trim(err)  # already translated: only shorten the traceback
            raise

    method.__name__ = name
    method.__doc__ = f"Method form of ``numpy.{name}``."
    return method


_CORE = {"squeeze", "swapaxes"}  # the core has these with NumPy's arguments
_new, _array, _bound = object.__new__, np.ndarray, ivy.__dict__


def _make_core_method(name: str):
    """Make a method that calls the core's function, and the general method where that fails."""
    general, functions = _make_method(name), _bound

    def method(self, *args, **kwargs):
        if type(self) is ndarray and not kwargs and not common.on_host:
            try:
                return functions[name](self, *args)
            except IvyException:
                pass  # the function says it in NumPy's words
        return general(self, *args, **kwargs)

    method.__name__ = name
    method.__doc__ = general.__doc__
    return method


def attach_methods(cls) -> None:
    """Give ``cls``, and the scalar types, the methods that NumPy's documentation lists."""
    for name in _FUNCTIONS:
        setattr(BackendScalar, name, _make_method(name))
        setattr(cls, name, _make_core_method(name) if name in _CORE else _make_method(name))
    for function in _OWN:
        for owner in (cls, BackendScalar):
            if function.__name__ not in owner.__dict__:
                setattr(owner, function.__name__, function)
    for name in (*_FUNCTIONS, *_OF_NATIVE_ARRAYS):
        tried, core = ((), ()), name if name in _REDUCED else None
        if name in _ON_HOST:
            tried = routes("reduction", "array", name, None, core, host=_ON_HOST[name])
        setattr(cls, name, native_method(name, cls.__dict__[name], tried))
    for name, method in _PROTOCOLS.items():
        setattr(cls, name, method)
    for name, attribute in _OF_SCALARS.items():
        setattr(BackendScalar, name, attribute)
    cls.backward = BackendScalar.backward = _backward


_dtype = functools.lru_cache(maxsize=256, typed=True)(np.dtype)


def _general_astype(self, dtype, order, casting, copy):
    """Return the array in another dtype, whatever the options are."""
    wanted = np.dtype(dtype)
    if casting != "unsafe":
        # NumPy checks the rule; that of the same value, of NumPy 2.4, on the values
        host = np.asarray(self) if casting == "same_value" else np.empty(0, self.dtype)
        host.astype(wanted, casting=casting)
    if isinstance(copy, np._CopyMode):
        raise ValueError(
            "_CopyMode enum is not allowed for astype function. Use true/false instead."
        )
    order, is_scalar = (order or "K").upper(), type(self) is BackendScalar
    if wanted == self.dtype:
        if is_scalar or not copy and (order in "KA" or self.flags[f"{order}_CONTIGUOUS"]):
            return self
        # of an array in parts over devices each part is copied in C's order
        return self.copy("C" if memory_axes(self, order) is None else order)
    if wanted not in HELD_DTYPES:
        return np.asarray(self).astype(wanted, order)
    if self.dtype.kind == "c" and wanted.kind not in "cb":
        warnings.warn(
            "Casting complex values to real discards the imaginary part",
            np.exceptions.ComplexWarning,
            stacklevel=3,
        )
        result = ivy.astype(self.real, wanted)
    else:
        result = ivy.astype(self, wanted)
    if is_scalar:
        return scalar(read(result))
    if order in "CF" and not result.flags[f"{order}_CONTIGUOUS"]:
        return result.copy(order)
    return result


def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
    """Return the array in another dtype."""
    try:
        if type(self) is ndarray and order == "K" and copy is True and is_option(dtype):
            data = getattr(self, "_data", None)
            if type(data) is _array:
                if common.on_host:
                    y = _new(ndarray)
                    y._data = data.astype(dtype, order, casting)
                    return y
            elif casting == "unsafe" and data is not None:
                wanted = _dtype(dtype)
                if self.dtype.kind != "c" and wanted is not self.dtype:
                    backend = backend_of_class(type(data))
                    casts = backend.CAPABILITIES.native_views or type(data) in waiting
                    casts = casts and not watch.is_on
                    if casts and wanted in HELD_DTYPES:
                        y = _new(ndarray)
                        y._data = backend.cast(data, backend.to_native_dtype(wanted))
                        return y
                    return _bound["astype"](self, wanted)
        return _general_astype(self, dtype, order, casting, copy)
    except Exception as err:
        try:
            NUMPY_ERRORS.raise_translated(err, "astype")
        except Exception as raised:
            replace_exception(raised, err)
            raise


def copy(self, order="C"):
    """Return a copy of the array."""
    try:
        if type(self) is ndarray:
            try:
                data = self._data
            except AttributeError:  # a functional view not read yet
                data = None
            if type(data) is _array:
                y = _new(ndarray)
                y._data = data.copy() if order == "C" else data.copy(order)
                return y
            if order == "C" and data is not None:
                y = _new(ndarray)
                y._data = native_copy(data)
                return y
            native = copied_view(self) if order == "C" else None
            if native is not None:
                y = _new(ndarray)
                y._data = native
                return y
        return self if type(self) is BackendScalar else copied(self, order)
    except Exception as err:
        try:
            NUMPY_ERRORS.raise_translated(err, "copy")
        except Exception as raised:
            replace_exception(raised, err)
            raise


@entry
def fill(self, value):
    """Set every element to ``value``."""
    if np.ndim(value):
        kind = TypeError if isinstance(value, (list, tuple)) else ValueError
        raise kind("fill: the value must be a scalar, not a sequence")
    self[...] = value


def flatten(self, order="C"):
    """Return a 1-d copy."""
    try:
        if type(self) is BackendScalar:
            return self.reshape(1)
        data = getattr(self, "_data", None)
        if type(data) is _array:
            y = _new(ndarray)
            y._data = data.flatten(order)
            return y
        found = _flattened_on_host((self, order), {})
        if found is NotImplemented:
            return _bound["ravel"](self, order=order, copy=True)
        return found
    except Exception as err:
        try:
            NUMPY_ERRORS.raise_translated(err, "flatten")
        except Exception as raised:
            replace_exception(raised, err)
            raise


def item(self, *args):
    """Return one element as a Python scalar."""
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


def tolist(self):
    """Return the values as nested lists of Python scalars."""
    data = getattr(self, "_data", None)
    if type(data) is _array:
        return data.tolist()
    listed = None if data is None else backend_for(data).listed(data)
    return to_numpy(self).tolist() if listed is None else listed


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
def choose(self, /, *choices, out=None, mode="raise"):
    """Pick from arrays, given as a sequence or one by one, by the numbers in this one."""
    if not choices:
        raise TypeError("choose() takes at least 1 argument (0 given)")
    return _numpy_frontend().choose(self, choices[0] if len(choices) == 1 else choices, out, mode)


@entry
def clip(self, min=None, max=None, out=None, **kwargs):
    """Limit the values to an interval; either end may be left open."""
    return _numpy_frontend().clip(self, min, max, out, **kwargs)


@entry
def compress(self, condition, axis=None, out=None):
    """Return the parts along an axis where a condition holds."""
    return _numpy_frontend().compress(condition, self, axis, out)


@entry
def conj(self, out=None):
    """Return the complex conjugate, of a real array itself."""
    if out is not None:
        return _numpy_frontend().conjugate(self, out)
    if type(self) is ndarray and self.dtype.kind != "c":
        return self
    return _numpy_frontend().conjugate(self)


@entry
def conjugate(self, out=None):
    """Return the complex conjugate, of a real array itself."""
    return conj(self, out)


def ravel(self, order="C"):
    """Return the elements in one dimension, as a view where that is possible."""
    try:
        if order == "C" and type(self) is ndarray:
            try:
                data = self._data
                if type(data) is _array:
                    y = _new(ndarray)
                    y._data = data.ravel()
                    return y
            except AttributeError:
                pass  # a functional view not read yet
            return _bound["ravel"](self)
        return _numpy_frontend().ravel(self, order)
    except Exception as err:
        trim(err)
        raise


def reshape(self, *shape, order="C", copy=None):
    """Return the elements in another shape, as a view where that is possible."""
    try:
        if type(self) is ndarray and order == "C" and copy is None and shape:
            try:
                data = self._data
                if type(data) is _array:
                    y = _new(ndarray)
                    y._data = data.reshape(*shape)
                    return y
                return _bound["reshape"](self, shape if len(shape) > 1 else shape[0])
            except (AttributeError, IvyException, TypeError, ValueError):
                pass  # a functional view; or the function says it in NumPy's words
        if not shape:
            return _numpy_frontend().reshape(self)  # it complains
        if len(shape) == 1 and type(shape[0]) is not int:
            shape = shape[0]
        return _numpy_frontend().reshape(self, shape, order=order, copy=copy)
    except Exception as err:
        trim(err)
        raise


@entry
def resize(self, *new_shape, refcheck=True):
    """Change shape and size in place; new elements are zero."""
    if hasattr(self, "_view") or self.base is not None:
        raise ValueError("cannot resize this array: it does not own its data")
    if operator.index(refcheck) and self._view_refs:
        raise ValueError(
            "cannot resize an array that references or is referenced by another array in this way."
            "\nUse the np.resize function or refcheck=False"
        )
    host = np.array(to_numpy(self))
    host.resize(*to_host(new_shape), refcheck=False)
    set_data(self, read(_numpy_frontend().array(host)))


@entry
def round(self, decimals=0, out=None):
    """Round to a number of decimals, half to even."""
    return _numpy_frontend().round(self, decimals, out)


@entry
def sort(self, axis=-1, kind=None, order=None, *, stable=None):
    """Sort in place."""
    store(self, read(_numpy_frontend().sort(self, axis, kind, order, stable=stable)))


@entry
def partition(self, kth, axis=-1, kind="introselect", order=None):
    """Partition in place."""
    store(self, read(_numpy_frontend().partition(self, kth, axis, kind, order)))


@entry
def put(self, indices, values, mode="raise"):
    """Set elements by their positions in the flattened array."""
    _numpy_frontend().put(self, indices, values, mode)


def transpose(self, *axes):
    """Return a view with the axes in another order."""
    try:
        if not axes and type(self) is ndarray:
            return self.T
        if common.on_host and type(self) is ndarray:
            data = getattr(self, "_data", None)
            if type(data) is _array:
                try:
                    shown = data.transpose(*axes)
                except (TypeError, ValueError):
                    pass  # the function says it
                else:
                    y = _new(ndarray)
                    y._data = shown
                    return y
        if len(axes) == 1 and (axes[0] is None or not isinstance(axes[0], int)):
            axes = axes[0] if axes[0] is None else integers(axes[0])
        return _numpy_frontend().transpose(self, axes if axes else None)
    except Exception as err:
        trim(err)
        raise


def view(self, dtype=None, type=None):
    """Return a view of the same elements; of another dtype, of the same bytes."""
    try:
        if type is not None:
            return (self if dtype is None else self.view(dtype)).view(type)
        if dtype is None and self.__class__ is ndarray:
            data = getattr(self, "_data", None)
            if data.__class__ is _array:
                y = _new(ndarray)
                y._data = data.view()
                return y
            return self[...]
        return _numpy_frontend().view_of(self, dtype)
    except Exception as err:
        try:
            NUMPY_ERRORS.raise_translated(err, "view")
        except Exception as raised:
            replace_exception(raised, err)
            raise


@entry
def byteswap(self, inplace=False):
    """Swap the bytes of the elements."""
    swapped = _numpy_frontend().array(to_numpy(self).byteswap())
    if inplace:
        store(self, read(swapped))
        return self
    return swapped


@entry
def setflags(self, write=None, align=None, uic=None):
    """Make an array read-only, or writeable again; alignment is no question here."""
    native = held(self)
    if isinstance(native, np.ndarray):
        native.setflags(write=write, align=align, uic=uic)
    elif write is not None:
        set_writeable(self, bool(write))


@entry
def getfield(self, dtype, offset=0):
    """Return a field of the data as another dtype."""
    data = getattr(self, "_data", None)
    if type(data) is _array:
        return _numpy_frontend().asarray(data.getfield(dtype, offset))
    return _numpy_frontend().array(to_numpy(self).getfield(dtype, offset))


@entry
def setfield(self, val, /, dtype, offset=0):
    """Put a value into a field of the data of another dtype."""
    data = getattr(self, "_data", None)
    if type(data) is _array:
        data.setfield(to_host(val), dtype, offset)
        return
    host = np.array(to_numpy(self))
    host.setflags(write=self.flags.writeable)
    host.setfield(to_host(val), dtype, offset)
    store(self, read(_numpy_frontend().array(host)))


@entry
def to_device(self, device, /, *, stream=None):
    """Return the array on a device; NumPy's API knows the CPU alone."""
    if device != "cpu":
        raise ValueError(f'Unsupported device: {device}. Only "cpu" is accepted.')
    if stream is not None:
        raise ValueError("The stream argument in to_device() is not supported")
    return self


@entry
def to_placement(self, placement, /):
    """Return the array placed on a device or in parts on a mesh: :func:`ivy_core.to_placement`."""
    return ivy.to_placement(self, placement)


_OWN = (
    astype, choose, clip, compress, copy, fill, flatten, item, tolist, tobytes, tofile, dumps, dump,
    conj, conjugate, ravel, reshape, resize, round, sort, partition, put, transpose, view, byteswap,
    setflags, getfield, setfield, to_device, to_placement,
)  # fmt: skip


@property
def _backward(self):
    """The method of the tensor in it, for what a PyTorch graph has recorded."""
    native = read(self)
    backend = backend_for(native)
    if backend.CAPABILITIES.records and backend.needs_gradient(native):
        return native.backward
    name = f"numpy.{'ndarray' if isinstance(self, ndarray) else self.dtype.type.__name__}"
    raise AttributeError(f"'{name}' object has no attribute 'backward'", name="backward", obj=self)


# attributes of scalars beside those that their class has

_PROTOCOLS = {"__array_ufunc__": __array_ufunc__, "__array_function__": __array_function__}
_OF_SCALARS = {
    "flat": property(lambda self: self.reshape(1).flat),
    "flags": property(lambda self: to_numpy(self)[()].flags),
    "device": property(lambda self: "cpu"),
    **_PROTOCOLS,
    "__array_namespace__": vars(ndarray)["__array_namespace__"],
}
