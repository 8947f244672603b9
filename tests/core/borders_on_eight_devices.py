"""Checks on eight devices of what travels between them; ``on_eight_devices`` runs them."""

from __future__ import annotations

import contextlib
import math

import numpy as np
import pytest

import frontends.numpy as fnp
import ivy_core as ivy
from benchmarks.collectives import collectives
from tests.core import drawn_statements
from tests.core.sharded_arrays import check


def eight_rows(axis: int = 0):
    return ivy.Placement(ivy.mesh((8,), ("rows",)), (None,) * axis + ("rows",))


def in_rows(values, axis: int = 0):
    return fnp.asarray(values).to_placement(eight_rows(axis))


@contextlib.contextmanager
def texts_of_kernels():
    """Yield a list that gets the text of each program that is compiled in the block."""
    from jax._src import pjit

    from ivy_core.backends.jax.runtime import dispatch

    texts, real = [], pjit._get_fastpath_data

    def keep(executable, *args):
        if executable is not None:
            texts.extend(each.to_string() for each in executable.xla_executable.hlo_modules())
        return real(executable, *args)

    pjit._get_fastpath_data = dispatch._dispatch_data = keep
    try:
        yield texts
    finally:
        pjit._get_fastpath_data = dispatch._dispatch_data = real


def exchanged(texts) -> dict:
    return collectives("\n".join(texts))


def part_of(x) -> int:
    """Return the bytes of the largest part of an array on one device."""
    native = x._data
    return max(each.data.nbytes for each in getattr(native, "padded", native).addressable_shards)


def eager_without_gathers(name, program, *values, most=16):
    """Register a check: called by itself a program gives the answer, and kernels gather nothing.

    ``most`` elements may be gathered.
    """

    def run():
        arrays = [in_rows(each) for each in values]
        with texts_of_kernels() as texts:
            found = program(fnp, *arrays)
        expected = program(np, *[each.copy() for each in values])
        for one, other in zip(found, expected, strict=True):
            one = np.asarray(one)
            assert one.dtype == other.dtype, (one.dtype, other.dtype)
            np.testing.assert_allclose(one, other, rtol=1e-12)
        assert texts
        assert exchanged(texts).get("all-gather", (0, 0))[1] <= most, exchanged(texts)

    run.__name__ = f"eager_{name}_gather_nothing"
    check(run)


def masks(np, x):
    y, z, row = x.copy(), x.copy(), x[x > 9]
    y[x > 9] *= 2
    y[x < 3] = row[: (x < 3).sum()]
    z[z > 30] = 7
    return [row, y, z, x[x > 99], x[x >= 0], np.nonzero(x > 20)[0], np.argwhere(x > 20).ravel()]


def distinct(np, x):
    x = x.astype(int)
    return [np.unique(x), *np.unique(x % 700, return_index=True, return_counts=True)]


DRAWN = np.random.default_rng(8).permutation(4520).astype(float) % 1931
eager_without_gathers("masks_of_a_row", masks, DRAWN[:4512])
eager_without_gathers("masks_of_an_uneven_row", masks, DRAWN[:4003])
eager_without_gathers("masks_of_a_table", masks, DRAWN[:4480].reshape(64, 70))
eager_without_gathers("distinct_values", distinct, DRAWN[:4128])
eager_without_gathers("uneven_distinct_values", distinct, DRAWN[:4133])


@check
def what_a_mask_picks_lies_in_equal_parts():
    x = in_rows(DRAWN[:4504])
    for least in (10, 200, 1000):
        found, expected = x[x >= least], DRAWN[:4504][DRAWN[:4504] >= least]
        np.testing.assert_array_equal(np.asarray(found), expected)
        assert part_of(found) <= 8 * math.ceil(len(expected) / 8), least
    assert x[x > 1925].tolist() == DRAWN[:4504][DRAWN[:4504] > 1925].tolist()


@check
def an_array_is_compiled_for_without_a_copy_on_each_device():
    values = np.random.default_rng(2).random((509, 31))
    for x in (in_rows(values), in_rows(values[:507])):
        with texts_of_kernels() as texts:
            found = ivy.compile(lambda x: np_diff(x), fallback="raise")(x)
        np.testing.assert_array_equal(np.asarray(found), np.diff(np.asarray(x), axis=0))
        assert "all-gather" not in exchanged(texts), exchanged(texts)


def np_diff(x):
    return fnp.diff(x, axis=0)


def rearranged(np, x):
    """Functions of lists and indices with arrays, of lengths that no device divides."""
    k = x.shape[0] // 3
    wider = np.concatenate([x, x[:k] * 2])
    found = [wider[3:] - wider[:-3], np.gradient(x), np.stack([x, x + 1], axis=1), np.diff(x, n=2)]
    return [*found, np.pad(x, 3, mode="wrap"), np.pad(x, (0, 2), mode="edge"), x[1::3] * 2.0]


def turned(np, x):
    return [x.T * 2.0, np.diff(x.T, axis=1, prepend=0.0), x[:, ::2] + 1.0]


eager_without_gathers("rearranged_uneven_rows", rearranged, DRAWN[:2003])
eager_without_gathers("turned_uneven_tables", turned, DRAWN[:4331].reshape(61, 71))


@check
def a_histogram_is_of_local_counts():
    values = np.random.default_rng(3).random(8192)
    values[5], values[6], values[7], values[8] = np.nan, 0.0, 1.0, 2.0
    for lengths in (8192, 8003):
        x = in_rows(values[:lengths])
        compiled = ivy.compile(
            lambda x: fnp.histogram(x, bins=32, range=(0.0, 1.0))[0], fallback="raise"
        )
        expected = np.histogram(values[:lengths], bins=32, range=(0.0, 1.0))[0]
        found = np.asarray(compiled(x))
        assert found.dtype == expected.dtype and found.tolist() == expected.tolist()
        texts = compiled.lower(x).compile().as_text()
        assert collectives(texts) == {"all-reduce": (1, 33)}, collectives(texts)


@check
def writes_with_steps_are_right():
    """XLA pads arrays in parts wrongly between their elements, so these go another way."""

    def write(x):
        x[2::2] = x[2::2] * 3
        x[1:-1:5] += x[1:-1:5]
        x[::-2] -= x[::2] if x.shape[0] % 2 else x[1::2]
        return x

    values = np.random.default_rng(4).random(2003)
    for length in (1024, 1003, 997, 2003):
        expected = write(values[:length].copy())
        for run in (write, ivy.compile(write, fallback="raise")):
            np.testing.assert_array_equal(np.asarray(run(in_rows(values[:length]))), expected)


@check
def a_write_keeps_the_dtype_of_each_array():
    for dtype in (complex, int, np.float32, bool):
        x = in_rows(np.ones((72, 8), dtype))
        x[3], x[5:9] = 0, x[1:5]
        assert x.dtype == (x[:2] & True if dtype is bool else x[:2] * 1).dtype == np.dtype(dtype)


def bodies(np, p):
    for _ in range(2):
        apart = p[None, :, :] - p[:, None, :]
        p = p + 0.01 * (apart / ((apart**2).sum(axis=2) + 0.1)[:, :, None] ** 1.5).sum(axis=1)
    return p


def columns_of_bodies(np, p):
    x, y, mass = p[:, 0:1], p[:, 1:2], np.abs(p[:, 2:3])
    near = ((x.T - x) ** 2 + (y.T - y) ** 2 + 0.1) ** -1.5
    return np.hstack([((x.T - x) * near) @ mass, ((y.T - y) * near) @ mass])


def potential(np, p):
    first = np.arange(p.shape[0])
    apart = np.abs(p[:, 0][:, None] - p[:, 0])
    return np.where(first[:, None] < first, apart, 0.0).sum()


@check
def pairs_are_computed_in_rounds():
    values = np.random.default_rng(9).random((256, 3))
    cases = (bodies, 256), (bodies, 251), (columns_of_bodies, 256), (potential, 253)
    for program, length in cases:
        x = in_rows(values[:length])
        compiled = ivy.compile(program, fallback="raise")
        found = compiled(fnp, x)
        expected = program(np, values[:length])
        np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12, atol=1e-12)
        program = compiled.lower(fnp, x).compile()
        travels = collectives(program.as_text())
        assert "all-gather" not in travels and travels["collective-permute"][1] <= 96, travels
        assert program.memory_analysis().temp_size_in_bytes < 256 * 256 * 8 / 8, length


@check
def a_line_is_transformed_and_back_in_parts():
    def low_pass(x):
        spectrum = fnp.fft.rfft(x)
        return fnp.fft.irfft(spectrum * 0.5), fnp.fft.ifft(fnp.fft.fft(x) * 2.0).real

    values = np.random.default_rng(1).random(4096)
    x, compiled = in_rows(values), ivy.compile(low_pass, fallback="raise")
    for found in (compiled(x), low_pass(x)):
        np.testing.assert_allclose(np.asarray(found[0]), values * 0.5, atol=1e-14)
        np.testing.assert_allclose(np.asarray(found[1]), values * 2.0, atol=1e-14)
    travels = collectives(compiled.lower(x).compile().as_text())
    assert "all-gather" not in travels and travels["collective-permute"][1] <= 512, travels
    half = np.fft.rfft(values) + 1j  # whose ends are not real
    found = fnp.fft.irfft(in_rows(half))
    np.testing.assert_allclose(np.asarray(found), np.fft.irfft(half), atol=1e-14)


def everyday(np, x):
    """Steps on any array, each result of which is cut like it."""
    u = x.copy()
    u[1:-1] = 0.25 * (x[2:] + x[:-2] + 2.0 * x[1:-1])
    u[u > 0.9] = 0.0
    found = [u, np.roll(u, 3, axis=0), np.diff(x, axis=0), np.cumsum(x, axis=0), x[::-1] * 2]
    found += [np.where(x > 0.5, x, 0.0), np.gradient(x, axis=0), np.pad(x, 1), x[: len(x) * 3 // 5]]
    found += [np.concatenate([x[5:], x[:5]]), np.stack([x, u]), x.astype(np.float32), np.sort(u, 0)]
    return [*found, np.histogram(x, bins=9, range=(0.0, 1.0))[0].astype(float)]


def _everyday_check(shape):
    def run():
        import gc

        import jax

        values = np.random.default_rng(0).random(shape)
        x = in_rows(values)
        gc.collect()
        before = {id(each) for each in jax.live_arrays()}
        with texts_of_kernels() as texts:
            found = everyday(fnp, x)
        made = [each for each in jax.live_arrays() if id(each) not in before]
        for each in made:
            part = each.sharding.shard_shape(each.shape)
            assert each.size < 512 or math.prod(part) <= 1.1 * each.size / 8, (each.shape, part)
        travels = exchanged(texts)
        assert travels.get("all-gather", (0, 0))[1] <= 8 * values[0].size, travels
        compiled = ivy.compile(everyday, fallback="raise")
        for results in (found, compiled(fnp, x)):
            for one, other in zip(results, everyday(np, values), strict=True):
                np.testing.assert_allclose(np.asarray(one), other, rtol=1e-6, atol=1e-12)
        travels = collectives(compiled.lower(fnp, x).compile().as_text())
        assert travels.get("all-gather", (0, 0))[1] <= 8 * values[0].size, travels

    run.__name__ = f"no_device_holds_more_than_its_part_of_{'_by_'.join(map(str, shape))}"
    check(run)


for _shape in ((512, 512), (509, 517), (1003,), (4096,)):
    _everyday_check(_shape)


class Drawn:
    """A program of slices, steps, shifts and writes along any axis, as a seed draws it."""

    def __init__(self, seed: int):
        self._draw = np.random.default_rng(seed)
        self.axis = int(self._draw.integers(2))
        self.shape = tuple(int(self._draw.choice([64, 61, 72, 101])) for _ in range(2))
        self.values = self._draw.random(self.shape)
        self._steps = [self._step() for _ in range(3)]

    def _window(self, lengths) -> list[int]:
        """Draw the bounds of a block of these lengths."""
        pairs = zip(self.shape, lengths, strict=True)
        starts = [int(self._draw.integers(n - m + 1)) for n, m in pairs]
        return [starts[0], starts[0] + lengths[0], starts[1], starts[1] + lengths[1]]

    def _step(self):
        lengths = [n - int(self._draw.integers(1, 4)) for n in self.shape]
        windows = [self._window(lengths) for _ in range(4)]
        shift, axis = int(self._draw.integers(-4, 5)), int(self._draw.integers(2))
        return windows, shift, axis, self._draw.choice([1, 2, 3], 4).tolist()

    def __call__(self, np, u):
        for (to, a, b, c), shift, axis, by in self._steps:
            v = u.copy()
            v[to[0] : to[1], to[2] : to[3]] = 0.3 * (
                u[a[0] : a[1], a[2] : a[3]] + u[b[0] : b[1], b[2] : b[3]]
            )
            v[to[0] : to[1], to[2] : to[3]] -= 0.5 * u[c[0] : c[1], c[2] : c[3]]
            v[by[0] :: by[1], by[2] :: by[3]] += 2.0 * v[by[0] :: by[1], by[2] :: by[3]]
            v = v + np.roll(u, shift, axis=axis) + np.flip(u, axis)
            rest = np.diff(v, axis=axis, prepend=0.0)
            u = np.where(rest > 0.5, v, rest) / 3.0
        return u


@check
def drawn_stencils_exchange_borders():
    for seed in range(6):
        program = Drawn(seed)
        expected = program(np, program.values.copy())
        x, compiled = in_rows(program.values, program.axis), ivy.compile(program, fallback="raise")
        with texts_of_kernels() as texts:
            found = [program(fnp, x), compiled(fnp, x)]
        for each in found:
            each = np.asarray(each)
            np.testing.assert_allclose(each, expected, rtol=1e-12, atol=1e-12, err_msg=seed)
        travels = exchanged(texts)  # a third of the rows may lie whole on each device
        assert 2 * travels.get("all-gather", (0, 0))[1] < x.size, (seed, travels)


@check
def a_statement_of_slices_is_one_program():
    def statement(v, u):
        v[1:-1] = np.float64(0.5) * (u[2:] + u[:-2]) - u[1:-1] ** 2
        return v

    for shape in ((512, 8), (509, 3)):
        u, v = (np.random.default_rng(at).random(shape) for at in (0, 1))
        x, y = in_rows(u), in_rows(v)
        with texts_of_kernels() as texts:
            found = statement(y, x)
        assert len(texts) == 1
        assert "all-gather" not in exchanged(texts), exchanged(texts)
        np.testing.assert_allclose(np.asarray(found), statement(v, u), rtol=1e-12)


@check
def what_waits_keeps_the_values_of_its_time():
    u = np.random.default_rng(0).random((64, 6))
    x, there = in_rows(u), u.copy()
    gap, expected = x[1:] - x[:-1], u[1:] - u[:-1]
    twice, shown = gap + gap, x[::-2, 1]
    x[:] = 1.0
    np.testing.assert_array_equal(np.asarray(gap), expected)
    np.testing.assert_array_equal(np.asarray(twice), expected + expected)
    np.testing.assert_array_equal(np.asarray(shown), np.ones(32))  # a view shows what is there now
    assert gap.dtype == float and (gap > 0).dtype == bool and gap.shape == (63, 6)
    y = in_rows(there)
    y[1:] += y[:-1] * 2
    there[1:] += there[:-1] * 2
    np.testing.assert_array_equal(np.asarray(y), there)
    with pytest.raises(ValueError, match="could not be broadcast together"):
        y[1:] + y[2:]
    for length in (
        64,
        61,
    ):  # a base that waits itself, and what is held of it, are not written over
        z, expected = in_rows(u)[:length] * 2, u[:length] * 2
        z[1:], expected[1:] = z[:-1], expected[:-1].copy()
        np.testing.assert_array_equal(np.asarray(z), expected)
        z, again = z[::-1] * 2, expected[::-1] * 2
        held, same = ivy.to_native(z), z[:, :] + 0
        z[1:] = 7.0
        np.testing.assert_array_equal(np.asarray(held), again)
        np.testing.assert_array_equal(np.asarray(same), again)


@check
def short_arrays_are_written_in_parts_of_any_length():
    """As few elements as these are gathered else; 100 do not divide into 8 parts."""
    for at in (slice(None), slice(2, None), slice(60, 3, -1), slice(4, 50, 2)):
        values = np.random.default_rng(0).random(100)
        for value in (3.0, values[at] * 2, values[::-1][at] - 1):
            x, expected = in_rows(values), values.copy()
            x[at], expected[at] = (fnp.asarray(value) if np.ndim(value) else value), value
            np.testing.assert_array_equal(np.asarray(x), expected)


@check
def an_array_in_parts_refuses_what_is_no_index():
    import collections

    u = np.random.default_rng(0).random(600)
    x = in_rows(u)
    for at in (1.5, "a", ([0, 1], [0, 1, 2]), 600):
        for module_array in (u, x):
            with pytest.raises(IndexError):
                module_array[at]
    places = collections.deque([3, 1])
    np.testing.assert_array_equal(np.asarray(x[places]), u[places])
    found, expected = (f.histogram(a, bins=4, weights=a)[0] for f, a in ((fnp, x), (np, u)))
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12)


@check
def drawn_statements_of_slices_agree():
    """Slices of arrays in parts, elementwise functions of them, writes and reductions, drawn."""
    for seed in range(12):
        found = drawn_statements.run(seed, fnp, in_rows)
        expected = drawn_statements.run(seed, np, np.array)
        tolerance = 1e-9 if seed % 3 else 1e-4
        assert len(found) == len(expected)
        for one, other in zip(map(np.asarray, found), map(np.asarray, expected), strict=True):
            assert one.dtype == other.dtype, (seed, one.dtype, other.dtype)
            np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)


@check
def an_eager_step_of_heat_has_two_arrays_at_a_time():
    import gc
    import sys

    import jax

    def step(u):
        v = u.copy()
        v[1:-1] = u[1:-1] + 0.2 * (u[:-2] + u[2:] - 2.0 * u[1:-1])
        return v

    u, most = in_rows(np.random.default_rng(0).random((128, 72))), 0
    step(u)
    gc.collect()
    before = {id(each) for each in jax.live_arrays()}

    def count(frame, event, argument):
        nonlocal most
        if event == "return" and "ivy_core" in frame.f_code.co_filename:
            made = [x for x in jax.live_arrays() if id(x) not in before and x.ndim == 2]
            most = max(most, sum(math.prod(x.sharding.shard_shape(x.shape)) for x in made))

    sys.setprofile(count)
    try:
        v = step(u)
    finally:
        sys.setprofile(None)
    assert v.shape == u.shape
    assert most <= u.size / 8, most / u.size * 8  # beside the one that it begins with


@check
def sums_of_ranks_are_the_same_bits_on_each():
    """Of two, four and eight ranks they go pair by pair; of three, or of many elements, at once."""
    import jax
    from jax.sharding import Mesh, PartitionSpec

    from ivy_core.backends.jax.runtime.collectives import AXIS, REDUCTIONS

    for count, size in ((2, 300_000), (3, 50), (4, 50), (8, 50), (8, 300_000)):
        mesh = Mesh(np.array(jax.devices()[:count]), (AXIS,))
        rows = np.random.default_rng(count).normal(size=(count, size)).astype("float32")
        for what, wanted in (("sum", rows.sum(0)), ("avg", rows.mean(0))):
            found = jax.shard_map(
                lambda x, what=what: REDUCTIONS[what](x), mesh=mesh, check_vma=False,
                in_specs=PartitionSpec(AXIS), out_specs=PartitionSpec(AXIS),
            )(rows)  # fmt: skip
            found = np.asarray(found)
            np.testing.assert_allclose(found[0], wanted, rtol=1e-4, atol=1e-5)  # another order
            assert (found == found[0]).all(), (what, count, size)
