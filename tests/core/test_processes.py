"""Several processes that run one program: its answers, draws, output and failures."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import psutil
import pytest

import ivy_core as ivy
from benchmarks import collectives
from ivy_core.backends.jax.runtime.processes import heartbeat_of
from ivy_core.distributed import stillness
from ivy_core.distributed.launchers import Rank, find_rank
from ivy_core.distributed.lives import has_ended
from ivy_core.distributed.streams import without_noise
from ivy_core.distributed.waiting import circle
from ivy_core.utils.exceptions import IvyException, IvyValueError
from tests.core import in_two_processes, training_in_processes
from tests.frontends.torch.ranks import run_ranks

HERE = Path(__file__).parent
PROGRAM = HERE / "in_two_processes.py"
TO_JAX = ("--to", "jax", "--run")
FAILING = """
import os, signal, sys, time
import numpy as np
import ivy_core as ivy

total = np.arange(8.0).sum()
print("total", total)
me = ivy.distributed.process_index()
{failure}
np.zeros(8).tolist()
for _ in range(1000):
    time.sleep(0.01 if me else 0)
    np.arange(8.0).sum()
"""
PARTED = (
    r"goes different ways in its processes:\n"
    r"  process 1 reads an array of shape \({},\), failing.py:\d+\n"
    r"  process 0 reads an array of shape \({},\), failing.py:\d+\n"
)
LONE = (
    r"goes different ways in its processes:\n"
    r"  process 0 reads an array of shape \(8,\), failing.py:\d+\n"
    r"  process 1 computes with arrays in parts, failing.py:\d+\n"
)


def run(*arguments, **options):
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1]), "TF_CPP_MIN_LOG_LEVEL": "3"}
    return subprocess.run(
        [sys.executable, "-P", "-m", "transpile", *map(str, arguments)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        **options,
    )


@pytest.fixture(scope="module")
def in_processes(tmp_path_factory):
    """Run the programs in two processes of two devices; return the run, and what each knew."""
    pytest.importorskip("jax")
    folder = tmp_path_factory.mktemp("processes")
    options = ["--to", "jax", "--run", "--processes", 2, "--devices", 4]
    ran = run(PROGRAM, *options, "--", folder, input="one\ntwo\nthree", cwd=folder)
    assert ran.returncode == 0, ran.stderr
    return ran, [json.loads((folder / f"{index}.json").read_text()) for index in range(2)]


@pytest.mark.parametrize("name", in_two_processes.PROGRAMS)
@pytest.mark.parametrize("backend", ["jax"])
def test_a_program_gives_what_it_gives_in_one(backend, name, in_processes):
    ran, known = in_processes
    expected = in_two_processes.to_json(in_two_processes.PROGRAMS[name]())
    for found in (json.loads(ran.stdout)[name], *(each[name] for each in known)):
        assert_same(found, expected)


def assert_same(found, expected):
    if isinstance(expected, list):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other)
    elif isinstance(expected, float):
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)
    else:
        assert found == expected


TWO = ("--processes", 2)


@pytest.mark.parametrize("options", [(*TWO, "--devices", 8), TWO], ids=["2 x 4", "2 processes"])
@pytest.mark.parametrize("backend", ["jax"])
def test_programs_of_many_devices_give_what_one_gives(backend, options, tmp_path):
    made = tmp_path / "made.npz"
    ran = run(HERE / "programs_in_processes.py", *TO_JAX, *options, "--", made)
    assert ran.returncode == 0, ran.stderr
    found = np.load(made)
    for name, program in collectives.PROGRAMS.items():
        expected = program(np, *collectives.inputs_of(name, np))
        for at, each in enumerate(expected if isinstance(expected, tuple) else (expected,)):
            for way in ("eager", "compiled"):
                one = found[f"{name} {way} {at}"]
                np.testing.assert_allclose(one, each, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize(
    "options",
    [("--devices", 8), (*TWO, "--devices", 8), TWO],
    ids=["8 devices", "2 x 4", "2 processes"],
)
@pytest.mark.parametrize("backend", ["jax"])
def test_models_are_trained_on_many_devices_as_by_pytorch(backend, options, tmp_path):
    pytest.importorskip("torch")
    made = tmp_path / "made.json"
    ran = run(HERE / "training_in_processes.py", *TO_JAX, *options, "--", made)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(made.read_text())
    expected = training_in_processes.losses({"eager": lambda step: step})
    assert len(found) == 2 * len(expected)
    for name, each in found.items():
        assert_same(each, expected[f"{name.split()[0]} eager"])


@pytest.mark.parametrize("backend", ["jax"])
def test_files_are_written_once(backend, in_processes, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    expected = in_two_processes.files()
    for each in in_processes[1]:
        assert each["files"] == expected


@pytest.mark.parametrize("backend", ["jax"])
def test_arrays_are_saved_in_parts_and_loaded_by_any_number(backend, in_processes):
    ran, known = in_processes
    a, odd = in_two_processes.A, np.arange(2043.0)
    files = ["index.json", "process-0.npy", "process-1.npy"]
    for each in known:
        assert each["loaded"] == [a.tolist(), True, [3, [None, "text"]], odd.sum(), files]
    folder = Path(ran.args[-1]) / "parts"
    sizes = [(folder / name).stat().st_size for name in files[1:]]
    assert max(sizes) < 0.55 * sum(sizes) < 0.6 * (a.nbytes + odd.nbytes)
    for other in ("jax", "numpy"):
        with ivy.with_backend(other):
            loaded = ivy.distributed.load(folder)
            assert type(loaded["a"]).__module__ != "numpy" and loaded["steps"] == [
                3,
                (None, "text"),
            ]
            np.testing.assert_array_equal(ivy.to_numpy(loaded["a"]), a)
            np.testing.assert_array_equal(ivy.to_numpy(loaded["odd"]), odd)


@pytest.mark.parametrize("backend", ["jax"])
def test_all_know_alike_and_the_first_speaks(backend, in_processes):
    ran, (first, second) = in_processes
    assert len(ran.stdout.splitlines()) == 1 and ran.stderr == ""
    assert first["processes"] == second["processes"] == [2, True]
    assert first["placement"] == ["Placement(Mesh(cpu, rows=4), ('rows',))", 4]
    assert first["input"] == second["input"] == ["one", "two\n", "three"]
    assert first["unseeded"] == second["unseeded"]
    assert len(set(first["unseeded"])) == len(first["unseeded"])
    assert first["name"] != second["name"]  # of a temporary folder


def only_with_full(params) -> bool:
    failure = params.get("failure", "")
    return any(each in failure for each in ("me == 0", "sys.exit", "np.ones", "open("))


@pytest.mark.parametrize(
    ("failure", "status", "errors", "traces"),
    [
        ("if me == 1: raise ValueError('one alone')", 1, r"process 1 of 2 failed; .*: one al", 1),
        ("if me == 0: raise ValueError('one alone')", 1, "Traceback .*: one alone", 1),
        ("raise ValueError('all of them')", 1, "Traceback .*: all of them", 1),
        ("sys.exit(3)", 3, "$", 0),
        ("if me == 1: sys.exit(3)", 3, "$", 0),
        ("if me == 1: np.arange(8.0).tolist()", 1, f".*{PARTED.format(8, 8)}", 1),
        ("np.ones(8 + 8 * me).tolist()", 1, f".*{PARTED.format(16, 8)}", 1),
        ("if me == 1: np.arange(1024.0).sum()", 1, f".*{LONE}", 0),
        ("if me == 1: open('file', 'w')", 1, "the program goes different ways", 0),
        ("if me == 1: os.kill(os.getpid(), signal.SIGKILL)", 137, None, None),
    ],
    ids=[
        "second raises", "first raises", "all raise", "all exit", "second exits",
        "second reads", "shapes differ", "second computes", "second writes", "second is killed",
    ],
)  # fmt: skip
@pytest.mark.parametrize("backend", ["jax"])
def test_where_one_fails_all_end(backend, tmp_path, failure, status, errors, traces):
    (tmp_path / "failing.py").write_text(FAILING.format(failure=failure))
    began = time.monotonic()
    ran = run("failing.py", "--to", "jax", "--run", "--processes", 2, cwd=tmp_path)
    assert ran.returncode == status, ran.stderr
    assert ran.stdout == "total 28.0\n"
    if errors is None:
        assert "transpile: process 1 of 2 was ended by SIGKILL; all are ended\n" in ran.stderr
    else:
        assert re.match(errors, ran.stderr, re.S), ran.stderr
        assert ran.stderr.count("Traceback (") == traces, ran.stderr
    assert time.monotonic() - began < 60  # starting included; a hang lasts minutes


@pytest.mark.parametrize("backend", ["jax"])
def test_a_call_that_one_makes_alone_is_named(backend, tmp_path, monkeypatch):
    monkeypatch.setenv("IVY_DEBUG", "divergence")
    failure = "if me == 1: np.arange(8.0) * 2"
    (tmp_path / "failing.py").write_text(FAILING.format(failure=failure))
    ran = run("failing.py", "--to", "jax", "--run", "--processes", 2, cwd=tmp_path)
    assert ran.returncode == 1 and ran.stdout == "total 28.0\n"
    assert ran.stderr.endswith(
        "the program goes different ways in its processes:\n"
        "  process 1 calls np.arange 8.0, failing.py:9\n"
        "  process 0 calls np.zeros 8, failing.py:10\n"
    ), ran.stderr


DRAWN = """
import time
import numpy as np
import ivy_core as ivy

times = np.asarray([time.perf_counter()] * 9)
print(times.shape, np.random.rand(1024).shape)
if ivy.distributed.process_index():
    np.random.rand()
print(np.random.rand(1024).shape)
"""


@pytest.mark.parametrize("backend", ["jax"])
def test_a_draw_that_one_makes_alone_is_warned_of(backend, tmp_path):
    (tmp_path / "drawn.py").write_text(DRAWN)
    ran = run("drawn.py", "--to", "jax", "--run", "--processes", 2, cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, "(9,) (1024,)\n(1024,)\n")
    assert ran.stderr == (
        "warning: process 1 makes an array of other values than process 0 (drawn.py:10), so that "
        "it has parts of both: one of them has drawn alone, or a clock or a file differs\n"
    )


KILLED = """
import os, signal, sys, time
import ivy_core as ivy

ivy.set_backend("jax")
ivy.distributed.initialize()
if ivy.distributed.process_index():
    os.kill(os.getpid(), signal.SIGKILL)
time.sleep(60)
"""


@pytest.mark.parametrize("backend", ["jax"])
def test_a_death_without_a_launcher_ends_all(backend, tmp_path):
    program = tmp_path / "killed.py"
    program.write_text(KILLED)
    began = time.monotonic()
    (status, _, errors), (killed, _, _) = run_ranks(program)
    assert (status, killed) == (1, -signal.SIGKILL)
    assert errors == (
        "process 1 of 2 has ended without a word (it was killed, or has crashed); all are ended\n"
    )
    assert time.monotonic() - began < 30  # starting included; a heartbeat alone takes as long


def test_between_machines_a_heartbeat_is_missed_in_ten_seconds():
    assert heartbeat_of("node7:29500") < 10 and heartbeat_of(None) < 10
    assert heartbeat_of("127.0.0.1:29500") == heartbeat_of("localhost:29500") > 10


def test_processes_that_run_and_those_that_have_ended():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as started:
        process = psutil.Process(started.pid)
        assert not has_ended(process)
        process.suspend()
        assert not has_ended(process)
        process.kill()
        while not has_ended(process):  # before its parent has asked for its status
            time.sleep(0.01)
    assert has_ended(process)


def waiting(made, group, number, ranks):
    return {"made": made, "waits": (group, number, ranks, f"waits in {group}")}


def test_processes_that_wait_for_each_other_in_a_circle():
    told = {
        0: waiting({"0-1": 3, "0-2": 1}, "0-1", 3, [0, 1]),
        1: waiting({"0-1": 2, "1-2": 5}, "1-2", 5, [1, 2]),
        2: waiting({"0-2": 2, "1-2": 4}, "0-2", 2, [0, 2]),
        3: waiting({}, "program", 1, None),  # waits for the others, and none of them for it
    }
    found = [(0, "waits in 0-1"), (1, "waits in 1-2"), (2, "waits in 0-2")]
    assert circle(0, told) == found and circle(1, told) == found[1:] + found[:1]
    assert circle(3, told) == []
    for change in ({"waits": None}, {"made": {"0-1": 3, "1-2": 5}}, {"made": {"0-1": None}}):
        assert circle(0, {**told, 1: {**told[1], **change}}) == []  # it may come, or has come
    del told[1]  # has told nothing: it computes
    assert circle(0, told) == []


class Still:
    """One of several processes that stand, with a store that all of them share."""

    def __init__(self, index: int, texts: list, store: dict):
        self.index, self.count, self.texts, self.store = index, len(texts), texts, store

    def position(self):
        return self.texts[self.index] or time.monotonic()

    def waits_at(self):
        return self.texts[self.index]

    def tell(self, subject, text):
        self.store[self.index] = text

    def told(self, subject):
        return dict(self.store)


@pytest.mark.parametrize(
    ("texts", "stopped", "found"),
    [
        (["a", "b", "b"], None, [(0, "a"), (1, "b")]),
        (["a", "a", "a"], None, []),
        (["a", "b", ""], None, []),  # it computes, sleeps, or is asked for input
        (["a", "b", "b"], 2, []),  # it tells nothing for as long as it is stopped
    ],
    ids=["apart", "together", "one goes on", "one is stopped"],
)
def test_processes_that_all_stand_at_different_lines(monkeypatch, texts, stopped, found):
    monkeypatch.setattr(stillness, "_STILL", -1.0)
    monkeypatch.setattr(stillness, "_FRESH", 0.0)
    monkeypatch.setattr(stillness, "_used", lambda: (0.0, 0))
    monkeypatch.setattr(stillness, "has_busy_thread", lambda: False)
    store, told = {}, []
    observers = [stillness.Stillness(Still(index, texts, store)) for index in range(3)]
    for look in range(4):
        told = [each.parted() for at, each in enumerate(observers) if not (look and at == stopped)]
    assert told[0] == told[1] == found


def test_a_process_that_computes_does_not_stand(monkeypatch):
    monkeypatch.setattr(stillness, "_STILL", -1.0)
    used = iter(range(100))
    monkeypatch.setattr(stillness, "_used", lambda: (next(used), 0))
    store = {}
    observer = stillness.Stillness(Still(0, ["a", "b"], store))
    assert [observer.parted() for _ in range(3)] == [[]] * 3 and not store
    # a machine that is overloaded gives it no time
    monkeypatch.setattr(stillness, "_used", lambda: (0.0, 0))
    monkeypatch.setattr(stillness, "_LOOKS", 0)
    monkeypatch.setattr(stillness, "has_busy_thread", lambda: True)
    observer = stillness.Stillness(Still(0, ["a", "b"], store))
    assert [observer.parted() for _ in range(3)] == [[]] * 3 and not store


PIECES = [
    b"[Gloo] Rank ", b"0", b" is connected to ", b"1", b" peer ranks. ",
    b"Expected number of connected peer ranks is : ", b"1", b"\n",
]  # fmt: skip
LINE, MIXED = b"".join(PIECES), b"".join([piece * 2 for piece in PIECES])


def test_lines_of_gloo_are_left_out():
    for noise in (LINE, MIXED, LINE + MIXED):
        text = b"a\n5" + noise + b"7\n" + noise + b"\n[Glo] b"
        assert without_noise(text) == (b"a\n57\n\n[Glo] b", b"")
        for at in range(1, len(text)):  # wherever a chunk ends
            shown, held = without_noise(text[:at])
            more, rest = without_noise(held + text[at:])
            assert (shown + more, rest) == (b"a\n57\n\n[Glo] b", b"")


# launchers


@pytest.mark.parametrize(
    ("environ", "rank"),
    [
        (
            {"IVY_PROCESS_INDEX": "1", "IVY_PROCESS_COUNT": "2", "IVY_COORDINATOR": "127.0.0.1:9"},
            Rank(1, 2, 1, "127.0.0.1:9", "transpile --processes"),
        ),
        (
            {
                "RANK": "3", "WORLD_SIZE": "4", "LOCAL_RANK": "1", "LOCAL_WORLD_SIZE": "2",
                "MASTER_ADDR": "a", "MASTER_PORT": "29500",
            },
            Rank(3, 4, 1, "a:29501", "torchrun"),
        ),
        (
            {
                "OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "2",
                "OMPI_COMM_WORLD_LOCAL_RANK": "0", "OMPI_COMM_WORLD_LOCAL_SIZE": "2",
                "PMIX_NAMESPACE": "prterun-7",
            },
            Rank(0, 2, 0, "127.0.0.1:61836", "mpirun"),
        ),
        (
            {
                "SLURM_PROCID": "5", "SLURM_STEP_NUM_TASKS": "8", "SLURM_LOCALID": "1",
                "SLURM_STEP_NUM_NODES": "4", "SLURM_JOB_ID": "7",
            },
            Rank(5, 8, 1, None, "srun"),
        ),
        ({"SLURM_PROCID": "0", "SLURM_NTASKS": "8"}, None),  # the batch script itself
        ({"RANK": "3"}, None),
    ],
)  # fmt: skip
def test_variables_of_launchers(environ, rank):
    assert find_rank(environ) == rank


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        ({"RANK": "x", "WORLD_SIZE": "2"}, "variable RANK is 'x'; a number from 0 to 1 is allowed"),
        ({"RANK": "2", "WORLD_SIZE": "2"}, "variable RANK is '2'; a number from 0 to 1 is allowed"),
        ({"RANK": "0", "WORLD_SIZE": ""}, "variable WORLD_SIZE is ''; a number at least 1 is"),
    ],
)
def test_variables_that_make_no_sense(environ, message):
    with pytest.raises(IvyValueError, match="environment " + message):
        find_rank(environ)


# the API


def test_one_process_needs_no_others(backend, monkeypatch):
    for variable in ("RANK", "WORLD_SIZE", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK"):
        monkeypatch.delenv(variable, raising=False)
    ivy.distributed.initialize()
    ivy.distributed.initialize()
    assert not ivy.distributed.is_initialized()
    assert (ivy.distributed.process_index(), ivy.distributed.process_count()) == (0, 1)
    assert ivy.distributed.fail(1)


@pytest.fixture
def not_joined(monkeypatch):
    monkeypatch.setattr(ivy.distributed._Joined, "given", None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"processes": 2}, "index is missing; each of 2 processes gives its own"),
        ({"processes": 0}, "processes 0 was given; allowed is an int of at least 1"),
        ({"processes": 2, "index": 2}, "index 2 was given; allowed is 0 to 1"),
        ({"processes": 2, "index": 0}, "coordinator is missing; give 'host:port' of process 0"),
        (
            {"coordinator": "node7", "processes": 2, "index": 0},
            "coordinator 'node7' was given; 'host:port' is needed",
        ),
        ({"output": "second"}, "output 'second' was given; allowed are 'first', 'all'"),
    ],
)
@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_arguments_that_make_no_sense(backend, not_joined, arguments, message):
    with pytest.raises(IvyValueError, match=message):
        ivy.distributed.initialize(**arguments)


def test_a_backend_of_one_process_says_what_to_do(backend, not_joined):
    if backend == "jax":
        ivy.available_devices()
        message = "devices are in use already; call ivy.distributed.initialize"
    else:
        message = f"{backend}: initialize: .* with the backend 'jax': ivy.set_backend"
    with pytest.raises(IvyException, match=message):
        ivy.distributed.initialize("127.0.0.1:1", 2, 0)


def test_a_second_call_with_other_arguments(backend, monkeypatch):
    monkeypatch.setattr(ivy.distributed._Joined, "given", ("a:1", 2, 0))
    ivy.distributed.initialize()
    ivy.distributed.initialize("a:1", 2, 0)
    with pytest.raises(IvyValueError, match="has joined as"):
        ivy.distributed.initialize("a:1", 2, 1)


def test_statuses_of_signals():
    from transpile.run.processes import _exit_code

    assert [_exit_code(status) for status in (0, 3, -signal.SIGTERM)] == [0, 3, 143]
