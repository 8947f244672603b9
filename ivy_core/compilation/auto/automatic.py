"""``ivy.compile_automatically``: have functions compiled that are worth it."""

from __future__ import annotations

import functools
import sys
import types

from ivy_core.registry import standalone
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from ..call.function import compiled_functions


@standalone(convenience=True)
def compile_automatically(
    target=None, *, check=True, in_parts=False, trains=False, attributes=(), source=None
):
    """Have functions watched, and those compiled by themselves that are worth it.

    A function's calls are counted and timed. One that has run for as long as its compilation would
    take twice, in a process that has run for long enough to lose little by it, is compiled
    as :func:`compile` does. The first call of the program is a comparison: the function is called,
    then its program on copies of what it was given, and what both return and leave behind is
    compared. Where that differs, or is no faster, the function runs as it is for good.

    Only functions that are sure to compute and nothing else are compiled: what prints, reads,
    draws random numbers, or calls functions that are not known, is never called twice. Functions
    of tensors that take part in autograd are not compared.

    Parameters
    ----------
    target : str, module or function, optional
        A module, or its name: its functions and methods are watched, those that it has when this is
        called. A function: it is returned watched, so that this is a decorator; without ``target``
        a decorator is returned.
    check : bool, optional
        Whether what programs do is compared.
    in_parts : bool, optional
        Of a function with one parameter, through which it goes in a loop, and which returns True
        if it has left it early: whether it may be called for parts of that in turn, so that it can
        be compiled while it runs. What is returned is called with a range, an array, or with
        ``zip`` or ``enumerate`` and what these are to be called with; where that is no array and
        no range the function is called once, with all of it. ``transpile --compile auto`` makes
        such functions of loops at module level.
    trains : bool, optional
        Whether a function is a step of training: more calls of it are expected to come.
        ``transpile --compile auto`` makes such functions of statements in loops.
    attributes : tuple of str, optional
        The attributes of its parameter ``self`` that are all that such a step does with it: what
        else that object has is not looked at.
    source : str, optional
        The text of a function, where its file holds another.

    Returns
    -------
    function or None
        The watched function, if one was given.

    Raises
    ------
    IvyTypeError
        If ``target`` is neither a module, nor the name of one, nor a function.
    IvyValueError
        If there is no module of that name.

    See Also
    --------
    compilation_records : what became of the functions.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> @ivy.compile_automatically
    ... def double(x):
    ...     return 2 * x
    >>> double(3)
    6
    >>> [(each.status, each.calls) for each in ivy.compilation_records() if each.name == "double"]
    [('ran eagerly', 1)]
    """
    from . import watched_modules, watching  # loaded when asked for: the rest of the package

    if target is None:
        return functools.partial(
            compile_automatically, check=check, in_parts=in_parts, trains=trains,
            attributes=attributes, source=source,
        )  # fmt: skip
    if isinstance(target, types.FunctionType):
        how = watching.HowWatched(check, in_parts, trains, attributes, source)
        return watching.watch(target, how)
    if isinstance(target, str):
        module = sys.modules.get(target)
        if module is None:
            raise IvyValueError(f"compile_automatically: there is no module {target!r}")
        target = module
    if not isinstance(target, types.ModuleType):
        raise IvyTypeError(
            f"compile_automatically: a module or a function is needed, not {target!r}"
        )
    watched_modules.watch_module(target, check)
    return None


@standalone(convenience=True)
def compilation_records() -> list:
    """List the records of the functions that are compiled, or watched.

    Returns
    -------
    list
        By file and line; each has ``name``, ``file``, ``line``, ``status`` (``'compiled'``,
        ``'ran eagerly'``, ``'reverted'``, ``'not called'``), ``calls``, and ``reasons``, a list of
        texts; of watched functions also ``eager`` and ``compiled``, the time of one call, and
        ``compile_time``, all in seconds, or None.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> half = ivy.compile(lambda x: x / 2)
    >>> [record.status for record in ivy.compilation_records() if record.name == half.__qualname__]
    ['not called']
    """
    from . import watching

    found = [*watching.records(), *(compiled.record() for compiled in list(compiled_functions))]
    return sorted(found, key=lambda record: (record.file, record.line))
