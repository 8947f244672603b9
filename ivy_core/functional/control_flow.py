"""Control flow that a backend can trace.

Called with known values these are Python's own branches and loops; within ``jax.jit`` and
``tf.function`` they become the framework's. Variables go in and come out by value: what a function
writes into its arguments shows in the result, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import ivy_core as ivy

from ..backend_handler import current_backend
from ..backends.common.control_flow import new_values, positional
from ..registry import mixed, primary, standalone


@standalone
def cmp_is(left: Any, right: Any) -> bool:
    """Return whether both are one object, ``left is right``.

    Parameters
    ----------
    left, right : object
        What to compare.

    Returns
    -------
    bool

    References
    ----------
    Python: Language Reference, identity comparisons.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([1, 2])
    >>> ivy.cmp_is(x, x), ivy.cmp_is(x, ivy.asarray([1, 2]))
    (True, False)
    """
    return left is right


@standalone
def cmp_isnot(left: Any, right: Any) -> bool:
    """Return whether both are different objects, ``left is not right``.

    Parameters
    ----------
    left, right : object
        What to compare.

    Returns
    -------
    bool

    References
    ----------
    Python: Language Reference, identity comparisons.

    Examples
    --------
    >>> import ivy_core as ivy
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
    body1 : callable
        Called with the variables.
    body2 : callable
        Called with the variables and the exception, if ``body1`` raised one.
    vars : iterable, or dict by the names of parameters
        Variables.

    Returns
    -------
    object
        What the last function called returned.

    References
    ----------
    Python: Language Reference, the try statement.

    Examples
    --------
    >>> import ivy_core as ivy
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
    body_fn : callable
        Called with the variables where the condition holds.
    orelse_fn : callable
        Called with the variables where it does not.
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

    References
    ----------
    JAX: jax.lax.cond. TensorFlow: tf.cond.

    Examples
    --------
    >>> import ivy_core as ivy
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
    test_fn : callable
        Called with the variables; returns a bool, or an Array of one element.
    body_fn : callable
        Called with the variables; returns their new values, a tuple if there are several.
    vars : tuple or dict
        First values: Arrays, Python scalars, or nests of them. A dict's are given by position.

    Returns
    -------
    tuple
        Last values, in the order of ``vars``.

    Raises
    ------
    IvyValueError
        If ``body_fn`` returns another number of values, or, traced, other shapes.

    References
    ----------
    JAX: jax.lax.while_loop. TensorFlow: tf.while_loop.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), (0, 1))
    (3, 8)
    >>> ivy.while_loop(lambda x: x < 100, lambda x: x * x, {"x": ivy.asarray(3.0)})
    (ivy.array(6561.),)
    """
    return current_backend(vars).while_loop(test_fn, body_fn, vars)


@mixed
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

    Returns
    -------
    tuple
        Last values, in the order of ``vars``.

    Raises
    ------
    IvyValueError
        If ``body_fn`` returns another number of values, or, traced, other shapes.

    References
    ----------
    JAX: jax.lax.fori_loop. TensorFlow: tf.while_loop.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.for_loop(range(4), lambda k, args: (args[0] + k, args[1] * 2), (ivy.asarray(1.5), 1))
    (ivy.array(7.5), 16)
    """
    values = ivy.if_else(lambda *_: True, _unchanged, _unchanged, positional(vars))
    for item in iterable:
        values = new_values("for_loop", body_fn(item, values), len(values))
    return values


def _unchanged(*values):
    return values
