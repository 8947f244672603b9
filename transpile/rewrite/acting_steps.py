"""Calls of a model of which NumPy gets one result: each becomes a function that gives that alone.

An agent asks its model for an action, and goes on with what is no tensor any more::

    actions, pmf = q_network.get_action(torch.Tensor(obs))
    actions = actions.cpu().numpy()

What else the call gives is never read, but while it is there it holds a graph of gradients, which
no program can give back. A function of the model and what it is given, which returns the action,
leaves the graph within. What the model is given is made outside of it, in the order as before.

What is computed of the model's result before NumPy, or Python, gets it goes into the function too::

    q_values = q_network(torch.Tensor(obs))
    actions = torch.argmax(q_values, dim=1).cpu().numpy()
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from transpile.rewrite.syntax import Module

NAME = "_acting_step"
_MODEL = "model"
_BLOCKS = ("body", "orelse", "finalbody")
_LOOKING_AT_NAMES = frozenset({"exec", "eval", "locals", "globals"})
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BINDING = (
    ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Lambda, ast.Starred, ast.ListComp,
    ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip
# methods that give NumPy, or Python, what a tensor holds
_TELLING = frozenset({"numpy", "item", "tolist"})
_BUILTINS = frozenset(vars(builtins))


@dataclass(frozen=True, slots=True)
class ActingStep:
    """Statements that become a call of a function.

    Attributes
    ----------
    name : str
        What the function is called.
    block : list of ast.stmt
        The statements among which they are.
    start, end : int
        Their range in it.
    called : ast.Call
        The call of the model, within the first of them.
    result : ast.expr
        What the function returns: of the last statement, in which the call stands for it, or the
        name that it binds.
    others : tuple of str
        The names that the function takes besides the model and what that is given.
    """

    name: str
    block: list[ast.stmt]
    start: int
    end: int
    called: ast.Call
    result: ast.expr
    others: tuple[str, ...] = ()

    trains = False
    moved = skipped = attributes = ()

    @property
    def first_line(self) -> int:
        return self.block[self.start].lineno

    @property
    def last_line(self) -> int:
        return self.block[self.end - 1].end_lineno

    @property
    def _model(self) -> ast.expr:
        """The expression of the model: the object that has the method."""
        function = self.called.func
        return function.value if isinstance(function, ast.Attribute) else function

    def _given(self) -> list[ast.expr]:
        return [*self.called.args, *[each.value for each in self.called.keywords]]

    def _parameters(self) -> list[str]:
        given = [f"given_{at}" for at in range(len(self._given()))]
        return [_MODEL, *given, *self.others]

    def _lines(self) -> dict[int, str]:
        """Return the function's statements, by their lines in the file."""
        last = self.block[self.end - 1]
        kept = self.block[self.start : self.end]
        if self._is_in(last):
            kept = kept[:-1]
        within = _Within(self.called, self._model)
        lines = {each.lineno: ast.unparse(within.visit(copy.deepcopy(each))) for each in kept}
        returned = ast.unparse(within.visit(copy.deepcopy(self.result)))
        at = last.lineno if self._is_in(last) else last.lineno + 1
        return {**lines, at: f"return {returned}"}

    def _is_in(self, statement: ast.stmt) -> bool:
        """Return whether the result is a part of a statement."""
        return any(each is self.result for each in ast.walk(statement))

    def readable_source(self, module: Module) -> str:
        """Return the function's text."""
        lines = [f"def {self.name}({', '.join(self._parameters())}):", *self._lines().values()]
        return "\n    ".join(lines) + "\n"

    def source(self, module: Module) -> str:
        """Return the function's text, each statement on the line that it has in the file."""
        text = "\n" * (self.first_line - 2) + f"def {self.name}({', '.join(self._parameters())}):"
        for line, statement in self._lines().items():
            text += "\n" * (line - 1 - text.count("\n")) + f"    {statement}"
        return text + "\n"

    def moved_lines(self, module: Module) -> list[str]:
        """Return no lines: none go behind the call."""
        return []

    def call(self) -> str:
        """Return the statement that stands for the others."""
        given = ", ".join(map(ast.unparse, [self._model, *self._given()]))
        call = f"{self.name}({', '.join([given, *self.others])})"
        last = self.block[self.end - 1]
        if not self._is_in(last):
            (name,) = _names(self.result)
            return f"{name} = {call}"
        return ast.unparse(_Instead(self.result, call).visit(_copy_but(last, self.result)))


class _Within(ast.NodeTransformer):
    """Writes the model and what it is given as the function's parameters."""

    def __init__(self, called: ast.Call, model: ast.expr):
        self._called, self._model = ast.dump(called, include_attributes=True), model
        self._is_done = False

    def visit_Call(self, node: ast.Call) -> ast.Call:
        if not self._is_done and ast.dump(node, include_attributes=True) == self._called:
            self._is_done = True
            count = len(node.args)
            names = [
                ast.Name(f"given_{at}", ast.Load()) for at in range(count + len(node.keywords))
            ]
            node.args = names[:count]
            for keyword, each in zip(node.keywords, names[count:], strict=True):
                keyword.value = each
            model = ast.Name(_MODEL, ast.Load())
            if isinstance(node.func, ast.Attribute):
                node.func.value = model
            else:
                node.func = model
            return node
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.Name:
        if isinstance(self._model, ast.Name) and node.id == self._model.id:
            node.id = _MODEL
        return node


class _Instead(ast.NodeTransformer):
    """Puts a call in the place of an expression, which `_copy_but` has kept."""

    def __init__(self, result: ast.expr, call: str):
        self._result, self._call = result, ast.parse(call, mode="eval").body

    def visit(self, node: ast.AST) -> ast.AST:
        return self._call if node is self._result else super().visit(node)


def _copy_but(statement: ast.stmt, kept: ast.expr) -> ast.stmt:
    """Return a copy of a statement that has one of its expressions itself."""
    return copy.deepcopy(statement, {id(kept): kept})


def acting_steps(module: Module, used: Collection[str]) -> list[ActingStep]:
    """Find the calls of models in the loops of a module that trains.

    Examples
    --------
    >>> text = '''
    ... while True:
    ...     action, graph = agent.act(torch.Tensor(seen), greedy=True)
    ...     action = action.detach().cpu().numpy()
    ...     loss.backward()
    ... '''
    >>> (step,) = acting_steps(Module(text, "a.py"), set())
    >>> print(step.readable_source(None) + step.call())
    def _acting_step(model, given_0, given_1):
        action, graph = model.act(given_0, greedy=given_1)
        return action.detach()
    action = _acting_step(agent, torch.Tensor(seen), True)
    >>> text = '''
    ... import torch
    ... while True:
    ...     mean = actor(torch.Tensor(seen))
    ...     action = (mean + actor.noise).cpu().numpy().clip(low, high)
    ...     loss.backward()
    ... '''
    >>> (step,) = acting_steps(Module(text, "a.py"), set())
    >>> print(step.readable_source(None) + step.call())
    def _acting_step(model, given_0):
        mean = model(given_0)
        return mean + model.noise
    action = _acting_step(actor, torch.Tensor(seen)).cpu().numpy().clip(low, high)
    """
    text = module.text
    if "backward" not in text or not any(f"{each}()" in text for each in _TELLING):
        return []
    taken, found = set(used), []
    names = _Names(module.tree)
    if not _LOOKING_AT_NAMES.isdisjoint(names.read):
        return []
    blocks = sorted(_blocks_in_loops(module.tree), key=lambda each: each[0].lineno)
    for block in blocks:
        behind = 0  # the statements before it are those of a step
        for at in range(len(block)):
            step = _call_of_method(module, names, block, at) if at + 1 < len(block) else None
            step = step or _result_told(module, names, block, at, behind)
            if step is None or step.start < behind:
                continue
            number, name = 1, NAME
            while name in taken:
                number += 1
                name = f"{NAME}_{number}"
            taken.add(name)
            found.append(replace(step, name=name))
            behind = step.end
    return found


class _Names:
    """The names of a module: what is read, declared, imported and defined.

    Attributes
    ----------
    read : dict
        For each name that is read or deleted anywhere, the identities of the nodes that do so.
    declared : set of str
        Those that are declared global.
    fixed : set of str
        Those of modules, functions and classes, and built-in ones.
    """

    def __init__(self, tree: ast.Module):
        self.read: dict[str, set[int]] = {}
        self.declared: set[str] = set()
        self.fixed: set[str] = set(_BUILTINS)
        for node in ast.walk(tree):
            match node:
                case ast.Name(id=name, ctx=ast.Load() | ast.Del()):
                    self.read.setdefault(name, set()).add(id(node))
                case ast.AugAssign(target=ast.Name(id=name)):
                    self.read.setdefault(name, set()).add(id(node))
                case ast.Global(names=names) | ast.Nonlocal(names=names):
                    self.declared.update(names)
                case ast.Constant(value=str(text)):  # of `__all__`, for instance
                    self.read.setdefault(text, set()).add(id(node))
        for node in tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.fixed |= {each.asname or each.name.partition(".")[0] for each in node.names}
            elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                self.fixed.add(node.name)
        stored = {
            each.id
            for each in ast.walk(tree)
            if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)
        }
        self.fixed -= stored

    def are_read_within(self, names: Collection[str], nodes: list[ast.AST]) -> bool:
        """Return whether names are read by some nodes alone, and declared by none."""
        within = {id(each) for each in nodes}
        return self.declared.isdisjoint(names) and all(
            self.read.get(each, set()) <= within for each in names
        )


def _call_of_method(
    module: Module, names: _Names, block: list[ast.stmt], at: int
) -> ActingStep | None:
    """Return the step of a statement that binds several results, of which NumPy gets one next."""
    statement, told = block[at], _told_to_numpy(block[at + 1])
    if told is None or not _is_call_of_model(statement, told[0]):
        return None
    others = _names(statement.targets[0]) - {told[0]}
    if not names.are_read_within(others, []) or told[0] in names.declared:
        return None
    if not _has_lines_of_its_own(module, statement):
        return None
    result = ast.Name(told[0], ast.Load())
    if told[1]:
        result = ast.Call(ast.Attribute(result, "detach", ast.Load()), [], [])
    return ActingStep("", block, at, at + 1, statement.value, result)


def _result_told(
    module: Module, names: _Names, block: list[ast.stmt], at: int, first: int
) -> ActingStep | None:
    """Return the step that ends with a statement which tells what was computed of a model's result.

    It begins where the model is called, no earlier than at ``first``.
    """
    match block[at]:
        case ast.Assign(targets=[ast.Name(target)], value=value):
            result = _result_within(value)
        case _:
            return None
    start, called = at, None if result is None else _call_of_model(result, names)
    while called is None and start > first and result is not None:
        start -= 1
        match block[start]:
            case ast.Assign(value=computed):
                called = _call_of_model(computed, names)
            case ast.AugAssign():
                pass
            case _:
                return None
    if called is None or not _are_lines_alone(module, block[start : at + 1]):
        return None
    region = block[start:at]
    nodes = [node for each in (*region, result) for node in ast.walk(each)]
    others = _read_before_bound(region, result, called, names)
    if others is None or any(isinstance(node, _BINDING) for node in nodes):
        return None
    bound = set().union(*map(_names_bound, region))
    within = set(map(id, nodes))
    outside = [node for node in ast.walk(value) if id(node) not in within]
    if not bound.isdisjoint(each.id for each in outside if isinstance(each, ast.Name)):
        return None
    if not names.are_read_within(bound - {target}, nodes):
        return None
    return ActingStep("", block, start, at + 1, called, result, tuple(sorted(others)))


def _are_lines_alone(module: Module, statements: list[ast.stmt]) -> bool:
    """Return whether nothing else, and no comment, stands on or between statements' lines."""
    return all(_has_lines_of_its_own(module, each) for each in statements) and not any(
        module.text[module.span(one)[1] : module.span(other)[0]].strip()
        for one, other in pairwise(statements)
    )


def _names_bound(node: ast.AST) -> set[str]:
    named = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    return {each.id for each in named if isinstance(each.ctx, ast.Store)}


def _result_within(value: ast.expr) -> ast.expr | None:
    """Return the tensor that an expression tells first of all: ``x`` of ``x.cpu().numpy()[0]``."""
    while isinstance(value, ast.Call | ast.Attribute | ast.Subscript):
        told = _of_method(value, _TELLING)
        if told is not None:
            return _of_method(told, ("cpu",)) or told
        value = value.func if isinstance(value, ast.Call) else value.value
    return None


def _of_method(value: ast.expr, names: Collection[str]) -> ast.expr | None:
    """Return the object that a method is called on without arguments; None of other nodes."""
    match value:
        case ast.Call(func=ast.Attribute(value=inner, attr=name), args=[], keywords=[]):
            return inner if name in names else None
    return None


def _call_of_model(value: ast.expr, names: _Names) -> ast.Call | None:
    """Return the call of a model, or its method, that an expression begins with."""
    while isinstance(value, ast.Call | ast.Attribute | ast.Subscript | ast.BinOp):
        if isinstance(value, ast.BinOp):
            value = value.left
        elif not isinstance(value, ast.Call):
            value = value.value
        elif isinstance(value.func, ast.Name) and value.func.id not in names.fixed:
            is_given = bool(value.args or value.keywords)
            return value if is_given and all(each.arg for each in value.keywords) else None
        elif isinstance(value.func, ast.Attribute) and not _is_fixed(value.func, names):
            value = value.func.value
        else:
            value = value.args[0] if value.args else None
    return None


def _is_fixed(value: ast.expr, names: _Names) -> bool:
    """Return whether an expression of attributes begins with the name of a module, or the like."""
    while isinstance(value, ast.Attribute):
        value = value.value
    return isinstance(value, ast.Name) and value.id in names.fixed


def _read_before_bound(
    region: list[ast.stmt], result: ast.expr, called: ast.Call, names: _Names
) -> set[str] | None:
    """Return the names that a function of statements has to be given; None if it has no place.

    Those of what the model is given are read outside of it, and the model is given already.
    """
    outside = {id(node) for each in (*called.args, *called.keywords) for node in ast.walk(each)}
    bound: set[str] = set()
    read: set[str] = set()
    for each in (*region, result):
        loaded = {
            node.id
            for node in ast.walk(each)
            if isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Load)
            and id(node) not in outside
        }
        if isinstance(each, ast.AugAssign):
            loaded |= _names(each.target)
        read |= loaded - bound
        if isinstance(each, ast.stmt):
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            parts = [part for x in targets for part in getattr(x, "elts", [x])]
            if not all(isinstance(part, ast.Name) for part in parts):
                return None
            bound |= {part.id for part in parts}
    count = len(called.args) + len(called.keywords)
    own = {_MODEL, *[f"given_{at}" for at in range(count)]}
    if called.func.id in bound or not own.isdisjoint(bound | read):
        return None
    return read - names.fixed - {called.func.id}


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _blocks_in_loops(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of statements in loops, but for those in bodies of classes."""
    pending: list[tuple[ast.AST, bool]] = [(tree, False)]
    while pending:
        node, is_in_loop = pending.pop()
        if isinstance(node, _FUNCTIONS):
            is_in_loop = False
        elif isinstance(node, ast.For | ast.While):
            is_in_loop = True
        for name in _BLOCKS:
            block = getattr(node, name, None)
            if not isinstance(block, list) or not block:
                continue
            if is_in_loop:
                yield block
            if isinstance(node, ast.ClassDef):
                block = [each for each in block if isinstance(each, (*_FUNCTIONS, ast.ClassDef))]
            pending += [(each, is_in_loop) for each in block]
        pending += [(each, is_in_loop) for each in getattr(node, "handlers", ())]


def _told_to_numpy(statement: ast.stmt) -> tuple[str, bool] | None:
    """Return (name, whether it is detached) of ``x = x.detach().cpu().numpy()``; else None."""
    match statement:
        case ast.Assign(
            targets=[ast.Name(name)],
            value=ast.Call(func=ast.Attribute(value=value, attr="numpy"), args=[], keywords=[]),
        ):
            methods = []
            while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
                if value.args or value.keywords or value.func.attr not in ("cpu", "detach"):
                    return None
                methods.append(value.func.attr)
                value = value.func.value
            if isinstance(value, ast.Name) and value.id == name:
                return name, "detach" in methods
    return None


def _is_call_of_model(statement: ast.stmt, result: str) -> bool:
    """Return whether a statement binds what a method of an object gives for some arguments."""
    match statement:
        case ast.Assign(targets=[target], value=ast.Call(func=function, args=args, keywords=named)):
            pass
        case _:
            return False
    targets = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [each.id for each in targets if isinstance(each, ast.Name)]
    if len(names) < len(targets) or names.count(result) != 1 or len(targets) < 2:
        return False
    if any(each.arg is None for each in named) or not (args or named):
        return False
    if any(isinstance(node, _BINDING) for node in ast.walk(statement.value)):
        return False
    if not isinstance(function, ast.Attribute) or function.attr.startswith("__"):
        return False
    root = function.value
    while isinstance(root, ast.Attribute):
        root = root.value
    return isinstance(root, ast.Name) and root.id not in names


def _has_lines_of_its_own(module: Module, statement: ast.stmt) -> bool:
    """Return whether nothing else, and no comment that is kept, stands on a statement's lines."""
    begin, behind = module.span(statement)
    before = module.text[module.line_starts[statement.lineno - 1] : begin]
    rest = module.text[behind : module.line_end(statement.end_lineno)].strip()
    return (
        not before.strip() and not rest and statement.lineno > 2 and not module.is_kept(statement)
    )
