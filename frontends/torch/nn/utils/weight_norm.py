"""Weights as a length times a direction, computed before each call.

References
----------
PyTorch documentation, ``torch.nn.utils.weight_norm``; T. Salimans and D. Kingma, 2016.
"""

from __future__ import annotations

import warnings

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.parameter import Parameter, is_lazy


def norm_but_for(v, dim: int):
    """Return the norm of ``v`` over all dimensions but one, which stays; over all for -1."""
    if dim == -1:
        return torch.sqrt((v * v).sum())
    others = [at for at in range(v.dim()) if at != dim]
    return torch.sqrt((v * v).sum(others, keepdim=True)) if others else v.abs()


class WeightNorm:
    """The hook that computes a weight of ``<name>_g`` and ``<name>_v`` before each call.

    Parameters
    ----------
    name : str
        Of the weight.
    dim : int or None
        Along which each slice has a length of its own; None for one length.
    """

    def __init__(self, name: str, dim: int | None):
        self.name = name
        self.dim = -1 if dim is None else dim

    def compute_weight(self, module):
        """Return the weight of a module."""
        g, v = getattr(module, f"{self.name}_g"), getattr(module, f"{self.name}_v")
        return v * (g / norm_but_for(v, self.dim))

    @staticmethod
    def apply(module, name: str, dim: int | None) -> WeightNorm:
        """Put the hook on a module, whose weight becomes two parameters."""
        warnings.warn(
            "`torch.nn.utils.weight_norm` is deprecated in favor of "
            "`torch.nn.utils.parametrizations.weight_norm`.",
            FutureWarning,
            stacklevel=3,
        )
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, WeightNorm) and hook.name == name:
                raise RuntimeError(
                    f"Cannot register two weight_norm hooks on the same parameter {name}"
                )
        made = WeightNorm(name, dim)
        weight = getattr(module, name)
        if is_lazy(weight):
            raise ValueError(
                "The module passed to `WeightNorm` can't have uninitialized parameters. Make "
                "sure to run the dummy forward before applying weight normalization"
            )
        del module._parameters[name]
        length = norm_but_for(weight.detach(), made.dim)
        module.register_parameter(f"{name}_g", Parameter(length))
        module.register_parameter(f"{name}_v", Parameter(weight.data))
        setattr(module, name, made.compute_weight(module))
        module.register_forward_pre_hook(made)
        return made

    def remove(self, module) -> None:
        """Make the weight a parameter again."""
        weight = self.compute_weight(module)
        delattr(module, self.name)
        del module._parameters[f"{self.name}_g"], module._parameters[f"{self.name}_v"]
        setattr(module, self.name, Parameter(weight.detach()))

    def __call__(self, module, inputs) -> None:
        setattr(module, self.name, self.compute_weight(module))


@citing("``torch.nn.utils.{}``")
def weight_norm(module, name: str = "weight", dim: int | None = 0):
    """Have a module's weight computed of its length and its direction. Deprecated by PyTorch."""
    WeightNorm.apply(module, name, dim)
    return module


@citing(None)
def remove_weight_norm(module, name: str = "weight"):
    """Take ``weight_norm`` back: the weight is a parameter again.

    Raises: ValueError if the module has none.
    """
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, WeightNorm) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"weight_norm of '{name}' not found in {module}")
