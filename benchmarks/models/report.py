"""The tables of the models: where the milliseconds of a training step go."""

from __future__ import annotations

import math

LIMIT, MEAN_LIMIT = 3.0, 1.5  # of a steady step, against PyTorch eagerly
EARLY_LIMIT = 1.5  # of the slowest step of the second to the tenth, against their median
APART_LIMIT = 1e-4  # of five losses, against PyTorch's


def is_held(row: dict) -> bool:
    """Return whether a model keeps its bars."""
    return (
        row["steady"] <= LIMIT * row["torch"]
        and row["early"] <= EARLY_LIMIT
        and row["apart"] <= APART_LIMIT
    )


def mean(rows: list[dict]) -> float:
    """Return the geometric mean of the steady steps against PyTorch's."""
    return math.exp(sum(math.log(row["steady"] / row["torch"]) for row in rows) / len(rows))


def table(cold: list[dict], rows: list[dict]) -> list[str]:
    """Return the lines of both tables: first steps, then later ones.

    Parameters
    ----------
    cold : list of dict
        Rows of a process whose folder of compiled programs was empty; none are left out.
    rows : list of dict
        Rows of a later process.
    """
    lines = [
        "| first step, s | all | trace | lower | XLA | rest | PyTorch | times |",
        "| --- |" + " --: |" * 7,
    ]
    for where, measured in (("", cold), (", second process", rows)):
        for row in measured:
            parts = [row["first"], *[row["stages"][name] for name in ("trace", "lower", "xla")]]
            cells = [f"{value:.2f}" for value in (*parts, parts[0] - sum(parts[1:]))]
            times = f"{row['torch_first']:.3f} | {row['first'] / row['torch_first']:.0f}"
            lines.append(f"| {row['case']}{where} | {' | '.join(cells)} | {times} |")
    lines += [
        "",
        "| steady step, ms | all | forward | backward | optimizer | PyTorch | times | early "
        "| losses apart |",
        "| --- |" + " --: |" * 8,
    ]
    for row in rows:
        cells = [row["steady"], *row["phases"], row["torch"]]
        shown = " | ".join(f"{1e3 * value:.1f}" for value in cells)
        others = f"{row['steady'] / row['torch']:.2f} | {row['early']:.1f} | {row['apart']:.0e}"
        lines.append(f"| {row['case']} | {shown} | {others} |")
    if rows:
        lines.append(f"| geometric mean | | | | | | {mean(rows):.2f} | | |")
    return lines
