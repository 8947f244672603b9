"""Run all benchmarks, a process per backend, and print Markdown: ``python -m benchmarks``.

``python -m benchmarks calls everyday`` runs those parts. The exit status is 1 if a bar is missed.
``python -m benchmarks exceptions``, ``tiny``, ``census``, ``models``, ``one_program``, ``twins``,
``generate`` and ``auto`` write their tables of docs/performance.md, as does ``python -m benchmarks
scripts FOLDER``,
where the sources of nanoGPT, llama2.c, cleanrl and PyTorch's examples lie, and ``python -m
benchmarks drawn_kernels --seed S --count N`` draws kernels (``drawn_kernels/running.py``).
"""

from __future__ import annotations

import json
import math
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

from . import examples as whole
from . import programs as small_programs
from . import startup, transpile
from .auto import report as auto_report
from .census import report as census_report
from .compile import report as compile_report
from .drawn_kernels import running as drawn_kernels
from .everyday import report
from .generate import report as generate_report
from .layers import report as layers_report
from .models import program_report
from .models import report as models_report
from .scripts import report as scripts_report
from .tiny import report as tiny_report
from .torch import report as torch_report
from .wrapping import COMPOSITIONAL_LIMIT, LEAF_LIMIT, LIMITS, REFERENCE, SET_BACKEND_LIMITS

BACKENDS = ("numpy", "jax", "torch", "tensorflow")


def _json(module: str, *arguments: str, environment: dict | None = None):
    environment = dict(
        os.environ, TF_CPP_MIN_LOG_LEVEL="3", TF_ENABLE_ONEDNN_OPTS="0", **(environment or {})
    )
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{module}", *arguments],
        capture_output=True,
        text=True,
        env=environment,
    )
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.strip().splitlines()[-1])


def _micro(seconds: float) -> str:
    return f"{seconds * 1e6:,.2f}"


def _geometric_mean(values) -> float:
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def calls() -> bool:
    """Print the cost of a call per backend; return whether all limits are held."""
    held = True
    print("## One call, median, microseconds\n")
    for backend in BACKENDS:
        rows = _json("calls", backend)
        print(
            f"### {backend}\n\n| call | ours | native | ratio | limit |\n"
            "| --- | --: | --: | --: | --: |"
        )
        for row in rows:
            factor = row["ours"] / row["native"]
            limit = row["limit"]
            over = limit is not None and factor > limit
            held = held and not over
            shown = "" if limit is None else f"{limit:g}{' (over)' if over else ''}"
            print(
                f"| `{row['case']}` | {_micro(row['ours'])} | {_micro(row['native'])} | "
                f"{factor:.2f} | {shown} |"
            )
        mean = _geometric_mean(row["ours"] / row["native"] for row in rows)
        print(f"| geometric mean | | | {mean:.2f} | |\n")
    return held


def wrapping() -> bool:
    """Print what wrapping costs over all functions; return whether all limits are held."""
    found = _json("wrapping")
    rows = found["functions"]
    print("## Wrapping, NumPy, three elements, microseconds over the native call\n")
    print(f"Limits are for a machine where NumPy adds in {REFERENCE * 1e6:g} us; this one takes")
    print(f"{found['speed']:.2f} times that.\n")
    print("| what | median | 9 in 10 below | limit | over |\n| --- | --: | --: | --: | --- |")
    held = True
    scale = max(1.0, found["speed"])
    for arrays, limit in LIMITS.items():
        for single in (True, False):
            chosen = [r for r in rows if r["arrays"] == arrays and r["single"] == single]
            costs = sorted(row["cost"] for row in chosen)
            over = [r["function"] for r in chosen if single and r["cost"] > limit * scale]
            held = held and not over
            what = "" if single else ", several results"
            print(
                f"| {len(costs)} functions of {arrays} array{'s' * (arrays > 1)}{what} | "
                f"{_micro(statistics.median(costs))} | {_micro(costs[int(0.9 * len(costs))])} | "
                f"{f'{limit * scale * 1e6:.2f}' if single else ''} | {', '.join(over)} |"
            )
    first, again = found["set_backend"]
    for what, cost, limit in (
        ("a compositional function, over its body", found["composition"], COMPOSITIONAL_LIMIT),
        ("a Container call, a leaf over the plain call", found["leaf"], LEAF_LIMIT),
        ("`set_backend('numpy')`, the first time", first, SET_BACKEND_LIMITS[0]),
        ("`set_backend('numpy')`, later", again, SET_BACKEND_LIMITS[1]),
    ):
        held = held and cost <= limit * scale
        over = "over" if cost > limit * scale else ""
        print(f"| {what} | {_micro(cost)} | | {limit * scale * 1e6:.2f} | {over} |")
    print()
    return held


def everyday(size: str) -> bool:
    """Print the worst ten everyday operations of each backend; return whether the bars hold."""
    held = True
    print(f"## {'A hundred everyday operations' if size == 'small' else 'A million elements'}\n")
    for backend in BACKENDS:
        rows = _json("everyday", backend, *(["--large"] if size == "large" else []), "--json")
        lines, within = report.summary(rows, report.LIMITS[size][backend])
        held = held and within
        print(f"### {backend}\n\n" + "\n".join([*report.table(rows)[:12], "", *lines, ""]))
    return held


def tiny() -> bool:
    """Time calls on tiny arrays against NumPy, and write their table; return whether bars hold."""
    found = {}
    print("## Calls on 3 x 3 and 3-element arrays, against NumPy\n")
    for backend in BACKENDS:
        rows = found[backend] = _json("tiny", backend, "--json")
        print(f"### {backend}\n\n" + "\n".join([*tiny_report.told(backend, rows), ""]))
    lines = "\n".join(tiny_report.table(found))
    text = EXCEPTIONS.read_text(encoding="utf-8")
    EXCEPTIONS.write_text(_TINY.sub(rf"\g<1>\n{lines}\n\n\g<2>", text), encoding="utf-8")
    return all(tiny_report.is_held(backend, rows) for backend, rows in found.items())


def programs() -> bool:
    """Print small programs, warm and cold, against NumPy; return whether the bars hold."""
    print("## Programs\n")
    held = True
    for backend in BACKENDS:
        rows = _json("programs", backend, "--json")
        held = held and all(map(small_programs.is_held, rows))
        print(f"### {backend}\n\n" + "\n".join([*small_programs.table(rows), ""]))
    return held


def layers() -> bool:
    """Print layers, sorting and triangular systems; return whether the bars hold."""
    print("## Layers, on one thread\n")
    held = True
    for backend in BACKENDS:
        rows = _json("layers", backend, "--json")
        held = held and all(map(layers_report.is_held, rows))
        print(f"### {backend}\n\n" + "\n".join([*layers_report.table(rows), ""]))
    return held


def torch() -> bool:
    """Print the PyTorch frontend on PyTorch and on JAX; return whether the bars hold."""
    print("## The PyTorch frontend\n")
    held = True
    for backend in ("torch", "jax"):
        lines, within = torch_report.told(backend, _json("torch", backend, "--json"))
        held = held and within
        print(f"### {backend}\n\n" + "\n".join(lines))
    return held


def census() -> bool:
    """Time PyTorch's functions at small size on JAX; write the summary, return if bars hold."""
    found: list[dict] = []
    for options in census_report.DRAWS:
        found += _json("census", "--json", *options, environment={"OMP_NUM_THREADS": "1"})
    lines = "\n".join(census_report.told(found))
    text = EXCEPTIONS.read_text(encoding="utf-8")
    EXCEPTIONS.write_text(_CENSUS.sub(rf"\g<1>\n{lines}\n\n\g<2>", text), encoding="utf-8")
    print("## PyTorch's functions on JAX, small\n\n" + "\n".join(census_report.table(found)))
    print(f"\n{lines}\n")
    return census_report.is_held(found)


def models() -> bool:
    """Time training steps of models on JAX, and write their tables; return whether bars hold."""
    found = _json("models", "jax", "--json")
    lines = "\n".join(models_report.table(found["cold"], found["rows"]))
    text = EXCEPTIONS.read_text(encoding="utf-8")
    EXCEPTIONS.write_text(_MODELS.sub(rf"\g<1>\n{lines}\n\n\g<2>", text), encoding="utf-8")
    print(f"## Training steps of models on JAX, one thread\n\n{lines}\n")
    return models_report.are_held(found["cold"], found["rows"])


def one_program() -> bool:
    """Time training steps as one program on JAX, and write their table; return whether bars hold.

    On PyTorch, where steps with gradients run as they are, three models are timed beside it.
    """
    rows = _json("models.one_program", "jax", "--json")
    on_torch = [
        row
        for name in ("minGPT nano", "LSTM tagger", "resnet18")
        for row in _json("models.one_program", "torch", "--json", "--only", name)
    ]
    lines = "\n".join(program_report.table(rows))
    beside = "\n".join(program_report.table(on_torch))
    text = _PROGRAMS.sub(rf"\g<1>\n{lines}\n\n\g<2>", EXCEPTIONS.read_text(encoding="utf-8"))
    text = _ON_TORCH.sub(rf"\g<1>\n{beside}\n\n\g<2>", text)
    EXCEPTIONS.write_text(text, encoding="utf-8")
    print(f"## Training steps as one program on JAX, one thread\n\n{lines}\n")
    print(f"## The same on PyTorch\n\n{beside}\n")
    return all(map(program_report.is_held, rows)) and (
        program_report.mean(rows) <= program_report.MEAN_LIMIT
    )


def twins() -> bool:
    """Time steps as one program against models by hand; write their table, return if bars hold."""
    rows = _json("models.twins", "--json")
    lines = "\n".join(program_report.twins_table(rows))
    text = EXCEPTIONS.read_text(encoding="utf-8")
    EXCEPTIONS.write_text(_TWINS.sub(rf"\g<1>\n{lines}\n\n\g<2>", text), encoding="utf-8")
    print(f"## Training steps as one program, against JAX by hand\n\n{lines}\n")
    return all(map(program_report.is_twin_held, rows))


def generate() -> bool:
    """Time models that generate text on JAX, and write their table; return whether bars hold."""
    rows = generate_report.measure()
    lines = "\n".join(generate_report.table(rows))
    text = EXCEPTIONS.read_text(encoding="utf-8")
    EXCEPTIONS.write_text(_GENERATE.sub(rf"\g<1>\n{lines}\n\n\g<2>", text), encoding="utf-8")
    print(f"## {generate_report.WORDS} words generated on JAX, one thread\n\n{lines}\n")
    return all(map(generate_report.is_held, rows))


def auto() -> bool:
    """Time scripts with ``--compile auto``, and write their table; return whether bars hold."""
    rows = auto_report.measure()
    lines = "\n".join(auto_report.table(rows))
    text = EXCEPTIONS.read_text(encoding="utf-8")
    EXCEPTIONS.write_text(_AUTO.sub(rf"\g<1>\n{lines}\n\n\g<2>", text), encoding="utf-8")
    print(f"## Scripts with --compile auto on JAX, one thread\n\n{lines}\n")
    return all(map(auto_report.is_held, rows)) and (
        auto_report.mean(rows, "second") <= auto_report.MEAN_LIMIT
    )


def scripts(folder: str) -> bool:
    """Time training scripts of others, and write their table; return whether bars hold."""
    rows = list(scripts_report.measure(Path(folder)))
    lines = "\n".join(scripts_report.table(rows))
    text = EXCEPTIONS.read_text(encoding="utf-8")
    EXCEPTIONS.write_text(_SCRIPTS.sub(rf"\g<1>\n{lines}\n\n\g<2>", text), encoding="utf-8")
    print(f"## Training scripts as they are written, on JAX, one thread\n\n{lines}\n")
    return all(map(scripts_report.is_held, rows))


def compiled() -> bool:
    """Print kernels compiled on JAX, by hand and by numba; return whether the bars hold."""
    rows = _json("compile", "--json")
    lines, held = compile_report.summary(rows)
    print("## Compiled kernels, on one core\n")
    print("\n".join([*compile_report.table(rows), "", *lines, ""]))
    return held


def examples() -> bool:
    """Print the run time of the examples: the original on NumPy, ours per backend."""
    tables = {backend: _json("examples", backend) for backend in BACKENDS}
    print("## Examples, milliseconds (first run / once compiled)\n")
    print("| example | NumPy | " + " | ".join(BACKENDS) + " | JAX, kernels | |")
    print("| --- |" + " --: |" * (len(BACKENDS) + 2) + " --- |")
    held = True
    for i, row in enumerate(tables["numpy"]):
        cells = [
            f"{tables[b][i]['first'] * 1e3:.0f} / {tables[b][i]['again'] * 1e3:.1f}"
            for b in BACKENDS
        ]
        missed = whole.cold_limits(tables["jax"][i])
        held = held and not missed
        cells += [str(tables["jax"][i]["kernels"]), missed]
        print(f"| {row['example']} | {row['numpy'] * 1e3:.1f} | " + " | ".join(cells) + " |")
    means = {b: _geometric_mean(r["again"] / r["numpy"] for r in tables[b]) for b in BACKENDS}
    cells = [f"{mean:.1f}x, limit {whole.LIMITS[b]:g}x" for b, mean in means.items()]
    print("| geometric mean, against NumPy | 1 | " + " | ".join(cells) + " | | |\n")
    return held and all(mean <= whole.LIMITS[b] for b, mean in means.items())


def imports() -> bool:
    """Print what importing costs over ``import numpy``; return whether the limit is held."""
    found = _json("startup")
    seconds = found["imports"]
    numpy = seconds.pop("numpy")
    print("## Import, milliseconds\n\n| statement | over numpy | times numpy | limit |")
    print(f"| --- | --: | --: | --: |\n| `import numpy` | {numpy * 1e3:.0f} | 1 | |")
    for name, spent in seconds.items():
        factor = (spent - numpy) / numpy
        limit = f"{startup.LIMIT}{' (over)' if factor > startup.LIMIT else ''}"
        print(f"| `import {name}` | {(spent - numpy) * 1e3:+.0f} | {factor:.2f} | {limit} |")
    print()
    held = all(spent - numpy <= startup.LIMIT * numpy for spent in seconds.values())
    return _scripts_of_small_arrays(found["scripts"]) and held


def _scripts_of_small_arrays(seconds: dict[str, list[float]]) -> bool:
    """Print what a process of small arrays takes; return whether the limits are held."""
    started, first = seconds.pop("import numpy"), seconds.pop("first call")
    real = seconds.pop("real NumPy")
    print("## A process of small arrays\n\n| backend | CPU s | wall s | times NumPy's | limit |")
    print(f"| --- | --: | --: | --: | --: |\n| real NumPy | {real[0]:.2f} | {real[1]:.2f} | 1 | |")
    held = True
    for name, (cpu, wall) in seconds.items():
        factor = wall / real[1]
        over = " (over)" if factor > startup.SCRIPT_LIMIT else ""
        held = held and not over
        limit = f"{startup.SCRIPT_LIMIT}{over}"
        print(f"| {name} | {cpu:.2f} | {wall:.2f} | {factor:.1f} | {limit} |")
    cpu, wall = (b - a for a, b in zip(started, first, strict=True))
    over = " (over)" if wall > startup.FIRST_CALL_SECONDS else ""
    print(f"\nUntil a first call on the NumPy backend, over `import numpy`: {cpu:.3f} s of CPU,")
    print(f"{wall:.3f} s of wall time; limit {startup.FIRST_CALL_SECONDS}{over}\n")
    return held and not over


EXCEPTIONS = Path(__file__).parents[1] / "docs" / "performance.md"
_CENSUS = re.compile(r"(<!-- census -->\n).*?(<!-- end -->)", re.DOTALL)
_TINY = re.compile(r"(<!-- tiny -->\n).*?(<!-- end -->)", re.DOTALL)
_AUTO = re.compile(r"(<!-- auto -->\n).*?(<!-- end -->)", re.DOTALL)
_SCRIPTS = re.compile(r"(<!-- scripts -->\n).*?(<!-- end -->)", re.DOTALL)
_TABLE = re.compile(r"(<!-- exceptions -->\n).*?(<!-- end -->)", re.DOTALL)
_GENERATE = re.compile(r"(<!-- generate -->\n).*?(<!-- end -->)", re.DOTALL)
_PROGRAMS = re.compile(r"(<!-- one_program -->\n).*?(<!-- end -->)", re.DOTALL)
_ON_TORCH = re.compile(r"(<!-- one_program on torch -->\n).*?(<!-- end -->)", re.DOTALL)
_TWINS = re.compile(r"(<!-- twins -->\n).*?(<!-- end -->)", re.DOTALL)
_MODELS = re.compile(r"(<!-- models -->\n).*?(<!-- end -->)", re.DOTALL)


def exceptions() -> bool:
    """Time the cases of which a framework's own words give less, and write their table."""
    options = ["--large", "--exceptions", "--json"]
    rows = {backend: _json("everyday", backend, *options) for backend in BACKENDS}
    lines = "\n".join(report.exceptions(rows))
    text = EXCEPTIONS.read_text(encoding="utf-8")
    EXCEPTIONS.write_text(_TABLE.sub(rf"\g<1>\n{lines}\n\n\g<2>", text), encoding="utf-8")
    print(f"## Where the framework's own best call is slower\n\n{lines}\n")
    return not any("error" in row for found in rows.values() for row in found)


PARTS = {
    "imports": imports,
    "calls": calls,
    "wrapping": wrapping,
    "everyday": lambda: everyday("small"),
    "large": lambda: everyday("large"),
    "exceptions": exceptions,
    "tiny": tiny,
    "programs": programs,
    "layers": layers,
    "torch": torch,
    "census": census,
    "compile": compiled,
    "models": models,
    "one_program": one_program,
    "twins": twins,
    "generate": generate,
    "auto": auto,
    "examples": examples,
    "transpile": lambda: transpile.main() == 0,
}


_WRITING = (
    "exceptions",
    "tiny",
    "census",
    "models",
    "one_program",
    "twins",
    "generate",
    "auto",
)  # they change a page: only where they are asked for


if __name__ == "__main__":
    if sys.argv[1:2] == ["drawn_kernels"]:
        sys.exit(drawn_kernels.main(sys.argv[2:]))
    if sys.argv[1:2] == ["scripts"]:
        sys.exit(0 if scripts(*sys.argv[2:]) else 1)
    if unknown := [name for name in sys.argv[1:] if name not in PARTS]:
        sys.exit(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    missed = [
        name
        for name in sys.argv[1:] or [name for name in PARTS if name not in _WRITING]
        if not PARTS[name]()
    ]
    print(f"Bars missed in: {', '.join(missed)}" if missed else "All bars are held.")
    sys.exit(1 if missed else 0)
