"""Graphs of gradients that come out of a program: described once, made anew by each call.

While a function is traced the tape records its graph as ever, with tracers among what nodes keep. A
:class:`GraphForm` says what that graph is apart from these: nodes, edges, options. What they
keep is given by the program, and a call makes the nodes again. They are the tape's own: hooks, the
engine, second derivatives, ``retain_graph`` and errors of writes see what they would see eagerly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ivy_core.arrays.views import functional_view
from ivy_core.compilation.trace.trace import Unsupported

from ..tensors.dtypes import dtype
from ..tensors.size import Size
from ..tensors.strided_results import laid, layout_of
from ..tensors.tensor import Tensor
from .bodies import OPTIONS
from .meta import AutogradMeta, StorageAlias, ViewFacts, counter_of, facts_of
from .nodes import AccumulateGrad, Node, accumulator_of, grad_fn_of
from .saved import Saved
from .tape import NOTHING, CopySlices, FunctionNode, TensorMeta, ViewNode

_NO_EDGE = (None, 0)
_KEPT, _GIVEN = "kept", "given"  # what a node keeps: a result of the program, or an input


class GraphForm:
    """A graph without values.

    Parameters
    ----------
    outputs : list of Tensor
        What the function returns that is not given to it, in order; the base of a view before it.
    bases : sequence of Tensor
        What the function is given, with data.

    Attributes
    ----------
    kept : list
        The native arrays that nodes keep and that are no inputs: results of the program.
    given : list of Tensor
        The inputs whose data nodes keep, or whose writes they look for.
    leaves : list of Tensor
        The inputs at which the graph ends.

    Raises
    ------
    Unsupported
        If the graph has a node that cannot be made again: of a user's function, with a hook.
    """

    __slots__ = (
        "_counters", "_given_at", "_inputs", "_kept_at", "_leaf_at", "_makers", "_numbers",
        "given", "kept", "leaves", "outputs",
    )  # fmt: skip

    def __init__(self, outputs: list, bases):
        self.kept: list = []
        self.given: list = []
        self.leaves: list = []
        self._kept_at: dict[int, int] = {}
        self._given_at: dict[int, int] = {}
        self._leaf_at: dict[int, int] = {}
        self._inputs = {id(x._data): x for x in bases}
        # whose writes a counter counts: an input's or an output's
        self._counters: dict[int, tuple] = {}
        for x in bases:
            counter = getattr(getattr(x, "_autograd", None), "counter", None)
            if counter is not None:
                self._counters[id(counter)] = _GIVEN, x, counter.count
        for nr, x in enumerate(outputs):
            counter = getattr(getattr(x, "_autograd", None), "counter", None)
            if counter is not None:
                self._counters.setdefault(id(counter), ("output", nr, counter.count))
        nodes = self._find_nodes([grad_fn_of(x) for x in outputs])
        self._numbers = {node: at for at, node in enumerate(nodes)}
        self._makers = [self._describe(node) for node in nodes]
        index = {id(x): nr for nr, x in enumerate(outputs)}
        self.outputs = [self._describe_output(x, index) for x in outputs]
        self._inputs = self._counters = self._numbers = None  # they hold values of the trace

    def _find_nodes(self, roots: list) -> list[Node]:
        """List the nodes below some, in the order in which they were recorded."""
        found, waiting = {}, list(roots)
        while waiting:
            node = waiting.pop()
            if node is None or node in found or type(node) is AccumulateGrad:
                continue
            if node.hooks_ or node.prehooks_ or node.tensor_hooks_ or node.retained_:
                raise Unsupported("a hook is put to a node of the graph")
            found[node] = None
            waiting += [to for to, _ in node.edges_]
            if isinstance(node, CopySlices) and node.function is not None:
                waiting += [to for to, _ in node.function.edges_]  # to what was written over
        return sorted(found, key=lambda node: node.sequence_)

    def _edge(self, edge: tuple) -> tuple:
        """Describe an edge: (number of a node, which result), (None, index of a leaf), or none."""
        node, nr = edge
        if node is None:
            return _NO_EDGE
        if type(node) is AccumulateGrad:
            variable = node.variable
            if variable._autograd.hooks or variable._autograd.post_hooks:
                raise Unsupported("a hook is put to the gradient of a parameter")
            at = self._leaf_at.setdefault(id(variable), len(self.leaves))
            if at == len(self.leaves):
                self.leaves.append(variable)
            return -1 - at, 0
        return self._numbers[node], nr

    def _describe(self, node: Node) -> Callable:
        """Return the function that makes a node again, of a :class:`_Rebuild`."""
        edges = tuple(map(self._edge, node.edges_))
        cls, outputs = type(node), node.outputs_
        if isinstance(node, FunctionNode):
            fill = self._describe_function_node(node)
        elif isinstance(node, ViewNode):
            base, lenses = node.base, node.lenses

            def fill(made, call):
                made.base, made.lenses = base, lenses

        elif isinstance(node, CopySlices) and isinstance(node.function, FunctionNode):
            base, lenses, has_target = node.base, node.lenses, node.has_target
            inner_class, inner_outputs = type(node.function), node.function.outputs_
            inner_edges = tuple(map(self._edge, node.function.edges_))
            fill_inner = self._describe_function_node(node.function)

            def fill(made, call):
                made.base, made.lenses, made.has_target = base, lenses, has_target
                made.function = inner_class(list(map(call.edge, inner_edges)), inner_outputs)
                fill_inner(made.function, call)

        else:
            raise Unsupported(f"{node.name()} belongs to a function of the user's")

        def make(call):
            made = cls(list(map(call.edge, edges)), outputs)
            fill(made, call)
            return made

        return make

    def _describe_function_node(self, node: FunctionNode) -> Callable:
        """Return the function that fills a new node of this class as the node is."""
        if node.drawn or node.saved is None:
            raise Unsupported(f"the gradient of {node.name()} draws numbers again")
        for value in (*node.args, *node.kwargs.values()):
            _check_option(value)
        recorded, slots, args, kwargs = node.recorded, node.slots, node.args, node.kwargs
        single, has_target, pattern = node.single, node.has_target, node.pattern
        keeps_number, shown = node.keeps_number, node.shown
        saved = [(slot, self._describe_saved(each)) for slot, each in node.saved.items()]
        results = node.results
        if results is not None:
            results = [None if x is NOTHING else self._describe_saved(x) for x in results]

        def fill(made, call):
            made.recorded, made.slots, made.args, made.kwargs = recorded, slots, args, kwargs
            made.single, made.has_target, made.pattern = single, has_target, pattern
            made.keeps_number, made.shown, made.drawn = keeps_number, shown, ()
            made.saved = {slot: call.saved(*parts) for slot, parts in saved}
            made.results = None
            if results is not None:
                made.results = [
                    NOTHING if parts is None else call.saved(*parts) for parts in results
                ]

        return fill

    def _describe_saved(self, saved: Saved) -> tuple:
        """Describe a saved tensor: where its data are, edge, which result, whose writes count."""
        if saved.packed is not None:
            raise Unsupported("hooks pack what the graph keeps")
        edge = None if saved.edge is None else self._edge(saved.edge)
        native = saved.native
        source = self._inputs.get(id(native))
        if source is not None:
            where = _GIVEN, self._index_of_given(source)
        else:
            at = self._kept_at.setdefault(id(native), len(self.kept))
            if at == len(self.kept):
                self.kept.append(native)
            where = _KEPT, at
        counts = None
        if saved.counter is not None:
            known = self._counters.get(id(saved.counter))
            if known is not None:
                kind, which, now = known
                which = self._index_of_given(which) if kind is _GIVEN else which
                counts = kind, which, now - saved.version
            elif not saved.is_current():
                raise Unsupported("what the graph keeps is written to behind it")
        return (*where, edge, saved.result_nr, counts)

    def _index_of_given(self, x: Tensor) -> int:
        at = self._given_at.setdefault(id(x), len(self.given))
        if at == len(self.given):
            self.given.append(x)
        return at

    def _describe_output(self, x: Tensor, index: dict[int, int]) -> _Output:
        """Describe a result; ``index`` has the numbers of all by their identity."""
        node, meta = grad_fn_of(x), getattr(x, "_autograd", None)
        edge = None if node is None else self._edge((node, meta.output_nr))
        counter = None if meta is None else meta.counter
        if not hasattr(x, "_view"):
            return _Output(type(x), edge, 0 if counter is None else counter.count)
        if type(x._view.stack[-1]) is StorageAlias:
            writes = 0 if counter is None else counter.count
            return _Output(type(x), edge, writes, layout_of(x)[1])
        facts, stack = facts_of(x), x._view.stack
        if facts is None or id(facts.base) not in index or x._view.base is not facts.base:
            raise Unsupported("a view of what does not come out of it comes out of it")
        if x._view.starts and not all(type(start) is int for start in x._view.starts):
            raise Unsupported("a view that begins where only the program knows comes out of it")
        view = index[id(facts.base)], stack, None if meta is None else (facts.lenses, facts.made)
        return _Output(type(x), edge, 0, None, view)

    def rebuild(self, fresh: list, kept: list, given: list, leaves: list) -> list[Tensor]:
        """Make the graph of a call, and return the results, which are parts of it.

        Parameters
        ----------
        fresh : list of Tensor
            Plain and new: the results that are no views.
        kept, given, leaves : list
            As the attributes, of this call. A leaf may be an edge: what stands there leads on.
        """
        left = iter(fresh)
        outputs: list[Tensor] = []
        for described in self.outputs:
            outputs.append(described.made(left, outputs))
        call = _Rebuild(outputs, kept, given, leaves)
        for make in self._makers:
            call.nodes.append(make(call))
        for x, described in zip(outputs, self.outputs, strict=True):
            if described.edge is not None:
                x._autograd.grad_fn, x._autograd.output_nr = call.edge(described.edge)
        return outputs


class _Output(NamedTuple):
    """A result without its values.

    Attributes
    ----------
    kind : type
        Its class.
    edge : tuple or None
        To the node that computes it.
    writes : int
        How often it has been written to.
    steps : tuple of int or None
        Its strides, where it does not lie in C order.
    view : tuple or None
        Number of its base among the results, its lenses, and what autograd knows of the view.
    """

    kind: type
    edge: tuple | None
    writes: int
    steps: tuple | None = None
    view: tuple | None = None

    def made(self, fresh: Iterator[Tensor], outputs: list) -> Tensor:
        """Make it, of the next fresh tensor or of an earlier result."""
        if self.view is not None:
            at, stack, facts = self.view
            base = outputs[at]
            x = functional_view(base, stack, self.kind)
            if facts is not None:
                x._autograd = meta = AutogradMeta()
                meta.view = ViewFacts(base, *facts)
                meta.counter = counter_of(base)
                meta.seen = meta.counter.count
            return x
        x = next(fresh)
        if self.steps is not None:
            x = laid(x, self.steps)
        x.__class__ = self.kind
        if self.kind is not Tensor or self.writes:
            x._autograd = meta = AutogradMeta()
            if self.writes:
                counter_of(x).count = self.writes
        return x


class _Rebuild:
    """The parts of a call's graph while it is made."""

    __slots__ = ("_given", "_kept", "_leaves", "_outputs", "nodes")

    def __init__(self, outputs, kept, given, leaves):
        self._outputs, self._kept, self._given = outputs, kept, given
        self._leaves = [x if type(x) is tuple else (accumulator_of(x, x._autograd), 0)
                        for x in leaves]  # fmt: skip
        self.nodes: list[Node] = []

    def edge(self, described: tuple) -> tuple:
        at, nr = described
        if at is None:
            return _NO_EDGE
        return self._leaves[-1 - at] if at < 0 else (self.nodes[at], nr)

    def saved(self, where, at, edge, result_nr, counts) -> Saved:
        made = object.__new__(Saved)
        made.edge = None if edge is None else self.edge(edge)
        made.result_nr, made.original, made.packed = result_nr, None, None
        made.native = (self._kept[at] if where is _KEPT else self._given[at])._data
        made.counter, made.version = None, 0
        if counts is not None:
            kind, which, later = counts
            made.counter = counter_of((self._given if kind is _GIVEN else self._outputs)[which])
            made.version = made.counter.count - later
        return made


def _check_option(value) -> None:
    """Raise Unsupported if an option of a node may hold a value of the trace."""
    kind = type(value)
    if kind in OPTIONS or kind is TensorMeta or kind is dtype or value is Ellipsis:
        return
    if kind is tuple or kind is list or kind is Size:
        for each in value:
            _check_option(each)
        return
    if kind is slice:
        for each in (value.start, value.stop, value.step):
            _check_option(each)
        return
    raise Unsupported(f"an option of a node is a {kind.__name__}")


__all__ = ["GraphForm"]
