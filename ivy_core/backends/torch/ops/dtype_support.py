"""Dtypes that functions refuse on the PyTorch backend, beyond those refused everywhere."""

from __future__ import annotations

_WIDE_UNSIGNED = ("uint16", "uint32", "uint64")  # PyTorch has few kernels for them

REFUSED: dict[str, tuple[str, ...]] = {
    "isin": _WIDE_UNSIGNED,
    "one_hot": _WIDE_UNSIGNED,
    "put_along_axis": _WIDE_UNSIGNED,
}
