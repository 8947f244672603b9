"""Nests, which hold arrays in lists, tuples and dicts: mapped, taken apart, put together again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


def map_leaves(fn: Callable, nest):
    """Return ``nest`` with ``fn`` applied to whatever is no list, tuple or dict.

    Classes are kept: NamedTuples, dict subclasses and Containers come back as what they are.

    Examples
    --------
    >>> from ivy_core.utils.nests import map_leaves
    >>> map_leaves(lambda n: n + 1, {"a": [1, (2, 3)]})
    {'a': [2, (3, 4)]}
    """
    if isinstance(nest, dict):
        mapped = {key: map_leaves(fn, value) for key, value in nest.items()}
        if type(nest) is dict:
            return mapped
        if hasattr(nest, "_build"):  # a Container
            return nest._build(mapped, nest._config)
        return type(nest)(mapped)
    if isinstance(nest, (list, tuple)):
        mapped = [map_leaves(fn, value) for value in nest]
        if hasattr(nest, "_fields"):
            return type(nest)(*mapped)
        return mapped if type(nest) is list else type(nest)(mapped)
    return fn(nest)


def leaves_of(nest) -> list:
    """Return whatever is no list, tuple or dict within ``nest``, in the order of its members.

    Examples
    --------
    >>> from ivy_core.utils.nests import leaves_of
    >>> leaves_of({"a": [1, (2, 3)], "b": 4})
    [1, 2, 3, 4]
    """
    leaves = []
    map_leaves(leaves.append, nest)
    return leaves


def rebuilt(nest, leaves: Iterable):
    """Return a nest of the structure of ``nest`` that holds ``leaves`` instead of its own.

    Examples
    --------
    >>> from ivy_core.utils.nests import rebuilt
    >>> rebuilt({"a": [1, (2, 3)], "b": 4}, "wxyz")
    {'a': ['w', ('x', 'y')], 'b': 'z'}
    """
    remaining = iter(leaves)
    return map_leaves(lambda _: next(remaining), nest)


def paths_of(nest, above: tuple = ()) -> Iterator[tuple]:
    """Yield the keys and positions that lead to each leaf, in the order of :func:`leaves_of`.

    Examples
    --------
    >>> from ivy_core.utils.nests import paths_of
    >>> list(paths_of({"a": [1, (2, 3)], "b": 4}))
    [('a', 0), ('a', 1, 0), ('a', 1, 1), ('b',)]
    """
    members = members_of(nest)
    if members is None:
        yield above
        return
    for key, value in members:
        yield from paths_of(value, (*above, key))


def members_of(nest) -> list[tuple] | None:
    """Return the (key, value) pairs of a dict or a sequence; None for a leaf."""
    if isinstance(nest, dict):
        return list(dict.items(nest))
    if isinstance(nest, (list, tuple)):
        return list(enumerate(nest))
    return None


_container_classes: list[type] = []


def set_container_class(cls: type) -> None:
    """Let the class of Containers be known down here."""
    _container_classes[:] = [cls]


def as_container(nest):
    """Return a plain dict as a Container; anything else as it is."""
    if type(nest) is dict:
        for cls in _container_classes:
            return cls(nest)
    return nest


def as_tuple(values) -> tuple:
    """Return values as a tuple; a lone value becomes a tuple of one."""
    return values if type(values) is tuple else (values,)
