"""What holds for each function that is declared: samples call it, and it takes Containers."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from tools.operators import OPERATORS, as_arrays, call, sample
from tools.operators.nests import array_slots, at_slot, with_argument

WITH_OUT = sorted(n for n, spec in FUNCTIONS.items() if spec.has_out)
DECLARED = sorted(n for n, spec in FUNCTIONS.items() if "handle_nestable" in spec.wrappers)
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
    assert [n for n in (*WITH_OUT, *DECLARED, *IMPLICIT) if sample(n) is None] == []


@pytest.mark.checklist("W05", "N01", "N02", "N03", "N04", "N06", "N09", "I13")
@pytest.mark.parametrize(
    "name", [n for n in (*DECLARED, *IMPLICIT) if OPERATORS[n].lacks("container") is None]
)
def test_containers_take_the_place_of_arrays(backend, name):
    """With a Container in any place, the result is a Container of the calls with its leaves."""
    args, kwargs = sample(name)
    # what is made of sizes or of a buffer has no array: these may be Containers
    for slot in array_slots(args, kwargs) or [(0,)]:
        _check_nested(name, args, kwargs, slot)


def _check_nested(name, args, kwargs, slot):
    value = at_slot(args, kwargs, slot)
    other = np.flip(value).copy() if isinstance(value, np.ndarray) else value
    leaves = {"a": value, "b": other}
    singles = {k: call(name, *with_argument(args, kwargs, slot, v)) for k, v in leaves.items()}
    nested = ivy.Container(p={key: as_arrays(leaf) for key, leaf in leaves.items()})
    many, options = with_argument(args, kwargs, slot, nested)
    result = call(name, many, options)
    first = singles["a"]
    if OPERATORS[name].lacks("value"):
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
