"""Commands on files: rewrite them, and report what they use."""

from __future__ import annotations

import contextlib
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import get_args

from transpile.errors import TranspileError
from transpile.frameworks import check_installed
from transpile.options import STREAM, Options, version
from transpile.project.files import FileResult, FileSettings, Status, rewrite_bytes, unified_diff
from transpile.project.paths import FilePlan, check_functions, plan, run
from transpile.project.walk import CODE, kind_of
from transpile.reports.report import report as make_report
from transpile.rewrite.compiled import check_found
from transpile.rewrite.source import decode, read_file, write_atomically
from transpile.rewrite.syntax import Module
from transpile.screen import (
    FAILED,
    INTERRUPTED,
    OK,
    WOULD_CHANGE,
    print_text,
    say,
    show,
    write_stdout,
)

_STDIN = "<stdin>"
_REFRESH = 0.1  # seconds, between two pictures of the progress bar
_MOST_LINES = 20  # of errors; who wants more says --verbose


def report(options: Options) -> int:
    """Show what files use of their frameworks, as a table, a page or JSON."""
    result = make_report(
        options.paths,
        to=options.to,
        sources=options.sources,
        include=options.include,
        exclude=options.exclude,
    )
    if options.json:
        print_text(json.dumps(result.to_json(), indent=2))
    elif options.html is not None:
        # Reports are made again and again: an earlier page is replaced unasked, other files not.
        force = options.force or Path(options.html).suffix in (".html", ".htm")
        page = result.to_html().encode()
        write_atomically(Path(options.html), page, mode_of=None, filename=options.html, force=force)
        if not options.quiet:
            say(f"wrote {options.html}: {result.summary()}")
    else:
        show(result.table())
    if options.json or options.html is not None:
        for failure in result.failures:
            say(str(failure))
    if result.failures:
        return FAILED
    return WOULD_CHANGE if options.strict and result.unknown else OK


def transpile_stream(options: Options) -> int:
    """Rewrite what comes from standard input, or goes to standard output."""
    name, data = _read_name_and_data(options)
    kind = kind_of(Path(name))
    if kind == "python" and options.compile:
        check_found(options.compile, [Module(decode(data, name).text, name).tree], name)
    if name == _STDIN and data.lstrip()[:1] == b"{":  # no program begins with a dict
        kind = "notebook"
    new, result = rewrite_bytes(data, kind, _file_settings(options), name)
    target = options.output or STREAM
    if options.diff:
        write_stdout(unified_diff(data, new, name, target))
    if not options.writes:
        if options.check and new != data:
            say(f"{name}: would change")
        return WOULD_CHANGE if options.check and new != data else OK
    file = FileResult(name, target, kind, _file_status(data, new), result.imports, result.notes)
    if target == STREAM:
        write_stdout(new)
        _print_notes([file], options)
        if file.status == "unchanged" and not options.quiet:
            say(f"warning: {name}: nothing to change")
        return OK
    write_atomically(Path(target), new, mode_of=None, filename=target, force=options.force)
    _print_notes([file], options)
    _print_single_summary(file, options)
    return OK


def _read_name_and_data(options: Options) -> tuple[str, bytes]:
    """Return (name for messages, bytes) of standard input or the one file; refuse a folder."""
    if options.paths == (STREAM,):
        return _STDIN, sys.stdin.buffer.read()
    name = options.paths[0]
    if Path(name).is_dir():
        raise TranspileError("is a folder; its result needs a folder, too", file=name)
    return name, read_file(Path(name), name)[0]


def _file_status(old: bytes, new: bytes) -> str:
    return "unchanged" if new == old else "changed"


def transpile(options: Options) -> int:
    """Rewrite files and folders."""
    settings = _file_settings(options)
    work = plan(
        options.paths,
        settings,
        output=options.output,
        include=options.include,
        exclude=options.exclude,
        backup=options.backup,
    )
    check_functions(options.compile, work.tasks, _abridge_names(options.paths))
    results = list(work.problems)
    is_interrupted = False
    try:
        with _show_progress(work, options) as advance:

            def done(result: FileResult) -> None:
                results.append(result)
                advance()

            run(work.tasks, settings, jobs=options.jobs, done=done)
    except KeyboardInterrupt:
        is_interrupted = True
    results.sort(key=lambda result: result.file)
    code = _exit_code(results, options, is_interrupted)
    if options.json:
        print_text(_results_as_json(results, options, code))
    elif options.diff:
        for result in results:
            write_stdout(result.diff)
    _print_errors(results, options)
    if not options.json:
        _print_files(results, options)
        _print_notes(results, options)
    if is_interrupted:
        say(f"interrupted: {len(results)} of {len(work.tasks)} files done, each of them whole")
    elif not options.json:
        _print_summary(results, work, options)
    return code


def _exit_code(results: Sequence[FileResult], options: Options, is_interrupted: bool) -> int:
    """Return INTERRUPTED, FAILED if any file did, WOULD_CHANGE (``--check`` alone) or OK."""
    if is_interrupted:
        return INTERRUPTED
    if any(result.status == "failed" for result in results):
        return FAILED
    changes = any(result.status == "changed" for result in results)
    return WOULD_CHANGE if options.check and changes else OK


@contextlib.contextmanager
def _show_progress(work: FilePlan, options: Options) -> Iterator[Callable[[], object]]:
    """Show a progress bar on a terminal; yield the function that advances it by one file."""
    if options.quiet or options.json or len(work.tasks) < 2 or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console  # loading it takes longer than to rewrite a file
    from rich.progress import Progress

    shown_at = 0.0
    # No thread may refresh it: processes are about to be forked.
    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        bar = progress.add_task("transpile", total=len(work.tasks))

        def advance() -> None:
            nonlocal shown_at
            progress.advance(bar)
            if time.monotonic() - shown_at > _REFRESH:
                progress.refresh()
                shown_at = time.monotonic()

        yield advance


def _file_settings(options: Options) -> FileSettings:
    return FileSettings(
        to=options.to,
        sources=options.sources,
        device=options.device,
        default_dtype=options.default_dtype,
        doctests=options.doctests,
        clear_output=options.clear_output,
        write=options.writes,
        in_place=options.in_place,
        diff=options.diff,
        force=options.force,
        compile=options.compile,
        compile_check=options.compile_check,
    )


def _print_summary(results: Sequence[FileResult], work: FilePlan, options: Options) -> None:
    """Print to stderr how many files changed; nothing if quiet, or for a diff without --check."""
    if options.is_single:
        for result in results:
            if result.status != "failed":
                _print_single_summary(result, options)
        return
    if options.quiet or (options.diff and not options.check):
        return
    counts = Counter(result.status for result in results if result.kind in CODE)
    files = sum(counts.values())
    sources = _abridge_names(options.paths)
    if not files:
        say(f"warning: {sources}: no Python files")
        if options.in_place:
            return
    failed = sum(result.status == "failed" for result in results)
    failures = f"; {_plural(failed, 'file')} failed" if failed else ""
    where = f"{counts['changed']} of {_plural(files, 'file')}"
    imports = _plural(sum(result.imports for result in results), "import")
    if not options.writes:
        say(f"{where} would change{failures}")
    elif options.in_place:
        kept = any(result.backup for result in results)
        originals = ", originals kept as *.bak" if kept else ""
        say(
            f"rewrote {sources}: {imports} changed in {where}, backend {options.to}"
            f"{originals}{failures}"
        )
    else:
        copied = sum(result.status == "copied" for result in results)
        others = f", {copied} copied" if copied else ""
        targets = _abridge_names([str(task.target_root) for task in work.tasks])
        say(
            f"wrote {targets}: {imports} changed in {where}{others}, backend {options.to}{failures}"
        )


def _print_single_summary(result: FileResult, options: Options) -> None:
    """Print to stderr whether the one file was written, or would change; warn if it did not."""
    if options.quiet or (options.diff and not options.check):
        return
    if not options.writes:
        if result.status == "changed" and not options.verbose:  # which _print_files has printed
            say(f"{result.file}: would change")
        return
    if result.status == "unchanged":
        say(f"warning: {result.file}: nothing to change")
        if options.in_place:
            return
    kept = f", original kept as {result.backup}" if result.backup else ""
    imports = _plural(result.imports, "import")
    say(f"wrote {result.target}: {imports} changed, backend {options.to}{kept}")


def _print_errors(results: Sequence[FileResult], options: Options) -> None:
    errors = [result.error for result in results if result.error is not None]
    shown = errors if options.verbose else errors[:_MOST_LINES]
    for error in shown:
        say(str(error))
    if len(shown) < len(errors):
        say(f"{len(errors) - len(shown)} more files failed; --verbose names them")


def _print_files(results: Sequence[FileResult], options: Options) -> None:
    """Print each file's status if ``--verbose``; with ``--check`` alone those that would change."""
    lists_changes = options.check and not options.is_single and not options.quiet
    for result in results:
        if result.status == "changed" and not options.writes:
            if options.verbose or lists_changes:
                say(f"{result.file}: would change")
        elif options.verbose and result.status != "failed":
            imports = f", {_plural(result.imports, 'import')}" if result.imports else ""
            say(f"{result.file}: {result.status}{imports}")


def _print_notes(results: Sequence[FileResult], options: Options) -> None:
    """Print notes, shared ones once unless ``--verbose``, and one if the backend is missing."""
    if options.quiet:
        return
    places: dict[str, list[str]] = {}
    for result in results:
        prefix = re.compile(rf"{re.escape(result.file)}(?::cell \d+)?(?::\d+)?: ")
        for note in result.notes:
            place = prefix.match(note)
            if options.verbose:
                say(f"note: {note}")
                continue
            text = note[place.end() :] if place else note
            places.setdefault(text, []).append(place[0] if place else "")
    for text, (first, *others) in places.items():
        more = f" (and in {_plural(len(others), 'more place')})" if others else ""
        say(f"note: {first}{text}{more}")
    if any(result.status == "changed" for result in results) and options.writes:
        with contextlib.suppress(TranspileError):
            check_installed(options.to)
            return
        say(f"note: backend {options.to!r} is not installed here")


def _results_as_json(results: Sequence[FileResult], options: Options, code: int) -> str:
    counts = Counter(result.status for result in results)
    summary = {
        "files": len(results),
        **{status: counts[status] for status in get_args(Status)},
        "imports": sum(result.imports for result in results),
    }
    content = {
        "version": version(),
        "to": options.to,
        "files": [_file_as_dict(result) for result in results],
        "summary": summary,
        "exit_code": code,
    }
    return json.dumps(content, indent=2)


def _file_as_dict(result: FileResult) -> dict[str, object]:
    """Return a result's fields for JSON, without those that are None or empty."""
    error = result.error
    fields = {
        "file": result.file,
        "target": result.target,
        "kind": result.kind,
        "status": result.status,
        "imports": result.imports,
        "notes": result.notes,
        "backup": result.backup,
        "diff": result.diff.decode(errors="replace"),
        "error": error
        and {
            "text": str(error),
            "message": error.message,
            "line": error.line,
            "column": error.column,
        },
    }
    return {name: value for name, value in fields.items() if value not in (None, "", ())}


def _abridge_names(names: Sequence[str]) -> str:
    """Return ``FIRST and N more``, equal names counted once; a single name as it is."""
    first, *others = dict.fromkeys(names)
    return f"{first} and {len(others)} more" if others else first


def _plural(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
