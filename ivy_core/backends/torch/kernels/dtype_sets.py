"""Sets of dtypes by the kernels that PyTorch has for them, and ways round those that it lacks.

Unsigned integers of 16, 32 and 64 bits have few kernels. Arithmetic that wraps around takes the
signed kernel of the same width (the bits agree), order is that of the bits with the first one
flipped, and division goes through int64.
"""

from __future__ import annotations

import torch

from .bits import SIGNED

BITS = {
    torch.float16: torch.int16, torch.bfloat16: torch.int16,
    torch.float32: torch.int32, torch.float64: torch.int64,
}  # fmt: skip
COMPLEX = frozenset({torch.complex64, torch.complex128})
FLOATS = frozenset(BITS)
# torch's own division of these traps on zero and on the smallest integer over -1
INTEGERS = frozenset({torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, *SIGNED})
WITHOUT_ORDER = frozenset({*SIGNED, *COMPLEX})
WHOLE = frozenset({*INTEGERS, torch.bool})


def unary_by_bits(function):
    """Let unsigned integers take the signed kernel of their width."""

    def apply(x, /):
        if x.dtype in SIGNED:
            return function(x.view(SIGNED[x.dtype])).view(x.dtype)
        return function(x)

    return apply


def by_bits(function):
    """Let unsigned integers take the signed kernel of their width."""

    def apply(x1, x2, /):
        dtype = x1.dtype
        if dtype in SIGNED:
            signed = SIGNED[dtype]
            return function(x1.view(signed), x2.view(signed)).view(dtype)
        return function(x1, x2)

    return apply


def unless(dtypes, function, detour):
    """Return ``function`` for arrays of most dtypes, ``detour`` for those of ``dtypes``."""

    def apply(x, /):
        return detour(x) if x.dtype in dtypes else function(x)

    return apply


def ordered(x):
    """Return signed integers in the order of the unsigned ``x``."""
    signed = SIGNED[x.dtype]
    return x.view(signed) ^ torch.iinfo(signed).min


def disordered(x, dtype):
    """Undo :func:`ordered`."""
    return (x ^ torch.iinfo(x.dtype).min).view(dtype)
