"""Each differentiable function has its gradient: against differences of what NumPy computes."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from tests.core.samples import prepared, sample

STEP = 1e-4
PART = {"torch": 2, "tensorflow": 3, "jax": 12}  # one function of so many; JAX compiles each
# Their results are vectors up to a sign, or factors: of these the squares count
UP_TO_SIGN = {
    "initialize_tucker", "make_svd_non_negative", "qr", "svd", "tensor_train", "truncated_svd",
    "tucker",
}  # fmt: skip
WITHOUT = {
    **dict.fromkeys(
        ("adam_update", "gradient_descent_update", "lamb_update", "lars_update",
         "optimizer_update", "stop_gradient"),
        "stop gradients, by default",
    ),
    **dict.fromkeys(
        ("dropout", "dropout1d", "dropout2d", "dropout3d"), "draw anew in each call"
    ),
    **dict.fromkeys(
        ("betainc", "igamma", "igammac", "polygamma", "zeta"),
        "no derivative by the first argument; tests/core/test_special.py has the second one's",
    ),
    **dict.fromkeys(("eigh", "eigvalsh"), "read a triangle: a difference of one element is half"),
    **dict.fromkeys(
        ("max_unpool2d", "max_unpool3d"), "places of the sample are the same; the last one counts"
    ),
    **dict.fromkeys(
        ("unique_all", "unique_counts", "unique_inverse", "unique_values"),
        "sort; numbers of equal elements have no derivative",
    ),
    **dict.fromkeys(("from_dlpack", "to_dlpack"), "share memory"),
    "astype": "the sample's is float32, of which differences are too rough",
    "divmod": "PyTorch has no derivative of its whole part",
    "empty_like": "any value",
    "frexp": "its mantissa has the derivative of a step",
    "nextafter": "a step",
    "partial_tucker": "iterates from a start that a difference changes the sign of",
}  # fmt: skip


def place_of(args):
    """Return where the first array of float64 stands: its position, and that in a list."""
    for i, value in enumerate(args):
        if isinstance(value, np.ndarray) and value.dtype == np.float64:
            return (i,)
        if isinstance(value, list):
            for j, each in enumerate(value):
                if isinstance(each, np.ndarray) and each.dtype == np.float64:
                    return i, j
    return None


def replaced(args, place, value):
    args = list(args)
    if len(place) == 1:
        args[place[0]] = value
    else:
        args[place[0]] = list(args[place[0]])
        args[place[0]][place[1]] = value
    return args


def leaves(result):
    if isinstance(result, ivy.Array):
        return [result] if result.dtype.is_float else []
    values = list(result.values()) if isinstance(result, dict) else result
    if isinstance(values, (list, tuple)):
        return [leaf for value in values for leaf in leaves(value)]
    return []


def weighted(name, namespace):
    """Return a number made of all results of a function, as a function of one argument."""
    args, kwargs = sample(name)
    place = place_of(args)

    def native(value):
        return prepared(value, lambda x: namespace.asarray(x.copy()))

    def function(x):
        given = replaced([native(value) for value in replaced(args, place, None)], place, x)
        total = 0.0
        for n, leaf in enumerate(leaves(getattr(namespace, name)(*given, **native(kwargs)))):
            weights = namespace.asarray(np.cos(np.arange(leaf.size) + n).reshape(leaf.shape))
            total = total + namespace.sum((leaf * leaf if name in UP_TO_SIGN else leaf) * weights)
        return total

    return function


def point_of(name):
    """Return the argument: the sample's, off the places where functions have kinks."""
    args, _ = sample(name)
    place = place_of(args)
    x = args[place[0]] if len(place) == 1 else args[place[0]][place[1]]
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
    for name, spec in FUNCTIONS.items()
    if spec.category != "random" and name not in WITHOUT
    if sample(name) is not None and place_of(sample(name)[0]) is not None
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)
@pytest.mark.parametrize("part", range(4))
def test_gradients_are_those_of_differences(backend, full, part):
    wrong = {}
    names = NAMES if full else NAMES[1 :: PART[backend]]
    for name in names[part::4]:
        expected = differences(name)
        if expected is None:
            continue
        namespace = ivy.get_backend(backend)
        found = namespace.grad(weighted(name, namespace))(namespace.asarray(point_of(name)))
        error = np.abs(np.asarray(found).reshape(-1) - expected)
        if not np.all(error < 1e-6 * np.maximum(1, np.abs(expected))):
            wrong[name] = float(np.max(error))
    assert wrong == {}


def test_reasons_are_of_functions():
    assert sorted(WITHOUT.keys() - FUNCTIONS.keys()) == []
    assert len(NAMES) > 300
