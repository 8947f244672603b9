"""Random numbers: ranges, moments, reproducibility, and the errors that all backends share."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.special
import scipy.stats

import ivy_core as ivy
from ivy_core.utils.exceptions import (
    IvyBroadcastShapeError,
    IvyIndexError,
    IvyTypeError,
    IvyValueError,
)

N = 20_000


def host(x):
    return np.asarray(ivy.to_numpy(x), np.float64)


def test_uniform(backend):
    x = ivy.random_uniform(low=-1.0, high=3.0, shape=(N,), seed=1)
    a = host(x)
    assert x.dtype == "float64"
    assert a.min() >= -1
    assert a.max() < 3
    assert abs(a.mean() - 1) < 0.05
    assert abs(a.std() - 4 / np.sqrt(12)) < 0.05
    # a quarter of the numbers lies in each quarter of the interval
    counts = np.histogram(a, 4, (-1, 3))[0] / N
    np.testing.assert_allclose(counts, 0.25, atol=0.02)


def test_normal(backend):
    a = host(ivy.random_normal(mean=-2.0, std=0.5, shape=(N,), seed=1))
    z = (a + 2) / 0.5
    assert abs(z.mean()) < 0.04
    assert abs(z.std() - 1) < 0.04
    assert abs((z**3).mean()) < 0.1
    assert abs((z**4).mean() - 3) < 0.3


def test_randint(backend):
    x = ivy.randint(-2, 3, shape=(N,), seed=1)
    assert x.dtype == "int64"
    values, counts = np.unique(ivy.to_numpy(x), return_counts=True)
    assert values.tolist() == [-2, -1, 0, 1, 2]
    np.testing.assert_allclose(counts / N, 0.2, atol=0.02)
    for dtype in ("uint8", "int32"):
        drawn = ivy.randint(0, 200, shape=(100,), dtype=dtype)
        assert drawn.dtype == dtype
        assert host(drawn).max() > 127


def test_parameters_that_are_arrays(backend):
    low, high = ivy.asarray([0.0, 10.0]), ivy.asarray([1.0, 11.0])
    a = host(ivy.random_uniform(low=low, high=high, shape=(500, 2)))
    assert ((a >= [0, 10]) & (a < [1, 11])).all()
    assert ivy.random_uniform(low=low, high=20.0).shape == (2,)
    mean = ivy.asarray([0.0, 100.0], dtype="float32")
    x = ivy.random_normal(mean=mean, std=0.1, shape=(500, 2))
    assert x.dtype == "float32"
    np.testing.assert_allclose(host(x).mean(0), [0, 100], atol=0.05)
    i = host(ivy.randint(ivy.asarray([0, 5]), ivy.asarray([2, 7]), shape=(500, 2)))
    assert [set(column) for column in i.T] == [{0.0, 1.0}, {5.0, 6.0}]
    assert low.random_uniform(high=30.0, seed=1).shape == (2,)
    assert mean.random_normal().shape == (2,)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_dtypes(backend, dtype):
    for x in (
        ivy.random_uniform(shape=(50,), dtype=dtype),
        ivy.random_normal(shape=(50,), dtype=dtype),
        ivy.bernoulli(ivy.asarray([0.5] * 50, dtype=dtype)),
        ivy.bernoulli(0.5, shape=(50,), dtype=dtype),
    ):
        assert x.dtype == dtype
        assert x.shape == (50,)
        assert len(np.unique(host(x))) > 1
    with ivy.set_default_dtype(dtype):
        assert ivy.random_uniform(shape=(2,)).dtype == dtype


def test_shapes(backend):
    for shape in ((), (2, 0, 3), [2, 3], 4):
        expected = (shape,) if isinstance(shape, int) else tuple(shape)
        assert ivy.random_uniform(shape=shape).shape == expected
    assert ivy.random_normal(shape=[2, 3]).shape == (2, 3)
    assert ivy.randint(0, 9, shape=(0,)).shape == (0,)
    assert ivy.random_uniform().shape == ()


DRAWS = [
    lambda **kw: ivy.random_uniform(shape=(8,), **kw),
    lambda **kw: ivy.random_normal(shape=(8,), **kw),
    lambda **kw: ivy.randint(0, 2**40, shape=(8,), **kw),
    lambda **kw: ivy.multinomial(1000, 8, **kw),
    lambda **kw: ivy.multinomial(1000, 8, replace=False, **kw),
    lambda **kw: ivy.shuffle(ivy.arange(1000), **kw),
    lambda **kw: ivy.bernoulli(0.5, shape=(200,), **kw),
    lambda **kw: ivy.beta(2.0, 3.0, shape=(8,), **kw),
    lambda **kw: ivy.dirichlet([2.0, 3.0], size=(8,), **kw),
    lambda **kw: ivy.gamma(2.0, 3.0, shape=(8,), **kw),
    lambda **kw: ivy.poisson(1000.0, shape=(8,), **kw),
]


@pytest.mark.parametrize("draw", DRAWS)
def test_reproducible(backend, assert_matches, draw):
    ivy.seed(seed_value=3)
    first, second = draw(), draw()
    assert not ivy.array_equal(first, second)
    ivy.seed(seed_value=3)
    assert ivy.array_equal(draw(), first)
    given = draw(seed=11)  # neither uses nor advances the generator
    assert ivy.array_equal(draw(), second)
    assert ivy.array_equal(draw(seed=11), given)
    assert not ivy.array_equal(draw(seed=12), given)
    assert ivy.array_equal(draw(seed=ivy.asarray(11)), given)


def test_out(backend):
    out = ivy.zeros((3,))
    assert ivy.random_uniform(low=1.0, high=2.0, shape=(3,), out=out) is out
    assert (host(out) >= 1).all()
    counts = ivy.zeros((3,), dtype="int64")
    assert ivy.randint(5, 6, shape=(3,), out=counts) is counts
    assert host(counts).tolist() == [5, 5, 5]


@pytest.mark.checklist("E08")
def test_bounds_out_of_order(backend):
    with pytest.raises(IvyValueError, match="random_uniform: bounds out of order"):
        ivy.random_uniform(low=2.0, high=1.0, shape=(3,))
    with pytest.raises(IvyValueError, match="random_uniform"):
        ivy.random_uniform(low=ivy.asarray([0.0, 2.0]), high=1)
    assert host(ivy.random_uniform(low=1.0, high=1.0, shape=(2,))).tolist() == [1, 1]
    for low, high in ((3, 3), (ivy.asarray([0, 9]), 5)):
        with pytest.raises(IvyValueError, match="randint"):
            ivy.randint(low, high)
    with pytest.raises(IvyValueError, match="random_normal"):
        ivy.random_normal(std=-1.0)


def test_other_errors(backend):
    with pytest.raises(IvyBroadcastShapeError):
        ivy.random_uniform(low=ivy.zeros((3,)), shape=(2,))
    with pytest.raises(IvyBroadcastShapeError):
        ivy.random_normal(mean=ivy.zeros((3,)), std=ivy.ones((2,)))
    with pytest.raises(IvyBroadcastShapeError):
        ivy.bernoulli(ivy.zeros((2, 3)), shape=(3,))
    with pytest.raises(IvyTypeError):
        ivy.random_uniform(shape=(2,), dtype="int32")
    with pytest.raises(IvyTypeError):
        ivy.randint(0, 2, dtype="float32")
    with pytest.raises(IvyValueError):
        ivy.randint(0, 300, dtype="uint8")
    with pytest.raises(IvyValueError):
        ivy.bernoulli(1.5)
    with pytest.raises(IvyValueError):
        ivy.bernoulli(0.5, logits=0.0)
    with pytest.raises(IvyValueError):
        ivy.bernoulli(None)
    with pytest.raises(IvyValueError):
        ivy.multinomial(3, 4, replace=False)
    with pytest.raises(IvyValueError):
        ivy.multinomial(3, 1, probs=ivy.ones((2,)))
    with pytest.raises(IvyIndexError):
        ivy.shuffle(ivy.zeros((2, 2)), 2)


def test_multinomial(backend):
    probs = np.array([[1.0, 2.0, 1.0, 0.0], [0.0, 0.0, 0.0, 3.0]])
    x = ivy.multinomial(4, N, probs=ivy.asarray(probs), seed=1)
    assert x.dtype == "int64"
    a = ivy.to_numpy(x)
    np.testing.assert_allclose(np.bincount(a[0], minlength=4) / N, probs[0] / 4, atol=0.02)
    assert (a[1] == 3).all()
    assert ivy.multinomial(5, 2, batch_size=3).shape == (3, 2)
    assert ivy.asarray([0, 1, 0]).multinomial(3, 2).to_list() == [1, 1]


def test_multinomial_without_replacement(backend):
    a = ivy.to_numpy(ivy.multinomial(4, 4, batch_size=50, replace=False, seed=1))
    np.testing.assert_array_equal(np.sort(a, -1), np.broadcast_to(np.arange(4), (50, 4)))
    assert len(np.unique(a, axis=0)) > 10
    probs = ivy.asarray([0.0, 5.0, 0.0, 5.0])
    drawn = ivy.multinomial(4, 2, probs=probs, replace=False)
    assert sorted(drawn.to_list()) == [1, 3]
    # the first of them is drawn by its probability
    probs = ivy.asarray(np.tile([1.0, 3.0], (5000, 1)))
    first = ivy.to_numpy(ivy.multinomial(2, 1, probs=probs, replace=False, seed=1))
    assert abs(first.mean() - 0.75) < 0.03


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_shuffle(backend, assert_matches, axis):
    a = np.arange(120).reshape(4, 10, 3) if axis != -1 else np.arange(120).reshape(4, 30)
    shuffled = ivy.shuffle(ivy.asarray(a), axis, seed=1)
    lines = np.moveaxis(ivy.to_numpy(shuffled), axis, 0)
    order = np.argsort(lines.reshape(len(lines), -1)[:, 0])
    np.testing.assert_array_equal(lines[order], np.moveaxis(a, axis, 0))  # slices stay together
    assert shuffled.dtype == "int64"
    x = ivy.asarray(a)
    ivy.shuffle(x, axis)
    assert_matches(x, a)
    assert_matches(ivy.shuffle(ivy.asarray(3)), np.asarray(3))


def test_bernoulli(backend):
    probs = ivy.asarray([0.0, 0.25, 1.0])
    a = host(ivy.bernoulli(probs, shape=(N, 3), seed=1))
    assert set(np.unique(a)) == {0.0, 1.0}
    np.testing.assert_allclose(a.mean(0), [0, 0.25, 1], atol=0.02)
    b = host(ivy.bernoulli(None, logits=ivy.asarray(np.log(3.0)), shape=(N,), seed=1))
    assert abs(b.mean() - 0.75) < 0.02
    assert ivy.bernoulli(0.5, dtype="bool").dtype == "bool"


def test_compiled(backend, compiled):
    def function(x, seed):
        return [
            ivy.random_uniform(low=x, high=x + 1.0, seed=seed),
            ivy.random_normal(mean=x, shape=(2, 3), seed=seed),
            ivy.bernoulli(x * 0 + 0.5, seed=seed),
            ivy.shuffle(x, seed=seed),
        ]

    a = np.array([1.0, 2.0, 3.0])
    if backend == "torch":  # its generators are seeded by Python integers
        uniform = ivy.to_numpy(function(ivy.asarray(a), 5)[0])
    else:
        uniform = ivy.to_numpy(compiled(function, a, np.asarray(5))[0])
    assert ((uniform >= a) & (uniform < a + 1)).all()


def test_traced_draws_without_a_seed(backend):
    if backend == "jax":
        import jax

        with pytest.raises(IvyValueError, match="seed"):
            jax.jit(lambda: ivy.random_uniform(shape=(2,)).data)()
        first = ivy.random_uniform(shape=(2,))  # the failed trace has left nothing behind
        assert not ivy.array_equal(ivy.random_uniform(shape=(2,)), first)
    elif backend == "tensorflow":
        import tensorflow as tf

        draw = tf.function(lambda: ivy.random_uniform(shape=(4,)).data)
        first, second = draw().numpy(), draw().numpy()
        assert (first != second).any()


@pytest.fixture
def unset(backend):
    ivy.unset_backend()
    yield backend
    ivy.set_backend(backend)


def test_backend_of_the_arguments(unset):
    low = ivy.get_backend(unset).zeros((2,), dtype="float32")
    draw = ivy.random_uniform(low=low, seed=1)
    assert type(draw.data) is type(low.data)
    assert draw.dtype == "float32"
    assert ivy.shuffle(low).dtype == "float32"


def distribution(drawn, expected):
    """Check draws against a distribution of SciPy by the test of Kolmogorov and Smirnov."""
    assert scipy.stats.kstest(host(drawn), expected.cdf).pvalue > 1e-3


@pytest.mark.parametrize(("a", "b"), [(2.0, 5.0), (0.3, 0.4), (1e-3, 1e-3), (300.0, 1.0)])
def test_beta(backend, a, b):
    drawn = ivy.beta(a, b, shape=(5000,), seed=1)
    assert drawn.dtype == "float64"
    if a < 0.01:  # nearly all is at the ends
        assert np.isfinite(host(drawn)).all()
        assert abs(host(drawn).mean() - 0.5) < 0.05
    else:
        distribution(drawn, scipy.stats.beta(a, b))


@pytest.mark.parametrize(("alpha", "rate"), [(0.5, 2.0), (1.0, 0.1), (40.0, 3.0)])
def test_gamma(backend, alpha, rate):
    drawn = ivy.gamma(alpha, rate, shape=(5000,), seed=2)
    distribution(drawn, scipy.stats.gamma(alpha, scale=1 / rate))


@pytest.mark.parametrize("lam", [0.5, 3.0, 50.0, 2e4])
def test_poisson(backend, lam):
    drawn = host(ivy.poisson(lam, shape=(N,), seed=3))
    expected = scipy.stats.poisson(lam)
    assert abs(drawn.mean() - lam) < 4 * np.sqrt(lam / N)
    assert abs(drawn.var() / lam - 1) < 0.06
    points = expected.ppf([0.1, 0.25, 0.5, 0.75, 0.9])
    shares = (drawn[:, None] <= points).mean(0)
    np.testing.assert_allclose(shares, expected.cdf(points), atol=0.02)


def test_poisson_of_no_and_negative_counts(backend):
    lam = ivy.asarray([0.0, -2.0, 5.0], dtype="float32")
    drawn = ivy.poisson(lam, shape=(50, 3), fill_value=-1, seed=1)
    assert drawn.dtype == "float32"
    assert (host(drawn)[:, :2] == [0, -1]).all()
    assert ivy.poisson(3, shape=(3,), dtype="int32").dtype == "int32"


def test_dirichlet(backend):
    alpha = np.array([1.0, 0.2, 3.0])
    tiny = np.full(3, 1e-3)  # nearly all of such a row is one share
    drawn = ivy.dirichlet(ivy.asarray(np.stack([alpha, tiny])), size=(5000,), seed=4)
    assert drawn.shape == (5000, 2, 3)
    np.testing.assert_allclose(host(drawn).sum(-1), 1)
    shares = host(drawn)[:, 0]
    for i, each in enumerate(alpha):  # each share by itself has a beta distribution
        expected = scipy.stats.beta(each, alpha.sum() - each)
        assert scipy.stats.kstest(shares[:, i], expected.cdf).pvalue > 1e-3
    covariance = scipy.stats.dirichlet(alpha).cov()
    np.testing.assert_allclose(np.cov(shares.T), covariance, atol=0.01)


def test_parameters_of_distributions(backend, full):
    rates = ivy.asarray([1.0, 100.0], dtype="float32")
    drawn = ivy.gamma(ivy.asarray([[1.0], [50.0]], dtype="float32"), rates, seed=1)
    assert drawn.shape == (2, 2)
    assert drawn.dtype == "float32"
    # JAX compiles each: halves, which are drawn in single precision, have a branch of their own
    is_all = full or backend != "jax"
    for dtype in ("float16", "float32", "float64") if is_all else ("float16",):
        for drawn in (
            ivy.beta(2.0, 3.0, shape=(3,), dtype=dtype), ivy.gamma(2, 3, shape=(3,), dtype=dtype),
            ivy.dirichlet([1.0, 2.0], dtype=dtype),
            *([ivy.poisson(3, shape=(3,), dtype=dtype)] if is_all else []),
        ):  # fmt: skip
            assert drawn.dtype == dtype
    assert ivy.gamma(1.0, 2.0).shape == ()
    assert ivy.beta(1.0, 2.0, shape=(0, 2)).shape == (0, 2)
    with pytest.raises(IvyValueError, match="beta: b must be positive"):
        ivy.beta(1.0, 0.0)
    with pytest.raises(IvyValueError, match="gamma: alpha must be positive"):
        ivy.gamma(ivy.asarray([1.0, -1.0]), 1.0)
    with pytest.raises(IvyValueError, match="dirichlet"):
        ivy.dirichlet(ivy.asarray([1.0, 0.0]))
    with pytest.raises(IvyValueError, match="dimensions"):
        ivy.dirichlet(ivy.asarray(1.0))
    with pytest.raises(IvyBroadcastShapeError):
        ivy.gamma(ivy.ones((3,)), 1.0, shape=(2,))
    with pytest.raises(IvyTypeError):
        ivy.beta(1.0, 1.0, dtype="int32")


def test_gamma_has_a_gradient_by_its_parameters(backend):
    if backend == "numpy":
        return
    alpha = ivy.asarray([0.5, 2.0, 30.0])

    def drawn(parameters):
        draws = ivy.gamma(*parameters, seed=5)
        return ivy.sum(draws), draws

    parameters = [alpha, ivy.asarray(2.0)]
    (_, draws), slopes = ivy.execute_with_gradients(drawn, parameters, xs_grad_idxs=None)
    by_alpha, by_rate = slopes["0"]
    point = host(draws) * 2
    # of the quantile at a fixed probability (implicit reparametrisation)
    h = 1e-4
    share = scipy.special.gammainc(host(alpha), point)
    expected = (
        scipy.special.gammaincinv(host(alpha) + h, share)
        - scipy.special.gammaincinv(host(alpha) - h, share)
    ) / (2 * h) / 2  # fmt: skip
    np.testing.assert_allclose(host(by_alpha), expected, rtol=2e-3)
    np.testing.assert_allclose(host(by_rate), -point.sum() / 4, rtol=1e-6)
