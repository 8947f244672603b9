"""Non-maximum suppression of boxes, on the host."""

from __future__ import annotations

from ivy_core.backends.common.detection import check_boxes, suppressed


def nms(
    boxes, /, scores=None, iou_threshold=0.5, max_output_size=None, score_threshold=float("-inf")
):
    check_boxes(boxes, scores)
    return suppressed(boxes, scores, iou_threshold, max_output_size, score_threshold)
