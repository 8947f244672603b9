"""Rewrite the user's own modules as they are imported, and keep the compiled code on disk."""

from __future__ import annotations

import ast
import contextlib
import gc
import hashlib
import importlib
import importlib.util
import marshal
import os
import stat
import sys
import sysconfig
import zipimport
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from transpile.errors import TranspileError
from transpile.frameworks import (
    CORE,
    FRAMEWORKS,
    OWN_FOLDER,
    OWN_PACKAGES,
    check_device,
    check_float_dtype,
    check_installed,
    check_trace_mode,
    enabled_frontends,
    frontend_modules,
    source_frontends,
)
from transpile.rewrite.compiled import AUTO, compile_tree
from transpile.rewrite.rewriter import rewrite_in_place
from transpile.rewrite.source import decode
from transpile.rewrite.syntax import Module
from transpile.run.answers import install_answers
from transpile.run.compiling import compile_rewritten
from transpile.run.devices import Devices, place_new_arrays, set_flags

_THIRD_PARTY = {"site-packages", "dist-packages"}
_ANY_WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Settings of the hook: the backend, and the modules to rewrite.

    Attributes
    ----------
    to : str
        The backend.
    sources : tuple of str, optional
        The frameworks that are rewritten; all by default.
    device, default_dtype, trace_mode : str, optional
        What the core is set to.
    devices : Devices, optional
        The mesh of devices that new arrays lie on.
    roots : tuple of str
        The folders of the user's modules.
    doctests : bool
        Whether docstrings' examples are rewritten too.
    compile : tuple of str
        The functions of the module that runs as ``__main__`` that are compiled; ``auto`` has those
        of all modules watched, and compiled where that is worth it.
    compile_check : bool
        Whether ``auto`` compares what compiled functions do with what they did before.
    packages : tuple of str
        Installed packages that are rewritten too, as `choose_packages` takes them.
    """

    to: str
    sources: tuple[str, ...] | None = None
    device: str | None = None
    devices: Devices | None = None
    default_dtype: str | None = None
    trace_mode: str | None = None
    roots: tuple[str, ...] = ()
    doctests: bool = False
    compile: tuple[str, ...] = ()
    compile_check: bool = True
    packages: tuple[str, ...] = ()


@contextlib.contextmanager
def import_hook(
    *, to: str, roots: Iterable[str | Path], sources: Collection[str] | None = None
) -> Iterator[None]:
    """Rewrite modules under `roots` as they are imported, and have them run on backend `to`.

    Parameters
    ----------
    to : str
        The backend: ``"numpy"``, ``"jax"``, ``"torch"`` or ``"tensorflow"``.
    roots : iterable of str or Path
        Folders whose modules are rewritten. Installed packages under them are not.
    sources : collection of str, optional
        The frameworks whose imports are rewritten: ``"numpy"``, ``"torch"``; both by default.

    Raises
    ------
    TranspileError
        Where `to` is no backend, or not installed.

    Notes
    -----
    Modules imported before stay as they are, and those imported within stay rewritten. Their
    compiled code is kept in ``__pycache__`` beside Python's own, which it does not replace.

    Examples
    --------
    >>> with import_hook(to="jax", roots=["src"]):  # doctest: +SKIP
    ...     import simulation  # its NumPy is JAX
    """
    settings = RunSettings(
        to,
        sources=None if sources is None else tuple(sources),
        roots=tuple(str(root) for root in roots),
    )
    core = set_up(settings)
    finder = install(settings)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        core.previous_backend()


def set_up(settings: RunSettings) -> ModuleType:
    """Import the core and its frontends, set the backend and what goes with it; return the core.

    The packages are imported while they can be found: a program's own path may hide them. PyTorch's
    frontend, which lies in one of them, waits for a program that imports it: it takes 0.3 seconds.

    Raises
    ------
    TranspileError
        Where the backend is not installed, or has no such device, dtype or trace mode.
    """
    check_installed(settings.to)
    check_device(settings.device)
    check_float_dtype(settings.default_dtype)
    check_trace_mode(settings.trace_mode)
    sources = source_frontends(settings.sources)
    if settings.devices is not None:
        set_flags(settings.devices, os.environ)
    for module, frontend in enabled_frontends().items():
        importlib.import_module(frontend if module == "numpy" else frontend.partition(".")[0])
    install_answers()
    core = importlib.import_module(CORE)
    adapters = sys.modules.get(f"{CORE}.utils.import_adapters")
    if adapters is not None and "torch" in sources:  # the frontend adapts it to its tensors
        adapters.when_imported("safetensors", lambda _: importlib.import_module(sources["torch"]))
    core.set_backend(settings.to)
    if settings.devices is not None:
        place_new_arrays(core, settings.devices)
    if settings.device is not None:
        try:
            core.set_default_device(settings.device)
        except (TypeError, ValueError, RuntimeError) as error:
            raise TranspileError(str(error)) from None
    if settings.default_dtype is not None:
        core.set_default_float_dtype(settings.default_dtype)
    if settings.trace_mode is not None:
        core.set_exception_trace_mode(settings.trace_mode)
    return core


def install(
    settings: RunSettings, finder: Finder | None = None, *, is_first: bool = False
) -> Finder:
    """Have the modules under `settings.roots` rewritten from now on.

    Parameters
    ----------
    settings : RunSettings
        What they are rewritten for.
    finder : Finder, optional
        By default a new one.
    is_first : bool
        Whether it is asked before every finder but the core's own; else before the path alone.
    """
    finder = Finder(settings) if finder is None else finder
    if is_first:
        sys.meta_path.insert(0, finder)
        adapters = sys.modules.get(f"{CORE}.utils.import_adapters")
        if adapters is not None:
            adapters.stand_first()
        return finder
    # After the finders of built-in modules: a `time.py` must not hide `time`.
    is_path_finder = [entry is PathFinder for entry in sys.meta_path]
    position = is_path_finder.index(True) if any(is_path_finder) else len(is_path_finder)
    sys.meta_path.insert(position, finder)
    return finder


def check_not_loaded(packages: Collection[str]) -> None:
    """Raise a `TranspileError` that names modules of packages that have been imported already."""
    loaded = [name for name in sys.modules if name.partition(".")[0] in packages]
    if loaded:
        shown = ", ".join(sorted(loaded)[:3]) + (f" and {len(loaded) - 3} more" * (len(loaded) > 3))
        raise TranspileError(
            f"imported already, as they are: {shown}; name packages above their first import, "
            "in a new process"
        )


class Finder:
    """Find what the finders behind this one find, and have the user's source files rewritten.

    Attributes
    ----------
    packages : dict
        The installed packages that are rewritten too, each with the reason.
    """

    def __init__(self, settings: RunSettings) -> None:
        self._settings = settings
        self.packages: dict[str, str] = {}
        if settings.packages:
            from transpile.project.packages import (
                choose_packages,
            )  # other programs do not wait for it

            self.packages = choose_packages(settings.packages, settings.sources)
            self._wait_for_replaced_modules()
        self._later = list(sys.meta_path)
        self._roots = [Path(root).resolve() for root in settings.roots]
        self._installed = [
            Path(sysconfig.get_path(name)).resolve()
            for name in ("stdlib", "platstdlib", "purelib", "platlib")
        ]

    def _wait_for_replaced_modules(self) -> None:
        """Have functions replaced in modules of the packages as these are imported."""
        self._replacements = importlib.import_module(f"{CORE}.utils.replacements")
        adapters = importlib.import_module(f"{CORE}.utils.import_adapters")
        for name in self._replacements.registered():
            if name.partition(".")[0] in self.packages:
                adapters.when_imported(name, self._replacements.put_into)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module, its loader replaced where it is to be rewritten."""
        package = fullname.partition(".")[0]
        if package in OWN_PACKAGES:
            return None
        spec = self._find_by_later_finders(fullname, path, target)
        if package in self.packages and (spec is None or type(spec.loader) is ExtensionFileLoader):
            return self._spec_of_compiled(fullname, spec)
        if spec is None or not spec.has_location:
            return spec
        loader = self._loader_for(spec)
        if loader is None or not self._is_users_file(Path(spec.origin).resolve()):
            loader = self._package_loader_for(spec)
        if loader is not None:
            spec.loader = loader
            spec.cached = loader.cache_path(spec.origin)
        return spec

    def _find_by_later_finders(self, fullname: str, *where: object) -> ModuleSpec | None:
        if self in sys.meta_path:  # else a program has wrapped all finders, this one too
            self._later = sys.meta_path[sys.meta_path.index(self) + 1 :]
        for finder in self._later:
            find_spec = getattr(finder, "find_spec", None)
            spec = find_spec(fullname, *where) if find_spec is not None else None
            if spec is not None:
                return spec
        return None

    def _loader_for(self, spec: ModuleSpec) -> Loader | None:
        """Return our loader for a Python source file; None to leave the spec's as it is."""
        if type(spec.loader) is SourceFileLoader:
            return Loader(spec.name, spec.origin, self._settings)
        return None

    def _package_loader_for(self, spec: ModuleSpec) -> Loader | None:
        """Return the loader of a module of a package that is rewritten; None for other modules."""
        if not self._is_of_package(spec):
            return None
        if type(spec.loader) is SourceFileLoader:
            return PackageLoader(spec.name, spec.origin, self._settings)
        if isinstance(spec.loader, zipimport.zipimporter) and spec.origin.endswith(".py"):
            return ArchiveLoader(spec, self._settings)
        return None

    def _spec_of_compiled(self, fullname: str, spec: ModuleSpec | None) -> ModuleSpec | None:
        """Return the spec of a compiled module of a package, or of one that is not there.

        A replacement stands for the whole of it; without one, arrays cross into its functions.
        """
        if fullname in self._replacements.registered():
            origin = None if spec is None else spec.origin
            return ModuleSpec(fullname, self._replacements.ReplacementLoader(), origin=origin)
        if spec is not None:
            spec.loader = CompiledLoader(spec.name, spec.origin)
        return spec

    def _is_of_package(self, spec: ModuleSpec) -> bool:
        """Return whether a module belongs to a package that is rewritten."""
        return spec.name.partition(".")[0] in self.packages

    def _is_users_file(self, file: Path) -> bool:
        """Return whether a file lies below a root and in no library installed there."""
        root = next((root for root in self._roots if file.is_relative_to(root)), None)
        if root is None or _THIRD_PARTY & set(file.relative_to(root).parts):
            return False
        # A library below the root is installed; a root below a library was asked for.
        return not any(
            file.is_relative_to(library) and not root.is_relative_to(library)
            for library in self._installed
        )


class Loader(SourceFileLoader):
    """Load a source file rewritten, under its own name, with its own line numbers."""

    kind = ""  # what else makes its code differ from other loaders'

    def __init__(self, fullname: str, path: str, settings: RunSettings) -> None:
        super().__init__(fullname, path)
        self._settings = settings
        self.compiles = settings.compile if AUTO in settings.compile else ()

    @property
    def rewrites(self) -> tuple[str, ...]:
        """The frameworks that the module's code does not know: frontends ask its loader for it."""
        return self._settings.sources or tuple(row.module for row in FRAMEWORKS)

    def beside(self, loader: SourceFileLoader) -> SourceFileLoader:
        """Return a loader that rewrites a file that the module's code loads by its path.

        Files of installed packages stay as they are, but those of the module's own.
        """
        package = self.name.partition(".")[0]
        is_own = loader.name.partition(".")[0] == package
        if not is_own and _THIRD_PARTY & set(Path(loader.path).parts):
            return loader
        kind = PackageLoader if isinstance(self, PackageLoader) else Loader
        import tempfile  # programs that load no file by its path start without it

        made = kind(loader.name, loader.path, self._settings)
        if Path(loader.path).is_relative_to(tempfile.gettempdir()):  # it has another name each time
            made.may_write = lambda cached: False
        return made

    def rewrite_generated(self, text: str) -> str:
        """Return a text that the module's code has made and executes, rewritten as itself is."""
        try:
            return rewrite_in_place(text, sources=self._settings.sources).code
        except TranspileError:  # Python's own error says what is wrong with the text
            return text

    def get_code(self, fullname: str) -> CodeType:
        """Return the rewritten code, from the disk where it is kept and still right."""
        path = self.get_filename(fullname)
        data = self.get_data(path)
        cached = self.cache_path(path)
        key = _cache_key(path, data)
        code = self._load_cached_code(cached, key)
        if code is None:
            with _without_collector():
                code = self._rewrite_and_compile(data, path)
            if cached is not None and self.may_write(cached):
                self._cache_bytecode(path, cached, key + marshal.dumps(code))
        return code

    def may_write(self, cached: str) -> bool:
        """Return whether compiled code is kept in a file."""
        return not sys.dont_write_bytecode and _is_cache_writable(cached)

    def cache_path(self, path: str) -> str | None:
        """Return the path of the cached code: beside Python's own, under another name."""
        try:
            own = importlib.util.cache_from_source(path)
        except NotImplementedError:  # Python keeps none at all
            return None
        settings = self._settings
        options: tuple = (settings.sources, settings.doctests, self.kind)
        if self.compiles:
            options += (self.compiles, settings.compile_check)
        tag = hashlib.blake2b(repr(options).encode(), digest_size=4).hexdigest()
        return f"{os.path.splitext(own)[0]}.transpile-{tag}.pyc"

    def _load_cached_code(self, cached: str | None, key: bytes) -> CodeType | None:
        """Return the code of a cache file that begins with ``key``; None if it is not usable."""
        if cached is None:
            return None
        try:
            kept = self.get_data(cached)
            return marshal.loads(memoryview(kept)[len(key) :]) if kept.startswith(key) else None
        except (OSError, EOFError, ValueError, TypeError):
            return None

    def _rewrite_and_compile(self, data: bytes, path: str) -> CodeType:
        """Return a source's code, rewritten; its own errors of syntax are raised as Python's."""
        try:
            text = decode(data, path).text
            settings = self._settings
            rewritten = rewrite_in_place(
                text, filename=path, sources=settings.sources, doctests=settings.doctests
            )
            knows_numpy = "numpy" in self.rewrites
            return compile_rewritten(
                text, path, rewritten.code, change=self.tree_change(), knows_numpy=knows_numpy
            )
        except (TranspileError, SyntaxError) as error:
            fault = error
        self.source_to_code(data, path)  # Python words its own syntax errors best
        raise fault

    def tree_change(self) -> Callable[[ast.Module, str], None] | None:
        """Return a function that changes the tree of rewritten source; None where nothing does."""
        if not self.compiles:
            return None
        return lambda tree, source: compile_in(tree, source, self.compiles, self._settings)


class PackageLoader(Loader):
    """Load a module of an installed package rewritten; nothing is written among its files.

    None of its functions are watched: a library has thousands of short ones, and a user knows none.
    """

    kind = "package"

    def __init__(self, fullname: str, path: str, settings: RunSettings) -> None:
        super().__init__(fullname, path, replace(settings, doctests=False))
        self.compiles = ()

    def cache_path(self, path: str) -> str | None:
        """Return the path of the cached code: in the user's folder for caches."""
        folder = _private_package_cache()
        if folder is None:
            return None
        settings = self._settings
        key = repr((path, self.kind, settings.sources, self.compiles, settings.compile_check))
        name = hashlib.blake2b(key.encode(errors="surrogateescape"), digest_size=16).hexdigest()
        return str(folder / sys.implementation.cache_tag / name[:2] / f"{name}.pyc")

    def may_write(self, cached: str) -> bool:
        """Return True: it is no bytecode beside a source, and costs more than that."""
        return True


class ArchiveLoader(PackageLoader):
    """Load a module of a package that lies in an archive, such as a zipped egg."""

    def __init__(self, spec: ModuleSpec, settings: RunSettings) -> None:
        super().__init__(spec.name, spec.origin, settings)
        self._archive = spec.loader
        self.archive = spec.loader.archive  # as those ask who know of archives: pkg_resources

    def get_data(self, path: str) -> bytes:
        """Return the content of a file, from the archive where it lies there."""
        inside = path.startswith(self.archive + os.sep)
        return self._archive.get_data(path) if inside else super().get_data(path)

    def get_resource_reader(self, name: str) -> object:
        """Return the archive's reader of the package's other files, for `importlib.resources`."""
        return self._archive.get_resource_reader(name)


class CompiledLoader(ExtensionFileLoader):
    """Load a compiled module of a package; arrays of frontends cross into its functions."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        from frontends.common.compiled import let_arrays_cross  # loaded by now, the core too

        let_arrays_cross(module)


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Keep Python's garbage collector from looking through trees, which hold no cycles, meanwhile.

    It takes a quarter of the time in which a package is rewritten.
    """
    is_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_enabled:
            gc.enable()


@cache
def _private_package_cache() -> Path | None:
    """Return the folder for packages' code, which is run unread; None if others may write there."""
    from transpile.project.packages import package_cache

    user_folders = importlib.import_module(f"{CORE}.utils.user_folders")
    folder = package_cache()
    return folder if user_folders.is_private_folder(folder) else None


def compile_in(
    tree: ast.Module, source: str, names: Collection[str], settings: RunSettings
) -> None:
    """Have functions of a module that is going to run compiled, every statement on its line."""
    if names:
        options = "" if settings.compile_check else ", check=False"
        compile_tree(tree, Module(source, "<rewritten>"), names, options)


def _cache_key(path: str, data: bytes) -> bytes:
    """Return a digest of a file's path and bytes, and of all that decides how it is compiled."""
    digest = hashlib.blake2b(_compiler_digest(), digest_size=16)
    for part in (path.encode(errors="surrogateescape"), data):
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.digest()


@cache
def _compiler_digest() -> bytes:
    """Return a digest of Python's version, this package's text and the frontends' module names."""
    digest = hashlib.blake2b(importlib.util.MAGIC_NUMBER)
    for file in sorted(OWN_FOLDER.rglob("*.py")):
        digest.update(file.read_bytes())
    for module in sorted(frontend_modules()):
        digest.update(f"{module}\n".encode())
    return digest.digest()


def _is_cache_writable(cached: str) -> bool:
    """Return whether the cache's folder grants writing; root could write without."""
    folder = os.path.dirname(cached)
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    try:
        return bool(os.stat(folder).st_mode & _ANY_WRITE)
    except OSError:  # with `sys.pycache_prefix`: made as it is needed
        return True
