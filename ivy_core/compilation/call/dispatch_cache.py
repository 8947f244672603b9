"""Calls that come again with the same models and optimizers: their inputs are known already.

Going through a model with its hundred dictionaries takes longer than a small program. Where a call
finds everything as the one before has left it, object for object, that is not done again: lists of
what stood where are compared by identity, in C. Anything else goes the long way.
"""

from __future__ import annotations

import threading
from itertools import chain, repeat
from operator import attrgetter, is_, methodcaller

from ivy_core.arrays.views import base_or_self
from ivy_core.arrays.write import are_plain
from ivy_core.backends.holder import Holder, ties

from .signature import moving_starts
from .states import rules_of

_dict_of = attrgetter("__dict__")
_view_of, _base_of = attrgetter("_view"), attrgetter("_view.base")
_facts_of = methodcaller("_facts")
_flat = chain.from_iterable
_COUNTED = object()  # stands for an int that is traced
_NESTS = (tuple, list, dict, set)


class CachedCall:
    """Inputs of a call, to compare the next one with.

    Parameters
    ----------
    given : CallSignature
        The inputs of a call that found its program; they are kept, and renewed in place.
    program : BoundProgram
    captured : ClosureState
    args : tuple
        Those of the call.
    """

    def __init__(self, given, program, captured, args):
        self._given, self.program = given, program
        self._captured, self._roots = captured, captured.values()
        self._lock = threading.Lock()
        leaf_at = {id(leaf): at for at, leaf in enumerate(given.leaves)}
        base_at = {id(base): at for at, base in enumerate(given.bases)}
        self._arguments, self._arrays = [], []
        for at, value in enumerate(args):
            if isinstance(value, Holder):
                holder, lenses = base_or_self(value), _lens_keys_with_moving_starts(value)
                data = holder._data
                self._arguments.append((type(value), tuple(data.shape), data.dtype, lenses))
                self._arrays.append((at, leaf_at[id(value)], base_at[id(holder)]))
            else:
                what = _COUNTED if at in given.counted else value
                self._arguments.append((type(value), what, None, None))
        self._composites = [each for each in given.composites if type(each)._of_facts is not None]
        self._facts_of_composites = list(_flat(map(_facts_of, self._composites)))
        # programs that would take another layout for their own are called through what looks at it
        alike = getattr(program.env.programs, "Alike", None)
        self._call = None if alike is None else alike(program.compiled)
        self._remember_containers()
        self._remember_array_states(leaf_at, base_at)

    def _remember_containers(self) -> None:
        """Keep the lengths, names, values and classes of containers, to compare calls with."""
        varied = {id(container) for container, _, _ in self._given.slots}
        self._objects = [each for each in self._given.containers if not isinstance(each, _NESTS)]
        self._dicts = list(map(vars, self._objects))
        self._classes = list(map(type, self._objects))
        plain = [each for each in self._given.containers if id(each) not in varied]
        plain = [each if isinstance(each, _NESTS) else vars(each) for each in plain]
        filled = [each for each in plain if len(each)]
        self._empty = [each for each in plain if not len(each)]
        self._filled, self._lengths = filled, list(map(len, filled))
        named = [each for each in filled if isinstance(each, dict)]
        # strings are compared as such, which is quicker; other names may have an `==` of their own
        by_strings, otherwise = [], []
        for each in named:
            is_by_strings = all(type(name) is str for name in each)
            (by_strings if is_by_strings else otherwise).append(each)
        self._named, self._names = by_strings, list(_flat(by_strings))
        self._otherwise, self._other_names = otherwise, list(_flat(otherwise))
        self._contents = list(map(_contained_values, filled))
        self._values = list(_flat(self._contents))
        self._varied = []
        for container in self._given.containers:
            if id(container) in varied:
                which = {name: at for each, name, at in self._given.slots if each is container}
                self._varied.append((container, which, list(_key_value_pairs(container))))

    def _remember_array_states(self, leaf_at, base_at) -> None:
        """Keep the state, views and bases of arrays outside of the arguments, to compare with."""
        given = self._given
        self._rules, self._expected, self._owned, self._states = None, [], [], []
        arguments = {at for _, at, _ in self._arrays}
        stateful = []
        for at, leaf in enumerate(given.leaves):
            rules = rules_of(leaf)
            if rules is not None:
                self._rules = rules
                if at not in arguments and not rules.is_blank(leaf):
                    stateful.append(leaf)
        if self._rules is not None:
            self._facts = self._rules.facts
            self._states = [self._rules.state_of(leaf) for leaf in stateful]
            self._mode = self._rules.mode()
            for state in self._states:
                facts = self._facts(state)
                if facts[0] is not None:  # an array that the program may put another in place of
                    position = len(self._expected), leaf_at[id(facts[0])], base_at[id(facts[0])]
                    self._owned.append(position)
                self._expected += facts
        owned = {leaf for _, leaf, _ in self._owned}
        self._leaves = [leaf for at, leaf in enumerate(given.leaves) if at not in arguments | owned]
        self._kinds = list(map(type, self._leaves))
        own = [*self._leaves, *self.program.pinned]
        self._own = [each for each in own if not hasattr(each, "_view")]
        others = {at for at, _, _ in self._owned}
        expected = [x for at, x in enumerate(self._expected) if at not in others]
        self._known = {
            id(x) for x in chain(self._leaves, map(base_or_self, self._leaves), expected)
        }
        self._ties = self._plain = None
        arguments = {base for _, _, base in self._arrays}
        self._writes_to_arguments = not arguments.isdisjoint(self.program.traced.changed)
        self._seeing = [leaf for leaf in self._leaves if hasattr(leaf, "_view")]
        self._seen = list(map(_view_of, self._seeing))
        self._bases = list(map(_base_of, self._seeing))

    def __call__(self, args) -> tuple | None:
        """Return the result of a call, in a tuple of one; None where it is another kind of call."""
        if not self._lock.acquire(False):
            return None  # another thread is at it
        try:
            if ties.count != self._ties and not self._has_no_new_views():
                return None
            return (self._run_program(),) if self._is_like_kept_call(args) else None
        except self.program.env.programs.Unlike:
            return None  # another shape or dtype: nothing has been computed
        except AttributeError:
            if self._are_views_still_views():
                raise
            return None  # what was a view is none any more
        finally:
            self._lock.release()

    def _has_no_new_views(self) -> bool:
        """Return whether no own base is a view by now; if so, note ``ties`` and plain bases."""
        count = ties.count
        if any(map(hasattr, self._own, repeat("_view"))):
            return False
        arguments = {at for _, _, at in self._arrays}
        bases = [x for at, x in enumerate(self._given.bases) if at not in arguments]
        bases += self.program.pinned
        self._plain = not self._writes_to_arguments and are_plain(bases)
        self._ties = count
        return True

    def _are_views_still_views(self) -> bool:
        return all(hasattr(leaf, "_view") for leaf in self._seeing)

    def first(self):
        """Return the result of the call that it was made of."""
        with self._lock:
            return self._run_program()

    def _run_program(self):
        """Call the program on the kept signature; take over new gradients, let go of arguments."""
        given = self._given
        result = self.program(given, self._call, self._plain)
        if self._owned:
            expected, now = self._expected, list(_flat(map(self._facts, self._states)))
            for at, leaf, base in self._owned:
                made = now[at]
                if made is not None:
                    expected[at] = given.leaves[leaf] = given.bases[base] = made
        for _, leaf, base in self._arrays:  # no other reference may keep them alive
            given.leaves[leaf] = given.bases[base] = None
        return result

    def _is_like_kept_call(self, args) -> bool:
        """Return whether a call differs from the kept one in arrays and numbers alone."""
        if len(args) != len(self._arguments):
            return False
        if not all(map(is_, self._captured.values(), self._roots)):
            return False
        if not self._captured.is_as_before():
            return False
        if self._rules is not None and self._rules.mode() != self._mode:
            return False
        if not (
            not any(self._empty)
            and list(map(len, self._filled)) == self._lengths
            and all(map(is_, _flat(self._contents), self._values))
            and list(_flat(self._named)) == self._names
            and all(map(is_, _flat(self._otherwise), self._other_names))
            and all(map(is_, map(_dict_of, self._objects), self._dicts))
            and list(map(type, self._objects)) == self._classes
            and list(map(type, self._leaves)) == self._kinds
            and all(map(is_, _flat(map(_facts_of, self._composites)), self._facts_of_composites))
        ):
            return False
        if self._seeing and not (
            all(map(is_, map(_view_of, self._seeing), self._seen))
            and all(map(is_, map(_base_of, self._seeing), self._bases))
        ):
            return False
        if self._states and not all(
            map(is_, _flat(map(self._facts, self._states)), self._expected)
        ):
            return False
        return self._take_arguments(args) and self._take_varying_numbers()

    def _take_arguments(self, args) -> bool:
        """Put a call's arrays and numbers into the signature; False if one is of another kind."""
        given, numbers, arrays, holders, starts = self._given, [], [], [], []
        for value, (kind, what, dtype, lenses) in zip(args, self._arguments, strict=True):
            if type(value) is not kind:
                return False
            if dtype is not None:
                view = getattr(value, "_view", None)
                if lenses is None:
                    if view is not None:
                        return False
                    holder = value
                else:
                    if view is None or len(view.stack) != len(lenses):
                        return False
                    for lens, (key, moving) in zip(view.stack, lenses, strict=True):
                        if lens.key != key:
                            return False
                        starts += [lens.starts[at] for at in moving]
                    holder = view.base
                data = holder._data
                if data.dtype != dtype or tuple(data.shape) != what:
                    return False
                if not _has_no_state(value):
                    return False
                arrays.append(value)
                holders.append(holder)
            elif kind is float or what is _COUNTED and abs(value) < 2**63:
                numbers.append(value)
            elif value is not what:
                return False
        found = set(map(id, holders))
        if len(found) < len(holders) or not found.isdisjoint(self._known):
            return False
        if self._owned and not found.isdisjoint(map(id, self._expected)):
            return False
        for value, holder, (_, leaf, base) in zip(arrays, holders, self._arrays, strict=True):
            given.leaves[leaf], given.bases[base] = value, holder
        given.numbers, given.starts = numbers, starts
        return True

    def _take_varying_numbers(self) -> bool:
        """Put containers' varying numbers into the signature; False if they differ otherwise."""
        varied: list = []
        for container, which, expected in self._varied:
            items = _key_value_pairs(container)
            if len(items) != len(expected):
                return False
            for (name, value), (same, before) in zip(items, expected, strict=True):
                if name is not same and name != same:
                    return False
                if name not in which:
                    if value is not before:
                        return False
                    continue
                if type(value) is not type(before):
                    return False
                elements = which[name]
                if elements is None:
                    varied.append(value)
                    continue
                if len(value) != len(before):
                    return False
                for at, (one, other) in enumerate(zip(value, before, strict=True)):
                    if at in elements and type(one) is type(other):
                        varied.append(one)
                    elif one is not other:
                        return False
        self._given.varied = varied
        return True


def can_be_compared(given, program, args, kwargs) -> bool:
    """Return whether calls of a kind can be compared with one another by identity."""
    if kwargs or not given.containers or given.hosts or given.natives:
        return False
    if not (_has_no_outside_effects(program, given) and _are_arguments_unshared(given, args)):
        return False
    return not any(map(_has_view_as_gradient, given.leaves))


def _has_no_outside_effects(program, given) -> bool:
    """Return whether a program changes no container, name or outer array of the function's."""
    programs = program.env.programs
    if program.traced.effects or program.traced.bindings:
        return False
    if not are_plain(program.pinned):  # as what orders collectives and host calls is
        return False
    if not hasattr(programs, "Unlike"):
        return False  # a program that would take another shape or dtype for its own
    # what is one value now may be two tensors later
    return not (given.same and programs.WRITES_IN_PLACE)


def _has_view_as_gradient(leaf) -> bool:
    """Return whether a leaf's gradient is a view: no new array can take the place of one."""
    rules = rules_of(leaf)
    if rules is None or rules.is_blank(leaf):
        return False
    return hasattr(rules.facts(rules.state_of(leaf))[0], "_view")


def _are_arguments_unshared(given, args) -> bool:
    """Return whether each array and number among the arguments is found there alone."""
    arrays = [value for value in args if isinstance(value, Holder)]
    rest = [value for value in args if not isinstance(value, Holder)]
    if not all(map(_has_no_state, arrays)) or not _are_view_starts_traced(given, arrays):
        return False
    holders = list(map(base_or_self, given.leaves))
    if any(sum(map(is_, repeat(base_or_self(value)), holders)) > 1 for value in arrays):
        return False  # an array that several are a part of
    if any(isinstance(value, _NESTS) for value in rest):
        return False
    floats = sum(type(value) is float for value in rest)
    if len(given.numbers) != floats + len(given.counted):
        return False  # some are found elsewhere
    within = set(map(id, given.containers))
    if any(id(container) not in within for container, _, _ in given.slots):
        return False
    # an array that is found in a container too is another kind of input
    count = sum(any(leaf is x for x in arrays) for leaf in given.leaves)
    held = _flat(_contained_values(each) for each in given.containers)
    return count == len(arrays) and not any(value is x for value in held for x in arrays)


def _are_view_starts_traced(given, arrays: list) -> bool:
    """Return whether the starts of all views among the arguments are inputs of the program."""
    views = [value for value in arrays if hasattr(value, "_view")]
    moved = set(map(id, given.moved))
    return len(views) == len(given.moved) and all(id(value) in moved for value in views)


def _lens_keys_with_moving_starts(value) -> list[tuple] | None:
    """List (key, indices of the starts that may vary) of a view's lenses; None if no view."""
    if not hasattr(value, "_view"):
        return None
    return [(lens.key, [at for at, _ in moving_starts(lens)]) for lens in value._view.stack]


def _has_no_state(value) -> bool:
    """Return whether an array's state (gradient, flags) is that of a new array."""
    rules = rules_of(value)
    return rules is None or rules.is_blank(value)


def _contained_values(container):
    """Return the values of a dict, list or other nest; of any other object its attributes'."""
    if isinstance(container, dict):
        return container.values()
    return container if isinstance(container, _NESTS) else vars(container).values()


def _key_value_pairs(container):
    """Return (index, element) of a list, (key, value) of a dict or of an object's attributes."""
    if isinstance(container, list):
        return list(enumerate(container))
    return (container if isinstance(container, dict) else vars(container)).items()
