"""Names of the ways in which scattered values meet what is there."""

from __future__ import annotations

from .assertions import check_elem_in_list

_WAYS = ("replace", "sum", "mul", "min", "max", "mean")


def check_way(function: str, option: str, given: str) -> None:
    """Raise IvyValueError unless an option names one of the ways.

    Parameters
    ----------
    function, option : str
        Who was given it, and as what.
    given : str
        The name to look at.

    Raises
    ------
    IvyValueError
        If there is no such way.
    """
    allowed = ", ".join(map(repr, _WAYS))
    message = f"{function}: {option} {given!r} was given; {allowed} are allowed"
    check_elem_in_list(given, _WAYS, message=message)
