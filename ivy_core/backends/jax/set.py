"""Distinct elements of JAX arrays.

How many there are depends on the values, so nothing can be compiled: they are found on the host,
and under a trace JAX's own error says so.
"""

from __future__ import annotations

import numpy as np

from ..common import host_kernels
from .transfer import from_host


def unique_all(x, /):
    return [from_host(part) for part in host_kernels.unique_all(np.asarray(x))]


def unique_counts(x, /):
    return [from_host(part) for part in host_kernels.unique_counts(np.asarray(x))]


def unique_inverse(x, /):
    return [from_host(part) for part in host_kernels.unique_inverse(np.asarray(x))]


def unique_values(x, /):
    return from_host(host_kernels.unique_values(np.asarray(x)))
