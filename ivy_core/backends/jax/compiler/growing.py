"""One program for many lengths: what traces of a function at a few lengths have in common.

A function that is traced at three lengths of an axis gives three jaxprs. Where they are the same
but for ints, and each of these is ``a + b * length``, they are one *template*.
:mod:`.growing_rules` computes it for arrays that are padded to the largest of the lengths, given
how many elements count, by a rule a primitive: elementwise functions carry
padding along, reductions and products are given what changes nothing in its place, slices that
begin at the length begin where the program is told. What has no rule, and what differs otherwise
(a loop of another trip count, a number that is no such sum), is no template.
"""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import math
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common.affine import Affine, NotAffineError, affine_of, at, negative, total

from ..ops.comparison import alike
from ..runtime.internals import ClosedJaxpr, Jaxpr, Literal
from ..runtime.memory import memory_on_host, taken_over

_INLINED = {
    "jit": "jaxpr", "pjit": "jaxpr", "closed_call": "call_jaxpr", "core_call": "call_jaxpr",
    "custom_jvp_call": "call_jaxpr", "custom_vjp_call": "call_jaxpr",
}  # fmt: skip

_WITH_CONSTANTS = re.compile(r"\blambda [^;.]+;")  # in the text of a jaxpr: values of outside


class NotOneTemplateError(Exception):
    """Traces at several lengths have no template in common."""


class Growing(NamedTuple):
    """A value of a template: a native array that is padded, and the shape that counts.

    Attributes
    ----------
    native
    shape : tuple
    merged : tuple or None
        An axis that is one of known length and one that grows, merged, and the known length: what
        counts lies in as many places.
    repeated : frozenset of int
        Axes along which it is one row again and again.
    """

    native: object
    shape: tuple
    merged: tuple[int, int] | None = None
    repeated: frozenset = frozenset()


class Equation(NamedTuple):
    """Equation of a template: operands are numbers of values, or values that are known."""

    primitive: object
    operands: list
    results: list[int]
    params: dict
    shapes: list[tuple]
    dtypes: list
    inner: tuple[Template, ...] = ()


class Known(NamedTuple):
    """Operand that a template knows: an array, or an int that grows with a dtype."""

    value: object
    dtype: np.dtype
    shape: tuple


class Template:
    """Template of the jaxprs of one function at several lengths.

    Parameters
    ----------
    lengths : sequence of int
        In ascending order, three or more of them.
    programs : sequence of ClosedJaxpr
    longest : int, optional
        The length to which arrays are padded, by default the last one.

    Attributes
    ----------
    least : int
        The least length at which slices begin and end within their arrays.
    most : int or None
        The largest one at which slices begin and end within their arrays.
    """

    def __init__(self, lengths: Sequence[int], programs: Sequence[ClosedJaxpr], longest=None):
        self.lengths = lengths
        self.longest = lengths[-1] if longest is None else longest
        self.equations: list[Equation] = []
        self._shapes: list[tuple] = []
        jaxprs = [each.jaxpr for each in programs]
        envs: list[dict] = [{} for _ in programs]
        self.inputs = [self._bind(envs, each) for each in _together(jaxprs, "invars")]
        self.input_shapes = [self._shapes[each] for each in self.inputs]
        self.input_dtypes = [each.aval.dtype for each in jaxprs[0].invars]
        self.output_dtypes = [each.aval.dtype for each in jaxprs[0].outvars]
        self._bind_constants(envs, programs)
        self._add(envs, jaxprs)
        pairs = _together(jaxprs, "outvars")
        self.outputs = [self._operand(envs, each) for each in pairs]
        self.output_shapes = [self.shape_of(each) for each in pairs]
        self._set_bounds()

    def _set_bounds(self) -> None:
        """Set the lengths for which slices lie within arrays, and each axis has an element."""
        least, most = [1], []
        for shape in self._shapes:
            least += [-((n.start - 1) // n.step) for n in shape if type(n) is Affine]
            if any(type(n) is Affine and n.step < 0 for n in shape):
                raise NotOneTemplateError("an axis shrinks")
        for each in self.equations:
            if each.primitive.name not in ("slice", "dynamic_slice"):
                continue
            x = each.operands[0]
            shape = x.shape if type(x) is Known else self._shapes[x]
            starts = each.params.get("start_indices")
            if starts is None:
                starts = [y.value if type(y) is Known else 0 for y in each.operands[1:]]
            for n, start, size in zip(shape, starts, each.shapes[0], strict=True):
                # none of them is negative: where it begins, and what is left behind it
                for left in (start, total(n, negative(total(start, size)))):
                    if type(left) is Affine and left.step > 0:
                        least.append(-(left.start // left.step))
                    elif type(left) is Affine:
                        most.append(left.start // -left.step)
        self.least, self.most = max(least), min(most, default=None)

    def shape_of_value(self, number: int) -> tuple:
        return self._shapes[number]

    def add_value(self, shape: tuple) -> int:
        """Return the number of a new value of a shape."""
        self._shapes.append(shape)
        return len(self._shapes) - 1

    def int_of(self, values: Sequence[int]):
        """Return the int, or the :class:`Affine`, that has these values at the lengths."""
        try:
            return affine_of(self.lengths, values)
        except NotAffineError as err:
            raise NotOneTemplateError(str(err)) from err

    def shape_of(self, variables) -> tuple:
        shapes = [each.aval.shape for each in variables]
        if len({(len(each.aval.shape), each.aval.dtype) for each in variables}) > 1:
            raise NotOneTemplateError("an array has other dimensions, or another dtype")
        return tuple([self.int_of(each) for each in zip(*shapes, strict=True)])

    def _bind(self, envs: list[dict], variables) -> int:
        number = len(self._shapes)
        self._shapes.append(self.shape_of(variables))
        for env, each in zip(envs, variables, strict=True):
            env[each] = number
        return number

    def _bind_constants(self, envs, programs) -> None:
        """Bind the constants of the programs, which may be arrays of the trace outside."""
        pairs = _together([each.jaxpr for each in programs], "constvars")
        constants = list(zip(*[each.consts for each in programs], strict=True))
        for variables, values in zip(pairs, constants, strict=True):
            known = self._known(values, self.shape_of(variables))
            for env, each in zip(envs, variables, strict=True):
                env[each] = known

    def _known(self, values: Sequence, shape: tuple) -> Known:
        last = values[-1]
        if all(each is last for each in values):
            return Known(last, np.dtype(last.dtype), shape)
        try:
            arrays = [np.asarray(each) for each in values]
        except Exception as err:  # tracers, of which NumPy says so in ways of its own
            raise NotOneTemplateError(f"a constant is another one: {err}") from err
        if not arrays[-1].shape:
            return self._known_number([each[()] for each in arrays], arrays[-1].dtype)
        if len({each.shape for each in arrays}) == 1 and arrays[0].dtype.kind in "iu":
            return self._known_ints(arrays, shape)
        for each in arrays[:-1]:
            begin = arrays[-1][tuple([slice(n) for n in each.shape])]
            if not np.array_equal(begin, each, equal_nan=each.dtype.kind in "fc"):
                raise NotOneTemplateError("a constant has other elements at other lengths")
        made = _longer(arrays[-1], [at(each, self.longest) for each in shape])
        return Known(jnp.asarray(made), made.dtype, shape)

    def _known_ints(self, arrays: Sequence[np.ndarray], shape: tuple) -> Known:
        """Return the ints that have these values at the lengths: each is a sum of its own."""
        lengths = self.lengths
        steps, rest = np.divmod(arrays[-1] - arrays[0], lengths[-1] - lengths[0])
        start = arrays[0] - steps * lengths[0]
        pairs = zip(lengths, arrays, strict=True)
        if rest.any() or any((start + steps * n != each).any() for n, each in pairs):
            raise NotOneTemplateError("a constant has other elements at other lengths")
        if not steps.any():
            return Known(jnp.asarray(arrays[0]), arrays[0].dtype, shape)
        return Known(Affine(start, steps), arrays[0].dtype, shape)

    def _known_number(self, values: Sequence, dtype) -> Known:
        """Return the number that has these values at the lengths; an integral float may grow."""
        first = values[0]
        if all(each == first or each != each and first != first for each in values):
            return Known(np.asarray(first, dtype), dtype, ())
        if any(each != each or math.isinf(each) or each != int(each) for each in values):
            raise NotOneTemplateError(f"a number is {values} at the lengths {list(self.lengths)}")
        return Known(self.int_of([int(each) for each in values]), dtype, ())

    def _operand(self, envs, atoms):
        if any(type(each) is Literal for each in atoms):
            if not all(type(each) is Literal for each in atoms):
                raise NotOneTemplateError("a number is computed at some lengths only")
            return self._known_number([each.val for each in atoms], np.dtype(atoms[0].aval.dtype))
        found = [env[each] for env, each in zip(envs, atoms, strict=True)]
        if any(each is not found[0] and each != found[0] for each in found[1:]):
            raise NotOneTemplateError("an operand is another one at other lengths")
        return found[0]

    def _add(self, envs: list[dict], jaxprs: list[Jaxpr]) -> None:
        for equations in _together(jaxprs, "eqns"):
            names = {each.primitive.name for each in equations}
            if len(names) > 1:
                raise NotOneTemplateError(f"{' or '.join(sorted(names))} by the length")
            name = names.pop()
            if any(each.effects for each in equations):
                raise NotOneTemplateError(f"{name} has an effect")
            operands = [self._operand(envs, each) for each in _together(equations, "invars")]
            if name in _INLINED:
                self._add_inner(envs, equations, operands, _INLINED[name])
                continue
            params = [dict(each.params) for each in equations]
            inner = () if name != "cond" else self._branches(params)
            params = self._params(params, name)
            pairs = _together(equations, "outvars")
            results = [self._bind(envs, each) for each in pairs]
            shapes = [self._shapes[each] for each in results]
            dtypes = [each[0].aval.dtype for each in pairs]
            made = Equation(
                equations[0].primitive, operands, results, params, shapes, dtypes, inner
            )
            self.equations.append(made)

    def _branches(self, params: list[dict]) -> tuple[Template, ...]:
        """Take the branches of a condition out of its options; return the template of each."""
        branches = [each.pop("branches") for each in params]
        return tuple(
            [Template(self.lengths, each, self.longest) for each in zip(*branches, strict=True)]
        )

    def _add_inner(self, envs, equations, operands, param: str) -> None:
        inner = [each.params[param] for each in equations]
        within: list[dict] = [{} for _ in inner]
        jaxprs = [each.jaxpr if isinstance(each, ClosedJaxpr) else each for each in inner]
        if isinstance(inner[0], ClosedJaxpr):
            self._bind_constants(within, inner)
        for variables, operand in zip(_together(jaxprs, "invars"), operands, strict=True):
            for env, each in zip(within, variables, strict=True):
                env[each] = operand
        self._add(within, jaxprs)
        outputs = [self._operand(within, each) for each in _together(jaxprs, "outvars")]
        for variables, operand in zip(_together(equations, "outvars"), outputs, strict=True):
            for env, each in zip(envs, variables, strict=True):
                env[each] = operand

    def _params(self, params: Sequence[dict], name: str) -> dict:
        if any(each.keys() != params[0].keys() for each in params):
            raise NotOneTemplateError(f"{name} has other options by the length")
        return {key: self._param([each[key] for each in params], name) for key in params[0]}

    def _param(self, values: list, name: str):
        first = values[0]
        kind = type(first)
        if any(type(each) is not kind for each in values):
            raise NotOneTemplateError(f"{name} has other options by the length")
        if isinstance(first, (ClosedJaxpr, Jaxpr)):
            texts = {str(each) for each in values}
            if len(texts) > 1 or _WITH_CONSTANTS.search(texts.pop()):
                raise NotOneTemplateError(f"the inner program of {name} is another one")
            return first
        if kind is int:
            return self.int_of(values)
        if kind in (tuple, list):
            if len({len(each) for each in values}) > 1:
                raise NotOneTemplateError(f"{name} has other options by the length")
            return kind([self._param(list(each), name) for each in zip(*values, strict=True)])
        is_plain = isinstance(first, enum.Enum) or dataclasses.is_dataclass(first) or kind is dict
        same = all(each is first or each == first for each in values)
        if not same and not is_plain and kind is float:
            same = all(each != each and first != first for each in values)
        if not same:
            raise NotOneTemplateError(f"{name} has other options by the length")
        return first


def _longer(array: np.ndarray, sizes: list[int]) -> np.ndarray:
    """Return a constant as long as that; one of several numbers has to be a range."""
    if list(array.shape) == sizes:
        return array
    if array.ndim == 1 and array.dtype.kind in "iu":
        steps = np.diff(array)
        if len(steps) and (steps == steps[0]).all():
            return array[0] + steps[0] * np.arange(sizes[0], dtype=array.dtype)
    raise NotOneTemplateError("a constant is no range")


def _together(several: Sequence, attribute: str) -> list[tuple]:
    """Return the attribute's elements of several objects, one of each together."""
    found = [getattr(each, attribute) for each in several]
    if len({len(each) for each in found}) > 1:
        names = [[str(getattr(x, "primitive", "")) for x in each] for each in found]
        first = next((set(x) for x in zip_longest(*names) if len(set(x)) > 1), {attribute})
        found = " or ".join(sorted(map(str, first)))
        raise NotOneTemplateError(f"it does more, or less, by the length: {found}")
    return list(zip(*found, strict=True))


@contextlib.contextmanager
def alike_at_each_size() -> Iterator[None]:
    """Have functions take the same kernels at each size, as traces for many lengths have to."""
    before, alike.at_each_size = alike.at_each_size, True
    try:
        yield
    finally:
        alike.at_each_size = before


def length_of(length: int):
    """Return a length as a native int.

    Examples
    --------
    >>> int(length_of(7))
    7
    """
    return taken_over(np.asarray(length, np.int32))


def padded_to(native, sizes: Sequence[int]):
    """Return an array with zeros behind it; None where it does not lie on the host.

    Examples
    --------
    >>> import jax.numpy as jnp
    >>> padded_to(jnp.ones(2), [3]).tolist()
    [1.0, 1.0, 0.0]
    """
    memory = memory_on_host(native)
    if memory is None:
        return None
    made = np.zeros(sizes, memory.dtype)
    made[tuple(map(slice, memory.shape))] = memory
    return taken_over(made)


def cropped_to(native, sizes: Sequence[int]):
    """Return the first elements of an array along each axis, as an array of their own.

    Examples
    --------
    >>> import jax.numpy as jnp
    >>> cropped_to(jnp.arange(3), [2]).tolist()
    [0, 1]
    """
    memory = memory_on_host(native)
    if memory is None:
        return native[tuple(map(slice, sizes))]
    return taken_over(memory[tuple(map(slice, sizes))].copy())


__all__ = [
    "Equation", "Growing", "Known", "NotOneTemplateError", "Template", "alike_at_each_size",
    "cropped_to", "length_of", "padded_to",
]  # fmt: skip
