"""Executables of whole programs that lie on disk: neither lowered nor compiled in a later process.

JAX's own cache on disk is asked for what a program is lowered to. A text of the traced program is
found in 5 to 12 ms, where lowering a small training step takes 45 to 75 (JAX 0.10.2). It names all
that XLA is to compile: equations, parameters, constants, kinds of arguments, options, versions and
this library's files. To be retired when JAX's cache is asked for traced programs.
"""

from __future__ import annotations

from collections.abc import Callable

import jax
import numpy as np
from jax.sharding import SingleDeviceSharding

from . import stored_programs
from .dispatch import ASKS, ProgramImage, called_where_alike, compiled_image, loaded, without_cache
from .internals import EagerArray, device_of, is_committed

_NUMBERS = (bool, int, float, complex)


class KeptProgram:
    """A jitted function that is compiled ahead, or found on disk.

    Parameters
    ----------
    jitted : callable
        A result of ``jax.jit``; it serves arguments of other kinds.
    text : callable
        Gives a text that tells the program and how it is compiled; raises NotNamedError where no
        text does.
    """

    __slots__ = ("_call", "_jitted", "_text")

    def __init__(self, jitted: Callable, text: Callable[[], str]):
        self._call = self._jitted = jitted
        self._text = text

    def __call__(self, *given):
        return self._call(*given)

    def lower(self, *kinds):
        """Lower it for some kinds of arguments, or find it; ``compile()`` does the rest."""
        path = None
        if ASKS:
            path, image = stored_programs.find_text(self._text, list(map(_kind_of_aval, kinds)))
            if image is not None:
                return _Found(self, kinds, image)
        lowered = self._jitted.lower(*kinds)
        return lowered if path is None else _New(lowered, path)

    def use(self, image: ProgramImage, kinds: tuple) -> bool:
        """Have calls of such arguments run a program from disk; return whether XLA can load it."""
        data = loaded(image)
        if data is None:
            return False
        wanted = list(map(_kind_of_aval, kinds))

        def is_alike(given) -> bool:
            return list(map(_kind_of, given)) == wanted

        self._call = called_where_alike(self._jitted, data, is_alike)
        return True


class _Found:
    """A program that lies on disk."""

    def __init__(self, program: KeptProgram, kinds: tuple, image: ProgramImage):
        self._program, self._kinds, self._image = program, kinds, image

    def compile(self):
        """Load it."""
        if not self._program.use(self._image, self._kinds):
            self._program._jitted.lower(*self._kinds).compile()

    def as_text(self) -> str:
        return self._program._jitted.lower(*self._kinds).as_text()


class _New:
    """A program that is to be compiled, and written to disk."""

    def __init__(self, lowered, path):
        self._lowered, self._path = lowered, path

    def compile(self):
        with without_cache():
            compiled = self._lowered.compile()
        stored_programs.keep(self._path, compiled_image(compiled))
        return compiled

    def as_text(self) -> str:
        return self._lowered.as_text()


def _kind_of_aval(aval) -> tuple:
    return tuple(aval.shape), np.dtype(aval.dtype), bool(getattr(aval, "weak_type", False))


def _kind_of(value) -> tuple | None:
    """Return an argument's shape, dtype and weakness; None of what lies elsewhere, or is traced."""
    kind = type(value)
    if kind is EagerArray:
        place = value.sharding
        if type(place) is not SingleDeviceSharding or device_of(place) != jax.devices()[0]:
            return None
        if is_committed(value):
            return None
    elif kind is not np.ndarray and kind not in _NUMBERS and not isinstance(value, np.generic):
        return None
    return _kind_of_aval(jax.typeof(value))
