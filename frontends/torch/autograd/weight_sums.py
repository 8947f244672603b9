"""Gradients of the weights that the steps of a sequence share: one product for many steps.

A script that steps through a sequence itself calls a cell at each step. The gradient of its weights
is a sum over steps of products of small matrices, which is the product of these matrices one below
the other: of 59 steps of 6 rows one product of 354 rows, not 59 products and 58 additions each.
"""

from __future__ import annotations

import threading

import numpy as np

from ivy_core.arrays.views import new_array

from ..policy import ELEMENTS_OF_STEPS_KEPT
from ..tensors.tensor import Tensor


class _Pass(threading.local):
    """The sums of the pass backwards that runs in a thread, by the nodes of their weights."""

    sums: dict | None = None


current = _Pass()


class WeightSums:
    """Add up the gradients of a cell's weights and biases over the steps of a pass.

    Parameters
    ----------
    needs : tuple of bool
        Whether gradients are wanted of the weights of input and state, and of their biases.
    """

    __slots__ = ("_count", "_needs", "_steps", "_totals", "is_open")

    def __init__(self, needs: tuple):
        self._needs, self._steps, self._count = needs, [], 0
        self._totals: list = [None] * 4
        self.is_open = True

    def add(self, by_gates: np.ndarray, input, state) -> None:
        """Add a step: the gradient of its gates' summands, and what the weights were multiplied by.

        ``input`` and ``state`` may be None where their weights' gradients are not wanted.
        """
        self._steps.append((by_gates, input, state))
        self._count += by_gates.size
        if self._count > ELEMENTS_OF_STEPS_KEPT:
            self._add_up()

    def _add_up(self) -> None:
        """Add the steps to the totals."""
        if not self._steps:
            return
        grads, *factors = (_below_each_other(parts) for parts in zip(*self._steps, strict=True))
        self._steps, self._count = [], 0
        turned = grads.T
        for at, needed in enumerate(self._needs):
            if needed:
                made = turned @ factors[at] if at < 2 else grads.sum(0)
                before = self._totals[at]
                self._totals[at] = made if before is None else np.add(before, made, out=before)

    def total(self, at: int) -> np.ndarray:
        """Return a gradient, once each; no step is added any more."""
        self.is_open = False
        self._add_up()
        return self._totals[at]


def _below_each_other(parts: tuple):
    """Return matrices as one; the first one if it is the only one, or None."""
    return parts[0] if len(parts) == 1 or parts[0] is None else np.concatenate(parts)


class DeferredGradient:
    """Stands for a weight's gradient in the engine, until all of its steps have come.

    Parameters
    ----------
    sums : WeightSums
    at : int
        Which of the weights it is.
    ops : backend
    like : native array
        The gradient lies where this one does.
    """

    __slots__ = ("_at", "_like", "_ops", "_sums")

    def __init__(self, sums: WeightSums, at: int, ops, like):
        self._sums, self._at, self._ops, self._like = sums, at, ops, like

    def is_of(self, other: DeferredGradient) -> bool:
        """Return whether another one stands for the same gradient."""
        return self._sums is other._sums and self._at == other._at

    def settled(self) -> Tensor:
        """Return the gradient of the steps so far; those to come have sums of their own."""
        made = self._ops.taken_from_host(self._sums.total(self._at), self._like)
        return new_array(Tensor, made)


__all__ = ["DeferredGradient", "WeightSums", "current"]
