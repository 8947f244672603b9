"""What is said of a census: the farthest calls, and how many are how far."""

from __future__ import annotations

import math

FAR = 10.0  # times PyTorch's CPU time, from which on a call is looked at
STATEMENTS_LIMIT = 6.0  # geometric mean
SHOWN = 30
# What is drawn: options of ``python -m benchmarks.census``
DRAWS = (
    (),
    ("--parts", "operators", "--dtype", "int64"),
    ("--parts", "operators", "--dtype", "bool"),
    ("--parts", "statements", "--edge", "32"),
)


def _ratio(row: dict) -> float:
    return row["ours"] / row["torch"]


def table(rows: list[dict], shown: int = SHOWN) -> list[str]:
    """Return the farthest rows as a table in Markdown, microseconds."""
    timed = sorted((row for row in rows if "ours" in row), key=_ratio, reverse=True)
    lines = ["| call | variant | PyTorch | ours | times |", "| --- | --- | --: | --: | --: |"]
    for row in timed[:shown]:
        lines.append(
            f"| `{row['case']}` | {row['variant']} | {row['torch']:.1f} | {row['ours']:.1f} | "
            f"{_ratio(row):.1f} |"
        )
    return lines


def told(rows: list[dict]) -> list[str]:
    """Return a table in Markdown, a line for each kind of call: how many, and how far they are."""
    lines = [
        "| calls | dtype, edge | how many | geometric mean | 9 in 10 below | above 10 | worst |",
        "| --- | --- | --: | --: | --: | --: | --: |",
    ]
    for variant, dtype, edge in dict.fromkeys(map(_kind_of, rows)):
        ratios = sorted(_ratios(rows, (variant, dtype, edge)))
        if ratios:
            far = sum(ratio > FAR for ratio in ratios)
            lines.append(
                f"| {_SHOWN.get(variant, variant)} | {dtype}, {edge} | {len(ratios)} | "
                f"{_mean(ratios):.1f} | {ratios[int(0.9 * len(ratios))]:.1f} | {far} | "
                f"{ratios[-1]:.0f} |"
            )
    return lines


_SHOWN = {
    "statement": "statements of scripts",
    "function": "operators",
    "inplace": "in place",
    "tracked": "recorded",
    "backward": "recorded, and their gradients",
}


def _kind_of(row: dict) -> tuple[str, str, int]:
    return row["variant"], row["dtype"], row["edge"]


def _ratios(rows: list[dict], kind: tuple) -> list[float]:
    return [_ratio(row) for row in rows if "ours" in row and _kind_of(row) == kind]


def _mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def is_held(rows: list[dict]) -> bool:
    """Return whether statements of scripts are as near on average as they are to be."""
    found = [_ratio(row) for row in rows if "ours" in row and row["variant"] == "statement"]
    return not found or _mean(found) <= STATEMENTS_LIMIT


def summary(rows: list[dict]) -> list[str]:
    """Return a line a variant: how many calls, their geometric mean, how many are far."""
    lines = []
    for kind in dict.fromkeys(map(_kind_of, rows)):
        ratios = sorted(_ratios(rows, kind))
        if ratios:
            far, count = sum(ratio > FAR for ratio in ratios), len(ratios)
            lines.append(
                f"{kind}: {count} calls, geometric mean {_mean(ratios):.1f}, 9 in 10 below "
                f"{ratios[int(0.9 * count)]:.1f}, {far} above {FAR:g}, worst {ratios[-1]:.0f}; "
                f"{sum(_kind_of(row) == kind for row in rows) - count} not timed"
            )
    return lines
