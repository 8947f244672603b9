"""Report of a code base's use of its framework: ``transpile SRC --report``."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from transpile.errors import TranspileError
from transpile.frameworks import check_backend, source_frontends
from transpile.project.notebook import rewrite_notebook
from transpile.project.paths import find_files
from transpile.reports.catalogue import Catalogue, Status, Verdict
from transpile.reports.entries import Name, Pattern, Place
from transpile.reports.html import page
from transpile.reports.patterns import find_patterns
from transpile.reports.uses import Code, Node, UserModules, module_name
from transpile.rewrite.rewriter import Rewrite
from transpile.rewrite.source import BOM, decode, read_file
from transpile.rewrite.syntax import root

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True)
class Report:
    """A code base's use of its framework, and the status of each name on a backend.

    Attributes
    ----------
    to : str
        The backend.
    sources : tuple of str
        The frameworks that were looked for.
    files : int
        How many files were read.
    names : tuple of Name
        The names, those to look at first.
    patterns : tuple of Pattern
        Places to look at.
    failures : tuple of TranspileError
        The files that could not be read.
    """

    to: str
    sources: tuple[str, ...]
    files: int
    names: tuple[Name, ...]
    patterns: tuple[Pattern, ...]
    failures: tuple[TranspileError, ...]

    @property
    def unknown(self) -> int:
        """Number of unknown names."""
        return sum(name.status is Status.UNKNOWN for name in self.names)

    @property
    def uses(self) -> int:
        """Number of uses of any of the names."""
        return sum(name.count for name in self.names)

    def counts(self) -> Mapping[Status, int]:
        """Return status -> how many names have it."""
        found = Counter(name.status for name in self.names)
        return {status: found[status] for status in Status if found[status]}

    def summary(self) -> str:
        """Return the report in one line."""
        counts = ", ".join(f"{count} {status}" for status, count in self.counts().items())
        parts = [
            f"{_plural(self.files, 'file')}: {_plural(self.uses, 'use')} of "
            f"{_plural(len(self.names), 'name')} on {self.to}{counts and f' ({counts})'}"
        ]
        if self.patterns:
            parts.append(f"{_plural(len(self.patterns), 'place')} to look at")
        if self.failures:
            parts.append(f"{_plural(len(self.failures), 'file')} not read")
        return "; ".join(parts)

    def table(self) -> RenderableType:
        """Return the report for a terminal: print it with `rich`."""
        from transpile.reports.terminal import tables  # rich takes as long to import as all else

        return tables(self.names, self.patterns, self.failures, summary=self.summary())

    def to_json(self) -> dict[str, object]:
        """Return the report as what `json.dumps` takes."""
        return {
            "to": self.to,
            "sources": list(self.sources),
            "files": self.files,
            "uses": self.uses,
            "counts": {str(status): count for status, count in self.counts().items()},
            "names": [
                {
                    "name": name.name,
                    "status": str(name.status),
                    "count": name.count,
                    "hint": name.hint,
                    "places": [_place_as_dict(place) for place in name.places],
                }
                for name in self.names
            ],
            "patterns": [
                {"pattern": found.pattern, "message": found.message, **_place_as_dict(found.place)}
                for found in self.patterns
            ],
            "failures": [
                {
                    "file": failure.file,
                    "line": failure.line,
                    "column": failure.column,
                    "message": failure.message,
                }
                for failure in self.failures
            ],
        }

    def to_html(self) -> str:
        """Return the report as one HTML page that needs nothing else."""
        return page(
            self.names,
            self.patterns,
            self.failures,
            title=f"{' and '.join(self.sources)} on {self.to}",
            summary=self.summary(),
            counts=self.counts(),
        )


def report(
    paths: str | Path | Iterable[str | Path],
    *,
    to: str,
    sources: Collection[str] | None = None,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
) -> Report:
    """Look at every use of NumPy and PyTorch in some code; nothing of it is run.

    Parameters
    ----------
    paths : str, Path or iterable of them
        Python files, notebooks and folders.
    to : str
        The backend: ``"numpy"``, ``"jax"``, ``"torch"`` or ``"tensorflow"``.
    sources : collection of str, optional
        The frameworks to look for: ``"numpy"``, ``"torch"``; both by default.
    include, exclude : sequence of str
        Which files of a folder are read, in the patterns of ``.gitignore``.

    Returns
    -------
    Report
        The names in use, what becomes of each, and places to look at. A file that cannot be read
        is among its failures.

    Raises
    ------
    TranspileError
        Where there is no such path, backend or framework.

    Examples
    --------
    >>> found = report("src", to="jax")  # doctest: +SKIP
    >>> print(found.summary())  # doctest: +SKIP
    12 files: 148 uses of 31 names on jax (29 native, 2 host fallback)
    """
    check_backend(to)
    frameworks = tuple(source_frontends(sources))
    given = [paths] if isinstance(paths, str | Path) else paths
    files, failures = [], []
    for path in given:
        for file in find_files(path, include, exclude):
            try:
                files.append(_read_file(file, frameworks))
            except TranspileError as error:
                failures.append(error)
    catalogues = {name: Catalogue(name, to) for name in frameworks}
    names, patterns = _collect_findings(files, catalogues)
    return Report(
        to,
        frameworks,
        len(files),
        tuple(sorted(names, key=_urgency_key)),
        tuple(sorted(patterns, key=lambda found: found.place)),
        tuple(failures),
    )


def _urgency_key(name: Name) -> tuple[int, int, str]:
    return list(Status).index(name.status), -name.count, name.name


@dataclass(frozen=True, slots=True)
class _File:
    """A file's code, and what each of its lines is called: in a notebook, it stands in a cell."""

    code: Code
    path: Path
    called: Callable[[int], tuple[str, int]]

    def place(self, node: Node) -> Place:
        """Return the position at which a node begins."""
        syntax = self.code.syntax
        start, _ = syntax.span(node)
        name, line = self.called(node.lineno)
        column = start - syntax.line_starts[node.lineno - 1] + 1
        return Place(name, line, column, syntax.line(node.lineno).strip())


def _read_file(path: Path, frameworks: Collection[str]) -> _File:
    name = str(path)
    text = decode(read_file(path, name)[0], name).text
    if path.suffix == ".ipynb":
        return _read_notebook(text, path, frameworks)
    module, is_package = module_name(path)
    code = Code(text.removeprefix(BOM), name, module=module, is_package=is_package)
    return _File(code, path, lambda line: (name, line))


def _read_notebook(text: str, path: Path, frameworks: Collection[str]) -> _File:
    """Read the cells of a notebook as the one program that they are rewritten as."""
    programs = [""]

    def keep(program: str) -> Rewrite:
        programs[0] = program
        # A note about each line comes back with the name of its cell.
        lines = range(1, program.count("\n") + 2)
        return Rewrite(program, notes=tuple(f"<string>:{line}: " for line in lines))

    name = str(path)
    notes = rewrite_notebook(text, rewrite=keep, words=frameworks, filename=name).notes
    cells = [note.removesuffix(": ").rpartition(":") for note in notes]
    places = [(cell, int(line)) for cell, _, line in cells]
    return _File(Code(programs[0], name), path, lambda line: places[line - 1])


def _collect_findings(
    files: Collection[_File], catalogues: Mapping[str, Catalogue]
) -> tuple[list[Name], list[Pattern]]:
    program = UserModules(
        [file.code for file in files],
        {name: catalogue.star_names for name, catalogue in catalogues.items()},
    )
    verdicts: dict[str, Verdict] = {}
    places: dict[str, set[Place]] = defaultdict(set)
    patterns = []
    for file in files:
        uses = program.uses(file.code)
        for use in uses:
            catalogue = catalogues[root(use.name)]
            verdict = (catalogue.imported if use.is_import else catalogue.verdict)(use.name)
            if verdict is not None:
                verdicts[verdict.name] = verdict
                places[verdict.name].add(file.place(use.node))
        for found in find_patterns(file.code, program, uses, folder=file.path.absolute().parent):
            patterns.append(Pattern(found.pattern, found.message, file.place(found.node)))
    names = [
        Name(name, verdict.status, verdict.hint, tuple(sorted(places[name])))
        for name, verdict in verdicts.items()
    ]
    return names, patterns


def _plural(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _place_as_dict(place: Place) -> dict[str, object]:
    return {"file": place.file, "line": place.line, "column": place.column}
