"""Examples to batches: tensors are stacked, numbers become tensors, nests keep their form.

References
----------
PyTorch documentation, ``torch.utils.data.default_collate``.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence

import numpy as np

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.dispatch.native import is_real
from ivy_core.arrays.array import Array
from ivy_core.arrays.indexing import get_item

default_collate_err_msg_format = (
    "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"
)
_TEXT_OR_OBJECTS = "SUO"


def _refill(example, values, of_sequence: Callable = list):
    """Return values in the class of ``example``; if that fails in a dict or by ``of_sequence``."""
    if isinstance(example, Mapping):
        try:
            if isinstance(example, MutableMapping):
                made = copy.copy(example)
                made.update(values)
                return made
            return type(example)(values)
        except TypeError:  # a class whose constructor takes something else
            return dict(values)
    try:
        if isinstance(example, MutableSequence):
            made = copy.copy(example)
            for i, value in enumerate(values):
                made[i] = value
            return made
        return type(example)(values)
    except TypeError:
        return of_sequence(values)


@citing("``torch.utils.data.{}``")
def default_convert(data):
    """Convert the NumPy arrays of a nest to tensors; anything else stays."""
    if isinstance(data, torch.Tensor):
        return data
    if isinstance(data, Array) or is_real(type(data)):  # of the NumPy frontend, or PyTorch's
        return torch.as_tensor(data)
    if isinstance(data, (np.ndarray, np.generic)):
        return data if data.dtype.kind in _TEXT_OR_OBJECTS else torch.as_tensor(data)
    if isinstance(data, Mapping):
        return _refill(data, {key: default_convert(value) for key, value in data.items()})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(default_convert(value) for value in data))
    if isinstance(data, tuple):
        return [default_convert(value) for value in data]
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return _refill(data, [default_convert(value) for value in data])
    return data


@citing("``torch.utils.data.{}``")
def default_collate(batch):
    """Make one batch of a list of examples.

    Parameters
    ----------
    batch : list
        Tensors, arrays, numbers, text, or mappings, named tuples and sequences of them.

    Returns
    -------
    Tensor, or a nest of them with one more axis in front
        Python's floats become float64, its integers int64.

    Raises: TypeError if an example is something else.

    Examples
    --------
    >>> from frontends.torch.utils.data import default_collate
    >>> default_collate([{"a": 0}, {"a": 1}])
    {'a': tensor([0, 1])}
    """
    return collate(batch, collate_fn_map=default_collate_fn_map)


@citing("``torch.utils.data.{}``")
def collate(batch, *, collate_fn_map: dict | None = None):
    """Make one batch of a list of examples by functions for their classes.

    Parameters
    ----------
    batch : list
    collate_fn_map : dict, optional
        The functions by class, or tuple of classes; they are called with ``batch`` and this dict.
    """
    first = batch[0]
    functions = collate_fn_map or {}
    found = functions.get(type(first))
    if found is None:
        found = next((make for kind, make in functions.items() if isinstance(first, kind)), None)
    if found is None and is_real(type(first)):
        found = functions.get(torch.Tensor)
    if found is not None:
        return found(batch, collate_fn_map=collate_fn_map)
    if isinstance(first, Mapping):
        columns = {key: [each[key] for each in batch] for key in first}
        return _refill(
            first,
            {key: collate(each, collate_fn_map=collate_fn_map) for key, each in columns.items()},
        )
    if isinstance(first, Sequence):
        is_named = isinstance(first, tuple) and hasattr(first, "_fields")
        if not is_named and any(len(each) != len(first) for each in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        columns = [
            collate(values, collate_fn_map=collate_fn_map) for values in zip(*batch, strict=False)
        ]
        if is_named:
            return type(first)(*columns)
        return columns if isinstance(first, tuple) else _refill(first, columns)
    raise TypeError(default_collate_err_msg_format.format(type(first)))


def collate_tensor_fn(batch, *, collate_fn_map: dict | None = None):
    """Stack tensors, and arrays of the NumPy frontend."""
    is_own = isinstance(batch[0], torch.Tensor)
    return torch.stack(batch if is_own else [torch.as_tensor(each) for each in batch], 0)


def collate_numpy_array_fn(batch, *, collate_fn_map: dict | None = None):
    """Stack NumPy's arrays; TypeError for those of texts or objects."""
    if batch[0].dtype.kind in _TEXT_OR_OBJECTS:
        raise TypeError(default_collate_err_msg_format.format(batch[0].dtype))
    return collate([torch.as_tensor(each) for each in batch], collate_fn_map=collate_fn_map)


def collate_numpy_scalar_fn(batch, *, collate_fn_map: dict | None = None):
    """Make a tensor of NumPy's scalars."""
    return torch.as_tensor(np.asarray(batch))


def collate_float_fn(batch, *, collate_fn_map: dict | None = None):
    """Make a float64 tensor of Python's floats."""
    return torch.tensor(batch, dtype=torch.float64)


def collate_int_fn(batch, *, collate_fn_map: dict | None = None):
    """Make a tensor of Python's ints."""
    return torch.tensor(batch)


def collate_str_fn(batch, *, collate_fn_map: dict | None = None):
    """Return texts as they are."""
    return batch


default_collate_fn_map: dict[type | tuple[type, ...], Callable] = {
    torch.Tensor: collate_tensor_fn,
    np.ndarray: collate_numpy_array_fn,
    (np.bool_, np.number, np.object_): collate_numpy_scalar_fn,
    float: collate_float_fn,
    int: collate_int_fn,
    str: collate_str_fn,
    bytes: collate_str_fn,
    Array: collate_tensor_fn,  # of the NumPy frontend
}


def _is_of_the_core(x: torch.Tensor) -> bool:
    """Return whether a tensor is no view, and its data no tensor of real PyTorch's."""
    return hasattr(x, "_data") and not hasattr(x, "_view") and not is_real(type(x._data))


def batch_of_tensors(tensors: Sequence, indices: Sequence) -> list | None:
    """Take a batch out of a dataset's tensors at once: what `default_collate` makes of examples.

    Parameters
    ----------
    tensors : sequence of Tensor
        An example is a tuple of their elements.
    indices : sequence
        Of the examples.

    Returns
    -------
    list of Tensor or None
        None where examples have to be stacked one by one: tensors with gradients or of other
        classes, indices that are no ints, another function for tensors than PyTorch's.
    """
    if default_collate_fn_map.get(torch.Tensor) is not collate_tensor_fn:
        return None
    if not all(type(i) is int for i in indices):
        return None
    if not all(type(x) is torch.Tensor and x.dim() and not x.requires_grad for x in tensors):
        return None
    at = np.array(indices, dtype=np.int64)
    if not (indices and all(map(_is_of_the_core, tensors))):
        at = torch.from_numpy(at)
        return [x[at] for x in tensors]
    if at.min() < 0 or at.max() >= min(map(len, tensors)):
        return None  # what is wrong with an index is told of the example
    # the index is NumPy's, and no tensor takes part in autograd: half of the time of `x[at]`
    return [get_item(x, at, torch.Tensor) for x in tensors]
