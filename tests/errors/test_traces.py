"""What a user sees of an error: exact frames and text, in each mode, wherever traces are shown.

A further frontend joins by rows of :data:`ROWS`.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("failing.py")
BACKENDS = ("numpy", "jax", "torch", "tensorflow")
MODES = ("full", "ivy", "frontend")
WAYS = ("logging", "interpreter", "pytest", "ipython")

TRUNCATED = (
    "<stack trace is truncated to {} specific files, "
    "call `ivy.set_exception_trace_mode('full')` to view the full trace>"
)
SQUASHED = (
    "<func_wrapper.py stack trace is squashed, "
    "call `ivy.set_show_func_wrapper_trace_mode(True)` in order to view this>"
)
CLASS = "ivy_core.utils.exceptions."


@dataclass(frozen=True)
class Row:
    """A failing call: of ``all`` along an axis that is not there, through one entry."""

    module: str
    entered: tuple[str, ...] = ()  # the frontend's frames, wrapper first
    call: str = "xp.all(x, axis=2)"
    array: str = "xp.ones(3)"


ROWS = {
    "core": Row("ivy_core"),
    "numpy frontend": Row(
        "frontends.numpy",
        (
            "frontends/numpy/func_wrapper.py:call",
            "frontends/numpy/func_wrapper.py:general",
            "frontends/numpy/logic.py:all",
        ),
    ),
}

# further calls, whose frames are compared in mode 'frontend' without wrappers
CALLS = {
    "np function": ("np.sort(x, axis=1)", "frontends/numpy/sorting.py:sort"),
    "np in np": ("np.median(x, axis=1)", "frontends/numpy/statistics.py:median"),
    "np ufunc": ("np.add(x, np.ones(2))", "frontends/numpy/ufuncs/dispatch.py:__call__"),
    "np ufunc of one": ("np.sin('text')", "frontends/numpy/ufuncs/dispatch.py:__call__"),
    "np reduce": ("np.add.reduce(x, axis=1)", "frontends/numpy/ufuncs/dispatch.py:reduce"),
    "np operator": ("x + np.ones(2)", "frontends/numpy/operators.py:forward"),
    "np in place": ("x.__iadd__(np.ones(2))", "frontends/numpy/operators.py:in_place"),
    "np power": ("x ** np.ones(2)", "frontends/numpy/operators.py:power"),
    "np comparison": ("x < np.ones(2)", "frontends/numpy/operators.py:compare"),
    "np item": ("x[3]", "frontends/numpy/ndarray.py:__getitem__"),
    "np set item": ("x.__setitem__(3, 0)", "frontends/numpy/ndarray.py:__setitem__"),
    "np method": ("x.sum(axis=1)", "frontends/numpy/sums.py:sum"),
    "np own method": ("x.reshape(2, 2)", "frontends/numpy/manipulation.py:reshape"),
    "np scalar": ("x[0] + np.ones((2, 1))[:, :0].item()", None),
    "np random": ("np.random.choice(3, -5)", "frontends/numpy/random/wrapping.py:call"),
    "np linalg": ("np.linalg.inv(x)", "frontends/numpy/linalg/solving.py:inv"),
    "np on the host": ("np.trim_zeros(x, 'z')", "frontends/numpy/manipulation.py:trim_zeros"),
}  # fmt: skip

# ... of which on the NumPy backend NumPy's own function runs, called by a wrapper alone
OF_NUMPY = {
    "np function", "np in np", "np method", "np own method", "np linalg",
}  # fmt: skip


@dataclass(frozen=True)
class Native:
    """How a framework says that there is no such axis."""

    frames: tuple[str, ...]  # of ivy_core
    name: str  # the class of the framework's error
    text: str = "axis 2 is out of bounds for array of dimension 1"
    below: tuple[str, ...] = ()  # the framework's frames, one after another told once
    around: tuple[str, str] = ("", "")  # what mode 'full' alone shows of the framework's text
    picking: tuple[str, ...] = ()  # the frames that pick where it is computed, wrappers


NATIVES = {
    "numpy": Native(("ivy_core/backends/numpy/ops/utility.py:all",), "AxisError"),
    "jax": Native(
        ("ivy_core/backends/jax/ops/utility.py:all",),
        "ValueError",
        below=("jax",),
        picking=("ivy_core/backends/jax/host/call.py:call",),
    ),
    "torch": Native(
        (
            "ivy_core/backends/torch/ops/utility.py:all",
            "ivy_core/backends/torch/ops/utility.py:_reduce_truth",
        ),
        "IndexError",
        "Dimension out of range (expected to be in range of [-1, 0], but got 2)",
    ),
    "tensorflow": Native(
        (
            "ivy_core/backends/tensorflow/ops/utility.py:all",
            "ivy_core/backends/tensorflow/ops/utility.py:_reduce_truth",
        ),
        "InvalidArgumentError",
        "Invalid reduction dimension (2 for input with 1 dimension(s)",
        ("tensorflow",),
        (
            "{{function_node __wrapped__All_device_/job:localhost/replica:0/task:0/device:CPU:0}} ",
            " [Op:All] name: ",
        ),
        ("ivy_core/backends/tensorflow/host/call.py:call",),
    ),
}
WRAPPER = "ivy_core/func_wrapper.py:"
USER = ("failing.py:user", "<call>:<module>")


# what there is

IPYTHON = "each(through_ipython); sys.stdout.flush()\n"  # it changes much, so it comes last


def has(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


@functools.cache
def printed(backend: str) -> dict[tuple, str]:
    """Run the script once for a backend; return what it printed, also at its prompt."""
    if not has(backend):
        pytest.skip(f"{backend} is not installed")
    rows = {name: (row.module, row.call, row.array) for name, row in ROWS.items()}
    module, array = "frontends.numpy", "xp.ones(3)"
    calls = {name: (module, call.replace("np.", "xp."), array) for name, (call, _) in CALLS.items()}
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # to import them takes half a second
    for name in ("IVY_EXCEPTION_TRACE_MODE", "IVY_SHOW_FUNC_WRAPPER_TRACE", "PYTHONSTARTUP"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-i", str(SCRIPT), backend, json.dumps(rows), json.dumps(calls)],
        input="user(xp, 'xp.all(x, axis=2)', xp.ones(3))\n" + IPYTHON * has("IPython"),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
    )
    texts = {}
    for head, text in re.findall(r"^<<<(.*)\n((?:.*\n)*?)>>>$", done.stdout, re.M):
        texts[tuple(head.split("|"))] = text
    texts["uncaught"], texts["prompt"], *_ = done.stderr.split(">>> ", 2)
    texts.setdefault(("hook", "", "", ""), done.stderr)
    return texts


_FRAMES = (
    re.compile(r'^  File "(?P<file>.*)", line \d+, in (?P<name>.*)$', re.M),
    re.compile(r"^(?P<file>\S+):\d+: in (?P<name>.*)$", re.M),  # pytest's short ones
    re.compile(r"^  File (?P<file>\S+):\d+(?: in (?P<name>.*))?$", re.M),  # IPython's plain ones
)


def frames(text: str) -> tuple[str, ...]:
    """Return the frames of one traceback as ``file:function``; a framework's in a row are one."""
    found = []
    for frame in next((p for p in _FRAMES if p.search(text)), _FRAMES[0]).finditer(text):
        file = frame["file"].replace(f"{ROOT}/", "")
        name = f"{file}:{frame['name'] or '<module>'}"
        if "site-packages/" in file:
            name = file.split("site-packages/")[1].split("/")[0]
        elif file.startswith("tests/errors/"):
            name = name.removeprefix("tests/errors/")
        if not found or name != found[-1] or ":" in name:
            found.append(name)
    return tuple(found)


def parts(text: str) -> list[str]:
    """Return the tracebacks that a trace consists of, causes first."""
    return re.split(r"\n\n(?:The above exception was the direct cause|During) .*\n\n", text)


def said(text: str) -> list[str]:
    """Return the lines that are neither frames nor their code: the error and its notes."""
    lines = text.strip("\n").split("\n")
    return [line for line in lines if not line.startswith((" ", "Traceback"))]


# what there shall be


def runs_numpys_own(row: Row, backend: str) -> bool:
    """Whether the function is NumPy's own: it is called by the wrapper, and not by our body."""
    return backend == "numpy" and row.module == "frontends.numpy"


def expected(row: Row, backend: str, mode: str, shown: bool):
    """Return the frames of each traceback, the message, and the hints."""
    if runs_numpys_own(row, backend):
        return expected_of_numpys_own(row, mode, shown)
    native = NATIVES[backend]
    entered = tuple(f for f in row.entered if shown or "func_wrapper" not in f)
    if mode == "frontend":
        chain = [USER + entered]
    else:
        wrapped = (f"{WRAPPER}call", *native.picking) if shown else ()
        recovered = (f"{WRAPPER}call", f"{WRAPPER}retry_general") if shown else ()
        below = native.below if mode == "full" else ()
        chain = [wrapped + native.frames + below, USER + entered + recovered]
    text = native.text
    if mode == "full":
        text = text.join((f"{native.name}: {native.around[0]}", native.around[1]))
    message = f"{CLASS}IvyIndexError: {backend}: all: {text}"
    truncated = mode == "frontend" or mode == "ivy" and native.below
    hints = [TRUNCATED.format(mode)] * bool(truncated) + [SQUASHED] * (not shown)
    return chain, message, hints


def expected_of_numpys_own(row: Row, mode: str, shown: bool):
    entered = row.entered[:1] * shown
    native = NATIVES["numpy"]
    text = f"{native.name}: {native.text}" if mode == "full" else native.text
    hints = [TRUNCATED.format(mode)] * (mode != "full") + [SQUASHED] * (not shown)
    frames = USER + entered + ("numpy",) * (mode == "full")
    return [frames], f"{CLASS}IvyIndexError: numpy: all: {text}", hints


@pytest.mark.checklist("E22", "E23", "E24", "E25", "E26", "E27", "E28", "E29", "E30", "E15", "E16")
@pytest.mark.parametrize("shown", (True, False), ids=("wrappers", "squashed"))
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("backend", BACKENDS)
def test_frames_and_text(backend, name, mode, shown):
    text = printed(backend)[name, mode, str(shown), "traceback"]
    chain, message, hints = expected(ROWS[name], backend, mode, shown)
    traces = parts(text)
    assert [frames(t) for t in traces[:-1]] == chain[:-1]
    assert frames(traces[-1])[1:] == chain[-1]  # behind the frame that has caught it
    assert said(traces[-1]) == [message, *hints]
    assert text.count("JAX has removed") == (mode == "full" and backend == "jax")


def user_and_one(text: str, row: Row, backend: str) -> bool:
    """Whether a trace ends with the user's call, the frontend's function and nothing else."""
    entered = tuple(f for f in row.entered if "func_wrapper" not in f)
    if runs_numpys_own(row, backend):
        entered = ()
    found = frames(text)
    return found[-1 - len(entered) :] == ("<call>:<module>", *entered)


@pytest.mark.checklist("E23", "E29", "T04")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("backend", BACKENDS)
def test_it_reads_so_wherever_traces_are_shown(backend, name, way):
    if way == "ipython" and not has("IPython"):
        pytest.skip("IPython is not installed; code.InteractiveInterpreter stands for it")
    text = printed(backend)[name, "frontend", "False", way]
    _, message, hints = expected(ROWS[name], backend, "frontend", False)
    row = ROWS[name]
    if way == "pytest":
        own = runs_numpys_own(row, backend)
        entered = tuple(f for f in row.entered if "func_wrapper" not in f and not own)
        found = frames(text)
        assert found[0].endswith(":test_user")
        assert found[1:] == entered
        lines = [line.removeprefix("E   ") for line in text.split("\n") if line.startswith("E   ")]
        assert lines == [message, *hints]
    else:
        assert user_and_one(text, row, backend)
        lines = text.strip().split("\n")
        assert lines[-3:] == [message.removeprefix(CLASS if way == "ipython" else ""), *hints]


@pytest.mark.checklist("E23", "E30")
@pytest.mark.parametrize("where", ("uncaught", "prompt"))
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_script_and_its_prompt(backend, where):
    row = ROWS["numpy frontend"]
    _, message, hints = expected(row, backend, "frontend", False)
    text = printed(backend)[where]
    text = text[text.index("Traceback") :].split("\n>>>")[0]
    outermost = "failing.py:<module>" if where == "uncaught" else "<stdin>:<module>"
    entered = () if runs_numpys_own(row, backend) else ("frontends/numpy/logic.py:all",)
    assert frames(text) == (outermost, *USER, *entered)
    assert said(text) == [message, *hints]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_hook_for_uncaught_errors_is_the_users(backend):
    assert printed(backend)["hook", "", "", ""] == "True\n"


@pytest.mark.checklist("E23")
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("backend", BACKENDS)
def test_one_frame_of_the_frontend(backend, name):
    text = printed(backend)[name, "frontend", "False", "traceback"]
    entered = CALLS[name][1]
    assert len(parts(text)) == 1
    if backend == "numpy" and name in OF_NUMPY:
        entered = None
    assert frames(text)[1:] == USER + ((entered,) if entered else ())
    assert said(text)[0].startswith(f"{CLASS}Ivy")
    assert said(text)[0].split(": ", 2)[1] == backend


# the table of docs/debugging.md: whose frames a mode shows, your own apart
SHOWN = {
    "full": ("frontends/", "ivy_core/", "native"),
    "ivy": ("frontends/", "ivy_core/"),
    "frontend": ("frontends/",),
}
WRAPPERS = (
    "func_wrapper.py", "boundaries.py", "errors.py", "methods.py", "native_route.py",
    "/host/call.py", "numpy/host_call.py", "numpy/protocols.py", "jax/runtime/dispatch.py",
)  # fmt: skip


@pytest.mark.checklist("E22", "E23", "E24", "E27", "E30")
@pytest.mark.parametrize("shown", ("True", "False"), ids=("wrappers", "squashed"))
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("backend", BACKENDS)
def test_whose_frames_a_mode_shows(backend, mode, shown):
    """Of the frames of mode 'full' exactly those stay that the modes show."""
    for name in (*ROWS, *CALLS):
        full = [frames(part) for part in parts(printed(backend)[name, "full", "True", "traceback"])]
        wanted = [tuple(f for f in part if is_shown(f, mode, shown == "True")) for part in full]
        found = parts(printed(backend)[name, mode, shown, "traceback"])
        if mode == "frontend":
            assert len(found) == 1
            assert frames(found[0]) == called_only(wanted[-1]), name
        else:
            assert [frames(part) for part in found] == wanted, name


def is_shown(frame: str, mode: str, wrappers: bool) -> bool:
    if frame.startswith(("failing.py", "<call>")):
        return True
    if frame.startswith(("frontends/", "ivy_core/")):
        return frame.startswith(SHOWN[mode]) and (wrappers or not is_wrapper(frame))
    return "native" in SHOWN[mode]


def is_wrapper(frame: str) -> bool:
    return frame.split(":")[0].endswith(WRAPPERS)


def called_only(found: tuple[str, ...]) -> tuple[str, ...]:
    """Return the frames down to the first of the frontend's that is not a wrapper's."""
    for i, frame in enumerate(found):
        if frame.startswith("frontends/") and not is_wrapper(frame):
            return found[: i + 1]
    return found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("backend", BACKENDS)
def test_no_frame_twice(backend, mode):
    lines = re.compile(r'^  File "(.*)", line (\d+), in (.*)$', re.M)
    for name in (*ROWS, *CALLS):
        for shown in ("True", "False"):
            for part in parts(printed(backend)[name, mode, shown, "traceback"]):
                ours = [f for f in lines.findall(part) if f[0].startswith((f"{ROOT}/", "<call>"))]
                ours = [f for f in ours if "site-packages" not in f[0]]
                assert len(set(ours)) == len(ours)
