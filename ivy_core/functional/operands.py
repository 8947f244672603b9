"""Helpers that bodies of several categories call with their operands; no functions of the API.

A body that is cloned for a backend has these cloned with it, see :mod:`ivy_core.binding.bodies`.
"""

from __future__ import annotations

import ivy_core as ivy

from ..arrays.array import Array
from ..utils.exceptions import IvyBroadcastShapeError, IvyTypeError


def as_array(x) -> Array:
    """Return an Array as it is, and anything else as one."""
    return x if isinstance(x, Array) else ivy.asarray(x)


def filled(out: Array | None, value: Array) -> Array:
    """Return ``out`` filled with a value of its shape, or the value where there is no ``out``.

    Raises: IvyBroadcastShapeError if the shapes differ; ``out`` is as it was.
    """
    if out is None:
        return value
    if out.shape != value.shape:
        raise IvyBroadcastShapeError(
            f"out: cannot write a value of shape {value.shape} into shape {out.shape}"
        )
    return ivy.inplace_update(out, value)


def as_inexact(x) -> Array:
    """Return an array of floating or complex dtype: of the default one where it had another."""
    x = as_array(x)
    known = x.dtype.is_float or x.dtype.is_complex
    return x if known else ivy.astype(x, ivy.default_float_dtype())


def check_real(function: str, x: Array) -> None:
    """Raise IvyTypeError, which names the function, for an array of complex numbers."""
    if x.dtype.is_complex:
        raise IvyTypeError(f"{function}: an array of {x.dtype} was given; it must be real")


def half_dtype(*operands: Array):
    """Return the dtype that the operands have if that is of half precision, else None.

    Bodies that cancel in it compute in single precision, and round their result to it once.
    """
    found = {x.dtype for x in operands if isinstance(x, Array)}
    (dtype,) = found if len(found) == 1 else (None,)
    return dtype if dtype is not None and dtype.is_float and dtype.itemsize == 2 else None
