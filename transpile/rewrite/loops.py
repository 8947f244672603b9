"""Loops at module level, put into functions that can be compiled while they run.

A loop becomes a function that says ``global`` for every name it binds, so that each name means what
it meant before; what it goes through is handed in, so that the rounds can be done in parts.
"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import libcst as cst

from transpile.rewrite.syntax import Module, dotted

_LOOKS_AT_NAMES = frozenset({"exec", "eval", "locals", "vars", "dir", "globals"})
_SPEAKS = frozenset({"print", "input", "open", "breakpoint", "exit", "quit"})


@dataclass(frozen=True, slots=True)
class Outlined:
    """A loop in a function.

    Attributes
    ----------
    loop : ast.For
        What it was.
    name : str
        What the function is called.
    function : str
        The function's text, its first line the one with ``def``, with the loop's indentation.
    header : int
        How many of its lines come before the loop.
    indent : str
        The loop's indentation.
    end : int
        Its last line, comments that belong to it by their indentation among it.
    """

    loop: ast.For
    name: str
    function: str
    header: int
    indent: str
    end: int


def outlined_loops(
    module: Module, used: Collection[str], notes: list[tuple[int, str]]
) -> Iterator[Outlined]:
    """Yield the loops of a module that can be functions; `notes` gets why others cannot.

    Examples
    --------
    >>> module = Module("for i in range(3):\\n    x[i] += 1\\n", "a.py")
    >>> [loop] = outlined_loops(module, set(), [])
    >>> print(loop.function, end="")
    def _loop(rounds):
        global i
        for i in rounds:
            x[i] += 1
    """
    taken = set(used)
    for loop in _loops(module.tree):
        if module.is_kept(loop):
            continue
        reason = _obstacle(loop)
        if reason is not None:
            if reason:
                notes.append((loop.lineno, f"the loop is not compiled: {reason}"))
            continue
        name = _free("_loop", taken)
        taken.add(name)
        yield _outlined(module, loop, name, _free("rounds", taken))


def _free(name: str, taken: Collection[str]) -> str:
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def _loops(tree: ast.Module) -> Iterator[ast.For | ast.While | ast.AsyncFor]:
    """Yield the outermost loops at module level, those of the block for scripts among them."""
    for statement in tree.body:
        if isinstance(statement, ast.For | ast.While | ast.AsyncFor):
            yield statement
        elif isinstance(statement, ast.If) and _is_for_scripts(statement.test):
            for inner in statement.body:
                if isinstance(inner, ast.For | ast.While | ast.AsyncFor):
                    yield inner


def _is_for_scripts(test: ast.expr) -> bool:
    match test:
        case ast.Compare(left=ast.Name("__name__"), comparators=[ast.Constant("__main__")]):
            return True
    return False


def _obstacle(loop: ast.stmt) -> str | None:
    """Return why a loop stays as it is; "" if it has nothing to gain, None if it need not stay."""
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
    if isinstance(loop, ast.While):
        return "it is a while loop, whose rounds cannot be counted"
    if not (isinstance(loop.iter, ast.Call) and dotted(loop.iter.func) == "range"):
        return "it does not go through a range"
    return None


def _outlined(module: Module, loop: ast.For, name: str, rounds: str) -> Outlined:
    start = module.line_starts[loop.lineno - 1]
    place, _ = module.span(loop)
    indent = module.text[start:place]
    end = _end(module, loop)
    text = module.text[start : module.line_end(end)] + "\n"
    tree = cst.parse_module(f"if True:\n{text}" if indent else text)
    block = tree.body[0].body if indent else tree
    node = block.body[0]
    breaks = _BreaksReturn()
    body = node.with_changes(body=node.body.visit(breaks), iter=cst.Name(rounds), leading_lines=())
    last = [cst.SimpleStatementLine([cst.Return(cst.Name("False"))])] if breaks.found else []
    names = _bound(loop)
    first = [cst.SimpleStatementLine([_global(names)])] if names else []
    function = cst.FunctionDef(
        name=cst.Name(name),
        params=cst.Parameters([cst.Param(cst.Name(rounds))]),
        body=cst.IndentedBlock([*first, body, *last]),
    )
    new = tree.with_deep_changes(block, body=[function]).code
    if indent:
        new = new.partition("\n")[2]
    return Outlined(loop, name, new, 1 + len(first), indent, end)


def _end(module: Module, loop: ast.For) -> int:
    end = line = loop.end_lineno
    while line < len(module.line_starts):
        line += 1
        text = module.line(line)
        stripped = text.lstrip()
        if stripped and not (
            stripped.startswith("#") and len(text) - len(stripped) > loop.col_offset
        ):
            break
        if stripped:
            end = line
    return end


def _global(names: Collection[str]) -> cst.Global:
    return cst.Global([cst.NameItem(cst.Name(name)) for name in names])


def _bound(loop: ast.For) -> list[str]:
    """Return the names that a loop binds at module level, in the order of the text."""
    table = symtable.symtable(ast.unparse(loop), "<loop>", "exec")
    names = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned()}
    # what `:=` in a comprehension binds is bound around it
    names |= {node.target.id for node in ast.walk(loop) if isinstance(node, ast.NamedExpr)}
    order = [
        node.id if isinstance(node, ast.Name) else node.name
        for node in ast.walk(loop)
        if isinstance(node, ast.Name) or isinstance(getattr(node, "name", None), str)
    ]
    return [*dict.fromkeys(n for n in order if n in names), *sorted(names - set(order))]


class _BreaksReturn(cst.CSTTransformer):
    """Has the ``break`` of a loop say, by what its function returns, that no round is to follow."""

    def __init__(self) -> None:
        super().__init__()
        self.found = False

    def visit_For(self, node: cst.For) -> bool:
        return False  # a `break` within is its own

    def visit_While(self, node: cst.While) -> bool:
        return False

    def leave_Break(self, original_node: cst.Break, updated_node: cst.Break) -> cst.Return:
        self.found = True
        return cst.Return(cst.Name("True"), semicolon=original_node.semicolon)
