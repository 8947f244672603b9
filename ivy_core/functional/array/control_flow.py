"""Control flow that a backend can trace.

Called with known values these are Python's own branches and loops; within ``jax.jit`` and
``tf.function`` they become the framework's. Variables go in and come out by value: what a function
writes into its arguments shows in the result, and nowhere else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.backends.common.axes import axis_of
from ivy_core.backends.common.control_flow import (
    combined_leaves,
    new_values,
    positional,
    scanned_axes,
)
from ivy_core.registry import (
    compositional,
    handle_nestable,
    mixed,
    primary,
    standalone,
)
from ivy_core.utils.exceptions import IvyValueError
from ivy_core.utils.nests import leaves_of, rebuilt

from ..operands import as_array


@standalone
def cmp_is(left: Any, right: Any) -> bool:
    """Return whether both are one object, ``left is right``.

    Parameters
    ----------
    left, right : object
        What to compare.

    Returns: bool

    References: Python: Language Reference, identity comparisons.

    >>> x = ivy.asarray([1, 2])
    >>> ivy.cmp_is(x, x), ivy.cmp_is(x, ivy.asarray([1, 2]))
    (True, False)
    """
    return left is right


@standalone(like=cmp_is)
def cmp_isnot(left: Any, right: Any) -> bool:
    """Return whether both are different objects, ``left is not right``.

    >>> x = ivy.asarray([1, 2])
    >>> ivy.cmp_isnot(x, x), ivy.cmp_isnot(x, ivy.asarray([1, 2]))
    (False, True)
    """
    return left is not right


@standalone
def try_except(body1: Callable, body2: Callable, vars: Iterable[Any]) -> Any:
    """Call a function; if it raises, call another one.

    Parameters
    ----------
    body1: Called with the variables.
    body2: Called with the variables and the exception, if ``body1`` raised one.
    vars : iterable, or dict by the names of parameters
        Variables.

    Returns
    -------
    object
        What the last function called returned.

    References: Python: Language Reference, the try statement.

    >>> x = ivy.asarray([1, 2, 3])
    >>> ivy.try_except(lambda x: x[5], lambda x, err: x[-1], (x,))
    ivy.array(3)
    """
    named = vars if isinstance(vars, dict) else {}
    given = () if isinstance(vars, dict) else tuple(vars)
    try:
        return body1(*given, **named)
    except Exception as err:
        return body2(*given, err, **named)


@primary
def if_else(
    cond: ArrayFunction | Array | bool,
    body_fn: ArrayFunction,
    orelse_fn: ArrayFunction,
    vars: Nest[Array],
) -> Nest[Array]:
    """Call one of two functions, by a condition.

    Parameters
    ----------
    cond : callable, Array of one element, or bool
        The condition, or a function of the variables that returns it.
    body_fn: Called with the variables where the condition holds.
    orelse_fn: Called with the variables where it does not.
    vars : tuple, or dict by the names of parameters
        Variables: Arrays, or nests of them.

    Returns
    -------
    nest of Arrays
        What the function returned.

    Raises
    ------
    IvyValueError
        If the condition is traced and the functions' results differ in structure or shape. Dtypes
        are then promoted.

    References: JAX: jax.lax.cond. TensorFlow: tf.cond.

    >>> x = ivy.asarray([1, 2, 3])
    >>> ivy.if_else(lambda x: ivy.sum(x) > 5, lambda x: x + 1, lambda x: x - 1, (x,))
    ivy.array([2, 3, 4])
    """
    return current_backend(cond, vars).if_else(cond, body_fn, orelse_fn, vars)


@primary
def while_loop(test_fn: ArrayFunction, body_fn: ArrayFunction, vars: Nest[Array]) -> Nest[Array]:
    """Call a function again and again on what it returned, as long as a test holds.

    Parameters
    ----------
    test_fn: Called with the variables; returns a bool, or an Array of one element.
    body_fn: Called with the variables; returns their new values, a tuple if there are several.
    vars : tuple or dict
        First values: Arrays, Python scalars, or nests of them. A dict's are given by position.

    Returns
    -------
    tuple
        Last values, in the order of ``vars``.

    Raises: IvyValueError if ``body_fn`` returns another number of values, or, traced, other shapes.

    References: JAX: jax.lax.while_loop. TensorFlow: tf.while_loop.

    >>> ivy.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), (0, 1))
    (3, 8)
    >>> ivy.while_loop(lambda x: x < 100, lambda x: x * x, {"x": ivy.asarray(3.0)})
    (ivy.array(6561.),)
    """
    return current_backend(vars).while_loop(test_fn, body_fn, vars)


@mixed(like=while_loop)
def for_loop(iterable: Nest[Array], body_fn: ArrayFunction, vars: Nest[Array]) -> Nest[Array]:
    """Call a function once for each item, on what it returned before.

    Parameters
    ----------
    iterable : iterable, or Array with dimensions
        Items, or an array of which each row is one. Traced, a range or an array becomes a loop of
        the framework; anything else is unrolled.
    body_fn : callable
        Called with the item and the tuple of variables; returns their new values, a tuple if there
        are several.
    vars : tuple
        First values: Arrays, Python scalars, or nests of them.

    References: JAX: jax.lax.fori_loop. TensorFlow: tf.while_loop.

    >>> ivy.for_loop(range(4), lambda k, args: (args[0] + k, args[1] * 2), (ivy.asarray(1.5), 1))
    (ivy.array(7.5), 16)
    """
    values = ivy.if_else(lambda *_: True, _return_arguments, _return_arguments, positional(vars))
    for item in iterable:
        values = new_values("for_loop", body_fn(item, values), len(values))
    return values


def _return_arguments(*values):
    return values


@mixed
def associative_scan(
    x: Nest[Array], fn: ArrayFunction, /, *, reverse: bool = False, axis: int = 0
) -> Nest[Array]:
    """Combine the elements up to each place by an associative function.

    Parameters
    ----------
    x : Array, or nest of Arrays, all of one length along the axis
        Elements, slices along the axis.
    fn : callable
        Takes two nests like ``x`` and combines them element by element; it is associative, works on
        any number of elements, and keeps shapes and dtypes. Called some twice as often as the
        length has binary digits.
    reverse: Whether elements are combined from each place to the end.
    axis: Axis along which the elements are counted.

    Returns
    -------
    nest of Arrays
        Of the structure and shapes of ``x``.

    Raises
    ------
    IvyValueError
        If the lengths along the axis differ, or ``fn`` returns another number of arrays.
    IvyIndexError
        If the axis is out of bounds.

    References
    ----------
    JAX, ``jax.lax.associative_scan``. Blelloch, Prefix sums and their applications, 1990.

    >>> ivy.associative_scan(ivy.asarray([1, 2, 3, 4]), lambda a, b: a * b)
    ivy.array([ 1,  2,  6, 24])
    """
    leaves = [as_array(leaf) for leaf in leaves_of(x)]
    axes = scanned_axes(leaves, axis)

    def combine(first, second):
        return combined_leaves(fn(rebuilt(x, first), rebuilt(x, second)), len(leaves))

    def part(values, start, stop, step=1):
        where = slice(start, stop, step)
        pairs = zip(values, axes, strict=True)
        return [value[(slice(None),) * at + (where,)] for value, at in pairs]

    def join(*lists):
        return [ivy.concat(list(each), axis=at) for *each, at in zip(*lists, axes, strict=True)]

    def interleaved(first, second):
        joined = []
        for one, other, at in zip(first, second, axes, strict=True):
            pairs = ivy.stack([one, other], axis=at + 1)
            shape = (*one.shape[:at], 2 * one.shape[at], *one.shape[at + 1 :])
            joined.append(ivy.reshape(pairs, shape))
        return joined

    def scan(values):
        """Combine neighbours, scan these, and fill in the places between."""
        count = values[0].shape[axes[0]]
        if count < 2:
            return values
        odd = scan(combine(part(values, 0, count - 1, 2), part(values, 1, None, 2)))
        known = part(odd, 0, (count - 1) // 2)
        first = part(values, 0, 1)
        even = part(values, 2, None, 2)
        even = join(first, combine(known, even)) if count > 2 else first
        if count % 2 == 0:
            return interleaved(even, odd)
        return join(interleaved(part(even, 0, count // 2), odd), part(even, count // 2, None))

    def turned(values):
        if not reverse:
            return values
        return [ivy.flip(value, axis=at) for value, at in zip(values, axes, strict=True)]

    if not leaves:
        return x
    return rebuilt(x, turned(scan(turned(leaves))))


@compositional
@handle_nestable
def reduce(
    operand: Array,
    init_value: Array | complex,
    computation: Callable,
    /,
    *,
    axes: int | Sequence[int] = 0,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Combine all elements along axes by an associative function of two Arrays.

    Parameters
    ----------
    operand: Elements.
    init_value: What they are combined with, first; the result where there are no elements.
    computation : callable
        Takes two Arrays and combines them element by element. It is associative, and may be given
        elements in pairs: it is called once for each binary digit of their number, and not once an
        element.
    axes: Axes that are reduced; elements come in C order of them.
    keepdims: Whether these axes stay, with length one.

    Returns: Array

    Raises: IvyIndexError if an axis is out of bounds.
    Raises: IvyValueError if an axis is given twice.

    References: JAX, ``jax.lax.reduce``.

    >>> ivy.reduce(ivy.asarray([[1, 2], [3, 4]]), 10, lambda a, b: a + b, axes=1)
    ivy.array([13, 17])
    """
    operand = as_array(operand)
    given = tuple(axes) if hasattr(axes, "__iter__") else (axes,)
    reduced = [axis_of(axis, operand.ndim) for axis in given]
    if len(set(reduced)) < len(reduced):
        raise IvyValueError(f"reduce: axes {given} were given; each may be given once")
    kept = [axis for axis in range(operand.ndim) if axis not in reduced]
    shape = tuple([operand.shape[axis] for axis in kept])
    count = math.prod([operand.shape[axis] for axis in reduced])
    x = ivy.reshape(ivy.permute_dims(operand, (*reduced, *kept)), (count, *shape))
    result = ivy.broadcast_to(ivy.astype(ivy.asarray(init_value), operand.dtype), shape)
    while count > 1:
        pairs = count // 2 * 2
        combined = computation(x[0:pairs:2], x[1:pairs:2])
        x = combined if pairs == count else ivy.concat([combined, x[pairs:]], axis=0)
        count = x.shape[0]
    if count:
        result = computation(result, x[0, ...])
    else:
        result = ivy.copy_array(result)
    if keepdims:
        lengths = [1 if axis in reduced else operand.shape[axis] for axis in range(operand.ndim)]
        result = ivy.reshape(result, tuple(lengths))
    return result if out is None else ivy.copy_array(result, out=out)
