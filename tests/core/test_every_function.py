"""What holds for each function that is declared: ``out``, Containers, views as targets."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyBroadcastShapeError
from tests.core.samples import EMPTY, array_places, call, given, replaced, sample

WITH_OUT = sorted(n for n, spec in FUNCTIONS.items() if spec.has_out and spec.returns == "Array")
SEVERAL_OUT = sorted(n for n, spec in FUNCTIONS.items() if spec.has_out and spec.returns != "Array")
WITHOUT_OUT = sorted(
    n for n, spec in FUNCTIONS.items() if not spec.has_out and sample(n) is not None
)
DECLARED = sorted(n for n, spec in FUNCTIONS.items() if "handle_nestable" in spec.wrappers)
# Their results hold lists of arrays: tests/core/test_tensor_decompositions.py
OF_FACTORS = {"initialize_tucker", "partial_tucker", "tensor_train", "tucker"}
# by their inner calls: Containers in the places of their arrays
IMPLICIT = sorted(
    n
    for n, spec in FUNCTIONS.items()
    if spec.kind == "compositional" and "Array" in spec.returns and n not in DECLARED
    if n != "split_func_call"  # whose own function may take Containers
    if any(p.carries in ("array", "arrays", "varargs") and p.name != "out" for p in spec.parameters)
)


@pytest.mark.checklist("W05", "W06", "I11")
def test_the_samples_cover_all():
    assert [n for n in (*WITH_OUT, *SEVERAL_OUT, *DECLARED, *IMPLICIT) if sample(n) is None] == []


@pytest.mark.checklist("W06", "I11", "I12", "I16", "I19")
@pytest.mark.parametrize("name", WITH_OUT)
def test_out_is_filled_returned_and_seen_through_views(backend, name):
    args, kwargs = sample(name)
    expected = call(name, args, kwargs)
    host = np.asarray(expected)
    out = ivy.full(expected.shape, 7, dtype=expected.dtype)
    assert call(name, args, kwargs, out=out) is out
    base = ivy.full((3, *expected.shape), 7, dtype=expected.dtype)
    assert call(name, args, kwargs, out=(view := base[1, ...])) is view
    if name not in EMPTY:
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
    args, kwargs = sample(name)
    out = ivy.full((2, 2), 7.0)
    # `pad` hands options that it does not know to the mode, which refuses them as NumPy does
    with pytest.raises((TypeError, ValueError) if name == "pad" else TypeError):
        call(name, args, kwargs, out=out)
    np.testing.assert_array_equal(np.asarray(out), np.full((2, 2), 7.0))


@pytest.mark.checklist("I18")
@pytest.mark.parametrize("name", [n for n in WITH_OUT if n not in ("astype", *EMPTY)])
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
    # what is scattered into an `out` has its size by it, so the two contradict each other
    wrong = ValueError if name.startswith("scatter_") else IvyBroadcastShapeError
    with pytest.raises(wrong):
        call(name, args, kwargs, out=out)
    np.testing.assert_array_equal(np.asarray(out), np.full((2, 7, 3), 9).astype(out.dtype))


@pytest.mark.checklist("W05", "N01", "N02", "N03", "N04", "N06", "N09", "I13")
@pytest.mark.parametrize("name", [n for n in (*DECLARED, *IMPLICIT) if n not in OF_FACTORS])
def test_containers_take_the_place_of_arrays(backend, name):
    """With a Container in any place, the result is a Container of the calls with its leaves."""
    args, kwargs = sample(name)
    places = array_places(args, kwargs)
    if not places:  # made of sizes or of a buffer: these may be Containers
        places = [(0,)]
    for place in places:
        _check_nested(name, args, kwargs, place)


def _check_nested(name, args, kwargs, place):
    value = replaced(args, kwargs, place, None)[2]
    other = np.flip(value).copy() if isinstance(value, np.ndarray) else value
    leaves = {"a": value, "b": other}
    singles = {key: call(name, *replaced(args, kwargs, place, v)[:2]) for key, v in leaves.items()}
    nested = ivy.Container(p={key: given(leaf) for key, leaf in leaves.items()})
    many, options, _ = replaced(args, kwargs, place, nested)
    result = call(name, many, options)
    first = singles["a"]
    if name in EMPTY:
        assert result.cont_map(lambda x, _: x.shape).p.b == first.shape
    elif _several(first) and len(first) == len(singles["b"]):
        assert len(result) == len(first) and not isinstance(result, ivy.Container)
        for i, part in enumerate(result):
            if FUNCTIONS[name].kind == "compositional" and isinstance(part, ivy.Array):
                continue  # made of the other arguments alone
            _compare(part, {key: single[i] for key, single in singles.items()})
    elif not _several(first):
        _compare(result, singles)
        if FUNCTIONS[name].has_out and isinstance(first, ivy.Array):
            out = result.cont_map(lambda leaf, _: ivy.zeros_like(leaf))
            assert call(name, many, options, out=out) is out
            _compare(out, singles)


def _several(result) -> bool:
    one = (ivy.Array, tuple)  # a tuple of Arrays may be one of several results
    return isinstance(result, (list, tuple)) and all(isinstance(r, one) for r in result)


def _compare(nested, singles):
    assert type(nested) is type(nested.p) is ivy.Container
    assert list(nested) == ["p"] and list(nested.p) == list(singles)
    for key, single in singles.items():
        _compare_leaf(nested.p[key], single)


def _compare_leaf(leaf, single):
    assert type(leaf) is type(single)
    if isinstance(single, (ivy.Array, np.ndarray)):
        assert leaf.dtype == single.dtype
        np.testing.assert_array_equal(np.asarray(leaf), np.asarray(single))
    elif isinstance(single, tuple):
        for members in zip(leaf, single, strict=True):
            _compare_leaf(*members)
    else:
        assert leaf == single
