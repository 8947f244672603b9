"""Computations in single precision for operands of half precision.

``ml_dtypes`` gives bfloat16 the loops of elementwise functions, each rounded once; NumPy's own
functions made of several steps promote it to float32 or float64, or add in it, eight bits at a
time. Sums and squares of float16 leave its range at 65,504. So functions that accumulate, or take
several steps, are given float32 and what they give is rounded once, as PyTorch has it.

Elementwise functions are not wrapped, and cost what they did. Sums, products of matrices and norms,
which take a microsecond, look at the size of an element themselves (20 ns); functions that take
longer have this put around them by :func:`compose` (150 ns).
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ivy_core.backends.common.half_precision import in_single, is_half
from ivy_core.utils.exceptions import IvyTypeError

_ROUNDED_ONCE = (
    # sums and products
    "contract", "cross", "cumulative_prod", "cumulative_sum", "nanmean", "nanmedian", "nanprod",
    "nansum", "quantile", "std", "tensordot", "unsorted_segment_sum", "var",
    # several steps
    "clip", "hardtanh", "lerp", "linspace", "softshrink", "tanhshrink",
    "trunc_divide",
    # layers
    "adaptive_pool", "col2im", "conv_general_dilated", "conv_general_transpose", "grid_sample",
    "gru", "lstm", "pool", "rnn", "rnn_relu", "rnn_tanh",
)  # fmt: skip
_REFUSED = (
    "cholesky", "cond", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "lstsq", "lu_factor",
    "lu_solve", "matrix_exp", "matrix_rank", "pinv", "qr", "slogdet", "solve", "solve_triangular",
    "svd", "svdvals",
)  # fmt: skip


def _refuse_half_precision(native: Callable, name: str) -> Callable:
    """Compose a function of matrices that refuses float16 and bfloat16, as PyTorch does."""

    @functools.wraps(native)
    def call(x, /, *args, **options):
        if is_half(x):
            raise IvyTypeError(f"{name}: array type {x.dtype.name} is unsupported in linalg")
        return native(x, *args, **options)

    return call


def _compose_matrix_norm(native: Callable) -> Callable:
    """Compose ``matrix_norm``: single for half precision, refused for norms by singular values."""

    def matrix_norm(x, /, *, ord="fro", **options):
        return (of_singular_values if ord in ("nuc", 2, -2) else of_sums)(x, ord=ord, **options)

    of_sums, of_singular_values = in_single(native), _refuse_half_precision(native, "matrix_norm")
    return functools.wraps(native)(matrix_norm)


def compose(implementations: dict[str, Callable]) -> None:
    """Put this in front of the functions of the backend that need it."""
    for name in _ROUNDED_ONCE:
        implementations[name] = in_single(implementations[name])
    for name in _REFUSED:
        implementations[name] = _refuse_half_precision(implementations[name], name)
    implementations["matrix_norm"] = _compose_matrix_norm(implementations["matrix_norm"])
