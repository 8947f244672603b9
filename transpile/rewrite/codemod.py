"""The codemod: one import statement of a framework pointed at the frontend that replaces it.

Only statements that import a framework come here, each by itself: a module is never printed from a
tree, and comments, continuations and parentheses within the statement survive as libcst keeps them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import libcst as cst


def rewrite_statement(
    text: str, frontends: Mapping[str, str], *, name_taken: bool, missing: Collection[str] = ()
) -> str:
    """Return an import statement with its modules replaced by the frontends'.

    Parameters
    ----------
    text : str
        One statement, without indentation or what follows it.
    frontends : mapping of str to str
        Source module -> frontend package.
    name_taken : bool
        Whether the module uses the name ``frontends`` itself: then the statement must not bind it.
    missing : collection of str
        Modules that their frontend lacks: imports of them stay as they are.

    Examples
    --------
    >>> rewrite_statement("import numpy.linalg, os", {"numpy": "frontends.numpy"}, name_taken=False)
    'import frontends.numpy.linalg, frontends.numpy as numpy, os'
    """
    return cst.parse_module(text).visit(PointImports(frontends, name_taken, missing)).code


class PointImports(cst.CSTTransformer):
    """Point imports at the frontends; what they bind stays what it was."""

    def __init__(
        self, frontends: Mapping[str, str], name_taken: bool, missing: Collection[str] = ()
    ) -> None:
        super().__init__()
        self._frontends = frontends
        self._name_taken = name_taken
        self._missing = missing

    def leave_Import(self, original_node: cst.Import, updated_node: cst.Import) -> cst.Import:
        return updated_node.with_changes(names=list(self._rewrite_aliases(updated_node.names)))

    def leave_ImportFrom(
        self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom
    ) -> cst.ImportFrom:
        if updated_node.relative or _root_name(updated_node.module) not in self._frontends:
            return updated_node
        if _dotted_name(updated_node.module) in self._missing:
            return updated_node
        return updated_node.with_changes(module=self._retarget_name(updated_node.module))

    def _rewrite_aliases(self, aliases: Collection[cst.ImportAlias]) -> Iterator[cst.ImportAlias]:
        """Yield the aliases with frontends, and one more where ``import a.b`` must bind ``a``."""
        ours = [alias for alias in aliases if _root_name(alias.name) in self._frontends]
        bare = [alias for alias in ours if alias.asname is None]
        # `import numpy.linalg` binds `numpy`: so must what takes its place.
        last_submodule = {_root_name(a.name): a for a in bare if isinstance(a.name, cst.Attribute)}
        bound = {_root_name(a.name) for a in bare if isinstance(a.name, cst.Name)}
        # ... but an import that stays binds it to the framework itself, and must not come last.
        bound -= {_root_name(a.name) for a in bare if _dotted_name(a.name) in self._missing}
        given = {a.evaluated_alias: _dotted_name(a.name) for a in aliases if a.asname is not None}
        for alias in aliases:
            if alias not in ours:
                yield alias
                continue
            package = _root_name(alias.name)
            new = alias
            if _dotted_name(alias.name) not in self._missing:
                new = alias.with_changes(name=self._retarget_name(alias.name))
                if alias.asname is None and (self._name_taken or isinstance(alias.name, cst.Name)):
                    new = new.with_changes(asname=_as_clause(package))
            is_last = last_submodule.get(package) is alias and given.get(package) is None
            if is_last and (self._name_taken or package not in bound):
                yield new.with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
                frontend = cst.parse_expression(self._frontends[package])
                new = cst.ImportAlias(frontend, asname=_as_clause(package), comma=alias.comma)
            yield new

    def _retarget_name(self, name: cst.Name | cst.Attribute) -> cst.Name | cst.Attribute:
        """Return the frontend's name: ``frontends.numpy.linalg`` for ``numpy.linalg``."""
        if isinstance(name, cst.Attribute):
            return name.with_changes(value=self._retarget_name(name.value))
        return cst.parse_expression(self._frontends[name.value])


def _root_name(name: cst.Name | cst.Attribute) -> str:
    while isinstance(name, cst.Attribute):
        name = name.value
    return name.value


def _dotted_name(name: cst.Name | cst.Attribute) -> str:
    if isinstance(name, cst.Attribute):
        return f"{_dotted_name(name.value)}.{name.attr.value}"
    return name.value


def _as_clause(name: str) -> cst.AsName:
    return cst.AsName(cst.Name(name))
