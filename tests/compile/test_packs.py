"""Small arrays that a program keeps as one between its calls: everybody else sees many.

A model of several layers under AdamW has two small arrays for each parameter. What users do with
them between compiled steps is done with real PyTorch too; all that is left behind is compared.
"""

from __future__ import annotations

import copy
import io
import subprocess
import sys
import textwrap

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
import ivy_core as ivy

STEPS = 6


@pytest.fixture(autouse=True)
def differentiates(backend):
    if backend == "numpy":
        pytest.skip("numpy: computes no gradients")


class Training:
    """A model, its optimizer, and the step; ``compile`` makes the step's other form."""

    def __init__(self, torch, convert=lambda step: step):
        torch.manual_seed(0)
        nn = torch.nn
        self.torch = torch
        self.model = nn.Sequential(nn.Linear(6, 4), nn.Tanh(), nn.Linear(4, 4))
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=0.02)
        self.eagerly = self._step_of(self.model, self.optimizer)
        self.step = convert(self.eagerly)
        torch.manual_seed(1)
        self.batches = [(torch.randn(16, 6), torch.randint(0, 3, (16,))) for _ in range(STEPS)]
        self.kept: list = []

    def _step_of(self, model, optimizer):
        cross_entropy = self.torch.nn.functional.cross_entropy

        def step(x, wanted):  # no method: what it sees of `self` would be another each time
            optimizer.zero_grad()
            loss = cross_entropy(model(x), wanted)
            loss.backward()
            optimizer.step()
            return loss

        return step

    def states(self):
        return [self.optimizer.state[p] for p in self.model.parameters()]

    def everything(self):
        """Return all values there are, and those that were kept on the way, as NumPy's arrays."""
        found = [p.detach().numpy() for p in self.model.parameters()]
        for state in self.states():
            found += [state["exp_avg"].numpy(), state["exp_avg_sq"].numpy()]
        return found + [np.asarray(each) for each in self.kept]


def leave_alone(training, at):
    pass


def read(training, at):
    state = training.states()[at % 4]
    training.kept.append(state["exp_avg"].numpy().copy())
    training.kept.append(state["exp_avg_sq"].sum().item())


def keep_clones(training, at):
    training.kept += [state["exp_avg"].clone() for state in training.states()]


def keep_the_same(training, at):
    training.kept += [state["exp_avg"] for state in training.states()]  # they go on changing


def keep_a_view(training, at):
    if at == 1:
        training.kept += [training.states()[0]["exp_avg"][1:, ::2]]


def write_elements(training, at):
    training.states()[at % 3]["exp_avg"][0] = 0.25


def write_wholes(training, at):
    for state in training.states()[::2]:
        state["exp_avg_sq"].mul_(0.5)
        state["exp_avg"].zero_()


def exchange(training, at):
    state = training.states()[at % 4]
    state["exp_avg"] = state["exp_avg"] * 0.5


def exchange_two(training, at):
    first, second = training.states()[1], training.states()[3]  # of biases, which are alike
    first["exp_avg"], second["exp_avg"] = second["exp_avg"], first["exp_avg"]
    if at == 4:
        second["exp_avg"], second["exp_avg_sq"] = second["exp_avg_sq"], second["exp_avg"].abs()


def save_and_load(training, at):
    file = io.BytesIO()
    training.torch.save(training.optimizer.state_dict(), file)
    file.seek(0)
    training.optimizer.load_state_dict(training.torch.load(file))


def load_an_old_one(training, at):
    if at == 0:
        training.old = copy.deepcopy(training.optimizer.state_dict())
    if at == 3:
        training.optimizer.load_state_dict(training.old)


def step_eagerly(training, at):
    if at % 2:
        training.eagerly(*training.batches[0])


BETWEEN = [
    leave_alone, read, keep_clones, keep_the_same, keep_a_view, write_elements, write_wholes,
    exchange, exchange_two, save_and_load, load_an_old_one, step_eagerly,
]  # fmt: skip


def trained(torch, between, convert=lambda step: step):
    training = Training(torch, convert)
    for at, batch in enumerate(training.batches):
        training.step(*batch)
        between(training, at)
    return training.everything()


@pytest.mark.parametrize("between", BETWEEN, ids=lambda each: each.__name__)
def test_what_is_done_between_steps(between):
    found = trained(ours, between, lambda step: ivy.compile(step, fallback="silent"))
    wanted = trained(real, between)
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=1e-6)


def test_steps_for_two_shapes_take_turns():
    found, wanted = Training(ours, lambda s: ivy.compile(s, fallback="silent")), Training(real)
    for training in found, wanted:
        for x, labels in training.batches:
            training.step(x, labels)
            training.step(x[:7], labels[:7])
    for one, other in zip(found.everything(), wanted.everything(), strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=1e-6)


def test_arrays_of_a_dictionary(backend):
    def step(state, x):
        for name in state:
            state[name][...] = 0.5 * state[name] + x
        return state["0"].sum()

    made = {str(n): ivy.zeros((n + 1,), dtype="float64") for n in range(12)}
    wanted = {str(n): np.zeros(n + 1) for n in range(12)}
    compiled = ivy.compile(step, fallback="silent")
    snapshots, expected = [], []
    for at in range(5):
        found = compiled(made, float(at))
        assert float(found) == step(wanted, float(at))
        snapshots.append(ivy.copy_array(made["7"]))
        expected.append(wanted["7"].copy())
        if at == 2:
            made["3"] += 1.0
            wanted["3"] += 1.0
    for name, value in wanted.items():
        np.testing.assert_array_equal(ivy.to_numpy(made[name]), value)
    for one, other in zip(snapshots, expected, strict=True):
        np.testing.assert_array_equal(ivy.to_numpy(one), other)


def test_views_made_between_calls_see_what_is_written(backend):
    def step(state):
        for name in state:
            state[name][...] = 2.0 * state[name] + 1.0

    compiled = ivy.compile(step, fallback="silent")
    made = {str(n): ivy.zeros((n + 2,)) for n in range(10)}
    wanted = {str(n): np.zeros(n + 2) for n in range(10)}
    views, seen = [], []
    for at in range(8):
        compiled(made)
        step(wanted)
        if at in (1, 2, 5):
            made["4"][1:]  # a view that nobody keeps
        if at in (3, 6):
            views.append(made["4"][1:])
            seen.append(wanted["4"][1:])
        for one, other in zip(views, seen, strict=True):
            np.testing.assert_array_equal(ivy.to_numpy(one), other)


def test_they_come_and_go_as_one(backend):
    if backend != "jax":
        pytest.skip(f"{backend}: keeps arrays one by one")
    training = Training(ours, lambda step: ivy.compile(step, fallback="raise"))
    for batch in training.batches:
        training.step(*batch)
    text = training.step.lower(*training.batches[0]).as_text()
    head = next(line for line in text.splitlines() if "@main" in line)
    # 4 parameters, the batch, the count of steps, and 8 arrays of the optimizer in one
    assert head.count("%arg") == 4 + 2 + 1 + 1


def test_arrays_on_another_device(backend, tmp_path):
    if backend != "jax":
        pytest.skip(f"{backend}: has one CPU device")
    script = """
        import os
        os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"
        import jax, numpy as np, ivy_core as ivy
        ivy.set_backend("jax")

        def step(state):
            for name in state:
                state[name][...] = state[name] * 2.0 + 1.0

        compiled = ivy.compile(step, fallback="raise")
        state = {str(n): ivy.ones((3,)) for n in range(10)}
        for _ in range(3):
            compiled(state)
        second = jax.devices()[1]
        for name in state:
            state[name] = ivy.asarray(jax.device_put(state[name].data, second))
        for _ in range(3):
            compiled(state)
        assert all(each.data.devices() == {second} for each in state.values())
        print(sum(float(each.sum()) for each in state.values()))
    """
    path = tmp_path / "moved.py"
    path.write_text(textwrap.dedent(script))
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) == 10 * 3 * (2**7 - 1)
