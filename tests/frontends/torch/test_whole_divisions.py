"""Divisions of whole numbers: what PyTorch refuses, and what it gives."""

from __future__ import annotations

import pytest
import torch as real

import frontends.torch as ours

REFUSED = {
    "by a number": lambda t, x: x // 0,
    "by a bool": lambda t, x: x % False,
    "by a tensor": lambda t, x: x // t.tensor([0, 1, 2]),
    "by a view": lambda t, x: x % t.arange(6)[::2],
    "of a number": lambda t, x: 5 // (x - 1),
    "in place": lambda t, x: x.floor_divide_(t.tensor(0)),
    "augmented": lambda t, x: x.remainder_(0),
    "rounded down": lambda t, x: t.div(x, 0, rounding_mode="floor"),
    "truncated": lambda t, x: x.div(t.zeros_like(x), rounding_mode="trunc"),
    "of bools": lambda t, x: (x > 1) // (x > 0),
    "remainder of bools": lambda t, x: (x > 1) % True,
    "of other lengths": lambda t, x: x // t.zeros(2, dtype=t.int64),
}
GIVEN = {
    "of nothing": lambda t, x: x[:0] // 0,
    "of nothing, by a tensor": lambda t, x: t.zeros(0, 3, dtype=t.int64) % t.tensor([0, 1, 2]),
    "bools by a number": lambda t, x: (x > 1) // 2,
    "by a float": lambda t, x: x // 0.0,
    "of floats": lambda t, x: x.double() // 0,
    "remainder of floats": lambda t, x: x.double() % 0,
    "of meta tensors": lambda t, x: t.empty_like(x // x, device="meta") // x.to("meta"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(backend, name):
    errors = []
    for t in (real, ours):
        with pytest.raises(RuntimeError) as caught:
            REFUSED[name](t, t.tensor([1, -2, 3]))
        errors.append(caught.value)
    theirs, mine = errors
    assert str(mine).endswith(str(theirs).splitlines()[0])
    assert isinstance(mine, NotImplementedError) == isinstance(theirs, NotImplementedError)


@pytest.mark.parametrize("name", GIVEN)
def test_given(backend, name):
    theirs, mine = (GIVEN[name](t, t.tensor([1, -2, 3])) for t in (real, ours))
    assert str(mine.dtype) == str(theirs.dtype) and tuple(mine.shape) == tuple(theirs.shape)
    if not theirs.is_meta:
        assert str(mine.tolist()) == str(theirs.tolist())
