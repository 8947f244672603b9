"""What holds for each function that is declared: ``out``, Containers, views as targets."""

from __future__ import annotations

import functools
import inspect

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyException

FLOATS = np.array([[0.5, 0.25], [0.75, 0.125]])
CANDIDATES = [
    FLOATS, FLOATS[0], np.array([[3, 1], [2, 5]]), np.array([3, 1]), np.array([True, False]),
    FLOATS + 1.5, np.array([[2.0, 0.5], [0.5, 1.0]]), np.array([1.0, 2.0, 3.0]),
]  # fmt: skip
# What the candidates above do not suit: the arguments of a call that does something.
SAMPLES = {
    "astype": ([FLOATS, "float32"], {}),
    "batched_outer": ([[FLOATS, FLOATS]], {}),
    "bitwise_left_shift": ([np.array([3, 1]), np.array([1, 2])], {}),
    "bitwise_right_shift": ([np.array([3, 1]), np.array([1, 2])], {}),
    "broadcast_to": ([FLOATS, (3, 2, 2)], {}),
    "clip_matrix_norm": ([FLOATS, 0.5], {}),
    "clip_vector_norm": ([FLOATS, 0.5], {}),
    "concat": ([[FLOATS, FLOATS]], {}),
    "einops_rearrange": ([FLOATS, "a b -> b a"], {}),
    "einops_reduce": ([FLOATS, "a b -> b", "sum"], {}),
    "einops_repeat": ([FLOATS, "a b -> a b c"], {"c": 2}),
    "einsum": (["ij->i", FLOATS], {}),
    "expand_dims": ([FLOATS], {"axis": 0}),
    "gather": ([FLOATS, np.array([0, 1])], {}),
    "permute_dims": ([FLOATS, (1, 0)], {}),
    "reshape": ([FLOATS, (4,)], {}),
    "squeeze": ([FLOATS[None], 0], {}),
    "stack": ([[FLOATS, FLOATS]], {}),
    "take": ([FLOATS, np.array([1, 0])], {"axis": 0}),
    "tile": ([FLOATS, (2, 1)], {}),
    "repeat": ([FLOATS, 2], {}),
    "roll": ([FLOATS, 1], {}),
    "swapaxes": ([FLOATS, 0, 1], {}),
    "moveaxis": ([FLOATS, 0, 1], {}),
    "column_stack": ([[FLOATS, FLOATS]], {}),
    "concat_from_sequence": ([[FLOATS, FLOATS]], {}),
    "constant_pad": ([FLOATS, [(1, 0), (0, 1)]], {}),
    "dstack": ([[FLOATS, FLOATS]], {}),
    "full_like": ([FLOATS, 2.0], {}),
    "hstack": ([[FLOATS, FLOATS]], {}),
    "interpolate": ([FLOATS[None], 4], {}),
    "layer_norm": ([FLOATS, [1]], {}),
    "local_response_norm": ([np.ones((1, 2, 2, 4)), 2], {}),
    "matrix_power": ([FLOATS, 2], {}),
    "multi_dot": ([[FLOATS, FLOATS]], {}),
    "one_hot": ([np.array([1, 0]), 3], {}),
    "quantile": ([FLOATS, 0.5], {}),
    "take_along_axis": ([FLOATS, np.array([[0, 1]]), 0], {}),
    "unflatten": ([FLOATS], {"dim": 0, "shape": (2, 1)}),
    "vstack": ([[FLOATS, FLOATS]], {}),
    "zero_pad": ([FLOATS, [(1, 0), (0, 1)]], {}),
    "where": ([np.array([True, False]), FLOATS[0], FLOATS[1]], {}),
}  # fmt: skip
RANDOM = {name for name, spec in FUNCTIONS.items() if spec.category == "random"} | {"dropout"}
EMPTY = {"empty", "empty_like"}  # of any value
CREATED = {"copy_array", "inplace_update", "inplace_increment", "inplace_decrement"}


def _given(value):
    if isinstance(value, np.ndarray):
        return ivy.asarray(value)
    if isinstance(value, list):
        return [_given(v) for v in value]
    return value


def call(name, args, kwargs, **more):
    return getattr(ivy, name)(*map(_given, args), **kwargs, **more)


@functools.cache
def sample(name):
    """Return arguments that the function takes, found by trying; None if there are none."""
    if name in SAMPLES:
        return SAMPLES[name]
    spec = FUNCTIONS[name]
    required = [
        p
        for p in inspect.signature(spec.body).parameters.values()
        if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]
    if not required or any(p.name not in spec.array_parameters for p in required):
        return None
    bound = ivy.get_backend("numpy")
    for candidate in CANDIDATES:
        arguments = [candidate] * len(required)
        try:
            with np.errstate(all="ignore"):
                result = getattr(bound, name)(*[bound.asarray(a) for a in arguments])
        except IvyException:
            continue
        if spec.returns != "Array" or np.all(np.isfinite(np.asarray(result))):
            return arguments, {}
    return None


def names(wanted):
    chosen = [
        n for n, spec in FUNCTIONS.items() if n not in RANDOM | CREATED | EMPTY and wanted(spec)
    ]
    return sorted(name for name in chosen if sample(name) is not None)


CREATION = {"arange", "asarray", "empty", "eye", "full", "ones", "zeros"}


WITH_OUT = names(lambda spec: spec.has_out and spec.returns == "Array")
NESTABLE = names(
    lambda spec: spec.array_parameters and "Array" in spec.returns and "int" not in spec.returns
)


def test_the_samples_cover_nearly_all():
    with_out = [n for n, s in FUNCTIONS.items() if s.has_out and s.returns == "Array"]
    assert len(WITH_OUT) >= 0.9 * len(set(with_out) - RANDOM - CREATED - CREATION)
    assert len(NESTABLE) > 230


@pytest.mark.checklist("I11", "I12", "I16", "I19")
@pytest.mark.parametrize("name", WITH_OUT)
def test_out_is_filled_returned_and_seen_through_views(backend, name):
    args, kwargs = sample(name)
    expected = call(name, args, kwargs)
    host = np.asarray(expected)
    out = ivy.zeros(expected.shape, dtype=expected.dtype)
    assert call(name, args, kwargs, out=out) is out
    np.testing.assert_array_equal(np.asarray(out), host)
    base = ivy.zeros((3, *expected.shape), dtype=expected.dtype)
    assert call(name, args, kwargs, out=(view := base[1, ...])) is view
    np.testing.assert_array_equal(np.asarray(base)[1], host)
    np.testing.assert_array_equal(np.asarray(base)[0], np.zeros(host.shape))


@pytest.mark.checklist("I18")
@pytest.mark.parametrize("name", [n for n in WITH_OUT if n != "astype"])
def test_out_of_another_dtype_keeps_it(backend, name):
    args, kwargs = sample(name)
    expected = call(name, args, kwargs)
    other = "complex128" if expected.dtype != "complex128" else "complex64"
    out = ivy.zeros(expected.shape, dtype=other)
    assert call(name, args, kwargs, out=out) is out
    assert str(out.dtype) == other
    np.testing.assert_allclose(np.asarray(out), np.asarray(expected), rtol=1e-6)


@pytest.mark.checklist("I09")
@pytest.mark.parametrize("name", WITH_OUT)
def test_out_of_a_wrong_shape_is_refused_and_stays_as_it_was(backend, name):
    args, kwargs = sample(name)
    expected = call(name, args, kwargs)
    out = ivy.full((2, 7, 3), 9, dtype=expected.dtype)
    with pytest.raises(IvyBroadcastShapeError):
        call(name, args, kwargs, out=out)
    np.testing.assert_array_equal(np.asarray(out), np.full((2, 7, 3), 9).astype(out.dtype))


@pytest.mark.checklist("N01", "N02", "N03", "N04", "N06", "N09", "I13")
@pytest.mark.parametrize("name", NESTABLE)
def test_containers_take_the_place_of_arrays(backend, name):
    """A call with a Container for its first array is a Container of the calls with its leaves."""
    args, kwargs = sample(name)
    at = next(i for i, a in enumerate(args) if isinstance(a, (np.ndarray, list)))
    if isinstance(args[at], list):
        pytest.skip("arrays in a sequence are looked at by the tests of Containers")
    leaves = {"a": args[at], "b": np.flip(args[at]).copy()}
    singles = {k: call(name, [*args[:at], v, *args[at + 1 :]], kwargs) for k, v in leaves.items()}
    nested = ivy.Container({k: ivy.asarray(v) for k, v in leaves.items()})
    given = [nested if i == at else _given(a) for i, a in enumerate(args)]
    result = getattr(ivy, name)(*given, **kwargs)
    if isinstance(singles["a"], ivy.Array):
        assert isinstance(result, ivy.Container)
        _compare(result, singles)
        if FUNCTIONS[name].has_out:
            out = result.cont_map(lambda leaf, _: ivy.zeros_like(leaf))
            again = getattr(ivy, name)(*given, **kwargs, out=out)
            assert again is out
            _compare(out, singles)
    elif isinstance(singles["a"], (list, tuple)) and len({len(s) for s in singles.values()}) == 1:
        assert len(result) == len(singles["a"])
        for i, part in enumerate(result):
            if FUNCTIONS[name].kind == "compositional" and isinstance(part, ivy.Array):
                continue  # made of the other arguments alone
            _compare(part, {k: v[i] for k, v in singles.items()})


def _compare(nested, singles):
    assert list(nested) == list(singles)
    for key, single in singles.items():
        np.testing.assert_array_equal(np.asarray(nested[key]), np.asarray(single))
