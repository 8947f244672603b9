"""Policies for what is amiss but no error: nan in arguments, warnings."""

from __future__ import annotations

import warnings

from ivy_core import modes
from ivy_core.registry import standalone
from ivy_core.utils.assertions import check_elem_in_list
from ivy_core.utils.exceptions import IvyTypeError

_NAN_POLICIES = ("nothing", "warns", "raise_exception")


@standalone(convenience=True)
def set_nan_policy(warn_level: str) -> modes.Setting:
    """Set what functions do when an array among their arguments holds nan.

    Parameters
    ----------
    warn_level : {'nothing', 'warns', 'raise_exception'}
        'nothing', the default: they compute with it. 'warns': they do so with a
        ``RuntimeWarning``. 'raise_exception': they raise instead. The latter two look at the
        values of each argument of each call; arrays that are being traced have none, and pass.

    Returns
    -------
    context manager
        Takes the setting back at the end of a ``with`` block.

    Raises: IvyValueError if it is none of these.

    >>> _ = ivy.set_backend("numpy")
    >>> x = ivy.asarray([1.0, float("nan")])
    >>> with ivy.set_nan_policy("raise_exception"):
    ...     try:
    ...         ivy.add(x, 1.0)
    ...     except ivy.IvyValueError as err:
    ...         print(err)
    numpy: add: nan in an argument; set_nan_policy('raise_exception') allows none
    """
    check_elem_in_list(
        warn_level,
        _NAN_POLICIES,
        message=f"set_nan_policy: {warn_level!r} was given; allowed are {', '.join(_NAN_POLICIES)}",
    )
    return modes.set("nan_policy", warn_level)


@standalone(convenience=True)
def unset_nan_policy() -> None:
    """Take back the last :func:`set_nan_policy`; without one, do nothing.

    >>> _ = ivy.set_nan_policy("warns")
    >>> ivy.unset_nan_policy()
    >>> ivy.nan_policy
    'nothing'
    """
    modes.unset("nan_policy")


@standalone(convenience=True, like=set_nan_policy)
def set_warning_level(warn_level: str) -> modes.Setting:
    """Set which warnings are shown.

    Parameters
    ----------
    warn_level : {'all', 'ivy_only', 'none'}
        'all', the default: Python's own filters decide. 'ivy_only': only those that :func:`warn`
        gives. 'none': none at all.

    >>> with ivy.set_warning_level("none"):
    ...     ivy.warning_level
    'none'
    """
    check_elem_in_list(
        warn_level,
        tuple(_FILTERS),
        message=(f"set_warning_level: {warn_level!r} was given; allowed are {', '.join(_FILTERS)}"),
    )
    return modes.set("warning_level", warn_level)


@standalone(convenience=True)
def unset_warning_level() -> None:
    """Take back the last :func:`set_warning_level`; without one, do nothing.

    >>> _ = ivy.set_warning_level("none")
    >>> ivy.unset_warning_level()
    >>> ivy.warning_level
    'all'
    """
    modes.unset("warning_level")


class IvyWarning(UserWarning):
    """Warning that :func:`warn` gives, so that a filter can tell it from others."""


@standalone(convenience=True)
def warn(warning_message: str, stacklevel: int = 0) -> None:
    """Give a warning, unless :func:`set_warning_level` says 'none'.

    Parameters
    ----------
    warning_message: What to say.
    stacklevel: How many frames above the caller of this function the warning shall name.

    Raises: IvyTypeError if the message is no string.

    Examples
    --------
    >>> import warnings, ivy_core as ivy
    >>> with warnings.catch_warnings(record=True) as shown:
    ...     warnings.simplefilter("always")
    ...     ivy.warn("slow")
    >>> shown[0].message
    IvyWarning('slow')
    """
    if not isinstance(warning_message, str):
        raise IvyTypeError(f"warn: {warning_message!r} was given; a string is allowed")
    if modes.current.warning_level != "none":
        warnings.warn(warning_message, IvyWarning, stacklevel=stacklevel + 2)


_FILTERS = {
    "all": (),
    "ivy_only": (("ignore", Warning), ("default", IvyWarning)),
    "none": (("ignore", Warning),),
}
_ours: list[tuple] = []  # entries of warnings.filters that a level has put there


def _install_warning_filters() -> None:
    """Put the warning level's filters before Python's, in place of those of the last level."""
    # by identity: an equal filter of the user's stays
    warnings.filters[:] = [each for each in warnings.filters if not any(each is x for x in _ours)]
    _ours.clear()
    for action, category in _FILTERS[modes.current.warning_level]:
        _ours.append((action, None, category, None, 0))
        warnings.filters.insert(
            0, _ours[-1]
        )  # simplefilter would remove an equal one of the user's


modes.on_change["warning_level"] = _install_warning_filters
