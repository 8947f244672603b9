"""``autograd.backward`` and ``autograd.grad``."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backends.holder import held

from ..tensors.tensor import Tensor, ivy
from .attributes import real
from .engine import first_grads, refuse_numpy, run_backward
from .meta import is_tracked, requires_grad
from .nodes import edge_of
from .tape import boxed

_UNUSED = (
    "The differentiated Tensor at index {at} appears to not have been used in the graph. Set "
    "allow_unused=True if this is the desired behavior."
)


def _as_tuple(tensors) -> tuple:
    """Return an iterable of tensors as a tuple; a Tensor alone in one."""
    if isinstance(tensors, Tensor) or hasattr(type(tensors), "__torch_function__"):
        return (tensors,)
    return tuple(tensors)


def _inputs_as_tuple(inputs, function: str) -> tuple:
    """Return the inputs that gradients are taken by as a tuple; RuntimeError if there are none."""
    if type(inputs) is dict:
        inputs = inputs.values()
    elif isinstance(inputs, Mapping):
        raise TypeError(
            f"`inputs` argument to `{function}()` must be a dict, not {type(inputs).__name__}. "
            "Other Mapping types are not supported."
        )
    found = _as_tuple(inputs)
    if not found:
        raise RuntimeError(f"`inputs` argument to `{function}()` cannot be empty.")
    return found


def _gradients_as_tuple(grads, count: int) -> tuple:
    """Return ``count`` gradients, all None for None; RuntimeError if there are more or fewer."""
    grads = (None,) * count if grads is None else _as_tuple(grads)
    if len(grads) != count:
        raise RuntimeError(f"got {count} tensors and {len(grads)} gradients")
    return grads


def _checked_edges(outputs) -> list:
    """Return the outputs' edges, (node, result's index); RuntimeError if one requires no grad."""
    edges = []
    for at, x in enumerate(outputs):
        edge = edge_of(x) if requires_grad(x) else (None, 0)
        if edge[0] is None:
            raise RuntimeError(
                f"element {at} of tensors does not require grad and does not have a grad_fn"
            )
        edges.append(edge)
    return edges


@citing("torch.autograd.{}")
def backward(
    tensors,
    grad_tensors=None,
    retain_graph=None,
    create_graph=False,
    grad_variables=None,
    inputs=None,
) -> None:
    """Add the gradients of some tensors to ``grad`` of the leaves that they were computed of.

    Parameters
    ----------
    tensors : Tensor or iterable of Tensor
    grad_tensors : Tensor, iterable of Tensor or None, optional
        Gradients by them; a tensor of one element needs none.
    retain_graph : bool, optional
        Whether the graph can be run again; by default ``create_graph``.
    create_graph : bool, optional
        Whether the gradients can be differentiated in their turn.
    inputs : Tensor, iterable or dict of Tensor, optional
        What gradients are wanted of; by default all leaves.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     x = torch.tensor(3.0, requires_grad=True)
    ...     torch.autograd.backward([x * x])
    ...     x.grad
    tensor(6.)
    """
    inputs = None if inputs is None else _inputs_as_tuple(inputs, "backward")
    tensors = _as_tuple(tensors)
    if not tensors:
        return
    if grad_tensors is None:
        grad_tensors = grad_variables
    grads = _gradients_as_tuple(grad_tensors, len(tensors))
    if any(hasattr(x, "parts_of_gradient") for x in (*tensors, *(inputs or ()))):
        grads = _parts_of_gradients(tensors, grads)
        inputs = inputs if inputs is None else _parts(inputs)
        backward(_parts(tensors), grads, retain_graph, create_graph, inputs=inputs)
        return
    is_real = False
    for x in tensors if "torch" in sys.modules else ():
        is_real = is_real or isinstance(x, Tensor) and real(x) is not None
    if is_real:
        sys.modules["torch"].autograd.backward(
            *_unwrap_real_tensors((tensors, grads)),
            retain_graph=retain_graph,
            create_graph=create_graph,
            inputs=None if inputs is None else _unwrap_real_tensors(inputs),
        )
        return
    grads = first_grads(tensors, grads, "backward")
    roots = _checked_edges(tensors)
    refuse_numpy(tensors)
    ends = None
    if inputs is not None:
        for x in inputs:
            if not is_tracked(x) or edge_of(x)[0] is None:
                raise RuntimeError("One of the differentiated Tensors does not require grad")
        ends = [edge_of(x) for x in inputs]
    run_backward(
        roots,
        grads,
        retain_graph=create_graph if retain_graph is None else retain_graph,
        create_graph=create_graph,
        inputs=ends,
    )


def _parts(tensors: tuple) -> tuple:
    """Return tensors, of each DTensor this rank's own."""
    return tuple([getattr(x, "_local_tensor", x) for x in tensors])


def _gradient_of(x: Tensor, part):
    """Return the gradient of a tensor; of a DTensor, as one, this rank's tensor being given."""
    return (
        x.with_gradient_of(part) if part is not None and hasattr(x, "parts_of_gradient") else part
    )


def _parts_of_gradients(tensors: tuple, grads: tuple) -> list:
    """Return gradients of tensors, of a DTensor's those of this rank's tensor."""
    pairs = zip(tensors, grads, strict=True)
    return [x.parts_of_gradient(g) if hasattr(x, "parts_of_gradient") else g for x, g in pairs]


def _unwrap_real_tensors(nest):
    """Replace tensors in lists and tuples by PyTorch's own; by None on another backend."""
    if isinstance(nest, Tensor):
        return real(nest)
    if isinstance(nest, (list, tuple)):
        return type(nest)([_unwrap_real_tensors(each) for each in nest])
    return nest


@citing("torch.autograd.{}")
def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    only_inputs=True,
    allow_unused=None,
    is_grads_batched=False,
    materialize_grads=False,
) -> tuple | dict:
    """Return the gradients of some tensors, summed, by others.

    Parameters
    ----------
    outputs : Tensor or iterable of Tensor
    inputs : Tensor, iterable or dict of Tensor
    grad_outputs : Tensor, iterable of Tensor or None, optional
        Gradients by the outputs; an output of one element needs none.
    retain_graph : bool, optional
        Whether the graph can be run again; by default ``create_graph``.
    create_graph : bool, optional
        Whether the gradients can be differentiated in their turn.
    allow_unused : bool, optional
        Whether an input that the outputs do not depend on has the gradient None, and is no mistake.
    is_grads_batched : bool, optional
        Whether ``grad_outputs`` have a first dimension more: so many gradients are computed.
    materialize_grads : bool, optional
        Whether such gradients are zeros.

    Returns: tuple of Tensor or None, one an input; a dict for a dict

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     x = torch.tensor(3.0, requires_grad=True)
    ...     torch.autograd.grad(x ** 3, x)
    (tensor(27.),)
    """
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, "
            "but got: allow_unused=False."
        )
    if allow_unused is None:
        allow_unused = materialize_grads
    outputs = _as_tuple(outputs)
    if type(inputs) is dict:
        found = grad(
            outputs, _inputs_as_tuple(inputs, "grad"), grad_outputs, retain_graph, create_graph,
            only_inputs, allow_unused, is_grads_batched, materialize_grads,
        )  # fmt: skip
        return dict(zip(inputs, found, strict=True))
    inputs = _inputs_as_tuple(inputs, "grad")
    if any(hasattr(x, "parts_of_gradient") for x in (*outputs, *inputs)):
        given = _parts_of_gradients(outputs, _gradients_as_tuple(grad_outputs, len(outputs)))
        found = grad(
            _parts(outputs), _parts(inputs), given, retain_graph, create_graph, only_inputs,
            allow_unused, is_grads_batched, materialize_grads,
        )  # fmt: skip
        pairs = zip(inputs, found, strict=True)
        return tuple([_gradient_of(x, part) for x, part in pairs])
    if any(isinstance(x, Tensor) and real(x) is not None for x in outputs):
        found = sys.modules["torch"].autograd.grad(
            *_unwrap_real_tensors((outputs, inputs)),
            None if grad_outputs is None else _unwrap_real_tensors(_as_tuple(grad_outputs)),
            retain_graph=retain_graph,
            create_graph=create_graph,
            allow_unused=allow_unused,
            is_grads_batched=is_grads_batched,
            materialize_grads=materialize_grads,
        )
        return tuple([None if each is None else boxed(each) for each in found])
    given = _gradients_as_tuple(grad_outputs, len(outputs))
    retain = create_graph if retain_graph is None else retain_graph
    if is_grads_batched:
        return _grad_of_each_row(outputs, inputs, given, retain, create_graph, allow_unused)
    grads = first_grads(outputs, given, "grad")
    roots = _checked_edges(outputs)
    refuse_numpy(outputs)
    ends = []
    for x in inputs:
        if not is_tracked(x) or not requires_grad(x):
            raise RuntimeError("One of the differentiated Tensors does not require grad")
        ends.append(edge_of(x))
    found = run_backward(
        roots,
        grads,
        retain_graph=retain,
        create_graph=create_graph,
        inputs=ends,
        accumulate=False,
    )
    for at, (x, each) in enumerate(zip(inputs, found, strict=True)):
        if each is None and not allow_unused:
            raise RuntimeError(_UNUSED.format(at=at))
        if each is None and materialize_grads:
            found[at] = ivy.zeros_like(boxed(held(x)))
    return tuple(found)


def _grad_of_each_row(outputs, inputs, batched_grads, retain, create_graph, allow_unused):
    """Return the gradients by each row of batched ones, stacked; None for an unused input."""
    count = next(each.shape[0] for each in batched_grads if each is not None)
    rows = []
    for at in range(count):
        rows.append(
            grad(
                outputs,
                inputs,
                tuple(None if each is None else each[at] for each in batched_grads),
                retain_graph=retain or at < count - 1,
                create_graph=create_graph,
                allow_unused=allow_unused,
            )
        )
    return tuple(
        None if column[0] is None else ivy.stack(list(column)) for column in zip(*rows, strict=True)
    )


@citing("torch.Tensor.backward")
def _backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Compute the gradients of the leaves that a tensor was computed of, and add them to ``grad``.

    Parameters
    ----------
    gradient : Tensor, optional
        Gradient by this tensor, in its shape; not needed for one of one element.
    retain_graph : bool, optional
        Whether the graph can be run again; by default ``create_graph``.
    create_graph : bool, optional
        Whether the gradients can be differentiated in their turn.
    inputs : Tensor, iterable or dict of Tensor, optional
        What gradients are wanted of; by default all leaves.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     x = torch.tensor([1.0, 2.0], requires_grad=True)
    ...     (x * x).sum().backward()
    ...     x.grad
    tensor([2., 4.])
    """
    backward(self, gradient, retain_graph, create_graph, inputs=inputs)


_backward.__name__ = _backward.__qualname__ = "backward"
Tensor.backward = _backward
__all__ = ["backward", "grad"]
