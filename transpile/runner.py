"""Run a script, and the modules of its author's that it imports, rewritten as they are loaded."""

from __future__ import annotations

import ast
import contextlib
import importlib
import os
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType, TracebackType

from transpile.errors import TranspileError
from transpile.frameworks import CORE, check_installed, enabled_frontends
from transpile.rewriter import rewrite_in_place
from transpile.source import BOM, decode, read_source

_OWN_PACKAGES = {CORE, "frontends", "transpile"}
_OWN_FOLDER = str(Path(__file__).parent) + os.sep
_NEWLINE = re.compile(r"\r\n|\r|\n")  # what ends a line for Python; `str.splitlines` knows more
_INTERRUPTED = 130  # what a shell reports for a program ended by Ctrl-C


@contextlib.contextmanager
def import_hook(*, to: str, roots: Iterable[str | Path]) -> Iterator[None]:
    """Rewrite modules under `roots` as they are imported, and have them run on backend `to`.

    Parameters
    ----------
    to : str
        The backend: ``"numpy"``, ``"jax"``, ``"torch"`` or ``"tensorflow"``.
    roots : iterable of str or Path
        Folders whose modules are rewritten. Installed packages under them are not.

    Raises
    ------
    TranspileError
        Where `to` is no backend, or not installed.

    Notes
    -----
    Modules imported before stay as they are, and those imported within stay rewritten. No bytecode
    is read or written for them, since it would not match the source.

    Examples
    --------
    >>> with import_hook(to="jax", roots=["src"]):  # doctest: +SKIP
    ...     import simulation  # its NumPy is JAX
    """
    core = _load_packages(to)
    finder = _Finder(roots)
    core.set_backend(to)
    _install(finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        core.previous_backend()


def run_script(filename: str, *, to: str, arguments: Sequence[str] = ()) -> int:
    """Run a script as ``python filename arguments`` would, rewritten for backend `to`.

    Parameters
    ----------
    filename : str
        The script. Modules that it imports from its folder are rewritten too.
    to : str
        The backend to run on.
    arguments : sequence of str
        What the script finds in ``sys.argv[1:]``.

    Returns
    -------
    int
        The exit code: 0, or 1 where an exception ended the script (its traceback is on stderr,
        without frames of this package), or 130 where Ctrl-C did.

    Raises
    ------
    TranspileError
        Where the script cannot be read or parsed, or the backend is not installed.
    SystemExit
        As the script raises it.

    Notes
    -----
    It takes over the process: ``sys.argv``, ``sys.path[0]`` and ``__main__`` are the script's from
    here on, as its threads and exit handlers expect.
    """
    path = Path(filename).absolute()
    text = read_source(path, filename).text
    rewritten = rewrite_in_place(text, filename=filename).code
    try:
        code = _compile(text, str(path), rewritten)
    except SyntaxError as error:  # one that needs more than the grammar: `return` at top level
        raise TranspileError(
            error.msg, file=filename, line=error.lineno, column=error.offset
        ) from None
    core = _load_packages(to)
    core.set_backend(to)
    folder = path.resolve().parent
    _install(_Finder([folder]))
    main = _become_main(path, folder, [filename, *arguments])
    try:
        exec(code, main.__dict__)
    except SystemExit:
        raise
    except BaseException as error:
        _without_own_frames(error)
        sys.excepthook(type(error), error, error.__traceback__)
        return _INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1
    return 0


class _Finder:
    """Find what `PathFinder` finds, and have source files under some folders rewritten."""

    def __init__(self, roots: Iterable[str | Path]) -> None:
        self._roots = [Path(root).resolve() for root in roots]
        self._installed = [
            Path(sysconfig.get_path(name)).resolve()
            for name in ("stdlib", "platstdlib", "purelib", "platlib")
        ]

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module that is to be rewritten; None leaves it to others."""
        if fullname.partition(".")[0] in _OWN_PACKAGES:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or type(spec.loader) is not SourceFileLoader:
            return None
        if not self._is_users(Path(spec.origin).resolve()):
            return None
        spec.loader = _Loader(fullname, spec.origin)
        return spec

    def _is_users(self, file: Path) -> bool:
        root = next((root for root in self._roots if file.is_relative_to(root)), None)
        if root is None or {"site-packages", "dist-packages"} & set(file.relative_to(root).parts):
            return False
        # A library below the root is installed; a root below a library was asked for.
        return not any(
            file.is_relative_to(library) and not root.is_relative_to(library)
            for library in self._installed
        )


class _Loader(SourceFileLoader):
    """Load a source file rewritten, under its own name, with its own line numbers."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the rewritten code; bytecode files are left alone, as they know the original."""
        path = self.get_filename(fullname)
        data = self.get_data(path)
        try:
            text = decode(data, path).text
            return _compile(text, path, rewrite_in_place(text, filename=path).code)
        except (TranspileError, SyntaxError) as error:
            fault = error
        self.source_to_code(data, path)  # Python words its own syntax errors best
        raise fault


def _install(finder: _Finder) -> None:
    # Before the finder it wraps, after those of built-in modules: `time.py` must not hide `time`.
    is_path_finder = [entry is PathFinder for entry in sys.meta_path]
    position = is_path_finder.index(True) if any(is_path_finder) else len(is_path_finder)
    sys.meta_path.insert(position, finder)


def _load_packages(to: str) -> ModuleType:
    """Import core and frontends while they can be found; the script's path may hide them."""
    check_installed(to)
    for frontend in enabled_frontends().values():
        importlib.import_module(frontend)
    return importlib.import_module(CORE)


def _become_main(path: Path, folder: Path, argv: list[str]) -> ModuleType:
    main = ModuleType("__main__")
    main.__file__ = str(path)
    main.__loader__ = _Loader("__main__", str(path))
    main.__builtins__ = sys.modules["builtins"]
    sys.modules["__main__"] = main
    sys.argv[:] = argv
    if sys.flags.safe_path:  # then there is no entry for this program to replace
        sys.path.insert(0, str(folder))
    else:
        sys.path[0] = str(folder)
    return main


def _compile(original: str, path: str, rewritten: str) -> CodeType:
    source = rewritten.removeprefix(BOM)
    try:
        tree = ast.parse(source, path)
        _restore_columns(tree, original.removeprefix(BOM), source)
        return compile(tree, path, "exec", dont_inherit=True)
    except RecursionError:  # trees have a limit that text has not: only columns are lost
        return compile(source, path, "exec", dont_inherit=True)


def _restore_columns(tree: ast.AST, original: str, rewritten: str) -> None:
    """Give code on rewritten lines the whole original line as its place.

    Its columns are those of the rewritten line; a traceback would mark the wrong words.
    """
    lines = zip(_NEWLINE.split(original), _NEWLINE.split(rewritten), strict=True)
    moved = {
        number: (len(old.encode()) - len(old.lstrip().encode()), len(old.encode()))
        for number, (old, new) in enumerate(lines, start=1)
        if old != new
    }
    if not moved:
        return
    for node in ast.walk(tree):
        line = getattr(node, "lineno", None)
        if line in moved or getattr(node, "end_lineno", None) in moved:
            node.col_offset = moved.get(line, (node.col_offset, 0))[0]
            node.end_col_offset = moved.get(node.end_lineno, (0, node.end_col_offset))[1]


def _without_own_frames(error: BaseException, seen: set[int] | None = None) -> None:
    """Drop this package's frames from the traceback of `error` and of those it came from."""
    seen = set() if seen is None else seen
    if id(error) in seen:
        return
    seen.add(id(error))
    error.__traceback__ = _kept(error.__traceback__)
    related = (error.__cause__, error.__context__, *getattr(error, "exceptions", ()))
    for other in related:
        if other is not None:
            _without_own_frames(other, seen)


def _kept(traceback: TracebackType | None) -> TracebackType | None:
    frames = []
    while traceback is not None:
        frames.append(traceback)
        traceback = traceback.tb_next
    hook = any(_is_loader_frame(frame) for frame in frames)
    kept = None
    for frame in reversed(frames):
        name = frame.tb_frame.f_code.co_filename
        is_import_machinery = hook and name.startswith("<frozen importlib")
        if not (name.startswith(_OWN_FOLDER) or is_import_machinery):
            kept = TracebackType(kept, frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
    return kept


def _is_loader_frame(traceback: TracebackType) -> bool:
    return traceback.tb_frame.f_code is _Loader.get_code.__code__
