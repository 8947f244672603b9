"""Gradients compared with differences of values: ``gradcheck`` and ``gradgradcheck``."""

from __future__ import annotations

import numpy as np

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.host import to_numpy
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for

from ..random.mt19937 import Twister
from ..tensors.tensor import Tensor
from .calls import grad
from .tape import boxed
from .through_real import asks_real, through_real


class GradcheckError(RuntimeError):
    """The gradients of a function are not what its values say."""


GradcheckError.__module__ = "torch.autograd.gradcheck"


@citing("torch.autograd.{}")
def gradcheck(
    func,
    inputs,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    raise_exception=True,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    fast_mode=False,
    **options,
) -> bool:
    """Compare the gradients of a function with central differences of its values.

    Parameters
    ----------
    func : callable
        Of tensors, gives a tensor or a sequence of them.
    inputs : Tensor or sequence of Tensor
        Those that require gradients should be float64.
    eps : float, optional
        Step of the differences.
    atol, rtol : float, optional
        How far they may be apart.
    raise_exception : bool, optional
        Whether a difference raises, or False is returned.
    fast_mode : bool, optional
        Whether one direction is compared for each input and output, in place of all elements. Where
        one of them is complex, all elements are.
    **options
        Those of PyTorch for its other ways to check: on its backend they have their effect.

    Returns: bool

    Raises: GradcheckError if they differ.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    ...     torch.autograd.gradcheck(lambda x: x ** 3, (x,))
    True
    """
    inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    if asks_real(inputs):
        return through_real(
            "autograd.gradcheck", func, inputs, eps=eps, atol=atol, rtol=rtol,
            raise_exception=raise_exception, nondet_tol=nondet_tol,
            check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes,
            fast_mode=fast_mode, **options,
        )  # fmt: skip
    try:
        if not fast_mode or not _check_directions(func, inputs, eps, atol, rtol):
            _check_jacobians(func, inputs, eps, atol, rtol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


@citing("torch.autograd.{}")
def gradgradcheck(func, inputs, grad_outputs=None, **options) -> bool:
    """Compare the second derivatives of a function with differences of its gradients.

    Parameters
    ----------
    func : callable
        Of tensors, gives a tensor or a sequence of them.
    inputs : Tensor or sequence of Tensor
    grad_outputs : Tensor or sequence of Tensor, optional
        Gradients by the outputs; random ones by default.
    **options
        As for :func:`gradcheck`.
    """
    inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    if asks_real(inputs):
        return through_real("autograd.gradgradcheck", func, inputs, grad_outputs, **options)
    variables = [x for x in inputs if isinstance(x, Tensor) and x.requires_grad]
    if grad_outputs is None:
        grad_outputs = [_random_leaf(x) for x in _differentiable_outputs(func(*inputs))]
    elif isinstance(grad_outputs, Tensor):
        grad_outputs = [grad_outputs]

    def gradients(*args):
        given, tops = args[: len(inputs)], args[len(inputs) :]
        chosen = [x for x in given if isinstance(x, Tensor) and x.requires_grad]
        outputs = _differentiable_outputs(func(*given))
        return grad(outputs, chosen, list(tops), create_graph=True, allow_unused=True)

    if not variables:
        raise ValueError("gradgradcheck: no input requires gradients")
    return gradcheck(gradients, (*inputs, *grad_outputs), **options)


def _random_leaf(x: Tensor) -> Tensor:
    """Return a leaf that requires grad, like ``x`` but drawn from [-1, 1) as PyTorch draws it."""
    x = x.detach()
    if x.is_complex():
        parts = x.real.new_empty((*x.shape, 2)).uniform_(-1, 1)
        return parts[..., 0].add(parts[..., 1] * 1j).requires_grad_()
    return x.new_empty(x.shape).uniform_(-1, 1).requires_grad_()


def _differentiable_outputs(result) -> list[Tensor]:
    """Return a list of the tensors in a result, or in a list of results, that require grad."""
    result = [result] if isinstance(result, Tensor) else list(result)
    return [x for x in result if isinstance(x, Tensor) and x.requires_grad]


def _variables_among(inputs) -> list[tuple[int, Tensor]]:
    """Return (place, tensor) of the inputs that require grad; ValueError if there is none."""
    variables = [
        (at, x) for at, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad
    ]
    if not variables:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of the them "
            "have requires_grad=True."
        )
    return variables


def _check_directions(func, inputs, eps, atol, rtol) -> bool:
    """Return whether derivatives along one direction agree, of each output by each input.

    False as well where a tensor is complex: the elements are to be compared then. The direction
    mixes all of them, and so the sums of its weights scale ``atol``. The directions are those that
    PyTorch draws: of a function with a kink it depends on them whether the derivatives agree.
    """
    variables = _variables_among(inputs)
    outputs = _differentiable_outputs(func(*inputs))
    if any(x.is_complex() for x in (*outputs, *[x for _, x in variables])):
        return False
    twister = Twister()
    directions = [_unit_vector(x, twister) for _, x in variables]
    weights = [_unit_vector(each, twister) for each in outputs]
    moved = [
        [_moved_outputs(func, inputs, at, sign * eps * direction) for sign in (1, -1)]
        for (at, _), direction in zip(variables, directions, strict=True)
    ]
    for number, (output, weight) in enumerate(zip(outputs, weights, strict=True)):
        kind = to_numpy(output.detach()).dtype
        top = boxed(backend_for(held(output)).from_host(weight.astype(kind)))
        found = grad(output, [x for _, x in variables], top, retain_graph=True, allow_unused=True)
        for gradient, direction, (above, below) in zip(found, directions, moved, strict=True):
            analytical = 0.0 if gradient is None else to_numpy(gradient.detach()) * direction
            numerical = (above[number] - below[number]).reshape(-1) @ weight.reshape(-1) / (2 * eps)
            scale = direction.sum() * weight.sum()
            if not np.allclose(np.sum(analytical), numerical, rtol, atol * scale):
                return False
    return True


def _unit_vector(x: Tensor, twister: Twister) -> np.ndarray:
    """Return positive random numbers of the shape of ``x``, whose squares sum to 1."""
    values = twister.uniform(x.numel(), "float32").astype(to_numpy(x.detach()).dtype)
    return values.reshape(tuple(x.shape)) / (np.linalg.norm(values) or 1.0)


def _moved_outputs(func, inputs, input_nr: int, step: np.ndarray) -> list[np.ndarray]:
    """Return the outputs after adding ``step`` to an input."""
    x = inputs[input_nr]
    values = to_numpy(x.detach())
    native = backend_for(held(x)).from_host((values + step).astype(values.dtype))
    given = list(inputs)
    given[input_nr] = boxed(native).requires_grad_()
    return [np.array(to_numpy(each.detach())) for each in _differentiable_outputs(func(*given))]


def _check_jacobians(func, inputs, eps, atol, rtol) -> None:
    """Raise GradcheckError if Jacobians differ; ValueError if no input requires grad."""
    variables = _variables_among(inputs)
    outputs = _differentiable_outputs(func(*inputs))
    for number, output in enumerate(outputs):
        computed = [_analytical_jacobian(output, x) for _, x in variables]
        for (at, _), found in zip(variables, computed, strict=True):
            wanted = _numerical_jacobian(func, inputs, at, number, eps, output)
            if not np.allclose(found, wanted, rtol, atol):
                raise GradcheckError(
                    f"Jacobian mismatch for output {number} with respect to input {at},\n"
                    f"numerical:{wanted}\nanalytical:{found}\n"
                )


def _analytical_jacobian(output: Tensor, x: Tensor) -> np.ndarray:
    """Return the Jacobian, one row an element of the input, as the engine computes it."""
    kind = to_numpy(output.detach()).dtype
    rows = []
    for unit in np.eye(output.numel(), dtype=kind):
        top = boxed(backend_for(held(output)).from_host(unit.reshape(tuple(output.shape)).copy()))
        (found,) = grad(output, x, top, retain_graph=True, allow_unused=True)
        zeros = np.zeros(x.numel(), to_numpy(x.detach()).dtype)
        rows.append(zeros if found is None else to_numpy(found.detach()).reshape(-1))
    return np.array(rows).reshape(len(rows), -1).T


def _numerical_jacobian(
    func, inputs, input_nr: int, output_nr: int, eps: float, output: Tensor
) -> np.ndarray:
    """Return the Jacobian by central differences, input elements as rows; complex as the engine."""
    x = inputs[input_nr]
    values = np.array(to_numpy(x.detach()))
    steps = (1, 1j) if values.dtype.kind == "c" else (1,)
    is_complex = to_numpy(output.detach()).dtype.kind == "c"
    jacobian = np.zeros((values.size, output.numel()), complex)
    for i in range(values.size):
        slopes = [
            (_moved_output(func, inputs, input_nr, output_nr, values, i, eps * step)
             - _moved_output(func, inputs, input_nr, output_nr, values, i, -eps * step)) / (2 * eps)
            for step in steps
        ]  # fmt: skip
        if len(steps) == 1:
            jacobian[i] = slopes[0] if not is_complex else slopes[0].real
        elif is_complex:
            # conjugate Wirtinger derivative along a real cotangent
            jacobian[i] = slopes[0].real + 1j * slopes[1].real
        else:
            jacobian[i] = slopes[0] + 1j * slopes[1]
    return jacobian if values.dtype.kind == "c" else jacobian.real


def _moved_output(func, inputs, input_nr, output_nr, values, i, step) -> np.ndarray:
    """Return output ``output_nr``, flat and complex, after adding ``step`` to element ``i``."""
    steps = np.zeros(values.shape, np.result_type(values.dtype, type(step)))
    steps.reshape(-1)[i] = step
    return _moved_outputs(func, inputs, input_nr, steps)[output_nr].astype(complex).reshape(-1)


__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]
