"""``DataLoader``: batches of a dataset.

References
----------
PyTorch documentation, ``torch.utils.data.DataLoader``.
"""

from __future__ import annotations

import itertools
import math
import multiprocessing
import os
import warnings
from collections import deque
from multiprocessing.connection import wait
from typing import Generic, TypeVar

from frontends.torch.dispatch.docstrings import citing

from .collate import default_collate, default_convert
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler, drawn_seed
from .workers import Again, End, Failure, Source, started

T_co = TypeVar("T_co", covariant=True)

_FIXED = frozenset({
    "batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers",
})  # fmt: skip


@citing("``torch.utils.data.{}``")
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
        Processes that fetch batches ahead; 0 fetches them here. Each draws random numbers from a
        seed of its own. On JAX and TensorFlow those that are forked compute with NumPy.
    collate_fn : callable, optional
        Makes a batch of a list of examples.
    pin_memory : bool
        Without effect on the CPU.
    drop_last : bool
        Whether a last batch that is not full is left out.
    timeout : float
        Seconds to wait for a batch of a worker; 0 waits for ever.
    worker_init_fn : callable, optional
        Called with each worker's number.
    generator : Generator, optional
        What draws the order.
    prefetch_factor : int, optional
        Batches that each worker fetches ahead; 2 by default.
    persistent_workers : bool
        Whether the processes are kept for the next iteration.
    in_order : bool
        Whether batches come in their order, or as soon as they are there.
    multiprocessing_context : str or context, optional
        How processes are started, as ``multiprocessing`` has it.
    pin_memory_device : str, optional
        Without effect.

    >>> from frontends.torch.utils.data import DataLoader
    >>> for batch in DataLoader([1, 2, 3], batch_size=2):
    ...     print(batch)
    tensor([1, 2])
    tensor([3])
    """

    __ivy_tells_left__ = True  # of its iterators: how many batches are left

    is_made_ = False
    _iterator: _Batches | None = None  # of workers that persist
    told_length_: int | None = None  # of an iterable dataset, once it was asked for

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
        _check_worker_options(num_workers, timeout, prefetch_factor, persistent_workers)
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = 2 if num_workers and prefetch_factor is None else prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = _multiprocessing_context(
            multiprocessing_context, num_workers
        )
        self.in_order = in_order
        self.is_iterable_ = isinstance(dataset, IterableDataset)
        if self.is_iterable_:
            _check_iterable_options(shuffle, sampler, batch_sampler)
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
            if self.is_iterable_:
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
        self.is_made_ = True

    def __setattr__(self, attr, val) -> None:
        if self.is_made_ and attr in _FIXED:
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
        if not self.num_workers:
            return _Batches(self)
        if not self.persistent_workers:
            return _BatchesOfWorkers(self)
        if self._iterator is None:
            self._iterator = _BatchesOfWorkers(self)
        else:
            self._iterator.restart()
        return self._iterator

    def __len__(self) -> int:
        if not self.is_iterable_:
            return len(self._index_sampler)
        length = self.told_length_ = len(self.dataset)
        if self.batch_size is None:
            return length
        if self.drop_last:
            return length // self.batch_size
        return math.ceil(length / self.batch_size)


class _Forever:
    """Endless stand-in for indices where a dataset is iterable."""

    def __iter__(self):
        return itertools.repeat(None)


class _Batches:
    """An iterator of the batches of a loader, which are fetched when they are asked for."""

    def __init__(self, loader: DataLoader):
        self._loader = loader
        self._indices = iter(loader._index_sampler)
        # drawn without workers too: PyTorch's stream goes on behind it
        self._seed = drawn_seed(loader.generator)
        self._yielded = 0
        self._length = loader.told_length_
        self._source = Source(
            loader.dataset,
            loader.is_iterable_,
            loader._auto_collation,
            loader.collate_fn,
            loader.drop_last,
        )
        self._start_reading()

    def _start_reading(self) -> None:
        self._reading = self._source.begun()

    def __iter__(self):
        return self

    def __len__(self) -> int:
        return len(self._loader._index_sampler)

    def __length_hint__(self) -> int:
        """Return the number of batches that are left, by which `--compile auto` decides."""
        if self._loader.is_iterable_ or not hasattr(self._loader._index_sampler, "__len__"):
            return NotImplemented
        return max(0, len(self) - self._yielded)

    def __next__(self):
        batch = self._next_batch()
        self._yielded += 1
        if self._length is not None and self._yielded > self._length:
            more = ""
            if self._loader.num_workers:
                more = (
                    "For multiprocessing data-loading, this could be caused by not properly "
                    "configuring the IterableDataset replica at each worker. Please see "
                    "https://pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset "
                    "for examples."
                )
            warnings.warn(
                f"Length of IterableDataset {self._loader.dataset} was reported to be "
                f"{self._length}(when accessing len(dataloader)), but {self._yielded} samples "
                f"have been fetched. {more}",
                stacklevel=2,
            )
        return batch

    def _next_batch(self):
        return self._reading.fetch(next(self._indices))

    def __getstate__(self):
        raise NotImplementedError("{} cannot be pickled", type(self).__name__)


class _BatchesOfWorkers(_Batches):
    """An iterator of batches that workers fetch ahead.

    Which worker gets which indices, and how many are asked for ahead, is PyTorch's: what each
    draws depends on it.
    """

    _workers = ()

    def _start_reading(self) -> None:
        """Start the worker processes, then the first epoch."""
        loader = self._loader
        _warn_too_many_workers(loader.num_workers)
        self._workers = started(
            self._source,
            self._seed,
            loader.num_workers,
            loader.worker_init_fn,
            loader.multiprocessing_context,
        )
        self._start_epoch()

    def restart(self) -> None:
        """Begin the next iteration with the workers that are there."""
        for i, worker in enumerate(self._workers):
            for _ in range(self._waiting.count(i)):
                worker.take(self._loader.timeout)  # of an iteration that was broken off
            worker.ask(Again)
        self._yielded = 0
        self._length = self._loader.told_length_
        self._start_epoch()

    def _start_epoch(self) -> None:
        """Begin the indices anew, and ask for ``prefetch_factor`` batches of each worker."""
        loader, count = self._loader, self._loader.num_workers
        self._indices = iter(loader._index_sampler)
        self._turn = itertools.cycle(range(count))
        self._over: set[int] = set()  # workers whose iterable dataset has ended
        self._waiting: deque[int] = deque()  # workers by the batches that they were asked for
        for _ in range(loader.prefetch_factor * count):
            self._request_batch()

    def _request_batch(self) -> None:
        """Ask the next worker in turn that has not ended for a batch; if indices are over, none."""
        try:
            indices = next(self._indices)
        except StopIteration:
            return
        for i in itertools.islice(self._turn, len(self._workers)):
            if i not in self._over:
                self._waiting.append(i)
                self._workers[i].ask(indices)
                return

    def _next_batch(self):
        """Return a worker's batch; raise its error, or StopIteration at the end."""
        loader = self._loader
        while self._waiting:
            i = self._wait_for_first_worker() if loader.in_order is False else self._waiting[0]
            batch = self._workers[i].take(loader.timeout)
            self._waiting.remove(i)
            if batch is End:
                if i not in self._over:
                    self._over.add(i)
                    self._request_batch()
                continue
            self._request_batch()
            if type(batch) is Failure:
                batch.raise_again()
            return batch
        if not loader.persistent_workers:
            self._stop_workers()
        raise StopIteration

    def _wait_for_first_worker(self) -> int:
        """Return the index of a worker with a batch ready; after the timeout the first asked."""
        ends = {self._workers[i].end: i for i in self._waiting}
        ready = wait(list(ends), self._loader.timeout or None)
        return ends[ready[0]] if ready else self._waiting[0]

    def _stop_workers(self) -> None:
        workers, self._workers = self._workers, ()
        for worker in workers:
            worker.end.close()  # all know it before the first is waited for
        for worker in workers:
            worker.stop()

    def __del__(self):
        self._stop_workers()


def _multiprocessing_context(given, num_workers: int):
    """Return a context, also for its name; None if not given. Raise for an unknown one."""
    if given is None:
        return None
    if num_workers == 0:
        raise ValueError(
            "multiprocessing_context can only be used with multi-process loading "
            f"(num_workers > 0), but got num_workers={num_workers}"
        )
    if isinstance(given, str):
        methods = multiprocessing.get_all_start_methods()
        if given not in methods:
            raise ValueError(
                "multiprocessing_context option should specify a valid start method in "
                f"{methods!r}, but got multiprocessing_context={given!r}"
            )
        return multiprocessing.get_context(given)
    if not isinstance(given, multiprocessing.context.BaseContext):
        raise TypeError(
            "multiprocessing_context option should be a valid context object or a string "
            f"specifying the start method, but got multiprocessing_context={given}"
        )
    return given


def _warn_too_many_workers(num_workers: int) -> None:
    """Warn if there are more workers than cores that this process may use, or none is known."""
    is_known = hasattr(os, "sched_getaffinity")
    count = len(os.sched_getaffinity(0)) if is_known else os.cpu_count()
    if count is None or num_workers > count:
        suggested = (
            "DataLoader is not able to compute a suggested max number of worker in current system."
            if count is None
            else f"Our suggested max number of worker in current system is {count}"
            f"{'' if is_known else ' (`cpuset` is not taken into account)'}, which is smaller than "
            "what this DataLoader is going to create."
        )
        warnings.warn(
            f"This DataLoader will create {num_workers} worker processes in total. {suggested} "
            "Please be aware that excessive worker creation might get DataLoader running slow or "
            "even freeze, lower the worker number to avoid potential slowness/freeze if necessary.",
            stacklevel=4,
        )


def _check_worker_options(num_workers, timeout, prefetch_factor, persistent_workers) -> None:
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


def _check_iterable_options(shuffle, sampler, batch_sampler) -> None:
    given = {"shuffle": shuffle or None, "sampler": sampler, "batch_sampler": batch_sampler}
    for name, value in given.items():
        if value is not None:
            raise ValueError(
                f"DataLoader with IterableDataset: expected unspecified {name} option, but got "
                f"{name}={value}"
            )
