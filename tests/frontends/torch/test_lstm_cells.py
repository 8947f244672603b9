"""Cells of long short-term memory: values, gradients and second gradients, against PyTorch's."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
from frontends.torch.operations import host_forms, recurrent_steps

SIZES = {"small": (3, 2, 4), "one feature": (6, 1, 51), "no small one": (64, 128, 160)}
USED = {
    "both": lambda h, c: (h * h).sum() + (c * 3).sum(),
    "the state": lambda h, c: (h * h).sum(),
    "the cell": lambda h, c: (c * c).sum(),
}


@pytest.fixture(autouse=True)
def grads(backend):
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")


def _values(size: str, dtype=np.float64) -> list[np.ndarray]:
    batch, features, hidden = SIZES[size]
    draws = np.random.default_rng(7)
    shapes = [(batch, features), (batch, hidden), (batch, hidden), (4 * hidden, features)]
    shapes += [(4 * hidden, hidden), (4 * hidden,), (4 * hidden,)]
    return [draws.normal(size=shape).astype(dtype) * 0.5 for shape in shapes]


def _step(t, tensors, bias: bool):
    x, h, c, *weights = tensors
    return t.lstm_cell(x, (h, c), *(weights if bias else weights[:2]))


def _gradients(t, values, bias, used, steps: int) -> list[np.ndarray]:
    tensors = [t.tensor(value, requires_grad=True) for value in values]
    x, h, c, *weights = tensors
    for _ in range(steps):
        h, c = _step(t, [x, h, c, *weights], bias)
    USED[used](h, c).backward()
    given = [x.grad for x in tensors]
    return [h, c, *[each for each in given if each is not None]]


def _assert_close(found, expected, tolerance):
    assert len(found) == len(expected)
    for a, b in zip(found, expected, strict=True):
        assert str(a.dtype) == str(b.dtype)
        np.testing.assert_allclose(
            a.detach().numpy(), b.detach().numpy(), rtol=tolerance, atol=tolerance
        )


@pytest.mark.parametrize("used", USED)
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_gradients(size, bias, used):
    values = _values(size)
    steps = 1 if size == "no small one" else 4
    _assert_close(*[_gradients(t, values, bias, used, steps) for t in (ours, real)], 1e-11)


def test_single_precision():
    values = _values("one feature", np.float32)
    _assert_close(*[_gradients(t, values, True, "both", 3) for t in (ours, real)], 1e-5)


@pytest.mark.parametrize("wanted", [[0], [1, 2], [2], [3], [4, 6], [0, 1, 2, 3, 4, 5, 6]])
def test_gradients_of_some(wanted):
    found = []
    for t in (ours, real):
        tensors = [t.tensor(value) for value in _values("small")]
        for at in wanted:
            tensors[at].requires_grad_()
        USED["both"](*_step(t, tensors, True)).backward()
        assert [at for at, x in enumerate(tensors) if x.grad is not None] == wanted
        found.append([tensors[at].grad for at in wanted])
    _assert_close(*found, 1e-12)


def test_gradients_of_gradients():
    found = []
    for t in (ours, real):
        tensors = [t.tensor(value, requires_grad=True) for value in _values("small")]
        h, c = _step(t, tensors, True)
        h, c = _step(t, [tensors[0], h, c, *tensors[3:]], True)
        first = t.autograd.grad((h * h).sum() + (c**3).sum(), tensors, create_graph=True)
        sum((each * each).sum() for each in first).backward()
        found.append([*first, *[x.grad for x in tensors]])
    _assert_close(*found, 1e-10)


def test_a_graph_is_run_twice():
    found = []
    for t in (ours, real):
        tensors = [t.tensor(value, requires_grad=True) for value in _values("small")]
        loss = USED["both"](*_step(t, tensors, True))
        loss.backward(retain_graph=True)
        loss.backward()
        with pytest.raises(RuntimeError, match="second time"):
            loss.backward()
        found.append([x.grad for x in tensors])
    _assert_close(*found, 1e-12)


def test_gradients_share_no_memory():
    tensors = [ours.tensor(value, requires_grad=True) for value in _values("small")]
    USED["both"](*_step(ours, tensors, True)).backward()
    before = tensors[6].grad.clone()
    tensors[5].grad.add_(1.0)
    assert ours.equal(tensors[6].grad, before)


def test_what_was_written_to_is_refused():
    for t in (ours, real):
        tensors = [t.tensor(value, requires_grad=True) for value in _values("small")]
        h, c = _step(t, tensors, True)
        loss = (h * h).sum() + c.sum()
        with t.no_grad():
            tensors[3].add_(1.0)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            loss.backward()


def test_extreme_values():
    found = []
    for t in (ours, real):
        values = _values("small")
        values[0][0], values[0][1], values[0][2, 0] = 1e4, -1e4, np.nan
        with np.errstate(over="raise"):
            found.append(_step(t, [t.tensor(value) for value in values], True))
    _assert_close(*found, 1e-12)


def test_evaluation_and_hooks_on_what_is_saved():
    found = []
    for t in (ours, real):
        cell = t.nn.LSTMCell(2, 4, dtype=t.float64)
        with t.no_grad():
            for x, value in zip(cell.parameters(), _values("small")[3:], strict=True):
                x.copy_(t.tensor(value))
            x, h, c = map(t.tensor, _values("small")[:3])
            state = cell(x, (h, c))
            state = cell(x[0], (h[0], c[0])) + state
        with t.autograd.graph.saved_tensors_hooks(lambda x: x * 2, lambda x: x / 2):
            sum(cell(x)).sum().backward()
        found.append([*state, *[each.grad for each in cell.parameters()]])
    _assert_close(*found, 1e-12)


@pytest.mark.parametrize("wanted", [[0], [1], [2], [0, 1, 2]])
@pytest.mark.parametrize("shape", [(5, 3), (2, 5, 3), (2, 1, 0, 3), (3,)])
def test_gradients_of_what_reads_a_state(shape, wanted):
    found = []
    for t in (ours, real):
        draws = np.random.default_rng(3)
        tensors = [t.tensor(draws.normal(size=size)) for size in (shape, (4, 3), (4,))]
        for at in wanted:
            tensors[at].requires_grad_()
        made = t.nn.functional.linear(*tensors)
        (made * made).sum().backward()
        found.append([made, *[tensors[at].grad for at in wanted]])
    _assert_close(*found, 1e-12)


def test_an_evaluation_has_no_graph():
    cell = ours.nn.LSTMCell(2, 4)
    x, h = ours.ones(3, 2), ours.zeros(3, 4)
    with ours.no_grad():
        made = cell(x, (h, h))
    assert not any(each.requires_grad for each in made)
    assert all(each.requires_grad for each in cell(x, (h, h)))
    with pytest.raises(RuntimeError), ours.no_grad():
        cell(ours.ones(3, 5), (h, h))


def test_what_was_pickled_is_computed_by_numpy_too():
    # its dtype is an object of its own, equal to float64
    values = [pickle.loads(pickle.dumps(value)) for value in _values("small")[:1]]
    values += _values("small")[1:]
    made = recurrent_steps.lstm_step(*values)
    np.testing.assert_array_equal(made[0], recurrent_steps.lstm_step(*_values("small"))[0])
    assert host_forms.linear(values[0], values[3], values[5]) is not NotImplemented


def _loss_of_steps(t, tensors, steps: int, at_step=None):
    x, h, c, *weights = tensors
    for step in range(steps):
        h, c = t.lstm_cell(x, (h, c), *weights)
        if at_step is not None:
            at_step(step, h, c)
    return USED["both"](h, c)


def _shared(values: list) -> list:
    """Return values of which the two weights have one shape, as have input and state."""
    return [values[1], *values[1:3], values[4], *values[4:]]


def _grads_of(tensors: list) -> list:
    return [x.grad for x in tensors if x.grad is not None]


def _with_a_penalty(t, tensors):
    loss = _loss_of_steps(t, tensors, 4) + (tensors[4] ** 2).sum()
    loss.backward()
    return _grads_of(tensors)


def _with_one_weight_for_both(t, tensors):
    tensors[4] = tensors[3]
    tensors[6] = tensors[5]
    _loss_of_steps(t, tensors, 4).backward()
    return _grads_of(tensors[:6])


def _of_computed_weights(t, tensors):
    given = [*tensors[:3], tensors[3] * 2, *tensors[4:]]
    _loss_of_steps(t, given, 3).backward()
    return _grads_of(tensors)


def _as_returned(t, tensors):
    return list(
        t.autograd.grad(_loss_of_steps(t, tensors, 4), [tensors[4], tensors[6], tensors[1]])
    )


def _with_hooks(t, tensors):
    seen = []
    tensors[3].register_hook(lambda grad: grad * 2)
    tensors[5].register_hook(lambda grad: seen.append(grad.clone()))
    _loss_of_steps(t, tensors, 4).backward()
    return [*seen, *_grads_of(tensors)]


def _with_a_pass_within(t, tensors):
    def run_another(grad):
        inner = [x.detach().requires_grad_() for x in tensors[:3]]
        with t.enable_grad():
            _loss_of_steps(t, [*inner, *tensors[3:]], 2).backward()

    def hook_in(step, h, c):
        if step == 1:
            h.register_hook(run_another)

    _loss_of_steps(t, tensors, 4, hook_in).backward()
    return _grads_of(tensors)


def _with_states_written_to(t, tensors):
    def write(step, h, c):
        h.mul_(0.5)
        c.add_(1.0)

    _loss_of_steps(t, tensors, 3, write).backward()
    return _grads_of(tensors)


def _in_two_batches(t, tensors):
    x, h, c, *weights = tensors
    more = [t.cat([each.detach()] * 2) for each in (x, h, c)]
    (_loss_of_steps(t, tensors, 3) + _loss_of_steps(t, [*more, *weights], 2)).backward()
    return _grads_of(tensors)


def _in_many_steps(t, tensors):
    _loss_of_steps(t, tensors, 40).backward()
    return _grads_of(tensors)


@pytest.mark.parametrize(
    "run",
    [
        _with_a_penalty, _with_one_weight_for_both, _of_computed_weights, _as_returned,
        _with_hooks, _with_a_pass_within, _with_states_written_to, _in_two_batches,
        _in_many_steps,
    ],
)  # fmt: skip
def test_gradients_of_weights_that_steps_share(run, monkeypatch):
    if run is _in_many_steps:  # added up now and then
        monkeypatch.setattr("frontends.torch.autograd.weight_sums.ELEMENTS_OF_STEPS_KEPT", 100)
    found = []
    for t in (ours, real):
        values = _values("small")
        if run is _with_one_weight_for_both:
            values = _shared(values)
        tensors = [t.tensor(value, requires_grad=True) for value in values]
        for _ in range(2):  # the second time by what the first one has left
            for x in tensors:
                x.grad = None
            given = list(tensors)
            result = run(t, given)
            if run is _with_hooks:
                break
        found.append(result)
    _assert_close(*found, 1e-11)


@pytest.mark.parametrize("is_normed", [False, True])
@pytest.mark.parametrize("bias", [True, False])
def test_passes_of_a_model_that_steps_through_a_sequence(bias, is_normed):
    found = []
    for t in (ours, real):
        t.manual_seed(0)
        cell = t.nn.LSTMCell(2, 4, bias=bias, dtype=t.float64)
        if is_normed:
            t.nn.utils.parametrizations.weight_norm(cell, "weight_hh")
        x = t.tensor(np.random.default_rng(5).normal(size=(2, 3, 6))).permute(2, 1, 0)
        results = []
        for _ in range(4):
            cell.zero_grad()
            h = c = t.zeros(3, 4, dtype=t.float64)
            for each in x:
                h, c = cell(each, (h, c))
                h *= 0.9
            one = cell(x[0, 0], (h[0], c[0]))
            with t.no_grad():
                two = cell(x[0], (h, c))
            ((h * h).sum() + one[0].sum()).backward()
            with t.no_grad():
                for weight in cell.parameters():
                    weight -= 0.1 * weight.grad
            results += [h, c, *one, *two, *[w.grad.clone() for w in cell.parameters()]]
        found.append(results)
    _assert_close(*found, 1e-11)


def test_what_a_cell_refuses():
    for t in (ours, real):
        cell = t.nn.LSTMCell(2, 4)
        x, h = t.ones(3, 2), t.zeros(3, 4)
        for _ in range(3):
            cell(x, (h, h))[0].sum().backward()
        with pytest.raises(ValueError, match="1D or 2D"):
            cell(t.ones(1, 3, 2), (h, h))
        for state in ((t.zeros(2, 4), h), (h, t.zeros(3, 5)), (t.zeros(3, 5), h)):
            with pytest.raises(RuntimeError):
                cell(x, state)
