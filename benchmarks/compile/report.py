"""What is said of the times of compiled kernels."""

from __future__ import annotations

import math

# Of the ratio of ours to each: what the geometric mean may be, and the worst.
LIMITS = {"jax": (1.05, 1.8), "numpy": (0.33, None), "numba": (1.0, None)}
NAMES = {"jax": "JAX by hand", "numpy": "NumPy", "numba": "numba"}
FIRST = 1.5  # the time of compiling, to that of the hand-written form
GROWTH = 2.0  # of the time of compiling, from few steps to many


def geometric_mean(values) -> float:
    """Return the geometric mean, nan of no values."""
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs)) if logs else math.nan


def ratios(rows: list[dict], side: str) -> dict[str, float]:
    """Return the time of ours over that of a side, by the kernels that both have computed."""
    return {
        row["kernel"]: row["ours"] / row[side]
        for row in rows
        if row.get("ours") is not None and row.get(side) is not None
    }


def summary(rows: list[dict]) -> tuple[list[str], bool]:
    """Return what is said of the bars, in lines, and whether all are held."""
    lines, all_held = [], True

    def say(text: str, held: bool, names=()):
        nonlocal all_held
        all_held = all_held and held
        told = f": {', '.join(names)}" if names else ""
        lines.append(f"{text}: {'held' if held else 'MISSED'}{told}")

    timed = [row for row in rows if row.get("ours") is not None]
    say(f"{len(timed)} of {len(rows)} kernels computed", len(timed) == len(rows) > 0)
    for side, (mean, worst) in LIMITS.items():
        found = ratios(rows, side)
        if not found:
            lines.append(f"against {NAMES[side]}: not measured")
            continue
        reached = geometric_mean(found.values())
        text = f"against {NAMES[side]}, {len(found)} kernels: geometric mean {reached:.2f}"
        say(f"{text}, limit {mean:g}", reached <= mean)
        if worst is not None:
            over = [f"{name} {ratio:.2f}" for name, ratio in found.items() if ratio > worst]
            say(f"{len(over)} above {worst:g}", not over, over)
    firsts = [row["first"] / row["first_jax"] for row in timed]
    if firsts:
        reached = geometric_mean(firsts)
        text = f"compiling, against JAX by hand: geometric mean {reached:.2f}, limit {FIRST:g}"
        say(text, reached <= FIRST)
        growing = [
            f"{row['kernel']} {growth(row):.1f}"
            for row in timed
            if growth(row) > GROWTH and growth(row) > GROWTH * growth_by_hand(row)
        ]
        say(f"{len(growing)} whose compiling takes longer with more steps", not growing, growing)
    eager = [row["kernel"] for row in timed if row["eager"]]
    say(f"{len(eager)} with a part that runs eagerly", not eager, eager)
    lines += [f"{row['kernel']}: {reason}" for row in timed for reason in row["eager"]]
    lines += [f"failed: {row['kernel']}: {row['error']}" for row in rows if row.get("error")]
    lines += [
        f"{row['kernel']}: {_milli(row['otherwise'])} ms by another algorithm by hand in JAX, "
        f"{_milli(row['jax'])} by the same, {_milli(row['ours'])} compiled"
        for row in timed
        if row.get("otherwise")
    ]
    lines += [f"no numba: {row['kernel']}: {row['refused']}" for row in rows if row.get("refused")]
    return lines, all_held


def growth(row: dict) -> float:
    """Return by how much compiling at the sizes that are timed takes longer than at small ones."""
    return row["first"] / row["first_small"]


def growth_by_hand(row: dict) -> float:
    """Return the same of the hand-written form, whose sizes may be known when it is traced."""
    return row["first_jax"] / row["first_jax_small"]


def table(rows: list[dict]) -> list[str]:
    """Return a Markdown table of the rows, the slowest against the hand-written form first."""

    def slowness(row):
        return -row["ours"] / row["jax"] if row.get("ours") is not None else -math.inf

    lines = [
        "| kernel | NumPy, ms | JAX by hand, ms | numba, ms | compiled, ms | to JAX | to NumPy | "
        "to numba | compiling, s | by hand, s | |",
        "| --- |" + " --: |" * 9 + " --- |",
    ]
    for row in sorted(rows, key=slowness):
        times = [_milli(row.get(side)) for side in ("numpy", "jax", "numba", "ours")]
        over = [_ratio(row, side) for side in ("jax", "numpy", "numba")]
        firsts = [_seconds(row.get("first")), _seconds(row.get("first_jax"))]
        cells = [row["kernel"], *times, *over, *firsts, verdict(row)]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def verdict(row: dict) -> str:
    """Return what a kernel misses by itself, in a word, or nothing."""
    if row.get("error"):
        return "FAILED"
    if row["eager"]:
        return "EAGER"
    return "SLOW" if row["ours"] > LIMITS["jax"][1] * row["jax"] else ""


def _milli(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds * 1e3:,.2f}"


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.2f}"


def _ratio(row: dict, side: str) -> str:
    known = row.get("ours") is not None and row.get(side) is not None
    return f"{row['ours'] / row[side]:.2f}" if known else ""
