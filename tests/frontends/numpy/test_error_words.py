"""What a program that prints an error shows: NumPy's words, behind the names of the place."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours

CALLS = {
    "sum of two": lambda np: np.arange(3) + np.arange(4),
    "sum of many": lambda np: np.ones(70000) + np.ones(70001),
    "comparison": lambda np: np.ones((2, 3)) < np.ones(4),
    "in place": lambda np: np.add(np.ones(3), np.ones((2, 3)), out=np.ones(3)),
    "matmul": lambda np: np.ones((2, 3)) @ np.ones((2, 3)),
    "matmul of vectors": lambda np: np.ones(3) @ np.ones(4),
    "dot": lambda np: np.dot(np.ones((2, 3)), np.ones((2, 3))),
    "dot by the method": lambda np: np.ones((2, 3)).dot(np.ones(2)),
    "reshape": lambda np: np.arange(6).reshape(4, 2),
    "inv": lambda np: np.linalg.inv(np.zeros((2, 2))),
    "inv not square": lambda np: np.linalg.inv(np.ones((2, 3))),
    "solve": lambda np: np.linalg.solve(np.eye(2), np.ones(3)),
    "cholesky": lambda np: np.linalg.cholesky(-np.eye(2)),
    "lstsq": lambda np: np.linalg.lstsq(np.ones((2, 2)), np.ones(3), rcond=None),
    "concatenate": lambda np: np.concatenate([np.ones((2, 2)), np.ones((3, 3))]),
    "corrcoef": lambda np: np.corrcoef([1, 2], [1, 2, 3]),
    "fft": lambda np: np.fft.fft(np.ones(0)),
    "index": lambda np: np.arange(3)[5],
    "cross": lambda np: np.cross(np.arange(4), np.arange(4)),
}


@pytest.mark.parametrize("name", CALLS)
def test_errors_say_what_numpys_say(backend, name):
    with pytest.raises(Exception) as numpys:
        CALLS[name](real)
    with pytest.raises(Exception) as caught:
        CALLS[name](ours)
    builtin = next(c for c in type(numpys.value).__mro__ if c.__module__ == "builtins")
    assert isinstance(caught.value, builtin)
    assert str(caught.value).endswith(str(numpys.value))
    assert str(caught.value) == str(numpys.value) or str(caught.value).startswith(f"{backend}: ")
