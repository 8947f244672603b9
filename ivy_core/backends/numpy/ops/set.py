"""Distinct elements of NumPy arrays."""

from __future__ import annotations

from ivy_core.backends.common.host import kernels

unique_all = kernels.unique_all
unique_counts = kernels.unique_counts
unique_inverse = kernels.unique_inverse
unique_values = kernels.unique_values
