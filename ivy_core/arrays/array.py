"""Array: one native array, with the operators and methods of the functional API.

Its slots cost nothing while they are not set: ``_view`` is set on functional views (whose ``_data``
stays empty until they are looked at), ``_views`` on a base that has such views.
"""

from __future__ import annotations

import operator
import sys

import numpy as np

from .. import dtypes
from ..backends.holder import Holder, read
from ..backends.loading import backend_for
from ..utils.boundaries import backend_name, guarded
from ..utils.exceptions import (
    IvyBroadcastShapeError,
    IvyDtypePromotionError,
    IvyException,
    IvyTypeError,
    IvyValueError,
    translate,
)
from ..utils.tracebacks import already_handled, take_place_of, trim

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

    __slots__ = ("__weakref__", "_data", "_view", "_views")

    def __init__(self, data):
        self._data = read(data) if isinstance(data, Array) else data

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
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
    @guarded
    def data(self, native):
        hold(self, native)

    @property
    def shape(self) -> tuple[int, ...]:
        try:
            return tuple(self._data.shape)
        except AttributeError:
            return self._view.shape

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        count = 1
        for length in self.shape:
            count *= length
        return count

    @property
    def dtype(self) -> dtypes.Dtype:
        return dtypes.as_dtype(read(self).dtype)

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
        native = read(self)
        return backend_for(native).device_of(native)

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one element to the next along each axis; virtual for a functional view."""
        native = getattr(self, "_data", None)
        if isinstance(native, np.ndarray):
            return native.strides
        if native is not None and not hasattr(self, "_view") and hasattr(native, "stride"):
            return tuple(step * self.itemsize for step in native.stride())
        return tuple(step * self.itemsize for step in shadow(self).strides)

    @property
    @guarded
    def T(self):
        return _ivy().permute_dims(self, tuple(range(self.ndim))[::-1])

    @property
    @guarded
    def mT(self):
        return _ivy().matrix_transpose(self)

    @property
    @guarded
    def real(self):
        return _ivy().real(self)

    @property
    @guarded
    def imag(self):
        return _ivy().imag(self)

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
        return (
            f"ivy.{np.array2string(to_numpy(self), separator=', ', prefix='ivy.array(')}".replace(
                "ivy.", "ivy.array(", 1
            )
            + ")"
        )

    def __len__(self) -> int:
        try:
            return self.shape[0]
        except IndexError:
            err = IvyTypeError("len() of unsized object")
        try:
            raise err
        except IvyTypeError as raised:
            already_handled(raised, (backend_name((self,)), "__len__"))
            raise

    @guarded
    def __iter__(self):
        if not self.shape:
            raise IvyTypeError("iteration over a 0-d array")
        return (self[i] for i in range(self.shape[0]))

    @guarded
    def __array__(self, dtype=None, copy=None):
        native = to_numpy(self)
        if copy or not native.flags.writeable:
            return np.array(native, dtype)
        return native if dtype is None else np.asarray(native, dtype)

    @guarded
    def __array_namespace__(self, *, api_version=None):
        if api_version not in (None, "2021.12", "2022.12", "2023.12", "2024.12"):
            raise IvyValueError(f"unsupported array API version: {api_version!r}")
        return _ivy()

    @guarded
    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        native = read(self)
        ops = backend_for(native)
        if hasattr(ops, "to_dlpack"):
            return ops.to_dlpack(native, dl_device, copy)
        given = {"stream": stream, "max_version": max_version, "dl_device": dl_device, "copy": copy}
        return native.__dlpack__(**{k: v for k, v in given.items() if v is not None})

    def __dlpack_device__(self):
        native = read(self)
        ops = backend_for(native)
        if hasattr(ops, "dlpack_device"):
            return ops.dlpack_device(native)
        return native.__dlpack_device__()

    def __jax_array__(self):
        return read(self)

    @guarded
    def __array_ufunc__(self, function, method, *inputs, **options):
        """Let NumPy's ufuncs take Arrays: ``numpy_array - x`` is an Array, as the reverse is.

        What stands in ``out`` is filled and given back, so ``numpy_array += x`` writes into the
        NumPy array.
        """
        name = _FUNCTIONS_OF_UFUNCS.get(function.__name__, function.__name__)
        body = _ivy().__dict__.get(name)
        numpys = getattr(np, function.__name__, None) is function
        if numpys and body is not None and method == "__call__" and not options:
            return body(*inputs)
        return _on_host(getattr(function, method), method == "at", inputs, options)

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        """Let ``tensor += x`` write into the tensor; any other operator is the Array's own."""
        name = getattr(function, "__name__", "")
        if not name.startswith("__i") and (name.startswith("__") or not name.endswith("_")):
            return NotImplemented
        args = [read(value) if isinstance(value, Array) else value for value in args]
        return function(*args, **kwargs or {})

    def __copy__(self):
        return _ivy().copy_array(self)

    def __deepcopy__(self, memo):
        return _ivy().copy_array(self)

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
            if isinstance(value, Array):
                if getattr(value, "_view", None) is not None and _same_place(self, index, value):
                    return  # `x[i] += y` has written through the view already
                value = read(value)
            set_item(self, index, value)
        except Exception as err:
            trim(err)
            raise


def _same_place(x: Array, index, value: Array) -> bool:
    """Return whether ``value`` is the view ``x[index]`` itself, as in ``x[index] += y``."""
    from .indexing import basic_index

    view = value._view
    stack = x._view.stack if hasattr(x, "_view") else ()
    base = x._view.base if hasattr(x, "_view") else x
    if view.base is not base or len(view.stack) != len(stack) + 1 or view.read_only:
        return False
    if any(a is not b for a, b in zip(view.stack, stack, strict=False)):
        return False
    last = view.stack[-1]
    here = basic_index(index, shadow(x))
    return here is not None and type(last) is type(here) and last.same_place(here)


def to_numpy(x: Array) -> np.ndarray:
    """Return the values on the host; shares memory where the backend can, maybe read-only."""
    native = read(x)
    if isinstance(native, np.ndarray):
        return native
    return np.asarray(backend_for(native).to_host(native))


def _from_numpy(cls, array):
    native = _ivy().asarray(array)
    result = cls.__new__(cls)
    result._data = read(native)
    return result


def _ivy():
    return sys.modules["ivy_core"]


def _on_host(call, writes_first: bool, inputs, options):
    """Call a method of a NumPy ufunc on the values; Arrays that it writes to are written."""
    outs = options.get("out", ()) if not writes_first else inputs[:1]
    hosts = {id(o): _writeable(o) for o in outs if isinstance(o, Array)}

    def hosted(value):
        if isinstance(value, tuple):
            return tuple([hosted(v) for v in value])
        return to_numpy(value) if isinstance(value, Array) else value

    def written(value):
        return hosts.get(id(value), value)

    options = {name: hosted(value) for name, value in options.items() if name != "out"}
    if writes_first:
        call(written(inputs[0]), *hosted(inputs[1:]), **options)
        result = None
    else:
        given = {"out": tuple([written(o) for o in outs])} if outs else {}
        result = call(*hosted(inputs), **options, **given)
    for o in outs:
        if id(o) in hosts and hosts[id(o)] is not read(o):
            write(o, backend_for(read(o)).from_host(hosts[id(o)]))
    results = result if isinstance(result, tuple) else (result,)
    boxed = [
        o if o is not None else _boxed(r)
        for o, r in zip(outs or (None,) * len(results), results, strict=True)
    ]
    if writes_first:
        return None
    return tuple(boxed) if isinstance(result, tuple) else boxed[0]


def _writeable(x: Array) -> np.ndarray:
    """Return NumPy's array itself where that is what ``x`` holds, else a copy of the values."""
    native = read(x)
    return native if isinstance(native, np.ndarray) else np.array(to_numpy(x))


def _boxed(result):
    """Return a result of NumPy's as an Array, as it is where no backend can hold it."""
    dtype = getattr(result, "dtype", None)
    return _ivy().asarray(result) if dtype is not None and dtype.kind in "biufc" else result


def _binary(function: str):
    def forward(self, other):
        if not _operand(other):
            return NotImplemented
        try:
            return _ivy().__dict__[function](self, other)
        except Exception as err:
            trim(err)
            raise

    def reflected(self, other):
        if not _operand(other):
            return NotImplemented
        try:
            return _ivy().__dict__[function](other, self)
        except Exception as err:
            trim(err)
            raise

    def in_place(self, other):
        if not _operand(other):
            return NotImplemented
        try:
            write_in_place(self, _ivy().__dict__[function](self, other), function)
        except Exception as err:
            trim(err)
            raise
        return self

    return forward, reflected, in_place


def write_in_place(target: Array, result: Array, function: str) -> None:
    """Write the result of an augmented assignment, which may not need a wider dtype."""
    if not dtypes.same_kind(result.dtype, target.dtype):
        raise IvyDtypePromotionError(
            f"{function}: cannot write {result.dtype} in place into {target.dtype}"
        )
    if result.shape != target.shape:
        raise IvyBroadcastShapeError(
            f"{function}: the result has shape {result.shape}, which does not fit in place into "
            f"{target.shape}"
        )
    write(target, read(result))


_OPERAND_CLASSES = {bool, int, float, complex}


def _operand(other) -> bool:
    cls = type(other)
    return cls in _OPERAND_CLASSES or isinstance(other, Array) or _is_native(other)


def _is_native(value) -> bool:
    from ..backends.loading import backend_of

    return isinstance(value, np.generic) or backend_of(value) is not None


_OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide",
    "floordiv": "floor_divide", "mod": "remainder", "pow": "pow", "matmul": "matmul",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift", "divmod": "divmod",
}  # fmt: skip
_COMPARISONS = {
    "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal",
    "gt": "greater", "ge": "greater_equal",
}  # fmt: skip
_UNARY = {"neg": "negative", "pos": "positive", "abs": "abs", "invert": "bitwise_invert"}
_FUNCTIONS_OF_UFUNCS = {  # the others have the names of NumPy's
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh",
    "arctan": "atan", "arctan2": "atan2", "arctanh": "atanh", "conjugate": "conj",
    "degrees": "rad2deg", "radians": "deg2rad", "invert": "bitwise_invert",
    "left_shift": "bitwise_left_shift", "right_shift": "bitwise_right_shift", "power": "pow",
}  # fmt: skip
_CONVERSIONS = {
    "__bool__": bool, "__int__": int, "__float__": float, "__complex__": complex,
    "__index__": operator.index,
}  # fmt: skip


def _attach_operators() -> None:
    for name, function in _OPERATORS.items():
        forward, reflected, in_place = _binary(function)
        for prefix, method in (("", forward), ("r", reflected), ("i", in_place)):
            if (prefix, name) == ("i", "divmod"):
                continue
            method.__name__ = f"__{prefix}{name}__"
            setattr(Array, method.__name__, method)
    for name, function in _COMPARISONS.items():
        forward, _, _ = _binary(function)
        forward.__name__ = f"__{name}__"
        setattr(Array, forward.__name__, forward)
    for name, function in _UNARY.items():
        setattr(Array, f"__{name}__", _unary(function))
    for name, convert in _CONVERSIONS.items():
        setattr(Array, name, _conversion(name, convert))
    Array.__hash__ = None


def _unary(function: str):
    def method(self):
        try:
            return _ivy().__dict__[function](self)
        except Exception as err:
            trim(err)
            raise

    return method


def _conversion(name: str, convert):
    """Return the method by which Python makes a scalar of its own of an array."""

    def method(self):
        try:
            return convert(to_numpy(self))
        except Exception as err:
            backend = backend_name((self,))
            if already_handled(err, (backend, name)):
                raise
            try:
                raise translate(err, name, backend) from err
            except IvyException as raised:
                take_place_of(raised, err)
                raise

    method.__name__ = name
    method.__qualname__ = f"Array.{name}"
    return method


_attach_operators()

# The modules below need Array, so they come after it.
from .holding import hold  # noqa: E402
from .indexing import get_item, set_item  # noqa: E402
from .views import shadow, write  # noqa: E402
