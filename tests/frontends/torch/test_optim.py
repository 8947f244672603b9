"""Optimizers against PyTorch's: 20 steps, state_dicts that go both ways, errors, hooks."""

from __future__ import annotations

import contextlib
import copy
import itertools
import pickle
import warnings

import numpy as np
import pytest
import torch as real

import frontends.torch as torch
from tests.frontends.torch.layers import close, ours, random

OPTIMIZERS = {
    "SGD": [
        {"lr": 0.1},
        {"lr": 0.1, "momentum": 0.9, "dampening": 0.1, "weight_decay": 0.01},
        {"lr": 0.1, "momentum": 0.9, "nesterov": True, "maximize": True},
    ],
    "Adam": [
        {"lr": 0.05},
        {"lr": 0.05, "betas": (0.8, 0.9), "weight_decay": 0.1, "amsgrad": True},
        {"lr": 0.05, "weight_decay": 0.1, "decoupled_weight_decay": True, "maximize": True},
    ],
    "AdamW": [{"lr": 0.05, "weight_decay": 0.1}],
    "Adamax": [{"lr": 0.05, "weight_decay": 0.1}, {"maximize": True, "betas": (0.5, 0.9)}],
    "NAdam": [{"lr": 0.05, "weight_decay": 0.1}, {"decoupled_weight_decay": True}],
    "RAdam": [
        {"lr": 0.05, "weight_decay": 0.1, "decoupled_weight_decay": True},
        {"lr": 0.05, "weight_decay": 0.1, "maximize": True},
        {"lr": 0.01, "betas": (0.5, 0.6)},  # it is never rectified
    ],
    "RMSprop": [
        {"lr": 0.01},
        {"momentum": 0.9, "centered": True, "weight_decay": 0.1},
        {"centered": True, "maximize": True},
        {"momentum": 0.9, "alpha": 0.5},
    ],
    "Adagrad": [
        {"lr": 0.1, "lr_decay": 0.01, "initial_accumulator_value": 0.1},
        {"weight_decay": 0.1, "maximize": True},
    ],
    "Adadelta": [{"weight_decay": 0.1}, {"lr": 0.5, "rho": 0.5, "maximize": True}],
    "Adafactor": [{"lr": 0.1}, {"lr": 0.1, "weight_decay": 0.1, "maximize": True, "d": 2.0}],
    "Rprop": [{"lr": 0.05}],
    "ASGD": [{"lr": 0.05, "t0": 4, "weight_decay": 0.1}],
}
CASES = [(name, i) for name, options in OPTIMIZERS.items() for i in range(len(options))]
SHAPES = [(3, 2), (4,), ()]


def pair():
    """Return PyTorch's parameters and ours, of the same values."""
    values = [random(shape, i) for i, shape in enumerate(SHAPES)]
    theirs = [real.nn.Parameter(v.clone()) for v in values]
    return theirs, [torch.nn.Parameter(ours(v)) for v in values]


def steps(optimizers, theirs, mine, numbers) -> None:
    """Give both the same gradients, one draw a step, and step."""
    for number in numbers:
        for i, (p, q) in enumerate(zip(theirs, mine, strict=True)):
            grad = random(tuple(p.shape), 100 * number + i)
            p.grad, q.grad = grad, ours(grad)
        for optimizer in optimizers:
            optimizer.step()


def test_sgd_without_momentum_keeps_nothing(backend):
    theirs, mine = pair()
    optimizers = real.optim.SGD(theirs), torch.optim.SGD(mine)
    steps(optimizers, theirs, mine, range(3))
    assert len(optimizers[0].state) == len(optimizers[1].state) == 0


def test_a_loaded_state_is_the_dictionarys_own_tensors(backend):
    theirs, mine = pair()
    optimizers = real.optim.Adam(theirs), torch.optim.Adam(mine)
    steps(optimizers, theirs, mine, range(2))
    saved = [copy.deepcopy(each.state_dict()) for each in optimizers]
    for optimizer, state in zip(optimizers, saved, strict=True):
        optimizer.load_state_dict(state)
    steps(optimizers, theirs, mine, range(2, 4))  # they write to what was loaded
    for at, state in saved[0]["state"].items():
        for name, value in state.items():
            close(saved[1]["state"][at][name], value)


@pytest.mark.parametrize(("name", "at"), CASES)
def test_twenty_steps_are_pytorchs(backend, name, at):
    options = OPTIMIZERS[name][at]
    theirs, mine = pair()
    expected = getattr(real.optim, name)(theirs, **options)
    found = getattr(torch.optim, name)(mine, **options)
    assert repr(found) == repr(expected)
    steps([expected, found], theirs, mine, range(20))
    for p, q in zip(theirs, mine, strict=True):
        close(q, p)
    for key, state in expected.state_dict()["state"].items():
        kept = found.state_dict()["state"][key]
        assert list(kept) == list(state)
        for part, value in state.items():
            close(kept[part], value)
    assert found.state_dict()["param_groups"] == expected.state_dict()["param_groups"]


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize(
    ("name", "at"),
    [each for each in CASES if each[0] in ("Adadelta", "Adagrad", "Adamax", "RAdam", "RMSprop")],
)
def test_steps_by_a_program_are_pytorchs(backend, name, at):
    options = OPTIMIZERS[name][at]
    theirs, mine = pair()
    expected = getattr(real.optim, name)(theirs, **options)
    found = getattr(torch.optim, name)(mine, **options)
    steps([expected, found], theirs, mine, range(32))
    assert [each.left for each in found.programs_.known.values()] == [0]
    for p, q in zip(theirs, mine, strict=True):
        close(q, p)
        for part, value in expected.state[p].items():
            close(found.state[q][part], value)


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "RMSprop", "Adagrad"])
def test_state_goes_both_ways(backend, name):
    options = {"lr": 0.05, "momentum": 0.9} if name == "SGD" else {"lr": 0.05}
    theirs, mine = pair()
    expected = getattr(real.optim, name)(theirs, **options)
    found = getattr(torch.optim, name)(mine, **options)
    steps([expected], theirs, mine, range(3))
    found.load_state_dict(expected.state_dict())  # PyTorch's own tensors in it
    for p, q in zip(theirs, mine, strict=True):
        q.data = ours(p)
    steps([expected, found], theirs, mine, range(3, 6))
    for p, q in zip(theirs, mine, strict=True):
        close(q, p)
    saved = found.state_dict()
    for state in saved["state"].values():
        for key, value in state.items():
            state[key] = real.tensor(value.numpy())
    fresh, _ = pair()
    back = getattr(real.optim, name)(fresh, **options)
    back.load_state_dict(saved)
    for key, state in expected.state_dict()["state"].items():
        for part, value in state.items():
            close(back.state_dict()["state"][key][part], value)


@pytest.mark.parametrize("shape", [(3, 2), (200, 200)])  # NumPy's memory, and the framework's
@pytest.mark.parametrize(("name", "first", "second"), [
    ("Adam", "exp_avg", "exp_avg_sq"), ("Adadelta", "acc_delta", "square_avg"),
])  # fmt: skip
def test_compiled_steps_change_what_shares_memory_and_nothing_else(
    backend, shape, name, first, second
):
    def train(library, convert):
        weight = library.nn.Parameter(convert(random(shape, 0)))
        optimizer = getattr(library.optim, name)([weight], lr=0.1)
        held, seen = [], []
        has_gradients = library is not torch or backend != "numpy"
        refusal = "modified by an inplace operation" if has_gradients else "computes no gradients"
        for number in range(20):
            weight.grad = convert(random(shape, 100 + number))
            if number in (11, 15):  # between steps whose memory nothing else shows
                made, kept = (weight * weight).sum(), optimizer.state[weight][first]
                copies = copy.deepcopy(weight), copy.deepcopy(optimizer.state_dict())["state"]
                held = [weight.detach(), weight.data.view(-1)[1:3], weight.clone(), kept]
                held += [copies[0], copies[1][0][second], weight.detach().numpy()]
            optimizer.step()
            seen.append(weight.detach().clone())
            if number in (12, 17):
                with pytest.raises(RuntimeError, match=refusal):
                    made.backward()
                seen += [library.as_tensor(x).detach().clone() for x in held]
                held = made = kept = copies = None
        return seen

    for one, other in zip(train(torch, ours), train(real, lambda x: x), strict=True):
        close(one, other)


def test_a_compiled_step_uses_the_memory_that_its_tensors_alone_show(backend):
    if backend != "jax":
        pytest.skip("the other backends' programs are given no memory")
    weight = torch.nn.Parameter(ours(random((400, 400), 0)))
    optimizer = torch.optim.Adam([weight])
    addresses = []
    for number in range(12):
        weight.grad = ours(random((400, 400), number))
        optimizer.step()
        kept = [optimizer.state[weight][name] for name in ("exp_avg", "exp_avg_sq")]
        addresses.append({x._data.unsafe_buffer_pointer() for x in (weight, *kept)})
    assert addresses[-1] == addresses[-2]


def test_counts_of_steps_are_written_to_one_by_one(backend):
    """Behind the first step they are one array, which no write to one of them shows."""

    def counts(library, convert):
        made = [library.nn.Parameter(convert(random((2,), number))) for number in range(4)]
        for each in made:
            each.grad = convert(random((2,), 9))
        optimizer, seen = library.optim.Adam(made), []
        optimizer.step()
        for write in (lambda x: x.add_(5), lambda x: x.zero_(), lambda x: x.fill_(7)):
            write(optimizer.state[made[len(seen)]]["step"])
            seen.append([float(optimizer.state[each]["step"]) for each in made])
        optimizer.step()
        return [*seen, [float(optimizer.state[each]["step"]) for each in made]]

    assert counts(torch, ours) == counts(real, lambda x: x)


def test_groups_have_their_own_options(backend):
    theirs, mine = pair()
    found, expected = (
        module.optim.SGD(
            [{"params": ps[:1]}, {"params": ps[1:], "lr": 0.5, "weight_decay": 0.1}], lr=0.1
        )
        for module, ps in ((torch, mine), (real, theirs))
    )
    assert repr(found) == repr(expected)
    steps([expected, found], theirs, mine, range(2))
    for p, q in zip(theirs, mine, strict=True):
        close(q, p)


def test_parameters_with_names(backend):
    model = torch.nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.named_parameters(), lr=0.1)
    assert optimizer.state_dict()["param_groups"][0]["param_names"] == ["weight", "bias"]


def test_lbfgs(backend):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    for search in (None, "strong_wolfe"):
        losses = []
        for module in (real, torch):
            x = module.tensor([-1.5, 2.0], requires_grad=True)
            optimizer = module.optim.LBFGS([x], lr=0.3, max_iter=8, line_search_fn=search)
            seen = []

            def closure(x=x, optimizer=optimizer, seen=seen):
                optimizer.zero_grad()
                loss = (1 - x[0]) ** 2 + 5 * (x[1] - x[0] ** 2) ** 2
                loss.backward()
                seen.append(loss.item())
                return loss

            for _ in range(4):
                optimizer.step(closure)
            losses.append(seen)
        assert losses[1] == pytest.approx(losses[0], rel=1e-3, abs=1e-5)


def test_lbfgs_keeps_its_state_as_pytorch_does_where_a_closure_fails(backend):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    found = []
    for module in (real, torch):
        x = module.tensor([-1.5, 2.0], requires_grad=True)
        optimizer = module.optim.LBFGS([x], lr=0.3, max_iter=3)
        calls, seen = itertools.count(), []

        def closure(x=x, optimizer=optimizer, calls=calls):
            optimizer.zero_grad()
            if next(calls) == 4:
                raise KeyError
            loss = (x**4).sum()
            loss.backward()
            return loss

        for _ in range(3):
            with contextlib.suppress(KeyError):
                optimizer.step(closure)
            state = optimizer.state[x]
            seen.append([list(state), state["n_iter"], state["func_evals"], state["prev_loss"]])
        found.append(seen)
    for mine, theirs in zip(found[1], found[0], strict=True):
        assert mine[:3] == theirs[:3]
        assert mine[3] == pytest.approx(theirs[3], rel=1e-5)


def test_training_follows_pytorch(backend):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    theirs = real.nn.Sequential(real.nn.Linear(4, 8), real.nn.Tanh(), real.nn.Linear(8, 2))
    mine = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 2))
    mine.load_state_dict(theirs.state_dict())
    x, y = random((16, 4)), random((16, 2), 1)
    losses = []
    for module, model, a, b in ((real, theirs, x, y), (torch, mine, ours(x), ours(y))):
        optimizer = module.optim.AdamW(model.parameters(), lr=0.02)
        seen = []
        for _ in range(20):
            optimizer.zero_grad()
            loss = module.nn.functional.mse_loss(model(a), b)
            loss.backward()
            optimizer.step()
            seen.append(loss.item())
        losses.append(seen)
    assert losses[1] == pytest.approx(losses[0], rel=1e-4)


def test_closures_and_zero_grad(backend):
    p = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([p], lr=0.1)
    p.grad = torch.ones(2)
    assert optimizer.step(lambda: "loss") == "loss"
    close(p, real.full((2,), 0.9))
    optimizer.zero_grad(set_to_none=False)
    assert p.grad.tolist() == [0.0, 0.0]
    optimizer.zero_grad()
    assert p.grad is None
    optimizer.step()
    close(p, real.full((2,), 0.9))


def test_hooks(backend):
    p = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([p], lr=0.1)
    told = []
    optimizer.register_step_pre_hook(lambda o, args, kwargs: told.append("before"))
    handle = optimizer.register_step_post_hook(lambda o, args, kwargs: told.append("after"))
    for_all = torch.optim.optimizer.register_optimizer_step_post_hook(
        lambda o, args, kwargs: told.append("all")
    )
    optimizer.step()
    handle.remove()
    for_all.remove()
    optimizer.step()
    assert told == ["before", "after", "all", "before"]
    optimizer.register_state_dict_post_hook(lambda o, state: {**state, "more": 1})
    assert optimizer.state_dict()["more"] == 1
    optimizer.register_load_state_dict_pre_hook(lambda o, state: told.append(sorted(state)))
    optimizer.load_state_dict(optimizer.state_dict())
    assert told[-1] == ["more", "param_groups", "state"]


def test_copies_and_pickles(backend):
    theirs, mine = pair()
    optimizer = torch.optim.Adam(mine, lr=0.1)
    steps([optimizer], theirs, mine, range(2))
    for other in (copy.deepcopy(optimizer), pickle.loads(pickle.dumps(optimizer))):
        kept = other.state_dict()["state"][0]["exp_avg"]
        close(kept, real.tensor(optimizer.state_dict()["state"][0]["exp_avg"].numpy()), 0)
        other.step()


MISTAKES = {
    "negative rate": lambda t, p: t.optim.SGD([p], lr=-1),
    "momentum": lambda t, p: t.optim.SGD([p], momentum=-1),
    "nesterov": lambda t, p: t.optim.SGD([p], nesterov=True),
    "betas": lambda t, p: t.optim.Adam([p], betas=(0.9, 1.0)),
    "mixed betas": lambda t, p: t.optim.Adam([p], betas=(0.9, t.tensor(0.9))),
    "eps": lambda t, p: t.optim.AdamW([p], eps=-1.0),
    "tensor rate": lambda t, p: t.optim.Adam([p], lr=t.ones(2)),
    "fused": lambda t, p: t.optim.Adam([p], fused=True, foreach=True),
    "rho": lambda t, p: t.optim.Adadelta([p], rho=2.0),
    "etas": lambda t, p: t.optim.Rprop([p], etas=(1.5, 2.0)),
    "decay": lambda t, p: t.optim.NAdam([p], momentum_decay=-1),
    "empty": lambda t, p: t.optim.SGD([]),
    "a tensor": lambda t, p: t.optim.SGD(p),
    "a set": lambda t, p: t.optim.SGD([{"params": {p}}]),
    "twice": lambda t, p: t.optim.SGD([{"params": [p]}, {"params": [p]}]),
    "no tensor": lambda t, p: t.optim.SGD([1]),
    "no dict": lambda t, p: t.optim.SGD([p]).add_param_group([p]),
    "some names": lambda t, p: t.optim.SGD([("a", p), t.nn.Parameter(t.ones(1))]),
    "names in one": lambda t, p: t.optim.SGD([("a", p)]).add_param_group(
        {"params": [t.nn.Parameter(t.ones(1))]}
    ),
    "other groups": lambda t, p: t.optim.SGD([p]).load_state_dict(
        t.optim.SGD([{"params": [p]}, {"params": [t.ones(1)]}]).state_dict()
    ),
    "other sizes": lambda t, p: t.optim.SGD([p]).load_state_dict(
        t.optim.SGD([p, t.ones(1)]).state_dict()
    ),
    "groups of LBFGS": lambda t, p: t.optim.LBFGS([{"params": [p]}, {"params": [t.ones(1)]}]),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_have_pytorchs_class_and_words(backend, name):
    make = MISTAKES[name]
    with pytest.raises(Exception) as expected:
        make(real, real.nn.Parameter(real.ones(2)))
    with pytest.raises(type(expected.value)) as found:
        make(torch, torch.nn.Parameter(torch.ones(2)))
    assert str(found.value) == str(expected.value)


def test_a_parameter_twice_is_warned_of(backend):
    p = torch.nn.Parameter(torch.ones(2))
    with pytest.warns(UserWarning, match="duplicate parameters"):
        torch.optim.SGD([p, p])


@pytest.mark.parametrize("norm", [2.0, 1.0, float("inf")])
def test_clip_grad_norm(backend, norm):
    theirs, mine = pair()
    for i, (p, q) in enumerate(zip(theirs, mine, strict=True)):
        p.grad = random(tuple(p.shape), i)
        q.grad = ours(p.grad)
    found = torch.nn.utils.clip_grad_norm_(mine, 0.5, norm)
    close(found, real.nn.utils.clip_grad_norm_(theirs, 0.5, norm))
    for p, q in zip(theirs, mine, strict=True):
        close(q.grad, p.grad)


def test_clip_grad_value_and_vectors(backend):
    theirs, mine = pair()
    for i, (p, q) in enumerate(zip(theirs, mine, strict=True)):
        p.grad = random(tuple(p.shape), i)
        q.grad = ours(p.grad)
    real.nn.utils.clip_grad_value_(theirs, 0.3)
    torch.nn.utils.clip_grad_value_(mine, 0.3)
    for p, q in zip(theirs, mine, strict=True):
        close(q.grad, p.grad)
    vector = torch.nn.utils.parameters_to_vector(mine)
    close(vector, real.nn.utils.parameters_to_vector(theirs))
    torch.nn.utils.vector_to_parameters(vector.detach() * 2, mine)
    close(mine[0], theirs[0] * 2)


def test_clipping_what_is_not_finite(backend):
    p = torch.nn.Parameter(torch.ones(2))
    p.grad = torch.tensor([float("inf"), 1.0])
    with pytest.raises(RuntimeError, match="is non-finite, so it cannot be clipped"):
        torch.nn.utils.clip_grad_norm_([p], 1.0, error_if_nonfinite=True)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        torch.nn.utils.clip_grad_norm_((q for q in ()), 1.0)
    assert "empty generator" in str(told[0].message)


@pytest.mark.parametrize("kind", ["swa", "ema", "ema of lists"])
def test_averaged_models(backend, kind):
    def of(t):
        swa = t.optim.swa_utils
        options = {
            "swa": {},
            "ema": {"avg_fn": swa.get_ema_avg_fn(0.5)},
            "ema of lists": {"multi_avg_fn": swa.get_ema_multi_avg_fn(0.5), "use_buffers": True},
        }
        model = t.nn.Sequential(t.nn.Linear(2, 2), t.nn.BatchNorm1d(2))
        averaged = swa.AveragedModel(model, **options[kind])
        for step in range(3):
            with t.no_grad():
                for p in model.parameters():
                    p.fill_(step)
            averaged.update_parameters(model)
        data = [t.tensor([[1.0, 2.0], [3.0, 5.0]]), t.tensor([[0.0, 2.0], [1.0, 1.0]])]
        swa.update_bn(data, averaged)
        return {key: value.tolist() for key, value in averaged.state_dict().items()}

    found, expected = of(torch), of(real)
    assert list(found) == list(expected)
    for key, value in expected.items():
        close(torch.tensor(found[key]), real.tensor(value))


@pytest.mark.parametrize("way", ["ema", "swa"])
def test_averages_of_lists_go_part_of_the_way(backend, way):
    def of(t):
        average = getattr(t.optim.swa_utils, f"get_{way}_multi_avg_fn")()
        mean, parameter = (t.tensor(random((40,), seed).tolist()) for seed in (1, 2))
        means = [mean, parameter.clone()]
        for number in range(1, 4):
            average(means, [parameter, parameter], number)
        assert t.equal(means[1], parameter)  # to the last digit
        if way == "ema":
            steps = [t.tensor([2, 5])]
            average(steps, [t.tensor([2, 9])], 1)
            assert steps[0].tolist() == [2, 5]
        return mean

    close(of(torch), of(real))


@pytest.mark.parametrize("options", [{}, {"nesterov": False, "adjust_lr_fn": "match_rms_adamw"}])
@pytest.mark.parametrize("shape", [(3, 5), (6, 2)])
def test_muon_moves_matrices_as_pytorch_does(backend, options, shape):
    """Its polynomial is one of bfloat16, whose sums frameworks round at other places."""
    value = random(shape, 1)
    theirs, mine = real.nn.Parameter(value.clone()), torch.nn.Parameter(ours(value))
    optimizers = [
        library.optim.Muon([param], lr=0.1, **options)
        for library, param in ((real, theirs), (torch, mine))
    ]
    for number in range(5):
        theirs.grad = random(shape, number)
        mine.grad = ours(theirs.grad)
        for optimizer in optimizers:
            optimizer.step()
    assert (mine.detach().numpy() - theirs.detach().numpy()).__abs__().max() < 0.02
    assert not (mine.detach().numpy() - value.numpy()).__abs__().max() < 0.1
    with pytest.raises(ValueError, match="2D parameters"):
        torch.optim.Muon([torch.nn.Parameter(torch.ones(3))])


def test_a_wrapper_that_skips_the_constructor_of_optimizers(backend):
    def steps(library):
        class Wrapper(library.optim.Optimizer):
            def __init__(self, optimizer):
                self.optimizer = optimizer

            @property
            def param_groups(self):
                return self.optimizer.param_groups

            def step(self, closure=None):
                return self.optimizer.step(closure)

        p = library.nn.Parameter(library.ones(2))
        wrapper = Wrapper(library.optim.SGD([p], 0.1))
        p.grad = library.full((2,), 2.0)
        wrapper.step()
        return p.tolist(), isinstance(wrapper, library.optim.Optimizer)

    assert steps(torch) == steps(real)


@pytest.mark.parametrize("name", ["Adam", "ASGD", "RMSprop", "Rprop", "SGD"])
def test_double_precision_is_kept(backend, name):
    """Options that are Python's numbers are not rounded to single precision on the way."""
    found = []
    for library in (real, torch):
        weight = library.nn.Parameter(library.tensor([1.0, -2.0, 3.0], dtype=library.float64))
        optimizer = getattr(library.optim, name)([weight])
        for sign in (1.0, 1.0, -1.0, 1.0):
            weight.grad = weight.detach() * sign
            optimizer.step()
        found.append(weight.detach().numpy())
    np.testing.assert_allclose(found[1], found[0], rtol=1e-13)


@pytest.mark.parametrize("name", ["Adafactor", "LBFGS", "Muon", "Rprop"])
def test_options_after_loading_a_state_are_pytorchs(backend, name):
    found = []
    for library in (real, torch):
        optimizer, other = [
            getattr(library.optim, name)([library.nn.Parameter(library.zeros(2, 2))])
            for _ in range(2)
        ]
        other.load_state_dict(optimizer.state_dict())
        found.append([sorted(other.state_dict()["param_groups"][0]), repr(other)])
    assert found[0] == found[1]


@pytest.mark.parametrize("base_first", [False, True])
def test_hooks_run_once_a_class_whose_objects_were_made(backend, base_first):
    def called(library):
        calls, parameters = [], [library.nn.Parameter(library.ones(1))]

        class Base(library.optim.Optimizer):
            def __init__(self, params):
                super().__init__(params, {})

            def step(self, closure=None):
                calls.append("base")

        class Derived(Base):
            def step(self, closure=None):
                calls.append("derived")
                return super().step(closure)

        if base_first:
            Base(parameters)
        optimizer = Derived(parameters)
        optimizer.register_step_pre_hook(lambda *args: calls.append("before"))
        optimizer.register_step_post_hook(lambda *args: calls.append("after"))
        optimizer.step()
        return calls

    assert called(torch) == called(real)
