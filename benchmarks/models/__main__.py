"""Time training steps of small models: ``python -m benchmarks.models jax [--only TEXT]``.

One thread, seconds of this process's CPUs, PyTorch eagerly in the same run. A first step is
measured in the state in which the process starts: nothing of it is compiled in memory. On disk it
may be, in the folder that ``IVY_JAX_CACHE`` names.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import time

os.environ["OMP_NUM_THREADS"] = "1"  # read when a framework is imported

import ivy_core as ivy

from ..layers.__main__ import on_one_core
from .networks import MODELS, Training
from .report import table

STEPS_BEFORE, STEPS = 20, 15  # before it is steady; of the median
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


def _steady(training: Training, steps: int) -> tuple[float, list[float]]:
    """Return the median seconds of a step, and of its three phases, each waited for."""
    for _ in range(STEPS_BEFORE if steps > 1 else 0):
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
    """Return a row a model: first and steady step, their parts, and PyTorch's times."""
    ours, native = importlib.import_module("frontends.torch"), importlib.import_module("torch")
    native.set_num_threads(1)
    spent, rows = _stages(backend), []
    for name, make in MODELS.items():
        if only not in name:
            continue
        theirs = Training(native, make)
        torch_first = _seconds(theirs.step)
        training = Training(ours, make)
        spent.update(dict.fromkeys(spent, 0.0))
        begun = time.perf_counter()
        first = _seconds(training.step)
        # JAX tells the clock's seconds: on a busy machine a step has had a share of them alone
        share = first / (time.perf_counter() - begun)
        stages = {name: share * seconds for name, seconds in spent.items()}
        steady, phases = _steady(training, steps)
        rows.append(
            {
                "case": name,
                "first": first,
                "stages": stages,
                "steady": steady,
                "phases": phases,
                "torch_first": torch_first,
                "torch": _steady(theirs, steps)[0],
            }  # fmt: skip
        )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.models", description=__doc__)
    parser.add_argument("backend", choices=("jax", "torch", "tensorflow"))
    parser.add_argument("--only", default="", metavar="TEXT", help="models whose name has this")
    parser.add_argument("--steps", type=int, default=STEPS, help="of which the median is taken")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    on_one_core()
    ivy.set_backend(options.backend)
    rows = measure(options.backend, options.only, options.steps)
    print(json.dumps(rows) if options.json else "\n".join(table([], rows, [])))


if __name__ == "__main__":
    main()
