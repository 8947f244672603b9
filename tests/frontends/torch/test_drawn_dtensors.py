"""Functions of DTensors that lie in drawn ways give what they give of plain tensors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.frontends.torch.ranks import of_ranks, run_ranks

PROGRAM = Path(__file__).parent / "drawn_dtensors.py"


def only_with_full(params) -> bool:
    return params["share"] > 0.1


@pytest.mark.parametrize(("seed", "share"), [(1, 0.04), (2, 0.2), (3, 0.2), (4, 0.2), (5, 0.2)])
@of_ranks
def test_results_are_those_of_plain_tensors(backend, seed, share, tmp_path):
    pytest.importorskip("torch")
    for status, _, errors in run_ranks(PROGRAM, seed, share, tmp_path):
        assert status == 0, errors
    for rank in range(2):
        count, wrong = json.loads((tmp_path / f"{rank}.json").read_text())
        assert count > 1000 * share and not wrong, wrong
