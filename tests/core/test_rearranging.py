"""Rearranging by pattern, against einops on NumPy arrays: values, aliasing and errors."""

from __future__ import annotations

import subprocess
import sys

import einops
import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyValueError

A = np.arange(24.0).reshape(2, 3, 4)

REARRANGE = [
    ("b h w -> b h w", {}),
    ("b h w -> h b w", {}),
    ("b h w -> b (h w)", {}),
    ("b h w -> w (b h)", {}),
    ("b h w -> (w h) b", {}),
    ("b h (w1 w2) -> w2 b h w1", {"w2": 2}),
    ("b ... -> ... b", {}),
    ("b h w -> b h 1 w ()", {}),
]


@pytest.mark.parametrize(("pattern", "lengths"), REARRANGE)
def test_rearrange(backend, assert_matches, pattern, lengths):
    a = A.copy()
    x = ivy.asarray(a)
    expected = einops.rearrange(a, pattern, **lengths)
    result = ivy.einops_rearrange(x, pattern, **lengths)
    assert_matches(result, expected)
    # what is written into one shows in the other exactly where it does so with NumPy
    expected[0] = -1.0
    result[0] = -1.0
    assert_matches(x, a)
    a[1, 2] = -2.0
    x[1, 2] = -2.0
    assert_matches(result, expected)


def test_rearrange_out_and_inputs(backend, assert_matches):
    out = ivy.zeros((4, 3, 2))
    x = ivy.asarray(A)
    assert ivy.einops_rearrange(x, "a b c -> c b a", out=out) is out
    assert_matches(out, A.T)
    out[0] = 7.0
    assert_matches(x, A)
    assert_matches(ivy.einops_rearrange([[1, 2]], "a b -> b a"), np.array([[1], [2]]))
    assert_matches(ivy.einops_rearrange(x.data, "a b c -> (a b c)"), A.ravel())
    assert_matches(x.einops_rearrange("a b c -> (a b c)"), A.ravel())


@pytest.mark.parametrize("reduction", ["min", "max", "sum", "mean", "prod", "any", "all"])
def test_reduce(backend, assert_matches, reduction):
    a = A % 5 if reduction not in ("any", "all") else A > 3
    x = ivy.asarray(a)
    expected = einops.reduce(a, "b h (w two) -> w b", reduction, two=2)
    assert_matches(ivy.einops_reduce(x, "b h (w two) -> w b", reduction, two=2), expected)


def test_reduce_options(backend, assert_matches):
    x = ivy.asarray(A)
    result = ivy.einops_reduce(x, "b h w -> h", lambda y, axes: ivy.sum(y, axis=axes))
    assert_matches(result, A.sum((0, 2)))
    out = ivy.zeros((2, 1, 4))
    assert ivy.einops_reduce(x, "b h w -> b 1 w", "max", out=out) is out
    assert_matches(out, A.max(1, keepdims=True))
    same = ivy.einops_reduce(x, "b h w -> b h w", "sum")
    same[0] = 7.0
    assert_matches(x, A)


def test_repeat(backend, assert_matches):
    x = ivy.asarray(A)
    for pattern, lengths in (
        ("b h w -> b h w n", {"n": 2}),
        ("b h w -> (b n) h w", {"n": 2}),
        ("b h w -> b (n h) (w m)", {"n": 2, "m": 3}),
        ("b h (w two) -> b h w two", {"two": 2}),
    ):
        result = ivy.einops_repeat(x, pattern, **lengths)
        assert_matches(result, einops.repeat(A, pattern, **lengths))
        result[0] = -1.0
        assert_matches(x, A)
    out = ivy.zeros((2, 2))
    assert ivy.einops_repeat(ivy.asarray([1.0, 2.0]), "w -> h w", h=2, out=out) is out
    assert_matches(out, np.array([[1.0, 2.0], [1.0, 2.0]]))


def test_errors(backend):
    x = ivy.asarray(A)
    for call in (
        lambda: ivy.einops_rearrange(x, "a b -> b a"),
        lambda: ivy.einops_rearrange(x, "a b c"),
        lambda: ivy.einops_rearrange(x, "a b c -> a b"),
        lambda: ivy.einops_rearrange(x, "a b (c d) -> a b c d", c=3),
        lambda: ivy.einops_reduce(x, "a b c -> a", "median"),
        lambda: ivy.einops_repeat(x, "a b c -> a b c d"),
    ):
        with pytest.raises(IvyValueError, match="einops_"):
            call()


def test_compiled(backend, assert_matches, compiled):
    def function(x):
        rows = ivy.einops_rearrange(x, "b h w -> (b h) w")
        return ivy.einops_reduce(ivy.einops_repeat(rows, "r w -> r w n", n=2), "r w n -> w", "sum")

    assert_matches(compiled(function, A), 2 * A.sum((0, 1)))


def test_namespace_of_another_backend(backend, assert_matches):
    other = ivy.get_backend("numpy")
    result = other.einops_rearrange(other.asarray(A), "a b c -> c (a b)")
    assert isinstance(result.data, np.ndarray)
    assert_matches(result, einops.rearrange(A, "a b c -> c (a b)"))


def test_einops_is_imported_when_first_used():
    code = "import sys, ivy_core; assert 'einops' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
