"""Gradients of functions without a formula.

Those of views go where the view's lenses lead; of others the backend differentiates the body.
"""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from operator import is_

from ivy_core.arrays.views import functional_view
from ivy_core.arrays.write import store
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import backend_for

from ..policy import BACKWARDS_BEFORE_COMPILING_GRADIENT, KEPT_CALLS
from ..tensors.tensor import Tensor
from .bodies import (
    QUICK,
    REFUSED,
    NotCompiled,
    compiling_backend,
    first_results,
    key_of,
    of_arguments_alone,
)
from .tape import (
    FunctionNode,
    Nest,
    OpDef,
    boxed,
    call,
    gradient_of_base,
    is_inexact,
    set_computed_ahead,
    set_pullback,
    zeros,
)


def pulled_back(node: FunctionNode, args: list, kwargs: dict, grads: list, create_graph: bool):
    """Return the gradients of a node by its arguments, by lenses or the vjp of what computed it.

    Parameters
    ----------
    node : FunctionNode
    args, kwargs
        What the function was called with.
    grads : list
        Gradients of its results, None where there is none.
    create_graph : bool
        Whether the gradients are to be differentiated in their turn.

    Returns
    -------
    list of Tensor or None, an edge each
    """
    if node.shown is not None:
        return _gradients_of_views(node, grads)
    if not create_graph and node.recorded.differentiated_as == "__getitem__" and _is_mask(args[1]):
        return [_written_where(args[1], grads[0], args[0]), *[None] * (len(node.edges_) - 1)]
    arguments = Nest((args, kwargs))
    if create_graph:
        if node.is_linear:
            arguments.tensors = [boxed(held(x)) for x in arguments.tensors]
        function = OpDef(
            f"{node.recorded.differentiated_as}_backward",
            lambda *given: _pull_back_through_body(node, *given),
        )
        return call(function, (grads, arguments.tensors, arguments), {})
    key = None if type(node.recorded) is OpDef else key_of(node.recorded, args, kwargs)
    return _pull_back_through_body(node, grads, arguments.tensors, arguments, key)


def _is_mask(index) -> bool:
    """Return whether an index is a tensor of bools whose values are known."""
    if not isinstance(index, Tensor) or index.dtype.kind != "b" or not index.ndim:
        return False
    native = held(index)
    return not backend_for(native).is_tracer(native)


def _written_where(mask: Tensor, grad: Tensor, like) -> Tensor:
    """Return the gradient of what a mask has chosen from: zeros, and ``grad`` where it is true.

    How long ``grad`` is follows from values: no program is made of the body's derivative.
    """
    native = held(grad)
    whole = zeros(native, tuple(like.shape), native.dtype)
    whole[mask] = boxed(native)
    return whole


def _gradients_of_views(node: FunctionNode, grads: list) -> list:
    """Return the gradient of a function's first tensor, which it shows in one view or several.

    No two of several views show the same element: they are parts along an axis.
    """
    base, stacks = node.shown
    if node.single:
        found = gradient_of_base(grads[0], base, stacks[0])
    else:
        given = [(grad, lenses) for grad, lenses in zip(grads, stacks, strict=True)
                 if grad is not None]  # fmt: skip
        found = call(_PARTS, ([grad for grad, _ in given], base, [each for _, each in given]), {})
    return [found, *[None] * (len(node.edges_) - 1)]


def _write_parts_into_zeros(grads, base, stacks):
    """Return zeros of a shape and dtype, with each gradient written through its lenses."""
    whole = zeros(held(grads[0]), *base)
    for grad, lenses in zip(grads, stacks, strict=True):
        store(functional_view(whole, lenses, Tensor), held(grad))
    return whole


_PARTS = OpDef("parts_placed_in_zeros", _write_parts_into_zeros)


def _pull_back_through_body(node: FunctionNode, grads, tensors, arguments: Nest, key=None) -> list:
    """Return a gradient for each edge, by the backend's vjp of the body; None if not wanted.

    One that comes again is a program (``key`` is then not None), under the rules of bodies.
    """
    wanted = [at for at, (edge, _) in enumerate(node.edges_) if edge is not None]
    if not wanted:
        return [None] * len(node.edges_)
    natives = [read(x) for x in tensors]
    ahead = getattr(node, "ahead", None)
    if ahead is not None and not ahead.is_of(natives, wanted):
        ahead = None  # a hook has put other tensors in place of those that were saved
    cotangents = [
        None if grad is None else read(grad)
        for grad, known in zip(grads, node.outputs_, strict=True) if _carries_gradient(known)
    ]  # fmt: skip
    pull = _Pull(node, arguments, wanted, [each is not None for each in cotangents])
    given = [*natives, *[each for each in cotangents if each is not None]]
    ops = compiling_backend(natives[wanted[0]])
    if ahead is not None:
        found = ahead.pull(pull.completed(ahead.outputs, iter(given[len(natives) :])))
    elif key is None or node.drawn or ops is None or not ops.is_eager():
        found = pull.of(given)
    else:
        found = _pull_by_program(ops, pull, (key, tuple(wanted), tuple(pull.are_given)), given)
    gradients = [None] * len(node.edges_)
    for at, gradient in zip(wanted, found, strict=True):
        gradients[at] = None if gradient is None else boxed(gradient)
    return gradients


class _Pull:
    """The gradients of a recorded call as a function of native arrays alone.

    Attributes
    ----------
    wanted : list of int
        At which edges gradients are wanted.
    are_given : list of bool
        Whether there is a gradient of a result, for each result that can have one.
    """

    __slots__ = ("are_given", "arguments", "node", "wanted")

    def __init__(self, node: FunctionNode, arguments: Nest, wanted: list, are_given: list):
        self.node, self.arguments, self.wanted, self.are_given = node, arguments, wanted, are_given

    def of(self, given: list) -> list:
        """Return the wanted gradients of the call's arrays and the given gradients of results."""
        count = len(self.arguments.tensors)
        natives, cotangents = given[:count], iter(given[count:])
        body, single = self.node.recorded.body, self.node.single
        with _replay_random_numbers(self.node.drawn):
            outputs, pull = _differentiated(body, single, self.arguments, natives, self.wanted)
        return pull(self.completed(outputs, cotangents))

    def completed(self, outputs: list, cotangents) -> list:
        """Return a gradient for each output: one of those given, or zeros."""
        return [
            next(cotangents) if is_given else read(zeros(output, tuple(output.shape), output.dtype))
            for output, is_given in zip(outputs, self.are_given, strict=True)
        ]


def _differentiated(body, single: bool, arguments: Nest, natives: list, wanted: list) -> tuple:
    """Return (the inexact results of a body, the function from their gradients to those wanted)."""

    def function(*variables):
        tensors = list(map(boxed, natives))
        for at, variable in zip(wanted, variables, strict=True):
            tensors[at] = boxed(variable)
        args, kwargs = arguments.filled(tensors)
        result = body(*args, **kwargs)
        results = (result,) if single else result
        return [read(each) for each in results if _is_inexact_tensor(each)]

    variables = [natives[at] for at in wanted]
    return backend_for(variables[0]).implementations["vjp"](function, *variables)


class _Ahead:
    """Results of a function, and the pull of its gradients, of one pass of a trace.

    Attributes
    ----------
    outputs : list of native
    pull : callable
        From a gradient for each output to the wanted ones.
    """

    __slots__ = ("_natives", "_wanted", "outputs", "pull")

    def __init__(self, natives: list, wanted: list, outputs: list, pull):
        self._natives, self._wanted, self.outputs, self.pull = natives, wanted, outputs, pull

    def is_of(self, natives: list, wanted: list) -> bool:
        """Return whether it was computed of these very arrays, for the same gradients."""
        return self._wanted == wanted and all(map(is_, self._natives, natives))


def _computed_ahead(recorded, args: list, kwargs: dict, wanted: list) -> tuple:
    """Return a function's results, a tuple of inexact tensors, and their :class:`_Ahead`.

    A loop is one step of a program, and that of the results alone is another one than that which
    keeps what gradients need: XLA would run both. Everything else it finds to be the same.
    """
    arguments = Nest((args, kwargs))
    natives = [read(x) for x in arguments.tensors]
    outputs, pull = _differentiated(recorded.body, False, arguments, natives, wanted)
    return tuple(map(boxed, outputs)), _Ahead(natives, wanted, outputs, pull)


# by what determines a pull: its program, or how often it came
_programs: OrderedDict = OrderedDict()


def _pull_by_program(ops, pull: _Pull, key: tuple, given: list) -> list:
    """Return the wanted gradients, by a program where such have come often enough."""
    known = _programs.get(key, 0)
    if known is REFUSED:
        return pull.of(given)
    if type(known) is _PullProgram:
        try:
            return known.of(pull, given)
        except NotCompiled:  # traced again: for what the key does not tell
            _programs[key] = REFUSED
            return pull.of(given)
    if ops.computes_first_calls() or known >= BACKWARDS_BEFORE_COMPILING_GRADIENT:
        known = _PullProgram(ops, key)
        made = first_results(lambda natives: known.of(pull, natives), given, are_checked=True)
        if made is not None and made is not QUICK:
            _programs[key] = known
            return made
        _programs[key] = REFUSED
        return pull.of(given)
    _programs[key] = known + 1
    if len(_programs) > KEPT_CALLS:
        _programs.popitem(last=False)
    return pull.of(given)


class _PullProgram:
    """A compiled pull, which is traced when the backend needs it: for its first call, or later."""

    __slots__ = ("call", "pulls")

    def __init__(self, ops, key: tuple):
        ((function, args, kwargs, dtype), *others) = key
        self.pulls: dict[int, _Pull] = {}  # by thread: what is computed, and maybe traced
        name = (function.name, function.body, args, kwargs, str(dtype), *others)
        self.call = ops.compiled(self._traced, first_on_host=True, name=name)

    def of(self, pull: _Pull, given: list) -> list:
        """Return the gradients of ``pull``, or of one like it that has been traced."""
        thread = threading.get_ident()
        self.pulls[thread] = pull
        try:
            return self.call(given)
        finally:
            del self.pulls[thread]

    def _traced(self, natives: list) -> list:
        with of_arguments_alone():
            return self.pulls[threading.get_ident()].of(natives)


@contextlib.contextmanager
def _replay_random_numbers(drawn: list):
    """Set generators to their recorded states within the block; back to the present ones behind."""
    now = {id(twister): (twister, twister.state) for twister, _ in drawn}
    for twister, state in reversed(drawn):
        twister.state = state
    try:
        yield
    finally:
        for twister, state in now.values():
            twister.state = state


def _is_inexact_tensor(x) -> bool:
    return isinstance(x, Tensor) and is_inexact(held(x).dtype)


def _carries_gradient(shape_and_dtype) -> bool:
    return shape_and_dtype is not None and is_inexact(shape_and_dtype[1])


set_pullback(pulled_back)
set_computed_ahead(_computed_ahead)
__all__ = ["pulled_back"]
