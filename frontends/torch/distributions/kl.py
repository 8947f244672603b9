"""Divergences of Kullback and Leibler: how much is lost where one distribution stands for another.

Where there is no shorter form, a divergence is the other distribution's expected surprise, which
needs some moments of the one, less the one's entropy.

References
----------
PyTorch documentation, ``torch.distributions.kl``; M. Gil, F. Alajaji and T. Linder, "Renyi
divergence measures for commonly used univariate continuous distributions", 2013.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F

from .compound import Independent, TransformedDistribution
from .continuous import (
    Beta,
    Cauchy,
    Dirichlet,
    Exponential,
    Gamma,
    Laplace,
    Normal,
    Uniform,
)
from .discrete import (
    Bernoulli,
    Binomial,
    Categorical,
    ContinuousBernoulli,
    Geometric,
    OneHotCategorical,
    Poisson,
)
from .distribution import Distribution, ExponentialFamily
from .multivariate import (
    LowRankMultivariateNormal,
    MultivariateNormal,
    log_diagonal,
    solved_square,
)
from .transformed import Gumbel, HalfNormal, Pareto
from .utils import euler_constant, sum_rightmost

_REGISTERED: dict[tuple[type, type], Callable] = {}


@citing("``torch.distributions.kl.{}``")
def register_kl(type_p: type, type_q: type) -> Callable:
    """Decorate the function that computes the divergence for two classes of distributions.

    Parameters
    ----------
    type_p, type_q : type
        Subclasses of Distribution.

    Examples
    --------
    >>> from frontends.torch.distributions import Normal, kl, register_kl
    >>> class Fixed(Normal): pass
    >>> @register_kl(Fixed, Fixed)
    ... def kl_of_fixed(p, q):
    ...     return 0.0
    >>> kl.kl_divergence(Fixed(0.0, 1.0), Fixed(1.0, 1.0))
    0.0
    """
    for name, kind in (("type_p", type_p), ("type_q", type_q)):
        if not isinstance(kind, type):  # PyTorch takes any class: pyro's are derived from others
            raise TypeError(f"Expected {name} to be a Distribution subclass but got {kind}")

    def decorate(function: Callable) -> Callable:
        _REGISTERED[type_p, type_q] = function
        return function

    return decorate


def _find_divergence(p: type, q: type) -> Callable | None:
    """Return the function registered for the nearest bases of two classes; None without one."""
    firsts, seconds = p.__mro__, q.__mro__
    by_first = ((a, b) for a in firsts for b in seconds)
    by_second = ((a, b) for b in seconds for a in firsts)
    left, right = (
        next((pair for pair in pairs if pair in _REGISTERED), None)
        for pairs in (by_first, by_second)
    )
    if left is None:
        return None
    if _REGISTERED[left] is not _REGISTERED[right]:
        warnings.warn(
            f"Ambiguous kl_divergence({p.__name__}, {q.__name__}). Please register_kl("
            f"{left[0].__name__}, {right[1].__name__})",
            RuntimeWarning,
            stacklevel=3,
        )
    return _REGISTERED[left]


@citing("``torch.distributions.kl.{}``")
def kl_divergence(p: Distribution, q: Distribution):
    """Return the divergence of q from p, in nats.

    Returns
    -------
    Tensor
        Of the batch's shape.

    Raises: NotImplementedError if it is known for none of their classes.

    Examples
    --------
    >>> from frontends.torch.distributions import Normal, kl_divergence
    >>> kl_divergence(Normal(0.0, 1.0), Normal(1.0, 1.0))
    tensor(0.5000)
    """
    function = _find_divergence(type(p), type(q))
    if function is None:
        raise NotImplementedError(
            f"No KL(p || q) is implemented for p type {type(p).__name__} and q type "
            f"{type(q).__name__}"
        )
    return function(p, q)


def _inf_where(wrong, found):
    return torch.where(wrong, math.inf, found)


def _check_same_event_shape(p, q, kind: str) -> None:
    if p.event_shape != q.event_shape:
        raise ValueError(
            f"KL-divergence between two {kind} with different event shapes cannot be computed"
        )


# of one family


@register_kl(Bernoulli, Bernoulli)
def _kl_bernoulli(p, q):
    one = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
    zero = (1 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))
    one = torch.where(p.probs == 0, 0.0, _inf_where(q.probs == 0, one))
    zero = torch.where(p.probs == 1, 0.0, _inf_where(q.probs == 1, zero))
    return one + zero


@register_kl(Binomial, Binomial)
def _kl_binomial(p, q):
    """Infinite where p has more trials; NotImplementedError if q has more anywhere."""
    if (p.total_count < q.total_count).any():
        raise NotImplementedError(
            "KL between Binomials where q.total_count > p.total_count is not implemented"
        )
    of_one = p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p()
    return _inf_where(p.total_count > q.total_count, p.total_count * of_one)


@register_kl(Categorical, Categorical)
def _kl_categorical(p, q):
    terms = _inf_where(q.probs == 0, p.probs * (p.logits - q.logits))
    return torch.where(p.probs == 0, 0.0, terms).sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _kl_one_hot_categorical(p, q):
    return _kl_categorical(p._categorical, q._categorical)


@register_kl(Geometric, Geometric)
def _kl_geometric(p, q):
    return -p.entropy() - torch.log1p(-q.probs) / p.probs - q.logits


@register_kl(Poisson, Poisson)
def _kl_poisson(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _kl_continuous_bernoulli(p, q):
    of_p = p._cont_bern_log_norm() + torch.log1p(-p.probs)
    of_q = q._cont_bern_log_norm() + torch.log1p(-q.probs)
    return p.mean * (p.logits - q.logits) + of_p - of_q


def _log_multivariate_beta(a):
    """Return ``log B(a)``, the logarithm of the multivariate beta function."""
    return a.lgamma().sum(-1) - a.sum(-1).lgamma()


@register_kl(Dirichlet, Dirichlet)
def _kl_dirichlet(p, q):
    a, b = p.concentration, q.concentration
    mean_log = a.digamma() - a.sum(-1, True).digamma()
    return _log_multivariate_beta(b) - _log_multivariate_beta(a) + ((a - b) * mean_log).sum(-1)


@register_kl(Beta, Beta)
def _kl_beta(p, q):
    return _kl_dirichlet(p._dirichlet, q._dirichlet)


@register_kl(Exponential, Exponential)
def _kl_exponential(p, q):
    ratio = q.rate / p.rate
    return ratio - ratio.log() - 1


@register_kl(Gamma, Gamma)
def _kl_gamma(p, q):
    a, b = p.concentration, q.concentration
    factors = b * (p.rate / q.rate).log() + torch.lgamma(b) - torch.lgamma(a)
    return factors + (a - b) * torch.digamma(a) + (q.rate - p.rate) * (a / p.rate)


@register_kl(Gumbel, Gumbel)
def _kl_gumbel(p, q):
    ratio, away = p.scale / q.scale, (p.loc - q.loc) / q.scale
    surprise = torch.exp((1 + ratio).lgamma() - away)
    return away - ratio.log() + ratio * euler_constant + surprise - (1 + euler_constant)


@register_kl(Laplace, Laplace)
def _kl_laplace(p, q):
    ratio, away = p.scale / q.scale, (p.loc - q.loc).abs()
    return away / q.scale - ratio.log() + ratio * torch.exp(-away / p.scale) - 1


@register_kl(Cauchy, Cauchy)
def _kl_cauchy(p, q):
    squares = (p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)
    return squares.log() - (4 * p.scale * q.scale).log()


@register_kl(Normal, Normal)
def _kl_normal(p, q):
    ratio, away = (p.scale / q.scale).pow(2), ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (ratio + away - 1 - ratio.log())


@register_kl(HalfNormal, HalfNormal)
def _kl_half_normal(p, q):
    return _kl_normal(p.base_dist, q.base_dist)


@register_kl(Pareto, Pareto)
def _kl_pareto(p, q):
    ratio = q.alpha / p.alpha
    found = q.alpha * (p.scale / q.scale).log() - ratio.log() + ratio - 1
    return _inf_where(p.scale < q.scale, found)


@register_kl(Uniform, Uniform)
def _kl_uniform(p, q):
    found = ((q.high - q.low) / (p.high - p.low)).log()
    return _inf_where((q.low > p.low) | (q.high < p.high), found)


@register_kl(ExponentialFamily, ExponentialFamily)
def _kl_exponential_family(p, q):
    """Return the Bregman divergence; NotImplementedError if the classes differ."""
    if type(p) is not type(q):
        raise NotImplementedError(
            "The cross KL-divergence between different exponential families cannot be computed "
            "using Bregman divergences"
        )
    ours = [each.detach().requires_grad_() for each in p._natural_params]
    normalizer = p._log_normalizer(*ours)
    slopes = torch.autograd.grad(normalizer.sum(), ours, create_graph=True)
    found = q._log_normalizer(*q._natural_params) - normalizer
    for mine, its, slope in zip(ours, q._natural_params, slopes, strict=True):
        found = found - sum_rightmost((its - mine) * slope, len(q.event_shape))
    return found


@register_kl(Independent, Independent)
def _kl_independent(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


@register_kl(TransformedDistribution, TransformedDistribution)
def _kl_transformed(p, q):
    """Return the base distributions' divergence; NotImplementedError if transforms differ."""
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    return kl_divergence(p.base_dist, q.base_dist)


# of normal vectors


def _frobenius_norm_squared(matrix):
    return matrix.pow(2).sum((-2, -1))


def _solve_lower_triangular(factor, matrix):
    """Return ``inv(factor) @ matrix`` of lower triangular factors, batches broadcast."""
    shape = torch.broadcast_shapes(factor.shape[:-2], matrix.shape[:-2])
    factor = factor.expand((*shape, *factor.shape[-2:]))
    matrix = matrix.expand((*shape, *matrix.shape[-2:]))
    return torch.linalg.solve_triangular(factor, matrix, upper=False)


def _log_determinant_ratio(p, q):
    """Return ``log(det(covariance of q) / det(covariance of p))``."""
    found = [
        each.log_determinant_()
        if isinstance(each, LowRankMultivariateNormal)
        else 2 * log_diagonal(each._unbroadcasted_scale_tril)
        for each in (q, p)
    ]
    return found[0] - found[1]


def _covariance_factors(p) -> list:
    """Return matrices the sum of whose squares ``A @ A.T`` is a covariance."""
    if isinstance(p, LowRankMultivariateNormal):
        return [p._unbroadcasted_cov_factor, torch.diag_embed(p._unbroadcasted_cov_diag.sqrt())]
    return [p._unbroadcasted_scale_tril]


def _kl_multivariate_normal(p, q):
    _check_same_event_shape(p, q, "(Low Rank) Multivariate Normals")
    away = q.loc - p.loc
    if isinstance(q, LowRankMultivariateNormal):
        distance = q.distance_(away)
        solved = _solve_lower_triangular(q._capacitance_tril, q.transposed_factor_over_diagonal_())
        root = q._unbroadcasted_cov_diag.rsqrt().unsqueeze(-1)
        trace = sum(
            _frobenius_norm_squared(a * root) - _frobenius_norm_squared(solved.matmul(a))
            for a in _covariance_factors(p)
        )
    else:
        factor = q._unbroadcasted_scale_tril
        distance = solved_square(factor, away)
        trace = sum(
            _frobenius_norm_squared(_solve_lower_triangular(factor, a))
            for a in _covariance_factors(p)
        )
    return 0.5 * (_log_determinant_ratio(p, q) + trace + distance - p.event_shape[0])


for _p in (MultivariateNormal, LowRankMultivariateNormal):
    for _q in (MultivariateNormal, LowRankMultivariateNormal):
        register_kl(_p, _q)(_kl_multivariate_normal)


# of two families: the expected surprise of the second, less the entropy of the first


def _mean_logarithm(p):
    """Return the mean of the logarithm of a distribution of positive numbers."""
    if isinstance(p, Beta):
        return p.concentration1.digamma() - (p.concentration1 + p.concentration0).digamma()
    if isinstance(p, Gamma):
        return p.concentration.digamma() - p.rate.log()
    if isinstance(p, Exponential):
        return -euler_constant - p.rate.log()
    if isinstance(p, Pareto):
        return p.scale.log() + p.alpha.reciprocal()
    # a uniform one
    return (_x_log_x(p.high) - _x_log_x(p.low)) / (p.high - p.low) - 1


def _x_log_x(x):
    return torch.special.xlogy(x, x)


def _mean_or_infinity(p):
    """Return the mean, infinite where there is none."""
    if isinstance(p, Pareto):
        return torch.where(p.alpha > 1, p.alpha * p.scale / (p.alpha - 1), math.inf)
    return p.mean


def _cross_entropy_normal(p, q):
    """Return ``-E_p[log q(x)]`` of any p with a variance, infinite where p has none."""
    square = p.variance + (_mean_or_infinity(p) - q.loc).pow(2)
    if isinstance(p, Pareto):
        square = torch.where(p.alpha > 2, square, math.inf)
    return q.scale.log() + 0.5 * math.log(2 * math.pi) + square / (2 * q.scale.pow(2))


def _cross_entropy_exponential(p, q):
    return q.rate * _mean_or_infinity(p) - q.rate.log()


def _cross_entropy_gamma(p, q):
    b = q.concentration
    powers = q.rate * _mean_or_infinity(p) - (b - 1) * _mean_logarithm(p)
    return torch.lgamma(b) - b * q.rate.log() + powers


def _cross_entropy_gumbel(p, q):
    """Return ``-E_p[log q(x)]`` for an Exponential, Gamma, Normal or Uniform p."""
    away = (p.mean - q.loc) / q.scale
    return (
        q.scale.log() + away + torch.exp(q.loc / q.scale) * _mean_negative_exponential(p, q.scale)
    )


def _mean_negative_exponential(p, scale):
    """Return the mean of ``exp(-x / scale)``."""
    if isinstance(p, Exponential):
        return p.rate * scale / (p.rate * scale + 1)
    if isinstance(p, Gamma):
        return (1 + (p.rate * scale).reciprocal()).pow(-p.concentration)
    if isinstance(p, Normal):
        return torch.exp(-p.loc / scale + 0.5 * (p.scale / scale).pow(2))
    # a uniform one
    ends = torch.exp(-p.low / scale) - torch.exp(-p.high / scale)
    return scale * ends / (p.high - p.low)


def _cross_entropy_laplace(p, q):
    away = p.loc - q.loc
    unscaled = away / p.scale
    tail = math.sqrt(2 / math.pi) * p.scale * torch.exp(-0.5 * unscaled.pow(2))
    distance = tail + away * torch.erf(math.sqrt(0.5) * unscaled)
    return (2 * q.scale).log() + distance / q.scale


def _cross_entropy_continuous_bernoulli(p, q):
    return -p.mean * q.logits - torch.log1p(-q.probs) - q._cont_bern_log_norm()


def _cross_entropy_uniform(p, q):
    return (q.high - q.low).log()


def _cross_entropy_pareto(p, q):
    return (q.alpha + 1) * _mean_logarithm(p) - q.alpha.log() - q.alpha * q.scale.log()


def _cross_entropy_beta(p, q):
    """Return ``-E_p[log q(x)]`` for a Uniform p within [0, 1]."""
    a, b = q.concentration1, q.concentration0
    width = p.high - p.low
    log_one = (_x_log_x(1 - p.low) - _x_log_x(1 - p.high)) / width - 1
    factor = a.lgamma() + b.lgamma() - (a + b).lgamma()
    return factor - (a - 1) * _mean_logarithm(p) - (b - 1) * log_one


def _cross_entropy_poisson(p, q):
    return q.rate - p.probs * q.rate.log()


def _register_cross_entropy(cross_entropy: Callable, q: type, *ps: type) -> None:
    """Register ``cross_entropy - entropy of p`` as the divergence of each of ``ps`` from ``q``."""

    def divergence(one, other):
        return cross_entropy(one, other) - one.entropy()

    for p in ps:
        register_kl(p, q)(divergence)


_register_cross_entropy(
    _cross_entropy_normal, Normal, Beta, ContinuousBernoulli, Exponential, Gamma, Gumbel,
    Laplace, Pareto, Uniform,
)  # fmt: skip
_register_cross_entropy(
    _cross_entropy_exponential, Exponential, Beta, ContinuousBernoulli, Gamma, Pareto
)
_register_cross_entropy(_cross_entropy_gamma, Gamma, Beta, Exponential, Pareto)
_register_cross_entropy(_cross_entropy_gumbel, Gumbel, Exponential, Gamma, Normal, Uniform)
_register_cross_entropy(_cross_entropy_laplace, Laplace, Normal)
_register_cross_entropy(_cross_entropy_continuous_bernoulli, ContinuousBernoulli, Beta)
_register_cross_entropy(_cross_entropy_poisson, Poisson, Bernoulli)


# where the first may give what the second cannot


def _infinite_divergence(p, q):
    return torch.full_like(p.entropy(), math.inf)


def _register_infinite(q: type, *ps: type) -> None:
    for p in ps:
        register_kl(p, q)(_infinite_divergence)


_WHOLE_LINE = (Gumbel, Laplace, Normal)
_register_infinite(Beta, Exponential, Gamma, Pareto, *_WHOLE_LINE)
_register_infinite(ContinuousBernoulli, Exponential, Gamma, Pareto, *_WHOLE_LINE)
_register_infinite(Pareto, Beta, ContinuousBernoulli, Exponential, Gamma, *_WHOLE_LINE)
_register_infinite(Uniform, Exponential, Gamma, Pareto, *_WHOLE_LINE)
_register_infinite(Exponential, *_WHOLE_LINE)
_register_infinite(Gamma, *_WHOLE_LINE)


@register_kl(Poisson, Bernoulli)
@register_kl(Poisson, Binomial)
def _kl_poisson_finite_support(p, q):
    return torch.full_like(p.rate, math.inf)


@register_kl(Beta, Uniform)
def _kl_beta_uniform(p, q):
    found = _cross_entropy_uniform(p, q) - p.entropy()
    return _inf_where((q.low > 0) | (q.high < 1), found)


@register_kl(ContinuousBernoulli, Uniform)
def _kl_continuous_bernoulli_uniform(p, q):
    # as PyTorch has it: also an interval that is wider on one side is refused
    found = _cross_entropy_uniform(p, q) - p.entropy()
    return _inf_where((q.low >= 0) | (q.high <= 1), found)


@register_kl(Uniform, ContinuousBernoulli)
def _kl_uniform_continuous_bernoulli(p, q):
    # as PyTorch has it: the bounds themselves are refused
    found = _cross_entropy_continuous_bernoulli(p, q) - p.entropy()
    return _inf_where((p.high >= 1) | (p.low <= 0), found)


@register_kl(Uniform, Beta)
def _kl_uniform_beta(p, q):
    return _inf_where((p.high > 1) | (p.low < 0), _cross_entropy_beta(p, q) - p.entropy())


@register_kl(Uniform, Exponential)
def _kl_uniform_exponential(p, q):
    return _inf_where(p.low < 0, _cross_entropy_exponential(p, q) - p.entropy())


@register_kl(Uniform, Gamma)
def _kl_uniform_gamma(p, q):
    return _inf_where(p.low < 0, _cross_entropy_gamma(p, q) - p.entropy())


@register_kl(Uniform, Pareto)
def _kl_uniform_pareto(p, q):
    return _inf_where(p.low < q.scale, _cross_entropy_pareto(p, q) - p.entropy())


__all__ = ["kl_divergence", "register_kl"]
