"""Collectives of processes that have arrays of their own: each is one jitted program.

The arrays of the processes lie one behind the other in one global array, of which each process has
its own. The program names the collective (an all-reduce, an all-gather, an all-to-all, a
reduce-scatter) of the axis that the processes are.
"""

from __future__ import annotations

import functools
import itertools
import weakref
from collections.abc import Callable, Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.core import ShapedArray
from jax.interpreters import mlir
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from ivy_core.backends.common.memory import ALIGNMENT, aligned_empty

from ..host.policy import BYTES_ADDED_IN_PAIRS
from .internals import Primitive, put
from .memory import all_taken_over, memory_on_host, settled, taken_over
from .ranks import devices_of_ranks

AXIS = "ranks"
_ROWS = PartitionSpec(AXIS)


def _all(fold: Callable) -> Callable:
    """Return a reduction that XLA has no exchange for: of the arrays of all, in their order."""
    return lambda x: fold(lax.all_gather(x, AXIS))


def _folded(function: Callable) -> Callable:
    """Return a reduction of rows by a function of two."""
    return lambda rows: functools.reduce(function, list(rows))


def _sum(x: jax.Array) -> jax.Array:
    """Sum the arrays of all ranks: of few elements pair by pair, where the ranks come out even.

    Each rank adds what its neighbour has, then both what the next two have: the sums are the same
    bits in all. A ring of gloo's takes two messages a rank, each of which waits for the one before.
    """
    count = lax.axis_size(AXIS)
    is_short = count == 2 or x.size * x.dtype.itemsize <= BYTES_ADDED_IN_PAIRS
    if x.dtype == bool or count.bit_count() != 1 or not is_short:
        return lax.psum(x, AXIS)
    distance = 1
    while distance < count:
        x = x + lax.ppermute(x, AXIS, [(rank, rank ^ distance) for rank in range(count)])
        distance *= 2
    return x


def _mean(total: jax.Array) -> jax.Array:
    return (total / lax.axis_size(AXIS)).astype(total.dtype)


# of rows, for the ranks' parts of a reduction
_OF_ROWS: dict[str, Callable] = {
    "product": lambda rows: rows.prod(0, dtype=rows.dtype),
    "min": lambda rows: rows.min(0),
    "max": lambda rows: rows.max(0),
    "band": _folded(lambda x, y: x & y),
    "bor": _folded(lambda x, y: x | y),
    "bxor": _folded(lambda x, y: x ^ y),
}
REDUCTIONS: dict[str, Callable] = {
    "sum": _sum,
    "avg": lambda x: _mean(_sum(x)),
    "min": lambda x: lax.pmin(x, AXIS),
    "max": lambda x: lax.pmax(x, AXIS),
    **{name: _all(_OF_ROWS[name]) for name in ("product", "band", "bor", "bxor")},
}


def exchange(what: str, native, ranks: tuple[int, ...], root: int = 0) -> jax.Array:
    """Do one collective of some processes; all of them call it with arrays of one shape and dtype.

    Parameters
    ----------
    what : str
        One of :data:`REDUCTIONS`; ``scatter`` and one of them, of which each process has its row
        of the result; ``gather`` (the rows of all), ``transpose`` (row i of each goes to process
        i), ``broadcast`` (the array of one); ``join`` (the arrays of all, one behind the other) and
        ``split`` and one of them, of which each process has its part of the first axis.
    native : jax.Array
    ranks : tuple of int
        The processes, this one among them.
    root : int
        The index in ``ranks`` of the process that broadcasts.

    Returns
    -------
    jax.Array
        On the device of the one that was given.
    """
    return exchange_together(what, [native], ranks, root)[0]


def exchange_together(
    what: str, natives: Sequence, ranks: tuple[int, ...], root: int = 0
) -> list[jax.Array]:
    """Do one collective with several arrays of one dtype, as :func:`exchange` does with one.

    Several are exchanged as one: a reduction, a broadcast, ``join`` or ``split``.
    """
    hosts = [memory_on_host(native) for native in natives]
    if len(hosts) > 1 and not any(host is None for host in hosts):
        if what == "join":
            return _join_packed(hosts, ranks)
        if what.startswith("split"):
            return _split_packed(what, hosts, ranks)
        return _exchange_packed(what, hosts, ranks, root)
    given = [settled(native) for native in natives]
    if not any(x.size for x in given):
        return [jnp.zeros(_result_shape(what, x.shape, len(ranks)), x.dtype) for x in given]
    return taken_from_ranks(_run(what, given, ranks, root), given)


def _exchange_packed(what: str, hosts: list[np.ndarray], ranks: tuple[int, ...], root: int) -> list:
    """Exchange arrays of the host as one; the results share its memory.

    In one program for all of them each would be given to JAX, and taken back: 15 us instead of 3.
    """
    begins = _begins_of_packed([host.size for host in hosts], hosts[0].itemsize)
    packed = aligned_empty((begins[-1],), hosts[0].dtype)
    for host, begin in zip(hosts, begins, strict=False):
        packed[begin : begin + host.size] = host.ravel()
    found = packed
    if found.size:
        found = np.asarray(_run(what, [packed], ranks, root)[0])
    return [
        taken_over(found[begin : begin + host.size].reshape(host.shape))
        for host, begin in zip(hosts, begins, strict=False)
    ]


def _join_packed(hosts: list[np.ndarray], ranks: tuple[int, ...]) -> list:
    """Put the arrays of all processes one behind the other, exchanged as one."""
    begins, packed = _packed_rows([host.reshape(1, -1) for host in hosts])
    rows = packed.reshape(1, -1)
    if packed.size:
        rows = np.asarray(_run("gather", [packed[0]], ranks, 0)[0])
    found = []
    for host, begin in zip(hosts, begins, strict=False):
        made = aligned_empty((len(ranks) * host.shape[0], *host.shape[1:]), host.dtype)
        made.reshape(len(ranks), -1)[:] = rows[:, begin : begin + host.size]
        found.append(taken_over(made))
    return found


def _split_packed(what: str, hosts: list[np.ndarray], ranks: tuple[int, ...]) -> list:
    """Reduce arrays, of which this process has its part of the first axis, exchanged as one."""
    count = len(ranks)
    begins, packed = _packed_rows([host.reshape(count, -1) for host in hosts])
    found = packed[0]
    if packed.size:
        found = np.asarray(_run(what.replace("split", "scatter"), [packed], ranks, 0)[0])
    shapes = [_result_shape(what, host.shape, count) for host in hosts]
    return [
        taken_over(found[begin : begin + host.size // count].reshape(shape))
        for host, begin, shape in zip(hosts, begins, shapes, strict=False)
    ]


def _packed_rows(tables: list[np.ndarray]) -> tuple[list[int], np.ndarray]:
    """Put tables of as many rows side by side; return the first column of each, and that."""
    begins = _begins_of_packed([table.shape[1] for table in tables], tables[0].itemsize)
    packed = aligned_empty((tables[0].shape[0], begins[-1]), tables[0].dtype)
    for table, begin in zip(tables, begins, strict=False):
        packed[:, begin : begin + table.shape[1]] = table
    return begins, packed


def _run(what: str, given: Sequence, ranks: tuple[int, ...], root: int) -> list:
    """Exchange arrays of JAX's or NumPy's; return what this process has of the results."""
    program = _program_of(what, ranks, root, tuple(x.shape for x in given))
    return called_by_ranks(program, given, ranks)


def called_by_ranks(program: JittedForRanks, given: Sequence, ranks: tuple[int, ...]) -> list:
    """Call what :func:`jitted_for_ranks` gives; return what this process has of the results.

    They are NumPy's arrays, read-only, where a second client has computed them. What comes back as
    an argument lies there already, as the weights do that a step of training has made.
    """
    count, (rows, device, is_own) = len(ranks), _rows_of(ranks)
    arguments = []
    if is_own:
        for x in given:
            part = jax.device_put(x, device)
            part = part if part.ndim else part.reshape(1)
            shape = count * part.shape[0], *part.shape[1:]
            arguments.append(jax.make_array_from_single_device_arrays(shape, rows, [part]))
        found = [x.addressable_data(0) for x in program.call(*arguments)]
        return [x.reshape(()) if at in program.scalars else x for at, x in enumerate(found)]
    devices = [device]
    for x in given:
        part = np.asarray(x)  # which is not copied from here on
        made = _computed.get(_address_of(part))
        if made is not None and made.is_all(part, ranks):
            arguments.append(made.array)
            continue
        part = part if part.ndim else part.reshape(1)
        kind = _kind_of_rows(count, part.shape, part.dtype)
        arguments.append(put(kind, rows, [part], devices, True))
    found = []
    for at, x in enumerate(program.call(*arguments)):
        part = np.asarray(x.addressable_data(0))
        if at in program.scalars:
            part = part.reshape(())
        elif not part.flags.owndata:  # but a part of the array's memory
            made = _Result(part, x, ranks)
            _computed[made.address] = made
        found.append(part)
    return found


class _Result(weakref.ref):
    """A reference to the memory of what a program of several ranks has computed.

    Parameters
    ----------
    part : numpy.ndarray
        This process's rows, in that memory.
    array : jax.Array
        All ranks' rows.
    ranks : tuple of int
    """

    __slots__ = ("address", "array", "dtype", "ranks", "shape")

    def __new__(cls, part: np.ndarray, array: jax.Array, ranks: tuple[int, ...]):
        return super().__new__(cls, part, _forget)

    def __init__(self, part: np.ndarray, array: jax.Array, ranks: tuple[int, ...]):
        super().__init__(part, _forget)
        self.array, self.ranks = array, ranks
        self.address, self.shape, self.dtype = _address_of(part), part.shape, part.dtype

    def is_all(self, part: np.ndarray, ranks: tuple[int, ...]) -> bool:
        """Return whether an array at the same address is the result, as these ranks take it."""
        same = part.shape == self.shape and part.dtype == self.dtype
        return same and part.flags.c_contiguous and ranks == self.ranks


_computed: dict[int, _Result] = {}  # results whose memory is alive, by its address


def _address_of(part: np.ndarray) -> int:
    return part.__array_interface__["data"][0]


def _forget(result: _Result) -> None:
    if _computed.get(result.address) is result:
        del _computed[result.address]


def taken_from_ranks(found: Sequence, like: Sequence | None = None) -> list:
    """Return results of :func:`called_by_ranks` on this process's devices, like other arrays.

    By default they lie on the default device.
    """
    if like is None:
        return list(found) if found and isinstance(found[0], jax.Array) else all_taken_over(found)
    return [
        x if isinstance(x, jax.Array) else taken_over(x, each)
        for x, each in zip(found, like, strict=True)
    ]


@functools.lru_cache(maxsize=4096)
def _kind_of_rows(count: int, shape: tuple[int, ...], dtype) -> ShapedArray:
    return ShapedArray((count * shape[0], *shape[1:]), dtype)


@functools.lru_cache(maxsize=256)
def _rows_of(ranks: tuple[int, ...]) -> tuple[NamedSharding, jax.Device, bool]:
    """Return the sharding of all ranks' rows, this rank's device, and whether arrays lie there."""
    mesh = _mesh_of(ranks)
    device = mesh.local_devices[0]
    return NamedSharding(mesh, _ROWS), device, device in jax.local_devices()


class JittedForRanks(NamedTuple):
    """A function of each rank's arrays, jitted.

    Attributes
    ----------
    call : callable
        Takes the rows of all ranks, one behind the other, and gives such.
    scalars : set of int
        The results without an axis, which come with one: known once it was traced.
    """

    call: Callable
    scalars: set[int]


def jitted_for_ranks(
    body: Callable, ranks: tuple[int, ...], shapes: Sequence, options: dict | None = None
) -> JittedForRanks:
    """Jit a function of each rank's arrays, which have these shapes and exchange along the axis.

    ``options`` are XLA's.
    """
    scalars: set[int] = set()

    def run(*parts):  # of a rank; what has no axis comes with one
        results = body(*[x.reshape(shape) for x, shape in zip(parts, shapes, strict=True)])
        scalars.update(at for at, x in enumerate(results) if not jnp.ndim(x))
        return [x if jnp.ndim(x) else jnp.reshape(x, 1) for x in results]

    run = jax.shard_map(run, mesh=_mesh_of(ranks), in_specs=_ROWS, out_specs=_ROWS, check_vma=False)
    return JittedForRanks(jax.jit(run, compiler_options=options), scalars)


def kinds_for_ranks(ranks: tuple[int, ...], kinds: Sequence) -> list[jax.ShapeDtypeStruct]:
    """Describe the inputs of such a program, by each rank's shapes and dtypes."""
    rows = _rows_of(ranks)[0]
    found = []
    for kind in kinds:
        first, *others = kind.shape or (1,)
        shape = len(ranks) * first, *others
        found.append(jax.ShapeDtypeStruct(shape, kind.dtype, sharding=rows))
    return found


@functools.lru_cache(maxsize=256)
def _mesh_of(ranks: tuple[int, ...]) -> Mesh:
    """Return the mesh of the first device of each of some processes."""
    first = devices_of_ranks()
    return Mesh(np.array([first[rank] for rank in ranks]), (AXIS,))


@functools.lru_cache(maxsize=1024)
def _program_of(what: str, ranks: tuple[int, ...], root: int, shapes: tuple) -> JittedForRanks:
    """Return the program of a collective."""
    return jitted_for_ranks(lambda *given: collective_together(what, given, root), ranks, shapes)


def collective_together(what: str, given: list, root: int = 0) -> list:
    """Write a collective of several arrays, exchanged as one, into the program that is traced.

    They lie as :func:`_exchange_packed` has them: a rank may run eagerly what others have compiled.
    """
    if len(given) == 1:
        return [collective(what, given[0], root)]
    if what == "join" or what.startswith("split"):
        return _rows_together(what, given)
    begins = _begins_of_packed([x.size for x in given], given[0].dtype.itemsize)
    ends = zip(begins[1:], begins, given, strict=False)
    padded = [jnp.pad(x.ravel(), (0, end - begin - x.size)) for end, begin, x in ends]
    found = collective(what, jnp.concatenate(padded), root)
    return [
        found[begin : begin + x.size].reshape(x.shape)
        for begin, x in zip(begins, given, strict=False)
    ]


def _rows_together(what: str, given: list) -> list:
    """Write ``join`` or ``split`` of several arrays, as eager processes lay them."""
    count = lax.axis_size(AXIS) if what != "join" else 1
    tables = [x.reshape(count, -1) for x in given]
    begins = _begins_of_packed([x.shape[1] for x in tables], given[0].dtype.itemsize)
    ends = zip(begins[1:], begins, tables, strict=False)
    padded = [jnp.pad(x, ((0, 0), (0, end - begin - x.shape[1]))) for end, begin, x in ends]
    packed = jnp.concatenate(padded, 1)
    if what == "join":
        found = collective("gather", packed[0])
    else:
        found = collective(what.replace("split", "scatter"), packed)
    shapes = [_result_shape(what, x.shape, lax.axis_size(AXIS)) for x in given]
    return [
        found[..., begin : begin + x.shape[1]].reshape(shape)
        for x, begin, shape in zip(tables, begins, shapes, strict=False)
    ]


def _begins_of_packed(sizes: Sequence[int], itemsize: int) -> list[int]:
    """Compute the first index of each of several arrays that are packed, and the end of all."""
    step = ALIGNMENT // itemsize
    return [0, *itertools.accumulate(-(-size // step) * step for size in sizes)]


def collective(what: str, x, root: int = 0):
    """Write a collective into the program that is traced, of the axis :data:`AXIS`."""
    if x.dtype == bool:  # XLA exchanges no truth values
        return collective(what, x.astype(np.uint8), root).astype(bool)
    if what in ("gather", "join"):
        return lax.all_gather(x, AXIS, tiled=what == "join")
    if what.startswith("split"):
        rows = x.reshape(_result_shape("rows", x.shape, lax.axis_size(AXIS)))
        return collective(what.replace("split", "scatter"), rows)
    if what == "transpose":
        return lax.all_to_all(x, AXIS, 0, 0, tiled=True)
    if what == "broadcast":
        return _taken(x, root)
    scattered, _, name = what.rpartition(" ")
    if not scattered:
        return REDUCTIONS[name](x)
    if name in _OF_ROWS:
        return _OF_ROWS[name](lax.all_to_all(x, AXIS, 0, 0, tiled=True))
    total = lax.psum_scatter(x, AXIS)
    return _mean(total) if name == "avg" else total


def _taken(x, root: int):
    """Return the array of one process, to the bit: a sum of zeros and its bits, as whole numbers.

    A sum of numbers would lose a -0.0.
    """
    if jnp.iscomplexobj(x):
        return lax.complex(_taken(x.real, root), _taken(x.imag, root))
    whole = _bits(x)
    chosen = jnp.where(lax.axis_index(AXIS) == root, whole, jnp.zeros_like(whole))
    return lax.bitcast_convert_type(_sum(chosen), x.dtype)


def _result_shape(what: str, shape: tuple[int, ...], count: int) -> tuple[int, ...]:
    if what == "gather":
        return count, *shape
    if what == "join":
        return count * shape[0], *shape[1:]
    if what == "rows":
        return count, shape[0] // count, *shape[1:]
    if what.startswith("split"):
        return shape[0] // count, *shape[1:]
    return shape[1:] if what.startswith("scatter") else shape


# A collective of a program that is traced, before it is known that the program is one of ranks. It
# takes the order that the collective before it gave, and gives that of the next one: a zero that
# XLA does not know. So a rank that does not use a result exchanges nevertheless, and ranks with
# different programs do it in one order.
traced_exchange = Primitive("exchange")
traced_exchange.multiple_results = True


@traced_exchange.def_abstract_eval
def _results(order, *given, what, ranks, root):
    shapes = [_result_shape(what, x.shape, len(ranks)) for x in given]
    found = [ShapedArray(s, x.dtype) for s, x in zip(shapes, given, strict=True)]
    return [ShapedArray((), np.dtype(np.int32)), *found]


def _exchange_in_order(order, *given, what, ranks, root):
    at = next((at for at, x in enumerate(given) if x.size), None)
    if at is None:
        shapes = [_result_shape(what, x.shape, len(ranks)) for x in given]
        return order, *(jnp.zeros(s, x.dtype) for s, x in zip(shapes, given, strict=True))
    given = list(given)
    given[at] = _behind(given[at], order)
    found = collective_together(what, given, root)
    return order & _bits(found[at].ravel()[0]).astype(np.int32), *found


def _behind(x, order):
    """Return an array that is known once an order is: its bits and the order's, which is 0."""
    if x.dtype == bool:
        return x ^ (order != 0)
    if jnp.iscomplexobj(x):
        return lax.complex(_behind(x.real, order), x.imag)
    bits = _bits(x)
    return lax.bitcast_convert_type(bits + order.astype(bits.dtype), x.dtype)


def _bits(x):
    """Return the bits of numbers, of their real parts if they are complex, as whole numbers."""
    x = x.real if jnp.iscomplexobj(x) else x.astype(np.uint8) if x.dtype == bool else x
    return lax.bitcast_convert_type(x, jnp.dtype(f"uint{8 * x.dtype.itemsize}"))


mlir.register_lowering(traced_exchange, mlir.lower_fun(_exchange_in_order, multiple_results=True))


def exchange_in_program(
    what: str, order, natives: Sequence, ranks: tuple[int, ...], root: int = 0
) -> tuple:
    """Write what :func:`exchange_together` does into the program that is traced.

    Returns
    -------
    (tracer, list of tracer)
        The order for the next collective, and the results.
    """
    given = [jnp.asarray(settled(x)) for x in (order, *natives)]
    order, *found = traced_exchange.bind(*given, what=what, ranks=ranks, root=root)
    return order, found


__all__ = [
    "AXIS", "REDUCTIONS", "called_by_ranks", "collective", "collective_together", "exchange",
    "exchange_in_program", "exchange_together", "jitted_for_ranks", "kinds_for_ranks",
    "taken_from_ranks", "traced_exchange",
]  # fmt: skip
