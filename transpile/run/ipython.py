"""In IPython and Jupyter: ``%load_ext transpile``, then ``%transpile --to jax``.

From there on every cell, and every module of the user's that is imported, is rewritten before it
runs; ``%transpile --off`` ends that. ``%%transpile --to jax`` does it for one cell.
"""

from __future__ import annotations

import atexit
import contextlib
import inspect
import linecache
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from transpile.errors import TranspileError
from transpile.frameworks import BACKENDS, FRAMEWORKS, split_at_commas
from transpile.project.config import read_config
from transpile.rewrite.rewriter import rewrite_in_place
from transpile.run.hook import Finder, RunSettings, check_not_loaded, install, set_up

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

_AUTO = "auto"
_extensions: dict[int, _Extension] = {}


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Give a shell the magics; IPython calls this for ``%load_ext transpile``."""
    extension = _Extension(shell)
    _extensions[id(shell)] = extension
    atexit.register(extension.stop)  # as the interpreter goes, there is no `sys.meta_path`
    shell.register_magic_function(extension.line, "line", "transpile")
    shell.register_magic_function(extension.cell, "cell", "transpile")


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Take the magics away, for ``%unload_ext transpile``."""
    extension = _extensions.pop(id(shell))
    extension.stop()
    atexit.unregister(extension.stop)
    for kind in ("line", "cell"):
        shell.magics_manager.magics[kind].pop("transpile", None)


class _Extension:
    """The magics of one shell.

    Parameters
    ----------
    shell : InteractiveShell
        The shell.
    """

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._rewriting = contextlib.ExitStack()

    def line(self, line: str) -> None:
        """Rewrite all cells, and modules of yours that are imported, from the next cell on.

        %transpile --to BACKEND [--from FRAMEWORK] [--device NAME] [--default-dtype NAME]
                   [--packages NAME,...]
        %transpile --off

        BACKEND is numpy, jax, torch or tensorflow; FRAMEWORK numpy, torch or auto: both.
        """
        if _asks_for_help(line):
            print(inspect.getdoc(self.line))
            return
        with _show_errors_in_one_line():
            settings = _parse_magic_line(line)
            if settings is not None:
                _check_rest_of_cell(settings)
            self.stop()
            if settings is not None:
                self._rewriting.enter_context(self._rewrite_cells(settings))

    def cell(self, line: str, cell: str) -> None:
        """Rewrite this cell, and modules of yours that it imports.

        %%transpile --to BACKEND [--from FRAMEWORK] [--device NAME] [--default-dtype NAME]
                    [--packages NAME,...]

        BACKEND is numpy, jax, torch or tensorflow; FRAMEWORK numpy, torch or auto: both.
        """
        if _asks_for_help(line):
            print(inspect.getdoc(self.cell))
            return
        with _show_errors_in_one_line():
            settings = _parse_magic_line(line)
            if settings is None:
                raise TranspileError("--off is for %transpile")
            with self._rewrite_cells(settings):
                self._shell.run_cell(cell)

    def stop(self) -> None:
        """Rewrite nothing any more."""
        self._rewriting.close()

    @contextlib.contextmanager
    def _rewrite_cells(self, settings: RunSettings) -> Iterator[None]:
        """Within the context, rewrite cells and imported modules, on the backend asked for."""

        def rewrite(lines: list[str]) -> list[str]:
            try:
                code = rewrite_in_place("".join(lines), sources=settings.sources).code
            except TranspileError:  # IPython compiles the cell as it is: Python words errors best
                return lines
            return code.splitlines(keepends=True)

        finder = Finder(settings)
        check_not_loaded(finder.packages)
        core = set_up(settings)
        install(settings, finder)
        transformers = self._shell.input_transformers_post
        transformers.append(rewrite)
        try:
            yield
        finally:
            transformers.remove(rewrite)
            sys.meta_path.remove(finder)
            core.previous_backend()


@contextlib.contextmanager
def _show_errors_in_one_line() -> Iterator[None]:
    """Within the context, raise errors of click and this package as IPython's UsageError."""
    from IPython.core.error import UsageError  # there is no other use for IPython here

    try:
        yield
    except click.ClickException as error:
        raise UsageError(f"transpile: {error.format_message()}") from None
    except TranspileError as error:
        raise UsageError(f"transpile: {error}") from None


def _asks_for_help(line: str) -> bool:
    return bool({"-h", "--help"} & set(line.split()))


def _check_rest_of_cell(settings: RunSettings) -> None:
    """Raise a `TranspileError` where imports follow in the cell: it has been parsed already."""
    frame = sys._getframe()
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    if frame is None:
        return
    rest = "".join(linecache.getlines(frame.f_code.co_filename)[frame.f_lineno :])
    if rewrite_in_place(rest, sources=settings.sources).code != rest:
        raise TranspileError(
            "the imports below it in the same cell would stay: give %transpile a cell of its own"
        )


@click.command(add_help_option=False)
@click.option("--to")
@click.option("--from", "from_")
@click.option("--device")
@click.option("--default-dtype")
@click.option("--packages", multiple=True)
@click.option("--off", is_flag=True)
def _parse_magic_options(**given: object) -> dict[str, object]:
    return given


def _parse_magic_line(line: str) -> RunSettings | None:
    """Parse the line of a magic; None for ``--off``."""
    given = _parse_magic_options.main(line.split(), prog_name="transpile", standalone_mode=False)
    if given["off"]:
        return None
    configured = read_config(Path.cwd())
    to = given["to"] or configured.get("to")
    if to is None:
        raise TranspileError(f"--to is missing: choose from {', '.join(BACKENDS)}")
    source = given["from_"] or configured.get("from", _AUTO)
    return RunSettings(
        to=to,
        sources=tuple(row.module for row in FRAMEWORKS) if source == _AUTO else (source,),
        device=given["device"] or configured.get("device"),
        default_dtype=given["default_dtype"] or configured.get("default-dtype"),
        roots=(str(Path.cwd()),),
        packages=split_at_commas(given["packages"] or configured.get("packages", ())),
    )
