"""Recurrent networks, against PyTorch's modules with the same weights, and Keras's loop."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

torch = pytest.importorskip("torch")
T, B, F, H = 5, 3, 4, 6
X = np.random.default_rng(0).normal(size=(T, B, F))
MODULES = {
    "lstm": torch.nn.LSTM,
    "gru": torch.nn.GRU,
    "rnn_tanh": torch.nn.RNN,
    "rnn_relu": lambda *args, **kwargs: torch.nn.RNN(*args, nonlinearity="relu", **kwargs),
}


def module(name, dtype=torch.float64, **options):
    torch.manual_seed(0)
    return MODULES[name](F, H, **options).to(dtype)


def weights_of(network):
    """Return the weights as NumPy arrays, as PyTorch orders them."""
    return [w.detach().numpy() for w in network._flat_weights]


def states_of(network, batch=B, dtype="f8"):
    """Return first states as PyTorch's tensors: one, or two of an LSTM."""
    rng = np.random.default_rng(1)
    first = network.num_layers * (2 if network.bidirectional else 1)
    lengths = [network.proj_size or H, H] if network.mode == "LSTM" else [H]
    shape = [(first, n) if batch is None else (first, batch, n) for n in lengths]
    return [torch.from_numpy(rng.normal(size=each).astype(dtype)) for each in shape]


def reference(network, x, states):
    """Return outputs and last states of PyTorch's module, as one tuple of tensors."""
    y, last = network(x, tuple(states) if network.mode == "LSTM" else states[0])
    return y, *(last if network.mode == "LSTM" else (last,))


def arguments(network, states, weights=None, train=False, dropout=0.0):
    """Return the arguments after the input, all arrays of the set backend."""
    weights = [ivy.asarray(w) for w in (weights_of(network) if weights is None else weights)]
    given = [ivy.asarray(s.numpy()) for s in states]
    first = given if network.mode == "LSTM" else given[0]
    return first, weights, network.num_layers, dropout, train, network.bidirectional


def numbers(tensors):
    return tuple([each.detach().numpy() for each in tensors])


NETWORKS = [
    ("lstm", {}),
    ("lstm", {"num_layers": 2, "bidirectional": True, "proj_size": 2}),
    ("lstm", {"bias": False, "batch_first": True}),
    ("gru", {"num_layers": 2, "bidirectional": True}),
    ("gru", {"bias": False}),
    ("rnn_tanh", {"num_layers": 2, "batch_first": True}),
    ("rnn_relu", {"bidirectional": True}),
]
IDS = [f"{name}-{'-'.join(options) or 'plain'}" for name, options in NETWORKS]


@pytest.mark.parametrize(("name", "options"), NETWORKS, ids=IDS)
def test_against_pytorch(backend, assert_matches, name, options):
    network = module(name, **options)
    x = np.swapaxes(X, 0, 1).copy() if network.batch_first else X
    states = states_of(network)
    expected = numbers(reference(network, torch.from_numpy(x), states))
    given = arguments(network, states)
    flags = {"has_ih_bias": network.bias, "has_hh_bias": network.bias}
    flags["batch_first"] = network.batch_first
    layer = getattr(ivy, name)
    assert_matches(layer(ivy.asarray(x), *given, **flags), expected, rtol=1e-10, atol=1e-12)
    turned = [w.T.copy() if w.ndim == 2 else w for w in weights_of(network)]
    given = arguments(network, states, turned)
    flags["weights_transposed"] = True
    assert_matches(layer(ivy.asarray(x), *given, **flags), expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", MODULES)
def test_single_precision_and_first_states_of_zeros(backend, assert_matches, name):
    network = module(name, torch.float32)
    x = X.astype("f4")
    y, last = network(torch.from_numpy(x))
    expected = numbers((y, *(last if name == "lstm" else (last,))))
    _, *rest = arguments(network, [torch.zeros(1)] * 2)
    found = getattr(ivy, name)(ivy.asarray(x), None, *rest)
    assert_matches(found, expected, rtol=1e-5, atol=1e-6)
    options = {"batch_first": False}
    names = ("all_weights", "num_layers", "dropout", "train", "bidirectional")
    state = "initial_states" if name == "lstm" else "initial_state"
    named = {"input": ivy.asarray(x), state: None} | dict(zip(names, rest, strict=True)) | options
    assert_matches(getattr(ivy, name)(**named), expected, rtol=1e-5, atol=1e-6)
    # a float32 network of float64 input is computed in float64
    assert getattr(ivy, name)(ivy.asarray(X), None, *rest)[0].dtype == "float64"


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision(backend, dtype):
    network = module("lstm")
    _, weights, *rest = arguments(network, states_of(network))
    low = [ivy.astype(w, dtype) for w in weights]
    x = ivy.astype(ivy.asarray(X), dtype)
    y, h, c = ivy.lstm(x, None, low, *rest)
    assert y.dtype == h.dtype == c.dtype == dtype
    expected = ivy.lstm(ivy.asarray(X), None, weights, *rest)[0]
    found = ivy.to_numpy(ivy.astype(y, "float64"))
    np.testing.assert_allclose(
        found, ivy.to_numpy(expected), atol=4e-3 if dtype == "float16" else 0.03
    )


@pytest.mark.parametrize("name", MODULES)
def test_packed_sequences(backend, assert_matches, name):
    network = module(name, num_layers=2, bidirectional=True)
    lengths = [5, 4, 1]
    packed = torch.nn.utils.rnn.pack_padded_sequence(torch.from_numpy(X), lengths)
    states = states_of(network)
    (data, *_), *last = reference(network, packed, states)
    expected = numbers((data, *last))
    given = arguments(network, states)
    sizes = packed.batch_sizes.tolist()
    found = getattr(ivy, name)(ivy.asarray(packed.data.numpy()), *given, batch_sizes=sizes)
    assert_matches(found, expected, rtol=1e-10, atol=1e-12)


def test_one_bias(backend, assert_matches):
    network = module("gru")
    w_ih, w_hh, b_ih, b_hh = weights_of(network)
    for which, kept in (("has_hh_bias", b_ih), ("has_ih_bias", b_hh)):
        with torch.no_grad():
            network.bias_ih_l0.zero_() if which == "has_ih_bias" else network.bias_hh_l0.zero_()
        states = states_of(network)
        given = arguments(network, states, [w_ih, w_hh, kept])
        found = ivy.gru(ivy.asarray(X), *given, **{which: False})
        network.bias_ih_l0.data = torch.from_numpy(b_ih * (which == "has_hh_bias"))
        network.bias_hh_l0.data = torch.from_numpy(b_hh * (which == "has_ih_bias"))
        expected = numbers(reference(network, torch.from_numpy(X), states))
        assert_matches(found, expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("batch_first", [False, True])
def test_a_single_sequence_and_empty_batches(backend, assert_matches, batch_first):
    network = module("lstm", batch_first=batch_first)
    states = states_of(network, batch=None)
    expected = numbers(reference(network, torch.from_numpy(X[:, 0]), states))
    given = arguments(network, states)
    found = ivy.lstm(ivy.asarray(X[:, 0]), *given, batch_first=batch_first)
    assert_matches(found, expected, rtol=1e-10, atol=1e-12)
    empty = ivy.zeros((0, T, F) if batch_first else (T, 0, F))
    y, h, c = ivy.lstm(empty, None, *given[1:], batch_first=batch_first)
    assert (y.shape[2], h.shape, c.shape) == (H, (1, 0, H), (1, 0, H))


def test_dropout_is_between_layers(backend):
    network = module("lstm", num_layers=2)
    states = states_of(network)
    x, given = ivy.asarray(X), arguments(network, states)
    plain = ivy.to_numpy(ivy.lstm(x, *given)[0])
    evaluated = ivy.lstm(x, *arguments(network, states, dropout=0.5))[0]
    np.testing.assert_allclose(ivy.to_numpy(evaluated), plain)
    trained = arguments(network, states, train=True, dropout=0.5)
    first, second = (ivy.to_numpy(ivy.lstm(x, *trained)[0]) for _ in range(2))
    assert not np.allclose(first, plain) and not np.allclose(first, second)
    ivy.seed(seed_value=3)
    first = ivy.to_numpy(ivy.lstm(x, *trained)[0])
    ivy.seed(seed_value=3)
    np.testing.assert_array_equal(ivy.to_numpy(ivy.lstm(x, *trained)[0]), first)
    # with all of its input dropped the second layer sees its biases alone
    dropped = arguments(network, states, train=True, dropout=1.0)
    weights = weights_of(network)
    weights[4] = np.zeros_like(weights[4])
    blind = arguments(network, states, weights)
    np.testing.assert_allclose(
        ivy.to_numpy(ivy.lstm(x, *dropped)[0]), ivy.to_numpy(ivy.lstm(x, *blind)[0]), atol=1e-12
    )


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("lstm", {"proj_size": 2, "bidirectional": True}),
        ("lstm", {"num_layers": 2, "bidirectional": True}),
        ("gru", {}),
        ("gru", {"bidirectional": True, "bias": False}),
        ("rnn_tanh", {"bidirectional": True}),
        ("rnn_relu", {}),
    ],
)
def test_gradients(backend, assert_matches, name, options, grad):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    network = module(name, **options)
    states = states_of(network)
    lengths = [5, 4, 1]
    x = torch.from_numpy(X).requires_grad_()
    packed = torch.nn.utils.rnn.pack_padded_sequence(x, lengths)
    (y, *_), *last = reference(network, packed, states)
    sum((each**2).sum() for each in (y, *last)).backward()
    expected = [x.grad.numpy(), *[w.grad.numpy() for w in network._flat_weights]]
    first, weights, *rest = arguments(network, states)
    sizes = packed.batch_sizes.tolist()
    rows = np.flatnonzero(np.arange(T)[:, None] < np.array(lengths))

    def loss(variables):
        data = ivy.gather(ivy.reshape(variables[0], (T * B, F)), ivy.asarray(rows), axis=0)
        flags = {"has_ih_bias": network.bias, "has_hh_bias": network.bias}
        found = getattr(ivy, name)(data, first, variables[1:], *rest, batch_sizes=sizes, **flags)
        return sum(ivy.sum(each**2) for each in found)

    gradients = grad(loss)([ivy.asarray(X), *weights])
    assert_matches(gradients, expected, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("name", MODULES)
def test_tangents_and_second_gradients(backend, name):
    """Forward mode and gradients of gradients agree with what reverse mode gives."""
    if backend != "jax":
        pytest.skip(f"{backend}: has loops of its own")
    import jax

    network = module(name)
    states, weights, *options = arguments(network, states_of(network))
    weights = [each.data for each in weights]

    def loss(weights):
        given = [ivy.asarray(each) for each in weights]
        return ivy.sum(getattr(ivy, name)(ivy.asarray(X), states, given, *options)[0] ** 3).data

    def along(weights):
        return sum((a * b).sum() for a, b in zip(jax.grad(loss)(weights), directions, strict=True))

    draws = np.random.default_rng(2)
    directions = [draws.normal(size=each.shape) for each in weights]
    first, second = jax.jvp(loss, (weights,), (directions,))[1], along(weights)
    np.testing.assert_allclose(first, second, rtol=1e-10)
    forward = jax.jvp(jax.grad(loss), (weights,), (directions,))[1]
    for one, other in zip(forward, jax.grad(along)(weights), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize(("name", "most"), [("lstm", 7), ("gru", 6), ("rnn_tanh", 2)])
def test_what_gradients_keep_of_each_time(backend, name, most):
    """Of each time gradients need the states, the gates, and the product in the GRU's last one."""
    if backend != "jax":
        pytest.skip(f"{backend}: has loops of its own")
    import jax

    network = module(name, torch.float32)
    states, *options = arguments(network, states_of(network, dtype="f4"))

    def loss(x):
        return ivy.sum(getattr(ivy, name)(ivy.asarray(x), states, *options)[0]).data

    jaxpr = jax.make_jaxpr(jax.grad(loss))(X.astype("f4")).jaxpr
    loops = [each for each in _equations(jaxpr) if each.primitive.name == "scan"]
    assert len(loops) == 2  # forward, which stacks what it keeps, and the way back
    kept = loops[0].outvars[loops[0].params["num_carry"] :]
    assert len(kept) <= most + 1  # and the outputs


def _equations(jaxpr):
    for equation in jaxpr.eqns:
        inner = [getattr(x, "jaxpr", x) for x in equation.params.values()]
        inner = [x for x in inner if hasattr(x, "eqns")]
        yield equation
        for each in inner if equation.primitive.name != "scan" else ():
            yield from _equations(each)


def test_compiled(backend, assert_matches, compiled):
    network = module("lstm", num_layers=2, bidirectional=True)
    states = states_of(network)
    expected = numbers(reference(network, torch.from_numpy(X), states))
    _, _, *rest = arguments(network, states)

    def function(x, h, c, *weights):
        y, *last = ivy.lstm(x, (h, c), list(weights), *rest)
        assert y.shape == (T, B, 2 * H)
        return [y, *last]

    arrays = (X, *[s.numpy() for s in states], *weights_of(network))
    assert_matches(compiled(function, *arrays), expected, rtol=1e-10, atol=1e-12)


def test_errors(backend):
    network = module("lstm")
    first, weights, *rest = arguments(network, states_of(network))
    x = ivy.asarray(X)
    packed = ivy.asarray(X.reshape(-1, F))
    wrong = [
        (x[..., :3], first, weights, {}, f"{F - 1} features"),
        (x, first[:1], weights, {}, "initial states"),
        (x, [s[:, :2] for s in first], weights, {}, r"\(1, 3, 6\)"),
        (x, first, weights[:3], {}, "3 weights .* 4 or 5"),
        (x[:0], None, weights, {}, "at least one entry"),
        (x[None], first, weights, {}, "3 or 2 axes"),
        (packed, first, weights, {"batch_sizes": [3, 4]}, "batch sizes"),
        (packed, first, weights, {"batch_sizes": [3, 3]}, "batch sizes"),
        (packed, first, weights, {"batch_sizes": [7, 8]}, "do not grow"),
    ]
    for x_given, states, given, options, message in wrong:
        with pytest.raises(IvyValueError, match=message):
            ivy.lstm(x_given, states, given, *rest, **options)
    with pytest.raises(IvyValueError, match="dropout 1.5"):
        ivy.lstm(x, first, weights, 1, 1.5, True, False)
    with pytest.raises(IvyValueError, match="0 layers"):
        ivy.lstm(x, first, weights, 0, 0.0, True, False)
    whole = [ivy.astype(w, "int64") for w in weights]
    with pytest.raises(IvyTypeError, match="int64"):
        ivy.lstm(ivy.astype(x, "int64"), None, whole, *rest)


def test_lstm_update(backend, assert_matches):
    network = module("lstm")
    states = states_of(network)
    y, h, c = numbers(reference(network, torch.from_numpy(X), states))
    w_ih, w_hh, b_ih, b_hh = weights_of(network)
    arrays = (states[0][0].numpy(), states[1][0].numpy(), w_ih.T.copy(), w_hh.T.copy())
    given = list(map(ivy.asarray, arrays))
    biases = {"bias": ivy.asarray(b_ih), "recurrent_bias": ivy.asarray(b_hh)}
    found, last = ivy.lstm_update(ivy.asarray(X), *given, **biases, time_major=True)
    assert_matches((found, *last), (y, h[0], c[0]), rtol=1e-10)
    turned = ivy.asarray(np.swapaxes(X, 0, 1).copy())
    found, last = ivy.lstm_update(turned, *given, **biases)
    assert_matches((found, *last), (np.swapaxes(y, 0, 1), h[0], c[0]), rtol=1e-10)
    single = [each[0] if at < 2 else each for at, each in enumerate(given)]
    found, last = ivy.lstm_update(turned[0], *single, **biases)  # without batches
    assert_matches((found, last[0]), (y[:, 0], h[0, 0]), rtol=1e-10)
    summed = ivy.lstm_update(turned, *given, bias=ivy.asarray(b_ih + b_hh))[0]
    assert_matches(summed, np.swapaxes(y, 0, 1), rtol=1e-10)
    for x in (turned[:2], turned[0], turned[..., :2]):
        with pytest.raises(IvyValueError, match="lstm"):
            ivy.lstm_update(x, *given)


# a function for each time


def step(x, states):
    """Return the entry scaled by the last state plus a constant, and two new states."""
    total, count, *constants = states
    y = x * count + total + sum(constants)
    return y, [total + x, count + 1.0]


def stepped(x, states, mask=None, constants=(), zero=False):
    """Return what Keras's loop gives, of NumPy arrays with time first."""
    outputs, before = [], np.zeros_like(x[0])
    for t in range(len(x)):
        y, new = step(x[t], [*states, *constants])
        if mask is not None:
            m = mask[t].reshape(-1, 1)
            y = np.where(m, y, 0 * y if zero else before)
            new = [np.where(m, a, b) for a, b in zip(new, states, strict=True)]
        outputs.append(y)
        before, states = y, new
    return outputs[-1], np.stack(outputs), states


STATES = [np.ones((B, F)), np.full((B, 1), 2.0)]
MASK = np.array([[0, 1, 1], [1, 1, 0], [1, 0, 0], [0, 1, 1], [1, 1, 0]], bool)


@pytest.mark.parametrize("time_major", [True, False])
@pytest.mark.parametrize("masked", ["", "repeat", "zero"])
def test_rnn(backend, assert_matches, time_major, masked):
    turn = (lambda a: a) if time_major else (lambda a: np.swapaxes(a, 0, 1).copy())
    states = [ivy.asarray(s) for s in STATES]
    constants = [np.full((F,), 0.5)]
    options = {"time_major": time_major, "constants": [ivy.asarray(c) for c in constants]}
    if masked:
        options |= {"mask": ivy.asarray(turn(MASK)), "zero_output_for_mask": masked == "zero"}
    mask = MASK if masked else None
    for backwards in (False, True):
        order = slice(None, None, -1 if backwards else 1)
        ordered = None if mask is None else mask[order]
        last, y, new = stepped(X[order], STATES, ordered, constants, masked == "zero")
        for unroll in (False, True):
            found = ivy.rnn(
                step, ivy.asarray(turn(X)), states, go_backwards=backwards, unroll=unroll, **options
            )
            assert_matches(found, (last, turn(y), new))
    last, y, _ = stepped(
        X[:3], STATES, None if mask is None else mask[:3], constants, masked == "zero"
    )
    found = ivy.rnn(
        step, ivy.asarray(turn(X)), states, input_length=3, return_all_outputs=False, **options
    )
    assert_matches(found[:2], (last, turn(y[-1:])))


def test_rnn_of_several_lengths(backend, assert_matches):
    lengths = [4, 1, 2]
    mask = np.arange(4)[:, None] < np.array(lengths)
    expected = stepped(X[:4], STATES, mask)
    states = [ivy.asarray(s) for s in STATES]
    found = ivy.rnn(step, ivy.asarray(X), states, input_length=lengths, time_major=True)
    assert_matches(found, expected)
    options = {"mask": ivy.asarray(np.ones((T, B, 1), bool)), "input_length": lengths}
    assert_matches(ivy.rnn(step, ivy.asarray(X), states, time_major=True, **options), expected)


def test_rnn_of_nests(backend, assert_matches):
    def summed(x, states):
        total = states[0] - x
        return {"total": total, "pair": (x, total)}, [total]

    states = [ivy.asarray(STATES[0])]
    last, outputs, states = ivy.rnn(summed, ivy.asarray(X), states, time_major=True)
    expected = 1 + np.cumsum(-X, 0)
    assert_matches(outputs["total"], expected)
    assert_matches(last["pair"], (X[-1], expected[-1]))
    assert_matches(states[0], expected[-1])


def test_rnn_compiled(backend, assert_matches, compiled):
    def function(x, mask):
        states = [ivy.asarray(s) for s in STATES]
        last, outputs, states = ivy.rnn(step, x, states, mask=mask, time_major=True)
        return [last, outputs, *states]

    last, y, new = stepped(X, STATES, MASK)
    assert_matches(compiled(function, X, MASK), (last, y, *new))


def test_rnn_errors(backend):
    x, states = ivy.asarray(X), [ivy.asarray(s) for s in STATES]
    for options, message in (
        ({"mask": ivy.asarray(MASK)}, "mask"),
        ({"input_length": 6}, "lengths"),
        ({"input_length": [1, 2]}, "lengths"),
        ({"input_length": 0}, "no times"),
    ):
        with pytest.raises(IvyValueError, match=message):
            ivy.rnn(
                step,
                ivy.asarray(np.swapaxes(X, 0, 1)),
                states,
                **options | {"time_major": "mask" in options},
            )
    with pytest.raises(IvyValueError, match="returned 1 states"):
        ivy.rnn(lambda x, states: (x, states[:1]), x, states, time_major=True)
    with pytest.raises(IvyValueError, match="axis of batches"):
        ivy.rnn(step, x[0, 0], states)


@pytest.mark.parametrize("lengths", [(7, 1), (2, 3)])
def test_networks_of_other_lengths(backend, assert_matches, lengths):
    """Lengths, of sequences and of batches, change from call to call."""
    network = module("gru")
    x = np.random.default_rng(2).normal(size=(*lengths, F))
    states = states_of(network, lengths[1])
    expected = numbers(reference(network, torch.from_numpy(x), states))
    found = ivy.gru(ivy.asarray(x), *arguments(network, states))
    assert_matches(found, expected, rtol=1e-10, atol=1e-12)
