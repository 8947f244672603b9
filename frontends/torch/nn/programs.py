"""Modules as programs: a forward that comes again is one program, its graph the tape's own.

What the program gives are the results and what the nodes of the graph keep
(:mod:`..autograd.rebuilding`), so the backward pass, hooks and errors are those of eager calls.
Whatever a trace cannot give runs as it is: a forward that prints, has hooks inside, or calls a
library that is not known. When a call is one of a program says :mod:`.module_calls`.
"""

from __future__ import annotations

import collections
import dataclasses
import types
from collections.abc import Iterator
from typing import NamedTuple

from frontends.torch.autograd.meta import STANDS_IN, AutogradMeta, StorageAlias, counter_of
from frontends.torch.autograd.nodes import edge_of, grad_fn_of
from frontends.torch.autograd.rebuilding import GraphForm
from frontends.torch.policy import ITERATIONS_WRITTEN_OUT_IN_MODULE, SECONDS_TO_TRACE_MODULE
from frontends.torch.tensors.devices import chosen_devices
from frontends.torch.tensors.dtypes import dtype
from frontends.torch.tensors.size import Size
from frontends.torch.tensors.strided_results import lies_in_order
from frontends.torch.tensors.tensor import GradTensor, Tensor
from ivy_core.backends.holder import read
from ivy_core.compilation.call.function import CompiledFunction, CompileError
from ivy_core.compilation.call.states import reading
from ivy_core.compilation.source import effects
from ivy_core.compilation.source.callers import without_watcher
from ivy_core.compilation.source.conversion import traceable
from ivy_core.compilation.source.source_map import is_of_known_library
from ivy_core.compilation.trace.runtime_checks import ChecksFailed
from ivy_core.compilation.trace.trace import Unsupported

from .modules.running import hooks_inside

_PLAIN = frozenset({bool, int, float, str, type(None), dtype, Size})


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


_SAME = object()  # stands for an item of a dictionary that is its attribute of that name, too


class _Object(NamedTuple):
    """Stands for an object of a data class, or such a dictionary, as libraries' models return.

    Attributes
    ----------
    kind : type
    attributes : dict
        Those that the object has itself.
    items : list of pairs, or None
        Of a dictionary.
    """

    kind: type
    attributes: dict
    items: list | None


class ModuleProgram(CompiledFunction):
    """The programs of one module's forward, by the kinds of its arguments and state.

    Parameters
    ----------
    function : function
        The forward, as its class has it.
    shapes : tuple
        For each argument behind the module None, or for a tuple the same of its elements. The
        program is called with all that is in them, one behind the other.
    names : tuple of str
        Of the last arguments, which the forward takes by name.
    """

    _check: str | None = "bounds"  # a program made unasked raises what the forward has raised
    _most_iterations = ITERATIONS_WRITTEN_OUT_IN_MODULE

    def __init__(self, function: types.FunctionType, shapes: tuple, names: tuple):
        super().__init__(function, None, None, False, "auto", "raise", check=self._check)
        self._shapes, self._names = shapes, names
        # counters of the writes to what stand-ins stand for, and where they stood before the call
        self.counts: list[tuple] = []
        self.results: list[_Result] = []
        # objects among what a trace is given that may come out: {id: number of those known}
        self.objects: dict[int, int] = {}
        self._ignores_gradients: bool | None = None  # None until the code has been looked at

    def __call__(self, *args, **kwargs):
        if self._ignores_gradients is None:
            captured = self._flatten_call(args, kwargs).captured
            self._ignores_gradients = not self._may_read_gradients(captured)
        before, reading.ignores_gradients = reading.ignores_gradients, self._ignores_gradients
        try:
            return super().__call__(*args, **kwargs)
        finally:
            reading.ignores_gradients = before

    def _may_read_gradients(self, captured) -> bool:
        # libraries that are known compute names of attributes, but not this one
        return captured.may_read("grad", not is_of_known_library(self.__wrapped__))

    def _convert(self, given, function):
        body = traceable(function)

        def traced(module, *values):
            left = iter(values)
            values = [nested_values(each, left) for each in self._shapes]
            count = len(values) - len(self._names)
            named = dict(zip(self._names, values[count:], strict=True))
            return self._described(body(module, *values[:count], **named), given)

        return traced

    def _compile_for(self, given, args, kwargs, backend, *options):
        if self._ignores_gradients and self._may_read_gradients(given.captured):
            self._ignores_gradients = False  # code that was found later, as another child's
            raise Unsupported("it may read gradients")
        effects.check_function(self.__wrapped__)
        if why := hooks_inside(args[0]):
            raise Unsupported(why)
        with effects.without_effects(SECONDS_TO_TRACE_MODULE, function=self.__wrapped__):
            return super()._compile_for(given, args, kwargs, backend, *options)

    def _rerun_eagerly(self, program, args, kwargs):
        raise ChecksFailed

    def result_of(self, number: int, fresh: list, *others: list, form: GraphForm | None = None):
        """Return a forward's result, of a call's tensors.

        Parameters
        ----------
        number : int
            Of the trace whose result it is.
        fresh : list of Tensor
            Those that are no views.
        others : list
            What the graph keeps, the inputs and the leaves that it names, if there is one; and the
            tensors among the arguments that come out.
        form : GraphForm, optional
            That of this call, where it is not the trace's.
        """
        nest, form_of_trace = self.results[number]
        form = form_of_trace if form is None else form
        kept, inputs, leaves, known = others or ((), (), (), ())
        return _filled(nest, form.rebuild(fresh, kept, inputs, leaves), known)

    def _described(self, returned, given) -> tuple:
        """Return a program's results: the forward's, what the graph keeps, inputs it names."""
        if any(counter.count != count for counter, count in self.counts):
            raise Unsupported("it writes to a view, or a tensor that was computed from others")
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

        seen = {id(each) for each in given.containers}  # no copy of what was given comes out

        def described(value):
            kind = type(value)
            if isinstance(value, Tensor):
                if id(value) in inputs:
                    known.append(value)
                    return _At(len(known) - 1, False)
                return _At(number(value), True)
            if kind in _PLAIN:
                return value
            if id(value) in self.objects:
                return _At(self.objects[id(value)], False)
            if kind is tuple:
                return tuple([described(each) for each in value])
            if _is_record(kind):
                return _record(kind, [described(each) for each in value])
            if id(value) in seen:
                raise Unsupported(f"a {kind.__name__} comes out of it twice, or was there before")
            seen.add(id(value))
            if kind is list:
                return [described(each) for each in value]
            if kind is dict:
                return {name: described(each) for name, each in value.items()}
            if _is_data_class(kind):
                attributes = {name: described(each) for name, each in vars(value).items()}
                items = None
                if isinstance(value, dict):
                    own = vars(value)
                    items = [
                        (name, _SAME if own.get(name) is each else described(each))
                        for name, each in value.items()
                    ]
                return _Object(kind, attributes, items)
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


def is_of_program(made) -> bool:
    """Return whether a call of a :class:`ModuleProgram` has given what its program gives."""
    return type(made) is tuple and bool(made) and made[0] is _Returned


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


def call_program(module, state, kind: tuple, args: tuple, others: dict, given: tuple, named: dict):
    """Return the result of a call's program; run the forward itself if there can be none.

    Parameters
    ----------
    module : Module
    state
        Of the module: what kinds of calls came.
    kind : tuple
        Of the call.
    args, others
        By position, and by name alone.
    given, named
        As the user has given them.
    """
    forward = module.forward
    if type(forward) is not types.MethodType or forward.__self__ is not module:
        return forward(*given, **named)  # another one has been set since
    function = without_watcher(forward.__func__)
    origins: dict[int, Tensor] = {}
    inner: list = []
    try:
        shapes, names = flatten_values((*args, *others.values()), inner, origins), tuple(others)
        key = shapes, names, function, *chosen_devices[-1:]  # where the forward makes tensors
        program = state.programs.get(key)
        if program is None:
            program = state.programs[key] = ModuleProgram(function, shapes, names)
        counters = [each._autograd.counter for each in inner if id(each) in origins]
        program.counts = [(counter, counter.count) for counter in counters]
        made = program(module, *inner)
    except ChecksFailed:  # an error that Python raises: the forward itself says which
        state.kinds[kind] = "an index was out of bounds, or Python raises an error of its numbers"
        return module.forward(*given, **named)
    except (CompileError, Unsupported) as err:
        return _run_eagerly(module, state, kind, str(err), given, named)
    except Exception as err:
        # nothing has been written to: the forward itself raises again what is the user's
        why = f"its program raised {type(err).__name__}: {err}"
        return _run_eagerly(module, state, kind, why, given, named)
    if not is_of_program(made):
        return made  # it ran as it is
    state.has_program, state.kinds[kind] = True, True
    _, number, fresh, known, kept, inputs, leaves = made
    if origins:
        leaves = [edge_of(origins[id(x)]) if id(x) in origins else x for x in leaves]
    known = [origins.get(id(x), x) for x in known]
    return program.result_of(number, fresh, kept, inputs, leaves, known)


def _run_eagerly(module, state, kind: tuple, reason: str, args: tuple, kwargs: dict):
    """Run a forward as it is, and note why calls of this kind have no program."""
    state.kinds[kind] = reason
    if sum(type(each) is str for each in state.kinds.values()) > 1 and not state.has_program:
        state.reason = reason
    return module.forward(*args, **kwargs)


def flatten_values(values: tuple, found: list, origins: dict) -> tuple:
    """Add to ``found`` what is in some values, a new tensor for a view or one with a history.

    Returns
    -------
    tuple
        For each value None, or for a tuple the same of its elements.
    """
    shapes = []
    for x in values:
        if type(x) is tuple:
            shapes.append(flatten_values(x, found, origins))
            continue
        is_tracked = isinstance(x, GradTensor) and x._autograd.grad_fn is not None
        if is_tracked or type(x) is Tensor and hasattr(x, "_view"):
            if not lies_in_order(x):
                raise Unsupported("it is given a tensor whose elements lie in another order")
            inner = object.__new__(GradTensor if is_tracked else Tensor)
            inner._data = read(x)
            inner._autograd = meta = AutogradMeta(is_tracked)
            meta.seen, meta.counter = STANDS_IN, counter_of(x)
            origins[id(inner)] = x
            x = inner
        found.append(x)
        shapes.append(None)
    return tuple(shapes)


def nested_values(shape: tuple | None, left: Iterator):
    """Return the next of some values, or a tuple of them, as :func:`flatten_values` describes."""
    return next(left) if shape is None else tuple([nested_values(each, left) for each in shape])


def _filled(nest, outputs: list, known: list):
    """Return a forward's result: its nest with the tensors of a call."""
    kind = type(nest)
    if kind is _At:
        return (outputs if nest.is_new else known)[nest.at]
    if kind is tuple or kind is list:
        return kind([_filled(each, outputs, known) for each in nest])
    if kind is dict:
        return {name: _filled(each, outputs, known) for name, each in nest.items()}
    if kind is _Object:
        made = nest.kind.__new__(nest.kind)
        for name, each in nest.attributes.items():
            object.__setattr__(made, name, _filled(each, outputs, known))
        for name, each in nest.items or ():
            found = vars(made)[name] if each is _SAME else _filled(each, outputs, known)
            collections.OrderedDict.__setitem__(made, name, found)
        return made
    if kind is not Size and _is_record(kind):
        return _record(kind, [_filled(each, outputs, known) for each in nest])
    return nest


def _is_data_class(kind: type) -> bool:
    """Return whether objects of a class are their attributes, and items of an ordered dict."""
    if not dataclasses.is_dataclass(kind) or not hasattr(kind, "__dict__"):
        return False
    special = kind.__new__ in (object.__new__, dict.__new__, collections.OrderedDict.__new__)
    is_dict = issubclass(kind, dict)
    return special and (not is_dict or issubclass(kind, collections.OrderedDict))


def _is_record(kind: type) -> bool:
    """Return whether a class is a named tuple, or one of PyTorch's return types."""
    return issubclass(kind, tuple) and (
        hasattr(kind, "_fields") or kind.__module__.endswith("return_types")
    )


def _record(kind: type, values: list):
    return kind(*values) if hasattr(kind, "_fields") else kind(values)


__all__ = ["ModuleProgram", "call_program", "flatten_values", "is_of_program", "nested_values"]
