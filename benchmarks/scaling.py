"""Scaling on paper: ``python -m benchmarks.scaling [--devices 1 2 ...] [--json] [--write]``.

Programs for NumPy and PyTorch are compiled for meshes of up to 512 devices, which one CPU stands
for; nothing is run. Of each compiled program the tables have what one device computes (XLA's count
of operations), what it sends in collectives, and what it holds. ``--write`` puts them into
docs/scaling.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.collectives import exchanges, heat, matrix_chain

PAGE = Path(__file__).resolve().parents[1] / "docs" / "scaling.md"
DEVICES = (1, 2, 4, 8, 64, 512)
STEPS_OF_HEAT = 4
_COLUMNS = (
    "devices", "Mflop", "of ideal", "KiB sent", "of least", "bytes/flop", "MiB held", "sent in",
)  # fmt: skip
WIDTH, INSIDE = 256, 1024  # of a layer's input and of what is between two layers


def training_step(torch, x, y, first, second, speed1, speed2):
    """One step of gradient descent with momentum on two layers."""
    first.requires_grad_(True)
    second.requires_grad_(True)
    loss = ((torch.relu(x @ first) @ second - y) ** 2).mean()
    grad1, grad2 = torch.autograd.grad(loss, (first, second))
    with torch.no_grad():
        speed1.mul_(0.9).add_(grad1)
        speed2.mul_(0.9).add_(grad2)
        first.sub_(speed1, alpha=0.1)
        second.sub_(speed2, alpha=0.1)
    return loss.detach()


def heat_inputs(p: int, weak: bool) -> list:
    return [((64 * p if weak else 1024, 1024), "parts")]


def chain_inputs(p: int, weak: bool) -> list:
    """Return square matrices; with as many operations a device where ``weak``."""
    n = round(256 * p ** (1 / 3) / p) * p if weak else 1024
    return [((n, n), "parts")] * 2


def step_inputs(batch: int, inside: int, batch_cut, first_cut, second_cut) -> list:
    x, y = ((batch, WIDTH), batch_cut), ((batch, WIDTH), batch_cut)
    first, second = ((WIDTH, inside), *first_cut), ((inside, WIDTH), *second_cut)
    return [x, y, first, second, first, second]


def data_parallel(p: int, weak: bool) -> list:
    return step_inputs(64 * p if weak else 4096, INSIDE, "parts", (), ())


def fully_sharded(p: int, weak: bool) -> list:
    return step_inputs(64 * p if weak else 4096, INSIDE, "parts", ("parts",), ("parts",))


def tensor_parallel(p: int, weak: bool) -> list:
    cuts = (None, "parts"), ("parts",)
    return step_inputs(512, 64 * p if weak else INSIDE, None, *cuts)


@dataclass(frozen=True)
class Program:
    """A program, the shapes of its inputs with the axes that are cut, and what it sends at best.

    ``least(p, shapes)`` is the number of bytes that each of ``p`` devices has to send.
    """

    title: str
    module: str
    function: object
    inputs: object
    least: object
    dtype: str
    repeats: int = 1


def _bytes_of(*shapes, itemsize: int) -> int:
    return sum(a * b * itemsize for a, b in shapes)


def _ring(p: int, count: int) -> float:
    """Return what a device sends of ``count`` bytes that each device shall have in the end."""
    return count * (p - 1) / p


PROGRAMS = {
    "heat": Program(
        "Heat: a stencil, a step", "frontends.numpy", heat, heat_inputs,
        lambda p, shapes: 0 if p == 1 else 2 * shapes[0][1] * 8, "float64", STEPS_OF_HEAT,
    ),
    "matrix_chain": Program(
        "Matrix chain: `a @ b @ a`", "frontends.numpy", matrix_chain, chain_inputs,
        lambda p, shapes: _ring(p, 2 * _bytes_of(shapes[0], itemsize=8)), "float64",
    ),
    "data_parallel": Program(
        "Training, data-parallel", "frontends.torch", training_step, data_parallel,
        lambda p, shapes: _ring(p, 2 * _bytes_of(*shapes[2:4], itemsize=4)), "float32",
    ),
    "fully_sharded": Program(
        "Training, fully sharded", "frontends.torch", training_step, fully_sharded,
        lambda p, shapes: _ring(p, 2 * _bytes_of(*shapes[2:4], itemsize=4)), "float32",
    ),
    "tensor_parallel": Program(
        "Training, tensor-parallel", "frontends.torch", training_step, tensor_parallel,
        lambda p, shapes: _ring(p, 2 * _bytes_of(shapes[0], itemsize=4)), "float32",
    ),
}  # fmt: skip


def measure(name: str, p: int, weak: bool) -> dict:
    """Return what one of ``p`` devices computes, sends and holds, of a program that is not run."""
    import importlib

    import numpy

    import ivy_core as ivy

    ivy.set_backend("jax")
    program = PROGRAMS[name]
    module = importlib.import_module(program.module)
    mesh = ivy.mesh((p,), ("parts",))
    inputs = program.inputs(p, weak)
    arrays = []
    for shape, *cut in inputs:
        made = numpy.zeros(shape, program.dtype)
        array = module.asarray(made) if name in ("heat", "matrix_chain") else module.tensor(made)
        arrays.append(array.to_placement(ivy.Placement(mesh, cut)))
    lowered = ivy.compile(program.function, fallback="raise").lower(module, *arrays)
    compiled = lowered.compile()
    memory = compiled.memory_analysis()
    found = list(exchanges(compiled.as_text()))
    kinds: dict = {}
    for kind, count, _ in found:
        kinds.setdefault(kind, []).append(count)
    sent = sum(sent_by_device(*each) for each in found)
    held = memory.argument_size_in_bytes + memory.temp_size_in_bytes
    held += memory.output_size_in_bytes - memory.alias_size_in_bytes
    return {
        "name": name, "devices": p, "weak": weak, "shape": list(inputs[0][0]),
        "flops": compiled.cost_analysis()["flops"] / program.repeats,
        "sent": sent / program.repeats,
        "least": program.least(p, [shape for shape, *_ in inputs]),
        "held": held, "collectives": {kind: len(counts) for kind, counts in sorted(kinds.items())},
    }  # fmt: skip


def sent_by_device(kind: str, count: int, size: int) -> float:
    """Return how many bytes a device sends in a collective, as rings of devices do it.

    Parameters
    ----------
    kind : str
    count : int
        Bytes of its result on each device.
    size : int
        Number of devices in a group.

    Examples
    --------
    >>> sent_by_device("all-reduce", 800, 8), sent_by_device("all-gather", 800, 8)
    (1400.0, 700.0)
    >>> sent_by_device("reduce-scatter", 100, 8), sent_by_device("collective-permute", 800, 8)
    (700.0, 800.0)
    """
    share = (size - 1) / size
    return {
        "all-reduce": 2 * count * share, "all-gather": count * share,
        "all-to-all": count * share, "reduce-scatter": count * size * share,
        "collective-permute": float(count),
    }[kind]  # fmt: skip


def row_of(found: dict, one: dict) -> str:
    """Return a line of a table: of one device the counts, of more devices against it."""
    ideal = one["flops"] if found["weak"] else one["flops"] / found["devices"]
    names = ", ".join(f"{n} {kind}" for kind, n in found["collectives"].items()) or "none"
    against = f"{found['sent'] / found['least']:.2f}" if found["least"] else ""
    return (
        f"| {found['devices']} | {found['flops'] / 1e6:.3f} | {found['flops'] / ideal:.2f} | "
        f"{found['sent'] / 1024:.1f} | {against} | {found['sent'] / found['flops']:.4f} | "
        f"{found['held'] / 2**20:.3f} | {names} |"
    )


def tables(found: list[dict]) -> str:
    """Return the tables of what was measured, a program after the other."""
    lines = []
    for name, program in PROGRAMS.items():
        for weak in (False, True):
            rows = [each for each in found if each["name"] == name and each["weak"] == weak]
            if not rows:
                continue
            how = "weak" if weak else "strong"
            size = " x ".join(map(str, rows[-1]["shape"]))
            lines += [
                f"### {program.title}, {how} scaling", "",
                f"The first input at {rows[-1]['devices']} devices: {size}.", "",
                f"| {' | '.join(_COLUMNS)} |", f"|{' --: |' * (len(_COLUMNS) - 1)} --- |",
                *[row_of(each, rows[0]) for each in rows], "",
            ]  # fmt: skip
    return "\n".join(lines)


def measured(names, devices) -> list[dict]:
    """Measure programs in a process of its own, in which the CPU stands for enough devices."""
    environment = {
        **os.environ, "JAX_PLATFORMS": "cpu", "JAX_ENABLE_COMPILATION_CACHE": "false",
        "XLA_FLAGS": f"--xla_force_host_platform_device_count={max(devices)}",
    }  # fmt: skip
    command = [sys.executable, "-m", "benchmarks.scaling", "--child", *names]
    command += ["--devices", *map(str, devices)]
    ran = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help=", ".join(PROGRAMS))
    parser.add_argument("--devices", nargs="+", type=int, default=DEVICES)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/scaling.md")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = options.names or list(PROGRAMS)
    if options.child:
        for name in names:
            for weak in (False, True):
                for p in options.devices:
                    print(json.dumps(measure(name, p, weak)), flush=True)
        return
    found = measured(names, options.devices)
    if options.json:
        print(json.dumps(found))
    elif options.write:
        head, mark, _ = PAGE.read_text().partition("<!-- tables -->\n")
        PAGE.write_text(f"{head}{mark}\n{tables(found)}")
    else:
        print(tables(found))


if __name__ == "__main__":
    main()
