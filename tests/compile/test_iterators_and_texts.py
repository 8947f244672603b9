"""Iterators, texts of numbers, classes of values and deleted names: compiled as eagerly."""

from __future__ import annotations

import collections
import io

import pytest

from tests.compile.programs import nothing, run_both_ways

PROGRAMS = []
weight: float | None = 1.0


def program(make):
    """Collect a program: it gives a function, what changes between calls, and the state."""
    PROGRAMS.append(make)
    return make


# iterators


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n * 0.5


@program
def iterator_that_a_loop_leaves(np):
    numbers = Countdown(9)

    def step(x):
        total = 0.0
        for number in numbers:
            if number < x[1] * 3:
                break
            total += number
        return total

    return step, [nothing], lambda: [numbers.n]


@program
def iterable_that_counts(np):
    class Grid:
        seen = 0

        def __iter__(self):
            for n in range(5):
                self.seen += 1
                yield n * 0.5

    grid = Grid()

    def step(x):
        for at in grid:
            if at > x[1]:
                break
        return at

    return step, [], lambda: [grid.seen]


@program
def rest_of_an_enumeration(np):
    def step(x):
        pairs = enumerate([0.5, 1.5, 2.5, 3.5])
        for place, value in pairs:  # noqa: B007 - seen behind the loop
            if value > x[1]:
                break
        return place, value, list(pairs)

    return step, [], list


@program
def next_of_a_list_in_each_round(np):
    def step(x):
        rest, y = iter([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), np.ones(6)
        for i in range(6):
            y[i] *= next(rest)
        return y, list(rest)

    return step, [], list


@program
def iterator_that_is_used_up_in_the_first_round(np):
    def step(x):
        rest, total = iter([1.0, 2.0, 3.0]), 0.0
        for i in range(6):
            for value in rest:
                total += value * (x[1] + i)
        return total

    return step, [], list


@program
def next_on_a_branch(np):
    def step(x):
        rest = iter([1.0, 2.0])
        first = next(rest) if x[1] > 5 else -1.0
        return first, next(rest, None)

    return step, [], list


# texts


@program
def text_of_a_number_that_changes(np):
    held = {"rate": 1.0}

    def step(x):
        rate = held["rate"]
        return x * len(str(rate)), f"{rate}", "%g" % rate, repr([rate])  # noqa: UP031

    return step, [lambda n=n: held.update(rate=n / 8) for n in (1, 2, 3)], list


@program
def printed_containers(np):
    out = io.StringIO()

    def step(x):
        names = [1]
        print(names, x[1], file=out)
        names.append(2)
        print([float(x[2])], names, {"x": x}, file=out)

    return step, [], lambda: [out.getvalue()]


# classes of values


class Vector(collections.namedtuple("Vector", "x y")):
    def plus(self, number):
        return self._replace(x=self.x + number)


class Stack(list):
    pass


class Length(float):
    pass


@program
def values_with_attributes(np):
    held = {"vector": Vector(1.0, 2), "stack": Stack([1.0]), "length": Length(2)}

    def step(x):
        vector = held["vector"].plus(x[1])
        return x * vector.x + vector.y, held["stack"][-1] + held["length"]

    changes = [
        lambda: held.update(vector=Vector(5.0, 7)),
        lambda: held["stack"].append(9.0),
        lambda: held.update(length=Length(4)),
    ]
    return step, changes, lambda: [held["vector"]]


@program
def parts_of_a_number(np):
    def step(x):
        number = float(x[1])
        return number.imag, number.real, number.__class__.__name__, (5).__add__(int(x[2]))

    return step, [], list


# names


@program
def global_name_that_is_deleted(np):
    def step(x):
        global weight
        y = x * weight
        del weight
        return y

    def give(value):
        globals()["weight"] = value

    give(1.0)
    return step, [lambda: give(2.0), lambda: give(3.0)], lambda: [globals().get("weight")]


@program
def error_that_has_a_name(np):
    held = {"by": 0.0}

    def step(x):
        try:
            if held["by"] == 0.0:
                raise LookupError("nothing", 7)
            return x / held["by"]
        except LookupError as err:
            return x * err.args[1]

    return step, [lambda: held.update(by=2.0)], list


@program
def loop_left_by_a_finally(np):
    def step(x):
        count = 0
        for i in range(6):
            try:
                if x[i % 3] > 1:
                    return -1
                count += 1
            finally:
                if i == 2:
                    break  # noqa: B012 - what this is about
        return count

    return step, [], list


@pytest.mark.parametrize("make", PROGRAMS, ids=lambda make: make.__name__)
def test_compiled_as_eagerly(backend, make):
    eager, compiled = run_both_ways(make)
    assert compiled == eager
