"""Read boxes: `s = np.zeros_like(a)[2:-2, 1:-2]`, of which no element outside is ever read.

A view has a base, and writes through the view go into all of it. Where an array begins as one
number, is only written to in parts and only read in parts, it is made as large as the box about
these reads, and what is written outside of the box is left out.

Measured with JAX 0.10.2: the isoneutral mixing of pyhpc-benchmarks at 65,536 elements, which sums
up in four such views, took 1.6 times as long as by hand, then 1.0.
To be retired when XLA cuts arrays that are written to down to what is read of them.
"""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import lax

from ...runtime.internals import ClosedJaxpr
from ..equations import (
    is_literal,
    is_variable,
    known_starts,
    makers,
    name_of,
    slice_sizes,
    users_of,
)
from ..limits import READ_BOX_LEAST_ELEMENTS
from ..rewriter import FoundRewriter, program_pass


class _Box(NamedTuple):
    """A part of an array: its first index on each axis, and the first one behind it."""

    begins: tuple
    ends: tuple

    @property
    def shape(self) -> tuple:
        return tuple([e - b for b, e in zip(self.begins, self.ends, strict=True)])

    def about(self, other: _Box) -> _Box:
        """Return the least box that has both within it."""
        return _Box(
            tuple(map(min, self.begins, other.begins)), tuple(map(max, self.ends, other.ends))
        )

    def common(self, other: _Box) -> _Box | None:
        """Return the part that two boxes share, None if there is none."""
        found = _Box(
            tuple(map(max, self.begins, other.begins)), tuple(map(min, self.ends, other.ends))
        )
        return found if all(n > 0 for n in found.shape) else None

    def within(self, outer: _Box) -> _Box:
        """Return the box as counted from the beginning of another one."""
        shifts = outer.begins
        return _Box(
            tuple([b - s for b, s in zip(self.begins, shifts, strict=True)]),
            tuple([e - s for e, s in zip(self.ends, shifts, strict=True)]),
        )


@program_pass(["dynamic_update_slice"], only_on_cpu=False)
def rewrite(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a program that makes of each array no more than the box about its reads."""
    return _ReadBoxes().rewrite_found(program)


class _ReadBoxes(FoundRewriter):
    """Computes a program anew, with boxes in place of arrays that are read in parts alone."""

    rules = {}

    def find(self, program) -> dict:
        """Return of each read and write its box, and the number that the array begins as, or None.

        The number stands with the first write to an array.
        """
        return _boxes(program)

    def _write_in_box(self, equation, array, value, *starts) -> list | None:
        if id(equation) not in self.found:
            return None
        box, first = self.found[id(equation)]
        if first is not None:
            array = jnp.full(box.shape, first, value.dtype)
        begins = known_starts(equation.invars[2:], value.shape, equation.invars[0].aval.shape)
        written = _box_of(begins, value.shape)
        common = written.common(box)
        if common is None:
            return [array]
        part = common.within(written)
        if part.shape != value.shape:
            value = lax.slice(value, part.begins, part.ends)
        if common.shape == box.shape:
            return [value]
        begins = list(map(np.int64, common.within(box).begins))
        return [lax.dynamic_update_slice(array, value, begins)]

    rules["dynamic_update_slice"] = _write_in_box

    def _read_in_box(self, equation, array, *starts) -> list | None:
        if id(equation) not in self.found:
            return None
        box = self.found[id(equation)][0]
        part = _read_box(equation).within(box)
        strides = equation.params.get("strides")
        if part.shape == box.shape and strides is None:
            return [array]
        return [lax.slice(array, part.begins, part.ends, strides)]

    rules["dynamic_slice"] = rules["slice"] = _read_in_box


def _boxes(program) -> dict:
    """Return by identity the reads and writes of arrays that are read in parts alone."""
    equations = program.eqns
    writes = [each for each in equations if _is_known_write(each)]
    if not writes:
        return {}
    users = users_of(equations)
    made_by = makers(equations)
    known = dict(zip(program.constvars, getattr(program, "consts", ()), strict=False))
    results = set(filter(is_variable, program.outvars))
    found: dict = {}
    for each in writes:
        first = _number(each.invars[0], made_by, known)
        if first is None:
            continue
        members = _members(each, users, results)
        if members is None:
            continue
        reads = [_read_box(e) for e in members if name_of(e) != "dynamic_update_slice"]
        if not reads:
            continue
        box = reads[0]
        for other in reads[1:]:
            box = box.about(other)
        if box.shape != each.outvars[0].aval.shape:
            found.update({id(e): (box, None) for e in members})
            found[id(each)] = box, first
    return found


def _members(write, users: dict, results: set) -> list | None:
    """Return a write and all known reads and writes behind it; None if there are other uses."""
    members, waiting = [write], [write]
    while waiting:
        out = waiting.pop().outvars[0]
        if out in results:
            return None
        for user in users.get(out, ()):
            if user.invars[0] is not out or any(atom is out for atom in user.invars[1:]):
                return None
            if _is_known_write(user):
                waiting.append(user)
            elif _read_box(user) is None:
                return None
            members.append(user)
    return members


def _is_known_write(equation) -> bool:
    """Return whether a known part of an array of some size is written."""
    if name_of(equation) != "dynamic_update_slice" or is_literal(equation.invars[0]):
        return False
    array, value = equation.invars[0].aval, equation.invars[1].aval
    if array.size < READ_BOX_LEAST_ELEMENTS:
        return False
    return known_starts(equation.invars[2:], value.shape, array.shape) is not None


def _box_of(begins: tuple, sizes) -> _Box:
    return _Box(begins, tuple([b + n for b, n in zip(begins, sizes, strict=True)]))


def _read_box(equation) -> _Box | None:
    """Return the part of an array that an equation reads; None if it is not known."""
    if name_of(equation) == "slice":
        return _Box(
            tuple(equation.params["start_indices"]), tuple(equation.params["limit_indices"])
        )
    if name_of(equation) != "dynamic_slice":
        return None
    sizes = slice_sizes(equation)
    begins = known_starts(equation.invars[1:], sizes, equation.invars[0].aval.shape)
    return None if begins is None else _box_of(begins, sizes)


def _number(atom, made_by: dict, known: dict):
    """Return the one number that all elements of an array are; None if they are not."""
    if atom in known:
        host = np.asarray(known[atom])
        first = host.reshape(-1)[:1]
        return first[0] if host.tobytes() == first.tobytes() * host.size else None
    equation = made_by.get(atom)
    if equation is None or name_of(equation) != "broadcast_in_dim":
        return None
    value = equation.invars[0]
    return value.val if is_literal(value) and np.ndim(value.val) == 0 else None
