"""Errors as PyTorch has them: the class that it raises for the same mistake.

Most mistakes in values are RuntimeError there; a dimension or an index that is not there is
IndexError, an argument of the wrong kind TypeError. Bodies raise PyTorch's own class directly.
"""

from __future__ import annotations

import re

from frontends.common.boundaries import entry_of
from ivy_core.utils.exceptions import (
    ErrorDialect,
    IvyBroadcastShapeError,
    IvyException,
    means_axis,
)


class LinAlgError(RuntimeError):
    """A matrix is singular, or an algorithm of linear algebra did not converge."""


LinAlgError.__module__, LinAlgError.__name__ = "torch._C", "_LinAlgError"
LinAlgError.__qualname__ = "_LinAlgError"
OutOfMemoryError = type("OutOfMemoryError", (RuntimeError,), {"__module__": "torch"})
# what `torch.jit.Error` is, too
JITException = type("Error", (Exception,), {"__module__": "torch.jit"})

_LINEAR_ALGEBRA = re.compile(
    r"[Ss]ingular matrix|is singular|not invertible|not positive.definite|did not converge"
    r"|failed to converge|Cholesky decomposition was not successful"
)
_OF_64_BITS = re.compile(r"int too (big|large) to convert|negative int to unsigned")


def _pytorch_error_class(err: Exception) -> tuple[type[Exception], dict] | None:
    """Return (PyTorch's class for a translated error, {}); None where its own class is right."""
    text = str(err)
    if not isinstance(err, IvyException):
        # raised in PyTorch's own words, by PyTorch or by a body
        return (LinAlgError, {}) if type(err).__name__ == "_LinAlgError" else None
    if isinstance(err, (IndexError, ValueError)) and means_axis(text):
        return IndexError, {}
    if isinstance(err, IvyBroadcastShapeError):
        return RuntimeError, {}
    if err.native_error is not None:
        name = type(err.native_error).__name__
        if name.endswith("LinAlgError") or _LINEAR_ALGEBRA.search(text):
            return LinAlgError, {}
        if type(err.native_error) in (RuntimeError, IndexError, TypeError, NotImplementedError):
            return type(err.native_error), {}
        if name == "OverflowError" and _OF_64_BITS.search(text):
            return OverflowError, {}
    if isinstance(err, IndexError):
        return IndexError, {}
    if isinstance(err, ValueError) or not isinstance(err, (TypeError, AttributeError, LookupError)):
        return RuntimeError, {}
    return None


TORCH_ERRORS = ErrorDialect(_pytorch_error_class, exact=True)
entry = entry_of(TORCH_ERRORS)
