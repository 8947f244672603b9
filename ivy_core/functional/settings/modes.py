"""Global modes: switches and constants that functions obey, each readable under its name."""

from __future__ import annotations

from collections.abc import Callable

from ivy_core import modes
from ivy_core.registry import standalone
from ivy_core.utils.assertions import check_elem_in_list, check_isinstance
from ivy_core.utils.exceptions import IvyNotImplementedException, IvyTypeError


def _require_number(function: str, value) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise IvyTypeError(f"{function}: {value!r} was given; a number is allowed")


def _require_bool(function: str, value) -> None:
    check_isinstance(value, bool, f"{function}: {value!r} was given; True and False are allowed")


@standalone(convenience=True)
def set_array_mode(mode: bool) -> modes.Setting:
    """Set whether functions return Arrays.

    Parameters
    ----------
    mode: True, the default: results are Arrays. False: they are native arrays of the backend.

    Returns
    -------
    context manager
        Takes the setting back at the end of a ``with`` block.

    Raises: IvyTypeError if it is no bool.

    >>> with ivy.set_array_mode(False):
    ...     ivy.array_mode
    False
    """
    _require_bool("set_array_mode", mode)
    return modes.set("array", mode)


@standalone(convenience=True, like=set_array_mode)
def set_host_execution_mode(mode: bool) -> modes.Setting:
    """Set whether small things are computed on the host's memory, where an array lies there.

    Parameters
    ----------
    mode : bool
        True, the default, unless the environment variable ``IVY_HOST_EXECUTION`` says otherwise,
        or ``IVY_FALLBACK=error`` does and that one is unset:
        NumPy computes on the memory of arrays on the CPU what no framework does otherwise, and
        what is too small for a kernel to pay. False: the backend's framework computes everything.

    >>> with ivy.set_host_execution_mode(False):
    ...     ivy.host_execution_mode
    False
    """
    _require_bool("set_host_execution_mode", mode)
    return modes.set("host_execution", mode)


@standalone(convenience=True)
def set_inplace_mode(mode: str = "lenient") -> modes.Setting:
    """Set what :func:`inplace_update` does where the backend has no in-place writes.

    Parameters
    ----------
    mode : {'lenient', 'strict'}
        'lenient', the default: the Array is given a new native array. 'strict': an error is raised.

    Returns
    -------
    context manager
        Takes the setting back at the end of a ``with`` block.

    Raises: IvyValueError if it is neither.

    >>> with ivy.set_inplace_mode("strict"):
    ...     ivy.inplace_mode
    'strict'
    """
    check_elem_in_list(
        mode,
        ("lenient", "strict"),
        message=f"set_inplace_mode: {mode!r} was given; 'lenient' and 'strict' are allowed",
    )
    return modes.set("inplace", mode)


@standalone(convenience=True)
def set_min_base(val: float) -> modes.Setting:
    """Set the constant that :func:`stable_pow` adds to the base.

    Parameters
    ----------
    val: The constant, 1e-05 unless set.

    Returns
    -------
    context manager
        Takes the setting back at the end of a ``with`` block.

    Raises: IvyTypeError if it is no number.

    >>> with ivy.set_min_base(1e-3):
    ...     ivy.min_base
    0.001
    """
    _require_number("set_min_base", val)
    return modes.set("min_base", val)


@standalone(convenience=True, like=set_min_base)
def set_min_denominator(val: float) -> modes.Setting:
    """Set the constant that :func:`stable_divide` adds to the denominator.

    Parameters
    ----------
    val: The constant, 1e-12 unless set.

    >>> with ivy.set_min_denominator(1e-3):
    ...     ivy.min_denominator
    0.001
    """
    _require_number("set_min_denominator", val)
    return modes.set("min_denominator", val)


@standalone(convenience=True, like=set_array_mode)
def set_nestable_mode(mode: bool) -> modes.Setting:
    """Set whether functions take Containers.

    Parameters
    ----------
    mode : bool
        True, the default: nestable functions map over Containers. False: they do not look for them.

    >>> with ivy.set_nestable_mode(False):
    ...     ivy.nestable_mode
    False
    """
    _require_bool("set_nestable_mode", mode)
    return modes.set("nestable", mode)


@standalone(convenience=True)
def set_precise_mode(mode: bool) -> modes.Setting:
    """Set whether data types promote without loss of precision.

    Parameters
    ----------
    mode : bool
        True: as NumPy promotes, so that values stay exact where a dtype can hold them. There is
        no other way to promote here; convert operands with :func:`astype` where less will do.

    Returns
    -------
    context manager
        Takes the setting back at the end of a ``with`` block.

    Raises: IvyTypeError if it is no bool.
    Raises: IvyNotImplementedException if it is False.

    >>> with ivy.set_precise_mode(True):
    ...     ivy.precise_mode
    True
    """
    _require_bool("set_precise_mode", mode)
    if not mode:
        raise IvyNotImplementedException(
            "set_precise_mode: False is not available: data types promote as NumPy's do; "
            "convert operands with ivy.astype where a narrower type will do"
        )
    return modes.set("precise", mode)


@standalone(convenience=True, like=set_min_base)
def set_queue_timeout(timeout: float) -> modes.Setting:
    """Set how long to wait for an item of a queue.

    Parameters
    ----------
    timeout: Time in seconds, 15 unless set.

    >>> with ivy.set_queue_timeout(30.0):
    ...     ivy.queue_timeout
    30.0
    """
    _require_number("set_queue_timeout", timeout)
    return modes.set("queue_timeout", timeout)


@standalone(convenience=True, like=set_array_mode)
def set_shape_array_mode(mode: bool) -> modes.Setting:
    """Set whether shapes are returned as arrays.

    Parameters
    ----------
    mode : bool
        True: :func:`shape` and :func:`get_num_dims` return Arrays. False, the default: a tuple and
        an int.

    >>> with ivy.set_shape_array_mode(True):
    ...     ivy.shape_array_mode
    True
    """
    _require_bool("set_shape_array_mode", mode)
    return modes.set("shape_array", mode)


@standalone(convenience=True)
def set_tmp_dir(tmp_dr: str) -> modes.Setting:
    """Set the folder for temporary files.

    Parameters
    ----------
    tmp_dr: Path of the folder; ``$TMPDIR``, else ``/tmp``, unless set.

    Returns
    -------
    context manager
        Takes the setting back at the end of a ``with`` block.

    Raises: IvyTypeError if it is no string.

    >>> with ivy.set_tmp_dir("/scratch"):
    ...     ivy.tmp_dir
    '/scratch'
    """
    check_isinstance(tmp_dr, str, f"set_tmp_dir: {tmp_dr!r} was given; a path is allowed")
    return modes.set("tmp_dir", tmp_dr)


def _make_unset_function(name: str, mode: str, given: str, without: str) -> Callable[[], None]:
    """Make ``unset_<name>`` of ``modes.current.<mode>``; its example sets ``given`` first."""

    def unset() -> None:
        modes.unset(mode)

    unset.__name__ = unset.__qualname__ = f"unset_{name}"
    unset.__doc__ = f"""Take back the last :func:`set_{name}`; without one, do nothing.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> _ = ivy.set_{name}({given})
    >>> ivy.unset_{name}()
    >>> ivy.{name}
    {without}
    """
    return standalone(convenience=True)(unset)


unset_array_mode = _make_unset_function("array_mode", "array", "False", "True")
unset_host_execution_mode = _make_unset_function(
    "host_execution_mode", "host_execution", "False", "True"
)
unset_inplace_mode = _make_unset_function("inplace_mode", "inplace", '"strict"', "'lenient'")
unset_min_base = _make_unset_function("min_base", "min_base", "1e-3", "1e-05")
unset_min_denominator = _make_unset_function("min_denominator", "min_denominator", "1e-3", "1e-12")
unset_nestable_mode = _make_unset_function("nestable_mode", "nestable", "False", "True")
unset_precise_mode = _make_unset_function("precise_mode", "precise", "True", "True")
unset_queue_timeout = _make_unset_function("queue_timeout", "queue_timeout", "30.0", "15.0")
unset_shape_array_mode = _make_unset_function("shape_array_mode", "shape_array", "True", "False")


@standalone(convenience=True)
def unset_tmp_dir() -> None:
    """Take back the last :func:`set_tmp_dir`; without one, do nothing.

    >>> before = ivy.tmp_dir
    >>> _ = ivy.set_tmp_dir("/scratch")
    >>> ivy.unset_tmp_dir()
    >>> ivy.tmp_dir == before
    True
    """
    modes.unset("tmp_dir")
