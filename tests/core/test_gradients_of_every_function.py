"""Each differentiable function has its gradient: against differences of what NumPy computes."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from tools.operators import OPERATORS, sample
from tools.operators.nests import array_slots, at_slot, map_arrays, with_argument

STEP = 1e-4
PART = {"torch": 12, "tensorflow": 24, "jax": 24}  # one function of so many; JAX compiles each


def slot_of(name):
    """Return the slot of the first positional array of float64; None if there is none."""
    args, _ = sample(name)
    slots = array_slots(args, {})
    return next((s for s in slots if at_slot(args, {}, s).dtype == np.float64), None)


def leaves(result):
    """Return the arrays of floats; of complex numbers, which a tracer's may be, the real parts."""
    if isinstance(result, ivy.Array):
        if result.dtype.is_complex:
            return [ivy.real(result)]
        return [result] if result.dtype.is_float else []
    values = list(result.values()) if isinstance(result, dict) else result
    if isinstance(values, (list, tuple)):
        return [leaf for value in values for leaf in leaves(value)]
    return []


def weighted(name, namespace):
    """Return a number made of all results of a function, as a function of one argument."""
    args, kwargs = sample(name)
    slot, up_to_sign = slot_of(name), OPERATORS[name].up_to_sign

    def function(x):
        others, _ = with_argument(args, kwargs, slot, None)
        given, _ = with_argument(map_arrays(others, namespace.asarray), {}, slot, x)
        options = map_arrays(kwargs, namespace.asarray)
        total = 0.0
        for n, leaf in enumerate(leaves(getattr(namespace, name)(*given, **options))):
            weights = namespace.asarray(np.cos(np.arange(leaf.size) + n).reshape(leaf.shape))
            total = total + namespace.sum((leaf * leaf if up_to_sign else leaf) * weights)
        return total

    return function


def point_of(name):
    """Return the argument: the sample's, off the points where functions have kinks."""
    x = at_slot(sample(name).args, {}, slot_of(name))
    return x + 0.01 * np.sin(1 + np.arange(x.size)).reshape(x.shape)


@functools.cache
def differences(name):
    """Return the derivative by differences of fourth order; None if nothing depends on it."""
    namespace = ivy.get_backend("numpy")
    function, x = weighted(name, namespace), point_of(name)
    with np.errstate(all="ignore"):
        if isinstance(function(namespace.asarray(x)), float):
            return None
        slopes = np.zeros(x.size)
        for i in range(x.size):
            step = np.zeros(x.size)
            step[i] = STEP
            step = step.reshape(x.shape)
            first, second, third, fourth = (
                float(function(namespace.asarray(x + k * step))) for k in (-2, -1, 1, 2)
            )
            slopes[i] = (8 * (third - second) - (fourth - first)) / (12 * STEP)
    return slopes if np.any(slopes) else None


NAMES = sorted(
    name
    for name in FUNCTIONS
    if OPERATORS[name].lacks("gradient") is None
    if sample(name) is not None and slot_of(name) is not None
)


def only_with_full(params):
    return NAMES.index(params["name"]) % PART[params["backend"]] != 1


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)
@pytest.mark.parametrize("name", NAMES)
def test_gradients_are_those_of_differences(backend, name, grad):
    expected = differences(name)
    if expected is None:
        return  # nothing depends on the argument
    namespace = ivy.get_backend(backend)
    found = grad(weighted(name, namespace))(namespace.asarray(point_of(name)))
    error = np.abs(np.asarray(found).reshape(-1) - expected)
    assert np.all(error < 1e-6 * np.maximum(1, np.abs(expected)))


def test_there_are_many():
    assert len(NAMES) > 300
