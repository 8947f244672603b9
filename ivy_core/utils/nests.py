"""Nests: what holds arrays in lists, tuples and dicts."""

from __future__ import annotations

from collections.abc import Callable


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
