"""Steps of a program that Python makes, one behind the other: draws of random numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from jax.interpreters import mlir

from ..runtime.internals import Primitive, python_callback
from ..runtime.memory import settled

# A step takes a number and gives it back: for XLA the next step needs it, so that none comes
# earlier and none is left out. JAX's own ordered callbacks take 12 times as long from one call of a
# program to the next, its pure ones 7 times as long in a loop; and as XLA takes these for pure, it
# may make a step of either side of a branch, and choose what it gives.
host_step = Primitive("host_step")
host_step.multiple_results = True
host_step.def_abstract_eval(lambda *given, function, results: results)


def _lower_callback(context, *given, function, results):
    """Lower the primitive to a call of a Python function; result types are in ``context``."""
    return python_callback(context, function, given)


if python_callback is not None:
    mlir.register_lowering(host_step, _lower_callback)


def asked(function: Callable, order, values: Sequence, kinds: Sequence[tuple]) -> list:
    """Have a function called when the program reaches this step, behind all earlier calls.

    Parameters
    ----------
    function : callable
        Takes NumPy's arrays, which it must not write to, and gives a list of such.
    order
        An int64 without dimensions, which the last step has given.
    values : sequence
        What the function is called with.
    kinds : sequence of (tuple of int, dtype)
        What it gives.

    Returns
    -------
    list
        The next step's ``order``, and what the function gives.
    """

    def step(order, *given):
        return (np.asarray(order), *function(*map(np.asarray, given)))

    step.function = function
    values = [jnp.asarray(order, np.int64), *map(jnp.asarray, map(settled, values))]
    kinds = [((), np.dtype(np.int64)), *kinds]
    if python_callback is None:
        results = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in kinds]
        return list(io_callback(step, results, *values))
    results = tuple([jax.core.ShapedArray(shape, np.dtype(dtype)) for shape, dtype in kinds])
    return list(host_step.bind(*values, function=step, results=results))


def await_steps(order) -> None:
    """Wait until a program has made all its steps: what is drawn next comes behind them."""
    jax.block_until_ready(order)
