"""The forms of a kernel, as functions that take NumPy's arguments or those of their framework."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
import warnings
from types import FunctionType, ModuleType

import numpy

from .kernel import Kernel

_FORMS = f"{__package__}.numpy_forms"


class Refused(Exception):
    """A framework does not take a kernel, or is not installed."""


def in_numpy(kernel: Kernel):
    """Return the kernel as its user wrote it."""
    return getattr(importlib.import_module(f"{_FORMS}.{kernel.area}"), kernel.name)


@functools.cache
def _rewritten(area: str) -> ModuleType:
    """Return a module of the NumPy forms in which ``np`` is the frontend."""
    name = f"{_FORMS}.{area}"
    spec = importlib.util.find_spec(name)
    text = spec.loader.get_source(name)
    # in one line as before: what reads the source of a function finds it in the file
    ours = text.replace("import numpy as np", "import frontends.numpy as np")
    module = ModuleType(f"{name}_of_ours")
    module.__file__ = spec.origin
    sys.modules[module.__name__] = module
    exec(compile(ours, spec.origin, "exec"), module.__dict__)
    return module


def in_ours(kernel: Kernel):
    """Return the same text, with the NumPy frontend as ``np``: to be run eagerly or compiled."""
    return getattr(_rewritten(kernel.area), kernel.name)


def forget_ours() -> None:
    """Have :func:`in_ours` give new functions, of which nothing is known."""
    _rewritten.cache_clear()


def compiled(kernel: Kernel):
    """Return what ``ivy.compile`` makes of it.

    Raises
    ------
    Refused
        This version has no ``ivy.compile``.
    """
    import ivy_core as ivy

    if not hasattr(ivy, "compile"):
        raise Refused("this version has no ivy.compile")
    return ivy.compile(in_ours(kernel))


def ours_of(arguments: tuple) -> tuple:
    """Return copies of the arguments, arrays as the frontend's."""
    import frontends.numpy as np

    return tuple(np.array(x) if isinstance(x, numpy.ndarray) else x for x in arguments)


def by_hand(kernel: Kernel, arguments: tuple):
    """Return the kernel by hand in JAX: ints are static, what is written to is donated."""
    return _by_hand(_hand_forms(kernel)[0], kernel, arguments)


def otherwise(kernel: Kernel, arguments: tuple):
    """Return another algorithm for the kernel by hand in JAX; None where there is none."""
    form = _hand_forms(kernel)[1]
    return None if form is None else _by_hand(form, kernel, arguments)


def _hand_forms(kernel: Kernel) -> tuple:
    """Return the form of the same algorithm, and that of another one or None."""
    module = importlib.import_module(f"{__package__}.jax_forms.{kernel.area}")
    return getattr(module, kernel.name), getattr(module, f"{kernel.name}_otherwise", None)


def _by_hand(form, kernel: Kernel, arguments: tuple):
    import jax

    static = tuple(place for place, x in enumerate(arguments) if isinstance(x, int))
    return jax.jit(form, static_argnums=static, donate_argnums=kernel.written)


def jax_of(arguments: tuple) -> tuple:
    """Return copies of the arguments, arrays as JAX's."""
    import jax.numpy as jnp

    return tuple(jnp.array(x) if isinstance(x, numpy.ndarray) else x for x in arguments)


def numpy_of(arguments: tuple) -> tuple:
    """Return copies of the arguments."""
    return tuple(x.copy() if isinstance(x, numpy.ndarray) else x for x in arguments)


@functools.cache
def _jitted(area: str) -> ModuleType:
    """Return a module of the NumPy forms in which each function is numba's."""
    try:
        import numba
    except ImportError:
        raise Refused("numba is not installed") from None
    name = f"{_FORMS}.{area}"
    spec = importlib.util.find_spec(name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for key, value in list(vars(module).items()):
        if isinstance(value, FunctionType):
            setattr(module, key, numba.njit(value))
    return module


def in_numba(kernel: Kernel):
    """Return the kernel compiled by numba when it is first called.

    Raises
    ------
    Refused
        numba is not installed, or, when the function is called, has no words for the kernel.
    """
    function = getattr(_jitted(kernel.area), kernel.name)
    from numba.core.errors import NumbaError

    def call(*arguments):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # products of strided rows are slower
                return function(*arguments)
        except (NumbaError, AssertionError) as err:  # it asserts that a mask has one axis
            lines = [line.strip() for line in str(err).splitlines() if line.strip()]
            lines = [line for line in lines if not line.startswith("Failed in")]
            raise Refused(f"numba: {lines[0] if lines else type(err).__name__}") from None

    return call


def eager_parts(explained) -> list[str]:
    """Return what ``explain`` says to run eagerly, a line each."""
    return [str(part) for part in explained.eager]
