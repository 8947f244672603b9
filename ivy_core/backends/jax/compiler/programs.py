"""What a compiled program is made of on JAX: traces, loops, branches, and the call of it all.

The core's part (:mod:`ivy_core.compilation`) knows Python's statements, names and arrays; this file
knows flat lists of native values and functions of them.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.extend.core import ClosedJaxpr, jaxpr_as_fun

from ..ops.indexing import compiled_trace as trace_of  # noqa: F401  part of what this file offers
from ..ops.indexing import is_in_memory, is_tracer, made_by, made_of_one  # noqa: F401
from ..runtime.internals import weakly_typed
from ..runtime.memory import settled
from .callbacks import asked, await_steps  # noqa: F401  part of what this file offers
from .cost_model import estimated  # noqa: F401  part of what this file offers
from .equations import affine, applied, is_literal, kinds_of, live
from .passes.buffer_packing import Pack, pack_of, packed, vector_of  # noqa: F401  part of what this file offers
from .passes.cse_dce import simplified  # noqa: F401  part of what this file offers
from .passes.if_conversion import FEW, called_where, cost, writes_elements  # noqa: F401
from .passes.loop_invariant_products import with_products_beforehand
from .passes.matmul_layout import with_turned_operands
from .passes.reductions import with_quick_sums
from .passes.scalar_replacement import promoted
from .passes.unroll import is_better_unrolled  # noqa: F401  part of what this file offers
from .passes.vectorize_loops import mapped
from .preconditions import precondition  # noqa: F401  part of what this file offers


def aval(native):
    """Return what a trace needs to know of a value: shape, dtype, and whether it is weak."""
    if type(native) in (bool, int, float, complex):
        return native
    native = settled(native)
    if isinstance(native, (np.ndarray, np.generic)):
        return jax.ShapeDtypeStruct(native.shape, native.dtype)
    return jax.ShapeDtypeStruct(native.shape, native.dtype, weak_type=is_weak(native))


def is_weak(native) -> bool:
    """Return whether a value promotes as Python's numbers do."""
    return type(native) in (int, float, complex) or bool(getattr(native, "weak_type", False))


def dtype_of(native) -> np.dtype:
    return np.dtype(native.dtype)


def computed(function: Callable, *values):
    """Return what an operator of Python gives of numbers, one of which at least is native."""
    return function(*values)


def as_truth(native):
    """Return whether the only element of an array is true, without dimensions."""
    native = native.reshape(())
    return native if native.dtype == bool else native != 0


def reshaped(native, shape):
    return jnp.reshape(native, shape)


_PYTHON = {"i": int, "f": float, "c": complex}


def number_class(native) -> type | None:
    """Return the class of Python's numbers that a traced value stands for, None for an array's."""
    if not is_tracer(native) or native.shape or not native.weak_type:
        return None
    return _PYTHON.get(native.dtype.kind)


def as_number(native):
    """Return a value without dimensions as one that promotes as Python's numbers do."""
    return weakly_typed(jnp.asarray(settled(native)))


def strong(native, dtype=None):
    """Return a value in a dtype, by default its own, which promotes as an array's does."""
    native = jnp.asarray(settled(native))
    return lax.convert_element_type(native, native.dtype if dtype is None else dtype)


def opaque(native, least: int):
    """Return an int that is at least ``least``, of which no trace tells how it was computed."""
    return jnp.maximum(native, least)


def traced(function: Callable, arguments: Sequence):
    """Return the program of a function of native values, which gives a flat list of them."""
    return jax.make_jaxpr(function)(*map(aval, arguments))


def called(program, arguments: Sequence) -> list:
    """Return what a program gives, as steps of the trace in which it is called."""
    return jaxpr_as_fun(program)(*arguments)


_WRITES = frozenset({"dynamic_update_slice", "scatter"})
_SMALL = 64  # elements


def stepwise(program, count: int | None = None) -> Callable:
    """Return the step of a loop, in which no array is copied that elements are written to.

    XLA computes a value again wherever it is used. If it was made of elements of an array that has
    been written to meanwhile, the whole array would be copied in each round to have both. So what
    is read early is computed once, and an array of which parts are read behind a write to others is
    written to in a branch, which is no part of the step that XLA puts together.

    Parameters
    ----------
    program
        Takes the number of the step and what the loop carries, and returns what it carries then.
    count : int, optional
        The number of steps, where it is known.
    """
    if not _has_writes(program.jaxpr):
        return jaxpr_as_fun(program)
    program = _forwarded(program, count)

    def step(*arguments):
        return _stepped(arguments[0], program.jaxpr, program.consts, arguments)

    return step


def _has_writes(jaxpr) -> bool:
    return any(
        _is_write(equation)
        or equation.primitive.name == "cond"
        and any(_has_writes(each.jaxpr) for each in equation.params["branches"])
        for equation in jaxpr.eqns
    )


def _forwarded(program, count: int | None = None):
    """Return a program that takes what it has just written to an array from where it came.

    ``count`` is the number of steps of a loop, if the program is such a step; see :func:`stepwise`.
    """
    jaxpr = program.jaxpr
    written = {e.outvars[0] for e in jaxpr.eqns if e.primitive is lax.dynamic_update_slice_p}
    has_reads = any(
        e.primitive in (lax.dynamic_slice_p, lax.dynamic_update_slice_p) and e.invars[0] in written
        for e in jaxpr.eqns
    )
    if not has_reads and not any(map(_has_writes_in_branches, jaxpr.eqns)):
        return program
    apart, equations, made = _read_apart(jaxpr), [], None
    for selects in (True, False):
        forwarding = _Forwarding(apart, selects, count)

        def run(*arguments, forwarding=forwarding):
            return forwarding.run(program, arguments)

        made = jax.make_jaxpr(run)(*kinds_of(program))
        # a write that another one to the same place follows is not there any more
        equations = live(made.jaxpr)
        if not forwarding.has_selected or not _reads_what_was_written_to(equations):
            break
    return ClosedJaxpr(made.jaxpr.replace(eqns=equations), made.consts)


def _reads_what_was_written_to(equations: list) -> bool:
    """Return whether an array is read as it was before a write, behind it: it would be copied."""
    written = set()
    for equation in equations:
        if not written.isdisjoint(atom for atom in equation.invars if not is_literal(atom)):
            return True
        if _is_write(equation):
            written.add(equation.invars[0])
    return False


def _read_apart(jaxpr) -> list:
    """Return the reads of much of an array that is read elsewhere too.

    It is in memory then, and what was written to it need not be computed for each of them.
    """
    readers: dict = {}
    for equation in jaxpr.eqns:
        if equation.primitive is lax.dynamic_slice_p and not is_literal(equation.invars[0]):
            readers.setdefault(equation.invars[0], []).append(equation)
    return [
        equation
        for array, equations in readers.items()
        for equation in equations
        if not _is_small_part(equation, array) and len(set(map(_places, equations))) > 1
    ]


def _places(equation) -> tuple:
    """Return where an equation reads: what it begins at, and how much it reads."""
    starts = [str(atom.val) if is_literal(atom) else id(atom) for atom in equation.invars[1:]]
    return (*starts, equation.params["slice_sizes"])


def _has_writes_in_branches(equation) -> bool:
    branches = equation.params.get("branches", ()) if equation.primitive.name == "cond" else ()
    return any(_has_writes(each.jaxpr) for each in branches)


class _Forwarding:
    """Runs a program's equations, and knows of each array what was written to it last."""

    def __init__(self, apart: list, selects: bool, count: int | None):
        self._apart = apart  # the reads of much of an array, of which other parts are read too
        self._selects = selects  # whether elements are chosen from what was written and was there
        self._count = count
        self.has_selected = False
        # by array: the one before, starts, how these follow from a step's number, value, the array
        self._writes: dict[int, tuple] = {}
        self._scalars: dict[tuple, tuple] = {}  # by how they are computed: results, operands

    def run(self, program, arguments) -> list:
        jaxpr = program.jaxpr
        known = dict(zip(jaxpr.constvars, program.consts, strict=True))
        known.update(zip(jaxpr.invars, arguments, strict=True))
        steps = {out: equation for equation in jaxpr.eqns for out in equation.outvars}

        def terms(atom):
            return None if self._count is None else affine(atom, steps, jaxpr.invars[0])

        for equation in jaxpr.eqns:
            operands = [a.val if hasattr(a, "val") else known[a] for a in equation.invars]
            results = self._results(equation, operands, terms)
            known.update(zip(equation.outvars, results, strict=True))
        return [a.val if hasattr(a, "val") else known[a] for a in jaxpr.outvars]

    def _results(self, equation, operands: list, terms: Callable) -> list:
        primitive = equation.primitive
        if primitive is lax.dynamic_slice_p:
            return self._read(equation, list(map(terms, equation.invars[1:])), *operands)
        if primitive is lax.dynamic_update_slice_p:
            return self._write(equation, list(map(terms, equation.invars[2:])), *operands)
        if primitive.name in _INDEX_STEPS and not equation.outvars[0].aval.shape:
            kinds = [type(each) for each in operands]  # an int of Python's makes others of it
            key = (primitive, str(equation.params), *kinds, *map(_identity, operands))
            if key not in self._scalars:
                self._scalars[key] = applied(equation, *operands), operands
            return self._scalars[key][0]
        if _has_writes_in_branches(equation):
            branches = tuple(map(_forwarded, equation.params["branches"]))
            equation = equation.replace(params={**equation.params, "branches": branches})
        return applied(equation, *operands)

    def _read(self, equation, terms: list, array, *starts, depth: int = 0):
        sizes = tuple(equation.params["slice_sizes"])
        if id(array) in self._writes:
            before, at, others, value, _ = self._writes[id(array)]
            is_apart = any(equation is each for each in self._apart)
            if sizes == value.shape and not is_apart:
                if _same(starts, at):
                    return [value]
            if self._selects and depth < _MOST_WRITES:
                if self._is_elsewhere(array.shape, sizes, terms, value.shape, others):
                    self.has_selected = True
                    return self._read(equation, terms, before, *starts, depth=depth + 1)
                if sizes == value.shape and not is_apart and value.size <= _MOST_SELECTED:
                    if (axes := _disjoint_axes(sizes, starts, at)) is not None:
                        self.has_selected = True
                        old = self._read(equation, terms, before, *starts, depth=depth + 1)[0]
                        return [_selected(array.shape, sizes, axes, starts, at, value, old)]
        return applied(equation, array, *starts)

    def _is_elsewhere(self, shape: tuple, sizes: tuple, terms, others: tuple, at) -> bool:
        """Return whether what is read and what was written have nothing in common in any step."""
        for length, size, mine, other, theirs in zip(shape, sizes, terms, others, at, strict=True):
            if mine is None or theirs is None or mine[0] != theirs[0]:
                continue
            apart = mine[1] - theirs[1]
            if -size < apart < other:
                continue
            # a place outside would be moved inside, to where the other one may be
            if all(
                0 <= factor * step + constant <= length - extent
                for (factor, constant), extent in ((mine, size), (theirs, other))
                for step in (0, self._count - 1)
            ):
                return True
        return False

    def _write(self, equation, terms: list, array, value, *starts):
        if id(array) in self._writes:
            before, at, _, last, _ = self._writes[id(array)]
            if last.shape == value.shape and _same(starts, at):
                array = before
        results = applied(equation, array, value, *starts)
        self._writes[id(results[0])] = array, starts, terms, value, results[0]
        return results


_MOST_SELECTED = 8  # elements that are chosen from what was written and what was there before
_MOST_WRITES = 4  # to an array, one behind the other, behind which an element is read


def _disjoint_axes(sizes: tuple, starts, others) -> list[int] | None:
    """Return along which axes two parts of one shape may differ, None if they may overlap in part.

    They are one part or have nothing in common where each such axis has one place.
    """
    axes = [i for i, (a, b) in enumerate(zip(starts, others, strict=True)) if not _same([a], [b])]
    return axes if all(sizes[axis] == 1 for axis in axes) else None


def _selected(shape: tuple, sizes: tuple, axes: list[int], starts, at, written, old):
    """Return what stands at a place: what was written, if that is the place, or what was there."""
    is_written = None
    for axis in axes:
        last = shape[axis] - sizes[axis]  # reads and writes go to the nearest place that there is
        same = lax.clamp(0, _int64(starts[axis]), last) == lax.clamp(0, _int64(at[axis]), last)
        is_written = same if is_written is None else is_written & same
    return lax.select(jnp.broadcast_to(is_written, old.shape), written, old)


def _int64(start):
    return lax.convert_element_type(jnp.asarray(start), np.int64)


_INDEX_STEPS = frozenset("add sub mul convert_element_type max min lt select_n".split())


def _identity(operand):
    return int(operand) if _is_known_int(operand) else ("traced", id(operand))


def _is_known_int(operand) -> bool:
    if is_tracer(operand) or np.ndim(operand):
        return False
    return np.asarray(operand).dtype.kind in "iu"


def _same(starts, others) -> bool:
    return all(_identity(a) == _identity(b) for a, b in zip(starts, others, strict=True))


def _stepped(number, jaxpr, constants, arguments) -> list:
    """Return what a step gives; ``number`` is a traced int that is never negative."""
    early, kept = _read_early(jaxpr), _read_behind(jaxpr)
    known = dict(zip(jaxpr.constvars, constants, strict=True))
    known.update(zip(jaxpr.invars, arguments, strict=True))

    def value(atom):
        return atom.val if hasattr(atom, "val") else known[atom]

    for at, equation in enumerate(jaxpr.eqns):
        operands = list(map(value, equation.invars))
        branches = equation.params.get("branches", ())
        if len(branches) == 2 and any(_has_writes(each.jaxpr) for each in branches):
            results = lax.cond(
                operands[0] > 0, *[_side(number, each) for each in branches[::-1]], *operands[1:]
            )
        elif at in kept:
            done = functools.partial(applied, equation)
            results = lax.cond(number >= 0, done, lambda array, *_: [array], *operands)
        else:
            results = applied(equation, *operands)
        if at in early:
            results = _computed_once(number, results)
        known.update(zip(equation.outvars, results, strict=True))
    return [value(atom) for atom in jaxpr.outvars]


def _side(number, branch) -> Callable:
    return lambda *operands: _stepped(number, branch.jaxpr, branch.consts, operands)


def _computed_once(number, values: list) -> list:
    """Return values that XLA does not compute again: what a branch gives is no part of a step.

    On the CPU an optimization barrier is gone before steps are fused. XLA does not know that the
    number of a round is never negative, and keeps the branch.
    """
    return list(
        lax.cond(
            number >= 0, lambda *kept: kept, lambda *kept: tuple(map(jnp.zeros_like, kept)), *values
        )
    )


def _read_early(jaxpr) -> set[int]:
    """Return which equations read elements that are used behind a write to the array."""
    writes, users = {}, {}
    for at, equation in enumerate(jaxpr.eqns):
        for atom in equation.invars:
            if not hasattr(atom, "val"):
                users.setdefault(atom, []).append(at)
        if _is_write(equation):
            writes.setdefault(equation.invars[0], at)
    early = set()
    for array, written in writes.items():
        for at in users[array]:
            if at < written and _is_small_part(jaxpr.eqns[at], array):
                if _is_used_behind(jaxpr, users, at, written):
                    early.add(at)
    return early


_NO_READS = frozenset({"while", "scan", "cond"})


def _read_behind(jaxpr) -> set[int]:
    """Return which equations write to an array of which elements are read afterwards."""
    writers, behind = {}, set()
    for at, equation in enumerate(jaxpr.eqns):
        is_write = _is_write(equation)
        for place, atom in enumerate(equation.invars):
            if hasattr(atom, "val") or atom not in writers:
                continue
            if is_write and place == 0 or equation.primitive.name in _NO_READS:
                continue
            behind.add(writers[atom])
        if is_write and _is_small_write(equation):
            writers[equation.outvars[0]] = at
    return behind


def _is_write(equation) -> bool:
    name = equation.primitive.name
    if name not in _WRITES and equation.params.get("name") != "put":
        return False
    first = equation.invars[0]
    return (
        not hasattr(first, "val")
        and first.aval.size > _SMALL
        and first.aval.shape == equation.outvars[0].aval.shape
    )


def _is_small_write(equation) -> bool:
    """Return whether far less than all of an array is written."""
    values = equation.invars[-1 if equation.primitive.name != "dynamic_update_slice" else 1]
    return values.aval.size <= max(_SMALL, equation.invars[0].aval.size // 8)


def _is_small_part(equation, array) -> bool:
    """Return whether what an equation reads of an array is far less than all of it."""
    most = max(_SMALL, array.aval.size // 8)
    return all(out.aval.size <= most for out in equation.outvars)


def _is_used_behind(jaxpr, users, at: int, written: int) -> bool:
    """Return whether what an equation gives is needed by one that comes behind a write."""
    waiting, seen = [at], set()
    while waiting:
        for out in jaxpr.eqns[waiting.pop()].outvars:
            for user in users.get(out, ()):
                if user > written:
                    return True
                if user != written and user not in seen:
                    seen.add(user)
                    waiting.append(user)
    return False


def counted_loop(count, program, carry: list) -> list:
    """Return the carried values after ``count`` times ``program(n, *carry)``."""
    in_turn = functools.partial(_in_turn, count, program)
    done = mapped(count, program, carry, in_turn) if type(count) is int else None
    return in_turn(carry) if done is None else done


def _in_turn(count, program, carry: list) -> list:
    """Return what the rounds of a loop leave, one after the other."""
    if type(count) is int:
        program = with_products_beforehand(count, program)
    program, carry, ended = promoted(program, carry)
    step = stepwise(program, count if type(count) is int else None)
    if type(count) is int:  # a loop of known length has a gradient too
        return ended(lax.fori_loop(0, count, lambda n, values: step(n, *values), carry))
    count = strong(count, np.int64)
    return ended(lax.fori_loop(np.int64(0), count, lambda n, values: step(n, *values), carry))


def written_out(count: int, program, carry: list) -> list:
    """Return the same as :func:`counted_loop`, as the steps of all rounds."""
    for number in range(count):
        carry = called(program, [np.int64(number), *carry])
    return carry


def tested_loop(program, carry: list) -> list:
    """Return the carried values after ``program(n, *carry)`` as long as the first of them is true.

    ``program`` gives the carried values, the first of which says whether to go on.
    """
    program, carry, ended = promoted(program, carry)
    step = stepwise(program)

    def body(state):
        n, values = state
        return n + 1, list(step(n, *values))

    return ended(lax.while_loop(lambda state: state[1][0], body, (np.int64(0), carry))[1])


def branched(condition, first: Callable, second: Callable) -> list:
    """Return what the one or the other function gives; both give lists of the same kind."""
    return list(lax.cond(condition, lambda: list(first()), lambda: list(second())))


def with_data(program, old: Sequence, new: Sequence):
    """Return a program that finds other data where it refers to values of outside."""
    others = {id(one): other for one, other in zip(old, new, strict=True)}
    constants = [others.get(id(each), each) for each in program.consts]
    return ClosedJaxpr(program.jaxpr, constants)


def is_cheap(program) -> bool:
    """Return whether it costs less to compute a program than to branch round it."""
    return cost(program.jaxpr, FEW) <= FEW


def chosen(condition, first: list, second: list) -> list:
    """Return the values of the one or the other list."""
    return [jnp.where(condition, a, b) for a, b in zip(first, second, strict=True)]


def zeros(shape, dtype):
    return jnp.zeros(shape, dtype)


def copied(native):
    return jnp.copy(native)


def all_of(values: Sequence):
    """Return whether all of some truth values hold."""
    found = values[0]
    for value in values[1:]:
        found = jnp.logical_and(found, value)
    return found


def tell(function: Callable, values: Sequence) -> None:
    """Have a function of NumPy's arrays called when the program comes to this place, in order."""
    jax.debug.callback(lambda *given: function(*map(np.asarray, given)), *values, ordered=True)


def await_told() -> None:
    """Wait until programs have made the calls of :func:`tell`."""
    jax.effects_barrier()


WAYS = ("XLA",)
DONATES = True
WRITES_IN_PLACE = False
CALLS_WITHIN_MAPS = True


class Refused(Exception):
    """A program cannot be compiled in one of the ways; it is traced once more, for the next."""


def compiled_by(way: str):
    """Trace and compile in a ``with`` block in one of the ways."""
    return contextlib.nullcontext()


class Unlike(Exception):
    """A program was called with another shape or dtype than it was made for."""


def _strict(program) -> Callable:
    """Return a program as a function of what it was made for alone; JAX would trace it anew."""
    compute = jaxpr_as_fun(program)
    wanted = [(tuple(v.aval.shape), v.aval.dtype) for v in program.jaxpr.invars]

    def run(*given):
        if [(tuple(x.shape), x.dtype) for x in given] != wanted:
            raise Unlike
        return compute(*given)

    return run


def _as_xla_is_quick(program):
    """Return a complete program in the form that XLA computes quickest where JAX computes here."""
    return with_turned_operands(with_quick_sums(program))


class Compiled:
    """A program that XLA has compiled; called with a list of native values.

    Parameters
    ----------
    program
        What :func:`traced` gives.
    donated : sequence of int
        The arguments whose buffers it takes over.
    """

    def __init__(self, program, donated: Sequence[int] = ()):
        self.program = program
        run = _strict(_as_xla_is_quick(program))
        self.call = jax.jit(run, donate_argnums=tuple(donated))

    def lower(self):
        return self.call.lower(*kinds_of(self.program))


# programs in files


def exported(compiled: Compiled) -> bytes:
    """Return a program as bytes, which other processes and later versions of JAX read.

    It is for the platform that JAX computes on here, and in the form that is quickest there.
    """
    program = _as_xla_is_quick(compiled.program)
    call = jax.jit(jaxpr_as_fun(program))
    kinds = [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in program.jaxpr.invars]
    return bytes(jax.export.export(call)(*kinds).serialize())


def imported(data: bytes) -> Callable:
    """Return what calls a program that was exported, with native values; it gives a list."""
    return jax.jit(jax.export.deserialize(bytearray(data)).call)


def versions() -> dict[str, str]:
    return {"jax": jax.__version__}


# parts of arrays of unknown length


def place(bound, length: int, least: int = 0):
    """Return the place from 0 to ``length`` that a bound of a slice means, or one less of both."""
    bound = strong(bound, np.int64)
    return jnp.clip(jnp.where(bound < 0, bound + length, bound), least, length + least)


def between(shape, axis: int, start, stop, step=None):
    """Return for each place of an axis whether a slice picks it; it broadcasts to ``shape``."""
    length = shape[axis]
    kind = np.int32 if length < 1 << 31 else np.int64  # half of what each round goes through
    places = np.arange(length, dtype=kind)
    tests = []
    if type(start) is not int or start > 0:
        tests.append(places >= jnp.asarray(start, kind))
    if type(stop) is not int or stop < length:
        tests.append(places < jnp.asarray(stop, kind))
    if step is not None:
        tests.append((places - start) % step == 0)
    inside = all_of(tests) if tests else np.ones(length, bool)
    return jnp.reshape(inside, [-1 if a == axis else 1 for a in range(len(shape))])


def one_by_one(reduced: Callable, joined: str, none: Callable, start, stop):
    """Return the reduction of the places from ``start`` to ``stop``, at the cost of those alone.

    XLA makes one function of a loop over single elements, with those about it; a loop over blocks
    costs more than a hundred elements to begin with.

    Parameters
    ----------
    reduced : callable
        Takes a place and returns what the reduction gives of that element.
    joined : str
        The function that joins two results.
    none : callable
        Gives, for a dtype, what the reduction gives of no element.
    start, stop : native or int
    """
    start, stop, join = strong(start, np.int64), strong(stop, np.int64), getattr(jnp, joined)
    dtype = np.dtype(jax.eval_shape(reduced, start).dtype)

    def step(state):
        place, total = state
        return place + 1, join(total, reduced(place)).astype(dtype)

    state = start, jnp.asarray(none(dtype), dtype)
    return lax.while_loop(lambda state: state[0] < stop, step, state)[1]


def selected(counts, native, fill):
    """Return an array with another value at the places that do not count."""
    return jnp.where(counts, native, jnp.asarray(fill, native.dtype))


def chosen_as(counts, value, old):
    """Return ``old`` with values, in its dtype, at the places that count."""
    value = jnp.asarray(settled(value))
    if jnp.iscomplexobj(value) and not jnp.iscomplexobj(old):
        value = jnp.real(value)
    return jnp.where(counts, value.astype(old.dtype), old)


def scattered(native, index: Sequence, counts, values):
    """Return an array with values written to the places of an index that count."""
    first = jnp.asarray(index[0])
    length = native.shape[0]
    first = jnp.where(first < 0, first + length, first)
    outside = jnp.where(counts, first, length)  # which is left out
    values = jnp.asarray(settled(values))
    if jnp.iscomplexobj(values) and not jnp.iscomplexobj(native):
        values = jnp.real(values)
    where = (outside, *index[1:])
    return native.at[where].set(values.astype(native.dtype), mode="drop")


def finite_or(native, otherwise: Callable):
    """Return values if all of them are finite, else what a function gives."""
    if native.dtype.kind not in "fc":
        return native
    return lax.cond(jnp.all(jnp.isfinite(native)), lambda: native, otherwise)


def number_of(mask):
    return jnp.count_nonzero(mask)


def length(start, stop, step):
    """Return how many places there are from ``start`` to ``stop``."""
    return jnp.maximum((stop - start + step - 1) // step, 0)


def nth(number, start, stop, step):
    """Return the place of an element of a slice, counted from its end where it is negative."""
    number = jnp.asarray(number, np.int64)
    return jnp.where(
        number < 0, start + (length(start, stop, step) + number) * step, start + number * step
    )


def nth_bound(number, start, stop):
    """Return the place that a bound of a slice of a slice means."""
    number = jnp.asarray(number, np.int64)
    found = jnp.where(number < 0, stop + number, start + number)
    return jnp.clip(found, start, jnp.maximum(start, stop))


def shifted(native, axis: int, start, wanted, size: int):
    """Return an array whose place ``start`` of an axis has come to ``wanted``, of a length.

    What comes to places from outside of the array is of no meaning.
    """
    length = native.shape[axis]
    if length == size and type(start) is type(wanted) is int and start == wanted:
        return native
    if length == size and (made := made_of_one(native)) is not None:
        whole, compute = made  # it is the array in memory that is moved at the least cost
        return compute(shifted(whole, axis, start, wanted, size))
    if is_in_memory(native):
        margins = [(size, size, 0) if at == axis else (0, 0, 0) for at in range(native.ndim)]
        wide = lax.pad(native, jnp.zeros((), native.dtype), margins)
        begin = strong(start - wanted, np.int64) + size
        return lax.dynamic_slice_in_dim(wide, begin, size, axis)
    # a rolled array would be put together twice; unsigned places are not counted from the end
    places = np.arange(size, dtype=np.int32) - jnp.asarray(wanted - start, np.int32)
    places = jnp.clip(places, 0, length - 1).astype(np.uint32)
    index = (*(slice(None),) * axis, places)
    return native.at[index].get(mode="promise_in_bounds")


def is_equal(a, b, depth: int = 0) -> bool:
    """Return whether two traced values are sure to be equal: results of the same steps."""
    if a is b:
        return True
    try:
        first, second = a.parent, b.parent
    except AttributeError:  # no tracers, or of another version of JAX
        return False
    if first is None or second is None or depth > 8:
        return _is_equal_constant(a, b)
    if first.primitive is not second.primitive or first.params.keys() != second.params.keys():
        return False
    if any(
        first.params[key] is not value and not _is_like(first.params[key], value)
        for key, value in second.params.items()
    ):
        return False
    pairs = list(zip(first.in_tracers, second.in_tracers, strict=False))
    return len(first.in_tracers) == len(second.in_tracers) and all(
        is_equal(x, y, depth + 1) for x, y in pairs
    )


def _is_equal_constant(a, b) -> bool:
    first, second = a.get_const(), b.get_const()
    if first is None or second is None or np.size(first) > 1 or np.size(second) > 1:
        return False
    return first.dtype == second.dtype and bool(np.asarray(first) == np.asarray(second))


def _is_like(a, b) -> bool:
    if type(a) is not type(b) or not isinstance(a, (int, str, tuple, np.dtype, type(None))):
        return False
    return a == b
