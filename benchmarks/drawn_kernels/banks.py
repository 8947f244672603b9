"""Banks of filters, rows of sparse matrices, clusters, paths: loops over what is irregular."""

from __future__ import annotations

import numpy

from .specification import Draws, Kernel, fill

FIR_BANK = (
    """
def kernel(x, taps):
    channels, count = taps.shape
    out = np.zeros((channels, len(x)), dtype=x.dtype)
    for c in range(channels):
        for i in range(len(x)):
            for k in range(min(count, i + 1)):
                out[c, i] += taps[c, k] * x[i - k]
    return out
""",
    """
def kernel(x, taps):
    channels, count = taps.shape
    padded = jnp.pad(x, (count - 1, 0))
    n = len(x)
    out = jnp.zeros((channels, n), x.dtype)
    for k in range(count):
        out = out + taps[:, k, None] * padded[count - 1 - k:count - 1 - k + n]
    return out
""",
)
BIQUADS = (
    """
def kernel(x, b, a):
    out = x.copy()
    for s in range(len(b)):
        first = second = 0.0
        for i in range(len(out)):
            value = out[i]
            y = b[s, 0] * value + first
            first = b[s, 1] * value - a[s, 0] * y + second
            second = b[s, 2] * value - a[s, 1] * y
            out[i] = y
    return out
""",
    """
def kernel(x, b, a):
    def section(x, pair):
        b, a = pair

        def step(state, value):
            first, second = state
            y = b[0] * value + first
            return (b[1] * value - a[0] * y + second, b[2] * value - a[1] * y), y

        zero = jnp.zeros((), x.dtype)
        return lax.scan(step, (zero, zero), x)[1], None

    return lax.scan(section, x, (b, a))[0]
""",
)
RESONATORS = (
    """
def kernel(x, pole, gain):
    state = np.zeros(len(pole), dtype=x.dtype)
    out = np.zeros((len(x), len(pole)), dtype=x.dtype)
    energy = np.zeros(len(pole), dtype=x.dtype)
    for i in range(len(x)):
        for c in range(len(pole)):
            state[c] = pole[c] * state[c] + gain[c] * x[i]
            out[i, c] = state[c]
            energy[c] += state[c] * state[c]
    return out, energy
""",
    """
def kernel(x, pole, gain):
    def step(state, value):
        state = pole * state + gain * value
        return state, state

    out = lax.scan(step, jnp.zeros_like(pole), x)[1]
    return out, jnp.sum(out * out, axis=0)
""",
)
TRIANGULAR = (
    """
def kernel(start, column, value, diagonal, b):
    n = len(b)
    x = np.zeros(n, dtype=b.dtype)
    for i in $rows:
        s = b[i]
        for e in range(start[i], start[i + 1]):
            s -= value[e] * x[column[e]]
        x[i] = s / diagonal[i]
    return x
""",
    """
def kernel(start, column, value, diagonal, b):
    n = len(b)

    def row(k, x):
        i = $index

        def entry(e, s):
            return s - value[e] * x[column[e]]

        s = lax.fori_loop(start[i], start[i + 1], entry, b[i])
        return x.at[i].set(s / diagonal[i])

    return lax.fori_loop(0, n, row, jnp.zeros(n, b.dtype))
""",
)
SPARSE_PRODUCT = (
    """
def kernel(start, column, value, x, steps):
    n = len(start) - 1
    for _ in range(steps):
        y = np.zeros(n, dtype=x.dtype)
        for i in range(n):
            for e in range(start[i], start[i + 1]):
                y[i] += value[e] * x[column[e]]
        x = y / np.sqrt(np.sum(y * y))
    return x
""",
    """
def kernel(start, column, value, x, steps):
    n = len(start) - 1
    entries = jnp.arange(len(column))
    row = jnp.searchsorted(start, entries, side="right") - 1

    def step(_, x):
        y = jnp.zeros(n, x.dtype).at[row].add(value * x[column])
        return y / jnp.sqrt(jnp.sum(y * y))

    return lax.fori_loop(0, steps, step, x)
""",
)
CLUSTERS = (
    """
def kernel(points, centres, steps):
    n, axes = points.shape
    k = len(centres)
    label = np.zeros(n, dtype=np.int64)
    for _ in range(steps):
        for i in range(n):
            best = np.inf
            for c in range(k):
                away = 0.0
                for a in range(axes):
                    away += (points[i, a] - centres[c, a]) ** 2
                if away < best:
                    best = away
                    label[i] = c
        total = np.zeros((k, axes))
        count = np.zeros(k, dtype=np.int64)
        for i in range(n):
            count[label[i]] += 1
            for a in range(axes):
                total[label[i], a] += points[i, a]
        for c in range(k):
            if count[c] > 0:
                centres[c] = total[c] / count[c]
    return label, centres
""",
    """
def kernel(points, centres, steps):
    n, axes = points.shape
    k = len(centres)

    def step(_, state):
        _, centres = state
        away = jnp.sum((points[:, None] - centres) ** 2, axis=2)
        label = jnp.argmin(away, axis=1)
        total = jnp.zeros((k, axes)).at[label].add(points)
        count = jnp.zeros(k, jnp.int64).at[label].add(1)
        means = total / jnp.maximum(count, 1)[:, None]
        return label, jnp.where(count[:, None] > 0, means, centres)

    return lax.fori_loop(0, steps, step, (jnp.zeros(n, jnp.int64), centres))
""",
)
PATHS = (
    """
def kernel(d, source, goal):
    n = d.shape[0]
    after = np.zeros((n, n), dtype=np.int64)
    for i in range(n):
        for j in range(n):
            after[i, j] = j
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
                    after[i, j] = after[i, k]
    path = np.full(n, -1, dtype=np.int64)
    u, length = source, 0
    while u != goal:
        path[length] = u
        u = after[u, goal]
        length += 1
    path[length] = goal
    return d, after, path
""",
    """
def kernel(d, source, goal):
    n = d.shape[0]

    def through(k, state):
        d, after = state
        new = d[:, k, None] + d[k]
        less = new < d
        return jnp.where(less, new, d), jnp.where(less, after[:, k, None], after)

    start = d, jnp.broadcast_to(jnp.arange(n), (n, n))
    d, after = lax.fori_loop(0, n, through, start)

    def step(state):
        u, length, path = state
        return after[u, goal], length + 1, path.at[length].set(u)

    path = jnp.full(n, -1, jnp.int64)
    start = jnp.int64(source), 0, path
    _, length, path = lax.while_loop(lambda s: s[0] != goal, step, start)
    return d, after, path.at[length].set(goal)
""",
)
TOUR = (
    """
def kernel(x, y):
    n = len(x)
    seen = np.zeros(n, dtype=bool)
    tour = np.zeros(n, dtype=np.int64)
    seen[0] = True
    length = 0.0
    for k in range(1, n):
        here = tour[k - 1]
        best, next_one = np.inf, -1
        for j in range(n):
            if not seen[j]:
                away = (x[j] - x[here]) ** 2 + (y[j] - y[here]) ** 2
                if away < best:
                    best, next_one = away, j
        tour[k] = next_one
        seen[next_one] = True
        length += np.sqrt(best)
    return tour, length
""",
    """
def kernel(x, y):
    n = len(x)

    def step(state, _):
        here, seen, length = state
        away = (x - x[here]) ** 2 + (y - y[here]) ** 2
        away = jnp.where(seen, jnp.inf, away)
        there = jnp.argmin(away)
        return (there, seen.at[there].set(True), length + jnp.sqrt(away[there])), there

    start = jnp.int64(0), jnp.zeros(n, bool).at[0].set(True), 0.0
    (_, _, length), tour = lax.scan(step, start, None, length=n - 1)
    return jnp.concatenate([jnp.zeros(1, jnp.int64), tour]), length
""",
)
WORDS = (
    """
def kernel(words, lengths, text):
    hits = np.zeros(len(words), dtype=np.int64)
    first = np.full(len(words), -1, dtype=np.int64)
    for w in range(len(words)):
        k = lengths[w]
        i = 0
        while i + k <= len(text):
            j = 0
            while j < k and text[i + j] == words[w, j]:
                j += 1
            if j == k:
                hits[w] += 1
                if first[w] < 0:
                    first[w] = i
            i += 1
    return hits, first
""",
    """
def kernel(words, lengths, text):
    n, most = len(text), words.shape[1]
    windows = jnp.pad(text, (0, most), constant_values=-1)
    windows = windows[jnp.arange(n)[:, None] + jnp.arange(most)]
    places = jnp.arange(most)

    def word(pair):
        letters, k = pair
        found = jnp.all((windows == letters) | (places >= k), axis=1)
        found = found & (jnp.arange(n) + k <= n)
        return jnp.sum(found), jnp.where(found.any(), jnp.argmax(found), -1)

    return lax.map(word, (words, lengths))
""",
)
CHECKSUM = (
    """
def kernel(data):
    table = np.zeros(256, dtype=np.int64)
    for k in range(256):
        c = k
        for _ in range(8):
            c = (c >> 1) ^ $polynomial if c & 1 else c >> 1
        table[k] = c
    crc = 0xFFFFFFFF
    for byte in data:
        crc = table[(crc ^ byte) & 255] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF
""",
    """
def kernel(data):
    def bit(_, c):
        return jnp.where(c & 1 == 1, (c >> 1) ^ $polynomial, c >> 1)

    table = lax.fori_loop(0, 8, bit, jnp.arange(256))

    def step(crc, byte):
        return table[(crc ^ byte) & 255] ^ (crc >> 8), None

    return lax.scan(step, jnp.int64(0xFFFFFFFF), data)[0] ^ 0xFFFFFFFF
""",
)


def _fir_bank(d: Draws) -> Kernel:
    inputs = d.floats(d.whole(200, 3000)), d.floats(d.whole(2, 8), d.whole(3, 16), low=-1.0)
    return Kernel(f"bank of FIR {inputs[1].shape}, {inputs[0].size}", *map(fill, FIR_BANK), inputs)


def _biquads(d: Draws) -> Kernel:
    x, sections = d.floats(d.whole(300, 6000), low=-1.0), d.whole(1, 6)
    inputs = x, d.floats(sections, 3), d.floats(sections, 2, low=-0.4, high=0.4)
    return Kernel(f"{sections} biquads of {x.size}", *map(fill, BIQUADS), inputs)


def _resonators(d: Draws) -> Kernel:
    channels = d.whole(2, 40)
    inputs = d.floats(d.whole(200, 3000)), d.floats(channels, high=0.95), d.floats(channels)
    name = f"{channels} resonators of {inputs[0].size}"
    return Kernel(name, *map(fill, RESONATORS), inputs)


def _rows(d: Draws, n: int, degree: int, below: bool):
    """Draw the rows of a sparse matrix: where each begins, columns, values."""
    most = numpy.arange(n) if below else numpy.full(n, n)
    counts = numpy.minimum(d.ints(0, 2 * degree, n), most)
    start = numpy.concatenate([[0], numpy.cumsum(counts)])
    column = d.rng.random(start[-1]) * numpy.repeat(most, counts)
    return start, column.astype(numpy.int64), d.floats(start[-1], low=-0.3, high=0.3)


def _triangular(d: Draws) -> Kernel:
    n = d.whole(100, 2500)
    start, column, value = _rows(d, n, d.whole(1, 8), True)
    rows, index = "range(n)", "k"
    if d.pick(True, False):
        rows, index = "range(n - 1, -1, -1)", "n - 1 - k"
        counts = numpy.diff(start)[::-1]
        start = numpy.concatenate([[0], numpy.cumsum(counts)])
        column, value = n - 1 - column[::-1], value[::-1].copy()
    text, twin = (fill(each, rows=rows, index=index) for each in TRIANGULAR)
    inputs = start, column, value, d.floats(n, low=1.0, high=2.0), d.floats(n)
    name = f"sparse triangle {n}, {column.size} entries, {rows}"
    return Kernel(name, text, twin, inputs)


def _sparse_product(d: Draws) -> Kernel:
    n = d.whole(100, 2000)
    rows = _rows(d, n, d.whole(1, 8), False)
    inputs = *rows, d.floats(n), d.whole(2, 15)
    return Kernel(f"sparse powers {n}, {rows[1].size}", *map(fill, SPARSE_PRODUCT), inputs)


def _clusters(d: Draws) -> Kernel:
    n, axes, k = d.whole(100, 1500), d.whole(2, 5), d.whole(2, 9)
    points = d.floats(n, axes)
    inputs = points, points[:k].copy(), d.whole(2, 10)
    name = f"clusters {k} of {n} x {axes}, {inputs[2]} steps"
    return Kernel(name, *map(fill, CLUSTERS), inputs, False, (1,))


def _paths(d: Draws) -> Kernel:
    n = d.whole(15, 70)
    matrix = d.ints(1, 99, n, n)
    matrix[numpy.arange(n), numpy.arange(n)] = 0
    return Kernel(f"Floyd with paths {n}", *map(fill, PATHS), (matrix, 0, n - 1), True, (0,))


def _tour(d: Draws) -> Kernel:
    n = d.whole(40, 400)
    return Kernel(f"tour of {n}", *map(fill, TOUR), (d.floats(n), d.floats(n)))


def _words(d: Draws) -> Kernel:
    count, letters = d.whole(3, 20), d.whole(2, 6)
    words = d.ints(0, letters - 1, count, d.whole(3, 9))
    lengths = d.ints(1, words.shape[1], count)
    inputs = words, lengths, d.ints(0, letters - 1, d.whole(200, 2500))
    return Kernel(f"{count} words in {inputs[2].size}", *map(fill, WORDS), inputs, True)


def _checksum(d: Draws) -> Kernel:
    text, twin = (
        fill(each, polynomial=polynomial)
        for polynomial in [d.pick("0xEDB88320", "0x82F63B78")]
        for each in CHECKSUM
    )
    data = d.ints(0, 255, d.whole(300, 20000))
    return Kernel(f"checksum of {data.size}", text, twin, (data,), True)


TEMPLATES = (
    _fir_bank, _biquads, _resonators, _triangular, _sparse_product, _clusters, _paths, _tour,
    _words, _checksum,
)  # fmt: skip
