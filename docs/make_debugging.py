"""Bring the traces in docs/debugging.md up to date, by running the script that the page shows.

A trace stands in the block below ``<!-- trace: VARIABLES -->``. A test says when they are outdated.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "debugging.md"
NAME = "rooms.py"

_SCRIPT = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
_TRACE = re.compile(r"^<!-- trace: ?(.*?) ?-->\n```\n.*?^```$", re.M | re.S)


def trace(script: str, variables: str) -> str:
    """Return what a script prints when it fails, with paths as short as they can be."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, NAME)
        path.write_text(script)
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("IVY_", "JAX_", "PYTHON"))
        }
        environment |= {"PYTHONPATH": str(ROOT), "JAX_PLATFORMS": "cpu"}
        environment |= dict(item.split("=") for item in variables.split())
        done = subprocess.run(
            [sys.executable, str(path)], capture_output=True, text=True, cwd=ROOT, env=environment
        )
    packages = Path(importlib.util.find_spec("jax").origin).parents[1]
    shown = done.stderr
    for known in (folder, str(packages), str(ROOT)):
        shown = shown.replace(f"{known}{os.sep}", "")
    return shown


def current(text: str) -> str:
    """Return a page with its traces as they are now."""
    script = _SCRIPT.search(text)[1]

    def made(found: re.Match) -> str:
        variables = found[1]
        command = f"$ {variables} python {NAME}".replace("  ", " ")
        shown = trace(script, variables)
        return f"<!-- trace: {variables} -->\n```\n{command}\n{shown}```".replace(":  -->", ": -->")

    return _TRACE.sub(made, text)


if __name__ == "__main__":
    PAGE.write_text(current(PAGE.read_text()))
