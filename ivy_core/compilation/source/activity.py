"""Names that statements read and bind, and those alive before and behind loops and branches.

The rules are those of diastatic-malt's analyses, on its control flow graphs, which converted code
depends on: what a loop carries follows from them. Elements (``x[i]``) are left out, as no loop
carries them; sets of names are ints, a bit a name.
"""

from __future__ import annotations

import ast
import functools
from collections import deque
from collections.abc import Callable, Iterable

from ..trace.trace import Unsupported


class Scope:
    """The names that a statement, or a block of them, reads and binds.

    Attributes
    ----------
    read, modified, bound, deleted, globals, nonlocals : set of str
        Names, and attributes of names: ``self.x``.
    """

    __slots__ = (
        "bound", "deleted", "globals", "is_isolated", "modified", "nonlocals", "parent", "read",
    )  # fmt: skip

    def __init__(self, parent: Scope | None, is_isolated: bool):
        self.parent, self.is_isolated = parent, is_isolated
        self.read, self.modified, self.bound, self.deleted = set(), set(), set(), set()
        self.globals, self.nonlocals = set(), set()

    def leave(self) -> Scope | None:
        """Tell the scope about it what is read and bound; return that."""
        parent = self.parent
        if parent is None:
            return None
        if self.is_isolated:
            parent.read |= self.read - self.bound
            return parent
        parent.read |= self.read
        parent.modified |= self.modified
        parent.bound |= self.bound
        parent.globals |= self.globals
        parent.nonlocals |= self.nonlocals
        return parent


@functools.cache
def inner_fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a class of nodes that may hold expressions or statements.

    Examples
    --------
    >>> inner_fields(ast.BinOp), inner_fields(ast.Name)
    (('left', 'right'), ())
    """
    if issubclass(kind, (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)):
        return ()
    skipped = {"ctx", "op", "ops", "id", "attr", "arg", "kind", "type_comment", "names", "name"}
    if kind in (ast.Import, ast.ImportFrom):
        skipped.discard("names")
    if kind is ast.Constant:
        skipped.add("value")
    return tuple([each for each in kind._fields if each not in skipped])


def dotted_name(node: ast.AST) -> str:
    """Return ``a.b.c`` of names and attributes of these; nothing for other expressions.

    Examples
    --------
    >>> dotted_name(ast.parse("np.linalg.norm", mode="eval").body)
    'np.linalg.norm'
    """
    if type(node) is ast.Name:
        return node.id
    if type(node) is ast.Attribute and (owner := dotted_name(node.value)):
        return f"{owner}.{node.attr}"
    return ""


def _owners(name: str) -> list[str]:
    """Return the names of what an attribute belongs to: ``a`` and ``a.b`` of ``a.b.c``."""
    parts = name.split(".")
    return [".".join(parts[:k]) for k in range(1, len(parts))]


class Activity:
    """The scopes of a function's statements and blocks, by their nodes.

    Parameters
    ----------
    node : ast.FunctionDef or ast.Lambda
    extra_test : callable
        Gives the test that a ``for`` loop has besides, or None.

    Attributes
    ----------
    own : dict
        The scopes of statements, of tests of ``if`` and ``while``, and of what ``for`` goes
        through.
    bodies, others, iterates, whole : dict
        Of blocks: bodies, those of ``else``, targets of loops, functions with their arguments.
    """

    def __init__(self, node: ast.AST, extra_test: Callable):
        self.own, self.bodies, self.others, self.iterates, self.whole = {}, {}, {}, {}, {}
        self._extra_test = extra_test
        self._scope = Scope(None, True)
        self._comprehensions: list[set[str]] = []  # their targets
        self._definitions: list[ast.AST] = []  # functions and classes that contain the node
        self._is_augmented = False
        self._visit(node)

    def _enter(self, is_isolated: bool = False) -> Scope:
        self._scope = Scope(self._scope, is_isolated)
        return self._scope

    def _leave(self) -> None:
        self._scope = self._scope.leave()

    def _visit(self, node: ast.AST) -> None:
        visit = _VISITS.get(type(node))
        if visit is not None:
            visit(self, node)
        else:
            self._visit_fields(node)

    def _visit_fields(self, node: ast.AST) -> None:
        for name in inner_fields(type(node)):
            value = getattr(node, name, None)
            if isinstance(value, list):
                self._visit_all(value)
            elif isinstance(value, ast.AST):
                self._visit(value)

    def _visit_all(self, nodes: Iterable) -> None:
        for each in nodes:
            if each is not None:
                self._visit(each)

    def _track(self, name: str, context, owner: str = "") -> None:
        """Note that a name is read or bound; ``owner`` is one that changes with it."""
        for targets in self._comprehensions:
            if name in targets or not targets.isdisjoint(_owners(name)):
                return
        scope = self._scope
        if isinstance(context, ast.Load):
            scope.read.add(name)
        elif isinstance(context, ast.Del):
            scope.read.add(name)
            scope.bound.add(name)
            scope.deleted.add(name)
        elif self._comprehensions:
            self._comprehensions[-1].add(name)
        else:
            scope.modified.add(name)
            scope.bound.add(name)
            if owner:
                scope.modified.add(owner)
            if self._is_augmented:
                scope.read.add(name)

    def _name(self, node: ast.Name) -> None:
        self._track(node.id, node.ctx)

    def _attribute(self, node: ast.Attribute) -> None:
        self._visit(node.value)
        name = dotted_name(node)
        if name:
            is_own = name.rpartition(".")[0] == "self" and self._is_in_constructor()
            self._track(name, node.ctx, "self" if is_own else "")

    def _is_in_constructor(self) -> bool:
        """Return whether the node stands in the ``__init__`` of a class in the function."""
        if len(self._definitions) < 2:
            return False
        outer, inner = self._definitions[-2:]
        is_method = isinstance(outer, ast.ClassDef) and isinstance(inner, ast.FunctionDef)
        return is_method and inner.name == "__init__"

    def _statement(self, node: ast.AST) -> None:
        self.own[node] = self._enter()
        self._visit_fields(node)
        self._leave()

    def _augmented(self, node: ast.AugAssign) -> None:
        self.own[node] = self._enter()
        self._is_augmented = True
        self._visit(node.target)
        self._is_augmented = False
        self._visit(node.value)
        self._leave()

    def _alias(self, node: ast.alias) -> None:
        name = node.name.partition(".")[0] if node.asname is None else node.asname
        self._scope.modified.add(name)
        self._scope.bound.add(name)

    def _global(self, node: ast.Global) -> None:
        self.own[node] = scope = self._enter()
        scope.read.update(node.names)
        scope.globals.update(node.names)
        self._leave()

    def _nonlocal(self, node: ast.Nonlocal) -> None:
        self.own[node] = scope = self._enter()
        scope.read.update(node.names)
        scope.bound.update(node.names)
        scope.nonlocals.update(node.names)
        self._leave()

    def _block(self, node: ast.AST, block: list, scopes: dict) -> None:
        scopes[node] = self._enter()
        self._visit_all(block)
        self._leave()

    def _branch_or_while(self, node: ast.If | ast.While) -> None:
        self.own[node.test] = self._enter()
        self._visit(node.test)
        self._leave()
        self._block(node, node.body, self.bodies)
        self._block(node, node.orelse, self.others)

    def _for(self, node: ast.For) -> None:
        self.own[node.iter] = self._enter()
        self._visit(node.target)
        self._visit(node.iter)
        self._leave()
        self.iterates[node] = self._enter()
        self._visit(node.target)
        test = self._extra_test(node)
        if test is not None:
            self._statement(test)
        self._leave()
        self._block(node, node.body, self.bodies)
        self._block(node, node.orelse, self.others)

    def _with(self, node: ast.With) -> None:
        self.bodies[node] = self._enter()
        self._visit_fields(node)
        self._leave()

    def _handler(self, node: ast.ExceptHandler) -> None:
        self._enter()
        self._visit_fields(node)
        self._leave()

    def _comprehension(self, node: ast.AST) -> None:
        self._comprehensions.append(set())
        self._visit_all(node.generators)
        for name in ("key", "value", "elt"):
            if hasattr(node, name):
                self._visit(getattr(node, name))
        self._comprehensions.pop()

    def _generator(self, node: ast.comprehension) -> None:
        self._visit(node.iter)
        self._visit(node.target)
        self._visit_fields(node)

    def _named(self, node: ast.NamedExpr) -> None:
        self._visit(node.value)
        # a comprehension has it bound outside
        before, self._comprehensions = self._comprehensions, []
        self._visit(node.target)
        self._comprehensions = before

    def _class(self, node: ast.ClassDef) -> None:
        self._definitions.append(node)
        self.own[node] = scope = self._enter()
        self._visit_all([*node.decorator_list, *node.bases, *node.keywords])
        scope.modified.add(node.name)
        scope.bound.add(node.name)
        self._leave()
        self._enter(True)
        self._visit_fields(node)
        self._leave()
        self._definitions.pop()

    def _arguments(self, arguments: ast.arguments) -> None:
        own = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        own += [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
        self._scope.bound.update([each.arg for each in own])

    def _function(self, node: ast.FunctionDef | ast.Lambda) -> None:
        is_lambda = isinstance(node, ast.Lambda)
        self._definitions.append(node)
        self.own[node] = scope = self._enter()
        self._visit_all([] if is_lambda else node.decorator_list)
        self._visit_all([*node.args.kw_defaults, *node.args.defaults])
        self._arguments(node.args)
        if not is_lambda:
            scope.modified.add(node.name)
            scope.bound.add(node.name)
        self._leave()
        self.whole[node] = self._enter(True)
        self.own[node.args] = self._enter()
        self._arguments(node.args)
        self._leave()
        self.bodies[node] = body = self._enter()
        if is_lambda:
            self._visit(node.body)
            self.own.setdefault(node.body, body)
        else:
            self._visit_all(node.body)
        self._leave()
        self._leave()
        self._definitions.pop()


_VISITS = {
    ast.Name: Activity._name,
    ast.Attribute: Activity._attribute,
    ast.AugAssign: Activity._augmented,
    ast.alias: Activity._alias,
    ast.Global: Activity._global,
    ast.Nonlocal: Activity._nonlocal,
    ast.If: Activity._branch_or_while,
    ast.While: Activity._branch_or_while,
    ast.For: Activity._for,
    ast.With: Activity._with,
    ast.ExceptHandler: Activity._handler,
    ast.comprehension: Activity._generator,
    ast.NamedExpr: Activity._named,
    ast.ClassDef: Activity._class,
    **dict.fromkeys((ast.FunctionDef, ast.Lambda), Activity._function),
    **dict.fromkeys(
        (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp), Activity._comprehension
    ),
    **dict.fromkeys(
        (ast.Import, ast.ImportFrom, ast.Expr, ast.Raise, ast.Return, ast.Assign, ast.Delete,
         ast.Assert, ast.withitem),
        Activity._statement,
    ),
}  # fmt: skip


class Flow:
    """The names that are defined and alive about the loops and branches of a function.

    Parameters
    ----------
    graphs : dict
        malt's control flow graphs by functions.
    activity : Activity
    """

    def __init__(self, graphs: dict, activity: Activity):
        self._graphs, self._activity = graphs, activity
        self._bits: dict = {}  # of names and of functions
        self._masks: dict = {}  # of scopes: read, killed, defined
        self._results: dict = {}  # by function: what is defined behind a node, what is alive before
        self._owners = {
            statement: function
            for function, graph in graphs.items()
            for statement in graph.stmt_prev
        }
        self._reaching: dict = {}  # by function: the functions that its definition can see
        for function in reversed(graphs):  # malt lists inner functions before outer ones
            if not isinstance(function, ast.Lambda):  # which holds no statements
                self._analyze(function)

    def defined_before(self, statement: ast.AST) -> set[str]:
        """Return the names that may be defined where a loop or branch begins."""
        function = self._function_of(statement)
        defined, _ = self._results[function]
        found = 0
        for node in self._graphs[function].stmt_prev[statement]:
            found |= defined.get(node, 0)
        return self._names(found)

    def alive_before(self, statement: ast.AST, first: ast.AST) -> set[str]:
        """Return the names that are read later than ``first``, which a statement begins with."""
        function = self._function_of(statement)
        return self._names(self._results[function][1].get(self._graphs[function].index[first], 0))

    def alive_behind(self, statement: ast.AST) -> set[str]:
        """Return the names that are read behind a loop or branch."""
        function = self._function_of(statement)
        found = 0
        for node in self._graphs[function].stmt_next[statement]:
            found |= self._results[function][1].get(node, 0)
        return self._names(found)

    def _function_of(self, statement: ast.AST) -> ast.AST:
        found = self._owners.get(statement)
        if found is None:
            raise Unsupported(f"line {statement.lineno} has a loop or branch in a class")
        return found

    def _mask(self, keys: Iterable) -> int:
        bits, found = self._bits, 0
        for each in keys:
            bit = bits.get(each)
            if bit is None:
                bit = bits[each] = 1 << len(bits)
            found |= bit
        return found

    def _names(self, mask: int) -> set[str]:
        return {each for each, bit in self._bits.items() if mask & bit}

    def _masks_of(self, node) -> tuple[int, int, int]:
        """Return the names that a node of a graph reads, those it ends, and those it defines."""
        found = self._masks.get(node)
        if found is None:
            scope = self._activity.own.get(node.ast_node)
            if scope is None:
                found = 0, 0, 0
            else:
                killed = self._mask(scope.modified | scope.deleted)
                defined = self._mask((scope.bound | scope.globals) - scope.deleted)
                found = self._mask(scope.read), killed, defined
            self._masks[node] = found
        return found

    def _analyze(self, function: ast.AST) -> None:
        graph = self._graphs[function]
        defined: dict = {}
        alive: dict = {}
        reaching = self._functions_reaching(function, graph)

        def define(node) -> bool:
            _, killed, new = self._masks_of(node)
            before = 0
            for each in node.prev:
                before |= defined.get(each, 0)
            found = new | (before & ~killed)
            changed, defined[node] = found != defined.get(node, 0), found
            return changed

        def revive(node) -> bool:
            read, killed, _ = self._masks_of(node)
            behind = 0
            for each in node.next:
                behind |= alive.get(each, 0)
            found = read | (behind & ~killed) | reaching.get(node, 0)
            changed, alive[node] = found != alive.get(node, 0), found
            return changed

        _go_through([graph.entry], lambda node: node.next, define)
        _go_through(list(graph.exit), lambda node: node.prev, revive)
        self._results[function] = defined, alive

    def _functions_reaching(self, function: ast.AST, graph) -> dict:
        """Return by nodes the free names of the functions that may be called there."""
        outer = self._reaching.get(function, frozenset())
        inner = [each for each in graph.index if isinstance(each, (ast.FunctionDef, ast.Lambda))]
        if not outer and not inner:
            return {}
        behind: dict = {}
        before: dict = {}

        def reach(node) -> bool:
            old = behind.get(node, frozenset())
            found = outer if node is graph.entry else old
            for each in node.prev:
                found |= behind.get(each, frozenset())
            before[node] = found
            if isinstance(node.ast_node, (ast.FunctionDef, ast.Lambda)):
                found |= {node.ast_node}
            behind[node] = found
            return found != old

        _go_through([graph.entry], lambda node: node.next, reach)
        for each in inner:
            self._reaching[each] = before.get(graph.index[each], frozenset())
        whole = self._activity.whole
        # a lambda is taken to be called where it stands alone
        return {
            node: self._mask(
                name
                for each in found
                if isinstance(each, ast.FunctionDef)
                for name in whole[each].read - whole[each].bound
            )
            for node, found in before.items()
            if node.ast_node in self._activity.own
        }


def _go_through(nodes: list, following: Callable, visit: Callable) -> None:
    """Visit the nodes of a graph until none of them changes; each that can be reached once."""
    pending, seen = deque(nodes), set()
    while pending:
        node = pending.popleft()
        seen.add(node)
        changed = visit(node)
        for each in following(node):
            if changed or each not in seen:
                pending.append(each)
