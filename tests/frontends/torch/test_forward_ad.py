"""``torch.autograd.forward_ad``: tangents of what runs between making and unpacking duals."""

from __future__ import annotations

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
from ivy_core import with_backend

X = np.linspace(0.2, 1.4, 6, dtype="float32").reshape(2, 3)
T = np.asarray([[1.0, -2.0, 0.5], [0.0, 3.0, 1.0]], dtype="float32")


@pytest.fixture
def recorder(backend):
    """The backend, which has to compute gradients."""
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")
    return backend


def _in_place(torch, x):
    y = x * 2
    y[0] = x[1] * x[0]
    return y.sin_()


PROGRAMS = {
    "elementwise": lambda torch, x: torch.exp(x) * x + 3,
    "linear": lambda torch, x: x * 2,
    "reduction": lambda torch, x: torch.logsumexp(x, 1).sum(),
    "product": lambda torch, x: x @ x.mT,
    "in_place": _in_place,
    "of_itself": lambda torch, x: x,
    "softmax": lambda torch, x: torch.nn.functional.softmax(x, -1),
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_tangents_are_pytorch_s(recorder, program):
    found = []
    for torch in (real, ours):
        fw = torch.autograd.forward_ad
        with with_backend(recorder), fw.dual_level():
            x = fw.make_dual(torch.tensor(X), torch.tensor(T))
            primal, tangent = fw.unpack_dual(PROGRAMS[program](torch, x))
            assert not tangent.requires_grad and not primal.requires_grad
            found.append((np.asarray(primal), np.asarray(tangent)))
    for here, there in zip(found[1], found[0], strict=True):
        np.testing.assert_allclose(here, there, rtol=2e-5, atol=1e-6)
        assert here.dtype == there.dtype


def test_two_duals_add_and_tangents_have_gradients(recorder):
    found = []
    for torch in (real, ours):
        fw = torch.autograd.forward_ad
        with with_backend(recorder), fw.dual_level():
            base = torch.tensor(X, requires_grad=True)
            x = fw.make_dual(base, torch.tensor(T))
            y = fw.make_dual(torch.tensor(X + 1), torch.tensor(T * 2))
            tangent = fw.unpack_dual(x * x * y).tangent
            tangent.sum().backward()
            found.append((np.asarray(tangent.detach()), np.asarray(base.grad)))
    for here, there in zip(found[1], found[0], strict=True):
        np.testing.assert_allclose(here, there, rtol=2e-5)


def test_what_no_dual_leads_to_has_no_tangent(recorder):
    for torch in (real, ours):
        fw = torch.autograd.forward_ad
        with with_backend(recorder):
            x = torch.tensor(X, requires_grad=True)
            assert fw.unpack_dual(x).tangent is None
            assert fw.unpack_dual(x).primal is x
            with fw.dual_level():
                dual = fw.make_dual(torch.tensor(X), torch.tensor(T))
                assert fw.unpack_dual(x * 2).tangent is None
                assert fw.unpack_dual(dual.detach()).tangent is None
                assert fw.unpack_dual(torch.arange(3)).tangent is None


@pytest.mark.parametrize(
    "misuse",
    [
        lambda torch, fw: fw.make_dual(torch.ones(2), torch.ones(2)),
        lambda torch, fw: fw.enter_dual_level() or fw.enter_dual_level(),
        lambda torch, fw: fw.enter_dual_level() or fw.make_dual(torch.arange(2), torch.ones(2)),
        lambda torch, fw: fw.enter_dual_level() or fw.make_dual(torch.ones(2), torch.arange(2)),
        lambda torch, fw: fw.exit_dual_level(level=3),
    ],
)
def test_misuse_raises_as_in_pytorch(misuse):
    raised = []
    with with_backend("jax"):
        for torch in (real, ours):
            fw = torch.autograd.forward_ad
            with pytest.raises((RuntimeError, ValueError)) as info:
                misuse(torch, fw)
            while True:
                try:
                    fw.exit_dual_level()
                except RuntimeError:
                    break
            raised.append(info)
    assert raised[0].type in raised[1].type.__mro__
    assert str(raised[0].value).split(":")[0] in str(raised[1].value)
