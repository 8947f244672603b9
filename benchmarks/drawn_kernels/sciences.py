"""Kernels of fields by themselves: images, numbers, automata, plane geometry, estimation."""

from __future__ import annotations

import numpy

from .specification import Draws, Kernel, fill

DITHERING = (
    """
def kernel(image):
    rows, columns = image.shape
    for i in range(rows):
        for j in range(columns):
            old = image[i, j]
            new = $white if old > $half else 0
            image[i, j] = new
            error = old - new
            if j + 1 < columns:
                image[i, j + 1] += error * 7 // 16
            if i + 1 < rows:
                if j > 0:
                    image[i + 1, j - 1] += error * 3 // 16
                image[i + 1, j] += error * 5 // 16
                if j + 1 < columns:
                    image[i + 1, j + 1] += error // 16
    return image
""",
    """
def kernel(image):
    zero = jnp.zeros(1, image.dtype)

    def pixel(right, value):
        new = jnp.where(value + right > $half, $white, 0)
        error = value + right - new
        return error * 7 // 16, (new, error)

    def row(added, values):
        new, error = lax.scan(pixel, zero[0], values + added)[1]
        left = jnp.concatenate([error[1:] * 3 // 16, zero])
        right = jnp.concatenate([zero, error[:-1] // 16])
        return error * 5 // 16 + left + right, new

    return lax.scan(row, jnp.zeros_like(image[0]), image)[1]
""",
)
POWERS = (
    """
def kernel(base, exponent, m):
    out = np.ones_like(base)
    for i in range(len(base)):
        factor = base[i] % m
        left = exponent[i]
        power = 1
        while left > 0:
            if left % 2 == 1:
                power = power * factor % m
            factor = factor * factor % m
            left = left // 2
        out[i] = power
    return out
""",
    """
def kernel(base, exponent, m):
    def step(state):
        factor, left, power = state
        power = jnp.where(left % 2 == 1, power * factor % m, power)
        return factor * factor % m, left // 2, power

    begin = base % m, exponent, jnp.ones_like(base)
    return lax.while_loop(lambda state: jnp.any(state[1] > 0), step, begin)[2]
""",
)
HAILSTONES = (
    """
def kernel(first):
    steps = np.zeros(len(first), dtype=np.int64)
    highest = first.copy()
    for i in range(len(first)):
        n = first[i]
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps[i] += 1
            highest[i] = max(highest[i], n)
    return steps, highest
""",
    """
def kernel(first):
    def step(state):
        n, steps, highest = state
        n = jnp.where(n == 1, 1, jnp.where(n % 2 == 0, n // 2, 3 * n + 1))
        return n, steps + (state[0] != 1), jnp.maximum(highest, n)

    begin = first, jnp.zeros(len(first), jnp.int64), first
    return lax.while_loop(lambda state: jnp.any(state[0] != 1), step, begin)[1:]
""",
)
AUTOMATON = (
    """
def kernel(row, rule, steps):
    rows = np.zeros((steps, len(row)), dtype=row.dtype)
    for t in range(steps):
        rows[t] = row
        row = rule[4 * np.roll(row, 1) + 2 * row + np.roll(row, -1)]
    return rows
""",
    """
def kernel(row, rule, steps):
    def step(row, _):
        return rule[4 * jnp.roll(row, 1) + 2 * row + jnp.roll(row, -1)], row

    return lax.scan(step, row, None, length=steps)[1]
""",
)
SANDPILE = (
    """
def kernel(grains):
    topplings = 0
    while (grains > 3).any():
        full = grains // 4
        topplings += full.sum()
        grains -= 4 * full
        grains[1:] += full[:-1]
        grains[:-1] += full[1:]
        grains[:, 1:] += full[:, :-1]
        grains[:, :-1] += full[:, 1:]
    return grains, topplings
""",
    """
def kernel(grains):
    def step(state):
        grains, topplings = state
        full = grains // 4
        grains = (grains - 4 * full).at[1:].add(full[:-1]).at[:-1].add(full[1:])
        grains = grains.at[:, 1:].add(full[:, :-1]).at[:, :-1].add(full[:, 1:])
        return grains, topplings + full.sum()

    return lax.while_loop(lambda state: (state[0] > 3).any(), step, (grains, 0))
""",
)
POLYGON = (
    """
def kernel(x, y, px, py):
    inside = np.zeros(len(x), dtype=bool)
    for i in range(len(x)):
        odd = False
        j = len(px) - 1
        for k in range(len(px)):
            if (py[k] > y[i]) != (py[j] > y[i]):
                if x[i] < (px[j] - px[k]) * (y[i] - py[k]) / (py[j] - py[k]) + px[k]:
                    odd = not odd
            j = k
        inside[i] = odd
    return inside
""",
    """
def kernel(x, y, px, py):
    x, y, qx, qy = x[:, None], y[:, None], jnp.roll(px, 1), jnp.roll(py, 1)
    crosses = (py > y) != (qy > y)
    left = x < (qx - px) * (y - py) / jnp.where(qy == py, 1.0, qy - py) + px
    return jnp.sum(crosses & left, axis=1) % 2 == 1
""",
)
KALMAN = (
    """
def kernel(seen, q, r):
    f = np.array([[1.0, 1.0], [0.0, 1.0]])
    state = np.zeros(2)
    p = np.eye(2)
    out = np.zeros((len(seen), 2))
    for t in range(len(seen)):
        state = f @ state
        p = f @ p @ f.T + q * np.eye(2)
        gain = p[:, 0] / (p[0, 0] + r)
        state = state + gain * (seen[t] - state[0])
        p = p - np.outer(gain, p[0])
        out[t] = state
    return out, p
""",
    """
def kernel(seen, q, r):
    f = jnp.array([[1.0, 1.0], [0.0, 1.0]])

    def step(carried, value):
        state, p = carried
        state, p = f @ state, f @ p @ f.T + q * jnp.eye(2)
        gain = p[:, 0] / (p[0, 0] + r)
        state = state + gain * (value - state[0])
        return (state, p - jnp.outer(gain, p[0])), state

    (_, p), out = lax.scan(step, (jnp.zeros(2), jnp.eye(2)), seen)
    return out, p
""",
)

LIFE = (
    """
def kernel(board, steps):
    alive = []
    for _ in range(steps):
        near = sum(
            np.roll(np.roll(board, i, 0), j, 1)
            for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)
        )
        board = ((near == 3) | ((board == 1) & (near == 2))).astype(board.dtype)
        alive.append(int(board.sum()))
    return board, np.array(alive)
""",
    """
def kernel(board, steps):
    def step(board, _):
        near = sum(
            jnp.roll(board, (i, j), (0, 1))
            for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)
        )
        board = ((near == 3) | ((board == 1) & (near == 2))).astype(board.dtype)
        return board, board.sum(dtype=jnp.int64)

    return lax.scan(step, board, None, steps)
""",
)
TURNS = (
    """
def kernel(moves, size, goal):
    i = j = hits = turns = 0

    def turn():
        nonlocal turns
        turns += 1

    for k in range(len(moves)):
        if moves[k] > 1:
            turn()
            i = (i + moves[k]) % size
        else:
            j = (j + 1) % size
        if (i, j) == (goal, goal // 2):
            hits += 1
    return np.array([hits, turns, i, j])
""",
    """
def kernel(moves, size, goal):
    def step(state, move):
        hits, turns, i, j = state
        turned = move > 1
        i = jnp.where(turned, (i + move) % size, i)
        j = jnp.where(turned, j, (j + 1) % size)
        return (hits + ((i == goal) & (j == goal // 2)), turns + turned, i, j), None

    return jnp.stack(lax.scan(step, (jnp.zeros((), jnp.int64),) * 4, moves)[0])
""",
)


def _dithering(d: Draws) -> Kernel:
    white = d.pick(255, 127, 4)
    text, twin = (fill(each, white=white, half=white // 2) for each in DITHERING)
    image = d.ints(0, white, d.whole(20, 120), d.whole(20, 120))
    return Kernel(f"dithering {image.shape}", text, twin, (image,), True, (0,))


def _powers(d: Draws) -> Kernel:
    n, m = d.whole(200, 4000), d.whole(10, 30000)
    inputs = d.ints(0, m, n), d.ints(0, 10 ** d.whole(2, 9), n), m
    return Kernel(f"powers modulo {m} of {n}", *map(fill, POWERS), inputs, True)


def _hailstones(d: Draws) -> Kernel:
    inputs = (d.ints(1, 10 ** d.whole(2, 5), d.whole(100, 1500)),)
    return Kernel(f"hailstones of {inputs[0].size}", *map(fill, HAILSTONES), inputs, True)


def _automaton(d: Draws) -> Kernel:
    row = d.ints(0, 1, d.whole(50, 2000))
    inputs = row, d.ints(0, 1, 8), d.whole(20, 300)
    return Kernel(f"automaton {row.size}, {inputs[-1]} steps", *map(fill, AUTOMATON), inputs, True)


def _sandpile(d: Draws) -> Kernel:
    grains = d.ints(0, d.pick(5, 8), d.whole(8, 40), d.whole(8, 40))
    return Kernel(f"sandpile {grains.shape}", *map(fill, SANDPILE), (grains,), True, (0,))


def _polygon(d: Draws) -> Kernel:
    n, corners = d.whole(200, 3000), d.whole(5, 60)
    angle = numpy.sort(d.floats(corners, high=2 * numpy.pi))
    away = d.floats(corners, low=0.2)
    inputs = *d.floats(2, n, low=-1.0), away * numpy.cos(angle), away * numpy.sin(angle)
    return Kernel(f"{n} points in a polygon of {corners}", *map(fill, POLYGON), inputs, True)


def _kalman(d: Draws) -> Kernel:
    seen = numpy.cumsum(d.floats(d.whole(100, 3000), low=-1.0))
    inputs = seen, d.number(0.01, 0.2), d.number(0.1, 2.0)
    return Kernel(f"Kalman filter {seen.size}", *map(fill, KALMAN), inputs)


def _life(d: Draws) -> Kernel:
    board = d.ints(0, 1, d.whole(16, 128), d.whole(16, 128)).astype(numpy.uint8)
    inputs = board, d.whole(5, 60)
    return Kernel(f"life {board.shape}, {inputs[-1]} steps", *map(fill, LIFE), inputs, True)


def _turns(d: Draws) -> Kernel:
    size = d.whole(4, 40)
    inputs = d.ints(0, 5, d.whole(500, 20000)), size, size // 2
    return Kernel(f"turns of {inputs[0].size}", *map(fill, TURNS), inputs, True)


TEMPLATES = (
    _dithering, _powers, _hailstones, _automaton, _sandpile, _polygon, _kalman, _life, _turns,
)  # fmt: skip
