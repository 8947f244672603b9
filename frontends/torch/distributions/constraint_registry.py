"""Transforms from all real numbers to a constraint.

References
----------
PyTorch documentation, ``torch.distributions.constraint_registry``.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable

from frontends.torch.dispatch.docstrings import citing

from . import constraints, transforms


@citing("``torch.distributions.constraint_registry.{}``")
class ConstraintRegistry:
    """Functions that make a transform of a constraint, by its class."""

    def __init__(self):
        self._registry: dict[type, Callable] = {}

    def register(self, constraint, factory: Callable | None = None):
        """Say how transforms to a constraint, or to those of a class, are made.

        Raises
        ------
        TypeError
            If it is no constraint.
        """
        if factory is None:
            return lambda given: self.register(constraint, given)
        kind = type(constraint) if isinstance(constraint, constraints.Constraint) else constraint
        if not isinstance(kind, type) or not issubclass(kind, constraints.Constraint):
            raise TypeError(
                "Expected constraint to be either a Constraint subclass or instance, but got "
                f"{constraint}"
            )
        self._registry[kind] = factory
        return factory

    def __call__(self, constraint):
        """Return a transform to a constraint.

        Raises
        ------
        NotImplementedError
            If none is registered for its class.
        """
        factory = self._registry.get(type(constraint))
        if factory is None:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints")
        return factory(constraint)


biject_to, transform_to = ConstraintRegistry(), ConstraintRegistry()


def _register_in_both(*kinds):
    """Return a decorator that registers a factory of transforms in both registries."""

    def decorate(factory: Callable) -> Callable:
        for kind in kinds:
            biject_to.register(kind, factory)
            transform_to.register(kind, factory)
        return factory

    return decorate


@_register_in_both(constraints.real)
def _transform_to_real(constraint):
    return transforms.identity_transform


@biject_to.register(constraints.independent)
def _biject_to_independent(constraint):
    base = biject_to(constraint.base_constraint)
    return transforms.IndependentTransform(base, constraint.reinterpreted_batch_ndims)


@transform_to.register(constraints.independent)
def _transform_to_independent(constraint):
    base = transform_to(constraint.base_constraint)
    return transforms.IndependentTransform(base, constraint.reinterpreted_batch_ndims)


@_register_in_both(constraints.positive, constraints.nonnegative, constraints.greater_than,
       constraints.greater_than_eq)  # fmt: skip
def _transform_to_above(constraint):
    """Return ``exp``, then, unless for positive or nonnegative, a shift to the lower bound."""
    if constraint in (constraints.positive, constraints.nonnegative):
        return transforms.ExpTransform()
    lower = transforms.AffineTransform(constraint.lower_bound, 1)
    return transforms.ComposeTransform([transforms.ExpTransform(), lower])


@_register_in_both(constraints.less_than)
def _transform_to_below(constraint):
    upper = transforms.AffineTransform(constraint.upper_bound, -1)
    return transforms.ComposeTransform([transforms.ExpTransform(), upper])


@_register_in_both(constraints.interval, constraints.half_open_interval)
def _transform_to_interval(constraint):
    """Return a sigmoid, then, unless the numbers are 0 and 1, an affine map to the bounds."""
    low, high = constraint.lower_bound, constraint.upper_bound
    sigmoid = transforms.SigmoidTransform()
    plain = isinstance(low, numbers.Number) and isinstance(high, numbers.Number)
    if plain and (low, high) == (0, 1):
        return sigmoid
    return transforms.ComposeTransform([sigmoid, transforms.AffineTransform(low, high - low)])


@biject_to.register(constraints.simplex)
def _biject_to_simplex(constraint):
    return transforms.StickBreakingTransform()


@transform_to.register(constraints.simplex)
def _transform_to_simplex(constraint):
    return transforms.SoftmaxTransform()


@transform_to.register(constraints.lower_cholesky)
def _transform_to_lower_cholesky(constraint):
    return transforms.LowerCholeskyTransform()


@transform_to.register(constraints.positive_definite)
@transform_to.register(constraints.positive_semidefinite)
def _transform_to_positive_definite(constraint):
    return transforms.PositiveDefiniteTransform()


@_register_in_both(constraints.corr_cholesky)
def _transform_to_corr_cholesky(constraint):
    return transforms.CorrCholeskyTransform()


def _make_cat_or_stack_transform(registry: ConstraintRegistry, constraint):
    parts = [registry(each) for each in constraint.cseq]
    if isinstance(constraint, constraints.cat):
        return transforms.CatTransform(parts, constraint.dim, constraint.lengths)
    return transforms.StackTransform(parts, constraint.dim)


for _registry in (biject_to, transform_to):
    for _kind in (constraints.cat, constraints.stack):
        _registry.register(
            _kind, lambda given, registry=_registry: _make_cat_or_stack_transform(registry, given)
        )

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]
