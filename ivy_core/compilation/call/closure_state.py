"""State that a compiled function, and the user's functions it calls, read outside of arguments.

:class:`ClosureState` follows the code: from the names that it looks up to what these stand for,
from there to functions, classes and objects, and on. What it finds is of two kinds. *Slots* hold
what may change from call to call, arrays, numbers, lists, objects: each call goes through them as
through its arguments. *Facts* are what hardly ever changes: functions, methods, classes, modules,
defaults, constants of classes. Of them a call only asks whether they are the same objects, all at
once.
"""

from __future__ import annotations

import builtins
import functools
import operator
import sys
import types
import weakref
from collections.abc import Callable
from itertools import chain, starmap
from operator import attrgetter, itemgetter

from ivy_core.backends.holder import Holder
from ivy_core.utils.identities import identities
from ivy_core.utils.stamps import Stamps, dict_of_class, has_stamps

from ..policy import (
    MOST_COMPARED_VALUES,
    MOST_FACT_TOKENS,
    MOST_FOLLOWED_FUNCTIONS,
    MOST_NESTED_LEVELS,
)
from ..source.names import CodeNames, codes_in, names_in
from ..source.source_map import is_users
from .containers import contents, is_plain_object, is_users_module
from .signature import CallSignature, exactly, is_of_numbers
from .slots import ABSENT, Default, read_from

_ORDER, _CONTENTS = attrgetter("__mro__"), attrgetter("cell_contents")
_OF_FUNCTIONS = attrgetter("__code__", "__defaults__", "__kwdefaults__")
_INSIDE = attrgetter("fget"), attrgetter("fset"), attrgetter("__func__"), attrgetter("func")
_FIXED = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)
# special names that every class has, or that Python fills in itself
_OF_CLASSES = frozenset(
    {"__dict__", "__weakref__", "__module__", "__doc__", "__qualname__", "__annotations__",
     "__static_attributes__", "__firstlineno__", "__orig_bases__", "__parameters__", "__slots__",
     "__dataclass_fields__", "__dataclass_params__", "__match_args__", "__abstractmethods__"}
)  # fmt: skip
_flat = chain.from_iterable
_NO_DICT: dict = {}

# names with `grad` in them that say whether gradients are recorded, and others that lead to them
_TELLING_OF_MODE = frozenset(
    "no_grad enable_grad set_grad_enabled is_grad_enabled requires_grad requires_grad_".split()
)
_USING_GRADIENTS = frozenset("backward step deepcopy __deepcopy__ __dict__ vars _autograd".split())


class ClosureState:
    """State that a function reads outside of its arguments.

    Attributes
    ----------
    slots : list of (namespace, name)
        A global name, a closure's cell, a default, an attribute of a function; see
        :func:`read_from`.
    carried : set of int
        Which of them are global names that the code binds anew.
    facts : tuple of (owner, name, fact)
        What the facts are now.

    Parameters
    ----------
    function : function
    arguments : object, optional
        What it is called with: methods of the user's classes among it are looked through too.
    """

    def __init__(self, function, arguments=()):
        self._function = function
        self.slots: list[tuple] = []
        self.carried: set[int] = set()
        self._known: set[tuple] = set()  # what is among the slots, by the namespace's identity
        self._classes: dict[type, None] = {}
        self._constructed: set[type] = set()  # those that are found themselves, not by an object
        self._fixed: dict[int, tuple[dict, dict]] = {}  # functions, classes, modules, by namespace
        self._cells: dict[int, types.CellType] = {}  # those that hold such
        self._library: dict[int, tuple[types.ModuleType, dict]] = {}  # attributes that are named
        self._tokens: dict[tuple, object] = {}
        self.look(arguments)
        self.is_new = True  # until it is asked for once more: there is nothing to look for again

    def look(self, arguments=()) -> None:
        """Find what there is now; what has been found before stays, in its order."""
        self._functions: dict[types.FunctionType, None] = {}
        self._looked_at: set[int] = set()
        self._absent: dict[int, tuple[dict, set]] = {}
        self._modules: dict[int, types.ModuleType] = {}  # the user's that are used as values
        self._names: set[str] = {"forward"}  # that some code looks up: methods are called by them
        self._globals: set[str] = set()
        self._is_dynamic = False
        self._find_functions_in(arguments)
        self._follow_function(self._function)
        self._follow_attribute_names()
        self._collect_fact_readers()

    # what is looked through

    def _find_functions_in(self, value, depth: int = 0) -> None:
        """Follow the user's functions, and note the classes and modules, within a value."""
        if isinstance(value, type):
            self._note_class(value, True)
            return
        function, bound = unbound(value)
        if function is not None:
            if is_users(function):
                self._follow_function(function)
            elif type(function) is types.FunctionType:  # e.g. of functools, contextlib
                held = vars(function)
                registry = held.get("registry") if "dispatch" in held else None
                bound = (*bound, held.get("__wrapped__"), *(registry or {}).values())
            for each in bound:
                self._find_functions_in(each, depth + 1)
            return
        if type(value) is weakref.ref:
            value = value()
        if isinstance(value, types.ModuleType):
            if is_users_module(value):
                self._modules[id(value)] = value
            return
        if isinstance(value, (property, staticmethod, classmethod, functools.cached_property)):
            for part in _INSIDE:
                try:
                    self._find_functions_in(part(value), depth + 1)
                except AttributeError:
                    pass  # another kind of descriptor has it
            return
        inside = contents(value) if not isinstance(value, tuple) else value
        if inside is None or depth > MOST_NESTED_LEVELS or id(value) in self._looked_at:
            return
        self._looked_at.add(id(value))
        if type(value).__module__ != "builtins":
            self._note_class(type(value), False)
        for each in inside.values() if isinstance(inside, dict) else inside:
            self._find_functions_in(each, depth + 1)

    def _note_class(self, cls: type, is_constructed: bool) -> None:
        """Note a class and its bases; ``is_constructed`` if found itself, not by an object."""
        if is_constructed:
            self._constructed.update(cls.__mro__)
        if not self._classes.keys() >= set(cls.__mro__):  # its bases may be others than they were
            self._classes.update(dict.fromkeys(cls.__mro__))
            for base in type(cls).__mro__:
                if base is not type:
                    self._classes.setdefault(base)

    def _follow_attribute_names(self) -> None:
        """Follow methods and attributes whose names the code reads, until nothing new is found."""
        count = None
        while count != (count := self._counts_of_findings()):
            for cls in self.classes():
                is_made = cls in self._constructed or "__class__" in self._names
                for name, found in list(vars(cls).items()):
                    if (
                        self._code_may_read_attribute(name)
                        or _is_users_dunder(name)
                        and (is_made or name != "__init__")
                    ):
                        self._find_functions_in(found)
            for module in list(self._modules.values()):
                for name in sorted(self._names & vars(module).keys()):
                    self._take_slot(vars(module), name)
            for function in list(self._functions):
                for name in sorted(self._names & vars(function).keys()):
                    self._take_slot(function, name)

    def _counts_of_findings(self) -> tuple[int, ...]:
        """Count the functions, classes, names and slots that have been found so far."""
        found = self._functions, self._classes, self._constructed, self._modules, self._names
        return *map(len, found), len(self._looked_at), len(self.slots)

    def may_read(self, name: str, dynamically: bool = True) -> bool:
        """Return whether the user's code that was found may read an attribute of this name.

        Without ``dynamically`` names that the code computes count as others.
        """
        return self._code_may_read_attribute(name) if dynamically else name in self._names

    def may_use_gradients(self) -> bool:
        """Return whether the user's code that was found may read or change gradients of arrays."""
        if self._is_dynamic or len(self._functions) > MOST_FOLLOWED_FUNCTIONS:
            return True
        named = self._names | self._globals
        uses_some = any("grad" in each for each in named - _TELLING_OF_MODE)
        return uses_some or not named.isdisjoint(_USING_GRADIENTS)

    def _code_may_read_attribute(self, name: str) -> bool:
        """Return whether the code reads an attribute of this name, or one of any name."""
        return name in self._names or self._is_dynamic and not name.startswith("__")

    def _follow_function(self, function) -> None:
        """Take the closure cells, defaults and names that a function's code reads, once."""
        if function in self._functions or len(self._functions) > MOST_FOLLOWED_FUNCTIONS:
            return
        self._functions[function] = None
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        for name, cell in cells.items():
            self._take_slot(cell, name)
        defaults = function.__defaults__ or ()
        for name, value in {**dict(enumerate(defaults)), **(function.__kwdefaults__ or {})}.items():
            is_constant = is_of_numbers(value)
            if (
                not is_constant
                and isinstance(value, (Holder, tuple))
                or contents(value) is not None
            ):
                self._take_slot(Default(function, name, value), name)
            else:
                self._find_functions_in(value)
        for code in codes_in(function.__code__):
            self._take_names_of_code(names_in(code), function.__globals__, cells)

    def _take_names_of_code(self, names: CodeNames, namespace: dict, cells: dict) -> None:
        """Take the globals, attribute chains and imports that one code object reads, sorted.

        Slots in the order of a set of strings would make a program with other arguments of each
        process, which XLA compiles anew, though it lies on disk.
        """
        self._names |= names.attributes
        self._globals |= names.globals
        self._is_dynamic = self._is_dynamic or names.is_dynamic
        for name in sorted(names.globals):
            if name in names.bound or name in namespace:
                self._take_slot(namespace, name, name in names.bound)
            else:
                self._absent.setdefault(id(namespace), (namespace, set()))[1].add(name)
        for name, *attributes in sorted(names.chains):
            if name in cells and name not in names.globals:
                value = read_from(cells[name], name)
            else:
                value = namespace.get(name, ABSENT)
            self._take_attribute_chain(value, attributes)
        for name, attribute in sorted(names.imports, key=str):
            module = sys.modules.get(name)
            if module is not None:
                self._take_attribute_chain(module, [attribute] if attribute else [])

    def _take_attribute_chain(self, value, names: list[str]) -> None:
        """Take the slots that ``value.a.b`` (``names``: a, b) reads of modules of the user's."""
        if isinstance(value, types.ModuleType):
            if not is_users_module(value):
                self._watch_library_attribute(value, names)
            elif not names:
                self._modules[id(value)] = value
            else:
                held = vars(value)
                self._take_slot(held, names[0] if names[0] in held else "__getattr__")
                self._take_attribute_chain(held.get(names[0], ABSENT), names[1:])
            return
        function = _without_compile_wrapper(value)
        if names and isinstance(function, types.FunctionType) and is_users(function):
            self._take_slot(value, names[0])

    def _watch_library_attribute(self, module, names: list[str]) -> None:
        """Watch a library module's attribute ``names[0]``, e.g. a function that tests replace."""
        if not names or names[0] not in vars(module) or _is_core_module(module):
            return
        value = vars(module)[names[0]]
        self._library.setdefault(id(module), (module, {}))[1][names[0]] = None
        if isinstance(value, types.ModuleType):
            self._take_attribute_chain(value, names[1:])

    def _take_slot(self, namespace, name, is_bound: bool = False) -> None:
        """Add a slot to the slots, or to the facts if its value is fixed, and search the value."""
        key = id(namespace), name
        if type(namespace) is Default:
            key = namespace.key
        value = read_from(namespace, name)
        function = _without_compile_wrapper(value)
        if value is ABSENT and type(namespace) is types.CellType:
            return
        is_fixed = isinstance(value, _FIXED) or function is not value
        if not is_fixed and callable(value) and not is_plain_object(value):
            is_fixed = unbound(value)[0] is None and type(value) is not weakref.ref
        if isinstance(function, types.FunctionType) and is_users(function):
            self._follow_function(function)
        elif not isinstance(value, types.ModuleType):
            self._find_functions_in(value)
        elif is_users_module(value) and type(namespace) is types.CellType:
            self._modules[id(value)] = value
        if key in self._known:
            return
        if not is_fixed:  # if it was a function before, it is none any more
            self._fixed.get(id(namespace), (None, {}))[1].pop(name, None)
            self._cells.pop(id(namespace), None)
        elif not is_bound:
            if type(namespace) is dict:
                self._fixed.setdefault(id(namespace), (namespace, {}))[1][name] = None
                return
            if type(namespace) is types.CellType:
                self._cells[id(namespace)] = namespace
                return
        self._known.add(key)
        if is_bound:
            self.carried.add(len(self.slots))
        self.slots.append((namespace, name))

    def classes(self) -> list[type]:
        """Return the user's classes among what is found, and those of objects within it."""
        found = []
        for cls in list(self._classes):
            module = sys.modules.get(cls.__module__)
            if cls.__module__ == "__main__" or module is not None and is_users_module(module):
                found.append(cls)
        return found

    # facts, which are compared as a whole

    def _collect_fact_readers(self) -> None:
        """Collect the functions that read the facts which each call compares; read these once."""
        self._users = self.classes()
        # of the names that Python would look for among the built-in ones
        self._shadows = [(namespace, names) for namespace, names in self._absent.values() if names]
        read = [(dict_of_class(cls), vars(cls).values) for cls in self._users]
        for function in self._functions:
            if function.__kwdefaults__:
                read.append((function.__kwdefaults__, function.__kwdefaults__.values))
        for namespace, names in list(self._fixed.values()):
            if not names:
                del self._fixed[id(namespace)]
                continue
            read.append((namespace, _make_reader(namespace, names)))
        for module, names in self._library.values():
            read.append((vars(module), _make_reader(vars(module), names)))
        built_in = set().union(*map(itemgetter(1), self._absent.values())) & vars(builtins).keys()
        self._built_in = dict.fromkeys(sorted(built_in))
        if built_in:
            read.append((vars(builtins), _make_reader(vars(builtins), self._built_in)))
        self._read, self._readers = read, list(map(itemgetter(1), read))
        self._held = tuple(self._cells.values())
        self._refresh_facts()

    def _read_facts(self) -> tuple:
        """Return the objects that all facts are now, in one tuple."""
        return tuple(
            chain(
                _flat(map(operator.call, self._readers)),
                _flat(map(_OF_FUNCTIONS, self._functions)),
                map(_ORDER, self._users),
                map(_CONTENTS, self._held),
            )
        )

    def is_as_before(self) -> bool:
        """Return whether functions, classes and the like are the objects that they were."""
        try:
            if self._stamps is not None:
                return self._stamps.are_as_before()
            stamps = self._stamps_now() if has_stamps() else None
            now = self._read_facts()
        except (KeyError, ValueError):
            return False  # a name is gone
        if identities(now) != self._identities:
            return False
        for namespace, names in self._shadows:
            if not namespace.keys().isdisjoint(names):
                return False
        self._stamps = stamps  # the next call need not read them all
        return True

    def _stamps_now(self) -> Stamps:
        """Return the stamps of what facts are read of, and of names that are not bound."""
        shadows = [
            (namespace, functools.partial(_are_unbound, namespace, names))
            for namespace, names in self._shadows
        ]
        return Stamps([*self._read, *shadows], [*self._functions, *self._users, *self._held])

    def conditions(self, named: Callable[[object], str]) -> list[str]:
        """Return expressions, true while slots and facts are the objects that they are now.

        One that looks up a name that is gone raises AttributeError, KeyError or ValueError.

        Parameters
        ----------
        named : callable
            Gives the name of an object in these expressions.
        """
        if len(self.slots) > MOST_COMPARED_VALUES:
            now = tuple(self.values())  # whose identities are compared, as long as they are kept
            readers = self._slot_readers(now)
            if has_stamps():
                cells = [each for each, _ in self.slots if type(each) is types.CellType]
                found = [f"{named(Stamps(readers, cells).are_as_before)}()"]
            else:
                readers = list(map(itemgetter(1), readers))
                known = tuple(_flat(map(operator.call, readers)))
                given = ", ".join(map(named, (readers, known, identities(known))))
                found = [f"{named(_are_same)}({given})"]
        else:
            found = list(starmap(functools.partial(_slot_condition, named), self.slots))
        has_more = self._users or any(function.__kwdefaults__ for function in self._functions)
        if has_more or len(self._snapshot) > MOST_COMPARED_VALUES:
            token = named(self._token)
            return [*found, f"{named(self.is_as_before)}()", f"{named(self)}.token is {token}"]
        for function in self._functions:
            for name in ("__code__", "__defaults__"):
                found.append(f"{named(function)}.{name} is {named(getattr(function, name))}")
            found.append(f"{named(function)}.__kwdefaults__ is None")
        libraries = [(vars(module), names) for module, names in self._library.values()]
        namespaces = [*self._fixed.values(), *libraries]
        for namespace, names in [*namespaces, (vars(builtins), self._built_in)]:
            found += [_slot_condition(named, namespace, name) for name in names]
        found += [_slot_condition(named, cell, "") for cell in self._held]
        for namespace, absent in self._shadows:
            found.append(f"{named(namespace)}.keys().isdisjoint({named(absent)})")
        return found

    @property
    def token(self) -> object:
        """Object that stands for the facts in a call's key: the same one for the same facts."""
        return self._token

    def _refresh_facts(self) -> None:
        """Read the facts anew: keep their objects, and the token that is in the call's key."""
        try:
            self._snapshot = self._read_facts()
        except (KeyError, ValueError):
            self._snapshot = ()
        self._identities, self._stamps = identities(self._snapshot), None
        self._live: list[tuple[type, str]] = []
        facts: list[tuple] = []  # what has it, its name, what it is
        for cls in self._users:
            facts.append((cls, "__mro__", cls.__mro__))
            for name, value in vars(cls).items():
                is_named = self._code_may_read_attribute(name)
                if is_named and _may_change_between_calls(value):
                    self._live.append((cls, name))
                    facts.append((cls, name, None))
                elif is_named or _is_users_dunder(name):
                    facts.append((cls, name, _comparison_key(value)))
        for function in self._functions:
            facts.append((function, "__code__", id(function.__code__)))
            defaults = dict(enumerate(function.__defaults__ or ())) | (
                function.__kwdefaults__ or {}
            )
            facts += [(function, name, _comparison_key(value)) for name, value in defaults.items()]
        facts += [
            (None, name, _comparison_key(vars(builtins).get(name))) for name in self._built_in
        ]
        for namespace, names in self._fixed.values():
            facts += [(None, name, _comparison_key(namespace.get(name, ABSENT))) for name in names]
        for module, names in self._library.values():
            facts += [
                (module, name, _comparison_key(vars(module).get(name, ABSENT))) for name in names
            ]
        facts += [(None, "", _comparison_key(read_from(cell, ""))) for cell in self._held]
        for namespace, names in self._shadows:
            facts += [(None, name, True) for name in sorted(names & namespace.keys())]
        facts = self.facts = tuple(facts)
        if len(self._tokens) > MOST_FACT_TOKENS:
            self._tokens.clear()
        # kept with what they are about, whose identities are among them
        self._token = self._tokens.setdefault(facts, (object(), self._snapshot))[0]

    # a call

    def values(self) -> list:
        return list(starmap(read_from, self.slots))

    def _slot_readers(self, values: tuple) -> list[tuple[dict, Callable]]:
        """Return dictionaries that hold slots, and functions that read these, if possible in C.

        One that looks up a name that is gone raises KeyError.
        """
        bound: dict[int, tuple[dict, dict]] = {}
        others: dict[int, tuple[dict, list]] = {}
        for (namespace, name), value in zip(self.slots, values, strict=True):
            if type(namespace) is dict and value is not ABSENT:
                bound.setdefault(id(namespace), (namespace, {}))[1][name] = None
            else:
                held = _dict_of_namespace(namespace)
                others.setdefault(id(held), (held, []))[1].append((namespace, name))
        found = [(held, _make_reader(held, names)) for held, names in bound.values()]
        for held, slots in others.values():
            found.append((held, functools.partial(starmap, read_from, slots)))
        return found

    def add_to(self, given: CallSignature) -> None:
        """Go through all that is found."""
        if not self.is_as_before():
            self._refresh_facts()
        is_labelled = given.parts is not None
        if is_labelled:
            given.begin_part(self, "")
        given.facts.append(self._token)
        for i, (namespace, name) in enumerate(self.slots):
            value = read_from(namespace, name)
            if is_labelled:
                given.begin_part(namespace, name)
            if i in self.carried:
                given.add_carried(value)
            else:
                given.add_slot(namespace, name, value)
        for cls, name in self._live:
            if is_labelled:
                given.begin_part(cls, name)
            given.add_slot(cls, name, vars(cls).get(name, ABSENT))


def _is_users_dunder(name: str) -> bool:
    """Return whether a name is ``__x__``, and none that Python gives to every class."""
    return name.startswith("__") and name.endswith("__") and name not in _OF_CLASSES


def _may_change_between_calls(value) -> bool:
    """Return whether a class attribute's value is an array, number, tuple or container."""
    if isinstance(value, Holder) or is_of_numbers(value) or isinstance(value, tuple):
        return True
    return contents(value) is not None or type(value).__module__ == "numpy"


def _comparison_key(value):
    """Return the key of a value: type and value of a constant, the identity of others."""
    kind = type(value)
    if kind in (int, float, complex, bool, str, bytes, type(None), range):
        return kind, exactly(value)
    return id(value)


def _are_same(readers: list[Callable], _objects: tuple, known: bytes) -> bool:
    """Return whether functions read the objects whose identities are known."""
    return identities(tuple(_flat(map(operator.call, readers)))) == known


def _are_unbound(namespace: dict, names: set) -> tuple[bool]:
    return (namespace.keys().isdisjoint(names),)


def _dict_of_namespace(namespace) -> dict:
    """Return the dictionary that a slot is in; an empty one for a cell, and for a default."""
    if type(namespace) is dict:
        return namespace
    if type(namespace) is types.CellType or type(namespace) is Default:
        return _NO_DICT
    return dict_of_class(namespace) if isinstance(namespace, type) else vars(namespace)


def _slot_condition(named: Callable[[object], str], namespace, name) -> str:
    """Return the expression that is true while a slot holds what it holds now."""
    value = read_from(namespace, name)
    if type(namespace) is dict and value is not ABSENT:
        return f"{named(namespace)}[{name!r}] is {named(value)}"
    return f"{named(read_from)}({named(namespace)}, {name!r}) is {named(value)}"


def _make_reader(namespace: dict, names: dict) -> Callable:
    """Return a function that reads the values of ``names`` in a dictionary, in C."""
    if len(names) == 1:
        return functools.partial(map, namespace.__getitem__, tuple(names))
    return functools.partial(itemgetter(*names), namespace)


def _is_core_module(module) -> bool:
    """Return whether a module is ivy_core's, whose functions change with the backend."""
    return module.__name__.partition(".")[0] == "ivy_core"


def _without_compile_wrapper(value):
    return getattr(value, "__wrapped__", value) if _is_compiled_function(value) else value


def unbound(value) -> tuple:
    """Return the function that a value calls, and what that is bound to; None of other values."""
    if isinstance(value, types.FunctionType):
        return _without_compile_wrapper(value), ()
    if type(value) is types.MethodType:
        return unbound(value.__func__)[0] or value.__func__, (value.__self__,)
    if type(value) is functools.partial:
        return unbound(value.func)[0] or value.func, (value.func, value.args, value.keywords)
    keeps = _is_compiled_function(value) or type(value) is functools._lru_cache_wrapper
    return (value.__wrapped__, ()) if keeps else (None, ())


def _is_compiled_function(value) -> bool:
    if type(value) is types.FunctionType:
        return "__ivy_compiled__" in vars(value)
    return hasattr(type(value), "__ivy_compiled__")


def called(namespace, name) -> str:
    """Name a slot in a sentence."""
    if type(namespace) is dict:
        return f"the global name {name!r}"
    if type(namespace) is Default:
        return "a default"
    if type(namespace) is types.CellType:
        return f"{name!r} of a closure"
    return f"{getattr(namespace, '__name__', namespace)}.{name}"
