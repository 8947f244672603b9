"""Grids that are stepped through time."""

import jax.numpy as jnp
from jax import lax


def heat_1d(steps, rate, u, v):
    def step(_, state):
        u, v = state
        v = v.at[1:-1].set(u[1:-1] + rate * (u[:-2] - 2.0 * u[1:-1] + u[2:]))
        u = u.at[1:-1].set(v[1:-1] + rate * (v[:-2] - 2.0 * v[1:-1] + v[2:]))
        return u, v

    return lax.fori_loop(0, steps, step, (u, v))


def jacobi_2d(steps, a, b):
    def smoothed(x):
        return 0.2 * (x[1:-1, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:] + x[2:, 1:-1] + x[:-2, 1:-1])

    def step(_, state):
        a, b = state
        b = b.at[1:-1, 1:-1].set(smoothed(a))
        a = a.at[1:-1, 1:-1].set(smoothed(b))
        return a, b

    return lax.fori_loop(0, steps, step, (a, b))


def heat_3d(steps, rate, u):
    def step(_, u):
        change = (
            u[2:, 1:-1, 1:-1] + u[:-2, 1:-1, 1:-1]
            + u[1:-1, 2:, 1:-1] + u[1:-1, :-2, 1:-1]
            + u[1:-1, 1:-1, 2:] + u[1:-1, 1:-1, :-2]
            - 6.0 * u[1:-1, 1:-1, 1:-1]
        )  # fmt: skip
        return u.at[1:-1, 1:-1, 1:-1].add(rate * change)

    return lax.fori_loop(0, steps, step, u)


def seidel_2d(steps, a):
    rows, columns = a.shape

    def element(j, state):
        i, a = state
        value = 0.25 * (a[i - 1, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j])
        return i, a.at[i, j].set(value)

    def row(i, a):
        return lax.fori_loop(1, columns - 1, element, (i, a))[1]

    return lax.fori_loop(0, steps, lambda _, a: lax.fori_loop(1, rows - 1, row, a), a)


def fdtd_2d(source, ex, ey, hz):
    def step(state, driven):
        ex, ey, hz = state
        ey = ey.at[0, :].set(driven)
        ey = ey.at[1:, :].add(-0.5 * (hz[1:, :] - hz[:-1, :]))
        ex = ex.at[:, 1:].add(-0.5 * (hz[:, 1:] - hz[:, :-1]))
        curl = ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1]
        hz = hz.at[:-1, :-1].add(-0.7 * curl)
        return (ex, ey, hz), None

    return lax.scan(step, (ex, ey, hz), source)[0]


def wave_2d(steps, speed, start):
    def step(_, state):
        before, now, after = state
        bend = now[2:, 1:-1] + now[:-2, 1:-1] + now[1:-1, 2:] + now[1:-1, :-2]
        middle = now[1:-1, 1:-1]
        following = 2.0 * middle - before[1:-1, 1:-1] + speed * (bend - 4.0 * middle)
        return now, after.at[1:-1, 1:-1].set(following), before

    return lax.fori_loop(0, steps, step, (start, start, jnp.zeros_like(start)))[1]


def implicit_sweep(r, u):
    def down(state, row):
        c, d = state
        pivot = 1.0 + 2.0 * r + r * c
        state = -r / pivot, (row + r * d) / pivot
        return state, state

    def up(below, state):
        c, d = state
        row = d - c * below
        return row, row

    _, (c, d) = lax.scan(down, (jnp.zeros((), u.dtype), u[0]), u[1:-1])
    _, inner = lax.scan(up, u[-1], (c, d), reverse=True)
    return u.at[1:-1].set(inner)


def adi(steps, r, u):
    def step(_, u):
        return implicit_sweep(r, implicit_sweep(r, u).T).T

    return lax.fori_loop(0, steps, step, u)


def game_of_life(steps, cells):
    def step(_, cells):
        near = (
            cells[:-2, :-2] + cells[:-2, 1:-1] + cells[:-2, 2:]
            + cells[1:-1, :-2] + cells[1:-1, 2:]
            + cells[2:, :-2] + cells[2:, 1:-1] + cells[2:, 2:]
        )  # fmt: skip
        middle = jnp.where((near < 2) | (near > 3), 0, cells[1:-1, 1:-1])
        return cells.at[1:-1, 1:-1].set(jnp.where(near == 3, 1, middle).astype(cells.dtype))

    return lax.fori_loop(0, steps, step, cells)


def gray_scott(steps, feed, kill, u, v):
    def periodic(x):
        x = x.at[0, :].set(x[-2, :]).at[-1, :].set(x[1, :])
        return x.at[:, 0].set(x[:, -2]).at[:, -1].set(x[:, 1])

    def spread(x):
        return x[2:, 1:-1] + x[:-2, 1:-1] + x[1:-1, 2:] + x[1:-1, :-2] - 4.0 * x[1:-1, 1:-1]

    def step(_, state):
        u, v = map(periodic, state)
        inner_u, inner_v = u[1:-1, 1:-1], v[1:-1, 1:-1]
        eaten = inner_u * inner_v**2
        more_u = 0.2 * spread(u) - eaten + feed * (1.0 - inner_u)
        more_v = 0.1 * spread(v) + eaten - (feed + kill) * inner_v
        return u.at[1:-1, 1:-1].add(more_u), v.at[1:-1, 1:-1].add(more_v)

    return lax.fori_loop(0, steps, step, (u, v))


def relaxation(tolerance, p, b):
    def step(state):
        steps, p, _ = state
        near = p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2]
        new = p.at[1:-1, 1:-1].set(0.25 * near - b[1:-1, 1:-1])
        return steps + 1, new, jnp.max(jnp.abs(new - p))

    steps, p, _ = lax.while_loop(lambda state: state[2] > tolerance, step, (0, p, 1.0))
    return steps, p


def flood(wall, water):
    def step(state):
        water, _ = state
        grown = water.at[1:, :].set(water[1:, :] | water[:-1, :])
        grown = grown.at[:-1, :].set(grown[:-1, :] | water[1:, :])
        grown = grown.at[:, 1:].set(grown[:, 1:] | water[:, :-1])
        grown = grown.at[:, :-1].set(grown[:, :-1] | water[:, 1:])
        grown = grown & ~wall
        return grown, jnp.sum(grown) != jnp.sum(water)

    # a step that makes no more of it changes nothing: walls were never water
    return lax.while_loop(lambda state: state[1], step, (water, jnp.asarray(True)))[0]
