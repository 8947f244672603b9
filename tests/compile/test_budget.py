"""Budget of compiling unasked: what may be lost, and what estimates learn."""

from __future__ import annotations

from ivy_core.compilation.auto.budget import Budget
from ivy_core.compilation.auto.watching import _Prospect


def _smooth(x):
    return (x + 1.0) / 2.0


def test_no_compilation_before_it_can_pay():
    """What is spent stays a small share of the time gone by, plus what has been saved."""
    budget = Budget()
    budget.gone = lambda: 10.0
    assert budget.allows(0.3) and not budget.allows(1.5)
    assert budget.allows(1.5, to_come=100.0)
    budget.spent = 0.6
    assert not budget.allows(0.5)
    budget.saved = 1.0
    assert budget.allows(0.5)
    before = budget.expected(_smooth)
    budget.pay(10.0, 0.5)
    assert budget.expected(_smooth) > before and not budget.allows(0.5)


def test_where_a_trace_shows_the_rest_less_is_at_stake():
    budget = Budget()
    budget.gone, budget.is_shown = lambda: 10.0, False
    assert budget.at_stake(1.0) == 1.0
    budget.is_shown = True
    first = budget.at_stake(1.0)
    assert 0.3 < first < 1.0
    assert budget.pays(saving=4.0, cost=2.0, to_come=30.0)  # five in eight are perhaps lost
    assert not budget.pays(saving=4.0, cost=2.1, to_come=30.0)  # it has to be worth it
    assert not budget.pays(saving=90.0, cost=9.0, to_come=30.0)  # and a share of all that there is
    budget.judge(False)
    assert budget.at_stake(1.0) > first and not budget.pays(4.0, 2.0, 30.0)
    for _ in range(3):
        budget.judge(True)
    assert budget.at_stake(1.0) < first and budget.pays(4.0, 2.0, 30.0)


def test_estimates_are_learned_from():
    budget = Budget()
    prospect = _Prospect(None, compile_time=0.2, share=0.75)
    assert prospect.saving(4.0) == 3.0 and prospect.saving(4.0, 1000) < 3.0
    before = budget.compile_factor
    budget.learn(0.8, 0.2)
    assert budget.compile_factor == 2.0 * before
    budget.learn(0.05, 0.2)
    assert budget.compile_factor == before
