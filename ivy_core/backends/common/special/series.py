"""Building blocks of special functions: Chebyshev series, and exact arguments.

The methods in ``special_*.py`` are written once, against the names that NumPy, jax.numpy and torch
share (``where``, ``exp``, ``log`` ...), the first argument ``xp`` of each. They compute in double
precision, read no value, and have no gradient of their own: that is in ``functions.py``.
"""

from __future__ import annotations

import math

import numpy as np

INFINITY, NAN = math.inf, math.nan


def clenshaw(coefficients, t):
    """Return a Chebyshev series at ``t`` in [-1, 1], by Clenshaw's recurrence.

    References
    ----------
    C. W. Clenshaw, "A note on the summation of Chebyshev series", 1955; DLMF 3.11(ii).
    """
    twice = t + t
    last, before = t * 0.0, t * 0.0
    for coefficient in reversed(coefficients[1:]):
        last, before = twice * last - before + coefficient, last
    return t * last - before + coefficients[0]


def horner(coefficients, x):
    """Return a polynomial, whose constant term comes first."""
    result = x * 0.0 + coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        result = result * x + coefficient
    return result


def fold(xp, step, state, count, steady=None):
    """Return ``state`` after ``state = step(n, state)`` for n from 0 to ``count - 1``.

    A namespace whose programs are compiled has a loop of its own, ``fori_loop``: hundreds of
    operations in a row take XLA minutes. NumPy, which sees the values, stops when the part of the
    state at ``steady`` does not change any more.
    """
    loop = getattr(xp, "fori_loop", None)
    if loop is not None:
        return loop(0, count, step, state)
    for n in range(count):
        before, state = state, step(n, state)
        if steady is not None and xp is np and n % 4 == 3:
            change = np.abs(state[steady] - before[steady])
            if not np.any(change > 3e-16 * np.abs(state[steady])):
                break
    return state


def where_it_serves(xp, mask, method, arrays, others):
    """Compute a method's results, a tuple, where the mask holds; elsewhere they are arbitrary.

    NumPy computes those elements alone. Other namespaces, which do not see the mask, compute all,
    and give the method arguments of its own region, ``others``, in the place of the rest.
    """
    if xp is not np:
        pairs = zip(arrays, others, strict=True)
        return method(*(xp.where(mask, array, other) for array, other in pairs))
    places = np.flatnonzero(mask)
    shape = np.shape(mask)
    if not places.size:
        found = method(*(np.full(1, other) for other in others))
        return tuple(np.broadcast_to(each, shape) if shape else each[0] for each in found)
    found = method(*(np.broadcast_to(array, shape).reshape(-1)[places] for array in arrays))
    results = []
    for each in found:
        whole = np.zeros(mask.size)
        whole[places] = each
        results.append(whole.reshape(shape))
    return tuple(results)


def inside(xp, x, low, high):
    """Return the argument for a method of ``[low, high]``: what is outside takes the other one."""
    return xp.maximum(xp.minimum(x, high), low)


def exp_minus_square(xp, x):
    """Return ``exp(-x * x)`` to full precision: the square is split where it would be rounded."""
    x = xp.minimum(xp.abs(x), 1e3)
    head = xp.floor(x * 16.0) / 16.0
    return xp.exp(-head * head) * xp.exp(-(x - head) * (x + head))


def sin_pi(xp, x):
    """Return ``sin(pi * x)``, and ``cos`` of it, up to their common sign."""
    rest = x - xp.round(x)  # exact, in [-1/2, 1/2]
    return xp.sin(math.pi * rest), xp.cos(math.pi * rest)
