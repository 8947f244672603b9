"""Interoperation of this frontend's tensors and modules with code that uses real PyTorch.

A package that was not rewritten makes real tensors and calls real functions. Real tensors are
converted where they enter: by operators, functions and :func:`torch.utils.data.default_collate`.
Ours are where they leave: a function or module of real PyTorch gets real ones, and what it gives is
real. Modules do not mix: the parameters of one would be left out by the other without a word.
"""

from __future__ import annotations

import dis
import functools
import importlib
import sys
import types

from ivy_core.backends.holder import read
from ivy_core.utils.import_adapters import when_imported

from ..autograd.grad_mode import is_grad_enabled
from ..autograd.meta import requires_grad
from ..tensors.tensor import Tensor
from . import fallback, native
from .unrewritten import how_to_rewrite

_FRONTEND = "frontends.torch"
_MODULES = f"{_FRONTEND}.nn.modules.module"
_TENSORS_INSTEAD = "or give it tensors (`x.detach()`) in place of modules"


def is_real_module(value: object) -> bool:
    """Return whether a value is a module of real PyTorch's."""
    home = sys.modules.get("torch.nn.modules.module")
    return home is not None and isinstance(value, home.Module)


def refuse_module(value: object, name: str) -> None:
    """Raise TypeError if a real module or parameter would become an attribute of ours."""
    if not _is_of_real_nn(type(value)):
        return
    if is_real_module(value):
        kind = type(value)
        raise TypeError(
            f"cannot assign '{kind.__module__}.{kind.__qualname__}' as child module '{name}': it "
            "is a module of real PyTorch, from a package that was not rewritten, and its "
            f"parameters would not be this module's; {how_to_rewrite(value)}, {_TENSORS_INSTEAD}"
        )
    refuse_parameter(value)


@functools.lru_cache(maxsize=4096)
def _is_of_real_nn(cls: type) -> bool:
    """Return whether a class is derived from real PyTorch's ``Module`` or ``Parameter``."""
    homes = {"Module": "torch.nn.modules.module", "Parameter": "torch.nn.parameter"}
    bases = [getattr(sys.modules.get(path), name, None) for name, path in homes.items()]
    return issubclass(cls, tuple(base for base in bases if base is not None))


def refuse_parameter(value: object) -> None:
    """Raise TypeError if a tensor of real PyTorch's would be trained as a parameter of ours."""
    if native.is_real(type(value)):
        raise TypeError(
            "a tensor of real PyTorch, from a package that was not rewritten, cannot be trained by "
            f"frontends.torch: its values are not ours; {how_to_rewrite(value)}"
        )


def answer(func, args: tuple, kwargs: dict):
    """Answer a call of a real PyTorch function some of whose arguments are tensors of ours.

    Raises
    ------
    RuntimeError
        If a tensor needs gradients that could not come back: on another backend than PyTorch's.
    """
    if func.__name__ in _OPERATORS and not isinstance(args[0], Tensor) and _is_called_by_operator():
        return NotImplemented  # Python then asks our operand, which converts the other one
    for value in (*args, *kwargs.values()):
        for each in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(each, Tensor):
                _refuse_losing_gradient(each, func.__name__)
    return fallback.call_real(func, args, kwargs)


# methods of real tensors that operators call
_OPERATORS = frozenset(
    """
    add sub mul div true_divide floor_divide remainder pow matmul eq ne lt le gt ge __and__ __or__
    __xor__ bitwise_and bitwise_or bitwise_xor __lshift__ __rshift__
""".split()
)
_OF_OPERATORS = frozenset(dis.opmap[name] for name in ("BINARY_OP", "COMPARE_OP"))


def _is_called_by_operator() -> bool:
    """Return whether the user's frame is at a binary operator (``x + y``), not at ``x.add(y)``."""
    frame = sys._getframe(1)
    while frame is not None and str(frame.f_globals.get("__package__")).startswith(_FRONTEND):
        frame = frame.f_back
    return frame is not None and frame.f_code.co_code[frame.f_lasti] in _OF_OPERATORS


def _refuse_losing_gradient(x: Tensor, name: str) -> None:
    """Raise RuntimeError if ``x`` requires grad here and is no tensor of the PyTorch backend."""
    if requires_grad(x) and is_grad_enabled() and not isinstance(read(x), native.tensor_class):
        raise RuntimeError(
            f"{name} of real PyTorch was given a tensor of frontends.torch that requires grad, and "
            f"its gradient would be lost; {how_to_rewrite(None)}, {_TENSORS_INSTEAD}"
        )


def _cross_into_real_modules(module: types.ModuleType) -> None:
    """Patch real PyTorch's ``Module``: calls unwrap our tensors; a child of ours is a TypeError."""
    own = module.Module.__setattr__

    def __setattr__(self, name: str, value) -> None:
        ours = sys.modules.get(_MODULES)
        if ours is not None and isinstance(value, ours.Module):
            raise TypeError(
                f"cannot assign '{type(value).__module__}.{type(value).__qualname__}' as child "
                f"module '{name}' of {type(self).__name__}, a module of real PyTorch from a "
                f"package that was not rewritten; {how_to_rewrite(self)}, {_TENSORS_INSTEAD}"
            )
        own(self, name, value)

    def unwrap(called, args: tuple) -> tuple | None:
        if not any(isinstance(each, Tensor) for each in args):
            return None
        name = type(called).__name__
        return tuple(
            _refuse_gradient_or_unwrap(x, name) if isinstance(x, Tensor) else x for x in args
        )

    module.Module.__setattr__ = __setattr__
    module.register_module_forward_pre_hook(unwrap)


def _refuse_gradient_or_unwrap(x: Tensor, name: str):
    """Return real PyTorch's tensor of ``x``; RuntimeError if a gradient would be lost."""
    _refuse_losing_gradient(x, name)
    return native.unwrap_tensor(x)


def _register_with_einops(module: types.ModuleType) -> None:
    """Have einops know tensors of ours, by a backend of its own for them."""

    class Backend(module.TorchBackend):
        framework_name = _FRONTEND

        def __init__(self):
            self.torch = sys.modules[_FRONTEND]

        def layers(self):
            raise NotImplementedError(
                f"layers of einops are real PyTorch's; {_TENSORS_INSTEAD[3:]}"
            )

    module.FrontendBackend = Backend  # kept: einops finds the classes that are derived from its own


def _adapt_safetensors(module: types.ModuleType) -> None:
    """Have safetensors read and write tensors of ours."""
    importlib.import_module(f"{_FRONTEND}.serialization.safetensors_files").adapt(module)


def _contract_ours(module: types.ModuleType) -> None:
    """Have opt_einsum contract tensors of ours, and proxies of them, by this frontend."""

    def of_ours(name: str, own, call):
        @functools.wraps(own)
        def contract(*args, **kwargs):
            kinds = map(type, args)
            if any(issubclass(k, Tensor) or k.__module__.startswith(_FRONTEND) for k in kinds):
                return call(getattr(sys.modules[_FRONTEND], name), *args, **kwargs)
            return own(*args, **kwargs)

        setattr(module, name, contract)

    of_ours("einsum", module.einsum, lambda einsum, *args, **options: einsum(*args))
    of_ours("tensordot", module.tensordot, lambda dot, x, y, axes=2: dot(x, y, dims=axes))


def _choose_for_ours(module: types.ModuleType) -> None:
    """Have opt_einsum take the functions for PyTorch's tensors where the first one is ours.

    It goes by the name of the module that has the tensor's class, and takes NumPy's else.
    """
    own = module.infer_backend

    def infer_backend(x: object) -> str:
        return "torch" if isinstance(x, Tensor) else own(x)

    module.infer_backend = infer_backend


when_imported("torch.nn.modules.module", _cross_into_real_modules)
when_imported("einops._backends", _register_with_einops)
when_imported("safetensors", _adapt_safetensors)
when_imported("opt_einsum.backends.torch", _contract_ours)
when_imported("opt_einsum.contract", _choose_for_ours)
__all__ = ["answer", "is_real_module", "refuse_module", "refuse_parameter"]
