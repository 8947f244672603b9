"""Names that code looks up: globals, attributes, and the attributes of names."""

from __future__ import annotations

import dis
import types
import weakref
from collections.abc import Iterator
from typing import NamedTuple

_LOADS = frozenset({"LOAD_GLOBAL", "LOAD_NAME"})
_STORES = frozenset({"STORE_GLOBAL", "DELETE_GLOBAL"})
_CELLS = frozenset({"LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"})
_READS = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
_ATTRIBUTES = _READS | {"STORE_ATTR", "DELETE_ATTR", "LOAD_SUPER_ATTR"}
_BETWEEN = frozenset({"COPY", "CACHE", "EXTENDED_ARG", "PUSH_NULL", "PRECALL"})
# what looks up attributes by names that may have been computed
_ASKS = frozenset(
    {"getattr", "hasattr", "setattr", "delattr", "vars", "dir", "attrgetter", "methodcaller",
     "__dict__", "__getattribute__"}
)  # fmt: skip


class CodeNames(NamedTuple):
    """The names in one code object, those of functions within it apart.

    Attributes
    ----------
    globals : frozenset of str
        Global names, built-in ones among them, that are read or bound.
    bound : frozenset of str
        Those that are bound.
    attributes : frozenset of str
        Names of attributes, and strings that may be such.
    chains : frozenset of (str, ...)
        A global name, or one of a closure, and the attributes that are asked for one behind the
        other: ``("np", "random", "normal")``; the name alone where it is used otherwise.
    imports : frozenset of (str, str or None)
        Modules that are imported, and what is taken from them.
    is_dynamic : bool
        Whether attributes are asked for by names that may be computed.
    """

    globals: frozenset
    bound: frozenset
    attributes: frozenset
    chains: frozenset
    imports: frozenset
    is_dynamic: bool


# by code, which goes with its function: so does what is known of it
_known: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()


def names_in(code: types.CodeType) -> CodeNames:
    """Return the names that a code object looks up.

    Examples
    --------
    >>> found = names_in((lambda x: np.random.normal(self.level) + getattr(x, "rate")).__code__)
    >>> sorted(found.globals), sorted(found.attributes)
    (['getattr', 'np', 'self'], ['level', 'normal', 'random', 'rate'])
    >>> sorted(found.chains)
    [('getattr',), ('np', 'random', 'normal'), ('self', 'level')]
    """
    found = _known.get(code)
    if found is None:
        found = _known[code] = _collect_names(code)
    return found


def _collect_names(code: types.CodeType) -> CodeNames:
    """Collect the names in a code object's instructions; inner code objects are left out."""
    read, bound, attributes, chains, imports = set(), set(), set(), set(), set()
    chain: list[str] = []
    module = None
    for each in dis.get_instructions(code):
        name = each.opname
        if name in _BETWEEN:
            continue
        if chain and name not in _ATTRIBUTES:
            chains.add(tuple(chain))
            chain = []
        if name in _LOADS or name in _CELLS:
            if name in _LOADS:
                read.add(each.argval)
            chain = [each.argval]
        elif name in _STORES:
            bound.add(each.argval)
        elif name in _ATTRIBUTES:
            attributes.add(each.argval)
            if chain:
                chain.append(each.argval)
                if name not in _READS:
                    chains.add(tuple(chain))
                    chain = []
        elif name == "IMPORT_NAME":
            module = each.argval
            imports.add((module, None))
        elif name == "IMPORT_FROM":
            imports.add((module, each.argval))
    if chain:
        chains.add(tuple(chain))
    attributes.update(_attribute_names_in_strings(code.co_consts))
    is_dynamic = not _ASKS.isdisjoint(read) or not _ASKS.isdisjoint(attributes)
    return CodeNames(
        *map(frozenset, (read | bound, bound, attributes, chains, imports)), is_dynamic=is_dynamic
    )


def _attribute_names_in_strings(constants) -> Iterator[str]:
    """Yield the parts of strings, split at dots, that may be names of attributes."""
    for each in constants:
        if type(each) is str:
            yield from (part for part in each.split(".") if part.isidentifier())
        elif type(each) in (tuple, frozenset):
            yield from _attribute_names_in_strings(each)


def codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    """Go through a code object and those of the functions and classes within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes_in(constant)
