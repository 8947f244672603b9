"""A module called with other parameters, under the name that it had before ``torch.func``.

References
----------
PyTorch documentation, ``torch.nn.utils.stateless``.
"""

from __future__ import annotations

import warnings

from frontends.torch.dispatch.docstrings import citing
from frontends.torch.func import functional_call as _functional_call
from frontends.torch.func.module_state import swapped_state


@citing("``torch.nn.utils.stateless.{}``")
def functional_call(
    module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False
):
    """Call a module with other parameters and buffers; it keeps its own."""
    warnings.warn(
        "`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be "
        "removed in a future version of PyTorch. Please use `torch.func.functional_call` instead "
        "which is a drop-in replacement.",
        FutureWarning,
        stacklevel=2,
    )
    return _functional_call(
        module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict
    )


def _reparametrize_module(
    module, parameters_and_buffers, tie_weights=False, strict=False, stack_weights=False
):
    """Set a module's parameters and buffers within a block: what packages call by this name.

    They are always put back in reverse order, which is what ``stack_weights`` asks for.
    """
    return swapped_state(module, parameters_and_buffers, tie_weights, strict)


__all__ = ["functional_call"]
