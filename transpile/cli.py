"""The command line: ``transpile SRC --to BACKEND``. The only module that prints."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.metadata
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem, get_completion_class

from transpile.config import read_config
from transpile.errors import TranspileError
from transpile.frameworks import BACKENDS, FLOAT_DTYPES, FRAMEWORKS, check_backend, check_installed
from transpile.project import (
    FileResult,
    Plan,
    Settings,
    Status,
    find_files,
    plan,
    rewrite_bytes,
    run,
    unified_diff,
)
from transpile.runner import run_module, run_script
from transpile.source import read_file, write_atomically
from transpile.walk import CODE, kind_of

OK, WOULD_CHANGE, FAILED, INTERRUPTED = 0, 1, 2, 130
_STREAM = "-"
_STDIN, _STDOUT = "<stdin>", "standard output"
_SOURCES = tuple(row.module for row in FRAMEWORKS)
_AUTO = "auto"
_SHELLS = ("bash", "zsh", "fish")
_COMPLETE = "_TRANSPILE_COMPLETE"  # what Click calls the variable by which a shell asks
_MOST_LINES = 20  # of errors; who wants more says --verbose

_HELP = """\
Usage: transpile SRC... --to BACKEND [OPTIONS] [-- ARGS]

Point imports of NumPy and PyTorch in files, folders and notebooks at frontends
that run on BACKEND: numpy, jax, torch or tensorflow. All else stays as it is.

  transpile sim.py --to jax                write sim_jax.py beside it
  transpile src --to torch -o out          write a rewritten copy of a folder
  transpile src --to jax --in-place        rewrite the files themselves
  transpile sim.py --to jax --diff         show what would change
  transpile sim.py --to jax --run -- -n 5  run it with arguments -n 5
  transpile src --to jax --report          list what it uses, and what is known

  --from FRAMEWORK     rewrite numpy, torch, or both: auto, the default
  --device, --default-dtype NAME  have the code set these too: gpu:0, float32
  --doctests           rewrite the examples in docstrings too
  --include, --exclude PATTERN    which files of a folder, as in .gitignore
  -o, --output PATH    a file or folder; "-" is standard output
  --in-place           keeps originals as *.bak if git has none (--no-backup)
  --force              overwrite what exists or is read-only
  --clear-output       take the outputs out of notebooks
  --diff, --check      write nothing: show changes; exit with 1 if there are any
  --run, -m MODULE     run SRC or MODULE rewritten (--trace-mode MODE)
  --report             write nothing (--html FILE; --strict: unknown names fail)
  -j, --jobs N         processes; all cores by default
  -q, --quiet  -v, --verbose  --json  --completion SHELL  --version  -h, --help

Code is executed only with --run and -m; "# transpile: keep" keeps a line as is.
pyproject.toml, [tool.transpile], holds defaults. Exit code 2: something failed.
"""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for, under the names of its options."""

    paths: tuple[str, ...]
    arguments: tuple[str, ...]
    to: str | None
    from_: str
    device: str | None
    default_dtype: str | None
    doctests: bool
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    output: str | None
    in_place: bool
    backup: bool
    force: bool
    clear_output: bool
    diff: bool
    check: bool
    run: bool
    module: str | None
    trace_mode: str | None
    report: bool
    html: str | None
    strict: bool
    jobs: int
    quiet: bool
    verbose: bool
    json: bool
    completion: str | None

    @property
    def sources(self) -> tuple[str, ...]:
        """The frameworks to rewrite."""
        return _SOURCES if self.from_ == _AUTO else (self.from_,)

    @property
    def writes(self) -> bool:
        """Whether files are to be written."""
        return not (self.diff or self.check)

    @property
    def is_single(self) -> bool:
        """Whether one file is asked for, not several or a folder."""
        return len(self.paths) == 1 and not Path(self.paths[0]).is_dir()

    def settings(self) -> Settings:
        """Return how files are to be rewritten."""
        return Settings(
            to=self.to,
            sources=self.sources,
            device=self.device,
            default_dtype=self.default_dtype,
            doctests=self.doctests,
            clear_output=self.clear_output,
            write=self.writes,
            in_place=self.in_place,
            diff=self.diff,
            force=self.force,
        )


class _Command(click.Command):
    def get_help(self, ctx: click.Context) -> str:
        return _HELP.rstrip()


def _one_of(*names: str) -> Callable[..., list[CompletionItem]]:
    def complete(ctx: click.Context, param: click.Parameter, start: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in names if name.startswith(start)]

    return complete


def _version() -> str:
    try:
        return importlib.metadata.version("ivy-frontends")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@click.command(cls=_Command, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1, type=click.Path())
@click.option("--to", shell_complete=_one_of(*BACKENDS))
@click.option("--from", "from_", default=_AUTO, shell_complete=_one_of(*_SOURCES, _AUTO))
@click.option("--device")
@click.option("--default-dtype", shell_complete=_one_of(*FLOAT_DTYPES))
@click.option("--doctests/--no-doctests")
@click.option("--include", multiple=True)
@click.option("--exclude", multiple=True)
@click.option("-o", "--output", type=click.Path())
@click.option("--in-place", is_flag=True)
@click.option("--backup/--no-backup", default=True)
@click.option("--force", is_flag=True)
@click.option("--clear-output/--keep-output")
@click.option("--diff", is_flag=True)
@click.option("--check", is_flag=True)
@click.option("--run", is_flag=True)
@click.option("-m", "module")
@click.option("--trace-mode")
@click.option("--report", is_flag=True)
@click.option("--html", type=click.Path())
@click.option("--strict", is_flag=True)
@click.option("-j", "--jobs", type=int, default=_cores)
@click.option("-q", "--quiet", is_flag=True)
@click.option("-v", "--verbose", is_flag=True)
@click.option("--json", is_flag=True)
@click.option("--completion", shell_complete=_one_of(*_SHELLS))
@click.version_option(_version(), message="transpile %(version)s")
@click.pass_context
def _parse(context: click.Context, **given: object) -> Options:
    options = Options(arguments=context.obj, **given)
    if options.completion is not None:
        return options
    start = options.paths[0] if options.paths and options.paths[0] != _STREAM else "."
    configured = {
        "from_" if key == "from" else key.replace("-", "_"): value
        for key, value in read_config(Path(start)).items()
    }
    unset = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in configured.items()
        if context.get_parameter_source(name) is ParameterSource.DEFAULT
    }
    return dataclasses.replace(options, **unset)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; ``sys.argv[1:]`` by default.

    Returns
    -------
    int
        0 if all went well, 1 if ``--check`` found something to change, or ``--strict`` something
        unknown, 2 for bad input or usage, 130 after Ctrl-C; with ``--run``, the script's exit code.

    Examples
    --------
    >>> main(["--version"])  # doctest: +ELLIPSIS
    transpile ...
    0
    """
    argv = list(sys.argv[1:] if argv is None else argv)
    end = argv.index("--") if "--" in argv else len(argv)
    try:
        options = _parse.main(
            args=argv[:end],
            prog_name="transpile",
            standalone_mode=False,
            obj=tuple(argv[end + 1 :]),
        )
        if not isinstance(options, Options):  # --help and --version have done their work
            return options or OK
        _check_usage(options)
        return _do(options)
    except click.ClickException as error:
        _say(" ".join(error.format_message().split()))
    except TranspileError as error:
        _say(str(error))
    except BrokenPipeError:  # the reader has seen enough
        _forget_stdout()
        return OK
    return FAILED


def _do(options: Options) -> int:
    if options.completion is not None:
        _print(
            get_completion_class(options.completion)(_parse, {}, "transpile", _COMPLETE).source()
        )
        return OK
    if options.run or options.module is not None:
        return _run(options)
    try:
        if options.report:
            return _report(options)
        if options.paths == (_STREAM,) or options.output == _STREAM:
            return _transpile_stream(options)
        return _transpile(options)
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED


# usage


def _check_usage(options: Options) -> None:
    if options.completion is not None:
        if options.completion not in _SHELLS:
            raise click.UsageError(
                f"unknown shell {options.completion!r}: choose from {', '.join(_SHELLS)}"
            )
        return
    if options.to is None:
        raise click.UsageError(f"--to is missing: choose from {', '.join(BACKENDS)}")
    check_backend(options.to)
    if options.from_ not in (*_SOURCES, _AUTO):
        raise click.UsageError(
            f"unknown source {options.from_!r}: choose from {', '.join((*_SOURCES, _AUTO))}"
        )
    if options.jobs < 1:
        raise click.UsageError(f"--jobs must be at least 1, not {options.jobs}")
    _check_actions(options)
    _check_paths(options)


def _check_actions(options: Options) -> None:
    asked = [name for name, given in _actions(options).items() if given]
    if len(asked) > 1 and asked != ["--diff", "--check"]:
        raise click.UsageError(f"{' and '.join(asked)} exclude each other")
    if options.arguments and not (options.run or options.module is not None):
        raise click.UsageError(
            f"unexpected argument {options.arguments[0]!r}; only --run and -m take some"
        )
    for name, given in {"--html": options.html, "--strict": options.strict}.items():
        if given and not options.report:
            raise click.UsageError(f"{name} needs --report")
    if options.json and (options.html or options.run or options.module or _is_stream(options)):
        raise click.UsageError("--json does not go with --html, --run, -m or standard output")
    if options.quiet and options.verbose:
        raise click.UsageError("--quiet and --verbose exclude each other")


def _actions(options: Options) -> Mapping[str, bool]:
    return {
        "--output": options.output is not None,
        "--in-place": options.in_place,
        "--diff": options.diff,
        "--check": options.check,
        "--run": options.run,
        "-m": options.module is not None,
        "--report": options.report,
    }


def _is_stream(options: Options) -> bool:
    return _STREAM in (*options.paths, options.output)


def _check_paths(options: Options) -> None:
    asked = next((name for name, given in _actions(options).items() if given), None)
    if options.module is not None:
        if options.paths:
            raise click.UsageError(f"unexpected argument {options.paths[0]!r}; write it after --")
        return
    if not options.paths:
        raise click.UsageError("SRC is missing: name a file or a folder")
    if _STREAM in options.paths:
        if len(options.paths) > 1:
            raise click.UsageError("more than one SRC: standard input cannot be among them")
        if asked in ("--in-place", "--run", "--report"):
            raise click.UsageError(f"{asked} needs a file, not standard input")
    if len(options.paths) > 1 and asked in ("--output", "--run"):
        raise click.UsageError(f"{asked} takes one SRC")


# what is done


def _run(options: Options) -> int:
    keywords = {
        "to": options.to,
        "arguments": options.arguments,
        "sources": options.sources,
        "device": options.device,
        "default_dtype": options.default_dtype,
        "trace_mode": options.trace_mode,
    }
    if options.module is not None:
        return run_module(options.module, **keywords)
    return run_script(options.paths[0], **keywords)


def _report(options: Options) -> int:
    from transpile.report import report  # reads the frontends' names: only who asks waits for it

    paths = [
        file
        for path in options.paths
        for file in find_files(path, options.include, options.exclude)
    ]
    result = report(paths, to=options.to, sources=options.sources)
    if options.json:
        _print(result.to_json())
    elif options.html is not None:
        data = result.to_html().encode()
        write_atomically(Path(options.html), data, mode_of=None, filename=options.html)
    else:
        _show(result.table())
    return WOULD_CHANGE if options.strict and result.unknown else OK


def _transpile_stream(options: Options) -> int:
    """Rewrite what comes from standard input, or goes to standard output."""
    name, data = _read_stream(options)
    kind = kind_of(Path(name))
    if name == _STDIN and data.lstrip()[:1] == b"{":  # no program begins with a dict
        kind = "notebook"
    new, result = rewrite_bytes(data, kind, options.settings(), name)
    target = options.output or _STREAM
    if options.diff:
        _write_stdout(unified_diff(data, new, name, target))
    if not options.writes:
        if options.check and new != data:
            _say(f"{name}: would change")
        return WOULD_CHANGE if options.check and new != data else OK
    file = FileResult(name, target, kind, _status(data, new), result.imports, result.notes)
    if target == _STREAM:
        _write_stdout(new)
        _say_notes([file], options)
        if file.status == "unchanged" and not options.quiet:
            _say(f"warning: {name}: nothing to change")
        return OK
    write_atomically(Path(target), new, mode_of=None, filename=target, force=options.force)
    _say_notes([file], options)
    _summarize_single(file, options)
    return OK


def _read_stream(options: Options) -> tuple[str, bytes]:
    if options.paths == (_STREAM,):
        return _STDIN, sys.stdin.buffer.read()
    name = options.paths[0]
    if Path(name).is_dir():
        raise TranspileError("is a folder; its result needs a folder, too", file=name)
    return name, read_file(Path(name), name)[0]


def _status(old: bytes, new: bytes) -> str:
    return "unchanged" if new == old else "changed"


def _transpile(options: Options) -> int:
    settings = options.settings()
    work = plan(
        options.paths,
        settings,
        output=options.output,
        include=options.include,
        exclude=options.exclude,
        backup=options.backup,
    )
    results = list(work.problems)
    is_interrupted = False
    try:
        with _progress(work, options) as advance:

            def done(result: FileResult) -> None:
                results.append(result)
                advance()

            run(work.tasks, settings, jobs=options.jobs, done=done)
    except KeyboardInterrupt:
        is_interrupted = True
    results.sort(key=lambda result: result.file)
    code = _exit_code(results, options, is_interrupted)
    if options.json:
        _print(_as_json(results, options, code))
    elif options.diff:
        for result in results:
            _write_stdout(result.diff)
    _say_errors(results, options)
    if not options.json:
        _say_files(results, options)
        _say_notes(results, options)
    if is_interrupted:
        _say(f"interrupted: {len(results)} of {len(work.tasks)} files done, each of them whole")
    elif not options.json:
        _summarize(results, work, options)
    return code


def _exit_code(results: Sequence[FileResult], options: Options, is_interrupted: bool) -> int:
    if is_interrupted:
        return INTERRUPTED
    if any(result.status == "failed" for result in results):
        return FAILED
    changes = any(result.status == "changed" for result in results)
    return WOULD_CHANGE if options.check and changes else OK


@contextlib.contextmanager
def _progress(work: Plan, options: Options) -> Iterator[Callable[[], object]]:
    """Show a bar on a terminal; yield what moves it on by a file."""
    if options.quiet or options.json or len(work.tasks) < 2 or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console  # loading it takes longer than to rewrite a file
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("transpile", total=len(work.tasks))
        yield lambda: progress.advance(bar)


# what is said


def _summarize(results: Sequence[FileResult], work: Plan, options: Options) -> None:
    if options.is_single:
        for result in results:
            if result.status != "failed":
                _summarize_single(result, options)
        return
    if options.quiet or (options.diff and not options.check):
        return
    counts = Counter(result.status for result in results if result.kind in CODE)
    files = sum(counts.values())
    sources = _names(options.paths)
    if not files:
        _say(f"warning: {sources}: no Python files")
        if options.in_place:
            return
    failed = sum(result.status == "failed" for result in results)
    failures = f"; {_count(failed, 'file')} failed" if failed else ""
    where = f"{counts['changed']} of {_count(files, 'file')}"
    imports = _count(sum(result.imports for result in results), "import")
    if not options.writes:
        _say(f"{where} would change{failures}")
    elif options.in_place:
        kept = any(result.backup for result in results)
        originals = ", originals kept as *.bak" if kept else ""
        _say(
            f"rewrote {sources}: {imports} changed in {where}, backend {options.to}"
            f"{originals}{failures}"
        )
    else:
        copied = sum(result.status == "copied" for result in results)
        others = f", {copied} copied" if copied else ""
        targets = _names([str(task.target_root) for task in work.tasks])
        _say(
            f"wrote {targets}: {imports} changed in {where}{others}, backend {options.to}{failures}"
        )


def _summarize_single(result: FileResult, options: Options) -> None:
    if options.quiet or (options.diff and not options.check):
        return
    if not options.writes:
        if result.status == "changed" and not options.verbose:  # then it has been said
            _say(f"{result.file}: would change")
        return
    if result.status == "unchanged":
        _say(f"warning: {result.file}: nothing to change")
        if options.in_place:
            return
    kept = f", original kept as {result.backup}" if result.backup else ""
    imports = _count(result.imports, "import")
    _say(f"wrote {result.target}: {imports} changed, backend {options.to}{kept}")


def _say_errors(results: Sequence[FileResult], options: Options) -> None:
    errors = [result.error for result in results if result.error is not None]
    shown = errors if options.verbose else errors[:_MOST_LINES]
    for error in shown:
        _say(str(error))
    if len(shown) < len(errors):
        _say(f"{len(errors) - len(shown)} more files failed; --verbose names them")


def _say_files(results: Sequence[FileResult], options: Options) -> None:
    lists_changes = options.check and not options.is_single and not options.quiet
    for result in results:
        if result.status == "changed" and not options.writes:
            if options.verbose or lists_changes:
                _say(f"{result.file}: would change")
        elif options.verbose and result.status != "failed":
            imports = f", {_count(result.imports, 'import')}" if result.imports else ""
            _say(f"{result.file}: {result.status}{imports}")


def _say_notes(results: Sequence[FileResult], options: Options) -> None:
    """Say what to look at; what holds for several files, once, unless --verbose."""
    if options.quiet:
        return
    places: dict[str, list[str]] = {}
    for result in results:
        prefix = re.compile(rf"{re.escape(result.file)}(?::cell \d+)?(?::\d+)?: ")
        for note in result.notes:
            place = prefix.match(note)
            if options.verbose:
                _say(f"note: {note}")
                continue
            text = note[place.end() :] if place else note
            places.setdefault(text, []).append(place[0] if place else "")
    for text, (first, *others) in places.items():
        more = f" (and in {_count(len(others), 'more place')})" if others else ""
        _say(f"note: {first}{text}{more}")
    if any(result.status == "changed" for result in results) and options.writes:
        with contextlib.suppress(TranspileError):
            check_installed(options.to)
            return
        _say(f"note: backend {options.to!r} is not installed here")


def _as_json(results: Sequence[FileResult], options: Options, code: int) -> str:
    counts = Counter(result.status for result in results)
    summary = {
        "files": len(results),
        **{status: counts[status] for status in get_args(Status)},
        "imports": sum(result.imports for result in results),
    }
    content = {
        "version": _version(),
        "to": options.to,
        "files": [_file_as_json(result) for result in results],
        "summary": summary,
        "exit_code": code,
    }
    return json.dumps(content, indent=2)


def _file_as_json(result: FileResult) -> dict[str, object]:
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


def _names(names: Sequence[str]) -> str:
    first, *others = dict.fromkeys(names)
    return f"{first} and {len(others)} more" if others else first


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _show(renderable: object) -> None:
    from rich.console import Console

    Console().print(renderable)


def _print(text: str) -> None:
    _write_stdout(f"{text}\n".encode())


def _write_stdout(data: bytes) -> None:
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _forget_stdout()
        raise TranspileError(f"cannot be written: {error.strerror}", file=_STDOUT) from None


def _forget_stdout() -> None:
    """Let the flush at exit not complain about what could not be written before."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: str) -> None:
    with contextlib.suppress(BrokenPipeError):
        print(f"transpile: {message}", file=sys.stderr)
