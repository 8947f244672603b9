"""What is said of the times of the PyTorch frontend."""

from __future__ import annotations

from ..everyday import report
from ..layers.report import is_held, table

# Everyday operations, by backend and by whether gradients are wanted: (geometric mean, the worst)
# of the ratio to native. JAX's own calls record nothing.
EVERYDAY_LIMITS = {
    ("torch", False): (2.0, 4.0),
    ("torch", True): (2.0, 4.0),
    ("jax", False): (1.2, 4.0),
    ("jax", True): (2.5, 6.0),
}


def told(backend: str, found: dict) -> tuple[list[str], bool]:
    """Return the lines of one backend, in Markdown, and whether its bars are held.

    Parameters
    ----------
    found : dict
        What ``benchmarks.torch`` prints as JSON.
    """
    rows = found["calls"] + found["networks"]
    lines = [*table(rows, "us"), ""]
    held = all(map(is_held, rows))
    for name, tracked in (("everyday", False), ("tracked", True)):
        if not found[name]:  # none of those that were asked for
            continue
        said, within = report.summary(found[name], EVERYDAY_LIMITS[backend, tracked])
        held = held and within
        how = "requiring gradients" if tracked else "without gradients"
        lines += [f"Everyday operations, {how}; the worst ten:", ""]
        lines += [*report.table(found[name])[:12], "", *said, ""]
    return lines, held
