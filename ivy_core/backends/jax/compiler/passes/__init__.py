"""Passes over programs: what each does, in the order in which they run.

A pass takes a program and returns one that computes the same. Those over complete programs take a
``ClosedJaxpr``; those over loops a :class:`~..loops.Loop`, while the loop is traced, so that a loop
about it sees what has become of it. ``if_conversion``, ``unroll``,
``cse_dce`` and ``buffer_packing`` are asked for by the trace and by what binds a program, which
need to know more than the program.

Each file says with which JAX it was measured, what it gains, and when it is to be retired;
``tests/compile/passes`` has programs before and after each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from jax.sharding import Mesh

from ...runtime.internals import HAS_SHARD_MAP, ClosedJaxpr
from ..loops import Loop
from . import (
    branching_chains,
    flat_elementwise,
    interior_writes,
    loop_invariant_products,
    matmul_layout,
    nan_extremes,
    read_boxes,
    recomputation,
    reductions,
    scalar_replacement,
    sharded_products,
    sharded_rounds,
    sharded_slices,
    sharded_transforms,
    shared_chains,
    shared_slices,
    split_loops,
    store_forwarding,
    tridiagonal_columns,
    vectorize_loops,
    write_barriers,
    write_shapes,
    written_planes,
)


class Pass(NamedTuple):
    """A pass: its name, which is its file's, and the function that rewrites a program."""

    name: str
    rewrite: Callable


def _listed(*modules) -> tuple[Pass, ...]:
    return tuple([Pass(each.__name__.rpartition(".")[2], each.rewrite) for each in modules])


LOOP_PASSES = _listed(
    vectorize_loops,
    loop_invariant_products,
    scalar_replacement,
    store_forwarding,
    split_loops,
    write_barriers,
)
ONE_DEVICE_PASSES = _listed(
    tridiagonal_columns, read_boxes, written_planes, write_shapes, interior_writes
)
ALL_DEVICES_PASSES = _listed(reductions, nan_extremes, matmul_layout)
_LAST_PASSES = _listed(
    recomputation, flat_elementwise, shared_chains, shared_slices, branching_chains
)
PROGRAM_PASSES = (*ONE_DEVICE_PASSES, *ALL_DEVICES_PASSES, *_LAST_PASSES)


def sharded_passes(
    mesh: Mesh, cuts: dict | None = None, placements: Sequence = ()
) -> tuple[Pass, ...]:
    """Return the passes over complete programs whose arrays lie in parts on a mesh.

    Parameters
    ----------
    mesh : Mesh
    cuts : dict, optional
        How these are cut, as ``padded.shapes_of`` gives it.
    placements : sequence of (int, NamedSharding), optional
        The positions of the program's inputs in parts, and how they are cut.
    """
    slices = Pass("sharded_slices", sharded_slices.rewrite)
    if not HAS_SHARD_MAP:
        return (slices,)
    return (
        slices,
        Pass("sharded_rounds", partial(sharded_rounds.rewrite, mesh=mesh, cuts=cuts or {})),
        Pass("sharded_transforms", partial(sharded_transforms.rewrite, mesh=mesh, cuts=cuts or {})),
        Pass("sharded_products", partial(sharded_products.rewrite, placements=placements)),
    )


def stages(
    program: ClosedJaxpr, passes: Sequence[Pass] = PROGRAM_PASSES
) -> Iterator[tuple[str, ClosedJaxpr, ClosedJaxpr]]:
    """Go through passes over a complete program.

    Yields
    ------
    name : str
        Of the pass.
    before, after : ClosedJaxpr
        The very same program where the pass had nothing to do.
    """
    for each in passes:
        before, program = program, each.rewrite(program)
        yield each.name, before, program


def optimized(
    program: ClosedJaxpr,
    mesh: Mesh | None = None,
    cuts: dict | None = None,
    placements: Sequence = (),
) -> ClosedJaxpr:
    """Return a complete program after all passes; ``mesh``: on which its arrays lie in parts.

    ``cuts`` and ``placements``: as of :func:`sharded_passes`.
    """
    passes = PROGRAM_PASSES
    if mesh is not None:  # sharded_slices rewrites writes to parts, LAPACK solves on one device,
        # and a part has other elements in a row than the whole array
        passes = (*sharded_passes(mesh, cuts, placements), *ALL_DEVICES_PASSES)
    for _, _, after in stages(program, passes):
        program = after
    return program


def optimized_loop(loop: Loop, passes: Sequence[Pass] = LOOP_PASSES) -> Loop:
    """Return a loop after passes over loops."""
    for each in passes:
        if loop.results is not None:  # it has been computed
            break
        loop = each.rewrite(loop)
    return loop
