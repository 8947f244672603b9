"""Kernels of arrays in parts: traced with the passes that have borders alone travel.

A function that :func:`..runtime.stored_programs.jit` compiles is traced so where an argument of its
call lies in parts; JAX's dispatch finds what has become of it by the arguments' shardings, so that
no call asks twice.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import jax

from ..runtime import dispatch
from ..runtime.internals import jaxpr_as_fun
from ..runtime.padded import (
    is_padded,
    logical,
    models_among,
    padded_like,
    shapes_of,
)
from .equations import is_tracer
from .passes import sharded_passes


def partitioned(function: Callable, args: tuple, kwargs: dict) -> Callable:
    """Return the function to trace for a call: its twin for a mesh where arrays are in parts."""
    models = models_among(jax.tree.leaves((args, kwargs), is_leaf=is_padded))
    return _partitioned_like(function, models) if models else function


@functools.lru_cache(maxsize=4096)
def _partitioned_like(function: Callable, models: tuple) -> Callable:
    """Return a function, to be jitted, that computes the same by the passes for a mesh.

    Its results are padded where they are cut like an argument (``models``: positions and shardings
    of some), but the devices do not divide their lengths.
    """

    @functools.wraps(function)
    def run(*args, **kwargs):
        leaves, tree = jax.tree.flatten((args, kwargs), is_leaf=is_padded)
        like = shapes_of(models, leaves)
        leaves = list(map(logical, leaves))
        inputs = [at for at, leaf in enumerate(leaves) if is_tracer(leaf)]

        def flat(*given):
            filled = list(leaves)
            for at, value in zip(inputs, given, strict=True):
                filled[at] = value
            args, kwargs = jax.tree.unflatten(tree, filled)
            return function(*args, **kwargs)

        given = [leaves[at] for at in inputs]
        program, kinds = jax.make_jaxpr(flat, return_shape=True)(*given)
        for each in sharded_passes(models[0][1].mesh, like):
            program = each.rewrite(program)
        results = [padded_like(each, like) for each in jaxpr_as_fun(program)(*given)]
        return jax.tree.unflatten(jax.tree.structure(kinds), results)

    return run


def install() -> None:
    """Have kernels traced so from now on; those that were compiled before stay as they are."""
    dispatch.partitioned = partitioned
