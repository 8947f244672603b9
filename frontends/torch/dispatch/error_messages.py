"""PyTorch's wording of the core's errors, where the operands alone determine it."""

from __future__ import annotations

import functools
import re

from ..tensors.tensor import Tensor
from .outputs import shown
from .promotion import HOW_TO_INVERT, promote_types

_NEGATIONS = frozenset({"neg", "neg_", "negative", "negative_", "__neg__"})
# the names of PyTorch's kernels where they are not those of the functions
_KERNELS = {"bitwise_left_shift": "lshift", "bitwise_right_shift": "rshift"}
_OF_TYPES = re.compile(r"is not in the list of allowed values")
_PRODUCTS = frozenset({"matmul", "mm", "__matmul__"})


def of_function(err: Exception, name: str, is_elementwise: bool, args) -> Exception:
    """Return the error of a function in PyTorch's words; the same if there are none for it.

    Parameters
    ----------
    err : exception
        What the body, or the core, has raised.
    name : str
        PyTorch's name of the function, without its module.
    is_elementwise : bool
        Whether its operands broadcast.
    args : sequence
        Its arguments, of which the tensors are operands.
    """
    operands = [x for x in args if isinstance(x, Tensor)]
    said = None
    if is_elementwise and isinstance(err, (RuntimeError, ValueError)):
        said = not_broadcasting([tuple(x.shape) for x in operands])
        if said is None and _OF_TYPES.search(str(err)):  # TensorFlow's class is that of any mistake
            said = _unsupported_dtype_error(name, operands)
    elif is_elementwise and isinstance(err, TypeError) and hasattr(err, "native_error"):
        said = _unsupported_dtype_error(name, operands)
    elif name in _PRODUCTS and len(operands) == 2 and isinstance(err, (RuntimeError, TypeError)):
        said = _matmul_shape_error(tuple(operands[0].shape), tuple(operands[1].shape))
    if said is None:
        return err
    said.__cause__ = err
    return said


def not_broadcasting(shapes: list[tuple[int, ...]]) -> RuntimeError | None:
    """Return the error of operands whose shapes do not broadcast, None if they do."""
    if not shapes:
        return None
    first, *others = shapes
    for other in others:
        length = max(len(first), len(other))
        a, b = ((1,) * (length - len(shape)) + tuple(shape) for shape in (first, other))
        for dim in reversed(range(length)):
            if a[dim] != b[dim] and 1 not in (a[dim], b[dim]):
                return RuntimeError(
                    f"The size of tensor a ({a[dim]}) must match the size of tensor b ({b[dim]}) "
                    f"at non-singleton dimension {dim}"
                )
        first = tuple(n if m == 1 else m for m, n in zip(a, b, strict=True))
    return None


def _unsupported_dtype_error(name: str, operands: list[Tensor]) -> Exception | None:
    """Return the error of a function that lacks its operands' dtype; None without operands."""
    if not operands:
        return None
    kinds = [x.dtype for x in operands]
    bools = [kind.name == "bool" for kind in kinds]
    if name in _NEGATIONS and bools == [True]:
        return RuntimeError(
            f"Negation, the `-` operator, on a bool tensor is not supported. {HOW_TO_INVERT}"
        )
    kernel = _KERNELS.get(name.rstrip("_"), name.rstrip("_"))
    common = functools.reduce(promote_types, kinds)
    return NotImplementedError(f"\"{kernel}_cpu\" not implemented for '{shown(common)}'")


def _matmul_shape_error(a: tuple[int, ...], b: tuple[int, ...]) -> RuntimeError | None:
    """Return the error of a product of operands with shapes ``a`` and ``b``; None if they fit."""
    if not a or not b:
        return RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {len(a)}D and {len(b)}D"
        )
    inner = b[-2] if len(b) > 1 else b[0]
    if len(a) == len(b) == 1:
        if a == b:
            return None
        return RuntimeError(
            f"inconsistent tensor size, expected tensor [{a[0]}] and src [{b[0]}] to have the same "
            f"number of elements, but got {a[0]} and {b[0]} elements respectively"
        )
    if a[-1] != inner:
        if len(b) == 1:
            return RuntimeError(
                f"size mismatch, got input ({a[-2]}), mat ({a[-2]}x{a[-1]}), vec ({b[0]})"
            )
        if len(b) > 2:
            return RuntimeError(
                f"Expected size for first two dimensions of batch2 tensor to be: "
                f"[{b[0]}, {a[-1]}] but got: [{b[0]}, {inner}]."
            )
        rows = 1
        for length in a[:-1]:
            rows *= length
        return RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({rows}x{a[-1]} and {b[0]}x{b[1]})"
        )
    return not_broadcasting([a[:-2], b[:-2]])


# indices

_PLACE = re.compile(r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)")
_VALUE = re.compile(
    r"could not broadcast input array from shape \(([\d, ]*)\) into shape \(([\d, ]*)\)"
)
_PICKED = re.compile(
    r"value array of shape \(([\d, ]*)\) could not be broadcast to indexing result of shape "
    r"\(([\d, ]*)\)"
)
_INDICES = re.compile(r"indexing arrays could not be broadcast together with shapes (.*)")


def of_index(err: Exception) -> Exception:
    """Return the error of ``x[index]``, or of ``x[index] = value``, in PyTorch's words."""
    text = str(err)
    if found := _PLACE.search(text):
        index, dim, size = found.groups()
        said = IndexError(f"index {index} is out of bounds for dimension {dim} with size {size}")
    elif found := _VALUE.search(text):
        said = _expand_shape_error(*map(_parse_shape, found.groups()))
    elif found := _PICKED.search(text):
        value, result = map(_parse_shape, found.groups())
        said = RuntimeError(
            f"shape mismatch: value tensor of shape {value} cannot be broadcast to indexing result "
            f"of shape {result}"
        )
    elif found := _INDICES.search(text):
        shapes = ", ".join(str(_parse_shape(s)) for s in re.findall(r"\(([\d, ]*)\)", found[1]))
        said = IndexError(
            f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}"
        )
    else:
        return err
    said.__cause__ = err
    return said


def _parse_shape(text: str) -> list[int]:
    """Return a shape from its text without brackets, as ``"2, 3"``."""
    return [int(n) for n in text.split(",") if n.strip()]


def _expand_shape_error(shape: list[int], target: list[int]) -> RuntimeError:
    """Return PyTorch's error of ``expand``; the caller knows that ``shape`` does not fit."""
    for back in range(1, min(len(shape), len(target)) + 1):
        if shape[-back] not in (1, target[-back]):
            return RuntimeError(
                f"The expanded size of the tensor ({target[-back]}) must match the existing size "
                f"({shape[-back]}) at non-singleton dimension {len(target) - back}.  Target sizes: "
                f"{target}.  Tensor sizes: {shape}"
            )
    return RuntimeError(
        f"expand: the number of sizes provided ({len(target)}) must be greater or equal to the "
        f"number of dimensions in the tensor ({len(shape)})"
    )
