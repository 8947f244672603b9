"""The functional API: one file per category, each function with its signature and docstring."""

from __future__ import annotations

from . import (
    comparison,
    creation,
    data_type,
    device,
    elementwise,
    elementwise_extra,
    fft,
    general,
    indexing,
    joining,
    linear_algebra,
    manipulation,
    searching,
    set,
    sorting,
    statistical,
    transcendental,
    utility,
)

CATEGORIES = (
    comparison,
    creation,
    data_type,
    device,
    elementwise,
    elementwise_extra,
    fft,
    general,
    indexing,
    joining,
    linear_algebra,
    manipulation,
    searching,
    set,
    sorting,
    statistical,
    transcendental,
    utility,
)
