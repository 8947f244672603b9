"""pyhpc-benchmarks' NumPy files, compiled, against its JAX files: ``python -m benchmarks.pyhpc``.

``git clone https://github.com/dionhaefner/pyhpc-benchmarks``, and say where it lies. Each
``*_numpy.py`` is read as it is, with the import of the frontend for NumPy's; ``run`` is compiled.
Its calls and those of the JAX file's ``run`` come in turns, on one core, with fresh inputs.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from .compile.kernel import flat
from .everyday.arrays import ready

STEMS = {
    "equation_of_state": "eos", "isoneutral_mixing": "isoneutral",
    "turbulent_kinetic_energy": "tke",
}  # fmt: skip
SIZES = (4096, 65536, 1048576)
SECONDS, MOST = 4.0, 200  # of a size, and calls
BAR = 1.1


def _module(path: Path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _rewritten(path: Path, folder: Path):
    """Return the module of a NumPy file with the frontend's import in place of NumPy's."""
    text = path.read_text(encoding="utf-8")
    made = folder / f"{path.stem}_by_frontend.py"
    made.write_text(text.replace("import numpy as np", "import frontends.numpy as np"))
    return _module(made)


def _seconds(call: Callable, arguments: list) -> tuple[float, list]:
    for each in arguments:
        ready(each)
    begun = time.perf_counter()
    found = flat(call(*arguments))
    for each in found:
        ready(each)
    return time.perf_counter() - begun, found


def _difference(found: list, wanted: list) -> float:
    """Return the largest difference of two lists of arrays, by the largest of their numbers."""
    import numpy

    worst = 0.0
    for one, other in zip(found, map(numpy.asarray, wanted), strict=True):
        scale = float(numpy.max(numpy.abs(other))) or 1.0
        worst = max(worst, float(numpy.max(numpy.abs(numpy.asarray(one) - other))) / scale)
    return worst


def measure(root: Path, name: str, sizes: list[int], folder: Path) -> list[dict]:
    """Return a row for each size of a benchmark: seconds of a call, and of the first one."""
    import jax.numpy as jnp

    import frontends.numpy as ours
    import ivy_core as ivy

    here = root / "benchmarks" / name
    about = _module(here / "__init__.py")
    plain, by_hand = (_module(here / f"{STEMS[name]}_{kind}.py") for kind in ("numpy", "jax"))
    compiled = ivy.compile(_rewritten(here / f"{STEMS[name]}_numpy.py", folder).run)
    rows = []
    for size in sizes:
        inputs = about.generate_inputs(size)

        def for_ours(inputs=inputs):
            return [ours.asarray(jnp.array(x)) for x in inputs]

        def for_twin(inputs=inputs):
            return [jnp.array(x) for x in inputs]

        row = {"name": name, "size": size}
        row["numpy"], wanted = _seconds(plain.run, [x.copy() for x in inputs])
        sides = {"ours": (compiled, for_ours), "twin": (by_hand.run, for_twin)}
        for side, (call, fresh) in sides.items():
            first, found = _seconds(call, fresh())
            row[f"first_{side}"], row[f"off_{side}"] = first, _difference(found, wanted)
            row[side] = float("inf")
        row["eager"] = [str(part) for part in compiled.explain(*for_ours()).eager]
        begun = time.perf_counter()
        for done in range(MOST):
            for side, (call, fresh) in sides.items():
                row[side] = min(row[side], _seconds(call, fresh())[0])
            if done >= 4 and time.perf_counter() - begun > SECONDS:
                break
        rows.append(row)
    return rows


def table(rows: list[dict]) -> list[str]:
    """Return the lines of the table.

    Parameters
    ----------
    rows : list of dict
        As of :func:`measure`.

    Examples
    --------
    >>> row = dict(name="eos", size=9, numpy=1.0, ours=0.5, twin=0.25, off_ours=0.0, eager=[])
    >>> table([row])[-1]
    '| eos | 9 | 1000.000 | 500.000 | 250.000 | 2.00 | 0 |  |'
    """
    lines = [
        "| benchmark | elements | NumPy, ms | ours, ms | JAX file, ms | ratio | off by | eager |",
        "| --- | --: | --: | --: | --: | --: | --: | --- |",
    ]
    for row in rows:
        times = " | ".join(f"{row[side] * 1e3:.3f}" for side in ("numpy", "ours", "twin"))
        lines.append(
            f"| {row['name']} | {row['size']:,} | {times} | {row['ours'] / row['twin']:.2f} | "
            f"{row['off_ours']:.1g} | {'; '.join(row['eager'])} |"
        )
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Measure by the options of the command line; return 1 if a bar is missed."""
    parser = argparse.ArgumentParser(prog="benchmarks.pyhpc", description=__doc__)
    parser.add_argument("root", type=Path, help="the checkout of pyhpc-benchmarks")
    parser.add_argument("--only", nargs="+", default=list(STEMS), choices=list(STEMS))
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    options = parser.parse_args(arguments)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    import ivy_core as ivy

    ivy.set_backend("jax")
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            row
            for name in options.only
            for row in measure(options.root, name, options.sizes, Path(folder))
        ]
    print("\n".join(table(rows)))
    return int(any(row["ours"] > BAR * row["twin"] or row["eager"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
