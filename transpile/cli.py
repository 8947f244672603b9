"""The command line: ``transpile SRC --to BACKEND``. The only module that prints."""

from __future__ import annotations

import contextlib
import difflib
import importlib.metadata
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from transpile.errors import TranspileError
from transpile.frameworks import BACKENDS, check_backend
from transpile.rewriter import Rewrite, rewrite
from transpile.runner import run_script
from transpile.source import Source, decode, read_source, write_atomically

OK, WOULD_CHANGE, FAILED = 0, 1, 2
_STREAM = "-"

_HELP = """
Point the imports of a NumPy script at frontends that run on BACKEND, one of numpy, jax, torch or
tensorflow. Everything else in the script stays as it is.

\b
  transpile sim.py --to jax                write sim_jax.py beside it
  transpile sim.py --to torch -o out.py    write out.py
  transpile sim.py --to jax --diff         show what would change
  transpile sim.py --to jax --in-place     change sim.py itself
  transpile sim.py --to jax --run -- -n 5  run it with arguments -n 5
  cat sim.py | transpile - --to jax        from standard input to standard output

SRC is executed only with --run. "# transpile: keep" on a line keeps its imports.
"""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for."""

    src: str
    to: str
    output: str | None
    in_place: bool
    diff: bool
    check: bool
    force: bool
    run: bool
    arguments: tuple[str, ...]

    def target(self) -> str:
        """Return where the result goes; ``-`` is standard output."""
        if self.output is not None:
            return self.output
        if self.in_place or self.src == _STREAM:
            return self.src
        path = Path(self.src)
        return str(path.with_name(f"{path.stem}_{self.to}{path.suffix}"))


def _version() -> str:
    try:
        return importlib.metadata.version("ivy-frontends")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"


@click.command(help=_HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("src")
@click.argument("arguments", metavar="[-- ARGS]...", nargs=-1, type=click.UNPROCESSED)
@click.option("--to", metavar="BACKEND", help="The backend to run on. Required.")
@click.option("-o", "--output", metavar="PATH", help='Write to PATH; "-" is standard output.')
@click.option("--in-place", is_flag=True, help="Overwrite SRC.")
@click.option("--diff", is_flag=True, help="Print a unified diff, write nothing.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if SRC would change.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--run", is_flag=True, help="Run SRC rewritten, with ARGS; write nothing.")
@click.version_option(_version(), message="transpile %(version)s")
def _parse(**options: object) -> Options:
    return Options(**options)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; ``sys.argv[1:]`` by default.

    Returns
    -------
    int
        0 if all went well, 1 if ``--check`` found something to change, 2 for bad input or usage;
        with ``--run``, the script's exit code.

    Examples
    --------
    >>> main(["--version"])  # doctest: +ELLIPSIS
    transpile ...
    0
    """
    try:
        options = _parse.main(args=argv, prog_name="transpile", standalone_mode=False)
        if not isinstance(options, Options):  # --help and --version have done their work
            return options or OK
        _check_usage(options)
        return (
            run_script(options.src, to=options.to, arguments=options.arguments)
            if (options.run)
            else _transpile(options)
        )
    except click.ClickException as error:
        _say(" ".join(error.format_message().split()))
    except TranspileError as error:
        _say(str(error))
    except BrokenPipeError:  # the reader has seen enough; let no flush at exit complain about it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    return FAILED


def _check_usage(options: Options) -> None:
    if options.to is None:
        raise click.UsageError(f"--to is missing: choose from {', '.join(BACKENDS)}")
    check_backend(options.to)
    if options.arguments and not options.run:
        raise click.UsageError(f"unexpected argument {options.arguments[0]!r}; --run takes some")
    asked = [
        name
        for name, given in {
            "--output": options.output is not None,
            "--in-place": options.in_place,
            "--diff": options.diff,
            "--check": options.check,
            "--run": options.run,
        }.items()
        if given
    ]
    if len(asked) > 1 and asked != ["--diff", "--check"]:
        raise click.UsageError(f"{' and '.join(asked)} exclude each other")
    if options.src == _STREAM and (options.in_place or options.run):
        raise click.UsageError(f"{asked[0]} needs a file, not standard input")


def _transpile(options: Options) -> int:
    source, name = _read(options.src)
    result = rewrite(source.text, to=options.to, filename=name)
    would_change = result.code != source.text
    if options.diff:
        _print_diff(source, result, name, options.target())
    if options.diff or options.check:
        if options.check and would_change:
            _say(f"{name}: would change")
        return WOULD_CHANGE if options.check and would_change else OK
    if not would_change:
        _say(f"warning: {name}: nothing to change")
    if options.target() == _STREAM:
        _write_stdout(source.encode(result.code))
    else:
        _write(source, result, options)
    return OK


def _read(src: str) -> tuple[Source, str]:
    if src == _STREAM:
        name = "<stdin>"
        return decode(sys.stdin.buffer.read(), name), name
    return read_source(Path(src), src), src


def _write(source: Source, result: Rewrite, options: Options) -> None:
    target = options.target()
    path = Path(target)
    if not options.in_place:
        if path.is_dir():
            raise TranspileError("is a folder; name a file", file=target)
        if os.path.lexists(path) and not options.force:
            raise TranspileError("exists already; --force overwrites it", file=target)
    mode_of = None if options.src == _STREAM else Path(options.src)
    write_atomically(path, source.encode(result.code), mode_of=mode_of, filename=target)
    imports = "1 import" if result.imports == 1 else f"{result.imports} imports"
    _say(f"wrote {target}: {imports} changed, backend {options.to}")


def _print_diff(source: Source, result: Rewrite, name: str, target: str) -> None:
    lines = difflib.unified_diff(_lines(source.text), _lines(result.code), name, target)
    for line in lines:
        ending = "" if line.endswith("\n") else "\n\\ No newline at end of file\n"
        _write_stdout(source.encode(line + ending))


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _write_stdout(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _say(message: str) -> None:
    with contextlib.suppress(BrokenPipeError):
        print(f"transpile: {message}", file=sys.stderr)
