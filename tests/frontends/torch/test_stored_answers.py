"""The frontend against answers of PyTorch that are stored: PyTorch need not be installed here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import frontends.numpy
import frontends.torch as torch
from frontends.torch.compat.standins import ISSUE_TRACKER
from tests.frontends.torch.stored_programs import PROGRAMS, WITH_GRADIENTS, waves
from tools.torch_answers import answer, differences, read_answers

ROOT = Path(__file__).parents[3]
ANSWERS = read_answers()


@pytest.mark.filterwarnings("error::frontends.numpy.FallbackWarning")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_gives_what_pytorch_gave(backend, name):
    if backend == "numpy" and name in WITH_GRADIENTS:
        with pytest.raises(
            (RuntimeError, NotImplementedError), match="NumPy computes no gradients"
        ):
            answer(name, torch)
    else:
        assert list(differences(answer(name, torch), ANSWERS[name])) == []


@pytest.mark.parametrize("np", [numpy, frontends.numpy], ids=["real", "frontend"])
def test_files_of_numpy_keep_tensors(backend, np, tmp_path):
    x = waves(torch, 2, 3)
    np.savez(tmp_path / "file.npz", x, turned=x.T, whole=torch.tensor(3), host=x.numpy())
    with np.load(tmp_path / "file.npz") as file:
        assert torch.equal(torch.from_numpy(file["arr_0"]), x)
        assert torch.equal(torch.as_tensor(file["turned"]), x.T)
        assert torch.tensor(file["whole"]).item() == 3 and file["whole"].dtype == np.int64
        assert torch.equal(torch.tensor(file["host"]), x)


def without_pytorch(code: str) -> str:
    """Return what a program prints that cannot import PyTorch."""
    before = "import sys\nsys.modules['torch'] = None\nimport ivy_core, frontends.torch as torch\n"
    command = [sys.executable, "-W", "ignore", "-c", before + code]
    return subprocess.check_output(command, cwd=ROOT, text=True)


def test_what_would_run_in_pytorch_names_the_function_its_line_and_where_to_ask(no_backend):
    code = """
ivy_core.set_backend("numpy")
def call(function):
    try:
        return function()
    except ImportError as error:
        print(type(error).__name__, error)

call(lambda: torch.linalg.ldl_factor(torch.eye(2)))
call(lambda: torch.lobpcg(torch.eye(2)))
call(lambda: torch.utils.tensorboard.SummaryWriter.add_mesh(None))
call(lambda: torch.nn.functional.scaled_mm(torch.eye(2)))
try:
    torch.hub.load("a", "b")
except NotImplementedError as error:
    print(error)
"""
    *lines, unsupported = without_pytorch(code).splitlines()
    assert "torch.hub.load of a str, at <string>:" in unsupported and ISSUE_TRACKER in unsupported
    names = [
        "linalg.ldl_factor", "lobpcg", "utils.tensorboard.SummaryWriter.add_mesh",
        "nn.functional.scaled_mm",
    ]  # fmt: skip
    assert len(lines) == len(names)
    for at, (line, name) in enumerate(zip(lines, names, strict=True)):
        assert line.startswith(f"IvyBackendNotInstalled torch.{name}, at <string>:{12 + at}: ")
        assert "pip install 'ivy-frontends[torch]'" in line and line.endswith(ISSUE_TRACKER)
