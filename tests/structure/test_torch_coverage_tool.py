"""``python -m tools.torch_coverage``: what PyTorch's names are, and why some are not native."""

from __future__ import annotations

import pytest

from tools import torch_coverage as coverage


def test_marks_by_backend():
    found = coverage.rows("torch")["torch"]
    assert found["add"] == ("native",) * 4
    assert found["lobpcg"] == ("host", "host", "native", "host")  # of NumPy, JAX, PyTorch, ...
    assert found["complex32"] == ("native",) * 4  # it has a name; tensors of it are refused
    assert (
        coverage.rows("torch.autograd.Function")["torch.autograd.Function"]["mark_dirty"]
        == ("native",) * 4
    )


def test_every_name_that_is_not_native_has_its_reason():
    absent = coverage.not_native()
    assert not [name for name, reason in absent.items() if reason is None]
    why = coverage.reasons((coverage.ROOT / "docs/differences.md").read_text(encoding="utf-8"))
    assert not why.keys() - absent.keys()  # a reason for what is native


def test_the_tables_are_printed(capsys):
    assert coverage.main(["torch.fft"]) == 0
    assert "rfft" in capsys.readouterr().out
    assert coverage.main(["torch.nonsense"]) == 2
    assert "no such namespace" in capsys.readouterr().out


@pytest.mark.parametrize("reason", [None, "there is none"])
def test_a_name_without_a_reason_fails(monkeypatch, capsys, reason):
    monkeypatch.setattr(coverage, "not_native", lambda: {"torch.new_function": reason})
    assert coverage.main([]) == (reason is None)
    assert "torch.new_function" in capsys.readouterr().out
