"""The Mersenne Twister as a program of XLA's, for draws of many numbers.

NumPy's C makes one word after the other. 227 words need nothing of each other, so that XLA's code
makes them with the processor's vectors, and whatever is asked of them in the same pass. The program
is one for all draws: how many blocks it makes is an argument. It is compiled by a thread once a
process has drawn much, and found on disk by those that come later.
"""

from __future__ import annotations

import os
import threading

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...common.mersenne_twister import STATE_WORDS, sources
from ..host.policy import (
    TWISTER_COMPILED_NUMBERS,
    TWISTER_LEAST_ROWS,
    TWISTER_LOADED_NUMBERS,
    TWISTER_MOST_ROWS,
)
from . import stored_programs
from .dispatch import ASKS
from .internals import eval_trace, trace_state

_AHEAD = 397  # a word is made of the one so many places ahead, and of those of a state ago
_STEP = STATE_WORDS - _AHEAD  # so many need nothing of each other
_ROW = 2 * STATE_WORDS  # words of an iteration: of one block it takes a fifth longer
_STEPS = -(-_ROW // _STEP)
_NUMBERS = _ROW // 2  # of 53 bits
_UPPER = np.uint32((1 << 21) - 1)  # bits that a number has of its first word


def less(state, rows, is_odd, upper, lower):
    """Compare numbers of 53 bits with a bound, whose upper 21 and lower 32 bits are given.

    Returns
    -------
    (array of bool, array of uint32)
        Of the rows that are made the comparisons, and the last block.
    """
    words = jnp.zeros(STATE_WORDS + _STEPS * _STEP, np.uint32)
    words = lax.dynamic_update_slice(words, state, (0,))
    found = jnp.zeros((TWISTER_MOST_ROWS, _NUMBERS), bool)

    def make_row(row, carried):
        words, found = carried
        words = lax.fori_loop(0, _STEPS, _make_words, words)
        pairs = lax.dynamic_slice(words, (STATE_WORDS - is_odd,), (_ROW,))
        pairs = _tempered(pairs).reshape(-1, 2)
        first, second = pairs[:, 0] & _UPPER, pairs[:, 1]
        is_less = (first < upper) | ((first == upper) & (second < lower))
        found = lax.dynamic_update_slice(found, is_less[None], (row, np.int32(0)))
        return lax.dynamic_update_slice(words, words[_ROW : _ROW + STATE_WORDS], (0,)), found

    words, found = lax.fori_loop(0, rows, make_row, (words, found))
    return found, words[:STATE_WORDS]


def _make_words(step, words):
    """Make the next words of those before them, which lie in one array."""
    at = step * _STEP
    before = lax.dynamic_slice(words, (at,), (_STEP + 1,))
    ahead = lax.dynamic_slice(words, (at + _AHEAD,), (_STEP,))
    first, second = before[:-1], before[1:]
    joined = (first & np.uint32(1 << 31)) | (second & np.uint32((1 << 31) - 1))
    twisted = (joined >> np.uint32(1)) ^ jnp.where(second & 1 == 1, np.uint32(0x9908B0DF), 0)
    return lax.dynamic_update_slice(words, ahead ^ twisted, (at + STATE_WORDS,))


def _tempered(words):
    """Return the words that are drawn of those of the state."""
    words ^= words >> np.uint32(11)
    words ^= (words << np.uint32(7)) & np.uint32(0x9D2C5680)
    words ^= (words << np.uint32(15)) & np.uint32(0xEFC60000)
    return words ^ (words >> np.uint32(18))


class _Words:
    """The program, and how much has been drawn while it was not there."""

    def __init__(self):
        self._less = stored_programs.jit(less)
        self._drawn_words = 0
        self._is_sought = self._is_there = False
        self._compiler: threading.Thread | None = None

    def less(self, state: np.ndarray, is_odd: bool, bound: int, found: np.ndarray) -> int:
        last = len(found) // _NUMBERS
        if last < TWISTER_LEAST_ROWS or not (self._is_there or self._seek(last * _ROW)):
            return 0
        # what is being traced would hold the call, and a program that waits for Python is on a
        # thread that another program may need
        if (
            trace_state.value is not eval_trace
            or threading.current_thread() is not threading.main_thread()
        ):
            return 0
        upper, lower = np.uint32(bound >> 32), np.uint32(bound & 0xFFFFFFFF)
        for first in range(0, last, TWISTER_MOST_ROWS):
            count = min(last - first, TWISTER_MOST_ROWS)
            made, block = self._less(state, np.int32(count), np.int32(is_odd), upper, lower)
            part = found[first * _NUMBERS : (first + count) * _NUMBERS]
            part[:] = np.asarray(made).reshape(-1)[: len(part)]
            state[:] = np.asarray(block)
        return last * _NUMBERS

    def _seek(self, words: int) -> bool:
        """Return whether the program is there; have it made once that pays."""
        self._drawn_words += words
        if self._drawn_words < TWISTER_LOADED_NUMBERS or jax.default_backend() != "cpu":
            return False
        if not self._is_sought:
            self._is_sought = True
            self._is_there = stored_programs.is_kept(self._less, *_NOTHING)
        elif self._drawn_words >= TWISTER_COMPILED_NUMBERS and self._compiler is None:
            self._compiler = threading.Thread(target=self._compile, name="ivy twister")
            self._compiler.start()
        return self._is_there

    def _compile(self) -> None:
        jax.block_until_ready(self._less(*_NOTHING))
        self._is_there = True


_NOTHING = (np.zeros(STATE_WORDS, np.uint32), *map(np.int32, (0, 0)), *map(np.uint32, (0, 0)))


def enable() -> None:
    """Have draws of many numbers ask for the program, on JAX as this was written for."""
    if ASKS:
        sources[:] = [_Words()]
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=sources.clear)  # no program of XLA's runs there
