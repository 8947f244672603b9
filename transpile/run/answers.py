"""Answers to rewritten code that asks which frameworks there are.

To it the frontend is the framework, wherever PyTorch is installed: ``find_spec("torch")`` finds it,
``importlib.metadata`` knows its version. Who asks is seen by the loader of the module: other code
gets Python's own functions and what is really there.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import FrameType, ModuleType

from transpile.frameworks import FRAMEWORKS, Framework, can_import
from transpile.rewrite.syntax import root

_METADATA = ("importlib.metadata", "importlib_metadata")  # Python's package, and its backport
_FRONTENDS = "frontends."


def install_answers() -> None:
    """Have rewritten modules that ask for a framework be told of its frontend, from now on."""
    if DistributionFinder in sys.meta_path:
        return
    sys.meta_path.insert(0, DistributionFinder)
    _set_functions(importlib, import_module=_importer)
    _set_functions(
        importlib.util, find_spec=_spec_finder, spec_from_file_location=_maker_of_located_specs
    )
    loader_finders = {"find_loader": _loader_finder, "get_loader": _loader_finder}
    _set_functions(
        pkgutil, **{name: make for name, make in loader_finders.items() if hasattr(pkgutil, name)}
    )


def _set_functions(module: ModuleType, **makers: Callable) -> None:
    """Give a module a class that has functions of those names made for code that was rewritten."""
    functions = {name: _FunctionByCaller(module, name, make) for name, make in makers.items()}
    module.__class__ = type("ModuleType", (ModuleType,), functions)


class _FunctionByCaller:
    """Descriptor of a module's function: code that was rewritten gets one for its frameworks.

    Anybody else gets the very function, so nothing stands between it and its callers. What is set
    in its place, as tests do, everybody gets.
    """

    def __init__(self, module: ModuleType, name: str, make: Callable) -> None:
        self._names, self._name = vars(module), name
        self._original = self._names[name]
        self._make = functools.cache(functools.partial(make, self._original))

    def __get__(self, module: ModuleType | None, owner: type) -> object:
        frameworks = _unknown_frameworks(sys._getframe(1))
        try:
            value = self._names[self._name]
        except KeyError as error:  # deleted
            raise AttributeError(str(error)) from None
        return self._make(frameworks) if frameworks and value is self._original else value

    def __set__(self, module: ModuleType, value: object) -> None:
        # Rewritten code that has set another function puts back what it was given.
        is_made = getattr(value, "__wrapped__", None) is self._original
        self._names[self._name] = self._original if is_made else value

    def __delete__(self, module: ModuleType) -> None:
        del self._names[self._name]


def _unknown_frameworks(frame: FrameType) -> tuple[str, ...]:
    """Return the frameworks that a frame's code does not know; none where it is as written."""
    return getattr(frame.f_globals.get("__loader__"), "rewrites", ())


def _importer(original: Callable, frameworks: tuple[str, ...]) -> Callable:
    """Return an ``importlib.import_module`` for code that does not know some frameworks."""

    @functools.wraps(original)
    def import_module(name: str, package: str | None = None) -> ModuleType:
        __tracebackhide__ = True  # of pytest: the error of an import shows Python's frames
        full_name = _absolute_name(name, package)
        row = _framework_of(full_name, frameworks)
        if row is None:
            return original(name, package)
        frontend = _frontend_module(full_name, row)
        return original(frontend if row.has_all_modules or can_import(frontend) else full_name)

    return import_module


def _spec_finder(original: Callable, frameworks: tuple[str, ...]) -> Callable:
    """Return an ``importlib.util.find_spec`` for code that does not know some frameworks."""

    @functools.wraps(original)
    def find_spec(name: str, package: str | None = None) -> ModuleSpec | None:
        __tracebackhide__ = True
        full_name = _absolute_name(name, package)
        row = _framework_of(full_name, frameworks)
        return original(name, package) if row is None else _find_spec(full_name, row, original)

    return find_spec


def _maker_of_located_specs(original: Callable, frameworks: tuple[str, ...]) -> Callable:
    """Return an ``importlib.util.spec_from_file_location`` for code that was rewritten.

    The files that it loads by their path, such as modules that it has written itself, are rewritten
    as it was.
    """

    @functools.wraps(original)
    def spec_from_file_location(name: str, *args: object, **options: object) -> ModuleSpec | None:
        spec = original(name, *args, **options)
        mine = sys._getframe(1).f_globals.get("__loader__")
        if spec is not None and type(spec.loader) is SourceFileLoader and hasattr(mine, "beside"):
            spec.loader = mine.beside(spec.loader)
        return spec

    return spec_from_file_location


def _loader_finder(original: Callable, frameworks: tuple[str, ...]) -> Callable:
    """Return a ``pkgutil.find_loader``, or ``get_loader``, for code that does not know some."""

    @functools.wraps(original)
    def find_loader(name: object) -> object:
        row = _framework_of(name, frameworks) if isinstance(name, str) else None
        if row is None:
            return original(name)
        spec = _find_spec(name, row, vars(importlib.util)["find_spec"])
        return None if spec is None else spec.loader

    return find_loader


def _absolute_name(name: str, package: str | None) -> str:
    """Return a module's name, made absolute where it is relative to a package that is given."""
    return importlib.util.resolve_name(name, package) if package and name[:1] == "." else name


def _framework_of(module: str, frameworks: tuple[str, ...]) -> Framework | None:
    """Return the framework, of those named, that has a module or whose frontend has it; or None."""
    package = root(module.removeprefix(_FRONTENDS))
    row = next((row for row in FRAMEWORKS if row.module == package), None)
    is_answered = row is not None and package in frameworks and can_import(row.frontend)
    return row if is_answered else None


def _frontend_module(name: str, row: Framework) -> str:
    """Return the frontend's name of a module that has its or its framework's name."""
    return row.frontend + name.removeprefix(_FRONTENDS)[len(row.module) :]


def _find_spec(name: str, row: Framework, find_spec: Callable) -> ModuleSpec | None:
    """Return the spec of a framework's module, whose loader loads the frontend's; None without one.

    Raises
    ------
    ModuleNotFoundError
        Where the package that should hold the module does not exist, as Python's function does.
    """
    name, frontend = name.removeprefix(_FRONTENDS), _frontend_module(name, row)
    try:
        found = find_spec(frontend)
    except ModuleNotFoundError as error:
        is_parent = frontend.startswith(f"{error.name}.") and row.has_all_modules
        if is_parent or not f"{frontend}.".startswith(f"{error.name}."):
            raise
        found = None
    if found is None:
        return None if row.has_all_modules else find_spec(name)
    loader = _FrontendLoader(name, found.origin)
    spec = ModuleSpec(name, loader, origin=found.origin)
    spec.submodule_search_locations = found.submodule_search_locations
    spec.has_location, spec.cached = found.has_location, found.cached
    return spec


class _FrontendLoader(SourceFileLoader):
    """Load a module that has a framework's name, and whose names are those of the frontend's."""

    def get_code(self, fullname: str) -> None:
        """Return None: the frontend's module has the code, under its own name."""

    def exec_module(self, module: ModuleType) -> None:
        frontend = importlib.import_module(_FRONTENDS + self.name)
        module.__getattr__ = functools.partial(getattr, frontend)
        module.__dir__ = functools.partial(dir, frontend)

    def load_module(self, fullname: str) -> ModuleType:
        """Return the frontend's module: Python's method would enter one in ``sys.modules``."""
        return importlib.import_module(_FRONTENDS + fullname)


class DistributionFinder:
    """Find the distributions of frameworks for code that was rewritten; no module for anybody.

    ``importlib.metadata`` asks each finder. A list of all has the frontend's where the framework is
    not installed: what is installed comes in it anyway.
    """

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> None:
        """Find no module."""

    @staticmethod
    def find_distributions(context: object) -> Iterable:
        """Return the distributions that a context asks for: of one name, or all."""
        frame = sys._getframe(1)
        while frame is not None and _is_of_metadata(frame):
            frame = frame.f_back
        frameworks = () if frame is None else _unknown_frameworks(frame)
        if not frameworks or "path" in vars(context):  # it asks what is in certain folders
            return ()
        from transpile.run.distributions import stand_ins  # which takes its time to import

        return stand_ins(frameworks, context.name)


def _is_of_metadata(frame: FrameType) -> bool:
    """Return whether a frame's code is of ``importlib.metadata`` or of its backport."""
    name = frame.f_globals.get("__name__")
    return isinstance(name, str) and f"{name}.".startswith(tuple(f"{m}." for m in _METADATA))
