"""Options of the command line, their defaults, and what goes together."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem, get_completion_class

from transpile.frameworks import (
    BACKENDS,
    FLOAT_DTYPES,
    FRAMEWORKS,
    SEVERAL_DEVICES,
    TRACE_MODES,
    check_backend,
    check_trace_mode,
    split_at_commas,
)
from transpile.project.config import read_config
from transpile.rewrite.compiled import AUTO, check_names
from transpile.run.devices import Devices, devices_from_options

STREAM = "-"
_SOURCES = tuple(row.module for row in FRAMEWORKS)
_SHELLS = ("bash", "zsh", "fish")
# Options of programs that run; a project's file may have them, too.
_OF_DEVICES = ("devices", "mesh", "partition", "processes")
_OF_PROGRAMS = ("packages", *_OF_DEVICES)
# Set in processes that torchrun has started: they run a program, asked or not. Before Python 3.12
# torchrun refuses a `--run` that is not its own, which could be short for options of its own.
_TORCHRUN = "TORCHELASTIC_RUN_ID"
_COMPLETE = "_TRANSPILE_COMPLETE"  # what Click calls the variable by which a shell asks

_HELP = Path(__file__).with_name("help.txt")


@dataclass(frozen=True, slots=True)
class Options:
    """Values of the command line's options, under their names."""

    paths: tuple[str, ...]
    arguments: tuple[str, ...]
    to: str | None
    from_: str
    device: str | None
    devices: int | None
    mesh: str | None
    partition: str | None
    processes: int | None
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
    compile: tuple[str, ...]
    compile_check: bool
    compile_report: bool
    packages: tuple[str, ...]
    packages_report: bool
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
        return _SOURCES if self.from_ == AUTO else (self.from_,)

    @property
    def runs(self) -> bool:
        """Whether a program is to run."""
        return self.run or self.module is not None

    @property
    def mesh_of_devices(self) -> Devices | None:
        """The devices on which a program's arrays lie; None for one device."""
        if not self.runs:
            return None
        return devices_from_options(self.devices, self.mesh, self.partition, self.processes)

    @property
    def writes(self) -> bool:
        """Whether files are to be written."""
        return not (self.diff or self.check)

    @property
    def is_single(self) -> bool:
        """Whether one file is asked for, not several or a folder."""
        return len(self.paths) == 1 and not Path(self.paths[0]).is_dir()


class _Command(click.Command):
    def get_help(self, ctx: click.Context) -> str:
        return _HELP.read_text(encoding="utf-8").rstrip()


def _completer_of(*names: str) -> Callable[..., list[CompletionItem]]:
    """Return a callback for click that completes a value with those of ``names``."""

    def complete(ctx: click.Context, param: click.Parameter, start: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in names if name.startswith(start)]

    return complete


def version() -> str:
    """Return the version that is installed."""
    from importlib import metadata  # it loads the packages of email and zipfile

    try:
        return metadata.version("ivy-frontends")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _show_version(context: click.Context, parameter: click.Parameter, is_asked: bool) -> None:
    if is_asked:
        click.echo(f"transpile {version()}")
        context.exit()


def _count_cores() -> int:
    """Count the cores that this process may use, 1 if that is unknown."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _split_names(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[str, ...]:
    """Return the names of ``--compile`` without blanks; UsageError if it is given with none."""
    names = split_at_commas([text or ""])
    if text is not None and not names:
        raise click.UsageError("--compile names no function")
    return names


def _split_packages(
    ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the names of all ``--packages``; UsageError if it is given with none."""
    names = split_at_commas(texts)
    if texts and not names:
        raise click.UsageError("--packages names no package")
    return names


@click.command(cls=_Command, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1, type=click.Path())
@click.option("--to", shell_complete=_completer_of(*BACKENDS))
@click.option("--from", "from_", default=AUTO, shell_complete=_completer_of(*_SOURCES, AUTO))
@click.option("--device")
@click.option("--devices", type=int)
@click.option("--mesh")
@click.option("--partition")
@click.option("--processes", type=int)
@click.option("--default-dtype", shell_complete=_completer_of(*FLOAT_DTYPES))
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
@click.option("--trace-mode", shell_complete=_completer_of(*TRACE_MODES))
@click.option("--compile", callback=_split_names, is_eager=False)
@click.option("--compile-check/--no-compile-check", default=True)
@click.option("--compile-report", is_flag=True)
@click.option("--packages", multiple=True, callback=_split_packages)
@click.option("--packages-report", is_flag=True)
@click.option("--report", is_flag=True)
@click.option("--html", type=click.Path())
@click.option("--strict", is_flag=True)
@click.option("-j", "--jobs", type=int, default=_count_cores)
@click.option("-q", "--quiet", is_flag=True)
@click.option("-v", "--verbose", is_flag=True)
@click.option("--json", is_flag=True)
@click.option("--completion", shell_complete=_completer_of(*_SHELLS))
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version)
@click.pass_context
def _parse_options(context: click.Context, **given: object) -> Options:
    """Return the command line's options, the others from the project's configuration."""
    options = Options(arguments=context.obj, **given)
    if _TORCHRUN in os.environ and not _flags_of_requested_actions(options):
        options = dataclasses.replace(options, run=True)
    if options.completion is not None:
        return options
    for name in _OF_PROGRAMS:  # in a file they are for those alone
        if getattr(options, name) and not options.runs:
            raise click.UsageError(f"--{name} needs --run or -m")
    start = options.paths[0] if options.paths and options.paths[0] != STREAM else "."
    configured = {
        "from_" if key == "from" else key.replace("-", "_"): value
        for key, value in read_config(Path(start)).items()
    }
    written = {
        name
        for name in configured.keys() | set(_OF_DEVICES) | {"device"}
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    unset = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in configured.items()
        if name not in written
    }
    if written & {"device", "devices", "mesh", "partition"}:  # other devices than the project's
        for name in ("device", "devices", "mesh", "partition"):
            unset.pop(name, None)
    if (options.to or configured.get("to")) not in SEVERAL_DEVICES:
        for name in _OF_DEVICES:
            unset.pop(name, None)
    return dataclasses.replace(options, **unset)


def parse(argv: Sequence[str]) -> Options | None:
    """Parse the command line; None where it asks for a text alone: ``--help``.

    Parameters
    ----------
    argv : sequence of str
        The arguments. What follows ``--`` is for the program to run.

    Raises
    ------
    click.ClickException, TranspileError
        Where they make no sense.

    Examples
    --------
    >>> parse(["sim.py", "--to", "jax", "--run", "--", "-n", "5"]).arguments
    ('-n', '5')
    """
    end = argv.index("--") if "--" in argv else len(argv)
    options = _parse_options.main(
        args=list(argv[:end]),
        prog_name="transpile",
        standalone_mode=False,
        obj=tuple(argv[end + 1 :]),
    )
    if not isinstance(options, Options):  # --help or --version: printed already
        return None
    _check_options(options)
    return options


def completion_script(shell: str) -> str:
    """Write the script by which a shell completes the command line.

    Examples
    --------
    >>> "_TRANSPILE_COMPLETE=zsh_complete" in completion_script("zsh")
    True
    """
    return get_completion_class(shell)(_parse_options, {}, "transpile", _COMPLETE).source()


def _check_options(options: Options) -> None:
    if options.completion is not None:
        if options.completion not in _SHELLS:
            raise click.UsageError(
                f"unknown shell {options.completion!r}: choose from {', '.join(_SHELLS)}"
            )
        return
    if not options.paths and options.module is None:
        raise click.UsageError("SRC is missing: name a file or a folder (--help shows how)")
    if options.to is None:
        raise click.UsageError(f"--to is missing: choose from {', '.join(BACKENDS)}")
    check_backend(options.to)
    if options.from_ not in (*_SOURCES, AUTO):
        raise click.UsageError(
            f"unknown source {options.from_!r}: choose from {', '.join((*_SOURCES, AUTO))}"
        )
    if options.jobs < 1:
        raise click.UsageError(f"--jobs must be at least 1, not {options.jobs}")
    _check_combinations(options)
    _check_paths(options)


def _check_combinations(options: Options) -> None:
    asked = _flags_of_requested_actions(options)
    if len(asked) > 1 and asked != ["--diff", "--check"]:
        raise click.UsageError(f"{' and '.join(asked)} exclude each other")
    if options.arguments and not options.runs:
        raise click.UsageError(
            f"unexpected argument {options.arguments[0]!r}; only --run and -m take some"
        )
    if options.trace_mode is not None and not options.runs:
        raise click.UsageError("--trace-mode needs --run or -m")
    check_trace_mode(options.trace_mode)
    _check_packages(options)
    _check_compile(options)
    _check_devices(options)
    for name, given in {"--html": options.html, "--strict": options.strict}.items():
        if given and not options.report:
            raise click.UsageError(f"{name} needs --report")
    if options.json and (options.html or options.run or options.module or _uses_stream(options)):
        raise click.UsageError("--json does not go with --html, --run, -m or standard output")
    if options.quiet and options.verbose:
        raise click.UsageError("--quiet and --verbose exclude each other")


def _check_packages(options: Options) -> None:
    if options.packages_report and not options.packages:
        raise click.UsageError("--packages-report needs --packages")
    if options.packages_report and not options.runs:
        raise click.UsageError("--packages-report needs --run or -m")


def _check_compile(options: Options) -> None:
    check_names(options.compile)
    if AUTO in options.compile and len(options.compile) > 1:
        raise click.UsageError("--compile auto takes no names beside it")
    if options.compile and (options.report or options.module == "pytest"):
        other = "--report" if options.report else "-m pytest"
        raise click.UsageError(f"--compile does not go with {other}")
    if options.compile_report and not options.compile:
        raise click.UsageError("--compile-report needs --compile")
    if options.compile_report and not options.runs:
        raise click.UsageError("--compile-report needs --run or -m")
    if not options.compile_check and AUTO not in options.compile:
        raise click.UsageError("--no-compile-check needs --compile auto")


def _check_devices(options: Options) -> None:
    devices = options.mesh_of_devices
    if devices is None:
        return
    given = next(name for name in _OF_DEVICES if getattr(options, name) is not None)
    if options.to not in SEVERAL_DEVICES:
        raise click.UsageError(
            f"--{given} needs --to {' or '.join(SEVERAL_DEVICES)}: arrays of {options.to} lie on "
            "one device"
        )
    if options.device is not None:
        raise click.UsageError(f"--device and --{given} exclude each other")
    if options.module == "pytest":
        raise click.UsageError(f"--{given} does not go with -m pytest")


def _flags_of_requested_actions(options: Options) -> list[str]:
    is_requested = {
        "--output": options.output is not None,
        "--in-place": options.in_place,
        "--diff": options.diff,
        "--check": options.check,
        "--run": options.run,
        "-m": options.module is not None,
        "--report": options.report,
    }
    return [name for name, given in is_requested.items() if given]


def _uses_stream(options: Options) -> bool:
    return STREAM in (*options.paths, options.output)


def _check_paths(options: Options) -> None:
    """Raise a UsageError if the count of sources, or standard input, does not suit the action."""
    asked = next(iter(_flags_of_requested_actions(options)), None)
    if options.module is not None:
        if options.paths:
            raise click.UsageError(f"unexpected argument {options.paths[0]!r}; write it after --")
        return
    if STREAM in options.paths:
        if len(options.paths) > 1:
            raise click.UsageError("more than one SRC: standard input cannot be among them")
        if asked in ("--in-place", "--run", "--report"):
            raise click.UsageError(f"{asked} needs a file, not standard input")
    if len(options.paths) > 1 and asked in ("--output", "--run"):
        hint = "; arguments for it follow --" if asked == "--run" else ""
        raise click.UsageError(f"{asked} takes one SRC{hint}")
