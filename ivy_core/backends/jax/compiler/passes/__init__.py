"""Passes over programs: what each does, in the order in which they run.

A pass takes a program and returns one that computes the same. Those over complete programs take a
``ClosedJaxpr``; those over loops a :class:`~..loops.Loop`, while the loop is traced, because a
gradient of a vectorized loop costs less than a vectorized gradient. ``if_conversion``, ``unroll``,
``cse_dce`` and ``buffer_packing`` are asked for by the trace and by what binds a program, which
need to know more than the program.

Each file says with which JAX it was measured, what it gains, and when it is to be retired;
``tests/compile/passes`` has programs before and after each.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from jax.extend.core import ClosedJaxpr

from ..loops import Loop, program_of
from . import (
    loop_invariant_products,
    matmul_layout,
    reductions,
    scalar_replacement,
    store_forwarding,
    vectorize_loops,
    write_barriers,
)

_Program = TypeVar("_Program", ClosedJaxpr, Loop)


class Pass(NamedTuple):
    """A pass: its name, which is its file's, and the function that rewrites a program."""

    name: str
    rewrite: Callable


LOOP_PASSES = (
    Pass("vectorize_loops", vectorize_loops.rewrite),
    Pass("loop_invariant_products", loop_invariant_products.rewrite),
    Pass("scalar_replacement", scalar_replacement.rewrite),
    Pass("store_forwarding", store_forwarding.rewrite),
    Pass("write_barriers", write_barriers.rewrite),
)
PROGRAM_PASSES = (
    Pass("reductions", reductions.rewrite),
    Pass("matmul_layout", matmul_layout.rewrite),
)


class _Current(threading.local):
    record: list | None = None


_current = _Current()


def stages(program: ClosedJaxpr) -> Iterator[tuple[str, ClosedJaxpr, ClosedJaxpr]]:
    """Go through the passes over a complete program.

    Yields
    ------
    name : str
        Of the pass.
    before, after : ClosedJaxpr
        The very same program where the pass had nothing to do.
    """
    for each in PROGRAM_PASSES:
        before, program = program, each.rewrite(program)
        yield each.name, before, program


def optimized(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a complete program after all passes."""
    for name, before, after in stages(program):
        _note(name, before, after)
        program = after
    return program


def optimized_loop(loop: Loop, passes: Sequence[Pass] = LOOP_PASSES) -> Loop:
    """Return a loop after passes over loops."""
    for each in passes:
        before, loop = loop, each.rewrite(loop)
        if _current.record is not None and loop is not before:
            _note(each.name, program_of(before), program_of(before, each.rewrite))
    return loop


@contextlib.contextmanager
def recorded() -> Iterator[list[tuple[str, str, str]]]:
    """Keep what passes do in a ``with`` block, of this thread.

    Yields
    ------
    list of (str, str, str)
        The name of the pass, and the printed program before and after it.
    """
    outer, _current.record = _current.record, []
    try:
        yield _current.record
    finally:
        _current.record = outer


def _note(name: str, before: ClosedJaxpr, after: ClosedJaxpr) -> None:
    if _current.record is not None and after is not before:
        _current.record.append((name, str(before), str(after)))
