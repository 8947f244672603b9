"""Names that are bound within expressions, ``(n := f(x))``, in compiled functions."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy


def condition_of_a_branch(np, x):
    q = 0.0
    for k in range(7):
        x[1:] += 1.0
        if (q := x[k % 4]) > 2.0 and q < 4.0:
            break
    return x, q


def condition_of_a_loop(np, x):
    steps = 0
    while (error := np.abs(x).max()) > 0.5:
        steps += 1
        if x[0] > 3.0:
            x *= 0.25
            continue
        x *= 0.5
    else:
        x[0] = error
    return x, error, steps


def operand_that_comes_first(np, x):
    y = (total := x.sum()) * 2.0 + total
    z = total if (total := y - 1.0) > 3.0 else -total
    return y, z, total


def argument(np, x):
    y = np.maximum((low := x[::-1]), 1.0) + low
    return y, low


def branch_behind_a_branch(np, x):
    if x[0] > 100.0:
        x[0] = 0.0
    elif (least := x.min()) < 1.0:
        x[1] = least * 3.0
    return x * 1.0


def nested(np, x):
    if (a := (b := x[1]) + 1.0) > 2.0 or a < -3.0:
        x[2] = a * b
    return x, a


def operand_that_may_be_left_out(np, x):
    q = 5.0
    if x[0] > 1.0 and (q := x[1]) > 0.0:
        x[2] = q
    return x, q


def operand_behind_its_own_name(np, x):
    q = x[0]
    y = q + (q := x[1])
    return y, q


ALL = [
    condition_of_a_branch, condition_of_a_loop, operand_that_comes_first, argument,
    branch_behind_a_branch, nested, operand_that_may_be_left_out, operand_behind_its_own_name,
]  # fmt: skip
EAGER = {operand_that_may_be_left_out}


@pytest.mark.parametrize("program", ALL, ids=lambda each: each.__name__)
def test_they_are_bound_as_by_python(backend, program):
    for first in (0.25, 3.0, 9.0):
        x = real.array([first, 1.5, -2.0, 0.75])
        given, mine = x.copy(), ours.array(x)
        wanted = program(real, given)
        compiled = ivy.compile(
            lambda y: program(ours, y), fallback="silent" if program in EAGER else "raise"
        )
        found = compiled(mine)
        wanted, found = (
            [*each, y] if type(each) is tuple else [each, y]
            for each, y in ((wanted, given), (found, mine))
        )
        for one, other in zip(found, wanted, strict=True):
            real.testing.assert_array_equal(real.asarray(one), other)
