"""Errors of floating-point arithmetic on frameworks that look at no flags, where a program asks.

NumPy reports them as ``np.errstate`` and ``np.seterr`` say. While a state asks for more than the
default warnings, the core's functions that compute are exchanged for ones that have NumPy compute a
second time what may have failed: its errors, warnings, calls and words are NumPy's own, and so is
what they name. A result is the framework's, as it is elsewhere. Nothing else is done meanwhile, and
nothing at all in the default state.

The memory of few elements is computed anyway. Of more, a result that is finite was computed without
an error: one pass over the result tells.

In the default state NumPy tells of what it computes on the memory of the host for another
framework: :class:`_DefaultWarnings` warns of that, never of a compiled program or a kernel.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator

import numpy as np

from frontends.common.conversion import PYTHON_NUMBERS
from ivy_core import backend_handler, contexts
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import shown
from ivy_core.arrays.views import new_array
from ivy_core.backends.common.host import float_errors
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for, load_backend
from ivy_core.binding.dialect import Dialect
from ivy_core.compilation.trace import trace as tracing
from ivy_core.compilation.trace.trace import Unsupported
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.tracebacks import level_of_user, owner

from .errors import entry
from .ndarray import ivy, ndarray
from .options import WRITTEN
from .policy import WATCHED_ELEMENTS
from .scalar_types import BackendScalar

_CATEGORIES = frozenset({
    "calculus", "comparison", "decompositions", "descriptive", "division", "elementwise",
    "floating_point", "linear_algebra", "numerics", "statistical", "transcendental", "utility",
})  # fmt: skip
_ASKING = frozenset({"raise", "call", "print", "log"})
_CALLING = frozenset({"call", "log"})  # states that use the one function for calls
_QUIET = frozenset({"ignore"})
_ARRAYS = frozenset({ndarray, BackendScalar})
_UNSPECIFIED = np.errstate.__init__.__kwdefaults__["call"]
_bound = ivy.__dict__


class Watch:
    """State of the process: what asks for reports, and which functions are exchanged for it.

    Blocks of all threads count: what a call's context asks for is looked at then.

    Attributes
    ----------
    count : int
    is_lasting : bool
        Whether :func:`seterr` asks, in no block.
    exchanged : dict
        The functions of the core that report, by name; empty while nothing asks.
    is_on : bool
        Whether functions are exchanged.
    known : dict
        What :attr:`exchanged` may be, by the function that one of them stands for: the namespace of
        a backend has all of its own.
    """

    dialect: Dialect  # this frontend's; func_wrapper.py, which makes it, sets it

    def __init__(self):
        self.lock = threading.RLock()
        self.count, self.is_lasting, self.is_on = 0, False, False
        self.exchanged: dict[str, Callable] = {}
        self.known: dict[Callable, dict[str, Callable]] = {}


watch = Watch()


def is_asked() -> bool:
    """Return whether floating-point errors are reported in this context."""
    return watch.is_on and not _QUIET.issuperset(np.geterr().values())


def are_known(values) -> bool:
    """Return whether some of the values are another framework's arrays, and none is traced."""
    natives = [held(x) for x in values if isinstance(x, Array)]
    if all(isinstance(x, (np.ndarray, np.generic)) for x in natives):
        return False
    return not any(backend_for(x).is_tracer(x) for x in natives)


def are_free(values) -> bool:
    """Return whether NumPy may compute with values :func:`are_known` takes: no gradient is lost."""
    natives = [held(x) for x in values if isinstance(x, Array)]
    return are_known(values) and not any(map(_is_recorded, natives))


def _is_recorded(native) -> bool:
    backend = backend_for(native)
    return not backend.is_eager() or backend.needs_gradient(native)


class Refused(Exception):
    """A shorter way than the functions that report was taken."""


def refuse(*operands):
    raise Refused


@functools.cache
def _names() -> list[str]:
    """Return the names of the core's functions that compute, and cast."""
    names = [name for name, spec in FUNCTIONS.items() if spec.category in _CATEGORIES]
    return [*names, "astype", "linspace", "logspace"]


def _exchange() -> None:
    """Exchange the core's functions, or take those back that nothing asks for any more."""
    with watch.lock:
        held, watch.exchanged = watch.exchanged, {}
        if held and _bound["add"] is held["add"]:  # not filled with others meanwhile
            _bound.update({name: function.unwatched for name, function in held.items()})
        if (watch.count or watch.is_lasting) and not contexts.common.on_host:
            function = unwatched("add")
            if function not in watch.known:
                watch.known[function] = {
                    name: _watching(name, unwatched(name)) for name in _names()
                }
            watch.exchanged = watch.known[function]
            _bound.update(watch.exchanged)
        watch.is_on = contexts.common.watches_errors = bool(watch.exchanged)
        for react in on_exchange:
            react()


# Called when functions have been exchanged: who keeps a shorter way than theirs forgets it.
on_exchange: list[Callable[[], None]] = []


def _begin() -> None:
    with watch.lock:
        watch.count += 1
        if watch.count == 1 and not watch.is_lasting:
            _exchange()


def _end() -> None:
    with watch.lock:
        watch.count -= 1
        if not watch.count and not watch.is_lasting:
            _exchange()


contexts.on_change.append(lambda: (watch.count or watch.is_lasting) and _exchange())


def _watching(name: str, plain: Callable) -> Callable:
    """Return a function of the core that reports what NumPy would of the same call."""

    @functools.wraps(plain)
    def call(*args, **kwargs):
        state = np.geterr()
        if _QUIET.issuperset(state.values()):
            return plain(*args, **kwargs)
        with np.errstate(all="ignore"):
            result = plain(*args, **kwargs)
        report(name, args, kwargs, result, state)
        return result

    call.unwatched = plain
    return call


def report(name: str, args, kwargs, result, state) -> None:
    """Have NumPy report the errors of a call that has given ``result``, if it may have any."""
    arrays = [x for x in _flat((args, kwargs)) if type(x) in _ARRAYS]
    if not are_known(arrays):  # NumPy has computed with its own arrays, and reported itself
        return
    if _is_large(arrays) and not _may_have_failed(name, result, state):
        return
    numpys = backend_handler.namespace(load_backend("numpy"), watch.dialect).__dict__[name]
    _repeat(numpys, _on_numpy(args, _boxed), _on_numpy(kwargs, _boxed))


def run_body_watched(body: Callable, real: Callable | None, args, kwargs):
    """Call the body of a function of NumPy's; NumPy's own reports what it would have.

    A body computes otherwise than NumPy's function, for one with infinities that it leaves out. One
    that writes to an argument, or calls a function of the user's, is not called twice.
    """
    values = list(_flat((args, kwargs)))
    once = real is None or not WRITTEN.isdisjoint(kwargs) or any(map(callable, values))
    if once or not is_asked() or not are_known(values):
        return body(*args, **kwargs)
    with np.errstate(all="ignore"):
        result = body(*args, **kwargs)
    arrays, state = [x for x in values if type(x) in _ARRAYS], np.geterr()
    if not _is_large(arrays) or _may_have_failed(real.__name__, result, state):
        _repeat(real, _on_numpy(args, np.asarray), _on_numpy(kwargs, np.asarray))
    return result


def _is_large(arrays) -> bool:
    return max(x.size for x in arrays) > WATCHED_ELEMENTS


def _boxed(host: np.ndarray) -> ndarray:
    return new_array(ndarray, host)


def report_masked(real: np.ufunc, operands, mask, results) -> None:
    """Have NumPy warn of a ufunc's errors, in the default state, where a mask chooses elements."""
    hosts = [_memory_of_few(x) for x in results]
    if any(x is None for x in hosts):
        return
    if real.__name__ not in _OF_INTEGERS and all(map(_is_finite, hosts)):
        return
    if not are_free([x for x in (*operands, mask) if type(x) in _ARRAYS]):
        return
    outs = tuple([np.zeros(x.shape, x.dtype) for x in hosts])
    reported(
        real,
        [_on_numpy(x, np.asarray) for x in operands],
        {"where": shown(mask), "out": outs, "casting": "unsafe"},
    )


def _memory_of_few(x) -> np.ndarray | None:
    """Return the host's memory of an array of few elements, None if there is none."""
    native = getattr(x, "_data", None)
    if native is None or x.size > WATCHED_ELEMENTS:
        return None
    return backend_for(native).memory_on_host(native)


def _is_finite(host: np.ndarray) -> bool:
    return host.dtype.kind not in "fc" or bool(np.isfinite(host).all())


def reported(function: Callable, args, kwargs):
    """Call a function of NumPy's, whose warnings of errors name the user's line."""
    with _logged() as said:
        try:
            return function(*args, **kwargs)
        finally:
            said.warn()


def _repeat(function: Callable, args, kwargs) -> None:
    """Call a function of NumPy's for its errors alone: other warnings have been given before."""
    with _logged() as said:
        try:
            with warnings.catch_warnings():
                if said.is_asked:
                    warnings.simplefilter("ignore")
                function(*args, **kwargs)
        finally:
            said.warn()


@contextlib.contextmanager
def _logged() -> Iterator[_Said]:
    """Have NumPy write to a log what it would warn of; where a log is in use, leave the state."""
    state = np.geterr()
    logged = {kind: "log" for kind, how in state.items() if how == "warn"}
    said = _Said()
    if logged and not _CALLING.isdisjoint(state.values()):
        said.is_asked = False
        yield said
        return
    with np.errstate(call=said, **logged) if logged else np.errstate():
        yield said


class _Said(list):
    """List of the warnings that NumPy writes to a log."""

    is_asked = True

    def write(self, text: str) -> None:
        self.append(text.removeprefix("Warning: ").rstrip())

    def warn(self) -> None:
        """Give the warnings, in the user's line."""
        for text in self:
            warnings.warn(text, RuntimeWarning, stacklevel=level_of_user(sys._getframe()))


def _flat(value):
    """Give the values in nested lists, tuples and dictionaries."""
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _flat(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _flat(each)
    else:
        yield value


def _on_numpy(value, box: Callable):
    """Return a value with the arrays in it on NumPy's memory; ``box`` is given each."""
    kind = type(value)
    if kind in PYTHON_NUMBERS:
        return value
    if kind in _ARRAYS:
        native = getattr(value, "_data", None)
        host = None if native is None else backend_for(native).memory_on_host(native)
        if host is None:  # a view, or elsewhere
            host = shown(value)
        return box(host) if kind is ndarray else host[()]
    if kind is list or kind is tuple:
        return kind([_on_numpy(each, box) for each in value])
    if kind is dict:
        return {key: _on_numpy(each, box) for key, each in value.items()}
    return shown(value) if isinstance(value, Array) else value


_OF_INTEGERS = frozenset({"floor_divide", "remainder", "divmod", "fmod", "astype", "trunc_divide"})


def _may_have_failed(name: str, result, state) -> bool:
    """Return whether a result, or where that does not tell the operands, shows an error."""
    if name in _OF_INTEGERS or state["under"] != "ignore":
        return True
    for x in _flat(result):
        if isinstance(x, Array):
            if x.dtype.kind in "fc" and not unwatched("all")(unwatched("isfinite")(x)):
                return True
        elif isinstance(x, (float, complex, np.inexact)) and not np.isfinite(x):
            return True
    return False


def unwatched(name: str) -> Callable:
    """Return a function of the core, not the one that reports in its place."""
    function = _bound[name]
    return getattr(function, "unwatched", function)


class _States(threading.local):
    """States that :class:`errstate` and :func:`seterr` have set in a thread, innermost last.

    In the context that NumPy computes in for another framework it does not see them.
    """

    def __init__(self):
        self.entries: list[dict[str, str]] = []
        self.last: dict[str, str] = {}

    def set_all(self, state: dict[str, str]) -> None:
        """Let a whole state stand, until the block that it is set in ends."""
        if self.entries and self.entries[-1] is self.last:
            self.entries.pop()
        self.last = state
        self.entries.append(state)

    def of(self, kind: str) -> str:
        return next((entry[kind] for entry in reversed(self.entries) if entry.get(kind)), "warn")


_states = _States()
_KINDS = {"divide": "divide", "overflow": "over", "underflow": "under", "invalid": "invalid"}
_HERE = os.path.dirname(__file__)
# who calls the core for a ufunc, an operator or a cast, and for nothing else
_UFUNC_FILES = frozenset(os.path.join(_HERE, *names) for names in (
    ("operators.py",), ("ufuncs", "dispatch.py"), ("ufuncs", "native.py"),
    ("called_by_numpy.py",),
))  # fmt: skip
_CASTS = os.path.join(_HERE, "methods.py"), "astype"


@contextlib.contextmanager
def unreported() -> Iterator[None]:
    """Warn of nothing that is computed here: a mask leaves out some of it."""
    entries = _states.entries
    depth = len(entries)
    entries.append(dict.fromkeys(_KINDS.values(), "ignore"))
    try:
        yield
    finally:
        del entries[depth:]


class _DefaultWarnings:
    """Listener that warns of the errors of a ufunc, an operator or a cast that a user has called.

    NumPy warns of no others where it computes a function of several steps: those leave out, or put
    right, what has gone wrong in one.
    """

    def write(self, text: str) -> None:
        text = text.removeprefix("Warning: ").rstrip()
        kind = _KINDS.get(text.partition(" ")[0])
        if watch.is_on or _states.of(kind) != "warn" or not _is_called_by_user(sys._getframe(1)):
            return
        try:
            warnings.warn(text, RuntimeWarning, stacklevel=level_of_user(sys._getframe()))
        except RuntimeWarning as err:
            raise float_errors.ReportedWarning(*err.args) from None


def _is_called_by_user(frame) -> bool:
    """Return whether a user's code called the ufunc, operator or cast that the frame works for."""
    while frame is not None and owner(frame.f_code.co_filename) == "ivy":
        frame = frame.f_back
    is_ufunc = False
    while frame is not None and owner(frame.f_code.co_filename) == "frontend":
        code = frame.f_code
        is_ufunc = code.co_filename in _UFUNC_FILES or (code.co_filename, code.co_name) == _CASTS
        if not is_ufunc:
            return False
        frame = frame.f_back
    return is_ufunc


float_errors.report_to(_DefaultWarnings())


def _refuse_in_program(states) -> None:
    """Raise Unsupported for a state that no program has, while one is traced."""
    if tracing.current is not None and tracing.is_tracing() and not _ASKING.isdisjoint(states):
        raise Unsupported("floating-point errors are asked for: no program reports them")


class errstate(np.errstate):  # noqa: N801 - NumPy's name
    __slots__ = ("asks_", "depth_", "set_")
    __doc__ = np.errstate.__doc__

    def __init__(
        self, *, call=_UNSPECIFIED, all=None, divide=None, over=None, under=None, invalid=None
    ):
        super().__init__(call=call, all=all, divide=divide, over=over, under=under, invalid=invalid)
        self.asks_ = not {None, "ignore"}.issuperset((all, divide, over, under, invalid))
        self.set_ = {
            "divide": divide or all, "over": over or all, "under": under or all,
            "invalid": invalid or all,
        }  # fmt: skip

    def __enter__(self):
        _refuse_in_program(self.set_.values())
        super().__enter__()
        self.depth_ = len(_states.entries)
        _states.entries.append(self.set_)
        if self.asks_:
            _begin()

    def __exit__(self, *exc_info):
        super().__exit__(*exc_info)
        del _states.entries[self.depth_ :]
        if self.asks_:
            _end()

    def __call__(self, func):
        inner = super().__call__(func)

        @functools.wraps(func)
        def call(*args, **kwargs):
            _refuse_in_program(self.set_.values())
            entries = _states.entries
            depth = len(entries)
            entries.append(self.set_)
            if self.asks_:
                _begin()
            try:
                return inner(*args, **kwargs)
            finally:
                del entries[depth:]
                if self.asks_:
                    _end()

        return call


@entry
def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    """Set how errors of floating-point arithmetic are reported, in this context.

    Returns
    -------
    dict
        The state before.
    """
    _refuse_in_program((all, divide, over, under, invalid))
    before = np.seterr(all=all, divide=divide, over=over, under=under, invalid=invalid)
    now = np.geterr()
    _states.set_all(now)
    asks = not _ASKING.isdisjoint(now.values()) or now["under"] == "warn"
    with watch.lock:
        if asks != watch.is_lasting:
            watch.is_lasting = asks
            if not watch.count:
                _exchange()
    return before


errstate.__module__ = seterr.__module__ = "frontends.numpy"
