"""What is said of the times of calls on tiny arrays."""

from __future__ import annotations

import math

# Of the ratio to NumPy: the geometric mean by backend, and the worst call on any.
MEANS = {"numpy": 3.0, "jax": 3.0, "torch": 3.0, "tensorflow": 4.0}
WORST = 10.0

_SHOWN = 15


def factor(row: dict) -> float:
    """Return how many times NumPy's time ours is."""
    return row["ours"] / row["numpy"]


def mean(rows: list[dict]) -> float:
    """Return the geometric mean of ours over NumPy's."""
    return math.exp(sum(math.log(factor(row)) for row in rows) / len(rows))


def over(rows: list[dict]) -> list[dict]:
    """Return the rows above what any call may take, the worst first."""
    return sorted((row for row in rows if factor(row) > WORST), key=factor, reverse=True)


def is_held(backend: str, rows: list[dict]) -> bool:
    """Return whether the bars hold."""
    return mean(rows) <= MEANS[backend] and not over(rows)


def told(backend: str, rows: list[dict]) -> list[str]:
    """Return the mean, the calls above the bar, and a table of the worst, in lines of Markdown."""
    above = ", ".join(f"`{row['call']}` {factor(row):.0f}" for row in over(rows))
    lines = [
        f"mean {mean(rows):.2f} of {len(rows)} calls, limit {MEANS[backend]:g}",
        f"{len(over(rows))} above {WORST:g}: {above}",
        "",
        "| call | ours, us | NumPy, us | times |",
        "| --- | --: | --: | --: |",
    ]
    worst = sorted(rows, key=factor, reverse=True)[:_SHOWN]
    return lines + [
        f"| `{row['call']}` | {row['ours'] * 1e6:.2f} | {row['numpy'] * 1e6:.2f} "
        f"| {factor(row):.1f} |"
        for row in worst
    ]


def table(found: dict[str, list[dict]]) -> list[str]:
    """Return a table by backend: the mean, how many calls are above the bar, and the worst five."""
    lines = [
        f"| backend | mean | limit | above {WORST:g} | worst |",
        "| --- | --: | --: | --: | --- |",
    ]
    for backend, rows in found.items():
        worst = sorted(rows, key=factor, reverse=True)[:5]
        shown = ", ".join(f"`{row['call']}` {factor(row):.1f}" for row in worst)
        lines.append(
            f"| {backend} | {mean(rows):.2f} | {MEANS[backend]:g} "
            f"| {len(over(rows))} of {len(rows)} | {shown} |"
        )
    return lines
