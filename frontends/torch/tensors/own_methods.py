"""Methods that PyTorch has on tensors alone: conversions, sizes, other shapes and types."""

from __future__ import annotations

import contextlib
import functools
import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.array import Array
from ivy_core.arrays.lenses import Bitcast
from ivy_core.arrays.placing import placement_in_parts
from ivy_core.arrays.views import View, functional_view, shadow
from ivy_core.backend_handler import active_backend, with_backend
from ivy_core.backends.holder import read, sample_of, waiting
from ivy_core.backends.loading import backend_for, backend_of_class
from ivy_core.backends.placement import Mesh, Placement
from ivy_core.utils.exceptions import IvyException

from ..autograd import tape
from ..autograd.inplace_views import share_memory, show_as
from ..autograd.write_checks import check_writable
from ..dispatch import native
from ..dispatch.func_wrapper import ivy
from ..dispatch.inplace import in_place
from ..dispatch.outputs import cast, cast_here, shown
from ..operations import pointwise
from . import dtypes, host_methods  # noqa: F401 - it declares its own
from .devices import META, device_of_placement, placement_of
from .dtypes import as_dtype, checked_number, dtype
from .layouts import contiguous_format, preserve_format
from .memory_order import has_format
from .meta_tensors import MetaArray, converted
from .method_table import METHODS, declare_method, declare_plain_method
from .sharing import (
    address_of_memory,
    block_of,
    put_in_shared_memory,
)
from .size import Size
from .storage import TypedStorage, UntypedStorage, forget_size
from .strided_results import in_format, in_memory_order, lies_in_order
from .tensor import Tensor, makers, steps_in_order, strides_of, tensor_of, to_numpy

TensorLike = Number = Any

# sizes


@citing(None)
def wrapped(dim: int, ndim: int) -> int:
    """Return a dimension counted from the front.

    Raises: IndexError if there is no such dimension.
    """
    most = max(ndim, 1)
    if not -most <= dim < most:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-most}, {most - 1}], but got "
            f"{dim})"
        )
    return dim % most


@declare_plain_method
def size(self, dim: int | None = None):
    """Return the shape, or the length of one dimension.

    References: PyTorch documentation, torch.Tensor.size.
    """
    shape = self.shape
    return shape if dim is None else shape[wrapped(dim, len(shape))]


@declare_plain_method
def dim(self) -> int:
    """Return the number of dimensions."""
    return self.ndim


METHODS["ndimension"] = dim


@declare_plain_method
def nelement(self) -> int:
    """Return the number of elements."""
    shape = getattr(getattr(self, "_data", None), "shape", None)
    return math.prod(shape) if type(shape) is tuple else self.shape.numel()


@declare_plain_method
def element_size(self) -> int:
    """Return the size of one element, in bytes."""
    return self.dtype.itemsize


@declare_plain_method
def stride(self, dim: int | None = None):
    """Count the elements from one to the next along each dimension, or along one.

    Of a functional view it is what PyTorch's own view would have.
    """
    data = getattr(self, "_data", None)
    if type(data) is native.tensor_class:
        return data.stride() if dim is None else data.stride(dim)
    steps = strides_of(self)
    return steps if dim is None else steps[wrapped(dim, self.ndim)]


@declare_plain_method
def storage_offset(self) -> int:
    """Count the elements of the base before the tensor's first one."""
    data = read(self)
    if isinstance(data, native.tensor_class):
        return data.storage_offset()
    if isinstance(data, np.ndarray):
        begin = np.lib.array_utils.byte_bounds(memory_owner(data))[0]
        return (data.__array_interface__["data"][0] - begin) // data.itemsize
    if not hasattr(self, "_view"):
        return 0
    seen = self._view.shadow()
    start = np.lib.array_utils.byte_bounds(seen)[0] if seen.size else 0
    owner = memory_owner(seen)
    return int(start - np.lib.array_utils.byte_bounds(owner)[0]) if seen.size else 0


def memory_owner(a: np.ndarray) -> np.ndarray:
    """Return the array that an array of NumPy's is a view of; itself if it is none."""
    base = a.base
    while base is not None:
        if isinstance(base, np.ndarray):
            a = base
        # what as_strided makes is a view of an object that has the array
        base = getattr(base, "base", None)
    return a


def owner_of(x: Tensor) -> Tensor | None:
    """Return a tensor of all the memory that a tensor shows, in order; None if there is none.

    There is none for a view in another type than the memory has.
    """
    owner = in_memory_order(x._view) if hasattr(x, "_view") else x
    data = read(owner)
    if isinstance(data, np.ndarray) and data.base is not None:
        owner = tensor_of(memory_owner(data))
    return owner if owner.dtype is x.dtype and owner.is_contiguous() else None


@declare_plain_method
def is_contiguous(self, *, memory_format=None) -> bool:
    """Return whether the elements lie in order, one after the other."""
    data = read(self)
    if isinstance(data, native.tensor_class):
        options = {} if memory_format is None else {"memory_format": native.unwrap(memory_format)}
        return data.is_contiguous(**options)
    wanted = contiguous_format if memory_format is None else memory_format
    return has_format(self.shape, strides_of(self), wanted)


@declare_plain_method
def data_ptr(self) -> int:
    """Return a number that tensors have in common whose first element is the same."""
    data = read(self)
    if isinstance(data, native.tensor_class):
        return data.data_ptr()
    if isinstance(data, np.ndarray):
        return data.__array_interface__["data"][0]
    return address_of_memory(self) + self.storage_offset() * self.dtype.itemsize


@declare_plain_method
def storage(self) -> TypedStorage:
    """Return the elements that the tensor shares with its views.

    References: PyTorch documentation, torch.Tensor.storage.
    """
    return TypedStorage(self)


declare_plain_method(lambda self: TypedStorage(self), "_typed_storage")


@declare_plain_method
def untyped_storage(self) -> UntypedStorage:
    """Return the bytes that the tensor shares with its views.

    References: PyTorch documentation, torch.Tensor.untyped_storage.
    """
    return UntypedStorage(self)


@declare_plain_method
def share_memory_(self):
    """Move the tensor, with its views, to memory that processes share, and return it.

    Raises
    ------
    RuntimeError
        If the tensor is on no CPU, or the system has no such memory.

    References: PyTorch documentation, torch.Tensor.share_memory_.
    """
    data = read(self)
    if isinstance(data, native.tensor_class):
        data.share_memory_()
    else:
        put_in_shared_memory(self)
    return self


@declare_plain_method
def is_shared(self) -> bool:
    """Return whether processes share its memory."""
    data = read(self)
    if isinstance(data, native.tensor_class):
        return data.is_shared()
    return block_of(self) is not None


@declare_plain_method
def pin_memory(self, device=None):
    """Return the tensor: frameworks choose the memory that they copy from.

    References: PyTorch documentation, torch.Tensor.pin_memory.
    """
    return self


@declare_plain_method
def is_pinned(self, device=None) -> bool:
    """Return False: frameworks choose the memory that they copy from."""
    return False


# other shapes


@declare_method(view=True, variadic=1)
def view(self: TensorLike, size) -> Tensor:
    """Return the elements in another shape, or in another type, without a copy.

    Raises
    ------
    RuntimeError
        If the elements do not lie so that this is possible.

    References: PyTorch documentation, torch.Tensor.view.
    """
    if isinstance(size, tuple) and len(size) == 1 and type(size[0]) is dtype:
        (size,) = size
    if type(size) is dtype or not isinstance(size, (int, tuple, list, Size)):
        return _reinterpret_bits(self, as_dtype(size))
    wanted = shape_with(self.shape, size)
    try:
        return ivy.reshape(self, wanted, copy=False)
    except IvyException as err:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one "
            "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
        ) from err


def _reinterpret_bits(x: Tensor, to: dtype) -> Tensor:
    """Return a view of the same bits in another dtype; the last axis may change its length."""
    if to is x.dtype:
        return alias(x)
    old, new = x.dtype.itemsize, to.itemsize
    if old != new and not x.ndim:
        raise RuntimeError(
            f"self.dim() cannot be 0 to view {x.dtype} as {to} (different element sizes)"
        )
    if new > old and x.shape[-1] * old % new:
        raise RuntimeError(
            f"self.size(-1) must be divisible by {new // old} to view {x.dtype} as {to} "
            f"(different element sizes), but got {x.shape[-1]}"
        )
    if new != old and strides_of(x)[-1] != 1:
        raise RuntimeError(
            f"self.stride(-1) must be 1 to view {x.dtype} as {to} (different element sizes), but "
            f"got {strides_of(x)[-1]}"
        )
    shape = tuple(x.shape) if old == new else (*x.shape[:-1], x.shape[-1] * old // new)
    before, after = [kind.core.as_numpy_dtype for kind in (x.dtype, to)]
    return functional_view(x, Bitcast(before, after, shape), Tensor)


def alias(x: Tensor) -> Tensor:
    """Return another tensor of the same memory."""
    return ivy.reshape(x, tuple(x.shape), copy=False)


@citing(None)
def shape_with(shape: Size, wanted) -> tuple[int, ...]:
    """Return a shape with the length that -1 stands for.

    Raises: RuntimeError if there are not as many elements.
    """
    wanted = (wanted,) if isinstance(wanted, int) else tuple(wanted)
    if _INT.issuperset(map(type, wanted)):
        return _kept_shape(shape, wanted)
    return _shape_with(shape, tuple(int(n) for n in wanted))


_INT = frozenset({int})


def _shape_with(shape: Size, wanted: tuple[int, ...]) -> tuple[int, ...]:
    count, known, unknown = math.prod(shape), 1, None
    for at, n in enumerate(wanted):
        if n == -1:
            if unknown is not None:
                raise RuntimeError("only one dimension can be inferred")
            unknown = at
        elif n < 0:
            raise RuntimeError(f"invalid shape dimension {n}")
        else:
            known *= n
    if unknown is not None:
        if known == 0 and count == 0:
            raise RuntimeError(
                f"cannot reshape tensor of 0 elements into shape {list(wanted)} because the "
                "unspecified dimension size -1 can be any value and is ambiguous"
            )
        if known and count % known == 0:
            return (*wanted[:unknown], count // known, *wanted[unknown + 1 :])
    elif known == count:
        return wanted
    raise RuntimeError(f"shape '{list(wanted)}' is invalid for input of size {count}")


_kept_shape = functools.lru_cache(maxsize=1024)(_shape_with)


@declare_method(view=True)
def view_as(self: TensorLike, other: TensorLike) -> Tensor:
    """Return ``self.view(other.size())``."""
    return view.function.body(self, tuple(other.shape))


@declare_method(view=True)
def reshape_as(self: TensorLike, other: TensorLike) -> Tensor:
    """Return ``self.reshape(other.size())``."""
    return ivy.reshape(self, shape_with(self.shape, other.shape))


@declare_method(variadic=1)
def sum_to_size(self: TensorLike, size) -> Tensor:
    """Add up elements so that the shape given remains, which broadcasts to the tensor's.

    References: PyTorch documentation, torch.Tensor.sum_to_size.
    """
    size = Size((size,) if isinstance(size, int) else size)
    lead = self.ndim - len(size)
    pairs = list(zip(size, self.shape[max(lead, 0) :], strict=lead >= 0))
    if lead < 0 or not all(n in (1, m) for n, m in pairs):
        raise RuntimeError(
            f"size {{{list(size)}}} is not expandable to size {{{list(self.shape)}}}."
        )
    axes = tuple(d for d, m in enumerate(self.shape) if d < lead or size[d - lead] == 1 != m)
    whole = dtypes.int64.core if self.dtype.kind in "iub" else None  # the type of PyTorch's sums
    if not axes:
        found = ivy.copy_array(self)
        return found if size or whole is None else ivy.astype(found, whole)
    total = ivy.sum(self, axis=axes, keepdims=True, dtype=whole or self.dtype.core)
    return ivy.reshape(total, tuple(size))


@declare_method(view=True, variadic=1)
def expand(self: TensorLike, size, *, implicit: bool = False) -> Tensor:
    """Return a view with dimensions of length one repeated; -1 leaves a length.

    Raises
    ------
    RuntimeError
        If a length that is not one would change.

    References: PyTorch documentation, torch.Tensor.expand.
    """
    size = (size,) if isinstance(size, int) else tuple(int(n) for n in size)
    lead = len(size) - self.ndim
    if lead < 0:
        raise RuntimeError(
            f"expand({{{list(self.shape)}}}, size={list(size)}): the number of sizes provided "
            f"({len(size)}) must be greater or equal to the number of dimensions in the tensor "
            f"({self.ndim})"
        )
    wanted = list(size)
    for at, length in enumerate(self.shape, lead):
        if wanted[at] == -1:
            wanted[at] = length
        elif length not in (1, wanted[at]):
            raise RuntimeError(
                f"The expanded size of the tensor ({wanted[at]}) must match the existing size "
                f"({length}) at non-singleton dimension {at}.  Target sizes: {list(size)}.  "
                f"Tensor sizes: {list(self.shape)}"
            )
    for at in range(lead):
        if wanted[at] == -1:
            raise RuntimeError(
                f"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing "
                f"dimension {at}"
            )
    if wanted == [1] * lead + list(self.shape):
        return ivy.reshape(self, tuple(wanted), copy=False)  # nothing is repeated
    return ivy.broadcast_to(self, tuple(wanted))


@declare_method(view=True)
def expand_as(self: TensorLike, other: TensorLike) -> Tensor:
    """Return ``self.expand(other.size())``."""
    return ivy.broadcast_to(self, tuple(other.shape))


@declare_method(variadic=1)
def repeat(self: TensorLike, repeats) -> Tensor:
    """Return the tensor laid out several times along each dimension.

    References: PyTorch documentation, torch.Tensor.repeat.
    """
    repeats = (repeats,) if isinstance(repeats, int) else tuple(repeats)
    if len(repeats) < self.ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )
    return ivy.tile(self, repeats)


@declare_method(view=True)
def contiguous(self: TensorLike, *, memory_format=None) -> Tensor:
    """Return the tensor itself if its elements lie in a memory format, else a copy that does."""
    wanted = contiguous_format if memory_format is None else memory_format
    if wanted is contiguous_format:
        if shadow(self).flags.c_contiguous:
            return self
    elif has_format(self.shape, strides_of(self), wanted):
        return self
    copied = ivy.copy_array(self)
    return copied if wanted is contiguous_format else in_format(copied, wanted)


def _with_plain_ones_first(general: Callable) -> Callable:
    """Return ``contiguous`` that gives tensors back at once which wait on the host in C order."""

    @functools.wraps(general)
    def call(self, *args, **options):
        if type(self) is Tensor and not (args or options):
            view = getattr(self, "_view", None)
            if view is None:
                if type(self._data) in waiting:
                    return self
            elif type(getattr(view.base, "_data", None)) in waiting:
                if type(view) is View and view.shadow().flags.c_contiguous:
                    return self
        return general(self, *args, **options)

    call.function.call = METHODS["contiguous"] = call
    return call


contiguous = _with_plain_ones_first(contiguous)


@declare_method(view=True)
def unfold(self: TensorLike, dimension: int, size: int, step: int) -> Tensor:
    """Return a view of all slices of a length along one dimension, in a last dimension.

    References: PyTorch documentation, torch.Tensor.unfold.
    """
    dimension = wrapped(dimension, self.ndim)
    length = self.shape[dimension] if self.ndim else 1
    if size > length:
        raise RuntimeError(
            f"maximum size for tensor at dimension {dimension} is {length} but size is {size}"
        )
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    if not self.ndim:
        return ivy.reshape(self, (1,))[:size]
    steps, item = strides_of(self), self.dtype.itemsize
    shape = list(self.shape)
    shape[dimension] = (length - size) // step + 1
    wanted = [s * (step if at == dimension else 1) * item for at, s in enumerate(steps)]
    return ivy.as_strided(self, (*shape, size), (*wanted, steps[dimension] * item))


# other types


@declare_method
def _to_torch_dtype(self: TensorLike, torch_dtype) -> Tensor:
    """Return the tensor in a dtype of PyTorch's (no string); itself if it has it."""
    return cast(self, torch_dtype)


@declare_plain_method
def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    """Return the tensor in another type, on another device; itself if it is so already.

    Raises
    ------
    RuntimeError
        If there is no such device here.

    References: PyTorch documentation, torch.Tensor.to.
    """
    for value in args:
        if isinstance(value, Array):
            where = placement_in_parts(value) or value.device
            dtype, device = value.dtype, where if dtype is None else device
        elif isinstance(value, bool):
            non_blocking, copy = (value, copy) if value is args[-1] else (value, True)
        elif type(value) is dtypes.dtype or value in (float, int, bool, complex):
            dtype = value
        elif value is not None:
            device = value
    found = _convert_tensor(self, as_dtype(dtype), device, copy)
    if memory_format is None or memory_format is preserve_format:
        return found
    return found.contiguous(memory_format=memory_format)


def _with_types_first(general: Callable) -> Callable:
    """Return ``to`` that converts small tensors on the host at once where a type is all it asks."""

    @functools.wraps(general)
    def call(self, *args, **options):
        if len(args) == 1 and type(args[0]) is dtype and type(self) is Tensor and not options:
            view, data = getattr(self, "_view", None), getattr(self, "_data", None)
            if view is not None and data is None and type(view) is View and view.in_order():
                data = view.read(self) if type(view.base._data) in waiting else None
            if type(data) in waiting:
                kind = args[0]
                return self if dtypes.of_native(data.dtype) is kind else cast_here(self, kind)
        return general(self, *args, **options)

    METHODS["to"] = call
    return call


to = _with_types_first(to)


def _convert_tensor(x: Tensor, kind: dtype | None, device_like, copy: bool = False) -> Tensor:
    """Return ``x`` in a dtype, on a device (None: its own); itself if so, unless ``copy``."""
    placement = None if device_like is None else placement_of(device_like)
    data = sample_of(x)
    if isinstance(data, native.tensor_class):
        options = {} if kind is None else {"dtype": native.unwrap(kind)}
        if placement is not None:
            if isinstance(placement.where, Mesh):
                native.backend.to_native_device(placement)  # refuses it, and says what to do
            options["device"] = str(placement.device).replace("gpu", "cuda")
        data = read(x)
        there = data.to(copy=copy, **options)
        return x if there is data else native.boxed_tensor(there)
    if type(data) is MetaArray or placement is META:
        return converted(x, kind, None if placement is None else placement is META, copy)
    if placement is not None and not lies_on(x, placement):
        x = x._moved_to_placement(placement)
        copy = False
    if kind is not None and kind is not dtypes.of_native(data.dtype):
        if type(x) is Tensor and type(data) in waiting and lies_in_order(x):
            return cast_here(x, kind)  # no tape has to know of it, and it lies as its result
        return x._to_torch_dtype(kind)
    return x.clone() if copy else x


def lies_on(x: Tensor, placement) -> bool:
    """Return whether a tensor is on the device of a placement: it need not be moved there.

    One in parts on a mesh is on the device that :attr:`Tensor.device` names, PyTorch's word for it.
    """
    data = sample_of(x)
    if type(data) is MetaArray:
        return False
    here = backend_for(data).placement_of(data)
    if isinstance(placement.where, Mesh):
        return _reached(placement, x.shape) == here
    if isinstance(here.where, Mesh):
        return device_of_placement(placement) == device_of_placement(here)
    # the first of the CPUs, where the backend has several, is the one that has no number
    return placement.device.removesuffix(":0") == here.device.removesuffix(":0")


def _reached(placement: Placement, shape) -> Placement:
    """Return the placement of a tensor of some shape on a mesh, which cuts no short axis."""
    names = placement.partition[: len(shape)]
    kept = [each if shape[i] >= placement.parts(i) else None for i, each in enumerate(names)]
    return Placement(placement.where, tuple(kept))


@declare_method
def _moved_to_placement(self: TensorLike, placement) -> Tensor:
    if isinstance(placement.where, Mesh):  # a module's biases have fewer axes than its weights
        placement = _reached(placement, self.shape)
    return ivy.to_placement(self, placement)


@declare_plain_method
def to_placement(self, placement, /):
    """Return the tensor on a device or in parts on a mesh: :func:`ivy_core.to_placement`."""
    return self.to(placement if isinstance(placement, Placement) else Placement(str(placement)))


def _declare_conversion(name: str, kind: dtype) -> None:
    """Declare the method that converts to the dtype ``kind``: ``float``, ``half``, ..."""

    def method(self, memory_format=None):
        if type(self) is Tensor and memory_format is None:
            return _convert_tensor(self, kind, None)
        return self.to(dtype=kind, memory_format=memory_format)

    method.__doc__ = f"Return the tensor in the type {kind}; itself if it has that."
    declare_plain_method(method, name)


for _name, _kind in {
    "float": dtypes.float32, "double": dtypes.float64, "half": dtypes.float16,
    "bfloat16": dtypes.bfloat16, "int": dtypes.int32, "long": dtypes.int64,
    "short": dtypes.int16, "char": dtypes.int8, "byte": dtypes.uint8, "bool": dtypes.bool_,
    "cfloat": dtypes.complex64, "cdouble": dtypes.complex128,
    "chalf": dtypes.dtype_named("complex32"),
}.items():  # fmt: skip
    _declare_conversion(_name, _kind)


def class_or_type(self, dtype=None, non_blocking: bool = False, **kwargs):
    """Return the name of the class of such tensors, or the tensor in another type.

    References: PyTorch documentation, torch.Tensor.type.
    """
    if dtype is None:
        place = "meta." if self.is_meta else ""
        return f"torch.{place}{dtypes.LEGACY_NAMES[self.dtype.name]}"
    if isinstance(dtype, str):
        dtype = _OF_CLASSES[dtype.rpartition(".")[2]]
    elif isinstance(dtype, type):
        dtype = getattr(dtype, "dtype", dtype)  # torch.LongTensor
    return _convert_tensor(self, as_dtype(dtype), None)


declare_plain_method(class_or_type, "type")
_OF_CLASSES = {text: dtypes.dtype_named(name) for name, text in dtypes.LEGACY_NAMES.items()}


@declare_plain_method
def type_as(self, other):
    """Return ``self.type(other.type())``."""
    if not isinstance(other, Tensor):
        raise TypeError(
            f"type_as(): argument 'other' (position 1) must be Tensor, not {type(other).__name__}"
        )
    return _convert_tensor(self, other.dtype, None)


@declare_plain_method
def cpu(self, memory_format=None):
    """Return the tensor on the CPU; itself if it lies there."""
    return _convert_tensor(self, None, "cpu")


@declare_plain_method
@citing(None)
def cuda(self, device=None, non_blocking=False, memory_format=None):
    """Return the tensor on an accelerator.

    Raises: RuntimeError if the backend sees none here.
    """
    return _convert_tensor(self, None, "cuda" if device is None else device)


@declare_plain_method
def get_device(self) -> int:
    """Return the index of the device; -1 for the CPU."""
    where = self.device
    return -1 if where.type in ("cpu", "meta") else where.index or 0


# functions whose first argument is not the tensor


@declare_method
def where(self: TensorLike, condition: TensorLike, other: TensorLike | Number) -> Tensor:
    """Choose from the tensor where a condition holds, from another elsewhere.

    References: PyTorch documentation, torch.Tensor.where.
    """
    return pointwise.where.function.body(condition, self, other)


where.function.differentiated_as = "where_of_tensor"  # its condition comes second


@declare_method
def polygamma(self: TensorLike, n: int) -> Tensor:
    """Compute the ``n``-th derivative of the digamma function.

    References: PyTorch documentation, torch.Tensor.polygamma.
    """
    return pointwise.polygamma.function.body(n, self)


METHODS["polygamma_"] = in_place(polygamma.function, "polygamma_")
_float_power = in_place(pointwise.float_power.function, "float_power_")


@declare_plain_method
def float_power_(self, exponent):
    """Raise a tensor of double precision to a power, in place.

    Raises
    ------
    RuntimeError
        If the tensor has another type than the result.

    References: PyTorch documentation, torch.Tensor.float_power_.
    """
    several = (self, exponent)
    is_complex = any(
        isinstance(v, complex) or isinstance(v, Tensor) and v.dtype.is_complex for v in several
    )
    wanted = dtypes.complex128 if is_complex else dtypes.float64
    if self.dtype is not wanted:
        raise RuntimeError(
            f"the base given to float_power_ has dtype {shown(self.dtype)} but the operation's "
            f"result requires dtype {'ComplexDouble' if is_complex else 'Double'}"
        )
    return _float_power(self, exponent)


# written over


@declare_method
def _value_of_fill(self: TensorLike, value: TensorLike | Number) -> Tensor:
    """Return the value that ``fill_`` writes, in the shape and dtype of ``self``."""
    if isinstance(value, Tensor) and value.ndim:
        raise RuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{value.ndim} dimensions."
        )
    if isinstance(value, Tensor):
        return ivy.broadcast_to(cast(value, self.dtype), tuple(self.shape))
    return ivy.full_like(self, checked_number(value, self.dtype))


@declare_method
def _value_of_zero(self: TensorLike) -> Tensor:
    return ivy.zeros_like(self)


@declare_method
def _value_of_copy(
    self: TensorLike, src: TensorLike | Number, non_blocking: bool = False
) -> Tensor:
    """Return the value that ``copy_`` writes, in the shape and dtype of ``self``."""
    value = src if isinstance(src, Tensor) else ivy.asarray(src)
    kind, given = self.dtype, value.dtype
    if given is not kind:
        if given.is_complex and not kind.is_complex:
            warnings.warn(
                "Casting complex values to real discards the imaginary part", stacklevel=4
            )
            value = ivy.real(value)
        value = cast(value, kind)
    if value.shape == self.shape:
        return value
    try:
        return ivy.broadcast_to(value, tuple(self.shape))
    except IvyException as err:
        raise RuntimeError(
            f"The expanded size of the tensor {list(self.shape)} must match the existing size "
            f"{list(value.shape)}"
        ) from err


for _name, _function in {
    "fill_": _value_of_fill,
    "zero_": _value_of_zero,
    "copy_": _value_of_copy,
}.items():
    METHODS[_name] = in_place(_function.function, _name)


@declare_plain_method
def fill_diagonal_(self, fill_value, wrap: bool = False):
    """Write a value into the diagonal, with ``wrap`` into those below a tall matrix's square too.

    Raises
    ------
    RuntimeError
        If there is no diagonal.

    References: PyTorch documentation, torch.Tensor.fill_diagonal_.
    """
    if self.ndim < 2:
        raise RuntimeError("dimensions must larger than 1")
    if self.ndim > 2 and len(set(self.shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    length = min(self.shape)
    positions = [(n,) * self.ndim for n in range(length)]
    if wrap and self.ndim == 2:
        rows, columns = self.shape
        positions = [divmod(at, columns) for at in range(0, rows * columns, columns + 1)]
    if positions:
        self[tuple(map(list, zip(*positions, strict=True)))] = fill_value
    return self


@declare_plain_method
def new(self, *args, device=None):
    """Return a tensor of the same type: with a shape, of values, or without elements.

    References: PyTorch, torch.Tensor.new.
    """
    if len(args) == 1 and not isinstance(args[0], (int, Size)):
        return self.new_tensor(args[0], device=device)
    shape = args[0] if len(args) == 1 and isinstance(args[0], Size) else args or (0,)
    return self.new_empty(tuple(shape), device=device)


@declare_plain_method
def module_load(self, other, assign: bool = False):
    """Copy a loaded tensor into this one, or take it (``assign``), and return it detached.

    References: PyTorch documentation, torch.Tensor.module_load.
    """
    return other.detach() if assign else self.copy_(other).detach()


@declare_plain_method
def resize_(self, *sizes, size=None, memory_format=None):
    """Give the tensor another shape; elements that are added hold anything.

    Raises
    ------
    TypeError
        If there is no shape, or more than one.

    References: PyTorch documentation, torch.Tensor.resize_.
    """
    if size is not None:
        if sizes:
            raise TypeError("resize_() got multiple values for argument 'size'")
        if isinstance(size, int):
            raise TypeError("resize_(): argument 'size' must be tuple of ints, not int")
        sizes = (size,)
    elif not sizes:
        raise TypeError('resize_() missing 1 required positional arguments: "size"')
    sizes = sizes[0] if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes
    data = read(self)
    if isinstance(data, native.tensor_class):
        data.resize_(tuple(sizes))
        return self
    if self.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    sizes = tuple(int(n) for n in sizes)
    if sizes == self.shape:
        return self
    count, owner = Size(sizes).numel(), owner_of(self)
    if owner is not None and self.storage_offset() + count <= owner.shape.numel():
        show_as(self, self.detach().as_strided(sizes, steps_in_order(sizes)))
        return self
    more = ivy.zeros((count - self.shape.numel(),), dtype=self.dtype.core)
    share_memory(self, ivy.reshape(ivy.concat([ivy.reshape(self, (-1,)), more]), sizes))
    tape.wrote(self)
    return self


@declare_plain_method
def resize_as_(self, the_template, memory_format=None):
    """Give the tensor the shape of another."""
    return self.resize_(the_template.shape)


@declare_plain_method
def set_(self, source=None, storage_offset=0, size=None, stride=None):
    """Make the tensor show the memory of another.

    Raises
    ------
    RuntimeError
        If the other has another type, or the tensor is a leaf that requires gradients.

    References: PyTorch documentation, torch.Tensor.set_.
    """
    data = read(self)
    if isinstance(data, native.tensor_class):
        part = () if size is None else (storage_offset, size, stride)
        data.set_(*[native.unwrap(v) for v in (source, *part) if v is not None])
        return self
    if tape.wants_gradients((self,), None):
        check_writable(self)
    if source is None:
        source = tensor_of(read(ivy.zeros((0,), dtype=self.dtype.core)))
    elif source.dtype is not self.dtype:
        raise RuntimeError(
            f"Could not set tensor of type {shown(source.dtype)} to a tensor of type "
            f"{shown(self.dtype)}"
        )
    if size is not None:
        steps = steps_in_order(size) if stride is None else stride
        source = source.detach().as_strided(size, steps, storage_offset)
    share_memory(self, source)
    forget_size(self)
    tape.wrote(self)
    return self


# functions of Python's, element by element


def _write_results_of_calls(self, function: Callable, others: tuple, name: str):
    """Write, in place of each element, what ``function`` gives for it and those of others."""
    if self.requires_grad or any(x.requires_grad for x in others):
        raise RuntimeError(
            f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() "
            "instead."
        )
    operands = [self]
    for at, x in enumerate(others):
        if x.dtype is not self.dtype:
            wanted = "CPUBoolType" if self.dtype is dtypes.bool_ else self.type()
            place = "'other'" if len(others) == 1 else f"argument '{'xy'[at]}'"
            raise TypeError(f"{name}: expected {wanted} for {place} (got {x.type()})")
        operands.append(x.expand(self.shape))
    elements = [to_numpy(x.detach()).reshape(-1).tolist() for x in operands]
    values = list(map(function, *elements))
    for value in values:
        if not any(hasattr(value, way) for way in ("__float__", "__index__", "__complex__")):
            kind = type(value).__name__
            if self.dtype.is_floating_point:
                raise TypeError(f"must be real number, not {kind}")
            raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
    made = _creation_function("tensor")(values, dtype=self.dtype, device=self.device)
    return self.copy_(made.reshape(self.shape))


@declare_plain_method
@citing("torch.Tensor.{}")
def apply_(self, callable):
    """Write ``callable(x)`` in place of each element ``x``, in order; return the tensor.

    Raises: RuntimeError if the tensor requires gradients.

    >>> torch.tensor([1.0, 2.0]).apply_(lambda x: x * x + 1)
    tensor([2., 5.])
    """
    return _write_results_of_calls(self, callable, (), "apply_")


@declare_plain_method
@citing("torch.Tensor.{}")
def map_(self, tensor, callable):
    """Write ``callable(x, y)`` in place of each element ``x``, ``y`` the other tensor's there.

    Raises: RuntimeError if one requires gradients or does not broadcast to the tensor.
    Raises: TypeError if they are of different dtypes.

    >>> torch.tensor([1.0, 2.0]).map_(torch.tensor([3.0, 5.0]), lambda x, y: x * y)
    tensor([ 3., 10.])
    """
    return _write_results_of_calls(self, callable, (_checked_other(tensor, "map_"),), "map_")


@declare_plain_method
@citing("torch.Tensor.{}")
def map2_(self, x, y, callable):
    """Write ``callable(e, f, g)`` in place of each element ``e``, as :meth:`map_` of two."""
    others = _checked_other(x, "map2_"), _checked_other(y, "map2_")
    return _write_results_of_calls(self, callable, others, "map2_")


def _checked_other(value, name: str) -> Tensor:
    if not isinstance(value, Tensor):
        raise TypeError(
            f"{name}(): argument 'other' (position 1) must be Tensor, not {type(value).__name__}"
        )
    return value


@declare_plain_method
@citing("torch.Tensor.{}")
def is_set_to(self, tensor) -> bool:
    """Return whether both show the same elements of the same memory, in the same order."""
    alike = self.shape == tensor.shape and self.stride() == tensor.stride()
    same = self.untyped_storage().data_ptr() == tensor.untyped_storage().data_ptr()
    return alike and same and self.storage_offset() == tensor.storage_offset()


@declare_plain_method
@citing("torch.Tensor.{}")
def dim_order(self) -> tuple[int, ...]:
    """Return the axes from the one with the largest step in memory to that with the smallest.

    >>> torch.ones(2, 3).t().dim_order()
    (1, 0)
    """
    steps, shape, found = self.stride(), self.shape, list(reversed(range(self.dim())))

    def order(first: int, second: int) -> int:
        if steps[first] == 0 or steps[second] == 0:
            return 0
        if steps[first] != steps[second]:
            return 1 if steps[first] > steps[second] else -1
        return 1 if shape[first] > shape[second] else 0

    # an insertion sort, since axes without a step compare as equal to all others
    for at in range(1, len(found)):
        for before in reversed(range(at)):
            sign = order(found[before], found[at])
            if sign > 0:
                found[before], found[at] = found[at], found[before]
                at = before  # noqa: PLW2901  (the same axis goes on to the front)
            elif sign < 0:
                break
    return tuple(reversed(found))


# made like this one


def _declare_new_like(name: str, text: str):
    """Declare the method ``new_`` + ``name``; ``text`` stands in its docstring after "Return"."""

    new, is_filled = f"new_{name}", name in ("zeros", "ones")

    def method(self, *args, dtype=None, device=None, requires_grad=False, **options):
        data = getattr(self, "_data", None) if type(self) is Tensor else None
        if is_filled and type(data) is native.tensor_class and dtype is device is None:
            size = args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args
            if not (options or requires_grad) and all(type(each) is int for each in size):
                return native.boxed_tensor(getattr(data, new)(tuple(size)))
        make = _creation_function(name)
        kind = as_dtype(dtype, self.dtype)
        if type(data) in waiting and backend_of_class(type(data)) is active_backend():
            made = make(*args, dtype=kind, device=device or self.device, **options)
            return made.requires_grad_() if requires_grad else made
        with self._with_own_backend():
            where = device or placement_in_parts(self) or self.device
            made = make(*args, dtype=kind, device=where, **options)
        return made.requires_grad_() if requires_grad else made

    method.__doc__ = f"Return {text} of this tensor's type and device unless others are asked for."
    declare_plain_method(method, f"new_{name}")


def _creation_function(name: str):
    return makers[name]  # creation.py stands above this file


for _name, _text in {
    "empty_strided": "a tensor of the strides given", "tensor": "a tensor of values",
    "zeros": "zeros", "ones": "ones", "full": "a filled tensor",
    "empty": "a tensor",
}.items():  # fmt: skip
    _declare_new_like(_name, _text)


@declare_plain_method
def _with_own_backend(self):
    """Return a ``with`` block in which the tensor's backend is set."""
    backend = backend_for(sample_of(self))
    if backend is active_backend():
        return contextlib.nullcontext()
    return with_backend(backend.NAME)


__all__ = ["METHODS", "alias", "shape_with"]
