"""Factorisations of matrices, and what is solved with them."""

from __future__ import annotations

import numpy

from .specification import Draws, Kernel, fill

CHOLESKY_ROWS = (
    """
def kernel(a):
    n = a.shape[0]
    L = np.zeros_like(a)
    for i in range(n):
        for j in range(i + 1):
            s = a[i, j] - np.dot(L[i, :j], L[j, :j])
            if i == j:
                L[i, j] = np.sqrt(s)
            else:
                L[i, j] = s / L[j, j]
    return L
""",
    """
def kernel(a):
    n = a.shape[0]

    def row(i, L):
        def element(j, L):
            s = a[i, j] - L[i] @ L[j]
            return L.at[i, j].set(jnp.where(i == j, jnp.sqrt(s), s / L[j, j]))

        return lax.fori_loop(0, i + 1, element, L)

    return lax.fori_loop(0, n, row, jnp.zeros_like(a))
""",
)
CHOLESKY_COLUMNS = (
    """
def kernel(a):
    n = a.shape[0]
    for k in range(n):
        a[k, k] = np.sqrt(a[k, k])
        a[k + 1:, k] /= a[k, k]
        for j in range(k + 1, n):
            a[j:, j] -= a[j:, k] * a[j, k]
    return np.tril(a)
""",
    """
def kernel(a):
    n = a.shape[0]
    places = jnp.arange(n)

    def column(k, a):
        d = jnp.sqrt(a[k, k])
        below = jnp.where(places > k, a[:, k] / d, 0.0)
        a = a.at[:, k].set(jnp.where(places > k, below, a[:, k])).at[k, k].set(d)
        lower = places[:, None] >= places[None, :]
        return a - jnp.where(lower, below[:, None] * below[None, :], 0.0)

    a = lax.fori_loop(0, n, column, a)
    return jnp.tril(a), a
""",
)
CHOLESKY_OUTER = (
    """
def kernel(a):
    n = a.shape[0]
    for k in range(n):
        a[k, k] = np.sqrt(a[k, k])
        a[k + 1:, k] = a[k + 1:, k] / a[k, k]
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k + 1:, k])
    return np.tril(a)
""",
    """
def kernel(a):
    n = a.shape[0]
    places = jnp.arange(n)

    def column(k, a):
        d = jnp.sqrt(a[k, k])
        below = jnp.where(places > k, a[:, k] / d, 0.0)
        a = a.at[:, k].set(jnp.where(places > k, below, a[:, k])).at[k, k].set(d)
        return a - below[:, None] * below[None, :]

    a = lax.fori_loop(0, n, column, a)
    return jnp.tril(a), a
""",
)
LU = (
    """
def kernel(a):
    n = a.shape[0]
    for k in range(n - 1):
        a[k + 1:, k] /= a[k, k]
        a[k + 1:, k + 1:] -= a[k + 1:, k:k + 1] * a[k, k + 1:]
    return a
""",
    """
def kernel(a):
    n = a.shape[0]
    places = jnp.arange(n)

    def column(k, a):
        below = jnp.where(places > k, a[:, k] / a[k, k], 0.0)
        right = jnp.where(places > k, a[k], 0.0)
        a = a.at[:, k].set(jnp.where(places > k, below, a[:, k]))
        return a - below[:, None] * right

    return lax.fori_loop(0, n - 1, column, a)
""",
)
LU_PIVOTS = (
    """
def kernel(a, pivots):
    n = a.shape[0]
    for k in range(n):
        p = k + np.argmax(np.abs(a[k:, k]))
        pivots[k] = p
        if p != k:
            $swap
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            a[i, k + 1:] -= a[i, k] * a[k, k + 1:]
    return a, pivots
""",
    """
def kernel(a, pivots):
    n = a.shape[0]
    places = jnp.arange(n)

    def column(k, state):
        a, pivots = state
        p = jnp.argmax(jnp.where(places >= k, jnp.abs(a[:, k]), -1.0))
        up, down = a[p], a[k]
        a = a.at[k].set(up).at[p].set(down)
        below = jnp.where(places > k, a[:, k] / a[k, k], 0.0)
        right = jnp.where(places > k, a[k], 0.0)
        a = a.at[:, k].set(jnp.where(places > k, below, a[:, k]))
        return a - below[:, None] * right, pivots.at[k].set(p)

    return lax.fori_loop(0, n, column, (a, pivots))
""",
)
LU_ELEMENTS = (
    """
def kernel(a):
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[k, j]
            a[i, j] = s / a[j, j]
        for j in range(i, n):
            s = a[i, j]
            for k in range(i):
                s -= a[i, k] * a[k, j]
            a[i, j] = s
    return a
""",
    """
def kernel(a):
    n = a.shape[0]

    def row(i, a):
        def inner(j, most, a):
            return lax.fori_loop(0, most, lambda k, s: s - a[i, k] * a[k, j], a[i, j])

        def left(j, a):
            return a.at[i, j].set(inner(j, j, a) / a[j, j])

        def right(j, a):
            return a.at[i, j].set(inner(j, i, a))

        return lax.fori_loop(i, n, right, lax.fori_loop(0, i, left, a))

    return lax.fori_loop(0, n, row, a)
""",
)
HOUSEHOLDER = (
    """
def kernel(a):
    m, n = a.shape
    q = np.eye(m)
    for k in range(n):
        x = a[k:, k]
        v = x.copy()
        v[0] += np.sign(x[0]) * np.sqrt(np.sum(x * x))
        v = v / np.sqrt(np.sum(v * v))
        a[k:, k:] -= 2.0 * np.outer(v, v @ a[k:, k:])
        $follow
    return q, a
""",
    """
def kernel(a):
    m, n = a.shape
    rows = jnp.arange(m)

    def column(k, state):
        q, a = state
        x = jnp.where(rows >= k, a[:, k], 0.0)
        v = x.at[k].add(jnp.sign(x[k]) * jnp.sqrt(jnp.sum(x * x)))
        v = v / jnp.sqrt(jnp.sum(v * v))
        left = jnp.where(jnp.arange(n) >= k, v @ a, 0.0)
        a = a - 2.0 * jnp.outer(v, left)
        $jfollow
        return q, a

    return lax.fori_loop(0, n, column, (jnp.eye(m), a))
""",
)
GIVENS = (
    """
def kernel(a):
    m, n = a.shape
    for j in range(n):
        for i in range(m - 1, j, -1):
            x, y = a[i - 1, j], a[i, j]
            r = np.hypot(x, y)
            if r > 0.0:
                c, s = x / r, y / r
                $rotate
    return a
""",
    """
def kernel(a):
    m, n = a.shape

    def column(j, a):
        def row(k, a):
            i = m - 1 - k
            x, y = a[i - 1, j], a[i, j]
            r = jnp.hypot(x, y)
            c, s = jnp.where(r > 0.0, x / r, 1.0), jnp.where(r > 0.0, y / r, 0.0)
            over, under = a[i - 1], a[i]
            return a.at[i - 1].set(c * over + s * under).at[i].set(c * under - s * over)

        return lax.fori_loop(0, m - 1 - j, row, a)

    return lax.fori_loop(0, n, column, a)
""",
)
GRAM = (
    """
def kernel(a):
    m, n = a.shape
    q = np.zeros((m, n))
    r = np.zeros((n, n))
    for j in range(n):
        v = a[:, j].copy()
        for i in range(j):
            r[i, j] = np.dot(q[:, i], $other)
            v -= r[i, j] * q[:, i]
        r[j, j] = np.sqrt(np.dot(v, v))
        q[:, j] = v / r[j, j]
    return q, r
""",
    """
def kernel(a):
    m, n = a.shape

    def column(j, state):
        q, r = state

        def earlier(i, state):
            v, r = state
            share = q[:, i] @ $other
            return v - share * q[:, i], r.at[i, j].set(share)

        v, r = lax.fori_loop(0, j, earlier, (a[:, j], r))
        length = jnp.sqrt(v @ v)
        return q.at[:, j].set(v / length), r.at[j, j].set(length)

    return lax.fori_loop(0, n, column, (jnp.zeros((m, n)), jnp.zeros((n, n))))
""",
)
LDL = (
    """
def kernel(a):
    n = a.shape[0]
    L = np.eye(n)
    d = np.zeros(n)
    for j in range(n):
        d[j] = a[j, j] - np.sum(L[j, :j] ** 2 * d[:j])
        for i in range(j + 1, n):
            L[i, j] = (a[i, j] - np.sum(L[i, :j] * L[j, :j] * d[:j])) / d[j]
    return L, d
""",
    """
def kernel(a):
    n = a.shape[0]
    places = jnp.arange(n)

    def column(j, state):
        L, d = state
        own = jnp.where(places < j, L[j] * d, 0.0)
        value = a[j, j] - jnp.sum(own * L[j])
        below = (a[:, j] - L @ own) / value
        L = L.at[:, j].set(jnp.where(places > j, below, L[:, j]))
        return L, d.at[j].set(value)

    return lax.fori_loop(0, n, column, (jnp.eye(n), jnp.zeros(n)))
""",
)
TRIDIAGONAL = (
    """
def kernel(lower, main, upper, right):
    n = len(main)
    c = np.zeros$shape
    x = right.copy()
    c[0] = upper[0] / main[0]
    x[0] = right[0] / main[0]
    for i in range(1, n):
        w = main[i] - lower[i] * c[i - 1]
        c[i] = upper[i] / w
        x[i] = (right[i] - lower[i] * x[i - 1]) / w
    for i in range(n - 2, -1, -1):
        x[i] -= c[i] * x[i + 1]
    return x
""",
    """
def kernel(lower, main, upper, right):
    def down(state, row):
        c, x = state
        lower, main, upper, right = row
        w = main - lower * c
        c, x = upper / w, (right - lower * x) / w
        return (c, x), (c, x)

    c0, x0 = upper[0] / main[0], right[0] / main[0]
    rows = lower[1:], main[1:], upper[1:], right[1:]
    _, (c, x) = lax.scan(down, (c0, x0), rows)
    c, x = jnp.concatenate([c0[None], c]), jnp.concatenate([x0[None], x])

    def up(below, row):
        c, x = row
        x = x - c * below
        return x, x

    _, others = lax.scan(up, x[-1], (c[:-1], x[:-1]), reverse=True)
    return jnp.concatenate([others, x[-1:]])
""",
)
FORWARD = (
    """
def kernel(L, b):
    n = L.shape[0]
    x = np.zeros_like(b)
    for i in range(n):
        $line
    return x
""",
    """
def kernel(L, b):
    def row(i, x):
        return x.at[i].set((b[i] - L[i] @ x) / L[i, i])

    return lax.fori_loop(0, L.shape[0], row, jnp.zeros_like(b))
""",
)
BACKWARD = (
    """
def kernel(U, b):
    n = U.shape[0]
    for i in range(n - 1, -1, -1):
        b[i] /= U[i, i]
        b[:i] -= U[:i, i] * b[i]
    return b
""",
    """
def kernel(U, b):
    n = U.shape[0]
    places = jnp.arange(n)

    def row(k, b):
        i = n - 1 - k
        value = b[i] / U[i, i]
        return jnp.where(places < i, b - U[:, i] * value, b).at[i].set(value)

    return lax.fori_loop(0, n, row, b)
""",
)
JORDAN = (
    """
def kernel(a):
    n = a.shape[0]
    both = np.concatenate((a, np.eye(n)), axis=1)
    for k in range(n):
        $pivot
        both[k] /= both[k, k]
        for i in range(n):
            if i != k:
                both[i] -= both[i, k] * both[k]
    return both[:, n:]
""",
    """
def kernel(a):
    n = a.shape[0]
    places = jnp.arange(n)

    def column(k, both):
        $jpivot
        row = both[k] / both[k, k]
        others = jnp.where(places == k, 0.0, both[:, k])
        return (both - others[:, None] * row).at[k].set(row)

    return lax.fori_loop(0, n, column, jnp.concatenate([a, jnp.eye(n)], axis=1))[:, n:]
""",
)
BLOCKS = (
    """
def kernel(a):
    n = a.shape[0]
    for s in range(0, n, $size):
        e = min(s + $size, n)
        a[s:e, s:e] = np.linalg.cholesky(a[s:e, s:e])
        for i in range(e, n):
            for j in range(s, e):
                a[i, j] = (a[i, j] - a[i, s:j] @ a[j, s:j]) / a[j, j]
        a[e:, e:] -= a[e:, s:e] @ a[e:, s:e].T
    return np.tril(a)
""",
    """
def kernel(a):
    n = a.shape[0]
    for s in range(0, n, $size):
        e = min(s + $size, n)
        a = a.at[s:e, s:e].set(jnp.linalg.cholesky(a[s:e, s:e]))
        panel, corner = a[e:, s:e], a[s:e, s:e]
        if e < n:
            def column(j, panel):
                before = jnp.where(jnp.arange(e - s) < j, corner[j], 0.0)
                return panel.at[:, j].set((panel[:, j] - panel @ before) / corner[j, j])

            panel = lax.fori_loop(0, e - s, column, panel)
            a = a.at[e:, s:e].set(panel).at[e:, e:].add(-panel @ panel.T)
    return jnp.tril(a), a
""",
)
POWER = (
    """
def kernel(a, x, steps):
    n = a.shape[0]
    value = 0.0
    for _ in range(steps):
        y = a @ x
        norm = np.sqrt(y @ y)
        x = y / norm
        new = x @ (a @ x)
        if abs(new - value) < $limit:
            break
        value = new
    return value, x
""",
    """
def kernel(a, x, steps):
    def going(state):
        k, x, value, done = state
        return (k < steps) & ~done

    def step(state):
        k, x, value, _ = state
        y = a @ x
        x = y / jnp.sqrt(y @ y)
        new = x @ (a @ x)
        done = jnp.abs(new - value) < $limit
        return k + 1, x, jnp.where(done, value, new), done

    _, x, value, _ = lax.while_loop(going, step, (0, x, 0.0, False))
    return value, x
""",
)
JACOBI = (
    """
def kernel(a, sweeps):
    n = a.shape[0]
    for _ in range(sweeps):
        for p in range(n - 1):
            for q in range(p + 1, n):
                if abs(a[p, q]) > 1e-12:
                    t = 0.5 * np.arctan2(2.0 * a[p, q], a[q, q] - a[p, p])
                    c, s = np.cos(t), np.sin(t)
                    rp, rq = a[p].copy(), a[q].copy()
                    a[p] = c * rp - s * rq
                    a[q] = s * rp + c * rq
                    cp, cq = a[:, p].copy(), a[:, q].copy()
                    a[:, p] = c * cp - s * cq
                    a[:, q] = s * cp + c * cq
    return np.sort(np.diag(a))
""",
    """
def kernel(a, sweeps):
    n = a.shape[0]

    def rotated(p, q, a):
        t = 0.5 * jnp.arctan2(2.0 * a[p, q], a[q, q] - a[p, p])
        c, s = jnp.cos(t), jnp.sin(t)
        rp, rq = a[p], a[q]
        a = a.at[p].set(c * rp - s * rq).at[q].set(s * rp + c * rq)
        cp, cq = a[:, p], a[:, q]
        return a.at[:, p].set(c * cp - s * cq).at[:, q].set(s * cp + c * cq)

    def sweep(_, a):
        def row(p, a):
            def pair(q, a):
                return lax.cond(jnp.abs(a[p, q]) > 1e-12, partial(rotated, p, q), lambda a: a, a)

            return lax.fori_loop(p + 1, n, pair, a)

        return lax.fori_loop(0, n - 1, row, a)

    a = lax.fori_loop(0, sweeps, sweep, a)
    return jnp.sort(jnp.diag(a)), a
""",
)


def _positive(d: Draws, n: int, dtype="float64"):
    a = d.rng.normal(size=(n, n))
    return (a @ a.T + n * numpy.eye(n)).astype(dtype)


def _cholesky(d: Draws) -> Kernel:
    name, texts, written = d.pick(
        ("rows", CHOLESKY_ROWS, ()), ("columns", CHOLESKY_COLUMNS, (0,)),
        ("outer", CHOLESKY_OUTER, (0,)),
    )  # fmt: skip
    n = d.whole(16, 100)
    return Kernel(
        f"Cholesky by {name} {n}",
        fill(texts[0]),
        fill(texts[1]),
        (_positive(d, n),),
        False,
        written,
    )


def _lu(d: Draws) -> Kernel:
    n = d.whole(16, 100)
    kind = d.pick("plain", "pivots", "pivots", "elements")
    if kind == "plain":
        return Kernel(f"LU {n}", fill(LU[0]), fill(LU[1]), (_positive(d, n),), False, (0,))
    if kind == "elements":
        n = min(n, 60)
        texts = map(fill, LU_ELEMENTS)
        return Kernel(f"LU by elements {n}", *texts, (_positive(d, n),), False, (0,))
    swap = d.pick(
        "a[[k, p]] = a[[p, k]]",
        "row = a[k].copy()\n            a[k] = a[p]\n            a[p] = row",
        "for j in range(n):\n                a[k, j], a[p, j] = a[p, j], a[k, j]",
    )
    text, twin = fill(LU_PIVOTS[0], swap=swap), fill(LU_PIVOTS[1])
    inputs = d.floats(n, n, low=-1.0), d.ints(0, 0, n)
    return Kernel(f"LU with pivots {n}, {swap[:18]!r}", text, twin, inputs, False, (0, 1))


def _qr(d: Draws) -> Kernel:
    n = d.whole(10, 60)
    m = n + d.whole(0, 20)
    kind = d.pick("Householder", "Givens", "Gram")
    a = d.floats(m, n, low=-1.0)
    if kind == "Householder":
        follow, jfollow = d.pick(
            ("q[:, k:] -= 2.0 * np.outer(q[:, k:] @ v, v)", "q = q - 2.0 * jnp.outer(q @ v, v)"),
            ("q[k:] -= 2.0 * np.outer(v, v @ q[k:])", "q = q - 2.0 * jnp.outer(v, v @ q)"),
        )
        text, twin = fill(HOUSEHOLDER[0], follow=follow), fill(HOUSEHOLDER[1], jfollow=jfollow)
    elif kind == "Givens":
        rotate = d.pick(
            "over, under = a[i - 1].copy(), a[i].copy()\n"
            "                a[i - 1] = c * over + s * under\n"
            "                a[i] = c * under - s * over",
            "for k in range(n):\n"
            "                    over, under = a[i - 1, k], a[i, k]\n"
            "                    a[i - 1, k] = c * over + s * under\n"
            "                    a[i, k] = c * under - s * over",
        )
        text, twin = fill(GIVENS[0], rotate=rotate), fill(GIVENS[1])
    else:
        other = d.pick(("v", "v"), ("a[:, j]", "a[:, j]"))
        text, twin = fill(GRAM[0], other=other[0]), fill(GRAM[1], other=other[1])
    written = () if kind == "Gram" else (0,)
    return Kernel(f"QR by {kind} {m} x {n}", text, twin, (a,), False, written)


def _ldl(d: Draws) -> Kernel:
    n = d.whole(16, 90)
    return Kernel(f"LDL {n}", fill(LDL[0]), fill(LDL[1]), (_positive(d, n),))


def _tridiagonal(d: Draws) -> Kernel:
    n, batch = d.whole(500, 8000), d.pick(0, 0, 32)
    shape = (n, batch) if batch else (n,)
    text = fill(TRIDIAGONAL[0], shape="_like(main)")
    inputs = (
        d.floats(*shape), d.floats(*shape, low=3.0, high=4.0), d.floats(*shape), d.floats(*shape),
    )  # fmt: skip
    return Kernel(f"tridiagonal {shape}", text, fill(TRIDIAGONAL[1]), inputs)


def _triangular(d: Draws) -> Kernel:
    n = d.whole(60, 300)
    a = numpy.tril(d.floats(n, n)) + n * numpy.eye(n)
    if d.pick(True, False):
        inputs = numpy.ascontiguousarray(a.T), d.floats(n)
        return Kernel(
            f"backward substitution {n}", fill(BACKWARD[0]), fill(BACKWARD[1]), inputs, False, (1,)
        )
    line = d.pick(
        "x[i] = (b[i] - np.dot(L[i, :i], x[:i])) / L[i, i]",
        "x[i] = (b[i] - np.sum(L[i, :i] * x[:i])) / L[i, i]",
        "s = b[i]\n        for j in range(i):\n            s -= L[i, j] * x[j]\n"
        "        x[i] = s / L[i, i]",
    )
    name = f"forward substitution {n} {line[:24]!r}"
    return Kernel(name, fill(FORWARD[0], line=line), fill(FORWARD[1]), (a, d.floats(n)))


def _jordan(d: Draws) -> Kernel:
    n = d.whole(12, 70)
    pivot, jpivot = d.pick(
        ("", ""),
        (
            "p = k + np.argmax(np.abs(both[k:, k]))\n        both[[k, p]] = both[[p, k]]",
            "p = jnp.argmax(jnp.where(places >= k, jnp.abs(both[:, k]), -1.0))\n"
            "        up, down = both[p], both[k]\n"
            "        both = both.at[k].set(up).at[p].set(down)",
        ),
    )
    text, twin = (fill(each, pivot=pivot, jpivot=jpivot) for each in JORDAN)
    text, twin = (each.replace("        \n", "") for each in (text, twin))
    return Kernel(f"inverse by Gauss-Jordan {n} {pivot[:10]!r}", text, twin, (_positive(d, n),))


def _blocks(d: Draws) -> Kernel:
    n, size = d.whole(24, 90), d.pick(4, 8, 16)
    text, twin = (fill(each, size=size) for each in BLOCKS)
    return Kernel(f"Cholesky in blocks {n} by {size}", text, twin, (_positive(d, n),), False, (0,))


def _eigenvalues(d: Draws) -> Kernel:
    if d.pick(True, False):
        n = d.whole(40, 250)
        text, twin = (fill(each, limit=d.pick(1e-9)) for each in POWER)
        return Kernel(f"power iteration {n}", text, twin, (_positive(d, n), d.floats(n), 60))
    n = d.whole(6, 20)
    texts = map(fill, JACOBI)
    return Kernel(f"eigenvalues by Jacobi {n}", *texts, (_positive(d, n), 4), False, (0,))


TEMPLATES = (
    _cholesky, _cholesky, _lu, _lu, _qr, _qr, _ldl, _tridiagonal, _triangular, _jordan, _blocks,
    _eigenvalues,
)  # fmt: skip
