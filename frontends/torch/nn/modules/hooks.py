"""Hooks of all modules: what ``register_module_*`` keeps, and ``Module.__call__`` asks for.

References
----------
PyTorch documentation, ``torch.nn.modules.module.register_module_forward_hook`` and its kin.
"""

from __future__ import annotations

from collections import OrderedDict

from frontends.torch.utils.hooks import RemovableHandle


class _Everywhere:
    """The hooks of all modules, by kind; the dictionaries are never replaced."""

    def __init__(self):
        self.forward_pre = OrderedDict()
        self.forward = OrderedDict()
        self.forward_with_kwargs = OrderedDict()
        self.forward_always_called = OrderedDict()
        self.backward_pre = OrderedDict()
        self.backward = OrderedDict()
        self.backward_is_full = None
        self.buffers = OrderedDict()
        self.modules = OrderedDict()
        self.parameters = OrderedDict()


everywhere = _Everywhere()

REGULAR_AND_FULL = (
    "Cannot use both regular backward hooks and full backward hooks {where}. "
    "Please use only one of them."
)


def _add_hook(hooks: OrderedDict, hook, extra=None) -> RemovableHandle:
    handle = RemovableHandle(hooks, extra_dict=extra)
    hooks[handle.id] = hook
    return handle


def register_module_buffer_registration_hook(hook) -> RemovableHandle:
    """Call ``hook(module, name, buffer)`` as a buffer is registered; what it returns is kept."""
    return _add_hook(everywhere.buffers, hook)


def register_module_module_registration_hook(hook) -> RemovableHandle:
    """Call ``hook(module, name, submodule)`` as one is registered; what it returns is kept."""
    return _add_hook(everywhere.modules, hook)


def register_module_parameter_registration_hook(hook) -> RemovableHandle:
    """Call ``hook(module, name, param)`` as one is registered; what it returns is kept."""
    return _add_hook(everywhere.parameters, hook)


def register_module_forward_pre_hook(hook) -> RemovableHandle:
    """Call ``hook(module, args)`` before each forward of any module."""
    return _add_hook(everywhere.forward_pre, hook)


def register_module_forward_hook(
    hook, *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Call ``hook(module, args, output)`` after each forward of any module."""
    extra = [everywhere.forward_with_kwargs, everywhere.forward_always_called]
    handle = _add_hook(everywhere.forward, hook, extra)
    if with_kwargs:
        everywhere.forward_with_kwargs[handle.id] = True
    if always_call:
        everywhere.forward_always_called[handle.id] = True
    return handle


def register_module_full_backward_pre_hook(hook) -> RemovableHandle:
    """Call ``hook(module, grad_output)`` before the gradients of any module are computed."""
    return _add_hook(everywhere.backward_pre, hook)


def register_module_full_backward_hook(hook) -> RemovableHandle:
    """Call ``hook(module, grad_input, grad_output)`` when those of any module are known."""
    return _add_global_backward_hook(hook, full=True)


def register_module_backward_hook(hook) -> RemovableHandle:
    """As the full hook, but at the last node of the module only. Deprecated by PyTorch."""
    return _add_global_backward_hook(hook, full=False)


def _add_global_backward_hook(hook, full: bool) -> RemovableHandle:
    """Add a hook of all modules; RuntimeError once one of the other kind was added."""
    if everywhere.backward_is_full is (not full):
        raise RuntimeError(REGULAR_AND_FULL.format(where="as a global Module hook"))
    everywhere.backward_is_full = full
    return _add_hook(everywhere.backward, hook)
