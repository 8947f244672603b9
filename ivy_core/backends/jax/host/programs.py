"""Programs that NumPy computes the first times, so that a first call waits for no compiler.

XLA takes 30 ms to 3 s to compile a program, of which a script that runs once needs a single call.
A program's jaxpr is made of primitives; :func:`translated` makes a list of NumPy's calls of it, by
the rules of ``primitives.py``, and :meth:`HostProgram.run` goes through the list. A jaxpr with
anything else in it has no such list, and is compiled at once.

How many calls are NumPy's (:meth:`HostProgram.calls`) follows from the jaxpr alone: a run of a
program of the user's gives the same bits as the last one, whatever lies on disk. There may lie the
list itself (:meth:`HostProgram.told`), which spares the next process the trace.
"""

from __future__ import annotations

import base64
import enum
import math
from collections.abc import Callable, Iterable

import numpy as np

from ..runtime.internals import ClosedJaxpr, Jaxpr, Literal
from .policy import (
    HOST_CALL_SECONDS,
    HOST_ELEMENT_SECONDS,
    HOST_MULTIPLICATION_SECONDS,
    SECONDS_TO_COMPILE_EQUATION,
    SECONDS_TO_COMPILE_PROGRAM,
)
from .primitives import RULES, Equation, NotOnHostError, Spec

_NUMPYS_OWN = 24  # dtypes of NumPy's own have lower numbers than those of ml_dtypes
_INLINED = {
    "jit": "jaxpr", "pjit": "jaxpr", "closed_call": "call_jaxpr", "core_call": "call_jaxpr",
    "custom_jvp_call": "call_jaxpr", "custom_vjp_call": "call_jaxpr", "checkpoint": "jaxpr",
    "remat2": "jaxpr",
}  # fmt: skip
# name of a function that chooses between two branches, the first of which is right at any time
EITHER = "either_is_right"
_PLAIN = (bool, int, float, str, type(None))


class HostProgram:
    """A list of NumPy's calls; each takes values from slots and puts its results into others.

    Parameters
    ----------
    values : list
        By slot: constants, None for what is computed.
    inputs, outputs : list of int
        Slots of the operands and of the results.
    equations : list of (Equation, list of int, list of int, dict or None)
        Each with the slots of its operands and results, and what the program of a loop's body is
        made of.
    """

    __slots__ = ("_inputs", "_made_of", "_outputs", "_steps", "_values", "count", "seconds")

    def __init__(self, values: list, inputs: list[int], outputs: list[int], equations: list):
        equations = _used(equations, outputs)
        self._values, self._inputs, self._outputs = values, inputs, outputs
        self._made_of = equations
        self.seconds, self.count = 0.0, 0
        used, steps = set(outputs), []
        for equation, operands, results, body in reversed(equations):
            if body is None:
                function = RULES[equation.name](equation)
                self.seconds += estimate(equation)
                self.count += 1
            else:
                inner = HostProgram(**body)
                function = _loop(equation, inner)
                self.seconds += inner.seconds * equation.params["length"]
                self.count += inner.count
            dead = [slot for slot in {*operands, *results} if slot not in used]
            used.update(operands)
            steps.append((function, operands, results if equation.many else results[0], dead))
        self._steps = steps[::-1]

    def calls(self, most: int) -> int:
        """Return the number of calls that NumPy computes: they take no longer than to compile."""
        return _calls(most, self.seconds, self.count)

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

    def told(self) -> dict:
        """Return plain values of which :func:`remembered` makes the program again."""
        return _told(self._values, self._inputs, self._outputs, self._made_of)


class WrittenProgram:
    """NumPy's part of a layer's calls alike, written by hand: nothing is traced for it.

    Parameters
    ----------
    run : callable
        Takes the operands' memory as a list, gives the list of the results.
    results : list of Spec
    seconds : float
        That a call takes, as estimated.
    count : int
        Equations that XLA would compile, about.
    is_list : bool, optional
        Whether the function that is computed gives a list, and not one array.
    """

    __slots__ = ("_count", "_seconds", "is_list", "results", "run")

    def __init__(
        self, run: Callable, results: list[Spec], seconds: float, count: int, is_list: bool = False
    ):
        self.run, self.results, self.is_list = run, results, is_list
        self._seconds, self._count = seconds, count

    def calls(self, most: int) -> int:
        """Return the number of calls that NumPy computes: they take no longer than to compile."""
        return _calls(most, self._seconds, self._count)


def _calls(most: int, seconds: float, count: int) -> int:
    to_compile = SECONDS_TO_COMPILE_PROGRAM + count * SECONDS_TO_COMPILE_EQUATION
    return min(most, int(to_compile / max(seconds, HOST_CALL_SECONDS)))


def _used(equations: list, outputs: list[int]) -> list:
    """Return the equations whose results are needed for the outputs."""
    used, kept = set(outputs), []
    for each in reversed(equations):
        if not used.isdisjoint(each[2]):
            used.update(each[1])
            kept.append(each)
    return kept[::-1]


# from a jaxpr


class _Translation:
    """The slots and equations of a jaxpr, those of inner ones in line."""

    def __init__(self, closed: ClosedJaxpr):
        self.values: list = []
        self.equations: list = []
        jaxpr, slots = closed.jaxpr, {}
        for variable, constant in zip(jaxpr.constvars, closed.consts, strict=True):
            _spec(variable.aval)
            slots[variable] = self._new_slot(np.asarray(constant))
        for variable in jaxpr.invars:
            _spec(variable.aval)
            slots[variable] = self._new_slot()
        self.inputs = [slots[variable] for variable in jaxpr.invars]
        self._add(jaxpr, slots)
        self.outputs = [self._slot_of(each, slots) for each in jaxpr.outvars]

    def parts(self) -> dict:
        """Return the parameters of a HostProgram."""
        return {
            "values": self.values,
            "inputs": self.inputs,
            "outputs": self.outputs,
            "equations": self.equations,
        }

    def _new_slot(self, value=None) -> int:
        self.values.append(value)
        return len(self.values) - 1

    def _slot_of(self, atom, slots: dict) -> int:
        if isinstance(atom, Literal):
            return self._new_slot(np.asarray(atom.val, atom.aval.dtype))
        return slots[atom]

    def _add(self, jaxpr: Jaxpr, slots: dict, takes_first: bool = False) -> None:
        """Add the equations of a jaxpr; ``takes_first`` says that any branch of it is right."""
        for eqn in jaxpr.eqns:
            if eqn.effects:
                raise NotOnHostError
            inputs = [self._slot_of(each, slots) for each in eqn.invars]
            name = eqn.primitive.name
            if name == "cond" and takes_first:
                found = self._add_inner(eqn.params["branches"][0], inputs[1:])
            elif name == "cond":
                found = self._add_both(eqn, inputs)
            elif name in _INLINED:
                takes = eqn.params.get("name") == EITHER
                found = self._add_inner(eqn.params[_INLINED[name]], inputs, takes)
            elif name == "device_put" and all(map(_is_home, eqn.params["devices"])):
                found = inputs  # a constant of the function that JAX has brought to its device
            elif name == "reduce_precision" and _keeps_all(eqn):
                found = inputs  # JAX marks so what a checkpoint keeps
            else:
                found = [self._new_slot() for _ in eqn.outvars]
                self._add_equation(eqn, inputs, found)
            slots.update(zip(eqn.outvars, found, strict=True))

    def _add_both(self, eqn, inputs: list[int]) -> list[int]:
        """Add both branches of a ``cond`` and the choice between their results."""
        branches, which = eqn.params["branches"], _spec(eqn.invars[0].aval)
        if len(branches) != 2:
            raise NotOnHostError
        results = [self._add_inner(each, inputs[1:]) for each in branches]
        found = []
        for variable, *cases in zip(eqn.outvars, *results, strict=True):
            spec, slot = _spec(variable.aval), self._new_slot()
            equation = Equation("select_n", {}, [which, spec, spec], [spec], False)
            self.equations.append((equation, [inputs[0], *cases], [slot], None))
            found.append(slot)
        return found

    def _add_inner(self, inner, inputs: list[int], takes_first: bool = False) -> list[int]:
        jaxpr, constants = (
            (inner.jaxpr, inner.consts) if isinstance(inner, ClosedJaxpr) else (inner, ())
        )
        slots = {
            variable: self._new_slot(np.asarray(constant))
            for variable, constant in zip(jaxpr.constvars, constants, strict=True)
        }
        slots.update(zip(jaxpr.invars, inputs, strict=True))
        self._add(jaxpr, slots, takes_first)
        return [self._slot_of(each, slots) for each in jaxpr.outvars]

    def _add_equation(self, eqn, inputs: list[int], outputs: list[int]) -> None:
        name, body = eqn.primitive.name, None
        if name == "scan":
            body = _Translation(eqn.params["jaxpr"]).parts()
        elif name not in RULES:
            raise NotOnHostError
        equation = Equation(
            name,
            {key: plain(value) for key, value in eqn.params.items()},
            [_spec(each.aval) for each in eqn.invars],
            [_spec(each.aval) for each in eqn.outvars],
            eqn.primitive.multiple_results,
        )
        self.equations.append((equation, inputs, outputs, body))


def _keeps_all(eqn) -> bool:
    """Return whether a rounding is to the digits that its operand's dtype has."""
    limits = np.finfo(eqn.invars[0].aval.dtype)
    return (limits.nexp, limits.nmant) == (
        eqn.params["exponent_bits"], eqn.params["mantissa_bits"]
    )  # fmt: skip


def _is_home(device) -> bool:
    """Return whether a device is none in particular, or the CPU that arrays lie on by default."""
    return device is None or getattr(device, "platform", "") == "cpu" and device.id == 0


def _spec(aval) -> Spec:
    """Return shape and dtype; raise NotOnHostError but for bool, integers, float32 and float64."""
    dtype = getattr(aval, "dtype", None)
    if not isinstance(dtype, np.dtype) or dtype.num >= _NUMPYS_OWN:
        raise NotOnHostError
    if dtype.kind not in "biuf" or dtype == np.float16:
        raise NotOnHostError
    return Spec(tuple(aval.shape), dtype)


def plain(value):
    """Return an option of a primitive in plain values; None for one that no rule reads."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, np.dtype):
        return value.name
    if hasattr(value, "_asdict"):
        return {key: plain(each) for key, each in value._asdict().items()}
    if isinstance(value, (tuple, list)):
        return tuple(map(plain, value))
    return None


def estimate(equation: Equation) -> float:
    """Return the seconds that a primitive takes: an element each, products by their work."""
    result = equation.results[0].size
    elements = result + sum(each.size for each in equation.operands)
    work = 0.0
    if equation.name == "dot_general":
        ((axes, _), _) = equation.params["dimension_numbers"]
        work = result * math.prod([equation.operands[0].shape[axis] for axis in axes])
    elif equation.name == "conv_general_dilated":
        filters = equation.operands[1]
        out = equation.params["dimension_numbers"]["rhs_spec"][0]
        work = result * filters.size / max(filters.shape[out], 1)
    products = work * HOST_MULTIPLICATION_SECONDS
    return HOST_CALL_SECONDS + elements * HOST_ELEMENT_SECONDS + products


def _loop(equation: Equation, body: HostProgram) -> Callable:
    """Return a function that runs a ``scan``."""
    options = equation.params
    constants, carried = options["num_consts"], options["num_carry"]
    order = range(options["length"])[:: -1 if options["reverse"] else 1]
    results = equation.results[carried:]

    def loop(*operands):
        fixed, carry = operands[:constants], operands[constants : constants + carried]
        rows = operands[constants + carried :]
        stacked = [np.empty(*spec) for spec in results]
        for at in order:
            found = body.run((*fixed, *carry, *[each[at] for each in rows]))
            carry = found[:carried]
            for into, each in zip(stacked, found[carried:], strict=True):
                into[at] = each
        return (*carry, *stacked)

    return loop


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
        return HostProgram(**_Translation(closed).parts())
    except NotOnHostError:
        return None


def without_warnings(function: Callable, *args):
    """Return the result of a call in which NumPy warns of no arithmetic, as JAX does not."""
    with np.errstate(all="ignore"):
        return function(*args)


# to plain values, and back


def _told(values, inputs, outputs, equations) -> dict:
    constants = [
        (slot, value.dtype.name, value.shape, base64.b64encode(value.tobytes()).decode())
        for slot, value in enumerate(values)
        if value is not None
    ]
    return {
        "slots": len(values),
        "constants": constants,
        "inputs": inputs,
        "outputs": outputs,
        "equations": [
            (
                equation.name,
                equation.params,
                [(spec.shape, spec.dtype.name) for spec in equation.operands],
                [(spec.shape, spec.dtype.name) for spec in equation.results],
                equation.many,
                operands,
                results,
                None if body is None else _told(**body),
            )
            for equation, operands, results, body in equations
        ],
    }


def remembered(told: dict) -> HostProgram:
    """Return the program of which :meth:`HostProgram.told` has told, maybe in another process."""
    return HostProgram(**_parts(told))


def _parts(told: dict) -> dict:
    values: list = [None] * told["slots"]
    for slot, dtype, shape, content in told["constants"]:
        values[slot] = np.frombuffer(base64.b64decode(content), dtype).reshape(shape)
    equations = []
    for name, params, operands, results, many, into, out, body in told["equations"]:
        of, to = ([Spec(tuple(s), np.dtype(d)) for s, d in each] for each in (operands, results))
        equation = Equation(name, _with_tuples(params), of, to, many)
        equations.append((equation, into, out, None if body is None else _parts(body)))
    return {
        "values": values,
        "inputs": told["inputs"],
        "outputs": told["outputs"],
        "equations": equations,
    }


def _with_tuples(value):
    """Return plain values as they were before JSON made lists of tuples."""
    if type(value) is list:
        return tuple(map(_with_tuples, value))
    if type(value) is dict:
        return {key: _with_tuples(each) for key, each in value.items()}
    return value
