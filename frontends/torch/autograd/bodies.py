"""Bodies that come again are compiled, where a backend compiles: one program a function.

A body composed of many calls of the core costs each of them; its program one call. Which calls are
compiled depends on function, options, shapes and types, and on how often they have come; a body of
few operations, which take no longer than the call of a program, stays as it is.
"""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from functools import partial

from ivy_core.arrays.views import new_array
from ivy_core.backends.common.host.float_errors import host_context
from ivy_core.backends.common.patience import patience
from ivy_core.backends.holder import held, read, sample_of, waiting
from ivy_core.backends.loading import backend_of_class
from ivy_core.utils.exceptions import IvyException

from ..policy import (
    CALLS_BEFORE_COMPILING,
    FEWEST_STEPS_TO_COMPILE,
    FEWEST_STEPS_TO_COMPILE_FROM_HOST,
    HOST_FORM_ELEMENTS,
    KEPT_CALLS,
)
from ..random.generator import watchers
from ..tensors.dtypes import default_slot
from ..tensors.tensor import Tensor, tensors_among

OPTIONS = frozenset({bool, int, float, str, type(None)})  # each is its own part of a key
REFUSED = object()  # stands for the program of a call that has none
# by function, options and shapes: a program, or how often it came
known: OrderedDict = OrderedDict()
# stands for the program of a call whose body is shorter than one, or looks at values
QUICK = object()


class NotCompiled(Exception):
    """A body does what a program cannot: gives back an argument, writes, draws, reads values."""


# what tracing raises of a body, or of a graph, that cannot be traced: it may be wrong anyway
UNTRACEABLE = (
    NotCompiled, IvyException, ArithmeticError, AttributeError, LookupError, NotImplementedError,
    RuntimeError, TypeError, ValueError,
)  # fmt: skip


class _Unlooked(threading.local):
    """Count, for each thread, of the checks of values that a traced body could not make."""

    count = 0


_unlooked = _Unlooked()


def note_unlooked() -> None:
    """Say that a body looks at values, and could not: its program would never refuse any."""
    _unlooked.count += 1


def frozen(value):
    """Return a hashable value that two options have in common only if they are the same."""
    kind = type(value)
    if kind is Tensor:
        native = getattr(value, "_data", None)
        if native is None:
            return tuple(value.shape), sample_of(value).dtype
        shape = native.shape
        return (shape if type(shape) is tuple else tuple(shape)), native.dtype
    if kind is list or kind is tuple:
        parts = []
        for each in value:
            inner = type(each)
            parts.append((inner, each) if inner in OPTIONS else frozen(each))
        return kind, tuple(parts)
    if kind is dict:
        return tuple([(key, frozen(each)) for key, each in value.items()]) if value else None
    if kind is slice:
        return slice, frozen(value.start), frozen(value.stop), frozen(value.step)
    if isinstance(value, Tensor):
        return tuple(value.shape), sample_of(value).dtype
    if hasattr(value, "native_dtype"):
        return value.shape, value.native_dtype
    hash(value)
    return kind, value


def key_of(function, args, kwargs):
    """Make the key that a call shares with others of the same function, options and shapes.

    None where an option has no hash.
    """
    parts = []
    try:
        for value in args:
            kind = type(value)
            native = getattr(value, "_data", None) if kind is Tensor else None
            if native is not None:
                shape = native.shape
                parts.append(((shape if type(shape) is tuple else tuple(shape)), native.dtype))
            elif kind in OPTIONS:
                parts.append((kind, value))
            else:
                parts.append(frozen(value))
        options = frozen(kwargs) if kwargs else None
        key = function, (list, tuple(parts)), options, default_slot[0]
        hash(key)
    except TypeError:
        return None
    return key


def computed(function, args: list, kwargs: dict, key=None, may_be_host: bool = True):
    """Compute the body of a function of plain tensors.

    Parameters
    ----------
    function
        What the frontend declares of it.
    args, kwargs
        As the body takes them.
    key : optional
        What :func:`key_of` gives for them, where that is known.
    may_be_host : bool, optional
        Whether NumPy's form of it has not been asked yet.
    """
    body = function.body
    if function.view or getattr(function, "core", "") is not None or function.draws:
        return body(*args, **kwargs)
    first = args[0] if args else None
    if not isinstance(first, Tensor):
        first = _find_first_tensor((*args, *kwargs.values()))
        if first is None:
            return body(*args, **kwargs)
    native = getattr(first, "_data", None)
    if native is None:
        native = sample_of(first)
    kind = type(native)
    ops = compiling[kind] if kind in compiling else compiling_backend(native)
    if ops is None or not ops.is_eager():
        return body(*args, **kwargs)
    if may_be_host and function.host is not None and _is_for_host(function.host, kind):
        values, options = _natives_among(function, args, kwargs)
        made = in_words_of_numpy(function, ops, values, options, native)
        if made is not NotImplemented:
            return made
    return _computed_by_key(ops, function, args, kwargs, key, kind)


def _is_for_host(form, kind: type) -> bool:
    """Return whether NumPy is asked: of what lies on the host, by some forms of all on a CPU."""
    return kind in waiting or getattr(form, "waits_for_programs", False)


def _computed_by_key(ops, function, args, kwargs: dict, key, kind: type):
    """Compute by the program of earlier calls like this one, or by the body, and count the call.

    ``kind`` is the class of the first tensor's native array.
    """
    body = function.body
    if key is None:
        key = key_of(function, args, kwargs)
        if key is None:
            return body(*args, **kwargs)
    found = known.get(key)
    if found is REFUSED or found is QUICK:
        return body(*args, **kwargs)
    if type(found) is not CompiledBody:
        if not _is_due(key, found or 0):
            return body(*args, **kwargs)
        fewest = FEWEST_STEPS_TO_COMPILE.get(ops.NAME, 1)
        fewest = FEWEST_STEPS_TO_COMPILE_FROM_HOST if kind in waiting else fewest
        found = known[key] = _compile_body(ops, function, args, kwargs, fewest)
        if found is REFUSED or found is QUICK:
            return body(*args, **kwargs)
    try:
        made = found.call([read(x) for x in tensors_among(args, kwargs)])
    except NotCompiled:  # traced again: for what the key does not tell
        known[key] = REFUSED
        return body(*args, **kwargs)
    boxes = []
    for each in made:
        box = object.__new__(Tensor)
        box._data = each
        boxes.append(box)
    return boxes[0] if found.kind is None else found.kind(boxes)


def part_in_words_of_numpy(part, args: list):
    """Compute a part of a formula by NumPy, as `in_words_of_numpy`, of small tensors alone.

    Parameters
    ----------
    part
        Has ``host`` and ``parameters``, as functions have.
    args : list
        The first one is a tensor.
    """
    native = held(args[0])
    kind = type(native)
    ops = compiling.get(kind) if kind in waiting else None
    if ops is None or not ops.is_eager():
        return NotImplemented
    values, options = _natives_among(part, args, {})
    return in_words_of_numpy(part, ops, values, options, native)


def _natives_among(function, args, kwargs: dict) -> tuple[list, dict]:
    """Return native arrays for tensors, those of a list one by one, and options."""
    if args and (type(args[0]) is list or type(args[0]) is tuple):
        kwargs = {**dict(zip(function.parameters[1:], args[1:], strict=False)), **kwargs}
        args = args[0]
    return [held(x) if isinstance(x, Tensor) else x for x in args], kwargs


def in_words_of_numpy(function, ops, values: list, kwargs: dict, like):
    """Compute small tensors by NumPy; NotImplemented where the body is to do it.

    It is the same whatever has come before: which way a call goes depends on shapes and types.

    Parameters
    ----------
    values, kwargs
        Native arrays in place of tensors, numbers and options.
    like : native array
        One of them.
    """
    if kwargs and not OPTIONS.issuperset(map(type, kwargs.values())):
        return NotImplemented
    try:
        most = getattr(function.host, "most_elements", HOST_FORM_ELEMENTS)
        # PyTorch warns of no nan
        found = host_context.copy().run(ops.call_on_host, function.host, values, kwargs, like, most)
    except TypeError:
        return NotImplemented  # of wrong arguments: the body says it in PyTorch's words
    if found is None:
        return NotImplemented
    made, given = found
    if given is None:
        return new_array(Tensor, made)
    if made is NotImplemented:
        return made
    if isinstance(made, tuple):
        taken = set(map(id, given))
        return type(made)([_boxed(each, taken, ops, like) for each in made])
    return _boxed(made, {id(made)}, ops, like)


def _boxed(made, given: set, ops, like) -> Tensor:
    """Return a tensor of its own for an array that may be, or show, one that NumPy was given."""
    if made.base is not None or id(made) in given or not made.flags.c_contiguous:
        made = made.copy()
    given.add(id(made))
    return new_array(Tensor, ops.taken_from_host(made, like))


def _is_due(key, count: int) -> bool:
    """Return whether calls of a kind have come often enough to be compiled; count one if not."""
    if count >= CALLS_BEFORE_COMPILING and not patience.extends(count, CALLS_BEFORE_COMPILING):
        return True
    known[key] = count + 1
    if len(known) > KEPT_CALLS:
        known.popitem(last=False)
    return False


class CompiledBody:
    """A compiled body.

    Attributes
    ----------
    call : callable
        Takes the native arrays of the tensors among the arguments, gives those of the results.
    kind : type or None
        The class of a list or tuple of results, None where the result is one tensor.
    """

    __slots__ = ("call", "kind")

    def __init__(self, call, kind):
        self.call, self.kind = call, kind


compiling: dict[type, object] = {}  # backends by class of native arrays; None: none compiles calls


def compiling_backend(native):
    """Return the backend of a native array if it compiles calls with such; None if it does not."""
    kind = type(native)
    ops = backend_of_class(kind)
    if ops is not None and (not ops.CAPABILITIES.compiles or ops.is_tracer(native)):
        ops = None
    if len(compiling) > 64:
        compiling.clear()
    compiling[kind] = ops
    return ops


def _find_first_tensor(values) -> Tensor | None:
    """Return the first tensor, depth first through lists and tuples; None if there is none."""
    for value in values:
        if isinstance(value, Tensor):
            return value
        if type(value) is list or type(value) is tuple:
            found = _find_first_tensor(value)
            if found is not None:
                return found
    return None


def _compile_body(ops, function, args, kwargs, fewest: int) -> CompiledBody | object:
    """Return the body's `CompiledBody` for such arguments; `REFUSED` if untraceable or random.

    `QUICK` if it has less than ``fewest`` steps, or looks at values.
    """
    state = [(args, kwargs)]
    kinds: list = []

    def program(natives):
        if not state:
            raise NotCompiled
        boxes = []
        for each in natives:
            box = object.__new__(Tensor)
            box._data = each
            boxes.append(box)
        given, options = _replace_tensors(*state[0], boxes)
        result = function.body(*given, **options)
        kinds.append(None if isinstance(result, Tensor) else type(result))
        results = [result] if isinstance(result, Tensor) else list(result)
        if kinds[-1] is not None and not issubclass(kinds[-1], (list, tuple)):
            raise NotCompiled
        for each in results:
            if not isinstance(each, Tensor) or any(each is box for box in boxes):
                raise NotCompiled
            if hasattr(each, "_view") and any(each._view.base is box for box in boxes):
                raise NotCompiled
        if any(box._data is not native for box, native in zip(boxes, natives, strict=True)):
            raise NotCompiled
        return [read(each) for each in results]

    tensors = tensors_among(args, kwargs)
    if fewest > 1:  # of arrays that wait on the host, which `read` would give to the framework
        steps = first_results(partial(ops.count_steps, program), [held(x) for x in tensors])
        if steps is None:  # a second trace may be the first one, kept: it would say nothing
            return REFUSED
        if steps is QUICK or steps < fewest:
            return QUICK
    call = ops.compiled(program)
    made = first_results(call, [read(x) for x in tensors])
    state.clear()
    if made is None:
        return REFUSED
    return QUICK if made is QUICK else CompiledBody(call, kinds[0])


def first_results(call, natives: list, *, are_checked: bool = False):
    """Return the results of a program for its first arguments, for which it is traced.

    None if it cannot be traced or draws random numbers, `QUICK` if it would have to look at values:
    the body is computed as ever then, and says itself what else is wrong. It may go without a look
    where values ``are_checked``: of a gradient, by the call that is differentiated.
    """
    drawn: list = []
    watchers.append(drawn)
    unlooked = _unlooked.count
    try:
        made = call(natives)
    except UNTRACEABLE:
        return None
    finally:
        watchers.pop()
        for twister, before in reversed(drawn):
            twister.state = before
    if drawn:
        return None
    return made if are_checked or _unlooked.count == unlooked else QUICK


@contextlib.contextmanager
def of_arguments_alone():
    """Raise NotCompiled behind a block that draws random numbers."""
    drawn: list = []
    watchers.append(drawn)
    try:
        yield
    finally:
        watchers.pop()
        for twister, before in reversed(drawn):
            twister.state = before
    if drawn:
        raise NotCompiled


def _replace_tensors(args, kwargs, boxes):
    """Return (args, kwargs) with ``boxes``, in order, for tensors and those in a list or tuple."""
    left = iter(boxes)

    def one(value):
        if isinstance(value, Tensor):
            return next(left)
        if type(value) is list or type(value) is tuple:
            return type(value)([next(left) if isinstance(x, Tensor) else x for x in value])
        return value

    return [one(value) for value in args], {name: one(value) for name, value in kwargs.items()}


__all__ = [
    "OPTIONS", "QUICK", "REFUSED", "UNTRACEABLE", "CompiledBody", "NotCompiled", "compiling",
    "compiling_backend", "computed", "first_results", "frozen", "in_words_of_numpy", "key_of",
    "known", "note_unlooked", "of_arguments_alone", "part_in_words_of_numpy",
]  # fmt: skip
