"""Recurrences of one to three orders, of one state or several."""

from __future__ import annotations

from .specification import Draws, Kernel, fill

LINEAR = (
    """
def kernel(x, y):
    n = x.shape[0]
    for i in range($order, n$step):
        y[i] = $value
    return y
""",
    """
def kernel(x, y):
    n = x.shape[0]
    places = np.arange($order, n$step)

    def step(k, y):
        i = places[0] + k * $stride
        return y.at[i].set($value)

    return lax.fori_loop(0, places.size, step, y)
""",
)
BACKWARDS = (
    """
def kernel(x, y):
    n = x.shape[0]
    for i in range(n - 1 - $order, -1, -1):
        y[i] = $value
    return y
""",
    """
def kernel(x, y):
    n = x.shape[0]

    def step(k, y):
        i = n - 1 - $order - k
        return y.at[i].set($value)

    return lax.fori_loop(0, n - $order, step, y)
""",
)
SCALARS = (
    """
def kernel(x, out):
    $first
    for i in range(len(x)):
        $update
        out[i] = $result
    return out
""",
    """
def kernel(x, out):
    def step(state, x):
        $names = state
        $update
        return ($names), $result

    return lax.scan(step, ($start), x)[1].astype(out.dtype)
""",
)
GATED = (
    """
def kernel(x, out):
    level = 0.0
    held = 0
    for i in range(len(x)):
        level = $decay * level + x[i]
        if level $test $limit:
            level = $reset
            held += 1
        elif held > $most:
            held = 0
        out[i] = level
    return out, held
""",
    """
def kernel(x, out):
    def step(state, x):
        level, held = state
        level = $decay * level + x
        fired = level $test $limit
        level = jnp.where(fired, $reset, level)
        held = jnp.where(fired, held + 1, jnp.where(held > $most, 0, held))
        return (level, held), level

    start = jnp.zeros((), x.dtype), 0
    (_, held), out = lax.scan(step, start, x)
    return out, held
""",
)
ROWS = (
    """
def kernel(a, x, h):
    for t in range(1, x.shape[0]):
        h[t] = $function($p * h[t - 1] + a @ x[t]$second)
    return h
""",
    """
def kernel(a, x, h):
    driven = x @ a.T

    def step(t, h):
        return h.at[t].set($jfunction($p * h[t - 1] + driven[t]$second))

    return lax.fori_loop(1, x.shape[0], step, h)
""",
)
ODE = (
    """
def kernel(y, steps, dt, path):
    for k in range(steps):
        d = np.empty_like(y)
        d[0] = $a * (y[1] - y[0])
        d[1] = y[0] * ($b - y[2]) - y[1]
        d[2] = y[0] * y[1] - $c * y[2]
        y += dt * d
        path[k] = y$part
    return path
""",
    """
def kernel(y, steps, dt, path):
    def step(y, _):
        d = jnp.stack(
            [$a * (y[1] - y[0]), y[0] * ($b - y[2]) - y[1], y[0] * y[1] - $c * y[2]]
        )
        y = y + dt * d
        return y, y$part

    y, path = lax.scan(step, y, length=steps)
    return path, y
""",
)
RUNGE = (
    """
def kernel(x, v, steps, h):
    for _ in range(steps):
        k1, l1 = v, -$k * x - $c * v
        k2, l2 = v + 0.5 * h * l1, -$k * (x + 0.5 * h * k1) - $c * (v + 0.5 * h * l1)
        k3, l3 = v + 0.5 * h * l2, -$k * (x + 0.5 * h * k2) - $c * (v + 0.5 * h * l2)
        k4, l4 = v + h * l3, -$k * (x + h * k3) - $c * (v + h * l3)
        x = x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        v = v + h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4)
    return x, v
""",
    """
def kernel(x, v, steps, h):
    def step(_, state):
        x, v = state
        k1, l1 = v, -$k * x - $c * v
        k2, l2 = v + 0.5 * h * l1, -$k * (x + 0.5 * h * k1) - $c * (v + 0.5 * h * l1)
        k3, l3 = v + 0.5 * h * l2, -$k * (x + 0.5 * h * k2) - $c * (v + 0.5 * h * l2)
        k4, l4 = v + h * l3, -$k * (x + h * k3) - $c * (v + h * l3)
        x = x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        v = v + h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4)
        return x, v

    return lax.fori_loop(0, steps, step, (x, v))
""",
)
COUNTS = (
    """
def kernel(seeds, steps):
    out = np.zeros((len(seeds), steps), dtype=np.int64)
    for i in range(len(seeds)):
        a, b = seeds[i], $b
        for k in range(steps):
            a, b = b, (a * $p + b * $q + $r) % $m
            out[i, k] = b
    return out
""",
    """
def kernel(seeds, steps):
    def of_one(seed):
        def step(state, _):
            a, b = state
            a, b = b, (a * $p + b * $q + $r) % $m
            return (a, b), b

        return lax.scan(step, (seed, jnp.int64($b)), length=steps)[1]

    return jax.vmap(of_one)(seeds)
""",
)
SQUARING = (
    """
def kernel(m, n, modulus):
    size = m.shape[0]
    result = np.eye(size, dtype=np.int64)
    power = m % modulus
    while n > 0:
        if n % 2 == 1:
            result = result @ power % modulus
        power = power @ power % modulus
        n //= 2
    return result
""",
    """
def kernel(m, n, modulus):
    result = jnp.eye(m.shape[0], dtype=jnp.int64)
    power = m % modulus
    while n > 0:
        if n % 2 == 1:
            result = result @ power % modulus
        power = power @ power % modulus
        n //= 2
    return result
""",
)
COLLATZ = (
    """
def kernel(starts, most):
    lengths = np.zeros(len(starts), dtype=np.int64)
    for i in range(len(starts)):
        x = starts[i]
        n = 0
        while x != 1 and n < most:
            if x % 2 == 0:
                x = x // 2
            else:
                x = $a * x + 1
            n += 1
        lengths[i] = n
    return lengths
""",
    """
def kernel(starts, most):
    def length(x):
        def going(state):
            x, n = state
            return (x != 1) & (n < most)

        def step(state):
            x, n = state
            return jnp.where(x % 2 == 0, x // 2, $a * x + 1), n + 1

        return lax.while_loop(going, step, (x, 0))[1]

    return lax.map(length, starts)
""",
)


def _terms(d: Draws, order: int, sign: str) -> str:
    chosen = [(k, d.number(-0.4, 0.4) or 0.1) for k in range(1, order + 1)]
    return " + ".join(f"{w} * y[i {sign} {k}]" for k, w in chosen)


def _linear(d: Draws) -> Kernel:
    order, stride, dtype = d.whole(1, 3), d.pick(1, 1, 2, 3), d.dtype()
    value = f"{d.number(0.5, 1.5)} * x[i] + {_terms(d, order, '-')}"
    if d.pick(True, False, False):
        value = f"np.tanh({value})"
    values = {
        "order": order, "stride": stride, "step": "" if stride == 1 else f", {stride}",
    }  # fmt: skip
    n = d.whole(2000, 60000)
    inputs = d.floats(n, dtype=dtype), d.floats(n, dtype=dtype)
    text = fill(LINEAR[0], value=value, **values)
    twin = fill(LINEAR[1], value=value.replace("np.", "jnp."), **values)
    name = f"recurrence of order {order}, stride {stride}, {dtype} {n}"
    return Kernel(name, text, twin, inputs, False, (1,))


def _backwards(d: Draws) -> Kernel:
    order, whole = d.whole(1, 3), d.pick(True, False)
    n = d.whole(2000, 40000)
    if whole:
        terms = " + ".join(f"{d.whole(1, 9)} * y[i + {k}]" for k in range(1, order + 1))
        value = f"({terms} + x[i]) % {d.whole(50, 2000)}"
        inputs = d.ints(0, 100, n), d.ints(0, 100, n)
    else:
        value = f"x[i] + {_terms(d, order, '+')}"
        inputs = d.floats(n), d.floats(n)
    text, twin = (fill(each, order=order, value=value) for each in BACKWARDS)
    return Kernel(f"recurrence backwards of order {order} {n}", text, twin, inputs, whole, (1,))


def _scalars(d: Draws) -> Kernel:
    n = d.whole(2000, 40000)
    count = d.whole(1, 4)
    names = ["a", "b", "c", "d"][:count]
    rows = []
    for _ in names:
        others = " + ".join(f"{d.number(-0.45, 0.45)} * {other}" for other in names)
        rows.append(d.pick(f"{others} + $x", f"np.sin({others}) + $x", f"{others} + 0.1 * $x * $x"))
    update = f"{', '.join(names)} = {', '.join(rows)}"
    result = d.pick("a", f"a + {names[-1]}", f"max(a, {names[-1]})")
    text = fill(
        SCALARS[0],
        first=f"{' = '.join(names)} = 0.0",
        update=update.replace("$x", "x[i]"),
        result=result,
    )
    twin = fill(
        SCALARS[1],
        names=", ".join(names) + ("," if count == 1 else ""),
        update=update.replace("$x", "x").replace("np.", "jnp."),
        result=result.replace("max", "jnp.maximum"),
        start=", ".join(["0.0"] * count) + ("," if count == 1 else ""),
    )
    inputs = d.floats(n, low=-1.0), d.floats(n)
    return Kernel(f"recurrence of {count} numbers {n}", text, twin, inputs, False, (1,))


def _gated(d: Draws) -> Kernel:
    n = d.whole(2000, 40000)
    values = {
        "decay": d.number(0.7, 0.99), "limit": d.number(1.0, 3.0), "test": d.pick(">", ">="),
        "reset": d.pick("0.0", "0.25", "-1.0"), "most": d.whole(3, 50),
    }  # fmt: skip
    text, twin = (fill(each, **values) for each in GATED)
    inputs = d.floats(n, low=-0.2), d.floats(n)
    return Kernel(f"recurrence with resets {n}", text, twin, inputs, False, (1,))


def _rows(d: Draws) -> Kernel:
    steps, wide, size = d.whole(200, 2000), d.whole(3, 40), d.whole(3, 60)
    function = d.pick("np.tanh", "np.cos", "")
    values = {
        "function": function, "jfunction": function.replace("np", "jnp"),
        "p": d.number(0.1, 0.9), "second": "",
    }  # fmt: skip
    text, twin = (fill(each, **values) for each in ROWS)
    inputs = (
        d.floats(size, wide, low=-0.5, high=0.5), d.floats(steps, wide), d.floats(steps, size),
    )  # fmt: skip
    name = f"recurrence of rows {function} {steps} x {wide} x {size}"
    return Kernel(name, text, twin, inputs, False, (2,))


def _ode(d: Draws) -> Kernel:
    steps, batch = d.whole(500, 2500), d.pick(0, 0, 64)
    values = {"a": d.number(5, 12), "b": d.number(15, 30), "c": d.number(1, 3)}
    shape = (3, batch) if batch else (3,)
    text, twin = (fill(each, part="", **values) for each in ODE)
    inputs = d.floats(*shape), steps, 0.004, d.floats(steps, *shape)
    return Kernel(f"Lorenz by Euler {steps} x {shape}", text, twin, inputs, False, (0, 3))


def _runge(d: Draws) -> Kernel:
    steps, size = d.whole(200, 900), d.pick(1, 50, 3000)
    values = {"k": d.number(0.5, 3), "c": d.number(0.01, 0.2)}
    text, twin = (fill(each, **values) for each in RUNGE)
    inputs = d.floats(size), d.floats(size), steps, 0.01
    return Kernel(f"oscillators by Runge-Kutta {steps} x {size}", text, twin, inputs)


def _counts(d: Draws) -> Kernel:
    values = {
        "b": d.whole(0, 9), "p": d.whole(1, 9), "q": d.whole(1, 9), "r": d.whole(0, 9),
        "m": d.whole(50, 9000),
    }  # fmt: skip
    text, twin = (fill(each, **values) for each in COUNTS)
    inputs = d.ints(0, 1000, d.whole(40, 400)), d.whole(50, 300)
    return Kernel(f"congruences {inputs[0].size} x {inputs[1]}", text, twin, inputs, True)


def _squaring(d: Draws) -> Kernel:
    size = d.whole(2, 12)
    inputs = d.ints(0, 20, size, size), d.whole(100, 10**9), d.whole(1000, 10**6)
    return Kernel(f"powers of a matrix modulo an int, {size}", *SQUARING, inputs, True)


def _collatz(d: Draws) -> Kernel:
    text, twin = (fill(each, a=3) for each in COLLATZ)
    inputs = d.ints(2, 5000, d.whole(200, 1200)), d.whole(50, 300)
    return Kernel(f"Collatz {inputs[0].size} most {inputs[1]}", text, twin, inputs, True)


TEMPLATES = (
    _linear, _linear, _backwards, _scalars, _scalars, _gated, _rows, _ode, _runge, _counts,
    _squaring, _collatz,
)  # fmt: skip
