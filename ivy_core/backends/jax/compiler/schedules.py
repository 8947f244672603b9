"""In which order XLA runs a program's steps: for the least memory, where a program needs much.

XLA's CPU backend orders steps so that many can run at once, and no step's result may then lie where
another's has lain. A training step of convolutions holds ten times what it needs, and memory beyond
32 MB is mapped anew by each call, page by page. The other order keeps it in the caches, and within
what malloc keeps.

Measured with JAX 0.10.2, CPU ms of a training step on one thread, mapped pages, and the same
ordered for the least memory: UNet2D 52 (9,300 pages) and 38 (none), ResNet-18 127 (9,600) and 108,
ConvNeXt 59 (8,200) and 43; digits are the same, and it compiles in the same time.
To be retired when XLA orders steps so on one thread by itself.
"""

from __future__ import annotations

import functools

import jax

from .equations import inner_programs
from .limits import SCHEDULE_LEAST_BYTES


@functools.cache
def least_memory() -> dict | None:
    """Return XLA's options for the least memory; None where it has no such option.

    Returns
    -------
    dict or None
        What ``jax.jit`` takes as ``compiler_options``.

    Examples
    --------
    >>> from ivy_core.backends.jax.compiler.schedules import least_memory
    >>> sorted(least_memory() or {"xla_cpu_scheduler_type": None})
    ['xla_cpu_scheduler_type']
    """
    return _known({"xla_cpu_scheduler_type": "CPU_SCHEDULER_TYPE_MEMORY_OPTIMIZED"})


@functools.cache
def least_compile_time() -> dict | None:
    """Return XLA's options for the shortest compilation; None where it has no such options.

    A training step takes a fifth of the time to compile, and once to three times the time to run:
    0.14 s in place of 0.75 and 118 us in place of 78 (a perceptron), 0.29 in place of 1.8 and 756
    in place of 254 (an LSTM), 0.6 in place of 3.1 (a layer of a transformer).

    Returns
    -------
    dict or None
        What ``jax.jit`` takes as ``compiler_options``.

    Examples
    --------
    >>> from ivy_core.backends.jax.compiler.schedules import least_compile_time
    >>> sorted(least_compile_time() or {"xla_backend_optimization_level": None})[:1]
    ['xla_backend_optimization_level']
    """
    if jax.default_backend() != "cpu":
        return None
    return _known({"xla_backend_optimization_level": 0, "xla_cpu_use_fusion_emitters": False})


def _known(options: dict) -> dict | None:
    """Return options of XLA's, None if this version has others."""
    try:
        jax.jit(lambda: 0, compiler_options=options).lower().compile()
    except jax.errors.JaxRuntimeError as err:
        if "No such compile option" not in str(err):
            raise
        return None
    return options


def options_of(program) -> dict | None:
    """Return XLA's options for a program on one device; None for the usual ones.

    Parameters
    ----------
    program : ClosedJaxpr

    Returns
    -------
    dict or None

    Examples
    --------
    >>> import jax
    >>> from ivy_core.backends.jax.compiler.schedules import options_of
    >>> options_of(jax.make_jaxpr(lambda x: x + 1)(jax.numpy.ones(4))) is None
    True
    """
    if jax.default_backend() != "cpu":
        return None
    needs_much = bytes_of_results(program.jaxpr) >= SCHEDULE_LEAST_BYTES
    return least_memory() if needs_much else None


def count_equations(jaxpr) -> int:
    """Count a program's equations, those of inner programs in place of the one that calls them."""
    total = 0
    for equation in jaxpr.eqns:
        inner = inner_programs(equation)
        total += sum(map(count_equations, inner)) if inner else 1
    return total


def bytes_of_results(jaxpr) -> int:
    """Add up the sizes of what the steps of a program give, those within loops once."""
    total = 0
    for equation in jaxpr.eqns:
        inner = inner_programs(equation)
        for each in inner:
            total += bytes_of_results(each)
        if not inner:
            for out in equation.outvars:
                total += getattr(out.aval, "size", 0) * getattr(out.aval.dtype, "itemsize", 0)
    return total
