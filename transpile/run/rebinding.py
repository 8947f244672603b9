"""Copies of functions whose globals, closures and defaults hold frontends for source frameworks."""

from __future__ import annotations

import dis
import importlib
import inspect
import sys
import sysconfig
import types
from collections.abc import Iterator, Mapping
from functools import cache, reduce
from pathlib import Path

from transpile.errors import TranspileError
from transpile.frameworks import OWN_FOLDER, OWN_PACKAGES, can_import
from transpile.rewrite.rewriter import rewrite_in_place
from transpile.rewrite.syntax import root
from transpile.run.compiling import compile_rewritten
from transpile.run.package_copies import PackageCopies

_DYNAMIC = {"import_module", "__import__", "modules"}
_ASSIGNS_GLOBAL = {"STORE_GLOBAL", "DELETE_GLOBAL"}
_USES_GLOBAL = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS", *_ASSIGNS_GLOBAL}
_ABSENT = object()


class Rebinder:
    """Copy functions so that the copies use frontends where the originals use source frameworks.

    Parameters
    ----------
    frontends : mapping of str to str
        Source module -> frontend package.
    packages : PackageCopies, optional
        Installed packages whose modules, functions and classes are replaced, too.

    Notes
    -----
    Copies share the data of their originals. `refresh_globals` looks globals up, before each call
    from outside; `write_back_globals`, after it, gives the originals' modules what the copies
    assigned.
    """

    def __init__(self, frontends: Mapping[str, str], packages: PackageCopies | None = None) -> None:
        self._frontends = frontends
        self._packages = packages
        self._functions: dict[types.FunctionType, types.FunctionType] = {}
        self._modules: dict[str, _ReboundModule] = {}
        self._namespaces: dict[int, _Namespace] = {}

    def function(self, original: types.FunctionType) -> types.FunctionType:
        """Return the copy of a function of the user's."""
        copy = self._functions.get(original)
        if copy is not None:
            return copy
        code = _rewritten_code(original, self._frontends)
        namespace = self._rebound_namespace(original.__globals__)
        cells = [_same_or_new_cell(cell) for cell in original.__closure__ or ()]
        copy = types.FunctionType(
            code, namespace.rebound, original.__name__, None, tuple(cells) or None
        )
        self._functions[original] = copy  # already: what is copied below may refer to it
        namespace.look_up(code)
        for cell, old in zip(cells, original.__closure__ or (), strict=True):
            if cell is not old:
                cell.cell_contents = self.replacement(old.cell_contents)
        if original.__defaults__ is not None:
            copy.__defaults__ = tuple(self.replacement(value) for value in original.__defaults__)
        if original.__kwdefaults__ is not None:
            copy.__kwdefaults__ = {
                name: self.replacement(value) for name, value in original.__kwdefaults__.items()
            }
        copy.__dict__.update(original.__dict__)
        copy.__qualname__, copy.__doc__ = original.__qualname__, original.__doc__
        return copy

    def replacement(self, value: object) -> object:
        """Return the replacement of `value` in a copy: mostly the value itself."""
        if isinstance(value, types.ModuleType):
            return self._rebound_module(value)
        if not callable(value):
            return value
        if type(value) is types.FunctionType and is_users(value.__code__.co_filename):
            return self.function(value)
        return self._frontend_counterpart(value)

    def refresh_globals(self) -> None:
        """See what the originals' globals hold now."""
        for namespace in list(self._namespaces.values()):
            namespace.refresh_globals()

    def write_back_globals(self) -> None:
        """Give the originals' modules what copies have assigned under ``global``."""
        for namespace in list(self._namespaces.values()):
            namespace.write_back_globals()

    def _rebound_namespace(self, original: dict[str, object]) -> _Namespace:
        """Return the copy of a function's globals, made once, in which frameworks are replaced."""
        namespace = self._namespaces.get(id(original))
        if namespace is None:
            namespace = self._namespaces[id(original)] = _Namespace(original, self)
        return namespace

    def _rebound_module(self, module: types.ModuleType) -> types.ModuleType:
        """Return a framework's frontend, a copy of a user's module, any other as it is."""
        name = module.__name__
        if root(name) in self._frontends:
            return self._frontend_module(name) or module
        if self._packages is not None and name in self._packages:
            return self._packages.module(name)
        if not is_users_module(module):
            return module
        copy = self._modules.get(name)
        if copy is None:
            copy = self._modules[name] = _ReboundModule(module, self)
        return copy

    def _frontend_module(self, name: str) -> types.ModuleType | None:
        """Return the frontend's module, or attribute, of a framework's module's name; else None."""
        frontend = self._frontends[root(name)]
        full = frontend + name[len(root(name)) :]
        if can_import(full):
            return importlib.import_module(full)
        if not can_import(frontend):
            raise TranspileError(f"{frontend} cannot be imported yet")
        # A module that is no module there may be an attribute: real NumPy's, on the host.
        parts = name.split(".")[1:]
        return reduce(
            lambda at, part: getattr(at, part, None), parts, importlib.import_module(frontend)
        )

    def _frontend_counterpart(self, value: object) -> object:
        """Return a frontend's counterpart of a framework's function or class, or the value."""
        name = getattr(value, "__name__", None)
        if not isinstance(name, str):
            return value
        for home in _possible_modules(value):
            if self._packages is not None and home in self._packages:
                if getattr(self._packages.original(home), name, None) is value:
                    return getattr(self._packages.module(home), name, value)
                continue
            if root(home) not in self._frontends:
                return value
            if getattr(sys.modules.get(home), name, None) is value:
                found = getattr(self._frontend_module(home), name, None)
                if found is not None:
                    return found
        return value


class _Namespace:
    """The globals of a module, and those of the copies of its functions."""

    def __init__(self, original: dict[str, object], rebinder: Rebinder) -> None:
        self._original = original
        self._rebinder = rebinder
        self._names: set[str] = set()
        self._assigned: set[str] = set()
        self._seen: dict[str, object] = {}  # in the original, when last looked at
        self._put: dict[str, object] = {}  # into the copies' globals, in its place
        # What `import` and `class` want to know is looked up by no name in the code.
        self.rebound = {
            name: value
            for name, value in original.items()
            if name.startswith("__") and name.endswith("__")
        }

    def look_up(self, code: types.CodeType) -> None:
        """Have the globals that `code` uses looked up, now and at each `refresh_globals`."""
        for part in _nested_codes(code):
            for instruction in dis.get_instructions(part):
                if instruction.opname in _USES_GLOBAL:
                    self._names.add(instruction.argval)
                if instruction.opname in _ASSIGNS_GLOBAL:
                    self._assigned.add(instruction.argval)
        self.refresh_globals()

    def refresh_globals(self) -> None:
        for name in list(self._names):
            value = self._original.get(name, _ABSENT)
            if value is self._seen.get(name, _ABSENT):
                continue
            self._seen[name] = value
            if value is _ABSENT:
                self._put.pop(name, None)
                self.rebound.pop(name, None)
            else:
                self._put[name] = self.rebound[name] = self._rebinder.replacement(value)

    def write_back_globals(self) -> None:
        for name in self._assigned:
            value = self.rebound.get(name, _ABSENT)
            if value is self._put.get(name, _ABSENT):
                continue
            if value is _ABSENT:
                for names in (self._original, self._seen, self._put):
                    names.pop(name, None)
            else:
                self._original[name] = self._seen[name] = self._put[name] = value


class _ReboundModule(types.ModuleType):
    """A module of the user's as copies see it: its functions are copies too."""

    def __init__(self, original: types.ModuleType, rebinder: Rebinder) -> None:
        super().__init__(original.__name__, original.__doc__)
        vars(self).update(_original=original, _rebinder=rebinder)

    def __getattr__(self, name: str) -> object:
        return self._rebinder.replacement(getattr(self._original, name))

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._original, name, value)

    def __dir__(self) -> list[str]:
        return dir(self._original)


@cache
def is_users(file: str) -> bool:
    """Return whether a file is the user's own: not Python's, not installed, not of this project.

    Names such as ``<stdin>``, of code that comes from no file, are the user's.

    Examples
    --------
    >>> import json
    >>> is_users(json.__file__), is_users("simulation.py"), is_users("<stdin>")
    (False, True, True)
    """
    path = Path(file)
    if file.startswith("<frozen ") or {"site-packages", "dist-packages"} & set(path.parts):
        return False
    own = OWN_FOLDER.parent
    standard = (Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib"))
    others = (*standard, *(own / package for package in OWN_PACKAGES))
    return not any(path.is_relative_to(folder) for folder in others)


def is_users_module(module: types.ModuleType) -> bool:
    """Return whether a module comes from a file of the user's.

    Examples
    --------
    >>> import json, sys
    >>> is_users_module(json), is_users_module(sys)
    (False, False)
    """
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and is_users(file)


def _nested_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield a code object and those of the functions and classes within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _nested_codes(constant)


def _possible_modules(value: object) -> Iterator[str]:
    """Yield names of modules that may hold `value` under its own name, the innermost first."""
    owners = (
        getattr(value, "__module__", None),
        getattr(getattr(value, "__self__", None), "__module__", None),
        type(value).__module__,
    )
    parts = next(owner for owner in owners if isinstance(owner, str)).split(".")
    for end in range(len(parts), 0, -1):
        yield ".".join(parts[:end])


def _same_or_new_cell(cell: types.CellType) -> types.CellType:
    """Return `cell` if a copy can share it, a new empty one if its content has to be replaced."""
    try:
        contents = cell.cell_contents
    except ValueError:  # empty so far
        return cell
    is_replaced = callable(contents) or isinstance(contents, types.ModuleType)
    return types.CellType() if is_replaced else cell


def _rewritten_code(function: types.FunctionType, frontends: Mapping[str, str]) -> types.CodeType:
    """Return a function's code, compiled from rewritten source if there are imports in it."""
    code = function.__code__
    if not any(_imports_framework(part, frontends) for part in _nested_codes(code)):
        return code
    name = f"{function.__module__}.{function.__qualname__}"
    try:
        text = "".join(inspect.findsource(code)[0])
    except OSError:
        raise TranspileError(f"{name} imports in its body, and has no source to rewrite") from None
    file = code.co_filename
    rewritten = rewrite_in_place(text, filename=file, sources=tuple(frontends)).code
    for part in _nested_codes(compile_rewritten(text, file, rewritten)):
        if _code_identity(part) == _code_identity(code):
            return part
    raise TranspileError(f"the source of {name} has changed since it was loaded", file=file)


def _imports_framework(code: types.CodeType, frontends: Mapping[str, str]) -> bool:
    """Return whether a code object itself imports a framework; nested ones are not read."""
    names = {
        instruction.argval
        for instruction in dis.get_instructions(code)
        if instruction.opname == "IMPORT_NAME"
    }
    if not _DYNAMIC.isdisjoint(code.co_names):
        names.update(constant for constant in code.co_consts if isinstance(constant, str))
    return any(root(name) in frontends for name in names)


def _code_identity(code: types.CodeType) -> tuple[object, ...]:
    return code.co_qualname, code.co_firstlineno, code.co_freevars
