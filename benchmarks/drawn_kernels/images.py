"""Images: equalised, labelled, resized, filtered, gone over by distance transforms."""

from __future__ import annotations

from .specification import Draws, Kernel, fill

EQUALISED = (
    """
def kernel(image, levels):
    n, m = image.shape
    counts = np.zeros(levels, dtype=np.int64)
    for i in range(n):
        for j in range(m):
            counts[image[i, j]] += 1
    for k in range(1, levels):
        counts[k] += counts[k - 1]
    least = counts[image.min()]
    out = np.zeros_like(image)
    for i in range(n):
        for j in range(m):
            out[i, j] = (counts[image[i, j]] - least) * (levels - 1) // (n * m - least)
    return out
""",
    """
def kernel(image, levels):
    n, m = image.shape
    counts = jnp.cumsum(jnp.zeros(levels, jnp.int64).at[image.ravel()].add(1))
    least = counts[image.min()]
    return ((counts - least) * (levels - 1) // (n * m - least))[image]
""",
)
DISTANCE = (
    """
def kernel(image):
    n, m = image.shape
    far = np.where(image, 0, 10**6)
    for i in range(n):
        for j in range(m):
            if i > 0:
                far[i, j] = min(far[i, j], far[i - 1, j] + $side)
            if j > 0:
                far[i, j] = min(far[i, j], far[i, j - 1] + $side)
            if i > 0 and j > 0:
                far[i, j] = min(far[i, j], far[i - 1, j - 1] + $corner)
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            if i < n - 1:
                far[i, j] = min(far[i, j], far[i + 1, j] + $side)
            if j < m - 1:
                far[i, j] = min(far[i, j], far[i, j + 1] + $side)
            if i < n - 1 and j < m - 1:
                far[i, j] = min(far[i, j], far[i + 1, j + 1] + $corner)
    return far
""",
    """
def kernel(image):
    m = image.shape[1]
    none = jnp.full(1, 10**7)

    def element(left, own):
        value = jnp.minimum(own, left + $side)
        return value, value

    def row(above, own):
        corner = jnp.concatenate([none, above[:-1]])
        own = jnp.minimum(own, jnp.minimum(above + $side, corner + $corner))
        values = lax.scan(element, none[0], own)[1]
        return values, values

    def sweep(far):
        return lax.scan(row, jnp.full(m, 10**7), far)[1]

    far = sweep(jnp.where(image, 0, 10**6))
    return sweep(far[::-1, ::-1])[::-1, ::-1]
""",
)
INTEGRAL = (
    """
def kernel(image, r):
    n, m = image.shape
    total = np.zeros((n + 1, m + 1), dtype=image.dtype)
    for i in range(n):
        run = 0
        for j in range(m):
            run += image[i, j]
            total[i + 1, j + 1] = total[i, j + 1] + run
    out = np.zeros((n, m))
    for i in range(n):
        for j in range(m):
            top, bottom = max(i - r, 0), min(i + r + 1, n)
            left, right = max(j - r, 0), min(j + r + 1, m)
            inside = total[bottom, right] - total[top, right] - total[bottom, left]
            out[i, j] = (inside + total[top, left]) / ((bottom - top) * (right - left))
    return out
""",
    """
def kernel(image, r):
    n, m = image.shape
    total = jnp.pad(jnp.cumsum(jnp.cumsum(image, axis=0), axis=1), ((1, 0), (1, 0)))
    i, j = np.arange(n)[:, None], np.arange(m)
    top, bottom = np.maximum(i - r, 0), np.minimum(i + r + 1, n)
    left, right = np.maximum(j - r, 0), np.minimum(j + r + 1, m)
    inside = total[bottom, right] - total[top, right] - total[bottom, left] + total[top, left]
    return inside / ((bottom - top) * (right - left))
""",
)
RESIZED = (
    """
def kernel(image, rows, columns):
    n, m = image.shape
    out = np.zeros((rows, columns), dtype=image.dtype)
    for i in range(rows):
        for j in range(columns):
            y = i * (n - 1) / (rows - 1)
            x = j * (m - 1) / (columns - 1)
            a, b = int(y), int(x)
            c, d = min(a + 1, n - 1), min(b + 1, m - 1)
            p, q = y - a, x - b
            top = (1.0 - q) * image[a, b] + q * image[a, d]
            bottom = (1.0 - q) * image[c, b] + q * image[c, d]
            out[i, j] = (1.0 - p) * top + p * bottom
    return out
""",
    """
def kernel(image, rows, columns):
    n, m = image.shape
    y = np.arange(rows)[:, None] * (n - 1) / (rows - 1)
    x = np.arange(columns) * (m - 1) / (columns - 1)
    a, b = y.astype(int), x.astype(int)
    c, d = np.minimum(a + 1, n - 1), np.minimum(b + 1, m - 1)
    p, q = y - a, x - b
    top = (1.0 - q) * image[a, b] + q * image[a, d]
    bottom = (1.0 - q) * image[c, b] + q * image[c, d]
    return (1.0 - p) * top + p * bottom
""",
)
EDGES = (
    """
def kernel(image, limit):
    n, m = image.shape
    gx, gy = np.zeros((n, m)), np.zeros((n, m))
    gx[1:-1, 1:-1] = (
        image[:-2, 2:] + 2.0 * image[1:-1, 2:] + image[2:, 2:]
        - image[:-2, :-2] - 2.0 * image[1:-1, :-2] - image[2:, :-2]
    )
    gy[1:-1, 1:-1] = (
        image[2:, :-2] + 2.0 * image[2:, 1:-1] + image[2:, 2:]
        - image[:-2, :-2] - 2.0 * image[:-2, 1:-1] - image[:-2, 2:]
    )
    strength = np.sqrt(gx * gx + gy * gy)
    out = np.zeros((n, m), dtype=np.int64)
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            if abs(gx[i, j]) > abs(gy[i, j]):
                one, other = strength[i, j - 1], strength[i, j + 1]
            else:
                one, other = strength[i - 1, j], strength[i + 1, j]
            if strength[i, j] >= one and strength[i, j] > other and strength[i, j] > limit:
                out[i, j] = 1
    return out
""",
    """
def kernel(image, limit):
    gx = (
        image[:-2, 2:] + 2.0 * image[1:-1, 2:] + image[2:, 2:]
        - image[:-2, :-2] - 2.0 * image[1:-1, :-2] - image[2:, :-2]
    )
    gy = (
        image[2:, :-2] + 2.0 * image[2:, 1:-1] + image[2:, 2:]
        - image[:-2, :-2] - 2.0 * image[:-2, 1:-1] - image[:-2, 2:]
    )
    s = jnp.sqrt(gx * gx + gy * gy)
    p = jnp.pad(s, 1)
    level = jnp.abs(gx) > jnp.abs(gy)
    one = jnp.where(level, p[1:-1, :-2], p[:-2, 1:-1])
    other = jnp.where(level, p[1:-1, 2:], p[2:, 1:-1])
    return jnp.pad(((s >= one) & (s > other) & (s > limit)).astype(jnp.int64), 1)
""",
)
LABELS = (
    """
def kernel(image):
    n, m = image.shape
    label = np.zeros((n, m), dtype=np.int64)
    parent = np.arange(n * m + 1)
    count = 0
    for i in range(n):
        for j in range(m):
            if image[i, j]:
                up = label[i - 1, j] if i > 0 else 0
                left = label[i, j - 1] if j > 0 else 0
                if up == 0 and left == 0:
                    count += 1
                    label[i, j] = count
                elif up == 0 or left == 0:
                    label[i, j] = max(up, left)
                else:
                    while parent[up] != up:
                        up = parent[up]
                    while parent[left] != left:
                        left = parent[left]
                    label[i, j] = min(up, left)
                    parent[max(up, left)] = min(up, left)
    for k in range(1, count + 1):
        parent[k] = parent[parent[k]]
    for i in range(n):
        for j in range(m):
            label[i, j] = parent[label[i, j]]
    return label
""",
    """
def kernel(image):
    n, m = image.shape

    def root(k, parent):
        return lax.while_loop(lambda k: parent[k] != k, lambda k: parent[k], k)

    def pixel(k, state):
        label, parent, count = state
        i, j = k // m, k % m
        up = jnp.where(i > 0, label[jnp.maximum(i - 1, 0), j], 0)
        left = jnp.where(j > 0, label[i, jnp.maximum(j - 1, 0)], 0)
        both = (up > 0) & (left > 0) & image[i, j]
        none = (up == 0) & (left == 0) & image[i, j]
        up = jnp.where(both, root(up, parent), up)
        left = jnp.where(both, root(left, parent), left)
        low, high = jnp.minimum(up, left), jnp.maximum(up, left)
        count = count + none
        own = jnp.where(none, count, jnp.where(both, low, high))
        label = label.at[i, j].set(jnp.where(image[i, j], own, 0))
        parent = parent.at[jnp.where(both, high, n * m + 1)].set(low, mode="drop")
        return label, parent, count

    state = jnp.zeros((n, m), jnp.int64), jnp.arange(n * m + 1), 0
    label, parent, count = lax.fori_loop(0, n * m, pixel, state)
    flatten = lambda k, parent: parent.at[k].set(parent[parent[k]])
    return lax.fori_loop(1, count + 1, flatten, parent)[label]
""",
)
LIFE = (
    """
def kernel(board, steps):
    n, m = board.shape
    for _ in range(steps):
        new = np.zeros_like(board)
        for i in range(n):
            for j in range(m):
                around = 0
                for a in range(max(i - 1, 0), min(i + 2, n)):
                    for b in range(max(j - 1, 0), min(j + 2, m)):
                        around += board[a, b]
                around -= board[i, j]
                if around == 3 or (around == 2 and board[i, j] == 1):
                    new[i, j] = 1
        board = new
    return board
""",
    """
def kernel(board, steps):
    n, m = board.shape

    def step(_, board):
        p = jnp.pad(board, 1)
        around = sum(p[a:a + n, b:b + m] for a in range(3) for b in range(3)) - board
        return ((around == 3) | ((around == 2) & (board == 1))).astype(board.dtype)

    return lax.fori_loop(0, steps, step, board)
""",
)
ANT = (
    """
def kernel(board, steps):
    n, m = board.shape
    i, j, way = n // 2, m // 2, 0
    turned = 0
    for _ in range(steps):
        if board[i, j] == 0:
            way = (way + 1) % 4
            board[i, j] = 1
            turned += 1
        else:
            way = (way + 3) % 4
            board[i, j] = 0
        if way == 0:
            i = (i - 1) % n
        elif way == 1:
            j = (j + 1) % m
        elif way == 2:
            i = (i + 1) % n
        else:
            j = (j - 1) % m
    return board, turned
""",
    """
def kernel(board, steps):
    n, m = board.shape
    down, along = jnp.array([-1, 0, 1, 0]), jnp.array([0, 1, 0, -1])

    def step(_, state):
        board, i, j, way, turned = state
        # a branch that is always taken: of a plain read XLA copies the board in each step
        white = lax.cond(way >= 0, lambda: board[i, j] == 0, lambda: False)
        way = jnp.where(white, way + 1, way + 3) % 4
        board = board.at[i, j].set(white.astype(board.dtype))
        return board, (i + down[way]) % n, (j + along[way]) % m, way, turned + white

    state = board, jnp.int64(n // 2), jnp.int64(m // 2), jnp.int64(0), 0
    board, _, _, _, turned = lax.fori_loop(0, steps, step, state)
    return board, turned
""",
)


def _equalised(d: Draws) -> Kernel:
    levels = d.pick(16, 64, 256)
    inputs = d.ints(0, levels // d.pick(1, 2) - 1, d.whole(20, 200), d.whole(20, 200)), levels
    name = f"equalised {inputs[0].shape}, {levels}"
    return Kernel(name, *map(fill, EQUALISED), inputs, True)


def _distance(d: Draws) -> Kernel:
    side, corner = d.pick((1, 2), (3, 4), (5, 7))
    text, twin = (fill(each, side=side, corner=corner) for each in DISTANCE)
    image = d.rng.random((d.whole(20, 150), d.whole(20, 150))) < d.pick(0.02, 0.2)
    return Kernel(f"distances {image.shape}", text, twin, (image,), True)


def _integral(d: Draws) -> Kernel:
    inputs = d.ints(0, 255, d.whole(20, 150), d.whole(20, 150)), d.whole(1, 9)
    return Kernel(f"means by sums {inputs[0].shape}", *map(fill, INTEGRAL), inputs)


def _resized(d: Draws) -> Kernel:
    inputs = d.floats(d.whole(10, 120), d.whole(10, 120)), d.whole(10, 200), d.whole(10, 200)
    name = f"resized {inputs[0].shape} to {inputs[1:]}"
    return Kernel(name, *map(fill, RESIZED), inputs)


def _edges(d: Draws) -> Kernel:
    inputs = d.floats(d.whole(20, 150), d.whole(20, 150)), d.number(0.5, 2.0)
    return Kernel(f"edges {inputs[0].shape}", *map(fill, EDGES), inputs)


def _labels(d: Draws) -> Kernel:
    image = d.rng.random((d.whole(15, 100), d.whole(15, 100))) < d.pick(0.3, 0.5, 0.7)
    return Kernel(f"labels {image.shape}", *map(fill, LABELS), (image,), True)


def _life(d: Draws) -> Kernel:
    inputs = d.ints(0, 1, d.whole(10, 60), d.whole(10, 60)), d.whole(2, 12)
    return Kernel(f"life by elements {inputs[0].shape}", *map(fill, LIFE), inputs, True)


def _ant(d: Draws) -> Kernel:
    inputs = d.ints(0, d.pick(0, 1), d.whole(10, 100), d.whole(10, 100)), d.whole(500, 12000)
    return Kernel(f"ant {inputs[0].shape}, {inputs[1]}", *map(fill, ANT), inputs, True, (0,))


TEMPLATES = (_equalised, _distance, _integral, _resized, _edges, _labels, _life, _ant)
