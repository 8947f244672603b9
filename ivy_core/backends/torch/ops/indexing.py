"""Indexing for PyTorch: its own views, with NumPy's rules where PyTorch has others."""

from __future__ import annotations

import functools
import sys

import numpy as np
import torch

from ivy_core.backends.common.indices import (
    check_along_axis,
    check_same_ndim,
    flat_positions,
    mask_alone,
    positions_that_stay,
    resolved,
)
from ivy_core.backends.common.lens_folding import fold_read, fold_write, windows_by_index
from ivy_core.backends.common.reductions import check_scatter_reduction
from ivy_core.backends.common.shapes import check_fits, check_int_fits
from ivy_core.dtypes import as_dtype
from ivy_core.utils.exceptions import IvyIndexError, refuse

from ..compiler import tracing
from ..host.policy import FLIP_ELEMENTS
from ..kernels import bits
from ..runtime.differentiation import note_recorded_write
from ..runtime.internals import (
    FakeTensor,
    FunctionalTensor,
    from_functional,
    get_proxy_mode,
    get_proxy_slot,
    is_compiling,
    is_mapped,
    is_wrapped,
    modes,
    storage_identity,
    transformation,
    unwrapped,
)

_INTEGERS = frozenset([int, *[np.dtype(code).type for code in np.typecodes["AllInteger"]]])
_TENSORS = (torch.Tensor, torch.SymInt)
_SYMBOLIC = (FakeTensor, FunctionalTensor, torch.SymInt)


def is_recorded(native) -> bool:
    return native.requires_grad or is_tracer(native)


def is_tracer(native) -> bool:
    """Return whether what is done to a native value is recorded or transformed.

    ``torch.func``, ``make_fx``, ``torch.export`` and ``torch.compile`` do so. Such values may
    not go to the host: they have no memory there, or the record would miss it.
    """
    if type(native) is not torch.Tensor:
        if not isinstance(native, _TENSORS):
            return False
        if isinstance(native, _SYMBOLIC):
            return True
    return modes() > 0 or (transformation() is not None and is_wrapped(native)) or is_compiling()


def is_transforming() -> bool:
    """Return whether operations are recorded or transformed now."""
    return modes() > 0 or transformation() is not None or is_compiling()


def is_unknown(native) -> bool:
    """Return whether the value of a traced integer cannot be told: ``torch.func.grad`` can."""
    if not is_tracer(native):
        return False
    while isinstance(native, torch.Tensor) and is_wrapped(native):
        if is_mapped(native):
            return True
        native = unwrapped(native)
    return is_tracer(native)


def unmapped(native):
    """Unwrap the tensors of ``torch.vmap`` and ``torch.func.grad``: all values at once."""
    while isinstance(native, torch.Tensor) and is_wrapped(native):
        native = unwrapped(native)
    return native


def counted_from_start(index, length: int):
    """Return a traced index with negative values replaced by what they mean."""
    if tracing.is_tracer(index):
        return tracing.from_start(index, length)
    if isinstance(index, torch.SymInt):
        index = torch.scalar_tensor(index, dtype=torch.int64)
    index = index.to(torch.int64)
    return torch.where(index < 0, index + length, index)


_STEPS = {
    "add": "add", "sub": "subtract", "subtract": "subtract", "mul": "multiply",
    "multiply": "multiply", "neg": "negative", "negative": "negative",
    "_to_copy": "same", "to": "same", "clone": "same", "detach": "same", "alias": "same",
    "view": "same", "reshape": "same",
    "squeeze": "same", "unsqueeze": "same", "lift_fresh": "same", "lift_fresh_copy": "same",
}  # fmt: skip


def made_by(value):
    """Get the origin of a traced integer: :func:`ivy_core.arrays.indices.difference`.

    A value is a tensor or SymInt, a node of the graph that is recorded, or a SymInt's expression.
    """
    if tracing.is_tracer(value):
        return tracing.made_by(value)
    if isinstance(value, torch.SymInt):
        value = value.node.expr
    elif isinstance(value, torch.Tensor):
        if isinstance(value, FunctionalTensor):
            value = from_functional(value.elem)
        mode = get_proxy_mode()
        known = mode and get_proxy_slot(value, mode.tracer, None)
        if not known:
            return "unknown", id(value)
        value = known.proxy.node
    if isinstance(value, torch.fx.Node):
        if value.op == "get_attr":  # a constant
            return int(getattr(get_proxy_mode().tracer.root, value.target))
        name = getattr(value.target, "__name__", "").partition(".")[0]
        if name == "scalar_tensor":  # a constant as well
            return int(value.args[0])
        step = _STEPS.get(name)
        operands = value.args[:1] if step in ("same", "negative") else value.args
        if step and all(isinstance(each, (int, torch.fx.Node)) for each in operands):
            return step, operands
        return "unknown", value
    if value.is_Integer:
        return int(value)
    if value.is_Add or value.is_Mul:
        return "add" if value.is_Add else "multiply", value.as_two_terms()
    return "unknown", value


def tensor_from_host(array: np.ndarray) -> torch.Tensor:
    """Return a tensor on the memory of a NumPy array without another reference."""
    dtype = array.dtype
    if dtype.char == "Q":  # uint64 by C's other name for it, as `np.array([2**63])` has it
        array, dtype = array.view(np.uint64), np.dtype(np.uint64)
    if dtype.isbuiltin == 1 and dtype.isnative and array.flags.c_contiguous:
        return tracing.own(torch.from_numpy(array))
    if dtype.name == "bfloat16":
        return tensor_from_host(array.view(np.int16)).view(torch.bfloat16)
    if any(step < 0 for step in array.strides) or not array.dtype.isnative:
        array = np.array(array, array.dtype.newbyteorder("="), order="C")
    return torch.from_numpy(array)


def get_native(native, index):
    """Return the view that a simple index picks, None where more care is needed."""
    kind = type(index)
    if kind is tuple:
        return _view_by_tuple(native, index)
    if kind is slice:
        start, stop, step = index.start, index.stop, index.step
        if (
            (start is None or type(start) is int)
            and (stop is None or type(stop) is int)
            and (step is None or type(step) is int and step > 0)
            and native.ndim
        ):
            return native[index]
        return None
    if kind in _INTEGERS:
        if native.ndim < 2:
            return None
        try:
            return native[index if kind is int else int(index)]
        except (IndexError, ValueError):  # the general way says it in NumPy's words
            return None
    return native[...] if index is Ellipsis else None


def _view_by_tuple(native, index: tuple):
    """Return the view of ints, slices, new axes and one Ellipsis; None for others and elements."""
    is_element, rest = True, False
    for entry in index:
        kind = type(entry)
        if kind is slice:
            start, stop, step = entry.start, entry.stop, entry.step
            if not (
                (start is None or type(start) is int)
                and (stop is None or type(stop) is int)
                and (step is None or type(step) is int and step > 0)
            ):
                return None
            is_element = False
        elif entry is None:
            is_element = False
        elif kind is not int:
            if entry is not Ellipsis or rest:  # PyTorch takes several
                return None
            is_element, rest = False, True
    if is_element and len(index) >= native.ndim:
        return None
    try:
        return native[index]
    except (IndexError, ValueError):  # the general way says it in NumPy's words
        return None


def view_native(native, lens):
    """Return the view that a lens shows, None where PyTorch has no such view."""
    if lens.unknown:
        steps_back = any(type(entry) is tuple and entry[1] < 0 for entry in lens.key)
        if tracing.is_recording(native, *lens.unknown) and not steps_back:
            return tracing.window(native, lens.key, lens.starts)
        return None
    for entry in lens.key:
        if type(entry) is tuple and entry[1] < 0:
            return None
    for entry in lens.raw:
        if type(entry) is slice and entry.step is not None and entry.step < 0:
            return native[_make_steps_positive(lens)[0]]  # of one element at most
    return native[lens.raw]


def is_read_only(native) -> bool:
    """Return whether several elements are one place in memory: what ``expand`` gives."""
    if 0 not in native.stride() or not native.numel():
        return False
    return any(
        step == 0 and length > 1 for step, length in zip(native.stride(), native.shape, strict=True)
    )


def assign_lens(native, lens, value) -> None:
    """Write in place where a basic index points; ``value`` is of a shape that fits there."""
    value = _cast_to_dtype_of(value, native)
    if tracing.current.recorder is not None and tracing.is_element(native, lens.key, value):
        if not value.ndim:
            tracing.set_element(native, lens.starts, value)
            return
    if lens.unknown and tracing.is_recording(native, *lens.unknown):
        key, starts, axes = _make_all_steps_positive(lens.key, lens.starts)
        target = tracing.window(native, key, starts)
        value = _drop_leading_ones(value, target.ndim)
        copy_into(target, bits.flip(value.expand(target.shape), axes) if axes else value)
        return
    if lens.unknown:
        value = _drop_leading_ones(value, len(lens.shape)).expand(lens.shape)
        copy_into(native, slice_write(native, lens.key, lens.starts, value))
        return
    forward, axes = _make_steps_positive(lens)
    target = native[forward]
    value = _drop_leading_ones(value, target.ndim)
    if axes:
        value = bits.flip(value.expand(target.shape), axes)
    copy_into(target, value)


def copy_into(target, value) -> None:
    """Write ``value`` over ``target``, as it was before: the two may share memory."""
    if share_memory(target, value):
        gap = target.storage_offset() - value.storage_offset()
        if not gap and _shows_same_elements(target, value):
            return  # `x[i] += y`: Python writes what has been written in place
        if tracing.may_move(target, value):
            apart = False
        else:
            apart = (
                _never_overlap(value, target, gap)
                if gap > 0
                else _never_overlap(target, value, -gap)
            )
        if not apart:
            value = value.clone()
    note_recorded_write(target, value)
    try:
        target.copy_(value)
    except RuntimeError as err:
        if "more than one element of the written-to tensor" in str(err):
            raise ValueError("assignment destination is read-only") from None
        raise


def _shows_same_elements(a, b) -> bool:
    """Return whether tensors with one start show the same elements; False with autograd."""
    return (
        a.dtype is b.dtype
        and a.shape == b.shape
        and a.stride() == b.stride()
        and a.is_conj() is b.is_conj()
        and a.is_neg() is b.is_neg()
        and not (a.requires_grad or b.requires_grad)
        and not is_transforming()
    )


def _never_overlap(first, second, gap: int) -> bool:
    """Return whether tensors on one storage, the second ``gap`` elements later, share none."""
    if not gap or first.dtype is not second.dtype:
        return False
    steps = first.stride()
    if len(steps) == 1:
        # columns of one matrix: they never meet, though one begins before the other ends
        step = steps[0]
        if step and gap % step and second.stride() == steps:
            return True
        return gap > (first.shape[0] - 1) * step
    return first.is_contiguous() and gap >= first.numel()


def share_memory(a, b) -> bool:
    """Return whether two tensors lie on one storage, though maybe on other parts of it."""
    if not type(a) is type(b) is torch.Tensor and (tracing.is_tracer(a) or tracing.is_tracer(b)):
        if not (tracing.is_tracer(a) and tracing.is_tracer(b)):
            return False
        return storage_identity(a) == storage_identity(b)
    try:
        return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()
    except (NotImplementedError, RuntimeError):  # within torch.func.vmap and its like
        return True


def _drop_leading_ones(value, ndim):
    """Return ``value`` with its first axes, all of length 1, dropped down to ``ndim`` axes."""
    while value.ndim > ndim:
        value = value[0]
    return value


def _make_steps_positive(lens) -> tuple:
    """Return the index with positive steps only, and the axes to reverse afterwards."""
    index, axes, at, axis = [], [], 0, 0
    for entry in lens.key:
        if entry is None:
            index.append(None)
            axis += 1
            continue
        start = lens.starts[at]
        at += 1
        if entry == "int":
            index.append(start)
            continue
        length, step = entry[0], entry[1]
        if step < 0:
            axes.append(axis)
            start, step = start + (length - 1) * step, -step
        index.append(slice(start, start + length * step, step) if length else slice(0, 0))
        axis += 1
    return tuple(index), axes


def _cast_to_dtype_of(value, native):
    """Return a tensor of ``native``'s dtype, not on its device; an int that does not fit raises."""
    if type(value) is int and not 0 <= value < 128:
        check_int_fits(value, as_dtype(native.dtype))
    if not isinstance(value, torch.Tensor):
        value = tensor_from_host(np.array(value)) if hasattr(value, "dtype") else value
    if not isinstance(value, torch.Tensor):
        # torch would make float32 of a Python float
        wide = {float: torch.float64, complex: torch.complex128}.get(type(value))
        value = torch.tensor(value, dtype=wide)
    if value.is_complex() and not native.is_complex():
        value = value != 0 if native.dtype == torch.bool else value.real
    return value.to(native.dtype)


# The lenses' primitives


def _make_all_steps_positive(key, starts) -> tuple:
    """Return key and starts with positive steps only, and the axes to reverse afterwards."""
    key, starts, axes, at, axis = list(key), list(starts), [], 0, 0
    for position, entry in enumerate(key):
        if entry is not None and entry != "int" and entry[1] < 0:
            starts[at] = starts[at] + (entry[0] - 1) * entry[1]
            key[position] = (entry[0], -entry[1])
            axes.append(axis)
        at += entry is not None
        axis += entry != "int"
    return tuple(key), tuple(starts), axes


def slice_read(x, key, starts, shape):
    if tracing.current.recorder is not None and tracing.is_element(x, key):
        return tracing.element(x, starts)
    if _has_unknown_start(starts):
        if tracing.is_recording(x, *starts):
            key, starts, axes = _make_all_steps_positive(key, starts)
            shown = tracing.window(x, key, starts)
            return bits.flip(shown, axes) if axes else shown
        return x[_index_by_arrays(x, key, starts)].reshape(shape)
    forward, axes, whole, lengths = _cached_positive_index(key, starts)
    if axes and lengths and x.shape[: len(lengths)] == lengths:
        return bits.flip(x, axes)
    if axes and type(x) is torch.Tensor and x.numel() <= FLIP_ELEMENTS and not is_tracer(x):
        host = _numpy_view_or_none(x)
        if host is not None:
            return torch.from_numpy(host[whole].copy())
    x = x[forward]
    return bits.flip(x, axes) if axes else x


@functools.lru_cache(maxsize=4096)
def _cached_positive_index(key, starts) -> tuple:
    """Return a lens's index with positive steps, axes to reverse, NumPy's index, lengths/None."""
    whole, at = [], 0
    lengths = tuple([entry[0] for entry in key if type(entry) is tuple])
    if len(lengths) < len(key):
        lengths = None
    for entry in key:
        if entry is None:
            whole.append(None)
            continue
        start = starts[at]
        at += 1
        if entry == "int":
            whole.append(start)
            continue
        end = start + entry[0] * entry[1]
        whole.append(slice(start, end if end >= 0 else None, entry[1]) if entry[0] else slice(0, 0))
    return (*_make_steps_positive(_Key(key, starts)), (*whole, Ellipsis), lengths)


def slice_write(x, key, starts, value):
    if _has_unknown_start(starts):
        if tracing.is_recording(x, *starts):
            key, starts, axes = _make_all_steps_positive(key, starts)
            result = x.clone()
            tracing.window(result, key, starts).copy_(bits.flip(value, axes) if axes else value)
            return result
        places = _index_by_arrays(x, key, starts)
        lengths = [1 if e == "int" else e[0] for e in key if e is not None]
        return x.index_put(places, value.reshape(lengths))
    forward, axes = _make_steps_positive(_Key(key, starts))
    result = x.clone()
    result[forward] = bits.flip(value, axes) if axes else value
    return result


def _has_unknown_start(starts) -> bool:
    for start in starts:  # a generator would cost three times as much
        if type(start) is not int:
            return True
    return False


def _index_by_arrays(x, key, starts) -> tuple:
    """Return arrays for a basic index, without its new axes, whose starts are not all known."""
    positions, steps = [], [entry for entry in key if entry is not None]
    for axis, (entry, start) in enumerate(zip(steps, starts, strict=True)):
        length, step = (1, 1) if entry == "int" else entry[:2]
        line = torch.arange(0, length * step, step, device=x.device) + start
        positions.append(line.reshape([-1] + [1] * (len(steps) - axis - 1)))
    return tuple(positions)


class _Key:
    __slots__ = ("key", "starts")

    def __init__(self, key, starts):
        self.key, self.starts = key, starts


def reshape_native(x, shape):
    return x.reshape(shape)


def permute_native(x, axes):
    return x.permute(axes)


def broadcast_native(x, shape):
    return x.expand(shape)


def take_native(x, index, axis):
    return bits.index_select(x, axis, torch.from_numpy(index))


def windows_native(x, window, axes):
    return windows_by_index(_PRIMITIVES, x, window, axes)


def real_native(x):
    return x.real if x.is_complex() else x


def imag_native(x):
    return x.imag if x.is_complex() else torch.zeros_like(x)


def complex_native(real, imag):
    return torch.complex(real, imag)


_PRIMITIVES = sys.modules[__name__]  # what lenses call: the functions of this file


def read_stack(x, stack, starts):
    if len(stack) == 1:
        lens = stack[0]
        if not starts and hasattr(lens, "axis1"):  # a diagonal: one operation in place of four
            return torch.diagonal(x, lens.offset, lens.axis1, lens.axis2)
        return lens.read(_PRIMITIVES, x, starts)
    return fold_read(_PRIMITIVES, x, stack, starts)


def write_stack(base, stack, starts, value, shape):
    x = base._data
    value = _drop_leading_ones(_cast_to_dtype_of(value, x), len(shape)).expand(shape)
    return fold_write(_PRIMITIVES, x, stack, starts, value)


# Advanced indexing


def _numpy_view_or_none(native):
    """Return the NumPy array on a plain CPU tensor's memory; None of any other tensor.

    NumPy's own indexing is then quicker than PyTorch's, and right by definition: repeated indices
    (the last one wins), negative steps, dimension order, errors.
    """
    try:
        return native.numpy()
    except (RuntimeError, TypeError):  # needs gradients, is transformed, bfloat16, another device
        return None


def get_advanced(x, index):
    """Return a copy of what an index with arrays picks."""
    host = _numpy_view_or_none(x)
    if host is not None:
        return torch.from_numpy(np.asarray(host[index]))
    places, _ = _torch_index(x, index)
    return x[places].clone() if _is_basic_index(places) else x[places]


def set_advanced(x, index, value):
    """Write in place where an index with arrays points; returns the same tensor."""
    value = _cast_to_dtype_of(value, x)
    host = None if value.requires_grad else _numpy_view_or_none(x)
    if host is not None:
        host[index] = value.numpy()
        torch.autograd.graph.increment_version(x)
        return x
    places, shape = _torch_index(x, index)
    check_fits(value, shape)
    value = _drop_leading_ones(value, len(shape)).expand(shape)
    if value.requires_grad or is_transforming():
        stay = positions_that_stay(tuple(x.shape), index)
        if stay is not None:
            flat, kept = (torch.from_numpy(each).to(x.device) for each in stay)
            places = torch.unravel_index(flat, x.shape)
            value = bits.index_select(value.reshape(-1), 0, kept)
        elif share_memory(x, value):
            value = value.clone()
    note_recorded_write(x, value)
    x[places] = value
    return x


def get_traced(x, index):
    """Read the elements of an index with arrays, of values that are not known yet."""
    mask = _mask_of_unknown_values(index)
    if mask is not None:
        return x[mask]
    flat = _flat_positions_of(x, index)
    return bits.index_select(x.reshape(-1), 0, flat.reshape(-1)).reshape(flat.shape)


def set_traced(x, index, value):
    """Write in place where an index points, of values not known yet; returns the same tensor."""
    value = _cast_to_dtype_of(value, x)
    mask = _mask_of_unknown_values(index)
    if mask is not None:
        over = mask.reshape(tuple(mask.shape) + (1,) * (x.ndim - mask.ndim))
        new = torch.where(over, _values_by_mask_order(mask, value, x), x)
    else:
        flat = _flat_positions_of(x, index)
        value = _drop_leading_ones(value, flat.ndim).expand(flat.shape)
        if value.numel() and (value.requires_grad or is_transforming()):
            new = _with_last_values(x.reshape(-1), flat, value).reshape(x.shape)
        else:
            new = x.reshape(-1).index_put((flat,), value).reshape(x.shape)
    copy_into(x, new)
    return x


def _with_last_values(x, flat, value):
    """Return a flat tensor with values at positions, the last one where there are several.

    PyTorch gives every value that is written the gradient of its element.
    """
    flat = flat.reshape(-1)
    order = torch.arange(flat.shape[0], device=flat.device)
    last = torch.full_like(x, -1, dtype=torch.int64).scatter_reduce(0, flat, order, "amax")
    return torch.where(last < 0, x, bits.index_select(value.reshape(-1), 0, last.clamp(0)))


def _values_by_mask_order(mask, value, native):
    """Return the values for a traced mask: at each True ``value``'s next row, if it has several."""
    if value.ndim < 1 + native.ndim - mask.ndim or value.shape[0] == 1:
        return value
    places = (mask.reshape(-1).cumsum(0) - 1).clamp(0, max(value.shape[0] - 1, 0))
    return bits.index_select(value, 0, places).reshape(tuple(mask.shape) + tuple(value.shape[1:]))


def _mask_of_unknown_values(index):
    """Return the mask that is all of an index, where its values are not known; else None."""
    entry = mask_alone(index)
    return entry if isinstance(entry, torch.Tensor) and entry.dtype is torch.bool else None


def _flat_positions_of(native, index):
    """Return int64 positions in the flat tensor of what an index with traced arrays picks."""

    def as_int64(entry):
        entry = entry if isinstance(entry, torch.Tensor) else tensor_from_host(np.array(entry))
        return entry.to(native.device, torch.int64)

    return flat_positions(torch, tuple(native.shape), index, as_int64)


def _is_basic_index(entries) -> bool:
    """Return whether no entry is a tensor, which picks by a mask or by indices."""
    return not any(isinstance(entry, torch.Tensor) for entry in entries)


def _torch_index(native, index) -> tuple:
    """Return the index as PyTorch takes it, with NumPy's meaning, and the picked shape."""
    shape = tuple(native.shape)
    picked = np.broadcast_to(False, shape)[index].shape  # NumPy checks the bounds
    entries = index if isinstance(index, tuple) else (index,)
    if any(_is_only_numpy_index(entry) for entry in entries):
        flat = np.arange(native.numel()).reshape(shape)[index]
        entries = np.unravel_index(flat, shape) if shape else (np.zeros(picked, bool) | index,)
        return tuple([torch.from_numpy(np.ascontiguousarray(p)) for p in entries]), picked
    return _broadcast_positions(entries, native.device), picked


def _is_only_numpy_index(entry) -> bool:
    """Return whether PyTorch refuses an index entry or gives it another meaning."""
    if isinstance(entry, slice):
        return entry.step is not None and entry.step < 0
    return (
        np.ndim(entry) == 0
        and isinstance(entry, (bool, np.bool_, np.ndarray))
        and (np.asarray(entry).dtype == bool)
    )


def _broadcast_positions(entries, device) -> tuple:
    """Return an index's entries, masks as positions and all positions broadcast to one shape.

    PyTorch takes an int beside arrays for a selection of its own; NumPy broadcasts it with them.
    """
    found, at = [], []
    places = []
    for entry in entries:
        if isinstance(entry, (slice, type(None), type(Ellipsis))):
            places.append(entry)
            continue
        entry = np.asarray(entry)
        for positions in entry.nonzero() if entry.dtype == bool else (entry,):
            at.append(len(places))
            found.append(positions)
            places.append(None)
    for place, positions in zip(at, np.broadcast_arrays(*found), strict=True):
        if positions.ndim:
            places[place] = torch.from_numpy(np.array(positions, np.int64)).to(device)
        else:
            places[place] = int(positions)
    return tuple(places)


# Functions

_axis_index = np.lib.array_utils.normalize_axis_index


def _wrap_indices(x, indices, length, mode):
    """Return indices, no negative ones, and a mask of those out of bounds (or None); may raise."""
    if indices.is_floating_point() or indices.is_complex() or indices.dtype is torch.bool:
        raise TypeError(f"indices must be integers, not {indices.dtype}")
    indices = indices.to(torch.int64)
    if mode == "wrap":
        return indices % length, None
    if mode == "clip":
        return indices.clamp(0, length - 1), None
    if mode == "fill":
        return resolved(torch, indices, length)
    if mode != "raise":
        raise ValueError(f"mode must be 'raise', 'wrap', 'clip' or 'fill', not {mode!r}")
    if indices.numel() and not is_tracer(indices):
        low, high = (int(end) for end in torch.aminmax(indices))
        if low < -length or high >= length:
            bad = high if high >= length else low
            raise IvyIndexError(f"index {bad} is out of bounds for size {length}")
        if low >= 0:
            return indices, None
    return torch.where(indices < 0, indices + length, indices), None


def _torch_checks_bounds(indices) -> bool:
    """Return whether PyTorch's kernels raise for these indices if negative or out of bounds."""
    return indices.dtype is torch.int64 and indices.is_cpu and not is_tracer(indices)


def _fill_out_of_bounds(picked, outside, fill_value):
    """Fill where the mask is True, nowhere if it is None; value None is nan, an int's extreme."""
    if outside is None:
        return picked
    if fill_value is None:
        dtype = picked.dtype
        if dtype is torch.bool:
            fill_value = True
        elif dtype.is_floating_point or dtype.is_complex:
            fill_value = float("nan")
        else:
            info = torch.iinfo(dtype)
            fill_value = info.min if info.min < 0 else info.max
    return torch.where(outside, torch.tensor(fill_value, dtype=picked.dtype), picked)


def take(x, indices, /, *, axis=None, mode="raise", fill_value=None):
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = _axis_index(axis, x.ndim)
    if mode == "raise" and _torch_checks_bounds(indices):
        try:
            picked = bits.index_select(x, axis, indices.reshape(-1))
            return picked.reshape((*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]))
        except (IndexError, RuntimeError):
            pass  # an index is negative, or out of bounds
    places, outside = _wrap_indices(x, indices, x.shape[axis], mode)
    picked = bits.index_select(x, axis, places.reshape(-1))
    picked = picked.reshape((*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]))
    if outside is not None:
        outside = outside.reshape((*outside.shape, *[1] * (x.ndim - axis - 1)))
    return _fill_out_of_bounds(picked, outside, fill_value)


def take_along_axis(x, indices, /, axis=-1, *, mode="raise"):
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = _axis_index(axis, x.ndim)
    check_same_ndim(tuple(x.shape), indices)
    if (
        mode == "raise"
        and _torch_checks_bounds(indices)
        and x.shape[:axis] == indices.shape[:axis]
        and x.shape[axis + 1 :] == indices.shape[axis + 1 :]
    ):
        try:
            return bits.gather(x, axis, indices)
        except RuntimeError:
            pass  # an index is negative, or out of bounds
    places, outside = _wrap_indices(x, indices, x.shape[axis], mode)
    try:
        picked = bits.take_along_dim(x, places, axis)
    except RuntimeError as err:
        refuse(err, check_along_axis, x.shape, indices, axis)
    return _fill_out_of_bounds(picked, outside, None)


_REDUCTIONS = {"sum": "sum", "mul": "prod", "min": "amin", "max": "amax", "mean": "mean"}


def put_along_axis(x, indices, values, axis, /, *, mode="replace"):
    check_scatter_reduction("put_along_axis", "mode", mode)
    shape = x.shape
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = _axis_index(axis, x.ndim)
    check_same_ndim(tuple(x.shape), indices)
    wanted = [n if i != axis else indices.shape[axis] for i, n in enumerate(x.shape)]
    try:
        indices = indices.expand(wanted) if indices.numel() != wanted[axis] else indices
        values = _cast_to_dtype_of(values, x).expand(wanted)
    except RuntimeError as err:
        _wrap_indices(x, indices, x.shape[axis], "raise")
        refuse(err, check_along_axis, x.shape, indices, axis, values)
    if _torch_checks_bounds(indices):
        try:
            return _scatter_with_mode(x, axis, indices, values, mode).reshape(shape)
        except (IndexError, RuntimeError):
            pass  # an index is negative, or out of bounds
    indices = _wrap_indices(x, indices, x.shape[axis], "raise")[0]
    return _scatter_with_mode(x, axis, indices, values, mode).reshape(shape)


def _scatter_with_mode(x, axis, indices, values, mode):
    """Return ``x`` with values put in or reduced along an axis; PyTorch raises for bad indices."""
    if mode == "sum" and indices.numel() == indices.shape[axis] and x.dtype is not torch.bool:
        return torch.index_add(x, axis, indices.reshape(-1), values)  # of whole slices
    places = indices.expand(values.shape)
    if mode == "replace":
        return torch.scatter(x, axis, places, values)
    return torch.scatter_reduce(x, axis, places, values, _REDUCTIONS[mode])
