"""Results in the memory of a tensor: augmented assignments, and what goes into ``out``."""

from __future__ import annotations

import numpy as np
import torch

from ..ops.indexing import is_read_only, is_tracer, is_transforming, share_memory

_FLOATS = frozenset({torch.float32, torch.float64})
_SMALL_INTS = frozenset({torch.int8, torch.int16, torch.uint8})
_INTS = frozenset({torch.int32, torch.int64}) | _SMALL_INTS
_NUMBERS = _FLOATS | _INTS
_BITS = _INTS | {torch.bool}
_COMPLEX = frozenset({torch.complex64, torch.complex128})
_WHOLE = _INTS | {torch.bool}  # that NumPy brings to float64 beside an array of it
_INEXACT = frozenset({torch.float32, torch.complex64})  # not every int has a value there
_UPDATES = {
    "add": (torch.Tensor.add_, _NUMBERS),
    "subtract": (torch.Tensor.sub_, _NUMBERS),
    "multiply": (torch.Tensor.mul_, _NUMBERS | _COMPLEX),
    "divide": (torch.Tensor.div_, _FLOATS),
    "bitwise_and": (torch.Tensor.bitwise_and_, _BITS),
    "bitwise_or": (torch.Tensor.bitwise_or_, _BITS),
    "bitwise_xor": (torch.Tensor.bitwise_xor_, _BITS),
}
_REALS = frozenset({float, np.float64})
_LARGE = 2**31


def in_place(core: str):
    """Return a function that writes ``x = core(x, y)`` into a tensor ``x``; None if there is none.

    It returns whether it has written: not where the tensor is PyTorch's to look at first.
    """
    kernel, dtypes = _UPDATES.get(core, (None, None))
    if kernel is None:
        return None

    def update(x, y) -> bool:
        dtype = x.dtype
        if type(x) is not torch.Tensor or dtype not in dtypes or x.requires_grad:
            return False
        if is_transforming() and (is_tracer(x) or is_tracer(y)):
            return False
        kind = type(y)
        if kind is torch.Tensor:
            if y.requires_grad:
                return False
            if y.dtype is not dtype:
                if not _is_promoted_to_float64(y, dtype):
                    return False
                y = y.to(dtype)
            if x.shape != y.shape and not _broadcasts_into(y.shape, x.shape):
                return False
            if x is not y and share_memory(x, y):
                y = y.clone()  # NumPy reads all of it before it writes
        elif kind in _REALS:
            if dtype is not torch.float64 and (dtype is not torch.complex128 or kind is not float):
                return False
        elif kind is not int or dtype in _INEXACT or dtype is torch.bool:
            return False
        elif not (0 <= y < 128 if dtype in _SMALL_INTS else -_LARGE <= y < _LARGE):
            return False
        if is_read_only(x):
            return False
        kernel(x, y)
        return True

    return update


def _is_promoted_to_float64(y: torch.Tensor, dtype: torch.dtype) -> bool:
    """Return whether NumPy converts an operand to float64 first, as the kernel would not."""
    return dtype is torch.float64 and y.dtype in _WHOLE and bool(y.ndim)


def _broadcasts_into(shape, result_shape) -> bool:
    """Return whether operands of a shape can be broadcast to a result's without growing it."""
    lead = len(result_shape) - len(shape)
    if lead < 0:
        return False
    for at, length in enumerate(shape, lead):
        if length != 1 and length != result_shape[at]:
            return False
    return True


_INTO = {
    name: getattr(torch, name)
    for name in (
        "add subtract multiply divide maximum minimum sqrt exp log sin cos tanh abs negative square"
    ).split()
}


def into(core: str):
    """Return a function that writes ``core(*operands)`` into ``out``; None if there is none.

    It returns whether it has written.
    """
    kernel = _INTO.get(core)
    if kernel is None:
        return None

    def fill(out, *operands) -> bool:
        dtype = out.dtype
        if type(out) is not torch.Tensor or dtype not in _FLOATS or out.requires_grad:
            return False
        transforming = is_transforming()
        if transforming and is_tracer(out):
            return False
        shape, has_its_shape, natives = out.shape, False, []
        for x in operands:
            kind = type(x)
            if x is out:
                has_its_shape = True
            elif kind is torch.Tensor:
                if x.dtype is not dtype or x.requires_grad:
                    return False
                if x.shape == shape:
                    has_its_shape = True
                elif not _broadcasts_into(x.shape, shape):
                    return False
                if transforming and is_tracer(x):
                    return False
                if share_memory(x, out):
                    x = x.clone()  # NumPy reads all of it before it writes
            elif (
                kind is float
                or kind is int
                and -_LARGE <= x < _LARGE
                or kind is np.float64
                and dtype is torch.float64
            ):
                x = torch.scalar_tensor(x, dtype=dtype)
            else:
                return False
            natives.append(x)
        if not has_its_shape or is_read_only(out):
            return False
        kernel(*natives, out=out)
        return True

    return fill
