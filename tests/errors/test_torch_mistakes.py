"""The PyTorch frontend's mistakes: PyTorch's class of error, and words of its message."""

from __future__ import annotations

import copy
import warnings

import pytest
import torch as real_torch

import frontends.torch
from tests.errors.torch_mistakes import MISTAKES, OF_BACKWARD


def names(torch, tracked: bool) -> dict:
    """Return what the expressions are made of; tensors that require gradients where wanted."""
    new = torch.tensor
    found = {
        "torch": torch,
        "copy": copy,
        "v": new([1.0, 2.0, 3.0]),
        "m": new([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        "i": new([1, 2, 3]),
        "b": new([True, False, True]),
        "e": torch.zeros(0),
        "z": new(1.0),
        "twice": twice,
        "changed": changed,
    }
    if tracked:
        found["w"] = new([1.0, 2.0, 3.0], requires_grad=True)
        found["u"] = new([1.0], requires_grad=True)
    return found


def twice(w):
    y = (w * w).sum()
    y.backward()
    y.backward()


def changed(w):
    x = w * 1
    y = x * x
    x.add_(1)
    y.sum().backward()


def failure(expression: str, torch) -> Exception:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(Exception) as caught:
            code = compile(expression, "<mistake>", "eval")
            eval(code, names(torch, tracked="w" in code.co_names))
    return caught.value


def classes(err: Exception) -> list[str]:
    """Return the names of an error's classes but for our own, which users need not know."""
    found = [cls.__name__ for cls in type(err).__mro__]
    return [name.lstrip("_") for name in found if not name.startswith("Ivy")]


def check(expression: str, words: str) -> None:
    expected = failure(expression, real_torch)
    assert words in str(expected)  # of the table: PyTorch itself says so
    actual = failure(expression, frontends.torch)
    assert classes(actual)[0] == classes(expected)[0]
    assert words in " ".join(str(actual).split())


def test_there_are_many():
    assert len(MISTAKES) + len(OF_BACKWARD) >= 80


@pytest.mark.parametrize("expression", MISTAKES)
def test_a_mistake_raises_what_pytorch_raises(backend, expression):
    check(expression, MISTAKES[expression])


@pytest.mark.parametrize("expression", OF_BACKWARD)
def test_a_mistake_with_gradients_raises_what_pytorch_raises(backend, expression):
    if backend == "numpy":
        assert "jax" in str(failure("w.sum().backward()", frontends.torch)).lower()
        return
    check(expression, OF_BACKWARD[expression])
