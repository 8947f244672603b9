"""Simulations of which the draws are given."""

from __future__ import annotations

from .specification import Draws, Kernel, fill

WALKS = (
    """
def kernel(steps, $limits):
    n = len(steps)
    path = np.zeros(n)
    x = 0.0
    hits = 0
    for i in range(n):
        x += $move
        if x $test high:
            $top
            hits += 1
        elif x < low:
            $bottom
        path[i] = x
    return path, hits
""",
    """
def kernel(steps, $limits):
    def step(state, draw):
        x, hits = state
        x = x + $jmove
        over, under = x $test high, x < low
        x = jnp.where(over, $jtop, jnp.where(under, $jbottom, x))
        return (x, hits + over), x

    (_, hits), path = lax.scan(step, (0.0, 0), steps)
    return path, hits
""",
)
METROPOLIS = (
    """
def kernel(moves, dice, x):
    n = len(dice)
    chain = np.zeros((n, len(x)))
    energy = $energy
    accepted = 0
    for i in range(n):
        y = x + $scale * moves[i]
        other = $other
        if dice[i] < np.exp(energy - other):
            x = y
            energy = other
            accepted += 1
        chain[i] = x
    return chain, accepted
""",
    """
def kernel(moves, dice, x):
    def step(state, draw):
        x, energy, accepted = state
        move, die = draw
        y = x + $scale * move
        other = $other
        taken = die < jnp.exp(energy - other)
        x = jnp.where(taken, y, x)
        return (x, jnp.where(taken, other, energy), accepted + taken), x

    (_, _, accepted), chain = lax.scan(step, (x, $energy, 0), (moves, dice))
    return chain, accepted
""",
)
ISING = (
    """
def kernel(spins, rows, columns, dice, beta):
    n, m = spins.shape
    flips = 0
    for k in range(len(dice)):
        i, j = rows[k], columns[k]
        around = (
            spins[(i - 1) % n, j] + spins[(i + 1) % n, j]
            + spins[i, (j - 1) % m] + spins[i, (j + 1) % m]
        )
        cost = 2 * spins[i, j] * around
        if cost <= 0 or dice[k] < np.exp(-beta * cost):
            spins[i, j] = -spins[i, j]
            flips += 1
    return spins, flips
""",
    """
def kernel(spins, rows, columns, dice, beta):
    n, m = spins.shape

    def step(k, state):
        spins, flips = state
        i, j = rows[k], columns[k]
        around = (
            spins[(i - 1) % n, j] + spins[(i + 1) % n, j]
            + spins[i, (j - 1) % m] + spins[i, (j + 1) % m]
        )
        cost = 2 * spins[i, j] * around
        flip = (cost <= 0) | (dice[k] < jnp.exp(-beta * cost))
        return spins.at[i, j].multiply(jnp.where(flip, -1, 1)), flips + flip

    return lax.fori_loop(0, len(dice), step, (spins, 0))
""",
)
CHECKERED = (
    """
def kernel(spins, dice, beta):
    n, m = spins.shape
    i, j = np.indices((n, m))
    for t in range(dice.shape[0]):
        for colour in (0, 1):
            around = (
                np.roll(spins, 1, 0) + np.roll(spins, -1, 0)
                + np.roll(spins, 1, 1) + np.roll(spins, -1, 1)
            )
            likely = dice[t, colour] < np.exp(-2.0 * beta * spins * around)
            flip = ((i + j) % 2 == colour) & likely
            spins[flip] *= -1
    return spins
""",
    """
def kernel(spins, dice, beta):
    n, m = spins.shape
    i, j = np.indices((n, m))

    def step(t, spins):
        for colour in (0, 1):
            around = (
                jnp.roll(spins, 1, 0) + jnp.roll(spins, -1, 0)
                + jnp.roll(spins, 1, 1) + jnp.roll(spins, -1, 1)
            )
            likely = dice[t, colour] < jnp.exp(-2.0 * beta * spins * around)
            spins = jnp.where(((i + j) % 2 == colour) & likely, -spins, spins)
        return spins

    return lax.fori_loop(0, dice.shape[0], step, spins)
""",
)
OPTIONS = (
    """
def kernel(normals, start, rate, vol, dt):
    steps, paths = normals.shape
    price = np.full(paths, start)
    total = np.zeros(paths)
    $first
    for t in range(steps):
        price *= np.exp((rate - 0.5 * vol**2) * dt + vol * np.sqrt(dt) * normals[t])
        total += price
        $each
    payoff = $payoff
    return np.exp(-rate * dt * steps) * payoff.mean(), payoff
""",
    """
def kernel(normals, start, rate, vol, dt):
    steps, paths = normals.shape

    def step(state, normal):
        price, total, best = state
        price = price * jnp.exp((rate - 0.5 * vol**2) * dt + vol * jnp.sqrt(dt) * normal)
        return (price, total + price, $jeach), None

    first = jnp.full(paths, start), jnp.zeros(paths), $jfirst
    (price, total, best), _ = lax.scan(step, first, normals)
    payoff = $jpayoff
    return jnp.exp(-rate * dt * steps) * payoff.mean(), payoff
""",
)
QUEUES = (
    """
def kernel(gaps, services):
    n = len(gaps)
    free = np.zeros($servers)
    waits = np.zeros(n)
    now = 0.0
    for i in range(n):
        now += gaps[i]
        k = np.argmin(free)
        begin = max(now, free[k])
        waits[i] = begin - now
        free[k] = begin + services[i]
    return waits, free
""",
    """
def kernel(gaps, services):
    def step(state, customer):
        now, free = state
        gap, service = customer
        now = now + gap
        k = jnp.argmin(free)
        begin = jnp.maximum(now, free[k])
        return (now, free.at[k].set(begin + service)), begin - now

    (_, free), waits = lax.scan(step, (0.0, jnp.zeros($servers)), (gaps, services))
    return waits, free
""",
)
REACTIONS = (
    """
def kernel(x, dice, rates):
    t = 0.0
    k = 0
    while t < $end and k < len(dice):
        a = rates[0] * x[0]
        b = rates[1] * x[0] * x[1]
        c = rates[2] * x[1]
        total = a + b + c
        if total <= 0.0:
            break
        t += -np.log(dice[k, 0]) / total
        r = dice[k, 1] * total
        if r < a:
            x[0] += 1
        elif r < a + b:
            x[0] -= 1
            x[1] += 1
        else:
            x[1] -= 1
        k += 1
    return x, t, k
""",
    """
def kernel(x, dice, rates):
    n = len(dice)

    def weights(x):
        return rates[0] * x[0], rates[1] * x[0] * x[1], rates[2] * x[1]

    def going(state):
        x, t, k = state
        return (t < $end) & (k < n) & (sum(weights(x)) > 0.0)

    def step(state):
        x, t, k = state
        a, b, c = weights(x)
        total = a + b + c
        t = t - jnp.log(dice[k, 0]) / total
        r = dice[k, 1] * total
        first, second = r < a, r < a + b
        x = x + jnp.stack([
            jnp.where(first, 1, jnp.where(second, -1, 0)),
            jnp.where(first, 0, jnp.where(second, 1, -1)),
        ])
        return x, t, k + 1

    return lax.while_loop(going, step, (x, 0.0, 0))
""",
)
BOOTSTRAP = (
    """
def kernel(x, picks):
    out = np.zeros(len(picks))
    for b in range(len(picks)):
        sample = x[picks[b]]
        out[b] = $statistic
    return out$sorted
""",
    """
def kernel(x, picks):
    def statistic(pick):
        sample = x[pick]
        return $jstatistic

    return $jsorted(lax.map(statistic, picks))
""",
)
HITS = (
    """
def kernel(x, y):
    count = 0
    far = 0.0
    for i in range(len(x)):
        r = x[i] * x[i] + y[i] * y[i]
        if r $test 1.0:
            count += 1
        else:
            far = max(far, r)
    return 4.0 * count / len(x), far
""",
    """
def kernel(x, y):
    r = x * x + y * y
    inside = r $test 1.0
    return 4.0 * inside.sum() / len(x), jnp.max(jnp.where(inside, 0.0, r))
""",
)
PERCOLATION = (
    """
def kernel(open_sites):
    n, m = open_sites.shape
    wet = np.zeros((n, m), dtype=bool)
    wet[0] = open_sites[0]
    changed = True
    while changed:
        old = wet.copy()
        wet[1:] |= old[:-1]
        wet[:-1] |= old[1:]
        wet[:, 1:] |= old[:, :-1]
        wet[:, :-1] |= old[:, 1:]
        wet &= open_sites
        changed = (wet != old).any()
    return wet, wet[-1].any()
""",
    """
def kernel(open_sites):
    n, m = open_sites.shape

    def turn(state):
        old, _ = state
        wet = old.at[1:].set(old[1:] | old[:-1])
        wet = wet.at[:-1].set(wet[:-1] | old[1:])
        wet = wet.at[:, 1:].set(wet[:, 1:] | old[:, :-1])
        wet = wet.at[:, :-1].set(wet[:, :-1] | old[:, 1:])
        wet = wet & open_sites
        return wet, (wet != old).any()

    wet = jnp.zeros((n, m), bool).at[0].set(open_sites[0])
    wet, _ = lax.while_loop(lambda s: s[1], turn, (wet, True))
    return wet, wet[-1].any()
""",
)
REJECTION = (
    """
def kernel(candidates, dice):
    kept = np.zeros(len(dice))
    count = 0
    for i in range(len(dice)):
        if dice[i] < np.exp(-$a * candidates[i] ** 2):
            kept[count] = candidates[i]
            count += 1
    return kept, count
""",
    """
def kernel(candidates, dice):
    n = len(dice)
    good = dice < jnp.exp(-$a * candidates**2)
    at = jnp.where(good, jnp.cumsum(good) - 1, n)
    return jnp.zeros(n).at[at].set(candidates, mode="drop"), good.sum()
""",
)


def _walks(d: Draws) -> Kernel:
    reflect = d.pick(True, False)
    values = {
        "test": d.pick(">", ">="), "limits": "low, high",
        "top": "x = 2.0 * high - x" if reflect else "x = 0.0",
        "jtop": "2.0 * high - x" if reflect else "0.0",
        "bottom": "x = low", "jbottom": "low",
    }  # fmt: skip
    move = d.pick("$s", "0.5 * $s", "(0.3 if $s > 0.0 else -0.3)")
    values["move"] = move.replace("$s", "steps[i]")
    values["jmove"] = (
        "jnp.where(draw > 0.0, 0.3, -0.3)" if "if" in move else move.replace("$s", "draw")
    )
    text, twin = (fill(each, **values) for each in WALKS)
    inputs = d.floats(d.whole(4000, 40000), low=-1.0), -2.5, 3.0
    return Kernel(f"walk {inputs[0].size} {move}", text, twin, inputs)


def _metropolis(d: Draws) -> Kernel:
    n, k = d.whole(800, 5000), d.pick(1, 2, 3, 10)
    energy = d.pick("0.5 * np.sum({0} ** 2)", "np.sum({0} ** 4 - {0} ** 2)", "np.sum(np.abs({0}))")
    values = {"energy": energy.format("x"), "other": energy.format("y"), "scale": 0.5}
    text = fill(METROPOLIS[0], **values)
    values = {
        key: value.replace("np.", "jnp.") if type(value) is str else value
        for key, value in values.items()
    }
    inputs = d.rng.normal(size=(n, k)), d.floats(n), d.floats(k)
    return Kernel(f"Metropolis {n} x {k}", text, fill(METROPOLIS[1], **values), inputs)


def _ising(d: Draws) -> Kernel:
    n, m = d.whole(8, 50), d.whole(8, 50)
    spins = 2 * d.ints(0, 1, n, m) - 1
    if d.pick(True, False):
        inputs = spins, d.floats(d.whole(3, 20), 2, n, m), 0.44
        return Kernel(f"checkered Ising {n} x {m}", *map(fill, CHECKERED), inputs, True, (0,))
    k = d.whole(3000, 15000)
    inputs = spins, d.ints(0, n - 1, k), d.ints(0, m - 1, k), d.floats(k), 0.44
    return Kernel(f"Ising {n} x {m}, {k} steps", *map(fill, ISING), inputs, True, (0,))


def _options(d: Draws) -> Kernel:
    kind = d.pick("plain", "mean", "highest", "barrier")
    none = {"first": "", "each": "", "jeach": "best", "jfirst": "0.0"}
    more = {
        "plain": {**none, "payoff": "np.maximum(price - 100.0, 0.0)"},
        "mean": {**none, "payoff": "np.maximum(total / steps - 100.0, 0.0)"},
        "highest": {
            "first": "best = price.copy()", "each": "best = np.maximum(best, price)",
            "jfirst": "jnp.full(paths, start)", "jeach": "jnp.maximum(best, price)",
            "payoff": "best - price",
        },
        "barrier": {
            "first": "best = np.ones(paths, dtype=bool)", "each": "best[price > 120.0] = False",
            "jfirst": "jnp.ones(paths, bool)", "jeach": "best & ~(price > 120.0)",
            "payoff": "np.where(best, np.maximum(price - 100.0, 0.0), 0.0)",
        },
    }[kind]  # fmt: skip
    more["jpayoff"] = more["payoff"].replace("np.", "jnp.")
    text, twin = (fill(each, **more) for each in OPTIONS)
    text = text.replace("    \n", "").replace("        \n", "")
    steps, paths = d.whole(10, 80), d.whole(200, 5000)
    inputs = d.rng.normal(size=(steps, paths)), 100.0, 0.03, 0.2, 0.02
    return Kernel(f"options, {kind}, {steps} x {paths}", text, twin, inputs)


def _queues(d: Draws) -> Kernel:
    n, servers = d.whole(1500, 10000), d.whole(1, 8)
    text, twin = (fill(each, servers=servers) for each in QUEUES)
    return Kernel(f"queue {n} x {servers}", text, twin, (d.floats(n), d.floats(n, high=3.0)))


def _reactions(d: Draws) -> Kernel:
    text, twin = (fill(each, end=d.pick(2000.0)) for each in REACTIONS)
    inputs = (
        d.ints(20, 60, 2),
        d.floats(d.whole(2000, 8000), 2, low=0.001),
        d.floats(3, low=0.2) * 0.02,
    )
    return Kernel(f"reactions {len(inputs[1])}", text, twin, inputs, False, (0,))


def _bootstrap(d: Draws) -> Kernel:
    n, b = d.whole(50, 400), d.whole(50, 400)
    statistic, jstatistic = d.pick(
        ("sample.mean()", "sample.mean()"), ("np.median(sample)", "jnp.median(sample)"),
        ("np.std(sample) / np.mean(sample)", "jnp.std(sample) / jnp.mean(sample)"),
    )  # fmt: skip
    final, jfinal = d.pick(("", ""), ("[::2]", ""))
    text, twin = (
        fill(t, statistic=statistic, jstatistic=jstatistic, sorted=final, jsorted=jfinal)
        for t in BOOTSTRAP
    )
    if final:
        twin = twin.rstrip("\n") + "[::2]\n"
    name = f"bootstrap {statistic[:12]!r} {b} x {n}"
    return Kernel(name, text, twin, (d.floats(n), d.ints(0, n - 1, b, n)))


def _hits(d: Draws) -> Kernel:
    n = d.whole(5000, 60000)
    text, twin = (fill(each, test=test) for test in [d.pick("<", "<=")] for each in HITS)
    return Kernel(f"hits {n}", text, twin, (d.floats(n), d.floats(n)))


def _percolation(d: Draws) -> Kernel:
    sites = d.rng.random((d.whole(30, 120), d.whole(30, 120))) < d.number(0.5, 0.8)
    return Kernel(f"percolation {sites.shape}", *map(fill, PERCOLATION), (sites,), True)


def _rejection(d: Draws) -> Kernel:
    n = d.whole(4000, 40000)
    text, twin = (fill(each, a=a) for a in [d.number(0.5, 3)] for each in REJECTION)
    return Kernel(f"rejection {n}", text, twin, (d.floats(n, low=-2.0, high=2.0), d.floats(n)))


TEMPLATES = (
    _walks, _metropolis, _metropolis, _ising, _options, _options, _queues, _reactions, _bootstrap,
    _hits, _percolation, _rejection,
)  # fmt: skip
