"""Training steps of PyTorch's API as one program: what they leave behind is what PyTorch leaves.

Forward, backward and the optimizer's step are compiled together on JAX; losses, parameters and
buffers are compared with real PyTorch over several steps, flags and versions with the frontend
itself run eagerly.
"""

from __future__ import annotations

import numpy as np
import pytest
import torch as real
import torch.utils.checkpoint

import frontends.torch as ours
import ivy_core as ivy

COMPILES = {"jax"}
STEPS = 5


@pytest.fixture(autouse=True)
def differentiates(backend):
    if backend == "numpy":
        pytest.skip("numpy: computes no gradients")


def strict(step, backend):
    """Compile a step, which must not run eagerly where programs have gradients."""
    return ivy.compile(step, fallback="raise" if backend in COMPILES else "silent")


def perceptron(torch):
    nn = torch.nn
    return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.LayerNorm(8), nn.Linear(8, 3))


def single(torch):
    """Make a layer alone, where the model matters least: it is traced and compiled quickest."""
    return torch.nn.Sequential(torch.nn.Linear(6, 3))


def normalized(torch):
    return torch.nn.Sequential(torch.nn.Linear(6, 3), torch.nn.BatchNorm1d(3))


def filtering(torch):
    """Make a model with filters of which XLA computes steps as vectors, and with draws."""
    nn = torch.nn
    image = nn.Sequential(nn.Linear(6, 64), nn.Dropout(0.2), nn.Unflatten(1, (16, 2, 2)))
    filters = nn.Conv2d(16, 32, 3, padding=1)
    return nn.Sequential(image, filters, nn.Tanh(), nn.Flatten(), nn.Linear(128, 3))


class _Recurrent:
    """A recurrent network over six numbers in three steps; made for either framework."""

    def __new__(cls, torch):
        class Recurrent(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.cells = torch.nn.GRU(2, 4, batch_first=True, bidirectional=True)
                self.out = torch.nn.Linear(8, 3)

            def forward(self, x):
                return self.out(self.cells(x.view(-1, 3, 2))[0][:, -1])

        return Recurrent()


def frozen(torch):
    model = perceptron(torch)
    for parameter in model[0].parameters():
        parameter.requires_grad_(False)
    return model


class _Tied:
    """Two layers of one weight; made for either framework."""

    def __new__(cls, torch):
        class Tied(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.first = torch.nn.Linear(6, 6)
                self.second = torch.nn.Linear(6, 6, bias=False)
                self.second.weight = self.first.weight
                self.out = torch.nn.Parameter(torch.randn(3, 6))

            def forward(self, x):
                return self.second(self.first(x).tanh()) @ self.out.t()

        return Tied()


def adamw(torch, parameters):
    return torch.optim.AdamW(parameters, lr=0.02, weight_decay=0.1)


def amsgrad(torch, parameters):
    return torch.optim.Adam(parameters, lr=0.02, amsgrad=True)


def sgd(torch, parameters):
    return torch.optim.SGD(parameters, lr=0.1, momentum=0.9, weight_decay=0.01)


def plain_step(torch, model, optimizer):
    def step(x, wanted):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), wanted)
        loss.backward()
        optimizer.step()
        return loss

    return step


def keeping_zeros(torch, model, optimizer):
    def step(x, wanted):
        optimizer.zero_grad(set_to_none=False)
        loss = torch.nn.functional.cross_entropy(model(x), wanted)
        loss.backward()
        optimizer.step()
        return loss

    return step


def accumulating(torch, model, optimizer):
    def step(x, wanted):
        loss = torch.nn.functional.cross_entropy(model(x), wanted)
        loss.backward()
        optimizer.step()
        return loss

    return step


def clearing_at_the_end(torch, model, optimizer):
    def step(x, wanted):
        loss = torch.nn.functional.cross_entropy(model(x), wanted)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        optimizer.zero_grad()
        return loss, norm

    return step


def batches(torch, count=STEPS):
    torch.manual_seed(1)
    return [(torch.randn(16, 6), torch.randint(0, 3, (16,))) for _ in range(count)]


def trained(torch, make_model, make_optimizer, make_step, convert=lambda step: step):
    """Return what a few steps give and leave: losses, tensors of the model, facts of gradients."""
    torch.manual_seed(0)
    model = make_model(torch)
    optimizer = make_optimizer(torch, model.parameters())
    step = convert(make_step(torch, model, optimizer))
    losses, facts = [], []
    for x, wanted in batches(torch):
        before = [p.grad for p in model.parameters()]
        found = step(x, wanted)
        losses.append([each.item() for each in (found if isinstance(found, tuple) else (found,))])
        for p, grad in zip(model.parameters(), before, strict=True):
            same = grad is not None and p.grad is grad
            facts.append((p.grad is None, same, p.requires_grad, p.is_leaf, p.grad_fn is None))
    tensors = [*model.state_dict().values(), *[p.grad for p in model.parameters()]]
    for state in optimizer.state.values():
        tensors += [x for x in state.values() if hasattr(x, "detach")]
    return losses, [None if x is None else x.detach().numpy() for x in tensors], facts


CASES = {
    "AdamW": (perceptron, adamw, plain_step),
    "SGD": (perceptron, sgd, plain_step),
    "accumulated gradients": (perceptron, adamw, accumulating),
    "zeros in place of None": (perceptron, sgd, keeping_zeros),
    "clipped, cleared at the end": (perceptron, amsgrad, clearing_at_the_end),
    "buffers of BatchNorm": (normalized, sgd, plain_step),
    "frozen parameters": (frozen, adamw, plain_step),
    "filters, clipped": (filtering, amsgrad, clearing_at_the_end),
    "tied weights": (_Tied, adamw, plain_step),
    "recurrent, accumulated": (_Recurrent, sgd, accumulating),
}


@pytest.mark.parametrize("case", CASES)
def test_steps_are_those_of_pytorch(backend, case):
    wanted = trained(real, *CASES[case])
    found = trained(ours, *CASES[case], lambda step: strict(step, backend))
    np.testing.assert_allclose(found[0], wanted[0], rtol=2e-5, atol=1e-6)
    assert len(found[1]) == len(wanted[1])
    for one, other in zip(found[1], wanted[1], strict=True):
        assert (one is None) == (other is None)
        if other is not None:
            assert one.dtype == other.dtype
            np.testing.assert_allclose(one, other, rtol=2e-4, atol=2e-5)
    assert found[2] == wanted[2]


def looking_at_values(torch, model, optimizer):
    """As models of libraries do, which ask first whether they are being compiled."""

    def step(x, wanted):
        if not torch.compiler.is_compiling() and bool((wanted < 0).any()):
            raise ValueError("a class below zero")
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), wanted)
        loss.backward()
        optimizer.step()
        return loss

    return step


def test_a_step_that_asks_whether_it_is_compiled(backend):
    wanted = trained(real, single, sgd, looking_at_values)
    found = trained(ours, single, sgd, looking_at_values, lambda step: strict(step, backend))
    np.testing.assert_allclose(found[0], wanted[0], rtol=2e-5, atol=1e-6)
    assert ours.compiler.is_compiling() is False


@pytest.mark.parametrize("backend", sorted(COMPILES), indirect=True)
def test_a_recurrent_network_runs_once_forward_and_once_backward(backend):
    torch = ours
    network = torch.nn.LSTM(2, 4)
    x = torch.randn(5, 3, 2, requires_grad=True)

    def step(x):
        return torch.autograd.grad(network(x)[0].sum(), x)[0]

    text = strict(step, backend).explain(x, stage="hlo")
    assert text.count("stablehlo.while") == 2
    frozen_network = network.requires_grad_(False)

    def twice(x):
        outputs = frozen_network(x)[0]
        first = torch.autograd.grad(outputs.sum(), x, retain_graph=True)[0]
        (second,) = torch.autograd.grad(outputs.square().sum(), x)
        return first, second, outputs.detach()

    expected = [each.numpy() for each in twice(x)]
    for found, wanted in zip(strict(twice, backend)(x), expected, strict=True):
        np.testing.assert_allclose(found.numpy(), wanted, rtol=2e-5, atol=1e-6)


def test_a_state_that_goes_on_from_step_to_step(backend):
    """As a recurrent network's: each step is given what the last returned, and detaches it."""

    def states(torch):
        for kind in (0, 1, 1, 1, 1, 1, 2, 1, 1, 0, 1, 3, 1):
            begin = torch.linspace(0.0, 1.0, 12).reshape(1, 3, 4)
            cell = begin.clone().requires_grad_(kind == 2)
            if kind == 3:
                cell = cell.clone().requires_grad_() * 2.0
                cell.sum().backward()
            yield None if kind == 1 else (begin, cell)

    def losses(torch, convert):
        torch.manual_seed(0)
        network = torch.nn.LSTM(2, 4)

        def step(x, held):
            network.zero_grad()
            outputs, held = network(x, tuple([each.detach() for each in held]))
            loss = (outputs - x.sum()).square().mean()
            loss.backward()
            for p in network.parameters():
                p.data.add_(p.grad, alpha=-0.1)
            return loss, held

        step = convert(step)
        held, found, words = (
            None,
            [],
            torch.linspace(-1.0, 1.0, 40).reshape(20, 1, 2).repeat(1, 3, 1),
        )
        for at, begin in enumerate(states(torch)):
            held = begin or held
            loss, held = step(words[at : at + 4], held)
            found += [loss.item(), held[1].sum().item(), held[0].requires_grad]
            if at == 5 and torch is ours and backend in COMPILES:
                assert step._repeat is not None
        return found

    wanted = losses(real, lambda step: step)
    np.testing.assert_allclose(losses(ours, lambda step: strict(step, backend)), wanted, rtol=2e-5)


def facts_of(x):
    return x._version, x.requires_grad, x.is_leaf, x.grad_fn is None, x.grad is None


@pytest.mark.parametrize("make_step", [plain_step, keeping_zeros, clearing_at_the_end])
def test_versions_are_those_of_the_eager_step(backend, make_step):
    seen = []
    for convert in (lambda step: step, lambda step: strict(step, backend)):
        ours.manual_seed(0)
        model = normalized(ours)
        optimizer = adamw(ours, model.parameters())
        step = convert(make_step(ours, model, optimizer))
        for batch in batches(ours, 4):
            step(*batch)
        tensors = [*model.parameters(), *model.buffers()]
        tensors += [p.grad for p in model.parameters() if p.grad is not None]
        seen.append([facts_of(x) for x in tensors])
    assert seen[1] == seen[0]


def test_what_a_step_returns(backend):
    ours.manual_seed(0)
    model = single(ours)
    step = strict(plain_step(ours, model, adamw(ours, model.parameters())), backend)
    for batch in batches(ours, 3):
        loss = step(*batch)
    assert loss.requires_grad and not loss.is_leaf
    assert loss.grad_fn.name() == "NllLossBackward0"
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        loss.backward()
    assert not loss.detach().requires_grad
    assert loss.detach().item() == loss.item()


def written_and_detached(layer, x):
    y = ours.tanh(layer(x))
    y.mul_(2)
    return y.detach().view(-1), y.detach()


def detached_at_once(layer, x):
    return (layer(x).relu().detach(),)


@pytest.mark.parametrize("backend", sorted(COMPILES), indirect=True)
@pytest.mark.parametrize("function", [written_and_detached, detached_at_once])
def test_what_detach_shows_comes_out_without_the_graph(backend, function):
    layer, x = ours.nn.Linear(3, 2), ours.ones(2, 3)
    outcomes = []
    for call in (function, *[strict(function, backend)] * 3):
        found = call(layer, x)
        seen = [(*facts_of(each), each._base is None, each.shape) for each in found]
        values = [each.numpy().copy() for each in found]
        found[-1].add_(1.0)  # both show one memory
        seen.append([each._version for each in found])
        outcomes.append((seen, values, [each.numpy() for each in found]))
    for seen, *values in outcomes[1:]:
        assert seen == outcomes[0][0]
        for made, wanted in zip(values, outcomes[0][1:], strict=True):
            for one, other in zip(made, wanted, strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-6)


def test_what_detach_shows_does_not_come_out_beside_its_graph(backend):
    layer, x = ours.nn.Linear(3, 2), ours.ones(2, 3)

    def both(layer, x):
        y = layer(x).tanh()
        return y.detach(), y

    compiled = ivy.compile(both, backend=backend, fallback="silent")
    for _ in range(3):
        shown, y = compiled(layer, x)
        assert y.requires_grad and not shown.requires_grad
        assert ours.autograd.grad(y.sum(), layer.bias)[0].shape == (2,)


def test_a_graph_with_a_function_of_the_users_comes_out_once_it_has_run(backend):
    class Doubled(ours.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    weight = ours.ones(3, requires_grad=True)

    def step(x):
        loss = Doubled.apply((weight * x).exp()).sum()
        loss.backward()
        return loss

    step = strict(step, backend)
    for count in (1, 2, 3):
        loss = step(ours.zeros(3) + 1)
        np.testing.assert_allclose(weight.grad.tolist(), [2 * np.e * count] * 3, rtol=1e-6)
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        loss.backward()


@pytest.mark.parametrize("name", ["StepLR", "OneCycleLR"])
def test_a_learning_rate_that_changes_compiles_no_more(backend, name):
    def losses(torch, convert):
        torch.manual_seed(0)
        model = single(torch)
        optimizer = adamw(torch, model.parameters())
        schedules = torch.optim.lr_scheduler
        if name == "StepLR":
            schedule = schedules.StepLR(optimizer, 1, 0.5)
        else:  # which changes the first of Adam's betas too
            schedule = schedules.OneCycleLR(optimizer, 0.1, total_steps=10)
        step = convert(plain_step(torch, model, optimizer))
        found = []
        for batch in batches(torch, 8):
            found.append(step(*batch).item())
            schedule.step()
        return found, step

    found, step = losses(ours, lambda step: strict(step, backend))
    np.testing.assert_allclose(found, losses(real, lambda step: step)[0], rtol=2e-5)
    if backend in COMPILES:
        assert step.cache_info().misses <= 3
        assert step.cache_info().hits >= 5


def nothing(torch, model, optimizer):
    pass


def evaluate(torch, model, optimizer):
    model.eval()


def freeze(torch, model, optimizer):
    model[0].weight.requires_grad_(False)


def halve(torch, model, optimizer):
    with torch.no_grad():
        model[0].weight.mul_(0.5)


def load(torch, model, optimizer):
    model.load_state_dict({k: v * 0.5 for k, v in model.state_dict().items()})


def other_data(torch, model, optimizer):
    model[0].weight.data = model[0].weight.detach() * 0.5


def fewer_units(torch, model, optimizer):
    optimizer.state.clear()
    for parameter in (model[3].weight, model[3].bias):
        parameter.grad = None
        parameter.data = parameter.detach()[:3].clone()


def give_gradient(torch, model, optimizer):
    model[3].bias.grad = torch.ones(4)


def register_buffer(torch, model, optimizer):
    model[1].register_buffer("running_mean", torch.ones(8))


def add_group(torch, model, optimizer):
    optimizer.add_param_group({"params": [model[0].bias], "lr": 0.01})


def change_option(torch, model, optimizer):
    optimizer.param_groups[0]["momentum"] = 0.5
    optimizer.param_groups[0]["nesterov"] = True


def double(torch, model, optimizer):
    model.double()
    optimizer.state.clear()
    for parameter in model.parameters():
        parameter.grad = None


def set_default(torch, model, optimizer):
    torch.set_default_dtype(torch.float64)


def rename(torch, model, optimizer):
    state = optimizer.state[model[3].bias]
    state["another"] = state.pop("momentum_buffer")


def show_transposed(torch, model, optimizer):
    model[3].weight.data = model[3].weight.detach().flip(0)[:]


CHANGES = (
    nothing, evaluate, freeze, halve, load, other_data, fewer_units, give_gradient,
    register_buffer, add_group, change_option, double, set_default, rename, show_transposed,
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_changes_between_steps_are_seen(backend, change):
    """A call after a change is no repetition of the one before."""

    def losses(torch, convert):
        torch.manual_seed(0)
        nn = torch.nn
        model = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.Tanh(), nn.Linear(8, 4))
        # not Adam: the gradient of a bias before BatchNorm is nothing but rounding, of which Adam
        # makes steps of full size
        optimizer = sgd(torch, [p for p in model.parameters() if p is not model[0].bias])
        step = convert(accumulating(torch, model, optimizer))
        found, known = [], batches(torch, 8)
        try:
            for at, (x, wanted) in enumerate(known):
                if at == 5:
                    change(torch, model, optimizer)
                found.append(step(x.to(model[0].weight.dtype), wanted).item())
        finally:
            torch.set_default_dtype(torch.float32)
        return found

    found = losses(ours, lambda step: strict(step, backend))
    np.testing.assert_allclose(found, losses(real, lambda step: step), rtol=1e-4)


def test_parameters_are_frozen_and_learnt_again_between_steps(backend):
    def losses(torch, convert):
        torch.manual_seed(0)
        model = single(torch)
        step = convert(plain_step(torch, model, sgd(torch, model.parameters())))
        found = []
        for at, batch in enumerate(batches(torch, 12)):
            if at in (3, 7):
                model[0].weight.requires_grad_(at == 7)
            found += [step(*batch).item(), model[0].weight.grad is None]
        return found + model[0].weight.detach().flatten().tolist()

    found = losses(ours, lambda step: strict(step, backend))
    np.testing.assert_allclose(found, losses(real, lambda step: step), rtol=1e-4, atol=1e-7)


def test_hooks_of_modules_write_to_what_they_know(backend):
    def values(torch, convert):
        torch.manual_seed(0)
        seen, model = {}, single(torch)
        model[0].register_forward_hook(lambda *given: seen.update(out=given[2].detach()))
        step = convert(plain_step(torch, model, sgd(torch, model.parameters())))
        found = []
        for batch in batches(torch, 4):
            step(*batch)
            found.append(seen["out"].tolist())
        return found

    found = values(ours, lambda step: ivy.compile(step, fallback="silent"))
    np.testing.assert_allclose(found, values(real, lambda step: step), rtol=1e-4, atol=1e-6)


def test_views_of_parameters_see_each_step(backend):
    """A view that is made between steps shows what later steps write to its base."""

    def seen(torch, convert):
        torch.manual_seed(0)
        model = single(torch)
        step = convert(plain_step(torch, model, sgd(torch, model.parameters())))
        views, found = [], []
        for at, (x, wanted) in enumerate(batches(torch, 8)):
            step(x, wanted)
            if at in (3, 5):
                views += [model[0].weight.detach()[1:3], model[0].bias.detach()[::2]]
            found += [view.sum().item() for view in views]
        return found

    found = seen(ours, lambda step: strict(step, backend))
    np.testing.assert_allclose(found, seen(real, lambda step: step), rtol=1e-4)


def test_gradients_may_be_views_of_one_array(backend):
    def run(torch, compiled):
        torch.manual_seed(0)
        model = single(torch)
        flat = torch.zeros(21)
        model[0].weight.grad, model[0].bias.grad = flat[:18].view(3, 6), flat[18:]
        optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

        def step(x):
            flat.zero_()
            loss = model(x).square().sum()
            loss.backward()
            optimizer.step()
            return loss

        step = compiled(step)
        losses = [float(step(torch.ones(4, 6) * n)) for n in range(1, STEPS + 1)]
        return losses, flat.tolist()

    found = run(ours, lambda step: ivy.compile(step, fallback="silent"))
    expected = run(real, lambda step: step)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


def test_a_batch_that_is_a_part_of_another_array_is_written_to_there(backend):
    """Batches are arrays of their own at first, then slices; the step scales them in place."""

    def left(torch, convert):
        torch.manual_seed(0)
        model = single(torch)
        inner = plain_step(torch, model, sgd(torch, model.parameters()))

        def step(x, wanted):
            x.mul_(0.5)
            return inner(x, wanted)

        step, found = convert(step), []
        data = torch.randn(64, 6)
        for at, (_, wanted) in enumerate(batches(torch, 6)):
            x = data[at * 8 : at * 8 + 16]
            x = x.clone() if at < 3 else x
            if at == 5:
                x.sum().item()  # it has been read
            step(x, wanted)
            found += [x.sum().item(), data.sum().item()]
        return found

    found = left(ours, lambda step: strict(step, backend))
    np.testing.assert_allclose(found, left(real, lambda step: step), rtol=1e-4, atol=1e-4)


def test_batches_that_are_slices_share_a_program(backend):
    """A pass over a data set, part by part; it is written to, and another takes its place."""

    def losses(torch, convert):
        torch.manual_seed(0)
        model = single(torch)
        step = convert(plain_step(torch, model, adamw(torch, model.parameters())))
        data, wanted = torch.randn(48, 6), torch.randint(0, 3, (48,))
        found = []
        for turn in range(4):
            if turn == 2:
                data.mul_(0.5)
            if turn == 3:
                data = data.flip(0)
            for at in range(0, 48, 8):
                found.append(step(data[at : at + 8], wanted[at : at + 8]).item())
        return found, step

    found, step = losses(ours, lambda step: strict(step, backend))
    np.testing.assert_allclose(found, losses(real, lambda step: step)[0], rtol=1e-3)
    if backend in COMPILES:
        assert step.cache_info().misses <= 4


def test_another_batch_of_another_length_is_seen(backend):
    def losses(torch, convert):
        torch.manual_seed(0)
        model = single(torch)
        step = convert(plain_step(torch, model, sgd(torch, model.parameters())))
        found = []
        for at, (x, wanted) in enumerate(batches(torch, 8)):
            count = 9 if at == 5 else 16
            found.append(step(x[:count].clone(), wanted[:count].clone()).item())
        return found

    found = losses(ours, lambda step: strict(step, backend))
    np.testing.assert_allclose(found, losses(real, lambda step: step), rtol=1e-4)


def test_gradients_are_recorded_or_not(backend):
    def forward(x):
        return (model(x) ** 2).sum()

    model = single(ours)
    step = ivy.compile(forward, fallback="silent")
    x = batches(ours, 1)[0][0]
    with ours.no_grad():
        for _ in range(3):
            assert not step(x).requires_grad
    loss = step(x)  # a graph that is not run within the function: it has to stay alive
    loss.backward()
    assert loss.requires_grad and model[0].weight.grad is not None
    with ours.no_grad():
        assert not step(x).requires_grad


def test_a_hook_runs_in_each_call(backend):
    def step(x):
        loss = (model(x) ** 2).sum()
        loss.backward()

    model = single(ours)
    calls = []
    model[0].weight.register_hook(lambda grad: calls.append(1))
    step = ivy.compile(step, fallback="silent")
    x = batches(ours, 1)[0][0]
    for _ in range(3):
        step(x)
    assert len(calls) == 3


def test_item_of_a_traced_loss_is_a_number(backend):
    def step(x, wanted):
        optimizer.zero_grad()
        loss = ours.nn.functional.cross_entropy(model(x), wanted)
        loss.backward()
        optimizer.step()
        total.append(loss.item())
        total.pop(0)
        return loss.item()

    total = [0.0]
    model = single(ours)
    optimizer = sgd(ours, model.parameters())
    step = strict(step, backend)
    for batch in batches(ours, 3):
        found = step(*batch)
        assert type(found) is float and total == [found]
    assert 0 < found < 3


def drawing(torch, draw):
    def step(x):
        return x + draw(x)

    return step


DRAWS = {
    "rand": lambda x: ours.rand(3),
    "randn_like": ours.randn_like,
    "dropout": lambda x: ours.nn.functional.dropout(x, 0.5, True),
    "normal_": lambda x: ours.empty(3).normal_(),
    "generator": lambda x: ours.rand(3, generator=ours.default_generator),
    "a module": ours.nn.Dropout(0.5),
}


@pytest.mark.parametrize("name", DRAWS)
def test_random_numbers_are_never_constants(backend, name):
    step = ivy.compile(drawing(ours, DRAWS[name]), fallback="silent")
    plain = drawing(ours, DRAWS[name])
    x = ours.ones(3)
    found = []
    for function in (plain, step):
        ours.manual_seed(5)
        found.append([function(x).numpy() for _ in range(4)])
    np.testing.assert_allclose(found[1], found[0], rtol=1e-6)
    assert not np.array_equal(found[1][0], found[1][1])


class _Noisy:
    """Dropout, noise of its own, a mixture drawn by probabilities, and a part computed again."""

    def __new__(cls, torch):
        nn = torch.nn

        class Noisy(nn.Module):
            def __init__(self):
                super().__init__()
                self.first, self.out = nn.Linear(6, 8), nn.Linear(8, 3)
                self.dropout, self.again = nn.Dropout(0.5), nn.Dropout(0.2)

            def middle(self, x):
                return self.again(x.tanh()) + 0.1 * torch.randn_like(x)

            def forward(self, x):
                x = self.dropout(self.first(x))
                x = torch.utils.checkpoint.checkpoint(self.middle, x, use_reentrant=False)
                kept = torch.bernoulli(torch.full((16, 1), 0.7))
                return self.out(x * kept)

        return Noisy()


def test_random_numbers_of_a_step_are_those_of_pytorch(backend):
    def losses(torch, convert):
        torch.manual_seed(0)
        model = _Noisy(torch)
        optimizer = adamw(torch, model.parameters())
        step = convert(plain_step(torch, model, optimizer))
        torch.manual_seed(3)
        found = []
        for at in range(8):
            if at == 5:
                model.eval()
            if at == 6:
                model.train()
            found.append(step(torch.randn(16, 6), torch.randint(0, 3, (16,))).item())
        return [*found, *torch.rand(3).tolist()], step

    found, step = losses(ours, lambda step: strict(step, backend))
    np.testing.assert_allclose(found, losses(real, lambda step: step)[0], rtol=1e-4)
    if backend in COMPILES:
        assert step.cache_info().hits >= 3


SCALE = {"by": 1.0}


class _Scaled:
    def __new__(cls, torch):
        class Scaled(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = torch.nn.Linear(6, 3)

            def forward(self, x):
                return self.scaled(self.layer(x))

            def scaled(self, x):
                return x * SCALE["by"] + SCALE["tensor"]

        return Scaled()


def test_what_the_forward_of_a_module_finds_outside_is_no_constant(backend):
    def losses(torch, convert):
        torch.manual_seed(0)
        model = torch.nn.Sequential(_Scaled(torch))
        step = convert(plain_step(torch, model, sgd(torch, model.parameters())))
        SCALE["tensor"] = torch.zeros(3)
        found = []
        for at, batch in enumerate(batches(torch, 4)):
            SCALE["by"] = 1.0 if at < 2 else 0.5
            SCALE["tensor"] += at * torch.arange(3)
            found.append(step(*batch).item())
        return found

    found = losses(ours, lambda step: strict(step, backend))
    np.testing.assert_allclose(found, losses(real, lambda step: step), rtol=1e-5)


def test_two_models_take_turns(backend):
    """The state of an optimizer is kept by parameter: those of the call, not of the first one."""

    def training(torch, convert):
        torch.manual_seed(0)
        nn = torch.nn
        pairs = []
        for _ in range(2):
            layers = [nn.Linear(4, 4) for _ in range(5)]
            model = nn.Sequential(*layers)
            pairs.append((model, torch.optim.Adam(model.parameters(), lr=0.1)))

        def step(model, optimizer, x):
            optimizer.zero_grad()
            loss = (model(x) ** 2).sum()
            loss.backward()
            optimizer.step()
            return loss

        step, x = convert(step), torch.randn(3, 4)
        losses = [step(*pairs[at % 2], x).item() for at in range(8)]
        for model, optimizer in pairs:
            losses += [p.sum().item() for p in model.parameters()]
            losses += [optimizer.state[p]["exp_avg"].sum().item() for p in model.parameters()]
        return losses

    found = training(ours, lambda step: strict(step, backend))
    np.testing.assert_allclose(found, training(real, lambda step: step), rtol=2e-4, atol=1e-6)


@pytest.mark.parametrize("backend", sorted(COMPILES), indirect=True)
def test_the_step_that_makes_the_state_is_not_compiled(backend):
    import jax

    names = []

    def note(event, _seconds, **of):
        if event.endswith("/backend_compile_duration"):
            names.append(of.get("fun_name"))

    def losses(torch, convert):
        torch.manual_seed(0)
        model = single(torch)
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)

        def step(x):
            optimizer.zero_grad()
            loss = model(x).square().sum()
            loss.backward()
            optimizer.step()
            return loss

        step = convert(step)
        return [float(step(torch.ones(4, 6)).detach()) for _ in range(3)]

    jax.monitoring.register_event_duration_secs_listener(note)
    try:
        found = losses(ours, lambda step: strict(step, backend))
    finally:
        jax.monitoring.unregister_event_duration_listener(note)
    assert names.count("jit(run)") == 1, names
    np.testing.assert_allclose(found, losses(real, lambda step: step), rtol=1e-5)


@pytest.mark.parametrize("backend", sorted(COMPILES), indirect=True)
def test_an_evaluation_between_steps_makes_no_other_program(backend):
    """It leaves notes of its own at the module, which are no part of what a step is given."""
    ours.manual_seed(0)
    model = perceptron(ours)
    optimizer = adamw(ours, model.parameters())
    step = ivy.compile(plain_step(ours, model, optimizer), fallback="raise")
    made = []
    for n, (x, wanted) in enumerate(batches(ours, 6)):
        if n == 3:
            model.eval()
            with ours.no_grad():
                model(x)
            model.train()
        step(x, wanted)
        made.append(step.cache_info().misses)
    assert made[2] == made[-1]


@pytest.mark.parametrize("backend", sorted(COMPILES), indirect=True)
def test_a_rate_that_a_schedule_sets_is_traced_from_the_beginning(backend):
    """The schedule begins with the rate as it was, and sets it once an epoch."""
    made = []

    def losses(torch, convert):
        torch.manual_seed(0)
        model = single(torch)
        optimizer = adamw(torch, model.parameters())
        step, found = convert(plain_step(torch, model, optimizer)), []
        for epoch in range(2):
            optimizer.param_groups[0]["lr"] = (1.0 - epoch / 2) * 0.02
            for x, wanted in batches(torch, 3):
                found.append(float(step(x, wanted).detach()))
                made.append(step.cache_info().misses if torch is ours else 0)
        return found

    found = losses(ours, lambda step: strict(step, backend))
    assert made[2] == made[-1]
    np.testing.assert_allclose(found, losses(real, lambda step: step), rtol=1e-5)


@pytest.mark.parametrize("backend", sorted(COMPILES), indirect=True)
def test_a_first_step_behind_an_evaluation_makes_no_other_program_of_that(backend):
    """What steps leave at the module is there when the evaluation's program is made."""
    ours.manual_seed(0)
    model = perceptron(ours)
    optimizer = adamw(ours, model.parameters())

    @ivy.compile(fallback="raise")
    def act(x):
        return model(x).argmax(1)

    made = []
    for x, wanted in batches(ours, 4):
        with ours.no_grad():
            act(x)
            made.append(act.cache_info().misses)
        if len(made) > 1:
            plain_step(ours, model, optimizer)(x, wanted)
            optimizer.zero_grad()
    assert made == [made[0]] * 4


@pytest.mark.parametrize("backend", sorted(COMPILES), indirect=True)
def test_a_first_step_runs_untraced(backend):
    """What has a new optimizer at hand but makes no step is compiled from the second call on."""
    model, found, states = single(ours), [], []
    optimizer = adamw(ours, model.parameters())

    @ivy.compile(fallback="raise")
    def gradient(x):
        optimizer.zero_grad()
        loss = model(x).sum()
        loss.backward()
        return loss

    (x, _), *_ = batches(ours, 1)
    for _ in range(2):
        found.append(float(gradient(x).detach()))
        states.append(gradient.record().status)
    assert states == ["ran eagerly", "compiled"]
    np.testing.assert_allclose(found, found[0], rtol=1e-6)


@pytest.mark.parametrize("backend", sorted(COMPILES), indirect=True)
def test_a_first_step_that_comes_again(backend):
    """Its program is compiled when it comes again: at the first time the step runs as it is."""

    def run(torch, convert):
        torch.manual_seed(0)
        model = single(torch)
        optimizer = adamw(torch, model.parameters())
        step, found = convert(plain_step(torch, model, optimizer)), []
        for n, (x, wanted) in enumerate(batches(torch, 7)):
            if n in (3, 5):
                optimizer.state.clear()
                optimizer.zero_grad()
            found.append(float(step(x, wanted).detach()))
        return found, model[0].weight.detach().tolist()

    found = run(ours, lambda step: strict(step, backend))
    for one, other in zip(found, run(real, lambda step: step), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)
