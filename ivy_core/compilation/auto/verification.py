"""A function and its program called on the same values, and what they did compared.

What a call can change, arrays, lists, attributes, global names, is kept before; the function runs
on it, the program runs on copies, and in the end everything holds what the function left.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ivy_core.arrays.write import replace
from ivy_core.backends.holder import Holder, read
from ivy_core.backends.loading import backend_of

from ..call.closure_state import called
from ..call.containers import contents, is_plain_object, put_back
from ..call.signature import LoopItems, LoopRange
from ..call.slots import read_from, write_to
from ..trace.host_calls import kept
from ..trace.runtime_checks import ChecksFailed
from .stopwatch import Stopwatch

_EXACTLY = (str, bytes, bool, int, type(None), type(Ellipsis), range, slice, type)


class Comparison(NamedTuple):
    """Result of comparing both calls; times in seconds.

    Attributes
    ----------
    result
        What the function returned.
    difference : str
        Where the program did something else; "" if it did not.
    eager, compiled, compile_time : float
        The function's time, the program's, and how much longer the program's first call took.
    """

    result: object
    difference: str
    eager: float
    compiled: float
    compile_time: float


def compare(
    function, program, inputs: Callable, slots, args, kwargs, finish: Callable | None = None
) -> Comparison:
    """Call a function, then its program on copies of the same values, and compare.

    Parameters
    ----------
    function : callable
    program : BoundProgram
        The function's.
    inputs : callable
        Gives the inputs of the call, as the program takes them.
    slots : sequence of (namespace, name)
        The global names and cells that the function knows.
    args, kwargs
        The arguments.
    finish : callable, optional
        Is called after the program, with its result.

    Returns
    -------
    Comparison
        All that the arguments and names hold is the function's doing, whatever the program did.
    """
    given = inputs()
    bases = [*given.bases, *program.pinned]
    programs = program.env.programs
    copied, unchanged = programs.copied, {}
    if not programs.WRITES_IN_PLACE:  # what is not changed need not be copied, nor looked through
        changed = set(program.traced.changed)
        unchanged = {id(base): read(base) for at, base in enumerate(bases) if at not in changed}
    sources = [*given.sources, *program.host_calls.constant_sources.values()]
    before = _State(given, bases, slots, sources, copied, False, unchanged)
    watch = Stopwatch()
    result = function(*args, **kwargs)
    _wait_until_computed(result, bases)
    eager = watch.seconds()
    expected = _describe_after_call(result, args, kwargs, slots, unchanged)
    after = _State(given, bases, slots, sources, copied, True, unchanged)
    times = []
    difference = ""
    try:
        # The first call compiles. The second is timed.
        for _ in range(2):
            before.put_back()
            watch = Stopwatch()
            other = program(inputs())
            if finish is not None:
                finish(other)
            _wait_until_computed(other, bases)
            times.append(watch.seconds())
            if len(times) == 1:
                found = _describe_after_call(other, args, kwargs, slots, unchanged)
                difference = different(expected, found)
                if difference:
                    break
            del other
    except ChecksFailed:
        difference = f"the program cannot go on: {program.reason_of_checks}"
        times.append(eager)
    except Exception as err:
        text = str(err).strip().splitlines()
        difference = f"the program fails: {type(err).__name__}: {text[0] if text else ''}"
        times.append(eager)
    finally:
        after.put_back()
    return Comparison(result, difference, eager, times[-1], max(0.0, times[0] - times[-1]))


class _State:
    """State that a call can change, with its present values.

    Parameters
    ----------
    given : CallSignature
    bases : list of Array
    slots : sequence of (namespace, name)
    sources : sequence
        Generators of random numbers.
    copied : callable
        Copies a native array.
    is_last : bool
        Whether this is what everything is to hold in the end: the arrays' own data then, which
        native views share, and no copies.
    unchanged : dict
        What the arrays hold that the program does not change, by their identity: no copies of it
        are needed.
    """

    def __init__(self, given, bases, slots, sources, copied, is_last: bool, unchanged):
        self._copied, self._is_last = copied, is_last
        self._bases = []
        for base in bases:
            native = read(base)
            copy = native if id(base) in unchanged else copied(native)
            self._bases.append((base, native, copy))
        self._hosts = [(host, host.copy()) for host in given.hosts]
        self._containers = [(each, contents(each)) for each in given.containers]
        self._names = [(namespace, name, read_from(namespace, name)) for namespace, name in slots]
        self._sources = list(map(kept, sources))

    def put_back(self) -> None:
        for base, native, copy in self._bases:
            if copy is native:
                if read(base) is not native:
                    replace(base, native)
            elif not self._is_last:  # a program may take over the buffer that it is given
                replace(base, self._copied(copy))
            elif base._data is native:  # a variable, which has been assigned to
                replace(base, copy)
            else:
                replace(base, native)
        for host, held in self._hosts:
            np.copyto(host, held)
        for container, held in self._containers:
            if held is not None:
                put_back(container, held)
        for namespace, name, value in self._names:
            write_to(namespace, name, value)
        for put_state_back in self._sources:
            put_state_back()


def _wait_until_computed(result, bases) -> None:
    """Block until JAX has computed all arrays in a result and in ``bases``."""
    pending, seen = [result, *bases], set()
    while pending:
        value = pending.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Holder):
            value = read(value)
        if hasattr(value, "block_until_ready"):
            value.block_until_ready()
        elif isinstance(value, tuple | list):
            pending += value
        elif isinstance(value, dict):
            pending += value.values()


# values as they are now, to be compared with others later


def _describe_after_call(result, args, kwargs, slots, unchanged: dict) -> dict:
    """Describe a call's result, arguments and slots, by the names that messages give them."""
    seen = _Seen(unchanged)
    whole = {"the result": _describe_value(result, seen)}
    for i, value in enumerate(args):
        whole[f"argument {i + 1}"] = _describe_value(value, seen)
    for name, value in kwargs.items():
        whole[f"argument {name!r}"] = _describe_value(value, seen)
    for namespace, name in slots:
        value = read_from(namespace, name)
        what = called(namespace, name)
        whole[what] = _describe_value(value, seen)
    return whole


class _Seen(dict):
    """The numbers of what has been described, by identity; and what some arrays held before."""

    def __init__(self, unchanged: dict):
        super().__init__()
        self.unchanged = unchanged


def _describe_value(value, seen: _Seen):
    """Describe a value in terms that later writes to it do not change."""
    kind = type(value)
    if kind in _EXACTLY or kind in (float, complex):
        return kind, value
    if isinstance(value, np.generic):
        return kind, np.asarray(value)
    if id(value) in seen:
        return "again", seen[id(value)]
    seen[id(value)] = len(seen)
    if isinstance(value, Holder):
        if id(value) in seen.unchanged and read(value) is seen.unchanged[id(value)]:
            return kind, "as it was"
        return kind, np.array(sys.modules["ivy_core"].to_numpy(value))
    if isinstance(value, np.ndarray):
        return kind, value.copy()
    if kind is LoopRange:
        return kind, value.range
    if kind is LoopItems:
        return kind, [_describe_value(each, seen) for each in value.operands]
    if isinstance(value, tuple | list):
        return kind, [_describe_value(each, seen) for each in value]
    if isinstance(value, dict):
        return kind, {key: _describe_value(each, seen) for key, each in value.items()}
    if isinstance(value, set | frozenset):
        return kind, frozenset(value)
    if is_plain_object(value):
        return kind, {key: _describe_value(each, seen) for key, each in vars(value).items()}
    if backend_of(value) is not None:
        return kind, np.asarray(value)
    return kind, id(value)


def different(expected, found, where: str = "") -> str:
    """Compare two descriptions and say where and how they differ; "" where they do not."""
    if isinstance(expected, dict):
        if not isinstance(found, dict) or list(expected) != list(found):
            return f"{where} has other keys"
        for key, value in expected.items():
            inside = f"{where}.{key}" if where else str(key)
            if message := different(value, found[key], inside):
                return message
        return ""
    kind, value = expected
    if kind != found[0]:
        names = [getattr(each, "__name__", str(each)) for each in (kind, found[0])]
        return f"{where} is of class {names[1]}, not {names[0]}"
    other = found[1]
    if isinstance(value, np.ndarray):
        return _array_difference(value, other, where)
    if isinstance(value, list):
        if len(value) != len(other):
            return f"{where} has {len(other)} elements, not {len(value)}"
        pairs = enumerate(zip(value, other, strict=True))
        return next((m for i, p in pairs if (m := different(*p, f"{where}[{i}]"))), "")
    if isinstance(value, dict):
        return different(value, other, where)
    if kind in (float, complex):
        return _array_difference(np.asarray(value), np.asarray(other), where)
    return "" if value == other else f"{where} is {other!r}, not {value!r}"


def _array_difference(expected: np.ndarray, found: np.ndarray, where: str) -> str:
    """Return in words how two arrays differ, or ""; floats may differ by a tolerance."""
    if expected.shape != found.shape:
        return f"{where} has shape {found.shape}, not {expected.shape}"
    if expected.dtype != found.dtype:
        return f"{where} has dtype {found.dtype}, not {expected.dtype}"
    if not expected.size or expected.tobytes() == found.tobytes():
        return ""
    if expected.dtype.kind not in "fcV":
        count = np.count_nonzero(expected != found)
        return f"{where} differs in {count} of {expected.size} elements" if count else ""
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    first, second = expected.astype(wide), found.astype(wide)
    finite = np.isfinite(first)
    if not np.array_equal(first[~finite], second[~finite], equal_nan=True):
        return f"{where} differs in nan or infinite elements"
    sizes = np.abs(first[finite])
    tolerance = 30 * _machine_epsilon(expected.dtype) ** (2 / 3)
    apart = np.abs(first[finite] - second[finite]) > tolerance * (sizes + sizes.max(initial=0.0))
    if not apart.any():
        return ""
    return f"{where} differs in {np.count_nonzero(apart)} of {expected.size} elements"


def _machine_epsilon(dtype: np.dtype) -> float:
    """Return the epsilon of a dtype; 2**-7 for one that NumPy's finfo does not take."""
    try:
        return float(np.finfo(dtype).eps)
    except ValueError:  # bfloat16 and its kin, which NumPy does not know
        return 2.0**-7
