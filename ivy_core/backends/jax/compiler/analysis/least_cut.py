"""Least cuts of networks, by Dinic's algorithm.

References
----------
E. A. Dinic, Algorithm for solution of a problem of maximum flow in networks with power estimation,
Soviet Mathematics Doklady 11 (1970).
"""

from __future__ import annotations

from collections import deque


class Network:
    """Arcs with capacities between nodes, which are numbers from 0 on; 0 and 1 are its ends."""

    SOURCE, SINK = 0, 1
    UNBOUNDED = 1 << 60

    def __init__(self):
        self._arcs: list[list[int]] = [[], []]  # of each node: positions in the lists below
        self._head: list[int] = []
        self._left: list[int] = []  # an arc and that which takes its flow back follow each other

    def node(self) -> int:
        """Add a node and return its number."""
        self._arcs.append([])
        return len(self._arcs) - 1

    def join(self, tail: int, head: int, capacity: int = UNBOUNDED) -> None:
        """Add an arc."""
        for start, end, left in ((tail, head, capacity), (head, tail, 0)):
            self._arcs[start].append(len(self._head))
            self._head.append(end)
            self._left.append(left)

    def behind_least_cut(self) -> set[int]:
        """Return the nodes behind a least cut, that which is nearest to the sink.

        Examples
        --------
        >>> from ivy_core.backends.jax.compiler.analysis.least_cut import Network
        >>> network = Network()
        >>> one, other = network.node(), network.node()
        >>> network.join(network.SOURCE, one, 3)
        >>> network.join(one, other, 2)
        >>> network.join(other, network.SINK, 3)
        >>> network.behind_least_cut() == {other, network.SINK}
        True
        """
        while (levels := self._levels())[self.SINK] is not None:
            self._fill(levels)
        return self._reaching_sink()

    def _levels(self) -> list:
        """Return the distance of each node from the source, over arcs that are not full."""
        levels: list = [None] * len(self._arcs)
        levels[self.SOURCE] = 0
        waiting = deque([self.SOURCE])
        while waiting:
            at = waiting.popleft()
            for arc in self._arcs[at]:
                head = self._head[arc]
                if self._left[arc] and levels[head] is None:
                    levels[head] = levels[at] + 1
                    waiting.append(head)
        return levels

    def _fill(self, levels: list) -> None:
        """Push all that flows over arcs that lead one level further, until no path is left."""
        arcs, heads, left = self._arcs, self._head, self._left
        tried = [0] * len(arcs)
        path: list[int] = []
        at = self.SOURCE
        while True:
            if at == self.SINK:
                least = min([left[arc] for arc in path])
                for arc in path:
                    left[arc] -= least
                    left[arc ^ 1] += least
                full = next(n for n, arc in enumerate(path) if not left[arc])
                at = heads[path[full] ^ 1]
                del path[full:]
                continue
            own = arcs[at]
            while tried[at] < len(own):
                arc = own[tried[at]]
                if left[arc] and levels[heads[arc]] == levels[at] + 1:
                    path.append(arc)
                    at = heads[arc]
                    break
                tried[at] += 1
            else:
                if not path:
                    return
                at = heads[path.pop() ^ 1]
                tried[at] += 1

    def _reaching_sink(self) -> set[int]:
        found, waiting = {self.SINK}, [self.SINK]
        while waiting:
            for arc in self._arcs[waiting.pop()]:
                tail = self._head[arc]
                if self._left[arc ^ 1] and tail not in found:
                    found.add(tail)
                    waiting.append(tail)
        return found


__all__ = ["Network"]
