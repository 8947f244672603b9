"""Loops and branches as calls: ``for``, ``while`` and ``if`` whose blocks are functions.

Each hands over its blocks, a function that gives what the names stand for that it carries, and one
that binds them anew::

    def get_state():
        return (total,)
    def set_state(vars_):
        nonlocal total
        total, = vars_
    def loop_body(itr):
        nonlocal total
        i = itr
        total = total + i
    ag__.for_stmt(range(n), None, loop_body, get_state, set_state, ("total",), {...})
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from .activity import Activity, Flow, Scope
from .nodes import (
    assignment,
    function,
    located,
    name,
    operator_call,
    place_all_at,
    variable,
    without_parameters,
)

_BLOCKS = "body", "handlers", "orelse", "finalbody"


class ControlFlow:
    """Rewrites the loops and branches of a function.

    A global name is carried out of each block that binds it, and so is a name that a function
    within sees later: elsewhere those that are not read again are the block's own.

    Parameters
    ----------
    activity : Activity
    flow : Flow
    new_name : callable
        Gives a name like a given one that is not taken.
    extra_test : callable
        Gives the test that a ``for`` loop has besides, or None.
    seen : set of str
        The names that functions within see later.
    """

    def __init__(
        self, activity: Activity, flow: Flow, new_name: Callable, extra_test: Callable,
        seen: set[str],
    ):  # fmt: skip
        self._activity, self._flow, self._seen = activity, flow, seen
        self._new_name, self._extra_test = new_name, extra_test
        self._functions: list[Scope] = []  # of the functions that contain the statement

    def rewrite(self, node: ast.FunctionDef) -> None:
        """Rewrite the statements of a function, and those of functions within."""
        self._functions.append(self._activity.bodies[node])
        node.body = self._block(node.body, node)
        self._functions.pop()

    def _block(self, statements: list, owner: ast.AST) -> list:
        found: list = []
        for each in statements:
            if getattr(each, "lineno", None) is None:  # of no line of the source's own
                located(each, owner)
            rewrite = _REWRITES.get(type(each))
            if type(each) is ast.FunctionDef:
                self.rewrite(each)
            else:
                self._inner_blocks(each)
            found += [each] if rewrite is None else rewrite(self, each)
        return found

    def _inner_blocks(self, statement: ast.stmt) -> None:
        for field in _BLOCKS:
            block = getattr(statement, field, None)
            if block:
                setattr(statement, field, self._block(block, statement))

    # what a block carries

    def _carried(self, statement: ast.stmt, first: ast.AST, modified: set[str]) -> tuple:
        """Return the names and attributes that a block carries, and how many come out of it.

        Also those of its names that may be undefined before.
        """
        flow, scope = self._flow, self._functions[-1]
        alive, behind = flow.alive_before(statement, first), flow.alive_behind(statement)
        names = {each for each in modified if "." not in each}
        basic = names & (alive | behind | scope.nonlocals | scope.globals | self._seen)
        attributes = {each for each in modified - names if each.partition(".")[0] in alive}
        undefined = names - flow.defined_before(statement) - scope.globals - scope.nonlocals
        inputs = (basic & alive) - behind
        carried = sorted(basic | attributes, key=lambda each: (each in inputs, each))
        return carried, sorted(undefined), len(carried) - len(inputs)

    def _declarations(self, names: list[str]) -> list[ast.stmt]:
        """Return the statements that say that names are those of the function, or global."""
        of_module = sorted(self._functions[-1].globals.intersection(names))
        others = [each for each in names if "." not in each and each not in of_module]
        found: list[ast.stmt] = [ast.Global(of_module)] if of_module else []
        return found + ([ast.Nonlocal(others)] if others else [])

    def _state_functions(self, names: list[str], getter: str, setter: str) -> list[ast.stmt]:
        """Return the functions that give what names stand for, and bind them."""
        if not names:
            given = ast.Tuple([], ast.Load())
            return [
                function(getter, [], [ast.Return(given)]),
                function(setter, ["block_vars"], [ast.Pass()]),
            ]
        values = [_read(each) for each in names]
        targets = [variable(each, ast.Store()) for each in names]
        bound = ast.Assign([ast.Tuple(targets, ast.Store())], name("vars_"))
        return [
            function(getter, [], [ast.Return(ast.Tuple(values, ast.Load()))]),
            function(setter, ["vars_"], [*self._declarations(names), bound]),
        ]

    # statements

    def _assembled(self, node: ast.stmt, functions: list, undefined: list, call: ast.Call) -> list:
        """Return all statements that stand for one: definitions, stand-ins for names, the call."""
        stand_ins = [
            assignment(each, operator_call("Undefined", ast.Constant(each))) for each in undefined
        ]
        found = [*functions, *stand_ins, ast.Expr(call)]
        for each in found:
            located(each, node)
        place_all_at(node, call)
        return found

    def _if(self, node: ast.If) -> list:
        bodies, others = self._activity.bodies[node], self._activity.others[node]
        carried, undefined, count = self._carried(node, node.test, bodies.bound | others.bound)
        getter, setter = self._new_name("get_state"), self._new_name("set_state")
        state = self._state_functions(carried, getter, setter)
        body, otherwise = self._new_name("if_body"), self._new_name("else_body")
        declared = self._declarations(carried)
        functions = [
            *state,
            function(body, [], [*declared, *node.body]),
            function(otherwise, [], [*declared, *(node.orelse or [ast.Pass()])]),
        ]
        names = [name(each) for each in (body, otherwise, getter, setter)]
        call = operator_call("if_stmt", node.test, *names, _texts(carried), ast.Constant(count))
        return self._assembled(node, functions, undefined, call)

    def _while(self, node: ast.While) -> list:
        written = written_arrays(node.body)
        carried, undefined, _ = self._carried(node, node.test, self._activity.bodies[node].bound)
        getter, setter = self._new_name("get_state"), self._new_name("set_state")
        state = self._state_functions(carried, getter, setter)
        body, test = self._new_name("loop_body"), self._new_name("loop_test")
        functions = [
            *state,
            function(body, [], [*self._declarations(carried), *node.body]),
            function(test, [], [ast.Return(node.test)]),
        ]
        names = [name(each) for each in (test, body, getter, setter)]
        options = ast.Dict([ast.Constant("written")], [_texts(written)])
        call = operator_call("while_stmt", *names, _texts(carried), options)
        return self._assembled(node, functions, undefined, call)

    def _for(self, node: ast.For) -> list:
        written = written_arrays(node.body)
        modified = self._activity.bodies[node].bound | self._activity.iterates[node].bound
        carried, undefined, _ = self._carried(node, node.iter, modified)
        getter, setter = self._new_name("get_state"), self._new_name("set_state")
        state = self._state_functions(carried, getter, setter)
        declared, test, tests = self._declarations(carried), ast.Constant(None), []
        extra = self._extra_test(node)
        if extra is not None:
            test = name(self._new_name("extra_test"))
            tests = [function(test.id, [], [*declared, ast.Return(extra)])]
        item, body = self._new_name("itr"), self._new_name("loop_body")
        first = ast.Assign([node.target], name(item))
        place_all_at(node, first)
        functions = [*state, function(body, [item], [*declared, first, *node.body]), *tests]
        keys = [ast.Constant("written"), ast.Constant("iterate_names")]
        options = ast.Dict(keys, [_texts(written), ast.Constant(ast.unparse(node.target))])
        names = [name(each) for each in (body, getter, setter)]
        call = operator_call("for_stmt", node.iter, test, *names, _texts(carried), options)
        return self._assembled(node, functions, undefined, call)


_REWRITES = {ast.If: ControlFlow._if, ast.While: ControlFlow._while, ast.For: ControlFlow._for}


def _read(text: str) -> ast.expr:
    """Return the expression of a name; of an attribute one that may find nothing."""
    value = variable(text, ast.Load())
    if "." not in text:
        return value
    return operator_call("ldu", without_parameters(value), ast.Constant(text))


def _texts(texts: list[str]) -> ast.Tuple:
    return ast.Tuple([ast.Constant(each) for each in texts], ast.Load())


def written_arrays(statements: list) -> list[str]:
    """List the names whose arrays a block writes to and does not bind, in the source's order.

    Examples
    --------
    >>> written_arrays(ast.parse("x[0] = y[1]; z += 1; w = x; w[0] = 2").body)
    ['x', 'z']
    """
    found, bound, pending = {}, set(), statements[::-1]
    while pending:
        node = pending.pop()
        inner, target = list(ast.iter_child_nodes(node)), None
        is_stored = isinstance(getattr(node, "ctx", None), ast.Store)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            target, inner = node.target, [node.value]
        elif isinstance(node, ast.Name) and is_stored:
            bound.add(node.id)
        elif isinstance(node, ast.Subscript) and is_stored or getattr(node, "arg", "") == "out":
            target = getattr(node, "value", None)  # of `out=` too, where no parameter is meant
        if isinstance(target, ast.Name):
            found[target.id] = None
        pending += inner[::-1]
    return [each for each in found if each not in bound]
