"""Non-maximum suppression of boxes, on the host."""

from __future__ import annotations

import torch

from ivy_core.backends.common.detection import check_boxes, suppressed


def _to_numpy(x):
    x = x.detach().cpu()
    return (x if x.dtype != torch.bfloat16 else x.float()).numpy()


def nms(
    boxes, /, scores=None, iou_threshold=0.5, max_output_size=None, score_threshold=float("-inf")
):
    check_boxes(boxes, scores)
    scores = None if scores is None else _to_numpy(scores)
    kept = suppressed(_to_numpy(boxes), scores, iou_threshold, max_output_size, score_threshold)
    return torch.from_numpy(kept).to(boxes.device)
