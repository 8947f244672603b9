"""Dynamic programming over tables."""

from __future__ import annotations

from .specification import Draws, Kernel, fill

PAIRS = (
    """
def kernel(a, b):
    n, m = len(a), len(b)
    table = np.zeros((n + 1, m + 1), dtype=np.int64)
    for i in range(n + 1):
        table[i, 0] = $edge * i
    for j in range(m + 1):
        table[0, j] = $edge * j
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            $body
    return $result
""",
    """
def kernel(a, b):
    n, m = len(a), len(b)
    top = $edge * jnp.arange(m + 1)

    def row(above, filled):
        letter, first = filled

        def element(left, corner):
            diagonal, over, other = corner
            value = $value
            return value, value

        _, values = lax.scan(element, first, (above[:-1], above[1:], b))
        below = jnp.concatenate([first[None], values])
        return below, below

    _, rows = lax.scan(row, top, (a, $edge * jnp.arange(1, n + 1)))
    table = jnp.concatenate([top[None], rows])
    return $result
""",
)
KNAPSACK_ELEMENTS = (
    """
def kernel(weights, values, capacity):
    best = np.zeros(capacity + 1, dtype=values.dtype)
    for i in range(len(weights)):
        for w in range($order):
            best[w] = max(best[w], best[w - weights[i]] + values[i])
    return best
""",
    """
def kernel(weights, values, capacity):
    def item(i, best):
        weight, value = weights[i], values[i]

        def step(k, best):
            w = $index
            return best.at[w].set(jnp.maximum(best[w], best[w - weight] + value))

        return lax.fori_loop(0, capacity + 1 - weight, step, best)

    return lax.fori_loop(0, len(weights), item, jnp.zeros(capacity + 1, values.dtype))
""",
)
KNAPSACK_SLICES = (
    """
def kernel(weights, values, capacity):
    best = np.zeros(capacity + 1, dtype=values.dtype)
    for weight, value in zip(weights, values):
        best[weight:] = np.maximum(best[weight:], best[:-weight] + value)
    return best
""",
    """
def kernel(weights, values, capacity):
    places = jnp.arange(capacity + 1)

    def item(best, thing):
        weight, value = thing
        taken = jnp.roll(best, weight) + value
        return jnp.where(places >= weight, jnp.maximum(best, taken), best), None

    best = jnp.zeros(capacity + 1, values.dtype)
    return lax.scan(item, best, (weights, values))[0]
""",
)
CHAIN = (
    """
def kernel(sizes):
    n = len(sizes) - 1
    cost = np.zeros((n, n), dtype=np.int64)
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            best = $infinite
            for k in range(i, j):
                value = cost[i, k] + cost[k + 1, j] + $weight
                if value < best:
                    best = value
            cost[i, j] = best
    return cost
""",
    """
def kernel(sizes):
    n = len(sizes) - 1

    def diagonal(length, cost):
        def start(i, cost):
            j = i + length

            def cut(k, best):
                value = cost[i, k] + cost[k + 1, j] + $weight
                return jnp.minimum(best, value)

            return cost.at[i, j].set(lax.fori_loop(i, j, cut, jnp.int64($infinite)))

        return lax.fori_loop(0, n - length, start, cost)

    return lax.fori_loop(1, n, diagonal, jnp.zeros((n, n), jnp.int64))
""",
)
GRID = (
    """
def kernel(grid):
    n, m = grid.shape
    cost = grid.copy()
    for j in range(1, m):
        cost[0, j] += cost[0, j - 1]
    for i in range(1, n):
        cost[i, 0] += cost[i - 1, 0]
        for j in range(1, m):
            cost[i, j] += $choice(cost[i - 1, j], cost[i, j - 1]$corner)
    return cost
""",
    """
def kernel(grid):
    def row(above, own):
        first = above[0] + own[0]

        def element(left, corner):
            over, diagonal, own = corner
            value = own + $value
            return value, value

        _, values = lax.scan(element, first, (above[1:], above[:-1], own[1:]))
        below = jnp.concatenate([first[None], values])
        return below, below

    top = jnp.cumsum(grid[0])
    return jnp.concatenate([top[None], lax.scan(row, top, grid[1:])[1]])
""",
)
SEAM = (
    """
def kernel(energy):
    n, m = energy.shape
    total = energy.copy()
    for i in range(1, n):
        above = total[i - 1]
        best = above.copy()
        best[1:] = np.minimum(best[1:], above[:-1])
        best[:-1] = np.minimum(best[:-1], above[1:])
        total[i] += best
    path = np.zeros(n, dtype=np.int64)
    path[n - 1] = np.argmin(total[n - 1])
    for i in range(n - 2, -1, -1):
        j = path[i + 1]
        low, high = max(j - 1, 0), min(j + 1, m - 1)
        k = low
        for other in range(low, high + 1):
            if total[i, other] < total[i, k]:
                k = other
        path[i] = k
    return total, path
""",
    """
def kernel(energy):
    n, m = energy.shape

    def row(above, own):
        best = above.at[1:].min(above[:-1])
        best = best.at[:-1].min(above[1:])
        below = own + best
        return below, below

    _, rows = lax.scan(row, energy[0], energy[1:])
    total = jnp.concatenate([energy[:1], rows])
    last = jnp.argmin(total[-1])

    def back(j, row):
        low, high = jnp.maximum(j - 1, 0), jnp.minimum(j + 1, m - 1)
        k = lax.fori_loop(low, high + 1, lambda o, k: jnp.where(row[o] < row[k], o, k), low)
        return k, k

    _, path = lax.scan(back, last, total[:-1], reverse=True)
    return total, jnp.concatenate([path, last[None]])
""",
)
INCREASING = (
    """
def kernel(x):
    n = len(x)
    best = np.ones(n, dtype=np.int64)
    for i in range(n):
        for j in range(i):
            if x[j] $test x[i] and best[j] + 1 > best[i]:
                best[i] = best[j] + 1
    return best, best.max()
""",
    """
def kernel(x):
    n = len(x)

    def element(i, best):
        def earlier(j, longest):
            longer = (x[j] $test x[i]) & (best[j] + 1 > longest)
            return jnp.where(longer, best[j] + 1, longest)

        return best.at[i].set(lax.fori_loop(0, i, earlier, jnp.int64(1)))

    best = lax.fori_loop(0, n, element, jnp.ones(n, jnp.int64))
    return best, best.max()
""",
)
COINS = (
    """
def kernel(coins, total):
    ways = np.zeros(total + 1, dtype=np.int64)
    ways[0] = 1
    for coin in coins:
        for amount in range(coin, total + 1):
            ways[amount] = (ways[amount] + ways[amount - coin]) % $m
    return ways
""",
    """
def kernel(coins, total):
    def step(k, ways):
        def add(amount, ways):
            return ways.at[amount].set((ways[amount] + ways[amount - coins[k]]) % $m)

        return lax.fori_loop(coins[k], total + 1, add, ways)

    return lax.fori_loop(0, len(coins), step, jnp.zeros(total + 1, jnp.int64).at[0].set(1))
""",
)
CHANGE = (
    """
def kernel(coins, total):
    least = np.full(total + 1, $many, dtype=np.int64)
    least[0] = 0
    for amount in range(1, total + 1):
        for k in range(len(coins)):
            if coins[k] <= amount:
                least[amount] = min(least[amount], least[amount - coins[k]] + 1)
    return least
""",
    """
def kernel(coins, total):
    def of_amount(amount, least):
        def coin(k, best):
            other = least[jnp.maximum(amount - coins[k], 0)] + 1
            return jnp.where(coins[k] <= amount, jnp.minimum(best, other), best)

        best = lax.fori_loop(0, len(coins), coin, jnp.int64($many))
        return least.at[amount].set(best)

    start = jnp.full(total + 1, $many, jnp.int64).at[0].set(0)
    return lax.fori_loop(1, total + 1, of_amount, start)
""",
)
WARPING = (
    """
def kernel(x, y):
    n, m = len(x), len(y)
    table = np.full((n + 1, m + 1), np.inf)
    table[0, 0] = 0.0
    for i in range(n):
        for j in range($low, $high):
            cost = $cost
            table[i + 1, j + 1] = cost + min(table[i, j + 1], table[i + 1, j], table[i, j])
    return table
""",
    """
def kernel(x, y):
    n, m = len(x), len(y)

    def row(i, table):
        def element(j, table):
            cost = $cost
            best = jnp.minimum(jnp.minimum(table[i, j + 1], table[i + 1, j]), table[i, j])
            return table.at[i + 1, j + 1].set(cost + best)

        return lax.fori_loop($jlow, $jhigh, element, table)

    table = jnp.full((n + 1, m + 1), jnp.inf).at[0, 0].set(0.0)
    return lax.fori_loop(0, n, row, table)
""",
)
VITERBI = (
    """
def kernel(start, moves, seen, codes):
    n, k = len(codes), len(start)
    score = np.zeros((n, k))
    back = np.zeros((n, k), dtype=np.int64)
    score[0] = start + seen[:, codes[0]]
    for t in range(1, n):
        for j in range(k):
            options = score[t - 1] + moves[:, j]
            back[t, j] = np.argmax(options)
            score[t, j] = options[back[t, j]] + seen[j, codes[t]]
    path = np.zeros(n, dtype=np.int64)
    path[-1] = np.argmax(score[-1])
    for t in range(n - 2, -1, -1):
        path[t] = back[t + 1, path[t + 1]]
    return path, score
""",
    """
def kernel(start, moves, seen, codes):
    first = start + seen[:, codes[0]]

    def step(score, code):
        options = score[:, None] + moves
        back = jnp.argmax(options, axis=0)
        score = jnp.max(options, axis=0) + seen[:, code]
        return score, (score, back)

    _, (scores, backs) = lax.scan(step, first, codes[1:])
    score = jnp.concatenate([first[None], scores])
    last = jnp.argmax(score[-1])

    def previous(j, back):
        return back[j], back[j]

    _, path = lax.scan(previous, last, backs, reverse=True)
    return jnp.concatenate([path, last[None]]), score
""",
)


def _pairs(d: Draws) -> Kernel:
    kind = d.pick("edit", "common", "global", "local")
    gap, other = d.whole(1, 4), d.whole(1, 5)
    result = d.pick("table", "table", "table[n, m]")
    same = d.whole(1, 4)
    if kind == "edit":
        edge = gap
        body = (
            f"cost = 0 if a[i - 1] == b[j - 1] else {other}\n"
            f"            table[i, j] = min(table[i - 1, j] + {gap}, table[i, j - 1] + {gap}, "
            "table[i - 1, j - 1] + cost)"
        )
        value = (
            f"jnp.minimum(jnp.minimum(over + {gap}, left + {gap}), "
            f"diagonal + jnp.where(letter == other, 0, {other}))"
        )
    elif kind == "common":
        edge = 0
        body = (
            "if a[i - 1] == b[j - 1]:\n"
            "                table[i, j] = table[i - 1, j - 1] + 1\n"
            "            else:\n"
            "                table[i, j] = max(table[i - 1, j], table[i, j - 1])"
        )
        value = "jnp.where(letter == other, diagonal + 1, jnp.maximum(over, left))"
    else:
        local = kind == "local"
        edge = 0 if local else -gap
        body = (
            f"match = {same} if a[i - 1] == b[j - 1] else -{other}\n"
            f"            score = max(table[i - 1, j - 1] + match, table[i - 1, j] - {gap}, "
            f"table[i, j - 1] - {gap})\n"
            f"            table[i, j] = {'max(score, 0)' if local else 'score'}"
        )
        value = (
            f"jnp.maximum(jnp.maximum(diagonal + jnp.where(letter == other, {same}, -{other}), "
            f"over - {gap}), left - {gap})"
        )
        if local:
            value = f"jnp.maximum({value}, 0)"
            result = d.pick("table", "table.max()")
    text, twin = (fill(each, edge=edge, body=body, value=value, result=result) for each in PAIRS)
    inputs = d.ints(0, d.whole(2, 20), d.whole(60, 250)), d.ints(0, 20, d.whole(60, 250))
    name = f"{kind} pairs of {len(inputs[0])} and {len(inputs[1])} letters, {result}"
    return Kernel(name, text, twin, inputs, True)


def _knapsack(d: Draws) -> Kernel:
    count, capacity = d.whole(15, 60), d.whole(300, 1500)
    weights = d.ints(1, 50, count)
    whole = d.pick(True, False)
    values = d.ints(1, 90, count) if whole else d.floats(count, high=9.0)
    style = d.pick("descending", "ascending", "slices")
    if style == "slices":
        texts = KNAPSACK_SLICES
        text, twin = fill(texts[0]), fill(texts[1])
    else:
        order, index = {
            "descending": ("capacity, weights[i] - 1, -1", "capacity - k"),
            "ascending": ("weights[i], capacity + 1", "weight + k"),
        }[style]
        text, twin = (fill(each, order=order, index=index) for each in KNAPSACK_ELEMENTS)
    name = f"knapsack {style} {count} x {capacity}"
    return Kernel(name, text, twin, (weights, values, capacity), whole)


def _chain(d: Draws) -> Kernel:
    weight = d.pick(
        "sizes[i] * sizes[k + 1] * sizes[j + 1]", "sizes[i] + sizes[j + 1]",
        "sizes[k + 1] * (j - i)",
    )  # fmt: skip
    text, twin = (fill(each, weight=weight, infinite=10**15) for each in CHAIN)
    sizes = d.ints(1, 60, d.whole(20, 60))
    return Kernel(f"matrix chain of {len(sizes)}, {weight}", text, twin, (sizes,), True)


def _grid(d: Draws) -> Kernel:
    choice, corner = d.pick("min", "max"), d.pick(True, False)
    jchoice = f"jnp.{choice}imum"
    value = f"{jchoice}(over, left)"
    value = f"{jchoice}({value}, diagonal)" if corner else value
    corner = ", cost[i - 1, j - 1]" if corner else ""
    text, twin = (fill(each, choice=choice, corner=corner, value=value) for each in GRID)
    shape = d.whole(40, 220), d.whole(40, 220)
    whole = d.pick(True, False)
    grid = d.ints(0, 99, *shape) if whole else d.floats(*shape, dtype=d.dtype())
    return Kernel(f"{choice} path {shape} {grid.dtype}", text, twin, (grid,), whole)


def _seam(d: Draws) -> Kernel:
    shape = d.whole(50, 300), d.whole(50, 300)
    return Kernel(f"seam {shape}", fill(SEAM[0]), fill(SEAM[1]), (d.ints(0, 999, *shape),), True)


def _increasing(d: Draws) -> Kernel:
    text, twin = (fill(each, test=test) for test in [d.pick("<", "<=", ">")] for each in INCREASING)
    inputs = (d.ints(0, 500, d.whole(150, 400)),)
    return Kernel(f"longest subsequence {len(inputs[0])}", text, twin, inputs, True)


def _coins(d: Draws) -> Kernel:
    coins = d.rng.permutation(30)[: d.whole(3, 8)] + 1
    total = d.whole(500, 5000)
    if d.pick(True, False):
        text, twin = (fill(each, m=10**9 + 7) for each in COINS)
        return Kernel(f"ways of {len(coins)} coins {total}", text, twin, (coins, total), True)
    text, twin = (fill(each, many=10**6) for each in CHANGE)
    return Kernel(f"least of {len(coins)} coins {total}", text, twin, (coins, total), True)


def _warping(d: Draws) -> Kernel:
    band = d.pick(0, 0, d.whole(3, 20))
    cost = d.pick("abs(x[i] - y[j])", "(x[i] - y[j]) ** 2")
    values = {
        "cost": cost,
        "low": f"max(0, i - {band})" if band else "m",
        "high": f"min(m, i + {band})" if band else "m",
        "jlow": f"jnp.maximum(0, i - {band})" if band else "0",
        "jhigh": f"jnp.minimum(m, i + {band})" if band else "m",
    }
    text, twin = (fill(each, **values) for each in WARPING)
    text = text.replace("range(m, m)", "range(m)")
    inputs = d.floats(d.whole(60, 200)), d.floats(d.whole(60, 200))
    name = f"time warping band {band} {inputs[0].size} x {inputs[1].size} {cost}"
    return Kernel(name, text, twin, inputs)


def _viterbi(d: Draws) -> Kernel:
    states, letters, n = d.whole(2, 12), d.whole(2, 8), d.whole(100, 600)
    inputs = (
        d.floats(states), d.floats(states, states), d.floats(states, letters),
        d.ints(0, letters - 1, n),
    )  # fmt: skip
    return Kernel(f"Viterbi {states} x {n}", fill(VITERBI[0]), fill(VITERBI[1]), inputs)


TEMPLATES = (
    _pairs, _pairs, _pairs, _knapsack, _knapsack, _chain, _grid, _seam, _increasing, _coins,
    _warping, _viterbi,
)  # fmt: skip
