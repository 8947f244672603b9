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


def floyd_warshall(np, dist):
    for k in range(len(dist)):
        np.minimum(dist, dist[:, k, np.newaxis] + dist[np.newaxis, k, :], out=dist)
    return dist


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


def gauss_seidel(np, a, b, x, sweeps):
    for _ in range(sweeps):
        for i, row in enumerate(a):
            x[i] += (b[i] - row @ x) / row[i]


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


def edit_distance(np, a, b):
    n, m = len(a), len(b)
    d = np.zeros((n + 1, m + 1), dtype=np.int64)
    for i in range(n + 1):
        d[i, 0] = i
    for j in range(m + 1):
        d[0, j] = j
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return d[n, m], d


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


def mandelbrot(np, c, most):
    z = np.zeros_like(c)
    count = np.zeros(c.shape, dtype=int)
    for i in range(most):
        inside = np.abs(z) <= 2
        z[inside] = z[inside] ** 2 + c[inside]
        count[inside] = i
    return count


def mutate_by_helper(np, x, n):
    for i in range(n):
        _scale_row(x, i)
    return x.sum()


def _scale_row(x, i):
    row = x[i]
    row *= i + 1
    if row[0] > 10:
        row -= row[0]


def sparse_rows(np, values, columns, starts, x):
    y = np.zeros(len(starts) - 1)
    for row in range(len(y)):
        total = 0.0
        for at in range(starts[row], starts[row + 1]):
            total += values[at] * x[columns[at]]
        y[row] = total
    return y


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


def cholesky(np, a):
    n = a.shape[0]
    for j in range(n):
        a[j, j] = np.sqrt(a[j, j] - a[j, :j] @ a[j, :j])
        a[j + 1 :, j] = (a[j + 1 :, j] - a[j + 1 :, :j] @ a[j, :j]) / a[j, j]


def lu_pivoted(np, a, order):
    n = a.shape[0]
    for k in range(n - 1):
        pivot = k + np.argmax(np.abs(a[k:, k]))
        if pivot != k:
            row = a[k].copy()
            a[k] = a[pivot]
            a[pivot] = row
            order[k], order[pivot] = int(order[pivot]), int(order[k])
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])


def back_substitution(np, upper, b):
    n = b.shape[0]
    x = np.zeros_like(b)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - upper[i, i + 1 :] @ x[i + 1 :]) / upper[i, i]
    return x


def householder(np, a, reflectors):
    columns = a.shape[1]
    for k in range(columns):
        v = a[k:, k].copy()
        v[0] += np.sign(v[0]) * np.sqrt(v @ v)
        v /= np.sqrt(v @ v)
        a[k:, k:] -= 2.0 * np.outer(v, v @ a[k:, k:])
        reflectors[k:, k] = v


def levinson(np, r, y):
    y[0] = -r[0]
    error = 1.0
    reflection = -r[0]
    for k in range(1, len(r)):
        error *= 1.0 - reflection * reflection
        reflection = -(r[k] + r[:k][::-1] @ y[:k]) / error
        y[:k] += reflection * y[:k][::-1]
        y[k] = reflection
    return error


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


def sieve(np, n):
    prime = np.ones(n, dtype=bool)
    prime[:2] = False
    for i in range(2, n):
        if i * i < n and prime[i]:
            prime[i * i :: i] = False
    return prime, prime.sum()


def knapsack(np, weights, values, room):
    best = np.zeros(room + 1)
    for i in range(len(weights)):
        w = weights[i]
        best[w:] = np.maximum(best[w:], best[:-w] + values[i])
    return best


def matrix_chain(np, sizes):
    n = len(sizes) - 1
    cost = np.zeros((n, n))
    for span in range(1, n):
        for i in range(n - span):
            j = i + span
            splits = cost[i, i:j] + cost[i + 1 : j + 1, j]
            cost[i, j] = np.min(splits + sizes[i] * sizes[i + 1 : j + 1] * sizes[j + 1])
    return cost


def sparse_by_rows(np, values, columns, starts, x):
    y = np.zeros(len(starts) - 1)
    for row in range(len(y)):
        begin, end = starts[row], starts[row + 1]
        y[row] = np.sum(values[begin:end] * x[columns[begin:end]])
    return y


def k_means(np, points, centres, rounds):
    for _ in range(rounds):
        best = np.full(len(points), np.inf)
        label = np.zeros(len(points), dtype=int)
        for k in range(len(centres)):
            distance = np.sum((points - centres[k]) ** 2, axis=1)
            closer = distance < best
            best[closer] = distance[closer]
            label[closer] = k
        for k in range(len(centres)):
            members = label == k
            count = np.count_nonzero(members)
            if count > 0:
                centres[k] = np.sum(points[members], axis=0) / count
    return label


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


def thomas(np, lower, middle, upper, b):
    n = len(b)
    c = np.zeros(n)
    x = np.zeros(n)
    c[0] = upper[0] / middle[0]
    x[0] = b[0] / middle[0]
    for i in range(1, n):
        pivot = middle[i] - lower[i] * c[i - 1]
        c[i] = upper[i] / pivot
        x[i] = (b[i] - lower[i] * x[i - 1]) / pivot
    for i in range(n - 2, -1, -1):
        x[i] -= c[i] * x[i + 1]
    return x
