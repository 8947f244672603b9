"""Distributions of vectors and matrices.

References
----------
PyTorch documentation, ``torch.distributions``.
"""

from __future__ import annotations

import math
import numbers
import warnings

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from . import constraints
from .continuous import Beta, Chi2
from .distribution import Distribution, ExponentialFamily
from .utils import lazy_property, parameters_of, standard_normal


def product(matrix, vector):
    """Return matrices times vectors."""
    return torch.matmul(matrix, vector.unsqueeze(-1)).squeeze(-1)


def solved_square(factor, vector):
    """Return the squared length of ``inv(factor) @ vector``, of lower triangular factors."""
    shape = torch.broadcast_shapes(factor.shape[:-2], vector.shape[:-1])
    columns = vector.expand((*shape, vector.shape[-1])).unsqueeze(-1)
    factor = factor.expand((*shape, *factor.shape[-2:]))
    return torch.linalg.solve_triangular(factor, columns, upper=False).pow(2).sum((-2, -1))


def log_diagonal(factor):
    """Return the sums of the logarithms on the diagonals of matrices."""
    return factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def factor_of_precision(precision):
    """Return the Cholesky factors of the inverses of matrices, without their inverses."""
    reversed_factor = torch.linalg.cholesky(torch.flip(precision, (-2, -1)))
    inverse_factor = torch.flip(reversed_factor, (-2, -1)).mT
    identity = torch.eye(precision.shape[-1], dtype=precision.dtype, device=precision.device)
    return torch.linalg.solve_triangular(inverse_factor, identity, upper=False)


_MATRICES = ("covariance_matrix", "precision_matrix", "scale_tril")


class _OfMatrix(Distribution):
    """Base of distributions that a positive definite matrix determines.

    It is given as itself, as its inverse, or as its Cholesky factor.
    """

    def matrix_shape_(self):
        shape, n = self._batch_shape, self._event_shape[-1]
        return (*shape, n, n)

    @lazy_property
    def scale_tril(self):
        """Cholesky factor of the matrix."""
        return self._unbroadcasted_scale_tril.expand(self.matrix_shape_())

    @lazy_property
    def covariance_matrix(self):
        """The matrix."""
        factor = self._unbroadcasted_scale_tril
        return torch.matmul(factor, factor.mT).expand(self.matrix_shape_())

    @lazy_property
    def precision_matrix(self):
        """Its inverse."""
        inverse = torch.cholesky_inverse(self._unbroadcasted_scale_tril)
        return inverse.expand(self.matrix_shape_())


def _cholesky_factor(name: str, matrix):
    """Return the lower factor of the covariance that parameter ``name`` gives."""
    if name == "scale_tril":
        return matrix
    make = torch.linalg.cholesky if name == "covariance_matrix" else factor_of_precision
    return make(matrix)


@citing("``torch.distributions.multivariate_normal.{}``")
class MultivariateNormal(_OfMatrix):
    """Normal vectors.

    Parameters
    ----------
    loc : Tensor, shape (..., n)
        Mean.
    covariance_matrix, precision_matrix, scale_tril : Tensor, shape (..., n, n), optional
        One of them: the covariance, its inverse, or its lower triangular Cholesky factor.

    >>> normal = torch.distributions.MultivariateNormal(torch.zeros(2), torch.eye(2))
    >>> f"{normal.log_prob(torch.zeros(2)).item():.4f}"
    '-1.8379'
    """

    arg_constraints = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }
    support = constraints.real_vector
    has_rsample = True
    parameters_ = ("loc", *_MATRICES)

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None,
                 validate_args=None):  # fmt: skip
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        matrices = zip(_MATRICES, (covariance_matrix, precision_matrix, scale_tril), strict=True)
        given = {name: matrix for name, matrix in matrices if matrix is not None}
        if len(given) != 1:
            raise ValueError(
                "Exactly one of covariance_matrix or precision_matrix or scale_tril may be "
                "specified."
            )
        ((name, matrix),) = given.items()
        if matrix.dim() < 2:
            which = f"{name} matrix" if name == "scale_tril" else name
            raise ValueError(
                f"{which} must be at least two-dimensional, with optional leading batch dimensions"
            )
        batch_shape = torch.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        setattr(self, name, matrix.expand((*batch_shape, -1, -1)))
        self.loc = loc.expand((*batch_shape, -1))
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args=validate_args)
        self._unbroadcasted_scale_tril = _cholesky_factor(name, matrix)

    def parameter_event_shape_(self, name: str) -> tuple:
        return tuple(self._event_shape) * (1 if name == "loc" else 2)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape, _instance)
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril
        return new

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        squares = self._unbroadcasted_scale_tril.pow(2).sum(-1)
        return squares.expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        drawn = standard_normal(shape, self.loc.dtype, self.loc.device)
        return self.loc + product(self._unbroadcasted_scale_tril, drawn)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        factor = self._unbroadcasted_scale_tril
        distance = solved_square(factor, value - self.loc)
        constant = self._event_shape[0] * math.log(2 * math.pi)
        return -0.5 * (constant + distance) - log_diagonal(factor)

    def entropy(self):
        constant = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi))
        return (constant + log_diagonal(self._unbroadcasted_scale_tril)).expand(self._batch_shape)


class LowRankMultivariateNormal(Distribution):
    """Normal vectors with few common causes: their covariance is ``W @ W.T + D``.

    Parameters
    ----------
    loc : Tensor, shape (..., n)
    cov_factor : Tensor, shape (..., n, k)
        W.
    cov_diag : Tensor, shape (..., n)
        The diagonal of D.

    References
    ----------
    PyTorch documentation, ``torch.distributions.lowrank_multivariate_normal``; M. Woodbury,
    "Inverting modified matrices", 1950.
    """

    arg_constraints = {
        "loc": constraints.real_vector,
        "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }
    support = constraints.real_vector
    has_rsample = True
    parameters_ = ("loc", "cov_factor", "cov_diag")

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        event_shape = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError(
                "cov_factor must be at least two-dimensional, with optional leading batch "
                "dimensions"
            )
        if cov_factor.shape[-2:-1] != event_shape:
            n = event_shape[0]
            raise ValueError(f"cov_factor must be a batch of matrices with shape {n} x m")
        if cov_diag.shape[-1:] != event_shape:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {event_shape}")
        shapes = loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1]
        try:
            batch_shape = torch.broadcast_shapes(*shapes)
        except RuntimeError as err:
            raise ValueError(
                f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, "
                f"cov_diag {cov_diag.shape}"
            ) from err
        self.loc = loc.expand((*batch_shape, -1))
        self.cov_factor = cov_factor.expand((*batch_shape, -1, -1))
        self.cov_diag = cov_diag.expand((*batch_shape, -1))
        self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag = cov_factor, cov_diag
        super().__init__(batch_shape, event_shape, validate_args=validate_args)

    def parameter_event_shape_(self, name: str) -> tuple:
        more = self.cov_factor.shape[-1:] if name == "cov_factor" else ()
        return (*self._event_shape, *more)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape, _instance)
        new._unbroadcasted_cov_factor = self._unbroadcasted_cov_factor
        new._unbroadcasted_cov_diag = self._unbroadcasted_cov_diag
        return new

    @lazy_property
    def _capacitance_tril(self):
        """Cholesky factor of ``I + W.T @ inv(D) @ W``."""
        inner = torch.matmul(
            self.transposed_factor_over_diagonal_(), self._unbroadcasted_cov_factor
        )
        identity = torch.eye(inner.shape[-1], dtype=inner.dtype, device=inner.device)
        return torch.linalg.cholesky(inner + identity)

    def transposed_factor_over_diagonal_(self):
        """Return ``W.T @ inv(D)``, batched, for the diagonal D."""
        return self._unbroadcasted_cov_factor.mT / self._unbroadcasted_cov_diag.unsqueeze(-2)

    def log_determinant_(self):
        """Return the logarithm of the determinant of the covariance."""
        return 2 * log_diagonal(self._capacitance_tril) + self._unbroadcasted_cov_diag.log().sum(-1)

    def distance_(self, away):
        """Return the squared distance of Mahalanobis."""
        inner = product(self.transposed_factor_over_diagonal_(), away)
        alone = (away.pow(2) / self._unbroadcasted_cov_diag).sum(-1)
        return alone - solved_square(self._capacitance_tril, inner)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        common = self._unbroadcasted_cov_factor.pow(2).sum(-1)
        whole = self._batch_shape + self._event_shape
        return (common + self._unbroadcasted_cov_diag).expand(whole)

    def matrix_shape_(self):
        return self._batch_shape + self._event_shape + self._event_shape

    @lazy_property
    def scale_tril(self):
        """Cholesky factor of the covariance."""
        # factored between the roots of D, where no eigenvalue is below 1
        root = self._unbroadcasted_cov_diag.sqrt().unsqueeze(-1)
        scaled = self._unbroadcasted_cov_factor / root
        identity = torch.eye(self._event_shape[0], dtype=scaled.dtype, device=scaled.device)
        inner = torch.linalg.cholesky(torch.matmul(scaled, scaled.mT) + identity)
        return (root * inner).expand(self.matrix_shape_())

    @lazy_property
    def covariance_matrix(self):
        """The covariance."""
        factor = self._unbroadcasted_cov_factor
        full = torch.matmul(factor, factor.mT) + torch.diag_embed(self._unbroadcasted_cov_diag)
        return full.expand(self.matrix_shape_())

    @lazy_property
    def precision_matrix(self):
        """The inverse of the covariance."""
        scaled = self.transposed_factor_over_diagonal_()
        solved = torch.linalg.solve_triangular(self._capacitance_tril, scaled, upper=False)
        return (
            torch.diag_embed(self._unbroadcasted_cov_diag.reciprocal()) - solved.mT @ solved
        ).expand(self.matrix_shape_())

    def rsample(self, sample_shape=()):
        shape, like = self._extended_shape(sample_shape), self.loc
        causes = standard_normal((*shape[:-1], self.cov_factor.shape[-1]), like.dtype, like.device)
        own = standard_normal(shape, like.dtype, like.device)
        common = product(self._unbroadcasted_cov_factor, causes)
        return self.loc + common + self._unbroadcasted_cov_diag.sqrt() * own

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        constant = self._event_shape[0] * math.log(2 * math.pi)
        return -0.5 * (constant + self.log_determinant_() + self.distance_(value - self.loc))

    def entropy(self):
        constant = self._event_shape[0] * (1.0 + math.log(2 * math.pi))
        return (0.5 * (constant + self.log_determinant_())).expand(self._batch_shape)


class LKJCholesky(Distribution):
    """Cholesky factors of correlations, the nearer to none the higher the concentration.

    Parameters
    ----------
    dim : int
        Rows of the matrices.
    concentration : Tensor or float

    References
    ----------
    PyTorch documentation, ``torch.distributions.lkj_cholesky.LKJCholesky``; D. Lewandowski,
    D. Kurowicka and H. Joe, "Generating random correlation matrices based on vines and extended
    onion method", 2009.
    """

    arg_constraints = {"concentration": constraints.positive}
    support = constraints.corr_cholesky
    parameters_ = ("concentration",)

    def __init__(self, dim: int, concentration=1.0, validate_args=None):
        if dim < 2:
            raise ValueError(
                f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}."
            )
        self.dim = dim
        self.concentration, batch_shape = parameters_of(concentration)
        a = self.concentration
        rows = torch.arange(dim - 1, dtype=a.dtype, device=a.device)
        rows = torch.cat([rows.new_zeros((1,)), rows])
        marginal = a + 0.5 * (dim - 2)
        self._beta = Beta(rows + 0.5, marginal.unsqueeze(-1) - 0.5 * rows)
        super().__init__(batch_shape, torch.Size((dim, dim)), validate_args)

    def parameter_event_shape_(self, name: str) -> tuple:
        return ()

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape, _instance)
        new.dim, new._beta = self.dim, self._beta.expand((*batch_shape, self.dim))
        return new

    def sample(self, sample_shape=()):
        with torch.no_grad():
            part = self._beta.sample(sample_shape).unsqueeze(-1)
            shape = self._extended_shape(sample_shape)
            drawn = torch.randn(shape, dtype=part.dtype, device=part.device).tril(-1)
            direction = drawn / torch.linalg.vector_norm(drawn, dim=-1, keepdim=True)
            direction[..., 0, :] = 0.0  # of a row without elements
            rows = torch.sqrt(part) * direction
            left = torch.clamp(1 - torch.sum(rows**2, dim=-1), min=torch.finfo(rows.dtype).tiny)
            return rows + torch.diag_embed(left.sqrt())

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        a, count = self.concentration, self.dim - 1
        below = value.diagonal(dim1=-1, dim2=-2)[..., 1:]
        order = torch.arange(2, self.dim + 1, device=a.device)
        order = 2 * (a - 1).unsqueeze(-1) + self.dim - order
        whole = a + 0.5 * count
        norm = 0.5 * count * math.log(math.pi) + torch.mvlgamma(whole - 0.5, count)
        return torch.sum(order * below.log(), dim=-1) - (norm - torch.lgamma(whole) * count)


class Wishart(_OfMatrix, ExponentialFamily):
    """Sums of squares of normal vectors: covariances of few of them.

    Parameters
    ----------
    df : Tensor or float
        Degrees of freedom, more than rows less 1.
    covariance_matrix, precision_matrix, scale_tril : Tensor, shape (..., n, n), optional
        One of them.

    References
    ----------
    PyTorch documentation, ``torch.distributions.wishart.Wishart``; M. Bartlett, "On the theory of
    statistical regression", 1933.
    """

    support = constraints.positive_definite
    has_rsample = True
    parameters_ = ("df", *_MATRICES)
    _mean_carrier_measure = 0

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None,
                 validate_args=None):  # fmt: skip
        matrices = zip(_MATRICES, (covariance_matrix, precision_matrix, scale_tril), strict=True)
        given = {name: matrix for name, matrix in matrices if matrix is not None}
        if len(given) != 1:
            raise AssertionError(
                "Exactly one of covariance_matrix or precision_matrix or scale_tril may be "
                "specified."
            )
        ((name, matrix),) = given.items()
        if matrix.dim() < 2:
            raise ValueError(
                "scale_tril must be at least two-dimensional, with optional leading batch "
                "dimensions"
            )
        if isinstance(df, numbers.Number):
            batch_shape = torch.Size(matrix.shape[:-2])
            self.df = torch.tensor(df, dtype=matrix.dtype, device=matrix.device)
        else:
            batch_shape = torch.broadcast_shapes(matrix.shape[:-2], df.shape)
            self.df = df.expand(batch_shape)
        n = matrix.shape[-1]
        if (self.df <= n - 1).any():
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {n - 1}.")
        if (self.df < n).any():
            warnings.warn(
                "Low df values detected. Singular samples are highly likely to occur for ndim - 1 "
                "< df < ndim.",
                stacklevel=2,
            )
        setattr(self, name, matrix.expand((*batch_shape, -1, -1)))
        super().__init__(batch_shape, matrix.shape[-2:], validate_args=validate_args)
        self._unbroadcasted_scale_tril = _cholesky_factor(name, matrix)

    @property
    def arg_constraints(self):
        matrices = dict.fromkeys(_MATRICES[:2], constraints.positive_definite)
        least = constraints.greater_than(self._event_shape[-1] - 1)
        return matrices | {"scale_tril": constraints.lower_cholesky, "df": least}

    def parameter_event_shape_(self, name: str) -> tuple:
        return () if name == "df" else tuple(self._event_shape)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape, _instance)
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril.expand(new.matrix_shape_())
        return new

    @property
    def mean(self):
        return _df_with_matrix_axes(self) * self.covariance_matrix

    @property
    def mode(self):
        above = _df_with_matrix_axes(self) - self._event_shape[-1] - 1
        return torch.where(above <= 0, math.nan, above) * self.covariance_matrix

    @property
    def variance(self):
        whole = self.covariance_matrix
        diagonal = whole.diagonal(dim1=-2, dim2=-1)
        outer = diagonal.unsqueeze(-1) * diagonal.unsqueeze(-2)
        return _df_with_matrix_axes(self) * (whole.pow(2) + outer)

    def rsample(self, sample_shape=(), max_try_correction=None):
        """Draw matrices; those that are positive definite are drawn once more, as PyTorch does.

        Parameters
        ----------
        sample_shape : sequence of int
        max_try_correction : int, optional
            How often matrices are drawn anew, 10 by default: after the first time those alone
            that are not positive definite.
        """
        drawn = self._draw_once_(torch.Size(sample_shape))
        again = self._any_of_batch_(self.support.check(drawn))
        if not bool(again.any()):
            return drawn
        warnings.warn("Singular sample detected.", stacklevel=2)
        for _ in range(10 if max_try_correction is None else max_try_correction):
            anew = self._draw_once_(again[again].shape)
            drawn[again] = anew
            again[again.clone()] = self._any_of_batch_(~self.support.check(anew))
            if not bool(again.any()):
                break
        return drawn

    def _any_of_batch_(self, is_found):
        axes = tuple(range(-len(self._batch_shape), 0))
        return is_found.amax(axes) if axes else is_found

    def _draw_once_(self, sample_shape):
        n = self._event_shape[-1]
        like = self._unbroadcasted_scale_tril
        steps = torch.arange(n, dtype=like.dtype, device=like.device)
        count = self.df.expand(self._batch_shape).unsqueeze(-1) - steps
        least = torch.finfo(like.dtype).eps
        noise = Chi2(count).rsample(sample_shape).sqrt().clamp(min=least).diag_embed()
        rows, columns = torch.tril_indices(n, n, offset=-1)
        shape = (*sample_shape, *self._batch_shape, n * (n - 1) // 2)
        noise[..., rows, columns] = torch.randn(shape, dtype=like.dtype, device=like.device)
        factor = like @ noise
        return factor @ factor.mT

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        nu, n, factor = self.df, self._event_shape[-1], self._unbroadcasted_scale_tril
        norm = nu * (n * math.log(2) / 2 + log_diagonal(factor)) + torch.mvlgamma(nu / 2, p=n)
        power = (nu - n - 1) / 2 * torch.linalg.slogdet(value).logabsdet
        trace = torch.cholesky_solve(value, factor).diagonal(dim1=-2, dim2=-1).sum(dim=-1)
        return power - trace / 2 - norm

    def entropy(self):
        nu, n = self.df, self._event_shape[-1]
        steps = torch.arange(n, dtype=nu.dtype, device=nu.device) / 2
        slope = torch.digamma((nu / 2).unsqueeze(-1) - steps).sum(-1)
        spread = (n + 1) * (n * math.log(2) / 2 + log_diagonal(self._unbroadcasted_scale_tril))
        rest = torch.mvlgamma(nu / 2, p=n) - (nu - n - 1) / 2 * slope + nu * n / 2
        return spread + rest

    @property
    def _natural_params(self):
        return -self.precision_matrix / 2, (self.df - self._event_shape[-1] - 1) / 2

    def _log_normalizer(self, x, y):
        n = self._event_shape[-1]
        power = -torch.linalg.slogdet(-2 * x).logabsdet + math.log(2) * n
        return (y + (n + 1) / 2) * power + torch.mvlgamma(y + (n + 1) / 2, p=n)


def _df_with_matrix_axes(distribution):
    return distribution.df.reshape(distribution.df.shape + (1, 1))


__all__ = [
    "LKJCholesky", "LowRankMultivariateNormal", "MultivariateNormal", "Wishart", "log_diagonal",
    "solved_square",
]  # fmt: skip
