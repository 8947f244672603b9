"""One file: how it is rewritten, copied or linked, and what came of it."""

from __future__ import annotations

import difflib
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

from transpile.errors import TranspileError
from transpile.frameworks import check_backend, check_device, check_float_dtype, source_frontends
from transpile.project.notebook import rewrite_notebook
from transpile.project.walk import SUFFIXES, Kind
from transpile.rewrite.rewriter import Rewrite, rewrite, rewrite_in_place
from transpile.rewrite.source import decode, read_file, write_atomically

Status = Literal["changed", "unchanged", "copied", "skipped", "failed"]

_LARGEST = 10_000_000  # bytes; the tree of a module takes 250 times its size


@dataclass(frozen=True, slots=True)
class FileSettings:
    """Settings for rewriting files and for their results.

    Parameters
    ----------
    to : str
        The backend.
    sources : tuple of str
        The frameworks whose imports are rewritten.
    device, default_dtype : str, optional
        What the rewritten files set, apart from the backend.
    doctests : bool
        Whether examples in docstrings are rewritten.
    clear_output : bool
        Whether notebooks lose their outputs.
    write : bool
        Whether anything is written.
    in_place : bool
        Whether results replace the files they were made from.
    diff : bool
        Whether unified diffs are made.
    force : bool
        Whether files that exist, or are read-only, are overwritten.
    compile : tuple of str
        The functions that are compiled, or ``auto``.
    compile_check : bool
        Whether ``auto`` compares what compiled functions do with what they did before.

    Raises
    ------
    TranspileError
        Where there is no such backend, framework or data type.
    """

    to: str
    sources: tuple[str, ...] = ("numpy", "torch")
    device: str | None = None
    default_dtype: str | None = None
    doctests: bool = False
    clear_output: bool = False
    write: bool = True
    in_place: bool = False
    diff: bool = False
    force: bool = False
    compile: tuple[str, ...] = ()
    compile_check: bool = True

    def __post_init__(self) -> None:
        check_backend(self.to)
        source_frontends(self.sources)
        check_device(self.device)
        check_float_dtype(self.default_dtype)


@dataclass(frozen=True, slots=True)
class Task:
    """A file, what it is, and where its new form goes.

    Attributes
    ----------
    root, target_root : Path
        What the user named, the file or the folder it was found in, and what becomes of that.
    backup : bool
        Whether the original is kept beside a result that replaces it.
    """

    kind: Kind
    source: Path
    target: Path
    root: Path
    target_root: Path
    backup: bool = False


@dataclass(frozen=True, slots=True)
class FileResult:
    """Outcome of one file.

    Attributes
    ----------
    file, target : str
        The file, and where its new form is, or would be.
    kind : str
        ``"python"``, ``"stub"``, ``"notebook"``, ``"other"``, ``"link"``, ``"folder"`` or
        ``"special"``.
    status : str
        ``"changed"``, ``"unchanged"``, ``"copied"``, ``"skipped"`` or ``"failed"``.
    imports : int
        How many imports changed.
    notes : tuple of str
        What to look at: ``"sim.py:3: ..."``.
    backup : str or None
        Where the original is kept.
    error : TranspileError or None
        Why it failed.
    diff : bytes
        A unified diff, if one was asked for.
    """

    file: str
    target: str
    kind: Kind
    status: Status
    imports: int = 0
    notes: tuple[str, ...] = ()
    backup: str | None = None
    error: TranspileError | None = None
    diff: bytes = b""


def perform(task: Task, settings: FileSettings) -> FileResult:
    """Work on one file; what goes wrong is in the result."""
    try:
        if task.kind == "link":
            return _copy_link(task, settings)
        if task.kind == "special":
            note = f"{task.source}: neither file, folder nor link; left out"
            return replace(_task_result(task, "skipped"), notes=(note,))
        if task.kind == "folder":
            _make_folder(task.target)
            return _task_result(task, "copied")
        return _copy_file(task, settings) if task.kind == "other" else _rewrite_file(task, settings)
    except TranspileError as error:
        return replace(_task_result(task, "failed"), error=error)
    except MemoryError:
        message = "takes more memory than there is"
    except Exception as error:  # a fault of this package: the other files are still rewritten
        message = f"internal error, please report it: {type(error).__name__}: {error}"
    error = TranspileError(message, file=str(task.source))
    return replace(_task_result(task, "failed"), error=error)


def _task_result(task: Task, status: Status) -> FileResult:
    return FileResult(str(task.source), str(task.target), task.kind, status)


def _rewrite_file(task: Task, settings: FileSettings) -> FileResult:
    """Rewrite a file; write it only if the settings say so, after a backup if it is in place."""
    name = str(task.source)
    data, stamp = read_file(task.source, name)
    new, result = rewrite_bytes(data, task.kind, settings, name)
    is_changed = new != data
    backup = None
    if settings.write and settings.in_place:
        if is_changed:
            backup = _back_up(task, data) if task.backup else None
            try:
                write_atomically(
                    task.target,
                    new,
                    mode_of=task.source,
                    filename=str(task.target),
                    unchanged=stamp,
                    force=settings.force,
                )
            except BaseException:
                if backup is not None:
                    backup.unlink()
                raise
    elif settings.write:
        _write_target(task, new, settings)
    return replace(
        _task_result(task, "changed" if is_changed else "unchanged"),
        imports=result.imports,
        notes=result.notes,
        backup=None if backup is None else str(backup),
        diff=unified_diff(data, new, name, str(task.target)) if settings.diff else b"",
    )


def rewrite_bytes(
    data: bytes, kind: Kind, settings: FileSettings, filename: str
) -> tuple[bytes, Rewrite]:
    """Return the new content of a file, and the rewriting of its text.

    A file that names no source framework is neither decoded nor parsed.

    Raises
    ------
    TranspileError
        Where the content cannot be read, or is too large.

    Examples
    --------
    >>> rewrite_bytes(b"import numpy", "stub", FileSettings("jax"), "a.pyi")[0]
    b'import frontends.numpy as numpy'
    """
    clears = settings.clear_output and kind == "notebook"
    words = [*settings.sources, *(name.rpartition(".")[2] for name in settings.compile)]
    mentions = any(name.encode() in data for name in words)
    if not mentions and not clears:
        return data, Rewrite("")
    if kind != "notebook" and len(data) > _LARGEST:
        raise TranspileError(
            f"has {len(data) / 1e6:.1f} MB; more than {_LARGEST / 1e6:.0f} MB cannot be parsed",
            file=filename,
        )
    source = decode(data, filename)
    result = _rewriter_for(kind, settings)(source.text, filename=filename)
    return source.encode(result.code), result


def _rewriter_for(kind: Kind, settings: FileSettings) -> Callable[..., Rewrite]:
    if kind == "stub":  # nothing in it is executed, and so no backend is set
        return partial(rewrite_in_place, sources=settings.sources, doctests=settings.doctests)
    module = partial(
        rewrite,
        to=settings.to,
        sources=settings.sources,
        device=settings.device,
        default_dtype=settings.default_dtype,
        doctests=settings.doctests,
        compile=settings.compile,
        compile_check=settings.compile_check,
    )
    if kind != "notebook":
        return module
    return partial(
        rewrite_notebook,
        rewrite=module,
        words=settings.sources,
        clear_output=settings.clear_output,
    )


def _back_up(task: Task, data: bytes) -> Path:
    """Write ``data`` to the first free ``NAME.bak``, ``NAME.bak1``, ...; return its path."""
    for number in range(1_000):
        suffix = ".bak" if number == 0 else f".bak{number}"
        path = task.source.with_name(task.source.name + suffix)
        if not os.path.lexists(path):
            write_atomically(path, data, mode_of=task.source, filename=str(path), force=False)
            return path
    raise TranspileError("has a thousand backups already", file=str(task.source))


def _write_target(task: Task, data: bytes, settings: FileSettings) -> None:
    """Write ``data`` to the task's target, into a new folder unless the file itself was named."""
    if task.target != task.target_root:  # for a file that was named, its folder must be there
        _make_folder(task.target.parent)
    write_atomically(
        task.target,
        data,
        mode_of=task.source,
        filename=str(task.target),
        force=settings.force,
    )


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TranspileError(f"cannot be made: {error.strerror}", file=str(path)) from None


def _copy_file(task: Task, settings: FileSettings) -> FileResult:
    """Copy a file that is not rewritten, if files are written; its status is always "copied"."""
    if settings.write:
        data, _ = read_file(task.source, str(task.source))
        _write_target(task, data, settings)
    return _task_result(task, "copied")


def _copy_link(task: Task, settings: FileSettings) -> FileResult:
    """Make a link anew, if files are written: one within the folder leads to the new files."""
    try:
        leads_to = os.readlink(task.source)
        goal = os.path.normpath(os.path.join(os.path.abspath(task.source.parent), leads_to))
        root = os.path.abspath(task.root)
        is_inside = os.path.commonpath([goal, root]) == root
        notes = _link_notes(task, is_inside)
        if not settings.write:
            return replace(_task_result(task, "copied"), notes=notes)
        if is_inside and os.path.isabs(leads_to):
            leads_to = os.path.join(os.path.abspath(task.target_root), os.path.relpath(goal, root))
        elif not is_inside:
            leads_to = goal
        _make_folder(task.target.parent)
        _make_link(leads_to, task.target, settings)
    except OSError as error:
        raise TranspileError(
            f"cannot be written: {error.strerror}", file=str(task.target)
        ) from None
    return replace(_task_result(task, "copied"), notes=notes)


def _link_notes(task: Task, is_inside: bool) -> tuple[str, ...]:
    """Return a note on a link that leads nowhere, or to code out of the folder; else ()."""
    if not task.source.exists():
        return (f"{task.source}: symbolic link that leads nowhere; copied as it is",)
    if not is_inside and task.source.suffix in SUFFIXES and task.source.is_file():
        return (f"{task.source}: symbolic link out of the folder; not rewritten",)
    return ()


def _make_link(leads_to: str, target: Path, settings: FileSettings) -> None:
    """Make a symbolic link; with ``force`` replace an existing file, else raise an OSError."""
    if not settings.force:
        os.symlink(leads_to, target)
        return
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".transpile-") as folder:
        temporary = os.path.join(folder, "link")
        os.symlink(leads_to, temporary)
        os.replace(temporary, target)


def unified_diff(old: bytes, new: bytes, name: str, target: str) -> bytes:
    """Return the difference between two contents as ``diff -u`` shows it.

    Examples
    --------
    >>> print(unified_diff(b"a", b"b", "old", "new").decode(), end="")
    --- old
    +++ new
    @@ -1 +1 @@
    -a
    \\ No newline at end of file
    +b
    \\ No newline at end of file
    """
    lines = difflib.diff_bytes(
        difflib.unified_diff,
        _split_lines(old),
        _split_lines(new),
        os.fsencode(name),
        os.fsencode(target),
    )
    ends = (b"", b"\n\\ No newline at end of file\n")
    return b"".join(line + ends[not line.endswith(b"\n")] for line in lines)


def _split_lines(data: bytes) -> list[bytes]:
    """Return the lines of ``data``, split at line feeds alone, which stay at their ends."""
    return re.findall(rb"[^\n]*\n|[^\n]+", data)
