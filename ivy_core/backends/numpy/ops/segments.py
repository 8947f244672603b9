"""Reductions by segment, of the NumPy backend: rows are sorted, and reduced in runs."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.segments import checked_number, extreme


def _reduce_segments(ufunc, data, segment_ids, segment_count, value_of_empty):
    """Reduce the rows of each segment; rows with a negative id are left out."""
    result = np.full((segment_count, *data.shape[1:]), value_of_empty, data.dtype)
    order = np.argsort(segment_ids, kind="stable")
    order = order[np.searchsorted(segment_ids, 0, sorter=order) :]  # no negative ones
    if order.size and result.size:
        sorted_ids = segment_ids[order]
        starts = np.flatnonzero(np.concatenate([[True], sorted_ids[1:] != sorted_ids[:-1]]))
        rows = ufunc.reduceat(data[order], starts, axis=0, dtype=data.dtype)
        result[sorted_ids[starts]] = rows
    return result


def unsorted_segment_max(data, segment_ids, num_segments):
    number = checked_number("unsorted_segment_max", data, segment_ids, num_segments)
    return _reduce_segments(np.maximum, data, segment_ids, number, extreme(data.dtype, False))


def unsorted_segment_min(data, segment_ids, num_segments):
    number = checked_number("unsorted_segment_min", data, segment_ids, num_segments)
    return _reduce_segments(np.minimum, data, segment_ids, number, extreme(data.dtype, True))


def unsorted_segment_sum(data, segment_ids, num_segments):
    number = checked_number("unsorted_segment_sum", data, segment_ids, num_segments)
    return _reduce_segments(np.add, data, segment_ids, number, 0)
