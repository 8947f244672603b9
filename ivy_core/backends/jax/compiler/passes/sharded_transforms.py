"""Sharded transforms, sorts and running sums of arrays in parts, each part by itself.

XLA gathers all that a Fourier transform is of, even where the transformed axis is whole on each
device. Here each device transforms what lies along another axis: the array is exchanged once where
that was not the axis that is cut (an all-to-all), and transforms of several axes begin with those
that are whole. The inverse takes the axes the other way round: it ends where the transform began.
An array of one axis is transformed as a table of rows and columns, in three exchanges.

A sort along the only axis gathers as well. Here each device sorts its part, and pairs of devices
exchange parts as a bitonic network says: one keeps the lower half, one the upper. Running sums
along that axis take the last one of each part from the others.

Measured with JAX 0.10.2: a filter by `fft2` and `ifft2` of 256 x 128 in 8 parts, two gathers of the
array, then two all-to-alls; a sort of 8,192 integers, a gather, then six permutes of 1,024.
To be retired when XLA's partitioner does so for transforms and sorts.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, PartitionSpec

from ...runtime.padded import axes_cut
from ..equations import applied, name_of
from ..limits import SHARDED_LEAST_ELEMENTS, SHARDED_SHORT_TOTALS
from ..rewriter import Rewriter

_INVERSE = frozenset({lax.FftType.IFFT, lax.FftType.IRFFT})


def rewrite(program, mesh: Mesh, cuts: dict):
    """Return a program whose transforms and sorts are computed part by part.

    Parameters
    ----------
    program : ClosedJaxpr
    mesh : Mesh
        On which its arrays lie in parts.
    cuts : dict
        How they are cut, as ``padded.shapes_of`` gives it.

    Returns
    -------
    ClosedJaxpr
    """
    return _Transforms(mesh, axes_cut(cuts)).rewrite(program)


_JOINED = {"cumsum": lax.add, "cumprod": lax.mul, "cummax": lax.max, "cummin": lax.min}
_rules: dict[str, Callable] = {}


class _Transforms(Rewriter):
    """Computes the equations of a program, its transforms, sorts and running sums on a mesh."""

    rules = _rules

    def __init__(self, mesh: Mesh, axes: dict[int, int]):
        self.mesh, self.count = mesh, mesh.size
        self._axes = axes  # by number of axes the one that is likely to be cut

    def _by_parts(self, compute: Callable, operands: list, axis: int) -> list:
        """Compute on each device what lies within its part along an axis, padded to equal parts."""
        length = operands[0].shape[axis]
        spare = -length % self.count
        if spare:
            operands = [_padded_behind(each, axis, spare, 0) for each in operands]
        spec = PartitionSpec(*[None] * axis, self.mesh.axis_names)
        mapped = jax.shard_map(
            compute, mesh=self.mesh, in_specs=spec, out_specs=spec, check_vma=False
        )
        results = mapped(*operands)
        return (
            [lax.slice_in_dim(each, 0, length, 1, axis) for each in results] if spare else results
        )

    def _transform(self, equation, x) -> list | None:
        """Transform the last axes, each along parts of another axis; None if there is none."""
        lengths, kind = equation.params["fft_lengths"], lax.FftType(equation.params["fft_type"])
        first = x.ndim - len(lengths)  # of the axes that are transformed
        if x.size < SHARDED_LEAST_ELEMENTS:
            return None
        free = next((axis for axis in range(first) if x.shape[axis] >= self.count), None)
        if free is not None:
            compute = partial(lax.fft, fft_type=kind, fft_lengths=lengths)
            return self._by_parts(lambda x: [compute(x)], [x], free)
        if x.ndim == 1:
            return self._transform_line(kind, lengths[0], x)
        if len(lengths) == 1 or min(x.shape[first], x.shape[first + 1]) < self.count:
            return None
        one = lax.FftType.IFFT if kind in _INVERSE else lax.FftType.FFT

        def transform_first(x):
            last = jnp.moveaxis(x, first, -1)
            return [jnp.moveaxis(lax.fft(last, one, lengths[:1]), -1, first)]

        def transform_others(x):
            return [lax.fft(x, kind, lengths[1:])]

        steps = [(transform_others, first), (transform_first, first + 1)]
        results = [x]
        for compute, axis in reversed(steps) if kind in _INVERSE else steps:
            results = self._by_parts(compute, results, axis)
        return results

    _rules["fft"] = _transform

    def _transform_line(self, kind, length: int, x) -> list | None:
        """Transform the only axis as one of rows and columns, as Bailey's method does."""
        if kind == lax.FftType.IRFFT:
            return self._transform_half_spectrum(length, x)
        rows = _rows_of(length, self.count)
        if rows is None:
            return None
        dtype = np.result_type(x.dtype, np.complex64)
        step = lax.FftType.IFFT if kind in _INVERSE else lax.FftType.FFT
        table = x.astype(dtype).reshape(rows, length // rows)

        def transform_columns(table):
            return [lax.fft(table.T, step, (rows,)).T]

        def transform_rows(table):
            return [lax.fft(table, step, (length // rows,))]

        (table,) = self._by_parts(transform_columns, [table], 1)
        turned = _products_of_indices(table.shape) % length * (2 * np.pi / length)
        turned = turned if kind in _INVERSE else -turned
        table = table * lax.complex(jnp.cos(turned), jnp.sin(turned)).astype(dtype)
        (table,) = self._by_parts(transform_rows, [table], 0)
        (line,) = self._by_parts(lambda table: [table], [table.T], 0)
        line = line.reshape(length)
        return [line[: length // 2 + 1] if kind == lax.FftType.RFFT else line]

    def _transform_half_spectrum(self, length: int, x) -> list | None:
        """Return the real line of half a spectrum: its elements by turns are one complex line."""
        half = length // 2
        if length % 2 or _rows_of(half, self.count) is None:
            return None
        number = lax.iota(np.int64, half + 1)
        is_end = (number == 0) | (number == half)  # of which the imaginary part is ignored
        x = lax.select(is_end, lax.complex(lax.real(x), jnp.zeros_like(lax.real(x))), x)
        first, back = x[:half], lax.conj(lax.rev(x[1:], (0,)))
        turned = number[:half] * (2 * np.pi / length)
        turned = lax.complex(-jnp.sin(turned), jnp.cos(turned)).astype(x.dtype)
        packed = 0.5 * ((first + back) + turned * (first - back))
        (line,) = self._transform_line(lax.FftType.IFFT, half, packed)
        return [jnp.stack([lax.real(line), lax.imag(line)], axis=1).reshape(length)]

    def _sort(self, equation, *operands) -> list | None:
        """Sort along the only long axis; None where XLA exchanges parts of another one."""
        axis, keys = equation.params["dimension"], equation.params["num_keys"]
        shape, count = operands[0].shape, self.count
        if not self._is_the_long_axis(axis, shape) or count & (count - 1):
            return self._sort_along_others(equation, axis, operands)
        values, spare = list(operands), -shape[axis] % count
        # equal integers are the same; of floats 0.0 and -0.0 are equal, and nans
        is_exact = len(values) == keys and all(each.dtype.kind in "iub" for each in values)
        is_stable = equation.params["is_stable"] and not is_exact
        if is_stable:
            values.insert(keys, lax.broadcasted_iota(np.int64, shape, axis))
        if spare:  # the padding comes last by a key of its own
            values = [_padded_behind(each, axis, spare, 0) for each in values]
            mark = _padded_behind(lax.full(shape, 0, np.int8), axis, spare, 1)
            values.insert(0, mark)
        sort = partial(lax.sort, num_keys=keys + is_stable + bool(spare), is_stable=False)
        results = self._by_parts(partial(self._sort_parts, sort, axis), values, axis)
        if spare:
            results = [lax.slice_in_dim(each, 0, shape[axis], 1, axis) for each in results[1:]]
        if is_stable:
            del results[keys]
        return results

    _rules["sort"] = _sort

    def _accumulate(self, equation, x) -> list | None:
        """Accumulate along the only long axis: in each part, and then over those before it."""
        axis, backwards = equation.params["axis"], equation.params["reverse"]
        is_cut = self._is_the_long_axis(axis, x.shape) or self._is_cut_along(axis, x.shape)
        if not is_cut or backwards and x.shape[axis] % self.count:
            return None

        def accumulate_parts(x):
            mine, me = applied(equation, x)[0], lax.axis_index(self.mesh.axis_names)
            last = 0 if backwards else mine.shape[axis] - 1
            ends = lax.slice_in_dim(mine, last, last + 1, 1, axis)
            ends = lax.all_gather(ends, self.mesh.axis_names, axis=axis, tiled=True)
            before = me + 1 if backwards else me - 1
            totals, at = applied(equation, ends)[0], jnp.clip(before, 0, self.count - 1)
            carried = lax.dynamic_slice_in_dim(totals, at, 1, axis)
            joined = _JOINED[name_of(equation)](mine, jnp.broadcast_to(carried, mine.shape))
            is_first = jnp.broadcast_to(before != at, mine.shape)
            return [lax.select(is_first, mine, joined)]

        return self._by_parts(accumulate_parts, [x], axis)

    _rules.update(dict.fromkeys(_JOINED, _accumulate))

    def _scatter(self, equation, x, index, values) -> list | None:
        """Add up what each device adds to a short array; None for a long one, which is cut."""
        numbers = equation.params["dimension_numbers"]
        is_of_rows = index.ndim == 2 and 0 not in numbers.update_window_dims
        if not is_of_rows or numbers.operand_batching_dims or not values.ndim:
            return None
        is_short = SHARDED_SHORT_TOTALS * x.size <= values.size
        if not is_short or values.size < SHARDED_LEAST_ELEMENTS or values.shape[0] < self.count:
            return None

        def add_parts(index, values):
            (mine,) = applied(equation, jnp.zeros(x.shape, x.dtype), index, values)
            return [lax.psum(mine, self.mesh.axis_names)]

        spare = -values.shape[0] % self.count  # zeros, which are added to the first
        operands = [_padded_behind(each, 0, spare, 0) for each in (index, values)]
        spec = PartitionSpec(self.mesh.axis_names)
        mapped = jax.shard_map(
            add_parts, mesh=self.mesh, in_specs=spec, out_specs=PartitionSpec(), check_vma=False
        )
        return [x + mapped(*operands)[0]]

    _rules["scatter-add"] = _scatter

    def _sort_along_others(self, equation, axis: int, operands) -> list | None:
        """Sort along an axis that is cut unevenly, in parts of another one: XLA gathers those."""
        shape = operands[0].shape
        others = [at for at, n in enumerate(shape) if at != axis and n >= self.count]
        if not others or not shape[axis] % self.count or not self._is_cut_along(axis, shape):
            return None
        return self._by_parts(lambda *x: applied(equation, *x), list(operands), others[0])

    def _is_cut_along(self, axis: int, shape) -> bool:
        """Return whether an axis is likely to be cut, and worth an exchange."""
        is_long = math.prod(shape) >= SHARDED_LEAST_ELEMENTS and shape[axis] >= self.count
        return is_long and self._axes.get(len(shape)) == axis

    def _is_the_long_axis(self, axis: int, shape) -> bool:
        """Return whether an axis is the only one that is long enough to be cut."""
        others = [n for at, n in enumerate(shape) if at != axis]
        is_long = math.prod(shape) >= SHARDED_LEAST_ELEMENTS and shape[axis] >= self.count
        return is_long and max(others, default=1) < self.count

    def _sort_parts(self, sort: Callable, axis: int, *mine) -> list:
        """Sort a device's part with those of the others, by a bitonic network of devices."""
        names, count = self.mesh.axis_names, self.count
        me = lax.axis_index(names)
        mine = sort(mine, dimension=axis)
        for block in [2 << n for n in range(count.bit_length() - 1)]:
            for apart in [block >> n for n in range(1, block.bit_length())]:
                pairs = [(device, device ^ apart) for device in range(count)]
                theirs = [lax.ppermute(each, names, pairs) for each in mine]
                # the lesser ones of each and of its opposite number are the lower half of all
                both = [
                    jnp.stack([a, lax.rev(b, (axis,))]) for a, b in zip(mine, theirs, strict=True)
                ]
                both = sort(both, dimension=0)
                keeps_lower = ((me & apart) == 0) == ((me & block) == 0)
                half = [lax.select(keeps_lower, each[0], each[1]) for each in both]
                mine = sort(half, dimension=axis)
        return list(mine)


def _rows_of(length: int, count: int) -> int | None:
    """Return into how many rows an axis is laid, so that devices share them; None if it cannot be.

    Examples
    --------
    >>> _rows_of(4096, 8), _rows_of(4097, 8)
    (64, None)
    """
    found = [rows for rows in range(count, length // count + 1, count) if not length % rows]
    return min(found, key=lambda rows: abs(rows - length / rows), default=None)


def _products_of_indices(shape: tuple[int, int]):
    """Return the product of row and column of each element, int64."""
    row = lax.broadcasted_iota(np.int64, (shape[0], 1), 0)
    return row * lax.broadcasted_iota(np.int64, (1, shape[1]), 1)


def _padded_behind(x, axis: int, spare: int, value):
    """Return an array that is longer along an axis, with a value behind its elements."""
    margins = [(0, spare if at == axis else 0, 0) for at in range(x.ndim)]
    return lax.pad(x, jnp.asarray(value, x.dtype), margins)
