"""Gradients of the PyTorch backend, by torch.autograd."""

from __future__ import annotations

import contextlib
import math
import threading

import numpy as np
import torch

from ivy_core.backends.common import differentiation
from ivy_core.backends.common.differentiation import Autodiff, Leaves, Traced

from ..compiler import tracing
from ..host.policy import COPIED_BYTES
from ..runtime.differentiation import depth, noting_writes
from ..runtime.internals import storage_identity, version_of


class _Saved:
    """Tensors that a graph needs backwards, as they were when it was recorded.

    A program written for NumPy writes over what a gradient needs. Small tensors are copied, once
    for each version; of larger ones the version is compared, which PyTorch does for its own.

    Parameters
    ----------
    limit : float
        The most bytes of what is copied.
    """

    def __init__(self, limit: float):
        self._limit, self._copies = limit, {}

    def hooks(self):
        """Return the context in which graphs save by this object."""
        return torch.autograd.graph.saved_tensors_hooks(self._pack, self._unpack)

    def _pack(self, tensor):
        alias = tensor.detach()
        version = version_of(alias)
        if type(alias) is not torch.Tensor or alias.layout is not torch.strided:
            return alias, version
        if version is None:
            return alias.clone(), None
        if alias.nbytes > self._limit:
            return alias, version
        place = storage_identity(alias), alias.storage_offset(), alias.dtype
        key = *place, alias.shape, alias.stride(), version
        # the tensor is kept beside its copy, lest another one be laid where it was
        found = self._copies.get(key) or self._copies.setdefault(key, (alias.clone(), alias))
        return found[0], None

    @staticmethod
    def _unpack(packed):
        tensor, version = packed
        if version is not None and version_of(tensor) != version:
            raise _Overwritten(
                "a tensor needed for the gradient has been modified by an inplace operation"
            )
        return tensor


class _Overwritten(RuntimeError):
    """A large tensor that a gradient needs has been written to."""


def _differentiable_alias(leaf):
    """Return a tensor to differentiate by, tied to the leaf if that needs gradients."""
    return leaf.view_as(leaf) if leaf.requires_grad else leaf.detach().requires_grad_()


def _is_under_torch_func() -> bool:
    """Return whether torch.func is transforming the call, so that it must differentiate."""
    try:
        torch.zeros(()).requires_grad_()
    except RuntimeError:
        return True
    return False


def _clone_before_call(function):
    """Return a function that gives ``function`` clones, as it may write into its variables."""
    return lambda variables: function([variable.clone() for variable in variables])


def _pullback_by_torch_func(function, leaves) -> tuple:
    """Return outputs, other results and a pull, as ``_pullback``, that torch.func can transform."""
    outputs, pull_native, others = torch.func.vjp(
        _clone_before_call(function), leaves, has_aux=True
    )

    def pull(cotangents, last=False, batched=False):
        if batched:
            return torch.func.vmap(
                lambda *given: pull(given), in_dims=_vmap_axes_of_cotangents(cotangents)
            )(*cotangents)
        given = [
            torch.zeros_like(output) if cotangent is None else cotangent
            for output, cotangent in zip(outputs, cotangents, strict=True)
        ]
        return pull_native(given)[0]

    return outputs, others, pull


def _vmap_axes_of_cotangents(cotangents) -> tuple:
    return tuple([None if cotangent is None else 0 for cotangent in cotangents])


def _pullback(function, leaves, retain):
    """Return outputs, other results, and a function from cotangents to gradients by the leaves."""
    if _is_under_torch_func():
        return _pullback_by_torch_func(function, leaves)
    keep = retain or depth.value > 0 or any(leaf.requires_grad for leaf in leaves)
    depth.value += 1
    outputs = []
    stays = keep or tracing.current.recorder is not None  # of a program it is a result
    forgetting = contextlib.nullcontext() if stays else noting_writes(outputs)
    try:
        with torch.enable_grad(), tracing.differentiating(), _saving(), forgetting:
            variables = [_differentiable_alias(leaf) for leaf in leaves]
            outputs[:], others = _clone_before_call(function)(variables)
    finally:
        depth.value -= 1

    def pull(cotangents, last=False, batched=False):
        pairs = [
            (output, cotangent)
            for output, cotangent in zip(outputs, cotangents, strict=True)
            if cotangent is not None and output.requires_grad
        ]
        if not pairs or not variables:
            count = [len(next(c for c in cotangents if c is not None))] if batched else []
            return [v.new_zeros((*count, *v.shape)) for v in variables]
        targets, given = zip(*pairs, strict=True)
        create = keep or depth.value > 0 or any(c.requires_grad for c in given)
        return list(
            torch.autograd.grad(
                targets, variables, given, retain_graph=create or not last, create_graph=create,
                allow_unused=True, is_grads_batched=batched, materialize_grads=True,
            )
        )  # fmt: skip

    return (outputs if keep else [y.detach() for y in outputs]), others, pull


class _Limit(threading.local):
    """The most bytes of a tensor that is copied when a graph saves it; None where all are."""

    value = None


_limit = _Limit()


def _saving():
    """Return the context of a function whose graph may be needed after its tensors have changed."""
    if tracing.current.recorder is not None:
        return contextlib.nullcontext()
    return _Saved(math.inf if _limit.value is None else _limit.value).hooks()


def _pushforward(function, leaves, tangents) -> tuple:
    """Return outputs, other results, and the tangents of the outputs."""
    if _is_under_torch_func():
        outputs, moved, others = torch.func.jvp(
            _clone_before_call(function), (leaves,), (tangents,), has_aux=True
        )
        return outputs, others, moved
    # the derivative of the pullback, which is linear, by its cotangents
    depth.value += 1
    try:
        outputs, others, pull = _pullback(function, leaves, True)
        with torch.enable_grad():
            cotangents = [torch.zeros_like(y).requires_grad_() for y in outputs]
            gradients = pull(cotangents)
    finally:
        depth.value -= 1
    keep = depth.value > 0 or any(x.requires_grad for x in (*leaves, *tangents))
    moved = [torch.zeros_like(y) for y in outputs]
    pairs = [(g, t) for g, t in zip(gradients, tangents, strict=True) if g.requires_grad]
    if pairs:
        moved = torch.autograd.grad(
            [g for g, _ in pairs], cotangents, [t for _, t in pairs],
            create_graph=keep, allow_unused=True, materialize_grads=True,
        )  # fmt: skip
    if keep:
        return outputs, others, list(moved)
    return [y.detach() for y in outputs], others, [t.detach() for t in moved]


def _jacobian(function, leaves) -> list:
    """Return, for each output, a list with one Jacobian a leaf: output axes, then the leaf's."""
    outputs, _, pull = _pullback(function, leaves, False)
    return [_jacobians_of_output(pull, outputs, at, leaves) for at in range(len(outputs))]


def _jacobians_of_output(pull, outputs, at, leaves) -> list:
    """Return the Jacobians of output number ``at``, one for each leaf."""
    output = outputs[at]
    count = math.prod(output.shape)
    cotangents = [None] * len(outputs)
    cotangents[at] = torch.eye(count, dtype=output.dtype, device=output.device).reshape(
        (count, *output.shape)
    )
    try:
        rows = pull(cotangents, batched=True)
    except RuntimeError as err:
        if "Batching rule not implemented" not in str(err):
            raise
        rows = _pull_one_by_one(pull, cotangents, at)
    # the conjugate of what a real function rises along: the derivative, where there is one
    return [row.reshape((*output.shape, *row.shape[1:])).conj().resolve_conj() for row in rows]


def _pull_one_by_one(pull, cotangents, at) -> list:
    """Return the rows that ``pull`` gives of the cotangents stacked at a place."""
    each = [pull([*cotangents[:at], row, *cotangents[at + 1 :]]) for row in cotangents[at]]
    return [torch.stack(rows) for rows in zip(*each, strict=True)]


def _call_with_retry(compute):
    """Call a computation; once more with all copied if it overwrote what was too large to copy."""
    if _limit.value is not None:
        return compute()  # within another one, which does that
    try:
        _limit.value = COPIED_BYTES
        try:
            return compute()
        except _Overwritten:
            _limit.value = math.inf
            return compute()
    finally:
        _limit.value = None


_AUTODIFF = Autodiff(
    "torch",
    _pullback,
    _pushforward,
    _jacobian,
    _call_with_retry,
    torch.ones_like,
    torch.Tensor.detach,
)


class _Custom(torch.autograd.Function):
    """A function whose gradient is another function; ``call`` holds both."""

    generate_vmap_rule = True

    @staticmethod
    def forward(call, *variables):
        # views: torch saves no input that is returned as it is
        return tuple([result.view_as(result) for result in call.forward(list(variables))])

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.call = inputs[0]
        ctx.count = len(inputs) - 1
        ctx.save_for_backward(*inputs[1:], *output)

    @staticmethod
    def backward(ctx, *upstream):
        saved = ctx.saved_tensors
        return None, *ctx.call.backward(saved[: ctx.count], saved[ctx.count :], upstream)


class _Bound:
    """One call of a function with a gradient of its own."""

    def __init__(self, func, custom_grad_func, xs):
        self.inputs = Leaves("torch", xs)
        self.traced = Traced("torch", lambda variables: func(*self.inputs.filled(variables)))
        self.custom_grad_func, self.single = custom_grad_func, len(xs) == 1

    def __call__(self):
        results = _Custom.apply(self, *self.inputs.variables)
        return self.traced.parts.filled(results)

    def forward(self, variables):
        return self.traced(variables)[0]

    def backward(self, variables, results, upstream):
        outputs = self.traced.parts
        kept = (*self.inputs.filled(variables), outputs.filled(results))
        gradients = self.custom_grad_func(kept, outputs.gradients(upstream))
        nest = (gradients,) if self.single else gradients
        return self.inputs.variables_in(nest, "bind_custom_gradient_function: gradients")


def bind_custom_gradient_function(func, custom_grad_func):
    return lambda *xs: _Bound(func, custom_grad_func, xs)()


def execute_with_gradients(
    func, xs, /, *, retain_grads=False, xs_grad_idxs=((0,),), ret_grad_idxs=((0,),)
):
    return differentiation.execute_with_gradients(
        _AUTODIFF, func, xs, retain_grads, xs_grad_idxs, ret_grad_idxs
    )


def grad(func, argnums=0, *, checkpoints=False):
    return differentiation.grad(_AUTODIFF, func, argnums, checkpoints)


def is_variable(x, /, *, exclusive=False):
    return isinstance(x, torch.Tensor) and x.is_leaf and x.requires_grad


def jac(func):
    return differentiation.jac(_AUTODIFF, func)


def jvp(func, primals, tangents):
    return differentiation.jvp(_AUTODIFF, func, primals, tangents)


def requires_gradient(x):
    return isinstance(x, torch.Tensor) and x.requires_grad


class _SolvedOnHost(torch.autograd.Function):
    """The solution of a linear system by the host; its derivatives are solutions of others."""

    @staticmethod
    def forward(system, *natives):
        *parameters, wanted = [native.resolve_conj().cpu().numpy() for native in natives]
        found = np.ascontiguousarray(system.solve(parameters, wanted))
        return torch.from_numpy(found).to(natives[-1].device)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.system, *parameters, _ = inputs
        ctx.save_for_backward(*parameters, output)
        ctx.save_for_forward(*parameters, output)

    @staticmethod
    def backward(ctx, upstream):
        *parameters, solution = ctx.saved_tensors
        system, transposed = ctx.system.transposed(parameters)
        by_wanted = solve_on_host(system, transposed, upstream.conj()).conj()
        return None, *_pull_product(ctx.system, parameters, solution, -by_wanted), by_wanted

    @staticmethod
    def jvp(ctx, _, *tangents):
        *parameters, solution = ctx.saved_tensors
        *tangents, wanted = tangents
        _, moved = torch.func.jvp(
            lambda *given: ctx.system.product(given, solution), tuple(parameters), tuple(tangents)
        )
        return solve_on_host(ctx.system, parameters, wanted - moved)

    @staticmethod
    def vmap(info, axes, system, *natives):
        stacks = [
            each.expand(info.batch_size, *each.shape) if axis is None else each.movedim(axis, 0)
            for each, axis in zip(natives, axes[1:], strict=True)
        ]
        found = [
            solve_on_host(system, parameters, wanted)
            for *parameters, wanted in zip(*stacks, strict=True)
        ]
        return torch.stack(found), 0


def _pull_product(system, parameters, solution, cotangent):
    """Return the gradients by a matrix's parameters of its product with a solution."""
    if _is_under_torch_func():
        _, pull = torch.func.vjp(lambda given: system.product(given, solution), parameters)
        return pull(cotangent)[0]
    with torch.enable_grad():
        given = [
            each.view_as(each) if each.requires_grad else each.requires_grad_()
            for each in parameters
        ]
        product = system.product(given, solution)
    return torch.autograd.grad(product, given, cotangent, create_graph=torch.is_grad_enabled())


def solve_on_host(system, parameters, wanted):
    return _SolvedOnHost.apply(system, *parameters, wanted)


def stop_gradient(x, /, *, preserve_type=True):
    stopped = x.detach().clone()
    return stopped.requires_grad_() if preserve_type and is_variable(x) else stopped


def value_and_grad(func, *, checkpoints=False):
    return differentiation.value_and_grad(_AUTODIFF, func, checkpoints=checkpoints)


def vjp(func, *primals):
    return differentiation.vjp(_AUTODIFF, func, *primals)
