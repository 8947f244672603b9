"""Non-maximum suppression of boxes, on the host."""

from __future__ import annotations

from ivy_core.backends.common.detection import check_boxes, suppressed

from ..runtime.memory import taken_from_host
from ..runtime.processes import gathered


def nms(
    boxes, /, scores=None, iou_threshold=0.5, max_output_size=None, score_threshold=float("-inf")
):
    check_boxes(boxes, scores)
    scores = None if scores is None else gathered(scores)
    return taken_from_host(
        suppressed(gathered(boxes), scores, iou_threshold, max_output_size, score_threshold)
    )
