"""Blur, median, edges, morphology and histogram equalisation of a small grey image.

NumPy habits: `sliding_window_view` with reductions over windows, `np.pad`, `.flat`, lookup tables.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def make_image(rows, cols):
    """Return a shaded image with a bright disc and a dark bar, values within 0.05 ... 0.95."""
    y, x = np.mgrid[0:rows, 0:cols]
    image = 0.5 + 0.2 * np.sin(x / 7.1) * np.cos(y / 5.1) + 0.002 * (x + 2 * y)
    image[np.hypot(y - 12, x - 14) < 7.25] += 0.4
    image[24:28, 8:-6] -= 0.35
    image -= image.min()
    image *= 0.9 / image.max()
    image += 0.05
    return image


def add_specks(image):
    """Overwrite some pixels with white and others with black, in place."""
    image.flat[::37] = 1.0
    pixels = image.ravel()
    pixels[19::53] = 0.0


def windows(image, size=3):
    """Return the size x size neighbourhood of every pixel; edges are repeated."""
    padded = np.pad(image, size // 2, mode="edge")
    return sliding_window_view(padded, (size, size))


def sobel(image):
    """Return the length of the gradient by Sobel's masks."""
    mask = np.outer([1.0, 2.0, 1.0], [-1.0, 0.0, 1.0])
    patches = windows(image)
    across = np.einsum("ijkl,kl->ij", patches, mask)
    down = np.einsum("ijkl,kl->ij", patches, mask.T)
    return np.hypot(across, down)


def equalise(grey):
    """Spread the grey levels of an 8-bit image evenly, with whole numbers only."""
    levels = np.bincount(grey.ravel(), minlength=256)
    table = (levels.cumsum() * 255 // grey.size).astype(np.uint8)
    return table[grey]


def main():
    """Apply the filters to a specked image and compare with the clean one."""
    clean = make_image(36, 48)
    noisy = clean.copy()
    add_specks(noisy)
    patches = windows(noisy)

    tap = np.array([1.0, 2.0, 1.0]) / 4
    blurred = np.tensordot(patches, np.multiply.outer(tap, tap), axes=2)
    boxed = patches.mean(axis=(-2, -1))
    median = np.median(patches, axis=(-2, -1))
    ranked = np.sort(patches.reshape(*noisy.shape, 9), axis=-1)
    trimmed = ranked[..., 2:-2].mean(axis=-1)
    rms = {
        name: np.sqrt(np.mean((image - clean) ** 2))
        for name, image in [
            ("noisy", noisy),
            ("blurred", blurred),
            ("boxed", boxed),
            ("median", median),
            ("trimmed", trimmed),
        ]
    }

    slope = sobel(clean)
    edges = slope > 0.75
    thick = windows(edges).any(axis=(2, 3))
    thin = windows(thick).all(axis=(2, 3))
    grey = np.rint(median * 255).astype(np.uint8)
    flat = equalise(grey)

    print(f"image = {clean.shape}, specks = {np.count_nonzero(noisy != clean)}")
    for name, value in rms.items():
        print(f"rms error, {name} = {value:.8f}")
    print(f"median agrees with the ranks = {np.allclose(median, ranked[..., 4])}")
    print(f"steepest slope = {slope.max():.7f} at {divmod(int(slope.argmax()), slope.shape[1])}")
    print(f"edge pixels = {edges.sum()}, dilated = {thick.sum()}, closed = {thin.sum()}")
    print(f"grey levels used = {np.unique(grey).size}, range = {grey.min()} ... {grey.max()}")
    print(f"equalised: mean = {flat.mean():.6f}, quartiles = {np.percentile(flat, [25, 50, 75])}")
    for line in thin[::3, ::2].tolist():
        print("".join(".#"[pixel] for pixel in line))
    return {
        "blurred": blurred,
        "boxed": boxed,
        "median": median,
        "trimmed": trimmed,
        "rms": np.array(list(rms.values())),
        "slope": slope,
        "edges": edges,
        "closed": thin,
        "grey": grey,
        "equalised": flat,
    }


if __name__ == "__main__":
    main()
