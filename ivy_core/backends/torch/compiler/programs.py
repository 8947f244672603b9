"""Building blocks of PyTorch's compiled programs: recorded steps, loops, branches, the call.

The functions are those of :mod:`ivy_core.backends.jax.compiler.programs`. Programs write in place
where the function does; what a loop hands on as it was given is not carried at all.
"""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import Tensor

from ivy_core.dtypes import as_dtype

from ..runtime.internals import CAN_TRACE, is_view  # noqa: F401  part of what this file offers
from .codegen import compiled_code, defined
from .symbolic_lengths import Unfollowed, lengths_of
from .tracing import (
    PYTHON_DTYPES,
    Branch,
    Graph,
    LoopStep,
    Name,
    Recorder,
    Step,
    current,
    is_equal,  # noqa: F401
    is_same_in_python,
    is_tracer,
    made_by,  # noqa: F401  part of what this file offers
    part,
    spread,  # noqa: F401
    writes_to,
)

DONATES, WRITES_IN_PLACE, CALLS_WITHIN_MAPS = False, True, True
WAYS = ("PyTorch",)
NUMBERS_ARE_PYTHONS = True  # they raise, and do not wrap
GAINS_BY_LOOPS = True  # operations cost within programs what they cost eagerly
_CLASSES = {"i": int, "f": float, "c": complex}


class Refused(Exception):
    """A program cannot be compiled in one of the ways; it is traced once more, for the next."""


def compiled_by(way: str):
    """Trace and compile in a ``with`` block in one of the ways."""
    return contextlib.nullcontext()


def trace_of(native):
    """Return the body that a traced value was made in; None of one with values."""
    return native._ivy.graph if is_tracer(native) else None


def dtype_of(native) -> np.dtype:
    if isinstance(native, torch.Tensor):
        return _DTYPES[native.dtype]
    return np.dtype(native.dtype)


class _Dtypes(dict):
    def __missing__(self, dtype):
        found = self[dtype] = np.dtype(str(as_dtype(dtype)))
        return found


_DTYPES = _Dtypes()


# numbers of Python's


def is_weak(native) -> bool:
    """Return whether a value promotes as Python's numbers do."""
    return type(native) in (int, float, complex) or is_tracer(native) and native._ivy.is_weak


def number_class(native) -> type | None:
    """Return the class of Python's numbers that a traced value stands for, None for an array's."""
    if not is_tracer(native) or not native._ivy.is_weak:
        return None
    return _CLASSES.get(dtype_of(native).kind)


_WIDE = {
    "b": torch.bool, "i": torch.int64, "u": torch.int64, "f": torch.float64, "c": torch.complex128,
}  # fmt: skip


def as_number(native):
    """Return a value without dimensions as one that promotes as Python's numbers do."""
    recorder = current.recorder
    if not is_tracer(native):
        return recorder.literal(_to_python_number(native))
    known = native._ivy
    if known.is_number and known.is_weak:
        return native
    name = recorder.as_python(native)
    return recorder.number(_WIDE[dtype_of(native).kind], name, is_weak=True, made=known.made)


def _to_python_number(value):
    """Return the number in a scalar tensor or array; other values as they are."""
    return value.item() if hasattr(value, "item") else value


def strong(native, dtype=None):
    """Return a value in a dtype, by default its own, which promotes as an array's does."""
    recorder = current.recorder
    if not is_tracer(native):
        found = _as_tensor(native)
        return found if dtype is None else found.to(_native_dtype(dtype))
    wanted = native.dtype if dtype is None else _native_dtype(dtype)
    known = native._ivy
    if not known.is_number:
        if native.dtype == wanted:
            return native
        if native.dtype.is_complex and not wanted.is_complex:
            native = native != 0 if wanted == torch.bool else native.real
        return native.to(wanted)
    if native.requires_grad:  # autograd has to see it
        if wanted != native.dtype:
            return native.to(wanted)
        return recorder.bound(recorder.alias(native), known.name, is_number=True, made=known.made)
    if wanted == native.dtype:
        return recorder.number(wanted, known.name, made=known.made)
    if wanted in PYTHON_DTYPES and is_same_in_python(native.dtype, wanted):
        return recorder.number(wanted, known.name, made=("same", [native]))
    if wanted in PYTHON_DTYPES and not native.dtype.is_complex:
        made = ("same", [native]) if wanted is torch.int64 and native.dtype is torch.int64 else ()
        return recorder.python(PYTHON_DTYPES[wanted], [native], wanted, made, is_weak=False)
    return native.to(wanted)


def _native_dtype(dtype) -> torch.dtype:
    return dtype if isinstance(dtype, torch.dtype) else getattr(torch, str(np.dtype(dtype)))


def _as_tensor(value) -> torch.Tensor:
    """Return a tensor as it is, any other value as a tensor of a copy."""
    if isinstance(value, torch.Tensor):
        return value
    return torch.from_numpy(np.array(value))


_STEPS = {operator.add: "add", operator.sub: "subtract", operator.mul: "multiply",
          operator.neg: "negative"}  # fmt: skip
_TRUTHS = {operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne}


def _operand_left_unchanged(function: Callable, values: tuple):
    """Return the traced int that ``n * 1`` or ``n + 0`` equals; None of anything else."""
    neutral = {operator.mul: 1, operator.add: 0}.get(function)
    for value, other in (values, values[::-1]) if neutral is not None else ():
        if type(value) is int and value == neutral and _is_number(other) and is_tracer(other):
            return other if dtype_of(other).kind == "i" else None  # True * 1 is 1
    return None


def computed(function: Callable, *values):
    """Compute a Python operator of numbers, at least one of which is native."""
    kinds = [dtype_of(v).kind if hasattr(v, "dtype") else np.asarray(v).dtype.kind for v in values]
    kind = max(kinds, key="biufc".index)
    if function is operator.truediv and kind in "biu":
        kind = "f"
    elif function in _TRUTHS:
        kind = "b"
    elif function is operator.invert and kind == "b":
        function = operator.not_
    elif not isinstance(function, type(operator.add)):  # a part of a complex number
        kind = "f"
    elif function is operator.abs and kind == "c":
        kind = "f"
    if kind == "i" and (same := _operand_left_unchanged(function, values)) is not None:
        return as_number(same)
    step = _STEPS.get(function) if kind == "i" else None
    made = (step, list(values)) if step else ()
    recorder = current.recorder
    if kind == "b" and function in (operator.and_, operator.or_, operator.xor):
        return recorder.python(function, values, torch.bool, made)
    return recorder.python(function, values, _WIDE[kind], made)


def as_truth(native):
    """Return whether the only element of an array is true, without dimensions."""
    if _is_number(native) and native.dtype is torch.bool:
        return native
    return current.recorder.python(bool, [native], torch.bool, is_weak=False)


def reshaped(native, shape):
    if is_tracer(native) and native._ivy.is_number and not shape:
        return native
    return native.reshape(tuple(shape))


def opaque(native, least: int):
    """Return an int that is at least ``least``, of which no trace tells how it was computed."""
    return current.recorder.python(max, [native, least], torch.int64, is_weak=False)


def taken_in(native):
    """Make the stand-in for an outer array while it is found out whether it is written to."""
    return current.recorder.owned(native)


# programs


class RecordedProgram:
    """The steps of a function of a flat list of values, which gives another."""

    def __init__(self, recorder: Recorder, graph: Graph):
        self.recorder, self.graph = recorder, graph
        self.other: dict[str, torch.Tensor] = {}  # what it finds in the place of values of outside


def traced(function: Callable, arguments: Sequence) -> RecordedProgram:
    """Return the program of a function of native values, which gives a flat list of them."""
    recorder = current.recorder
    if recorder is not None:
        return _trace_body(recorder, function, arguments)
    recorder = current.recorder = Recorder()
    try:
        with recorder:
            return _trace_body(recorder, function, arguments)
    finally:
        current.recorder = None


def _trace_body(recorder: Recorder, function: Callable, arguments: Sequence) -> RecordedProgram:
    """Record a region in a graph of its own, on new tracers like the arguments."""
    graph = Graph()
    recorder.graphs.append(graph)
    try:
        graph.inputs = [_body_input(recorder, argument) for argument in arguments]
        graph.outputs = list(function(*graph.inputs))
    finally:
        recorder.graphs.pop()
    return RecordedProgram(recorder, graph)


def _body_input(recorder: Recorder, value):
    """Return a new tracer that stands for an argument like ``value`` in a body."""
    if type(value) in (bool, int, float, complex):
        dtype = torch.complex128 if type(value) is complex else _WIDE[np.asarray(value).dtype.kind]
        return recorder.number(dtype, is_weak=type(value) is not bool)
    if is_tracer(value) and value._ivy.is_number:
        return recorder.number(value.dtype, is_weak=value._ivy.is_weak)
    value = value if is_tracer(value) else _as_tensor(value)
    if not is_tracer(value) and not value.ndim and value.dtype in PYTHON_DTYPES:
        return recorder.number(value.dtype)
    return recorder.showing(_as_tensor(value))


def _rename_steps(program: RecordedProgram, arguments: Sequence[Name]) -> tuple:
    """Return a program's steps with arguments for inputs and new variables, and the renaming."""
    graph, recorder = program.graph, program.recorder
    known = {each._ivy.name: name for each, name in zip(graph.inputs, arguments, strict=True)}
    own: set[str] = set()
    defined(graph.steps, own)
    for old, new in program.other.items():
        known[old] = new._ivy.name

    def names(name):
        found = known.get(name)
        if found is None and name in own:
            found = known[name] = recorder.fresh()
            if name in recorder.like:
                recorder.like[found] = recorder.like[name]
        return name if found is None else found

    return [step.renamed(names) for step in graph.steps], names


def _variable_of_input(recorder: Recorder, value, like) -> Name:
    """Return the variable of an argument: a Python number or a tensor, as the input is."""
    if like._ivy.is_number:
        return recorder.as_python(value)
    return _variable_or_copy(recorder, value)


def _output_in_caller(recorder: Recorder, value, names: Callable):
    """Return the tracer of a program's output in the body that calls it; constants unchanged."""
    if not is_tracer(value):
        return value
    recorder.check_gradient(value)
    known = value._ivy
    name = Name(names(known.name))
    if name == known.name and name in recorder.fakes and known.graph is not recorder.graph:
        return recorder.fakes[name] if not known.is_number else value
    if name in recorder.fakes and name != known.name:
        return recorder.fakes[name]
    if known.is_number:
        return recorder.number(value.dtype, name, is_weak=known.is_weak)
    return recorder.showing(value, name)


def called(program: RecordedProgram, arguments: Sequence) -> list:
    """Call a program as steps of the trace that is running."""
    recorder, graph = program.recorder, program.graph
    names = [
        _variable_of_input(recorder, a, like)
        for a, like in zip(arguments, graph.inputs, strict=True)
    ]
    steps, renamed = _rename_steps(program, names)
    recorder.graph.steps += steps
    return [_output_in_caller(recorder, each, renamed) for each in graph.outputs]


def with_data(program: RecordedProgram, old: Sequence, new: Sequence) -> RecordedProgram:
    """Return a program that finds other data where it refers to values of outside."""
    made = RecordedProgram(program.recorder, program.graph)
    for one, other in zip(old, new, strict=True):
        if is_tracer(one) and is_tracer(other) and one is not other:
            made.other[one._ivy.name] = other
    return made


def counted_loop(count, program: RecordedProgram, carry: list) -> list:
    """Return the carried values after ``count`` times ``program(n, *carry)``."""
    recorder = program.recorder
    return _record_loop(count if type(count) is int else recorder.as_python(count), program, carry)


def tested_loop(program: RecordedProgram, carry: list) -> list:
    """Return the carried values after ``program(n, *carry)`` as long as the first of them is true.

    ``program`` gives the carried values, the first of which says whether to go on.
    """
    return _record_loop(None, program, carry)


def _record_loop(count, program: RecordedProgram, carry: list) -> list:
    """Record ``count`` iterations (None: while the first carried is true); return the results."""
    recorder, graph = program.recorder, program.graph
    inputs = graph.inputs[1:]
    begin = [
        _variable_of_input(recorder, value, like) for value, like in zip(carry, inputs, strict=True)
    ]
    stays = [
        out is one and is_tracer(value) and not (count is None and at == 0)
        for at, (out, one, value) in enumerate(zip(graph.outputs, inputs, carry, strict=True))
    ]
    number = recorder.fresh()
    carried = [name if same else recorder.fresh() for name, same in zip(begin, stays, strict=True)]
    # what goes into the next iteration is brought to the kind that the iteration was given
    recorder.graphs.append(Graph())
    try:
        after = [
            _variable_of_input(recorder, out, one)
            for out, one in zip(graph.outputs, inputs, strict=True)
        ]
        more = recorder.graph.steps
    finally:
        recorder.graphs.pop()
    whole = Graph()
    whole.inputs, whole.steps = graph.inputs, [*graph.steps, *more]
    made = RecordedProgram(recorder, whole)
    made.other = program.other
    steps, names = _rename_steps(made, [number, *carried])
    changing = [at for at, same in enumerate(stays) if not same]
    recorder.graph.steps.append(
        LoopStep(
            count,
            number,
            [carried[at] for at in changing],
            [begin[at] for at in changing],
            [Name(names(after[at])) for at in changing],
            steps,
        )  # fmt: skip
    )
    results = []
    for same, value, name, one in zip(stays, carry, carried, inputs, strict=True):
        if same:
            results.append(value)
        elif one._ivy.is_number:
            results.append(recorder.number(one.dtype, name, is_weak=one._ivy.is_weak))
        else:
            results.append(recorder.showing(one, name))
    return results


def branched(condition, first: Callable, second: Callable) -> list:
    """Call one of two functions by a traced condition; both give lists of the same kinds."""
    recorder = current.recorder
    condition = recorder.as_python(condition)
    sides = []
    for function in (first, second):
        graph = Graph()
        recorder.graphs.append(graph)
        try:
            graph.outputs = list(function())
        finally:
            recorder.graphs.pop()
        sides.append(graph)
    results, names, outs = [], [], ([], [])
    for a, b in zip(sides[0].outputs, sides[1].outputs, strict=True):
        if a is b:
            results.append(a)
            continue
        is_number = all(_is_number(x) for x in (a, b))
        for graph, value, out in zip(sides, (a, b), outs, strict=True):
            recorder.graphs.append(graph)
            try:
                out.append(
                    recorder.as_python(value) if is_number else _variable_or_copy(recorder, value)
                )
            finally:
                recorder.graphs.pop()
        name = recorder.fresh()
        names.append(name)
        like = a if is_tracer(a) else b
        if is_number:
            dtype = like.dtype if is_tracer(like) else _as_tensor(like).dtype
            results.append(recorder.number(dtype, name, is_weak=is_weak(a) and is_weak(b)))
        else:
            results.append(recorder.showing(_as_tensor(like), name))
            results[-1]._ivy.moves = True  # it may be the one's or the other's memory
    pairs = [(graph.steps, out) for graph, out in zip(sides, outs, strict=True)]
    recorder.graph.steps.append(Branch(condition, names, pairs))
    return results


def _is_number(value) -> bool:
    """Return whether a value is a number: a tracer of one, or anything that is no tensor."""
    return value._ivy.is_number if is_tracer(value) else not isinstance(value, torch.Tensor)


def _variable_or_copy(recorder: Recorder, value) -> Name:
    """Return the variable of a tracer, or that of a recorded copy of a constant tensor."""
    if is_tracer(value):
        return recorder.as_tensor(value)
    name = recorder.fresh()  # a constant may be written to
    recorder.graph.steps.append(
        Step([name], torch.clone, (recorder.constant(_as_tensor(value)),), {})
    )
    return name


def is_cheap(program: RecordedProgram) -> bool:
    """Return whether a program costs less than a branch, which is Python's ``if``."""
    return False


def chosen(condition, first: list, second: list) -> list:
    """Return the values of the one or the other list."""
    return branched(condition, lambda: first, lambda: second)


def zeros(shape, dtype):
    dtype = _native_dtype(dtype)
    if not tuple(shape) and dtype in PYTHON_DTYPES:
        return current.recorder.literal(PYTHON_DTYPES[dtype](0), is_weak=False)
    return torch.zeros(tuple(shape), dtype=dtype)


def copied(native):
    return native.clone(memory_format=torch.contiguous_format)


def put_back(native, copy) -> None:
    """Write over an array with what it held before."""
    with torch.no_grad():
        native.copy_(copy)


def all_of(values: Sequence):
    """Return whether all of some truth values hold."""
    found = values[0]
    for value in values[1:]:
        if all(_is_number(x) or not getattr(x, "shape", ()) for x in (found, value)):
            found = current.recorder.python(
                operator.and_, [found, value], torch.bool, is_weak=False
            )
        else:
            found = torch.logical_and(found, value)
    return found


def tell(function: Callable, values: Sequence) -> None:
    """Have a function of NumPy's arrays called when the program reaches this step, in order."""
    recorder = current.recorder
    names = tuple([recorder.as_tensor(value) for value in values])

    def say(*given):
        function(*[each.numpy() for each in given])

    recorder.graph.steps.append(Step(["_"], say, names, {}))


def await_told() -> None:
    """Wait until programs have made the calls of :func:`tell`: each waits for them by itself."""


def asked(function: Callable, order, values: Sequence, kinds: Sequence[tuple]) -> list:
    """Have a function called when the program reaches this step, behind all earlier calls.

    Parameters
    ----------
    function : callable
        Takes NumPy's arrays, which it must not write to, and gives a list of such.
    order
        What programs of other backends keep the order by; statements of Python's have one.
    values : sequence
        What the function is called with.
    kinds : sequence of (tuple of int, dtype)
        What it gives.

    Returns
    -------
    list
        ``order``, and what the function gives.
    """
    recorder = current.recorder
    names = tuple([recorder.as_tensor(value) for value in values])

    def step(*given):
        made = function(*[each.numpy(force=True) for each in given])
        made = [torch.from_numpy(np.array(each)) for each in made]
        return made[0] if len(made) == 1 else made

    with recorder.faked():
        likes = [torch.empty(tuple(shape), dtype=_native_dtype(dtype)) for shape, dtype in kinds]
    results = [recorder.bound(like) for like in likes]
    recorder.graph.steps.append(
        Step([each._ivy.name for each in results] or ["_"], step, names, {})
    )
    return [order, *results]


def await_steps(order) -> None:
    """Wait until a program has made all its steps: it has, when it gives its results."""


def _tensor_on_memory(value):
    """Return a tensor on the memory of a NumPy array, so that it can be written to."""
    return torch.from_numpy(value if isinstance(value, np.ndarray) else np.asarray(value))


class Unlike(Exception):
    """A program was called with tensors of another layout than it was made for."""


_facts = operator.attrgetter("dtype", "shape", "requires_grad")


class Alike:
    """A program for the layout of its first call: dtypes, shapes, strides, and shared memory.

    Parameters
    ----------
    compiled : Compiled
    """

    def __init__(self, compiled: Compiled):
        self._call = compiled.call
        self._layout = self._addresses = self._shared = None

    def __call__(self, *given):
        """Run the program and return its results.

        Raises
        ------
        Unlike
            If the layout is another one; nothing has been computed.
        """
        tensors = [value for value in given if type(value) is Tensor]
        layout = (
            list(map(type, given)),
            list(map(_facts, tensors)),
            list(map(Tensor.stride, tensors)),
        )
        addresses = [tensor.untyped_storage().data_ptr() for tensor in tensors]
        if self._layout is None:
            self._layout = layout
        elif layout != self._layout:
            raise Unlike
        if addresses != self._addresses:
            shared = list(map(addresses.index, addresses))
            if self._shared is None:
                self._shared = shared
            elif shared != self._shared:
                raise Unlike
            self._addresses = addresses
        return self._call(*given)


class Compiled:
    """A program that is called with native values.

    Parameters
    ----------
    program : RecordedProgram
    donated : sequence of int
        Programs write in place: there is nothing to take over.
    """

    def __init__(self, program: RecordedProgram, donated: Sequence[int] = ()):
        recorder, graph = program.recorder, program.graph
        recorder.graphs.append(graph)
        with recorder.with_gradients():  # the values alone come out
            outs = [recorder.as_tensor(out) for out in graph.outputs]
        recorder.graphs.pop()
        names = [each._ivy.name for each in graph.inputs]
        self._function, self.text = compiled_code(recorder, graph, names, outs)
        self._numbers = [each._ivy.is_number for each in graph.inputs]

    def call(self, *given):
        # exact types first: PyTorch's `isinstance` takes as long as the rest
        return self._function(
            *[
                value
                if type(value) is Tensor or is_number or isinstance(value, Tensor)
                else _tensor_on_memory(value)
                for value, is_number in zip(given, self._numbers, strict=True)
            ]
        )

    def lower(self, given: Sequence | None = None):
        """Lower the program: the returned object has its text."""
        return self

    def as_text(self) -> str:
        """Return the code that has been generated."""
        return self.text

    def stages(self, traced: RecordedProgram) -> dict[str, Callable[[], str]]:
        """Make the texts of the stages; the code is written down while it is traced."""
        return {"trace": self.as_text}


# parts of arrays of unknown length


def _record_int_operation(function: Callable, *values):
    """Record a Python function of ints, traced or not; return its traced int."""
    return current.recorder.python(function, values, torch.int64, is_weak=False)


def slice_bound(bound, length: int, least: int = 0):
    """Return the index from 0 to ``length`` that a bound of a slice means, or one less of both."""

    def found(bound):
        return min(max(bound + length if bound < 0 else bound, least), length + least)

    return _record_int_operation(found, bound)


def between(shape, axis: int, start, stop, step=None):
    """Return for each index of an axis whether a slice picks it; it broadcasts to ``shape``."""
    indices = torch.arange(shape[axis])
    shown = [-1 if a == axis else 1 for a in range(len(shape))]
    recorder = current.recorder

    def inside(start, stop, step=1):
        found = torch.zeros(len(indices), dtype=torch.bool)
        found[start:stop:step] = True
        return found.reshape(shown)

    with recorder.faked():
        like = torch.empty(
            [shape[axis] if a == axis else 1 for a in range(len(shape))], dtype=torch.bool
        )
    names = [recorder.as_python(x) for x in (start, stop, *([] if step is None else [step]))]
    return recorder.call(inside, names, like)


def selected(counts, native, fill):
    """Return an array with another value at the indices that do not count."""
    return torch.where(
        counts, native, torch.scalar_tensor(_to_python_number(fill), dtype=native.dtype)
    )


def chosen_as(counts, value, old):
    """Return ``old`` with values, in its dtype, at the indices that count."""
    value = (
        strong(_as_tensor(value), old.dtype) if not is_tracer(value) else strong(value, old.dtype)
    )
    return torch.where(counts, value, old)


def finite_or(native, otherwise: Callable):
    """Return values if all of them are finite, else what a function gives."""
    if dtype_of(native).kind not in "fc":
        return native
    finite = as_truth(torch.isfinite(native).all())
    return branched(finite, lambda: [native], lambda: [otherwise()])[0]


def number_of(mask):
    return as_number(torch.count_nonzero(mask))


def _range_length(start, stop, step):
    """Return the length of ``range(start, stop, step)`` for a positive step."""
    return max((stop - start + step - 1) // step, 0)


def length(start, stop, step):
    """Count the indices from ``start`` to ``stop``."""
    return _record_int_operation(_range_length, start, stop, step)


def _nth_of_range(number, start, stop, step):
    """Return ``range(start, stop, step)[number]``, of which no bound is checked."""
    if number < 0:
        return start + (_range_length(start, stop, step) + number) * step
    return start + number * step


def nth(number, start, stop, step):
    """Return the index of an element of a slice, counted from its end where it is negative."""
    return _record_int_operation(_nth_of_range, number, start, stop, step)


def _clamp_range_bound(number, start, stop):
    """Return the value of ``range(start, stop)`` that a slice's bound means, clamped."""
    found = stop + number if number < 0 else start + number
    return min(max(found, start), max(start, stop))


def nth_bound(number, start, stop):
    """Return the index that a bound of a slice of a slice means."""
    return _record_int_operation(_clamp_range_bound, number, start, stop)


def shifted(native, axis: int, start, wanted, size: int):
    """Return an array shifted along an axis, from index ``start`` to ``wanted``, of a length."""
    recorder = current.recorder

    def moved(native, start, wanted):
        have = native.shape[axis]
        if have == size:
            return native.roll(wanted - start, axis)
        result = native.new_zeros([size if a == axis else n for a, n in enumerate(native.shape)])
        count = min(have - start, size - wanted)
        if count > 0:
            result.narrow(axis, wanted, count).copy_(native.narrow(axis, start, count))
        return result

    with recorder.faked():
        like = torch.empty(
            [size if a == axis else n for a, n in enumerate(native.shape)], dtype=native.dtype
        )
    names = [recorder.as_python(start), recorder.as_python(wanted)]
    return recorder.call(moved, [native, *names], like)


# parts as tensors of their own length: a bound is a number of Python's when the program runs


def of_own_length(function: Callable):
    """Call a function with parts of their own length: :func:`part`.

    None if it does something of which the length of the result does not follow.
    """
    graph = current.recorder.graph
    count, found = len(graph.steps), dict(graph.found)
    try:
        return function()
    except Unfollowed:
        del graph.steps[count:]  # what has been recorded is of no use; nothing of it writes
        graph.found = found
        return None


def open_axes(native) -> set[int]:
    """Return the axes of a tensor whose length is known when the program runs."""
    return set(lengths_of(native))


def is_shown(native, base) -> bool:
    """Return whether what is written to a tensor is written to another, on the same memory."""
    return is_tracer(native) and is_tracer(base) and writes_to(native) == writes_to(base)


def fill_part(native, bounds, shape, value) -> None:
    """Write values to a part of a tensor."""
    target = part(native, bounds, shape)
    if is_tracer(value) and is_shown(value, native):
        value = value.clone()  # as it was before the write
    target.copy_(_as_tensor(strong(value, native.dtype)))
