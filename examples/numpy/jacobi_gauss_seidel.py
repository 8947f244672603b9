"""A diagonally dominant linear system solved by Jacobi, Gauss-Seidel and red-black sweeps.

NumPy habits: diagonals and shifted `np.eye`, element and strided-slice updates of one vector.
"""

import numpy as np


def make_system(n):
    """Return a tridiagonal matrix with a dominant diagonal, and a right hand side."""
    a = 4.0 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    a[np.diag_indices(n)] += np.linspace(0.0, 0.7, n)
    b = np.sin(1.0 + np.arange(n)) + 2.0
    return a, b


def residual(a, x, b):
    """Return the largest component of b - a x, in absolute value."""
    return np.max(np.abs(b - a @ x))


def jacobi_sweep(a, b, x):
    """Update every unknown from the old values, in place."""
    diagonal = a.diagonal()
    x[:] = (b - (a @ x - diagonal * x)) / diagonal


def gauss_seidel_sweep(a, b, x):
    """Update the unknowns one after the other, each from the newest values, in place."""
    for i, row in enumerate(a):
        x[i] += (b[i] - row @ x) / row[i]


def red_black_sweep(a, b, x):
    """Update the even unknowns, then the odd ones, in place (neighbours differ in colour)."""
    diagonal = np.diag(a)
    for colour in (slice(0, None, 2), slice(1, None, 2)):
        x[colour] += (b[colour] - a[colour] @ x) / diagonal[colour]


def iterate(sweep, a, b, tol, max_sweeps=40):
    """Sweep from zero until the residual is below `tol`; return x and all the residuals."""
    x = np.zeros_like(b)
    history = [residual(a, x, b)]
    while history[-1] > tol and len(history) <= max_sweeps:
        sweep(a, b, x)
        history.append(residual(a, x, b))
    return x, np.array(history)


def main():
    """Solve one system with the three methods and compare them with the direct solution."""
    tol = 1e-6
    a, b = make_system(8)
    exact = np.linalg.solve(a, b)
    print(f"exact = {exact}")
    results = {"exact": exact}
    for sweep in (jacobi_sweep, gauss_seidel_sweep, red_black_sweep):
        name = sweep.__name__.removesuffix("_sweep")
        x, history = iterate(sweep, a, b, tol)
        print(
            f"{name}: sweeps = {history.size - 1}, "
            f"solved = {np.allclose(x, exact, rtol=0.0, atol=tol)}"
        )
        print(f"{name}: first residuals = {history[:5]}")
        print(f"{name}: x = {x}")
        results[name + "_x"] = x
        results[name + "_sweeps"] = history.size - 1
        results[name + "_first_residuals"] = history[:5]

    off_diagonal = np.abs(a - np.diagflat(a.diagonal())).sum(axis=1)
    dominance = np.min(a.diagonal() / off_diagonal)
    print(f"smallest diagonal dominance = {dominance:.6f}")
    results["dominance"] = dominance
    return results


if __name__ == "__main__":
    np.set_printoptions(precision=6, suppress=True, linewidth=100)
    main()
