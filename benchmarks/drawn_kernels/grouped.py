"""Kernels on groups in NumPy's own words: ``np.add.at``, ``np.maximum.reduceat``, runs by sums."""

from __future__ import annotations

import numpy

from .specification import Draws, Kernel, fill

EXTREMES = (
    """
def kernel(keys, x, count):
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(low, keys, x)
    np.maximum.at(high, keys, x)
    return low, high, x - low[keys]
""",
    """
def kernel(keys, x, count):
    low = jnp.full(count, jnp.inf).at[keys].min(x)
    high = jnp.full(count, -jnp.inf).at[keys].max(x)
    return low, high, x - low[keys]
""",
)
MEANS = (
    """
def kernel(keys, x, count):
    total, many = np.zeros(count), np.zeros(count, dtype=np.int64)
    np.add.at(total, keys, x)
    np.add.at(many, keys, 1)
    mean = total / np.maximum(many, 1)
    apart = x - mean[keys]
    spread = np.zeros(count)
    np.add.at(spread, keys, apart$power)
    return mean, spread, many
""",
    """
def kernel(keys, x, count):
    total = jnp.zeros(count).at[keys].add(x)
    many = jnp.zeros(count, jnp.int64).at[keys].add(1)
    mean = total / jnp.maximum(many, 1)
    apart = x - mean[keys]
    return mean, jnp.zeros(count).at[keys].add(apart$power), many
""",
)
REDUCED = (
    """
def kernel(x, starts):
    return np.$ufunc.reduceat(x, starts)
""",
    """
def kernel(x, starts):
    marks = jnp.zeros(x.shape[0], jnp.int64).at[starts].set(1)
    return jax.ops.segment_$segment(x, jnp.cumsum(marks) - 1, len(starts), True)
""",
)
RUNS = (
    """
def kernel(x):
    n = len(x)
    ids = np.cumsum(np.concatenate((np.zeros(1, dtype=np.int64), x[1:] != x[:-1])))
    lengths = np.zeros(n, dtype=np.int64)
    np.add.at(lengths, ids, 1)
    first = np.cumsum(lengths) - lengths
    return lengths[ids], np.arange(n) - first[ids]
""",
    """
def kernel(x):
    n = x.shape[0]
    ids = jnp.cumsum(jnp.concatenate((jnp.zeros(1, jnp.int64), x[1:] != x[:-1])))
    lengths = jnp.zeros(n, jnp.int64).at[ids].add(1)
    first = jnp.cumsum(lengths) - lengths
    return lengths[ids], jnp.arange(n) - first[ids]
""",
)
DEPOSITS = (
    """
def kernel(px, py, charge, rows, columns):
    grid = np.zeros((rows, columns))
    i, j = np.floor(py).astype(np.int64), np.floor(px).astype(np.int64)
    v, u = py - i, px - j
    np.add.at(grid, (i, j), charge * (1 - v) * (1 - u))
    np.add.at(grid, (i, j + 1), charge * (1 - v) * u)
    np.add.at(grid, (i + 1, j), charge * v * (1 - u))
    np.add.at(grid, (i + 1, j + 1), charge * v * u)
    return grid
""",
    """
def kernel(px, py, charge, rows, columns):
    grid = jnp.zeros((rows, columns))
    i, j = jnp.floor(py).astype(jnp.int64), jnp.floor(px).astype(jnp.int64)
    v, u = py - i, px - j
    grid = grid.at[i, j].add(charge * (1 - v) * (1 - u))
    grid = grid.at[i, j + 1].add(charge * (1 - v) * u)
    grid = grid.at[i + 1, j].add(charge * v * (1 - u))
    return grid.at[i + 1, j + 1].add(charge * v * u)
""",
)


def _keyed(d: Draws) -> tuple:
    n, count = d.whole(1000, 20000), d.whole(5, 800)
    return d.ints(0, count - 1, n), d.floats(n, low=-5.0, high=5.0), count


def _extremes(d: Draws) -> Kernel:
    inputs = _keyed(d)
    name = f"extremes of {inputs[2]} groups of {inputs[1].size}"
    return Kernel(name, *map(fill, EXTREMES), inputs, True)


def _means(d: Draws) -> Kernel:
    inputs, power = _keyed(d), d.pick(" * apart", "**2", " * apart * apart")
    text, twin = (fill(each, power=power) for each in MEANS)
    return Kernel(f"means of {inputs[2]} groups of {inputs[1].size}", text, twin, inputs)


def _reduced(d: Draws) -> Kernel:
    n = d.whole(500, 30000)
    starts = numpy.unique(numpy.append(d.ints(1, n - 1, d.whole(3, n // 4)), 0))
    ufunc, segment = d.pick(("add", "sum"), ("maximum", "max"), ("minimum", "min"))
    text, twin = (fill(each, ufunc=ufunc, segment=segment) for each in REDUCED)
    x = d.ints(-99, 99, n) if d.pick(True, False) else d.floats(n)
    name = f"{ufunc}.reduceat {x.dtype} {n} by {starts.size}"
    is_exact = ufunc != "add" or x.dtype.kind == "i"
    # segments may overlap or go backwards: only the numbers say
    return Kernel(name, text, twin, (x, starts), is_exact, is_eager=True)


def _runs(d: Draws) -> Kernel:
    inputs = (d.ints(0, d.pick(1, 2, 9), d.whole(500, 20000)),)
    return Kernel(f"runs by sums {inputs[0].size}", *map(fill, RUNS), inputs, True)


def _deposits(d: Draws) -> Kernel:
    n, rows, columns = d.whole(500, 8000), d.whole(8, 90), d.whole(8, 90)
    px, py = d.floats(n, high=columns - 1.001), d.floats(n, high=rows - 1.001)
    inputs = px, py, d.floats(n), rows, columns
    return Kernel(f"deposits {n} on {rows} x {columns}", *map(fill, DEPOSITS), inputs)


TEMPLATES = (_extremes, _means, _reduced, _reduced, _runs, _deposits)
