"""Calls that come again: the program of a body and the node of a call, without any search.

A training loop calls the same functions with the same shapes and options at each step. What such a
call needs is known then: the program that computes the body (:mod:`.bodies`), and what its node has
in common with those before (:class:`.tape.Pattern`). All that is left is to look both up, by what
the arguments are. A call that is not known, or has anything special, goes the general way.
"""

from __future__ import annotations

from itertools import repeat

from ivy_core.arrays.lenses import Index, Permute, Reshape
from ivy_core.arrays.views import View, view_further, view_of_plain
from ivy_core.backends.holder import waiting

from ..dispatch.native import overrides
from ..policy import KEPT_CALLS
from ..tensors.dtypes import default_slot, dtype
from ..tensors.layouts import contiguous_format
from ..tensors.size import Size
from ..tensors.strided_results import owning
from ..tensors.tensor import Tensor, ivy
from .bodies import (
    OPTIONS,
    QUICK,
    CompiledBody,
    NotCompiled,
    compiling,
    compiling_backend,
    computed,
    frozen,
    in_words_of_numpy,
    known,
)  # fmt: skip
from .grad_mode import mode
from .meta import StorageAlias, requires_grad
from .nodes import edge_of
from .precision import casting
from .saved import Anomaly, hooks
from .tape import call, patterns

_new, _bound = object.__new__, ivy.__dict__
_NOTHING_BEFORE = (None, 0)
_NONE = type(None), None  # a part of a key
_TAKEN = OPTIONS | {dtype}
_SIZES = frozenset({tuple, Size})
_LISTS = frozenset({list, tuple})


class _Plain(dict):
    """Whether a class is one of tensors that says nothing itself of functions."""

    def __missing__(self, kind: type) -> bool:
        if len(self) > 4096:  # classes made while a program runs
            self.clear()
        found = self[kind] = issubclass(kind, Tensor) and not overrides(kind)
        return found


is_plain = _Plain()


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
    if casting.count and function.precision is not None:
        return NotImplemented
    if kwargs:
        found = _in_names_of_body(function, args, kwargs)
        if found is None:
            return NotImplemented
        args, kwargs = found
    made = None
    if function.host is not None and function.core is None:
        made = _computed_at_once(function, args, kwargs)
        if made is not None and made is not NotImplemented:
            return made
    may_be_host = made is None  # NotImplemented: NumPy's form has refused these arguments
    args = _with_sizes_in_one(function, args)
    found = _call_key_parts(args)
    if found is None:
        return NotImplemented
    parts, tensors, natives, tracked, turned = found
    first = natives[0]
    kind = type(first)
    ops = compiling[kind] if kind in compiling else compiling_backend(first)
    if ops is None or not ops.is_eager():
        return NotImplemented
    if turned:
        if function.order_rule is not None or function.is_composed or function.draws:
            return NotImplemented
        args = tuple([turned.get(id(value), value) for value in args])
    if not tracked:
        made = _computed_plainly(function, args, kwargs, parts, tensors, may_be_host)
        if turned and any(made is plain for plain in turned.values()):
            return NotImplemented  # the argument itself
        return made
    if function.is_composed:
        return NotImplemented
    return _computed_as_before(function, args, kwargs, parts, tensors, natives)


def _computed_at_once(function, args: tuple, kwargs: dict):
    """Return the result of a call of small plain tensors in NumPy's words.

    None where it is not such a call, NotImplemented where the words do not cover it.
    """
    like, values, natives = None, args, []
    if args and type(args[0]) in _LISTS:
        if not all(map(isinstance, args[0], repeat(Tensor))):
            return None
        values = args[0]
        if len(args) > 1:
            if not OPTIONS.issuperset(map(type, args[1:])):
                return None
            kwargs = {**dict(zip(function.parameters[1:], args[1:], strict=False)), **kwargs}
    for value in values:
        if type(value) is Tensor:
            like = getattr(value, "_data", None)
            if like is None:
                view = getattr(value, "_view", None)
                if view is None or not view.in_order():
                    return None
                like = view.read(value)
            if type(like) not in waiting:
                return None
            natives.append(like)
        elif type(value) not in OPTIONS:
            return None
        else:
            natives.append(value)
    ops = compiling.get(type(like))
    if ops is None or not ops.is_eager() or not function.takes_plainly(args, kwargs):
        return None
    return in_words_of_numpy(function, ops, natives, kwargs, like)


def _computed_as_before(function, args, kwargs, parts, tensors: list, natives: list):
    """Return the tracked result of a call whose program and node are known, else NotImplemented."""
    core = function.core
    key = function, (list, tuple(parts)), _options_of_key(kwargs), default_slot[0]
    program = pattern = None
    if core is None and function.host is None:
        program = known.get(key)
        if program is QUICK:
            program = None
        elif type(program) is not CompiledBody or program.kind is not None:
            return NotImplemented
    if mode.enabled and function.differentiable:
        edges, pattern = _edges_and_pattern(key, tensors)
        if pattern is NotImplemented:
            return NotImplemented
    if program is not None:
        try:
            made = program.call(natives)[0]
        except NotCompiled:  # the general way finds that out again, and remembers it
            return NotImplemented
        result = _new(Tensor)
        result._data = made
    elif pattern is None:
        return _computed_by_body(function, args, kwargs, tensors)
    else:
        result = NotImplemented
        if function.host is not None and len(natives) == len(args):
            result = _in_words_of_numpy(function, natives, kwargs)
        if result is not NotImplemented:
            pattern.record(edges, tensors, result)
            return result
        plain = [_untracked(value) for value in args]
        if function.host is not None:
            result = computed(function, plain, kwargs, key)
        else:
            body = function.body if core is None or kwargs else _bound[core]
            result = body(*plain, **kwargs)
    if pattern is not None:
        pattern.record(edges, tensors, result)
    return result


def recorded_by_numpy(function, args: list):
    """Return the tracked results of a call of small tensors that is like one before.

    Parameters
    ----------
    function
        What the frontend declares of it: it has a form of NumPy's, and no options.
    args : list
        Tensors whose classes override nothing, and None for those that are not given.

    Returns
    -------
    Tensor, tuple of Tensor or NotImplemented
    """
    if Anomaly.enabled or hooks.pairs:
        return NotImplemented
    parts, values, tensors, edges, present = [], [], [], [], []
    wanted = False
    for x in args:
        if x is None:
            parts.append(_NONE)
            values.append(None)
            continue
        native = getattr(x, "_data", None)
        if native is None:
            view = x._view
            if type(x) is not Tensor or not view.in_order():
                return NotImplemented
            native = view.read(x)
        if type(native) not in waiting:
            return NotImplemented
        if type(x) is Tensor:
            edge = _NOTHING_BEFORE
        else:
            edge = edge_of(x)
            wanted = wanted or requires_grad(x)
        parts.append((native.shape, native.dtype))
        values.append(native)
        tensors.append(x)
        edges.append(edge)
        present.append(edge[0] is not None)
    key = function, (list, tuple(parts)), None, default_slot[0]
    pattern = patterns.get((key, *present)) if wanted else None
    if pattern is None:
        return NotImplemented
    made = _in_words_of_numpy(function, values, {})
    if made is not NotImplemented:
        pattern.record(edges, tensors, made)
    return made


def _in_words_of_numpy(function, natives: list, kwargs: dict):
    """Compute a call of native arrays alone by NumPy; NotImplemented if it has no words for it."""
    first = natives[0]
    ops = compiling.get(type(first)) if type(first) in waiting else None
    if ops is None or not ops.is_eager():
        return NotImplemented
    if function.view or function.draws or function.core is not None:
        return NotImplemented
    return in_words_of_numpy(function, ops, natives, kwargs, first)


def _with_sizes_in_one(function, args: tuple) -> tuple:
    """Return arguments with the sizes in one tuple that may come one after the other."""
    at = function.variadic
    if at is not None and len(args) > at and type(args[at]) is int:
        return (*args[:at], args[at:])
    return args


def _in_names_of_body(function, args: tuple, kwargs: dict) -> tuple[tuple, dict] | None:
    """Return (args, kwargs) with tensors in their places, and options by the body's names of them.

    None where an option is no number, name or type.
    """
    aliases = function.aliases
    if aliases and not aliases.keys().isdisjoint(kwargs):
        named = {aliases.get(name, name): value for name, value in kwargs.items()}
        if len(named) < len(kwargs):  # an option came by both names
            return None
        kwargs = named
    if _TAKEN.issuperset(map(type, kwargs.values())):
        return args, kwargs
    if _asks_for_c_order(function, kwargs):
        return args, {}  # so lies what comes of operands in C order
    return _by_position(function, args, kwargs)


def _by_position(function, args: tuple, kwargs: dict) -> tuple[tuple, dict] | None:
    """Return (args, kwargs) with tensors that are named in their places; None if one has none."""
    last = max([at for at, _, _ in function.arrays if at is not None], default=-1)
    names = function.parameters[len(args) : last + 1]
    if not names or not kwargs.keys() >= set(names):
        return None
    left = {name: value for name, value in kwargs.items() if name not in names}
    if not _TAKEN.issuperset(map(type, left.values())):
        return None
    return (*args, *[kwargs[name] for name in names]), left


def _asks_for_c_order(function, kwargs: dict) -> bool:
    """Return whether the one option says that the result lies in C order."""
    is_asked = kwargs.get("memory_format") is contiguous_format and len(kwargs) == 1
    return is_asked and "memory_format" in function.parameters


def _options_of_key(kwargs: dict) -> tuple | None:
    return tuple([(name, (type(v), v)) for name, v in kwargs.items()]) if kwargs else None


def _computed_plainly(function, args, kwargs, parts: list, tensors: list, may_be_host: bool):
    """Return the result of a call that no tape knows; NotImplemented if it needs a closer look."""
    if not function.takes_plainly(args, kwargs):
        return NotImplemented
    if function.host is not None:
        made = computed(function, args, kwargs, may_be_host=may_be_host)
    elif function.core is not None or function.is_composed:
        made = function.body(*args, **kwargs)
    else:
        key = function, (list, tuple(parts)), _options_of_key(kwargs), default_slot[0]
        made = computed(function, args, kwargs, key)
    return _in_own_memory(function, made, tensors)


def _computed_by_body(function, args: tuple, kwargs: dict, tensors: list):
    """Return the result of a body without a node; of a core function NotImplemented.

    The body was traced: it neither writes, draws, nor gives back an argument.
    """
    if function.core is not None:  # a plain call is as short
        return NotImplemented
    plain = [_untracked(value) for value in args]
    made = (
        function.body(*plain, **kwargs)
        if function.host is None
        else computed(function, plain, kwargs)
    )
    return _in_own_memory(function, made, tensors)


def _in_own_memory(function, result, tensors: list):
    """Return the result of a body; of a view of an array of its own, that array."""
    if (type(result) is not Tensor or hasattr(result, "_view")) and not function.is_composed:
        if isinstance(result, (Tensor, tuple, list)):
            owning(result, tensors)
    return result


def _waits(x: Tensor) -> bool:
    """Return whether a tensor's elements lie on the host: its own, or those of a view's base."""
    data = getattr(x, "_data", None)
    if data is None and hasattr(x, "_view"):
        base = x._view.base
        return not isinstance(base, Tensor) or type(base._data) in waiting
    return type(data) in waiting


def viewed(function, args: tuple, kwargs: dict):
    """Return the view that a function shows of a small tensor, else NotImplemented.

    Parameters
    ----------
    function, args, kwargs
        As for :func:`repeated`.
    """
    x = args[0] if args else None
    kind = type(x)
    if kind is Tensor and not kwargs:
        rest = args[1:]
        if _INT.issuperset(map(type, rest)) or (
            len(rest) == 1 and type(rest[0]) in _SIZES and _INT.issuperset(map(type, rest[0]))
        ):
            return _viewed_by_ints(function, x, args, rest)
        if len(rest) == 1 and type(rest[0]) is list and _INT.issuperset(map(type, rest[0])):
            rest = (tuple(rest[0]),)
            return _viewed_by_ints(function, x, (x, *rest), rest)
    return _viewed_generally(function, args, kwargs)


def _viewed_by_ints(function, x: Tensor, args: tuple, rest: tuple):
    """Return the view for arguments that are ints alone: mostly the lens of an earlier call."""
    view = getattr(x, "_view", None)
    if view is None:
        base, stack = x, ()
    elif type(view) is View:
        base, stack = view.base, view.stack
        if type(stack[0]) is StorageAlias:  # one for each tensor
            stack = stack[1:]
    else:
        return _viewed_generally(function, args, {})
    data = getattr(base, "_data", None)
    if type(data) not in waiting:
        return _viewed_generally(function, args, {})
    key = function, data.shape, stack, rest
    found = _lenses.get(key)
    if found is not None:
        if view is None:
            return view_of_plain(x, found[0][0], Tensor)
        return view_further(x, *found)
    made = _viewed_generally(function, args, {})
    if type(made) is Tensor and hasattr(made, "_view"):
        seen = made._view
        at = 0 if view is None else len(view.stack)
        more = seen.stack[at:]
        is_fixed = _FIXED.issuperset(map(type, (*stack, *more)))
        if view is None and len(more) == 1:  # of a view, where one begins depends on all lenses
            is_fixed = is_fixed or type(more[0]) is Index and not more[0].unknown
        if seen.base is base and len(more) == 1 and is_fixed:
            if len(_lenses) > KEPT_CALLS:
                _lenses.clear()
            _lenses[key] = more, Tensor, seen.in_order()
    return made


_lenses: dict[tuple, tuple] = {}  # (the lens, its class, whether it shows C order), by calls
_FIXED, _INT = frozenset({Reshape, Permute}), frozenset({int})


def _viewed_generally(function, args: tuple, kwargs: dict):
    x = args[0] if args else None
    kind = type(x)
    if kind is not Tensor and not is_plain[kind] or not _waits(x):
        return NotImplemented
    rest = args[1:]
    if not OPTIONS.issuperset(map(type, rest)):
        for value in rest:
            if type(value) not in OPTIONS and not (
                type(value) in _SIZES and OPTIONS.issuperset(map(type, value))
            ):
                return NotImplemented
    if kwargs and not OPTIONS.issuperset(map(type, kwargs.values())):
        return NotImplemented
    args = _with_sizes_in_one(function, args)
    if not function.takes_plainly(args, kwargs):
        return NotImplemented
    return function.body(*args, **kwargs) if kind is Tensor else call(function, args, kwargs)


def _call_key_parts(args: tuple) -> tuple | None:
    """Return (key parts, tensors, natives, is one tracked, plain tensors); None for other values.

    The last are stand-ins, by the ``id`` of tensors that lie in another order than C's.
    """
    parts: list = []
    tensors: list = []
    natives: list = []
    tracked, turned = False, None
    for value in args:
        kind = type(value)
        if kind in OPTIONS:
            parts.append((kind, value))
        elif is_plain[kind]:
            native = getattr(value, "_data", None)
            if native is None:
                view = getattr(value, "_view", None)  # read now: an empty slot costs a body more
                if view is None or kind is not Tensor:
                    return None
                native = view.read(value)
                if not view.in_order():
                    turned = turned or {}
                    plain = turned[id(value)] = _new(Tensor)
                    plain._data = native
            shape = native.shape
            parts.append(((shape if type(shape) is tuple else tuple(shape)), native.dtype))
            tensors.append(value)
            natives.append(native)
            if kind is not Tensor:
                tracked = True
        elif kind in _SIZES and OPTIONS.issuperset(map(type, value)):
            parts.append(frozen(value))
        elif kind is tuple or kind is list:
            for each in value:
                if type(each) is not Tensor:
                    return None
                native = getattr(each, "_data", None)
                if native is None:
                    view = getattr(each, "_view", None)
                    if view is None or not view.in_order():
                        return None
                    native = view.read(each)
                tensors.append(each)
                natives.append(native)
            parts.append(frozen(value))
        else:
            return None
    return (parts, tensors, natives, tracked, turned) if natives else None


def _edges_and_pattern(key: tuple, tensors: list) -> tuple[list, object]:
    """Return (edges, node pattern: None if no gradient is wanted, NotImplemented if unknown)."""
    edges, wanted, key = [], False, [key]
    for x in tensors:
        if type(x) is Tensor:
            edge = _NOTHING_BEFORE
        else:
            edge = edge_of(x)
            wanted = wanted or requires_grad(x)
        edges.append(edge)
        key.append(edge[0] is not None)
    if not wanted:
        return edges, None
    pattern = patterns.get(tuple(key))
    if pattern is None or Anomaly.enabled or hooks.pairs:
        return edges, NotImplemented
    return edges, pattern


def _untracked(value):
    """Return a tensor as one that no tape knows; anything else as it is."""
    if type(value) is Tensor or not is_plain[type(value)]:
        return value
    plain = _new(Tensor)
    plain._data = value._data
    return plain


__all__ = ["is_plain", "recorded_by_numpy", "repeated", "viewed"]
