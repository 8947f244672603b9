"""Modules made without drawing their parameters.

References
----------
PyTorch documentation, ``torch.nn.utils.skip_init``.
"""

from __future__ import annotations

import inspect

from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.modules.module import Module
from frontends.torch.random import generator


@citing("``torch.nn.utils.{}``")
def skip_init(module_cls, *args, **kwargs):
    """Make a module whose parameters hold anything, and leave the random numbers as they are.

    Parameters
    ----------
    module_cls : type
        A class of modules that take ``device``.
    *args, **kwargs
        What it is made with.

    Raises: RuntimeError if it is no such class.

    >>> torch.nn.utils.skip_init(torch.nn.Linear, 2, 3)
    Linear(in_features=2, out_features=3, bias=True)
    """
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    before = generator.get_rng_state()
    try:
        return module_cls(*args, **kwargs)
    finally:
        generator.set_rng_state(before)


__all__ = ["skip_init"]
