"""``torch.nn``: modules, parameters, what initialises them, and functions of them.

References
----------
PyTorch documentation, ``torch.nn``.
"""

from frontends.torch.dispatch.docstrings import citing

from . import functional, init, modules, parallel, parameter, utils
from .modules import *  # noqa: F403  (all of them, as PyTorch has it)
from .modules.running import wanted
from .parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter


@citing(None)
def factory_kwargs(kwargs: dict | None) -> dict:
    """Return the options of tensors that are made, out of a module's and those given whole.

    Raises: TypeError if there is another option, or one twice.

    References
    ----------
    PyTorch, ``torch.nn.factory_kwargs``.

    >>> torch.nn.factory_kwargs({"device": "cpu", "factory_kwargs": {"dtype": None}})
    {'dtype': None, 'device': 'cpu'}
    """
    given = dict(kwargs or {})
    found = dict(given.pop("factory_kwargs", {}))
    if unknown := given.keys() - {"device", "dtype", "memory_format"}:
        raise TypeError(f"unexpected kwargs {unknown}")
    for name, value in given.items():
        if name in found:
            raise TypeError(f"{name} specified twice, in **kwargs and in factory_kwargs")
        found[name] = value
    return found


if (_wanted := wanted()) != "eager":
    from . import module_calls

    module_calls.install(is_early=_wanted == "programs")

__all__ = [  # noqa: PLE0604  (names, all of them strings)
    *modules.__all__,
    "Buffer",
    "Parameter",
    "UninitializedBuffer",
    "UninitializedParameter",
    "factory_kwargs",
    "functional",
    "init",
    "modules",
    "parallel",
    "parameter",
    "utils",
]
