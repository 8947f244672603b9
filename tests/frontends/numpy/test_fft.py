"""numpy.fft against real NumPy."""

from __future__ import annotations

import inspect

import numpy as real
import pytest

import frontends.numpy as ours

_rng = real.random.default_rng(0)
X = _rng.random((4, 6))
Z = X + 1j * _rng.random((4, 6))
I = _rng.integers(0, 9, (4, 6))  # noqa: E741
F = X.astype("f4")
H = X.astype("f2")
T = _rng.random((2, 3, 4))

ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
SEVERAL = ("fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2")

CASES = {
    "n_shorter": lambda f, a: f(a(X), 4),
    "n_longer": lambda f, a: f(a(X), n=9),
    "axis": lambda f, a: f(a(X), axis=0),
    "ortho": lambda f, a: f(a(X), norm="ortho"),
    "forward": lambda f, a: f(a(X), None, -1, "forward"),
    "int": lambda f, a: f(a(I)),
    "float32": lambda f, a: f(a(F)),
    "float16": lambda f, a: f(a(H)),
    "bool": lambda f, a: f(a(X > 0.5)),
    "list": lambda f, a: f([1.0, 2.0, 4.0]),
    "vector": lambda f, a: f(a(X[0])),
}
CASES_SEVERAL = {
    "default": lambda f, a: f(a(T)),
    "s": lambda f, a: f(a(X), s=(3, 8), axes=(0, 1)),
    "s_whole": lambda f, a: f(a(X), s=(-1, 4), axes=(0, 1)),
    "axes": lambda f, a: f(a(T), axes=(0, 2)),
    "axes_order": lambda f, a: f(a(T), axes=(2, 0)),
    "one_axis": lambda f, a: f(a(X), axes=(0,)),
    "axis_twice": lambda f, a: f(a(X), axes=(1, 1)),
    "ortho": lambda f, a: f(a(X), norm="ortho"),
    "forward": lambda f, a: f(a(X), norm="forward"),
    "int": lambda f, a: f(a(I)),
    "float32": lambda f, a: f(a(F)),
}


def check(assert_matches, run, name, rtol=None):
    expected = run(getattr(real.fft, name), real.asarray)
    actual = run(getattr(ours.fft, name), ours.asarray)
    assert type(actual) is ours.ndarray
    assert_matches(actual, expected, rtol=rtol)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", ONE)
def test_along_one_axis(backend, assert_matches, name, case):
    # NumPy scales by a factor of the input's precision, which we do not lose
    check(assert_matches, CASES[case], name, rtol=1e-2 if case == "float16" else None)


@pytest.mark.parametrize("name", ["fft", "ifft", "irfft", "hfft", "fftn", "ifft2", "irfftn"])
def test_complex_input(backend, assert_matches, name):
    check(assert_matches, lambda f, a: f(a(Z)), name)
    check(assert_matches, lambda f, a: f(a(Z.astype("c8"))), name)


def only_with_full(params):
    """The cases of fft2 and its kin that are those of fftn once more."""
    several = params.get("case") in CASES_SEVERAL and params.get("name", "").endswith("2")
    return several and params["case"] not in ("default", "s", "axes")


@pytest.mark.parametrize("case", CASES_SEVERAL)
@pytest.mark.parametrize("name", SEVERAL)
def test_along_several_axes(backend, assert_matches, name, case):
    check(assert_matches, CASES_SEVERAL[case], name)


@pytest.mark.parametrize("name", ["fftshift", "ifftshift"])
def test_shifts(backend, assert_matches, name):
    for x in (X, T, X[0], real.arange(5)):
        check(assert_matches, lambda f, a, x=x: f(a(x)), name)
        check(assert_matches, lambda f, a, x=x: f(a(x), 0), name)
    check(assert_matches, lambda f, a: f(a(T), axes=(0, 2)), name)
    check(assert_matches, lambda f, a: f([1, 2, 3]), name)


@pytest.mark.parametrize("name", ["fftfreq", "rfftfreq"])
def test_frequencies(backend, assert_matches, name):
    for n in (1, 4, 5):
        check(assert_matches, lambda f, a, n=n: f(n), name)
        check(assert_matches, lambda f, a, n=n: f(n, 0.25), name)
        check(assert_matches, lambda f, a, n=n: f(n, d=1 / 128.0), name)
    same = getattr(ours.fft, name)(ours.int64(4), d=ours.float64(0.5))
    assert same.tolist() == getattr(real.fft, name)(4, 0.5).tolist()


@pytest.mark.parametrize("name", ["fft", "ifft", "fftn", "fft2"])
def test_out(backend, assert_matches, name):
    out, expected = ours.zeros((4, 6), complex), real.zeros((4, 6), complex)
    alias = out[1]
    assert getattr(ours.fft, name)(ours.asarray(X), out=out) is out
    getattr(real.fft, name)(X, out=expected)
    assert_matches(out, expected)
    assert_matches(alias, expected[1])


def test_results_may_be_written_to(backend):
    spectrum = ours.fft.rfft(ours.asarray(X[0]))
    spectrum[ours.fft.rfftfreq(6) > 0.2] = 0
    assert spectrum.tolist()[2:] == [0, 0]
    source = ours.asarray(X[0].copy())
    shifted = ours.fft.fftshift(source)
    shifted[:] = 0
    assert source.tolist() == X[0].tolist()


def test_round_trip(backend, assert_matches):
    x = ours.asarray(T)
    assert_matches(ours.fft.ifftn(ours.fft.fftn(x)).real, T)
    assert_matches(ours.fft.irfftn(ours.fft.rfftn(x), s=T.shape, axes=(0, 1, 2)), T)


ERRORS = {
    "axis": lambda np: np.fft.fft(np.ones(3), axis=2),
    "axis_and_n": lambda np: np.fft.fft(np.ones(3), 3, axis=2),
    "n": lambda np: np.fft.fft(np.ones(3), 0),
    "n_float": lambda np: np.fft.fft(np.ones(3), 2.5),
    "norm": lambda np: np.fft.fft(np.ones(3), norm="other"),
    "complex_rfft": lambda np: np.fft.rfft(np.ones(3) * 1j),
    "complex_ihfft": lambda np: np.fft.ihfft(np.ones(3) * 1j),
    "scalar": lambda np: np.fft.fft(3.0),
    "empty": lambda np: np.fft.fft(np.ones((2, 0))),
    "irfft_of_one": lambda np: np.fft.irfft(np.ones(1)),
    "lengths": lambda np: np.fft.fftn(np.ones((3, 3)), s=(3,), axes=(0, 1)),
    "axes": lambda np: np.fft.fftn(np.ones((3, 3)), axes=(0, 2)),
    "fft2_of_vector": lambda np: np.fft.fft2(np.ones(3)),
    "out_shape": lambda np: np.fft.fft(np.ones(3), out=np.ones(4, complex)),
    "out_dtype": lambda np: np.fft.fft(np.ones(3), out=np.ones(3)),
    "fftfreq": lambda np: np.fft.fftfreq(2.5),
    "rfftn_no_axes": lambda np: np.fft.rfftn(np.ones(3), axes=()),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(backend, name):
    with pytest.raises(Exception) as expected:
        ERRORS[name](real)
    with pytest.raises(expected.type):
        ERRORS[name](ours)


def test_every_name_and_signature():
    assert set(ours.fft.__all__) == set(real.fft.__all__)
    for name in real.fft.__all__:
        actual, expected = (inspect.signature(getattr(m.fft, name)) for m in (ours, real))
        assert [(p.name, p.kind, p.default) for p in actual.parameters.values()] == [
            (p.name, p.kind, p.default) for p in expected.parameters.values()
        ]
