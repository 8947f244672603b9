"""Time training steps of small models: ``python -m benchmarks.models jax [--only TEXT]``.

One thread, seconds of a process's CPUs, PyTorch eagerly in the same run. A first step is
measured in the state in which the process starts: nothing of it is compiled in memory. On disk it
may be, in the folder that ``IVY_JAX_CACHE`` names.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"  # read when a framework is imported

import ivy_core as ivy
from frontends.torch.policy import BACKWARDS_BEFORE_MODULE_PROGRAM

from ..layers.__main__ import on_one_core
from . import libraries
from .networks import MODELS, Training
from .report import table

STEPS = 15  # of which the median is taken
STEPS_BEFORE = BACKWARDS_BEFORE_MODULE_PROGRAM + 10  # until all is compiled that will be
_STAGES = {
    "/jax/core/compile/jaxpr_trace_duration": "trace",
    "/jax/core/compile/jaxpr_to_mlir_module_duration": "lower",
    "/jax/core/compile/backend_compile_duration": "xla",
}


def _stages(backend: str) -> dict[str, float]:
    """Return a dict that JAX adds the seconds of its compilation's stages to."""
    spent = dict.fromkeys(_STAGES.values(), 0.0)
    if backend == "jax":

        def add(name: str, seconds: float, **_) -> None:
            if name in _STAGES:
                spent[_STAGES[name]] += seconds

        importlib.import_module("jax").monitoring.register_event_duration_secs_listener(add)
    return spent


def _seconds(call) -> float:
    begun = time.process_time()
    call()
    return time.process_time() - begun


def _steady(training: Training, before: int, steps: int) -> tuple[float, list[float]]:
    """Return the median seconds of a step, and of its three phases, each waited for."""
    for _ in range(before):
        training.step()
    whole = statistics.median(_seconds(training.step) for _ in range(steps))
    phases = ([], [], [])
    for _ in range(steps):
        for spent, phase in zip(
            phases, (training.forward, training.backward, training.update), strict=True
        ):
            spent.append(_seconds(lambda phase=phase: (phase(), training.wait())))
    return whole, [statistics.median(spent) for spent in phases]


def measure(backend: str, only: str = "", steps: int = STEPS) -> list[dict]:
    """Return a row a model: first, early and steady steps, their parts, and PyTorch's figures.

    PyTorch runs in a process of its own right after each model: libraries import one or the other.
    """
    ours, spent, rows = importlib.import_module("frontends.torch"), _stages(backend), []
    for name, make in models(backend).items():
        if only not in name:
            continue
        training = Training(ours, make)
        spent.update(dict.fromkeys(spent, 0.0))
        begun = time.perf_counter()
        first = _seconds(training.step)
        # JAX tells the clock's seconds: on a busy machine a step has had a share of them alone
        share = first / (time.perf_counter() - begun)
        stages = {name: share * seconds for name, seconds in spent.items()}
        losses, early = [training.wait()], []
        for _ in range(9 if steps > 1 else 0):
            early.append(_seconds(training.step))
            losses.append(training.wait())
        steady, phases = _steady(training, STEPS_BEFORE if steps > 1 else 0, steps)
        theirs = _of_pytorch(name)
        rows.append(
            {
                "case": name,
                "first": first,
                "stages": stages,
                "early": max(early) / statistics.median(early) if early else 0.0,
                "steady": steady,
                "phases": phases,
                "torch_first": theirs["first"],
                "torch": theirs["steady"],
                "apart": _largest_difference(losses[:5], theirs["losses"]),
            }
        )  # fmt: skip
    return rows


def _largest_difference(ours: list[float], theirs: list[float]) -> float:
    """Return how far two models' losses part, as a share of the loss."""
    pairs = zip(ours, theirs, strict=False)
    return max(abs(one - other) / max(abs(other), 1e-3) for one, other in pairs)


def _of_pytorch(name: str) -> dict:
    """Return what PyTorch eagerly takes for a model, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "benchmarks.models", "pytorch", "--only", name],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.strip().splitlines()[-1])


def _measure_pytorch(name: str) -> dict:
    """Return seconds of a first and a steady step of PyTorch's, and the losses of five."""
    make = models(None)[name]
    native = importlib.import_module("torch")
    native.set_num_threads(1)
    training = Training(native, make)
    first, losses = _seconds(training.step), [training.wait()]
    for _ in range(4):
        losses.append(training.step())
    return {"first": first, "losses": losses, "steady": _steady(training, 5, STEPS)[0]}


def models(backend: str | None) -> dict:
    """Return all models that there are, those of libraries rewritten for a backend (None: not)."""
    if libraries.make_importable(backend):
        return MODELS | libraries.MODELS
    print(f"without models of libraries: {libraries.INSTALL}", file=sys.stderr)
    return MODELS


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.models", description=__doc__)
    parser.add_argument("backend", choices=("jax", "torch", "tensorflow", "pytorch"))
    parser.add_argument("--only", default="", metavar="TEXT", help="models whose name has this")
    parser.add_argument("--steps", type=int, default=STEPS, help="of which the median is taken")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    on_one_core()
    if options.backend == "pytorch":  # itself, and one model
        print(json.dumps(_measure_pytorch(options.only)))
        return
    ivy.set_backend(options.backend)
    rows = measure(options.backend, options.only, options.steps)
    print(json.dumps(rows) if options.json else "\n".join(table([], rows)))


if __name__ == "__main__":
    main()
