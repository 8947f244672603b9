"""Distributions of whole numbers and of choices, and their smooth counterparts.

References
----------
PyTorch documentation, ``torch.distributions``.
"""

from __future__ import annotations

import math

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F

from . import constraints
from .continuous import Gamma, full_of
from .distribution import Distribution, ExponentialFamily
from .utils import (
    broadcast_all,
    clamp_probs,
    lazy_property,
    logits_to_probs,
    parameters_of,
    probs_to_logits,
)


@citing(None)
def refuse_both(probs, logits) -> None:
    """Raise ValueError unless one of the two is given.

    Raises: ValueError if both are, or none.
    """
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")


class _Odds:
    """Base of distributions of one probability: it, or the log odds, may be given."""

    @lazy_property
    def logits(self):
        """Log odds."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self):
        """Probability."""
        return logits_to_probs(self.logits, is_binary=True)


class OfOdds(_Odds):
    """Base of those that tell their parameter, as all of PyTorch's but ``Geometric`` do."""

    @lazy_property
    def _param(self):
        """Return ``probs`` if given or already computed, else ``logits``."""
        return self.probs if "probs" in vars(self) else self.logits

    @property
    def param_shape(self):
        """Shape of the parameter."""
        return self._param.size()

    def _new(self, *args, **kwargs):
        return self._param.new(*args, **kwargs)


def _set_probs_or_logits(distribution, probs, logits):
    """Keep one of the two; return the shape of the batch."""
    refuse_both(probs, logits)
    if probs is not None:
        distribution.probs, batch_shape = parameters_of(probs)
    else:
        distribution.logits, batch_shape = parameters_of(logits)
    return batch_shape


def _set_count_and_probs_or_logits(distribution, total_count, probs, logits):
    """Keep one of the two, and a count of their shape; return the shape of the batch."""
    refuse_both(probs, logits)
    given = logits if probs is None else probs
    count, given = broadcast_all(total_count, given)
    distribution.total_count = count.type_as(given)
    setattr(distribution, "logits" if probs is None else "probs", given)
    return given.size()


def counted(distribution, count: int, dtype, device, expand: bool):
    """Return the numbers below a count along a first dimension, for each of a batch."""
    batch = distribution.batch_shape
    values = torch.arange(count, dtype=dtype, device=device).view((-1,) + (1,) * len(batch))
    return values.expand((-1, *batch)) if expand else values


_ODDS = {"probs": constraints.unit_interval, "logits": constraints.real}


@citing("``torch.distributions.bernoulli.{}``")
class Bernoulli(OfOdds, ExponentialFamily):
    """One with a probability, else zero.

    Parameters
    ----------
    probs, logits : Tensor or float, optional
        One of them: the probability of 1, or its log odds.
    """

    arg_constraints = _ODDS
    support = constraints.boolean
    has_enumerate_support = True
    parameters_ = ("probs", "logits")
    _mean_carrier_measure = 0

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(_set_probs_or_logits(self, probs, logits), validate_args=validate_args)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        likelier = (self.probs >= 0.5).to(self.probs)
        return torch.where(self.probs == 0.5, math.nan, likelier)

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

    def enumerate_support(self, expand: bool = True):
        return counted(self, 2, self._param.dtype, self._param.device, expand)

    @property
    def _natural_params(self):
        return (torch.logit(self.probs),)

    def _log_normalizer(self, x):
        return torch.log1p(torch.exp(x))


@citing("``torch.distributions.geometric.{}``")
class Geometric(_Odds, Distribution):
    """Number of failed trials before the first success.

    Parameters
    ----------
    probs, logits : Tensor or float, optional
    """

    arg_constraints = _ODDS
    support = constraints.nonnegative_integer
    parameters_ = ("probs", "logits")

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(_set_probs_or_logits(self, probs, logits), validate_args=validate_args)
        if self._validate_args and probs is not None:
            never = self.probs <= 0
            if never.any():
                raise ValueError(
                    f"Expected parameter probs (Tensor of shape {tuple(self.probs.shape)}) of "
                    f"distribution {self!r} to be positive but found invalid values:\n"
                    f"{self.probs.detach()[never]}"
                )

    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def mode(self):
        return torch.zeros_like(self.probs)

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape=()):
        shape, like = self._extended_shape(sample_shape), self.probs
        with torch.no_grad():
            u = torch.empty(shape, dtype=like.dtype, device=like.device)
            u.uniform_(torch.finfo(like.dtype).tiny, 1)
            return (u.log() / (-like).log1p()).floor()

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        value, probs = broadcast_all(value, self.probs)
        certain = (probs == 1) & (value == 0)
        return value * (-torch.where(certain, 0.0, probs)).log1p() + self.probs.log()

    def entropy(self):
        of_one = F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")
        return of_one / self.probs


@citing("``torch.distributions.binomial.{}``")
class Binomial(OfOdds, Distribution):
    """Number of successes among a given number of trials.

    Parameters
    ----------
    total_count : Tensor or int
    probs, logits : Tensor, optional
    """

    arg_constraints = {"total_count": constraints.nonnegative_integer, **_ODDS}
    has_enumerate_support = True
    parameters_ = ("total_count", "probs", "logits")

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        batch_shape = _set_count_and_probs_or_logits(self, total_count, probs, logits)
        super().__init__(batch_shape, validate_args=validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def mode(self):
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        n, logits = self.total_count, self.logits
        choices = torch.lgamma(n + 1) - torch.lgamma(value + 1) - torch.lgamma(n - value + 1)
        # log(1 + exp(logits)), whose maximum is taken out; at zero the gradient is that of 1/2
        above = (logits.clamp(min=0) + logits - logits.clamp(max=0)) / 2
        return choices + value * logits - n * (above + torch.log1p(torch.exp(-logits.abs())))

    def entropy(self):
        _homogeneous_total_count(self, "entropy")
        log_prob = self.log_prob(self.enumerate_support(False))
        return -(torch.exp(log_prob) * log_prob).sum(0)

    def enumerate_support(self, expand: bool = True):
        count = 1 + _homogeneous_total_count(self, "enumerate_support")
        return counted(self, count, self._param.dtype, self._param.device, expand)


def _homogeneous_total_count(distribution, what: str) -> int:
    """Return the count that the whole batch has; NotImplementedError if it has several."""
    most = int(distribution.total_count.max())
    if distribution.total_count.min() != most:
        raise NotImplementedError(f"Inhomogeneous total count not supported by `{what}`.")
    return most


@citing("``torch.distributions.negative_binomial.{}``")
class NegativeBinomial(OfOdds, Distribution):
    """Number of successful trials before a given number of failures.

    Parameters
    ----------
    total_count : Tensor or float
    probs, logits : Tensor, optional
    """

    arg_constraints = {
        "total_count": constraints.greater_than_eq(0),
        "probs": constraints.half_open_interval(0.0, 1.0),
        "logits": constraints.real,
    }
    support = constraints.nonnegative_integer
    parameters_ = ("total_count", "probs", "logits")

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        batch_shape = _set_count_and_probs_or_logits(self, total_count, probs, logits)
        super().__init__(batch_shape, validate_args=validate_args)

    @property
    def mean(self):
        return self.total_count * torch.exp(self.logits)

    @property
    def mode(self):
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self):
        return self.mean / torch.sigmoid(-self.logits)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            # a count of zero is no concentration, and gives zeros
            rates = Gamma(self.total_count, torch.exp(-self.logits), validate_args=False)
            return torch.poisson(rates.sample(sample_shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        n, logits = self.total_count, self.logits
        powers = n * F.logsigmoid(-logits) + value * F.logsigmoid(logits)
        choices = torch.lgamma(n + value) - torch.lgamma(1.0 + value) - torch.lgamma(n)
        return powers + choices.masked_fill(n + value == 0.0, 0.0)


@citing("``torch.distributions.poisson.{}``")
class Poisson(ExponentialFamily):
    """Number of events in an interval, at a constant rate.

    Parameters
    ----------
    rate : Tensor or float
    """

    arg_constraints = {"rate": constraints.nonnegative}
    support = constraints.nonnegative_integer
    parameters_ = ("rate",)

    def __init__(self, rate, validate_args=None):
        self.rate, batch_shape = parameters_of(rate)
        super().__init__(batch_shape, validate_args=validate_args)

    @property
    def mean(self):
        return self.rate

    @property
    def mode(self):
        return self.rate.floor()

    @property
    def variance(self):
        return self.rate

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.poisson(self.rate.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        rate, value = broadcast_all(self.rate, value)
        return value.xlogy(rate) - rate - (value + 1).lgamma()

    @property
    def _natural_params(self):
        return (torch.log(self.rate),)

    def _log_normalizer(self, x):
        return torch.exp(x)


# one of several


@citing("``torch.distributions.categorical.{}``")
class Categorical(Distribution):
    """One of several, each with a probability.

    Parameters
    ----------
    probs, logits : Tensor, optional
        One of them, along its last dimension: what the probabilities are proportional to, or its
        logarithms.

    >>> torch.distributions.Categorical(torch.tensor([0.0, 3.0])).sample()
    tensor(1)
    """

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    has_enumerate_support = True
    parameters_ = ("probs", "logits")

    def __init__(self, probs=None, logits=None, validate_args=None):
        refuse_both(probs, logits)
        name, given = ("logits", logits) if probs is None else ("probs", probs)
        if given.dim() < 1:
            raise ValueError(f"`{name}` parameter must be at least one-dimensional.")
        if probs is not None:
            self.probs = self._param = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = self._param = logits - logits.logsumexp(dim=-1, keepdim=True)
        *batch_shape, self._num_events = self._param.size()
        super().__init__(torch.Size(batch_shape), validate_args=validate_args)

    def parameter_event_shape_(self, name: str) -> tuple:
        return (self._num_events,)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape, _instance)
        new._num_events = self._num_events
        new._param = self._param.expand((*new.batch_shape, self._num_events))
        return new

    def _new(self, *args, **kwargs):
        return self._param.new(*args, **kwargs)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        return constraints.integer_interval(0, self._num_events - 1)

    @lazy_property
    def logits(self):
        """Logarithms of the probabilities."""
        return probs_to_logits(self.probs)

    @lazy_property
    def probs(self):
        """Probabilities."""
        return logits_to_probs(self.logits)

    @property
    def param_shape(self):
        """Shape of the parameter."""
        return self._param.size()

    @property
    def mean(self):
        return full_of(self, math.nan, self.probs)

    @property
    def mode(self):
        return self.probs.argmax(dim=-1)

    @property
    def variance(self):
        return full_of(self, math.nan, self.probs)

    def sample(self, sample_shape=()):
        sample_shape = torch.Size(sample_shape)
        rows = self.probs.reshape(-1, self._num_events)
        drawn = torch.multinomial(rows, sample_shape.numel(), True).T
        return drawn.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        value, logits = value.long().unsqueeze(-1), self.logits
        if value.shape[:-1] != logits.shape[:-1]:
            value, logits = torch.broadcast_tensors(value, logits)
            value = value[..., :1]
        return logits.gather(-1, value).squeeze(-1)

    def entropy(self):
        finite = torch.clamp(self.logits, min=torch.finfo(self.logits.dtype).min)
        return -(finite * self.probs).sum(-1)

    def enumerate_support(self, expand: bool = True):
        return counted(self, self._num_events, torch.int64, self._param.device, expand)


class OfCategorical(Distribution):
    """Base of distributions of vectors that are made of a categorical one."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}

    def _new(self, *args, **kwargs):
        return self._categorical._new(*args, **kwargs)

    @property
    def probs(self):
        """Probabilities."""
        return self._categorical.probs

    @property
    def logits(self):
        """Logarithms of the probabilities."""
        return self._categorical.logits

    @property
    def param_shape(self):
        """Shape of the parameter."""
        return self._categorical.param_shape


def _init_from_categorical(distribution, categorical: Categorical, validate_args) -> None:
    distribution._categorical = categorical
    event_shape = categorical.param_shape[-1:]
    Distribution.__init__(distribution, categorical.batch_shape, event_shape, validate_args)


def _expand_categorical(distribution, owner: type, batch_shape, _instance, *kept_attributes: str):
    """Return an expanded copy, or ``_instance`` made one, with the kept attributes."""
    new = distribution._get_checked_instance(owner, _instance)
    batch_shape = torch.Size(batch_shape)
    new._categorical = distribution._categorical.expand(batch_shape)
    for name in kept_attributes:
        setattr(new, name, getattr(distribution, name))
    return distribution.init_expanded_(new, batch_shape)


@citing("``torch.distributions.one_hot_categorical.{}``")
class OneHotCategorical(OfCategorical):
    """One of several, as a vector with a one at its index.

    Parameters
    ----------
    probs, logits : Tensor, optional
    """

    support = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        _init_from_categorical(self, Categorical(probs, logits), validate_args)

    def expand(self, batch_shape, _instance=None):
        return _expand_categorical(self, OneHotCategorical, batch_shape, _instance)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        return _one_hot(self, self._categorical.mode)

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        return _one_hot(self, self._categorical.sample(torch.Size(sample_shape)))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()

    @property
    def _param(self):
        return self._categorical._param

    def enumerate_support(self, expand: bool = True):
        n, batch = self._event_shape[0], self._batch_shape
        values = torch.eye(n, dtype=self._param.dtype, device=self._param.device)
        values = values.view((n, *(1,) * len(batch), n))
        return values.expand((n, *batch, n)) if expand else values


def _one_hot(distribution, indices):
    return F.one_hot(indices, distribution._event_shape[0]).to(distribution.probs)


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """The same, with the gradients of its probabilities.

    References
    ----------
    PyTorch documentation, ``torch.distributions.one_hot_categorical``; Y. Bengio et al.,
    "Estimating or propagating gradients through stochastic neurons", 2013.
    """

    has_rsample = True

    def rsample(self, sample_shape=()):
        return self.sample(sample_shape) + (self.probs - self.probs.detach())


@citing("``torch.distributions.multinomial.{}``")
class Multinomial(OfCategorical):
    """Counts of each category among a given number of choices.

    Parameters
    ----------
    total_count : int
    probs, logits : Tensor, optional
    """

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        _init_from_categorical(self, Categorical(probs=probs, logits=logits), validate_args)

    def expand(self, batch_shape, _instance=None):
        return _expand_categorical(self, Multinomial, batch_shape, _instance, "total_count")

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self):
        return constraints.multinomial(self.total_count)

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        sample_shape = torch.Size(sample_shape)
        drawn = self._categorical.sample(torch.Size((self.total_count, *sample_shape)))
        drawn = drawn.movedim(0, -1)
        counts = torch.zeros(self._extended_shape(sample_shape), dtype=drawn.dtype)
        return counts.scatter_add(-1, drawn, torch.ones_like(drawn)).type_as(self.probs)

    def entropy(self):
        n = torch.tensor(self.total_count)
        ordered = n * self._categorical.entropy() - torch.lgamma(n + 1)
        each = Binomial(self.total_count, probs=self.probs)
        counts = each.enumerate_support(expand=False)[1:]
        unordered = torch.exp(each.log_prob(counts)) * torch.lgamma(counts + 1)
        return ordered + unordered.sum([0, -1])

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        logits = torch.where((value == 0) & (logits == -math.inf), 0.0, logits)
        orders = torch.lgamma(value.sum(-1) + 1) - torch.lgamma(value + 1).sum(-1)
        return orders + (logits * value).sum(-1)


# smooth counterparts


class ContinuousBernoulli(OfOdds, ExponentialFamily):
    """Numbers between 0 and 1 whose density is an exponential, as of pixels.

    Parameters
    ----------
    probs, logits : Tensor or float, optional
    lims : (float, float)
        Between which probabilities series stand for quotients of nearly nothing.

    References
    ----------
    PyTorch documentation, ``torch.distributions.continuous_bernoulli``; G. Loaiza-Ganem and
    J. Cunningham, "The continuous Bernoulli", 2019.
    """

    arg_constraints = _ODDS
    support = constraints.unit_interval
    has_rsample = True
    parameters_ = ("probs", "logits")
    _mean_carrier_measure = 0

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        self._lims = lims
        batch_shape = _set_probs_or_logits(self, probs, logits)
        if probs is not None:
            wanted = constraints.unit_interval
            if validate_args is not None and not wanted.check(self.probs).all():
                raise ValueError("The parameter probs has invalid values")
            self.probs = clamp_probs(self.probs)
        super().__init__(batch_shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape, _instance)
        new._lims = self._lims
        return new

    @lazy_property
    def probs(self):
        """Parameter between 0 and 1; not the mean."""
        return clamp_probs(logits_to_probs(self.logits, is_binary=True))

    def _cont_bern_log_norm(self):
        """Return the log of the normalizing constant, by its series near 1/2."""
        off, cut = _mask_far_from_half(self)
        below, above = torch.where(cut <= 0.5, cut, 0.0), torch.where(cut >= 0.5, cut, 1.0)
        of_log = torch.log(torch.abs(torch.log1p(-cut) - torch.log(cut)))
        low, high = torch.log1p(-2.0 * below), torch.log(2.0 * above - 1.0)
        exact = of_log - torch.where(cut <= 0.5, low, high)
        square = (self.probs - 0.5) ** 2
        series = math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * square) * square
        return torch.where(off, exact, series)

    @property
    def mean(self):
        off, cut = _mask_far_from_half(self)
        exact = cut / (2.0 * cut - 1.0) + 1.0 / (torch.log1p(-cut) - torch.log(cut))
        away = self.probs - 0.5
        series = 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * away**2) * away
        return torch.where(off, exact, series)

    @property
    def stddev(self):
        return torch.sqrt(self.variance)

    @property
    def variance(self):
        off, cut = _mask_far_from_half(self)
        exact = cut * (cut - 1.0) / (1.0 - 2.0 * cut) ** 2
        exact = exact + 1.0 / (torch.log1p(-cut) - torch.log(cut)) ** 2
        square = (self.probs - 0.5) ** 2
        series = 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * square) * square
        return torch.where(off, exact, series)

    def rsample(self, sample_shape=()):
        shape, like = self._extended_shape(sample_shape), self.probs
        return self.icdf(torch.rand(shape, dtype=like.dtype, device=like.device))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        of_one = F.binary_cross_entropy_with_logits(logits, value, reduction="none")
        return -of_one + self._cont_bern_log_norm()

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        off, cut = _mask_far_from_half(self)
        powers = torch.pow(cut, value) * torch.pow(1.0 - cut, 1.0 - value)
        inside = torch.where(off, (powers + cut - 1.0) / (2.0 * cut - 1.0), value)
        return torch.where(value <= 0.0, 0.0, torch.where(value >= 1.0, 1.0, inside))

    def icdf(self, value):
        off, cut = _mask_far_from_half(self)
        above = torch.log1p(-cut + value * (2.0 * cut - 1.0)) - torch.log1p(-cut)
        return torch.where(off, above / (torch.log(cut) - torch.log1p(-cut)), value)

    def entropy(self):
        zero, one = torch.log1p(-self.probs), torch.log(self.probs)
        return self.mean * (zero - one) - self._cont_bern_log_norm() - zero

    @property
    def _natural_params(self):
        return (self.logits,)

    def _log_normalizer(self, x):
        low, high = self._lims[0] - 0.5, self._lims[1] - 0.5
        off = (x <= low) | (x > high)
        cut = torch.where(off, x, low)
        exact = torch.log(torch.abs(torch.expm1(cut))) - torch.log(torch.abs(cut))
        series = 0.5 * x + x**2 / 24.0 - x**4 / 2880.0
        return torch.where(off, exact, series)


def _mask_far_from_half(distribution) -> tuple:
    """Return a mask of parameters far from 1/2, and parameters with the others replaced."""
    low, high = distribution._lims
    off = (distribution.probs <= low) | (distribution.probs > high)
    return off, torch.where(off, distribution.probs, low)


class LogitRelaxedBernoulli(OfOdds, Distribution):
    """Log odds that are near zero or one, the nearer the colder.

    Parameters
    ----------
    temperature : Tensor
    probs, logits : Tensor or float, optional

    References
    ----------
    PyTorch documentation, ``torch.distributions.relaxed_bernoulli``; C. Maddison et al., "The
    concrete distribution", 2017.
    """

    arg_constraints = _ODDS
    support = constraints.real
    parameters_ = ("probs", "logits")

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        super().__init__(_set_probs_or_logits(self, probs, logits), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape, _instance)
        new.temperature = self.temperature
        return new

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        probs = clamp_probs(self.probs.expand(shape))
        drawn = clamp_probs(torch.rand(shape, dtype=probs.dtype, device=probs.device))
        odds = drawn.log() - (-drawn).log1p() + probs.log() - (-probs).log1p()
        return odds / self.temperature

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        away = logits - value.mul(self.temperature)
        return self.temperature.log() + away - 2 * away.exp().log1p()


class ExpRelaxedCategorical(OfCategorical):
    """Logarithms of probabilities that are near a choice, the nearer the colder.

    Parameters
    ----------
    temperature : Tensor
    probs, logits : Tensor, optional

    References
    ----------
    PyTorch documentation, ``torch.distributions.relaxed_categorical``; C. Maddison et al., "The
    concrete distribution", 2017.
    """

    support = constraints.real_vector
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        _init_from_categorical(self, Categorical(probs, logits), validate_args)

    def expand(self, batch_shape, _instance=None):
        return _expand_categorical(
            self, ExpRelaxedCategorical, batch_shape, _instance, "temperature"
        )

    def rsample(self, sample_shape=()):
        shape, like = self._extended_shape(sample_shape), self.logits
        drawn = clamp_probs(torch.rand(shape, dtype=like.dtype, device=like.device))
        scores = (self.logits - (-drawn.log()).log()) / self.temperature
        return scores - scores.logsumexp(dim=-1, keepdim=True)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        count = self._event_shape[0]
        logits, value = broadcast_all(self.logits, value)
        factor = math.lgamma(count) + self.temperature.log() * (count - 1)
        scores = logits - value.mul(self.temperature)
        return (scores - scores.logsumexp(dim=-1, keepdim=True)).sum(-1) + factor


__all__ = [
    "Bernoulli", "Binomial", "Categorical", "ContinuousBernoulli", "ExpRelaxedCategorical",
    "Geometric", "LogitRelaxedBernoulli", "Multinomial", "NegativeBinomial", "OneHotCategorical",
    "OneHotCategoricalStraightThrough", "Poisson",
]  # fmt: skip
