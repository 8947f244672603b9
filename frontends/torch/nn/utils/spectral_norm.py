"""Weights over their largest singular value, found by power iteration, before each call.

References
----------
PyTorch documentation, ``torch.nn.utils.spectral_norm``; T. Miyato et al., 2018.
"""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F
from frontends.torch.nn.parameter import Parameter, is_lazy


def as_matrix(weight, dim: int):
    """Return a weight as a matrix whose rows are along ``dim``."""
    if dim != 0:
        weight = weight.permute(dim, *(at for at in range(weight.dim()) if at != dim))
    return weight.reshape(weight.size(0), -1)


def axis_of_outputs(module) -> int:
    """Return the dimension of a module's weight along which its outputs are."""
    return 1 if getattr(module, "transposed", False) else 0


class SpectralNorm:
    """The hook that computes a weight of ``<name>_orig`` before each call.

    Parameters
    ----------
    name : str
        Of the weight.
    n_power_iterations : int
        Each call in training.
    dim : int
        Along which the outputs are.
    eps : float
    """

    version = 1

    def __init__(
        self, name: str = "weight", n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12
    ):
        self.name = name
        self.dim = dim
        if n_power_iterations <= 0:
            raise ValueError(
                "Expected n_power_iterations to be positive, but got "
                f"n_power_iterations={n_power_iterations}"
            )
        self.n_power_iterations = n_power_iterations
        self.eps = eps

    def compute_weight(self, module, do_power_iteration: bool):
        """Return the weight of a module, after some power iterations in training."""
        weight = getattr(module, f"{self.name}_orig")
        u, v = getattr(module, f"{self.name}_u"), getattr(module, f"{self.name}_v")
        matrix = as_matrix(weight, self.dim)
        if do_power_iteration:
            with torch.no_grad():
                for _ in range(self.n_power_iterations):
                    v.copy_(F.normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps))
                    u.copy_(F.normalize(torch.mv(matrix, v), dim=0, eps=self.eps))
                # the graph keeps these values: the next call writes into the buffers
                u, v = u.clone(), v.clone()
        return weight / torch.dot(u, torch.mv(matrix, v))

    def remove(self, module) -> None:
        """Make the weight a parameter again."""
        with torch.no_grad():
            weight = self.compute_weight(module, do_power_iteration=False)
        for suffix in ("", "_u", "_v", "_orig"):
            delattr(module, self.name + suffix)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module, inputs) -> None:
        weight = self.compute_weight(module, do_power_iteration=module.training)
        setattr(module, self.name, weight)

    @staticmethod
    def apply(module, name: str, n_power_iterations: int, dim: int, eps: float) -> SpectralNorm:
        """Put the hook on a module, whose weight becomes a parameter and two buffers."""
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, SpectralNorm) and hook.name == name:
                raise RuntimeError(
                    f"Cannot register two spectral_norm hooks on the same parameter {name}"
                )
        made = SpectralNorm(name, n_power_iterations, dim, eps)
        weight = module._parameters[name]
        if weight is None:
            raise ValueError(f"`SpectralNorm` cannot be applied as parameter `{name}` is None")
        if is_lazy(weight):
            raise ValueError(
                "The module passed to `SpectralNorm` can't have uninitialized parameters. Make "
                "sure to run the dummy forward before applying spectral normalization"
            )
        with torch.no_grad():
            sizes = as_matrix(weight, dim).shape
            u, v = (
                F.normalize(weight.new_empty(size).normal_(0, 1), dim=0, eps=eps) for size in sizes
            )
        delattr(module, name)
        module.register_parameter(f"{name}_orig", weight)
        setattr(module, name, weight.data)
        module.register_buffer(f"{name}_u", u)
        module.register_buffer(f"{name}_v", v)
        module.register_forward_pre_hook(made)
        module._register_state_dict_hook(_SaysVersion(made))
        return made


class _SaysVersion:
    """The hook by which a state_dict says that it holds both vectors, as PyTorch's does."""

    def __init__(self, fn: SpectralNorm):
        self.fn = fn

    def __call__(self, module, state_dict, prefix, local_metadata) -> None:
        versions = local_metadata.setdefault("spectral_norm", {})
        versions[f"{self.fn.name}.version"] = self.fn.version


@citing("``torch.nn.utils.{}``")
def spectral_norm(
    module,
    name: str = "weight",
    n_power_iterations: int = 1,
    eps: float = 1e-12,
    dim: int | None = None,
):
    """Have a module's weight divided by its largest singular value.

    Parameters
    ----------
    module : Module
    name : str
    n_power_iterations : int
    eps : float
    dim : int, optional
        Along which the outputs are; 1 for transposed convolutions, else 0.
    """
    dim = axis_of_outputs(module) if dim is None else dim
    SpectralNorm.apply(module, name, n_power_iterations, dim, eps)
    return module


@citing(None)
def remove_spectral_norm(module, name: str = "weight"):
    """Take ``spectral_norm`` back: the weight is a parameter again.

    Raises: ValueError if the module has none.
    """
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, SpectralNorm) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            break
    else:
        raise ValueError(f"spectral_norm of '{name}' not found in {module}")
    for key, hook in list(module._state_dict_hooks.items()):
        if isinstance(hook, _SaysVersion) and hook.fn.name == name:
            del module._state_dict_hooks[key]
    return module
