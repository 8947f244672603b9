"""Gradients of one step of a recurrent network."""

from __future__ import annotations

from frontends.torch.operations.recurrent_steps import lstm_step_gradients
from frontends.torch.tensors.tensor import ivy

from ..bodies import computed
from ..tape import OpDef, derivative


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
