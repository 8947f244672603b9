"""Which dtypes functions refuse on the NumPy backend, beyond what they refuse everywhere."""

from __future__ import annotations

REFUSED: dict[str, tuple[str, ...]] = {
    "quantile": ("bool",),
}
