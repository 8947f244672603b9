"""Operators of packages that have them compiled, against their definitions written out."""

import math

import numpy as np
import pytest

import frontends.torch as torch

RNG = np.random.default_rng(0)
IMAGES = RNG.normal(size=(2, 8, 7, 9))
BOXES = np.array([
    [0, 0.5, 1.0, 5.5, 6.2], [1, -3.0, -2.0, 2.0, 3.0], [1, 4.0, 3.0, 22.0, 19.0],
    [0, 2.0, 2.0, 2.1, 2.3], [0, 3.0, 3.0, 3.0, 3.0], [1, 0.0, 0.0, 100.0, 70.0],
])  # fmt: skip
SIZE = 2, 2


@pytest.fixture
def vision(backend):
    return torch.ops.torchvision


def interpolated(plane, y, x, edge):
    """Return a value between elements; `edge` is how far beyond the outermost it is theirs."""
    if not (-1 <= y <= plane.shape[0] and -1 <= x <= plane.shape[1]):
        return 0.0
    y, x = (min(max(v, 0), n - 1) if edge else v for v, n in zip((y, x), plane.shape, strict=True))
    total = 0.0
    for i, j in np.ndindex(2, 2):
        r, c = math.floor(y) + i, math.floor(x) + j
        if 0 <= r < plane.shape[0] and 0 <= c < plane.shape[1]:
            total += plane[r, c] * (1 - abs(y - r)) * (1 - abs(x - c))
    return total


def by_points(x, aligned, ratio, scale, channel_of):
    """Return regions as means of points: `channel_of(c, i, j)` is the channel of an element."""
    channels = 1 + max(c for c in range(x.shape[1]) if channel_of(c, *np.subtract(SIZE, 1)) < 8)
    y = np.zeros((len(BOXES), channels, *SIZE))
    for k, (image, x1, y1, x2, y2) in enumerate(BOXES):
        begin, end = (np.array(each) * scale - 0.5 * aligned for each in ((y1, x1), (y2, x2)))
        reach = end - begin if aligned else np.maximum(end - begin, 1)
        step = reach / SIZE
        counts = [ratio if ratio > 0 else math.ceil(s) for s in step]
        for c, i, j in np.ndindex(y.shape[1:]):
            plane = x[int(image), channel_of(c, i, j)]
            points = [
                interpolated(plane, *(begin + step * (np.array([i, j]) + (p + 0.5) / counts)), True)
                for p in np.argwhere(np.ones(counts))
            ]
            y[k, c, i, j] = np.mean(points) if points else 0.0 if channels == 8 else math.nan
    return y


@pytest.mark.parametrize("ratio", [-1, 2])
def test_regions_by_points(vision, ratio):
    images, boxes = torch.tensor(IMAGES), torch.tensor(BOXES)
    for aligned in (False, True):
        found = vision.roi_align(images, boxes, 0.5, *SIZE, ratio, aligned)
        expected = by_points(IMAGES, aligned, ratio, 0.5, lambda c, i, j: c)
        np.testing.assert_allclose(found.numpy(), expected, rtol=1e-10, atol=1e-12)
    found, channels = vision.ps_roi_align(images, boxes, 0.5, *SIZE, ratio)
    expected = by_points(IMAGES, True, ratio, 0.5, lambda c, i, j: c * 4 + i * 2 + j)
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-10, atol=1e-12)
    assert channels.numpy()[0].tolist() == np.arange(8).reshape(2, *SIZE).tolist()


def bins(k, scale, more, last):
    """Yield each bin of a region: its indices, and the slices of rows and columns that it has."""
    x1, y1, x2, y2 = (math.floor(abs(v) + 0.5) * (1 if v > 0 else -1) for v in BOXES[k, 1:] * scale)
    begin, step = (y1, x1), np.maximum([y2 - y1 + more, x2 - x1 + more], 1) / SIZE
    for at in np.ndindex(SIZE):
        yield (
            at,
            tuple(
                slice(
                    min(max(math.floor(i * s) + b, 0), n - last),
                    min(max(math.ceil((i + 1) * s) + b, 0), n - last),
                )
                for i, s, b, n in zip(at, step, begin, IMAGES.shape[2:], strict=True)
            ),
        )


def test_regions_by_bins(vision):
    images, boxes = torch.tensor(IMAGES, requires_grad=True), torch.tensor(BOXES)
    pooled, places = vision.roi_pool(images, boxes, 0.5, *SIZE)
    means, _ = vision.ps_roi_pool(images, boxes, 0.5, *SIZE)
    for k, box in enumerate(BOXES):
        image = IMAGES[int(box[0])]
        for at, part in bins(k, 0.5, 1, 0):
            for c in range(8):
                values = image[(c, *part)]
                expected = values.max() if values.size else 0.0
                assert pooled[(k, c, *at)] == expected
                place = int(places[(k, c, *at)])
                assert place == -1 if not values.size else image[c].flat[place] == expected
        for (i, j), part in bins(k, 0.5, 0, 1):
            for c in range(2):
                values = image[(c * 4 + i * 2 + j, *part)]
                expected = values.mean() if values.size else 0.0
                assert abs(float(means[k, c, i, j]) - expected) < 1e-12


@pytest.mark.parametrize("backend", ("jax", "torch", "tensorflow"), indirect=True, scope="module")
def test_gradient_of_pooled_regions(vision):
    images, boxes = torch.tensor(IMAGES, requires_grad=True), torch.tensor(BOXES)
    pooled, places = vision.roi_pool(images, boxes, 0.5, *SIZE)
    weights = torch.tensor(RNG.normal(size=tuple(pooled.shape)))
    (pooled * weights).sum().backward()
    expected = np.zeros(IMAGES.shape)
    for (k, c, i, j), place in np.ndenumerate(places.numpy()):
        if place >= 0:
            expected[int(BOXES[k, 0]), c].flat[place] += float(weights[k, c, i, j])
    np.testing.assert_allclose(images.grad.numpy(), expected, rtol=1e-12)


def test_deformable_convolution(vision):
    groups, kernel, stride, pad, dilation = 2, (3, 2), (2, 1), (1, 0), (1, 2)
    sizes = (4, 7)  # of the result
    weight = RNG.normal(size=(4, 4, *kernel))
    bias = RNG.normal(size=4)
    offset = RNG.normal(size=(2, 2 * 6 * 2, *sizes)) * 3
    mask = RNG.uniform(size=(2, 2 * 6, *sizes))
    expected = np.zeros((2, 4, *sizes)) + bias[:, None, None]
    for n, o, h, w in np.ndindex(expected.shape):
        for c, p, q in np.ndindex(4, *kernel):
            channel, tap = (o // 2) * 4 + c, p * kernel[1] + q
            of = channel // 4 * 6 + tap
            moved = offset[n, 2 * of : 2 * of + 2, h, w]
            y, x = np.multiply((h, w), stride) - pad + np.multiply((p, q), dilation) + moved
            value = interpolated(IMAGES[n, channel], y, x, False)
            expected[n, o, h, w] += weight[o, c, p, q] * mask[n, of, h, w] * value
    options = *stride, *pad, *dilation, groups, 2, True
    tensors = map(torch.tensor, (IMAGES, weight, offset, mask, bias))
    found = vision.deform_conv2d(*tensors, *options)
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-10, atol=1e-12)


def test_boxes_that_overlap(vision):
    boxes = torch.tensor([[0.0, 0, 2, 2], [0, 0, 2, 1.9], [3, 3, 4, 4]])
    scores = torch.tensor([0.5, 0.9, 0.7], requires_grad=True)
    assert vision.nms(boxes, scores, 0.5).tolist() == [1, 2]
    assert vision.nms(boxes, scores, 0.96).tolist() == [1, 2, 0]
    with pytest.raises(RuntimeError, match="boxes should be a 2d tensor, got 1D"):
        vision.nms(scores, scores, 0.5)
    with pytest.raises(RuntimeError, match="type torch.DoubleTensor does not equal torch.FloatTen"):
        vision.roi_pool(torch.tensor(IMAGES), torch.ones(1, 5), 1.0, 1, 1)


def test_a_package_registers_what_tracers_ask_for_and_keeps_the_replacement(backend):
    torch.ops.load_library("/lib/torchvision/_C.so")  # there is no such file, and none is read
    library = torch.library.Library("torchvision", "IMPL", "Meta")
    nms, unknown = (getattr(torch.ops.torchvision, name) for name in ("nms", "qnms"))
    for op in (nms.default, unknown.default):
        library.impl(op, lambda *args: 1 / 0)
    torch.library.register_autograd("torchvision::nms", lambda ctx, grad: 1 / 0)
    assert nms(torch.ones(2, 4), torch.ones(2), 0.5).tolist() == [0, 1]
    with pytest.raises(NotImplementedError, match="qnms"):
        unknown(torch.ones(2, 4), torch.ones(2), 0.5)
    with pytest.raises(OSError):
        torch.ops.load_library("/lib/no_such_package/_C.so")
