"""Distributions of frameworks for ``importlib.metadata``, with the versions of their frontends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, MetadataPathFinder, PackagePath
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

from transpile.frameworks import FRAMEWORKS, can_import

_VERSION_LINE = re.compile(r"^Version: .*$", re.MULTILINE)
_METADATA = """\
Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: Stands for {name}, which is not installed: rewritten code runs on {frontend}
Requires-Dist: ivy-frontends
"""


def stand_ins(frameworks: tuple[str, ...], name: str | None) -> Iterator[Distribution]:
    """Yield the distributions of the frameworks of that name; of those not installed, for no name.

    There are none of a framework whose frontend has the version that is installed.
    """
    for row in FRAMEWORKS:
        is_asked = row.module in frameworks and (name is None or name.lower() == row.module)
        if is_asked and (version := _frontend_version(row.frontend)) is not None:
            context = MetadataPathFinder.Context(name=row.module)
            installed = next(iter(MetadataPathFinder.find_distributions(context)), None)
            if name is not None or installed is None:
                yield StandIn(row.module, row.frontend, version, installed)


@cache
def _frontend_version(frontend: str) -> str | None:
    """Return the version in a frontend's ``version.py``, not imported with it; None without one."""
    folder = Path(find_spec(frontend).origin).parent if can_import(frontend) else None
    if folder is None or not (folder / "version.py").exists():
        return None
    spec = spec_from_file_location("version", folder / "version.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.__version__


class StandIn(Distribution):
    """A framework's distribution with the version whose API the frontend has.

    Parameters
    ----------
    name, frontend, version : str
        The framework, its frontend's package, and its version.
    installed : Distribution or None
        The one that is really there: all but the version is its own.
    """

    def __init__(
        self, name: str, frontend: str, version: str, installed: Distribution | None
    ) -> None:
        self._named = {"name": name, "frontend": frontend, "version": version}
        self._installed = installed

    def read_text(self, filename: str) -> str | None:
        """Return the text of a file of the metadata; None where there is no such file."""
        if self._installed is None:
            texts = {
                "METADATA": _METADATA.format_map(self._named),
                "top_level.txt": f"{self._named['name']}\n",
            }
            return texts.get(filename)
        text = self._installed.read_text(filename)
        if text is None or filename not in ("METADATA", "PKG-INFO"):
            return text
        return _VERSION_LINE.sub(f"Version: {self._named['version']}", text, count=1)

    def locate_file(self, path: str) -> Path:
        """Return the path of a file of what is installed; without it, beside the frontends."""
        if self._installed is not None:
            return self._installed.locate_file(path)
        return Path(find_spec(self._named["frontend"]).origin).parents[1] / path

    @property
    def files(self) -> list[PackagePath]:
        """The files of what is installed; none without it."""
        return super().files or []
