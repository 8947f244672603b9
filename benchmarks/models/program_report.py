"""The tables of training steps as one program: against PyTorch eagerly, and against twins."""

from __future__ import annotations

import math

LIMIT, MEAN_LIMIT = 1.1, 0.8  # of a step, against PyTorch eagerly
SMALL_GPT, SMALL_GPT_LIMIT = "minGPT nano", 0.5
APART_LIMIT = 1e-4  # of the losses, against PyTorch's
TWIN_LIMIT, TWIN_COMPILE_LIMIT = 1.1, 1.5  # of the same by hand in JAX
_PAIRS = (("seconds", "twin"), ("compile", "twin_compile"))


def is_held(found: dict) -> bool:
    """Return whether a model keeps its bars as one program."""
    limit = SMALL_GPT_LIMIT if found["case"] == SMALL_GPT else LIMIT
    return found["seconds"] <= limit * found["torch"] and found["apart"] <= APART_LIMIT


def mean(rows: list[dict]) -> float:
    """Return the geometric mean of the steps against PyTorch's."""
    return math.exp(sum(math.log(each["seconds"] / each["torch"]) for each in rows) / len(rows))


def table(rows: list[dict]) -> list[str]:
    """Return the lines of the table of steps as one program."""
    lines = [
        "| step as one program, ms | ours | PyTorch | times | compiled in, s | losses apart |",
        "| --- |" + " --: |" * 5,
    ]
    for each in rows:
        times = [f"{1e3 * each[side]:.1f}" for side in ("seconds", "torch")]
        others = f"{each['seconds'] / each['torch']:.2f} | {each['compile']:.1f}"
        lines.append(f"| {each['case']} | {' | '.join(times)} | {others} | {each['apart']:.0e} |")
    if len(rows) > 1:
        lines.append(f"| geometric mean | | | {mean(rows):.2f} | | |")
    return lines


def is_twin_held(found: dict) -> bool:
    """Return whether a model keeps its bars."""
    return (
        found["seconds"] <= TWIN_LIMIT * found["twin"]
        and found["compile"] <= TWIN_COMPILE_LIMIT * found["twin_compile"]
        and found["apart"] <= APART_LIMIT
    )


def twins_table(rows: list[dict]) -> list[str]:
    """Return the lines of the table against the twins."""
    lines = [
        "| step as one program, ms | ours | by hand | times | compiled in, s | by hand | times "
        "| losses apart |",
        "| --- |" + " --: |" * 7,
    ]
    for each in rows:
        steps = f"{1e3 * each['seconds']:.1f} | {1e3 * each['twin']:.1f}"
        compiled = f"{each['compile']:.1f} | {each['twin_compile']:.1f}"
        times = [each[side] / each[twin] for side, twin in _PAIRS]
        lines.append(
            f"| {each['case']} | {steps} | {times[0]:.2f} | {compiled} | {times[1]:.1f} "
            f"| {each['apart']:.0e} |"
        )
    return lines
