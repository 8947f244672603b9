"""Parametrizations: weights by length and direction, of spectral norm 1, orthogonal.

References
----------
PyTorch documentation, ``torch.nn.utils.parametrizations``.
"""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F
from frontends.torch.nn.modules.module import Module

from .parametrize import register_parametrization
from .spectral_norm import as_matrix, axis_of_outputs
from .weight_norm import norm_but_for


class _WeightNorm(Module):
    """A weight of its lengths and its direction."""

    def __init__(self, dim: int | None = 0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return weight_v * (weight_g / norm_but_for(weight_v, self.dim))

    def right_inverse(self, weight):
        return norm_but_for(weight, self.dim), weight


@citing("``torch.nn.utils.parametrizations.{}``")
def weight_norm(module, name: str = "weight", dim: int | None = 0):
    """Have a weight computed of its length along ``dim`` and its direction."""
    register_parametrization(module, name, _WeightNorm(dim), unsafe=True)

    def of_old_names(state_dict, prefix, *_) -> None:
        old = [f"{prefix}{name}_{part}" for part in "gv"]
        if all(key in state_dict for key in old):
            for i, key in enumerate(old):
                state_dict[f"{prefix}parametrizations.{name}.original{i}"] = state_dict.pop(key)

    module._register_load_state_dict_pre_hook(of_old_names)
    return module


class _SpectralNorm(Module):
    """A weight over its largest singular value, which power iteration follows in training."""

    def __init__(self, weight, n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12):
        super().__init__()
        ndim = weight.ndim
        if not -ndim <= dim < ndim:
            raise IndexError(
                f"Dimension out of range (expected to be in range of [-{ndim}, {ndim - 1}] but "
                f"got {dim})"
            )
        if n_power_iterations <= 0:
            raise ValueError(
                "Expected n_power_iterations to be positive, but got "
                f"n_power_iterations={n_power_iterations}"
            )
        self.dim = dim % ndim
        self.eps = eps
        if ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = as_matrix(weight.detach(), self.dim)
            for name, size in zip(("_u", "_v"), matrix.shape, strict=True):
                drawn = matrix.new_empty(size).normal_(0, 1)
                self.register_buffer(name, drawn)
            for name in ("_u", "_v"):
                setattr(self, name, F.normalize(getattr(self, name), dim=0, eps=eps))
            self._power_iteration(matrix, 15)

    def _power_iteration(self, matrix, times: int) -> None:
        """Improve the buffers ``_u`` and ``_v``, estimates of the first singular vectors."""
        with torch.no_grad():
            for _ in range(times):
                self._u.copy_(F.normalize(torch.mv(matrix, self._v), dim=0, eps=self.eps))
                turned = matrix.t().conj() if matrix.dtype.is_complex else matrix.t()
                self._v.copy_(F.normalize(torch.mv(turned, self._u), dim=0, eps=self.eps))

    def forward(self, weight):
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            self._power_iteration(matrix, self.n_power_iterations)
        # the graph keeps these values: the next iteration writes into the buffers
        u, v = self._u.clone(), self._v.clone()
        return weight / torch.vdot(u, torch.mv(matrix, v))

    def right_inverse(self, value):
        return value


@citing("``torch.nn.utils.parametrizations.{}``")
def spectral_norm(
    module,
    name: str = "weight",
    n_power_iterations: int = 1,
    eps: float = 1e-12,
    dim: int | None = None,
):
    """Have a weight divided by its largest singular value."""
    weight = getattr(module, name, None)
    if not isinstance(weight, torch.Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    dim = axis_of_outputs(module) if dim is None else dim
    made = _SpectralNorm(weight, n_power_iterations, dim, eps)
    return register_parametrization(module, name, made)


class _Orthogonal(Module):
    """An orthogonal matrix of any: by the exponential, Cayley's map or Householder's vectors."""

    def __init__(self, weight, orthogonal_map: str, *, use_trivialization: bool = True):
        super().__init__()
        if weight.dtype.is_complex and orthogonal_map == "householder":
            raise ValueError("The householder parametrization does not support complex tensors.")
        self.shape = tuple(weight.shape)
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, x):
        turned = x.size(-2) < x.size(-1)
        x = x.mT if turned else x
        n, k = x.size(-2), x.size(-1)
        if self.orthogonal_map == "householder":
            lower = x.tril(diagonal=-1)
            tau = 2.0 / (1.0 + (lower * lower).sum(dim=-2))
            q = torch.linalg.householder_product(lower, tau)
            q = q * x.diagonal(dim1=-2, dim2=-1).sign().unsqueeze(-2)
        else:
            lower = x.tril()
            if n != k:
                more = lower.new_zeros(n, n - k).expand(*lower.shape[:-2], -1, -1)
                lower = torch.cat([lower, more], dim=-1)
            skew = lower - lower.mH
            if self.orthogonal_map == "matrix_exp":
                q = torch.matrix_exp(skew)
            else:
                one = torch.eye(n, dtype=skew.dtype, device=skew.device)
                q = torch.linalg.solve(one - 0.5 * skew, one + 0.5 * skew)
            q = q[..., :k]
        if hasattr(self, "base"):
            q = self.base @ q
        return q.mT if turned else q

    def right_inverse(self, value):
        if tuple(value.shape) != self.shape:
            raise ValueError(
                f"Expected a matrix or batch of matrices of shape {torch.Size(self.shape)}. Got "
                f"a tensor of shape {value.shape}."
            )
        if not hasattr(self, "base"):
            raise NotImplementedError(
                "It is not possible to assign to the matrix exponential or the Cayley "
                "parametrizations when use_trivialization=False."
            )
        with torch.no_grad():
            q = value.mT if value.size(-2) < value.size(-1) else value
            n, k = q.size(-2), q.size(-1)
            if n != k:
                q = torch.cat([q, torch.randn(*q.shape[:-2], n, n - k, dtype=q.dtype)], dim=-1)
            self.base = _orthogonal_factor(q)
            minus_one = torch.zeros_like(value)
            minus_one.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
            return minus_one


def _orthogonal_factor(a):
    """Return a matrix's QR factor Q, signed so that the diagonal of R is positive."""
    q, r = torch.linalg.qr(a)
    return q * r.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


@citing("``torch.nn.utils.parametrizations.{}``")
def orthogonal(
    module,
    name: str = "weight",
    orthogonal_map: str | None = None,
    *,
    use_trivialization: bool = True,
):
    """Have a weight orthogonal, or its rows or columns orthonormal.

    Parameters
    ----------
    module : Module
    name : str
    orthogonal_map : {"matrix_exp", "cayley", "householder"}, optional
    use_trivialization : bool
        Whether the map is taken around the weight's own value.
    """
    weight = getattr(module, name, None)
    if not isinstance(weight, torch.Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if weight.ndim < 2:
        raise ValueError(
            f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions."
        )
    if orthogonal_map is None:
        square = weight.size(-2) == weight.size(-1)
        orthogonal_map = "matrix_exp" if square or weight.dtype.is_complex else "householder"
    if orthogonal_map not in ("matrix_exp", "cayley", "householder"):
        raise ValueError(
            'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: '
            f"{orthogonal_map}"
        )
    made = _Orthogonal(weight, orthogonal_map, use_trivialization=use_trivialization)
    return register_parametrization(module, name, made, unsafe=True)
