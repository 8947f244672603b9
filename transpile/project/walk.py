"""Sorts the files of a folder: to rewrite, to copy, to leave out."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pathspec import GitIgnoreSpec

from transpile.errors import TranspileError

Kind = Literal["python", "stub", "notebook", "other", "link", "folder", "special"]

CODE: tuple[Kind, ...] = ("python", "stub", "notebook")
SUFFIXES: dict[str, Kind] = {
    ".py": "python",
    ".pyw": "python",
    ".pyi": "stub",
    ".ipynb": "notebook",
}
# Left out: what tools make, and other people's modules.
_SKIPPED = {
    ".eggs",
    ".git",
    ".hg",
    ".hypothesis",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pytest_cache",
    ".ruff_cache",
    ".svn",
    ".tox",
    "__pycache__",
    "dist-packages",
    "node_modules",
    "site-packages",
}
_ENVIRONMENT_FILES = ("pyvenv.cfg", "conda-meta")
_SHEBANG = re.compile(rb"#!.*\bpython")
_Specs = tuple[tuple[Path, GitIgnoreSpec], ...]  # folder, its .gitignore; the outermost first


@dataclass(frozen=True, slots=True)
class Found:
    """A path that was found: ``"other"`` is a file to copy, ``"folder"`` an empty one.

    ``"special"`` is a pipe or a device.
    """

    path: Path
    kind: Kind


def walk(
    folder: Path,
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    skipped: Path | None = None,
) -> Iterator[Found | TranspileError]:
    """Yield the files below a folder, in order, and the folders in it that cannot be read.

    Symbolic links are not followed. Left out is what ``.gitignore`` files say (those of the whole
    repository), caches, virtual environments, and what git itself keeps.

    Parameters
    ----------
    folder : Path
        Where to begin.
    include, exclude : sequence of str
        Which Python files and notebooks are rewritten, in the patterns of ``.gitignore``, relative
        to `folder`; the others are ``"other"``.
    skipped : Path, optional
        A folder to leave out.

    Raises
    ------
    TranspileError
        Where a pattern is malformed.

    Examples
    --------
    >>> [found.path.name for found in walk(Path(__file__).parent, include=["con*"])
    ...  if found.kind == "python"]
    ['config.py']
    """
    place = None if skipped is None else os.path.realpath(skipped)
    chooser = _Chooser(
        folder, _pattern_spec(include) if include else None, _pattern_spec(exclude), place
    )
    return _walk_folder(folder, chooser, _ignore_specs_above(folder))


def kind_of(path: Path) -> Kind:
    """Return the kind of a named file: anything but a notebook or a stub counts as Python.

    Examples
    --------
    >>> kind_of(Path("book.ipynb")), kind_of(Path("script"))
    ('notebook', 'python')
    """
    return SUFFIXES.get(path.suffix, "python")


@dataclass(frozen=True, slots=True)
class _Chooser:
    root: Path
    include: GitIgnoreSpec | None
    exclude: GitIgnoreSpec
    skipped: str | None

    def leaves_out(self, path: Path, specs: _Specs, *, is_folder: bool) -> bool:
        if is_folder:
            if path.name in _SKIPPED or any((path / name).exists() for name in _ENVIRONMENT_FILES):
                return True
            if self.skipped is not None and os.path.realpath(path) == self.skipped:
                return True
        return _is_ignored(path.absolute(), specs, is_folder=is_folder)

    def rewrites(self, path: Path) -> bool:
        name = path.relative_to(self.root).as_posix()
        is_included = self.include is None or self.include.match_file(name)
        return is_included and not self.exclude.match_file(name)


def _walk_folder(
    folder: Path, chooser: _Chooser, specs: _Specs
) -> Iterator[Found | TranspileError]:
    """Yield what is chosen below a folder, sorted, and empty folders; errors for unread ones."""
    try:
        with os.scandir(folder) as entries:
            entries = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        yield TranspileError(f"cannot be read: {error.strerror}", file=str(folder))
        return
    if not entries:
        yield Found(folder, "folder")
    specs = (*specs, *_read_ignore_file(folder, ".gitignore"))
    for entry in entries:
        path = folder / entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if chooser.leaves_out(path, specs, is_folder=is_folder):
            continue
        if is_folder:
            yield from _walk_folder(path, chooser, specs)
        else:
            kind = _kind_of_entry(entry)
            yield Found(path, "other" if kind in CODE and not chooser.rewrites(path) else kind)


def _kind_of_entry(entry: os.DirEntry[str]) -> Kind:
    if entry.is_symlink():
        return "link"
    if not entry.is_file(follow_symlinks=False):
        return "special"
    suffix = os.path.splitext(entry.name)[1]
    if suffix in SUFFIXES:
        return SUFFIXES[suffix]
    return "python" if not suffix and _has_python_shebang(entry.path) else "other"


def _has_python_shebang(path: str) -> bool:
    with contextlib.suppress(OSError), open(path, "rb") as file:
        return _SHEBANG.match(file.readline(200)) is not None
    return False


def _pattern_spec(patterns: Sequence[str]) -> GitIgnoreSpec:
    try:
        return GitIgnoreSpec.from_lines(patterns)
    except ValueError as error:
        raise TranspileError(f"bad pattern: {error}") from None


def _ignore_specs_above(folder: Path) -> _Specs:
    """Read the repository's ignore files above a folder; none of them if they ignore the folder."""
    folder = folder.absolute()
    above = [folder, *folder.parents]
    depth = next((i for i, parent in enumerate(above) if (parent / ".git").exists()), None)
    if depth is None:
        return ()
    specs = _read_ignore_file(above[depth], ".git/info/exclude")
    for parent in reversed(above[1 : depth + 1]):
        specs += _read_ignore_file(parent, ".gitignore")
    # Who names a folder that is ignored wants it nevertheless.
    return () if _is_ignored(folder, specs, is_folder=True) else specs


def _read_ignore_file(folder: Path, name: str) -> _Specs:
    """Return ((folder, patterns),) of an ignore file, bad lines left out; () if unreadable."""
    try:
        lines = (folder / name).read_text(errors="replace").splitlines()
    except OSError:
        return ()
    try:
        spec = GitIgnoreSpec.from_lines(lines)
    except ValueError:  # git passes over the lines that mean nothing
        spec = GitIgnoreSpec.from_lines(line for line in lines if _is_valid_pattern(line))
    return ((folder.absolute(), spec),)


def _is_valid_pattern(line: str) -> bool:
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _is_ignored(path: Path, specs: _Specs, *, is_folder: bool) -> bool:
    """Return whether git ignores a path: the nearest file with a pattern for it decides."""
    for base, spec in reversed(specs):  # the nearest file that says anything has the last word
        if path != base:
            name = path.relative_to(base).as_posix()
            verdict = spec.check_file(f"{name}/" if is_folder else name).include
            if verdict is not None:
                return verdict
    return False
