"""Tables that are gone back through: alignments with their paths, breaks, subsequences, parses."""

from __future__ import annotations

from .specification import Draws, Kernel, fill

EDITS = (
    """
def kernel(a, b):
    n, m = len(a), len(b)
    table = np.zeros((n + 1, m + 1), dtype=np.int64)
    table[:, 0] = $gap * np.arange(n + 1)
    table[0, :] = $gap * np.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            same = table[i - 1, j - 1] + (0 if a[i - 1] == b[j - 1] else $other)
            table[i, j] = min(same, table[i - 1, j] + $gap, table[i, j - 1] + $gap)
    moves = np.full(n + m, -1, dtype=np.int64)
    i, j, length = n, m, 0
    while i > 0 or j > 0:
        if i > 0 and table[i, j] == table[i - 1, j] + $gap:
            moves[length] = 1
            i -= 1
        elif j > 0 and table[i, j] == table[i, j - 1] + $gap:
            moves[length] = 2
            j -= 1
        else:
            moves[length] = 0
            i -= 1
            j -= 1
        length += 1
    return table[n, m], moves, length
""",
    """
def kernel(a, b):
    n, m = len(a), len(b)
    top = $gap * jnp.arange(m + 1)

    def row(above, filled):
        letter, first = filled

        def element(left, corner):
            diagonal, over, other = corner
            same = diagonal + jnp.where(letter == other, 0, $other)
            value = jnp.minimum(jnp.minimum(over, left) + $gap, same)
            return value, value

        _, values = lax.scan(element, first, (above[:-1], above[1:], b))
        below = jnp.concatenate([first[None], values])
        return below, below

    _, rows = lax.scan(row, top, (a, $gap * jnp.arange(1, n + 1)))
    table = jnp.concatenate([top[None], rows])

    def back(state):
        i, j, length, moves = state
        here = table[i, j]
        up = (i > 0) & (here == table[jnp.maximum(i - 1, 0), j] + $gap)
        left = ~up & (j > 0) & (here == table[i, jnp.maximum(j - 1, 0)] + $gap)
        moves = moves.at[length].set(jnp.where(up, 1, jnp.where(left, 2, 0)))
        return i - ~left, j - ~up, length + 1, moves

    start = jnp.int64(n), jnp.int64(m), jnp.int64(0), jnp.full(n + m, -1, jnp.int64)
    going = lambda state: (state[0] > 0) | (state[1] > 0)
    _, _, length, moves = lax.while_loop(going, back, start)
    return table[n, m], moves, length
""",
)
AFFINE = (
    """
def kernel(a, b):
    n, m = len(a), len(b)
    best = np.zeros((n + 1, m + 1), dtype=np.int64)
    down = np.zeros((n + 1, m + 1), dtype=np.int64)
    along = np.zeros((n + 1, m + 1), dtype=np.int64)
    for i in range(1, n + 1):
        best[i, 0] = down[i, 0] = -$begin - $go * i
        along[i, 0] = -10**9
    for j in range(1, m + 1):
        best[0, j] = along[0, j] = -$begin - $go * j
        down[0, j] = -10**9
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            down[i, j] = max(down[i - 1, j] - $go, best[i - 1, j] - $begin - $go)
            along[i, j] = max(along[i, j - 1] - $go, best[i, j - 1] - $begin - $go)
            match = $same if a[i - 1] == b[j - 1] else -$other
            best[i, j] = max(best[i - 1, j - 1] + match, down[i, j], along[i, j])
    return best[n, m], best, down
""",
    """
def kernel(a, b):
    n, m = len(a), len(b)
    places = jnp.arange(m + 1)
    top = jnp.where(places > 0, -$begin - $go * places, 0)
    under = jnp.where(places > 0, -10**9, 0)

    def row(state, filled):
        best, down = state
        letter, i = filled
        first = -$begin - $go * i
        falls = jnp.maximum(down[1:] - $go, best[1:] - $begin - $go)
        matched = best[:-1] + jnp.where(letter == b, $same, -$other)
        option = jnp.maximum(matched, falls)

        def element(state, value):
            left, along = state
            along = jnp.maximum(along - $go, left - $begin - $go)
            value = jnp.maximum(value, along)
            return (value, along), value

        _, values = lax.scan(element, (first, jnp.int64(-10**9)), option)
        state = tuple(jnp.concatenate([first[None], x]) for x in (values, falls))
        return state, state

    _, (best, down) = lax.scan(row, (top, under), (a, jnp.arange(1, n + 1)))
    best, down = jnp.concatenate([top[None], best]), jnp.concatenate([under[None], down])
    return best[n, m], best, down
""",
)
WARPED = (
    """
def kernel(x, y):
    n, m = len(x), len(y)
    cost = np.zeros((n, m))
    step = np.zeros((n, m), dtype=np.int64)
    for i in range(n):
        for j in range(m):
            own = $own
            if i == 0 and j == 0:
                cost[i, j] = own
            elif i == 0:
                cost[i, j], step[i, j] = own + cost[i, j - 1], 1
            elif j == 0:
                cost[i, j], step[i, j] = own + cost[i - 1, j], 2
            else:
                best, way = cost[i - 1, j - 1], 0
                if cost[i, j - 1] < best:
                    best, way = cost[i, j - 1], 1
                if cost[i - 1, j] < best:
                    best, way = cost[i - 1, j], 2
                cost[i, j], step[i, j] = own + best, way
    path = np.zeros((n + m, 2), dtype=np.int64)
    i, j, length = n - 1, m - 1, 1
    path[0, 0], path[0, 1] = i, j
    while i > 0 or j > 0:
        way = step[i, j]
        if way != 1:
            i -= 1
        if way != 2:
            j -= 1
        path[length, 0], path[length, 1] = i, j
        length += 1
    return cost, path, length
""",
    """
def kernel(x, y):
    n, m = len(x), len(y)
    apart = $vown

    def row(state, own):
        above, corner = state

        def element(left, pair):
            own, over, diagonal = pair
            best, way = diagonal, 0
            way = jnp.where(left < best, 1, way)
            best = jnp.minimum(left, best)
            way = jnp.where(over < best, 2, way)
            value = own + jnp.minimum(over, best)
            return value, (value, way)

        before = jnp.concatenate([corner[None], above[:-1]])
        _, (values, ways) = lax.scan(element, jnp.inf, (own, above, before))
        return (values, jnp.float64(jnp.inf)), (values, ways)

    start = jnp.full(m, jnp.inf), jnp.float64(0.0)
    _, (cost, step) = lax.scan(row, start, apart)

    def back(state):
        i, j, length, path = state
        way = step[i, j]
        i, j = i - (way != 1), j - (way != 2)
        return i, j, length + 1, path.at[length].set(jnp.stack([i, j]))

    path = jnp.zeros((n + m, 2), jnp.int64).at[0].set(jnp.array([n - 1, m - 1]))
    start = jnp.int64(n - 1), jnp.int64(m - 1), jnp.int64(1), path
    going = lambda state: (state[0] > 0) | (state[1] > 0)
    _, _, length, path = lax.while_loop(going, back, start)
    return cost, path, length
""",
)
BREAKS = (
    """
def kernel(lengths, width):
    n = len(lengths)
    best = np.full(n + 1, 10**12, dtype=np.int64)
    place = np.zeros(n + 1, dtype=np.int64)
    best[n] = 0
    for i in range(n - 1, -1, -1):
        used = -1
        for j in range(i, n):
            used += lengths[j] + 1
            if used > width:
                break
            cost = (0 if j == n - 1 else (width - used) ** $power) + best[j + 1]
            if cost < best[i]:
                best[i] = cost
                place[i] = j + 1
    line = np.zeros(n, dtype=np.int64)
    count = 0
    i = 0
    while i < n:
        for j in range(i, place[i]):
            line[j] = count
        count += 1
        i = place[i]
    return best, line, count
""",
    """
def kernel(lengths, width):
    n = len(lengths)

    def begin(k, state):
        best, place = state
        i = n - 1 - k

        def going(inner):
            j, used, _, _ = inner
            return (j < n) & (used + lengths[jnp.minimum(j, n - 1)] + 1 <= width)

        def word(inner):
            j, used, least, at = inner
            used = used + lengths[j] + 1
            cost = jnp.where(j == n - 1, 0, (width - used) ** $power) + best[j + 1]
            less = cost < least
            return j + 1, used, jnp.where(less, cost, least), jnp.where(less, j + 1, at)

        start = i, jnp.int64(-1), jnp.int64(10**12), jnp.int64(0)
        _, _, least, at = lax.while_loop(going, word, start)
        return best.at[i].set(least), place.at[i].set(at)

    start = jnp.full(n + 1, 10**12, jnp.int64).at[n].set(0), jnp.zeros(n + 1, jnp.int64)
    best, place = lax.fori_loop(0, n, begin, start)

    def next_line(state):
        i, count, marks = state
        return place[i], count + 1, marks.at[i].set(1)

    start = jnp.int64(0), jnp.int64(0), jnp.zeros(n + 1, jnp.int64)
    _, count, marks = lax.while_loop(lambda s: s[0] < n, next_line, start)
    return best, jnp.cumsum(marks[:n]) - 1, count
""",
)
COMMON = (
    """
def kernel(a, b):
    n, m = len(a), len(b)
    table = np.zeros((n + 1, m + 1), dtype=np.int64)
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            if a[i] == b[j]:
                table[i, j] = table[i + 1, j + 1] + 1
            else:
                table[i, j] = max(table[i + 1, j], table[i, j + 1])
    found = np.full(min(n, m), -1, dtype=np.int64)
    i = j = k = 0
    while i < n and j < m:
        if a[i] == b[j]:
            found[k] = a[i]
            i, j, k = i + 1, j + 1, k + 1
        elif table[i + 1, j] >= table[i, j + 1]:
            i += 1
        else:
            j += 1
    return table, found, k
""",
    """
def kernel(a, b):
    n, m = len(a), len(b)

    def row(below, letter):
        def element(right, pair):
            corner, under, other = pair
            value = jnp.where(letter == other, corner + 1, jnp.maximum(under, right))
            return value, value

        zero = jnp.zeros((), jnp.int64)
        _, values = lax.scan(element, zero, (below[1:], below[:-1], b), reverse=True)
        own = jnp.concatenate([values, zero[None]])
        return own, own

    last = jnp.zeros(m + 1, jnp.int64)
    _, rows = lax.scan(row, last, a, reverse=True)
    table = jnp.concatenate([rows, last[None]])

    def step(state):
        i, j, k, found = state
        same = a[i] == b[j]
        down = table[i + 1, j] >= table[i, j + 1]
        found = found.at[jnp.where(same, k, n + m)].set(a[i], mode="drop")
        return i + (same | down), j + (same | ~down), k + same, found

    start = *(jnp.zeros((), jnp.int64),) * 3, jnp.full(min(n, m), -1, jnp.int64)
    going = lambda state: (state[0] < n) & (state[1] < m)
    _, _, k, found = lax.while_loop(going, step, start)
    return table, found, k
""",
)
PARSED = (
    """
def kernel(text, left, right, result, letters):
    n, rules = len(text), len(left)
    symbols = letters.shape[0]
    can = np.zeros((n, n + 1, symbols), dtype=bool)
    for i in range(n):
        for s in range(symbols):
            can[i, 1, s] = letters[s, text[i]]
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            for cut in range(1, length):
                for r in range(rules):
                    if can[i, cut, left[r]] and can[i + cut, length - cut, right[r]]:
                        can[i, length, result[r]] = True
    return can
""",
    """
def kernel(text, left, right, result, letters):
    n, rules = len(text), len(left)
    symbols = letters.shape[0]
    can = jnp.zeros((n, n + 1, symbols), bool).at[:, 1].set(letters[:, text].T)

    def span(length, can):
        def begin(i, can):
            def cut(k, found):
                both = can[i, k][left] & can[i + k, length - k][right]
                return found.at[result].max(both)

            found = lax.fori_loop(1, length, cut, jnp.zeros(symbols, bool))
            return can.at[i, length].set(found)

        return lax.fori_loop(0, n - length + 1, begin, can)

    return lax.fori_loop(2, n + 1, span, can)
""",
)


def _edits(d: Draws) -> Kernel:
    text, twin = (fill(each, gap=g, other=o) for g, o in [d.pick((1, 1), (2, 3))] for each in EDITS)
    inputs = d.ints(0, d.whole(2, 20), d.whole(40, 250)), d.ints(0, 20, d.whole(40, 250))
    return Kernel(f"edits of {inputs[0].size} to {inputs[1].size}", text, twin, inputs, True)


def _affine(d: Draws) -> Kernel:
    values = {"begin": d.whole(2, 9), "go": d.whole(1, 2), "same": d.whole(1, 5), "other": 2}
    text, twin = (fill(each, **values) for each in AFFINE)
    inputs = d.ints(0, 3, d.whole(40, 200)), d.ints(0, 3, d.whole(40, 200))
    return Kernel(f"affine gaps {inputs[0].size} x {inputs[1].size}", text, twin, inputs, True)


def _warped(d: Draws) -> Kernel:
    own, vown = d.pick(
        ("abs(x[i] - y[j])", "jnp.abs(x[:, None] - y)"),
        ("(x[i] - y[j]) ** 2", "(x[:, None] - y) ** 2"),
    )
    text, twin = (fill(each, own=own, vown=vown) for each in WARPED)
    inputs = d.floats(d.whole(40, 200)), d.floats(d.whole(40, 200))
    return Kernel(f"warped path {inputs[0].size} x {inputs[1].size}", text, twin, inputs)


def _breaks(d: Draws) -> Kernel:
    text, twin = (fill(each, power=p) for p in [d.whole(2, 3)] for each in BREAKS)
    inputs = d.ints(1, 12, d.whole(100, 3000)), d.whole(20, 90)
    return Kernel(f"breaks of {inputs[0].size} words", text, twin, inputs, True)


def _common(d: Draws) -> Kernel:
    inputs = d.ints(0, d.whole(2, 20), d.whole(40, 250)), d.ints(0, 20, d.whole(40, 250))
    name = f"common subsequence of {inputs[0].size} and {inputs[1].size}"
    return Kernel(name, *map(fill, COMMON), inputs, True)


def _parsed(d: Draws) -> Kernel:
    symbols, rules = d.whole(3, 8), d.whole(4, 16)
    left, right, result = d.ints(0, symbols - 1, 3, rules)
    letters = d.rng.random((symbols, 4)) < 0.4
    inputs = d.ints(0, 3, d.whole(10, 40)), left, right, result, letters
    return Kernel(f"parses of {inputs[0].size} by {rules}", *map(fill, PARSED), inputs, True)


TEMPLATES = (_edits, _affine, _warped, _breaks, _common, _parsed)
