"""Gradients of forty NumPy programs that write in place, against slopes and functional twins."""

from __future__ import annotations

import functools

import jax
import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from tests.frontends.numpy.test_gradients import central_differences, differentiating
from tests.frontends.numpy.written_programs import PROGRAMS

# One of each kind of write; the others take half a minute more, of which XLA's twins are the most.
IN_EACH_RUN = (
    "seam_costs", "denoised", "flow_shop", "smoothed_mesh", "regulator", "order_book",
    "thin_films", "shortest_paths",
)  # fmt: skip


def only_with_full(params) -> bool:
    return params.get("name", IN_EACH_RUN[0]) not in IN_EACH_RUN


@functools.cache
def slopes_of(name):
    """Return the gradients of a program by central differences, and of its twin by JAX."""
    program, twin, point = PROGRAMS[name]
    with jax.enable_x64(True):
        value, gradient = jax.jit(jax.value_and_grad(functools.partial(twin, jax.numpy)))(point)
    assert float(program(real, point.copy())) == pytest.approx(float(value), rel=1e-12)
    return central_differences(program, point), real.asarray(gradient)


WAYS = {
    "eagerly": ivy.grad,
    "compiled": lambda function: ivy.grad(ivy.compile(function)),
    "compiled gradient": lambda function: ivy.compile(ivy.grad(function)),
}


@differentiating
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.filterwarnings("ignore:.* runs eagerly")
def test_gradients_of_written_programs(backend, name, way):
    program, _, point = PROGRAMS[name]
    slopes, expected = slopes_of(name)

    def function(x):
        return program(ours, x)

    function.__name__ = name
    given = ours.array(point)
    found = real.asarray(WAYS[way](function)(given))
    scale = max(1.0, real.abs(expected).max())
    real.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * scale)
    real.testing.assert_allclose(found, slopes, rtol=1e-6, atol=1e-6)
    real.testing.assert_array_equal(real.asarray(given), point)
