"""Run the models that generate, a process each, and show what it took."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from . import LIBRARY, OF_LIBRARY, OWN

PROGRAM = Path(__file__).with_name("program.py")
# The folder in which transformers is installed, outside of the environment, and what it needs:
# pip install --no-deps --target FOLDER transformers huggingface_hub ... (it imports torch itself)
FOLDER = "IVY_BENCH_LIBRARIES"
WORDS = 128
# Programs that four calls may compile, the first one's time and the second's against PyTorch's
PROGRAMS_LIMIT, FIRST_LIMIT, SECOND_LIMIT = 4, 15.0, 1.0


def measure(words: int = WORDS, only: str = "") -> list[dict]:
    """Return a row a model: the words of PyTorch and of JAX, and the seconds of each call.

    Models of transformers are left out where it cannot be imported.
    """
    environment = dict(os.environ, OMP_NUM_THREADS="1", NPROC="1")  # NPROC: XLA's
    if FOLDER in environment:
        paths = [environment[FOLDER], environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    found = [sys.executable, "-c", f"import {LIBRARY}"]
    is_there = not subprocess.run(found, capture_output=True, env=environment).returncode
    rows = []
    for name in (*OWN, *OF_LIBRARY) if is_there else OWN:
        if only not in name:
            continue
        arguments = [name, str(words)]
        plain = [sys.executable, str(PROGRAM), *arguments]
        packages = ["--packages", LIBRARY] if name in OF_LIBRARY else []
        ours = [sys.executable, "-m", "transpile", str(PROGRAM), "--to", "jax", "--run"]
        with tempfile.TemporaryDirectory() as cache:
            cold = dict(environment, IVY_JAX_CACHE=cache)
            rows.append(
                {
                    "case": name,
                    "torch": _calls(plain, environment),
                    "jax": _calls([*ours, *packages, "--", *arguments], cold),
                }
            )
    return rows


def _calls(command: list[str], environment: dict) -> list[dict]:
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.strip().splitlines()[-1])


def is_right(row: dict) -> bool:
    """Return whether each call gave PyTorch's words."""
    wanted = row["torch"][0]["tokens"]
    return all(call["tokens"] == wanted for call in (*row["torch"], *row["jax"]))


def is_held(row: dict) -> bool:
    """Return whether a model keeps all bars."""
    first, second = row["jax"][:2]
    theirs = row["torch"][1]["cpu"]
    return (
        is_right(row)
        and sum(call["programs"] for call in row["jax"]) <= PROGRAMS_LIMIT
        and first["cpu"] <= FIRST_LIMIT * theirs
        and second["cpu"] <= SECOND_LIMIT * theirs
    )


def table(rows: list[dict]) -> list[str]:
    """Return the lines of the table: CPU seconds."""
    lines = [
        "| model | the same words | programs | first, s | second, s | fourth, s | PyTorch, s "
        "| first, times | second, times | fourth, times |",
        "| --- | --- |" + " --: |" * 8,
    ]
    for row in rows:
        first, second, _, fourth = (each["cpu"] for each in row["jax"])
        programs = sum(each["programs"] for each in row["jax"])
        theirs = row["torch"][1]["cpu"]
        lines.append(
            f"| {row['case']} | {'yes' if is_right(row) else 'NO'} | {programs} | "
            f"{first:.2f} | {second:.2f} | {fourth:.2f} | {theirs:.3f} | "
            f"{first / theirs:.1f} | {second / theirs:.1f} | {fourth / theirs:.1f} |"
        )
    return lines
