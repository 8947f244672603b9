"""``ivy.trace_graph``: the primary functions of a call as a graph, which other backends run."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np

from ivy_core import backend_handler
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.views import functional_view, new_array
from ivy_core.arrays.write import rebind, store, store_item
from ivy_core.backends.frameworks import FRAMEWORKS, register_backend
from ivy_core.backends.holder import Holder, read
from ivy_core.backends.loading import backend_for, backend_of, load_backend
from ivy_core.utils.exceptions import IvyException, IvyTypeError

from ..call.closure_state import ClosureState
from ..call.compilation import Compilation, CompileOptions, TraceEnv
from ..call.signature import CallSignature
from ..call.states import rules_of
from ..policy import REPORTED_CONSTANT_ELEMENTS
from ..trace import symbolic_numbers
from ..trace.trace import Unsupported
from . import drawing, recorder
from .recorder import Node, Place, Recording, Value, mapped_places, places_in

_TOLERANCE = 1e-6  # by how much a float may differ that Python has learnt: backends round


class GraphError(IvyException, RuntimeError):
    """A graph cannot be recorded, or is not that of the arguments it is called with."""


class _Whole(CallSignature):
    """The inputs of a call, in which a view that nothing else is seen through is a whole array.

    So the inputs are the same on backends whose arrays have views of their own.
    """

    __slots__ = ("_is_within", "_users")

    def __init__(self, seen: CallSignature):
        super().__init__()
        self._is_within, self.stand_ins = False, []
        self._users: dict[int, set[int]] = {}
        for leaf in seen.leaves:
            base = leaf._view.base if hasattr(leaf, "_view") else leaf
            self._users.setdefault(id(base), set()).add(id(leaf))

    def _add_array(self, kind, value) -> None:
        """Add an array; a view is added as an array of its own if no other leaf shows its base."""
        view = getattr(value, "_view", None)
        if view is None or self._is_within or len(self._users[id(view.base)]) > 1:
            super()._add_array(kind, value)
            return
        at = self._leaf_at.setdefault(id(value), len(self.leaves))
        if at < len(self.leaves):
            self.facts += (Holder, at)
            return
        made = new_array(kind, read(value))
        self.stand_ins.append((value, made))
        self._add_base(made)
        self.leaves.append(value)
        if rules_of(value) is not None:
            self._rules = rules_of(value)
            self._rules.add_to(self, value)

    def _add_layout(self, data) -> None:
        """Add nothing: a graph writes to nothing in place, so strides make no difference to it."""

    def _add_rarer_value(self, kind, value, traces_floats, depth) -> None:
        """Add a value that is no array; views inside of it stay views."""
        within, self._is_within = self._is_within, True  # attributes of objects are not exchanged
        super()._add_rarer_value(kind, value, traces_floats, depth)
        self._is_within = within


class _Steps:
    """The steps of a graph, and what runs them: the program of a :class:`.program.BoundProgram`."""

    def __init__(self, nodes: list[Node], values: list[Value], outs: list[int], count: int):
        needed = set(outs)
        self.nodes: list[Node] = []
        for node in reversed(nodes):
            made = places_in(node.results)
            if node.name == "check" or needed.intersection(made):
                needed.update(places_in((node.args, node.kwargs)))
                self.nodes.insert(0, node)
        self.outs, self.inputs = outs, list(range(count))
        self.arrays = {n: values[n] for n in (*needed, *self.inputs)}
        self.last = {n: at for at, node in enumerate(self.nodes) for n in _operand_numbers(node)}
        self.last.update(dict.fromkeys(outs, len(self.nodes)))

    def run(self, natives: list, backend) -> list:
        """Run the graph for native arrays of a backend."""
        namespace = backend_handler.namespace(backend, backend_handler.dialects()[0])
        known = dict(zip(self.inputs, natives, strict=True))
        known = {n: new_array(Array, native) for n, native in known.items()}
        given = set(known)
        for at, node in enumerate(self.nodes):
            self._run_step(namespace, backend, node, at, known, given)
            for number in _operand_numbers(node):
                if self.last[number] == at:
                    known.pop(number, None)
        return [read(known[n]) for n in self.outs]

    def _run_step(self, xp, backend, node: Node, at: int, known: dict, given: set) -> None:
        """Compute one node and add its results to ``known``; a check raises if a value differs."""
        args, kwargs = mapped_places(known.__getitem__, (node.args, node.kwargs))
        name = node.name
        if name == "check":
            _check_learnt_value(node, to_numpy(args[0]), args[1])
            return
        if name == "constant":
            result = new_array(Array, backend.from_host(args[0]))
        elif name == "read":
            result = functional_view(args[0], node.stack, Array)
            result = new_array(Array, read(result))
        elif name in ("write", "set_index"):
            number = node.args[0].number
            result = args[0]
            if self.last[number] != at or number in given:
                result = xp.copy_array(result)
            if name == "write":
                store(functional_view(result, node.stack, Array), read(args[1]))
            else:
                store_item(result, args[1], args[2])
        elif name == "index":
            result = xp.copy_array(args[0][args[1]])
        elif name == "fitted":
            result = _cast_and_broadcast(xp, backend, *args)
        elif name == "bitcast":
            native = backend.bitcast_native(read(args[0]), backend.to_native_dtype(args[1].name))
            result = new_array(Array, native)
        else:
            result = getattr(xp, name)(*args, **kwargs)
        self._store_result(node, node.results, result, known)

    def _store_result(self, node: Node, places, result, known: dict) -> None:
        """Put a step's results into ``known`` by number; raise if a shape is not as recorded."""
        if type(places) is Place:
            if not isinstance(result, Array):
                result = new_array(Array, load_backend(backend_of(result)).to_native(result))
            wanted = self.arrays[places.number].shape if places.number in self.arrays else None
            if wanted is not None and tuple(result.shape) != wanted:
                raise GraphError(
                    f"{_file_and_line(node)}: {node.name} gives shape {tuple(result.shape)} for "
                    f"these arguments, {wanted} when the graph was recorded: record it again"
                )
            known[places.number] = result
        elif isinstance(places, (tuple, list)):
            for place, each in zip(places, result, strict=True):
                self._store_result(node, place, each, known)


def _operand_numbers(node: Node) -> list[int]:
    return places_in((node.args, node.kwargs))


def _file_and_line(node: Node) -> str:
    """Return "file:line" of a step, "the graph" if its file is not known."""
    return f"{node.file}:{node.line}" if node.file else "the graph"


def _check_learnt_value(node: Node, found: np.ndarray, wanted: np.ndarray) -> None:
    """Raise GraphError where a value that Python learnt while recording is another one now."""
    if wanted.dtype.kind in "fc":
        same = np.allclose(found, wanted, rtol=_TOLERANCE, atol=_TOLERANCE, equal_nan=True)
    else:
        same = np.array_equal(found, wanted)
    if not same:
        raise GraphError(
            f"{_file_and_line(node)}: Python has learnt a value here, {_array_text(wanted)}, which "
            f"is {_array_text(found)} for these arguments: record the graph again"
        )


def _cast_and_broadcast(xp, backend, value, dtype, shape):
    """Return a value in ``dtype``, broadcast to ``shape`` without its extra leading axes."""
    if not isinstance(value, Array):
        value = new_array(Array, backend.from_host(np.asarray(value)))
    if value.dtype.kind == "c" and np.dtype(dtype).kind != "c":
        value = xp.real(value)
    value = xp.reshape(value, tuple(value.shape)[max(value.ndim - len(shape), 0) :])
    return xp.broadcast_to(xp.astype(value, np.dtype(dtype).name), shape)


def _array_text(array: np.ndarray) -> str:
    """Return an array's elements as text; of a large array its dtype and shape."""
    if array.size <= REPORTED_CONSTANT_ELEMENTS:
        return str(array.tolist())
    return f"{array.dtype.name}{list(array.shape)}"


class _Programs:
    """Backend's side of :class:`.program.BoundProgram`, where a graph is the program."""

    WAYS, DONATES, WRITES_IN_PLACE, Refused = (None,), False, True, GraphError
    is_tracer = staticmethod(recorder.is_tracer)

    @staticmethod
    def compiled_by(way):
        return contextlib.nullcontext()

    @staticmethod
    def trace_of(native):
        return native.recording if type(native) is Value else None

    @staticmethod
    def number_class(native):
        return None

    @staticmethod
    def traced(function, arguments) -> _Steps:
        made = recorder.recording = Recording()
        try:
            if any(backend_for(x).is_tracer(x) for x in arguments):
                raise Unsupported("its arguments are being traced, and have no values")
            hosts = [np.array(backend_for(x).to_host(x)) for x in arguments]
            outs = function(*[made.input(host) for host in hosts])
            outs = [made.value_of(out).number for out in outs]
        finally:
            recorder.recording = None
        return _Steps(made.nodes, made.values, outs, len(arguments))

    class Compiled:
        """Runs a graph on the backend of what it is given, or on another."""

        def __init__(self, program: _Steps, donated=()):
            self.program, self.backend, self.changed = program, None, 0

        def call(self, *natives):
            target = self.backend or backend_for(natives[0])
            moved = [_move_to_backend(native, target) for native in natives]
            return self.program.run(moved, target)


def _move_to_backend(native, target):
    """Return a native array as one of the backend ``target``; itself if it is one already."""
    own = backend_for(native)
    return native if own is target else target.from_host(np.array(own.to_host(native)))


class Graph:
    """The recorded graph of a call; made by :func:`trace_graph`, called as the function.

    Attributes
    ----------
    nodes : list of Node
        Its steps in order: ``name``, ``args``, ``kwargs``, ``results``, ``file``, ``line``.
    """

    def __init__(self, function, args, kwargs):
        self.__name__ = getattr(function, "__name__", type(function).__name__)
        self._captured = ClosureState(function)
        given = self._signature_of(args, kwargs)
        self._key = _portable_key(given.key)
        env = TraceEnv(_Programs, *_array_class_and_scalars(), convert=lambda function: function)
        with _recorder_as_backend():
            self._program = Compilation(
                function, given, args, kwargs, env, CompileOptions(loops="unroll")
            ).program()
        self._steps = self._program.compiled.program
        self.nodes = self._steps.nodes
        self._names = self._input_names(given, args, kwargs)

    def __call__(self, *args, backend: str | None = None, **kwargs):
        """Run the graph, as the function would run: what it writes to is written to.

        Parameters
        ----------
        *args, **kwargs
            As the function takes them, with the dtypes, shapes and structure that were recorded.
        backend : str, optional
            Where it runs; by default on the backend of the arguments. Results are its arrays;
            arrays that are written to stay those of their own backend.

        Raises
        ------
        GraphError
            If the arguments are not like those that were recorded, or values that Python has
            learnt (a condition, the length of a selection) are others for them.
        """
        given = self._signature_of(args, kwargs)
        found = _portable_key(given.key)
        if found != self._key:
            raise GraphError(f"{self.__name__}: {_difference_text(self._key, found)}")
        program, compiled = self._program, self._program.compiled
        changed = program.traced.changed
        target = None if backend is None else load_backend(backend)
        homes = [backend_for(read(base)) for base in (*given.bases, *program.pinned)]

        def call(*natives):
            compiled.backend = target
            outs = compiled.call(*natives)
            for n, at in enumerate(changed):
                outs[n] = _move_to_backend(outs[n], homes[at])
                if homes[at].CAPABILITIES.mutable:  # views of the array share its memory
                    homes[at].assign(natives[at], outs[n])
                    outs[n] = natives[at]
            return outs

        result = program(given, call)
        for view, made in given.stand_ins:
            if any(given.bases[at] is made for at in changed if at < len(given.bases)):
                store(view, read(made))
            if hasattr(made, "_views"):  # what comes out sees the view that was given
                for each in made._views.live():
                    rebind(each, functional_view(view, each._view.stack, type(each)))
        return result

    def as_text(self) -> str:
        """Return the steps, a line each: numbers, shapes, dtypes, and the user's lines."""
        return drawing.as_text(self._description())

    __str__ = __repr__ = as_text

    def as_dot(self) -> str:
        """Return the graph in the language of Graphviz."""
        return drawing.as_dot(self._description())

    def as_svg(self) -> str:
        """Return a drawing of the graph; lines of the user's are shown under the pointer."""
        return drawing.as_svg(self._description())

    def as_html(self) -> str:
        """Return a page with the drawing and the steps, which needs nothing beside it."""
        return drawing.as_html(self._description())

    _repr_svg_ = as_svg

    # inside

    def _signature_of(self, args, kwargs) -> CallSignature:
        """Return the signature of a call, with views as :class:`_Whole` adds them."""
        return self._add_call(_Whole(self._add_call(CallSignature(), args, kwargs)), args, kwargs)

    def _add_call(self, given: CallSignature, args, kwargs) -> CallSignature:
        """Add arguments, floats by value, and the closure state to a signature; return it."""
        for each in args:
            given.add(each, False)
        for name, each in kwargs.items():
            given.add(name)
            given.add(each, False)
        for each in self._captured.values():
            given.add(each, False)
        given.captured = self._captured
        return given

    def _input_names(self, given, args, kwargs) -> dict[int, str]:
        """Name the inputs: {number: name}."""
        program = self._program
        bases = [*given.bases, *program.pinned]
        found = {n: f"array {n}" for n in self._steps.inputs}
        at = {id(base): n for n, base in enumerate(bases)}
        at |= {id(view): at[id(made)] for view, made in given.stand_ins}
        at |= {id(x): len(bases) + n for n, x in enumerate((*given.hosts, *given.natives))}
        code = getattr(program.function, "__code__", None)
        names = code.co_varnames if code else ()
        pairs = [*zip(names, args, strict=False), *kwargs.items()]
        pairs += [(name, value) for (_, name), value in zip(
            self._captured.slots, self._captured.values(), strict=True) if name]  # fmt: skip
        for name, value in pairs:
            if id(value) not in at and hasattr(value, "_view"):
                value = value._view.base
            if id(value) in at:
                found[at[id(value)]] = name
        return found

    def _description(self) -> drawing.Description:
        """Return a graph's name, inputs, steps, kinds, changed arrays and results, for drawing."""
        steps, program = self._steps, self._program
        arrays = steps.arrays
        kinds = {
            n: f"{value.array.dtype.name}{list(value.array.shape)}" for n, value in arrays.items()
        }
        changed = [(self._names[at], steps.outs[i]) for i, at in enumerate(program.traced.changed)]
        results = steps.outs[len(program.traced.changed) :]
        inputs = [(n, self._names[n]) for n in steps.inputs if not program.is_empty]
        return drawing.Description(self.__name__, inputs, steps.nodes, kinds, changed, results)


def _portable_key(key: tuple) -> list:
    """Return a call signature's key with native classes and dtypes named alike for all backends."""
    found = []
    for entry in key:
        if isinstance(entry, type) and entry is not np.ndarray:
            entry = "a native array" if _is_native_class_but_numpys(entry) else entry
        elif not isinstance(entry, (int, float, complex, str, bytes, tuple, type(None))):
            if isinstance(entry, np.dtype) or _is_native_class_but_numpys(type(entry)):
                name = getattr(entry, "name", None) or str(entry)
                entry = ("dtype", name.rpartition(".")[2])
        found.append(entry)
    return found


def _is_native_class_but_numpys(cls: type) -> bool:
    package = cls.__module__.partition(".")[0]
    known = any(package in framework.packages for framework in FRAMEWORKS.values())
    return known and package != np.__name__


def _difference_text(wanted: list, found: list) -> str:
    """Describe the first difference of two portable keys that are not equal."""
    for one, other in zip(wanted, found, strict=False):
        if one != other:
            return f"was recorded with {_entry_text(one)} where {_entry_text(other)} is given"
    return f"was recorded with {'more' if len(wanted) > len(found) else 'fewer'} arguments"


def _entry_text(entry) -> str:
    """Return an entry of a portable key as errors name it: a class, a dtype, a shape, a value."""
    if isinstance(entry, type):
        return entry.__name__
    if isinstance(entry, tuple) and entry[:1] == ("dtype",):
        return entry[1]
    return f"shape {entry}" if isinstance(entry, tuple) else repr(entry)


def _array_class_and_scalars() -> tuple:
    """Set the scalar classes by NumPy's dialect; return (array class, maker of scalars or None)."""
    array, scalar_of, classes = Array, None, []
    for dialect in backend_handler.dialects():
        if dialect.scalar_on is not None:
            array, classes = dialect.array, classes + list(dialect.scalar_classes)

            def scalar_of(native, dialect=dialect):
                return dialect.scalar_on(backend_for(native))(native)

    symbolic_numbers.scalar_classes[:] = classes
    return array, scalar_of


@contextlib.contextmanager
def _recorder_as_backend() -> Iterator[None]:
    """Make the recorder the current backend within a ``with`` statement."""
    register_backend(recorder.FRAMEWORK)
    with backend_handler.with_backend(recorder.NAME):
        yield


def graph_of(fn, args: tuple, kwargs: dict) -> Graph:
    """Return the graph of a call; see :func:`.tracing.trace_graph`."""
    if isinstance(fn, type) or not callable(fn):
        raise IvyTypeError(f"trace_graph: a function is needed, not {type(fn).__name__} {fn!r}")
    function = getattr(fn, "__wrapped__", fn) if hasattr(fn, "__ivy_compiled__") else fn
    if not hasattr(function, "__closure__"):
        inner = getattr(function, "__func__", None) or type(function).__call__
        if not hasattr(inner, "__closure__"):
            raise IvyTypeError(f"trace_graph: {fn!r} is not written in Python")
        args = (getattr(function, "__self__", function), *args)
        function = inner
    try:
        return Graph(function, args, kwargs)
    except Unsupported as err:
        raise GraphError(f"{function.__name__} has no graph: {err}") from None
