"""Gradients of functions without a formula.

Those of views go where the view's lenses lead; of others the backend differentiates the body.
"""

from __future__ import annotations

import contextlib

from ivy_core.arrays.views import functional_view
from ivy_core.arrays.write import store
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for

from ..tensors.tensor import Tensor
from .tape import (
    FunctionNode,
    Nest,
    OpDef,
    boxed,
    call,
    gradient_of_base,
    is_inexact,
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
    arguments = Nest((args, kwargs))
    if create_graph:
        if node.is_linear:
            arguments.tensors = [boxed(read(x)) for x in arguments.tensors]
        function = OpDef(
            f"{node.recorded.differentiated_as}_backward",
            lambda *given: _pull_back_through_body(node, *given),
        )
        return call(function, (grads, arguments.tensors, arguments), {})
    return _pull_back_through_body(node, grads, arguments.tensors, arguments)


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
    return [found, *[None] * (len(node.edges) - 1)]


def _write_parts_into_zeros(grads, base, stacks):
    """Return zeros of a shape and dtype, with each gradient written through its lenses."""
    whole = zeros(read(grads[0]), *base)
    for grad, lenses in zip(grads, stacks, strict=True):
        store(functional_view(whole, lenses, Tensor), read(grad))
    return whole


_PARTS = OpDef("parts_placed_in_zeros", _write_parts_into_zeros)


def _pull_back_through_body(node: FunctionNode, grads, tensors, arguments: Nest) -> list:
    """Return a gradient for each edge, by the backend's vjp of the body; None if not wanted."""
    wanted = [at for at, (edge, _) in enumerate(node.edges) if edge is not None]
    if not wanted:
        return [None] * len(node.edges)
    native = read(tensors[wanted[0]])
    ops = backend_for(native)
    body, single = node.recorded.body, node.single

    def function(*variables):
        given = list(tensors)
        for at, variable in zip(wanted, variables, strict=True):
            given[at] = boxed(variable)
        args, kwargs = arguments.filled(given)
        result = body(*args, **kwargs)
        results = (result,) if single else result
        return [read(each) for each in results if _is_inexact_tensor(each)]

    with _replay_random_numbers(node.drawn):
        outputs, pull = ops.implementations["vjp"](function, *[read(tensors[at]) for at in wanted])
    given = [
        grad for grad, known in zip(grads, node.outputs, strict=True) if _carries_gradient(known)
    ]
    cotangents = [
        read(zeros(native, tuple(output.shape), output.dtype)) if grad is None else read(grad)
        for output, grad in zip(outputs, given, strict=True)
    ]
    found = [None] * len(node.edges)
    for at, gradient in zip(wanted, pull(cotangents), strict=True):
        found[at] = None if gradient is None else boxed(gradient)
    return found


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
    return isinstance(x, Tensor) and is_inexact(read(x).dtype)


def _carries_gradient(shape_and_dtype) -> bool:
    return shape_and_dtype is not None and is_inexact(shape_and_dtype[1])


set_pullback(pulled_back)
__all__ = ["pulled_back"]
