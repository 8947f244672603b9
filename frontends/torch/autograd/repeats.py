"""Calls that come again: the program of a body and the node of a call, without any search.

A training loop calls the same functions with the same shapes and options at each step. What such a
call needs is known then: the program that computes the body (:mod:`.bodies`), and what its node has
in common with those before (:class:`.tape.Pattern`). All that is left is to look both up, by what
the arguments are. A call that is not known, or has anything special, goes the general way.
"""

from __future__ import annotations

from ivy_core.backends.holder import waiting
from ivy_core.backends.loading import backend_of_class

from ..dispatch.native import overrides
from ..tensors.dtypes import get_default_dtype
from ..tensors.tensor import GradTensor, Tensor, ivy
from .bodies import QUICK, NotCompiled, Program, frozen, known
from .grad_mode import mode
from .meta import AutogradMeta, requires_grad
from .nodes import edge_of
from .saved import Anomaly, Saved, hooks
from .tape import patterns

_new, _bound = object.__new__, ivy.__dict__
_OPTIONS = frozenset({bool, int, float, str, type(None)})
_NOTHING_BEFORE = (None, 0)


class _Plain(dict):
    """Whether a class is one of tensors that says nothing itself of functions."""

    def __missing__(self, kind: type) -> bool:
        if len(self) > 4096:  # classes made while a program runs
            self.clear()
        found = self[kind] = issubclass(kind, Tensor) and not overrides(kind)
        return found


_is_plain = _Plain()
_backends: dict[type, object] = {}  # by class of native arrays; None where calls are not compiled


def repeated(function, args: tuple, kwargs: dict):
    """Return the result of a call if it is known how that comes about, else NotImplemented.

    Parameters
    ----------
    function
        What the frontend declares of it.
    args, kwargs
        As a user gives them; nothing is done to them.

    Returns
    -------
    Tensor or NotImplemented
        Tracked, with its node, where gradients are wanted.
    """
    parts: list = []
    tensors: list = []
    natives: list = []
    tracked = False
    for value in args:
        kind = type(value)
        if kind in _OPTIONS:
            parts.append((kind, value))
        elif _is_plain[kind]:
            native = getattr(value, "_data", None)
            if native is None:
                return NotImplemented
            shape = native.shape
            parts.append(((shape if type(shape) is tuple else tuple(shape)), native.dtype))
            tensors.append(value)
            natives.append(native)
            if kind is not Tensor:
                tracked = True
        elif kind is tuple and _OPTIONS.issuperset(map(type, value)):
            parts.append(frozen(value))
        else:
            return NotImplemented
    if not natives or kwargs and not _OPTIONS.issuperset(map(type, kwargs.values())):
        return NotImplemented
    kind, core = type(natives[0]), function.core
    ops = _backends[kind] if kind in _backends else _backend(natives[0])
    if ops is None or not ops.is_eager() or core is not None and not tracked:
        return NotImplemented
    options = tuple([(name, (type(v), v)) for name, v in kwargs.items()]) if kwargs else None
    key = function, (list, tuple(parts)), options, get_default_dtype()
    program = pattern = None
    if core is not None:
        compute = _bound[core]
    else:
        program, compute = known.get(key), function.body
        if program is QUICK:
            program = None
        elif type(program) is not Program or program.kind is not None:
            return NotImplemented
    if tracked and mode.enabled and function.differentiable:
        edges, places, wanted = [], [key], False
        for x in tensors:
            if type(x) is Tensor:
                edge = _NOTHING_BEFORE
            else:
                edge = edge_of(x)
                wanted = wanted or requires_grad(x)
            edges.append(edge)
            places.append(edge[0] is not None)
        if wanted:
            pattern = patterns.get(tuple(places))
            if pattern is None or Anomaly.enabled or hooks.pairs:
                return NotImplemented
    if program is not None:
        try:
            made = program.call(natives)[0]
        except NotCompiled:  # the general way finds that out again, and remembers it
            return NotImplemented
        result = _new(Tensor)
        result._data = made
    elif pattern is None:  # without a node a plain call is as short
        return NotImplemented
    else:
        result = compute(*[_plain(value) for value in args], **kwargs)
    if pattern is not None:
        node = pattern.node(edges, tensors, result)
        result.__class__ = GradTensor
        result._autograd = AutogradMeta(False, node, 0)
        if pattern.wants_result:
            node.results = [Saved(result, None, True, 0)]
    return result


def _plain(value):
    """Return a tensor as one that no tape knows; anything else as it is."""
    if type(value) is Tensor or not _is_plain[type(value)]:
        return value
    plain = _new(Tensor)
    plain._data = value._data
    return plain


def _backend(native):
    """Return the backend of a native array if it compiles calls with such; None if it does not."""
    kind = type(native)
    if kind in waiting:
        native = native.settled()
    ops = backend_of_class(type(native))
    if ops is not None and (not ops.CAPABILITIES.compiles or ops.is_tracer(native)):
        ops = None
    if len(_backends) > 64:
        _backends.clear()
    _backends[kind] = ops
    return ops


__all__ = ["repeated"]
