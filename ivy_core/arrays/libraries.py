"""SciPy's functions that fill an array given to them: what they write reaches an Array of ours.

They take ``numpy.asarray`` of it, which of a framework's array is a copy.
"""

from __future__ import annotations

import functools
import inspect

from ..utils.import_adapters import when_imported
from .array import Array
from .host import call_to_fill

_FILLED = frozenset({"output", "distances", "indices"})  # parameters of scipy.ndimage's functions


def adapt_libraries() -> None:
    """Have the functions adapted once their library has been imported."""
    when_imported("scipy.ndimage", _adapt_scipy_ndimage)


def _adapt_scipy_ndimage(ndimage) -> None:
    for name in ndimage.__all__:
        function = getattr(ndimage, name)
        if inspect.isfunction(function):
            parameters = inspect.signature(function).parameters
            if not _FILLED.isdisjoint(parameters):
                setattr(ndimage, name, _filling(function, list(parameters)))


def _filling(function, parameters: list[str]):
    """Return a function that fills Arrays in `_FILLED`; its results are Arrays where it does."""
    places = [place for place, name in enumerate(parameters) if name in _FILLED]
    first = places[0]

    @functools.wraps(function)
    def call(*args, **kwargs):
        filled = [args[place] for place in places if place < len(args)] if len(args) > first else []
        if kwargs:
            filled += [kwargs[name] for name in _FILLED & kwargs.keys()]
        filled = [x for x in filled if type(x) is Array]
        return call_to_fill(function, filled, args, kwargs) if filled else function(*args, **kwargs)

    return call
