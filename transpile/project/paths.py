"""Files and folders: what there is to do, and its doing in several processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from transpile.errors import TranspileError
from transpile.project.files import FileResult, FileSettings, Task, perform
from transpile.project.walk import CODE, kind_of, walk
from transpile.rewrite.compiled import AUTO, check_found, functions
from transpile.rewrite.source import decode, read_file
from transpile.rewrite.syntax import Module

_WORTH_A_POOL = 300_000  # bytes; to start processes takes as long as to rewrite these
_GIT = ("git", "--no-optional-locks", "-c", "core.fsmonitor=false")  # a hook would be executed


@dataclass(frozen=True, slots=True)
class FilePlan:
    """The files to work on, and results for what was found and cannot be worked on."""

    tasks: list[Task]
    problems: list[FileResult]


def transpile_path(
    path: str | Path,
    *,
    to: str,
    output: str | Path | None = None,
    in_place: bool = False,
    write: bool = True,
    force: bool = False,
    backup: bool = True,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    sources: Sequence[str] = ("numpy", "torch"),
    device: str | None = None,
    default_dtype: str | None = None,
    doctests: bool = False,
    clear_output: bool = False,
    jobs: int = 1,
) -> list[FileResult]:
    """Rewrite a file, or the files in a folder: ``transpile PATH`` as a function.

    Parameters
    ----------
    path : str or Path
        A Python file, a notebook or a folder.
    to : str
        The backend: ``"numpy"``, ``"jax"``, ``"torch"`` or ``"tensorflow"``.
    output : str or Path, optional
        Where the result goes. By default it stands beside `path`: ``sim_jax.py``, ``src_jax``. A
        folder is mirrored there, with what is not Python copied.
    in_place : bool
        Whether to change the files themselves.
    write : bool
        Whether to write at all; the results tell what would change.
    force : bool
        Whether to overwrite what exists, or is read-only.
    backup : bool
        Whether `in_place` keeps each original as ``sim.py.bak``, unless git holds it.
    include, exclude : sequence of str
        Which files of a folder are rewritten, in the patterns of ``.gitignore``. The others are
        copied; what ``.gitignore`` names is left out.
    sources : sequence of str
        The frameworks whose imports are rewritten.
    device, default_dtype : str, optional
        What the rewritten files set, apart from the backend.
    doctests : bool
        Whether examples in docstrings are rewritten.
    clear_output : bool
        Whether notebooks lose their outputs.
    jobs : int
        How many processes work; more than one pays from some 10,000 lines on.

    Returns
    -------
    list of FileResult
        A result per file. In a folder, a file that fails does not stop the others: its `status` is
        ``"failed"``, and `error` says why.

    Raises
    ------
    TranspileError
        Where a `path` that is a file cannot be rewritten, or nothing can be begun: no such path,
        no such backend, files in the way.

    Examples
    --------
    >>> results = transpile_path("src", to="jax", output="out")  # doctest: +SKIP
    >>> [result.error for result in results if result.status == "failed"]  # doctest: +SKIP
    []
    """
    settings = FileSettings(
        to=to,
        sources=tuple(sources),
        device=device,
        default_dtype=default_dtype,
        doctests=doctests,
        clear_output=clear_output,
        write=write,
        in_place=in_place,
        force=force,
    )
    work = plan([path], settings, output=output, include=include, exclude=exclude, backup=backup)
    results = list(work.problems)
    run(work.tasks, settings, jobs=jobs, done=results.append)
    if results and results[0].error is not None and not Path(path).is_dir():
        raise results[0].error
    return sorted(results, key=lambda result: result.file)


def plan(
    paths: Iterable[str | Path],
    settings: FileSettings,
    *,
    output: str | Path | None = None,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    backup: bool = True,
) -> FilePlan:
    """Find the files to work on, and write nothing: `transpile_path` for several paths, begun.

    Raises
    ------
    TranspileError
        Where a path is not there, or its result has no place to go.
    """
    problems: list[FileResult] = []
    tasks: dict[str, Task] = {}
    for path in map(Path, paths):
        target = path if settings.in_place else _target_path(path, settings, output)
        for task in _plan_tasks(path, target, settings, problems, include, exclude):
            tasks.setdefault(os.path.abspath(task.source), task)
    found = list(tasks.values())
    if settings.write and settings.in_place and backup:
        found = _mark_needed_backups(found)
    if settings.write and not (settings.in_place or settings.force):
        _check_targets_free(found)
    return FilePlan(found, problems)


def find_files(
    path: str | Path, include: Sequence[str] = (), exclude: Sequence[str] = ()
) -> list[Path]:
    """Return the Python files and notebooks that a path stands for, as `transpile_path` finds them.

    Examples
    --------
    >>> [file.name for file in find_files(Path(__file__).parent, include=["con*"])]
    ['config.py']
    """
    path = Path(path)
    if not path.is_dir():
        _check_exists(path)
        return [path]
    found = walk(path, include=include, exclude=exclude)
    return [entry.path for entry in found if getattr(entry, "kind", None) in CODE]


def _plan_tasks(
    path: Path,
    target: Path,
    settings: FileSettings,
    problems: list[FileResult],
    include: Sequence[str],
    exclude: Sequence[str],
) -> Iterator[Task]:
    """Yield a Task for each file; append to ``problems`` the results of what cannot be read."""
    if not path.is_dir():
        _check_exists(path)
        if target.is_dir():
            raise TranspileError("is a folder; name a file", file=str(target))
        yield Task(kind_of(path), path, target, path, target)
        return
    mirrors = settings.write and not settings.in_place
    if mirrors:
        _check_target_folder(path, target)
    skipped = target if mirrors else None
    for found in walk(path, include=include, exclude=exclude, skipped=skipped):
        if isinstance(found, TranspileError):
            problems.append(FileResult(found.file, "", "other", "failed", error=found))
        elif mirrors or found.kind in CODE:
            place = target / found.path.relative_to(path)
            yield Task(found.kind, found.path, place, path, target)


def check_functions(names: Collection[str], tasks: Sequence[Task], where: str) -> None:
    """Raise a `TranspileError` for a function to be compiled that no file of `tasks` has.

    Nothing is known of one that cannot be read or parsed; its task says why.
    """
    if not names or AUTO in names or any(task.kind == "notebook" for task in tasks):
        return
    words = [name.rpartition(".")[2].encode() for name in names]
    files = [task.source for task in tasks if task.kind == "python"]
    try:
        texts = {str(path): read_file(path, str(path))[0] for path in files}
        trees = {
            name: Module(decode(data, name).text, name).tree
            for name, data in texts.items()
            if any(word in data for word in words)
        }
        known = {name for tree in trees.values() for name in functions(tree)}
        if known.issuperset(names):
            return
        for name, data in texts.items():  # for the names that are nearest
            if name not in trees:
                trees[name] = Module(decode(data, name).text, name).tree
    except TranspileError:
        return
    check_found(names, trees.values(), where)


def _target_path(path: Path, settings: FileSettings, output: str | Path | None) -> Path:
    """Return ``output``; without one ``NAME_BACKEND`` beside the source."""
    if output is not None:
        return Path(output)
    if path.name in ("", ".."):
        if not settings.write:
            return path
        raise TranspileError("say where the result goes: -o PATH or --in-place", file=str(path))
    stem, suffix = (path.name, "") if path.is_dir() else (path.stem, path.suffix)
    return path.with_name(f"{stem}_{settings.to}{suffix}")


def _check_exists(path: Path) -> None:
    try:
        path.stat()
    except FileNotFoundError:
        raise TranspileError("no such file", file=str(path)) from None
    except OSError as error:
        raise TranspileError(f"cannot be read: {error.strerror}", file=str(path)) from None


def _check_target_folder(path: Path, target: Path) -> None:
    if target.exists() and not target.is_dir():
        raise TranspileError("is a file; name a folder", file=str(target))
    if target.is_dir() and target.samefile(path):
        raise TranspileError("is the source itself; --in-place changes it", file=str(target))


def _check_targets_free(tasks: Iterable[Task]) -> None:
    taken = [task.target for task in tasks if _would_be_overwritten(task.target)]
    if taken:
        others = f", and {len(taken) - 1} more; --force overwrites them"
        message = others if taken[1:] else "; --force overwrites it"
        raise TranspileError(f"exists already{message}", file=str(taken[0]))


def _would_be_overwritten(target: Path) -> bool:
    """Return whether there is a file, or a link that leads to no device, pipe or socket."""
    try:
        mode = target.lstat().st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) or (stat.S_ISLNK(mode) and not _leads_to_special_file(target))


def _leads_to_special_file(target: Path) -> bool:
    """Return whether a link leads to a device, pipe or socket; False if to nothing."""
    try:
        mode = target.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _mark_needed_backups(tasks: list[Task]) -> list[Task]:
    """Return new tasks whose ``backup`` is True, but for files that git can give back."""
    committed = {root: _committed_files(root) for root in {task.root for task in tasks}}
    return [
        replace(task, backup=os.path.abspath(task.source) not in committed[task.root])
        for task in tasks
    ]


def _committed_files(path: Path) -> frozenset[str]:
    """Return the files at `path` that git can give back; none if any there has been changed."""
    folder = path if path.is_dir() else path.parent
    which = "." if path.is_dir() else path.name
    try:
        changed, tracked = (
            subprocess.run(
                [*_GIT, *arguments, "--", which], cwd=folder, capture_output=True, check=True
            ).stdout
            for arguments in (
                ("status", "--porcelain", "--untracked-files=no"),
                ("ls-files", "-z"),
            )
        )
    except (OSError, subprocess.CalledProcessError):  # no git, or no repository
        return frozenset()
    names = [] if changed else os.fsdecode(tracked).split("\0")
    return frozenset(os.path.join(os.path.abspath(folder), name) for name in names)


def run(
    tasks: Sequence[Task],
    settings: FileSettings,
    *,
    jobs: int = 1,
    done: Callable[[FileResult], object],
) -> None:
    """Work on all files, and hand each result to `done` as soon as it is there.

    Each file is written whole or not at all. After Ctrl-C those that are begun are finished; a
    second Ctrl-C does not wait for them.

    Parameters
    ----------
    tasks : sequence of Task
        From `plan`.
    settings : FileSettings
        How.
    jobs : int
        How many processes, where there is enough work for more than one.
    done : callable
        What takes the results, in no order.

    Raises
    ------
    TranspileError
        Where a process was ended from outside.
    KeyboardInterrupt
        After Ctrl-C.
    """
    sizes = {task: _size_to_rewrite(task) for task in tasks}
    jobs = min(jobs, len(tasks), 61)  # more than 61, Windows cannot wait for
    with _Interrupts() as interrupts:
        if jobs < 2 or sum(sizes.values()) < _WORTH_A_POOL:
            for task in tasks:
                done(perform(task, settings))
                interrupts.check()
        else:
            largest_first = sorted(tasks, key=sizes.__getitem__, reverse=True)
            _run_in_processes(largest_first, settings, jobs, done, interrupts)


class _Interrupts:
    """Have Ctrl-C wait for `check`, between two files; a second one waits for nothing."""

    def __init__(self) -> None:
        self._came = False
        self._is_mine = False

    def __enter__(self) -> _Interrupts:
        if (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        ):
            signal.signal(signal.SIGINT, self._defer_or_raise_interrupt)
            self._is_mine = True
        return self

    def __exit__(self, *error: object) -> None:
        if self._is_mine:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def check(self) -> None:
        """Raise what Ctrl-C should have raised."""
        if self._came:
            raise KeyboardInterrupt

    def _defer_or_raise_interrupt(self, number: int, frame: FrameType | None) -> None:
        """Handle SIGINT: note the first one; raise KeyboardInterrupt at the second."""
        self.check()
        self._came = True


def _size_to_rewrite(task: Task) -> int:
    """Return the bytes of a file with code, a measure of its work; 0 if copied or unreadable."""
    try:
        return task.source.stat().st_size if task.kind in CODE else 0
    except OSError:
        return 0


def _run_in_processes(
    tasks: Sequence[Task],
    settings: FileSettings,
    jobs: int,
    done: Callable[[FileResult], object],
    interrupts: _Interrupts,
) -> None:
    """Call ``done`` with each result as it comes; on an error, with those of begun tasks only."""
    # A fork starts at once; where it is not safe, the rewriter is imported anew.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_leave_interrupts_to_parent) as pool:
        waiting = {pool.submit(perform, task, settings) for task in tasks}
        try:
            for future in as_completed(tuple(waiting)):
                waiting.remove(future)
                done(future.result())
                interrupts.check()
        except BrokenProcessPool:
            raise TranspileError("a process was ended from outside; is memory short?") from None
        except BaseException:
            pool.shutdown(cancel_futures=True)
            for future in waiting:
                if not future.cancelled():
                    done(future.result())
            raise


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
