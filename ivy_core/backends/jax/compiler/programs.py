"""Building blocks of JAX's compiled programs: traces, loops, branches, and their call.

The core's part (:mod:`ivy_core.compilation`) knows Python's statements, names and arrays; this file
knows flat lists of native values and functions of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
from jax import lax

from ivy_core.backends.common import checkpoints
from ivy_core.utils import collector

from ..ops.indexing import cast_for_write, is_in_memory, is_tracer, made_by, made_of_one  # noqa: F401
from ..ops.indexing import compiled_trace as trace_of  # noqa: F401  part of what this file offers
from ..runtime.ahead import Compilation, InStages  # noqa: F401  part of what this file offers
from ..runtime.internals import ClosedJaxpr, jaxpr_as_fun, weakly_typed
from ..runtime.kept_programs import KeptProgram
from ..runtime.memory import settled
from ..runtime.padded import (
    PaddedArray,
    copy_of,
    is_padded,
    logical,
    models_among,
    padded_like,
    shapes_of,
)
from ..runtime.sharding import mesh_among
from . import loops, passes, schedules
from .callbacks import asked, await_steps  # noqa: F401  part of what this file offers
from .early_steps import CalledAfterSteps, computed_after, early_steps
from .equations import kinds_of
from .growing import (  # noqa: F401  part of what this file offers
    NotOneTemplateError,
    Template,
    alike_at_each_size,
    cropped_to,
    length_of,
    padded_to,
)
from .growing_guards import without_guards  # noqa: F401  part of what this file offers
from .growing_host import HostStep, OutsideError, host_program, is_host_step, memories, told  # noqa: F401
from .growing_lookups import with_negatives_told  # noqa: F401  part of what this file offers
from .growing_rows import without_unread_rows  # noqa: F401  part of what this file offers
from .growing_rules import padded_program  # noqa: F401  part of what this file offers
from .lapack import lapack_kernel  # noqa: F401  part of what this file offers
from .loops import Loop
from .operation_costs import estimated  # noqa: F401  part of what this file offers
from .passes.buffer_packing import Pack, pack_of, vector_of  # noqa: F401  part of what this file offers
from .passes.buffer_packing import rewrite as packed  # noqa: F401
from .passes.cse_dce import simplified  # noqa: F401  part of what this file offers
from .passes.if_conversion import is_cheap, writes_elements  # noqa: F401  part of what this file offers
from .passes.if_conversion import rewrite as called_where  # noqa: F401
from .passes.unroll import is_better_unrolled, written_out  # noqa: F401  part of what this file offers
from .preconditions import precondition  # noqa: F401  part of what this file offers
from .program_texts import text_of
from .rank_programs import RankProgram, exchanges_of, ranks_of
from .rewriter import Rewriter


def aval(native):
    """Describe a value for a trace: shape, dtype, and whether it is weak."""
    if type(native) in (bool, int, float, complex):
        return native
    native = native if is_padded(native) else settled(native)
    if isinstance(native, (np.ndarray, np.generic)):
        return jax.ShapeDtypeStruct(native.shape, native.dtype)
    return jax.ShapeDtypeStruct(native.shape, native.dtype, weak_type=is_weak(native))


def is_weak(native) -> bool:
    """Return whether a value promotes as Python's numbers do."""
    return type(native) in (int, float, complex) or bool(getattr(native, "weak_type", False))


def dtype_of(native) -> np.dtype:
    return np.dtype(native.dtype)


def computed(function: Callable, *values):
    """Compute a Python operator of numbers, at least one of which is native."""
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
    with collector.seldom():
        return jax.make_jaxpr(function)(*map(aval, arguments))


def called(program, arguments: Sequence) -> list:
    """Call a program as steps of the trace that is running."""
    return jaxpr_as_fun(program)(*arguments)


def counted_loop(count, program, carry: list) -> list:
    """Return the carried values after ``count`` times ``program(n, *carry)``."""
    if type(count) is not int:
        _refuse_to_cut()
        loop = passes.optimized_loop(Loop(program, carry))
        return loops.counted(loop, strong(count, np.int64))
    loop = passes.optimized_loop(Loop(program, carry, count, in_order=_run_in_order))
    return loops.counted(loop) if loop.results is None else loop.results


def _refuse_to_cut() -> None:
    if checkpoints.are_set():
        raise RuntimeError("JAX has no gradient of a loop whose length only the program knows")


def windowed_loop(window, count, program, carry: list) -> list:
    """Return the carried values after ``count`` times ``program(n, *carry)``, n from a position on.

    Parameters
    ----------
    window : iteration.Window
        Its size bounds n, and it says where n begins.
    count : native
    program, carry
        As of :func:`counted_loop`.
    """
    loop = Loop(program, carry, window=window.size, begin=strong(window.begin, np.int64))
    loop = passes.optimized_loop(loop.replace(end=loop.begin + strong(count, np.int64)))
    return loops.ranged(loop) if loop.results is None else loop.results


def _run_in_order(loop: Loop) -> list:
    """Run a loop by all loop passes but ``vectorize_loops``; return its results."""
    others = [each for each in passes.LOOP_PASSES if each.name != "vectorize_loops"]
    return loops.counted(passes.optimized_loop(loop, others))


def tested_loop(program, carry: list) -> list:
    """Return the carried values after ``program(n, *carry)`` as long as the first of them is true.

    ``program`` gives the carried values, the first of which says whether to go on.
    """
    _refuse_to_cut()
    return loops.tested(passes.optimized_loop(Loop(program, carry)))


def branched(condition, first: Callable, second: Callable) -> list:
    """Call one of two functions by a traced condition; both give lists of the same kinds."""
    return list(lax.cond(condition, lambda: list(first()), lambda: list(second())))


def with_data(program, old: Sequence, new: Sequence):
    """Return a program that finds other data where it refers to values of outside."""
    others = {id(one): other for one, other in zip(old, new, strict=True)}
    constants = [others.get(id(each), each) for each in program.consts]
    return ClosedJaxpr(program.jaxpr, constants)


def chosen(condition, first: list, second: list) -> list:
    """Return the values of the one or the other list."""
    return [jnp.where(condition, a, b) for a, b in zip(first, second, strict=True)]


def zeros(shape, dtype):
    return jnp.zeros(shape, dtype)


def copied(native):
    return copy_of(native) if is_padded(native) else jnp.copy(native)


def all_of(values: Sequence):
    """Return whether all of some truth values hold."""
    found = values[0]
    for value in values[1:]:
        found = jnp.logical_and(found, value)
    return found


def tell(function: Callable, values: Sequence) -> None:
    """Have a function of NumPy's arrays called when the program reaches this step, in order."""
    jax.debug.callback(lambda *given: function(*map(np.asarray, given)), *values, ordered=True)


def await_told() -> None:
    """Wait until programs have made the calls of :func:`tell`."""
    jax.effects_barrier()


WAYS = ("XLA",)
TAKES = frozenset({PaddedArray})  # of the classes that stand for native arrays
DONATES = True
WRITES_IN_PLACE = False
KIND = "aval"  # attribute of an array, mostly the same object in all of a shape and data type
CALLS_WITHIN_MAPS = True


class Refused(Exception):
    """A program cannot be compiled in one of the ways; it is traced once more, for the next."""


def compiled_by(way: str):
    """Trace and compile in a ``with`` block in one of the ways."""
    return contextlib.nullcontext()


class Unlike(Exception):
    """A program was called with another shape or dtype than it was made for."""


def _shapes_and_dtypes(program) -> list[tuple]:
    return [(tuple(v.aval.shape), v.aval.dtype) for v in program.jaxpr.invars]


def _refuse_other_shapes(program, on_one_device: bool = False) -> Callable:
    """Return a function, to be jitted, that raises :class:`Unlike` for other shapes or dtypes.

    ``on_one_device``: whether no function that the program calls says where its results lie.
    """
    if on_one_device:  # what it calls becomes steps of its own: functions take longer to lower

        def compute(*given):
            return Rewriter().run(program, given)

    else:
        compute = jaxpr_as_fun(program)
    wanted = _shapes_and_dtypes(program)

    def run(*given):
        if [(tuple(x.shape), x.dtype) for x in given] != wanted:
            raise Unlike
        return compute(*given)

    return run


class Compiled:
    """A program that XLA has compiled; called with a list of native values.

    Parameters
    ----------
    program
        What :func:`traced` gives.
    donated : sequence of int
        The arguments whose buffers it takes over.
    """

    takes, donates = TAKES, True

    def __init__(self, program, donated: Sequence[int] = ()):
        self.program, self._donated = program, tuple(donated)
        if is_host_step(program):
            self.call, self.donates = HostStep(program), False
            return
        self.call = self._on_one_device = self._jitted()
        self._by_models: dict = {}
        self._last: tuple = (None, [])  # what is called with arrays in parts, and their kinds
        ranks = ranks_of(program)
        if ranks is not None:
            run = _refuse_other_shapes(passes.optimized(program))
            self.call = self._on_one_device = RankProgram(
                run, kinds_of(program), ranks, exchanges_of(program.jaxpr), Unlike
            )
            self.takes, self.donates = TAKES | RankProgram.takes, False
        elif jax.device_count() > 1:
            self.call = self._call_by_placement

    def _jitted(self, models: tuple = ()) -> Callable:
        mesh = models[0][1].mesh if models else None
        cuts = shapes_of(models, self.program.in_avals)
        program = passes.optimized(self.program, mesh, cuts, models)
        if not models:
            self._optimized = program
            return self._jitted_for_one_device(schedules.options_of(program))
        run = _refuse_other_shapes(program)

        def run_in_parts(*given):
            like = shapes_of(models, given)
            return [padded_like(each, like) for each in run(*map(logical, given))]

        return jax.jit(
            # arrays that are gathered would be held from the beginning on
            run_in_parts,
            donate_argnums=self._donated,
            compiler_options=schedules.least_memory(),
        )

    def _jitted_for_one_device(self, options: dict | None, is_kept: bool = False) -> Callable:
        """Return the jitted program, to be compiled with such options of XLA's.

        ``is_kept``: whether what is lowered of it, to be compiled, is looked for on disk.
        """
        program, donated = self._optimized, self._donated
        steps = early_steps(program)
        if steps:
            run = computed_after(program, steps)
        else:
            run = _refuse_other_shapes(program, on_one_device=True)
        jitted = jax.jit(run, donate_argnums=donated, compiler_options=options)
        if is_kept:
            jitted = KeptProgram(jitted, lambda: str((text_of(program, steps), donated, options)))
        if not steps:
            return jitted
        return CalledAfterSteps(jitted, steps, _shapes_and_dtypes(program), Unlike)

    def compile_in_stages(self, is_quick: bool) -> None:
        """Have XLA compile it quickly at first, or if not ``is_quick`` at once for full speed.

        To be called before the first call. ``call.improve()`` has what was compiled quickly
        compiled for full speed.
        """
        is_plain = self.call is getattr(self, "_on_one_device", None)
        if not is_plain or isinstance(self.call, RankProgram | InStages):
            return
        options = schedules.full_speed(self._optimized)
        if options is None or schedules.options_of(self._optimized) is not None:
            return
        call = self._jitted_for_one_device(options, is_kept=True)
        if is_quick and (quick := schedules.least_compile_time()) is not None:
            call = InStages(self._jitted_for_one_device(quick, is_kept=True), call)
        self.call = self._on_one_device = call

    def _call_by_placement(self, *given):
        """Call the program for the mesh on which inputs lie in parts, or that for one device."""
        if mesh_among(given) is None:
            return self._on_one_device(*given)
        models = models_among(given)
        call = self._for_models(models)
        if models != self._last[0]:
            self._last = models, list(map(_kind_in_parts, given))
        return call(*given)

    def lower(self, given: Sequence | None = None):
        """Lower the program for some inputs, or for those of the last call in parts."""
        models, kinds = self._last
        if given is not None and self.donates:  # ranks' programs are for nothing in parts
            models = models_among(given) if mesh_among(given) is not None else None
            kinds = list(map(_kind_in_parts, given))
        if models is None:
            return self._on_one_device.lower(*kinds_of(self.program))
        return self._for_models(models).lower(*kinds)

    def _for_models(self, models: tuple) -> Callable:
        call = self._by_models.get(models)
        if call is None:
            call = self._by_models[models] = self._jitted(models)
        return call

    def stages(self, traced) -> dict[str, Callable[[], str]]:
        """Make the texts of the stages; ``traced`` is the program before all passes."""
        return {
            "trace": lambda: str(traced),
            "passes": lambda: self._text_by_pass(traced),
            "hlo": lambda: self.lower().as_text(),
        }

    def _text_by_pass(self, traced) -> str:
        """Return the text of the traced program, and that after each pass that changed it."""
        after = [("cse_dce", simplified(traced)[0]), ("buffer_packing", self.program)]
        after += [(name, program) for name, _, program in passes.stages(self.program)]
        text = str(traced)
        parts = [f"# as traced\n\n{text}"]
        for name, program in after:
            before, text = text, str(program)
            if text != before:
                parts.append(f"# after {name}\n\n{text}")
        return "\n\n".join(parts)


def _kind_in_parts(native):
    """Return shape, dtype and sharding of an input, to lower a program for it."""
    if is_padded(native):
        return PaddedArray(_kind_in_parts(native.padded), native.shape)
    place = getattr(native, "sharding", None)
    if place is None:
        return native
    if not native.committed:  # it follows the others
        return jax.ShapeDtypeStruct(native.shape, native.dtype)
    return jax.ShapeDtypeStruct(native.shape, native.dtype, sharding=place)


# programs in files


def exported(compiled: Compiled) -> bytes:
    """Return a program as bytes, which other processes and later versions of JAX read.

    It is for the platform that JAX computes on here, and in the form that is quickest there.
    """
    program = passes.optimized(compiled.program)
    call = jax.jit(jaxpr_as_fun(program))
    kinds = [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in program.jaxpr.invars]
    return bytes(jax.export.export(call)(*kinds).serialize())


def imported(data: bytes) -> Callable:
    """Make the function that calls an exported program with native values; it gives a list."""
    return jax.jit(jax.export.deserialize(bytearray(data)).call)


def versions() -> dict[str, str]:
    return {"jax": jax.__version__}


# parts of arrays of unknown length


def slice_bound(bound, length: int, least: int = 0):
    """Return the index from 0 to ``length`` that a bound of a slice means, or one less of both."""
    bound = strong(bound, np.int64)
    return jnp.clip(jnp.where(bound < 0, bound + length, bound), least, length + least)


def between(shape, axis: int, start, stop, step=None):
    """Return for each index of an axis whether a slice picks it; it broadcasts to ``shape``."""
    length = shape[axis]
    kind = np.int32 if length < 1 << 31 else np.int64  # half of what each iteration goes through
    indices = np.arange(length, dtype=kind)
    tests = []
    if type(start) is not int or start > 0:
        tests.append(indices >= jnp.asarray(start, kind))
    if type(stop) is not int or stop < length:
        tests.append(indices < jnp.asarray(stop, kind))
    if step is not None:
        tests.append((indices - start) % step == 0)
    inside = all_of(tests) if tests else np.ones(length, bool)
    return jnp.reshape(inside, [-1 if a == axis else 1 for a in range(len(shape))])


def one_by_one(reduced: Callable, joined: str, none: Callable, start, stop):
    """Return the reduction of the indices from ``start`` to ``stop``, at the cost of those alone.

    XLA makes one function of a loop over single elements, with those about it; a loop over blocks
    costs more than a hundred elements to begin with.

    Parameters
    ----------
    reduced : callable
        Takes an index and returns what the reduction gives of that element.
    joined : str
        The function that joins two results.
    none : callable
        Gives, for a dtype, what the reduction gives of no element.
    start, stop : native or int
    """
    start, stop, join = strong(start, np.int64), strong(stop, np.int64), getattr(jnp, joined)
    dtype = np.dtype(jax.eval_shape(reduced, start).dtype)

    def step(state):
        index, total = state
        return index + 1, join(total, reduced(index)).astype(dtype)

    state = start, jnp.asarray(none(dtype), dtype)
    return lax.while_loop(lambda state: state[0] < stop, step, state)[1]


def selected(counts, native, fill):
    """Return an array with another value at the indices that do not count."""
    return jnp.where(counts, native, jnp.asarray(fill, native.dtype))


def chosen_as(counts, value, old):
    """Return ``old`` with values, in its dtype, at the indices that count."""
    value = cast_for_write(jnp.asarray(settled(value)), old.dtype)
    return jnp.where(counts, value, old)


def scattered(native, index: Sequence, counts, values):
    """Return an array with values written to the elements of an index that count."""
    first = jnp.asarray(index[0])
    length = native.shape[0]
    first = jnp.where(first < 0, first + length, first)
    outside = jnp.where(counts, first, length)  # which is left out
    values = cast_for_write(jnp.asarray(settled(values)), native.dtype)
    where = (outside, *index[1:])
    return native.at[where].set(values, mode="drop")


def finite_or(native, otherwise: Callable):
    """Return values if all of them are finite, else what a function gives."""
    if native.dtype.kind not in "fc":
        return native
    return lax.cond(jnp.all(jnp.isfinite(native)), lambda: native, otherwise)


def number_of(mask):
    return jnp.count_nonzero(mask)


def length(start, stop, step):
    """Count the indices from ``start`` to ``stop``."""
    return jnp.maximum((stop - start + step - 1) // step, 0)


def nth(number, start, stop, step):
    """Return the index of an element of a slice, counted from its end where it is negative."""
    number = jnp.asarray(number, np.int64)
    return jnp.where(
        number < 0, start + (length(start, stop, step) + number) * step, start + number * step
    )


def nth_bound(number, start, stop):
    """Return the index that a bound of a slice of a slice means."""
    number = jnp.asarray(number, np.int64)
    found = jnp.where(number < 0, stop + number, start + number)
    return jnp.clip(found, start, jnp.maximum(start, stop))


def shifted(native, axis: int, start, wanted, size: int):
    """Return an array shifted along an axis, from index ``start`` to ``wanted``, of a length.

    Elements that come from outside of the array have no meaning.
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
    # a rolled array would be put together twice; unsigned indices are not counted from the end
    indices = np.arange(size, dtype=np.int32) - jnp.asarray(wanted - start, np.int32)
    indices = jnp.clip(indices, 0, length - 1).astype(np.uint32)
    index = (*(slice(None),) * axis, indices)
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
        first.params[key] is not value and not _is_equal_static(first.params[key], value)
        for key, value in second.params.items()
    ):
        return False
    pairs = list(zip(first.in_tracers, second.in_tracers, strict=False))
    return len(first.in_tracers) == len(second.in_tracers) and all(
        is_equal(x, y, depth + 1) for x, y in pairs
    )


def _is_equal_constant(a, b) -> bool:
    """Return whether two tracers are equal constants of one element; False if unsure."""
    first, second = a.get_const(), b.get_const()
    if first is None or second is None or np.size(first) > 1 or np.size(second) > 1:
        return False
    return first.dtype == second.dtype and bool(np.asarray(first) == np.asarray(second))


def _is_equal_static(a, b) -> bool:
    """Return whether two static values are equal, of one class that is known to compare well."""
    if type(a) is not type(b) or not isinstance(a, (int, str, tuple, np.dtype, type(None))):
        return False
    return a == b
