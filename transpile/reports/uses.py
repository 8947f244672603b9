"""Uses of a framework: names followed through imports, scopes, aliases and own modules."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from transpile.rewrite.scopes import Scope, analyze
from transpile.rewrite.syntax import Module, dotted, root

KEPT = "kept "  # what the qualified names begin with whose import is not rewritten
_LINKS = 10  # how many modules a name is followed through


Node = ast.expr | ast.stmt | ast.alias  # what has a place in the text


@dataclass(frozen=True, slots=True)
class Use:
    """A framework's name in the code, and the node that spells it.

    Attributes
    ----------
    name : str
        Its qualified name: ``"numpy.linalg.norm"``.
    node : Node
        Where it stands.
    is_import : bool
        Whether it is the name of a module in an import statement.
    """

    name: str
    node: Node
    is_import: bool = False


class Code:
    """A module of the user's: its tree, and what the names in it mean.

    Parameters
    ----------
    text : str
        Its source, without byte order mark.
    filename : str
        Its name in error messages.
    module : str
        The name it is imported by.
    is_package : bool
        Whether it is a package's ``__init__``.
    """

    def __init__(
        self, text: str, filename: str, *, module: str = "", is_package: bool = False
    ) -> None:
        self.module = module
        self.syntax = Module(text, filename)
        analysis = analyze(self.syntax.tree, _is_examined_node)
        self.nodes = analysis.nodes
        self.annotations = analysis.annotations
        self._package = module if is_package else module.rpartition(".")[0]
        self._fix_sibling_imports()
        self._mark_kept_imports()
        self._resolve_assignments()

    @cached_property
    def exports(self) -> Mapping[str, set[str]]:
        """Name -> the absolute qualified names that it can mean, for the module's own names."""
        _, scope = self.nodes[0]
        return {
            name: {self.absolute(meaning) for meaning in meanings if meaning is not None}
            for name, meanings in scope.bindings.items()
            if meanings != {None}
        }

    @cached_property
    def stars(self) -> list[str]:
        """The modules of which it imports everything."""
        return [
            self.absolute("." * node.level + (node.module or ""))
            for node, _ in self.nodes
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
            if not self.syntax.is_kept(node)
        ]

    def absolute(self, name: str) -> str:
        """Return a qualified name without the dots that a relative import begins with."""
        rest = name.lstrip(".")
        level = len(name) - len(rest)
        if not level:
            return name
        parts = self._package.split(".") if self._package else []
        above = parts[: max(len(parts) - level + 1, 0)]
        return ".".join([*above, *filter(None, [rest])])

    def meanings(self, node: ast.expr, scope: Scope) -> Iterator[str]:
        """Yield the absolute qualified names that an expression can mean."""
        for meaning in scope.qualified_names(node):
            if meaning is not None:
                yield self.absolute(meaning)

    def _fix_sibling_imports(self) -> None:
        """Bind ``a`` of ``from . import a`` to ``.a``: dot and name joined have a dot too many."""
        for node, scope in self.nodes:
            match node:
                case ast.ImportFrom(module=None, level=level):
                    for alias in node.names:
                        meanings = scope.bindings.get(alias.asname or alias.name, set())
                        joined = "." * (level + 1) + alias.name
                        if joined in meanings:
                            meanings.remove(joined)
                            meanings.add(joined[1:])

    def _mark_kept_imports(self) -> None:
        """Mark the names that lines with ``# transpile: keep`` import: not the frontend's."""
        for node, scope in self.nodes:
            if isinstance(node, ast.Import | ast.ImportFrom) and self.syntax.is_kept(node):
                for alias in node.names:
                    name = alias.asname or root(alias.name)
                    meanings = scope.bindings.get(name, set())
                    scope.bindings[name] = {meaning and KEPT + meaning for meaning in meanings}

    def _resolve_assignments(self) -> None:
        """Resolve names that are assigned names only: ``xp = np`` and ``norm = np.linalg.norm``."""
        stored = Counter(
            (scope, node.id)
            for node, scope in self.nodes
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )
        given: dict[tuple[Scope, str], list[ast.expr]] = defaultdict(list)
        for node, scope in self.nodes:
            match node:
                case ast.Assign(targets=targets, value=ast.Name() | ast.Attribute() as value):
                    for target in targets:
                        if isinstance(target, ast.Name):
                            given[scope, target.id].append(value)
        for _ in range(2):  # an alias of an alias
            for (scope, name), values in given.items():
                if stored[scope, name] == len(values):
                    self._bind_meanings(scope, name, values)

    def _bind_meanings(self, scope: Scope, name: str, values: Collection[ast.expr]) -> None:
        """Bind a name to what its values mean; not at all if one of them has no known meaning."""
        found: set[str] = set()
        for value in values:
            meanings = scope.qualified_names(value) - {None}
            if not meanings or root(dotted(value)) == name:  # `x = x.next` would never end
                return
            found |= {each for each in meanings if not each.startswith("builtins.")}
        for meaning in found:
            scope.bind(name, meaning)


class UserModules:
    """The user's modules together, in which a name may come from one by way of another.

    Parameters
    ----------
    codes : collection of Code
        The modules.
    frameworks : mapping of str to callable
        Framework -> function that returns what a star import of one of its modules binds.

    Examples
    --------
    >>> backend = Code("import numpy as np", "backend.py", module="pkg.backend")
    >>> user = Code("from .backend import np as xp\\nxp.ones(3)", "a.py", module="pkg.a")
    >>> program = UserModules([backend, user], {"numpy": lambda module: ()})
    >>> [use.name for use in program.uses(user)]
    ['numpy.ones']
    """

    def __init__(
        self,
        codes: Collection[Code],
        frameworks: Mapping[str, Callable[[str], Collection[str]]],
    ) -> None:
        self._modules = {code.module: code for code in codes if code.module}
        self._frameworks = frameworks

    def uses(self, code: Code) -> list[Use]:
        """Return every use of a framework in a module, in the order of the text."""
        inner = {id(node.value) for node, _ in code.nodes if isinstance(node, ast.Attribute)}
        found = []
        for node, scope in code.nodes:
            match node:
                case ast.Import() | ast.ImportFrom():
                    found += self._import_uses(code, node)
                case ast.Name(ctx=ast.Load()) | ast.Attribute() if id(node) not in inner:
                    found += [Use(name, node) for name in self.names(code, node, scope)]
                case ast.Call(args=[owner, ast.Constant(value=str(attribute)), *_]):
                    if is_builtin(code, node.func, scope, "getattr"):
                        names = self.names(code, owner, scope, whole=True)
                        found += [Use(f"{name}.{attribute}", node) for name in names]
        for annotation, scope in code.annotations:
            for string, node in _names_in_strings(annotation):
                found += [Use(name, string) for name in self.names(code, node, scope)]
        return sorted(found, key=lambda use: (use.node.lineno, use.node.col_offset))

    def names(
        self, code: Code, node: ast.expr, scope: Scope, *, whole: bool = False
    ) -> Iterator[str]:
        """Yield the frameworks' names that an expression can mean; with `whole`, their own too."""
        for meaning in sorted({*code.meanings(node, scope)}):
            for name in sorted(self._resolve_name(code, meaning)):
                if whole or name not in self._frameworks:
                    yield name

    def owns(self, name: str) -> bool:
        """Return whether a qualified name leads into one of the user's modules."""
        return self._owning_module(name)[0] is not None

    def _import_uses(self, code: Code, node: ast.Import | ast.ImportFrom) -> Iterator[Use]:
        """Yield the uses in a framework's absolute import; none of a line that is kept."""
        if code.syntax.is_kept(node):
            return
        if isinstance(node, ast.Import):
            for alias in node.names:
                if root(alias.name) in self._frameworks:
                    yield Use(alias.name, alias, is_import=True)
        elif not node.level and root(node.module) in self._frameworks:
            yield Use(node.module, node, is_import=True)
            for alias in node.names:
                if alias.name != "*":
                    yield Use(f"{node.module}.{alias.name}", alias)

    def _resolve_name(self, code: Code, name: str, links: int = _LINKS) -> set[str]:
        """Return the frameworks' names that a qualified name in `code` leads to."""
        package = root(name)
        if package in self._frameworks:
            return {name}
        if not links:
            return set()
        if package == "builtins":
            return self._resolve_by_stars(code, name.partition(".")[2], links)
        owner, rest = self._owning_module(name)
        if owner is None or not rest:
            return set()
        first, _, attributes = rest.partition(".")
        found = owner.exports.get(first)
        if found is None:
            return self._resolve_by_stars(owner, rest, links)
        behind = f".{attributes}" if attributes else ""
        return {
            result
            for meaning in found
            if meaning != name
            for result in self._resolve_name(owner, meaning + behind, links - 1)
        }

    def _resolve_by_stars(self, code: Code, name: str, links: int) -> set[str]:
        """Resolve a name that nothing else binds by the module's star imports."""
        for star in reversed(code.stars):
            names = self._frameworks.get(root(star))
            if names is not None:
                if root(name) in names(star):
                    return {f"{star}.{name}"}
            elif found := self._resolve_name(code, f"{star}.{name}", links - 1):
                return found
        return set()

    def _owning_module(self, name: str) -> tuple[Code | None, str]:
        """Return the module that a qualified name begins with, and the rest of the name."""
        parts = name.split(".")
        for end in range(len(parts), 0, -1):
            if code := self._modules.get(".".join(parts[:end])):
                return code, ".".join(parts[end:])
        return None, name


def _names_in_strings(annotation: ast.expr) -> Iterator[tuple[ast.Constant, ast.expr]]:
    """Yield (string, name) of each dotted name in an annotation's strings, both as ast nodes."""
    for string in ast.walk(annotation):
        match string:
            case ast.Constant(value=str(text)):
                try:
                    nodes = [*ast.walk(ast.parse(text, mode="eval"))]
                except (SyntaxError, ValueError):  # no type: `Literal["a b"]`
                    continue
                inner = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
                for node in nodes:
                    if isinstance(node, ast.Name | ast.Attribute) and id(node) not in inner:
                        yield string, node


def is_builtin(code: Code, node: ast.expr, scope: Scope, name: str) -> bool:
    """Return whether an expression is Python's own function `name`."""
    return {*code.meanings(node, scope)} == {f"builtins.{name}"}


def module_name(path: Path) -> tuple[str, bool]:
    """Return the name a file is imported by, and whether it is a package.

    Examples
    --------
    >>> module_name(Path("sim.py"))
    ('sim', False)
    """
    path = path.absolute()
    is_package = path.stem == "__init__"
    parts = [] if is_package else [path.stem]
    folder = path.parent
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts), is_package


def _is_examined_node(node: ast.AST) -> bool:
    return isinstance(
        node,
        ast.Module
        | ast.Name
        | ast.Attribute
        | ast.Import
        | ast.ImportFrom
        | ast.Assign
        | ast.Call
        | ast.Compare,
    )
