"""The Mersenne Twister's words by a backend's program, where one makes them quicker than NumPy."""

from __future__ import annotations

from typing import Protocol

import numpy as np

STATE_WORDS = 624


class Words(Protocol):
    """Source of words of the twister's state, many at a time."""

    def less(self, state: np.ndarray, is_odd: bool, bound: int, found: np.ndarray) -> int:
        """Compare numbers of 53 bits with a bound, as many as it makes at a time; the rest is left.

        A number is made of two words one behind the other: the lower 21 bits of the first, and all
        of the second.

        Parameters
        ----------
        state : numpy.ndarray of uint32, shape (624,)
            The block of words that has been drawn to its end, or to its last word; the block that
            this is so of afterwards takes its place.
        is_odd : bool
            Whether the last word has not been drawn.
        bound : int
            From 0 to 2**53.
        found : numpy.ndarray of bool, shape (n,)
            Whether numbers are less; it is filled from its beginning.

        Returns
        -------
        int
            How many numbers have been made. 0 if the program is not there, or nothing is to be
            gained by it.
        """


sources: list[Words] = []  # of the backends that have been loaded and have one
__all__ = ["STATE_WORDS", "Words", "sources"]
