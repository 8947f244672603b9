"""Convolutions and their gradients, against PyTorch's."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

torch = pytest.importorskip("torch")
F = torch.nn.functional

RNG = np.random.default_rng(0)
FORWARD = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}
TRANSPOSED = {1: F.conv_transpose1d, 2: F.conv_transpose2d, 3: F.conv_transpose3d}


def random(*shape, dtype="f8"):
    return RNG.normal(size=shape).astype(dtype)


def tensor(array):
    return torch.from_numpy(np.ascontiguousarray(array))


def spread(t, factors):
    """Return a tensor with zeros between the elements of its last axes."""
    shape = [(n - 1) * f + 1 for n, f in zip(t.shape[2:], factors, strict=True)]
    wide = t.new_zeros((*t.shape[:2], *shape))
    wide[(..., *(slice(None, None, f) for f in factors))] = t
    return wide


def same(lengths, kernel, strides, dilations):
    """Return the pairs of 'SAME', by TensorFlow's formula."""
    found = []
    for n, k, s, d in zip(lengths, kernel, strides, dilations, strict=True):
        total = max((-(-n // s) - 1) * s + (k - 1) * d + 1 - n, 0)
        found.append((total // 2, total - total // 2))
    return found


def pairs_of(padding, lengths, kernel, strides, dilations):
    if padding in ("SAME", "same"):
        return same(lengths, kernel, strides, dilations)
    given = 0 if padding in ("VALID", "valid") else padding
    given = (given,) * len(lengths) if isinstance(given, int) else given
    return [p if isinstance(p, tuple) else (p, p) for p in given]


def reference(x, w, b, strides, padding, dilations=None, x_dilations=None, groups=1):
    """Return PyTorch's convolution of tensors that have the channels first."""
    dims = x.ndim - 2
    dilations = dilations or (1,) * dims
    x = spread(x, x_dilations) if x_dilations else x
    pads = pairs_of(padding, x.shape[2:], w.shape[2:], strides, dilations)
    x = F.pad(x, [n for pair in pads[::-1] for n in pair])
    return FORWARD[dims](x, w, b, strides, 0, dilations, groups)


# lengths, kernel, strides, padding, dilations, dilations of x, groups; of even and odd lengths
CASES = [
    ((9,), (3,), (1,), "VALID", (1,), (1,), 1),
    ((8,), (4,), (3,), "SAME", (1,), (1,), 2),
    ((9,), (2,), (2,), 3, (3,), (2,), 4),
    ((7, 8), (3, 3), (1, 1), 1, (1, 1), (1, 1), 1),
    ((8, 7), (2, 3), (2, 1), "SAME", (1, 1), (1, 1), 1),
    ((9, 8), (3, 2), (2, 3), ((2, 0), (0, 1)), (1, 1), (1, 1), 2),
    ((8, 9), (3, 2), (1, 2), (2, 1), (2, 3), (1, 1), 1),
    ((6, 5), (2, 3), (1, 2), "same", (1, 1), (2, 3), 2),
    ((7, 6), (3, 3), (1, 1), "SAME", (1, 1), (1, 1), 4),
    ((5, 6), (1, 1), (1, 1), "valid", (1, 1), (1, 1), 1),
    ((5, 6), (1, 1), (2, 3), "VALID", (1, 1), (1, 1), 2),
    ((5, 6, 4), (3, 2, 1), (1, 2, 1), "SAME", (1, 1, 1), (1, 1, 1), 1),
    ((5, 4, 6), (2, 3, 2), (1, 1, 2), 1, (2, 1, 1), (1, 2, 1), 2),
]
IDS = ["-".join(map(str, case)).replace(" ", "") for case in CASES]
LAYOUTS = [*itertools.product(("channel_last", "channel_first"), repeat=2)]


def arrays_of(lengths, kernel, groups, *, transposed=False, dtype="f8"):
    channels, features = 4, 8
    shape = (channels, features // groups) if transposed else (features, channels // groups)
    return (
        random(3, channels, *lengths, dtype=dtype),
        random(*shape, *kernel, dtype=dtype),
        random(features, dtype=dtype),
    )


def laid_out(a, layout):
    """Return an array of (N, C, *spatial) in another layout, not contiguous there."""
    return np.moveaxis(a, 1, -1) if layout == "channel_last" else a


def filters_in(w, layout):
    return w.transpose(*range(2, w.ndim), 1, 0) if layout == "channel_last" else w


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_conv_general_dilated(backend, assert_matches, case, full):
    lengths, kernel, strides, padding, dilations, x_dilations, groups = case
    x, w, b = arrays_of(lengths, kernel, groups)
    t = (tensor(x), tensor(w), tensor(b), strides, padding, dilations, x_dilations, groups)
    expected = reference(*t).numpy()
    at = CASES.index(case)
    for layout, filters in LAYOUTS if full else (LAYOUTS[at % 4], LAYOUTS[3 - at % 4]):
        y = ivy.conv_general_dilated(
            ivy.asarray(laid_out(x, layout)),
            ivy.asarray(filters_in(w, filters)),
            strides,
            padding,
            dims=len(lengths),
            data_format=layout,
            filter_format=filters,
            feature_group_count=groups,
            x_dilations=x_dilations,
            dilations=dilations,
            bias=ivy.asarray(b),
        )
        assert_matches(y, laid_out(expected, layout), rtol=1e-10)


# lengths, kernel, strides, padding, further elements, dilations, groups
TRANSPOSES = [
    ((5,), (3,), (2,), 1, (1,), (1,), 1),
    ((4,), (4,), (3,), ((2, 0),), (0,), (2,), 2),
    ((5, 4), (3, 3), (2, 2), 1, (1, 1), (1, 1), 1),
    ((4, 5), (2, 3), (1, 2), ((0, 1), (1, 0)), (0, 0), (1, 1), 1),
    ((4, 5), (3, 2), (2, 3), (1, 0), (0, 2), (2, 1), 2),
    ((4, 3), (2, 2), (3, 4), 0, (2, 3), (1, 1), 1),
    ((3, 4, 5), (3, 2, 1), (2, 1, 2), (1, 0, 0), (1, 0, 1), (1, 1, 1), 1),
    ((3, 2, 4), (2, 2, 3), (1, 2, 1), 1, (0, 0, 0), (1, 1, 2), 4),
]


def transposed_reference(x, w, b, strides, padding, further, dilations, groups):
    dims = x.ndim - 2
    full = TRANSPOSED[dims](x, w, None, strides, 0, 0, groups, dilations)
    pads = pairs_of(padding, x.shape[2:], w.shape[2:], strides, dilations)
    ends = zip(pads, further, strict=True)
    changes = [(-before, more - behind) for (before, behind), more in ends]
    full = F.pad(full, [n for pair in changes[::-1] for n in pair])
    return full + b.reshape(-1, *(1,) * dims)


@pytest.mark.parametrize("case", TRANSPOSES, ids=["-".join(map(str, c)) for c in TRANSPOSES])
def test_conv_general_transpose(backend, assert_matches, case, full):
    lengths, kernel, strides, padding, further, dilations, groups = case
    x, w, b = arrays_of(lengths, kernel, groups, transposed=True)
    t = map(tensor, (x, w, b))
    expected = transposed_reference(*t, strides, padding, further, dilations, groups).numpy()
    if isinstance(padding, int):  # PyTorch's own options; with more than zeros behind the full one
        native = TRANSPOSED[len(lengths)](
            *map(tensor, (x, w, b)), strides, padding, further, groups, dilations
        )
        np.testing.assert_allclose(native.numpy(), expected, rtol=1e-9, atol=1e-12)
    at = TRANSPOSES.index(case)
    for layout, filters in LAYOUTS if full else (LAYOUTS[at % 4], LAYOUTS[3 - at % 4]):
        y = ivy.conv_general_transpose(
            ivy.asarray(laid_out(x, layout)),
            ivy.asarray(filters_in(w, filters)),
            strides,
            padding,
            dims=len(lengths),
            data_format=layout,
            filter_format=filters,
            feature_group_count=groups,
            output_padding=further,
            dilations=dilations,
            bias=ivy.asarray(b),
        )
        assert_matches(y, laid_out(expected, layout), rtol=1e-10)


@pytest.mark.parametrize("length, kernel, stride", [(5, 3, 2), (4, 2, 3), (3, 5, 2)])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_a_transposed_convolution_by_name_is_the_gradient_of_one(
    backend, assert_matches, length, kernel, stride, padding
):
    """For each length of which a convolution makes so many elements."""
    default = length * stride + (max(kernel - stride, 0) if padding == "VALID" else 0)
    x, w = random(2, 3, length), random(3, 4, kernel)
    found = []
    for wanted in range(max(1, (length - 2) * stride), (length + 2) * stride + kernel):
        source = torch.zeros((2, 4, wanted), dtype=torch.float64, requires_grad=True)
        pads = pairs_of(padding, (wanted,), (kernel,), (stride,), (1,))[0]
        if wanted + sum(pads) < kernel:
            continue
        y = F.conv1d(F.pad(source, pads), tensor(w), stride=stride)
        if y.shape[-1] != length:
            continue
        y.backward(tensor(x))
        found.append(wanted)
        expected = source.grad.numpy()
        options = {"data_format": "NCW", "filter_format": "channel_first"}
        for shape in ((wanted,), (2, 4, wanted)):
            result = ivy.conv1d_transpose(
                ivy.asarray(x), ivy.asarray(w), stride, padding, output_shape=shape, **options
            )
            assert_matches(result, expected, rtol=1e-10)
        if wanted == default:
            result = ivy.conv1d_transpose(
                ivy.asarray(x), ivy.asarray(w), stride, padding, **options
            )
            assert_matches(result, expected, rtol=1e-10)
    assert default in found


def test_functions_of_one_to_three_axes(backend, assert_matches):
    """Each has its own name for the layout; `conv` is both of the general ones."""
    for dims, (last, first) in enumerate((("NWC", "NCW"), ("NHWC", "NCHW"), ("NDHWC", "NCDHW")), 1):
        x, w, b = arrays_of((5,) * dims, (3,) * dims, 1)
        ones, twos = (1,) * dims, (2,) * dims
        expected = reference(*map(tensor, (x, w, b)), twos, "SAME").numpy()
        forward = getattr(ivy, f"conv{dims}d")
        arrays = (
            ivy.asarray(laid_out(x, "channel_last")),
            ivy.asarray(filters_in(w, "channel_last")),
        )
        y = forward(*arrays, 2, "SAME", bias=ivy.asarray(b))
        assert_matches(y, laid_out(expected, "channel_last"), rtol=1e-10)
        assert_matches(ivy.conv(*arrays, 2, "SAME", dims=dims, bias=ivy.asarray(b)), np.asarray(y))
        y = forward(
            ivy.asarray(x), ivy.asarray(w), [2] * dims, ["same", "SAME"][dims % 2],
            data_format=first, filter_format="channel_first", bias=ivy.asarray(b),
        )  # fmt: skip
        assert_matches(y, expected, rtol=1e-10)

        x, w, b = arrays_of((4,) * dims, (3,) * dims, 1, transposed=True)
        expected = TRANSPOSED[dims](*map(tensor, (x, w, b)), twos, ones, ones).numpy()
        backward = getattr(ivy, f"conv{dims}d_transpose")
        arrays = (
            ivy.asarray(laid_out(x, "channel_last")),
            ivy.asarray(filters_in(w, "channel_last")),
        )
        y = backward(*arrays, 2, 1, output_padding=1, bias=ivy.asarray(b), data_format=last)
        assert_matches(y, laid_out(expected, "channel_last"), rtol=1e-10)
        y = ivy.conv(*arrays, 2, "SAME", transpose=True, dims=dims)
        assert_matches(y, np.asarray(backward(*arrays, 2, "SAME")))


@pytest.mark.parametrize("multiplier", [None, 1, 3])
def test_depthwise_conv2d(backend, assert_matches, multiplier):
    x = random(2, 4, 7, 8)
    w = random(3, 2, 4) if multiplier is None else random(3, 2, 4, multiplier)
    turned = w.reshape(3, 2, 4, -1).transpose(2, 3, 0, 1).reshape(-1, 1, 3, 2)
    for strides, padding, dilations in ((1, "SAME", 1), (2, "VALID", 1), (1, 1, 2)):
        expected = reference(
            tensor(x), tensor(turned), None, (strides,) * 2, padding, (dilations,) * 2, None, 4
        ).numpy()
        options = {"dilations": dilations}
        y = ivy.depthwise_conv2d(
            ivy.asarray(x), ivy.asarray(w), strides, padding, data_format="NCHW", **options
        )
        assert_matches(y, expected, rtol=1e-10)
        last = ivy.asarray(laid_out(x, "channel_last"))
        y = ivy.depthwise_conv2d(last, ivy.asarray(w), strides, padding, **options)
        assert_matches(y, laid_out(expected, "channel_last"), rtol=1e-10)


DTYPES = ["float32", "float16", "bfloat16", "complex64", "complex128", "int32", "int64", "uint8"]
TOLERANCES = {"float32": 1e-5, "float16": 2e-3, "bfloat16": 2e-2, "complex64": 1e-5}


@pytest.mark.parametrize("dtype", DTYPES)
def test_data_types(backend, dtype):
    """Sums of 72 products stay as near to the true ones as their last rounding."""
    wide = "complex128" if dtype.startswith("c") else "float64"
    x, w, b = (
        ivy.astype(ivy.asarray(a * (3 if "int" in dtype else 1)), dtype)
        for a in (abs(random(2, 8, 6, 7)), abs(random(4, 8, 3, 3)), abs(random(4)))
    )
    if dtype.startswith("c"):
        x, w = x * (1 + 0.5j), w * (0.25 - 1j)
        x, w = ivy.astype(x, dtype), ivy.astype(w, dtype)
    wides = [tensor(np.asarray(ivy.astype(a, wide))) for a in (x, w, b)]
    options = {"data_format": "channel_first", "filter_format": "channel_first", "bias": b}
    y = ivy.conv_general_dilated(x, w, 2, 1, **options)
    assert str(y.dtype) == dtype
    rtol = TOLERANCES.get(dtype, 1e-10)
    expected = F.conv2d(*wides, 2, 1).numpy()
    if dtype == "uint8":
        expected = expected.astype("u8").astype(dtype)
    actual = np.asarray(ivy.astype(y, expected.dtype.name))
    np.testing.assert_allclose(actual, expected, rtol=rtol)
    y = ivy.conv_general_transpose(
        x, ivy.reshape(w, (8, 4, 3, 3)), 2, 1, output_padding=1, **options
    )
    assert str(y.dtype) == dtype
    expected = F.conv_transpose2d(wides[0], wides[1].reshape(8, 4, 3, 3), wides[2], 2, 1, 1).numpy()
    if dtype == "uint8":
        expected = expected.astype("u8").astype(dtype)
    actual = np.asarray(ivy.astype(y, expected.dtype.name))
    np.testing.assert_allclose(actual, expected, rtol=rtol)


def test_operands_promote_and_booleans_are_refused(backend, assert_matches):
    x, w = random(1, 6, 2, dtype="f4"), random(3, 2, 5)
    expected = ivy.conv1d(ivy.asarray(x.astype("f8")), ivy.asarray(w), 1, 0)
    assert_matches(ivy.conv1d(ivy.asarray(x), ivy.asarray(w), 1, 0), np.asarray(expected))
    assert_matches(ivy.conv1d(x.tolist(), w.tolist(), 1, 0), np.asarray(expected), rtol=1e-6)
    for function in (ivy.conv1d, ivy.conv1d_transpose):
        with pytest.raises(IvyTypeError, match="booleans"):
            function(ivy.ones((1, 6, 2), dtype="bool"), ivy.ones((3, 2, 2), dtype="bool"), 1, 0)


def test_without_batches_and_with_none(backend, assert_matches):
    x, w, b = arrays_of((6, 5), (3, 2), 1)
    options = {"data_format": "NCHW", "filter_format": "channel_first"}
    whole = ivy.conv2d(ivy.asarray(x), ivy.asarray(w), 1, "SAME", **options)
    one = ivy.conv2d(ivy.asarray(x[0]), ivy.asarray(w), 1, "SAME", **options)
    assert_matches(one, np.asarray(whole)[0], rtol=1e-10)
    none = ivy.conv2d(ivy.asarray(x[:0]), ivy.asarray(w), 1, "SAME", bias=ivy.asarray(b), **options)
    assert none.shape == (0, 8, 6, 5)
    turned = ivy.asarray(w.transpose(1, 0, 2, 3))
    whole = ivy.conv2d_transpose(ivy.asarray(x), turned, 2, 1, **options)
    one = ivy.conv2d_transpose(ivy.asarray(x[0]), turned, 2, 1, **options)
    assert_matches(one, np.asarray(whole)[0], rtol=1e-10)
    assert ivy.conv2d_transpose(ivy.asarray(x[:0]), turned, 2, 1, **options).shape == (0, 8, 11, 8)


def test_what_is_not_finite_stays_in_its_windows(backend):
    x, w = random(1, 9, 1), random(3, 1, 1)
    x[0, 4, 0] = np.nan
    x[0, 8, 0] = np.inf
    y = np.asarray(ivy.conv1d(ivy.asarray(x), ivy.asarray(w), 1, "VALID"))[0, :, 0]
    assert np.isnan(y).tolist() == [False, False, True, True, True, False, False]
    assert np.isinf(y).tolist() == [False] * 6 + [True]


# even and odd lengths, and paddings that differ
LARGE = [
    ((3, 16, 20, 19), 17, "VALID"),
    ((1, 33, 31, 50), 16, ((0, 1), (3, 2))),
    ((70, 16, 3, 4), 16, 1),
]


@pytest.mark.parametrize("layout", ["channel_last", "channel_first"])
@pytest.mark.parametrize("shape, features, padding", LARGE)
def test_many_channels_and_filters_of_three_by_three(backend, layout, shape, features, padding):
    options = {"dims": 2, "data_format": layout, "filter_format": layout}
    for dtype, tolerance in (("f4", 1e-5), ("f8", 1e-10)):
        x, w = random(*shape, dtype=dtype), random(features, shape[1], 3, 3, dtype=dtype)
        for rounded in (False, True):
            if rounded:  # sums of small whole numbers stay exact
                x, w = np.round(4 * x), np.round(4 * w)
            expected = reference(tensor(x).double(), tensor(w).double(), None, (1, 1), padding)
            given = ivy.asarray(laid_out(x, layout)), ivy.asarray(filters_in(w, layout))
            y = np.asarray(ivy.conv_general_dilated(*given, 1, padding, **options))
            y = np.moveaxis(y, -1, 1) if layout == "channel_last" else y
            assert y.dtype == dtype and y.shape == expected.shape
            limit = 0 if rounded else tolerance * expected.abs().max().item()
            assert np.abs(y - expected.numpy()).max() <= limit


@pytest.mark.parametrize("value", [np.inf, np.nan, 1e30])
def test_what_is_not_finite_reaches_no_neighbours_of_large_images(backend, value):
    x, w = random(2, 16, 17, 18, dtype="f4"), random(16, 16, 3, 3, dtype="f4")
    clean = reference(tensor(x), tensor(w), None, (1, 1), 1).numpy()
    x[1, 3, 7, 8] = value
    y = ivy.conv_general_dilated(
        ivy.asarray(x), ivy.asarray(w), 1, 1, data_format="channel_first",
        filter_format="channel_first",
    )  # fmt: skip
    y = np.array(y)
    assert not (np.abs(y[1, :, 6:9, 7:10]) < 1e20).any()
    y[1, :, 6:9, 7:10] = clean[1, :, 6:9, 7:10]
    assert np.abs(y - clean).max() < 1e-3


# shape of the array, features, kernel, strides, padding
MANY_ROWS = [
    ((2, 3, 37, 45), 32, (7, 7), (2, 2), 3),
    ((1, 3, 103, 99), 32, (11, 11), (4, 4), "VALID"),
    ((1, 9, 50, 30), 32, (5, 3), (2, 1), ((0, 3), (1, 0))),
    ((3, 16, 33, 40), 33, (5, 5), (2, 2), ((1, 2), (2, 1))),
    ((2, 20, 24, 25), 32, (5, 5), (1, 1), "SAME"),
    ((12, 64, 41, 43), 64, (3, 3), (2, 2), 1),
    ((11, 64, 41, 43), 64, (3, 3), (2, 2), "VALID"),
]


@pytest.mark.parametrize("layout", ["channel_last", "channel_first"])
@pytest.mark.parametrize("shape, features, kernel, strides, padding", MANY_ROWS)
def test_filters_of_many_rows(backend, layout, shape, features, kernel, strides, padding):
    for dtype, tolerance in (("f4", 1e-5), ("f8", 1e-10)):
        x, w = random(*shape, dtype=dtype), random(features, shape[1], *kernel, dtype=dtype)
        expected = reference(tensor(x).double(), tensor(w).double(), None, strides, padding)
        y = ivy.conv_general_dilated(
            ivy.asarray(laid_out(x, layout)), ivy.asarray(filters_in(w, layout)), strides, padding,
            data_format=layout, filter_format=layout,
        )  # fmt: skip
        y = np.asarray(y)
        y = np.moveaxis(y, -1, 1) if layout == "channel_last" else y
        assert y.dtype == dtype and y.shape == expected.shape
        assert np.abs(y - expected.numpy()).max() <= tolerance * expected.abs().max().item()


@pytest.mark.parametrize("value", [np.inf, np.nan, 1e30])
def test_what_is_not_finite_reaches_no_other_rows(backend, value):
    x, w = random(2, 16, 33, 34, dtype="f4"), random(32, 16, 5, 5, dtype="f4")
    clean = reference(tensor(x), tensor(w), None, (2, 2), 2).numpy()
    x[1, 3, 8, 8] = value
    y = ivy.conv_general_dilated(
        ivy.asarray(x), ivy.asarray(w), 2, 2, data_format="channel_first",
        filter_format="channel_first",
    )  # fmt: skip
    y = np.array(y)
    assert not (np.abs(y[1, :, 3:6, 3:6]) < 1e20).any()
    y[1, :, 3:6, 3:6] = clean[1, :, 3:6, 3:6]
    assert np.abs(y - clean).max() < 1e-3


@pytest.mark.parametrize("backend", ("jax", "torch", "tensorflow"), indirect=True, scope="module")
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("case", [CASES[i] for i in (1, 4, 5, 6, 7, 8, 12)])
def test_gradients(backend, case, transposed, full):
    lengths, kernel, strides, padding, dilations, x_dilations, groups = case
    dims = len(lengths)
    last = padding == "SAME"
    layout = "channel_last" if last else "channel_first"
    arrays = arrays_of(lengths, kernel, groups, transposed=transposed)
    leaves = [tensor(a).requires_grad_() for a in arrays]
    options = {"dims": dims, "feature_group_count": groups, "dilations": dilations}
    options |= {"data_format": layout, "filter_format": layout}
    if transposed:
        padding = 0 if isinstance(padding, str) else padding
        further = (0,) * dims
        y = transposed_reference(*leaves, strides, padding, further, dilations, groups)
        function = ivy.conv_general_transpose
    else:
        y = reference(*leaves, strides, padding, dilations, x_dilations, groups)
        function, options = ivy.conv_general_dilated, options | {"x_dilations": x_dilations}
    cotangent = random(*y.shape)
    y.backward(tensor(cotangent))

    def computed(x, w, b):
        return function(x, w, strides, padding, bias=b, **options)

    x, w, b = arrays
    given = [laid_out(x, layout), filters_in(w, layout), b]
    result, back = ivy.vjp(computed, *map(ivy.asarray, given))
    np.testing.assert_allclose(
        np.asarray(result), laid_out(y.detach().numpy(), layout), rtol=1e-10, atol=1e-12
    )
    found = back(ivy.asarray(laid_out(cotangent, layout)))
    x, w, b = [leaf.grad.numpy() for leaf in leaves]
    for actual, expected in zip(
        found, (laid_out(x, layout), filters_in(w, layout), b), strict=True
    ):
        np.testing.assert_allclose(np.asarray(actual), expected, rtol=1e-9, atol=1e-11)


# shape of the array, features, groups, kernel, strides, padding, dilations
OWN_WAYS = [
    ((2, 6, 9, 8), 6, 6, (3, 2), (1, 2), ((1, 0), (0, 2)), (1, 2)),  # filters of single channels
    ((2, 5, 11), 5, 5, (7,), (2,), 3, (1,)),
    ((1, 3, 4, 5, 3), 3, 3, (2, 3, 1), (1, 1, 2), 1, (1, 1, 1)),
    ((2, 4, 9, 37), 4, 4, (5, 4), (1, 2), ((2, 2), (3, 1)), (1, 2)),  # and of many elements
    ((2, 3, 40), 3, 3, (11,), (1,), 5, (1,)),
    ((1, 2, 4, 5, 19), 2, 2, (2, 3, 4), (1, 1, 1), 2, (1, 1, 1)),
    ((2, 3, 2, 2), 4, 1, (3, 3), (1, 1), 1, (1, 1)),  # few positions
    ((2, 3, 7, 6), 4, 1, (3, 2), (2, 3), ((2, 0), (0, 1)), (1, 2)),
    ((2, 3, 5, 4), 7, 1, (1, 1), (1, 1), 0, (1, 1)),  # kernels of one element
]


@pytest.mark.parametrize("backend", ("jax", "torch"), indirect=True, scope="module")
@pytest.mark.parametrize("case", OWN_WAYS)
def test_single_channels_few_positions_and_single_elements(backend, case):
    shape, features, groups, kernel, strides, padding, dilations = case
    arrays = random(*shape), random(features, shape[1] // groups, *kernel), random(features)
    leaves = [tensor(a).requires_grad_() for a in arrays]
    expected = reference(*leaves, strides, padding, dilations, None, groups)
    cotangent = random(*expected.shape)
    expected.backward(tensor(cotangent))
    layout = {"data_format": "channel_first", "filter_format": "channel_first"}

    def computed(x, w, b):
        return ivy.conv_general_dilated(
            x, w, strides, padding, dims=len(kernel), feature_group_count=groups,
            dilations=dilations, bias=b, **layout,
        )  # fmt: skip

    y, back = ivy.vjp(computed, *map(ivy.asarray, arrays))
    np.testing.assert_allclose(np.asarray(y), expected.detach().numpy(), rtol=1e-10, atol=1e-12)
    for actual, leaf in zip(back(ivy.asarray(cotangent)), leaves, strict=True):
        np.testing.assert_allclose(np.asarray(actual), leaf.grad.numpy(), rtol=1e-9, atol=1e-11)
    empty = computed(*map(ivy.asarray, (arrays[0][:0], *arrays[1:])))
    assert empty.shape == (0, *expected.shape[1:])


def compiled(backend, function):
    """Return a function of Arrays as one of arrays, traced by the framework."""

    def native(*arrays):
        return ivy.to_native(function(*map(ivy.Array, arrays)))

    if backend == "jax":
        import jax

        return jax.jit(native)
    if backend == "tensorflow":
        import tensorflow as tf

        return tf.function(native, autograph=False)
    from torch.fx.experimental.proxy_tensor import make_fx

    return lambda *arrays: make_fx(native)(*arrays)(*arrays)


@pytest.mark.parametrize("backend", ("jax", "torch"), indirect=True, scope="module")
@pytest.mark.parametrize("value", [np.inf, np.nan, 1e30])
def test_what_is_not_finite_reaches_no_neighbours_in_its_channel(backend, value):
    """Each channel has a filter of its own; traced, so that the framework's program computes it."""
    x, w = random(2, 4, 9, 37, dtype="f4"), random(4, 1, 5, 5, dtype="f4")
    clean = reference(tensor(x), tensor(w), None, (1, 1), 2, None, None, 4).numpy()
    x[1, 3, 4, 20] = value

    def convolved(x, w):
        return ivy.conv_general_dilated(
            x, w, 1, 2, data_format="channel_first", filter_format="channel_first",
            feature_group_count=4,
        )  # fmt: skip

    y = np.array(compiled(backend, convolved)(*map(ivy.to_native, map(ivy.asarray, (x, w)))))
    expected = reference(tensor(x), tensor(w), None, (1, 1), 2, None, None, 4).numpy()
    np.testing.assert_array_equal(np.isfinite(y), np.isfinite(expected))
    assert not (np.abs(y[1, 3, 2:7, 18:23]) < 1e20).any()
    y[1, 3, 2:7, 18:23] = clean[1, 3, 2:7, 18:23]
    assert np.abs(y - clean).max() < 1e-3


@pytest.mark.parametrize("backend", ("jax",), indirect=True, scope="module")
def test_gradients_of_filters_of_single_channels_in_a_program(backend):
    arrays = random(2, 4, 9, 37), random(4, 1, 5, 4)
    leaves = [tensor(a).requires_grad_() for a in arrays]
    expected = reference(*leaves, None, (1, 2), ((2, 2), (3, 1)), None, None, 4)
    cotangent = random(*expected.shape)
    expected.backward(tensor(cotangent))

    def gradients(number):
        def convolved(x, w, g):
            y, back = ivy.vjp(
                lambda x, w: ivy.conv_general_dilated(
                    x, w, (1, 2), ((2, 2), (3, 1)), data_format="channel_first",
                    filter_format="channel_first", feature_group_count=4,
                ),
                x, w,
            )  # fmt: skip
            return back(g)[number]

        return compiled(backend, convolved)

    given = [ivy.to_native(ivy.asarray(each)) for each in (*arrays, cotangent)]
    for number, leaf in enumerate(leaves):
        found = np.asarray(gradients(number)(*given))
        np.testing.assert_allclose(found, leaf.grad.numpy(), rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("backend", ("jax", "torch", "tensorflow"), indirect=True, scope="module")
def test_traced(backend, assert_matches):
    x, w = ivy.asarray(random(2, 7, 6, 4)), ivy.asarray(random(3, 2, 4, 5))

    def several(x, w):
        y = ivy.conv2d(x, w, 1, "SAME", dilations=2)
        return ivy.conv2d_transpose(y, ivy.permute_dims(w, (0, 1, 2, 3)), 2, "SAME")

    native = ivy.to_native(x), ivy.to_native(w)
    assert_matches(
        ivy.Array(compiled(backend, several)(*native)), np.asarray(several(x, w)), rtol=1e-10
    )


def test_containers_and_out(backend, assert_matches):
    x, w = ivy.asarray(random(1, 6, 5, 2)), ivy.asarray(random(3, 3, 2, 4))
    expected = np.asarray(ivy.conv2d(x, w, 1, "SAME"))
    nested = ivy.Container(a=x, b=ivy.Container(c=-x))
    found = ivy.conv2d(nested, w, 1, "SAME")
    assert_matches(found.a, expected)
    assert_matches(found.b.c, -expected)
    out = ivy.zeros((1, 6, 5, 4))
    assert ivy.conv2d(x, w, 1, "SAME", out=out) is out
    assert_matches(out, expected)
    assert_matches(x.conv2d(w, 1, "SAME"), expected)


X, W = (1, 6, 5, 4), (3, 3, 4, 8)
MISTAKES = [
    (X[1:], (3, 4, 8), {}, "axes"),
    ((6, 5), W, {}, "axes"),
    (X, (3, 3, 3, 8), {}, "4 channels and 1 groups .* 3 channels are needed"),
    (X, (3, 3, 2, 9), {"feature_group_count": 2}, "9 filters .* 2 groups"),
    (X, (3, 3, 1, 8), {"feature_group_count": 3}, "4 channels and 3 groups"),
    (X, W, {"feature_group_count": 0}, "1 is the least"),
    (X, W, {"padding": -1}, "padding -1 .* 0 is the least"),
    (X, W, {"padding": ((0, 1), (-2, 0))}, "0 is the least"),
    (X, W, {"padding": (1, 1, 1)}, "3 paddings .* 2 spatial axes"),
    (X, W, {"padding": ((1, 1, 1), (0, 0))}, "2 numbers, not 3"),
    (X, W, {"padding": "FULL"}, "'FULL' .* 'VALID'"),
    (X, W, {"strides": 0}, "strides 0 .* 1 is the least"),
    (X, W, {"strides": (1, 2, 3)}, "3 strides .* 2 spatial axes"),
    (X, W, {"dilations": 0}, "1 is the least"),
    (X, W, {"x_dilations": (1, -1)}, "1 is the least"),
    (X, (7, 3, 4, 8), {}, "7 elements .* axis of 6"),
    (X, W, {"dilations": 3}, "7 elements .* axis of 6"),
    (X, W, {"data_format": "NCW"}, "'NCW' .* 'NHWC'"),
    (X, W, {"filter_format": "OIHW"}, "'OIHW' .* 'channel_last'"),
    (X, W, {"dims": 4}, "dims 4"),
    (X, W, {"bias": np.zeros(7)}, r"\(7,\) .* 8 features"),
    (X, (0, 3, 4, 8), {}, "1 is the least"),
]


@pytest.mark.parametrize("x, w, options, words", MISTAKES)
def test_mistakes(backend, x, w, options, words):
    options = {"strides": 1, "padding": 0} | options
    strides, padding = options.pop("strides"), options.pop("padding")
    with pytest.raises(IvyValueError, match=words):
        ivy.conv_general_dilated(ivy.ones(x), ivy.ones(w), strides, padding, **options)


WT = (3, 3, 8, 4)
TRANSPOSE_MISTAKES = [
    (X, (3, 3, 8, 3), {}, "4 channels and 1 groups .* 3 channels"),
    (X, WT, {"feature_group_count": 3}, "4 channels and 3 groups"),
    (X, WT, {"output_padding": 2}, "output_padding 2 .* stride of 2"),
    (X, WT, {"output_padding": -1}, "0 is the least"),
    (X, WT, {"output_padding": 1, "output_shape": (13, 11)}, "one of them"),
    (X, WT, {"output_shape": (20, 11)}, "an axis; the array has 6"),
    (X, WT, {"output_shape": (2, 13, 11, 8)}, r"\(1, 13, 11, 8\)"),
    (X, WT, {"padding": 7}, "1 is the least"),
    (X, WT, {"padding": -1}, "0 is the least"),
    (X[1:3], WT, {}, "axes"),
]


@pytest.mark.parametrize("x, w, options, words", TRANSPOSE_MISTAKES)
def test_mistakes_of_transposed_ones(backend, x, w, options, words):
    padding = options.pop("padding", 0) if "padding" in (options := dict(options)) else 0
    with pytest.raises(IvyValueError, match=words):
        ivy.conv_general_transpose(ivy.ones(x), ivy.ones(w), 2, padding, **options)


def test_options_of_another_kind_are_refused(backend):
    with pytest.raises(IvyTypeError, match=r"strides 1\.5"):
        ivy.conv2d(ivy.ones(X), ivy.ones(W), 1.5, 0)
    with pytest.raises(IvyTypeError, match="padding 0.5"):
        ivy.conv2d(ivy.ones(X), ivy.ones(W), 1, 0.5)
    with pytest.raises(IvyValueError, match="x_dilations 2"):
        ivy.conv(ivy.ones(X), ivy.ones(WT), 1, 0, transpose=True, x_dilations=2)
    with pytest.raises(IvyValueError, match="output_shape"):
        ivy.conv(ivy.ones(X), ivy.ones(W), 1, 0, output_shape=(4, 4))
    with pytest.raises(IvyValueError, match="3 or 4 axes"):
        ivy.depthwise_conv2d(ivy.ones(X), ivy.ones((3, 3)), 1, 0)
