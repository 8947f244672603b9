"""Random numbers.

Each backend draws from a generator of its own, which :func:`seed` starts anew; a call with its own
seed neither uses nor advances it. The numbers differ from backend to backend.

In a compiled program a call without a seed draws new numbers each time with PyTorch and
TensorFlow. A program of ``jax.jit`` has no state to keep a generator in: there such a call raises
an IvyValueError, and the seed, which may be a traced integer, has to vary from call to call.
"""

from __future__ import annotations

from collections.abc import Sequence

from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.devices import Device
from ivy_core.dtypes import Dtype
from ivy_core.registry import primary

Shape = Sequence[int]


@primary
def random_uniform(
    *,
    low: Array | float = 0.0,
    high: Array | float = 1.0,
    shape: Shape | None = None,
    device: Device | None = None,
    dtype: Dtype | None = None,
    seed: Array | int | None = None,
    out: Array | None = None,
) -> Array:
    """Numbers of the uniform distribution over an interval.

    Parameters
    ----------
    low, high : Array or float, optional
        The interval, with ``low`` and without ``high``, which rounding may still reach.
    shape: Shape of the result, that the bounds broadcast to; their own if None.
    device: Where the array shall live.
    dtype: A floating data type; that of the bounds if they are floating arrays, else the default.
    seed : int or Array, integer, optional
        Start of a generator for this call alone.

    Returns: Array

    Raises: IvyValueError if ``low`` is above ``high``.
    Raises: IvyBroadcastShapeError if the bounds do not fit the shape.
    Raises: IvyTypeError if ``dtype`` is not floating.

    References: NumPy, ``numpy.random.Generator.uniform``.

    >>> x = ivy.random_uniform(low=2.0, high=3.0, shape=(4,), seed=0)
    >>> x.shape, bool(ivy.all((x >= 2) & (x < 3)))
    ((4,), True)
    """
    return current_backend(low, high).random_uniform(
        low=low, high=high, shape=shape, device=device, dtype=dtype, seed=seed, out=out
    )


@primary
def random_normal(
    *,
    mean: Array | float = 0.0,
    std: Array | float = 1.0,
    shape: Shape | None = None,
    dtype: Dtype | None = None,
    seed: Array | int | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Numbers of normal distributions.

    Parameters
    ----------
    mean, std : Array or float, optional
        Mean and standard deviation.
    shape: Shape of the result, that these broadcast to; their own if None.
    dtype : Dtype, optional
        A floating data type; that of ``mean`` and ``std`` if they are floating arrays, else the
        default.
    seed : int or Array, integer, optional
        Start of a generator for this call alone.

    Returns: Array

    Raises: IvyValueError if a standard deviation is negative.
    Raises: IvyBroadcastShapeError if ``mean`` and ``std`` do not fit the shape.
    Raises: IvyTypeError if ``dtype`` is not floating.

    References: NumPy, ``numpy.random.Generator.normal``.

    >>> x = ivy.random_normal(mean=5.0, std=0.1, shape=(1000,), seed=0)
    >>> bool(abs(ivy.mean(x) - 5.0) < 0.02)
    True
    """
    return current_backend(mean, std).random_normal(
        mean=mean, std=std, shape=shape, dtype=dtype, seed=seed, device=device, out=out
    )


@primary(promote=("low", "high"))
def randint(
    low: Array | int,
    high: Array | int,
    /,
    *,
    shape: Shape | None = None,
    device: Device | None = None,
    dtype: Dtype | None = None,
    seed: Array | int | None = None,
    out: Array | None = None,
) -> Array:
    """Integers of the uniform distribution over an interval.

    Parameters
    ----------
    low, high : Array or int
        The interval, with ``low`` and without ``high``.
    shape: Shape of the result, that the bounds broadcast to; their own if None.
    device: Where the array shall live.
    dtype: An integer data type, the default one if None.
    seed : int or Array, integer, optional
        Start of a generator for this call alone.

    Returns: Array

    Raises: IvyValueError if ``low`` is not below ``high``, or a bound does not fit the data type.
    Raises: IvyBroadcastShapeError if the bounds do not fit the shape.
    Raises: IvyTypeError if ``dtype`` is not an integer one.

    References: NumPy, ``numpy.random.Generator.integers``.

    >>> x = ivy.randint(1, 7, shape=(100,), seed=0)
    >>> x.dtype, int(ivy.min(x)), int(ivy.max(x))
    (ivy.int64, 1, 6)
    """
    return current_backend(low, high).randint(
        low, high, shape=shape, device=device, dtype=dtype, seed=seed, out=out
    )


@primary(follows="torch")
def multinomial(
    population_size: int,
    num_samples: int,
    /,
    *,
    batch_size: int = 1,
    probs: Array | None = None,
    replace: bool = True,
    device: Device | None = None,
    seed: Array | int | None = None,
    out: Array | None = None,
) -> Array:
    """Members of a population, drawn by their probabilities.

    Parameters
    ----------
    population_size: How many members there are.
    num_samples: How many are drawn in each row.
    batch_size: How many rows, where ``probs`` does not say it.
    probs : Array, shape (..., population_size), real, optional
        Probabilities, up to a factor for each row; equal ones if None.
    replace: Whether a member may be drawn again in a row.
    device: Where the array shall live.
    seed : int or Array, integer, optional
        Start of a generator for this call alone.

    Returns
    -------
    Array, shape (batch_size, num_samples) or (..., num_samples), of the default integer dtype
        Members by their numbers, from 0.

    Raises
    ------
    IvyValueError
        If the probabilities do not fit the population, or there are too few members to differ.

    >>> ivy.multinomial(3, 4, probs=ivy.asarray([[0.0, 1.0, 0.0]]))
    ivy.array([[1, 1, 1, 1]])
    """
    return current_backend(probs).multinomial(
        population_size,
        num_samples,
        batch_size=batch_size,
        probs=probs,
        replace=replace,
        device=device,
        seed=seed,
        out=out,
    )


@primary(convenience=True, follows="ivy")
def seed(*, seed_value: int = 0) -> None:
    """Start the current backend's generator anew, for draws without a seed of their own.

    With PyTorch and TensorFlow it seeds the framework's own generators as well.

    Parameters
    ----------
    seed_value: The same value gives the same numbers again, on that backend.

    >>> ivy.seed(seed_value=7)
    >>> x = ivy.random_uniform(shape=(3,))
    >>> ivy.seed(seed_value=7)
    >>> ivy.array_equal(x, ivy.random_uniform(shape=(3,)))
    True
    """
    return current_backend().seed(seed_value=seed_value)


@primary
def shuffle(
    x: Array, axis: int = 0, /, *, seed: Array | int | None = None, out: Array | None = None
) -> Array:
    """Put the slices along an axis into a random order; a copy.

    Parameters
    ----------
    x, any dtype: Array to shuffle.
    axis: The axis; what stands in one slice stays together.
    seed : int or Array, integer, optional
        Start of a generator for this call alone.

    Returns: Array, of the shape and dtype of x

    Raises: IvyIndexError if the axis is out of bounds.

    References: NumPy, ``numpy.random.Generator.permutation``.

    >>> ivy.sort(ivy.shuffle(ivy.asarray([1, 2, 3])))
    ivy.array([1, 2, 3])
    """
    return current_backend(x).shuffle(x, axis, seed=seed, out=out)


@primary(follows="torch")
def bernoulli(
    probs: Array | float | None,
    *,
    logits: Array | float | None = None,
    shape: Shape | None = None,
    device: Device | None = None,
    dtype: Dtype | None = None,
    seed: Array | int | None = None,
    out: Array | None = None,
) -> Array:
    """Ones with some probability, else zeros.

    Parameters
    ----------
    probs : Array or float or None, real
        Probability of a one; None if ``logits`` are given.
    logits, real: Instead, its log odds ``log(p / (1 - p))``.
    shape: Shape of the result, that the probabilities broadcast to; their own if None.
    device: Where the array shall live.
    dtype : Dtype, optional
        Any data type; that of the probabilities if they are a floating array, else the default
        floating one.
    seed : int or Array, integer, optional
        Start of a generator for this call alone.

    Returns: Array

    Raises
    ------
    IvyValueError
        If a probability is not in [0, 1], or none or both of ``probs`` and ``logits`` are given.
    IvyBroadcastShapeError
        If the probabilities do not fit the shape.

    >>> ivy.bernoulli(ivy.asarray([0.0, 1.0]))
    ivy.array([0., 1.])
    """
    return current_backend(probs, logits).bernoulli(
        probs, logits=logits, shape=shape, device=device, dtype=dtype, seed=seed, out=out
    )


@primary
def beta(
    a: Array | float,
    b: Array | float,
    /,
    *,
    shape: Shape | None = None,
    device: Device | None = None,
    dtype: Dtype | None = None,
    seed: Array | int | None = None,
    out: Array | None = None,
) -> Array:
    """Numbers of beta distributions.

    Parameters
    ----------
    a, b : Array or float, real
        The two shape parameters, positive.
    shape: Shape of the result, that these broadcast to; their own if None.
    device: Where the array shall live.
    dtype : Dtype, optional
        A floating data type; that of the parameters if they are floating arrays, else the default.
    seed : int or Array, integer, optional
        Start of a generator for this call alone.

    Returns: in [0, 1].

    Raises: IvyValueError if a parameter is not positive.
    Raises: IvyBroadcastShapeError if the parameters do not fit the shape.
    Raises: IvyTypeError if ``dtype`` is not floating.

    References: NumPy, ``numpy.random.Generator.beta``.

    >>> x = ivy.beta(2.0, 6.0, shape=(1000,), seed=0)
    >>> bool(abs(ivy.mean(x) - 0.25) < 0.03)
    True
    """
    return current_backend(a, b).beta(
        a, b, shape=shape, device=device, dtype=dtype, seed=seed, out=out
    )


@primary
def dirichlet(
    alpha: Array | Sequence[float],
    /,
    *,
    size: Shape | None = None,
    dtype: Dtype | None = None,
    seed: Array | int | None = None,
    out: Array | None = None,
) -> Array:
    """Shares of a whole, of Dirichlet distributions.

    Parameters
    ----------
    alpha : Array, shape (..., k), real
        Concentrations, positive.
    size: How many draws; one if None.
    dtype: A floating data type; that of ``alpha`` if that is floating, else the default.
    seed : int or Array, integer, optional
        Start of a generator for this call alone.

    Returns
    -------
    Array, shape (*size, ..., k)
        Not negative; the sum over the last axis is 1.

    Raises: IvyValueError if ``alpha`` has no axis, or is not positive.
    Raises: IvyTypeError if ``dtype`` is not floating.

    References: NumPy, ``numpy.random.Generator.dirichlet``.

    >>> x = ivy.dirichlet([1.0, 2.0, 3.0], size=(4,), seed=0)
    >>> ivy.allclose(ivy.sum(x, axis=-1), 1.0)
    ivy.array(True)
    """
    return current_backend(alpha).dirichlet(alpha, size=size, dtype=dtype, seed=seed, out=out)


@primary(like=beta)
def gamma(
    alpha: Array | float,
    beta: Array | float,
    /,
    *,
    shape: Shape | None = None,
    device: Device | None = None,
    dtype: Dtype | None = None,
    seed: Array | int | None = None,
    out: Array | None = None,
) -> Array:
    """Numbers of gamma distributions.

    Parameters
    ----------
    alpha, real: Shape parameter of the distribution, positive.
    beta, real: Rate, the inverse of the scale, positive: the mean is ``alpha / beta``.
    device: Where the array shall live.

    Returns: not negative. It has gradients by both parameters on JAX, PyTorch and TensorFlow.

    References
    ----------
    PyTorch, ``torch.distributions.gamma.Gamma``; NumPy, ``numpy.random.Generator.gamma``.

    >>> x = ivy.gamma(6.0, 3.0, shape=(1000,), seed=0)
    >>> bool(abs(ivy.mean(x) - 2.0) < 0.2)
    True
    """
    return current_backend(alpha, beta).gamma(
        alpha, beta, shape=shape, device=device, dtype=dtype, seed=seed, out=out
    )


@primary
def poisson(
    lam: Array | float,
    *,
    shape: Shape | None = None,
    device: Device | None = None,
    dtype: Dtype | None = None,
    seed: Array | int | None = None,
    fill_value: float = 0,
    out: Array | None = None,
) -> Array:
    """Counts of Poisson distributions.

    Parameters
    ----------
    lam, real: Expected counts.
    shape: Shape of the result, that they broadcast to; their own if None.
    device: Where the array shall live.
    dtype : Dtype, optional
        Any real data type; that of ``lam`` if it is a floating array, else the default floating
        one.
    seed : int or Array, integer, optional
        Start of a generator for this call alone.
    fill_value: What stands where ``lam`` is negative.

    Returns: Array

    Raises: IvyBroadcastShapeError if ``lam`` does not fit the shape.

    References: NumPy, ``numpy.random.Generator.poisson``; PyTorch, ``torch.poisson``.

    >>> ivy.poisson(ivy.asarray([0.0, -1.0]), fill_value=7)
    ivy.array([0., 7.])
    """
    return current_backend(lam).poisson(
        lam, shape=shape, device=device, dtype=dtype, seed=seed, fill_value=fill_value, out=out
    )
