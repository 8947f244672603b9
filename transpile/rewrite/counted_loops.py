"""Loops around steps of training, which tell how many of their iterations are left.

`--compile auto` compiles a step by what it will save. A `for` loop through a range, a list or a
loader knows how often it will call the step yet, and so do those around it, in the functions that
call its function too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
# calls that go through their first argument, item by item
_THROUGH_FIRST = frozenset({"enumerate", "zip"})
# what a condition on settings is made of
_OF_SETTINGS = (
    ast.Name, ast.Attribute, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.expr_context,
    ast.cmpop, ast.boolop, ast.unaryop,
)  # fmt: skip


def count_loops(
    tree: ast.Module,
    steps: Collection[str],
    left_alone: Collection[str],
    wrap: Callable,
    begin: Callable,
) -> None:
    """Have the loops of a tree that lead to steps of training counted, in place.

    Parameters
    ----------
    tree : ast.Module
    steps : collection of str
        The names of the functions that are steps.
    left_alone : collection of str
        The names of functions of loops, which are watched by themselves.
    wrap : callable
        Makes the expression of what a loop goes through from that which stood there, and from the
        number of such loops of the same function that the loop is within.
    begin : callable
        Makes of that number the statement before a loop whose iterations are not known.

    Examples
    --------
    >>> tree = ast.parse("for epoch in range(9):\\n    step(epoch)")
    >>> counted = lambda old, level: ast.parse(f"counted({level})").body[0].value
    >>> count_loops(tree, ["step"], [], counted, lambda level: ast.Pass())
    >>> print(ast.unparse(tree))
    for epoch in counted(0):
        step(epoch)
    """
    names = set(steps)
    functions = [each for each in ast.walk(tree) if isinstance(each, _FUNCTIONS[:2])]
    functions = [each for each in functions if each.name not in names]
    while True:  # until no function calls one that leads to a step
        found = {each.name for each in functions if _calls(each, names)} - names
        if not found:
            break
        names |= found
    bound = _names_bound_in_loops(tree)
    pending: list[tuple[ast.AST, int]] = [(tree, 0)]
    while pending:
        node, level = pending.pop()
        if isinstance(node, _FUNCTIONS):
            if getattr(node, "name", "") in left_alone:
                continue
            level = 0
        for block in _blocks_of(node):
            made: list[ast.stmt] = []
            for each in block:
                leads_to_step = isinstance(each, ast.For | ast.While) and _calls(each, names)
                if leads_to_step:
                    if isinstance(each, ast.While) or _may_be_left(each, bound):
                        made.append(_at(begin(level), each))
                    else:
                        _wrap_iterable(each, level, wrap)
                pending.append((each, level + leads_to_step))
                made.append(each)
            block[:] = made


def _blocks_of(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of statements within a statement, those of handlers and cases too."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block
    for each in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield each.body


def _calls(node: ast.AST, names: Collection[str]) -> bool:
    """Return whether a node calls a function of such a name, or a method of `self`."""
    for each in ast.walk(node):
        match each:
            case ast.Call(func=ast.Name(id=name)) if name in names:
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)) if (
                name in names
            ):
                return True
    return False


def _may_be_left(loop: ast.For, bound: Collection[str]) -> bool:
    """Return whether a loop has a `return` or a `break`, but for those that a setting decides."""
    pending: list[tuple[ast.AST, bool]] = [(each, True) for each in loop.body]
    while pending:
        node, is_own = pending.pop()
        match node:
            case ast.Return():
                return True
            case ast.Break() if is_own:
                return True
            case ast.If(test=test, orelse=otherwise) if _is_setting(test, bound):
                pending += [(each, is_own) for each in otherwise]
                continue
        if isinstance(node, _FUNCTIONS):
            continue
        is_own = is_own and not isinstance(node, _LOOPS)
        pending += [(each, is_own) for each in _statements_of(node)]
    return False


def _statements_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements within a statement, those of handlers and cases too."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield each


def _is_setting(test: ast.expr, bound: Collection[str]) -> bool:
    """Return whether a condition is made of names that no loop binds."""
    nodes = list(ast.walk(test))
    return all(isinstance(each, _OF_SETTINGS) for each in nodes) and not any(
        isinstance(each, ast.Name) and each.id in bound for each in nodes
    )


def _names_bound_in_loops(tree: ast.Module) -> set[str]:
    return {
        each.id
        for loop in ast.walk(tree)
        if isinstance(loop, _LOOPS)
        for each in ast.walk(loop)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


def _wrap_iterable(loop: ast.For, level: int, wrap: Callable) -> None:
    """Wrap what a loop goes through, or what its `enumerate` or `zip` does."""
    match loop.iter:
        case ast.Call(func=ast.Name(id=name), args=[first, *rest]) if (
            name in _THROUGH_FIRST and not isinstance(first, ast.Starred)
        ):
            loop.iter.args = [_at(wrap(first, level), first), *rest]
        case through:
            loop.iter = _at(wrap(through, level), through)


def _at(made, old):
    """Return an expression or statement with the position of another one, maybe part of it."""
    within = set(map(id, ast.walk(old)))
    for node in ast.walk(made):
        if id(node) not in within and hasattr(node, "lineno"):
            ast.copy_location(node, old)
            node.end_lineno = node.lineno  # a statement before a loop is on its first line
            node.end_col_offset = node.col_offset
    return made
