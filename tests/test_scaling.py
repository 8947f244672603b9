"""The page on scaling: its tables are what the compiled programs have."""

from __future__ import annotations

import re

import pytest

from benchmarks import scaling
from benchmarks.collectives import exchanges


def numbers(row: str) -> list[float]:
    return [float(each) for each in re.findall(r"\d+(?:\.\d+)?", row)]


@pytest.mark.parametrize("backend", ["jax"])
def test_the_tables_of_the_page_are_those_of_the_programs(backend):
    page = [numbers(row) for row in scaling.PAGE.read_text().splitlines() if row.startswith("| ")]
    found = scaling.measured(["heat", "fully_sharded"], (1, 2, 8))
    rows = re.findall(r"^\| \d+ .*", scaling.tables(found), re.MULTILINE)
    assert len(rows) == 12
    # of another CPU, XLA may count some operations more or fewer
    close = pytest.approx
    differing = [row for row in rows if not any(close(numbers(row), 0.02) == each for each in page)]
    assert differing == [], "python -m benchmarks.scaling --write puts the new ones there"


def test_the_page_has_each_program_at_each_number_of_devices():
    text = scaling.PAGE.read_text()
    for program in scaling.PROGRAMS.values():
        for how in ("strong", "weak"):
            table = text.split(f"### {program.title}, {how} scaling\n")[1].split("###")[0]
            assert tuple(map(int, re.findall(r"^\| (\d+) ", table, re.M))) == scaling.DEVICES


def test_what_a_device_sends_is_read_of_the_text():
    text = """
    %a = f32[8,4]{1,0} all-gather(%x), replica_groups=mesh['a'=4,'b'=2] {'a'}, dimensions={0}
    %b = (f32[4]{0}, bf16[2]{0}) all-reduce(%y, %z), replica_groups={{0,1},{2,3}}, to_apply=%add
    %c = (pred[2], pred[16]) all-gather-start(%v), replica_groups=[1,8]<=[8]
    %d = f64[1,3]{1,0} collective-permute(%w), source_target_pairs={{0,1}}
    """
    found = list(exchanges(text))
    assert found == [
        ("all-gather", 128, 4), ("all-reduce", 20, 2), ("all-gather", 16, 8),
        ("collective-permute", 24, 1),
    ]  # fmt: skip
    assert [scaling.sent_by_device(*each) for each in found] == [96, 20, 14, 24]
