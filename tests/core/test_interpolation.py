"""Interpolation, against PyTorch, TensorFlow and NumPy; mixed functions on both of their paths."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

torch = pytest.importorskip("torch")
F = torch.nn.functional

RNG = np.random.default_rng(0)


def random(*shape, dtype="f8"):
    return RNG.normal(size=shape).astype(dtype)


def both(name):
    """Return a function as the backend has it, and its compositional body."""
    return getattr(ivy, name), FUNCTIONS[name].body


# images

TORCH_MODES = [
    ("linear", "linear", 1), ("linear", "bilinear", 2), ("bilinear", "bilinear", 2),
    ("nd", "trilinear", 3), ("bicubic", "bicubic", 2), ("area", "area", 2), ("area", "area", 1),
    ("nearest", "nearest", 2), ("nearest_exact", "nearest-exact", 2), ("nearest", "nearest", 3),
]  # fmt: skip
SIZES = {1: [(9,), (4,)], 2: [(14, 5), (3, 20)], 3: [(3, 9, 4)]}
SHAPES = {1: (2, 3, 7), 2: (2, 3, 7, 10), 3: (1, 2, 4, 5, 6)}


@pytest.mark.parametrize(("mode", "native", "axes"), TORCH_MODES)
def test_interpolate_as_pytorch(backend, assert_matches, mode, native, axes):
    a = random(*SHAPES[axes])
    x, tensor = ivy.asarray(a), torch.from_numpy(a)
    corners = (False, True) if "linear" in native or native == "bicubic" else (None,)
    smooth = (False, True) if native in ("bilinear", "bicubic") else (False,)
    for size in SIZES[axes][: 1 if backend == "jax" else None]:
        for align_corners in corners:
            for antialias in smooth:
                expected = F.interpolate(
                    tensor, size, mode=native, align_corners=align_corners, antialias=antialias
                ).numpy()
                options = {"align_corners": bool(align_corners), "antialias": antialias}
                for interpolate in both("interpolate"):
                    assert_matches(interpolate(x, size, mode=mode, **options), expected)
    factors = (1.7, 0.6, 1.2)[:axes]
    for recompute in (None, True):
        expected = F.interpolate(
            tensor, scale_factor=factors, mode=native, recompute_scale_factor=recompute
        ).numpy()
        for interpolate in both("interpolate"):
            options = {"scale_factor": factors, "recompute_scale_factor": recompute}
            assert_matches(interpolate(x, None, mode=mode, **options), expected)


TF_MODES = ("tf_area", "tf_bicubic", "mitchellcubic", "lanczos3", "lanczos5", "gaussian", "linear")


def resized(a, size, mode, antialias, backend):
    """Return TensorFlow's answer; where that is not imported, NumPy's, compared elsewhere."""
    if backend not in ("numpy", "tensorflow"):
        host = ivy.get_backend("numpy")
        resized = host.interpolate(host.asarray(a), size, mode=mode, antialias=antialias)
        return ivy.to_numpy(resized)
    tf = pytest.importorskip("tensorflow")
    method = {"tf_area": "area", "tf_bicubic": "bicubic", "linear": "bilinear"}.get(mode, mode)
    images = tf.constant(a.transpose(0, 2, 3, 1))
    return tf.image.resize(images, size, method, antialias=antialias).numpy().transpose(0, 3, 1, 2)


@pytest.mark.parametrize("mode", TF_MODES)
def test_interpolate_as_tensorflow(backend, assert_matches, mode):
    a = random(1, 2, 7, 10, dtype="f4")
    for size, antialias in (((14, 5), False), ((3, 20), True)):
        expected = resized(a, size, mode, antialias, backend)
        # TensorFlow reads this kernel off a table of 1024 values
        atol = 3e-3 if mode == "tf_bicubic" and not antialias else 5e-6
        options = {"mode": mode, "antialias": antialias}
        for interpolate in both("interpolate"):
            result = interpolate(ivy.asarray(a), size, **options)
            assert_matches(result, expected, atol=atol)
        if antialias:
            double = ivy.interpolate(ivy.asarray(a.astype("f8")), size, **options)
            assert double.dtype == "float64"


def test_interpolate_options(backend, assert_matches):
    a = random(1, 2, 4)
    x = ivy.asarray(a)
    out = ivy.zeros((1, 2, 8))
    for interpolate in both("interpolate"):
        assert interpolate(x, 8, mode="nearest", out=out) is out
        assert_matches(out, np.repeat(a, 2, -1))
        same = interpolate(x, 4)
        same[0] = 0.0
        assert_matches(x, a)
    half = ivy.interpolate(ivy.asarray(a.astype("f2")), 7)
    assert half.dtype == "float16"
    whole = ivy.asarray(np.arange(4).reshape(1, 1, 4))
    assert_matches(ivy.interpolate(whole, 2, mode="nearest"), np.array([[[0, 2]]]))
    assert_matches(ivy.interpolate(whole, 2), np.array([[[0.5, 2.5]]]))


def test_interpolate_errors(backend):
    x = ivy.ones((1, 1, 4, 4))
    for size, options in (
        (3, {"mode": "sinc"}),
        (3, {"mode": "trilinear"}),
        (3, {"mode": "nearest", "align_corners": True}),
        (3, {"mode": "area", "antialias": True}),
        (3, {"scale_factor": 2}),
        (None, {}),
        ((3,), {}),
        (0, {}),
        (None, {"scale_factor": 0.1}),
    ):
        for interpolate in both("interpolate"):
            with pytest.raises(IvyValueError, match="interpolate"):
                interpolate(x, size, **options)


def test_interpolate_kernels_and_parts(backend, assert_matches):
    distances = ivy.asarray([0.0, 0.3, 0.5, 1.0, 1.7, 2.5, 6.0])
    for mode in ("tf_bicubic", "mitchellcubic", "lanczos3", "lanczos5", "gaussian"):
        kernel = ivy.get_interpolate_kernel(mode)
        weights = ivy.to_numpy(kernel(distances))
        assert weights[-1] == 0 and (weights[1:] < weights[0]).all()
        # images are resampled with it: the weights of 13 elements in one of a third of the length
        rows = np.eye(13)[:, None]
        found = ivy.to_numpy(ivy.interpolate(ivy.asarray(rows), 39, mode=mode))[:, 0, 20]
        weights = ivy.to_numpy(kernel(ivy.asarray(np.abs(np.arange(13) + 0.5 - 20.5 / 3))))
        np.testing.assert_allclose(found, weights / weights.sum(), rtol=1e-9, atol=1e-12)
    with pytest.raises(IvyValueError, match="sinc"):
        ivy.get_interpolate_kernel("sinc")
    x = random(2, 3, 4, 5)
    found = ivy.nearest_interpolate(ivy.asarray(x), 2, (8, 7), (4 / 8, 5 / 7), False)
    expected = F.interpolate(torch.from_numpy(x), (8, 7), mode="nearest").numpy()
    assert_matches(found, expected)
    found = ivy.nearest_interpolate(ivy.asarray(x), 2, (3, 7), (4 / 3, 5 / 7), True)
    expected = F.interpolate(torch.from_numpy(x), (3, 7), mode="nearest-exact").numpy()
    assert_matches(found, expected)
    found = ivy.area_interpolate(ivy.asarray(x), 2, (2, 5), (2.0, 1.0))
    assert_matches(found, F.avg_pool2d(torch.from_numpy(x), (2, 1)).numpy())
    for size in ((2,), (2, 0)):
        for function, more in ((ivy.area_interpolate, ()), (ivy.nearest_interpolate, (True,))):
            with pytest.raises(IvyValueError, match="interpolate"):
                function(ivy.asarray(x), 2, size, (1.0, 1.0), *more)


def test_generate_einsum_equation(backend, assert_matches):
    assert ivy.generate_einsum_equation(1) == "abc,cd->abd"
    assert ivy.generate_einsum_equation(3) == "abcde,cf,dg,eh->abfgh"
    x, first, second = random(2, 3, 4, 5), random(4, 6), random(5, 2)
    equation = ivy.generate_einsum_equation(2)
    expected = first.T @ (x @ second)
    assert_matches(ivy.einsum(equation, *map(ivy.asarray, (x, first, second))), expected)
    for dim in (0, 13):
        with pytest.raises(IvyValueError, match=f"{dim} axes"):
            ivy.generate_einsum_equation(dim)


def test_interpolate_gradients(backend, assert_matches, grad):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    x = random(2, 3, 7, 6)
    for mode, size, options in (
        ("bilinear", (12, 4), {"antialias": True}),
        ("bicubic", (3, 9), {"align_corners": True}),
        ("nearest", (5, 9), {}),
        ("area", (3, 4), {}),
    ):
        tensor = torch.from_numpy(x).requires_grad_()
        (F.interpolate(tensor, size, mode=mode, **options) ** 2).sum().backward()

        def loss(x, mode=mode, size=size, options=options):
            return ivy.sum(ivy.interpolate(x, size, mode=mode, **options) ** 2)

        assert_matches(grad(loss)(ivy.asarray(x)), tensor.grad.numpy(), rtol=1e-9)


# grids


def only_with_full(params):
    """Tell which cases are for --full alone: with 16 elements a point XLA compiles for seconds."""
    return params.get("mode") == "bicubic" and params.get("align_corners", False)


GRIDS = [
    (mode, padding, corners)
    for mode in ("bilinear", "nearest", "bicubic")
    for padding in ("zeros", "border", "reflection")
    for corners in (False, True)
]


@pytest.mark.parametrize(("mode", "padding_mode", "align_corners"), GRIDS)
def test_grid_sample(backend, assert_matches, mode, padding_mode, align_corners):
    x, grid = random(2, 3, 5, 4), random(2, 6, 7, 2) * 1.5
    options = {"mode": mode, "padding_mode": padding_mode, "align_corners": align_corners}
    tensors = [torch.from_numpy(a).requires_grad_() for a in (x, grid)]
    native = F.grid_sample(*tensors, **options)
    arrays = [ivy.asarray(x), ivy.asarray(grid)]
    assert_matches(ivy.grid_sample(*arrays, **options), native.detach().numpy(), rtol=1e-10)
    if mode != "bicubic":
        volume, points = random(2, 3, 2, 4, 5), random(2, 3, 2, 2, 3) * 1.5
        whole = F.grid_sample(torch.from_numpy(volume), torch.from_numpy(points), **options)
        found = ivy.grid_sample(ivy.asarray(volume), ivy.asarray(points), **options)
        assert_matches(found, whole.numpy(), rtol=1e-10)
    if backend != "numpy" and not align_corners:
        (native**2).sum().backward()
        loss = lambda arrays: ivy.sum(ivy.grid_sample(*arrays, **options) ** 2)
        gradients = ivy.grad(loss)(arrays)
        assert_matches(gradients, [each.grad.numpy() for each in tensors], rtol=1e-9)


def test_grid_sample_of_other_inputs(backend, assert_matches, compiled):
    x, grid = random(2, 3, 5, 4, dtype="f4"), random(2, 6, 7, 2, dtype="f4")
    expected = F.grid_sample(torch.from_numpy(x), torch.from_numpy(grid), align_corners=False)
    expected = expected.numpy()
    assert_matches(ivy.grid_sample(ivy.asarray(x), ivy.asarray(grid)), expected, atol=1e-5)
    assert_matches(compiled(ivy.grid_sample, x, grid), expected, atol=1e-5)
    mixed = ivy.grid_sample(ivy.asarray(x), ivy.asarray(grid.astype("f8")))
    assert_matches(mixed, expected.astype("f8"), atol=1e-5)
    half = ivy.grid_sample(ivy.asarray(x.astype("f2")), ivy.asarray(grid.astype("f2")))
    assert half.dtype == "float16"
    np.testing.assert_allclose(ivy.to_numpy(half), expected, atol=0.05)
    # what is not in the image does not count, whatever stands at its first element
    holed = x.astype("f8")
    holed[:, :, 0, 0] = np.nan
    outside = np.full((2, 1, 1, 2), 3.0)
    found = ivy.grid_sample(ivy.asarray(holed), ivy.asarray(outside))
    assert_matches(found, np.zeros((2, 3, 1, 1)))
    for shape, points in (((0, 3, 5, 4), (0, 2, 2, 2)), ((2, 3, 5, 4), (2, 0, 2, 2))):
        found = ivy.grid_sample(ivy.zeros(shape), ivy.zeros(points))
        assert found.shape == (shape[0], 3, *points[1:3])


def test_grid_sample_errors(backend):
    x, grid = ivy.ones((2, 3, 5, 4)), ivy.zeros((2, 6, 7, 2))
    for x_given, grid_given, options in (
        (x, grid, {"mode": "linear"}),
        (x, grid, {"padding_mode": "wrap"}),
        (x, grid[:1], {}),
        (x, grid[..., :1], {}),
        (x[0], grid[0], {}),
        (x[:, :, :0], grid, {}),
        (ivy.ones((2, 3, 5, 4, 2)), ivy.zeros((2, 6, 7, 2, 3)), {"mode": "bicubic"}),
    ):
        with pytest.raises(IvyValueError, match="grid_sample"):
            ivy.grid_sample(x_given, grid_given, **options)
    with pytest.raises(IvyTypeError, match="int64"):
        ivy.grid_sample(ivy.astype(x, "int64"), ivy.astype(grid, "int64"))


@pytest.mark.filterwarnings("ignore:Since version 1.3")
@pytest.mark.parametrize("align_corners", [False, True])
def test_affine_grid(backend, assert_matches, align_corners):
    for size in ((2, 3, 4, 5), (2, 1, 1, 3), (2, 3, 2, 4, 3)):
        theta = random(2, len(size) - 2, len(size) - 1)
        expected = F.affine_grid(torch.from_numpy(theta), size, align_corners).numpy()
        found = ivy.affine_grid(ivy.asarray(theta), size, align_corners=align_corners)
        assert_matches(found, expected, rtol=1e-10)
    out = ivy.zeros(expected.shape)
    ivy.affine_grid(ivy.asarray(theta), size, align_corners=align_corners, out=out)
    assert_matches(out, expected, rtol=1e-10)
    for size in ((3, 3, 4, 5), (2, 3, 4), (2, 3, 0, 5)):
        with pytest.raises(IvyValueError, match="affine_grid"):
            ivy.affine_grid(ivy.ones((2, 2, 3)), size)
    with pytest.raises(IvyTypeError, match="affine_grid"):
        ivy.affine_grid(ivy.ones((2, 2, 3), dtype="int32"), (2, 3, 4, 5))


# values between given points


def test_interp(backend, assert_matches, compiled):
    xp, fp = np.array([-1.0, 0.0, 0.5, 2.0]), np.array([3.0, -1.0, 4.0, 1.0])
    x = np.array([[-2.0, -1.0, -0.3], [0.5, 1.9, np.nan], [2.0, 2.5, np.inf]])
    for options in ({}, {"left": -7.0}, {"right": 9.0, "left": 0.0}, {"period": 2.5}):
        given = x[:2] if "period" in options else x
        expected = np.interp(given, xp, fp, **options)
        found = ivy.interp(*map(ivy.asarray, (given, xp, fp)), **options)
        assert_matches(found, expected)
    values = fp + 1j * fp[::-1]
    found = ivy.interp(*map(ivy.asarray, (x[:1], xp, values)))
    assert_matches(found, np.interp(x[:1], xp, values))
    assert_matches(ivy.interp([0.25], [1.0], [5.0]), np.interp([0.25], [1.0], [5.0]))
    repeated = np.array([0.0, 1.0, 1.0, 2.0])
    at = np.array([0.5, 1.0, 1.5])
    found = ivy.interp(*map(ivy.asarray, (at, repeated, fp)))
    assert_matches(found, np.interp(at, repeated, fp))
    single = ivy.interp(*[ivy.asarray(a.astype("f4")) for a in (at, xp, fp)])
    assert_matches(single, np.interp(at, xp, fp).astype("f4"))
    assert_matches(compiled(ivy.interp, x, xp, fp), np.interp(x, xp, fp))
    out = ivy.zeros((3,))
    assert ivy.interp(*map(ivy.asarray, (at, xp, fp)), out=out) is out
    assert_matches(out, np.interp(at, xp, fp))
    for wrong in ((xp[:3], fp), (xp[:0], fp[:0]), (xp[None], fp[None])):
        with pytest.raises(IvyValueError, match="interp"):
            ivy.interp(ivy.asarray(at), *map(ivy.asarray, wrong))
    with pytest.raises(IvyValueError, match="period"):
        ivy.interp(*map(ivy.asarray, (at, xp, fp)), period=0)
