"""Non-maximum suppression of boxes, on the host: the number of results depends on values."""

from __future__ import annotations

import numpy as np

from ivy_core.utils.exceptions import IvyValueError

from .host.policy import SUPPRESSION_BLOCK_BOXES


def check_boxes(boxes, scores) -> None:
    """Check the shapes of boxes and of their scores.

    Raises
    ------
    IvyValueError
        If they do not fit each other.
    """
    shape = tuple(boxes.shape)
    if len(shape) != 2 or shape[1] != 4:
        raise IvyValueError(f"nms: boxes of shape {shape} were given; (N, 4) is needed")
    if scores is not None and tuple(scores.shape) != shape[:1]:
        raise IvyValueError(
            f"nms: scores of shape {tuple(scores.shape)} were given for {shape[0]} boxes; "
            f"{shape[:1]} is needed"
        )


def suppressed(
    boxes: np.ndarray, scores: np.ndarray | None, threshold: float, most: int | None, least: float
) -> np.ndarray:
    """Return the indices of the boxes that stay, those of higher scores first.

    Parameters
    ----------
    boxes : numpy.ndarray, shape (N, 4)
        Two opposite corners each, (x1, y1, x2, y2).
    scores : numpy.ndarray, shape (N,), or None
        None: all equal.
    threshold : float
        Of the area that two boxes share, as part of what they cover: above it the lower one goes.
    most : int or None
        How many stay at most.
    least : float
        What a score must be above, unless it is minus infinity.
    """
    boxes = boxes if boxes.dtype.itemsize > 2 and boxes.dtype.kind == "f" else boxes.astype("f8")
    scores = np.zeros(len(boxes)) if scores is None else scores
    order = np.argsort(-scores.astype("f8"), kind="stable")
    if least != -np.inf:
        order = order[scores[order] > least]
    boxes = boxes[order]
    kept = np.zeros(0, np.int64)
    for begin in range(0, len(order), SUPPRESSION_BLOCK_BOXES):
        block = np.arange(begin, min(begin + SUPPRESSION_BLOCK_BOXES, len(order)))
        if len(kept):
            block = block[~_boxes_overlap(boxes[kept], boxes[block], threshold).any(0)]
        # of this block: a box stays unless one before it stays and overlaps; decided from the first
        # on, a step settles at least one more, in practice nearly all
        before = np.triu(_boxes_overlap(boxes[block], boxes[block], threshold), 1)
        stays = np.ones(len(block), bool)
        while True:
            settled = ~before[stays].any(0)
            if (settled == stays).all():
                break
            stays = settled
        kept = np.concatenate([kept, block[stays]])
        if most is not None and len(kept) >= most:
            break
    return order[kept[:most]].astype(np.int64)


def _boxes_overlap(one, other, threshold):
    """Return an (N, M) mask: whether two boxes' intersection over union exceeds a threshold."""
    with np.errstate(all="ignore"):  # boxes without an area overlap nothing: 0 / 0
        first = np.maximum(one[:, None, :2], other[:, :2])
        second = np.minimum(one[:, None, 2:], other[:, 2:])
        shared = np.prod(np.maximum(second - first, 0), axis=-1)
        areas = [np.prod(b[:, 2:] - b[:, :2], axis=-1) for b in (one, other)]
        return shared / (areas[0][:, None] + areas[1] - shared) > threshold
