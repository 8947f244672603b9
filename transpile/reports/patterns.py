"""Code that runs rewritten, but may do something else than it did: what a person should look at."""

from __future__ import annotations

import ast
import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from transpile.reports.uses import KEPT, Code, Node, Use, UserModules, is_builtin
from transpile.rewrite.scopes import Scope
from transpile.rewrite.syntax import root

_COMPILED = (".so", ".pyd", ".pyx")
# They compile for NumPy's own arrays, or take their memory.
_COMPILERS = {"numba", "cython", "Cython", "pyximport", "cffi", "pythran", "numexpr"}
_ARRAY_CLASSES = {"ndarray": "numpy.ndarray", "Tensor": "torch.Tensor"}
_MAPPED = {"numpy.memmap", "numpy.lib.format.open_memmap"}
_CUDA = "torch.cuda"
_ASKS_FOR_CUDA = {f"{_CUDA}.is_available", f"{_CUDA}.device_count"}


@dataclass(frozen=True, slots=True)
class Finding:
    """Code that follows a pattern, and what that means.

    Attributes
    ----------
    pattern : str
        The pattern's name.
    node : Node
        Where it stands.
    message : str
        What to know about it.
    """

    pattern: str
    node: Node
    message: str


def find_patterns(
    code: Code, program: UserModules, uses: Collection[Use], *, folder: Path
) -> list[Finding]:
    """Find what to look at in a module, in the order of the text.

    Parameters
    ----------
    code : Code
        The module.
    program : UserModules
        What it belongs to.
    uses : collection of Use
        The frameworks' names that it uses.
    folder : Path
        Where its file is, and with it compiled modules.

    Examples
    --------
    >>> code = Code("import numpy as np\\nx = np.ones(3).ctypes.data", "a.py")
    >>> program = UserModules([code], {"numpy": lambda module: ()})
    >>> [found] = find_patterns(code, program, program.uses(code), folder=Path())
    >>> found.pattern, found.node.lineno
    ('ctypes', 2)
    """
    finder = _Finder(code, program, uses, folder)
    found = [*finder.by_name(), *finder.cuda_alone()]
    for node, scope in code.nodes:
        match node:
            case ast.Attribute():
                found += finder.address(node, scope)
            case ast.Import() | ast.ImportFrom():
                found += finder.compiled(node)
            case ast.Call():
                found += finder.call(node, scope)
            case ast.Compare():
                found += finder.comparison(node, scope)
    return sorted(found, key=lambda finding: (finding.node.lineno, finding.node.col_offset))


class _Finder:
    def __init__(
        self, code: Code, program: UserModules, uses: Collection[Use], folder: Path
    ) -> None:
        self._code = code
        self._program = program
        self._uses = uses
        self._folder = folder

    # names

    def by_name(self) -> Iterator[Finding]:
        for use in self._uses:
            if use.name in _MAPPED:
                yield _memmap_finding(use.node)
            elif use.name.startswith("numpy.ctypeslib"):
                yield _c_extension_finding(use.node, "C code")

    def cuda_alone(self) -> Iterator[Finding]:
        """Yield what runs on CUDA in a module that never asks whether there is any."""
        if any(use.name in _ASKS_FOR_CUDA for use in self._uses):
            return
        for use in self._uses:
            if use.name.startswith(f"{_CUDA}."):
                yield _cuda_finding(use.node)
        if any(root(use.name) == "torch" for use in self._uses):
            for node, _ in self._code.nodes:
                if isinstance(node, ast.Call) and _asks_cuda_of_array(node):
                    yield _cuda_finding(node)

    # expressions

    def address(self, node: ast.Attribute, scope: Scope) -> Iterator[Finding]:
        # `six.moves.ctypes` is a module.
        imported = [m for m in self._code.meanings(node, scope) if root(m) != "builtins"]
        if node.attr == "ctypes" and not imported:
            yield Finding(
                "ctypes",
                node,
                "the address is that of host memory; what C code writes there may not reach the "
                "array",
            )

    def call(self, node: ast.Call, scope: Scope) -> Iterator[Finding]:
        match node.args:
            case [_, classes]:
                if self._is_any_builtin(node.func, scope, "isinstance", "issubclass"):
                    yield from self._find_foreign_classes(classes, scope)
            case _:
                pass
        match node.args:
            case [owner, name, *_] if not isinstance(name, ast.Constant):
                if self._is_any_builtin(node.func, scope, "getattr", "hasattr"):
                    if any(self._program.names(self._code, owner, scope, whole=True)):
                        yield Finding("dynamic name", node, "the name is known only when it runs")
        for keyword in node.keywords:
            if keyword.arg == "mmap_mode":
                yield _memmap_finding(node)

    def comparison(self, node: ast.Compare, scope: Scope) -> Iterator[Finding]:
        sides = [node.left, *node.comparators]
        if not any(self._is_type_call(side, scope) for side in sides):
            return
        for side in sides:
            names = [
                name
                for each in _classes_in(side)
                for name in self._program.names(self._code, each, scope)
            ]
            if names:
                yield Finding(
                    "type(x) is",
                    node,
                    f"{names[0]} is the frontend's class here: arrays that other libraries return "
                    "are of another",
                )
                return

    def _find_foreign_classes(self, classes: ast.expr, scope: Scope) -> Iterator[Finding]:
        """Yield findings for ``ndarray`` or ``Tensor`` of neither a framework nor the user."""
        for node in _classes_in(classes):
            last = getattr(node, "attr", getattr(node, "id", None))
            if last not in _ARRAY_CLASSES:
                continue
            if _ARRAY_CLASSES[last] in self._program.names(self._code, node, scope):
                continue
            for meaning in self._code.meanings(node, scope):
                if root(meaning) != "builtins" and not self._program.owns(meaning):
                    yield Finding(
                        "foreign class",
                        node,
                        f"{meaning.removeprefix(KEPT)} is not the frontend's class: its arrays are "
                        "no instances",
                    )

    def _is_type_call(self, node: ast.expr, scope: Scope) -> bool:
        match node:
            case ast.Call(func=function, args=[_], keywords=[]):
                return is_builtin(self._code, function, scope, "type")
        return False

    def _is_any_builtin(self, node: ast.expr, scope: Scope, *names: str) -> bool:
        return any(is_builtin(self._code, node, scope, name) for name in names)

    # imports

    def compiled(self, node: ast.Import | ast.ImportFrom) -> Iterator[Finding]:
        for name in _maybe_imported_modules(node):
            name = self._code.absolute(name)
            if root(name) in _COMPILERS:
                yield _c_extension_finding(node, root(name))
                return
            if self._is_c_extension(name):
                yield _c_extension_finding(node, name)
                return

    def _is_c_extension(self, name: str) -> bool:
        """Return whether a module has a compiled file (``.so``, ``.pyx``) in the user's folders."""
        *above, last = name.split(".")
        for base in (self._package_root, self._folder):
            folder = base.joinpath(*above)
            if any(
                file.startswith(f"{last}.") and file.endswith(_COMPILED)
                for file in _list_files(folder)
            ):
                return True
        return False

    @cached_property
    def _package_root(self) -> Path:
        """Return the folder that holds the module's outermost package."""
        folder = self._folder
        while (folder / "__init__.py").is_file():
            folder = folder.parent
        return folder


def _maybe_imported_modules(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """Yield ``a`` and ``a.b`` of ``from a import b``, which may be a module; dots stay in front."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    dots = "." * node.level
    if node.module:
        yield dots + node.module
    inside = f"{dots}{node.module}." if node.module else dots
    yield from (inside + alias.name for alias in node.names)


def _list_files(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _classes_in(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the classes of ``a``, ``(a, b)`` and ``a | b``."""
    match node:
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            for element in elements:
                yield from _classes_in(element)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from _classes_in(left)
            yield from _classes_in(right)
        case ast.Name() | ast.Attribute():
            yield node


def _asks_cuda_of_array(node: ast.Call) -> bool:
    """Return whether a call is ``x.cuda()``, or one with a string that names "cuda"."""
    match node:
        case ast.Call(func=ast.Attribute(attr="cuda"), args=[] | [ast.Constant()]):
            return True
    arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
    return any(
        isinstance(argument, ast.Constant)
        and isinstance(argument.value, str)
        and argument.value.partition(":")[0] == "cuda"
        for argument in arguments
    )


def _memmap_finding(node: Node) -> Finding:
    return Finding(
        "memmap", node, "what is computed from it is in memory; only NumPy's own writes reach it"
    )


def _c_extension_finding(node: Node, name: str) -> Finding:
    return Finding("C extension", node, f"{name} takes NumPy's own arrays, not the frontend's")


def _cuda_finding(node: Node) -> Finding:
    return Finding("torch.cuda only", node, "runs on CUDA only: nothing asks whether there is any")
