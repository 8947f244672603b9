"""Methods that read a tensor's values on the host: Python's numbers, lists, NumPy's arrays."""

from __future__ import annotations

import math
import warnings

import numpy as np

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.array import Array
from ivy_core.backends.holder import held, waiting
from ivy_core.compilation.trace import symbolic_numbers
from ivy_core.compilation.trace import trace as tracing

from ..autograd import grad_mode
from ..dispatch import native
from . import dtypes
from .method_table import METHODS, declare_plain_method
from .sharing import numpy_on_memory_of
from .tensor import Tensor, to_numpy


def _known_number(x: Tensor):
    """Return the one element of a tensor that waits on the host, untraced; None for others.

    A view is not read for that: what it shows of its base's memory is looked at.
    """
    data = getattr(x, "_data", None)
    if data is None:
        view = getattr(x, "_view", None)
        base = None if view is None else view.base
        if not isinstance(base, Array) or type(base._data) not in waiting:
            return None
        if math.prod(view.shape) != 1:
            return None
    elif type(data) not in waiting or data.size != 1:
        return None
    host = to_numpy(x)
    return host.item() if host.dtype.kind != "V" else None


@declare_plain_method
@citing(None)
def item(self):
    """Return the one element as Python's number.

    Raises: RuntimeError if there are more, or none.

    Notes
    -----
    In a function that is being compiled it is a number whose value only the program knows.
    """
    found = _known_number(self)
    if found is not None:
        return found
    if self.shape.numel() != 1:
        raise RuntimeError(
            f"a Tensor with {self.shape.numel()} elements cannot be converted to Scalar"
        )
    data = held(self)
    if isinstance(data, native.tensor_class):
        return data.item()
    if tracing.current is not None and tracing.is_tracing():
        found = symbolic_numbers.of_traced(data, tracing.current.programs)
        if found is not None:
            return found
    value = to_numpy(self).reshape(())
    return float(value) if self.dtype is dtypes.bfloat16 else value.item()


@declare_plain_method
def tolist(self):
    """Return the elements as nested lists of Python's numbers."""
    data = held(self)
    if isinstance(data, native.tensor_class):
        return data.tolist()
    host = to_numpy(self)
    return (host.astype("float32") if self.dtype is dtypes.bfloat16 else host).tolist()


@declare_plain_method
def numpy(self, *, force: bool = False):
    """Return NumPy's array of the elements, on the same memory where the backend shares it.

    Raises
    ------
    RuntimeError
        If the tensor needs gradients.
    TypeError
        For bfloat16, which NumPy does not have.

    References: PyTorch documentation, torch.Tensor.numpy.
    """
    if self.requires_grad:
        if not force and grad_mode.mode.enabled:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
                "instead."
            )
        self = self.detach()
    data = held(self)
    if isinstance(data, native.tensor_class):
        return data.numpy(force=force)
    if self.dtype is dtypes.bfloat16:
        raise TypeError("Got unsupported ScalarType BFloat16")
    if isinstance(data, np.ndarray):
        return data
    shared = numpy_on_memory_of(self)
    return to_numpy(self) if shared is None else shared


@declare_plain_method
def __array__(self, dtype=None, copy=None):
    data = held(self)
    if isinstance(data, native.tensor_class):
        host = data.numpy()
    elif self.requires_grad:
        return self.numpy()
    else:
        host = to_numpy(self)
    if copy:
        return np.array(host, dtype)
    return host if dtype is None else np.asarray(host, dtype)


@declare_plain_method
def __bool__(self) -> bool:
    found = _known_number(self)
    if found is not None:
        return bool(found)
    if self.shape.numel() != 1:
        text = "no values" if not self.shape.numel() else "more than one value"
        raise RuntimeError(f"Boolean value of Tensor with {text} is ambiguous")
    return bool(self.item())


METHODS["is_nonzero"] = __bool__


def _single_number(x: Tensor):
    found = _known_number(x)
    if found is not None:
        return found
    if x.shape.numel() != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return x.item()


@citing(None)
def _real_number(x: Tensor, kind: str):
    """Return the one element, of a complex tensor its real part.

    Raises: RuntimeError if it has an imaginary part.
    """
    value = _single_number(x)
    if type(value) is not complex:
        return value
    if value.imag:
        raise RuntimeError(f"value cannot be converted to type {kind} without overflow")
    return value.real


def _warn_of_gradients(x: Tensor) -> None:
    """Warn, once in a process, that a number has no gradient."""
    if not _warned and x.requires_grad:
        _warned.append(True)
        warnings.warn(
            "Converting a tensor with requires_grad=True to a scalar may lead to unexpected "
            "behavior.\nConsider using tensor.detach() first.",
            stacklevel=4,
        )


_warned: list[bool] = []


@declare_plain_method
def __int__(self) -> int:
    return int(_real_number(self, "int64_t"))


@declare_plain_method
def __float__(self) -> float:
    _warn_of_gradients(self)
    return float(_real_number(self, "double"))


@declare_plain_method
def __complex__(self) -> complex:
    _warn_of_gradients(self)
    return complex(_single_number(self))


@declare_plain_method
def __index__(self) -> int:
    if self.dtype.kind not in "iub" or self.shape.numel() != 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(self.item())


@declare_plain_method
def __contains__(self, element) -> bool:
    if isinstance(element, (Array, int, float, complex)):
        return bool((self == element).any().item())
    raise RuntimeError(
        "Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
        f"{element.__class__}."
    )


@declare_plain_method
def __iter__(self):
    if not self.ndim:
        raise TypeError("iteration over a 0-d tensor")
    return iter(self.unbind(0))


@declare_plain_method
def __reversed__(self):
    return self.flip(0) if self.ndim else self
