"""Scans of segments and windows, and totals by computed indices."""

from __future__ import annotations

from .specification import Draws, Kernel, fill

SEGMENTS = (
    """
def kernel(x, starts):
    out = np.zeros_like(x)
    total = x[0]
    for i in range(len(x)):
        if starts[i]:
            total = x[i]
        elif i > 0:
            total = $join
        out[i] = total
    return out
""",
    """
def kernel(x, starts):
    def step(total, pair):
        value, begins = pair
        total = jnp.where(begins, value, $jjoin)
        return total, total

    return lax.scan(step, x[0], (x, starts.at[0].set(True)))[1]
""",
)
TOTALS = (
    """
def kernel(x, ids, count):
    total = np.zeros(count, dtype=x.dtype)
    seen = np.zeros(count, dtype=np.int64)
    for i in range(len(x)):
        $test
            total[ids[i]] += x[i]
            seen[ids[i]] += 1
    return total, seen
""",
    """
def kernel(x, ids, count):
    at = jnp.where($jtest, ids, count)
    total = jnp.zeros(count, x.dtype).at[at].add(x, mode="drop")
    return total, jnp.zeros(count, jnp.int64).at[at].add(1, mode="drop")
""",
)
BINS = (
    """
def kernel(x, weights, low, high, count):
    heights = np.zeros(count)
    outside = 0
    for i in range(len(x)):
        k = int((x[i] - low) / (high - low) * count)
        if x[i] >= low and k < count:
            heights[k] += weights[i]
        else:
            outside += 1
    return heights, outside
""",
    """
def kernel(x, weights, low, high, count):
    k = ((x - low) / (high - low) * count).astype(jnp.int64)
    inside = (x >= low) & (k < count)
    at = jnp.where(inside, k, count)
    return jnp.zeros(count).at[at].add(weights, mode="drop"), jnp.sum(~inside)
""",
)
WINDOWS = (
    """
def kernel(x, k):
    n = len(x) - k + 1
    out = np.zeros(n, dtype=x.dtype)
    for i in range(n):
        $body
    return out
""",
    """
def kernel(x, k):
    windows = x[jnp.arange(len(x) - k + 1)[:, None] + jnp.arange(k)]
    return $value
""",
)
LONGEST = (
    """
def kernel(x):
    run = best = 1
    end = 0
    for i in range(1, len(x)):
        if x[i] $test x[i - 1]:
            run += 1
        else:
            run = 1
        if run > best:
            best, end = run, i
    return best, end
""",
    """
def kernel(x):
    def step(run, pair):
        run = jnp.where(pair[1] $test pair[0], run + 1, 1)
        return run, run

    runs = lax.scan(step, 1, (x[:-1], x[1:]))[1]
    at = jnp.argmax(runs)
    return jnp.maximum(runs[at], 1), jnp.where(runs[at] > 1, at + 1, 0)
""",
)
QUERIES = (
    """
def kernel(x, low, high):
    total = np.zeros(len(x) + 1, dtype=x.dtype)
    for i in range(len(x)):
        total[i + 1] = total[i] + x[i]
    out = np.zeros(len(low), dtype=x.dtype)
    for q in range(len(low)):
        if low[q] < high[q]:
            out[q] = total[high[q]] - total[low[q]]
    return out
""",
    """
def kernel(x, low, high):
    total = jnp.concatenate([jnp.zeros(1, x.dtype), jnp.cumsum(x)])
    return jnp.where(low < high, total[high] - total[low], 0)
""",
)


def _segments(d: Draws) -> Kernel:
    n = d.whole(1000, 12000)
    whole = d.pick(True, False)
    joins = [
        ("total + x[i]", "total + value"), ("max(total, x[i])", "jnp.maximum(total, value)"),
    ]  # fmt: skip
    if whole:  # of floats a last digit would be the whole result
        joins.append(("(3 * total + x[i]) % 1001", "(3 * total + value) % 1001"))
    join, jjoin = d.pick(*joins)
    text, twin = (fill(each, join=join, jjoin=jjoin) for each in SEGMENTS)
    x = d.ints(0, 99, n) if whole else d.floats(n)
    inputs = x, d.rng.random(n) < d.pick(0.01, 0.2)
    return Kernel(f"segments {n}, {join}", text, twin, inputs, whole or "max" in join)


def _totals(d: Draws) -> Kernel:
    n, count = d.whole(2000, 20000), d.whole(5, 400)
    test, jtest = d.pick(("if True:", "ids >= 0"), ("if x[i] > 3:", "x > 3"))
    text, twin = (fill(each, test=test, jtest=jtest) for each in TOTALS)
    x = d.ints(0, 9, n) if d.pick(True, False) else d.floats(n, high=9.0)
    inputs = x, d.ints(0, count - 1, n), count
    return Kernel(f"totals of {count} by {test[3:-1]} {n}", text, twin, inputs, x.dtype.kind == "i")


def _bins(d: Draws) -> Kernel:
    n = d.whole(2000, 20000)
    inputs = d.floats(n, high=1.2), d.floats(n), 0.1, 1.0, d.whole(5, 100)
    return Kernel(f"weighted bins {inputs[-1]} of {n}", *map(fill, BINS), inputs)


def _windows(d: Draws) -> Kernel:
    k = 2 * d.whole(1, 7) + 1
    name, body, value = d.pick(
        ("medians", "out[i] = np.median(x[i:i + k])", "jnp.median(windows, axis=1)"),
        ("sorted", "out[i] = np.sort(x[i:i + k])[k // 2]", "jnp.sort(windows, axis=1)[:, k // 2]"),
        (
            "largest",
            "best = x[i]\n        for j in range(1, k):\n            if x[i + j] > best:\n"
            "                best = x[i + j]\n        out[i] = best",
            "jnp.max(windows, axis=1)",
        ),
        ("ranges", "out[i] = x[i:i + k].max() - x[i:i + k].min()", "jnp.ptp(windows, axis=1)"),
    )
    text, twin = (fill(each, body=body, value=value) for each in WINDOWS)
    x = d.floats(d.whole(400, 4000))
    return Kernel(f"{name} of windows {k} of {x.size}", text, twin, (x, k), name != "ranges")


def _longest(d: Draws) -> Kernel:
    text, twin = (fill(each, test=test) for test in [d.pick("==", "<=", ">")] for each in LONGEST)
    inputs = (d.ints(0, d.pick(2, 50), d.whole(1000, 12000)),)
    return Kernel(f"longest run {inputs[0].size}", text, twin, inputs, True)


def _queries(d: Draws) -> Kernel:
    n, count = d.whole(1000, 10000), d.whole(200, 4000)
    inputs = d.ints(-50, 50, n), d.ints(0, n, count), d.ints(0, n, count)
    return Kernel(f"queries {count} of {n}", *map(fill, QUERIES), inputs, True)


TEMPLATES = (_segments, _segments, _totals, _bins, _windows, _windows, _longest, _queries)
