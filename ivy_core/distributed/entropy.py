"""Entropy of several processes: what one draws without a seed the others draw as well."""

from __future__ import annotations

import hashlib
import itertools
import random
import sys


def share_entropy(seed: bytes) -> None:
    """Have generators that are given no seed begin alike in all processes.

    Parameters
    ----------
    seed : bytes
        Process 0's entropy, the same in all processes.

    Notes
    -----
    NumPy's generators and those of this library take their seeds from :mod:`secrets`, which asks
    the operating system by one function. Python's own generator is seeded anew, and NumPy's global
    one. Names of temporary files and UUIDs, which must differ, come from elsewhere.
    """
    numbers = itertools.count()

    def draw(count: int) -> bytes:
        block = seed + next(numbers).to_bytes(8, "little")
        return hashlib.shake_256(block).digest(count)

    random._urandom = draw
    random.seed(draw(32))
    if "numpy.random" in sys.modules:  # else it seeds its global generator when it is imported
        sys.modules["numpy.random"].seed()
