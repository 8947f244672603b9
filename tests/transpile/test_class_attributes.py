"""Functions written in C as attributes of classes: they bind no instance, as in the framework."""

import importlib
import types

import pytest

from transpile.rewrite.builtin_functions import BUILT_IN
from transpile.rewrite.rewriter import rewrite_in_place, transpile_source

IMPORTS = """import dataclasses, enum, torch
import numpy as np
from torch.nn import functional as F
from typing import Callable, NamedTuple
from dataclasses import dataclass
"""

BODIES = [
    ("class A:\n    f = torch.tanh", "class A:\n    f = staticmethod(torch.tanh)"),
    ("class A: f = g = np.array  # why", "class A: f = g = staticmethod(np.array)  # why"),
    ("class A:\n  if x:\n    f = F.linear; y = 1",
     "class A:\n  if x:\n    f = staticmethod(F.linear); y = 1"),
    ("def f():\n  class A:\n    f: Callable = torch.fft.fft",
     "def f():\n  class A:\n    f: Callable = staticmethod(torch.fft.fft)"),
    ("@dataclass(frozen=True)\nclass A:\n    f: Callable = torch.sin",
     "@dataclass(frozen=True)\nclass A:\n    f: Callable = staticmethod(torch.sin)"),
    ("class A(enum.Enum):\n    F = torch.exp",
     'class A(enum.Enum):\n    F = __import__("enum").member(torch.exp)'),
]  # fmt: skip

UNCHANGED = [
    "class A(NamedTuple):\n    f: Callable = torch.tanh",
    "@attrs.define\nclass A:\n    f: Callable = torch.tanh",
    "class A:\n    f = F.relu; g = np.concatenate; h = np.add; i = (np.array, 1)",
    "class A:\n    f = staticmethod(torch.tanh)",
    "class A:\n    f = torch.tanh  # transpile: keep",
    "class A:\n    torch = object()\n    f = torch.tanh",
    "class A:\n    def f(self):\n        f = torch.tanh",
    "f = torch.tanh",
]

PROGRAM = IMPORTS + """
class Plain:
    act = torch.tanh
    make: Callable = np.array
    layer = F.linear
    table = {"act": torch.tanh}
    early = make([1.0]) if callable(make) else None
    bound = torch.einsum
@dataclass
class Fields:
    act: Callable = torch.exp
class Row(NamedTuple):
    act: Callable = torch.exp
class Kind(enum.Enum):
    ACT = torch.exp
    OTHER = 2
x = torch.tensor([0.5, 1.0])
found = [
    Plain().act(x).tolist(), Plain.act(x).tolist(), Plain().make([2, 3]).tolist(),
    Plain().layer(x, torch.ones(1, 2)).tolist(), Plain.table["act"](x).tolist(),
    Plain.early.tolist(), type(Plain().bound).__name__,
    Fields().act is torch.exp, Fields().act(x).tolist(), Fields(torch.sin).act(x).tolist(),
    Row().act is torch.exp, Row().act(x).tolist(),
    list(Kind.__members__), Kind.ACT.value(x).tolist(), Kind(torch.exp) is Kind.ACT,
]
"""  # fmt: skip


@pytest.mark.parametrize(("before", "after"), BODIES)
def test_built_in_functions_are_put_into_staticmethod(before, after):
    once = rewrite_in_place(IMPORTS + before).code
    assert once.endswith("\n" + after)
    assert rewrite_in_place(once).code == once
    written = transpile_source(IMPORTS + before, to="jax")
    assert written.endswith("\n" + after)
    assert transpile_source(written, to="jax") == written


@pytest.mark.parametrize("text", UNCHANGED)
def test_other_attributes_stay(text):
    assert rewrite_in_place(IMPORTS + text).code.endswith("\n" + text)


def test_classes_behave_as_with_the_framework(backend):
    torch = pytest.importorskip("torch", reason="compares with PyTorch")
    real, ours = {"__name__": "real"}, {"__name__": "ours"}
    exec(PROGRAM, real)
    exec(rewrite_in_place(PROGRAM).code, ours)
    for one, other in zip(ours["found"], real["found"], strict=True):
        if isinstance(other, list) and not isinstance(other[0], str):
            torch.testing.assert_close(torch.tensor(one), torch.tensor(other))
        else:
            assert one == other


@pytest.mark.parametrize("module", sorted({name.rpartition(".")[0] for name in BUILT_IN}))
def test_table_has_the_functions_that_bind_no_instance(module):
    framework = pytest.importorskip(module, reason="compares with the framework itself")
    frontend = importlib.import_module(f"frontends.{module}")
    unbound = {
        f"{module}.{name}"
        for name in dir(framework)
        if not name.startswith("_")
        and callable(value := getattr(framework, name))
        and not isinstance(value, type)
        and not hasattr(type(value), "__get__")
        and isinstance(getattr(frontend, name, None), types.FunctionType)
    }
    assert {name for name in BUILT_IN if name.rpartition(".")[0] == module} == unbound
