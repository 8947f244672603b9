"""Loops at module level that can be put into functions, to be compiled while they run.

A loop becomes a function that says ``global`` for every name it binds, so that each name means what
it meant before; what it goes through is handed in, so that the rounds of a range, of an array, of
``zip`` and ``enumerate`` of such can be done in parts; anything else is gone through at once. The
iterations of a ``while`` loop are those of an endless range, and the function
returns when the condition no longer holds: that is looked at once a round, as before.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from transpile.rewrite.outlining import Outlined, outlined
from transpile.rewrite.syntax import Module, dotted, is_of_operands

_LOOKS_AT_NAMES = frozenset({"exec", "eval", "locals", "vars", "dir", "globals"})
_SPEAKS = frozenset({"print", "input", "open", "breakpoint", "exit", "quit"})


def outlined_loops(
    module: Module, used: Collection[str], notes: list[tuple[int, str]]
) -> Iterator[Outlined]:
    """Yield the loops of a module that can be functions; `notes` gets why others cannot.

    Examples
    --------
    >>> module = Module("for i in range(3):\\n    x[i] += 1\\nwhile x[0]:\\n    x -= 1\\n", "a.py")
    >>> for loop in outlined_loops(module, set(), []):
    ...     print(loop.function, end=f"{loop.name}({loop.goes_through})\\n")
    def _loop(rounds):
        global i
        for i in rounds:
            x[i] += 1
    _loop(range(3))
    def _loop_2(rounds):
        global x
        for _round in rounds:
            if not x[0]: return True
            x -= 1
        return False
    _loop_2(range(2**63 - 1))
    """
    taken = set(used)
    for loop in _module_level_loops(module.tree):
        if module.is_kept(loop):
            continue
        reason = _reason_to_keep(loop)
        if reason is not None:
            notes.append((loop.lineno, f"the loop is not compiled: {reason}"))
            continue
        name = _free_name("_loop", taken)
        taken.add(name)
        rounds = _free_name("rounds", taken)
        yield outlined(module, loop, name, rounds, _free_name("_round", taken))


def _free_name(name: str, taken: Collection[str]) -> str:
    """Return ``name``, or the first of ``name_2``, ``name_3``, ... that is not taken."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def _module_level_loops(tree: ast.Module) -> Iterator[ast.For | ast.While | ast.AsyncFor]:
    """Yield the outermost loops at module level, those of the block for scripts among them."""
    for statement in tree.body:
        if isinstance(statement, ast.For | ast.While | ast.AsyncFor):
            yield statement
        elif isinstance(statement, ast.If) and _is_main_test(statement.test):
            for inner in statement.body:
                if isinstance(inner, ast.For | ast.While | ast.AsyncFor):
                    yield inner


def _is_main_test(test: ast.expr) -> bool:
    """Return whether an ``if`` tests ``__name__ == "__main__"``, written in this order."""
    match test:
        case ast.Compare(ast.Name("__name__"), [ast.Eq()], [ast.Constant("__main__")]):
            return True
    return False


def _reason_to_keep(loop: ast.stmt) -> str | None:
    """Return why a loop stays as it is; None if it need not."""
    found = None
    for node in ast.walk(loop):
        match node:
            case ast.Await() | ast.AsyncFor() | ast.AsyncWith() | ast.Yield() | ast.YieldFrom():
                return f"line {node.lineno} waits or yields" if node is not loop else "it waits"
            case ast.Import() | ast.ImportFrom():
                return f"line {node.lineno} imports"
            case ast.Delete() if any(isinstance(each, ast.Name) for each in node.targets):
                return f"line {node.lineno} deletes a name"
            case ast.AnnAssign(target=ast.Name()):
                return f"line {node.lineno} annotates a name"
            case ast.Global():
                return f"line {node.lineno} declares names"
            case ast.For(orelse=[_, *_]) | ast.While(orelse=[_, *_]):
                return "it has an else" if node is loop else f"line {node.lineno} has an else"
            case ast.Call(func=ast.Name(id=name)) if name in _LOOKS_AT_NAMES:
                return f"line {node.lineno} calls {name}()"
            case ast.Call(func=ast.Name(id=name)) if name in _SPEAKS:
                found = f"line {node.lineno} calls {name}()"
    if found is not None:
        return found
    if isinstance(loop, ast.While) or is_of_operands(loop.iter):
        return None
    if isinstance(loop.iter, ast.Name | ast.Attribute | ast.Subscript):
        return None  # perhaps an array
    if not (isinstance(loop.iter, ast.Call) and dotted(loop.iter.func) == "range"):
        return "it goes through no range, and nothing that may be an array"
    return None
