"""Programs that NumPy computes the first times, so that a first call waits for no compiler.

XLA takes 30 ms to 3 s to compile a program, of which a script that runs once needs a single call.
A program's jaxpr is made of primitives; :func:`translated` makes a list of NumPy's calls of it, by
the rules of ``primitives.py``, and :meth:`HostProgram.run` goes through the list. A jaxpr with
anything else in it has no such list, and is compiled at once.

How many calls are NumPy's (:meth:`HostProgram.calls`) follows from the jaxpr alone: a run of a
program of the user's gives the same bits as the last one, whatever lies on disk.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
from jax.extend.core import ClosedJaxpr, Jaxpr, Literal

from .policy import (
    HOST_CALL_SECONDS,
    HOST_ELEMENT_SECONDS,
    HOST_MULTIPLICATION_SECONDS,
    SECONDS_TO_COMPILE_EQUATION,
    SECONDS_TO_COMPILE_PROGRAM,
)
from .primitives import RULES, NotOnHostError

_NUMPYS_OWN = 24  # dtypes of NumPy's own have lower numbers than those of ml_dtypes
_INLINED = {
    "jit": "jaxpr", "pjit": "jaxpr", "closed_call": "call_jaxpr", "core_call": "call_jaxpr",
    "custom_jvp_call": "call_jaxpr", "custom_vjp_call": "call_jaxpr", "checkpoint": "jaxpr",
    "remat2": "jaxpr",
}  # fmt: skip


class HostProgram:
    """A jaxpr as a list of NumPy's calls.

    Attributes
    ----------
    seconds : float
        An estimate of what one run takes.
    equations : int
        How many calls there are.
    """

    __slots__ = ("_inputs", "_outputs", "_steps", "_values", "equations", "seconds")

    def __init__(self, closed: ClosedJaxpr):
        self._values: list = []  # by slot: constants, None for what is computed
        self._steps: list = []
        self.seconds, self.equations = 0.0, 0
        jaxpr = closed.jaxpr
        slots = {}
        for variable, constant in zip(jaxpr.constvars, closed.consts, strict=True):
            _check(variable.aval)
            slots[variable] = self._new_slot(np.asarray(constant))
        for variable in jaxpr.invars:
            _check(variable.aval)
            slots[variable] = self._new_slot()
        self._inputs = [slots[variable] for variable in jaxpr.invars]
        self._add(jaxpr, slots)
        self._outputs = [self._slot_of(each, slots) for each in jaxpr.outvars]
        self._drop_unused()

    def calls(self, most: int) -> int:
        """Return the number of calls that NumPy computes: they take no longer than to compile."""
        to_compile = SECONDS_TO_COMPILE_PROGRAM + self.equations * SECONDS_TO_COMPILE_EQUATION
        return min(most, int(to_compile / max(self.seconds, HOST_CALL_SECONDS)))

    def run(self, arrays: Iterable[np.ndarray]) -> list[np.ndarray]:
        """Return the results, which may be views of each other or of the operands."""
        values = self._values.copy()
        for slot, array in zip(self._inputs, arrays, strict=True):
            values[slot] = array
        for function, inputs, outputs, dead in self._steps:
            made = function(*[values[slot] for slot in inputs])
            if type(outputs) is int:
                values[outputs] = made
            else:
                for slot, each in zip(outputs, made, strict=True):
                    values[slot] = each
            for slot in dead:
                values[slot] = None
        return [values[slot] for slot in self._outputs]

    def _new_slot(self, value=None) -> int:
        self._values.append(value)
        return len(self._values) - 1

    def _slot_of(self, atom, slots: dict) -> int:
        if isinstance(atom, Literal):
            return self._new_slot(np.asarray(atom.val, atom.aval.dtype))
        return slots[atom]

    def _add(self, jaxpr: Jaxpr, slots: dict) -> None:
        """Add the equations of a jaxpr whose arguments have slots, those of inner ones in line."""
        for eqn in jaxpr.eqns:
            if eqn.effects:
                raise NotOnHostError
            inputs = [self._slot_of(each, slots) for each in eqn.invars]
            name = eqn.primitive.name
            if name in _INLINED:
                found = self._add_inner(eqn.params[_INLINED[name]], inputs)
            else:
                for each in (*eqn.invars, *eqn.outvars):
                    _check(each.aval)
                found = self._add_step(eqn, inputs)
            slots.update(zip(eqn.outvars, found, strict=True))

    def _add_inner(self, inner, inputs: list[int]) -> list[int]:
        jaxpr, constants = (
            (inner.jaxpr, inner.consts) if isinstance(inner, ClosedJaxpr) else (inner, ())
        )
        slots = {
            variable: self._new_slot(np.asarray(constant))
            for variable, constant in zip(jaxpr.constvars, constants, strict=True)
        }
        slots.update(zip(jaxpr.invars, inputs, strict=True))
        self._add(jaxpr, slots)
        return [self._slot_of(each, slots) for each in jaxpr.outvars]

    def _add_step(self, eqn, inputs: list[int]) -> list[int]:
        name = eqn.primitive.name
        outputs = [self._new_slot() for _ in eqn.outvars]
        if name == "scan":
            function, inner = _loop(eqn)
            self.seconds += inner.seconds * eqn.params["length"]
            self.equations += inner.equations
        elif name in RULES:
            function = RULES[name](eqn)
            self.seconds += _estimate(eqn)
            self.equations += 1
        else:
            raise NotOnHostError
        many = eqn.primitive.multiple_results
        self._steps.append((function, inputs, outputs if many else outputs[0]))
        return outputs

    def _drop_unused(self) -> None:
        """Leave out steps whose results nothing uses, and note where each value is used last."""
        used, steps = set(self._outputs), []
        for function, inputs, outputs in reversed(self._steps):
            made = [outputs] if type(outputs) is int else outputs
            if used.isdisjoint(made):
                continue
            dead = [slot for slot in {*inputs, *made} if slot not in used]
            if type(outputs) is not int:
                dead = [slot for slot in dead if slot not in outputs] + [
                    slot for slot in outputs if slot not in used
                ]
            used.update(inputs)
            steps.append((function, inputs, outputs, dead))
        self._steps = steps[::-1]


def _check(aval) -> None:
    """Raise NotOnHostError for other dtypes than bool, integers, float32 and float64."""
    dtype = getattr(aval, "dtype", None)
    if type(dtype) is not np.dtype and not isinstance(dtype, np.dtype):
        raise NotOnHostError
    if dtype.num >= _NUMPYS_OWN or dtype.kind not in "biuf" or dtype == np.float16:
        raise NotOnHostError


def _estimate(eqn) -> float:
    """Return the seconds that a primitive takes: an element each, products by their work."""
    result = math.prod(eqn.outvars[0].aval.shape)
    elements = result + sum(math.prod(each.aval.shape) for each in eqn.invars)
    work, name = 0.0, eqn.primitive.name
    if name == "dot_general":
        ((axes, _), _) = eqn.params["dimension_numbers"]
        work = result * math.prod([eqn.invars[0].aval.shape[axis] for axis in axes])
    elif name == "conv_general_dilated":
        out = eqn.params["dimension_numbers"].rhs_spec[0]
        work = result * eqn.invars[1].aval.size / max(eqn.invars[1].aval.shape[out], 1)
    products = work * HOST_MULTIPLICATION_SECONDS
    return HOST_CALL_SECONDS + elements * HOST_ELEMENT_SECONDS + products


def _loop(eqn) -> tuple[Callable, HostProgram]:
    """Return a function that runs a ``scan``, and the program of its body."""
    options = eqn.params
    body = HostProgram(options["jaxpr"])
    constants, carried = options["num_consts"], options["num_carry"]
    length = options["length"]
    order = range(length)[:: -1 if options["reverse"] else 1]
    results = [each.aval for each in eqn.outvars[carried:]]

    def loop(*operands):
        fixed, carry = operands[:constants], operands[constants : constants + carried]
        rows = operands[constants + carried :]
        stacked = [np.empty(aval.shape, aval.dtype) for aval in results]
        for at in order:
            found = body.run((*fixed, *carry, *[each[at] for each in rows]))
            carry = found[:carried]
            for into, each in zip(stacked, found[carried:], strict=True):
                into[at] = each
        return (*carry, *stacked)

    return loop, body


def translated(closed: ClosedJaxpr) -> HostProgram | None:
    """Return a jaxpr as a list of NumPy's calls; None if one of its primitives has no rule.

    Examples
    --------
    >>> import jax, numpy as np
    >>> program = translated(jax.make_jaxpr(lambda x: x * 2 + 1)(np.arange(3.0)))
    >>> program.run([np.arange(3.0)])
    [array([1., 3., 5.])]
    """
    try:
        return HostProgram(closed)
    except NotOnHostError:
        return None


def without_warnings(function: Callable, *args):
    """Return the result of a call in which NumPy warns of no arithmetic, as JAX does not."""
    with np.errstate(all="ignore"):
        return function(*args)
