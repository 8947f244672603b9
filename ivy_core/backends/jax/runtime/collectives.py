"""Collectives of processes that have arrays of their own: each is one jitted program.

The arrays of the processes are the rows of one global array, of which each process has its own. The
program says what comes of the rows and where it lies; XLA finds the exchange (an all-reduce, an
all-gather, an all-to-all, a reduce-scatter).
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec

_ROWS, _WHOLE = PartitionSpec("ranks"), PartitionSpec()


def _fold(function: Callable) -> Callable:
    """Return a reduction of rows by a function of two, for those that XLA does not exchange."""
    return lambda rows: functools.reduce(function, list(rows))


REDUCTIONS: dict[str, Callable] = {
    "sum": lambda rows: rows.sum(0, dtype=rows.dtype),
    "avg": lambda rows: (rows.sum(0, dtype=rows.dtype) / rows.shape[0]).astype(rows.dtype),
    "product": lambda rows: rows.prod(0, dtype=rows.dtype),
    "min": lambda rows: rows.min(0),
    "max": lambda rows: rows.max(0),
    "band": _fold(lambda x, y: x & y),
    "bor": _fold(lambda x, y: x | y),
    "bxor": _fold(lambda x, y: x ^ y),
}


def exchange(what: str, native, ranks: tuple[int, ...], root: int = 0) -> jax.Array:
    """Do one collective of some processes; all of them call it with arrays of one shape and dtype.

    Parameters
    ----------
    what : str
        One of :data:`REDUCTIONS`; ``scatter`` and one of them, of which each process has its row
        of the result; ``gather`` (the rows of all), ``transpose`` (row i of each goes to process
        i), ``broadcast`` (the array of one).
    native : jax.Array
    ranks : tuple of int
        The processes, this one among them.
    root : int
        The index in ``ranks`` of the process that broadcasts.

    Returns
    -------
    jax.Array
        On this process's device.
    """
    mesh = _mesh_of(ranks)
    own = jax.device_put(jnp.asarray(native), mesh.local_devices[0])
    if own.size == 0:
        return _of_no_elements(what, own, len(ranks))
    rows = jax.make_array_from_single_device_arrays(
        (len(ranks), *own.shape), NamedSharding(mesh, _ROWS), [own[None]]
    )
    found = _program_of(what, ranks, root)(rows).addressable_data(0)
    return found[0] if what == "transpose" or what.startswith("scatter") else found


def _of_no_elements(what: str, own: jax.Array, count: int) -> jax.Array:
    """Return the result for arrays without elements, which need no exchange."""
    if what == "gather":
        return jnp.stack([own] * count)
    return own[0] if what.startswith("scatter") else own


@functools.lru_cache(maxsize=256)
def _mesh_of(ranks: tuple[int, ...]) -> Mesh:
    """Return the mesh of the first device of each of some processes."""
    first = {}
    for device in jax.devices():
        first.setdefault(device.process_index, device)
    return Mesh(np.array([first[rank] for rank in ranks]), ("ranks",))


@functools.lru_cache(maxsize=1024)
def _program_of(what: str, ranks: tuple[int, ...], root: int) -> Callable:
    """Return the program of a collective."""
    body, spec = _body_of(what, root)
    return jax.jit(body, out_shardings=NamedSharding(_mesh_of(ranks), spec))


def _body_of(what: str, root: int) -> tuple[Callable, PartitionSpec]:
    """Return the function of the rows that a collective is, and how its result is cut."""
    if what == "gather":
        return (lambda rows: rows), _WHOLE
    if what == "transpose":
        return (lambda rows: jnp.swapaxes(rows, 0, 1)), _ROWS
    if what == "broadcast":
        return (lambda rows: _taken(rows, root)), _WHOLE
    scattered, _, name = what.rpartition(" ")
    return _exact_bool(REDUCTIONS[name]), _ROWS if scattered else _WHOLE


def _taken(rows: jax.Array, root: int) -> jax.Array:
    """Return one row, to the bit: XLA sums rows of zeros and that one, which would lose a -0.0."""
    if jnp.iscomplexobj(rows):
        return lax.complex(_taken(rows.real, root), _taken(rows.imag, root))
    if rows.dtype == bool:
        return rows.astype(np.uint8)[root].astype(bool)
    bits = jnp.dtype(f"uint{8 * rows.dtype.itemsize}")
    return lax.bitcast_convert_type(lax.bitcast_convert_type(rows, bits)[root], rows.dtype)


def _exact_bool(reduce: Callable) -> Callable:
    """Return a reduction that takes truth values as well, which XLA does not exchange."""

    def reduced(rows):
        if rows.dtype != bool:
            return reduce(rows)
        return reduce(rows.astype(np.uint8)).astype(bool)

    return reduced


__all__ = ["REDUCTIONS", "exchange"]
