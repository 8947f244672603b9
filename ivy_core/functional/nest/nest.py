"""Functions on nests: lists, tuples, named tuples and mappings of anything, in any depth.

An element is named by its *index*: the keys and positions that lead to it, ``('a', 0)`` for
``nest['a'][0]``. Arrays are leaves, but an index may end inside of one. Nothing here reads values.
"""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from typing import Any

from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for, backend_of
from ivy_core.binding.nestable import is_container
from ivy_core.registry import standalone
from ivy_core.utils.exceptions import IvyIndexError, IvyKeyError, IvyValueError

from ..array.general import is_native_array

Index = Sequence[Any]


@functools.cache
def _nest_kind_of_class(cls: type) -> type | None:
    if issubclass(cls, (list, tuple)):
        return list if issubclass(cls, list) else tuple
    return dict if issubclass(cls, Mapping) else None


def _nest_kind(x) -> type | None:
    """Return the builtin that a nest stands for (list, tuple or dict), None for a leaf."""
    return _nest_kind_of_class(type(x))


def _key_value_pairs(x, kind: type):
    return x.items() if kind is dict else enumerate(x)


def _rebuild_nest(like, items, config=None):
    """Return a nest of the class of ``like`` that holds ``items``, a list or a dict."""
    cls = type(like)
    if cls is list or cls is dict:
        return items
    if is_container(like):
        return like._like_this(items, config)
    if hasattr(cls, "_make"):
        return cls._make(items) if len(items) == len(cls._fields) else tuple(items)
    # a copy keeps its further attributes, e.g. a default factory
    if isinstance(like, MutableMapping):
        made = copy.copy(like)
        made.clear()
        made.update(items)
        return made
    return cls(items)


def _is_array(x) -> bool:
    return isinstance(x, Array) or backend_of(x) is not None


def _as_index_tuple(function: str, index) -> tuple:
    """Return an index as a tuple of keys; a key or a position alone becomes a tuple of one."""
    steps = (index,) if isinstance(index, (str, int)) else tuple(index)
    if not steps:
        raise IvyValueError(f"{function}: the index is empty; it must name an element of the nest")
    return steps


class IvyNestKeyError(IvyIndexError, IvyKeyError):
    """An index names a key that a mapping has not."""


def _make_index_error(function: str, index: tuple, nest, key) -> IvyIndexError:
    """Make the error, for the caller to raise, that ``nest`` has no element ``key``."""
    kind, name = _nest_kind(nest), type(nest).__name__
    if _is_array(nest):
        reason = f"{key!r} does not index an array of shape {tuple(nest.shape)}"
    elif kind is dict:
        reason = f"no key {key!r} in a {name} with the keys {list(nest)}"
        return IvyNestKeyError(f"{function}: index {index!r}: {reason}")
    elif kind is not None:
        reason = f"no element {key!r} in a {name} of length {len(nest)}"
    else:
        reason = f"a leaf of type {name} has no element {key!r}"
    return IvyIndexError(f"{function}: index {index!r}: {reason}")


def _item_at_depth(function: str, nest, index: tuple, depth: int):
    """Return ``nest[index[depth]]``; raise IvyIndexError if there is no such element."""
    key = index[depth]
    try:
        if isinstance(nest, (str, bytes)):
            raise TypeError("text is a leaf")
        if not isinstance(nest, Array) and backend_of(nest) is not None:
            return read(Array(nest)[key])
        return nest[key]
    except (LookupError, TypeError) as err:
        raise _make_index_error(function, index, nest, key) from err


def _with_item_replaced(function: str, nest, index: tuple, depth: int, value, copy_arrays: bool):
    """Return ``nest`` with one element replaced: in place if possible, else a new nest."""
    key = index[depth]
    try:
        if isinstance(nest, Array):
            target = _copy_array(nest) if copy_arrays else nest
            target[key] = value
            return target
        if backend_of(nest) is not None:
            target = Array(nest)
            if copy_arrays:
                target = _copy_array(target)
            target[key] = value
            return read(target)
        if _nest_kind(nest) is tuple:
            values = list(nest)
            values[key] = value
            return _rebuild_nest(nest, values)
        nest[key] = value
    except (LookupError, TypeError) as err:
        raise _make_index_error(function, index, nest, key) from err
    return nest


def _copy_array(x: Array) -> Array:
    native = read(x)
    return new_array(type(x), backend_for(native).copy_native(native))


def _change_holder(function: str, nest, index: tuple, change: Callable, copy_arrays=False, depth=0):
    """Return ``nest`` with ``change(holder)`` in place of the nest that holds the indexed element.

    Lists and mappings are changed in place. Tuples are made anew, so they come out as other ones.
    """
    if depth == len(index) - 1:
        return change(nest)
    child = _item_at_depth(function, nest, index, depth)
    made = _change_holder(function, child, index, change, copy_arrays, depth + 1)
    if made is child and not _is_array(nest):
        return nest
    return _with_item_replaced(function, nest, index, depth, made, copy_arrays)


def _change_holder_in_place(function: str, nest, index: tuple, change: Callable) -> None:
    """Change a nest in place; raise if only a new one could be, as of a tuple by itself."""
    if _change_holder(function, nest, index, change) is not nest:
        raise IvyValueError(
            f"{function}: index {index!r}: a {type(nest).__name__} cannot be changed in place; "
            "give a list, or a nest that holds it"
        )


def _require_resizable(function: str, index: tuple, holder, verb: str) -> None:
    """Raise if elements cannot be added to or removed from ``holder``, e.g. an array."""
    if _is_array(holder) or hasattr(type(holder), "_fields"):
        what = type(holder).__name__
        raise IvyValueError(f"{function}: index {index!r}: cannot {verb} an element of a {what}")


def _iterate_leaves(x, path: list, ignore: tuple, nests: bool):
    """Yield (index, element) of each leaf; with ``nests`` of each nest too, after its contents."""
    kind = _nest_kind(x)
    if kind is None or isinstance(x, ignore):
        yield path, x
        return
    for key, value in _key_value_pairs(x, kind):
        yield from _iterate_leaves(value, [*path, key], ignore, nests)
    if nests and path:
        yield path, x


@standalone
def index_nest(nest: Any, index: Index, /) -> Any:
    """Return the element of a nest that an index leads to.

    Parameters
    ----------
    nest : list, tuple, mapping or array
        What is indexed; the last steps may go into an array.
    index : sequence of key or int
        The way to the element; empty for the nest itself. A key or an int alone is one step.

    Returns: any

    Raises: IvyIndexError if there is no such element; the message says at which step.

    References: Python, "Subscriptions".

    >>> ivy.index_nest({"a": [1, (2, 3)]}, ("a", 1, 0))
    2
    """
    steps = (index,) if isinstance(index, (str, int)) else tuple(index)
    for depth in range(len(steps)):
        nest = _item_at_depth("index_nest", nest, steps, depth)
    return nest


@standalone
def multi_index_nest(nest: Any, indices: Iterable[Index], /) -> list:
    """Return the elements of a nest that several indices lead to.

    Parameters
    ----------
    nest : list, tuple, mapping or array
        What is indexed.
    indices : iterable of index
        The ways to the elements.

    Returns: list

    Raises: IvyIndexError if there is no such element.

    References: Python, ``operator.itemgetter``.

    >>> ivy.multi_index_nest({"a": [1, 2], "b": 3}, [("a", 1), ("b",)])
    [2, 3]
    """
    return [index_nest(nest, index) for index in indices]


@standalone
def set_nest_at_index(nest: Any, index: Index, value: Any, /, shallow: bool = True) -> Any:
    """Return a nest with one element replaced.

    Parameters
    ----------
    nest : list, tuple, mapping or array
        What is written into. Lists, mappings and arrays change in place; tuples are made anew.
    index : sequence of key or int
        The way to the element; a mapping takes a new key too.
    value: The new element.
    shallow : bool
        Whether to write into ``nest`` itself; if not, a copy is changed, and ``nest`` stays.

    Returns
    -------
    nest
        ``nest`` itself, unless it is a tuple or ``shallow`` is False.

    Raises: IvyIndexError if there is no such element.
    Raises: IvyValueError if the index is empty.

    References: Python, ``operator.setitem``.

    >>> nest = {"a": [1, (2, 3)]}
    >>> ivy.set_nest_at_index(nest, ("a", 1, 0), 9) is nest
    True
    >>> nest
    {'a': [1, (9, 3)]}
    """
    return _set_element(
        "set_nest_at_index",
        _copy_unless_shallow(nest, shallow),
        index,
        lambda _: value,
        not shallow,
    )


def _identity(leaf):
    return leaf


def _copy_unless_shallow(nest, shallow: bool):
    """Return ``nest`` itself if ``shallow``, else a copy of its nests (not of its arrays)."""
    return nest if shallow else mapper(_identity, _ALL)(nest)


def _set_element(function, nest, index, element: Callable, copy_arrays: bool):
    """Return ``nest`` with ``element(holder)`` at an index; ``holder`` is the nest around that."""
    index = _as_index_tuple(function, index)
    last = len(index) - 1

    def change(holder):
        return _with_item_replaced(function, holder, index, last, element(holder), copy_arrays)

    return _change_holder(function, nest, index, change, copy_arrays)


@standalone
def set_nest_at_indices(
    nest: Any, indices: Iterable[Index], values: Any, /, shallow: bool = True
) -> Any:
    """Return a nest with several elements replaced.

    Parameters
    ----------
    nest : list, tuple, mapping or array
        What is written into. Lists, mappings and arrays change in place; tuples are made anew.
    indices : iterable of index
        The ways to the elements.
    values : list or tuple, or any
        A value an index; anything but a list or a tuple goes to all of them.
    shallow : bool
        Whether to write into ``nest`` itself; if not, a copy is changed, and ``nest`` stays.

    Returns
    -------
    nest
        ``nest`` itself, unless it is a tuple or ``shallow`` is False.

    Raises: IvyIndexError if there is no such element.
    Raises: IvyValueError if there are more or fewer values than indices.

    References: Python, ``operator.setitem``.

    >>> ivy.set_nest_at_indices([1, [2, 3]], [(0,), (1, 1)], [8, 9])
    [8, [2, 9]]
    """
    function = "set_nest_at_indices"
    pairs = _pair_indices_and_values(function, indices, values)
    nest = _copy_unless_shallow(nest, shallow)
    for index, value in pairs:
        nest = _set_element(function, nest, index, lambda _, value=value: value, not shallow)
    return nest


def _pair_indices_and_values(function, indices, values) -> list[tuple]:
    """Return pairs; one value, if it is no list or tuple, goes with every index."""
    indices = list(indices)
    if not isinstance(values, (list, tuple)):
        values = [values] * len(indices)
    if len(values) != len(indices):
        raise IvyValueError(
            f"{function}: {len(values)} values were given for {len(indices)} indices; "
            "their numbers must be equal"
        )
    return list(zip(indices, values, strict=True))


@standalone(like=set_nest_at_index)
def map_nest_at_index(
    nest: Any, index: Index, fn: Callable[[Any], Any], /, shallow: bool = True
) -> Any:
    """Return a nest with a function applied to one element.

    Parameters
    ----------
    index : sequence of key or int
        The way to the element.
    fn : callable
        From the element to the new one.

    References: Python, ``map``.

    >>> ivy.map_nest_at_index({"a": [1, 2]}, ("a", 1), lambda x: x * 10)
    {'a': [1, 20]}
    """
    return _map_element(
        "map_nest_at_index", _copy_unless_shallow(nest, shallow), index, fn, not shallow
    )


def _map_element(function, nest, index, fn, copy_arrays: bool):
    """Return ``nest`` with ``fn`` of one element at its index, changed in place if it can be."""
    steps = _as_index_tuple(function, index)

    def element(holder):
        return fn(_item_at_depth(function, holder, steps, len(steps) - 1))

    return _set_element(function, nest, steps, element, copy_arrays)


@standalone(like=set_nest_at_indices)
def map_nest_at_indices(
    nest: Any, indices: Iterable[Index], fn: Callable[[Any], Any], /, shallow: bool = True
) -> Any:
    """Return a nest with a function applied to several elements.

    Parameters
    ----------
    fn : callable
        From an element to the new one.

    Raises: IvyIndexError if there is no such element.

    References: Python, ``map``.

    >>> ivy.map_nest_at_indices([1, [2, 3]], [(0,), (1, 1)], lambda x: -x)
    [-1, [2, -3]]
    """
    nest = _copy_unless_shallow(nest, shallow)
    for index in indices:
        nest = _map_element("map_nest_at_indices", nest, index, fn, not shallow)
    return nest


@standalone
def insert_into_nest_at_index(nest: Any, index: Index, value: Any) -> None:
    """Insert an element into a nest, in place.

    Parameters
    ----------
    nest : list or mapping, or a nest that holds one
        What is changed.
    index : sequence of key or int
        Where the element shall be. In a list or a tuple, what stands there moves on; a mapping gets
        the key.
    value: The new element.

    Returns: None

    Raises: IvyIndexError if the index leads nowhere.
    Raises: IvyValueError if the nest is a tuple, or the index leads into an array.

    References: Python, ``list.insert``.

    >>> nest = [[1, 3], 4]
    >>> ivy.insert_into_nest_at_index(nest, (0, 1), 2)
    >>> nest
    [[1, 2, 3], 4]
    """
    _insert_element("insert_into_nest_at_index", nest, index, value)


def _insert_element(function, nest, index, value) -> None:
    """Insert in place, before a position; in a mapping, set the key."""
    index = _as_index_tuple(function, index)
    key = index[-1]

    def change(holder):
        _require_resizable(function, index, holder, "insert")
        try:
            if _nest_kind(holder) is tuple:
                values = list(holder)
                values.insert(key, value)
                return _rebuild_nest(holder, values)
            if _nest_kind(holder) is list:
                holder.insert(key, value)
            else:
                holder[key] = value
        except TypeError as err:
            raise _make_index_error(function, index, holder, key) from err
        return holder

    _change_holder_in_place(function, nest, index, change)


@standalone
def insert_into_nest_at_indices(nest: Any, indices: Iterable[Index], values: Any, /) -> None:
    """Insert elements into a nest, in place, one after the other.

    Parameters
    ----------
    nest : list or mapping, or a nest that holds one
        What is changed.
    indices : iterable of index
        Where the elements shall be: each counts in the nest as it is after those before.
    values : list or tuple, or any
        A value an index; anything but a list or a tuple goes to all of them.

    Returns: None

    Raises
    ------
    IvyIndexError
        If an index leads nowhere.
    IvyValueError
        If there are more or fewer values than indices; if the nest is a tuple, or an index leads
        into an array.

    References: Python, ``list.insert``.

    >>> nest = [[1, 3], 5]
    >>> ivy.insert_into_nest_at_indices(nest, [(0, 1), (1,)], [2, 4])
    >>> nest
    [[1, 2, 3], 4, 5]
    """
    for index, value in _pair_indices_and_values("insert_into_nest_at_indices", indices, values):
        _insert_element("insert_into_nest_at_indices", nest, index, value)


@standalone
def prune_nest_at_index(nest: Any, index: Index, /) -> None:
    """Take an element out of a nest, in place.

    Parameters
    ----------
    nest : list or mapping, or a nest that holds one
        What is changed.
    index : sequence of key or int
        The way to the element.

    Returns: None

    Raises: IvyIndexError if there is no such element.
    Raises: IvyValueError if the nest is a tuple, or the index leads into an array.

    References: Python, ``operator.delitem``.

    >>> nest = {"a": [1, 2], "b": 3}
    >>> ivy.prune_nest_at_index(nest, ("a", 0))
    >>> nest
    {'a': [2], 'b': 3}
    """
    _delete_element("prune_nest_at_index", nest, _as_index_tuple("prune_nest_at_index", index))


def _delete_element(function, nest, index) -> None:
    """Delete in place; ``index`` is a tuple already. A tuple is replaced in the list around it."""
    key = index[-1]

    def change(holder):
        _require_resizable(function, index, holder, "take out")
        try:
            if _nest_kind(holder) is tuple:
                values = list(holder)
                del values[key]
                return _rebuild_nest(holder, values)
            del holder[key]
        except (LookupError, TypeError, AttributeError) as err:
            raise _make_index_error(function, index, holder, key) from err
        return holder

    _change_holder_in_place(function, nest, index, change)


@standalone
def prune_nest_at_indices(nest: Any, indices: Iterable[Index], /) -> None:
    """Take elements out of a nest, in place.

    Parameters
    ----------
    nest : list or mapping, or a nest that holds one
        What is changed.
    indices : iterable of index
        The ways to the elements, in the nest as it is before; their order does not matter.

    Returns: None

    Raises: IvyIndexError if there is no such element; the nest is then as it was.
    Raises: IvyValueError if the nest is a tuple, or an index leads into an array.

    References: Python, ``operator.delitem``.

    >>> nest = [1, [2, 3], 4]
    >>> ivy.prune_nest_at_indices(nest, [(0,), (1, 0), (2,)])
    >>> nest
    [[3]]
    """
    function = "prune_nest_at_indices"
    places = {
        _with_positive_positions(function, nest, _as_index_tuple(function, index))
        for index in indices
    }

    def last_first(index):  # the deepest first, and the last of a sequence before the others
        return -len(index), -index[-1] if isinstance(index[-1], int) else 0

    for index in sorted(places, key=last_first):
        _delete_element(function, nest, index)


def _with_positive_positions(function, nest, index) -> tuple:
    """Return an index with its positions counted from the start."""
    found = []
    for depth, key in enumerate(index):
        child = _item_at_depth(function, nest, index, depth)
        if _nest_kind(nest) in (list, tuple):
            key = range(len(nest))[key]
        found.append(key)
        nest = child
    return tuple(found)


@standalone
def prune_empty(nest: Any) -> Any:
    """Return a nest without its empty nests, and without None.

    Parameters
    ----------
    nest: What is looked through; it stays as it is.

    Returns
    -------
    any
        A nest of the same class, None if nothing is left. A leaf is returned as it is.

    References: Python, "Truth value testing".

    >>> ivy.prune_empty({"a": [], "b": [1, {}, None, [[]]]})
    {'b': [1]}
    """
    kind = _nest_kind(nest)
    if kind is None:
        return nest
    left = [
        (key, found)
        for key, v in _key_value_pairs(nest, kind)
        if (found := prune_empty(v)) is not None
    ]
    if not left:
        return None
    return _rebuild_nest(nest, dict(left) if kind is dict else [value for _, value in left])


@standalone
def nested_argwhere(
    nest: Any,
    fn: Callable[[Any], bool],
    check_nests: bool = False,
    to_ignore: type | tuple[type, ...] | None = None,
    stop_after_n_found: int | None = None,
) -> list[list]:
    """Return the indices of the elements for which a function is true.

    Parameters
    ----------
    nest: What is looked through.
    fn : callable
        From an element to a bool.
    check_nests : bool
        Whether the nests within are asked about as well; each comes after its contents.
    to_ignore : type or tuple of type, optional
        Classes of nests that are taken as leaves.
    stop_after_n_found: How many are enough.

    Returns
    -------
    list of list
        The indices, in the order of the nest.

    References: NumPy, ``numpy.argwhere``.

    >>> ivy.nested_argwhere({"a": [1, 7], "b": {"c": 8}}, lambda x: x > 5)
    [['a', 1], ['b', 'c']]
    """
    elements = _iterate_leaves(nest, [], classes(to_ignore), check_nests)
    found = (index for index, element in elements if fn(element))
    return list(itertools.islice(found, stop_after_n_found))


def classes(to_ignore) -> tuple[type, ...]:
    """Return one class or several as a tuple."""
    if to_ignore is None:
        return ()
    return to_ignore if isinstance(to_ignore, tuple) else (to_ignore,)


@standalone
def all_nested_indices(nest: Any = None, /, include_nests: bool = False) -> list[list]:
    """Return the indices of all leaves.

    Parameters
    ----------
    nest : any
        What is looked through.
    include_nests : bool
        Whether the nests within are listed as well; each comes after its contents.

    Returns
    -------
    list of list
        The indices, in the order of the nest; that of a leaf alone is empty.

    References: NumPy, ``numpy.ndindex``.

    >>> ivy.all_nested_indices({"a": [1, 2], "b": 3})
    [['a', 0], ['a', 1], ['b']]
    """
    return [index for index, _ in _iterate_leaves(nest, [], (), include_nests)]


@standalone
def nested_any(nest: Any, fn: Callable[[Any], bool], check_nests: bool = False) -> bool:
    """Return whether a function is true for any leaf.

    Parameters
    ----------
    nest: What is looked through, up to the first such leaf.
    fn : callable
        From an element to a bool.
    check_nests : bool
        Whether the nests, the outermost one too, are asked about as well.

    Returns: bool

    References: Python, ``any``.

    >>> ivy.nested_any([1, (2, {"a": 3})], lambda x: x == 3)
    True
    """
    if any(fn(element) for _, element in _iterate_leaves(nest, [], (), check_nests)):
        return True
    return check_nests and _nest_kind(nest) is not None and bool(fn(nest))


@standalone
def duplicate_array_index_chains(nest: Any) -> list[list[list]]:
    """Return the indices of arrays that a nest holds more than once.

    Parameters
    ----------
    nest: What is looked through.

    Returns
    -------
    list of list of list
        For each such array its indices. Arrays are the same if they are one object, or hold one
        native array.

    References: Python, ``id``.

    >>> x, y = ivy.asarray([1]), ivy.asarray([1])
    >>> ivy.duplicate_array_index_chains({"a": x, "b": [y, x]})
    [[['a'], ['b', 1]]]
    """
    places: dict[int, list] = {}
    for index, leaf in _iterate_leaves(nest, [], (), False):
        if isinstance(leaf, Array) or is_native_array(leaf):
            held = (
                leaf if getattr(leaf, "_view", None) is not None else getattr(leaf, "_data", leaf)
            )
            places.setdefault(id(held), []).append(index)
    return [indices for indices in places.values() if len(indices) > 1]


@standalone
def map(
    fn: Callable,
    constant: dict[str, Any] | None = None,
    unique: dict[str, Iterable[Any]] | None = None,
    mean: bool = False,
) -> Any:
    """Call a function once for each set of arguments.

    Parameters
    ----------
    fn: What is called, with keyword arguments.
    constant : dict, optional
        Arguments that are the same for each call.
    unique : dict, optional
        For each further argument the values that it takes, one a call.
    mean : bool
        Whether to return the mean of the results.

    Returns
    -------
    list, or any
        The results, or their mean.

    Raises
    ------
    IvyValueError
        If the arguments take different numbers of values, or one is constant and unique.

    References: Python, ``map``.

    >>> ivy.map(lambda x, y: x + y, constant={"x": 1}, unique={"y": [10, 20]})
    [11, 21]
    >>> ivy.map(lambda x: x, unique={"x": [10, 20]}, mean=True)
    15.0
    """
    constant = constant or {}
    values = {name: list(given) for name, given in (unique or {}).items()}
    if twice := constant.keys() & values.keys():
        raise IvyValueError(f"map: {sorted(twice)} are constant and unique; each must be one")
    counts = {name: len(given) for name, given in values.items()}
    if len(set(counts.values())) > 1:
        raise IvyValueError(
            f"map: the arguments take different numbers of values, {counts}; they must be equal"
        )
    calls = next(iter(counts.values()), 1)
    results = [
        fn(**constant, **{name: given[i] for name, given in values.items()}) for i in range(calls)
    ]
    if not mean:
        return results
    if not results:
        raise IvyValueError("map: no values were given; a mean needs one at least")
    return functools.reduce(lambda a, b: a + b, results) / len(results)


_ALL = frozenset({list, tuple, dict})
_BUILTINS = {"list": list, "tuple": tuple, "dict": dict}


def derived_classes(function: str, include_derived) -> frozenset[type]:
    """Return the builtins whose subclasses are looked into."""
    if not isinstance(include_derived, dict):
        return _ALL if include_derived else frozenset()
    if unknown := include_derived.keys() - _BUILTINS.keys():
        raise IvyValueError(
            f"{function}: include_derived names {sorted(unknown)}; allowed are {list(_BUILTINS)}"
        )
    return frozenset(_BUILTINS[name] for name, wanted in include_derived.items() if wanted)


def mapper(
    fn: Callable,
    derived: frozenset[type] = frozenset(),
    ignore: tuple[type, ...] = (),
    to_mutable: bool = False,
    in_place: bool = False,
    containers_in_place: bool = False,
) -> Callable:
    """Return the function that applies ``fn`` to the leaves of a nest.

    Subclasses of the builtins are nests where ``derived`` says so; Containers always are.
    """

    def mapped(x):
        kind = _nest_kind(x)
        container = kind is dict and is_container(x)
        taken = type(x) is kind or container or kind in derived
        if kind is None or not taken or isinstance(x, ignore):
            return fn(x)
        if kind is dict:
            made = {key: mapped(value) for key, value in x.items()}
            wanted = in_place or container and containers_in_place
            if not wanted or not isinstance(x, MutableMapping):
                return _rebuild_nest(x, made)
            for key, value in made.items():
                x[key] = value
            return x
        made = [mapped(value) for value in x]
        if kind is list and in_place:
            x[:] = made
            return x
        return made if to_mutable and kind is tuple else _rebuild_nest(x, made)

    return mapped


@standalone(convenience=True)
def nested_map(
    fn: Callable[[Any], Any],
    x: Any,
    /,
    include_derived: bool | dict[str, bool] | None = None,
    to_ignore: type | tuple[type, ...] | None = None,
    to_mutable: bool = False,
    shallow: bool = True,
) -> Any:
    """Apply a function to the leaves of a nest.

    Parameters
    ----------
    fn : callable
        From a leaf to the new one.
    x: The nest; a leaf alone is mapped too.
    include_derived : bool or dict, optional
        Whether subclasses of ``'list'``, ``'tuple'`` and ``'dict'`` (named tuples, other mappings)
        are nests too, and not leaves; a dict says it for each. Containers always are.
    to_ignore : type or tuple of type, optional
        Classes of nests that are taken as leaves.
    to_mutable : bool
        Whether tuples become lists.
    shallow : bool
        Whether lists and mappings are changed in place, as far as they can; if not, a new nest is
        made, and ``x`` stays as it is.

    Returns
    -------
    any
        A nest of the same classes; ``x`` itself if it was changed in place.

    Raises: IvyValueError if ``include_derived`` names another class.

    References: Python, ``map``.

    >>> x = {"a": [1, 2], "b": (3,)}
    >>> ivy.nested_map(lambda leaf: leaf * 10, x, shallow=False)
    {'a': [10, 20], 'b': (30,)}
    >>> ivy.nested_map(lambda leaf: leaf + 1, x) is x
    True
    >>> x
    {'a': [2, 3], 'b': (4,)}
    """
    derived = derived_classes("nested_map", include_derived)
    return mapper(fn, derived, classes(to_ignore), to_mutable, shallow)(x)


@standalone
def copy_nest(nest: Any, /, include_derived: bool = False, to_mutable: bool = False) -> Any:
    """Return a copy of a nest: new lists, tuples and mappings around the same leaves.

    Parameters
    ----------
    nest: What is copied.
    include_derived : bool
        Whether subclasses of list, tuple and dict are copied as well, and not taken as leaves.
        Containers always are.
    to_mutable : bool
        Whether tuples become lists.

    Returns: any

    References: Python, ``copy.copy``.

    >>> nest = [1, (2, [3])]
    >>> copied = ivy.copy_nest(nest, to_mutable=True)
    >>> copied[1][1].append(4)
    >>> nest, copied
    ([1, (2, [3])], [1, [2, [3, 4]]])
    """
    derived = derived_classes("copy_nest", include_derived)
    return mapper(_identity, derived, to_mutable=to_mutable)(nest)


_LEFT_OUT = object()


@standalone
def nested_multi_map(
    func: Callable[[list, str], Any],
    nests: Sequence[Any],
    index_chains: Iterable[Any] | None = None,
    to_apply: bool = True,
    prune_unapplied: bool = False,
    index_chain: str = "",
    config: dict | None = None,
    to_ivy: bool = True,
) -> Any:
    """Combine nests of one structure leaf by leaf.

    Parameters
    ----------
    func : callable
        Called with the list of leaves, one a nest, and their index chain (``'a/0'``).
    nests : sequence
        The nests. Where one ends in a leaf, the leaf goes with all that the others have there.
    index_chains : iterable of str or index, optional
        Parts of the nests that ``func`` is meant for; all of them if None.
    to_apply : bool
        Whether ``index_chains`` names what ``func`` is applied to, or what it is not applied to.
    prune_unapplied : bool
        Whether leaves that ``func`` is not applied to are left out; if not, those of the first nest
        are taken.
    index_chain : str
        The chain that leads to the nests.
    config: Configuration of the Containers returned; that of the first one if None.
    to_ivy : bool
        Whether native arrays among the results become Arrays.

    Returns
    -------
    any
        A nest of the first one's classes; None if all of it was left out.

    Raises: IvyValueError if the nests do not share a structure; the message names the index chain.

    References: Python, ``map``.

    >>> ivy.nested_multi_map(lambda x, _: x[0] + x[1], [{"a": [1, 2]}, {"a": [10, 20]}])
    {'a': [11, 22]}
    """
    chains = None
    if index_chains is not None:
        chains = tuple(_index_to_key_chain(index) for index in index_chains)

    def at_leaf(values, chain):
        if chains is not None and _is_at_or_below(chain, chains) is not to_apply:
            return _LEFT_OUT if prune_unapplied else values[0]
        result = func(values, chain)
        return Array(result) if to_ivy and is_native_array(result) else result

    result = _map_nests_together(at_leaf, list(nests), index_chain, config)
    return None if result is _LEFT_OUT else result


def _index_to_key_chain(index) -> str:
    return index if isinstance(index, str) else "/".join([str(key) for key in index])


def _is_at_or_below(chain: str, chains: tuple[str, ...]) -> bool:
    return any(chain == part or chain.startswith(f"{part}/") for part in chains)


def _map_nests_together(at_leaf: Callable, nests: list, chain: str, config):
    """Return the nest of ``at_leaf(leaves, chain)``, without the members that it leaves out."""
    lead = next((nest for nest in nests if _nest_kind(nest) is not None), None)
    if lead is None:
        return at_leaf(nests, chain)
    kind, results = _nest_kind(lead), {}
    for other in nests:
        if _nest_kind(other) is not None:
            _check_same_structure(lead, other, chain)
    for key, _ in _key_value_pairs(lead, kind):
        below = [nest if _nest_kind(nest) is None else nest[key] for nest in nests]
        made = _map_nests_together(at_leaf, below, f"{chain}/{key}" if chain else str(key), config)
        if made is not _LEFT_OUT:
            results[key] = made
    if not results and len(lead):
        return _LEFT_OUT
    return _rebuild_nest(lead, results if kind is dict else list(results.values()), config)


def _check_same_structure(lead, other, chain: str) -> None:
    """Require equal keys or lengths, of this level alone; ``chain`` names it in the error."""
    alike = (_nest_kind(lead) is dict) == (_nest_kind(other) is dict)
    if alike and (
        lead.keys() == other.keys() if _nest_kind(lead) is dict else len(lead) == len(other)
    ):
        return
    shown = [list(n) if _nest_kind(n) is dict else f"{len(n)} elements" for n in (lead, other)]
    raise IvyValueError(
        f"nested_multi_map: the nests share no structure at {chain!r}: "
        f"{type(lead).__name__} with {shown[0]}, {type(other).__name__} with {shown[1]}"
    )
