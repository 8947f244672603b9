"""Index kernels for JAX, compiled by the *structure* of an index; unshared buffers are donated.

Eager ``jax.numpy`` pays 25 us for ``x[1:-1, 1:-1]`` and 190 us for its ``.at[].set``; a compiled
kernel takes 5 us. Lengths and steps are static, starts are data: a window that slides over an array
uses one kernel.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import inspect
import math
import sys
import types
import warnings
import weakref

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ivy_core.backends.common.indices import (
    along_axis,
    check_along_axis,
    check_bounds,
    check_same_ndim,
    fill_value_of,
    mask_alone,
)
from ivy_core.backends.common.lens_folding import fold_read, fold_write, windows_by_index
from ivy_core.backends.common.memory import aligned_copy
from ivy_core.backends.common.reductions import check_scatter_reduction
from ivy_core.backends.common.shapes import check_fits
from ivy_core.backends.holder import waiting
from ivy_core.modes import current as modes
from ivy_core.utils.exceptions import refuse

from ..compiler.equations import applied
from ..compiler.limits import WINDOWS_MOST_SLICES
from ..host.policy import (
    COUNTED_SHAPES,
    EXACT_HOST_CALLS,
    INDEX_HOST_BYTES,
    INDEX_KERNEL_CALLS,
    INDEX_KERNELS,
    READ_KERNEL_CALLS,
    WRITE_KERNEL_COPIED_BYTES,
    WRITTEN_ARRAYS,
)
from ..runtime import sharding
from ..runtime.advanced_indices import bounds, checked_index, count_true, is_mask, picked, spread
from ..runtime.deferred import (
    STAND_INS,
    expression_of,
    for_kernel,
    is_alone,
    read_later,
)
from ..runtime.first_calls import CountedCalls
from ..runtime.memory import (
    adopt,
    from_host,
    is_eager,
    memory_at_home,
    settled,
    settled_within,
    settling,
)
from ..runtime.padded import copy_of, is_padded, logical, padded_to, placed
from ..runtime.sharding import ON_ONE_DEVICE, is_sharded, kernel_for, mesh_among
from ..runtime.stored_programs import jit
from .comparison import alike

# `isinstance` as a function, in C: asked about each array of each write and each index
is_tracer = is_unknown = jax.core.Tracer.__instancecheck__


def in_one_trace(a, b) -> bool:
    """Return whether two native arrays belong to one traced function, or both to none.

    ``jax.grad`` and ``jax.vmap`` compute as they go: what is made inside and outside of them cannot
    be told apart, so only traces that are compiled count.
    """
    return compiled_trace(a) is compiled_trace(b)


def compiled_trace(native):
    while is_tracer(native):  # as `unmapped`, without its frame: each write asks twice
        if hasattr(native, "batch_dim"):
            native = native.val
        elif hasattr(native, "primal"):
            native = native.primal
        else:
            # a version of JAX that does not tell has one trace: nothing is refused then
            return getattr(native, "_trace", is_tracer)
    return None


def unmapped(native):
    """Unwrap a tracer of ``jax.vmap`` or ``jax.grad``: all values at once."""
    while is_tracer(native):
        if hasattr(native, "batch_dim"):
            native = native.val
        elif hasattr(native, "primal"):
            native = native.primal
        else:
            break
    return native


@settling
def counted_from_start(index, length: int):
    """Return a traced index with negative values replaced by what they mean."""
    index = lax.convert_element_type(index, np.int64)
    return lax.select(index < 0, index + length, index)


class _Call:
    """A call of a compiled function in a trace, in which steps are looked for."""

    def __init__(self, path, jaxpr, operands):
        self.path = path
        self.operands = dict(zip(jaxpr.invars, operands, strict=True))
        self.equations = {out: equation for equation in jaxpr.eqns for out in equation.outvars}


def made_by(value):
    """Get the origin of a traced integer; see :func:`ivy_core.arrays.indices.difference`.

    A value is a tracer, or a variable of a compiled function together with the call of it.
    """
    try:
        return _origin_of_variable(*value) if isinstance(value, tuple) else _origin_of_tracer(value)
    except AttributeError:  # a tracer of another kind, or of a version of JAX that does not tell
        return "unknown", id(value)


def _origin_of_tracer(tracer):
    """Return an int, or (operation, operands) that a traced integer comes from; see ``made_by``."""
    tracer = unmapped(tracer)
    if not is_tracer(tracer):
        return int(tracer)
    constant = tracer.get_const()
    if constant is not None:
        return _origin_of_tracer(constant)
    equation = tracer.parent
    if equation is None:
        return "unknown", id(tracer.val)
    return _origin_of_result(equation, tracer.val, equation.in_tracers, None)


def _origin_of_variable(variable, call):
    """Return the origin, as ``made_by`` does, of a variable in a ``_Call``."""
    if hasattr(variable, "val"):  # a literal
        return int(variable.val)
    if variable in call.operands:
        return made_by(call.operands[variable])
    equation = call.equations.get(variable)
    if equation is None:
        return "unknown", (call.path, id(variable))
    return _origin_of_result(equation, variable, [(each, call) for each in equation.invars], call)


_STEPS = {"add": "add", "sub": "subtract", "mul": "multiply", "neg": "negative"}
_SAME = frozenset({"convert_element_type", "copy", "reshape", "squeeze", "broadcast_in_dim"})


def _origin_of_result(equation, result, operands, call):
    """Return the origin of an equation's result; ``call`` is None outside of inner functions."""
    name = equation.primitive.name
    path = (id(equation), *(call.path if call else ()))
    if name in _STEPS:
        return _STEPS[name], operands
    if name in _SAME and all(np.dtype(each.aval.dtype).kind in "iu" for each in equation.invars):
        return "same", operands[:1]
    if name in ("jit", "pjit"):
        inner = equation.params["jaxpr"].jaxpr
        at = next(i for i, out in enumerate(equation.outvars) if out is result)
        return _origin_of_variable(inner.outvars[at], _Call(path, inner, operands))
    return "unknown", (path, id(result))


# The lenses' primitives. ``starts`` is an int vector, maybe traced.


def _smallest_block(key, starts) -> tuple:
    """Return an index's entries but new axes, and first positions and sizes of what it spans."""
    steps, firsts, sizes = [], [], []
    for entry in key:
        if entry is None:
            continue
        start = starts[len(steps)]
        steps.append(entry)
        if entry == "int":
            sizes.append(1)
        else:
            length, step = entry[0], entry[1]
            sizes.append((length - 1) * abs(step) + 1 if length else 0)
            if step < 0 and length:
                start = start + (length - 1) * step
        firsts.append(start)
    return steps, firsts, sizes


def slice_read(x, key, starts, shape):
    x = x.settled() if type(x) in waiting else x
    steps, firsts, sizes = _smallest_block(key, starts)
    if tuple(sizes) != x.shape or alike.at_each_size:
        x = _slice_block(x, firsts, sizes)
    for axis, entry in enumerate(steps):
        if entry != "int" and entry[1] != 1:
            x = lax.slice_in_dim(x, 0, None, abs(entry[1]), axis) if abs(entry[1]) > 1 else x
            x = lax.rev(x, (axis,)) if entry[1] < 0 else x
    return x.reshape(shape)


def slice_write(x, key, starts, value):
    x = x.settled() if type(x) in waiting else x
    value = value.settled() if type(value) in waiting else value
    if math.prod(value.shape) == 0:
        return x
    steps, firsts, sizes = _smallest_block(key, starts)
    lengths, gaps, reverse = [], [], []
    for axis, entry in enumerate(steps):
        length, step = (1, 1) if entry == "int" else entry[:2]
        lengths.append(length)
        gaps.append(abs(step) - 1)
        if step < 0:
            reverse.append(axis)
    value = value.reshape(lengths)
    value = lax.rev(value, tuple(reverse)) if reverse else value
    if max(gaps, default=0) > 0:
        block = _slice_block(x, firsts, sizes)
        chosen = np.zeros(sizes, bool)
        chosen[tuple([slice(None, None, gap + 1) for gap in gaps])] = True
        padding = [(0, 0, gap) for gap in gaps]
        value = jnp.where(chosen, lax.pad(value, jnp.zeros((), value.dtype), padding), block)
    if value.shape == x.shape:
        return value
    pieces = _pieces_covering_array(x, firsts, value)
    if pieces is not None:
        return lax.concatenate(*pieces)
    if is_computed_whole(x) and all(n in (1, m) for n, m in zip(value.shape, x.shape, strict=True)):
        return _select_written_block(x, firsts, value)
    return lax.dynamic_update_slice(x, value, _starts_of_one_dtype(firsts), **_FROM_START)


def _pieces_covering_array(x, firsts, value) -> tuple | None:
    """Return the written pieces that cover an array completely, and their axis; or None.

    None if they leave anything of what the array was. So the halves of each block of a Fourier
    transform are put together at once, instead of two copies of the whole array.
    """
    axes = [axis for axis in range(x.ndim) if value.shape[axis] < x.shape[axis]]
    if not is_tracer(x) or len(axes) != 1 or x.shape[axes[0]] % value.shape[axes[0]]:
        return None
    axis, found = axes[0], {}
    while True:
        if type(firsts[axis]) is not int or firsts[axis] % value.shape[axis]:
            return None
        found.setdefault(firsts[axis], value)
        if len(found) * value.shape[axis] == x.shape[axis]:
            return [found[at] for at in sorted(found)], axis
        before = _last_write_of(x)
        if before is None or before[2].shape != value.shape:
            return None
        x, firsts, value = before


def _last_write_of(x) -> tuple | None:
    """Return a traced array before its last write, the starts (int if known) and value; or None."""
    try:
        shape = x.shape
        while x.parent.primitive is lax.reshape_p:
            x = x.parent.in_tracers[0]
        if x.shape != shape or x.parent.primitive is not lax.dynamic_update_slice_p:
            return None
        before, value, *starts = x.parent.in_tracers
        return before, [_origin_of_tracer(start) for start in starts], value
    except AttributeError:  # no tracer, or of a version of JAX that does not tell
        return None


def _select_written_block(x, firsts, value):
    """Return ``x`` with a block (all or one index of each axis) written by `select`.

    XLA would go through it once more, and not with vector instructions, to write them.
    """
    inside = None
    for axis, (first, span, length) in enumerate(zip(firsts, value.shape, x.shape, strict=True)):
        if span < length:
            kind = np.int32 if length < 1 << 31 else np.int64
            first = jnp.clip(jnp.asarray(first, kind), 0, length - 1)
            shape = [length if at == axis else 1 for at in range(x.ndim)]
            here = lax.broadcasted_iota(kind, shape, axis) == first
            inside = here if inside is None else inside & here
    return jnp.where(inside, value, x)


_OF_ELEMENTS = frozenset(
    "abs add and cos div eq exp floor ge gt integer_pow le log lt max min mul ne neg or pow "
    "select_n sign sin sqrt square sub tanh xor".split()
)


def is_computed_whole(x) -> bool:
    """Return whether a traced array is the result of a step that computes each of its elements."""
    try:
        while x.parent is not None and x.parent.primitive.name in ("copy", "convert_element_type"):
            x = x.parent.in_tracers[0]
        equation, result = x.parent, x.val
        if equation is not None and equation.primitive.name in ("jit", "pjit"):
            inner = equation.params["jaxpr"].jaxpr
            result = inner.outvars[[out is result for out in equation.outvars].index(True)]
            equation = next((each for each in inner.eqns if result in each.outvars), None)
        return equation is not None and equation.primitive.name in _OF_ELEMENTS
    except AttributeError:  # no tracer, or of a version of JAX that does not tell
        return False


def is_in_memory(x) -> bool:
    """Return whether a traced array is one that a program or a round of a loop begins with.

    The other way round it counts too.
    """
    try:
        while x.parent is not None and x.parent.primitive is lax.rev_p:
            x = x.parent.in_tracers[0]
        return x.parent is None
    except AttributeError:  # no tracer, or of a version of JAX that does not tell
        return False


def made_of_one(x):
    """Return the one array that an elementwise step made a traced one of, and the step.

    None if it is made of several arrays, or otherwise. The step takes another array in its place.
    """
    try:
        equation = x.parent
        if equation is None or not _is_elementwise(equation):
            return None
        arrays = [at for at, each in enumerate(equation.in_tracers) if each.shape]
        if len(arrays) != 1 or len(equation.outvars) != 1:
            return None
        one = equation.in_tracers[arrays[0]]
    except AttributeError:  # no tracer, or of a version of JAX that does not tell
        return None
    if one.shape != x.shape:
        return None

    def compute(other):
        operands = list(equation.in_tracers)
        operands[arrays[0]] = other
        return applied(equation, *operands)[0]

    return one, compute


def _is_elementwise(equation) -> bool:
    """Return whether each element of an equation's result depends on the same index only."""
    name = equation.primitive.name
    if name in ("jit", "pjit"):
        inner = equation.params["jaxpr"]
        return not inner.consts and all(map(_is_elementwise, inner.jaxpr.eqns))
    if name == "broadcast_in_dim":
        return not equation.invars[0].aval.shape
    return name in _OF_ELEMENTS or name in ("copy", "convert_element_type")


# starts have been counted from the first place on; an older JAX counts them again
_FROM_START = (
    {"allow_negative_indices": False}
    if "allow_negative_indices" in inspect.signature(lax.dynamic_slice).parameters
    else {}
)


def _slice_block(x, firsts, sizes):
    return lax.dynamic_slice(x, _starts_of_one_dtype(firsts), sizes, **_FROM_START)


def _starts_of_one_dtype(firsts: list) -> list:
    """Return the starts of a slice with Python ints converted to int64."""
    kinds = set(map(type, firsts))
    if kinds == {int}:
        return list(map(np.int64, firsts))
    if int in kinds:
        return [np.int64(first) if type(first) is int else first for first in firsts]
    return firsts


@settling
def reshape_native(x, shape):
    return x.reshape(shape)


@settling
def permute_native(x, axes):
    return jnp.transpose(x, axes)


@settling
def broadcast_native(x, shape):
    memory = memory_at_home(x) if is_eager() and modes.host_execution else None
    if memory is None or not _broadcasts.is_early((x.shape, tuple(shape), x.dtype)):
        return jnp.broadcast_to(x, shape)
    return settled(adopt(aligned_copy(np.broadcast_to(memory, shape)), x))


# a kernel takes 25 to 40 ms to compile, and no less time for what waits for the memory
_broadcasts = CountedCalls(EXACT_HOST_CALLS)


@settling
def take_native(x, index, axis):
    return jnp.take(x, index, axis=axis)


def windows_native(x, window, axes):
    """Return sliding windows: small ones, in a trace, of slices side by side."""
    if not is_tracer(x) or math.prod(window) > WINDOWS_MOST_SLICES or len(set(axes)) < len(axes):
        return windows_by_index(_PRIMITIVES, x, window, axes)
    lengths = list(x.shape)
    for size, axis in zip(window, axes, strict=True):
        lengths[axis] -= size - 1
    slices = []
    for first in np.ndindex(*window):
        starts = [0] * x.ndim
        for start, axis in zip(first, axes, strict=True):
            starts[axis] = start
        slices.append(lax.slice(x, starts, list(map(sum, zip(starts, lengths, strict=True)))))
    return jnp.stack(slices, axis=-1).reshape(*lengths, *window)


@settling
def real_native(x):
    return jnp.real(x)


@settling
def imag_native(x):
    return jnp.imag(x)


@settling
def complex_native(real, imag):
    return lax.complex(real, imag)


_PRIMITIVES = sys.modules[__name__]  # what lenses call: the functions of this file


# the same for arrays on several devices
SHARDED_PRIMITIVES = types.SimpleNamespace(
    slice_read=sharding.slice_read,
    slice_write=sharding.slice_write,
    reshape_native=reshape_native,
    permute_native=permute_native,
    broadcast_native=broadcast_native,
    take_native=take_native,
    windows_native=windows_native,
    real_native=real_native,
    imag_native=imag_native,
    complex_native=complex_native,
)


# Kernels


class _Kernels(collections.OrderedDict):
    """Compiled kernels by their keys; the one that has not been used for longest makes room.

    With a kernel the program that XLA has made of it goes.
    """

    def find(self, key):
        kernel = self.get(key)
        if kernel is not None:
            with contextlib.suppress(KeyError):  # another thread has put a new one in its place
                self.move_to_end(key)
        return kernel

    def keep(self, key, kernel):
        self[key] = kernel
        while len(self) > INDEX_KERNELS:
            self.popitem(last=False)
        return kernel


_readers, _writers, _donors = _Kernels(), _Kernels(), _Kernels()


def _stack_key(stack):
    """Return the structure of lenses, without starts, by which a kernel is found."""
    return stack[0].key if len(stack) == 1 else tuple([lens.key for lens in stack])


@functools.lru_cache(maxsize=1 << 14)
def _vector_of_ints(starts: tuple[int, ...]) -> np.ndarray | tuple[()]:
    """Return an int64 vector, the same object for the same starts; ``()`` for none."""
    # an argument that is the same object again costs a kernel 3 us less than a fresh one
    return np.array(starts, np.int64) if starts else ()


def _vector_of_starts(starts: tuple):
    """Return starts as one int64 vector, ``()`` if there are none; cached if they are ints."""
    try:
        return _vector_of_ints(starts)
    except TypeError:  # a tracer has no hash
        return jnp.stack([jnp.asarray(start, np.int64) for start in starts])


def read_stack(x, stack, starts):
    """Return ``x`` seen through the lenses of ``stack``."""
    x = for_kernel(x) if type(x) in STAND_INS else x
    # JAX looks through the whole program to say that a tracer has no sharding
    if is_tracer(x):
        if _are_known_or_counted(starts):  # a kernel would be a step in the program
            return fold_read(_PRIMITIVES, x, stack, starts)
    elif type(getattr(x, "sharding", None)) not in ON_ONE_DEVICE and is_sharded(x):
        return _read_sharded(x, stack, starts)
    key = (_stack_key(stack), len(stack), x.shape)
    kernel = _readers.find(key)
    if kernel is None:
        if _is_too_rare_to_compile(key, stack, x):
            for lens in stack:
                x = read_stack(x, (lens,), lens.starts)
            return x

        def look(x, starts):
            return fold_read(_PRIMITIVES, x, stack, starts)

        kernel = _readers.keep(key, jit(look, closure=key, first_on_host=True))
    return kernel(x, _vector_of_starts(starts))


def _read_sharded(x, stack, starts):
    """Read through a stack of lenses by a kernel that works on the parts of a sharded array."""
    later = read_later(_look_at_parts, x, stack, starts)
    if later is not None:
        return later

    def build(all_starts):
        def look(x, data):
            return fold_read(SHARDED_PRIMITIVES, x, stack, all_starts(data))

        return jit(look)

    kernel, data = kernel_for("read", x, stack, starts, build)
    return kernel(x, data)


def _look_at_parts(x, stack, starts):
    return fold_read(SHARDED_PRIMITIVES, x, stack, starts)


def _are_known_or_counted(starts: tuple) -> bool:
    """Return whether starts are ints, or traced ones that :func:`counted_from_start` has given."""
    for each in starts:
        if type(each) is not int and not (is_tracer(each) and each.dtype == np.int64):
            return False
    return True


def write_stack(base, stack, starts, value, shape):
    """Return the base's data with ``value`` in the place that the stack shows.

    ``base`` is the Array: its slot is the one reference to the data that a donation may end.
    """
    may_donate = is_alone(base)  # before there is a name for the data
    x = base._data
    x = for_kernel(x) if type(x) in STAND_INS else x
    if is_tracer(x):
        if _are_known_or_counted(starts):
            return fold_write(_PRIMITIVES, x, stack, starts, fitted(value, x.dtype, shape))
    elif type(getattr(x, "sharding", None)) not in ON_ONE_DEVICE and is_sharded(x):
        if not is_tracer(value):
            donors = may_donate and not any(map(is_tracer, starts))
            return _write_sharded(x, stack, starts, value, shape, donors)
    starts, x, value = _vector_of_starts(starts), settled(x), settled(value)
    # what a HostArray has given to JAX may be given again
    donors = may_donate and x is base._data and not any(map(is_tracer, (x, value, starts)))
    kernels = _donors if donors else _writers
    key = (_stack_key(stack), len(stack), x.shape)
    kernel = kernels.find(key)
    value = value if isinstance(value, jax.Array) else np.asarray(value)
    if kernel is None:
        if _is_too_rare_to_compile(key, stack, x):
            return _write_lens_by_lens(x, stack, value, shape)

        def put(x, starts, value):
            return fold_write(_PRIMITIVES, x, stack, starts, fitted(value, x.dtype, shape))

        kernel = kernels.keep(key, jit(put, closure=key, donate_argnums=0 if donors else ()))
    made = kernel(x, starts, value)
    if donors:
        _count_write(x, made)
    return made


_written: dict[
    int, tuple[weakref.ref, int]
] = {}  # what kernels wrote: how often, one after another


def _count_write(before, after) -> None:
    """Count a write by a kernel that had a donated array, which an earlier one may have made."""
    times = _times_written(before) + 1
    _written.pop(id(before), None)
    if len(_written) >= WRITTEN_ARRAYS:
        _written.pop(next(iter(_written)), None)
    _written[id(after)] = weakref.ref(after), times


def _times_written(x) -> int:
    """Count the kernels that wrote an array one after another, with nothing between them."""
    found = _written.get(id(x))
    return found[1] if found is not None and found[0]() is x else 0


def _write_sharded(x, stack, starts, value, shape, donors):
    """Write by a kernel that keeps the sharding of ``x``, and computes what waits to be."""
    sharding, dtype = x.sharding, x.dtype
    lengths = x.padded.shape if is_padded(x) else x.shape
    expression = expression_of(value) if is_eager() else None
    if expression is None:
        given, more, key, composed = for_kernel(value), [], (), None
    else:
        given, more, key = expression.leaves, expression.data, expression.key
        composed = expression.composed

    def build(all_starts):
        compute = None if composed is None else composed()

        def put(x, data, given, more):
            value = logical(given) if compute is None else compute(given, more)
            value, at = fitted(value, dtype, shape), all_starts(data)
            result = fold_write(SHARDED_PRIMITIVES, logical(x), stack, at, value)
            return padded_to(result, lengths, sharding)

        options = {"donate_argnums": 0} if donors else {}
        if compute is None:
            return jax.jit(put, **options)
        return jit(put, **options)  # traced by the passes for a mesh

    kind = ("donor" if donors else "writer", key, tuple(shape))
    kernel, data = kernel_for(kind, x, stack, starts, build)
    return kernel(x, data, given, more)


def _is_too_rare_to_compile(key, stack, x) -> bool:
    """Count a request for a chain of lenses; return whether it came too rarely to compile."""
    return len(stack) > 1 and not is_tracer(x) and not _is_wanted_often(key)


def is_worth_compiling(kind, x, stack) -> bool:
    key = (_stack_key(stack), len(stack), x.shape)
    if kind == "read":
        return key in _readers or _is_wanted_often((kind, *key), READ_KERNEL_CALLS)
    if kind == "write":
        # once they have taken as long as a copy, one is made: NumPy writes in place from there on
        if _times_written(x) * WRITE_KERNEL_COPIED_BYTES >= x.size * x.dtype.itemsize:
            return False
    return key in _donors or _is_wanted_often((kind, *key))


def _is_wanted_often(key, most: int = INDEX_KERNEL_CALLS) -> bool:
    """Count a request; return whether the key has come more than ``most`` times."""
    count = _wanted[key] = _wanted.pop(key, 0) + 1
    if len(_wanted) > COUNTED_SHAPES:
        _wanted.pop(next(iter(_wanted)), None)
    return count > most


_wanted: dict[tuple, int] = {}
_lens_writers = _Kernels()


def _write_lens_by_lens(x, stack, value, shape):
    """Return ``x`` with ``value`` written through a stack of lenses, a kernel for each lens."""
    inputs = [x]
    for lens in stack[:-1]:
        inputs.append(read_stack(inputs[-1], (lens,), lens.starts))
    value = fitted(value, x.dtype, shape)
    for lens, before in zip(reversed(stack), reversed(inputs), strict=True):
        key = (lens.key, before.shape)
        kernel = _lens_writers.find(key)
        if kernel is None:

            def put(x, starts, value, lens=lens):
                return lens.write(_PRIMITIVES, x, value, starts)

            kernel = _lens_writers.keep(key, jit(put, closure=key))
        value = kernel(before, _vector_of_starts(lens.starts), value)
    return value


def cast_for_write(value, dtype):
    """Return an array in the dtype of what it is written to; complex numbers are true unless 0."""
    if jnp.iscomplexobj(value) and not jnp.issubdtype(dtype, jnp.complexfloating):
        value = value != 0 if jnp.issubdtype(dtype, bool) else jnp.real(value)
    return value.astype(dtype)


def fitted(value, dtype, shape):
    """Return ``value`` in another dtype and shape, as an assignment wants it."""
    if is_padded(value) and value.dtype == dtype and value.shape == tuple(shape):
        return copy_of(value)  # settled it would lie whole on each device
    return _settled_and_fitted(value, dtype, shape)


@settling
def _settled_and_fitted(value, dtype, shape):
    value = jnp.asarray(value)
    value = cast_for_write(value, dtype)
    while value.ndim > len(shape):
        value = value.reshape(value.shape[1:])
    # a copy: the new array must not share its buffer with the value
    return jnp.broadcast_to(value, shape) if value.shape != tuple(shape) else jnp.array(value)


# On a platform without donation JAX says so for every kernel; the result is the same.
warnings.filterwarnings("ignore", message="Some donated buffers were not usable")


# Advanced indexing


def _is_whole_on_cpu(x) -> bool:
    return not is_tracer(x) and not is_sharded(x) and next(iter(x.devices())).platform == "cpu"


def get_traced(x, index):
    """Read the elements of an index with arrays, of values not known yet or on several devices."""
    if _has_tracer(x, index):
        return settled(x)[settled_within(index)]
    x, index = _settled_unless_padded(x), _settled_unless_padded(index)
    mask = mask_alone(index)
    if is_mask(mask) and np.shape(mask) == x.shape and mesh_among((x, mask)) is not None:
        return picked(mask, (x,))[1]
    return _read_at(x, *_arrays_and_layout(checked_index(index, x.shape)))


def _settled_unless_padded(x):
    """Return an array or an index with JAX's own arrays, or padded ones, which kernels take."""
    if type(x) is tuple:
        return tuple(map(_settled_unless_padded, x))
    return for_kernel(x)


def _arrays_and_layout(index: tuple) -> tuple[list, tuple]:
    """Return the arrays and ints of an index, and its entries with None for each of these.

    What is None or a slice in the index is in a tuple there.
    """
    arrays, layout = [], []
    for entry in index:
        if type(entry) is slice:
            layout.append((entry.start, entry.stop, entry.step))
        elif entry is None or entry is Ellipsis or isinstance(entry, (bool, np.bool_)):
            layout.append((entry,))
        else:
            arrays.append(entry)
            layout.append(None)
    return arrays, tuple(layout)


def _index_of(arrays, layout: tuple) -> tuple:
    """Return the index of which `_arrays_and_layout` gives arrays and layout."""
    rest = iter(arrays)
    return tuple(
        [
            next(rest) if entry is None else slice(*entry) if len(entry) == 3 else entry[0]
            for entry in layout
        ]
    )


@functools.partial(jit, static_argnums=2)
def _read_at(x, arrays, layout):
    return x[_index_of(arrays, layout)]


@functools.partial(jit, static_argnums=3)
def _write_at(x, value, arrays, layout):
    return x.at[_index_of(arrays, layout)].set(value)


def _has_tracer(x, index, value=None) -> bool:
    entries = index if isinstance(index, tuple) else (index,)
    return is_tracer(x) or is_tracer(value) or any(map(is_tracer, entries))


@settling
def get_advanced(x, index):
    """Return a copy of what an index with arrays picks.

    On the CPU the host does it, on the array's own memory: a gather would be compiled anew for each
    number of elements that a mask picks.
    """
    if _is_whole_on_cpu(x):
        return from_host(np.asarray(x)[index])
    return x[index]


def set_traced(x, index, value):
    """Return ``x`` with ``value`` written where an index points.

    For values not known yet, or on several devices.
    """
    if not _has_tracer(x, index, value):
        return _set_sharded(*map(_settled_unless_padded, (x, index, value)))
    x, index, value = settled(x), settled_within(index), settled(value)
    mask = mask_alone(index)
    if is_tracer(mask) and mask.dtype == bool:  # how many elements it picks is not known
        over = mask.reshape(mask.shape + (1,) * (x.ndim - mask.ndim))
        return jnp.where(over, _values_by_mask_order(mask, fitted_scalar(value, x), x), x)
    return x.at[index].set(fitted_scalar(value, x))


def _set_sharded(x, index, value):
    """Return ``x`` with ``value`` written at an index, with its sharding if it is sharded."""
    mask = mask_alone(index)
    scalar = not getattr(value, "shape", ())
    if is_mask(mask) and np.shape(mask) == x.shape and scalar:
        new = _where_kernel(x, mask, value if isinstance(value, jax.Array) else np.asarray(value))
    elif is_mask(mask) and np.shape(mask) == x.shape and mesh_among((x, mask)) is not None:
        new = _spread_over_mask(x, mask, value)
    else:
        arrays, layout = _arrays_and_layout(checked_index(index, x.shape))
        kind = jax.ShapeDtypeStruct(x.shape, x.dtype)
        wanted = jax.eval_shape(lambda x, arrays: x[_index_of(arrays, layout)], kind, arrays).shape
        check_fits(value, wanted)
        value = fitted_scalar(value, x)
        value = value.reshape(value.shape[max(value.ndim - len(wanted), 0) :])
        new = _write_at(x, value, arrays, layout)
    return placed(new, x.sharding) if is_sharded(x) else new


def _spread_over_mask(x, mask, value):
    """Return ``x`` with a value for each true element of a mask of its shape."""
    count = int(count_true(mask))
    check_fits(value, (count,))
    value = value if is_padded(value) else fitted_scalar(value, x)
    return spread(x, mask, _row_of(value, count), mesh_among((x, mask)))


@functools.partial(jit, static_argnums=1)
def _row_of(value, count):
    return jnp.broadcast_to(value.reshape(value.shape[max(value.ndim - 1, 0) :]), (count,))


@settling
def set_advanced(x, index, value):
    """Return ``x`` with ``value`` written where an index with arrays points."""
    mask = mask_alone(index)
    scalar = not getattr(value, "shape", ())
    if isinstance(mask, np.ndarray) and mask.dtype == bool and mask.shape == x.shape and scalar:
        return _where_kernel(x, mask, np.asarray(value))
    if _is_whole_on_cpu(x) and (x.nbytes <= INDEX_HOST_BYTES or not _has_no_masks(index)):
        host = np.array(x)
        host[index] = np.asarray(value)
        return from_host(host)
    return _scatter_at_index(x, index, fitted_scalar(value, x))


def _values_by_mask_order(mask, value, x):
    """Return the values for a traced mask: at each True ``value``'s next row, if it has several."""
    if value.ndim < 1 + x.ndim - mask.ndim or value.shape[0] == 1:
        return value
    places = (jnp.cumsum(mask.reshape(-1)) - 1).clip(0, max(value.shape[0] - 1, 0))
    return value[places].reshape(mask.shape + value.shape[1:])


def _has_no_masks(index) -> bool:
    """Return whether no entry is a bool or a NumPy mask; JAX's arrays are not looked at."""
    entries = index if isinstance(index, tuple) else (index,)
    return all(
        not isinstance(e, (bool, np.bool_)) and (not isinstance(e, np.ndarray) or e.dtype != bool)
        for e in entries
    )


def _scatter_at_index(x, index, value):
    """Return ``x`` with ``value`` written at an index; raise NumPy's errors of it."""
    wanted = np.broadcast_to(False, x.shape)[index].shape  # NumPy checks the bounds
    check_fits(value, wanted)
    value = value.reshape(value.shape[max(value.ndim - len(wanted), 0) :])
    if isinstance(index, np.ndarray):
        return _scatter_rows(x, index, value)
    return x.at[index].set(value)


@jit
def _scatter_rows(x, index, value):
    return x.at[index].set(value)


@jit
def _where_kernel(x, mask, value):
    """Return ``value``, cast to the dtype of ``x``, where the mask is True, else ``x``."""
    return jnp.where(mask, cast_for_write(value, x.dtype), x)


def fitted_scalar(value, x):
    return cast_for_write(jnp.asarray(value), x.dtype)


# Functions


def take(x, indices, /, *, axis=None, mode="raise", fill_value=None):
    if axis is not None:
        axis = np.lib.array_utils.normalize_axis_index(axis, x.ndim)
    length = x.size if axis is None else x.shape[axis]
    mode = _checked_mode(indices, length, axis, mode)
    return _take(x, indices, axis, mode, fill_value)


def _checked_mode(indices, length, axis, mode):
    """Raise for what NumPy refuses, bounds if known; return JAX's mode ("fill" for "raise")."""
    if mode not in ("raise", "wrap", "clip", "fill"):
        raise ValueError(f"mode must be 'raise', 'wrap', 'clip' or 'fill', not {mode!r}")
    if not jnp.issubdtype(indices.dtype, jnp.integer):
        raise TypeError(f"indices must be integers, not {indices.dtype}")
    if mode != "raise" or is_tracer(indices):
        return "fill" if mode == "raise" else mode
    check_bounds(bounds(indices), length, axis)
    return "fill"  # nothing; a remainder of each index would take five times the gather's time


def _take_kernel(x, indices, axis, mode, fill_value):
    """Take by JAX's mode; ``fill_value`` None is the dtype's own: nan, an integer's extreme."""
    if mode == "fill" and fill_value is None:
        fill_value = fill_value_of(np.dtype(x.dtype))
    return jnp.take(x, indices, axis, mode=mode, fill_value=fill_value)


_take = jit(_take_kernel, first_on_host=True, static_argnums=(2, 3, 4))


def take_along_axis(x, indices, /, axis=-1, *, mode="raise"):
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = np.lib.array_utils.normalize_axis_index(axis, x.ndim)
    check_same_ndim(x.shape, indices)
    known = mode == "raise" and not is_tracer(indices)
    mode = _checked_mode(indices, x.shape[axis], axis, mode)
    try:
        return _take_along_axis(x, indices, axis, "promise_in_bounds" if known else mode)
    except ValueError as err:
        refuse(err, check_along_axis, x.shape, indices, axis)


def _take_along_axis_kernel(x, indices, axis, mode):
    """Take along an axis by JAX's mode; promise_in_bounds allows negative indices here."""
    if mode in ("wrap", "clip", "promise_in_bounds"):
        length = x.shape[axis]
        if mode == "wrap":
            indices = indices % length
        elif mode == "clip":
            indices = jnp.clip(indices, 0, length - 1)
        elif jnp.issubdtype(indices.dtype, jnp.signedinteger):  # JAX counts none from the end then
            indices = jnp.where(indices < 0, indices + length, indices)
        return jnp.take_along_axis(x, indices, axis, mode="promise_in_bounds")
    fill = fill_value_of(np.dtype(x.dtype))
    return jnp.take_along_axis(x, indices, axis, mode="fill", fill_value=fill)


_take_along_axis = jit(_take_along_axis_kernel, first_on_host=True, static_argnums=(2, 3))


def put_along_axis(x, indices, values, axis, /, *, mode="replace"):
    check_scatter_reduction("put_along_axis", "mode", mode)
    shape, axis = ((x.size,), 0) if axis is None else (x.shape, axis)
    axis = np.lib.array_utils.normalize_axis_index(axis, len(shape))
    check_same_ndim(shape, indices)
    known = not is_tracer(indices)
    if known:
        check_bounds(bounds(indices), shape[axis], axis)
    flat = known and x.size < _INT32_ELEMENTS and not (is_sharded(x) or is_sharded(indices))
    try:
        return _put_along_axis(x, indices, values, axis, shape, mode, flat)
    except ValueError as err:
        refuse(err, check_along_axis, shape, indices, axis, values)


_INT32_ELEMENTS = 1 << 31  # that an int32 counts


def _put_along_axis_kernel(x, indices, values, axis, shape, mode, flat):
    """Return ``x`` with values put in it as ``shape``; ``flat``: in-bounds indices, in int32."""
    given = x.shape
    x, values = x.reshape(shape), values.astype(x.dtype)
    others = [1 if i == axis else n for i, n in enumerate(shape)]
    wanted = jnp.broadcast_shapes(indices.shape, tuple(others))
    if indices.size == indices.shape[axis]:  # whole slices move, not element by element
        places = (*(slice(None),) * axis, indices.reshape(-1))
        values = jnp.broadcast_to(values, wanted)
    elif flat:  # of one axis places take a fifth less; beyond the end they would be in another row
        x, values = x.reshape(-1), jnp.broadcast_to(values, wanted).reshape(-1)
        places = _flat_indices_along_axis(shape, indices, axis, wanted)
    else:
        places = along_axis(shape, indices, axis)
    at = x.at[places]
    if mode == "replace":
        result = at.set(values)
    elif mode == "mean":
        count = jnp.ones_like(x).at[places].add(1)
        result = (at.add(values) / count).astype(x.dtype)
    else:
        put = {"sum": at.add, "mul": at.multiply, "min": at.min, "max": at.max}[mode]
        result = put(values)
    return result.reshape(given)


def _flat_indices_along_axis(shape, indices, axis, wanted):
    """Return int32 indices into the flat array, broadcast to ``wanted`` and flattened."""
    indices = jnp.where(indices < 0, indices + shape[axis], indices).astype(jnp.int32)
    places = indices * math.prod(shape[axis + 1 :])
    for i, length in enumerate(shape):
        if i != axis:
            lengths = [length if at == i else 1 for at in range(len(shape))]
            own = jax.lax.broadcasted_iota(jnp.int32, lengths, i)
            places = places + own * math.prod(shape[i + 1 :])
    return jnp.broadcast_to(places, wanted).reshape(-1)


_put_along_axis = jit(_put_along_axis_kernel, first_on_host=True, static_argnums=(3, 4, 5, 6))
