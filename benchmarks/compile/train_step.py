"""Time training steps of two examples: ``python -m benchmarks.compile --train``.

A step is forward, backward, clip_grad_norm_, AdamW and zero_grad. It runs eagerly in real PyTorch,
compiled by ``ivy.compile`` on JAX from the same text, and written by hand in JAX with optax; each
on one core, in a process of its own, from the same parameters. Losses are compared.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import types
from pathlib import Path

from ..timing import now, since

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "torch"
MODELS = ("perceptron", "char_transformer")
SIDES = ("torch", "ours", "jax")
LIMITS = {"torch": 0.45, "jax": 1.1}  # of the time of ours to that of each
COMPARED, ROUNDS, SECONDS = 5, 9, 0.3  # steps whose losses are compared; rounds, and their length
PROCESSES = 4  # of each side: how arrays lie in memory makes a quarter of the time of a step
CLIPPED = {"perceptron": 5.0, "char_transformer": 1.0}


def load(name: str, transpiled: bool) -> types.ModuleType:
    """Return the module of an example, as it is or with the frontend in PyTorch's place."""
    path = FOLDER / f"{name}.py"
    text = path.read_text()
    if transpiled:
        import transpile

        text = transpile.transpile_source(text, to="jax", filename=str(path))
    module = types.ModuleType(name)
    exec(compile(text, str(path), "exec"), module.__dict__)  # our own example
    return module


def problem(name: str, module: types.ModuleType):
    """Return model, optimizer and a batch of an example, the same in PyTorch and the frontend."""
    torch = module.torch
    torch.manual_seed(0)
    if name == "perceptron":
        model = module.make_model()
        optimizer = module.make_optimizer(model)
        images = torch.rand(64, 64)
        return model, optimizer, images, torch.randint(0, 10, (64,))
    characters = sorted(set(module.TEXT))
    number = {character: i for i, character in enumerate(characters)}
    text = torch.tensor([number[character] for character in module.TEXT])
    model = module.Writer(len(characters))
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    return model, optimizer, *module.make_batch(text)


def make_step(name: str, module: types.ModuleType, model, optimizer):
    """Return the step as a user of PyTorch writes it."""
    torch = module.torch
    largest = CLIPPED[name]

    def step(given, wanted):
        found = model(given)
        loss = torch.nn.functional.cross_entropy(found.flatten(0, -2), wanted.flatten())
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), largest)
        optimizer.step()
        optimizer.zero_grad()
        return loss

    return step


def seconds_of(step, wait) -> float:
    """Return the median over rounds of the time of a step, in seconds."""
    wait(step())
    count, begun = 0, now()
    while since(begun) < SECONDS:
        wait(step())
        count += 1
    times = []
    for _ in range(ROUNDS):
        begun = now()
        for _ in range(count):
            found = step()
        wait(found)
        times.append(since(begun) / count)
    return statistics.median(times)


def in_torch(name: str) -> dict:
    """Return what real PyTorch takes, eagerly."""
    import torch

    torch.set_num_threads(1)
    module = load(name, False)
    model, optimizer, *batch = problem(name, module)
    step = make_step(name, module, model, optimizer)
    losses = [step(*batch).item() for _ in range(COMPARED)]
    return {"losses": losses, "seconds": seconds_of(lambda: step(*batch), lambda loss: loss.item())}


def compiled(name: str) -> dict:
    """Return what the step takes that ``ivy.compile`` makes of the same text."""
    import ivy_core as ivy

    ivy.set_backend("jax")
    module = load(name, True)
    model, optimizer, *batch = problem(name, module)
    step = ivy.compile(make_step(name, module, model, optimizer), fallback="raise")
    begun = now()
    losses = [step(*batch).item() for _ in range(2)]
    first = since(begun)
    losses += [step(*batch).item() for _ in range(COMPARED - 2)]
    return {
        "losses": losses,
        "first": first,
        "seconds": seconds_of(lambda: step(*batch), lambda loss: loss.item()),
    }


def by_hand(name: str) -> dict:
    """Return what the step takes that is written by hand in JAX with optax."""
    import ivy_core as ivy

    ivy.set_backend("jax")
    import jax
    import jax.numpy as jnp

    from ivy_core.backends.holder import read

    module = load(name, True)
    model, _, given, wanted = problem(name, module)
    params = {key: jnp.copy(read(p)) for key, p in model.named_parameters()}
    given, wanted = read(given), read(wanted)
    from .train_forms import LOSSES, optimizer_of

    optimizer = optimizer_of(name, params, CLIPPED[name])
    loss_of = LOSSES[name]

    def update(params, state, given, wanted):
        loss, grads = jax.value_and_grad(loss_of)(params, given, wanted)
        changes, state = optimizer.update(grads, state, params)
        params = jax.tree.map(lambda p, change: p + change, params, changes)
        return params, state, loss

    step = jax.jit(update, donate_argnums=(0, 1))
    kept = [params, optimizer.init(params)]

    def call():
        kept[0], kept[1], loss = step(*kept, given, wanted)
        return loss

    begun = now()
    losses = [float(call())]
    first = since(begun)
    losses += [float(call()) for _ in range(COMPARED - 1)]
    return {"losses": losses, "first": first, "seconds": seconds_of(call, float)}


FUNCTIONS = {"torch": in_torch, "ours": compiled, "jax": by_hand}


def in_fresh_process(name: str, side: str) -> dict:
    """Return what one side takes, measured in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.compile", "--train-side", f"{name}:{side}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode:
        return {"error": (done.stderr.strip().splitlines() or ["ended without a word"])[-1]}
    return json.loads(done.stdout.strip().splitlines()[-1])


def rows() -> list[dict]:
    """Return a row a model: what each side has found, in the quickest of its processes."""
    found: dict = {}
    for _ in range(PROCESSES):
        for name in MODELS:
            for side in SIDES:
                found.setdefault((name, side), []).append(in_fresh_process(name, side))
    return [{"model": name, **{side: quickest(found[name, side]) for side in SIDES}}
            for name in MODELS]  # fmt: skip


def quickest(found: list[dict]) -> dict:
    """Return what the quickest process has found; an error if one has ended with it."""
    return min(found, key=lambda each: -1.0 if "error" in each else each["seconds"])


def difference(row: dict) -> str:
    """Return which side has other losses than PyTorch, nothing if none has."""
    wanted = row["torch"]["losses"]
    for side in SIDES[1:]:
        for at, (one, other) in enumerate(zip(row[side].get("losses", ()), wanted, strict=False)):
            if abs(one - other) > 1e-4 * max(1.0, abs(other)):
                return f"{side}: the loss of step {at + 1} is {one:.6f}, PyTorch's {other:.6f}"
    return ""


def report(found: list[dict]) -> tuple[list[str], bool]:
    """Return what is said of the times, in lines, and whether all bars are held."""
    lines = [f"{'training step, ms':18s} {'PyTorch':>9s} {'compiled':>9s} {'by hand':>9s}  ratios"]
    all_held = True
    for row in found:
        errors = [f"{side}: {row[side]['error']}" for side in SIDES if "error" in row[side]]
        if "error" in row["torch"] or "error" in row["ours"]:
            lines.append(f"{row['model']:18s} {'; '.join(errors)}")
            all_held = False
            continue
        times = {side: row[side].get("seconds") for side in SIDES}
        shown = [f"{1e3 * t:9.3f}" if t else f"{'':>9s}" for t in times.values()]
        said = []
        for side, limit in LIMITS.items():
            if times[side]:
                ratio = times["ours"] / times[side]
                held = ratio <= limit
                all_held = all_held and held
                said.append(f"{ratio:.2f} of {side} ({'held' if held else 'MISSED'}, {limit:g})")
        said += [text for text in (difference(row), *errors) if text]
        all_held = all_held and not difference(row)
        lines.append(f"{row['model']:18s} {' '.join(shown)}  {'; '.join(said)}")
    return lines, all_held
