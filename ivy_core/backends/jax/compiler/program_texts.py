"""A text that is equal for two programs only where XLA is to compile the same for both."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from ..runtime.internals import ClosedJaxpr, Jaxpr
from ..runtime.stored_programs import NotNamedError, name_of_value
from .equations import is_literal, name_of
from .limits import NAMED_MOST_CONSTANT_BYTES

# what XLA is not told: how a function is differentiated
_DERIVATIVES = {
    "custom_jvp_call": {"jvp_jaxpr_fun"},
    "custom_vjp_call": {"fwd_jaxpr_thunk", "bwd"},
}


def text_of(program: ClosedJaxpr, given: Sequence = ()) -> str:
    """Return the text of a program.

    Parameters
    ----------
    program : ClosedJaxpr
    given : sequence of equation
        Those whose results are the program's last inputs, and not computed.

    Raises
    ------
    NotNamedError
        Where a part of it has no name in another process: a function of a user, large data.

    Examples
    --------
    >>> import jax
    >>> one, other = [jax.make_jaxpr(lambda x, n=n: x * n)(2.0) for n in (1, 2)]
    >>> text_of(one) == text_of(one), text_of(one) == text_of(other)
    (True, False)
    """
    return _Text(set(map(id, given))).of_program(program)


class _Text:
    def __init__(self, given: set[int]):
        self._given = given

    def of_program(self, program: ClosedJaxpr) -> str:
        constants = list(map(_text_of_constant, program.consts))
        return f"{constants}{self.of_jaxpr(program.jaxpr)}"

    def of_jaxpr(self, jaxpr: Jaxpr) -> str:
        """Return the text of a program without its constants: variables by their numbers."""
        numbers: dict = {}
        told = []
        for variable in (*jaxpr.constvars, *jaxpr.invars):
            numbers[variable] = len(numbers)
            told.append(_kind(variable.aval))
        for equation in jaxpr.eqns:
            if id(equation) in self._given:
                told.append("given")
            elif equation.effects:
                raise NotNamedError
            else:
                told.append(name_of(equation))
                told += [_of_atom(atom, numbers) for atom in equation.invars]
                for name in sorted(
                    equation.params.keys() - _DERIVATIVES.get(name_of(equation), ())
                ):
                    told.append(f"{name}={self._of_parameter(equation.params[name])}")
            for variable in equation.outvars:
                numbers[variable] = len(numbers)
                told.append(_kind(variable.aval))
        told += [_of_atom(atom, numbers) for atom in jaxpr.outvars]
        return f"({';'.join(told)})"

    def _of_parameter(self, value) -> str:
        if isinstance(value, ClosedJaxpr):
            return self.of_program(value)
        if isinstance(value, Jaxpr):
            return self.of_jaxpr(value)
        if type(value) in (tuple, list):
            return f"{type(value).__name__}({','.join(map(self._of_parameter, value))})"
        kind = type(value).__name__
        if kind == "UnspecifiedValue":  # where what a function takes and gives lies
            return kind
        if kind in ("AbstractMesh", "Mesh") and value.empty:
            return kind
        if kind == "ShapedArray":
            return _kind(value)
        return name_of_value(value)


def _of_atom(atom, numbers: dict) -> str:
    if not is_literal(atom):
        return str(numbers[atom])
    return f"{_kind(atom.aval)}{np.asarray(atom.val).tobytes().hex()}"


def _kind(aval) -> str:
    """Return the text of a shape, a dtype and whether that is weak."""
    if type(aval).__name__ != "ShapedArray" or not isinstance(aval.dtype, np.dtype):
        raise NotNamedError
    return f"{aval.dtype.name}{aval.shape}{aval.weak_type}"


def _text_of_constant(value) -> str:
    if np.size(value) * np.dtype(value.dtype).itemsize > NAMED_MOST_CONSTANT_BYTES:
        raise NotNamedError
    host = np.ascontiguousarray(value)
    weak = getattr(value, "weak_type", False)
    return f"{host.dtype.name}{np.shape(value)}{weak}{hashlib.sha256(host.tobytes()).hexdigest()}"
