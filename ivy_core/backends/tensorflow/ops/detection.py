"""Non-maximum suppression of boxes: on the host, and by TensorFlow in a graph."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.backends.common.detection import check_boxes, suppressed


def nms(
    boxes, /, scores=None, iou_threshold=0.5, max_output_size=None, score_threshold=float("-inf")
):
    check_boxes(boxes, scores)
    if tf.executing_eagerly():
        scores = None if scores is None else scores.numpy()
        return tf.constant(
            suppressed(boxes.numpy(), scores, iou_threshold, max_output_size, score_threshold)
        )
    count = tf.shape(boxes)[0]
    scores = tf.zeros((count,)) if scores is None else tf.cast(scores, tf.float32)
    most = count if max_output_size is None else max_output_size
    kept = tf.image.non_max_suppression(
        tf.cast(boxes, tf.float32), scores, most, iou_threshold, score_threshold
    )
    return tf.cast(kept, tf.int64)
