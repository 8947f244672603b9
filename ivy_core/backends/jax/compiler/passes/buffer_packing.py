"""Buffer packing: small arrays that only programs read are one array between calls.

Each input and each result of a program costs half a microsecond a call, whatever its size. An
optimizer keeps two small arrays for every parameter, which only its next step reads: they are the
parts of one array, a :class:`Pack`. Its parts stand in the slots ``_data`` of their Arrays as
:class:`.memory.HostArray`, without memory until one is read.

Measured with JAX 0.10.2: an input or a result less saves half a microsecond a call; building a pack
again, once a part was read, takes some 20. XLA joins by concatenation: written with
`dynamic_update_slice` the same step takes 0.9 to 14 times as long, by how its fusions fall. A part
begins at an index of its own, so each has a kernel of its own to compile: a ViT of 3 layers took
4.1 s with its pack and 2.1 without, a call the same. Programs that do much are not packed.
To be retired when JAX's dispatch takes less than 0.1 us for an argument.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from operator import is_
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.core import ShapedArray

from ivy_core.backends.holder import waiting
from ivy_core.backends.jax.runtime.internals import IS_COMPLETE, EagerArray, is_committed, put
from ivy_core.backends.jax.runtime.memory import HOME, HostArray, lazily_held

from ..equations import Values, computed_again, is_literal, kinds_of, name_of
from ..limits import PACK_LEAST_PARTS, PACK_MOST_BYTES_OF_PROGRAM, PACK_MOST_ELEMENTS_OF_PART
from ..schedules import bytes_of_results


class Layout(NamedTuple):
    """Layout of the parts of a pack."""

    dtype: np.dtype
    shapes: tuple[tuple[int, ...], ...]
    starts: tuple[int, ...]
    length: int


def rewrite(program, pairs: Sequence[tuple[int, int]], natives: Sequence):
    """Return a program in which small arrays come in as one, and go out as one.

    Parameters
    ----------
    program : ClosedJaxpr
    pairs : sequence of (int, int)
        Which inputs may be parts, and which results are what becomes of them.
    natives : sequence
        The arrays of these inputs.

    Returns
    -------
    program : ClosedJaxpr
        The pack comes first among the inputs, and among the results.
    parts : list of (int, int)
        Those of the pairs that have become parts of it, in their order there.
    layout : Layout
    None
        In place of these three, where it is not worth while.
    """
    if not IS_COMPLETE or HOME.device is None:
        return None
    kinds, outs = kinds_of(program), [atom.aval for atom in program.jaxpr.outvars]
    parts = [
        pair
        for pair, native in zip(pairs, natives, strict=True)
        if _can_share_pack(kinds[pair[0]], outs[pair[1]]) and _is_on_default_device(native)
    ]
    dtypes = Counter(kinds[given].dtype for given, _ in parts).most_common(1)
    if not dtypes or dtypes[0][1] < PACK_LEAST_PARTS:
        return None
    if bytes_of_results(program.jaxpr) > PACK_MOST_BYTES_OF_PROGRAM:
        return None
    dtype = dtypes[0][0]
    # in the order in which they are joined, of which XLA makes no copy; then large ones first: so
    # most of them begin where a vector of the processor's does
    parts = [pair for pair in parts if kinds[pair[0]].dtype == dtype]
    places = _places_where_joined(program.jaxpr)
    parts.sort(key=lambda pair: places.get(pair[0], (math.inf, -kinds[pair[0]].size)))
    shapes = tuple(kinds[given].shape for given, _ in parts)
    ends = np.cumsum([kinds[given].size for given, _ in parts]).tolist()
    layout = Layout(dtype, shapes, (0, *ends[:-1]), ends[-1])
    made = jax.make_jaxpr(_pass_parts_as_pack(program, parts, layout))(
        jax.ShapeDtypeStruct((layout.length,), dtype),
        *_leave_out_indices(kinds, [n for n, _ in parts]),
    )
    return made, parts, layout


def _places_where_joined(jaxpr) -> dict[int, tuple[int, int]]:
    """Return (which concatenation, which of its operands) by the inputs that are joined flat."""
    inputs = {var: at for at, var in enumerate(jaxpr.invars)}
    flat, found = {}, {}
    for number, equation in enumerate(jaxpr.eqns):
        name = name_of(equation)
        if name == "reshape" and equation.invars[0] in inputs:
            flat[equation.outvars[0]] = inputs[equation.invars[0]]
        elif name == "concatenate" and len(equation.invars) >= PACK_LEAST_PARTS:
            for place, operand in enumerate(equation.invars):
                at = None if is_literal(operand) else flat.get(operand, inputs.get(operand))
                if at is not None:
                    found.setdefault(at, (number, place))
    return found


def _can_share_pack(given, out) -> bool:
    """Return whether an input and its output, as avals, are small arrays of one shape and dtype."""
    return (
        0 < given.size <= PACK_MOST_ELEMENTS_OF_PART
        and given.shape == out.shape != ()
        and given.dtype == out.dtype
        and given.dtype.num < 24  # NumPy's own
        and not given.weak_type
    )


def _is_on_default_device(native) -> bool:
    """Return whether an array is uncommitted on the default device, or waits on the host."""
    if type(native) in waiting:
        return True
    return (
        type(native) is EagerArray and native.sharding == HOME.sharding and not is_committed(native)
    )


def _leave_out_indices(values: Sequence, indices: Sequence[int]) -> list:
    left_out = set(indices)
    return [value for at, value in enumerate(values) if at not in left_out]


def _pass_parts_as_pack(program, parts: list[tuple[int, int]], layout: Layout):
    """Return ``(vector, *others) -> [vector, *others]``; parts: (input, output) positions."""
    inputs, outputs = [n for n, _ in parts], [n for _, n in parts]
    count = len(program.jaxpr.invars)
    others = _leave_out_indices(range(count), inputs)

    def function(vector, *rest):
        given = [None] * count
        for at, value in zip(others, rest, strict=True):
            given[at] = value
        for at, start, shape in zip(inputs, layout.starts, layout.shapes, strict=True):
            part = lax.slice_in_dim(vector, start, start + math.prod(shape))
            given[at] = part.reshape(shape)
        values = Values(program, given)
        for equation in program.jaxpr.eqns:
            values.set(equation, computed_again(equation, values.operands(equation)))
        outs = values.results()
        joined = jnp.concatenate([outs[at].reshape(-1) for at in outputs])
        return [joined, *_leave_out_indices(outs, outputs)]

    return function


class Pack:
    """Some arrays as parts of one.

    Attributes
    ----------
    vector : jax.Array
        Without dimensions but one; the parts lie in it as the layout says.
    parts : list of HostArray
        What stands for them. They are what ``vector`` is until they are looked at; a pack of which
        a part was looked at is not renewed.
    """

    __slots__ = ("_layout", "_whole", "parts", "vector")

    def __init__(self, layout: Layout, vector):
        self._layout, self._whole, self.vector = layout, True, vector
        self.parts = [lazily_held(self, layout.dtype, shape) for shape in layout.shapes]

    def has(self, natives: Sequence, layout: Layout) -> bool:
        """Return whether these are the parts of the pack, none of which was looked at."""
        return self._whole and self._layout is layout and all(map(is_, natives, self.parts))

    def memory_of(self, part: HostArray) -> np.ndarray:
        """Return the memory of a part, which is its own; the pack is whole no more."""
        self._whole = False
        at = next(at for at, each in enumerate(self.parts) if each is part)
        start, shape = self._layout.starts[at], self._layout.shapes[at]
        vector = self.vector
        if isinstance(vector, HostArray):  # a result of a program of ranks
            host = np.asarray(vector)
        else:  # NumPy's array of it would stay, and count as a reference to the memory
            host = np.frombuffer(memoryview(vector.block_until_ready()), self._layout.dtype)
        return host[start : start + math.prod(shape)].reshape(shape).copy()

    def settle(self) -> None:
        """Give each part memory of its own."""
        for part in self.parts:
            part.settled()


def pack_of(natives: Sequence, layout: Layout) -> Pack | None:
    """Return the pack whose parts some arrays are, all of them and in order."""
    first = natives[0]
    pack = getattr(first, "_native", None) if type(first) is HostArray else None
    return pack if type(pack) is Pack and pack.has(natives, layout) else None


def vector_of(natives: Sequence, layout: Layout):
    """Return the vector of a pack of some arrays; None where they are not all at home."""
    if not all(map(_is_on_default_device, natives)):
        return None
    memory = np.empty(layout.length, layout.dtype)
    np.concatenate([np.asarray(native).reshape(-1) for native in natives], out=memory)
    aval = ShapedArray(memory.shape, memory.dtype)
    return put(aval, HOME.sharding, [memory], [HOME.device], False)


waiting.add(Pack)  # the array that it holds is not one of the user's
