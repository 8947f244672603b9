"""PyTorch tells of no floating-point errors, whatever NumPy's state is where it computes."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import frontends.numpy as fnp
import frontends.torch as torch

F = torch.nn.functional


pytestmark = [
    pytest.mark.parametrize("backend", ["numpy"], indirect=True, scope="module"),
    pytest.mark.usefixtures("backend"),
]


def x():
    return torch.tensor([0.0, -1.0, 1e38, float("nan")])


CASES = {
    "divide": lambda: x() / 0,
    "log": lambda: torch.log(x()),
    "number": lambda: x().half() * 1e6,
    "cast": lambda: (x() / 0).to(torch.int32),
    "out": lambda: torch.divide(x(), 0 * x(), out=torch.empty(4)),
    "in place": lambda: x().div_(0),
    "written": lambda: torch.zeros(4, dtype=torch.int32).copy_(x() / 0),
    "several steps": lambda: torch.softmax(x() / 0, 0),
    "reduction": lambda: x().pow(9).sum() + torch.mean(torch.zeros(0)),
    "loss": lambda: F.binary_cross_entropy(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 0.0])),
    "product": lambda: torch.outer(x(), x()) @ torch.outer(x(), x()),
}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
@pytest.mark.parametrize("state", ["warn", "raise"])
def test_no_warning_and_no_error(case, state):
    with warnings.catch_warnings(), np.errstate(all=state):
        warnings.simplefilter("error")
        case()


def test_numpy_warns_beside_it():
    x() / 0
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        fnp.log(fnp.zeros(1))
