"""Time training steps of small models: ``python -m benchmarks.models jax [--only TEXT]``.

One thread, seconds of a process's CPUs, PyTorch eagerly in the same run. Each model has processes
of its own: what one model has compiled, another one would find. A first step is measured with an
empty folder of compiled programs, and once more with what that step has left there.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

os.environ["OMP_NUM_THREADS"] = "1"  # read when a framework is imported

import ivy_core as ivy

from ..layers.__main__ import on_one_core
from . import libraries
from .memory import megabytes_of_step
from .networks import MODELS, Training
from .report import table

STEPS = 15  # of which the median is taken
# beyond those after which a module becomes a program: by then a thread has compiled the backward
# pass of the graph that these programs make, and what draws many numbers for dropout
STEPS_BEFORE = 130
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


def measure(backend: str, only: str = "") -> dict:
    """Return rows of models, of a first process (``cold``) and of a second one (``rows``).

    Each model has a folder of compiled programs of its own, empty at first, and processes of its
    own; PyTorch's is between ours.
    """
    found: dict = {"cold": [], "rows": []}
    for name in names():
        if only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            cold = _in_process(backend, name, "--steps", "1", IVY_JAX_CACHE=folder)
            theirs = _in_process("pytorch", name)
            row = _in_process(backend, name, IVY_JAX_CACHE=folder)
            # one heap of memory: of those that threads have, what is free at the end cannot be
            # trimmed, so that what XLA's threads take there anew would count as none
            for side, each in ((backend, row), ("pytorch", theirs)):
                heap = {"IVY_JAX_CACHE": folder, "MALLOC_ARENA_MAX": "1"}
                each |= _in_process(side, name, "--memory", **heap)
        apart = _largest_difference(row.pop("losses"), theirs["losses"])
        others = {"torch": theirs["steady"], "torch_memory": theirs["memory"], "apart": apart}
        for where, each in (("cold", cold), ("rows", row)):
            found[where].append({**each, **others, "torch_first": theirs["first"]})
    return found


def _in_process(side: str, name: str, *options: str, **environment: str) -> dict:
    """Return what is measured of one model on one side, in a process of its own."""
    environment = {**os.environ, **environment}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a step would compile what it imports anew
    done = subprocess.run(
        [sys.executable, "-P", "-m", "benchmarks.models", side, "--single", name, *options],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.strip().splitlines()[-1])


def _measure_one(backend: str, name: str, steps: int) -> dict:
    """Return first, early and steady steps of a model, their parts, and what else they cost."""
    ivy.set_backend(backend)
    # within the function: the frontend, once imported, has real PyTorch's modules call a hook
    ours, spent = importlib.import_module("frontends.torch"), _stages(backend)
    policy = importlib.import_module("frontends.torch.policy")
    until_programs = policy.BACKWARDS_BEFORE_MODULE_PROGRAM
    training = Training(ours, models(backend)[name])
    spent.update(dict.fromkeys(spent, 0.0))
    begun = time.perf_counter()
    first = _seconds(training.step)
    # JAX tells the clock's seconds: on a busy machine a step has had a share of them alone
    share = first / (time.perf_counter() - begun)
    row = {
        "case": name,
        "first": first,
        "stages": {stage: share * seconds for stage, seconds in spent.items()},
    }
    if steps == 1:
        return row
    losses, early = [training.wait()], []
    for _ in range(9):
        early.append(_seconds(training.step))
        losses.append(training.wait())
    steady, phases = _steady(training, until_programs + STEPS_BEFORE, steps)
    training.batch = training.batch.first(7)
    other = max(_seconds(training.step) for _ in range(3))
    return {
        **row,
        "losses": losses[:5],
        "early": max(early) / statistics.median(early),
        "steady": steady,
        "phases": phases,
        "new_shape": other - steady,
    }


def _largest_difference(ours: list[float], theirs: list[float]) -> float:
    """Return how far two models' losses part, as a share of the loss."""
    pairs = zip(ours, theirs, strict=False)
    return max(abs(one - other) / max(abs(other), 1e-3) for one, other in pairs)


def _measure_pytorch(name: str) -> dict:
    """Return PyTorch's seconds of a first and a steady step, and the losses of five."""
    make = models(None)[name]
    native = importlib.import_module("torch")
    native.set_num_threads(1)
    training = Training(native, make)
    first, losses = _seconds(training.step), [training.wait()]
    for _ in range(4):
        losses.append(training.step())
    return {"first": first, "losses": losses, "steady": _steady(training, 5, STEPS)[0]}


def _measure_memory(side: str, name: str) -> dict:
    """Return the megabytes that a steady step needs, of one side."""
    if side == "pytorch":
        make, before = models(None)[name], 5
        module = importlib.import_module("torch")
        module.set_num_threads(1)
    else:
        ivy.set_backend(side)
        module = importlib.import_module("frontends.torch")
        policy = importlib.import_module("frontends.torch.policy")
        make, before = models(side)[name], policy.BACKWARDS_BEFORE_MODULE_PROGRAM + STEPS_BEFORE
    training = Training(module, make)
    for _ in range(before):
        training.step()
    training.wait()
    return {"memory": megabytes_of_step(training.step)}


def names() -> list[str]:
    """Return the names of all models that there are."""
    if libraries.are_installed():
        return [*MODELS, *libraries.MODELS]
    print(f"without models of libraries: {libraries.INSTALL}", file=sys.stderr)
    return list(MODELS)


def models(backend: str | None) -> dict:
    """Return all models that there are, those of libraries rewritten for a backend (None: not)."""
    return MODELS | libraries.MODELS if libraries.make_importable(backend) else MODELS


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.models", description=__doc__)
    parser.add_argument("backend", choices=("jax", "torch", "tensorflow", "pytorch"))
    parser.add_argument("--only", default="", metavar="TEXT", help="models whose name has this")
    parser.add_argument("--single", metavar="NAME", help="this model, measured in this process")
    parser.add_argument("--memory", action="store_true", help="of --single: memory alone")
    parser.add_argument("--steps", type=int, default=STEPS, help="of which the median is taken")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    on_one_core()
    if options.single:
        if options.memory:
            row = _measure_memory(options.backend, options.single)
        elif options.backend == "pytorch":
            row = _measure_pytorch(options.single)
        else:
            row = _measure_one(options.backend, options.single, options.steps)
        print(json.dumps(row))
        return
    found = measure(options.backend, options.only)
    print(json.dumps(found) if options.json else "\n".join(table(found["cold"], found["rows"])))


if __name__ == "__main__":
    main()
