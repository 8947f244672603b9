"""The source of a function that makes the calls of one kind.

What is known once the program of a kind of call has been found, the classes and shapes of its
arguments, what the function reads outside of them, which buffers are donated, how the results are
built, is written out as Python source: a call compares and hands over in one frame, and looks up
nothing that can be known before.
"""

from __future__ import annotations

import functools
import os
import re
import types
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise, repeat

import numpy as np

from ivy_core import contexts, defaults
from ivy_core.arrays.views import base_or_self, new_array
from ivy_core.arrays.write import replace_all
from ivy_core.backends.buffer import is_exclusive
from ivy_core.backends.common.batching import current_map
from ivy_core.backends.holder import Holder, waiting

from ..policy import MOST_PROGRAMS, MOST_WRITTEN_VALUES
from ..trace import trace as tracing
from ..trace.runtime_checks import MOST_GIVEN, ChecksFailed
from .signature import exactly, moving_starts
from .states import asks_for_errors, rules_of

UNLIKE = object()  # result of a call of another kind: nothing has been computed
FAILED = object()  # result of a call one of whose checks has failed: nothing has been written
_BASES = re.compile(r"\{base\[(\d+)\]")  # in the text of a result
# in a folder of the core's: tracebacks and warnings count its frame as one of these files
_FILE = os.path.join(os.path.dirname(__file__), "<a call>")


class NotWritten(Exception):
    """A kind of call that cannot be told by what is written out: it is flattened each time."""


@dataclass(slots=True)
class _Array:
    """An array among the arguments, by the names in the source."""

    name: str  # of the argument
    base: str  # of what holds its data
    data: str  # of these
    leaf_at: int
    base_at: int
    is_donated: bool


@functools.lru_cache(maxsize=MOST_PROGRAMS)
def _compiled(text: str) -> types.CodeType:
    return compile(text, _FILE, "exec")


class CallSource:
    """Writes the function that makes the calls of a kind, line by line.

    Parameters
    ----------
    given : CallSignature
        The inputs of a call of this kind.
    program : BoundProgram
    args, kwargs
        As the function was called.
    static : frozenset
        The positions and names of arguments that are not traced.

    Attributes
    ----------
    arrays : list of _Array
        Those among the arguments.
    nests : list of (str, int)
        Lists and dictionaries among them: names in the source, indices in the signature.
    outside : list of Array
        Those outside of the arguments, where the program is called directly.
    is_direct : bool
        Whether the program is called with the data of arrays and numbers and nothing else.
    again : callable or None
        Once it is written, the function for arrays that are known to be as the arguments were:
        takes them alone, and compares only what is outside. None where there is none.
    """

    def __init__(self, given, program, args: tuple, kwargs: dict, static: frozenset):
        self._given, self._program, self._static = given, program, static
        self._names, self._values = tuple(kwargs), [*args, *kwargs.values()]
        self._binding = program.binding
        self.arrays: list[_Array] = []
        self.nests: list[tuple[str, int]] = []
        self._numbers: list[str] = []
        self._taken_last: list[tuple] = []  # arrays that are donated, and data like theirs
        self._starts = self._compared = self._repeated = 0
        self._lines: list[str] = []
        self.again: Callable | None = None
        self._indent = "    "
        self._constants: dict[int, tuple[str, object]] = {}
        self._leaf_at = {id(leaf): at for at, leaf in enumerate(given.leaves)}
        self._base_at = {id(base): at for at, base in enumerate(given.bases)}
        self._nest_at = {id(nest): at for at, nest in enumerate(given.containers)}
        found = _Found()
        found.add(self._values)
        self._nests_of_arguments = found.nests
        self.outside = [leaf for leaf in given.leaves if id(leaf) not in found.arrays]
        met = Counter(fact for kind, fact in pairwise(given.facts) if kind is Holder)
        self._found_outside = {  # arguments that the function reads elsewhere, too
            at for at, leaf in enumerate(given.leaves) if met[at] >= found.counts[id(leaf)] > 0
        }
        bases = [id(base_or_self(leaf)) for leaf in given.leaves]
        self.is_direct = (
            len(set(bases)) == len(bases)
            and not any(_has_state(x) or hasattr(x, "_view") for x in self.outside)
            and self._can_be_direct()
        )
        traced = program.traced
        # the bases that have to be the arguments themselves: what is read alone may be a view
        self._themselves = {*traced.changed, *map(int, _BASES.findall(traced.result_text or ""))}

    def named(self, value) -> str:
        """Return the name of an object in the source."""
        found = self._constants.get(id(value))
        if found is None:
            found = self._constants[id(value)] = f"c{len(self._constants)}", value
        return found[0]

    def _line(self, text: str) -> None:
        self._lines.append(f"{self._indent}{text}")

    def _refuse_if(self, condition: str) -> None:
        self._line(f"if {condition}: return UNLIKE")

    def write(self, backend, is_named: bool, captured, call: Callable) -> Callable:
        """Write the function and return it; it takes ``args`` and ``kwargs``.

        Parameters
        ----------
        backend : module
        is_named : bool
            Whether the compiled function is for this backend alone.
        captured : ClosureState
        call : callable
            What is called of leaves, bases, nests, numbers and starts, if not the program itself.

        Raises
        ------
        NotWritten
            If an argument is of a kind that is not compared so.
        """
        self._line("try:")
        self._indent = " " * 8
        self._compare_surroundings(backend, is_named)
        first = len(self._lines)
        self._compare_arguments()
        last = len(self._lines)
        self._compare_closure(captured)
        self._indent = "    "
        self._line("except (AttributeError, KeyError, ValueError): return UNLIKE  # a name is gone")
        again = [*self._lines[:first], *self._lines[last:]]
        if self.is_direct:
            self._call_directly()
        else:
            self._call_by_signature(call)
        text = self.text
        if not (self.is_direct or self._numbers or self._starts or self.nests):
            again.append(f"    return {self.named(call)}(arrays, arrays, (), [], [])")
            text = "\n".join([text, "def again(arrays):", *again])
        namespace = dict(self._constants.values())
        namespace |= {"UNLIKE": UNLIKE, "FAILED": FAILED}
        exec(_compiled(text), namespace)
        self.again = namespace.pop("again", None)
        return namespace.pop("call")  # which refers to the rest: no cycle

    @property
    def text(self) -> str:
        """The source of the function."""
        return "\n".join(["def call(args, kwargs):", *self._lines])

    # what is compared

    def _compare_surroundings(self, backend, is_named: bool) -> None:
        """Refuse calls while a trace or a map is at work, or with another backend set."""
        self._refuse_if(f"{self.named(tracing)}.current is not None")
        if not is_named:
            chosen = contexts.selected.get().backend
            get = self.named(contexts.selected.get)
            self._refuse_if(f"{get}().backend is not {self.named(chosen)}")
        self._refuse_if(f"{self.named(current_map)}() is not None")
        self._refuse_if(f"not {self.named(backend.is_eager)}()")
        known = self.named(defaults.current.key)
        self._refuse_if(f"{self.named(defaults.current)}.key is not {known}")
        asks = self.named(asks_for_errors)
        self._refuse_if(f"{self.named(contexts.common)}.watches_errors and {asks}()")
        rules = next(filter(None, map(rules_of, self._given.leaves)), None)  # one for all tensors
        settings = [] if rules is None else rules.settings_are(self.named)
        if settings is None:
            raise NotWritten
        for setting in settings:
            self._refuse_if(f"not ({setting})")

    def _compare_closure(self, captured) -> None:
        """Refuse calls before which something outside of the arguments was bound anew."""
        for condition in captured.conditions(self.named):
            self._refuse_if(f"not ({condition})")

    def _compare_arguments(self) -> None:
        """Refuse other arguments; take the data of arrays, and numbers."""
        given, names, values = self._given, self._names, self._values
        if names:
            self._refuse_if(f"tuple(kwargs) != {names!r}")
            self._line("args = (*args, *kwargs.values())")
        else:
            self._refuse_if("kwargs")
        self._refuse_if(f"len(args) != {len(values)}")
        if values:
            self._line(f"{self._targets('a', len(values))} = args")
        if any(hasattr(leaf, "_view") for leaf in given.leaves):
            self._line("starts = []")
        if self.is_direct and self._program.traced.changed:
            self._line("alone = True")
        self._compare_values()
        if (len(self._numbers), self._starts) != (len(given.numbers), len(given.starts)):
            raise NotWritten  # some are found elsewhere
        known, nests = {each.leaf_at for each in self.arrays}, {at for _, at in self.nests}
        if any(self._nest_at.get(id(container)) in nests for container, _, _ in given.slots):
            raise NotWritten
        before, met_again = None, 0
        for fact in given.facts:
            is_nest = type(before) is str and before == "again" and fact in nests
            met_again += is_nest or before is Holder and fact in known
            before = fact
        if met_again != self._repeated:
            raise NotWritten  # one is found outside of the arguments, too
        for leaf in self.outside if self.is_direct else ():
            self._compare_array(self.named(leaf), leaf)
        for array, native in self._taken_last:
            self._take_data(array, native)
        if len(self.arrays) > 1:
            self._compare_aliases()

    def _compare_values(self) -> None:
        """Write the comparison of each argument."""
        first = len(self._values) - len(self._names)
        for at, value in enumerate(self._values):
            place = at if at < first else self._names[at - first]
            if place in self._static:
                self._compare_constant(f"a{at}", value)
            elif place in self._given.counted:
                self._compare_number(f"a{at}", int)
            else:
                self._compare(f"a{at}", value)

    def _compare_aliases(self) -> None:
        """Refuse arrays that are passed twice, or of which one shows what another holds."""
        changed = self._program.traced.changed
        first = {each.base_at: each for each in reversed(self.arrays)}  # of parts of one array
        bases = [f"id({each.base})" for each in first.values()]
        is_repeated = f"len({{{', '.join(bases)}}}) != {len(bases)}"
        if not self.is_direct:
            self._refuse_if(is_repeated)
        elif changed:
            # data that two arguments have are shared, which is seen when they are to be donated
            is_seen = all(each.is_donated for each in self.arrays if each.base_at in changed)
            self._refuse_if(f"not alone and {is_repeated}" if is_seen else is_repeated)
            read = [each.base for each in self.arrays if each.base_at not in self._themselves]
            has_views = [
                f"hasattr({each.base}, '_views')" for each in self.arrays if each.base_at in changed
            ]
            if read and has_views:
                views = f"any(map(hasattr, ({', '.join(read)},), {self.named(repeat('_view'))}))"
                self._refuse_if(f"({' or '.join(has_views)}) and {views}")

    @staticmethod
    def _targets(letter: str, count: int) -> str:
        """Return the targets to which a sequence is unpacked."""
        return "".join([f"{letter}{at}, " for at in range(count)])

    def _compare(self, name: str, value) -> None:
        """Write the comparison of an argument, or of an element of one."""
        self._compared += 1
        if self._compared > MOST_WRITTEN_VALUES:
            raise NotWritten
        kind = type(value)
        if isinstance(value, Holder):
            self._compare_array(name, value)
        elif kind is float or kind is complex or self._given.traces_scalar(value):
            self._compare_number(name, kind)
        elif kind is tuple or kind is list or kind is dict:
            self._compare_nest(name, kind, value)
        elif isinstance(value, (tuple, list, dict, set)):
            raise NotWritten
        else:
            self._compare_constant(name, value)

    def _compare_number(self, name: str, kind: type) -> None:
        self._refuse_if(f"type({name}) is not {self.named(kind)}")
        if kind is int:
            self._refuse_if(f"not {-MOST_GIVEN} <= {name} <= {MOST_GIVEN}")
        self._numbers.append(name)

    def _compare_nest(self, name: str, kind: type, value) -> None:
        """Write the comparison of a tuple, list or dictionary and of what it holds."""
        self._refuse_if(f"type({name}) is not {kind.__name__} or len({name}) != {len(value)}")
        if kind is not tuple:
            at = self._nest_at.get(id(value))
            if at is None or any(at == known for _, known in self.nests):
                raise NotWritten
            self.nests.append((name, at))
        if kind is dict:
            if not all(type(key) is str for key in value):
                raise NotWritten
            self._refuse_if(f"list({name}) != {list(value)!r}")
        elements = list(value.values()) if kind is dict else value
        if elements:
            given = f"{name}.values()" if kind is dict else name
            self._line(f"{self._targets(name + '_', len(elements))} = {given}")
        for at, each in enumerate(elements):
            self._compare(f"{name}_{at}", each)

    def _compare_constant(self, name: str, value) -> None:
        """Write the comparison of an argument that is a part of the program's key."""
        kind = type(value)
        if kind in (int, str, bytes):
            known = self.named(value)
            self._refuse_if(f"type({name}) is not {kind.__name__} or {name} != {known}")
        elif kind in (float, complex, tuple, list, dict, set) or isinstance(value, Holder):
            raise NotWritten  # of a static argument
        elif kind is range or issubclass(kind, np.generic):
            key = self.named(exactly(value))
            self._refuse_if(f"type({name}) is not {self.named(kind)}")
            self._refuse_if(f"{self.named(exactly)}({name}) != {key}")
        else:
            self._refuse_if(f"{name} is not {self.named(value)}")

    def _compare_array(self, name: str, value) -> None:
        """Write the comparison of an array; its data get a name, and are native."""
        kind, number = type(value), len(self.arrays)
        holder = base_or_self(value)
        leaf_at, base_at = self._leaf_at.get(id(value)), self._base_at.get(id(holder))
        rules = rules_of(value)
        has_known_state = None  # says whether another array has the same state
        if rules is not None:
            states = rules.is_stand_in, rules.is_blank, rules.is_spent
            has_known_state = next((each for each in states if each(value)), None)
            if has_known_state is None:
                raise NotWritten
        if leaf_at is None or base_at is None:
            raise NotWritten
        if leaf_at in self._found_outside and not self.is_direct:
            self._refuse_if(f"{name} is not {self.named(value)}")
            return
        for each in self.arrays:
            if leaf_at == each.leaf_at:  # e.g. a model's input that is also what it is to give
                self._refuse_if(f"{name} is not {each.name}")
                self._repeated += 1
                return
        whole = next((each for each in self.arrays if each.base_at == base_at), None)
        base, data = name, f"d{number}"
        self._refuse_if(f"type({name}) is not {self.named(kind)}")
        if hasattr(value, "_view"):
            base = f"b{number}"
            self._compare_view(name, base, value)
        elif not self.is_direct or base_at in self._themselves:
            self._refuse_if(f"hasattr({name}, '_view')")
        if has_known_state is not None:
            self._refuse_if(f"not {self.named(has_known_state)}({name})")
        if whole is not None:  # another part of an array, as a sentence and the words to come
            self._refuse_if(f"{base} is not {whole.base}")
            self.arrays.append(_Array(name, base, whole.data, leaf_at, base_at, False))
            return
        is_donated = base_at in self._binding.donated_bases
        array = _Array(name, base, data, leaf_at, base_at, is_donated and self.is_direct)
        self.arrays.append(array)
        native = self._binding.native(holder) if type(holder._data) in waiting else holder._data
        if array.is_donated:
            self._taken_last.append((array, native))
        else:
            self._take_data(array, native)

    def _compare_view(self, name: str, base: str, value) -> None:
        """Write the comparison of a view; its base gets a name."""
        view = value._view
        is_moved = any(value is each for each in self._given.moved)
        lenses = [
            (lens.key, [at for at, _ in moving_starts(lens)] if is_moved else [])
            for lens in view.stack
        ]
        self._starts += sum(len(moving) for _, moving in lenses)
        self._line(f"{base} = {self.named(_base_of_view)}({name}, {self.named(lenses)}, starts)")
        self._refuse_if(f"{base} is None")
        if not is_moved:
            self._refuse_if(f"{name}._view.starts != {self.named(view.starts)}")

    def _take_data(self, array: _Array, native) -> None:
        """Write the comparison of an array's data, and what makes them an input."""
        base, data = array.base, array.data
        if array.is_donated:  # before the data have a second reference, by their name
            self._line(f"alone_{data} = {self.named(is_exclusive)}({base})")
        self._line(f"{data} = {base}._data")
        shape = f"{data}.shape" if type(native.shape) is tuple else f"tuple({data}.shape)"
        dtype = self.named(native.dtype)
        is_unlike = f"{data}.dtype != {dtype} or {shape} != {tuple(native.shape)!r}"
        if not self.is_direct:
            self._refuse_if(is_unlike)
            return
        others = "donatable" if array.is_donated else "native"
        taken = self.named(getattr(self._binding, others))
        self._line(f"if type({data}) is not {self.named(type(native))}:")
        self._line(f"    if {is_unlike}: return UNLIKE")
        if array.is_donated:
            self._line(f"    del {data}")
        self._line(f"    {data} = {taken}({base})")
        if self._program.traced.changed:
            self._line("    alone = False")
        kind = getattr(self._program.env.programs, "KIND", None)
        if kind is None or not hasattr(native, kind):
            self._line(f"elif {is_unlike}: return UNLIKE")
        else:  # native arrays of a shape and data type have mostly one object that tells of both
            known = self.named(getattr(native, kind))
            self._line(f"elif {data}.{kind} is not {known} and ({is_unlike}): return UNLIKE")
        if array.is_donated:
            copied = self.named(self._program.env.programs.copied)
            self._line(f"elif not alone_{data}:")
            self._line(f"    {data}, alone = {copied}({data}), False")

    # what is computed

    def _can_be_direct(self) -> bool:
        """Return whether the program is called with the data of arguments and nothing else."""
        given, program, binding = self._given, self._program, self._binding
        traced, calls = program.traced, program.host_calls
        takes_arguments = (
            not program.pinned and not given.composites and not given.varied and not given.same
            and all(id(each) in self._nests_of_arguments for each in given.containers)
            and not given.sources and not given.callables
        )  # fmt: skip
        changes_arguments = (
            not traced.effects and not traced.bindings and not traced.hosts_changed
            and traced.states.rules is None and not traced.fresh_states
        )  # fmt: skip
        return (
            takes_arguments and changes_arguments and traced.result_text is not None
            and not calls.are_made and not calls.told.is_used and not binding.is_packed
            and not program.env.programs.WRITES_IN_PLACE
        )  # fmt: skip

    def _call_directly(self) -> None:
        """Write the call of the program, the writes to arrays, and what the function returns."""
        traced, binding = self._program.traced, self._binding
        others = [*self._numbers, *[f"starts[{at}]" for at in range(self._starts)]]
        data = {each.base_at: each.data for each in self.arrays}
        inputs = [data[at] for at in binding.bases]
        if binding.has_condition:
            self._line("try:")
            self._line(f"    {self.named(binding.check_numbers)}([{', '.join(others)}])")
            self._line(f"except {self.named(ChecksFailed)}: return FAILED")
        taken = range(len(others)) if binding.others is None else binding.others
        inputs += [others[at] for at in taken]
        if not inputs:
            raise NotWritten
        call = self.named(binding.compiled.call)
        self._line(f"outs = {call}({', '.join(inputs)})")
        count = len(binding.stored)
        out = _Results(binding.order, count)
        if binding.may_fail:
            self._line(f"if {self.named(np.asarray)}({out.last}).any(): return FAILED")
        holders = {each.base_at: each.base for each in self.arrays}
        if count:
            written = ", ".join([holders[at] for at in binding.stored])
            results = ", ".join([out[at - count] for at in range(count)])
            self._line(f"{self.named(replace_all)}(({written},), ({results},))")
        for number, (cls, at) in enumerate(traced.classes):
            made = f"{self.named(new_array)}({self.named(cls)}, {out[at]})"
            self._line(f"f{number} = {made}")
        text = traced.result_text.format(
            out=out,
            leaf={each.leaf_at: each.name for each in self.arrays},
            base=holders,
            fresh=[f"f{number}" for number in range(len(traced.classes))],
            number=self._numbers,
            constant=list(map(self.named, traced.constants)),
        )
        self._line(f"return {text}")

    def _call_by_signature(self, call: Callable) -> None:
        """Write the call of a function, of the leaves, bases, nests, numbers and starts."""
        leaves = "".join([f"{each.name}, " for each in self.arrays])
        bases = "".join([f"{each.base}, " for each in self.arrays])
        nests = "".join([f"{name}, " for name, _ in self.nests])
        numbers, starts = ", ".join(self._numbers), "starts" if self._starts else "[]"
        parts = f"({leaves}), ({bases}), ({nests}), [{numbers}], {starts}"
        self._line(f"return {self.named(call)}({parts})")


def _has_state(value) -> bool:
    """Return whether an array has a state (gradient, flags) that a new array has not."""
    rules = rules_of(value)
    return rules is not None and not rules.is_blank(value)


class _Found:
    """The arrays, and the lists and dictionaries, within some values: both by identity."""

    def __init__(self):
        self.arrays: dict[int, Holder] = {}
        self.nests: dict[int, list | dict] = {}
        self.counts: Counter = Counter()  # how often each array stands there

    def add(self, values) -> None:
        for value in values:
            if isinstance(value, Holder):
                self.arrays[id(value)] = value
                self.counts[id(value)] += 1
            elif type(value) is tuple:
                self.add(value)
            elif type(value) in (list, dict) and id(value) not in self.nests:
                self.nests[id(value)] = value
                self.add(value.values() if type(value) is dict else value)


def nests_among(values) -> dict[int, list | dict]:
    """Return the lists and dictionaries within some values, by identity."""
    found = _Found()
    found.add(values)
    return found.nests


class _Results:
    """Expressions for the results of a program besides what bases hold, by their index.

    Parameters
    ----------
    order : list of int or None
        Which of what the program gives are its results; None where that is all.
    first : int
        The index of the first one.
    """

    def __init__(self, order: list[int] | None, first: int):
        self._order, self._first = order, first

    @property
    def last(self) -> str:
        return f"outs[{-1 if self._order is None else self._order[-1]}]"

    def __getitem__(self, at: int) -> str:
        at += self._first
        return f"outs[{at if self._order is None else self._order[at]}]"


def _base_of_view(value, lenses: list[tuple], starts: list) -> Holder | None:
    """Return the base of a view with such lenses, and add its starts; None of another array."""
    view = getattr(value, "_view", None)
    if view is None or len(view.stack) != len(lenses):
        return None
    for lens, (key, moving) in zip(view.stack, lenses, strict=True):
        if lens.key != key:
            return None
        starts += [lens.starts[at] for at in moving]
    return view.base
