"""Calls of a model of which NumPy gets one result: each becomes a function that gives that alone.

An agent asks its model for an action, and goes on with what is no tensor any more::

    actions, pmf = q_network.get_action(torch.Tensor(obs))
    actions = actions.cpu().numpy()

What else the call gives is never read, but while it is there it holds a graph of gradients, which
no program can give back. A function of the model and what it is given, which returns the action,
leaves the graph within. What the model is given is made outside of it, in the order as before.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterator
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class ActingStep:
    """A statement that becomes a call of a function.

    Attributes
    ----------
    name : str
        What the function is called.
    block : list of ast.stmt
        The statements among which it is.
    start : int
        Its index there.
    result : str
        The name that it binds and that is read.
    is_detached : bool
        Whether the next statement detaches the result.
    """

    name: str
    block: list[ast.stmt]
    start: int
    result: str
    is_detached: bool

    trains = False
    moved = skipped = attributes = ()

    @property
    def end(self) -> int:
        return self.start + 1

    @property
    def first_line(self) -> int:
        return self.block[self.start].lineno

    @property
    def last_line(self) -> int:
        return self.block[self.start].end_lineno

    def _given(self) -> list[ast.expr]:
        call = self.block[self.start].value
        return [*call.args, *[each.value for each in call.keywords]]

    def _parameters(self) -> list[str]:
        return [_MODEL, *[f"given_{at}" for at in range(len(self._given()))]]

    def readable_source(self, module: Module) -> str:
        """Return the function's text."""
        statement = copy.deepcopy(self.block[self.start])
        call, parameters = statement.value, self._parameters()
        names = [ast.Name(each, ast.Load()) for each in parameters[1:]]
        call.args, rest = names[: len(call.args)], names[len(call.args) :]
        for keyword, each in zip(call.keywords, rest, strict=True):
            keyword.value = each
        call.func.value = ast.Name(_MODEL, ast.Load())
        returned = f"{self.result}.detach()" if self.is_detached else self.result
        lines = [f"def {self.name}({', '.join(parameters)}):", ast.unparse(statement)]
        return "\n    ".join([*lines, f"return {returned}"]) + "\n"

    def source(self, module: Module) -> str:
        """Return the function's text, its statement on the line that it has in the file."""
        return "\n" * (self.first_line - 2) + self.readable_source(module)

    def moved_lines(self, module: Module) -> list[str]:
        """Return no lines: none go behind the call."""
        return []

    def call(self) -> str:
        """Return the statement that stands for the other one."""
        model = self.block[self.start].value.func.value
        given = ", ".join(map(ast.unparse, [model, *self._given()]))
        return f"{self.result} = {self.name}({given})"


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
    """
    if "backward" not in module.text or "numpy()" not in module.text:
        return []
    taken, found = set(used), []
    read, declared = _names_read_and_declared(module.tree)
    if not _LOOKING_AT_NAMES.isdisjoint(read):
        return []
    blocks = sorted(_blocks_in_loops(module.tree), key=lambda each: each[0].lineno)
    for block in blocks:
        for at, statement in enumerate(block[:-1]):
            told = _told_to_numpy(block[at + 1])
            if told is None or not _is_call_of_model(statement, told[0]):
                continue
            others = _names(statement.targets[0]) - {told[0]}
            if others & (read | declared) or told[0] in declared:
                continue
            if not _has_lines_of_its_own(module, statement):
                continue
            number, name = 1, NAME
            while name in taken:
                number += 1
                name = f"{NAME}_{number}"
            taken.add(name)
            found.append(ActingStep(name, block, at, *told))
    return found


def _names_read_and_declared(tree: ast.Module) -> tuple[set[str], set[str]]:
    """Return the names that are read or deleted anywhere, and those that are declared global."""
    read: set[str] = set()
    declared: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load() | ast.Del()):
                read.add(name)
            case ast.AugAssign(target=ast.Name(id=name)):
                read.add(name)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                declared.update(names)
            case ast.Constant(value=str(text)):  # of `__all__`, for instance
                read.add(text)
    return read, declared


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
