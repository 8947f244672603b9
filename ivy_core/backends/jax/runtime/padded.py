"""Arrays in parts whose length the devices do not divide: padded ones, with a logical shape.

XLA cuts no result of a program unevenly: 510 rows of 512 would lie whole on each of 8 devices, and
what is computed of them would be computed 8 times. So such a result leaves its program padded to
equal parts, and the next program begins by taking the padding off, which moves nothing. Whoever
does not know of it is given the array without padding, by ``settled()``, as of any class in
:data:`ivy_core.backends.holder.waiting`.
"""

from __future__ import annotations

import functools
import math
import weakref

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import NamedSharding, PartitionSpec

from ivy_core.backends.holder import waiting

from ..host.policy import PADDED_LEAST_ELEMENTS, PADDED_LEAST_ELEMENTS_OF_PART
from .dispatch import ASKS
from .memory import OF_HOST, settled
from .processes import filled_in_parts, gathered, spans_processes
from .sharding import fitted_to, is_sharded, mesh_among, moved


class PaddedArray:
    """An immutable array in parts on a mesh, at the beginning of a longer one.

    Parameters
    ----------
    padded : jax.Array
        Its axes are multiples of their parts; what is beyond ``shape`` has no meaning.
    shape : tuple of int
    """

    __slots__ = ("__weakref__", "_native", "ndim", "padded", "shape")

    ivy_backend = "jax"
    _committed = committed = True
    weak_type = False
    lies_in_parts = True  # unlike the memory of the host that stands for a native array, too

    def __init__(self, padded, shape: tuple[int, ...]):
        self.padded, self.shape, self.ndim, self._native = padded, shape, len(shape), None

    def settled(self) -> jax.Array:
        """Return JAX's array without the padding: whole on each device, but within a trace."""
        if isinstance(self.padded, jax.core.Tracer):
            return self.padded[_part(self.shape)]
        native = None if self._native is None else self._native()
        if native is None:
            native = _without_padding(self.padded, self.shape)
            self._native = weakref.ref(native)  # it is whole on each device: not kept alive
        return native

    def computed(self) -> PaddedArray | jax.Array:
        """Return the array as programs take it; one that waits is computed."""
        return self

    def with_padded(self, padded) -> PaddedArray:
        """Return an array of the same shape whose elements are those of another padded one."""
        return PaddedArray(padded, self.shape)

    def __jax_array__(self) -> jax.Array:
        return self.settled()

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        host = gathered(self.padded)[_part(self.shape)]
        return np.array(host, dtype, copy=copy)

    def __getattr__(self, name: str):
        """Get what JAX's arrays have and this one does not, of the array without padding."""
        if name.startswith("__"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.settled(), name)

    @property
    def dtype(self) -> np.dtype:
        return self.padded.dtype

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def sharding(self) -> NamedSharding:
        return self.padded.sharding

    def devices(self) -> set:
        return self.padded.devices()

    def is_deleted(self) -> bool:
        return self.padded.is_deleted()

    def block_until_ready(self) -> PaddedArray:
        self.padded.block_until_ready()
        return self


def _settled_operator(name: str):
    return lambda self, *others: getattr(self.settled(), name)(*others)


_UNARY = "neg pos invert abs len iter bool int float complex index"
_BINARY = "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift"
for _name in f"{_UNARY} {_BINARY} lt le gt ge eq ne getitem contains".split():
    setattr(PaddedArray, f"__{_name}__", _settled_operator(f"__{_name}__"))
for _name in _BINARY.split():
    setattr(PaddedArray, f"__r{_name}__", _settled_operator(f"__r{_name}__"))
PaddedArray.__hash__ = object.__hash__
jax.tree_util.register_pytree_node(
    PaddedArray, lambda x: ((x.padded,), x.shape), lambda shape, parts: PaddedArray(*parts, shape)
)
waiting.add(PaddedArray)
# Kernels take padded arrays as they are where JAX's dispatch asks ``partitioned``; other classes
# that stand for native arrays are settled for them.
TAKEN = frozenset({PaddedArray}) if ASKS else frozenset()
SETTLED = frozenset({*OF_HOST, PaddedArray}) - TAKEN


def is_padded(x) -> bool:
    """Return whether an array is a padded one, from now on if it was not computed yet."""
    return isinstance(x, PaddedArray) and type(x.computed()) is PaddedArray


def _part(shape: tuple[int, ...]) -> tuple:
    return tuple(map(slice, shape))


@functools.partial(jax.jit, static_argnums=1)
def _without_padding(padded, shape):
    return padded[_part(shape)]


def logical(x):
    """Return an array within a trace without its padding."""
    return x.settled() if isinstance(x, PaddedArray) else x


def models_among(natives) -> tuple[tuple[int, NamedSharding], ...]:
    """List the arrays in parts, which results may be cut like.

    Returns
    -------
    tuple of (int, NamedSharding)
        Their positions, and how they are cut.
    """
    return tuple([
        (at, each.sharding) for at, each in enumerate(natives) if mesh_among((each,)) is not None
    ])  # fmt: skip


def shapes_of(models: tuple, natives) -> dict[int, tuple[NamedSharding, tuple[int, ...]]]:
    """Return by number of axes how the largest array is cut, and its shape.

    ``models``: as :func:`models_among` gives it, of ``natives`` or of others of their shapes.
    """
    found: dict = {}
    for at, sharding in models:
        each = natives[at]
        shape = tuple(each.shape)
        if each.ndim not in found or math.prod(found[each.ndim][1]) < math.prod(shape):
            found[each.ndim] = sharding, shape
    return found


def lengths_cut(shapes: dict[int, tuple[NamedSharding, tuple[int, ...]]]) -> frozenset[int]:
    """Return the lengths of the axes that are cut, of what `shapes_of` gives."""
    pairs = [zip(shape, place.spec, strict=False) for place, shape in shapes.values()]
    return frozenset([length for each in pairs for length, name in each if name is not None])


def axes_cut(shapes: dict[int, tuple[NamedSharding, tuple[int, ...]]]) -> dict[int, int]:
    """Return by number of axes the first one that is cut, of what `shapes_of` gives."""
    found = {}
    for count, (place, _) in shapes.items():
        cut = [axis for axis, name in enumerate(place.spec) if name is not None]
        if cut:
            found[count] = cut[0]
    return found


def padded_like(x, models: dict[int, tuple[NamedSharding, tuple[int, ...]]]):
    """Return a result of a program, padded where it is cut like another array, but unevenly.

    Parameters
    ----------
    x
        A tracer.
    models : dict
        By number of axes: how an array is cut, and its shape. A short axis of half its length and
        less is taken for another one. Where there are none of as many axes, the largest one's
        first cut is that of an axis as long, else of the first axis.

    Returns
    -------
    tracer or PaddedArray
    """
    if not models or x.size < PADDED_LEAST_ELEMENTS or not x.ndim:
        return x
    sharding, _ = found = models.get(x.ndim) or max(models.values(), key=_size_of_model)
    names = _cuts_like(x, *found) if x.ndim in models else _first_cut_like(x, *found)
    margins, partition = [], []
    for length, name in zip(x.shape, names, strict=True):
        parts = 1 if name is None else count_parts(sharding.mesh, name)
        margins.append((0, -length % parts, 0))
        partition.append(name)
    if not any(spare for _, spare, _ in margins):
        return x
    while partition and partition[-1] is None:
        partition.pop()
    padded = lax.pad(x, jnp.zeros((), x.dtype), margins)
    place = NamedSharding(sharding.mesh, PartitionSpec(*partition))
    return PaddedArray(lax.with_sharding_constraint(padded, place), tuple(x.shape))


def padded_to(x, lengths: tuple[int, ...], sharding: NamedSharding):
    """Return a tracer padded to lengths, if it is shorter, and cut as a sharding has it."""
    if x.shape == lengths:
        return lax.with_sharding_constraint(x, sharding)
    margins = [(0, length - n, 0) for n, length in zip(x.shape, lengths, strict=True)]
    padded = lax.pad(x, jnp.zeros((), x.dtype), margins)
    return PaddedArray(lax.with_sharding_constraint(padded, sharding), tuple(x.shape))


def _size_of_model(model: tuple) -> int:
    return math.prod(model[1])


def _cuts_like(x, sharding: NamedSharding, shape: tuple[int, ...]) -> list:
    """Return by what each axis is cut, None for nothing, like that of an array of as many axes."""
    names: list = [None] * x.ndim
    is_transposed = sorted(x.shape) == sorted(shape)
    for axis, name in enumerate(sharding.spec):
        if name is None:
            continue
        before, at = shape[axis], axis
        if before != x.shape[axis] and is_transposed:
            at = x.shape.index(before)
        length, parts = x.shape[at], count_parts(sharding.mesh, name)
        if 2 * length > before or length >= PADDED_LEAST_ELEMENTS_OF_PART * parts:
            names[at] = name
    return names


def _first_cut_like(x, sharding: NamedSharding, shape: tuple[int, ...]) -> list:
    """Return by what each axis is cut like an array of other axes: one of them by its first cut."""
    cut = next((at for at, name in enumerate(sharding.spec) if name is not None), None)
    names: list = [None] * x.ndim
    if cut is None or 2 * x.size <= math.prod(shape):
        return names
    axis = x.shape.index(shape[cut]) if shape[cut] in x.shape else 0
    if x.shape[axis] >= count_parts(sharding.mesh, sharding.spec[cut]):
        names[axis] = sharding.spec[cut]
    return names


def copy_of(native: PaddedArray) -> PaddedArray:
    return native.with_padded(jnp.array(native.padded))


@functools.lru_cache(maxsize=1024)
def padding_for(device, shape: tuple[int, ...], least: int = PADDED_LEAST_ELEMENTS):
    """Return sharding and padded shape of an array whose lengths a mesh does not divide.

    Parameters
    ----------
    device : jax.Device or Sharding
    shape : tuple of int
    least : int
        The number of elements from which on it is padded.

    Returns
    -------
    (NamedSharding, tuple of int) or None
        The lengths with padding. None where there is none; an axis with fewer indices than parts is
        not cut.
    """
    if not isinstance(device, NamedSharding) or math.prod(shape) < max(least, 1):
        return None
    partition, lengths = [], list(shape)
    for axis, name in enumerate(device.spec[: len(shape)]):
        parts = 1 if name is None else count_parts(device.mesh, name)
        is_cut = shape[axis] >= parts
        partition.append(name if is_cut else None)
        lengths[axis] += -shape[axis] % parts if is_cut else 0
    if lengths == list(shape):
        return None
    return NamedSharding(device.mesh, PartitionSpec(*partition)), tuple(lengths)


def placed(native, device, least: int = PADDED_LEAST_ELEMENTS):
    """Return a native array on a device or on a mesh, None: where it is; see `padding_for`."""
    if device is None:
        return native
    found = padding_for(device, tuple(native.shape), least)
    if found is None or isinstance(native, jax.core.Tracer):
        return moved(settled(native), fitted_to(device, native.shape))
    sharding, lengths = found
    if is_padded(native) and native.padded.shape == lengths:
        return native.with_padded(moved(native.padded, sharding))
    margins = [(0, m - n) for n, m in zip(native.shape, lengths, strict=True)]
    if is_sharded(native):
        padded = jnp.pad(settled(native), margins)
    else:  # on the host no kernel is compiled for each shape
        padded = np.pad(np.asarray(native), margins)
    return PaddedArray(moved(padded, sharding), tuple(native.shape))


def filled(shape: tuple[int, ...], value, dtype, device):
    """Return an array of one value that is made where it lies, on a device or a mesh."""
    found = padding_for(device, shape)
    if found is None:
        return _filled(shape, value, dtype, fitted_to(device, shape))
    sharding, lengths = found
    return PaddedArray(_filled(lengths, value, dtype, sharding), shape)


def _filled(shape, value, dtype, device):
    if spans_processes(device):
        return filled_in_parts(shape, value, dtype, device)
    return jnp.full(shape, value, dtype, device=device)


def count_parts(mesh, name) -> int:
    """Return into how many parts an axis is cut by a name of the mesh, or by several."""
    names = name if isinstance(name, tuple) else (name,)
    return math.prod(mesh.shape[each] for each in names)
