"""LAPACK's routines as steps of programs, where XLA's CPU backend calls the very same ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import jax
import jax.numpy as jnp
import numpy as np

from ..ops.gradients import requires_gradient
from ..runtime.internals import prepare_lapack

# by the letter that a routine's name begins with
_DTYPES = {"s": "float32", "d": "float64", "c": "complex64", "z": "complex128"}


def lapack_kernel(name: str, natives: Sequence) -> Callable | None:
    """Return a function that computes a routine of some arrays, as SciPy calls it.

    Parameters
    ----------
    name : str
    natives : sequence
        The arrays that the wrapper takes, without options.

    Returns
    -------
    callable or None
        None for a routine, or shapes, that XLA does not call as SciPy does.
    """
    dtype = _DTYPES.get(name[0])
    if name[1:] != "gtsv" or dtype is None or prepare_lapack is None or len(natives) != 4:
        return None
    n = natives[1].size
    if jax.default_backend() != "cpu" or n < 2:
        return None
    if [tuple(x.shape) for x in natives] != [(n - 1,), (n,), (n - 1,), (n,)]:
        return None
    target = prepare_lapack("gtsv_ffi", np.dtype(dtype))
    given = [jnp.asarray(x).astype(dtype) for x in natives]
    if any(map(requires_gradient, given)):
        return lambda: _differentiable(target, *given)
    return lambda: _solved_tridiagonal(target, *given)


def _differentiable(target: str, lower, diagonal, upper, wanted) -> list:
    """Call ``gtsv`` on arrays with derivatives: those of the factors are nan."""
    *factors, _, info = _solved_tridiagonal(
        target, *map(jax.lax.stop_gradient, (lower, diagonal, upper, wanted))
    )

    def multiply(x):
        below, above = jnp.pad(lower * x[:-1], (1, 0)), jnp.pad(upper * x[1:], (0, 1))
        return diagonal * x + below + above

    solution = jax.lax.custom_linear_solve(
        multiply,
        wanted,
        lambda _, b: _solved_tridiagonal(target, lower, diagonal, upper, b)[3],
        lambda _, b: _solved_tridiagonal(target, upper, diagonal, lower, b)[3],
    )
    unknown = (diagonal - jax.lax.stop_gradient(diagonal)).sum()  # 0
    unknown = unknown * jnp.asarray(np.nan, diagonal.dtype)
    return [*[_with_slope_of(each, unknown) for each in factors], solution, info]


@jax.custom_jvp
def _with_slope_of(values, other):
    return values


@_with_slope_of.defjvp
def _slope_of_other(primals, tangents):
    values, _ = primals
    return values, jnp.broadcast_to(tangents[1], values.shape)


def _solved_tridiagonal(target: str, lower, diagonal, upper, wanted) -> list:
    """Return ``du2, d, du, x, info`` of ``gtsv``: the factors, the solution and an int."""
    # XLA's routine has diagonals of one length, whose element outside of the matrix it skips
    given = [jnp.pad(lower, (1, 0)), diagonal, jnp.pad(upper, (0, 1)), wanted[:, None]]
    kinds = [jax.ShapeDtypeStruct(x.shape, x.dtype) for x in given]
    call = jax.ffi.ffi_call(
        target, [*kinds, jax.ShapeDtypeStruct((), np.int32)],
        input_output_aliases={k: k for k in range(4)},
    )  # fmt: skip
    second, diagonal, upper, solution, info = call(*given)
    return [second[1:], diagonal, upper[:-1], solution[:, 0], info.astype(np.int64)]
