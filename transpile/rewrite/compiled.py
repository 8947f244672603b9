"""Have functions of a module compiled: those that are named, or those that are worth it.

In a text, ``@ivy_core.compile`` is put above what is named; ``auto`` puts a line behind definitions
where statements follow, which has the module's functions watched, and outlines loops at module
level. In a tree that is going to run the same is done, and no statement moves from its line.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from transpile.errors import TranspileError
from transpile.frameworks import CORE
from transpile.rewrite.acting_steps import acting_steps
from transpile.rewrite.counted_loops import count_loops
from transpile.rewrite.loops import outlined_loops
from transpile.rewrite.scopes import names_used
from transpile.rewrite.syntax import NEWLINE, Edit, Module, dotted, is_of_operands
from transpile.rewrite.training_steps import training_steps

if TYPE_CHECKING:
    from transpile.rewrite.acting_steps import ActingStep
    from transpile.rewrite.outlining import Outlined
    from transpile.rewrite.training_steps import TrainingStep

AUTO = "auto"
WATCH = "compile_automatically"
_LOOPS_AHEAD = "__import__('ivy_core.compilation.auto.loops_ahead', fromlist=[''])"
_MOST_GUESSES = 3
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def check_names(names: Iterable[str]) -> None:
    """Raise a `TranspileError` unless `names` can name functions.

    Examples
    --------
    >>> check_names(["advance", "Plate.step"])
    >>> check_names(["advance", "2nd"])
    Traceback (most recent call last):
        ...
    transpile.errors.TranspileError: --compile: '2nd' cannot name a function
    """
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")):
            raise TranspileError(f"--compile: {name!r} cannot name a function")


def functions(tree: ast.Module) -> dict[str, list[_Function]]:
    """Return the functions of a module by their names: ``f``, ``Class.method``, ``f.inner``.

    Examples
    --------
    >>> sorted(functions(ast.parse("class A:\\n    def f(self): pass\\ndef g(): pass")))
    ['A.f', 'g']
    """
    found: dict[str, list[_Function]] = {}
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, prefix = pending.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = prefix + child.name
                if not isinstance(child, ast.ClassDef):
                    found.setdefault(name, []).append(child)
                pending.append((child, f"{name}."))
            elif not isinstance(child, ast.expr):
                pending.append((child, prefix))
    return found


def _unknown_name_error(name: str, known: Collection[str], file: str) -> TranspileError:
    """Return the error for the name of an unknown function, with the closest known names."""
    import difflib

    guesses = difflib.get_close_matches(name, sorted(known), n=_MOST_GUESSES, cutoff=0.5)
    guesses += [each for each in sorted(known) if each.rpartition(".")[2] == name]
    guesses = list(dict.fromkeys(guesses))[:_MOST_GUESSES]
    hint = f"; did you mean {' or '.join(guesses)}?" if guesses else ""
    return TranspileError(f"--compile: no function {name!r}{hint}", file=file)


def compile_functions(
    module: Module,
    names: Collection[str],
    core: str,
    newline: str,
    notes: list[tuple[int, str]],
    *,
    check: bool = True,
) -> list[Edit]:
    """Return the edits that have functions of a module compiled.

    Parameters
    ----------
    module : Module
        The module.
    names : collection of str
        The functions, or ``auto``.
    core : str
        What the module calls the core.
    newline : str
        What ends its lines.
    notes : list of (int, str)
        It gets the loops that stay as they are, and why.
    check : bool, optional
        Whether ``auto`` compares what compiled functions do with what they did before.
    """
    if AUTO not in names:
        return list(_decorate_edits(module, names, core, newline))
    if any(_is_watch_statement(statement) for statement in module.tree.body):
        return []
    edits = []
    used = names_used(module.tree)
    steps = _steps(module, used)
    for step in steps:
        # one within another stands in that one's function, as text
        if not any(step is not each and _is_within(step, each) for each in steps):
            edits += _outline_step_edits(module, step, core, newline, check)
    for loop in outlined_loops(module, used, notes):
        if any(loop.loop.lineno <= each.first_line <= loop.end for each in steps):
            continue
        decorator = f"{core}.{WATCH}(in_parts=True{'' if check else ', check=False'})"
        edits.append(_outline_loop_edit(module, loop, decorator, newline))
    options = "" if check else ", check=False"
    for last in _last_definitions(module.tree):
        place = module.line_end(last.end_lineno)
        edits.append(Edit(place, place, f"{newline * 3}{core}.{WATCH}(__name__{options})"))
    return edits


def _steps(module: Module, used: Collection[str]) -> list[TrainingStep | ActingStep]:
    """Find the statements in loops that become functions: steps of training, and of acting."""
    training = training_steps(module, used)
    lines = {at for each in training for at in range(each.first_line, each.last_line + 1)}
    acting = acting_steps(module, {*used, *[each.name for each in training]}) if training else []
    return [*training, *[each for each in acting if each.first_line not in lines]]


def check_found(names: Collection[str], trees: Collection[ast.Module], file: str) -> None:
    """Raise a `TranspileError` for the first of `names` that no module has a function of.

    Examples
    --------
    >>> check_found(["advanse"], [ast.parse("def advance(): pass")], "sim.py")
    Traceback (most recent call last):
        ...
    transpile.errors.TranspileError: sim.py: --compile: no function 'advanse'; did you mean advance?
    """
    if AUTO not in names:
        known = {name for tree in trees for name in functions(tree)}
        for name in names:
            if name not in known:
                raise _unknown_name_error(name, known, file)


def _last_definitions(tree: ast.Module) -> list[ast.stmt]:
    """Return the last definition before each run of statements with calls, and the very last."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    found: list[ast.stmt] = []
    last, is_called = None, False
    for statement in tree.body:
        if isinstance(statement, kinds):
            if is_called:
                found.append(last)
            last, is_called = statement, False
        elif last is not None:
            is_called = is_called or any(isinstance(node, ast.Call) for node in ast.walk(statement))
    return found if last is None else [*found, last]


def _is_watch_statement(statement: ast.stmt) -> bool:
    """Return whether a statement calls, or its first decorator is, ``compile_automatically``."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))) if name == WATCH:
            return True
        case ast.FunctionDef(decorator_list=[ast.Call(func=ast.Attribute(attr=name)), *_]) if (
            name == WATCH
        ):
            return True
    return False


def _outline_loop_edit(module: Module, found: Outlined, decorator: str, newline: str) -> Edit:
    """Return the edit that puts a loop's decorated function, and its call, in the loop's place."""
    start, end = module.line_starts[found.loop.lineno - 1], module.line_end(found.end)
    blank = newline * 2 if not found.indent else newline
    above = [module.line(line).strip() for line in range(1, found.loop.lineno)]
    wanted = 1 if found.indent else 2  # empty lines
    while wanted and above and not above.pop():
        wanted -= 1
    before = newline * (wanted if found.loop.lineno > 1 else 0)
    function = newline.join(NEWLINE.split(found.function.rstrip("\r\n")))
    new = (
        f"{before}{found.indent}@{decorator}{newline}{function}{newline}{blank}"
        f"{found.indent}{found.name}({found.goes_through})"
    )
    return Edit(start, end, new)


def _is_within(step: TrainingStep | ActingStep, other: TrainingStep | ActingStep) -> bool:
    return other.first_line <= step.first_line and step.last_line <= other.last_line


def _outline_step_edits(
    module: Module, step: TrainingStep | ActingStep, core: str, newline: str, check: bool
) -> list[Edit]:
    """Return the edits that put a step's function above, and its call in its place."""
    options = f", attributes={step.attributes!r}" if step.attributes else ""
    options += "" if check else ", check=False"
    options = f"trains=True{options}" if step.trains else options.removeprefix(", ")
    decorator = f"@{core}.{WATCH}({options})"
    function = newline.join(step.readable_source(module).splitlines())
    about = next(each for each in module.tree.body if each.end_lineno >= step.first_line)
    first = min(node.lineno for node in (about, *getattr(about, "decorator_list", ())))
    place = module.line_starts[first - 1]
    start, end = module.line_starts[step.first_line - 1], module.line_end(step.last_line)
    indent = module.text[start : module.span(step.block[step.start])[0]]
    call = [f"{indent}{line}" for line in step.call().splitlines()]
    call += step.moved_lines(module)
    if step.skipped:
        call = _lines_of_choice(module, step, indent, call)
        if call is None:
            return []
    if step.trains:
        call += [f"{indent}{line}" for line in step.lines_behind(module)]
    call = newline.join(call)
    return [
        Edit(place, place, f"{decorator}{newline}{function}{newline * 3}"),
        Edit(start, end, call),
    ]


def _lines_of_choice(
    module: Module, step: TrainingStep, indent: str, call: list[str]
) -> list[str] | None:
    """Return the lines that run a step as it is written, or its ``call``; None if none can."""
    written = [module.line(line) for line in range(step.first_line, step.last_line + 1)]
    unit = "\t" if indent.endswith("\t") else "    "

    def moved_in(lines: Iterable[str]) -> list[str]:
        return [indent + unit + line.removeprefix(indent) if line.strip() else "" for line in lines]

    inside, behind = moved_in(written), moved_in(call)
    for before, after in ((written, inside), (call, behind)):
        trees = [ast.parse("\n".join(["if 1:", *lines])) for lines in (before, after)]
        if ast.dump(trees[0]) != ast.dump(trees[1]):  # a text of several lines would be another one
            return None
    test = ast.unparse(step.as_written())
    return [f"{indent}if {test}:", *inside, f"{indent}else:", *behind]


def _decorate_edits(
    module: Module, names: Collection[str], core: str, newline: str
) -> Iterator[Edit]:
    """Yield the edits that put ``@core.compile`` above named functions that exist and lack it."""
    known = functions(module.tree)
    for function in [each for name in names for each in known.get(name, ())]:
        if not _has_compile_decorator(function, module.tree):
            place = module.line_starts[function.lineno - 1]
            start, _ = module.span(function)
            yield Edit(place, place, f"{module.text[place:start]}@{core}.compile{newline}")


def compile_tree(tree: ast.Module, module: Module, names: Collection[str], options: str) -> None:
    """Have functions of a parsed module compiled, every statement left on its line.

    Parameters
    ----------
    tree : ast.Module
        What is going to run: the tree of the rewritten text, changed in place.
    module : Module
        The rewritten text itself.
    names : collection of str
        The functions, or ``auto``.
    options : str
        Further arguments of the line that has functions watched, as text.
    """
    core = f"__import__({CORE!r})"
    if AUTO not in names:
        _decorate_tree(tree, names, core)
        return
    watch = f"{core}.{WATCH}"
    definitions = _last_definitions(tree)
    used = names_used(tree)
    steps = _steps(module, used)
    training = [each.name for each in steps if each.trains]
    outlined = set()
    for found in outlined_loops(module, used, []):
        if not any(found.loop.lineno <= each.first_line <= found.end for each in steps):
            _outline_loop_in_tree(tree, found, watch, options)
            outlined.add(found.name)
    for step in steps:
        _outline_step_in_tree(tree, module, step, watch, options)
    if training:
        count_loops(tree, training, outlined, _counted, _begun)
    for last in definitions:
        call = ast.parse(f"{watch}(__name__{options})").body[0]
        _set_position(call, last.end_lineno, 0)
        tree.body.insert(tree.body.index(last) + 1, call)


def _counted(through: ast.expr, level: int) -> ast.expr:
    """Return the expression that counts the iterations of what a loop goes through."""
    call = ast.parse(f"{_LOOPS_AHEAD}.counted(0, {level})", mode="eval").body
    call.args[0] = through
    return call


def _begun(level: int) -> ast.stmt:
    """Return the statement before a loop whose number of iterations is not known."""
    return ast.parse(f"{_LOOPS_AHEAD}.begin_unknown({level})").body[0]


def _outline_loop_in_tree(tree: ast.Module, found: Outlined, watch: str, options: str) -> None:
    """Put a loop's function, and its call, in the loop's place; ``options``: ", key=value"."""
    line = found.loop.lineno
    # The function's text, each line of the loop where the file has it, for who converts it.
    above = line - found.header - 1 - bool(found.indent)
    # a loop at the beginning of a file: its text lies lower, as the first line says
    before = "\n" * above if above >= 0 else f"# moved down by {1 - above} lines\n"
    source = before + ("if True:\n" if found.indent else "") + found.function
    parsed = ast.parse(source)
    if above < 0:
        _shift_lines_up(parsed, 1 - above)
    [function] = parsed.body[0].body if found.indent else parsed.body
    inner = next(each for each in function.body if isinstance(each, ast.For))
    body, at = _find_loop_block(tree, line)
    loop = body[at]
    shift = inner.col_offset - loop.col_offset
    if isinstance(loop, ast.While):  # its body stands a level deeper
        shift = inner.body[-1].col_offset - loop.body[-1].col_offset
    for node in ast.walk(function):
        if hasattr(node, "col_offset"):
            node.col_offset = max(0, node.col_offset - shift)
            node.end_col_offset = max(0, node.end_col_offset - shift)
    if isinstance(loop, ast.While):
        condition = inner.body[0]
        _set_position(condition, line, loop.col_offset)
        condition.test.operand = loop.test
    decorator = ast.parse(f"{watch}(in_parts=True, source={source!r}{options})", mode="eval").body
    _set_position(decorator, line, loop.col_offset)
    function.decorator_list = [decorator]
    function.lineno = line
    call = ast.parse(f"{found.name}({found.goes_through})").body[0]
    first = loop.test if isinstance(loop, ast.While) else loop.iter
    for node in ast.walk(call):
        if hasattr(node, "lineno"):
            ast.copy_location(node, first)
    if isinstance(loop, ast.For):
        call.value.args = [loop.iter]
        if is_of_operands(loop.iter):
            call.value.args = [loop.iter.func, *loop.iter.args]
            call.value.keywords = loop.iter.keywords
    body[at : at + 1] = [function, call]


def _outline_step_in_tree(
    tree: ast.Module, module: Module, step: TrainingStep | ActingStep, watch: str, options: str
) -> None:
    """Put a step's function above the statement it is within, and its call in its place."""
    source = step.source(module)
    [function] = ast.parse(source).body
    block, first = _find_block(tree, step.first_line)
    count = step.end - step.start
    moved = [each.lineno for each in step.moved]
    behind = [each for each in block[first : first + count] if each.lineno in moved]
    call = ast.parse(step.call())
    for node in ast.walk(call):
        if hasattr(node, "lineno"):
            ast.copy_location(node, block[first])
    made = [*call.body, *behind]
    if step.skipped:
        made = [ast.If(step.as_written(), block[first : first + count], copy.deepcopy(made))]
        ast.copy_location(made[0], block[first])
        for node in ast.walk(made[0].test):
            if hasattr(node, "lineno") or isinstance(node, ast.BoolOp):
                ast.copy_location(node, block[first])
    block[first : first + count] = made
    about = next(at for at, each in enumerate(tree.body) if each.end_lineno >= step.first_line)
    if step.attributes:
        options = f", attributes={step.attributes!r}{options}"
    trains = "trains=True, " if step.trains else ""
    made = f"{watch}({trains}source={source!r}{options})"
    decorator = ast.parse(made, mode="eval").body
    _set_position(decorator, function.lineno, 0)
    function.decorator_list = [decorator]
    function.is_made = True
    tree.body.insert(about, function)


def _find_block(tree: ast.Module, line: int) -> tuple[list[ast.stmt], int]:
    """Return the block with the outermost statement that begins a line, and its index there.

    Others begin on it as well: what follows in `loss = f(x); loss.backward()`, and the body of
    `if ready: x = f(x)`.
    """
    for node in ast.walk(tree):  # from the outside inwards
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            for at, each in enumerate(block if isinstance(block, list) else ()):
                # a step's function begins on the line above the step, where another step may begin
                if isinstance(each, ast.stmt) and each.lineno == line:
                    if not hasattr(each, "is_made"):
                        return block, at
    raise LookupError(f"line {line} begins no statement")


def _shift_lines_up(tree: ast.AST, lines: int) -> None:
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            node.lineno = max(1, node.lineno - lines)
            node.end_lineno = max(1, node.end_lineno - lines)


def _find_loop_block(tree: ast.Module, line: int) -> tuple[list[ast.stmt], int]:
    """Return the block at module level that contains a loop, and the loop's index in it."""
    for body in _module_blocks(tree):
        for at, statement in enumerate(body):
            if isinstance(statement, ast.For | ast.While) and statement.lineno == line:
                return body, at
    raise LookupError(f"line {line} begins no loop")


def _module_blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Yield the module's body and those of its ``if``s, without what follows ``else``."""
    yield tree.body
    for statement in tree.body:
        if isinstance(statement, ast.If):
            yield statement.body


def _decorate_tree(tree: ast.Module, names: Collection[str], core: str) -> None:
    """Put ``@core.compile`` in the tree on named functions that exist and lack it, innermost."""
    known = functions(tree)
    for function in [each for name in names for each in known.get(name, ())]:
        if not _has_compile_decorator(function, tree):
            first = min(node.lineno for node in (function, *function.decorator_list))
            decorator = ast.parse(f"{core}.compile", mode="eval").body
            _set_position(decorator, first, function.col_offset)
            function.decorator_list.append(decorator)


def _set_position(tree: ast.AST, line: int, column: int) -> None:
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            node.lineno = node.end_lineno = line
            node.col_offset = node.end_col_offset = column


def _has_compile_decorator(function: _Function, tree: ast.Module) -> bool:
    """Return whether a function has ``compile`` of a core imported anywhere in the tree."""
    cores = set()
    for statement in ast.walk(tree):
        if isinstance(statement, ast.Import):
            names = [alias for alias in statement.names if alias.name == CORE]
            cores.update(f"{alias.asname or CORE}.compile" for alias in names)
        elif isinstance(statement, ast.ImportFrom) and statement.module == CORE:
            names = [alias for alias in statement.names if alias.name == "compile"]
            cores.update(alias.asname or alias.name for alias in names)
    decorators = [
        each.func if isinstance(each, ast.Call) else each for each in function.decorator_list
    ]
    return any(dotted(each) in cores for each in decorators)
