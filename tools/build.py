"""The build of the package: setuptools' own, and the type stubs with it (see pyproject.toml)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parents[1]


class BuildWithStubs(build_py):
    """Copy the packages, and write their stubs beside them.

    For ``pip install -e`` they are written beside the sources themselves, where git ignores them.
    """

    def run(self) -> None:
        """Build."""
        super().run()
        folder = ROOT if self.editable_mode else Path(self.build_lib).resolve()
        # A process of its own: the packages are imported from here, whatever is imported so far.
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        subprocess.run(
            [sys.executable, "-m", "tools.stubs", str(folder)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path},
            check=True,
        )
