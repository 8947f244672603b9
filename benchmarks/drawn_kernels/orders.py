"""Kernels by order in NumPy's own words: ``argsort``, ``lexsort``, ``searchsorted``, ranks."""

from __future__ import annotations

import numpy

from .specification import Draws, Kernel, fill

RANKS = (
    """
def kernel(x, y):
    order = np.argsort(x, kind="stable")
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(x))
    return ranks, y[order], x[order][::$step]
""",
    """
def kernel(x, y):
    order = jnp.argsort(x)
    ranks = jnp.zeros_like(order).at[order].set(jnp.arange(x.shape[0]))
    return ranks, y[order], x[order][::$step]
""",
)
LEXICAL = (
    """
def kernel(a, b, x):
    order = np.lexsort((b, a))
    a, b, x = a[order], b[order], x[order]
    is_first = np.ones(len(a), dtype=bool)
    is_first[1:] = (a[1:] != a[:-1]) | (b[1:] != b[:-1])
    return a, b, np.cumsum(is_first), x
""",
    """
def kernel(a, b, x):
    order = jnp.lexsort((b, a))
    a, b, x = a[order], b[order], x[order]
    others = (a[1:] != a[:-1]) | (b[1:] != b[:-1])
    return a, b, jnp.cumsum(jnp.concatenate((jnp.ones(1, bool), others))), x
""",
)
INTERPOLATED = (
    """
def kernel(grid, values, x):
    k = np.clip(np.searchsorted(grid, x$side), 1, len(grid) - 1)
    t = (x - grid[k - 1]) / (grid[k] - grid[k - 1])
    return values[k - 1] * (1 - t) + values[k] * t
""",
    """
def kernel(grid, values, x):
    k = jnp.clip(jnp.searchsorted(grid, x$side), 1, grid.shape[0] - 1)
    t = (x - grid[k - 1]) / (grid[k] - grid[k - 1])
    return values[k - 1] * (1 - t) + values[k] * t
""",
)
LARGEST = (
    """
def kernel(x, k):
    order = np.argsort(-x, axis=1, kind="stable")[:, :k]
    top = np.take_along_axis(x, order, axis=1)
    return order, top, top.sum(axis=1)
""",
    """
def kernel(x, k):
    top, order = lax.top_k(x, k)
    return order, top, top.sum(axis=1)
""",
)
DISTANCE = (
    """
def kernel(x, y):
    x, y = np.sort(x), np.sort(y)
    both = np.concatenate((x, y))
    of_x = np.searchsorted(x, both, side="right") / len(x)
    of_y = np.searchsorted(y, both, side="right") / len(y)
    return np.max(np.abs(of_x - of_y))
""",
    """
def kernel(x, y):
    x, y = jnp.sort(x), jnp.sort(y)
    both = jnp.concatenate((x, y))
    of_x = jnp.searchsorted(x, both, side="right").astype(float) / x.shape[0]
    of_y = jnp.searchsorted(y, both, side="right").astype(float) / y.shape[0]
    return jnp.max(jnp.abs(of_x - of_y))
""",
)
QUANTILE = (
    """
def kernel(x, weight, share):
    order = np.argsort(x)
    x, total = x[order], np.cumsum(weight[order])
    k = np.searchsorted(total, share * total[-1])
    return x[k], total / total[-1]
""",
    """
def kernel(x, weight, share):
    order = jnp.argsort(x)
    x, total = x[order], jnp.cumsum(weight[order])
    return x[jnp.searchsorted(total, share * total[-1])], total / total[-1]
""",
)


def _ranks(d: Draws) -> Kernel:
    n, step = d.whole(200, 20000), d.pick(-1, 2, 3)
    text, twin = (fill(each, step=step) for each in RANKS)
    x = d.ints(0, d.pick(9, 10**9), n) if d.pick(True, False) else d.floats(n)
    return Kernel(f"ranks {x.dtype} {n}", text, twin, (x, d.floats(n)), True)


def _lexical(d: Draws) -> Kernel:
    n, many = d.whole(200, 10000), d.pick(5, 60)
    inputs = d.ints(0, many, n), d.ints(0, many, n), d.floats(n)
    return Kernel(f"pairs in order {n}", *map(fill, LEXICAL), inputs, True)


def _interpolated(d: Draws) -> Kernel:
    m, n = d.whole(10, 2000), d.whole(500, 20000)
    side = d.pick("", ', side="right"')
    text, twin = (fill(each, side=side) for each in INTERPOLATED)
    grid = numpy.cumsum(d.floats(m, low=0.1))
    inputs = grid, d.floats(m), d.floats(n, high=float(grid[-1]))
    return Kernel(f"interpolated {n} in {m}", text, twin, inputs)


def _largest(d: Draws) -> Kernel:
    shape = d.whole(5, 200), d.whole(20, 300)
    inputs = d.floats(*shape), d.whole(2, 10)
    return Kernel(f"largest {inputs[1]} of rows {shape}", *map(fill, LARGEST), inputs)


def _distance(d: Draws) -> Kernel:
    inputs = d.floats(d.whole(200, 6000)), d.floats(d.whole(200, 6000), high=1.1)
    name = f"distance of samples {inputs[0].size} {inputs[1].size}"
    return Kernel(name, *map(fill, DISTANCE), inputs)


def _quantile(d: Draws) -> Kernel:
    n = d.whole(200, 20000)
    inputs = d.floats(n), d.floats(n, low=0.1), d.number(0.1, 0.9)
    return Kernel(f"weighted quantile {n}", *map(fill, QUANTILE), inputs)


TEMPLATES = (_ranks, _lexical, _interpolated, _largest, _distance, _quantile)
