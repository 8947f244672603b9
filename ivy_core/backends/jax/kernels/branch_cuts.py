"""Complex functions of JAX whose branch cuts follow the sign of a zero."""

from __future__ import annotations

import jax.numpy as jnp
from jax import lax

from ..runtime.stored_programs import jit
from .half_precision import in_single


def with_signs(function, real=None, imag=None):
    """Compile a complex function whose parts have the signs of those of the argument.

    On its branch cuts jax.numpy looks at the value of a zero and not at its sign. ``real`` and
    ``imag`` are 1 where the parts have the argument's signs, -1 where they have the opposite ones.
    """

    def apply(x):
        result = function(x)
        if not jnp.iscomplexobj(x):
            return result
        a, b = result.real, result.imag
        return lax.complex(
            a if real is None else jnp.copysign(a, real * x.real),
            b if imag is None else jnp.copysign(b, imag * x.imag),
        )

    return jit(in_single(apply))
