"""Sweeps over graphs."""

from __future__ import annotations

import numpy

from .specification import Draws, Kernel, fill

FLOYD = (
    """
def kernel(d):
    n = d.shape[0]
    for k in range(n):
        $line
    return d
""",
    """
def kernel(d):
    def through(k, d):
        return jnp.$jjoin(d, $jboth)

    return lax.fori_loop(0, d.shape[0], through, d)
""",
)
BELLMAN = (
    """
def kernel(begin, end, weight, n):
    dist = np.full(n, $far, dtype=weight.dtype)
    dist[0] = 0
    for _ in range(n - 1):
        changed = False
        for e in range(len(begin)):
            new = dist[begin[e]] + weight[e]
            if new < dist[end[e]]:
                dist[end[e]] = new
                changed = True
        if not changed:
            break
    return dist
""",
    """
def kernel(begin, end, weight, n):
    def turn(state):
        k, dist, _ = state

        def edge(e, inner):
            dist, changed = inner
            new = dist[begin[e]] + weight[e]
            less = new < dist[end[e]]
            dist = dist.at[end[e]].min(new)
            return dist, changed | less

        dist, changed = lax.fori_loop(0, len(begin), edge, (dist, False))
        return k + 1, dist, changed

    dist = jnp.full(n, $far, weight.dtype).at[0].set(0)
    return lax.while_loop(lambda s: (s[0] < n - 1) & s[2], turn, (0, dist, True))[1]
""",
)
BELLMAN_MATRIX = (
    """
def kernel(w, source):
    n = w.shape[0]
    dist = w[source].copy()
    for _ in range(n):
        new = np.minimum(dist, (dist[:, None] + w).min(axis=0))
        if np.all(new == dist):
            break
        dist = new
    return dist
""",
    """
def kernel(w, source):
    n = w.shape[0]

    def turn(state):
        k, dist, _ = state
        new = jnp.minimum(dist, (dist[:, None] + w).min(axis=0))
        return k + 1, new, jnp.any(new != dist)

    start = 0, w[source], True
    return lax.while_loop(lambda s: (s[0] < n) & s[2], turn, start)[1]
""",
)
LEVELS = (
    """
def kernel(adjacent, source):
    n = adjacent.shape[0]
    level = np.full(n, -1)
    frontier = np.zeros(n, dtype=bool)
    frontier[source] = True
    depth = 0
    while frontier.any():
        level[frontier] = depth
        reached = $reached
        frontier = reached & (level < 0)
        depth += 1
    return level
""",
    """
def kernel(adjacent, source):
    n = adjacent.shape[0]

    def turn(state):
        level, frontier, depth = state
        level = jnp.where(frontier, depth, level)
        reached = $jreached
        return level, reached & (level < 0), depth + 1

    start = jnp.full(n, -1), jnp.zeros(n, bool).at[source].set(True), 0
    return lax.while_loop(lambda s: s[1].any(), turn, start)[0]
""",
)
QUEUE = (
    """
def kernel(adjacent, source):
    n = adjacent.shape[0]
    level = np.full(n, -1, dtype=np.int64)
    queue = np.zeros(n, dtype=np.int64)
    level[source] = 0
    queue[0] = source
    head, tail = 0, 1
    while head < tail:
        u = queue[head]
        head += 1
        for v in range(n):
            if adjacent[u, v] and level[v] < 0:
                level[v] = level[u] + 1
                queue[tail] = v
                tail += 1
    return level
""",
    """
def kernel(adjacent, source):
    n = adjacent.shape[0]

    def turn(state):
        level, queue, head, tail = state
        u = queue[head]

        def look(v, inner):
            level, queue, tail = inner
            new = adjacent[u, v] & (level[v] < 0)
            level = level.at[v].set(jnp.where(new, level[u] + 1, level[v]))
            at = jnp.where(new, tail, n)
            return level, queue.at[at].set(v, mode="drop"), tail + new

        level, queue, tail = lax.fori_loop(0, n, look, (level, queue, tail))
        return level, queue, head + 1, tail

    level = jnp.full(n, -1, jnp.int64).at[source].set(0)
    queue = jnp.zeros(n, jnp.int64).at[0].set(source)
    return lax.while_loop(lambda s: s[2] < s[3], turn, (level, queue, 0, 1))[0]
""",
)
LABELS = (
    """
def kernel(begin, end, n):
    label = np.arange(n)
    changed = True
    while changed:
        changed = False
        for e in range(len(begin)):
            a, b = label[begin[e]], label[end[e]]
            if a < b:
                label[end[e]] = a
                changed = True
            elif b < a:
                label[begin[e]] = b
                changed = True
    return label
""",
    """
def kernel(begin, end, n):
    def turn(state):
        label, _ = state

        def edge(e, inner):
            label, changed = inner
            i, j = begin[e], end[e]
            a, b = label[i], label[j]
            least = jnp.minimum(a, b)
            return label.at[i].set(least).at[j].set(least), changed | (a != b)

        return lax.fori_loop(0, len(begin), edge, (label, False))

    return lax.while_loop(lambda s: s[1], turn, (jnp.arange(n), True))[0]
""",
)
SPREADING = (
    """
def kernel(w, label, steps):
    n, k = label.shape
    degree = w.sum(axis=1)
    f = label.copy()
    for _ in range(steps):
        f = $alpha * (w @ f) / degree[:, None] + (1.0 - $alpha) * label
        $clamp
    return f.argmax(axis=1), f
""",
    """
def kernel(w, label, steps):
    degree = w.sum(axis=1)
    known = label.sum(axis=1) > 0.0

    def step(_, f):
        f = $alpha * (w @ f) / degree[:, None] + (1.0 - $alpha) * label
        $jclamp

    f = lax.fori_loop(0, steps, step, label)
    return f.argmax(axis=1), f
""",
)
RANKS = (
    """
def kernel(begin, end, n, steps):
    out = np.zeros(n)
    for e in range(len(begin)):
        out[begin[e]] += 1.0
    rank = np.full(n, 1.0 / n)
    for _ in range(steps):
        new = np.full(n, (1.0 - $damp) / n)
        $spread
        rank = new
    return rank
""",
    """
def kernel(begin, end, n, steps):
    out = jnp.zeros(n).at[begin].add(1.0)

    def step(_, rank):
        new = jnp.full(n, (1.0 - $damp) / n)
        return new.at[end].add($damp * rank[begin] / out[begin])

    return lax.fori_loop(0, steps, step, jnp.full(n, 1.0 / n))
""",
)
NEAREST = (
    """
def kernel(w, source):
    n = w.shape[0]
    dist = np.full(n, np.inf)
    done = np.zeros(n, dtype=bool)
    parent = np.full(n, -1, dtype=np.int64)
    dist[source] = 0.0
    for _ in range(n):
        u = -1
        best = np.inf
        for v in range(n):
            if not done[v] and dist[v] < best:
                u, best = v, dist[v]
        if u < 0:
            break
        done[u] = True
        for v in range(n):
            new = $new
            if not done[v] and new < dist[v]:
                dist[v] = new
                parent[v] = u
    return dist, parent
""",
    """
def kernel(w, source):
    n = w.shape[0]

    def going(state):
        k, dist, done, parent = state
        return (k < n) & jnp.any(~done & (dist < jnp.inf))

    def turn(state):
        k, dist, done, parent = state
        u = jnp.argmin(jnp.where(done, jnp.inf, dist))
        done = done.at[u].set(True)
        new = $jnew
        less = ~done & (new < dist)
        return k + 1, jnp.where(less, new, dist), done, jnp.where(less, u, parent)

    dist = jnp.full(n, jnp.inf).at[source].set(0.0)
    start = 0, dist, jnp.zeros(n, bool), jnp.full(n, -1, jnp.int64)
    _, dist, _, parent = lax.while_loop(going, turn, start)
    return dist, parent
""",
)
TRIANGLES = (
    """
def kernel(adjacent):
    n = adjacent.shape[0]
    count = 0
    for i in range(n):
        for j in range(i + 1, n):
            if adjacent[i, j]:
                for k in range(j + 1, n):
                    if adjacent[i, k] and adjacent[j, k]:
                        count += 1
    return count
""",
    """
def kernel(adjacent):
    n = adjacent.shape[0]
    places = jnp.arange(n)

    def row(i, count):
        def pair(j, count):
            both = adjacent[i] & adjacent[j] & (places > j)
            return count + jnp.where(adjacent[i, j], jnp.sum(both), 0)

        return lax.fori_loop(i + 1, n, pair, count)

    return lax.fori_loop(0, n, row, 0)
""",
)
COLOURING = (
    """
def kernel(adjacent):
    n = adjacent.shape[0]
    colour = np.full(n, -1, dtype=np.int64)
    for v in range(n):
        used = np.zeros(n, dtype=bool)
        for u in range(n):
            if adjacent[v, u] and colour[u] >= 0:
                used[colour[u]] = True
        c = 0
        while used[c]:
            c += 1
        colour[v] = c
    return colour
""",
    """
def kernel(adjacent):
    n = adjacent.shape[0]

    def node(v, colour):
        seen = adjacent[v] & (colour >= 0)
        used = jnp.zeros(n, bool).at[jnp.where(seen, colour, n)].set(True, mode="drop")
        return colour.at[v].set(jnp.argmin(used))

    return lax.fori_loop(0, n, node, jnp.full(n, -1, jnp.int64))
""",
)


def _graph(d: Draws, n: int, degree: float):
    a = d.rng.random((n, n)) < degree / n
    return (a | a.T) & ~numpy.eye(n, dtype=bool)


def _floyd(d: Draws) -> Kernel:
    style = d.pick("rows", "matrix", "matrix", "outer", "elements")
    n = d.whole(20, 45 if style == "elements" else 100)
    kind = d.pick("shortest", "widest", "closure")
    join, jjoin, both, jboth = {
        "shortest": ("minimum", "minimum", "{} + {}", "d[:, k, None] + d[k]"),
        "widest": ("maximum", "maximum", "np.minimum({}, {})", "jnp.minimum(d[:, k, None], d[k])"),
        "closure": ("logical_or", "logical_or", "{} & {}", "d[:, k, None] & d[k]"),
    }[kind]
    own = {"shortest": "min({}, {})", "widest": "max({}, {})", "closure": "{} or {}"}[kind]
    pair = {"widest": "min({}, {})", "closure": "({} and {})"}.get(kind, "{} + {}")
    line = {
        "rows": "for i in range(n):\n            d[i] = np."
        f"{join}(d[i], {both.format('d[i, k]', 'd[k]')})",
        "matrix": f"d[:] = np.{join}(d, {both.format('d[:, k:k + 1]', 'd[k:k + 1, :]')})",
        "outer": f"d = np.{join}(d, {both.format('d[:, k][:, None]', 'd[k][None, :]')})",
        "elements": "for i in range(n):\n            for j in range(n):\n                d[i, j] = "
        + own.format("d[i, j]", pair.format("d[i, k]", "d[k, j]")),
    }[style]
    text, twin = (fill(each, line=line, jjoin=jjoin, jboth=jboth) for each in FLOYD)
    whole = kind != "shortest" or d.pick(True, False)
    matrix = d.ints(1, 99, n, n) if whole else d.floats(n, n)
    if kind == "closure":
        matrix = _graph(d, n, 1.5)
    written = () if style == "outer" else (0,)
    return Kernel(f"Floyd {kind} by {style} {n}", text, twin, (matrix,), True, written)


def _bellman(d: Draws) -> Kernel:
    n = d.whole(40, 250)
    if d.pick(True, False):
        w = numpy.where(d.rng.random((n, n)) < 4.0 / n, d.rng.random((n, n)), numpy.inf)
        return Kernel(f"Bellman-Ford by a matrix {n}", *map(fill, BELLMAN_MATRIX), (w, 0), True)
    edges = n * d.whole(2, 6)
    begin, end = d.ints(0, n - 1, edges), d.ints(0, n - 1, edges)
    weight = d.ints(1, 50, edges)
    text, twin = (fill(each, far=10**9) for each in BELLMAN)
    return Kernel(f"Bellman-Ford {n}, {edges} edges", text, twin, (begin, end, weight, n), True)


def _levels(d: Draws) -> Kernel:
    n = d.whole(60, 300)
    adjacent = _graph(d, n, d.pick(1.5, 3.0, 6.0))
    if d.pick(True, False):
        return Kernel(f"levels by a queue {n}", *map(fill, QUEUE), (adjacent, 0), True)
    reached, jreached = d.pick(
        ("adjacent[frontier].any(axis=0)", "(adjacent & frontier[:, None]).any(axis=0)"),
        ("(adjacent & frontier).any(axis=1)", "(adjacent & frontier).any(axis=1)"),
        (
            "np.dot(adjacent.astype(np.float64), frontier) > 0",
            "adjacent.astype(jnp.float64) @ frontier.astype(jnp.float64) > 0",
        ),
    )
    text, twin = (fill(each, reached=reached, jreached=jreached) for each in LEVELS)
    return Kernel(f"levels by {reached[:20]!r} {n}", text, twin, (adjacent, 0), True)


def _labels(d: Draws) -> Kernel:
    n = d.whole(150, 800)
    edges = n * d.whole(1, 3)
    inputs = d.ints(0, n - 1, edges), d.ints(0, n - 1, edges), n
    return Kernel(f"components {n}, {edges} edges", *map(fill, LABELS), inputs, True)


def _spreading(d: Draws) -> Kernel:
    n, k = d.whole(40, 250), d.whole(2, 6)
    label = numpy.where(d.rng.random((n, k)) < 0.1, 1.0, 0.0)
    clamp, jclamp = d.pick(
        ("", "return f"),
        (
            "f[label.sum(axis=1) > 0.0] = label[label.sum(axis=1) > 0.0]",
            "return jnp.where(known[:, None], label, f)",
        ),
        (
            "f = f / f.sum(axis=1, keepdims=True)",
            "return f / f.sum(axis=1, keepdims=True)",
        ),
    )
    label[0] = 1.0
    text, twin = (fill(t, clamp=clamp, jclamp=jclamp, alpha=0.8) for t in SPREADING)
    text = text.replace("        \n", "")
    w = d.floats(n, n, low=0.01)
    return Kernel(f"spreading {clamp[:10]!r} {n} x {k}", text, twin, (w, label, d.whole(3, 30)))


def _ranks(d: Draws) -> Kernel:
    n = d.whole(100, 1000)
    edges = n * d.whole(2, 5)
    begin = numpy.concatenate([numpy.arange(n), d.ints(0, n - 1, edges - n)])
    spread = d.pick(
        "for e in range(len(begin)):\n"
        "            new[end[e]] += $damp * rank[begin[e]] / out[begin[e]]",
        "np.add.at(new, end, $damp * rank[begin] / out[begin])",
    ).replace("$damp", "0.85")
    text, twin = (fill(each, damp=0.85, spread=spread) for each in RANKS)
    inputs = begin, d.ints(0, n - 1, edges), n, d.whole(3, 20)
    return Kernel(f"page ranks {spread[:6]!r} {n}, {edges} edges", text, twin, inputs)


def _nearest(d: Draws) -> Kernel:
    n = d.whole(40, 150)
    w = numpy.where(d.rng.random((n, n)) < 8.0 / n, d.rng.random((n, n)), numpy.inf)
    name, new, jnew = d.pick(
        ("Dijkstra", "dist[u] + w[u, v]", "dist[u] + w[u]"), ("Prim", "w[u, v]", "w[u]")
    )
    text, twin = (fill(each, new=new, jnew=jnew) for each in NEAREST)
    return Kernel(f"{name} {n}", text, twin, (numpy.minimum(w, w.T), 0), True)


def _triangles(d: Draws) -> Kernel:
    n = d.whole(25, 80)
    return Kernel(f"triangles {n}", *map(fill, TRIANGLES), (_graph(d, n, n / 3),), True)


def _colouring(d: Draws) -> Kernel:
    n = d.whole(50, 200)
    return Kernel(f"colouring {n}", *map(fill, COLOURING), (_graph(d, n, n / 4),), True)


TEMPLATES = (
    _floyd, _floyd, _bellman, _levels, _labels, _spreading, _ranks, _nearest, _triangles,
    _colouring,
)  # fmt: skip
