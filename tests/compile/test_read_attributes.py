"""Of an object that is given, the attributes that are read tell programs apart, and no others."""

from __future__ import annotations

import types

import numpy as np
import pytest

import frontends.numpy as fnp
import ivy_core as ivy
from ivy_core.compilation.call.read_attributes import read_attributes

X = np.arange(3.0)

pytestmark = pytest.mark.filterwarnings("ignore::ivy_core.compilation.call.function.CompileWarning")


class Part:
    def __init__(self):
        self.shift, self.steps, self.log = 2.0, 0, []


class Model:
    """What is read lies beside what changes in each call."""

    def __init__(self):
        self.scale, self.weights, self.is_on = 2, fnp.asarray([1.0, 2.0, 3.0]), True
        self.part, self.environment, self.calls = Part(), Part(), 0

    def apply(self, x):
        y = x * self.scale + self.weights
        return self.shifted(y) if self.is_on else y

    def shifted(self, y):
        return y + self.part.shift

    def count(self, x):
        self.calls += 1
        return x * self.calls

    def asked_by_name(self, x):
        return x * getattr(self, "scale")  # noqa: B009

    def handed_on(self, x):
        return helper(self, x)

    def in_a_lambda(self, x):
        return sum([(lambda k: x * (self.scale + k))(k) for k in range(2)])

    @property
    def twice(self):
        return 2 * self.scale

    def by_property(self, x):
        return x * self.twice

    def by_frame(self, x):
        return x * eval("self.scale")


def helper(model, x):
    return x * model.scale


def test_what_changes_beside_is_no_part_of_the_key(backend):
    apply, model = ivy.compile(Model.apply, backend=backend), Model()
    for step in range(8):
        model.environment.steps += 1
        model.environment.log.append(step)
        model.calls = str(step)
        expected = X * 2 + np.array([1.0, 2.0, 3.0]) + 2.0
        assert apply(model, fnp.asarray(X)).tolist() == expected.tolist()
    assert apply.cache_info().misses == (0 if backend == "numpy" else 1)


def test_what_is_read_is_as_it_is_now(backend):
    apply, model = ivy.compile(Model.apply, backend=backend), Model()

    def check():
        for _ in range(3):
            model.environment.steps += 1
            expected = X * model.scale + np.asarray(model.weights.tolist())
            expected = expected + model.part.shift if model.is_on else expected
            assert apply(model, fnp.asarray(X)).tolist() == expected.tolist()

    check()
    for name, value in (
        ("scale", 3), ("scale", 0.5), ("weights", fnp.asarray([4.0, 5.0, 6.0])), ("is_on", False),
        ("is_on", True), ("part", types.SimpleNamespace(shift=7.0)),
    ):  # fmt: skip
        setattr(model, name, value)
        check()
    model.part.shift = 8.0
    check()
    model.weights[1] = 9.0
    check()


def test_a_method_that_is_replaced_may_read_others(backend, monkeypatch):
    apply, model = ivy.compile(Model.apply, backend=backend), Model()

    def shifted(self, y):
        return y + self.environment.steps

    for steps in range(3):
        model.environment.steps = steps
        assert apply(model, fnp.asarray(X)).tolist() == (X * 2 + [3.0, 4.0, 5.0]).tolist()
    monkeypatch.setattr(Model, "shifted", shifted)
    for steps in range(3, 6):
        model.environment.steps = steps
        found = apply(model, fnp.asarray(X)).tolist()
        assert found == (X * 2 + np.array([1.0, 2.0, 3.0]) + steps).tolist()
    model.shifted = lambda y: y - model.calls
    for model.calls in range(3):
        found = apply(model, fnp.asarray(X)).tolist()
        assert found == (X * 2 + np.array([1.0, 2.0, 3.0]) - model.calls).tolist()


def test_an_object_that_is_found_by_another_way_counts_as_a_whole(backend):
    def apply(model, x):
        return x * model.part.owner[0].environment.steps

    compiled, model = ivy.compile(apply, backend=backend), Model()
    model.part.owner = [model]
    for steps in (1, 2, 5, 5, 7, 3, 2, 9):
        model.environment.steps = steps
        assert compiled(model, fnp.asarray(X)).tolist() == (X * steps).tolist()


@pytest.mark.parametrize(
    "name", ["count", "asked_by_name", "handed_on", "in_a_lambda", "by_property", "by_frame"]
)
def test_other_ways_to_ask_for_attributes(backend, name):
    compiled, model, twin = ivy.compile(getattr(Model, name), backend=backend), Model(), Model()
    for scale in (2, 2, 5, 5, 3):
        model.scale = twin.scale = scale
        expected = getattr(twin, name)(fnp.asarray(X)).tolist()
        assert compiled(model, fnp.asarray(X)).tolist() == expected
    assert model.calls == twin.calls


def test_attributes_are_found_where_nothing_else_is_done_with_the_object():
    def names(method):
        found = read_attributes(vars(Model)[method], 0, Model)
        return None if found is None else set(found.names)

    assert names("apply") == {"scale", "weights", "is_on", "shifted", "part"}
    assert names("in_a_lambda") == {"scale"}
    assert names("by_property") == {"twice", "scale"}
    for method in ("count", "asked_by_name", "handed_on", "by_frame"):
        assert names(method) is None


def test_a_model_beside_its_environment(backend):
    torch = pytest.importorskip("frontends.torch")

    class Actor(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.environment, self.layer = Part(), torch.nn.Linear(3, 2)
            self.register_buffer("shift", torch.ones(2))

        def act(self, x):
            return torch.argmax(self.layer(x) + self.shift, dim=-1)

    torch.manual_seed(0)
    actor, x = Actor(), torch.ones(4, 3)
    act = ivy.compile(Actor.act, backend=backend)
    with torch.no_grad():
        for step in range(6):
            actor.environment.log.append(step)
            if step == 3:
                actor.shift.copy_(torch.tensor([0.0, 100.0]))
            if step == 5:
                actor.layer = torch.nn.Linear(3, 2)
                actor.layer.bias.copy_(torch.tensor([500.0, 0.0]))
            assert act(actor, x).tolist() == actor.act(x).tolist()
            assert step < 3 or act(actor, x).tolist() == [int(step < 5)] * 4
