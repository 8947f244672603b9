"""Small programs on one backend against NumPy: ``python -m benchmarks.programs jax [--json]``.

Warm ones run in this process, by turns with NumPy. Cold ones run in a process of their own, without
kernels kept from earlier ones: what counts is the time after the imports, and the process's growth.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys

import numpy
import psutil

import frontends.numpy
import ivy_core as ivy

from .timing import now, ratio, since

# Of the time of NumPy.
WARM_LIMITS = {
    "Kalman filter": {"numpy": 1.8, "torch": 8, "jax": 16},
    "element loop": {"numpy": 4, "torch": 30, "jax": 40},
}
# (seconds, megabytes) on JAX.
COLD_LIMITS = {
    "forward substitution, 300": (3.0, None),
    "forward substitution, 2000": (10.0, None),
    "twenty of np.linalg": (1.5, None),
    "arrays of 400 shapes": (5.0, None),
    "5000 slice lengths": (None, 300),
}

PATIENCE = 120  # seconds for a cold program
CAPTURED = {"capture_output": True, "text": True}


def kalman_filter(np, steps: int = 20):
    """Return a function that follows a moving point: 40 operations on 2 to 4 elements a step."""
    dt, noise = 0.1, 0.04
    F = np.array(
        [[1.0, 0.0, dt, 0.0], [0.0, 1.0, 0.0, dt], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    )
    H = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]])
    Q, R = np.diag(np.array([0.01, 0.01, 0.1, 0.1])), np.eye(2) * noise
    track = np.stack([np.linspace(0.0, 3.0, steps), np.linspace(1.0, -1.0, steps)], axis=1)

    def step(x, P, z):
        x = F @ x
        P = F @ P @ F.T + Q
        y = z - H @ x
        S = H @ P @ H.T + R
        inverse = np.linalg.inv(S)
        K = P @ H.T @ inverse
        x = x + K @ y
        rest = np.eye(4) - K @ H
        P = rest @ P @ rest.T + K @ R @ K.T
        P = (P + P.T) * 0.5
        distance = y @ inverse @ y
        likelihood = -0.5 * (distance + np.log(np.linalg.det(S)) + 2.0 * np.log(2.0 * np.pi))
        return x, P, float(likelihood), float(np.sqrt(P[0, 0]))

    def run():
        x, P, total = np.zeros(4), np.eye(4), 0.0
        for k in range(steps):
            x, P, likelihood, spread = step(x, P, track[k])
            total += likelihood
        return total, spread, x.tolist()

    return run


def element_loop(np, n: int = 100):
    """Return a function that computes a table element by element from its neighbours."""

    def run():
        A = np.ones((n, n))
        A[0] = np.arange(n)
        for i in range(1, n):
            for j in range(1, n):
                A[i, j] = (A[i - 1, j] + A[i, j - 1]) * 0.5
        return A.tolist()

    return run


def forward_substitution(np, n: int):
    """Solve a triangular system row by row: each row is a product of another length."""
    draw = numpy.random.default_rng(0)
    L = np.array(numpy.tril(draw.uniform(-1.0, 1.0, (n, n)) / n) + numpy.eye(n))
    b = np.array(draw.uniform(size=n))
    begun = now()
    x = np.zeros(n)
    for i in range(n):
        x[i] = (b[i] - L[i, :i] @ x[:i]) / L[i, i]
    x.tolist()
    return since(begun)


def linalg_once(np):
    """Call twenty functions of np.linalg once each, on 4 x 4 matrices."""
    A = np.array(numpy.random.default_rng(0).uniform(0.5, 1.5, (4, 4)) + 4.0 * numpy.eye(4))
    b = np.array([1.0, 2.0, 3.0, 4.0])
    la, S = np.linalg, A @ A.T
    begun = now()
    results = [
        la.norm(b),
        la.norm(A),
        la.solve(A, b),
        la.matrix_rank(A),
        la.det(A),
        la.inv(A),
        la.lstsq(A, b, rcond=None)[0],
        la.eig(A)[0],
        la.cholesky(S),
        la.svd(A)[1],
        la.matrix_power(A, 3),
        la.qr(A)[1],
        la.cond(A),
        la.eigh(S)[0],
        la.pinv(A),
        la.slogdet(A)[1],
        la.eigvals(A),
        la.eigvalsh(S),
        la.svdvals(A),
        la.multi_dot([A, S, b]),
    ]
    [numpy.asarray(each) for each in results]
    return since(begun)


def many_shapes(np, count: int = 2000, shapes: int = 400):
    """Make small arrays of many shapes; slice, compare and add them."""
    begun = now()
    total = 0.0
    for k in range(count):
        rows, columns = 2 + k % shapes // 20, 2 + k % 20
        x = np.arange(rows * columns, dtype=float).reshape(rows, columns)
        part = x[1:, :-1]
        larger = part > 3.0
        both = x[:-1, 1:] + part
        total += float(both[larger].sum()) + float(np.where(larger, both, 0.0)[0, 0])
    numpy.testing.assert_(total > 0.0)
    return since(begun)


def slice_lengths(np, count: int = 5000):
    """Read, add and write slices of 5,000 lengths of one array."""
    x = np.arange(2.0 * count)
    begun = now()
    for k in range(1, count + 1):
        y = x[:k] + x[k : 2 * k]
        x[k : 2 * k] = y * 0.5
    x.tolist()
    return since(begun)


WARM = {"Kalman filter": kalman_filter, "element loop": element_loop}
COLD = {
    "forward substitution, 300": lambda np: forward_substitution(np, 300),
    "forward substitution, 2000": lambda np: forward_substitution(np, 2000),
    "twenty of np.linalg": linalg_once,
    "arrays of 400 shapes": many_shapes,
    "5000 slice lengths": slice_lengths,
}


def warm(backend: str, only: str) -> list[dict]:
    """Return the times of the programs that run in this process, by turns with NumPy's."""
    ivy.set_backend(backend)
    rows = []
    for name, program in WARM.items():
        if only in name:
            ours, native = ratio(program(frontends.numpy), program(numpy), budget=2.0)
            limit = WARM_LIMITS[name].get(backend)
            rows.append({"program": name, "ours": ours, "numpy": native, "limit": limit})
    return rows


def in_this_process(backend: str, name: str) -> dict:
    """Return the seconds of a cold program, its kernels, and by how many megabytes it grows."""
    ivy.set_backend(backend)
    kernels = count_kernels(backend)
    process = psutil.Process()
    before = process.memory_info().rss
    seconds = COLD[name](frontends.numpy)
    grown = (process.memory_info().rss - before) / 2**20
    native = COLD[name](numpy)
    return {"ours": seconds, "numpy": native, "megabytes": grown, "kernels": len(kernels)}


def count_kernels(backend: str) -> list:
    """Return a list that takes the seconds of each compilation of JAX from now on."""
    seconds: list[float] = []
    if backend == "jax":
        from jax import monitoring

        def note(event, duration, **_):
            if event == "/jax/core/compile/backend_compile_duration":
                seconds.append(duration)

        monitoring.register_event_duration_secs_listener(note)
    return seconds


def cold(backend: str, only: str) -> list[dict]:
    """Return the times of the programs that begin cold, each in a process of its own."""
    rows = []
    for name in COLD:
        if only not in name:
            continue
        command = [sys.executable, "-m", "benchmarks.programs", backend, "--cold", name]
        try:
            done = subprocess.run(command, **CAPTURED, env=fresh(), timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            rows.append({"program": name, "error": f"more than {PATIENCE} s"})
            continue
        if done.returncode:
            rows.append({"program": name, "error": done.stderr.strip().splitlines()[-1]})
            continue
        seconds, megabytes = COLD_LIMITS[name] if backend == "jax" else (None, None)
        found = json.loads(done.stdout.strip().splitlines()[-1])
        rows.append({"program": name, **found, "seconds_limit": seconds, "mb_limit": megabytes})
    return rows


def fresh() -> dict:
    """Return an environment in which no kernel of an earlier process is found."""
    return dict(os.environ, IVY_JAX_CACHE="0", TF_CPP_MIN_LOG_LEVEL="3")


def is_held(row: dict) -> bool:
    """Return whether a row holds its bars."""
    if "error" in row:
        return False
    bars = (
        (row["ours"] / row["numpy"], row.get("limit")),
        (row["ours"], row.get("seconds_limit")),
        (row.get("megabytes", 0.0), row.get("mb_limit")),
    )
    return all(limit is None or value <= limit for value, limit in bars)


def table(rows: list[dict]) -> list[str]:
    """Return a Markdown table of the rows, each with its bar."""
    lines = [
        "| program | NumPy, ms | ours, ms | ratio | kernels | MB | limit | |",
        "| --- | --: | --: | --: | --: | --: | --- | --- |",
    ]
    for row in rows:
        if "error" in row:
            lines.append(f"| {row['program']} | | | | | | | failed: {row['error']} |")
            continue
        limits = {"limit": "x NumPy", "seconds_limit": "s", "mb_limit": "MB"}
        said = [f"{row[key]:g} {unit}" for key, unit in limits.items() if row.get(key)]
        kernels, grown = row.get("kernels", ""), row.get("megabytes")
        lines.append(
            f"| {row['program']} | {row['numpy'] * 1e3:,.2f} | {row['ours'] * 1e3:,.1f} | "
            f"{row['ours'] / row['numpy']:.1f} | {kernels} | "
            f"{'' if grown is None else f'{grown:.0f}'} | {', '.join(said)} | "
            f"{'' if is_held(row) else 'MISSED'} |"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.programs", description=__doc__)
    parser.add_argument("backend")
    parser.add_argument("--cold", metavar="NAME", help="run this one here; prints JSON")
    parser.add_argument("--only", default="", metavar="TEXT", help="programs of this name")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    if options.cold:
        print(json.dumps(in_this_process(options.backend, options.cold)))
        return
    rows = warm(options.backend, options.only)
    if options.backend == "jax" or options.only:  # the others compile nothing
        rows += cold(options.backend, options.only)
    print(json.dumps(rows) if options.json else "\n".join(table(rows)))


if __name__ == "__main__":
    main()
