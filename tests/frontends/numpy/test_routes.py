"""Who computes sixty calls on each backend: ``routes.txt`` holds the lines of IVY_DEBUG=routes.

``python -m tests.frontends.numpy.test_routes`` writes the file anew, after a change of routes that
is meant.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .calls_of_routes import CALLS

GOLDEN = Path(__file__).with_name("routes.txt")
BACKENDS = ("numpy", "jax", "torch", "tensorflow")


def routes_on(backend: str) -> dict[str, str]:
    """Return the route of each call, shown by a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.frontends.numpy.calls_of_routes", backend],
        env=os.environ | {"IVY_DEBUG": "routes", "TF_CPP_MIN_LOG_LEVEL": "3"},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = {}
    call = None
    for line in done.stderr.splitlines():
        if line.startswith("> "):
            call = line[2:]
            found[call] = "not shown"
        elif line.startswith("np.") and call is not None:
            found[call] = line.split(": ", 1)[1]  # a call's last line is the outermost's
    return found


def golden() -> dict[str, dict[str, str]]:
    """Return the file's routes, by call and backend."""
    found: dict[str, dict[str, str]] = {}
    call = ""
    for line in GOLDEN.read_text().splitlines():
        if line.startswith("    "):
            backend, route = line.split(None, 1)
            found[call][backend] = route
        elif line:
            call = line
            found[call] = {}
    return found


def text_of(routes: dict[str, dict[str, str]]) -> str:
    """Return the file's text: a call a block, a backend a line."""
    blocks = []
    for call in CALLS:
        lines = [f"    {backend:<11}{routes[backend][call]}" for backend in BACKENDS]
        blocks.append("\n".join([call, *lines]))
    return "\n\n".join(blocks) + "\n"


def test_routes_are_those_of_the_golden_file(backend):
    wanted, found = golden(), routes_on(backend)
    assert found == {call: routes[backend] for call, routes in wanted.items()}


def test_nothing_is_printed_or_wrapped_without_the_variable():
    from ivy_core.utils import routes

    assert not routes.ARE_SHOWN
    assert routes.exit_of("host", abs) is abs and routes.entry_of("abs", abs) is abs


def test_a_refusal_is_no_exit_of_the_route(capsys):
    from ivy_core.utils.routes import entry_of, exit_of

    def refuse(x):
        return NotImplemented

    refusing = exit_of("first", refuse, shown=True)
    answering = exit_of("second", abs, shown=True)
    call = entry_of("f", lambda x: answering(x) if refusing(x) is NotImplemented else x, shown=True)
    assert call(-2) == 2
    assert capsys.readouterr().err == "np.f -2: second\n"


if __name__ == "__main__":
    GOLDEN.write_text(text_of({backend: routes_on(backend) for backend in BACKENDS}))
