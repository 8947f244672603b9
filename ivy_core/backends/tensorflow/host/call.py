"""NumPy's computations on the memory of eager tensors, where TensorFlow's overhead is larger.

A raw operation takes 6 us, NumPy's addition on the tensors' own memory and back 3 us. What runs
here depends on the function, its operands' dtypes and number of elements, and where they lie: never
on time. Nothing is touched that a tape records, that is traced, or that lies on another device, and
``ivy.set_host_execution_mode(False)`` hands all of it back to TensorFlow.

``compose`` puts the layer around the backend's functions when they have been collected.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
import tensorflow as tf

from ivy_core.backends.common.host.float_errors import host_context
from ivy_core.backends.loading import load_backend
from ivy_core.dtypes import DTYPES
from ivy_core.modes import current
from ivy_core.utils import routes
from ivy_core.utils.exceptions import IvyException

from ..runtime.internals import CPU, IS_COMPLETE, EagerTensor, made_on, memory_of, no_tape, thread
from . import functions
from .policy import ANY_ELEMENTS, ONE, OPTIONS, TWO

# TensorFlow's numbers for NumPy's dtypes; bfloat16 is none of them
_CODES = {
    np.dtype(name): getattr(tf, name).as_datatype_enum for name in DTYPES if name != "bfloat16"
}


def compose(implementations: dict[str, Callable]) -> None:
    """Put the host's share in front of the functions that have one."""
    if not IS_COMPLETE:
        return
    numpy = load_backend("numpy").implementations
    for kind, table in ((of_one, ONE), (of_two, TWO), (general, OPTIONS)):
        for most, names in table.items():
            for name in names:
                native = routes.exit_of("kernel", implementations[name])
                host = getattr(functions, name, numpy[name])
                rule = "always" if most == ANY_ELEMENTS else f"up to {most} elements"
                host = routes.exit_of(f"host ({rule})", host)
                made = kind(native, host, most)
                implementations[name] = functools.update_wrapper(made, native)


def of_one(native, host, most):
    """Compose a function of one array without options."""

    def call(x, /):
        if (
            type(x) is EagerTensor
            and no_tape()
            and thread.is_eager
            and x.device == CPU
            and current.host_execution
        ):
            a = memory_of(x)
            if a.size <= most and a.dtype in _CODES:
                try:
                    found = host_context.copy().run(host, a)
                    if not found.ndim:  # a number, which TensorFlow keeps by value: -0.0 is 0.0
                        found = np.asarray(found)
                    return made_on(found, CPU, _CODES[found.dtype])
                except (TypeError, ValueError):
                    pass  # no loop for the dtype, or a mistake: TensorFlow answers in its words
        return native(x)

    return call


def of_two(native, host, most):
    """Compose a function of two arrays without options."""

    def call(x1, x2, /):
        if (
            type(x1) is type(x2) is EagerTensor
            and no_tape()
            and thread.is_eager
            and current.host_execution
        ):
            if x1.device == CPU and x2.device == CPU:
                a, b = memory_of(x1), memory_of(x2)
                if a.size <= most and b.size <= most and a.dtype in _CODES:
                    try:
                        found = host_context.copy().run(host, a, b)
                        if not found.ndim:  # as above
                            found = np.asarray(found)
                        return made_on(found, CPU, _CODES[found.dtype])
                    except (TypeError, ValueError):
                        pass  # no loop for the dtypes, or a mistake: TensorFlow answers
        return native(x1, x2)

    return call


def general(native, host, most):
    """Compose a function of any arguments."""

    def call(*args, **kwargs):
        if no_tape() and thread.is_eager and current.host_execution:
            try:
                given = [_memory_on_host(value, most) for value in args]
                if kwargs:
                    options = {key: _memory_on_host(value, most) for key, value in kwargs.items()}
                    return _to_tensors(host_context.copy().run(host, *given, **options))
                return _to_tensors(host_context.copy().run(host, *given))
            except _REFUSALS:
                pass  # not NumPy's to compute with, or a mistake: TensorFlow answers in its words
        return native(*args, **kwargs)

    return call


_REFUSALS = (ArithmeticError, IvyException, LookupError, TypeError, ValueError)


class Elsewhere(ValueError):
    """An operand is not NumPy's to compute with: too large, symbolic, on another device."""


def _memory_on_host(value, most_elements):
    """Return memory of tensors, in lists too; raise Elsewhere if large, empty, not on the CPU."""
    cls = type(value)
    if cls is EagerTensor:
        if value.device == CPU:
            memory = memory_of(value)
            if 0 < memory.size <= most_elements and memory.dtype in _CODES:
                return memory if type(memory) is np.ndarray else np.asarray(memory)
        raise Elsewhere
    if cls in _PLAIN:
        return value
    if cls is list or cls is tuple:
        return cls([_memory_on_host(each, most_elements) for each in value])
    if isinstance(value, tf.DType):
        return np.dtype(value.as_numpy_dtype)
    raise Elsewhere


_PLAIN = frozenset({bool, int, float, complex, str, type(None)})


def _to_tensors(found):
    """Return NumPy arrays, in nested lists and tuples too, as tensors; tuples become lists."""
    if isinstance(found, (np.ndarray, np.generic)):
        found = np.asarray(found)  # TensorFlow keeps numbers by value: -0.0 would be 0.0
        return made_on(found, CPU, _CODES[found.dtype])
    if isinstance(found, (tuple, list)):
        return [_to_tensors(each) for each in found]
    return found
