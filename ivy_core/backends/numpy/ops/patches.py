"""Patches of images as columns of matrices, and back."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.patches import planned, planned_back, put_back, taken


def im2col(x, kernel_size, /, *, dilation=1, padding=0, stride=1):
    plan = planned(x, kernel_size, dilation, padding, stride)
    return taken(x, plan, np.pad, np.stack, np.reshape)


def col2im(x, output_size, kernel_size, /, *, dilation=1, padding=0, stride=1):
    plan = planned_back(x, output_size, kernel_size, dilation, padding, stride)
    return put_back(x, plan, np.pad, np.reshape)
