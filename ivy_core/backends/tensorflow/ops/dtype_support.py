"""Dtypes that functions refuse on the TensorFlow backend, beyond those refused everywhere."""

from __future__ import annotations

REFUSED: dict[str, tuple[str, ...]] = {
    "scatter_flat": ("bool",),
    "scatter_nd": ("bool",),
}
