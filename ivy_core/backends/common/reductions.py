"""Checks of what scatters and contractions are asked for, the same on every backend."""

from __future__ import annotations

import numpy as np

from ivy_core.utils.assertions import check_elem_in_list

_SCATTER_REDUCTIONS = ("replace", "sum", "mul", "min", "max", "mean")


def check_scatter_reduction(function: str, option: str, given: str) -> None:
    """Raise IvyValueError unless an option names how scattered values are combined.

    Parameters
    ----------
    function, option : str
        Who was given it, and as what.
    given : str
        The name to look at.

    Raises
    ------
    IvyValueError
        If there is no such reduction.
    """
    allowed = ", ".join(map(repr, _SCATTER_REDUCTIONS))
    message = f"{function}: {option} {given!r} was given; {allowed} are allowed"
    check_elem_in_list(given, _SCATTER_REDUCTIONS, message=message)


def check_contraction(equation: str, operands) -> None:
    """Raise what NumPy raises where an equation does not fit the shapes of native arrays.

    It is for calls that a framework has refused: the frameworks have other classes for it.
    """
    shadows = [np.broadcast_to(False, tuple(x.shape)) for x in operands]
    try:
        np.einsum_path(equation, *shadows)  # looks at the shapes alone: nothing is computed
    except (TypeError, ValueError):
        np.einsum(equation, *shadows)  # fails at once, by the class of the numpy backend
