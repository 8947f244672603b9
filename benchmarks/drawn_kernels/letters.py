"""Tables of strings, whose letters are ints."""

from __future__ import annotations

from .specification import Draws, Kernel, fill

HISTOGRAM = (
    """
def kernel(codes, size):
    counts = np.zeros(size, dtype=np.int64)
    $count
    return counts
""",
    """
def kernel(codes, size):
    return jnp.zeros(size, jnp.int64).at[codes].add(1)
""",
)
GRAMS = (
    """
def kernel(codes, k):
    table = np.zeros(($shape), dtype=np.int64)
    for i in range(len(codes) - $reach):
        table[$index] += 1
    return table$norm
""",
    """
def kernel(codes, k):
    n = len(codes) - $reach
    i = jnp.arange(n)
    table = jnp.zeros(($shape), jnp.int64).at[$index].add(1)
    return table$norm
""",
)
HASHES = (
    """
def kernel(codes, width):
    n = len(codes)
    out = np.zeros(n - width + 1, dtype=np.int64)
    power = 1
    for _ in range(width - 1):
        power = power * $base % $m
    h = 0
    for i in range(n):
        if i >= width:
            h = (h - codes[i - width] * power) % $m
        h = (h * $base + codes[i]) % $m
        if i >= width - 1:
            out[i - width + 1] = h
    return out
""",
    """
def kernel(codes, width):
    n = len(codes)
    power = pow($base, width - 1, $m)

    def first(h, code):
        return (h * $base + code) % $m, None

    def step(h, pair):
        old, new = pair
        h = ((h - old * power) % $m * $base + new) % $m
        return h, h

    h = lax.scan(first, jnp.int64(0), codes[:width])[0]
    rest = lax.scan(step, h, (codes[:n - width], codes[width:]))[1]
    return jnp.concatenate([h[None], rest])
""",
)
BORDERS = (
    """
def kernel(p):
    n = len(p)
    fail = np.zeros(n, dtype=np.int64)
    k = 0
    for i in range(1, n):
        while k > 0 and p[k] != p[i]:
            k = fail[k - 1]
        if p[k] == p[i]:
            k += 1
        fail[i] = k
    return fail
""",
    """
def kernel(p):
    n = len(p)

    def step(i, state):
        k, fail = state
        k = lax.while_loop(lambda k: (k > 0) & (p[k] != p[i]), lambda k: fail[k - 1], k)
        k = jnp.where(p[k] == p[i], k + 1, k)
        return k, fail.at[i].set(k)

    return lax.fori_loop(1, n, step, (jnp.int64(0), jnp.zeros(n, jnp.int64)))[1]
""",
)
PREFIXES = (
    """
def kernel(s):
    n = len(s)
    z = np.zeros(n, dtype=np.int64)
    left = right = 0
    for i in range(1, n):
        if i < right:
            z[i] = min(right - i, z[i - left])
        while i + z[i] < n and s[z[i]] == s[i + z[i]]:
            z[i] += 1
        if i + z[i] > right:
            left, right = i, i + z[i]
    return z
""",
    """
def kernel(s):
    n = len(s)

    def step(i, state):
        z, left, right = state
        k = jnp.where(i < right, jnp.minimum(right - i, z[i - left]), 0)

        def going(k):
            return (i + k < n) & (s[k] == s[jnp.minimum(i + k, n - 1)])

        k = lax.while_loop(going, lambda k: k + 1, k)
        further = i + k > right
        left, right = jnp.where(further, i, left), jnp.where(further, i + k, right)
        return z.at[i].set(k), left, right

    return lax.fori_loop(1, n, step, (jnp.zeros(n, jnp.int64), 0, 0))[0]
""",
)
AUTOMATON = (
    """
def kernel(table, codes):
    state = 0
    hits = 0
    visited = np.zeros(len(codes), dtype=np.int64)
    for i in range(len(codes)):
        state = table[state, codes[i]]
        visited[i] = state
        if state == $final:
            hits += 1
    return visited, hits
""",
    """
def kernel(table, codes):
    def step(carry, code):
        state, hits = carry
        state = table[state, code]
        return (state, hits + (state == $final)), state

    (_, hits), visited = lax.scan(step, (jnp.int64(0), 0), codes)
    return visited, hits
""",
)
RUNS = (
    """
def kernel(codes):
    values = np.zeros(len(codes), dtype=np.int64)
    lengths = np.zeros(len(codes), dtype=np.int64)
    k = 0
    values[0] = codes[0]
    lengths[0] = 1
    for i in range(1, len(codes)):
        if codes[i] == codes[i - 1]:
            lengths[k] += 1
        else:
            k += 1
            values[k] = codes[i]
            lengths[k] = 1
    return values, lengths, k + 1
""",
    """
def kernel(codes):
    n = len(codes)
    new = jnp.concatenate([jnp.zeros(1, bool), codes[1:] != codes[:-1]])
    k = jnp.cumsum(new)
    lengths = jnp.zeros(n, jnp.int64).at[k].add(1)
    return jnp.zeros(n, jnp.int64).at[k].set(codes), lengths, k[-1] + 1
""",
)
MISMATCHES = (
    """
def kernel(text, word):
    n, k = len(text), len(word)
    out = np.zeros(n - k + 1, dtype=np.int64)
    for i in range(n - k + 1):
        $body
    return out, np.argmin(out)
""",
    """
def kernel(text, word):
    n, k = len(text), len(word)
    windows = text[jnp.arange(n - k + 1)[:, None] + jnp.arange(k)]
    out = jnp.sum(windows != word, axis=1)
    return out, jnp.argmin(out)
""",
)
SUBSTRING = (
    """
def kernel(a, b):
    n, m = len(a), len(b)
    row = np.zeros(m + 1, dtype=np.int64)
    best = end = 0
    for i in range(n):
        for j in range(m - 1, -1, -1):
            if a[i] == b[j]:
                row[j + 1] = row[j] + 1
                if row[j + 1] > best:
                    best, end = row[j + 1], i + 1
            else:
                row[j + 1] = 0
    return best, end, row
""",
    """
def kernel(a, b):
    n, m = len(a), len(b)

    def step(state, filled):
        row, best, end = state
        i, letter = filled
        inner = jnp.where(letter == b, row[:-1] + 1, 0)
        most = inner.max()
        end = jnp.where(most > best, i + 1, end)
        return (row.at[1:].set(inner), jnp.maximum(best, most), end), None

    start = jnp.zeros(m + 1, jnp.int64), jnp.int64(0), 0
    (row, best, end), _ = lax.scan(step, start, (jnp.arange(n), a))
    return best, end, row
""",
)
PALINDROMES = (
    """
def kernel(s):
    n = len(s)
    is_one = np.zeros((n, n), dtype=bool)
    longest = 1
    for i in range(n - 1, -1, -1):
        for j in range(i, n):
            if s[i] == s[j] and (j - i < 2 or is_one[i + 1, j - 1]):
                is_one[i, j] = True
                longest = max(longest, j - i + 1)
    return is_one, longest
""",
    """
def kernel(s):
    n = len(s)
    places = jnp.arange(n)

    def row(state, i):
        below, longest = state
        inner = jnp.concatenate([jnp.ones(1, bool), below[:-1]]) | (places - i < 2)
        own = (s[i] == s) & inner & (places >= i)
        longest = jnp.maximum(longest, jnp.max(jnp.where(own, places - i + 1, 1)))
        return (own, longest), own

    (_, longest), rows = lax.scan(row, (jnp.zeros(n, bool), 1), places, reverse=True)
    return rows, longest
""",
)
CIPHER = (
    """
def kernel(codes, key):
    out = np.empty_like(codes)
    last = 0
    for i in range(len(codes)):
        out[i] = (codes[i] $sign key[i % len(key)] + $chain) % 26
        last = out[i]
    return out
""",
    """
def kernel(codes, key):
    keys = key[np.arange(len(codes)) % len(key)]

    def step(last, pair):
        code, key = pair
        last = (code $sign key + $chain) % 26
        return last, last

    return lax.scan(step, jnp.int64(0), (codes, keys))[1]
""",
)
FRONT = (
    """
def kernel(codes, size):
    symbols = np.arange(size)
    out = np.zeros(len(codes), dtype=np.int64)
    for i in range(len(codes)):
        k = 0
        while symbols[k] != codes[i]:
            k += 1
        out[i] = k
        symbols[1:k + 1] = symbols[:k].copy()
        symbols[0] = codes[i]
    return out
""",
    """
def kernel(codes, size):
    places = jnp.arange(size)

    def step(symbols, code):
        k = jnp.argmax(symbols == code)
        moved = jnp.concatenate([code[None], symbols[:-1]])
        return jnp.where(places <= k, moved, symbols), k

    return lax.scan(step, places, codes)[1]
""",
)


def _codes(d: Draws, low: int, high: int, letters: int):
    return d.ints(0, letters - 1, d.whole(low, high))


def _histogram(d: Draws) -> Kernel:
    size = d.whole(4, 256)
    count = d.pick(
        "for c in codes:\n        counts[c] += 1",
        "for i in range(len(codes)):\n        counts[codes[i]] += 1",
        "np.add.at(counts, codes, 1)",
        "counts += np.bincount(codes, minlength=size)",
    )
    text, twin = (fill(each, count=count) for each in HISTOGRAM)
    inputs = _codes(d, 3000, 40000, size), size
    name = f"histogram {inputs[0].size} {count[:14]!r}"
    return Kernel(name, text, twin, inputs, True, (), "bincount" in count)


def _grams(d: Draws) -> Kernel:
    k, reach, index, shape = d.pick(
        (d.whole(4, 30), 1, "codes[i], codes[i + 1]", "k, k"),
        (d.whole(4, 12), 2, "codes[i], codes[i + 1], codes[i + 2]", "k, k, k"),
        (d.whole(4, 30), 2, "codes[i], codes[i + 2]", "k, k"),
        (d.whole(4, 16), 1, "codes[i] * k + codes[i + 1]", "k * k"),
    )
    norm = d.pick("", " / (1 + table.sum(axis=-1, keepdims=True))")
    text, twin = (fill(t, reach=reach, index=index, shape=shape, norm=norm) for t in GRAMS)
    inputs = _codes(d, 3000, 20000, k), k
    return Kernel(f"n-grams {index} {inputs[0].size}", text, twin, inputs, not norm)


def _hashes(d: Draws) -> Kernel:
    values = {"base": d.pick(31, 131, 257), "m": d.pick(10007, 1000003)}
    text, twin = (fill(each, **values) for each in HASHES)
    inputs = _codes(d, 1500, 10000, 26), d.whole(3, 20)
    return Kernel(f"rolling hashes {inputs[0].size} x {inputs[1]}", text, twin, inputs, True)


def _borders(d: Draws) -> Kernel:
    name, texts = d.pick(("borders", BORDERS), ("prefixes", PREFIXES))
    codes = _codes(d, 1500, 10000, d.pick(2, 3))
    return Kernel(f"{name} {codes.size}", *map(fill, texts), (codes,), True)


def _automaton(d: Draws) -> Kernel:
    states, letters = d.whole(3, 20), d.whole(2, 20)
    text, twin = (fill(each, final=states - 1) for each in AUTOMATON)
    inputs = d.ints(0, states - 1, states, letters), _codes(d, 3000, 20000, letters)
    return Kernel(f"automaton {states} x {inputs[1].size}", text, twin, inputs, True)


def _runs(d: Draws) -> Kernel:
    codes = _codes(d, 3000, 20000, d.pick(2, 4))
    return Kernel(f"runs {codes.size}", *map(fill, RUNS), (codes,), True)


def _mismatches(d: Draws) -> Kernel:
    body = d.pick(
        "out[i] = np.sum(text[i:i + k] != word)",
        "for j in range(k):\n            if text[i + j] != word[j]:\n                out[i] += 1",
        "out[i] = np.count_nonzero(text[i:i + k] != word)",
    )
    text, twin = (fill(each, body=body) for each in MISMATCHES)
    inputs = _codes(d, 800, 5000, 4), _codes(d, 3, 15, 4)
    return Kernel(f"mismatches {body[:14]!r} {inputs[0].size}", text, twin, inputs, True)


def _substring(d: Draws) -> Kernel:
    inputs = _codes(d, 80, 250, 3), _codes(d, 80, 250, 3)
    return Kernel("longest common substring", *map(fill, SUBSTRING), inputs, True)


def _palindromes(d: Draws) -> Kernel:
    codes = _codes(d, 80, 200, 2)
    return Kernel(f"palindromes {codes.size}", *map(fill, PALINDROMES), (codes,), True)


def _cipher(d: Draws) -> Kernel:
    values = {"sign": d.pick("+", "-"), "chain": d.pick("0", "last", "3 * last")}
    text, twin = (fill(each, **values) for each in CIPHER)
    inputs = _codes(d, 3000, 20000, 26), _codes(d, 3, 12, 26)
    return Kernel(f"cipher {values} {inputs[0].size}", text, twin, inputs, True)


def _front(d: Draws) -> Kernel:
    size = d.whole(4, 60)
    inputs = _codes(d, 800, 4000, size), size
    return Kernel(f"move to front {size} x {inputs[0].size}", *map(fill, FRONT), inputs, True)


TEMPLATES = (
    _histogram, _grams, _grams, _hashes, _borders, _automaton, _runs, _mismatches, _substring,
    _palindromes, _cipher, _front,
)  # fmt: skip
