"""Errors as NumPy has them: each is also of the class that NumPy raises for the same mistake.

Every entry of the frontend is a boundary. One that is called for each element of a script's loop
holds it in its body, where it costs nothing; the others are decorated with ``@entry``.
"""

from __future__ import annotations

import re

import numpy as np

from frontends.common.boundaries import entry_of
from ivy_core.utils.exceptions import ErrorDialect, IvyException, means_axis

# Compiled when they are first looked for, not when this is imported.
_AXIS = r"axis (-?\d+) is out of bounds for array of dimension (\d+)"
_TORCH_AXIS = r"range of \[-?\d+, (\d+)\], but got (-?\d+)"
_TENSORFLOW_AXIS = r"reduction dimension \((-?\d+) for input with (\d+) dimension"
_LINEAR_ALGEBRA = (
    r"[Ss]ingular matrix|is singular|not invertible|not positive.definite|did not converge"
    r"|failed to converge|Cholesky decomposition was not successful"
)


def _numpy_error_class(err: Exception):
    """Return (NumPy's class for a mistake, its attributes); None where the builtin will do."""
    text = str(err)
    if isinstance(err, (IndexError, ValueError)) and means_axis(text):
        return np.exceptions.AxisError, _axis_error_attributes(err, text)
    if isinstance(err, IvyException) and err.native_error is not None:
        name = type(err.native_error).__name__
        if name.endswith("LinAlgError") or re.search(_LINEAR_ALGEBRA, text):
            return np.linalg.LinAlgError, {}
    return None


def _axis_error_attributes(err, text: str) -> dict[str, int | None]:
    """Return ``axis`` and ``ndim`` from an error's attributes or text; both None if unknown."""
    known = getattr(err, "axis", None)
    if known is not None:
        return {"axis": known, "ndim": err.ndim}
    if found := re.search(_AXIS, text) or re.search(_TENSORFLOW_AXIS, text):
        return {"axis": int(found[1]), "ndim": int(found[2])}
    if found := re.search(_TORCH_AXIS, text):
        return {"axis": int(found[2]), "ndim": int(found[1]) + 1}
    return {"axis": None, "ndim": None}


NUMPY_ERRORS = ErrorDialect(_numpy_error_class)
entry = entry_of(NUMPY_ERRORS)
