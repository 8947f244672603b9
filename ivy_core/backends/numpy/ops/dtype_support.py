"""Dtypes that functions refuse on the NumPy backend, beyond those refused everywhere."""

from __future__ import annotations

REFUSED: dict[str, tuple[str, ...]] = {
    "quantile": ("bool",),
}
