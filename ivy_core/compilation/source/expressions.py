"""Expressions as calls of the operators that ``trace/statements.py`` defines.

====================  =========================================================
source                converted
====================  =========================================================
``f(x, key=y)``       ``ag__.converted_call(f, (x,), dict(key=y), fscope)``
``a if c else b``     ``ag__.if_exp(c, lambda: a, lambda: b, "")``
``a and not b``       ``ag__.and_(lambda: a, lambda: ag__.not_(b))``
``a < b < c``         ``ag__.and_(lambda: a < b, lambda: b < c)``
``x``                 ``ag__.ld(x)``
``x[i, 1:]``          ``ag__.get_item(x, (i, ag__.slice_(1, None, None)))``
``x[i] = y``          ``ag__.set_item(x, i, y)``
====================  =========================================================

All of it in one walk: a node is rewritten when what is in it has been.
"""

from __future__ import annotations

import ast

from .activity import dotted_name, inner_fields
from .nodes import (
    assignment,
    located,
    name,
    operator_call,
    stored,
    without_parameters,
)

# not converted: they look at the frame that calls them
_DEBUGGERS = frozenset({"pdb.set_trace", "ipdb.set_trace", "breakpoint"})
_COMPARED_AS_THEY_ARE = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
_UNPACKED = frozenset({ast.Tuple, ast.List})
_OF_CONSTANTS = frozenset({ast.Constant, ast.Slice, ast.Tuple, ast.UnaryOp, ast.USub, ast.Load})
# raised for what values are, where a program goes on
_ERRORS_OF_VALUES = frozenset(
    {"LinAlgError", "IndexError", "ZeroDivisionError", "FloatingPointError", "ArithmeticError",
     "OverflowError"}
)  # fmt: skip


class Expressions:
    """Rewrites the expressions of a function, and statements for what is in them."""

    def __init__(self):
        self._scope = ""  # name of the scope of the function about it, which calls are handed
        self._converts_calls = self._loads_names = True
        self._temporaries = 0

    def rewrite(self, node: ast.AST) -> ast.AST:
        """Return a function whose expressions are rewritten."""
        return self._visit(node)

    def _visit(self, node: ast.AST):
        visit = _VISITS.get(type(node))
        if visit is not None:
            return visit(self, node)
        self._visit_fields(node)
        return node

    def _visit_fields(self, node: ast.AST) -> None:
        for field in inner_fields(type(node)):
            value = getattr(node, field, None)
            if isinstance(value, list):
                if value:
                    setattr(node, field, self._visit_all(value))
            elif isinstance(value, ast.AST):
                setattr(node, field, self._visit(value))

    def _visit_all(self, nodes: list) -> list:
        found: list = []
        for each in nodes:
            if isinstance(each, ast.AST):
                each = self._visit(each)
            if type(each) is list:
                found += each
            else:
                found.append(each)
        return found

    # functions and calls

    def _function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.decorator_list = self._visit_all(node.decorator_list)
        self._defaults(node.args)
        before = self._scope
        self._scope = getattr(node, "scope_name", before)
        node.body = self._visit_all(node.body)
        self._scope = before
        return node

    def _defaults(self, parameters: ast.arguments) -> None:
        parameters.defaults = self._visit_all(parameters.defaults)
        parameters.kw_defaults = self._visit_all(parameters.kw_defaults)

    def _lambda(self, node: ast.Lambda) -> ast.Lambda:
        self._defaults(node.args)
        before = self._scope
        self._scope = getattr(node, "scope_name", before)
        node.body = self._visit(node.body)
        self._scope = before
        return node

    def _call(self, node: ast.Call) -> ast.Call:
        called = dotted_name(node.func)
        self._visit_fields(node)
        is_own = called.startswith(("ag__.", f"{self._scope}."))
        if is_own or called in _DEBUGGERS or not self._converts_calls:
            return node
        keywords: ast.expr = ast.Constant(None)
        if node.keywords:
            keywords = ast.Call(name("dict"), [], node.keywords)
        return operator_call(
            "converted_call", node.func, _positional(node.args), keywords, name(self._scope)
        )

    # names

    def _name(self, node: ast.Name) -> ast.expr:
        is_read = self._loads_names and hasattr(node, "is_original")
        return operator_call("ld", node) if is_read and type(node.ctx) is ast.Load else node

    def _delete(self, node: ast.Delete):
        self._visit_fields(node)
        names = [each for each in node.targets if isinstance(each, ast.Name)]
        if not names:
            return node
        found: list[ast.stmt] = [
            assignment(each.id, operator_call("Undefined", ast.Constant(each.id))) for each in names
        ]
        others = [each for each in node.targets if each not in names]
        found += [ast.Delete(others)] if others else []
        return [located(each, node) for each in found]

    def _augmented(self, node: ast.AugAssign):
        target = node.target
        if isinstance(target, ast.Name):
            before, self._loads_names = self._loads_names, False
            node.value = self._visit(node.value)
            self._loads_names = before
            read = assignment(target.id, operator_call("ld", name(target.id)))
            return [located(read, node), node]
        node.target, node.value = self._visit(target), self._visit(node.value)
        if not isinstance(target, ast.Subscript) or _is_constant_index(target.slice):
            return node
        operator = ast.Constant(type(node.op).__name__)
        index = _index_expression(target.slice)
        call = operator_call("augment_item", target.value, index, node.value, operator)
        return located(ast.Expr(call), node)

    # conditions

    def _if_expression(self, node: ast.IfExp) -> ast.Call:
        self._visit_fields(node)
        sides = [without_parameters(node.body), without_parameters(node.orelse)]
        return operator_call("if_exp", node.test, *sides, ast.Constant(""))

    def _unary(self, node: ast.UnaryOp) -> ast.expr:
        node.operand = self._visit(node.operand)
        return operator_call("not_", node.operand) if type(node.op) is ast.Not else node

    def _logical(self, node: ast.BoolOp) -> ast.Call:
        values = self._visit_all(node.values)
        if getattr(node, "is_truth", False):
            pairs = zip(node.values, values, strict=True)
            values = [_truth_of_list(before, x) for before, x in pairs]
        *others, found = values
        operator = "and_" if type(node.op) is ast.And else "or_"
        for each in reversed(others):
            found = operator_call(operator, without_parameters(each), without_parameters(found))
        return found

    def _comparison(self, node: ast.Compare) -> ast.expr:
        self._visit_fields(node)
        left, found = node.left, None
        for operator, right in zip(node.ops, node.comparators, strict=True):
            one = _compared(left, operator, right)
            if found is not None:
                one = operator_call("and_", without_parameters(found), without_parameters(one))
            left, found = right, one
        return found

    # subscripts

    def _subscript(self, node: ast.Subscript) -> ast.expr:
        self._visit_fields(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        if not _is_constant_index(node.slice):
            return operator_call("get_item", node.value, _index_expression(node.slice))
        if isinstance(node.slice, ast.Slice):
            return operator_call("get_slice", node.value, _index_expression(node.slice))
        if _is_constant_int(node.slice):
            return operator_call("get_element", node.value, node.slice)
        return node

    def _assign(self, node: ast.Assign):
        self._visit_fields(node)
        kinds = set(map(type, node.targets))
        if not _UNPACKED.isdisjoint(kinds):
            node.value = _readable(node.value)
        if kinds == {ast.Name} or not any(map(_has_computed_index, node.targets)):
            return node
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript):
            return located(ast.Expr(_set_item_call(node.targets[0], node.value)), node)
        self._temporaries = 0
        statements = self._assignment_statements(node.targets, node.value)
        return [located(each, node) for each in statements]

    def _assignment_statements(self, targets: list, value: ast.expr) -> list:
        """Return the statements that assign one value to several targets, from left to right."""
        temporary = self._new_temporary_name()
        statements: list = [assignment(temporary, value)]
        for target in targets:
            value = name(temporary)
            if not _has_computed_index(target):
                statements.append(ast.Assign([target], value))
            elif isinstance(target, ast.Subscript):
                statements.append(ast.Expr(_set_item_call(target, value)))
            else:
                statements += self._unpacking_statements(target, value)
        return statements

    def _unpacking_statements(self, target: ast.Tuple | ast.List, value: ast.expr) -> list:
        """Return the statements that unpack a value: all of it first, then element by element."""
        elements, statements = [], []
        for each in target.elts:
            is_starred = isinstance(each, ast.Starred)
            inner = each.value if is_starred else each
            temporary = self._new_temporary_name()
            taken = stored(temporary)
            elements.append(ast.Starred(taken, ast.Store()) if is_starred else taken)
            if isinstance(inner, ast.Subscript) and _has_computed_index(inner):
                statements.append(ast.Expr(_set_item_call(inner, name(temporary))))
            elif _has_computed_index(inner):
                statements += self._unpacking_statements(inner, name(temporary))
            else:
                statements.append(ast.Assign([inner], name(temporary)))
        return [ast.Assign([ast.Tuple(elements, ast.Store())], value), *statements]

    def _new_temporary_name(self) -> str:
        self._temporaries += 1
        return f"ag__value_{self._temporaries}"

    # iterations, errors and contexts

    def _generator(self, node: ast.comprehension) -> ast.comprehension:
        self._visit_fields(node)
        if not node.is_async:
            node.iter = operator_call("in_iterations", _readable(node.iter))
        return node

    def _raise(self, node: ast.Raise) -> ast.Raise:
        self._visit_fields(node)
        if node.exc is not None:
            node.exc = operator_call("raised", without_parameters(node.exc))
        return node

    def _with(self, node: ast.With) -> ast.With:
        before, self._converts_calls = self._converts_calls, False
        node.items = self._visit_all(node.items)
        self._converts_calls = before
        node.body = self._visit_all(node.body)
        for item in node.items:
            if not _is_own_context_manager(item.context_expr):
                item.context_expr = operator_call("Context", item.context_expr)
        return node

    def _try(self, node: ast.Try):
        self._visit_fields(node)
        names = set()
        for handler in node.handlers:
            last = handler.body[-1]
            if isinstance(last, ast.Raise) and last.exc is None:
                continue  # the error goes on, as in what malt makes of a `return`
            handler.body.insert(0, located(ast.Expr(operator_call("caught")), handler.body[0]))
            if handler.type is not None:
                inside = list(ast.walk(handler.type))
                names |= {each.attr for each in inside if isinstance(each, ast.Attribute)}
                names |= {each.id for each in inside if isinstance(each, ast.Name)}
        of_values = sorted(names & _ERRORS_OF_VALUES)
        if not of_values:
            return node
        call = ast.Expr(operator_call("refuse_to_catch", ast.Constant(of_values[0])))
        return [located(call, node), node]


_VISITS = {
    ast.FunctionDef: Expressions._function,
    ast.Lambda: Expressions._lambda,
    ast.Call: Expressions._call,
    ast.Name: Expressions._name,
    ast.Delete: Expressions._delete,
    ast.AugAssign: Expressions._augmented,
    ast.IfExp: Expressions._if_expression,
    ast.UnaryOp: Expressions._unary,
    ast.BoolOp: Expressions._logical,
    ast.Compare: Expressions._comparison,
    ast.Subscript: Expressions._subscript,
    ast.Assign: Expressions._assign,
    ast.comprehension: Expressions._generator,
    ast.Raise: Expressions._raise,
    ast.With: Expressions._with,
    ast.Try: Expressions._try,
}


def _positional(values: list) -> ast.expr:
    """Return the tuple of a call's positional arguments: ``(a,) + tuple(b)`` of ``f(a, *b)``."""
    parts: list[ast.expr] = []
    for each in values:
        if isinstance(each, ast.Starred):
            parts.append(ast.Call(name("tuple"), [each.value], []))
        elif parts and isinstance(parts[-1], ast.Tuple):
            parts[-1].elts.append(each)
        else:
            parts.append(ast.Tuple([each], ast.Load()))
    found = parts[0] if parts else ast.Tuple([], ast.Load())
    for each in parts[1:]:
        found = ast.BinOp(found, ast.Add(), each)
    return found


def _compared(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
    """Return the expression of one comparison."""
    if isinstance(operator, (ast.Eq, ast.NotEq)) and not (_is_number(left) or _is_number(right)):
        return operator_call("eq" if isinstance(operator, ast.Eq) else "not_eq", left, right)
    if not isinstance(operator, _COMPARED_AS_THEY_ARE):
        left, right = _readable(left), _readable(right)
    if not isinstance(operator, (ast.In, ast.NotIn)):
        return ast.Compare(left, [operator], [right])
    found = operator_call("in_", left, right)
    return found if isinstance(operator, ast.In) else operator_call("not_", found)


def _truth_of_list(before: ast.expr, node: ast.expr) -> ast.expr:
    """Return an operand of which the truth counts: that of a list, as a number of the program."""
    is_one = isinstance(before, (ast.Name, ast.Attribute, ast.Subscript))
    return operator_call("truth_of_list", node) if is_one else node


def _is_constant_int(node: ast.expr) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and type(inner.value) is int


def _is_number(node: ast.expr) -> bool:
    """Return whether an expression is a constant, a negative one too; no list is compared with."""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def _readable(node: ast.expr) -> ast.expr:
    """Return the expression ``ag__.readable(node)``; constants and plain tuples as they are."""
    if isinstance(node, ast.Constant):
        return node
    is_plain = isinstance(node, ast.Tuple) and not any(
        isinstance(each, ast.Starred) for each in node.elts
    )
    return node if is_plain else operator_call("readable", node)


def _is_own_context_manager(node: ast.expr) -> bool:
    """Return whether a context manager is one that conversion puts into code."""
    called = dotted_name(node.func if isinstance(node, ast.Call) else node)
    return called.startswith("ag__.") and called.count(".") == 1


def _has_computed_index(target: ast.expr) -> bool:
    """Return whether a target is, or holds, a subscript with an index that is not constant."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return any(map(_has_computed_index, target.elts))
    if isinstance(target, ast.Starred):
        return _has_computed_index(target.value)
    return isinstance(target, ast.Subscript) and not _is_constant_index(target.slice)


def _set_item_call(target: ast.Subscript, value: ast.expr) -> ast.Call:
    """Return the call ``ag__.set_item(x, index, value)`` for an assignment to ``x[index]``."""
    return operator_call("set_item", target.value, _index_expression(target.slice), value)


def _is_constant_index(index: ast.expr) -> bool:
    """Return whether an index is of constants alone, slices of them included."""
    if type(index) is ast.Call or type(index) is ast.Name:
        return False
    return _OF_CONSTANTS.issuperset(map(type, ast.walk(index)))


def _index_expression(node: ast.expr) -> ast.expr:
    """Return the expression of an index, with calls of ``slice`` for slices."""
    if isinstance(node, ast.Tuple):
        return ast.Tuple([_index_expression(each) for each in node.elts], ast.Load())
    if isinstance(node, ast.Slice):
        bounds = (node.lower, node.upper, node.step)
        return operator_call("slice_", *[ast.Constant(None) if b is None else b for b in bounds])
    return node
