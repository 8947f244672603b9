"""docs/adding_a_backend.md, followed step by step: its files are written, its commands are run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "adding_a_backend.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`([\w/]+\.py)`:\s*\Z")


def steps(page: str):
    """Yield (kind, file, text) of each block; a file is what the text before it ends with."""
    for block in BLOCK.finditer(page):
        named = FILE.search(page[: block.start()])
        yield block[1], named[1] if named else "", block[2]


def test_the_page_works_as_it_is_written(tmp_path):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])}
    written, commands = set(), 0
    for kind, file, text in steps(PAGE.read_text()):
        if kind == "python":
            place = tmp_path / file
            place.parent.mkdir(exist_ok=True)
            with place.open("a") as out:  # a later block adds to a file
                out.write(f"\n\n{text}" if file in written else text)
            written.add(file)
            continue
        assert kind == "console"
        command, _, expected = text.partition("\n")
        arguments = command.removeprefix("$ python ").split()
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tmp_path, env=environment, capture_output=True,
            text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        if expected:
            assert done.stdout == expected
        commands += 1
    assert commands == 2
    assert written == {
        "listarrays.py", "listbackend/__init__.py", "listbackend/functions.py", "test_lists.py",
        "try_it.py",
    }  # fmt: skip


def test_the_backend_of_the_page_is_small():
    lines = [text.count("\n") for _, file, text in steps(PAGE.read_text()) if "backend/" in file]
    assert sum(lines) < 180


def test_the_page_names_files_that_are_there():
    for name in re.findall(r"`((?:ivy_core|tests|transpile)/[\w/.]+)`", PAGE.read_text()):
        assert (ROOT / name).exists(), name
