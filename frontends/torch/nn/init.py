"""First values of parameters, written in place without a gradient.

References
----------
PyTorch documentation, ``torch.nn.init``; X. Glorot and Y. Bengio, 2010; K. He et al., 2015;
A. Saxe et al., 2013.
"""

from __future__ import annotations

import functools
import math
import warnings

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

_LINEAR = ("linear", *(f"conv{t}{n}d" for t in ("", "_transpose") for n in (1, 2, 3)), "sigmoid")


def calculate_gain(nonlinearity: str, param=None) -> float:
    """Return the factor by which deviations are scaled before a nonlinearity.

    Parameters
    ----------
    nonlinearity : str
        E.g. ``"relu"``, ``"tanh"``, ``"leaky_relu"``, ``"linear"``.
    param : float, optional
        The negative slope of ``"leaky_relu"``.

    Examples
    --------
    >>> from frontends.torch.nn import init
    >>> init.calculate_gain("tanh")
    1.6666666666666667
    """
    if nonlinearity in _LINEAR:
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "selu":
        return 3.0 / 4
    if nonlinearity != "leaky_relu":
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    slope = 0.01 if param is None else param
    if isinstance(slope, bool) or not isinstance(slope, (int, float)):
        raise ValueError(f"negative_slope {param} not a valid number")
    return math.sqrt(2.0 / (1 + slope**2))


def fan_in_and_fan_out(tensor) -> tuple[int, int]:
    """Count the inputs of a unit, and the units that an input feeds.

    Parameters
    ----------
    tensor : Tensor, shape (out, in, ...)
        The weights of a linear layer or a convolution.
    """
    if tensor.dim() < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"
        )
    size = math.prod(tensor.shape[2:])
    return tensor.size(1) * size, tensor.size(0) * size


def fan_of_mode(tensor, mode: str) -> int:
    """Return the fan of a mode's name, ``"fan_in"`` or ``"fan_out"``, in any case."""
    mode, modes = mode.lower(), ["fan_in", "fan_out"]
    if mode not in modes:
        raise ValueError(f"Mode {mode} not supported, please use one of {modes}")
    return fan_in_and_fan_out(tensor)[modes.index(mode)]


_calculate_fan_in_and_fan_out = fan_in_and_fan_out  # libraries use PyTorch's private name


def uniform_(tensor, a: float = 0.0, b: float = 1.0, generator=None):
    """Draw uniformly from [a, b). PyTorch: ``torch.nn.init.uniform_``."""
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


def uniform_bias_(bias, weight) -> None:
    """Draw a layer's bias uniformly within ``1 / sqrt(fan_in)`` of its weight; None is left."""
    if bias is not None:
        fan_in, _ = fan_in_and_fan_out(weight)
        bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
        uniform_(bias, -bound, bound)


def normal_(tensor, mean: float = 0.0, std: float = 1.0, generator=None):
    """Draw normally. PyTorch: ``torch.nn.init.normal_``."""
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


def _normal_cdf(x: float) -> float:
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0


@citing("``torch.nn.init.{}``")
def trunc_normal_(
    tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0, generator=None
):
    """Draw normally, again where the draw is outside [a, b].

    Where [a, b] has little of the distribution, uniform draws are accepted by their density.
    """
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of "
            "values may be incorrect.",
            stacklevel=2,
        )
    if tensor.is_meta:
        return tensor  # there is nothing to draw again
    with torch.no_grad():
        within = _normal_cdf((b - mean) / std) - _normal_cdf((a - mean) / std)
        if within > 0.3:
            low, high = (tensor.new_tensor(bound).item() for bound in (a, b))
            drawn = tensor.normal_(mean, std, generator=generator)
            while (outside := (drawn < low) | (drawn > high)).any():
                again = torch.empty_like(drawn).normal_(mean, std, generator=generator)
                drawn = torch.where(outside, again, drawn)
        else:
            drawn = tensor.uniform_(a, b, generator=generator)
            refused = _draw_rejections(drawn, mean, std, a, b, generator)
            while refused.any():
                again = torch.empty_like(drawn).uniform_(a, b, generator=generator)
                drawn = torch.where(refused, again, drawn)
                refused = refused & _draw_rejections(again, mean, std, a, b, generator)
        return tensor if drawn is tensor else tensor.copy_(drawn)


def _draw_rejections(drawn, mean, std, a, b, generator):
    """Return a random mask of uniform draws to refuse: the others have the normal density."""
    mode = max(a, min(mean, b))
    log_peak = -0.5 * ((mode - mean) / std) ** 2
    log_density = -0.5 * ((drawn - mean) / std) ** 2 - log_peak
    return torch.empty_like(drawn).uniform_(generator=generator).log() > log_density


def constant_(tensor, val: float):
    """Fill with ``val``. PyTorch: ``torch.nn.init.constant_``."""
    with torch.no_grad():
        return tensor.fill_(val)


def ones_(tensor):
    """Fill with 1. PyTorch: ``torch.nn.init.ones_``."""
    return constant_(tensor, 1.0)


def zeros_(tensor):
    """Fill with 0. PyTorch: ``torch.nn.init.zeros_``."""
    with torch.no_grad():
        return tensor.zero_()


def eye_(tensor):
    """Make a matrix the identity. PyTorch: ``torch.nn.init.eye_``."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with torch.no_grad():
        tensor.zero_()
        tensor.diagonal().fill_(1)
    return tensor


def dirac_(tensor, groups: int = 1):
    """Make the weights of a convolution keep their channels. PyTorch: ``nn.init.dirac_``."""
    if tensor.dim() not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if tensor.size(0) % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    channels = tensor.size(0) // groups
    centre = tuple(size // 2 for size in tensor.shape[2:])
    with torch.no_grad():
        tensor.zero_()
        for group in range(groups):
            for channel in range(min(channels, tensor.size(1))):
                tensor[(group * channels + channel, channel, *centre)] = 1
    return tensor


def _xavier_std(tensor, gain: float) -> float:
    return gain * math.sqrt(2.0 / float(sum(fan_in_and_fan_out(tensor))))


def xavier_uniform_(tensor, gain: float = 1.0, generator=None):
    """Draw uniformly with Glorot's deviation. PyTorch: ``torch.nn.init.xavier_uniform_``."""
    bound = math.sqrt(3.0) * _xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain: float = 1.0, generator=None):
    """Draw normally with Glorot's deviation. PyTorch: ``torch.nn.init.xavier_normal_``."""
    return normal_(tensor, 0.0, _xavier_std(tensor, gain), generator)


def _kaiming_std(tensor, a: float, mode: str, nonlinearity: str) -> float:
    modes = ["fan_in", "fan_out"]
    if mode.lower() not in modes:
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of {modes}")
    fan = fan_in_and_fan_out(tensor)[modes.index(mode.lower())]
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def _warn_if_empty(tensor) -> bool:
    """Return whether a tensor is empty; if so, warn that there is nothing to initialize."""
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
        return True
    return False


@citing("``torch.nn.init.{}``")
def kaiming_uniform_(
    tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator=None
):
    """Draw uniformly with He's deviation.

    Parameters
    ----------
    tensor : Tensor, shape (out, in, ...)
    a : float
        Negative slope of the rectifier behind it.
    mode : {"fan_in", "fan_out"}
        Whether the forward or the backward pass keeps its variance.
    """
    if _warn_if_empty(tensor):
        return tensor
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator=None
):
    """Draw normally with He's deviation. PyTorch: ``torch.nn.init.kaiming_normal_``."""
    if _warn_if_empty(tensor):
        return tensor
    return normal_(tensor, 0, _kaiming_std(tensor, a, mode, nonlinearity), generator)


def orthogonal_(tensor, gain: float = 1, generator=None):
    """Draw a matrix with orthonormal rows or columns. PyTorch: ``torch.nn.init.orthogonal_``.

    More than two dimensions are flattened behind the first.
    """
    if tensor.dim() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows = tensor.size(0)
    columns = tensor.numel() // rows
    with torch.no_grad():
        drawn = tensor.new_empty((rows, columns)).normal_(0, 1, generator=generator)
        q, r = torch.linalg.qr(drawn.t() if rows < columns else drawn)
        q = q * torch.diag(r, 0).sign()  # makes the draw uniform: the diagonal of r positive
        tensor.copy_((q.t() if rows < columns else q).reshape(tensor.shape) * gain)
    return tensor


def sparse_(tensor, sparsity: float, std: float = 0.01, generator=None):
    """Draw normally, and set a part of each column to 0. PyTorch: ``nn.init.sparse_``."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    zeros = math.ceil(sparsity * rows)
    with torch.no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[torch.randperm(rows)[:zeros], column] = 0
    return tensor


def _deprecated_alias(function):
    """Return ``function`` under its name without the last ``_``, which warns."""
    new = function.__name__
    old = new[:-1]

    @functools.wraps(function)
    def deprecated(*args, **kwargs):
        warnings.warn(
            f"`nn.init.{old}` is now deprecated in favor of `nn.init.{new}`.",
            FutureWarning,
            stacklevel=2,
        )
        return function(*args, **kwargs)

    deprecated.__name__ = deprecated.__qualname__ = old
    return deprecated


uniform = _deprecated_alias(uniform_)
normal = _deprecated_alias(normal_)
constant = _deprecated_alias(constant_)
eye = _deprecated_alias(eye_)
dirac = _deprecated_alias(dirac_)
xavier_uniform = _deprecated_alias(xavier_uniform_)
xavier_normal = _deprecated_alias(xavier_normal_)
kaiming_uniform = _deprecated_alias(kaiming_uniform_)
kaiming_normal = _deprecated_alias(kaiming_normal_)
orthogonal = _deprecated_alias(orthogonal_)
sparse = _deprecated_alias(sparse_)
