"""The tables of the models: where the milliseconds of a training step go."""

from __future__ import annotations

import math

PROGRAMS = {"IVY_MODULES": "programs"}
LIMIT, MEAN_LIMIT = 3.0, 1.5  # of a steady step, against PyTorch eagerly


def is_held(row: dict) -> bool:
    """Return whether a model's steady step keeps its bar."""
    return row["steady"] <= LIMIT * row["torch"]


def mean(rows: list[dict]) -> float:
    """Return the geometric mean of the steady steps against PyTorch's."""
    return math.exp(sum(math.log(row["steady"] / row["torch"]) for row in rows) / len(rows))


def table(cold: list[dict], rows: list[dict], programs: list[dict]) -> list[str]:
    """Return the lines of both tables: first steps, then steady ones.

    Parameters
    ----------
    cold : list of dict
        Rows of a process whose folder of compiled programs was empty; none are left out.
    rows : list of dict
        Rows of a later process.
    programs : list of dict
        Rows of a process in which modules are programs; they may be none.
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
        "| steady step, ms | all | forward | backward | optimizer | PyTorch | times |",
        "| --- |" + " --: |" * 6,
    ]
    for where, measured in (("", rows), (", modules as programs", programs)):
        for row in measured:
            cells = [row["steady"], *row["phases"], row["torch"]]
            shown = " | ".join(f"{1e3 * value:.1f}" for value in cells)
            lines.append(f"| {row['case']}{where} | {shown} | {row['steady'] / row['torch']:.2f} |")
        if measured:
            lines.append(f"| geometric mean{where} | | | | | | {mean(measured):.2f} |")
    return lines
