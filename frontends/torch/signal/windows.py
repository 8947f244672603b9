"""Windows that signals are multiplied with.

Each takes ``sym``, whether it is symmetric or one period of a window that goes on, and PyTorch's
options of tensors that are made.

References
----------
PyTorch documentation, ``torch.signal.windows``; F. Harris, "On the use of windows for harmonic
analysis", 1978.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable

import frontends.torch as torch


def _declare_window(shape: Callable) -> Callable:
    """Declare a window by ``shape``, a function of (positions, steps to the last, its options)."""

    @functools.wraps(shape)
    def window(M, *args, sym=True, dtype=None, layout=None, device=None, requires_grad=False,
               **options):  # fmt: skip
        name = shape.__name__
        if not isinstance(M, int) or M < 0:
            raise ValueError(f"{name} requires non-negative window length, got M={M}")
        if layout is not None and layout is not torch.strided:
            raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
        dtype = torch.get_default_dtype() if dtype is None else dtype
        if dtype not in (torch.float32, torch.float64):
            raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
        steps = M - 1 if sym else M
        positions = torch.arange(M, dtype=torch.float64)
        found = shape(positions, steps, *args, **options)
        if M == 1:
            found = torch.ones(1, dtype=torch.float64)
        found = found.to(dtype)
        found = found if device is None else found.to(device)
        return found.requires_grad_() if requires_grad else found

    return window


def _sum_of_cosines(positions, steps: int, factors):
    """Return the sum of ``(-1)**n * factors[n] * cos(2 * pi * n * positions / steps)``."""
    angle = positions * (2 * math.pi / max(steps, 1))
    terms = [(-1) ** n * a * torch.cos(angle * n) for n, a in enumerate(factors)]
    return functools.reduce(torch.add, terms)


@_declare_window
def bartlett(positions, steps):
    """Make a triangle. PyTorch: ``torch.signal.windows.bartlett``."""
    return 1 - (positions * (2 / max(steps, 1)) - 1).abs()


@_declare_window
def blackman(positions, steps):
    """Make a sum of three cosines. PyTorch: ``torch.signal.windows.blackman``."""
    return _sum_of_cosines(positions, steps, (0.42, 0.5, 0.08))


@_declare_window
def cosine(positions, steps):
    """Make half a period of a sine. PyTorch: ``torch.signal.windows.cosine``."""
    return torch.sin((positions + 0.5) * (math.pi / max(steps + 1, 1)))


@_declare_window
def exponential(positions, steps, *, center=None, tau=1.0):
    """Make a peak that falls off to both sides. PyTorch: ``torch.signal.windows.exponential``.

    Parameters
    ----------
    center : float, optional
        Place of the peak, of a window that is not symmetric.
    tau : float
        Over how many positions it falls to a third.
    """
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    middle = steps / 2 if center is None else center
    return torch.exp(-(positions - middle).abs() / tau)


@_declare_window
def gaussian(positions, steps, *, std=1.0):
    """Make a bell. PyTorch: ``torch.signal.windows.gaussian``.

    Parameters
    ----------
    std : float
        Its standard deviation, in positions.
    """
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    return torch.exp(-(((positions - steps / 2) / (std * math.sqrt(2))) ** 2))


@_declare_window
def general_cosine(positions, steps, *, a):
    """Make a sum of cosines. PyTorch: ``torch.signal.windows.general_cosine``.

    Parameters
    ----------
    a : iterable of float
        Their factors.
    """
    if not isinstance(a, Iterable):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    return _sum_of_cosines(positions, steps, a)


@_declare_window
def general_hamming(positions, steps, *, alpha=0.54):
    """Make a raised cosine. PyTorch: ``torch.signal.windows.general_hamming``.

    Parameters
    ----------
    alpha : float
        Its mean.
    """
    return _sum_of_cosines(positions, steps, (alpha, 1.0 - alpha))


@_declare_window
def hamming(positions, steps):
    """Make a raised cosine that ends above zero. PyTorch: ``torch.signal.windows.hamming``."""
    return _sum_of_cosines(positions, steps, (0.54, 0.46))


@_declare_window
def hann(positions, steps):
    """Make a raised cosine that ends at zero. PyTorch: ``torch.signal.windows.hann``."""
    return _sum_of_cosines(positions, steps, (0.5, 0.5))


@_declare_window
def kaiser(positions, steps, *, beta=12.0):
    """Make Kaiser's window. PyTorch: ``torch.signal.windows.kaiser``.

    Parameters
    ----------
    beta : float
        How narrow it is.
    """
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    position = positions * (2 / max(steps, 1)) - 1
    height = torch.special.i0(beta * torch.sqrt((1 - position**2).clamp(min=0)))
    return height / torch.special.i0(torch.tensor(beta, dtype=torch.float64))


@_declare_window
def nuttall(positions, steps):
    """Make a sum of four cosines. PyTorch: ``torch.signal.windows.nuttall``."""
    return _sum_of_cosines(positions, steps, (0.3635819, 0.4891775, 0.1365995, 0.0106411))


__all__ = [
    "bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine",
    "general_hamming", "hamming", "hann", "kaiser", "nuttall",
]  # fmt: skip
