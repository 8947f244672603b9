"""Factorisations and linear systems, by rows and columns."""

import numpy as np


def cholesky(a):
    n = a.shape[0]
    for j in range(n):
        a[j, j] = np.sqrt(a[j, j] - a[j, :j] @ a[j, :j])
        a[j + 1 :, j] = (a[j + 1 :, j] - a[j + 1 :, :j] @ a[j, :j]) / a[j, j]


def lu(a):
    n = a.shape[0]
    for k in range(n - 1):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])


def lu_pivoted(a, order):
    n = a.shape[0]
    for k in range(n - 1):
        pivot = k + np.argmax(np.abs(a[k:, k]))
        if pivot != k:
            row = a[k].copy()
            a[k] = a[pivot]
            a[pivot] = row
            place = order[k]
            order[k] = order[pivot]
            order[pivot] = place
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])


def forward_substitution(lower, b, x):
    for i in range(len(b)):
        x[i] = (b[i] - lower[i, :i] @ x[:i]) / lower[i, i]


def back_substitution(upper, b):
    n = b.shape[0]
    x = np.zeros_like(b)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - upper[i, i + 1 :] @ x[i + 1 :]) / upper[i, i]
    return x


def householder_qr(a, reflectors):
    columns = a.shape[1]
    for k in range(columns):
        v = a[k:, k].copy()
        v[0] += np.sign(v[0]) * np.sqrt(v @ v)
        v /= np.sqrt(v @ v)
        a[k:, k:] -= 2.0 * np.outer(v, v @ a[k:, k:])
        reflectors[k:, k] = v


def rotate(a, upper, lower, cosine, sine):
    first = a[upper].copy()
    second = a[lower].copy()
    a[upper] = cosine * first + sine * second
    a[lower] = cosine * second - sine * first


def givens_qr(a):
    rows, columns = a.shape
    for j in range(columns):
        for i in range(rows - 1, j, -1):
            length = np.sqrt(a[i - 1, j] ** 2 + a[i, j] ** 2)
            if length > 0.0:
                rotate(a, i - 1, i, a[i - 1, j] / length, a[i, j] / length)


def gram_schmidt(a, q, r):
    columns = a.shape[1]
    for k in range(columns):
        r[k, k] = np.sqrt(np.sum(a[:, k] ** 2))
        q[:, k] = a[:, k] / r[k, k]
        r[k, k + 1 :] = q[:, k] @ a[:, k + 1 :]
        a[:, k + 1 :] -= np.outer(q[:, k], r[k, k + 1 :])


def power_iteration(tolerance, a, x):
    value = 0.0
    while True:
        y = a @ x
        new = np.sqrt(y @ y)
        x[:] = y / new
        if abs(new - value) < tolerance * new:
            return new
        value = new


def conjugate_gradient(steps, tolerance, a, b, x):
    residual = b - a @ x
    direction = residual.copy()
    old = residual @ residual
    taken = 0
    for _ in range(steps):
        image = a @ direction
        length = old / (direction @ image)
        x += length * direction
        residual -= length * image
        new = residual @ residual
        taken += 1
        if new < tolerance:
            break
        direction = residual + (new / old) * direction
        old = new
    return taken


def gauss_seidel(steps, a, b, x):
    n = len(b)
    for _ in range(steps):
        for i in range(n):
            rest = a[i, :i] @ x[:i] + a[i, i + 1 :] @ x[i + 1 :]
            x[i] = (b[i] - rest) / a[i, i]


def thomas(lower, middle, upper, b):
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


def levinson(r, y):
    y[0] = -r[0]
    error = 1.0
    reflection = -r[0]
    for k in range(1, len(r)):
        error *= 1.0 - reflection * reflection
        reflection = -(r[k] + r[:k][::-1] @ y[:k]) / error
        y[:k] += reflection * y[:k][::-1]
        y[k] = reflection
    return error
