"""SciPy's functions that fill an array given to them: what they write reaches an Array of ours.

They take ``numpy.asarray`` of it, which of a framework's array is a copy.
"""

from __future__ import annotations

import functools
import inspect

from ..utils.import_adapters import when_imported
from .array import Array
from .host import call_to_fill

# Parameters that name what is filled, by module
_FILLED = {"scipy.ndimage": {"output", "distances", "indices"}, "scipy.spatial.distance": {"out"}}


def adapt_libraries() -> None:
    """Have the functions adapted once their library has been imported."""
    for module in _FILLED:
        when_imported(module, _adapt_functions)


def _adapt_functions(module) -> None:
    for name in module.__all__:
        function = getattr(module, name)
        if inspect.isfunction(function):
            parameters = list(inspect.signature(function).parameters)
            filled = _FILLED[module.__name__].intersection(parameters)
            if filled:
                places = sorted(map(parameters.index, filled))
                setattr(module, name, _filling(function, places, filled))


def _filling(function, places: list[int], names: set[str]):
    """Return a function that fills Arrays at these places or of these names, and returns Arrays."""
    first = places[0]

    @functools.wraps(function)
    def call(*args, **kwargs):
        filled = [args[place] for place in places if place < len(args)] if len(args) > first else []
        if kwargs:
            filled += [kwargs[name] for name in names & kwargs.keys()]
        filled = [x for x in filled if type(x) is Array]
        return call_to_fill(function, filled, args, kwargs) if filled else function(*args, **kwargs)

    return call
