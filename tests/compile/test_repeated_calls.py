"""Calls that find all as the one before has left it, and those that only seem to."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy


@pytest.fixture
def compiles(backend):
    if backend not in ("jax", "torch"):
        pytest.skip(f"{backend}: no call is compared with the one before")


class Plate:
    def __init__(self, np):
        self.np, self.rate = np, 0.5
        self.u, self.v = np.arange(16.0).reshape(4, 4), np.ones((4, 4))
        self.w = np.zeros((4, 4))

    def step(self, heat, factor):
        self.w[:] = self.u
        self.u += self.rate * heat * factor
        self.v[1:] += self.w[:-1] - self.u[1:]
        return self.v[0], self.np.sum(self.u), self.w


def share(plate, np):
    plate.v = plate.u[:]


def share_moved(plate, np):
    plate.v[:, ::2] = 3.0
    plate.w = plate.u[::-1]


def turn(plate, np):
    plate.u = np.arange(16.0).reshape(4, 4).T


def reshape(plate, np):
    for array in (plate.u, plate.v, plate.w):
        array.shape = (8, 2)


def narrow(plate, np):
    plate.w = np.zeros((4, 4), "float32")


def swap(plate, np):
    plate.u, plate.v = plate.v, plate.u


def part(plate, np):
    plate.whole = np.zeros((6, 6))
    plate.u = plate.whole[1:5, 1:5]


def speed_up(plate, np):
    plate.rate = 0.25


CHANGES = (share, share_moved, turn, reshape, narrow, swap, part, speed_up)


@pytest.mark.parametrize("change", CHANGES)
def test_what_has_changed_between_calls(compiles, change):
    """Attributes share memory, lie otherwise in it, or are of another kind from some call on."""
    compiled = ivy.compile(Plate.step, fallback="raise")
    mine, theirs = Plate(ours), Plate(real)
    for n in range(12):
        if n == 8:
            assert compiled._repeat is not None  # or nothing is shown by this
            change(mine, ours)
            change(theirs, real)
        got = compiled(mine, ours.full(1, 0.5), 2.0 + n)
        want = theirs.step(real.full(1, 0.5), 2.0 + n)
        for ours_, theirs_ in zip(got, want, strict=True):
            real.testing.assert_allclose(ours_, theirs_, rtol=1e-12)
        assert got[2] is mine.w
        for name in ("u", "v", "w"):
            real.testing.assert_allclose(getattr(mine, name), getattr(theirs, name), rtol=1e-12)
            assert getattr(mine, name).dtype == getattr(theirs, name).dtype


@pytest.mark.parametrize("which", ["u", "v", "w"])
def test_an_argument_that_is_a_part_of_an_attribute(compiles, which):
    compiled = ivy.compile(Plate.step, fallback="raise")
    mine, theirs = Plate(ours), Plate(real)
    for n in range(10):
        assert n != 6 or compiled._repeat is not None
        parts = [getattr(p, which)[1] if n > 5 else np.full(4, 0.5)
                 for p, np in ((mine, ours), (theirs, real))]  # fmt: skip
        compiled(mine, parts[0], 2.0)
        theirs.step(parts[1], 2.0)
        for name in ("u", "v", "w"):
            real.testing.assert_allclose(getattr(mine, name), getattr(theirs, name), rtol=1e-12)


def test_programs_of_pytorch_refuse_tensors_that_lie_otherwise(backend):
    if backend != "torch":
        pytest.skip(f"{backend}: arrays have no layout of their own")
    import torch

    from ivy_core.backends.torch.compiler.programs import Alike, Unlike

    class Program:
        call = staticmethod(lambda *given: given)

    def pair():
        return torch.ones(3, 3), torch.ones(3, 3)

    whole = torch.ones(6, 3)
    others = [
        (torch.ones(3, 3), torch.ones(3, 3).T),
        (torch.ones(3, 3), torch.ones(3, 4)),
        (torch.ones(3, 3), torch.ones(3, 3, dtype=torch.float64)),
        (torch.ones(3, 3), torch.ones(3, 3, requires_grad=True)),
        (whole[:3], whole[3:]),
        (2.0, torch.ones(3, 3)),
    ]
    for other in others:
        alike = Alike(Program)
        for given in (pair(), pair(), tuple(x * 2 for x in pair())):
            assert alike(*given) == given
        with pytest.raises(Unlike):
            alike(*other)
        given = pair()
        assert alike(*given) == given
