"""Programs that run on several devices and in several processes: the options, and what they do."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests.frontends.torch.ranks import run_ranks
from transpile import TranspileError, options
from transpile.run.devices import Devices, with_processes

REPOSITORY = Path(__file__).parents[2]
TORCHRUN = {"RANK": "0", "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29500"}
RUN = ["sim.py", "--to", "jax", "--run"]


def parse(*given):
    return options.parse([*RUN, *given]).mesh_of_devices


GRID = ("rows", "cols")


@pytest.mark.parametrize(
    ("given", "devices"),
    [
        ("", None),
        ("--devices 8", Devices((8,), ("rows",))),
        ("--mesh 4x2", Devices((4, 2), GRID)),
        ("--mesh 4x2 --devices 8", Devices((4, 2), GRID)),
        ("--mesh 4x2 --partition cols,none,rows", Devices((4, 2), ("cols", None, "rows"))),
        ("--devices 2 --partition none,rows", Devices((2,), (None, "rows"))),
        ("--processes 2", Devices((2,), ("rows",), 2)),
        ("--processes 2 --mesh 2x2", Devices((2, 2), GRID, 2)),
    ],
)
def test_meaning_of_the_options(given, devices):
    assert parse(*given.split()) == devices


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--devices", "0"], "--devices must be at least 1, not 0"),
        (["--processes", "-1"], "--processes must be at least 1, not -1"),
        (["--mesh", "4*2"], "bad --mesh '4*2': write 8, 4x2 or the like"),
        (["--mesh", "1x1x1x1x2"], "--mesh 1x1x1x1x2 has 5 axes: at most 4 can be cut"),
        (
            ["--mesh", "4x2", "--devices", "4"],
            "--mesh 4x2 has 8 devices, --devices says 4: leave one of them out",
        ),
        (["--partition", "rows"], "--partition needs --devices or --mesh"),
        (
            ["--devices", "4", "--partition", "cols"],
            "unknown axis 'cols' of --partition: choose from rows, none",
        ),
        (
            ["--devices", "4", "--partition", "rows,rows"],
            "--partition rows,rows cuts two axes along rows: name each once",
        ),
        (
            ["--devices", "3", "--processes", "2"],
            "3 devices cannot be shared by 2 processes: write a multiple of 2",
        ),
        (
            ["--devices", "2", "--to", "torch"],
            "--devices needs --to jax: arrays of torch lie on one device",
        ),
        (["--devices", "2", "--device", "cpu"], "--device and --devices exclude each other"),
        (["--devices", "x"], "Invalid value for '--devices': 'x' is not a valid integer."),
    ],
)
def test_options_that_make_no_sense(given, message):
    with pytest.raises((TranspileError, click.ClickException)) as caught:
        parse(*given)
    assert getattr(caught.value, "format_message", caught.value.__str__)() == message


@pytest.mark.parametrize("name", ["devices", "mesh", "partition", "processes"])
def test_a_file_that_is_written_has_no_devices(name):
    with pytest.raises(click.UsageError, match=f"--{name} needs --run or -m"):
        options.parse(["sim.py", "--to", "jax", f"--{name}", "2"])
    with pytest.raises(click.UsageError, match="does not go with -m pytest"):
        options.parse(["--to", "jax", "--devices", "2", "-m", "pytest"])


def test_a_project_has_the_same_keys(tmp_path, monkeypatch):
    table = 'to = "jax"\nmesh = "4x2"\npartition = "rows,cols"\nprocesses = 2\ndevices = 8\n'
    (tmp_path / "pyproject.toml").write_text(f"[tool.transpile]\n{table}")
    monkeypatch.chdir(tmp_path)
    assert options.parse(["sim.py", "--run"]).mesh_of_devices == (
        Devices((4, 2), ("rows", "cols"), 2)
    )
    # what the command line says of devices stands for all that the project says of them
    assert options.parse(["sim.py", "--run", "--devices", "4"]).mesh_of_devices == (
        Devices((4,), ("rows",), 2)
    )
    assert options.parse(["sim.py", "--run", "--processes", "1"]).mesh_of_devices == (
        Devices((4, 2), ("rows", "cols"))
    )
    assert options.parse(["sim.py", "--run", "--to", "numpy"]).mesh_of_devices is None
    assert options.parse(["sim.py"]).mesh_of_devices is None


def test_a_launcher_has_started_the_processes():
    asked = Devices((8,), ("rows",))
    assert with_processes(asked, {}) == (asked, True)
    assert with_processes(Devices((8,), ("rows",), 2), {}) == (Devices((8,), ("rows",), 2), False)
    assert with_processes(asked, TORCHRUN) == (Devices((8,), ("rows",), 2), True)
    for devices, message in (
        (Devices((8,), ("rows",), 4), "--processes says 4, torchrun has started 2: leave"),
        (Devices((3,), ("rows",)), "3 devices cannot be shared by the 2 processes of torchrun"),
    ):
        with pytest.raises(TranspileError, match=message):
            with_processes(devices, TORCHRUN)
    with pytest.raises(TranspileError, match="^the environment variable RANK is 'x'"):
        with_processes(asked, {**TORCHRUN, "RANK": "x"})


def test_torchrun_takes_no_run_of_its_own(monkeypatch):
    given = ["sim.py", "--to", "jax", "--devices", "2"]
    monkeypatch.setenv("TORCHELASTIC_RUN_ID", "none")
    assert options.parse(given) == options.parse([*given, "--run"])
    assert not options.parse(["sim.py", "--to", "jax", "--diff"]).run


def test_no_process_decides_by_its_clock(capsys):
    from transpile import cli

    assert cli.main([*RUN, "--processes", "2", "--compile", "auto"]) == 2
    assert capsys.readouterr().err == (
        "transpile: --compile auto decides by the clock, which differs between processes: name "
        "the functions to compile\n"
    )


PROGRAM = """
import numpy as np
x = np.ones((8, 4))
x[1:-1] *= 2
print(x.placement)
print(x.sum(), len(x.placement.devices))
"""


def environment(**more):
    return {**os.environ, "PYTHONPATH": str(REPOSITORY), "TF_CPP_MIN_LOG_LEVEL": "3", **more}


@pytest.mark.parametrize("backend", ["jax"])
def test_new_arrays_lie_in_parts(backend, tmp_path):
    (tmp_path / "sim.py").write_text(PROGRAM)
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "transpile", *RUN, "--mesh", "4x2"],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    placement = "Placement(Mesh(cpu, rows=4, cols=2), ('rows', 'cols'))"
    assert ran.stdout == f"{placement}\n56.0 8\n"


@pytest.mark.parametrize("backend", ["jax"])
def test_processes_that_torchrun_has_started(backend, tmp_path):
    """Start the processes as torchrun does: with its variables, each with the whole command."""
    (tmp_path / "sim.py").write_text(PROGRAM)
    ran = run_ranks("-m", "transpile", *RUN, "--devices", "4", cwd=tmp_path)
    placement = "Placement(Mesh(cpu, rows=4), ('rows',))"
    assert ran == [(0, f"{placement}\n56.0 4\n", ""), (0, "", "")]
