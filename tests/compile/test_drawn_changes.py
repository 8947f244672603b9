"""A compiled step after drawn changes between its calls: losses are those of real PyTorch.

A call that is like the last one is found by comparing what it would read, most of it by numbers
that Python gives to dictionaries. Changes of many kinds, each written in several ways, come in a
drawn order; each must be seen, and one that is taken back must be seen, too.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
import ivy_core as ivy

CHANGES_OF_ONE = 7
SCALE = [1.0]  # what the forward of a module finds outside


class _Network:
    """A small network that reads attributes, an option, a list, a class attribute and a global."""

    def __new__(cls, torch):
        nn = torch.nn

        class Network(nn.Module):
            factor = 1.0

            def __init__(self):
                super().__init__()
                self.layers = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 5), nn.ReLU())
                self.head = nn.Linear(5, 3)
                self.register_buffer("shift", torch.zeros(5))
                self.options, self.order, self.gain = {"bias": 0.0, "deep": {"k": 1.0}}, [0, 1], 1.0

            def forward(self, x):
                y = self.layers(x) * self.gain * self.factor + self.options["bias"] + self.shift
                for at in self.order:
                    y = y + at * 0.1 * self.options["deep"]["k"]
                return self.head(y if self.training else y * 0.5) * SCALE[0]

        return Network()


def _halve_output(module, args, output):
    return output * 0.5


# each takes torch, the model, the optimizer and a generator of choices
CHANGES = {
    "nothing": lambda t, m, o, r: None,
    "eval": lambda t, m, o, r: m.eval(),
    "train": lambda t, m, o, r: m.train(),
    "attribute": lambda t, m, o, r: setattr(m, "gain", r.choice([0.5, 1.0, 2.0])),
    "names of the object": lambda t, m, o, r: vars(m).update(gain=r.choice([0.5, 1.0, 3.0])),
    "attribute of the class": lambda t, m, o, r: setattr(type(m), "factor", r.choice([1.0, 1.5])),
    "option": lambda t, m, o, r: m.options.update(bias=r.choice([0.0, 0.25])),
    "option within": lambda t, m, o, r: m.options["deep"].__setitem__("k", r.choice([1.0, 2.0])),
    "option as new": lambda t, m, o, r: setattr(m, "options", {"bias": 0.5, "deep": {"k": 1.0}}),
    "list, longer": lambda t, m, o, r: m.order.append(2) if len(m.order) < 4 else m.order.pop(),
    "list, reordered": lambda t, m, o, r: m.order.reverse(),
    "buffer, in place": lambda t, m, o, r: m.shift.add_(0.1),
    "buffer, another": lambda t, m, o, r: setattr(m, "shift", t.full((5,), 0.2)),
    "frozen": lambda t, m, o, r: m.head.weight.requires_grad_(not m.head.weight.requires_grad),
    "rate": lambda t, m, o, r: o.param_groups[0].update(lr=r.choice([0.1, 0.05])),
    "momentum": lambda t, m, o, r: o.param_groups[0].__setitem__("momentum", r.choice([0.9, 0.5])),
    "global": lambda t, m, o, r: SCALE.__setitem__(0, r.choice([1.0, 0.5])),
    "hook": lambda t, m, o, r: m.layers[0].register_forward_hook(_halve_output),
    "hook, gone": lambda t, m, o, r: m.layers[0]._forward_hooks.clear(),
    "layer, another": lambda t, m, o, r: m.layers.__setitem__(1, r.choice([t.nn.Tanh, t.nn.ELU])()),
    "layers, reordered": lambda t, m, o, r: m.layers._modules.update(
        {"1": m.layers._modules.pop("1")}
    ),
    "weights": lambda t, m, o, r: m.load_state_dict(
        {name: value * 0.9 for name, value in m.state_dict().items()}
    ),
    "forward": lambda t, m, o, r: vars(m.layers[3]).update(forward=r.choice([t.relu, t.tanh])),
}  # fmt: skip


def _losses(torch, names: list[str], seed: int, convert) -> list[float]:
    SCALE[0] = 1.0
    torch.manual_seed(seed)
    model, choices = _Network(torch), random.Random(seed)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)

    def step(x, wanted):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), wanted)
        loss.backward()
        optimizer.step()
        return loss

    step, found = convert(step), []
    x, wanted = torch.randn(6, 4), torch.randint(0, 3, (6,))
    for name in names:
        with torch.no_grad():
            CHANGES[name](torch, model, optimizer, choices)
        found += [step(x, wanted).item() for _ in range(2)]
    return found


def _assert_same_losses(names: list[str], seed: int) -> None:
    # the first two calls make the optimizer's state, and its program
    names = ["nothing", "nothing", *names]
    found = _losses(ours, names, seed, lambda step: ivy.compile(step, fallback="silent"))
    expected = _losses(real, names, seed, lambda step: step)
    np.testing.assert_allclose(found, expected, rtol=2e-4, err_msg=str(names))


@pytest.mark.parametrize("seed", range(3))
def test_drawn_changes_between_steps_are_seen(backend, seed):
    if backend == "numpy":
        pytest.skip("numpy: computes no gradients")
    _assert_same_losses(random.Random(seed).sample(sorted(CHANGES), CHANGES_OF_ONE), seed)


def test_numbers_of_an_object_and_of_what_it_holds_vary(backend):
    """The option's number is an input before the object's: it stands in the object's middle."""
    if backend == "numpy":
        pytest.skip("numpy: computes no gradients")
    _assert_same_losses(["attribute", "momentum", "option"], 2)
