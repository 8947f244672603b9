"""Tensor: an ivy Array that behaves as PyTorch's, on whichever backend holds the data."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable

import numpy as np

from frontends.common.shown_classes import SHOWN_CLASSES
from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.reserved import reserve
from ivy_core.arrays.views import new_array, shadow
from ivy_core.backends.holder import held, read, sample_of
from ivy_core.backends.loading import backend_for

from .devices import device, device_of_placement
from .dtypes import dtype, of_native
from .layouts import NAMES, layout, sparse_coo, sparse_csr, strided
from .memory_order import steps_in_order
from .size import Size

# The core, bound to this frontend's tensors: func_wrapper.py publishes its functions here.
ivy = types.ModuleType("frontends.torch.ivy", "The core, giving tensors of this frontend.")


_INT, _new_tuple = frozenset({int}), tuple.__new__
makers: dict[str, Callable] = {}  # what makes tensors of values: creation.py enters it here


class _TensorType(type(Array)):
    """Metaclass: the classes of tensors that need gradients, or not, are one class to a script.

    ``print(type(x))`` shows PyTorch's name. Pickles find the class under its own, so ``__module__``
    stays. A class that a script derives from Tensor may need gradients: no other takes its place.
    """

    def __new__(mcls, name: str, bases: tuple, names: dict, **options):
        if "__module__" not in names:
            names["__module__"] = sys._getframe(1).f_globals.get("__name__", "")
        if not names["__module__"].startswith("frontends."):
            bases = tuple(GradTensor if base is Tensor else base for base in bases)
        return super().__new__(mcls, name, bases, names, **options)

    def __repr__(cls) -> str:
        home, found, module = cls.__module__.partition("frontends.torch.")
        if home or not found:
            return super().__repr__()
        return f"<class 'torch.{_PUBLIC.get(module, module + '.')}{cls.__qualname__}'>"


# modules whose classes PyTorch has in the package itself
_PUBLIC = {
    "tensors.tensor": "", "sparse.sparse_tensor": "",
    "distributed.tensor.dtensors": "distributed.tensor.",
}  # fmt: skip


@citing("torch.{}")
class Tensor(Array, metaclass=_TensorType):
    """Tensor with PyTorch's attributes, methods, operators and indexing.

    Parameters
    ----------
    *data : sizes, or values
        As ``torch.FloatTensor`` takes them; prefer :func:`torch.tensor`.

    >>> torch.Tensor([1, 2]).dtype
    torch.float32
    """

    __slots__ = ("__dict__", "_autograd")
    __array_priority__ = 1000.0
    _order_matters = True

    def __new__(cls, *data, device=None):
        return _make_legacy_tensor(cls, data, device)

    __init__ = object.__init__  # __new__ takes the arguments, that of a class derived from it too

    @property
    def dtype(self) -> dtype:
        try:
            return of_native(self._data.dtype)
        except AttributeError:
            return of_native(sample_of(self).dtype)

    @property
    def shape(self) -> Size:
        try:
            shape = self._data.shape
        except AttributeError:
            shape = self._view.shape
        if isinstance(shape, tuple) and _INT.issuperset(map(type, shape)):
            return _new_tuple(Size, shape)  # what `Size` does, without its frame
        return Size(shape)

    @property
    def ndim(self) -> int:
        try:
            return len(self._data.shape)
        except AttributeError:
            return len(self._view.shape)

    @property
    def device(self) -> device:
        native = sample_of(self)
        return device_of_placement(backend_for(native).placement_of(native))

    @property
    def layout(self) -> layout:
        there = held(self)
        is_real = hasattr(there, "is_sparse")  # real PyTorch's, whose layouts these are
        return NAMES[str(there.layout).removeprefix("torch.")] if is_real else strided

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.shape.numel() * self.dtype.itemsize

    is_cpu = property(lambda self: self.device.type == "cpu")
    is_cuda = property(lambda self: self.device.type == "cuda")
    is_sparse = property(lambda self: self.layout is sparse_coo)
    is_sparse_csr = property(lambda self: self.layout is sparse_csr)
    is_meta = property(lambda self: self.device.type == "meta")
    is_quantized = is_mkldnn = is_nested = property(lambda self: False)
    is_mps = is_xpu = is_vulkan = is_ipu = is_maia = is_mtia = property(lambda self: False)
    is_xla = property(lambda self: self.device.type == "xla")
    names = property(lambda self: (None,) * self.ndim)
    _cdata = property(id)  # PyTorch: the address of the C++ tensor, one for each Python object

    # Python's protocols

    __hash__ = object.__hash__

    def __len__(self) -> int:
        shape = self.shape
        if not shape:
            raise TypeError("len() of a 0-d tensor")
        return shape[0]

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return super().__array__(dtype, copy)

    def __reduce__(self):
        return self.__reduce_ex__(2)


reserve(
    Tensor, "_autograd", "_moved_to_placement", "_to_torch_dtype", "_value_of_copy",
    "_value_of_fill", "_value_of_zero", "_with_own_backend",
)  # fmt: skip


class GradTensor(Tensor):
    """A tensor that takes part in a graph of the tape's: a class of its own, so that plain ones
    are told from it by exact class. To a script it is Tensor."""

    __slots__ = ()


GradTensor.__name__ = GradTensor.__qualname__ = "Tensor"
SHOWN_CLASSES[GradTensor] = Tensor


def strides_of(x: Tensor) -> tuple[int, ...]:
    """Count the elements from one to the next along each dimension."""
    shape = x.shape
    if 0 not in shape:
        steps = shadow(x).strides
        return tuple(steps) if 1 not in shape else _fill_zero_steps(shape, steps)
    return steps_in_order(shape)  # NumPy's arrays without elements have no strides


def _fill_zero_steps(shape: Size, steps: tuple) -> tuple[int, ...]:
    """Return steps with PyTorch's values for NumPy's zeros at axes of length 1."""
    found, step = [], 1
    for length, given in zip(reversed(shape), reversed(steps), strict=True):
        found.insert(0, step if length == 1 and not given else given)
        step = length * found[0]
    return tuple(found)


def _make_legacy_tensor(cls, data, device):
    """Make the tensor of ``Tensor(data)``: of sizes given, not initialised, or of values."""
    return makers["values"](cls, data, device)


def tensors_among(args: Iterable, kwargs: dict) -> list[Tensor]:
    """Return the tensors among arguments, those in lists and tuples too."""
    found = []
    for value in (*args, *kwargs.values()):
        if isinstance(value, Tensor):
            found.append(value)
        elif type(value) is list or type(value) is tuple:
            found += [each for each in value if isinstance(each, Tensor)]
    return found


def tensor_of(native, cls: type = Tensor) -> Tensor:
    """Return the tensor that holds a native array."""
    return new_array(cls, native)


__all__ = ["Array", "Tensor", "GradTensor", "ivy", "read", "steps_in_order", "strides_of",
           "tensor_of", "tensors_among", "to_numpy"]  # fmt: skip
