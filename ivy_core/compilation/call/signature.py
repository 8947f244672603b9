"""Inputs of a compiled function: its arguments, and its globals and closures.

:class:`CallSignature` flattens all of it once a call (what is found: ``closure_state.py``). Arrays,
floats and native arrays become inputs of the program; the rest, and how it all hangs together, is
the key by which the program is found.
"""

from __future__ import annotations

import enum
import functools
import types
import weakref
from collections import OrderedDict

import numpy as np

from ivy_core import backend_handler, defaults
from ivy_core.arrays.lenses import Index
from ivy_core.backends.holder import Holder
from ivy_core.backends.loading import backend_of

from ..policy import MOST_NESTED_LEVELS
from ..trace.host_calls import is_source
from ..trace.trace import Unsupported
from .containers import has_filled_slots, is_module_of_a_file, is_plain_object
from .read_attributes import ReadAttributes

_STATIC = frozenset(
    {
        int,
        bool,
        str,
        bytes,
        type(None),
        type(Ellipsis),
        type,
        range,
        types.FunctionType,
        types.BuiltinFunctionType,
        types.ModuleType,
    }
)
# NumPy's scalars that are traced, as Python's floats are; where a frontend has a class for those
# that only the program knows
_SCALARS = frozenset({np.float16, np.float32, np.float64, np.complex64, np.complex128})
_WHOLE_SCALARS = frozenset({np.int32, np.int64})  # traced where Python's ints are
_VALUES = (int, float, complex, str, bytes, frozenset)
_CALLED = frozenset({types.FunctionType, type})
Carried = type("Carried", (), {})  # the kind of an int that is traced
Moving = type("Moving", (), {})  # the kind of a view whose starts are traced


class LoopRange:
    """The numbers a loop goes through, its ends traced: one program for each part of a range.

    Parameters
    ----------
    numbers : range
    whole : range, optional
        That of which they are a part: the program may count on it.
    """

    __slots__ = ("ends", "range")

    def __init__(self, numbers: range, whole: range | None = None):
        self.range = numbers
        self.ends = None if whole is None else (min(whole[0], whole[-1]), max(whole[0], whole[-1]))

    def __iter__(self):
        return iter(self.range)


class LoopItems:
    """A part of what a loop goes through: arrays and ranges, in ``zip`` or ``enumerate``.

    Attributes
    ----------
    make : callable or None
        ``zip`` or ``enumerate``; None where the only operand is gone through itself.
    operands : tuple
        Arrays and ranges; of ``enumerate`` also the first number.
    range : range
        The numbers of the part's iterations, from 0 on.
    """

    __slots__ = ("make", "operands", "range")

    def __init__(self, make, operands: tuple, numbers: range):
        self.make, self.operands, self.range = make, operands, numbers


_LOOPS = frozenset({LoopRange, LoopItems})


class CallSignature:
    """The inputs of one call.

    Attributes
    ----------
    bases : list of Array
        The distinct arrays with data, those behind views among them.
    numbers, natives, hosts : list
        Floats; arrays of the framework; NumPy's own arrays.
    leaves : list of Array
        The arrays as they were given, in order.
    composites : list of Array
        Those that are made of others and hold no data.
    containers : list
        Lists, dictionaries and objects.
    callables : list
        Methods of objects, and what ``functools.partial`` made; what they are bound to is given.
    sources : list
        Generators of random numbers.
    stand_ins : list of (Array, Array)
        Views, and arrays of their own that are given for them.
    same : dict
        Those of the bases that hold one value with an earlier one: their numbers.
    moved, starts : list
        Views that begin where the program is told, and these starts, ints.
    varied : list
        Numbers found in containers that change from call to call.
    slots : list of (container, name, set of int or None)
        Where these are, and which elements if there stands a tuple.
    functions : list
        Functions and classes that are given.
    partial : dict
        Objects of which the function reads some attributes alone, by identity: the attributes.
    counted : set of int or str
        The positions and names of arguments that are ints and are traced.
    captured : ClosureState
        What is found outside of the arguments.
    known : dict, optional
        What numbers stand in containers, by slot; only kept if ``remembers``.
    parts : list of (owner, name, int), optional
        Where in the key begins what is said of an argument or of a slot; only if ``remembers``.
    facts : list
        What tells programs apart, but for the modes of a frontend.
    key : tuple
        All that tells programs apart.

    Parameters
    ----------
    varying : dict
        The slots whose numbers are traced, by the identity of the container and the name; with
        the elements of a tuple.
    remembers : bool
    moving : bool
        Whether the indices where views begin are traced: slices of one shape share a program.
    scalars : bool
        Whether NumPy's scalars are traced as Python's floats are, where a frontend has a class for
        those that only the program knows.
    """

    __slots__ = (
        "_at", "_composite_at", "_holder_of", "_leaf_at", "_memory", "_rules", "_seen", "_varying",
        "bases", "callables", "captured", "composites", "containers", "counted", "facts",
        "functions", "hosts", "known", "leaves", "moved", "moving", "natives", "numbers", "partial",
        "parts", "same", "scalars", "slots", "sources", "stand_ins", "starts", "varied",
    )  # fmt: skip

    def __init__(
        self, varying=None, remembers: bool = False, scalars: bool = True, moving: bool = False
    ):
        self._varying, self.slots, self.varied = varying, [], []
        self.moving, self.moved, self.starts = moving, [], []
        self.scalars = scalars
        self.known = {} if remembers else None
        self.parts = [] if remembers else None
        self.functions: list = []
        self.partial: dict[int, ReadAttributes] = {}
        self.counted: set = set()
        self.captured = None
        self.bases, self.numbers, self.natives, self.hosts = [], [], [], []
        self.leaves, self.containers, self.stand_ins = [], [], ()
        self.callables, self.sources, self.composites = [], [], []
        self._at: dict[int, int] = {}
        self._memory: dict[int, int] = {}  # of PyTorch's tensors, in the order in which it is met
        self._leaf_at: dict[int, int] = {}
        self._composite_at: dict[int, int] = {}
        self._rules = None
        self._holder_of: dict[int, int] = {}
        self.same: dict[int, int] = {}
        self._seen: dict[int, int] = {}
        self.facts: list = []

    @property
    def key(self) -> tuple:
        key = (*self.facts, self._rules.mode()) if self._rules is not None else tuple(self.facts)
        return key if defaults.current.key is None else (*key, defaults.current.key)

    def begin_part(self, owner, name) -> None:
        """Note that what is added from here on stands in a slot, so that it can be named."""
        self.parts.append((owner, name, len(self.facts)))

    def add(self, value, traces_floats: bool = True, depth: int = 0) -> None:
        """Go through a value.

        Raises
        ------
        Unsupported
            If a value has no hash, so that programs could not be told apart.
        """
        kind = type(value)
        key = self.facts
        if kind in _STATIC:
            key.append(kind)
            key.append(value if kind is not range else exactly(value))
            if kind in _CALLED:
                self.functions.append(value)
        elif issubclass(kind, Holder):
            self._add_array(kind, value)
        elif kind is float or kind is complex:
            if traces_floats:
                self.numbers.append(value)
                key.append(kind)
            else:
                key += (kind, exactly(value))
        elif kind is tuple or kind is list:
            if kind is list and self._is_met_again(value):
                return
            key += (kind, len(value))
            if kind is list and not traces_floats:
                self._add_elements(value, enumerate(value), depth)
                return
            for each in value:
                self.add(each, traces_floats, depth + 1)
        elif kind in _SCALARS:
            if traces_floats and self.traces_scalar(value):
                self.numbers.append(value)
                key.append(kind)
            else:
                key += (kind, exactly(value))
        elif kind is dict:
            if self._is_met_again(value):
                return
            key.append(kind)
            self._add_dict_keys(value)
            if not traces_floats:
                self._add_elements(value, value.items(), depth)
                return
            for each in value.values():
                self.add(each, traces_floats, depth + 1)
        elif kind is np.ndarray:
            self._add_numpy_array(value)
        elif kind is set or kind in _LOOPS:
            self._add_set_or_loop(kind, value, depth)
        else:
            self._add_rarer_value(kind, value, traces_floats, depth)

    def _add_set_or_loop(self, kind, value, depth: int) -> None:
        """Add a set to the key, or a loop's range or items, whose start and stop are inputs."""
        if kind is set:
            if not self._is_met_again(value):
                self.facts += (kind, exactly(value))
            return
        self.numbers += (value.range.start, value.range.stop)
        if kind is LoopRange:
            self.facts += (kind, value.range.step, value.ends)
            return
        self.facts += (kind, value.make, len(value.operands))
        for each in value.operands:
            self.add(each, False, depth + 1)

    def add_read(self, value, read) -> None:
        """Go through an object of which attributes are read as ``read`` tells, and no others.

        Where it is met again, in what these hold or by another name, all of them are added.
        """
        if id(value) in self._seen:
            self.add(value)
            return
        self._is_met_again(value)
        self.partial[id(value)] = read
        inside = read.of(vars(value))
        self.facts.append(type(value))
        self._add_dict_keys(inside)
        self._add_elements(value, inside.items(), 0)

    def add_counted(self, value, name) -> None:
        """Go through an argument that is an int which counts: it is traced."""
        if type(value) is int and abs(value) < 2**63:
            self.counted.add(name)
        self.add_carried(value)

    def add_carried(self, value) -> None:
        """Go through what a global name holds that the function binds anew: its number changes."""
        if type(value) is int and abs(value) < 2**63:
            self.numbers.append(value)
            self.facts.append(Carried)
        elif self.traces_scalar(value, True):
            self.numbers.append(value)
            self.facts += (Carried, type(value))
        else:
            self.add(value, type(value) in (float, complex))

    def traces_scalar(self, value, is_carried: bool = False) -> bool:
        """Return whether a value is one of NumPy's scalars that are traced where floats are.

        Parameters
        ----------
        value
        is_carried : bool
            Whether a global name holds it that the function binds anew.
        """
        kind = type(value)
        found = kind in _SCALARS or is_carried and kind in _WHOLE_SCALARS
        return found and self.scalars and _any_dialect_has_scalars()

    def _is_met_again(self, container) -> bool:
        """Return whether a container was met before in this call; if not, add it."""
        at = self._seen.get(id(container))
        if at is not None:
            self.facts += ("again", at)
            if self.partial and id(container) in self.partial:
                del self.partial[id(container)]
                inside = vars(container)
                self._add_dict_keys(inside)
                self._add_elements(container, inside.items(), 0)
            return True
        self._seen[id(container)] = len(self.containers)
        self.containers.append(container)
        return False

    def _add_dict_keys(self, names) -> None:
        """Add the keys of a dictionary: arrays as inputs, all others by their values."""
        for name in names:
            kind = type(name)
            if kind is str:
                self.facts.append(name)
            elif isinstance(name, Holder):
                self._add_array(kind, name)
            else:
                self.facts += (kind, exactly(name))
        self.facts.append(len(names))

    def _add_elements(self, container, items, depth: int) -> None:
        """Add the elements of a container; numbers that vary from call to call are traced."""
        for name, each in items:
            kind = type(each)
            if kind is float or kind is int or kind is tuple:
                self.add_slot(container, name, each, depth)
            elif kind is OrderedDict and not each:  # a module has ten for hooks, which hold none
                if not self._is_met_again(each):
                    self.facts += (kind, 0)
            else:
                self.add(each, False, depth + 1)

    def add_slot(self, container, name, value, depth: int = 0) -> None:
        """Add what a slot of a container, or one outside of the arguments, holds."""
        kind = type(value)
        if kind is float or kind is int or kind is tuple:
            slot = id(container), name
            if self.known is not None and is_of_numbers(value):
                self.known[slot] = value
            varying = self._varying
            if varying and slot in varying and is_of_numbers(value):
                self._add_varying_number(container, name, value, varying[slot])
                return
        self.add(value, False, depth + 1)

    def _add_varying_number(self, container, name, value, which: set) -> None:
        """Add a number that varies as an input; of a tuple the elements ``which`` alone."""
        if type(value) is tuple:
            which = frozenset(at for at in which if at is not None and at < len(value))
            for at, each in enumerate(value):
                self.facts += (type(each), None if at in which else exactly(each))
            self.varied += [value[at] for at in sorted(which)]
        else:
            which = None
            self.facts += ("varies", type(value))
            self.varied.append(value)
        self.slots.append((container, name, which))

    def _add_array(self, kind, value) -> None:
        """Add an array once: its base, the lenses of a view, its state."""
        key = self.facts
        at = self._leaf_at.get(id(value))
        if at is not None:
            key += (Holder, at)
            return
        if kind._facts is not None:
            self._add_composite(kind, value)
            return
        self._leaf_at[id(value)] = len(self.leaves)
        self.leaves.append(value)
        view = getattr(value, "_view", None)
        if view is not None:
            self._add_base(view.base)
            key += (kind, tuple([lens.key for lens in view.stack]))
            if self.moving and any(map(moving_starts, view.stack)):
                key.append(Moving)
                self.moved.append(value)
                for lens in view.stack:
                    self.starts += [lens.starts[at] for at, _ in moving_starts(lens)]
            else:
                key.append(view.starts)
        else:
            self._add_base(value)
        rules = value._state_rules  # of the class, without its metaclass's own look-up
        if rules is not None:
            self._rules = rules
            rules.add_to(self, value)

    def _add_composite(self, kind, value) -> None:
        """Add an array that is made of others once: those, and what else it is made of."""
        self.facts.append(kind)
        at = self._composite_at.get(id(value))
        if at is not None:
            self.facts.append(at)
            return
        self._composite_at[id(value)] = len(self.composites)
        self.composites.append(value)
        self.add(value._facts(), False)

    def _add_base(self, base) -> None:
        """Add an array with data as an input; its class, dtype and shape go into the key."""
        at = self._at.get(id(base))
        if at is None:
            self._at[id(base)] = len(self.bases)
            self.bases.append(base)
            data = base._data
            shape = data.shape
            if type(shape) is not tuple:
                shape = tuple(shape)
            self.facts += (type(base), data.dtype, shape)
            if not shape and base._state_rules is not None:  # e.g. counts of an optimizer's steps
                first = self._holder_of.setdefault(id(data), len(self.bases) - 1)
                if first != len(self.bases) - 1:
                    self.same[len(self.bases) - 1] = first
                    self.facts.append(first)
            if hasattr(type(data), "stride"):  # of the class: an object may have to be asked
                self._add_layout(data)
        else:
            self.facts.append(at)

    def _add_layout(self, data) -> None:
        """Add a tensor's strides, and which share its memory, to the key; refuse gradients."""
        if data.requires_grad:
            raise Unsupported("a tensor that requires a gradient is given")
        memory = data.untyped_storage().data_ptr()
        self.facts += (data.stride(), self._memory.setdefault(memory, len(self._memory)))

    def _add_numpy_array(self, value) -> None:
        """Add a NumPy array as an input; refuse one that may share memory with another."""
        for other in self.hosts:
            if np.may_share_memory(value, other) and value.size:
                raise Unsupported("arrays of NumPy's among the arguments share memory")
        self.hosts.append(value)
        self.facts += (np.ndarray, value.dtype.str, value.shape)

    def _add_rarer_value(self, kind, value, traces_floats, depth) -> None:
        """Add a generator, module, object, native array, method, partial, or a constant."""
        key = self.facts
        if is_source(value):
            at = next((n for n, each in enumerate(self.sources) if each is value), None)
            if at is None:
                self.sources.append(value)
            key += (kind, at)
        elif is_module_of_a_file(value):  # a lazy one has another class once it is loaded
            key += (types.ModuleType, value)
        elif isinstance(value, dict) or is_plain_object(value):
            if self._is_met_again(value):
                return
            if depth > MOST_NESTED_LEVELS:
                raise Unsupported("an argument is nested too deeply")
            inside = value if isinstance(value, dict) else vars(value)
            key.append(kind)
            self._add_dict_keys(inside)
            self._add_elements(value, inside.items(), depth)
        elif isinstance(value, tuple):
            key += (kind, len(value))
            for each in value:
                self.add(each, traces_floats, depth + 1)
        elif backend_of(value) is not None and not issubclass(kind, np.generic):
            self.natives.append(value)
            key += (kind, value.dtype, tuple(value.shape))
            if hasattr(value, "stride"):
                self._add_layout(value)
        elif kind is types.MethodType:
            self.callables.append(value)
            self.functions.append(value.__func__)
            key += (kind, value.__func__)
            self.add(value.__self__, False, depth + 1)
        elif kind is weakref.ref:
            key.append(kind)
            self.add(value(), False, depth + 1)
        elif kind is functools.partial:
            self.callables.append(value)
            key.append(kind)
            for each in (value.func, value.args, value.keywords):
                self.add(each, False, depth + 1)
        elif hasattr(kind, "__next__"):
            raise Unsupported(f"a {kind.__name__} is given, which is used up")
        elif has_filled_slots(value):
            raise Unsupported(f"an object of class {kind.__name__} is given, which has __slots__")
        elif isinstance(value, _VALUES) and _has_own_attributes(value):
            raise Unsupported(f"a {kind.__name__} is given, a value with attributes of its own")
        else:
            try:
                hash(value)
            except TypeError:
                raise Unsupported(
                    f"an argument of class {kind.__name__} has no hash, and is no array"
                ) from None
            key += (kind, exactly(value))


def exactly(value):
    """Make the key of a static value, beside its class.

    Equal values need not compute the same: 0.0 and -0.0, True and 1 in a set, ranges of other ends
    without elements. And nan, which is not equal to itself, is one value.

    Examples
    --------
    >>> exactly(0.5), exactly(-0.0), exactly(range(3))
    (0.5, '-0.0', (0, 3, 1))
    """
    kind = type(value)
    if kind is float:
        return value if value < 0 or value > 0 else repr(value)
    if kind is complex:
        return repr(value)
    if kind is range:
        return value.start, value.stop, value.step
    if kind is tuple:
        return tuple([(type(each), exactly(each)) for each in value])
    if kind is set or kind is frozenset:
        return frozenset([(type(each), exactly(each)) for each in value])
    if isinstance(value, np.inexact):
        return value.tobytes()
    return value


def _has_own_attributes(value) -> bool:
    """Return whether a number or string, no enum member, has public attributes of its own."""
    inside = getattr(value, "__dict__", {})
    return not isinstance(value, enum.Enum) and any(not name.startswith("_") for name in inside)


def moving_starts(lens) -> list[tuple[int, int]]:
    """List the starts of a lens that may vary for one shape, and how far each reaches.

    That is the distance from the first to the last element that it shows.
    """
    if type(lens) is not Index or lens.unknown:
        return []
    found = []
    for at, entry in enumerate([entry for entry in lens.key if entry is not None]):
        if entry == "int":
            found.append((at, 0))
        elif len(entry) == 2 and entry[0]:
            found.append((at, (entry[0] - 1) * entry[1]))
    return found


def _any_dialect_has_scalars() -> bool:
    return any(dialect.scalar_classes for dialect in backend_handler.dialects())


def is_of_numbers(value) -> bool:
    """Return whether a value is a float or an int, or a tuple of such."""
    if type(value) is tuple:
        return bool(value) and all(type(each) is float or type(each) is int for each in value)
    return type(value) is float or type(value) is int
