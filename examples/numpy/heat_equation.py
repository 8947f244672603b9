"""Explicit finite differences for the 2-D heat equation on a plate.

NumPy habits: writes through slices and views, `out=` work buffers, helpers that change arguments.
"""

import numpy as np


def make_plate(n):
    """Return the grid spacing and a cold plate with a hot disc and a warm strip."""
    axis, dx = np.linspace(0.0, 1.0, n, retstep=True)
    x, y = np.meshgrid(axis, axis, indexing="ij")
    plate = np.zeros((n, n), dtype=np.float64)
    plate[(x - 0.4) ** 2 + (y - 0.55) ** 2 < 0.0401] = 1.0
    plate[-8:-4, 6:-6] += 0.5
    return dx, plate


def apply_boundary(u):
    """Hold the first row warm and the last one cold; insulate the two sides (in place)."""
    u[0], u[-1] = 0.25, 0.0
    u[:, 0], u[:, -1] = u[:, 1], u[:, -2]


def advance(u, work, r, steps):
    """Take `steps` explicit time steps in place, with `work` as the Laplacian's buffer."""
    core = u[1:-1, 1:-1]
    for _ in range(steps):
        np.add(u[2:, 1:-1], u[:-2, 1:-1], out=work)
        work += u[1:-1, 2:]
        work += u[1:-1, :-2]
        work -= 4.0 * core
        work *= r
        core += work
        apply_boundary(u)


def main():
    """Diffuse the plate in a few blocks of steps and report what it looks like."""
    n, blocks, steps_per_block = 41, 4, 12
    dx, u = make_plate(n)
    apply_boundary(u)
    start = u.copy()
    work = np.empty((n - 2, n - 2))
    means = np.zeros(blocks + 1)
    means[0] = u.mean()
    for block in range(1, blocks + 1):
        advance(u, work, r=0.2, steps=steps_per_block)
        means[block] = u.mean()

    row, col = np.unravel_index(np.argmax(u), u.shape)
    profile = u[::8, n // 2]
    outflow = (u[-2] - u[-1]).sum() / dx
    cooled = np.count_nonzero(u < start - 0.01)

    print(f"grid = {u.shape[0]} x {u.shape[1]}, steps = {blocks * steps_per_block}")
    for block, mean in enumerate(means):
        print(f"mean temperature after block {block} = {mean:.8f}")
    print(f"hottest cell = ({row}, {col}), temperature = {u[row, col]:.8f}")
    print("profile =", np.array2string(profile, precision=6, floatmode="fixed"))
    print(f"flux out of the cold side = {outflow:.8f}")
    print(f"cells that cooled = {cooled}")
    return {
        "u": u,
        "means": means,
        "hottest": np.array([row, col]),
        "profile": profile,
        "outflow": outflow,
        "cooled": cooled,
    }


if __name__ == "__main__":
    main()
