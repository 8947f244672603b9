"""Rewriting of syntax that malt lacks: ``match``, ``else`` of loops, ``super()``.

Also private names (``self.__level``), which Python tells apart by the class that the text stands
in, and the names that a function within another one goes on seeing (:func:`seen_later`).
"""

from __future__ import annotations

import ast
import collections.abc
import itertools
from collections.abc import Callable, Iterator

from ..trace.trace import Unsupported
from .nodes import operator_call

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
# methods that keep what they are given
_KEEPS = frozenset(
    {"append", "appendleft", "add", "insert", "extend", "setdefault", "update", "register", "put"}
)


def needs_desugaring(node: ast.AST) -> bool:
    """Return whether :func:`desugared` has anything to do for a node of a tree.

    Examples
    --------
    >>> needs_desugaring(ast.Name("x")), needs_desugaring(ast.Name("__x"))
    (False, True)
    """
    kind = type(node)
    if kind is ast.Name:
        return node.id.startswith("__") or node.id == "super"
    if kind is ast.Attribute:
        return node.attr.startswith("__")
    if kind in _LOOPS:
        return bool(node.orelse)
    return kind in (ast.Try, ast.ExceptHandler, ast.Delete, ast.Match)


def desugared(node: ast.AST, function, copy_origin: Callable) -> ast.AST:
    """Return the tree of a function without what malt does not know.

    Parameters
    ----------
    node : ast.FunctionDef or ast.Lambda
    function : function
        That whose tree it is.
    copy_origin : callable
        Lets new nodes stand for the line of another node.

    Raises
    ------
    Unsupported
        For a pattern that has no other words.
    """
    return _Desugar(node, function, copy_origin).visit(node)


class _Desugar(ast.NodeTransformer):
    def __init__(self, node, function, copy_origin):
        self._taken = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        self._outside = {
            name
            for each in ast.walk(node)
            if isinstance(each, (ast.Global, ast.Nonlocal))
            for name in each.names
        }
        self._copy_origin = copy_origin
        self._has_class = "__class__" in function.__code__.co_freevars
        self._first: list[str | None] = []  # the first arguments of the functions it is in
        owners = [part for part in function.__qualname__.split(".")[:-1] if part != "<locals>"]
        self._owner = owners[-1].lstrip("_") if owners else ""

    def _unused_name(self, name: str) -> str:
        """Return the first of ``name_1``, ``name_2``, ... that is not taken, and take it."""
        found = next(f"{name}_{n}" for n in itertools.count(1) if f"{name}_{n}" not in self._taken)
        self._taken.add(found)
        return found

    def _place_at(self, node, statements: list) -> list:
        """Give new statements the line of the node that they stand in for, and return them."""
        for each in statements:
            ast.copy_location(each, node)
            ast.fix_missing_locations(each)
            self._copy_origin(node, each)
        return statements

    # private names and super()

    def _visit_function(self, node):
        """Visit a function with its first argument known, which ``super()`` needs."""
        arguments = [*node.args.posonlyargs, *node.args.args]
        self._first.append(arguments[0].arg if arguments else None)
        self.generic_visit(node)
        self._first.pop()
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _visit_function

    def visit_ClassDef(self, node):
        outer = self._owner, self._has_class
        self._owner, self._has_class = node.name.lstrip("_"), True
        self.generic_visit(node)
        self._owner, self._has_class = outer
        return node

    def _mangle_private_name(self, name: str) -> str:
        is_private = name.startswith("__") and not name.endswith("__") and "." not in name
        return f"_{self._owner}{name}" if is_private and self._owner else name

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if node.attr.startswith("__"):
            node.attr = self._mangle_private_name(node.attr)
        if node.attr == "__class__" and isinstance(node.ctx, ast.Load):
            return ast.copy_location(operator_call("class_of", node.value), node)
        return node

    def visit_Name(self, node):
        if node.id.startswith("__"):
            node.id = self._mangle_private_name(node.id)
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        is_super = isinstance(node.func, ast.Name) and node.func.id == "super"
        if is_super and not node.args and self._has_class and self._first[-1] is not None:
            node.args = [
                ast.copy_location(ast.Name(name, ast.Load()), node)
                for name in ("__class__", self._first[-1])
            ]
        return node

    # errors that have a name, and what leaves a ``finally``

    def visit_ExceptHandler(self, node):
        self.generic_visit(node)
        if node.name is not None:  # malt takes the name for a node
            name, node.name = node.name, None
            error = operator_call("current_error")
            node.body[:0] = self._place_at(node.body[0], [_assign_statement(name, error)])
        return node

    def visit_Try(self, node):
        self.generic_visit(node)
        for each in _statements_that_leave(node.finalbody):
            word = type(each).__name__.lower()
            raise Unsupported(f"line {each.lineno} has a `{word}` in a `finally`")
        return node

    # names that are deleted

    def visit_Delete(self, node):
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id in self._outside:
                raise Unsupported(f"line {node.lineno} deletes {target.id}, which others see")
        self.generic_visit(node)
        return node

    # loops with else

    def _rewrite_loop_else(self, node):
        """Rewrite a loop's ``else`` as an ``if`` behind it, by a flag that ``break`` sets."""
        self.generic_visit(node)
        if not node.orelse:
            return node
        otherwise, node.orelse = node.orelse, []
        breaks = list(_breaks_of_loop(node.body))
        if not breaks:
            return [node, *otherwise]
        left = self._unused_name("left")
        for block, at in reversed(breaks):
            block[at:at] = self._place_at(block[at], [_assign_statement(left, ast.Constant(True))])
        test = ast.UnaryOp(ast.Not(), ast.Name(left, ast.Load()))
        before = self._place_at(node, [_assign_statement(left, ast.Constant(False))])
        behind = self._place_at(otherwise[0], [ast.If(test, otherwise, [])])
        return [*before, node, *behind]

    visit_For = visit_While = _rewrite_loop_else

    # match

    def visit_Match(self, node):
        self.generic_visit(node)
        subject = self._unused_name("subject")
        rest: list = []
        for case in reversed(node.cases):
            test, bound = _pattern_test(case.pattern, ast.Name(subject, ast.Load()))
            binds = [_assign_statement(name, value) for name, value in bound]
            if case.guard is None:
                rest = self._place_at(case, [ast.If(test, [*binds, *case.body], rest)])
            elif not binds:
                test = ast.BoolOp(ast.And(), [test, case.guard])
                rest = self._place_at(case, [ast.If(test, case.body, rest)])
            else:  # what is captured stays so, whatever the guard says
                done = self._unused_name("matched")
                body = [_assign_statement(done, ast.Constant(True)), *case.body]
                inner = ast.If(test, [*binds, ast.If(case.guard, body, [])], [])
                statements = [_assign_statement(done, ast.Constant(False)), inner]
                if rest:
                    is_left = ast.UnaryOp(ast.Not(), ast.Name(done, ast.Load()))
                    statements.append(ast.If(is_left, rest, []))
                rest = self._place_at(case, statements)
        return [*self._place_at(node, [_assign_statement(subject, node.subject)]), *rest]

    def visit_match_case(self, node):
        self.generic_visit(node)
        for name in ("lineno", "end_lineno", "col_offset", "end_col_offset"):
            setattr(node, name, getattr(node.pattern, name))
        return node


def _assign_statement(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _breaks_of_loop(block: list) -> Iterator[tuple[list, int]]:
    """Yield (block, index) of each ``break`` that leaves the loop with this body."""
    for at, each in enumerate(block):
        if isinstance(each, ast.Break):
            yield block, at
        elif not isinstance(each, (*_FUNCTIONS, *_LOOPS, ast.ClassDef)):
            for inner in _blocks_of_statement(each):
                yield from _breaks_of_loop(inner)
        elif isinstance(each, _LOOPS):
            yield from _breaks_of_loop(each.orelse)


def _statements_that_leave(block: list) -> Iterator[ast.stmt]:
    """Yield the ``break``, ``continue`` and ``return`` statements that leave a block."""
    for each in block:
        if isinstance(each, (ast.Break, ast.Continue, ast.Return)):
            yield each
        elif not isinstance(each, (*_FUNCTIONS, ast.ClassDef)):
            for inner in _blocks_of_statement(each):
                for found in _statements_that_leave(inner):
                    if isinstance(found, ast.Return) or not isinstance(each, _LOOPS):
                        yield found


def _blocks_of_statement(statement: ast.AST) -> Iterator[list]:
    """Yield a statement's blocks, handlers' and cases' too; an empty list for one it has not."""
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for each in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield each.body


def _function_call(name: str, *args) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def _pattern_test(pattern: ast.pattern, subject: ast.expr) -> tuple[ast.expr, list]:
    """Return (test of a ``match`` pattern, [(name, value)] that it binds), or raise Unsupported."""
    tests: list[ast.expr] = []
    bound: list[tuple[str, ast.expr]] = []
    inner: list[tuple[ast.pattern, ast.expr]] = []
    match pattern:
        case ast.MatchValue(value):
            tests.append(ast.Compare(subject, [ast.Eq()], [value]))
        case ast.MatchSingleton(value):
            tests.append(ast.Compare(subject, [ast.Is()], [ast.Constant(value)]))
        case ast.MatchAs(part, name):
            inner += [] if part is None else [(part, subject)]
            bound += [] if name is None else [(name, subject)]
        case ast.MatchOr(parts):
            found = [_pattern_test(part, subject) for part in parts]
            if any(names for _, names in found):
                raise Unsupported("a pattern of several captures names")
            tests.append(ast.BoolOp(ast.Or(), [test for test, _ in found]))
        case ast.MatchSequence(parts):
            inner = _sequence_parts(parts, subject, tests, bound)
        case ast.MatchMapping(keys, parts, None):
            tests.append(operator_call("is_mapping", subject))
            for key, part in zip(keys, parts, strict=True):
                tests.append(ast.Compare(key, [ast.In()], [subject]))
                inner.append((part, ast.Subscript(subject, key, ast.Load())))
        case ast.MatchClass(cls, [], names, parts):
            tests.append(_function_call("isinstance", subject, cls))
            for name, part in zip(names, parts, strict=True):
                tests.append(_function_call("hasattr", subject, ast.Constant(name)))
                inner.append((part, ast.Attribute(subject, name, ast.Load())))
        case _:
            raise Unsupported(f"line {pattern.lineno} has a pattern that is not known")
    for part, value in inner:
        test, names = _pattern_test(part, value)
        bound += names
        if not (isinstance(test, ast.Constant) and test.value is True):
            tests.append(test)
    if not tests:
        return ast.Constant(True), bound
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests), bound


def _sequence_parts(parts, subject, tests: list, bound: list) -> list:
    """Add a sequence pattern's tests and starred name; return its (pattern, element) pairs."""
    stars = [at for at, part in enumerate(parts) if isinstance(part, ast.MatchStar)]
    least = ast.Constant(len(parts) - len(stars))
    tests.append(operator_call("is_sequence", subject))
    how = ast.GtE() if stars else ast.Eq()
    tests.append(ast.Compare(_function_call("len", subject), [how], [least]))
    found = []
    for at, part in enumerate(parts):
        behind = len(parts) - at
        if isinstance(part, ast.MatchStar):
            if part.name is not None:
                end = ast.Constant(1 - behind) if behind > 1 else None
                some = ast.Subscript(subject, ast.Slice(ast.Constant(at), end), ast.Load())
                bound.append((part.name, _function_call("list", some)))
            continue
        index = ast.Constant(-behind if stars and at > stars[0] else at)
        found.append((part, ast.Subscript(subject, index, ast.Load())))
    return found


def is_sequence(value) -> bool:
    """Return whether a pattern of several elements is looked for in a value."""
    return isinstance(value, collections.abc.Sequence) and not isinstance(
        value, (str, bytes, bytearray)
    )


def is_mapping(value) -> bool:
    return isinstance(value, collections.abc.Mapping)


# names that functions within a function see


def functions_in(node: ast.AST) -> list[ast.AST]:
    """Return a function and those within it."""
    return [each for each in ast.walk(node) if isinstance(each, _FUNCTIONS)]


def seen_later(function: ast.AST) -> set[str]:
    """Return the names of a function that functions within it may ask for after they have changed.

    Those see what a name stands for when they are called. A function that is called, or handed on,
    where it was made needs none of that.

    Examples
    --------
    >>> text = "def f():\\n for i in a:\\n  g.append(lambda: i + k)\\n  sorted(b, key=lambda x: j)"
    >>> sorted(seen_later(ast.parse(text).body[0]))
    ['i', 'k']
    """
    found: set[str] = set()
    for inner, parents in _functions_with_parents(function):
        if not _is_only_used_in_block(inner, parents, function):
            found |= _names_not_bound_inside(inner)
    return found


def _functions_with_parents(root) -> Iterator[tuple[ast.AST, list]]:
    """Yield each function within a function, with the list of nodes that it stands in."""
    pending: list[tuple[ast.AST, list]] = list(
        zip(ast.iter_child_nodes(root), itertools.repeat([root]))
    )
    while pending:
        node, parents = pending.pop()
        if isinstance(node, _FUNCTIONS):
            yield node, parents
        pending += zip(ast.iter_child_nodes(node), itertools.repeat([*parents, node]))


def _names_not_bound_inside(function) -> set[str]:
    """Return the names used in a function that no code in it binds, ``nonlocal`` ones included."""
    inside = [each for each in ast.walk(function) if isinstance(each, ast.Name)]
    own = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
    declared = {
        name for each in ast.walk(function) if isinstance(each, ast.Nonlocal) for name in each.names
    }
    own |= {each.id for each in inside if isinstance(each.ctx, ast.Store)} - declared
    return {each.id for each in inside} - own


def _is_called_or_passed(node, parent) -> bool:
    """Return whether a node is called, or an argument of a call that does not keep it."""
    if isinstance(parent, ast.keyword):
        return True  # e.g. `key=`
    if not isinstance(parent, ast.Call):
        return False
    keeps = isinstance(parent.func, ast.Attribute) and parent.func.attr in _KEEPS
    return parent.func is node or not keeps


def _is_only_used_in_block(inner, parents: list, root) -> bool:
    """Return whether a function is only called or passed on in the block that makes it."""
    parent = parents[-1]
    if isinstance(inner, ast.Lambda):
        if _is_called_or_passed(inner, parent):
            return True
        if not (isinstance(parent, ast.Assign) and len(parent.targets) == 1):
            return False
        target = parent.targets[0]
        if not isinstance(target, ast.Name):
            return False
        name, statement, owner = target.id, parent, parents[-2]
    else:
        name, statement, owner = inner.name, inner, parent
    block = next(
        (b for b in _blocks_of_statement(owner) if any(each is statement for each in b)), None
    )
    if block is None or inner is root:
        return False
    behind = block[[each is statement for each in block].index(True) + 1 :]
    uses = [n for n in ast.walk(root) if isinstance(n, ast.Name) and n.id == name]
    stores = sum(isinstance(n.ctx, ast.Store) for n in uses)
    if stores > isinstance(inner, ast.Lambda):
        return False
    handed_on = _called_or_passed_nodes(behind, name)
    return all(id(n) in handed_on for n in uses if isinstance(n.ctx, ast.Load))


def _called_or_passed_nodes(statements: list, name: str) -> set[int]:
    """Return the ids of a name's nodes that are called, or arguments of a call."""
    return {
        id(child)
        for statement in statements
        for node in ast.walk(statement)
        for child in ast.iter_child_nodes(node)
        if isinstance(child, ast.Name) and child.id == name and _is_called_or_passed(child, node)
    }
