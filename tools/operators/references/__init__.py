"""Cases of accuracy: arguments that are drawn, and who says what the function should give."""

from __future__ import annotations

from . import elementwise, layers, linear, signals, special

CASES = (
    *elementwise.CASES,
    *special.CASES,
    *layers.CASES,
    *linear.CASES,
    *signals.CASES,
)
