"""The two sides of each benchmark compute the same."""

from __future__ import annotations

import importlib
from pathlib import Path

import numpy as real
import pytest

import frontends.numpy as np
from benchmarks.auto import report as auto_report
from benchmarks.auto import scripts as auto_scripts
from benchmarks.everyday import arrays, large, report, small
from benchmarks.everyday.case import function
from benchmarks.layers import report as layers_report
from benchmarks.layers.cases import CASES as LAYERS
from benchmarks.layers.functions import FUNCTIONS
from benchmarks.layers.sides import is_measured
from benchmarks.layers.sides import sides as layer_sides
from benchmarks.models.networks import MODELS, Training
from benchmarks.scripts.cases import CASES as SCRIPTS
from benchmarks.tiny import calls as tiny
from benchmarks.tiny.__main__ import function as tiny_function
from benchmarks.torch.cases import CALLS, EVERYDAY
from benchmarks.torch.cases import pair as pair_of_tensors
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for

# Their values are objects of the framework.
UNLIKE = {"A.dtype", "A.shape"}
# The order of their elements is nobody's promise.
UNORDERED = {"np.partition(x, N // 2)", "np.argpartition(x, N // 2)"}


def leaves(value):
    """Yield the arrays of a result, as NumPy's."""
    if isinstance(value, (tuple, list)):
        for each in value:
            yield from leaves(each)
    else:
        yield real.asarray(value)


def assert_same(case, backend, values):
    results = []
    for code, scope, target in arrays.sides(case, backend, values):
        result = function(code, scope, target)()
        if target is not None:
            result = scope[target]
        results.append(list(leaves(result)))
    for found, wanted in zip(*results, strict=True):
        assert found.shape == wanted.shape
        if case.code in UNORDERED:
            found, wanted = real.sort(found), real.sort(wanted)
        real.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("case", small.CASES, ids=lambda case: case.code)
def test_small_case_computes_what_the_framework_does(backend, case):
    if case.code not in UNLIKE:
        assert_same(case, backend, arrays.small())


@pytest.mark.parametrize("code", tiny.CALLS)
def test_tiny_call_computes_what_numpy_does(backend, code):
    call, wanted = tiny_function(code, np), tiny_function(code, real)
    if code in ("np.empty(3)", "np.random.rand(3)"):  # what they hold is nobody's promise
        assert call().shape == wanted().shape
        return
    for made, expected in zip(leaves(call()), leaves(wanted()), strict=True):
        if expected.dtype != object:  # a statement has no value, but for what it changes
            real.testing.assert_allclose(made, expected, rtol=1e-12)
    for name in "Avi":
        array = real.asarray(call.__globals__[name])
        real.testing.assert_allclose(array, wanted.__globals__[name])


@pytest.mark.parametrize("case", large.CASES, ids=lambda case: case.code)
def test_large_case_computes_what_the_framework_does(backend, case):
    if (
        case.native(backend) != case.code
    ):  # the words of the others are ours, to be compiled for long
        assert_same(case, backend, arrays.large(rows=20))


def test_waiting_for_a_result_brings_nothing_to_the_host(backend, monkeypatch):
    def to_host(native):
        raise AssertionError("the time of a copy to the host would count as ours")

    x = np.ones((3, 4))
    monkeypatch.setattr(backend_for(read(x)), "to_host", to_host)
    view = np.reshape(x, (12,))
    arrays.ready([x + x, view])
    assert hasattr(view, "_data")  # a view was read


@pytest.mark.parametrize("case", [c for c in large.CASES if c.whole], ids=lambda case: case.code)
def test_a_whole_call_computes_what_ours_does(backend, case):
    if backend in case.whole:
        values = arrays.large(rows=20)
        ours = function(case.code, arrays.our_scope(values))()
        found = arrays.whole(case, backend, values, consume=None)()
        real.testing.assert_allclose(real.asarray(found), real.asarray(ours), rtol=1e-12)


def row(ours, native, **more):
    return {"case": "f(x)", "native_call": "g(x)", "ours": ours, "native": native, **more}


def test_a_slower_whole_call_of_the_framework_is_an_exception_told_with_its_figure():
    limits, whole = (10.0, 2.0), {"whole": 2.0, "whole_call": "g(x).clone()"}
    assert report.summary([row(3.0, 1.0)], limits)[1] is False
    lines, held = report.summary([row(3.0, 1.0, **whole)], limits)
    assert held and any("g(x).clone()" in line and "2,000,000.00" in line for line in lines)
    assert report.summary([row(5.0, 1.0, **whole)], limits)[1] is False


def test_the_table_of_exceptions_has_each_of_them():
    path = Path(__file__).parents[1] / "docs" / "performance.md"
    table = path.read_text(encoding="utf-8").partition("<!-- exceptions -->")[2]
    table = table.partition("<!-- end -->")[0]
    expected = [(case.code, backend) for case in large.CASES for backend in case.whole]
    listed = [tuple(line.split(" | ")[:2]) for line in table.splitlines() if line.startswith("| `")]
    assert sorted(listed) == sorted((f"| `{code}`", backend) for code, backend in expected)


def is_of_another_kernel(case, backend):
    """Return whether the framework's bicubic kernel is that of Keys, where ours is PyTorch's."""
    return "bicubic" in case.name and backend in ("jax", "tensorflow")


# of each function the small case alone; what is drawn differs by the numbers
COMPARED = [c for c in LAYERS if c.name not in FUNCTIONS and not c.function.is_drawn]


@pytest.mark.parametrize("case", COMPARED, ids=lambda case: case.name)
def test_layer_computes_what_the_framework_does(backend, case):
    if not is_measured(case, backend):
        pytest.skip(f"{backend} has no words for it")
    both = layer_sides(case, backend, case.function.small)
    found, wanted = (list(leaves(side())) for side in both)
    for ours, theirs in zip(found, wanted, strict=True):
        assert ours.shape == theirs.shape
        if not is_of_another_kernel(case, backend):
            real.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-5)


def test_a_layer_beyond_its_bar_is_said_to_miss_it():
    rows = [row(1.0, 1.0, limit=1.1), row(1.2, 1.0, limit=1.1), row(9.0, 1.0, limit=None)]
    assert [*map(layers_report.is_held, rows)] == [True, False, True]
    assert [line.rpartition(" | ")[2] for line in layers_report.table(rows)[2:]] == [
        "held |",
        "MISSED |",
        " |",
    ]


OF_TENSORS = [case for case in (*(c.case for c in CALLS), *EVERYDAY) if case.target is None]


@pytest.mark.parametrize("case", OF_TENSORS, ids=lambda case: case.code)
def test_case_of_tensors_computes_what_the_framework_does(backend, case):
    if backend not in ("jax", "torch"):
        pytest.skip("the frontend is timed on PyTorch and JAX")
    both = [leaves(side()) for side in pair_of_tensors(case, backend, False)]
    for found, wanted in zip(*both, strict=True):
        real.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", MODELS)
def test_model_has_pytorchs_loss(backend, name):
    native = pytest.importorskip("torch", reason="the losses are compared with PyTorch's")
    if backend not in ("jax", "torch"):
        pytest.skip("TensorFlow and NumPy run no models in the benchmarks")
    losses = []
    for torch in (importlib.import_module("frontends.torch"), native):
        training = Training(torch, MODELS[name])
        training.forward()
        training.backward()
        training.update()
        training.forward()
        losses.append(training.wait())
    real.testing.assert_allclose(losses[0], losses[1], rtol=1e-4)


@pytest.mark.parametrize("name", ["minGPT nano", "LSTM tagger"])
def test_a_model_by_hand_has_pytorchs_loss(backend, name):
    native = pytest.importorskip("torch", reason="the losses are compared with PyTorch's")
    if backend != "jax":
        pytest.skip(f"{backend}: models by hand are written in JAX")
    training = Training(native, MODELS[name])
    training.model.eval()
    training.forward()
    params = {key: real.asarray(p.detach()) for key, p in training.model.named_parameters()}
    given = {key: real.asarray(x) for key, x in training.batch.given.items()}
    given["labels"] = real.asarray(training.batch.labels)
    by_hand = importlib.import_module("benchmarks.models.by_hand")
    loss, _ = by_hand.LOSSES[name](params, {}, given, None)
    real.testing.assert_allclose(float(loss), training.loss.item(), rtol=1e-5)


def test_scripts_of_auto_are_forty_programs():
    texts = auto_scripts.scripts()
    assert len(texts) == 40
    for name, text in texts.items():
        compile(text, name, "exec")


def test_table_of_auto_says_what_is_held():
    rows = [
        {"script": "a", "eager": 4.0, "first": 4.1, "second": 2.0, "is_same": True},
        {"script": "b", "eager": 1.0, "first": 1.2, "second": 1.0, "is_same": True},
        {"script": "c", "eager": 4.0, "first": 4.0, "second": 1.0, "is_same": False},
    ]
    assert [auto_report.is_held(row) for row in rows] == [True, False, False]
    assert auto_report.mean(rows, "second") == pytest.approx(0.125**0.5)
    assert "| a | 4.00 | 4.10 | 2.00 | 1.02 | 0.50 |" in auto_report.table(rows)
    assert "c (prints other numbers)" in "".join(auto_report.table(rows))


@pytest.mark.parametrize(
    "name, line, loss",
    [
        ("nanoGPT", "iter 3: loss 4.1939, time 61.09ms, mfu -100.00%", 4.1939),
        ("llama2.c", "3 | loss 6.2395 | lr 5.000000e-05 | 50.00ms | mfu -100.00%", 6.2395),
        ("mnist", "Train Epoch: 1 [16/8000 (0%)]\tLoss: 2.271717", 2.271717),
        ("word_language_model", "| loss  5.60 | ppl   269.12", 5.595157376),
        ("super_resolution", "===> Epoch[1](2/25): Loss: 5.1938", 5.1938),
        ("dqn", "losses/td_loss 1100 = 0.18691041", 0.18691041),
    ],
)
def test_losses_are_found_in_what_scripts_print(name, line, loss):
    assert SCRIPTS[name].losses(f"a line\n{line}\n") == pytest.approx([loss])
