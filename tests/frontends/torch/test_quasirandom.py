"""Sobol's engine gives the bits, states and errors of real PyTorch's."""

import copy
import importlib.util

import numpy as np
import pytest
import torch as real

import frontends.torch as torch
import ivy_core as ivy

ENGINES = [(1, False, None), (3, True, 7), (40, True, None), (1111, False, None)]


def all_of(t, dimension, scramble, seed):
    """Return the points and the state of an engine, taken along different ways."""
    t.manual_seed(4)
    engine = t.quasirandom.SobolEngine(dimension, scramble, seed)
    found = [engine.sobolstate, engine.shift, engine.draw(), engine.draw(5), engine.quasi]
    found += [engine.draw(3, dtype=t.float64), engine.fast_forward(7).draw(2), engine.quasi]
    engine.reset().fast_forward(5)
    found += [engine.draw(4), engine.draw(0), copy.deepcopy(engine).draw(2, out=t.empty(0))]
    found += [engine.reset().draw_base2(3), engine.draw_base2(3), engine.fast_forward(999).draw()]
    engine = t.quasirandom.SobolEngine(dimension, scramble, seed)
    return [*found, engine.draw(3, dtype=t.float64), t.rand(2)], (
        repr(engine), engine.num_generated, engine.seed, engine.MAXBIT, engine.MAXDIM
    )  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES, ids=str)
def test_points_and_states_are_pytorchs(backend, engine):
    (found, state), (expected, real_state) = all_of(torch, *engine), all_of(real, *engine)
    for one, other in zip(found, expected, strict=True):
        assert isinstance(one, torch.Tensor)
        np.testing.assert_array_equal(one.numpy(), other.numpy(), strict=True)
    assert state == real_state


@pytest.mark.parametrize(
    "call",
    [
        lambda t: t.quasirandom.SobolEngine(0),
        lambda t: t.quasirandom.SobolEngine(21202),
        lambda t: t.quasirandom.SobolEngine(2).draw(0),
        lambda t: t.quasirandom.SobolEngine(2).draw(-3),
        lambda t: t.quasirandom.SobolEngine(2).draw(3, dtype=t.half),
        lambda t: t.quasirandom.SobolEngine(2).draw(3, dtype=t.int64),
        lambda t: t.quasirandom.SobolEngine(2).fast_forward(3).draw_base2(2),
    ],
)
def test_errors_are_pytorchs(backend, call):
    with pytest.raises((ValueError, RuntimeError)) as expected:
        call(real)
    with pytest.raises(type(expected.value)) as found:
        call(torch)
    assert str(found.value) == str(expected.value)


@pytest.mark.filterwarnings("ignore:.*runs eagerly")
def test_a_compiled_function_draws_further_points_in_each_call(backend):
    engine, expected = (t.quasirandom.SobolEngine(2) for t in (torch, real))
    draw = ivy.compile(lambda x: engine.draw(2) + x)
    for _ in range(3):
        assert draw(torch.zeros(2)).tolist() == expected.draw(2).tolist()


def test_without_scipy_the_error_says_what_to_install(backend, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match="pip install scipy"):
        torch.quasirandom.SobolEngine(7)
