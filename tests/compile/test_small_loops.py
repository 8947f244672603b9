"""Loops over short rows, which XLA's CPU backend makes one function of on JAX."""

from __future__ import annotations

import os

import pytest

import frontends.numpy as np
import ivy_core as ivy

pytestmark = pytest.mark.parametrize("backend", ["jax"], indirect=True)


def running_rows(x):
    for i in range(1, len(x)):
        x[i] = 0.5 * x[i - 1] + x[i]


@pytest.mark.parametrize(("length", "is_one"), [(200, True), (40_000, False)])
def test_loop_over_short_rows_is_one_function(backend, length, is_one):
    text = ivy.compile(running_rows).lower(np.ones((50, length))).compile().as_text()
    assert ("xla_cpu_small_call" in text) is is_one


@pytest.mark.parametrize("given", ["", "--xla_dump_to=x", "--xla_backend_extra_options=mine=1"])
def test_options_of_the_user_are_left(backend, given, monkeypatch):
    from ivy_core.backends.jax.compiler import small_loops

    monkeypatch.setenv("XLA_FLAGS", given)
    small_loops.enable()
    small_loops.enable()
    flags = os.environ["XLA_FLAGS"]
    assert flags.startswith(given)
    assert flags.count("--xla_backend_extra_options") == 1
