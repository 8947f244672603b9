"""Python's protocols on tensors: their text, their copies and their pickles."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable
from multiprocessing.context import get_spawning_popen

import numpy as np

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import backend_for

from ..dispatch import native
from ..dispatch.errors import entry
from ..operations.creation import tensor
from ..serialization.storages import STORAGE_TYPES, Storage, StoredTensor
from ..serialization.tensor_files import (
    copied,
    is_parameter,
    parameter,
    rebuild,
    subclass_of,
    values_of,
)
from .dtypes import get_default_dtype, host_dtype
from .printing import tensor_text
from .sharing import on_block, parts_in_block, put_in_shared_memory
from .tensor import Tensor

METHODS: dict[str, Callable] = {}


def _declare_method(function: Callable) -> Callable:
    METHODS[function.__name__] = entry(function)
    return METHODS[function.__name__]


# text


@_declare_method
def __repr__(self) -> str:
    there = held(self)
    if not isinstance(there, native.tensor_class):
        if backend_for(there).is_tracer(there):
            return f"tensor(..., size={tuple(self.shape)}, dtype={self.dtype})"
        return _tensor_as_text(self, to_numpy(self))
    is_plain = there.layout == native.real_module().strided and not there.is_meta
    if not is_plain or self.dtype.name not in STORAGE_TYPES:
        return repr(there)
    plain = native.boxed_tensor(there.detach().resolve_conj().resolve_neg())
    return _tensor_as_text(self, to_numpy(plain))


def _tensor_as_text(x: Tensor, values: np.ndarray) -> str:
    """Return a tensor's repr, of ``values`` on the host, with its dtype, device and gradient."""
    kind, grad_fn = subclass_of(x), getattr(x, "grad_fn", None)
    where = x.device
    text = tensor_text(
        values,
        x.dtype.name,
        default_dtype=get_default_dtype().name,
        class_name="tensor" if kind is None else kind.__name__,
        device=None if where.type == "cpu" else str(where),
        grad_fn=None if grad_fn is None else grad_fn.name().rpartition("::")[2],
        requires_grad=x.requires_grad,
    )
    return f"Parameter({text})" if kind is not None and is_parameter(x) else text


@_declare_method
def __str__(self) -> str:
    return repr(self)


@_declare_method
def __format__(self, format_spec: str) -> str:
    if not self.ndim and not is_parameter(self) and not self.is_meta:
        return format(self.item(), format_spec)
    return object.__format__(self, format_spec)


# NumPy's scalars and functions

_OPERATORS = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul,
    "divide": operator.truediv, "floor_divide": operator.floordiv, "remainder": operator.mod,
    "power": operator.pow, "equal": operator.eq, "not_equal": operator.ne, "less": operator.lt,
    "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge,
    "bitwise_and": operator.and_, "bitwise_or": operator.or_, "bitwise_xor": operator.xor,
    "left_shift": operator.lshift, "right_shift": operator.rshift,
}  # fmt: skip


_COMPARISONS = frozenset({"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"})
_NUMBERS = (Tensor, np.generic, int, float, complex)


def _item_if_numpy(x):
    return x.item() if isinstance(x, (np.ndarray, np.generic)) else x


def _to_numpy_if_array(x):
    return to_numpy(x) if isinstance(x, Array) else x


@_declare_method
def __divmod__(self, other):
    return NotImplemented  # PyTorch has none


METHODS["__rdivmod__"] = METHODS["__divmod__"]


@_declare_method
def __array_ufunc__(self, function, method: str, *inputs, **options):
    """Answer ``np.float64(2) * tensor`` as ``2.0 * tensor``, and ``np.sin(tensor)`` as a tensor.

    NumPy's scalars leave operators to PyTorch's tensors, which take them for Python's numbers: the
    result has the type of the tensor, and its history. Other functions compute with the values.

    Raises
    ------
    RuntimeError
        By a function that is no operator, if a tensor requires gradients.
    """
    operate = _OPERATORS.get(function.__name__)
    if hasattr(function, "real_ufunc"):  # that of the NumPy frontend, whose scalars call NumPy's
        function, operate = function.real_ufunc, None
    if operate is not None and method == "__call__" and not options:
        # NumPy's scalars come to comparisons as arrays without dimensions
        compares = function.__name__ in _COMPARISONS
        if all(isinstance(x, _NUMBERS) or compares and not getattr(x, "ndim", 1) for x in inputs):
            return operate(*[x if isinstance(x, Tensor) else _item_if_numpy(x) for x in inputs])
    if method == "__call__" and not options and isinstance(inputs[-1], Tensor):
        if function is np.equal:  # ``numpy_array == x``
            return inputs[1] == inputs[0]
        if function is np.divide and isinstance(inputs[0], np.ndarray):
            return inputs[1].reciprocal() * inputs[0]  # PyTorch has no quotient for this
    given = [x.numpy() if isinstance(x, Tensor) else _to_numpy_if_array(x) for x in inputs]
    result = getattr(function, method)(*given, **options)
    results = [
        tensor(_bool_to_uint8(np.asarray(each)))
        if isinstance(each, (np.ndarray, np.generic))
        else each
        for each in (result if type(result) is tuple else (result,))
    ]
    return tuple(results) if type(result) is tuple else results[0]


def _bool_to_uint8(host: np.ndarray) -> np.ndarray:
    """Convert a result of NumPy's as PyTorch does: booleans to whole numbers."""
    return host.astype(np.uint8) if host.dtype == bool else host


# copies


@_declare_method
def __deepcopy__(self, memo: dict) -> Tensor:
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
            "protocol at the moment."
        )
    known = memo.get(id(self))
    if known is not None:
        return known
    there = read(self)
    if isinstance(there, native.tensor_class):
        made = native.boxed_tensor(copy.deepcopy(there, memo))
    else:
        made = copied(self, memo)
        made = made.requires_grad_() if self.requires_grad else made
        grad = getattr(self, "grad", None)
        if grad is not None:
            made.grad = copy.deepcopy(grad, memo)
    made = _as_subclass_or_same(made, subclass_of(self))
    memo[id(self)] = made
    made.__dict__.update(copy.deepcopy(self.__dict__, memo))
    return made


@_declare_method
def __copy__(self) -> Tensor:
    made = _as_subclass_or_same(values_of(self), subclass_of(self))
    made = parameter(made, self.requires_grad) if is_parameter(self) else made
    if self.requires_grad and not is_parameter(self):
        made = made.requires_grad_()
    made.__dict__.update(self.__dict__)
    return made


def _as_subclass_or_same(x: Tensor, kind: type | None) -> Tensor:
    return x if kind is None else x.as_subclass(kind)


# pickles


@_declare_method
def __reduce_ex__(self, protocol: int):
    if get_spawning_popen() is not None and self.is_shared():
        return reduced_to_shared(self)
    values = values_of(self)
    there = read(values)
    if isinstance(there, native.tensor_class):
        if there.is_meta or there.layout != native.real_module().strided:
            return native.boxed_tensor, (read(self),), dict(self.__dict__) or None
        values = native.boxed_tensor(there.cpu().resolve_conj().resolve_neg())
    host = np.ascontiguousarray(to_numpy(values))
    facts = (self.dtype.name, tuple(self.shape), host.tobytes(), str(self.device))
    arguments = (*facts, bool(self.requires_grad), subclass_of(self))
    return _unpickled, arguments, dict(self.__dict__) or None


def _unpickled(dtype, shape, data, location, requires_grad, kind) -> Tensor:
    memory = np.frombuffer(bytearray(data), np.uint8)
    steps = np.empty(shape, host_dtype(dtype)).strides
    steps = tuple([step // host_dtype(dtype).itemsize for step in steps])
    made = rebuild(StoredTensor(Storage(memory, dtype, location), dtype, shape, steps))
    made = _as_subclass_or_same(made, kind)
    return made.requires_grad_() if requires_grad else made


@citing(None)
def reduced_to_shared(x: Tensor) -> tuple:
    """Reduce a tensor for another process, which shares its memory.

    Raises: RuntimeError if the tensor is a result that requires gradients.
    """
    if x.requires_grad and not x.is_leaf:
        raise RuntimeError(
            "Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd "
            "does not support crossing process boundaries.  If you just want to transfer the data, "
            "call detach() on the tensor before serializing (e.g., putting it on the queue)."
        )
    there = read(x)
    if isinstance(there, native.tensor_class):
        parts = (there.detach(),)
    else:
        put_in_shared_memory(x)
        parts = parts_in_block(x)
    return _rebuild_shared, (parts, bool(x.requires_grad), subclass_of(x)), dict(x.__dict__) or None


def _rebuild_shared(parts: tuple, requires_grad: bool, kind) -> Tensor:
    """Return a tensor on memory that another process shares: a real one, or part of a block."""
    made = native.boxed_tensor(parts[0]) if len(parts) == 1 else on_block(*parts)
    made = _as_subclass_or_same(made, kind)
    return made.requires_grad_() if requires_grad else made


@_declare_method
def __setstate__(self, state: dict) -> None:
    self.__dict__.update(state)


__all__ = ["METHODS", "reduced_to_shared"]
