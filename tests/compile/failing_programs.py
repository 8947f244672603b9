"""Programs that Python ends early for some inputs, or that need numbers of more than 64 bits.

Each is a function of the namespace, then of what its inputs hold; ``PROGRAMS`` has the inputs.
"""

from __future__ import annotations

import contextlib
import math

import numpy as real

PROGRAMS: list[tuple] = []


def program(*inputs):
    """Add a function to the programs, with the inputs that it is called with."""

    def add(function):
        PROGRAMS.append((function, inputs))
        return function

    return add


class Swallow:
    """A context manager that takes errors of some classes, and keeps how often it was left."""

    def __init__(self, *kinds):
        self.kinds, self.left = kinds, 0

    def __enter__(self):
        return self

    def __exit__(self, kind, err, traceback):
        self.left += 1
        return kind is not None and issubclass(kind, self.kinds)


class Account:
    def __init__(self, balance):
        self.balance, self.log = balance, []


def three(start=0.0):
    return real.arange(start, start + 3.0)


# integers of more than 64 bits


@program((20,), (100,))
def fibonacci(np, n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


@program((12,), (25,))
def factorial(np, n):
    result = 1
    for i in range(2, n + 1):
        result *= i
    return result


@program((real.arange(6),), (real.arange(40),))
def string_hash(np, codes):
    h = 5381
    for i in range(len(codes)):
        h = h * 33 + int(codes[i])
    return h


@program((real.arange(9),), (real.arange(30) + 10**6,))
def masked_hash(np, codes):
    h = 17
    for c in codes:
        h = (h * 31 + int(c)) & 0xFFFFFFFF
    return h


@program((real.array([3, 5, 7]),), (real.array([2**62, 2**62, 5]),))
def sum_of_ints(np, x):
    total = 0
    for i in range(len(x) * 2):
        total += int(x[i % len(x)])
    return total


@program((27.0,), (2.0**59,))
def collatz_peak(np, start):
    n, peak = int(start), 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        peak = max(peak, n)
        if peak > 2**70:
            break
    return peak


@program((5.0, 3.0), (5.0, 40.0))
def power_of_ints(np, base, exponent):
    return int(base) ** int(exponent)


@program((3.0,), (-3.0,))
def power_with_an_unknown_sign(np, exponent):
    return 2 ** int(exponent) + 1


@program((6.0,), (70.0,), (-1.0,))
def shifted(np, bits):
    return (1 << int(bits)) - 1


@program((30,), (90,))
def lucas_modulo_in_an_array(np, n):
    found = np.zeros(n)
    a, b = 2, 1
    for i in range(n):
        found[i] = a % 1000
        a, b = b, a + b
    return found


@program((real.array([5, 6]), 4.0), (real.array([5, 6]), 2.0**40))
def product_of_counter_and_float_made_int(np, x, k):
    total = 0
    for i in range(9):
        total += i * int(k) * int(k)
    return x + total % 7


@program((7.0,), (2.0**60,))
def quotient_of_large_ints(np, x):
    n = int(x)
    return (3 * n + 1) / (n + 2)


@program((12.0, 18.0), (0.0, 5.0), (2.0**40, 6.0))
def greatest_common_divisor(np, x, y):
    a, b = int(x), int(y)
    while b:
        a, b = b, a % b
    return a


@program((real.array([1, 2, 3]),), (real.array([2**40, 2**40, 3]),))
def dot_of_ints(np, x):
    total = 0
    for i in range(len(x)):
        total += int(x[i]) * int(x[i])
    return total, total % 10


@program((10.0,), (60.0,))
def doubling_while(np, rounds):
    x, steps = 1, 0
    while steps < int(rounds):
        x = x * 3
        steps += 1
    return x


# divisions


@program((2.0,), (0.0,), (-0.0,))
def reciprocal(np, k):
    return 1.0 / k


@program((7.0, 2.0), (7.0, 0.0))
def whole_quotients(np, x, y):
    return x // y, x % y


@program((7.0, 2.0), (7.0, 0.0))
def whole_quotients_of_ints(np, x, y):
    return int(x) // int(y), int(x) % int(y)


@program((7.0, 2.0), (7.0, 0.0))
def divmod_of_ints(np, x, y):
    return divmod(int(x), int(y))


@program((three(1.0), 3.0), (three(), 3.0), (three(1.0), 0.0))
def elements_give_inf_and_numbers_raise(np, x, k):
    found = np.zeros(3)
    for i in range(3):
        found[i] = 2.0 / x[i] + 1.0 / k
    return found


@program((three(1.0),), (three(),))
def element_as_a_number(np, x):
    total = 0.0
    for i in range(len(x)):
        total += 1.0 / float(x[i])
    return total


@program((three(1.0), 2.0), (three(1.0), 0.0))
def effects_before_a_division(np, x, k):
    x[0] = 10.0
    x[1] = 1.0 / k
    x[2] = 30.0


@program((3.0,), (0.0,))
def guarded_by_a_branch(np, k):
    return 1.0 / k if k != 0 else -1.0


@program((3.0,), (0.0,))
def guarded_by_and(np, k):
    return k != 0 and 1.0 / k < 0.5


@program((3.0,), (0.0,))
def guarded_by_or(np, k):
    return bool(k == 0 or 1.0 / k > 0.5)


@program((4.0, 9.0), (4.0, 4.0))
def secant(np, a, b):
    for _ in range(6):
        slope = (b * b - a * a) / (b - a)
        a, b = b, b - (b * b - 2.0) / slope
        if abs(b * b - 2.0) < 1e-3:
            break
    return b


@program((5.0,), (0.0,), (-2.0,))
def division_in_a_while(np, k):
    x, rounds = 100.0, 0
    while x > 1.0 and rounds < 50:
        x = x / (k - rounds)
        rounds += 1
    return x, rounds


@program((6.0, 4.0), (6.0, 0.0))
def never_ending_without_the_error(np, x, y):
    n, d = int(x), int(y)
    steps = 0
    while n > 0:
        n = n // d
        steps += 1
    return steps


@program((1e200, 2.0), (1e200, 1.0), (0.0, -1.0), (-8.0, 0.5), (-8.0, 2.0))
def power_of_floats(np, x, y):
    return x**y


@program((3.0,), (1e200,))
def square(np, x):
    return x**2 + 1.0


# math


@program((4.0,), (-1.0,), (math.inf,), (math.nan,))
def root(np, x):
    return math.sqrt(x)


@program((4.0,), (0.0,), (-1.0,))
def logarithm(np, x):
    return math.log(x)


@program((4.0,), (1000.0,), (-1000.0,))
def exponential(np, x):
    return math.exp(x)


@program((0.5,), (2.0,))
def arc_sine(np, x):
    return math.asin(x) + math.atan2(x, 0.0)


@program((three(1.0),), (three(-1.0),))
def roots_in_a_loop(np, x):
    for i in range(len(x)):
        x[i] = math.sqrt(x[i])
    return x


@program((2.5,), (math.nan,), (math.inf,), (1e30,))
def whole_of_a_float(np, x):
    return int(x) + 1


@program((2.5,), (math.nan,), (-math.inf,))
def floor_of_a_float(np, x):
    return math.floor(x) + math.ceil(x)


@program((three(1.0),), (real.array([1.0, math.nan]),))
def index_of_a_float(np, x):
    counts = np.zeros(5)
    for i in range(len(x)):
        counts[int(x[i])] += 1
    return counts


# raise on a branch


@program((three(),), (three(100.0),))
def checked_argument(np, x):
    if x.sum() > 100:
        raise ValueError("too large", x.max())
    return x * 2


@program((three(1.0),), (three(-5.0),))
def asserted(np, x):
    assert x.min() > 0, f"the least is {x.min()}"
    return np.log(x)


@program((three(),), (three(2.0),), (three(50.0),))
def one_of_two_errors(np, x):
    if x[0] > 40:
        raise KeyError("first")
    if x[0] > 1:
        raise LookupError("second")
    return x + 1


@program((three(),), (three(5.0),))
def raised_in_a_loop_after_effects(np, x):
    for i in range(6):
        if x[0] > 6:
            raise StopIteration(i)
        x += 1
    return x


@program((three(),), (three(100.0),))
def suppressed(np, x):
    with contextlib.suppress(ValueError):
        if x.sum() > 100:
            raise ValueError("big")
        x += 1
    return x


@program((three(), 1), (three(100.0), 1))
def swallowed_by_a_manager(np, x, times):
    manager = Swallow(ValueError)
    for _ in range(times):
        with manager:
            x[0] = -1.0
            if x.sum() > 100:
                raise ValueError("big")
            x[1] = -2.0
    return manager.left


@program((three(), 0.0), (three(100.0), 0.0))
def not_swallowed_by_a_manager(np, x, y):
    with Swallow(KeyError):
        if x.sum() > 100:
            raise ValueError("big")
        x += y + 1
    return x


@program((three(),), (three(100.0),))
def caught_and_finally(np, x):
    try:
        if x[0] > 50:
            raise ValueError("big")
        x[1] = 7.0
    except ValueError:
        x[2] = -1.0
    finally:
        x[0] = 5.0
    return x


@program((three(),), (three(100.0),))
def caught_by_a_bare_except(np, x):
    found = 0.0
    try:
        if x[0] > 50:
            raise ValueError("big")
        found = 1.0
    except:  # noqa: E722
        found = 2.0
    return found


@program((three(),), (three(100.0),))
def finally_without_except(np, x):
    try:
        if x[0] > 50:
            raise RuntimeError(f"stopped at {x[0]}")
        x[1] = 3.0
    finally:
        x[2] = 9.0
    return x


@program((three(),), (three(3.0),), (three(100.0),))
def early_returns(np, x):
    if x[0] > 50:
        raise ValueError("big")
    if x[0] > 2:
        return x - 1
    return x + 1


def positive(x):
    if x <= 0:
        raise ValueError(f"{x} is not positive")
    return x


@program((three(1.0),), (three(-1.0),))
def raised_in_a_function_that_is_called(np, x):
    total = 0.0
    for i in range(3):
        total += math.log(positive(float(x[i])))
    return total


@program((three(),), (three(100.0),))
def raised_from_another(np, x):
    cause = KeyError("cause")
    if x[0] > 50:
        raise ValueError("big") from cause
    return x


@program((3.0,), (-3.0,))
def raised_before_a_loop_that_would_not_end(np, x):
    n = int(x)
    if n < 0:
        raise ValueError(n)
    while n != 0:
        n = n - 1
    return n


@program((three(), 2.0), (three(), 9.0))
def withdrawn_too_much(np, x, amount):
    account = Account(5.0)
    account.log.append("begin")
    if amount > account.balance:
        raise ValueError("not covered", amount)
    account.balance -= amount
    return account.balance, account.log


@program(({"left": 5.0}, 2.0), ({"left": 5.0}, 9.0))
def dictionary_before_an_error(np, table, amount):
    table["asked"] = amount
    if amount > table["left"]:
        raise OverflowError("not covered")
    table["left"] = table["left"] - amount
    return table


@program((three(),), (three(4.0),))
def loop_else_raises(np, x):
    found = -1
    for i in range(3):
        if x[i] > 3:
            found = i
            break
    if found < 0:
        raise LookupError("none")
    return found


@program((three(1.0),), (three(),))
def nested_branches(np, x):
    if x[1] > 0:
        if x[0] == 0:
            raise ZeroDivisionError(f"x[0] of {x}")
        return x / x[0]
    return x


# bounds


@program((3,), (9,))
def known_to_be_out_of_bounds(np, n):
    x = np.zeros(6)
    for i in range(n):
        x[i] = i
    return x


@program((3,), (9,))
def known_to_be_out_of_bounds_read(np, n):
    x, total = np.arange(6.0), 0.0
    for i in range(n):
        total += x[i]
    return total


@program((three(),))
def neighbours_within_a_branch(np, x):
    found = np.zeros(6)
    y = np.arange(6.0)
    for i in range(6):
        if i + 1 < 6:
            found[i] = y[i + 1]
    return found + x[0]


@program((three(), 1.0), (three(), -3.0), (three(), 7.0))
def row_written_through_a_view(np, x, k):
    table = np.zeros((3, 2))
    row = table[int(k)]
    row[0] = 5.0
    table[int(k)] += x[0] + 1.0
    return table


# masks


@program((three(), three(7.0)[:2]), (three(5.0), three(7.0)[:2]))
def mask_of_another_length(np, x, values):
    x[x > 0.5] = values
    return x


@program((three(), three(7.0)[:1]), (three(5.0), three(7.0)[:1]))
def mask_and_one_value(np, x, values):
    x[x > 0.5] = values
    return x


@program((real.ones((3, 2)), real.arange(4.0)), (real.eye(3, 2), real.arange(4.0)))
def mask_of_rows(np, x, values):
    x[x[:, 1] > 0] = values.reshape(2, 2)
    return x
