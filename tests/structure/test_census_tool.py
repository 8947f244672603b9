"""``python -m tools.census``: the names that packages use, and what the frontends have for them."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tools import census
from tools.name_lists import read_names
from transpile.reports.catalogue import Catalogue, Status

NAMES = read_names(Path(__file__).with_name("census.txt").read_text(encoding="utf-8"))


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "package"
    folder.mkdir()
    files = {
        "__init__.py": "import torch as th\nfrom .layers import xp\nth.nn.Linear(2, 2)\n",
        "layers.py": """
            import numpy as xp
            from torch.nn import functional as F
            from torch.no_such_module import thing
            def forward(x):
                return F.relu(x) + xp.pi.real, F.relu(x)
        """,
        "broken.py": "def f(:\n",
    }
    for name, text in files.items():
        (folder / name).write_text(textwrap.dedent(text))
    return folder


def test_uses_are_followed_and_counted(package, capsys):
    rows = {row.name: row for row in census.census([package, package], "jax")}
    assert rows["torch.nn.functional.relu"] == census.Row(
        "torch.nn.functional.relu", packages=2, uses=4, status="native"
    )
    assert rows["numpy.pi"].status == "passthrough"
    assert rows["torch.nn.Linear"].packages == 2
    assert rows["torch.no_such_module"].status == "unknown"
    assert "broken.py" in capsys.readouterr().err


def test_a_name_that_the_frontend_lacks_is_missing(package, monkeypatch, capsys):
    assert census.main([str(package)]) == 0
    monkeypatch.setattr("transpile.reports.catalogue.Catalogue.verdict", _nothing_is_known)
    assert census.main([str(package), "--status", "missing"]) == 1
    printed = capsys.readouterr().out
    assert "torch.nn.Linear" in printed
    assert "missing" in printed


def _nothing_is_known(self, name):
    from transpile.reports.catalogue import Verdict

    return Verdict(name, Status.UNKNOWN)


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_names_that_three_packages_use_are_here(framework):
    """The list is of a run on fifty packages; private names are among them."""
    catalogue = Catalogue(framework, "jax")
    absent = [name for name in NAMES[framework] if catalogue.verdict(name).status is Status.UNKNOWN]
    assert absent == []
