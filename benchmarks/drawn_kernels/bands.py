"""Matrices with a band about the diagonal: products, factors, and what is solved with them."""

from __future__ import annotations

import numpy

from .specification import Draws, Kernel, fill

PRODUCT = (
    """
def kernel(ab, x):
    n, k = len(x), ab.shape[0] // 2
    y = np.zeros_like(x)
    for d in range(-k, k + 1):
        low, high = max(0, -d), min(n, n - d)
        $line
    return y
""",
    """
def kernel(ab, x):
    n, k = len(x), ab.shape[0] // 2
    padded = jnp.pad(x, k)
    y = jnp.zeros_like(x)
    for d in range(-k, k + 1):
        y = y + ab[k + d] * padded[k + d:k + d + n]
    return y
""",
)
CHOLESKY = (
    """
def kernel(a, k):
    n = a.shape[0]
    for j in range(n):
        end = min(j + k + 1, n)
        a[j, j] = np.sqrt(a[j, j])
        for i in range(j + 1, end):
            a[i, j] /= a[j, j]
        for m in range(j + 1, end):
            for i in range(m, end):
                a[i, m] -= a[i, j] * a[m, j]
    return np.tril(a)
""",
    """
def kernel(a, k):
    n = a.shape[0]

    def column(j, a):
        end = jnp.minimum(j + k + 1, n)
        a = a.at[j, j].set(jnp.sqrt(a[j, j]))
        a = lax.fori_loop(j + 1, end, lambda i, a: a.at[i, j].set(a[i, j] / a[j, j]), a)

        def other(m, a):
            def row(i, a):
                return a.at[i, m].set(a[i, m] - a[i, j] * a[m, j])

            return lax.fori_loop(m, end, row, a)

        return lax.fori_loop(j + 1, end, other, a)

    a = lax.fori_loop(0, n, column, a)
    return jnp.tril(a), a
""",
)
FIVE_DIAGONALS = (
    """
def kernel(e, c, d, a, b, y):
    n = len(d)
    first, second, z = np.zeros(n), np.zeros(n), np.zeros(n)
    first[0], second[0], z[0] = a[0] / d[0], b[0] / d[0], y[0] / d[0]
    w = d[1] - first[0] * c[1]
    first[1] = (a[1] - second[0] * c[1]) / w
    second[1] = b[1] / w
    z[1] = (y[1] - z[0] * c[1]) / w
    for i in range(2, n):
        g = c[i] - first[i - 2] * e[i]
        w = d[i] - second[i - 2] * e[i] - first[i - 1] * g
        first[i] = (a[i] - second[i - 1] * g) / w
        second[i] = b[i] / w
        z[i] = (y[i] - z[i - 2] * e[i] - z[i - 1] * g) / w
    z[n - 2] -= first[n - 2] * z[n - 1]
    for i in range(n - 3, -1, -1):
        z[i] -= first[i] * z[i + 1] + second[i] * z[i + 2]
    return z
""",
    """
def kernel(e, c, d, a, b, y):
    def down(state, row):
        (f1, s1, z1), (f2, s2, z2) = state
        e, c, d, a, b, y = row
        g = c - f2 * e
        w = d - s2 * e - f1 * g
        new = (a - s1 * g) / w, b / w, (y - z2 * e - z1 * g) / w
        return (new, (f1, s1, z1)), new

    zero = jnp.zeros(())
    rows = e.at[:2].set(0.0), c.at[0].set(0.0), d, a, b, y
    _, (first, second, z) = lax.scan(down, ((zero,) * 3, (zero,) * 3), rows)

    def up(below, row):
        one, two = below
        first, second, z = row
        x = z - (first * one + second * two)
        return (x, one), x

    rows = first.at[-1].set(0.0), second.at[-2:].set(0.0), z
    return lax.scan(up, (zero, zero), rows, reverse=True)[1]
""",
)
FORWARD = (
    """
def kernel(L, b, k):
    n = len(b)
    x = np.zeros(n)
    for i in range(n):
        s = b[i]
        for j in range(max(0, i - k), i):
            s -= L[i, j] * x[j]
        x[i] = s / L[i, i]
    return x
""",
    """
def kernel(L, b, k):
    n = len(b)

    def row(i, x):
        low = jnp.maximum(0, i - k)
        s = lax.fori_loop(low, i, lambda j, s: s - L[i, j] * x[j], b[i])
        return x.at[i].set(s / L[i, i])

    return lax.fori_loop(0, n, row, jnp.zeros(n))
""",
)


def _product(d: Draws) -> Kernel:
    n, k = d.whole(500, 6000), d.whole(1, 5)
    whole = d.pick(True, False)
    name, line = d.pick(
        ("slices", "y[low:high] += ab[k + d, low:high] * x[low + d:high + d]"),
        ("elements", "for i in range(low, high):\n            y[i] += ab[k + d, i] * x[i + d]"),
    )
    inputs = (
        (d.ints(-9, 9, 2 * k + 1, n), d.ints(-9, 9, n))
        if whole
        else (d.floats(2 * k + 1, n), d.floats(n))
    )
    text, twin = (fill(each, line=line) for each in PRODUCT)
    return Kernel(f"band product by {name} {n}, {k}", text, twin, inputs, whole)


def _banded(d: Draws, n: int, k: int):
    a = d.floats(n, n, low=-1.0)
    a = numpy.where(abs(numpy.subtract.outer(range(n), range(n))) <= k, a + a.T, 0.0)
    return a + 4.0 * (k + 1) * numpy.eye(n)


def _cholesky(d: Draws) -> Kernel:
    n, k = d.whole(30, 120), d.whole(1, 6)
    inputs = (_banded(d, n, k), k)
    return Kernel(f"band Cholesky {n}, {k}", *map(fill, CHOLESKY), inputs, False, (0,))


def _five_diagonals(d: Draws) -> Kernel:
    n = d.whole(300, 6000)
    others = [d.floats(n) for _ in range(4)]
    inputs = (*others[:2], d.floats(n, low=6.0, high=7.0), *others[2:], d.floats(n))
    return Kernel(f"five diagonals {n}", *map(fill, FIVE_DIAGONALS), inputs)


def _forward(d: Draws) -> Kernel:
    n, k = d.whole(80, 400), d.whole(1, 12)
    inputs = numpy.tril(_banded(d, n, k)), d.floats(n), k
    return Kernel(f"band substitution {n}, {k}", *map(fill, FORWARD), inputs)


TEMPLATES = (_product, _product, _cholesky, _five_diagonals, _forward)
