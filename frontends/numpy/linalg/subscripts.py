"""Einstein summation worked out on shapes alone: what is contracted with what, in which order."""

from __future__ import annotations

import functools
import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class EinsumPlan:
    """Labels of each operand's axes and of the result's, and the order of the contractions.

    Labels are letters; axes under an ellipsis have the labels ..., -2, -1, counted from the last.
    A contraction names the operands to take from the list; its result is appended there. ``text``
    is the whole without ellipses, or None if labels repeat in an operand or axes of length one
    broadcast. ``cost`` counts the multiplications of doing all at once.
    """

    inputs: tuple[tuple, ...]
    output: tuple
    contractions: tuple[tuple[int, ...], ...]
    text: str | None
    cost: int


def as_text(operands) -> tuple[str, list]:
    """Return the subscripts as a string, and the operands, from either form of a call."""
    if not operands:
        raise ValueError(
            "must specify the einstein sum subscripts string and at least one operand, or at "
            "least one operand and its corresponding subscripts list"
        )
    if isinstance(operands[0], (str, bytes)):
        text = operands[0].decode() if isinstance(operands[0], bytes) else operands[0]
        return text.replace(" ", ""), list(operands[1:])
    arrays, lists = list(operands[:-1:2]), list(operands[1::2])
    text = ",".join(_integer_labels_to_text(labels) for labels in lists)
    if len(operands) % 2:
        text += "->" + _integer_labels_to_text(operands[-1])
    return text, arrays


def _integer_labels_to_text(labels) -> str:
    """Return ints from 0 to 51 as letters, Ellipsis as dots; raise NumPy's errors for others."""
    letters = []
    for label in labels:
        if label is Ellipsis:
            letters.append("...")
            continue
        try:
            place = label.__index__()
        except AttributeError:
            raise TypeError("each subscript must be either an integer or an ellipsis") from None
        if not 0 <= place < len(_LETTERS):
            raise ValueError("subscript is not within the valid range [0, 52)")
        letters.append(_LETTERS[place])
    return "".join(letters)


@functools.lru_cache(maxsize=1024)
def plan(text: str, shapes: tuple[tuple[int, ...], ...]) -> EinsumPlan:
    """Plan a summation of operands of these shapes.

    Raises
    ------
    ValueError
        As NumPy does, for subscripts that are malformed or do not fit.
    """
    _validate_by_numpy(text, shapes)
    left, _, right = text.partition("->")
    inputs = tuple(
        _axis_labels(part, len(shape)) for part, shape in zip(left.split(","), shapes, strict=True)
    )
    under = max((sum(type(label) is int for label in labels) for labels in inputs), default=0)
    if "->" in text:
        output = _axis_labels(right, len(right.replace("...", "")) + under)
    else:
        counts = Counter(label for labels in inputs for label in labels)
        single = sorted(k for k, n in counts.items() if type(k) is str and n == 1)
        output = (*range(-under, 0), *single)
    return EinsumPlan(
        inputs, output, _contraction_order(text, shapes), *_text_and_cost(inputs, output, shapes)
    )


def _text_and_cost(inputs, output, shapes) -> tuple[str | None, int]:
    """Return (text, or None if labels repeat or lengths differ, count of multiplications)."""
    pairs = [
        pair
        for labels, s in zip(inputs, shapes, strict=True)
        for pair in zip(labels, s, strict=True)
    ]
    sizes = dict(sorted(pairs, key=lambda pair: pair[1]))  # the last, greater length wins over 1
    cost = math.prod(sizes.values())
    unequal = any(sizes[label] != n for label, n in pairs)
    if unequal or any(len(set(labels)) < len(labels) for labels in inputs):
        return None, cost
    free = (letter for letter in _LETTERS if letter not in sizes)
    letters = {label: label if type(label) is str else next(free) for label in sizes}
    named = ["".join(letters[label] for label in labels) for labels in (*inputs, output)]
    return ",".join(named[:-1]) + "->" + named[-1], cost


def _validate_by_numpy(text: str, shapes) -> None:
    """Call NumPy's einsum with small operands: it raises its own errors for bad subscripts."""
    sizes = {n: n for n in (0, 1)}
    small = [tuple(sizes.setdefault(n, len(sizes)) for n in shape) for shape in shapes]
    np.einsum(text, *(np.broadcast_to(np.False_, shape) for shape in small))


def _axis_labels(part: str, ndim: int) -> tuple:
    """Return each axis's label: its letter, or a negative int where the ellipsis stands for it."""
    before, dots, after = part.partition("...")
    if not dots:
        return tuple(part)
    under = ndim - len(before) - len(after)
    return (*before, *range(-under, 0), *after)


def _contraction_order(text: str, shapes) -> tuple[tuple[int, ...], ...]:
    """Return the operands of each step, counted as ``np.einsum_path`` does; one step for two."""
    if len(shapes) < 3:
        return (tuple(range(len(shapes))),)
    blank = [np.broadcast_to(np.False_, shape) for shape in shapes]
    return tuple(np.einsum_path(text, *blank, optimize="greedy")[0][1:])


__all__ = ["EinsumPlan", "as_text", "plan"]
