"""Gradients where a function has no one slope: ties, zeros, nan and infinities, against PyTorch."""

from __future__ import annotations

import pytest

from .test_autograd import grads, same  # noqa: F401

NAN, INF = float("nan"), float("inf")
POINTS = {
    "zeros": [0.0, 0.0, 0.0, 0.0],
    "ties": [3.0, 1.0, 1.0, 1.0],
    "a nan": [2.0, NAN, 1.0, 1.0],
    "infinities": [INF, 1.0, -INF, 0.5],
    "large": [1e20, -1e20, 1e20, 1.0],
}


def masked(torch, x):
    """Return the elements without nan, the others times zero."""
    return torch.where(torch.isnan(x), 0.0, x)


def written_medians(x):
    """Return medians of rows that are written, as are the rows; PyTorch keeps their indices."""
    made = x.median(1)[0]
    x.mul_(2)
    return made.mul_(3)


FUNCTIONS = {
    "max": lambda torch, x: masked(torch, x.max()),
    "min": lambda torch, x: masked(torch, x.min()),
    "max of rows": lambda torch, x: masked(torch, x.reshape(2, 2).max(1)[0]),
    "maximum": lambda torch, x: masked(torch, torch.maximum(x, torch.ones_like(x))),
    "minimum": lambda torch, x: masked(torch, torch.minimum(x, x * 2)),
    "median": lambda torch, x: x.median(),
    "nanmedian": lambda torch, x: x.nanmedian(),
    "written medians of rows": lambda torch, x: written_medians(x.reshape(2, 2) * 1),
    "median of rows": lambda torch, x: x.reshape(2, 2).median(1)[0],
    "abs": lambda torch, x: masked(torch, x.abs()),
    "l1_loss": lambda torch, x: masked(
        torch, torch.nn.functional.l1_loss(x, torch.ones_like(x), reduction="none")
    ),
    "smooth_l1_loss": lambda torch, x: torch.nn.functional.smooth_l1_loss(x, torch.ones_like(x)),
    "huber_loss": lambda torch, x: torch.nn.functional.huber_loss(x, torch.ones_like(x), delta=2.0),
    "logaddexp": lambda torch, x: torch.logaddexp(x, x.detach() + 0.5) + torch.logaddexp(x, x),
    "xlogy": lambda torch, x: masked(torch, torch.xlogy(x, torch.tensor([0.0, 2.0, -1.0, 1.0]))),
    "xlogy of zero": lambda torch, x: masked(torch, torch.xlogy(x, 0)),
    "angle": lambda torch, x: masked(torch, torch.complex(x, x * 0).angle()),
    "remainder": lambda torch, x: torch.remainder(torch.ones(()), x * 0.2),
    "fmod": lambda torch, x: torch.fmod(torch.ones(()), x * 0.2),
    "lp_pool": lambda torch, x: torch.nn.functional.lp_pool1d(x.abs().reshape(1, 1, 4), 2, 2),
}


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradient(grads, name, point):  # noqa: F811
    def program(torch):
        x = torch.tensor(POINTS[point], requires_grad=True)
        value = FUNCTIONS[name](torch, x)
        value.sum().backward()
        return [value, x.grad]

    same(program)


def test_probabilities_that_are_nan_are_refused(backend):
    def program(torch):
        try:
            torch.nn.functional.binary_cross_entropy(torch.tensor([0.5, NAN]), torch.ones(2))
        except RuntimeError as error:
            return "between 0 and 1" in str(error)

    same(program)


@pytest.mark.parametrize("name", ["celu", "elu", "selu"])
def test_second_derivative_at_zero(grads, name):  # noqa: F811
    def program(torch):
        x = torch.tensor([-1.0, -0.0, 0.0, 2.0], dtype=torch.float64, requires_grad=True)
        value = getattr(torch.nn.functional, name)(x)
        (slope,) = torch.autograd.grad(value.sum(), x, create_graph=True)
        (bend,) = torch.autograd.grad(slope.sum(), x)
        return [value, slope, bend]

    same(program)


OF_TWO = {
    "max": lambda torch, x, y: torch.max(x, y),
    "min": lambda torch, x, y: torch.min(x, y),
    "max of a keyword": lambda torch, x, y: torch.max(x, other=y),
    "min of a row": lambda torch, x, y: x.min(y[0]),
    "mean square": lambda torch, x, y: torch.nn.functional.mse_loss(x, y),
}


@pytest.mark.parametrize("name", OF_TWO)
def test_gradient_by_two_tensors(grads, name):  # noqa: F811
    def program(torch):
        x = torch.tensor([[1.0, 3.0, 3.0], [2.0, 0.0, 5.0]], requires_grad=True)
        y = torch.tensor([[2.0, 3.0, 1.0], [2.0, 2.0, 2.0]], requires_grad=True)
        value = OF_TWO[name](torch, x, y)
        (value * value).sum().backward()
        return [value, x.grad, y.grad]

    same(program)
