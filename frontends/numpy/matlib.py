"""``numpy.matlib``: the frontend's names, and NumPy's own functions that give matrices."""

import importlib

import numpy.matlib as _real

from .host_module import host_module

_of_matlib, __dir__, __all__ = host_module(__name__)


def __getattr__(name: str):
    place = importlib.import_module("frontends.numpy")
    own = getattr(getattr(_real, name, None), "__module__", None) == _real.__name__
    return _of_matlib(name) if own or not hasattr(place, name) else getattr(place, name)
