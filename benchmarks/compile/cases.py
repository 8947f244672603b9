"""The kernels, by area: their sizes, and how their arguments are drawn."""

from __future__ import annotations

import numpy as np

from .kernel import KERNELS, kernel

__all__ = ["KERNELS"]  # declared below


def _dominant(draw, n):
    """Return a matrix that can be factored without looking for pivots."""
    return draw.uniform(-1.0, 1.0, (n, n)) + n * np.eye(n)


def _definite(draw, n):
    a = draw.uniform(-1.0, 1.0, (n, n))
    return a @ a.T / n + np.eye(n)


@kernel("stencils", (500, 20_000), (5, 20), "2 3")
def heat_1d(draw, steps, n):
    u = draw.random(n)
    return steps, 0.25, u, u.copy()


@kernel("stencils", (100, 300), (3, 9), "1 2")
def jacobi_2d(draw, steps, n):
    a = draw.random((n, n))
    return steps, a, a.copy()


@kernel("stencils", (40, 48), (3, 7), "2")
def heat_3d(draw, steps, n):
    return steps, 0.1, draw.random((n, n, n))


@kernel("stencils", (5, 100), (2, 7), "1")
def seidel_2d(draw, steps, n):
    return steps, draw.random((n, n))


@kernel("stencils", (100, 250), (4, 8), "1 2 3")
def fdtd_2d(draw, steps, n):
    grids = draw.random((3, n, n + 1))
    return draw.random(steps), *(grid.copy() for grid in grids)


@kernel("stencils", (150, 250), (5, 8))
def wave_2d(draw, steps, n):
    return steps, 0.2, draw.random((n, n))


@kernel("stencils", (10, 300), (2, 8), "2")
def adi(draw, steps, n):
    return steps, 0.5, draw.random((n, n))


@kernel("stencils", (100, 300), (3, 9), "1")
def game_of_life(draw, steps, n):
    return steps, draw.integers(0, 2, (n, n))


@kernel("stencils", (100, 200), (4, 8), "3 4")
def gray_scott(draw, steps, n):
    u, v = np.ones((n, n)), np.zeros((n, n))
    v[n // 3 : n // 2, n // 3 : n // 2] = draw.uniform(0.4, 0.6)
    return steps, 0.04, 0.06, u, v


@kernel("stencils", (100,), (8,), "1")
def relaxation(draw, n):
    return 1e-3, draw.random((n, n)), 1e-3 * draw.random((n, n))


@kernel("stencils", (200,), (9,), "1")
def flood(draw, n):
    wall = draw.random((n, n)) < 0.3
    water = np.zeros((n, n), dtype=bool)
    water[:, 0] = ~wall[:, 0]
    return wall, water


@kernel("linear", (800,), (7,), "0")
def cholesky(draw, n):
    return (_definite(draw, n),)


@kernel("linear", (400,), (7,), "0")
def lu(draw, n):
    return (_dominant(draw, n),)


@kernel("linear", (350,), (7,), "0 1")
def lu_pivoted(draw, n):
    return draw.uniform(-1.0, 1.0, (n, n)), np.arange(n)


@kernel("linear", (5000,), (7,), "2")
def forward_substitution(draw, n):
    return np.tril(_dominant(draw, n)), draw.random(n), np.zeros(n)


@kernel("linear", (2000, 50), (7, 3))
def back_substitution(draw, n, columns):
    return np.triu(_dominant(draw, n)), draw.random((n, columns))


@kernel("linear", (500, 250), (7, 4), "0 1")
def householder_qr(draw, rows, columns):
    return draw.uniform(-1.0, 1.0, (rows, columns)), np.zeros((rows, columns))


@kernel("linear", (120, 60), (6, 4), "0")
def givens_qr(draw, rows, columns):
    return (draw.uniform(-1.0, 1.0, (rows, columns)),)


@kernel("linear", (400, 200), (7, 4), "0 1 2")
def gram_schmidt(draw, rows, columns):
    a = draw.uniform(-1.0, 1.0, (rows, columns))
    return a, np.zeros((rows, columns)), np.zeros((columns, columns))


@kernel("linear", (500,), (7,), "2")
def power_iteration(draw, n):
    return 1e-12, _definite(draw, n), draw.uniform(0.5, 1.0, n)


@kernel("linear", (200, 1500), (10, 7), "4")
def conjugate_gradient(draw, steps, n):
    return steps, 1e-20, _definite(draw, n), draw.random(n), np.zeros(n)


@kernel("linear", (20, 500), (3, 7), "3")
def gauss_seidel(draw, steps, n):
    return steps, _dominant(draw, n), draw.random(n), np.zeros(n)


@kernel("linear", (40_000,), (9,))
def thomas(draw, n):
    lower, upper, b = draw.random((3, n))
    return lower, draw.uniform(2.5, 4.0, n), upper, b


@kernel("linear", (4000,), (9,), "1")
def levinson(draw, n):
    return 0.5 ** np.arange(1, n + 1) * draw.uniform(0.1, 0.5, n), np.zeros(n)


@kernel("tables", (250, 200), (7, 5), "2")
def edit_distance(draw, n, m):
    first, second = draw.integers(0, 4, n), draw.integers(0, 4, m)
    return first, second, np.zeros((n + 1, m + 1), dtype=np.int64)


@kernel("tables", (250, 300), (7, 5), "2")
def common_subsequence(draw, n, m):
    first, second = draw.integers(0, 4, n), draw.integers(0, 4, m)
    return first, second, np.zeros((n + 1, m + 1), dtype=np.int64)


@kernel("tables", (2000, 20_000), (4, 20), "2")
def knapsack(draw, things, capacity):
    weights = draw.integers(1, capacity // 3, things)
    return weights, draw.integers(1, 100, things), np.zeros(capacity + 1, dtype=np.int64)


@kernel("tables", (120,), (7,), "1")
def matrix_chain(draw, n):
    return draw.integers(2, 50, n + 1), np.zeros((n, n), dtype=np.int64)


@kernel("tables", (400, 30), (6, 4), "3")
def viterbi(draw, times, states):
    start, step = np.log(draw.random(states)), np.log(draw.random((states, states)))
    return start, step, np.log(draw.random((times, states))), np.zeros(times, dtype=np.int64)


@kernel("tables", (300,), (7,), "0")
def floyd_warshall(draw, n):
    distance = draw.uniform(1.0, 100.0, (n, n))
    np.fill_diagonal(distance, 0.0)
    return (distance,)


@kernel("tables", (1000, 8000), (6, 15), "3")
def bellman_ford(draw, nodes, edges):
    distance = np.full(nodes, np.inf)
    distance[0] = 0.0
    sources, targets = draw.integers(0, nodes, (2, edges))
    return sources, targets, draw.uniform(1.0, 10.0, edges), distance


@kernel("scans", (100_000,), (9,), "6")
def biquad(draw, n):
    return 0.2, 0.4, 0.2, -0.5, 0.3, draw.uniform(-1.0, 1.0, n), np.zeros(n)


@kernel("scans", (4000,), (9,), "3")
def kalman(draw, n):
    measured = np.cumsum(draw.normal(0.1, 1.0, n))
    return measured, 0.01 * np.eye(2), 0.5, np.zeros((n, 2))


@kernel("scans", (2_000_000,), (11,), "0")
def prefix_sums(draw, n):
    return (draw.random(n),)


@kernel("scans", (20060101, 200_000), (7, 9), "1")
def congruential(draw, seed, n):
    return seed, np.zeros(n, dtype=np.int64)


@kernel("scans", (1500, 10_000), (4, 5), "0 1")
def xorshift(draw, steps, streams):
    state = draw.integers(1, 2**63, streams, dtype=np.uint64)
    return state, np.zeros((steps, streams), dtype=np.uint64)


@kernel("scans", (300_000,), (50,))
def adler32(draw, n):
    return (draw.integers(0, 256, n, dtype=np.uint8),)


@kernel("scans", (200_000,), (20,))
def crc32(draw, n):
    table = np.arange(256)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ 0xEDB88320, table >> 1)
    return table, draw.integers(0, 256, n)


@kernel("scans", (100_000, 50), (30, 5), "3")
def histogram(draw, n, bins):
    return -2.0, 2.0, draw.normal(0.0, 1.0, n), np.zeros(bins, dtype=np.int64)


@kernel("scans", (50, 20_000), (3, 10), "2")
def moving_maximum(draw, width, n):
    return width, draw.random(n), np.zeros(n)


@kernel("scans", (50, 10_000), (3, 10), "2")
def moving_deviation(draw, width, n):
    return width, draw.random(n), np.zeros(n)


@kernel("scans", (100_000,), (20,), "2 3")
def cumulative_moments(draw, n):
    return 1.5, draw.normal(0.0, 1.0, n), np.zeros(n), np.zeros(n)


@kernel("scans", (200_000,), (20,), "1")
def drawdown(draw, n):
    return np.exp(0.01 * np.cumsum(draw.normal(0.0, 1.0, n))), np.zeros(n)


@kernel("scans", (50_000, 6), (10, 3), "1")
def lexicographic(draw, rows, columns):
    return draw.integers(0, 2, (rows, columns)), np.zeros(rows - 1, dtype=np.int64)


@kernel("scans", (300_000,), (12,))
def first_above(draw, n):
    x = draw.random(n)
    return 0.9 * float(np.sum(x)), x


@kernel("scans", (150_000,), (12,), "1")
def run_lengths(draw, n):
    return draw.integers(0, 3, n), np.zeros(n, dtype=np.int64)


# rounds that need nothing of one another are run side by side from sixteen of them on: what is
# compiled of fewer is another program, and no measure of how compiling grows with the rounds
@kernel("scans", (5000,), (20,), "0")
def collatz(draw, n):
    return (np.zeros(n, dtype=np.int64),)


@kernel("scans", (50_000, 10_000), (11, 20), "2")
def bisection(draw, n, queries):
    ordered = np.sort(draw.random(n))
    return ordered, draw.random(queries), np.zeros(queries, dtype=np.int64)


@kernel("signals", (700, 7), (8, 3), "2")
def convolution_by_offsets(draw, n, width):
    return draw.random((n, n)), draw.random((width, width)), np.zeros((n - width + 1,) * 2)


@kernel("signals", (150, 5), (8, 3), "2")
def convolution_by_windows(draw, n, width):
    return draw.random((n, n)), draw.random((width, width)), np.zeros((n - width + 1,) * 2)


@kernel("signals", (18,), (3,), "1")
def fft_by_stages(draw, bits):
    order = np.zeros(1, dtype=np.int64)
    for _ in range(bits):  # the places with their bits reversed
        order = np.concatenate([2 * order, 2 * order + 1])
    return order, draw.random(2**bits) + 1j * draw.random(2**bits)


@kernel("signals", (100, 250), (5, 6), "2")
def mandelbrot(draw, steps, n):
    real, imaginary = np.linspace(-2.0, 0.6, n), np.linspace(-1.2, 1.2, n)
    c = (real + 1j * imaginary[:, None]).ravel()
    return steps, c, np.zeros(n * n, dtype=np.int64)


@kernel("signals", (20, 100), (3, 5), "3 4")
def n_body(draw, steps, n):
    position, velocity = draw.normal(0.0, 1.0, (2, n, 3))
    return steps, 1e-3, draw.uniform(0.5, 1.0, n) / n, position.copy(), velocity.copy()


@kernel("signals", (250,), (6,), "2")
def pair_forces(draw, n):
    places = np.stack(np.meshgrid(np.arange(n), np.arange(n)), -1).reshape(-1, 2)
    chosen = places[: 4 * n : 4] if n > 20 else places[:n]
    position = chosen + draw.uniform(-0.05, 0.05, chosen.shape)
    return 6.25, position, np.zeros((n, 2))


@kernel("signals", (10, 50_000, 5), (3, 12, 2), "2 3")
def k_means(draw, steps, n, count):
    points = draw.random((n, 2))
    return steps, points, points[:count].copy(), np.zeros(n, dtype=np.int64)


def _sparse(draw, rows, most):
    starts = np.concatenate([[0], np.cumsum(draw.integers(0, most, rows))])
    columns = draw.integers(0, rows, starts[-1])
    return starts, columns, draw.random(starts[-1]), draw.random(rows), np.zeros(rows)


@kernel("signals", (10_000, 20), (6, 4), "4")
def sparse_by_rows(draw, rows, most):
    return _sparse(draw, rows, most)


@kernel("signals", (10_000, 20), (6, 4), "4")
def sparse_by_elements(draw, rows, most):
    return _sparse(draw, rows, most)


@kernel("sorting", (4000,), (8,), "0")
def odd_even_transposition(draw, n):
    return (draw.random(n),)


@kernel("sorting", (16,), (3,), "0")
def bitonic(draw, bits):
    return (draw.random(2**bits),)


@kernel("sorting", (700,), (9,), "0")
def insertion(draw, n):
    return (draw.random(n),)


@kernel("sorting", (200_000,), (40,), "0")
def sieve(draw, n):
    return (np.ones(n, dtype=bool),)
