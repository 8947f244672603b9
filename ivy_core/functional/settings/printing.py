"""Printing of arrays: significant figures and decimal places."""

from __future__ import annotations

import numpy as np

from ivy_core import modes
from ivy_core.arrays.printing import to_significant_figures
from ivy_core.registry import standalone
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError


def _require_int_at_least(function: str, value, least: int) -> None:
    allowed = f"{function}: {value!r} was given; allowed is an int of at least {least}"
    if isinstance(value, bool) or not isinstance(value, int):
        raise IvyTypeError(allowed)
    if value < least:
        raise IvyValueError(allowed)


@standalone(convenience=True)
def set_array_significant_figures(sig_figs: int | None) -> modes.Setting:
    """Set to how many significant figures the numbers of an Array are printed.

    Parameters
    ----------
    sig_figs : int or None
        The number, at least 1; None, the default, prints as NumPy's print options say.

    Returns
    -------
    context manager
        Takes the setting back at the end of a ``with`` block.

    Raises: IvyTypeError if it is neither.
    Raises: IvyValueError if it is less than 1.

    >>> _ = ivy.set_backend("numpy")
    >>> with ivy.set_array_significant_figures(3):
    ...     print(ivy.asarray([3.14159, 2718.28]))
    ivy.array([   3.14, 2720.  ])
    """
    if sig_figs is not None:
        _require_int_at_least("set_array_significant_figures", sig_figs, 1)
    return modes.set("array_significant_figures", sig_figs)


@standalone(convenience=True)
def unset_array_significant_figures() -> None:
    """Take back the last :func:`set_array_significant_figures`; without one, do nothing.

    >>> _ = ivy.set_array_significant_figures(3)
    >>> ivy.unset_array_significant_figures()
    >>> ivy.array_significant_figures is None
    True
    """
    modes.unset("array_significant_figures")


@standalone(convenience=True)
def set_array_decimal_values(dec_vals: int | None) -> modes.Setting:
    """Set to how many decimal places the numbers of an Array are printed.

    Parameters
    ----------
    dec_vals : int or None
        The number, at least 0; None, the default, prints as NumPy's print options say.

    Returns
    -------
    context manager
        Takes the setting back at the end of a ``with`` block.

    Raises: IvyTypeError if it is neither.
    Raises: IvyValueError if it is less than 0.

    >>> _ = ivy.set_backend("numpy")
    >>> with ivy.set_array_decimal_values(2):
    ...     print(ivy.asarray([3.14159, 2.71828]))
    ivy.array([3.14, 2.72])
    """
    if dec_vals is not None:
        _require_int_at_least("set_array_decimal_values", dec_vals, 0)
    return modes.set("array_decimal_values", dec_vals)


@standalone(convenience=True)
def unset_array_decimal_values() -> None:
    """Take back the last :func:`set_array_decimal_values`; without one, do nothing.

    >>> _ = ivy.set_array_decimal_values(2)
    >>> ivy.unset_array_decimal_values()
    >>> ivy.array_decimal_values is None
    True
    """
    modes.unset("array_decimal_values")


@standalone(convenience=True)
def vec_sig_fig(x, sig_fig: int = 3) -> np.ndarray:
    """Round numbers to significant figures, each by itself.

    Parameters
    ----------
    x : array_like
        The numbers, as NumPy converts them; what are no floating-point numbers stay as they are.
    sig_fig: How many figures to keep, at least 1.

    Returns
    -------
    numpy.ndarray
        The numbers rounded, in the dtype and shape of ``x``; complex ones part by part.

    Raises: IvyTypeError if ``sig_fig`` is no int.
    Raises: IvyValueError if ``sig_fig`` is less than 1.

    >>> ivy.vec_sig_fig([0.0012345, 123.456]).tolist()
    [0.00123, 123.0]
    """
    _require_int_at_least("vec_sig_fig", sig_fig, 1)
    return to_significant_figures(np.asarray(x), sig_fig)
