"""What a traced program will probably cost on JAX: that it is told rightly which gain."""

from __future__ import annotations

import pytest

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax
pytestmark = [
    pytest.mark.parametrize("backend", ["jax"], indirect=True),
    pytest.mark.usefixtures("backend"),
]


def estimate(function, *arguments):
    from ivy_core.backends.jax.compiler.operation_costs import estimated

    return estimated(jax.make_jaxpr(function)(*arguments))


def smoothed(u):
    return u.at[1:-1].add(0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2]))


def repeated(step, count):
    return lambda u: lax.fori_loop(0, count, lambda n, u: step(u), u)


def test_few_elements_gain_most():
    ratios = [estimate(smoothed, jnp.zeros(n)).ratio for n in (10, 10_000, 10_000_000)]
    assert ratios[0] < 0.1 and ratios == sorted(ratios) and ratios[2] < 1.0


@pytest.mark.parametrize(
    "function",
    [lambda x: x @ x, lambda x: jnp.sort(x, axis=None), lambda x: jnp.linalg.cholesky(x)],
    ids=["product", "sort", "cholesky"],
)
def test_what_is_one_step_of_the_framework_gains_nothing(function):
    assert estimate(function, jnp.zeros((1000, 1000))).ratio > 0.8


def test_small_products_gain():
    assert estimate(lambda x: x @ x, jnp.zeros((4, 4))).ratio < 0.2


def test_the_steps_within_a_loop_count_for_each_round():
    """Beside a product of large matrices a short loop is of no weight, a long one of all."""

    def beside_a_product(count):
        return estimate(lambda x: (repeated(smoothed, count)(x[0]), x @ x), jnp.ones((500, 500)))

    few, many = (beside_a_product(count).ratio for count in (1, 1_000_000))
    assert few > 0.8 and many < 0.2


def test_more_steps_take_longer_to_compile():
    def steps(count):
        def run(u):
            for _ in range(count):
                u = smoothed(u)
            return u

        return estimate(run, jnp.zeros(100)).compile_time

    assert 0.0 < steps(1) < steps(10) < steps(100)
    rolled = estimate(repeated(smoothed, 100), jnp.zeros(100)).compile_time
    assert rolled < steps(10)  # a loop is compiled once


def test_a_write_of_one_row_costs_that_row():
    def write(x, row):
        return lax.dynamic_update_slice(x, row, (3, 0))

    large = estimate(write, jnp.zeros((3000, 10)), jnp.zeros((1, 10)))
    small = estimate(write, jnp.zeros((30, 10)), jnp.zeros((1, 10)))
    assert large.ratio == pytest.approx(small.ratio)


def test_nothing_is_no_gain():
    assert estimate(lambda x: x, jnp.zeros(3)).ratio == 1.0
