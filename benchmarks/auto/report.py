"""Run the scripts, each in processes of its own by turns, and show what they took."""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .scripts import scripts

COMMAND = [sys.executable, "-m", "transpile"]
_AUTO = ("--compile", "auto")
RUNS = {"eager": (), "first": _AUTO, "second": _AUTO}
TURNS = 2  # of which the lesser time counts: that of one process varies by a tenth
# A run's time by the eager one's: the most of any, and the mean of those that take over two seconds
LIMIT, MEAN_LIMIT, LONG_SECONDS = 1.05, 0.7, 2.0
SURE_LOSSES = 15  # of a training, each 20 steps behind the last, which rounding leaves as they are
_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")


def measure(only: str = "") -> list[dict]:
    """Return a row a script: CPU seconds of processes that find what earlier ones kept on disk.

    The first eager run fills the disk, and is not counted.
    """
    rows = []
    for name, text in scripts().items():
        if only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "script.py"
            path.write_text(text, encoding="utf-8")
            environment = dict(
                os.environ, IVY_JAX_CACHE=f"{folder}/jax", IVY_AUTO_CACHE=f"{folder}/auto",
                OMP_NUM_THREADS="1", NPROC="1",
            )  # fmt: skip
            _run(path, environment)
            kept = shutil.copytree(f"{folder}/jax", f"{folder}/kept")
            row, wanted = {"script": name, "is_same": True}, ""
            for _ in range(TURNS):  # each finds on disk what the first eager run has left there
                for run, options in RUNS.items():
                    seconds, printed = _run(path, environment, *options)
                    row[run] = min(row.get(run, seconds), seconds)
                    wanted = wanted or printed
                    row["is_same"] &= _is_same(wanted, printed)
                shutil.rmtree(f"{folder}/auto", ignore_errors=True)
                shutil.rmtree(f"{folder}/jax")
                shutil.copytree(kept, f"{folder}/jax")
        rows.append(row)
        print(row, file=sys.stderr)
    return rows


def _run(path: Path, environment: dict, *options: str) -> tuple[float, str]:
    """Return the CPU seconds of a process, and what it has printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [*COMMAND, str(path), "--to", "jax", "--run", *options]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, done.stdout


def _is_same(one: str, other: str) -> bool:
    """Return whether two texts are the same, numbers but for the third digit.

    Those of a long training's later steps but for the second one: rounding grows by each step, and
    PyTorch's own losses differ as much from those of an eager run.
    """
    if _NUMBER.sub("", one) != _NUMBER.sub("", other):
        return False
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all(
        abs(float(a) - float(b)) <= (2e-3 if at < SURE_LOSSES else 2e-2) * max(1.0, abs(float(a)))
        for at, (a, b) in enumerate(pairs)
    )


def mean(rows: list[dict], which: str) -> float:
    """Return the geometric mean of a run's time by the eager one's, of scripts that take long."""
    ratios = [row[which] / row["eager"] for row in rows if row["eager"] > LONG_SECONDS]
    product = 1.0
    for each in ratios:
        product *= each
    return product ** (1 / len(ratios)) if ratios else 1.0


def is_held(row: dict) -> bool:
    return row["is_same"] and max(row["first"], row["second"]) <= LIMIT * row["eager"]


def table(rows: list[dict]) -> list[str]:
    """Return the lines of a table in Markdown."""
    lines = [
        "| script | eager | auto, first | auto, second | first | second |",
        "| --- | --: | --: | --: | --: | --: |",
    ]
    for row in rows:
        ratios = [row[which] / row["eager"] for which in ("first", "second")]
        cells = [f"{row[which]:.2f}" for which in ("eager", "first", "second")]
        cells += [f"{each:.2f}" for each in ratios]
        note = "" if row["is_same"] else " (prints other numbers)"
        lines.append(f"| {row['script']}{note} | " + " | ".join(cells) + " |")
    means = [f"{mean(rows, which):.2f}" for which in ("first", "second")]
    lines.append(f"| geometric mean of those over 2 s | | | | {means[0]} | {means[1]} |")
    return lines
