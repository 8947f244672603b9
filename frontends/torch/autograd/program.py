"""Backward passes that come again are compiled: one program of the backend for a whole graph.

A script's training loop records the same graph at each step: the same functions, options, shapes
and connections. When a graph comes for the eleventh time, the engine runs it once more while the
backend traces, and from then on a step costs one call; where the backend compiles in a thread, from
the 28th time on. A graph that takes very long to compile waits until its passes have taken as long.
Graphs with hooks, with functions of the
user's, with functions that read values (a mask as an index), or too large to be compiled in
reasonable time are run node by node as ever.
"""

from __future__ import annotations

import itertools
import operator
from collections import OrderedDict

from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import backend_for, backend_of_class
from ivy_core.compilation.auto import whole_step

from ..policy import (
    BACKWARDS_BEFORE_COMPILING,
    BACKWARDS_WHILE_COMPILING,
    KEPT_GRAPHS,
    MOST_NODES_OF_GRAPH,
    NODES_ALIKE_TRACED_AT_ONCE,
    SECONDS_OF_NODE,
    SECONDS_TO_COMPILE_STEP,
    STEPS_OF_PASS_COMPILED_AT_ONCE,
)
from ..tensors.tensor import ivy
from .bodies import UNTRACEABLE, NotCompiled, frozen
from .nodes import AccumulateGrad, Node
from .saved import Anomaly, hooks
from .tape import NOTHING, CopySlices, FunctionNode, ViewNode, boxed

_REFUSED = object()
_PACKED = operator.attrgetter("packed")  # a pair of functions, or None
_known: OrderedDict = OrderedDict()  # by signature: how often it came, or its program
_waited: set = set()  # signatures of graphs that take long to compile, and wait before a trace
_waiting: dict[int, int] = {}  # by the number of a graph's nodes: for how many passes it does


class _NoProgram(NotCompiled):
    """A graph cannot be compiled, or not under this signature."""


class _BackwardProgram:
    """A compiled backward pass.

    Attributes
    ----------
    call : callable
    order : list of int
        Of which leaf each of its results is the gradient.
    left : int
        How many passes the engine runs before it is used.
    is_prepared : bool
        Whether the backend compiles it, or has: if not, it does when few passes are left.
    passes : list of bool
        Which of the saved tensors are no leaf's own values: with the graph they pass away.
    refusals : exception, or tuple of them
        Those that say that there is no program after all.
    """

    __slots__ = ("call", "is_prepared", "left", "order", "passes", "refusals")

    def __init__(self, call, order, passes):
        self.call, self.order, self.passes = call, order, passes
        self.left, self.is_prepared = 0, True
        self.refusals = UNTRACEABLE

    def results_for(self, ops, grads, kept: list, released):
        """Return the leaves' gradients; None, of passes that come before it is used.

        The nodes ``released``, if any, are run for the last time. What they keep is freed while the
        program runs, where it can let go of it.
        """
        if self.left:
            self.left -= 1
            if self.is_prepared or self.left > BACKWARDS_WHILE_COMPILING:
                return None
        given = self.arguments(grads, kept)
        if not self.is_prepared:
            self.is_prepared = True
            ops.prepare(self.call, *given)
            return None
        if released is None:
            return self.call(*given)
        call = ops.take_over(self.call, *given)
        results = self.call(*given) if call is None else None
        kept.clear()
        for node in released:
            node.release_()
        return results if call is None else call()

    def arguments(self, grads, kept: list) -> tuple[list, list, list]:
        """Return the arguments of a call."""
        natives = [saved.native for saved in kept]
        return ([read(grad) for grad in grads], *_parted(natives, self.passes))


def _parted(natives: list, passes: list) -> tuple[list, list]:
    """Return the values that stay, and those that pass away."""
    stay = [native for native, passing in zip(natives, passes, strict=True) if not passing]
    return stay, list(itertools.compress(natives, passes))


def _joined(stay: list, passing: list, passes: list) -> list:
    """Return the values in the order in which they were."""
    staying, going = iter(stay), iter(passing)
    return [next(going if each else staying) for each in passes]


def run_program(dependencies: dict[Node, int], roots, grads, run, retain_graph: bool):
    """Run a backward pass by its program, if there is one.

    Parameters
    ----------
    dependencies : dict
        The nodes of the graph, as the engine has found them.
    roots : sequence of edges
    grads : sequence of Tensor
    run : callable
        ``run(take)`` runs the graph node by node, without change of any state, and calls
        ``take(node, gradient)`` for each leaf.
    retain_graph : bool

    Returns
    -------
    list of pairs, or None
        Each leaf's node with its gradient; None where the engine has to do it.
    """
    if Anomaly.enabled or hooks.pairs or len(dependencies) > MOST_NODES_OF_GRAPH:
        return None
    waits = _waiting.get(len(dependencies))
    if waits:  # without its signature, which takes 1 ms of 200 nodes
        _waiting[len(dependencies)] = waits - 1
        return None
    first = held(grads[0])
    ops = backend_of_class(type(first)) or backend_for(first)
    if not ops.CAPABILITIES.compiles or not ops.is_eager():
        return None
    try:
        signature, kept, leaves = _graph_signature(dependencies, roots)
    except (_NoProgram, TypeError):  # an option that has no hash
        return None
    signature = (ops.NAME, signature)
    found = _known.get(signature)
    if type(found) is not _BackwardProgram:
        if found is _REFUSED:
            return None
        count = _known[signature] = 1 if found is None else found + 1
        if len(_known) > KEPT_GRAPHS:
            _waited.discard(_known.popitem(last=False)[0])
        if not _is_due(count):
            return None
        if not all(saved.is_current() for saved in kept):
            return None
        if _begins_to_wait(ops, signature, dependencies):
            return None
        found = _compile_backward(ops, kept, leaves, run, len(dependencies))
        _known[signature] = found
        if found is _REFUSED:
            return None
    elif not all(saved.is_current() for saved in kept):
        return None  # the engine says what was written to
    try:
        released = None if retain_graph else dependencies
        results = found.results_for(ops, grads, kept, released)
    except found.refusals:
        _known[signature] = _REFUSED
        return None
    if results is None:
        return None
    found.refusals = _NoProgram
    return [(leaves[at], boxed(each)) for at, each in zip(found.order, results, strict=True)]


def _is_due(count: int) -> bool:
    """Return whether a graph that came so often is compiled now."""
    return count >= BACKWARDS_BEFORE_COMPILING and not whole_step.is_coming()


def _begins_to_wait(ops, signature: tuple, nodes) -> bool:
    """Return whether a graph that is due is one to wait with; it is from now on."""
    if signature in _waited or not BACKWARDS_WHILE_COMPILING:
        return False
    waits = _waiting[len(nodes)] = _passes_before_trace(ops, nodes)
    if waits:
        _waited.add(signature)
    return bool(waits)


def _passes_before_trace(ops, nodes) -> int:
    """Return the number of passes to wait with many nodes alike, by a trace of one of each kind.

    0 for most graphs, which are traced at once: that tells more, and takes 2 ms a node.
    """
    nodes_of: dict = {}
    for node in nodes:
        if isinstance(node, FunctionNode) and node.pattern is not None:
            nodes_of.setdefault(node.pattern, []).append(node)
    steps = 0
    for alike in nodes_of.values():
        if len(alike) > NODES_ALIKE_TRACED_AT_ONCE:
            try:
                own = _count_steps(ops, alike[0]) + len(alike[0].edges_)  # a sum each
                steps += len(alike) * own
            except UNTRACEABLE:
                return 0  # the trace of the whole says so as well
    return _passes_to_wait(steps, len(nodes))


def _count_steps(ops, node: FunctionNode) -> int:
    """Return the number of operations that a backend compiles for the gradients of a node."""
    kept: list = []
    _node_key(node, kept)

    def function(grads, natives):
        before = [each.native for each in kept]
        try:
            for each, native in zip(kept, natives, strict=True):
                each.native = native
            found = node.apply([boxed(grad) for grad in grads], False)
        finally:
            for each, native in zip(kept, before, strict=True):
                each.native = native
        return [read(each) for each in found if each is not None]

    grads = [read(ivy.zeros(shape, dtype=ops.ivy_dtype(dtype))) for shape, dtype in node.outputs_]
    natives = [each.native for each in kept]
    return ops.count_compiled_steps(ops.compiled(function, handed_over=()), grads, natives)


def _compile_backward(ops, kept: list, leaves: list, run, nodes: int):
    """Return the `_BackwardProgram` of ``run``, a run of the engine; _REFUSED if untraceable.

    ``nodes`` is how many its graph has: what takes much longer to compile than to run node by node
    is traced, and compiled when it has come often enough.
    """
    order: list[int] = []
    positions = {id(leaf): at for at, leaf in enumerate(leaves)}
    state = [kept, run]  # given up after the trace: they hold the arrays of this step

    own = {id(held(leaf.variable)) for leaf in leaves}
    passes = [id(saved.native) not in own for saved in kept]

    def function(grads, stay, passing):
        if not state:
            raise _NoProgram  # e.g. another weak type: the signature does not tell
        saved, engine = state
        before = [each.native for each in saved]
        gradients: list = []
        order.clear()

        def take(node, gradient):
            order.append(positions[id(node)])
            gradients.append(read(gradient))

        try:
            natives = _joined(stay, passing, passes)
            for each, native in zip(saved, natives, strict=True):
                each.native = native
            engine([boxed(grad) for grad in grads], take)
        finally:
            for each, native in zip(saved, before, strict=True):
                each.native = native
        return gradients

    program = _BackwardProgram(ops.compiled(function, handed_over=(2,)), order, passes)
    given, waits = program.arguments(run.grads, kept), 0
    try:
        if BACKWARDS_WHILE_COMPILING:
            waits = _passes_to_wait(ops.count_compiled_steps(program.call, *given), nodes)
        if waits or BACKWARDS_WHILE_COMPILING and ops.prepare(program.call, *given):
            program.left = waits + BACKWARDS_WHILE_COMPILING
            program.is_prepared = not waits
        else:
            program.call(*given)
    except UNTRACEABLE:
        return _REFUSED  # the engine, which runs next, says itself what else is wrong
    finally:
        state.clear()
    return program


def _passes_to_wait(steps: int, nodes: int) -> int:
    """Return the number of passes, node by node, that take as long as compiling ``steps``."""
    if steps <= STEPS_OF_PASS_COMPILED_AT_ONCE:
        return 0
    return int(steps * SECONDS_TO_COMPILE_STEP / (nodes * SECONDS_OF_NODE))


# what makes two graphs the same


def _graph_signature(dependencies: dict[Node, int], roots):
    """Return (a graph's key, its saved tensors, its leaf nodes); raise _NoProgram if hooked."""
    numbers = dict(zip(dependencies, itertools.count(), strict=False))
    kept: list = []
    leaves: list = []
    nodes, indices = zip(*roots, strict=True)
    parts: list = [(*map(numbers.__getitem__, nodes), *indices)]
    ranks = sorted(
        numbers, key=operator.attrgetter("sequence_")
    )  # the order in which the engine runs them
    for node in ranks:
        if node.tensor_hooks_ or node.hooks_ or node.prehooks_ or node.retained_:
            raise _NoProgram
        if type(node) is AccumulateGrad:
            if node.variable._autograd.hooks:
                raise _NoProgram
            leaves.append(node)
            parts.append((numbers[node], node.outputs_[0]))
            continue
        parts.append((numbers[node], _node_key(node, kept), tuple(node.outputs_)))
        for to, nr in node.edges_:
            parts.append(None if to is None else (numbers[to], nr))
    if any(map(_PACKED, kept)):
        raise _NoProgram  # what a hook unpacks would be a constant of the program
    return tuple(parts), kept, leaves


def _node_key(node: Node, kept: list):
    """Return a node's key, its saved tensors added to ``kept``; raise _NoProgram if it has none."""
    if isinstance(node, FunctionNode):
        saved = node.saved
        if saved is None or node.drawn:
            raise _NoProgram  # it has been released, which the engine says; or it draws numbers
        kept.extend(saved.values())
        if node.pattern is not None:  # one for all calls alike
            kept.extend(node.results or ())
            return node.pattern
        if node.results is not None:
            if NOTHING in node.results:
                raise _NoProgram
            kept.extend(node.results)
        return (
            node.recorded, tuple(node.slots), tuple(saved), node.results is None, node.has_target,
            frozen(node.args), frozen(node.kwargs) if node.kwargs else None,
        )  # fmt: skip
    if isinstance(node, ViewNode):
        return "view", node.base, _lens_keys(node.lenses)
    if isinstance(node, CopySlices):
        if node.function is None or not isinstance(node.function, FunctionNode):
            raise _NoProgram
        return (
            "copy", node.base, _lens_keys(node.lenses), node.has_target,
            _node_key(node.function, kept),
            tuple([to is None for to, _ in node.function.edges_]), tuple(node.function.outputs_),
        )  # fmt: skip
    raise _NoProgram


def _lens_keys(lenses: tuple) -> tuple:
    return tuple([(type(lens), lens.key, lens.starts, lens.shape) for lens in lenses])


__all__ = ["run_program"]
