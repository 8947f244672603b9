"""Escape times of the Mandelbrot set, with a picture drawn by Matplotlib.

NumPy habits: complex grids from `np.ogrid`, boolean-mask writes, `copyto(where=)`, `errstate`.

Usage: python mandelbrot.py [picture.png]
"""

import os
import sys
import tempfile

import numpy as np

X_RANGE = (-2.09, 0.63)
Y_RANGE = (-1.13, 1.17)


def escape_times(c, max_iter):
    """Return the escape count of every point (0: never) and |z|^2 when it escaped."""
    c = c.copy()
    z = np.zeros_like(c)
    counts = np.zeros(c.shape, dtype=np.int32)
    last = np.zeros(c.shape)
    for iteration in range(1, max_iter + 1):
        z *= z
        z += c
        size = z.real**2 + z.imag**2
        escaped = size > 4.0
        counts[escaped] = iteration
        np.copyto(last, size, where=escaped)
        z[escaped] = c[escaped] = 0.0
    return counts, last


def smooth_counts(counts, last):
    """Return fractional escape counts, with NaN for the points that never escaped."""
    with np.errstate(divide="ignore", invalid="ignore"):
        smooth = counts + 1.0 - np.log2(0.5 * np.log(last))
    smooth[counts == 0] = np.nan
    return smooth


def save_picture(path, counts):
    """Draw the escape counts and save them as a PNG; return the file's size in bytes."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    shown = np.where(counts == 0, counts.max() + 1, counts)
    fig, ax = plt.subplots(figsize=(5, 4), layout="constrained")
    image = ax.imshow(shown, origin="lower", extent=X_RANGE + Y_RANGE, cmap="magma")
    fig.colorbar(image, label="escape count")
    ax.set(title="Mandelbrot set", xlabel="Re c", ylabel="Im c")
    fig.savefig(path, format="png", dpi=80)
    plt.close(fig)
    return os.path.getsize(path)


def main(path=None):
    """Compute the set, save the picture to `path` (or a temporary folder), print a summary."""
    rows, cols, max_iter = 48, 64, 30
    y, x = np.ogrid[Y_RANGE[0] : Y_RANGE[1] : rows * 1j, X_RANGE[0] : X_RANGE[1] : cols * 1j]
    c = x + 1j * y
    counts, last = escape_times(c, max_iter)
    smooth = smooth_counts(counts, last)

    inside = counts == 0
    cell = (x[0, 1] - x[0, 0]) * (y[1, 0] - y[0, 0])
    area = np.count_nonzero(inside) * cell
    per_count = np.bincount(counts.ravel(), minlength=max_iter + 1)
    centre = c[inside].mean()

    if path is None:
        with tempfile.TemporaryDirectory() as folder:
            saved = save_picture(os.path.join(folder, "mandelbrot.png"), counts) > 0
    else:
        saved = save_picture(path, counts) > 0

    print(f"grid = {c.shape}, points inside = {inside.sum()}, area = {area:.8f}")
    print("points per escape count =", per_count[1:13])
    print(f"mean smooth count = {np.nanmean(smooth):.8f}, largest = {np.nanmax(smooth):.6f}")
    print(f"mean inside point = {centre.real:.8f} {centre.imag:+.8f}i")
    for line in counts[::6, ::2].tolist():
        print("".join("#" if count == 0 else " .:-=+*"[min(count // 2, 6)] for count in line))
    print(f"picture saved = {saved}")
    return {
        "counts": counts,
        "smooth": smooth,
        "area": area,
        "per_count": per_count,
        "centre": centre,
    }


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
