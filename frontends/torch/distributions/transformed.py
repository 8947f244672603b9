"""Families that transforms make of simpler distributions.

References
----------
PyTorch documentation, ``torch.distributions``.
"""

from __future__ import annotations

import math
import numbers

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from . import constraints
from .compound import TransformedDistribution
from .continuous import Cauchy, Exponential, Gamma, Normal, Uniform, full_of
from .discrete import ExpRelaxedCategorical, LogitRelaxedBernoulli
from .transforms import (
    AbsTransform,
    AffineTransform,
    ExpTransform,
    PowerTransform,
    SigmoidTransform,
    StickBreakingTransform,
)
from .utils import broadcast_all, euler_constant


class _OfParameters(TransformedDistribution):
    """A family whose transforms hold its parameters: all are made anew where it is expanded."""

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(self.class_of_package_(), _instance)
        batch_shape = torch.Size(batch_shape)
        given = [getattr(self, name).expand(batch_shape) for name in self.parameters_]
        type(self).__init__(new, *given, validate_args=False)
        new._validate_args = self._validate_args
        return new


@citing("``torch.distributions.log_normal.{}``")
class LogNormal(TransformedDistribution):
    """Numbers whose logarithms are normal.

    Parameters
    ----------
    loc, scale : Tensor or float
        Mean and standard deviation of the logarithms.
    """

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        base = Normal(loc, scale, validate_args=validate_args)
        super().__init__(base, ExpTransform(), validate_args=validate_args)

    @property
    def loc(self):
        """Mean of the logarithms."""
        return self.base_dist.loc

    @property
    def scale(self):
        """Standard deviation of the logarithms."""
        return self.base_dist.scale

    @property
    def mean(self):
        return (self.loc + self.scale.pow(2) / 2).exp()

    @property
    def mode(self):
        return (self.loc - self.scale.square()).exp()

    @property
    def variance(self):
        square = self.scale.pow(2)
        return square.expm1() * (2 * self.loc + square).exp()

    def entropy(self):
        return self.base_dist.entropy() + self.loc


class _Half(TransformedDistribution):
    """Absolute values of a distribution that is symmetric about zero."""

    arg_constraints = {"scale": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    @property
    def scale(self):
        """Scale of the whole distribution."""
        return self.base_dist.scale

    @property
    def mode(self):
        return torch.zeros_like(self.scale)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        value = torch.as_tensor(value, dtype=self.scale.dtype, device=self.scale.device)
        return torch.where(value >= 0, self.base_dist.log_prob(value) + math.log(2), -math.inf)

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, prob):
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self):
        return self.base_dist.entropy() - math.log(2)


@citing("``torch.distributions.half_normal.{}``")
class HalfNormal(_Half):
    """Absolute values of normal numbers.

    Parameters
    ----------
    scale : Tensor or float
    """

    def __init__(self, scale, validate_args=None):
        base = Normal(0, scale, validate_args=False)
        super().__init__(base, AbsTransform(), validate_args=validate_args)

    @property
    def mean(self):
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self):
        return self.scale.pow(2) * (1 - 2 / math.pi)


@citing("``torch.distributions.half_cauchy.{}``")
class HalfCauchy(_Half):
    """Absolute values of numbers of Cauchy's distribution.

    Parameters
    ----------
    scale : Tensor or float
    """

    def __init__(self, scale, validate_args=None):
        base = Cauchy(0, scale, validate_args=False)
        super().__init__(base, AbsTransform(), validate_args=validate_args)

    @property
    def mean(self):
        return full_of(self, math.inf, self.scale)

    @property
    def variance(self):
        return self.base_dist.variance


@citing("``torch.distributions.gumbel.{}``")
class Gumbel(_OfParameters):
    """The largest of many numbers.

    Parameters
    ----------
    loc, scale : Tensor or float
    """

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    parameters_ = ("loc", "scale")

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        limits = torch.finfo(self.loc.dtype)
        low, high = limits.tiny, 1 - limits.eps
        if not (isinstance(loc, numbers.Number) and isinstance(scale, numbers.Number)):
            low, high = torch.full_like(self.loc, low), torch.full_like(self.loc, high)
        chain = [
            ExpTransform().inv,
            AffineTransform(loc=0, scale=-torch.ones_like(self.scale)),
            ExpTransform().inv,
            AffineTransform(loc=loc, scale=-self.scale),
        ]
        base = Uniform(low, high, validate_args=validate_args)
        super().__init__(base, chain, validate_args=validate_args)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    @property
    def mean(self):
        return self.loc + self.scale * euler_constant

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return (math.pi / math.sqrt(6)) * self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def entropy(self):
        return self.scale.log() + (1 + euler_constant)


@citing("``torch.distributions.weibull.{}``")
class Weibull(_OfParameters):
    """Lifetimes.

    Parameters
    ----------
    scale, concentration : Tensor or float
    """

    arg_constraints = {"scale": constraints.positive, "concentration": constraints.positive}
    support = constraints.positive
    parameters_ = ("scale", "concentration")

    def __init__(self, scale, concentration, validate_args=None):
        self.scale, self.concentration = broadcast_all(scale, concentration)
        self.concentration_reciprocal = self.concentration.reciprocal()
        chain = [
            PowerTransform(exponent=self.concentration_reciprocal),
            AffineTransform(loc=0, scale=self.scale),
        ]
        base = Exponential(torch.ones_like(self.scale), validate_args=validate_args)
        super().__init__(base, chain, validate_args=validate_args)

    @property
    def mean(self):
        return self.scale * torch.exp(_log_raw_moment_at_scale_one(self, 1))

    @property
    def mode(self):
        k = self.concentration
        return self.scale * ((k - 1) / k) ** k.reciprocal()

    @property
    def variance(self):
        second, first = _log_raw_moment_at_scale_one(self, 2), _log_raw_moment_at_scale_one(self, 1)
        return self.scale.pow(2) * (torch.exp(second) - torch.exp(2 * first))

    def entropy(self):
        inverse = self.concentration_reciprocal
        return euler_constant * (1 - inverse) + torch.log(self.scale * inverse) + 1


def _log_raw_moment_at_scale_one(distribution, order: int):
    """Return ``log(E[x ** order])`` of the distribution with scale 1."""
    return torch.lgamma(1 + order * distribution.concentration_reciprocal)


@citing("``torch.distributions.pareto.{}``")
class Pareto(_OfParameters):
    """Numbers above a least one that fall off as a power.

    Parameters
    ----------
    scale, alpha : Tensor or float
        The least, and the power.
    """

    arg_constraints = {"alpha": constraints.positive, "scale": constraints.positive}
    parameters_ = ("scale", "alpha")

    def __init__(self, scale, alpha, validate_args=None):
        self.scale, self.alpha = broadcast_all(scale, alpha)
        base = Exponential(self.alpha, validate_args=validate_args)
        chain = [ExpTransform(), AffineTransform(loc=0, scale=self.scale)]
        super().__init__(base, chain, validate_args=validate_args)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        return constraints.greater_than_eq(self.scale)

    @property
    def mean(self):
        power = self.alpha.clamp(min=1)  # infinite below
        return power * self.scale / (power - 1)

    @property
    def mode(self):
        return self.scale

    @property
    def variance(self):
        power = self.alpha.clamp(min=2)  # infinite below
        return self.scale.pow(2) * power / ((power - 1).pow(2) * (power - 2))

    def entropy(self):
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())


@citing("``torch.distributions.kumaraswamy.{}``")
class Kumaraswamy(_OfParameters):
    """Numbers between 0 and 1, much as those of the beta distribution.

    Parameters
    ----------
    concentration1, concentration0 : Tensor or float
    """

    arg_constraints = {
        "concentration1": constraints.positive,
        "concentration0": constraints.positive,
    }
    support = constraints.unit_interval
    has_rsample = True
    parameters_ = ("concentration1", "concentration0")

    def __init__(self, concentration1, concentration0, validate_args=None):
        a, b = broadcast_all(concentration1, concentration0)
        self.concentration1, self.concentration0 = a, b
        base = Uniform(torch.full_like(b, 0), torch.full_like(b, 1), validate_args=validate_args)
        chain = [
            PowerTransform(exponent=b.reciprocal()),
            AffineTransform(loc=1.0, scale=-1.0),
            PowerTransform(exponent=a.reciprocal()),
        ]
        super().__init__(base, chain, validate_args=validate_args)

    @property
    def mean(self):
        return _raw_moment(self, 1)

    @property
    def mode(self):
        a, b = self.concentration1, self.concentration0
        log_mode = b.reciprocal() * (-b).log1p() - (-b * a).log1p()
        return torch.where((b < 1) | (a < 1), math.nan, log_mode).exp()

    @property
    def variance(self):
        return _raw_moment(self, 2) - self.mean.pow(2)

    def entropy(self):
        a, b = self.concentration1, self.concentration0
        harmonic = torch.digamma(b + 1) + euler_constant
        known = (1 - b.reciprocal()) + (1 - a.reciprocal()) * harmonic
        return known - torch.log(a) - torch.log(b)


def _raw_moment(distribution, order: int):
    a, b = distribution.concentration1, distribution.concentration0
    shape = 1 + order / a
    return torch.exp(b.log() + torch.lgamma(shape) + torch.lgamma(b) - torch.lgamma(shape + b))


@citing("``torch.distributions.inverse_gamma.{}``")
class InverseGamma(TransformedDistribution):
    """Reciprocals of numbers of the gamma distribution.

    Parameters
    ----------
    concentration, rate : Tensor or float
    """

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        base = Gamma(concentration, rate, validate_args=validate_args)
        inverse = PowerTransform(-base.rate.new_ones(()))
        super().__init__(base, inverse, validate_args=validate_args)

    @property
    def concentration(self):
        """That of the reciprocals."""
        return self.base_dist.concentration

    @property
    def rate(self):
        """That of the reciprocals."""
        return self.base_dist.rate

    @property
    def mean(self):
        a = self.concentration
        return torch.where(a > 1, self.rate / (a - 1), math.inf)

    @property
    def mode(self):
        return self.rate / (self.concentration + 1)

    @property
    def variance(self):
        a = self.concentration
        found = self.rate.square() / ((a - 1).square() * (a - 2))
        return torch.where(a > 2, found, math.inf)

    def entropy(self):
        a = self.concentration
        return a + self.rate.log() + a.lgamma() - (1 + a) * a.digamma()


@citing("``torch.distributions.logistic_normal.{}``")
class LogisticNormal(TransformedDistribution):
    """Probabilities whose log odds are normal.

    Parameters
    ----------
    loc, scale : Tensor or float
    """

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        base = Normal(loc, scale, validate_args=validate_args)
        if not base.batch_shape:
            base = base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args=validate_args)

    @property
    def loc(self):
        """Mean of the log odds."""
        return self.base_dist.base_dist.loc

    @property
    def scale(self):
        """Standard deviation of the log odds."""
        return self.base_dist.base_dist.scale


class _Relaxed(TransformedDistribution):
    """A smooth counterpart of a choice."""

    has_rsample = True

    @property
    def temperature(self):
        """Temperature of the relaxation: the lower, the closer samples are to a choice."""
        return self.base_dist.temperature

    @property
    def logits(self):
        """Logarithms of the probabilities, or log odds."""
        return self.base_dist.logits

    @property
    def probs(self):
        """Probabilities."""
        return self.base_dist.probs


class RelaxedBernoulli(_Relaxed):
    """Numbers near zero or one, the nearer the colder.

    Parameters
    ----------
    temperature : Tensor
    probs, logits : Tensor or float, optional

    References
    ----------
    PyTorch documentation, ``torch.distributions.relaxed_bernoulli``; E. Jang et al., "Categorical
    reparameterization with Gumbel-softmax", 2017.
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform(), validate_args=validate_args)


class RelaxedOneHotCategorical(_Relaxed):
    """Probabilities near a choice, the nearer the colder.

    Parameters
    ----------
    temperature : Tensor
    probs, logits : Tensor, optional

    References
    ----------
    PyTorch documentation, ``torch.distributions.relaxed_categorical``; E. Jang et al., "Categorical
    reparameterization with Gumbel-softmax", 2017.
    """

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.simplex

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args=validate_args)
        super().__init__(base, ExpTransform(), validate_args=validate_args)


__all__ = [
    "Gumbel", "HalfCauchy", "HalfNormal", "InverseGamma", "Kumaraswamy", "LogNormal",
    "LogisticNormal", "Pareto", "RelaxedBernoulli", "RelaxedOneHotCategorical", "Weibull",
]  # fmt: skip
