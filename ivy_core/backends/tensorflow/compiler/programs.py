"""Building blocks of TensorFlow's compiled programs: graphs, loops, branches, and their call.

The functions are those of :mod:`ivy_core.backends.jax.compiler.programs`. TensorFlow has no
numbers that promote weakly: a mark on a symbolic tensor says that it stands for one of Python's.
"""

from __future__ import annotations

import contextlib
import operator
import threading
from collections.abc import Callable, Sequence

import numpy as np
import tensorflow as tf

from ..ops.indexing import Marks, is_tracer, made_by  # noqa: F401  part of what this file offers
from ..runtime.internals import get_default_graph, update_by_xla
from ..runtime.waiting import settled
from .limits import BRANCH_FEW_ELEMENTS, BRANCH_MOST_OPERATIONS

DONATES = WRITES_IN_PLACE = False
CALLS_WITHIN_MAPS = False  # there would be one for each entry, where the function makes one
_PYTHON = {"i": int, "f": float, "c": complex}


def trace_of(native):
    """Return the graph that a symbolic tensor belongs to; None of one with values."""
    return native.graph if is_tracer(native) else None


def dtype_of(native) -> np.dtype:
    dtype = native.dtype
    return np.dtype(dtype.as_numpy_dtype if isinstance(dtype, tf.DType) else dtype)


# numbers of Python's


def is_weak(native) -> bool:
    """Return whether a value promotes as Python's numbers do."""
    return type(native) in (int, float, complex) or hasattr(native, "_ivy_number")


def number_class(native) -> type | None:
    """Return the class of Python's numbers that a traced value stands for, None for an array's."""
    if not is_tracer(native) or not hasattr(native, "_ivy_number"):
        return None
    return _PYTHON.get(dtype_of(native).kind)


def _mark_as_number(native):
    """Set ``_ivy_number`` on the tensor itself, which is returned."""
    native._ivy_number = True
    return native


_WIDE = {"b": tf.bool, "i": tf.int64, "u": tf.int64, "f": tf.float64, "c": tf.complex128}


def as_number(native):
    """Return a value without dimensions as one that promotes as Python's numbers do."""
    if is_tracer(native) and hasattr(native, "_ivy_number"):
        return native
    native = _as_tensor(native)
    return _mark_as_number(tf.identity(tf.cast(native, _WIDE[dtype_of(native).kind])))


def _as_tensor(value) -> tf.Tensor:
    value = settled(value)
    if isinstance(value, tf.Tensor):
        return value
    host = np.asarray(value)
    return tf.constant(host, tf.as_dtype(host.dtype))


def strong(native, dtype=None):
    """Return a value in a dtype, by default its own, which promotes as an array's does."""
    native = _as_tensor(native)
    if dtype is not None:
        native = _cast(native, tf.as_dtype(dtype))
    return tf.identity(native) if hasattr(native, "_ivy_number") else native


def _cast(native, dtype):
    """Cast a tensor unless it has the dtype; to a real one without its imaginary part."""
    if native.dtype == dtype:
        return native
    if native.dtype.is_complex and not dtype.is_complex:
        native = native != 0 if dtype == tf.bool else tf.math.real(native)
    return tf.cast(native, dtype)


_KINDS = "biufc"
_OPERATORS = {
    operator.add: tf.add, operator.sub: tf.subtract, operator.mul: tf.multiply,
    operator.truediv: tf.divide, operator.floordiv: tf.math.floordiv,
    operator.mod: tf.math.floormod, operator.pow: tf.pow,
    operator.lt: tf.less, operator.le: tf.less_equal,
    operator.gt: tf.greater, operator.ge: tf.greater_equal, operator.eq: tf.equal,
    operator.ne: tf.not_equal, operator.neg: tf.negative, operator.abs: tf.abs,
    operator.pos: tf.identity, operator.lshift: tf.bitwise.left_shift,
    operator.rshift: tf.bitwise.right_shift, operator.and_: tf.bitwise.bitwise_and,
    operator.or_: tf.bitwise.bitwise_or, operator.xor: tf.bitwise.bitwise_xor,
    operator.invert: tf.bitwise.invert,
}  # fmt: skip
_LOGICAL = {
    operator.and_: tf.logical_and, operator.or_: tf.logical_or, operator.xor: tf.not_equal,
    operator.invert: tf.logical_not,
}  # fmt: skip


def computed(function: Callable, *values):
    """Compute a Python operator of numbers, at least one of which is native."""
    kernel = _OPERATORS.get(function)
    if kernel is None:  # a part of a complex number
        return as_number(function(values[0]))
    values = [_as_tensor(value) for value in values]
    kind = max((dtype_of(value).kind for value in values), key=_KINDS.index)
    if kind == "b" and function in _LOGICAL:
        kernel = _LOGICAL[function]
    elif function is operator.truediv and kind in "biu":
        kind = "f"
    return as_number(kernel(*[tf.cast(value, _WIDE[kind]) for value in values]))


def as_truth(native):
    """Return whether the only element of an array is true, without dimensions."""
    native = tf.reshape(native, ())
    return native if native.dtype == tf.bool else tf.not_equal(native, tf.zeros((), native.dtype))


def reshaped(native, shape):
    return tf.reshape(native, shape)


def opaque(native, least: int):
    """Return an int that is at least ``least``, of which no trace tells how it was computed."""
    native = strong(native)
    return tf.maximum(native, tf.constant(least, native.dtype))


# programs


class _Target(threading.local):
    """Whether what is being traced is for XLA."""

    by_xla = True


_target = _Target()


class Refused(Exception):
    """A program cannot be compiled in one of the ways; it is traced once more, for the next."""


WAYS = ("XLA", "TensorFlow")
GAINS_BY_LOOPS = True  # to call a graph takes as long as some operations


@contextlib.contextmanager
def compiled_by(way: str):
    """Trace and compile in a ``with`` block for XLA, or for TensorFlow alone."""
    before, _target.by_xla = _target.by_xla, way == "XLA"
    try:
        yield
    finally:
        _target.by_xla = before


class _Kind:
    """Kind of a traced value: shape, dtype, and whether it is a number."""

    __slots__ = ("spec", "weak")

    def __init__(self, native):
        self.weak = is_weak(native)
        native = settled(native)
        native = native if isinstance(native, tf.Tensor) else np.asarray(native)
        self.spec = tf.TensorSpec(tuple(native.shape), native.dtype)


class GraphProgram:
    """A graph of a flat list of tensors, made of another such list.

    Parameters
    ----------
    made : tf.types.experimental.ConcreteFunction
    weak : list of bool
        Which results are numbers of Python's.
    captured : list of tf.Tensor
        What it refers to of outside.
    """

    def __init__(self, made, weak, captured=None):
        self.made, self.weak = made, weak
        self.captured = list(made.captured_inputs) if captured is None else captured


def traced(function: Callable, arguments: Sequence) -> GraphProgram:
    """Return the program of a function of native values, which gives a flat list of them."""
    kinds, weak = [_Kind(argument) for argument in arguments], []

    def body(*given):
        graph = get_default_graph()
        setattr(graph, Marks.PROGRAM, True)
        if _target.by_xla and update_by_xla is not None:
            setattr(graph, Marks.XLA, True)
        for native, kind in zip(given, kinds, strict=True):
            if kind.weak:
                _mark_as_number(native)
        results = [_as_tensor(result) for result in function(*given)]
        weak[:] = [is_weak(result) for result in results]
        return results

    graph = tf.function(body, autograph=False)
    return GraphProgram(graph.get_concrete_function(*[kind.spec for kind in kinds]), weak)


def called(program: GraphProgram, arguments: Sequence) -> list:
    """Call a program as steps of the trace that is running."""
    given = [
        _cast(_as_tensor(value), wanted.dtype)
        for value, wanted in zip(arguments, program.made.inputs, strict=False)
    ]
    # the public call takes no other values for what the graph refers to
    results = program.made._call_flat(given, program.captured)
    results = [] if results is None else list(results)
    for result, weak in zip(results, program.weak, strict=True):
        if weak:
            _mark_as_number(result)
    return results


def with_data(program: GraphProgram, old: Sequence, new: Sequence) -> GraphProgram:
    """Return a program that finds other data where it refers to values of outside."""
    others = {id(one): other for one, other in zip(old, new, strict=True)}
    captured = [others.get(id(each), each) for each in program.captured]
    return GraphProgram(program.made, program.weak, captured)


def counted_loop(count, program: GraphProgram, carry: list) -> list:
    """Return the carried values after ``count`` times ``program(n, *carry)``."""
    count = tf.cast(_as_tensor(count), tf.int64)
    return _while_loop(
        lambda n, *values: n < count, lambda n, *values: called(program, [n, *values]), carry
    )


def tested_loop(program: GraphProgram, carry: list) -> list:
    """Return the carried values after ``program(n, *carry)`` as long as the first of them is true.

    ``program`` gives the carried values, the first of which says whether to go on.
    """
    return _while_loop(
        lambda n, going, *values: going, lambda n, *values: called(program, [n, *values]), carry
    )


def _while_loop(test: Callable, step: Callable, carry: list) -> list:
    """Return the last carry; ``test`` and ``step`` take the iteration's number, then the carry."""
    carry = [_as_tensor(value) for value in carry]

    def body(n, *values):
        return [
            n + 1,
            *[tf.ensure_shape(v, c.shape) for v, c in zip(step(n, *values), carry, strict=True)],
        ]

    begin = [tf.constant(0, tf.int64), *[tf.identity(value) for value in carry]]
    return list(tf.while_loop(test, body, begin, parallel_iterations=1))[1:]


def branched(condition, first: Callable, second: Callable) -> list:
    """Call one of two functions by a traced condition; both give lists of the same kinds."""
    results = tf.cond(
        condition, lambda: list(map(_as_tensor, first())), lambda: list(map(_as_tensor, second()))
    )
    return list(results) if isinstance(results, (list, tuple)) else [results]


_CHEAP = frozenset(
    "AddV2 Sub Mul Neg Abs Cast Identity Reshape Squeeze ExpandDims Maximum Minimum Less LessEqual "
    "Greater GreaterEqual Equal NotEqual LogicalAnd LogicalOr LogicalNot Select SelectV2 Sign Sqrt "
    "Square Floor Ceil IsFinite Const Placeholder StridedSlice GatherV2 Pack".split()
)  # operations that cost less than a branch, where elements are few


def is_cheap(program: GraphProgram) -> bool:
    """Return whether it costs less to compute a program than to branch."""
    graph = program.made.graph
    operations = graph.get_operations()
    if len(operations) > BRANCH_MOST_OPERATIONS:
        return False
    return all(
        operation.type in _CHEAP
        and (
            operation.type == "Placeholder"
            or all(
                (out.shape.num_elements() or 0) <= BRANCH_FEW_ELEMENTS for out in operation.outputs
            )
        )
        for operation in operations
    )


def chosen(condition, first: list, second: list) -> list:
    """Return the values of the one or the other list."""
    return [
        tf.where(condition, *_promote_pair(_as_tensor(a), _as_tensor(b)))
        for a, b in zip(first, second, strict=True)
    ]


def _promote_pair(a, b) -> tuple[tf.Tensor, tf.Tensor]:
    """Return two tensors in one dtype, by NumPy's promotion."""
    if a.dtype == b.dtype:
        return a, b
    dtype = tf.as_dtype(np.promote_types(dtype_of(a), dtype_of(b)))
    return tf.cast(a, dtype), tf.cast(b, dtype)


def zeros(shape, dtype):
    return tf.zeros(shape, tf.as_dtype(dtype))


def copied(native):
    return tf.identity(native)


def all_of(values: Sequence):
    """Return whether all of some truth values hold."""
    found = _as_tensor(values[0])
    for value in values[1:]:
        found = tf.logical_and(found, value)
    return found


def tell(function: Callable, values: Sequence) -> None:
    """Have a function of NumPy's arrays called when the program reaches this step, in order."""
    tf.py_function(lambda *given: function(*[each.numpy() for each in given]), values, [])


def await_told() -> None:
    """Wait until programs have made the calls of :func:`tell`: each waits for them by itself."""


def asked(function: Callable, order, values: Sequence, kinds: Sequence[tuple]) -> list:
    """Have a function called when the program reaches this step, behind all earlier calls.

    Parameters
    ----------
    function : callable
        Takes NumPy's arrays, which it must not write to, and gives a list of such.
    order
        What programs of other backends keep the order by; a graph keeps that of such calls.
    values : sequence
        What the function is called with.
    kinds : sequence of (tuple of int, dtype)
        What it gives.

    Returns
    -------
    list
        ``order``, and what the function gives.
    """

    def step(*given):
        return [tf.constant(each) for each in function(*[np.asarray(x.numpy()) for x in given])]

    results = tf.py_function(
        step, list(map(_as_tensor, values)), [tf.as_dtype(dtype) for _, dtype in kinds]
    )
    results = results if kinds else ()  # of a call that gives nothing it is an operation
    return [
        order,
        *[tf.ensure_shape(x, shape) for x, (shape, _) in zip(results, kinds, strict=True)],
    ]


def await_steps(order) -> None:
    """Wait until a program has made all its steps: it has, when it gives its results."""


class Compiled:
    """A program that is called with native values, compiled by XLA where that takes all of it.

    Parameters
    ----------
    program : GraphProgram
    donated : sequence of int
        TensorFlow takes no buffers over.
    """

    def __init__(self, program: GraphProgram, donated: Sequence[int] = ()):
        self.program = program
        inputs = program.made.inputs[: len(program.made.inputs) - len(program.captured)]
        self._specs = [tf.TensorSpec(each.shape, each.dtype) for each in inputs]
        self._dtypes = [each.dtype for each in inputs]
        self._by_xla = _target.by_xla
        if self._by_xla and _calls_python(program.made.graph):
            raise Refused
        self._function = tf.function(
            lambda *given: called(program, given), autograph=False, jit_compile=self._by_xla or None
        )
        self._compiled = self._function.get_concrete_function(*self._specs)
        if self._by_xla:
            try:
                self._function.experimental_get_compiler_ir(*self._specs)(stage="hlo")
            except (tf.errors.OpError, ValueError, TypeError) as err:
                raise Refused from err

    def call(self, *given):
        # through NumPy: TensorFlow keeps Python numbers by value, and gives 0.0 for -0.0
        return self._compiled(
            *[
                value
                if isinstance(value, tf.Tensor)
                else tf.constant(np.asarray(value, dtype.as_numpy_dtype))
                for value, dtype in zip(given, self._dtypes, strict=True)
            ]
        )

    def lower(self, given: Sequence | None = None):
        return Lowered(self)

    def stages(self, traced: GraphProgram) -> dict[str, Callable[[], str]]:
        """Make the texts of the stages, each when asked for; XLA has no part in each graph."""
        found = {"trace": lambda: str(traced.made.graph.as_graph_def())}
        return found | {"hlo": self.lower().as_text} if self._by_xla else found


class Lowered:
    """The text of a program."""

    def __init__(self, compiled: Compiled):
        self._compiled = compiled

    def as_text(self) -> str:
        """Return the program as XLA is given it, or its graph where XLA has no part in it."""
        compiled = self._compiled
        if compiled._by_xla:
            get = compiled._function.experimental_get_compiler_ir(*compiled._specs)
            return get(stage="hlo")
        return str(compiled._compiled.graph.as_graph_def())


def _calls_python(graph) -> bool:
    """Return whether a graph, or one that it calls, has an operation that calls Python."""
    definition = graph.as_graph_def()
    nodes = list(definition.node)
    for each in definition.library.function:
        nodes += each.node_def
    return any(node.op in ("EagerPyFunc", "PyFunc") for node in nodes)


# parts of arrays of unknown length


def _as_int64(value) -> tf.Tensor:
    return tf.cast(_as_tensor(value), tf.int64)


def slice_bound(bound, length: int, least: int = 0):
    """Return the index from 0 to ``length`` that a bound of a slice means, or one less of both."""
    bound = _as_int64(bound)
    return tf.clip_by_value(tf.where(bound < 0, bound + length, bound), least, length + least)


def between(shape, axis: int, start, stop, step=None):
    """Return for each index of an axis whether a slice picks it; it broadcasts to ``shape``."""
    indices = tf.range(shape[axis], dtype=tf.int64)
    start, stop = _as_int64(start), _as_int64(stop)
    inside = tf.logical_and(indices >= start, indices < stop)
    if step is not None:
        inside = tf.logical_and(inside, tf.equal((indices - start) % _as_int64(step), 0))
    return tf.reshape(inside, [-1 if a == axis else 1 for a in range(len(shape))])


def selected(counts, native, fill):
    """Return an array with another value at the indices that do not count."""
    fill = tf.constant(np.asarray(fill).astype(dtype_of(native)), native.dtype)
    return tf.where(counts, native, fill)


def chosen_as(counts, value, old):
    """Return ``old`` with values, in its dtype, at the indices that count."""
    return tf.where(counts, _cast(_as_tensor(value), old.dtype), old)


def finite_or(native, otherwise: Callable):
    """Return values if all of them are finite, else what a function gives."""
    if dtype_of(native).kind not in "fc":
        return native
    real = tf.abs(native) if native.dtype.is_complex else native
    return tf.cond(tf.reduce_all(tf.math.is_finite(real)), lambda: native, otherwise)


def number_of(mask):
    return tf.math.count_nonzero(mask, dtype=tf.int64)


def length(start, stop, step):
    """Count the indices from ``start`` to ``stop``."""
    start, stop, step = _as_int64(start), _as_int64(stop), _as_int64(step)
    return tf.maximum((stop - start + step - 1) // step, tf.constant(0, tf.int64))


def nth(number, start, stop, step):
    """Return the index of an element of a slice, counted from its end where it is negative."""
    number, start, step = _as_int64(number), _as_int64(start), _as_int64(step)
    count = length(start, stop, step)
    return tf.where(number < 0, start + (count + number) * step, start + number * step)


def nth_bound(number, start, stop):
    """Return the index that a bound of a slice of a slice means."""
    number, start, stop = _as_int64(number), _as_int64(start), _as_int64(stop)
    found = tf.where(number < 0, stop + number, start + number)
    return tf.clip_by_value(found, start, tf.maximum(start, stop))


def shifted(native, axis: int, start, wanted, size: int):
    """Return an array shifted along an axis, from index ``start`` to ``wanted``, of a length."""
    start, wanted = _as_int64(start), _as_int64(wanted)
    have = native.shape[axis]
    if have == size:
        return _roll_by_gather(native, wanted - start, axis)
    native = _roll_by_gather(native, -start, axis)
    if have > size:
        native = tf.gather(native, tf.range(size), axis=axis)
    else:
        native = tf.pad(native, [(0, size - have if a == axis else 0) for a in range(native.ndim)])
    return _roll_by_gather(native, wanted, axis)


def _roll_by_gather(native, by, axis: int):
    """Roll one axis by a number that may be known in the program alone."""
    indices = (tf.range(native.shape[axis], dtype=tf.int64) - by) % native.shape[axis]
    return tf.gather(native, indices, axis=axis)


def is_equal(a, b, depth: int = 0) -> bool:
    """Return whether two traced values are sure to be equal: results of the same steps."""
    if a is b:
        return True
    if not (is_tracer(a) and is_tracer(b)) or depth > 8:
        return False
    first, second = a.op, b.op
    if first is second:
        return a.value_index == b.value_index
    if first.type != second.type or len(first.inputs) != len(second.inputs):
        return False
    if first.type in ("Placeholder", "PartitionedCall", "StatefulPartitionedCall", "While", "If"):
        return False
    if first.node_def.attr != second.node_def.attr or a.value_index != b.value_index:
        return False
    pairs = zip(first.inputs, second.inputs, strict=True)
    return all(is_equal(x, y, depth + 1) for x, y in pairs)
