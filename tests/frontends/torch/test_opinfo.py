"""OpInfo's samples on each backend: what tests/conformance lists passes, and goes on to.

With ``--full`` all samples of all variants. In an ordinary run one sample of a part of the
operators that are listed, on JAX and on PyTorch: a process takes five seconds to read the table.
``python -m tools.conformance --backend NAME --write`` renews the lists.
"""

from __future__ import annotations

import importlib
import types

import pytest
import torch

from frontends import torch as frontend
from tools.conformance import BACKENDS, list_path, read_list, renew_list, shares, write_list

# In an ordinary run, on each of these backends, of the operators; other ones on each.
ORDINARY = ("jax", "torch")
EVERY = {"function": 2, "gradient": 8}

LISTED = {backend: sorted(read_list(list_path(backend))) for backend in BACKENDS}


def _cases() -> list[tuple[str, str, str]]:
    return [(backend, *pair) for backend, pairs in LISTED.items() for pair in pairs]


def _quick_cases() -> set[tuple[str, str, str]]:
    chosen = set()
    for place, backend in enumerate(ORDINARY):
        for variant, step in EVERY.items():
            of_variant = [pair for pair in LISTED[backend] if pair[1] == variant]
            chosen |= {(backend, *pair) for pair in of_variant[place % step :: step]}
    return chosen


_QUICK = _quick_cases()


@pytest.fixture(scope="module")
def opinfo():
    """The comparison, imported when it is asked for: it reads the table, and loads Dynamo."""
    return importlib.import_module("tests.frontends.torch.opinfo")


def only_with_full(params):
    case = tuple(params.get(name) for name in ("backend", "op", "variant"))
    return None not in case and "changed" not in params and case not in _QUICK


@pytest.mark.parametrize(("backend", "op", "variant"), _cases(), indirect=["backend"])
def test_what_is_listed_passes(backend, op, variant, full, opinfo):
    most, dtypes = (None, None) if full else (1, opinfo.quick_dtypes(variant))
    outcome = opinfo.check(opinfo.operators()[op], variant, frontend, most=most, dtypes=dtypes)
    assert not outcome.failures, "\n".join(outcome.failures[:5])


def _with(**changed) -> types.ModuleType:
    """Return a module with PyTorch's names but for some: a frontend that errs."""
    module = types.ModuleType("erring")
    module.__getattr__ = lambda name: getattr(torch, name)
    vars(module).update(changed)
    return module


@pytest.mark.parametrize(
    ("op", "variant", "changed", "reason"),
    [
        ("add", "function", {"add": lambda *a, **k: torch.add(*a, **k) + 1}, "values"),
        ("sin", "function", {"sin": lambda x: torch.sin(x).double()}, "dtype"),
        ("sum", "function", {"sum": lambda *a, **k: torch.sum(*a, **k)[None]}, "shape"),
        ("sort", "function", {"sort": lambda *a, **k: tuple(torch.sort(*a, **k))}, "no field"),
        ("unbind", "function", {"unbind": lambda *a, **k: list(torch.unbind(*a, **k))}, "list"),
        ("sin", "out", {"sin": lambda x, out=None: torch.sin(x, out=out).clone()}, "False"),
        ("sin", "gradient", {"sin": lambda x: torch.sin(x.detach()) + 0 * x}, "values"),
        ("sin", "gradgrad", {"sin": lambda x: x * x.detach().cos()}, "NoneType"),
        ("bernoulli", "function", {"bernoulli": lambda x, *_, **__: x * 0}, "distributions"),
        ("cat", "errors", {"cat": lambda *a, **k: torch.zeros(1)}, "no error"),
    ],
)
def test_a_frontend_that_errs_is_told_where(op, variant, changed, reason, opinfo):
    dtypes = opinfo.quick_dtypes(variant)
    outcome = opinfo.check(opinfo.operators()[op], variant, _with(**changed), most=4, dtypes=dtypes)
    assert any(reason in line for line in outcome.failures), outcome.failures
    right = opinfo.check(opinfo.operators()[op], variant, _with(), most=4, dtypes=dtypes)
    assert not right.failures


def test_lists_are_read_as_they_are_written(tmp_path):
    pairs = {("add", "function"), ("linalg.norm", "out")}
    write_list(tmp_path / "list.txt", pairs, "jax")
    assert read_list(tmp_path / "list.txt") == pairs


def test_a_list_loses_a_name_only_where_that_is_wanted(tmp_path, capsys):
    path = tmp_path / "list.txt"
    write_list(path, {("add", "function"), ("sin", "out")}, "jax")
    ran = {("add", "function"): False, ("cos", "function"): True}
    assert not renew_list(path, ran, "jax", shrink=False)
    assert "add function" in capsys.readouterr().out
    assert read_list(path) == {("add", "function"), ("sin", "out")}
    assert renew_list(path, ran, "jax", shrink=True)
    assert read_list(path) == {("cos", "function"), ("sin", "out")}


def test_an_operator_passes_only_with_all_samples():
    variants = {"function": {"samples": 9, "failed": 1}, "gradient": {"samples": 2, "failed": 0}}
    lines = shares({"add": {"tier": "core", "variants": variants}})
    function, gradient = (
        next(x for x in lines if x.startswith(v)) for v in ("function", "gradient")
    )
    assert "0 of 1" in function and "8 of 9" in function and "1 of 1" in gradient
