"""Calls of the command line in processes that are forked, and so need not start.

Of the 0.11 seconds of CPU that ``python -m transpile`` takes to rewrite a file of two lines, 0.09
are imports. A source of processes makes them once, and forks for each call: that is a process like
another, with its own streams, folder, environment and exit code. It has imported nothing but the
command line and what it is asked to, so that each call finds the frontends that are on its path.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import runpy
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
MODULES = ("transpile.cli", "transpile.commands", "transpile.rewrite.codemod")
LONGEST_CALL_SECONDS = 60


class Source:
    """A process that forks for each call.

    Parameters
    ----------
    modules : str
        What it imports, beyond the command line.
    """

    def __init__(self, *modules: str):
        # as the calls have it: no variable of Python's but the path
        kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
        self._socket, other = socket.socketpair()
        self._socket.settimeout(LONGEST_CALL_SECONDS)
        with other:
            self._process = subprocess.Popen(
                [sys.executable, "-P", __file__, str(other.fileno()), *MODULES, *modules],
                env=kept | {"PYTHONPATH": str(REPOSITORY)},
                pass_fds=[other.fileno()],
            )

    def call(
        self,
        arguments: Sequence[object],
        cwd: Path,
        environment: Mapping[str, str],
        stdin: bytes | None = None,
    ) -> subprocess.CompletedProcess:
        """Call the command line as ``python -P -m transpile``; its output comes as bytes."""
        return self.run([None, *arguments], cwd, environment, stdin)

    def run(
        self,
        command: Sequence[object],
        cwd: Path,
        environment: Mapping[str, str],
        stdin: bytes | None = None,
    ) -> subprocess.CompletedProcess:
        """Run a script, the first part of the command, or the command line if that is None."""
        script, *arguments = command
        arguments = [script, *map(str, arguments)]
        with contextlib.ExitStack() as stack:
            # files, which nobody needs to read while the process writes
            files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(4)]
            given, out, err, request = files
            given.write(stdin or b"")
            request.write(json.dumps([arguments, str(cwd), dict(environment)]).encode())
            for file in (given, request):
                file.seek(0)
            socket.send_fds(self._socket, [b"?"], [file.fileno() for file in files])
            code = int(self._socket.recv(100))
            for file in (out, err):
                file.seek(0)
            return subprocess.CompletedProcess(arguments, code, out.read(), err.read())

    def close(self) -> None:
        """End the process."""
        self._socket.close()
        self._process.wait()


def serve(connection: socket.socket) -> str | None:
    """Fork for each request, and answer with the exit code; end when there is nobody to ask.

    Returns
    -------
    str or None
        In each forked process, which has the streams, the folder and the rest of its request: the
        script that it shall run, None for the command line.
    """
    while True:
        asked, descriptors, _, _ = socket.recv_fds(connection, 1, 4)
        if not asked:
            sys.exit()
        process = os.fork()
        if not process:
            break
        for descriptor in descriptors:
            os.close(descriptor)
        status = os.waitpid(process, 0)[1]
        connection.send(str(os.waitstatus_to_exitcode(status)).encode())
    connection.close()
    *streams, request = descriptors
    with open(request) as file:
        (script, *arguments), folder, environment = json.load(file)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [script or sys.argv[0], *arguments]
    before = environment.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:0] = [folder for folder in before if folder not in sys.path]
    return script


if __name__ == "__main__":
    for name in sys.argv[2:]:
        importlib.import_module(name)
    gc.freeze()  # what is imported here, each process would go through when it ends
    asked_for = serve(socket.socket(fileno=int(sys.argv[1])))
    if asked_for is not None:
        runpy.run_path(asked_for, run_name="__main__")
        sys.exit()
    from transpile.cli import main

    sys.exit(main())
