"""Cells of several states and shapes of images: automata, erosion, reconstruction, thinning."""

from __future__ import annotations

from .specification import Draws, Kernel, fill

CYCLIC_ROLLED = (
    """
def kernel(board, states, steps):
    for _ in range(steps):
        following = (board + 1) % states
        eaten = np.zeros(board.shape, dtype=bool)
        for axis in (0, 1):
            for shift in (-1, 1):
                eaten |= np.roll(board, shift, axis) == following
        board = np.where(eaten, following, board)
    return board
""",
    """
def kernel(board, states, steps):
    def step(_, board):
        following = (board + 1) % states
        rolled = [jnp.roll(board, s, axis) for axis in (0, 1) for s in (-1, 1)]
        eaten = sum(each == following for each in rolled) > 0
        return jnp.where(eaten, following, board)

    return lax.fori_loop(0, steps, step, board)
""",
)
CYCLIC_ELEMENTS = (
    """
def kernel(board, states, steps):
    n, m = board.shape
    other = np.zeros_like(board)
    for _ in range(steps):
        for i in range(n):
            for j in range(m):
                following = (board[i, j] + 1) % states
                count = 0
                if board[(i + 1) % n, j] == following:
                    count += 1
                if board[i - 1, j] == following:
                    count += 1
                if board[i, (j + 1) % m] == following:
                    count += 1
                if board[i, j - 1] == following:
                    count += 1
                other[i, j] = following if count >= $least else board[i, j]
        board, other = other, board
    return board.copy()
""",
    """
def kernel(board, states, steps):
    def step(_, board):
        following = (board + 1) % states
        rolled = [jnp.roll(board, s, axis) for axis in (0, 1) for s in (-1, 1)]
        count = sum((each == following).astype(jnp.int64) for each in rolled)
        return jnp.where(count >= $least, following, board)

    return lax.fori_loop(0, steps, step, board)
""",
)
WIRES = (
    """
def kernel(board, steps):
    n, m = board.shape
    heads = np.zeros(steps, dtype=np.int64)
    for t in range(steps):
        new = board.copy()
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                if board[i, j] == 1:
                    new[i, j] = 2
                elif board[i, j] == 2:
                    new[i, j] = 3
                elif board[i, j] == 3:
                    count = 0
                    for di in range(-1, 2):
                        for dj in range(-1, 2):
                            if board[i + di, j + dj] == 1:
                                count += 1
                    if count == 1 or count == 2:
                        new[i, j] = 1
        board = new
        heads[t] = np.sum(board == 1)
    return board, heads
""",
    """
def kernel(board, steps):
    n, m = board.shape

    def step(board, _):
        head = (board == 1).astype(jnp.int64)
        count = sum(head[i:n - 2 + i, j:m - 2 + j] for i in range(3) for j in range(3))
        own = board[1:-1, 1:-1]
        lit = (count == 1) | (count == 2)
        new = jnp.where(own == 1, 2, jnp.where(own == 2, 3, own))
        new = jnp.where((own == 3) & lit, 1, new)
        board = board.at[1:-1, 1:-1].set(new)
        return board, jnp.sum(board == 1)

    return lax.scan(step, board, None, steps)
""",
)
FIRE = (
    """
def kernel(board, draws, lightning, growth):
    n, m = board.shape
    burnt = 0
    for t in range(len(draws)):
        burning = np.zeros((n + 2, m + 2), dtype=bool)
        burning[1:-1, 1:-1] = board == 2
        near = burning[:-2, 1:-1] | burning[2:, 1:-1] | burning[1:-1, :-2] | burning[1:-1, 2:]
        new = board.copy()
        new[board == 2] = 0
        new[(board == 1) & (near | (draws[t] < lightning))] = 2
        new[(board == 0) & (draws[t] < growth)] = 1
        burnt += np.count_nonzero(board == 2)
        board = new
    return board, burnt
""",
    """
def kernel(board, draws, lightning, growth):
    def step(state, draw):
        board, burnt = state
        burning = jnp.pad(board == 2, 1)
        near = burning[:-2, 1:-1] | burning[2:, 1:-1] | burning[1:-1, :-2] | burning[1:-1, 2:]
        new = jnp.where(board == 2, 0, board)
        new = jnp.where((board == 1) & (near | (draw < lightning)), 2, new)
        new = jnp.where((board == 0) & (draw < growth), 1, new)
        return (new, burnt + jnp.sum(board == 2)), None

    return lax.scan(step, (board, jnp.int64(0)), draws)[0]
""",
)
MORPHOLOGY_ELEMENTS = (
    """
def kernel(image, element):
    n, m = image.shape
    k, l = element.shape
    out = np.zeros_like(image)
    for i in range(n):
        for j in range(m):
            value = image[i, j]
            for a in range(k):
                for b in range(l):
                    p, q = i + a - k // 2, j + b - l // 2
                    if element[a, b] and 0 <= p < n and 0 <= q < m:
                        value = $choice(value, image[p, q])
            out[i, j] = value
    return out
""",
    """
def kernel(image, element):
    n, m = image.shape
    k, l = element.shape
    padded = jnp.pad(image, ((k // 2, k // 2), (l // 2, l // 2)), constant_values=$neutral)
    out = image
    for a in range(k):
        for b in range(l):
            part = padded[a:a + n, b:b + m]
            out = jnp.where(element[a, b], jnp.$vchoice(out, part), out)
    return out
""",
)
MORPHOLOGY_SLICES = (
    """
def kernel(image, r):
    n, m = image.shape
    low = image.copy()
    for a in range(-r, r + 1):
        for b in range(-r, r + 1):
            p, q = max(0, -a), max(0, -b)
            s, t = n - max(0, a), m - max(0, b)
            low[p:s, q:t] = np.minimum(low[p:s, q:t], image[p + a:s + a, q + b:t + b])
    opened = low.copy()
    for a in range(-r, r + 1):
        for b in range(-r, r + 1):
            p, q = max(0, -a), max(0, -b)
            s, t = n - max(0, a), m - max(0, b)
            opened[p:s, q:t] = np.maximum(opened[p:s, q:t], low[p + a:s + a, q + b:t + b])
    return image - opened
""",
    """
def kernel(image, r):
    n, m = image.shape
    padded = jnp.pad(image, r, constant_values=10**6)
    places = [(a, b) for a in range(2 * r + 1) for b in range(2 * r + 1)]
    low = image
    for a, b in places:
        low = jnp.minimum(low, padded[a:a + n, b:b + m])
    padded = jnp.pad(low, r, constant_values=-10**6)
    opened = low
    for a, b in places:
        opened = jnp.maximum(opened, padded[a:a + n, b:b + m])
    return image - opened
""",
)
RECONSTRUCTED = (
    """
def kernel(marker, mask):
    n, m = mask.shape
    out = np.minimum(marker, mask)
    sweeps = 0
    changed = True
    while changed:
        before = out.copy()
        for i in range(n):
            for j in range(m):
                value = out[i, j]
                if i > 0:
                    value = max(value, out[i - 1, j])
                if j > 0:
                    value = max(value, out[i, j - 1])
                out[i, j] = min(value, mask[i, j])
        for i in range(n - 1, -1, -1):
            for j in range(m - 1, -1, -1):
                value = out[i, j]
                if i < n - 1:
                    value = max(value, out[i + 1, j])
                if j < m - 1:
                    value = max(value, out[i, j + 1])
                out[i, j] = min(value, mask[i, j])
        changed = not np.array_equal(before, out)
        sweeps += 1
    return out, sweeps
""",
    """
def kernel(marker, mask):
    m = mask.shape[1]

    def element(left, pair):
        value = jnp.minimum(jnp.maximum(pair[0], left), pair[1])
        return value, value

    def row(above, pair):
        own = jnp.maximum(above, pair[0])
        values = lax.scan(element, jnp.int64(-1), (own, pair[1]))[1]
        return values, values

    def sweep(out, mask):
        return lax.scan(row, jnp.full(m, -1), (out, mask))[1]

    def both(state):
        out, sweeps, _ = state
        new = sweep(out, mask)
        new = sweep(new[::-1, ::-1], mask[::-1, ::-1])[::-1, ::-1]
        return new, sweeps + 1, jnp.any(new != out)

    start = jnp.minimum(marker, mask), 0, True
    return lax.while_loop(lambda state: state[2], both, start)[:2]
""",
)
THINNED = (
    """
def kernel(image):
    n, m = image.shape
    rounds = 0
    changed = True
    while changed:
        changed = False
        for phase in range(2):
            mark = np.zeros((n, m), dtype=bool)
            for i in range(1, n - 1):
                for j in range(1, m - 1):
                    if image[i, j] == 0:
                        continue
                    a, b, c = image[i - 1, j], image[i - 1, j + 1], image[i, j + 1]
                    d, e, f = image[i + 1, j + 1], image[i + 1, j], image[i + 1, j - 1]
                    g, h = image[i, j - 1], image[i - 1, j - 1]
                    near = a + b + c + d + e + f + g + h
                    turns = (
                        (1 - a) * b + (1 - b) * c + (1 - c) * d + (1 - d) * e
                        + (1 - e) * f + (1 - f) * g + (1 - g) * h + (1 - h) * a
                    )
                    if phase == 0:
                        open_side = a * c * e + c * e * g
                    else:
                        open_side = a * c * g + a * e * g
                    if 2 <= near <= 6 and turns == 1 and open_side == 0:
                        mark[i, j] = True
            if np.any(mark):
                image[mark] = 0
                changed = True
        rounds += 1
    return image, rounds
""",
    """
def kernel(image):
    n, m = image.shape
    places = (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)

    def thin(image, phase):
        ring = [image[i:n - 2 + i, j:m - 2 + j] for i, j in places]
        a, _, c, _, e, _, g, _ = ring
        near = sum(ring)
        turns = sum((1 - p) * q for p, q in zip(ring, ring[1:] + ring[:1]))
        side = a * c * e + c * e * g if phase == 0 else a * c * g + a * e * g
        goes = (near >= 2) & (near <= 6) & (turns == 1) & (side == 0)
        own = image[1:-1, 1:-1]
        goes = goes & (own == 1)
        return image.at[1:-1, 1:-1].set(jnp.where(goes, 0, own)), jnp.any(goes)

    def both(state):
        image, rounds, _ = state
        image, one = thin(image, 0)
        image, other = thin(image, 1)
        return image, rounds + 1, one | other

    return lax.while_loop(lambda state: state[2], both, (image, 0, True))[:2]
""",
)


def _cyclic(d: Draws) -> Kernel:
    if d.pick(True, False):
        style, texts = "rolled", tuple(map(fill, CYCLIC_ROLLED))
    else:
        style, least = "by elements", d.whole(1, 3)
        texts = tuple(fill(each, least=least) for each in CYCLIC_ELEMENTS)
    states = d.whole(3, 8)
    inputs = d.ints(0, states - 1, d.whole(10, 100), d.whole(10, 100)), states, d.whole(5, 60)
    return Kernel(f"cyclic cells {style} {inputs[0].shape}, {inputs[2]}", *texts, inputs, True)


def _wires(d: Draws) -> Kernel:
    board = d.ints(0, 3, d.whole(10, 70), d.whole(10, 70))
    board[d.rng.random(board.shape) < 0.4] = 3
    inputs = board, d.whole(5, 60)
    return Kernel(f"wires {board.shape}, {inputs[1]} steps", *map(fill, WIRES), inputs, True)


def _fire(d: Draws) -> Kernel:
    shape = d.whole(16, 100), d.whole(16, 100)
    draws = d.floats(d.whole(5, 40), *shape)
    inputs = d.ints(0, 2, *shape), draws, d.number(0.001, 0.01), d.number(0.02, 0.2)
    return Kernel(f"fire {draws.shape}", *map(fill, FIRE), inputs, True)


def _morphology(d: Draws) -> Kernel:
    choice = d.pick("min", "max")
    values = {"choice": choice, "vchoice": f"{choice}imum"}
    values["neutral"] = 10**6 if choice == "min" else -(10**6)
    text, twin = (fill(each, **values) for each in MORPHOLOGY_ELEMENTS)
    element = d.rng.random((d.pick(3, 5), d.pick(3, 5))) < 0.7
    inputs = d.ints(0, 255, d.whole(15, 100), d.whole(15, 100)), element
    name = f"{choice} by an element {element.shape} of {inputs[0].shape}"
    return Kernel(name, text, twin, inputs, True)


def _opened(d: Draws) -> Kernel:
    inputs = d.ints(0, 255, d.whole(20, 150), d.whole(20, 150)), d.whole(1, 2)
    return Kernel(
        f"opened by {inputs[1]} {inputs[0].shape}", *map(fill, MORPHOLOGY_SLICES), inputs, True
    )


def _reconstructed(d: Draws) -> Kernel:
    mask = d.ints(0, 99, d.whole(15, 80), d.whole(15, 80))
    marker = mask * (d.rng.random(mask.shape) < d.pick(0.02, 0.2))
    inputs = marker, mask
    return Kernel(f"reconstruction {mask.shape}", *map(fill, RECONSTRUCTED), inputs, True)


def _thinned(d: Draws) -> Kernel:
    n, m, width = d.whole(15, 70), d.whole(15, 70), d.whole(2, 6)
    image = d.ints(0, 3, n // width + 1, m // width + 1).repeat(width, 0).repeat(width, 1)
    image = (image[:n, :m] > 0).astype(int)
    image[[0, -1]] = image[:, [0, -1]] = 0
    return Kernel(f"thinned {image.shape}", *map(fill, THINNED), (image,), True, (0,))


TEMPLATES = (_cyclic, _wires, _fire, _morphology, _opened, _reconstructed, _thinned)
