"""A user's script that fails: run by test_traces.py in a process of its own, for one backend.

It prints the trace of each call in each mode, then in one mode through other ways in which people
meet a trace. The last call fails uncaught; with ``python -i`` the prompt follows.
"""

from __future__ import annotations

import code
import contextlib
import importlib
import io
import json
import logging
import sys
import tempfile
import traceback
from pathlib import Path

import ivy_core as ivy

ROWS = json.loads(sys.argv[2])  # name -> (module, text of the failing call, its array)
CALLS = json.loads(sys.argv[3])  # further ones, which are shown through `traceback` only
MODES = ("full", "ivy", "frontend")
# the folder is the root, else pytest looks at what stands beside it; it searches for no garbage
PYTEST_OPTIONS = (
    *("-q", "--tb=short", "-c/dev/null"),
    *("-p", "no:cacheprovider", "-p", "no:unraisableexception"),
)
TEST = """
import importlib
xp = importlib.import_module({module!r})
x = {array}

def test_user():
    {call}
"""


def user(xp, call, x):
    return eval(compile(call, "<call>", "eval"), {"xp": xp, "x": x})


def each(show, rows=ROWS):
    """Hand every row to ``show``, with its module and its array."""
    for name, (module, call, array) in rows.items():
        xp = importlib.import_module(module)
        show(name, xp, call, eval(array, {"xp": xp}))


def emit(name, mode, shown, way, text):
    print(f"<<<{name}|{mode}|{shown}|{way}\n{text}\n>>>")


def in_each_mode():
    for mode in MODES:
        for shown in (True, False):

            def show(name, xp, call, x, mode=mode, shown=shown):
                try:
                    user(xp, call, x)
                except Exception as err:
                    text = "".join(traceback.format_exception(err))
                    emit(name, mode, shown, "traceback", text)

            with ivy.set_exception_trace_mode(mode):
                with ivy.set_show_func_wrapper_trace_mode(shown):
                    each(show, ROWS | CALLS)


def through_logging(name, xp, call, x):
    stream = io.StringIO()
    log = logging.Logger("user")
    log.addHandler(logging.StreamHandler(stream))
    try:
        user(xp, call, x)
    except Exception:
        log.exception("it failed")
    emit(name, "frontend", False, "logging", stream.getvalue())


def through_interpreter(name, xp, call, x):
    with contextlib.redirect_stderr(io.StringIO()) as stream:
        shell = code.InteractiveInterpreter({"user": user, "xp": xp, "call": call, "x": x})
        shell.runsource("user(xp, call, x)")
    emit(name, "frontend", False, "interpreter", stream.getvalue())


def through_ipython(name, xp, call, x):
    from IPython.core.interactiveshell import InteractiveShell

    with contextlib.redirect_stdout(io.StringIO()) as stream:
        shell = InteractiveShell(user_ns={"user": user, "xp": xp, "call": call, "x": x})
        shell.run_line_magic("xmode", "Plain")
        shell.run_line_magic("colors", "nocolor")
        shell.run_cell("user(xp, call, x)")
    emit(name, "frontend", False, "ipython", stream.getvalue())


def through_pytest(name, xp, call, x):
    import pytest

    module, _, array = ROWS[name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"test_of_{name.replace(' ', '_')}.py")
        path.write_text(TEST.format(module=module, call=call, array=array))
        with contextlib.redirect_stdout(io.StringIO()) as stream:
            pytest.main([str(path), f"--rootdir={folder}", *PYTEST_OPTIONS])
    emit(name, "frontend", False, "pytest", stream.getvalue())


ivy.set_backend(sys.argv[1])
in_each_mode()
ivy.set_exception_trace_mode("frontend")
ivy.set_show_func_wrapper_trace_mode(False)
each(through_logging)
each(through_interpreter)
each(through_pytest)
emit("hook", "", "", "", sys.excepthook is sys.__excepthook__)
sys.stdout.flush()
xp = importlib.import_module("frontends.numpy")
user(xp, "xp.all(x, axis=2)", xp.ones(3))
