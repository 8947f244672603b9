"""Recurrent networks: their checks, and their steps, on whatever a backend computes with.

A backend hands in its primitives (:class:`Primitives`), above all a loop over time that it can
differentiate and trace. Arrays have time as their first axis, batches as the second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ivy_core.dtypes import as_dtype
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

_GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}


class Primitives(NamedTuple):
    """Operations of a backend that a recurrent network is computed with.

    Attributes
    ----------
    scan : callable
        ``scan(step, carry, xs, reverse)`` calls ``step(carry, slices)``, which returns the next
        carry and an output, for each entry of the arrays ``xs`` along their first axis. It returns
        the last carry, and the outputs stacked in the order of the entries.
    project : callable
        Product of an array of any number of axes and a matrix.
    split : callable
        ``split(x, count)`` cuts the last axis into equal parts.
    sigmoid, tanh, relu, where, concat, stack, swapaxes
        As in NumPy; ``concat`` is along the last axis, ``stack`` along a new first one.
    cells : dict, optional
        Cells of the backend's own in place of those below, by name. They may write into the gates.
    biased : callable, optional
        ``biased(gates, bias)`` returns gates of all times to which each step adds the second array
        that it returns, in place of ``gates + bias``.
    recur : callable, optional
        ``recur(cell, shared, carry, gates, masks, reverse)`` goes through all times by a cell
        without a projection, with a gradient of its own. ``shared`` are the state's weights, the
        bias of its product, and what is added to the gates; the last two may be None.
    """

    scan: Callable
    project: Callable
    split: Callable
    sigmoid: Callable
    tanh: Callable
    relu: Callable
    where: Callable
    concat: Callable
    stack: Callable
    swapaxes: Callable
    cells: dict[str, Callable] = {}
    biased: Callable | None = None
    recur: Callable | None = None


class RecurrenceKernels(NamedTuple):
    """Functions of a backend for the work around the steps.

    Attributes
    ----------
    run : callable
        :func:`run` with the backend's primitives; compiled where that is worth it.
    zeros : callable
        ``zeros(shape, x)`` returns zeros of the dtype, and on the device, of ``x``.
    draw : callable
        ``draw(probability, shape, x)`` returns ones with a probability, else zeros, likewise.
    rows : callable
        ``rows(x, indices)`` returns entries along the first axis.
    host : callable
        ``host(array, x)`` brings a NumPy array to the device of ``x``.
    reshape, swapaxes, cast
        As in NumPy; ``cast(x, dtype)``.
    wide : dtype
        float32, in which half precision is computed.
    """

    run: Callable
    zeros: Callable
    draw: Callable
    rows: Callable
    host: Callable
    reshape: Callable
    swapaxes: Callable
    cast: Callable
    wide: object


class RecurrencePlan(NamedTuple):
    """Configuration of a network; all of it is known before any value is."""

    cell: str
    num_layers: int
    directions: int
    batch_first: bool
    transposed: bool
    ih_bias: bool
    hh_bias: bool
    projected: bool

    @property
    def per_direction(self) -> int:
        """Number of weights of one layer in one direction."""
        return 2 + self.ih_bias + self.hh_bias + self.projected

    def weights_of(self, weights: Sequence, at: int) -> tuple:
        """Return the weights of one direction: four, or five with a projection; None if absent."""
        own = list(weights[at * self.per_direction : (at + 1) * self.per_direction])
        w_hr = own.pop() if self.projected else None
        b_hh = own.pop() if self.hh_bias else None
        b_ih = own.pop() if self.ih_bias else None
        return *own, b_ih, b_hh, w_hr


class Packing(NamedTuple):
    """Layout of sequences of several lengths, packed by time, in a padded array.

    Attributes
    ----------
    gather : ndarray, shape (T, B), int32
        Row of the packed data for each place; any row where there is none.
    valid : ndarray, shape (T, B, 1), bool
        Where there is one.
    scatter : ndarray, shape (rows,), int32
        The place, of T * B, of each packed row.
    """

    gather: np.ndarray
    valid: np.ndarray
    scatter: np.ndarray


def packing(sizes: tuple[int, ...]) -> Packing:
    """Compute the layout of rows that ``sizes`` counts for each time."""
    counts, batch = np.array(sizes), sizes[0]
    valid = np.arange(batch) < counts[:, None]
    starts = np.cumsum(counts) - counts
    gather = np.where(valid, starts[:, None] + np.arange(batch), 0)
    scatter = np.flatnonzero(valid)
    return Packing(gather.astype(np.int32), valid[:, :, None], scatter.astype(np.int32))


def sizes_of(batch_sizes) -> tuple[int, ...] | None:
    """Return the batch size of each time of packed sequences as ints."""
    return None if batch_sizes is None else tuple([int(n) for n in batch_sizes])


def planned(
    cell: str, x, states, weights, num_layers: int, dropout: float, bidirectional: bool,
    batch_first: bool, sizes, transposed: bool, ih_bias: bool, hh_bias: bool,
) -> RecurrencePlan:  # fmt: skip
    """Make the configuration of a network.

    Parameters
    ----------
    x, states, weights
        What is computed with: an array, a list of arrays or None, a list of arrays.
    sizes : tuple of int, optional
        Batch size of each time, if the sequences are packed.

    Raises
    ------
    IvyTypeError
        If the input is not floating.
    IvyValueError
        If shapes or numbers do not fit each other.
    """
    if not as_dtype(x.dtype).is_float:
        raise IvyTypeError(f"{cell}: input of dtype {x.dtype} was given; floating ones are allowed")
    directions = 2 if bidirectional else 1
    plain = 2 + bool(ih_bias) + bool(hh_bias)
    if num_layers < 1:
        raise IvyValueError(f"{cell}: {num_layers} layers were given; at least one is needed")
    if not 0 <= dropout <= 1:
        raise IvyValueError(f"{cell}: dropout {dropout} was given; it must be in [0, 1]")
    count, allowed = len(weights), [plain * num_layers * directions]
    if cell == "lstm":
        allowed.append((plain + 1) * num_layers * directions)
    if count not in allowed:
        raise IvyValueError(
            f"{cell}: {count} weights were given for {num_layers} layers in {directions} "
            f"directions; {' or '.join(map(str, allowed))} are needed"
        )
    plan = RecurrencePlan(
        cell, num_layers, directions, bool(batch_first), bool(transposed), bool(ih_bias),
        bool(hh_bias), count != allowed[0],
    )  # fmt: skip
    _check_input_shape(plan, tuple(x.shape), sizes)
    hidden, out = _check_weight_shapes(plan, x.shape[-1], [tuple(w.shape) for w in weights])
    if states is not None:
        wanted = [(num_layers * directions, *batch_of(plan, x, sizes), out)]
        if cell == "lstm":
            wanted.append((*wanted[0][:-1], hidden))
        given = [tuple(s.shape) for s in states]
        if len(given) != len(wanted) or not all(map(_is_compatible_shape, given, wanted)):
            raise IvyValueError(
                f"{cell}: initial states of shapes {', '.join(map(str, given))} were given; "
                f"{', '.join(map(str, wanted))} are needed"
            )
    return plan


def batch_of(plan: RecurrencePlan, x, sizes) -> tuple:
    """Return the batch's length in a tuple, which is empty for a single sequence."""
    if sizes is not None:
        return (sizes[0],)
    return (x.shape[0 if plan.batch_first else 1],) if len(x.shape) == 3 else ()


def _check_input_shape(plan, shape, sizes):
    """Raise if a shape does not suit sequences or, where ``sizes`` are given, packed batches."""
    if sizes is not None:
        fits = len(shape) == 2 and len(sizes) > 0 and shape[0] in (None, sum(sizes))
        if not fits or sizes[-1] < 1 or any(a < b for a, b in zip(sizes, sizes[1:], strict=False)):
            raise IvyValueError(
                f"{plan.cell}: packed input of shape {shape} and batch sizes {sizes} were given; "
                "the sizes are positive, do not grow, and sum up to the number of rows"
            )
        return
    if len(shape) not in (2, 3):
        raise IvyValueError(
            f"{plan.cell}: input of shape {shape} was given; 3 or 2 axes are needed"
        )
    if shape[1 if plan.batch_first and len(shape) == 3 else 0] == 0:
        raise IvyValueError(
            f"{plan.cell}: input of shape {shape} was given; a sequence has at least one entry"
        )


def _check_weight_shapes(plan, features, shapes) -> tuple:
    """Raise if shapes do not fit; return the lengths of the hidden state and of the output."""
    gates = _GATES[plan.cell]
    rows = shapes[0][-1 if plan.transposed else 0] if len(shapes[0]) == 2 else -1
    if rows is not None and rows > 0 and rows % gates:
        raise IvyValueError(
            f"{plan.cell}: weights of {rows} rows were given for {gates} gates, which must divide "
            "them"
        )
    hidden = rows // gates if rows is not None else -1
    out = hidden
    if plan.projected:
        out = shapes[plan.per_direction - 1][-1 if plan.transposed else 0]
    for layer in range(plan.num_layers):
        turned = [(rows, plan.directions * out if layer else features), (rows, out)]
        wanted = [shape[::-1] if plan.transposed else shape for shape in turned]
        wanted += [(rows,)] * (plan.ih_bias + plan.hh_bias)
        if plan.projected:
            wanted.append((hidden, out) if plan.transposed else (out, hidden))
        for direction in range(plan.directions):
            start = (layer * plan.directions + direction) * plan.per_direction
            given = shapes[start : start + plan.per_direction]
            if hidden < 1 or not all(map(_is_compatible_shape, given, wanted)):
                raise IvyValueError(
                    f"{plan.cell}: weights of shapes {', '.join(map(str, given))} were given for "
                    f"layer {layer}; with {features} features and {gates} gates these would be "
                    f"{', '.join(map(str, wanted))}"
                )
    return hidden, out


def _is_compatible_shape(shape, wanted) -> bool:
    """Return whether a shape is the wanted one; lengths that a trace does not know fit any."""
    return len(shape) == len(wanted) and all(
        m is None or n is None or m == n for m, n in zip(shape, wanted, strict=True)
    )


def _keep_arguments(input, states, weights) -> tuple:
    return input, states, weights


def layers(compute: Callable, promote: Callable = _keep_arguments) -> dict[str, Callable]:
    """Return ``lstm``, ``gru``, ``rnn_tanh`` and ``rnn_relu`` of a backend, by name.

    Parameters
    ----------
    compute : callable
        ``compute(plan, x, states, weights, dropout, sizes)`` returns outputs and last states;
        states are None if none were given, ``dropout`` is 0 out of training.
    promote : callable, optional
        Brings input, states and weights to one dtype, where the wrapper has not done that.
    """

    def lstm(
        input, initial_states, all_weights, num_layers, dropout, train, bidirectional,
        batch_first=False, batch_sizes=None, weights_transposed=False, has_ih_bias=True,
        has_hh_bias=True,
    ):  # fmt: skip
        sizes = sizes_of(batch_sizes)
        input, initial_states, all_weights = promote(input, initial_states, all_weights)
        plan = planned(
            "lstm", input, initial_states, all_weights, num_layers, dropout, bidirectional,
            batch_first, sizes, weights_transposed, has_ih_bias, has_hh_bias,
        )  # fmt: skip
        used = dropout if train else 0
        return compute(plan, input, initial_states, all_weights, used, sizes)

    def of_one_state(cell):
        def layer(
            input, initial_state, all_weights, num_layers, dropout, train, bidirectional,
            batch_first=False, batch_sizes=None, weights_transposed=False, has_ih_bias=True,
            has_hh_bias=True,
        ):  # fmt: skip
            sizes = sizes_of(batch_sizes)
            states = None if initial_state is None else [initial_state]
            input, states, all_weights = promote(input, states, all_weights)
            plan = planned(
                cell, input, states, all_weights, num_layers, dropout, bidirectional,
                batch_first, sizes, weights_transposed, has_ih_bias, has_hh_bias,
            )  # fmt: skip
            used = dropout if train else 0
            return compute(plan, input, states, all_weights, used, sizes)

        layer.__name__ = layer.__qualname__ = cell
        return layer

    others = ("gru", "rnn_tanh", "rnn_relu")
    return {"lstm": lstm} | {cell: of_one_state(cell) for cell in others}


def computed_by(parts: RecurrenceKernels) -> Callable:
    """Return ``compute`` of :func:`layers`, for a backend that is made of parts."""

    def compute(plan, x, states, weights, dropout, sizes):
        dtype, half = x.dtype, as_dtype(x.dtype).itemsize < 4
        if states is None:
            first = (plan.num_layers * plan.directions, *batch_of(plan, x, sizes))
            states = [parts.zeros((*first, n), x) for n in state_lengths(plan, weights)]
        if half:
            x, *states = (parts.cast(each, parts.wide) for each in (x, *states))
            weights = [parts.cast(each, parts.wide) for each in weights]
        single, mask = sizes is None and len(x.shape) == 2, None
        if sizes is not None:
            places = packing(sizes)
            mask = parts.host(places.valid, x)
            x = parts.rows(x, parts.host(places.gather, x))
        elif single:
            x, *states = (each[:, None] for each in (x, *states))
        elif plan.batch_first:
            x = parts.swapaxes(x, 0, 1)
        kept = None
        if dropout and plan.num_layers > 1:
            width = plan.directions * states[0].shape[-1]
            shape = (plan.num_layers - 1, *x.shape[:2], width)
            kept = parts.draw(1 - dropout, shape, x) / (1 - dropout if dropout < 1 else 1)
        y, *states = parts.run(plan, x, tuple(states), tuple(weights), mask, kept)
        if sizes is not None:
            flat = parts.reshape(y, (len(sizes) * sizes[0], y.shape[-1]))
            y = parts.rows(flat, parts.host(places.scatter, x))
        elif single:
            y, *states = (each[:, 0] for each in (y, *states))
        elif plan.batch_first:
            y = parts.swapaxes(y, 0, 1)
        return tuple([parts.cast(each, dtype) if half else each for each in (y, *states)])

    return compute


def state_lengths(plan: RecurrencePlan, weights) -> tuple[int, ...]:
    """Return the lengths of the states: of the output, and of the cell's state if there is one."""
    last, first = (-1, 0) if plan.transposed else (0, -1)
    out = weights[1].shape[first]
    hidden = weights[0].shape[last] // _GATES[plan.cell]
    return (out, hidden) if plan.cell == "lstm" else (out,)


def run(primitives: Primitives, plan: RecurrencePlan, x, states, weights, mask=None, kept=None):
    """Return the outputs of the last layer, and the last states of all layers.

    Parameters
    ----------
    x : array, shape (T, B, features)
        Input.
    states : sequence of arrays, shape (layers * directions, B, ...)
        First states: one, or two of an LSTM.
    weights : sequence of arrays
        In PyTorch's order.
    mask : array, shape (T, B, 1), bool, optional
        Where there is an entry; a state stays where there is none.
    kept : array, shape (layers - 1, T, B, ...), optional
        Factors of the outputs of all layers but the last one.
    """
    finals = []
    for layer in range(plan.num_layers):
        if layer and kept is not None:
            x = x * kept[layer - 1]
        outputs = []
        for direction in range(plan.directions):
            at = layer * plan.directions + direction
            carry = tuple([state[at] for state in states])
            own = plan.weights_of(weights, at)
            y, final = _run_direction(primitives, plan, x, carry, own, mask, bool(direction))
            outputs.append(y)
            finals.append(final)
        x = outputs[0] if len(outputs) == 1 else primitives.concat(outputs)
    return x, *[primitives.stack(each) for each in zip(*finals, strict=True)]


def _run_direction(primitives, plan, x, carry, weights, mask, reverse) -> tuple:
    """Return the outputs of one layer in one direction at all times, and its last carry."""
    w_ih, w_hh, b_ih, b_hh, w_hr = weights
    if not plan.transposed:
        w_ih, w_hh = primitives.swapaxes(w_ih, 0, 1), primitives.swapaxes(w_hh, 0, 1)
        w_hr = None if w_hr is None else primitives.swapaxes(w_hr, 0, 1)
    gates = primitives.project(x, w_ih)
    biases = [b_ih, None if plan.cell == "gru" else b_hh]  # whose reset gate multiplies the other
    biases = [bias for bias in biases if bias is not None]
    added = None
    if biases:
        bias = biases[0] if len(biases) == 1 else biases[0] + biases[1]
        if (
            primitives.biased is None
        ):  # one pass over all times, in place where there is such a thing
            gates += bias
        else:
            gates, added = primitives.biased(gates, bias)
    masks = () if mask is None else (mask,)
    if primitives.recur is not None and w_hr is None:
        shared = w_hh, b_hh if plan.cell == "gru" else None, added
        final, y = primitives.recur(plan.cell, shared, carry, gates, masks, reverse)
        return y, final
    cell = (_CELLS | primitives.cells)[plan.cell](primitives, w_hh, b_hh, w_hr)

    def step(carry, slices):
        new = cell(carry, slices[0] if added is None else slices[0] + added)
        if mask is not None:
            new = tuple(
                [primitives.where(slices[1], a, b) for a, b in zip(new, carry, strict=True)]
            )
        return new, new[0]

    final, y = primitives.scan(step, carry, (gates, *masks), reverse)
    return y, final


def _lstm_cell(primitives, w_hh, b_hh, w_hr) -> Callable:
    """Return a step ``(carry, gates) -> carry``; ``gates`` hold ``b_hh`` already."""

    def cell(carry, gates):
        h, c = carry
        i, f, g, o = primitives.split(gates + h @ w_hh, 4)
        c = primitives.sigmoid(f) * c + primitives.sigmoid(i) * primitives.tanh(g)
        h = primitives.sigmoid(o) * primitives.tanh(c)
        return (h if w_hr is None else h @ w_hr, c)

    return cell


def _gru_cell(primitives, w_hh, b_hh, w_hr) -> Callable:
    """Return a step ``((h,), gates) -> (h,)`` that adds ``b_hh`` itself; ``w_hr`` is unused."""

    def cell(carry, gates):
        (h,) = carry
        own = h @ w_hh
        r, z, n = primitives.split(gates, 3)
        own_r, own_z, own_n = primitives.split(own if b_hh is None else own + b_hh, 3)
        r, z = primitives.sigmoid(r + own_r), primitives.sigmoid(z + own_z)
        n = primitives.tanh(n + r * own_n)
        return (n + z * (h - n),)

    return cell


def _tanh_cell(primitives, w_hh, b_hh, w_hr) -> Callable:
    """Return a step ``(carry, gates) -> carry``; ``gates`` hold both biases already."""
    return lambda carry, gates: (primitives.tanh(gates + carry[0] @ w_hh),)


def _relu_cell(primitives, w_hh, b_hh, w_hr) -> Callable:
    """Return a step ``(carry, gates) -> carry``; ``gates`` hold both biases already."""
    return lambda carry, gates: (primitives.relu(gates + carry[0] @ w_hh),)


_CELLS = {"lstm": _lstm_cell, "gru": _gru_cell, "rnn_tanh": _tanh_cell, "rnn_relu": _relu_cell}
