"""Patches of arrays, against PyTorch's `unfold` and `fold`, and NumPy's windows."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyValueError

torch = pytest.importorskip("torch")
F = torch.nn.functional

RNG = np.random.default_rng(0)

# lengths, kernel, dilation, padding, stride
CASES = [
    ((5, 6), 2, 1, 0, 1),
    ((6, 5), (3, 2), (1, 2), (1, 2), (2, 1)),
    ((7, 8), (1, 3), 2, 1, (3, 2)),
]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("dtype", ["f4", "f8", "i4"])
def test_im2col_and_back(backend, assert_matches, case, dtype):
    lengths, *options = case
    kernel, dilation, padding, stride = options
    x = (RNG.normal(size=(2, 3, *lengths)) * 9).astype(dtype)
    t = torch.from_numpy(x.astype("f8"))
    columns = F.unfold(t, *options)
    named = {"dilation": dilation, "padding": padding, "stride": stride}
    assert_matches(ivy.im2col(ivy.asarray(x), kernel, **named), columns.numpy().astype(dtype))
    assert_matches(ivy.im2col(ivy.asarray(x[0]), kernel, **named), columns[0].numpy().astype(dtype))
    expected = F.fold(columns, lengths, *options).numpy().astype(dtype)
    given = columns.numpy().astype(dtype)
    assert_matches(ivy.col2im(ivy.asarray(given), lengths, kernel, **named), expected, rtol=1e-6)
    back = ivy.col2im(ivy.asarray(given[1]), lengths, kernel, **named)
    assert_matches(back, expected[1], rtol=1e-6)


def test_patches_of_one_and_three_axes(backend, assert_matches):
    """A convolution is a product with them, and its transpose the way back."""
    for dims, lengths in ((1, (7,)), (3, (4, 5, 3))):
        x, w = RNG.normal(size=(2, 3, *lengths)), RNG.normal(size=(4, 3, *(2,) * dims))
        padding = ((1, 0),) + ((0, 1),) * (dims - 1)
        options = {"padding": padding, "stride": 2}
        columns = ivy.im2col(ivy.asarray(x), (2,) * dims, **options)
        flat = ivy.asarray(w.reshape(4, -1))
        names = {"dims": dims, "data_format": "channel_first", "filter_format": "channel_first"}
        args = ivy.asarray(x), ivy.asarray(w), 2, padding
        convolved = np.asarray(ivy.conv_general_dilated(*args, **names))
        assert_matches(ivy.matmul(flat, columns), convolved.reshape(2, 4, -1), rtol=1e-10)
        spread = ivy.matmul(ivy.matrix_transpose(flat), ivy.asarray(convolved.reshape(2, 4, -1)))
        args = ivy.asarray(convolved), ivy.asarray(w), 2, padding
        wanted = ivy.conv_general_transpose(*args, **names, output_shape=lengths)
        back = ivy.col2im(spread, lengths, (2,) * dims, **options)
        assert_matches(back, np.asarray(wanted), rtol=1e-10)


@pytest.mark.parametrize("backend", ("jax", "torch", "tensorflow"), indirect=True, scope="module")
def test_gradients(backend, grad):
    x, weights = RNG.normal(size=(1, 2, 5, 6)), RNG.normal(size=(1, 12, 9))
    options = {"padding": (1, 0), "stride": 2}
    leaf = torch.from_numpy(x).requires_grad_()
    (F.unfold(leaf, (3, 2), **options) * torch.from_numpy(weights)).sum().backward()
    cost = lambda x: ivy.sum(ivy.im2col(x, (3, 2), **options) * ivy.asarray(weights))  # noqa: E731
    found = grad(cost)(ivy.asarray(x))
    np.testing.assert_allclose(np.asarray(found), leaf.grad.numpy(), rtol=1e-10)
    leaf = torch.from_numpy(weights).requires_grad_()
    (F.fold(leaf, (5, 6), (3, 2), **options) * torch.from_numpy(x)).sum().backward()
    cost = lambda w: ivy.sum(ivy.col2im(w, (5, 6), (3, 2), **options) * ivy.asarray(x))  # noqa: E731
    found = grad(cost)(ivy.asarray(weights))
    np.testing.assert_allclose(np.asarray(found), leaf.grad.numpy(), rtol=1e-10)
    cost = lambda x: ivy.sum(ivy.reduce_window(x, 0.0, ivy.add, 3, window_strides=2) ** 2)  # noqa: E731
    line = np.arange(7.0)
    found = np.asarray(grad(cost)(ivy.asarray(line)))
    sums = line[:5:2] + line[1:6:2] + line[2::2]
    expected = np.zeros(7)
    for i, total in enumerate(sums):
        expected[2 * i : 2 * i + 3] += 2 * total
    np.testing.assert_allclose(found, expected)


def test_sliding_window(backend, assert_matches):
    x = RNG.normal(size=(2, 5, 6))
    windows = np.lib.stride_tricks.sliding_window_view
    found = ivy.sliding_window(ivy.asarray(x), (2, 3))
    assert_matches(found, windows(x, (2, 3), (1, 2)).reshape(2, 4, 4, 6))
    found = ivy.sliding_window(ivy.asarray(x), 2, stride=(1, 2, 3))
    assert_matches(found, windows(x, (2, 2, 2))[:, ::2, ::3].reshape(1, 2, 2, 8))
    found = ivy.sliding_window(ivy.asarray(x), (2, 3), dilation=(3, 1), padding=((0, 1), (2, 0)))
    padded = np.pad(x, [(0, 0), (0, 1), (2, 0)])
    expected = windows(padded, (4, 3), (1, 2))[..., ::3, :].reshape(2, 3, 6, 6)
    assert_matches(found, expected)
    whole = np.arange(5)
    expected = windows(np.pad(whole, (1, 1)), 3)
    assert_matches(ivy.sliding_window(ivy.asarray(whole), 3, padding="SAME"), expected)


# lengths are (5, 6); with the pairs that 'SAME' stands for
REDUCTIONS = [
    ((2, 3), {}, ((0, 0), (0, 0))),
    ((3, 2), {"window_strides": (2, 1), "padding": "SAME"}, ((1, 1), (0, 1))),
    (
        (2, 4),
        {"padding": ((1, 0), (2, 1)), "window_dilation": (2, 1), "base_dilation": (1, 3)},
        ((1, 0), (2, 1)),
    ),
]


@pytest.mark.parametrize("window, options, pads", REDUCTIONS)
def test_reduce_window(backend, assert_matches, window, options, pads):
    x = RNG.normal(size=(5, 6))
    bases = options.get("base_dilation", (1, 1))
    strides, steps = (options.get(n, (1, 1)) for n in ("window_strides", "window_dilation"))
    reaches = [(k - 1) * d + 1 for k, d in zip(window, steps, strict=True)]
    both = [(0.0, np.add, ivy.add), (-np.inf, np.maximum, ivy.maximum)]
    for start, theirs, ours in [*both, (1.0, np.multiply, ivy.multiply)]:
        wide = np.full([(n - 1) * d + 1 for n, d in zip(x.shape, bases, strict=True)], start)
        wide[:: bases[0], :: bases[1]] = x
        wide = np.pad(wide, pads, constant_values=start)
        seen = np.lib.stride_tricks.sliding_window_view(wide, reaches)
        seen = seen[:: strides[0], :: strides[1], :: steps[0], :: steps[1]]
        found = ivy.reduce_window(ivy.asarray(x), start, ours, window, **options)
        assert_matches(found, theirs.reduce(seen, axis=(2, 3)), rtol=1e-10)
    whole = ivy.reduce_window(ivy.asarray([1, 2, 3, 4]), 0, lambda a, b: a + b, 2)
    assert_matches(whole, np.array([3, 5, 7]))


@pytest.mark.parametrize("backend", ("jax", "torch", "tensorflow"), indirect=True, scope="module")
def test_traced(backend, assert_matches):
    x = RNG.normal(size=(1, 2, 5, 6))

    def several(x):
        columns = ivy.im2col(ivy.Array(x), 3, stride=2, padding=1)
        image = ivy.col2im(columns, (5, 6), 3, stride=2, padding=1)
        sums = ivy.reduce_window(image, 0.0, ivy.add, (1, 1, 2, 2), base_dilation=(1, 1, 2, 1))
        return ivy.to_native(ivy.sliding_window(sums, (2, 2), padding="SAME"))

    native = ivy.to_native(ivy.asarray(x))
    expected = np.asarray(ivy.Array(several(native)))
    if backend == "jax":
        import jax

        traced = jax.jit(several)
    elif backend == "tensorflow":
        import tensorflow as tf

        traced = tf.function(several, autograph=False)
    else:
        from torch.fx.experimental.proxy_tensor import make_fx

        traced = make_fx(several)(native)
    assert_matches(ivy.Array(traced(native)), expected)


def test_mistakes(backend):
    x = ivy.ones((1, 2, 4, 5))
    for call, words in (
        (lambda: ivy.im2col(x, 6), "6 elements .* axis of 4"),
        (lambda: ivy.im2col(x, (2, 2, 2, 2)), "kernel of 4 axes"),
        (lambda: ivy.im2col(x, 2, padding=-1), "0 is the least"),
        (lambda: ivy.col2im(ivy.ones((1, 7, 12)), (4, 5), 2), "7 rows .* 4 elements"),
        (lambda: ivy.col2im(ivy.ones((1, 8, 11)), (4, 5), 2), "11 patches .* 12"),
        (lambda: ivy.sliding_window(x, (2,) * 5), "5 axes"),
        (lambda: ivy.sliding_window(x, (5, 2)), "5 elements .* axis of 4"),
        (lambda: ivy.sliding_window(x, 1, padding="FULL"), "'FULL'"),
        (lambda: ivy.reduce_window(x, 0.0, ivy.add, 2, window_strides=0), "1 is the least"),
        (lambda: ivy.reduce_window(x, 0.0, ivy.add, (1, 3, 1, 1)), "3 elements .* axis of 2"),
    ):
        with pytest.raises(IvyValueError, match=words):
            call()
