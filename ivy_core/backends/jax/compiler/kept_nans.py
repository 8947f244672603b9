"""Functions that are compiled without the passes, but for the one that keeps a nan."""

from __future__ import annotations

import functools
from collections.abc import Callable

import jax

from ..runtime.internals import jaxpr_as_fun
from .rewriter import primitives_of

_EXTREMES = frozenset({"max", "min"})


def keeping_nan(function: Callable) -> Callable:
    """Return a function, to be jitted, that goes through ``passes/nan_extremes.py`` when traced.

    Parameters
    ----------
    function : callable
        Of positional arguments. It runs once for each kind of these.

    Examples
    --------
    >>> import jax
    >>> from ivy_core.backends.jax.compiler.kept_nans import keeping_nan
    >>> total = jax.jit(keeping_nan(lambda x: jax.nn.relu(x).sum()))
    >>> float(total(jax.numpy.full(5000, jax.numpy.nan)))
    nan
    """
    jitted = jax.jit(function)

    @functools.wraps(function)
    def run(*args):
        traced = jitted.trace(*args)
        program = traced.jaxpr
        if not _EXTREMES.isdisjoint(primitives_of(program)):
            from .passes import nan_extremes  # 13 ms, for all passes

            program = nan_extremes.rewrite(program)
        if program is traced.jaxpr:
            return jitted(*args)  # which is traced by now
        results = jaxpr_as_fun(program)(*jax.tree.leaves(args))
        return jax.tree.unflatten(jax.tree.structure(traced.out_info), results)

    return run
