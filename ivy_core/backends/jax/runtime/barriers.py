"""A barrier that XLA's CPU compiler does not fuse over: what is behind it is computed once.

XLA computes an array anew in each of its fused loops that reads it, a concatenation element by
element with a branch for each part. An ``optimization_barrier`` is gone before it fuses. An
``add-dependency`` on no token stays until steps are ordered, and takes neither time nor memory.

To be retired when XLA's CPU compiler keeps `optimization_barrier` until it has fused.
"""

from __future__ import annotations

from collections.abc import Sequence

from jax.interpreters import ad, batching, mlir

from .internals import Primitive, lowered_behind, lowered_behind_nothing

unfused = Primitive("unfused")
unfused.def_impl(lambda x: x)
unfused.def_abstract_eval(lambda x: x)
ad.deflinear(unfused, lambda cotangent: [cotangent])
batching.defvectorized(unfused)
mlir.register_lowering(unfused, lambda context, x: [x])
mlir.register_lowering(unfused, lowered_behind_nothing, platform="cpu")

# the first `count` of its operands, not before all others are computed; for complete programs
_behind = Primitive("behind")
_behind.multiple_results = True
_behind.def_impl(lambda *values, count: list(values[:count]))
_behind.def_abstract_eval(lambda *values, count: list(values[:count]))
mlir.register_lowering(_behind, lambda context, *values, count: list(values[:count]))
mlir.register_lowering(_behind, lowered_behind, platform="cpu")


def behind(values: Sequence, awaited: Sequence) -> list:
    """Return values of a trace that XLA's CPU compiler reads once others are computed.

    Parameters
    ----------
    values, awaited : sequence

    Examples
    --------
    >>> import jax
    >>> from ivy_core.backends.jax.runtime.barriers import behind
    >>> float(jax.jit(lambda x: behind([x], [x + 1]))(2.0)[0])
    2.0
    """
    return _behind.bind(*values, *awaited, count=len(values))
