"""Diffusivities, read from the package's data file."""

from importlib.resources import files

import numpy

from .units import PER_MINUTE


def read():
    """Return material -> diffusivity in square metres per minute."""
    lines = files(__package__).joinpath("data/materials.csv").read_text().splitlines()
    names = [line.split(",")[0] for line in lines[1:]]
    values = numpy.array([line.split(",")[1:] for line in lines[1:]], dtype=float)
    return dict(zip(names, values[:, 0] * PER_MINUTE, strict=True))
