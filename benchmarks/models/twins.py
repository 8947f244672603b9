"""Time training steps as one program against the same models by hand in JAX.

``python -m benchmarks.models.twins`` measures both, each in a process of its own, and compares the
losses of the first step without dropout: with it the twin draws JAX's numbers, ours PyTorch's.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile

os.environ["OMP_NUM_THREADS"] = "1"  # read when a framework is imported

from ..layers.__main__ import on_one_core
from .__main__ import models
from .networks import Training
from .one_program import (
    COMPILING,
    in_fresh_process,
    largest_difference,
    seconds_of,
    steady_seconds,
)
from .program_report import twins_table

NAMES = ("minGPT nano", "LSTM tagger", "ViT", "resnet18")


def by_hand(name: str, training: Training, drops: bool = True) -> dict:
    """Return what a twin takes, from the parameters and the batch of PyTorch's model."""
    state = [
        {key: value.detach().numpy().copy() for key, value in each}
        for each in (training.model.named_parameters(), training.model.named_buffers())
    ]
    given = {key: value.numpy() for key, value in training.batch.given.items()}
    if training.batch.labels is not None:
        given["labels"] = training.batch.labels.numpy()
    return _trained(name, state, given, drops)


def _trained(name: str, state: list[dict], given: dict, drops: bool) -> dict:
    """Return what a twin takes."""
    jax, forms = importlib.import_module("jax"), importlib.import_module(f"{__package__}.by_hand")
    numpy, loss_of = importlib.import_module("jax.numpy"), forms.LOSSES[name]
    params, statistics = jax.tree.map(numpy.asarray, state)
    params = forms.LAYOUTS.get(name, dict)(params)
    zeros = jax.tree.map(numpy.zeros_like, params)
    kept = [params, statistics, (zeros, jax.tree.map(numpy.copy, zeros), 0)]
    key, given = jax.random.key(0), jax.tree.map(numpy.asarray, given)

    def update(params, statistics, moments, given, key):
        key, used = jax.random.split(key)
        (loss, statistics), grads = jax.value_and_grad(loss_of, has_aux=True)(
            params, statistics, given, used if drops else None
        )
        params, moments = forms.adamw(params, grads, moments)
        return params, statistics, moments, key, loss

    step = jax.jit(update, donate_argnums=(0, 1, 2))
    kept.append(key)

    def call():
        *kept[:], loss = step(*kept[:3], given, kept[3])
        return float(loss)

    losses: list[float] = []
    first = [seconds_of(lambda: losses.append(call())) for _ in range(2)]
    return {"losses": losses, "first": first, "seconds": steady_seconds(call) if drops else 0.0}


def _without_dropout(name: str, training: Training) -> float:
    """Return how far two losses part, PyTorch's and the twin's, where nothing is dropped."""
    for module in training.model.modules():
        if type(module).__name__ == "Dropout":
            module.p = 0.0
    found = by_hand(name, training, False)["losses"]
    return largest_difference(found, [training.step() for _ in range(2)])


def row(name: str) -> dict:
    """Return the figures of a model: those of ours, and of the twin's."""
    ours = in_fresh_process(name, "jax")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-P", "-m", __spec__.name, "--single", name],
            capture_output=True, text=True, check=True,
            env=dict(os.environ, JAX_COMPILATION_CACHE_DIR=folder),
        )  # fmt: skip
    twin = json.loads(done.stdout.strip().splitlines()[-1])
    return {
        "case": name,
        "seconds": ours["seconds"],
        "twin": twin["seconds"],
        "compile": sum(ours["first"][:COMPILING]),
        "twin_compile": twin["first"][0],
        "apart": twin["apart"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.models.twins", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="models whose name has this")
    parser.add_argument("--single", default="", metavar="NAME", help="measure a twin alone")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    on_one_core()
    if options.single:
        torch, name = importlib.import_module("torch"), options.single
        training = Training(torch, models(None)[name])
        found = by_hand(name, training)
        print(json.dumps({**found, "apart": _without_dropout(name, training)}))
        return
    rows = [row(name) for name in NAMES if options.only in name]
    print(json.dumps(rows) if options.json else "\n".join(twins_table(rows)))


if __name__ == "__main__":
    main()
