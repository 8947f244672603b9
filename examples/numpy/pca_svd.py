"""Principal components of correlated data by the singular value decomposition.

NumPy habits: centring in place, `numpy.linalg` under its own name, sign fixing by fancy indexing.
"""

import numpy as np
import numpy.linalg as la


def make_data(rng, samples):
    """Return data whose five hidden factors have clearly different strengths."""
    strength = np.array([8.0, 4.0, 2.0, 1.0, 0.5])
    row, col = np.indices((5, 5))
    mixing = np.cos(1.0 + row * (col + 0.5) * np.pi / 5)
    mixing /= np.sqrt((mixing**2).sum(axis=1, keepdims=True))
    data = (rng.standard_normal((samples, 5)) * strength) @ mixing
    data += np.arange(10, 15)
    return data


def fix_signs(u, vt):
    """Flip the components, in place, so that each one's largest entry is positive."""
    largest = np.abs(vt).argmax(axis=1)
    signs = np.sign(vt[np.arange(len(vt)), largest])
    vt *= signs[:, np.newaxis]
    u *= signs


def main():
    """Decompose the data, keep two components and check against the covariance matrix."""
    keep = 2
    data = make_data(np.random.default_rng(11), samples=90)
    mean = data.mean(axis=0)
    centred = data - mean
    u, s, vt = la.svd(centred, full_matrices=False)
    fix_signs(u, vt)

    variance = s**2 / (len(data) - 1)
    ratio = variance / variance.sum()
    scores = u[:, :keep] * s[:keep]
    rebuilt = scores @ vt[:keep] + mean
    error = la.norm(data - rebuilt) / la.norm(centred)
    eigenvalues = la.eigvalsh(np.cov(data, rowvar=False))[::-1]
    whitened = (centred @ vt.T) / np.sqrt(variance)
    whitened_cov = whitened.T @ whitened / (len(data) - 1)
    extremes = scores[np.argsort(scores[:, 0])[[0, -1]]]

    with np.printoptions(precision=7, floatmode="fixed"):
        print(f"data = {data.shape}, mean = {mean}")
        print(f"variance = {variance}")
        print(f"ratio = {ratio}")
        print(f"components =\n{vt}")
        print(f"extreme scores =\n{extremes}")
    print(f"relative error with {keep} components = {error:.8f}")
    print(f"components needed for 95 % = {np.searchsorted(np.cumsum(ratio), 0.95) + 1}")
    print(f"agrees with the covariance = {np.allclose(variance, eigenvalues)}")
    print(f"whitened covariance is the identity = {np.allclose(whitened_cov, np.eye(5))}")
    return {
        "mean": mean,
        "components": vt,
        "variance": variance,
        "ratio": ratio,
        "scores": scores,
        "rebuilt": rebuilt,
        "error": error,
        "eigenvalues": eigenvalues,
        "extremes": extremes,
    }


if __name__ == "__main__":
    main()
