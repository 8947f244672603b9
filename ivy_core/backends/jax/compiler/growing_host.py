"""Templates (:mod:`.growing`) that NumPy computes at any length, as one function of Python's.

XLA takes 0.4 to 1 s to compile a small model for one word, which NumPy computes in 0.2 ms: as
many steps of a template as matter are written as a function's source, in which lengths are
expressions. Nothing is padded. What a template knows is computed once, and views of one element
along an axis stand for arrays that repeat it. Primitives without an expression of their own are
called by the rules of ``host/primitives.py``.
"""

from __future__ import annotations

import functools
import math
import re
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

import jax
import numpy as np
from jax.core import ShapedArray

from ivy_core.backends.common.affine import Affine, at, negative, total

from ..host.policy import MOST_HOST_SECONDS
from ..host.primitives import RULES, NotOnHostError, Spec, padded
from ..host.primitives import Equation as HostEquation
from ..host.programs import estimate, plain
from ..runtime.internals import Literal, Primitive
from ..runtime.memory import all_taken_over, memories_at_home, memory_at_home, memory_on_host
from .growing import Equation, Known, Template
from .growing_calls import (
    OutsideError,
    full,
    of_few,
    row,
    taken,
    taken_at,
    whole_numbers,
    window,
    written,
)

_LARGEST_CONSTANT = 4096  # elements of what is computed beforehand
_REDUCED = {
    "reduce_sum": "add", "reduce_prod": "multiply", "reduce_max": "maximum",
    "reduce_min": "minimum", "reduce_and": "bitwise_and", "reduce_or": "bitwise_or",
}  # fmt: skip
# rules that look at no shape
_BY_ELEMENT = frozenset(
    "add add_any sub mul neg abs max min square eq ne lt le gt ge is_finite sign div pow rem exp "
    "exp2 log log1p expm1 tanh sqrt cbrt sin cos floor ceil logistic rsqrt atan2 and or xor not "
    "erf erfc erf_inv lgamma integer_pow round select_n clamp convert_element_type".split()
)
_SAME = frozenset({"copy", "copy_p", "stop_gradient", "optimization_barrier"})


class _Value(NamedTuple):
    """A value of the function that is written.

    Attributes
    ----------
    code : str
        The expression that gives it: a name, or a number.
    held : tuple
        The shape that it has there, which broadcasts to its own.
    shape : tuple
    dtype : numpy.dtype
    known : numpy array, or None
        What it is, where that is known beforehand.
    """

    code: str
    held: tuple
    shape: tuple
    dtype: np.dtype
    known: np.ndarray | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it is there but for axes of one in front of all others."""
        return self.shape == (1,) * (len(self.shape) - len(self.held)) + self.held


class _Reduced(NamedTuple):
    """A reduction that was written.

    Attributes
    ----------
    function : str
    operand : str
        The expression of what is reduced.
    held : tuple
        Its shape.
    axes : tuple of int
        Those of it.
    dtype : numpy.dtype
    """

    function: str
    operand: str
    held: tuple
    axes: tuple
    dtype: np.dtype


class _Writer:
    """Writes the function of a template."""

    def __init__(self, template: Template, values: dict[int, int]):
        self.lines: list[str] = []
        self.names: dict[str, object] = {
            "full": full, "taken": taken, "taken_at": taken_at, "row": row, "window": window,
            "written": written, "padded": padded, "matmul": np.matmul, "arange": np.arange,
            "concatenate": np.concatenate,
        }  # fmt: skip
        self.seconds = 0.0
        self._template, self._outer = template, values
        self._sizes: dict[Affine, str] = {}
        self._indent = "    "
        self._made: dict[str, str] = {}  # names, by the expressions that give their values
        self._named: dict = {}
        self.reshaped: dict[str, str] = {}  # what was, by the name of what came of it
        self.reduced: dict[str, _Reduced] = {}  # by name, also of what only adds axes of one
        self.squared: dict[str, str] = {}  # what was squared, by the name of its square
        # of a softmax, by name, the maximum that is asked whether it is the least number,
        # that is 0 in this case, and that was taken off before the exponential
        self.asked: dict[str, _Reduced] = {}
        self.guarded: dict[str, _Reduced] = {}
        self.shifted: dict[str, _Reduced] = {}
        self.exponential: dict[str, _Reduced] = {}
        self.fresh: set[str] = set()  # names of arrays whose memory is their own
        self._count_of_names = 0
        self.head: list[str] = []

    # parts of expressions

    def size(self, n) -> str:
        """Return the expression of an int, which may grow."""
        if type(n) is not Affine:
            return str(int(n))
        found = self._sizes.get(n)
        if found is None:
            found = self._sizes[n] = "n" if n == (0, 1) else f"n{len(self._sizes)}"
            if found != "n":
                self.head.append(f"    {found} = {n.start} + {n.step} * n")
        return found

    def sizes(self, shape: Sequence) -> str:
        return "(" + "".join([f"{self.size(n)}, " for n in shape]) + ")"

    def named(self, value, key=None) -> str:
        """Return the name of an object that the function finds, one of each key."""
        if key is None:
            is_number = isinstance(value, np.generic)
            key = (value.dtype.str, value.tobytes()) if is_number else id(value)
        name = self._named.get(key)
        if name is None:
            name = self._named[key] = f"c{len(self.names)}"
            self.names[name] = value
        return name

    def put(self, code: str, is_new: bool = False) -> str:
        """Write a statement that names the value of an expression, once unless it is a new one."""
        name = None if is_new else self._made.get(code)
        if name is None:
            self._count_of_names += 1
            name = self._made[code] = f"v{self._count_of_names}"
            self.lines.append(f"{self._indent}{name} = {code}")
        return name

    def whole(self, x: _Value) -> str:
        """Return the expression of a value in its own shape."""
        if x.held == x.shape:
            return x.code
        if x.is_whole and x.shape:
            return self.reshape(x.code, x.shape)
        return self.put(f"full({x.code}, {self.sizes(x.shape)}, {self.named(x.dtype)})")

    def reshape(self, code: str, shape: Sequence) -> str:
        """Return the expression of a value in another shape; two such in a row are one."""
        before = self.reshaped.get(code, code)
        made = self.put(f"{before}.reshape({self.sizes(shape)})")
        self.reshaped[made] = before
        return made

    def constant(self, value: np.ndarray, dtype, shape: tuple) -> _Value:
        value = np.asarray(value, dtype)
        if value.ndim and value.size and value.tobytes() == value.flat[0].tobytes() * value.size:
            value = np.asarray(value.flat[0])  # e.g. a mask that lets everything pass
        code = self.named(value if value.ndim else value[()])
        return _Value(code, value.shape, shape, value.dtype, value)

    def known(self, known: Known) -> _Value:
        """Return the value of an operand that the template knows."""
        value, dtype, shape = known
        grows = any(type(n) is Affine for n in shape)
        # as long as the longest length needs it
        index = f"[{', '.join([f':{self.size(n)}' for n in shape])}]" if grows else ""
        if id(value) in self._outer:
            code = f"outer[{self._outer[id(value)]}]{index}"
            return _Value(self.put(code) if grows else code, shape, shape, dtype)
        if type(value) is Affine:
            start, step = np.asarray(value.start), np.asarray(value.step)
            code = f"({self.named(start)} + {self.named(step)} * n).astype({self.named(dtype)})"
            return _Value(self.put(code), shape, shape, dtype)
        value = np.asarray(value)
        if grows:
            return _Value(self.put(f"{self.named(value)}{index}"), shape, shape, dtype)
        return self.constant(value, dtype, shape)

    # equations

    def write(self, template: Template, values: dict[int, _Value]) -> None:
        """Write the equations of a template that its outputs need."""
        needed = {each for each in template.outputs if type(each) is not Known}
        used = []
        for each in reversed(template.equations):
            if not needed.isdisjoint(each.results):
                needed.update([x for x in each.operands if type(x) is not Known])
                used.append(each)
        for each in reversed(used):
            operands = [self.value_of(x, values) for x in each.operands]
            made = self._equation(each, operands)
            values.update(zip(each.results, made, strict=True))

    def value_of(self, operand, values: dict[int, _Value]) -> _Value:
        return self.known(operand) if type(operand) is Known else values[operand]

    def _equation(self, equation: Equation, operands: list[_Value]) -> list[_Value]:
        name = equation.primitive.name
        if name in _SAME:
            return operands
        if name == "cond":
            return self._cond(equation, operands)
        if self._is_constant(equation, operands):
            return self._computed(equation, operands)
        write = _WRITERS.get(name)
        if name in _BY_ELEMENT:
            made = self._by_element(equation, operands)
        else:
            made = None if write is None else write(self, equation, operands)
        if made is None:
            made = self._by_rule(equation, operands)
        return made if type(made) is list else [made]

    def _is_constant(self, equation: Equation, operands: list[_Value]) -> bool:
        if any(x.known is None for x in operands) or not operands:
            return False
        if equation.primitive.name == "gather":
            return False  # a call tells of an index outside
        shapes = [*equation.shapes, *[x.shape for x in operands]]
        if any(type(n) is Affine for shape in shapes for n in shape) or _grows(equation.params):
            return False
        return all(np.prod(shape) <= _LARGEST_CONSTANT for shape in shapes)

    def _computed(self, equation: Equation, operands: list[_Value]) -> list[_Value]:
        rule = self._rule(equation, operands, self._template.longest)
        given = [np.broadcast_to(x.known, x.shape) for x in operands]
        try:
            with np.errstate(all="ignore"):
                made = rule(*given)
        except OutsideError:
            raise NotOnHostError(equation.primitive.name) from None
        made = made if equation.primitive.multiple_results else [made]
        triples = zip(made, equation.dtypes, equation.shapes, strict=True)
        return [self.constant(*each) for each in triples]

    def _rule(self, equation: Equation, operands: list[_Value], length: int) -> Callable:
        """Return NumPy's function for an equation at a length."""
        made = self._at(equation, operands, length)
        if made.name == "convert_element_type":
            dtype = made.results[0].dtype
            if made.operands[0].dtype.kind == "f" and dtype.kind == "i":
                return functools.partial(whole_numbers, dtype=dtype)
        return RULES[made.name](made)

    def _at(self, equation: Equation, operands: list[_Value], length: int) -> HostEquation:
        name = equation.primitive.name
        if name not in RULES or equation.inner:
            raise NotOnHostError(name)
        of = [_spec(x.shape, x.dtype, length) for x in operands]
        pairs = zip(equation.shapes, equation.dtypes, strict=True)
        to = [_spec(shape, dtype, length) for shape, dtype in pairs]
        params = {key: plain(_params_at(value, length)) for key, value in equation.params.items()}
        return HostEquation(name, params, of, to, equation.primitive.multiple_results)

    def _count(self, equation: Equation, operands: list[_Value]) -> None:
        self.seconds += estimate(self._at(equation, operands, self._template.longest))

    def _by_element(self, equation: Equation, operands: list[_Value]) -> _Value:
        name, shape, dtype = equation.primitive.name, equation.shapes[0], equation.dtypes[0]
        if (same := _same_as_operand(name, operands, dtype)) is not None:
            return same._replace(shape=shape, known=None if same.held else same.known)
        rule = self._rule(equation, operands, self._template.longest)
        if name in _OF_FEW and dtype == np.float32:
            rule = functools.partial(of_few, _OF_FEW[name], rule)
        self._count(equation, operands)
        held = functools.reduce(_broadcast_shapes, [x.held for x in operands])
        codes = [x.code for x in operands]
        power = operands[1].known if name == "pow" else None
        if name == "select_n" and not operands[0].held and operands[1].held == operands[2].held:
            code = self.put(f"{codes[2]} if {codes[0]} else {codes[1]}")  # of one number
            return _Value(code, held, shape, dtype)
        if power is not None and not power.ndim and power in (2.0, 3.0):
            code = " * ".join([codes[0]] * int(power))
        elif (part := self._part_of_softmax(name, operands)) is not None:
            code = part
        elif name in _OPERATORS:
            code = f" {_OPERATORS[name]} ".join(codes)
        else:
            key = name, dtype, *[x.dtype for x in operands], str(equation.params)
            code = f"{self.named(rule, key)}({', '.join(codes)})"
        code = self.put(code)
        if name in _OPERATORS and held:
            self.fresh.add(code)
        self._note_part_of_softmax(name, operands, code)
        if name == "square" or name == "mul" and codes[0] == codes[1]:
            self.squared[code] = codes[0]
        return _Value(code, held, shape, dtype)

    def _part_of_softmax(self, name: str, operands: list[_Value]) -> str | None:
        """Return a quicker expression for a part of a softmax of which no row may be all -inf.

        There the largest number counts as 0, and the sum of exponentials, which is at least
        exp(0) in any other row, as 1. Bounds give the same as choices by each row.
        """
        if name == "sub" and operands[1].code in self.guarded:
            made = self.guarded[operands[1].code]
            if (operands[0].code, operands[0].held) == (made.operand, made.held):
                least = self.named(np.finfo(made.dtype).min)
                largest = self.put(f"{self.named(np.maximum)}({self.largest_of(made)}, {least})")
                return f"{operands[0].code} - {largest}"
        if name == "select_n" and (largest := self.asked.get(operands[0].code)) is not None:
            made = self.reduced.get(operands[1].code)
            if made is None or operands[2].held or operands[2].known != 1:
                return None
            is_sum = made.function == self.named(np.add.reduce, "reduce_sum")
            if is_sum and made.axes == largest.axes:
                if self.exponential.get(made.operand) == largest:
                    return f"{self.named(np.maximum)}({operands[1].code}, {operands[2].code})"
        return None

    def largest_of(self, made: _Reduced) -> str:
        """Return the expression of a reduction with axes of one where it has reduced."""
        dtype = self.named(made.dtype)
        return self.put(f"{made.function}({made.operand}, {made.axes}, {dtype}, None, True)")

    def _note_part_of_softmax(self, name: str, operands: list[_Value], code: str) -> None:
        """Note what an expression is of a softmax, if it is a part of one."""
        if name == "eq":
            made, other = self.reduced.get(operands[0].code), operands[1].known
            is_largest = made is not None and other is not None and not other.ndim
            if is_largest and other == -np.inf and made.dtype.kind == "f":
                if made.function == self.named(np.maximum.reduce, "reduce_max"):
                    self.asked[code] = made
        elif name == "select_n" and operands[0].code in self.asked:
            made = self.asked[operands[0].code]
            is_zero = not operands[2].held and operands[2].known == 0
            if is_zero and self.reduced.get(operands[1].code) == made:
                self.guarded[code] = made
        elif name == "sub" and operands[1].code in self.guarded:
            if operands[0].code == self.guarded[operands[1].code].operand:
                self.shifted[code] = self.guarded[operands[1].code]
        elif name == "exp" and operands[0].code in self.shifted:
            self.exponential[code] = self.shifted[operands[0].code]

    def _by_rule(self, equation: Equation, operands: list[_Value]) -> list[_Value]:
        """Call the rule of a primitive, which is made for each length if shapes grow."""
        shapes = [*equation.shapes, *[x.shape for x in operands]]
        grows = any(type(n) is Affine for shape in shapes for n in shape)
        rule = self._rule(equation, operands, self._template.longest)
        self._count(equation, operands)
        codes = [self.whole(x) for x in operands]
        if grows or _grows(equation.params):
            kinds = [x._replace(code="", known=None) for x in operands]
            make = functools.lru_cache(1024)(functools.partial(self._rule, equation, kinds))
            code = f"{self.named(make)}(n)"
        else:
            code = self.named(rule)
        made = self.put(f"{code}({', '.join(codes)})")
        count = len(equation.shapes)
        many = equation.primitive.multiple_results
        names = [self.put(f"{made}[{each}]") for each in range(count)] if many else [made]
        triples = zip(names, equation.shapes, equation.dtypes, strict=True)
        return [_Value(name, shape, shape, dtype) for name, shape, dtype in triples]

    def _cond(self, equation: Equation, operands: list[_Value]) -> list[_Value]:
        """Write a condition: its branches as blocks that set the same names."""
        index, *others = operands
        if (guarded := _guarded_maximum(self, equation, others)) is not None:
            return [guarded]
        others = [x if x.held == x.shape else x._replace(code=self.whole(x), held=x.shape)
                  for x in others]  # fmt: skip
        names = [self.put("None", True) for _ in equation.shapes]
        before, known = self._indent, self._made
        for at_branch, inner in enumerate(equation.inner):
            is_last = at_branch == len(equation.inner) - 1
            word = "if" if at_branch == 0 else "elif"
            test = "else:" if is_last else f"{word} {index.code} == {at_branch}:"
            self.lines.append(before + test)
            self._indent, self._made = before + "    ", dict(known)
            values = dict(zip(inner.inputs, others, strict=True))
            self.write(inner, values)
            for name, each in zip(names, inner.outputs, strict=True):
                made = self.value_of(each, values)
                self.lines.append(f"{self._indent}{name} = {self.whole(made)}")
        self._indent, self._made = before, known
        pairs = zip(names, equation.shapes, equation.dtypes, strict=True)
        return [_Value(name, shape, shape, dtype) for name, shape, dtype in pairs]


def _same_as_operand(name: str, operands: list[_Value], dtype) -> _Value | None:
    """Return the operand that is the result already, but for its shape; None if none is."""
    first, *others = operands
    if name == "convert_element_type":
        return first if first.dtype == dtype else None
    if name == "select_n":
        if first.known is not None and not first.held:
            return others[int(first.known)]
        return others[0] if len({x.code for x in others}) == 1 else None
    if name in ("mul", "div") and _is_one(others[0]):
        return first
    return others[0] if name == "mul" and _is_one(first) else None


def _is_one(x: _Value) -> bool:
    return x.known is not None and not x.held and bool(x.known == 1)


_OF_FEW = {"erf": math.erf, "erfc": math.erfc}


_OPERATORS = {
    "add": "+", "add_any": "+", "sub": "-", "mul": "*", "div": "/", "eq": "==", "ne": "!=",
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "and": "&", "or": "|", "xor": "^",
}  # fmt: skip


def _spec(shape: tuple, dtype, length: int) -> Spec:
    dtype = np.dtype(dtype)
    if dtype.num >= 24 or dtype.kind not in "biuf" or dtype == np.float16:
        raise NotOnHostError
    return Spec(tuple([at(n, length) for n in shape]), dtype)


def _params_at(value, length: int):
    if type(value) is Affine:
        return value.at(length)
    if type(value) in (tuple, list):
        return type(value)([_params_at(each, length) for each in value])
    return value


def _grows(value) -> bool:
    if type(value) is Affine:
        return True
    if type(value) is dict:
        value = list(value.values())
    return isinstance(value, (tuple, list)) and any(map(_grows, value))


def _broadcast_shapes(one: tuple, other: tuple) -> tuple:
    if len(one) < len(other):
        one, other = other, one
    other = (1,) * (len(one) - len(other)) + other
    return tuple([m if n == 1 else n for n, m in zip(one, other, strict=True)])


# expressions of primitives whose shapes grow


def _broadcast(w: _Writer, equation: Equation, operands):
    x, *others = operands
    if others:
        raise NotOnHostError
    shape, axes = equation.shapes[0], equation.params["broadcast_dimensions"]
    if not x.held:
        return x._replace(shape=shape)
    source = (1,) * (len(x.shape) - len(x.held)) + x.held
    if tuple(axes) == tuple(range(len(shape) - len(axes), len(shape))):
        return x._replace(shape=shape, known=None)  # NumPy repeats it along the first axes
    held: list = [1] * len(shape)
    for axis, n in zip(axes, source, strict=True):
        held[axis] = n
    if _without_ones(held) == _without_ones(x.held):
        return x._replace(shape=shape, known=None)
    if (kept := _with_reduced_axes(w, x, tuple(held))) is not None:
        return kept._replace(shape=shape)
    held = _without_ones(held)
    return _Value(w.reshape(x.code, held), held, shape, x.dtype)


def _reshape(w: _Writer, equation: Equation, operands):
    x, *others = operands
    shape = equation.shapes[0]
    is_reordered = (
        equation.primitive.name == "reshape" and equation.params["dimensions"] is not None
    )
    if others or is_reordered:
        raise NotOnHostError
    if not x.held:
        return x._replace(shape=shape)
    for one in (x.held, x.shape):  # axes of one element come before all others
        if x.held in (one, x.shape) and shape == (1,) * (len(shape) - len(one)) + one:
            return x._replace(shape=shape, known=None)
    is_whole = _without_ones(x.held) == _without_ones(x.shape)
    if is_whole and (kept := _with_reduced_axes(w, x, shape)) is not None:
        return kept
    held = _without_ones(shape)
    code = w.reshape(x.code if is_whole else w.whole(x), held)
    return _Value(code, held, shape, x.dtype)


def _with_reduced_axes(w: _Writer, x: _Value, shape: tuple) -> _Value | None:
    """Return a reduction's value with axes of one where it has reduced; None for another shape."""
    made = w.reduced.get(x.code)
    if made is None or len(x.held) == len(made.held):
        return None
    held = tuple([1 if n in made.axes else size for n, size in enumerate(made.held)])
    if shape != (1,) * (len(shape) - len(held)) + held:
        return None
    dtype = w.named(made.dtype)
    code = w.put(f"{made.function}({made.operand}, {made.axes}, {dtype}, None, True)")
    w.reduced[code] = made
    return _Value(code, held, shape, x.dtype)


def _without_ones(shape: Sequence) -> tuple:
    """Return a shape without the axes of one in front of all others."""
    found = tuple(shape)
    while found and found[0] == 1:
        found = found[1:]
    return found


def _guarded_maximum(w: _Writer, equation: Equation, operands: list[_Value]) -> _Value | None:
    """Return a maximum to which a condition gives the nan of its operand; None for anything else.

    NumPy's has it anyway, XLA's need not.
    """
    if len(equation.inner) != 2 or len(equation.shapes) != 1:
        return None
    plain, guarded = equation.inner
    found, result = plain.outputs[0], guarded.outputs[0]
    if found not in plain.inputs or type(result) is Known:
        return None
    maximum = operands[plain.inputs.index(found)]
    made = w.reduced.get(maximum.code)
    if made is None or made.function != w.named(np.maximum.reduce, "reduce_max"):
        return None
    if _without_ones(maximum.held) != _without_ones(maximum.shape):
        return None  # it is repeated, perhaps along another axis than the test
    by_result = {each.results[0]: each for each in guarded.equations if len(each.results) == 1}
    operand_of = dict(zip(guarded.inputs, operands, strict=True))
    choice = by_result.get(result)
    if choice is None or choice.primitive.name != "select_n" or len(choice.operands) != 3:
        return None
    test, kept, replaced = choice.operands
    if type(kept) is Known or operand_of.get(kept) is not maximum:
        return None
    if not _is_nan(replaced, by_result):
        return None
    found = _axes_of_nan_test(test, by_result)
    x = None if found is None else operand_of.get(found[0])
    if x is None or (x.code, x.held) != (made.operand, made.held):
        return None
    before = len(x.shape) - len(x.held)
    return maximum if tuple([axis - before for axis in found[1]]) == made.axes else None


def _axes_of_nan_test(test, by_result: dict) -> tuple | None:
    """Return (what is tested, along which axes) of a test whether some element is nan; or None."""
    while type(test) is not Known and test in by_result:
        some = by_result[test]
        if some.primitive.name == "reduce_or":
            break
        if some.primitive.name not in _OF_TEST:
            return None
        test = some.operands[0]
    else:
        return None
    unequal = by_result.get(some.operands[0]) if type(some.operands[0]) is not Known else None
    if unequal is None or unequal.primitive.name != "ne":
        return None
    one, other = unequal.operands
    return (one, some.params["axes"]) if type(one) is not Known and one == other else None


_OF_TEST = frozenset({"broadcast_in_dim", "reshape"})  # what adds axes of one, or repeats
_OF_NUMBER = frozenset({"broadcast_in_dim", "convert_element_type"})  # what repeats one number


def _is_nan(operand, by_result: dict) -> bool:
    while type(operand) is not Known:
        made = by_result.get(operand)
        if made is None or made.primitive.name not in _OF_NUMBER:
            return False
        operand = made.operands[0]
    value = operand.value
    return type(value) is not Affine and bool(np.isnan(np.asarray(value)).all())


def _transpose(w: _Writer, equation: Equation, operands):
    (x,) = operands
    shape, order = equation.shapes[0], equation.params["permutation"]
    if not x.held:
        return x._replace(shape=shape)
    before = (1,) * (len(x.shape) - len(x.held)) + x.held
    held = _without_ones([before[axis] for axis in order])
    moved = [axis for axis in order if before[axis] != 1]
    if moved == sorted(moved):  # axes of one alone are elsewhere
        return _Value(w.reshape(x.code, held), held, shape, x.dtype)
    same = 0  # axes of one that stay in front
    while before[same] == 1 and order[same] == same:
        same += 1
    code = x.code if before[same:] == x.held else w.reshape(x.code, before[same:])
    turned = tuple([axis - same for axis in order[same:]])
    code = w.put(f"{code}.T" if turned == (1, 0) else f"{code}.transpose({turned})")
    return _Value(code, tuple([before[axis] for axis in order[same:]]), shape, x.dtype)


def _slice(w: _Writer, equation: Equation, operands):
    (x,) = operands
    params, shape = equation.params, equation.shapes[0]
    starts, ends = params["start_indices"], params["limit_indices"]
    steps = params["strides"] or (1,) * len(starts)
    return _sliced(w, x, starts, ends, steps, shape)


def _sliced(w: _Writer, x: _Value, starts, ends, steps, shape):
    if not x.held:
        return x._replace(shape=shape)
    code, index, held = x.code, [], list(shape)
    before = len(x.shape) - len(x.held) if x.is_whole else 0
    if not x.is_whole:
        code = w.whole(x)
    elif any(n != 1 for n in shape[:before]):
        raise NotOnHostError  # of no elements
    del held[:before]
    for start, end, step, n in list(zip(starts, ends, steps, x.shape, strict=True))[before:]:
        is_whole = step == 1 and start == 0 and end == n
        if held and held[0] == 1 and len(held) == len(x.shape) - before - len(index):
            del held[0]  # an axis of one in front of all others
            index.append(w.size(start))
            continue
        part = ":" if is_whole else f"{w.size(start)}:{w.size(end)}"
        index.append(part if step == 1 else f"{part}:{step}")
    if any(each != ":" for each in index):
        code = w.put(f"{code}[{', '.join(index)}]")
    return _Value(code, tuple(held), shape, x.dtype)


def _dynamic_slice(w: _Writer, equation: Equation, operands):
    x, *starts = operands
    sizes = equation.params["slice_sizes"]
    if tuple(sizes) == x.shape:
        return x
    index = _window_code(w, equation.operands[1:], starts, sizes, x.shape)
    code = w.put(f"{w.whole(x)}[{index}]")
    return _Value(code, equation.shapes[0], equation.shapes[0], x.dtype)


def _dynamic_update_slice(w: _Writer, equation: Equation, operands):
    x, value, *starts = operands
    index = _window_code(w, equation.operands[2:], starts, value.shape, x.shape)
    code = w.put(f"{w.whole(x)}.copy()", True)
    w.lines.append(f"{w._indent}{code}[{index}] = {value.code}")
    return _Value(code, x.shape, x.shape, x.dtype)


def _window_code(w: _Writer, given, starts: list[_Value], sizes, shape) -> str:
    """Return the index of a window, which is moved until it lies within the array."""
    if not shape:
        return "()"
    parts = []
    for operand, start, size, n in zip(given, starts, sizes, shape, strict=True):
        if size == n:
            parts.append(":")
            continue
        value = operand.value if type(operand) is Known else None
        if start.known is not None and not {type(size), type(n)} & {Affine}:
            begin = min(max(int(start.known), 0), n - size)
            parts.append(f"{begin}:{begin + size}")
            continue
        begin = w.size(value) if type(value) is Affine else f"int({start.code})"
        least = total(n, negative(size))
        parts.append(w.put(f"window({begin}, {w.size(size)}, {w.size(least)})"))
    return ", ".join(parts) + ","


def _concatenate(w: _Writer, equation: Equation, operands):
    codes = ", ".join([w.whole(x) for x in operands])
    w._count(equation, operands)
    axis, shape = equation.params["dimension"], equation.shapes[0]
    code = w.put(f"concatenate(({codes},), {axis})")
    w.fresh.add(code)
    return _Value(code, shape, shape, operands[0].dtype)


def _pad(w: _Writer, equation: Equation, operands):
    x, value = operands
    w._count(equation, operands)
    config = [f"({', '.join(map(w.size, each))})" for each in equation.params["padding_config"]]
    config, shape = f"({', '.join(config)},)", equation.shapes[0]
    code = f"padded({w.whole(x)}, {config}, {w.sizes(shape)}, {value.code})"
    return _Value(w.put(code), shape, shape, x.dtype)


def _iota(w: _Writer, equation: Equation, operands):
    if operands:
        raise NotOnHostError
    shape, axis = equation.shapes[0], equation.params["dimension"]
    held: list = [1] * len(shape)
    held[axis] = shape[axis]
    dtype = np.dtype(equation.params["dtype"])
    held = _without_ones(held)
    if type(shape[axis]) is int and shape[axis] <= _LARGEST_CONSTANT:
        known = np.arange(shape[axis], dtype=dtype).reshape(held)
        return w.constant(known, dtype, shape)
    code = w.put(f"arange({w.size(shape[axis])}, dtype={w.named(dtype)})")
    if len(held) > 1:
        code = w.put(f"{code}.reshape({w.sizes(held)})")
    return _Value(code, held, shape, dtype)


def _reduction(w: _Writer, equation: Equation, operands):
    (x,) = operands
    axes, shape, dtype = tuple(equation.params["axes"]), equation.shapes[0], equation.dtypes[0]
    w._count(equation, operands)
    if any(not at(n, 2) for n in x.shape):
        raise NotOnHostError  # of no elements NumPy has no maximum
    name = _REDUCED[equation.primitive.name]
    function = w.named(getattr(np, name).reduce, equation.primitive.name)
    code, held, before = x.code, x.held, len(x.shape) - len(x.held)
    if x.is_whole:  # axes of one come before all others
        axes = tuple([axis - before for axis in axes if axis >= before])
        if not axes:
            return x._replace(shape=shape, known=None)
    else:
        code, held = w.whole(x), x.shape
    if name == "add" and len(held) == 1 and type(held[0]) is int and dtype == x.dtype:
        if x.dtype in (np.float32, np.float64):
            return _Value(_sum_of_vector(w, code, held[0], x.dtype), (), shape, dtype)
    made = _Reduced(function, code, held, axes, np.dtype(dtype))
    code = w.put(f"{function}({code}, {axes}, {w.named(made.dtype)})")
    w.reduced[code] = made
    held = tuple([size for n, size in enumerate(held) if n not in axes])
    return _Value(code, held, shape, dtype)


def _sum_of_vector(w: _Writer, code: str, size: int, dtype) -> str:
    """Write the sum of a vector as a product of two: a third of the time that ``sum`` takes."""
    squared = w.squared.get(code)
    if squared is not None:
        return w.put(f"{squared}.dot({squared})")
    ones = w.named(np.ones(size, dtype), ("ones", size, dtype))
    return w.put(f"{code}.dot({ones})")


def _argmax(w: _Writer, equation: Equation, operands):
    (x,) = operands
    (axis,), shape = equation.params["axes"], equation.shapes[0]
    dtype = np.dtype(equation.params["index_dtype"])
    w._count(equation, operands)
    code = f"{w.whole(x)}.{equation.primitive.name}({axis})"
    return _Value(w.put(f"{code}.astype({w.named(dtype)})"), shape, shape, dtype)


def _gather(w: _Writer, equation: Equation, operands):
    """Look up what stands at indices of one axis."""
    x, indices = operands
    params, numbers = equation.params, equation.params["dimension_numbers"]
    sizes, shape = params["slice_sizes"], equation.shapes[0]
    outer, mode = len(indices.shape) - 1, getattr(params["mode"], "name", None)
    is_known_mode = (
        mode in ("CLIP", "PROMISE_IN_BOUNDS") or mode == "FILL_OR_DROP" and x.dtype.kind == "f"
    )
    if len(numbers.start_index_map) != 1 or numbers.operand_batching_dims:
        first = tuple(range(len(numbers.start_index_map)))
        is_of_first_axes = (
            tuple(numbers.start_index_map) == tuple(numbers.collapsed_slice_dims) == first
            and not numbers.operand_batching_dims
            and tuple(sizes) == (*(1,) * len(first), *x.shape[len(first) :])
            and list(numbers.offset_dims) == list(range(outer, len(shape)))
        )
        if is_of_first_axes and is_known_mode:
            known = indices.known
            if known is not None and not any(type(n) is Affine for n in x.shape[: len(first)]):
                return _taken_at_known(w, x, np.broadcast_to(known, indices.shape), shape)
            code = f"taken_at({w.whole(x)}, {w.whole(indices)}, {mode != 'CLIP'})"
            return _Value(w.put(code), shape, shape, x.dtype)
        if mode != "CLIP":
            raise NotOnHostError("gather")
        return None
    (axis,) = numbers.start_index_map
    wanted = (*x.shape[:axis], 1, *x.shape[axis + 1 :])
    between = [n for n in range(len(shape)) if not axis <= n < axis + outer]
    is_taken = (
        tuple(numbers.collapsed_slice_dims) == (axis,)
        and tuple(sizes) == wanted
        and list(numbers.offset_dims) == between
        and is_known_mode
    )
    if not is_taken:
        if mode != "CLIP":
            raise NotOnHostError("gather")  # an index outside would have to be seen
        return None
    is_checked = mode != "CLIP"
    if not axis and all(n == 1 for n in indices.shape):
        which = indices.code if not indices.held else f"{indices.code}.item()"
        code, held = w.put(f"row({w.whole(x)}, {which}, {is_checked})"), x.shape[1:]
        return _Value(code, held, shape, x.dtype)
    code = w.put(f"taken({w.whole(x)}, {w.whole(indices)}, {axis}, {is_checked})")
    return _Value(code, shape, shape, x.dtype)


def _scatter(w: _Writer, equation: Equation, operands):
    """Write single elements at indices of all axes."""
    x, numbers = operands[0], equation.params["dimension_numbers"]
    axes = tuple(range(len(x.shape)))
    if (
        not tuple(numbers.scatter_dims_to_operand_dims)
        == axes
        == tuple(numbers.inserted_window_dims)
    ):
        raise NotOnHostError("scatter")  # an index outside would have to be seen
    if getattr(equation.params["mode"], "name", None) == "CLIP":
        raise NotOnHostError("scatter")
    code = w.put(f"written({', '.join(map(w.whole, operands))})")
    return _Value(code, x.shape, x.shape, x.dtype)


def _taken_at_known(w: _Writer, x: _Value, indices: np.ndarray, shape: tuple) -> _Value:
    """Write a look-up at indices of the first axes that are known."""
    which = np.moveaxis(indices, -1, 0)
    if any((at < 0).any() or (at >= n).any() for at, n in zip(which, x.shape, strict=False)):
        raise NotOnHostError("gather")  # each call would be one for the function itself
    codes = ", ".join([w.named(np.ascontiguousarray(at)) for at in which])
    return _Value(w.put(f"{w.whole(x)}[{codes}]"), shape, shape, x.dtype)


def _product(w: _Writer, equation: Equation, operands):
    (of_one, of_other), (batch_one, batch_other) = equation.params["dimension_numbers"]
    one, other = operands
    shape, dtype = equation.shapes[0], equation.dtypes[0]
    if not one.dtype == other.dtype == dtype:
        raise NotOnHostError
    w._count(equation, operands)
    free_one = [n for n in range(len(one.shape)) if n not in (*of_one, *batch_one)]
    free_other = [n for n in range(len(other.shape)) if n not in (*of_other, *batch_other)]
    batch = [one.shape[n] for n in batch_one]
    rows = [one.shape[n] for n in free_one]
    columns = [other.shape[n] for n in free_other]
    common = [one.shape[n] for n in of_one]
    order = (*free_one, *of_one)
    if not batch and all(n == 1 for n in rows) and _keeps_order(one, order):
        return _product_of_vector(w, equation, one, other, (*of_other, *free_other))
    a = _matrix(w, one, (*batch_one, *order), batch, rows, common)
    b = _matrix(w, other, (*batch_other, *of_other, *free_other), batch, common, columns)
    if batch:
        code = w.put(f"matmul({a}, {b})")
    else:
        code = w.put(f"{a}.dot({b})")
    w.fresh.add(code)
    if not batch and shape == (*(1,) * (len(rows) - 1), rows[-1:] and rows[-1], *columns):
        if len(columns) == 1 and rows:
            return _Value(code, (rows[-1], *columns), shape, dtype)
    if not len(rows) == len(columns) == 1:
        code = w.put(f"{code}.reshape({w.sizes(shape)})")
    return _Value(code, shape, shape, dtype)


def _keeps_order(x: _Value, order: Sequence[int]) -> bool:
    """Return whether elements lie in the order that they have with axes in that order."""
    moved = [axis for axis in order if x.shape[axis] != 1]
    return moved == sorted(moved) and _without_ones(x.held) == _without_ones(x.shape)


def _product_of_vector(w: _Writer, equation: Equation, one: _Value, other: _Value, order: tuple):
    """Write the product of one row and a matrix, whose axes are first taken in an order."""
    (of_one, _), shape = equation.params["dimension_numbers"][0], equation.shapes[0]
    common, columns = [one.shape[n] for n in of_one], [other.shape[n] for n in order[len(of_one) :]]
    b = _matrix(w, other, order, [], common, columns)
    sizes = [n for n in one.shape if n != 1]
    code = one.code
    if len(one.held) != 1 or len(sizes) != 1:
        code = w.put(f"{w.reshaped.get(code, code)}.reshape(-1)")
    code = w.put(f"{code}.dot({b})")
    w.fresh.add(code)
    held = tuple(columns)
    if len(columns) != 1:
        held = _without_ones(shape)
        code = w.reshape(code, held)
    return _Value(code, held, shape, equation.dtypes[0])


def _matrix(w: _Writer, x: _Value, order: tuple, batch: list, rows: list, columns: list) -> str:
    """Return the expression of an array as matrices."""
    axes = [n for n in x.shape if n != 1]
    if not batch and order == tuple(range(len(order))) and len(x.held) == 2:
        sizes = tuple([_only_length(each) for each in (rows, columns)])
        if sizes == x.held and len(axes) <= 2:
            return x.code  # axes of one come before its own two
    code = w.whole(x)
    if order == (1, 0):
        code = w.put(f"{code}.T")
    elif order != tuple(range(len(order))):
        code = w.put(f"{code}.transpose({order})")
    if len(rows) == len(columns) == 1:
        return code
    sizes = [w.size(n) for n in batch]
    for each in (rows, columns):
        sizes.append(" * ".join([w.size(n) for n in each]) or "1")
    return w.put(f"{code}.reshape(({', '.join(sizes)}))")


def _only_length(sizes: list):
    """Return the product of sizes of which one at most is not 1; None of others."""
    lengths = [n for n in sizes if n != 1]
    return None if len(lengths) > 1 else lengths[0] if lengths else 1


def _without_unused(lines: list[str], result: str) -> list[str]:
    """Return statements without those that set a name that nothing reads."""
    used, kept = set(_NAME.findall(result)), []
    for line in reversed(lines):
        found = _SET.match(line)
        if found is not None and found.group(1) not in used:
            continue
        used.update(_NAME.findall(line if found is None else line[found.end() :]))
        kept.append(line)
    return kept[::-1]


_NAME, _SET = re.compile(r"\bv\d+\b"), re.compile(r"    (v\d+) = ")

_WRITERS: dict[str, Callable] = {
    **dict.fromkeys(_REDUCED, _reduction),
    "argmax": _argmax,
    "argmin": _argmax,
    "broadcast_in_dim": _broadcast,
    "concatenate": _concatenate,
    "dot_general": _product,
    "dynamic_slice": _dynamic_slice,
    "dynamic_update_slice": _dynamic_update_slice,
    "expand_dims": _reshape,
    "gather": _gather,
    "scatter": _scatter,
    "iota": _iota,
    "pad": _pad,
    "reshape": _reshape,
    "slice": _slice,
    "squeeze": _reshape,
    "transpose": _transpose,
}


# the function


class HostTemplate:
    """A template that NumPy computes.

    Parameters
    ----------
    template : Template

    Attributes
    ----------
    outer : list
        Tracers of the trace outside, which the function is given the arrays of.
    seconds : float
        How long it takes at the longest of its lengths, as estimated.
    source : str
        Of the function.

    Raises
    ------
    NotOnHostError
        If NumPy does not compute a primitive as XLA does.
    """

    def __init__(self, template: Template):
        self.outer = _outer_values(template)
        self._shapes, self._results = template.input_shapes, template.output_shapes
        self.avals = [
            ShapedArray(tuple([at(n, template.longest) for n in shape]), np.dtype(dtype))
            for shape, dtype in zip(template.output_shapes, template.output_dtypes, strict=True)
        ]
        writer = _Writer(template, {id(x): n for n, x in enumerate(self.outer)})
        values = {}
        triples = zip(template.inputs, template.input_shapes, template.input_dtypes, strict=True)
        for position, (number, shape, dtype) in enumerate(triples):
            _spec(shape, dtype, template.longest)
            code, held = f"given[{position}]", shape
            if all(n == 1 for n in shape):  # one number
                code, held = writer.put(f"{code}[{(0,) * len(shape)}]"), ()
            values[number] = _Value(code, held, shape, np.dtype(dtype))
        for each in template.outputs:
            if type(each) is Known:
                _spec(each.shape, each.dtype, template.longest)
        writer.write(template, values)
        results = [writer.whole(writer.value_of(each, values)) for each in template.outputs]
        owners = {writer.reshaped.get(each, each) for each in results}
        self._is_fresh = len(owners) == len(results) and owners <= writer.fresh
        result = f"    return [{', '.join(results)}]"
        body = [*writer.head, *_without_unused(writer.lines, result), result]
        names = list(writer.names)
        self.source = "\n".join([f"def run(n, outer, given, {', '.join(names)}):", *body])
        scope: dict = {}
        exec(compile(self.source, "<a template>", "exec"), scope)
        self._run, self._names = scope["run"], tuple(writer.names.values())
        self._run.__defaults__ = self._names
        self._constants = {id(x) for x in self._names if type(x) is np.ndarray}
        self.seconds = writer.seconds

    def __call__(self, length: int, outer: list, given: list) -> list[np.ndarray]:
        """Return the results at a length, as arrays that share no memory."""
        with np.errstate(all="ignore"):
            made = self._run(length, outer, given)
        if self._is_fresh:
            return [x if x.flags.c_contiguous else x.copy() for x in made]
        taken = self._constants.union(map(id, given), map(id, outer))
        taken.update([id(x.base) for x in given])
        for number, y in enumerate(made):
            y = np.asarray(y)
            owner = y if y.base is None else y.base
            is_own = type(owner) is np.ndarray and owner.nbytes == y.nbytes and owner.base is None
            if not (is_own and y.flags.c_contiguous) or id(owner) in taken:
                y = y.copy()
                owner = y
            taken.add(id(owner))
            made[number] = y
        return made


def _outer_values(template: Template) -> list:
    """Return the tracers of the trace outside that a template knows, each once."""
    found: dict[int, object] = {}
    waiting = [template]
    for each in waiting:  # it grows meanwhile
        operands = [x for equation in each.equations for x in equation.operands]
        for x in [*operands, *each.outputs]:
            if type(x) is Known and isinstance(x.value, jax.core.Tracer):
                found[id(x.value)] = x.value
        waiting += [inner for equation in each.equations for inner in equation.inner]
    return list(found.values())


# as a step of a trace

_step = Primitive("growing_on_host")
_step.multiple_results = True


@_step.def_abstract_eval
def _(*_operands, template: HostTemplate):
    return template.avals


def host_program(template: Template, natives: Sequence, length) -> list | None:
    """Compute a template by NumPy, as a step of the trace that is running.

    Parameters and results are those of :func:`.growing_rules.padded_program`; None where XLA is to
    compute it: NumPy has no rule for a primitive, or takes long.
    """
    try:
        made = HostTemplate(template)
    except NotOnHostError:
        return None
    if made.seconds > MOST_HOST_SECONDS:
        return None
    return _step.bind(length, *natives, *made.outer, template=made)


class _Given(threading.local):
    """Arrays for the next call of a program in this thread, in place of its own inputs."""

    length = 0
    arrays: list | None = None


_given = _Given()


def told(length: int, arrays: list, call: Callable, *args):
    """Call a function while programs compute such arrays of a length, not their inputs.

    Parameters
    ----------
    length : int
    arrays : list of numpy array
    call : callable
        Called with ``args``.
    """
    before = _given.length, _given.arrays
    _given.length, _given.arrays = length, arrays
    try:
        return call(*args)
    finally:
        _given.length, _given.arrays = before


class HostStep:
    """A program that is one such step; called with native arrays.

    What :func:`told` tells takes the place of the inputs that grow.
    """

    def __init__(self, program):
        (self._equation,) = program.jaxpr.eqns
        positions = {variable: n for n, variable in enumerate(program.jaxpr.invars)}
        constants = dict(zip(program.jaxpr.constvars, program.consts, strict=True))
        self._template = self._equation.params["template"]
        self._inputs: list[tuple] = []  # index of an input, or a constant
        for x in self._equation.invars:
            if isinstance(x, Literal):
                self._inputs.append((None, np.asarray(x.val, x.aval.dtype)))
            elif x in constants:
                self._inputs.append((None, np.asarray(constants[x])))
            else:
                self._inputs.append((positions[x], None))
        made = {variable: n for n, variable in enumerate(self._equation.outvars)}
        self._outputs = [made[x] for x in program.jaxpr.outvars]
        count = 1 + len(self._template._shapes)  # the length, and what grows
        self._inputs, self._outer = self._inputs[:count], self._inputs[count:]
        self._are_all_given = all(n is not None for n, _ in self._outer)
        self._given = [n for n, _ in self._outer]

    def __call__(self, *natives):
        template, length, own = self._template, _given.length, _given.arrays
        if own is None:
            length, *own = [x if n is None else _memory(natives[n]) for n, x in self._inputs]
            length = int(length)
            shapes = [[at(n, length) for n in shape] for shape in template._shapes]
            own = [x[tuple(map(slice, sizes))] for x, sizes in zip(own, shapes, strict=True)]
        if self._are_all_given:
            outer = memories_at_home([natives[n] for n in self._given])
        else:
            outer = [x if n is None else _memory(natives[n]) for n, x in self._outer]
        made = template(length, outer, own)
        return all_taken_over([made[n] for n in self._outputs])


def _memory(native) -> np.ndarray:
    memory = memory_at_home(native)
    return np.asarray(native) if memory is None else memory


def is_host_step(program) -> bool:
    """Return whether a program is such a step and nothing else."""
    eqns = program.jaxpr.eqns
    return len(eqns) == 1 and eqns[0].primitive is _step


def memories(natives: Sequence) -> list[np.ndarray] | None:
    """Return the memory of native arrays; None where one is not on the host."""
    found = list(map(memory_on_host, natives))
    return None if any(x is None for x in found) else found


__all__ = [
    "HostStep",
    "HostTemplate",
    "OutsideError",
    "host_program",
    "is_host_step",
    "memories",
    "told",
]
