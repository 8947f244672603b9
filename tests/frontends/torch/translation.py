"""Arguments of real PyTorch as those of a frontend: tensors, dtypes, functions, what holds them."""

from __future__ import annotations

import functools
import inspect
import types

import numpy as np
import torch
from torch.testing._internal.common_methods_invocations import wrapper_set_seed
from torch.testing._internal.opinfo.core import OpInfo

# Where a function is looked up by its name, the first that has it.
_NAMESPACES = (
    "", "linalg", "fft", "special", "nn.functional", "Tensor", "nn", "nn.utils.rnn",
    "signal.windows", "autograd", "func",
)  # fmt: skip


def attribute(owner, path: str):
    """Return what a dotted path leads to; the empty one to the owner itself."""
    return functools.reduce(getattr, path.split("."), owner) if path else owner


@functools.cache
def _paths() -> dict[int, str]:
    """Return by identity where real PyTorch's functions and classes are public."""
    found: dict[int, str] = {}
    for namespace in _NAMESPACES:
        owner = attribute(torch, namespace)
        for name in dir(owner):
            value = getattr(owner, name, None)
            if callable(value):
                found.setdefault(id(value), f"{namespace}.{name}".removeprefix("."))
    return found


class Translation:
    """Hands values of real PyTorch to another module with its names.

    Parameters
    ----------
    frontend : module
        ``frontends.torch``, or ``torch`` itself: then tensors are copied, and the rest stays.

    Notes
    -----
    Copies share nothing with their originals. A tensor that occurs twice in one call of
    :meth:`__call__` is copied once; ``requires_grad`` makes the copy a leaf.
    """

    def __init__(self, frontend):
        self.frontend = frontend
        self._functions: dict[int, object] = {}

    def __call__(self, value):
        return self._value(value, {})

    def _value(self, value, memo):
        if isinstance(value, torch.Tensor):
            if id(value) not in memo:
                memo[id(value)] = self.tensor(value)
            return memo[id(value)]
        if isinstance(value, torch.Size):
            return self.frontend.Size(value)
        if isinstance(value, (list, tuple)):
            members = [self._value(member, memo) for member in value]
            if hasattr(value, "_fields"):
                return type(value)(*members)
            return type(value)(members)
        if isinstance(value, dict):
            return {key: self._value(member, memo) for key, member in value.items()}
        if isinstance(value, slice):
            parts = (value.start, value.stop, value.step)
            return slice(*(self._value(part, memo) for part in parts))
        if isinstance(value, np.ndarray):
            return value.copy()
        if self.frontend is torch:
            return value
        if isinstance(value, torch.Generator):
            return self.frontend.Generator().manual_seed(value.initial_seed())
        if isinstance(value, (torch.dtype, torch.memory_format, torch.layout)):
            return attribute(self.frontend, str(value).removeprefix("torch."))
        if isinstance(value, torch.device):
            return self.frontend.device(str(value))
        if isinstance(value, torch.nn.Module):
            # the arguments it was made with are attributes; PairwiseDistance keeps `p` as `norm`
            made = inspect.signature(type(value)).parameters
            kept = {name: "norm" if name == "p" else name for name in made}
            options = {n: getattr(value, a) for n, a in kept.items() if hasattr(value, a)}
            return getattr(self.frontend.nn, type(value).__name__)(**options)
        if callable(value):
            return self.function(value)
        return value

    def tensor(self, value: torch.Tensor):
        """Return a copy of a tensor with its strides, a leaf if it requires gradients."""
        plain = value.detach().resolve_conj().resolve_neg()
        if plain.dtype is torch.bfloat16:
            made = self._strided(plain.float()).to(self.frontend.bfloat16)
        else:
            made = self._strided(plain)
        return made.detach().requires_grad_() if value.requires_grad else made

    def _strided(self, plain: torch.Tensor):
        new = lambda tensor: self.frontend.tensor(tensor.numpy().copy())
        if plain.is_contiguous():
            return new(plain)
        order = sorted(range(plain.ndim), key=lambda axis: -plain.stride(axis))
        base = plain.permute(order)
        if base.is_contiguous():
            return new(base).permute([order.index(axis) for axis in range(plain.ndim)])
        if plain.numel() == 0:
            return new(plain.contiguous())
        spans = zip(plain.shape, plain.stride(), strict=True)
        length = 1 + sum((size - 1) * stride for size, stride in spans)
        memory = plain.as_strided((length,), (1,), plain.storage_offset())
        return new(memory).as_strided(tuple(plain.shape), plain.stride())

    def function(self, real, path: str | None = None):
        """Return the frontend's function of the same name, or the same code over its names.

        Raises
        ------
        AttributeError
            If the frontend has no such name.
        LookupError
            If PyTorch's function has no public name.
        """
        if self.frontend is torch and not _seeds(real):
            return real
        key = id(real)
        if key not in self._functions:
            path = _paths().get(key) if path is None else path
            if path is not None:
                self._functions[key] = attribute(self.frontend, path)
            elif isinstance(real, functools.partial):
                inner = self.function(real.func)
                self._functions[key] = functools.partial(inner, *self(real.args), **real.keywords)
            elif isinstance(real, types.FunctionType) and real.__module__.startswith("torch."):
                self._rebind(real)
            elif (getattr(real, "__module__", "") or "").startswith("torch"):
                raise LookupError(f"{real} has no public name")
            else:
                self._functions[key] = real
        return self._functions[key]

    def _rebind(self, real: types.FunctionType):
        """Make a function of PyTorch's tests one of the frontend: same code, other globals."""
        names: dict[str, object] = {"__builtins__": real.__globals__["__builtins__"]}
        closure = tuple(types.CellType() for _ in real.__closure__ or ())
        made = types.FunctionType(real.__code__, names, real.__name__, None, closure)
        self._functions[id(real)] = made  # before its names are: it may name itself
        made.__kwdefaults__ = self(real.__kwdefaults__)
        made.__defaults__ = self(real.__defaults__)
        for name in _names(real.__code__):
            if name in real.__globals__:
                names[name] = self._global(real.__globals__[name])
        for cell, original in zip(closure, real.__closure__ or (), strict=True):
            cell.cell_contents = self._global(original.cell_contents)

    def _global(self, value):
        if isinstance(value, OpInfo):  # a sample's own processing asks it for its name
            return value
        if value is wrapper_set_seed:
            return _without_seed
        if isinstance(value, types.ModuleType):
            if value.__name__.partition(".")[0] != "torch":
                return value
            return attribute(self.frontend, value.__name__.removeprefix("torch").lstrip("."))
        return self(value)


def _seeds(real) -> bool:
    """Return whether a function of PyTorch's tests sets the seed: each call gives the same."""
    code = getattr(real, "__code__", None)
    return code is not None and wrapper_set_seed.__name__ in _names(code)


def _without_seed(function, *args, **kwargs):
    return function(*args, **kwargs)


def _names(code: types.CodeType) -> set[str]:
    inner = (const for const in code.co_consts if isinstance(const, types.CodeType))
    return set(code.co_names).union(*map(_names, inner))


def on_host(tensor) -> torch.Tensor:
    """Return what a frontend's tensor holds as a real one, without history."""
    if isinstance(tensor, torch.Tensor):
        return tensor.detach()
    if str(tensor.dtype) == "torch.bfloat16":
        return torch.from_numpy(np.array(tensor.float().numpy(force=True))).bfloat16()
    # by force: also what PyTorch knows to be zeros and has not filled in
    return torch.from_numpy(np.array(tensor.numpy(force=True)))
