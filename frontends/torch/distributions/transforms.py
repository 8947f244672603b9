"""Maps of random variables whose Jacobians are known.

References
----------
PyTorch documentation, ``torch.distributions.transforms``.
"""

from __future__ import annotations

import math
import numbers

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F

from . import constraints
from .utils import (
    broadcast_all,
    lazy_property,
    sum_rightmost,
    tril_matrix_to_vec,
    vec_to_tril_matrix,
)


@citing("``torch.distributions.transforms.{}``")
class Transform:
    """A map with an inverse and, where it is bijective, the logarithm of its Jacobian.

    A subclass defines ``_call`` and ``_inverse``, and ``log_abs_det_jacobian(x, y)``.

    Parameters
    ----------
    cache_size : {0, 1}
        Whether the last pair of values is kept, so that an inverse gives back what went in.

    Attributes
    ----------
    domain, codomain : Constraint
        What it takes, and what it gives.
    bijective : bool
    sign : int or Tensor
        Of the derivative, where that is a number.

    >>> exp = torch.distributions.transforms.ExpTransform()
    >>> exp.inv(exp(torch.tensor([0.0]))).tolist()
    [0.0]
    """

    bijective = False

    def __init__(self, cache_size: int = 0):
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size, self._inv = cache_size, None
        self._cached_x_y = None, None

    def __getstate__(self):
        return vars(self) | {"_inv": None}

    @property
    def event_dim(self) -> int:
        """Over how many dimensions it maps, where that is the same before and after."""
        if self.domain.event_dim != self.codomain.event_dim:
            raise ValueError("Please use either .domain.event_dim or .codomain.event_dim")
        return self.domain.event_dim

    @property
    def inv(self) -> Transform:
        """The inverse, whose inverse is this transform itself."""
        if self._inv is None:
            self._inv = _InverseTransform(self)
        return self._inv

    @property
    def sign(self):
        """Sign of the derivative."""
        raise NotImplementedError

    def with_cache(self, cache_size: int = 1) -> Transform:
        """Return the transform with a cache of another size."""
        return self if self._cache_size == cache_size else self.with_cache_size_(cache_size)

    def with_cache_size_(self, cache_size: int) -> Transform:
        """Return a copy with this cache size; a subclass with its own init must override it."""
        if type(self).__init__ is not Transform.__init__:
            raise NotImplementedError(f"{type(self)}.with_cache is not implemented")
        return type(self)(cache_size=cache_size)

    def __eq__(self, other):
        return self is other

    __hash__ = object.__hash__

    def __call__(self, x):
        """Map a value."""
        if self._cache_size and x is self._cached_x_y[0]:
            return self._cached_x_y[1]
        return _cache_pair(self, x, self._call(x))[1]

    def _inv_call(self, y):
        """Return ``_inverse(y)``, or the cached input if ``y`` is the last output itself."""
        if self._cache_size and y is self._cached_x_y[1]:
            return self._cached_x_y[0]
        return _cache_pair(self, self._inverse(y), y)[0]

    def _call(self, x):
        raise NotImplementedError

    def _inverse(self, y):
        raise NotImplementedError

    def log_abs_det_jacobian(self, x, y):
        """Return the logarithm of the absolute Jacobian where x has been mapped to y."""
        raise NotImplementedError

    def __repr__(self):
        return f"{type(self).__name__}()"

    def forward_shape(self, shape):
        """Return the shape of what a value of some shape is mapped to."""
        return shape

    def inverse_shape(self, shape):
        """Return the shape of what is mapped to a value of some shape."""
        return shape


def _cache_pair(transform, x, y) -> tuple:
    """Return (x, y), and keep it as the last pair if there is a cache."""
    if transform._cache_size:
        transform._cached_x_y = x, y
    return x, y


class _InverseTransform(Transform):
    """The inverse of a transform."""

    def __init__(self, transform: Transform):
        super().__init__(cache_size=transform._cache_size)
        self._inv = transform

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        return self._inv.codomain

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        return self._inv.domain

    @property
    def bijective(self) -> bool:
        return self._inv.bijective

    @property
    def sign(self):
        return self._inv.sign

    @property
    def inv(self) -> Transform:
        return self._inv

    def with_cache_size_(self, cache_size: int) -> Transform:
        return self._inv.with_cache(cache_size).inv

    def __eq__(self, other):
        return isinstance(other, _InverseTransform) and self._inv == other._inv

    __hash__ = object.__hash__

    def __repr__(self):
        return f"{type(self).__name__}({self._inv!r})"

    def __call__(self, x):
        return self._inv._inv_call(x)

    def log_abs_det_jacobian(self, x, y):
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape):
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape):
        return self._inv.forward_shape(shape)


@citing("``torch.distributions.transforms.{}``")
class ComposeTransform(Transform):
    """Transforms one after the other.

    Parameters
    ----------
    parts : list of Transform
        The first is applied first.
    cache_size : {0, 1}
    """

    def __init__(self, parts: list[Transform], cache_size: int = 0):
        super().__init__(cache_size=cache_size)
        self.parts = [part.with_cache(cache_size) for part in parts] if cache_size else parts

    def __eq__(self, other):
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    __hash__ = object.__hash__

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        if not self.parts:
            return constraints.real
        dim = self.parts[-1].codomain.event_dim
        for part in reversed(self.parts):
            dim += part.domain.event_dim - part.codomain.event_dim
            dim = max(dim, part.domain.event_dim)
        return _extend_event_dims(self.parts[0].domain, dim)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        if not self.parts:
            return constraints.real
        dim = self.parts[0].domain.event_dim
        for part in self.parts:
            dim += part.codomain.event_dim - part.domain.event_dim
            dim = max(dim, part.codomain.event_dim)
        return _extend_event_dims(self.parts[-1].codomain, dim)

    @lazy_property
    def bijective(self) -> bool:
        return all(part.bijective for part in self.parts)

    @lazy_property
    def sign(self):
        return math.prod(part.sign for part in self.parts)

    @property
    def inv(self) -> Transform:
        if self._inv is None:
            self._inv = ComposeTransform([part.inv for part in reversed(self.parts)])
            self._inv._inv = self
        return self._inv

    def with_cache_size_(self, cache_size: int) -> Transform:
        return ComposeTransform(self.parts, cache_size=cache_size)

    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def log_abs_det_jacobian(self, x, y):
        total, dim = None, self.domain.event_dim
        for n, part in enumerate(self.parts):
            mapped = y if n + 1 == len(self.parts) else part(x)
            term = part.log_abs_det_jacobian(x, mapped)
            term = sum_rightmost(term, dim - part.domain.event_dim)
            total = term if total is None else total + term
            dim += part.codomain.event_dim - part.domain.event_dim
            x = mapped
        return torch.zeros_like(x) if total is None else total

    def forward_shape(self, shape):
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape):
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def __repr__(self):
        return f"{type(self).__name__}(\n    " + ",\n    ".join(map(repr, self.parts)) + "\n)"


def _extend_event_dims(constraint, event_dim: int):
    """Return a constraint as one of events of ``event_dim`` dimensions, not fewer than it has."""
    more = event_dim - constraint.event_dim
    return constraints.independent(constraint, more) if more else constraint


identity_transform = ComposeTransform([])


@citing("``torch.distributions.transforms.{}``")
class IndependentTransform(Transform):
    """A transform whose events take in further dimensions of the batch."""

    def __init__(self, base_transform, reinterpreted_batch_ndims: int, cache_size: int = 0):
        super().__init__(cache_size=cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def with_cache_size_(self, cache_size: int) -> Transform:
        count = self.reinterpreted_batch_ndims
        return IndependentTransform(self.base_transform, count, cache_size=cache_size)

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        base = self.base_transform.domain
        return constraints.independent(base, self.reinterpreted_batch_ndims)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        base = self.base_transform.codomain
        return constraints.independent(base, self.reinterpreted_batch_ndims)

    @property
    def bijective(self) -> bool:
        return self.base_transform.bijective

    @property
    def sign(self):
        return self.base_transform.sign

    def _call(self, x):
        _check_dim_count(x.shape, self.domain.event_dim)
        return self.base_transform(x)

    def _inverse(self, y):
        _check_dim_count(y.shape, self.codomain.event_dim)
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x, y):
        result = self.base_transform.log_abs_det_jacobian(x, y)
        return sum_rightmost(result, self.reinterpreted_batch_ndims)

    def __repr__(self):
        return f"{type(self).__name__}({self.base_transform!r}, {self.reinterpreted_batch_ndims})"

    def forward_shape(self, shape):
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape):
        return self.base_transform.inverse_shape(shape)


def _check_dim_count(shape, wanted: int) -> None:
    if len(shape) < wanted:
        raise ValueError("Too few dimensions on input")


@citing("``torch.distributions.transforms.{}``")
class ReshapeTransform(Transform):
    """Events in another shape."""

    bijective = True

    def __init__(self, in_shape, out_shape, cache_size: int = 0):
        super().__init__(cache_size=cache_size)
        self.in_shape, self.out_shape = torch.Size(in_shape), torch.Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError("in_shape, out_shape have different numbers of elements")

    @constraints.dependent_property
    def domain(self):
        return constraints.independent(constraints.real, len(self.in_shape))

    @constraints.dependent_property
    def codomain(self):
        return constraints.independent(constraints.real, len(self.out_shape))

    def with_cache_size_(self, cache_size: int) -> Transform:
        return ReshapeTransform(self.in_shape, self.out_shape, cache_size=cache_size)

    def _call(self, x):
        return x.reshape(x.shape[: x.dim() - len(self.in_shape)] + self.out_shape)

    def _inverse(self, y):
        return y.reshape(y.shape[: y.dim() - len(self.out_shape)] + self.in_shape)

    def log_abs_det_jacobian(self, x, y):
        return x.new_zeros(x.shape[: x.dim() - len(self.in_shape)])

    def forward_shape(self, shape):
        return _replace_shape_end(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape):
        return _replace_shape_end(shape, self.out_shape, self.in_shape)


def _replace_shape_end(shape, old, new):
    """Return ``shape`` with ``new`` for its end ``old``; ValueError if it ends in another."""
    _check_dim_count(shape, len(old))
    cut = len(shape) - len(old)
    if shape[cut:] != old:
        raise ValueError(f"Shape mismatch: expected {shape[cut:]} but got {old}")
    return shape[:cut] + new


# maps of each number


class _OfNumbers(Transform):
    """A map of each number that has no parameters: all of one class are equal."""

    domain = constraints.real
    codomain = constraints.real
    bijective = True
    sign = +1

    def __eq__(self, other):
        return isinstance(other, type(self))

    __hash__ = object.__hash__


@citing("``torch.distributions.transforms.{}``")
class ExpTransform(_OfNumbers):
    """The exponential."""

    codomain = constraints.positive

    def _call(self, x):
        return x.exp()

    def _inverse(self, y):
        return y.log()

    def log_abs_det_jacobian(self, x, y):
        return x


@citing("``torch.distributions.transforms.{}``")
class SigmoidTransform(_OfNumbers):
    """The logistic function, kept off 0 and 1."""

    codomain = constraints.unit_interval

    def _call(self, x):
        return _clamp_inside_0_and_1(torch.sigmoid(x))

    def _inverse(self, y):
        y = _clamp_inside_0_and_1(y)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x) - F.softplus(x)


def _clamp_inside_0_and_1(x):
    """Return ``x`` clamped to [the smallest normal number, 1 - eps] of its dtype."""
    limits = torch.finfo(x.dtype)
    return x.clamp(min=limits.tiny, max=1.0 - limits.eps)


@citing("``torch.distributions.transforms.{}``")
class SoftplusTransform(_OfNumbers):
    """``log(1 + exp(x))``."""

    codomain = constraints.positive

    def _call(self, x):
        return F.softplus(x)

    def _inverse(self, y):
        return torch.log(-torch.expm1(-y)) + y

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x)


@citing("``torch.distributions.transforms.{}``")
class TanhTransform(_OfNumbers):
    """The hyperbolic tangent; a cache keeps what it rounds to 1."""

    codomain = constraints.interval(-1.0, 1.0)

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return torch.atanh(y)

    def log_abs_det_jacobian(self, x, y):
        # 1 - tanh(x) ** 2 without the difference, which is 0 for large x
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))


@citing("``torch.distributions.transforms.{}``")
class AbsTransform(_OfNumbers):
    """The absolute value, which has no inverse."""

    codomain = constraints.positive
    bijective = False

    @property
    def sign(self):
        raise NotImplementedError

    def _call(self, x):
        return x.abs()

    def _inverse(self, y):
        return y


def _broadcast_with_parameters(shape, *parameters):
    """Return the shape of a value beside parameters that it broadcasts with."""
    return torch.broadcast_shapes(shape, *[getattr(p, "shape", ()) for p in parameters])


@citing("``torch.distributions.transforms.{}``")
class PowerTransform(Transform):
    """A power of positive numbers."""

    domain = codomain = constraints.positive
    bijective = True

    def __init__(self, exponent, cache_size: int = 0):
        super().__init__(cache_size=cache_size)
        (self.exponent,) = broadcast_all(exponent)

    def with_cache_size_(self, cache_size: int) -> Transform:
        return PowerTransform(self.exponent, cache_size=cache_size)

    @lazy_property
    def sign(self):
        return self.exponent.sign()

    def __eq__(self, other):
        return isinstance(other, PowerTransform) and _parameters_equal(
            self.exponent, other.exponent
        )

    __hash__ = object.__hash__

    def _call(self, x):
        return x.pow(self.exponent)

    def _inverse(self, y):
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        return (self.exponent * y / x).abs().log()

    def forward_shape(self, shape):
        return _broadcast_with_parameters(shape, self.exponent)

    inverse_shape = forward_shape


def _parameters_equal(a, b) -> bool:
    """Return whether two parameters, numbers or tensors, are equal."""
    equal = a == b
    return bool(equal.all()) if torch.is_tensor(equal) else equal


@citing("``torch.distributions.transforms.{}``")
class AffineTransform(Transform):
    """``loc + scale * x``.

    Parameters
    ----------
    loc, scale : Tensor or float
    event_dim : int
        Over how many dimensions an event reaches.
    cache_size : {0, 1}
    """

    bijective = True

    def __init__(self, loc, scale, event_dim: int = 0, cache_size: int = 0):
        super().__init__(cache_size=cache_size)
        self.loc, self.scale, self._event_dim = loc, scale, event_dim

    @property
    def event_dim(self) -> int:
        return self._event_dim

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        return _extend_event_dims(constraints.real, self._event_dim)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        return _extend_event_dims(constraints.real, self._event_dim)

    def with_cache_size_(self, cache_size: int) -> Transform:
        return AffineTransform(self.loc, self.scale, self._event_dim, cache_size=cache_size)

    def __eq__(self, other):
        if not isinstance(other, AffineTransform):
            return False
        return _parameters_equal(self.loc, other.loc) and _parameters_equal(self.scale, other.scale)

    __hash__ = object.__hash__

    @property
    def sign(self):
        if isinstance(self.scale, numbers.Real):
            return (self.scale > 0) - (self.scale < 0)
        return self.scale.sign()

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        if isinstance(self.scale, numbers.Real):
            result = torch.full_like(x, math.log(abs(self.scale)))
        else:
            result = torch.abs(self.scale).log()
        result = sum_rightmost(result, self._event_dim)
        return result.expand(x.shape[: x.dim() - self._event_dim])

    def forward_shape(self, shape):
        return _broadcast_with_parameters(shape, self.loc, self.scale)

    inverse_shape = forward_shape


# maps of vectors and matrices


@citing("``torch.distributions.transforms.{}``")
class SoftmaxTransform(_OfNumbers):
    """Exponentials over their sum; it has no inverse, but gives logarithms for one."""

    domain, codomain = constraints.real_vector, constraints.simplex
    bijective = False

    @property
    def sign(self):
        raise NotImplementedError

    def _call(self, x):
        powers = (x - x.max(-1, True)[0]).exp()
        return powers / powers.sum(-1, True)

    def _inverse(self, y):
        return y.log()

    def forward_shape(self, shape):
        _check_dim_count(shape, 1)
        return shape

    inverse_shape = forward_shape


@citing("``torch.distributions.transforms.{}``")
class StickBreakingTransform(_OfNumbers):
    """Vectors to probabilities, one more: each takes a part of what those before have left."""

    domain, codomain = constraints.real_vector, constraints.simplex

    @property
    def sign(self):
        raise NotImplementedError

    def _call(self, x):
        part = _clamp_inside_0_and_1(torch.sigmoid(x - _log_parts_left(x, x.shape[-1])))
        left = (1 - part).cumprod(-1)
        return F.pad(part, [0, 1], value=1) * F.pad(left, [1, 0], value=1)

    def _inverse(self, y):
        parts = y[..., :-1]
        # what is left may round to zero, or below
        left = torch.clamp(1 - parts.cumsum(-1), min=torch.finfo(y.dtype).tiny)
        return parts.log() - left.log() + _log_parts_left(y, parts.shape[-1])

    def log_abs_det_jacobian(self, x, y):
        x = x - _log_parts_left(x, x.shape[-1])
        # log(1 - sigmoid(x)) is logsigmoid(x) - x
        return (-x + F.logsigmoid(x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape):
        _check_dim_count(shape, 1)
        return shape[:-1] + (shape[-1] + 1,)

    def inverse_shape(self, shape):
        _check_dim_count(shape, 1)
        return shape[:-1] + (shape[-1] - 1,)


def _log_parts_left(like, count: int):
    """Return the logarithms of how many parts are left at each step: zeros give equal parts."""
    return torch.arange(count, 0, -1, dtype=like.dtype, device=like.device).log()


@citing("``torch.distributions.transforms.{}``")
class LowerCholeskyTransform(_OfNumbers):
    """Matrices to lower triangular ones with a positive diagonal."""

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.lower_cholesky
    bijective = False

    @property
    def sign(self):
        raise NotImplementedError

    def _call(self, x):
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y):
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


@citing("``torch.distributions.transforms.{}``")
class PositiveDefiniteTransform(LowerCholeskyTransform):
    """Matrices to positive definite ones."""

    codomain = constraints.positive_definite

    def _call(self, x):
        factor = super()._call(x)
        return factor @ factor.mT

    def _inverse(self, y):
        return super()._inverse(torch.linalg.cholesky(y))


class CorrCholeskyTransform(Transform):
    """Vectors to Cholesky factors of correlations, whose rows have length 1.

    References
    ----------
    PyTorch documentation, ``torch.distributions.transforms.CorrCholeskyTransform``; Stan Reference
    Manual, "Cholesky factors of correlation matrices".
    """

    domain, codomain = constraints.real_vector, constraints.corr_cholesky
    bijective = True

    def _call(self, x):
        least = torch.finfo(x.dtype).eps
        r = vec_to_tril_matrix(torch.tanh(x).clamp(min=-1 + least, max=1 - least), diag=-1)
        left = (1 - r**2).sqrt().cumprod(-1)  # length that the columns before have left to a row
        r = r + torch.eye(r.shape[-1], dtype=r.dtype, device=r.device)
        return r * F.pad(left[..., :-1], [1, 0], value=1)

    def _inverse(self, y):
        left = F.pad((1 - torch.cumsum(y * y, dim=-1))[..., :-1], [1, 0], value=1)
        r = tril_matrix_to_vec(y, diag=-1) / tril_matrix_to_vec(left, diag=-1).sqrt()
        return (r.log1p() - (-r).log1p()) / 2

    def log_abs_det_jacobian(self, x, y, intermediates=None):
        left = tril_matrix_to_vec(1 - (y * y).cumsum(dim=-1), diag=-2)
        of_tanh = -2 * (x + F.softplus(-2 * x) - math.log(2.0)).sum(dim=-1)
        return 0.5 * left.log().sum(-1) + of_tanh

    def forward_shape(self, shape):
        _check_dim_count(shape, 1)
        count = shape[-1]
        n = round((0.25 + 2 * count) ** 0.5 + 0.5)
        if n * (n - 1) // 2 != count:
            raise ValueError("Input is not a flattened lower-diagonal number")
        return shape[:-1] + (n, n)

    def inverse_shape(self, shape):
        _check_dim_count(shape, 2)
        n = shape[-1]
        if shape[-2] != n:
            raise ValueError("Input is not square")
        return shape[:-2] + (n * (n - 1) // 2,)


# several transforms side by side


class _SideBySide(Transform):
    """Transforms of the parts of a tensor along a dimension."""

    def __init__(self, tseq, dim: int = 0, cache_size: int = 0):
        if not all(isinstance(each, Transform) for each in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        super().__init__(cache_size=cache_size)
        self.transforms = [t.with_cache(cache_size) for t in tseq] if cache_size else list(tseq)
        self.dim = dim

    @property
    def bijective(self) -> bool:
        return all(each.bijective for each in self.transforms)


def _check_length_along_dim(transform, x, name: str, count: int, meaning: str) -> None:
    if not -x.dim() <= transform.dim < x.dim():
        raise AssertionError(
            f"dim {transform.dim} out of range for {name} with {x.dim()} dimensions"
        )
    if x.size(transform.dim) != count:
        raise AssertionError(
            f"x.size({transform.dim}) = {x.size(transform.dim)} must equal {meaning} {count}"
        )


@citing("``torch.distributions.transforms.{}``")
class CatTransform(_SideBySide):
    """Transforms of pieces of given lengths.

    Parameters
    ----------
    tseq : sequence of Transform
    dim : int
    lengths : sequence of int, optional
        Of the pieces, 1 by default.
    cache_size : {0, 1}
    """

    def __init__(self, tseq, dim: int = 0, lengths=None, cache_size: int = 0):
        super().__init__(tseq, dim, cache_size)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError(
                f"lengths ({len(self.lengths)}) must match transforms ({len(self.transforms)})"
            )

    @lazy_property
    def event_dim(self) -> int:
        return max(each.event_dim for each in self.transforms)

    @lazy_property
    def length(self) -> int:
        return sum(self.lengths)

    def with_cache_size_(self, cache_size: int) -> Transform:
        return CatTransform(self.transforms, self.dim, self.lengths, cache_size)

    def _call(self, x):
        pairs = zip(self.transforms, _split_input(self, x), strict=True)
        return torch.cat([each(piece) for each, piece in pairs], dim=self.dim)

    def _inverse(self, y):
        pairs = zip(self.transforms, _split_input(self, y), strict=True)
        return torch.cat([each.inv(piece) for each, piece in pairs], dim=self.dim)

    def log_abs_det_jacobian(self, x, y):
        found = []
        pieces = zip(
            self.transforms, _split_input(self, x, "x"), _split_input(self, y, "y"), strict=True
        )
        for each, before, after in pieces:
            term = each.log_abs_det_jacobian(before, after)
            found.append(sum_rightmost(term, self.event_dim - each.event_dim))
        dim = (self.dim - x.dim() if self.dim >= 0 else self.dim) + self.event_dim
        return torch.cat(found, dim=dim) if dim < 0 else sum(found)

    @constraints.dependent_property
    def domain(self):
        return constraints.cat([t.domain for t in self.transforms], self.dim, self.lengths)

    @constraints.dependent_property
    def codomain(self):
        return constraints.cat([t.codomain for t in self.transforms], self.dim, self.lengths)


def _split_input(transform, x, name: str = "tensor"):
    _check_length_along_dim(transform, x, name, transform.length, "length")
    return x.split(transform.lengths, transform.dim)


@citing("``torch.distributions.transforms.{}``")
class StackTransform(_SideBySide):
    """Transforms of the members of a dimension."""

    def with_cache_size_(self, cache_size: int) -> Transform:
        return StackTransform(self.transforms, self.dim, cache_size)

    def _call(self, x):
        pairs = zip(self.transforms, _unbind_input(self, x), strict=True)
        return torch.stack([each(member) for each, member in pairs], dim=self.dim)

    def _inverse(self, y):
        pairs = zip(self.transforms, _unbind_input(self, y), strict=True)
        return torch.stack([each.inv(member) for each, member in pairs], dim=self.dim)

    def log_abs_det_jacobian(self, x, y):
        members = zip(
            self.transforms, _unbind_input(self, x, "x"), _unbind_input(self, y, "y"), strict=True
        )
        return torch.stack([t.log_abs_det_jacobian(a, b) for t, a, b in members], dim=self.dim)

    @constraints.dependent_property
    def domain(self):
        return constraints.stack([each.domain for each in self.transforms], self.dim)

    @constraints.dependent_property
    def codomain(self):
        return constraints.stack([each.codomain for each in self.transforms], self.dim)


def _unbind_input(transform, x, name: str = "tensor"):
    _check_length_along_dim(transform, x, name, len(transform.transforms), "len(transforms)")
    return x.unbind(transform.dim)


@citing("``torch.distributions.transforms.{}``")
class CumulativeDistributionTransform(Transform):
    """A distribution's ``cdf``: values to probabilities."""

    bijective = True
    codomain = constraints.unit_interval
    sign = +1

    def __init__(self, distribution, cache_size: int = 0):
        super().__init__(cache_size=cache_size)
        self.distribution = distribution

    @property
    def domain(self):
        return self.distribution.support

    def _call(self, x):
        return self.distribution.cdf(x)

    def _inverse(self, y):
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x, y):
        return self.distribution.log_prob(x)

    def with_cache_size_(self, cache_size: int) -> Transform:
        return CumulativeDistributionTransform(self.distribution, cache_size=cache_size)


__all__ = [
    "AbsTransform", "AffineTransform", "CatTransform", "ComposeTransform", "CorrCholeskyTransform",
    "CumulativeDistributionTransform", "ExpTransform", "IndependentTransform",
    "LowerCholeskyTransform", "PositiveDefiniteTransform", "PowerTransform", "ReshapeTransform",
    "SigmoidTransform", "SoftmaxTransform", "SoftplusTransform", "StackTransform",
    "StickBreakingTransform", "TanhTransform", "Transform", "identity_transform",
]  # fmt: skip
