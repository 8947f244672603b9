"""Activations that bound, shrink or threshold, for which PyTorch has kernels."""

from __future__ import annotations

import torch

from ivy_core.backends.common.activations import covering

_functional = torch.nn.functional


def hardshrink(x, /, *, lambd=0.5):
    return _functional.hardshrink(x, lambd)


def hardtanh(x, /, *, max_val=1, min_val=-1):
    return _functional.hardtanh(x, min_val, max_val)


def softshrink(x, /, *, lambd=0.5):
    return _functional.softshrink(x, lambd)


def tanhshrink(x, /):
    return _functional.tanhshrink(x)


def threshold(x, /, *, threshold, value):
    return _functional.threshold(x, threshold, value)


def thresholded_relu(x, /, *, threshold=0):
    return _functional.threshold(x, threshold, 0)


covering(hardshrink, hardtanh, softshrink, tanhshrink, threshold, thresholded_relu)
