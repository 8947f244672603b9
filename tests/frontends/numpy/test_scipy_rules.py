"""Gradients through SciPy's special functions, transforms, filters and sums: by differences."""

from __future__ import annotations

import numpy as real
import pytest
import scipy.fft
import scipy.integrate
import scipy.ndimage
import scipy.optimize
import scipy.signal
import scipy.special

import frontends.numpy as ours
import ivy_core as ivy
from frontends.numpy import adapters, scipy_areas, scipy_special
from ivy_core.utils.exceptions import IvyRecordedException
from tests.frontends.numpy.test_gradients import (
    POINT,
    central_differences,
    differentiating,
)

SOS = scipy.signal.butter(4, 0.3, output="sos")
B, A = scipy.signal.butter(3, 0.4)
W = real.array([[1.0, 2.0, -0.5], [3.0, 4.0, 0.5]])
NAMES = {
    "real": real, "special": scipy.special, "fft": scipy.fft, "signal": scipy.signal,
    "ndimage": scipy.ndimage, "integrate": scipy.integrate, "SOS": SOS, "B": B, "A": A, "W": W,
}  # fmt: skip

# Expressions of a vector `x` of six elements and a matrix `X` that is made of it
EXPRESSIONS = {
    "special functions": """
        special.beta(x, 0.5 - 2 * x) ; special.betaln(x, x + 1) ; special.boxcox(x, 0.5)
        special.boxcox(x, 0) ; special.cbrt(x) ; special.entr(x) ; special.erf(x - 0.5)
        special.erfc(x) ; special.erfcx(x * 9 - 3) ; special.erfinv(x - 0.5) ; special.exp10(x)
        special.exp2(x) ; special.expit(x * 9) ; special.expm1(x) ; special.gamma(x)
        special.gamma(x * 3 - 3.1) ; special.gammainc(2.0, x) ; special.gammaincc(1.5, x)
        special.gammaln(x * 9) ; special.gammaln(x - 2) ; special.huber(0.5, x)
        special.huber(x, 0.4) ; special.i0(x) ; special.i0e(x) ; special.i1(x) ; special.i1e(x)
        special.j0(x) ; special.j1(x * 9) ; special.k0(x) ; special.k0e(x) ; special.k1(x)
        special.k1e(x) ; special.kl_div(x, x * x) ; special.log1p(x) ; special.log_expit(x * 9 - 4)
        special.log_ndtr(-9 * x) ; special.logit(x) ; special.ndtr(x) ; special.ndtri(x)
        special.pseudo_huber(0.5, x) ; special.pseudo_huber(x, 0.3) ; special.digamma(x)
        special.rel_entr(x, 0.4) ; special.rgamma(x) ; special.xlog1py(x, x) ; special.xlogy(x, x)
        special.xlogy(2, x) ; special.y0(x) ; special.y1(x)
    """,
    "functions of the same": """
        special.logsumexp(x) ; special.logsumexp(X, axis=0)
        special.logsumexp(X * 9, 1, [1.0, 0.5, 2.0])
        special.logsumexp(X, axis=1, keepdims=True) ; special.softmax(x * 9)
        special.softmax(X, axis=1) ; special.log_softmax(X, axis=0) ; special.polygamma(1, x)
        special.polygamma(2, x) ; special.multigammaln(x + 3, 2)
    """,
    "transforms": """
        fft.fft(x).real ; fft.fft(x, 8).imag ; fft.fft(X, axis=0, norm="ortho").real
        fft.rfft(x).imag ; fft.ifft(x).imag ; fft.irfft(fft.rfft(x)) ; fft.irfft(x * 1j + x, 7)
        fft.hfft(x) ; fft.ihfft(x).imag ; fft.fft2(X).real ; fft.rfft2(X).imag
        fft.irfft2(fft.rfft2(X), X.shape)
        fft.fftn(X, axes=[0]).real ; fft.ifftn(X, (3, 4)).imag ; fft.rfftn(X, norm="forward").real
        fft.dct(x) ; fft.dct(x, 1, 5) ; fft.idct(X, 3, axis=0) ; fft.dst(x, norm="ortho")
        fft.idst(X, 4) ; abs(fft.fft(x)) ** 2 ; fft.dct(x, 2, norm="ortho", orthogonalize=False)
    """,
    "convolutions": """
        signal.convolve(x, [1.0, 2.0]) ; signal.convolve(x, x[:3], "same") ; signal.convolve(X, W)
        signal.convolve(x, [1.0, 2.0, 3.0], mode="valid", method="direct")
        signal.convolve(W, X, "same", method="fft") ; signal.convolve([1.0, 2.0], x, "valid")
        signal.correlate(x, [1.0, 2.0, 0.5]) ; signal.correlate(x, x**2, "same")
        signal.correlate(X, W, "valid") ; signal.correlate([1.0, 2j, 0.5], x).imag
        signal.fftconvolve(X, W, "same") ; signal.oaconvolve(x, [1.0, -1.0])
        signal.convolve2d(X, W)
        signal.convolve2d(X, W, "same") ; signal.convolve2d(X, W, mode="valid")
        signal.correlate2d(X, W, "valid") ; signal.correlate2d(X, X)
    """,
    "recursive filters": """
        signal.lfilter(B, A, x) ; signal.lfilter(x[:2], [2.0, -0.4, 0.1], X, axis=0)
        signal.lfilter([1.0], x[3:] + 1, x) ; signal.lfilter([1.0, 0.5], [2.0], x)
        signal.lfilter(B, A, x, zi=x[:3])[0]
        signal.lfilter(B * 2, A * 2, X, zi=X[:, :1] + A[1:])[0]
        signal.sosfilt(SOS, x) ; signal.sosfilt(SOS, X, axis=0) ; signal.filtfilt(B, A, x, padlen=4)
        signal.filtfilt(B, A, X, axis=0, padtype=None) ; signal.sosfiltfilt(SOS, x, padlen=3)
        signal.savgol_filter(x, 5, 2) ; signal.savgol_filter(x, 3, 1, mode="nearest", deriv=1)
        signal.detrend(x) ; signal.detrend(X, 0, "constant") ; signal.hilbert(x).imag
        signal.resample(x, 4) ; signal.resample(X, 5, axis=1)
    """,
    "filters of images": """
        ndimage.gaussian_filter(X, 1.0) ; ndimage.gaussian_filter(X, [0.5, 0], order=[1, 0])
        ndimage.gaussian_filter(X, 0.7, mode=["wrap", "mirror"], truncate=2) ; ndimage.laplace(X)
        ndimage.gaussian_filter(X, 1.0, radius=1, mode="constant", cval=2.0) ; ndimage.sobel(X)
        ndimage.gaussian_filter1d(x, 2.0, order=2, mode="nearest")
        ndimage.sobel(X, 0, mode="wrap")
        ndimage.uniform_filter(X) ; ndimage.uniform_filter(X, (2, 3), origin=(-1, 1))
        ndimage.uniform_filter1d(x, 4, mode="grid-wrap") ; ndimage.prewitt(X, axis=0, mode="mirror")
        ndimage.convolve(X, W) ; ndimage.convolve(X, W, mode="constant", cval=1.0, origin=(0, 1))
        ndimage.correlate(X, W, mode="mirror", origin=-1) ; ndimage.correlate(W, X, mode="nearest")
        ndimage.convolve1d(x, [1.0, 2.0, 0.5, -1.0])
        ndimage.convolve1d(X, [1.0, 2.0], axis=0, origin=-1)
        ndimage.correlate1d(x, x[:4], origin=1) ; ndimage.correlate1d(x, [1.0] * 15)
        ndimage.map_coordinates(X, [[0.5, 1.2, 9], [0.3, 1.7, 0]], order=1, cval=2.0)
        ndimage.map_coordinates(X, X[:2] * 2.5, order=1, mode="nearest")
        ndimage.map_coordinates(x, x[None] * 7, order=1)
    """,
    "sums of samples": """
        integrate.trapezoid(x) ; integrate.trapezoid(x, x.cumsum())
        integrate.trapezoid(X, dx=0.5, axis=0)
        integrate.trapezoid(X, X.cumsum(axis=1)) ; integrate.cumulative_trapezoid(x)
        integrate.cumulative_trapezoid(X, x[:3].cumsum(), initial=0) ; integrate.simpson(x)
        integrate.simpson(X, x=[0.0, 1.0, 3.0]) ; integrate.simpson(x, dx=0.5)
        integrate.romb(x[:5], 0.1)
    """,
}  # fmt: skip


def expressions(topic):
    return [
        expression.strip()
        for line in EXPRESSIONS[topic].strip().splitlines()
        for expression in line.split(" ; ")
    ]


def program_of(expression):
    """Return a program that weights what an expression gives."""
    code = compile(expression, expression, "eval")

    def program(np, a):
        x = a * 1.0
        X = np.stack([x[:3], x[3:] ** 2, x[:3] * x[3:], x[3:]])
        found = np.ravel(np.asarray(eval(code, NAMES | {"x": x, "X": X})))
        return (found * (np.cos(np.arange(float(found.size))) + 1.5)).sum()

    return program


def assert_right(program):
    value, gradient = ivy.value_and_grad(lambda x: program(ours, x))(ours.array(POINT))
    assert float(value) == pytest.approx(float(program(real, POINT)), rel=1e-12)
    expected = central_differences(program, POINT)
    scale = real.abs(expected).max()
    real.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-7 * scale + 1e-7)


@differentiating
@pytest.mark.parametrize("topic", EXPRESSIONS)
def test_values_and_gradients(backend, topic):
    for expression in expressions(topic):
        try:
            assert_right(program_of(expression))
        except Exception as err:
            err.add_note(expression)
            raise


@differentiating
def test_infinite_values_stay(backend):
    points = real.array([0.0, 1.5, -1.0, 2.5, 0.5, 1.0])
    for function in (scipy.special.gammaln, scipy.special.logit, scipy.special.ndtri):
        found, _ = ivy.vjp(function, ours.array(points))
        real.testing.assert_array_equal(found, function(points))
    given = ours.array([0.0, 1.0])
    slope = ivy.grad(lambda x: scipy.special.xlogy(x, 2.0).sum())(given)
    real.testing.assert_allclose(slope, real.log([2.0, 2.0]))
    shares = ours.array([-real.inf, 1.0, 1.0])
    slope = ivy.grad(lambda x: scipy.special.logsumexp(x))(shares)
    real.testing.assert_allclose(slope, [0.0, 0.5, 0.5])


@differentiating
def test_further_derivatives(backend):
    def program(np, x):
        smooth = scipy.ndimage.gaussian_filter1d(x * x, 1.0)
        filtered = scipy.signal.lfilter(B, A, scipy.special.erf(smooth))
        return (filtered * abs(scipy.fft.rfft(x))[:1] ** 2).sum()

    slope = ivy.grad(lambda x: program(ours, x))
    step = real.eye(6)[2] * 1e-5
    curved = real.asarray(slope(ours.array(POINT + step)) - slope(ours.array(POINT - step)))
    found = ivy.hessian(lambda x: program(ours, x))(ours.array(POINT))
    real.testing.assert_allclose(found[2], curved / 2e-5, rtol=1e-6, atol=1e-6)


@differentiating
def test_single_precision(backend):
    def program(x):
        found = scipy.special.erf(scipy.ndimage.gaussian_filter(x, 1.0))
        assert found.dtype == real.float32
        return scipy.signal.convolve(found, x).sum()

    assert ivy.grad(program)(ours.array(POINT, dtype="float32")).dtype == real.float32


# Options without a rule, and functions without one
REFUSED = [
    lambda x: scipy.special.gammainc(x, 2.0).sum(),
    lambda x: scipy.special.jv(x, 2.0).sum(),
    lambda x: scipy.special.logsumexp(x, return_sign=True)[0],
    lambda x: scipy.ndimage.gaussian_filter(x, x[0]).sum(),
    lambda x: scipy.ndimage.gaussian_filter(x, 1.0, output=ours.zeros(6)).sum(),
    lambda x: scipy.ndimage.map_coordinates(x, [[0.5]], order=3)[0],
    lambda x: scipy.ndimage.median_filter(x, 3).sum(),
    lambda x: scipy.signal.convolve2d(x[None], [[1.0, 2.0]], boundary="wrap").sum(),
    lambda x: scipy.signal.savgol_filter(ours.concatenate([x] * 400), 5, 2).sum(),
    lambda x: scipy.signal.medfilt(x, 3).sum(),
    lambda x: scipy.integrate.simpson(x, x=x.cumsum()),
    lambda x: scipy.integrate.quad(lambda t: t * x[0], 0, 1)[0] * x[1],
    lambda x: scipy.optimize.brentq(lambda t: t - x[0], 0, 1) * x[1],
    lambda x: scipy.optimize.root_scalar(lambda t: t - x[0], bracket=[0, 1]).root * x[1],
]


@differentiating
@pytest.mark.parametrize("program", REFUSED)
def test_what_has_no_rule_is_refused(backend, program):
    with pytest.raises(IvyRecordedException, match="stop_gradient"):
        ivy.grad(program)(ours.array(POINT))


@differentiating
def test_errors_are_those_of_scipy(backend):
    x = ours.array(POINT)
    with pytest.raises(ValueError, match="cceptable mode"):
        ivy.grad(lambda x: scipy.signal.convolve(x, x, mode="half").sum())(x)
    with pytest.raises(ValueError, match="window_length"):
        ivy.grad(lambda x: scipy.signal.savgol_filter(x, 7, 2).sum())(x)


@differentiating
def test_in_compiled_functions(backend):
    """There is nothing to check in these functions: they are part of a program."""

    def function(x):
        smooth = scipy.ndimage.gaussian_filter1d(x, 1.0)
        return (scipy.special.erf(smooth) * scipy.special.softmax(x)).sum()

    compiled = ivy.compile(function, fallback="raise")
    expected = function(POINT)
    assert float(compiled(ours.array(POINT))) == pytest.approx(float(expected), rel=1e-12)
    slope = ivy.compile(ivy.grad(function), fallback="raise")(ours.array(POINT))
    differences = central_differences(lambda np, x: function(x), POINT)
    real.testing.assert_allclose(slope, differences, rtol=1e-6, atol=1e-8)


def test_all_functions_with_a_rule_are_adapted():
    declared = {name: set(names) for name, names in adapters.DIFFERENTIABLE.items()}
    rules = {name: set(rules) for name, rules in scipy_areas.RULES.items()}
    routines = rules.pop("scipy.linalg.lapack")
    assert declared == rules and set(adapters.DIFFERENTIABLE_ROUTINES) == routines
    assert set(adapters.DIFFERENTIABLE_UFUNCS) == scipy_special.UFUNCS.keys()
