"""ndarray: an ivy Array that behaves as NumPy's, on whichever backend holds the data."""

from __future__ import annotations

import gc
import inspect
import math
import operator
import sys
import types
import warnings

import numpy as np

from ivy_core.arrays import write
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import shown, to_numpy
from ivy_core.arrays.indexing import get_item
from ivy_core.arrays.indices import array_of, basic_lens, is_traced
from ivy_core.arrays.lenses import Everything, ReadOnly, Real
from ivy_core.arrays.memory import host_of
from ivy_core.arrays.views import functional_view, is_read_only, memory_of, new_array, shadow
from ivy_core.arrays.write import rebind, set_data, store_item
from ivy_core.backends.common.indices import NO_INDEX
from ivy_core.backends.common.shapes import blank
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import backend_for, backend_of, backend_of_class
from ivy_core.dtypes import HOST_SCALARS
from ivy_core.utils.exceptions import IvyException
from ivy_core.utils.tracebacks import level_of_user, replace_exception

from .errors import NUMPY_ERRORS, entry
from .fallback import array_from_pickle, from_host, to_host
from .protocols import HostSubclass, for_both
from .scalar_types import numpy_dtype, numpy_dtypes_by_id, scalar

# The core, bound to this frontend's arrays: func_wrapper.py publishes its functions here.
ivy = types.ModuleType("frontends.numpy.ivy", "The core, giving arrays of this frontend.")


_new, _attribute_of, _FUNCTION = object.__new__, type.__getattribute__, types.FunctionType
_real_array, _bound = np.ndarray, ivy.__dict__
_dtypes_by_id = numpy_dtypes_by_id


class _OwnOrNumpys(type(Array)):
    """Metaclass: scripts that ask for ``ndarray`` mean NumPy's own arrays as well.

    These come of ``np.uint8([1, 2])`` and of what scalars give. The frontend itself tells them
    apart by ``type``. What a script derives from ``ndarray`` is derived from NumPy's.
    """

    def __new__(meta, name, bases, namespace, **options):
        if not any(type(base) is meta for base in bases):
            return super().__new__(meta, name, bases, namespace, **options)
        bases = tuple([HostSubclass if type(base) is meta else base for base in bases])
        # as of a class made by `type(name, bases, {})`: that of the frame that makes it
        home = {"__module__": sys._getframe(1).f_globals.get("__name__")}
        return types.new_class(name, bases, options, lambda body: body.update(home | namespace))

    @property
    def __signature__(cls):
        return inspect.signature(_real_array)

    def __repr__(cls):
        return "<class 'numpy.ndarray'>"  # what a script prints

    def __getattribute__(cls, name):
        found = _attribute_of(cls, name)
        # the ufuncs' one tells them apart by itself, and is looked up four times for an operator
        if type(found) is _FUNCTION and name != "__array_ufunc__":
            return for_both(name, found) or found
        return found

    def __getattr__(cls, name):
        if (method := for_both(name)) is None:
            raise AttributeError(f"type object 'ndarray' has no attribute {name!r}", name=name)
        return method

    def __instancecheck__(cls, instance):
        return issubclass(type(instance), cls)

    def __subclasscheck__(cls, kind):
        return issubclass(kind, np.ndarray) or type.__subclasscheck__(cls, kind)


class ndarray(Array, metaclass=_OwnOrNumpys):
    """Array with NumPy's attributes, methods, operators and indexing.

    Parameters
    ----------
    shape : int or tuple of int
        Shape of the new array.
    dtype : dtype-like, optional
        Its data type; float64 by default.
    buffer : object exposing the buffer interface, optional
        Its memory; the elements of another array of ours are copied.
    offset, strides, order
        As in NumPy; ``strides`` only together with ``buffer``.

    References
    ----------
    NumPy reference, ``numpy.ndarray``.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> np.ndarray((2,), dtype=int).shape
    (2,)
    """

    __slots__ = ()
    _stays_recorded = True
    __array_priority__ = 1.0

    def __new__(cls, shape=None, dtype=float, buffer=None, offset=0, strides=None, order=None):
        if shape is None:
            return object.__new__(cls)
        if cls is not ndarray:  # of a class derived from it, which calls this by its name
            return HostSubclass.__new__(cls, shape, dtype, buffer, offset, strides, order)
        np_ = _numpy_frontend()
        if buffer is None:
            return np_.empty(shape, float if dtype is None else dtype, order or "C")
        host = np.ndarray(shape, np.dtype(dtype), to_host(buffer), offset, strides, order)
        is_ours = isinstance(buffer, Array)
        return np_.asarray(host) if is_ours else np_.conversion.array_on_memory(host)

    def __init__(self, *args, **kwargs):
        pass  # __new__ has done it

    # attributes

    @property
    def dtype(self) -> np.dtype:
        try:
            return _dtypes_by_id[id(self._data.dtype)]
        except (AttributeError, KeyError):
            return numpy_dtype(held(self).dtype)

    @dtype.setter
    @entry
    def dtype(self, dtype):
        viewed = self.view(dtype)
        rebind(self, viewed)

    @property
    def shape(self) -> tuple[int, ...]:
        try:
            shape = self._data.shape
        except AttributeError:
            return self._view.shape
        if type(shape) is tuple:
            return shape
        return tuple(shape if isinstance(shape, tuple) else shape.as_list())

    @shape.setter
    @entry
    def shape(self, shape):
        # NumPy checks the shape and raises its own ValueError
        wanted = blank(self.shape).reshape(shape).shape
        try:
            viewed = ivy.reshape(self, wanted, copy=False)
        except IvyException:
            viewed = None
        if viewed is None:
            raise AttributeError(
                "Incompatible shape for in-place modification. Use `.reshape()` to make a copy "
                "with the desired shape."
            )
        rebind(self, viewed)

    @property
    def size(self) -> int:
        try:
            data = self._data
            if type(data) is _real_array:
                return data.size
            shape = data.shape
            return math.prod(shape if isinstance(shape, tuple) else shape.as_list())
        except AttributeError:  # a functional view not read yet
            return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        try:
            data = self._data
            if hasattr(type(data), "nbytes"):  # TensorFlow takes 2 us to say that it has none
                return data.nbytes
        except AttributeError:
            pass  # a functional view not read yet
        return self.size * self.dtype.itemsize

    @property
    def T(self):
        try:
            data = self._data
            if type(data) is _real_array:
                y = _new(ndarray)
                y._data = data.T
                return y
        except AttributeError:
            pass  # a functional view not read yet
        return _bound["permute_dims"](self)

    @property
    @entry
    def mT(self):
        if self.ndim < 2:
            raise ValueError("matrix transpose with ndim < 2 is undefined")
        return ivy.matrix_transpose(self)

    @property
    def real(self):
        try:
            data = self._data
            if type(data) is _real_array and data.dtype.kind != "c":
                return self
        except AttributeError:
            pass  # a functional view not read yet
        return self._real_or_imag_view("real") if self.dtype.kind == "c" else self

    @real.setter
    @entry
    def real(self, value):
        self.real[...] = value

    @property
    def imag(self):
        if self.dtype.kind == "c":
            return self._real_or_imag_view("imag")
        zeros = ivy.zeros_like(self)
        zeros.setflags(write=False)
        return zeros

    @imag.setter
    @entry
    def imag(self, value):
        if self.dtype.kind != "c":
            raise TypeError("array does not have imaginary part to set")
        self.imag[...] = value

    def _real_or_imag_view(self, part):
        """Return a view of "real" or "imag": native if the backend can and ``self`` is no view."""
        if backend_for(memory_of(self)).CAPABILITIES.native_views and not hasattr(self, "_view"):
            return new_array(ndarray, getattr(self._data, part))
        return functional_view(self, Real(part, self.shape), ndarray)

    @property
    def base(self):
        """The array whose memory this one looks at, None if it owns its data."""
        if hasattr(self, "_view"):
            stack = self._view.stack  # one that is read-only alone owns its data
            return None if all(type(lens) is ReadOnly for lens in stack) else self._view.base
        native = getattr(self._data, "base", getattr(self._data, "_base", None))
        if native is None or not _is_native_array(native):
            return native
        # the array that holds it is found among those that refer to it: some milliseconds
        for each in gc.get_referrers(native):
            if type(each) is ndarray and getattr(each, "_data", None) is native:
                return each
        return new_array(ndarray, native)

    @property
    def data(self):
        """A buffer over the values on the host."""
        return to_numpy(self).data

    @data.setter
    def data(self, native):
        raise AttributeError("attribute 'data' of 'numpy.ndarray' objects is not writable")

    @property
    def flags(self):
        """Memory layout; virtual where the backend has no strides."""
        native = read(self)
        if isinstance(native, np.ndarray):
            return native.flags
        return Flags(self)

    @property
    def ctypes(self):
        return to_numpy(self).ctypes

    @property
    def device(self):
        return "cpu"

    @device.setter
    def device(self, device):
        raise AttributeError("attribute 'device' of 'numpy.ndarray' objects is not writable")

    @property
    def flat(self):
        return flatiter(self)

    @flat.setter
    @entry
    def flat(self, values):
        flatiter(self)[:] = values

    def __iter__(self):
        data = getattr(self, "_data", None)
        if type(data) is _real_array and data.ndim:
            return map(_box_native, data) if data.ndim > 1 else iter(data)
        if data is not None and data.ndim:
            ops = backend_of_class(type(data))
            if ops is not None and ops.CAPABILITIES.native_views:
                if data.ndim > 1:
                    return map(_box_native, map(data.__getitem__, range(data.shape[0])))
                memory = ops.memory_on_host(data)
                if memory is not None:
                    return iter(memory)
        return super().__iter__()

    # indexing

    def __getitem__(self, index):
        try:
            try:
                data, kind = self._data, type(index)
                if type(data) is _numpys_array:  # then it is no functional view
                    if kind is tuple:
                        # NumPy would ask an array of ours for an int first: its refusal takes long
                        if index and (type(index[0]) is ndarray or type(index[-1]) is ndarray):
                            index = _unwrap_index(index)
                    elif kind is ndarray:
                        index = index._data
                        kind = type(index)
                    if kind in _NATIVE_INDICES:
                        picked = data[index]
                        if type(picked) is not _numpys_array:
                            return picked
                        array = _new(ndarray)
                        array._data = picked
                        return array
                    return get_item(self, index, ndarray, scalar, True)
            except AttributeError:  # a functional view not read yet, as the array or the index
                return get_item(self, index, ndarray, scalar)
            is_element = False
            if kind is not ndarray:
                ops = backend_of_class(type(data))
                if kind is tuple:
                    is_element = (
                        index
                        and type(index[0]) in _INTEGERS
                        and type(index[-1]) in _INTEGERS
                        and _INTEGERS.issuperset(map(type, index))
                    )
                else:
                    is_element = kind in _INTEGERS and data.ndim == 1
                if not is_element and ops is not None and ops.CAPABILITIES.native_views:
                    picked = ops.get_native(data, index)
                    if picked is not None:
                        array = _new(ndarray)
                        array._data = picked
                        return array
                if is_element:
                    memory = host_of(self, ops)
                    if memory is not None:
                        picked = memory[index]
                        if type(picked) in HOST_SCALARS:
                            return picked
            return get_item(self, index, ndarray, scalar, not is_element)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, "__getitem__", _text_index_error(err, index))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    def __setitem__(self, index, value):
        try:
            # no name here for the data: memory that is referred to is copied before a write
            try:
                is_numpys = type(self._data) is _numpys_array
            except AttributeError:  # a functional view not read yet
                is_numpys = False
            if is_numpys:
                if write.observer is None:
                    kind = type(index)
                    if kind in _ONE_ENTRY:
                        if type(value) in _NUMBERS:
                            self._data[index] = value
                            return
                        at = index
                    elif kind is tuple:
                        at = index
                        if index and (type(index[0]) is ndarray or type(index[-1]) is ndarray):
                            at = _unwrap_index(index)
                        if type(value) in _NUMBERS:
                            self._data[at] = value
                            return
                    else:
                        at = getattr(index, "_data", None) if kind is ndarray else index
                    given = getattr(value, "_data", None) if type(value) is ndarray else value
                    if type(given) in _NUMPYS_VALUES and type(at) in _NATIVE_INDICES:
                        self._data[at] = given
                        return
            elif type(value) in _NUMBERS and type(index) in _KNOWN_INDICES:
                if write.store_number(self, index, value):
                    return
            elif type(value) is ndarray and write.store_view(self, index, value):
                return
            store_item(self, index, _convert_written_value(self, index, value))
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, "__setitem__")
            except Exception as raised:
                replace_exception(raised, err)
                raise

    @entry
    def __delitem__(self, index):
        raise ValueError("cannot delete array elements")

    @entry
    def __contains__(self, value):
        return bool((self == value).any())

    # conversion

    def __repr__(self) -> str:
        return np.array_repr(shown(self))

    def __str__(self) -> str:
        return np.array_str(shown(self))

    def __format__(self, spec) -> str:
        return format(shown(self), spec)

    def __array__(self, dtype=None, copy=None):
        host = to_numpy(self)
        if dtype is not None and host.dtype != dtype:
            return host.astype(dtype)
        # not `flags.writeable`: that warns of the views that broadcast_arrays gives
        return host if host.flags.num & _WRITEABLE and not copy else np.array(host)

    @property
    def __array_interface__(self) -> dict:
        """The memory that ``__array__`` gives, as version 3 of NumPy's protocol describes it.

        Pillow's ``fromarray`` looks for it, and NumPy takes it before ``__array__``. There is none
        of arrays without memory on the host, and of dtypes that NumPy alone knows nothing of.
        """
        host = _shared_memory(self, "__array_interface__")
        shown = {"data": host, "strides": host.strides}
        if not host.flags.c_contiguous:
            span = _byte_span(host)  # not an address, which dangles once the array has other memory
            shown["data"] = span
            shown["offset"] = host.ctypes.data - span.ctypes.data
        return host.__array_interface__ | shown

    @property
    def __array_struct__(self):
        """The same memory, as the C structure of that protocol."""
        return _shared_memory(self, "__array_struct__").__array_struct__

    def __array_wrap__(self, array, context=None, return_scalar=False):
        array = from_host(array)
        return array[()] if return_scalar and not array.shape else array

    def __sizeof__(self):
        # of NumPy's object, and of the elements; Python adds what its collector has in front
        own = np.empty((0,) * len(self.shape)).__sizeof__() - _COLLECTOR_BYTES
        return own + (self.nbytes if self.flags.owndata else 0)

    def __bytes__(self):
        if not self.shape and self.dtype.kind in "iu":
            return bytes(operator.index(self))  # so many zeros, as for an integer
        return to_numpy(self).tobytes()

    def __buffer__(self, flags):
        return memoryview(to_numpy(self))

    @entry
    def __array_namespace__(self, *, api_version=None):
        np.empty(0).__array_namespace__(api_version=api_version)  # raises for one that is not known
        return _numpy_frontend()

    __class_getitem__ = classmethod(types.GenericAlias)

    def __reduce_ex__(self, protocol):
        host = to_numpy(self)
        if host.flags.forc:  # a buffer of its own; other memory NumPy pickles by its values
            host = np.array(host)
        return (array_from_pickle, (host,))

    def __reduce__(self):
        # NumPy's triple, whose parts some call by themselves (dill): make an array, set its state
        return (array_from_pickle, (np.empty(0),), np.array(to_numpy(self)).__reduce__()[2])

    def __setstate__(self, state, /):
        host = np.empty(0)
        host.__setstate__(state)
        made = array_from_pickle(host)
        if hasattr(self, "_view"):
            set_data(self, read(made))
        else:
            rebind(self, made)  # with its strides, which the data alone has not on every backend

    def __copy__(self):
        return self.copy("K")

    def __deepcopy__(self, memo):
        return self.copy("K")

    __hash__ = None


# what getsizeof() counts besides of an object that the garbage collector tracks, as NumPy's is not
_COLLECTOR_BYTES = sys.getsizeof([]) - [].__sizeof__()


def _shared_memory(array, protocol: str) -> np.ndarray:
    """Return an array's memory as NumPy's array; AttributeError for others to go on without it."""
    try:
        host = array.__array__()
    except (IvyException, TypeError, ValueError, RuntimeError) as err:
        raise AttributeError(protocol) from err
    if host.dtype.isbuiltin != 1:
        raise AttributeError(protocol)
    return host


def _byte_span(host: np.ndarray) -> np.ndarray:
    """Return the bytes from the first element of an array in memory to its last, gaps included."""
    begin, end = np.lib.array_utils.byte_bounds(host)
    upwards = host[tuple([slice(None, None, -1 if step < 0 else 1) for step in host.strides])]
    first = upwards[(slice(1),) * host.ndim].reshape(-1).view(np.uint8)
    return np.lib.stride_tricks.as_strided(first, (end - begin,), (1,))


def _unwrap_index(index: tuple) -> tuple:
    """Return an index with NumPy's arrays for those of ours that have one."""
    return tuple(
        [
            native
            if type(entry) is ndarray
            and type(native := getattr(entry, "_data", None)) is _numpys_array
            else entry
            for entry in index
        ]
    )


def _box_native(native) -> ndarray:
    array = _new(ndarray)
    array._data = native
    return array


_numpys_array = np.ndarray
_INTEGERS = frozenset([int, *(cls for cls in HOST_SCALARS if issubclass(cls, np.integer))])
# indices that NumPy takes as they are; it reads an array of ours within a tuple by its protocol
_NUMPYS_INDICES = _INTEGERS | {tuple, slice, type(None), type(...)}
_ONE_ENTRY = _NUMPYS_INDICES - {tuple}
_NATIVE_INDICES = _NUMPYS_INDICES | {np.ndarray, list}
_KNOWN_INDICES = _NUMPYS_INDICES | {ndarray}
_NUMBERS = HOST_SCALARS | {bool, int, float, complex}
_NUMPYS_VALUES = _NUMBERS | {np.ndarray}
_WRITEABLE = 0x0400  # NPY_ARRAY_WRITEABLE among the flags of NumPy's C interface


def _text_index_error(err: Exception, index) -> IndexError | None:
    """Return NumPy's error for a text as an index; None for another error or index."""
    is_text = type(index) is str or type(index) is list and index and type(index[0]) is str
    return IndexError(NO_INDEX) if is_text and isinstance(err, IndexError) else None


_PYTHON_SCALARS = frozenset({bool, int, float, complex})


def _convert_written_value(x, index, value):
    """Return a value that the elements at an index can take; raise NumPy's error for another."""
    if isinstance(value, Array):
        if _may_pick_element(index) and value.shape and _picks_element(x, index):
            if isinstance(value, ndarray) or math.prod(value.shape) != 1:
                raise ValueError("setting an array element with a sequence.")
            value = value.reshape(())  # NumPy asks PyTorch's tensors of one element for a number
        if value.dtype.kind == "c" and x.dtype.kind in "iuf":
            warnings.warn(
                "Casting complex values to real discards the imaginary part",
                np.exceptions.ComplexWarning,
                stacklevel=level_of_user(sys._getframe()),
            )
    elif type(value) not in _PYTHON_SCALARS:
        return _written_value_to_host(x, index, value)
    elif type(value) is complex and x.dtype.kind in "iuf":
        (float if x.dtype.kind == "f" else int)(value)  # Python's own error
    elif type(value) is int:
        _check_int_fits(value, x.dtype)
    elif type(value) is float and x.dtype.kind in "iu":
        return _float_to_int(value)
    return value


def _may_pick_element(index) -> bool:
    """Return False for an index with a slice, or Ellipsis alone: a quick look, not the answer."""
    if type(index) is tuple:
        return slice not in map(type, index)
    return type(index) is not slice and index is not Ellipsis


def _picks_element(x, index) -> bool:
    """Return whether integers alone index one element; raise NumPy's error if it does not exist."""
    if type(index) is not tuple:
        index = (index,)
    if len(index) != len(x.shape):
        return False
    for each in index:
        if type(each) is not int and not issubclass(type(each), np.integer):
            if type(each) is not ndarray or not _is_known_integer(each):
                return False
    index = tuple([operator.index(each) for each in index])
    try:
        blank(x.shape)[index]  # that there is no such element is said before what is wrong with it
    except IndexError:
        if is_read_only(x):  # NumPy says so before it looks at the index
            raise ValueError("assignment destination is read-only") from None
        raise
    return True


def _written_value_to_host(x, index, value):
    """Convert a written list, string or NumPy's array for the host; leave other or traced ones."""
    if isinstance(value, (list, tuple, np.ndarray)) and _picks_element(x, index):
        element = np.empty(1, x.dtype)
        element[0] = value  # raises what NumPy raises, which depends on the dtype
        return element[0]
    if isinstance(value, np.generic) and not _is_fancy(index):
        element = np.empty((), x.dtype)
        element[()] = value  # by NumPy's rules for one number: a date is no integer
        return element
    if isinstance(value, (list, tuple)):
        if is_read_only(x):  # NumPy says so before it looks at the index
            raise ValueError("assignment destination is read-only")
        found = array_of(value)  # of the backend's if it holds traced values
        if found.ndim and (lens := basic_lens(index, x.shape)) and not lens.shape:
            np.empty((), x.dtype)[...] = value  # raises what NumPy raises
        return np.asarray(found, x.dtype) if isinstance(found, np.ndarray) else found
    if isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value, x.dtype)
    if backend_of(value) is not None:
        return value
    return np.asarray(value, x.dtype)


def _is_fancy(index) -> bool:
    """Return whether an index has arrays or lists in it, whose elements are cast."""
    parts = index if type(index) is tuple else (index,)
    return any(isinstance(part, (list, Array, np.ndarray)) for part in parts)


def _check_int_fits(value: int, dtype: np.dtype) -> None:
    """Raise NumPy's OverflowError for a number that an integer dtype does not hold."""
    if dtype.kind in "iu" and not -128 <= value < 128 or dtype.kind == "u" and value < 0:
        np.asarray(value, dtype)  # raises OverflowError as NumPy does


def _float_to_int(value: float):
    """Return the integer part; raise ValueError for nan, OverflowError for infinity."""
    if math.isnan(value):
        raise ValueError("cannot convert float NaN to integer")
    if math.isinf(value):
        raise OverflowError("cannot convert float infinity to integer")
    return int(value)


def _is_native_array(native) -> bool:
    return isinstance(native, np.ndarray) or hasattr(native, "ndim")


def set_writeable(x: ndarray, writeable: bool) -> None:
    """Let an array refuse writes, or take them again, on a backend without such a flag."""
    stack = x._manipulation_stack
    if writeable:
        last = stack[-1] if stack else None
        if type(last) is ReadOnly:
            other = x._view.base
            for lens in stack[:-1]:
                other = functional_view(other, lens, ndarray)
            if other is x._view.base:
                other = functional_view(other, Everything(x.shape), ndarray)
            rebind(x, other)
        elif hasattr(last, "writeable") and not any(lens.read_only for lens in stack[:-1]):
            other = x._view.base
            for lens in (*stack[:-1], last.writeable):
                other = functional_view(other, lens, ndarray)
            rebind(x, other)
        elif _is_read_only_view(x):
            raise ValueError("cannot set WRITEABLE flag to True of this array")
    elif not _is_read_only_view(x):
        rebind(x, functional_view(x, ReadOnly(x.shape), ndarray))


class Flags:
    """Memory layout of an array on a backend without strides of its own."""

    def __init__(self, array: ndarray):
        layout = shadow(array).flags
        self._array = array
        self.c_contiguous = layout.c_contiguous
        self.f_contiguous = layout.f_contiguous
        self.owndata = array.base is None
        self.aligned = True
        self.writebackifcopy = False

    @property
    def writeable(self) -> bool:
        return not _is_read_only_view(self._array)

    @writeable.setter
    @entry
    def writeable(self, value):
        self._array.setflags(write=bool(value))

    contiguous = property(lambda self: self.c_contiguous)
    fortran = property(lambda self: self.f_contiguous)
    fnc = property(lambda self: self.f_contiguous and not self.c_contiguous)
    forc = property(lambda self: self.f_contiguous or self.c_contiguous)
    num = property(
        lambda self: (
            self.c_contiguous
            | self.f_contiguous << 1
            | self.owndata << 2
            | self.aligned << 8
            | self.writeable << 10
        )
    )
    behaved = property(lambda self: self.aligned and self.writeable)
    carray = property(lambda self: self.behaved and self.c_contiguous)
    farray = property(lambda self: self.behaved and self.fnc)

    @entry
    def __getitem__(self, name: str):
        name = _FLAGS.get(name, name)
        if not isinstance(name, str) or name.upper() not in _FLAG_NAMES:
            raise KeyError("Unknown flag")
        return getattr(self, name.lower())

    @entry
    def __setitem__(self, name: str, value):
        if _FLAGS.get(name, name).upper() != "WRITEABLE":
            raise KeyError("Unknown flag")
        self.writeable = value

    def __delattr__(self, name: str):
        raise AttributeError(f"Cannot delete flags {name} attribute")

    def __eq__(self, other):
        return isinstance(other, Flags) and self.num == other.num

    __hash__ = None

    def __repr__(self) -> str:
        return "".join(f"  {name} : {self[name]}\n" for name in _SHOWN_FLAGS)


_SHOWN_FLAGS = (
    "C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED", "WRITEBACKIFCOPY",
)  # fmt: skip
_FLAG_NAMES = {*_SHOWN_FLAGS, "CONTIGUOUS", "FNC", "FORC", "BEHAVED", "CARRAY", "FARRAY", "FORTRAN"}
_FLAGS = {
    "C": "c_contiguous", "F": "f_contiguous", "O": "owndata", "W": "writeable", "A": "aligned",
    "X": "writebackifcopy", "B": "behaved", "CA": "carray", "FA": "farray",
    "FORTRAN": "f_contiguous",
}  # fmt: skip


def _is_read_only_view(array) -> bool:
    return hasattr(array, "_view") and array._view.read_only


# Indices of `flat` that are no integers, slices or arrays of ours.
_CHECKED_BY_NUMPY = (bool, float, str, type(None), list, tuple, np.bool_, np.ndarray, np.flatiter)


class flatiter:
    """Iterator over an array in C order; indexing and assignment reach the array."""

    def __init__(self, array: ndarray):
        self.base = array
        self._at = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self._at >= self.base.size:
            raise StopIteration
        self._at += 1
        return self.base[tuple(_unravel_positions(self._at - 1, self.base.shape))]

    def __len__(self):
        return self.base.size

    @property
    def index(self) -> int:
        return self._at

    @property
    def coords(self) -> tuple[int, ...]:
        found, rest = [], self._at
        for length in reversed(self.base.shape[1:]):
            rest, at = divmod(rest, length)
            found.append(at)
        return (rest, *reversed(found)) if self.base.shape else ()

    @entry
    def __getitem__(self, index):
        if isinstance(index, (Array, np.ndarray)) and _is_known_integer(index):
            index = operator.index(index)
        if type(index) is int or issubclass(type(index), np.integer):
            count = self.base.size
            if not -count <= index < count:
                raise IndexError(f"index {index} is out of bounds for size {count}")
            return self.base[tuple(_unravel_positions(int(index) % count, self.base.shape))]
        if isinstance(index, tuple) and len(index) == 1:
            index = index[0]
        if index is Ellipsis or isinstance(index, tuple) and not index:
            return self.base.flatten()
        if isinstance(index, _CHECKED_BY_NUMPY):
            if not is_traced(backend_for(memory_of(self.base)), None, index):
                index = _flat_positions(self.base, index)
        picked = ivy.reshape(self.base, (-1,))[index]
        return picked.copy() if type(picked) is ndarray else picked

    @entry
    def __setitem__(self, index, values):
        base, np_ = self.base, _numpy_frontend()
        if not base.flags.writeable:
            raise ValueError("underlying array is read-only")
        whole = index is Ellipsis or type(index) is slice and index == slice(None)
        if isinstance(values, (Array, np.ndarray, np.generic, list, tuple, range)):
            values = np_.asarray(values)
            if not values.size:
                raise ValueError("Error setting single item of array.")
            if whole:
                base[...] = np_.resize(values, base.shape) if values.ndim else values
                return
        elif whole:
            base[...] = values
            return
        if is_traced(backend_for(memory_of(base)), None, index):
            shape = shadow(base).shape
            places = np_.asarray(np.arange(math.prod(shape)))[index]
            strides = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
            base[tuple([places // s % n for s, n in zip(strides, shape, strict=True)])] = values
            return
        places = _flat_positions(base, index)
        if type(values) is ndarray and values.ndim:
            if not places.ndim:
                if base.dtype.kind != "b":  # a sequence may be true
                    raise ValueError("Error setting single item of array.")
                values = values.reshape(-1)[0]
            elif places.size:
                values = np_.resize(values, places.shape)
        if base.ndim:
            base[_unravel_positions(places, base.shape)] = values
        elif places.size:
            base[()] = values if not places.ndim else np_.asarray(values).reshape(-1)[0]

    def __array__(self, dtype=None, /, copy=None):
        return np.asarray(self.base, dtype).ravel()

    def __delitem__(self, index):
        raise TypeError("Cannot delete iterator elements")

    def copy(self, /):
        """Return the elements as a 1-d array."""
        return self.base.flatten()


def _flat_positions(array, index):
    """Return the positions that an index of ``flat`` picks; NumPy's own iterator checks it."""
    return np.arange(array.size).flat[to_host(index)]


def _is_known_integer(index) -> bool:
    """Return whether an array is one integer, and no tracer, whose value is not known."""
    if index.shape or index.dtype.kind not in "iu":
        return False
    native = read(index) if isinstance(index, Array) else index
    return not backend_for(native).is_tracer(native)


def _make_comparison_of_copy(name):
    """Return a method of ``flatiter`` that compares a copy, which is an array, elementwise."""

    def compare(self, other):
        return getattr(self.copy(), name)(other)

    compare.__name__ = name
    return compare


for _name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
    setattr(flatiter, _name, _make_comparison_of_copy(_name))
flatiter.__hash__ = None


def _unravel_positions(positions, shape):
    """Return an index for each axis, (): none; arrays for an array of positions, ints for one."""
    found = np.unravel_index(positions, shape) if shape else ()
    if isinstance(positions, np.ndarray) and positions.ndim:
        return found
    return tuple([int(i) for i in found])


_from_pickle = array_from_pickle  # its name in pickles of earlier versions


def _numpy_frontend():
    return sys.modules["frontends.numpy"]
