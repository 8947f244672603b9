"""Options by which XLA compiles a program, where the usual ones are not the best.

A step of training is compiled quickly at first, and where that pays once more, for full speed. And
where a program needs much memory, it runs its steps in the order that needs the least: XLA's CPU
backend orders them so that many can run at once, and no step's result may then lie where another's
has lain. A training step of convolutions holds ten times what it needs, and memory beyond 32 MB is
mapped anew by each call, page by page. The other order keeps it in the caches, and within what
malloc keeps.

Measured with JAX 0.10.2, CPU ms of a training step on one thread, mapped pages, and the same
ordered for the least memory: UNet2D 52 (9,300 pages) and 38 (none), ResNet-18 127 (9,600) and 108,
ConvNeXt 59 (8,200) and 43; digits are the same, and it compiles in the same time.
To be retired when XLA orders steps so on one thread by itself.
"""

from __future__ import annotations

import functools

import jax

from .equations import inner_programs
from .limits import FUSED_LEAST_BYTES, SCHEDULE_BACKWARD_LEAST_BYTES, SCHEDULE_LEAST_BYTES

_MEASURED_VERSION = "0.10.2"


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

    A training step takes an eighth to a twelfth of the time to compile, and once to three times the
    time to run. CPU seconds and us a step with JAX 0.10.2, so, by :func:`full_speed`, and by the
    usual options: convolutions 0.10, 680; 0.54, 422; 1.31, 432; an LSTM 0.16, 839; 0.73, 339; 1.77,
    352; a layer of a transformer 0.38, 1346; 1.49, 783; 2.96, 786. XLA compiles 32 parts by
    themselves as a rule, which takes half as long again.

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
    return _known_on_cpu(
        {
            "xla_backend_optimization_level": 0,
            "xla_cpu_use_fusion_emitters": False,
            "xla_cpu_parallel_codegen_split_count": 1,
        }
    )


def full_speed(program) -> dict | None:
    """Return XLA's options for a program that is to run as fast as one by the usual options.

    It takes a third to half of the time to compile, a large one four fifths; see
    :func:`least_compile_time`. As one part it takes a sixth less than as 32: CPU seconds of an LSTM
    0.57, then 0.49, of a layer of a transformer 0.91, then 0.75, of convolutions 0.55, then 0.42.

    Parameters
    ----------
    program : ClosedJaxpr

    Returns
    -------
    dict or None
        What ``jax.jit`` takes as ``compiler_options``; None where XLA has no such options.

    Examples
    --------
    >>> from ivy_core.backends.jax.compiler.schedules import full_speed
    >>> program = jax.make_jaxpr(lambda x: x + 1)(jax.numpy.ones(4))
    >>> sorted(full_speed(program) or {"xla_backend_optimization_level": None})[:1]
    ['xla_backend_optimization_level']
    """
    return _full_speed(bytes_of_results(program.jaxpr) >= FUSED_LEAST_BYTES)


@functools.cache
def _full_speed(is_large: bool) -> dict | None:
    options = {"xla_backend_optimization_level": 1}
    if not is_large:  # whose parts may be compiled by several threads
        options |= {"xla_cpu_use_fusion_emitters": False, "xla_cpu_parallel_codegen_split_count": 1}
    return _known_on_cpu(options)


def _known_on_cpu(options: dict) -> dict | None:
    return _known(options) if jax.default_backend() == "cpu" else None


def _known(options: dict) -> dict | None:
    """Return options of XLA's, None if this version has others."""
    if jax.__version__ == _MEASURED_VERSION:  # a test asks XLA
        return options
    return options if is_known_to_xla(options) else None


def is_known_to_xla(options: dict) -> bool:
    """Return whether XLA has such options: it is asked for a program, which takes it 15 ms."""
    try:
        jax.jit(lambda: 0, compiler_options=options).lower().compile()
    except jax.errors.JaxRuntimeError as err:
        if "No such compile option" not in str(err):
            raise
        return False
    return True


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
    return _least_memory_from(SCHEDULE_LEAST_BYTES, program)


def options_of_backward(program) -> dict | None:
    """Return XLA's options for a backward pass on one device, as :func:`options_of` does.

    Examples
    --------
    >>> import jax
    >>> from ivy_core.backends.jax.compiler.schedules import options_of_backward
    >>> options_of_backward(jax.make_jaxpr(lambda x: x + 1)(jax.numpy.ones(4))) is None
    True
    """
    return _least_memory_from(SCHEDULE_BACKWARD_LEAST_BYTES, program)


def _least_memory_from(least_bytes: int, program) -> dict | None:
    if jax.default_backend() != "cpu" or bytes_of_results(program.jaxpr) < least_bytes:
        return None
    return least_memory()


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
