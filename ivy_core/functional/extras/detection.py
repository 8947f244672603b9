"""Detection of objects: boxes that overlap, and regions of images."""

from __future__ import annotations

from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.backends.common.sliding import per_axis
from ivy_core.registry import compositional, handle_nestable, primary
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array, half_dtype


@primary
def nms(
    boxes: Array,
    /,
    scores: Array | None = None,
    iou_threshold: float = 0.5,
    max_output_size: int | None = None,
    score_threshold: float = float("-inf"),
    *,
    out: Array | None = None,
) -> Array:
    """Non-maximum suppression: of boxes that overlap, keep the one of the highest score.

    Parameters
    ----------
    boxes, shape (N, 4), real: Boxes, as (x1, y1, x2, y2) with x1 < x2 and y1 < y2.
    scores, shape (N,): A score for each; the first boxes have the higher ones if None.
    iou_threshold : float, optional
        How much two boxes may overlap: the area that they share, as part of what both cover.
    max_output_size: How many boxes stay at most.
    score_threshold: What a score must be above.

    Returns
    -------
    Array of int64, shape (M,)
        Indices of the boxes that stay, by falling scores. Their number depends on values, so that
        it is no function for a trace of JAX or PyTorch.

    Raises: IvyValueError if shapes do not fit each other.

    References
    ----------
    torchvision, ``torchvision.ops.nms``. TensorFlow, ``tf.image.non_max_suppression``, for the last
    two options.

    >>> boxes = ivy.asarray([[0.0, 0.0, 2.0, 2.0], [0.0, 0.0, 2.0, 1.9], [3.0, 3.0, 4.0, 4.0]])
    >>> ivy.nms(boxes, ivy.asarray([0.5, 0.9, 0.7]))
    ivy.array([1, 2])
    """
    return current_backend(boxes, scores).nms(
        boxes,
        scores,
        iou_threshold,
        max_output_size,
        score_threshold,
        out=out,
    )


@compositional
@handle_nestable
def roi_align(
    input: Array,
    boxes: Array | Sequence,
    output_size: int | Sequence[int],
    spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
    aligned: bool = False,
    *,
    out: Array | None = None,
) -> Array:
    """Resample regions of images to one size, by means of points between the elements.

    Parameters
    ----------
    input, shape (N, C, H, W), floating: Images, or what has been made of them.
    boxes : Array, shape (K, 5), or a sequence of N Arrays of shape (L, 4)
        Regions, as (x1, y1, x2, y2), with the number of the image before it in one array.
    output_size : int or (int, int)
        Height and width of the result.
    spatial_scale: What boxes are multiplied by, so that their unit is the distance of two elements.
    sampling_ratio : int, optional
        Number of points along each axis that an element of the result is the mean of. Not positive:
        as many as elements are covered, rounded up, at most those of the image.
    aligned : bool, optional
        Whether elements lie in the middle of their squares, not at a corner; a region may then be
        smaller than an element.

    Returns: Array, shape (K, C, *output_size), of the dtype of input

    Raises: IvyValueError if shapes do not fit each other.

    References: torchvision, ``torchvision.ops.roi_align``. K. He et al., "Mask R-CNN", 2017.

    >>> x = ivy.reshape(ivy.arange(16.0), (1, 1, 4, 4))
    >>> ivy.roi_align(x, ivy.asarray([[0.0, 0.0, 0.0, 2.0, 2.0]]), 1, sampling_ratio=1)
    ivy.array([[[[5.]]]])
    """
    x = as_array(input)
    if x.ndim != 4:
        raise IvyValueError(f"roi_align: an array of shape {x.shape} was given; 4 axes are needed")
    half = half_dtype(x)
    if half is not None:  # which would place the points by tenths of an element
        options = output_size, spatial_scale, sampling_ratio, aligned
        return ivy.astype(roi_align(ivy.astype(x, "float32"), boxes, *options), half, out=out)
    sizes = per_axis("roi_align", "output_size", output_size, 2)
    boxes = _concat_boxes(boxes, x)
    images, corners = ivy.astype(boxes[:, 0], "int64"), boxes[:, 1:] * spatial_scale
    corners = corners - 0.5 if aligned else corners
    rows, columns = (
        _pooling_weights(
            corners[:, at], corners[:, at + 2], x.shape[axis], size, sampling_ratio, aligned
        )
        for at, axis, size in ((1, 2, sizes[0]), (0, 3, sizes[1]))
    )
    regions = ivy.take(x, images, axis=0)
    y = ivy.matmul(ivy.expand_dims(rows, axis=1), regions)
    return ivy.matmul(y, ivy.expand_dims(ivy.matrix_transpose(columns), axis=1), out=out)


def _concat_boxes(boxes, x):
    """Concatenate boxes per image to one array, shape (K, 5), with the image's index first."""
    if isinstance(boxes, (list, tuple)) and len(boxes) and len(ivy.asarray(boxes[0]).shape) == 2:
        each = [ivy.astype(ivy.asarray(b), x.dtype, copy=False) for b in boxes]
        counted = [
            ivy.concat([ivy.full((b.shape[0], 1), i, dtype=x.dtype, device=x.device), b], axis=1)
            for i, b in enumerate(each)
        ]
        boxes = ivy.concat(counted, axis=0)
    boxes = as_array(boxes)
    if boxes.ndim != 2 or boxes.shape[1] != 5:
        raise IvyValueError(
            f"roi_align: boxes of shape {boxes.shape} were given; (K, 5) is needed, or a sequence "
            "of arrays of shape (L, 4)"
        )
    return ivy.astype(boxes, x.dtype, copy=False)


def _pooling_weights(begin, end, length, size, ratio, aligned):
    """Return weights of the input's elements for each result along one axis: (K, size, length).

    Points are interpolated linearly along each axis, so the weights of both are a product.
    """
    reach = end - begin
    reach = reach if aligned else ivy.maximum(reach, 1.0)
    step = ivy.expand_dims(reach / size, axis=(1, 2))
    if ratio > 0:
        most, count = ratio, ivy.full_like(step, ratio)
    else:
        most, count = length, ivy.minimum(ivy.ceil(step), float(length))
    like = {"dtype": begin.dtype, "device": begin.device}
    cells = ivy.reshape(ivy.arange(size, **like), (1, size, 1))
    points = ivy.reshape(ivy.arange(most, **like), (1, 1, most))
    used = points < count
    count = ivy.maximum(count, 1.0)
    at = ivy.expand_dims(begin, axis=(1, 2)) + cells * step + (points + 0.5) * (step / count)
    used = ivy.logical_and(used, ivy.logical_and(at >= -1.0, at <= float(length)))
    at = ivy.clip(at, 0.0, float(length - 1))
    low = ivy.minimum(ivy.floor(at), float(max(length - 2, 0)))
    part = at - low
    weight = ivy.where(used, 1.0 / count, 0.0)
    lines = begin.shape[0] * size
    base = ivy.reshape(
        ivy.arange(lines, dtype="int64", device=begin.device) * length, (-1, size, 1)
    )
    first = base + ivy.astype(low, "int64")
    second = first + (1 if length > 1 else 0)
    places = ivy.concat([first, second], axis=2)
    values = ivy.concat([weight * (1.0 - part), weight * part], axis=2)
    flat = ivy.scatter_flat(
        ivy.reshape(places, (-1,)), ivy.reshape(values, (-1,)), size=lines * length, reduction="sum"
    )
    return ivy.reshape(ivy.astype(flat, begin.dtype, copy=False), (begin.shape[0], size, length))
