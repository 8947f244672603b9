"""``torch.testing`` against real PyTorch: what is close, and what the error says."""

from __future__ import annotations

import pytest
import torch as real

import frontends.torch as torch

PAIRS = {
    "equal": lambda t: (t.tensor([1.0, 2.0]), t.tensor([1.0, 2.0])),
    "close": lambda t: (t.tensor([1.0, 2.0]), t.tensor([1.0 + 1e-7, 2.0])),
    "far": lambda t: (t.tensor([[1.0, 2.0], [3.0, 4.0]]), t.tensor([[1.0, 2.5], [3.0, 4.1]])),
    "nan": lambda t: (t.tensor([float("nan"), 1.0]), t.tensor([float("nan"), 1.0])),
    "another shape": lambda t: (t.ones(2), t.ones(3)),
    "another type": lambda t: (t.ones(2), t.ones(2, dtype=t.float64)),
    "integers": lambda t: (t.tensor([1, 2, 3]), t.tensor([1, 2, 4])),
    "flags": lambda t: (t.tensor([True, False]), t.tensor([True, True])),
    "complex": lambda t: (t.tensor([1 + 1j]), t.tensor([1 + 2j])),
    "numbers": lambda t: (1.0, 1.1),
    "whole numbers": lambda t: (3, 4),
    "a list": lambda t: ([t.ones(2), t.zeros(1)], [t.ones(2), t.ones(1)]),
    "lists of two lengths": lambda t: ([t.ones(2)], [t.ones(2), t.ones(1)]),
    "a mapping": lambda t: ({"a": t.ones(2)}, {"a": t.zeros(2)}),
    "mappings of other keys": lambda t: ({"a": t.ones(2)}, {"b": t.ones(2)}),
    "of sixteen bits": lambda t: (t.tensor([1.0]).half(), t.tensor([1.01]).half()),
    "without dimensions": lambda t: (t.tensor(1.0), t.tensor(2.0)),
}
OPTIONS = [{}, {"equal_nan": True}, {"rtol": 0.5, "atol": 0.0}, {"rtol": 0.0, "atol": 0.0}]


def _complaint(module, pair, options):
    try:
        module.testing.assert_close(*PAIRS[pair](module), **options)
    except AssertionError as err:
        return str(err).rstrip()
    return None


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("pair", PAIRS)
def test_what_is_close_and_what_is_said(backend, pair, options):
    assert _complaint(torch, pair, options) == _complaint(real, pair, options)


def test_one_tolerance_alone_is_refused(backend):
    for module in (real, torch):
        with pytest.raises(ValueError, match="but got no atol"):
            module.testing.assert_close(module.ones(1), module.ones(1), rtol=1e-3)


def test_a_message_of_the_callers(backend):
    for module in (real, torch):
        for msg in ("mine", lambda text: "mine " + text.splitlines()[0]):
            with pytest.raises(AssertionError, match="^mine"):
                module.testing.assert_close(module.ones(1), module.zeros(1), msg=msg)
