"""Workers of a loader: processes that fetch batches ahead, each with a dataset and seed of its own.

A forked process has the parent's memory as it is, so that datasets need not be picklable, as in
PyTorch; where a backend does not survive that, as JAX and TensorFlow do not, it goes on with NumPy
(:mod:`ivy_core.forks`), and what it sends back are tensors of the parent's backend.

References
----------
PyTorch documentation, ``torch.utils.data``, Multi-process data loading.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import pickle
import queue
import random
import threading
import traceback
import weakref
from dataclasses import dataclass
from multiprocessing.connection import Connection

import numpy as np

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from ivy_core import forks

from .collate import batch_of_tensors, default_collate
from .dataset import TensorDataset

_PROTOCOL = pickle.HIGHEST_PROTOCOL
_PATIENCE = 5.0  # seconds between looks at whether the parent lives, and for a worker to end


@dataclass(frozen=True, slots=True)
class WorkerInfo:
    """Description of a worker: its number, its dataset, its seed.

    Attributes
    ----------
    id : int
        Its number, from 0.
    num_workers : int
    seed : int
        That of the loader's iterator and the number: what its generators began from.
    dataset : Dataset
        Its copy.
    """

    id: int
    num_workers: int
    seed: int
    dataset: object
    rng: object = None
    worker_method: str | None = "multiprocessing"


_info: WorkerInfo | None = None


@citing("``torch.utils.data.{}``")
def get_worker_info() -> WorkerInfo | None:
    """Get the description of the worker that calls; None outside of workers.

    Examples
    --------
    >>> from frontends.torch.utils.data import get_worker_info
    >>> get_worker_info() is None
    True
    """
    return _info


_GET_ITEM = TensorDataset.__getitem__


def _is_of_tensors(dataset) -> bool:
    """Return whether a dataset is a TensorDataset whose way to give examples is unchanged."""
    if type(dataset) is not TensorDataset or TensorDataset.__getitem__ is not _GET_ITEM:
        return False
    return getattr(dataset, "__getitems__", None) is None


@dataclass(frozen=True)
class Source:
    """Reader of a dataset: examples by the indices of a batch, or the next so many."""

    dataset: object
    is_iterable: bool
    auto_collation: bool
    collate_fn: object
    drop_last: bool

    def begun(self) -> Source:
        """Return one that reads the dataset from its start."""
        return _Iterating(self) if self.is_iterable else self

    def fetch(self, indices):
        """Return the batch of some indices.

        Raises
        ------
        StopIteration
            If an iterable dataset has no more examples.
        """
        dataset = self.dataset
        if self.auto_collation and self.collate_fn is default_collate and _is_of_tensors(dataset):
            found = batch_of_tensors(dataset.tensors, indices)
            if found is not None:
                return found
        if not self.auto_collation:
            found = dataset[indices]
        elif callable(getattr(dataset, "__getitems__", None)):
            found = dataset.__getitems__(indices)
        else:
            found = [dataset[i] for i in indices]
        return self.collate_fn(found)


class _Iterating:
    """Reader of an iterable dataset, once."""

    def __init__(self, source: Source):
        self._source = source
        self._examples = iter(source.dataset)
        self._has_ended = False

    def fetch(self, indices):
        source = self._source
        if self._has_ended:
            raise StopIteration
        if not source.auto_collation:
            return source.collate_fn(next(self._examples))
        found = list(itertools.islice(self._examples, len(indices)))
        self._has_ended = len(found) < len(indices)
        if not found or (source.drop_last and self._has_ended):
            raise StopIteration
        return source.collate_fn(found)


# what goes between the processes


class End:
    """In place of a batch: the worker's iterable dataset has no more."""


class Again:
    """In place of indices: the dataset is to be read from its start once more."""


class _Text(str):
    """A text whose ``repr`` is itself: KeyError shows its argument so."""

    __repr__ = str.__str__


class Failure:
    """An error of a worker, with its traceback as text.

    Examples
    --------
    >>> try:
    ...     int("a")
    ... except ValueError as err:
    ...     failure = Failure(err, 0)
    >>> try:
    ...     failure.raise_again()
    ... except ValueError as err:
    ...     print(str(err).splitlines()[0])
    Caught ValueError in DataLoader worker process 0.
    """

    def __init__(self, error: BaseException, number: int):
        self._kind = type(error)
        text = "".join(traceback.format_exception(error))
        self._message = (
            f"Caught {self._kind.__name__} in DataLoader worker process {number}.\nOriginal {text}"
        )

    def raise_again(self) -> None:
        """Raise an error of the same class, or RuntimeError where that wants other arguments."""
        kind, message = self._kind, self._message
        if kind is KeyError:
            message = _Text(message)
        elif getattr(kind, "message", None):
            raise kind(message=message)
        try:
            error = kind(message)
        except Exception:  # of the class's own constructor, whatever it wants
            raise RuntimeError(message) from None
        raise error


# in the worker


def _run_worker(
    source: Source, end: Connection, base_seed: int, number: int, count: int, begin
) -> None:
    """Fetch batches in a process of its own until the parent wants no more."""
    forked = bool(_ends)
    if forked:
        forks.go_on_with_numpy()
        for other in tuple(_ends):
            other.close()  # a copy of it would keep the pipe open
    try:
        _seed_worker(source.dataset, base_seed, number, count)
        tasks: queue.SimpleQueue = queue.SimpleQueue()
        threading.Thread(target=_receive_tasks, args=(end, tasks), daemon=True).start()
        try:
            if begin is not None:
                begin(number)
            reading = source.begun()
        except Exception as err:
            reading = _Failing(Failure(err, number))
        while (indices := tasks.get()) is not None:
            if indices is Again:
                reading = source.begun()
                continue
            try:
                # the parent gets a copy, though torch.multiprocessing would have it share memory
                end.send_bytes(pickle.dumps(_fetch_or_failure(reading, indices, number), _PROTOCOL))
            except (BrokenPipeError, ConnectionResetError):
                return  # the parent wants no more
            except Exception as err:  # what cannot be pickled
                end.send_bytes(pickle.dumps(Failure(err, number), _PROTOCOL))
    except KeyboardInterrupt:
        pass  # the parent has it too


def _seed_worker(dataset, base_seed: int, number: int, count: int) -> None:
    """Seed the generators, use one thread, and set what ``get_worker_info`` returns."""
    global _info
    seed = base_seed + number
    random.seed(seed)
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    words = [number, base_seed & 0xFFFFFFFF, base_seed >> 32, 0]
    np.random.seed(np.random.SeedSequence(words).generate_state(4))
    _info = WorkerInfo(number, count, seed, dataset)


def _receive_tasks(end: Connection, tasks: queue.SimpleQueue) -> None:
    """Move what the parent sends to ``tasks`` at once, lest both wait; None when it has gone."""
    parent = os.getppid()
    try:
        while os.getppid() == parent:
            if end.poll(_PATIENCE):
                tasks.put(end.recv())
    except (EOFError, OSError):
        pass
    tasks.put(None)


def _fetch_or_failure(reading, indices, number: int):
    """Return a batch, a Failure, or End where an iterable dataset has no more."""
    try:
        return reading.fetch(indices)
    except StopIteration as err:
        return End if type(reading) is _Iterating else Failure(err, number)
    except Exception as err:
        return Failure(err, number)


class _Failing:
    """Stand-in for the reader in a worker that could not begin: its first read raises."""

    def __init__(self, failure: Failure):
        self._failure = failure

    def fetch(self, indices):
        return self._failure


# in the parent

_ends: weakref.WeakSet[Connection] = weakref.WeakSet()  # the parent's, of all workers


class Worker:
    """A process that fetches batches.

    Parameters
    ----------
    context : multiprocessing context
    source : Source
    base_seed, number, count : int
        Of the loader's iterator; which worker it is, of how many.
    begin : callable or None
        The loader's ``worker_init_fn``.
    """

    def __init__(self, context, source: Source, base_seed: int, number: int, count: int, begin):
        self.end, other = context.Pipe()
        _ends.add(self.end)
        self._process = context.Process(
            target=_run_worker, args=(source, other, base_seed, number, count, begin), daemon=True
        )
        self._process.start()
        self._parent = os.getpid()
        other.close()

    def ask(self, indices) -> None:
        """Have it fetch the batch of some indices."""
        try:
            self.end.send(indices)
        except (BrokenPipeError, ConnectionResetError):
            pass  # take() says that it has ended

    def take(self, timeout: float):
        """Return the next batch that it has been asked for, an End or a Failure.

        Raises
        ------
        RuntimeError
            If the process has ended, or after so many seconds; 0 waits for ever.
        """
        if timeout and not self.end.poll(timeout):
            raise RuntimeError(f"DataLoader timed out after {timeout} seconds")
        try:
            return pickle.loads(self.end.recv_bytes())
        except (EOFError, ConnectionResetError) as err:
            self._process.join(_PATIENCE)
            raise RuntimeError(
                f"DataLoader worker (pid(s) {self._process.pid}) exited unexpectedly"
            ) from err

    def stop(self) -> None:
        """End the process, behind the batch that it fetches now."""
        if os.getpid() != self._parent:
            return  # in a process that was forked since then
        self.end.close()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join(_PATIENCE)


def started(source: Source, base_seed: int, count: int, begin, context=None) -> list[Worker]:
    """Return new workers."""
    context = multiprocessing.get_context() if context is None else context
    with forks.prepared():
        return [Worker(context, source, base_seed, i, count, begin) for i in range(count)]
