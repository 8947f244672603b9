"""Run the scripts, each in processes of its own by turns, and show what they took."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from .cases import CASES, Case
from .events import scalars

STUBS = Path(__file__).with_name("stubs")
ROOT = Path(__file__).resolve().parents[2]
# A run's CPU seconds by PyTorch's: the most with `--compile auto`, and eagerly. On an idle machine
# the wall time is no longer: XLA's threads and ours compile beside the script.
AUTO_LIMIT, EAGER_LIMIT = 1.2, 3.0
LOSS_LIMIT = 1e-4  # of the losses of fifty steps, by the larger of a loss and 1
RUNS = ("PyTorch", "eager 1", "eager 2", "auto 1", "auto 2", "auto 3")
_EAGER, _AUTO = RUNS[1:3], RUNS[3:]


def measure(folder: Path, only: str = "") -> Iterator[dict]:
    """Yield a row a script, of the sources under a folder: ``owner+name`` or ``name``."""
    for name, case in CASES.items():
        owner, _, repository = case.repository.partition("/")
        found = [folder / f"{owner}+{repository}", folder / repository]
        source = next((each for each in found if each.is_dir()), None)
        if only not in name:
            continue
        if source is None:
            sys.exit(f"{folder} has no folder {repository}: the sources of {case.repository}")
        row = measure_case(name, case, source)
        print(row, file=sys.stderr)
        yield row


def measure_case(name: str, case: Case, source: Path) -> dict:
    """Return a script's wall and CPU seconds, and how far its losses are from PyTorch's."""
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "sources"
        skipped = shutil.ignore_patterns(".git", "__pycache__", "data", "dataset", "*.gif", "*.png")
        shutil.copytree(source, whole, ignore=skipped)
        for package in source.rglob("data"):  # a folder of data may hold modules, too
            for file in package.rglob("*.py"):
                target = whole / file.relative_to(source)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, target)
        case.draw(whole / case.folder)
        row: dict = {"script": name, "wall": {}, "CPU": {}, "apart": {}, "apart later": {}}
        expected: list[float] = []
        for run in RUNS:
            cache = Path(folder) / ("auto" if run in _AUTO else "eager")
            wall, cpu, printed = _run(case, whole / case.folder, cache, run)
            losses = case.losses(printed)
            expected = expected or losses
            row["wall"][run], row["CPU"][run] = round(wall, 2), round(cpu, 2)
            first = case.first_losses
            row["apart"][run] = _apart(expected[:first], losses[:first])
            row["apart later"][run] = _apart(expected, losses)
        row["losses"] = len(expected)
    return row


def _apart(expected: list[float], found: list[float]) -> float:
    """Return by how much losses differ; infinite where there are not as many."""
    if len(expected) != len(found) or not expected:
        return float("inf")
    pairs = zip(expected, found, strict=True)
    return max(abs(a - b) / max(1.0, abs(a)) for a, b in pairs)


def _run(case: Case, folder: Path, cache: Path, run: str) -> tuple[float, float, str]:
    """Return the wall and CPU seconds of a process, and what it has printed."""
    environment = dict(
        os.environ, OMP_NUM_THREADS="1", NPROC="1", TF_CPP_MIN_LOG_LEVEL="3",
        PYTHONWARNINGS="ignore", DRAWN_IMAGES=str(case.images), MPLBACKEND="Agg",
        TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD="1",  # the waves are an array of NumPy's
        IVY_JAX_CACHE=f"{cache}/jax", IVY_AUTO_CACHE=f"{cache}/auto",
        IVY_PACKAGE_CACHE=f"{cache}/packages",
        PYTHONPATH=os.pathsep.join(map(str, (STUBS, folder, ROOT))),
    )  # fmt: skip
    command = [sys.executable]
    if run != "PyTorch":
        command += ["-m", "transpile"]
    command.append(case.script)
    if run != "PyTorch":
        command += ["--to", "jax", "--run"]
        command += ["--compile", "auto"] if run in _AUTO else []
        command += ["--packages", case.packages] if case.packages else []
        command.append("--")
    command += case.arguments.split()
    events = folder / "runs"
    shutil.rmtree(events, ignore_errors=True)
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder)
    wall = time.perf_counter() - begun
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # PyTorch's run has a stub for its writer, which prints; the frontend has a writer of files.
    told = [f"{name} {step} = {value:.8g}" for name, step, value in scalars(events)]
    return wall, cpu, "\n".join([done.stdout, *told])


def is_held(row: dict) -> bool:
    """Return whether a script's losses are PyTorch's, and its runs quick enough by the clock."""
    seconds = row["wall"]
    return (
        max(row["apart"].values()) <= LOSS_LIMIT
        and max(seconds[run] for run in _EAGER) <= EAGER_LIMIT * seconds["PyTorch"]
        and max(seconds[run] for run in _AUTO) <= AUTO_LIMIT * seconds["PyTorch"]
    )


def table(rows: list[dict]) -> list[str]:
    """Return the lines of a table in Markdown: CPU seconds, those and wall time by PyTorch's."""
    lines = [
        f"| script | {' | '.join(RUNS)} | losses, 50 steps | all |",
        f"| --- |{' --: |' * (len(RUNS) + 2)}",
    ]
    for row in rows:
        reference = row["CPU"]["PyTorch"]
        cells = [f"{reference:.1f}, {row['wall']['PyTorch']:.1f}"]
        for run in RUNS[1:]:
            took = row["CPU"][run]
            limit = AUTO_LIMIT if run in _AUTO else EAGER_LIMIT
            waited = row["wall"][run] / row["wall"]["PyTorch"]
            over = " (over)" if waited > limit else ""
            cells.append(f"{took:.1f}: {took / reference:.2f}, {waited:.2f}{over}")
        cells += [f"{max(row[which].values()):.0e}" for which in ("apart", "apart later")]
        lines.append(f"| {row['script']} | {' | '.join(cells)} |")
    return lines
