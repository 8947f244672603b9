"""One kernel on NumPy, compiled, and by hand: answers, times, and what runs eagerly."""

from __future__ import annotations

import importlib.util
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy

from ..compile.kernel import flat
from ..everyday.arrays import ready
from ..timing import now, since
from .specification import JAX_HEAD, NUMPY_HEAD, Kernel

ROUNDS, BUDGET = 60, 0.5  # of calls of each side, and seconds after which no further one begins
TOLERANCES = {"float64": 1e-10, "float32": 1e-4}
SHORT = 50e-6  # seconds: of a shorter call several are timed as one, on arguments of their own


def _loaded(path: Path, text: str) -> Callable:
    """Write a module and return its kernel: what converts source finds it in the file."""
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel


def _copies(inputs: tuple, array: Callable) -> tuple:
    return tuple(array(x) if isinstance(x, numpy.ndarray) else x for x in inputs)


def _wait(values) -> None:
    for value in values:
        if not (hasattr(value, "is_deleted") and value.is_deleted()):  # donated
            ready(value)


def _answers(returned, arguments: tuple, kernel: Kernel) -> list:
    """Return results and, behind them, arguments written to that are none of the results."""
    results = flat(returned)
    more = [arguments[k] for k in kernel.written]
    return results + [x for x in more if not any(x is each for each in results)]


def difference(found: list, wanted: list, exact: bool, strict: bool = True) -> str:
    """Return how answers differ, nothing if they do not.

    Parameters
    ----------
    found, wanted : list
    exact : bool
        Whether the same bits are asked for.
    strict : bool
        Whether dtypes count.
    """
    if len(found) != len(wanted):
        return f"{len(found)} results for {len(wanted)}"
    for place, (one, other) in enumerate(zip(found, wanted, strict=True)):
        one, other = numpy.asarray(one), numpy.asarray(other)
        if one.shape != other.shape or strict and one.dtype != other.dtype:
            return f"result {place}: {one.dtype}{one.shape} for {other.dtype}{other.shape}"
        if exact:
            if not numpy.array_equal(one, other, equal_nan=one.dtype.kind == "f"):
                return f"result {place}: {numpy.count_nonzero(one != other)} other values"
            continue
        tolerance = TOLERANCES.get(str(other.dtype), 1e-10)
        scale = numpy.max(numpy.abs(other), initial=0.0, where=numpy.isfinite(other))
        if not numpy.allclose(one, other, rtol=tolerance, atol=tolerance * scale, equal_nan=True):
            return f"result {place}: off by {numpy.nanmax(numpy.abs(one - other)):.2g}"
    return ""


def _timed(call: Callable, arguments: tuple) -> float:
    begun = now()
    returned = call(*arguments)
    _wait((*flat(returned), *arguments))
    return since(begun)


def _first(call: Callable, fresh: Callable) -> tuple[float, float]:
    """Return the seconds of the first call over the second's, and those of the second."""
    times = []
    for _ in range(2):
        arguments = fresh()
        _wait(arguments)
        times.append(_timed(call, arguments))
    return max(times[0] - times[1], 1e-3), times[1]


def _interleaved(sides: list[tuple[Callable, Callable]]) -> list[float]:
    """Return the least seconds of a call of each side, measured in turns."""
    best = [float("inf")] * len(sides)
    begun = time.perf_counter()
    for done in range(ROUNDS):
        for which, (call, fresh) in enumerate(sides):
            many = 8 if best[which] < SHORT else 1
            given = [fresh() for _ in range(many)]
            for each in given:
                _wait(each)
            start = now()
            for arguments in given:
                returned = call(*arguments)
                _wait((*flat(returned), *arguments))
            best[which] = min(best[which], since(start) / many)
        if done >= 2 and time.perf_counter() - begun > BUDGET * len(sides):
            break
    return best


def measure(kernel: Kernel, folder: Path, stem: str) -> dict:
    """Return the row of a kernel; its texts are left in a folder."""
    import jax
    import jax.numpy as jnp

    import frontends.numpy as ours
    import ivy_core as ivy

    row = {"kernel": kernel.name, "exact": kernel.exact, "wrong": "", "twin wrong": ""}
    text = NUMPY_HEAD + kernel.text
    plain = _loaded(folder / f"{stem}_numpy.py", text)
    arguments = _copies(kernel.inputs, numpy.array)
    begun = now()
    wanted = _answers(plain(*arguments), arguments, kernel)
    row["numpy"] = since(begun)

    by_hand = _loaded(folder / f"{stem}_jax.py", JAX_HEAD + kernel.twin)
    static = tuple(k for k, x in enumerate(kernel.inputs) if isinstance(x, int))
    twin = jax.jit(by_hand, static_argnums=static, donate_argnums=kernel.written)

    def for_twin():
        return _copies(kernel.inputs, jnp.array)

    found = flat(twin(*for_twin()))
    row["twin wrong"] = difference(found, wanted, False, strict=False)
    jax.clear_caches()
    row["twin_compiles"], _ = _first(twin, for_twin)

    frontend = text.replace("import numpy as np", "import frontends.numpy as np")
    compiled = ivy.compile(_loaded(folder / f"{stem}_ours.py", frontend))

    def for_ours():
        # as results of other calls are: arrays of JAX's, not of the host's
        return _copies(kernel.inputs, lambda x: ours.asarray(jnp.array(x)))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        row["compiles"], _ = _first(compiled, for_ours)
        given = for_ours()
        found = _answers(compiled(*given), given, kernel)
        row["wrong"] = difference(found, wanted, kernel.exact)
        eager = [str(part) for part in compiled.explain(*for_ours()).eager]
        row["forced" if kernel.is_eager else "eager"] = eager
    row["ours"], row["twin"] = _interleaved([(compiled, for_ours), (twin, for_twin)])
    return row
