"""Run libraries' own tests untouched and rewritten: ``python -m tools.libraries [NAME...]``.

The libraries stand in ``tools/libraries.toml``. Each is installed, without what it asks for, into
an environment of its own (``.venv-libraries``) that sees this one's packages; its tests are drawn
by a seed, run as they are, then with the library named to ``pytest -p transpile.pytest_plugin``,
twice, of which the second run is timed. Results are kept in ``tools/libraries.json``, and the table
in ``docs/libraries.md`` is made of these: a run of one library leaves the others' rows.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

ROOT = Path(__file__).resolve().parents[1]
REGISTRY = ROOT / "tools/libraries.toml"
RESULTS = ROOT / "tools/libraries.json"
PAGE = ROOT / "docs/libraries.md"
ENVIRONMENT = ROOT / ".venv-libraries"
SUITES = ROOT / "build/libraries"
BACKENDS = ("numpy", "jax", "tensorflow")
_BEGIN, _END = "<!-- suites -->", "<!-- end of suites -->"

# node id -> how it ended, and seconds of CPU time
Outcomes = dict[str, tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Library:
    """A library and where its tests are: a row of the registry."""

    name: str
    version: str
    tests: str = ""
    folder: str = ""
    parts: tuple[str, ...] = ()
    module: str = ""
    revision: str = ""
    needs: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)
    seconds: int = 120  # that a test may take

    @property
    def package(self) -> str:
        """The name that it is imported by."""
        return self.module or self.name


def read_registry() -> dict[str, Library]:
    """Return the libraries by name."""
    table = tomllib.loads(REGISTRY.read_text(encoding="utf-8"))
    return {
        name: Library(name, **{k: tuple(v) if type(v) is list else v for k, v in row.items()})
        for name, row in table.items()
    }


def set_up(environment: Path) -> Path:
    """Return the Python of the environment, made now where there is none."""
    python = environment / "bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        here = next(path for path in sys.path if path.endswith("site-packages"))
        (next(environment.glob("lib/python3*/site-packages")) / "of_project.pth").write_text(here)
    return python


def install(library: Library, python: Path) -> None:
    """Install a library and what it needs, at their versions, and nothing else."""
    pip = [str(python), "-m", "pip", "install", "-q", "--no-deps"]
    subprocess.run([*pip, f"{library.name}=={library.version}", *library.needs], check=True)


def suite_folder(library: Library, python: Path, suites: Path) -> Path:
    """Return the folder from which a library's tests are run, fetched where they are elsewhere."""
    folder = suites / library.name
    if folder.exists() or library.tests == "wheel":
        folder.mkdir(parents=True, exist_ok=True)
    elif library.tests == "sdist":
        _unpack_source(library, python, folder)
    else:
        git = ["git", "-C", str(folder)]
        subprocess.run(["git", "clone", "-q", library.tests, str(folder)], check=True)
        subprocess.run([*git, "checkout", "-q", library.revision], check=True)
    return folder


def _unpack_source(library: Library, python: Path, folder: Path) -> None:
    """Put the tests of a library's source distribution, and nothing of the library, in a folder."""
    with tempfile.TemporaryDirectory() as where:
        pip = [str(python), "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:"]
        subprocess.run([*pip, "-d", where, f"{library.name}=={library.version}"], check=True)
        with tarfile.open(next(Path(where).glob("*.tar.gz"))) as archive:
            archive.extractall(where, filter="data")
        top = next(path for path in Path(where).iterdir() if path.is_dir())
        folder.mkdir(parents=True)
        (top / library.folder).rename(folder / Path(library.folder).name)


def run_suite(
    library: Library, backend: str | None, python: Path, folder: Path, *, draw: int, seed: int
) -> Outcomes:
    """Return how the drawn tests of a library ended, on a backend, or untouched.

    Raises
    ------
    RuntimeError
        Where pytest ended before it had run them.
    """
    in_package = library.tests == "wheel"
    target = library.folder if in_package else Path(library.folder).name
    if not in_package and (folder / library.folder).exists():
        target = library.folder
    outcomes = folder / "outcomes.json"
    outcomes.unlink(missing_ok=True)
    command = [str(python), "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider"]
    command += ["-p", "tools.drawn_tests", "--draw", str(draw), "--seed", str(seed)]
    command += ["-o", "python_files=test_*.py *_test.py *_tests.py"]
    command += ["--continue-on-collection-errors"]  # some files ask for what is not installed
    command += ["--outcomes", str(outcomes), "--timeout", str(library.seconds), "--rootdir", "."]
    if backend is not None:
        command += ["-p", "transpile.pytest_plugin", "--transpile-to", backend]
        command += ["--transpile-packages", library.package]
    targets = [f"{target}/{part}" for part in library.parts] or [target]
    command += ["--pyargs", target] if in_package else targets
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "MPLBACKEND": "Agg",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "IVY_JAX_CACHE": str(SUITES / "jax"),
        **library.variables,
    }
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if not outcomes.exists():
        raise RuntimeError(f"{library.name}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    found: Outcomes = json.loads(outcomes.read_text(encoding="utf-8"))
    outcomes.unlink()
    return found


def differing_programs(library: Library, python: Path) -> list[str]:
    """Return the library's programs in ``examples/libraries`` that print otherwise on JAX."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    options = ["--to", "jax", "--run", "--packages", library.package]
    found = []
    for name in library.programs:
        program = str(ROOT / f"examples/libraries/{name}.py")
        printed = [
            subprocess.run(command, env=environment, capture_output=True, text=True).stdout
            for command in ([python, program], [python, "-m", "transpile", program, *options])
        ]
        if not printed[0] or printed[0] != printed[1]:
            found.append(name)
    return found


def compare(untouched: Outcomes, first: Outcomes, second: Outcomes) -> dict[str, object]:
    """Return a row of the results: what passes of what passes untouched, and the time it takes."""
    expected = [name for name, (kind, _) in untouched.items() if kind == "passed"]
    passed = [name for name in expected if first.get(name, ("",))[0] == "passed"]
    factors = [
        max(second[name][1], 0.001) / max(untouched[name][1], 0.001)
        for name in passed
        if name in second
    ]
    mean = math.exp(sum(map(math.log, factors)) / len(factors)) if factors else math.nan
    failed = sorted(set(expected) - set(passed))
    return {"of": len(expected), "passed": len(passed), "time": round(mean, 2), "failed": failed}


def table(results: dict[str, dict]) -> str:
    """Return the page's table of the results kept."""
    titles = ["library", "version", "tests untouched", *BACKENDS, "time on JAX"]
    lines = [" | ".join(titles), " | ".join(["---"] * len(titles))]
    registry = read_registry()
    for name, kept in sorted(results.items()):
        row = [name, registry[name].version, str(next(iter(kept.values()))["of"])]
        for backend in BACKENDS:
            result = kept.get(backend)
            row.append("" if result is None else _share(result["passed"], result["of"]))
        row.append(f"{kept['jax']['time']}" if "jax" in kept else "")
        lines.append(" | ".join(row))
    return "\n".join(f"| {line} |" for line in lines)


def _share(passed: int, of: int) -> str:
    """Return a share in tenths of a percent, 100 for all of them alone."""
    return f"{passed * 1000 // of / 10:.1f}%"


def write_page(results: dict[str, dict]) -> None:
    """Replace the table in the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(_BEGIN)
    after = rest.split(_END)[1]
    PAGE.write_text(f"{before}{_BEGIN}\n\n{table(results)}\n\n{_END}{after}", encoding="utf-8")


def main() -> None:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="libraries of the registry; all by default")
    parser.add_argument("--backend", action="append", choices=BACKENDS, help="default: numpy, jax")
    parser.add_argument("--draw", type=int, default=300, help="tests of each library; 0: all")
    parser.add_argument("--seed", type=int, default=0, help="what they are drawn by")
    parser.add_argument("--environment", type=Path, default=ENVIRONMENT, help="made if need be")
    parser.add_argument("--suites", type=Path, default=SUITES, help="where tests are kept")
    options = parser.parse_args()
    registry = read_registry()
    unknown = set(options.names) - set(registry)
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}: not in {REGISTRY.name}: {', '.join(registry)}")
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    python = set_up(options.environment)
    drawn = {"draw": options.draw, "seed": options.seed}
    console = Console()
    for name in options.names or registry:
        library = registry[name]
        install(library, python)
        if library.programs:
            wrong = ", ".join(differing_programs(library, python)) or "none"
            console.print(f"{name}: programs that print otherwise on JAX: {wrong}")
        if not library.tests:
            continue
        folder = suite_folder(library, python, options.suites)
        untouched = run_suite(library, None, python, folder, **drawn)
        for backend in options.backend or ("numpy", "jax"):
            runs = [run_suite(library, backend, python, folder, **drawn) for _ in range(2)]
            row = compare(untouched, *runs)
            results.setdefault(name, {})[backend] = row
            console.print(f"{name}, {backend}: {row['passed']} of {row['of']}, time {row['time']}")
            for test in row["failed"]:
                console.print(f"  {test}", markup=False)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        write_page(results)


if __name__ == "__main__":
    main()
