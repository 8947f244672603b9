"""Written planes: `tke[2:-2, 2:-2, :, 1] += x`, several times, as writes to an array of its own.

Models keep the levels of time on an axis of an array, write to one of them in steps, and read the
others in between. XLA fuses such reads with what needs them, which comes after later writes: so it
copies the whole array for them, twice. Here a level that is written to more than once is taken out
of the array before its first write, and put back behind the last one.

Measured with JAX 0.10.2: the turbulence model of pyhpc-benchmarks took 3.66 ms of CPU at 65,536
elements (levels of 81 x 81 x 11), then 3.36; with colder caches 6.2, then 5.1.
To be retired when XLA's CPU backend orders reads before writes in place without a copy.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
from jax import lax

from ...runtime.internals import ClosedJaxpr
from ..equations import (
    BRANCHES,
    ITERATED,
    inner_programs,
    is_variable,
    known_starts,
    live,
    name_of,
    slice_sizes,
    users_of,
)
from ..limits import WRITTEN_PLANES_LEAST_ELEMENTS
from ..rewriter import FoundRewriter, program_pass

_READS = frozenset({"slice", "dynamic_slice"})


class _Part(NamedTuple):
    """A read of an array, or a write to it, within one plane.

    Attributes
    ----------
    axis : int
        Across the planes.
    plane : int
    is_last : bool
        Whether it is the last write, behind which the planes are put back.
    """

    axis: int
    plane: int
    is_last: bool


@program_pass(["dynamic_update_slice"])
def rewrite(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a program that writes to planes of their own."""
    return _WrittenPlanes().rewrite_found(program)


class _WrittenPlanes(FoundRewriter):
    """Computes a program anew; arrays that are written to stand for what they were at first."""

    rules = {}

    def __init__(self):
        super().__init__()
        self._planes: dict = {}  # by variable of an array that was written to: its planes

    def find(self, program) -> dict:
        """Return the writes to planes, and the reads behind them."""
        return _parts(program)

    def find_within(self, program) -> None:
        """Look in a program and its functions; an iteration writes in place to what it carries."""
        self.found.update(self.find(program))
        for equation in program.eqns:
            if name_of(equation) not in ITERATED and name_of(equation) not in BRANCHES:
                for each in inner_programs(equation):
                    self.find_within(each)

    def _write_to_plane(self, equation, array, value, *starts) -> list | None:
        part = self.found.get(id(equation))
        if part is None:
            return None
        axis = part.axis
        planes = dict(self._planes.get(equation.invars[0], {}))
        value = lax.squeeze(value, [axis])
        plane = planes.get(part.plane)
        if plane is None and value.size < array.size // array.shape[axis]:
            taken = lax.slice_in_dim(array, part.plane, part.plane + 1, axis=axis)
            plane = lax.squeeze(taken, [axis])
        if plane is not None:
            begins = [int(each.val) for each in equation.invars[2:]]
            del begins[axis]
            value = lax.dynamic_update_slice(plane, value, list(map(np.int64, begins)))
        planes[part.plane] = value
        if part.is_last:
            return [_put_back(array, planes, axis)]
        self._planes[equation.outvars[0]] = planes
        return [array]

    rules["dynamic_update_slice"] = _write_to_plane

    def _read_of_plane(self, equation, array, *starts) -> list | None:
        part = self.found.get(id(equation))
        if part is None:
            return None
        plane = self._planes[equation.invars[0]].get(part.plane)
        if plane is None:
            return None
        begins, ends, strides = (_without(each, part.axis) for each in _box_of(equation))
        read = plane
        if list(ends) != list(plane.shape) or any(begins) or strides:
            read = lax.slice(plane, begins, ends, strides)
        return [lax.expand_dims(read, [part.axis])]

    rules["dynamic_slice"] = rules["slice"] = _read_of_plane


def _without(numbers, axis: int) -> list | None:
    return None if numbers is None else [n for at, n in enumerate(numbers) if at != axis]


def _put_back(array, planes: dict, axis: int):
    """Return an array with other planes."""
    for at, plane in planes.items():
        begins = [np.int64(0)] * array.ndim
        begins[axis] = np.int64(at)
        array = lax.dynamic_update_slice(array, lax.expand_dims(plane, [axis]), begins)
    return array


def _box_of(equation) -> tuple | None:
    """Return the begins, ends and strides of a read or a write; None where they are not known."""
    name = name_of(equation)
    if name == "slice":
        given = equation.params
        return given["start_indices"], given["limit_indices"], given["strides"]
    shape = equation.invars[0].aval.shape
    if name == "dynamic_slice":
        sizes, starts = slice_sizes(equation), equation.invars[1:]
    else:
        sizes, starts = equation.invars[1].aval.shape, equation.invars[2:]
    begins = known_starts(starts, sizes, shape)
    if begins is None:
        return None
    return begins, tuple([b + n for b, n in zip(begins, sizes, strict=True)]), None


def _parts(program) -> dict:
    """Return by identity the writes to planes of arrays, and what is read of these behind them."""
    equations = live(program)
    writes = [each for each in equations if _may_be_of_planes(each)]
    if len(writes) < 2:
        return {}
    users, results = users_of(equations), set(filter(is_variable, program.outvars))
    found: dict = {}
    seen: set[int] = set()
    for each in writes:
        if id(each) not in seen:
            chain, reads = _followed(each, users, results)
            seen.update(map(id, chain))
            found.update(_parts_of_chain(chain, reads))
    return found


def _may_be_of_planes(equation) -> bool:
    """Return whether a known part of an array is written, and large enough to be one of planes."""
    if name_of(equation) != "dynamic_update_slice" or not is_variable(equation.invars[0]):
        return False
    array, value = equation.invars[0].aval, equation.invars[1].aval
    if array.ndim < 2 or array.size < 2 * WRITTEN_PLANES_LEAST_ELEMENTS:
        return False
    return 1 in value.shape and _box_of(equation) is not None


def _followed(write, users: dict, results: set) -> tuple[list, list]:
    """Return writes that follow a write, it the first of them, and the reads between them.

    Each is to what the one before gives, which nothing takes but known reads and this write.
    """
    chain, reads = [write], []
    while True:
        out = chain[-1].outvars[0]
        taken = users.get(out, ())
        further = [each for each in taken if _may_be_of_planes(each) and each.invars[0] is out]
        others = [each for each in taken if name_of(each) in _READS and _box_of(each) is not None]
        is_whole = out in results or len(further) + len(others) < len(taken)
        if is_whole or len(further) != 1 or any(x is out for x in further[0].invars[1:]):
            return chain, reads
        chain += further
        reads += others


def _parts_of_chain(chain: list, reads: list) -> dict:
    """Return the parts that writes and the reads between them are; none if no plane gains."""
    shape = chain[0].outvars[0].aval.shape
    boxes = [(each, _box_of(each)) for each in chain + reads]
    for axis in sorted(range(len(shape)), key=shape.__getitem__):
        if int(np.prod(shape)) // max(shape[axis], 1) < WRITTEN_PLANES_LEAST_ELEMENTS:
            continue
        if shape[axis] < 2 or any(ends[axis] - begins[axis] != 1 for _, (begins, ends, _) in boxes):
            continue
        planes = Counter([_box_of(each)[0][axis] for each in chain])
        if max(planes.values()) < 2:
            continue
        return {
            id(each): _Part(axis, begins[axis], each is chain[-1]) for each, (begins, _, _) in boxes
        }
    return {}
