"""Sorting networks and sorts in place."""

from __future__ import annotations

import numpy

from .specification import Draws, Kernel, fill

ODD_EVEN = (
    """
def kernel(x):
    n = len(x)
    for k in range(n):
        s = k % 2
        for i in range(s, n - 1, 2):
            if x[i] $test x[i + 1]:
                x[i], x[i + 1] = x[i + 1], x[i]
    return x
""",
    """
def kernel(x):
    n = len(x)

    def turn(k, x):
        def pair(j, x):
            i = k % 2 + 2 * j
            a, b = x[i], x[i + 1]
            swap = a $test b
            return x.at[i].set(jnp.where(swap, b, a)).at[i + 1].set(jnp.where(swap, a, b))

        return lax.fori_loop(0, (n - k % 2) // 2, pair, x)

    return lax.fori_loop(0, n, turn, x)
""",
)
ODD_EVEN_SLICES = (
    """
def kernel(x):
    n = len(x)
    for _ in range($turns):
        low = np.minimum(x[0:n - 1:2], x[1:n:2])
        high = np.maximum(x[0:n - 1:2], x[1:n:2])
        x[0:n - 1:2], x[1:n:2] = low, high
        low = np.minimum(x[1:n - 1:2], x[2:n:2])
        high = np.maximum(x[1:n - 1:2], x[2:n:2])
        x[1:n - 1:2], x[2:n:2] = low, high
    return x
""",
    """
def kernel(x):
    n = len(x)

    def turn(_, x):
        low = jnp.minimum(x[0:n - 1:2], x[1:n:2])
        high = jnp.maximum(x[0:n - 1:2], x[1:n:2])
        x = x.at[0:n - 1:2].set(low).at[1:n:2].set(high)
        low = jnp.minimum(x[1:n - 1:2], x[2:n:2])
        high = jnp.maximum(x[1:n - 1:2], x[2:n:2])
        return x.at[1:n - 1:2].set(low).at[2:n:2].set(high)

    return lax.fori_loop(0, $turns, turn, x)
""",
)
BITONIC = (
    """
def kernel(x):
    n = len(x)
    k = 2
    while k <= n:
        j = k // 2
        while j > 0:
            for i in range(n):
                other = i ^ j
                if other > i:
                    if (x[i] > x[other]) == ((i & k) == 0):
                        x[i], x[other] = x[other], x[i]
            j //= 2
        k *= 2
    return x
""",
    """
def kernel(x):
    n = len(x)
    places = np.arange(n)
    k = 2
    while k <= n:
        j = k // 2
        while j > 0:
            other = places ^ j
            y = x[other]
            smaller = (other > places) == ((places & k) == 0)
            x = jnp.where(smaller, jnp.minimum(x, y), jnp.maximum(x, y))
            j //= 2
        k *= 2
    return x
""",
)
BUBBLE = (
    """
def kernel(x):
    n = len(x)
    swaps = 0
    for i in range(n):
        swapped = False
        for j in range(n - 1 - i):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
                swaps += 1
                swapped = True
        if not swapped:
            break
    return x, swaps
""",
    """
def kernel(x):
    n = len(x)

    def going(state):
        i, x, swaps, swapped = state
        return (i < n) & swapped

    def turn(state):
        i, x, swaps, _ = state

        def pair(j, inner):
            x, swaps = inner
            a, b = x[j], x[j + 1]
            swap = a > b
            x = x.at[j].set(jnp.where(swap, b, a)).at[j + 1].set(jnp.where(swap, a, b))
            return x, swaps + swap

        x, more = lax.fori_loop(0, n - 1 - i, pair, (x, swaps))
        return i + 1, x, more, more > swaps

    _, x, swaps, _ = lax.while_loop(going, turn, (0, x, 0, True))
    return x, swaps
""",
)
INSERTION = (
    """
def kernel(x):
    for i in range(1, len(x)):
        value = x[i]
        j = i - 1
        while j >= 0 and x[j] > value:
            x[j + 1] = x[j]
            j -= 1
        x[j + 1] = value
    return x
""",
    """
def kernel(x):
    def insert(i, x):
        value = x[i]

        def going(state):
            j, x = state
            return (j >= 0) & (x[j] > value)

        def step(state):
            j, x = state
            return j - 1, x.at[j + 1].set(x[j])

        j, x = lax.while_loop(going, step, (i - 1, x))
        return x.at[j + 1].set(value)

    return lax.fori_loop(1, len(x), insert, x)
""",
)
SELECTION = (
    """
def kernel(x, order):
    n = len(x)
    for i in range(n - 1):
        k = i + np.arg$most(x[i:])
        x[i], x[k] = x[k], x[i]
        order[i], order[k] = order[k], order[i]
    return x, order
""",
    """
def kernel(x, order):
    n = len(x)
    places = jnp.arange(n)

    def step(i, state):
        x, order = state
        k = jnp.arg$most(jnp.where(places >= i, x, $none))
        x = x.at[i].set(x[k]).at[k].set(x[i])
        return x, order.at[i].set(order[k]).at[k].set(order[i])

    return lax.fori_loop(0, n - 1, step, (x, order))
""",
)
SELECTION_LOOP = (
    """
def kernel(x):
    n = len(x)
    for i in range(n - 1):
        k = i
        for j in range(i + 1, n):
            if x[j] < x[k]:
                k = j
        if k != i:
            x[i], x[k] = x[k], x[i]
    return x
""",
    """
def kernel(x):
    n = len(x)

    def step(i, x):
        def look(j, best):
            k, least = best
            smaller = x[j] < least
            return jnp.where(smaller, j, k), jnp.where(smaller, x[j], least)

        k, least = lax.fori_loop(i + 1, n, look, (i, x[i]))
        return x.at[k].set(x[i]).at[i].set(least)

    return lax.fori_loop(0, n - 1, step, x)
""",
)
SHELL = (
    """
def kernel(x):
    n = len(x)
    gap = n // 2
    while gap > 0:
        for i in range(gap, n):
            value = x[i]
            j = i
            while j >= gap and x[j - gap] > value:
                x[j] = x[j - gap]
                j -= gap
            x[j] = value
        gap //= 2
    return x
""",
    """
def kernel(x):
    n = len(x)

    def turn(state):
        gap, x = state

        def insert(i, x):
            value = x[i]

            def going(inner):
                j, x = inner
                return (j >= gap) & (x[j - gap] > value)

            def step(inner):
                j, x = inner
                return j - gap, x.at[j].set(x[j - gap])

            j, x = lax.while_loop(going, step, (i, x))
            return x.at[j].set(value)

        return gap // 2, lax.fori_loop(gap, n, insert, x)

    return lax.while_loop(lambda state: state[0] > 0, turn, (n // 2, x))[1]
""",
)
COUNTING = (
    """
def kernel(x, top):
    counts = np.zeros(top + 1, dtype=np.int64)
    for value in x:
        counts[value] += 1
    for k in range(1, top + 1):
        counts[k] += counts[k - 1]
    out = np.empty_like(x)
    for i in range(len(x) - 1, -1, -1):
        counts[x[i]] -= 1
        out[counts[x[i]]] = x[i]
    return out
""",
    """
def kernel(x, top):
    counts = jnp.cumsum(jnp.zeros(top + 1, jnp.int64).at[x].add(1))

    def step(k, state):
        counts, out = state
        value = x[len(x) - 1 - k]
        counts = counts.at[value].add(-1)
        return counts, out.at[counts[value]].set(value)

    return lax.fori_loop(0, len(x), step, (counts, jnp.empty_like(x)))[1]
""",
)
MERGING = (
    """
def kernel(a, b):
    out = np.empty(len(a) + len(b), dtype=a.dtype)
    i = j = k = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out[k] = a[i]
            i += 1
        else:
            out[k] = b[j]
            j += 1
        k += 1
    while i < len(a):
        out[k] = a[i]
        i += 1
        k += 1
    while j < len(b):
        out[k] = b[j]
        j += 1
        k += 1
    return out
""",
    """
def kernel(a, b):
    n, m = len(a), len(b)

    def step(state, _):
        i, j = state
        x, y = a[jnp.minimum(i, n - 1)], b[jnp.minimum(j, m - 1)]
        first = (i < n) & ((j >= m) | (x <= y))
        return (i + first, j + ~first), jnp.where(first, x, y)

    return lax.scan(step, (0, 0), length=n + m)[1]
""",
)
SEARCHES = (
    """
def kernel(table, wanted):
    found = np.zeros(len(wanted), dtype=np.int64)
    for q in range(len(wanted)):
        low, high = 0, len(table)
        while low < high:
            middle = (low + high) // 2
            if table[middle] $test wanted[q]:
                low = middle + 1
            else:
                high = middle
        found[q] = low
    return found
""",
    """
def kernel(table, wanted):
    def search(one):
        def step(state):
            low, high = state
            middle = (low + high) // 2
            right = table[middle] $test one
            return jnp.where(right, middle + 1, low), jnp.where(right, high, middle)

        return lax.while_loop(lambda s: s[0] < s[1], step, (0, len(table)))[0]

    return lax.map(search, wanted)
""",
)


def _values(d: Draws, n: int):
    return d.ints(0, d.pick(20, 1000), n) if d.pick(True, False) else d.floats(n)


def _in_place(d: Draws) -> Kernel:
    name, texts, most = d.pick(
        ("odd-even", ODD_EVEN, 350), ("insertion", INSERTION, 400), ("bubble", BUBBLE, 300),
        ("selection", SELECTION_LOOP, 350), ("shell", SHELL, 3000),
    )  # fmt: skip
    n = d.whole(100, most)
    text, twin = (fill(each, test=">") for each in texts)
    return Kernel(f"{name} sort {n}", text, twin, (_values(d, n),), True, (0,))


def _odd_even_slices(d: Draws) -> Kernel:
    n = d.whole(200, 3000)
    turns = d.pick("n // 2", "10", "n // 4")
    text, twin = (fill(each, turns=turns) for each in ODD_EVEN_SLICES)
    return Kernel(f"odd-even sort by slices {n}, {turns}", text, twin, (_values(d, n),), True, (0,))


def _bitonic(d: Draws) -> Kernel:
    n = d.pick(128, 256, 512)
    return Kernel(f"bitonic sort {n}", *map(fill, BITONIC), (_values(d, n),), True, (0,))


def _selection(d: Draws) -> Kernel:
    n = d.whole(100, 500)
    most, none = d.pick(("min", "jnp.inf"), ("max", "-jnp.inf"))
    text, twin = (fill(each, most=most, none=none) for each in SELECTION)
    inputs = d.floats(n), numpy.arange(n)
    return Kernel(f"selection sort by arg{most} {n}", text, twin, inputs, True, (0, 1))


def _counting(d: Draws) -> Kernel:
    n, top = d.whole(2000, 20000), d.whole(5, 300)
    return Kernel(
        f"counting sort {n} to {top}", *map(fill, COUNTING), (d.ints(0, top, n), top), True
    )


def _merging(d: Draws) -> Kernel:
    inputs = tuple(numpy.sort(d.ints(0, 900, d.whole(1000, 8000))) for _ in range(2))
    return Kernel(f"merge {inputs[0].size} and {inputs[1].size}", *map(fill, MERGING), inputs, True)


def _searches(d: Draws) -> Kernel:
    text, twin = (fill(each, test=test) for test in [d.pick("<", "<=")] for each in SEARCHES)
    inputs = numpy.sort(_values(d, d.whole(50, 3000))), d.floats(d.whole(300, 2000), high=30.0)
    return Kernel(f"binary searches {inputs[1].size}", text, twin, inputs, True)


TEMPLATES = (
    _in_place, _in_place, _in_place, _odd_even_slices, _bitonic, _selection, _counting, _merging,
    _searches,
)  # fmt: skip
