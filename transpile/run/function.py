"""Functions and modules rewritten in memory, for a REPL or as a decorator.

A module is imported anew, rewritten. A function is copied (`rebinding.py`).
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import importlib
import inspect
import sys
import types
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from transpile.errors import TranspileError
from transpile.frameworks import CORE, check_installed, source_frontends
from transpile.rewrite.prologue import BackendSettings
from transpile.run.hook import import_hook
from transpile.run.package_copies import PackageCopies
from transpile.run.rebinding import Rebinder, is_users, is_users_module

# What is rewritten, and what comes back: to a checker, a function is a callable.
T = TypeVar("T", bound=Callable[..., object] | types.ModuleType)

# The runners whose functions the calling context is within: a thread, or a task.
_active_runners: contextvars.ContextVar[tuple[_Runner, ...]] = contextvars.ContextVar(
    "transpile_active_runners", default=()
)


def to(
    backend: str,
    *,
    packages: Sequence[str] = (),
    sources: Collection[str] | None = None,
    device: str | None = None,
    default_dtype: str | None = None,
) -> Callable[[T], T]:
    """Return a decorator that has a function run on `backend`: `transpile_function` with ``@``.

    Examples
    --------
    >>> import numpy as np
    >>> @to("jax")
    ... def norm(x):
    ...     return np.sqrt(np.sum(x * x))
    >>> norm(np.array([3.0, 4.0]))
    np.float64(5.0)
    """
    return functools.partial(
        transpile_function,
        to=backend,
        packages=packages,
        sources=sources,
        device=device,
        default_dtype=default_dtype,
    )


def transpile_function(
    function: T,
    *,
    to: str,
    packages: Sequence[str] = (),
    sources: Collection[str] | None = None,
    device: str | None = None,
    default_dtype: str | None = None,
) -> T:
    """Return a function, or a module, rewritten to run on a backend; nothing is written.

    Parameters
    ----------
    function : function, method or module
        What to rewrite.
    to : str
        The backend: ``"numpy"``, ``"jax"``, ``"torch"`` or ``"tensorflow"``.
    packages : sequence of str
        Installed packages that it uses rewritten, with what they need: names of modules or
        distributions; ``"auto"`` stands for all that use a framework.
    sources : collection of str, optional
        The frameworks that are replaced: ``"numpy"``, ``"torch"``, by default both.
    device, default_dtype : str, optional
        Default device and default floating data type while it runs.

    Returns
    -------
    function, method or module
        A function that takes the same arguments, NumPy's arrays among them, and gives the
        frontend's arrays; of a module, one whose functions do. What was given stays as it is.

    Raises
    ------
    TranspileError
        Where it is neither function nor module, its source is needed and cannot be had, the
        backend is not installed, or the frontend it needs cannot be imported yet.

    Notes
    -----
    A function shares its module's globals: it sees new values when it is next called, and what it
    assigns under ``global`` arrives there. Functions of the user's that it calls, also in other
    modules, are replaced likewise; classes of the user's are not: transpile their module. Of an
    installed package that is named it sees a copy, imported rewritten when it is first needed; what
    of it has been made before (a model of its) stays as it is. Arrays that it finds in globals stay
    NumPy's, and what is computed of them and of the frontend's is the frontend's. An array that is
    an argument is converted, so writes into it may not reach the caller's.

    A module's source is executed again, and that of the user's modules that it imports.

    Examples
    --------
    >>> import numpy as np
    >>> def norm(x):
    ...     return np.sqrt(np.sum(x * x))
    >>> on_torch = transpile_function(norm, to="torch")
    >>> on_torch(np.array([3.0, 4.0]))
    np.float64(5.0)
    >>> type(norm(np.array([3.0, 4.0]))).__module__  # still NumPy's
    'numpy'
    """
    frontends = source_frontends(sources)
    copies = PackageCopies(to, packages, tuple(frontends)) if packages else None
    runner = _Runner(BackendSettings(to, device, default_dtype), frontends, copies)
    match function:
        case types.ModuleType():
            return runner.module(function)
        case types.MethodType():
            return types.MethodType(runner.function(function.__func__), function.__self__)
        case types.FunctionType():
            return runner.function(function)
    raise TranspileError(
        f"transpile_function takes a function or a module, not {type(function).__name__}"
    )


class _Runner:
    """Has functions run on a backend, and with what goes with it."""

    def __init__(
        self,
        settings: BackendSettings,
        frontends: Mapping[str, str],
        packages: PackageCopies | None,
    ) -> None:
        check_installed(settings.backend)
        self._settings = settings
        self._frontends = frontends
        self._packages = packages
        self._rebinder = Rebinder(frontends, packages)
        self._core = importlib.import_module(CORE)

    def function(self, function: types.FunctionType) -> types.FunctionType:
        """Return the copy of a function, to be called from outside."""
        if function.__globals__ is globals() and hasattr(function, "__wrapped__"):
            function = function.__wrapped__  # transpiled already, perhaps for another backend
        if not is_users(function.__code__.co_filename):
            raise TranspileError(
                f"{_qualified_name(function)} is not yours: only your own code is rewritten"
            )
        if inspect.isasyncgenfunction(function):
            raise TranspileError(
                f"{_qualified_name(function)}: async generators cannot be transpiled"
            )
        return self._make_entry_point(function, self._rebinder.function(function))

    def module(self, module: types.ModuleType) -> types.ModuleType:
        """Return a module imported anew, its functions to be called from outside."""
        folder = _import_folder(module)
        name, sources = module.__spec__.name, tuple(self._frontends)
        hook = import_hook(to=self._settings.backend, roots=[folder], sources=sources)
        with _import_anew(folder), hook, self._use_backend():
            rewritten = importlib.import_module(name)
            modules = _modules_in(folder)
        entries: dict[types.FunctionType, types.FunctionType] = {}
        for owner in modules.values():
            self._wrap_entry_points(owner, folder, entries)
            for value in list(vars(owner).values()):
                if isinstance(value, type) and value.__module__ in modules:
                    self._wrap_entry_points(value, folder, entries)
        return rewritten

    def _wrap_entry_points(
        self,
        owner: types.ModuleType | type,
        folder: Path,
        entries: dict[types.FunctionType, types.FunctionType],
    ) -> None:
        """Replace the user's functions in a module or class by entry points, kept in `entries`."""
        for name, value in list(vars(owner).items()):
            if type(value) is not types.FunctionType or inspect.isasyncgenfunction(value):
                continue
            file = value.__code__.co_filename
            if is_users(file) and Path(file).is_relative_to(folder):
                if value not in entries:
                    entries[value] = self._make_entry_point(value, value)
                setattr(owner, name, entries[value])

    def _make_entry_point(
        self, original: types.FunctionType, function: types.FunctionType
    ) -> types.FunctionType:
        """Make one that calls `function` on the backend, of the name and kind of `original`."""
        if inspect.iscoroutinefunction(original):

            async def run(*args: object, **kwargs: object) -> object:
                return await _await_coroutine_in(
                    self._use_backend, self._call_on_backend(function, args, kwargs)
                )

        elif inspect.isgeneratorfunction(original):

            def run(*args: object, **kwargs: object) -> object:
                return (
                    yield from _run_generator_in(
                        self._use_backend, self._call_on_backend(function, args, kwargs)
                    )
                )

        else:

            def run(*args: object, **kwargs: object) -> object:
                return self._call_on_backend(function, args, kwargs)

        return functools.wraps(original)(run)

    def _call_on_backend(
        self,
        function: types.FunctionType,
        args: tuple[object, ...],
        kwargs: dict[str, object],
    ) -> object:
        """Call on the backend, with NumPy's arrays converted; plainly if called from there."""
        if (
            self in _active_runners.get()
            and self._core.current_backend_str() == self._settings.backend
        ):
            return function(*args, **kwargs)  # called from within
        with self._use_backend():
            converted = {name: self._to_frontend(value) for name, value in kwargs.items()}
            return function(*map(self._to_frontend, args), **converted)

    def _to_frontend(self, value: object) -> object:
        """Return the frontend's array for one of NumPy's; any other value as it is."""
        numpy = sys.modules.get("numpy")
        if numpy is None or type(value) is not numpy.ndarray or "numpy" not in self._frontends:
            return value
        return importlib.import_module(self._frontends["numpy"]).asarray(value)

    @contextlib.contextmanager
    def _use_backend(self) -> Iterator[None]:
        """Within the context, use the settings and fresh copies of globals; write these back."""
        core, settings = self._core, self._settings
        with contextlib.ExitStack() as stack:
            if core.current_backend_str() != settings.backend:  # setting it binds all anew
                stack.enter_context(core.with_backend(settings.backend))
            if settings.device is not None:
                stack.enter_context(core.set_default_device(settings.device))
            if settings.default_dtype is not None:
                stack.enter_context(core.set_default_float_dtype(settings.default_dtype))
            if self._packages is not None:
                stack.enter_context(self._packages.in_place())
            self._rebinder.refresh_globals()
            before = _active_runners.get()
            _active_runners.set((*before, self))
            try:
                yield
            finally:
                _active_runners.set(before)
                self._rebinder.write_back_globals()


def _run_generator_in(
    on_backend: Callable[[], contextlib.AbstractContextManager[None]], generator: Generator
) -> Generator:
    """Yield what `generator` yields, each step of it on the backend, and nothing else."""
    step, value = generator.send, None
    while True:
        try:
            with on_backend():
                item = step(value)
        except StopIteration as end:
            return end.value
        try:
            step, value = generator.send, (yield item)
        except GeneratorExit:
            with on_backend():
                generator.close()
            raise
        except BaseException as error:
            step, value = generator.throw, error


@types.coroutine
def _await_coroutine_in(
    on_backend: Callable[[], contextlib.AbstractContextManager[None]], coroutine: Generator
) -> Generator:
    """Await a coroutine, each step of it on the backend; return its result."""
    return (yield from _run_generator_in(on_backend, coroutine))


def _qualified_name(function: types.FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _import_folder(module: types.ModuleType) -> Path:
    """Return the folder that a module is imported from; raise if it is not the user's file."""
    spec, file = getattr(module, "__spec__", None), getattr(module, "__file__", None)
    if spec is None or not isinstance(file, str):
        raise TranspileError(f"{module.__name__} cannot be imported anew: it came from no file")
    if not is_users(file):
        raise TranspileError(f"{module.__name__} is not yours: only your own code is rewritten")
    depth = spec.name.count(".") + hasattr(module, "__path__")
    return Path(file).resolve().parents[depth]


@contextlib.contextmanager
def _import_anew(folder: Path) -> Iterator[None]:
    """Within the context, import a folder's modules anew, it first on the path; then restore."""
    before = _modules_in(folder)
    for name in before:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in _modules_in(folder):
            del sys.modules[name]
        sys.modules.update(before)


def _modules_in(folder: Path) -> dict[str, types.ModuleType]:
    """Return the loaded modules of the user's from below a folder, ``__main__`` not among them."""
    found = {}
    for name, module in list(sys.modules.items()):
        if name != "__main__" and is_users_module(module):
            if Path(module.__file__).resolve().is_relative_to(folder):
                found[name] = module
    return found
