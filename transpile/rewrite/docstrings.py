"""Point doctests and string annotations at the frontends, for those who ask for it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from transpile.errors import TranspileError
from transpile.rewrite.dynamic_imports import (
    may_import,
    mentions_dynamic_import,
    rewrite_dynamic_imports,
)
from transpile.rewrite.imports import Changes, rewrite_imports
from transpile.rewrite.scopes import Scope, analyze
from transpile.rewrite.syntax import Module, dotted, statements

_OPENING = re.compile(r"""[rRuU]?('''|\"""|'|")""")
_PROMPT = re.compile(r"([ \t]*)(>>>|\.\.\.)(?: |$)")


class _Line(NamedTuple):
    """A line of an example, without prompt, and where in the module it begins."""

    text: str
    start: int


def rewrite_doctests(
    module: Module, frontends: Mapping[str, str], changes: Changes, *, name_taken: bool
) -> None:
    """Point imports in the examples of docstrings at the frontends.

    Parameters are those of `rewrite_imports`.
    """
    for docstring in _docstring_nodes(module.tree):
        examples = _docstring_examples(module, docstring)
        lines = [line for example in examples for line in example]
        if not any(name in line.text for line in lines for name in frontends):
            continue
        try:  # in one piece: one example imports what the next one calls
            _rewrite_example(module, lines, frontends, changes, name_taken)
        except TranspileError:
            for example in examples:
                try:
                    _rewrite_example(module, example, frontends, changes, name_taken)
                except TranspileError as error:
                    note = f"this doctest is left as it is: {error.message}"
                    changes.notes.append((module.line_at(example[0].start), note))


def rewrite_annotations(
    module: Module,
    annotations: list[tuple[ast.expr, Scope]],
    frontends: Mapping[str, str],
    changes: Changes,
) -> None:
    """Point string annotations that spell out a module at the frontends.

    ``"np.ndarray"`` needs no change where `np` is imported, and neither does ``"numpy.ndarray"``
    where `numpy` is: what stands for the module itself is the name that nothing binds.

    Parameters
    ----------
    module : Module
        The module to look at.
    annotations : list of (expression, Scope)
        Its annotations.
    frontends : mapping of str to str
        Source module -> frontend package.
    changes : Changes
        Takes the edits.
    """
    for annotation, scope in annotations:
        for string in _type_strings(annotation):
            start, end = module.span(string)
            opening = _OPENING.match(module.text, start)
            if opening is None or opening.end() + len(string.value) + len(opening[1]) != end:
                continue  # in pieces, or with escapes: no annotation anybody writes
            if not string.value.isascii() or module.is_kept(string):
                continue
            for place, name in _module_names(string.value):
                if name in frontends and scope.meanings(name) == {f"builtins.{name}"}:
                    place += opening.end()
                    changes.edit(place, place + len(name), frontends[name])


def _docstring_nodes(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in (tree, *statements(tree)):
        match node:
            case (
                ast.Module(body=[first, *_])
                | ast.ClassDef(body=[first, *_])
                | ast.FunctionDef(body=[first, *_])
                | ast.AsyncFunctionDef(body=[first, *_])
            ):
                match first:
                    case ast.Expr(value=ast.Constant(value=str()) as string):
                        yield string


def _docstring_examples(module: Module, docstring: ast.Constant) -> list[list[_Line]]:
    """Return the examples in a docstring, each as its lines, as they stand in the file."""
    examples: list[list[_Line]] = []
    if ">>>" not in docstring.value:
        return examples
    indent = None  # of the example that the next line may go on with
    for line in _docstring_lines(module, docstring):
        prompt = _PROMPT.match(line.text)
        if prompt is None or (prompt[2] == "..." and prompt[1] != indent):
            indent = None
            continue
        if prompt[2] == ">>>":
            indent = prompt[1]
            examples.append([])
        examples[-1].append(_Line(line.text[prompt.end() :], line.start + prompt.end()))
    return examples


def _docstring_lines(module: Module, docstring: ast.Constant) -> Iterator[_Line]:
    """Yield each line of a docstring as text and offset in the file, without quotes."""
    start, end = module.span(docstring)
    opening = _OPENING.match(module.text, start)
    start, end = opening.end(), end - len(opening[1])
    for number in range(docstring.lineno, docstring.end_lineno + 1):
        first = max(start, module.line_starts[number - 1])
        yield _Line(module.text[first : min(end, module.line_end(number))], first)


def _rewrite_example(
    module: Module,
    lines: list[_Line],
    frontends: Mapping[str, str],
    changes: Changes,
    name_taken: bool,
) -> None:
    """Add an example's edits, notes and modules, as placed in the file, to ``changes``."""
    example = Module("".join(f"{line.text}\n" for line in lines), "")
    found = Changes()
    rewrite_imports(example, frontends, found, name_taken=name_taken)
    if mentions_dynamic_import(example.text, frontends):
        rewrite_dynamic_imports(example, analyze(example.tree, may_import), frontends, found)
    for edit in found.edits:
        number = example.line_at(edit.start)
        shift = lines[number - 1].start - example.line_starts[number - 1]
        changes.edit(edit.start + shift, edit.end + shift, edit.text)
    changes.count += found.count
    for number, note in found.notes:
        changes.notes.append((module.line_at(lines[number - 1].start), note))
    for name, number in found.modules.items():
        changes.modules.setdefault(name, module.line_at(lines[number - 1].start))


def _type_strings(annotation: ast.expr) -> Iterator[ast.Constant]:
    """Yield the strings in an annotation that are types, not values."""
    match annotation:
        case ast.Constant(value=str()):
            yield annotation
        case ast.Subscript(value=value, slice=inside):
            name = (dotted(value) or "").rpartition(".")[2]
            if name == "Annotated" and isinstance(inside, ast.Tuple):
                yield from _type_strings(inside.elts[0])
            elif name != "Literal":
                yield from _type_strings(inside)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _type_strings(part)
        case ast.BinOp(left=left, right=right):
            yield from _type_strings(left)
            yield from _type_strings(right)


def _module_names(text: str) -> Iterator[tuple[int, str]]:
    """Yield (column, ``np``) of each ``np.name`` in a type's text; nothing of a broken one."""
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name, lineno=1, col_offset=place)):
                yield place, name
