"""Layers that normalise: over the last axes, groups, channels, batches, instances.

References
----------
PyTorch documentation, ``torch.nn``, Normalization Layers.
"""

from __future__ import annotations

import numbers
import warnings

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F
from frontends.torch.nn import init
from frontends.torch.nn.parameter import Parameter

from .module import Module


class LocalResponseNorm(Module):
    """Divide by the mean square of neighbouring channels. PyTorch: ``nn.LocalResponseNorm``."""

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0):
        super().__init__()
        self.size, self.alpha, self.beta, self.k = size, alpha, beta, k

    def forward(self, input):
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"


class _Affine(Module):
    """A norm with a weight that begins at 1 and a bias that begins at 0, or without."""

    def reset_parameters(self) -> None:
        """Set the weight to 1 and the bias to 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


def _register_affine_parameters(layer, shape, weight: bool, bias: bool, device, dtype) -> None:
    """Register both, uninitialized, or as None; there is no bias without a weight."""
    for name, wanted in (("weight", weight), ("bias", weight and bias)):
        made = torch.empty(shape, device=device, dtype=dtype) if wanted else None
        layer.register_parameter(name, None if made is None else Parameter(made))


def _as_shape(shape) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, numbers.Integral) else tuple(shape)


@citing("``torch.nn.{}``")
class LayerNorm(_Affine):
    """Subtract the mean over the last axes, divide by the deviation, scale and shift.

    Parameters
    ----------
    normalized_shape : int or tuple
        Sizes of the last axes.
    eps : float
        Added to the variance.
    elementwise_affine, bias : bool
    """

    def __init__(
        self,
        normalized_shape,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.normalized_shape = _as_shape(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        _register_affine_parameters(
            self, self.normalized_shape, elementwise_affine, bias, device, dtype
        )
        self.reset_parameters()

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}, bias={self.bias is not None}"
        )


class RMSNorm(Module):
    """Divide by the root mean square over the last axes, and scale. PyTorch: ``nn.RMSNorm``."""

    def __init__(
        self,
        normalized_shape,
        eps: float | None = None,
        elementwise_affine: bool = True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.normalized_shape = _as_shape(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        if elementwise_affine:
            made = torch.empty(self.normalized_shape, device=device, dtype=dtype)
            self.weight = Parameter(made)
        else:
            self.register_parameter("weight", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the weight to 1."""
        if self.elementwise_affine:
            init.ones_(self.weight)

    def forward(self, x):
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"
        )


class GroupNorm(_Affine):
    """Normalise the channels of each group together. PyTorch: ``torch.nn.GroupNorm``."""

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device=None,
        dtype=None,
        *,
        bias: bool = True,
    ):
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError(
                f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})"
            )
        self.num_groups, self.num_channels = num_groups, num_channels
        self.eps = eps
        self.affine = affine
        _register_affine_parameters(self, num_channels, affine, bias, device, dtype)
        self.reset_parameters()

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, "
            f"bias={self.bias is not None}"
        )


class _NormBase(_Affine):
    """Norms of channels, with running statistics."""

    _version = 2
    ranks_: tuple[int, ...] = ()  # numbers of axes that inputs may have

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device=None,
        dtype=None,
        *,
        bias: bool = True,
    ):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        _register_affine_parameters(self, num_features, affine, bias, device, dtype)
        mean = variance = count = None
        if track_running_stats:
            mean = torch.zeros(num_features, device=device, dtype=dtype)
            variance = torch.ones(num_features, device=device, dtype=dtype)
            count = torch.tensor(0, device=device, dtype=torch.long)
        self.register_buffer("running_mean", mean)
        self.register_buffer("running_var", variance)
        self.register_buffer("num_batches_tracked", count)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Set the running mean to 0 and the running variance to 1."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Set weight, bias and running statistics to their first values."""
        self.reset_running_stats()
        super().reset_parameters()

    def _check_input_dim(self, input) -> None:
        if input.dim() not in self.ranks_:
            wanted = " or ".join(f"{rank}D" for rank in self.ranks_)
            raise ValueError(f"expected {wanted} input (got {input.dim()}D input)")

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, "
            f"affine={self.affine}, bias={self.bias is not None}, "
            f"track_running_stats={self.track_running_stats}"
        )

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *args) -> None:
        version = local_metadata.get("version")
        key = prefix + "num_batches_tracked"
        old = version is None or version < 2  # before 0.4.1, which had no count of batches
        if old and self.track_running_stats and key not in state_dict:
            count = self.num_batches_tracked
            state_dict[key] = torch.tensor(0, dtype=torch.long) if count is None else count
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *args)


class _BatchNorm(_NormBase):
    """Normalise each channel over the batch, in evaluation by the running statistics.

    Parameters
    ----------
    num_features : int
        Channels.
    eps : float
        Added to the variance.
    momentum : float or None
        Weight of a batch in the running statistics; None counts all batches alike.
    affine, track_running_stats, bias : bool
    """

    def forward(self, input):
        self._check_input_dim(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        by_batch = self.training or (self.running_mean is None and self.running_var is None)
        # in training the buffers are only there to be updated
        has_use = not self.training or self.track_running_stats
        return F.batch_norm(
            input,
            self.running_mean if has_use else None,
            self.running_var if has_use else None,
            self.weight,
            self.bias,
            by_batch,
            factor,
            self.eps,
        )


class BatchNorm1d(_BatchNorm):
    """Batch normalisation of (N, C) or (N, C, L). PyTorch: ``torch.nn.BatchNorm1d``."""

    ranks_ = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalisation of (N, C, H, W). PyTorch: ``torch.nn.BatchNorm2d``."""

    ranks_ = (4,)


class BatchNorm3d(_BatchNorm):
    """Batch normalisation of (N, C, D, H, W). PyTorch: ``torch.nn.BatchNorm3d``."""

    ranks_ = (5,)


@citing("``torch.nn.{}``")
class SyncBatchNorm(_BatchNorm):
    """Batch normalisation over the processes of a group: here there is one.

    Parameters
    ----------
    num_features : int
    process_group : optional
        Is kept, and says nothing here.
    """

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True,
                 process_group=None, device=None, dtype=None):  # fmt: skip
        super().__init__(
            num_features, eps, momentum, affine, track_running_stats, device=device, dtype=dtype
        )
        self.process_group = process_group

    def _check_input_dim(self, input) -> None:
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """Return a module with its batch normalisations replaced by those of this class."""
        found = module
        if isinstance(module, _BatchNorm):
            found = cls(
                module.num_features,
                module.eps,
                module.momentum,
                module.affine,
                module.track_running_stats,
                process_group,
            )
            if module.affine:
                found.weight, found.bias = module.weight, module.bias
            for name in ("running_mean", "running_var", "num_batches_tracked"):
                setattr(found, name, getattr(module, name))
            found.training = module.training
        for name, child in module.named_children():
            found.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return found


class _AcrossMaps(torch.autograd.Function):
    """Computation of :class:`CrossMapLRN2d`: PyTorch never takes the first channel out again."""

    @staticmethod
    def forward(ctx, input, size, alpha, beta, k):
        channels, ahead = input.size(1), int((size - 1) / 2 + 1)
        sums = F.pad(input.pow(2).cumsum(1), (0, 0, 0, 0, 1, 0))
        counts = torch.arange(channels)
        total = sums[:, (counts + ahead).clamp(max=channels)]
        left = sums[:, (counts - ahead + 1).clamp(min=1)] - sums[:, 1:2]
        scale = (total - left) * (alpha / size) + k
        output = scale**-beta * input
        ctx.save_for_backward(input, output, scale)
        ctx.options = size, alpha, beta
        return output

    @staticmethod
    def backward(ctx, grad):
        (input, output, scale), (size, alpha, beta) = ctx.saved_tensors, ctx.options
        before, channels = int(size - (size - 1) / 2), input.size(1)
        share = F.pad(grad * output / scale, (0, 0, 0, 0, before, size - 1 - before))
        share = sum(share[:, n : n + channels] for n in range(size))
        found = grad * scale**-beta - 2 * alpha * beta / size * input * share
        return found, None, None, None, None


class CrossMapLRN2d(Module):
    """Divide by the squares of the channels beside each one.

    Parameters
    ----------
    size : int
        How many channels.
    alpha, beta, k : float

    References
    ----------
    PyTorch documentation, ``torch.nn.CrossMapLRN2d``; A. Krizhevsky et al., "ImageNet
    classification with deep convolutional neural networks", 2012.
    """

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1):
        super().__init__()
        self.size, self.alpha, self.beta, self.k = size, alpha, beta, k

    def forward(self, input):
        if input.dim() != 4:
            raise ValueError(f"CrossMapLRN2d: Expected input to be 4D, got {input.dim()}D instead.")
        return _AcrossMaps.apply(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"


class _InstanceNorm(_NormBase):
    """Normalise each channel of each member of a batch by itself."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device=None,
        dtype=None,
        *,
        bias: bool = True,
    ):
        super().__init__(
            num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias
        )

    def _load_from_state_dict(
        self, state_dict, prefix, local_metadata, strict, missing, unexpected, error_msgs
    ) -> None:
        """Load; drop an old state's unexpected statistics, told in ``error_msgs``."""
        if local_metadata.get("version") is None and not self.track_running_stats:
            keys = [prefix + name for name in ("running_mean", "running_var")]
            found = [key for key in keys if key in state_dict]
            if found:
                names, kind = " and ".join(f'"{key}"' for key in found), type(self).__name__
                error_msgs.append(
                    f"Unexpected running stats buffer(s) {names} for {kind} with "
                    "track_running_stats=False. If state_dict is a checkpoint saved before "
                    f"0.4.0, this may be expected because {kind} does not track running stats "
                    "by default since 0.4.0."
                )
                for key in found:
                    state_dict.pop(key)
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, strict, missing, unexpected, error_msgs
        )

    def forward(self, input):
        self._check_input_dim(input)
        unbatched = self.ranks_[0]
        at = input.dim() - unbatched
        if input.size(at) != self.num_features:
            if self.affine:
                raise ValueError(
                    f"expected input's size at dim={at} to match num_features "
                    f"({self.num_features}), but got: {input.size(at)}."
                )
            warnings.warn(
                f"input's size at dim={at} does not match num_features. You can silence this "
                "warning by not passing in num_features, which is not used because affine=False",
                stacklevel=2,
            )
        batch = input.unsqueeze(0) if input.dim() == unbatched else input
        output = F.instance_norm(
            batch,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            0.0 if self.momentum is None else self.momentum,
            self.eps,
        )
        return output.squeeze(0) if input.dim() == unbatched else output


class InstanceNorm1d(_InstanceNorm):
    """Instance normalisation of (N, C, L). PyTorch: ``torch.nn.InstanceNorm1d``."""

    ranks_ = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """Instance normalisation of (N, C, H, W). PyTorch: ``torch.nn.InstanceNorm2d``."""

    ranks_ = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    """Instance normalisation of (N, C, D, H, W). PyTorch: ``torch.nn.InstanceNorm3d``."""

    ranks_ = (4, 5)
