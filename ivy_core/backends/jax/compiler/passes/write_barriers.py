"""Write barriers: branches that keep XLA from copying an array in each iteration of a loop.

XLA fuses what reads an array with what needs the result, and copies the array if a write comes in
between. An element that is read early, and needed behind a write or for what else is carried, is
computed in a branch, once; an array of which parts are read behind a write is written to in a
branch. A branch is no part of the
loops that XLA fuses. On the CPU an optimization barrier would be gone before steps are fused.

Measured with JAX 0.10.2: `thomas` took 1,889 ms, then 1.5; `pair_forces` 21 ms, then 0.87; a
section of a filter that carries two numbers and writes 4,000 elements 3.9 ms, then 0.05.
To be retired when XLA's CPU compiler keeps `optimization_barrier` until it has fused.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import jax.numpy as jnp
from jax import lax

from ...runtime.internals import ClosedJaxpr
from ..analysis.writes import (
    has_writes,
    is_small_part,
    is_small_write,
    is_write,
    writes_in_branches,
    written_arrays,
)
from ..equations import (
    MOVES,
    Values,
    applied,
    branches_of,
    inlined,
    is_literal,
    is_variable,
    makers,
    name_of,
)
from ..limits import WRITES_SMALL_ELEMENTS
from ..loops import Loop

_NO_READS = frozenset({"while", "scan", "cond"})  # they are given arrays, and read none here


def rewrite(loop: Loop) -> Loop:
    """Return a loop, no array of which is copied because elements of it are written."""
    if not has_writes(loop.body.jaxpr):
        return loop
    body = loop.body
    if sum(len(early) for _, early in _reads_used_behind_write(body.jaxpr).values()) > 1:
        body = inlined(body)  # equal reads are one, and need one branch

    def step(number, *carry):
        return _run_with_barriers(number, body, [number, *carry])

    return loop.replace(step=step)


def _run_with_barriers(number, program: ClosedJaxpr, arguments) -> list:
    """Run an iteration; ``number`` is a traced int that is never negative."""
    jaxpr = program.jaxpr
    reads, kept = _reads_used_behind_write(jaxpr), _writes_read_behind(jaxpr)
    early, together = _barriers(jaxpr, reads)
    values = Values(program, arguments)
    for at, equation in enumerate(jaxpr.eqns):
        for before in together.get(at, ()):
            fixed = _prevent_recomputation(number, [values.of(each) for each in before])
            values.known.update(zip(before, fixed, strict=True))
        operands, branches = values.operands(equation), branches_of(equation)
        if len(branches) == 2 and writes_in_branches(equation):
            results = lax.cond(
                operands[0] > 0,
                *[_branch_with_barriers(number, each) for each in branches[::-1]],
                *operands[1:],
            )
        elif at in kept:
            done = functools.partial(applied, equation)
            results = lax.cond(number >= 0, done, lambda array, *_: [array], *operands)
        else:
            results = applied(equation, *operands)
        if at in early:
            results = _prevent_recomputation(number, results)
        values.set(equation, results)
    return values.results()


def _branch_with_barriers(number, branch: ClosedJaxpr) -> Callable:
    return lambda *operands: _run_with_barriers(number, branch, operands)


def _barriers(jaxpr, reads: dict) -> tuple[set[int], dict[int, list]]:
    """Find which reads of each array are computed once: each by itself, or all together.

    One branch for all small values that are needed from the first write on is best: XLA copies an
    array, at times, of which one read has a branch and another one has none.

    Returns
    -------
    early : set of int
        The positions of reads whose results have a branch of their own.
    together : dict of int to list
        By the position of a write, lists of the variables that one branch hands on before it.
    """
    early, together = set(), {}
    for array, (written, positions) in reads.items():
        at, values = _values_before_write(jaxpr, array, written)
        if all(each.aval.size <= WRITES_SMALL_ELEMENTS for each in values):
            together.setdefault(at, []).append(values)
        else:
            early.update(positions)
    return early, together


def _values_before_write(jaxpr, array, written: int) -> tuple[int, list]:
    """List the values, made of reads of an array, that are needed from its first write on.

    A write to another array that needs one of them counts as well. Its position is returned too.
    """
    made: dict = {}  # in order
    for at, equation in enumerate(jaxpr.eqns[:written]):
        if any(atom is array or atom in made for atom in filter(is_variable, equation.invars)):
            if written_arrays(equation):
                written = at
                break
            made.update(dict.fromkeys(equation.outvars))
    needed = {atom for each in jaxpr.eqns[written:] for atom in filter(is_variable, each.invars)}
    needed.update(filter(is_variable, jaxpr.outvars))
    return written, [each for each in made if each in needed]


def _prevent_recomputation(number, values: list) -> list:
    """Pass values through a branch, which XLA does not fuse: they are computed once.

    XLA does not know that the number of an iteration is never negative, and keeps the branch.
    """
    return list(
        lax.cond(
            number >= 0, lambda *kept: kept, lambda *kept: tuple(map(jnp.zeros_like, kept)), *values
        )
    )


def _reads_used_behind_write(jaxpr) -> dict:
    """Find reads of small parts that are needed after a later write or beside it.

    Returns
    -------
    dict
        By array: the position of its first write, and those of the reads.
    """
    writes, users = {}, {}
    for at, equation in enumerate(jaxpr.eqns):
        for atom in equation.invars:
            if not is_literal(atom):
                users.setdefault(atom, []).append(at)
        for array in written_arrays(equation):
            writes.setdefault(array, at)
    if not writes:
        return {}
    made_by, results = makers(jaxpr.eqns), set(filter(is_variable, jaxpr.outvars))
    found = {}
    for array, written in writes.items():
        reads = [at for at in users[array] if at < written]
        reads = [at for at in reads if is_small_part(jaxpr.eqns[at], array)]
        if reads:
            beside = results - _values_moved_to(jaxpr.eqns[written], made_by)
            early = [at for at in reads if _is_used_behind_write(jaxpr, users, at, written, beside)]
            if early:
                found[array] = written, early
    return found


def _values_moved_to(write, made_by: dict) -> set:
    """Return the written value, and those that it was moved from: XLA computes them once."""
    if not is_write(write):  # a loop, or a branch
        return set()
    found, atom = set(), write.invars[1 if name_of(write) == "dynamic_update_slice" else -1]
    while not is_literal(atom):
        found.add(atom)
        equation = made_by.get(atom)
        if equation is None or name_of(equation) not in MOVES:
            break
        atom = equation.invars[0]
    return found


def _writes_read_behind(jaxpr) -> set[int]:
    """Find, by position, small writes whose resulting array is read afterwards."""
    writers, behind = {}, set()
    for at, equation in enumerate(jaxpr.eqns):
        writes = is_write(equation)
        for which, atom in enumerate(equation.invars):
            if is_literal(atom) or atom not in writers:
                continue
            if writes and which == 0 or name_of(equation) in _NO_READS:
                continue
            behind.add(writers[atom])
        if writes and is_small_write(equation):
            writers[equation.outvars[0]] = at
    return behind


def _is_used_behind_write(jaxpr, users, at: int, written: int, beside: set) -> bool:
    """Return whether the result of ``at`` is needed after position ``written``, or beside it.

    ``beside``: the program's results, but for the written value if it is one of them.
    """
    waiting, seen = [at], set()
    while waiting:
        for out in jaxpr.eqns[waiting.pop()].outvars:
            if out in beside:
                return True
            for user in users.get(out, ()):
                if user > written:
                    return True
                if user != written and user not in seen:
                    seen.add(user)
                    waiting.append(user)
    return False
