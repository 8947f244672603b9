"""The tape: what is done when an argument of a function, or what it writes to, is tracked.

``call`` computes a function and records a node for it, ``in_place`` writes its result over one of
its arguments. Plain tensors never come here. The rules are those of PyTorch's engine: a view
belongs to the history of its base, and a write through it puts a node there.
"""

from __future__ import annotations

import functools
import importlib
import itertools
import operator
import traceback
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple
from weakref import ref

from ivy_core.arrays.lenses import (
    Bitcast,
    Diagonal,
    Everything,
    Index,
    Permute,
    Real,
    Reshape,
    Strided,
)
from ivy_core.arrays.views import functional_view, view_like
from ivy_core.arrays.write import store
from ivy_core.backends.holder import held, read, waiting
from ivy_core.backends.loading import backend_for, backend_of_class
from ivy_core.compilation.trace import trace as tracing

from ..policy import KEPT_PATTERNS
from ..random.generator import pass_on, watchers
from ..tensors.dtypes import of_native
from ..tensors.tensor import GradTensor, Tensor, ivy, strides_of
from .bodies import OPTIONS, computed, key_of, note_unlooked
from .grad_mode import mode
from .meta import (
    AutogradMeta,
    Detached,
    StorageAlias,
    ViewFacts,
    bump,
    counter_of,
    facts_of,
    requires_grad,
    track,
)
from .names import OF_ALL_ELEMENTS, OF_SLICES, has_one_name, is_linear, node_name
from .nodes import Node, described, edge_of, grad_fn_of, node_class, set_regenerate
from .saved import Anomaly, Saved, raise_released
from .write_checks import check_writable, inplace_error_text

_new = object.__new__


class Derivative(NamedTuple):
    """The formula of a function's gradients and what it needs, as ``derivative`` declares them.

    Attributes
    ----------
    formula : callable
        ``formula(grad, needs, *arguments)`` returns one gradient a parameter, None where there is
        none. ``grad`` is a list of gradients for functions of several results; ``needs`` says of
        each parameter whether its gradient is wanted. Of parameters that are not saved it sees
        shape and dtype alone.
    saves : dict
        Names of the parameters whose values it wants, each with the name of the parameter whose
        gradient it is wanted for, or None; ``"result"`` for what was computed, which then comes as
        the keyword ``result``.
    shapes : bool
        Whether it looks at shapes or dtypes of parameters that are not saved.
    constant : tuple of int
        Which of several results have no gradient, though they are no whole numbers.
    wants_result : bool
        Whether ``"result"`` is among ``saves``.
    """

    formula: Callable
    saves: dict
    shapes: bool
    constant: tuple
    wants_result: bool


def _declare_derivative(
    *names, saves: tuple | str | dict = (), shapes: bool = True, constant: tuple = ()
) -> Callable:
    """Keep the last argument as the formula of the functions with the names before it."""
    *names, formula = names
    if not isinstance(saves, dict):
        saves = dict.fromkeys((saves,) if isinstance(saves, str) else saves)
    made = Derivative(formula, saves, shapes, constant, "result" in saves)
    _derivatives.update(dict.fromkeys(names, made))
    return formula


# The decorator of a formula: ``@derivative("mul", saves=("input", "other"))``, with the names of
# functions and what ``Derivative`` says. One frame each: some ninety are declared at first use.
derivative = functools.partial(functools.partial, _declare_derivative)


class OpDef:
    """A function as the tape takes it: what ``func_wrapper.Function`` says of those of the API.

    Parameters
    ----------
    differentiated_as : str
        The name under which its derivative is known, and its nodes are named.
    body : callable
        What computes it of plain tensors and options.
    view : bool, optional
        Whether its results may share memory with its first tensor.
    parameters : tuple of str, optional
        Names of the parameters in order; by default those of ``body``.
    """

    draws, host = False, None
    __slots__ = ("body", "differentiable", "differentiated_as", "parameters", "view")

    def __init__(self, differentiated_as: str, body: Callable, *, view: bool = False):
        self.differentiated_as, self.body, self.view = differentiated_as, body, view
        self.differentiable = True
        code = body.__code__
        self.parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


_derivatives: dict[str, Derivative] = {}
# Files of formulas that were not imported yet; the longest comes last.
_unread = dict.fromkeys((
    "recurrent", "products", "reductions", "shaping", "random", "normalizations", "linear_algebra",
    "pointwise",
))  # fmt: skip


def derivative_of(name: str) -> Derivative | None:
    """Return the formula of a function, None if it has none."""
    if _unread and name not in _derivatives:
        for area in list(_unread):  # when it is needed: a script may need none, or a few
            importlib.import_module(f"{__package__}.formulas.{area}")
            _unread.pop(area, None)  # another thread may have been as quick
            if name in _derivatives:
                break
    return _derivatives.get(name)


class TensorMeta:
    """Shape and dtype of an argument whose values were not kept."""

    __slots__ = ("native_dtype", "shape")

    def __init__(self, shape: tuple, native_dtype):
        self.shape, self.native_dtype = shape, native_dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def dtype(self):
        return of_native(self.native_dtype)


_pulled_back: list[Callable] = []  # pullback.py puts its function here: it stands above the tape


def set_pullback(function: Callable) -> None:
    """Say how the gradients of a node without a formula are computed."""
    _pulled_back[:] = [function]


_computed_ahead: list[Callable] = []  # pullback.py's, too
# Functions whose bodies are loops, and whose results are a tuple of floating tensors
_LOOPS = frozenset({"_recurrent_layers"})


def set_computed_ahead(function: Callable) -> None:
    """Say how a function is computed together with what its gradients need."""
    _computed_ahead[:] = [function]


_ANY = TensorMeta((), None)


class FunctionNode(Node):
    """The node of a function of ours, with what its gradients need."""

    __slots__ = (
        "ahead", "args", "drawn", "has_target", "keeps_number", "kwargs", "pattern", "recorded",
        "results", "saved", "shown", "single", "slots", "stack",
    )  # fmt: skip
    checks_results = True  # whether a write to what it keeps of its results is an error

    @property
    def is_linear(self) -> bool:
        """Whether the gradients depend on no tensor, as those of views; PyTorch saves none then."""
        name = type(self).__name__
        linear = is_linear(name, self.recorded.differentiated_as)
        return linear or self.recorded.view and name != "IndexBackward0"

    def release_(self) -> None:
        keeps = self.saved or self.results is not None or self.keeps_number
        if keeps and self.saved is not None and not self.is_linear:
            self.saved = self.results = None
            self.args = self.kwargs = self.ahead = None

    def apply(self, grads: list, create_graph: bool):
        saved = self.saved
        if saved is None:
            raise_released()
        recorded = self.recorded
        name = recorded.differentiated_as
        made = _derivatives.get(name) or derivative_of(name)
        args, kwargs = list(self.args), self.kwargs
        if saved:
            kwargs = dict(kwargs)
            for (at, inner), kept in saved.items():
                value = kept.unpack(create_graph)
                if inner is None:
                    if type(at) is int:
                        args[at] = value
                    else:
                        kwargs[at] = value
                else:
                    holder = args if type(at) is int else kwargs
                    many = holder[at]
                    holder[at] = (*many[:inner], value, *many[inner + 1 :])
                    if type(many) is list:
                        holder[at] = list(holder[at])
        edges = self.edges_
        if made is not None:
            needs = [False] * len(recorded.parameters)
            for (at, _), (node, _nr) in zip(self.slots, edges, strict=True):
                if node is not None:
                    needs[at if type(at) is int else recorded.parameters.index(at)] = True
            if self.results is not None:
                kwargs = dict(kwargs)
                results = [each.unpack(create_graph, self) for each in self.results]
                kwargs["result"] = results[0] if self.single else results
            given = grads[0] if self.single else grads
            if create_graph:
                found = _run_formula_on_tape(recorded, made, given, needs, args, kwargs)
            else:
                found = made.formula(given, needs, *args, **kwargs)
            if found is not NotImplemented:
                return self._sort_by_edges(found)
            if self.results is not None:
                del kwargs["result"]  # the body computes it
        return _pulled_back[0](self, args, kwargs, grads, create_graph)

    def _sort_by_edges(self, found):
        """Return a formula's gradients, given by parameter, one an edge; None for an empty edge."""
        found = found if type(found) is tuple else (found,)
        parameters = self.recorded.parameters
        result = []
        for (at, inner), (node, _) in zip(self.slots, self.edges_, strict=True):
            if node is None:
                result.append(None)
                continue
            each = found[at if type(at) is int else parameters.index(at)]
            result.append(each if inner is None or each is None else each[inner])
        return result


def _run_formula_on_tape(recorded, made, given, needs, args, kwargs):
    """Return the gradients of ``made.formula``, differentiable in their turn; or NotImplemented."""
    rest = Nest((given, args, kwargs))
    nests: list = []

    def body(tensors):
        found = made.formula(*(each := rest.filled(tensors))[:1], needs, *each[1], **each[2])
        if found is NotImplemented:
            return found
        leaves = Nest(found if type(found) is tuple else (found,))
        nests.append(leaves)
        return leaves.tensors

    found = call(OpDef(f"{recorded.differentiated_as}_backward", body), (rest.tensors,), {})
    return found if found is NotImplemented else nests[-1].filled(found)


class Nest:
    """Tensors in nested tuples, lists and dicts, taken out and put in again."""

    __slots__ = ("nest", "tensors")

    def __init__(self, nest):
        self.tensors: list = []
        self.nest = self._extract_tensors(nest)

    def _extract_tensors(self, value):
        """Return a nest with a `_TensorIndex` for each tensor, which ``self.tensors`` gets."""
        if isinstance(value, Tensor):
            self.tensors.append(value)
            return _TensorIndex(len(self.tensors) - 1)
        if type(value) in (list, tuple):
            return type(value)([self._extract_tensors(each) for each in value])
        if type(value) is dict:
            return {key: self._extract_tensors(each) for key, each in value.items()}
        return value

    def filled(self, tensors):
        return _fill_nest(self.nest, tensors)


class _TensorIndex:
    __slots__ = ("at",)

    def __init__(self, at: int):
        self.at = at


def _fill_nest(value, tensors):
    """Return a nest with ``tensors`` where it has a `_TensorIndex`."""
    if type(value) is _TensorIndex:
        return tensors[value.at]
    if type(value) in (list, tuple):
        return type(value)([_fill_nest(each, tensors) for each in value])
    if type(value) is dict:
        return {key: _fill_nest(each, tensors) for key, each in value.items()}
    return value


# Calls


def _stand_in(x: Tensor, of_view: bool = False) -> Tensor:
    """Return a plain tensor for a tracked one; if ``of_view``, through the lenses of a view."""
    plain = _new(Tensor)
    if of_view and hasattr(x, "_view"):
        plain._view = x._view
        return plain
    try:
        plain._data = x._data
    except AttributeError:
        plain._data = x._view.read(x)
    return plain


class _Inputs:
    """The tensors among the arguments of a call, and arguments with plain tensors for them."""

    __slots__ = ("args", "drawn", "kwargs", "of_view", "originals", "slots", "tensors")

    def __init__(self, args, kwargs, of_view: bool = False):
        self.slots, self.tensors, self.originals = slots, tensors, originals = [], [], {}
        self.of_view = of_view  # strides count: a view of a view has to be told as such
        self.args = found = list(args)
        for at, value in enumerate(args):
            if isinstance(value, Tensor):
                slots.append((at, None))
                tensors.append(value)
                if type(value) is not Tensor:
                    data = getattr(value, "_data", None)
                    if data is None or of_view and hasattr(value, "_view"):
                        plain = _stand_in(value, of_view)
                    else:  # without its frame
                        plain = _new(Tensor)
                        plain._data = data
                    found[at] = plain
                    originals[id(plain)] = value
            elif type(value) is list or type(value) is tuple:
                found[at] = self._plain_sequence(value, at)
        self.kwargs = kwargs
        if kwargs and not OPTIONS.issuperset(map(type, kwargs.values())):
            self.kwargs = {name: self._plain_option(value, name) for name, value in kwargs.items()}

    def _plain_option(self, value, name: str):
        """Return an option with stand-ins; slots are (``name``, None), in a list (``name``, i)."""
        if isinstance(value, Tensor):
            return self._plain_tensor(value, (name, None))
        if type(value) is list or type(value) is tuple:
            return self._plain_sequence(value, name)
        return value

    def _plain_sequence(self, values, at: int | str):
        """Return ``values`` with stand-ins, of slots (``at``, index); itself without tensors."""
        for each in values:
            if isinstance(each, Tensor):
                break
        else:
            return values
        return type(values)(
            [
                self._plain_tensor(each, (at, i)) if isinstance(each, Tensor) else each
                for i, each in enumerate(values)
            ]
        )

    def _plain_tensor(self, x, slot):
        """Note a tensor and its slot, and return an untracked stand-in for it if it is tracked."""
        self.slots.append(slot)
        self.tensors.append(x)
        if type(x) is Tensor:
            return x
        plain = _stand_in(x, self.of_view)
        self.originals[id(plain)] = x
        return plain


def records(args, kwargs) -> bool:
    """Return whether the tape has to know of a call: a tensor among the arguments is tracked."""
    for value in args:
        kind = type(value)
        if kind is not Tensor:
            if isinstance(value, GradTensor):
                return True
            if (kind is list or kind is tuple) and any(isinstance(x, GradTensor) for x in value):
                return True
    return bool(kwargs) and records(kwargs.values(), None)


def wants_gradients(args, kwargs) -> bool:
    """Return whether a call is recorded: gradients are on, and an argument requires them."""
    return mode.enabled and _any_requires_grad(args, kwargs)


def record_item_write(function, target: Tensor, index, value) -> None:
    """Write ``value`` where an index of a tensor points, recorded.

    As PyTorch does it: what a basic index shows is a view, into which the value is copied.

    Parameters
    ----------
    function
        Of a tensor, an index and a value: gives the tensor as it is after the write. It does what
        an advanced index says.
    """
    if not is_basic(index):
        if mode.enabled and _any_requires_grad((target, value), None):
            check_writable(target)
        in_place(function, target, (target, index, value), {})
        return
    view = target[index]
    extra = value.ndim - view.ndim if isinstance(value, Tensor) else 0
    if extra > 0 and set(value.shape[:extra]) == {1}:
        value = value[(0,) * extra]  # leading dimensions of length 1 are dropped
    in_place(_COPY if isinstance(value, Tensor) else _FILL, view, (view, value), {})


def is_basic(index) -> bool:
    """Return whether an index shows a view: ints, slices, ``None`` and ``...`` alone."""
    for each in index if type(index) is tuple else (index,):
        kind = type(each)
        if kind is bool or not (
            each is None or each is Ellipsis or kind is slice or hasattr(kind, "__index__")
        ):
            return False
        if hasattr(each, "shape") and (len(each.shape) or str(each.dtype).endswith("bool")):
            return False
    return True


def is_traced(x: Tensor) -> bool:
    """Return whether a tensor has no values yet: a function of the backend is being traced.

    Who asks looks at values otherwise: what refuses some of them is not compiled by itself.
    """
    native = held(x)
    if type(native) in waiting:  # it has values, and need not be given to the framework
        return False
    found = backend_for(native).is_tracer(native)
    if found:
        note_unlooked()
    return found


def call(recorded, args, kwargs, *, written: Tensor | None = None):
    """Compute a function some of whose arguments are tracked, and record it.

    Parameters
    ----------
    recorded : OpDef
    args : sequence
        The arguments as the body takes them: tensors, tracked ones among them, in lists too.
    kwargs : dict
    written : Tensor, optional
        The argument that the result is about to be written over.

    Returns
    -------
    Tensor, or a list or tuple of such
        Tracked where gradients are wanted and possible.
    """
    inputs = _Inputs(args, kwargs, recorded.view and written is None or recorded.draws)
    wanted = False
    if mode.enabled and recorded.differentiable:
        for x in inputs.tensors:
            if type(x) is not Tensor and requires_grad(x):
                wanted = True
                break
    key = None
    if wanted and written is None and not recorded.view and type(recorded) is not OpDef:
        key = key_of(recorded, inputs.args, inputs.kwargs)
    if wanted and recorded.differentiated_as in _LOOPS and tracing.is_tracing():
        return _record_call_ahead(recorded, inputs)
    drawn: list = []
    watchers.append(drawn)
    try:
        result = computed(recorded, inputs.args, inputs.kwargs, key)
    finally:
        watchers.pop()
    if drawn:
        pass_on(drawn)
    if result is NotImplemented:  # by a formula
        return result
    inputs.drawn = drawn
    if recorded.view and written is None:
        return _record_views(recorded, inputs, result, wanted)
    if not wanted:
        return result if written is not None else _restore_original_arguments(inputs, result)
    if key is None or drawn or Anomaly.enabled or type(result) not in _IN_PATTERNS:
        return _record_call(recorded, inputs, result, written)
    return _record_as_before(recorded, inputs, result, key)


def _record_call_ahead(recorded, inputs: _Inputs):
    """Compute a function of ``_LOOPS`` with what its gradients need, record and return results."""
    wanted = [at for at, x in enumerate(inputs.tensors) if type(x) is not Tensor and edge_of(x)[0]]
    inputs.drawn = []
    result, ahead = _computed_ahead[0](recorded, inputs.args, inputs.kwargs, wanted)
    result = _record_call(recorded, inputs, result)
    grad_fn_of(result[0]).ahead = ahead
    return result


def _restore_original_arguments(inputs: _Inputs, result):
    """Replace the plain stand-ins of arguments in a result by the tracked arguments."""
    if isinstance(result, Tensor):
        return inputs.originals.get(id(result), result)
    if isinstance(result, (list, tuple)):
        found = [inputs.originals.get(id(each), each) for each in result]
        return _in_class_of(result, found)
    return result


def _in_class_of(sequence, items: list):
    """Return the list ``items`` as a list, tuple or named tuple, as ``sequence`` is."""
    if type(sequence) in (list, tuple):
        return type(sequence)(items)
    return type(sequence)(*items) if hasattr(sequence, "_fields") else type(sequence)(items)


_IN_PATTERNS = frozenset({Tensor, tuple})


class Pattern:
    """Shared data of the nodes of one function's calls with equal options and shapes.

    Attributes
    ----------
    like : FunctionNode
        One of them, without what it had saved.
    saved : tuple of pairs
        The slots of the arguments that are saved, and which of the tensors those are.
    checked : bool
        See :class:`Saved`.
    """

    __slots__ = ("checked", "like", "saved", "wants_result")

    def __init__(self, node: FunctionNode, formula: Derivative | None):
        self.like = like = type(node)([], node.outputs_)
        like.recorded, like.slots, like.args, like.kwargs = (
            node.recorded, node.slots, node.args, node.kwargs
        )  # fmt: skip
        like.keeps_number, like.single = node.keeps_number, node.single
        positions = dict(zip(node.slots, itertools.count(), strict=False))
        self.saved = tuple(zip(node.saved, map(positions.__getitem__, node.saved), strict=True))
        self.checked = formula is not None
        self.wants_result = node.results is not None

    def record(self, edges: list, tensors: list, result) -> None:
        """Make a plain tensor, or a tuple of such, the result of the node of another call."""
        like = self.like
        node = type(like)(edges, like.outputs_)
        node.recorded, node.slots = like.recorded, like.slots
        node.args, node.kwargs = like.args, like.kwargs
        node.single, node.results, node.drawn, node.has_target = like.single, None, (), False
        node.shown, node.pattern, node.keeps_number = None, self, like.keeps_number
        checked, looks = self.checked, like.checks_results
        node.saved = {slot: Saved(tensors[at], edges[at], checked) for slot, at in self.saved}
        if like.single:  # nearly always: a loop takes 0.15 us
            result.__class__ = GradTensor
            result._autograd = AutogradMeta(False, node, 0)
            if self.wants_result:
                node.results = [Saved(result, None, looks, 0)]
            return
        for nr, each in enumerate(result):
            each.__class__ = GradTensor
            each._autograd = AutogradMeta(False, node, nr)
        if self.wants_result:
            node.results = [Saved(each, None, looks, nr) for nr, each in enumerate(result)]


patterns: OrderedDict = OrderedDict()  # by what key_of gives, and which arguments have edges


def _record_as_before(recorded, inputs: _Inputs, result, key):
    """Record a call, by the pattern of an earlier one with this key if one fits; return results.

    ``result`` is a tensor or a plain tuple.
    """
    edges, present = [], []
    for x in inputs.tensors:
        edge = _NOTHING_BEFORE if type(x) is Tensor else edge_of(x)
        edges.append(edge)
        present.append(edge[0] is not None)
    key = key, *present
    pattern = patterns.get(key)
    if pattern is not None:
        if type(result) is Tensor:
            if described(result) == pattern.like.outputs_[0]:
                for x in inputs.tensors:
                    if x is result:
                        return _record_call(recorded, inputs, result)
                pattern.record(edges, inputs.tensors, result)
                return result
        elif type(result) is tuple and _are_described(result, pattern.like.outputs_):
            if set(map(id, result)).isdisjoint(map(id, inputs.tensors)):
                pattern.record(edges, inputs.tensors, result)
                return result
            return _record_call(recorded, inputs, result)
    made = _record_call(recorded, inputs, result, edges=edges)
    node = _node_of_all(result if type(result) is tuple else (result,)) if made is result else None
    if node is not None and node.recorded is recorded:
        patterns[key] = Pattern(node, _derivatives.get(recorded.differentiated_as))
        if len(patterns) > KEPT_PATTERNS:
            patterns.popitem(last=False)
    return made


def _are_described(results: tuple, outputs: list) -> bool:
    """Return whether results are plain tensors of the shapes and dtypes of a node's outputs."""
    if len(results) != len(outputs):
        return False
    for each, output in zip(results, outputs, strict=True):
        if type(each) is not Tensor or described(each) != output:
            return False
    return True


def _node_of_all(results: tuple):
    """Return the node that all results have just got; None if one has none."""
    for each in results:
        if type(each) is not GradTensor:
            return None
    return results[0]._autograd.grad_fn if results else None


def _record_call(recorded, inputs: _Inputs, result, written=None, edges=None):
    """Make the node of a call and return its results tracked.

    ``written`` is an in-place target; ``edges`` are those of the inputs, where they are known.
    """
    single = isinstance(result, Tensor)
    if single:
        same = id(result) in inputs.originals
        for x in inputs.tensors:
            if result is x:
                same = True
        if same and written is None:
            return inputs.originals.get(id(result), result)
        result = _stand_in(result) if same else result
    else:
        results = tuple(result)
    made = derivative_of(recorded.differentiated_as)
    if single:
        known = described(result)
        if not is_inexact(known[1]):
            return _restore_original_arguments(inputs, result)
        node = _make_node(recorded, inputs, [known], True, made, written, edges)
        result.__class__ = GradTensor
        result._autograd = AutogradMeta(False, node, 0)
        if made is not None and made.wants_result:
            if _is_wanted(made.saves["result"], inputs.slots, node.edges_, recorded.parameters):
                node.results = [Saved(result, None, True, 0)]
        return result
    outputs, differentiable = [], []
    constant = () if made is None else made.constant
    for nr, each in enumerate(results):
        if isinstance(each, Tensor):
            shape_and_dtype = described(each)
            outputs.append(shape_and_dtype)
            differentiable.append(nr not in constant and is_inexact(shape_and_dtype[1]))
        else:
            outputs.append(None)
            differentiable.append(False)
    if True not in differentiable:
        return _restore_original_arguments(inputs, result)
    node = _make_node(recorded, inputs, outputs, False, made, written, edges)
    for nr, each in enumerate(results):
        if differentiable[nr] and type(each) is Tensor:
            each.__class__ = GradTensor
            each._autograd = AutogradMeta(False, node, nr)
    if made is not None and made.wants_result and recorded.differentiated_as not in OF_ALL_ELEMENTS:
        node.results = [
            Saved(each, None, node.checks_results, nr) if isinstance(each, Tensor) else NOTHING
            for nr, each in enumerate(results)
        ]
    return result


# stands for an int among results
NOTHING = type("_Nothing", (), {"unpack": lambda self, tracked, node: None})()
_inexact: dict = {}
_classes: dict[str, type[Node]] = {}  # of nodes, by the names of functions that have one alone
node_bases: dict[str, type[Node]] = {}  # of those that run in a way of their own, by formula


def is_inexact(native_dtype) -> bool:
    found = _inexact.get(native_dtype)
    if found is None:
        torch_dtype = of_native(native_dtype)
        found = torch_dtype.is_floating_point or torch_dtype.is_complex
        _inexact[native_dtype] = found
    return found


_NOTHING_BEFORE = (None, 0)


def _make_node(recorded, inputs, outputs, single, made, written=None, edges=None) -> FunctionNode:
    """Return a call's node: ``outputs`` are (shape, dtype), ``made`` is its Derivative or None."""
    if edges is None:
        edges = [_NOTHING_BEFORE if type(x) is Tensor else edge_of(x) for x in inputs.tensors]
    name = recorded.differentiated_as
    cls = _classes.get(name)
    if cls is None:
        base = node_bases.get(name, FunctionNode)
        cls = node_class(node_name(name, inputs.args, inputs.kwargs), base)
        if has_one_name(name):
            _classes[name] = cls
    node = cls(edges, outputs)
    node.recorded, node.single, node.slots = recorded, single, inputs.slots
    node.results, node.drawn, node.pattern, node.shown = None, inputs.drawn, None, None
    node.has_target = written is not None and inputs.tensors[0] is written
    if Anomaly.enabled:
        node.stack = traceback.format_stack()[:-2]
    saves = None if made is None or not single and name in OF_ALL_ELEMENTS else made.saves
    args, kwargs, saved = inputs.args, inputs.kwargs, {}
    parameters, copied = recorded.parameters, False
    first = True
    for (at, inner), x, edge in zip(inputs.slots, inputs.tensors, edges, strict=True):
        if saves is None:
            # without a formula all is kept; what PyTorch itself keeps is not known then
            saved[at, inner] = Saved(x, edge, False)
        else:
            name = parameters[at] if type(at) is int else at
            if name in saves and _is_wanted(saves[name], inputs.slots, edges, parameters):
                # of what is written over a copy is kept, where it comes as another argument none
                saved[at, inner] = Saved(x, edge, not (first and x is written))
        first = False
        if inner is None and saves is not None:
            shell = TensorMeta(*described(x)) if made.shapes else _ANY
            if type(at) is int:
                args[at] = shell
            else:
                kwargs[at] = shell
        else:
            copied = True
    if copied:
        args = [_replace_tensors_by_meta(each) for each in args]
        kwargs = {key: _replace_tensors_by_meta(each) for key, each in kwargs.items()}
    node.args, node.kwargs, node.saved = args, kwargs, saved
    # PyTorch makes a tensor of such a number, and saves that
    node.keeps_number = cls.__name__ in _SAVING_NUMBERS and len(inputs.tensors) == 1
    return node


_SAVING_NUMBERS = frozenset({"MulBackward0", "DivBackward0"})


def _is_wanted(name: str | None, slots, edges, parameters) -> bool:
    """Return whether a gradient by the parameter ``name`` is wanted; True if that is None."""
    if name is None:
        return True
    for (at, _), (node, _nr) in zip(slots, edges, strict=True):
        if node is not None and (parameters[at] if type(at) is int else at) == name:
            return True
    return False


def _replace_tensors_by_meta(value):
    """Return a TensorMeta for a tensor, or for each in a list or tuple; others as they are."""
    if isinstance(value, Tensor):
        return TensorMeta(*described(value))
    if type(value) is list or type(value) is tuple:
        return type(value)(
            [TensorMeta(*described(x)) if isinstance(x, Tensor) else x for x in value]
        )
    return value


# Views


def _record_views(recorded, inputs: _Inputs, result, wanted: bool):
    """Return results tracked: as views if they share the first tensor's memory, else as copies."""
    if isinstance(result, Tensor):
        # what only gives its shape, as `other` of `expand_as`, has no gradient
        wanted = wanted and requires_grad(inputs.tensors[0])
        view = _as_view(inputs, result)
        if view is None:
            return (
                _record_copy_for_view(recorded, inputs, result)
                if wanted
                else _restore_original_arguments(inputs, result)
            )
        if view is not inputs.tensors[0]:
            _track_views(recorded, inputs, [view], wanted, True)
        return view
    views = [_as_view(inputs, each) for each in result]
    if None in views:
        return (
            _record_call(recorded, inputs, result)
            if wanted
            else _restore_original_arguments(inputs, result)
        )
    _track_views(recorded, inputs, views, wanted, False)
    return _in_class_of(result, views)


def _record_copy_for_view(recorded, inputs: _Inputs, result):
    """Record a view function whose result is a copy: its ``View`` node becomes ``UnsafeView``."""
    made = _record_call(recorded, inputs, result)
    node = made._autograd.grad_fn if type(made) is GradTensor else None
    if type(node) is _classes.get(recorded.differentiated_as) and node.name() == "ViewBackward0":
        node.__class__ = node_class("UnsafeViewBackward0", FunctionNode)
    return made


def _as_view(inputs: _Inputs, result):
    """Return a body's result as a tracked view of the call's first tensor; None if it is none."""
    source = inputs.tensors[0]
    plain = inputs.args[0] if inputs.slots[0] == (0, None) else None
    if result is plain:
        return source
    if hasattr(result, "_view"):
        if plain is not None and result._view.base is plain:
            return view_like(result, source, GradTensor)
        if hasattr(source, "_view") and result._view.base is source._view.base:
            return view_like(result, source._view.base, GradTensor)
        return None
    native = read(result)
    ops = backend_of_class(type(native))
    if ops.CAPABILITIES.native_views:
        if plain is not None and native.base is not None and _has_same_base(native, read(plain)):
            result.__class__ = GradTensor
            return result
    return None


def _has_same_base(view, native) -> bool:
    """Return whether NumPy's ``view`` is a view of ``native`` or of its base."""
    owner = native if native.base is None else native.base
    return view.base is native or view.base is owner


def _track_views(recorded, inputs, views: list, wanted: bool, single: bool) -> None:
    """Set the views' base, lenses and version counter; if ``wanted``, one node for them all."""
    source = inputs.tensors[0]
    whole = facts_of(source)
    base = source if whole is None else whole.base
    made = whole.made if whole is not None else ""
    if not mode.enabled:
        made = "inference" if mode.inference else "no_grad"
    elif not single and recorded.differentiated_as not in OF_SLICES:
        made = "several"
    counter = counter_of(source)
    node = None
    if wanted:
        outputs = [described(view) for view in views]
        formula = derivative_of(recorded.differentiated_as)
        node = _make_node(recorded, inputs, outputs, single, formula)
        if formula is None and all(hasattr(view, "_view") for view in views):
            stacks = [lenses_from(source, view) for view in views]
            # strides may lead out of the source, into memory that a copy of it lacks
            if not any(type(lens) is Strided for lenses in stacks for lens in lenses):
                node.shown, node.saved = (described(source), stacks), {}  # no value is needed
    for nr, view in enumerate(views):
        view._autograd = meta = AutogradMeta(False, node, nr)
        meta.view = ViewFacts(base, lenses_from(base, view), made)
        meta.counter, meta.seen = counter, counter.count


def lenses_from(base: Tensor, view: Tensor) -> tuple:
    """Return the lenses that lead from a tensor to a view of it, or of all the memory."""
    lenses = view._view.stack if hasattr(view, "_view") else ()
    if not hasattr(base, "_view"):
        return lenses
    of_base = base._view.stack
    if all(map(operator.is_, lenses, of_base)) and len(lenses) > len(of_base):
        return lenses[len(of_base) :]
    layout, first = (tuple(base.shape), strides_of(base)), view.storage_offset()
    return (Strided(layout, strides_of(view), first - base.storage_offset(), tuple(view.shape)),)


def node_of_turned(recorded, args, kwargs, shown: Tensor) -> FunctionNode:
    """Return the node of a tensor that becomes a view of itself, its first argument."""
    inputs = _Inputs(args, kwargs, True)
    inputs.drawn = []
    formula = derivative_of(recorded.differentiated_as)
    node = _make_node(recorded, inputs, [described(shown)], True, formula)
    name = node.name()  # PyTorch numbers the forms of a function: those in place come last
    forms = 3 if name.startswith("Squeeze") else 1
    node.__class__ = node_class(f"{name[:-1]}{int(name[-1]) + forms}", FunctionNode)
    return node


def _regenerate_view_node(x: Tensor, meta: AutogradMeta):
    """Make a view's node anew on its base's history after a write; return the edge, or raise."""
    facts = meta.view
    if facts.made:
        what = "its base or another view of its base has been"
        raise RuntimeError(inplace_error_text(x, facts).replace("is being", what, 1))
    node = node_class("AsStridedBackward0", ViewNode)([edge_of(facts.base)], [described(x)])
    node.lenses, node.base = facts.lenses, described(facts.base)
    if meta.retains_grad:
        stop_retaining(x)
        node.retained_ = {0: ref(x)}
    meta.grad_fn, meta.output_nr = node, 0
    meta.seen = meta.counter.count
    return node, 0


set_regenerate(_regenerate_view_node)


class ViewNode(Node):
    """The node of a view that was made anew: its gradient, within zeros of the base's shape."""

    __slots__ = ("base", "lenses")

    def apply(self, grads, create_graph):
        return [gradient_of_base(grads[0], self.base, self.lenses)]


class CopySlices(Node):
    """A write through a view: the gradient of the base, and that of what was written.

    What the view showed before the write goes through the function that computed the new values;
    all other elements pass.
    """

    __slots__ = ("base", "function", "has_target", "lenses")

    def apply(self, grads, create_graph):
        grad, function = grads[0], self.function
        if function is None:
            raise_released()
        shown = fitted(call(_SHOWN, (grad, self.lenses), {}), function.outputs_[0])
        found = list(function.apply([shown], create_graph))
        before = found.pop(0) if self.has_target else None
        kept = call(_KEPT, (grad, self.lenses), {})
        if before is not None:
            before = fitted(before, (self.lenses[-1].shape, described(grad)[1]))
            kept = call(ADDED, (kept, gradient_of_base(before, self.base, self.lenses)), {})
        return [kept, *found]

    def release_(self):
        if self.function is not None:
            self.function.release_()
            if getattr(self.function, "saved", ()) is None:
                self.function = None


CopySlices.__module__ = "builtins"


def fitted(grad: Tensor, wanted: tuple) -> Tensor:
    """Return a gradient in the shape and the native dtype of what it is the gradient of."""
    shape, native_dtype = described(grad)
    if shape != wanted[0]:
        grad = call(_SUMMED, (grad, wanted[0]), {})
    if native_dtype != wanted[1]:
        grad = call(_CAST, (grad, wanted[1]), {})
    return grad


def gradient_of_base(grad: Tensor, base: tuple, lenses: tuple) -> Tensor:
    """Return a base's gradient, 0 where a view shows nothing; ``base`` is its (shape, dtype)."""
    injective = all(type(lens) in _INJECTIVE for lens in lenses)
    return call(_PLACED if injective else _SPREAD, (grad, base, lenses), {})


_INJECTIVE = frozenset(
    {Bitcast, Detached, Diagonal, Everything, Index, Permute, Real, Reshape, StorageAlias}
)


def _write_into_zeros(grad, base, lenses):
    """Return a base's gradient: zeros, with a view's gradient written through its lenses."""
    native = held(grad)
    whole = zeros(native, *base)
    if lenses:
        store(functional_view(whole, lenses, Tensor), native)
        return whole
    return grad


def _sum_through_lenses(grad, base, lenses):
    """Return a base's gradient: a view's, summed where lenses show an element several times."""
    native = read(grad)
    vjp = backend_for(native).implementations["vjp"]
    _, pull = vjp(
        lambda whole: read(functional_view(boxed(whole), lenses)), read(zeros(native, *base))
    )
    return boxed(pull(native)[0])


def _read_through_lenses(grad, lenses):
    """Return the part of a base's gradient that the lenses show; ``grad`` itself without any."""
    return boxed(held(functional_view(_stand_in(grad), lenses, Tensor))) if lenses else grad


def _zero_through_lenses(grad, lenses):
    """Return a base's gradient with zeros at the elements that the lenses show."""
    whole = _stand_in(grad)
    if not lenses:
        return zeros(whole._data, *described(whole))
    view = functional_view(whole, lenses, Tensor)
    store(view, held(zeros(whole._data, tuple(view.shape), whole._data.dtype)))
    return whole


def _cast_gradient(grad, native_dtype):
    """Cast to a native dtype; a real one takes the real part of complex values."""
    native = held(grad)
    ops = backend_for(native)
    if not of_native(native_dtype).is_complex and of_native(native.dtype).is_complex:
        grad = ivy.real(grad)
    return ivy.astype(grad, ops.ivy_dtype(native_dtype))


def _sum_to_shape(grad, shape):
    """Undo a broadcast: sum ``grad`` to ``shape``; RuntimeError if it is not broadcast from it."""
    given = described(grad)[0]
    more = len(given) - len(shape)
    if more < 0 or any(n != 1 and n != m for n, m in zip(shape, given[more:], strict=True)):
        raise RuntimeError(
            f"returned an invalid gradient: got {list(given)} but expected shape compatible with "
            f"{list(shape)}"
        )
    axes = tuple(range(more)) + tuple(
        at + more for at, n in enumerate(shape) if n == 1 and given[at + more] != 1
    )
    if axes:
        grad = ivy.sum(grad, axis=axes, keepdims=True)
    return ivy.reshape(grad, shape) if more else grad


def boxed(native) -> Tensor:
    """Return a plain tensor that holds a native array."""
    x = _new(Tensor)
    x._data = native
    return x


def zeros(like, shape: tuple, native_dtype) -> Tensor:
    """Return zeros of a native dtype where the native array ``like`` lies."""
    return ivy.zeros(shape, dtype=backend_for(like).ivy_dtype(native_dtype))


_SHOWN, _KEPT = (
    OpDef("shown_inside", _read_through_lenses),
    OpDef("kept_outside", _zero_through_lenses),
)
_PLACED, _SPREAD = (
    OpDef("placed_in_zeros", _write_into_zeros),
    OpDef("spread_over_zeros", _sum_through_lenses),
)
_CAST, _SUMMED = OpDef("to_copy", _cast_gradient), OpDef("summed_to_size", _sum_to_shape)


def _source_as_input(input, src):
    """Return ``src`` in ``input``'s dtype (of complex values the real part) and shape."""
    wanted = described(input)
    if described(src) == wanted:
        return src
    if src.dtype.is_complex and not input.dtype.is_complex:
        src = ivy.real(src)
    kind = backend_for(held(input)).ivy_dtype(wanted[1])
    return ivy.broadcast_to(ivy.astype(src, kind), wanted[0])


def _filled_like(input, value):
    """Return ``value`` in the shape and dtype of ``input``, untracked."""
    return ivy.full_like(boxed(held(input)), value)


_COPY, _FILL = OpDef("copy_", _source_as_input), OpDef("fill_", _filled_like)
ADDED = OpDef("add", lambda input, other: ivy.add(input, other))


# Writes


def in_place(recorded, target: Tensor, args, kwargs, put: Callable | None = None):
    """Compute a function and write its result over ``target``, as ``_`` methods do.

    Parameters
    ----------
    recorded : OpDef
        The function that is computed; what it gives is written.
    target : Tensor
        Tracked, or a plain one while another argument is tracked; usually the first argument.
    args, kwargs
        As for :func:`call`.
    put : callable, optional
        ``put(target, result)`` checks that the result may be written, and writes it; by default
        the result is cast to the dtype of the target.

    Returns
    -------
    Tensor
        ``target``.
    """
    if mode.enabled and (requires_grad(target) or _any_requires_grad(args, kwargs)):
        check_writable(target)
    result = call(recorded, args, kwargs, written=target)
    if put is None:
        store(target, held(result))
    else:
        put(target, result)
    wrote(target, result)
    return target


def _any_requires_grad(args, kwargs) -> bool:
    """Return whether a tensor in ``args`` or ``kwargs``, nested lists too, requires grad."""
    for value in args:
        if isinstance(value, GradTensor):
            if requires_grad(value):
                return True
        elif type(value) in (list, tuple) and _any_requires_grad(value, None):
            return True
    return bool(kwargs) and _any_requires_grad(kwargs.values(), None)


def wrote(target: Tensor, result=None) -> None:
    """Say that the values of ``result`` have been written over a tensor.

    Its memory is newer by one version. What computed a tracked result has computed the target, and
    if that is a view, the elements of its base that it shows.
    """
    bump(target)
    if not isinstance(result, GradTensor) or result._autograd.grad_fn is None:
        return
    node, nr = result._autograd.grad_fn, result._autograd.output_nr
    for kept in getattr(node, "results", None) or ():
        if kept is not NOTHING:
            kept.rebind(target)
    facts = facts_of(target)
    if facts is None:
        meta = track(target, written=True)
        retained = meta.retains_grad and meta.grad_fn is not None
        if retained:
            stop_retaining(target)
        meta.grad_fn, meta.output_nr = node, nr
        if retained:
            retain(target)
        return
    base = facts.base
    from_base = edge_of(base) if isinstance(base, GradTensor) else (None, 0)
    meta = track(base, written=True)
    copy = CopySlices([from_base, *node.edges_[node.has_target :]], [described(base)])
    copy.base, copy.lenses, copy.function, copy.has_target = (
        described(base), facts.lenses, node, node.has_target
    )  # fmt: skip
    meta.grad_fn, meta.output_nr = copy, 0


def retain(x: Tensor) -> None:
    """Have the engine keep the gradient of a tensor that is no leaf."""
    node = grad_fn_of(x)
    if node.retained_ is None:
        node.retained_ = {}
    node.retained_[x._autograd.output_nr] = ref(x)
    x._autograd.retains_grad = True


def stop_retaining(x: Tensor) -> None:
    node = x._autograd.grad_fn
    if node is not None and node.retained_ is not None:
        node.retained_.pop(x._autograd.output_nr, None)


__all__ = [
    "ADDED", "NOTHING", "CopySlices", "Derivative", "FunctionNode", "Nest", "OpDef", "TensorMeta",
    "ViewNode", "boxed",
    "call", "derivative", "derivative_of", "fitted",
    "in_place", "is_basic", "is_inexact", "is_traced", "patterns",
    "record_item_write", "records", "retain", "set_computed_ahead", "set_pullback",
    "stop_retaining", "wants_gradients", "wrote", "zeros",
]  # fmt: skip
