"""``torch.__config__``: how this was built, which is not at all.

References
----------
PyTorch documentation, ``torch.__config__``.
"""

from __future__ import annotations

from ivy_core.backend_handler import active_backend

from .compat.settings import get_num_threads
from .version import __version__


def show() -> str:
    """Return in a few lines what computes.

    Examples
    --------
    >>> show().splitlines()[0]
    'PyTorch 2.13.0, as frontends.torch has it'
    """
    name = active_backend().NAME
    return f"PyTorch {__version__}, as frontends.torch has it\n  - backend: {name}\n"


def parallel_info() -> str:
    """Return with how many threads operations run."""
    return f"torch.get_num_threads() : {get_num_threads()}\n"
