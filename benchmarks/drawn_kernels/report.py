"""The tables of drawn kernels, and their bars."""

from __future__ import annotations

import math

WORST = 20
MEAN, NINETY_FIVE, MOST, COMPILING = 1.1, 2.0, 5.0, 1.5  # times the twin's


def _mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def ratio(row: dict) -> float:
    """Return how many times the twin's time a kernel takes; nan where it was not measured."""
    return row["ours"] / row["twin"] if row.get("ours") else math.nan


def _faults(rows: list[dict]) -> list[dict]:
    keys = ("error", "wrong", "twin wrong", "eager")
    return [row for row in rows if any(row.get(key) for key in keys)]


def table(rows: list[dict]) -> list[str]:
    """Return the lines of two tables: kernels with a fault, and the slowest of the others."""
    lines = ["| kernel | fault |", "| --- | --- |"]
    for row in _faults(rows):
        faults = [
            f"{key}: {row[key]}"
            for key in ("error", "wrong", "twin wrong", "eager")
            if row.get(key)
        ]
        lines.append(f"| {row['number']} {row.get('kernel', '')} | {'; '.join(faults)} |")
    timed = sorted((row for row in rows if row.get("ours")), key=ratio, reverse=True)
    lines += [
        "", "| kernel | NumPy, us | ours, us | twin, us | ratio | compiling |",
        "| --- | --: | --: | --: | --: | --: |",
    ]  # fmt: skip
    for row in timed[:WORST]:
        numpy, ours, twin = (f"{row[key] * 1e6:,.0f}" for key in ("numpy", "ours", "twin"))
        compiling = row["compiles"] / row["twin_compiles"]
        lines.append(
            f"| {row['number']} {row['kernel']} | {numpy} | {ours} | {twin} | {ratio(row):.2f} | "
            f"{compiling:.2f} |"
        )
    return lines


def summary(rows: list[dict]) -> tuple[list[str], bool]:
    """Return the lines of the summary, and whether the bars hold."""
    timed = [row for row in rows if row.get("ours") and not row["twin wrong"]]
    ratios = sorted(map(ratio, timed))
    compiling = [row["compiles"] / row["twin_compiles"] for row in timed]
    wrong = [row for row in rows if row.get("wrong") or row.get("error")]
    eager = [row for row in rows if row.get("eager")]
    forced = [row for row in rows if row.get("forced")]
    mean, compiled = _mean(ratios), _mean(compiling)
    above = sum(each > NINETY_FIVE for each in ratios)
    lines = [
        f"{len(rows)} kernels, {len(timed)} timed: geometric mean {mean:.2f} of the twin "
        f"(bar {MEAN:g})",
        f"above {NINETY_FIVE:g}: {above}; above {MOST:g}: {sum(each > MOST for each in ratios)}",
        f"compile time, geometric mean: {compiled:.2f} (bar {COMPILING:g})",
        f"wrong or failed: {len(wrong)}; with an eager part: {len(eager)}, and {len(forced)} that "
        "have to; wrong twins: "
        f"{sum(bool(row.get('twin wrong')) for row in rows)}",
    ]
    held = (
        not wrong and not eager and mean <= MEAN and above <= 0.05 * len(ratios)
        and max(ratios, default=0.0) <= MOST and compiled <= COMPILING
    )  # fmt: skip
    return lines, held
