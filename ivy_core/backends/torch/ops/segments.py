"""Reductions by segment, of the PyTorch backend."""

from __future__ import annotations

import torch

from ivy_core.backends.common.segments import checked_number, extreme

from ..kernels.bits import SIGNED
from ..kernels.dtype_sets import disordered, ordered


def _map_negative_to_extra_segment(segment_ids, segment_count):
    """Map negative segment ids to an extra last segment, which the caller cuts off."""
    ids = segment_ids.to(torch.int64)
    return torch.where(ids < 0, segment_count, ids)


def _extreme_of_segments(data, segment_ids, segment_count, reduction, value_of_empty):
    """Return segments' extremes by ``reduction`` "amax" or "amin"; negative ids are left out."""
    if data.dtype in SIGNED:
        start = ordered(torch.full((), value_of_empty, dtype=data.dtype, device=data.device)).item()
        found = _extreme_of_segments(ordered(data), segment_ids, segment_count, reduction, start)
        return disordered(found, data.dtype)
    result = data.new_full((segment_count + 1, *data.shape[1:]), value_of_empty)
    ids = (
        _map_negative_to_extra_segment(segment_ids, segment_count)
        .reshape(-1, *(1,) * (data.ndim - 1))
        .expand_as(data)
    )
    return result.scatter_reduce(0, ids, data, reduction)[:segment_count]


def unsorted_segment_max(data, segment_ids, num_segments):
    number = checked_number("unsorted_segment_max", data, segment_ids, num_segments)
    return _extreme_of_segments(data, segment_ids, number, "amax", extreme(data.dtype, False))


def unsorted_segment_min(data, segment_ids, num_segments):
    number = checked_number("unsorted_segment_min", data, segment_ids, num_segments)
    return _extreme_of_segments(data, segment_ids, number, "amin", extreme(data.dtype, True))


def unsorted_segment_sum(data, segment_ids, num_segments):
    number = checked_number("unsorted_segment_sum", data, segment_ids, num_segments)
    if data.dtype in SIGNED:
        signed = data.view(SIGNED[data.dtype])
        return unsorted_segment_sum(signed, segment_ids, number).view(data.dtype)
    result = data.new_zeros((number + 1, *data.shape[1:]))
    return result.index_add(0, _map_negative_to_extra_segment(segment_ids, number), data)[:number]
