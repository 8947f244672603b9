"""Arithmetic on slices of arrays in parts: a statement is one program, run when it is asked for.

Eagerly ``v[1:-1] = u[:-2] + u[2:]`` would be a kernel for each slice, for the sum and for the
write, each with an array of its own in between. So what is read through lenses of an array in
parts, and what elementwise functions compute of that, is an array that is not computed yet
(:class:`DeferredArray`). The write, or whoever looks at the elements, runs one program of all of
it. Native arrays are immutable: what the base becomes meanwhile changes no operand.

Shapes and dtypes are known, and errors raised, at the call.
"""

from __future__ import annotations

import functools
import itertools
import operator

import jax
import jax.numpy as jnp
import numpy as np

from ivy_core.backends.buffer import are_exclusive, is_exclusive
from ivy_core.backends.holder import Holder, waiting

from ..host.policy import COUNTED_SHAPES, DEFERRED_STEPS, SHARDED_KERNELS
from .internals import EagerArray
from .memory import OF_HOST, is_eager, settled, settled_within
from .padded import SETTLED, TAKEN, PaddedArray, logical
from .sharding import compiled_starts, is_sharded
from .stored_programs import jit

_SCALARS = frozenset({bool, int, float, complex})
_VALUE_DECIDES = frozenset({"pow"})  # a number as second operand decides what is computed
_programs: dict[tuple, object] = {}


class Step:
    """One step of an expression: a function's call, or a read through lenses; immutable.

    Parameters
    ----------
    key : tuple
        What the step computes, for the key of programs.
    function : callable
        Of operands within a trace, and of the starts that are data.
    operands : tuple
        Steps, native arrays, NumPy's arrays and numbers.
    data : list
        Starts of lenses that are no part of the key.
    kind : jax.ShapeDtypeStruct
        Of the result.
    sharding : Sharding
        Of the first array in parts.
    """

    __slots__ = (
        "data", "dtype", "function", "is_operand", "key", "kind", "operands", "sharding", "size",
        "value",
    )  # fmt: skip

    def __init__(self, key, function, operands, data, kind, sharding):
        self.key, self.function, self.operands, self.data = key, function, operands, data
        self.kind, self.dtype, self.sharding = kind, kind.dtype, sharding
        self.size = 1 + sum([each.size for each in operands if type(each) is Step])
        self.value = None  # the array, once it has been computed
        self.is_operand = False

    @property
    def is_read(self) -> bool:
        return self.key[0] == "read"


class ComputedArray(PaddedArray):
    """An array in parts that was computed later, without padding: JAX's own stands behind it."""

    __slots__ = ()

    ivy_backend = "jax"

    def computed(self) -> jax.Array:
        return self.padded

    settled = computed


class DeferredArray(PaddedArray):
    """An array in parts that has not been computed yet.

    From then on it is a :class:`PaddedArray` or a :class:`ComputedArray`: the same object, so that
    who counts the references to it, before a write takes its buffer, counts all of them.
    """

    __slots__ = ()

    ivy_backend = "jax"

    def __init__(self, step: Step):
        super().__init__(step, step.kind.shape)

    def computed(self) -> PaddedArray | jax.Array:
        step = self.padded
        if type(step) is Step:  # else another thread has been here
            native = _run(step)
            self.padded = native.padded if type(native) is PaddedArray else native
            step.value = self
            step.operands = ()  # which are not kept alive by who still has the step
        self.__class__ = ComputedArray if self.padded.shape == self.shape else PaddedArray
        return self.computed()

    def settled(self) -> jax.Array:
        self.computed()
        return self.settled()

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        self.computed()
        return self.__array__(dtype, copy)

    @property
    def sharding(self):
        return self.computed().sharding

    def devices(self) -> set:
        return self.computed().devices()

    def is_deleted(self) -> bool:
        return False

    def block_until_ready(self) -> PaddedArray:
        return self.computed().block_until_ready()


for _class in (DeferredArray, ComputedArray):
    jax.tree_util.register_pytree_node(
        _class, lambda x: ((for_kernel(x),), None), lambda _, parts: parts[0]
    )
    waiting.add(_class)
STAND_INS = SETTLED | {DeferredArray, ComputedArray}  # what kernels are not given as it is


def for_kernel(x):
    """Return an operand as kernels take it: computed, and JAX's own unless it is padded."""
    return x.computed() if isinstance(x, PaddedArray) and TAKEN else settled_within(x)


def is_alone(holder: Holder) -> bool:
    """Return whether the slot ``_data`` is the one reference to a native array, computed first."""
    if not isinstance(holder._data, PaddedArray):
        return is_exclusive(holder)
    holder._data.computed()
    return is_exclusive(holder) and are_exclusive((holder._data,), slot=_PADDED)


_PADDED = operator.attrgetter("padded")


# what is deferred


def read_later(look, x, stack, starts) -> DeferredArray | None:
    """Defer the reading of an array in parts through a stack of lenses.

    None where it has to be read now: without dimensions, and while something is traced.

    Parameters
    ----------
    look : callable
        ``look(x, stack, starts)`` reads within a trace.
    """
    shape = stack[-1].shape
    if not shape or not TAKEN or not is_eager():
        return None
    places = compiled_starts(stack, starts, x.shape)
    key = ("read", tuple([lens.key for lens in stack]), x.shape, places)
    data = [start for start, place in zip(starts, places, strict=True) if place is None]

    def function(x, *data):
        rest = iter(data)
        all_starts = [next(rest) if place is None else place for place in places]
        return look(x, stack, all_starts)

    kind = _kind_of_call(key, function, (jax.ShapeDtypeStruct(x.shape, x.dtype),), data)
    return DeferredArray(Step(key, function, (x,), data, kind, x.sharding))


def call_later(name: str, function, *operands) -> DeferredArray | None:
    """Return an elementwise function's result, to be computed later; None where not.

    Parameters
    ----------
    name : str
        Of the function: it tells functions apart.
    function : callable
        Of operands within a trace.
    *operands
        One of them is a :class:`DeferredArray`.

    Raises
    ------
    TypeError, ValueError
        As the function does of operands that do not fit.
    """
    if not is_eager():
        return None
    taken = _taken(operands)
    if taken is None:
        return None
    steps = [each for each in taken if type(each) is Step]
    if not steps or sum([step.size for step in steps]) >= DEFERRED_STEPS:
        return None
    key: tuple = (name,)
    if name in _VALUE_DECIDES and type(taken[-1]) is np.ndarray and not taken[-1].ndim:
        *taken, last = taken
        key = name, last.dtype, last.item()
        function = functools.partial(_with_last, function, last)
    kind = _kind_of_call(key, function, tuple(map(_kind_of, taken)), ())
    if not kind.shape:
        return None
    for step in steps:
        step.is_operand = True
    return DeferredArray(Step(key, function, tuple(taken), [], kind, steps[0].sharding))


def _with_last(function, last, *operands):
    return function(*operands, last)


def _taken(operands: tuple) -> list | None:
    """Return the operands of a step; None where one is JAX's to refuse at the call.

    So is an array that is bound to one device, or lies on other ones. A result that is taken for
    the second time is computed first.
    """
    taken, devices = [], None
    for x in operands:
        if type(x) is DeferredArray:
            step = x.padded
            if type(step) is Step and (step.is_read or not step.is_operand):
                x = step
            else:
                x = x.computed()
        elif type(x) in OF_HOST:
            x = settled(x)
        if type(x) is EagerArray and not is_sharded(x):
            if x.committed:
                return None
        elif type(x) not in _OPERANDS:
            return None
        elif type(x) in _IN_PARTS:
            here = x.sharding.device_set
            if devices is not None and here != devices:
                return None
            devices = here
        taken.append(x)
    return taken


_IN_PARTS = frozenset({Step, PaddedArray, ComputedArray, EagerArray})
_OPERANDS = frozenset({*_IN_PARTS, np.ndarray, *_SCALARS})
_kinds: dict[tuple, jax.ShapeDtypeStruct] = {}


def _kind_of(x):
    """Return shape, dtype and weakness of an operand; a number as it is traced."""
    if type(x) is Step:
        return x.kind
    if type(x) in _SCALARS:
        return jax.ShapeDtypeStruct((), jnp.result_type(x), weak_type=type(x) is not bool)
    return jax.ShapeDtypeStruct(x.shape, x.dtype, weak_type=getattr(x, "weak_type", False))


def _kind_of_call(key, function, kinds: tuple, data) -> jax.ShapeDtypeStruct:
    known = (key, *[(kind.shape, kind.dtype, kind.weak_type) for kind in kinds])
    found = _kinds.get(known)
    if found is None:
        if len(_kinds) > COUNTED_SHAPES:
            _kinds.clear()
        found = _kinds[known] = jax.eval_shape(function, *kinds, *data)
    return found


# programs


class Expression:
    """Steps in the order in which they are computed, and the arrays that they begin with.

    Parameters
    ----------
    step : Step
        The last one.
    """

    def __init__(self, step: Step):
        self.leaves: list = []
        self.data: list = []
        self._steps: list[tuple] = []
        self._places: dict[int, tuple] = {}
        keys: list[tuple] = []
        self._add(step, keys)
        self.key = tuple(keys)

    def _add(self, x, keys) -> tuple:
        """Add the value of a step, or a leaf, unless it is there, and return its place."""
        if type(x) is Step:
            operands = x.operands  # before the look at the value: another thread may compute it
            x = x if x.value is None else x.value
        place = self._places.get(id(x))
        if place is not None:
            return place
        if type(x) is Step:
            operands = tuple([self._add(each, keys) for each in operands])
            place = "step", len(self._steps)
            self._steps.append((x.function, operands, len(x.data)))
            self.data += x.data
            keys.append((x.key, operands))
        else:
            place = "leaf", len(self.leaves)
            self.leaves.append(x)
        self._places[id(x)] = place
        return place

    def composed(self):
        """Compose the function of the leaves and the data, within a trace."""
        steps = self._steps

        def run(leaves, data):
            values: dict[str, list] = {"leaf": list(map(logical, leaves)), "step": []}
            rest = iter(data)
            for function, operands, count in steps:
                given = [values[kind][at] for kind, at in operands]
                values["step"].append(function(*given, *itertools.islice(rest, count)))
            return values["step"][-1]

        return run


def _run(step: Step):
    """Run a step's program; its result is an array of JAX's in parts, or a padded one."""
    expression = Expression(step)
    program = kept_program(expression.key, lambda: jit(expression.composed()))
    with jax.ensure_compile_time_eval():
        return program(expression.leaves, expression.data)


def kept_program(key: tuple, build):
    """Return the program of a key, that ``build`` makes where there is none yet."""
    program = _programs.get(key)
    if program is None:
        if len(_programs) > SHARDED_KERNELS:
            _programs.clear()
        program = _programs[key] = build()
    return program


def expression_of(value) -> Expression | None:
    """Return the expression of an array that has not been computed yet; else None."""
    if type(value) is not DeferredArray:
        return None
    step = value.padded
    return Expression(step) if type(step) is Step and step.value is None else None
