"""What is said of the times of everyday operations: tables, and which bars hold."""

from __future__ import annotations

import math

# Of the ratio to native: (geometric mean, the worst).
LIMITS = {
    "small": {
        "numpy": (2.0, 4.0),
        "torch": (2.0, 4.0),
        "jax": (1.0, 1.5),
        "tensorflow": (1.3, 3.0),
    },
    "large": {
        "numpy": (1.05, 1.4),
        "torch": (1.1, 2.5),
        "jax": (1.1, 2.5),
        "tensorflow": (2.0, 5.0),
    },
}


def geometric_mean(rows) -> float:
    """Return the geometric mean of ours over native."""
    logs = [math.log(row["ours"] / row["native"]) for row in rows if "error" not in row]
    return math.exp(sum(logs) / len(logs))


def summary(rows: list[dict], limits: tuple[float, float]) -> tuple[list[str], bool]:
    """Return what is said of the bars, in lines, and whether they are held."""
    mean = geometric_mean(rows)
    timed = [row for row in rows if "error" not in row]
    over = [row for row in timed if row["ours"] > limits[1] * row["native"]]
    excepted = [row for row in over if row["ours"] <= limits[1] * row.get("whole", 0.0)]
    over = [row for row in over if row not in excepted]
    failed = [row for row in rows if "error" in row]
    lines = [
        f"geometric mean {mean:.2f}, limit {limits[0]:g}: {_word(mean <= limits[0])}",
        f"{len(over)} of {len(timed)} above {limits[1]:g}: {_word(not over)}",
    ]
    lines += [
        f"excepted: {row['case']}: {row['whole_call']} takes {row['whole'] * 1e6:,.2f} us"
        for row in excepted
    ]
    lines += [f"failed: {row['case']}: {row['error']}" for row in failed]
    return lines, mean <= limits[0] and not over and not failed


def _word(held: bool) -> str:
    return "held" if held else "MISSED"


def table(rows: list[dict]) -> list[str]:
    """Return a Markdown table, the worst first."""
    rows = [row for row in rows if "error" not in row]
    rows.sort(key=lambda row: -row["ours"] / row["native"])
    lines = [
        "| case | ours, us | native, us | ratio | native call |",
        "| --- | --: | --: | --: | --- |",
    ]
    for row in rows:
        call = "" if row["native_call"] == row["case"] else f"`{row['native_call']}`"
        lines.append(
            f"| `{row['case']}` | {row['ours'] * 1e6:,.2f} | {row['native'] * 1e6:,.2f} | "
            f"{row['ours'] / row['native']:.2f} | {call} |"
        )
    return lines


def exceptions(rows: dict[str, list[dict]]) -> list[str]:
    """Return a Markdown table of the cases of which a framework's own words give less.

    Parameters
    ----------
    rows : dict of str to list of dict
        By backend, the rows of those cases.
    """
    lines = [
        "| case | backend | ours, us | the framework's words, us | its call for all of it, us |",
        "| --- | --- | --: | --: | --: |",
    ]
    lines += [
        f"| `{row['case']}` | {backend} | {row['ours'] * 1e6:,.1f} | `{row['native_call']}` "
        f"{row['native'] * 1e6:,.1f} | `{row['whole_call']}` {row['whole'] * 1e6:,.1f} |"
        for backend, found in rows.items()
        for row in found
    ]
    return lines
