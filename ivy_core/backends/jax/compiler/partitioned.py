"""Kernels of arrays in parts: traced with the passes that have borders alone travel.

A function that :func:`..runtime.stored_programs.jit` compiles is traced so where an argument of its
call lies in parts; JAX's dispatch finds what has become of it by the arguments' shardings, so that
no call asks twice.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import jax
from jax.extend.core import jaxpr_as_fun
from jax.sharding import Mesh

from ..runtime import dispatch
from ..runtime.sharding import mesh_among
from .equations import is_tracer
from .passes import sharded_passes


def partitioned(function: Callable, args: tuple, kwargs: dict) -> Callable:
    """Return the function to trace for a call: its twin for a mesh where arrays are in parts."""
    mesh = mesh_among(jax.tree.leaves((args, kwargs)))
    return function if mesh is None else _partitioned_on(mesh, function)


@functools.lru_cache(maxsize=1024)
def _partitioned_on(mesh: Mesh, function: Callable) -> Callable:
    """Return a function, to be jitted, that computes the same by the passes for a mesh."""

    @functools.wraps(function)
    def run(*args, **kwargs):
        leaves, tree = jax.tree.flatten((args, kwargs))
        inputs = [at for at, leaf in enumerate(leaves) if is_tracer(leaf)]

        def flat(*given):
            filled = list(leaves)
            for at, value in zip(inputs, given, strict=True):
                filled[at] = value
            args, kwargs = jax.tree.unflatten(tree, filled)
            return function(*args, **kwargs)

        given = [leaves[at] for at in inputs]
        program, kinds = jax.make_jaxpr(flat, return_shape=True)(*given)
        for each in sharded_passes(mesh):
            program = each.rewrite(program)
        return jax.tree.unflatten(jax.tree.structure(kinds), jaxpr_as_fun(program)(*given))

    return run


def install() -> None:
    """Have kernels traced so from now on; those that were compiled before stay as they are."""
    dispatch.partitioned = partitioned
