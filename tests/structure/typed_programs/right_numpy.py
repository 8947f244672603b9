"""A program written for NumPy, its import changed."""

import frontends.numpy as np
from frontends.numpy import linalg as la
from frontends.numpy.random import default_rng


def smooth(x: np.ndarray, steps: int = 3) -> np.ndarray:
    for _ in range(steps):
        x[1:-1] = (x[:-2] + x[2:]) / 2
    return x


np.set_fallback("silent")
rng = default_rng(0)
grid = np.zeros((4, 4), dtype=np.float64)
grid[0] = rng.normal(size=4)
grid += np.linspace(0, 1, num=4)[:, np.newaxis]
smoothed = smooth(grid)
print(smoothed.sum(axis=0, keepdims=True), smoothed.mean(), smoothed.T.shape[0])
print(np.linalg.norm(smoothed), la.det(smoothed), np.fft.fft(smoothed[0]).real)
print(np.random.rand(2), np.lib.stride_tricks.sliding_window_view(grid[0], 2))
print(np.where(grid > 0, grid, np.nan), np.add.reduce(grid), isinstance(grid, np.ndarray))
try:
    la.inv(grid)
except np.linalg.LinAlgError as error:
    print(error)
