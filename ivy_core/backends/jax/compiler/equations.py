"""Equations of a traced program: rules by primitive, their parameters, and their evaluation.

JAX's names of primitives and of their parameters change between its versions (``pjit`` is ``jit``
since 0.6). They stand in tables of rules, and here; nothing else compares them. The version that
the passes were measured with is in ``passes/__init__.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter, itemgetter
from typing import NamedTuple

import jax
import numpy as np
from jax.experimental.xla_metadata import set_xla_metadata

from ..runtime.internals import ClosedJaxpr, Literal, Var, repeated

FUNCTIONS = frozenset({"jit", "pjit"})  # primitives that call a program, their `jaxpr`
ITERATED = frozenset({"while", "scan"})
BRANCHES = frozenset({"cond"})
# elements without arithmetic: `convert_element_type` is one where it loses nothing
MOVES = frozenset("reshape squeeze transpose broadcast_in_dim copy convert_element_type".split())
ELEMENTWISE = frozenset(
    "abs add and atan2 ceil clamp convert_element_type copy cos cosh div eq erf exp exp2 expm1 "
    "floor ge gt integer_pow is_finite le log log1p logistic lt max min mul ne neg not or pow "
    "rem round rsqrt select_n sign sin sinh sqrt square sub tan tanh xor".split()
)
_APART = "computed_apart"  # the name of functions that XLA does not write out where they are called
_kept_apart = partial(set_xla_metadata, inlineable="false")
INDEX_STEPS = frozenset("add sub mul convert_element_type max min lt select_n".split())


# The name of an equation's primitive, in C: passes ask for it of each equation. Rules are
# dictionaries by this name, as JAX's own are by primitive.
name_of = attrgetter("primitive.name")


# parameters


class WhileLoop(NamedTuple):
    """The parameters of a ``while``: its test and its body, and how many constants each takes."""

    test: ClosedJaxpr
    body: ClosedJaxpr
    test_constants: int
    body_constants: int

    @classmethod
    def of(cls, equation) -> WhileLoop:
        names = "cond_jaxpr", "body_jaxpr", "cond_nconsts", "body_nconsts"
        return cls(*map(equation.params.get, names))

    def split(self, operands: Sequence) -> tuple[Sequence, Sequence, Sequence]:
        """Return the constants of the test, those of the body, and what is carried."""
        end = self.test_constants + self.body_constants
        return operands[: self.test_constants], operands[self.test_constants : end], operands[end:]


class CountedLoop(NamedTuple):
    """The parameters of a ``scan``."""

    body: ClosedJaxpr
    constants: int
    carried: int
    length: int

    @classmethod
    def of(cls, equation) -> CountedLoop:
        return cls(*map(equation.params.get, ("jaxpr", "num_consts", "num_carry", "length")))

    def only_carries(self, equation) -> bool:
        """Return whether it neither goes through arrays nor stacks results, as ``fori_loop``."""
        is_plain = len(equation.invars) == self.constants + self.carried
        return is_plain and len(equation.outvars) == self.carried


def branches_of(equation) -> tuple[ClosedJaxpr, ...]:
    """Return the sides of a branch, that of a false condition first; none of another equation."""
    return equation.params["branches"] if name_of(equation) in BRANCHES else ()


def with_branches(equation, branches: Sequence[ClosedJaxpr]):
    """Return a branch with other sides."""
    return equation.replace(params={**equation.params, "branches": tuple(branches)})


def called_program(equation) -> ClosedJaxpr | None:
    """Return the program that an equation calls, None if it is no call."""
    return equation.params["jaxpr"] if name_of(equation) in FUNCTIONS else None


def slice_sizes(equation) -> tuple[int, ...]:
    """Read the lengths of a ``dynamic_slice`` along each axis."""
    return tuple(equation.params["slice_sizes"])


def contracted_axes(equation) -> tuple:
    """Return the axes that a ``dot_general`` contracts, and those of its batches: pairs of both."""
    return equation.params["dimension_numbers"]


def inner_programs(equation) -> list:
    """Return the programs within an equation: bodies of loops, sides of branches, functions."""
    found = []
    for each in equation.params.values():
        for one in each if isinstance(each, (tuple, list)) else (each,):
            if hasattr(one, "eqns"):
                found.append(one)
            elif hasattr(one, "jaxpr"):
                found.append(one.jaxpr)
    return found


_equations_of = attrgetter("eqns")


def inner_equations(equation) -> list:
    """Return the equations of the programs within an equation."""
    return list(chain.from_iterable(map(_equations_of, inner_programs(equation))))


# evaluation


# Whether an operand is a value or a variable, and whether a value is known only when the program
# runs: `isinstance` as a function, in C. Passes ask for each operand of each equation.
is_literal, is_variable = Literal.__instancecheck__, Var.__instancecheck__
is_tracer = jax.core.Tracer.__instancecheck__


def applied(equation, *operands) -> list:
    """Return the results of an equation of other operands."""
    bound = equation.primitive.get_bind_params(equation.params)
    # before JAX 0.9 a pair
    functions, options = bound if isinstance(bound, tuple) else ((), bound)
    results = equation.primitive.bind(*functions, *operands, **options)
    return list(results) if equation.primitive.multiple_results else [results]


# primitives without programs, effects and rules of their own for what is staged
_REPEATED = (ELEMENTWISE | MOVES) - {"copy"} | frozenset(
    "dot_general reduce_sum reduce_max reduce_min slice concatenate pad gather rev".split()
)


def applied_anew(equation, operands: Sequence) -> list:
    """Return the results of an equation of a program, as it is there, of operands in another."""
    if name_of(equation) in _REPEATED:
        results = repeated(equation, operands)
        if results is not None:
            return results
    return applied(equation, *operands)


def function_apart(function: Callable) -> Callable:
    """Return a function that stays one in XLA's program: no step of another is fused with its own.

    Parameters
    ----------
    function : callable
        Takes and returns lists of native values.
    """
    function.__name__ = _APART
    jitted = jax.jit(function)

    def called(*operands):
        with _kept_apart():
            return jitted(*operands)

    return called


def is_apart(equation) -> bool:
    """Return whether an equation calls what :func:`function_apart` gives."""
    return name_of(equation) in FUNCTIONS and equation.params["name"] == _APART


def applied_apart(equation, *operands) -> list:
    """Return the results of a call of such a function, which stays one."""
    with _kept_apart():
        return applied(equation, *operands)


class Values:
    """The values of a program's variables while its equations are computed again.

    Parameters
    ----------
    program : ClosedJaxpr
    arguments : sequence
        The values of its inputs.
    """

    __slots__ = ("_outvars", "known")

    def __init__(self, program: ClosedJaxpr, arguments: Sequence):
        jaxpr = program.jaxpr
        self._outvars = jaxpr.outvars
        self.known = dict(zip(jaxpr.constvars, program.consts, strict=True))
        self.known.update(zip(jaxpr.invars, arguments, strict=True))

    def of(self, atom):
        """Return the value of a variable or a literal."""
        return atom.val if hasattr(atom, "val") else self.known[atom]

    def operands(self, equation) -> list:
        """Return the values of an equation's operands."""
        known, found = self.known, []
        for atom in equation.invars:  # a comprehension would be a second frame
            found.append(atom.val if is_literal(atom) else known[atom])
        return found

    def set(self, equation, results: Sequence) -> None:
        """Keep what an equation gives."""
        self.known.update(zip(equation.outvars, results, strict=True))

    def results(self) -> list:
        """Get the results of the program."""
        known, found = self.known, []
        for atom in self._outvars:
            found.append(atom.val if is_literal(atom) else known[atom])
        return found


def computed_again(equation, operands: Sequence) -> list:
    """Return the results of an equation as it is: what stays a function of its own does so."""
    if is_apart(equation):
        return applied_apart(equation, *operands)
    return applied_anew(equation, operands)


def evaluated(program, arguments: Sequence, equations: Sequence, rule: Callable) -> list:
    """Compute some equations of a program in order, and return its results.

    Parameters
    ----------
    program : ClosedJaxpr
    arguments : sequence
        The values of its inputs.
    equations : sequence
        Those that results need.
    rule : callable
        ``rule(equation, operands)`` gives the results of an equation, None to have it applied.
    """
    values = Values(program, arguments)
    for equation in equations:
        operands = values.operands(equation)
        results = rule(equation, operands)
        values.set(equation, applied_anew(equation, operands) if results is None else results)
    return values.results()


def retraced(program: ClosedJaxpr, function: Callable) -> ClosedJaxpr:
    """Return the program of a function that takes what another program takes."""
    return jax.make_jaxpr(function)(*kinds_of(program))


def kinds_of(program: ClosedJaxpr) -> list:
    """List the kinds of a program's inputs: shapes, dtypes, and whether these are weak."""
    return [kind_of(variable) for variable in program.jaxpr.invars]


def kind_of(variable, shape: Sequence[int] | None = None):
    """Return shape, dtype and weakness of a variable; ``shape`` stands in for its own."""
    aval = variable.aval
    shape = aval.shape if shape is None else shape
    return jax.ShapeDtypeStruct(shape, aval.dtype, weak_type=aval.weak_type)


def parameters_key(equation) -> str:
    """Return a text that is equal for equal parameters."""
    return str(sorted(equation.params.items(), key=itemgetter(0)))


def inlined(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a program with the steps of functions that it calls, none of which comes twice."""
    found: dict = {}  # by how they are computed: results, and operands, which live as long

    def run(program, arguments) -> list:
        values = Values(program, arguments)
        known = values.known
        for equation in program.jaxpr.eqns:
            operands = []
            for atom in equation.invars:
                operands.append(atom.val if is_literal(atom) else known[atom])
            if name_of(equation) in FUNCTIONS:
                results = run(equation.params["jaxpr"], operands)
            elif equation.effects:
                results = applied(equation, *operands)
            else:
                key = [equation.primitive, parameters_key(equation)]
                for each in operands:
                    if is_tracer(each) or np.ndim(each):
                        key.append(id(each))
                    else:
                        key.append((type(each), str(each), str(getattr(each, "dtype", ""))))
                key = tuple(key)
                if key not in found:
                    found[key] = applied(equation, *operands), operands
                results = found[key][0]
            known.update(zip(equation.outvars, results, strict=True))
        return values.results()

    return retraced(program, lambda *given: run(program, given))


# analysis


def live(jaxpr) -> list:
    """Return the equations that results or effects need."""
    needed = set(filter(is_variable, jaxpr.outvars))
    found = []
    for equation in reversed(jaxpr.eqns):
        if equation.effects or not needed.isdisjoint(equation.outvars):
            found.append(equation)
            needed.update(filter(is_variable, equation.invars))
    return found[::-1]


def without_dead_equations(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a program of the equations that results or effects need."""
    return program.replace(jaxpr=program.jaxpr.replace(eqns=live(program.jaxpr)))


def makers(equations: Sequence) -> dict:
    """Return the equations by the variables that they give."""
    return {out: equation for equation in equations for out in equation.outvars}


def users_of(equations: Sequence) -> dict:
    """Return by variable the equations that take it, twice where one takes it twice."""
    found: dict = {}
    for each in equations:
        for atom in filter(is_variable, each.invars):
            found.setdefault(atom, []).append(each)
    return found


def known_starts(starts, sizes, shape) -> tuple[int, ...] | None:
    """Return the starts of a slice or a write if they are known, and all of it in the array."""
    for start, size, length in zip(starts, sizes, shape, strict=True):
        if not is_literal(start) or not 0 <= int(start.val) <= length - size:
            return None
    return tuple([int(start.val) for start in starts])


def affine(atom, made_by: dict, number) -> tuple[int, int] | None:
    """Return (factor, constant) of an index that is a multiple of a number and a constant.

    Parameters
    ----------
    atom : variable or literal
    made_by : dict
        The equations by what they give.
    number : variable
    """
    if is_literal(atom):
        return (0, int(atom.val)) if np.asarray(atom.val).dtype.kind in "iu" else None
    if atom is number:
        return 1, 0
    equation = made_by.get(atom)
    if equation is None:
        return None
    return terms_of(equation, [affine(each, made_by, number) for each in equation.invars])


_affine_rules = {}  # (factor, constant) of a result, of those of the operands


def terms_of(equation, terms: list) -> tuple[int, int] | None:
    """Return (factor, constant) of what an equation gives, of those of its operands."""
    rule = _affine_rules.get(name_of(equation))
    if rule is None or None in terms:
        return None
    dtype = equation.outvars[0].aval.dtype
    if dtype.kind not in "iu" or dtype.itemsize < 4:  # others are not exact, or wrap
        return None
    return rule(*terms)


def _keep_affine_terms(terms):
    return terms


_affine_rules["convert_element_type"] = _keep_affine_terms


def _multiply_affine_terms(one, other) -> tuple | None:
    """Return the product of two ``(factor, constant)``; None if it is quadratic."""
    (a, b), (c, d) = one, other
    return (a * d + c * b, b * d) if not (a and c) else None


_affine_rules["mul"] = _multiply_affine_terms


def _add_affine_terms(one, other) -> tuple:
    return one[0] + other[0], one[1] + other[1]


_affine_rules["add"] = _add_affine_terms


def _subtract_affine_terms(one, other) -> tuple:
    return one[0] - other[0], one[1] - other[1]


_affine_rules["sub"] = _subtract_affine_terms
