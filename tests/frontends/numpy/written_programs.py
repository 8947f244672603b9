"""Forty NumPy programs of twenty fields that write in place, each with a functional twin.

A program takes a NumPy namespace and a vector, and returns a number. Its twin takes ``jax.numpy``
and the same vector and computes the same number without a write or a branch on values, so that JAX
differentiates and compiles it by itself.
"""

from __future__ import annotations

import numpy as real

PROGRAMS: dict = {}  # by name: the program, its twin and the point at which it is differentiated


def _point(size: int, seed: int, low=0.2, high=0.9):
    return real.random.default_rng(seed).uniform(low, high, size)


def twin_of(program, size: int, seed: int, low=0.2, high=0.9):
    """Return the decorator that enters a twin beside a program, with a drawn point."""

    def enter(twin):
        PROGRAMS[program.__name__] = (program, twin, _point(size, seed, low, high))
        return twin

    return enter


# -- Imaging


def unsharp_mask(np, a):
    image = a.reshape(4, 4).copy()
    blurred = np.zeros_like(image)
    for dy in range(3):
        for dx in range(3):
            blurred[1:-1, 1:-1] += image[dy : dy + 2, dx : dx + 2] / 9
    edges = np.empty_like(image)
    np.subtract(image, blurred, out=edges)
    edges[np.abs(edges) < 0.05] = 0
    image += 0.7 * edges
    np.clip(image, 0, 1, out=image)
    return (image**2).sum()


@twin_of(unsharp_mask, 16, 0)
def _unsharp_mask(jnp, a):
    image = a.reshape(4, 4)
    inner = sum(image[y : y + 2, x : x + 2] for y in range(3) for x in range(3)) / 9
    edges = image - jnp.pad(inner, 1)
    sharp = image + 0.7 * jnp.where(jnp.abs(edges) < 0.05, 0, edges)
    return (jnp.clip(sharp, 0, 1) ** 2).sum()


def seam_costs(np, a):
    energy = a.reshape(4, 5)
    costs = np.full((4, 7), np.inf)
    costs[:, 1:-1] = energy
    for row in range(1, 4):
        above, here = costs[row - 1], costs[row, 1:-1]
        here += np.minimum(np.minimum(above[:-2], above[1:-1]), above[2:])
    return costs[-1, 1:-1].min() + costs[2, 3]


@twin_of(seam_costs, 20, 1)
def _seam_costs(jnp, a):
    rows = list(a.reshape(4, 5))
    for at in range(1, 4):
        above = jnp.pad(rows[at - 1], 1, constant_values=1e9)
        best = jnp.min(jnp.stack([above[:-2], above[1:-1], above[2:]]), axis=0)
        rows[at] = rows[at] + best
    return rows[-1].min() + rows[2][2]


# -- Spectra


def denoised(np, a):
    spectrum = np.fft.rfft(a)
    power = spectrum.real**2 + spectrum.imag**2
    spectrum[power < 0.15] = 0
    spectrum[1:3] *= 0.5
    signal = np.fft.irfft(spectrum, a.size)
    signal -= signal.mean()
    signal[signal < 0] *= 0.1
    return (signal**3).sum()


@twin_of(denoised, 12, 2)
def _denoised(jnp, a):
    spectrum = jnp.fft.rfft(a)
    power = spectrum.real**2 + spectrum.imag**2
    damped = jnp.where(power < 0.15, 0, spectrum) * jnp.array([1, 0.5, 0.5, 1, 1, 1, 1])
    signal = jnp.fft.irfft(damped, a.size)
    signal = signal - signal.mean()
    return (jnp.where(signal < 0, signal * 0.1, signal) ** 3).sum()


def absorption_lines(np, a):
    grid = np.linspace(0, 1, 9)
    depth = np.zeros(9)
    for centre, width, strength in a.reshape(3, 3):
        line = strength * width**2 / ((grid - centre) ** 2 + width**2)
        depth += line
        depth[grid > centre] += 0.01 * line[grid > centre]
    np.minimum(depth, 1.0, out=depth)
    flux = np.exp(-depth, out=depth)
    flux /= flux.max()
    return (flux * np.arange(9)).sum()


@twin_of(absorption_lines, 9, 3)
def _absorption_lines(jnp, a):
    grid = jnp.linspace(0, 1, 9)
    depth = 0.0
    for centre, width, strength in a.reshape(3, 3):
        line = strength * width**2 / ((grid - centre) ** 2 + width**2)
        depth = depth + jnp.where(grid > centre, 1.01 * line, line)
    flux = jnp.exp(-jnp.minimum(depth, 1.0))
    return (flux / flux.max() * jnp.arange(9)).sum()


# -- Dynamics


def leapfrog(np, a):
    state = np.zeros((2, 3, 2))
    places, speeds = state
    places[:] = a.reshape(3, 2) * 3
    for _ in range(4):
        force = np.zeros((3, 2))
        for i in range(3):
            for j in range(i):
                between = places[j] - places[i]
                pull = between / (between @ between + 0.1) ** 1.5
                force[i] += pull
                force[j] -= pull
        speeds += 0.1 * force
        places += 0.1 * speeds
    return (state[0] ** 2).sum() + (state[1, :, 0] * [1.0, 2.0, 3.0]).sum()


@twin_of(leapfrog, 6, 4)
def _leapfrog(jnp, a):
    places = a.reshape(3, 2) * 3
    speeds = jnp.zeros((3, 2))
    for _ in range(4):
        between = places[None] - places[:, None]
        pulls = between / ((between**2).sum(-1, keepdims=True) + 0.1) ** 1.5
        speeds = speeds + 0.1 * pulls.sum(1)
        places = places + 0.1 * speeds
    return (places**2).sum() + (speeds[:, 0] * jnp.array([1.0, 2.0, 3.0])).sum()


def bouncing_pendulum(np, a):
    path = np.empty((9, 2))
    path[0] = a[0] + 0.5, a[1]
    slope = np.empty((4, 2))
    for n in range(8):
        for k, part in enumerate((0.0, 0.5, 0.5, 1.0)):
            angle, speed = path[n] + 0.2 * part * slope[k - 1] if part else path[n]
            slope[k, 0] = speed
            slope[k, 1] = -np.sin(angle) * (1 + a[2]) - a[3] * speed
        path[n + 1] = path[n] + 0.2 / 6 * (slope[0] + 2 * slope[1] + 2 * slope[2] + slope[3])
        if path[n + 1, 0] < 0.3:
            path[n + 1, 1] = abs(path[n + 1, 1]) * 0.8
    return path[:, 0].sum() + path[-1, 1] ** 2


@twin_of(bouncing_pendulum, 4, 5)
def _bouncing_pendulum(jnp, a):
    def slope(state):
        fall = -jnp.sin(state[0]) * (1 + a[2]) - a[3] * state[1]
        return jnp.stack([state[1], fall])

    path = [jnp.stack([a[0] + 0.5, a[1]])]
    for _ in range(8):
        now = path[-1]
        one = slope(now)
        two = slope(now + 0.1 * one)
        three = slope(now + 0.1 * two)
        four = slope(now + 0.2 * three)
        angle, speed = now + 0.2 / 6 * (one + 2 * two + 2 * three + four)
        path.append(jnp.stack([angle, jnp.where(angle < 0.3, jnp.abs(speed) * 0.8, speed)]))
    path = jnp.stack(path)
    return path[:, 0].sum() + path[-1, 1] ** 2


# -- Queues


def several_servers(np, a):
    arrivals, services = np.cumsum(a[:8]), a[8:] * 3
    free = np.zeros(2)
    waits = np.empty(8)
    for i in range(8):
        server = np.argmin(free)
        start = max(arrivals[i], free[server])
        waits[i] = start - arrivals[i]
        free[server] = start + services[i]
    waits[waits > 1] **= 2
    return waits.sum() + free.max()


@twin_of(several_servers, 16, 6)
def _several_servers(jnp, a):
    arrivals, services = jnp.cumsum(a[:8]), a[8:] * 3
    one, two, waits = 0.0, 0.0, []
    for i in range(8):
        first = one <= two
        start = jnp.maximum(arrivals[i], jnp.where(first, one, two))
        waits.append(start - arrivals[i])
        end = start + services[i]
        one, two = jnp.where(first, end, one), jnp.where(first, two, end)
    waits = jnp.stack(waits)
    return jnp.where(waits > 1, waits**2, waits).sum() + jnp.maximum(one, two)


def flow_shop(np, a):
    done = np.zeros((6, 4))
    np.cumsum(a.reshape(5, 3)[:, 0], out=done[1:, 1])
    work = a.reshape(5, 3)
    for job in range(1, 6):
        for machine in range(2, 4):
            ready = np.maximum(done[job - 1, machine], done[job, machine - 1])
            done[job, machine] = ready + work[job - 1, machine - 1]
    late = done[1:, 3] - np.arange(1.0, 6.0)
    late[late < 0] = 0
    return (late**2).sum() + done[-1, 2]


@twin_of(flow_shop, 15, 7)
def _flow_shop(jnp, a):
    work = a.reshape(5, 3)
    before = [0.0, 0.0, 0.0]
    total = 0.0
    for job in range(5):
        end = 0.0
        for machine in range(3):
            end = jnp.maximum(before[machine], end) + work[job, machine]
            before[machine] = end
        total = total + jnp.maximum(end - (job + 1.0), 0) ** 2
    return total + before[1]


# -- Statistics


def kalman_filter(np, a):
    mean, cover = np.zeros(2), np.eye(2)
    move = np.array([[1.0, 0.5], [0.0, 1.0]])
    surprise = 0.0
    for seen in a[:6]:
        mean[:] = move @ mean
        cover[...] = move @ cover @ move.T
        cover[np.diag_indices(2)] += a[6] * 0.1
        gain = cover[:, 0] / (cover[0, 0] + a[7])
        error = seen - mean[0]
        mean += gain * error
        cover -= np.outer(gain, cover[0].copy())
        surprise += error**2
    return surprise + mean[1] + np.trace(cover)


@twin_of(kalman_filter, 8, 8)
def _kalman_filter(jnp, a):
    mean, cover = jnp.zeros(2), jnp.eye(2)
    move = jnp.array([[1.0, 0.5], [0.0, 1.0]])
    surprise = 0.0
    for seen in a[:6]:
        mean = move @ mean
        cover = move @ cover @ move.T + jnp.eye(2) * a[6] * 0.1
        gain = cover[:, 0] / (cover[0, 0] + a[7])
        error = seen - mean[0]
        mean = mean + gain * error
        cover = cover - jnp.outer(gain, cover[0])
        surprise = surprise + error**2
    return surprise + mean[1] + jnp.trace(cover)


def mixture(np, a):
    data, centres = a[:7], np.array([0.2, 0.9])
    weights = np.array([a[7], 1 - a[7]])
    shares = np.empty((7, 2))
    for _ in range(3):
        np.subtract(data[:, np.newaxis], centres, out=shares)
        np.multiply(shares, shares, out=shares)
        shares *= -8
        np.exp(shares, out=shares)
        shares *= weights
        shares /= shares.sum(axis=1, keepdims=True)
        counts = shares.sum(axis=0)
        centres[:] = data @ shares / counts
        weights[:] = counts / counts.sum()
    return centres[0] * weights[1] + centres[1] ** 2


@twin_of(mixture, 8, 9)
def _mixture(jnp, a):
    data, centres, weights = a[:7], jnp.array([0.2, 0.9]), jnp.stack([a[7], 1 - a[7]])
    for _ in range(3):
        shares = weights * jnp.exp(-8 * (data[:, None] - centres) ** 2)
        shares = shares / shares.sum(axis=1, keepdims=True)
        counts = shares.sum(axis=0)
        centres, weights = data @ shares / counts, counts / counts.sum()
    return centres[0] * weights[1] + centres[1] ** 2


# -- Finance


def american_put(np, a):
    price, strike, rate, swing = 1 + a[0], 1.4 + a[1] / 4, a[2] / 10, a[3]
    steps = 6
    up = np.exp(swing * np.sqrt(1 / steps))
    chance = (np.exp(rate / steps) - 1 / up) / (up - 1 / up)
    prices = price * up ** np.arange(-steps, steps + 1, 2.0)
    values = np.maximum(strike - prices, 0)
    for n in range(steps, 0, -1):
        values[:n] = chance * values[1 : n + 1] + (1 - chance) * values[:n]
        values[:n] *= np.exp(-rate / steps)
        prices[:n] *= up
        np.maximum(values[:n], strike - prices[:n], out=values[:n])
    return values[0]


@twin_of(american_put, 4, 10)
def _american_put(jnp, a):
    price, strike, rate, swing = 1 + a[0], 1.4 + a[1] / 4, a[2] / 10, a[3]
    up = jnp.exp(swing * jnp.sqrt(1 / 6))
    chance = (jnp.exp(rate / 6) - 1 / up) / (up - 1 / up)
    values = jnp.maximum(strike - price * up ** jnp.arange(-6, 7, 2.0), 0)
    for n in range(5, -1, -1):
        held = jnp.exp(-rate / 6) * (chance * values[1:] + (1 - chance) * values[:-1])
        values = jnp.maximum(held, strike - price * up ** jnp.arange(-n, n + 1, 2.0))
    return values[0]


def curve_of_rates(np, a):
    discounts = np.ones(6)
    paid = 0.0
    for year in range(1, 6):
        discounts[year] = (1 - a[year - 1] / 10 * paid) / (1 + a[year - 1] / 10)
        paid += discounts[year]
    forwards = discounts[:-1] / discounts[1:]
    forwards -= 1
    forwards[forwards > 0.06] = 0.06 + (forwards[forwards > 0.06] - 0.06) / 2
    flows = np.zeros(6)
    flows[2:] = a[5]
    flows[-1] += 1
    return flows @ discounts + forwards.std()


@twin_of(curve_of_rates, 6, 11)
def _curve_of_rates(jnp, a):
    discounts = [jnp.ones(())]
    for rate in a[:5] / 10:
        discounts.append((1 - rate * sum(discounts[1:])) / (1 + rate))
    discounts = jnp.stack(discounts)
    forwards = discounts[:-1] / discounts[1:] - 1
    forwards = jnp.where(forwards > 0.06, 0.06 + (forwards - 0.06) / 2, forwards)
    flows = jnp.array([0.0, 0, 1, 1, 1, 1]) * a[5] + jnp.array([0, 0, 0, 0, 0, 1.0])
    return flows @ discounts + forwards.std()


# -- Geometry


def clipped_area(np, a):
    corners = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
    corners[:, 0] += a[:4]
    corners[:, 1] -= a[4:8]
    kept = []
    for i in range(4):
        p, q = corners[i - 1], corners[i]
        inside, before = q[0] + q[1] < 2.5, p[0] + p[1] < 2.5
        if inside != before:
            t = (2.5 - p.sum()) / (q.sum() - p.sum())
            kept.append(p + t * (q - p))
        if inside:
            kept.append(q)
    kept = np.array(kept)
    x, y = kept.T
    return 0.5 * np.abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))


@twin_of(clipped_area, 8, 12)
def _clipped_area(jnp, a):
    corners = jnp.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
    corners = corners + jnp.stack([a[:4], -a[4:8]], axis=1)
    area = 0.0
    # by Green's theorem around the origin's corner: each edge's part inside, and the cut's
    ends = []
    for i in range(4):
        p, q = corners[i - 1], corners[i]
        cut = p + (2.5 - p.sum()) / (q.sum() - p.sum()) * (q - p)
        start, end = jnp.where(p.sum() < 2.5, p, cut), jnp.where(q.sum() < 2.5, q, cut)
        part = jnp.cross(start, end)
        outside = (p.sum() >= 2.5) & (q.sum() >= 2.5)
        area = area + jnp.where(outside, 0.0, part)
        ends.append((jnp.where((p.sum() < 2.5) & (q.sum() >= 2.5), 1.0, 0.0), cut))
        ends.append((jnp.where((p.sum() >= 2.5) & (q.sum() < 2.5), -1.0, 0.0), cut))
    out = sum(jnp.where(sign > 0, cut, 0.0) for sign, cut in ends)
    back = sum(jnp.where(sign < 0, cut, 0.0) for sign, cut in ends)
    return 0.5 * jnp.abs(area + jnp.cross(out, back))


def smoothed_mesh(np, a):
    points = a.reshape(5, 2).copy()
    edges = np.array([[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [0, 2]])
    for _ in range(3):
        moves, counts = np.zeros((5, 2)), np.zeros(5)
        between = points[edges[:, 1]] - points[edges[:, 0]]
        np.add.at(moves, edges[:, 0], between)
        np.subtract.at(moves, edges[:, 1], between)
        np.add.at(counts, edges.ravel(), 1)
        points[1:] += 0.4 * moves[1:] / counts[1:, None]
    lengths = np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1)
    return lengths.max() + (lengths**2).sum()


@twin_of(smoothed_mesh, 10, 13)
def _smoothed_mesh(jnp, a):
    links = real.zeros((5, 5))
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2)]
    for i, j in edges:
        links[i, j] = links[j, i] = 1
    laplacian = links / links.sum(1, keepdims=True) - real.eye(5)
    laplacian[0] = 0
    points = a.reshape(5, 2)
    for _ in range(3):
        points = points + 0.4 * jnp.array(laplacian) @ points
    lengths = jnp.stack([jnp.sqrt(((points[i] - points[j]) ** 2).sum()) for i, j in edges])
    return lengths.max() + (lengths**2).sum()


# -- Chemistry


def reactions(np, a):
    amounts = np.array([1.0, 0.0, 0.4])
    rates = np.zeros(3)
    for _ in range(10):
        rates[0] = -a[0] * amounts[0] + a[1] * amounts[1] * amounts[2]
        rates[2] = a[2] * amounts[1] ** 2 - 3 * amounts[2]
        rates[1] = -rates[[0, 2]].sum()
        amounts += 0.15 * rates
        amounts[amounts < 0.05] = 0.05
        amounts /= amounts.sum()
    return amounts @ np.array([1.0, 2.0, 3.0])


@twin_of(reactions, 3, 14)
def _reactions(jnp, a):
    one, two, three = 1.0, 0.0, 0.4
    for _ in range(10):
        first = -a[0] * one + a[1] * two * three
        third = a[2] * two**2 - 3 * three
        amounts = jnp.stack([one, two, three])
        amounts = amounts + 0.15 * jnp.stack([first, -first - third, third])
        amounts = jnp.where(amounts < 0.05, 0.05, amounts)
        one, two, three = amounts / amounts.sum()
    return one + 2 * two + 3 * three


def titration(np, a):
    volumes = np.linspace(0.1, 0.9, 5)
    ph = np.zeros(5)
    for i, volume in enumerate(volumes):
        x, step = a[0], 1.0
        while abs(step) > 1e-13:
            value = x**3 + a[1] * x**2 - (volume * a[2] + 0.1) * x - 0.05
            step = value / (3 * x**2 + 2 * a[1] * x - (volume * a[2] + 0.1))
            x = x - step
        ph[i] = -np.log10(x)
    ph[1:] -= 0.2 * ph[:-1]
    return (ph**2).sum()


@twin_of(titration, 3, 15)
def _titration(jnp, a):
    volumes, x = jnp.linspace(0.1, 0.9, 5), jnp.full(5, a[0])
    for _ in range(8):  # as many as it takes to stand still
        value = x**3 + a[1] * x**2 - (volumes * a[2] + 0.1) * x - 0.05
        x = x - value / (3 * x**2 + 2 * a[1] * x - (volumes * a[2] + 0.1))
    ph = -jnp.log10(x)
    return ((ph - 0.2 * jnp.concatenate([jnp.zeros(1), ph[:-1]])) ** 2).sum()


# -- Biology


def alignment(np, a):
    likeness, gap = a[:12].reshape(3, 4) * 2 - 1, a[12] / 4
    score = np.zeros((4, 5))
    score[1:, 0] = -gap * np.arange(1, 4)
    score[0, 1:] = -gap * np.arange(1, 5)
    for i in range(1, 4):
        for j in range(1, 5):
            best = score[i - 1, j - 1] + likeness[i - 1, j - 1]
            if score[i - 1, j] - gap > best:
                best = score[i - 1, j] - gap
            if score[i, j - 1] - gap > best:
                best = score[i, j - 1] - gap
            score[i, j] = best
    return score[-1, -1] * 2 + score[:, 2].max()


@twin_of(alignment, 13, 16)
def _alignment(jnp, a):
    likeness, gap = a[:12].reshape(3, 4) * 2 - 1, a[12] / 4
    rows = [[-gap * j for j in range(5)]]
    for i in range(3):
        row = [-gap * (i + 1)]
        for j in range(4):
            ways = rows[-1][j] + likeness[i, j], rows[-1][j + 1] - gap, row[-1] - gap
            row.append(jnp.max(jnp.stack(ways)))
        rows.append(row)
    return rows[-1][-1] * 2 + jnp.max(jnp.stack([row[2] for row in rows]))


def epidemic(np, a):
    people = np.zeros((3, 12))
    people[:, 0] = 0.95, 0.05, 0.0
    for day in range(11):
        s, i, r = people[:, day]
        contact = 1.2 * a[0] if i < 0.12 else 0.6 * a[0]
        people[:, day + 1] = people[:, day]
        people[0, day + 1] -= contact * s * i
        people[1, day + 1] += contact * s * i - a[1] * 0.3 * i
        people[2, day + 1] += a[1] * 0.3 * i
        if day == 6:
            moved = people[0, day + 1] * a[2] * 0.2
            people[[0, 2], day + 1] += np.array([-1.0, 1.0]) * moved
    return people[1].max() + people[2, -1]


@twin_of(epidemic, 3, 17, 0.5, 0.95)
def _epidemic(jnp, a):
    s, i, r, most = 0.95, jnp.array(0.05), 0.0, 0.05
    for day in range(11):
        caught = jnp.where(i < 0.12, 1.2, 0.6) * a[0] * s * i
        healed = a[1] * 0.3 * i
        s, i, r = s - caught, i + caught - healed, r + healed
        if day == 6:
            s, r = s * (1 - a[2] * 0.2), r + s * a[2] * 0.2
        most = jnp.maximum(most, i)
    return most + r


# -- Climate


def energy_balance(np, a):
    heat = 10 - 30 * np.linspace(-1, 1, 7) ** 2 * (1 + a[:7] * 0.1)
    sun = 1 - 0.5 * np.linspace(-1, 1, 7) ** 2
    albedo = np.empty(7)
    for _ in range(5):
        albedo.fill(0.3)
        albedo[heat < -10] = 0.6
        np.copyto(albedo, 0.3 - 0.03 * heat, where=(heat >= -10) & (heat < 0))
        change = 340 * sun * (1 - albedo) - 203 - 2.1 * heat
        change[1:-1] += 20 * a[7] * np.diff(heat, 2)
        heat += 0.05 * change
    return heat.mean() + 0.1 * heat[0] ** 2


@twin_of(energy_balance, 8, 18)
def _energy_balance(jnp, a):
    far = jnp.linspace(-1, 1, 7) ** 2
    heat = 10 - 30 * far * (1 + a[:7] * 0.1)
    for _ in range(5):
        albedo = jnp.where(heat < -10, 0.6, jnp.where(heat < 0, 0.3 - 0.03 * heat, 0.3))
        spread = jnp.pad(heat[2:] - 2 * heat[1:-1] + heat[:-2], 1)
        change = 340 * (1 - 0.5 * far) * (1 - albedo) - 203 - 2.1 * heat + 20 * a[7] * spread
        heat = heat + 0.05 * change
    return heat.mean() + 0.1 * heat[0] ** 2


def upwind(np, a):
    field, speed = a[:8].copy(), a[8:16] - 0.55
    flux = np.zeros(9)
    for _ in range(4):
        inner = flux[1:-1]
        forward = speed[1:] > 0
        inner[forward] = field[:-1][forward] * speed[1:][forward]
        inner[~forward] = field[1:][~forward] * speed[1:][~forward]
        field -= 0.4 * (flux[1:] - flux[:-1])
        speed[...] = 0.9 * speed[::-1]
    return (field**2 * np.arange(1, 9)).sum()


@twin_of(upwind, 16, 19)
def _upwind(jnp, a):
    field, speed = a[:8], a[8:16] - 0.55
    for _ in range(4):
        inner = jnp.where(speed[1:] > 0, field[:-1] * speed[1:], field[1:] * speed[1:])
        flux = jnp.pad(inner, 1)
        field = field - 0.4 * (flux[1:] - flux[:-1])
        speed = 0.9 * speed[::-1]
    return (field**2 * jnp.arange(1, 9)).sum()


# -- Hydrology


def reservoirs(np, a):
    stored, limits = np.array([0.3, 0.5, 0.2]), a[:3] + 0.3
    spilled = []
    for rain in a[3:9]:
        stored[0] += rain
        for k in range(3):
            out = 0.2 * stored[k]
            if stored[k] - out > limits[k]:
                out = stored[k] - limits[k]
            stored[k] -= out
            if k < 2:
                stored[k + 1] += out
            else:
                spilled.append(out)
    spilled = np.asarray(spilled)
    return (spilled**2).sum() + stored.prod()


@twin_of(reservoirs, 9, 20)
def _reservoirs(jnp, a):
    stored, total = [0.3, 0.5, 0.2], 0.0
    for rain in a[3:9]:
        for k in range(3):
            held = stored[k] + rain
            rain = jnp.maximum(0.2 * held, held - a[k] - 0.3)
            stored[k] = held - rain
        total = total + rain**2
    return total + stored[0] * stored[1] * stored[2]


def flow_accumulation(np, a):
    heights, water = a.reshape(3, 4), np.ones(12)
    for cell in np.argsort(-heights, axis=None):
        y, x = divmod(int(cell), 4)
        drops = np.zeros(12)
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if 0 <= y + dy < 3 and 0 <= x + dx < 4:
                drops[(y + dy) * 4 + x + dx] = heights[y, x] - heights[y + dy, x + dx]
        drops[drops < 0] = 0
        if drops.any():
            drops /= drops.sum()
            water += drops * water[cell]
    return np.log(water).sum()


@twin_of(flow_accumulation, 12, 21)
def _flow_accumulation(jnp, a):
    near = real.zeros((12, 12))
    for p in range(12):
        for q in range(12):
            near[p, q] = abs(p // 4 - q // 4) + abs(p % 4 - q % 4) == 1
    drops = jnp.maximum(a[:, None] - a, 0) * near
    total = drops.sum(1, keepdims=True)
    shares = drops / jnp.where(total > 0, total, 1)
    water = jnp.linalg.solve(jnp.eye(12) - shares.T, jnp.ones(12))
    return jnp.log(water).sum()


# -- Circuits


def nodal_analysis(np, a):
    conductances = np.zeros((4, 4))
    for (i, j), g in zip([(0, 1), (1, 2), (2, 3), (0, 3), (1, 3)], a[:5], strict=True):
        conductances[i, i] += g
        conductances[j, j] += g
        conductances[i, j] -= g
        conductances[j, i] -= g
    conductances[0] = 0
    conductances[0, 0] = 1
    currents = np.zeros(4)
    currents[-1] = a[5]
    volts = np.linalg.solve(conductances, currents)
    volts[1:] *= volts[:-1] + 1
    return volts @ volts


@twin_of(nodal_analysis, 6, 22)
def _nodal_analysis(jnp, a):
    ends = real.zeros((5, 4))
    for at, (i, j) in enumerate([(0, 1), (1, 2), (2, 3), (0, 3), (1, 3)]):
        ends[at, i], ends[at, j] = 1, -1
    whole = ends.T @ (a[:5, None] * ends)
    whole = jnp.concatenate([jnp.eye(4)[:1], whole[1:]])
    volts = jnp.linalg.solve(whole, jnp.array([0, 0, 0, 1.0]) * a[5])
    volts = volts * jnp.concatenate([jnp.ones(1), volts[:-1] + 1])
    return volts @ volts


def rectifier(np, a):
    source = np.sin(np.linspace(0, 9, 20)) * a[0] * 2
    np.abs(source, out=source)
    source -= 0.2
    charge = np.zeros(20)
    for t in range(1, 20):
        charge[t] = charge[t - 1] * np.exp(-0.3 * a[1])
        if source[t] > charge[t]:
            charge[t] += a[2] * (source[t] - charge[t])
    ripple = charge[10:]
    ripple -= ripple.min()
    return ripple.max() + charge[:10].sum()


@twin_of(rectifier, 3, 23)
def _rectifier(jnp, a):
    source = jnp.abs(jnp.sin(jnp.linspace(0, 9, 20)) * a[0] * 2) - 0.2
    charge = [jnp.zeros(())]
    for t in range(1, 20):
        now = charge[-1] * jnp.exp(-0.3 * a[1])
        charge.append(jnp.where(source[t] > now, now + a[2] * (source[t] - now), now))
    charge = jnp.stack(charge)
    return charge[10:].max() - charge[10:].min() + charge[:10].sum()


# -- Control


def regulator(np, a):
    state = {"x": np.zeros(2), "sum": 0.0}
    before = 0.0
    log = np.zeros((15, 2))
    for t in range(15):
        error = 1.0 - state["x"][0]
        state["sum"] += 0.2 * error
        push = 4 * a[0] * error + a[1] * state["sum"] + a[2] * (error - before)
        if push > 1.5:
            push = 1.5
            state["sum"] -= 0.2 * error
        before = error
        state["x"][1] += 0.2 * (push - state["x"][1])
        state["x"][0] += 0.2 * state["x"][1]
        log[t] = error, push
    return (log * log).sum(axis=0) @ np.array([1.0, 0.1])


@twin_of(regulator, 3, 24)
def _regulator(jnp, a):
    place, speed, summed, before, cost = 0.0, 0.0, 0.0, 0.0, 0.0
    for _ in range(15):
        error = 1.0 - place
        more = summed + 0.2 * error
        push = 4 * a[0] * error + a[1] * more + a[2] * (error - before)
        summed = jnp.where(push > 1.5, summed, more)
        push = jnp.minimum(push, 1.5)
        before = error
        speed = speed + 0.2 * (push - speed)
        place = place + 0.2 * speed
        cost = cost + error**2 + 0.1 * push**2
    return cost


def riccati(np, a):
    move = np.eye(2)
    move[0, 1] = a[0]
    move[1] += a[1] * 0.2
    push = np.zeros((2, 1))
    push[:, 0] = a[2:4]
    cost = np.eye(2) * 2
    gains = np.empty((5, 2))
    for t in range(4, -1, -1):
        inner = push.T @ cost @ push
        inner += a[4]
        gain = np.linalg.inv(inner) @ push.T @ cost @ move
        gains[t] = gain[0]
        cost[:] = move.T @ cost @ (move - push @ gain)
        cost.flat[::3] += a[5]
    return np.einsum("ti,ti->", gains, gains) + cost[0, 1]


@twin_of(riccati, 6, 25)
def _riccati(jnp, a):
    move = jnp.stack([jnp.stack([jnp.ones(()), a[0]]), jnp.array([0.0, 1.0]) + a[1] * 0.2])
    push, cost, total = a[2:4], jnp.eye(2) * 2, 0.0
    for _ in range(5):
        gain = push @ cost @ move / (push @ cost @ push + a[4])
        total = total + gain @ gain
        cost = move.T @ cost @ (move - jnp.outer(push, gain)) + jnp.eye(2) * a[5]
    return total + cost[0, 1]


# -- Learning


def training(np, a):
    inputs = np.linspace(-1, 1, 8).reshape(4, 2)
    targets = np.array([0.1, 0.4, 0.3, 0.9])
    first, second, bias = a[:6].reshape(2, 3).copy(), a[6:9].copy(), np.zeros(3)
    for _ in range(5):
        hidden = inputs @ first + bias
        active = hidden > 0
        hidden[~active] = 0
        error = hidden @ second - targets
        back = np.outer(error, second)
        back *= active
        second -= a[9] * hidden.T @ error / 4
        first -= a[9] * inputs.T @ back / 4
        bias -= a[9] * back.mean(axis=0)
    return ((np.maximum(inputs @ first + bias, 0) @ second - targets) ** 2).mean()


@twin_of(training, 10, 26)
def _training(jnp, a):
    inputs = jnp.linspace(-1, 1, 8).reshape(4, 2)
    targets = jnp.array([0.1, 0.4, 0.3, 0.9])
    first, second, bias = a[:6].reshape(2, 3), a[6:9], jnp.zeros(3)
    for _ in range(5):
        hidden = inputs @ first + bias
        active = hidden > 0
        hidden = jnp.where(active, hidden, 0)
        error = hidden @ second - targets
        back = jnp.where(active, jnp.outer(error, second), 0)
        second = second - a[9] * hidden.T @ error / 4
        first = first - a[9] * inputs.T @ back / 4
        bias = bias - a[9] * back.mean(axis=0)
    return ((jnp.maximum(inputs @ first + bias, 0) @ second - targets) ** 2).mean()


def nearest_centres(np, a):
    points, centres = a[:12].reshape(6, 2), a[12:16].reshape(2, 2).copy()
    for _ in range(2):
        far = np.array([[((p - c) ** 2).sum() for c in centres] for p in points])
        nearest = far.argmin(axis=1)
        for k in range(2):
            members = points[nearest == k]
            if len(members):
                centres[k] += 0.7 * (members.mean(axis=0) - centres[k])
    return far[np.arange(6), nearest].sum() + centres[0] @ centres[1]


@twin_of(nearest_centres, 16, 27)
def _nearest_centres(jnp, a):
    points, centres = a[:12].reshape(6, 2), a[12:16].reshape(2, 2)
    for _ in range(2):
        far = ((points[:, None] - centres) ** 2).sum(-1)
        mine = (far.argmin(axis=1)[:, None] == jnp.arange(2)) * 1.0
        counts = mine.sum(0)[:, None]
        means = mine.T @ points / jnp.maximum(counts, 1)
        centres = jnp.where(counts > 0, centres + 0.7 * (means - centres), centres)
    return far.min(axis=1).sum() + centres[0] @ centres[1]


# -- Optics


def thin_films(np, a):
    whole = np.eye(2, dtype=complex)
    layer = np.empty((2, 2), dtype=complex)
    for index, thick in a.reshape(3, 2) + np.array([1.0, 0.2]):
        phase = 2 * index * thick
        layer[0, 0] = layer[1, 1] = np.cos(phase)
        layer[0, 1] = 1j * np.sin(phase) / index
        layer[1, 0] = 1j * np.sin(phase) * index
        whole[...] = whole @ layer
    whole[1] *= 1.5
    low, high = whole.sum(axis=0)
    reflected = (low - high) / (low + high)
    return np.abs(reflected) ** 2 + reflected.imag


@twin_of(thin_films, 6, 28)
def _thin_films(jnp, a):
    whole = jnp.eye(2, dtype=complex)
    for index, thick in a.reshape(3, 2) + jnp.array([1.0, 0.2]):
        phase = 2 * index * thick
        cos, sin = jnp.cos(phase), 1j * jnp.sin(phase)
        rows = jnp.stack([cos + 0j, sin / index]), jnp.stack([sin * index, cos + 0j])
        whole = whole @ jnp.stack(rows)
    low, high = whole[0] + 1.5 * whole[1]
    reflected = (low - high) / (low + high)
    return reflected.real**2 + reflected.imag**2 + reflected.imag


def traced_rays(np, a):
    rays = np.zeros((4, 2))
    rays[:, 0] = np.linspace(-0.5, 0.5, 4)
    rays[:, 1] = a[0] * 0.1
    for strength, gap in ((a[1], a[2]), (a[3], a[4])):
        rays[:, 1] -= strength * rays[:, 0]
        rays[:, 0] += gap * rays[:, 1]
        lost = np.abs(rays[:, 0]) > 0.35
        rays[lost] *= [0.5, -1.0]
    spot, slope = rays.T
    spot -= spot.mean()
    return (spot**2).sum() + np.abs(slope).max() + rays[1, 0]


@twin_of(traced_rays, 5, 29)
def _traced_rays(jnp, a):
    place, slope = jnp.linspace(-0.5, 0.5, 4), jnp.ones(4) * a[0] * 0.1
    for strength, gap in ((a[1], a[2]), (a[3], a[4])):
        slope = slope - strength * place
        place = place + gap * slope
        lost = jnp.abs(place) > 0.35
        place, slope = jnp.where(lost, place * 0.5, place), jnp.where(lost, -slope, slope)
    spot = place - place.mean()
    return (spot**2).sum() + jnp.abs(slope).max() + spot[1]


# -- Acoustics


def resonator(np, a):
    sound = np.zeros(16)
    sound[::5] = 1
    out = np.zeros(18)
    for n in range(16):
        out[n + 2] = a[0] * sound[n]
        out[n + 2] += 1.2 * a[1] * out[n + 1]
        out[n + 2] -= 0.8 * a[2] * out[n]
    heard = out[2:]
    heard[np.abs(heard) > 0.9] *= 0.5
    np.tanh(heard, out=heard)
    return (out**2).sum() + out[-1]


@twin_of(resonator, 3, 30)
def _resonator(jnp, a):
    one, two, heard = 0.0, 0.0, []
    for n in range(16):
        now = a[0] * (n % 5 == 0) + 1.2 * a[1] * one - 0.8 * a[2] * two
        one, two = now, one
        heard.append(now)
    heard = jnp.stack(heard)
    heard = jnp.tanh(jnp.where(jnp.abs(heard) > 0.9, heard * 0.5, heard))
    return (heard**2).sum() + heard[-1]


def compressor(np, a):
    level, gains = 0.0, np.ones(12)
    for n in range(12):
        loud = np.abs(a[n] - 0.5)
        speed = 0.6 if loud > level else 0.2
        level += speed * (loud - level)
        if level > 0.15:
            gains[n] = (level / 0.15) ** -0.5
    played = (a[:12] - 0.5) * gains
    played[1:] -= 0.3 * played[:-1].copy()
    return (played**2).mean() + gains.min()


@twin_of(compressor, 12, 31)
def _compressor(jnp, a):
    level, gains = jnp.zeros(()), []
    for n in range(12):
        loud = jnp.abs(a[n] - 0.5)
        level = level + jnp.where(loud > level, 0.6, 0.2) * (loud - level)
        over = level > 0.15
        gains.append(jnp.where(over, (jnp.where(over, level, 0.15) / 0.15) ** -0.5, 1.0))
    gains = jnp.stack(gains)
    played = (a - 0.5) * gains
    played = played - 0.3 * jnp.concatenate([jnp.zeros(1), played[:-1]])
    return (played**2).mean() + gains.min()


# -- Structures


def truss(np, a):
    places = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, 1.0], [1.5, 1.2]])
    places[2:] += a[:4].reshape(2, 2) * 0.2
    stiff = np.zeros((8, 8))
    for n, (i, j) in enumerate([(0, 2), (1, 2), (1, 3), (2, 3), (0, 1)]):
        along = places[j] - places[i]
        length = np.sqrt(along @ along)
        along = along / length
        block = np.outer(along, along) * (a[4 + n] / length)
        dofs = np.array([2 * i, 2 * i + 1, 2 * j, 2 * j + 1])
        stiff[np.ix_(dofs, dofs)] += np.block([[block, -block], [-block, block]])
    loads = np.zeros(8)
    loads[5], loads[7] = -0.1, -0.2
    moved = np.zeros(8)
    moved[4:] = np.linalg.solve(stiff[4:, 4:], loads[4:])
    return loads @ moved + moved[6]


@twin_of(truss, 9, 32)
def _truss(jnp, a):
    fixed = jnp.array([[0.0, 0.0], [1.0, 0.0]])
    loose = jnp.array([[0.5, 1.0], [1.5, 1.2]]) + a[:4].reshape(2, 2) * 0.2
    places = jnp.concatenate([fixed, loose])
    stiff = 0.0
    for n, (i, j) in enumerate([(0, 2), (1, 2), (1, 3), (2, 3), (0, 1)]):
        along = places[j] - places[i]
        length = jnp.sqrt(along @ along)
        ends = real.zeros(4)
        ends[i], ends[j] = -1, 1
        column = jnp.kron(jnp.array(ends), along / length)
        stiff = stiff + jnp.outer(column, column) * (a[4 + n] / length)
    loads = jnp.array([0, -0.1, 0, -0.2])
    moved = jnp.linalg.solve(stiff[4:, 4:], loads)
    return loads @ moved + moved[2]


def heated_rod(np, a):
    upper, diagonal = -a[:5].copy(), 2.5 + a[5:11]
    right = np.arange(6.0) * a[11]
    for i in range(5):
        factor = -a[i] / diagonal[i]
        diagonal[i + 1] -= factor * upper[i]
        right[i + 1] -= factor * right[i]
    right[-1] /= diagonal[-1]
    for i in range(4, -1, -1):
        right[i] = (right[i] - upper[i] * right[i + 1]) / diagonal[i]
    warm = right > 1.0
    right[warm] = 1 + np.log(right[warm])
    return right.sum() + right[2] ** 2


@twin_of(heated_rod, 12, 33)
def _heated_rod(jnp, a):
    whole = jnp.diag(2.5 + a[5:11]) - jnp.diag(a[:5], 1) - jnp.diag(a[:5], -1)
    found = jnp.linalg.solve(whole, jnp.arange(6.0) * a[11])
    warm = found > 1.0
    found = jnp.where(warm, 1 + jnp.log(jnp.where(warm, found, 1.0)), found)
    return found.sum() + found[2] ** 2


# -- Economics


def saved_for_later(np, a):
    reward = np.log(1 + a[:9].reshape(3, 3))
    values = np.zeros(3)
    fresh = np.empty(3)
    rounds = 0
    while True:
        np.max(reward + 0.5 * values, axis=1, out=fresh)
        rounds += 1
        if np.abs(fresh - values).max() < 1e-3 or rounds == 50:
            break
        values[:] = fresh
    return values @ np.array([1.0, 0.5, 2.0])


@twin_of(saved_for_later, 9, 34)
def _saved_for_later(jnp, a):
    reward, values, done = jnp.log(1 + a.reshape(3, 3)), jnp.zeros(3), False
    for _ in range(12):
        fresh = (reward + 0.5 * values).max(axis=1)
        done = done | (jnp.abs(fresh - values).max() < 1e-3)
        values = jnp.where(done, values, fresh)
    return values @ jnp.array([1.0, 0.5, 2.0])


def order_book(np, a):
    prices, sizes = np.sort(a[:6]), a[6:12].copy()
    wanted, paid = 1.5 + a[12], 0.0
    for k in range(6):
        taken = sizes[k] if sizes[k] < wanted else wanted
        sizes[k] -= taken
        wanted -= taken
        paid += taken * prices[k]
        if not wanted > 0:
            break
    prices[sizes > 0] *= 1 + paid * 0.01
    return paid + (prices * sizes).sum()


@twin_of(order_book, 13, 35)
def _order_book(jnp, a):
    prices, wanted, paid, left = jnp.sort(a[:6]), 1.5 + a[12], 0.0, []
    for k in range(6):
        taken = jnp.minimum(a[6 + k], wanted)
        left.append(a[6 + k] - taken)
        wanted = wanted - taken
        paid = paid + taken * prices[k]
    left = jnp.stack(left)
    return paid + (prices * jnp.where(left > 0, 1 + paid * 0.01, 1) * left).sum()


# -- Neurons


def spiking(np, a):
    volts, traces = np.zeros(3), np.zeros(3)
    weights = a[:9].reshape(3, 3).copy()
    np.fill_diagonal(weights, 0)
    total = 0.0
    for _ in range(10):
        volts *= 0.9
        volts += 0.3 * a[9:12]
        fired = volts > 0.7
        if fired.any():
            volts[fired] -= 0.7
            volts[:] += 0.1 * (weights @ fired)
            traces[fired] += volts[fired]
        traces *= 0.8
        total += traces.sum()
    return total + volts @ volts


@twin_of(spiking, 12, 36)
def _spiking(jnp, a):
    weights = a[:9].reshape(3, 3) * (1 - jnp.eye(3))
    volts, traces, total = jnp.zeros(3), jnp.zeros(3), 0.0
    for _ in range(10):
        volts = volts * 0.9 + 0.3 * a[9:12]
        fired = volts > 0.7
        volts = volts - 0.7 * fired + 0.1 * (weights @ (fired * 1.0))
        traces = (traces + jnp.where(fired, volts, 0)) * 0.8
        total = total + traces.sum()
    return total + volts @ volts


def associations(np, a):
    weights = np.zeros((4, 4))
    for pattern in a.reshape(3, 4):
        centred = pattern - pattern.mean()
        weights += np.multiply.outer(centred, centred)
    weights[np.eye(4, dtype=bool)] = 0.0
    weights[np.triu_indices(4, 1)] *= 2
    state = np.array([1.0, -1.0, 1.0, 0.5])
    for k in (2, 0, 3, 1):
        state[k] = np.tanh(3 * weights[k] @ state)
    return state @ np.array([1.0, 2.0, -1.0, 0.5])


@twin_of(associations, 12, 37)
def _associations(jnp, a):
    centred = a.reshape(3, 4) - a.reshape(3, 4).mean(axis=1, keepdims=True)
    weights = centred.T @ centred * jnp.array(real.tril(real.ones((4, 4)), -1) * -1 + 2)
    weights = weights * (1 - jnp.eye(4))
    state = [1.0, -1.0, 1.0, 0.5]
    for k in (2, 0, 3, 1):
        state[k] = jnp.tanh(3 * sum(weights[k, j] * state[j] for j in range(4)))
    return state[0] + 2 * state[1] - state[2] + 0.5 * state[3]


# -- Networks


def shortest_paths(np, a):
    far = a.reshape(4, 4).copy() * 2
    np.fill_diagonal(far, 0)
    far[0, 3] = far[3, 1] = np.inf
    for k in range(4):
        np.minimum(far, far[:, k, None] + far[None, k, :], out=far)
    return np.sqrt(1 + far).sum() + far.max()


@twin_of(shortest_paths, 16, 38)
def _shortest_paths(jnp, a):
    shut = real.zeros((4, 4), bool)
    shut[0, 3] = shut[3, 1] = True
    far = jnp.where(shut, 1e9, a.reshape(4, 4) * 2 * (1 - jnp.eye(4)))
    for k in range(4):
        far = jnp.minimum(far, far[:, k, None] + far[k])
    return jnp.sqrt(1 + far).sum() + far.max()


def ranks_of_pages(np, a):
    links = a[:16].reshape(4, 4).copy()
    links[links < 0.4] = 0
    links[1] = 0
    sums = links.sum(axis=0)
    np.divide(links, sums, out=links, where=sums > 0)
    links[:, sums == 0] = 0.25
    ranks = np.full(4, 0.25)
    change = 1.0
    while change > 1e-2:
        before = ranks.copy()
        ranks[:] = 0.85 * links @ ranks
        ranks += 0.15 * a[16:] / a[16:].sum()
        change = np.abs(ranks - before).max()
    order = ranks.argsort()[::-1]
    return ranks[order[0]] * 2 + ranks[order[1]]


@twin_of(ranks_of_pages, 20, 39)
def _ranks_of_pages(jnp, a):
    links = a[:16].reshape(4, 4)
    links = jnp.where(links < 0.4, 0, links) * jnp.array([[1.0], [0], [1], [1]])
    sums = links.sum(axis=0)
    links = jnp.where(sums > 0, links / jnp.where(sums > 0, sums, 1), 0.25)
    ranks, done = jnp.full(4, 0.25), False
    for _ in range(6):
        fresh = 0.85 * links @ ranks + 0.15 * a[16:] / a[16:].sum()
        now = jnp.where(done, ranks, fresh)
        done = done | (jnp.abs(fresh - ranks).max() <= 1e-2)
        ranks = now
    best = jnp.sort(ranks)[::-1]
    return best[0] * 2 + best[1]
