"""Windows, against SciPy's, PyTorch's and TensorFlow's."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

signal = pytest.importorskip("scipy.signal")
torch = pytest.importorskip("torch")

COSINES = {"blackman_window": "blackman", "hamming_window": "hamming", "hann_window": "hann"}
LENGTHS = (0, 1, 2, 3, 8, 31, 400)


@pytest.mark.parametrize("periodic", [True, False])
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", COSINES)
def test_sums_of_cosines_against_scipy(backend, assert_matches, name, length, periodic):
    expected = signal.get_window(COSINES[name], length, periodic) if length else np.zeros(0)
    given = [{}] if periodic else []  # periodic is the default
    for options in ({"periodic": periodic}, *given):
        result = getattr(ivy, name)(length, **options)
        assert_matches(result, expected, rtol=1e-10, atol=1e-15)
    single = getattr(ivy, name)(length, periodic=periodic, dtype="float32")
    assert_matches(single, expected.astype("f4"), rtol=1e-6, atol=1e-7)
    native = getattr(torch, name)(length, periodic=periodic, dtype=torch.float64).numpy()
    assert_matches(getattr(ivy, name)(length, periodic=periodic), native, rtol=1e-10)


def test_hamming_window_of_other_factors(backend, assert_matches):
    expected = torch.hamming_window(7, True, 0.6, 0.3, dtype=torch.float64).numpy()
    assert_matches(ivy.hamming_window(7, alpha=0.6, beta=0.3), expected)


@pytest.mark.parametrize("beta", [0.0, 5.0, 12.0, 30.0])
@pytest.mark.parametrize("length", LENGTHS[1:])
def test_kaiser_window(backend, assert_matches, length, beta):
    for periodic in (True, False):
        expected = signal.get_window(("kaiser", beta), length, periodic)
        assert_matches(ivy.kaiser_window(length, periodic, beta), expected, rtol=1e-10)
    if not length % 2:
        expected = signal.windows.kaiser_bessel_derived(length, beta=beta)
        result = ivy.kaiser_bessel_derived_window(length, beta)
        assert_matches(result, expected, rtol=1e-10)


def test_the_default_shape_of_kaiser_windows(backend, assert_matches):
    assert_matches(ivy.kaiser_window(9), ivy.kaiser_window(9, True, 12.0))
    assert_matches(
        ivy.kaiser_window(9, dtype="float32"),
        torch.kaiser_window(9, dtype=torch.float32).numpy(), rtol=1e-5,
    )  # fmt: skip
    window = np.asarray(ivy.kaiser_bessel_derived_window(16))
    np.testing.assert_allclose(window[:8] ** 2 + window[8:] ** 2, 1, rtol=1e-14)
    assert ivy.kaiser_bessel_derived_window(0).shape == (0,)


def test_vorbis_window(backend, assert_matches):
    tf = pytest.importorskip("tensorflow")
    for length in LENGTHS[1:]:
        expected = tf.signal.vorbis_window(length, tf.float64).numpy()
        assert_matches(ivy.vorbis_window(length), expected, rtol=1e-10)
    window = np.asarray(ivy.vorbis_window(16))
    np.testing.assert_allclose(window[:8] ** 2 + window[8:] ** 2, 1, rtol=1e-14)


# (bands, frequencies, sample rate, edges)
MELS = [(20, 129, 8000.0), (5, 17, 16000.0, 125.0, 7600.0), (1, 2, 8000.0), (4, 1, 8000.0)]


@pytest.mark.parametrize("given", MELS)
def test_mel_weight_matrix(backend, assert_matches, given):
    tf = pytest.importorskip("tensorflow")
    edges = given[3:] or (0.0, 3000.0)
    expected = tf.signal.linear_to_mel_weight_matrix(*given[:3], *edges, tf.float64).numpy()
    assert_matches(ivy.mel_weight_matrix(*given), expected, rtol=1e-9, atol=1e-12)
    out = ivy.zeros((given[1], given[0]), dtype="float32")
    assert ivy.mel_weight_matrix(*given, dtype="float32", out=out) is out
    assert_matches(out, expected.astype("f4"), rtol=1e-5, atol=1e-6)


def test_they_are_constants_of_a_trace(backend, compiled, assert_matches):
    x = np.arange(8.0)
    result = compiled(lambda signal: ivy.multiply(signal, ivy.hann_window(8)), x)
    assert_matches(result, x * signal.get_window("hann", 8))


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: ivy.hann_window(-1), IvyValueError, "hann_window: length -1 .*negative"),
        (lambda: ivy.kaiser_bessel_derived_window(7), IvyValueError, "length 7 .*even"),
        (lambda: ivy.hann_window(4, dtype="int32"), IvyTypeError, "int32 .*floating"),
        (lambda: ivy.vorbis_window(4.5), TypeError, "float"),
        (lambda: ivy.mel_weight_matrix(0, 5, 8000.0), IvyValueError, "0 bands, 5 freq.*positive"),
        (lambda: ivy.mel_weight_matrix(2, 5, 4000.0), IvyValueError, "3000.0 .*2000.0"),
    ],
)
def test_what_is_refused(backend, call, error, text):
    with pytest.raises(error, match=text):
        call()
