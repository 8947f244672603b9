"""A table of the installed packages that run rewritten, and of those that stay, with reasons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import metadata

from rich.table import Table

from transpile.project.packages import (
    choose_packages,
    distributions_by_module,
    packages_that_stay,
)


def packages_report(named: Sequence[str], sources: Collection[str] | None) -> Table:
    """Return the table of the packages that are rewritten, and of those they import that stay.

    Parameters
    ----------
    named, sources
        As `choose_packages` takes them.
    """
    table = Table("package", "version", "", "why", title="installed packages")
    chosen = choose_packages(named, sources)
    for name, reason in chosen.items():
        table.add_row(name, _versions(name), "rewritten", reason)
    for name, reason in packages_that_stay(chosen).items():
        table.add_row(name, _versions(name), "stays", reason)
    return table


def _versions(module: str) -> str:
    """Return the version of the distribution that a top-level module is of; empty if of none."""
    owners = distributions_by_module().get(module, ())
    return ", ".join(sorted({metadata.version(owner) for owner in owners}))
