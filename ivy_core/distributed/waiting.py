"""Processes that wait for each other: whether they have parted, from what each has told.

What a process has told may be old. It is used only where that cannot matter: what was done stays
done, and a process that waits for this one waits until this one has come to its step.
"""

from __future__ import annotations


def parted(own: dict, theirs: dict) -> tuple[str, str] | None:
    """Return the texts of the first step that two processes take in different ways.

    Parameters
    ----------
    own, theirs : dict
        What the two have told; see :meth:`ivy_core.backends.contract.ProcessGroup.told_steps`.

    Examples
    --------
    >>> own = {"steps": {"all/1": ("7", "sums"), "all/2": ("8", "gathers")}}
    >>> parted(own, {"steps": {"all/2": ("9", "sums, too"), "all/3": ("9", "sums")}})
    ('gathers', 'sums, too')
    """
    for name, (alike, text) in own["steps"].items():
        other = theirs["steps"].get(name)
        if other is not None and other[0] != alike:
            return text, other[1]
    return None


def circle(index: int, told: dict[int, dict]) -> list[tuple[int, str]]:
    """Return the processes that wait for each other in a circle with this one, and their texts.

    Parameters
    ----------
    index : int
        This process.
    told : dict
        What the processes have told by their indices, of this one what is so now.

    Examples
    --------
    >>> waits = {"made": {"all": 5}, "waits": ("all", 5, [0, 1], "sums")}
    >>> ends = {"made": {"all": 4, "program": 1}, "waits": ("program", 1, None, "ends")}
    >>> circle(0, {0: waits, 1: ends})
    [(0, 'sums'), (1, 'ends')]
    >>> circle(0, {0: waits, 1: {"made": {"all": 4}, "waits": None}})  # it may come
    []
    """
    found: list[int] = []
    ways = [[index]]
    seen = set()
    while ways and not found:
        way = ways.pop()
        for other in _awaited(way[-1], told):
            if other == index:
                found = way
            elif other not in seen:
                seen.add(other)
                ways.append([*way, other])
    return [(each, told[each]["waits"][3]) for each in found]


def _awaited(index: int, told: dict[int, dict]) -> list[int]:
    """List the processes that have not come to the step in which one waits, and told their own."""
    waits = told[index]["waits"]
    if waits is None:
        return []
    group, number, ranks, _ = waits
    missing = []
    for other, state in told.items():
        if other != index and (ranks is None or other in ranks):
            made = state["made"].get(group, 0)
            if made is not None and made < number:
                missing.append(other)
    return missing
