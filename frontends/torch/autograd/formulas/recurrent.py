"""Gradients of one step of a recurrent network."""

from __future__ import annotations

from frontends.torch.operations.recurrent_steps import lstm_step_gradients
from frontends.torch.tensors.tensor import ivy
from ivy_core.backends.holder import held, waiting

from ..bodies import compiling, computed, in_words_of_numpy
from ..nodes import AccumulateGrad
from ..saved import Anomaly
from ..tape import FunctionNode, OpDef, derivative, node_bases
from ..weight_sums import DeferredGradient, WeightSums, current


def _lstm_step_gradients(
    by_state, by_cell, by_gates, new, gates, input, state, cell, w_ih, w_hh, needs
):
    i, f, g, o = ivy.split(gates, num_or_size_splits=4, axis=-1)
    squashed = ivy.tanh(new)
    inner = by_cell
    if by_state is not None:
        of_state = by_state * o * (1 - squashed * squashed)
        inner = of_state if inner is None else of_state + inner
    if inner is None:
        inner = ivy.zeros_like(new)
    last = ivy.zeros_like(o) if by_state is None else by_state * squashed
    by_parts = ivy.concat([inner * g, inner * cell, inner * i, last], axis=-1)
    if by_gates is not None:
        by_parts = by_parts + by_gates
    slopes = [i * (1 - i), f * (1 - f), 1 - g * g, o * (1 - o)]
    by_parts = by_parts * ivy.concat(slopes, axis=-1)
    found = []
    if needs[0]:
        found.append(ivy.matmul(by_parts, w_ih))
    if needs[1]:
        found.append(ivy.matmul(by_parts, w_hh))
    if needs[2]:
        found.append(inner * f)
    if needs[3]:
        found.append(ivy.matmul(ivy.matrix_transpose(by_parts), input))
    if needs[4]:
        found.append(ivy.matmul(ivy.matrix_transpose(by_parts), state))
    found += [ivy.sum(by_parts, axis=0) for _ in range(needs[5] + needs[6])]
    return tuple(found)


class _OnHost(OpDef):
    """A part of a formula that NumPy has words for."""

    __slots__ = ()
    core, host = None, staticmethod(lstm_step_gradients)


_GRADIENTS = _OnHost("_lstm_step_gradients", _lstm_step_gradients)


@derivative(
    "_lstm_step",
    saves={
        "input": "w_ih", "state": "w_hh", "cell": None, "w_ih": "input", "w_hh": "state",
        "result": None,
    },
    shapes=False,
)  # fmt: skip
def _lstm_step(grads, needs, input, state, cell, w_ih, w_hh, b_ih, b_hh, *, result):
    values = (input if needs[3] else None, state if needs[4] else None, cell)
    weights = (w_ih if needs[0] else None, w_hh if needs[1] else None)
    left = iter(computed(_GRADIENTS, [*grads, *result[1:], *values, *weights, tuple(needs)], {}))
    return tuple([next(left) if each else None for each in needs])


class _LstmStepNode(FunctionNode):
    """The node of a step, which NumPy computes in one call, its weights' gradients with others."""

    __slots__ = ()
    checks_results = False  # PyTorch keeps neither: a script may write to state and cell

    def apply(self, grads, create_graph):
        if not create_graph and self.saved and not Anomaly.enabled:
            found = self._applied_by_numpy(grads)
            if found is not NotImplemented:
                return found
        return FunctionNode.apply(self, grads, create_graph)

    def _applied_by_numpy(self, grads):
        values: list = [None] * 7
        for (at, _), kept in self.saved.items():
            if kept.packed is not None or not kept.is_current():
                return NotImplemented
            values[at] = kept.native
        _, new, gates = self.results
        like = new.native
        ops = compiling.get(type(like)) if type(like) in waiting else None
        if ops is None or not ops.is_eager() or new.packed is not None:
            return NotImplemented
        input, state, cell, w_ih, w_hh, *_ = values
        needs, targets = [False] * 7, [None] * 7
        for (at, _), (target, _) in zip(self.slots, self.edges_, strict=True):
            if target is not None:
                needs[at], targets[at] = True, target
        sums = None if self.hooks_ else _sums_of(targets[3:])
        values = [None if grad is None else held(grad) for grad in grads]
        values += (like, gates.native, input, state, cell, w_ih if needs[0] else None)
        values += (w_hh if needs[1] else None, tuple(needs), sums)
        made = in_words_of_numpy(_GRADIENTS, ops, values, {}, like)
        if made is NotImplemented:
            return made
        left, found = iter(made), []
        for (at, _), (target, _) in zip(self.slots, self.edges_, strict=True):
            if target is None:
                found.append(None)
            elif sums is not None and at > 2:
                found.append(DeferredGradient(sums, at - 3, ops, like))
            else:
                found.append(next(left))
        return found


def _sums_of(weights: list) -> WeightSums | None:
    """Return the sums for the steps of these weights' nodes; None if some are no leaves."""
    known = current.sums
    if known is None or {type(node) for node in weights} - {AccumulateGrad, type(None)}:
        return None
    key = tuple(weights)
    found = known.get(key)
    if found is None or not found.is_open:
        needs = tuple([node is not None for node in weights])
        if not any(needs):
            return None
        found = known[key] = WeightSums(needs)
    return found


node_bases["_lstm_step"] = _LstmStepNode
