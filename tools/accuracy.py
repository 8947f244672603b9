"""Measure each function's worst error: ``python -m tools.accuracy [FUNCTION...] [--backend B]``.

What is compared with what stands in ``tools/operators/references``. Without arguments all of it is
measured, and build/accuracy.md and its summary docs/accuracy.md written anew; with some, a table is
printed. The exit status is 1 if an error is beyond its bar and ``CAUSES`` does not say why.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import math
import multiprocessing
import os
import sys
import textwrap
import zlib
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import packages_distributions, version
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from tools import accuracy_half as half
from tools.operators import CASES
from tools.operators.nests import map_leaves
from tools.operators.references.case import Case, Drawn, NameOfDtype

ROOT = Path(__file__).resolve().parents[1]
PAGE = "build/accuracy.md"  # every case; git holds the summary alone
SUMMARY = "docs/accuracy.md"
BACKENDS = ("numpy", "jax", "torch", "tensorflow")
BARS = {"float32": 1e-5, "float64": 1e-10}
_COMPLEX = {"float32": "complex64", "float64": "complex128"}
_SHORT = {"float32": "32", "float64": "64", "float16": "f16", "bfloat16": "bf16"}
_TITLES = {"numpy": "NumPy", "jax": "JAX", "torch": "PyTorch", "tensorflow": "TensorFlow"}
Errors = dict[tuple[str, str], float]
"""Worst error by backend and dtype."""

CAUSES: dict[str, str] = {
    "gelu": "PyTorch's kernel adds an error function to one: digits cancel far below zero. "
    "The error stays within some rounding errors of the argument. With erfc it would take seven "
    "times as long.",
    "gelu, approximate": "PyTorch's kernel adds a hyperbolic tangent to one, likewise. With the "
    "logistic function it would take three times as long for a thousand elements.",
    "tanhshrink": "PyTorch's kernel, and two operations on TensorFlow, are x - tanh(x): digits "
    "cancel near zero. The error stays within some rounding errors of the argument. With the "
    "series of the other backends it would take five times as long, on TensorFlow 25 times.",
}
"""Why a case is beyond a bar, by its name; without one the tool fails."""


def drawn(case: Case, dtype: str) -> tuple[list, dict, dict]:
    """Return a case's arguments, named arrays and options for a dtype, with arrays of NumPy's.

    What is drawn is rounded to the dtype, so that the reference sees the same numbers. Half
    precision is kept within its range.
    """
    rng = np.random.default_rng(zlib.crc32(case.name.encode()))

    def make(each: Drawn) -> np.ndarray:
        made = np.asarray(each.make(rng))
        if made.dtype.kind == "f" and dtype in half.DTYPES:
            made = np.clip(made, -half.LARGEST[dtype], half.LARGEST[dtype])
        kinds = {"f": dtype, "c": _COMPLEX.get(dtype, "complex64")}
        return made.astype(kinds.get(made.dtype.kind, made.dtype))

    arguments = map_leaves(list(case.arguments), Drawn, make)
    named = map_leaves(dict(case.named), Drawn, make)
    return arguments, named, map_leaves(dict(case.options), NameOfDtype, lambda _: dtype)


def widened(value):
    """Return a nest with its floating-point arrays in double precision."""

    def wide(x: np.ndarray) -> np.ndarray:
        wider = {"f": np.float64, "V": np.float64, "c": np.complex128}  # V is bfloat16's
        return x.astype(wider.get(x.dtype.kind, x.dtype))

    return map_leaves(value, np.ndarray, wide)


def error_of(found, expected, dtype: str, relative: str) -> float:
    """Return the largest error of an array; inf where it is not finite and should be.

    Numbers below four times the smallest normal one of the dtype count as equal: XLA takes them
    for zero.

    Examples
    --------
    >>> error_of(np.array([1.0, 2.0]), np.array([1.0, 2.5]), "float64", "element")
    0.2
    """
    found, expected = np.asarray(found), np.asarray(expected)
    if found.shape != expected.shape:
        raise ValueError(f"the shape is {found.shape}; the reference has {expected.shape}")
    if "c" in (found.dtype.kind, expected.dtype.kind):
        found, expected = (np.stack([x.real, x.imag]) for x in (found, expected))
        if relative == "element":  # a part that vanishes beside the other one counts as that
            scale = np.broadcast_to(np.hypot(*expected), expected.shape)
        else:
            scale = np.abs(expected)
    else:
        scale = np.abs(expected)
    if not expected.size:
        return 0.0
    found, expected = found.astype(np.float64), expected.astype(np.float64)
    with np.errstate(over="ignore"):
        whole = np.isfinite(expected.astype(dtype))
        infinite = expected.astype(dtype)
    if not np.array_equal(found[~whole], infinite[~whole], equal_nan=True):
        return math.inf
    if not np.all(np.isfinite(found[whole])):
        return math.inf
    difference = np.abs(found[whole] - expected[whole])
    if not difference.size:
        return 0.0
    scale = scale[whole]
    if relative == "one":
        scale = np.maximum(scale, 1)
    elif relative == "largest":
        scale = np.full_like(scale, scale.max())
    difference[difference < 4 * np.finfo(dtype).tiny] = 0
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.max(np.where(difference == 0, 0.0, difference / scale)))


def arrays_of(value) -> list[np.ndarray]:
    """Return the arrays and numbers of a nest in turn, as arrays of NumPy's."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [array for each in value for array in arrays_of(each)]
    return [] if value is None else [np.asarray(value)]


def measure(case: Case, backend: str, dtype: str) -> float:
    """Return the worst error of a case on a backend: of all arrays of the result."""
    arguments, named, options = drawn(case, dtype)
    wide = widened((arguments, named))
    expected = arrays_of(case.expected(*wide))
    result = computed(case, backend, arguments, named, options)
    of_result = (dtype, _COMPLEX.get(dtype, "complex64"))
    for each in arrays_of(result):
        kept = case.always_double or each.dtype.kind not in "fcV"
        if not kept and each.dtype.name not in of_result:
            raise ValueError(f"{case.name} on {backend}: {each.dtype} of {dtype}")
    return worst_error(case, result, expected, wide, dtype)


def worst_error(case: Case, result, expected, wide, dtype: str) -> float:
    """Return the worst error of all arrays of a result."""
    if case.seen is not None:
        result = case.seen(widened(result), *wide[0])
    found = arrays_of(result)
    if len(found) != len(expected):
        raise ValueError(f"{case.name}: {len(found)} results; the reference has {len(expected)}")
    error = half.error_of if dtype in half.DTYPES else error_of
    return max(error(*pair, dtype, case.relative) for pair in zip(found, expected, strict=True))


def computed(case: Case, backend: str, arguments, named, options):
    """Return what a function gives on a backend, with arrays of NumPy's."""
    namespace = ivy.get_backend(backend)
    given = map_leaves((arguments, named), np.ndarray, lambda x: namespace.asarray(x.copy()))
    with np.errstate(all="ignore"):
        result = getattr(namespace, case.function)(*given[0], **given[1], **options)
    return map_leaves(_plain(result), ivy.Array, lambda x: np.asarray(ivy.to_numpy(x)))


def measure_half(case: Case, backend: str, dtype: str) -> Errors:
    """Return the worst error in half precision, in units in the last place, if there is such.

    Also that of the function which is the reference, if it is PyTorch's and computes in the dtype.
    """
    arguments, named, _ = drawn(case, dtype)
    if not half.serves(case, (arguments, named)):
        return {}
    found: Errors = {}
    try:
        found[backend, dtype] = measure(case, backend, dtype)
        wide = widened((arguments, named))
        result = half.of_pytorch(case, *wide, dtype)
        if result is not None:
            error = worst_error(case, result, arrays_of(case.expected(*wide)), wide, dtype)
            found[half.PYTORCHS, dtype] = error
    except Exception as error:
        if not half.is_refused(error):
            raise
    return found


def _plain(value):
    """Return a result's Containers and named tuples as dicts and tuples."""
    if isinstance(value, ivy.Container):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return tuple(_plain(each) for each in value)
    return value


def measure_all(
    cases: Iterable[Case], backend: str, dtypes: Sequence[str] = tuple(BARS)
) -> dict[str, Errors]:
    """Return the worst errors on a backend by the name of the case.

    The framework computes everything: NumPy, which stands in for small arrays, has its own column.
    """
    found: dict[str, Errors] = {}
    before = ivy.host_execution_mode
    ivy.set_host_execution_mode(False)
    try:
        for case in cases:
            for dtype in dtypes:
                errors = found.setdefault(case.name, {})
                try:
                    if dtype in half.DTYPES:
                        errors |= measure_half(case, backend, dtype)
                    else:
                        errors[backend, dtype] = measure(case, backend, dtype)
                except Exception as error:
                    error.add_note(f"{case.name} on {backend}, {dtype}")
                    raise
    finally:
        ivy.set_host_execution_mode(before)
    return found


def _measure_named(names: Sequence[str], backend: str, dtypes: Sequence[str]) -> dict[str, Errors]:
    logging.getLogger("tensorflow").setLevel(logging.ERROR)  # it warns of programs made anew
    return measure_all([case for case in CASES if case.name in names], backend, dtypes)


def measure_on(
    cases: Sequence[Case], backends: Sequence[str], dtypes: Sequence[str] = tuple(BARS)
) -> dict[str, Errors]:
    """Return the worst errors on several backends, each of which has a process."""
    if len(backends) == 1:
        return measure_all(cases, backends[0], dtypes)
    found: dict[str, Errors] = {case.name: {} for case in cases}
    names = list(found)
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(len(backends), os.cpu_count() or 1), mp_context=spawn) as pool:
        # JAX takes longest
        order = sorted(backends, key=lambda name: name != "jax")
        count = len(order)
        for each in pool.map(_measure_named, [names] * count, order, [dtypes] * count):
            for name, errors in each.items():
                found[name].update(errors)
    return found


def beyond(found: Mapping[str, Errors]) -> dict[str, Errors]:
    """Return what is beyond its bar: by case, the errors."""
    picked = {
        name: {
            key: error
            for key, error in errors.items()
            if key[1] in BARS and not error <= BARS[key[1]]
        }
        for name, errors in found.items()
    }
    return {name: errors for name, errors in picked.items() if errors}


def shown(error: float | None) -> str:
    """Return an error as the tables show it.

    Examples
    --------
    >>> shown(1.234e-07), shown(0.0), shown(None)
    ('1.2e-07', '0', '')
    """
    if error is None:
        return ""
    return "0" if error == 0 else f"{error:.1e}"


def by_category(cases: Iterable[Case]) -> dict[str, list[Case]]:
    """Return the cases by the categories of their functions, both in the alphabet's order."""
    found: dict[str, list[Case]] = {}
    for case in sorted(cases, key=lambda each: each.name):
        found.setdefault(FUNCTIONS[case.function].category, []).append(case)
    return dict(sorted(found.items()))


_HEAD = """# How accurate each function is

The worst error of each function that computes floating-point numbers, on each backend, in float32
and float64, with some hundred to a thousand arguments that a seeded generator draws. The reference
computes in double precision with the very arguments, rounded to the dtype beforehand; it is a
function of the same meaning of NumPy's, SciPy's or PyTorch's, or the formula or the residual named.
In the columns of float64 it is thus no more accurate than what it judges: an error of some 1e-16 is
the reference's as much as ours.

Measured on {versions}, on the
CPU, each framework computing by itself (`ivy.set_host_execution_mode(False)`; by default NumPy
computes small things for JAX and TensorFlow). `make accuracy` measures all: the summary is
docs/accuracy.md, the table of every case build/accuracy.md. `python -m tools.accuracy erf conv2d`
measures some, `--backend jax` on one backend. `tools/operators/references` has the cases.

How an error counts: *element*, relative to the element of the reference; *one*, the same, but
absolutely below one, for functions with zeros; *largest*, relative to the largest element of the
result, for sums, products, transforms and what is made of them. inf: a number where there should be
none, or none where there should be one. What is beyond the bars, 1e-5 in float32 and 1e-10 in
float64, is explained at the end. Of half precision errors are in units in the last place, and the
bar is four units, or what PyTorch's own function reaches.
"""


def page(found: Mapping[str, Errors], cases: Sequence[Case] = CASES) -> str:
    """Return the table of every case: the text of build/accuracy.md."""
    lines = [_HEAD.format(versions=versions())]
    columns = [(backend, dtype) for backend in BACKENDS for dtype in BARS]
    over = beyond(found)
    lines.append(_counts(over, cases))
    titles = [f"{_TITLES[backend]} {_SHORT[dtype]}" for backend, dtype in columns]
    for category, members in by_category(cases).items():
        lines += [f"## {category}\n", f"| function | reference | errors | {' | '.join(titles)} |"]
        lines.append("| --- " * (3 + len(columns)) + "|")
        for case in members:
            errors = found[case.name]
            cells = [shown(errors.get(key)) for key in columns]
            marked = over.get(case.name, ())
            cells = [
                f"**{cell}**" if key in marked else cell
                for key, cell in zip(columns, cells, strict=True)
            ]
            row = [f"{case.name}", reference_of(case), case.relative, *cells]
            lines.append(f"| {' | '.join(row)} |")
        lines.append("")
    lines += ["## Beyond the bars\n", *_explained(over)]
    lines += ["", *half.section(found, cases, _TITLES)]
    return "\n".join(lines).rstrip() + "\n"


def _counts(over: Mapping[str, Errors], cases: Sequence[Case]) -> str:
    functions = len({case.function for case in cases})
    return f"{len(cases)} cases of {functions} functions; {len(over)} are beyond a bar somewhere.\n"


def _explained(over: Mapping[str, Errors]) -> list[str]:
    """Return a line for each case beyond a bar: where, by how much, and why."""
    columns = [(backend, dtype) for backend in BACKENDS for dtype in BARS]
    lines = []
    for name, errors in sorted(over.items()):
        places = ", ".join(
            f"{_TITLES[backend]} {_SHORT[dtype]} {shown(error)}"
            for (backend, dtype), error in sorted(errors.items(), key=lambda e: columns.index(e[0]))
        )
        line = f"* {name} ({places}): {CAUSES.get(name, 'not explained yet')}"
        lines.append(textwrap.fill(line, 118, subsequent_indent="  "))
    return lines


def summary(found: Mapping[str, Errors], cases: Sequence[Case] = CASES) -> str:
    """Return what docs/accuracy.md shows: quantiles by backend and dtype, and what is beyond."""
    over, over_half = beyond(found), half.beyond(found)
    lines = [_HEAD.format(versions=versions()), _counts(over, cases)]
    lines += ["| backend, dtype | cases | median | nine of ten | beyond |"]
    lines += ["| --- | --: | --: | --: | --: |"]
    for dtype in (*BARS, *half.DTYPES):
        picked, text = (over_half, half.shown) if dtype in half.DTYPES else (over, shown)
        for backend in BACKENDS:
            key = backend, dtype
            errors = sorted([e[key] for e in found.values() if e.get(key) is not None])
            if not errors:
                continue
            middle, high = (text(errors[len(errors) * tenths // 10]) for tenths in (5, 9))
            count = sum(key in each for each in picked.values())
            lines.append(
                f"| {_TITLES[backend]} {dtype} | {len(errors)} | {middle} | {high} | {count} |"
            )
    lines += ["", "## Beyond the bars\n", *_explained(over)]
    lines += ["", "### Beyond the bar of half precision\n", *half.explained(over_half, _TITLES)]
    return "\n".join(lines).rstrip() + "\n"


def versions() -> str:
    """Return what is measured and what it is compared with, with their versions."""
    distributions = packages_distributions()  # TensorFlow's may be tensorflow-cpu
    names = (*BACKENDS, "scipy")
    return ", ".join(f"{_TITLES.get(n, 'SciPy')} {version(distributions[n][0])}" for n in names)


def reference_of(case: Case) -> str:
    """Return who gives the reference, as the page names it."""
    if "." in case.by:
        return case.by.replace("torch.nn.functional", "torch F")
    return "residual" if case.seen is not None else "formula"


def main(arguments: list[str] | None = None) -> int:
    """Write the page or print a table; the exit status is 1 if something is unexplained."""
    parser = argparse.ArgumentParser(prog="python -m tools.accuracy", description=__doc__)
    parser.add_argument("function", nargs="*", help="measure these only, and print")
    parser.add_argument("--backend", choices=BACKENDS, action="append", help="on this one only")
    parser.add_argument("--half", action="store_true", help="half precision alone, and print")
    options = parser.parse_args(arguments)
    in_pipe = None if sys.stdout.isatty() else int(os.environ.get("COLUMNS", 200))
    console = Console(width=in_pipe, highlight=False)
    known = {case.function for case in CASES}
    for name in options.function:
        if name not in known:
            console.print(f"{name}: no case in tools/operators/references")
            return 2
    cases = [case for case in CASES if not options.function or case.function in options.function]
    backends = options.backend or list(BACKENDS)
    dtypes = half.DTYPES if options.half else (*BARS, *half.DTYPES)
    found = measure_on(cases, backends, dtypes)
    if options.function or options.backend or options.half:
        columns = [(b, d) for b in backends for d in dtypes]
        table = Table("function", "errors", *(f"{b} {_SHORT[d]}" for b, d in columns))
        for case in cases:
            errors = found.get(case.name, {})
            cells = [
                (half.shown if key[1] in half.DTYPES else shown)(errors.get(key)) for key in columns
            ]
            table.add_row(case.name, case.relative, *cells)
        console.print(table)
    else:
        for path, text in ((PAGE, page(found)), (SUMMARY, summary(found))):
            (ROOT / path).parent.mkdir(exist_ok=True)
            (ROOT / path).write_text(text, encoding="utf-8")
        console.print(f"{PAGE} has {len(cases)} cases, {SUMMARY} their summary")
    unexplained = 0
    for over, causes in ((beyond(found), CAUSES), (half.beyond(found), half.CAUSES)):
        for name in over.keys() - causes.keys():
            places = {" ".join(key): f"{error:.2g}" for key, error in over[name].items()}
            console.print(f"{name} is beyond a bar, and CAUSES does not say why: {places}")
            unexplained += 1
    return 1 if unexplained else 0


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        sys.exit(main())
