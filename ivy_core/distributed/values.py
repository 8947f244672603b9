"""Values of which each process of a program makes its own parts: whether they are the same in all.

A draw that one process makes alone, a clock or a file that differs gives an array that is mixed of
the values of all. That is no reason to end a program (it may only measure itself), but one to warn.
"""

from __future__ import annotations

import json
import time

import numpy as np

from ivy_core.backends.contract import ProcessGroup

_LOOK = 2.0  # seconds between two comparisons
_TOLERANCE = 1e-3  # of the largest: processors of several kinds round in their own ways


class Values:
    """Observer of the values that the processes make arrays of.

    Parameters
    ----------
    group : ProcessGroup
        The processes, joined to run one program.
    """

    def __init__(self, group: ProcessGroup) -> None:
        self._group = group
        self._told = self._looked = 0.0
        self._warned: set[str] = set()

    def differing(self, at_once: bool = False) -> list[str]:
        """Tell the others of this process's values; in process 0 return warnings, one a line.

        Raises
        ------
        RuntimeError
            If process 0 is gone.
        """
        now = time.monotonic()
        if now - self._looked < _LOOK and not at_once:
            return []
        self._looked = now
        own = self._group.told_values()
        last = max(own, default=0)
        if self._group.index:
            if last != self._told:
                self._told = last
                self._group.tell("values", json.dumps(own))
            return []
        found = []
        for index, text in self._group.told("values").items():
            for number, (theirs, line) in json.loads(text).items():
                mine, own_line = own.get(int(number), (theirs, line))
                if own_line not in self._warned and not are_alike(mine, theirs):
                    self._warned.add(own_line)
                    found.append(
                        f"process {index} makes an array of other values than process 0 "
                        f"({own_line}), so that it has parts of both: one of them has drawn "
                        "alone, or a clock or a file differs"
                    )
        return found


def are_alike(one: list[float], other: list[float]) -> bool:
    """Return whether two samples are of the same values, but for their rounding.

    Examples
    --------
    >>> are_alike([0.5, 2.0], [0.5, 2.0 + 1e-9]), are_alike([0.5, 2.0], [0.7, 2.0])
    (True, False)
    """
    if len(one) != len(other):
        return False
    bound = _TOLERANCE * max(map(abs, one), default=0.0)
    return bool(np.allclose(one, other, rtol=0.0, atol=bound, equal_nan=True))
