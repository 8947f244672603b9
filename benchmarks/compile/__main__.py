"""Time kernels that ``ivy.compile`` has compiled: ``python -m benchmarks.compile [--only TEXT]``.

The same text on NumPy, compiled on JAX, and compiled by numba, and the same algorithm by hand in
JAX; where there is another one by hand too, that is told apart. All run on one core, a process a
kernel, and are waited for; arguments are copied outside of what is timed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys

# read when a framework is imported
os.environ.update(
    OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", IVY_JAX_CACHE="0"
)

from ..layers.__main__ import on_one_core
from . import backends, report, train_step
from .cases import KERNELS

TIMEOUT = 240  # seconds a kernel


def in_this_process(name: str) -> dict:
    """Return the row of a kernel, measured here."""
    on_one_core()
    import ivy_core as ivy

    ivy.set_backend("jax")
    from .measuring import measure

    return measure(KERNELS[name])


def in_fresh_process(name: str) -> dict:
    """Return the row of a kernel, measured in a process that is ended if it takes too long."""
    row = {"kernel": name, "eager": []}
    command = [sys.executable, "-m", "benchmarks.compile", "--kernel", name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return {**row, "error": f"not done in {TIMEOUT} s"}
    if done.returncode:
        return {**row, "error": (done.stderr.strip().splitlines() or ["ended without a word"])[-1]}
    return json.loads(done.stdout.strip().splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.compile", description=__doc__)
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="kernels whose name has this text"
    )
    parser.add_argument("--kernel", choices=KERNELS, help="this one, here, as JSON")
    parser.add_argument(
        "--backend", choices=("jax", *backends.BACKENDS), default="jax",
        help="another than JAX: selected kernels, or those of --only, against NumPy and eagerly",
    )  # fmt: skip
    parser.add_argument("--train", action="store_true", help="training steps instead of kernels")
    parser.add_argument("--train-side", metavar="MODEL:SIDE", help="one of these, here, as JSON")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    if options.train_side:
        name, side = options.train_side.split(":")
        on_one_core()
        print(json.dumps(train_step.FUNCTIONS[side](name)))
        return
    if options.train:
        found = train_step.rows()
        print(json.dumps(found) if options.json else "\n".join(train_step.report(found)[0]))
        return
    if options.backend != "jax":
        if options.kernel:
            print(json.dumps(backends.measure(options.kernel, options.backend)))
            return
        names = [n for n in KERNELS if options.only in n] if options.only else backends.SELECTED
        found = backends.rows(options.backend, names)
        print(
            json.dumps(found)
            if options.json
            else "\n".join(backends.report(options.backend, found))
        )
        return
    if options.kernel:
        print(json.dumps(in_this_process(options.kernel)))
        return
    rows = [in_fresh_process(name) for name in KERNELS if options.only in name]
    if options.json:
        print(json.dumps(rows))
        return
    print("\n".join([*report.table(rows), "", *report.summary(rows)[0]]))


if __name__ == "__main__":
    main()
