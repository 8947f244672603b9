"""Loops around steps of training, which tell how often the step will be called yet."""

from __future__ import annotations

import ast
import textwrap

import pytest

from ivy_core.compilation.auto import loops_ahead
from transpile.rewrite.compiled import compile_tree
from transpile.rewrite.counted_loops import count_loops
from transpile.rewrite.syntax import Module


def counted(text: str, *left_alone: str) -> str:
    """Return a program whose loops that lead to `step` are marked."""
    tree = ast.parse(textwrap.dedent(text))

    def wrap(old, level):
        return ast.Call(ast.Name("counted", ast.Load()), [old, ast.Constant(level)], [])

    def begin(level):
        return ast.parse(f"unknown({level})").body[0]

    count_loops(tree, ["step"], left_alone, wrap, begin)
    return ast.unparse(ast.fix_missing_locations(tree))


@pytest.mark.parametrize(
    "before, after",
    [
        ("for x in data:\n    step(x)", "for x in counted(data, 0):\n    step(x)"),
        (
            "for i, x in enumerate(data):\n    step(x)",
            "for i, x in enumerate(counted(data, 0)):\n    step(x)",
        ),
        ("while True:\n    step(1)", "unknown(0)\nwhile True:\n    step(1)"),
        (
            "for x in data:\n    step(x)\n    if x > 3:\n        break",
            "unknown(0)\nfor x in data:\n    step(x)\n    if x > 3:\n        break",
        ),
        (
            "for x in data:\n    step(x)\n    if args.dry_run:\n        break",
            "for x in counted(data, 0):\n    step(x)\n    if args.dry_run:\n        break",
        ),
        (
            "def train():\n    for x in data:\n        step(x)\n\n"
            "for epoch in range(3):\n    train()\n    for other in data:\n        test(other)",
            "def train():\n    for x in counted(data, 0):\n        step(x)\n"
            "for epoch in counted(range(3), 0):\n    train()\n    for other in data:\n"
            "        test(other)",
        ),
        (
            "for epoch in range(3):\n    for x in data:\n        step(x)",
            "for epoch in counted(range(3), 0):\n    for x in counted(data, 1):\n        step(x)",
        ),
        ("for x in data:\n    print(x)", "for x in data:\n    print(x)"),
    ],
)
def test_loops_that_lead_to_a_step_are_counted(before, after):
    assert counted(before) == after


def test_a_loop_that_is_watched_by_itself_is_left_alone():
    text = "def _loop(items):\n    for x in items:\n        step(x)"
    assert counted(text, "_loop") == text


class Step:
    """A record of a step: how often it was called, and what the loops told at each call."""

    is_step, has_failed, code = True, False, None

    def __init__(self):
        self.calls, self.told = 0, []
        loops_ahead.note_first_call(self)

    def __call__(self):
        self.calls += 1
        self.told.append(loops_ahead.calls_ahead(self))


def test_nested_loops_tell_the_calls_that_are_left():
    step = Step()
    for _ in loops_ahead.counted(range(3), 0):
        for _ in loops_ahead.counted([1, 2], 1):
            step()
    assert step.told == [5, 4, 3, 2, 1, 0]


def test_a_step_of_each_second_iteration_is_expected_half_as_often():
    step = Step()
    for number in loops_ahead.counted(range(8), 0):
        if number % 2:
            step()
    assert step.told == [3, 2, 1, 0]


@pytest.mark.parametrize(("begin", "every"), [(20, 1), (20, 5), (1, 1), (7, 3)])
def test_iterations_before_the_first_call_say_nothing_of_those_to_come(begin, every):
    """A script gathers what it trains with, and then trains with it now and then."""
    step, calls = Step(), 0
    for number in loops_ahead.counted(range(100), 0):
        if number >= begin and (number - begin) % every == 0:
            calls += 1
            step.calls += 1
            if calls == 1:
                loops_ahead.note_first_call(step)
            else:
                step.told.append(loops_ahead.calls_ahead(step))
    left = [(99 - number) / every for number in range(begin + every, 100, every)]
    assert step.told == pytest.approx(left)


def test_loops_around_count_from_their_iteration_with_the_first_call_on():
    step = Step()
    for epoch in loops_ahead.counted(range(10), 0):
        for _ in loops_ahead.counted(range(4), 1):
            if epoch > 5:
                step.calls += 1
                if step.calls == 1:
                    loops_ahead.note_first_call(step)
                step.told.append(loops_ahead.calls_ahead(step))
    assert step.told == [15 - number for number in range(16)]


def test_a_loop_that_does_not_tell_leaves_it_unknown():
    step = Step()
    for _ in loops_ahead.counted(range(2), 0):
        for _ in loops_ahead.counted(iter([1, 2]), 1):
            step()
    assert step.told == [None, None, 0, 0]  # in the last iteration none lies ahead that is known
    step = Step()
    for _ in loops_ahead.counted(iter([1, 2]), 0):
        for _ in loops_ahead.counted([1, 2], 1):
            step()
    assert step.told == [None] * 4


def test_a_loop_that_may_be_left_early_is_told_of_by_the_loop_around():
    """As PPO's epochs are, which end where the policy has changed too much."""
    step = Step()
    for _ in loops_ahead.counted(range(10), 0):
        loops_ahead.begin_unknown(1)
        for _ in range(4):
            for _ in loops_ahead.counted(range(4), 2):
                step()
    assert step.told[:16] == [None] * 16
    for calls, told in enumerate(step.told[16:], 17):
        around = (calls - 1) // 16
        assert told >= (9 - around) * 16 * 0.7
        assert told <= (9 - around) * 16 * 1.4 + 16


def test_a_loop_that_was_left_early_does_not_count_for_the_next_one():
    step = Step()
    for _ in loops_ahead.counted(range(100), 0):
        break
    for _ in loops_ahead.counted(range(2), 0):
        step()
    assert step.told == [1, 0]


def test_loops_of_a_function_are_forgotten_behind_it():
    step = Step()

    def search():
        for _ in loops_ahead.counted(range(100), 0):
            return

    for _ in loops_ahead.counted(range(2), 0):
        search()
        step()
    assert step.told == [1, 0]


def test_a_batch_loader_tells_what_is_left_of_it():
    from frontends.torch.utils.data import DataLoader

    step = Step()
    for _ in loops_ahead.counted(DataLoader(list(range(5)), batch_size=2), 0):
        step()
    assert step.told == [2, 1, 0]


def test_a_tree_that_runs_has_its_loops_counted_on_their_lines():
    text = textwrap.dedent("""
        for epoch in range(3):
            for x, y in batches:
                optimizer.zero_grad()
                loss = (model(x) - y).square().mean()
                loss.backward()
                optimizer.step()
        """)
    tree = ast.parse(text)
    compile_tree(tree, Module(text, "a.py"), ["auto"], "")
    (loop,) = [each for each in tree.body if isinstance(each, ast.For)]
    assert ast.unparse(loop.iter).endswith(".counted(range(3), 0)")
    assert {node.lineno for node in ast.walk(loop.iter) if hasattr(node, "lineno")} == {2}


class Acting(Step):
    """A record of another function, which is called between the steps."""

    is_step = False

    def __init__(self, code):
        super().__init__()
        self.code = code


def test_what_acts_between_the_steps_is_counted_by_the_loops_around_them():
    acting = Acting(None)
    for _ in loops_ahead.counted(range(3), 0):
        for _ in range(4):
            acting()
    assert acting.told[3::4] == [8, 4, 0]


@pytest.mark.parametrize("is_whole", [True, False])
def test_what_a_function_calls_that_may_be_a_program_is_a_part_of_it(is_whole):
    def around():
        part()

    part, whole = Acting(None), Acting(around.__code__)
    whole.calls, whole.has_failed = 4, not is_whole
    for _ in loops_ahead.counted(range(3), 0):
        around()
    assert part.told == ([None] * 3 if is_whole else [2, 1, 0])
