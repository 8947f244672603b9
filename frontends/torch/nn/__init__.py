"""``torch.nn``: modules, parameters, what initialises them, and functions of them.

References
----------
PyTorch documentation, ``torch.nn``.
"""

from . import functional, init, modules, parameter, utils
from .modules import *  # noqa: F403  (all of them, as PyTorch has it)
from .parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter

__all__ = [  # noqa: PLE0604  (names, all of them strings)
    *modules.__all__,
    "Buffer",
    "Parameter",
    "UninitializedBuffer",
    "UninitializedParameter",
    "functional",
    "init",
    "modules",
    "parameter",
    "utils",
]
