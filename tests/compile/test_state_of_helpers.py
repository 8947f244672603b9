"""What functions called on a branch, or in a loop, change and return: no side does it alone."""

from __future__ import annotations

import collections
import functools

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy


def name_of_a_closure(x):
    hits, last = 0, 0.0

    def hit(value):
        nonlocal hits, last
        hits += 1
        last = value

    for k in range(4):
        if x[k] > 0.5:
            hit(x[k])
    return hits, last


def list_of_a_closure(x):
    found = []

    def add():
        found.append(x.copy())

    for k in range(4):
        if x[k] > 0.5:
            x[k] = 0.0
            add()
    return found


def list_that_recursion_fills(x):
    found = []

    def go(depth):
        if depth == 2:
            found.append(x.copy())
            return
        for k in range(3):
            if x[k] > depth * 0.1:
                x[k] -= 0.5
                go(depth + 1)
                x[k] += 0.5

    go(0)
    return found


def object_of_a_bound_method(x):
    class Counter:
        def __init__(self):
            self.count = 0

        def hit(self):
            self.count += 1

    counter = Counter()
    hooks = {"hit": counter.hit}
    for k in range(4):
        if x[k] > 0.5:
            hooks["hit"]()
    return counter.count


def default_of_a_parameter(x):
    def remember(value, memo=[]):  # noqa: B006
        memo.append(value)
        return len(memo)

    count = 0
    for k in range(4):
        if x[k] > 0.5:
            count = remember(k)
    return count


def attribute_of_a_function(x):
    def hit():
        hit.count += 1

    hit.count = 0
    for k in range(4):
        if x[k] > 0.5:
            hit()
    return hit.count


def argument_of_a_partial_function(x):
    found = []
    add = functools.partial(list.append, found)
    for k in range(4):
        if x[k] > 0.5:
            add(k)
    return found


def name_in_a_while_loop(x):
    count = 0

    def halved(value):
        nonlocal count
        count += 1
        return value * 0.5

    total = x.sum()
    while total > 0.1:
        total = halved(total)
    return count, total


def list_of_a_condition(x):
    asked = []

    def is_large(value):
        asked.append(1)
        return value > 0.2

    count = 0
    for k in range(4):
        if x[k] > 0.5 and is_large(x[k]):
            count += 1
    return count, len(asked)


def deque(x):
    queue = collections.deque()
    for k in range(4):
        if x[k] > 0.5:
            queue.append(k)
    while len(queue) > 1:
        queue.popleft()
    return list(queue)


def deque_in_a_while_loop(x):
    queue, total = collections.deque(), x.sum()
    while total > 0.1:
        queue.append(1)
        total = total * 0.5
    return len(queue)


def bytes_in_place(x):
    found = bytearray()
    for k in range(4):
        if x[k] > 0.5:
            found.append(k)
    return bytes(found)


def list_of_a_derived_class(x):
    class Names(list):
        pass

    found = Names()
    for k in range(4):
        if x[k] > 0.5:
            found.append(k)
            found.last = k
    return list(found), vars(found)


def list_of_a_context_manager(x):
    log = []

    class Logged:
        def __enter__(self):
            log.append("in")

        def __exit__(self, *error):
            log.append("out")

    for k in range(4):
        if x[k] > 0.5:
            with Logged():
                x[k] = 0.0
    return log, x


def attribute_of_a_class(x):
    class Counter:
        count = 0

        @classmethod
        def hit(cls):
            cls.count += 1

    hit = Counter.hit
    for k in range(4):
        if x[k] > 0.5:
            hit()
    return Counter.count


def list_of_a_class(x):
    class Names:
        seen = []

        @staticmethod
        def add(k):
            Names.seen.append(k)

    for k in range(4):
        if x[k] > 0.5:
            Names.add(k)
    return Names.seen


def list_of_a_generator(x):
    asked = []

    def is_large(value):
        asked.append(1)
        return value > 0.75

    return any(is_large(v) for v in x), len(asked), all(is_large(v) for v in x), len(asked)


def results_that_may_be_none(x):
    def if_large(value):  # noqa: RET503
        if value > 0.5:
            return value, 1

    def name_of(value):  # noqa: RET503
        if value > 0.5:
            return "large"

    return [if_large(v) for v in x], [name_of(v) for v in x], name_of(x[1]) is None


PROGRAMS = [
    name_of_a_closure, list_of_a_closure, list_that_recursion_fills, object_of_a_bound_method,
    default_of_a_parameter, attribute_of_a_function, argument_of_a_partial_function,
    name_in_a_while_loop, list_of_a_condition, deque, deque_in_a_while_loop, bytes_in_place,
    list_of_a_derived_class, list_of_a_context_manager, attribute_of_a_class, list_of_a_class,
    list_of_a_generator, results_that_may_be_none,
]  # fmt: skip
WITHOUT_EAGER_PARTS = [
    name_of_a_closure, object_of_a_bound_method, attribute_of_a_function, name_in_a_while_loop,
    attribute_of_a_class,
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*runs eagerly")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_what_helpers_change_is_what_python_leaves(backend, program):
    compiled = ivy.compile(program)
    for given in ([0.9, 0.1, 0.8, 0.7], [0.9, 0.1, 0.2, 0.1]):
        wanted, found = program(real.array(given)), compiled(np.array(given))
        assert repr(found) == repr(wanted)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("program", WITHOUT_EAGER_PARTS, ids=lambda program: program.__name__)
def test_numbers_that_helpers_change_are_carried(backend, program):
    given = real.array([0.9, 0.1, 0.8, 0.7])
    compiled = ivy.compile(program, fallback="raise")
    assert repr(compiled(np.array(given))) == repr(program(given))
