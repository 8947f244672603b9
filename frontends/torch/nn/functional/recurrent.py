"""Recurrent networks as functions: ``torch.lstm`` and its kin, of whole sequences and of one step.

References
----------
PyTorch documentation, ``torch.nn.LSTM``, ``torch.nn.GRU``, ``torch.nn.RNN`` and their cells.
"""

from __future__ import annotations

from typing import Any

from frontends.torch.autograd.bodies import computed, part_in_words_of_numpy
from frontends.torch.autograd.grad_mode import mode
from frontends.torch.autograd.repeats import is_plain, recorded_by_numpy
from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.operations import recurrent_steps
from frontends.torch.operations.joining import cat
from frontends.torch.tensors.tensor import Tensor
from ivy_core.backends.holder import waiting

from .declaring import composed
from .dropouts import dropout as drop_some
from .products import linear

TensorLike = Any


@torch_function(name="torch._recurrent_layers")
def _layers(
    input: TensorLike,
    states: list[TensorLike],
    weights: list[TensorLike],
    kind: str,
    biases: bool,
    layers: int,
    both_ways: bool,
    batch_first: bool,
    sizes: tuple[int, ...] | None,
) -> tuple[Tensor, ...]:
    """Run layers without dropout between them: the core's function, recorded as one node."""
    return getattr(ivy, kind)(
        input,
        states if kind == "lstm" else states[0],
        weights,
        layers,
        0.0,
        False,
        both_ways,
        batch_first=batch_first,
        batch_sizes=None if sizes is None else list(sizes),
        has_ih_bias=biases,
        has_hh_bias=biases,
    )


def _run_network(kind: str, args: tuple) -> tuple[Tensor, ...]:
    """Run a network: ``(input, hx, params, ...)``, or ``(data, batch_sizes, hx, params, ...)``."""
    state_at = 2 if isinstance(args[1], Tensor) and not isinstance(args[2], (list, tuple)) else 1
    if kind == "lstm":
        state_at = 2 if isinstance(args[1], Tensor) else 1
    sizes = tuple(args[1].tolist()) if state_at == 2 else None
    states, weights = args[state_at], list(args[state_at + 1])
    biases, layers, dropped, train, both_ways = args[state_at + 2 : state_at + 7]
    batch_first = sizes is None and bool(args[state_at + 7])
    states = list(states) if kind == "lstm" else [states]
    if not (train and dropped and layers > 1):
        options = (kind, biases, layers, both_ways, batch_first, sizes)
        return tuple(_layers(args[0], states, weights, *options))
    # Layer after layer, so that dropouts draw from this frontend's generator; steps first, in the
    # order of which PyTorch draws
    directions, each = 1 + both_ways, len(weights) // layers
    output, ends = args[0], []
    if batch_first:
        output = output.transpose(0, 1).contiguous()
    for layer in range(layers):
        if layer:
            output = drop_some(output, dropped, True)
        own = slice(layer * directions, (layer + 1) * directions)
        part = weights[layer * each : (layer + 1) * each]
        given = [state[own] for state in states]
        options = (kind, biases, 1, both_ways, False, sizes)
        output, *last = _layers(output, given, part, *options)
        ends.append(last)
    output = output.transpose(0, 1) if batch_first else output
    return (output, *(cat(parts, 0) for parts in zip(*ends, strict=True)))


@composed(name="torch.lstm")
def lstm(*args) -> tuple[Tensor, Tensor, Tensor]:
    """Long short-term memory, in layers; ``torch.nn.LSTM`` calls it.

    Parameters
    ----------
    *args
        ``input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first``,
        or of packed sequences ``data, batch_sizes, hx, params, has_biases, num_layers, dropout,
        train, bidirectional``.

    Returns
    -------
    tuple of Tensor
        The output at each step, the last states and the last cells.

    References: PyTorch documentation, torch.nn.LSTM.
    """
    return _run_network("lstm", args)


@composed(name="torch.gru")
def gru(*args) -> tuple[Tensor, Tensor]:
    """Gated recurrent units, in layers; arguments as of ``lstm``, with one state.

    References: PyTorch documentation, torch.nn.GRU.
    """
    return _run_network("gru", args)


@composed(name="torch.rnn_tanh")
def rnn_tanh(*args) -> tuple[Tensor, Tensor]:
    """A recurrent network of hyperbolic tangents; arguments as of ``gru``.

    References: PyTorch documentation, torch.nn.RNN.
    """
    return _run_network("rnn_tanh", args)


@composed(name="torch.rnn_relu")
def rnn_relu(*args) -> tuple[Tensor, Tensor]:
    """A recurrent network of rectifiers; arguments as of ``gru``.

    References: PyTorch documentation, torch.nn.RNN.
    """
    return _run_network("rnn_relu", args)


def _gates(input, hx, w_ih, w_hh, b_ih, b_hh):
    """Return the gates' summands, (of the input, of the state); RuntimeError if sizes misfit."""
    if input.shape[-1] != w_ih.shape[1]:
        raise RuntimeError(
            f"input has inconsistent input_size: got {input.shape[-1]} expected {w_ih.shape[1]}"
        )
    if hx.shape[-1] != w_hh.shape[1]:
        raise RuntimeError(
            f"hidden0 has inconsistent hidden_size: got {hx.shape[-1]}, expected {w_hh.shape[1]}"
        )
    if input.ndim > 1 and input.shape[0] != hx.shape[0]:
        raise RuntimeError(
            f"Input batch size {input.shape[0]} doesn't match hidden0 batch size {hx.shape[0]}"
        )
    given = (input, w_ih, b_ih), (hx, w_hh, b_hh)
    of_input, of_state = (computed(linear.function, list(each), {}) for each in given)
    return of_input, of_state


@torch_function(name="torch._lstm_step", host=recurrent_steps.lstm_step)
def _lstm_step(
    input: TensorLike,
    state: TensorLike,
    cell: TensorLike,
    w_ih: TensorLike,
    w_hh: TensorLike,
    b_ih: TensorLike | None,
    b_hh: TensorLike | None,
) -> tuple[Tensor, ...]:
    """Return the new state, the new cell, and the gates that they are made of, for gradients."""
    of_input, of_state = _gates(input, state, w_ih, w_hh, b_ih, b_hh)
    if cell.shape[-1] * 4 != w_ih.shape[0]:
        raise RuntimeError(
            f"hidden1 has inconsistent hidden_size: got {cell.shape[-1]}, expected "
            f"{w_ih.shape[0] // 4}"
        )
    i, f, g, o = ivy.split(of_input + of_state, num_or_size_splits=4, axis=-1)
    i, f, g, o = ivy.sigmoid(i), ivy.sigmoid(f), ivy.tanh(g), ivy.sigmoid(o)
    cell = f * cell + i * g
    return o * ivy.tanh(cell), cell, ivy.concat([i, f, g, o], axis=-1)


@composed(name="torch.lstm_cell")
def lstm_cell(
    input: TensorLike,
    hx: list[TensorLike],
    w_ih: TensorLike,
    w_hh: TensorLike,
    b_ih: TensorLike | None = None,
    b_hh: TensorLike | None = None,
) -> tuple[Tensor, Tensor]:
    """One step of a long short-term memory: the new state and cell.

    References: PyTorch documentation, torch.nn.LSTMCell.
    """
    if len(hx) != 2:
        raise RuntimeError("lstm_cell expects two hidden states")
    return _lstm_step(input, *hx, w_ih, w_hh, b_ih, b_hh)[:2]


def lstm_cell_of_module(input, hx, w_ih, *others):
    """Call ``lstm_cell``; its step at once for small tensors whose classes override nothing."""
    if type(getattr(w_ih, "_data", None)) in waiting:  # none is PyTorch's own, then
        if is_plain[type(input)] and is_plain[type(hx[0])] and is_plain[type(hx[1])]:
            given = [input, hx[0], hx[1], w_ih, *others]
            if not mode.enabled:  # no tape looks at it
                made = part_in_words_of_numpy(_lstm_step.function, given)
            else:
                made = recorded_by_numpy(_lstm_step.function, given)
            if made is not NotImplemented:
                return made[:2]
            return _lstm_step(*given)[:2]
    return lstm_cell(input, hx, w_ih, *others)


@torch_function(name="torch.gru_cell")
def gru_cell(
    input: TensorLike,
    hx: TensorLike,
    w_ih: TensorLike,
    w_hh: TensorLike,
    b_ih: TensorLike | None = None,
    b_hh: TensorLike | None = None,
) -> Tensor:
    """One step of gated recurrent units.

    References: PyTorch documentation, torch.nn.GRUCell.
    """
    of_input, of_state = _gates(input, hx, w_ih, w_hh, b_ih, b_hh)
    x_r, x_z, x_n = ivy.split(of_input, num_or_size_splits=3, axis=-1)
    h_r, h_z, h_n = ivy.split(of_state, num_or_size_splits=3, axis=-1)
    z = ivy.sigmoid(x_z + h_z)
    n = ivy.tanh(x_n + ivy.sigmoid(x_r + h_r) * h_n)
    return (hx - n) * z + n


@torch_function(name="torch.rnn_tanh_cell")
def rnn_tanh_cell(
    input: TensorLike,
    hx: TensorLike,
    w_ih: TensorLike,
    w_hh: TensorLike,
    b_ih: TensorLike | None = None,
    b_hh: TensorLike | None = None,
) -> Tensor:
    """One step of a recurrent network of hyperbolic tangents.

    References: PyTorch documentation, torch.nn.RNNCell.
    """
    of_input, of_state = _gates(input, hx, w_ih, w_hh, b_ih, b_hh)
    return ivy.tanh(of_input + of_state)


@torch_function(name="torch.rnn_relu_cell")
def rnn_relu_cell(
    input: TensorLike,
    hx: TensorLike,
    w_ih: TensorLike,
    w_hh: TensorLike,
    b_ih: TensorLike | None = None,
    b_hh: TensorLike | None = None,
) -> Tensor:
    """One step of a recurrent network of rectifiers.

    References: PyTorch documentation, torch.nn.RNNCell.
    """
    of_input, of_state = _gates(input, hx, w_ih, w_hh, b_ih, b_hh)
    return ivy.relu(of_input + of_state)
