"""The way of a statement through the files: down once, and back up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def calls_of(statement) -> list[tuple[int, str, str, str]]:
    """Return the project's frames that a statement enters: (depth, caller, file, function)."""
    found, stack = [], [""]

    def look(frame, event, _):
        path = Path(frame.f_code.co_filename)
        if event not in ("call", "return") or not path.is_relative_to(ROOT):
            return
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(("tests/", ".venv/")):
            return
        if event == "call":
            found.append((len(stack) - 1, stack[-1], name, frame.f_code.co_name))
            stack.append(name)
        else:
            stack.pop()

    sys.setprofile(look)
    try:
        statement()
    finally:
        sys.setprofile(None)
    return found


def legs_of(calls) -> list[list[str]]:
    """Return for each thing that a method of the user's array asks for what other files do for it.

    Python makes three calls of ``x[i] += y``; each is a method, which asks the floors below for
    one thing after another. A call within a file enters nothing.
    """
    legs = []
    for depth, caller, name, function in calls:
        if depth <= 1 or not legs:
            legs.append([])
        if name != caller:
            legs[-1].append(f"{name}: {function}")
    return [leg for leg in legs if leg]


def augmented_slice(backend: str) -> None:
    """Print the frames of ``x[1:-1] += y``, once its kernels are compiled and its names found."""
    import frontends.numpy as np
    import ivy_core as ivy

    ivy.set_backend(backend)
    x, y = np.arange(10.0), np.ones(8)

    def statement():
        x[1:-1] += y

    for _ in range(3):
        statement()
    calls = calls_of(statement)
    assert x.tolist() == [0.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 9.0]
    print(json.dumps(calls))


def calls_in_a_process_of_its_own(backend: str):
    """Return the frames as a program has them that sets a backend and no other."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    shown = subprocess.check_output(
        [sys.executable, __file__, backend], cwd=ROOT, env=environment, text=True
    )
    return json.loads(shown.splitlines()[-1])


# of JAX's one is backends/buffer.py, which alone says whether memory may be written
@pytest.mark.parametrize("name, most", [("jax", 12), ("numpy", 4)])
def test_an_augmented_slice_goes_down_once(name, most):
    pytest.importorskip(name)
    calls = calls_in_a_process_of_its_own(name)
    files = {name for _, _, name, _ in calls}
    assert len(files) <= most, sorted(files)
    for leg in legs_of(calls):
        assert len(leg) == len(set(leg)), leg


if __name__ == "__main__":
    augmented_slice(sys.argv[1])
