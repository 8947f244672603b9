"""Datasets: examples by number, or one after the other.

References
----------
PyTorch documentation, ``torch.utils.data``, Dataset Types.
"""

from __future__ import annotations

import bisect
import itertools
import math
import warnings
from collections.abc import Iterable
from typing import Generic, TypeVar

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

T_co = TypeVar("T_co", covariant=True)


@citing("``torch.utils.data.{}``")
class Dataset(Generic[T_co]):
    """Examples by number: a subclass defines ``__getitem__``, and ``__len__`` for loaders."""

    def __getitem__(self, index) -> T_co:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


@citing("``torch.utils.data.{}``")
class IterableDataset(Dataset[T_co], Iterable[T_co]):
    """Examples one after the other: a subclass defines ``__iter__``."""

    def __add__(self, other):
        return ChainDataset([self, other])


@citing("``torch.utils.data.{}``")
class TensorDataset(Dataset):
    """Tensors of the same length: an example is a tuple of their elements.

    >>> from frontends.torch.utils.data import TensorDataset
    >>> TensorDataset(torch.tensor([1, 2, 3]), torch.tensor([4.0, 5.0, 6.0]))[1]
    (tensor(2), tensor(5.))
    """

    def __init__(self, *tensors):
        if any(tensor.size(0) != tensors[0].size(0) for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].size(0)


@citing("``torch.utils.data.{}``")
class StackDataset(Dataset):
    """Datasets side by side: an example is a tuple, or a dict, of theirs."""

    def __init__(self, *args, **kwargs):
        if args and kwargs:
            raise ValueError(
                "Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like "
                "input/output, but both types are given."
            )
        if not args and not kwargs:
            raise ValueError("At least one dataset should be passed")
        self.datasets = args or kwargs
        lengths = {len(dataset) for dataset in _list_datasets(self)}
        if len(lengths) > 1:
            raise ValueError("Size mismatch between datasets")
        self._length = lengths.pop()

    def __getitem__(self, index):
        return _combine_samples(self, [dataset[index] for dataset in _list_datasets(self)])

    def __getitems__(self, indices: list):
        columns = []
        for dataset in _list_datasets(self):
            if callable(getattr(dataset, "__getitems__", None)):
                items = dataset.__getitems__(indices)
                if len(items) != len(indices):
                    raise ValueError(
                        "Nested dataset's output size mismatch. Expected "
                        f"{len(indices)}, got {len(items)}"
                    )
            else:
                items = [dataset[i] for i in indices]
            columns.append(items)
        return [_combine_samples(self, values) for values in zip(*columns, strict=True)]

    def __len__(self) -> int:
        return self._length


def _list_datasets(dataset) -> list:
    named = isinstance(dataset.datasets, dict)
    return list(dataset.datasets.values() if named else dataset.datasets)


def _combine_samples(dataset, values):
    """Return one sample of all datasets: a dict by their names if they have any, or a tuple."""
    if isinstance(dataset.datasets, dict):
        return dict(zip(dataset.datasets, values, strict=True))
    return tuple(values)


class ConcatDataset(Dataset[T_co]):
    """Datasets one behind the other. PyTorch: ``torch.utils.data.ConcatDataset``."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = self.cumsum(self.datasets)

    @staticmethod
    def cumsum(sequence) -> list[int]:
        """Return the number of examples up to each dataset, with it."""
        return list(itertools.accumulate(len(each) for each in sequence))

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        if idx < 0:
            if -idx > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            idx += len(self)
        at = bisect.bisect_right(self.cumulative_sizes, idx)
        before = self.cumulative_sizes[at - 1] if at else 0
        return self.datasets[at][idx - before]

    @property
    def cummulative_sizes(self):
        """Old spelling of ``cumulative_sizes``."""
        warnings.warn(
            "`cummulative_sizes` attribute is renamed to `cumulative_sizes`",
            FutureWarning,
            stacklevel=2,
        )
        return self.cumulative_sizes


class ChainDataset(IterableDataset):
    """Iterable datasets one behind the other. PyTorch: ``torch.utils.data.ChainDataset``."""

    def __init__(self, datasets):
        self.datasets = datasets

    def __iter__(self):
        for dataset in _iterate_checked(self):
            yield from dataset

    def __len__(self) -> int:
        return sum(len(dataset) for dataset in _iterate_checked(self))


def _iterate_checked(chain):
    """Yield the datasets; AssertionError at the first that is no IterableDataset."""
    for dataset in chain.datasets:
        if not isinstance(dataset, IterableDataset):
            raise AssertionError("ChainDataset only supports IterableDataset")
        yield dataset


class Subset(Dataset[T_co]):
    """The examples of a dataset at some indices. PyTorch: ``torch.utils.data.Subset``."""

    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, idx):
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __getitems__(self, indices: list[int]) -> list:
        if type(self).__getitem__ is not Subset.__getitem__:
            return [self[i] for i in indices]
        wanted = [self.indices[i] for i in indices]
        if callable(getattr(self.dataset, "__getitems__", None)):
            return self.dataset.__getitems__(wanted)
        return [self.dataset[i] for i in wanted]

    def __len__(self) -> int:
        return len(self.indices)


@citing("``torch.utils.data.{}``")
def random_split(dataset, lengths, generator=None) -> list[Subset]:
    """Split a dataset at random into parts of some lengths.

    Parameters
    ----------
    dataset : Dataset
    lengths : list of int, or of float
        Numbers of examples, or shares that are 1 together.
    generator : Generator, optional
    """
    count = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        for i, share in enumerate(lengths):
            if share < 0 or share > 1:
                raise ValueError(f"Fraction at index {i} is not between 0 and 1")
        lengths = [math.floor(count * share) for share in lengths]
        for i in range(count - sum(lengths)):  # what rounding has left
            lengths[i % len(lengths)] += 1
        for i, length in enumerate(lengths):
            if length == 0:
                warnings.warn(
                    f"Length of split at index {i} is 0. This might result in an empty dataset.",
                    stacklevel=2,
                )
    if sum(lengths) != count:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    indices = torch.randperm(count, generator=generator).tolist()
    ends = itertools.accumulate(lengths)
    return [
        Subset(dataset, indices[end - length : end])
        for end, length in zip(ends, lengths, strict=True)
    ]
