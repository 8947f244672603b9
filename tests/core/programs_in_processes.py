"""Runs the programs of ``benchmarks/collectives.py``; ``test_processes.py`` has them rewritten.

They run eagerly and compiled, on arrays that lie as new ones do, and what they gave goes to a file.
"""

import sys
import warnings

import numpy as np

import ivy_core as ivy
from benchmarks import collectives as programs


def main(path):
    warnings.simplefilter("ignore")  # of those that cannot be compiled
    found = {}
    for name, program in programs.PROGRAMS.items():
        for way, run in (("eager", program), ("compiled", ivy.compile(program))):
            results = run(np, *programs.inputs_of(name, np))
            results = results if isinstance(results, tuple) else (results,)
            found |= {f"{name} {way} {at}": np.asarray(each) for at, each in enumerate(results)}
    np.savez(path, **found)


if __name__ == "__main__":
    main(sys.argv[1])
