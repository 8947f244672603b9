"""Schedules of learning rates against PyTorch's: rates of 25 steps, state_dicts, errors."""

from __future__ import annotations

import warnings

import pytest
import torch as real

import frontends.torch as torch

SCHEDULES = {
    "StepLR": lambda s, o: s.StepLR(o, 3, 0.5),
    "MultiStepLR": lambda s, o: s.MultiStepLR(o, [2, 5, 5, 9], 0.5),
    "ConstantLR": lambda s, o: s.ConstantLR(o, 0.5, 4),
    "LinearLR": lambda s, o: s.LinearLR(o, 0.25, 0.75, 6),
    "ExponentialLR": lambda s, o: s.ExponentialLR(o, 0.9),
    "PolynomialLR": lambda s, o: s.PolynomialLR(o, 8, 2.0),
    "CosineAnnealingLR": lambda s, o: s.CosineAnnealingLR(o, 5, 0.01),
    "CosineAnnealingWarmRestarts": lambda s, o: s.CosineAnnealingWarmRestarts(o, 3, 2, 0.01),
    "LambdaLR": lambda s, o: s.LambdaLR(o, [lambda n: 0.9**n, lambda n: 1 / (1 + n)]),
    "MultiplicativeLR": lambda s, o: s.MultiplicativeLR(o, lambda n: 0.95),
    "OneCycleLR": lambda s, o: s.OneCycleLR(o, 1.0, 30),
    "OneCycleLR in lines": lambda s, o: s.OneCycleLR(
        o, [1.0, 0.5], epochs=3, steps_per_epoch=10, anneal_strategy="linear", three_phase=True
    ),
    "CyclicLR": lambda s, o: s.CyclicLR(o, 0.01, 0.1, 4, 3, mode="triangular2"),
    "CyclicLR of steps": lambda s, o: s.CyclicLR(
        o, 0.01, [0.1, 0.2], 4, mode="exp_range", gamma=0.9, cycle_momentum=False
    ),
    "SequentialLR": lambda s, o: s.SequentialLR(
        o, [s.LinearLR(o, 0.1, 1.0, 4), s.CosineAnnealingLR(o, 10)], [4]
    ),
    "ChainedScheduler": lambda s, o: s.ChainedScheduler(
        [s.ConstantLR(o, 0.1, 3), s.ExponentialLR(o, 0.9)]
    ),
}


for _strategy, _epochs in (("cos", 4), ("linear", 3), ("cos", 0)):
    SCHEDULES[f"SWALR {_strategy} {_epochs}"] = lambda s, o, a=_strategy, n=_epochs: swa_of(
        s
    ).SWALR(o, 0.01, n, a)


def swa_of(schedulers):
    return (torch if schedulers is torch.optim.lr_scheduler else real).optim.swa_utils


def optimizer_of(module, kind: str = "SGD"):
    groups = [{"params": [module.ones(2)]}, {"params": [module.ones(1)], "lr": 0.05}]
    options = {"momentum": 0.9} if kind == "SGD" else {}
    return getattr(module.optim, kind)(groups, lr=0.1, **options)


def rates(schedule, optimizer, steps: int = 25) -> list:
    found = []
    for _ in range(steps):
        group = optimizer.param_groups[0]
        found.append((*schedule.get_last_lr(), group.get("momentum") or group["betas"][0]))
        optimizer.step()
        schedule.step()
    return found


@pytest.mark.parametrize("name", SCHEDULES)
@pytest.mark.parametrize("kind", ["SGD", "Adam"])
def test_rates_are_pytorchs(name, kind):
    found, expected = (
        rates(SCHEDULES[name](module.optim.lr_scheduler, o), o)
        for module, o in ((torch, optimizer_of(torch, kind)), (real, optimizer_of(real, kind)))
    )
    assert found == expected


@pytest.mark.parametrize("name", SCHEDULES)
def test_state_goes_both_ways(name):
    mine, theirs = optimizer_of(torch), optimizer_of(real)
    found = SCHEDULES[name](torch.optim.lr_scheduler, mine)
    expected = SCHEDULES[name](real.optim.lr_scheduler, theirs)
    rates(expected, theirs, 4)
    state = expected.state_dict()
    found.load_state_dict(state)
    mine.load_state_dict(theirs.state_dict())
    assert rates(found, mine, 6) == rates(expected, theirs, 6)
    assert set(found.state_dict()) - {"_is_initial"} >= set(state) - {
        "_is_initial",
        "_scale_fn_ref",
    }


def test_plateau():
    metrics = [1.0, 0.9, 0.9, 0.95, 0.91, 0.5, 0.5, 0.5, 0.5, 0.5, 0.4, 0.6]
    for options in ({}, {"mode": "max", "threshold_mode": "abs", "cooldown": 1, "min_lr": 0.02}):
        found = []
        for module in (torch, real):
            optimizer = optimizer_of(module)
            schedule = module.optim.lr_scheduler.ReduceLROnPlateau(
                optimizer, factor=0.5, patience=1, **options
            )
            seen = []
            for metric in metrics:
                schedule.step(metric)
                seen.append(schedule.get_last_lr())
            found.append((seen, schedule.state_dict()))
        assert found[0] == found[1]


def test_a_rate_that_is_a_tensor(backend):
    p = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([p], lr=torch.tensor(0.5))
    schedule = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
    rate = optimizer.param_groups[0]["lr"]
    p.grad = torch.ones(2)
    optimizer.step()
    schedule.step()
    assert optimizer.param_groups[0]["lr"] is rate and rate.item() == 0.25
    assert p.tolist() == [0.5, 0.5]


def test_the_order_of_steps_is_warned_of():
    optimizer = optimizer_of(torch)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    with pytest.warns(UserWarning, match="before `optimizer.step"):
        schedule.step()
    with pytest.warns(UserWarning, match="please use `get_last_lr"):
        schedule.get_lr()
    with pytest.warns(UserWarning, match="epoch parameter"):
        schedule.step(5)
    assert schedule.get_last_lr() == pytest.approx([0.1 * 0.1**5, 0.05 * 0.1**5])


MISTAKES = {
    "no optimizer": lambda t, o: t.optim.lr_scheduler.StepLR(1, 2),
    "resumed": lambda t, o: t.optim.lr_scheduler.StepLR(o, 2, last_epoch=3),
    "lambdas": lambda t, o: t.optim.lr_scheduler.LambdaLR(o, [lambda n: 1]),
    "no function": lambda t, o: t.optim.lr_scheduler.MultiplicativeLR(o, 2),
    "factor": lambda t, o: t.optim.lr_scheduler.ConstantLR(o, 2.0),
    "start": lambda t, o: t.optim.lr_scheduler.LinearLR(o, 0.0),
    "plateau": lambda t, o: t.optim.lr_scheduler.ReduceLROnPlateau(o, factor=1.0),
    "mode": lambda t, o: t.optim.lr_scheduler.ReduceLROnPlateau(o, mode="mid"),
    "least": lambda t, o: t.optim.lr_scheduler.ReduceLROnPlateau(o, min_lr=[0.1]),
    "steps": lambda t, o: t.optim.lr_scheduler.OneCycleLR(o, 1.0),
    "share": lambda t, o: t.optim.lr_scheduler.OneCycleLR(o, 1.0, 10, pct_start=2.0),
    "strategy": lambda t, o: t.optim.lr_scheduler.OneCycleLR(o, 1.0, 10, anneal_strategy="x"),
    "rates": lambda t, o: t.optim.lr_scheduler.OneCycleLR(o, [1.0], 10),
    "T_0": lambda t, o: t.optim.lr_scheduler.CosineAnnealingWarmRestarts(o, 0),
    "cycle": lambda t, o: t.optim.lr_scheduler.CyclicLR(o, 0.1, 0.2, mode="x"),
    "milestones": lambda t, o: t.optim.lr_scheduler.SequentialLR(
        o, [t.optim.lr_scheduler.StepLR(o, 1)], [1]
    ),
    "none": lambda t, o: t.optim.lr_scheduler.ChainedScheduler([]),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_have_pytorchs_class_and_words(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(Exception) as expected:
            MISTAKES[name](real, optimizer_of(real))
        with pytest.raises(type(expected.value)) as found:
            MISTAKES[name](torch, optimizer_of(torch))
    assert str(found.value) == str(expected.value)
