"""Loops within watched functions, watched by themselves: a function called once has its time there.

A function whose loops go through ranges or arrays, or run until something holds, is given a second
body in which each of them is done elsewhere: by a function of the iterations that takes the names
of the loop from a namespace, and leaves them there. Eagerly they are its local names, as fast as
before; in the text that is compiled they are global names of that namespace, as in a loop at module
level.
"""

from __future__ import annotations

import ast
import builtins
import copy
import functools
import linecache
import opcode
import threading
import types
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..source.source_map import lines_before

_NOT_WITHIN = (
    ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Import,
    ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef,
    ast.ClassDef, ast.GeneratorExp, ast.AnnAssign, ast.Delete, ast.Match,
)  # fmt: skip
# what looks at names, or speaks: such a loop cannot be done elsewhere, or has nothing to gain
_NOT_CALLED = frozenset(
    {"exec", "eval", "locals", "vars", "dir", "globals", "super", "print", "input", "open"}
)
_LOOKS_AT_NAMES = frozenset({"exec", "eval", "locals", "vars", "dir"})
_LOOPS, _LOCALS, _NAMES, _KEEP = "_ivy_loops", "_ivy_locals", "_ivy_names", "_ivy_keep"
_FOUND, _ITERATIONS, _ITERATION, _FUNCTION = (
    "_ivy_found",
    "_ivy_iterations",
    "_ivy_iteration",
    "_ivy_loop",
)
# Python 3.11 has jumps that decide too: POP_JUMP_BACKWARD_IF_TRUE and its kin
_JUMPS_BACK = {
    code for name, code in opcode.opmap.items() if name == "FOR_ITER" or "JUMP_BACKWARD" in name
}
_OF_OPERANDS = frozenset({"zip", "enumerate"})  # handed over apart: what they hold is not known
_WITHOUT_END = "range(2**63 - 1)"  # what the iterations of a `while` loop are numbered by


def with_watched_loops(function: types.FunctionType, watch: Callable) -> types.FunctionType | None:
    """Return a function that does the same, its loops watched; None if it has none that can be.

    Parameters
    ----------
    function : function
    watch : callable
        Is given a loop as a function of what it goes through, its text, a name and its line;
        returns the function to call with that, or with ``zip`` or ``enumerate`` and its arguments,
        and may call that function for parts of the iterations in turn.
    """
    code = function.__code__
    if code.co_freevars or not _has_loops(code):
        return None
    held = map(function.__globals__.get, code.co_names)
    if any(getattr(each, "__ivy_trains__", False) for each in held):
        return None  # what its loops compute is a function already; the file may have other text
    lines = linecache.getlines(code.co_filename, function.__globals__)
    rebound, ends = _rebound_globals_and_ends("".join(lines))
    end = ends.get((code.co_name, code.co_firstlineno))
    if end is None:
        return None
    node = _parse_definition(lines, code.co_firstlineno, end)
    if any(map(_has_private_name, ast.walk(node))):
        return None  # compiled outside of its class, the body would read other attributes
    uses = _count_name_uses(node)
    loops: list[_SourceLoop] = []
    for block in list(_blocks_for_outermost_loops(node)):
        made: list[ast.stmt] = []
        for statement in block:
            if isinstance(statement, (ast.For, ast.While)):
                loop = _SourceLoop(statement, function, lines, rebound, uses)
                if loop.is_movable():
                    statement = loop.call(len(loops))
                    loops.append(loop)
            made += statement if isinstance(statement, list) else [statement]
        block[:] = made
    if not loops:
        return None
    return _function_with_replaced_loops(node, function, [_Runner(loop, watch) for loop in loops])


class LoopNames(NamedTuple):
    """Names in the text of a loop.

    Attributes
    ----------
    same : dict
        Pairs of names, the one that was bound last first, that stand for one object behind each
        iteration (``x = new``); and whether that is so too where the loop has been left early.
    targets : tuple of str
        Those that each iteration begins by binding.
    grown : tuple of str
        Those of outside that something is appended to.
    """

    same: dict[tuple[str, str], bool]
    targets: tuple[str, ...]
    grown: tuple[str, ...]


def names_of(function: types.FunctionType, text: str | None) -> LoopNames:
    """Analyse the names of a loop.

    Parameters
    ----------
    function : function
        A loop as a function of its iterations.
    text : str, optional
        That of the function, where its file holds another.
    """
    lines = linecache.getlines(function.__code__.co_filename, function.__globals__)
    rebound, ends = _rebound_globals_and_ends("".join(lines))
    try:
        if text is None:
            code = function.__code__
            end = ends[code.co_name, code.co_firstlineno]
            definition = _parse_definition(lines, code.co_firstlineno, end)
            rebound = frozenset()  # by the loop itself
        else:
            [definition] = ast.parse(text).body
        [loop] = [each for each in definition.body if isinstance(each, ast.For)]
    except (KeyError, ValueError, SyntaxError):
        return LoopNames({}, (), ())  # it is not what runs
    targets = tuple(n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name))
    same = (
        {} if _contains_node_of(loop, ast.Continue) else _names_of_same_object(loop.body, rebound)
    )
    return LoopNames(same, targets, tuple(_appended_names(loop) - _bound_names(loop)))


def _appended_names(loop: ast.AST) -> set[str]:
    """Return the names whose method ``append`` or ``extend`` a loop calls."""
    calls = (each.func for each in ast.walk(loop) if isinstance(each, ast.Call))
    return {
        each.value.id
        for each in calls
        if isinstance(each, ast.Attribute)
        and each.attr in ("append", "extend")
        and isinstance(each.value, ast.Name)
    }


def _names_of_same_object(
    body: list[ast.stmt], rebound: frozenset[str]
) -> dict[tuple[str, str], bool]:
    """Return {(x, y): holds after an early return too} for each ``x = y`` true behind ``body``."""
    bound = [_bound_names(each) for each in body]
    left = [at for at, each in enumerate(body) if _contains_node_of(each, ast.Return)]
    found = {}
    for at, each in enumerate(body):
        if not (isinstance(each, ast.Assign) and isinstance(each.value, ast.Name)):
            continue
        for target in each.targets:
            if not isinstance(target, ast.Name):
                continue
            pair = {target.id, each.value.id}
            if pair & rebound or any(pair & names for names in bound[at + 1 :]):
                continue
            first = next(index for index, names in enumerate(bound) if pair & names)
            found[target.id, each.value.id] = not any(first <= index <= at for index in left)
    return found


def _contains_node_of(node: ast.AST, kind: type) -> bool:
    return any(isinstance(each, kind) for each in ast.walk(node))


def _has_loops(code: types.CodeType) -> bool:
    """Return whether a code object jumps back, as in a loop; those inside of it do not count."""
    return not _JUMPS_BACK.isdisjoint(code.co_code[::2])


@functools.lru_cache(maxsize=8)
def _rebound_globals_and_ends(text: str) -> tuple[frozenset[str], dict[tuple[str, int], int]]:
    """Return a file's names in ``global``, and {(function, first line): last line}.

    These are few strings and numbers: a tree that stays would be thousands of objects, enough for
    one more collection of all that a framework holds.
    """
    rebound: set[str] = set()
    ends: dict[tuple[str, int], int] = {}
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return frozenset(), ends  # it is not what runs
    for each in ast.walk(tree):
        if isinstance(each, ast.Global):
            rebound.update(each.names)
        elif isinstance(each, ast.FunctionDef):
            first = min(node.lineno for node in (each, *each.decorator_list))
            ends[each.name, first] = each.end_lineno
    return frozenset(rebound), ends


def _parse_definition(lines: list[str], first: int, last: int) -> ast.FunctionDef:
    """Return the tree of a definition in some lines of a file, with the file's line numbers."""
    text = "".join(lines[first - 1 : last])
    if text.lstrip("\f")[0] not in " \t":
        [node] = ast.parse(text).body
        return ast.increment_lineno(node, first - 1)
    [block] = ast.parse(f"if True:\n{text}").body
    return ast.increment_lineno(block.body[0], first - 2)


def _has_private_name(node: ast.AST) -> bool:
    """Return whether a node has a name that means another one within its class: ``__x``."""
    name = getattr(node, "attr", getattr(node, "id", getattr(node, "arg", None)))
    return isinstance(name, str) and name.startswith("__") and not name.endswith("__")


def _blocks_for_outermost_loops(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a function in which its outermost loops can stand."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if not isinstance(block, list):
            continue
        for each in block:
            if isinstance(each, (ast.If, ast.With, ast.Try)):
                yield from _blocks_for_outermost_loops(each)
                for handler in getattr(each, "handlers", ()):
                    yield from _blocks_for_outermost_loops(handler)
        yield block


class _SourceLoop:
    """A loop of a function, as it stands in its file.

    Parameters
    ----------
    loop : ast.For or ast.While
    function : function
    lines : list of str
        Those of the file.
    rebound : frozenset of str
        Global names of the file that functions bind.
    uses : Counter
        How often each name is used in the function's definition.
    """

    def __init__(
        self, loop, function, lines: list[str], rebound: frozenset[str], uses: Counter[str]
    ):
        self.loop, self.function, self.lines, self._rebound = loop, function, lines, rebound
        locals_ = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
        used = dict.fromkeys(n.id for n in ast.walk(loop) if isinstance(n, ast.Name))
        self.names = [name for name in used if name in locals_]
        self.outer = [name for name in used if name not in locals_]
        bound, here = _bound_names(loop), _count_name_uses(loop)
        if _LOOKS_AT_NAMES.isdisjoint(function.__code__.co_names):
            # what only an iteration of the loop uses, behind where it binds it, need not come out
            bound -= {name for name in _names_bound_before_use(loop) if uses[name] == here[name]}
        self.bound = [name for name in self.names if name in bound]

    def is_movable(self) -> bool:
        """Return whether a function can do what the loop does."""
        loop, code = self.loop, self.function.__code__
        if loop.orelse or loop.body[0].lineno == loop.lineno:
            return False
        head = loop.iter if isinstance(loop, ast.For) else loop.test
        if head.lineno != head.end_lineno or head.end_lineno != loop.lineno:
            return False
        if isinstance(head, ast.Call) and isinstance(loop, ast.For):
            name = getattr(head.func, "id", None)
            if name not in {"range", *_OF_OPERANDS} or name in self.function.__globals__:
                return False
            if name in self.names:
                return False
        elif isinstance(loop, ast.For) and not isinstance(
            head, (ast.Name, ast.Attribute, ast.Subscript)
        ):
            return False
        for node in ast.walk(loop):
            if isinstance(node, _NOT_WITHIN) or _is_call_of_bare_name(node, _NOT_CALLED):
                return False
            if isinstance(node, (ast.For, ast.While)) and node.orelse and node is not loop:
                if any(isinstance(each, ast.Break) for each in ast.walk(node)):
                    return False
        return (
            not set(self.names).intersection(code.co_cellvars)
            and not self._rebound.intersection(self.outer)
            and len(self._header_lines()) < loop.lineno
        )

    def call(self, number: int) -> list[ast.stmt]:
        """Return the statements that replace the loop."""
        loop = self.loop
        head = _WITHOUT_END if isinstance(loop, ast.While) else ast.unparse(loop.iter)
        name, _, arguments = head.partition("(")
        if name in _OF_OPERANDS and arguments != ")":
            head = f"{name}, {arguments[:-1]}"
        text = f"{_FOUND} = {_LOOPS}[{number}].entered({_LOCALS}())\n"
        text += f"try:\n {_FOUND}({head})\nfinally:\n {_FOUND} = {_FOUND}.left()\n"
        text += "".join(f" if {n!r} in {_FOUND}: {n} = {_FOUND}[{n!r}]\n" for n in self.bound)
        made = ast.parse(text).body
        for statement in made:
            for node in ast.walk(statement):
                if hasattr(node, "lineno"):
                    ast.copy_location(node, loop)
                    node.end_lineno, node.end_col_offset = loop.lineno, loop.col_offset
        return made

    # as a function of its iterations

    def _header_lines(self) -> list[str]:
        """Return the lines before the loop's in its compiled text: ``def``, ``global``, ``for``."""
        loop = self.loop
        indent = self.lines[loop.lineno - 1][: -len(self.lines[loop.lineno - 1].lstrip())]
        header = [f"def {_FUNCTION}({_ITERATIONS}):\n"]
        if self.bound:
            header.append(f"{indent}global {', '.join(self.bound)}\n")
        if isinstance(loop, ast.While):
            header.append(f"{indent}for {_ITERATION} in {_ITERATIONS}:\n")
        return header

    def text(self) -> str:
        """Return the text of the function that is compiled, its lines where the file has them."""
        loop = self.loop
        lines = self.lines[loop.lineno - 1 : loop.end_lineno]
        indent = lines[0][: -len(lines[0].lstrip())]
        edits = [
            (n.lineno, n.col_offset, n.end_col_offset, "return True") for n in _breaks_of_loop(loop)
        ]
        if isinstance(loop, ast.For):
            edits.append((loop.lineno, loop.iter.col_offset, loop.iter.end_col_offset, _ITERATIONS))
        for line, start, end, new in sorted(edits, reverse=True):
            old = lines[line - loop.lineno].encode()
            lines[line - loop.lineno] = (old[:start] + new.encode() + old[end:]).decode()
        if isinstance(loop, ast.While):
            first = self.lines[loop.body[0].lineno - 1]
            test = lines[0].encode()[loop.test.col_offset : loop.test.end_col_offset].decode()
            inner = first[: -len(first.lstrip())]
            lines[0] = f"{inner}if not ({test}): return True\n"
        if not lines[-1].endswith("\n"):
            lines[-1] += "\n"
        header = self._header_lines()
        before = lines_before(loop.lineno - 1 - len(header))
        return f"{before}{''.join(header)}{''.join(lines)}{indent}return False\n"

    def code(self) -> types.CodeType:
        """Return the code of the function that runs eagerly: its names are local ones."""
        loop = copy.deepcopy(self.loop)
        for node in _breaks_of_loop(loop):
            node.__class__ = ast.Return
            node.value = ast.copy_location(ast.Constant(True), node)
        if isinstance(loop, ast.For):
            loop.iter = ast.copy_location(ast.Name(_ITERATIONS, ast.Load()), loop.iter)
            made = loop
        else:
            leave = ast.parse(f"if not {_ITERATION}: return True").body[0]
            for node in ast.walk(leave):
                if hasattr(node, "lineno"):
                    ast.copy_location(node, loop.test)
            leave.test.operand = loop.test
            target = ast.copy_location(ast.Name(_ITERATION, ast.Store()), loop)
            iterations = ast.copy_location(ast.Name(_ITERATIONS, ast.Load()), loop)
            made = ast.For(target, iterations, [leave, *loop.body], [])
            ast.copy_location(made, loop)
        text = f"def {_FUNCTION}({_ITERATIONS}):\n"
        text += "".join(f" if {n!r} in {_NAMES}: {n} = {_NAMES}[{n!r}]\n" for n in self.names)
        text += f" try:\n  pass\n finally:\n  {_KEEP}({_LOCALS}())\n return False\n"
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if hasattr(node, "lineno"):
                ast.copy_location(node, loop)
                node.end_lineno, node.end_col_offset = loop.lineno, loop.col_offset
        [function] = tree.body
        next(each for each in function.body if isinstance(each, ast.Try)).body = [made]
        code = compile(tree, self.function.__code__.co_filename, "exec", dont_inherit=True)
        return next(each for each in code.co_consts if isinstance(each, types.CodeType))


class _Runner:
    """Does a loop of a function, each time the function comes to it.

    Parameters
    ----------
    loop : _SourceLoop
    watch : callable
        As :func:`with_watched_loops` is given it.
    """

    def __init__(self, loop: _SourceLoop, watch: Callable):
        self._loop, self._code = loop, loop.code()
        self._namespace: dict = {}
        self._lock = threading.Lock()
        name = f"{loop.function.__qualname__}, loop"
        function = self._function_with_namespace(self._namespace)
        self._watched = watch(function, loop.text(), name, loop.loop.lineno)

    def entered(self, found: dict) -> _Visit:
        """Make the function that runs the loop once, with the names that the function has bound."""
        if self._lock.acquire(blocking=False):
            visit = _Visit(self._loop, self._namespace, self._watched, self._lock)
        else:  # the function calls itself, or another thread is at it
            namespace: dict = {}
            visit = _Visit(self._loop, namespace, self._function_with_namespace(namespace), None)
        visit.fill(found)
        return visit

    def _function_with_namespace(self, namespace: dict) -> types.FunctionType:
        """Return the loop as a function; fill ``namespace``, which becomes its globals."""
        bound = self._loop.bound

        def keep(found: dict) -> None:
            namespace.update({name: found[name] for name in bound if name in found})

        namespace.update({_NAMES: namespace, _KEEP: keep, _LOCALS: locals})
        namespace["__builtins__"] = builtins
        return types.FunctionType(self._code, namespace, _FUNCTION)


class _Visit:
    """One time that a function goes through a loop."""

    __slots__ = ("_function", "_lock", "_loop", "_namespace")

    def __init__(self, loop: _SourceLoop, namespace: dict, function: Callable, lock):
        self._loop, self._namespace = loop, namespace
        self._function, self._lock = function, lock

    def fill(self, found: dict) -> None:
        """Put in what the names of the loop mean: those of the function, and those about it."""
        namespace, outside = self._namespace, self._loop.function.__globals__
        for names, values in (self._loop.names, found), (self._loop.outer, outside):
            for name in names:
                if name in values:
                    namespace[name] = values[name]
                else:
                    namespace.pop(name, None)

    def __call__(self, iterations, *operands, **options) -> None:
        if self._lock is None:
            self._function(iterations(*operands, **options) if operands else iterations)
        else:
            self._function(iterations, *operands, **options)

    def left(self) -> dict:
        """List the names that the loop has bound; nothing of it is kept."""
        namespace = self._namespace
        found = {name: namespace[name] for name in self._loop.bound if name in namespace}
        for name in self._loop.names:
            namespace.pop(name, None)
        if self._lock is not None:
            self._lock.release()
        return found


def _breaks_of_loop(loop: ast.AST) -> Iterator[ast.Break]:
    """Yield the ``break`` statements that leave a loop itself, no inner one."""
    for block in (getattr(loop, name, ()) for name in ("body", "orelse", "finalbody", "handlers")):
        for each in block:
            if isinstance(each, ast.Break):
                yield each
            elif not isinstance(each, (ast.For, ast.While)):
                yield from _breaks_of_loop(each)


def _bound_names(loop: ast.AST) -> set[str]:
    """Return the names that a node assigns, in comprehensions by ``:=`` alone; no definitions."""
    found, pending = set(), [loop]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp)):
            found |= {n.target.id for n in ast.walk(node) if isinstance(n, ast.NamedExpr)}
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
        pending += ast.iter_child_nodes(node)
    return found


def _count_name_uses(node: ast.AST) -> Counter[str]:
    """Count how often each name is read, or augmented as by ``+=``."""
    found: Counter[str] = Counter()
    for each in ast.walk(node):
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
            found[each.target.id] += 1
        elif isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Store):
            found[each.id] += 1
    return found


def _names_bound_before_use(loop: ast.For | ast.While) -> set[str]:
    """Return names (not all) that no iteration can read as an earlier one left them."""
    return _names_bound_before_use_in(loop, "body", set(), _count_name_uses(loop))


def _names_bound_before_use_in(
    node: ast.AST, block_name: str, seen: set[str], uses: Counter[str]
) -> set[str]:
    """Return the names that a block of a statement binds before it can use them.

    Parameters
    ----------
    node, block_name
        The statement, and which of its blocks.
    seen : set of str
        Names that may have been bound, or used, in what comes before it in the same iteration.
    uses : Counter
        How often names are used in the loop.
    """
    known: set[str] = set()
    if block_name == "body" and isinstance(node, ast.For) and isinstance(node.target, ast.Name):
        known.add(node.target.id)
    if isinstance(node, ast.While):
        seen = seen | set(_count_name_uses(node.test)) | _bound_names(node.test)
    for each in getattr(node, block_name):
        used, bound = set(_count_name_uses(each)), _bound_names(each)
        if isinstance(each, ast.Assign):
            known |= bound - used - seen
        for block in ("body", "orelse", "finalbody"):
            if isinstance(getattr(each, block, None), list):
                here = _count_name_uses(ast.Module(getattr(each, block), []))
                inner = _names_bound_before_use_in(each, block, seen, uses)
                known |= {one for one in inner - seen if here[one] == uses[one]}
        seen = seen | used | bound
    return known


def _is_call_of_bare_name(node: ast.AST, names: frozenset[str]) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", None) in names


def _function_with_replaced_loops(node: ast.FunctionDef, like: types.FunctionType, loops: list):
    """Compile ``node`` (stripped in place) as ``like``; its replaced loops call ``loops``."""
    node.decorator_list, node.returns = [], None
    arguments = node.args
    arguments.defaults, arguments.kw_defaults = [], [None] * len(arguments.kwonlyargs)
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    for each in (*every, arguments.vararg, arguments.kwarg):
        if each is not None:
            each.annotation = None
    about = ast.parse(f"def about({_LOOPS}, {_LOCALS}):\n pass")
    about.body[0].body = [node]
    code = compile(about, like.__code__.co_filename, "exec", dont_inherit=True)
    for _ in range(2):
        code = next(each for each in code.co_consts if isinstance(each, types.CodeType))
    tools = {_LOOPS: loops, _LOCALS: locals}
    cells = tuple(types.CellType(tools[name]) for name in code.co_freevars)
    made = types.FunctionType(code, like.__globals__, like.__name__, like.__defaults__, cells)
    made.__kwdefaults__, made.__qualname__ = like.__kwdefaults__, like.__qualname__
    made.__doc__, made.__module__ = like.__doc__, like.__module__
    made.__dict__.update(vars(like))
    return made
