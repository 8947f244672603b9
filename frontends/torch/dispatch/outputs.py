"""``out=`` and ``_`` functions: results written over tensors, as PyTorch checks and does it."""

from __future__ import annotations

import functools
import warnings

import numpy as np
from numpy.lib.array_utils import byte_bounds

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.views import shadow
from ivy_core.arrays.write import rebind, store, store_fresh
from ivy_core.backends.holder import held, waiting
from ivy_core.backends.loading import backend_of_class

from ..tensors.dtypes import dtype, float16, float32, float64, shown
from ..tensors.tensor import Tensor, ivy, read, strides_of


@citing("torch.{}")
def can_cast(from_: dtype, to: dtype) -> bool:
    """Return whether results of one type may be written into tensors of another.

    >>> torch.can_cast(torch.float64, torch.float32), torch.can_cast(torch.float32, torch.int64)
    (True, False)
    """
    if from_.is_complex and not to.is_complex:
        return False
    if from_.is_floating_point and not (to.is_floating_point or to.is_complex):
        return False
    return not (from_.name != "bool" and to.name == "bool")


# functions that read their operands after they have begun to write
READING_WHILE_WRITING = frozenset({
    "cat", "concat", "concatenate", "gather", "index_add", "index_copy", "kthvalue",
    "masked_select", "take",
})  # fmt: skip
_JOINING = frozenset({
    "cat", "column_stack", "concat", "concatenate", "dstack", "hstack", "row_stack", "stack",
    "vstack",
})  # fmt: skip
_GIVING_NOTHING = frozenset({"split_with_sizes_copy", "unbind_copy"})  # beside what they write
_TESTS = frozenset({"all", "any"})  # they write bools and bytes, whatever they read
_SUMS_WITHOUT_NAN = frozenset({"nansum", "nanmean"})


def _amax_dtype_message(kind: dtype, given: dtype) -> str:
    return (
        f"Expected the dtype for input and out to match, but got {shown(kind)} for input's dtype "
        f"and {shown(given)} for out's dtype."
    )


def _gather_dtype_message(kind: dtype, given: dtype) -> str:
    kind, given = (_IN_C.get(each.name, each.name) for each in (kind, given))
    return f"Expected out tensor to have dtype {kind}, but got {given} instead"


def _parts_dtype_message(kind: dtype, given: dtype) -> str:
    return (
        f"Expected object of scalar type {shown(kind)} but got scalar type {shown(given)} for "
        "argument 'out'"
    )


def _elements_dtype_message(kind: dtype, given: dtype) -> str:
    return f"Found dtype {shown(given)} but expected {shown(kind)}"


_IN_C = {
    "float32": "float", "float64": "double", "float16": "c10::Half", "bfloat16": "c10::BFloat16",
    "int64": "long int", "int32": "int", "int16": "short int", "int8": "signed char",
    "uint8": "unsigned char", "complex64": "c10::complex<float>",
    "complex128": "c10::complex<double>",
}  # fmt: skip
# functions whose results go into tensors of their own type alone, and what they say of others
_STRICT = {
    "amax": _amax_dtype_message, "amin": _amax_dtype_message, "aminmax": _gather_dtype_message,
    "gather": _gather_dtype_message,
    "complex": _parts_dtype_message, "polar": _parts_dtype_message,
    **dict.fromkeys(
        (
            "abs", "absolute", "bitwise_not", "ceil", "conj_physical", "fix", "floor", "frac",
            "lerp", "neg", "negative", "round", "sgn", "sign", "trunc",
        ),
        _elements_dtype_message,
    ),
    **dict.fromkeys(
        (
            "addmm", "argmax", "argmin", "diag", "inner", "logcumsumexp", "matmul", "mm",
            "nan_to_num", "norm", "slice_scatter", "tensordot", "tril", "triu",
        ),
        _gather_dtype_message,
    ),
    **dict.fromkeys(
        ("isneginf", "isposinf", "signbit"),
        lambda kind, given: "the output is of bools: non-boolean outputs are not supported",
    ),
}  # fmt: skip


def fill(out, result, name: str):
    """Write a result into the tensors of ``out``, which take its shape, and return them."""
    if isinstance(result, (tuple, list)):
        if name == "nonzero":
            if not isinstance(out, Tensor):
                given = type(out).__name__
                raise TypeError(f"nonzero(): argument 'out' must be Tensor, not {given}")
            raise RuntimeError("nonzero does not support the out kwarg when as_tuple is True")
        if isinstance(out, Tensor):
            raise TypeError(f"{name}(): argument 'out' must be tuple of Tensors, not Tensor")
        filled = [_write_out(each, value, name) for each, value in zip(out, result, strict=True)]
        if name in _GIVING_NOTHING:
            return None
        return result._make(filled) if hasattr(result, "_make") else type(result)(filled)
    return _write_out(out, result, name)


def _write_out(out: Tensor, result: Tensor, name: str) -> Tensor:
    """Write ``result``, cast, to ``out`` and return that; resize it, with a warning, to fit."""
    if not isinstance(out, Tensor):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
    if out.dtype is not result.dtype and name in _STRICT:
        raise RuntimeError(_STRICT[name](result.dtype, out.dtype))
    if name in _TESTS:
        if out.dtype.name not in ("bool", "uint8"):
            raise RuntimeError(
                f"{name} only supports bool tensor for result, got: {shown(out.dtype)}"
            )
    elif not can_cast(result.dtype, out.dtype):
        if name in _JOINING:
            raise TypeError(
                "torch.cat(): input types can't be cast to the desired output type "
                f"{shown(out.dtype)}"
            )
        if name in _SUMS_WITHOUT_NAN:  # their kernel is looked up by the type of the output
            raise NotImplementedError(f"\"nansum_cpu\" not implemented for '{shown(out.dtype)}'")
        raise RuntimeError(
            f"result type {shown(result.dtype)} can't be cast to the desired output type "
            f"{shown(out.dtype)}"
        )
    value = cast(result, out.dtype)
    check_apart(out)
    if out.shape != result.shape:
        if out.shape.numel():
            warnings.warn(
                f"An output with one or more elements was resized since it had shape "
                f"{list(out.shape)}, which does not match the required output shape "
                f"{list(result.shape)}. This behavior is deprecated, and in a future PyTorch "
                "release outputs will not be resized unless they have zero elements. You can "
                "explicitly reuse an out tensor t by resizing it, inplace, to zero elements with "
                "t.resize_(0).",
                stacklevel=5,
            )
        if out.requires_grad or not (out.shape.numel() or _shows_memory_of_another(out)):
            rebind(out, value)
            return out
        out.resize_(value.shape)  # in the memory that it has, where that suffices
    store(each_once(out) if may_repeat(out) else out, read(value))
    return out


def _shows_memory_of_another(x: Tensor) -> bool:
    """Return whether a tensor is a view, or NumPy's memory behind it is a part of more."""
    if hasattr(x, "_view"):
        return True
    data = read(x)
    return isinstance(data, np.ndarray) and data.base is not None


def check_apart(target: Tensor) -> None:
    """Refuse a write where several elements of a tensor share memory, as of ``expand``.

    Raises
    ------
    RuntimeError
    """
    pairs = zip(target.shape, strides_of(target), strict=True)
    if any(length > 1 and not step for length, step in pairs):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )


def may_repeat(x: Tensor) -> bool:
    """Return whether several elements of a tensor may share memory, as of ``expand``.

    Such a tensor takes no values: its memory does, see :func:`each_once`.
    """
    view = getattr(x, "_view", None)
    if view is not None:
        return view.read_only
    data = x._data
    return isinstance(data, np.ndarray) and not data.flags.writeable


def each_once(x: Tensor) -> Tensor:
    """Return a view of the memory that a tensor shows in which no element comes twice."""
    steps = strides_of(x)
    lengths = [n if step else min(n, 1) for n, step in zip(x.shape, steps, strict=True)]
    if hasattr(x, "_view"):
        return x.as_strided(lengths, steps)
    view = x[tuple([slice(n) for n in lengths])]
    read(view).flags.writeable = True  # NumPy's broadcast_to alone had taken it away
    return view


def cast(value: Tensor, to: dtype) -> Tensor:
    """Return a tensor in a type; itself where it has it."""
    if value.dtype is to:
        return value
    return cast_here(value, to)


def cast_here(value: Tensor, to: dtype) -> Tensor:
    """Return a tensor in another type than its own; float64 by float32 to half precision."""
    if to is float16 and value.dtype is float64:  # PyTorch's kernels round twice
        value = cast_here(value, float32)
    data = held(value)
    if type(value) is not Tensor or type(data) not in waiting:
        return ivy.astype(value, to.core)
    ops = backend_of_class(type(data))  # what `astype` comes to, in 3 us and not 25
    y = object.__new__(Tensor)
    y._data = ops.cast(data, _native_dtype(ops, to))
    return y


@functools.lru_cache(maxsize=256)
def _native_dtype(ops, kind: dtype):
    """Return a backend's own dtype for one of PyTorch's."""
    return ops.to_native_dtype(kind.core)


def refuse_overlap(target: Tensor, values) -> None:
    """Raise where a function that writes would read elements of the same memory elsewhere.

    Raises
    ------
    RuntimeError
        If a tensor shares some of the target's elements, and is not the same view of them.
    """
    for value in values:
        if isinstance(value, Tensor) and value is not target:
            layouts = _arrays_in_one_memory(target, value)
            if layouts is None:
                continue
            one, other = layouts
            if strides_of(target) == strides_of(value) and one.shape == other.shape:
                if byte_bounds(one) == byte_bounds(other):
                    continue
            if _is_dense(one) and _is_dense(other) and np.may_share_memory(one, other):
                raise RuntimeError(_OVERLAP)


@citing(None)
def refuse_any_overlap(out, values) -> None:
    """Raise where a result would be written over what it is made of.

    Raises: RuntimeError if a tensor shares elements with the target, and be it all of them.
    """
    targets = out if isinstance(out, (tuple, list)) else [out]
    given = [each for v in values for each in (v if isinstance(v, (tuple, list)) else [v])]
    for target in targets:
        for value in given:
            if isinstance(value, Tensor) and isinstance(target, Tensor):
                layouts = _arrays_in_one_memory(target, value)
                if layouts is not None and np.may_share_memory(*layouts):
                    raise RuntimeError(_OVERLAP)


def _arrays_in_one_memory(x: Tensor, y: Tensor) -> tuple[np.ndarray, np.ndarray] | None:
    """Return NumPy arrays laid out as two tensors that may share memory; None if they cannot."""
    are_views = hasattr(x, "_view"), hasattr(y, "_view")
    if (x._view.base if are_views[0] else x) is (y._view.base if are_views[1] else y):
        return shadow(x), shadow(y)
    if True in are_views or not isinstance(x._data, np.ndarray):
        return None
    return (x._data, y._data) if isinstance(y._data, np.ndarray) else None


_OVERLAP = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
    "single memory location. Please clone() the tensor before performing the operation."
)


def _are_of_one_shape(x: Tensor, y: Tensor) -> bool:
    """Compare shapes; native ones first, which need not be made PyTorch's."""
    one, other = [t._view.shape if hasattr(t, "_view") else t._data.shape for t in (x, y)]
    return type(one) is type(other) is tuple and one == other or x.shape == y.shape


def _is_dense(view: np.ndarray) -> bool:
    """Return whether a view fills its bytes, each once; False if it is empty."""
    low, high = byte_bounds(view)
    steps = [step for n, step in zip(view.shape, view.strides, strict=True) if n > 1]
    return view.size > 0 and high - low == view.nbytes and len(set(steps)) == len(steps)


@citing(None)
def overwrite(target: Tensor, result: Tensor, name: str) -> Tensor:
    """Write the result of a function into the tensor whose ``_`` method has been called.

    Raises: RuntimeError if it has another shape, or a type that cannot be cast to the tensor's.
    """
    there, data = getattr(target, "_data", None), getattr(result, "_data", None)
    if there is not None and data is not None:
        if there.dtype == data.dtype and there.shape == data.shape:  # as almost always
            store_fresh(target, data)
            return target
    kind = target.dtype
    if not _are_of_one_shape(target, result):
        if name == "addbmm_":  # PyTorch lets it grow
            rebind(target, cast(result, kind))
            return target
        raise RuntimeError(
            f"output with shape {list(target.shape)} doesn't match the broadcast shape "
            f"{list(result.shape)}"
        )
    given = result.dtype
    if given is not kind:
        if not can_cast(given, kind):
            raise RuntimeError(
                f"result type {shown(given)} can't be cast to the desired output type {shown(kind)}"
            )
        result = cast(result, kind)
    store_fresh(target, held(result))
    return target
