"""Recurrent networks of the PyTorch backend: PyTorch's own."""

from __future__ import annotations

import torch

from ivy_core.backends.common import recurrence, time_steps

_NATIVE = {
    "lstm": torch.lstm, "gru": torch.gru, "rnn_tanh": torch.rnn_tanh, "rnn_relu": torch.rnn_relu,
}  # fmt: skip


def _run_native_layers(plan, x, states, weights, dropout, sizes) -> tuple:
    """Run all layers by PyTorch; ``states`` None are zeros, ``sizes`` None is no packed batch."""
    native, biases = _NATIVE[plan.cell], plan.ih_bias or plan.hh_bias
    if states is None:
        first = (plan.num_layers * plan.directions, *recurrence.batch_of(plan, x, sizes))
        states = [x.new_zeros((*first, n)) for n in recurrence.state_lengths(plan, weights)]
    if plan.transposed:
        weights = [w.mT if w.ndim == 2 else w for w in weights]
    if biases and not (plan.ih_bias and plan.hh_bias):  # PyTorch has both or none
        weights = _add_missing_biases(plan, weights)
    single = sizes is None and x.ndim == 2
    if single:
        x, *states = (each.unsqueeze(0 if plan.batch_first and not at else 1)
                      for at, each in enumerate((x, *states)))  # fmt: skip
    hx = tuple(states) if plan.cell == "lstm" else states[0]
    options = (biases, plan.num_layers, dropout, dropout > 0, plan.directions == 2)
    if sizes is None:
        y, *states = native(x, hx, weights, *options, plan.batch_first)
    else:
        y, *states = native(x, torch.tensor(sizes), hx, weights, *options)
    if single:
        y, *states = (each.squeeze(0 if plan.batch_first and not at else 1)
                      for at, each in enumerate((y, *states)))  # fmt: skip
    return y, *states


def _add_missing_biases(plan, weights) -> list:
    """Return weights with zeros for the one bias of each pair that the plan lacks."""
    found = []
    for at in range(plan.num_layers * plan.directions):
        w_ih, w_hh, b_ih, b_hh, w_hr = plan.weights_of(weights, at)
        zeros = torch.zeros_like(b_hh if b_ih is None else b_ih)
        pair = (zeros, b_hh) if b_ih is None else (b_ih, zeros)
        found += [w_ih, w_hh, *pair, *([] if w_hr is None else [w_hr])]
    return found


_LAYERS = recurrence.layers(_run_native_layers)
lstm = _LAYERS["lstm"]
gru = _LAYERS["gru"]
rnn_tanh = _LAYERS["rnn_tanh"]
rnn_relu = _LAYERS["rnn_relu"]

rnn = time_steps.steps_of(
    time_steps.SequenceKernels(
        loop=time_steps.unrolled(torch.stack),
        host=lambda array, x: torch.from_numpy(array).to(x.device),
        flip=lambda x: x.flip(0),
        join=lambda first, rest: torch.cat([first[None], rest]),
        stack=torch.stack,
        where=torch.where,
        reshape=torch.reshape,
        swapaxes=torch.swapaxes,
        zeros_like=torch.zeros_like,
    )
)
