"""Files of safetensors: the package reads and writes tensors of this frontend, too.

``safetensors.torch`` imports real PyTorch, and ``safe_open(file, framework="pt")`` makes its
tensors in Rust. Here the module's own code runs a second time, with this frontend as ``torch``, and
stands for the first where a tensor or module of ours is given, or where code that was rewritten
asks for tensors; where PyTorch is not installed, always.
"""

from __future__ import annotations

import builtins
import functools
import importlib.util
import json
import sys
import types
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import Any

import numpy as np

import frontends.torch as torch
from frontends.torch.nn.modules.module import Module
from frontends.torch.tensors.tensor import Tensor, to_numpy
from ivy_core.utils.import_adapters import find_within, when_imported

_TORCH = "safetensors.torch"
_PYTORCH = frozenset({"pt", "torch", "pytorch"})  # how safe_open may be asked for its tensors


def adapt(package: types.ModuleType) -> None:
    """Have the package ``safetensors`` open files with tensors of ours for code that uses these."""
    real = package.safe_open

    @functools.wraps(real, updated=())
    def safe_open(filename, framework, device="cpu", **options):
        if str(framework) in _PYTORCH and _is_ours(sys._getframe(1)):
            return File(real(filename, "numpy", **options), filename, device)
        return real(filename, framework, device, **options)

    package.safe_open = safe_open
    if _is_pytorch_installed():
        when_imported(_TORCH, _adapt_functions)
    else:
        find_within(package.__name__, _find_spec)


def _is_pytorch_installed() -> bool:
    return importlib.util.find_spec("torch") is not None


def _is_ours(frame: types.FrameType) -> bool:
    """Return whether a frame's code uses this frontend: it was rewritten, or imports it."""
    names = frame.f_globals
    if "torch" in getattr(names.get("__loader__"), "rewrites", ()) or not _is_pytorch_installed():
        return True
    modules = [value for value in names.values() if isinstance(value, types.ModuleType)]
    homes = [value.__spec__.name for value in modules if value.__spec__ is not None]
    return any(name.partition(".")[0] == "frontends" for name in homes)


class File:
    """An opened file, whose tensors are read as they are asked for.

    Parameters
    ----------
    file
        The file that the package has opened for NumPy, and whose header it has checked.
    filename : path-like
    device : str, int or torch.device
        Where the tensors are to be.
    """

    def __init__(self, file: Any, filename: Any, device: Any):
        self._file, self._device = file, device
        with open(filename, "rb") as content:
            length = int.from_bytes(content.read(8), "little")
            self._header = json.loads(content.read(length))
        self._memory = np.memmap(filename, np.uint8, "r")[8 + length :]

    def __enter__(self) -> File:
        self._file.__enter__()
        return self

    def __exit__(self, *error) -> None:
        self._file.__exit__(*error)

    def keys(self) -> list[str]:
        """Return the names of the tensors."""
        return self._file.keys()

    def offset_keys(self) -> list[str]:
        """Return the names of the tensors as they lie in the file."""
        return self._file.offset_keys()

    def metadata(self) -> dict[str, str] | None:
        """Return the texts that were saved with the tensors."""
        return self._file.metadata()

    def get_tensor(self, name: str) -> Tensor:
        """Return a tensor."""
        return self.get_slice(name)[...]

    def get_tensors(self) -> dict[str, Tensor]:
        """Return all tensors by their names."""
        return {name: self.get_tensor(name) for name in self.offset_keys()}

    def get_slice(self, name: str) -> Slice:
        """Return a tensor that is read as it is indexed."""
        checked = self._file.get_slice(name)  # raises if there is none, or the file is closed
        first, last = self._header[name]["data_offsets"]
        return Slice(checked, self._memory[first:last], self._device)


class Slice:
    """A tensor in a file: an index reads the elements that it asks for."""

    def __init__(self, about: Any, memory: np.ndarray, device: Any):
        self._about, self._memory, self._device = about, memory, device

    def get_shape(self) -> list[int]:
        """Return the shape."""
        return self._about.get_shape()

    def get_dtype(self) -> str:
        """Return the file's name of the type, such as ``F32``."""
        return self._about.get_dtype()

    def __getitem__(self, index) -> Tensor:
        shape, kind = self.get_shape(), self.get_dtype()
        of_bytes = self._memory.reshape(*shape, -1) if self._memory.size else np.empty((*shape, 1))
        if isinstance(index, tuple):  # the last axis is that of an element's bytes
            index = (*index, slice(None) if any(each is ... for each in index) else ...)
        found = of_bytes[index]
        taken = {"dtype": kind, "shape": found.shape[:-1], "data": bytearray(found.tobytes())}
        return _module()._view2torch([("", taken)])[""].to(torch.device(self._device))


# the module's own code, with this frontend as PyTorch


class _Loader(SourceFileLoader):
    """Load ``safetensors.torch`` with this frontend for real PyTorch."""

    def exec_module(self, module: types.ModuleType) -> None:
        def import_(name: str, *where):
            return torch if name == "torch" else builtins.__import__(name, *where)

        module.__builtins__ = {**vars(builtins), "__import__": import_}
        super().exec_module(module)
        module._to_ndarray = _bytes_of


def _find_spec(fullname: str, path=None, target=None) -> ModuleSpec | None:
    """Return the spec of ``safetensors.torch``, which is to import this frontend; else None."""
    if fullname != _TORCH:
        return None
    spec = PathFinder.find_spec(fullname, path, target)
    spec.loader = _Loader(fullname, spec.origin)
    return spec


@functools.cache
def _module() -> types.ModuleType:
    """Return the module ``safetensors.torch`` whose PyTorch is this frontend."""
    spec = importlib.util.find_spec(_TORCH)
    loader = _Loader(_TORCH, spec.origin)
    made = importlib.util.module_from_spec(ModuleSpec(_TORCH, loader, origin=spec.origin))
    loader.exec_module(made)
    return made


def _bytes_of(tensor: Tensor) -> tuple[np.ndarray, Tensor]:
    """Return the bytes of a tensor, in the host's memory; the package has PyTorch's address."""
    return np.ascontiguousarray(to_numpy(tensor.detach())).reshape(-1).view(np.uint8), tensor


def _adapt_functions(module: types.ModuleType) -> None:
    """Have functions of ``safetensors.torch`` call those of ours where tensors of ours are meant.

    Where the package is rewritten all of its code is for ours.
    """
    if module.torch is torch:
        module._to_ndarray = _bytes_of
        return
    for name, function in list(vars(module).items()):
        if isinstance(function, types.FunctionType) and function.__module__ == _TORCH:
            setattr(module, name, _for_ours_too(function, name))


def _for_ours_too(function: Callable, name: str) -> Callable:
    """Return a function of real tensors that serves tensors and modules of ours, too."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        for value in (*args, *kwargs.values()):
            among = list(value.values()) if isinstance(value, dict) else [value]
            if any(isinstance(each, (Tensor, Module)) for each in among):
                return getattr(_module(), name)(*args, **kwargs)
        makes_tensors = name in ("load", "load_file") and _is_ours(sys._getframe(1))
        return (getattr(_module(), name) if makes_tensors else function)(*args, **kwargs)

    return call


__all__ = ["File", "Slice", "adapt"]
