"""Compositional bodies are written with other ivy functions: nothing in them knows a framework.

So they also run on traced arrays, which have no values to look at.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import types

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyException
from ivy_core.utils.nests import leaves_of
from tools.operators import OPERATORS, labelled

FRAMEWORKS = {"np", "numpy", "jax", "jnp", "torch", "tf", "tensorflow"}
BACKENDS_OF = {"current_backend", "active_backend", "load_backend"}
OF_ARRAYS = sorted(
    name
    for name, spec in FUNCTIONS.items()
    if spec.kind in ("compositional", "mixed")
    and (spec.array_parameters or "Array" in spec.returns)
)


def reachable(function, found=None):
    """Return a function and the helpers in the functional API that it reaches."""
    found = {} if found is None else found
    if function in found:
        return found
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    body = ast.Module(tree.body, [])
    found[function] = names = {n.id for n in ast.walk(body) if isinstance(n, ast.Name)}
    for name in names:
        helper = function.__globals__.get(name)
        if isinstance(helper, types.FunctionType) and name not in FUNCTIONS:
            if helper.__module__.startswith("ivy_core.functional."):
                reachable(helper, found)
    return found


@pytest.mark.checklist("F07", "F10")
@pytest.mark.parametrize("name", OF_ARRAYS)
def test_no_framework_is_named_in_a_body_or_its_helpers(name):
    for function, names in reachable(inspect.unwrap(FUNCTIONS[name].body)).items():
        assert names.isdisjoint(FRAMEWORKS | BACKENDS_OF), function.__name__


X = np.array([[0.5, 0.25], [0.75, 0.125]])


# Of each body the samples beside the first one, where there are some
TRACED = [
    label
    for name in OF_ARRAYS
    if OPERATORS[name].lacks("trace") is None
    for label in OPERATORS[name].variants or OPERATORS[name].samples
]


def flat(result):
    return leaves_of(result) if isinstance(result, (list, tuple)) else [result]


@pytest.mark.checklist("F07")
@pytest.mark.parametrize("label", TRACED)
def test_a_body_runs_on_traced_arrays(backend, compiled, label):
    name, (args, kwargs) = labelled(label)
    at = [i for i, a in enumerate(args) if isinstance(a, np.ndarray)]

    def function(*arrays):
        given = list(args)
        for i, array in zip(at, arrays, strict=True):
            given[i] = array
        return flat(getattr(ivy, name)(*given, **kwargs))

    expected = function(*[ivy.asarray(args[i]) for i in at])
    if backend == "numpy":  # has no traces: here the body is only known to run
        return
    made = compiled(function, *[args[i] for i in at])
    for one, other in zip(flat(made), expected, strict=True):
        np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=1e-6, atol=1e-12)
        assert one.dtype == other.dtype


# functions whose bodies asked NumPy


@pytest.mark.checklist("F07")
@pytest.mark.parametrize("dimensions", [(2, 3), (4,), (0, 2), (2, 1, 3), ()])
@pytest.mark.parametrize("dtype", ["int32", "float64"])
def test_indices(backend, assert_matches, dimensions, dtype):
    expected = np.indices(dimensions, dtype)
    assert_matches(ivy.indices(dimensions, dtype=dtype), expected)
    sparse = ivy.indices(dimensions, dtype=dtype, sparse=True)
    assert isinstance(sparse, tuple)
    assert_matches(sparse, np.indices(dimensions, dtype, sparse=True))
    assert ivy.indices(dimensions).dtype == "int64"


@pytest.mark.checklist("F07")
def test_gather_nd_with_batches(backend, assert_matches):
    x = np.arange(24.0).reshape(2, 3, 4)
    at = np.array([[[0, 1], [2, -1]], [[1, 1], [0, 3]]])
    expected = np.stack([x[i][tuple(at[i].T)] for i in range(2)])
    given = ivy.asarray(x), ivy.asarray(at)
    assert_matches(ivy.gather_nd(*given, batch_dims=1), expected)
    at = np.array([[[0], [3], [1]], [[2], [2], [0]]])
    expected = np.take_along_axis(x, at, 2)[..., 0]
    assert_matches(ivy.gather_nd(ivy.asarray(x), ivy.asarray(at), batch_dims=2), expected)


@pytest.mark.checklist("F07")
@pytest.mark.parametrize("linear", [False, True])
def test_fourier_encode(backend, assert_matches, linear):
    x = np.array([0.5, -0.125])
    space = np.linspace(1.0, 5.0, 3) if linear else np.logspace(0.0, np.log10(5.0), 3)
    angles = x[:, None] * space * np.pi
    expected = np.concatenate([x[:, None], np.sin(angles), np.cos(angles)], -1)
    made = ivy.fourier_encode(ivy.asarray(x), 10.0, num_bands=3, linear=linear)
    assert_matches(made, expected)
    each = ivy.fourier_encode(ivy.asarray(x), ivy.asarray([10.0, 10.0]), num_bands=3, linear=linear)
    assert_matches(each, expected)
    half = ivy.fourier_encode(ivy.asarray(x, dtype="float32"), 10, num_bands=3, linear=linear)
    assert_matches(half, expected.astype("float32"), rtol=1e-5)


@pytest.mark.checklist("F07")
def test_value_is_nan(backend):
    for value, nan, other in ((np.nan, True, True), (np.inf, False, True), (2, False, False)):
        for given in (value, complex(value), ivy.asarray(value), ivy.asarray([value])):
            assert ivy.value_is_nan(given) is other
            assert ivy.value_is_nan(given, include_infs=False) is nan
    assert ivy.value_is_nan(True) is False
    with pytest.raises(ValueError, match="value_is_nan"):
        ivy.value_is_nan(ivy.asarray([1.0, 2.0]))


@pytest.mark.checklist("F07", "F10")
def test_padding_by_a_users_function(backend, assert_matches):
    def fill(vector, widths, axis, options):
        vector[: widths[0]] = options["value"]
        vector[len(vector) - widths[1] :] = axis

    x = np.arange(6.0).reshape(2, 3)
    assert_matches(
        ivy.pad(ivy.asarray(x), ((1, 2), (0, 1)), mode=fill, value=7.0),
        np.pad(x, ((1, 2), (0, 1)), fill, value=7.0),
    )


@pytest.mark.parametrize(
    ("name", "args", "options"),
    [
        ("conv2d", [np.ones((1, 5, 5, 3)), np.ones((3, 3, 4, 2)), 1, "VALID"], {}),
        ("max_pool2d", [np.ones((1, 2, 2, 1)), (3, 3), 1, "VALID"], {}),
        ("l2_normalize", [X], {"axis": 5}),
        ("huber_loss", [np.ones(3), np.ones(4)], {}),
    ],
)
def test_a_mistake_names_what_was_called_not_what_that_calls(backend, name, args, options):
    with pytest.raises(IvyException, match=f"^{backend}: {name}: ") as caught:
        getattr(ivy, name)(*args, **options)
    with pytest.raises(type(caught.value), match=f"^{backend}: {name}: "):
        getattr(ivy.get_backend(backend), name)(*args, **options)


def test_a_mistake_of_a_users_function_names_what_that_called(backend):
    with pytest.raises(IvyException, match=f"^{backend}: matmul: "):
        ivy.split_func_call(lambda x: ivy.matmul(x, np.ones((7, 2))), [ivy.asarray(X)], "concat")
