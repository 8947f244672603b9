"""Anomaly mode: a backward pass that fails, or gives nan, shows the forward call it is of."""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing

from .grad_mode import real_torch
from .saved import Anomaly


@citing("torch.autograd.{}")
class set_detect_anomaly:
    """Set whether anomaly mode is on: from now on, or for a ``with`` block.

    Parameters
    ----------
    mode : bool
    check_nan : bool, optional
        Whether a gradient of nan is an error.
    """

    def __init__(self, mode: bool, check_nan: bool = True):
        self.before_ = Anomaly.enabled, Anomaly.check_nan
        Anomaly.enabled, Anomaly.check_nan = bool(mode), bool(check_nan)
        real = real_torch()
        self.real_ = None
        if real is not None:
            self.real_ = real.autograd.set_detect_anomaly(mode, check_nan)

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exc) -> None:
        Anomaly.enabled, Anomaly.check_nan = self.before_
        if self.real_ is not None:
            self.real_.__exit__(*exc)


@citing("torch.autograd.{}")
class detect_anomaly:
    """Switch anomaly mode on for a ``with`` block.

    Parameters
    ----------
    check_nan : bool, optional
        Whether a gradient of nan is an error.

    >>> with torch.autograd.detect_anomaly():
    ...     torch.is_anomaly_enabled()
    True
    """

    def __init__(self, check_nan: bool = True):
        self.check_nan = check_nan
        self.block_ = None

    def __enter__(self) -> None:
        self.block_ = set_detect_anomaly(True, self.check_nan)

    def __exit__(self, *exc) -> None:
        self.block_.__exit__(*exc)


@citing("torch.{}")
def is_anomaly_enabled() -> bool:
    """Return whether anomaly mode is on."""
    return Anomaly.enabled


__all__ = ["detect_anomaly", "is_anomaly_enabled", "set_detect_anomaly"]
