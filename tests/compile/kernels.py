"""Kernels as people write them: each takes the module of NumPy's API first, then its arguments."""


def jacobi(np, steps, a, b):
    for _ in range(1, steps):
        b[1:-1, 1:-1] = 0.2 * (
            a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1]
        )
        a[1:-1, 1:-1] = 0.2 * (
            b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1]
        )


def heat_through_views(np, u, work, r, steps):
    core = u[1:-1, 1:-1]
    for _ in range(steps):
        np.add(u[2:, 1:-1], u[:-2, 1:-1], out=work)
        work += u[1:-1, 2:]
        work += u[1:-1, :-2]
        work -= 4.0 * core
        work *= r
        core += work
        u[0], u[-1] = 0.25, 0.0
        u[:, 0], u[:, -1] = u[:, 1], u[:, -2]


def recurrence(np, x, decay):
    level = 0
    out = np.zeros_like(x)
    for i in range(len(x)):
        level = decay * level + x[i]
        if level > 2:
            level = level - 2
        elif level < -1:
            level = -level
        out[i] = level
    return level, out


def newton(np, x, tol):
    rounds = 0
    while True:
        better = 0.5 * (x + 2 / x)
        rounds += 1
        if abs(better - x).max() < tol:
            break
        x = better
    return better, rounds


def ping_pong(np, a, b, n):
    for _ in range(n):
        b[1:-1] = (a[:-2] + a[2:]) * 0.5
        a, b = b, a
    return a


def shortest_paths(np, weight):
    n = len(weight)
    dist = weight.copy()
    step = np.where(np.isfinite(weight), np.arange(n), -1)
    for k in range(n):
        through = np.add.outer(dist[:, k], dist[k])
        shorter = through < dist
        dist[shorter] = through[shorter]
        np.copyto(step, step[:, k : k + 1], where=shorter)
    return dist, step


def leapfrog(np, pos, vel, mass, steps, every, dt):
    acc = np.empty_like(pos)
    track = np.empty((steps // every + 1, *pos.shape))
    track[0] = pos
    accelerate(np, pos, mass, acc)
    for step in range(1, steps + 1):
        vel += 0.5 * dt * acc
        pos += dt * vel
        accelerate(np, pos, mass, acc)
        vel += 0.5 * dt * acc
        if step % every == 0:
            track[step // every] = pos
    return track


def accelerate(np, pos, mass, acc):
    delta = pos[np.newaxis, :, :] - pos[:, np.newaxis, :]
    with np.errstate(divide="ignore"):
        pull = (delta**2).sum(axis=-1) ** -1.5
    np.fill_diagonal(pull, 0.0)
    pull *= mass
    acc[...] = (pull[..., np.newaxis] * delta).sum(axis=1)


def find_first(np, x, limit):
    for i in range(len(x)):
        if x[i] > limit:
            return i
    return -1


def skip_and_stop(np, x):
    total, last = 0.0, 0
    for at, value in enumerate(x):
        if value < 0:
            continue
        if value > 5:
            break
        total += value
        last = at
    return total, last


def checksum(np, data):
    a, b = 1, 0
    for byte in data:
        a = (a + byte) % 65521
        b = (b + a) % 65521
    return b * 65536 + a


def mutate_by_helper(np, x, n):
    for i in range(n):
        _scale_row(x, i)
    return x.sum()


def _scale_row(x, i):
    row = x[i]
    row *= i + 1
    if row[0] > 10:
        row -= row[0]


def bisect(np, x, value):
    low, high = 0, len(x)
    while low < high:
        middle = (low + high) // 2
        if x[middle] < value and not value < 0:
            low = middle + 1
        else:
            high = middle
    return low


def moving_average(np, x, width):
    out = np.empty(len(x) - width + 1)
    for i in range(len(out)):
        out[i] = x[i : i + width].mean()
    return out


def clip_by_branch(np, x):
    y = x.copy()
    for i in range(y.shape[0]):
        for j in range(y.shape[1]):
            v = y[i, j]
            y[i, j] = 0.0 if v < 0 else (1.0 if v > 1 else v)
    return y


def float32_stays(np, x, n):
    s = np.float32(0)
    for i in range(n):
        x += i * 0.5
        s = s + x[i] * i
    return s, x * 2.5


def integers(np, x):
    best, at = -1, 0
    for i in range(len(x)):
        if x[i] > best:
            best = x[i]
            at = i
    return best, at, float(best) / 2, int(x[0]) // 2


def running(np, x):
    best = np.zeros_like(x)
    means = np.zeros_like(x)
    for i in range(1, len(x)):
        best[i] = x[:i].max() - np.min(x[i // 2 : i + 1])
        means[i] = x[i // 2 :].mean() + len(x[:i])
        if np.any(x[:i] > 1) and (x[i:] < 3).all():
            best[i] -= x[: i + 1][-1] + x[1:][i - 1]
    return best, means


def mask_sums(np, x):
    out = np.zeros(len(x))
    for i in range(len(x)):
        big = x > x[i]
        out[i] = x[big].sum() + big.sum()
        x[big] *= 0.9
        x[x < 0.1] = x[x < 0.1] * 2
    return out


def clipped_windows(np, x, y):
    out = np.zeros(len(x))
    for i in range(len(x)):
        out[i] = x[i : i + 2] @ y[i : i + 2] + x[i - 1 : i + 1].sum()
        y[i + 1 : i + 4] *= 0.5
        for j in range(i + 1, len(x)):
            out[i] += x[j - 1 : j + 1].max() + x[j + 1 : j - 2 : -1].sum()
    at = 0
    while out[at] > -100:
        y[at : at + 2] += 1
        at += 1
        if at == len(x):
            break
    return out
