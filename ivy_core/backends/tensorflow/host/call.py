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
from ivy_core.modes import current
from ivy_core.utils import routes
from ivy_core.utils.exceptions import IvyException

from ..runtime.internals import CPU, IS_COMPLETE, EagerTensor, memory_of, no_tape, thread
from ..runtime.memory import adopt
from ..runtime.waiting import (
    OF_HOST,
    TYPES,
    HostArray,
    held,
    settled,
    settled_within,
    settling,
    taken_from_host,
)
from . import functions
from .policy import (
    ANY_ELEMENTS,
    HOST_RESULT_BYTES,
    MADE_LIKE,
    ONE,
    OPTIONS,
    TWO,
    UPDATED,
    is_update_of_host,
)


def compose(implementations: dict[str, Callable]) -> None:
    """Put the host's share in front of the functions that have one."""
    if not IS_COMPLETE:
        return
    hosted = {
        name: (kind, most)
        for kind, table in ((of_one, ONE), (of_two, TWO), (general, OPTIONS))
        for most, names in table.items()
        for name in names
    }
    numpy = load_backend("numpy").implementations
    for name, native in implementations.items():
        if name in hosted:
            kind, most = hosted[name]
            native = routes.exit_of("kernel", native)
            host = getattr(functions, name, numpy[name])
            rule = "always" if most == ANY_ELEMENTS else f"up to {most} elements"
            host = routes.exit_of(f"host ({rule})", host)
            made = implementations[name] = kind(native, host, most)
            functools.update_wrapper(made, native)
            if name in UPDATED:
                made.updates_memory = functools.partial(is_update_of_host, name)
        elif name not in MADE_LIKE:
            implementations[name] = settling(native)


def of_one(native, host, most):
    """Compose a function of one array without options."""
    context, array, types, kept = host_context, np.ndarray, TYPES, HOST_RESULT_BYTES
    waiting, new = HostArray, object.__new__

    def call(x, /):
        if no_tape() and thread.is_eager and current.host_execution:
            if type(x) is waiting:
                a = x._npy_value
            else:
                a = _memory_of_operand(x)
            if a is not None and a.size <= most and a.dtype in types:
                try:
                    y = context.copy().run(host, a)
                except (TypeError, ValueError):
                    pass  # no loop for the dtype, or a mistake: TensorFlow answers in its words
                else:
                    if type(y) is not array:
                        y = np.asarray(y)
                    if y.nbytes > kept:
                        return adopt(y)
                    if y.base is not None:
                        y = y.copy()
                    y.setflags(False)  # `held` in this frame: another one is a tenth of the call
                    made = new(waiting)
                    made._npy_value, made.dtype, made.shape, made.ndim = (
                        y, types[y.dtype], y.shape, y.ndim
                    )  # fmt: skip
                    return made
        return native(settled(x))

    return call


def of_two(native, host, most):
    """Compose a function of two arrays without options."""
    context, array, types, kept = host_context, np.ndarray, TYPES, HOST_RESULT_BYTES
    waiting, new = HostArray, object.__new__

    def call(x1, x2, /):
        if no_tape() and thread.is_eager and current.host_execution:
            a = x1._npy_value if type(x1) is waiting else _memory_of_operand(x1)
            b = x2._npy_value if type(x2) is waiting else _memory_of_operand(x2)
            if (
                a is not None
                and b is not None
                and a.size <= most
                and b.size <= most
                and a.dtype in types
            ):
                try:
                    y = context.copy().run(host, a, b)
                except (TypeError, ValueError):
                    pass  # no loop for the dtypes, or a mistake: TensorFlow answers
                else:
                    if type(y) is not array:
                        y = np.asarray(y)
                    if y.nbytes > kept:
                        return adopt(y)
                    if y.base is not None:
                        y = y.copy()
                    y.setflags(False)  # as in `of_one`
                    made = new(waiting)
                    made._npy_value, made.dtype, made.shape, made.ndim = (
                        y, types[y.dtype], y.shape, y.ndim
                    )  # fmt: skip
                    return made
        return native(settled(x1), settled(x2))

    return call


def _memory_of_operand(x):
    """Return the memory of a tensor on the CPU, of one that waits too; None of anything else."""
    if type(x) is EagerTensor:
        if x.device != CPU:
            return None
        memory = memory_of(x)
        return memory if type(memory) is np.ndarray else np.asarray(memory)
    return x._npy_value if type(x) in OF_HOST else None


def general(native, host, most):
    """Compose a function of any arguments."""

    def call(*args, **kwargs):
        if no_tape() and thread.is_eager and current.host_execution:
            try:
                given = [_memory_on_host(value, most) for value in args]
                if kwargs:
                    options = {key: _memory_on_host(value, most) for key, value in kwargs.items()}
                    return _boxed(host_context.copy().run(host, *given, **options))
                return _boxed(host_context.copy().run(host, *given))
            except _REFUSALS:
                pass  # not NumPy's to compute with, or a mistake: TensorFlow answers in its words
        if kwargs:
            kwargs = {key: settled_within(value) for key, value in kwargs.items()}
        return native(*map(settled_within, args), **kwargs)

    return call


_REFUSALS = (ArithmeticError, IvyException, LookupError, TypeError, ValueError)


class Elsewhere(ValueError):
    """An operand is not NumPy's to compute with: too large, symbolic, on another device."""


def _memory_on_host(value, most_elements):
    """Return memory of tensors, in lists too; raise Elsewhere if large, empty, not on the CPU."""
    cls = type(value)
    if cls in OF_HOST:
        memory = value._npy_value
        if 0 < memory.size <= most_elements:
            return memory
        raise Elsewhere
    if cls is EagerTensor:
        if value.device == CPU:
            memory = memory_of(value)
            if 0 < memory.size <= most_elements and memory.dtype in TYPES:
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


def _boxed(found):
    """Return NumPy arrays, in nested lists and tuples too, as native ones; tuples become lists."""
    if isinstance(found, (np.ndarray, np.generic)):
        found = np.asarray(found)
        if found.nbytes > HOST_RESULT_BYTES:
            return adopt(found)
        if isinstance(found.base, np.ndarray) or not found.flags.c_contiguous:
            found = found.copy()  # it may lie on memory that is written to
        return held(found)
    if isinstance(found, (tuple, list)):
        return [_boxed(each) for each in found]
    return found


def call_on_host(function, values, options, like, most, /):
    """Do what the contract says, of tensors and of what waits for one."""
    if not (no_tape() and thread.is_eager) or _memory_of_operand(like) is None:
        return None
    count, unwrapped = 0, []
    for value in values:
        kind = type(value)
        if kind in OF_HOST or isinstance(value, tf.Tensor):
            value = _memory_of_operand(value)
            if value is None or value.dtype not in TYPES:
                return None
            count += value.size
        elif kind is np.ndarray:
            count += value.size
        unwrapped.append(value)
    if count > most:
        return None
    result = function(*unwrapped, **options)
    if (
        type(result) is np.ndarray
        and result.base is None
        and result.dtype in TYPES
        and result.flags.c_contiguous
        and not any(each is result for each in unwrapped)
    ):
        return taken_from_host(result, like), None
    return result, unwrapped
