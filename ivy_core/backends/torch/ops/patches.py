"""Patches of images as columns of matrices, and back: by PyTorch's kernels for two axes."""

from __future__ import annotations

import torch

from ivy_core.backends.common.patches import planned, planned_back, put_back, taken

_functional = torch.nn.functional


def _pad(x, pairs):
    """Pad the last axes, a (before, after) pair for each, with zeros; negative ones crop."""
    return _functional.pad(x, [n for pair in pairs[::-1] for n in pair])


def _has_kernel(x, plan) -> bool:
    """Return whether unfold and fold take the call: two axes, even padding, floats, no length 0."""
    floating = x.is_floating_point() or x.is_complex()
    return len(plan.kernel) == 2 and plan.is_even and floating and 0 not in x.shape


def _kernel_options(plan) -> tuple:
    """Return (kernel, dilations, even paddings, strides), the order of PyTorch's arguments."""
    return plan.kernel, plan.dilations, [before for before, _ in plan.pads], plan.strides


def im2col(x, kernel_size, /, *, dilation=1, padding=0, stride=1):
    plan = planned(x, kernel_size, dilation, padding, stride)
    if _has_kernel(x, plan):
        return _functional.unfold(x, *_kernel_options(plan))
    return taken(x, plan, _pad, torch.stack, torch.reshape)


def col2im(x, output_size, kernel_size, /, *, dilation=1, padding=0, stride=1):
    plan = planned_back(x, output_size, kernel_size, dilation, padding, stride)
    if _has_kernel(x, plan):
        return _functional.fold(x, plan.lengths, *_kernel_options(plan))
    return put_back(x, plan, _pad, torch.reshape)
