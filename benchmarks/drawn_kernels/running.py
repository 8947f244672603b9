"""Draw kernels and time them: ``python -m benchmarks.drawn_kernels --seed S --count N``.

The same NumPy text run by NumPy and compiled on JAX, and its twin by hand in JAX; each has one
core. Children measure chunks of kernels; one that takes too long for a kernel is ended, and the
next goes on behind it.
"""

from __future__ import annotations

import argparse
import json
import os
import selectors
import subprocess
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import report
from .drawing import kernel_of

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
CHUNK = 30  # kernels of a child: its start takes as long as two of them
TIMEOUT = 90  # seconds of a kernel


def measure_here(seed: int, numbers: list[int], folder: Path, core: int) -> None:
    """Print a line of JSON for each of some kernels."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[-1 - core % len(cores)]})
    import ivy_core as ivy

    ivy.set_backend("jax")
    from .measuring import measure

    measure(kernel_of(0, 0), folder, "first")  # what is only slow in the first call of a process
    print(json.dumps({"number": None}), flush=True)
    for number in numbers:
        row = {"number": number}
        try:
            kernel = kernel_of(seed, number)
            row |= measure(kernel, folder, f"kernel_{seed}_{number}")
        except Exception as err:  # told in the table, which fails
            row["error"] = f"{type(err).__name__}: {err}"[:300]
            traceback.print_exc()
        print(json.dumps(row), flush=True)


def _lines(child: subprocess.Popen):
    """Yield a child's lines; stop where one takes too long."""
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while selector.select(TIMEOUT):
            line = child.stdout.readline()
            if not line:
                return
            yield json.loads(line)


def in_children(seed: int, numbers: list[int], folder: Path, core: int = 0) -> list[dict]:
    """Return the rows of some kernels, measured in child processes that are ended in time."""
    rows, waiting = [], list(numbers)
    while waiting:
        command = [sys.executable, "-m", "benchmarks.drawn_kernels", "--seed", str(seed)]
        command += ["--keep", str(folder), "--core", str(core), "--here"]
        command += [str(each) for each in waiting]
        environment = {**os.environ, **ONE_THREAD, "IVY_JAX_CACHE": "0"}
        with open(folder / f"errors_{seed}_{waiting[0]}.txt", "w") as errors:
            child = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment
            )
            began = False
            for row in _lines(child):
                if row["number"] is None:
                    began = True
                    continue
                rows.append(row)
                waiting.remove(row["number"])
            child.kill()
            child.wait()
        if waiting:
            what = f"not done in {TIMEOUT} s, or the process ended" if began else "no start"
            rows.append({"number": waiting.pop(0), "error": what})
    return rows


def measured(seed: int, numbers: list[int], folder: Path, jobs: int = 1) -> list[dict]:
    """Return the rows of some kernels, in their order."""
    chunks = [numbers[k : k + CHUNK] for k in range(0, len(numbers), CHUNK)]
    with ThreadPoolExecutor(jobs) as pool:
        found = pool.map(
            lambda pair: in_children(seed, pair[1], folder, pair[0] % jobs), enumerate(chunks)
        )
        rows = [row for each in found for row in each]
    return sorted(rows, key=lambda row: row["number"])


def main(arguments: list[str] | None = None) -> int:
    """Measure kernels by the options of the command line; return its exit status."""
    parser = argparse.ArgumentParser(prog="benchmarks.drawn_kernels", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--from", type=int, default=0, dest="start", help="the first number")
    parser.add_argument("--only", type=int, nargs="+", help="these numbers")
    parser.add_argument("--jobs", type=int, default=1, help="children at a time, a core each")
    parser.add_argument("--keep", metavar="FOLDER", help="where texts and rows are left")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    parser.add_argument("--here", type=int, nargs="+", help=argparse.SUPPRESS)
    parser.add_argument("--core", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.here:
        measure_here(options.seed, options.here, Path(options.keep), options.core)
        return 0
    numbers = options.only or list(range(options.start, options.start + options.count))
    with tempfile.TemporaryDirectory() as made:
        folder = Path(options.keep or made)
        folder.mkdir(parents=True, exist_ok=True)
        rows = measured(options.seed, numbers, folder, options.jobs)
        (folder / f"rows_{options.seed}.json").write_text(json.dumps(rows, indent=0))
    lines, held = report.summary(rows)
    print(json.dumps(rows) if options.json else "\n".join([*report.table(rows), "", *lines]))
    return 0 if held else 1
