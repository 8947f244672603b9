"""Stencils of one to three dimensions."""

from __future__ import annotations

import itertools

from .specification import Draws, Kernel, fill

LENGTHS = {1: (500, 20000), 2: (24, 160), 3: (10, 26)}

IN_PLACE = (
    """
def kernel(u, steps):
    for _ in range(steps):
        u[$inner] $store $value
    return u
""",
    """
def kernel(u, steps):
    def step(_, u):
        return u.at[$inner].$method($value)

    return lax.fori_loop(0, steps, step, u)
""",
)
COPIES = (
    """
def kernel(u, steps):
    for _ in range(steps):
        v = u.copy()
        v[$inner] $store $value
        u = v
    return u
""",
    IN_PLACE[1],
)
TWO_BUFFERS = (
    """
def kernel(u, v, steps):
    for _ in range(steps):
        v[$inner] = $value
        u, v = v, u
    return u
""",
    """
def kernel(u, v, steps):
    def step(_, pair):
        u, v = pair
        return v.at[$inner].set($value), u

    return lax.fori_loop(0, steps, step, (u, v))
""",
)
NEW_ARRAYS = (
    """
def kernel(u, steps):
    for _ in range(steps):
        $prepare
        u = $value
    return u
""",
    """
def kernel(u, steps):
    def step(_, u):
        $prepare
        return $value

    return lax.fori_loop(0, steps, step, u)
""",
)
UNTIL_STILL = (
    """
def kernel(u, steps, limit):
    done = 0
    for _ in range(steps):
        new = $value
        change = np.max(np.abs(new - u[$inner]))
        u[$inner] = new
        done += 1
        if change < limit:
            break
    return u, done
""",
    """
def kernel(u, steps, limit):
    def going(state):
        u, done, change = state
        return (done < steps) & (change >= limit)

    def step(state):
        u, done, _ = state
        new = $value
        change = jnp.max(jnp.abs(new - u[$inner]))
        return u.at[$inner].set(new), done + 1, change

    return lax.while_loop(going, step, (u, 0, jnp.asarray(jnp.inf, u.dtype)))[:2]
""",
)
COLOURS = {
    1: (
        """
def kernel(u, steps):
    for _ in range(steps):
        u[1:-1:2] = $a * u[:-2:2] + $b * u[2::2]
        u[2:-1:2] = $a * u[1:-2:2] + $b * u[3::2]
    return u
""",
        """
def kernel(u, steps):
    def step(_, u):
        u = u.at[1:-1:2].set($a * u[:-2:2] + $b * u[2::2])
        return u.at[2:-1:2].set($a * u[1:-2:2] + $b * u[3::2])

    return lax.fori_loop(0, steps, step, u)
""",
    ),
    2: (
        """
def kernel(u, steps):
    for _ in range(steps):
        for first in (0, 1):
            for i, j in ((1, 1 + first), (2, 2 - first)):
                u[i:-1:2, j:-1:2] = $a * (u[i - 1:-2:2, j:-1:2] + u[i + 1::2, j:-1:2]) + $b * (
                    u[i:-1:2, j - 1:-2:2] + u[i:-1:2, j + 1::2]
                )
    return u
""",
        """
def kernel(u, steps):
    def step(_, u):
        for first in (0, 1):
            for i, j in ((1, 1 + first), (2, 2 - first)):
                u = u.at[i:-1:2, j:-1:2].set(
                    $a * (u[i - 1:-2:2, j:-1:2] + u[i + 1::2, j:-1:2])
                    + $b * (u[i:-1:2, j - 1:-2:2] + u[i:-1:2, j + 1::2])
                )
        return u

    return lax.fori_loop(0, steps, step, u)
""",
    ),
}
SWEEPS = {
    1: (
        """
def kernel(u, steps):
    n = u.shape[0]
    for _ in range(steps):
        for i in range($order):
            u[i] = $a * u[i - 1] + $b * u[i] + $c * u[i + 1]
    return u
""",
        """
def kernel(u, steps):
    n = u.shape[0]
    rows = np.arange($order)

    def sweep(_, u):
        def step(k, u):
            i = $index
            return u.at[i].set($a * u[i - 1] + $b * u[i] + $c * u[i + 1])

        return lax.fori_loop(0, rows.size, step, u)

    return lax.fori_loop(0, steps, sweep, u)
""",
    ),
    2: (
        """
def kernel(u, steps):
    n, m = u.shape
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = $a * (u[i - 1, j] + u[i + 1, j]) + $b * (u[i, j - 1] + u[i, j + 1])
    return u
""",
        """
def kernel(u, steps):
    n, m = u.shape

    def sweep(_, u):
        def row(i, u):
            def step(j, u):
                value = $a * (u[i - 1, j] + u[i + 1, j]) + $b * (u[i, j - 1] + u[i, j + 1])
                return u.at[i, j].set(value)

            return lax.fori_loop(1, m - 1, step, u)

        return lax.fori_loop(1, n - 1, row, u)

    return lax.fori_loop(0, steps, sweep, u)
""",
    ),
}


def _shape(d: Draws, axes: int, least: int) -> tuple[int, ...]:
    low, high = LENGTHS[axes]
    return tuple(d.whole(max(low, least), high) for _ in range(axes))


def _offsets(d: Draws, axes: int, radius: int) -> list[tuple[int, ...]]:
    """Draw the points of a stencil: a star, a box or any."""
    whole = list(itertools.product(range(-radius, radius + 1), repeat=axes))
    star = [each for each in whole if sum(x != 0 for x in each) <= 1]
    kind = d.pick("star", "star", "box", "any")
    if kind == "star" or len(whole) > 30:
        return star
    if kind == "box":
        return whole
    return [
        whole[i]
        for i in sorted(d.rng.choice(len(whole), size=min(6, len(whole) - 1), replace=False))
    ]


def _slices(offset, radius: int) -> str:
    parts = []
    for at in offset:
        start, stop = radius + at, radius - at
        parts.append(f"{start or ''}:{-stop if stop else ''}")
    return ", ".join(parts)


def _sum(d: Draws, terms: list[str], whole: bool) -> str:
    """Return the weighted sum of terms; weights are ints where all is exact."""
    if whole:
        weights = [d.whole(1, 5) for _ in terms]
        text = " + ".join(f"{w} * {term}" for w, term in zip(weights, terms, strict=True))
        return f"({text}) % {d.whole(50, 5000)}"
    if d.pick(True, False):
        weight = round(0.9 / len(terms), 3)
        return f"{weight} * ({' + '.join(terms)})"
    weights = d.rng.dirichlet([1.0] * len(terms))
    return " + ".join(f"{w:.3f} * {term}" for w, term in zip(weights, terms, strict=True))


def _interior(d: Draws) -> Kernel:
    """Draw a stencil that leaves the boundary as it is."""
    axes = d.pick(1, 2, 2, 3)
    radius = d.whole(1, 3 if axes == 1 else 2)
    whole = d.whole(0, 4) == 0
    style = d.pick("in place", "copies", "two buffers", "until still")
    style = "copies" if whole and style == "until still" else style
    dtype = "int64" if whole else d.dtype()
    offsets = _offsets(d, axes, radius)
    value = _sum(d, [f"u[{_slices(each, radius)}]" for each in offsets], whole)
    texts = {
        "in place": IN_PLACE, "copies": COPIES, "two buffers": TWO_BUFFERS,
        "until still": UNTIL_STILL,
    }[style]  # fmt: skip
    store, method = ("=", "set")
    if style in ("in place", "copies") and not whole and d.pick(True, False, False):
        store, method = d.pick(("+=", "add"), ("-=", "subtract"))
        value = f"{d.number(0.01, 0.2)} * ({value})"
    inner = _slices((0,) * axes, radius)
    shape = _shape(d, axes, 2 * radius + 2)
    u = d.ints(0, 40, *shape) if whole else d.floats(*shape, dtype=dtype)
    steps = d.whole(3, 30)
    values = {"inner": inner, "value": value, "store": store, "method": method}
    inputs = (u, steps)
    if style == "two buffers":
        inputs = (u, u.copy(), steps)
    if style == "until still":
        inputs = (u, steps, d.number(0.01, 0.1))
    written = {"in place": (0,), "until still": (0,), "two buffers": (0, 1)}.get(style, ())
    twin = fill(texts[1], **values)
    name = f"stencil {axes}d {style} {store} {len(offsets)} points {dtype} {shape}"
    return Kernel(name, fill(texts[0], **values), twin, inputs, whole, written)


def _wrapped(d: Draws) -> Kernel:
    """Draw a stencil whose result is a new array: periodic, or padded."""
    axes = d.pick(1, 2, 2, 3)
    radius = d.whole(1, 2)
    whole = d.whole(0, 3) == 0
    offsets = _offsets(d, axes, radius)[:9]
    boundary = d.pick("periodic", "edge", "constant", "wrap")
    dtype = "int64" if whole else d.dtype()
    if boundary == "periodic":
        prepare, terms = "pass", []
        for each in offsets:
            moved = [(-x, axis) for axis, x in enumerate(each) if x]
            shifts, along = tuple(x for x, _ in moved), tuple(axis for _, axis in moved)
            if len(moved) == 1:
                shifts, along = shifts[0], along[0]
            terms.append(f"np.roll(u, {shifts}, axis={along})" if moved else "u")
    else:
        prepare = f'p = np.pad(u, {radius}, mode="{boundary}")'
        terms = [f"p[{_slices(each, radius)}]" for each in offsets]
    value = _sum(d, terms, whole)
    shape = _shape(d, axes, 2 * radius + 2)
    u = d.ints(0, 40, *shape) if whole else d.floats(*shape, dtype=dtype)
    texts = [fill(each, prepare=prepare, value=value) for each in NEW_ARRAYS]
    texts = [each.replace("        pass\n", "") for each in texts]
    twin = texts[1].replace("np.", "jnp.")
    name = f"stencil {axes}d {boundary} {len(offsets)} points {dtype} {shape}"
    return Kernel(name, texts[0], twin, (u, d.whole(3, 20)), whole)


def _coloured(d: Draws) -> Kernel:
    axes, dtype = d.pick(1, 2), d.dtype()
    share = d.number(0.1, 0.4)
    values = {"a": share, "b": round((1.0 if axes == 1 else 0.5) - share, 3)}
    text, twin = (fill(each, **values) for each in COLOURS[axes])
    shape = _shape(d, axes, 6)
    inputs = (d.floats(*shape, dtype=dtype), d.whole(3, 20))
    return Kernel(f"stencil {axes}d coloured {dtype} {shape}", text, twin, inputs, False, (0,))


def _swept(d: Draws) -> Kernel:
    axes, dtype = d.pick(1, 2), d.dtype()
    order, index = d.pick(
        ("1, n - 1", "k + 1"), ("n - 2, 0, -1", "n - 2 - k"), ("1, n - 1, 2", "1 + 2 * k")
    )
    values = {
        "a": d.number(0.1, 0.3), "b": d.number(0.1, 0.3), "c": d.number(0.1, 0.3),
        "order": order, "index": index,
    }  # fmt: skip
    text, twin = (fill(each, **values) for each in SWEEPS[axes])
    shape = (d.whole(300, 4000),) if axes == 1 else (d.whole(16, 70), d.whole(16, 70))
    inputs = (d.floats(*shape, dtype=dtype), d.whole(2, 6))
    order = order if axes == 1 else "rows"
    return Kernel(f"stencil {axes}d swept {order} {dtype} {shape}", text, twin, inputs, False, (0,))


TEMPLATES = (_interior, _interior, _interior, _wrapped, _wrapped, _coloured, _swept)
