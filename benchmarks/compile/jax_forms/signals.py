"""Convolutions, transforms and sets of points."""

import jax
import jax.numpy as jnp
from jax import lax


def convolution_by_offsets(image, kernel, out):
    rows, columns = out.shape
    height, width = kernel.shape
    for i in range(height):
        for j in range(width):
            out = out + kernel[i, j] * image[i : i + rows, j : j + columns]
    return out


def convolution_by_windows(image, kernel, out):
    def element(i, j):
        return jnp.sum(lax.dynamic_slice(image, (i, j), kernel.shape) * kernel)

    row = jax.vmap(element, in_axes=(None, 0))
    rows, columns = map(jnp.arange, out.shape)
    return jax.vmap(row, in_axes=(0, None))(rows, columns)


def fft_by_stages(order, x):
    x = x[order]
    half = 1
    while half < len(x):
        turn = jnp.exp(-1j * jnp.pi * jnp.arange(half) / half)
        blocks = x.reshape(-1, 2, half)
        even, odd = blocks[:, 0], blocks[:, 1] * turn
        x = jnp.stack([even + odd, even - odd], axis=1).reshape(-1)
        half *= 2
    return x


def mandelbrot(steps, c, counts):
    def step(_, state):
        z, counts = state
        inside = jnp.abs(z) <= 2.0
        return jnp.where(inside, z**2 + c, z), counts + inside

    return lax.fori_loop(0, steps, step, (jnp.zeros_like(c), counts))[1]


def n_body(steps, dt, mass, position, velocity):
    def kick(position, place):
        away = position - place
        squares = jnp.sum(away * away, axis=1) + 0.01
        pull = mass / (squares * jnp.sqrt(squares))
        return jnp.sum(away * pull[:, None], axis=0)

    def step(_, state):
        position, velocity = state
        velocity = velocity + dt * jax.vmap(kick, in_axes=(None, 0))(position, position)
        return position + dt * velocity, velocity

    return lax.fori_loop(0, steps, step, (position, velocity))


def pair_forces(cutoff, position, force):
    away = position[:, None] - position[None]
    squares = jnp.sum(away**2, axis=-1) + jnp.eye(len(position)) * cutoff
    near = jnp.where(squares < cutoff, 1.0 / squares**3, 0.0)
    strength = (48.0 * near * near - 24.0 * near) / squares
    energy = jnp.sum(4.0 * near * near - 4.0 * near) / 2.0
    return energy, force + jnp.sum(strength[..., None] * away, axis=1)


def k_means(steps, points, centres, labels):
    def step(_, state):
        centres, _ = state
        distance = jnp.sum((points[:, None] - centres[None]) ** 2, axis=-1)
        labels = jnp.argmin(distance, axis=1)
        members = labels[None] == jnp.arange(len(centres))[:, None]
        count = jnp.sum(members, axis=1)[:, None]
        sums = members.astype(points.dtype) @ points
        return jnp.where(count > 0, sums / jnp.maximum(count, 1), centres), labels

    return lax.fori_loop(0, steps, step, (centres, labels))


def sparse_by_rows(starts, columns, values, x, y):
    rows = jnp.repeat(jnp.arange(len(y)), jnp.diff(starts), total_repeat_length=len(values))
    return jax.ops.segment_sum(values * x[columns], rows, len(y), indices_are_sorted=True)


def sparse_by_elements(starts, columns, values, x, y):
    def row(i, y):
        def element(k, total):
            return total + values[k] * x[columns[k]]

        total = lax.fori_loop(starts[i], starts[i + 1], element, jnp.zeros((), y.dtype))
        return y.at[i].set(total)

    return lax.fori_loop(0, len(y), row, y)
