"""Recurrent networks: layers that go over a sequence, and the loop over time itself."""

from __future__ import annotations

import math
from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import compositional, handle_nestable, primary
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array


@primary(promote=("input", "initial_states", "all_weights"))
def lstm(
    input: Array,
    initial_states: Sequence[Array] | None,
    all_weights: Sequence[Array],
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool = False,
    batch_sizes: Sequence[int] | None = None,
    weights_transposed: bool = False,
    has_ih_bias: bool = True,
    has_hh_bias: bool = True,
) -> tuple[Array, ...]:
    """Long short-term memory, of several layers, in one or both directions.

    ``c = sigmoid(f) * c + sigmoid(i) * tanh(g)`` and ``h = sigmoid(o) * tanh(c)``, where the gates
    i, f, g, o are the parts of ``w_ih @ x + b_ih + w_hh @ h + b_hh``.

    Parameters
    ----------
    input : Array, shape (T, B, features), floating
        Sequences of length T; (B, T, features) with ``batch_first``, (T, features) without
        batches, (sum of ``batch_sizes``, features) if packed.
    initial_states : sequence of two Arrays, or None
        First ``h``, of shape (num_layers * directions, B, out), and ``c``, of shape
        (num_layers * directions, B, hidden); zeros if None.
    all_weights : sequence of Arrays
        For each layer, and in it for each direction: ``w_ih`` of shape (4 * hidden, features),
        ``w_hh`` of shape (4 * hidden, out), ``b_ih`` and ``b_hh`` of shape (4 * hidden,); if the
        outputs are projections ``w_hr @ h``, also ``w_hr`` of shape (out, hidden), else out is
        hidden. Features of later layers are the outputs of the one before, of both directions.
    num_layers: Number of layers, each of which has the outputs of the one before as its input.
    dropout: Probability that an output of a layer, except the last one, is set to zero.
    train: Whether there is dropout.
    bidirectional: Whether each layer goes over the sequences backwards as well.
    batch_first: Whether the first axis of input and output is that of the batches.
    batch_sizes : sequence of int, optional
        Number of sequences that have an entry at each time; they do not grow. The input is packed:
        one row for each of these entries, and so is the output.
    weights_transposed: Whether the matrices are transposed: (features, 4 * hidden), and so on.
    has_ih_bias, has_hh_bias : bool, optional
        Whether there are biases of the input, and of the state.

    Returns
    -------
    tuple[Array, ...]
        The outputs, of shape (T, B, directions * out), and the last ``h`` and ``c``, of the shapes
        of the first ones.

    Raises
    ------
    IvyTypeError
        If the input is not floating.
    IvyValueError
        If numbers of weights, or shapes, do not fit each other, or the sequences are empty.

    References
    ----------
    S. Hochreiter, J. Schmidhuber: Long Short-Term Memory. Neural Computation 9 (1997). H. Sak,
    A. Senior, F. Beaufays (2014), for projections. PyTorch, ``torch.nn.LSTM``.

    >>> x, state = ivy.ones((5, 2, 3)), ivy.zeros((1, 2, 4))
    >>> weights = [ivy.ones((16, 3)), ivy.ones((16, 4)), ivy.zeros((16,)), ivy.zeros((16,))]
    >>> outputs, h, c = ivy.lstm(x, (state, state), weights, 1, 0.0, False, False)
    >>> outputs.shape, h.shape, c.shape
    ((5, 2, 4), (1, 2, 4), (1, 2, 4))
    """
    return current_backend(input).lstm(
        input,
        initial_states,
        all_weights,
        num_layers,
        dropout,
        train,
        bidirectional,
        batch_first,
        batch_sizes,
        weights_transposed,
        has_ih_bias,
        has_hh_bias,
    )


@primary(promote=("input", "initial_state", "all_weights"), like=lstm)
def gru(
    input: Array,
    initial_state: Array | None,
    all_weights: Sequence[Array],
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool = False,
    batch_sizes: Sequence[int] | None = None,
    weights_transposed: bool = False,
    has_ih_bias: bool = True,
    has_hh_bias: bool = True,
) -> tuple[Array, Array]:
    """Gated recurrent units, of several layers, in one or both directions.

    ``h = (1 - z) * n + z * h`` with ``r = sigmoid(x_r + h_r)``, ``z = sigmoid(x_z + h_z)`` and
    ``n = tanh(x_n + r * h_n)``, where the x are the parts of ``w_ih @ x + b_ih``, in the order r,
    z, n, and the h those of ``w_hh @ h + b_hh``.

    Parameters
    ----------
    initial_state, shape (num_layers * directions, B, hidden), or None: First ``h``; zeros if None.
    all_weights : sequence of Arrays
        For each layer, and in it for each direction: ``w_ih`` of shape (3 * hidden, features),
        ``w_hh`` of shape (3 * hidden, hidden), ``b_ih`` and ``b_hh`` of shape (3 * hidden,).
        Features of later layers are the outputs of the one before, of both directions.
    weights_transposed: Whether the matrices are transposed: (features, 3 * hidden), and so on.

    Returns
    -------
    tuple[Array, Array]
        The outputs, of shape (T, B, directions * hidden), and the last ``h``, of the shape of the
        first one.

    References
    ----------
    K. Cho et al.: Learning Phrase Representations using RNN Encoder-Decoder. EMNLP (2014). The
    reset gate multiplies after the product, as in PyTorch, ``torch.nn.GRU``.

    >>> weights = [ivy.ones((12, 3)), ivy.ones((12, 4)), ivy.zeros((12,)), ivy.zeros((12,))]
    >>> outputs, h = ivy.gru(ivy.ones((5, 2, 3)), None, weights, 1, 0.0, False, False)
    >>> outputs.shape, h.shape
    ((5, 2, 4), (1, 2, 4))
    """
    return current_backend(input).gru(
        input,
        initial_state,
        all_weights,
        num_layers,
        dropout,
        train,
        bidirectional,
        batch_first,
        batch_sizes,
        weights_transposed,
        has_ih_bias,
        has_hh_bias,
    )


@primary(promote=("input", "initial_state", "all_weights"), like=lstm)
def rnn_tanh(
    input: Array,
    initial_state: Array | None,
    all_weights: Sequence[Array],
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool = False,
    batch_sizes: Sequence[int] | None = None,
    weights_transposed: bool = False,
    has_ih_bias: bool = True,
    has_hh_bias: bool = True,
) -> tuple[Array, Array]:
    """Recurrent network with the hyperbolic tangent, of several layers, in one or both directions.

    ``h = tanh(w_ih @ x + b_ih + w_hh @ h + b_hh)``.

    Parameters
    ----------
    initial_state, shape (num_layers * directions, B, hidden), or None: First ``h``; zeros if None.
    all_weights : sequence of Arrays
        For each layer, and in it for each direction: ``w_ih`` of shape (hidden, features),
        ``w_hh`` of shape (hidden, hidden), ``b_ih`` and ``b_hh`` of shape (hidden,).
        Features of later layers are the outputs of the one before, of both directions.
    weights_transposed: Whether the matrices are transposed: (features, hidden), and so on.

    Returns
    -------
    tuple[Array, Array]
        The outputs, of shape (T, B, directions * hidden), and the last ``h``, of the shape of the
        first one.

    References
    ----------
    J. L. Elman: Finding Structure in Time. Cognitive Science 14 (1990). PyTorch, ``torch.nn.RNN``.

    >>> x, one = ivy.asarray([[1.0], [2.0]]), ivy.ones((1, 1))
    >>> options = {"has_ih_bias": False, "has_hh_bias": False}
    >>> ivy.rnn_tanh(x, None, [one, one], 1, 0.0, False, False, **options)[1]
    ivy.array([[0.99204557]])
    """
    return current_backend(input).rnn_tanh(
        input,
        initial_state,
        all_weights,
        num_layers,
        dropout,
        train,
        bidirectional,
        batch_first,
        batch_sizes,
        weights_transposed,
        has_ih_bias,
        has_hh_bias,
    )


@primary(promote=("input", "initial_state", "all_weights"), like=lstm)
def rnn_relu(
    input: Array,
    initial_state: Array | None,
    all_weights: Sequence[Array],
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool = False,
    batch_sizes: Sequence[int] | None = None,
    weights_transposed: bool = False,
    has_ih_bias: bool = True,
    has_hh_bias: bool = True,
) -> tuple[Array, Array]:
    """Recurrent network with rectified linear units, of several layers, in one or both directions.

    ``h = relu(w_ih @ x + b_ih + w_hh @ h + b_hh)``.

    Parameters
    ----------
    initial_state, shape (num_layers * directions, B, hidden), or None: First ``h``; zeros if None.
    all_weights : sequence of Arrays
        For each layer, and in it for each direction: ``w_ih`` of shape (hidden, features),
        ``w_hh`` of shape (hidden, hidden), ``b_ih`` and ``b_hh`` of shape (hidden,).
        Features of later layers are the outputs of the one before, of both directions.
    weights_transposed: Whether the matrices are transposed: (features, hidden), and so on.

    Returns
    -------
    tuple[Array, Array]
        The outputs, of shape (T, B, directions * hidden), and the last ``h``, of the shape of the
        first one.

    References
    ----------
    J. L. Elman: Finding Structure in Time. Cognitive Science 14 (1990). PyTorch, ``torch.nn.RNN``.

    >>> x, one = ivy.asarray([[1.0], [2.0]]), ivy.ones((1, 1))
    >>> options = {"has_ih_bias": False, "has_hh_bias": False}
    >>> ivy.rnn_relu(x, None, [one, one], 1, 0.0, False, False, **options)[1]
    ivy.array([[3.]])
    """
    return current_backend(input).rnn_relu(
        input,
        initial_state,
        all_weights,
        num_layers,
        dropout,
        train,
        bidirectional,
        batch_first,
        batch_sizes,
        weights_transposed,
        has_ih_bias,
        has_hh_bias,
    )


@compositional
@handle_nestable
def lstm_update(
    x: Array,
    init_h: Array,
    init_c: Array,
    kernel: Array,
    recurrent_kernel: Array,
    /,
    *,
    bias: Array | None = None,
    recurrent_bias: Array | None = None,
    time_major: bool = False,
) -> tuple[Array, tuple[Array, Array]]:
    """Long short-term memory of one layer, with states and weights by name.

    Parameters
    ----------
    x, shape (*batch, T, features), floating: Sequences; (T, *batch, features) with ``time_major``.
    init_h, init_c : Array, shape (*batch, hidden)
        First states.
    kernel, shape (features, 4 * hidden): Weights of the input, of the gates i, f, g and o.
    recurrent_kernel, shape (hidden, 4 * hidden): Weights of the state.
    bias, recurrent_bias : Array, shape (4 * hidden,), optional
        What is added to the products of the input, and of the state.
    time_major: Whether the first axis of ``x`` and of the outputs is time.

    Returns
    -------
    tuple[Array, tuple[Array, Array]]
        The outputs, with ``hidden`` in place of the features, and the last ``h`` and ``c``.

    Raises: IvyTypeError if ``x`` is not floating.
    Raises: IvyValueError if shapes do not fit each other.

    References: As for :func:`lstm`.

    >>> x, state = ivy.ones((2, 5, 3)), ivy.zeros((2, 4))
    >>> outputs, (h, c) = ivy.lstm_update(x, state, state, ivy.ones((3, 16)), ivy.ones((4, 16)))
    >>> outputs.shape, h.shape
    ((2, 5, 4), (2, 4))
    """
    given = (x, init_h, init_c, kernel, recurrent_kernel)
    x, init_h, init_c, kernel, recurrent_kernel = map(as_array, given)
    if x.ndim < 2 or kernel.ndim != 2 or not init_h.ndim == init_c.ndim == x.ndim - 1:
        raise IvyValueError(
            f"lstm_update: x, states and kernel of shapes {x.shape}, {init_h.shape}, "
            f"{init_c.shape} and {kernel.shape} were given; x has one axis more than the states, "
            "two at least, and the kernel two"
        )
    time = 0 if time_major else x.ndim - 2
    batch = init_h.shape[:-1]
    if x.shape[:time] + x.shape[time + 1 : -1] != batch:
        raise IvyValueError(
            f"lstm_update: x of shape {x.shape} and states of shape {init_h.shape} were given; "
            "they must have the same batches"
        )
    turned = x if time_major else ivy.moveaxis(x, time, 0)
    count = math.prod(batch)
    flat = ivy.reshape(turned, (x.shape[time], count, x.shape[-1]))
    states = [ivy.reshape(s, (1, count, s.shape[-1])) for s in (init_h, init_c)]
    weights = [kernel, recurrent_kernel]
    weights += [as_array(b) for b in (bias, recurrent_bias) if b is not None]
    y, h, c = ivy.lstm(
        flat,
        states,
        weights,
        1,
        0.0,
        False,
        False,
        weights_transposed=True,
        has_ih_bias=bias is not None,
        has_hh_bias=recurrent_bias is not None,
    )
    y = ivy.reshape(y, (x.shape[time], *batch, y.shape[-1]))
    h, c = (ivy.reshape(s, (*batch, s.shape[-1])) for s in (h, c))
    return y if time_major else ivy.moveaxis(y, 0, time), (h, c)


@primary
def rnn(
    step_function: ArrayFunction,
    inputs: Array,
    initial_states: Sequence[Array],
    /,
    *,
    go_backwards: bool = False,
    mask: Array | None = None,
    constants: Sequence[Array] | None = None,
    unroll: bool = False,
    input_length: Sequence[int] | int | None = None,
    time_major: bool = False,
    zero_output_for_mask: bool = False,
    return_all_outputs: bool = True,
) -> Nest[Array]:
    """Call a function for each time of a sequence, on the states that it returned before.

    Parameters
    ----------
    step_function : callable
        ``step_function(entry, states)`` returns an output and the new states, as many as before.
        An entry is of shape (B, ...). The states come as a list, followed by the constants.
    inputs, shape (B, T, ...): Sequences; (T, B, ...) with ``time_major``.
    initial_states : list of Arrays, shape (B, ...)
        First states.
    go_backwards: Whether the last time comes first. The outputs are in the order of the calls.
    mask : Array, shape (B, T) or (B, T, 1), bool, optional
        Where there is an entry; (T, B) with ``time_major``. Elsewhere the states stay, and the
        output is that of the time before.
    constants : list of Arrays, optional
        What each call is given after the states.
    unroll: Whether a trace has all calls one after the other, in place of a loop.
    input_length : int or sequence of int, optional
        How many times there are, or how many for each sequence.
    time_major: Whether the first axis of inputs, mask and outputs is time.
    zero_output_for_mask : bool, optional
        Whether the output is zero, not that of the time before, where there is no entry.
    return_all_outputs: Whether there are the outputs of all times, not of the last one alone.

    Returns
    -------
    tuple
        The last output, of shape (B, ...); the outputs, of shape (B, T, ...); the last states.

    Raises
    ------
    IvyValueError
        If there are no times, lengths do not fit, or the function returns another number of states.

    References: Keras, ``keras.backend.rnn``.

    >>> def step(x, states):
    ...     return states[0] + x, [states[0] + x]
    >>> last, outputs, states = ivy.rnn(step, ivy.asarray([[1.0, 2.0, 3.0]]), [ivy.zeros((1,))])
    >>> last, outputs
    (ivy.array([6.]), ivy.array([[1., 3., 6.]]))
    """
    return current_backend(inputs).rnn(
        step_function,
        inputs,
        initial_states,
        go_backwards=go_backwards,
        mask=mask,
        constants=constants,
        unroll=unroll,
        input_length=input_length,
        time_major=time_major,
        zero_output_for_mask=zero_output_for_mask,
        return_all_outputs=return_all_outputs,
    )
