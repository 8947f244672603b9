"""Which dtypes functions refuse on the TensorFlow backend, beyond what they refuse everywhere."""

from __future__ import annotations

REFUSED: dict[str, tuple[str, ...]] = {
    "scatter_flat": ("bool",),
    "scatter_nd": ("bool",),
}
