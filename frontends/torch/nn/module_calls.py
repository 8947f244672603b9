"""Calls of modules: which run as they are, and which by a program of their forward.

A loop that trains calls its model with the same shapes again and again. Of a kind of call between
which so many backward passes have come (:mod:`..policy`) a program is made, and used where
gradients are recorded; with ``IVY_MODULES=programs`` of each kind that comes for the third time.
The outermost module whose forward can be traced is one; where it cannot be, its children are. What
a program is, and what cannot be one, says :mod:`.programs`.
"""

from __future__ import annotations

import inspect
import types
from collections import Counter

from frontends.torch.autograd.engine import begin_other_kind, passes
from frontends.torch.autograd.grad_mode import mode
from frontends.torch.autograd.meta import requires_grad
from frontends.torch.autograd.nodes import grad_fn_of
from frontends.torch.autograd.precision import casting
from frontends.torch.autograd.saved import Anomaly, hooks
from frontends.torch.dispatch import native
from frontends.torch.nn.parameter import Parameter
from frontends.torch.policy import (
    BACKWARDS_BEFORE_MODULE_PROGRAM,
    CALLS_BEFORE_MODULE_PROGRAM,
    ITERATIONS_WRITTEN_OUT_IN_MODULE,
    KINDS_OF_MODULE_CALLS,
)
from frontends.torch.tensors.dtypes import default_slot, dtype
from frontends.torch.tensors.size import Size
from frontends.torch.tensors.tensor import GradTensor, Tensor
from ivy_core.backend_handler import active_backend
from ivy_core.backends.common.batching import current_map
from ivy_core.backends.holder import held
from ivy_core.backends.loading import is_one_process, programs_of
from ivy_core.compilation.source.callers import without_watcher
from ivy_core.compilation.trace import trace as tracing
from ivy_core.utils import collector

from .growing import call_growing, growth_note, growth_of
from .modules.running import ModuleExplanation, ModuleNote, runner
from .programs import call_program

_LAYERS = f"{__package__}.modules."
_ONE_KERNEL = "it is a layer without children, whose function is a program already"
_SLOT = "_programs_of_forward"  # among a module's attributes
_TENSORS = frozenset({Tensor, GradTensor, Parameter})
_PLAIN = frozenset({bool, int, float, str, type(None), dtype, Size})


class _State:
    """State of a module: its programs, and how often calls of each kind came.

    Attributes
    ----------
    reason : str or None
        Why it runs eagerly for good; None while it does not.
    kinds : dict
        How often a kind of call came, True where it has a program, or why it has none.
    pass_number : int
        How many backward passes there had been at its last call; -1 before the first.
    function, parameters : callable or None, list of str
        A forward with the names of what it takes by position, without ``self``.
    programs : dict
        By what the arguments are nested in, the names of some, the function, and the device that
        is chosen for new tensors.
    """

    _is_opaque = True  # no part of the module's own state, for those that compile with it

    __slots__ = (
        "function", "has_program", "kinds", "parameters", "pass_number", "programs", "reason",
    )  # fmt: skip

    def __init__(self, module):
        self.kinds: dict = {}
        self.has_program = False
        self.programs: dict = {}
        self.reason = None
        self.function, self.parameters = None, []
        self.pass_number = -1
        forward = module.forward
        if type(forward) is not types.MethodType or forward.__self__ is not module:
            self.reason = "its forward is no method of its class"
        elif not module._modules and str(forward.__module__).startswith(_LAYERS):
            self.reason = _ONE_KERNEL
        elif type(forward.__func__) is not types.FunctionType:
            self.reason = "its forward is not written in Python"
        elif inspect.isgeneratorfunction(forward.__func__):
            self.reason = "its forward is a generator"

    def __deepcopy__(self, memo) -> None:
        """Leave a copy of the module without programs: they are of the module's own tensors."""

    def __reduce__(self):
        return type(None), ()

    def by_position(self, forward, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
        """Return a call's arguments by position as far as all are given, and the others."""
        function = getattr(forward, "__func__", forward)
        if self.function is not function:
            # of the function itself: what wraps another one may look which names are given
            if type(forward) is types.MethodType:
                forward = types.MethodType(without_watcher(function), forward.__self__)
            found = inspect.signature(forward, follow_wrapped=False).parameters.values()
            self.parameters = [
                each.name for each in found if each.kind is each.POSITIONAL_OR_KEYWORD
            ]
            self.function = function
        left, found = dict(kwargs), list(args)
        for name in self.parameters[len(args) :]:
            if name not in left:
                break
            found.append(left.pop(name))
        return tuple(found), left


def _state_of(module) -> _State:
    # with the module, which its programs refer to: both are freed together
    state = module.__dict__.get(_SLOT)
    if state is None:
        state = module.__dict__[_SLOT] = _State(module)
        growth_of(module)  # an evaluation between steps adds no attribute, which they would see
        if not passes.count:  # a loop that begins to train, perhaps
            collector.hold()
    return state


def settle(module) -> bool:
    """Add the attributes that calls of a module add; return whether they were not there."""
    if module.__dict__.get(_SLOT) is not None:
        return False
    module.__dict__[_SLOT] = _State(module)
    growth_of(module)
    return True


def call_forward(module, args: tuple, kwargs: dict):
    """Call a module's forward, by its program if there is one.

    Parameters
    ----------
    module : Module
        Without hooks of its own.
    args, kwargs
        As it is called.
    """
    if tracing.current is not None:
        return module.forward(*args, **kwargs)
    if (
        args
        and type(args[0]) in _TENSORS
        and type(getattr(args[0], "_data", None)) is native.tensor_class
        and _SLOT in module.__dict__
    ):
        return module.forward(*args, **kwargs)  # PyTorch's own tensor: there are no such programs
    if not (mode.enabled or runner.is_early):
        return call_growing(module, args, kwargs, _may_be_program)
    state = _state_of(module)
    if state.reason is not None or not _may_be_program(module, args):
        return module.forward(*args, **kwargs)
    given = state.by_position(module.forward, args, kwargs) if kwargs else (args, kwargs)
    kind = _kind_of(module, *given)
    if kind is None:
        return module.forward(*args, **kwargs)
    if not _is_due(state, kind):
        if state.kinds.get(kind) == BACKWARDS_BEFORE_MODULE_PROGRAM and not runner.is_early:
            return _call_counting(module, state, kind, args, kwargs)
        return module.forward(*args, **kwargs)
    return call_program(module, state, kind, *given, args, kwargs)


def _is_due(state: _State, kind: tuple) -> bool:
    """Return whether such a call is one of a program; count it if not."""
    known = state.kinds.get(kind, 0)
    if known is True:
        return True
    if type(known) is str:
        return False
    if runner.is_early:
        limit, counts = CALLS_BEFORE_MODULE_PROGRAM, True
    else:
        limit = BACKWARDS_BEFORE_MODULE_PROGRAM
        before, state.pass_number = state.pass_number, passes.count
        counts = not passes.depth and before not in (-1, passes.count)
    if known >= limit:
        return True
    if counts and (known or len(state.kinds) < KINDS_OF_MODULE_CALLS):
        state.kinds[kind] = known + 1
    if state.has_program:
        begin_other_kind(known)
    return False


def _call_counting(module, state: _State, kind: tuple, args: tuple, kwargs: dict):
    """Call a forward before its program is made; note it if that would be written out too long.

    A trace finds that out as well, in 0.5 to 1 s: a forward that steps through a sequence itself.
    """
    counts: Counter = Counter()
    before = runner.call

    def count(inner, args, kwargs):
        counts[inner] += 1
        return before(inner, args, kwargs)

    runner.call = count
    try:
        made = module.forward(*args, **kwargs)
    finally:
        if runner.call is count:
            runner.call = before
    most = max(counts.values(), default=0)
    if most > ITERATIONS_WRITTEN_OUT_IN_MODULE:
        state.kinds[kind] = f"it calls a module {most} times, which a program would write out"
    return made


def _may_be_program(module, args: tuple) -> bool:
    """Return whether nothing is at work that has to see each function."""
    if Anomaly.enabled or hooks.pairs or casting.count or mode.inference:
        return False
    if current_map() is not None:
        return False
    backend = active_backend((module, *args), {})
    programs = programs_of(backend)
    if programs is None or not programs.DONATES:  # elsewhere programs may lose to eager calls
        return False
    return backend.is_eager() and is_one_process(backend)


def _kind_of(module, args: tuple, others: dict):
    """Return the kind of a call; None if an argument is neither tensor nor constant."""
    parts = _kind_of_values((*args, *others.values()))
    if parts is None:
        return None
    return (module.training, mode.enabled, default_slot[0], tuple(others), *parts)


def _kind_of_values(values: tuple) -> tuple | None:
    parts = []
    for value in values:
        kind = type(value)
        if isinstance(value, Tensor):
            if kind not in _TENSORS:  # e.g. a DTensor, or a class that overrides functions
                return None
            if not mode.enabled and grad_fn_of(value) is not None:
                return None  # what is written to it in place must reach it
            native = held(value)
            parts.append((kind, tuple(native.shape), native.dtype, requires_grad(value)))
        elif kind in _PLAIN:
            parts.append((kind, value))
        elif kind is tuple:
            within = _kind_of_values(value)
            if within is None:
                return None
            parts.append(within)
        else:
            return None
    return tuple(parts)


# of the modules inside


def explain(module) -> ModuleExplanation:
    """Tell of a module and those inside how they run, and why not as programs."""
    notes = []
    for path, each in module.named_modules():
        state = each.__dict__.get(_SLOT)
        if (of_growth := growth_note(each)) is not None:
            notes.append(ModuleNote(path, *of_growth))
            continue
        if state is None:
            notes.append(ModuleNote(path, "not called by itself", ""))
            continue
        reasons = [state.reason] if state.reason else []
        reasons += [why for why in state.kinds.values() if type(why) is str and why not in reasons]
        if state.has_program:
            what = "a program"
        else:
            what = "eager"
            if not reasons:
                reasons.append(_why_not_yet(state))
        notes.append(ModuleNote(path, what, "; ".join(reasons)))
    return ModuleExplanation(notes)


def _why_not_yet(state: _State) -> str:
    if not state.kinds:
        return "its calls are given what is neither a tensor nor a constant, or under autocast"
    if runner.is_early:
        return "its calls have not come often enough"
    most = max(state.kinds.values())
    return (
        f"it has taken part in {most} backward passes with calls of one kind, and becomes a "
        f"program after {BACKWARDS_BEFORE_MODULE_PROGRAM}"
    )


def install(is_early: bool = False) -> None:
    """Have modules called through :func:`call_forward` from now on.

    Parameters
    ----------
    is_early : bool, optional
        Whether each kind of call that comes again is to be a program.
    """
    runner.call, runner.explain, runner.is_early = call_forward, explain, is_early
    runner.settle = settle


def uninstall() -> None:
    """Have modules call their forward themselves again."""
    runner.call = runner.explain = runner.settle = None


__all__ = ["call_forward", "explain", "install", "uninstall"]
