"""Fixtures of a process that is the only rank."""

from __future__ import annotations

import pytest

from frontends.torch import distributed as dist
from frontends.torch.autograd import engine, program
from frontends.torch.optim import program as step_program


@pytest.fixture(autouse=True)
def graphs_compiled_soon(monkeypatch):
    """Compile passes, steps and functions within the few steps that tests go."""
    monkeypatch.setattr(engine, "patience_after", lambda passes: 1)
    monkeypatch.setattr(program, "BACKWARDS_BEFORE_COMPILING", 3)
    monkeypatch.setattr(program, "BACKWARDS_WHILE_COMPILING", 0)
    monkeypatch.setattr(step_program, "STEPS_BEFORE_COMPILING", 8)
    monkeypatch.setattr(step_program, "STEPS_WHILE_COMPILING", 0)


@pytest.fixture
def no_launcher(monkeypatch):
    for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def one_rank(no_launcher):
    dist.init_process_group("gloo")
    yield
    dist.destroy_process_group()
