"""Normalization, against PyTorch, TensorFlow and formulas in NumPy; on both paths of mixed ones."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyIndexError, IvyValueError

torch = pytest.importorskip("torch")
F = torch.nn.functional

RNG = np.random.default_rng(0)
X = RNG.normal(2.0, 3.0, (4, 6, 3, 2))
MEAN, OFFSET, SCALE = RNG.normal(size=(3, 6))
VARIANCE = RNG.random(6) + 0.5
RTOL = 1e-9


def both(name):
    """Return a function as the backend has it, and its compositional body."""
    return getattr(ivy, name), FUNCTIONS[name].body


def arrays(*values):
    return [None if value is None else ivy.asarray(value) for value in values]


def tensors(*values):
    return [None if value is None else torch.from_numpy(np.array(value)) for value in values]


def last(a):
    """Return an array with the channels last."""
    return np.moveaxis(a, 1, -1).copy()


@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2)])
def test_normalize(backend, assert_matches, axis):
    a = X.copy()
    a[0] = a[:, 0] = 0.0
    x = ivy.asarray(a)
    for order in (1, 2, 3.0, np.inf):
        size = np.abs(a)
        if order == np.inf:
            norm = size.max(axis, keepdims=True)
        else:
            norm = (size**order).sum(axis, keepdims=True) ** (1 / order)
        expected = a / np.maximum(norm, 1e-12)
        assert_matches(ivy.lp_normalize(x, p=order, axis=axis), expected, rtol=RTOL)
        if order in (1, 2):
            function = ivy.l1_normalize if order == 1 else ivy.l2_normalize
            assert_matches(function(x, axis=axis), expected, rtol=RTOL)
            out = ivy.zeros(a.shape)
            assert function(x, axis=axis, out=out) is out
            assert_matches(out, expected, rtol=RTOL)
    with pytest.raises(IvyIndexError):
        ivy.l2_normalize(x, axis=4)


def test_normalize_dtypes(backend, assert_matches):
    single = ivy.l2_normalize(ivy.asarray([3.0, 4.0], dtype="float32"))
    assert_matches(single, np.array([0.6, 0.8], "f4"))
    assert_matches(ivy.l1_normalize(ivy.asarray([1, 3])), np.array([0.25, 0.75]))


@pytest.mark.parametrize("axes", [(3,), (2, 3), (-2, -1), (1,), (0, 2)])
def test_layer_norm(backend, assert_matches, axes):
    shape = tuple(n for i, n in enumerate(X.shape) if i in axes or i - 4 in axes)
    wide = tuple(n if i in axes or i - 4 in axes else 1 for i, n in enumerate(X.shape))
    scale, offset = RNG.normal(size=(2, *shape))
    if shape != X.shape[4 - len(shape) :]:  # then only operands of all axes broadcast
        scale, offset = scale.reshape(wide), offset.reshape(wide)
    plain = (X - X.mean(axes, keepdims=True)) / np.sqrt(X.var(axes, keepdims=True) + 1e-3)
    x, w, b = arrays(X, scale, offset)
    for layer_norm in both("layer_norm"):
        for options, expected in (
            ({}, plain),
            ({"scale": w}, plain * scale),
            ({"offset": b}, plain + offset),
            ({"scale": w, "offset": b, "new_std": 2.0}, (plain * scale + offset) * 2),
        ):
            assert_matches(layer_norm(x, list(axes), eps=1e-3, **options), expected, rtol=RTOL)
            out = ivy.zeros(X.shape)
            assert layer_norm(x, axes, eps=1e-3, out=out, **options) is out
            assert_matches(out, expected, rtol=RTOL)


def test_layer_norm_as_pytorch(backend, assert_matches):
    expected = F.layer_norm(*tensors(X), (3, 2)).numpy()
    assert_matches(ivy.layer_norm(ivy.asarray(X), [2, 3]), expected, rtol=RTOL)
    with pytest.raises(IvyIndexError):
        ivy.layer_norm(ivy.asarray(X), [4])
    whole = ivy.layer_norm(ivy.asarray([[1, 3]]), [1], eps=0.0)
    assert_matches(whole, np.array([[-1.0, 1.0]]))


def reference(name, a, mean, variance, offset, scale, training, eps, momentum):
    """Return PyTorch's results, with the running mean and variance that it leaves."""
    x, mean, variance, offset, scale = tensors(a, mean, variance, offset, scale)
    y = getattr(F, name)(x, mean, variance, scale, offset, training, momentum, eps)
    return [each.numpy() for each in (y, mean, variance)]


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("name", ["batch_norm", "instance_norm"])
def test_norms_of_channels(backend, assert_matches, name, training):
    cases = [(X, None, None), (X, OFFSET, SCALE), (X[..., 0], OFFSET, None)]
    for a, *affine in cases:
        given = (a, MEAN, VARIANCE, *affine)
        expected = reference(name, *given, training, 1e-3, 0.3)
        x, mean, variance, offset, scale = arrays(*given)
        options = {"training": training, "eps": 1e-3, "momentum": 0.3}
        options |= {"offset": offset, "scale": scale}
        for norm in both(name):
            result = norm(x, mean, variance, data_format="NCS", **options)
            assert_matches(result, expected, rtol=RTOL)
            turned = norm(ivy.asarray(last(a)), mean, variance, **options)
            assert_matches(turned, [last(expected[0]), *expected[1:]], rtol=RTOL)
        assert_matches([mean, variance], [MEAN, VARIANCE])  # are not written into


@pytest.mark.checklist("I19")
@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("name", ["batch_norm", "instance_norm"])
def test_out_of_norms_of_channels(backend, assert_matches, name, training):
    x, mean, variance, offset = arrays(X, MEAN, VARIANCE, OFFSET)
    options = {"training": training, "offset": offset, "data_format": "NCS"}
    for norm in both(name)[::-1]:
        expected = [ivy.to_numpy(each) for each in norm(x, mean, variance, **options)]
        out = ivy.zeros(X.shape), ivy.zeros((6,)), ivy.zeros((6,))
        result = norm(x, mean, variance, out=out, **options)
        assert all(each is target for each, target in zip(result, out, strict=True))
        assert_matches(list(out), expected, rtol=RTOL)


@pytest.mark.parametrize("name", ["batch_norm", "instance_norm"])
def test_norms_of_channels_without_running_values(backend, assert_matches, name):
    axes = (0, 2, 3) if name == "batch_norm" else (2, 3)
    plain = (X - X.mean(axes, keepdims=True)) / np.sqrt(X.var(axes, keepdims=True) + 1e-3)
    variance = X.var(axes, ddof=1)
    mean = X.mean(axes)
    if name == "instance_norm":
        mean, variance = mean.mean(0), variance.mean(0)
    x = ivy.asarray(X)
    for norm in both(name):
        result = norm(x, None, None, training=True, eps=1e-3, data_format="NCS")
        assert_matches(result, [plain, mean, variance], rtol=RTOL)
        for arguments, options in (
            ((x, None, None), {}),
            ((x, None, ivy.ones((2,))), {}),
            ((x, ivy.ones((2,)), ivy.ones((2,))), {"data_format": "NHWC"}),
            ((ivy.ones((2,)), ivy.ones((2,)), ivy.ones((2,))), {}),
        ):
            with pytest.raises(IvyValueError, match=name):
                norm(*arguments, **options)


def test_instance_norm_without_eps(backend, assert_matches):
    x, mean, variance = arrays(X, MEAN, VARIANCE)
    expected = (X - X.mean((2, 3), keepdims=True)) / X.std((2, 3), keepdims=True)
    result = ivy.instance_norm(x, mean, variance, training=True, data_format="NCS")
    assert_matches(result[0], expected, rtol=RTOL)


def test_batch_norm_of_one_value(backend, assert_matches):
    x, mean, variance = arrays([[3.0, 4.0]], [0.0, 0.0], [1.0, 1.0])
    result = ivy.batch_norm(x, mean, variance, training=True)
    assert_matches(result, [np.zeros((1, 2)), np.array([0.3, 0.4]), np.array([0.9, 0.9])])
    y, *_ = ivy.batch_norm(ivy.asarray([[1, 3]]), mean, variance, eps=0.0)
    assert_matches(y, np.array([[1.0, 3.0]]))


@pytest.mark.parametrize("groups", [1, 2, 6])
def test_group_norm(backend, assert_matches, groups):
    for offset, scale in ((None, None), (OFFSET, None), (OFFSET, SCALE)):
        x, b, w = arrays(X, offset, scale)
        tensor, weight, bias = tensors(X, scale, offset)
        expected = F.group_norm(tensor, groups, weight, bias, 1e-3).numpy()
        options = {"offset": b, "scale": w, "eps": 1e-3}
        for norm in both("group_norm"):
            assert_matches(norm(x, groups, data_format="NCS", **options), expected, rtol=RTOL)
            turned = norm(ivy.asarray(last(X)), groups, **options)
            assert_matches(turned, last(expected), rtol=RTOL)
            out = ivy.zeros(X.shape)
            assert norm(x, groups, data_format="NCS", out=out, **options) is out
            assert_matches(out, expected, rtol=RTOL)
    for norm in both("group_norm"):
        with pytest.raises(IvyValueError, match="group_norm"):
            norm(x, 4, data_format="NCS")
        with pytest.raises(IvyValueError, match="group_norm"):
            norm(x, 0)


@pytest.mark.parametrize("size", [1, 2, 5, 9])
def test_local_response_norm(backend, assert_matches, size):
    options = {"alpha": 0.7, "beta": 0.75}
    expected = F.local_response_norm(*tensors(X), size, k=2.0, **options).numpy()
    for norm in both("local_response_norm"):
        result = norm(ivy.asarray(X), size, bias=2.0, average=True, data_format="NCHW", **options)
        assert_matches(result, expected, rtol=RTOL)
        a = last(X).astype("f4")
        result = norm(ivy.asarray(a), size, bias=2.0, average=True, **options)
        assert_matches(result, last(expected).astype("f4"))
        out = ivy.zeros(a.shape, dtype="float32")
        total = options | {"alpha": 0.7 / size}
        assert norm(ivy.asarray(a), size, bias=2.0, out=out, **total) is out
        assert_matches(out, last(expected).astype("f4"))
        with pytest.raises(IvyValueError, match="local_response_norm"):
            norm(ivy.asarray(a), size, data_format="NSC")
        with pytest.raises(IvyValueError, match="local_response_norm"):
            norm(ivy.asarray(a), 0)


def test_inputs_that_the_native_ones_do_not_cover(backend, assert_matches):
    a = X.astype("f4")
    double = ivy.asarray(SCALE)
    expected = F.group_norm(*tensors(X), 2, tensors(SCALE)[0]).numpy()
    result = ivy.group_norm(ivy.asarray(a), 2, scale=double, data_format="NCS")
    assert_matches(result, expected, rtol=1e-5)
    half = ivy.layer_norm(ivy.asarray(X.astype("f2")), [3], scale=ivy.ones((2,), dtype="float16"))
    assert half.dtype == "float16"


def test_compiled(backend, assert_matches, compiled):
    def function(x, mean, variance, xp=ivy):
        return [
            *xp.batch_norm(x, mean, variance, training=True, data_format="NCS"),
            xp.layer_norm(x, [2, 3]),
            xp.group_norm(x, 3, data_format="NCS"),
            xp.l2_normalize(x, axis=1),
            xp.local_response_norm(x, 3),
        ]

    given, host = (X, MEAN, VARIANCE), ivy.get_backend("numpy")
    eager = [ivy.to_numpy(each) for each in function(*map(host.asarray, given), host)]
    assert_matches(compiled(function, *given), eager, rtol=RTOL)


def test_containers(backend, assert_matches):
    Container = getattr(ivy, "Container", None)
    if Container is None:
        pytest.skip("the core has no Container yet")
    x = Container(a=ivy.asarray(X), b=Container(c=ivy.asarray(X[:2])))
    expected = ivy.to_numpy(ivy.layer_norm(ivy.asarray(X[:2]), [3]))
    assert_matches(ivy.layer_norm(x, [3]).b.c, expected)
    mean, variance = arrays(MEAN, VARIANCE)
    results = ivy.batch_norm(x, mean, variance, training=True, data_format="NCS")
    alone = ivy.batch_norm(ivy.asarray(X), mean, variance, training=True, data_format="NCS")
    assert len(results) == 3
    assert_matches([each.a for each in results], [ivy.to_numpy(each) for each in alone])
