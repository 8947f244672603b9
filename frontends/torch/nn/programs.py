"""Modules as programs: a forward that comes again is one program, its graph the tape's own.

With ``IVY_MODULES=programs`` the outermost module whose forward can be traced runs as one program
from its third call of a kind on; where it cannot be, its children do. What the program gives are
the results and what the nodes of the graph keep (:mod:`..autograd.rebuilding`), so the backward
pass, hooks and errors are those of eager calls. Whatever a trace cannot give runs as it is: a
forward that prints, has hooks inside, or calls a library that is not known.
"""

from __future__ import annotations

import inspect
import types
from operator import attrgetter
from typing import NamedTuple

from frontends.torch.amp import autocast
from frontends.torch.autograd.compiled import reading
from frontends.torch.autograd.grad_mode import mode
from frontends.torch.autograd.meta import AutogradMeta, StorageAlias, requires_grad
from frontends.torch.autograd.nodes import edge_of, grad_fn_of
from frontends.torch.autograd.rebuilding import GraphForm
from frontends.torch.autograd.saved import Anomaly, hooks
from frontends.torch.nn.parameter import Parameter
from frontends.torch.policy import (
    CALLS_BEFORE_MODULE_PROGRAM,
    KINDS_OF_MODULE_CALLS,
    SECONDS_TO_TRACE_MODULE,
)
from frontends.torch.tensors.dtypes import default_slot
from frontends.torch.tensors.tensor import GradTensor, Tensor
from ivy_core.backend_handler import active_backend
from ivy_core.backends.common.batching import current_map
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import is_one_process, programs_of
from ivy_core.compilation.call.function import CompiledFunction, CompileError
from ivy_core.compilation.source import effects
from ivy_core.compilation.source.conversion import converted_call, traceable
from ivy_core.compilation.trace import trace as tracing
from ivy_core.compilation.trace.runtime_checks import ChecksFailed
from ivy_core.compilation.trace.trace import Unsupported

from .modules.running import ModuleExplanation, ModuleNote, runner

_LAYERS = f"{__package__}.modules."
_ONE_KERNEL = "it is a layer without children, whose function is a program already"
_SLOT = "_programs_of_forward"  # among a module's attributes
_STANDS_IN = -2  # the version at which a leaf that stands for another tensor was made
_TENSORS = frozenset({Tensor, GradTensor, Parameter})
_PLAIN = frozenset({bool, int, float, str, type(None)})


# the program


class _Returned:
    """Marks what a program gives, apart from what a forward returns that was run as it is."""


class _Result(NamedTuple):
    """Result of a forward, without its tensors.

    Attributes
    ----------
    nest
        For each tensor it has an :class:`_At`.
    form : GraphForm
    """

    nest: object
    form: GraphForm


class _At(NamedTuple):
    """Stands for a tensor: number ``at`` of those that are new, or of those that were given."""

    at: int
    is_new: bool


class ModuleProgram(CompiledFunction):
    """The programs of one module's forward, by the kinds of its arguments and state."""

    def __init__(self, function: types.FunctionType):
        super().__init__(function, None, None, False, "auto", "raise")
        self.results: list[_Result] = []
        self._ignores_gradients: bool | None = None  # None until the code has been looked at

    def __call__(self, *args, **kwargs):
        if self._ignores_gradients is None:
            captured = self._flatten_call(args, kwargs).captured
            self._ignores_gradients = not captured.may_read("grad")
        before, reading.ignores_gradients = reading.ignores_gradients, self._ignores_gradients
        try:
            return super().__call__(*args, **kwargs)
        finally:
            reading.ignores_gradients = before

    def _convert(self, given, function):
        body = traceable(function)

        def traced(*args, **kwargs):
            return self._described(body(*args, **kwargs), given)

        return traced

    def _compile_for(self, given, args, kwargs, backend, *options):
        if self._ignores_gradients and given.captured.may_read("grad"):
            self._ignores_gradients = False  # code that was found later, as another child's
            raise Unsupported("it may read gradients")
        effects.check_function(self.__wrapped__)
        if why := _hooks_inside(args[0]):
            raise Unsupported(why)
        with effects.without_effects(SECONDS_TO_TRACE_MODULE):
            return super()._compile_for(given, args, kwargs, backend, *options)

    def _rerun_eagerly(self, program, args, kwargs):
        raise ChecksFailed

    def _described(self, returned, given) -> tuple:
        """Return a program's results: the forward's, what the graph keeps, inputs it names."""
        if any(map(_is_written_stand_in, given.leaves)):
            raise Unsupported("it writes to a tensor that was computed from others")
        outputs: list[Tensor] = []
        known: list[Tensor] = []
        inputs = {id(x) for x in given.leaves}
        bases = {id(x) for x in given.bases}

        def number(x: Tensor) -> int:
            for at, each in enumerate(outputs):
                if each is x:
                    return at
            _check_output(x)
            if hasattr(x, "_view") and type(x._view.stack[-1]) is not StorageAlias:
                if id(x._view.base) in bases:
                    raise Unsupported("a view of what it is given comes out of it")
                number(x._view.base)
            outputs.append(x)
            return len(outputs) - 1

        def described(value):
            kind = type(value)
            if isinstance(value, Tensor):
                if id(value) in inputs:
                    known.append(value)
                    return _At(len(known) - 1, False)
                return _At(number(value), True)
            if kind in _PLAIN:
                return value
            if kind is tuple or kind is list:
                return kind([described(each) for each in value])
            if _is_record(kind):
                return _record(kind, [described(each) for each in value])
            if kind is dict:
                return {name: described(each) for name, each in value.items()}
            raise Unsupported(f"a {kind.__name__} comes out of it")

        nest = described(returned)
        form = GraphForm(outputs, given.bases)
        self.results.append(_Result(nest, form))
        kept = [_boxed(native) for native in form.kept]
        fresh = [
            _boxed(read(x))
            for x, each in zip(outputs, form.outputs, strict=True)
            if each.view is None
        ]
        result = (
            _Returned,
            len(self.results) - 1,
            fresh,
            known,
            kept,
            list(form.given),
            list(form.leaves),
        )
        form.kept = form.given = form.leaves = ()  # tracers, and tensors of this call
        return result


def _is_written_stand_in(x) -> bool:
    """Return whether a tensor stands for one with a history, and the trace has written to it."""
    meta = getattr(x, "_autograd", None)
    if meta is None or meta.seen != _STANDS_IN or meta.view is not None:
        return False
    return meta.counter is not None and meta.counter.count > 0


def _check_output(x: Tensor) -> None:
    """Raise Unsupported for a result whose class or state a new tensor cannot have."""
    if type(x) is not Tensor and type(x) is not GradTensor:
        raise Unsupported(f"a {type(x).__name__} comes out of it")
    meta = getattr(x, "_autograd", None)
    if type(x) is GradTensor and grad_fn_of(x) is None:
        raise Unsupported("a tensor that is made in it and requires gradients comes out of it")
    if meta is not None and (meta.hooks or meta.post_hooks or meta.retains_grad):
        raise Unsupported("a tensor with a hook on its gradient comes out of it")


def _boxed(native) -> Tensor:
    x = object.__new__(Tensor)
    x._data = native
    return x


# calls


class _State:
    """State of a module: its programs, and how often calls of each kind came.

    Attributes
    ----------
    reason : str or None
        Why it runs eagerly for good; None while it does not.
    kinds : dict
        How often a kind of call came, True where it has a program, or why it has none.
    """

    _is_opaque = True  # no part of the module's own state, for those that compile with it

    __slots__ = ("has_program", "kinds", "program", "reason")

    def __init__(self, module):
        self.kinds: dict = {}
        self.has_program = False
        self.program, self.reason = None, None
        forward = module.forward
        if type(forward) is not types.MethodType or forward.__self__ is not module:
            self.reason = "its forward is no method of its class"
        elif not module._modules and str(forward.__module__).startswith(_LAYERS):
            self.reason = _ONE_KERNEL
        elif inspect.isgeneratorfunction(forward.__func__):
            self.reason = "its forward is a generator"

    def __deepcopy__(self, memo) -> None:
        """Leave a copy of the module without programs: they are of the module's own tensors."""

    def __reduce__(self):
        return type(None), ()


def _state_of(module) -> _State:
    # with the module, which its programs refer to: both are freed together
    state = module.__dict__.get(_SLOT)
    if state is None:
        state = module.__dict__[_SLOT] = _State(module)
    return state


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
        if effects.is_checked():  # e.g. a forward that prints must not be traced
            return converted_call(module.forward, args, kwargs)
        return module.forward(*args, **kwargs)
    state = _state_of(module)
    if state.reason is not None or kwargs or not _may_be_program(module, args):
        return module.forward(*args, **kwargs)
    kind = _kind_of(module, args)
    if kind is None:
        return module.forward(*args, **kwargs)
    known = state.kinds.get(kind, 0)
    if known is not True:
        if type(known) is str or known < CALLS_BEFORE_MODULE_PROGRAM:
            if type(known) is int and (known or len(state.kinds) < KINDS_OF_MODULE_CALLS):
                state.kinds[kind] = known + 1
            return module.forward(*args, **kwargs)
        state.kinds[kind] = True
    return _call_program(module, state, kind, args)


def _may_be_program(module, args: tuple) -> bool:
    """Return whether nothing is at work that has to see each function."""
    if Anomaly.enabled or hooks.pairs or autocast.active_ or mode.inference:
        return False
    if current_map() is not None:
        return False
    backend = active_backend((module, *args), {})
    programs = programs_of(backend)
    if programs is None or not programs.DONATES:  # elsewhere programs may lose to eager calls
        return False
    return backend.is_eager() and is_one_process(backend)


def _kind_of(module, args: tuple):
    """Return the kind of a call; None if an argument is neither tensor nor constant."""
    parts = [module.training, mode.enabled, default_slot[0]]
    for value in args:
        if isinstance(value, Tensor):
            if type(value) not in _TENSORS:  # e.g. a DTensor, or a class that overrides functions
                return None
            if not mode.enabled and grad_fn_of(value) is not None:
                return None  # what is written to it in place must reach it
            native = held(value)
            parts.append((type(value), tuple(native.shape), native.dtype, requires_grad(value)))
        elif type(value) in _PLAIN:
            parts.append((type(value), value))
        else:
            return None
    return tuple(parts)


def _call_program(module, state: _State, kind: tuple, args: tuple):
    """Return the result of a call's program; run the forward itself if there can be none."""
    if state.program is None:
        state.program = ModuleProgram(module.forward.__func__)
    given = list(args)
    origins: dict[int, Tensor] = {}
    for at, x in enumerate(args):
        if isinstance(x, GradTensor) and x._autograd.grad_fn is not None:
            given[at] = inner = object.__new__(GradTensor)
            inner._data = held(x)
            inner._autograd = meta = AutogradMeta(True)
            meta.seen = _STANDS_IN
            origins[id(inner)] = x
    try:
        made = state.program(module, *given)
    except (CompileError, Unsupported) as err:
        state.kinds[kind] = str(err)
        if sum(type(each) is str for each in state.kinds.values()) > 1 and not state.has_program:
            state.reason = str(err)
        return module.forward(*args)
    except ChecksFailed:  # an error that Python raises: the forward itself says which
        state.kinds[kind] = "Python may raise an error of its numbers"
        return module.forward(*args)
    if type(made) is not tuple or not made or made[0] is not _Returned:
        return made  # it ran as it is
    state.has_program = True
    _, number, fresh, known, kept, inputs, leaves = made
    nest, form = state.program.results[number]
    if origins:
        leaves = [edge_of(origins[id(x)]) if id(x) in origins else x for x in leaves]
    outputs = form.rebuild(fresh, kept, inputs, leaves)
    return _filled(nest, outputs, [origins.get(id(x), x) for x in known])


def _filled(nest, outputs: list, known: list):
    """Return a forward's result: its nest with the tensors of a call."""
    kind = type(nest)
    if kind is _At:
        return (outputs if nest.is_new else known)[nest.at]
    if kind is tuple or kind is list:
        return kind([_filled(each, outputs, known) for each in nest])
    if kind is dict:
        return {name: _filled(each, outputs, known) for name, each in nest.items()}
    if _is_record(kind):
        return _record(kind, [_filled(each, outputs, known) for each in nest])
    return nest


def _is_record(kind: type) -> bool:
    """Return whether a class is a named tuple, or one of PyTorch's return types."""
    return issubclass(kind, tuple) and (
        hasattr(kind, "_fields") or kind.__module__.endswith("return_types")
    )


def _record(kind: type, values: list):
    return kind(*values) if hasattr(kind, "_fields") else kind(values)


_HOOKS = attrgetter(
    "_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks"
)


def _hooks_inside(module) -> str:
    """Return a text that names a module inside that has hooks; an empty one if none has."""
    for path, each in module.named_modules():
        if each is not module and any(_HOOKS(each)):
            return f"{path} has hooks"
    return ""


def _is_module_without_hooks(f) -> bool:
    """Return whether what can be called goes through :func:`call_forward` when it is."""
    return type(f).__call__ is runner.entry and not any(_HOOKS(f))


def explain(module) -> ModuleExplanation:
    """Tell of a module and those inside how they run, and why not as programs."""
    notes = []
    for path, each in module.named_modules():
        state = each.__dict__.get(_SLOT)
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
                reasons.append("its calls have not come often enough")
        notes.append(ModuleNote(path, what, "; ".join(reasons)))
    return ModuleExplanation(notes)


def install() -> None:
    """Have modules called through :func:`call_forward` from now on."""
    runner.call, runner.explain = call_forward, explain
    effects.trust_calls(_is_module_without_hooks)


def uninstall() -> None:
    """Have modules call their forward themselves again."""
    runner.call = runner.explain = None
    effects.trust_calls(None)


__all__ = ["ModuleProgram", "call_forward", "explain", "install", "uninstall"]
