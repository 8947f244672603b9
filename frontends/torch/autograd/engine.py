"""The engine: runs a graph backwards, the nodes that were made last first.

No recursion: a graph may be tens of thousands of nodes deep.
"""

from __future__ import annotations

import heapq
import itertools
import operator
import threading
import warnings
from collections.abc import Callable, Iterable, Sequence

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.write import store_fresh
from ivy_core.backends.common.patience import patience
from ivy_core.backends.holder import held, read, waiting
from ivy_core.backends.loading import backend_for, backend_of_class
from ivy_core.utils import collector

from ..policy import CALLS_BY_BEFORE_PASS_PROGRAM, CALLS_OF_PATIENCE, patience_after
from ..tensors.memory_order import is_dense
from ..tensors.strided_results import laid, layout_of, lies_in_order
from ..tensors.tensor import Tensor, ivy
from . import pullback  # noqa: F401 - says how nodes without a formula are run
from .grad_mode import mode
from .meta import bump, requires_grad
from .nodes import AccumulateGrad, Node, described
from .program import run_program
from .saved import Anomaly
from .tape import ADDED, CopySlices, FunctionNode, boxed, call, fitted
from .weight_sums import DeferredGradient, current

_MISSING = "{} returned an incorrect number of gradients (expected {}, got {})"
_UNUSED = (
    "One of the differentiated Tensors appears to not have been used in the graph. Set "
    "allow_unused=True if this is the desired behavior."
)


@citing(None)
def run_backward(
    roots: Sequence[tuple],
    grads: Sequence[Tensor],
    *,
    retain_graph: bool,
    create_graph: bool,
    inputs: Sequence[tuple] | None = None,
    accumulate: bool = True,
) -> list:
    """Run a graph backwards.

    Parameters
    ----------
    roots : sequence of edges
        Where it starts.
    grads : sequence of Tensor
        The gradients there, in the shapes of the results.
    retain_graph, create_graph : bool
        Whether what was saved is kept; whether what is computed is recorded.
    inputs : sequence of edges, optional
        What gradients are wanted of; by default of all leaves.
    accumulate : bool
        Whether they are added to ``grad`` of the leaves, or returned.

    Returns: one gradient, or None, an input; empty if they are accumulated.
    """
    if not passes.depth:
        passes.count += 1
        is_other, count = passes.of_kind is not None, passes.of_kind or 0
        wait_as_after(count if is_other else passes.count, is_other)
        passes.of_kind = None
    dependencies = _count_dependencies(map(operator.itemgetter(0), roots))
    if inputs is None and not create_graph:
        engine = _Traced(dependencies, roots, grads)
        before, mode.enabled = mode.enabled, False
        passes.depth += 1
        try:
            found = run_program(dependencies, roots, grads, engine, retain_graph)
            if found is not None:
                for node, grad in found:
                    _accumulate(node.variable, grad, False)
                _call_at_end()
                return []
        finally:
            mode.enabled = before
            passes.depth -= 1
    captures: dict[Node, list] = {}
    needed = None
    if inputs is not None:
        needed = _find_needed_nodes(dependencies, {node for node, _ in inputs})
        if not accumulate:
            for at, (node, nr) in enumerate(inputs):
                captures.setdefault(node, []).append((nr, at))
    found = [None] * len(inputs or ())

    def take(node: AccumulateGrad, grad: Tensor) -> None:
        if accumulate and (needed is None or needed[node]):
            _accumulate(node.variable, grad, create_graph)

    def look(node: Node, given: list) -> None:
        for nr, at in captures.get(node, ()):
            found[at] = given[nr]

    before, mode.enabled = mode.enabled, create_graph
    outer_sums, current.sums = current.sums, {}
    passes.depth += 1
    try:
        _run_graph(
            dependencies, roots, grads, take, look if captures else None, needed, create_graph,
            retain_graph,
        )  # fmt: skip
        _call_at_end()
    finally:
        mode.enabled, current.sums = before, outer_sums
        passes.depth -= 1
        if not passes.depth:
            passes.callbacks.clear()
    return found


class _Passes(threading.local):
    """Passes of a thread: how many there were, how many run within each other, what ends them.

    Attributes
    ----------
    count : int
        Of all passes so far but those within another one.
    depth : int
        Of those that are under way.
    of_kind : int or None
        Of those with a batch as the next one's, where a loop has come upon another; None otherwise.
    callbacks : list of callable
        Called when the outermost one ends.
    """

    def __init__(self):
        self.count = self.depth = 0
        self.of_kind: int | None = None
        self.callbacks: list[Callable] = []


passes = _Passes()


def wait_as_after(count: int, is_other: bool = False) -> None:
    """Have functions that come often wait for their programs as after so many passes.

    ``is_other`` says that they are passes of a batch of another kind, behind many of the usual one.
    """
    factor = patience_after(count)
    patience.begin(factor, CALLS_OF_PATIENCE, is_other)
    if factor < CALLS_BY_BEFORE_PASS_PROGRAM:
        collector.release()


def begin_other_kind(count: int) -> None:
    """Have functions wait in this step as in a loop that begins, for it has another batch's shapes.

    What is compiled for an epoch's last batch serves that one alone, and the epochs are few.

    Parameters
    ----------
    count : int
        How many passes there have been with such a batch.
    """
    passes.of_kind = count
    wait_as_after(count, True)


def queue_callback(callback: Callable) -> None:
    """Have a function called when the pass that is running backwards is through."""
    passes.callbacks.append(callback)


def _call_at_end() -> None:
    """Call what hooks have asked to be called at the end, if this is the outermost pass."""
    while passes.callbacks and passes.depth == 1:
        passes.callbacks.pop(0)()


class _Traced:
    """Runs a graph node by node for a program: all nodes, changing nothing."""

    __slots__ = ("dependencies", "grads", "roots")

    def __init__(self, dependencies, roots, grads):
        self.dependencies, self.roots, self.grads = dependencies, roots, grads

    def __call__(self, grads, take) -> None:
        _run_graph(dict(self.dependencies), self.roots, grads, take, None, None, False, True)


def _run_graph(
    dependencies: dict[Node, int],
    roots: Sequence[tuple],
    grads: Sequence[Tensor],
    take: Callable,
    look: Callable | None,
    needed: dict | None,
    create_graph: bool,
    retain_graph: bool,
) -> None:
    """Run nodes backwards (all or ``needed``): ``take(node, grad)`` at leaves, ``look`` at each."""
    buffers: dict[Node, list] = {}
    for (node, nr), grad in zip(roots, grads, strict=True):
        _add_to_buffer(buffers, node, nr, grad)
    # nodes of one number (all leaves have the highest) run in the order in which they are reached:
    # the same in each process that runs the program
    ready, turns = [], itertools.count()
    for node in buffers:
        if not dependencies[node]:
            ready.append((-node.sequence_, next(turns), node))
    heapq.heapify(ready)
    while ready:
        node = heapq.heappop(ready)[2]
        given, results = buffers.pop(node, None), None
        if given is not None:
            if type(given[0]) is DeferredGradient:
                given[0] = given[0].settled()
            if node.tensor_hooks_ or node.retained_:
                _call_tensor_hooks(node, given)
            if type(node) is AccumulateGrad and node.variable._autograd.hooks:
                given[0] = _call_hooks(node.variable._autograd.hooks, given[0])
            if look is not None:
                look(node, given)
            if type(node) is AccumulateGrad:
                take(node, given[0])
                continue
            if needed is None or needed[node]:
                results = _run_node_with_hooks(node, given, create_graph)
                if not retain_graph:
                    node.release_()
        for at, (target, nr) in enumerate(node.edges_):
            if target is None:
                continue
            if results is not None:
                grad = results[at]
                if grad is not None and (needed is None or target in needed):
                    if type(grad) is not DeferredGradient and (
                        described(grad) != target.outputs_[nr]
                    ):
                        grad = _fitted(node, at, grad, target.outputs_[nr])
                    _add_to_buffer(buffers, target, nr, grad)
            left = dependencies[target] = dependencies[target] - 1
            if not left:
                heapq.heappush(ready, (-target.sequence_, next(turns), target))


def _fitted(node: Node, index: int, grad: Tensor, wanted: tuple) -> Tensor:
    """Return ``grad`` summed and cast to the (shape, dtype) ``wanted``; else raise RuntimeError."""
    try:
        return fitted(grad, wanted)
    except RuntimeError as err:
        raise RuntimeError(
            f"Function {node.name()} returned an invalid gradient at index {index} - got "
            f"{list(described(grad)[0])} but expected shape compatible with {list(wanted[0])}"
        ) from err


def _count_dependencies(roots: Iterable) -> dict[Node, int]:
    """Return a dict: each node that ``roots`` reach, and how many edges lead to it."""
    counts = dict.fromkeys(roots, 0)
    stack = list(counts)
    while stack:
        for target, _ in stack.pop().edges_:
            if target is None:
                continue
            count = counts.get(target)
            if count is None:
                counts[target] = 1
                stack.append(target)
            else:
                counts[target] = count + 1
    return counts


def _find_needed_nodes(dependencies: dict[Node, int], ends: set) -> dict[Node, bool | None]:
    """Return a dict: True for leaf ends and nodes before an end; None for the rest (not run)."""
    sources: dict[Node, list] = {}
    for node in dependencies:
        for target, _ in node.edges_:
            if target is not None:
                sources.setdefault(target, []).append(node)
    leads: set = set()
    stack = [end for end in ends if end in dependencies]
    while stack:
        for source in sources.get(stack.pop(), ()):
            if source not in leads:
                leads.add(source)
                stack.append(source)
    result: dict[Node, bool | None] = dict.fromkeys(ends)
    for end in ends:
        if type(end) is AccumulateGrad:
            result[end] = True
    result.update(dict.fromkeys(leads, True))
    return _Needed(result)


class _Needed(dict):
    """Nodes that are not on the way to an end are passed over."""

    def __missing__(self, node):
        return None


def _add_to_buffer(buffers: dict, node: Node, nr: int, grad: Tensor) -> None:
    """Sum ``grad`` into the gradient that waits in ``buffers`` for a node's result ``nr``."""
    waiting = buffers.get(node)
    if waiting is None:
        waiting = buffers[node] = [None] * len(node.outputs_)
    before = waiting[nr]
    if before is None:
        waiting[nr] = grad
        return
    if type(grad) is DeferredGradient:
        if type(before) is DeferredGradient and before.is_of(grad):
            return  # one sum, which has this step already
        grad = grad.settled()
    if type(before) is DeferredGradient:
        before = before.settled()
    if mode.enabled:
        waiting[nr] = call(ADDED, (before, grad), {})
    else:
        waiting[nr] = ivy.add(before, grad)


def _run_node_with_hooks(node: Node, given: list, create_graph: bool) -> Sequence:
    """Return a node's gradients, one an edge; hooks may replace what it is given and returns."""
    if node.prehooks_:
        grads = tuple(given)
        for hook in list(node.prehooks_.values()):
            changed = hook(grads)
            if changed is not None:
                grads = changed if type(changed) is tuple else (changed,)
        given = list(grads)
    if Anomaly.enabled:
        results = _run_node_in_anomaly_mode(node, given, create_graph)
    else:
        results = node.apply(given, create_graph)
    if len(results) != len(node.edges_):
        raise RuntimeError(_MISSING.format(node.name(), len(node.edges_), len(results)))
    if node.hooks_:
        grads = tuple(results)
        for hook in list(node.hooks_.values()):
            changed = hook(grads, tuple(given))
            if changed is not None:
                grads = changed if type(changed) is tuple else (changed,)
        results = grads
    return results


def _run_node_in_anomaly_mode(node: Node, given: list, create_graph: bool) -> Sequence:
    """Return a node's gradients; if it fails or gives nan, warn of its forward call and raise."""
    done = False
    try:
        results = node.apply(given, create_graph)
        if Anomaly.check_nan:
            for at, grad in enumerate(results):
                if grad is not None and bool(read(ivy.any(ivy.isnan(boxed(read(grad)))))):
                    raise RuntimeError(
                        f"Function '{node.name()}' returned nan values in its {at}th output."
                    )
        done = True
    finally:
        if not done:
            warnings.warn(_forward_traceback_text(node), UserWarning, stacklevel=4)
    return results


def _forward_traceback_text(node: Node) -> str:
    stack = _forward_stack(node)
    if stack is None:
        return (
            f"Error detected in {node.name()}. No forward pass information available. Enable "
            "detect anomaly during forward pass for more information."
        )
    return (
        f"Error detected in {node.name()}. Traceback of forward call that caused the "
        f"error:\n{''.join(stack)}"
    )


def _forward_stack(node: Node) -> list[str] | None:
    """Return the formatted traceback of a node's forward call, a list of str; None if not kept."""
    if isinstance(node, CopySlices):
        node = node.function
    return getattr(node, "stack", None) if isinstance(node, FunctionNode) else None


def _call_tensor_hooks(node: Node, given: list) -> None:
    """Replace gradients in the list ``given`` by what hooks return; add to retained ``grad``."""
    if node.tensor_hooks_:
        for nr, hooks in node.tensor_hooks_.items():
            if hooks and given[nr] is not None:
                given[nr] = _call_hooks(hooks, given[nr])
    if node.retained_:
        for nr, reference in list(node.retained_.items()):
            tensor = reference()
            if tensor is not None and given[nr] is not None:
                _add_to_retained_grad(tensor, given[nr])


def _call_hooks(hooks: dict, grad: Tensor) -> Tensor:
    """Return ``grad`` as hooks, one after another, replace it; raise for another class or shape."""
    for hook in list(hooks.values()):
        changed = hook(grad)
        if changed is None:
            continue
        if not isinstance(changed, Tensor):
            raise TypeError(
                f"hook '{_hook_name(hook)}' has returned an incompatible value: expected "
                "Tensor or None"
            )
        if tuple(changed.shape) != tuple(grad.shape):
            raise RuntimeError(f"hook '{_hook_name(hook)}' has changed the size of value")
        grad = changed
    return grad


def _hook_name(hook) -> str:
    return getattr(hook, "__name__", type(hook).__name__)


def _add_to_retained_grad(tensor: Tensor, grad: Tensor) -> None:
    """Add a gradient to what a tensor that is no leaf retains."""
    meta = tensor._autograd
    if meta.grad is None:
        meta.grad = _copy_box(grad)
    else:
        meta.grad = _add_gradients(meta.grad, grad)


def _add_gradients(before: Tensor, grad: Tensor) -> Tensor:
    """Return the sum, which is recorded if gradients are enabled."""
    return call(ADDED, (before, grad), {}) if mode.enabled else ivy.add(before, grad)


def _copy_box(grad: Tensor) -> Tensor:
    """Return a new box of a gradient's native array; a tracked one itself while the mode is on."""
    if mode.enabled and type(grad) is not Tensor:
        return grad
    box = object.__new__(Tensor)  # `boxed` without its frame
    box._data = held(grad)
    return box


def _accumulate(variable: Tensor, grad: Tensor, create_graph: bool) -> None:
    """Add to a leaf's ``grad``, in place unless ``create_graph``, and call its post hooks."""
    if not requires_grad(variable):  # any more
        return
    meta = variable._autograd
    before = meta.grad
    if before is None:
        meta.grad = _copy_box(grad)
        if not create_graph and hasattr(variable, "_view") and not lies_in_order(variable):
            layout = layout_of(variable)
            if is_dense(*layout):
                meta.grad = laid(boxed(held(meta.grad)), layout[1])
    elif create_graph:
        meta.grad = _add_gradients(before, grad)
    else:
        added = ivy.add(boxed(held(before)), boxed(held(grad)))
        _write_gradient(before, added)
    if meta.post_hooks:
        for hook in list(meta.post_hooks.values()):
            if hook(variable) is not None:
                raise RuntimeError("Tensor post accumulate grad hooks should return None.")


def _write_gradient(target: Tensor, result: Tensor) -> None:
    """Write ``result`` into the memory of ``target``, and count that in its version."""
    store_fresh(target, held(result))
    bump(target)


# What scripts call


def first_grads(outputs, grads, name: str) -> list:
    """Return the gradients that a backward pass starts with: ones where a scalar has none."""
    found = []
    for at, (output, grad) in enumerate(zip(outputs, grads, strict=True)):
        shape, native_dtype = described(output)
        if grad is None:
            if not requires_grad(output):
                found.append(None)
                continue
            if len(shape) and _count_elements(shape) != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            native = held(output)
            ops = backend_of_class(type(native)) or backend_for(native)
            if ops.ivy_dtype(native_dtype).kind == "c":
                raise RuntimeError(
                    "grad can be implicitly created only for real scalar outputs but got "
                    f"{output.dtype}"
                )
            found.append(_unit_gradient(ops, native, native_dtype, shape))
            continue
        if not isinstance(grad, Tensor):
            raise TypeError(
                f"gradients can be either Tensors, Ints, or None, but got {type(grad).__name__}"
            )
        given = tuple(grad.shape)
        if given != shape:
            raise RuntimeError(
                f"Mismatch in shape: grad_output[{at}] has a shape of torch.Size({list(given)}) "
                f"and output[{at}] has a shape of torch.Size({list(shape)})."
            )
        if output.dtype.is_complex != grad.dtype.is_complex:
            raise RuntimeError(
                f"For complex Tensors, both grad_output and output are required to have the same "
                f"dtype. Mismatch in dtype: grad_output[{at}] has a dtype of {grad.dtype} and "
                f"output[{at}] has a dtype of {output.dtype}."
            )
        found.append(grad)
    return found


_ones: dict = {}  # by backend, dtype, placement: JAX takes 20 us to make one


def _unit_gradient(ops, output, native_dtype, shape: tuple) -> Tensor:
    """Return ones of ``shape``, an output's gradient by itself; a scalar's is cached, read-only."""
    if shape or ops.is_tracer(output):
        return ivy.ones(shape, dtype=ops.ivy_dtype(native_dtype))
    # those that the framework has not been given yet lie where it makes arrays
    where = None if type(output) in waiting else ops.placement_of(output)
    key = ops.NAME, native_dtype, where
    found = _ones.get(key)
    if found is None:
        found = _ones[key] = held(ivy.ones((), dtype=ops.ivy_dtype(native_dtype)))
    return boxed(found)


def _count_elements(shape) -> int:
    size = 1
    for each in shape:
        size *= each
    return size


def refuse_numpy(tensors) -> None:
    """Raise on the NumPy backend, which computes no gradients, naming those that do."""
    for x in tensors:
        native = held(x) if isinstance(x, Tensor) else None
        ops = None if native is None else backend_of_class(type(native)) or backend_for(native)
        if ops is not None and not ops.CAPABILITIES.differentiates:
            raise RuntimeError(
                "backward: NumPy computes no gradients; set_backend('jax'), 'tensorflow' or "
                "'torch' does"
            )


__all__ = [
    "begin_other_kind", "first_grads", "passes", "queue_callback", "refuse_numpy", "run_backward",
]  # fmt: skip
