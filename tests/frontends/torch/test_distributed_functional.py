"""``torch.distributed.nn.functional`` of two ranks, against two of real PyTorch's with gloo."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from frontends.torch.distributed.elastic import record
from tests.frontends.torch.ranks import compared_in_ranks

PROGRAM = Path(__file__).parent / "functional_in_ranks.py"
results, test_results_and_gradients_are_those_of_pytorch = compared_in_ranks(PROGRAM)


def fail(number):
    raise ValueError(f"of {number}")


def leave(status):
    sys.exit(status)


def test_record_writes_what_pytorch_writes(tmp_path, monkeypatch):
    errors = pytest.importorskip("torch.distributed.elastic.multiprocessing.errors")
    told = []
    for at, recorded in enumerate((record, errors.record)):
        path = tmp_path / f"{at}.json"
        monkeypatch.setenv("TORCHELASTIC_ERROR_FILE", str(path))
        assert recorded(abs)(-3) == 3 and not path.exists()
        assert recorded(leave)(0) is None
        with pytest.raises(SystemExit):
            recorded(leave)(3)
        assert not path.exists()
        with pytest.raises(ValueError, match="of 3"):
            recorded(fail)(3)
        message = json.loads(path.read_text())["message"]
        assert message["extraInfo"]["timestamp"].isdecimal()
        told.append((message["message"], "in fail" in message["extraInfo"]["py_callstack"]))
    assert told[0] == told[1] == ("ValueError: of 3", True)
