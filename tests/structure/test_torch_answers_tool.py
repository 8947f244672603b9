"""``python -m tools.torch_answers``: what real PyTorch gives is what is stored."""

from __future__ import annotations

import json

import pytest
import torch

from tools import torch_answers


def test_pytorch_gives_what_is_stored():
    assert torch_answers.check(torch) == []


def test_a_check_names_programs_and_places_that_differ(monkeypatch, tmp_path):
    pytest.importorskip("safetensors")
    path = tmp_path / "answers.json"
    monkeypatch.setattr(torch_answers.stored, "ANSWERS", path)
    monkeypatch.setattr(torch_answers.stored, "SAFETENSORS", tmp_path / "kinds")
    monkeypatch.setattr(torch_answers.stored, "PROGRAMS", {"sums": lambda torch: [torch.ones(2)]})
    monkeypatch.setattr(torch_answers.stored, "CHECKPOINTS", [tmp_path / "one", tmp_path / "other"])
    assert torch_answers.main([]) == 0 and torch_answers.main(["--check"]) == 0
    stored = {"sums": [{"dtype": "torch.float32", "shape": [2], "elements": [1.0, 2.0]}], "gone": 1}
    path.write_text(json.dumps(stored))
    assert torch_answers.check(torch) == [
        "sums[0]['elements'][1]: 1.0 in place of 2.0", "gone: no such program",
    ]  # fmt: skip
    assert torch_answers.main(["--check"]) == 1
