"""The command line: ``transpile SRC --to BACKEND``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from transpile.errors import TranspileError
from transpile.frameworks import CORE
from transpile.options import STREAM, Options, completion_script, parse
from transpile.rewrite.compiled import AUTO
from transpile.run.devices import INDEX, with_processes
from transpile.run.runner import run_module, run_script
from transpile.screen import FAILED, INTERRUPTED, OK, forget_stdout, print_text, say, show


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
    arguments = sys.argv[1:] if argv is None else argv
    try:
        options = parse(arguments)
        return OK if options is None else _perform_action(options, arguments)
    except click.ClickException as error:
        _say_once(" ".join(error.format_message().split()))
    except TranspileError as error:
        _say_once(str(error))
    except BrokenPipeError:  # the reader has closed the pipe: `| head`
        forget_stdout()
        return OK
    return FAILED


def _say_once(message: str) -> None:
    """Print an error, in the first of several processes that fail alike."""
    core = sys.modules.get(CORE)
    if core is None or not hasattr(core, "distributed") or not core.distributed.is_initialized():
        if os.environ.get(INDEX, "0") == "0":
            say(message)
    elif core.distributed.fail(FAILED):
        say(message)


def _perform_action(options: Options, arguments: Sequence[str]) -> int:
    """Report on, run or rewrite what the options name; return the exit status, Ctrl-C's too."""
    if options.completion is not None:
        print_text(completion_script(options.completion))
        return OK
    if options.run or options.module is not None:
        return _run_program(options, arguments)
    from transpile import commands  # what rewrites files: a program that runs does not wait for it

    try:
        if options.report:
            return commands.report(options)
        if options.paths == (STREAM,) or options.output == STREAM:
            return commands.transpile_stream(options)
        return commands.transpile(options)
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED


def _run_program(options: Options, arguments: Sequence[str]) -> int:
    """Run the script or module; return its exit status. Reports, if asked for, go to stderr."""
    devices = options.mesh_of_devices
    if devices is not None:
        devices, is_started = with_processes(devices, os.environ)
        if devices.processes > 1 and AUTO in options.compile:
            raise TranspileError(
                "--compile auto decides by the clock, which differs between processes: name the "
                "functions to compile"
            )
        if not is_started:
            from transpile.run.processes import run_processes  # other programs start without it

            return run_processes(devices.processes, arguments, say)
    keywords = {
        "to": options.to,
        "arguments": options.arguments,
        "sources": options.sources,
        "device": options.device,
        "devices": devices,
        "default_dtype": options.default_dtype,
        "trace_mode": options.trace_mode,
        "compile": options.compile,
        "compile_check": options.compile_check,
        "packages": options.packages,
    }
    if options.packages_report:
        from transpile.reports.packages import packages_report

        show(packages_report(options.packages, options.sources), sys.stderr)
    try:
        if options.module is not None:
            return run_module(options.module, **keywords)
        return run_script(options.paths[0], **keywords)
    finally:
        if options.compile_report and CORE in sys.modules:
            from transpile.reports.compilation import compilation_report  # it loads rich

            report = compilation_report(sys.modules[CORE].compilation_records())
            show(report, sys.stderr)
