"""Formats in which tensors are stored as factors: named tuples of arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ivy_core.arrays.array import Array


class TuckerTensor(NamedTuple):
    """A core and a matrix for each mode: ``multi_mode_dot(core, factors)`` is the tensor."""

    core: Array
    factors: Sequence[Array]


class CPTensor(NamedTuple):
    """Weights of rank-one tensors, and a matrix for each mode whose columns are their vectors."""

    weights: Array
    factors: Sequence[Array]


class TTTensor(NamedTuple):
    """A train of cores of shapes (R_k, N_k, R_k+1), the first R and the last one being 1."""

    factors: Sequence[Array]


class TRTensor(NamedTuple):
    """A ring of cores of shapes (R_k, N_k, R_k+1), the first R and the last one being equal."""

    factors: Sequence[Array]


class Parafac2Tensor(NamedTuple):
    """Slices ``projections[i] @ B @ diag(weights * A[i]) @ C.T`` of the factors A, B and C."""

    weights: Array
    factors: Sequence[Array]
    projections: Sequence[Array]
