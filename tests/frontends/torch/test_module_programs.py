"""Modules as programs give what PyTorch's eager modules give."""

from __future__ import annotations

import collections
import copy
import dataclasses
import gc
import os
import pickle
import random
import subprocess
import sys
import weakref

import numpy as np
import pytest

import frontends.torch as ours
import ivy_core as ivy
from frontends.torch.nn import module_calls
from frontends.torch.nn.modules import running
from ivy_core.compilation.source import effects

theirs = pytest.importorskip("torch", reason="answers are compared with PyTorch's")


@pytest.fixture(autouse=True)
def installed(backend):
    if backend != "jax":
        pytest.skip("programs of modules are made on JAX alone")
    module_calls.install(is_early=True)
    yield
    module_calls.install()


def network(torch, draws=True):
    """Return a small network with a buffer, draws, a residual and two results."""
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm, self.linear = nn.BatchNorm1d(4), nn.Linear(4, 4)
            self.dropout = nn.Dropout(0.5 if draws else 0.0)

        def forward(self, x):
            y = self.dropout(torch.relu(self.linear(self.norm(x)))) * 1.0
            y += x
            return y

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.blocks = nn.ModuleList([Block(), Block()])
            self.head = nn.Linear(4, 2)
            self.scale = 1.0

        def forward(self, x):
            for block in self.blocks:
                x = block(x)
            return self.head(x) * self.scale, x.view(-1)

    torch.manual_seed(0)
    made = Net()
    draw = np.random.default_rng(0)
    with torch.no_grad():
        for each in made.parameters():
            each.copy_(torch.tensor(draw.normal(size=tuple(each.shape)).astype(np.float32)))
    return made, torch.tensor(draw.normal(size=(3, 4)).astype(np.float32))


def values(tensors):
    return [np.asarray(x.detach().tolist(), np.float64) for x in tensors]


def assert_same(run):
    """Assert that ``run(torch)``, which returns tensors, is the same in ours and in PyTorch."""
    found, wanted = values(run(ours)), values(run(theirs))
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=1e-5)


def is_program(module) -> bool:
    return module.explain()[0].what == "a program"


def train(torch, model, x, steps=5, each=None):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    losses = []
    for step in range(steps):
        if each is not None:
            each(step, model)
        first, second = model(x)
        loss = (first**2).mean() + second.abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return [*losses, *model.parameters(), *model.buffers()]


def test_training_with_draws_and_buffers_is_pytorchs():
    assert_same(lambda torch: train(torch, *network(torch)))
    model, x = network(ours)
    train(ours, model, x)
    assert is_program(model)


def test_modes_frozen_parameters_and_numbers_may_change():
    def each(step, model):
        if step == 3:
            model.eval()
        if step == 4:
            model.train()
            model.head.weight.requires_grad_(False)
            model.scale = 2.0

    assert_same(lambda torch: train(torch, *network(torch), 7, each))


def test_nodes_are_those_of_eager_calls():
    model, x = network(ours)
    shown = []
    for _ in range(4):
        first, second = model(x)
        names, node = [], first.grad_fn
        while node is not None and len(names) < 6:
            names.append(node.name())
            node = node.next_functions[0][0]
        shown.append((names, second.grad_fn.name(), first.requires_grad))
    assert is_program(model)
    assert shown[3] == shown[0]


def test_second_derivatives_retained_graphs_and_hooks_on_gradients():
    def run(torch):
        model, x = network(torch, draws=False)
        x.requires_grad_()
        found = []
        for _ in range(4):
            first, second = model(x)
            loss = (first**2).sum() + (second**3).sum()
            (grad,) = torch.autograd.grad(loss, x, create_graph=True)
            (grad**2).sum().backward(retain_graph=True)
            first.register_hook(lambda g: 2.0 * g)
            loss.backward()
            found += [grad, x.grad]
            with pytest.raises(RuntimeError, match="second time"):
                loss.backward()
        return [*found, *(parameter.grad for parameter in model.parameters())]

    assert_same(run)


def test_parameter_written_before_the_backward_is_pytorchs_error():
    for torch in (ours, theirs):
        model, x = network(torch)
        x.requires_grad_()
        for _ in range(3):
            first, _ = model(x)
        with torch.no_grad():
            model.head.weight.mul_(2.0)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            first.sum().backward()


def test_written_result_that_the_graph_keeps_is_pytorchs_error():
    for torch in (ours, theirs):
        model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Sigmoid())
        for _ in range(3):
            made = model(torch.ones(1, 2))
        made.add_(1.0)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            made.sum().backward()


def test_hooks_that_come_later_are_called():
    model, x = network(ours)
    for _ in range(3):
        model(x)
    assert is_program(model)
    called = []
    handle = model.blocks[1].linear.register_forward_hook(lambda *given: called.append(1))
    model(x)
    model.blocks[0].register_full_backward_hook(lambda *given: called.append(2))
    model(x)[0].sum().backward()
    assert called == [1, 1, 2]
    handle.remove()


def test_no_grad_shared_parameters_copies_and_pickles():
    def run(torch):
        model, x = network(torch)
        model.blocks[1].linear.weight = model.blocks[0].linear.weight
        found = train(torch, model, x)
        copied = copy.deepcopy(model)
        with torch.no_grad():
            for _ in range(4):
                found += [*copied(x), *model(x)]
        return [*found, *train(torch, copied, x)]

    assert_same(run)
    model = ours.nn.Sequential(ours.nn.Linear(2, 2), ours.nn.ReLU())
    x = ours.ones(1, 2)
    for _ in range(4):
        made = model(x)
    assert is_program(model)
    again = pickle.loads(pickle.dumps(model))
    assert again(x).tolist() == made.tolist()


def test_gradients_flow_into_what_a_module_was_given():
    """A model that prints runs eagerly, its blocks are programs whose inputs have a history."""

    def run(torch):
        inner, x = network(torch)
        x.requires_grad_()

        class Printing(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.inner = inner

            def forward(self, x):
                print("called")
                return self.inner(x * 2.0)

        model = Printing()
        found = [*train(torch, model, x, 6), x.grad]
        if torch is ours:
            assert not is_program(model)
            assert "print" in str(model.explain()[0])
            assert is_program(inner)
        return found

    assert_same(run)


@pytest.mark.parametrize("tracked", [True, False])
def test_what_a_module_writes_reaches_what_it_was_given(tracked):
    class Writing(ours.nn.Module):
        def forward(self, x):
            x.detach().mul_(2.0)
            return x + 1.0

    model, leaf = Writing(), ours.ones(2, requires_grad=True)
    for _ in range(4):
        x = leaf * 1.0
        with ours.set_grad_enabled(tracked):
            made = model(x)
        assert (x.tolist(), made.tolist()) == ([2.0, 2.0], [3.0, 3.0])


def test_effects_of_python_happen_at_each_call(capsys):
    class Counting(ours.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear, self.calls, self.seen = ours.nn.Linear(2, 2), 0, []

        def forward(self, x):
            self.calls += 1
            self.seen.append(x.shape)
            return self.linear(x)

    class Talking(ours.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = Counting()

        def forward(self, x):
            made = self.inner(x)
            self.last = made
            print("forward", random.random() < 2.0)
            return made

    model = Talking()
    for at in range(6):
        made = model(ours.ones(1, 2) * at)
        made.sum().backward()
        assert model.last is made
    assert model.inner.calls == 6
    assert len(model.inner.seen) == 6
    assert capsys.readouterr().out == "forward True\n" * 6


def test_globals_and_branches_on_values_are_looked_at_by_each_call():
    class Branching(ours.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = ours.nn.Linear(2, 2)
            with ours.no_grad():
                self.linear.weight.fill_(1.0)
                self.linear.bias.fill_(0.0)

        def forward(self, x):
            y = self.linear(x) * FACTORS["factor"]
            return -y if y.sum() > 0 else y

    model = Branching()
    found = []
    for at, factor in enumerate((1.0, 1.0, 1.0, 2.0, 2.0, 3.0)):
        FACTORS["factor"] = factor
        found.append(model(ours.ones(1, 2) * (-1.0) ** at).tolist()[0][0])
    assert found == [-2.0, -2.0, -2.0, -4.0, -4.0, -6.0]


FACTORS = {"factor": 1.0}


def test_forward_that_reads_gradients_reads_those_of_the_step():
    class Reading(ours.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = ours.nn.Linear(1, 1, bias=False)

        def forward(self, x):
            grad = self.linear.weight.grad
            return self.linear(x) * 0.0 if grad is None else self.linear(x) * 0.0 + grad

    model, found = Reading(), []
    for at in range(5):
        model.linear.weight.grad = ours.full((1, 1), float(at))
        found.append(model(ours.ones(1, 1)).item())
    assert found == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_errors_are_those_of_eager_calls():
    model, x = network(ours)
    for _ in range(3):
        model(x)
    with pytest.raises(RuntimeError, match="running_mean|size|shape|elements"):
        model(ours.ones(3, 5))
    assert [tuple(each.shape) for each in model(x)] == [(3, 2), (12,)]


def test_views_written_results_and_nests_are_pytorchs():
    def run(torch):
        class Mixed(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.linear = torch.nn.Linear(2, 2)

            def forward(self, x):
                x.mul_(2.0)
                y = self.linear(x)
                first = y[:, 0]
                y = y.clone()
                y[:, 1] = first
                y[0] = 0.0
                return {"whole": y, "parts": [y.view(-1), y[1:]], "none": None}, y.max(dim=1)

        model = Mixed()
        with torch.no_grad():
            model.linear.weight.copy_(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
            model.linear.bias.fill_(0.5)
        found = []
        for _ in range(4):
            x = torch.tensor([[1.0, -2.0], [3.0, 4.0]])
            named, largest = model(x)
            flat = [named["whole"], *named["parts"], largest.values]
            assert [each._version for each in flat] == [2, 2, 2, 0]
            assert [each._is_view() for each in flat] == [False, True, True, False]
            assert named["none"] is None
            named["parts"][1].mul_(3.0)
            sum(each.sum() for each in flat).backward()
            found += [x, largest.indices, *flat]
        if torch is ours:
            assert is_program(model)
        return [*found, *(parameter.grad for parameter in model.parameters())]

    assert_same(run)


def test_result_that_was_given_is_itself():
    model = ours.nn.Sequential(ours.nn.Identity(), ours.nn.Dropout(0.5)).eval()
    x = ours.ones(2, requires_grad=True)
    y = x * 2.0
    for _ in range(4):
        assert model(x) is x
        assert model(y) is y


def test_programs_are_freed_with_their_module():
    model = ours.nn.Sequential(ours.nn.Linear(2, 2), ours.nn.ReLU())
    for _ in range(5):
        model(ours.ones(1, 2)).sum().backward()
    assert is_program(model)
    reference = weakref.ref(model)
    del model
    gc.collect()
    assert reference() is None


def test_autocast_runs_eagerly():
    model = ours.nn.Sequential(ours.nn.Linear(2, 2), ours.nn.ReLU())
    with ours.autocast("cpu"):
        for _ in range(4):
            model(ours.ones(1, 2))
    assert not is_program(model)


@dataclasses.dataclass
class Output(collections.OrderedDict):
    """What a library's model returns: attributes that are items too."""

    logits: object = None
    hidden: tuple | None = None
    loss: object = None

    def __post_init__(self):
        for field in dataclasses.fields(self):
            if getattr(self, field.name) is not None:
                self[field.name] = getattr(self, field.name)


def test_arguments_by_name_tuples_views_and_results_of_data_classes_are_pytorchs(monkeypatch):
    monkeypatch.setattr(effects, "is_of_known_library", lambda value: value is Output)

    def run(torch):
        class Inner(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.linear = torch.nn.Linear(2, 2)

            def forward(self, x, mask=None, *, shifts=(None, None), scale=1.0, **others):
                y = self.linear(x) * scale + others["more"]
                y = y if mask is None else y * mask
                first, second = shifts
                y = y if first is None else y + first * second
                return Output(logits=y, hidden=(x, y.sum()))

        class Model(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.inner = Inner()

            def forward(self, x):
                print(end="")  # so that it is no program itself
                x = x * 1.0
                return self.inner(
                    x, shifts=(x[:, :1], torch.ones(2)), scale=2.0, more=torch.arange(4)[1:3]
                ), self.inner(x=x, mask=torch.ones(2), more=x)

        model = Model()
        with torch.no_grad():
            model.inner.linear.weight.copy_(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
            model.inner.linear.bias.fill_(0.5)
        leaf, found = torch.tensor([[1.0, -2.0], [3.0, 4.0]], requires_grad=True), []
        for _ in range(5):
            for made in model(leaf):
                assert type(made) is Output and made.loss is None
                assert list(made) == ["logits", "hidden"]
                assert made["logits"] is made.logits and made["hidden"] is made.hidden
                (made.logits.sum() + made.hidden[0].sum() + made.hidden[1]).backward(
                    retain_graph=True
                )
                found += [made.logits, *made.hidden]
        if torch is ours:
            assert is_program(model.inner), model.explain()
        return [*found, leaf.grad, *(parameter.grad for parameter in model.parameters())]

    assert_same(run)


def test_view_that_a_module_writes_to_reaches_its_base():
    class Writing(ours.nn.Module):
        def forward(self, x):
            x += 1.0
            return x * 2.0

    model = Writing()
    for _ in range(5):
        base = ours.zeros(4)
        made = model(base[1:3])
        assert (base.tolist(), made.tolist()) == ([0.0, 1.0, 1.0, 0.0], [2.0, 2.0])


def product(torch):
    """Return a module that keeps what it is given for its gradient."""

    class Product(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(2))

        def forward(self, x):
            return self.weight * x

    return Product()


def test_view_written_to_before_the_backward_is_pytorchs_error():
    for torch in (ours, theirs):
        model = product(torch)
        for _ in range(4):
            base = torch.ones(4)
            made = model(base[1:3])
        base.mul_(2.0)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            made.sum().backward()


def test_list_that_was_there_before_comes_out_itself():
    class Listing(ours.nn.Module):
        def __init__(self):
            super().__init__()
            self.found = [ours.ones(2)]

        def forward(self, x):
            return self.found, x + 1.0

    model = Listing()
    for _ in range(5):
        assert model(ours.ones(2))[0] is model.found


LOOKUPS = {
    "embedding": (lambda t, x, i: t.nn.functional.embedding(i, x), (5, -1)),
    "embedding_bag": (lambda t, x, i: t.nn.functional.embedding_bag(i[None], x), (5, -1)),
    "cross_entropy": (lambda t, x, i: t.nn.functional.cross_entropy(x[:2], i), (3, -7)),
    "nll_loss of a class to ignore": (lambda t, x, i: t.nn.functional.nll_loss(x[:2], i), (3, -1)),
    "multi_margin_loss": (lambda t, x, i: t.nn.functional.multi_margin_loss(x[:2], i), (3, -1)),
    "index_add": (lambda t, x, i: x.index_add(0, i, x[:2]), (5, -1)),
    "one_hot": (lambda t, x, i: t.nn.functional.one_hot(i, 5).float() @ x, (5, -1)),
    "an index": (lambda t, x, i: x[i], (5, -6)),
    "gather": (lambda t, x, i: t.gather(x, 1, i[:, None]), (3, -1)),
    "index_select": (lambda t, x, i: x.index_select(0, i), (5, -1)),
    "take": (lambda t, x, i: t.take(x, i), (15, -16)),
    "index_put": (lambda t, x, i: t.index_put(x, (i,), x[:2]), (5, -6)),
}


@pytest.mark.parametrize("name", LOOKUPS)
def test_index_outside_of_a_table_is_pytorchs_error(name):
    function, outside = LOOKUPS[name]

    def run(torch):
        class Lookup(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.table = torch.nn.Parameter(torch.arange(15.0).reshape(5, 3))

            def forward(self, i):
                return function(torch, self.table * 2, i)

        model, found = Lookup(), []
        for last in (2, 1, 0, 2):
            found.append(model(torch.tensor([-100 if "ignore" in name else 0, last])).tolist())
        assert torch is theirs or is_program(model)
        for last in outside:
            with pytest.raises((IndexError, RuntimeError)) as raised:
                model(torch.tensor([0, last]))
            found.append(isinstance(raised.value, IndexError))
        return [*found, model(torch.tensor([0, 2])).tolist()]

    for one, other in zip(run(ours), run(theirs), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)


def test_forward_that_is_set_later_is_called():
    class Scaled(ours.nn.Module):
        def forward(self, x):
            return x * 2.0

    model, x = Scaled(), ours.ones(2)
    for _ in range(4):
        model(x)
    assert is_program(model)
    model.forward = lambda x: x * 3.0
    assert model(x).tolist() == [3.0, 3.0]
    del model.forward
    for _ in range(4):
        model(x=x)
    Scaled.forward = lambda self, y, x: x * 4.0 + y
    for _ in range(4):
        assert model(x=x, y=0.5).tolist() == [4.5, 4.5]


def test_device_that_is_chosen_is_that_of_new_tensors():
    class Making(ours.nn.Module):
        def forward(self, x):
            return x + 1.0, ours.empty(2)

    model, x = Making(), ours.ones(2)
    for _ in range(4):
        model(x)
    assert is_program(model)
    with ours.device("meta"):
        assert model(x)[1].device.type == "meta"
    assert model(x)[1].device.type == "cpu"


def test_unasked_a_model_that_is_trained_becomes_a_program(monkeypatch):
    module_calls.install()
    monkeypatch.setattr(module_calls, "BACKWARDS_BEFORE_MODULE_PROGRAM", 4)
    model, x = network(ours, draws=False)
    for _ in range(9):  # a forward alone is no training
        model(x)
    assert not is_program(model)
    found = []
    for _ in range(7):
        found.append(is_program(model))
        model(x)[0].sum().backward()
    assert found == [False] * 6 + [True]
    model.eval()
    before = model(x)[0].tolist()
    for _ in range(6):
        with ours.no_grad():
            assert model(x)[0].tolist() == before


def test_a_model_whose_functions_are_watched_becomes_a_program(monkeypatch):
    model, x = network(ours, draws=False)
    wanted = values(model(x))
    for cls in (type(model), type(model.blocks[0])):
        monkeypatch.setattr(cls, "forward", ivy.compile_automatically(cls.forward))
    for _ in range(4):
        for one, other in zip(values(model(x=x)), wanted, strict=True):
            np.testing.assert_allclose(one, other, rtol=2e-4, atol=1e-5)
    assert is_program(model)


def test_unasked_the_reason_says_how_often_it_was_trained():
    module_calls.install()
    model, x = network(ours)
    for _ in range(3):
        model(x)[0].sum().backward()
    assert "taken part in 2 backward passes" in str(model.explain()[0])


@pytest.mark.parametrize("length", [40, 60])
def test_a_forward_that_steps_through_a_long_sequence_stays_as_it_is(length):
    def run(torch):
        class Stepping(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.cell = torch.nn.RNNCell(1, 2)

            def forward(self, x):
                state = torch.zeros(len(x), 2)
                for each in x.split(1, dim=1):
                    state = self.cell(each, state)
                return state

        torch.manual_seed(0)
        model, x = Stepping(), torch.arange(2 * length).view(2, length) / length
        for _ in range(4):
            made = model(x)
        if torch is ours:
            assert is_program(model) == (length == 40)
            assert length == 40 or "more than 48 iterations" in str(model.explain()[0])
            assert not is_program(model.cell)
        made.sum().backward()
        return [made, *[each.grad for each in model.parameters()]]

    assert_same(run)


@pytest.mark.parametrize("steps", [3, 6])
def test_unasked_a_forward_that_steps_through_a_sequence_is_not_traced(monkeypatch, steps):
    class Stepping(ours.nn.Module):
        def __init__(self):
            super().__init__()
            self.cell = ours.nn.Sequential(ours.nn.Linear(2, 2), ours.nn.Tanh())

        def forward(self, x):
            for _ in range(steps):
                x = self.cell(x)
            return x

    module_calls.install()
    monkeypatch.setattr(module_calls, "BACKWARDS_BEFORE_MODULE_PROGRAM", 2)
    monkeypatch.setattr(module_calls, "ITERATIONS_WRITTEN_OUT_IN_MODULE", 4)
    model, x = Stepping(), ours.ones(3, 2)
    for _ in range(6):
        model(x).sum().backward()
    assert is_program(model) == (steps == 3)
    assert steps == 3 or "it calls a module 6 times" in str(model.explain()[0])
    assert running.runner.call is module_calls.call_forward


def test_environment_says_how_modules_run(monkeypatch):
    monkeypatch.setenv(running.VARIABLE, "fast")
    with pytest.raises(ValueError, match="IVY_MODULES must be one of"):
        running.wanted()
    code = (
        "import ivy_core as ivy; ivy.set_backend('jax'); import frontends.torch as torch\n"
        "model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU())\n"
        "for _ in range(3): model(torch.ones(1, 2))\n"
        "print(model.explain()[0].what)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={**os.environ, running.VARIABLE: "programs"},
    )  # fmt: skip
    assert done.stdout.strip() == "a program"
