"""Wrapper made by ``torch.compile``: it calls a module, with its state under ``_orig_mod``.

References
----------
PyTorch, ``torch._dynamo.eval_frame.OptimizedModule``.
"""

from __future__ import annotations

from frontends.torch.compat import settings

from .module import Module


class OptimizedModule(Module):
    """A module that calls another, and has its attributes; nothing is compiled.

    Parameters
    ----------
    mod : Module
    """

    def __init__(self, mod: Module, dynamo_ctx=None):
        super().__init__()
        self._modules["_orig_mod"] = mod
        self.__dict__["training"] = mod.training

    def forward(self, *args, **kwargs):
        return self._modules["_orig_mod"](*args, **kwargs)

    def __getattr__(self, name: str):
        if name == "_orig_mod":
            return self._modules["_orig_mod"]
        return getattr(self._modules["_orig_mod"], name)

    def __setattr__(self, name: str, value) -> None:
        if name == "_orig_mod":
            self._modules[name] = value
        elif "_orig_mod" not in self.__dict__.get("_modules", ()):
            super().__setattr__(name, value)
        else:
            if name == "training":
                self.__dict__[name] = value
            setattr(self._orig_mod, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self._orig_mod, name)

    def __len__(self) -> int:
        return len(self._orig_mod)

    def __repr__(self) -> str:
        inner = str(self._orig_mod).replace("\n", "\n  ")
        return f"OptimizedModule(\n  (_orig_mod): {inner}\n)"


settings.of_compiled[Module] = OptimizedModule
# what tracers put back into the class, and call meanwhile
unpatched_nn_module_call = Module.__call__
unpatched_nn_module_getattr = Module.__getattr__
__all__ = ["OptimizedModule", "unpatched_nn_module_call", "unpatched_nn_module_getattr"]
