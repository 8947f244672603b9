"""Base class of all distributions: shapes, checks of arguments and values.

References
----------
PyTorch documentation, ``torch.distributions``.
"""

from __future__ import annotations

import warnings

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from ivy_core.backends.holder import held, read
from ivy_core.compilation.trace import trace as tracing

from . import constraints
from .utils import lazy_property


@citing("``torch.distributions.distribution.{}``")
class Distribution:
    """A distribution of probability, or a batch of them.

    Parameters
    ----------
    batch_shape : torch.Size
        Shape of the parameters: how many distributions this is.
    event_shape : torch.Size
        Shape of one sample of one of them.
    validate_args : bool, optional
        Whether parameters and values are checked; by default as
        :meth:`set_default_validate_args` says.

    >>> normal = torch.distributions.Normal(torch.zeros(3), 1.0)
    >>> normal.batch_shape, normal.event_shape
    (torch.Size([3]), torch.Size([]))
    """

    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Say whether distributions that are made from now on check what they are given.

        Raises
        ------
        ValueError
            If the value is neither true nor false.
        """
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self._batch_shape = torch.Size(batch_shape)
        self._event_shape = torch.Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            _check_parameters(self)

    # names of the tensors that have the batch's shape, then the shape of an event
    parameters_: tuple[str, ...] = ()

    def expand(self, batch_shape, _instance=None):
        """Return the distribution with its batch expanded to a shape."""
        if not self.parameters_:
            raise NotImplementedError
        new = self._get_checked_instance(self.class_of_package_(), _instance)
        batch_shape = torch.Size(batch_shape)
        for name in self.parameters_:
            if name in vars(self):
                tail = self.parameter_event_shape_(name)
                setattr(new, name, getattr(self, name).expand((*batch_shape, *tail)))
        return self.init_expanded_(new, batch_shape)

    def class_of_package_(self) -> type:
        """Return the nearest base class of a distribution that is of this package."""
        ours = (__package__, "torch.distributions")
        return next(cls for cls in type(self).__mro__ if cls.__module__.startswith(ours))

    def parameter_event_shape_(self, name: str) -> tuple:
        """Return the shape of one distribution's part of a parameter."""
        return tuple(self._event_shape)

    def init_expanded_(self, new: Distribution, batch_shape) -> Distribution:
        """Initialize ``new``, whose parameters are set, for ``batch_shape``, and return it."""
        Distribution.__init__(new, batch_shape, self._event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    @property
    def batch_shape(self):
        """Shape of the parameters."""
        return self._batch_shape

    @property
    def event_shape(self):
        """Shape of one sample of one distribution."""
        return self._event_shape

    @property
    def arg_constraints(self) -> dict:
        """Constraint of each parameter."""
        raise NotImplementedError

    @property
    def support(self):
        """Constraint that samples satisfy."""
        raise NotImplementedError

    @property
    def mean(self):
        """The mean."""
        raise NotImplementedError

    @property
    def mode(self):
        """The most probable value.

        Raises
        ------
        NotImplementedError
            If the distribution does not tell it.
        """
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def variance(self):
        """The variance."""
        raise NotImplementedError

    @property
    def stddev(self):
        """The standard deviation."""
        return self.variance.sqrt()

    def sample(self, sample_shape=()):
        """Draw samples: a tensor of ``sample_shape + batch_shape + event_shape``."""
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=()):
        """Draw samples that have gradients by the parameters."""
        raise NotImplementedError

    def sample_n(self, n: int):
        """Draw n samples."""
        warnings.warn(
            "`sample_n(n)` will be deprecated. Use `sample((n,))` instead.",
            FutureWarning,
            stacklevel=2,
        )
        return self.sample(torch.Size((n,)))

    def log_prob(self, value):
        """Return the logarithm of the density, or of the probability, at a value."""
        raise NotImplementedError

    def cdf(self, value):
        """Return the probability of at most a value."""
        raise NotImplementedError

    def icdf(self, value):
        """Return the value that a probability belongs to."""
        raise NotImplementedError

    def enumerate_support(self, expand: bool = True):
        """Return all values of a discrete distribution along a new first dimension."""
        raise NotImplementedError

    def entropy(self):
        """Return the entropy in nats."""
        raise NotImplementedError

    def perplexity(self):
        """Return the exponential of the entropy."""
        return torch.exp(self.entropy())

    def _extended_shape(self, sample_shape=()):
        """Return the shape of what ``sample(sample_shape)`` gives."""
        return torch.Size((*sample_shape, *self._batch_shape, *self._event_shape))

    def _validate_sample(self, value) -> None:
        """Raise ValueError for a value that cannot be one of this distribution's."""
        if not torch.is_tensor(value):
            raise ValueError("The value argument to log_prob must be a Tensor")
        shape, event = value.size(), self._event_shape
        if shape[len(shape) - len(event) :] != event:
            raise ValueError(
                f"The right-most size of value must match event_shape: {shape} vs {event}."
            )
        wanted = self._batch_shape + event
        for ours, its in zip(reversed(shape), reversed(wanted), strict=False):
            if ours != its and 1 not in (ours, its):
                raise ValueError(
                    f"Value is not broadcastable with batch_shape+event_shape: {shape} vs {wanted}."
                )
        try:
            support = self.support
        except NotImplementedError:
            warnings.warn(
                f"{type(self)} does not define `support` to enable sample validation. Please "
                "initialize the distribution with `validate_args=False` to turn off validation.",
                stacklevel=3,
            )
            return
        if not _holds_everywhere(support, value):
            raise ValueError(
                f"Expected value argument ({_class_and_shape(value)}) to be within the support "
                f"({support!r}) of the distribution {self!r}, but found invalid values:\n{value}"
            )

    def _get_checked_instance(self, cls: type, _instance=None):
        """Return ``_instance``, else one not initialized; raise if a subclass has its own init."""
        if _instance is not None:
            return _instance
        if type(self).__init__ is not cls.__init__:
            raise NotImplementedError(
                f"Subclass {type(self).__name__} of {cls.__name__} that defines a custom __init__ "
                "method must also define a custom .expand() method."
            )
        return object.__new__(type(self))

    def __repr__(self):
        own = vars(self)
        parts = [
            f"{name}: {own[name] if own[name].numel() == 1 else own[name].size()}"
            for name in self.arg_constraints
            if name in own
        ]
        return f"{type(self).__name__}({', '.join(parts)})"


def _check_parameters(distribution) -> None:
    """Raise ValueError for a parameter outside its constraint; warn if none are defined."""
    try:
        wanted = distribution.arg_constraints
    except NotImplementedError:
        warnings.warn(
            f"{type(distribution)} does not define `arg_constraints`. Please set "
            "`arg_constraints = {}` or initialize the distribution with `validate_args=False` "
            "to turn off validation.",
            stacklevel=4,
        )
        return
    for name, constraint in wanted.items():
        is_lazy = isinstance(getattr(type(distribution), name, None), lazy_property)
        if constraints.is_dependent(constraint) or (is_lazy and name not in vars(distribution)):
            continue  # it cannot be checked, or follows from a parameter that is
        value = getattr(distribution, name)
        if not _holds_everywhere(constraint, value):
            raise ValueError(
                f"Expected parameter {name} ({_class_and_shape(value)}) of distribution "
                f"{distribution!r} to satisfy the constraint {constraint!r}, but found invalid "
                f"values:\n{value}"
            )


def _holds_everywhere(constraint, value) -> bool:
    """Return whether all events hold; a program watches for others, and the call runs eagerly."""
    while type(constraint) is constraints.independent and constraint.event_dim <= value.dim():
        constraint = constraint.base_constraint  # of all events it says the same in fewer steps
    holds = constraint.check(value).all()
    trace = tracing.current
    if trace is None or not trace.programs.is_tracer(held(holds)):
        return bool(holds)
    trace.checks.raise_if(read(~holds))
    return True


def _class_and_shape(value) -> str:
    kind = "Parameter" if type(value).__name__ == "Parameter" else "Tensor"
    return f"{kind} of shape {tuple(value.shape)}"


class ExponentialFamily(Distribution):
    """A distribution whose density is the exponential of a product with natural parameters.

    Its entropy follows from the derivative of the logarithm of its normalising factor.

    References
    ----------
    PyTorch documentation, ``torch.distributions.exp_family.ExponentialFamily``; F. Nielsen and
    R. Nock, "Entropies and cross-entropies of exponential families", 2010.
    """

    @property
    def _natural_params(self):
        """Abstract: a tuple of the natural parameters, as ``_log_normalizer`` takes them."""
        raise NotImplementedError

    def _log_normalizer(self, *natural_params):
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self) -> float:
        """Abstract: the expected log of the carrier measure, that ``entropy`` subtracts."""
        raise NotImplementedError

    def entropy(self):
        carrier = self._mean_carrier_measure
        params = [p.detach().requires_grad_() for p in self._natural_params]
        log_normalizer = self._log_normalizer(*params)
        derivatives = torch.autograd.grad(log_normalizer.sum(), params, create_graph=True)
        result = log_normalizer - carrier
        for param, derivative in zip(params, derivatives, strict=True):
            result = result - (param * derivative).reshape((*self._batch_shape, -1)).sum(-1)
        return result


__all__ = ["Distribution", "ExponentialFamily"]
