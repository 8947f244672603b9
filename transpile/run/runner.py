"""Run a script or a module, and the user's own modules that it imports, rewritten as they load."""

from __future__ import annotations

import ast
import gc
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable, Collection, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType, TracebackType

from transpile.errors import TranspileError
from transpile.frameworks import CORE, OWN_FOLDER
from transpile.rewrite.compiled import AUTO, check_found
from transpile.rewrite.rewriter import rewrite_in_place
from transpile.rewrite.source import decode, read_source
from transpile.rewrite.syntax import Module
from transpile.run.child_processes import follow_children
from transpile.run.compiling import compile_rewritten
from transpile.run.devices import Devices
from transpile.run.heap import keep_freed_memory
from transpile.run.hook import Loader, RunSettings, compile_in, install, set_up

_OWN_FRAMES = str(OWN_FOLDER) + os.sep  # how the files of this package begin
# What calls a function that `--compile auto` has watched.
_WATCHER = os.sep + os.path.join(CORE, "compilation", "auto", "watching.py")
_OF_A_PROJECT = ("pyproject.toml", "setup.py", "setup.cfg", ".git", ".hg")
_PYTEST_OPTIONS = {"device": "--transpile-device", "default_dtype": "--transpile-default-dtype"}


def run_script(
    filename: str,
    *,
    to: str,
    arguments: Sequence[str] = (),
    sources: Collection[str] | None = None,
    device: str | None = None,
    devices: Devices | None = None,
    default_dtype: str | None = None,
    trace_mode: str | None = None,
    compile: Sequence[str] = (),
    compile_check: bool = True,
    packages: Sequence[str] = (),
) -> int:
    """Run a script as ``python filename arguments`` would, rewritten for backend `to`.

    Parameters
    ----------
    filename : str
        The script, or a folder that holds a ``__main__.py``. Modules that it imports from its
        folder, or from the project that this is part of, are rewritten too.
    to : str
        The backend to run on.
    arguments : sequence of str
        What the script finds in ``sys.argv[1:]``.
    sources : collection of str, optional
        The frameworks whose imports are rewritten: ``"numpy"``, ``"torch"``; both by default.
    device, default_dtype, trace_mode : str, optional
        The core's default device and floating data type, and how much of a traceback it shows.
    devices : Devices, optional
        The mesh of devices, of one process or several, on which new arrays lie.
    compile : sequence of str
        The script's functions that are compiled: ``f``, ``Class.method``; ``auto`` has those of all
        its modules watched, and those compiled that are worth it.
    compile_check : bool, optional
        Whether ``auto`` compares what compiled functions do with what they did before.
    packages : sequence of str
        Installed packages that are rewritten too, with what they need; ``auto``: all that use a
        framework.

    Returns
    -------
    int
        The exit code: 0, or 1 where an exception ended the script (its traceback is on stderr,
        without frames of this package).

    Raises
    ------
    TranspileError
        Where the script cannot be read or parsed, needs a frontend that is not there yet, or the
        backend is not installed.
    SystemExit
        As the script raises it.
    KeyboardInterrupt
        As it ended the script, once its traceback is on stderr: left to itself, Python ends the
        process by the signal, so that a shell knows to stop.

    Notes
    -----
    It takes over the process: ``sys.argv``, ``sys.path[0]`` and ``__main__`` are the script's from
    here on, as its threads and exit handlers expect. Nothing is written but compiled code of the
    modules it imports, in ``__pycache__``, as Python does, and of packages in the user's cache.
    Processes that it starts through `multiprocessing` run rewritten as well.
    """
    path = Path(filename).absolute()
    is_folder = path.is_dir() and (path / "__main__.py").is_file()
    folder = path.resolve() if is_folder else path.resolve().parent
    settings = _make_run_settings(
        folder, to, sources, device, devices, default_dtype, trace_mode, compile, compile_check,
        packages,
    )  # fmt: skip
    code = None if is_folder else _compile_script(path, filename, settings)
    _load_backend(settings)
    install(settings)
    sys.argv[:] = [filename, *arguments]
    _put_first_on_path(folder)
    if is_folder:
        follow_children(settings)
        return _execute_program(lambda: _load_main_module("__main__", settings))
    follow_children(settings, str(path))
    return _execute_program(lambda: (code, _become_main_script(path, settings)))


def run_module(
    name: str,
    *,
    to: str,
    arguments: Sequence[str] = (),
    sources: Collection[str] | None = None,
    device: str | None = None,
    devices: Devices | None = None,
    default_dtype: str | None = None,
    trace_mode: str | None = None,
    compile: Sequence[str] = (),
    compile_check: bool = True,
    packages: Sequence[str] = (),
) -> int:
    """Run a module as ``python -m name arguments`` would, rewritten for backend `to`.

    Parameters
    ----------
    name : str
        The module, or a package that holds a ``__main__``. The user's modules are those below the
        current folder, or below the project that this is part of. ``pytest`` runs with
        `transpile.pytest_plugin`.
    to, arguments, sources, device, devices, default_dtype, trace_mode, compile, compile_check,
    packages
        As for `run_script`.

    Returns
    -------
    int
        The exit code, as of `run_script`.

    Raises
    ------
    TranspileError
        Where there is no such module, it needs a frontend that is not there yet, or the backend is
        not installed.
    SystemExit, KeyboardInterrupt
        As of `run_script`.
    """
    folder = Path.cwd()
    settings = _make_run_settings(
        folder, to, sources, device, devices, default_dtype, trace_mode, compile, compile_check,
        packages,
    )  # fmt: skip
    _load_backend(settings)
    if name == "pytest":  # its import hook would leave tests as they are; the plugin has one for it
        arguments = [*_pytest_arguments(settings), *arguments]
    else:
        install(settings)
        follow_children(settings)
    sys.argv[:] = ["-m", *arguments]
    _put_first_on_path(folder)

    def prepare() -> tuple[CodeType, ModuleType]:
        code, main = _load_main_module(name, settings)
        sys.argv[0] = main.__file__
        return code, main

    return _execute_program(prepare)


def _make_run_settings(
    folder: Path,
    to: str,
    sources: Collection[str] | None,
    device: str | None,
    devices: Devices | None,
    default_dtype: str | None,
    trace_mode: str | None,
    compile: Sequence[str],
    compile_check: bool,
    packages: Sequence[str],
) -> RunSettings:
    """Return settings whose roots are the folder and that of its project, iterables as tuples."""
    return RunSettings(
        to,
        sources=None if sources is None else tuple(sources),
        device=device,
        devices=devices,
        default_dtype=default_dtype,
        trace_mode=trace_mode,
        roots=(str(folder), *_project_root(folder)),
        compile=tuple(compile),
        compile_check=compile_check,
        packages=tuple(packages),
    )


def _load_backend(settings: RunSettings) -> None:
    """Load the backend, with what it loads kept out of all later garbage collections."""
    gc.disable()  # loading makes no garbage: collections took a tenth of its time
    try:
        set_up(settings)
        # A program that trains asks for the same sizes in each step; of one whose arrays are of
        # many sizes, 8 to 200 MB, the heap took 3.3 GB, and takes 1.5.
        adapters = sys.modules.get(f"{CORE}.utils.import_adapters")
        if adapters is not None:
            adapters.when_imported("frontends.torch.optim", lambda _: keep_freed_memory())
        if AUTO in settings.compile:
            from ivy_core.compilation.auto.watching import keep_runs  # loaded by now

            keep_runs()
        getattr(sys.modules.get(f"{CORE}.utils.collector"), "freeze", gc.freeze)()
    finally:
        gc.enable()


def _project_root(folder: Path) -> list[str]:
    """Return a list of the root of the folder's project, or an empty one."""
    for candidate in (folder, *folder.parents):
        if any((candidate / name).exists() for name in _OF_A_PROJECT):
            return [str(candidate)]
    return []


def _pytest_arguments(settings: RunSettings) -> list[str]:
    arguments = ["-p", "transpile.pytest_plugin", "--transpile-to", settings.to]
    for source in settings.sources or ():
        arguments += ["--transpile-from", source]
    for name, option in _PYTEST_OPTIONS.items():
        if (value := getattr(settings, name)) is not None:
            arguments += [option, value]
    for package in settings.packages:
        arguments += ["--transpile-packages", package]
    return arguments


# what runs as ``__main__``


def _compile_script(path: Path, filename: str, settings: RunSettings) -> CodeType:
    text = read_source(path, filename).text
    rewritten = rewrite_in_place(text, filename=filename, sources=settings.sources).code

    def change(tree: ast.Module, source: str) -> None:
        check_found(settings.compile, [tree], filename)
        compile_in(tree, source, settings.compile, settings)

    try:
        knows_numpy = settings.sources is None or "numpy" in settings.sources
        return compile_rewritten(text, str(path), rewritten, change=change, knows_numpy=knows_numpy)
    except SyntaxError as error:  # one that needs more than the grammar: `return` at top level
        raise TranspileError(
            error.msg, file=filename, line=error.lineno, column=error.offset
        ) from None


def _become_main_script(path: Path, settings: RunSettings) -> ModuleType:
    """Put a new ``__main__`` for a script in place of the running one; return it, not executed."""
    main = _install_new_main()
    main.__file__ = str(path)
    main.__cached__ = None
    main.__loader__ = Loader("__main__", str(path), settings)
    return main


def _load_main_module(name: str, settings: RunSettings) -> tuple[CodeType, ModuleType]:
    """Return a module's code, and the new ``__main__``, already in place, that it runs in."""
    spec = _find_runnable_spec(name)
    if isinstance(spec.loader, Loader) and settings.compile:
        spec.loader.compiles = settings.compile
        text = decode(spec.loader.get_data(spec.origin), spec.origin).text
        check_found(settings.compile, [Module(text, spec.origin).tree], spec.origin)
    code = spec.loader.get_code(spec.name) if hasattr(spec.loader, "get_code") else None
    if code is None:
        raise TranspileError("cannot be run as a module", file=name)
    main = _install_new_main()
    main.__file__ = spec.origin
    main.__cached__ = spec.cached
    main.__loader__ = spec.loader
    main.__package__ = spec.parent
    main.__spec__ = spec
    return code, main


def _find_runnable_spec(name: str) -> ModuleSpec:
    """Return a module's spec, or that of a package's ``__main__``; raise if there is none."""
    spec = _find_main_spec() if name == "__main__" else _find_spec(name)
    if spec is None:
        raise TranspileError("no such module", file=name)
    if spec.submodule_search_locations is None:
        return spec
    spec = _find_spec(f"{name}.__main__")
    if spec is None:
        raise TranspileError("is a package without a __main__", file=name)
    return spec


def _find_spec(name: str) -> ModuleSpec | None:
    """Return a module's spec, None if there is none; raise if a package above it lacks another."""
    try:
        return importlib.util.find_spec(name)
    except ModuleNotFoundError as error:
        if not f"{name}.".startswith(f"{error.name}."):  # a package above it lacks another module
            raise
        return None


def _find_main_spec() -> ModuleSpec | None:
    """Return the spec of the ``__main__`` on the path; None without one."""
    # `importlib.util.find_spec` would ask the module of that name that is running.
    for finder in sys.meta_path:
        if (spec := finder.find_spec("__main__", None)) is not None:
            return spec
    return None


def _install_new_main() -> ModuleType:
    main = ModuleType("__main__")
    main.__builtins__ = sys.modules["builtins"]
    sys.modules["__main__"] = main
    return main


def _put_first_on_path(folder: Path) -> None:
    """Put a folder first on the path, in place of this program's entry if it has one."""
    if sys.flags.safe_path:  # then there is no entry for this program to replace
        sys.path.insert(0, str(folder))
    else:
        sys.path[0] = str(folder)


def _execute_program(prepare: Callable[[], tuple[CodeType, ModuleType]]) -> int:
    """Run the code that ``prepare`` returns in its module; return 0, or 1 after an error shown."""
    try:
        code, main = prepare()
        exec(code, main.__dict__)
    except SystemExit as error:
        _end_other_processes(error)
        raise
    except TranspileError:
        raise
    except BaseException as error:
        _drop_own_frames(error)
        _check_missing_frontend(error)
        _show_exception(error)
        if isinstance(error, KeyboardInterrupt):
            sys.excepthook = _ignore_exception
            raise
        return 1
    return 0


def _end_other_processes(error: SystemExit) -> None:
    """Have all processes of a program end where one leaves it with a status of its own."""
    core = sys.modules[CORE]
    if error.code and hasattr(core, "distributed") and core.distributed.is_initialized():
        status = error.code if isinstance(error.code, int) else 1
        if not core.distributed.fail(status):
            error.code = status  # a message is shown by the first alone


def _ignore_exception(*error: object) -> None:
    """Do nothing: the exception has been shown already."""


def _check_missing_frontend(error: BaseException) -> None:
    """Raise a `TranspileError` if the error is the failed import of a frontend."""
    if not isinstance(error, ModuleNotFoundError):
        return
    if not (error.name or "").startswith("frontends.") or error.name not in str(error):
        return  # "No module named 'torch._six'": the framework has none either
    frames = traceback.extract_tb(error.__traceback__)
    raise TranspileError(
        f"{error.name} cannot be imported yet",
        file=frames[-1].filename if frames else None,
        line=frames[-1].lineno if frames else None,
    ) from None


def _show_exception(error: BaseException) -> None:
    """Show an uncaught exception, as Python does."""
    shown = (type(error), error, error.__traceback__)
    sys.last_type, sys.last_value, sys.last_traceback = shown
    sys.last_exc = error  # from Python 3.12 on, this is what `pdb.pm()` looks at
    try:
        sys.excepthook(*shown)
    except SystemExit:
        raise
    except BaseException as broken:
        broken.__context__ = None
        _drop_own_frames(broken)
        print("Error in sys.excepthook:", file=sys.stderr)
        traceback.print_exception(broken)
        print("\nOriginal exception was:", file=sys.stderr)
        sys.__excepthook__(*shown)


def _drop_own_frames(error: BaseException, seen: set[int] | None = None) -> None:
    """Drop this package's frames from the traceback of `error` and of those it came from."""
    seen = set() if seen is None else seen
    if id(error) in seen:
        return
    seen.add(id(error))
    error.__traceback__ = _without_own_frames(error.__traceback__)
    related = (error.__cause__, error.__context__, *getattr(error, "exceptions", ()))
    for other in related:
        if other is not None:
            _drop_own_frames(other, seen)


def _without_own_frames(trace: TracebackType | None) -> TracebackType | None:
    """Return a new traceback without the frames of this package and of imports it makes."""
    frames = []
    while trace is not None:
        frames.append(trace)
        trace = trace.tb_next
    hook = any(_is_loader_frame(frame) for frame in frames)
    kept = None
    for frame in reversed(frames):
        name = frame.tb_frame.f_code.co_filename
        is_watcher = name.endswith(_WATCHER)
        is_import_machinery = hook and name.startswith("<frozen importlib")
        if not (name.startswith(_OWN_FRAMES) or is_watcher or is_import_machinery):
            kept = TracebackType(kept, frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
    return kept


def _is_loader_frame(trace: TracebackType) -> bool:
    return trace.tb_frame.f_code is Loader.get_code.__code__
