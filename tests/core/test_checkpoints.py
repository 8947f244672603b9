"""Loops whose gradient keeps states between segments alone: values, memory, and what cannot be."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy
from ivy_core.compilation.call.function import CompileError
from ivy_core.utils.exceptions import IvyNotImplementedException, IvyValueError

on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)
POINT = real.linspace(0.3, 1.1, 40)


def diffusion(a, rate, count):
    u = a.copy()
    for k in range(count):
        u[1:-1] += 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2]) * np.sin(u[1:-1]) * rate
        u[0] = rate * k / count
    return (u**2).sum()


def pendulum(a, rate, count):
    angle, speed = a, a * 0
    for _ in range(count):
        speed = speed - rate * np.sin(angle)
        angle, speed = angle + 0.01 * speed, speed * 0.99
    return (angle * speed).sum()


def nested(a, rate, count):
    u, total = a.copy(), 0.0
    for _ in range(count):
        for i in range(3):
            u[i] = np.tanh(u[i] + rate * u[i + 1])
        if u[2] > 0.5:
            u[2] -= 0.1
        total += u.sum()
    return total


@on_jax
@pytest.mark.parametrize("checkpoints", [True, 4])
@pytest.mark.parametrize("count", [7, 26])
@pytest.mark.parametrize("program", [diffusion, pendulum, nested])
def test_values_and_gradients_are_the_same(backend, program, count, checkpoints):
    a, rate = np.array(POINT), np.float64(0.7)
    expected, whole = ivy.value_and_grad(lambda a: program(a, rate, count))(a)
    both = ivy.value_and_grad(lambda a: program(a, rate, count), checkpoints=checkpoints)
    found, gradient = both(a)
    assert float(found) == pytest.approx(float(expected), rel=1e-12)
    scale = real.abs(real.asarray(whole)).max()
    real.testing.assert_allclose(gradient, whole, rtol=1e-11, atol=1e-12 * scale)
    assert type(gradient) is np.ndarray


@on_jax
def test_several_arguments_and_compiled(backend):
    a, rate = np.array(POINT), np.float64(0.7)
    whole = ivy.grad(lambda a, rate: diffusion(a, rate, 20), (0, 1))(a, rate)
    cut = ivy.grad(lambda a, rate: diffusion(a, rate, 20), (0, 1), checkpoints=True)
    within = ivy.compile(lambda a, rate: cut(a, rate), fallback="raise")
    for found in (cut(a, rate), ivy.compile(cut)(a, rate), within(a, rate)):
        for one, other in zip(found, whole, strict=True):
            real.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-11)


@on_jax
def test_memory_grows_as_the_square_root(backend):
    def bytes_of(count, checkpoints):
        gradient = ivy.grad(lambda a: diffusion(a, 0.7, count), checkpoints=checkpoints)
        program = gradient if checkpoints else ivy.compile(gradient)
        a = np.array(real.linspace(0.3, 1.1, 2000))
        return program.lower(a).compile().memory_analysis().temp_size_in_bytes

    assert bytes_of(1600, True) < 3 * bytes_of(400, True) / 1.2
    assert bytes_of(1600, True) < bytes_of(1600, False) / 10


@on_jax
def test_loops_that_cannot_be_cut_raise_with_their_line(backend):
    def function(a):
        total = a.sum()
        for each in range(40):
            total = total * float(str(each + 1))
            if each == 3:
                print(total.item())
        return total

    line = function.__code__.co_firstlineno
    with pytest.raises(CompileError, match=rf"test_checkpoints.py:{line + 2}.*cut into segments"):
        ivy.grad(function, checkpoints=True)(np.array(POINT))


@on_jax
def test_loops_of_unknown_length_raise_with_their_line(backend):
    def doubled(a):
        x = a[0]
        while x < 10:
            x = x * 2
        return x

    def left(a):
        x = a.copy()
        for _ in range(30):
            x *= 1.1
            if x[0] > 2:
                break
        return x.sum()

    for function in (doubled, left):
        line = function.__code__.co_firstlineno + 2
        with pytest.raises(CompileError, match=rf"test_checkpoints.py:{line}.*JAX has no gradient"):
            ivy.grad(function, checkpoints=True)(np.array(POINT))


@on_jax
def test_the_argument_is_checked(backend):
    for wrong in (0, -1, 2.5, "all", None):
        with pytest.raises(IvyValueError, match="checkpoints"):
            ivy.grad(np.sum, checkpoints=wrong)


@pytest.mark.parametrize("backend", ["torch", "tensorflow"], indirect=True)
def test_other_backends_refuse(backend):
    with pytest.raises(IvyNotImplementedException, match="checkpoints"):
        ivy.value_and_grad(np.sum, checkpoints=True)


@on_jax
def test_compiled_gradients_roll_their_loops(backend):
    """What ``ivy.grad`` gives is compiled with the function's loops and branches converted."""
    gradient = ivy.compile(ivy.grad(lambda a: nested(a, 0.7, 24)), fallback="raise")
    text = str(gradient.explain(np.array(POINT), stage="trace"))
    assert len(text.splitlines()) < 500
    found = gradient(np.array(POINT))
    expected = ivy.grad(lambda a: nested(a, 0.7, 24))(np.array(POINT))
    real.testing.assert_allclose(found, expected, rtol=1e-9)
