"""``numpy.fft`` on any backend."""

from __future__ import annotations

import numpy as np

from frontends.common.whole_module import present_whole as _present_whole
from ivy_core.utils.exceptions import IvyAttributeError

from .helper import fftfreq, fftshift, ifftshift, rfftfreq
from .transforms import (
    fft,
    fft2,
    fftn,
    hfft,
    ifft,
    ifft2,
    ifftn,
    ihfft,
    irfft,
    irfft2,
    irfftn,
    rfft,
    rfft2,
    rfftn,
)


def __getattr__(name: str):
    """Find what is not public there: NumPy's own object."""
    if name in globals():  # a module asks that has copied this function among all names
        raise IvyAttributeError(f"module 'numpy.fft' has no attribute {name!r}")
    try:
        return getattr(np.fft, name)
    except AttributeError:
        raise IvyAttributeError(f"module 'numpy.fft' has no attribute {name!r}") from None


__all__ = [
    "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifft2", "ifftn", "ifftshift",
    "ihfft", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn",
]  # fmt: skip

_present_whole(__name__, lambda: list(vars(np.fft)))
