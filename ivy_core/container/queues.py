"""Batches that come from queues: loaded when they are first asked for."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable, Sequence

from .. import modes
from ..arrays.array import Array
from ..backends.loading import backend_of
from ..binding.nestable import map_function
from ..utils.exceptions import IvyIndexError, IvyTypeError, IvyValueError
from .leaves import mapped


class BatchQueues:
    """Queues that each deliver one Container, the samples of all of them counted through.

    Parameters
    ----------
    queues : sequence of queue
        Each has ``get(timeout=...)``, which returns a dict or a Container.
    load_sizes : sequence of int
        How many samples each of them delivers.
    combine : {'list_join', 'concat'} or callable
        What makes one Container of those of several queues.
    timeout : float, optional
        How long to wait for a queue, in seconds; None is the global ``queue_timeout``.
    """

    __slots__ = ("_combine", "_ends", "_loaded", "_queues", "_timeout")

    def __init__(self, queues: Sequence, load_sizes, combine: str | Callable, timeout):
        if load_sizes is None or len(load_sizes) != len(queues):
            raise IvyValueError(
                f"Container: {load_sizes!r} was given for queue_load_sizes; one size for each of "
                f"the {len(queues)} queues is needed"
            )
        if isinstance(combine, str) and combine not in ("list_join", "concat"):
            raise IvyValueError(
                f"Container: {combine!r} was given for container_combine_method; 'list_join', "
                "'concat' and a function are allowed"
            )
        self._queues = list(queues)
        self._ends = list(itertools.accumulate(int(size) for size in load_sizes))
        self._combine = combine
        self._timeout = timeout
        self._loaded = {}

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def get(self, query, like):
        """Return the samples of ``query``: an int, a slice, or a sequence that begins with one.

        Raises
        ------
        queue.Empty
            If a queue that is needed delivers nothing in time.
        """
        first, rest = (query[0], query[1:]) if isinstance(query, (tuple, list)) else (query, None)
        if isinstance(first, slice):
            wanted = range(len(self))[first]
            if wanted.step < 0:
                raise IvyValueError(f"Container: {first} was given; a step is positive")
        elif isinstance(first, int):
            if not -len(self) <= first < len(self):
                raise IvyIndexError(
                    f"Container: index {first} is out of bounds; the queues deliver {len(self)}"
                )
            wanted = range(len(self))[first : first + 1 or None]
        else:
            raise IvyTypeError(
                f"Container: {type(first).__name__} was given as an index of queues; an int, a "
                "slice and a sequence that begins with one are allowed"
            )
        if not wanted:
            raise IvyIndexError(f"Container: {first} takes none of the {len(self)} samples")
        begin, end = (bisect.bisect_right(self._ends, i) for i in (wanted[0], wanted[-1]))
        parts = [self._load_batch(i, like) for i in range(begin, end + 1)]
        whole = self._combine_parts(parts, like)
        before = self._ends[begin - 1] if begin else 0
        at = slice(wanted.start - before, wanted.stop - before, wanted.step)
        at = at if isinstance(first, slice) else at.start
        return whole[at] if rest is None else whole[(at, *rest)]

    def _load_batch(self, i: int, like):
        """Return batch ``i``, awaited from its queue at first; configured like ``like``."""
        if i not in self._loaded:
            timeout = modes.current.queue_timeout if self._timeout is None else self._timeout
            items = like._entries(self._queues[i].get(timeout=timeout), like._config)
            self._loaded[i] = mapped(_box_native_arrays, type(like)._build(items, like._config))
        return self._loaded[i]

    def _combine_parts(self, parts: list, like):
        """Combine batches to one Container as ``combine`` says; one alone comes back as it is."""
        if len(parts) == 1:
            return parts[0]
        if self._combine == "list_join":
            return type(like).cont_list_join(parts)
        if self._combine == "concat":
            return map_function(like._cont_ivy.concat, (parts,), {"axis": 0})
        return self._combine(parts)


def _box_native_arrays(value):
    """Return native arrays, also those in lists, as Arrays."""
    if type(value) in (list, tuple):
        return type(value)([_box_native_arrays(v) for v in value])
    return value if isinstance(value, Array) or backend_of(value) is None else Array(value)
