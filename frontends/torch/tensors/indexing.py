"""``x[index]`` and ``x[index] = value`` in PyTorch's rules."""

from __future__ import annotations

import warnings

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.indexing import get_item
from ivy_core.arrays.views import is_item_of
from ivy_core.arrays.write import store_item, store_number
from ivy_core.backends.holder import held, read, waiting
from ivy_core.backends.loading import backend_of_class
from ivy_core.utils.tracebacks import replace_exception

from ..autograd import tape
from ..autograd.bodies import compiling, in_words_of_numpy
from ..autograd.meta import bump
from ..autograd.repeats import is_plain
from ..autograd.write_checks import check_writable
from ..dispatch import error_messages, native
from ..dispatch.errors import TORCH_ERRORS
from ..dispatch.func_wrapper import Function, as_tensor, overridden_by, published, uses_real
from ..dispatch.outputs import (
    can_cast,
    cast,
    check_apart,
    each_once,
    may_repeat,
    refuse_overlap,
    shown,
)
from .dtypes import checked_number
from .tensor import Tensor, ivy

TensorLike = object
_INTS = frozenset({int})
_WHOLE = (int, np.integer)
_DTYPES_OF_PLACES = frozenset(map(np.dtype, (bool, np.int32, np.int64)))
_BOOLS = (bool, np.bool_)
_TYPES_OF_INDICES = frozenset({"bool", "uint8", "int32", "int64"})
_OF_TUPLES = (Tensor, list, tuple, range, slice, str)  # in a list, they make it several indices


def _get_item_body(input: TensorLike, index) -> Tensor:
    return get_item(*_view_and_index_for_numpy(input, index), Tensor)


_get_item_body.__annotations__["input"] = "TensorLike"
GETTING = Function(_get_item_body, "torch.Tensor.__getitem__", view=True)
published(GETTING, None, _get_item_body)


def _pick_on_host(input, *entries):
    """Return the elements that arrays pick by NumPy; NotImplemented where an index does not fit."""
    for each in entries:
        if isinstance(each, np.ndarray) and not _is_place(each):
            return NotImplemented
    try:
        return input[entries]
    except IndexError:  # PyTorch has other words for it
        return NotImplemented


GETTING.host = _pick_on_host


def _is_place(x: np.ndarray) -> bool:
    """Return whether an array in an index is a mask, or has several places."""
    return x.ndim > 0 and x.dtype in _DTYPES_OF_PLACES


def _entries_with_arrays(index) -> list | None:
    """Return the entries of an index of plain tensors and lists of ints among slices and ints.

    Native arrays stand for tensors. None for any other, and where NumPy's order of axes may be
    another than PyTorch's.
    """
    found, arrays, axes, ints = [], 0, 0, 0
    for each in index if type(index) is tuple else (index,):
        kind = type(each)
        if kind is Tensor:
            each = held(each)
            arrays += 1
        elif kind is list:
            if not each or not _INTS.issuperset(map(type, each)):
                return None
            each = np.array(each)
            arrays += 1
        elif kind is int:
            ints += 1
        elif kind is slice:
            if not (type(each.start) in _BOUNDS and type(each.stop) in _BOUNDS) or each.step:
                return None
            axes += 1
        else:
            return None
        found.append(each)
    return None if not arrays or ints and axes else found


def _picked_at_once(x: Tensor, data, index) -> Tensor | None:
    """Return the elements that arrays pick of a small plain tensor; None where others must."""
    ops = compiling.get(type(data))
    if ops is None or not ops.is_eager():
        return None
    entries = _entries_with_arrays(index)
    if entries is None:
        return None
    made = in_words_of_numpy(GETTING, ops, [data, *entries], {}, data)
    return None if made is NotImplemented else made


def _view_and_index_for_numpy(x: Tensor, index) -> tuple[Tensor, tuple]:
    """Return ``x`` or a view of it, and a tuple that means to NumPy what ``index`` means of ``x``.

    Raises PyTorch's errors where the index is bad.
    """
    if type(index) is int and (shape := x.shape):
        if -shape[0] <= index < shape[0]:
            return x, (index, Ellipsis)
        raise IndexError(f"index {index} is out of bounds for dimension 0 with size {shape[0]}")
    entries = index if type(index) is tuple else (index,)
    entries = [_convert_index_entry(each) for each in entries]
    if len(entries) > 1:
        entries = _with_one_ellipsis(x, entries)
    picks = [e for e in entries if isinstance(e, _WHOLE) and not isinstance(e, bool)]
    count = sum(1 for e in entries if e is not None and e is not Ellipsis)
    _check_masks(x, entries)
    if not any(isinstance(e, (Array, np.ndarray, list, bool, np.bool_)) for e in entries):
        _check_bounds(x, entries, count)
        if len(picks) == len(entries) and Ellipsis not in entries:
            entries.append(Ellipsis)  # an element is a view without dimensions
    elif len(entries) > 2:  # an int or slice, and arrays about it
        entries = _without_empty_ellipsis(x, entries)
        if picks:
            return _with_integers_first(x, tuple(entries))
    return x, tuple(entries)


def _check_bounds(x: Tensor, entries: list, count: int) -> None:
    """Raise PyTorch's IndexError where a basic index is bad; ``count`` entries take an axis."""
    if count > x.ndim:
        if not x.ndim:
            raise IndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
            )
        raise IndexError(f"too many indices for tensor of dimension {x.ndim}")
    shape, at = x.shape, 0
    for e in entries:
        if e is Ellipsis:
            at += len(shape) - count
        elif e is not None:
            if isinstance(e, _WHOLE) and not -shape[at] <= e < shape[at]:
                raise IndexError(
                    f"index {e} is out of bounds for dimension {at} with size {shape[at]}"
                )
            at += 1


def _with_one_ellipsis(x: Tensor, entries: list) -> list:
    """Return an index without the ellipses behind its first.

    PyTorch passes over all the axes that no entry takes at each of them, so that with such axes
    only the last entries can be ellipses.

    Raises
    ------
    IndexError
        If an entry behind the second finds no axis.
    """
    places = [i for i, e in enumerate(entries) if e is Ellipsis]
    if len(places) < 2:
        return entries
    first, second = places[:2]
    is_passed = x.ndim > sum([_count_axes(e) for e in entries])
    if is_passed and any(e is not Ellipsis for e in entries[second:]):
        raise IndexError("an entry of the index behind its second ellipsis finds no dimension")
    return [e for i, e in enumerate(entries) if i == first or e is not Ellipsis]


def _without_empty_ellipsis(x: Tensor, entries: list) -> list:
    """Return an index without an Ellipsis that stands for no axis: to NumPy it parts arrays."""
    axes = sum(_count_axes(e) for e in entries)
    return entries if axes < x.ndim else [e for e in entries if e is not Ellipsis]


def _count_axes(entry) -> int:
    """Return the number of axes that an entry of an index takes."""
    if isinstance(entry, (Array, np.ndarray)):
        return entry.ndim if str(entry.dtype).endswith("bool") else 1
    return 0 if entry is None or entry is Ellipsis or isinstance(entry, _BOOLS) else 1


def _with_integers_first(x: Tensor, entries: tuple) -> tuple:
    """Return ``x`` and an index for it; a view and a shorter one where NumPy's order differs.

    To NumPy an int beside arrays is an array, too: if a slice then stands between them, the axes of
    the arrays come first. PyTorch takes the ints before it looks at the arrays.
    """
    kinds = "".join(
        "i" if _is_integer(e) else "a" if isinstance(e, (Array, np.ndarray, *_BOOLS)) else "s"
        for e in entries
    )
    if _are_apart(kinds.replace("i", "a")) == _are_apart(kinds.replace("i", "")):
        return x, entries
    first = []
    for e in entries:
        keep = e is Ellipsis or _is_integer(e)
        first += [e] if keep else [slice(None)] * _count_axes(e)
    rest = tuple(e for e in entries if not _is_integer(e))
    return get_item(x, tuple(first), Tensor), rest


def _is_integer(entry) -> bool:
    return isinstance(entry, _WHOLE) and not isinstance(entry, bool)


def _are_apart(kinds: str) -> bool:
    """Return whether something else stands between the arrays of an index."""
    return "s" in kinds.strip("s")


def _tuple_of_sequence(index):
    """Return a list that PyTorch reads as a tuple as one, with its warning; else the index."""
    kind = type(index)
    if kind is not list or len(index) >= 32:
        return tuple(index) if kind is not tuple and isinstance(index, tuple) else index
    if not any(e is None or e is Ellipsis or isinstance(e, _OF_TUPLES) for e in index):
        return index
    warnings.warn(
        "Using a non-tuple sequence for multidimensional indexing is deprecated and will be "
        "changed in pytorch 2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be "
        "interpreted as tensor index, x[torch.tensor(seq)], which will result either in an error "
        "or a different result",
        stacklevel=3,
    )
    return tuple(index)


def _check_masks(x: Tensor, entries: list) -> None:
    """Raise IndexError if a mask's shape is not its dimensions'; behind ``...`` none is checked."""
    at = 0
    for e in entries:
        if e is Ellipsis:  # what stands behind it counts from the end
            return
        mask = isinstance(e, (Tensor, np.ndarray)) and str(e.dtype).endswith("bool")
        if mask and tuple(e.shape) != tuple(x.shape[at : at + e.ndim]):
            raise IndexError(
                f"The shape of the mask {list(e.shape)} at index 0 does not match the shape of the "
                f"indexed tensor {list(x.shape)} at index {at}"
            )
        at += 0 if e is None or isinstance(e, (bool, np.bool_)) else e.ndim if mask else 1


def _convert_index_entry(entry):
    """Return an entry for NumPy: lists as arrays, uint8 tensors as bool, 0-d integers as int."""
    kind = type(entry)
    if kind in _INTS or entry is None or entry is Ellipsis:
        return entry
    if kind is slice:
        if isinstance(entry.step, _WHOLE) and entry.step <= 0:
            raise ValueError("step must be greater than zero")
        return slice(*[_convert_slice_bound(b) for b in (entry.start, entry.stop, entry.step)])
    if kind is bool:
        return np.bool_(entry)
    if isinstance(entry, (list, tuple, range)):
        host = np.asarray([read(v) if isinstance(v, Array) else v for v in entry])
        return host if host.size else host.astype(np.int64)
    if isinstance(entry, Tensor):
        if entry.dtype.name not in _TYPES_OF_INDICES and (entry.ndim or entry.dtype.kind != "i"):
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
        if entry.dtype.name == "uint8":
            return ivy.astype(entry, "bool")
        if not entry.ndim and entry.dtype.kind != "b" and not tape.is_traced(entry):
            return int(entry)
        return entry
    if isinstance(entry, (np.ndarray, np.generic)):
        return entry
    found = as_tensor(entry)
    if found is not None:
        return _convert_index_entry(found)
    if hasattr(entry, "__index__"):
        return entry.__index__()
    raise IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
        f"indices (got {kind.__name__})"
    )


def _convert_slice_bound(bound):
    """Return a tensor as an int, unless it is traced; any other bound as it is."""
    if isinstance(bound, Tensor) and not tape.is_traced(bound):
        return int(bound)
    return bound


def getitem(self, index):
    """Return ``x[index]``: a view for a basic index, else a tensor of its own."""
    try:
        if type(self) is Tensor and hasattr(self, "_data"):
            data = self._data
            if type(data) is native.tensor_class:
                y = object.__new__(Tensor)
                kind = type(index)
                y._data = data[index if kind is int or kind is slice else native.unwrap(index)]
                return y
            # a view: no tape, and no other class, has to know of it
            if type(index) is int or _is_plainly_basic(index):
                entries = _basic_entries(data.shape, index)
                if entries is None:  # the body says what is wrong
                    return _get_item_body(self, index)
                return get_item(self, entries, Tensor)
            if type(data) in waiting:
                y = _picked_at_once(self, data, index)
                if y is not None:
                    return y
        elif is_plain[type(self)] and _is_plainly_basic(index):
            if type(getattr(self, "_data", None)) in waiting:
                return tape.call(GETTING, (self, index), {})
        return GETTING.general((self, _tuple_of_sequence(index)), {})
    except Exception as err:
        try:
            TORCH_ERRORS.raise_translated(error_messages.of_index(err), "__getitem__")
        except Exception as raised:
            replace_exception(raised, err)
            raise


_BASIC = frozenset({int, type(None), type(Ellipsis)})
_BOUNDS = frozenset({int, type(None)})
_WRITTEN = frozenset({bool, int, float, Tensor})


def _is_plainly_basic(index) -> bool:
    """Return whether an index is of ints, slices of ints, ``None`` and ``...``, exactly these."""
    for each in index if type(index) is tuple else (index,):
        kind = type(each)
        if kind is slice:
            if not (type(each.start) in _BOUNDS and type(each.stop) in _BOUNDS):
                return False
            if type(each.step) not in _BOUNDS:
                return False
        elif kind not in _BASIC:
            return False
    return True


def _basic_entries(shape: tuple, index) -> tuple | None:
    """Return a plainly basic index as a tuple for NumPy; None where it does not fit, or may not."""
    entries = index if type(index) is tuple else (index,)
    axis = picked = 0
    for each in entries:
        if each is None:
            continue
        if each is Ellipsis:
            after = len(entries) - entries.index(Ellipsis) - 1
            if entries.count(Ellipsis) > 1 or None in entries:
                return None
            axis = max(axis, len(shape) - after)
            continue
        if axis >= len(shape):
            return None
        if type(each) is int:
            if not -shape[axis] <= each < shape[axis]:
                return None
            picked += 1
        elif each.step is not None and each.step <= 0:
            return None
        axis += 1
    # an element is a view without dimensions
    return (*entries, Ellipsis) if picked == len(entries) else entries


def _write_plainly(x: Tensor, index, value) -> bool:
    """Write where no history, class or memory in common needs a look; False if one may."""
    if type(x) is not Tensor or type(value) not in _WRITTEN:
        return False
    if not _is_plainly_basic(index):
        return type(value) is not Tensor and _write_at_places(x, index, value)
    view = getattr(x, "_view", None)
    base = x if view is None else view.base
    if not isinstance(base, Tensor) or type(base._data) not in waiting:
        return False
    if view is not None and view.read_only:
        return False
    shown = getattr(value, "_view", None)
    if shown is not None and shown.base is base:
        if not is_item_of(value, x, index):
            return False  # `x[index] += y` has written already
    else:
        write_item(x, index, value)
    bump(x)
    return True


def _is_mask(x: Tensor) -> bool:
    return hasattr(x, "_data") and x.dtype.kind == "b"


def _write_at_places(x: Tensor, index, value) -> bool:
    """Write a number where arrays point in a tensor that is no view; False if it takes more."""
    data = getattr(x, "_data", None)
    if type(data) not in waiting or hasattr(x, "_view"):
        return False
    if type(index) is Tensor and _is_mask(index) and store_number(x, index, _number_for(x, value)):
        bump(x)
        return True
    entries = _entries_with_arrays(index)
    if entries is None:
        return False
    ops, shape, at = backend_of_class(type(data)), data.shape, 0
    del data  # a reference more would have the memory copied
    for n, each in enumerate(entries):
        if at == len(shape):
            return False
        if type(each) in waiting:
            each = entries[n] = ops.memory_on_host(each)
        if type(each) is np.ndarray:
            if not _is_place(each):
                return False
            if each.dtype.kind == "b":
                if each.shape != shape[at : at + each.ndim]:
                    return False
                at += each.ndim
                continue
            if not each.size or each.max() >= shape[at] or each.min() < -shape[at]:
                return False
        elif each is None or type(each) is int and not -shape[at] <= each < shape[at]:
            return False
        at += 1
    store_item(x, tuple(entries), _number_for(x, value))
    bump(x)
    return True


def setitem(self, index, value):
    """Write ``value`` where the index says."""
    try:
        if _write_plainly(self, index, value):
            return
        answered, _ = overridden_by(SETTING, (self, value), (self, index, value), {})
        if answered:
            return
        if uses_real((self,)):
            read(self)[native.unwrap(index)] = native.unwrap(value)
            return
        index = _tuple_of_sequence(index)
        value = _convert_written_value(value)
        if may_repeat(self):
            if tape.wants_gradients((self, value), None):
                check_writable(self)
            view = self[index] if tape.is_basic(index) else self
            check_apart(view)
            if view is not self:
                each_once(view)[...] = value
                return
            write_item(each_once(self), index, value)
            tape.wrote(self)
            return
        if isinstance(value, Tensor) and hasattr(value, "_view") and tape.is_basic(index):
            refuse_overlap(self[index], (value,))
        if type(self) is not Tensor or tape.records((self, value), {}):
            tape.record_item_write(SETTING, self, index, value)
            return
        write_item(self, index, value)
        tape.wrote(self)
    except Exception as err:
        try:
            TORCH_ERRORS.raise_translated(error_messages.of_index(err), "__setitem__")
        except Exception as raised:
            replace_exception(raised, err)
            raise


def _convert_written_value(value):
    """Return a tensor or a Python number; TypeError for what is neither."""
    if isinstance(value, Tensor) or isinstance(value, (int, float, complex)):
        return value
    found = as_tensor(value)
    if found is not None:
        return found
    if isinstance(value, (np.number, np.bool_)):
        return value.item()
    raise TypeError(f"can't assign a {type(value).__name__} to a torch.Tensor")


def write_item(target: Tensor, index, value) -> None:
    """Write a tensor or a number through an index, in the tensor's own type."""
    if isinstance(value, Tensor):
        if value.dtype is not target.dtype:
            _check_written_type(target, index, value)
            value = cast(_drop_imaginary_for_real_target(value, target), target.dtype)
        value = held(value)
    else:
        value = _number_for(target, value)
    store_item(*_view_and_index_for_numpy(target, index), value)


def _check_written_type(target: Tensor, index, value: Tensor) -> None:
    """Raise RuntimeError for a value of another type where an index has arrays.

    A value of one element is taken for a number where the only array is a mask.
    """
    entries = index if type(index) is tuple else (index,)
    arrays = [e for e in entries if isinstance(e, (Tensor, np.ndarray, list, range))]
    arrays = [e for e in map(_convert_index_entry, arrays) if type(e) is not int]
    if not arrays:
        return
    is_mask = len(arrays) == 1 and arrays[0].ndim and str(arrays[0].dtype).endswith("bool")
    if not is_mask or value.shape.numel() != 1:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{shown(target.dtype)} for the destination and {shown(value.dtype)} for the source."
        )
    if value.dtype.is_complex and not target.dtype.is_complex:
        checked_number(value.item(), target.dtype)


def _number_for(target: Tensor, value):
    """Return a number as a tensor of its type takes it; raise PyTorch's error if it does not."""
    kind = target.dtype.kind
    if kind == "b":
        return bool(value)
    if kind in "iu" or kind == "f" and isinstance(value, complex):
        return checked_number(value, target.dtype)
    return value


def _drop_imaginary_for_real_target(value: Tensor, target: Tensor) -> Tensor:
    """Return a complex value's real part for a real target, without a warning; else itself."""
    if value.dtype.is_complex and not can_cast(value.dtype, target.dtype):
        return ivy.real(value)
    return value


def _set_item_in_copy(input, index, value):
    """Return a copy of ``input`` with ``value`` written, for a tape; ``input`` stays as it is."""
    copy = ivy.copy_array(input)
    write_item(copy, index, value)
    return copy


_set_item_in_copy.__annotations__["input"] = "TensorLike"
SETTING = Function(_set_item_in_copy, "torch.Tensor.__setitem__")
published(SETTING, None, _set_item_in_copy)
for _function, _method, _name in (
    (GETTING, getitem, "__getitem__"), (SETTING, setitem, "__setitem__"),
):  # fmt: skip
    _function.call, _method.function = _method, _function  # `__torch_function__` gets the method
    _method.__name__ = _name  # the name that such a class logs
__all__ = ["GETTING", "SETTING", "getitem", "setitem", "shown", "write_item"]
