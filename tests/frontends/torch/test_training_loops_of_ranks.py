"""Training loops of ranks, whose steps ``--compile auto`` compiles at the same call in each."""

from __future__ import annotations

from pathlib import Path

from tests.frontends.torch.ranks import of_ranks, run_ranks

PROGRAM = Path(__file__).parent / "training_loops_in_ranks.py"
AUTO = ("-m", "transpile", PROGRAM, "--to", "jax", "--run", "--compile", "auto", "--compile-report")


@of_ranks
def test_two_ranks_print_what_those_of_pytorch_print(backend):
    (status, wanted, errors), _ = run_ranks(PROGRAM)
    assert status == 0, errors
    found = run_ranks(*AUTO)
    assert [each[0] for each in found] == [0, 0], found[0][2] + found[1][2]
    assert found[0][1] == wanted
    for _, _, report in found:
        (row,) = [line for line in report.splitlines() if line.startswith(" _training_step ")]
        assert " compiled " in row, report
