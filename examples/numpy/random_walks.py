"""Statistics of many random walks: on a line, on a square lattice and with Gaussian steps.

NumPy habits: `default_rng`, cumulative sums, accumulate, histograms, quantiles, lookup by index.
"""

import numpy as np
from numpy.random import default_rng


def line_walks(rng, walks, steps):
    """Return the positions of walks with steps of plus or minus one."""
    moves = rng.integers(0, 2, size=(walks, steps))
    moves *= 2
    moves -= 1
    return moves.cumsum(axis=1)


def lattice_walks(rng, walks, steps):
    """Return the (x, y) positions of walks to one of four neighbours at a time."""
    compass = np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
    return np.cumsum(compass[rng.integers(4, size=(walks, steps))], axis=1)


def first_passage(positions, distance):
    """Return which walks got that far from zero, and after how many steps (0: not at all)."""
    far = np.abs(positions) >= distance
    reached = far.any(axis=1)
    return reached, np.where(reached, far.argmax(axis=1) + 1, 0)


def bar_chart(counts, labels, unit):
    """Print one line of hashes per histogram bin."""
    for label, count in zip(labels, counts, strict=True):
        print(f"{label:4d} {count:4d} {'#' * int(count // unit)}")


def main():
    """Simulate the three kinds of walks and print their statistics."""
    walks, steps = 500, 100
    rng = default_rng(12345)

    line = line_walks(rng, walks, steps)
    counts, edges = np.histogram(line[:, -1], bins=np.arange(-33, 34, 6))
    reached, when = first_passage(line, distance=10)
    highest = np.maximum.accumulate(line, axis=1)[:, [9, 49, 99]].mean(axis=0)
    times = np.array([10, 20, 40, 80])
    spread = np.mean(line[:, times - 1] ** 2, axis=0)
    exponent, _ = np.polyfit(np.log(times), np.log(spread), deg=1)

    lattice = lattice_walks(rng, walks, steps)
    came_back = (lattice == 0).all(axis=-1).any(axis=1)
    visits = np.zeros((11, 11), dtype=int)
    near = np.clip(lattice[:, -1] // 4 + 5, 0, 10)
    np.add.at(visits, tuple(near.T), 1)

    gauss = rng.standard_normal((walks, steps))
    np.cumsum(gauss, axis=1, out=gauss)
    quartiles = np.percentile(gauss[:, -1], [25, 50, 75])
    density, _ = np.histogram(gauss[:, -1], bins=8, range=(-32.5, 31.5), density=True)
    crossings = np.count_nonzero(np.diff(np.sign(gauss), axis=1), axis=1)

    print(f"walks = {walks}, steps = {steps}")
    bar_chart(counts, (edges[:-1] + edges[1:]) // 2, unit=4)
    print(f"reached distance 10 = {reached.sum()}, mean time = {when[reached].mean():.8f}")
    print("mean running maximum =", " ".join(f"{value:.4f}" for value in highest))
    print(f"growth exponent of the mean square = {exponent:.8f}")
    print(f"lattice walks that came back = {came_back.sum()}")
    print(f"final cells on the lattice (middle rows) =\n{visits[3:8, 2:9]}")
    print("quartiles of the Gaussian walks =", " ".join(f"{q:.8f}" for q in quartiles))
    print("density =", np.array2string(density, precision=6, floatmode="fixed"))
    print(f"mean zero crossings = {crossings.mean():.4f}, most = {crossings.max()}")
    return {
        "line_final": line[:, -1],
        "counts": counts,
        "edges": edges,
        "when": when,
        "highest": highest,
        "spread": spread,
        "exponent": exponent,
        "came_back": came_back.sum(),
        "visits": visits,
        "gauss_final": gauss[:, -1],
        "quartiles": quartiles,
        "density": density,
        "crossings": crossings,
    }


if __name__ == "__main__":
    main()
