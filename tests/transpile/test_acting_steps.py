"""Calls of models of which NumPy gets one result, which ``--compile auto`` makes functions of."""

from __future__ import annotations

import ast
import contextlib
import io
import subprocess
import sys
import types

import pytest

import frontends.torch as torch
import ivy_core as ivy
from ivy_core.compilation.auto import loops_ahead, watching
from ivy_core.compilation.auto.program_cache import Kinds
from transpile.rewrite.acting_steps import acting_steps
from transpile.rewrite.compiled import compile_tree
from transpile.rewrite.rewriter import rewrite, rewrite_in_place
from transpile.rewrite.syntax import Module

PROGRAM = """
import numpy as np
import torch
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(3)


class Environment:
    def __init__(self):
        self.steps, self.seen, self.state = 0, [], np.ones((1, 4), np.float32)

    def step(self, action):
        self.steps += 1
        self.seen.append(action.shape)
        self.state = (self.state * 0.9 + 0.1 * np.float32(action.sum())).astype(np.float32)
        return self.state


class Agent(nn.Module):
    def __init__(self, environment):
        super().__init__()
        self.environment = environment
        self.layer, self.mean = nn.Linear(4, 8), nn.Linear(8, 2)

    def act(self, x, scale=1.0):
        mean = torch.tanh(self.mean(torch.relu(self.layer(x)))) * scale
        drawn = torch.distributions.Normal(mean, 0.5).rsample()
        return drawn, (mean * mean).sum(), mean


environment = Environment()
agent = Agent(environment)
optimizer = torch.optim.Adam(agent.parameters(), lr=0.01)
state, taken = environment.state, []
for number in range(40):
    action, graph, _ = agent.act(torch.Tensor(state), scale=0.7)
    action = action.detach().cpu().numpy()
    taken.append(float(action.sum()))
    state = environment.step(action)
    if number % 10 == 9:
        loss = agent.act(torch.Tensor(state))[0].square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print([f"{each:.4f}" for each in taken])
print(f"{loss.item():.4f}", len(environment.seen))
"""
LOOP = """
import torch
{before}
while True:
    {call}
    {told}
    loss.backward()
    print(action)
{behind}
"""
CALL, TOLD = "action, value = agent.act(seen)", "action = action.cpu().numpy()"


@pytest.fixture
def at_once(backend, monkeypatch):
    """Compile after the second call, whatever it costs."""
    ivy.set_backend(backend)
    monkeypatch.setattr(Kinds, "begin_compiling", lambda *given: None)
    monkeypatch.setattr(loops_ahead, "calls_ahead", lambda record: None)
    monkeypatch.setattr(watching.Budget, "expected", lambda self, function: 0.0)
    monkeypatch.setattr(watching.Budget, "to_lose", lambda self, to_come: float("inf"))
    monkeypatch.setattr(watching.Budget, "pays", lambda self, saving, cost, to_come: True)
    monkeypatch.setattr(watching, "the_budget", watching.Budget)
    monkeypatch.setattr(watching.Budget, "wait", lambda self, cost: 0.0)
    yield
    ivy.unset_backend()


ACTING = """    action, graph, _ = agent.act(torch.Tensor(state), scale=0.7)
    action = action.detach().cpu().numpy()
"""
WRITTEN_OUT = """    with torch.no_grad():
        hidden = network(torch.Tensor(state))
        hidden += torch.normal(0.0, agent.mean.bias.abs() + SCALES[0])
        action = (hidden * 0.5).cpu().numpy().clip(-1.0, 1.0)
"""
NETWORK = """network = nn.Sequential(agent.layer, nn.ReLU(), agent.mean)
SCALES = [0.25]
"""


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("is_written_out", [False, True])
def test_actions_and_draws_are_those_of_pytorch(
    backend, at_once, tmp_path, monkeypatch, is_written_out
):
    program = PROGRAM
    if is_written_out:
        program = program.replace(ACTING, WRITTEN_OUT)
        program = program.replace("optimizer =", f"{NETWORK}optimizer =")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    path = tmp_path / "acting_of_a_test.py"
    path.write_text(program)
    monkeypatch.setitem(sys.modules, path.stem, types.ModuleType(path.stem))
    made, printed = rewrite_in_place(program).code, io.StringIO()
    tree = ast.parse(made)
    compile_tree(tree, Module(made, str(path)), ["auto"], "")
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, str(path), "exec"), vars(sys.modules[path.stem]))
    assert printed.getvalue() == done.stdout
    (step,) = [
        each
        for each in ivy.compilation_records()
        if each.name == "_acting_step" and each.file == str(path)
    ]
    assert step.calls == 40 and step.compiled is not None, step.reasons


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_calls_between_which_gradients_change_are_kept(backend, at_once, monkeypatch):
    layer = torch.nn.Linear(2, 1, bias=False)
    layer.weight.data.fill_(1.0)
    flattened, flatten = [], Kinds._flatten_call

    def noted(*given, **options):
        flattened.append(1)
        return flatten(*given, **options)

    monkeypatch.setattr(Kinds, "_flatten_call", noted)

    @ivy.compile_automatically
    def act(model, x):
        return (model(x) * 2.0).detach()

    for number in range(60):
        expected = 4.0 * (1.0 + number // 5)
        assert act(layer, torch.ones(1, 2)).item() == expected
        if number % 5 == 4:
            layer.weight.grad = torch.full((1, 2), float(number))
            with torch.no_grad():
                layer.weight += 1.0
        if number == 20:
            flattened.clear()
    assert len(flattened) < 3


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("is_named", [True, False])
def test_functions_that_read_gradients_have_those_of_now(backend, at_once, is_named):
    weight = torch.ones(2, requires_grad=True)
    read = type(weight).grad.fget  # a name that does not tell what it does

    if is_named:

        @ivy.compile_automatically
        def scaled(x):
            return (weight.grad * x).sum().detach()

    else:

        @ivy.compile_automatically
        def scaled(x):
            return (read(weight) * x).sum().detach()

    for number in range(8):
        weight.grad = torch.full((2,), float(number))
        assert scaled(torch.ones(2)).item() == 2.0 * number


def test_a_written_file_has_the_step_as_a_function():
    made = rewrite(PROGRAM, to="jax", compile=["auto"]).code
    assert "    action = _acting_step(agent, torch.Tensor(state), 0.7)\n" in made
    (step,) = [each for each in ast.parse(made).body if getattr(each, "name", "") == "_acting_step"]
    assert ast.unparse(step).partition("\n")[2] == (
        "def _acting_step(model, given_0, given_1):\n"
        "    action, graph, _ = model.act(given_0, scale=given_1)\n"
        "    return action.detach()"
    )
    assert rewrite(made, to="jax", compile=["auto"]).code.count("_acting_step(") == 2


def steps_of(call=CALL, told=TOLD, before="", behind=""):
    text = LOOP.format(call=call, told=told, before=before, behind=behind)
    return acting_steps(Module(text, "a.py"), set())


@pytest.mark.parametrize(
    "call",
    [
        CALL, "_, action, _ = agent.act(seen, 3)", "action, value = self.agent.act(seen=seen)",
        "action, value = agent.act(torch.Tensor(action))", "action, value = act(seen)",
    ],
)  # fmt: skip
def test_what_becomes_a_function(call):
    assert len(steps_of(call)) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"behind": "print(value)"},
        {"behind": "value += 1"},
        {"behind": "del value"},
        {"before": "__all__ = ['value']"},
        {"behind": "def f():\n    global value\n    value = 3"},
        {"behind": "print(globals())"},
        {"call": "action = agent.act(seen)"},
        {"call": "action, value = agent.act(*seen)"},
        {"call": "action, value = agent.act(**seen)"},
        {"call": "action, value = agent.act(value)"},
        {"call": "action, value = agent.act(seen, last := 3)"},
        {"call": "action, value = agents[0].act(seen)"},
        {"call": "action, value = action.act(seen)"},
        {"call": "action, value.x = agent.act(seen)"},
        {"call": "action, value = agent.act(seen); print(seen)"},
        {"told": "other = action.cpu().numpy()"},
        {"told": "action = action.cpu().numpy(force=True)"},
        {"told": "action = action.clone().numpy()"},
        {"told": "action = value.numpy()"},
    ],
)
def test_what_stays_as_it_is(other):
    assert not steps_of(**other)


WRITTEN = """
import torch
{before}
while True:
    {first}
    {last}
    loss.backward()
    print(action)
{behind}
"""
FIRST, LAST = "q = network(torch.Tensor(seen))", "action = torch.argmax(q, dim=1).cpu().numpy()"


def written_steps(first=FIRST, last=LAST, before="", behind=""):
    text = WRITTEN.format(first=first, last=last, before=before, behind=behind)
    module = Module(text, "a.py")
    return [(each.readable_source(module), each.call()) for each in acting_steps(module, set())]


@pytest.mark.parametrize(
    ("given", "made", "call"),
    [
        (
            {},
            "def _acting_step(model, given_0):\n    q = model(given_0)\n"
            "    return torch.argmax(q, dim=1)\n",
            "action = _acting_step(network, torch.Tensor(seen)).cpu().numpy()",
        ),
        (
            {"first": "pass", "last": "action = network(seen, k=n).argmax(dim=1).item()"},
            "def _acting_step(model, given_0, given_1):\n"
            "    return model(given_0, k=given_1).argmax(dim=1)\n",
            "action = _acting_step(network, seen, n).item()",
        ),
        (
            {"last": "action = low + 1; action = (q * network.a + b).numpy().clip(low)[0]"},
            None,
            None,
        ),
        (
            {"last": "action = (q * network.a + b).detach().cpu().numpy().clip(low)[0]"},
            "def _acting_step(model, given_0, b):\n    q = model(given_0)\n"
            "    return (q * model.a + b).detach()\n",
            "action = _acting_step(network, torch.Tensor(seen), b).cpu().numpy().clip(low)[0]",
        ),
    ],
)
def test_what_is_computed_of_a_result_goes_into_the_function(given, made, call):
    assert written_steps(**given) == ([] if made is None else [(made, call)])


@pytest.mark.parametrize(
    "given",
    [
        {"behind": "print(q)"},
        {"behind": "q += 1"},
        {"before": "__all__ = ['q']"},
        {"behind": "def f():\n    global q\n    q = 3"},
        {"first": "q = network()"},
        {"first": "q = network(**seen)"},
        {"first": "q = network(seen)  # with a comment"},
        {"first": "q = network(last := seen)"},
        {"first": "network = network(seen)", "last": "action = network.numpy()"},
        {"first": "q[0] = network(seen)"},
        {"first": "q = torch.Tensor(seen)"},
        {"first": "q = network(seen)\n    print(q)"},
        {"before": "def network(x):\n    return x"},
        {"last": "action = torch.argmax(q, dim=1).numpy() + q.size(0)"},
        {"last": "action = max(seen, q.numpy())"},
        {"last": "action = [x for x in q].numpy()"},
        {"last": "action, other = torch.argmax(q, dim=1).numpy()"},
        {"last": "action = q.numpy(force=True)"},
    ],
)
def test_what_is_computed_of_a_result_stays_as_it_is(given):
    assert written_steps(**given) == []
