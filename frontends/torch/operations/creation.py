"""Tensors made of values, shapes and other tensors."""

from __future__ import annotations

import builtins  # torch.complex is a function of this file
import functools
import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds

from ivy_core.arrays.array import Array
from ivy_core.arrays.placing import placed_by_default, placement_in_parts
from ivy_core.arrays.views import new_array
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read, sample_of, waiting
from ivy_core.backends.loading import backend_for
from ivy_core.backends.placement import Placement

from ..autograd.bodies import OPTIONS
from ..autograd.meta import VersionCounter
from ..dispatch import native
from ..dispatch.errors import entry
from ..dispatch.func_wrapper import Function, ivy, published, torch_function
from ..dispatch.func_wrapper import as_tensor as tensor_of_other
from ..dispatch.outputs import cast, shown
from ..policy import HOST_FORM_ELEMENTS
from ..tensors import dtypes
from ..tensors.devices import (
    CPU,
    META,
    chosen_devices,
    get_default_device,
    no_device_chosen,
    placement_of,
)
from ..tensors.dtypes import (
    as_dtype,
    checked_number,
    default_slot,
    get_default_dtype,
    of_native,
)
from ..tensors.layouts import preserve_format
from ..tensors.memory_order import is_dense, steps_in_order, steps_of_format
from ..tensors.meta_tensors import made_of_shape, of_shape
from ..tensors.own_methods import lies_on, memory_owner
from ..tensors.sharing import check_lies_as_tensors, on_memory
from ..tensors.size import Size
from ..tensors.strided_results import apart, laid, owning
from ..tensors.tensor import Tensor, makers, to_numpy
from .nested_values import beyond_int64, host_of_sequence, refused
from .ranges import LANES, count_from, divide

TensorLike = Number = Any


class Creation(Function):
    """A function that makes a tensor: ``device=``, ``requires_grad=`` and their kin are met here.

    The body takes the values and ``dtype`` alone, and gives a tensor of the set backend.
    """

    __slots__ = ()
    makes_tensors = True

    @property
    def _takes_a_tensor(self) -> bool:
        return self.parameters[:1] == ("input",)

    def general(self, args: tuple, kwargs: dict):
        made = self._made_plainly(args, kwargs)
        if made is not None:
            return made
        if active_backend() is native.backend and kwargs.get("device") is None:
            chosen = get_default_device()  # real PyTorch is not told of it
            if chosen.type == "meta" and not self._takes_a_tensor:
                kwargs = {**kwargs, "device": chosen}
        return super().general(args, kwargs)

    def _made_plainly(self, args: tuple, kwargs: dict) -> Tensor | None:
        """Compute the body of numbers, where nothing but a type is asked for; None elsewhere."""
        where = kwargs.get("device")
        if not args or not self._is_plain(args, kwargs) or active_backend() is native.backend:
            return None
        at = self.variadic
        if at is not None and len(args) > at and type(args[at]) is int:
            args = (*args[:at], args[at:])
        if self.sequences or not self.takes_plainly(args, {}):
            return None
        options = {}
        if "dtype" in kwargs:
            options["dtype"] = as_dtype(kwargs["dtype"])
        made = self.body(*args, **options)
        if hasattr(made, "_view"):
            owning(made, ())
        # what waits on the host lies on the first CPU
        return made if where is None or type(made._data) in waiting else None

    def _is_plain(self, args: tuple, kwargs: dict) -> bool:
        """Return whether arguments are numbers, sizes and what lies on the host, and a type."""
        if chosen_devices or self.wants_tensor or not kwargs.keys() <= _QUICK:
            return False
        if self.order_rule is not None and self.order_rule.always:
            if not self._takes_a_tensor or hasattr(args[0], "_view"):
                return False
        if "dtype" in kwargs and "dtype" not in self.parameters:
            return False
        where = kwargs.get("device")
        if where is not None and (
            self.short_name in _DRAWING or where is not CPU and str(where) != "cpu"
        ):
            return False
        if self._takes_a_tensor:
            if type(args[0]) is not Tensor or type(getattr(args[0], "_data", None)) not in waiting:
                return False
            args = args[1:]
        for value in args:
            if type(value) not in OPTIONS:
                if type(value) not in _SIZES or not OPTIONS.issuperset(map(type, value)):
                    return False
        return True

    def _placement(self, device, args: tuple, kwargs: dict) -> Placement | None:
        """Return the placement that ``device=`` says; zeros_like stays where its tensor lies."""
        if device is not None or not self._takes_a_tensor:
            return placement_of(device)
        like = args[0] if args else next(iter(kwargs.values()))
        return placement_in_parts(like) if isinstance(like, Tensor) else None

    def by_body(self, args: tuple, kwargs: dict):
        kwargs = dict(kwargs)
        requires_grad, device = kwargs.pop("requires_grad", False), kwargs.pop("device", None)
        layout = kwargs.pop("layout", None)
        order = kwargs.pop("memory_format", None)
        for wish in ("pin_memory", "names"):  # the frameworks do as they can
            kwargs.pop(wish, None)
        if layout is not None and layout.name != "strided":
            raise NotImplementedError(
                f"makes dense tensors only; {layout}: torch.sparse_coo_tensor, or x.to_sparse()"
            )
        out = kwargs.get("out")
        if isinstance(out, Tensor) and kwargs.get("dtype") is None and "dtype" in self.parameters:
            kwargs["dtype"] = out.dtype
        if "dtype" in kwargs:
            kwargs["dtype"] = as_dtype(kwargs["dtype"])
        placement = self._placement(device, args, kwargs)
        if placement is META and out is None:
            if self.short_name in _OF_SIZE:
                args, _, _ = self.prepared(args, kwargs)
                size = _size_as_tuple(*args if args else (kwargs["size"],))
                steps = None if order in _AS_GIVEN else steps_of_format(size, order)
                made = of_shape(size, kwargs.get("dtype") or get_default_dtype(), steps)
            else:
                made = made_of_shape(super().by_body, args, kwargs)
            return made.requires_grad_() if requires_grad else made
        made = super().by_body(args, kwargs)
        if kwargs.get("out") is made:
            return made
        if order not in _AS_GIVEN:
            laid(made, steps_of_format(tuple(made.shape), order))
        if placement is not None and not lies_on(made, placement):
            made = made._moved_to_placement(placement)
        if requires_grad and not (made.dtype.is_floating_point or made.dtype.is_complex):
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        return made.requires_grad_() if requires_grad else made


_AS_GIVEN = (None, preserve_format)
_QUICK, _SIZES = {"dtype", "device"}, frozenset({tuple, list, Size})
_DRAWING = frozenset({"rand", "randn", "randint", "randperm", "normal", "rand_like", "randn_like",
                      "randint_like"})  # fmt: skip
_OF_SIZE = frozenset({"empty", "ones", "rand", "randn", "zeros"})


def making(body=None, *, variadic: int | None = None):
    """Declare a function that makes a tensor."""
    if body is None:
        return lambda body: making(body, variadic=variadic)
    function = Creation(body, f"torch.{body.__name__}", differentiable=False, variadic=variadic)
    return published(function, None, body)


# from values


def _to_numpy_in_torch_dtype(data, dtype) -> np.ndarray:
    """Return data as a NumPy array, an ndarray itself; only sequences are cast to ``dtype``."""
    if isinstance(data, np.ndarray):
        host = data
    elif isinstance(data, (list, tuple, range)):
        host = host_of_sequence(data, dtype)
    else:
        host = np.asarray(data)
        if type(data) is int and host.dtype.kind in "uO":
            host = beyond_int64(data, {int}, dtype)
        if dtype is None and not isinstance(data, np.generic):
            host = _cast_inexact_to_default_dtypes(host)
    if host.dtype.kind not in "biufcV":
        raise refused(data)
    return host


def _cast_inexact_to_default_dtypes(host: np.ndarray) -> np.ndarray:
    default = get_default_dtype()
    if host.dtype.kind == "f":
        return host.astype(default.core.as_numpy_dtype)
    if host.dtype.kind == "c":
        return host.astype(default.to_complex().core.as_numpy_dtype)
    return host


@making
def tensor(data, *, dtype=None) -> Tensor:
    """Return a tensor with a copy of values.

    Parameters
    ----------
    data : number, nested sequences, array or tensor
        The values; Python's floats become of the default type.
    dtype : dtype, optional
        The type of the tensor.
    device, requires_grad, pin_memory
        As in PyTorch.

    Raises
    ------
    ValueError, RuntimeError, TypeError
        If the values make no tensor.

    >>> torch.tensor([[1.0, 2.0]]).dtype
    torch.float32
    """
    if isinstance(data, Tensor):
        warnings.warn(
            "To copy construct from a tensor, it is recommended to use "
            "sourceTensor.detach().clone() or sourceTensor.detach().clone()."
            "requires_grad_(True), rather than "
            "torch.tensor(sourceTensor).",
            stacklevel=6,
        )
        copy = ivy.copy_array(data)
        return copy if dtype is None else ivy.astype(copy, dtype.core)
    found = None if isinstance(data, (np.ndarray, np.generic)) else tensor_of_other(data)
    if found is not None:
        is_same = dtype is None or found.dtype is dtype
        return ivy.copy_array(found) if is_same else cast(found, dtype)
    host = _to_numpy_in_torch_dtype(data, dtype)
    if dtype is not None and dtype.core != host.dtype:
        if dtype.kind in "iu" and host.size and type(data) in _OF_PYTHON:
            for each in (host.min(), host.max()):  # nan is both
                _check_whole_number(each.item(), dtype)
        host = _cast_numpy(host, dtype)
    return _tensor_from_numpy_copy(host)


def _check_whole_number(value, dtype) -> None:
    """Refuse what PyTorch refuses of a Python number in a type of whole numbers.

    Raises
    ------
    RuntimeError
        Beyond the type's range.
    TypeError
        Of a complex number, and of a float in uint64.
    OverflowError
        Of an integer below zero in uint64.
    """
    if isinstance(value, builtins.complex):
        raise TypeError("'complex' object cannot be interpreted as an integer")
    if dtype is dtypes.uint64:
        if type(value) is float:
            raise TypeError("an integer is required")
        if value < 0:
            raise OverflowError("can't convert negative int to unsigned")
    checked_number(value, dtype)


_COMPLEX = complex  # `complex` is PyTorch's function here
_OF_PYTHON = frozenset({list, tuple, int, float, builtins.complex})
_PLAIN_LISTS, _DTYPE_ALONE = frozenset({list, tuple}), frozenset({"dtype"})


def _with_numbers_first(general: Callable) -> Callable:
    """Return ``tensor`` that takes plain lists of Python's numbers of one class at once."""

    @functools.wraps(general)
    def call(*args, **kwargs):
        if len(args) == 1 and type(args[0]) in _PLAIN_LISTS and _DTYPE_ALONE >= kwargs.keys():
            made = _tensor_of_numbers(args[0], kwargs.get("dtype"))
            if made is not None:
                return made
        return general(*args, **kwargs)

    call.function.call = call
    return call


def _tensor_of_numbers(values: list | tuple, dtype) -> Tensor | None:
    """Return a tensor of floats, of ints that int64 holds, or of bools alone; None for others."""
    kinds = set(map(type, values))
    if len(kinds) != 1 or chosen_devices:
        return None
    backend = active_backend()
    if not backend.CAPABILITIES.functional_views:
        return None
    if float in kinds:
        wanted = default_slot[0] if dtype is None else dtype
        if wanted is not dtypes.float32 and wanted is not dtypes.float64:
            return None
        host = np.array(values, np.float64)
        if wanted is dtypes.float32:
            if not -_LARGEST_SINGLE < min(values) <= max(values) < _LARGEST_SINGLE:
                return None  # NumPy would warn of what becomes infinite
            host = host.astype(np.float32)
    elif dtype is None and (int in kinds or bool in kinds):
        host = np.array(values)
        if host.dtype.kind not in "ib":
            return None
    else:
        return None
    return new_array(Tensor, placed_by_default(backend.taken_from_host(host)))


_LARGEST_SINGLE = 1e38
tensor = _with_numbers_first(tensor)


def _cast_numpy(host: np.ndarray, dtype) -> np.ndarray:
    with np.errstate(all="ignore"):
        return host.astype(dtype.core.as_numpy_dtype)


def _tensor_from_numpy_copy(host: np.ndarray) -> Tensor:
    """Return a tensor of the set backend with a copy of the host's values."""
    backend = active_backend()
    if backend.CAPABILITIES.functional_views and host.dtype.kind in "biuf":
        return _tensor_of_fresh(np.array(host, order="C"), backend)
    return ivy.asarray(np.array(host), copy=True)


def _tensor_of_fresh(host: np.ndarray, backend) -> Tensor:
    """Return a tensor on numbers in C order to which nothing else refers."""
    return new_array(Tensor, placed_by_default(backend.taken_from_host(host)))


@entry
def as_tensor(data, dtype=None, device=None) -> Tensor:
    """Return values as a tensor: a tensor of that type is returned itself.

    NumPy's memory is shared where the backend can, and that of the NumPy frontend's arrays.

    References: PyTorch documentation, torch.as_tensor.
    """
    if type(data) in _PLAIN_LISTS and device is None:
        return tensor(data, dtype=dtype)
    if isinstance(data, Tensor):
        return data.to(dtype=dtype, device=device)
    shared = _share_memory_of(data) if isinstance(data, Array) else None
    if shared is not None:
        return shared.to(dtype=dtype, device=device)
    if isinstance(data, np.ndarray) and (dtype is None or as_dtype(dtype) is of_native(data.dtype)):
        return from_numpy(data)
    return tensor(data, dtype=dtype) if device is None else tensor(data, dtype=dtype, device=device)


@entry
def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False) -> Tensor:
    """Return values as a tensor, copied if ``copy`` says so or it cannot be helped.

    References: PyTorch documentation, torch.asarray.
    """
    found = as_tensor(obj, dtype=dtype, device=device)
    found = found.clone() if copy else found
    return found.detach().requires_grad_() if requires_grad else found


@entry
def from_numpy(ndarray) -> Tensor:
    """Return a tensor on the memory of NumPy's array; on an accelerator it is a copy.

    On JAX and TensorFlow each look at the tensor copies the elements as they are then, as long as
    there is another reference to the array.

    Raises
    ------
    TypeError
        If it is no array of NumPy's, or one of a type that PyTorch does not have.
    ValueError
        If its steps are negative, or its bytes in another order than this machine's.

    References: PyTorch documentation, torch.from_numpy.
    """
    if isinstance(ndarray, Array):
        shared = _share_memory_of(ndarray)
        if shared is not None:
            return shared
        ndarray = to_numpy(ndarray)
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__})")
    if ndarray.dtype.kind not in "biufc" or ndarray.dtype.itemsize > 16 - 8 * (
        ndarray.dtype.kind != "c"
    ):
        raise TypeError(
            f"can't convert np.ndarray of type {ndarray.dtype.type.__module__}."
            f"{ndarray.dtype.type.__name__}. The only supported types are: float64, float32, "
            "float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, "
            "uint8, and bool."
        )
    check_lies_as_tensors(ndarray)
    shared = on_memory(ndarray)
    return _tensor_from_numpy_copy(ndarray) if shared is None else shared


def _share_memory_of(array: Array) -> Tensor | None:
    """Return a tensor that shares a non-Tensor Array's memory, or None if a copy is needed."""
    data = sample_of(array)
    backend = backend_for(data)
    if isinstance(array, Tensor) or backend is not active_backend() or backend.is_tracer(data):
        return None
    if hasattr(array, "_view") and array._view.read_only:  # a tensor would refuse writes
        return None
    if backend is native.backend:
        return _share_real_memory_of(array)
    if backend.CAPABILITIES.functional_views or hasattr(array, "_view"):
        made = apart(array)
        made._view.stack[-1].counter = VersionCounter()  # the array counts no writes
        return made
    return new_array(Tensor, read(array))


def _share_real_memory_of(array: Array) -> Tensor | None:
    """Return a real tensor on an Array's memory; None if its view casts, is reversed or empty."""
    data, first = array._data if not hasattr(array, "_view") else array._view.base._data, 0
    shape, steps = data.shape, data.stride()
    if hasattr(array, "_view"):
        seen = array._view.shadow()
        shape, steps = seen.shape, seen.strides
        if data.dtype != read(array).dtype or any(step < 0 for step in steps) or not seen.size:
            return None
        first = byte_bounds(seen)[0] - byte_bounds(memory_owner(seen))[0]
    made = native.real_module().empty(0, dtype=data.dtype, device=data.device)
    made.set_(data.untyped_storage(), data.storage_offset() + first, shape, steps)
    return native.boxed_tensor(made)


@entry
def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False) -> Tensor:
    """Return a tensor of the bytes of a buffer.

    References: PyTorch documentation, torch.frombuffer.
    """
    host = np.frombuffer(buffer, as_dtype(dtype).core.as_numpy_dtype, count, offset)
    made = _tensor_from_numpy_copy(host)
    return made.requires_grad_() if requires_grad else made


@entry
def from_dlpack(ext_tensor, **options) -> Tensor:
    """Return a tensor of what another framework exports by DLPack.

    References: PyTorch documentation, torch.from_dlpack.
    """
    return ivy.from_dlpack(ext_tensor)


@entry
def legacy_tensor(cls, data, device) -> Tensor:
    """Construct as ``torch.Tensor(...)`` does: from sizes, or from values in the default type."""
    default = get_default_dtype()
    with no_device_chosen():  # PyTorch's too follows no `with torch.device(...)`
        if len(data) == 1 and not isinstance(data[0], (int, Size)):
            values = data[0]
            made = values.detach() if isinstance(values, Tensor) else tensor(values, dtype=default)
        elif not data:
            made = empty((0,), dtype=default)
        else:
            made = empty(tuple(data[0]) if isinstance(data[0], Size) else data, dtype=default)
    return made if cls is Tensor else made.as_subclass(cls)


# of one value


def _size_as_tuple(size, refusal: str | None = None) -> tuple[int, ...]:
    """Return a length or lengths as a tuple of ints; raise RuntimeError for a negative one."""
    size = (size,) if isinstance(size, (int, np.integer)) else tuple(size)
    if not _INT.issuperset(map(type, size)):
        size = tuple([int(n) for n in size])
    if size and builtins.min(size) < 0:
        n = next(n for n in size if n < 0)
        raise RuntimeError(
            refusal or f"Trying to create tensor with negative dimension {n}: {list(size)}"
        )
    return size


_INT, _NUMBERS = frozenset({int}), frozenset({bool, int, float})
_NEGATIVE = "zeros: Dimension size must be non-negative."


def _filled(size: tuple[int, ...], value, kind) -> Tensor:
    """Return a tensor filled with a number; a small one is made by NumPy, which takes 2 us less."""
    backend, host_type = active_backend(), _type_on_host(kind)
    if (
        host_type is not None
        and type(value) in _NUMBERS
        and backend.CAPABILITIES.functional_views
        and backend.is_eager()
        and math.prod(size) <= HOST_FORM_ELEMENTS
    ):
        host = np.zeros(size, host_type)
        if value or type(value) is float:  # -0.0 has a sign
            host.fill(value)
        return new_array(Tensor, placed_by_default(backend.taken_from_host(host)))
    return ivy.full(size, value, dtype=kind.core)


@functools.cache
def _type_on_host(kind) -> np.dtype | None:
    """Return NumPy's own type of real numbers or truth for one of PyTorch's; None for others."""
    found = np.dtype(kind.core.as_numpy_dtype) if kind.kind in "biuf" else None
    return found if found is not None and found.kind in "biuf" else None


@making(variadic=0)
def zeros(size, *, out=None, dtype=None) -> Tensor:
    """Return zeros."""
    return _filled(_size_as_tuple(size, _NEGATIVE), 0, dtype or get_default_dtype())


@making(variadic=0)
def ones(size, *, out=None, dtype=None) -> Tensor:
    """Return ones."""
    return _filled(_size_as_tuple(size), 1, dtype or get_default_dtype())


@making(variadic=0)
def empty(size, *, out=None, dtype=None) -> Tensor:
    """Return a tensor whose elements may be anything: here they are zeros."""
    return _filled(_size_as_tuple(size, _NEGATIVE), 0, dtype or get_default_dtype())


@making
def empty_strided(size, stride, *, dtype=None) -> Tensor:
    """Return a tensor of the strides given, as a view of one that is just long enough."""
    size, dtype = _size_as_tuple(size), dtype or get_default_dtype()
    if len(size) == len(stride) and is_dense(size, stride):
        return laid(ivy.zeros(size, dtype=dtype.core), stride)
    last = sum((n - 1) * s for n, s in zip(size, stride, strict=True)) if 0 not in size else -1
    flat = ivy.zeros((last + 1,), dtype=dtype.core)
    return ivy.as_strided(flat, size, tuple(s * dtype.itemsize for s in stride))


@making
def empty_permuted(size, physical_layout, *, dtype=None) -> Tensor:
    """Return a tensor whose dimensions lie in memory in the order given; here it is of zeros."""
    size, order = _size_as_tuple(size), tuple(physical_layout)
    if len(size) != len(order):
        raise RuntimeError(
            "Number of dimensions in size does not match the length of the physical_layout; i.e. "
            f"len(size) = {len(size)} is not equal to len(physical_layout) = {len(order)}"
        )
    for at, dim in enumerate(order):
        if not 0 <= dim < len(size):
            raise RuntimeError(
                f"Dimension out of range (expected to be between 0 and {len(size) - 1}, but got "
                f"{dim} at index {at}).  NB: negative dims not currently supported; file an issue "
                "if you want it."
            )
    if len(set(order)) < len(order):
        raise RuntimeError("Duplicate dim not allowed")
    steps = steps_in_order(tuple(size[d] for d in order))
    made = ivy.zeros(size, dtype=(dtype or get_default_dtype()).core)
    return laid(made, [steps[order.index(d)] for d in range(len(size))])


@making
def full(size, fill_value, *, out=None, dtype=None) -> Tensor:
    """Return a tensor filled with a value, of its type unless another is asked for."""
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()  # a number of Python's, whatever the tensor's type
    dtype = dtype or type_of_number(fill_value)
    return _filled(_size_as_tuple(size), checked_number(fill_value, dtype), dtype)


def type_of_number(value):
    """Return the type that a number of Python's has as a tensor."""
    if isinstance(value, (bool, np.bool_)):
        return dtypes.bool_
    if isinstance(value, (int, np.integer)):
        return dtypes.int64
    default = get_default_dtype()
    return default.to_complex() if isinstance(value, builtins.complex) else default


@making
def scalar_tensor(s, *, dtype=None) -> Tensor:
    """Return a number as a tensor without dimensions, of the default type."""
    return ivy.full((), s, dtype=(dtype or get_default_dtype()).core)


def _declare_full_like(name: str, value: int):
    """Declare a function like ``zeros_like``: ``value`` in the shape of its input."""

    def body(input: TensorLike, *, dtype=None) -> Tensor:
        return _filled(tuple(input.shape), value, dtype or input.dtype)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Return {name.partition('_')[0]} of the shape and type of a tensor."
    return making(body)


zeros_like, ones_like, empty_like = (
    _declare_full_like("zeros_like", 0),
    _declare_full_like("ones_like", 1),
    _declare_full_like("empty_like", 0),
)


@making
def full_like(input: TensorLike, fill_value, *, dtype=None) -> Tensor:
    """Return a tensor of the shape and type of another, filled with a value."""
    value = fill_value.item() if isinstance(fill_value, Tensor) else fill_value
    kind = dtype or input.dtype
    return _filled(tuple(input.shape), checked_number(value, kind), kind)


# of a range


@making
def arange(start=None, end=None, step=1, *, out=None, dtype=None) -> Tensor:
    """Return numbers from ``start``, or 0, up to ``end``, without it, in steps.

    A single number is ``end``.

    Raises: RuntimeError if the steps lead away from ``end``, or are zero; TypeError without end.
    """
    if end is None:
        start, end = None, start
    if end is None:
        raise TypeError('arange() missing 1 required positional arguments: "end"')
    start = 0 if start is None else start
    if dtype in _OF_INTS and _INTS.issuperset((type(start), type(end), type(step))):
        backend = active_backend()
        if step and (end - start) * step >= 0 and backend.CAPABILITIES.functional_views:
            host = np.arange(start, end, step)
            if host.dtype == np.int64:  # else they are beyond its bounds
                return _tensor_of_fresh(host, backend)
    start, end, step = [v.item() if isinstance(v, (Tensor, np.generic)) else v
                        for v in (start, end, step)]  # fmt: skip
    if dtype is None:
        floats = any(isinstance(v, float) for v in (start, end, step))
        dtype = get_default_dtype() if floats else dtypes.int64
    if dtype.kind not in "iuf":
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{shown(dtype)}'")
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start:g} -> {end:g}")
    if dtype is dtypes.int64:  # PyTorch rounds all three first, of other types two behind the count
        start, end, step = int(start), int(end), int(step)
        if step == 0:
            raise ValueError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    return _tensor_from_numpy_copy(_cast_numpy(_range_on_host(start, end, step, dtype), dtype))


def _range_on_host(start, end, step, dtype) -> np.ndarray:
    """Return the numbers of a range as they are before they get their type."""
    if dtype is dtypes.int64:
        return np.arange(start, end, step)
    if dtype.kind in "iu" or isinstance(start, int) and isinstance(step, int):
        count = max(math.ceil((float(end) - float(start)) / float(step)), 0)
        return int(start) + np.arange(count) * int(step)
    if dtype.itemsize not in LANES:
        return np.arange(start, end, step)
    count = max(math.ceil((end - start) / step), 0)
    return count_from(float(start), float(step), count, _rounding(dtype), dtype.itemsize)


_OF_INTS, _INTS = (None, dtypes.int64), frozenset({int})


def _rounding(dtype) -> Callable:
    """Return a function that rounds doubles to a type of fewer bits, as doubles."""
    if dtype.itemsize == 8:
        return np.asarray
    return lambda value: _cast_numpy(np.asarray(value, np.float32), dtype).astype(np.float64)


def _check_steps(name: str, start, end, steps) -> None:
    """Raise TypeError unless ``steps`` is an int, RuntimeError for ends with dimensions."""
    if not hasattr(steps, "__index__"):
        given = ", ".join(type(value).__name__ for value in (start, end, steps))
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got ({given}), but expected "
            "an int as number of steps"
        )
    dims = [value.ndim if isinstance(value, Tensor) else 0 for value in (start, end)]
    if any(dims):
        raise RuntimeError(
            f"{name} only supports 0-dimensional start and end tensors, but got start with "
            f"{dims[0]} dimension(s) and end with {dims[1]} dimension(s)."
        )


@making
def linspace(start, end, steps, *, out=None, dtype=None) -> Tensor:
    """Return numbers at equal distances, both ends among them."""
    _check_steps("linspace", start, end, steps)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    start, end = [v.item() if isinstance(v, Tensor) else v for v in (start, end)]
    total = start + end
    dtype = dtype or type_of_number(total if isinstance(total, builtins.complex) else 0.5)
    if dtype.kind in "iu":  # PyTorch rounds both ends first, and counts from the nearer one
        start, end = int(start), int(end)
        step, indices = (end - start) / max(steps - 1, 1), np.arange(steps)
        wide = np.where(
            indices < steps // 2, start + step * indices, end - step * (steps - 1 - indices)
        )
        wide = wide if steps != 1 else np.asarray([float(start)])
    elif dtype.kind == "f" and dtype.itemsize in LANES and steps:
        wide = divide(start, end, steps, _rounding(dtype), dtype.itemsize)
    else:
        wide = np.linspace(start, end, steps)
    return _tensor_from_numpy_copy(_cast_numpy(wide, dtype))


@making
def logspace(start, end, steps, base=10.0, *, out=None, dtype=None) -> Tensor:
    """Return powers of a base whose exponents are at equal distances."""
    _check_steps("logspace", start, end, steps)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    start, end = [v.item() if isinstance(v, Tensor) else v for v in (start, end)]
    kind = dtype or get_default_dtype()
    if kind.kind in "iu":  # the ends are cut off first, the step is not
        start, end = int(start), int(end)
    return _tensor_from_numpy_copy(_cast_numpy(np.logspace(start, end, steps, base=base), kind))


@making
def eye(n, m=None, *, out=None, dtype=None) -> Tensor:
    """Return ones on the diagonal, and zeros elsewhere."""
    m = n if m is None else m
    for text, length in (("n", n), ("m", m)):
        if length < 0:
            raise RuntimeError(f"{text} must be greater or equal to 0, got {length}")
    return ivy.eye(n, m, dtype=(dtype or get_default_dtype()).core)


@torch_function
def complex(real: TensorLike, imag: TensorLike, *, out=None) -> Tensor:
    """Return complex numbers of their two parts."""
    _check_complex_parts(real, imag)
    return ivy.complex(real, imag)


def _check_complex_parts(first: Tensor, second: Tensor) -> None:
    """Raise RuntimeError unless both are of one dtype: float16, float32 or float64."""
    floats = ("float16", "float32", "float64")
    if not {first.dtype.name, second.dtype.name} <= set(floats):
        raise RuntimeError(
            f"Expected both inputs to be Half, Float or Double tensors but got "
            f"{shown(first.dtype)} and {shown(second.dtype)}"
        )
    if first.dtype is not second.dtype:
        raise RuntimeError(
            f"Expected object of scalar type {shown(first.dtype)} but got scalar type "
            f"{shown(second.dtype)} for second argument"
        )


@torch_function
def polar(abs: TensorLike, angle: TensorLike, *, out=None) -> Tensor:
    """Return complex numbers of their absolute values and angles."""
    _check_complex_parts(abs, angle)
    return ivy.complex(abs * ivy.cos(angle), abs * ivy.sin(angle))


makers.update(
    empty=empty,
    empty_strided=empty_strided,
    full=full,
    ones=ones,
    tensor=tensor,
    values=legacy_tensor,
    zeros=zeros,
)
__all__ = [
    "arange", "as_tensor", "asarray", "complex", "empty", "empty_like", "empty_permuted",
    "empty_strided", "eye",
    "frombuffer", "from_dlpack", "from_numpy", "full", "full_like", "legacy_tensor", "linspace",
    "logspace", "making", "ones", "ones_like", "polar", "scalar_tensor", "tensor", "type_of_number",
    "zeros", "zeros_like",
]  # fmt: skip
