"""Array: one native array, with the operators and methods of the functional API.

Its slots cost nothing while they are not set: ``_view`` is set on functional views (whose ``_data``
stays empty until they are looked at), ``_views`` on a base that has such views, ``_memory`` on one
of immutable native arrays that has been written to (:mod:`ivy_core.arrays.memory`).
"""

from __future__ import annotations

import sys
from math import prod as _prod

import numpy as np

from .. import dtypes
from ..backends.holder import Holder, held, read
from ..backends.loading import backend_for
from ..backends.placement import Placement
from ..utils.calls import translate_errors
from ..utils.exceptions import IvyTypeError, IvyValueError, already_handled, backend_name
from ..utils.tracebacks import trim
from .host import apply_on_host, shown, to_numpy
from .indexing import get_item
from .operators import conversions, operators
from .printing import text_of
from .reserved import protect, reserve
from .views import shadow
from .write import set_data, store_item

_NUMPYS = np.ndarray
subclass_listeners: list = []  # called with each class derived from Array


class Array(Holder):
    """Array of any backend.

    Parameters
    ----------
    data : native array
        Array of one of the four frameworks; it is held, not copied.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([1, 2, 3])
    >>> row = x[1:]
    >>> row += 10
    >>> x
    ivy.array([ 1, 12, 13])
    """

    __slots__ = ("__weakref__", "_data", "_memory", "_view", "_views")

    def __init__(self, data):
        self._data = read(data) if isinstance(data, Array) else data

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        protect(cls)
        for tell in subclass_listeners:
            tell(cls)

    # attributes

    @property
    def data(self):
        """The native array that is held; may be set.

        A native array of the same shape and data type is written over the one that is held: every
        view sees the values. One of another shape or data type takes its place. Functional views
        then show it through their lenses; where these do not fit any more, looking at the view
        raises IvyValueError. Native views (on NumPy and PyTorch) stay with the memory that they
        have. Set on a functional view, it writes through to the base, and must have its shape.

        Examples
        --------
        >>> import ivy_core as ivy
        >>> x = ivy.asarray([1, 2, 3])
        >>> x.data = ivy.asarray([[0.5]]).data
        >>> x
        ivy.array([[0.5]])
        """
        return read(self)

    @data.setter
    @translate_errors
    def data(self, native):
        set_data(self, native)

    @property
    def shape(self) -> tuple[int, ...]:
        try:
            shape = self._data.shape
        except AttributeError:
            return self._view.shape
        return shape if type(shape) is tuple else tuple(shape)

    @property
    def ndim(self) -> int:
        try:
            return self._data.ndim
        except AttributeError:  # a functional view, or TensorFlow's variable
            return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return _prod(self.shape)

    @property
    def dtype(self) -> dtypes.Dtype:
        return dtypes.as_dtype(held(self).dtype)

    @property
    def itemsize(self) -> int:
        """Size of one element, in bytes."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Size of all elements, in bytes."""
        return self.size * self.itemsize

    @property
    def device(self):
        """The device; of an array in parts on several, its :attr:`placement`."""
        data = held(self)
        return backend_for(data).placement_of(data).device

    @property
    def placement(self) -> Placement:
        """Placement of the array: a device, or parts on a mesh of devices.

        Examples
        --------
        >>> import ivy_core as ivy
        >>> with ivy.with_backend("numpy"):
        ...     ivy.asarray([1, 2]).placement
        Placement('cpu')
        """
        data = held(self)
        return backend_for(data).placement_of(data)

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one element to the next along each axis; virtual for a functional view."""
        native = getattr(self, "_data", None)
        if isinstance(native, np.ndarray):
            return native.strides
        return tuple([step * self.itemsize for step in shadow(self).strides])

    @property
    @translate_errors
    def T(self):
        return _ivy_core_module().permute_dims(self, tuple(range(self.ndim))[::-1])

    @property
    @translate_errors
    def mT(self):
        return _ivy_core_module().matrix_transpose(self)

    @property
    @translate_errors
    def real(self):
        return _ivy_core_module().real(self)

    @property
    @translate_errors
    def imag(self):
        return _ivy_core_module().imag(self)

    # views, for looking at

    @property
    def _base(self):
        """The array that this functional view stems from; None for any other array."""
        return self._view.base if hasattr(self, "_view") else None

    @property
    def _manipulation_stack(self) -> tuple:
        """The lenses from the base to this view."""
        return self._view.stack if hasattr(self, "_view") else ()

    @property
    def _view_refs(self) -> list:
        """The live functional views of this base."""
        return self._views.live() if hasattr(self, "_views") else []

    # Python's protocols

    def __repr__(self) -> str:
        return f"ivy.array({text_of(shown(self), 'ivy.array(')})"

    def __format__(self, spec: str) -> str:
        if spec and not self.shape:
            return format(shown(self).item(), spec)
        return object.__format__(self, spec)  # raises TypeError for a spec

    def __len__(self) -> int:
        try:
            data = self._data
            return len(data) if type(data) is _NUMPYS else data.shape[0]
        except (AttributeError, IndexError, TypeError):
            shape = self.shape
        if shape:
            return shape[0]
        err = IvyTypeError("len() of unsized object")
        try:
            raise err
        except IvyTypeError as raised:
            already_handled(raised, (backend_name((self,)), "__len__"))
            raise

    @translate_errors
    def __iter__(self):
        if not self.shape:
            raise IvyTypeError("iteration over a 0-d array")
        return (self[i] for i in range(self.shape[0]))

    @translate_errors
    def __array__(self, dtype=None, copy=None):
        native = to_numpy(self)
        if copy or not native.flags.writeable:
            return np.array(native, dtype)
        return native if dtype is None else np.asarray(native, dtype)

    @translate_errors
    def __array_namespace__(self, *, api_version=None):
        if api_version not in (None, "2021.12", "2022.12", "2023.12", "2024.12"):
            raise IvyValueError(f"unsupported array API version: {api_version!r}")
        return _ivy_core_module()

    @translate_errors
    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        native = read(self)
        return backend_for(native).to_dlpack(native, stream, max_version, dl_device, copy)

    def __dlpack_device__(self):
        native = read(self)
        return backend_for(native).dlpack_device(native)

    def __jax_array__(self):
        return read(self)

    def __tf_tensor__(self, dtype=None, name=None):
        """Give TensorFlow the tensor itself: what is recorded of it stays so."""
        native, tensorflow = read(self), sys.modules["tensorflow"]
        if tensorflow.is_tensor(native) and dtype in (None, native.dtype):
            return native
        return tensorflow.convert_to_tensor(to_numpy(self), dtype, name=name)

    @translate_errors
    def __array_ufunc__(self, function, method, *inputs, **options):
        """Let NumPy's ufuncs take Arrays: ``numpy_array - x`` is an Array, as the reverse is.

        What stands in ``out`` is filled and given back, so ``numpy_array += x`` writes into the
        NumPy array.
        """
        name = _FUNCTIONS_OF_UFUNCS.get(function.__name__, function.__name__)
        body = _ivy_core_module().__dict__.get(name)
        numpys = getattr(np, function.__name__, None) is function
        if numpys and body is not None and method == "__call__" and not options:
            return body(*inputs)
        return apply_on_host(getattr(function, method), method == "at", inputs, options)

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        """Let ``tensor += x`` write into the tensor; any other operator is the Array's own."""
        name = getattr(function, "__name__", "")
        if not name.startswith("__i") and (name.startswith("__") or not name.endswith("_")):
            return NotImplemented
        args = [read(value) if isinstance(value, Array) else value for value in args]
        return function(*args, **kwargs or {})

    def __copy__(self):
        return _ivy_core_module().copy_array(self)

    def __deepcopy__(self, memo):
        return _ivy_core_module().copy_array(self)

    def __reduce__(self):
        return (_from_numpy, (type(self), np.array(to_numpy(self))))

    # indexing

    def __getitem__(self, index):
        try:
            return get_item(self, index, Array)
        except Exception as err:
            trim(err)
            raise

    def __setitem__(self, index, value):
        try:
            store_item(self, index, value)
        except Exception as err:
            trim(err)
            raise

    __hash__ = None


def _from_numpy(cls, array):
    """Return an array of class ``cls`` on the current backend with a NumPy array's elements."""
    native = _ivy_core_module().asarray(array)
    result = cls.__new__(cls)
    result._data = read(native)
    return result


def _ivy_core_module():
    return sys.modules["ivy_core"]


_FUNCTIONS_OF_UFUNCS = {  # the others have the names of NumPy's
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh",
    "arctan": "atan", "arctan2": "atan2", "arctanh": "atanh", "conjugate": "conj",
    "degrees": "rad2deg", "radians": "deg2rad", "invert": "bitwise_invert",
    "left_shift": "bitwise_left_shift", "right_shift": "bitwise_right_shift", "power": "pow",
}  # fmt: skip

for _name, _method in {**operators(), **conversions()}.items():
    setattr(Array, _name, _method)

reserve(
    Array, "_data", "_memory", "_view", "_views", "_view_refs", "_manipulation_stack", "_facts",
    "_of_facts", "_order_matters", "_state_rules", "_stays_recorded",
)  # fmt: skip
