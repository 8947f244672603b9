"""Choose the installed packages to rewrite: those that are named, and those that these need.

Nothing is imported to find out: a package's files are searched for what they import, and what was
found is kept under the user's cache folder.
"""

from __future__ import annotations

import collections
import hashlib
import importlib
import importlib.util
import json
import os
import re
import sys
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import metadata
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from typing import NamedTuple

from transpile.errors import TranspileError
from transpile.frameworks import BACKENDS, CORE, FRAMEWORKS, OWN_PACKAGES

AUTO = "auto"
_DISTRIBUTION = "ivy-frontends"
_SOURCES = {row.module for row in FRAMEWORKS}
_NEVER = {*OWN_PACKAGES, *_SOURCES, *BACKENDS, "jaxlib", "keras"}
# Why a package is left as it is unless it is named: arrays that cross are converted.
_IN_C = "computes in C on NumPy's memory"
_OF_TESTS = "tests with NumPy's own functions"
_KEPT = {
    "scipy": _IN_C,
    "pandas": _IN_C,
    "sklearn": _IN_C,
    "matplotlib": _IN_C,
    "numba": "compiles functions for NumPy's memory",
    "h5py": _IN_C,
    "cupy": "has arrays of its own",
    "dask": "has arrays of its own",
    "xarray": "has arrays of its own",
    "sparse": "has arrays of its own",
    "joblib": "keeps arrays in NumPy's files and memory maps",
    "hypothesis": _OF_TESTS,
    "pytest": _OF_TESTS,
    "_pytest": _OF_TESTS,
    "IPython": "shows what there is",
    "cloudpickle": "pickles what there is",
    "dill": "pickles what there is",
    "tqdm": "takes numbers alone",
    "rich": "shows what there is",
}
_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+(\w[\w.]*)|import[ \t]+([^#\n;]+))", re.MULTILINE)
_ROOT = re.compile(rb"\s*(\w+)")
# What C code asks for to reach into arrays: NumPy's C API, their buffers; cffi asks for these, too.
_C_APIS = (b"_ARRAY_API", b"_cffi_backend", b"PyObject_GetBuffer")


class Scan(NamedTuple):
    """The top-level modules that files of a package import; whether its C code reads arrays."""

    imports: frozenset[str]
    reads_memory: bool


def choose_packages(named: Sequence[str], sources: Collection[str] | None) -> dict[str, str]:
    """Return the packages to rewrite, each with the reason.

    Parameters
    ----------
    named : sequence of str
        Modules or distributions: ``"kornia"``, ``"python-control"``; ``"auto"`` stands for all
        that are installed, use a framework and need not stay.
    sources : collection of str, optional
        The frameworks whose imports are rewritten; all by default.

    Returns
    -------
    dict
        Name of the top-level module -> reason, the named ones first.

    Raises
    ------
    TranspileError
        Where one is not installed, or is a framework or part of this project.

    Examples
    --------
    >>> choose_packages(["no_such_package"], None)
    Traceback (most recent call last):
        ...
    transpile.errors.TranspileError: --packages: no package 'no_such_package' is installed
    """
    sought = _SOURCES if sources is None else set(sources)
    scans = _Scans()
    chosen = {name: "named" for each in named if each != AUTO for name in _modules_of(each)}
    if AUTO in named:
        for name in _installed_modules():
            if name not in chosen and (used := _used_frameworks(name, sought, scans)):
                chosen[name] = f"imports {_listed(used)}"
    for name, reason in _needed_packages(chosen, sought, scans):
        chosen[name] = reason
    scans.keep()
    return chosen


def _needed_packages(
    chosen: Mapping[str, str], sought: Collection[str], scans: _Scans
) -> Iterator[tuple[str, str]]:
    """Yield the packages that chosen ones import, directly or not, and that use a framework."""
    seen, waiting = set(chosen), list(chosen)
    while waiting:
        importer = waiting.pop()
        for name in sorted(scans.of(importer).imports - seen):
            seen.add(name)
            if used := _used_frameworks(name, sought, scans):
                waiting.append(name)
                yield name, f"{importer} imports it, and it imports {_listed(used)}"


def _used_frameworks(name: str, sought: Collection[str], scans: _Scans) -> Collection[str]:
    """Return the frameworks that a package imports; none if it stays, whatever it imports."""
    if reason_to_stay(name, scans) is not None:  # asked first: backends' files are gigabytes
        return ()
    return scans.of(name).imports & sought


def reason_to_stay(name: str, scans: _Scans | None = None) -> str | None:
    """Return the reason why a package stays unless it is named; None if it is rewritten.

    Examples
    --------
    >>> reason_to_stay("scipy")
    "computes in C on NumPy's memory"
    """
    if name in _KEPT:
        return _KEPT[name]
    if name in _NEVER or name in _backend_modules():
        return "is what the backends and frontends are made of"
    scan = (scans or _Scans()).of(name)
    # Tensors are PyTorch's business alone: Python code of the package takes them apart for C.
    return _IN_C if scan.reads_memory and "torch" not in scan.imports else None


def packages_that_stay(chosen: Collection[str]) -> dict[str, str]:
    """Return the packages that chosen ones import and that stay, each with the reason.

    Those that the backends and this project are made of are left out.
    """
    scans = _Scans()
    imported = frozenset().union(*(scans.of(name).imports for name in chosen))
    others = imported - set(chosen) - ((_NEVER | _backend_modules()) - set(_KEPT))
    installed = [name for name in others if name in _KEPT and _find_spec(name) is not None]
    reasons = {name: reason_to_stay(name, scans) for name in (*installed, *(others - set(_KEPT)))}
    scans.keep()
    return {name: reasons[name] for name in sorted(reasons) if reasons[name] is not None}


def _listed(names: Iterable[str]) -> str:
    return " and ".join(sorted(names))


# the names of packages


def _modules_of(name: str) -> list[str]:
    """Return the top-level modules that a module's or a distribution's name stands for."""
    if name in _NEVER:
        raise TranspileError(f"--packages: {name!r} is no package to rewrite: {_why_never(name)}")
    if name.isidentifier() and _find_spec(name) is not None:
        return [name]
    wanted = _normal(name)
    modules = [
        module
        for module, distributions in distributions_by_module().items()
        if wanted in map(_normal, distributions) and not module.startswith("_")
    ]
    if not modules:
        hint = "" if "." not in name else f"; packages are named whole: {name.partition('.')[0]}"
        raise TranspileError(f"--packages: no package {name!r} is installed{hint}")
    return sorted(modules)


def _why_never(name: str) -> str:
    if name in _SOURCES:
        return "it is what frontends replace"
    return "it is part of this project" if name in OWN_PACKAGES else "it is a backend"


def _normal(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def _find_spec(name: str) -> ModuleSpec | None:
    """Find a top-level module without importing it, nor asking a module that is loaded."""
    if name == "pip":  # whoever asks setuptools' finder for it switches that finder off
        return PathFinder.find_spec(name)
    try:
        return importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):  # loaded, but from no place
        return None


def _installed_modules() -> list[str]:
    """Return the top-level modules of all distributions but the standard library's names."""
    names = distributions_by_module()
    return sorted(n for n in names if n.isidentifier() and n not in sys.stdlib_module_names)


def distributions_by_module() -> dict[str, list[str]]:
    """Return each top-level module's distributions, as `metadata.packages_distributions` does.

    That one takes 0.6 seconds of 140 distributions, where it makes a path of each of their files;
    this one 0.15.
    """
    owners = collections.defaultdict(list)
    for distribution in metadata.distributions():
        for module in _top_level_modules(distribution):
            owners[module].append(distribution.metadata["Name"])
    return dict(owners)


def _top_level_modules(distribution: metadata.Distribution) -> set[str]:
    listed = distribution.read_text("top_level.txt")
    if listed:
        return set(listed.split())
    record = distribution.read_text("RECORD")
    if record is None:  # not installed from a wheel
        files = map(str, distribution.files or ())
    else:
        files = (line.partition(",")[0] for line in record.splitlines())
    return {file.partition("/")[0].removesuffix(".py") for file in files if file.endswith(".py")}


@cache
def _backend_modules() -> frozenset[str]:
    """Return the modules of the distributions that the backends and this project require."""
    waiting, seen = [_DISTRIBUTION, "jax", "torch", "tensorflow", "numpy"], set()
    while waiting:
        name = _normal(waiting.pop())
        if name in seen:
            continue
        seen.add(name)
        try:
            requirements = metadata.requires(name) or ()
        except metadata.PackageNotFoundError:
            continue
        waiting += [
            re.match(r"[\w.-]+", line)[0] for line in requirements if "extra ==" not in line
        ]
    seen -= {"einops"}  # which is there for programs as much as for the core
    found = distributions_by_module().items()
    return frozenset(name for name, owners in found if seen & set(map(_normal, owners)))


# what their files import


class _Scans:
    """Scans of packages' files, from the user's cache where the files are what they were."""

    def __init__(self) -> None:
        self._file = package_cache() / "imports.json"
        self._done: dict[str, Scan] = {}
        self._changed = False
        try:
            kept = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            kept = None
        self._kept = kept if isinstance(kept, dict) else {}

    def of(self, name: str) -> Scan:
        """Return the scan of a package; an empty one where there is none of this name."""
        if name not in self._done:
            self._done[name] = self._scan(name)
        return self._done[name]

    def keep(self) -> None:
        """Write what is new to the cache."""
        if self._changed:
            # whole or not at all, with the folders that it needs, and nothing where it cannot be
            SourceFileLoader("", "").set_data(str(self._file), json.dumps(self._kept).encode())

    def _scan(self, name: str) -> Scan:
        spec = None if name in sys.stdlib_module_names else _find_spec(name)
        if spec is None:
            return Scan(frozenset(), False)
        files = _files_of(spec)
        stamp = hashlib.blake2b(repr((_C_APIS, files)).encode(), digest_size=12).hexdigest()
        kept = self._kept.get(name)
        if kept is None or kept[0] != stamp:
            imports, reads_memory = _search([path for path, *_ in files], name)
            kept = self._kept[name] = [stamp, sorted(imports), reads_memory]
            self._changed = True
        return Scan(frozenset(kept[1]), kept[2])


def _files_of(spec: ModuleSpec) -> list[tuple[str, int, int]]:
    """Return path, size and time of each file of code of a package, its tests apart."""
    found = []
    for place in spec.submodule_search_locations or [spec.origin]:
        path = Path(place or "")
        for file in _files_below(place) if path.is_dir() else [str(_archive_of(path))]:
            if file.endswith((".py", ".so", ".pyd", ".egg", ".zip")):
                state = os.stat(file)
                found.append((file, state.st_size, state.st_mtime_ns))
    return sorted(found)


def _files_below(folder: str) -> Iterator[str]:
    """Yield the paths of the files below a folder, but for folders of tests."""
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "tests"]
        yield from (os.path.join(place, name) for name in files)


def _archive_of(path: Path) -> Path:
    """Return the archive that a path leads into, else the path itself."""
    return next((each for each in (path, *path.parents) if each.is_file()), path)


def _search(paths: Iterable[str], package: str) -> tuple[set[str], bool]:
    """Return the top-level modules that files import, not their own; whether C reads arrays."""
    imports: set[bytes] = set()
    reads_memory = False
    for text in _texts(paths):
        if isinstance(text, str):  # the path of a compiled module
            compiled = b"" if reads_memory else Path(text).read_bytes()
            reads_memory = reads_memory or any(name in compiled for name in _C_APIS)
            continue
        for module, modules in _IMPORT.findall(text):
            parts = [module] if module else modules.split(b",")
            imports |= {found[1] for part in parts if (found := _ROOT.match(part))}
    return {name.decode() for name in imports} - {package}, reads_memory


def _texts(paths: Iterable[str]) -> Iterator[bytes | str]:
    """Yield the text of each source file, those in archives too; the path of a compiled one."""
    for path in paths:
        if path.endswith(tuple(EXTENSION_SUFFIXES)):
            yield path
        elif path.endswith(".py"):
            yield Path(path).read_bytes()
        elif zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                yield from (archive.read(n) for n in archive.namelist() if n.endswith(".py"))


def package_cache() -> Path:
    """Return the folder for what is kept of packages, under the user's own for caches.

    Examples
    --------
    >>> package_cache().name
    'packages'
    """
    given = os.environ.get("IVY_PACKAGE_CACHE")
    if given:
        return Path(given)
    user_folders = importlib.import_module(f"{CORE}.utils.user_folders")
    return user_folders.cache_folder() / "packages"
