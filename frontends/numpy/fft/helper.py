"""Frequencies of the bins, and the shift that puts zero in the middle."""

from __future__ import annotations

import operator
from typing import Any

from ..arguments import check_device, integers
from ..fallback import UnsupportedDtype
from ..func_wrapper import ivy, numpy_function
from ..protocols import HostSubclass

ArrayLike = Scalar = Any


@numpy_function(keep_0d=True)
def fftfreq(n, d=1.0, device=None):
    """Frequencies of the bins of a transform of ``n`` samples, negative ones last.

    References: NumPy reference, numpy.fft.fftfreq.

    Parameters
    ----------
    n : int
        Number of samples.
    d : float, optional
        Distance of the samples; the frequencies are cycles per its unit.
    device : {'cpu', None}, optional
        As NumPy's API knows no other.

    Returns
    -------
    ndarray, shape (n,), float64
        Frequencies.

    >>> np.fft.fftfreq(4, d=0.5)
    array([ 0. ,  0.5, -1. , -0.5])
    """
    return ivy.fftfreq(_check_device_and_length(n, device), d=_as_python_number(d))


@numpy_function(keep_0d=True)
def rfftfreq(n, d=1.0, device=None):
    """Frequencies of the bins of a transform of ``n`` real samples."""
    return ivy.rfftfreq(_check_device_and_length(n, device), d=_as_python_number(d))


def _check_device_and_length(n, device) -> int:
    """Return ``n`` as an int; raise ValueError for no integer, or a device but None or "cpu"."""
    check_device(device)
    try:
        return operator.index(n)
    except TypeError:
        raise ValueError("n should be an integer") from None


def _as_python_number(d):
    """Return a distance that may be a scalar of ours as a Python number."""
    if isinstance(d, HostSubclass):  # with a unit, say: NumPy computes with the object itself
        raise UnsupportedDtype(f"class {type(d).__name__}")
    return d.item() if hasattr(d, "item") else d


@numpy_function(keep_0d=True)
def fftshift(x: ArrayLike, axes=None):
    """Put the zero frequency into the middle of the spectrum."""
    return ivy.fftshift(x, axes=None if axes is None else integers(axes))


@numpy_function(keep_0d=True)
def ifftshift(x: ArrayLike, axes=None):
    """Take back :func:`fftshift`."""
    return ivy.ifftshift(x, axes=None if axes is None else integers(axes))


__all__ = ["fftfreq", "fftshift", "ifftshift", "rfftfreq"]
