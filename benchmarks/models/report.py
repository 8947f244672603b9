"""The tables of the models: where the milliseconds of a training step go."""

from __future__ import annotations

import math

LIMIT, MEAN_LIMIT = 3.0, 1.5  # of a steady step, against PyTorch eagerly
COLD_LIMIT, FIRST_LIMIT = 25.0, 8.0  # of a first step, against PyTorch's: nothing on disk, or all
EARLY_LIMIT = 1.5  # of the slowest step of the second to the tenth, against their median
MEMORY_LIMIT = 1.2  # of what a step needs, against PyTorch
NEW_SHAPE_LIMIT = 0.15  # seconds that the first batch of another size takes more
APART_LIMIT = 1e-4  # of five losses, against PyTorch's


def are_held(cold: list[dict], rows: list[dict]) -> bool:
    """Return whether all models keep their bars."""
    if any(row["first"] > COLD_LIMIT * row["torch_first"] for row in cold):
        return False
    return all(map(_is_held, rows)) and mean(rows) <= MEAN_LIMIT


def _is_held(row: dict) -> bool:
    return (
        row["first"] <= FIRST_LIMIT * row["torch_first"]
        and row["steady"] <= LIMIT * row["torch"]
        and row["early"] <= EARLY_LIMIT
        and row["new_shape"] <= NEW_SHAPE_LIMIT
        and row["apart"] <= APART_LIMIT
        and (row["memory"] is None or row["memory"] <= MEMORY_LIMIT * row["torch_memory"])
    )


def mean(rows: list[dict]) -> float:
    """Return the geometric mean of the steady steps against PyTorch's."""
    return math.exp(sum(math.log(row["steady"] / row["torch"]) for row in rows) / len(rows))


def table(cold: list[dict], rows: list[dict]) -> list[str]:
    """Return the lines of both tables: first steps, then later ones.

    Parameters
    ----------
    cold : list of dict
        Rows of processes whose folders of compiled programs were empty.
    rows : list of dict
        Rows of second processes.
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
        "| new shape, s | memory, MB | PyTorch | losses apart |",
        "| --- |" + " --: |" * 11,
    ]
    for row in rows:
        cells = [row["steady"], *row["phases"], row["torch"]]
        shown = " | ".join(f"{1e3 * value:.1f}" for value in cells)
        others = f"{row['steady'] / row['torch']:.2f} | {row['early']:.1f} | {row['new_shape']:.2f}"
        memory = " | ".join(_megabytes(row[side]) for side in ("memory", "torch_memory"))
        lines.append(f"| {row['case']} | {shown} | {others} | {memory} | {row['apart']:.0e} |")
    if rows:
        lines.append(f"| geometric mean | | | | | | {mean(rows):.2f} | | | | | |")
    return lines


def _megabytes(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
