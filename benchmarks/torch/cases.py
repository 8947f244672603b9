"""The operations that are timed, in PyTorch's words and in JAX's, and the arrays that they take."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy

from ..everyday.arrays import consumers
from ..everyday.case import Case, function


@dataclass(frozen=True, slots=True)
class Call:
    """A single call with bars of its own.

    Parameters
    ----------
    case : Case
        The call, in PyTorch's words.
    limits : dict
        The bar by backend and by whether the tensors require gradients; None is no bar.
    """

    case: Case
    limits: dict[tuple[str, bool], float]


# v, w: 3 floats; a, b: 32 x 64 floats; A, B: 3 x 3 floats; i: 3 integers; m: 3 booleans.
_ADD = {("torch", False): 2.0, ("jax", False): 1.2, ("jax", True): 2.5}
_PLUS = {("torch", False): 2.0}
CALLS = [
    Call(Case("torch.add(v, w)", jax="np.add(v, w)"), _ADD),
    Call(Case("torch.add(a, b)", jax="np.add(a, b)"), _ADD),
    Call(Case("v + w"), _PLUS),
    Call(Case("a + b"), _PLUS),
    Call(Case("v[1:-1]"), {("torch", False): 3.0}),
]
EVERYDAY = [
    Case("v + w"),
    Case("v * 2.0"),
    Case("1.0 - v"),
    Case("v / w"),
    Case("v ** 2"),
    Case("torch.pow(v, w)", jax="np.power(v, w)"),
    Case("v > w"),
    Case("v.exp()", jax="np.exp(v)"),
    Case("torch.relu(v)", jax="jax.nn.relu(v)"),
    Case("v.sigmoid()", jax="jax.nn.sigmoid(v)"),
    Case("v.clamp(0.5, 2.0)", jax="np.clip(v, 0.5, 2.0)"),
    Case("torch.maximum(v, w)", jax="np.maximum(v, w)"),
    Case("torch.where(m, v, w)", jax="np.where(m, v, w)"),
    Case("v.sum()"),
    Case("A.mean(0)"),
    Case("A.max(1)", jax="(np.max(A, 1), np.argmax(A, 1))"),
    Case("A.argmax(1)"),
    Case("v.std()", jax="np.std(v, ddof=1)"),
    Case("A.cumsum(0)"),
    Case("A.softmax(-1)", jax="jax.nn.softmax(A, -1)"),
    Case("A.log_softmax(-1)", jax="jax.nn.log_softmax(A, -1)"),
    Case("A @ B"),
    Case("torch.einsum('ij,jk->ik', A, B)", jax="np.einsum('ij,jk->ik', A, B)"),
    Case("torch.nn.functional.linear(A, B, v)", jax="A @ B.T + v"),
    Case("A.t()", jax="A.T"),
    Case("A.view(-1)", jax="A.reshape(-1)"),
    Case("A.unsqueeze(0)", jax="np.expand_dims(A, 0)"),
    Case("torch.cat([A, B])", jax="np.concatenate([A, B])"),
    Case("torch.stack([v, w])", jax="np.stack([v, w])"),
    Case("A[0]"),
    Case("v[m]"),
    Case("v[i]"),
    Case("v[1] = 2.0", jax="v.at[1].set(2.0)", target="v"),
    Case("v.copy_(w)", jax="np.copy(w)", target="v"),
]


def _values() -> dict[str, numpy.ndarray]:
    draw = numpy.random.default_rng(0)
    made = {"a": draw.uniform(0.1, 1.0, (32, 64)), "b": draw.uniform(0.1, 1.0, (32, 64))}
    made |= {"A": draw.uniform(0.1, 1.0, (3, 3)), "B": draw.uniform(0.1, 1.0, (3, 3))}
    made |= {"v": numpy.array([1.0, 2.5, 0.25]), "w": numpy.array([0.5, 1.5, 2.0])}
    made = {name: value.astype(numpy.float32) for name, value in made.items()}
    return {**made, "i": numpy.array([2, 0, 1]), "m": numpy.array([True, False, True])}


def _in_torch(torch, tracked: bool) -> dict:
    scope = {name: torch.tensor(value) for name, value in _values().items()}
    if tracked:
        for value in scope.values():
            if value.is_floating_point():
                value.requires_grad_()
    return {"torch": torch, **scope}


def _in_jax() -> dict:
    numpy_of_jax = importlib.import_module("jax.numpy")
    scope = {name: numpy_of_jax.array(value) for name, value in _values().items()}
    return {"np": numpy_of_jax, "jax": importlib.import_module("jax"), **scope}


def pair(case: Case, backend: str, tracked: bool) -> tuple[Callable, Callable]:
    """Return a case's functions: the frontend's, and the framework's own.

    Parameters
    ----------
    case : Case
    backend : str
        ``"torch"`` or ``"jax"``.
    tracked : bool
        Whether tensors of floats require gradients. JAX's own arrays know no such thing.
    """
    native = case.native(backend)
    ours = _in_torch(importlib.import_module("frontends.torch"), tracked)
    if backend == "torch":
        theirs = _in_torch(importlib.import_module("torch"), tracked)
    else:
        theirs = _in_jax()
    changed = case.target if native == case.code else None  # other words are expressions
    # a view of ours that nobody has read is read, as the framework's own has been made
    mine, one = (None, None) if case.target else consumers(function(case.code, ours)())
    return function(case.code, ours, case.target, mine), function(native, theirs, changed, one)
