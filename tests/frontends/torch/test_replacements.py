"""Operators of packages that have them compiled, against their definitions written out."""

import itertools
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


# torchaudio


@pytest.fixture
def audio(backend):
    return torch.ops.torchaudio


def filtered(x, a):
    y = np.zeros((*x.shape[:2], x.shape[2] + a.shape[1] - 1))
    for n in range(x.shape[2]):
        past = y[:, :, n : n + a.shape[1] - 1][:, :, ::-1]
        y[:, :, n + a.shape[1] - 1] = x[:, :, n] - (past * a[:, 1:]).sum(2)
    return y


def test_recursive_filters(audio):
    x = RNG.normal(size=(3, 2, 700))  # some blocks, the last one not full
    for a in ([[1.0, -0.9, 0.4, 0.1]] * 2, [[1.0], [1.0]]):
        a = np.array(a) * [[1.0], [0.5]] + [[0], [0.5]] * (np.arange(len(a[0])) == 0)
        found = torch.zeros(3, 2, 700 + a.shape[1] - 1, dtype=torch.float64)
        audio._lfilter_core_loop(torch.tensor(x), torch.tensor(a[:, ::-1].copy()), found)
        np.testing.assert_allclose(found.numpy(), filtered(x, a), rtol=1e-9, atol=1e-9)
    wave, distorted = x[:, 0], np.tanh(x[:, 0])
    highs = filtered(np.diff(distorted, axis=1, prepend=0)[:, None], np.array([[1, -0.995]]))
    found, zero = torch.zeros(3, 700, dtype=torch.float64), torch.zeros(3, dtype=torch.float64)
    audio._overdrive_core_loop(torch.tensor(wave), torch.tensor(distorted), zero, zero, found)
    expected = wave * 0.5 + highs[:, 0, 1:] * 0.75
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-9, atol=1e-9)


def paths_on_grid(times, labels):
    """Yield each path of the transducer's: True where it emits a label."""
    for at in itertools.combinations(range(times - 1 + labels), labels):
        yield [step in at for step in range(times - 1 + labels)]


def transducer_cost(log_probs, target):
    total = -np.inf
    for path in paths_on_grid(len(log_probs), len(target)):
        t = u = 0
        score = 0.0
        for emits in path:
            score += log_probs[t, u, target[u] if emits else 0]
            t, u = t + (not emits), u + emits
        total = np.logaddexp(total, score + log_probs[t, u, 0])
    return -total


@pytest.mark.parametrize("backend", ("jax", "torch", "tensorflow"), indirect=True, scope="module")
def test_loss_of_the_transducer(audio):
    logits, target = RNG.normal(size=(2, 4, 3, 3)), np.array([[1, 2], [2, 0]])
    lengths = [(4, 2), (3, 1)]

    def costs(logits):
        log_probs = logits - np.log(np.exp(logits).sum(3, keepdims=True))
        return np.array([
            transducer_cost(log_probs[n, :times], target[n, :labels])
            for n, (times, labels) in enumerate(lengths)
        ])  # fmt: skip

    sizes = [torch.tensor(each, dtype=torch.int32) for each in zip(*lengths, strict=True)]
    targets = torch.tensor(target, dtype=torch.int32)
    found, gradient = audio.rnnt_loss_forward(torch.tensor(logits), targets, *sizes, 0, -1.0, True)
    np.testing.assert_allclose(found.numpy(), costs(logits), rtol=1e-9)
    for at in [(0, 0, 0, 0), (0, 3, 2, 1), (1, 2, 1, 0), (1, 3, 1, 0)]:
        step = np.zeros(logits.shape)
        step[at] = 1e-6
        expected = (costs(logits + step) - costs(logits - step)).sum() / 2e-6
        assert abs(float(gradient[at]) - expected) < 1e-8
    cut = audio.rnnt_loss_forward(torch.tensor(logits), targets, *sizes, 0, 0.1, True)[1]
    np.testing.assert_allclose(cut.numpy(), gradient.clamp(-0.1, 0.1).numpy(), rtol=1e-9)


def test_alignment_of_labels(audio):
    scores, target = RNG.normal(size=(1, 6, 3)), [1, 1, 2]

    def collapsed(path):
        return [label for label, _ in itertools.groupby(path) if label]

    paths = [p for p in itertools.product(range(3), repeat=6) if collapsed(p) == target]
    best = max(paths, key=lambda path: scores[0, range(6), path].sum())
    lengths = torch.tensor([6]), torch.tensor([3])
    found, log_probs = audio.forced_align(torch.tensor(scores), torch.tensor([target]), *lengths, 0)
    assert tuple(found[0].tolist()) == best
    assert np.array_equal(log_probs.numpy(), scores)
    with pytest.raises(RuntimeError, match="log_probs length: 3, and number of repeats: 1"):
        short = torch.tensor(scores[:, :3]), torch.tensor([target]), torch.tensor([3]), lengths[1]
        audio.forced_align(*short, 0)


# torch_scatter

VALUES = np.array([[3.0, 1, 4, 1, 5, 9], [2, 6, 5, 3, 5, 8]])
REDUCTIONS = {"sum": np.sum, "mean": np.mean, "mul": np.prod, "min": np.min, "max": np.max}


@pytest.fixture
def scatter(backend):
    return torch.ops.torch_scatter


@pytest.mark.parametrize("name", REDUCTIONS)
def test_scattered_groups(scatter, name):
    groups = np.array([2, 0, 2, 2, 5, 0])
    found = getattr(scatter, f"scatter_{name}")(torch.tensor(VALUES), torch.tensor(groups), -1)
    places = None
    if name in ("min", "max"):
        found, places = found
    empty = 1.0 if name == "mul" else 0.0
    for row, group in np.ndindex(2, 6):
        members = np.flatnonzero(groups == group)
        values = VALUES[row, members]
        assert float(found[row, group]) == (REDUCTIONS[name](values) if values.size else empty)
        if places is not None:
            first = members[getattr(values, f"arg{name}")()] if values.size else 6
            assert int(places[row, group]) == first


@pytest.mark.parametrize("name", ["sum", "mean", "min", "max"])
def test_segments(scatter, name):
    bounds, groups = torch.tensor([1, 1, 4, 6]), torch.tensor([1, 1, 1, 2, 2])
    values = torch.tensor(VALUES.T[:, :, None])  # a dimension behind that of the segments
    of_bounds = getattr(scatter, f"segment_{name}_csr")(values, bounds, None)
    of_groups = getattr(scatter, f"segment_{name}_coo")(values[1:], groups, None, 3)
    if name in ("min", "max"):
        (of_bounds, at), (of_groups, at_groups) = of_bounds, of_groups
        assert at[0].unique().tolist() == [6] and at_groups[0].unique().tolist() == [5]
        assert (at[1:] - at_groups[1:]).unique().tolist() == [1]
    expected = [
        np.zeros(2),
        *(REDUCTIONS[name](VALUES[:, s], 1) for s in (slice(1, 4), slice(4, 6))),
    ]
    np.testing.assert_allclose(of_bounds.squeeze(2).numpy(), expected)
    assert np.array_equal(of_groups.numpy(), of_bounds.numpy())
    out = torch.ones(3, 2, 1, dtype=torch.float64)
    given = getattr(scatter, f"segment_{name}_csr")(values, bounds, out)
    assert (given[0] if name in ("min", "max") else given) is out
    assert np.array_equal(out.numpy(), of_bounds.numpy())
    spread = scatter.gather_csr(out, torch.tensor([0, 1, 1, 3]))
    assert np.array_equal(spread.numpy(), out.numpy()[[0, 2, 2]])
    assert np.array_equal(scatter.gather_coo(out, torch.tensor([0, 2, 2])).numpy(), spread.numpy())


@pytest.mark.parametrize("backend", ("jax", "torch", "tensorflow"), indirect=True, scope="module")
def test_gradient_of_scattered_groups(scatter):
    values = torch.tensor([1.0, 5, 5, 2], requires_grad=True)
    out, at = scatter.scatter_max(values, torch.tensor([0, 1, 1, 0]), 0)
    (out * torch.tensor([2.0, 3])).sum().backward()
    assert values.grad.tolist() == [0, 3, 0, 2] and at.tolist() == [3, 1]
    values = torch.tensor([0.0, 5, 4, 2], requires_grad=True)
    scatter.scatter_mul(values, torch.tensor([0, 1, 1, 0]), 0).sum().backward()
    assert values.grad.tolist() == [
        0,
        4,
        5,
        0,
    ]  # of the zero it is 2, which torch_scatter leaves out
