"""Modules and parameters in lists and dictionaries; ``Sequential``.

References
----------
PyTorch documentation, ``torch.nn``, Containers.
"""

from __future__ import annotations

import operator
import warnings
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from itertools import chain

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.parameter import Parameter

from .module import Module


class Container(Module):
    """Old name of a module with submodules given by keyword. Deprecated by PyTorch."""

    def __init__(self, **kwargs):
        super().__init__()
        warnings.warn(
            "nn.Container is deprecated. All of it's functionality is now implemented in "
            "nn.Module. Subclass that instead.",
            DeprecationWarning,
            stacklevel=2,
        )
        for name, module in kwargs.items():
            self.add_module(name, module)


class _Numbered(Module):
    """Base of ``Sequential`` and ``ModuleList``: submodules named by their numbers."""

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __dir__(self):
        return [key for key in super().__dir__() if not key.isdigit()]

    def index_to_key_(self, idx) -> str:
        """Return the name of the submodule at ``idx``, which counts from either end."""
        position = operator.index(idx)
        if not -len(self) <= position < len(self):
            raise IndexError(f"index {position} is out of range")
        return list(self._modules)[position]

    def __setitem__(self, idx, module) -> None:
        setattr(self, self.index_to_key_(idx), module)

    def __delitem__(self, idx) -> None:
        names = list(self._modules)[idx] if isinstance(idx, slice) else [self.index_to_key_(idx)]
        for name in names:
            delattr(self, name)
        _renumber(self, self._modules.values())

    def append(self, module):
        """Add a submodule at the end, and return this module."""
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key):
        """Remove the submodule at an index, or those of a slice, and return it."""
        found = self[key]
        del self[key]
        return found


def _insert(numbered, index: int, module: Module) -> None:
    """Move the modules from ``index`` on by one; KeyError where these have other names."""
    modules = numbered._modules
    for i in range(len(numbered), index, -1):
        modules[str(i)] = modules[str(i - 1)]
    modules[str(index)] = module


def _renumber(numbered, modules) -> None:
    numbered._modules = OrderedDict((str(i), module) for i, module in enumerate(modules))


@citing("``torch.nn.{}``")
class Sequential(_Numbered):
    """Modules that are called one after the other.

    Parameters
    ----------
    *args : Module, or one OrderedDict of names to modules

    Examples
    --------
    >>> from frontends.torch import nn
    >>> nn.Sequential(nn.Linear(2, 3), nn.ReLU())
    Sequential(
      (0): Linear(in_features=2, out_features=3, bias=True)
      (1): ReLU()
    )
    """

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            named = args[0].items()
        else:
            named = ((str(i), module) for i, module in enumerate(args))
        for name, module in named:
            self.add_module(name, module)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(OrderedDict(list(self._modules.items())[idx]))
        return self._modules[self.index_to_key_(idx)]

    def __add__(self, other):
        _check_is_sequential(other)
        return Sequential(*self, *other)

    def __iadd__(self, other):
        _check_is_sequential(other)
        return self.extend(list(other))

    def __mul__(self, other):
        _check_repeat_count(self, other)
        return Sequential(*list(self) * other)

    __rmul__ = __mul__

    def __imul__(self, other):
        _check_repeat_count(self, other)
        return self.extend(list(self) * (other - 1))

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def insert(self, index: int, module: Module):
        """Put a submodule before the one at ``index``, and return this module."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        n = len(self)
        if not -n <= index <= n:
            raise IndexError(f"Index out of range: {index}")
        _insert(self, index + n if index < 0 else index, module)
        return self

    def extend(self, sequential):
        """Add submodules at the end, and return this module."""
        for module in sequential:
            self.append(module)
        return self


def _check_is_sequential(other) -> None:
    if not isinstance(other, Sequential):
        raise ValueError(
            f"add operator supports only objects of Sequential class, but {type(other)} is given."
        )


def _check_repeat_count(sequential, other) -> None:
    if not isinstance(other, int):
        raise TypeError(f"unsupported operand type(s) for *: {type(sequential)} and {type(other)}")
    if other <= 0:
        raise ValueError(f"Non-positive multiplication factor {other} for {type(sequential)}")


@citing("``torch.nn.{}``")
class ModuleList(_Numbered):
    """Modules in a list, registered as submodules."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self += modules

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(list(self._modules.values())[idx])
        return self._modules[self.index_to_key_(idx)]

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return ModuleList(chain(self, other))

    def insert(self, index: int, module: Module) -> None:
        """Put a submodule before the one at ``index``."""
        _insert(self, index, module)

    def extend(self, modules):
        """Add the modules of an iterable at the end, and return this list."""
        if not isinstance(modules, Iterable):
            raise TypeError(
                "ModuleList.extend should be called with an iterable, but got "
                f"{type(modules).__name__}"
            )
        offset = len(self)
        for i, module in enumerate(modules):
            self.add_module(str(offset + i), module)
        return self

    def __repr__(self):
        runs = []  # [first, last, text] of neighbours that read alike
        for i, text in enumerate(map(repr, self)):
            if runs and runs[-1][2] == text:
                runs[-1][1] = i
            else:
                runs.append([i, i, text])
        lines = []
        for first, last, text in runs:
            text = text.replace("\n", "\n  ")
            count = last - first + 1
            lines.append(
                f"({first}): {text}" if count == 1 else f"({first}-{last}): {count} x {text}"
            )
        body = "".join(f"\n  {line}" for line in lines)
        return f"{self._get_name()}({body}\n)" if lines else f"{self._get_name()}()"


def _update_pairs(given, name: str, known) -> Iterable[tuple]:
    """Return the (key, value) pairs of what ``update`` was given, in PyTorch's order."""
    if isinstance(given, known):
        return given.items()
    if isinstance(given, Mapping):
        return sorted(given.items()) if name == "ParameterDict" else given.items()
    pairs = []
    for i, pair in enumerate(given):
        if not isinstance(pair, Iterable):
            raise TypeError(
                f"{name} update sequence element #{i} should be Iterable; is{type(pair).__name__}"
            )
        if len(pair) != 2:
            raise ValueError(
                f"{name} update sequence element #{i} has length {len(pair)}; 2 is required"
            )
        pairs.append((pair[0], pair[1]))
    return pairs


@citing("``torch.nn.{}``")
class ModuleDict(Module):
    """Modules in a dictionary, registered as submodules."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Module:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key: str) -> bool:
        return key in self._modules

    def clear(self) -> None:
        """Remove all submodules."""
        self._modules.clear()

    def pop(self, key: str) -> Module:
        """Remove a submodule and return it."""
        return self._modules.pop(key)

    def keys(self):
        """Return the names of the submodules."""
        return self._modules.keys()

    def items(self):
        """Return (name, submodule) pairs."""
        return self._modules.items()

    def values(self):
        """Return the submodules."""
        return self._modules.values()

    def update(self, modules) -> None:
        """Add the modules of a mapping or of (name, module) pairs."""
        if not isinstance(modules, Iterable):
            raise TypeError(
                "ModuleDict.update should be called with an iterable of key/value pairs, but got "
                f"{type(modules).__name__}"
            )
        for key, module in _update_pairs(modules, "ModuleDict", (OrderedDict, ModuleDict)):
            self[key] = module


def _tensor_to_parameter(value):
    is_plain = isinstance(value, torch.Tensor) and not isinstance(value, Parameter)
    return Parameter(value) if is_plain else value


def _describe_parameters(items, type_of) -> str:
    """Return the text of a container of parameters, one line each."""
    lines = []
    for key, value in items:
        if isinstance(value, torch.Tensor):
            kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
            size = "x".join(map(str, value.size()))
            where = f" ({value.device})" if value.device.type != "cpu" else ""
            lines.append(f"  ({key}): {kind} containing: [{type_of(value)} of size {size}{where}]")
        else:
            lines.append(f"  ({key}): Object of type: {type(value).__name__}")
    return "\n".join(lines)


@citing("``torch.nn.{}``")
class ParameterList(Module):
    """Parameters, or other values, in a list; tensors become parameters."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self += values

    def index_to_key_(self, idx) -> str:
        position = operator.index(idx)
        if not -len(self) <= position < len(self):
            raise IndexError(f"index {position} is out of range")
        return str(position % len(self))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(self[i] for i in range(*idx.indices(len(self))))
        return getattr(self, self.index_to_key_(idx))

    def __setitem__(self, idx, param) -> None:
        setattr(self, self.index_to_key_(idx), _tensor_to_parameter(param))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter(self[i] for i in range(len(self)))

    def __iadd__(self, parameters):
        return self.extend(parameters)

    def __dir__(self):
        return [key for key in super().__dir__() if not key.isdigit()]

    def append(self, value):
        """Add a value at the end, and return this list."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        """Add the values of an iterable, and return this list."""
        if not isinstance(values, Iterable) or isinstance(values, torch.Tensor):
            raise TypeError(
                "ParameterList.extend should be called with an iterable, but got "
                f"{type(values).__name__}"
            )
        for value in values:
            self.append(value)
        return self

    def extra_repr(self) -> str:
        return _describe_parameters(enumerate(self), lambda value: value.dtype)

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")


@citing("``torch.nn.{}``")
class ParameterDict(Module):
    """Parameters, or other values, in a dictionary; tensors become parameters."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys: dict[str, None] = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key: str):
        return getattr(self, _check_key(key))

    def __setitem__(self, key: str, value) -> None:
        self._keys[key] = None
        setattr(self, _check_key(key), _tensor_to_parameter(value))

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, _check_key(key))

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __reversed__(self):
        return reversed(self._keys)

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def copy(self) -> ParameterDict:
        """Return a dictionary of the same parameters."""
        return ParameterDict(OrderedDict(self.items()))

    def setdefault(self, key: str, default=None):
        """Return the value at ``key``, which becomes ``default`` if it is missing."""
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        """Remove all."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key: str):
        """Remove the value at ``key`` and return it."""
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple:
        """Remove the pair that came last and return it."""
        key, _ = self._keys.popitem()
        value = getattr(self, key)
        delattr(self, key)
        return key, value

    def get(self, key: str, default=None):
        """Return the value at ``key``, or ``default``."""
        return self[key] if key in self else default

    def fromkeys(self, keys, default=None) -> ParameterDict:
        """Return a dictionary with the value ``default`` at each of ``keys``."""
        return ParameterDict((key, default) for key in keys)

    def keys(self):
        """Return the keys."""
        return self._keys.keys()

    def items(self):
        """Return (key, value) pairs."""
        return ((key, self[key]) for key in self._keys)

    def values(self):
        """Return the values."""
        return (self[key] for key in self._keys)

    def update(self, parameters) -> None:
        """Add the values of a mapping or of (key, value) pairs."""
        if not isinstance(parameters, Iterable):
            raise TypeError(
                "ParametersDict.update should be called with an iterable of key/value pairs, "
                f"but got {type(parameters).__name__}"
            )
        for key, value in _update_pairs(parameters, "ParameterDict", (OrderedDict, ParameterDict)):
            self[key] = value

    def extra_repr(self) -> str:
        return _describe_parameters(self.items(), torch.typename)

    def __call__(self, input):
        raise RuntimeError("ParameterDict should not be called.")

    def __or__(self, other):
        found = self.copy()
        found.update(other)
        return found

    def __ror__(self, other):
        found = other.copy()
        found.update(self)
        return found

    def __ior__(self, other):
        self.update(other)
        return self


def _check_key(key) -> str:
    if not isinstance(key, str):
        raise TypeError(
            "Index given to ParameterDict cannot be used as a key as it is not a string "
            f"(type is '{type(key).__name__}'). Open an issue on github if you need "
            "non-string keys."
        )
    return key
