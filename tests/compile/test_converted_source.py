"""The text that functions are converted to, and the lines that it stands for."""

from __future__ import annotations

import linecache

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.compilation.source import source_map
from ivy_core.compilation.source.conversion import converted, converted_source
from ivy_core.compilation.trace.trace import Unsupported


def sums(x, n):
    total = 0.0
    for i in range(n):
        if x[i] > 0 and not i:
            total += x[i]
    return total


SUMS = """\
def ag__sums(x, n):
    with ag__.FunctionScope('sums', 'fscope', OPTIONS) as fscope:
        total = 0.0

        def get_state_1():
            return (total,)

        def set_state_1(vars_):
            nonlocal total
            total, = ag__.readable(vars_)

        def loop_body(itr):
            nonlocal total
            i = itr

            def get_state():
                return (total,)

            def set_state(vars_):
                nonlocal total
                total, = ag__.readable(vars_)

            def if_body():
                nonlocal total
                total = ag__.ld(total)
                total += ag__.get_item(x, i)

            def else_body():
                nonlocal total
                pass
            ag__.if_stmt(ag__.and_(lambda: ag__.readable(ag__.get_item(ag__.ld(x), \
ag__.ld(i))) > 0, lambda: ag__.not_(ag__.ld(i))), if_body, else_body, get_state, set_state, \
('total',), 1)
        i = ag__.Undefined('i')
        ag__.for_stmt(ag__.converted_call(ag__.ld(range), (ag__.ld(n),), None, fscope), None, \
loop_body, get_state_1, set_state_1, ('total',), {'written': (), 'iterate_names': 'i'})
        return ag__.ld(total)
"""
OPTIONS = (
    "ag__.ConversionOptions(recursive=True, user_requested=True, "
    "optional_features=ag__.Feature.BUILTIN_FUNCTIONS, internal_convert_user_code=True)"
)


def test_loops_branches_and_reads_become_calls():
    assert converted_source(sums).replace(OPTIONS, "OPTIONS") == SUMS


def test_converted_lines_stand_for_those_of_the_source():
    code = converted(sums).__code__
    first = sums.__code__.co_firstlineno
    text = linecache.getlines(code.co_filename)
    found = {
        line.strip()[:12]: source_map.line_of(code.co_filename, at)[1] - first
        for at, line in enumerate(text, 1)
    }
    starts = {"total = 0.0": 1, "ag__.for_stm": 2, "ag__.if_stmt": 3, "total += ag_": 4}
    assert {start: found[start] for start in starts} == starts


def comment_with_a_backslash(np, x):
    y = x + 1.0  # a path of Windows': C:\
    y *= 2.0
    return y


def only_a_text(np, x):
    """Give nothing."""


def text_over_lines(np, x):
    words = """
first
    second\
 third"""
    total = 0.0
    for k in range(3):
        total += x[k] * len(words)
    return total


def class_with_a_text(np, x):
    class Scale:
        """Scales."""

        def __init__(self, by):
            self.by = by

        def __call__(self, y):
            return y * self.by

    return Scale(3.0)(x)


def bound_in_a_comprehension(np, x):
    last, found = 0.0, 0.0
    for k in range(4):
        parts = [(last := x[k] + j) for j in range(2)]
        found += parts[0] * parts[1]
    return last, found


def loop_with_a_test_that_is_left(np, x):
    total, k = 0.0, 0
    while k < 4:
        k += 1
        if x[k - 1] < 0.5:
            continue
        total += x[k - 1]
        if total > 4.0:
            return total, k
    return -total, k


FUNCTIONS = [
    comment_with_a_backslash, only_a_text, text_over_lines, class_with_a_text,
    bound_in_a_comprehension, loop_with_a_test_that_is_left,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_what_is_hard_to_parse_gives_what_numpy_gives(backend, function):
    x = real.arange(5.0)
    wanted = function(real, x.copy())
    found = ivy.compile(function)(ours, ours.asarray(x.copy()))
    found, wanted = (each if type(each) is tuple else (each,) for each in (found, wanted))
    for one, other in zip(found, wanted, strict=True):
        if other is None:
            assert one is None
        else:
            assert float(real.abs(real.asarray(one) - other).max()) == 0.0


def branch_in_a_class(x):
    class Scale:
        if x:
            by = 2.0

    return Scale.by


def inner_coroutine(x):
    async def later():
        return x

    return later


@pytest.mark.parametrize(
    ("function", "reason"),
    [(branch_in_a_class, "line 3 has a loop or branch in a class"),
     (inner_coroutine, "line 2 is asynchronous")],
)  # fmt: skip
def test_what_is_not_converted_is_said(function, reason):
    with pytest.raises(Unsupported, match=reason):
        converted(function)
