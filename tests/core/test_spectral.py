"""Spectra, against SciPy, PyTorch and NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyIndexError, IvyTypeError, IvyValueError

torch = pytest.importorskip("torch")
scipy_fft = pytest.importorskip("scipy.fft")

RNG = np.random.default_rng(0)


def random(*shape, dtype="f8"):
    return RNG.normal(size=shape).astype(dtype)


# cosine transforms


@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
@pytest.mark.parametrize("type", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["dct", "idct"])
def test_cosine_transforms(backend, assert_matches, name, type, norm):
    transform, reference = getattr(ivy, name), getattr(scipy_fft, name)
    options = {"type": type, "norm": norm}
    for shape, more in (((2, 8), {}), ((5, 3), {"axis": 0}), ((2, 2), {}), ((3, 7), {"n": 10})):
        x = random(*shape)
        expected = reference(x, **options, **more)
        assert_matches(transform(ivy.asarray(x), **options, **more), expected, rtol=1e-12)
    single = random(2, 9, dtype="f4")
    found = transform(ivy.asarray(single), n=6, **options)
    # against the double: SciPy's own single precision has its own errors
    expected = reference(single.astype("f8"), n=6, **options)
    assert found.dtype == "float32"
    error = np.abs(ivy.to_numpy(found) - expected).max() / np.abs(expected).max()
    assert error < 1e-6


def test_cosine_transforms_of_other_inputs(backend, assert_matches, compiled):
    x = random(3, 5) + 1j * random(3, 5)
    assert_matches(ivy.dct(ivy.asarray(x)), scipy_fft.dct(x), rtol=1e-12)
    whole = np.arange(6)
    found = ivy.dct(ivy.asarray(whole))
    default = str(ivy.default_float_dtype())
    assert_matches(found, scipy_fft.dct(whole).astype(default), rtol=1e-6)
    half = ivy.dct(ivy.asarray(random(4).astype("f2")))
    assert half.dtype == "float16"
    assert_matches(ivy.dct(ivy.asarray([2.0])), scipy_fft.dct([2.0]))
    assert_matches(ivy.idct(ivy.asarray([2.0]), type=3), scipy_fft.idct([2.0], type=3))
    assert ivy.dct(ivy.zeros((0, 4))).shape == (0, 4)
    out = ivy.zeros((3, 4))
    x = random(3, 4)
    assert ivy.dct(ivy.asarray(x), axis=0, out=out) is out
    assert_matches(out, scipy_fft.dct(x, axis=0), rtol=1e-12)

    def function(x):
        return [ivy.dct(x, type=type, norm="ortho") for type in (1, 2, 3, 4)]

    expected = [scipy_fft.dct(x, type=type, norm="ortho") for type in (1, 2, 3, 4)]
    assert_matches(compiled(function, x), expected, rtol=1e-12)


def test_cosine_transforms_are_differentiated(backend, assert_matches, grad):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    x, weights = random(5), random(5)
    for type in (1, 2, 3, 4):
        matrix = scipy_fft.dct(np.eye(5), type=type, axis=0)

        def loss(x, type=type):
            return ivy.sum(ivy.dct(x, type=type) * ivy.asarray(weights))

        assert_matches(grad(loss)(ivy.asarray(x)), matrix.T @ weights, rtol=1e-10)


def test_cosine_transform_errors(backend):
    x = ivy.ones((3, 1))
    for options in ({"type": 5}, {"norm": "unit"}, {"n": 0}, {"type": 1}):
        for transform in (ivy.dct, ivy.idct):
            with pytest.raises(IvyValueError, match="dct"):
                transform(x, **options)
    with pytest.raises(IvyIndexError, match="axis 2"):
        ivy.dct(x, axis=2)


# Fourier transforms


def test_dft(backend, assert_matches):
    x = random(2, 6, 3)
    z = x + 1j * random(2, 6, 3)
    for norm in ("backward", "ortho", "forward"):
        for n in (None, 4, 9):
            options = {"n": n, "norm": norm}
            call = {"dft_length": n, "norm": norm}
            assert_matches(ivy.dft(ivy.asarray(z), **call), np.fft.fft(z, axis=1, **options))
            expected = np.fft.ifft(z, axis=2, **options)
            assert_matches(ivy.dft(ivy.asarray(z), axis=2, inverse=True, **call), expected)
            expected = np.fft.rfft(x, axis=1, **options)
            assert_matches(ivy.dft(ivy.asarray(x), onesided=True, **call), expected)
            expected = np.fft.fft(z, axis=1, **options)[:, : expected.shape[1]]
            out = ivy.zeros(expected.shape, dtype="complex128")
            assert ivy.dft(ivy.asarray(z), onesided=True, out=out, **call) is out
            assert_matches(out, expected)
    for options in ({"dft_length": 0}, {"norm": "unit"}):
        with pytest.raises(IvyValueError):
            ivy.dft(ivy.asarray(z), **options)
    with pytest.raises(IvyIndexError):
        ivy.dft(ivy.asarray(z), axis=3)


def test_fft2(backend, assert_matches):
    x = random(3, 4, 5)
    assert_matches(ivy.fft2(ivy.asarray(x)), np.fft.fft2(x))
    options = {"s": (6, 2), "norm": "ortho"}
    expected = np.fft.fft2(x, axes=(0, 1), **options)
    assert_matches(ivy.fft2(ivy.asarray(x), dim=(0, 1), **options), expected)
    with pytest.raises(IvyValueError, match="fft2"):
        ivy.fft2(ivy.asarray(x), dim=(0,))


# frames


def torch_stft(x, frame_length, step, **options):
    """Return PyTorch's answer with frames before frequencies."""
    options = {"center": False, "return_complex": True, "onesided": True} | options
    window = options.pop("window", None)
    window = np.ones(frame_length) if window is None else window
    found = torch.stft(
        torch.from_numpy(x), frame_length, step, window=torch.from_numpy(window), **options
    )
    return found.numpy().swapaxes(-1, -2)


@pytest.mark.parametrize("windowed", [False, True])
@pytest.mark.parametrize(("frame_length", "step"), [(8, 3), (7, 7), (5, 1), (6, 8)])
def test_stft(backend, assert_matches, frame_length, step, windowed):
    x = random(2, 40)
    window = RNG.random(frame_length) if windowed else None
    array = {} if window is None else {"window": ivy.asarray(window)}
    for options in (
        {},
        {"normalized": True},
        {"center": True},
        {"center": True, "pad_mode": "constant"},
        {"onesided": False},
    ):
        expected = torch_stft(x, frame_length, step, window=window, **options)
        found = ivy.stft(
            ivy.asarray(x), frame_length, step, fft_length=frame_length, **array, **options
        )
        assert_matches(found, expected, rtol=1e-11)
    z = x + 1j * random(2, 40)
    expected = torch_stft(z, frame_length, step, onesided=False)
    found = ivy.stft(ivy.asarray(z), frame_length, step, fft_length=frame_length, onesided=False)
    assert_matches(found, expected, rtol=1e-11)


def test_stft_as_tensorflow(backend, assert_matches):
    x = random(2, 3, 21)

    def hann(length, dtype):
        return ivy.asarray(0.5 - 0.5 * np.cos(2 * np.pi * np.arange(length) / length), dtype=dtype)

    window = ivy.to_numpy(hann(6, "float64"))
    for pad_end in (False, True):
        starts = range(0, 21, 4) if pad_end else range(0, 21 - 6 + 1, 4)
        padded = np.concatenate([x, np.zeros((2, 3, 6))], -1)
        frames = np.stack([padded[..., s : s + 6] for s in starts], -2)
        found = ivy.stft(ivy.asarray(x), 6, 4, window_fn=hann, pad_end=pad_end)
        assert_matches(found, np.fft.rfft(frames * window, 8), rtol=1e-11)  # of eight samples
        found = ivy.stft(ivy.asarray(x), 6, 4, fft_length=10, pad_end=pad_end)
        assert_matches(found, np.fft.rfft(frames, 10), rtol=1e-11)
    assert ivy.stft(ivy.asarray(x), 22, 4).shape == (2, 3, 0, 17)
    single = ivy.stft(ivy.asarray(x.astype("f4")), 6, 4, window_fn=hann)
    assert single.dtype == "complex64"


@pytest.mark.parametrize(("frame_length", "step"), [(8, 2), (7, 3), (6, 6)])
def test_istft(backend, assert_matches, frame_length, step):
    window = RNG.random(frame_length) + 0.1
    # any spectra, also such that no signal has
    for onesided in (True, False):
        bins = frame_length // 2 + 1 if onesided else frame_length
        spectra = random(2, 9, bins) + 1j * random(2, 9, bins)
        for options in (
            {"onesided": onesided},
            {"onesided": onesided, "center": True},
            {"onesided": onesided, "normalized": True, "length": 17},
            {"onesided": onesided, "center": True, "length": 15},
        ) + (() if onesided else ({"onesided": False, "return_complex": True},)):
            expected = torch.istft(
                torch.from_numpy(spectra.swapaxes(-1, -2).copy()), frame_length, step,
                window=torch.from_numpy(window), **{"center": False} | options,
            ).numpy()  # fmt: skip
            found = ivy.istft(
                ivy.asarray(spectra), frame_length, step, fft_length=frame_length,
                window=ivy.asarray(window), **options,
            )  # fmt: skip
            assert_matches(found, expected, rtol=1e-10)


def test_istft_undoes_stft(backend, assert_matches, compiled, grad):
    x = random(3, 30)
    window = np.hanning(9)[:-1]

    def function(x):
        options = {"window": ivy.asarray(window), "center": True, "fft_length": 16}
        return ivy.istft(ivy.stft(x, 8, 2, **options), 8, 2, **options)

    assert_matches(function(ivy.asarray(x)), x, rtol=1e-11)
    assert_matches(compiled(function, x), x, rtol=1e-11)
    if backend != "numpy":
        weights = random(3, 30)
        gradient = grad(lambda x: ivy.sum(function(x) * ivy.asarray(weights)))(ivy.asarray(x))
        assert_matches(gradient, weights, rtol=1e-10)
    # what no window covers is zero, also beyond the frames
    spectra = ivy.stft(ivy.asarray(x[0]), 4, 6, window=ivy.asarray([0.0, 1.0, 1.0, 1.0]))
    found = ivy.to_numpy(
        ivy.istft(spectra, 4, 6, window=ivy.asarray([0.0, 1.0, 1.0, 1.0]), length=40)
    )
    expected = np.where(np.isin(np.arange(40) % 6, (1, 2, 3)), np.pad(x[0], (0, 10)), 0)
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_frames_errors(backend):
    x = ivy.ones((20,))
    spectra = ivy.stft(x, 4, 2)
    for options in (
        {"frame": (0, 2)},
        {"frame": (4, 0)},
        {"fft_length": 3},
        {"window": ivy.ones((5,))},
        {"window": ivy.ones((4,)), "window_fn": ivy.ones},
    ):
        frame = options.pop("frame", (4, 2))
        with pytest.raises(IvyValueError, match="stft"):
            ivy.stft(x, *frame, **options)
        with pytest.raises(IvyValueError, match="istft"):
            ivy.istft(spectra, *frame, **options)
    with pytest.raises(IvyValueError, match="reflected"):
        ivy.stft(x[:2], 4, 2, center=True)
    with pytest.raises(IvyValueError, match="frames, 3"):
        ivy.istft(spectra[:, :2], 4, 2)
    with pytest.raises(IvyTypeError, match="onesided"):
        ivy.stft(ivy.astype(x, "complex128"), 4, 2)
    with pytest.raises(IvyTypeError, match="onesided"):
        ivy.istft(spectra, 4, 2, return_complex=True)
