"""``python -m tools.accuracy``: the worst error of each function that computes numbers."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from tools import accuracy
from tools.operators import CASES, OPERATORS
from tools.operators.lacking import CATEGORIES_WITHOUT_REFERENCE, LACKS
from tools.operators.samples import BEYOND, COVERED, SAMPLES, VARIANTS

BY_NAME = {case.name: case for case in CASES}
PLACES = [(b, d) for b in accuracy.BACKENDS for d in (*accuracy.BARS, *accuracy.half.DTYPES)]
_TITLE = r"^\* (.+?) \((?:NumPy|JAX|PyTorch|TensorFlow) "


def test_each_function_has_a_case_or_a_reason_why_not():
    assert len(BY_NAME) == len(CASES)  # no name twice
    assert sum(len(op.references) for op in OPERATORS.values()) == len(CASES)  # of no other name
    both = {n: (bool(op.references), bool(op.lacks("reference"))) for n, op in OPERATORS.items()}
    assert {n: found for n, found in both.items() if found[0] == found[1]} == {}
    categories = {spec.category for spec in FUNCTIONS.values()}
    assert sorted(CATEGORIES_WITHOUT_REFERENCE.keys() - categories) == []


def test_reasons_are_of_functions():
    assert [name for reasons in LACKS.values() for name in reasons if name not in FUNCTIONS] == []
    labels = (*SAMPLES, *VARIANTS, *COVERED, *BEYOND)
    assert [label for label in labels if label.partition(", ")[0] not in FUNCTIONS] == []


def test_the_summary_explains_what_is_beyond():
    """It is renewed by ``make accuracy``, which takes minutes: here only that it is whole."""
    text = (accuracy.ROOT / accuracy.SUMMARY).read_text(encoding="utf-8")
    assert int(re.search(r"^(\d+) cases of ", text, re.MULTILINE)[1]) > 0.95 * len(CASES)
    assert len(re.findall(r"^\| \w+ \w+ \| \d+ \|", text, re.MULTILINE)) == len(PLACES)
    plain, _, of_half = text.partition("half precision\n\n*")
    assert sorted(re.findall(_TITLE, plain, re.MULTILINE)) == sorted(accuracy.CAUSES)
    explained = re.findall(_TITLE, f"*{of_half}", re.MULTILINE)
    assert sorted(explained) == sorted(accuracy.half.CAUSES)
    assert accuracy.CAUSES.keys() <= BY_NAME.keys()


def test_the_page_has_every_case_and_every_cause():
    found = {case.name: dict.fromkeys(PLACES, 1e-16) for case in CASES}
    for name in accuracy.CAUSES:
        found[name]["torch", "float64"] = 1.0
    text = accuracy.page(found)
    row = re.compile(r"^\| (\S.*?) \| .+ \| (?:element|one|largest) \|(.+)\|$", re.MULTILINE)
    rows = row.findall(text)
    assert sorted(name for name, _ in rows) == sorted(BY_NAME)
    for name, cells in rows:
        assert len([cell for cell in cells.split("|") if cell.strip()]) == 8, name
        assert ("**" in cells) == (name in accuracy.CAUSES), name
    assert sorted(re.findall(_TITLE, text, re.MULTILINE)) == sorted(accuracy.CAUSES)


@pytest.mark.filterwarnings("ignore:reduction")
def test_numpy_keeps_the_bars(full):
    """Cases of the one backend that is quick, with ``--full`` all; the page shows the others."""
    found = accuracy.measure_all(CASES if full else CASES[::8], "numpy")
    assert accuracy.beyond(found).keys() <= accuracy.CAUSES.keys()


def wrong(monkeypatch, name, change):
    namespace = ivy.get_backend("numpy")
    right = getattr(namespace, name)
    monkeypatch.setattr(namespace, name, lambda *args, **named: change(right(*args, **named)))
    return accuracy.measure_all([BY_NAME[name]], "numpy")[name]


@pytest.mark.parametrize(
    ("name", "factor"), [("sin", 1 + 1e-4), ("conv2d", 1 + 1e-4), ("cholesky", -1 - 1e-4)]
)
def test_a_wrong_function_is_seen(monkeypatch, name, factor):
    errors = wrong(monkeypatch, name, lambda x: x * factor)
    assert all(5e-5 < error < 5e-4 for error in errors.values())
    assert accuracy.beyond({name: errors}) == {name: errors}


def test_what_is_no_number_another_shape_and_another_dtype_are_seen(monkeypatch):
    errors = wrong(monkeypatch, "exp", lambda x: ivy.get_backend("numpy").multiply(x, np.nan))
    assert set(errors.values()) == {math.inf}
    with pytest.raises(ValueError, match=r"the shape is \(1000, 1\)"):
        wrong(monkeypatch, "tanh", lambda x: ivy.get_backend("numpy").expand_dims(x, axis=-1))
    with pytest.raises(ValueError, match="float64 of float32"):
        wrong(monkeypatch, "cos", lambda x: ivy.get_backend("numpy").astype(x, "float64"))


def test_how_errors_count():
    of = accuracy.error_of
    expected = np.array([4.0, 0.5])
    assert of(expected + 0.25, expected, "float64", "element") == 0.5
    assert of(expected + 0.25, expected, "float64", "one") == 0.25
    assert of(expected + 0.25, expected, "float64", "largest") == 0.0625
    assert of(np.array([1e-5]), np.array([0.0]), "float64", "element") == math.inf
    assert of(np.array([math.inf]), np.array([1e39]), "float32", "element") == 0
    assert of(np.array([1e38]), np.array([1e39]), "float32", "element") == math.inf
    assert of(np.array([0.0]), np.array([1e-39]), "float32", "element") == 0  # subnormal
    assert of(np.array([3 + 4.5j]), np.array([3 + 4j]), "float64", "element") == 0.1


def test_some_are_printed_and_what_is_unexplained_fails(monkeypatch, capsys):
    assert accuracy.main(["erf", "hypot", "--backend", "numpy"]) == 0
    printed = capsys.readouterr().out
    assert "erf" in printed and "hypot" in printed and "e-" in printed
    assert accuracy.main(["nonsense"]) == 2
    assert "nonsense: no case" in capsys.readouterr().out
    right = ivy.get_backend("numpy").erf
    monkeypatch.setattr(ivy.get_backend("numpy"), "erf", lambda x: right(x) * 2)
    assert accuracy.main(["erf", "--backend", "numpy"]) == 1
    assert "erf is beyond a bar" in capsys.readouterr().out


def test_the_page_marks_and_explains(monkeypatch):
    cases = [BY_NAME["erf"], BY_NAME["tanhshrink"]]
    places = [(b, d) for b in accuracy.BACKENDS for d in accuracy.BARS]
    found = {case.name: dict.fromkeys(places, 1e-16) for case in cases}
    found["erf"]["jax", "float64"] = 2.5e-9
    text = accuracy.page(found, cases)
    assert "| **2.5e-09** |" in text and "2 cases of 2 functions; 1 are beyond" in text
    assert "* erf (JAX 64 2.5e-09): not explained yet" in text
    assert "## special" in text and "scipy.special.erf" in text
