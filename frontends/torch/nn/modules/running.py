"""The way in which calls of modules run: each forward as it is, or by ``nn/programs.py``."""

from __future__ import annotations

import contextlib
import functools
import operator
import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ivy_core.compilation.source import callers

from .hooks import everywhere

VARIABLE = "IVY_MODULES"
_VALUES = ("auto", "eager", "programs")


def wanted() -> str:
    """Read from the environment how modules are to run: auto, eager or programs.

    Raises
    ------
    ValueError
        If the variable has another value than those it takes.
    """
    value = os.environ.get(VARIABLE, "") or "auto"
    if value not in _VALUES:
        raise ValueError(f"{VARIABLE} must be one of {_VALUES}, not {value!r}")
    return value


class ModuleNote(NamedTuple):
    """Note on one module: its path, how it runs, and why not as a program."""

    path: str
    what: str
    reason: str

    def __str__(self):
        return f"{self.path or '(the module)'}: {self.what}" + (
            f": {self.reason}" if self.reason else ""
        )


class ModuleExplanation(tuple):
    """Explanation of a tree of modules: a tuple of notes, printed a line each."""

    __slots__ = ()

    def __str__(self):
        return "\n".join(map(str, self))

    __repr__ = __str__


class _Runner:
    """Functions that run modules' forwards, set from above.

    Attributes
    ----------
    call : callable or None
        ``call(module, args, kwargs)`` returns what the forward of a module without hooks returns;
        None where modules call it themselves.
    explain : callable or None
        Makes the explanation of a module.
    looked_at : callable or None
        The same for modules with hooks, while their forwards are looked at for effects.
    settle : callable or None
        Adds the attributes that calls of a module add, and returns whether they were not there.
    entry, with_hooks : callable or None
        ``Module.__call__``, and what it does where there are hooks.
    is_early : bool
        Whether programs are asked for, and so made of any call that comes again.
    """

    __slots__ = ("call", "entry", "explain", "is_early", "looked_at", "settle", "with_hooks")

    def __init__(self):
        self.is_early = False
        self.call: Callable | None = None
        self.explain: Callable | None = None
        self.looked_at: Callable | None = None
        self.settle: Callable | None = None
        self.entry: Callable | None = None
        self.with_hooks: Callable | None = None


runner = _Runner()


hooks_of = operator.attrgetter(
    "_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks"
)


def hooks_inside(module) -> str:
    """Return a text that names a module inside that has hooks; an empty one if none has.

    Examples
    --------
    >>> from frontends.torch import nn
    >>> model = nn.Sequential(nn.ReLU())
    >>> handle = model[0].register_forward_hook(print)
    >>> hooks_inside(model)
    '0 has hooks'
    """
    for path, each in module.named_modules():
        if each is not module and any(hooks_of(each)):
            return f"{path} has hooks"
    return ""


def explain(module) -> ModuleExplanation:
    """Tell of a module and those inside how they run, and why not as programs.

    It is ``module.explain()``, where the module has no attribute of that name.

    Returns
    -------
    tuple of notes
        Of ``path``, ``what`` and ``reason`` each; it prints a line a note.

    Examples
    --------
    >>> from frontends.torch import nn
    >>> nn.Linear(2, 3).explain()
    (the module): not called by itself
    """
    if runner.explain is not None:
        return runner.explain(module)
    return ModuleExplanation([ModuleNote("", "eager", "IVY_MODULES=eager is set")])


_OURS = "frontends.torch"


def _is_our_hook(hook) -> bool:
    return getattr(hook, "__module__", "").startswith(_OURS)


def _forward_of(f) -> Callable | None:
    """Return the function that a call of a module runs: its forward, with hooks if they are ours.

    None of other objects, and where the user's hooks run.
    """
    if type(f).__call__ is not runner.entry:
        return None
    hooks = [hook for each in hooks_of(f) for hook in each.values()]
    if not hooks:
        return f.forward
    is_ours = not everywhere.forward and not everywhere.forward_pre
    if is_ours and all(map(_is_our_hook, hooks)):
        return functools.partial(runner.with_hooks, f)
    return None


@contextlib.contextmanager
def _forwards_looked_at() -> Iterator[None]:
    """Have modules' calls, those of ``nn.Sequential`` too, converted with their forwards."""
    from ivy_core.compilation.source import conversion, effects

    before = runner.call

    def call(module, args: tuple, kwargs: dict):
        if effects.is_checked():
            return conversion.converted_call(module.forward, args, kwargs)
        return module.forward(*args, **kwargs) if before is None else before(module, args, kwargs)

    def looked_at(module, args: tuple, kwargs: dict):
        if effects.is_checked():
            return conversion.converted_call(module.forward, args, kwargs)
        return module.forward(*args, **kwargs)

    runner.call, runner.looked_at = call, looked_at
    try:
        yield
    finally:
        runner.call, runner.looked_at = before, None


callers.register(_forward_of, _forwards_looked_at)

__all__ = [
    "VARIABLE",
    "ModuleExplanation",
    "ModuleNote",
    "explain",
    "hooks_inside",
    "hooks_of",
    "runner",
    "wanted",
]
