"""The signatures of the functions that every program calls."""

from __future__ import annotations

import inspect
from pathlib import Path

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from tests.core.arrays import array
from tools.checklist import replacements

# As Ivy's table of functions has them.
SIGNATURES = {
    "asarray": "obj, /, *, copy=None, dtype=None, device=None, out=None",
    "astype": "x, dtype, /, *, copy=True, out=None",
    "reshape": "x, /, shape, *, copy=None, order='C', allowzero=True, out=None",
    "arange": "start, /, stop=None, step=1, *, dtype=None, device=None, out=None",
    "clip": "x, /, x_min=None, x_max=None, *, out=None",
    "log": "x, /, *, out=None",
    "sum": "x, /, *, axis=None, dtype=None, keepdims=False, out=None",
    "negative": "x, /, *, out=None",
    "all": "x, /, *, axis=None, keepdims=False, out=None",
    "any": "x, /, *, axis=None, keepdims=False, out=None",
    "zeros": "shape, *, dtype=None, device=None, out=None",
    "add": "x1, x2, /, *, alpha=None, out=None",
    "subtract": "x1, x2, /, *, alpha=None, out=None",
    "multiply": "x1, x2, /, *, out=None",
    "divide": "x1, x2, /, *, out=None",
}
# Where ours differ: what takes their place, and why (docs/differences.md says it too).
OURS = {
    # the names of the array API standard
    "clip": "x, /, min=None, max=None, *, out=None",
    # the array API standard's `device`
    "astype": "x, dtype, /, *, copy=True, device=None, out=None",
}


def shape_of(signature):
    """Return (name, kind, default) of each parameter; keyword-only ones have no order."""
    parameters = [(p.name, p.kind, p.default) for p in signature.parameters.values()]
    keywords = [p for p in parameters if p[1] is inspect.Parameter.KEYWORD_ONLY]
    return [p for p in parameters if p not in keywords], sorted(keywords, key=lambda p: p[0])


def written(text):
    scope = {}
    exec(f"def expected({text}): ...", scope)
    return inspect.signature(scope["expected"])


@pytest.mark.checklist("F42")
@pytest.mark.parametrize("name", SIGNATURES)
def test_the_functions_of_every_program_have_their_signatures(name):
    expected = shape_of(written(OURS.get(name, SIGNATURES[name])))
    for function in (getattr(ivy, name), *(getattr(ivy.get_backend(b), name) for b in BACKENDS)):
        assert shape_of(inspect.signature(function)) == expected
    if name in OURS:
        assert expected != shape_of(written(SIGNATURES[name]))
        said = (Path(__file__).parents[2] / "docs/differences.md").read_text()
        assert f"`{name}`" in replacements(said)["F42"]


@pytest.mark.checklist("F42")
def test_the_functions_of_every_program_take_what_their_signatures_say(backend, assert_matches):
    a = np.array([[0.5, -2.0], [1.5, 3.0]])
    x, new = array(backend, a), lambda: array(backend, np.zeros((2, 2)))
    for result, expected in (
        (ivy.asarray(a, copy=True, dtype="float32", device="cpu"), a.astype("float32")),
        (ivy.astype(x, "int64", copy=True), a.astype("int64")),
        (ivy.reshape(x, shape=(4,), copy=True, order="F", allowzero=True), a.reshape(4, order="F")),
        (ivy.arange(1, stop=7, step=2, dtype="int32", device="cpu"), np.arange(1, 7, 2, "int32")),
        (ivy.clip(x, min=-1.0, max=2.0, out=new()), np.clip(a, -1.0, 2.0)),
        (ivy.log(ivy.abs(x), out=new()), np.log(np.abs(a))),
        (ivy.sum(x, axis=0, dtype="float32", keepdims=True), a.sum(0, "float32", keepdims=True)),
        (ivy.negative(x, out=new()), -a),
        (ivy.all(x, axis=1, keepdims=True), np.all(a, 1, keepdims=True)),
        (ivy.any(x, axis=(0, 1), keepdims=True), np.any(a, (0, 1), keepdims=True)),
        (ivy.zeros(shape=(2, 3), dtype="int8", device="cpu"), np.zeros((2, 3), "int8")),
        (ivy.add(x, x, alpha=3, out=new()), 4 * a),
        (ivy.subtract(x, x, alpha=3), -2 * a),
        (ivy.multiply(x, x, out=new()), a * a),
        (ivy.divide(x, 2.0, out=new()), a / 2.0),
    ):
        assert_matches(result, expected)
