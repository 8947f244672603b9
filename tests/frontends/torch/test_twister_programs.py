"""Draws of many numbers by a backend's program are those of real PyTorch's generator."""

from __future__ import annotations

import os
import threading

import numpy as np
import pytest
import torch

from frontends.torch.random.mt19937 import Twister
from ivy_core.backends.common.mersenne_twister import sources

pytestmark = pytest.mark.parametrize("backend", ["jax"], indirect=True)
ROW = 624  # numbers that the program makes at a time


@pytest.fixture
def program(backend, monkeypatch):
    """Have the program of JAX's backend compiled as if much had been drawn."""
    from ivy_core.backends.jax.runtime import mersenne_twister

    if not mersenne_twister.ASKS:
        pytest.skip("a version of JAX that no program is there for")
    for name in ("TWISTER_LOADED_NUMBERS", "TWISTER_COMPILED_NUMBERS", "TWISTER_LEAST_ROWS"):
        monkeypatch.setattr(mersenne_twister, name, 1)
    monkeypatch.setattr("frontends.torch.random.mt19937._CHUNK", 2 * ROW)
    before = sources[:]
    mersenne_twister.enable()
    for _ in range(3):
        Twister().bernoulli(4 * ROW, 0.5)
        for each in threading.enumerate():
            if each.name == "ivy twister":
                each.join()
    yield sources[-1]
    sources[:] = before


@pytest.mark.parametrize("drawn", [0, 1, 2, 3, 622, 623, 624, 625, 1000])
@pytest.mark.parametrize("p", [0.0, 1e-9, 0.1, 0.5, 0.9, 1.0])
def test_bools(program, drawn, p):
    ours, theirs = Twister(drawn), torch.Generator().manual_seed(drawn)
    torch.rand(drawn, generator=theirs)
    ours.uniform(drawn, "float32")
    counts = [2 * ROW, 5, 70 * ROW + 17, 0, 3000]
    for count, found in zip(counts, ours.bernoullis([(n, p) for n in counts]), strict=True):
        expected = torch.empty(count, dtype=torch.bool).bernoulli_(p, generator=theirs)
        assert np.array_equal(found, expected.numpy())
    assert ours.uniform(5, "float32").tolist() == torch.rand(5, generator=theirs).tolist()
    assert ours.state == theirs.get_state().numpy().tobytes()


def test_more_than_a_call_makes(program):
    ours, theirs = Twister(5), torch.Generator().manual_seed(5)
    count = 600 * ROW + 3
    expected = torch.empty(count, dtype=torch.bool).bernoulli_(0.3, generator=theirs)
    assert np.array_equal(ours.bernoulli(count, 0.3), expected.numpy())
    assert ours.state == theirs.get_state().numpy().tobytes()


def test_the_program_makes_most_of_them(program):
    state = np.arange(624, dtype=np.uint32)
    assert program.less(state, False, 1 << 52, np.empty(5 * ROW + 1, bool)) == 5 * ROW


def test_other_threads_draw_without_it(program):
    found = []

    def draw():
        state = np.arange(624, dtype=np.uint32)
        found.append(program.less(state, False, 1 << 52, np.empty(5 * ROW, bool)))

    thread = threading.Thread(target=draw)
    thread.start()
    thread.join()
    assert found == [0]


def test_seeds_and_states_in_between(program):
    """The memory that the program reads is that of the present state."""
    ours, theirs = Twister(3), torch.Generator().manual_seed(3)
    for seed in (3, 4):
        ours.restart(seed)
        theirs.manual_seed(seed)
        for _ in range(2):
            expected = torch.empty(9000, dtype=torch.bool).bernoulli_(0.3, generator=theirs)
            assert np.array_equal(ours.bernoulli(9000, 0.3), expected.numpy())
        other = Twister()
        other.state = ours.state
        assert np.array_equal(other.bernoulli(9000, 0.5), ours.bernoulli(9000, 0.5))
        torch.empty(9000, dtype=torch.bool).bernoulli_(0.5, generator=theirs)
        assert ours.state == other.state == theirs.get_state().numpy().tobytes()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forked processes there")
@pytest.mark.filterwarnings("ignore:.*fork:RuntimeWarning", "ignore:.*fork:DeprecationWarning")
def test_forked_processes_draw_without_it(program):
    child = os.fork()
    if not child:
        os._exit(len(sources))
    assert os.waitpid(child, 0)[1] == 0
