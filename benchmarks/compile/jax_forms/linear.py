"""Factorisations and linear systems: a slice whose length changes is a mask."""

import jax.numpy as jnp
from jax import lax


def cholesky(a):
    rows = jnp.arange(a.shape[0])

    def column(j, a):
        left = jnp.where(rows < j, a[j], 0.0)
        rest = a[:, j] - a @ left
        pivot = jnp.sqrt(rest[j])
        new = jnp.where(rows > j, rest / pivot, jnp.where(rows == j, pivot, a[:, j]))
        return a.at[:, j].set(new)

    return lax.fori_loop(0, a.shape[0], column, a)


def eliminated(k, a):
    below = jnp.arange(a.shape[0]) > k
    factors = jnp.where(below, a[:, k] / a[k, k], 0.0)
    a = a.at[:, k].set(jnp.where(below, factors, a[:, k]))
    return a - jnp.outer(factors, jnp.where(below, a[k], 0.0))


def lu(a):
    return lax.fori_loop(0, a.shape[0] - 1, eliminated, a)


def lu_pivoted(a, order):
    rows = jnp.arange(a.shape[0])

    def step(k, state):
        a, order = state
        pivot = jnp.argmax(jnp.where(rows >= k, jnp.abs(a[:, k]), -1.0))
        a = a.at[k].set(a[pivot]).at[pivot].set(a[k])
        order = order.at[k].set(order[pivot]).at[pivot].set(order[k])
        return eliminated(k, a), order

    return lax.fori_loop(0, a.shape[0] - 1, step, (a, order))


def forward_substitution(lower, b, x):
    rows = jnp.arange(len(b))

    def row(i, x):
        done = jnp.where(rows < i, x, 0.0)
        return x.at[i].set((b[i] - lower[i] @ done) / lower[i, i])

    return lax.fori_loop(0, len(b), row, x)


def back_substitution(upper, b):
    n = b.shape[0]
    rows = jnp.arange(n)

    def row(k, x):
        i = n - 1 - k
        beside = jnp.where(rows > i, upper[i], 0.0)
        return x.at[i].set((b[i] - beside @ x) / upper[i, i])

    return lax.fori_loop(0, n, row, jnp.zeros_like(b))


def householder_qr(a, reflectors):
    rows = jnp.arange(a.shape[0])
    columns = jnp.arange(a.shape[1])

    def column(k, state):
        a, reflectors = state
        v = jnp.where(rows >= k, a[:, k], 0.0)
        v = v.at[k].add(jnp.sign(v[k]) * jnp.sqrt(v @ v))
        v = v / jnp.sqrt(v @ v)
        right = jnp.where(columns >= k, v @ a, 0.0)
        kept = jnp.where(rows >= k, v, reflectors[:, k])
        return a - 2.0 * jnp.outer(v, right), reflectors.at[:, k].set(kept)

    return lax.fori_loop(0, a.shape[1], column, (a, reflectors))


def rotate(a, upper, lower, cosine, sine):
    first, second = a[upper], a[lower]
    a = a.at[upper].set(cosine * first + sine * second)
    return a.at[lower].set(cosine * second - sine * first)


def givens_qr(a):
    rows, columns = a.shape

    def column(j, a):
        def row(k, a):
            i = rows - 1 - k
            length = jnp.sqrt(a[i - 1, j] ** 2 + a[i, j] ** 2)
            return lax.cond(
                length > 0.0,
                lambda a: rotate(a, i - 1, i, a[i - 1, j] / length, a[i, j] / length),
                lambda a: a,
                a,
            )

        return lax.fori_loop(0, rows - 1 - j, row, a)

    return lax.fori_loop(0, columns, column, a)


def gram_schmidt(a, q, r):
    columns = jnp.arange(a.shape[1])

    def column(k, state):
        a, q, r = state
        length = jnp.sqrt(jnp.sum(a[:, k] ** 2))
        direction = a[:, k] / length
        right = jnp.where(columns > k, direction @ a, 0.0)
        row = jnp.where(columns > k, right, jnp.where(columns == k, length, r[k]))
        return a - jnp.outer(direction, right), q.at[:, k].set(direction), r.at[k].set(row)

    return lax.fori_loop(0, a.shape[1], column, (a, q, r))


def power_iteration(tolerance, a, x):
    def step(state):
        x, new, _ = state
        y = a @ x
        following = jnp.sqrt(y @ y)
        return y / following, following, new

    def is_apart(state):
        _, new, value = state
        return jnp.abs(new - value) >= tolerance * new

    x, value, _ = lax.while_loop(is_apart, step, step((x, jnp.zeros(()), jnp.zeros(()))))
    return value, x


def conjugate_gradient(steps, tolerance, a, b, x):
    def goes_on(state):
        taken, *_, old = state
        return (taken < steps) & (old >= tolerance)

    def step(state):
        taken, x, residual, direction, old = state
        image = a @ direction
        length = old / (direction @ image)
        x = x + length * direction
        residual = residual - length * image
        new = residual @ residual
        return taken + 1, x, residual, residual + (new / old) * direction, new

    residual = b - a @ x
    start = 0, x, residual, residual, residual @ residual
    taken, x, *_ = lax.while_loop(goes_on, step, start)
    return taken, x


def gauss_seidel(steps, a, b, x):
    def row(i, x):
        rest = a[i] @ x - a[i, i] * x[i]
        return x.at[i].set((b[i] - rest) / a[i, i])

    return lax.fori_loop(0, steps, lambda _, x: lax.fori_loop(0, len(b), row, x), x)


def thomas(lower, middle, upper, b):
    def down(state, row):
        c, x = state
        below, here, above, right = row
        pivot = here - below * c
        state = above / pivot, (right - below * x) / pivot
        return state, state

    def up(below, state):
        c, x = state
        x = x - c * below
        return x, x

    zero = jnp.zeros((), b.dtype)
    _, (c, x) = lax.scan(down, (zero, zero), (lower, middle, upper, b))
    return lax.scan(up, zero, (c, x), reverse=True)[1]


def levinson(r, y):
    places = jnp.arange(len(r))

    def step(k, state):
        y, error, reflection = state
        error = error * (1.0 - reflection * reflection)
        done = jnp.where(places < k, y, 0.0)
        turned = jnp.where(places < k, jnp.roll(y[::-1], k), 0.0)
        reflection = -(r[k] + r @ turned) / error
        y = jnp.where(places < k, done + reflection * turned, y)
        return y.at[k].set(reflection), error, reflection

    start = y.at[0].set(-r[0]), jnp.ones((), y.dtype), -r[0]
    y, error, _ = lax.fori_loop(1, len(r), step, start)
    return error, y
