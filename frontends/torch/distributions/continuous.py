"""Distributions of real numbers.

References
----------
PyTorch documentation, ``torch.distributions``.
"""

from __future__ import annotations

import math

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.random.gamma import (
    dirichlet_grad,
    sample_dirichlet,
    standard_gamma,
    standard_gamma_grad,
)

from . import constraints
from .distribution import Distribution, ExponentialFamily
from .utils import broadcast_all, lazy_property, parameters_of, standard_normal


def full_of(distribution, value: float, like):
    """Return one number for each event of a distribution."""
    shape = distribution._extended_shape()
    return torch.full(shape, value, dtype=like.dtype, device=like.device)


class _OfLocation:
    """Base of distributions with a location and a scale."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True
    parameters_ = ("loc", "scale")

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc


def _standardize(distribution, value):
    return (value - distribution.loc) / distribution.scale


@citing("``torch.distributions.normal.{}``")
class Normal(_OfLocation, ExponentialFamily):
    """The normal distribution.

    Parameters
    ----------
    loc, scale : Tensor or float
        Mean and standard deviation.
    validate_args : bool, optional

    >>> f"{torch.distributions.Normal(0.0, 1.0).log_prob(torch.tensor(0.0)).item():.4f}"
    '-0.9189'
    """

    parameters_ = ("loc", "scale")
    _mean_carrier_measure = 0

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale, batch_shape = parameters_of(loc, scale)
        super().__init__(batch_shape, validate_args=validate_args)

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.scale.pow(2)

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        return self.loc + standard_normal(shape, self.loc.dtype, self.loc.device) * self.scale

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        distance = -((value - self.loc) ** 2) / (2 * self.scale**2)
        return distance - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)

    @property
    def _natural_params(self):
        variance = self.scale.pow(2)
        return self.loc / variance, -0.5 * variance.reciprocal()

    def _log_normalizer(self, x, y):
        return -0.25 * x.pow(2) / y + 0.5 * torch.log(-math.pi / y)


@citing("``torch.distributions.laplace.{}``")
class Laplace(_OfLocation, Distribution):
    """The distribution of Laplace: two exponential ones, back to back.

    Parameters
    ----------
    loc, scale : Tensor or float
    """

    parameters_ = ("loc", "scale")

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale, batch_shape = parameters_of(loc, scale)
        super().__init__(batch_shape, validate_args=validate_args)

    @property
    def variance(self):
        return 2 * self.scale.pow(2)

    @property
    def stddev(self):
        return math.sqrt(2) * self.scale

    def rsample(self, sample_shape=()):
        shape, like = self._extended_shape(sample_shape), self.loc
        least = torch.finfo(like.dtype).eps
        u = torch.empty(shape, dtype=like.dtype, device=like.device).uniform_(least - 1, 1)
        return self.loc - self.scale * u.sign() * torch.log1p(-u.abs())

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        away = value - self.loc
        return 0.5 - 0.5 * away.sign() * torch.expm1(-away.abs() / self.scale)

    def icdf(self, value):
        away = value - 0.5
        return self.loc - self.scale * away.sign() * torch.log1p(-2 * away.abs())

    def entropy(self):
        return 1 + torch.log(2 * self.scale)


@citing("``torch.distributions.cauchy.{}``")
class Cauchy(_OfLocation, Distribution):
    """The distribution of Cauchy: quotients of normal numbers. It has no mean.

    Parameters
    ----------
    loc, scale : Tensor or float
        Median, and half the width at half the height.
    """

    parameters_ = ("loc", "scale")

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale, batch_shape = parameters_of(loc, scale)
        super().__init__(batch_shape, validate_args=validate_args)

    @property
    def mean(self):
        return full_of(self, math.nan, self.loc)

    @property
    def variance(self):
        return full_of(self, math.inf, self.loc)

    def rsample(self, sample_shape=()):
        shape, like = self._extended_shape(sample_shape), self.loc
        drawn = torch.empty(shape, dtype=like.dtype, device=like.device).cauchy_()
        return self.loc + drawn * self.scale

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return -math.log(math.pi) - self.scale.log() - (_standardize(self, value) ** 2).log1p()

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return torch.atan(_standardize(self, value)) / math.pi + 0.5

    def icdf(self, value):
        return torch.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self):
        return math.log(4 * math.pi) + self.scale.log()


@citing("``torch.distributions.uniform.{}``")
class Uniform(Distribution):
    """Numbers of an interval, all equally probable.

    Parameters
    ----------
    low, high : Tensor or float
        The interval holds its lower bound, and not its upper one.
    """

    has_rsample = True
    parameters_ = ("low", "high")

    def __init__(self, low, high, validate_args=None):
        self.low, self.high, batch_shape = parameters_of(low, high)
        super().__init__(batch_shape, validate_args=validate_args)

    @property
    def arg_constraints(self):
        low, high = constraints.less_than(self.high), constraints.greater_than(self.low)
        return {"low": low, "high": high}

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        return constraints.interval(self.low, self.high)

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def mode(self):
        return math.nan * self.high

    @property
    def stddev(self):
        return (self.high - self.low) / math.sqrt(12)

    @property
    def variance(self):
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape=()):
        shape, like = self._extended_shape(sample_shape), self.low
        drawn = torch.rand(shape, dtype=like.dtype, device=like.device)
        return self.low + drawn * (self.high - self.low)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        inside = (self.low <= value) & (value < self.high)
        return torch.log(inside.type_as(self.low)) - torch.log(self.high - self.low)

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low

    def entropy(self):
        return torch.log(self.high - self.low)


@citing("``torch.distributions.exponential.{}``")
class Exponential(ExponentialFamily):
    """Times between events that come at a rate.

    Parameters
    ----------
    rate : Tensor or float
    """

    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True
    parameters_ = ("rate",)
    _mean_carrier_measure = 0

    def __init__(self, rate, validate_args=None):
        self.rate, batch_shape = parameters_of(rate)
        super().__init__(batch_shape, validate_args=validate_args)

    @property
    def mean(self):
        return self.rate.reciprocal()

    @property
    def mode(self):
        return torch.zeros_like(self.rate)

    @property
    def stddev(self):
        return self.rate.reciprocal()

    @property
    def variance(self):
        return self.rate.pow(-2)

    def rsample(self, sample_shape=()):
        shape, like = self._extended_shape(sample_shape), self.rate
        return torch.empty(shape, dtype=like.dtype, device=like.device).exponential_() / self.rate

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return 1 - torch.exp(-self.rate * value)

    def icdf(self, value):
        return -torch.log1p(-value) / self.rate

    def entropy(self):
        return 1.0 - torch.log(self.rate)

    @property
    def _natural_params(self):
        return (-self.rate,)

    def _log_normalizer(self, x):
        return -torch.log(-x)


class _GammaDraw(torch.autograd.Function):
    """Numbers of the standard gamma distribution; gradients keep each number's probability."""

    @staticmethod
    def forward(ctx, concentration):
        drawn = standard_gamma(concentration)
        ctx.save_for_backward(concentration, drawn)
        return drawn

    @staticmethod
    def backward(ctx, grad):
        return grad * standard_gamma_grad(*ctx.saved_tensors)


class _DirichletDraw(torch.autograd.Function):
    """Probabilities of the Dirichlet distribution, with gradients."""

    @staticmethod
    def forward(ctx, concentration):
        drawn = sample_dirichlet(concentration)
        ctx.save_for_backward(drawn, concentration)
        return drawn

    @staticmethod
    def backward(ctx, grad):
        drawn, concentration = ctx.saved_tensors
        total = concentration.sum(-1, True).expand_as(concentration)
        one_by_one = dirichlet_grad(drawn, concentration, total)
        return one_by_one * (grad - (drawn * grad).sum(-1, True))


class Gamma(ExponentialFamily):
    """Sums of times between events, as many as the concentration says.

    Parameters
    ----------
    concentration, rate : Tensor or float

    References
    ----------
    PyTorch documentation, ``torch.distributions.gamma.Gamma``; G. Marsaglia and W. Tsang, "A simple
    method for generating gamma variables", 2000.
    """

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True
    parameters_ = ("concentration", "rate")
    _mean_carrier_measure = 0

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate, batch_shape = parameters_of(concentration, rate)
        super().__init__(batch_shape, validate_args=validate_args)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def mode(self):
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self):
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        drawn = _GammaDraw.apply(self.concentration.expand(shape)) / self.rate.expand(shape)
        # off zero, without a word to the graph
        drawn.detach().clamp_(min=torch.finfo(drawn.dtype).tiny)
        return drawn

    def log_prob(self, value):
        value = torch.as_tensor(value, dtype=self.rate.dtype, device=self.rate.device)
        if self._validate_args:
            self._validate_sample(value)
        powers = torch.xlogy(self.concentration - 1, value) - self.rate * value
        factor = torch.xlogy(self.concentration, self.rate) - torch.lgamma(self.concentration)
        return powers + factor

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return torch.special.gammainc(self.concentration, self.rate * value)

    def entropy(self):
        a = self.concentration
        return a - torch.log(self.rate) + torch.lgamma(a) + (1.0 - a) * torch.digamma(a)

    @property
    def _natural_params(self):
        return self.concentration - 1, -self.rate

    def _log_normalizer(self, x, y):
        return torch.lgamma(x + 1) + (x + 1) * torch.log(-y.reciprocal())


@citing("``torch.distributions.chi2.{}``")
class Chi2(Gamma):
    """Sums of squares of normal numbers.

    Parameters
    ----------
    df : Tensor or float
        Degrees of freedom.
    """

    arg_constraints = {"df": constraints.positive}
    parameters_ = ("concentration", "rate")

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    @property
    def df(self):
        """Degrees of freedom."""
        return self.concentration * 2


@citing("``torch.distributions.dirichlet.{}``")
class Dirichlet(ExponentialFamily):
    """Probabilities that together are 1.

    Parameters
    ----------
    concentration : Tensor
        Along its last dimension, for each of the probabilities.
    """

    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}
    support = constraints.simplex
    has_rsample = True
    parameters_ = ("concentration",)

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        *batch_shape, count = concentration.shape
        super().__init__(torch.Size(batch_shape), torch.Size((count,)), validate_args)

    def rsample(self, sample_shape=()):
        return _DirichletDraw.apply(self.concentration.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        a = self.concentration
        powers = torch.xlogy(a - 1.0, value).sum(-1)
        return powers + torch.lgamma(a.sum(-1)) - torch.lgamma(a).sum(-1)

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self):
        above = (self.concentration - 1).clamp(min=0.0)
        mode = above / above.sum(-1, True)
        # where all are below 1, the density grows towards one of the corners
        corner = torch.nn.functional.one_hot(mode.argmax(dim=-1), mode.shape[-1]).to(mode)
        return torch.where((self.concentration < 1).all(dim=-1, keepdim=True), corner, mode)

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def entropy(self):
        a = self.concentration
        total = a.sum(-1)
        of_total = torch.lgamma(total) + (a.size(-1) - total) * torch.digamma(total)
        return torch.lgamma(a).sum(-1) - of_total - ((a - 1.0) * torch.digamma(a)).sum(-1)

    @property
    def _natural_params(self):
        return (self.concentration,)

    def _log_normalizer(self, x):
        return x.lgamma().sum(-1) - torch.lgamma(x.sum(-1))


@citing("``torch.distributions.beta.{}``")
class Beta(ExponentialFamily):
    """A probability.

    Parameters
    ----------
    concentration1, concentration0 : Tensor or float
        What speaks for it and against it, often called alpha and beta.
    """

    arg_constraints = {
        "concentration1": constraints.positive,
        "concentration0": constraints.positive,
    }
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        if not (torch.is_tensor(concentration1) or torch.is_tensor(concentration0)):
            concentration1, concentration0 = float(concentration1), float(concentration0)
        both = torch.stack(broadcast_all(concentration1, concentration0), -1)
        self._dirichlet = Dirichlet(both, validate_args=validate_args)
        super().__init__(self._dirichlet.batch_shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(Beta, _instance)
        batch_shape = torch.Size(batch_shape)
        new._dirichlet = self._dirichlet.expand(batch_shape)
        return self.init_expanded_(new, batch_shape)

    @property
    def concentration1(self):
        """Concentration of the success side."""
        return self._dirichlet.concentration[..., 0]

    @property
    def concentration0(self):
        """Concentration of the failure side."""
        return self._dirichlet.concentration[..., 1]

    @property
    def mean(self):
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self):
        return self._dirichlet.mode[..., 0]

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self._dirichlet.log_prob(torch.stack([value, 1.0 - value], -1))

    def entropy(self):
        return self._dirichlet.entropy()

    @property
    def _natural_params(self):
        return self.concentration1, self.concentration0

    def _log_normalizer(self, x, y):
        return torch.lgamma(x) + torch.lgamma(y) - torch.lgamma(x + y)


@citing("``torch.distributions.studentT.{}``")
class StudentT(_OfLocation, Distribution):
    """Student's distribution: means of few numbers over their deviations.

    Parameters
    ----------
    df : Tensor or float
        Degrees of freedom.
    loc, scale : Tensor or float
    """

    arg_constraints = {
        "df": constraints.positive,
        "loc": constraints.real,
        "scale": constraints.positive,
    }
    parameters_ = ("df", "loc", "scale")

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.size(), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape, _instance)
        new._chi2 = self._chi2.expand(batch_shape)
        return new

    @property
    def mean(self):
        return torch.where(self.df > 1, self.loc, math.nan)

    @property
    def variance(self):
        found = self.scale.pow(2) * self.df / (self.df - 2)
        found = torch.where(self.df > 2, found, math.inf)
        return torch.where(self.df > 1, found, math.nan)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        normal = standard_normal(shape, self.df.dtype, self.df.device)
        squares = self._chi2.rsample(sample_shape)
        return self.loc + self.scale * (normal * torch.rsqrt(squares / self.df))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        half, next_half = 0.5 * self.df, 0.5 * (self.df + 1.0)
        factor = self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi)
        factor = factor + torch.lgamma(half) - torch.lgamma(next_half)
        return -next_half * torch.log1p(_standardize(self, value) ** 2.0 / self.df) - factor

    def entropy(self):
        half, next_half = 0.5 * self.df, 0.5 * (self.df + 1)
        log_beta = torch.lgamma(half) + math.lgamma(0.5) - torch.lgamma(next_half)
        spread = next_half * (torch.digamma(next_half) - torch.digamma(half))
        return self.scale.log() + spread + 0.5 * self.df.log() + log_beta


@citing("``torch.distributions.fishersnedecor.{}``")
class FisherSnedecor(Distribution):
    """Quotients of two chi-square numbers over their degrees of freedom.

    Parameters
    ----------
    df1, df2 : Tensor or float
        Degrees of freedom.
    """

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True
    parameters_ = ("df1", "df2")

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2, batch_shape = parameters_of(df1, df2)
        self._gamma1, self._gamma2 = (Gamma(df * 0.5, df) for df in (self.df1, self.df2))
        super().__init__(batch_shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape, _instance)
        new._gamma1 = self._gamma1.expand(batch_shape)
        new._gamma2 = self._gamma2.expand(batch_shape)
        return new

    @property
    def mean(self):
        return torch.where(self.df2 > 2, self.df2 / (self.df2 - 2), math.nan)

    @property
    def mode(self):
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return torch.where(self.df1 > 2, mode, math.nan)

    @property
    def variance(self):
        df1, df2 = self.df1, self.df2
        found = 2 * df2.pow(2) * (df1 + df2 - 2) / (df1 * (df2 - 2).pow(2) * (df2 - 4))
        return torch.where(df2 > 4, found, math.nan)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        above, below = (
            gamma.rsample(sample_shape).view(shape) for gamma in (self._gamma1, self._gamma2)
        )
        tiny = torch.finfo(below.dtype).tiny
        return (above / below.clamp(min=tiny)).clamp(min=tiny)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        half1, half2, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        factor = (half1 + half2).lgamma() - half1.lgamma() - half2.lgamma() + half1 * ratio.log()
        tail = (half1 + half2) * torch.log1p(ratio * value)
        return factor + (half1 - 1) * torch.log(value) - tail


@citing("``torch.distributions.generalized_pareto.{}``")
class GeneralizedPareto(Distribution):
    """Distribution of the excesses over a high threshold.

    Parameters
    ----------
    loc, scale, concentration : Tensor or float
        With a concentration of zero the distribution is exponential.
    """

    arg_constraints = {
        "loc": constraints.real,
        "scale": constraints.positive,
        "concentration": constraints.real,
    }
    has_rsample = True
    parameters_ = ("loc", "scale", "concentration")

    def __init__(self, loc, scale, concentration, validate_args=None):
        found = parameters_of(loc, scale, concentration)
        self.loc, self.scale, self.concentration, batch_shape = found
        super().__init__(batch_shape, validate_args=validate_args)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        end = self.loc - self.scale / self.concentration
        return constraints.interval(self.loc, torch.where(self.concentration < 0, end, math.inf))

    def rsample(self, sample_shape=()):
        shape, like = self._extended_shape(sample_shape), self.loc
        return self.icdf(torch.rand(shape, dtype=like.dtype, device=like.device))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        z = (value - self.loc) / self.scale
        zero, safe = _mask_zero_concentration(self)
        power = 1 / safe + 1
        decay = torch.where(power == 0, power, power * torch.log1p(safe * z))
        return -self.scale.log() - torch.where(zero, z, decay)

    def log_survival_function(self, value):
        """Return the logarithm of the probability of more than a value."""
        if self._validate_args:
            self._validate_sample(value)
        z = (value - self.loc) / self.scale
        zero, safe = _mask_zero_concentration(self)
        return torch.where(zero, -z, -torch.log1p(safe * z) / safe)

    def log_cdf(self, value):
        """Return the logarithm of the probability of at most a value."""
        return torch.log1p(-torch.exp(self.log_survival_function(value)))

    def cdf(self, value):
        return torch.exp(self.log_cdf(value))

    def icdf(self, value):
        zero, safe = _mask_zero_concentration(self)
        log_left = torch.log1p(-value)
        power = self.loc + self.scale / safe * torch.expm1(-safe * log_left)
        return torch.where(zero, self.loc - self.scale * log_left, power)

    @property
    def mean(self):
        there = self.concentration < 1
        safe = torch.where(there, self.concentration, 0.5)
        return torch.where(there, self.loc + self.scale / (1 - safe), math.nan)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        there = self.concentration < 0.5
        safe = torch.where(there, self.concentration, 0.25)
        found = self.scale**2 / ((1 - safe) ** 2 * (1 - 2 * safe))
        return torch.where(there, found, math.nan)

    def entropy(self):
        found = torch.log(self.scale) + self.concentration + 1
        return torch.broadcast_to(found, self._batch_shape)


def _mask_zero_concentration(distribution) -> tuple:
    """Return a mask of zero concentrations, and a concentration that is safe to divide by."""
    zero = torch.isclose(distribution.concentration, torch.zeros_like(distribution.concentration))
    return zero, torch.where(zero, 1.0, distribution.concentration)


class VonMises(_OfLocation, Distribution):
    """The normal distribution of angles.

    Parameters
    ----------
    loc, concentration : Tensor or float
        Angle in radians, and how near to it the others are.

    References
    ----------
    PyTorch documentation, ``torch.distributions.von_mises.VonMises``; D. Best and N. Fisher,
    "Efficient simulation of the von Mises distribution", 1979.
    """

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    has_rsample = False
    parameters_ = ("loc", "concentration")

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, torch.Size(), validate_args)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        k = self.concentration
        # the exponential is taken out of the Bessel function, which would be infinite
        factor = math.log(2 * math.pi) + torch.special.i0e(k).log() + k
        return k * torch.cos(value - self.loc) - factor

    @lazy_property
    def _proposal_r(self):
        """Concentration of the wrapped Cauchy distribution that samples are proposed by."""
        k = self.concentration.to(torch.float64)
        tau = 1 + (1 + 4 * k**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * k)
        return torch.where(k < 1e-5, 1 / k + k, (1 + rho**2) / (2 * rho))

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        loc, k = self.loc.to(torch.float64), self.concentration.to(torch.float64)
        with torch.no_grad():
            angle = torch.zeros(shape, dtype=torch.float64, device=loc.device)
            done = torch.zeros(shape, dtype=torch.bool, device=loc.device)
            while not done.all():
                drawn = torch.rand((3, *shape), dtype=torch.float64, device=loc.device)
                first, second, third = drawn.unbind()
                z = torch.cos(math.pi * first)
                f = (1 + self._proposal_r * z) / (self._proposal_r + z)
                c = k * (self._proposal_r - f)
                accepted = (c * (2 - c) - second > 0) | ((c / second).log() + 1 - c >= 0)
                angle = torch.where(accepted, (third - 0.5).sign() * f.acos(), angle)
                done = done | accepted
            angle = (angle + math.pi + loc) % (2 * math.pi) - math.pi
            return angle.to(self.loc.dtype)

    @lazy_property
    def variance(self):
        k = self.concentration
        return 1 - torch.special.i1e(k) / torch.special.i0e(k)


__all__ = [
    "Beta", "Cauchy", "Chi2", "Dirichlet", "Exponential", "FisherSnedecor", "Gamma",
    "GeneralizedPareto", "Laplace", "Normal", "StudentT", "Uniform", "VonMises", "full_of",
]  # fmt: skip
