"""The times of one kernel: its calls once compiled, and what compiling takes."""

from __future__ import annotations

from collections.abc import Callable

import numpy

from ..everyday.arrays import ready
from ..timing import now, since
from . import sides
from .kernel import Kernel, flat
from .sides import Refused

ROUNDS, BUDGET = 30, 0.6  # of calls, and seconds after which no further one begins


def _wait(returned, arguments) -> None:
    for x in (*flat(returned), *arguments):
        if not (hasattr(x, "is_deleted") and x.is_deleted()):  # donated
            ready(x)


def seconds_of(call: Callable, fresh: Callable[[], tuple]) -> float:
    """Return the least time of a call, in seconds, each on arguments of its own."""
    best, spent = float("inf"), 0.0
    for done in range(ROUNDS):
        arguments = fresh()
        _wait(None, arguments)
        begun = now()
        _wait(call(*arguments), arguments)
        taken = since(begun)
        best, spent = min(best, taken), spent + taken
        if done >= 2 and spent > BUDGET:
            break
    return best


def compiling(make: Callable[[], Callable], fresh: Callable[[], tuple]) -> float:
    """Return the time of the first call less that of the second, the less of two tries, in seconds.

    Nothing that JAX has compiled is left from before, in memory or on disk.
    """
    import jax

    best = float("inf")
    for _ in range(2):
        jax.clear_caches()
        call, times = make(), []
        for _ in range(2):
            arguments = fresh()
            _wait(None, arguments)
            begun = now()
            _wait(call(*arguments), arguments)
            times.append(since(begun))
        best = min(best, max(times[0] - times[1], 1e-3))
    return best


def difference(found: list, wanted: list) -> str:
    """Return how results differ, nothing if they do not."""
    if len(found) != len(wanted):
        return f"{len(found)} results, NumPy has {len(wanted)}"
    for place, (one, other) in enumerate(zip(found, wanted, strict=True)):
        one, other = numpy.asarray(one), numpy.asarray(other)
        if one.shape != other.shape or one.dtype != other.dtype:
            return f"result {place}: {one.dtype}{one.shape}, NumPy's {other.dtype}{other.shape}"
        if not numpy.allclose(one, other, rtol=1e-7, atol=1e-9, equal_nan=True):
            return f"result {place} has other values than NumPy's"
    return ""


def measure(kernel: Kernel) -> dict:
    """Return the row of a kernel: seconds by side, and what does not run compiled."""
    arguments, small = kernel.arguments(), kernel.arguments(kernel.small)
    row = {"kernel": kernel.name, "numba": None, "refused": None, "ours": None, "eager": []}
    row["numpy"] = seconds_of(sides.in_numpy(kernel), lambda: sides.numpy_of(arguments))

    def hand(chosen):
        return lambda: sides.by_hand(kernel, chosen), lambda: sides.jax_of(chosen)

    row["first_jax"] = compiling(*hand(arguments))
    row["first_jax_small"] = compiling(*hand(small))
    make, fresh = hand(arguments)
    row["jax"] = seconds_of(make(), fresh)
    other = sides.otherwise(kernel, arguments)
    row["otherwise"] = None if other is None else seconds_of(other, fresh)
    try:
        call = sides.in_numba(kernel)
        call(*sides.numpy_of(small))  # compiles
        row["numba"] = seconds_of(call, lambda: sides.numpy_of(arguments))
    except Refused as err:
        row["refused"] = str(err)
    try:
        _measure_ours(kernel, arguments, small, row)
    except Exception as err:  # told in the table, which fails
        row["ours"], row["error"] = None, f"{type(err).__name__}: {err}"
    return row


def _measure_ours(kernel: Kernel, arguments: tuple, small: tuple, row: dict) -> None:
    def make():
        sides.forget_ours()  # what was read of its source is read again
        return sides.compiled(kernel)

    given, plain = sides.ours_of(arguments), sides.numpy_of(arguments)
    found = kernel.results(make()(*given), given)
    wanted = kernel.results(sides.in_numpy(kernel)(*plain), plain)
    if said := difference(found, wanted):
        raise AssertionError(said)
    row["first_small"] = compiling(make, lambda: sides.ours_of(small))
    row["first"] = compiling(make, lambda: sides.ours_of(arguments))
    call = make()
    row["ours"] = seconds_of(call, lambda: sides.ours_of(arguments))
    row["eager"] = sides.eager_parts(call.explain(*sides.ours_of(arguments)))
