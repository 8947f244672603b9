"""Layers whose sizes the first input tells.

References
----------
PyTorch documentation, ``torch.nn``, Lazy Modules Initialization.
"""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.nn.parameter import (
    UninitializedBuffer,
    UninitializedParameter,
    is_lazy,
)

from . import conv, linear, normalization


class LazyModuleMixin:
    """Base of lazy layers: at the first call they take their sizes, and become plain ones.

    A subclass names what it becomes, ``cls_to_become``, and has ``initialize_parameters``, which
    takes the arguments of that call.
    """

    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._initialize_hook = self.register_forward_pre_hook(
            _initialize_on_first_call, with_kwargs=True
        )
        self._load_hook = self._register_load_state_dict_pre_hook(
            _materialize_as_loaded, with_module=True
        )

    def has_uninitialized_params(self) -> bool:
        """Return whether a parameter or buffer has no shape yet."""
        members = [*self._parameters.values(), *self._buffers.values()]
        return any(is_lazy(member) for member in members)

    def initialize_parameters(self, *args, **kwargs) -> None:
        """Take the sizes from the arguments of the first call."""
        raise NotImplementedError(
            f"initialize_parameters is not implemented for {type(self).__name__}"
        )

    def _save_to_state_dict(self, destination, prefix, keep_vars) -> None:
        """Put members into ``destination``, detached unless lazy or ``keep_vars``."""
        for name, member in {**self._parameters, **self._buffers}.items():
            if member is not None:
                plain = is_lazy(member) or keep_vars
                destination[prefix + name] = member if plain else member.detach()


def _initialize_on_first_call(module, args, kwargs) -> None:
    """Initialize the parameters, remove both hooks, and change the class if one is given."""
    module.initialize_parameters(*args, **kwargs)
    if module.has_uninitialized_params():
        raise RuntimeError(f"module {module._get_name()} has not been fully initialized")
    module._initialize_hook.remove()
    module._load_hook.remove()
    del module._initialize_hook, module._load_hook
    if module.cls_to_become is not None:
        module.__class__ = module.cls_to_become


def _materialize_as_loaded(module, state_dict, prefix, *_) -> None:
    """Give lazy parameters and buffers the shapes that a loaded state has for them."""
    for name, member in {**module._parameters, **module._buffers}.items():
        given = state_dict.get(prefix + name)
        if is_lazy(member) and given is not None and not is_lazy(given):
            with torch.no_grad():
                member.materialize(tuple(given.shape))


def _make_lazy(module, names, kind, device, dtype) -> None:
    """Set the attributes ``names`` to new uninitialized members of class ``kind``."""
    for name in names:
        setattr(module, name, kind(device=device, dtype=dtype))


class _LazyLayer(LazyModuleMixin):
    """Base of PyTorch's own lazy layers, whose first values are drawn once there are shapes."""

    def reset_parameters(self) -> None:
        """Draw the first values, once there are shapes."""
        if not self.has_uninitialized_params() and self.input_feature_count_():
            super().reset_parameters()

    def input_feature_count_(self) -> int:
        """Return the size that the first input tells; 0 while it is not known."""
        raise NotImplementedError


class LazyLinear(_LazyLayer, linear.Linear):
    """``Linear`` whose ``in_features`` the first input tells. PyTorch: ``nn.LazyLinear``."""

    cls_to_become = linear.Linear

    def __init__(self, out_features: int, bias: bool = True, device=None, dtype=None):
        super().__init__(0, 0, False)
        self.out_features = out_features
        names = ("weight", "bias") if bias else ("weight",)
        _make_lazy(self, names, UninitializedParameter, device, dtype)

    def input_feature_count_(self) -> int:
        return self.in_features

    def initialize_parameters(self, input) -> None:
        if self.has_uninitialized_params():
            with torch.no_grad():
                self.in_features = input.shape[-1]
                self.weight.materialize((self.out_features, self.in_features))
                if self.bias is not None:
                    self.bias.materialize((self.out_features,))
                self.reset_parameters()
        if self.in_features == 0:  # loaded from a state_dict, which tells the shape alone
            self.in_features = input.shape[-1]


class _LazyConv(_LazyLayer):
    """Convolutions whose ``in_channels`` the first input tells."""

    def input_feature_count_(self) -> int:
        return self.in_channels

    def initialize_parameters(self, input, *args, **kwargs) -> None:
        if not self.has_uninitialized_params():
            return
        single, batched = self.axes_ + 1, self.axes_ + 2
        if input.dim() not in (single, batched):
            raise RuntimeError(
                f"Expected {single}D (unbatched) or {batched}D (batched) input to "
                f"{type(self).__name__}, but got input of size: {input.shape}"
            )
        self.in_channels = input.shape[input.dim() - single]
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        channels = (self.in_channels, self.out_channels)
        first, second = channels if self.transposed else channels[::-1]
        self.weight.materialize((first, second // self.groups, *self.kernel_size))
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.reset_parameters()


def _init_lazy_convolution(convolution, out_channels: int, bias: bool, device, dtype) -> None:
    """Set ``out_channels``, and ``weight`` and, if wanted, ``bias`` as lazy parameters."""
    convolution.out_channels = out_channels
    names = ("weight", "bias") if bias else ("weight",)
    _make_lazy(convolution, names, UninitializedParameter, device, dtype)


class _LazyForward(_LazyConv):
    def __init__(
        self,
        out_channels: int,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device=None,
        dtype=None,
    ):
        sizes = (kernel_size, stride, padding, dilation, groups)
        super().__init__(0, 0, *sizes, False, padding_mode, device, dtype)
        _init_lazy_convolution(self, out_channels, bias, device, dtype)


class _LazyTranspose(_LazyConv):
    def __init__(
        self,
        out_channels: int,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups: int = 1,
        bias: bool = True,
        dilation=1,
        padding_mode: str = "zeros",
        device=None,
        dtype=None,
    ):
        sizes = (kernel_size, stride, padding, output_padding, groups)
        super().__init__(0, 0, *sizes, False, dilation, padding_mode, device, dtype)
        _init_lazy_convolution(self, out_channels, bias, device, dtype)


class LazyConv1d(_LazyForward, conv.Conv1d):
    """``Conv1d`` whose channels the first input tells. PyTorch: ``nn.LazyConv1d``."""

    cls_to_become = conv.Conv1d


class LazyConv2d(_LazyForward, conv.Conv2d):
    """``Conv2d`` whose channels the first input tells. PyTorch: ``nn.LazyConv2d``."""

    cls_to_become = conv.Conv2d


class LazyConv3d(_LazyForward, conv.Conv3d):
    """``Conv3d`` whose channels the first input tells. PyTorch: ``nn.LazyConv3d``."""

    cls_to_become = conv.Conv3d


class LazyConvTranspose1d(_LazyTranspose, conv.ConvTranspose1d):
    """``ConvTranspose1d`` whose channels the first input tells."""

    cls_to_become = conv.ConvTranspose1d


class LazyConvTranspose2d(_LazyTranspose, conv.ConvTranspose2d):
    """``ConvTranspose2d`` whose channels the first input tells."""

    cls_to_become = conv.ConvTranspose2d


class LazyConvTranspose3d(_LazyTranspose, conv.ConvTranspose3d):
    """``ConvTranspose3d`` whose channels the first input tells."""

    cls_to_become = conv.ConvTranspose3d


class _LazyNorm(_LazyLayer):
    """Norms of channels, as many as the first input has."""

    by_default_ = (True, True)  # affine, track_running_stats

    def __init__(
        self,
        eps=1e-5,
        momentum=0.1,
        affine=None,
        track_running_stats=None,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        super().__init__(0, eps, momentum, False, False, device, dtype, bias=False)
        usual = self.by_default_
        self.affine = usual[0] if affine is None else affine
        self.track_running_stats = usual[1] if track_running_stats is None else track_running_stats
        if self.affine:
            names = ("weight", "bias") if bias else ("weight",)
            _make_lazy(self, names, UninitializedParameter, device, dtype)
        if self.track_running_stats:
            _make_lazy(self, ("running_mean", "running_var"), UninitializedBuffer, device, dtype)
            self.num_batches_tracked = torch.tensor(0, dtype=torch.long, device=device)

    def input_feature_count_(self) -> int:
        return self.num_features

    def initialize_parameters(self, input) -> None:
        if self.num_features == 0:  # also where a state_dict has told the shapes
            self.num_features = input.shape[1]
        if not self.has_uninitialized_params():
            return
        for member in (*self._parameters.values(), *self._buffers.values()):
            if is_lazy(member):
                member.materialize((self.num_features,))
        self.reset_parameters()


class LazyBatchNorm1d(_LazyNorm, normalization.BatchNorm1d):
    """``BatchNorm1d`` whose features the first input tells."""

    cls_to_become = normalization.BatchNorm1d


class LazyBatchNorm2d(_LazyNorm, normalization.BatchNorm2d):
    """``BatchNorm2d`` whose features the first input tells."""

    cls_to_become = normalization.BatchNorm2d


class LazyBatchNorm3d(_LazyNorm, normalization.BatchNorm3d):
    """``BatchNorm3d`` whose features the first input tells."""

    cls_to_become = normalization.BatchNorm3d


class LazyInstanceNorm1d(_LazyNorm, normalization.InstanceNorm1d):
    """``InstanceNorm1d`` whose features the first input tells."""

    cls_to_become = normalization.InstanceNorm1d


class LazyInstanceNorm2d(_LazyNorm, normalization.InstanceNorm2d):
    """``InstanceNorm2d`` whose features the first input tells."""

    cls_to_become = normalization.InstanceNorm2d


class LazyInstanceNorm3d(_LazyNorm, normalization.InstanceNorm3d):
    """``InstanceNorm3d`` whose features the first input tells."""

    cls_to_become = normalization.InstanceNorm3d
