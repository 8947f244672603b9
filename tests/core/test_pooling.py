"""Pooling and its gradients, against PyTorch's."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

torch = pytest.importorskip("torch")
F = torch.nn.functional

RNG = np.random.default_rng(0)
MAX = {1: F.max_pool1d, 2: F.max_pool2d, 3: F.max_pool3d}
AVG = {1: F.avg_pool1d, 2: F.avg_pool2d, 3: F.avg_pool3d}
LP = {1: F.lp_pool1d, 2: F.lp_pool2d, 3: F.lp_pool3d}
UNPOOL = {1: F.max_unpool1d, 2: F.max_unpool2d, 3: F.max_unpool3d}
ADAPTIVE_AVG = {1: F.adaptive_avg_pool1d, 2: F.adaptive_avg_pool2d, 3: F.adaptive_avg_pool3d}
ADAPTIVE_MAX = {1: F.adaptive_max_pool1d, 2: F.adaptive_max_pool2d, 3: F.adaptive_max_pool3d}
FIRST = {1: "NCW", 2: "NCHW", 3: "NCDHW"}
LAST = {1: "NWC", 2: "NHWC", 3: "NDHWC"}

differentiating = pytest.mark.parametrize(
    "backend", ("jax", "torch", "tensorflow"), indirect=True, scope="module"
)


def random(*shape, dtype="f8"):
    """Return an array with ties: many values come twice in a window."""
    return np.round(RNG.normal(size=shape) * 2).astype(dtype)


def last(a):
    return np.moveaxis(a, 1, -1)


# lengths, kernel, strides, padding, dilation, ceil_mode: what PyTorch takes
CASES = [
    ((9,), 3, 2, 1, 1, False),
    ((10,), 3, 3, 0, 2, True),
    ((8, 7), 2, None, 0, 1, False),
    ((7, 8), (3, 2), (2, 3), (1, 0), 1, True),
    ((9, 8), 3, (1, 2), 1, (2, 1), False),
    ((6, 6), 4, 3, 2, 1, True),
    ((5, 6, 4), (2, 3, 2), 2, (0, 1, 1), 1, True),
    ((2, 5), (3, 5), 2, 0, 1, True),
]
IDS = ["-".join(map(str, case)).replace(" ", "") for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_max_pool(backend, assert_matches, case):
    lengths, kernel, strides, padding, dilation, ceil = case
    dims = len(lengths)
    x = random(2, 3, *lengths)
    values, indices = MAX[dims](
        torch.from_numpy(x), kernel, strides, padding, dilation, ceil, return_indices=True
    )
    function = getattr(ivy, f"max_pool{dims}d")
    options = {"dilation": dilation, "ceil_mode": ceil}
    args = kernel, strides, padding
    found = function(ivy.asarray(x), *args, **options, data_format=FIRST[dims], return_indices=True)
    assert_matches(found, (values.numpy(), indices.numpy()))
    found = function(ivy.asarray(last(x)), *args, **options, return_indices=True)
    assert_matches(found, (last(values.numpy()), last(indices.numpy())))
    assert_matches(function(ivy.asarray(last(x)), *args, **options), last(values.numpy()))
    found = function(ivy.asarray(x[0]), *args, **options, data_format=FIRST[dims])
    assert_matches(found, values[0].numpy())
    x = random(2, 3, *lengths, dtype="i4")
    expected = MAX[dims](torch.from_numpy(x.astype("f8")), kernel, strides, padding, dilation, ceil)
    found = function(ivy.asarray(last(x)), *args, **options)
    assert_matches(found, last(expected.numpy()).astype("i4"))


@pytest.mark.parametrize("case", [c for c in CASES if c[4] == 1])
@pytest.mark.parametrize("with_padding", [False, True])
def test_avg_pool(backend, assert_matches, case, with_padding):
    lengths, kernel, strides, padding, _, ceil = case
    dims = len(lengths)
    x = RNG.normal(size=(2, 3, *lengths))
    expected = AVG[dims](torch.from_numpy(x), kernel, strides, padding, ceil, with_padding).numpy()
    function = getattr(ivy, f"avg_pool{dims}d")
    options = {"ceil_mode": ceil, "count_include_pad": with_padding}
    args = kernel, strides, padding
    found = function(ivy.asarray(x), *args, **options, data_format=FIRST[dims])
    assert_matches(found, expected, rtol=1e-10)
    found = function(ivy.asarray(last(x)), *args, **options)
    assert_matches(found, last(expected), rtol=1e-10)
    found = function(ivy.asarray(last(x)[1]), *args, **options, data_format=LAST[dims])
    assert_matches(found, last(expected)[1], rtol=1e-10)
    if dims > 1:
        given = torch.from_numpy(x), kernel, strides, padding, ceil, with_padding, 7
        found = function(ivy.asarray(last(x)), *args, **options, divisor_override=7)
        assert_matches(found, last(AVG[dims](*given).numpy()), rtol=1e-10)


def by_windows(x, pads, kernel, strides, dilations, reduced):
    """Return what a function gives of each window's elements, padding left out."""
    lengths = x.shape[2:]
    counts = [
        (n + sum(pad) - (k - 1) * d - 1) // s + 1
        for n, pad, k, s, d in zip(lengths, pads, kernel, strides, dilations, strict=True)
    ]
    y = np.empty((*x.shape[:2], *counts))
    for at in itertools.product(*map(range, counts)):
        each = [
            [i for i in range(p * s - pad[0], p * s - pad[0] + k * d, d) if 0 <= i < n]
            for p, n, pad, k, s, d in zip(
                at, lengths, pads, kernel, strides, dilations, strict=True
            )
        ]
        window = x[(slice(None), slice(None), *np.ix_(*each))]
        y[(..., *at)] = reduced(window, axis=tuple(range(2, x.ndim)))
    return y


@pytest.mark.parametrize("kind, reduced", [("MAX", np.max), ("AVG", np.mean)])
@pytest.mark.parametrize(
    "strides, dilations", [((1, 1), (1, 1)), ((3, 2), (1, 1)), ((2, 1), (2, 3))]
)
def test_pool_with_paddings_of_other_frameworks(
    backend, assert_matches, kind, reduced, strides, dilations
):
    x, kernel = RNG.normal(size=(2, 3, 9, 8)), (4, 2)
    same = []
    for n, k, s, d in zip((9, 8), kernel, strides, dilations, strict=True):
        total = max((-(-n // s) - 1) * s + (k - 1) * d + 1 - n, 0)
        same.append((total // 2, total - total // 2))
    for padding, pads in (
        ("SAME", same),
        (((2, 0), (0, 1)), ((2, 0), (0, 1))),
        ("valid", [(0, 0)] * 2),
    ):
        expected = by_windows(x, pads, kernel, strides, dilations, reduced)
        options = {"strides": strides, "padding": padding, "dilations": dilations}
        y = ivy.pool(ivy.asarray(x), kernel, kind, data_format="NCHW", **options)
        assert_matches(y, expected, rtol=1e-10)
        y = ivy.pool(ivy.asarray(last(x)), kernel, kind.lower(), **options)
        assert_matches(y, last(expected), rtol=1e-10)
        if kind == "MAX":
            options["data_format"] = "NCHW"
            values, indices = ivy.max_pool_with_indices(ivy.asarray(x), kernel, **options)
            flat = x.reshape(2, 3, -1)
            at = np.asarray(indices).reshape(2, 3, -1)
            assert_matches(values, np.take_along_axis(flat, at, -1).reshape(expected.shape))


def test_no_number_is_the_largest_and_infinite_ones_stay(backend, assert_matches):
    x = np.array([[[1.0, np.nan, 3, np.nan, 2, 2, np.inf, -np.inf, -np.inf, -np.inf]]])
    x = np.concatenate([x, -x], axis=1)
    t = torch.from_numpy(x)
    for options in ((4, 1), (2, 2), (2, 2, 1)):
        expected = [y.numpy() for y in F.max_pool1d(t, *options, return_indices=True)]
        kernel, strides, padding = (*options, 0)[:3]
        options = {"strides": strides, "padding": padding, "data_format": "NCW"}
        found = ivy.max_pool_with_indices(ivy.asarray(x), kernel, **options)
        assert_matches(found, tuple(expected))
        assert_matches(ivy.pool(ivy.asarray(x), kernel, "MAX", **options), expected[0])
        square = ivy.asarray(x[:, :, None])
        options["data_format"] = "NCHW"
        options["strides"], options["padding"] = (1, strides), (0, padding)
        found = ivy.pool(square, (1, kernel), "MAX", **options)
        assert_matches(found, expected[0][:, :, None])
    expected = F.avg_pool1d(t, 2).numpy()
    assert_matches(ivy.pool(ivy.asarray(x), 2, "AVG", data_format="NCW"), expected)


ADAPTIVE = [((9,), 3), ((10,), 4), ((5,), 7), ((8, 7), (4, 3)), ((6, 9), (None, 3)), ((5, 4, 6), 3)]


@pytest.mark.parametrize("lengths, sizes", ADAPTIVE)
def test_adaptive_pools(backend, assert_matches, lengths, sizes):
    dims = len(lengths)
    x = random(2, 3, *lengths)
    x.flat[5] = np.inf
    t = torch.from_numpy(x)
    expected = ADAPTIVE_AVG[dims](t, sizes).numpy()
    function = getattr(ivy, f"adaptive_avg_pool{dims}d")
    assert_matches(function(ivy.asarray(x), sizes, data_format=FIRST[dims]), expected, rtol=1e-10)
    y = function(ivy.asarray(last(x)), sizes, data_format=LAST[dims])
    assert_matches(y, last(expected), rtol=1e-10)
    values, indices = (y.numpy() for y in ADAPTIVE_MAX[dims](t, sizes, return_indices=True))
    function = getattr(ivy, f"adaptive_max_pool{dims}d")
    assert_matches(function(ivy.asarray(x), sizes), values)
    assert_matches(function(ivy.asarray(x), sizes, return_indices=True), (values, indices))
    found = function(ivy.asarray(last(x)), sizes, data_format=LAST[dims], return_indices=True)
    assert_matches(found, (last(values), last(indices)))


@pytest.mark.parametrize("ceil", [False, True])
@pytest.mark.parametrize(
    "lengths, kernel, strides", [((9,), 2, None), ((7, 8), (3, 2), 2), ((5, 4, 5), 2, 1)]
)
def test_lp_pool(backend, assert_matches, lengths, kernel, strides, ceil):
    dims = len(lengths)
    x = RNG.normal(size=(2, 3, *lengths)) ** 2
    for p in (1, 2, 3.5):
        expected = LP[dims](torch.from_numpy(x), p, kernel, strides, ceil).numpy()
        function = getattr(ivy, f"lp_pool{dims}d")
        y = function(ivy.asarray(last(x)), p, kernel, strides, ceil_mode=ceil)
        assert_matches(y, last(expected), rtol=1e-10)
    with pytest.raises(IvyValueError, match="norm_type 0"):
        function(ivy.asarray(x), 0, kernel)


@pytest.mark.parametrize(
    "lengths, kernel, strides, padding",
    [((9,), 3, 2, 1), ((7, 8), (3, 2), None, 0), ((4, 5, 4), 2, 2, 0)],
)
def test_max_unpool(backend, assert_matches, lengths, kernel, strides, padding):
    dims = len(lengths)
    x = RNG.normal(size=(2, 3, *lengths))
    t, at = MAX[dims](torch.from_numpy(x), kernel, strides, padding, return_indices=True)
    values, indices = t.numpy(), at.numpy()
    function = getattr(ivy, f"max_unpool{dims}d")
    options = {"strides": strides, "padding": padding}
    expected = UNPOOL[dims](t, at, kernel, strides, padding, lengths).numpy()
    arrays = ivy.asarray(values), ivy.asarray(indices)
    assert_matches(function(*arrays, kernel, output_size=lengths, **options), expected)
    assert_matches(function(*arrays, kernel, output_size=x.shape, **options), expected)
    found = function(
        ivy.asarray(last(values)), ivy.asarray(last(indices)), kernel, output_size=lengths,
        data_format=LAST[dims], **options,
    )  # fmt: skip
    assert_matches(found, last(expected))
    try:
        expected = UNPOOL[dims](t, at, kernel, strides, padding).numpy()
    except (RuntimeError, ValueError):  # an index lies beyond the shortest array
        return
    assert_matches(function(*arrays, kernel, **options), expected)


def test_max_unpool_refuses_what_does_not_fit(backend):
    x, at = ivy.ones((1, 1, 4)), ivy.zeros((1, 1, 4), dtype="int64")
    with pytest.raises(IvyValueError, match=r"\(1, 1, 3\)"):
        ivy.max_unpool1d(x, at[..., :3], 2)
    with pytest.raises(IvyValueError, match="between 6 and 10, not 12"):
        ivy.max_unpool1d(x, at, 2, output_size=(12,))


@differentiating
@pytest.mark.parametrize("case", [c for c in CASES if c not in (CASES[2], CASES[5])])
def test_gradients(backend, case):
    """Ties give the gradient to the first of the elements."""
    lengths, kernel, strides, padding, dilation, ceil = case
    dims = len(lengths)
    x = random(2, 3, *lengths)
    options = {"dims": dims, "strides": strides, "padding": padding, "ceil_mode": ceil}
    options["data_format"] = FIRST[dims]
    checks = [("MAX", MAX[dims], {"dilation": dilation}, {"dilations": dilation})]
    if dilation == 1:
        checks.append(("AVG", AVG[dims], {"count_include_pad": True}, {"count_include_pad": True}))
    for kind, native, theirs, ours in checks:
        leaf = torch.from_numpy(x).requires_grad_()
        y = native(leaf, kernel, strides, padding, ceil_mode=ceil, **theirs)
        cotangent = RNG.normal(size=y.shape)
        y.backward(torch.from_numpy(cotangent))
        expected = leaf.grad.numpy()
        function = lambda x: ivy.pool(x, kernel, kind, **options, **ours)  # noqa: B023, E731
        _, back = ivy.vjp(function, ivy.asarray(x))
        (found,) = back(ivy.asarray(cotangent))
        np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-10, atol=1e-12)


@differentiating
def test_gradients_of_adaptive_pools_and_of_unpooling(backend, grad):
    x = random(1, 2, 7, 8)
    for name, native in (("AVG", F.adaptive_avg_pool2d), ("MAX", F.adaptive_max_pool2d)):
        leaf = torch.from_numpy(x).requires_grad_()
        (native(leaf, (3, 4)) ** 2).sum().backward()
        cost = lambda x: ivy.sum(ivy.adaptive_pool(x, (3, 4), name, data_format="NCHW") ** 2)  # noqa: B023, E731
        found = grad(cost)(ivy.asarray(x))
        np.testing.assert_allclose(np.asarray(found), leaf.grad.numpy(), rtol=1e-10)
    values, at = F.max_pool2d(torch.from_numpy(x), 2, return_indices=True)
    weights = RNG.normal(size=(1, 2, 6, 8))
    leaf = values.clone().requires_grad_()
    (F.max_unpool2d(leaf, at, 2) * torch.from_numpy(weights)).sum().backward()
    cost = lambda x: ivy.sum(ivy.max_unpool2d(x, ivy.asarray(at.numpy()), 2) * ivy.asarray(weights))  # noqa: E731
    found = grad(cost)(ivy.asarray(values.numpy()))
    np.testing.assert_allclose(np.asarray(found), leaf.grad.numpy(), rtol=1e-10)


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "complex64"])
def test_data_types(backend, dtype):
    """Means are rounded once, however many elements they have."""
    x = abs(RNG.normal(size=(2, 3, 12, 11))).astype("f4")
    if dtype == "complex64":
        x = (x * (1 - 2j)).astype("c8")
    given = ivy.astype(ivy.asarray(x), dtype)
    wide = "complex128" if dtype == "complex64" else "float64"
    exact = torch.from_numpy(np.asarray(ivy.astype(given, wide)))
    rtol = {"float16": 1e-3, "bfloat16": 8e-3}.get(dtype, 1e-6)
    parts = (exact.real, exact.imag) if exact.is_complex() else (exact,)
    means = [F.avg_pool2d(part, 9, 1, 2, count_include_pad=False).numpy() for part in parts]
    y = ivy.avg_pool2d(given, 9, 1, 2, data_format="NCHW")
    assert str(y.dtype) == dtype
    expected = means[0] + 1j * means[1] if len(means) == 2 else means[0]
    np.testing.assert_allclose(np.asarray(ivy.astype(y, wide)), expected, rtol=rtol)
    if dtype == "complex64":
        with pytest.raises(IvyTypeError, match="complex64"):
            ivy.max_pool2d(given, 3, 1, 1)
        return
    y = ivy.max_pool2d(given, 3, 2, 1, data_format="NCHW")
    assert str(y.dtype) == dtype
    np.testing.assert_array_equal(np.asarray(ivy.astype(y, wide)), F.max_pool2d(exact, 3, 2, 1))
    y = ivy.pool(ivy.reshape(given, (1, 2, 3, 12, 11)), (2, 2, 3), "AVG", data_format="NCDHW")
    expected = F.avg_pool3d(exact.reshape(1, 2, 3, 12, 11), (2, 2, 3)).numpy()
    np.testing.assert_allclose(np.asarray(ivy.astype(y, wide)), expected, rtol=rtol)


def test_empty_batches_and_windows_of_one(backend, assert_matches):
    none = ivy.zeros((0, 6, 5, 3))
    for kind in ("MAX", "AVG"):
        assert ivy.pool(none, 2, kind).shape == (0, 3, 2, 3)
        assert ivy.adaptive_pool(none, 4, kind).shape == (0, 4, 4, 3)
    values, indices = ivy.max_pool_with_indices(none, 3, padding=1)
    assert values.shape == indices.shape == (0, 2, 2, 3)
    x = random(1, 3, 4, 2)
    y = ivy.pool(given := ivy.asarray(x), 1, "MAX")
    y[0, 0, 0, 0] = 9.0
    assert_matches(given, x)  # not the same memory
    values, indices = ivy.max_pool_with_indices(ivy.asarray(x), 1)
    expected = np.broadcast_to(np.arange(12).reshape(3, 4, 1), (1, 3, 4, 2))
    assert_matches((values, indices), (x, expected))


@differentiating
def test_traced(backend, assert_matches):
    x = random(2, 7, 6, 3)
    x[0, 0, 0, 0] = np.nan

    def several(x):
        y = ivy.max_pool2d(ivy.Array(x), 3, 1, "SAME")
        y = ivy.avg_pool2d(y, 2, 1, 1)
        values, indices = ivy.max_pool2d(y, 2, 2, 0, return_indices=True)
        values = ivy.max_unpool2d(values, indices, 2, data_format="NHWC", output_size=(8, 7))
        return ivy.to_native(ivy.adaptive_pool(values, (3, 2), "AVG"))

    expected = np.asarray(ivy.Array(several(ivy.to_native(ivy.asarray(x)))))
    if backend == "jax":
        import jax

        traced = jax.jit(several)
    elif backend == "tensorflow":
        import tensorflow as tf

        traced = tf.function(several, autograph=False)
    else:
        from torch.fx.experimental.proxy_tensor import make_fx

        traced = make_fx(several)(torch.from_numpy(x))
    assert_matches(ivy.Array(traced(ivy.to_native(ivy.asarray(x)))), expected)


X = (1, 6, 5, 4)
MISTAKES = [
    ({"window_shape": (2, 2, 2)}, "3 kernel .* 2 spatial axes"),
    ({"window_shape": 7}, "7 elements .* axis of 6"),
    ({"window_shape": 0}, "1 is the least"),
    ({"strides": 0}, "1 is the least"),
    ({"padding": -1}, "0 is the least"),
    ({"padding": 2}, "padding of 2 .* kernel over 2"),
    ({"padding": "FULL"}, "'FULL'"),
    ({"dilations": 0}, "1 is the least"),
    ({"data_format": "NDHWC"}, "'NDHWC' .* 2 spatial axes"),
    ({"dims": 4}, "4 spatial axes"),
    ({"dims": 1}, "3 axes"),
    ({"pool_type": "MIN"}, "'MIN'"),
    ({"divisor_override": 0}, "divisor_override 0"),
]


@pytest.mark.parametrize("options, words", MISTAKES)
def test_mistakes(backend, options, words):
    options = {"window_shape": 2, "pool_type": "AVG"} | options
    with pytest.raises(IvyValueError, match=words):
        ivy.pool(ivy.ones(X), options.pop("window_shape"), options.pop("pool_type"), **options)


def test_mistakes_of_adaptive_pools(backend):
    for size, words in ((0, "0 windows"), ((2, 2, 2), "3 sizes .* 2 spatial axes")):
        with pytest.raises(IvyValueError, match=words):
            ivy.adaptive_pool(ivy.ones(X), size, "AVG")
    with pytest.raises(IvyTypeError, match=r"output_size 1\.5"):
        ivy.adaptive_avg_pool2d(ivy.ones(X), 1.5)
    with pytest.raises(IvyTypeError, match="int64"):
        ivy.avg_pool2d(ivy.ones(X, dtype="int64"), 2, 2, 0)
