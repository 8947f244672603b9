"""Docstrings of NumPy functions: stock parts are filled in (:mod:`ivy_core.utils.docstrings`)."""

from __future__ import annotations

from collections.abc import Callable

from ivy_core.utils.docstrings import PARAGRAPH, complete_sections


def complete(function: Callable) -> None:
    """Complete the docstring of a function, which cites NumPy's unless it cites others."""
    doc, name = function.__doc__, function.__name__
    if not doc:
        return
    cited = ""
    if "References" not in doc:
        _, _, package, *_ = (*function.__module__.split("."), "")
        place = f"numpy.{package}" if package in ("fft", "linalg") else "numpy"
        cited = f"{PARAGRAPH}References: NumPy reference, {place}.{name}."
    function.__doc__ = complete_sections(doc, function, "import frontends.numpy as np", cited)


__all__ = ["complete"]
