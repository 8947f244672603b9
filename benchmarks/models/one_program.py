"""Time training steps of models as one program: ``python -m benchmarks.models.one_program jax``.

A step is zero_grad, forward, loss, backward and AdamW under ``ivy.compile``, and PyTorch's eager
step is the same text. Each side has a process of its own and one core; CPU seconds.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time

os.environ["OMP_NUM_THREADS"] = "1"  # read when a framework is imported

import ivy_core as ivy

from ..layers.__main__ import on_one_core
from .__main__ import models, names
from .memory import megabytes_of_step
from .networks import Training
from .program_report import table

COMPARED = 5  # steps whose losses are compared
COMPILING = 2  # calls that compile: the optimizer's state is there from the second on
STEPS_UNTIL_HEAP_IS_LAID = 25  # until malloc takes no more for a step than for the one before
BEFORE = 5  # steps until programs and their buffers are settled
ROUNDS, SECONDS = 7, 0.4  # rounds of which the quickest counts, and how long one is
PROCESSES = int(os.environ.get("IVY_BENCH_PROCESSES", "1"))  # of each side; the quickest counts


def step_of(training: Training):
    """Return a training step as a user of PyTorch writes it, of the batch's arguments."""
    model, optimizer, loss_of = training.model, training.optimizer, training.batch.loss_of

    def step(given, labels):
        optimizer.zero_grad()
        loss = loss_of(model(**given), labels)
        loss.backward()
        optimizer.step()
        return loss

    return step


def seconds_of(call) -> float:
    """Return the CPU seconds of a call."""
    begun = time.process_time()
    call()
    return time.process_time() - begun


def largest_difference(ours: list[float], theirs: list[float]) -> float:
    """Return how far two models' losses part, as a share of the loss."""
    pairs = zip(ours, theirs, strict=False)
    return max(abs(one - other) / max(abs(other), 1e-3) for one, other in pairs)


def steady_seconds(call) -> float:
    """Return the CPU seconds of a call in the quickest of some rounds."""
    for _ in range(BEFORE):
        call()
    once = seconds_of(call)
    count = max(1, min(200, int(SECONDS / max(once, 1e-6))))
    return min(seconds_of(lambda: [call() for _ in range(count)]) / count for _ in range(ROUNDS))


def measured(name: str, side: str, is_memory: bool = False) -> dict:
    """Return what one side takes for a model: ``pytorch``, or a backend's program.

    ``is_memory``: the megabytes that a step needs, in place of seconds.
    """
    make = models(None if side == "pytorch" else side)[name]
    if side == "pytorch":
        torch = importlib.import_module("torch")
        torch.set_num_threads(1)
    else:
        ivy.set_backend(side)
        torch = importlib.import_module("frontends.torch")
    training = Training(torch, make)
    step = step_of(training)
    if side != "pytorch":
        # PyTorch and TensorFlow have no programs of gradients: there steps run as they are
        fallback = "raise" if side == "jax" else "silent"
        step = ivy.compile(step, fallback=fallback, compile_budget=1e3)
    batch, losses = training.batch, []

    def call():
        return step(batch.given, batch.labels).item()

    if is_memory:
        for _ in range(BEFORE + STEPS_UNTIL_HEAP_IS_LAID):
            call()
        return {"memory": megabytes_of_step(call)}
    first = [seconds_of(lambda: losses.append(call())) for _ in range(COMPARED)]
    return {"losses": losses, "first": first, "seconds": steady_seconds(call)}


def in_fresh_process(name: str, side: str) -> dict:
    """Return what one side takes, in the quickest of some processes; nothing is compiled on disk.

    Raises
    ------
    RuntimeError
        If a process has failed: its last words.
    """
    command = [sys.executable, "-P", "-m", __spec__.name, side, "--only", name, "--single"]
    found = []
    for _ in range(PROCESSES):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False,
                env=dict(os.environ, IVY_JAX_CACHE=folder),
            )  # fmt: skip
        if done.returncode:
            raise RuntimeError((done.stderr.strip().splitlines() or ["ended without a word"])[-1])
        found.append(json.loads(done.stdout.strip().splitlines()[-1]))
    return min(found, key=lambda each: each["seconds"])


def row(name: str, side: str) -> dict:
    """Return the figures of a model: those of its program, and of PyTorch's eager step."""
    ours, theirs = in_fresh_process(name, side), in_fresh_process(name, "pytorch")
    return {
        "case": name,
        "compile": sum(ours["first"][:COMPILING]),
        "seconds": ours["seconds"],
        "torch": theirs["seconds"],
        "apart": largest_difference(ours["losses"], theirs["losses"]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.models.one_program", description=__doc__)
    parser.add_argument("side", choices=("jax", "torch", "tensorflow", "pytorch"))
    parser.add_argument("--only", default="", metavar="TEXT", help="models whose name has this")
    parser.add_argument("--single", action="store_true", help="measure one side, print it as JSON")
    parser.add_argument("--memory", action="store_true", help="of --single: memory alone")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    on_one_core()
    if options.single:
        print(json.dumps(measured(options.only, options.side, options.memory)))
        return
    rows = [row(name, options.side) for name in names() if options.only in name]
    print(json.dumps(rows) if options.json else "\n".join(table(rows)))


if __name__ == "__main__":
    main()
