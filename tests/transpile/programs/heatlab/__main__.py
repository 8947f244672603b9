"""``python -m heatlab``: run every solver on every material."""

import argparse
import sys

from . import SOLVERS, Rod, np
from .materials import read
from .summary import lines


def main(argv=None):
    """Run and return an exit code."""
    parser = argparse.ArgumentParser(prog="heatlab")
    parser.add_argument("--size", type=int, default=40)
    parser.add_argument("--steps", type=int, default=30)
    options = parser.parse_args(argv)
    rng = np.random.default_rng(7)
    for material, diffusivity in sorted(read().items()):
        for name, step in SOLVERS.items():
            rod = Rod(options.size, diffusivity)
            rod.inner[:] += rng.normal(size=options.size - 2).round(3)
            factor = min(0.4, diffusivity * options.size**2 / 60)
            for _ in range(options.steps):
                step(rod, factor)
            print(f"{material}, {name}: {factor:.6f}, {type(factor).__name__}")
            print(*lines(rod), sep="\n")
    return 3 if np.isnan(rod.temperatures).any() else 0


if __name__ == "__main__":
    sys.exit(main())
