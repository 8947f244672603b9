"""Rewrite packages, and what the caller imports, from a line in a program or a REPL on."""

from __future__ import annotations

import builtins
import importlib
import sys
from collections.abc import Collection, Mapping, Sequence
from types import ModuleType

from transpile.errors import TranspileError
from transpile.frameworks import missing_module, source_frontends
from transpile.run.child_processes import follow_children
from transpile.run.hook import Finder, RunSettings, check_not_loaded, install, set_up


def use(
    to: str,
    *,
    packages: Sequence[str] = (),
    sources: Collection[str] | None = None,
    device: str | None = None,
    default_dtype: str | None = None,
) -> None:
    """Have what follows run on backend `to`: imports of the caller, and installed packages.

    Parameters
    ----------
    to : str
        The backend: ``"numpy"``, ``"jax"``, ``"torch"`` or ``"tensorflow"``.
    packages : sequence of str
        Installed packages that are rewritten as they are imported, with what they need: names of
        modules or distributions; ``"auto"`` stands for all that use a framework.
    sources : collection of str, optional
        The frameworks that are replaced: ``"numpy"``, ``"torch"``, by default both.
    device, default_dtype : str, optional
        Default device and default floating data type.

    Raises
    ------
    TranspileError
        Where a package has been imported already, is not installed, or the backend is not.

    Notes
    -----
    From here on ``import torch`` in the calling module, a script or a REPL, imports the frontend;
    other modules of the program's are left as they are. What had been imported before stays what
    it is.

    Examples
    --------
    >>> import transpile
    >>> transpile.use("jax", packages=["einops"])  # doctest: +SKIP
    >>> import einops, torch  # doctest: +SKIP
    """
    if isinstance(packages, str):
        raise TranspileError(f"packages must be a sequence of names, not {packages!r}")
    frontends = source_frontends(sources)
    settings = RunSettings(
        to,
        sources=tuple(frontends),
        device=device,
        default_dtype=default_dtype,
        packages=tuple(packages),
    )
    finder = Finder(settings)
    check_not_loaded(finder.packages)
    set_up(settings)
    install(settings, finder)
    follow_children(settings)
    _replace_imports_of(sys._getframe(1).f_globals, frontends)


def _replace_imports_of(namespace: dict[str, object], frontends: Mapping[str, str]) -> None:
    """Have import statements that run in ``namespace`` import frontends for source frameworks."""
    original = builtins.__import__

    def import_frontend(
        name: str, globals: object = None, locals: object = None, fromlist=(), level: int = 0
    ) -> ModuleType:
        package = name.partition(".")[0]
        if globals is not namespace or level or package not in frontends:
            return original(name, globals, locals, fromlist, level)
        if missing_module(name, frontends) is not None:
            return original(name, globals, locals, fromlist, level)
        module = importlib.import_module(frontends[package] + name[len(package) :])
        if not fromlist:
            return sys.modules[frontends[package]]
        for each in fromlist:
            if each != "*" and not hasattr(module, each):
                original(module.__name__, globals, locals, (each,), 0)
        return module

    builtins.__import__ = import_frontend


__all__ = ["use"]
