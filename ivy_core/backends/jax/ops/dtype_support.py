"""Which dtypes functions refuse on the JAX backend, beyond what they refuse everywhere."""

from __future__ import annotations

REFUSED: dict[str, tuple[str, ...]] = {
    "quantile": ("bool",),
    "scatter_flat": ("bool",),
    "scatter_nd": ("bool",),
}
