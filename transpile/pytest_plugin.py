"""Run a test suite written for NumPy on another backend, as it is.

``pytest -p transpile.pytest_plugin --transpile-to jax`` rewrites the tests, ``conftest.py`` and the
modules below pytest's root folder as they are imported; nothing of theirs is changed.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook, rewrite_asserts

from transpile.errors import TranspileError
from transpile.frameworks import BACKENDS, FRAMEWORKS, split_at_commas
from transpile.run.child_processes import follow_children
from transpile.run.hook import Finder, Loader, PackageLoader, RunSettings, install, set_up

_settings = pytest.StashKey[RunSettings]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("transpile")
    group.addoption(
        "--transpile-to",
        metavar="BACKEND",
        choices=BACKENDS,
        help=f"run the code under test on BACKEND: {', '.join(BACKENDS)}",
    )
    group.addoption(
        "--transpile-from",
        metavar="FRAMEWORK",
        action="append",
        choices=[row.module for row in FRAMEWORKS],
        help="rewrite the imports of this framework only (may be repeated)",
    )
    group.addoption(
        "--transpile-packages",
        metavar="NAME,...",
        action="append",
        default=[],
        help="rewrite these installed packages, and what they need; auto: all that use a framework",
    )
    group.addoption("--transpile-device", metavar="DEVICE", help="the default device")
    group.addoption(
        "--transpile-default-dtype", metavar="DTYPE", help="the default floating data type"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Begin to rewrite, before the first ``conftest.py`` is imported."""
    options = early_config.known_args_namespace
    if options.transpile_to is None:
        return
    settings = RunSettings(
        options.transpile_to,
        sources=tuple(options.transpile_from) if options.transpile_from else None,
        device=options.transpile_device,
        default_dtype=options.transpile_default_dtype,
        roots=(str(early_config.rootpath),),
        doctests=bool(getattr(options, "doctestmodules", False)),
        packages=split_at_commas(options.transpile_packages),
    )
    try:
        core = set_up(settings)
        finder = _TestFinder(settings, early_config)
    except TranspileError as error:
        raise pytest.UsageError(f"transpile: {error}") from None
    install(settings, finder, is_first=True)
    early_config.add_cleanup(core.previous_backend)
    early_config.add_cleanup(lambda: sys.meta_path.remove(finder))
    early_config.stash[_settings] = settings
    follow_children(settings)


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say what the tests run on."""
    settings = config.stash.get(_settings, None)
    if settings is None:
        return None
    sources = settings.sources or [row.module for row in FRAMEWORKS]
    return f"transpile: {' and '.join(sources)} on {settings.to}"


class _TestFinder(Finder):
    """Have what pytest rewrites, the asserts of tests, rewritten by both."""

    def __init__(self, settings: RunSettings, config: pytest.Config) -> None:
        super().__init__(settings)
        self._config = config

    def _loader_for(self, spec: ModuleSpec) -> Loader | None:
        """Return a loader that rewrites asserts, too, for a test; else `Finder`'s, or None."""
        if isinstance(spec.loader, AssertionRewritingHook):
            return _TestLoader(spec, self._settings, self._config)
        return super()._loader_for(spec)

    def _package_loader_for(self, spec: ModuleSpec) -> Loader | None:
        """Return the loader of a test in a rewritten package; else what `Finder` returns."""
        if isinstance(spec.loader, AssertionRewritingHook):
            named = self._is_of_package(spec)
            return _PackageTestLoader(spec, self._settings, self._config) if named else None
        return super()._package_loader_for(spec)

    def _is_of_package(self, spec: ModuleSpec) -> bool:
        """Return whether a module is a rewritten package's, by its name or by its folder.

        Tests in a folder without ``__init__.py`` are imported without their package's name.
        """
        file = Path(spec.origin)
        return super()._is_of_package(spec) or any(
            file.relative_to(folder).parts[0] in self.packages
            for folder in sys.path
            if file.is_relative_to(folder)
        )


class _TestLoader(Loader):
    """Load a test module for the backend, its asserts rewritten to tell what failed."""

    def __init__(self, spec: ModuleSpec, settings: RunSettings, config: pytest.Config) -> None:
        super().__init__(spec.name, spec.origin, settings)
        self._config = config
        self.kind = f"pytest {pytest.__version__}"
        if config.getini("enable_assertion_pass_hook"):  # pytest puts calls of it into the code
            self.kind += " pass"
        # So that it does not warn of a module that was imported without its rewriting.
        spec.loader._rewritten_names[spec.name] = Path(spec.origin)

    def tree_change(self) -> Callable[[ast.Module, str], None]:
        """Return a function that rewrites the asserts."""
        return lambda tree, source: rewrite_asserts(tree, source.encode(), self.path, self._config)


class _PackageTestLoader(_TestLoader, PackageLoader):
    """Load a test of an installed package: nothing is written among the package's files."""
