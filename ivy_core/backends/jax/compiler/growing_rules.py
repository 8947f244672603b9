"""Rules of primitives for arrays that are padded along axes that grow (:mod:`.growing`).

The elements that count are the first ones of each growing axis; what lies behind them may be
anything, not-a-numbers among it. Each rule gives the elements that count their own values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NoReturn

import jax.numpy as jnp
import numpy as np
from jax import lax

from ivy_core.backends.common.affine import Affine, at, total

from ..runtime.barriers import unfused
from .growing import Equation, Growing, Known, NotOneTemplateError, Template

ELEMENTWISE = frozenset(
    "abs add add_any and atan2 cbrt ceil clamp convert_element_type copy copy_p cos cosh div eq "
    "erf erf_inv erfc exp exp2 expm1 floor ge gt imag integer_pow is_finite le log log1p logistic "
    "lt max min mul ne neg nextafter not or pow real reduce_precision rem round rsqrt select_n "
    "shift_left shift_right_arithmetic shift_right_logical sign sin sinh sqrt square "
    "stop_gradient sub tan tanh xor asin acos atan asinh acosh atanh lgamma digamma".split()
)
_FORWARD = frozenset({"cumsum", "cumprod", "cummax", "cummin", "cumlogsumexp"})


def _grows(shape: tuple) -> bool:
    return any(type(each) is Affine for each in shape)


class Rules:
    """The rules, for a padded length and the one that counts.

    Parameters
    ----------
    length : native int
        The length that counts.
    padded : int
    """

    def __init__(self, length, padded: int):
        self.length, self.padded = length, padded
        self.outside: list = []  # whether indices that count are outside, of lookups so far
        # By the id of an array that was filled behind what counts: that array, and the filled one.
        # Later equations may take the filled one for it, so that XLA fills where it computes it.
        self.filled_last: dict[int, tuple] = {}

    def sizes(self, shape: tuple) -> tuple[int, ...]:
        """Return a shape as it is padded."""
        return tuple([at(each, self.padded) for each in shape])

    def known(self, known: Known) -> Growing:
        """Return an operand that the template knows."""
        value = known.value
        if type(value) is Affine:
            value = lax.convert_element_type(value.at(self.length), known.dtype)
        return Growing(value, known.shape)

    def apply(self, equation: Equation, operands: list[Growing]) -> list[Growing]:
        """Return the results of an equation."""
        merged = _merged_axis(self, equation, operands)
        repeated = _repeated_axes(equation, operands)
        natives = self._natives(equation, operands)
        pairs = zip(natives, equation.shapes, strict=True)
        return [Growing(native, shape, merged, repeated) for native, shape in pairs]

    def _natives(self, equation: Equation, operands: list[Growing]) -> list:
        name = equation.primitive.name
        if name in ELEMENTWISE:
            return self._elementwise(equation, operands)
        rule = _RULES.get(name)
        if rule is None:
            return self._as_it_is(equation, operands)
        made = rule(self, equation, operands)
        return made if type(made) is list else [made]

    def bound(self, equation: Equation, natives: Sequence, **params) -> list:
        """Return the results of the primitive for other operands or options."""
        primitive = equation.primitive
        made = primitive.bind(*natives, **{**equation.params, **params})
        return list(made) if primitive.multiple_results else [made]

    def refuse(self, equation: Equation, why: str) -> NoReturn:
        raise NotOneTemplateError(f"{equation.primitive.name} {why}")

    def filled(self, x: Growing, axes: Sequence[int], fill) -> object:
        """Return an array with another value behind what counts of some axes."""
        native = x.native
        for axis in axes:
            size = x.shape[axis]
            if type(size) is Affine:
                index = lax.broadcasted_iota(np.int32, native.shape, axis)
                counts = index < lax.convert_element_type(size.at(self.length), np.int32)
                native = jnp.where(counts, native, jnp.asarray(fill, native.dtype))
        if native is not x.native:
            self.filled_last[id(x.native)] = x.native, native
        return native

    def _elementwise(self, equation: Equation, operands: list[Growing]) -> list:
        shape = equation.shapes[0]
        for each in operands:
            pairs = zip(each.shape, shape, strict=True) if each.shape else ()
            if any(n != wanted and n != 1 for n, wanted in pairs):
                self.refuse(equation, "has operands of several shapes")
        return self.bound(equation, [each.native for each in operands])

    def _as_it_is(self, equation: Equation, operands: list[Growing]) -> list:
        """Compute what has no axis that grows."""
        shapes = [*equation.shapes, *[each.shape for each in operands]]
        if any(map(_grows, shapes)) or _has_affine(list(equation.params.values())):
            self.refuse(equation, "has no rule for an axis that grows")
        return self.bound(equation, [each.native for each in operands])


def _has_affine(value) -> bool:
    if type(value) is Affine:
        return True
    return isinstance(value, (tuple, list)) and any(map(_has_affine, value))


def _broadcast(rules: Rules, equation: Equation, operands):
    x, *others = operands
    if others:
        rules.refuse(equation, "takes lengths that are computed")
    return rules.bound(equation, [x.native], shape=rules.sizes(equation.params["shape"]))


def _iota(rules: Rules, equation: Equation, operands):
    if operands:
        rules.refuse(equation, "takes lengths that are computed")
    return rules.bound(equation, [], shape=rules.sizes(equation.params["shape"]))


def _reshape(rules: Rules, equation: Equation, operands):
    x, *others = operands
    if others or equation.params["dimensions"] is not None:
        rules.refuse(equation, "takes lengths that are computed")
    new = equation.shapes[0]
    merged = _merged_by(x, new)
    old = _apart(x.shape, x.merged)
    _check_groups(rules, equation, old, _apart(new, merged))
    return rules.bound(equation, [x.native], new_sizes=rules.sizes(new))


def _apart(shape: tuple, merged: tuple[int, int] | None) -> tuple:
    """Return a shape whose merged axis is two."""
    if merged is None:
        return shape
    axis, count = merged
    start, step = shape[axis]
    return (*shape[:axis], count, Affine(start // count, step // count), *shape[axis + 1 :])


def _merged_by(x: Growing, new: tuple) -> tuple[int, int] | None:
    """Return the axis that a reshape merges, or keeps merged, with its known length."""
    old = _apart(x.shape, x.merged)
    for n, (count, size) in enumerate(pairwise(old)):
        if type(count) is not int or count == 1 or type(size) is not Affine:
            continue
        whole = Affine(size.start * count, size.step * count)
        for axis, each in enumerate(new):
            if each == whole and count_of(new[:axis]) == count_of(old[:n]):
                return axis, count
    return None


def _merged_axis(rules: Rules, equation: Equation, operands: list[Growing]):
    """Return the merged axis of an equation's result; refuse what looks at one as a whole."""
    name = equation.primitive.name
    if name == "reshape" and len(operands) == 1:
        return _merged_by(operands[0], equation.shapes[0])
    found = {x.merged for x in operands if x.merged is not None}
    if not found:
        return None
    merged = axis, count = found.pop()
    if found:
        rules.refuse(equation, "mixes an axis that grows with others")
    if name in ELEMENTWISE:
        for x in operands:
            if x.shape and x.merged is None and x.shape[axis] != 1 and axis not in x.repeated:
                rules.refuse(equation, "mixes an axis that grows with others")
        return merged
    first = operands[0].merged is not None
    if name == "dot_general" and first and operands[1].merged is None:
        (of_one, _), (batch, _) = equation.params["dimension_numbers"]
        if axis not in of_one and not batch:
            return axis - sum(n < axis for n in of_one), count
    axes = equation.params.get("axes")
    if name.startswith("reduce_") and axes is not None and axis not in axes:
        return axis - sum(n < axis for n in axes), count
    if name == "broadcast_in_dim" and len(operands) == 1:
        return equation.params["broadcast_dimensions"][axis], count
    return rules.refuse(equation, "mixes an axis that grows with others")


def _repeated_axes(equation: Equation, operands: list[Growing]) -> frozenset:
    """Return the axes along which a result is one row again and again, as far as that is known."""
    name = equation.primitive.name
    if name == "broadcast_in_dim" and len(operands) == 1:
        (x,), places = operands, list(equation.params["broadcast_dimensions"])
        kept = {at for at, n in zip(places, x.shape, strict=True) if n != 1}
        return frozenset(range(len(equation.shapes[0]))) - kept
    if name == "convert_element_type":
        return operands[0].repeated
    return frozenset()


def _check_groups(rules: Rules, equation: Equation, old: tuple, new: tuple) -> None:
    """Refuse a reshape after which what counts would not come first.

    Axes are merged and split in groups of as many elements. In each group with an axis that grows
    it has to be the first one, before and behind.
    """
    left = [each for each in old if each != 1]
    right = [each for each in new if each != 1]
    while left or right:
        one, other = [], []
        while not one or not other or count_of(one) != count_of(other):
            ahead = not other or one and count_of(one)[0] > count_of(other)[0]
            source, group = (right, other) if one and ahead else (left, one)
            if not source:
                rules.refuse(equation, "mixes an axis that grows with others")
            group.append(source.pop(0))
        if _grows(one) or _grows(other):
            is_first = type(one[0]) is Affine and type(other[0]) is Affine
            if not is_first or _grows(one[1:]) or _grows(other[1:]):
                rules.refuse(equation, "mixes an axis that grows with others")


_PROBES = 1_000_003, 1_000_033  # lengths at which equal counts are equal sums


def count_of(sizes: Sequence) -> tuple[int, ...]:
    """Return the counts of elements of some axes at two lengths: equal ones are equal sums."""
    counts = []
    for probe in _PROBES:
        count = 1
        for each in sizes:
            count *= at(each, probe)
        counts.append(count)
    return tuple(counts)


def _plain(rules: Rules, equation: Equation, operands):
    return rules.bound(equation, [each.native for each in operands])


def _dot_general(rules: Rules, equation: Equation, operands):
    (first, second), _ = equation.params["dimension_numbers"]
    x, y = operands
    return rules.bound(equation, [rules.filled(x, first, 0), rules.filled(y, second, 0)])


def _reduction(fill_of: Callable, axes_of: str = "axes") -> Callable:
    def rule(rules: Rules, equation: Equation, operands):
        (x,) = operands
        axes = equation.params[axes_of]
        return rules.bound(equation, [rules.filled(x, axes, fill_of(x.native.dtype))])

    return rule


def _least(dtype):
    if dtype.kind == "b":
        return False
    return -np.inf if jnp.issubdtype(dtype, jnp.floating) else jnp.iinfo(dtype).min


def _most(dtype):
    if dtype.kind == "b":
        return True
    return np.inf if jnp.issubdtype(dtype, jnp.floating) else jnp.iinfo(dtype).max


def _cumulative(rules: Rules, equation: Equation, operands):
    (x,) = operands
    if equation.params["reverse"] and type(x.shape[equation.params["axis"]]) is Affine:
        rules.refuse(equation, "goes backwards along an axis that grows")
    return rules.bound(equation, [x.native])


def _slice(rules: Rules, equation: Equation, operands):
    params = equation.params
    (x,) = operands
    steps = params["strides"] or (1,) * len(x.shape)
    return _sliced(rules, equation, x, params["start_indices"], params["limit_indices"], steps)


def _dynamic_slice(rules: Rules, equation: Equation, operands):
    x, *starts = operands
    sizes = equation.params["slice_sizes"]
    places = []
    for axis, start in enumerate(starts):
        known = equation.operands[1 + axis]
        if type(known) is not Known:
            if not _grows(x.shape) and not _grows(sizes):
                return rules.bound(equation, [each.native for each in operands])
            if type(x.shape[axis]) is Affine or type(sizes[axis]) is Affine:
                rules.refuse(equation, "begins where only the program knows")
            places.append(start.native)
            continue
        value = known.value if type(known.value) is Affine else int(known.value)
        if x.shape[axis] == sizes[axis]:
            value = 0  # JAX clips it
        elif type(value) is int and value < 0:
            rules.refuse(equation, "begins at a negative index")
        places.append(value)
    ends = [
        total(start, size) if type(start) in (int, Affine) else start + size
        for start, size in zip(places, sizes, strict=True)
    ]
    return _sliced(rules, equation, x, places, ends, (1,) * len(sizes))


def _sliced(rules: Rules, equation: Equation, x: Growing, starts, ends, steps):
    """Return a slice; one of an array of known length may end behind it, where nothing counts."""
    shape, native = equation.shapes[0], x.native
    begin, sizes, more = [], [], []
    is_dynamic = False
    for axis, (start, end, step) in enumerate(zip(starts, ends, steps, strict=True)):
        size = shape[axis]
        if step != 1:
            if _grows((x.shape[axis], start, end)):
                rules.refuse(equation, "takes steps along an axis that grows")
            native = lax.slice_in_dim(native, start, end, step, axis)
            start = 0
        elif type(start) is Affine and type(size) is Affine:
            rules.refuse(equation, "begins and grows with the length")
        wanted = at(size, rules.padded)
        begins = start.at(rules.length) if type(start) is Affine else start
        is_dynamic |= type(begins) is not int
        if type(begins) is int:
            more.append(max(0, begins + wanted - native.shape[axis]))
        else:
            more.append(0)
        begin.append(begins)
        sizes.append(wanted)
    if any(more):
        native = jnp.pad(native, [(0, each) for each in more])
    if is_dynamic:
        begin = [jnp.asarray(each, np.int32) for each in begin]
        return lax.dynamic_slice(native, begin, sizes)
    return lax.slice(native, begin, [a + b for a, b in zip(begin, sizes, strict=True)])


def _concatenate(rules: Rules, equation: Equation, operands):
    axis, shape = equation.params["dimension"], equation.shapes[0]
    if type(shape[axis]) is not Affine:
        return rules.bound(equation, [each.native for each in operands])
    made = jnp.zeros(rules.sizes(shape), operands[0].native.dtype)
    place = 0
    for each in operands:  # each one over what does not count of the one before
        begins = [0] * len(shape)
        begins[axis] = at(place, rules.length)
        begins = [jnp.asarray(n, np.int32) for n in begins]
        made = lax.dynamic_update_slice(made, each.native, begins)
        place = total(place, each.shape[axis])
    return made


def _pad(rules: Rules, equation: Equation, operands):
    x, value = operands
    native = x.native
    for axis, config in enumerate(equation.params["padding_config"]):
        if _has_affine(config):
            rules.refuse(equation, "pads by the length")
        if type(x.shape[axis]) is Affine:
            if config[0] < 0 or config[1] < 0 or config[2]:
                rules.refuse(equation, "cuts, or pads within, an axis that grows")
            if any(config):
                native = rules.filled(Growing(native, x.shape), [axis], value.native)
    return rules.bound(equation, [native, value.native])


def _gather(rules: Rules, equation: Equation, operands):
    x, indices = operands
    numbers, sizes = equation.params["dimension_numbers"], equation.params["slice_sizes"]
    mode = equation.params["mode"]
    native = indices.native
    if mode is not lax.GatherScatterMode.CLIP:
        _note_outside(rules, x, indices, numbers.start_index_map, sizes)
    for axis, size in enumerate(x.shape):
        if type(size) is not Affine:
            if type(sizes[axis]) is Affine:
                rules.refuse(equation, "takes slices that grow")
            continue
        if axis in numbers.operand_batching_dims:
            continue
        if axis not in numbers.start_index_map:
            if sizes[axis] != size:
                rules.refuse(equation, "takes slices that grow")
            continue
        if sizes[axis] != 1 or mode not in _OUT_OF_BOUNDS_DROPS:
            rules.refuse(equation, "looks up an axis that grows")
        column = numbers.start_index_map.index(axis)
        index = native[..., column]
        least = index >= size.at(rules.length)
        none = jnp.asarray(np.iinfo(np.int32).max, native.dtype)
        native = native.at[..., column].set(jnp.where(least, none, index))
    return rules.bound(equation, [x.native, native], slice_sizes=rules.sizes(sizes))


def _scatter(rules: Rules, equation: Equation, operands):
    """Write at indices: those that do not count are outside, where nothing is written."""
    x, indices, updates = operands
    numbers, mode = equation.params["dimension_numbers"], equation.params["mode"]
    hidden = {*numbers.inserted_window_dims, *numbers.operand_batching_dims}
    sizes: list = [1] * len(x.shape)
    shown = [axis for axis in range(len(x.shape)) if axis not in hidden]
    for axis, place in zip(shown, numbers.update_window_dims, strict=True):
        sizes[axis] = updates.shape[place]
        if _grows((x.shape[axis], sizes[axis])):
            if x.shape[axis] != sizes[axis] or axis in numbers.scatter_dims_to_operand_dims:
                rules.refuse(equation, "writes slices that grow")
    if mode not in _OUT_OF_BOUNDS_DROPS:
        rules.refuse(equation, "writes at the nearest index")
    _note_outside(rules, x, indices, numbers.scatter_dims_to_operand_dims, sizes)
    rows = range(len(indices.shape) - 1)
    places = rules.filled(indices, rows, jnp.iinfo(indices.native.dtype).max)
    return rules.bound(
        equation, [x.native, places, updates.native],
        mode=lax.GatherScatterMode.FILL_OR_DROP, indices_are_sorted=False, unique_indices=False,
    )  # fmt: skip


def _note_outside(rules: Rules, x: Growing, indices: Growing, axes, sizes) -> None:
    """Note whether an index that counts is outside: eagerly it raises an error."""
    for column, axis in enumerate(axes):
        index, most = indices.native[..., column], total(x.shape[axis], -at(sizes[axis], 0))
        outside = (index < 0) | (index > at(most, rules.length))
        shape = indices.shape[:-1]
        outside = rules.filled(Growing(outside, shape), range(len(shape)), False)
        rules.outside.append(jnp.any(outside))


_OUT_OF_BOUNDS_DROPS = (
    lax.GatherScatterMode.FILL_OR_DROP, lax.GatherScatterMode.PROMISE_IN_BOUNDS,
)  # fmt: skip


def _along(name: str) -> Callable:
    """Return the rule of what is computed as it is but along an axis that grows."""

    def rule(rules: Rules, equation: Equation, operands):
        axis = equation.params[name]
        axes = axis if isinstance(axis, (tuple, list)) else (axis,)
        if any(type(x.shape[n]) is Affine for x in operands for n in axes if x.shape):
            rules.refuse(equation, "has no rule along an axis that grows")
        if _has_affine(list(equation.params.values())):
            rules.refuse(equation, "has options that grow")
        return rules.bound(equation, [each.native for each in operands])

    return rule


def _tile(rules: Rules, equation: Equation, operands):
    (x,) = operands
    reps = equation.params["reps"]
    if any(type(n) is Affine and count != 1 for n, count in zip(x.shape, reps, strict=True)):
        rules.refuse(equation, "repeats an axis that grows")
    return rules.bound(equation, [x.native])


def _top_k(rules: Rules, equation: Equation, operands):
    (x,) = operands
    if type(x.shape[-1]) is Affine or _has_affine(list(equation.params.values())):
        rules.refuse(equation, "has no rule along an axis that grows")
    return rules.bound(equation, [x.native])


def _looks_up(inner: Template) -> bool:
    """Return whether a branch has lookups at indices that may be outside."""
    return any(
        each.params.get("mode") is lax.GatherScatterMode.FILL_OR_DROP
        or any(map(_looks_up, each.inner))
        for each in inner.equations
    )


_CHEAP_EQUATIONS = 12  # of a branch that costs less to compute than to compile as one


def _cond(rules: Rules, equation: Equation, operands):
    index, *natives = [each.native for each in operands]
    if any(map(_looks_up, equation.inner)):
        rules.refuse(equation, "looks up by indices in a branch")
    if all(len(each.equations) <= _CHEAP_EQUATIONS for each in equation.inner):
        made, *others = [padded_program(each, natives, rules.length) for each in equation.inner]
        for number, each in enumerate(others, 1):
            is_it = index >= number if number == len(others) else index == number
            made = [jnp.where(is_it, b, a) for a, b in zip(made, each, strict=True)]
        return made
    branches = [
        lambda *given, each=each: padded_program(each, given, rules.length)
        for each in equation.inner
    ]
    return list(lax.switch(index, branches, *natives))


_RULES: dict[str, Callable] = {
    "argmax": _reduction(_least),
    "argmin": _reduction(_most),
    "broadcast_in_dim": _broadcast,
    "cond": _cond,
    "concatenate": _concatenate,
    "dot_general": _dot_general,
    "dynamic_slice": _dynamic_slice,
    "gather": _gather,
    "iota": _iota,
    "pad": _pad,
    "reduce_and": _reduction(lambda dtype: True if dtype.kind == "b" else -1),
    "reduce_max": _reduction(_least),
    "reduce_min": _reduction(_most),
    "reduce_or": _reduction(lambda dtype: 0),
    "reduce_prod": _reduction(lambda dtype: 1),
    "reduce_sum": _reduction(lambda dtype: 0),
    "reshape": _reshape,
    "rev": _along("dimensions"),
    "scatter": _scatter,
    "slice": _slice,
    "sort": _along("dimension"),
    "split": _along("axis"),
    "squeeze": _plain,
    "stack": _plain,
    "tile": _tile,
    "top_k": _top_k,
    "transpose": _plain,
    "unstack": _along("axis"),
    **dict.fromkeys(_FORWARD, _cumulative),
}


def _looked_up_for_several(template: Template) -> set[int]:
    """Return the numbers of what is made of looked up rows and read by several equations.

    XLA looks them up anew for each reader, whose steps are then others than those of the next
    layer, which it would compile once: 3 to 4 steps of 25, a tenth of the time.
    """
    uses = Counter([x for each in template.equations for x in each.operands if type(x) is int])
    found: set[int] = set()
    for each in template.equations:
        name = each.primitive.name
        is_row = name == "gather" and np.issubdtype(each.dtypes[0], np.floating)
        if is_row or name in _OF_ROWS and not found.isdisjoint(_numbers(each.operands)):
            if all(uses[x] == 1 for x in _numbers(each.operands) if x in found):
                found.update(each.results)
    return {x for x in found if uses[x] > 1}


_OF_ROWS = ELEMENTWISE | {"broadcast_in_dim", "reshape", "squeeze", "expand_dims"}


def _numbers(operands: Sequence) -> list[int]:
    """Return the operands that are numbers of values."""
    return [x for x in operands if type(x) is not Known]


def padded_program(
    template: Template, natives: Sequence, length, outside: list | None = None
) -> list:
    """Compute a template as steps of the trace that is running.

    Parameters
    ----------
    template : Template
    natives : sequence of native arrays
        Padded to the shapes at the longest of the template's lengths, or further.
    length : native int
        The one that counts.
    outside : list, optional
        Is given a native truth value: whether an index is outside of what it looks up. None if
        there are no such indices.

    Returns
    -------
    list of native arrays
        Padded likewise.

    Raises
    ------
    NotOneTemplateError
        If a primitive has no rule.
    """
    rules = Rules(length, template.longest)
    values: dict[int, Growing] = {}
    for number, native, shape in zip(template.inputs, natives, template.input_shapes, strict=True):
        sizes = rules.sizes(shape)  # of a bucket that is longer the rest is left out
        native = native if native.shape == sizes else lax.slice(native, [0] * len(sizes), sizes)
        values[number] = Growing(native, shape)

    def value_of(operand) -> Growing:
        return rules.known(operand) if type(operand) is Known else values[operand]

    apart = _looked_up_for_several(template)
    for each in template.equations:
        operands = [value_of(operand) for operand in each.operands]
        rules.filled_last.clear()
        made = rules.apply(each, operands)
        for operand, before in zip(each.operands, operands, strict=True):
            if type(operand) is not Known and id(before.native) in rules.filled_last:
                _, native = rules.filled_last[id(before.native)]
                values[operand] = Growing(native, before.shape, before.merged)
        for number, result in zip(each.results, made, strict=True):
            if number in apart:
                result = result._replace(native=unfused.bind(result.native))
            values[number] = result
    if outside is not None and rules.outside:
        outside.append(jnp.any(jnp.stack(rules.outside)))
    results = list(map(value_of, template.outputs))
    if any(each.merged is not None for each in results):
        raise NotOneTemplateError("what comes out mixes an axis that grows with others")
    return [jnp.asarray(each.native) for each in results]


__all__ = ["ELEMENTWISE", "Rules", "count_of", "padded_program"]
