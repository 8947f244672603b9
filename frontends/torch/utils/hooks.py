"""Handles that remove hooks, and what calls a module's backward hooks.

References
----------
PyTorch documentation, ``torch.utils.hooks`` and ``torch.nn.Module.register_full_backward_hook``.
"""

from __future__ import annotations

import itertools
import sys
import warnings
import weakref

import frontends.torch as torch
from frontends.torch.dispatch import native
from ivy_core.utils.tracebacks import level_of_user


class RemovableHandle:
    """Remove one hook from the dictionaries that hold it; also a context manager that does.

    Parameters
    ----------
    hooks_dict : dict
        Hooks by number; this handle's ``id`` is a number that no other handle has.
    extra_dict : dict or list of dict, optional
        Further dictionaries with an entry of that number.
    """

    numbers_ = itertools.count()

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.id = next(RemovableHandle.numbers_)
        self.hooks_dict_ref = weakref.ref(hooks_dict)
        extra = () if extra_dict is None else extra_dict
        extra = (extra,) if isinstance(extra, dict) else tuple(extra)
        self.extra_dict_ref = tuple(weakref.ref(d) for d in extra)

    def remove(self) -> None:
        """Remove the hook; a second call does nothing."""
        for ref in (self.hooks_dict_ref, *self.extra_dict_ref):
            hooks = ref()
            if hooks is not None:
                hooks.pop(self.id, None)

    def __getstate__(self):
        return self.hooks_dict_ref(), self.id, [ref() for ref in self.extra_dict_ref]

    def __setstate__(self, state):
        hooks, self.id, extra = state
        self.hooks_dict_ref = weakref.ref(hooks)
        self.extra_dict_ref = tuple(weakref.ref(d) for d in extra)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *exc) -> None:
        self.remove()


def _pass_through_identity(args, at_node):
    """Send ``args``' tensors through one node, for ``at_node``; return (args, indices or None)."""
    positions = [i for i, arg in enumerate(args) if isinstance(arg, torch.Tensor)]
    tensors = [args[i] for i in positions]
    if not (torch.is_grad_enabled() and any(t.requires_grad for t in tensors)):
        return args, None  # nothing needs a gradient
    passed = _identity_function().apply(*tensors)
    at_node(next(t.grad_fn for t in passed if t.grad_fn is not None))
    found = list(args)
    for position, tensor in zip(positions, passed, strict=True):
        found[position] = tensor
    return (tuple(found) if type(args) is tuple else type(args)(*found)), positions


def register_at_node(node, hook):
    """Have ``hook(grad_inputs, grad_outputs)`` called at a node, with tensors of ours at any."""

    def called(grad_inputs, grad_outputs):
        given = (*grad_inputs, *grad_outputs)
        if not any(isinstance(each, native.tensor_class) for each in given):
            return hook(grad_inputs, grad_outputs)
        return native.unwrap(hook(native.boxed(grad_inputs), native.boxed(grad_outputs)))

    return node.register_hook(called)


_made: list = []


def _identity_function():
    """Return the identity as a function of autograd; made late, since autograd stands above."""
    if not _made:

        class BackwardHookFunction(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *tensors):
                ctx.mark_non_differentiable(*[t for t in tensors if not t.requires_grad])
                return tensors

            @staticmethod
            def backward(ctx, *grads):
                return grads

        _made.append(BackwardHookFunction)
    return _made[0]


def _scatter_into_tuple(positions, values, length):
    """Return ``values`` at ``positions`` of a tuple that is None elsewhere."""
    found = [None] * length
    for position, value in zip(positions, values, strict=True):
        found[position] = value
    return tuple(found)


class BackwardHook:
    """Call the full backward hooks of a module in one call of it.

    The gradients of its outputs meet in one node and those of its inputs in another: the first
    calls the pre-hooks, the second the hooks with both.
    """

    def __init__(self, module, user_hooks, user_pre_hooks):
        self.module = module
        self.user_hooks = user_hooks
        self.user_pre_hooks = user_pre_hooks
        self.grad_outputs = None
        self.input_tensors_index = self.output_tensors_index = None
        self.n_inputs = self.n_outputs = -1

    def setup_input_hook(self, args):
        """Return the module's positional arguments, watched."""
        watched, self.input_tensors_index = _pass_through_identity(
            args, lambda node: register_at_node(node, self.run_hooks_at_inputs_)
        )
        self.n_inputs = len(args)
        return watched

    def setup_output_hook(self, output):
        """Watch the output of the module, a tensor or a tuple, and return it."""
        outputs = output if isinstance(output, tuple) else (output,)
        watched, self.output_tensors_index = _pass_through_identity(
            outputs, lambda node: register_at_node(node, self.run_pre_hooks_at_outputs_)
        )
        self.n_outputs = len(outputs)
        return watched if isinstance(output, tuple) else watched[0]

    def run_hooks_at_inputs_(self, grad_input, _):
        """Return input tensors' gradients as hooks replace them; None if no output's has come."""
        if self.grad_outputs is None:  # e.g. in a second backward, which passes no output
            return None
        grads = _scatter_into_tuple(self.input_tensors_index, grad_input, self.n_inputs)
        for hook in self.user_hooks:
            given = hook(self.module, grads, self.grad_outputs)
            if given is None:
                continue
            if len(given) != len(grads):
                raise RuntimeError(
                    "Backward hook returned an invalid number of grad_input, "
                    f"got {len(given)}, but expected {len(grads)}"
                )
            grads = given
        self.grad_outputs = None
        return tuple(grads[i] for i in self.input_tensors_index)

    def run_pre_hooks_at_outputs_(self, _, grad_output):
        """Return the tensor outputs' gradients as pre-hooks replace them, kept for the hooks."""
        grads = _scatter_into_tuple(self.output_tensors_index, grad_output, self.n_outputs)
        for hook in self.user_pre_hooks:
            given = hook(self.module, grads)
            if given is None:
                continue
            if len(given) != len(grads):
                raise RuntimeError(
                    "Backward pre hook returned an invalid number of grad_output, "
                    f"got {len(given)}, but expected {len(grads)}"
                )
            grads = given
        self.grad_outputs = grads
        if self.input_tensors_index is None:
            _run_hooks_without_inputs(self, grads)
        return tuple(grads[i] for i in self.output_tensors_index)


def _run_hooks_without_inputs(caller, grads):
    """Call the hooks at once: no input needs a gradient, so none will arrive there."""
    if caller.user_hooks:
        warnings.warn(
            "Full backward hook is firing when gradients are computed with respect to module "
            "outputs since no inputs require gradients. See https://docs.pytorch.org/docs/main/"
            "generated/torch.nn.Module.html#torch.nn.Module.register_full_backward_hook "
            "for more details.",
            stacklevel=level_of_user(sys._getframe()),
        )
    nothing = (None,) * caller.n_inputs
    for hook in caller.user_hooks:
        given = hook(caller.module, nothing, grads)
        if given is not None and not (isinstance(given, tuple) and all(g is None for g in given)):
            raise RuntimeError(
                "Backward hook for Modules where no input requires gradient should always "
                "return None or None for all gradients."
            )
    caller.grad_outputs = None
