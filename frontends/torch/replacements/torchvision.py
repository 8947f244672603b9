"""Operators of torchvision: regions of images, boxes that overlap, deformable convolution.

References
----------
torchvision documentation, "Operators". R. Girshick, "Fast R-CNN", 2015; K. He et al., "Mask R-CNN",
2017; J. Dai et al., "R-FCN", 2016; X. Zhu et al., "Deformable ConvNets v2", 2018.
"""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.dispatch.func_wrapper import ivy


def _cuda_version() -> int:
    """Return -1: nothing is compiled for CUDA."""
    return -1


def nms(dets, scores, iou_threshold: float):
    """Return the indices of boxes that overlap with none of a higher score, by falling scores."""
    if dets.dim() != 2 or dets.size(1) != 4:
        raise RuntimeError(
            f"boxes should be a 2d tensor, got {dets.dim()}D"
            if dets.dim() != 2
            else f"boxes should have 4 elements in dimension 1, got {dets.size(1)}"
        )
    if scores.dim() != 1:
        raise RuntimeError(f"scores should be a 1d tensor, got {scores.dim()}D")
    if dets.size(0) != scores.size(0):
        raise RuntimeError(
            "boxes and scores should have same number of elements in dimension 0, got "
            f"{dets.size(0)} and {scores.size(0)}"
        )
    return ivy.nms(dets.detach(), scores.detach(), iou_threshold)


def _check_regions(name: str, input, rois) -> None:
    """Raise RuntimeError unless regions are (K, 5), of the dtype of the images."""
    if rois.dim() != 2 or rois.size(1) != 5:
        raise RuntimeError("rois must have shape as Tensor[K, 5]")
    if input.dtype != rois.dtype:
        raise RuntimeError(
            f"Expected tensor for argument #1 'input' to have the same type as tensor for argument "
            f"#2 'rois'; but type {input.type()} does not equal {rois.type()} (while checking "
            f"arguments for {name})"
        )


def _sampling_weights(begin, reach, length: int, size: int, ratio: int):
    """Return weights of the elements along one axis for each result: (K, size, length).

    Each result is the mean of points between elements, whose weights fall linearly.

    Parameters
    ----------
    begin, reach : Tensor, shape (K,)
        Where regions begin, and how long they are.
    ratio : int
        How many points a result has; not positive: as many as it has elements, rounded up.
    """
    step = (reach / size)[:, None, None]
    count = torch.full_like(step, ratio) if ratio > 0 else step.ceil()
    most = ratio if ratio > 0 else max(int(count.max()), 0) if count.numel() else 0
    options = {"dtype": begin.dtype, "device": begin.device}
    cells, points = (torch.arange(n, **options) for n in (size, most))
    at = begin[:, None, None] + cells[:, None] * step + (points + 0.5) * (step / count.clamp(min=1))
    used = (points < count) & (at >= -1) & (at <= length)
    at = at.clamp(0, length - 1)
    near = (1 - (at[..., None] - torch.arange(length, **options)).abs()).clamp(min=0)
    return (near * used[..., None]).sum(2) / count.clamp(min=1)


def roi_align(
    input, rois, spatial_scale: float, pooled_height: int, pooled_width: int, sampling_ratio: int,
    aligned: bool,
):  # fmt: skip
    """Resample regions of images to one size, by means of points between the elements."""
    _check_regions("roi_align_forward_kernel", input, rois)
    corners = rois[:, 1:] * spatial_scale - 0.5 * aligned
    begin, reach = corners[:, :2], corners[:, 2:] - corners[:, :2]
    reach = reach if aligned else reach.clamp(min=1)
    columns, rows = (
        _sampling_weights(begin[:, k], reach[:, k], input.size(3 - k), size, sampling_ratio)
        for k, size in enumerate((pooled_width, pooled_height))
    )
    regions = input[rois[:, 0].long()]
    return rows[:, None] @ regions @ columns[:, None].transpose(2, 3)


def ps_roi_align(
    input, rois, spatial_scale: float, pooled_height: int, pooled_width: int, sampling_ratio: int
):
    """Resample regions as `roi_align` does, each element of the result from a channel of its own.

    Regions without points are NaN. The second result says which channel each element is of.
    """
    _check_regions("ps_roi_align_forward_kernel", input, rois)
    corners = rois[:, 1:] * spatial_scale - 0.5
    begin, reach = corners[:, :2], corners[:, 2:] - corners[:, :2]
    columns, rows = (
        _sampling_weights(begin[:, k], reach[:, k], input.size(3 - k), size, sampling_ratio)
        for k, size in enumerate((pooled_width, pooled_height))
    )
    pooled, channels = _by_channel_groups(input, rois, rows, columns)
    if sampling_ratio <= 0:
        sizes = torch.tensor([pooled_width, pooled_height], device=rois.device)
        without = ((reach / sizes).ceil() == 0).any(1)
        pooled = pooled.masked_fill(without[:, None, None, None], float("nan"))
    return pooled, channels


def _by_channel_groups(input, rois, rows, columns):
    """Return weighted sums of regions, each from its own channel, and which channel that is."""
    height, width = rows.size(1), columns.size(1)
    groups, rest = divmod(input.size(1), height * width)
    if rest:
        raise RuntimeError("input channels must be a multiple of pooling height * pooling width")
    channels = torch.arange(input.size(1), dtype=torch.int32, device=input.device)
    channels = channels.view(1, groups, height, width).expand(rois.size(0), -1, -1, -1)
    regions = input[rois[:, 0].long()].unflatten(1, (groups, height, width))
    # (K, groups, i, j, H, W), one axis after the other: rows (K, i, H), columns (K, j, W)
    lines = (rows[:, None, :, None, None] @ regions).squeeze(4)
    return (lines * columns[:, None, None]).sum(4), channels.contiguous()


def _rounded(x):
    """Return floats rounded as C does: halves away from zero."""
    return x.sign() * (x.abs() + 0.5).floor()


def _bins(begin, reach, size: int, last: int):
    """Return beginnings and ends of the bins of regions along one axis, cut at 0 and `last`.

    `begin` and `reach` are integral, of shape (K,); there are two results, of shape (K, size).
    """
    cells = torch.arange(size + 1, dtype=begin.dtype, device=begin.device)
    step = (reach / size)[:, None]
    low, high = (cells[:-1] * step).floor(), (cells[1:] * step).ceil()
    return tuple((each + begin[:, None]).clamp(0, last) for each in (low, high))


def roi_pool(input, rois, spatial_scale: float, pooled_height: int, pooled_width: int):
    """Return the greatest elements of the bins of regions, and where they are in their images.

    A bin without elements has 0, at -1.
    """
    _check_regions("roi_pool_forward_kernel", input, rois)
    corners = _rounded(rois[:, 1:] * spatial_scale)
    begin, reach = corners[:, :2], (corners[:, 2:] - corners[:, :2] + 1).clamp(min=1)
    height, width = input.shape[2:]
    places, inside = [], []
    for k, (size, length) in enumerate(((pooled_width, width), (pooled_height, height))):
        low, high = _bins(begin[:, k], reach[:, k], size, length)
        most = int((high - low).max()) if low.numel() else 0
        steps = torch.arange(max(most, 1), dtype=low.dtype, device=low.device)
        place = low[..., None] + steps
        places.append(place.clamp(max=length - 1).long())
        inside.append(place < high[..., None])
    columns, rows = (  # each of axes (K, 1, i, j, rows, columns)
        [each[:, None, None, :, None, :] for each in (places[0], inside[0])],
        [each[:, None, :, None, :, None] for each in (places[1], inside[1])],
    )
    within = (rows[1] & columns[1]).flatten(4)
    index = (rows[0] * width + columns[0]).flatten(4)
    shape = (rois.size(0), input.size(1), pooled_height, pooled_width, index.size(4))
    planes = input.flatten(2)[rois[:, 0].long()]
    values = planes.detach().gather(2, index.expand(shape).flatten(2)).view(shape)
    best = values.masked_fill(~within, float("-inf")).argmax(4, keepdim=True)
    index = index.expand(shape).gather(4, best).squeeze(4)
    empty = ~within.any(4)
    pooled = planes.gather(2, index.flatten(2)).view(shape[:4]).masked_fill(empty, 0)
    return pooled, index.masked_fill(empty, -1).int()


def ps_roi_pool(input, rois, spatial_scale: float, pooled_height: int, pooled_width: int):
    """Return the means of the bins of regions, each of a channel of its own.

    A bin without elements has 0. The second result says which channel each element is of.
    """
    _check_regions("ps_roi_pool_forward_kernel", input, rois)
    corners = _rounded(rois[:, 1:] * spatial_scale)
    begin, reach = corners[:, :2], (corners[:, 2:] - corners[:, :2]).clamp(min=1)
    sizes = pooled_width, pooled_height

    def means(x, beyond: int):
        weights = []
        for k, size in enumerate(sizes):
            length = input.size(3 - k)
            low, high = _bins(begin[:, k], reach[:, k], size, length - beyond)
            low, high = low[..., None], high[..., None]
            at = torch.arange(length, dtype=low.dtype, device=low.device)
            weights.append(((at >= low) & (at < high)) / (high - low).clamp(min=1))
        return _by_channel_groups(x, rois, weights[1], weights[0])

    pooled, channels = means(input.detach(), 1)
    if not input.requires_grad:
        return pooled, channels
    # torchvision leaves the last row and column out of the means, and not out of their gradient
    through = means(input, 0)[0]
    return through + (pooled - through).detach(), channels


def deform_conv2d(
    input, weight, offset, mask, bias, stride_h: int, stride_w: int, pad_h: int, pad_w: int,
    dilation_h: int, dilation_w: int, groups: int, offset_groups: int, use_mask: bool,
):  # fmt: skip
    """Convolve images, each element of the kernel with an offset for each element of the result.

    Parameters
    ----------
    input : Tensor, shape (N, C, H, W)
    weight : Tensor, shape (O, C / groups, KH, KW)
    offset : Tensor, shape (N, offset_groups * KH * KW * 2, h, w)
        Along rows, then along columns.
    mask : Tensor, shape (N, offset_groups * KH * KW, h, w)
        What each element is multiplied by, with `use_mask`.
    bias : Tensor, shape (O,)
    """
    count, channels, *lengths = input.shape
    kernel, sizes = weight.shape[2:], offset.shape[2:]
    taps = kernel[0] * kernel[1]
    shape = (count, offset_groups, taps, *sizes)
    options = {"dtype": input.dtype, "device": input.device}
    steps = (stride_h, stride_w), (pad_h, pad_w), (dilation_h, dilation_w)
    y, x = (
        torch.arange(size, **options).mul(stride).sub(pad)
        + torch.arange(length, **options).mul(dilation)[:, None]
        for size, length, stride, pad, dilation in zip(sizes, kernel, *steps, strict=True)
    )  # (KH, h) and (KW, w)
    y, x = y[:, None, :, None], x[None, :, None, :]
    at = [
        each.expand(*kernel, *sizes).reshape(taps, *sizes) + moved
        for each, moved in zip(
            (y, x), offset.view(*shape[:2], taps, 2, *sizes).unbind(3), strict=True
        )
    ]
    columns = _sampled(input.view(count, offset_groups, -1, *lengths), at)
    if use_mask:
        columns = columns * mask.view(shape)[:, :, None]
    columns = columns.reshape(count, groups, channels // groups * taps, -1)
    result = weight.view(groups, weight.size(0) // groups, -1) @ columns
    return result.view(count, weight.size(0), *sizes) + bias[:, None, None]


def _sampled(images, at):
    """Return values between elements, 0 beyond the images: (N, groups, C, *points).

    Parameters
    ----------
    images : Tensor, shape (N, groups, C, H, W)
    at : two Tensors of shape (N, groups, *points)
    """
    height, width = images.shape[3:]
    planes, total = images.flatten(3), 0
    low = [each.floor() for each in at]
    part = [each - floor for each, floor in zip(at, low, strict=True)]
    for dy in (0, 1):
        for dx in (0, 1):
            y, x = low[0] + dy, low[1] + dx
            inside = (y >= 0) & (y < height) & (x >= 0) & (x < width)
            share = (part[0] if dy else 1 - part[0]) * (part[1] if dx else 1 - part[1])
            index = (y * width + x).masked_fill(~inside, 0).long().flatten(2)[:, :, None]
            values = planes.gather(3, index.expand(-1, -1, planes.size(2), -1))
            total = (
                total + values.view(*values.shape[:3], *y.shape[2:]) * (share * inside)[:, :, None]
            )
    return total


__all__ = [
    "_cuda_version", "deform_conv2d", "nms", "ps_roi_align", "ps_roi_pool", "roi_align", "roi_pool",
]  # fmt: skip
