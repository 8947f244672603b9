"""The part of ``tools/accuracy.py`` that measures half precision: float16 and bfloat16.

An error counts in units in the last place, ``2**-10`` and ``2**-7`` of what is compared with. A
function may be off by four of them, or by as much as PyTorch's function that is its reference, when
that computes in the dtype itself.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from tools.operators.nests import map_leaves
from tools.operators.references.case import Case

DTYPES = ("float16", "bfloat16")
BAR = 4.0
PYTORCHS = "reference"
"""Stands for a backend in the errors of PyTorch's own function."""
_SHORT = {"float16": "f16", "bfloat16": "bf16"}
UNITS = {name: float(ml_dtypes.finfo(name).eps) for name in DTYPES}
LARGEST = {name: float(ml_dtypes.finfo(name).max) for name in DTYPES}
_LEAST = {name: 4 * float(ml_dtypes.finfo(name).tiny) for name in DTYPES}
# What frameworks say that have no such function of half precision
_REFUSALS = (
    "unsupported in linalg", "not implemented for", "Unsupported dtype", "unsupported S",
    "integers are allowed",  # degrees, which the cases draw as floating-point numbers
)  # fmt: skip
CAUSES: dict[str, str] = {
    "gelu": "PyTorch's kernel for bfloat16, see above.",
    "gelu, approximate": "PyTorch's kernel for bfloat16, see above.",
    "tanhshrink": "PyTorch's kernel for bfloat16, and two operations on TensorFlow, see above.",
    "trunc_divide": "The quotient is rounded to the dtype, and may be the next whole number then, "
    "as by PyTorch's own `torch.div(rounding_mode='trunc')`.",
}
"""Why a case is beyond the bar, by its name."""


def serves(case: Case, arguments: Any) -> bool:
    """Return whether a case is one of half precision: real, and not of double precision always."""
    kinds: list[str] = []
    map_leaves(arguments, np.ndarray, lambda x: kinds.append(x.dtype.kind))
    real = "c" not in kinds and ("f" in kinds or "V" in kinds)
    return real and not case.always_double


def is_refused(error: Exception) -> bool:
    """Return whether a framework has no such function of half precision."""
    return any(text in str(error) for text in _REFUSALS)


def error_of(found, expected, dtype: str, relative: str) -> float:
    """Return the largest error of an array in units in the last place.

    Examples
    --------
    >>> error_of(np.array([1.0, 2.0]), np.array([1.0, 2.015625]), "bfloat16", "one") < 1
    True
    """
    found, expected = np.asarray(found), np.asarray(expected)
    if expected.dtype.kind == "c":  # of real arguments, in single precision
        found, expected = (np.stack([x.real, x.imag]) for x in (found, expected))
    found, expected = found.astype(np.float64), expected.astype(np.float64)
    if found.shape != expected.shape:
        raise ValueError(f"the shape is {found.shape}; the reference has {expected.shape}")
    with np.errstate(all="ignore"):
        rounded = expected.astype(np.dtype(dtype)).astype(np.float64)
    whole = np.isfinite(rounded)
    if not np.array_equal(found[~whole], rounded[~whole], equal_nan=True):
        return math.inf
    found, expected = found[whole], expected[whole]
    if not np.all(np.isfinite(found)):
        return math.inf
    if not found.size:
        return 0.0
    difference, scale = np.abs(found - expected), np.abs(expected)
    if relative == "one":
        scale = np.maximum(scale, 1)
    elif relative == "largest":
        scale = np.full_like(scale, scale.max())
    difference[difference < _LEAST[dtype]] = 0
    with np.errstate(divide="ignore", invalid="ignore"):
        worst = float(np.max(np.where(difference == 0, 0.0, difference / scale)))
    return worst / UNITS[dtype]


def of_pytorch(case: Case, arguments, named, dtype: str) -> Any:
    """Return what PyTorch's function gives in half precision; None if it is no reference."""
    if not case.by.startswith("torch."):
        return None
    import torch

    half = getattr(torch, dtype)

    def tensor(x):
        made = torch.from_numpy(np.ascontiguousarray(x))
        return made.to(half) if made.is_floating_point() else made

    try:
        return case.expected(arguments, named, tensor=tensor)
    except RuntimeError:  # which PyTorch raises where a kernel is not made for the dtype
        return None


def beyond(found: Mapping[str, Mapping]) -> dict[str, dict]:
    """Return what is beyond its bar: by case, the errors in units in the last place."""
    picked = {}
    for name, errors in found.items():
        over = {}
        for (backend, dtype), error in errors.items():
            bar = max(BAR, errors.get((PYTORCHS, dtype), 0.0))
            if dtype in DTYPES and backend != PYTORCHS and not error <= bar:
                over[backend, dtype] = error
        if over:
            picked[name] = over
    return picked


def shown(error: float | None) -> str:
    """Return an error as the table shows it; nothing where it was refused.

    Examples
    --------
    >>> shown(0.4999), shown(12.34), shown(0.0), shown(None)
    ('0.50', '12.3', '0', '')
    """
    if error is None:
        return ""
    return "0" if error == 0 else f"{error:.2f}" if error < 10 else f"{error:.1f}"


_HEAD = """## Half precision

Errors in units in the last place, `2**-10` for float16 and `2**-7` for bfloat16, of what is
compared with, as above. The reference computes in double precision with the very arguments; one
rounding is half a unit. *PyTorch's* is the reference itself, where that is a function of PyTorch's,
when it computes in the dtype. The bar is four units, or what PyTorch's reaches; what is beyond is
**bold**. No cell: the function is refused, as factorisations are by all backends. Each result has
the dtype of the operands. Not measured: complex numbers, which have no half precision.
"""


def section(
    found: Mapping[str, Mapping], cases: Sequence[Case], titles: Mapping[str, str]
) -> list[str]:
    """Return the part of the page of every case that is about half precision."""
    over = beyond(found)
    columns = [(backend, dtype) for backend in (PYTORCHS, *titles) for dtype in DTYPES]
    names = {PYTORCHS: "PyTorch's", **titles}
    heads = [f"{names[backend]} {_SHORT[dtype]}" for backend, dtype in columns]
    lines = [_HEAD, f"| function | {' | '.join(heads)} |", "| --- " * (1 + len(columns)) + "|"]
    for case in sorted(cases, key=lambda each: each.name):
        errors = found[case.name]
        if not any(key in errors for key in columns[2:]):
            continue
        cells = [shown(errors.get(key)) for key in columns]
        marked = over.get(case.name, ())
        cells = [f"**{c}**" if key in marked else c for key, c in zip(columns, cells, strict=True)]
        lines.append(f"| {case.name} | {' | '.join(cells)} |")
    return [*lines, "", "### Beyond the bar of half precision", "", *explained(over, titles)]


def explained(over: Mapping[str, Mapping], titles: Mapping[str, str]) -> list[str]:
    """Return a line for each case beyond its bar: where, by how much, and why."""
    columns = [(backend, dtype) for backend in titles for dtype in DTYPES]
    lines = []
    for name, errors in sorted(over.items()):
        places = ", ".join(
            f"{titles[backend]} {_SHORT[dtype]} {shown(error)}"
            for (backend, dtype), error in sorted(errors.items(), key=lambda e: columns.index(e[0]))
        )
        line = f"* {name} ({places}): {CAUSES.get(name, 'not explained yet')}"
        lines.append(textwrap.fill(line, 118, subsequent_indent="  "))
    return lines
