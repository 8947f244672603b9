"""Pooling to a number of windows, by number of spatial axes."""

from __future__ import annotations

from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.registry import compositional, handle_nestable

from ..operands import filled


@compositional(follows="torch.nn.functional")
@handle_nestable
def adaptive_avg_pool1d(
    input: Array,
    output_size: int | Sequence[int | None] | None,
    /,
    *,
    data_format: str = "NCW",
    out: Array | None = None,
) -> Array:
    """Return the means of a number of windows over one spatial axis.

    Parameters
    ----------
    input : Array, shape (N, W, C), or (N, C, W), floating
        What is pooled; the axis of batches may be left out.
    output_size : int, or sequence of int or None
        Numbers of windows; None is as many as there are elements.
    data_format : {'NWC', 'NCW'}, optional
        Where the channels are.

    Returns: Array, of the layout and the dtype of input

    Raises: IvyValueError if there are no windows or elements, or the sizes do not fit the axes.

    >>> ivy.adaptive_avg_pool1d(ivy.ones((1, 2, 5)), 3).shape
    (1, 2, 3)
    """
    return ivy.adaptive_pool(
        input, output_size, "AVG", dims=1, data_format=data_format, out=out
    )  # fmt: skip


@compositional(follows="torch.nn.functional", like=adaptive_avg_pool1d)
@handle_nestable
def adaptive_max_pool1d(
    input: Array,
    output_size: int | Sequence[int | None] | None,
    /,
    *,
    data_format: str = "NCW",
    return_indices: bool = False,
    out: Array | None = None,
) -> Array:
    """Return the largest elements of a number of windows over one spatial axis.

    Parameters
    ----------
    input, shape (N, W, C), or (N, C, W), real: What is pooled; the axis of batches may be left out.
    return_indices: Whether the indices come as well: see :func:`max_pool_with_indices`.
    out: Filled with the largest elements, and returned.

    Returns
    -------
    Array, of the layout and the dtype of input
        With ``return_indices`` a tuple of it and of the indices.

    >>> ivy.adaptive_max_pool1d(ivy.ones((1, 2, 5)), 3).shape
    (1, 2, 3)
    """
    if not return_indices:
        return ivy.adaptive_pool(
            input, output_size, "MAX", dims=1, data_format=data_format, out=out
        )  # fmt: skip
    values, indices = ivy.adaptive_max_pool_with_indices(
        input, output_size, dims=1, data_format=data_format
    )
    return filled(out, values), indices


@compositional(follows="torch.nn.functional", like=adaptive_avg_pool1d)
@handle_nestable
def adaptive_avg_pool2d(
    input: Array,
    output_size: int | Sequence[int | None] | None,
    /,
    *,
    data_format: str = "NHWC",
    out: Array | None = None,
) -> Array:
    """Return the means of a number of windows over two spatial axes.

    Parameters
    ----------
    input : Array, shape (N, H, W, C), or (N, C, H, W), floating
        What is pooled; the axis of batches may be left out.
    data_format : {'NHWC', 'NCHW'}, optional
        Where the channels are.

    >>> ivy.adaptive_avg_pool2d(ivy.ones((1, 2, 5, 5)), 3, data_format="NCHW").shape
    (1, 2, 3, 3)
    """
    return ivy.adaptive_pool(
        input, output_size, "AVG", dims=2, data_format=data_format, out=out
    )  # fmt: skip


@compositional(follows="torch.nn.functional")
@handle_nestable
def adaptive_max_pool2d(
    input: Array,
    output_size: int | Sequence[int | None] | None,
    /,
    *,
    data_format: str = "NCHW",
    return_indices: bool = False,
    out: Array | None = None,
) -> Array:
    """Return the largest elements of a number of windows over two spatial axes.

    Parameters
    ----------
    input : Array, shape (N, H, W, C), or (N, C, H, W), real
        What is pooled; the axis of batches may be left out.
    output_size : int, or sequence of int or None
        Numbers of windows; None is as many as there are elements.
    data_format : {'NHWC', 'NCHW'}, optional
        Where the channels are.
    return_indices: Whether the indices come as well: see :func:`max_pool_with_indices`.
    out: Filled with the largest elements, and returned.

    Returns
    -------
    Array, of the layout and the dtype of input
        With ``return_indices`` a tuple of it and of the indices.

    Raises: IvyValueError if there are no windows or elements, or the sizes do not fit the axes.

    >>> ivy.adaptive_max_pool2d(ivy.ones((1, 2, 5, 5)), 3).shape
    (1, 2, 3, 3)
    """
    if not return_indices:
        return ivy.adaptive_pool(
            input, output_size, "MAX", dims=2, data_format=data_format, out=out
        )  # fmt: skip
    values, indices = ivy.adaptive_max_pool_with_indices(
        input, output_size, dims=2, data_format=data_format
    )
    return filled(out, values), indices


@compositional(follows="torch.nn.functional", like=adaptive_avg_pool1d)
@handle_nestable
def adaptive_avg_pool3d(
    input: Array,
    output_size: int | Sequence[int | None] | None,
    /,
    *,
    data_format: str = "NCDHW",
    out: Array | None = None,
) -> Array:
    """Return the means of a number of windows over three spatial axes.

    Parameters
    ----------
    input : Array, shape (N, D, H, W, C), or (N, C, D, H, W), floating
        What is pooled; the axis of batches may be left out.
    data_format : {'NDHWC', 'NCDHW'}, optional
        Where the channels are.

    >>> ivy.adaptive_avg_pool3d(ivy.ones((1, 2, 5, 5, 5)), 3).shape
    (1, 2, 3, 3, 3)
    """
    return ivy.adaptive_pool(
        input, output_size, "AVG", dims=3, data_format=data_format, out=out
    )  # fmt: skip


@compositional(follows="torch.nn.functional", like=adaptive_max_pool2d)
@handle_nestable
def adaptive_max_pool3d(
    input: Array,
    output_size: int | Sequence[int | None] | None,
    /,
    *,
    data_format: str = "NCDHW",
    return_indices: bool = False,
    out: Array | None = None,
) -> Array:
    """Return the largest elements of a number of windows over three spatial axes.

    Parameters
    ----------
    input : Array, shape (N, D, H, W, C), or (N, C, D, H, W), real
        What is pooled; the axis of batches may be left out.
    data_format : {'NDHWC', 'NCDHW'}, optional
        Where the channels are.

    >>> ivy.adaptive_max_pool3d(ivy.ones((1, 2, 5, 5, 5)), 3).shape
    (1, 2, 3, 3, 3)
    """
    if not return_indices:
        return ivy.adaptive_pool(
            input, output_size, "MAX", dims=3, data_format=data_format, out=out
        )  # fmt: skip
    values, indices = ivy.adaptive_max_pool_with_indices(
        input, output_size, dims=3, data_format=data_format
    )
    return filled(out, values), indices
