"""Arrays of states that a program replaces and does not read: gradients of the step before.

A training step makes new gradients, and the old ones lie in memory until it has: with a model's
parameters, 43 MB of a ResNet-18's 85. What nothing else refers to is let go of right before the
program runs, as eager code does in ``zero_grad``.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..policy import REPLACED_LEAST_BYTES
from .states import StateRules


class Replaced(NamedTuple):
    """An array of a state, by the indices of its owner, and its own among leaves and bases."""

    owner: int
    leaf: int
    base: int


def replaced_arrays(traced, given, bases: list, read: set[int]) -> list[Replaced]:
    """Return the arrays of states that a program replaces and has no other use for.

    Parameters
    ----------
    traced : TraceResult
    given : CallSignature
        The inputs of a call.
    bases : list of Array
        Those of the signature, and what is pinned.
    read : set of int
        The bases that the program takes.

    Returns
    -------
    list of Replaced
        None of them where they are too small to matter.
    """
    states = traced.states
    if states.rules is None:
        return []
    arrays = [*given.leaves, *bases]
    leaf_at = {id(leaf): at for at, leaf in enumerate(given.leaves)}
    base_at = {id(base): at for at, base in enumerate(bases)}
    changed = {
        *[at for at, _ in states.own],
        *[at for at, _ in states.writes],
        *[at for at, *_ in states.others],
    }
    kept = set(map(id, map(arrays.__getitem__, changed)))
    found, size = [], 0
    for owner, make in states.own:
        old = states.rules.own(states.rules.state_of(arrays[owner]))
        leaf, base = leaf_at.get(id(old)), base_at.get(id(old))
        if make is None or leaf is None or base is None or id(old) in kept:
            continue
        if base not in read and leaf not in traced.leaves_taken and base not in traced.bases_taken:
            found.append(Replaced(owner, leaf, base))
            size += math.prod(old.shape) * old.dtype.itemsize
    return found if size >= REPLACED_LEAST_BYTES else []


def let_go(replaced: list[Replaced], rules: StateRules, given, bases: list) -> None:
    """Have owners and a call's inputs refer to replaced arrays no more."""
    arrays = [*given.leaves, *bases]
    for each in replaced:
        rules.set_own(arrays[each.owner], None)
        given.leaves[each.leaf] = bases[each.base] = None
        if given.bases is not bases:
            given.bases[each.base] = None
