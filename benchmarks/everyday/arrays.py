"""The arrays that the cases compute with, in our frontend and in each framework."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import numpy

import frontends.numpy as np
from ivy_core.backends.holder import Holder, read

from .case import NUMPY, Case, function


def small() -> dict:
    """Return the small arrays, of NumPy."""
    return {
        "v": numpy.array([1.0, 2.5, 0.25]),
        "w": numpy.array([0.5, 1.5, 2.0]),
        "r": numpy.array([[1.0, 2.5, 0.25]]),
        "u": numpy.array([2.0, 3.0]),
        "i": numpy.array([2, 0, 1]),
        "m": numpy.array([True, False, True]),
        "n": numpy.array([True, True, False]),
        "A": numpy.array([[2.0, 1.0], [1.0, 3.0]]),
        "B": numpy.array([[0.5, 1.5], [2.0, 1.0]]),
    }


def large(rows: int = 1000) -> dict:
    """Return the large arrays, of NumPy, and the numbers that their cases use."""
    draw, count = numpy.random.default_rng(0), rows * rows
    x, y = draw.uniform(0.1, 1.0, (2, count))
    k, h = draw.integers(0, rows, (2, count))
    holes = x.copy()
    holes[:: max(count // 100, 3)] = numpy.nan
    square = y.reshape(rows, rows)
    return {
        "N": count,
        "R": rows,
        "pi": numpy.pi,
        "inf": numpy.inf,
        "x": x,
        "y": y,
        "z": holes,
        "o": numpy.sort(x),
        "k": k,
        "h": h,
        "q": draw.integers(0, count, count),
        "c": numpy.unique(k[: max(rows // 20, 3)]),
        "m": x > 0.5,
        "n": y > 0.0,
        "d": y < 0.0,
        "X": x.reshape(rows, rows).copy(),
        "Y": square.copy(),
        "Q": k.reshape(rows, rows).copy(),
        "S": square @ square.T / rows + numpy.eye(rows),
        "b": y[:rows].copy(),
        "e": numpy.linspace(0.1, 1.0, 101),
        "f": numpy.sin(numpy.linspace(0.1, 1.0, 101)),
        "g": y[:50].copy(),
        "P": x[: count // 3 * 3].reshape(-1, 3).copy(),
        "C": x[: count // 10 * 10].reshape(10, -1).copy(),
        "a": y[:9].reshape(3, 3).copy(),
        "l": x.tolist(),
    }


def _native(backend: str):
    """Return the framework's names for a scope, and what makes its arrays of NumPy's."""
    if backend == "torch":
        torch = importlib.import_module("torch")
        names, make = {"torch": torch, "f64": torch.float64, "i64": torch.int64}, torch.tensor
    elif backend == "tensorflow":
        tf = importlib.import_module("tensorflow")
        names, make = {"tf": tf, "f64": tf.float64, "i64": tf.int64}, tf.constant
    elif backend == "jax":
        jnp = importlib.import_module("jax.numpy")
        return {"np": jnp}, jnp.array
    else:
        return {"np": numpy}, numpy.array
    for name, value in (("zero", 0.0), ("half", 0.5), ("one", 1.0)):
        names[name] = make(value, dtype=names["f64"])
    return names, make


def _made(values: dict, make) -> dict:
    is_array = numpy.ndarray
    return {n: make(v) if isinstance(v, is_array) else v for n, v in values.items()}


def _with_elements(scope: dict) -> dict:
    if "v" in scope:
        scope["s"], scope["t"] = scope["v"][0], scope["w"][0]
    return scope


def our_scope(values: dict, **more) -> dict:
    """Return what a case of ours has in scope: copies of the values, and the frontend as ``np``."""
    made = _made(values, np.array)
    return _with_elements({"np": np, **made, **more})


def native_scope(backend: str, values: dict, **more) -> dict:
    """Return what the framework's own words have in scope."""
    names, make = _native(backend)
    made = _made(values, make)
    return _with_elements({**names, **made, **more})


def _same(value):
    return value


def ready(value):
    """Wait for a result: read what is a view of ours, and have JAX finish what it is computing.

    The native array is what is waited for: ``value.data`` would bring it to the host besides.
    """
    if isinstance(value, (tuple, list)):
        if value and not isinstance(value[0], (float, int, bool)):
            for each in value:
                ready(each)
        return
    # the native array: `value.data` is a buffer on the host besides, which native has not made
    value = read(value) if isinstance(value, Holder) else value
    if (wait := getattr(value, "block_until_ready", None)) is not None:
        wait()


def sides(case: Case, backend: str, values: dict) -> list[tuple[str, dict, str | None]]:
    """Return the words, the scope, and the changed array of ours and of native."""
    native = case.native(backend)
    if native == NUMPY:
        native, backend = case.code, "numpy"
    theirs = case.target if native == case.code else None  # other words are expressions
    return [
        (case.code, our_scope(values), case.target),
        (native, native_scope(backend, values), theirs),
    ]


def consumers(result):
    """Return what reads a result of ours if it is a view that is not read yet, and its like."""
    if isinstance(result, Holder) and not hasattr(result, "_data"):
        return read, _same
    return None, None


def pair(case: Case, backend: str, values: dict, wait: bool = False):
    """Return a case's functions, ours and native, whose results are consumed alike.

    A view that is not read yet is read, so that no side only promises what the other does. What
    NumPy has computed for JAX counts as computed: no call of ours needs JAX to have it. With `wait`
    both wait until what they compute is there, as the framework's own arrays.
    """
    ours, theirs = sides(case, backend, values)
    if backend == "numpy":
        wait = False  # there is nothing to wait for
        # on the same memory: where it lies makes up to a factor of two, and is nobody's doing
        theirs[1].update({n: read(v) for n, v in ours[1].items() if isinstance(v, Holder)})
    mine, natives = (ready, ready) if wait else (None, None)
    if not wait and case.target is None:
        mine, natives = consumers(function(*ours)())
    return function(*ours, mine), function(*theirs, natives)


def whole(case: Case, backend: str, values: dict, consume: Callable | None = ready) -> Callable:
    """Return the framework's own quickest call that gives all that NumPy's gives."""
    return function(case.whole[backend], native_scope(backend, values), consume=consume)
