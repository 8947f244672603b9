"""``out``: keyword-only on every function that returns one array, and filled by it."""

from __future__ import annotations

import functools
import inspect

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyBroadcastShapeError
from tools.operators import OPERATORS, call, labelled, sample, samples_of

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


WITH_OUT = sorted(n for n, spec in FUNCTIONS.items() if spec.has_out and spec.returns == "Array")
SEVERAL_OUT = sorted(n for n, spec in FUNCTIONS.items() if spec.has_out and spec.returns != "Array")
WITHOUT_OUT = sorted(
    n for n, spec in FUNCTIONS.items() if not spec.has_out and sample(n) is not None
)
ADDING = ("scatter_flat, sums", "scatter_nd, sums")  # to what `out` holds
LABELS = [label for label in samples_of(WITH_OUT) if label not in ADDING]


@functools.cache
def value_of(backend, label):
    """Return what the set backend gives without an ``out``, computed once for all tests."""
    name, (args, kwargs) = labelled(label)
    return call(name, args, kwargs)


def fill(label, out):
    name, (args, kwargs) = labelled(label)
    return call(name, args, kwargs, out=out)


@pytest.mark.checklist("W06", "I11", "I12", "I16", "I19")
@pytest.mark.parametrize("label", LABELS)
def test_out_is_filled_returned_and_seen_through_views(backend, label):
    expected = value_of(backend, label)
    host = np.asarray(expected)
    out = ivy.full(expected.shape, 7, dtype=expected.dtype)
    assert fill(label, out) is out
    base = ivy.full((3, *expected.shape), 7, dtype=expected.dtype)
    assert fill(label, view := base[1, ...]) is view
    if OPERATORS[labelled(label)[0]].lacks("value") is None:
        np.testing.assert_array_equal(np.asarray(out), host)
        np.testing.assert_array_equal(np.asarray(base)[1], host)
    for other in (0, 2):
        np.testing.assert_array_equal(np.asarray(base)[other], np.full_like(host, 7))


@pytest.mark.checklist("W06")
@pytest.mark.parametrize("name", SEVERAL_OUT)
def test_out_of_a_function_of_several_results(backend, name):
    """A tuple takes all of the results, an Array the first one: as the annotation says."""
    args, kwargs = sample(name)
    expected = call(name, args, kwargs)
    outs = [ivy.full(x.shape, 7, dtype=x.dtype) for x in expected]
    views = [out[...] for out in outs]
    if FUNCTIONS[name].body.__annotations__["out"].startswith("tuple"):
        made = call(name, args, kwargs, out=tuple(outs))
    else:
        made = call(name, args, kwargs, out=outs[0])
        outs, views = outs[:1], views[:1]
    assert len(made) == len(expected)
    for i, (out, view) in enumerate(zip(outs, views, strict=True)):
        assert made[i] is out
        np.testing.assert_array_equal(np.asarray(view), np.asarray(expected[i]))


@pytest.mark.checklist("W06")
@pytest.mark.parametrize("name", WITHOUT_OUT)
def test_without_an_out_of_its_own_a_function_refuses_one(backend, name):
    out = ivy.full((2, 2), 7.0)
    # `pad` hands options that it does not know to the mode, which refuses them as NumPy does
    with pytest.raises((TypeError, ValueError) if name == "pad" else TypeError):
        fill(name, out)
    np.testing.assert_array_equal(np.asarray(out), np.full((2, 2), 7.0))


@pytest.mark.checklist("I18")
@pytest.mark.parametrize(
    "label",
    [x for x in LABELS if x != "astype" and OPERATORS[labelled(x)[0]].lacks("value") is None],
)
def test_out_of_another_dtype_keeps_it(backend, label):
    expected = value_of(backend, label)
    other = "complex128" if expected.dtype != "complex128" else "complex64"
    out = ivy.zeros(expected.shape, dtype=other)
    assert fill(label, out) is out
    assert str(out.dtype) == other
    np.testing.assert_allclose(np.asarray(out), np.asarray(expected), rtol=1e-6)


@pytest.mark.checklist("I09")
@pytest.mark.parametrize("label", LABELS)
def test_out_of_a_wrong_shape_is_refused_and_stays_as_it_was(backend, label):
    expected = value_of(backend, label)
    # what is scattered into an `out` has its size by it, so the two contradict each other
    wrong = ValueError if label.startswith("scatter_") else IvyBroadcastShapeError
    for shape in [(2, 7, 3), (2, *expected.shape)]:  # into the second it would broadcast
        out = ivy.full(shape, 9, dtype=expected.dtype)
        with pytest.raises(wrong):
            fill(label, out)
        np.testing.assert_array_equal(np.asarray(out), np.full(shape, 9).astype(out.dtype))


@pytest.mark.checklist("I11")
def test_out_may_be_an_input(backend):
    x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert ivy.stable_pow(x, 2, min_base=0.0, out=x) is x
    np.testing.assert_allclose(np.asarray(x), [[1.0, 4.0], [9.0, 16.0]])
    assert ivy.get_item(x, slice(None, None, -1), out=x) is x
    np.testing.assert_allclose(np.asarray(x), [[9.0, 16.0], [1.0, 4.0]])
