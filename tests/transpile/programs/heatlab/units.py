"""Units."""

from numpy import float64 as _f8

PER_MINUTE = _f8(60)
