"""What is said of the times of layers."""

from __future__ import annotations


def is_held(row: dict) -> bool:
    """Return whether a row holds its bar."""
    return row["limit"] is None or row["ours"] <= row["limit"] * row["native"]


def table(rows: list[dict], unit: str = "ms") -> list[str]:
    """Return a Markdown table of the rows, each with its bar, in ``"ms"`` or ``"us"``."""
    scale = {"ms": 1e3, "us": 1e6}[unit]
    lines = [
        f"| case | native, {unit} | ours, {unit} | ratio | limit | |",
        "| --- | --: | --: | --: | --: | --- |",
    ]
    for row in rows:
        limit, said = row["limit"], "held" if is_held(row) else "MISSED"
        lines.append(
            f"| {row['case']} | {row['native'] * scale:,.3f} | {row['ours'] * scale:,.3f} | "
            f"{row['ours'] / row['native']:.2f} | "
            f"{'' if limit is None else f'{limit:g}'} | {'' if limit is None else said} |"
        )
    return lines
