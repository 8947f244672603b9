"""Classes of real PyTorch's that work on the host: their methods take unwrapped tensors."""

from __future__ import annotations

from typing import Any

from . import fallback, native

# What they are, by PyTorch's path; each keeps numbers or files of its own, and no graph.
PATHS = frozenset({
    "torch.utils.tensorboard.SummaryWriter",
    "torch.utils.tensorboard.FileWriter",
    "torch.utils.tensorboard.writer.SummaryWriter",
    "torch.utils.tensorboard.writer.FileWriter",
})  # fmt: skip


class _HostedType(type):
    """The class of such classes: their attributes are those of the real class."""

    def __getattr__(cls, name: str):
        if name.startswith("__") or "_path" not in vars(cls):
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return getattr(native.named(cls._path), name)


class Hosted(metaclass=_HostedType):
    """An object of real PyTorch's: what its methods are given and give is converted."""

    def __init__(self, *args: Any, **kwargs: Any):
        real = _import_real_class(type(self)._path)
        self.__dict__["_real"] = fallback.call_on_host(real, args, kwargs)

    def __getattr__(self, name: str):
        if name == "_real":  # asked for by copy and pickle before there is one
            raise AttributeError(name)
        found = getattr(self._real, name)
        if not callable(found):
            return native.boxed(found)

        def method(*args, **kwargs):
            return fallback.call_on_host(found, args, kwargs)

        method.__name__ = method.__qualname__ = name
        return method

    def __enter__(self):
        self._real.__enter__()
        return self

    def __exit__(self, *error):
        return self._real.__exit__(*error)

    def __repr__(self) -> str:
        return repr(self._real)


def _import_real_class(path: str) -> type:
    """Import the module of real PyTorch's class at a dotted path and return the class."""
    module, _, name = path.rpartition(".")
    native.named(path)  # raises where PyTorch is not installed
    return getattr(__import__(module, fromlist=[name]), name)


def class_(path: str) -> type:
    """Return the class that stands for one of real PyTorch's."""
    module, _, name = path.rpartition(".")
    return _HostedType(name, (Hosted,), {"_path": path, "__module__": module})


__all__ = ["PATHS", "class_"]
