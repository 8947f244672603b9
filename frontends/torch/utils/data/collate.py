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

_REFUSED = (
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
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(batch, 0)
    if isinstance(first, Array) or is_real(type(first)):  # of the NumPy frontend, or PyTorch's
        return torch.stack([torch.as_tensor(each) for each in batch], 0)
    if isinstance(first, np.ndarray):
        if first.dtype.kind in _TEXT_OR_OBJECTS:
            raise TypeError(_REFUSED.format(first.dtype))
        return torch.stack([torch.as_tensor(each) for each in batch], 0)
    if isinstance(first, (np.bool_, np.number)):
        return torch.as_tensor(np.asarray(batch))
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, Mapping):
        return _refill(first, {key: default_collate([b[key] for b in batch]) for key in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(default_collate(values) for values in zip(*batch, strict=False)))
    if isinstance(first, Sequence):
        if any(len(each) != len(first) for each in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        columns = [default_collate(values) for values in zip(*batch, strict=True)]
        return columns if isinstance(first, tuple) else _refill(first, columns)
    raise TypeError(_REFUSED.format(type(first)))
