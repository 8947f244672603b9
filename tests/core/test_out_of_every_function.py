"""``out``: keyword-only on every function that returns one array, and filled by it."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyBroadcastShapeError

ONE_ARRAY = sorted(name for name, spec in FUNCTIONS.items() if spec.returns == "Array")
# what these are given first is filled and returned
IN_PLACE = {"inplace_decrement", "inplace_increment", "inplace_update", "set_item"}


@pytest.mark.checklist("I11")
def test_every_function_of_one_array_takes_out_by_keyword_only():
    assert len(ONE_ARRAY) > 250 and set(ONE_ARRAY) >= IN_PLACE
    lacking, positional = [], []
    for name in ONE_ARRAY:
        out = inspect.signature(FUNCTIONS[name].body).parameters.get("out")
        if out is None:
            lacking.append(name)
        elif out.kind is not out.KEYWORD_ONLY or out.default is not None:
            positional.append(name)
    assert set(lacking) == IN_PLACE
    assert positional == []


@pytest.mark.checklist("I11")
@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_bound_has_that_signature(backend):
    bound = ivy.get_backend(backend)
    for name in set(ONE_ARRAY) - IN_PLACE:
        out = inspect.signature(getattr(bound, name)).parameters["out"]
        assert out.kind is out.KEYWORD_ONLY, name


@pytest.mark.checklist("I11")
@pytest.mark.parametrize(
    "name", ["ssim_loss", "wasserstein_loss_discriminator", "wasserstein_loss_generator"]
)
def test_out_is_refused_by_position(backend, name):
    x = ivy.ones((1, 1, 3, 3))
    count = len(FUNCTIONS[name].array_parameters)
    out = ivy.zeros(())
    with pytest.raises(TypeError):
        getattr(ivy, name)(*[x] * count, out)
    assert getattr(ivy, name)(*[x] * count, out=out) is out


# the arguments are lists and scalars; `x` stands for an Array of them
X = np.array([[0.5, 0.25], [0.75, 0.125]])
CALLS = {
    "array": ([[[1, 2], [3, 4]]], {}),
    "array of another dtype": ([[[1, 2], [3, 4]]], {"dtype": "float32"}),
    "asarray": ([X], {}),
    "fftfreq": ([5], {}),
    "fftfreq scaled": ([4], {"d": 0.5, "dtype": "float32"}),
    "rfftfreq": ([5], {}),
    "from_dlpack": ([X], {}),
    "frombuffer": ([bytes(range(8))], {"dtype": "int16"}),
    "get_item": ([X, (slice(None), 1)], {}),
    "get_item of a mask": ([X, X > 0.3], {}),
    "isin": ([X, X[0]], {}),
    "isin inverted": ([X, X[0]], {"invert": True}),
    "pad": ([X, 1], {}),
    "pad by nothing": ([X, 0], {}),
    "pad at the edge": ([X, ((1, 0), (0, 2))], {"mode": "edge"}),
    "pad by a ramp": ([X, 2], {"mode": "linear_ramp", "end_values": 1.0}),
    "pad oddly": ([X, 1], {"mode": "reflect", "reflect_type": "odd"}),
    "pad by a mean": ([X, 1], {"mode": "mean"}),
    "sliding_window_view": ([X, (1, 2)], {}),
    "ssim_loss": ([X[None, None], X[None, None] + 0.1], {}),
    "stable_pow": ([X, 2.0], {}),
    "wasserstein_loss_discriminator": ([X, X[0]], {}),
    "wasserstein_loss_generator": ([X], {}),
}


def call(label, **more):
    name = label.partition(" ")[0]
    args, kwargs = CALLS[label]
    given = [ivy.asarray(a) if isinstance(a, np.ndarray) else a for a in args]
    return getattr(ivy, name)(*given, **kwargs, **more)


@pytest.mark.checklist("I11", "I12", "I16")
@pytest.mark.parametrize("label", CALLS)
def test_out_is_filled_and_returned(backend, label):
    expected = call(label)
    host = np.array(expected)
    out = ivy.zeros(expected.shape, dtype=expected.dtype)
    assert call(label, out=out) is out
    assert out.dtype == expected.dtype
    np.testing.assert_array_equal(np.asarray(out), host)
    base = ivy.zeros((3, *expected.shape), dtype=expected.dtype)
    view = base[1, ...]
    assert call(label, out=view) is view
    np.testing.assert_array_equal(np.asarray(base)[1], host)
    assert not np.asarray(base)[::2].any()


@pytest.mark.checklist("I18")
@pytest.mark.parametrize("label", CALLS)
def test_out_of_another_dtype_keeps_it(backend, label):
    host = np.array(call(label))
    out = ivy.zeros(host.shape, dtype="complex128")
    assert call(label, out=out) is out
    assert out.dtype == "complex128"
    np.testing.assert_allclose(np.asarray(out), host)


@pytest.mark.checklist("I09")
@pytest.mark.parametrize("label", CALLS)
def test_out_of_another_shape_is_refused(backend, label):
    made = call(label)
    for shape in ((2, 7, 3), (2, *made.shape)):  # into the second one it would broadcast
        out = ivy.full(shape, 9, dtype=made.dtype)
        host = np.array(out)
        with pytest.raises(IvyBroadcastShapeError):
            call(label, out=out)
        np.testing.assert_array_equal(np.asarray(out), host)


@pytest.mark.checklist("I11")
def test_out_may_be_an_input(backend):
    x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert ivy.stable_pow(x, 2, min_base=0.0, out=x) is x
    np.testing.assert_allclose(np.asarray(x), [[1.0, 4.0], [9.0, 16.0]])
    assert ivy.get_item(x, slice(None, None, -1), out=x) is x
    np.testing.assert_allclose(np.asarray(x), [[9.0, 16.0], [1.0, 4.0]])
