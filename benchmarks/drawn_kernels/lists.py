"""Kernels whose lists become as long as values say: stacks, what a test picks, sieves."""

from __future__ import annotations

from .specification import Draws, Kernel, fill

NEXT = (
    """
def kernel(x):
    found, waiting = np.full(len(x), -1), []
    for i in range(len(x)):
        while waiting and x[waiting[-1]] $less x[i]:
            found[waiting.pop()] = i
        waiting.append(i)
    return found
""",
    """
def kernel(x):
    n = x.shape[0]

    def take(state):
        i, found, waiting, count = state
        return i, found.at[waiting[count - 1]].set(i), waiting, count - 1

    def going(state):
        i, _, waiting, count = state
        return (count > 0) & (x[waiting[jnp.maximum(count - 1, 0)]] $less x[i])

    def look(i, state):
        _, found, waiting, count = lax.while_loop(going, take, (i, *state))
        return found, waiting.at[count].set(i), count + 1

    start = jnp.full(n, -1), jnp.zeros(n, jnp.int64), jnp.int64(0)
    return lax.fori_loop(0, n, look, start)[0]
""",
)
PICKED = (
    """
def kernel(x):
    places = []
    for i in range(1, len(x) - 1):
        if x[i - 1] $less x[i] and x[i] $more x[i + 1]:
            places.append(i)
    total = 0
    for k in places:
        total += x[k]
    return len(places), total
""",
    """
def kernel(x):
    is_picked = (x[:-2] $less x[1:-1]) & (x[1:-1] $more x[2:])
    return jnp.sum(is_picked), jnp.sum(jnp.where(is_picked, x[1:-1], 0))
""",
)
SIEVE = (
    """
def kernel(n, first):
    is_left, found = np.ones(n + 1, dtype=bool), []
    for i in range(first, n + 1):
        if is_left[i]:
            found.append(i)
            for j in range(i * i, n + 1, i):
                is_left[j] = False
    return is_left, len(found)
""",
    """
def kernel(n, first):
    def sieve(i, state):
        def strike(state):
            is_left, count = state
            step = lambda j, is_left: is_left.at[i * i + j * i].set(False)
            times = jnp.maximum((n - i * i) // i + 1, 0)
            return lax.fori_loop(0, times, step, is_left), count + 1

        return lax.cond(state[0][i], strike, lambda state: state, state)

    return lax.fori_loop(first, n + 1, sieve, (jnp.ones(n + 1, bool), jnp.int64(0)))
""",
)


def _next(d: Draws) -> Kernel:
    less = d.pick("<", "<=", ">")
    x = d.ints(0, d.pick(20, 10**6), d.whole(100, 3000))
    text, twin = (fill(each, less=less) for each in NEXT)
    return Kernel(f"next {less} of {x.size}", text, twin, (x,), True)


def _picked(d: Draws) -> Kernel:
    x = d.ints(0, d.pick(9, 999), d.whole(500, 20000))
    less = d.pick("<", "<=")
    text, twin = (fill(each, less=less, more=">") for each in PICKED)
    return Kernel(f"peaks of {x.size}", text, twin, (x,), True)


def _sieve(d: Draws) -> Kernel:
    inputs = d.whole(200, 5000), 2
    return Kernel(f"sieve {inputs[0]}", *map(fill, SIEVE), inputs, True)


TEMPLATES = (_next, _picked, _sieve)
