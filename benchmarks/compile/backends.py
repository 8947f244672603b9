"""Kernels on PyTorch and TensorFlow: NumPy, the same text run eagerly, and compiled."""

from __future__ import annotations

import json
import subprocess
import sys

from ..timing import now, since
from . import sides
from .cases import KERNELS
from .report import geometric_mean

BACKENDS = ("torch", "tensorflow")
# one of each kind; of the others the eager run takes minutes
SELECTED = (
    "jacobi_2d", "heat_3d", "game_of_life", "wave_2d", "cholesky", "lu_pivoted", "gauss_seidel",
    "thomas", "edit_distance", "floyd_warshall", "biquad", "adler32", "fft_by_stages",
    "mandelbrot", "n_body", "k_means", "sieve",
)  # fmt: skip
TIMEOUT = 240  # seconds a kernel


def measure(name: str, backend: str) -> dict:
    """Return the row of a kernel, measured in this process on one core: seconds."""
    from ..layers.__main__ import on_one_core

    on_one_core()
    import ivy_core as ivy

    ivy.set_backend(backend)
    from .measuring import difference, seconds_of

    kernel = KERNELS[name]
    arguments = kernel.arguments()
    row = {"kernel": name}
    row["numpy"] = seconds_of(sides.in_numpy(kernel), lambda: sides.numpy_of(arguments))
    plain = sides.numpy_of(arguments)
    wanted = kernel.results(sides.in_numpy(kernel)(*plain), plain)
    call, given = sides.compiled(kernel), sides.ours_of(arguments)
    begun = now()
    found = kernel.results(call(*given), given)
    row["first"] = since(begun)
    row["error"] = difference(found, wanted)
    row["compiled"] = seconds_of(call, lambda: sides.ours_of(arguments))
    row["parts"] = sides.eager_parts(call.explain(*sides.ours_of(arguments)))
    given = sides.ours_of(arguments)
    begun = now()
    sides.in_ours(kernel)(*given)
    row["eager"] = since(begun)
    return row


def rows(backend: str, names) -> list[dict]:
    """Return the rows of kernels, each measured in a process of its own."""
    found = []
    for name in names:
        command = [sys.executable, "-m", "benchmarks.compile", "--backend", backend]
        try:
            done = subprocess.run(
                [*command, "--kernel", name], capture_output=True, text=True, timeout=TIMEOUT
            )
        except subprocess.TimeoutExpired:
            found.append({"kernel": name, "error": f"not done in {TIMEOUT} s"})
            continue
        said = done.stdout.strip().splitlines()
        if done.returncode or not said:
            said = done.stderr.strip().splitlines() or ["ended without a word"]
            found.append({"kernel": name, "error": said[-1]})
        else:
            found.append(json.loads(said[-1]))
    return found


def report(backend: str, found: list[dict]) -> list[str]:
    """Return a Markdown table of the rows, and what is said of them."""
    lines = [
        f"| kernel on {backend} | NumPy, ms | eager, ms | compiled, ms | to NumPy | to eager | "
        "first call, s | |",
        "| --- |" + " --: |" * 6 + " --- |",
    ]
    for row in found:
        if row["error"]:
            lines.append(f"| {row['kernel']} | | | | | | | {row['error']} |")
            continue
        times = [f"{row[side] * 1e3:,.2f}" for side in ("numpy", "eager", "compiled")]
        over = [f"{row['compiled'] / row[side]:.2f}" for side in ("numpy", "eager")]
        remark = "EAGER" if row["parts"] else ""
        cells = [row["kernel"], *times, *over, f"{row['first']:.2f}", remark]
        lines.append("| " + " | ".join(cells) + " |")
    timed = [row for row in found if not row["error"]]
    for side in ("numpy", "eager"):
        mean = geometric_mean(row["compiled"] / row[side] for row in timed)
        lines += ["", f"compiled over {side}, {len(timed)} kernels: geometric mean {mean:.2f}"]
    return lines
