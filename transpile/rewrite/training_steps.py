"""Steps of training within loops, as functions of their own: each can be one program.

A loop that trains also prints, keeps losses in lists and asks for the next batch, so it is no
program as a whole. Its statements from ``zero_grad()`` or the first use of the model on to
``backward()`` and the ``step()`` behind it are: they become a function of the local names that they
read, which returns those that are read later.

What takes the next batch stays outside: a call of a function of the file, or of ``next``, or a part
of an array, before the model is called. Between forward and ``backward()`` such a statement, if it
is given constants alone, goes behind the step: nothing in between reads what it binds.

An ``if`` on numbers whose statements may do anything (``if step % 100 == 0:``, which logs) does not
end the step either. Where the condition of one holds, all statements run as they are written, else
the function is called, which leaves these out.
"""

from __future__ import annotations

import ast
import builtins
import copy
import re
import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from transpile.rewrite.syntax import Module

NAME = "_training_step"
# statements that stay where they are
_NOT_WITHIN = (
    ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Import,
    ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Delete, ast.FunctionDef, ast.AsyncFunctionDef,
    ast.ClassDef, ast.Lambda, ast.Try, ast.Raise, ast.Match, ast.AnnAssign, ast.While,
    ast.Break, ast.Continue, ast.NamedExpr,
)  # fmt: skip
_NOT_CALLED = frozenset(
    "print input open breakpoint exit quit exec eval locals vars dir globals super next iter item "
    "tolist numpy write writelines info debug warning add_scalar set_description append "
    "set_postfix synchronize save join put time perf_counter now sleep".split()
)
_MOVES = frozenset(
    "to cuda cpu view reshape float double half long int bool t transpose permute squeeze "
    "unsqueeze contiguous detach clone type size flatten from_numpy as_tensor".split()
)
_GIVING_BATCHES = frozenset({"next", "sample", "get_batch", "next_batch"})
# calls that tell or keep numbers of what was computed
_TELLING = frozenset(
    "print format item tolist numpy cpu detach mean sum abs max min float int str len round time "
    "perf_counter append extend add_scalar add_scalars log info debug write set_description "
    "set_postfix update no_grad clone sqrt std var size zip enumerate range join".split()
)
_RECEIVING = frozenset(
    "append extend add_scalar add_scalars log info debug write set_description set_postfix "
    "update".split()
)
_OF_NUMBERS = frozenset("min max int float len round".split())  # as arguments: `min(1.0, t / n)`
_GIVING_NUMBERS = frozenset("time perf_counter int float".split())
_CLOCKS = frozenset("time perf_counter int float".split())
_SETTINGS = frozenset("args cfg config hparams opts".split())
_OF_TAILS = frozenset(
    "backward step zero_grad unscale_ scale update clip_grad_norm_ clip_grad_value_ parameters "
    "synchronize".split()
)
# what a condition on settings is made of
_OF_SETTINGS = (
    ast.Name, ast.Attribute, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.expr_context,
    ast.cmpop, ast.boolop, ast.Not,
)  # fmt: skip
# what a condition on numbers is made of, beside that: it is asked for before the step as well
_OF_COUNTERS = (
    *_OF_SETTINGS, ast.BinOp, ast.Mod, ast.FloorDiv, ast.Add, ast.Sub, ast.Mult, ast.USub,
)  # fmt: skip
_LOOPS = (ast.For, ast.While)
_BEFORE_UPDATES = frozenset({"backward", "scale"})
_BLOCKS = ("body", "orelse", "finalbody")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.Lambda, *_COMPREHENSIONS)


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """Statements of a loop that become a function.

    Attributes
    ----------
    name : str
        What the function is called.
    block : list of ast.stmt
        The statements among which they are.
    start, end : int
        Their range in it.
    moved : tuple of ast.stmt
        Those of them that stay outside, behind the function's call.
    skipped : tuple of ast.If
        Those of them that the function leaves out: it is called where no condition of theirs holds.
    parameters, results : tuple of str
        The names that it takes and gives.
    attributes : tuple of str
        Those of ``self`` that it reads, if that is all that it does with it.
    unsure : tuple of str
        The parameters that it may read or not, and that may have no value before.
    """

    name: str
    block: list[ast.stmt]
    start: int
    end: int
    moved: tuple[ast.stmt, ...]
    skipped: tuple[ast.If, ...]
    parameters: tuple[str, ...]
    results: tuple[str, ...]
    attributes: tuple[str, ...]
    unsure: tuple[str, ...]

    trains = True

    @property
    def first_line(self) -> int:
        return self.block[self.start].lineno

    @property
    def last_line(self) -> int:
        return self.block[self.end - 1].end_lineno

    def rest_of_line(self, module: Module) -> str:
        """Return the text behind the last statement on its line: `;` and others, a comment."""
        _, behind = module.span(self.block[self.end - 1])
        return module.text[behind : module.line_end(self.last_line)].strip()

    def lines_behind(self, module: Module) -> list[str]:
        """Return the statements behind the last one on its line, as a line of its own."""
        rest = self.rest_of_line(module)
        return [rest.removeprefix(";").lstrip()] if rest.startswith(";") else []

    def source(self, module: Module) -> str:
        """Return the function's text, each statement on the line that it has in the file."""
        lines = [module.line(line) for line in range(self.first_line, self.last_line + 1)]
        rest = self.rest_of_line(module)
        if rest.startswith(";"):
            lines[-1] = lines[-1].rstrip().removesuffix(rest)
        for statement in (*self.moved, *self.skipped):
            for line in range(statement.lineno, statement.end_lineno + 1):
                lines[line - self.first_line] = ""
        indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
        if self.results:
            lines.append(f"{indent}return {', '.join(self.results)}")
        above = "\n" * (self.first_line - 2)
        header = f"def {self.name}({', '.join(self.parameters)}):"
        return above + "\n".join([header, *lines]) + "\n"

    def readable_source(self, module: Module) -> str:
        """Return the function's text with four spaces of indentation where that says the same."""
        text = re.sub(r"\n(?:[ \t]*\n)+(?=[ \t]*return )", "\n", self.source(module).lstrip("\n"))
        header, _, body = text.partition("\n")
        made = header + "\n" + textwrap.indent(textwrap.dedent(body), "    ")
        is_same = ast.dump(ast.parse(made)) == ast.dump(ast.parse(text))
        return made if is_same else text

    def moved_lines(self, module: Module) -> list[str]:
        """Return the lines of the statements that go behind the call."""
        return [
            module.line(line)
            for each in self.moved
            for line in range(each.lineno, each.end_lineno + 1)
        ]

    def as_written(self) -> ast.expr | None:
        """Return the condition under which the statements run as they are, if there is one."""
        tests = [copy.deepcopy(each.test) for each in self.skipped]
        return ast.BoolOp(ast.Or(), tests) if len(tests) > 1 else next(iter(tests), None)

    def call(self) -> str:
        """Return the statements that stand for the others: a call, its arguments bound."""
        guards = [
            f"try:\n    {name}\nexcept NameError:\n    {name} = None\n" for name in self.unsure
        ]
        call = f"{self.name}({', '.join(self.parameters)})"
        call = f"{', '.join(self.results)} = {call}" if self.results else call
        return "".join([*guards, call])


def training_steps(module: Module, used: Collection[str]) -> list[TrainingStep]:
    """Find the steps of training in the loops of a module.

    Examples
    --------
    >>> text = '''
    ... def train(model, batches, optimizer):
    ...     for x, y in batches:
    ...         optimizer.zero_grad()
    ...         loss = (model(x) - y).square().mean()
    ...         loss.backward()
    ...         optimizer.step()
    ...         print(loss.item())
    ... '''
    >>> (step,) = training_steps(Module(text, "a.py"), set())
    >>> print(step.source(Module(text, "a.py")).lstrip() + step.call())
    def _training_step(model, optimizer, x, y):
            optimizer.zero_grad()
            loss = (model(x) - y).square().mean()
            loss.backward()
            optimizer.step()
            return loss
    loss = _training_step(model, optimizer, x, y)
    """
    if "backward" not in module.text:
        return []
    taken, found = set(used), []
    defined = {node.name for node in ast.walk(module.tree) if isinstance(node, _FUNCTIONS)}
    blocks = sorted(_blocks_in_loops(module.tree), key=lambda each: each[0][0].lineno)
    for block, scope in blocks:
        step = _Search(module, block, scope, defined).step(NAME, taken)
        if step is not None:
            taken.add(step.name)
            found.append(step)
    return found


def _blocks_in_loops(tree: ast.Module) -> Iterator[tuple[list[ast.stmt], tuple[ast.AST, ...]]]:
    """Yield the blocks in loops that call ``backward``, and the functions that they are within."""
    pending: list[tuple[ast.AST, bool, tuple]] = [(tree, False, ())]
    while pending:
        node, is_in_loop, functions = pending.pop()
        if isinstance(node, _FUNCTIONS):
            is_in_loop, functions = False, (*functions, node)
        elif isinstance(node, ast.ClassDef):  # names of its body are no function's
            inside = [each for each in node.body if isinstance(each, (*_FUNCTIONS, ast.ClassDef))]
            pending += [(each, False, functions) for each in inside]
            continue
        elif isinstance(node, ast.For | ast.While):
            is_in_loop = True
        for name in _BLOCKS:
            block = getattr(node, name, None)
            if not isinstance(block, list) or not block:
                continue
            if is_in_loop and any(_calls_method(each, "backward") for each in block):
                yield block, functions
            pending += [(each, is_in_loop, functions) for each in block]
        pending += [(each, is_in_loop, functions) for each in getattr(node, "handlers", ())]


def _calls_method(statement: ast.stmt, name: str) -> bool:
    """Return whether a statement is a call of a method, maybe within ``with``."""
    match statement:
        case ast.Expr(ast.Call(func=ast.Attribute(attr=found))):
            return found == name
        case ast.With(body=body):
            return any(_calls_method(each, name) for each in body)
    return False


class _Search:
    """The search for a step among the statements of one block."""

    def __init__(self, module: Module, block: list[ast.stmt], functions: tuple, defined: set[str]):
        self.module, self.block, self.functions, self.defined = module, block, functions, defined
        self.imported = {
            each.asname or each.name.partition(".")[0]
            for node in module.tree.body
            if isinstance(node, ast.Import | ast.ImportFrom)
            for each in node.names
        }
        self.at = next(at for at, each in enumerate(block) if _calls_method(each, "backward"))

    def step(self, name: str, taken: Collection[str]) -> TrainingStep | None:
        """Return the step; None if there is none that can be a function."""
        if not _is_movable(self.block[self.at]):
            return None
        moved: list[ast.stmt] = []
        skipped: list[ast.If] = []
        end = self._end(moved, skipped)
        start = self._start(end, moved, skipped)
        if start == self.at:  # what stands before `backward()` may go behind that, if not further
            moved, skipped, end = [], [], self.at + 1
            start = self._start(end, moved, skipped)
        while True:
            start, end = self._without_edges(start, end, (*moved, *skipped), skipped)
            moved = [each for each in moved if each in self.block[start:end]]
            skipped = [each for each in skipped if each in self.block[start:end]]
            region = [each for each in self.block[start:end] if each not in (*moved, *skipped)]
            known: set[str] = set()
            read: set[str] = set()
            perhaps: set[str] = set()
            elsewhere = self._names_read_elsewhere(region, skipped)
            unsure = _read_and_bind(region, read, known, elsewhere, perhaps)
            if unsure is None:
                break
            at = self.block.index(unsure)  # the step begins behind it, or ends before it
            start, end = (at + 1, end) if at < self.at else (start, at)
            if at == self.at:
                return None
        if start == self.at or not self._has_lines_of_its_own(start, end, not skipped):
            return None
        if _share_lines(region, (*moved, *skipped)):  # they are left out by lines
            return None
        if any(map(_is_private, self.block[start:end])):
            return None
        if _names_of_backward(self.block[self.at]) & (read - known):
            return None  # the forward is not in it
        results = sorted(known & (read | elsewhere))
        local = _local_names(self.functions)
        if not self.functions:  # what changes from one iteration to the next
            local = known | {
                name
                for node in ast.walk(self.module.tree)
                if isinstance(node, ast.For | ast.While)
                for name in _names(node, ast.Store)
            }
        if any(each not in local for each in results):
            return None  # declared global
        parameters = sorted(read & local)
        number, found = 1, name
        while found in taken:
            number += 1
            found = f"{name}_{number}"
        return TrainingStep(
            found, self.block, start, end, tuple(moved), tuple(skipped),
            tuple(parameters), tuple(results), self._attributes_of_self(region),
            tuple(sorted(perhaps.intersection(parameters) - _arguments(self.functions))),
        )  # fmt: skip

    def _without_edges(
        self, start: int, end: int, first: Collection[ast.stmt], last: Collection[ast.stmt]
    ) -> tuple[int, int]:
        """Return the range without the statements of ``first`` and ``last`` at its edges."""
        while start < self.at and self.block[start] in first:
            start += 1
        while end > self.at + 1 and self.block[end - 1] in last:
            end -= 1
        return start, end

    def _attributes_of_self(self, region: list[ast.stmt]) -> tuple[str, ...]:
        """Return the attributes of ``self`` that statements read; none if they do more with it."""
        nodes = [node for each in region for node in ast.walk(each)]
        found = {
            node.attr
            for node in nodes
            if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Load)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        }
        uses = [node for node in nodes if isinstance(node, ast.Name) and node.id == "self"]
        reads = [
            node
            for node in nodes
            if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Load)
            and node.value in uses
        ]
        is_all = len(uses) == len(reads) and not found & self.defined
        return tuple(sorted(found)) if is_all else ()

    def _end(self, moved: list[ast.stmt], skipped: list[ast.If]) -> int:
        """Return the index behind the step of the optimizer, or else behind ``backward()``.

        ``moved`` gets the statements before that which go behind it, ``skipped`` those that the
        step leaves out.
        """
        end = self.at + 1
        for at in range(self.at + 1, len(self.block)):
            statement = self.block[at]
            may_leave = any(isinstance(node, _NOT_WITHIN) for node in ast.walk(statement))
            if may_leave and not self._is_skipped(at, self.block[:at]):
                break
            if not self._ends_a_step(statement):
                continue
            behind: list[ast.stmt] = []
            between = [n for n in range(end, at) if not _is_movable(self.block[n])]
            stays = [n for n in reversed(between) if not self._goes_behind(n, at + 1, behind)]
            if not all(self._is_skipped(n, self.block[:n]) for n in stays):
                break
            moved += behind
            skipped += [self.block[n] for n in reversed(stays)]
            end = at + 1
        return end

    def _ends_a_step(self, statement: ast.stmt) -> bool:
        """Return whether a statement updates parameters, gradients, or a model that follows.

        It may do so where a setting says that, but not where that changes from step to step: of
        gradients that are added up each step would need two programs.
        """
        match statement:
            case ast.If(test=test, body=body, orelse=otherwise):
                parts = [*body, *otherwise]
                return (
                    _is_movable(statement)
                    and self._is_setting(test)
                    and not any(_calls_method(each, "backward") for each in parts)
                    and any(map(self._ends_a_step, parts))
                )
            case ast.For():
                return _is_movable(statement) and _updates_parameters(statement)
        return _calls_any(statement, ("step", "zero_grad")) and not _schedules(statement)

    def _is_setting(self, test: ast.expr) -> bool:
        """Return whether a condition is made of names that no statement of a loop binds."""
        nodes = list(ast.walk(test))
        if not all(isinstance(each, _OF_SETTINGS) for each in nodes):
            return False
        loops = [each for each in ast.walk(self.module.tree) if isinstance(each, _LOOPS)]
        bound = set().union(*[_names(each, ast.Store) for each in loops])
        return not _names(test, ast.Load) & bound

    def _start(self, end: int, moved: list[ast.stmt], skipped: list[ast.If]) -> int:
        """Return the index of the first statement.

        ``moved`` gets the statements that go behind the step, ``skipped`` those it leaves out.
        """
        start = self.at
        while start:
            statement = self.block[start - 1]
            is_movable = _is_movable(statement)
            if not is_movable or self._takes_next_batch(statement):
                is_movable = self._goes_behind(start - 1, end, moved) or is_movable
            if not is_movable:
                if not self._is_skipped(start - 1, ()):
                    break
                skipped.insert(0, statement)
            start -= 1
        for each in skipped:
            at = self.block.index(each)
            if at < self.at and not self._is_skipped(at, self.block[start:at]):
                start = at + 1
        while start < self.at and (
            self.block[start] in (*moved, *skipped) or self._takes_a_batch(self.block[start])
        ):
            start += 1
        return start

    def _goes_behind(self, at: int, end: int, moved: list[ast.stmt]) -> bool:
        """Return whether a statement does the same behind the step; note it in ``moved`` if so.

        Nothing in between may read or bind what it binds, or bind what it reads. It tells or keeps
        numbers of what was computed, and reads nothing that the step might change; or it takes the
        next batch, and no forward comes in between, which might draw random numbers.
        """
        statement = self.block[at]
        if any(isinstance(node, _NOT_WITHIN) for node in ast.walk(statement)):
            return False
        later = [each for each in self.block[at + 1 : end] if each not in moved]
        read, bound = _names_read(statement), _names(statement, ast.Store)
        read_later = set().union(*map(_names_read, later))
        bound_later = set().union(*[_names(each, ast.Store) for each in later])
        if bound & (read_later | bound_later) or read & bound_later:
            return False
        if _names_called(statement) <= _TELLING:
            # all else might be a parameter, which the step changes, or its gradient
            known = self._names_of_numbers().union(*map(_names_computed, self.block[:at]))
            known |= self.imported | _names_told(statement) | vars(builtins).keys()
            if read - known:
                return False
        elif not self._takes_next_batch(statement):
            return False
        elif "next" in _names_called(statement):  # who knows what a generator reads: the model?
            if not _names_called(ast.Module(later, [])) <= _BEFORE_UPDATES:
                return False
        elif not all(map(_is_tail, later)):
            return False
        moved.insert(0, statement)
        return True

    def _is_skipped(self, at: int, before: Sequence[ast.stmt]) -> bool:
        """Return whether a statement is an ``if`` that a step may leave out.

        Its condition is asked for ahead of the step, and again where it stands: it is made of
        numbers, which no statement ``before`` it in the step may bind, nor any function.
        """
        statement = self.block[at]
        if not isinstance(statement, ast.If) or statement.orelse:
            return False
        nodes = list(ast.walk(statement.test))
        attributes = [each for each in nodes if isinstance(each, ast.Attribute)]
        names = _names(statement.test, ast.Load)
        return (
            all(isinstance(each, _OF_COUNTERS) for each in nodes)
            and all(_root_of(each) <= _SETTINGS for each in attributes)
            and not {each.attr for each in attributes} & self._attributes_bound_while_it_runs()
            and names <= self._names_of_numbers() - self._names_declared()
            and not names & _names(ast.Module([*before], []), ast.Store)
        )

    def _names_declared(self) -> set[str]:
        """Return the names that functions bind elsewhere: ``global``, ``nonlocal``."""
        nodes = ast.walk(self.module.tree)
        declared = [each.names for each in nodes if isinstance(each, ast.Global | ast.Nonlocal)]
        return set().union(*declared)

    def _attributes_bound_while_it_runs(self) -> set[str]:
        """Return the attributes that loops bind, or functions other than those around the step."""
        return {
            node.attr
            for about in ast.walk(self.module.tree)
            if isinstance(about, _LOOPS)
            or (isinstance(about, _FUNCTIONS) and about not in self.functions)
            for node in ast.walk(about)
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
        }

    def _names_of_numbers(self) -> set[str]:
        """Return the names of settings, and those bound to numbers alone: counters, times."""
        others: set[str] = set()
        for node in ast.walk(self.module.tree):
            match node:
                case ast.For(iter=ast.Call(func=ast.Name("range"))):
                    pass
                case ast.For(
                    target=ast.Tuple(elts=[_, *items]), iter=ast.Call(func=ast.Name("enumerate"))
                ):
                    others = others.union(*[_names(each, ast.Store) for each in items])
                case ast.For(target=target) | ast.comprehension(target=target):
                    others |= _names(target, ast.Store)
                case ast.Assign(value=value) | ast.AugAssign(value=value) if _is_number(value):
                    pass
                case (
                    ast.Assign() | ast.AugAssign() | ast.AnnAssign() | ast.With() | ast.NamedExpr()
                ):
                    others |= _names(_without_body(node), ast.Store)
                case ast.arg(arg=name):
                    others.add(name)
        return (_names(self.module.tree, ast.Store) - others) | _SETTINGS

    def _takes_next_batch(self, statement: ast.stmt) -> bool:
        """Return whether a statement binds what a function returns that is given constants.

        Or what an iterator gives, where nothing catches the exception of its end: the step would
        have been taken by then.
        """
        match statement:
            case ast.Assign(value=ast.Call(func=ast.Name("next"), args=[ast.Name()], keywords=[])):
                return not self._is_within_try()
            case ast.Assign(value=ast.Call(args=args, keywords=[])):
                is_plain = all(isinstance(each, ast.Constant) for each in args)
                return is_plain and self._takes_a_batch(statement)
        return False

    def _is_within_try(self) -> bool:
        """Return whether the block's statements stand within a ``try``."""
        marked = id(self.block[self.at])
        tries = [each for each in ast.walk(self.module.tree) if isinstance(each, ast.Try)]
        return any(id(node) == marked for each in tries for node in ast.walk(each))

    def _takes_a_batch(self, statement: ast.stmt) -> bool:
        """Return whether a statement binds a part of an array, or what a function returns.

        The function is one of the file, or has a name of those that give batches; then the array
        may be moved or reshaped.
        """
        if not isinstance(statement, ast.Assign | ast.AugAssign):
            return False
        for each in ast.walk(statement):
            match each:
                case ast.Call(func=ast.Name(id=name)) if name in self.defined | _OF_NUMBERS:
                    continue
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                    if name not in _MOVES and name not in _GIVING_BATCHES:
                        return False
                case ast.Call():
                    return False
        return True

    def _has_lines_of_its_own(self, start: int, end: int, may_go_on: bool) -> bool:
        """Return whether no other statement shares a line with these, and the header has room.

        ``may_go_on``: whether others may follow on the last line.
        """
        first, last = self.block[start], self.block[end - 1]
        begin, _ = self.module.span(first)
        before = self.module.text[self.module.line_starts[first.lineno - 1] : begin]
        _, place = self.module.span(last)
        rest = self.module.text[place : self.module.line_end(last.end_lineno)].strip()
        line = last.end_lineno  # what follows on it goes behind the call, on one line as well
        behind = [each for each in self.block[end:] if each.lineno == line]
        follows = (
            may_go_on and rest.startswith(";") and {each.end_lineno for each in behind} <= {line}
        )
        alone = not before.strip() and (not rest or rest.startswith("#") or follows)
        return (
            alone and first.lineno > 2 and not any(map(self.module.is_kept, self.block[start:end]))
        )

    def _names_read_elsewhere(
        self, region: Sequence[ast.stmt], skipped: Sequence[ast.stmt]
    ) -> set[str]:
        """Return the names that are read outside of a step, other than as it runs when written out.

        What a statement that it leaves out reads of what the step has bound before that, it reads
        where the statements run as they are.
        """
        within = {id(node) for each in region for node in ast.walk(each)}
        about = self.functions[0] if self.functions else self.module.tree
        within |= _uses_bound_by_loops(about) | _own_of_comprehensions(about)
        for statement in skipped:
            nodes = list(ast.walk(statement))
            if not any(isinstance(each, (*_FUNCTIONS, ast.Lambda)) for each in nodes):
                bound = _bound_for_certain(
                    each for each in region if each.lineno < statement.lineno
                )
                within |= {id(each) for each in nodes if getattr(each, "id", None) in bound}
        return {
            node.id
            for node in ast.walk(about)
            if isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Load | ast.Del)
            and id(node) not in within
        }


def _is_movable(statement: ast.stmt) -> bool:
    """Return whether a statement may be part of a function: it neither leaves nor speaks."""
    for node in ast.walk(statement):
        if isinstance(node, _NOT_WITHIN):
            return False
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                if name in _NOT_CALLED:
                    return False
    return True


def _share_lines(some: Iterable[ast.stmt], others: Iterable[ast.stmt]) -> bool:
    """Return whether a line holds parts of statements of both."""
    lines, further = (
        {line for each in statements for line in range(each.lineno, each.end_lineno + 1)}
        for statements in (some, others)
    )
    return not lines.isdisjoint(further)


def _is_private(statement: ast.stmt) -> bool:
    """Return whether a statement has a name that means another one within its class: ``__x``."""
    names = [
        node.attr if isinstance(node, ast.Attribute) else node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Attribute | ast.Name)
    ]
    return any(name.startswith("__") and not name.endswith("__") for name in names)


def _names_called(node: ast.AST) -> set[str]:
    """Return the names of the functions and methods that are called; ``""`` of others."""
    found = set()
    for each in ast.walk(node):
        match each:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                found.add(name)
            case ast.Call():
                found.add("")
    return found


def _root_of(node: ast.AST) -> set[str]:
    """Return the name that an expression of attributes and items begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def _names_at_work(node: ast.AST) -> set[str]:
    """Return the names of what is called or has a method called."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    return set().union(*[_root_of(each.func) for each in calls])


def _names_told(node: ast.AST) -> set[str]:
    """Return the names of lists, writers and meters that are told something."""
    found: set[str] = set()
    for each in ast.walk(node):
        match each:
            case ast.Call(func=ast.Attribute(attr=name)) if name in _RECEIVING:
                found |= _root_of(each.func)
            case ast.AugAssign(target=target):
                found |= _names(target, ast.Store)
    return found


def _names_computed(statement: ast.stmt) -> set[str]:
    """Return the names that are bound to new results, other than views of what was there."""
    if isinstance(statement, ast.With):
        return set().union(*map(_names_computed, statement.body))
    if not isinstance(statement, ast.Assign):
        return set()
    value = statement.value
    is_new = isinstance(value, ast.BinOp | ast.UnaryOp | ast.Compare)
    return _names(statement, ast.Store) if is_new or _names_called(value) - _MOVES else set()


def _is_number(value: ast.expr) -> bool:
    """Return whether an expression is a number for certain: constants, times, lengths."""
    if any(isinstance(each, _CONTAINERS) for each in ast.walk(value)):
        return False  # whatever holds it may change it
    names = _names(value, ast.Load)
    return _names_called(value) <= _GIVING_NUMBERS and (
        not names or bool(_names_called(value)) and not _names(value, ast.Load) - _CLOCKS
    )


def _without_body(node: ast.AST) -> ast.AST:
    """Return a ``with`` without its statements, which are looked at by themselves."""
    if isinstance(node, ast.With):
        return ast.Tuple([each.optional_vars for each in node.items if each.optional_vars])
    return node


def _names_of_backward(statement: ast.stmt) -> set[str]:
    """Return the names of the values whose ``backward`` a statement calls."""
    found: set[str] = set()
    for each in ast.walk(statement):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
            if each.func.attr == "backward":
                value = each.func.value
                found |= _names(value, ast.Load) - _names_at_work(value)
    return found


def _is_tail(statement: ast.stmt) -> bool:
    """Return whether a statement only runs backwards and steps, without a forward."""
    return _names_called(statement) <= _OF_TAILS


def _calls_any(statement: ast.stmt, names: Collection[str]) -> bool:
    return any(_calls_method(statement, name) for name in names)


def _updates_parameters(loop: ast.For) -> bool:
    """Return whether a loop goes through parameters, and writes in place to each or its data."""
    calls = _names_called(loop.iter)
    if not calls <= {"zip", "parameters", "buffers"} or not calls - {"zip"}:
        return False
    for each in loop.body:
        match each:
            case ast.Expr(ast.Call(func=ast.Attribute(attr=name))) if name.endswith("_"):
                continue
        return False
    return True


def _schedules(statement: ast.stmt) -> bool:
    """Return whether a statement is the step of a schedule, by its name: it changes numbers."""
    text = ast.unparse(statement).lower()
    return "sched" in text or "lr_" in text


def _names(node: ast.AST, context: type) -> set[str]:
    return {
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, context)
    }


def _names_read(node: ast.AST) -> set[str]:
    """Return the names that are read, by ``+=`` too."""
    added = {
        each.target.id
        for each in ast.walk(node)
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name)
    }
    return _names(node, ast.Load) | added


def _uses_bound_by_loops(node: ast.AST) -> set[int]:
    """Return the identities of the names in loops' bodies that the loops have bound."""
    found: set[int] = set()
    for loop in ast.walk(node):
        if isinstance(loop, ast.For):
            inside = [each for statement in loop.body for each in ast.walk(statement)]
            named = [each for each in inside if isinstance(each, ast.Name)]
            deleted = {each.id for each in named if isinstance(each.ctx, ast.Del)}
            bound = _names(loop.target, ast.Store) - deleted
            found |= {id(each) for each in named if each.id in bound}
    return found


def _own_of_comprehensions(node: ast.AST) -> set[int]:
    """Return the identities of the names in comprehensions that these bind for themselves."""
    found: set[int] = set()
    for each in ast.walk(node):
        if isinstance(each, _COMPREHENSIONS):
            targets = ast.Tuple([part.target for part in each.generators])
            bound = _names(targets, ast.Store)
            outside = {id(name) for name in ast.walk(each.generators[0].iter)}
            found |= {
                id(name)
                for name in ast.walk(each)
                if isinstance(name, ast.Name) and name.id in bound and id(name) not in outside
            }
    return found


def _names_read_before_bound(node: ast.AST) -> set[str]:
    """Return the names that are read, but for those that loops within the node bind."""
    bound = _uses_bound_by_loops(node) | _own_of_comprehensions(node)
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    added = [each.target for each in ast.walk(node) if isinstance(each, ast.AugAssign)]
    read = [each for each in names if isinstance(each.ctx, ast.Load) or each in added]
    return {each.id for each in read if id(each) not in bound}


def _names_bound(node: ast.AST) -> set[str]:
    """Return the names that are bound, but for those of comprehensions."""
    own = _own_of_comprehensions(node)
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    return {each.id for each in names if isinstance(each.ctx, ast.Store) and id(each) not in own}


def _bound_for_certain(statements: Iterable[ast.stmt]) -> set[str]:
    """Return names that statements bind whatever happens; those of ``with`` as well."""
    found: set[str] = set()
    for each in statements:
        if isinstance(each, ast.Assign):
            found |= _names_bound(each)
        elif isinstance(each, ast.With):
            found |= _bound_for_certain(each.body)
    return found


def _read_and_bind(
    region: Sequence[ast.stmt],
    read: set[str],
    known: set[str],
    elsewhere: Collection[str],
    perhaps: set[str],
) -> ast.stmt | None:
    """Note the names that statements read before they bind them, and those that they bind.

    ``perhaps`` gets those that they may read or not, which need not be bound before. Return the
    first of these statements that may bind a name or not, as an ``if`` does, which is read later or
    ``elsewhere``.
    """
    for at, statement in enumerate(region):
        later = set(elsewhere).union(*map(_names_read_before_bound, region[at + 1 :]))
        match statement:
            case ast.With(items=items, body=body):
                for item in items:
                    read |= _names_read_before_bound(item.context_expr) - known
                    if item.optional_vars is not None:
                        known |= _names(item.optional_vars, ast.Store)
                if _read_and_bind(body, read, known, later, perhaps) is not None:
                    return statement
            case ast.If(test=test, body=body, orelse=otherwise):
                read |= _names_read_before_bound(test) - known
                first, second = set(known), set(known)
                one, other = set(read), set(read)
                if _read_and_bind(body, one, first, later, perhaps) is not None:
                    return statement
                if _read_and_bind(otherwise, other, second, later, perhaps) is not None:
                    return statement
                perhaps |= one ^ other
                read |= one | other
                if ((first ^ second) - read) & later:
                    return statement
                known |= (first & second) | ((first | second) & read)
            case ast.For(target=target, iter=through, body=body, orelse=[]):
                read |= _names_read_before_bound(through) - known
                inside, within = known | _names(target, ast.Store), set(read)
                if _read_and_bind(body, within, inside, later, perhaps) is not None:
                    return statement
                perhaps |= within - read
                read |= within
                if (inside - known - read) & later:
                    return statement
                known |= inside & read
            case ast.For():
                return statement
            case _:
                read |= _names_read_before_bound(statement) - known
                known |= _names_bound(statement)
    return None


def _arguments(functions: Sequence[ast.AST]) -> set[str]:
    """Return the names of the parameters of functions."""
    found: set[str] = set()
    for function in functions:
        given = function.args
        found |= {each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
        found |= {each.arg for each in (given.vararg, given.kwarg) if each is not None}
    return found


def _local_names(functions: Sequence[ast.AST]) -> set[str]:
    """Return the names that are local to functions, those within one another."""
    found = _arguments(functions)
    for function in functions:
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                found |= {each.asname or each.name.partition(".")[0] for each in node.names}
            elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)) and node is not function:
                found.add(node.name)
            elif isinstance(node, ast.ExceptHandler) and node.name:
                found.add(node.name)
        for node in ast.walk(function):
            if isinstance(node, ast.Global):
                found -= set(node.names)
    return found
