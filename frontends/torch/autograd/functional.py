"""Jacobians, Hessians and their products with vectors: ``torch.autograd.functional``."""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing

from ..operations.joining import stack
from ..tensors.tensor import Tensor, ivy
from .calls import grad as gradients_of
from .grad_mode import enable_grad
from .meta import is_tracked, requires_grad
from .through_real import asks_real, through_real


def _as_tuple(values, what: str, function: str) -> tuple[bool, tuple]:
    """Return (whether ``values`` is a tuple, its tensors as one); TypeError for anything else."""
    many = isinstance(values, tuple)
    values = values if many else (values,)
    for at, each in enumerate(values):
        if not isinstance(each, Tensor):
            label = f"value at index {at}" if many else "value"
            raise TypeError(
                f"The {what} given to {function} must be either a Tensor or a tuple of Tensors but "
                f"the {label} has type {type(each)}."
            )
    return many, tuple(values)


def _fresh_leaf(x: Tensor) -> Tensor:
    """Return a copy of ``x`` without history that requires grad."""
    return x.detach().clone().requires_grad_()


def _tracked_inputs(inputs: tuple, create_graph: bool) -> tuple:
    """Return inputs that all require gradients, with their history if ``create_graph``."""
    return tuple(
        x.view_as(x) if create_graph and requires_grad(x) else _fresh_leaf(x) for x in inputs
    )


def _detach_all(values, create_graph: bool):
    """Return tensors detached, in nested tuples too; as they are if ``create_graph``."""
    if create_graph:
        return values
    if isinstance(values, tuple):
        return tuple(_detach_all(each, create_graph) for each in values)
    return values.detach()


def _weighted_gradients(outputs, inputs, v, create_graph, strict):
    """Return gradients by inputs, weighted by ``v``; for none zeros, or raise if ``strict``."""
    outputs_of = [(o, g) for o, g in zip(outputs, v, strict=True) if _needs_grad(o)]
    if not outputs_of:
        if strict:
            raise RuntimeError(
                "Output 0 of the user-provided function does not require gradients. The outputs "
                "must be computed in a differentiable manner from the input when running in "
                "strict mode."
            )
        return tuple(ivy.zeros_like(x.detach()) for x in inputs)
    found = gradients_of(
        [o for o, _ in outputs_of],
        inputs,
        [g for _, g in outputs_of],
        retain_graph=True,
        create_graph=create_graph,
        allow_unused=True,
    )
    if strict and any(each is None for each in found):
        at = found.index(None)
        raise RuntimeError(
            f"The output of the user-provided function is independent of input {at}. This is not "
            "allowed in strict mode."
        )
    return tuple(
        ivy.zeros_like(x.detach()) if each is None else each
        for x, each in zip(inputs, found, strict=True)
    )


def _needs_grad(x: Tensor) -> bool:
    return is_tracked(x) and requires_grad(x)


def _checked_vector(v, outputs, none_condition: str, function: str) -> tuple:
    """Return ``v`` as a tuple, raising if shapes misfit; ones if None and the output is scalar."""
    if v is not None:
        _, v = _as_tuple(v, "v", function)
        if len(v) != len(outputs):
            raise RuntimeError(
                f"v is a tuple of invalid length: should be {len(outputs)} but got {len(v)}."
            )
        for at, (one, output) in enumerate(zip(v, outputs, strict=True)):
            if tuple(one.shape) != tuple(output.shape):
                label = f"Entry {at} in " if len(v) > 1 else ""
                raise RuntimeError(
                    f"{label}v has invalid size: should be {output.shape} but got {one.shape}."
                )
        return v
    if len(outputs) != 1 or outputs[0].numel() != 1:
        raise RuntimeError(f"The vector v can only be None if the {none_condition}")
    return (ivy.ones_like(outputs[0].detach()),)


@citing("torch.autograd.functional.{}")
def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """Compute the result of ``func``, and a vector times its Jacobian."""
    if asks_real(inputs):
        return through_real("autograd.functional.vjp", func, inputs, v, create_graph, strict)
    with enable_grad():
        many, given = _as_tuple(inputs, "inputs", "vjp")
        variables = _tracked_inputs(given, create_graph)
        several, outputs = _as_tuple(
            func(*variables), "outputs of the user-provided function", "vjp"
        )
        v = _checked_vector(v, outputs, "user-provided function returns a single Tensor "
                            "with a single element.", "vjp")  # fmt: skip
        found = _weighted_gradients(outputs, variables, v, create_graph, strict)
    outputs, found = _detach_all(outputs, create_graph), _detach_all(found, create_graph)
    return outputs if several else outputs[0], found if many else found[0]


@citing("torch.autograd.functional.{}")
def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """Compute the result of ``func``, and its Jacobian times a vector."""
    if asks_real(inputs):
        return through_real("autograd.functional.jvp", func, inputs, v, create_graph, strict)
    with enable_grad():
        many, given = _as_tuple(inputs, "inputs", "jvp")
        variables = _tracked_inputs(given, create_graph)
        v = _checked_vector(v, given, "input to the user-provided function is a single "
                            "Tensor with a single element.", "jvp")  # fmt: skip
        several, outputs = _as_tuple(
            func(*variables), "outputs of the user-provided function", "jvp"
        )
        # the derivative of the vjp, which is linear, by what it is given
        along = tuple(ivy.zeros_like(o.detach()).requires_grad_() for o in outputs)
        pulled = _weighted_gradients(outputs, variables, along, True, strict)
        found = _weighted_gradients(pulled, along, v, create_graph, strict)
    outputs, found = _detach_all(outputs, create_graph), _detach_all(found, create_graph)
    return outputs if several else outputs[0], found if several else found[0]


@citing("torch.autograd.functional.{}")
def jacobian(
    func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"
):
    """Return the Jacobian of a function, of shape ``(*output.shape, *input.shape)``.

    Parameters
    ----------
    func : callable
        Of tensors, gives a tensor or a tuple of them.
    inputs : Tensor or tuple of Tensor
    create_graph : bool, optional
        Whether the Jacobian can be differentiated in its turn.
    strict : bool, optional
        Whether an output that does not depend on an input is a mistake.
    vectorize, strategy
        How it is computed; the result is the same.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.autograd.functional.jacobian(lambda x: x * x, torch.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    if strategy not in ("reverse-mode", "forward-mode"):
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your '
            'function has more outputs than inputs, "forward-mode" tends to be more performant. '
            'Otherwise, prefer to use "reverse-mode".'
        )
    if asks_real(inputs):
        return through_real(
            "autograd.functional.jacobian", func, inputs, create_graph, strict, vectorize, strategy
        )
    if strategy == "forward-mode" and not vectorize:
        raise NotImplementedError(
            'torch.autograd.functional.jacobian: `strategy="forward-mode"` is only supported if '
            "vectorize=True."
        )
    with enable_grad():
        many, given = _as_tuple(inputs, "inputs", "jacobian")
        variables = _tracked_inputs(given, create_graph)
        made = func(*variables)
        several, outputs = _as_tuple(made, "outputs of the user-provided function", "jacobian")
        rows = []
        for output in outputs:
            flat = output.reshape(-1)
            each = [
                _weighted_gradients((flat[at],), variables, (ivy.ones_like(flat[at].detach()),),
                                    create_graph, strict)
                for at in range(flat.shape[0])
            ]  # fmt: skip
            rows.append(
                tuple(
                    _stack_jacobian_rows([row[i] for row in each], output, x)
                    for i, x in enumerate(variables)
                )
            )
    found = _detach_all(tuple(rows), create_graph)
    found = found if many else tuple(row[0] for row in found)
    return found if several else found[0]


def _stack_jacobian_rows(rows: list, output: Tensor, x: Tensor) -> Tensor:
    """Return rows as one tensor, (*shape of output, *shape of x); zeros if there are no rows."""
    shape = (*output.shape, *x.shape)
    if not rows:
        return ivy.zeros(shape, dtype=x.dtype.core)
    return stack(rows).reshape(shape)


@citing("torch.autograd.functional.{}")
def hessian(
    func, inputs, create_graph=False, strict=False, vectorize=False,
    outer_jacobian_strategy="reverse-mode",
):  # fmt: skip
    """Return the Hessian of a function that gives one number.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.autograd.functional.hessian(lambda x: (x ** 3).sum(), torch.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    if asks_real(inputs):
        return through_real(
            "autograd.functional.hessian", func, inputs, create_graph, strict, vectorize,
            outer_jacobian_strategy,
        )  # fmt: skip
    many, given = _as_tuple(inputs, "inputs", "hessian")

    def gradient(*variables):
        _, value = _as_tuple(func(*variables), "outputs of the user-provided function", "hessian")
        _check_one_scalar_output(value, "hessian")
        return _weighted_gradients(
            value, variables, (ivy.ones_like(value[0].detach()),), True, strict
        )

    found = jacobian(gradient, given, create_graph=create_graph, strict=False)
    return found if many else found[0][0]


def _check_one_scalar_output(outputs, function_name: str) -> None:
    if len(outputs) != 1:
        raise RuntimeError(
            f"The output of the function given to {function_name} should be a single Tensor"
        )
    if outputs[0].numel() != 1:
        raise RuntimeError(
            f"The Tensor returned by the function given to {function_name} should contain a single "
            "element"
        )


@citing("torch.autograd.functional.{}")
def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """Compute the result of ``func``, and a vector times its Hessian."""
    if asks_real(inputs):
        return through_real("autograd.functional.vhp", func, inputs, v, create_graph, strict)
    with enable_grad():
        many, given = _as_tuple(inputs, "inputs", "vhp")
        variables = _tracked_inputs(given, create_graph)
        v = _checked_vector(v, given, "input to the user-provided function is a single "
                            "Tensor with a single element.", "vhp")  # fmt: skip
        _, outputs = _as_tuple(func(*variables), "outputs of the user-provided function", "vhp")
        _check_one_scalar_output(outputs, "vhp")
        ones = (ivy.ones_like(outputs[0].detach()),)
        first = _weighted_gradients(outputs, variables, ones, True, strict)
        found = _weighted_gradients(first, variables, v, create_graph, strict)
    outputs, found = _detach_all(outputs, create_graph), _detach_all(found, create_graph)
    return outputs[0], found if many else found[0]


@citing("torch.autograd.functional.{}")
def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """Compute the result of ``func``, and its Hessian, which is symmetric, times a vector."""
    if asks_real(inputs):
        return through_real("autograd.functional.hvp", func, inputs, v, create_graph, strict)
    return vhp(func, inputs, v, create_graph, strict)


__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]
