"""Fixtures of a process that is the only rank."""

from __future__ import annotations

import pytest

from frontends.torch import distributed as dist


@pytest.fixture
def no_launcher(monkeypatch):
    for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def one_rank(no_launcher):
    dist.init_process_group("gloo")
    yield
    dist.destroy_process_group()
