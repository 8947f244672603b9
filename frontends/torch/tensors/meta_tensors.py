"""Tensors on the device ``"meta"``: shape, strides and dtype without elements.

What is computed of them has shapes and dtypes alone, too. Functions reach them by
``__torch_function__``: their bodies run on what the backend has for arrays without elements
(``trace_shapes``). On PyTorch's own backend nothing of this is used: its tensors are real ones.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import sys

from frontends.common.shown_classes import SHOWN_CLASSES
from frontends.torch.dispatch.docstrings import citing
from ivy_core.backend_handler import active_backend

from ..autograd.grad_mode import mode
from ..autograd.meta import AutogradMeta, requires_grad
from ..random.generator import draw_and_restore_state
from .devices import device, no_device_chosen
from .dtypes import bool_, dtype, get_default_dtype
from .layouts import contiguous_format
from .memory_order import has_format
from .size import Size
from .strided_results import layout_of
from .tensor import GradTensor, Tensor, ivy, steps_in_order, strides_of, tensor_of, tensors_among

DEVICE = device("meta")
_FRONTEND = __package__.rpartition(".")[0]
_NO_DATA = "Cannot copy out of meta tensor; no data!"
# what makes tensors in the shape of another, wherever they are to lie
_LIKE = frozenset({"empty_like", "zeros_like", "ones_like", "full_like", "rand_like", "randn_like"})


# functions whose results have shapes, or values of Python's, that no shapes tell
_BY_VALUES = frozenset({
    "allclose", "argwhere", "bincount", "equal", "masked_select", "nonzero", "nonzero_static",
    "unique", "unique_consecutive",
})  # fmt: skip


# functions that take indices on the CPU, too
_TAKING_INDICES = frozenset({"__getitem__", "embedding", "index_select"})


class MetaArray:
    """Shape, dtype (NumPy's) and strides, counted in elements, in the place of a native array.

    ``is_leaf`` says that no function has computed it of tensors that require gradients.
    """

    __slots__ = ("dtype", "is_leaf", "shape", "steps")

    def __init__(self, shape: tuple[int, ...], dtype, steps: tuple[int, ...], is_leaf=True):
        self.shape, self.dtype, self.steps, self.is_leaf = shape, dtype, steps, is_leaf

    def show(self, other: MetaArray) -> None:
        """Take the shape and the strides of another."""
        self.shape, self.steps = other.shape, other.steps

    def lies_in_order(self) -> bool:
        """Return whether the strides are those of a new tensor."""
        return self.steps == steps_in_order(self.shape)

    def shape_of_memory(self) -> tuple[int, ...]:
        """Return the shape where elements lie in order, else (elements of the memory,)."""
        if self.lies_in_order():
            return self.shape
        last = sum((n - 1) * step for n, step in zip(self.shape, self.steps, strict=True))
        return (0 if 0 in self.shape else last + 1,)

    def copy(self) -> MetaArray:
        """Return a leaf of its own."""
        return MetaArray(self.shape, self.dtype, self.steps)


def _refuse_data():
    raise NotImplementedError(_NO_DATA)


class MetaTensor(GradTensor):
    """Tensor on the device ``"meta"``. To a script it is Tensor."""

    __slots__ = ()

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return _call_on_shapes(func.function, args, kwargs or {})

    # facts

    device = property(lambda self: DEVICE)
    is_meta = property(lambda self: True)
    is_leaf = property(lambda self: self._data.is_leaf)

    def stride(self, dim: int | None = None):
        steps = self._data.steps
        return steps if dim is None else steps[dim]

    def is_contiguous(self, *, memory_format=None) -> bool:
        wanted = contiguous_format if memory_format is None else memory_format
        return has_format(self.shape, self._data.steps, wanted)

    def storage_offset(self) -> int:
        return 0

    def data_ptr(self) -> int:
        return 0

    def is_shared(self) -> bool:
        return False

    def share_memory_(self):
        return self

    # values, of which there are none

    def item(self):
        if self.shape.numel() != 1:
            raise RuntimeError(
                f"a Tensor with {self.shape.numel()} elements cannot be converted to Scalar"
            )
        raise RuntimeError("Tensor.item() cannot be called on meta tensors")

    def tolist(self):
        _refuse_data()

    def numpy(self, *, force: bool = False):
        if force:
            _refuse_data()
        raise TypeError(
            "can't convert meta device type tensor to numpy. Use Tensor.cpu() to copy the tensor "
            "to host memory first."
        )

    def __array__(self, dtype=None, copy=None):
        return self.numpy()

    # memory, of which there is none

    @property
    def data(self):
        return _boxed(self._data.copy())

    @data.setter
    def data(self, other) -> None:
        if not isinstance(other, MetaTensor):
            refuse_other_data()
        self._data.show(other._data)
        self._data.dtype = other._data.dtype

    def detach(self):
        return self.data

    def detach_(self):
        self._data.is_leaf, self._autograd.requires_grad = True, False
        return self

    def resize_(self, *sizes, memory_format=None):
        sizes = sizes[0] if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes
        shape = tuple(int(n) for n in sizes)
        self._data.shape, self._data.steps = shape, steps_in_order(shape)
        return self

    def set_(self, source=None, *where, **options):
        raise NotImplementedError("set_: not supported on meta tensors")

    def backward(self, *args, **options):
        raise NotImplementedError(
            "backward: no graph is recorded of meta tensors; their gradients have their shapes"
        )

    def _with_own_backend(self):
        return contextlib.nullcontext()

    # Python's protocols

    def __repr__(self, *, tensor_contents=None) -> str:
        kind = "" if self.dtype is get_default_dtype() else f", dtype={self.dtype}"
        tracked = ", requires_grad=True" if self.requires_grad else ""
        text = f"tensor(..., device='meta', size={tuple(self.shape)}{kind}{tracked})"
        is_parameter = isinstance(self, sys.modules[_FRONTEND].nn.Parameter)
        return f"Parameter containing:\n{text}" if is_parameter else text

    def __format__(self, format_spec: str) -> str:
        return object.__format__(self, format_spec)

    def __deepcopy__(self, memo: dict):
        if id(self) not in memo:
            made = memo[id(self)] = _rebuilt(*self._facts())
            made.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return memo[id(self)]

    def __copy__(self):
        made = _rebuilt(*self._facts())
        made.__dict__.update(self.__dict__)
        return made

    def __reduce_ex__(self, protocol: int):
        return _rebuilt, self._facts(), dict(self.__dict__) or None

    def _facts(self) -> tuple:
        """List class, shape, dtype, strides and whether gradients are wanted."""
        held = self._data
        kind = SHOWN_CLASSES[type(self)]
        return kind, held.shape, self.dtype, held.steps, self.requires_grad


MetaTensor.__name__ = MetaTensor.__qualname__ = "Tensor"
SHOWN_CLASSES[MetaTensor] = Tensor
_PLAIN = (Tensor, GradTensor)


@functools.cache
def class_for(cls: type) -> type:
    """Return the class of meta tensors that a script knows as ``cls``, a class of tensors."""
    if cls in _PLAIN:
        return MetaTensor
    if issubclass(cls, MetaTensor):
        return cls
    names = {"__slots__": (), "__module__": cls.__module__, "__qualname__": cls.__qualname__}
    made = type(cls)(cls.__name__, (MetaTensor, cls), names)
    SHOWN_CLASSES[made] = cls
    return made


def shown_class(cls: type) -> type:
    """Return the class as which a script knows a class of meta tensors; any other as it is."""
    return SHOWN_CLASSES.get(cls, cls) if issubclass(cls, MetaTensor) else cls


def _boxed(held: MetaArray, cls: type = Tensor, requires_grad: bool = False) -> MetaTensor:
    made = tensor_of(held, class_for(cls))
    made._autograd = AutogradMeta(requires_grad=requires_grad)
    return made


def of_shape(shape, kind: dtype, steps=None, cls: type = Tensor, requires_grad=False) -> MetaTensor:
    """Return a meta tensor of a shape and dtype, in C order if no strides are given."""
    shape = tuple(shape)
    steps = steps_in_order(shape) if steps is None else tuple(steps)
    return _boxed(MetaArray(shape, kind.core.as_numpy_dtype, steps), cls, requires_grad)


def _rebuilt(cls, shape, kind, steps, requires_grad) -> MetaTensor:
    return of_shape(shape, kind, steps, cls, requires_grad)


def sharing(cls: type, data: MetaTensor, requires_grad: bool) -> MetaTensor:
    """Return a leaf of a class with the shape, dtype and strides of ``data``."""
    return _boxed(data._data.copy(), shown_class(cls)).requires_grad_(requires_grad)


@citing(None)
def refuse_other_data():
    """Raise for ``x.data = y`` where one of the two is a meta tensor.

    Raises: RuntimeError, always.
    """
    raise RuntimeError(
        "Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have "
        "incompatible tensor type."
    )


@citing(None)
def converted(x: Tensor, kind: dtype | None, to_meta: bool | None, copy: bool) -> Tensor:
    """Return ``x`` in a dtype (None: its own), on the device ``"meta"``.

    Parameters
    ----------
    to_meta : bool or None
        Whether the device asked for is ``"meta"``; None if none is asked for.

    Raises: NotImplementedError if it is a meta tensor, and another device is asked for.
    """
    if isinstance(x, MetaTensor):
        if to_meta is False:
            _refuse_data()
        if kind is not None and kind is not x.dtype:
            return x._to_torch_dtype(kind)
        return x.clone() if copy else x
    made = of_shape(x.shape, kind or x.dtype, strides_of(x))
    made._autograd.requires_grad = tracked = mode.enabled and x.requires_grad
    made._data.is_leaf = not tracked
    return made


# functions


def made_of_shape(by_body, args: tuple, kwargs: dict) -> MetaTensor:
    """Return the tensor that ``by_body(args, kwargs)`` makes as a meta tensor."""
    return _evaluate(by_body, args, kwargs)


class _Position:
    """Stands for a meta tensor among arguments: the index of its MetaArray."""

    __slots__ = ("index",)

    def __init__(self, index: int):
        self.index = index


def _mapped(value, kind: type, function):
    """Return a nest of lists and tuples with ``function`` of each value of a class in its place."""
    if isinstance(value, kind):
        return function(value)
    if type(value) in (list, tuple):
        return type(value)([_mapped(each, kind, function) for each in value])
    return value


def _evaluate(by_body, args: tuple, kwargs: dict, tracked: bool = False):
    """Return the result of ``by_body(args, kwargs)`` with meta tensors for its tensors.

    Parameters
    ----------
    by_body : callable
        Given the arguments with plain tensors without elements in the place of meta tensors.
    tracked : bool
        Whether floating-point results require gradients.
    """
    given: list[MetaArray] = []
    made = None

    def position_of(x: MetaTensor) -> _Position:
        given.append(x._data)
        return _Position(len(given) - 1)

    args = _mapped(list(args), MetaTensor, position_of)
    options = {name: _mapped(value, MetaTensor, position_of) for name, value in kwargs.items()}

    def program(*natives):
        def tensor_at(position: _Position) -> Tensor:
            x, held = tensor_of(natives[position.index]), given[position.index]
            if held.lies_in_order():
                return x
            item = x.dtype.itemsize
            return ivy.as_strided(x, held.shape, tuple([step * item for step in held.steps]))

        nonlocal made
        values = _mapped(args, _Position, tensor_at)
        named = {name: _mapped(each, _Position, tensor_at) for name, each in options.items()}
        made = _without_elements(by_body(values, named), tracked)

    specs = [(held.shape_of_memory(), held.dtype) for held in given]
    with no_device_chosen():
        draw_and_restore_state(lambda: active_backend().trace_shapes(program, specs))
    return made


def _without_elements(result, tracked: bool):
    """Return a result with meta tensors for its tensors; ``tracked``: they require gradients."""
    if isinstance(result, Tensor):
        kind = result.dtype
        made = of_shape(result.shape, kind, layout_of(result)[1])
        if tracked and (kind.is_floating_point or kind.is_complex):
            made._data.is_leaf, made._autograd.requires_grad = False, True
        return made
    if isinstance(result, (list, tuple)) and not isinstance(result, Size):
        return type(result)([_without_elements(each, tracked) for each in result])
    return result


def _call_on_shapes(function, args: tuple, kwargs: dict):
    """Call a function of the frontend that has meta tensors among its arguments."""
    name = function.short_name
    if name == "__setitem__":
        return _check_item_write(*args)
    if name in _LIKE and kwargs.get("device") is not None:
        return _make_like(name, *args, **kwargs)
    if _depends_on_values(name, args):
        raise NotImplementedError(
            f"{name}: what it gives depends on the values of meta tensors, which have none"
        )
    options = {key: value for key, value in kwargs.items() if key not in ("device", "out")}
    tensors = tensors_among(args, options)
    tracked = mode.enabled and function.differentiable and any(map(requires_grad, tensors))
    if name.endswith("_") and not name.endswith("__"):
        return _write(function, args, options, tracked)
    if name not in _TAKING_INDICES:
        _check_devices([*tensors, *tensors_among((kwargs.get("out"),), {})])
    elif name == "__getitem__" and not isinstance(args[0], MetaTensor):
        _refuse_data()
    result = _evaluate(function.by_body, args, options, tracked)
    if kwargs.get("out") is None:
        return result
    kwargs["out"]._data.show(result._data)
    return kwargs["out"]


def _depends_on_values(name: str, args: tuple) -> bool:
    """Return whether a function's result has a shape, or is one of Python's, by values alone."""
    if name == "__getitem__":
        return any(type(each) is MetaTensor and each.dtype is bool_ for each in _entries(args[1]))
    return name in _BY_VALUES or name == "where" and len(args) == 1


def _write(function, args: tuple, options: dict, tracked: bool) -> Tensor:
    """Return the first argument of an ``_`` method: its shape is checked, nothing is written."""
    target = args[0]
    if mode.enabled and target.requires_grad and target.is_leaf:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )
    if not (function.view or tensors_among(args[1:], options)):
        return target  # e.g. normal_(0, 1)
    if function.short_name == "copy_" and not isinstance(target, MetaTensor):
        _refuse_data()
    result = _evaluate(function.by_body, args, options, tracked)
    if not function.view and result.shape != target.shape:
        raise RuntimeError(
            f"output with shape {list(target.shape)} doesn't match the broadcast shape "
            f"{list(result.shape)}"
        )
    if isinstance(target, MetaTensor):
        if function.view:
            target._data.show(result._data)
        target._data.is_leaf = result._data.is_leaf
        target._autograd.requires_grad = target.requires_grad or result.requires_grad
    return target


def _entries(index) -> tuple:
    return index if isinstance(index, tuple) else (index,)


def _check_item_write(target: Tensor, index, value) -> None:
    """Raise what ``target[index] = value`` raises; there is nothing to write."""
    if not isinstance(target, MetaTensor):
        _refuse_data()
    shown = target[index]
    if isinstance(value, Tensor):
        shown.copy_(value)


def _check_devices(tensors: list[Tensor]) -> None:
    """Raise RuntimeError if one with dimensions is no meta tensor."""
    for x in tensors:
        if not isinstance(x, MetaTensor) and x.ndim:
            where = "meta" if isinstance(tensors[0], MetaTensor) else x.device
            other = x.device if isinstance(tensors[0], MetaTensor) else "meta"
            raise RuntimeError(f"Tensor on device {other} is not on the expected device {where}!")


def _make_like(name: str, x: MetaTensor, *args, dtype=None, memory_format=None, **options):
    """Return a tensor like ``x`` on a device that is asked for: ``torch.zeros_like``, ..."""
    make = getattr(sys.modules[_FRONTEND], name.removesuffix("_like"))
    return make(tuple(x.shape), *args, dtype=dtype or x.dtype, **options)


__all__ = [
    "MetaArray", "MetaTensor", "converted", "made_of_shape", "of_shape", "refuse_other_data",
    "sharing", "shown_class",
]  # fmt: skip
