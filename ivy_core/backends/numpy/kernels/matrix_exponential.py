"""The exponential of matrices, for NumPy, which has none.

Scaling and squaring with Pade approximants of degree 3 to 13. The approximant of degree m of a
matrix whose 1-norm is at most theta(m) is exact to the precision of the dtype; larger matrices are
halved until the highest degree serves, and what it gives is squared as many times (Higham, The
scaling and squaring method for the matrix exponential revisited, SIAM J. Matrix Anal. Appl. 26,
2005: tables 2.3 and A.1, algorithm 2.3).
"""

from __future__ import annotations

import math

import numpy as np

from ivy_core.backends.common.linear_algebra import LARGEST_NORM

_THETA = {
    "float64": {3: 1.495585217958292e-2, 5: 2.539398330063230e-1, 7: 9.504178996162932e-1,
                9: 2.097847961257068e0, 13: LARGEST_NORM},
    "float32": {3: 4.258730016922831e-1, 5: 1.880152677804762e0, 7: 3.925724783138660e0},
}  # fmt: skip


def expm(a: np.ndarray) -> np.ndarray:
    """Return the exponentials of a stack of square matrices of a dtype of LAPACK's."""
    if not a.size:
        return a.copy()
    theta = _THETA["float32" if a.dtype in (np.float32, np.complex64) else "float64"]
    with np.errstate(all="ignore"):
        norms = np.abs(a).sum(-2).max(-1)
        largest = norms.max()
        for degree, limit in theta.items():
            if largest <= limit:
                return _pade_approximant(a, degree)
        halvings = np.ceil(np.log2(norms / limit))
        halvings = np.where(np.isfinite(halvings), np.maximum(halvings, 0), 0).astype(int)
        found = _pade_approximant(
            np.ldexp(1.0, -halvings).astype(a.real.dtype)[..., None, None] * a, degree
        )
        for done in range(halvings.max()):
            found = np.where((halvings > done)[..., None, None], found @ found, found)
    return found


def _pade_approximant(a, degree):
    """Return the Pade approximant of ``exp(a)`` for matrices of a small norm; nothing is scaled."""
    b = [
        math.factorial(2 * degree - j) // (math.factorial(degree - j) * math.factorial(j))
        for j in range(degree + 1)
    ]
    identity = np.eye(a.shape[-1], dtype=a.dtype)
    powers = [identity, a @ a]  # of a squared
    for _ in range(2, (3 if degree == 13 else degree // 2) + 1):
        powers.append(powers[-1] @ powers[1])
    if degree == 13:  # the sixth power once more for the higher half of the terms
        low, high = range(4), range(1, 4)
        odd = powers[3] @ sum(float(b[2 * k + 7]) * powers[k] for k in high)
        even = powers[3] @ sum(float(b[2 * k + 6]) * powers[k] for k in high)
    else:
        low, odd, even = range(degree // 2 + 1), 0, 0
    odd = a @ (odd + sum(float(b[2 * k + 1]) * powers[k] for k in low))
    even = even + sum(float(b[2 * k]) * powers[k] for k in low)
    return np.linalg.solve(even - odd, even + odd)
