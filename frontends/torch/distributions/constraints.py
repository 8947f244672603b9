"""Sets of values: what parameters of distributions may be, and where their samples lie.

References
----------
PyTorch documentation, ``torch.distributions.constraints``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing


@citing("``torch.distributions.constraints.{}``")
class Constraint:
    """A set of events, each of the last ``event_dim`` dimensions of a tensor.

    Attributes
    ----------
    is_discrete : bool
        Whether the set is one of separate points.
    event_dim : int
        Over how many dimensions a single value reaches.

    >>> torch.distributions.constraints.positive.check(torch.tensor([1.0, -1.0])).tolist()
    [True, False]
    """

    is_discrete = False
    event_dim = 0

    def check(self, value):
        """Return for each event of a tensor whether it is in the set: booleans."""
        raise NotImplementedError

    def __repr__(self):
        return f"{_class_name(self)}()"


def _class_name(constraint: Constraint) -> str:
    return type(constraint).__name__.removeprefix("_")


# sets that are known only with the values of other parameters


class _Dependent(Constraint):
    """A set that other variables decide: only what is declared of it can be asked."""

    def __init__(self, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        self._is_discrete, self._event_dim = is_discrete, event_dim

    @property
    def is_discrete(self) -> bool:
        return _require_implemented(self._is_discrete, "is_discrete")

    @property
    def event_dim(self) -> int:
        return _require_implemented(self._event_dim, "event_dim")

    def __call__(self, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        """Return the same set with more declared of it."""
        return _Dependent(
            is_discrete=self._is_discrete if is_discrete is NotImplemented else is_discrete,
            event_dim=self._event_dim if event_dim is NotImplemented else event_dim,
        )

    def check(self, value):
        raise ValueError("Cannot determine validity of dependent constraint")


def _require_implemented(value, name: str):
    """Return ``value``; raise NotImplementedError if it is NotImplemented."""
    if value is NotImplemented:
        raise NotImplementedError(f".{name} cannot be determined statically")
    return value


class _DependentProperty(property, _Dependent):
    """A property of an object whose class shows it as a set that depends on its parameters."""

    def __init__(self, fn=None, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        property.__init__(self, fn)
        self._is_discrete, self._event_dim = is_discrete, event_dim

    def __call__(self, fn: Callable):
        """Decorate a function, as ``@dependent_property(event_dim=1)`` does."""
        return _DependentProperty(fn, is_discrete=self._is_discrete, event_dim=self._event_dim)


@citing("``torch.distributions.constraints.{}``")
def is_dependent(constraint) -> bool:
    """Return whether a set is known only with the values of other parameters.

    Examples
    --------
    >>> from frontends.torch.distributions import constraints
    >>> constraints.is_dependent(constraints.dependent)
    True
    """
    return isinstance(constraint, _Dependent)


# sets made of others


def _all_but_first_dims(result, kept: int):
    """Return a bool tensor of the first ``kept`` dimensions: whether all behind them is true."""
    return result.reshape((*result.shape[:kept], -1)).all(-1)


def _raise_too_few_dims(value, wanted: int) -> None:
    raise ValueError(f"Expected value.dim() >= {wanted} but got {value.dim()}")


class _OfAnother(Constraint):
    """A set that is told by another one."""

    def __init__(self, base_constraint):
        if not isinstance(base_constraint, Constraint):
            found = type(base_constraint).__name__
            raise AssertionError(f"base_constraint must be a Constraint, got {found}")
        self.base_constraint = base_constraint

    @property
    def is_discrete(self) -> bool:
        return self.base_constraint.is_discrete

    @property
    def event_dim(self) -> int:
        return self.base_constraint.event_dim


class _IndependentConstraint(_OfAnother):
    """Events that are several events of another set, over further dimensions of the batch."""

    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        super().__init__(base_constraint)
        count = reinterpreted_batch_ndims
        if not isinstance(count, int):
            found = type(count).__name__
            raise AssertionError(f"reinterpreted_batch_ndims must be an int, got {found}")
        if count < 0:
            raise AssertionError(f"reinterpreted_batch_ndims must be >= 0, got {count}")
        self.reinterpreted_batch_ndims = count

    @property
    def event_dim(self) -> int:
        return self.base_constraint.event_dim + self.reinterpreted_batch_ndims

    def check(self, value):
        result = self.base_constraint.check(value)
        kept = result.dim() - self.reinterpreted_batch_ndims
        if kept < 0:
            _raise_too_few_dims(value, self.event_dim)
        return _all_but_first_dims(result, kept)

    def __repr__(self):
        base, count = self.base_constraint, self.reinterpreted_batch_ndims
        return f"{_class_name(self)}({base!r}, {count})"


@citing("``torch.distributions.constraints``")
class MixtureSameFamilyConstraint(_OfAnother):
    """Support of a mixture: values that each of its components may give."""

    def check(self, value):
        result = self.base_constraint.check(value.unsqueeze(-1 - self.event_dim))
        if value.dim() < self.event_dim:
            _raise_too_few_dims(value, self.event_dim)
        return _all_but_first_dims(result, value.dim() - self.event_dim)

    def __repr__(self):
        return f"{_class_name(self)}({self.base_constraint!r})"


class _Several(Constraint):
    """Sets for the parts of a tensor along a dimension."""

    def __init__(self, cseq, dim: int = 0):
        self.cseq, self.dim = list(cseq), dim
        if not all(isinstance(each, Constraint) for each in self.cseq):
            raise AssertionError("All elements of cseq must be Constraint instances")

    @property
    def is_discrete(self) -> bool:
        return any(each.is_discrete for each in self.cseq)

    @property
    def event_dim(self) -> int:
        return max(each.event_dim for each in self.cseq)


def _check_dim(constraint, value) -> None:
    if not -value.dim() <= constraint.dim < value.dim():
        raise AssertionError(
            f"dim {constraint.dim} out of range for value with {value.dim()} dimensions"
        )


class _Cat(_Several):
    """Sets for pieces of given lengths, as ``torch.cat`` joins them."""

    def __init__(self, cseq, dim: int = 0, lengths=None):
        super().__init__(cseq, dim)
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.cseq):
            raise AssertionError(
                f"lengths ({len(self.lengths)}) must match cseq ({len(self.cseq)})"
            )

    def check(self, value):
        _check_dim(self, value)
        pieces = value.narrow(self.dim, 0, sum(self.lengths)).split(self.lengths, self.dim)
        checks = [each.check(piece) for each, piece in zip(self.cseq, pieces, strict=True)]
        return torch.cat(checks, self.dim)


class _Stack(_Several):
    """Sets for the members of a dimension, as ``torch.stack`` joins them."""

    @property
    def event_dim(self) -> int:
        widest = max(each.event_dim for each in self.cseq)
        return widest + (self.dim + widest < 0)

    def check(self, value):
        _check_dim(self, value)
        members = value.unbind(self.dim)
        checks = [each.check(member) for member, each in zip(members, self.cseq, strict=False)]
        return torch.stack(checks, self.dim)


# sets of numbers


class _Bounded(Constraint):
    """Numbers on one side of a bound, or between two.

    Attributes
    ----------
    holds : dict
        By the name of a bound the comparison that a value passes with it.
    """

    holds_: dict[str, Callable] = {}

    def __init__(self, *bounds, **named):
        given = dict(zip(self.holds_, bounds, strict=False)) | named
        if given.keys() != self.holds_.keys() or len(bounds) > len(self.holds_):
            wanted = ", ".join(self.holds_)
            raise TypeError(f"{_class_name(self)}() takes {wanted}")
        self.__dict__.update(given)

    def check(self, value):
        valid = None
        if self.is_discrete and value.is_floating_point():
            valid = value % 1 == 0
        for name, compare in self.holds_.items():
            within = compare(value, getattr(self, name))
            valid = within if valid is None else valid & within
        return valid

    def __repr__(self):
        shown = ", ".join(f"{name}={getattr(self, name)}" for name in self.holds_)
        return f"{_class_name(self)}({shown})"


class _IntegerInterval(_Bounded):
    is_discrete = True
    holds_ = {"lower_bound": operator.ge, "upper_bound": operator.le}


class _IntegerLessThan(_Bounded):
    is_discrete = True
    holds_ = {"upper_bound": operator.le}


class _IntegerGreaterThan(_Bounded):
    is_discrete = True
    holds_ = {"lower_bound": operator.ge}


class _GreaterThan(_Bounded):
    holds_ = {"lower_bound": operator.gt}


class _GreaterThanEq(_Bounded):
    holds_ = {"lower_bound": operator.ge}


class _LessThan(_Bounded):
    holds_ = {"upper_bound": operator.lt}


class _Interval(_Bounded):
    holds_ = {"lower_bound": operator.ge, "upper_bound": operator.le}


class _HalfOpenInterval(_Bounded):
    holds_ = {"lower_bound": operator.ge, "upper_bound": operator.lt}


class _Real(Constraint):
    """All numbers but nan."""

    def check(self, value):
        return ~torch.isnan(value) if value.is_floating_point() else value == value


class _Boolean(Constraint):
    """Zero and one."""

    is_discrete = True

    def check(self, value):
        return _is_zero_or_one(value)


def _is_zero_or_one(value):
    return (value == 0) | (value == 1)


# sets of vectors


class _OneHot(Constraint):
    """Vectors of zeros with a single one."""

    is_discrete = True
    event_dim = 1

    def check(self, value):
        return _is_zero_or_one(value).all(-1) & (value.sum(-1) == 1)


class _Simplex(Constraint):
    """Vectors of probabilities: none negative, together 1 (within 1e-6)."""

    event_dim = 1

    def check(self, value):
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _Multinomial(Constraint):
    """Vectors of counts, together at most the upper bound."""

    is_discrete = True
    event_dim = 1

    def __init__(self, upper_bound):
        self.upper_bound = upper_bound

    def check(self, x):
        return (x >= 0).all(-1) & (x.sum(-1) <= self.upper_bound)


# sets of matrices


class _OfMatrices(Constraint):
    event_dim = 2


class _LowerTriangular(_OfMatrices):
    """Matrices without anything above the diagonal."""

    def check(self, value):
        return _all_but_first_dims(value.tril() == value, value.dim() - 2)


class _LowerCholesky(_LowerTriangular):
    """Lower triangular matrices with a positive diagonal."""

    def check(self, value):
        return super().check(value) & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


class _CorrCholesky(_LowerCholesky):
    """Factors of correlations: those whose rows have length 1."""

    def check(self, value):
        allowed = 10 * value.size(-1) * torch.finfo(value.dtype).eps
        lengths = torch.linalg.vector_norm(value.detach(), dim=-1)
        return super().check(value) & ((lengths - 1.0).abs() <= allowed).all(-1)


class _Square(_OfMatrices):
    """Matrices with as many rows as columns."""

    def check(self, value):
        is_square = value.shape[-2] == value.shape[-1]
        return torch.full(value.shape[:-2], is_square, dtype=torch.bool, device=value.device)


class _Symmetric(_Square):
    """Matrices that are their own transpose (within 1e-6)."""

    def check(self, value):
        if value.shape[-2] != value.shape[-1]:
            return super().check(value)
        return torch.isclose(value, value.mT, atol=1e-6).all(-2).all(-1)


class _PositiveSemidefinite(_Symmetric):
    """Symmetric matrices without a negative eigenvalue."""

    def check(self, value):
        symmetric = super().check(value)
        if not symmetric.all():
            return symmetric
        return (torch.linalg.eigvalsh(value) >= 0).all(-1)


class _PositiveDefinite(_Symmetric):
    """Symmetric matrices whose eigenvalues are positive."""

    def check(self, value):
        symmetric = super().check(value)
        if not symmetric.all():
            return symmetric
        return torch.linalg.cholesky_ex(value).info == 0


dependent, dependent_property = _Dependent(), _DependentProperty
independent, cat, stack = _IndependentConstraint, _Cat, _Stack
boolean, one_hot, simplex, real = _Boolean(), _OneHot(), _Simplex(), _Real()
nonnegative_integer, positive_integer = _IntegerGreaterThan(0), _IntegerGreaterThan(1)
positive, nonnegative, unit_interval = _GreaterThan(0.0), _GreaterThanEq(0.0), _Interval(0.0, 1.0)
integer_interval, interval, half_open_interval = _IntegerInterval, _Interval, _HalfOpenInterval
greater_than, greater_than_eq, less_than = _GreaterThan, _GreaterThanEq, _LessThan
real_vector, multinomial = independent(real, 1), _Multinomial
square, symmetric = _Square(), _Symmetric()
lower_triangular, lower_cholesky = _LowerTriangular(), _LowerCholesky()
corr_cholesky = _CorrCholesky()
positive_semidefinite, positive_definite = _PositiveSemidefinite(), _PositiveDefinite()

__all__ = [
    "Constraint", "MixtureSameFamilyConstraint", "boolean", "cat", "corr_cholesky", "dependent",
    "dependent_property", "greater_than", "greater_than_eq", "half_open_interval", "independent",
    "integer_interval", "interval", "is_dependent", "less_than", "lower_cholesky",
    "lower_triangular", "multinomial", "nonnegative", "nonnegative_integer", "one_hot", "positive",
    "positive_definite", "positive_integer", "positive_semidefinite", "real", "real_vector",
    "simplex", "square", "stack", "symmetric", "unit_interval",
]  # fmt: skip
