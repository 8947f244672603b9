"""Special functions against SciPy's over their whole ranges, gradients against PyTorch's."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import scipy.special as sp
import scipy.stats
import torch

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

_rng = np.random.default_rng(0)
_POSITIVE = np.concatenate(
    [10.0 ** np.linspace(-300, 300, 61), _rng.uniform(0, 3, 60), _rng.uniform(0, 40, 60),
     _rng.uniform(0, 700, 60), 10.0 ** _rng.uniform(-8, 6, 60)]
)  # fmt: skip
_EDGES = [0.0, -0.0, np.inf, np.nan, 1, 2, 3, 8, 10, -1, -2, -3, 0.5, -0.5]
REAL = np.concatenate([_POSITIVE, -_POSITIVE, _EDGES, [-np.inf]])
UNIT = np.concatenate(
    [10.0 ** np.linspace(-300, 0, 60), _rng.uniform(0, 1, 100), 1 - 10.0 ** np.linspace(-16, -1, 9),
     [0, 1, 0.25, 0.5, 0.75, -0.1, 1.1, np.nan]]
)  # fmt: skip
WAVES = np.concatenate(
    [_rng.uniform(-60, 60, 200), np.linspace(4.9, 5.5, 40), _rng.uniform(-1e4, 1e4, 60),
     10.0 ** np.linspace(-300, 5, 60), [0.0, -0.0, np.nan, 8, 10, -2, 2, -10]]
)  # fmt: skip
NOT_BELOW = np.concatenate([np.abs(WAVES), [-1.0]])

# name: SciPy's function, arguments, and whether errors count absolutely: it has zeros
ONE = {
    "airy_ai": (lambda x: sp.airy(x)[0], WAVES[np.abs(WAVES) < 500], True),
    "digamma": (sp.digamma, REAL, True),
    "entr": (sp.entr, REAL, False),
    "erf": (sp.erf, REAL, False),
    "erfc": (sp.erfc, REAL, False),
    "erfcx": (sp.erfcx, REAL, False),
    "erfinv": (sp.erfinv, np.concatenate([UNIT, -UNIT]), False),
    "i0": (sp.i0, REAL[np.abs(REAL) < 700], False),
    "i0e": (sp.i0e, REAL, False),
    "i1": (sp.i1, REAL[np.abs(REAL) < 700], False),
    "i1e": (sp.i1e, REAL, False),
    "j0": (sp.j0, WAVES, True),
    "j1": (sp.j1, WAVES, True),
    "k0": (sp.k0, REAL, False),
    "k0e": (sp.k0e, REAL, False),
    "k1": (sp.k1, REAL, False),
    "k1e": (sp.k1e, REAL, False),
    "lgamma": (sp.gammaln, REAL[~(REAL < -1e38)], True),
    "log_ndtr": (sp.log_ndtr, REAL, False),
    "ndtr": (sp.ndtr, REAL, False),
    "ndtri": (sp.ndtri, UNIT, False),
    "spherical_bessel_j0": (lambda x: sp.spherical_jn(0, x), WAVES, True),
    "y0": (sp.y0, NOT_BELOW, True),
    "y1": (sp.y1, NOT_BELOW, True),
}
_A = 10.0 ** _rng.uniform(-4, 5, 200)
_B = np.abs(_A * (1 + _rng.normal(size=200) * 3 / np.sqrt(_A + 0.1)))  # where P and Q change
_C = 10.0 ** _rng.uniform(-4, 3, 200)
_AX = np.concatenate([_A, _A, [1, 1, 0, 1, -1, np.nan, 1]])
_AY = np.concatenate([_B, _C, [0, np.inf, 1, -1, 1, 1, np.nan]])
_S = np.concatenate([_rng.uniform(1, 30, 100), [1, 2, 0.5, 2, 2, 3, 3, 2, 4, 3, np.nan]])
_Q = np.concatenate(
    [10.0 ** _rng.uniform(-3, 5, 100), [1, 0, 1, -1, -0.5, -2.5, -90.25, 1, 2, 0, 1]]
)
_N = np.concatenate([np.floor(_rng.uniform(0, 12, 90)), [0, 1, 2, -1, 3]])
_P = np.concatenate([_rng.uniform(0, 30, 60), -_rng.uniform(0, 5, 30), [0, 0, -1, 1, 1e4]])
_F = np.concatenate([_rng.uniform(-3, 3, len(_POSITIVE)), [0, 1, 0, 0, 2, np.nan, 0, 0]])
_G = np.concatenate([_POSITIVE, [0, 0, np.nan, np.inf, -3, 1, -1, -0.5]])
TWO = {
    "betaln": (sp.betaln, _C, _C[::-1], True),
    "igamma": (sp.gammainc, _AX, _AY, False),
    "igammac": (sp.gammaincc, _AX, _AY, False),
    "polygamma": (sp.polygamma, _N, _P, True),
    "xlog1py": (sp.xlog1py, _F, _G, False),
    "xlogy": (sp.xlogy, _F, _G, False),
    "zeta": (sp.zeta, _S, _Q, False),
}
TOLERANCE = {"float32": 1e-5, "float64": 1e-10}


@pytest.fixture(autouse=True)
def by_the_framework():
    """Compute by each framework: NumPy, which stands in for small arrays, has tests of its own."""
    with ivy.set_host_execution_mode(False):
        yield


def check(name, function, arguments, dtype, zeros):
    with np.errstate(all="ignore"):
        arguments = [np.asarray(each, dtype) for each in arguments]
        expected = np.asarray(function(*(each.astype(np.float64) for each in arguments)))
        expected = expected.astype(dtype).astype(np.float64)
    found = getattr(ivy, name)(*map(ivy.asarray, arguments))
    assert str(found.dtype) == dtype
    found = np.asarray(found).astype(np.float64)
    tiny = float(np.finfo(dtype).tiny)
    # XLA takes subnormal numbers for zero, as arguments and as results
    subnormal = np.abs(expected) < 4 * tiny
    for each in arguments:
        subnormal |= (np.abs(each) < 4 * tiny) & (each != 0)
    whole = np.isfinite(expected) & ~subnormal
    np.testing.assert_array_equal(found[~whole & ~subnormal], expected[~whole & ~subnormal])
    error = np.abs(found - expected)[whole]
    scale = np.abs(expected)[whole]
    error /= np.maximum(scale, 1) if zeros else scale
    worst = int(np.argmax(error))
    at = [float(each[whole][worst]) for each in arguments]
    assert error[worst] < TOLERANCE[dtype], (name, at, found[whole][worst], expected[whole][worst])


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("name", ONE)
def test_one_argument_over_the_whole_range(backend, name, dtype):
    function, x, zeros = ONE[name]
    check(name, function, [x], dtype, zeros)


@pytest.mark.parametrize("name", ["erfc", "j0", "lgamma"])
@pytest.mark.parametrize("dtype", TOLERANCE)
def test_many_elements_in_another_order(backend, assert_matches, name, dtype):
    x = np.random.default_rng(1).uniform(0.5, 4, (131, 150)).astype(dtype).T[::-1]
    expected = ONE[name][0](x.astype("f8")).astype(dtype)
    tolerance = TOLERANCE[dtype]
    assert_matches(getattr(ivy, name)(ivy.asarray(x)), expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("name", TWO)
def test_two_arguments_over_the_whole_range(backend, name, dtype):
    function, x, y, zeros = TWO[name]
    check(name, function, [x, y], dtype, zeros)


@pytest.mark.parametrize("name", TWO)
def test_two_arguments_broadcast(backend, assert_matches, name, full):
    function, reference = getattr(ivy, name), TWO[name][0]
    x, y = np.array([1.0, 2.0, 4.0]), np.linspace(0.5, 3, 6).reshape(2, 3)
    pairs = [(x, y[0, 0]), (x[:, None], y[0]), (x, y), (y, x), (x[0], y)]
    for first, second in pairs if full or backend != "jax" else pairs[:2]:
        if name == "polygamma":
            first = np.floor(first) + 1
        with np.errstate(all="ignore"):
            expected = reference(first, second)
        assert_matches(function(ivy.asarray(first), ivy.asarray(second)), expected, rtol=1e-10)
    assert_matches(function(ivy.asarray(x), 2.0), reference(x, 2.0), rtol=1e-10)


_J, _K = 10.0 ** _rng.uniform(-2, 4, 300), 10.0 ** _rng.uniform(-2, 4, 300)
_MEAN = _J / (_J + _K)
_SPREAD = np.sqrt(_MEAN * (1 - _MEAN) / (_J + _K + 1))
_L = np.where(
    np.arange(300) % 2, _rng.uniform(0, 1, 300), _MEAN + 3 * _SPREAD * _rng.normal(size=300)
)
_ENDS = [
    (1, 1, 0), (2, 1, 1), (0, 1, 0.5), (1, 0, 0.5), (0, 0, 0.5), (np.inf, 1, 0.5), (1, np.inf, 0.5),
    (-1, 1, 0.5), (1, 1, -0.1), (1, 1, 1.1), (np.nan, 1, 0.5), (1, 1, np.nan), (0, 1, 0),
    (1, 1, 0.25),
]  # fmt: skip


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_betainc_over_the_whole_range(backend, dtype):
    inside = [_J, _K, np.clip(_L, 1e-6, 1 - 1e-6)]
    check("betainc", sp.betainc, np.hstack([inside, np.transpose(_ENDS)]), dtype, False)


def test_betainc_of_large_shapes_and_of_three_shapes(backend, assert_matches):
    a, b = np.array([[9e4], [1e5], [0.5]]), np.array([1e5, 1e3, 6e4, 3.0])
    x = (a / (a + b))[None]
    assert_matches(ivy.betainc(*map(ivy.asarray, (a, b, x))), sp.betainc(a, b, x), rtol=1e-10)
    first = np.array([0.5, 2.0])
    assert_matches(ivy.betainc(ivy.asarray(first), 2.0, 0.3), sp.betainc(first, 2, 0.3), rtol=1e-10)
    single = ivy.betainc(ivy.asarray(first.astype(np.float32)), 2, 0.25)
    assert single.dtype == "float32"
    assert ivy.betainc(ivy.asarray([2, 3]), 2, 0.25).dtype == "float64"


def test_gradients_of_betainc(backend, one_program):
    if backend == "numpy":
        return
    a, b = np.array([0.5, 2.0, 7.0, 40.0]), np.array([1.5, 0.7, 3.0, 60.0])
    x = np.array([0.2, 0.6, 0.9, 0.4])
    first = ivy.grad(lambda x: ivy.sum(ivy.betainc(ivy.asarray(a), ivy.asarray(b), x)))

    def total(x):
        slopes = first(x)
        return ivy.sum(slopes), slopes

    @one_program
    def both(x):
        (_, slopes), second = ivy.execute_with_gradients(total, x)
        return slopes, second["0"]

    found, second = both(ivy.asarray(x))
    np.testing.assert_allclose(np.asarray(found), scipy.stats.beta.pdf(x, a, b), rtol=1e-10)
    expected = differences(lambda x: scipy.stats.beta.pdf(x, a, b), x)
    np.testing.assert_allclose(np.asarray(second), expected, rtol=1e-6)


def test_what_scipy_has_fewer_digits_of(backend):
    """Against forty digits: SciPy errs by 1e-9 there."""
    pairs = [(20453.5, 0.171679), (0.151162, 72818.9), (1e8, 3.5), (2e5, 3e5)]
    with mpmath.workdps(40):
        beta = [mpmath.loggamma(a) + mpmath.loggamma(b) - mpmath.loggamma(mpmath.mpf(a) + b)
                for a, b in pairs]  # fmt: skip
        upper = mpmath.gammainc(4655.3, 7638.5, mpmath.inf, regularized=True)
        lower = mpmath.gammainc(48.0, 0, 2e-4, regularized=True)
    a, b = map(ivy.asarray, np.transpose(pairs))
    np.testing.assert_allclose(np.asarray(ivy.betaln(a, b)), np.array(beta, float), rtol=1e-10)
    a, x = ivy.asarray([4655.3, 48.0]), ivy.asarray([7638.5, 2e-4])
    np.testing.assert_allclose(float(ivy.igammac(a, x)[0]), float(upper), rtol=1e-11)
    np.testing.assert_allclose(float(ivy.igamma(a, x)[1]), float(lower), rtol=1e-11)


def test_limits_at_infinity(backend):
    infinite = ivy.asarray([np.inf, -np.inf])
    for name, expected in {
        "i0": [np.inf, np.inf], "i1": [np.inf, -np.inf], "j0": [0, 0], "j1": [0, 0],
        "lgamma": [np.inf, np.inf], "spherical_bessel_j0": [0, 0], "airy_ai": [0, 0],
        "y0": [0, np.nan], "y1": [0, np.nan],
    }.items():  # fmt: skip
        np.testing.assert_array_equal(np.asarray(getattr(ivy, name)(infinite)), expected, name)
    # the value is finite where the exponential is not
    large = ivy.asarray(np.array([89.5, -91.0], np.float32))
    np.testing.assert_allclose(np.asarray(ivy.i0(large)), sp.i0([89.5, -91.0]), rtol=1e-5)


POLYNOMIALS = {
    "chebyshev_polynomial_t": sp.eval_chebyt,
    "chebyshev_polynomial_u": sp.eval_chebyu,
    "hermite_polynomial_h": sp.eval_hermite,
    "hermite_polynomial_he": sp.eval_hermitenorm,
    "laguerre_polynomial_l": sp.eval_laguerre,
    "legendre_polynomial_p": sp.eval_legendre,
    "shifted_chebyshev_polynomial_t": sp.eval_sh_chebyt,
    "shifted_chebyshev_polynomial_u": sp.eval_sh_chebyu,
}
FURTHER = [
    "chebyshev_polynomial_v",
    "chebyshev_polynomial_w",
    "shifted_chebyshev_polynomial_v",
    "shifted_chebyshev_polynomial_w",
]


@pytest.mark.parametrize("name", POLYNOMIALS)
def test_polynomials(backend, assert_matches, name):
    x = np.array([-3.0, -1, -0.3, 0, 0.5, 1, 7])
    degrees = np.arange(9)
    expected = POLYNOMIALS[name](degrees, x[:, None])
    found = getattr(ivy, name)(ivy.asarray(x[:, None]), ivy.asarray(degrees))
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-10, atol=1e-10)
    for n in (0, 1, 6):
        found = getattr(ivy, name)(ivy.asarray(x.astype(np.float32)), n)
        assert_matches(found, expected[:, n].astype(np.float32))
    assert np.asarray(getattr(ivy, name)(ivy.asarray(x), -1)).tolist() == [0.0] * len(x)


@pytest.mark.parametrize("name", FURTHER)
def test_polynomials_of_the_third_and_fourth_kind(backend, assert_matches, name):
    x = np.array([0.0, 0.25, 0.5, 1.0, 1.5])
    for n in (0, 1, 2, 5):
        expected = getattr(torch.special, name)(torch.tensor(x), n).numpy()
        assert_matches(getattr(ivy, name)(ivy.asarray(x), n), expected, rtol=1e-10)


def test_degrees_that_are_no_degrees(backend):
    x = ivy.asarray([0.5])
    with pytest.raises(IvyTypeError, match=r"float64.*integers"):
        ivy.legendre_polynomial_p(x, ivy.asarray([0.5]))
    with pytest.raises(IvyValueError, match=r"20000.*10000"):
        ivy.hermite_polynomial_h(x, 20000)


@pytest.mark.parametrize("p", [1, 2, 5])
def test_multigammaln(backend, assert_matches, p):
    a = np.array([3.0, 4.5, 20.0])
    assert_matches(ivy.multigammaln(ivy.asarray(a), p), sp.multigammaln(a, p), rtol=1e-10)
    with pytest.raises(IvyValueError, match=r"dimension 0 .*1"):
        ivy.multigammaln(ivy.asarray(a), 0)


@pytest.mark.parametrize("name", ["erf", "digamma", "j0", "igamma", "polygamma", "zeta"])
def test_shapes_and_dtypes(backend, name):
    """Whole numbers count as NumPy has it; nothing depends on the layout, or needs elements."""
    function, leading = getattr(ivy, name), [2] if name == "polygamma" else []
    leading = leading or ([] if name in ONE else [ivy.asarray(3.0)])
    whole = function(*leading, ivy.asarray([1, 2], dtype="int64"))
    assert str(whole.dtype) == "float64"
    np.testing.assert_allclose(
        np.asarray(whole), np.asarray(function(*leading, ivy.asarray([1.0, 2.0]))), rtol=1e-12
    )
    assert function(*leading, ivy.asarray(1.5)).shape == ()
    assert function(*leading, ivy.zeros((0, 3))).shape == (0, 3)
    x = np.linspace(0.5, 4, 12).reshape(3, 4)
    np.testing.assert_array_equal(
        np.asarray(function(*leading, ivy.asarray(x).T)),
        np.asarray(function(*leading, ivy.asarray(x))).T,
    )
    for dtype in ("float16", "bfloat16"):
        if backend == "numpy" and dtype == "bfloat16":
            continue
        short = ivy.asarray(x, dtype=dtype)
        options = [] if name in ONE else leading if name == "polygamma" else [
            ivy.asarray(3.0, dtype=dtype)]  # fmt: skip
        found = function(*options, short)
        assert str(found.dtype) == dtype
        wide = function(*options, ivy.astype(short, "float64"))
        np.testing.assert_allclose(
            np.asarray(ivy.astype(found, "float64")), np.asarray(wide), rtol=1e-2, atol=1e-2
        )


INSIDE = {"erfinv": [-0.9, -0.2, 0.0, 0.3, 0.99], "ndtri": [0.01, 0.3, 0.5, 0.6, 0.99]}
POINTS = [0.3, 1.0, 2.5, 9.0, 20.0]


def differences(function, x):
    """Return the derivative of a smooth function, by differences of fourth order."""
    h = 1e-4

    def at(k):
        return np.asarray(function(x + k * h))

    return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h)


def _gradient(function, *arguments, argnums=0):
    found = ivy.grad(lambda *each: ivy.sum(function(*each)), argnums=argnums)(
        *map(ivy.asarray, arguments)
    )
    return np.asarray(found)


@pytest.mark.parametrize("name", ONE)
def test_gradient(backend, name):
    if backend == "numpy":
        return
    x = np.array(INSIDE.get(name, POINTS))
    expected = differences(ONE[name][0], x)
    found = _gradient(getattr(ivy, name), x)
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("name", TWO)
def test_gradients_of_two_arguments(backend, name):
    if backend == "numpy":
        return
    x, y = np.array([1.0, 2.0, 3.0, 7.0, 15.0]) + (name != "polygamma") * 0.5, np.array(POINTS)
    function, reference = getattr(ivy, name), TWO[name][0]
    found = _gradient(function, x, y, argnums=1)
    expected = differences(lambda y: reference(x, y), y)
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-8)
    if name in ("xlogy", "xlog1py", "betaln"):
        expected = differences(lambda x: reference(x, y), x)
        np.testing.assert_allclose(_gradient(function, x, y), expected, rtol=1e-7, atol=1e-8)


def test_gradients_are_those_of_pytorch(backend, grad):
    """Also where a formula has 0 / 0: at the edges of the domain, and at zero."""
    if backend == "numpy":
        return
    x = np.array([-3.0, 0.0, 0.5, 30.0])
    pairs = {
        "erfc": torch.special.erfc, "i0e": torch.special.i0e, "i1": torch.special.i1,
        "i1e": torch.special.i1e, "ndtr": torch.special.ndtr, "log_ndtr": torch.special.log_ndtr,
        "erfcx": torch.special.erfcx,
    }  # fmt: skip

    def total(points):
        return sum(ivy.sum(getattr(ivy, name)(each)) for name, each in points.items())

    slopes = grad(total)({name: ivy.asarray(x) for name in pairs})
    for name, theirs in pairs.items():
        point, found = torch.tensor(x, requires_grad=True), np.asarray(slopes[name])
        theirs(point).sum().backward()
        np.testing.assert_allclose(found, point.grad.numpy(), rtol=1e-9, atol=1e-12, err_msg=name)
    first, second = (torch.tensor([0.0, 0.0, 2.0], requires_grad=True) for _ in range(2))
    torch.special.xlogy(first, second).sum().backward()
    arguments = first.detach().numpy(), second.detach().numpy()
    np.testing.assert_allclose(_gradient(ivy.xlogy, *arguments), first.grad.numpy())


@pytest.mark.parametrize("name", ["lgamma", "j1", "erfinv"])
def test_second_derivative(backend, name):
    if backend == "numpy":
        return
    x = np.array(INSIDE.get(name, POINTS))
    function = getattr(ivy, name)
    first = ivy.grad(lambda each: ivy.sum(function(each)))
    found = ivy.grad(lambda each: ivy.sum(first(each)))(ivy.asarray(x))
    expected = differences(lambda x: np.asarray(first(ivy.asarray(x))), x)
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("name", ["betaln", "j0", "zeta", "erfinv"])
def test_traced(backend, name):
    """A compiled program gives what the call gives; no value is read while it is traced."""
    arguments = [np.array([0.5, 2.0, 30.0]), np.array([0.25, 3.0, 29.0])][: 1 + (name in TWO)]
    if name == "zeta":
        arguments[0] += 1
    function = getattr(ivy, name)
    expected = np.asarray(function(*map(ivy.asarray, arguments)))

    def native(*given):
        return ivy.to_native(function(*map(ivy.asarray, given)))

    if backend == "jax":
        import jax

        found = jax.jit(native)(*arguments)
    elif backend == "torch":
        from torch.fx.experimental.proxy_tensor import make_fx

        tensors = list(map(torch.tensor, arguments))
        found = make_fx(native)(*tensors)(*tensors)
    elif backend == "tensorflow":
        import tensorflow as tf

        found = tf.function(native, autograph=False)(*map(tf.constant, arguments))
    else:
        found = native(*arguments)
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12)


def test_erf_in_single_precision_stays_within_its_limits(backend):
    x = np.linspace(-6, 6, 200_001, dtype=np.float32)
    found = ivy.to_numpy(ivy.erf(ivy.asarray(x)))
    assert np.abs(found).max() == 1
    np.testing.assert_allclose(found, sp.erf(x.astype(np.float64)), atol=4e-7)
