"""Lloyd's k-means on well separated blobs, started from farthest points.

NumPy habits: broadcast distance tables, `np.add.at`, `np.bincount`, argsort and fancy relabelling.
"""

import numpy as np


def make_blobs(rng, per_blob):
    """Return shuffled points round four centres, and which centre each came from."""
    centres = np.array([[0.0, 0.0], [6.0, 1.0], [1.5, 7.0], [8.0, 8.0]])
    points = centres[:, None, :] + rng.normal(scale=0.5, size=(len(centres), per_blob, 2))
    truth = np.repeat(np.arange(len(centres)), per_blob)
    order = rng.permutation(truth.size)
    return points.reshape(-1, 2)[order], truth[order]


def squared_distances(points, centres):
    """Return the table of squared distances, points down and centres across."""
    return ((points[:, np.newaxis] - centres) ** 2).sum(axis=-1)


def farthest_points(points, k):
    """Return k start centres, each the point farthest from those before it."""
    centres = np.tile(points[0], (k, 1))
    nearest = np.full(len(points), np.inf)
    for i in range(1, k):
        np.minimum(nearest, ((points - centres[i - 1]) ** 2).sum(axis=1), out=nearest)
        centres[i] = points[nearest.argmax()]
    return centres


def update_centres(points, labels, centres):
    """Move every centre, in place, to the mean of its points; return the cluster sizes."""
    sizes = np.bincount(labels, minlength=len(centres))
    centres[:] = 0.0
    np.add.at(centres, labels, points)
    centres /= sizes[:, None]
    return sizes


def main():
    """Cluster the blobs, order the clusters and compare them with the truth."""
    k = 4
    points, truth = make_blobs(np.random.default_rng(2024), per_blob=50)
    centres = farthest_points(points, k)
    labels = np.full(len(points), -1)
    iterations = 0
    while iterations < 20:
        iterations += 1
        previous = labels
        labels = squared_distances(points, centres).argmin(axis=1)
        if np.array_equal(labels, previous):
            break
        sizes = update_centres(points, labels, centres)

    order = np.lexsort((centres[:, 0], centres[:, 1] > 4.0))
    rank = np.empty_like(order)
    rank[order] = np.arange(k)
    labels, centres, sizes = rank[labels], centres[order], sizes[order]

    distances = squared_distances(points, centres)
    inertia = np.take_along_axis(distances, labels[:, None], axis=1).sum()
    spread = np.array([points[labels == j].std(axis=0, ddof=1) for j in range(k)])
    confusion = np.zeros((k, k), dtype=np.int64)
    np.add.at(confusion, (truth, labels), 1)
    two_nearest = np.sqrt(np.sort(distances, axis=1)[:, :2])
    margin = np.subtract(*two_nearest.T[::-1]).min()

    print(f"points = {len(points)}, clusters = {k}, iterations = {iterations}")
    for j, ((cx, cy), size) in enumerate(zip(centres, sizes, strict=True)):
        print(
            f"cluster {j}: centre = ({cx:.7f}, {cy:.7f}), size = {size}, "
            f"spread = ({spread[j, 0]:.7f}, {spread[j, 1]:.7f})"
        )
    print(f"inertia = {inertia:.7f}, smallest margin = {margin:.6f}")
    print("confusion =")
    print(confusion)
    return {
        "centres": centres,
        "labels": labels,
        "sizes": sizes,
        "iterations": iterations,
        "inertia": inertia,
        "spread": spread,
        "confusion": confusion,
        "margin": margin,
    }


if __name__ == "__main__":
    main()
