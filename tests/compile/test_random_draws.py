"""Random numbers in compiled functions: drawn in each call, the same that an eager call draws."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy

SEED = 7


def uniform(x):
    return x + ours.random.rand(3)


def normal_in_place(x):
    x += ours.random.normal(size=3)
    return x * 2


def in_a_helper(x):
    return x + helper()


def helper():
    return ours.random.randint(0, 1000, 3)


def in_a_loop(x):
    for _ in range(6):
        x = x + ours.random.random(3)
    return x


def behind_a_branch(x):
    if x[0] > 0:
        x = x + ours.random.standard_normal(3)
    return x


def shuffled(x):
    y = x * ours.arange(3)
    ours.random.shuffle(y)
    return y + x


generator = ours.random.default_rng(SEED)


def of_a_global_generator(x):
    return x + generator.random(3)


def of_a_new_generator(x):
    return x + ours.random.default_rng(ours.random.randint(1 << 30)).random(3)


def by_choice(x):
    return x + ours.random.choice(100, 3)


def of_the_core(x):
    return x + ivy.random_uniform(shape=(3,))


def of_the_core_normal(x):
    return x + ivy.random_normal(shape=(3,))


def dropout_of_the_core(x):
    return ivy.dropout(x, 0.5)


def of_numpy_itself(x):
    return x + float(real.random.random())


DRAWING = (
    uniform, normal_in_place, in_a_helper, in_a_loop, behind_a_branch, shuffled,
    of_a_global_generator, of_a_new_generator, by_choice, of_the_core, of_the_core_normal,
    dropout_of_the_core, of_numpy_itself,
)  # fmt: skip


@pytest.mark.parametrize("function", DRAWING, ids=lambda function: function.__name__)
def test_draws_are_those_of_the_eager_function(backend, function):
    global generator
    found = []
    for called in (function, ivy.compile(function, fallback="silent")):
        ours.random.seed(SEED)
        real.random.seed(SEED)
        ivy.seed(seed_value=SEED)
        generator = ours.random.default_rng(SEED)
        x = ours.arange(1.0, 4.0) * 10
        found.append([real.array(called(x)) for _ in range(4)])
    real.testing.assert_array_equal(found[1], found[0])
    assert len({each.tobytes() for each in found[0]}) > 1, "nothing was drawn"
