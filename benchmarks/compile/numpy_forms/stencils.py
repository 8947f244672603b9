"""Grids that are stepped through time."""

import numpy as np


def heat_1d(steps, rate, u, v):
    for _ in range(steps):
        v[1:-1] = u[1:-1] + rate * (u[:-2] - 2.0 * u[1:-1] + u[2:])
        u[1:-1] = v[1:-1] + rate * (v[:-2] - 2.0 * v[1:-1] + v[2:])


def jacobi_2d(steps, a, b):
    for _ in range(steps):
        b[1:-1, 1:-1] = 0.2 * (
            a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1]
        )
        a[1:-1, 1:-1] = 0.2 * (
            b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1]
        )


def heat_3d(steps, rate, u):
    for _ in range(steps):
        middle = u[1:-1, 1:-1, 1:-1]
        change = (
            u[2:, 1:-1, 1:-1] + u[:-2, 1:-1, 1:-1]
            + u[1:-1, 2:, 1:-1] + u[1:-1, :-2, 1:-1]
            + u[1:-1, 1:-1, 2:] + u[1:-1, 1:-1, :-2]
            - 6.0 * middle
        )  # fmt: skip
        middle += rate * change


def seidel_2d(steps, a):
    rows, columns = a.shape
    for _ in range(steps):
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                a[i, j] = 0.25 * (a[i - 1, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j])


def fdtd_2d(source, ex, ey, hz):
    for t in range(len(source)):
        ey[0, :] = source[t]
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])


def wave_2d(steps, speed, start):
    before, now, after = start.copy(), start.copy(), np.zeros_like(start)
    for _ in range(steps):
        bend = now[2:, 1:-1] + now[:-2, 1:-1] + now[1:-1, 2:] + now[1:-1, :-2]
        after[1:-1, 1:-1] = (
            2.0 * now[1:-1, 1:-1] - before[1:-1, 1:-1] + speed * (bend - 4.0 * now[1:-1, 1:-1])
        )
        before, now, after = now, after, before
    return now


def implicit_sweep(r, u, c, d):
    n = u.shape[0]
    c[0] = 0.0
    d[0] = u[0]
    for i in range(1, n - 1):
        pivot = 1.0 + 2.0 * r + r * c[i - 1]
        c[i] = -r / pivot
        d[i] = (u[i] + r * d[i - 1]) / pivot
    for i in range(n - 2, 0, -1):
        u[i] = d[i] - c[i] * u[i + 1]


def adi(steps, r, u):
    c = np.zeros(u.shape[0])
    d = np.zeros_like(u)
    for _ in range(steps):
        implicit_sweep(r, u, c, d)
        implicit_sweep(r, u.T, c, d)


def game_of_life(steps, cells):
    for _ in range(steps):
        near = (
            cells[:-2, :-2] + cells[:-2, 1:-1] + cells[:-2, 2:]
            + cells[1:-1, :-2] + cells[1:-1, 2:]
            + cells[2:, :-2] + cells[2:, 1:-1] + cells[2:, 2:]
        )  # fmt: skip
        middle = cells[1:-1, 1:-1]
        middle[(near < 2) | (near > 3)] = 0
        middle[near == 3] = 1


def gray_scott(steps, feed, kill, u, v):
    for _ in range(steps):
        for x in (u, v):  # periodic in both directions
            x[0, :] = x[-2, :]
            x[-1, :] = x[1, :]
            x[:, 0] = x[:, -2]
            x[:, -1] = x[:, 1]
        spread_u = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1]
        spread_v = v[2:, 1:-1] + v[:-2, 1:-1] + v[1:-1, 2:] + v[1:-1, :-2] - 4.0 * v[1:-1, 1:-1]
        eaten = u[1:-1, 1:-1] * v[1:-1, 1:-1] ** 2
        u[1:-1, 1:-1] += 0.2 * spread_u - eaten + feed * (1.0 - u[1:-1, 1:-1])
        v[1:-1, 1:-1] += 0.1 * spread_v + eaten - (feed + kill) * v[1:-1, 1:-1]


def relaxation(tolerance, p, b):
    steps = 0
    change = 1.0
    while change > tolerance:
        old = p.copy()
        p[1:-1, 1:-1] = (
            0.25 * (old[2:, 1:-1] + old[:-2, 1:-1] + old[1:-1, 2:] + old[1:-1, :-2]) - b[1:-1, 1:-1]
        )
        change = np.max(np.abs(p - old))
        steps += 1
    return steps


def flood(wall, water):
    while True:
        grown = water.copy()
        grown[1:, :] |= water[:-1, :]
        grown[:-1, :] |= water[1:, :]
        grown[:, 1:] |= water[:, :-1]
        grown[:, :-1] |= water[:, 1:]
        grown &= ~wall
        if np.sum(grown) == np.sum(water):
            break
        water[:, :] = grown
