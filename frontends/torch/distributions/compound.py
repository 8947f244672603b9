"""Distributions made of others: further dimensions of an event, transforms, mixtures.

References
----------
PyTorch documentation, ``torch.distributions``.
"""

from __future__ import annotations

import math

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from . import constraints
from .discrete import Categorical
from .distribution import Distribution
from .transforms import ComposeTransform, Transform
from .utils import sum_rightmost


@citing("``torch.distributions.independent.{}``")
class Independent(Distribution):
    """A distribution some of whose batch counts as one event.

    Parameters
    ----------
    base_distribution : Distribution
    reinterpreted_batch_ndims : int
        How many of the last dimensions of its batch.

    Examples
    --------
    >>> from frontends.torch.distributions import Independent, Normal
    >>> import frontends.torch as torch
    >>> Independent(Normal(torch.zeros(2, 3), 1.0), 1).event_shape
    torch.Size([3])
    """

    arg_constraints: dict = {}

    def __init__(self, base_distribution, reinterpreted_batch_ndims: int, validate_args=None):
        count, batch = reinterpreted_batch_ndims, base_distribution.batch_shape
        if count > len(batch):
            raise ValueError(
                "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual "
                f"{count} vs {len(batch)}"
            )
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, count
        cut = len(batch) - count
        event_shape = batch[cut:] + base_distribution.event_shape
        super().__init__(batch[:cut], event_shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(Independent, _instance)
        batch_shape, count = torch.Size(batch_shape), self.reinterpreted_batch_ndims
        new.base_dist = self.base_dist.expand(batch_shape + self._event_shape[:count])
        new.reinterpreted_batch_ndims = count
        return self.init_expanded_(new, batch_shape)

    @property
    def has_rsample(self) -> bool:
        return self.base_dist.has_rsample

    @property
    def has_enumerate_support(self) -> bool:
        return not self.reinterpreted_batch_ndims and self.base_dist.has_enumerate_support

    @constraints.dependent_property
    def support(self):
        base, count = self.base_dist.support, self.reinterpreted_batch_ndims
        return constraints.independent(base, count) if count else base

    @property
    def mean(self):
        return self.base_dist.mean

    @property
    def mode(self):
        return self.base_dist.mode

    @property
    def variance(self):
        return self.base_dist.variance

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        return sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self):
        return sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self, expand: bool = True):
        if self.reinterpreted_batch_ndims:
            raise NotImplementedError("Enumeration over cartesian product is not implemented")
        return self.base_dist.enumerate_support(expand=expand)

    def __repr__(self):
        return f"{type(self).__name__}({self.base_dist}, {self.reinterpreted_batch_ndims})"


@citing("``torch.distributions.transformed_distribution``")
class TransformedDistribution(Distribution):
    """Distribution of another distribution's samples after transforms.

    Parameters
    ----------
    base_distribution : Distribution
    transforms : Transform or list of Transform
        The first is applied first.
    """

    arg_constraints: dict = {}

    def __init__(self, base_distribution, transforms, validate_args=None):
        if isinstance(transforms, Transform):
            transforms = [transforms]
        elif not isinstance(transforms, list):
            raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
        elif not all(isinstance(each, Transform) for each in transforms):
            raise ValueError("transforms must be a Transform or a list of Transforms")
        self.transforms = transforms
        whole = ComposeTransform(transforms)
        before, after = whole.domain.event_dim, whole.codomain.event_dim
        shape = base_distribution.batch_shape + base_distribution.event_shape
        own_dim = len(base_distribution.event_shape)
        if len(shape) < before:
            raise ValueError(
                f"base_distribution needs to have shape with size at least {before}, but got "
                f"{shape}."
            )
        made = whole.forward_shape(shape)
        needed = whole.inverse_shape(made)
        if needed != shape:
            base_distribution = base_distribution.expand(needed[: len(needed) - own_dim])
        if before > own_dim:
            base_distribution = Independent(base_distribution, before - own_dim)
        self.base_dist = base_distribution
        # the transform may join several events of the base, or take apart less than one
        cut = len(made) - max(after, own_dim + after - before)
        super().__init__(made[:cut], made[cut:], validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(self.class_of_package_(), _instance)
        shape = torch.Size(batch_shape) + self._event_shape
        for transform in reversed(self.transforms):
            shape = transform.inverse_shape(shape)
        cut = len(shape) - len(self.base_dist.event_shape)
        new.base_dist, new.transforms = self.base_dist.expand(shape[:cut]), self.transforms
        return self.init_expanded_(new, torch.Size(batch_shape))

    @constraints.dependent_property(is_discrete=False)
    def support(self):
        if not self.transforms:
            return self.base_dist.support
        support = self.transforms[-1].codomain
        more = len(self._event_shape) - support.event_dim
        return constraints.independent(support, more) if more > 0 else support

    @property
    def has_rsample(self) -> bool:
        return self.base_dist.has_rsample

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return _apply_transforms(self, self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=()):
        return _apply_transforms(self, self.base_dist.rsample(sample_shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        dim, total, y = len(self._event_shape), 0.0, value
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            before, after = transform.domain.event_dim, transform.codomain.event_dim
            dim += before - after
            total = total - sum_rightmost(transform.log_abs_det_jacobian(x, y), dim - before)
            y = x
        base = self.base_dist
        return total + sum_rightmost(base.log_prob(y), dim - len(base.event_shape))

    def cdf(self, value):
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        if self._validate_args:
            self.base_dist._validate_sample(value)
        return _flip_if_decreasing(self, self.base_dist.cdf(value))

    def icdf(self, value):
        return _apply_transforms(self, self.base_dist.icdf(_flip_if_decreasing(self, value)))


def _apply_transforms(distribution, x):
    for transform in distribution.transforms:
        x = transform(x)
    return x


def _flip_if_decreasing(distribution, probability):
    """Return ``1 - probability`` where the transforms decrease, else ``probability``."""
    sign = math.prod(transform.sign for transform in distribution.transforms)
    if isinstance(sign, int) and sign == 1:
        return probability
    return sign * (probability - 0.5) + 0.5


@citing("``torch.distributions.mixture_same_family.{}``")
class MixtureSameFamily(Distribution):
    """One of several distributions of a kind, chosen first.

    Parameters
    ----------
    mixture_distribution : Categorical
        Which is chosen.
    component_distribution : Distribution
        The last dimension of its batch are those that are chosen from.
    """

    arg_constraints: dict = {}
    has_rsample = False

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(
                " The Mixture distribution needs to be an  instance of "
                "torch.distributions.Categorical"
            )
        if not isinstance(component_distribution, Distribution):
            raise ValueError(
                "The Component distribution needs to be an instance of "
                "torch.distributions.Distribution"
            )
        self._mixture_distribution = mixture_distribution
        self._component_distribution = component_distribution
        chosen, batch = mixture_distribution.batch_shape, component_distribution.batch_shape[:-1]
        for ours, its in zip(reversed(chosen), reversed(batch), strict=False):
            if ours != its and 1 not in (ours, its):
                raise ValueError(
                    f"`mixture_distribution.batch_shape` ({chosen}) is not compatible with "
                    f"`component_distribution.batch_shape`({batch})"
                )
        count, there = mixture_distribution.logits.shape[-1], component_distribution.batch_shape[-1]
        if count != there:
            raise ValueError(
                f"`mixture_distribution component` ({count}) does not equal "
                f"`component_distribution.batch_shape[-1]` ({there})"
            )
        event_shape = component_distribution.event_shape
        super().__init__(batch, event_shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(MixtureSameFamily, _instance)
        batch_shape = torch.Size(batch_shape)
        parts = batch_shape + self._component_distribution.batch_shape[-1:]
        new._component_distribution = self._component_distribution.expand(parts)
        new._mixture_distribution = self._mixture_distribution.expand(batch_shape)
        return self.init_expanded_(new, batch_shape)

    @property
    def mixture_distribution(self):
        """Categorical distribution that chooses the component."""
        return self._mixture_distribution

    @property
    def component_distribution(self):
        """Those that are chosen from."""
        return self._component_distribution

    @constraints.dependent_property
    def support(self):
        return constraints.MixtureSameFamilyConstraint(self._component_distribution.support)

    @property
    def mean(self):
        return torch.sum(
            _component_weights(self) * self._component_distribution.mean, dim=_component_dim(self)
        )

    @property
    def variance(self):
        # what the components vary, and what their means do
        weights, means = _component_weights(self), self._component_distribution.mean
        inner = torch.sum(weights * self._component_distribution.variance, dim=_component_dim(self))
        away = means - self.mean.unsqueeze(_component_dim(self))
        return inner + torch.sum(weights * away.pow(2.0), dim=_component_dim(self))

    def cdf(self, x):
        each = self._component_distribution.cdf(x.unsqueeze(_component_dim(self)))
        return torch.sum(each * self._mixture_distribution.probs, dim=-1)

    def log_prob(self, x):
        if self._validate_args:
            self._validate_sample(x)
        each = self._component_distribution.log_prob(x.unsqueeze(_component_dim(self)))
        weights = torch.log_softmax(self._mixture_distribution.logits, dim=-1)
        return torch.logsumexp(each + weights, dim=-1)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            chosen = self._mixture_distribution.sample(sample_shape)
            each = self._component_distribution.sample(sample_shape)
            event = self._event_shape
            index = chosen.reshape((*chosen.shape, *(1,) * (len(event) + 1)))
            index = index.repeat((*(1,) * chosen.dim(), 1, *event))
            return torch.gather(each, _component_dim(self), index).squeeze(_component_dim(self))

    def __repr__(self):
        parts = f"\n  {self._mixture_distribution},\n  {self._component_distribution}"
        return f"MixtureSameFamily({parts})"


def _component_dim(mixture) -> int:
    """Dimension, from the end, along which a sample of all components has one of each."""
    return -1 - len(mixture._event_shape)


def _component_weights(mixture):
    """Return components' probabilities, shaped to broadcast with a sample of all of them."""
    probs, chosen = mixture._mixture_distribution.probs, mixture._mixture_distribution.batch_shape
    missing = 0 if len(chosen) == 1 else len(mixture._batch_shape) - len(chosen)
    ones = (1,) * len(mixture._event_shape)
    return probs.reshape((*probs.shape[:-1], *(1,) * missing, probs.shape[-1], *ones))


__all__ = ["Independent", "MixtureSameFamily", "TransformedDistribution"]
