"""Generalized ufuncs: functions like matmul, with core dimensions."""

from __future__ import annotations

from ivy_core.utils.exceptions import IvyValueError

from ..func_wrapper import asarray, ivy


def call_with_core_axes(function, operands, kwargs):
    """Call a function like matmul with its core dimensions where ``axes`` or ``axis`` say."""
    name, signature = function.__name__, function.signature
    inputs, output = (part.split("),") for part in signature.split("->"))
    ranks = [_core_ndim(part) for part in inputs]
    optional = "?" in signature
    for at, (x, rank) in enumerate(zip(operands, ranks, strict=True)):
        have = getattr(x, "ndim", 0)
        if have < (1 if optional else rank):
            raise IvyValueError(
                f"{name}: Input operand {at} does not have enough dimensions (has {have}, "
                f"gufunc core with signature {signature} requires {1 if optional else rank})"
            )
    axes, axis = kwargs.get("axes"), kwargs.get("axis")
    keepdims = bool(kwargs.get("keepdims", False))
    out_rank = _core_ndim(output[0])
    if axes is not None and axis is not None:
        raise TypeError("cannot specify both 'axis' and 'axes'")
    shared = name == "vecdot"
    if axis is not None:
        if not shared:
            raise TypeError(
                f"{name}: axis can only be used with a single shared core dimension, not "
                f"with those of signature {signature}."
            )
        axes = [(axis,), (axis,)]
    if keepdims and not shared:
        raise TypeError(
            f"{name} does not support keepdims: its signature {signature} requires "
            "multiple core dimensions"
        )
    if axes is None:
        result = core_function(function.core_name)(*operands)
        return ivy.expand_dims(asarray(result), axis=(-1,)) if keepdims else result
    axes = [a if isinstance(a, tuple) else (a,) for a in axes]
    moved = []
    for x, wanted, rank in zip(operands, axes, ranks, strict=False):
        rank = min(rank, x.ndim)
        if len(wanted) != rank:
            raise IvyValueError(f"{name}: operand axes {wanted} are not {rank} in number")
        moved.append(ivy.moveaxis(x, wanted, tuple(range(-rank, 0))))
    result = core_function(function.core_name)(*moved)
    last = axes[function.nin] if len(axes) > function.nin else None
    if keepdims:
        place = last or axes[0]
        return ivy.expand_dims(asarray(result), axis=tuple(place))
    if last and out_rank:
        return ivy.moveaxis(result, tuple(range(-len(last), 0)), last)
    return result


def _core_ndim(signature_part: str) -> int:
    inner = signature_part.strip("()")
    return len(inner.split(",")) if inner else 0


def _matvec(x1, x2):
    return ivy.squeeze(asarray(ivy.matmul(x1, ivy.expand_dims(x2, axis=-1))), axis=-1)


def _vecmat(x1, x2):
    row = ivy.expand_dims(ivy.conj(x1) if x1.dtype.kind == "c" else x1, axis=-2)
    return ivy.squeeze(asarray(ivy.matmul(row, x2)), axis=-2)


OWN_FUNCTIONS = {"matvec": _matvec, "vecmat": _vecmat}


def core_function(core):
    return OWN_FUNCTIONS.get(core) or ivy.__dict__[core]
