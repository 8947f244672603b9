"""Calls like an earlier one: their program is known already, and most of their inputs.

Going through arguments, and through a model with its hundred dictionaries, takes longer than a
small program. Where a call finds everything as the one before has left it, object for object, that
is not done again: what stood where is compared by identity, arguments by what is written out as
source (:mod:`.call_source`), containers as lists, in C. Anything else goes the general path.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import partial
from itertools import chain, repeat
from operator import attrgetter, is_, methodcaller

from ivy_core.arrays.views import base_or_self
from ivy_core.arrays.write import are_plain
from ivy_core.backends.holder import Holder, ties
from ivy_core.utils.identities import identities
from ivy_core.utils.stamps import (
    Stamps,
    has_stamps,
    word_of_class,
    word_of_dict,
    word_of_length,
    word_of_order,
    word_of_slot,
)

from ..trace.runtime_checks import ChecksFailed
from .call_source import FAILED, UNLIKE, CallSource, NotWritten, nests_among
from .containers import is_same
from .states import rules_of

_dict_of = attrgetter("__dict__")
_view_of, _base_of = attrgetter("_view"), attrgetter("_view.base")
_facts_of = methodcaller("_facts")
_flat = chain.from_iterable
_NESTS = (tuple, list, dict, set)


class CachedCall:
    """A call that found its program, to compare the next ones with.

    Attributes
    ----------
    call : callable
        Takes a call's ``args`` and ``kwargs`` and returns its result; UNLIKE where it is a call of
        another kind, FAILED where one of the program's checks has failed.
    again : callable or None
        The same for the arrays among its arguments alone, which are known to be of this kind.
    is_of_arguments : bool
        Whether it refers to nothing but the kinds of arguments: any number of them may be kept.

    Parameters
    ----------
    given : CallSignature
        The inputs of the call; they are kept, and renewed in place.
    program : BoundProgram
    args, kwargs
        Those of the call.
    static : frozenset
        The positions and names of arguments that are not traced.
    backend : module
    is_named : bool
        Whether the function is compiled for this backend, whichever is set.

    Raises
    ------
    NotWritten
        If its arguments are of kinds that are not compared.
    """

    def __init__(self, given, program, args, kwargs, static, backend, is_named: bool):
        self._given, self.program = given, program
        self._lock = threading.Lock()
        source = CallSource(given, program, args, kwargs, static)
        self._is_direct = source.is_direct
        self.is_of_arguments = source.is_direct and not source.outside
        captured = given.captured
        self.call = source.write(backend, is_named, captured, self._call_with_inputs)
        self.again = source.again
        self._arrays = [(each.leaf_at, each.base_at) for each in source.arrays]
        self._nests = [at for _, at in source.nests]
        if self._is_direct:
            return
        self._composites = [each for each in given.composites if type(each)._of_facts is not None]
        self._facts_of_composites = list(_flat(map(_facts_of, self._composites)))
        # programs that would take another layout for their own are called through what looks at it
        alike = getattr(program.env.programs, "Alike", None)
        self._call = None if alike is None else alike(program.compiled)
        plain = self._remember_containers()
        leaf_at = {id(leaf): at for at, leaf in enumerate(given.leaves)}
        base_at = {id(base): at for at, base in enumerate(given.bases)}
        self._remember_array_states(leaf_at, base_at)
        self._remember_stamps(plain)

    def _remember_containers(self) -> list:
        """Keep the lengths, names, values and classes of containers, to compare calls with.

        Returns
        -------
        list
            Those in which no number varies: lists and the like, and dictionaries.
        """
        varied = {id(container) for container, _, _ in self._given.slots}
        nests = set(self._nests)  # the call's source compares these
        containers = [x for at, x in enumerate(self._given.containers) if at not in nests]
        self._outside = set(map(id, containers))
        self._objects = [each for each in containers if not isinstance(each, _NESTS)]
        self._dicts = list(map(vars, self._objects))  # which keeps them
        self._identities_of_dicts = identities(tuple(self._dicts))
        self._classes = list(map(type, self._objects))
        # objects of which some attributes are read: the others may be anything
        reads = self._given.partial
        read = [x for x in containers if id(x) in reads and id(x) not in varied]
        self._read = [(reads[id(x)], vars(x), reads[id(x)].of(vars(x))) for x in read]
        plain = [each for each in containers if id(each) not in varied and id(each) not in reads]
        plain = [each if isinstance(each, _NESTS) else vars(each) for each in plain]
        self._remember_contents(plain)
        self._varied = []
        for container in containers:
            if id(container) in varied:
                which = {name: at for each, name, at in self._given.slots if each is container}
                self._varied.append((container, which, list(self._items_of(container))))
        self._order_of_varied = self._find_order_of_varied()
        return plain

    def _items_of(self, container):
        """Return (index, element) or (name, value) of what is read of a container."""
        read = self._given.partial.get(id(container))
        return _key_value_pairs(container) if read is None else read.of(vars(container)).items()

    def _find_order_of_varied(self) -> list[int]:
        """Return the positions, among the numbers as containers have them, of those of the call.

        A call takes a container's numbers in the middle of those of one that holds it.
        """
        found: dict[tuple, list[int]] = {}
        count = 0
        for container, which, expected in self._varied:
            for name, _ in expected:
                if name in which:
                    length = 1 if which[name] is None else len(which[name])
                    found[id(container), name] = list(range(count, count + length))
                    count += length
        slots = [found[id(container), name] for container, name, _ in self._given.slots]
        return list(_flat(slots))

    def _remember_contents(self, plain: list) -> None:
        """Keep what containers hold, and stamps by which most are seen to hold it still."""
        filled = [each for each in plain if len(each)]
        self._empty = [each for each in plain if not len(each)]
        self._filled, self._lengths = filled, list(map(len, filled))
        named = [each for each in filled if isinstance(each, dict)]
        # strings are compared as such, which is quicker; other names may have an `==` of their own
        by_strings, otherwise = [], []
        for each in named:
            is_by_strings = all(type(name) is str for name in each)
            (by_strings if is_by_strings else otherwise).append(each)
        self._named, self._names = by_strings, tuple(_flat(by_strings))
        self._identities_of_names = identities(self._names)
        self._otherwise, self._other_names = otherwise, list(_flat(otherwise))
        self._contents = list(map(_contained_values, filled))
        self._values = tuple(_flat(self._contents))  # which keeps them
        self._identities = identities(self._values)

    def _remember_stamps(self, plain: list) -> None:
        """Keep stamps by which all but a few containers are seen to be as they were."""
        self._stamps, self._are_states_stamped = None, False
        # a list stands here itself, a dictionary as its values and its names
        unstamped: list = []
        if has_stamps():
            words, of_nests = self._words_of_states(), list(map(_word_of_nest, plain))
            self._are_states_stamped = words is not None
            read = []
            for each, word in zip(plain, of_nests, strict=True):
                if _is_told_by_version(each) or word is not None and type(each) is OrderedDict:
                    read.append((each, partial(_values_and_names, each)))
                elif word is None and type(each) is not tuple:
                    unstamped += [each.values(), each] if isinstance(each, dict) else [each]
            words = [*(words or ()), *[each for each in of_nests if each is not None]]
            self._stamps = Stamps(read, (), words)
        self._unstamped, self._lengths_of_unstamped = unstamped, list(map(len, unstamped))
        self._contents_of_unstamped = tuple(_flat(unstamped))  # which keeps them
        self._identities_of_unstamped = identities(self._contents_of_unstamped)

    def _words_of_states(self) -> list[int] | None:
        """Return addresses of objects' classes and dictionaries, and of what arrays' states have.

        None where one is not known, or the states are others after each call.
        """
        found = [*map(word_of_dict, self._objects)]
        found += map(word_of_class, [*self._objects, *self._leaves])
        if self._states:
            if self._owned:
                return None
            for state in self._states:
                found.append(word_of_class(state))
                found += [
                    word_of_slot(state, name)
                    for name in self._rules.slots()
                    if name in type(state).__slots__
                ]
        return None if None in found else found

    def _remember_array_states(self, leaf_at, base_at) -> None:
        """Keep the state, views and bases of arrays outside of the arguments, to compare with."""
        given = self._given
        self._rules, self._expected, self._states = None, [], []
        self._owned, self._owners = [], []
        arguments = {at for at, _ in self._arrays}
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
                    self._owners.append(state)
                self._expected += facts
        self._identities_of_states = identities(tuple(self._expected))
        self._made = [self._expected[at] for at, _, _ in self._owned]
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
        arguments = {base for _, base in self._arrays}
        self._writes_to_arguments = not arguments.isdisjoint(self.program.traced.changed)
        self._seeing = [leaf for leaf in self._leaves if hasattr(leaf, "_view")]
        self._seen = list(map(_view_of, self._seeing))
        self._bases = list(map(_base_of, self._seeing))

    def _call_with_inputs(self, leaves, bases, nests, numbers, starts):
        """Call the program with such arguments if all else is as it was; else return UNLIKE."""
        if not self._lock.acquire(False):
            return UNLIKE  # another thread is at it
        try:
            if ties.count != self._ties and not self._has_no_new_views():
                return UNLIKE
            if nests and not self._outside.isdisjoint(map(id, nests)):
                return UNLIKE
            if not (self._is_rest_as_before(bases) and self._take_varying_numbers()):
                return UNLIKE
            given = self._given
            for (leaf_at, base_at), leaf, base in zip(self._arrays, leaves, bases, strict=True):
                given.leaves[leaf_at], given.bases[base_at] = leaf, base
            for at, nest in zip(self._nests, nests, strict=True):
                given.containers[at] = nest
            given.numbers, given.starts = numbers, starts
            return self._run_program()
        except ChecksFailed:
            return FAILED
        except self.program.env.programs.Unlike:
            return UNLIKE  # another shape or dtype: nothing has been computed
        except AttributeError:
            if self._are_views_still_views():
                raise
            return UNLIKE  # what was a view is none any more
        finally:
            self._lock.release()

    def _has_no_new_views(self) -> bool:
        """Return whether no own base is a view by now; if so, note ``ties`` and plain bases."""
        count = ties.count
        if any(map(hasattr, self._own, repeat("_view"))):
            return False
        self._ties = count
        binding = self.program.binding
        if not binding.stored and not binding.donated:
            self._plain = False  # which is asked of what is written to
            return True
        arguments = {at for _, at in self._arrays}
        traced = self.program.traced
        changed = {*traced.changed, *traced.written}  # views of what is read alone do not matter
        bases = list(enumerate([*self._given.bases, *self.program.pinned]))
        self._plain = (
            not self._writes_to_arguments
            and are_plain([x for at, x in bases if at in changed and at not in arguments])
            and not any(hasattr(x, "_view") for at, x in bases if at not in arguments)
        )
        return True

    def _are_views_still_views(self) -> bool:
        return all(hasattr(leaf, "_view") for leaf in self._seeing)

    def first(self):
        """Return the result of the call that it was made of."""
        if self._is_direct:
            try:
                return self.program(self._given)
            finally:
                self._forget_arguments()
        with self._lock:
            return self._run_program()

    def _run_program(self):
        """Call the program on the kept signature; take over new gradients, let go of arguments."""
        given = self._given
        let_go = self._let_go_of_replaced if self._owned else None
        result = self.program(given, self._call, self._plain, let_go)
        if self._owned:
            expected = self._expected
            self._made = list(map(self._rules.own, self._owners))
            for own, (at, leaf, base) in zip(self._made, self._owned, strict=True):
                if own is not None:
                    expected[at] = given.leaves[leaf] = given.bases[base] = own
        self._forget_arguments()
        return result

    def _let_go_of_replaced(self) -> None:
        """Forget the arrays that the program replaces; they are looked for anew behind it."""
        replaced = {each.leaf for each in self.program.replaced}
        for at, leaf, _ in self._owned:
            if leaf in replaced:
                self._expected[at] = None
        self._made = []

    def _forget_arguments(self) -> None:
        """Let go of the arguments: no other reference may keep them alive."""
        given = self._given
        for leaf, base in self._arrays:
            given.leaves[leaf] = given.bases[base] = None
        for at in self._nests:
            given.containers[at] = None

    def _is_rest_as_before(self, bases) -> bool:
        """Return whether all but the arguments is as it was, and none of their arrays among it."""
        found = set(map(id, bases))
        if not found.isdisjoint(self._known):
            return False
        if not found.isdisjoint(map(id, self._made)):
            return False
        if self._rules is not None and self._rules.mode() != self._mode:
            return False
        if self._are_states_stamped and self._are_stamps_as_before():
            return self._are_others_as_before()
        if not (
            self._are_contents_as_before()
            and identities(tuple(map(_dict_of, self._objects))) == self._identities_of_dicts
            and list(map(type, self._objects)) == self._classes
            and list(map(type, self._leaves)) == self._kinds
        ):
            return False
        return self._are_others_as_before() and (not self._states or self._are_states_as_before())

    def _are_others_as_before(self) -> bool:
        """Return whether what objects have, arrays are made of and views show is as it was."""
        if not all(is_same(read.of(held), expected) for read, held, expected in self._read):
            return False
        if self._composites and not all(
            map(is_, _flat(map(_facts_of, self._composites)), self._facts_of_composites)
        ):
            return False
        if self._seeing and not (
            all(map(is_, map(_view_of, self._seeing), self._seen))
            and all(map(is_, map(_base_of, self._seeing), self._bases))
        ):
            return False
        return True

    def _are_states_as_before(self) -> bool:
        found = _flat(map(self._facts, self._states))
        if self._owned:  # whose facts are others after each call
            return all(map(is_, found, self._expected))
        return identities(tuple(found)) == self._identities_of_states

    def _are_contents_as_before(self) -> bool:
        """Return whether containers hold what they held, by the same names."""
        if self._are_stamps_as_before():
            return True
        return (
            not any(self._empty)
            and list(map(len, self._filled)) == self._lengths
            and identities(tuple(_flat(self._contents))) == self._identities
            and self._are_names_as_before()
            and all(map(is_, _flat(self._otherwise), self._other_names))
        )

    def _are_stamps_as_before(self) -> bool:
        return (
            self._stamps is not None
            and self._stamps.are_as_before()
            and list(map(len, self._unstamped)) == self._lengths_of_unstamped
            and identities(tuple(_flat(self._unstamped))) == self._identities_of_unstamped
        )

    def _are_names_as_before(self) -> bool:
        names = tuple(_flat(self._named))
        return identities(names) == self._identities_of_names or names == self._names

    def _take_varying_numbers(self) -> bool:
        """Put containers' varying numbers into the signature; False if they differ otherwise."""
        varied: list = []
        for container, which, expected in self._varied:
            items = self._items_of(container)
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
        self._given.varied = [varied[at] for at in self._order_of_varied]
        return True


def cached_call(given, program, args, kwargs, static, backend, is_named) -> CachedCall | None:
    """Return the CachedCall of a call; None where calls like it cannot be compared."""
    if given.hosts or given.natives or not _has_no_outside_effects(program, given):
        return None
    if not given.containers and program.env.programs.WRITES_IN_PLACE:
        return None  # flattening costs no more than what looks at the layout of tensors
    arguments = [*args, *kwargs.values()]
    if not _are_arguments_unshared(given, arguments):
        return None
    if any(map(_has_view_as_gradient, given.leaves)):
        return None
    try:
        return CachedCall(given, program, args, kwargs, static, backend, is_named)
    except NotWritten:
        return None


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


def _are_arguments_unshared(given, arguments: list) -> bool:
    """Return whether no array among the arguments, or part of one, is found elsewhere too."""
    arrays = [value for value in arguments if isinstance(value, Holder)]
    given_there = set(map(id, arrays))
    elsewhere = {id(base_or_self(leaf)) for leaf in given.leaves if id(leaf) not in given_there}
    if any(id(base_or_self(value)) in elsewhere for value in arrays):
        return False  # an array that others are a part of, too
    within = set(map(id, given.containers))
    if any(id(container) not in within for container, _, _ in given.slots):
        return False
    # an array that is found in a container outside of the arguments too is another kind of input;
    # lists and dictionaries among the arguments are compared by the call's source
    nests = nests_among(arguments)
    outside = [each for each in given.containers if id(each) not in nests]
    held = _flat(map(_contained_values, outside))
    return not any(value is x for value in held for x in arrays)


def _is_told_by_version(nest) -> bool:
    """Return whether a dictionary's version tells of each change: of an order's own it does not."""
    return type(nest) is dict or type(nest) is OrderedDict and len(nest) < 2


def _word_of_nest(nest) -> int | None:
    """Return the address of an empty list's length, or a set's, or of what tells of an order.

    None of any other nest.
    """
    if type(nest) is OrderedDict:
        return word_of_order(nest)
    return None if type(nest) not in (list, set) or nest else word_of_length(nest)


def _values_and_names(held: dict) -> chain:
    return chain(held.values(), held)


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
