"""Dtypes that functions refuse on the JAX backend, beyond those refused everywhere."""

from __future__ import annotations

REFUSED: dict[str, tuple[str, ...]] = {
    "quantile": ("bool",),
    "scatter_flat": ("bool",),
    "scatter_nd": ("bool",),
}
