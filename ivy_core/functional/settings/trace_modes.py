"""Global modes of stack traces: which frames of an error a user sees."""

from __future__ import annotations

from ivy_core import modes
from ivy_core.registry import standalone
from ivy_core.utils.assertions import check_elem_in_list, check_true


@standalone(convenience=True)
def set_exception_trace_mode(mode: str) -> modes.Setting:
    """Choose whose frames the stack traces of errors show; the user's own they always show.

    Parameters
    ----------
    mode : {'full', 'ivy', 'frontend'}
        'full' (in force at the start) shows every frame; 'ivy' those of the core and of frontends,
        none of the framework below; 'frontend' those of frontends only. The environment variable
        ``IVY_EXCEPTION_TRACE_MODE`` sets another for the start.

    Returns
    -------
    Setting
        Used in a ``with`` block, it takes the mode back at the end.

    Raises: IvyValueError if there is no such mode.

    References: docs/debugging.md.

    >>> with ivy.set_exception_trace_mode("frontend"):
    ...     ivy.exception_trace_mode
    'frontend'
    """
    allowed = ", ".join(modes.TRACE_MODES)
    check_elem_in_list(
        mode,
        modes.TRACE_MODES,
        message=f"set_exception_trace_mode: {mode!r} is no mode; allowed are {allowed}",
    )
    return modes.set("exception_trace", mode)


@standalone(convenience=True)
def unset_exception_trace_mode() -> None:
    """Take back the last :func:`set_exception_trace_mode`.

    References: docs/debugging.md.

    >>> _ = ivy.set_exception_trace_mode("ivy")
    >>> ivy.unset_exception_trace_mode()
    >>> ivy.exception_trace_mode
    'full'
    """
    modes.unset("exception_trace")


@standalone(convenience=True, like=set_exception_trace_mode)
def set_show_func_wrapper_trace_mode(mode: bool) -> modes.Setting:
    """Choose whether stack traces show the frames of ``func_wrapper.py``.

    Parameters
    ----------
    mode: Whether they do. They do at the start, unless ``IVY_SHOW_FUNC_WRAPPER_TRACE`` says 0.

    Raises: IvyValueError if ``mode`` is not a bool.

    >>> with ivy.set_show_func_wrapper_trace_mode(False):
    ...     ivy.show_func_wrapper_trace_mode
    False
    """
    check_true(
        isinstance(mode, bool),
        f"set_show_func_wrapper_trace_mode: {mode!r} is no mode; allowed are True and False",
    )
    return modes.set("show_func_wrapper_trace", mode)


@standalone(convenience=True)
def unset_show_func_wrapper_trace_mode() -> None:
    """Take back the last :func:`set_show_func_wrapper_trace_mode`.

    References: docs/debugging.md.

    >>> _ = ivy.set_show_func_wrapper_trace_mode(False)
    >>> ivy.unset_show_func_wrapper_trace_mode()
    >>> ivy.show_func_wrapper_trace_mode
    True
    """
    modes.unset("show_func_wrapper_trace")
