"""Distinct elements of NumPy arrays."""

from __future__ import annotations

from ..common import host_kernels

unique_all = host_kernels.unique_all
unique_counts = host_kernels.unique_counts
unique_inverse = host_kernels.unique_inverse
unique_values = host_kernels.unique_values
