"""Convolutions, transforms and sets of points."""

import numpy as np


def convolution_by_offsets(image, kernel, out):
    rows, columns = out.shape
    height, width = kernel.shape
    for i in range(height):
        for j in range(width):
            out += kernel[i, j] * image[i : i + rows, j : j + columns]


def convolution_by_windows(image, kernel, out):
    rows, columns = out.shape
    height, width = kernel.shape
    for i in range(rows):
        for j in range(columns):
            out[i, j] = np.sum(image[i : i + height, j : j + width] * kernel)


def fft_by_stages(order, x):
    x[:] = x[order]
    half = 1
    while half < len(x):
        turn = np.exp(-1j * np.pi * np.arange(half) / half)
        blocks = x.reshape(-1, 2, half)
        even = blocks[:, 0].copy()
        odd = blocks[:, 1] * turn
        blocks[:, 0] = even + odd
        blocks[:, 1] = even - odd
        half *= 2


def mandelbrot(steps, c, counts):
    z = np.zeros_like(c)
    for _ in range(steps):
        inside = np.abs(z) <= 2.0
        z[inside] = z[inside] ** 2 + c[inside]
        counts[inside] += 1


def n_body(steps, dt, mass, position, velocity):
    for _ in range(steps):
        for i in range(len(mass)):
            away = position - position[i]
            squares = np.sum(away * away, axis=1) + 0.01
            pull = mass / (squares * np.sqrt(squares))
            velocity[i] += dt * np.sum(away * pull.reshape(-1, 1), axis=0)
        position += dt * velocity


def pair_forces(cutoff, position, force):
    n = position.shape[0]
    energy = 0.0
    for i in range(n):
        for j in range(i + 1, n):
            dx = position[i, 0] - position[j, 0]
            dy = position[i, 1] - position[j, 1]
            squares = dx * dx + dy * dy
            if squares < cutoff:
                near = 1.0 / squares**3
                strength = (48.0 * near * near - 24.0 * near) / squares
                force[i, 0] += strength * dx
                force[i, 1] += strength * dy
                force[j, 0] -= strength * dx
                force[j, 1] -= strength * dy
                energy += 4.0 * near * near - 4.0 * near
    return energy


def k_means(steps, points, centres, labels):
    best = np.zeros(len(points))
    for _ in range(steps):
        best[:] = np.inf
        for k in range(len(centres)):
            distance = np.sum((points - centres[k]) ** 2, axis=1)
            closer = distance < best
            best[closer] = distance[closer]
            labels[closer] = k
        for k in range(len(centres)):
            members = labels == k
            count = np.sum(members)
            if count > 0:
                centres[k] = np.sum(points[members], axis=0) / count


def sparse_by_rows(starts, columns, values, x, y):
    for row in range(len(y)):
        begin, end = starts[row], starts[row + 1]
        y[row] = np.sum(values[begin:end] * x[columns[begin:end]])


def sparse_by_elements(starts, columns, values, x, y):
    for row in range(len(y)):
        total = 0.0
        for k in range(starts[row], starts[row + 1]):
            total += values[k] * x[columns[k]]
        y[row] = total
