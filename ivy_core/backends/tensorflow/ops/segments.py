"""Reductions by segment, of the TensorFlow backend."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.backends.common.segments import checked_number

_raw = tf.raw_ops


def _reduce_segments(function_name, operation, data, segment_ids, num_segments):
    number = checked_number(function_name, data, segment_ids, num_segments)
    ids = tf.cast(segment_ids, tf.int64)
    return operation(data=data, segment_ids=ids, num_segments=number)


def unsorted_segment_max(data, segment_ids, num_segments):
    operation = _raw.UnsortedSegmentMax
    return _reduce_segments("unsorted_segment_max", operation, data, segment_ids, num_segments)


def unsorted_segment_min(data, segment_ids, num_segments):
    operation = _raw.UnsortedSegmentMin
    return _reduce_segments("unsorted_segment_min", operation, data, segment_ids, num_segments)


def unsorted_segment_sum(data, segment_ids, num_segments):
    operation = _raw.UnsortedSegmentSum
    return _reduce_segments("unsorted_segment_sum", operation, data, segment_ids, num_segments)
