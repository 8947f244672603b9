"""Rewritten code is told PyTorch's modules and names of our classes and functions."""

from __future__ import annotations

import importlib
import types

import pytest
import torch as real

import frontends.torch as ours
from frontends.numpy.introspection import class_of, classed, original_of
from transpile.rewrite.rewriter import rewrite_in_place
from transpile.run.compiling import compile_rewritten

# A class here for two of PyTorch's, and functions that say the name of a version of libstdc++.
APART = ("DisableTorchFunction", "quantized_gru", "quantized_lstm")
MODULES = """
    torch torch.autograd torch.distributions torch.fft torch.linalg torch.nn torch.nn.functional
    torch.nn.init torch.nn.utils torch.optim torch.optim.lr_scheduler torch.utils.data
""".split()


def place(value) -> tuple:
    return value.__module__, value.__qualname__


@pytest.mark.parametrize("path", MODULES)
def test_module_and_name_are_pytorchs(path):
    theirs, mine = importlib.import_module(path), importlib.import_module(f"frontends.{path}")
    expected, found = {}, {}
    for name in dir(theirs):
        value = getattr(theirs, name)
        if name[0] == "_" or not hasattr(value, "__qualname__") or value.__module__ is None:
            continue
        if not value.__module__.startswith("torch") or name in APART:
            continue
        own = getattr(mine, name)
        # one function here for `torch.conv2d` and `torch.nn.functional.conv2d`
        is_shared = path == "torch" and getattr(ours.nn.functional, name, None) is own
        if is_shared and not isinstance(value, type) or isinstance(own, types.ModuleType):
            continue
        expected[name], found[name] = place(value), place(original_of(own))
    assert len(found) > 15
    assert found == expected


def test_what_pytorch_does_not_define_says_a_module_of_pytorchs():
    assert original_of(ours.nn.Module.forward).__module__ == "torch.nn.modules.module"
    forward = original_of(ours.nn.BatchNorm2d.forward)
    assert forward.__module__.startswith("torch.nn.modules.")
    assert original_of(ours.nn.utils).__name__ == "frontends.torch.nn.utils"


def test_real_objects_and_the_programs_own_are_as_they_are():
    class Model(ours.nn.Module):
        pass

    values = [real.nn.Linear, real.add, Model, real.Tensor, real.float32, print, 3]
    assert [original_of(value) for value in values] == values


PROGRAM = """
import torch
from torch import nn

class Model(nn.Module):
    pass

def kind(x):
    return f"{type(x).__module__}.{type(x).__qualname__}"

norm, x = nn.BatchNorm2d(2), torch.ones(2)
found = [
    kind(norm), kind(x), kind(nn.Parameter(x)), kind(torch.ones(2, requires_grad=True)),
    norm.__class__.__module__, norm.__module__, nn.BatchNorm2d.__module__, Model.__module__,
    kind(torch.optim.Adam([nn.Parameter(x)])), torch.Tensor.__module__, kind(torch.float32),
    kind(Model()), getattr(nn.Linear, "__module__", None), torch.nn.functional.relu.__module__,
    torch.add.__qualname__, nn.Linear.forward.__qualname__, torch.utils.data.Dataset.__module__,
    type(x) is torch.Tensor, type(torch.ones(2, requires_grad=True)) is torch.Tensor,
    torch.ones(2, requires_grad=True).__class__ is torch.Tensor,
    type(nn.Parameter(x)) is nn.Parameter, torch.ones(1, requires_grad=True).__module__,
]
"""


@pytest.mark.parametrize("backend", ["jax", "torch"], indirect=True)
def test_program(backend):
    expected: dict = {"__name__": "program"}
    exec(compile(PROGRAM, "a.py", "exec"), expected)
    found: dict = {"__name__": "program"}
    rewritten = rewrite_in_place(PROGRAM, filename="a.py").code
    exec(compile_rewritten(PROGRAM, "a.py", rewritten, knows_numpy=True), found)
    assert found["torch"] is ours
    assert found["found"] == expected["found"]


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_class_of_a_tensor_with_a_graph(backend):
    y = ours.ones(2, requires_grad=True) * 2
    assert class_of(y) is classed(y).__class__ is ours.Tensor
    assert classed(ours.ones(2)).__class__ is class_of(ours.ones(2)) is ours.Tensor
