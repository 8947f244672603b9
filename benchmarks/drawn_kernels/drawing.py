"""The kernels of a seed, one after the other."""

from __future__ import annotations

from . import (
    bands,
    banks,
    cells,
    curves,
    factorisations,
    filters,
    graphs,
    grouped,
    images,
    letters,
    lists,
    monte_carlo,
    orders,
    recurrences,
    scans,
    sciences,
    sorting,
    spectra,
    stencils,
    structures,
    tables,
    traced_back,
)
from .specification import Draws, Kernel

FAMILIES = (
    stencils, recurrences, tables, factorisations, sorting, graphs, filters, monte_carlo, letters,
    bands, scans, sciences, lists, structures, images, banks, grouped, orders,
    spectra, curves, traced_back, cells,
)  # fmt: skip


def kernel_of(seed: int, number: int) -> Kernel:
    """Draw a kernel; families take turns, templates and all else are drawn."""
    draws = Draws(seed, number)
    family = FAMILIES[number % len(FAMILIES)]
    return draws.pick(*family.TEMPLATES)(draws)
