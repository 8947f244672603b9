"""The same expression with real PyTorch and with the frontend, and what comes of both."""

from __future__ import annotations

import warnings

import numpy as np
import torch as real

import frontends.torch as torch


def outcome(expression, module):
    """Return what an expression gives, or the error that it raises.

    Parameters
    ----------
    expression : callable
        Takes a module ``torch``, and its ``nn.functional``.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return expression(module, module.nn.functional)
        except Exception as err:
            return err


def parts(value) -> list:
    """Return a result's tensors and other values, one after the other."""
    if isinstance(value, (tuple, list)) and not isinstance(value, (torch.Size, real.Size)):
        return [part for each in value for part in parts(each)]
    return [value]


def assert_same(expression, tolerance: float = 1e-5) -> None:
    """Hold the frontend against real PyTorch: values, types and shapes."""
    wanted, found = outcome(expression, real), outcome(expression, torch)
    for result in (wanted, found):
        if isinstance(result, Exception):
            raise result
    wanted, found = parts(wanted), parts(found)
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        if not isinstance(other, real.Tensor):
            assert one == other
            continue
        assert isinstance(one, torch.Tensor)
        assert str(one.dtype) == str(other.dtype)
        assert tuple(one.shape) == tuple(other.shape)
        expected = other.detach()
        if expected.dtype in (real.bfloat16, real.float16):
            expected, one = expected.double(), one.double()
            tolerance = max(tolerance, 1e-2)
        np.testing.assert_allclose(
            np.asarray(one.detach().resolve_conj().numpy()),
            expected.resolve_conj().numpy(),
            rtol=tolerance,
            atol=tolerance,
        )


def assert_same_error(expression, says: bool = True) -> None:
    """Hold the error that the frontend raises against real PyTorch's: class, and first line."""
    wanted, found = outcome(expression, real), outcome(expression, torch)
    assert isinstance(wanted, Exception), "real PyTorch raises nothing"
    assert isinstance(found, Exception), f"nothing is raised, but {wanted!r} there"
    expected = type(wanted)
    builtin = next(cls for cls in expected.__mro__ if cls.__module__ == "builtins")
    assert isinstance(found, builtin), f"{found!r} in place of {wanted!r}"
    if says:
        ours, theirs = (str(err).splitlines()[0] for err in (found, wanted))
        assert ours.endswith(theirs), f"{ours!r} in place of {theirs!r}"


class Tracking:
    """A module torch whose ``tensor`` gives tensors that need gradients, and keeps them."""

    def __init__(self, module):
        self.module, self.leaves = module, []

    def __getattr__(self, name):
        return getattr(self.module, name)

    def tensor(self, *args, **kwargs):
        made = self.module.tensor(*args, **kwargs)
        if made.is_floating_point() or made.is_complex():
            self.leaves.append(made.requires_grad_())
        return made


def gradients(expression, module) -> list:
    """Return the gradients by all tensors of an expression, of a weighted sum of its result."""
    tracking = Tracking(module)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = parts(expression(tracking, module.nn.functional))[0]
        if result.is_complex():
            result = result.abs()
        weights = np.linspace(-1, 2, result.numel(), dtype=np.float32).reshape(tuple(result.shape))
        (result * module.tensor(weights)).sum().backward()
    return [None if leaf.grad is None else leaf.grad.numpy() for leaf in tracking.leaves]


def assert_same_gradients(expression, tolerance: float = 1e-4) -> None:
    """Hold the frontend's gradients against real PyTorch's."""
    wanted, found = gradients(expression, real), gradients(expression, torch)
    assert len(found) == len(wanted) > 0
    for one, other in zip(found, wanted, strict=True):
        if other is None:  # where PyTorch has no gradient, zeros will do
            assert one is None or not one.any()
        else:
            np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance / 10)
