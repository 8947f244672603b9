"""``DataLoader``: batches of a dataset.

References
----------
PyTorch documentation, ``torch.utils.data.DataLoader``.
"""

from __future__ import annotations

import copy
import itertools
import math
import warnings
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from .collate import default_collate, default_convert
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler, drawn_seed
from .workers import WorkerInfo, here

T_co = TypeVar("T_co", covariant=True)

_FIXED = frozenset({
    "batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers",
})  # fmt: skip


class DataLoader(Generic[T_co]):
    """Batches of a dataset, in order or at random.

    Parameters
    ----------
    dataset : Dataset
        With numbers, or iterable.
    batch_size : int or None
        None gives example after example.
    shuffle : bool, optional
        Whether the order is drawn anew each time.
    sampler, batch_sampler : iterable, optional
        The order, or the batches, of indices.
    num_workers : int
        Threads that fetch batches ahead (PyTorch's are processes).
    collate_fn : callable, optional
        Makes a batch of a list of examples.
    pin_memory : bool
        Without effect on the CPU.
    drop_last : bool
        Whether a last batch that is not full is left out.
    timeout : float
        Seconds to wait for a worker; 0 waits for ever.
    worker_init_fn : callable, optional
        Called with each worker's number.
    generator : Generator, optional
        What draws the order.
    prefetch_factor : int, optional
        Batches that each worker fetches ahead; 2 by default.
    persistent_workers, in_order : bool
    multiprocessing_context, pin_memory_device : optional
        Kept as attributes: threads need neither.

    References
    ----------
    PyTorch documentation, ``torch.utils.data.DataLoader``.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> from frontends.torch.utils.data import DataLoader
    >>> for batch in DataLoader([1, 2, 3], batch_size=2):
    ...     print(batch)
    tensor([1, 2])
    tensor([3])
    """

    _is_made = False
    _told_length: int | None = None  # of an iterable dataset, once somebody has asked

    def __init__(
        self,
        dataset,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler=None,
        batch_sampler=None,
        num_workers: int = 0,
        collate_fn=None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn=None,
        multiprocessing_context=None,
        generator=None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ):
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        if multiprocessing_context is not None and num_workers == 0:
            raise ValueError(
                "multiprocessing_context can only be used with multi-process loading "
                f"(num_workers > 0), but got num_workers={num_workers}"
            )
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = 2 if num_workers and prefetch_factor is None else prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.in_order = in_order
        self._is_iterable = isinstance(dataset, IterableDataset)
        if self._is_iterable:
            _check_iterable(shuffle, sampler, batch_sampler)
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, shuffle, "
                    "sampler, and drop_last"
                )
            batch_size = None
        elif batch_size is None and drop_last:
            raise ValueError(
                "batch_size=None option disables auto-batching and is mutually exclusive with "
                "drop_last"
            )
        if sampler is None:
            if self._is_iterable:
                sampler = _Forever()
            elif shuffle:
                sampler = RandomSampler(dataset, generator=generator)
            else:
                sampler = SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        if collate_fn is None:
            collate_fn = default_collate if self._auto_collation else default_convert
        self.collate_fn = collate_fn
        self.persistent_workers = persistent_workers
        self._is_made = True

    def __setattr__(self, attr, val) -> None:
        if self._is_made and attr in _FIXED:
            raise ValueError(
                f"{attr} attribute should not be set after {type(self).__name__} is initialized"
            )
        super().__setattr__(attr, val)

    @property
    def _auto_collation(self) -> bool:
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):
        return self.batch_sampler if self._auto_collation else self.sampler

    def __iter__(self):
        return _Batches(self)

    def __len__(self) -> int:
        if not self._is_iterable:
            return len(self._index_sampler)
        length = self._told_length = len(self.dataset)
        if self.batch_size is None:
            return length
        if self.drop_last:
            return length // self.batch_size
        return math.ceil(length / self.batch_size)


class _Forever:
    """What takes the place of indices where a dataset is iterable."""

    def __iter__(self):
        return itertools.repeat(None)


class _Fetcher:
    """What reads a dataset: examples by the indices of a batch, or the next so many."""

    def __init__(self, loader: DataLoader, dataset):
        self.loader = loader
        self.dataset = dataset
        self.examples = iter(dataset) if loader._is_iterable else None

    def fetch(self, indices):
        """Return the batch of some indices.

        Raises
        ------
        StopIteration
            If an iterable dataset has no more examples.
        """
        loader = self.loader
        if self.examples is None:
            return loader.collate_fn(self._by_numbers(indices))
        if not loader._auto_collation:
            return loader.collate_fn(next(self.examples))
        found = list(itertools.islice(self.examples, len(indices)))
        if not found or (loader.drop_last and len(found) < len(indices)):
            raise StopIteration
        return loader.collate_fn(found)

    def _by_numbers(self, indices):
        dataset = self.dataset
        if not self.loader._auto_collation:
            return dataset[indices]
        if callable(getattr(dataset, "__getitems__", None)):
            return dataset.__getitems__(indices)
        return [dataset[i] for i in indices]


class _Batches:
    """An iterator of the batches of a loader."""

    def __init__(self, loader: DataLoader):
        self._loader = loader
        self._indices = iter(loader._index_sampler)
        # drawn although threads alone use it: PyTorch's stream goes on behind it
        self._seed = drawn_seed(loader.generator)
        self._yielded = 0
        self._length = loader._told_length
        if loader.num_workers == 0:
            self._fetcher = _Fetcher(loader, loader.dataset)
            self._batches = self._one_by_one()
        else:
            self._batches = self._ahead()

    def __iter__(self):
        return self

    def __len__(self) -> int:
        return len(self._loader._index_sampler)

    def __next__(self):
        batch = next(self._batches)
        self._yielded += 1
        if self._length is not None and self._yielded == self._length + 1:
            warnings.warn(
                f"Length of IterableDataset {self._loader.dataset} was reported to be "
                f"{self._length}(when accessing len(dataloader)), but {self._yielded} samples "
                "have been fetched. ",
                stacklevel=2,
            )
        return batch

    def _one_by_one(self):
        for indices in self._indices:
            try:
                batch = self._fetcher.fetch(indices)
            except StopIteration:
                return
            yield batch

    def _ahead(self):
        """Yield batches that workers fetch, each a thread of its own, in the batches' order."""
        loader, count = self._loader, self._loader.num_workers
        pools = [ThreadPoolExecutor(1, f"DataLoader-{i}") for i in range(count)]
        try:
            workers = [pool.submit(self._begin, i, count).result() for i, pool in enumerate(pools)]
            waiting, turn = deque(), itertools.cycle(range(count))
            over = set()  # workers whose iterable dataset has ended

            def ask() -> None:
                for i in itertools.islice(turn, count):
                    if i not in over:
                        break
                else:
                    return
                indices = next(self._indices, over)
                if indices is not over:
                    waiting.append((i, pools[i].submit(_fetched, workers[i], indices)))

            for _ in range(loader.prefetch_factor * count):
                ask()
            while waiting:
                i, future = waiting.popleft()
                batch, ended = future.result(loader.timeout or None)
                if ended:
                    over.add(i)
                ask()
                if not ended:
                    yield batch
        finally:
            for pool in pools:
                pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self, number: int, count: int) -> _Fetcher:
        loader = self._loader
        dataset = copy.copy(loader.dataset) if loader._is_iterable else loader.dataset
        here.info = WorkerInfo(number, count, self._seed + number, dataset)
        if loader.worker_init_fn is not None:
            loader.worker_init_fn(number)
        return _Fetcher(loader, dataset)


def _fetched(fetcher: _Fetcher, indices) -> tuple[object, bool]:
    """Return a batch, and whether there was none: a future cannot hold StopIteration."""
    try:
        return fetcher.fetch(indices), False
    except StopIteration:
        return None, True


def _check_workers(num_workers, timeout, prefetch_factor, persistent_workers) -> None:
    if num_workers < 0:
        raise ValueError(
            "num_workers option should be non-negative; use num_workers=0 to disable "
            "multiprocessing."
        )
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError(
            "prefetch_factor option could only be specified in multiprocessing.let num_workers > "
            "0 to enable multiprocessing, otherwise set prefetch_factor to None."
        )
    if prefetch_factor is not None and prefetch_factor < 0:
        raise ValueError("prefetch_factor option should be non-negative")
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")


def _check_iterable(shuffle, sampler, batch_sampler) -> None:
    given = {"shuffle": shuffle or None, "sampler": sampler, "batch_sampler": batch_sampler}
    for name, value in given.items():
        if value is not None:
            raise ValueError(
                f"DataLoader with IterableDataset: expected unspecified {name} option, but got "
                f"{name}={value}"
            )
