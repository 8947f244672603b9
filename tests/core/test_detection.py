"""Boxes that overlap, and regions of images, against torchvision's definitions written out."""

from __future__ import annotations

import math

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyValueError

RNG = np.random.default_rng(0)


def boxes_of(n):
    corner = RNG.uniform(0, 10, size=(n, 2))
    return np.concatenate([corner, corner + RNG.uniform(0, 4, size=(n, 2))], axis=1)


def kept(boxes, scores, threshold):
    """Return which boxes stay, one after the other."""
    found = []
    for i in np.argsort(-scores, kind="stable"):
        one, others = boxes[i], boxes[found]
        sides = np.minimum(one[2:], others[:, 2:]) - np.maximum(one[:2], others[:, :2])
        shared = np.prod(np.maximum(sides, 0), axis=1)
        areas = np.prod(one[2:] - one[:2]) + np.prod(others[:, 2:] - others[:, :2], axis=1)
        if not (shared / (areas - shared) > threshold).any():
            found.append(i)
    return np.array(found, "i8")


@pytest.mark.parametrize("n, threshold", [(40, 0.1), (40, 0.5), (700, 0.3)])
def test_nms(backend, assert_matches, n, threshold):
    boxes = boxes_of(n)
    scores = np.round(RNG.uniform(size=n), 2)  # some are equal
    expected = kept(boxes, scores, threshold)
    given = ivy.asarray(boxes), ivy.asarray(scores)
    assert_matches(ivy.nms(*given, threshold), expected)
    assert_matches(ivy.nms(*given, threshold, 3), expected[:3])
    above = [i for i in expected if scores[i] > 0.5]
    found = ivy.nms(*given, iou_threshold=threshold, score_threshold=0.5)
    assert_matches(found, np.array(above, "i8"))
    assert_matches(ivy.nms(given[0], None, threshold), kept(boxes, np.zeros(n), threshold))


def test_nms_of_no_boxes_and_of_points(backend, assert_matches):
    assert_matches(ivy.nms(ivy.zeros((0, 4))), np.zeros(0, "i8"))
    points = ivy.asarray([[1.0, 1.0, 1.0, 1.0]] * 2)
    assert_matches(ivy.nms(points), np.array([0, 1]))
    for boxes, scores in (((3, 5), (3,)), ((4,), None), ((3, 4), (2,))):
        with pytest.raises(IvyValueError, match="is needed"):
            ivy.nms(ivy.ones(boxes), None if scores is None else ivy.ones(scores))


def interpolated(plane, y, x):
    height, width = plane.shape
    if y < -1 or y > height or x < -1 or x > width:
        return 0.0
    y, x = max(y, 0), max(x, 0)
    low = [min(int(y), height - 1), min(int(x), width - 1)]
    high = [min(low[0] + 1, height - 1), min(low[1] + 1, width - 1)]
    part = [y - low[0] if low[0] < height - 1 else 0, x - low[1] if low[1] < width - 1 else 0]
    top = plane[low[0], low[1]] * (1 - part[1]) + plane[low[0], high[1]] * part[1]
    bottom = plane[high[0], low[1]] * (1 - part[1]) + plane[high[0], high[1]] * part[1]
    return top * (1 - part[0]) + bottom * part[0]


def aligned_regions(x, boxes, size, scale, ratio, aligned):
    """Return regions point by point, as torchvision's kernel finds them."""
    y = np.zeros((len(boxes), x.shape[1], *size))
    for k, (image, x1, y1, x2, y2) in enumerate(boxes):
        begin = np.array([y1, x1]) * scale - 0.5 * aligned
        reach = np.array([y2, x2]) * scale - 0.5 * aligned - begin
        reach = reach if aligned else np.maximum(reach, 1)
        step = reach / size
        counts = [ratio if ratio > 0 else math.ceil(s) for s in step]
        for c, i, j in np.ndindex(x.shape[1], *size):
            total = 0.0
            for p, q in np.ndindex(*counts):
                at = begin + step * [i, j] + (np.array([p, q]) + 0.5) * step / counts
                total += interpolated(x[int(image), c], *at)
            y[k, c, i, j] = total / max(counts[0] * counts[1], 1)
    return y


BOXES = np.array([
    [0, 0.5, 1.0, 5.5, 6.2], [1, -3.0, -2.0, 2.0, 3.0], [1, 4.0, 3.0, 12.0, 9.0],
    [0, 2.0, 2.0, 2.1, 2.3], [0, 3.0, 3.0, 3.0, 3.0], [1, 0.0, 0.0, 8.0, 7.0],
])  # fmt: skip


@pytest.mark.parametrize("ratio", [-1, 1, 3])
@pytest.mark.parametrize("aligned", [False, True])
def test_roi_align(backend, assert_matches, ratio, aligned):
    x = RNG.normal(size=(2, 2, 7, 8))
    for size, scale in (((3, 2), 1.0), ((1, 4), 0.5)):
        expected = aligned_regions(x, BOXES, size, scale, ratio, aligned)
        options = {"spatial_scale": scale, "sampling_ratio": ratio, "aligned": aligned}
        found = ivy.roi_align(ivy.asarray(x), ivy.asarray(BOXES), size, **options)
        assert_matches(found, expected, rtol=1e-10)
        several = [ivy.asarray(BOXES[BOXES[:, 0] == i, 1:]) for i in (0, 1)]
        order = np.argsort(BOXES[:, 0], kind="stable")
        found = ivy.roi_align(ivy.asarray(x), several, size, **options)
        assert_matches(found, expected[order], rtol=1e-10)


def test_roi_align_of_single_precision_and_of_no_boxes(backend, assert_matches):
    x = RNG.normal(size=(2, 2, 7, 8)).astype("f4")
    expected = aligned_regions(x, BOXES, (2, 2), 1.0, 2, True).astype("f4")
    found = ivy.roi_align(ivy.asarray(x), ivy.asarray(BOXES), 2, 1.0, 2, True)
    assert_matches(found, expected, rtol=1e-5)
    none = ivy.roi_align(ivy.asarray(x), ivy.zeros((0, 5), dtype="float32"), 2)
    assert none.shape == (0, 2, 2, 2)
    for shape, boxes in (((2, 7, 8), (1, 5)), ((1, 2, 7, 8), (1, 4))):
        with pytest.raises(IvyValueError, match="roi_align"):
            ivy.roi_align(ivy.ones(shape), ivy.ones(boxes), 2)


@pytest.mark.parametrize("backend", ("jax", "torch", "tensorflow"), indirect=True, scope="module")
def test_gradient_of_roi_align(backend, grad):
    """The result is linear in the images: the gradient is what unit images give."""
    x, boxes = RNG.normal(size=(1, 1, 4, 3)), BOXES[[0, 3]]
    weights = RNG.normal(size=(2, 1, 2, 2))
    cost = lambda x: ivy.sum(ivy.roi_align(x, ivy.asarray(boxes), 2, 0.5) * ivy.asarray(weights))  # noqa: E731
    found = grad(cost)(ivy.asarray(x))
    expected = np.zeros_like(x)
    for at in np.ndindex(*x.shape):
        unit = np.zeros_like(x)
        unit[at] = 1
        expected[at] = np.sum(aligned_regions(unit, boxes, (2, 2), 0.5, -1, False) * weights)
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-9, atol=1e-12)
