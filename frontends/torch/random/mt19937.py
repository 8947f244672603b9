"""The numbers of PyTorch's generator on the CPU, drawn by NumPy's own Mersenne Twister.

PyTorch's generator is a Mersenne Twister, and what it makes of the twister's words is short: the
same seed gives the numbers here that real PyTorch gives (builds that draw by Intel's VSL differ in
exponential and scalar Bernoulli numbers). Normal numbers of single precision agree to one unit in
the last place, because PyTorch computes their logarithms and sines by polynomials.
"""

from __future__ import annotations

import ctypes
import functools
import math
import struct
import threading
from collections.abc import Callable, Sequence
from itertools import groupby

import numpy as np

from ivy_core.backends.common.mersenne_twister import STATE_WORDS as _WORDS
from ivy_core.backends.common.mersenne_twister import sources

from ..policy import EXCHANGED_AT_ONCE_ELEMENTS, PICKED_WORDS_NUMBERS
from ..tensors.dtypes import host_dtype

DEFAULT_SEED = 67280421310721  # of a generator without a seed
STATE_BYTES = 5056
_HEAD, _TAIL = struct.Struct("<QiiQ"), struct.Struct("<dddi4xf?3x")
_WIDE = 1 << 28  # from so many different integers on, PyTorch takes 64 bits to pick one
_BLOCK = 16  # normal numbers that PyTorch makes together, where there are so many
_CHUNK = 1 << 15  # numbers that are compared before the next are drawn: they stay in a core's cache
_THIRD, _SQUEEZE = float(np.float32(1 / 3)), float(np.float32(0.0331))  # as PyTorch rounds them
_DIGITS = {"float64": 53, "float32": 24, "float16": 11, "bfloat16": 8}

_HALF, _LOW_53_BITS = np.uint64(32), np.uint64((1 << 53) - 1)


class Twister:
    """A Mersenne Twister in PyTorch's state.

    Parameters
    ----------
    seed : int
        Where it begins, from 0 to 2**64 - 1; the twister starts from its lower 32 bits.

    References
    ----------
    M. Matsumoto and T. Nishimura, "Mersenne Twister", ACM Transactions on Modeling and Computer
    Simulation 8, 1998; PyTorch, ``at::CPUGeneratorImpl``.

    Examples
    --------
    >>> from frontends.torch.random.mt19937 import Twister
    >>> Twister(0).uniform(2, "float32")
    array([0.4962566, 0.7682218], dtype=float32)
    """

    __slots__ = ("_bits", "_block", "_lock", "_pick", "_spare", "seed")

    def __init__(self, seed: int = DEFAULT_SEED):
        self._lock = threading.RLock()
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Begin anew from a seed."""
        with self._lock:
            self.seed, self._spare = seed, None
            self._bits, self._block = np.random.MT19937(), None
            self._bits._legacy_seeding(seed & 0xFFFFFFFF)
            self._pick = np.random.Generator(self._bits).integers

    @property
    def state(self) -> bytes:
        """The state, byte for byte as PyTorch's generator has it."""
        with self._lock:
            inner = self._bits.state["state"]
            position = inner["pos"]
            # before the first word PyTorch has 0 in place of 624; either way new words come next
            left, following = (1, 0) if position == _WORDS else (_WORDS + 1 - position, position)
            spare = 0.0 if self._spare is None else self._spare
            return b"".join(
                (
                    _HEAD.pack(self.seed, left, 1, following),
                    inner["key"].astype("<u8").tobytes(),
                    _TAIL.pack(0.0, spare, 0.0, self._spare is not None, 0.0, False),
                )
            )

    @state.setter
    def state(self, value: bytes) -> None:
        if len(value) != STATE_BYTES:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {STATE_BYTES} but found the input RNG "
                f"state size to be {len(value)}"
            )
        seed, left, _, following = _HEAD.unpack_from(value)
        key = np.frombuffer(value, "<u8", _WORDS, _HEAD.size)
        _, spare, _, has_spare, _, _ = _TAIL.unpack_from(value, _HEAD.size + 8 * _WORDS)
        with self._lock:
            position = _WORDS if left == 1 else following
            self._bits.state = {
                "bit_generator": "MT19937",
                "state": {"key": key.astype(np.uint32), "pos": int(position)},
            }
            self.seed, self._spare = seed, spare if has_spare else None

    def _view_state(self) -> np.ndarray:
        """Return the twister's own memory: a block of words, and how many of them are drawn."""
        if self._block is None:
            self._block = _memory_of(self._bits)
        return self._block

    # words

    def _draw_words32(self, count: int) -> np.ndarray:
        return self._bits.random_raw(count)  # 32 bits each

    def _draw_narrow_words32(self, count: int) -> np.ndarray:
        """Return words as integers of 32 bits where they are many: half of the memory."""
        if count < PICKED_WORDS_NUMBERS:
            return self._draw_words32(count)
        return self._pick(0, 1 << 32, count, np.uint32)  # a word each: there is nothing to pick

    def _draw_words64(self, count: int) -> np.ndarray:
        """Return integers of 64 bits: of two words each, the first one is the upper half."""
        # NumPy joins them in C: a fifth of the time for many, and 3 us longer for a few
        if _IS_FIRST_WORD_UPPER and count >= PICKED_WORDS_NUMBERS:
            return self._pick(0, 1 << 64, count, np.uint64)
        words = self._draw_words32(2 * count)
        found = words[::2] << _HALF
        found |= words[1::2]
        return found

    # distributions: arrays of one dimension, float64 unless said otherwise

    def uniform(self, count: int, dtype: str, low: float = 0.0, high: float = 1.0) -> np.ndarray:
        """Return numbers from ``low`` to ``high`` without ``high``.

        Parameters
        ----------
        count : int
            How many.
        dtype : str
            What they will be: ``'float64'`` has 53 random bits, any other 24.
        low, high : float, optional
            The interval.

        Returns
        -------
        numpy.ndarray, shape (count,), of that dtype
        """
        with self._lock:
            if dtype == "float64":
                found = self._draw_unit_float64(count)
                return found if (low, high) == (0, 1) else found * (high - low) + low
            found = (self._draw_words32(count) & np.uint64((1 << 24) - 1)).astype(np.float64)
        found *= 2.0**-24
        if (low, high) != (0, 1):
            low, high = np.float32(low), np.float32(high)
            # one rounding, as the processor's multiply-add has it: the product is exact in 64 bits
            found = found * float(high - low) + float(low)
        found = found.astype(np.float32)
        if dtype != "float32":
            found = found.astype(host_dtype(dtype))
            found[found == host_dtype(dtype).type(high)] = low  # short numbers round up to it
        return found

    def _draw_unit_float64(self, count: int) -> np.ndarray:
        """Return numbers in [0, 1) of 53 random bits each."""
        found = self._draw_words53(count).astype(np.float64)
        found *= 2.0**-53
        return found

    def _draw_words53(self, count: int) -> np.ndarray:
        words = self._draw_words64(count)
        words &= _LOW_53_BITS
        return words

    def normal(
        self, count: int, dtype: str, mean: float = 0.0, std: float = 1.0, in_order: bool = True
    ) -> np.ndarray:
        """Return normal numbers.

        Parameters
        ----------
        count : int
            How many.
        dtype : str
            What they will be.
        mean, std : float, optional
            Mean and standard deviation.
        in_order : bool, optional
            Whether they fill a contiguous tensor: 16 and more are then made by blocks.

        Returns
        -------
        numpy.ndarray, shape (count,)

        References
        ----------
        G. E. P. Box and M. E. Muller, Annals of Mathematical Statistics 29, 1958.
        """
        with self._lock:
            if count < _BLOCK or not in_order:
                return self._draw_normal_in_pairs(count) * std + mean
            wide = "float64" if dtype == "float64" else "float32"
            whole = count // _BLOCK * _BLOCK
            found = np.empty(count, wide)
            # for short numbers PyTorch draws whole blocks, for others one number each first
            drawn = self.uniform(whole if dtype in ("float16", "bfloat16") else count, wide)
            found[:whole] = _box_muller_blocks(drawn[:whole], mean, std)
            if whole < count:
                found[-_BLOCK:] = _box_muller_blocks(self.uniform(_BLOCK, wide), mean, std)
            return found

    def _draw_normal_in_pairs(self, count: int) -> np.ndarray:
        """Return standard normal numbers, made in pairs; one that is too many waits."""
        begin = int(bool(count) and self._spare is not None)
        pairs = (count - begin + 1) // 2
        found = np.empty(begin + 2 * pairs)
        if begin:
            found[0], self._spare = self._spare, None
        if pairs:
            uniform = self._draw_unit_float64(2 * pairs)
            radius = np.sqrt(-2.0 * np.log1p(-uniform[1::2]))
            angle = 2.0 * math.pi * uniform[::2]
            both = found[begin:]
            np.multiply(radius, np.cos(angle), out=both[::2])
            np.multiply(radius, np.sin(angle), out=both[1::2])
            if (count - begin) % 2:
                self._spare = float(both[-1])
        return found[:count]

    def integers(self, count: int, low: int, high: int) -> np.ndarray:
        """Return integers from ``low`` to ``high`` without ``high``, as int64.

        ``high`` may be 2**63; a range of 2**64 takes every int64.
        """
        width = high - low

        def draw(count: int) -> np.ndarray:
            if width >= _WIDE:
                words = self._draw_words64(count)
                if width < 1 << 64:
                    words = words % np.uint64(width) + np.uint64(low % (1 << 64))
                return words.view(np.int64)
            words = self._draw_narrow_words32(count)
            if count < PICKED_WORDS_NUMBERS:
                words %= np.uint64(width)
            else:
                words -= words // np.uint32(width) * np.uint32(width)  # a third of what `%` takes
            return np.add(words, low, dtype=np.int64, casting="unsafe")

        with self._lock:
            return _by_chunks(draw, count, np.int64)

    def any_integers(self, count: int, bits: int, wide: bool) -> np.ndarray:
        """Return integers of so many bits, as int64; ``wide`` ones are made of 64-bit words."""
        with self._lock:
            words = self._draw_words64(count) if wide else self._draw_narrow_words32(count)
        return (words & np.uint64((1 << bits) - 1)).view(np.int64)

    def floats_of_integers(self, count: int, dtype: str) -> np.ndarray:
        """Return whole numbers from 0 to the last that a floating dtype counts to."""
        with self._lock:
            words = self._draw_words64(count) if dtype == "float64" else self._draw_words32(count)
        return (words % np.uint64((1 << _DIGITS[dtype]) + 1)).astype(np.float64)

    def permutation(self, count: int) -> np.ndarray:
        """Return the numbers below ``count`` in a random order, as int64.

        References
        ----------
        R. Durstenfeld, "Algorithm 235: Random permutation", Communications of the ACM 7, 1964.
        """
        with self._lock:
            words = self._draw_narrow_words32(max(count - 1, 0))
        if count >= EXCHANGED_AT_ONCE_ELEMENTS and count < 1 << 31:
            return _exchanged(words.astype(np.uint32, copy=False))
        steps = (words % np.arange(count, 1, -1, dtype=np.uint64)).tolist()
        found = list(range(count))
        for i, step in enumerate(steps):
            found[i], found[i + step] = found[i + step], found[i]
        return np.asarray(found, np.int64)

    def bernoulli(self, count: int, probability: float) -> np.ndarray:
        """Return True with some probability."""
        return self.bernoullis([(count, probability)])[0]

    def bernoullis(self, draws: Sequence[tuple[int, float]]) -> list[np.ndarray]:
        """Draw as calls of :meth:`bernoulli` do, one behind the other.

        Parameters
        ----------
        draws : sequence of (int, float)
            How many are drawn, and with which probability.

        Examples
        --------
        >>> from frontends.torch.random.mt19937 import Twister
        >>> one, other = Twister(0).bernoullis([(2, 0.5), (1, 1.0)])
        >>> one, other
        (array([False, False]), array([ True]))
        """
        drawn = np.empty(sum(count for count, _ in draws), bool)
        begin, found = 0, []
        with self._lock:
            for probability, together in groupby(draws, lambda draw: draw[1]):
                first = begin
                for count, _ in together:
                    found.append(drawn[begin : begin + count])
                    begin += count
                # a number in [0, 1) is an integer times 2**-53: that is compared, unconverted
                self._fill_less(drawn[first:begin], math.ceil(probability * 2.0**53))
        return found

    def _fill_less(self, found: np.ndarray, bound: int) -> None:
        """Fill an array of bools: whether numbers of 53 bits are less."""
        if sources and len(found) >= _CHUNK and _is_memory_known():
            state = self._view_state()
            left = _WORDS - int(state[-1])
            found = self._fill_less_by_numpy(found, bound, left // 2)
            found = found[sources[-1].less(state[:-1], left % 2 == 1, bound, found) :]
        while len(found):
            found = self._fill_less_by_numpy(found, bound, _CHUNK)

    def _fill_less_by_numpy(self, found: np.ndarray, bound: int, most: int) -> np.ndarray:
        """Fill the first elements, ``most`` at most; return the others."""
        part = found[:most]
        np.less(self._draw_words53(len(part)), np.uint64(bound), out=part)
        return found[most:]

    def exponential(self, count: int, rate: float = 1.0) -> np.ndarray:
        """Return waiting times, of mean ``1 / rate``."""
        with self._lock:
            found = self._draw_unit_float64(count)
        np.negative(found, out=found)
        np.log1p(found, out=found)
        found *= -1.0 / rate
        return found

    def geometric(self, count: int, probability: float) -> np.ndarray:
        """Return after how many trials one succeeds."""
        with self._lock:
            uniform = self._draw_unit_float64(count)
        with np.errstate(divide="ignore"):
            return np.ceil(np.log(uniform) / math.log1p(-probability))

    def cauchy(self, count: int, median: float = 0.0, sigma: float = 1.0) -> np.ndarray:
        """Return numbers of the Cauchy distribution."""
        with self._lock:
            return median + sigma * np.tan(math.pi * (self._draw_unit_float64(count) - 0.5))

    def log_normal(self, count: int, mean: float = 1.0, std: float = 2.0) -> np.ndarray:
        """Return numbers whose logarithms are normal, with that mean and standard deviation."""
        with self._lock:
            return np.exp(self._draw_normal_in_pairs(count) * std + mean)

    def gamma(self, concentrations: np.ndarray) -> np.ndarray:
        """Return a number of the standard gamma distribution for each concentration.

        How many words one takes depends on them, so they are drawn one after the other.

        References
        ----------
        G. Marsaglia and W. W. Tsang, "A simple method for generating gamma variables", ACM
        Transactions on Mathematical Software 26, 2000.
        """
        with self._lock:
            return np.array([self._draw_gamma(a) for a in concentrations.tolist()], np.float64)

    def _draw_gamma(self, a: float) -> float:
        """Return one number of the gamma distribution of shape ``a`` and scale 1; 0 if ``a`` is."""
        scale = 1.0
        if a < 1:
            if a == 0:
                return 0.0
            scale = (1 - self._draw_unit_float64(1).item()) ** (1 / a)
            a += 1
        d = a - _THIRD
        c = 1 / math.sqrt(9 * d)
        while True:
            x = self._draw_normal_in_pairs(1).item()
            y = 1 + c * x
            if y <= 0:
                continue
            v = y * y * y
            u = 1 - self._draw_unit_float64(1).item()
            if u < 1 - _SQUEEZE * x**4 or math.log(u) < 0.5 * x * x + d * (1 - v + math.log(v)):
                return scale * d * v

    def counts(self, draw: Callable[..., float], *parameters: np.ndarray) -> np.ndarray:
        """Return ``draw(*parameters of one count, uniform)`` of each; ``uniform()`` is a number.

        Numbers are drawn in advance, and those that are left are drawn again next.
        """
        taken = 0

        def numbers():
            nonlocal taken
            size = _BLOCK
            while True:
                for number in self._draw_unit_float64(size).tolist():
                    taken += 1
                    yield number
                size = min(2 * size, _CHUNK)

        with self._lock:
            before, uniform = self._bits.state, numbers().__next__
            try:
                values = zip(*[each.tolist() for each in parameters], strict=True)
                return np.array([draw(*each, uniform) for each in values], np.float64)
            finally:
                self._bits.state = before
                for start in range(0, 2 * taken, _CHUNK):
                    self._draw_words32(min(_CHUNK, 2 * taken - start))


def _memory_of(bits: np.random.MT19937) -> np.ndarray:
    memory = (ctypes.c_uint32 * (_WORDS + 1)).from_address(bits.ctypes.state_address)
    return np.frombuffer(memory, np.uint32)


@functools.cache
def _is_memory_known() -> bool:
    """Return whether the memory of NumPy's twister is a block of words, and a place in it."""
    bits = np.random.MT19937(0)
    bits.random_raw(5)
    inner, memory = bits.state["state"], _memory_of(bits)
    return int(memory[-1]) == inner["pos"] and np.array_equal(memory[:-1], inner["key"])


def _has_upper_word_first() -> bool:
    """Return whether NumPy makes an integer of 64 bits of two words as PyTorch does.

    In NumPy's C both words stand in one expression, whose order is the compiler's.
    """
    words, pairs = np.random.MT19937(0), np.random.MT19937(0)
    upper, lower = words.random_raw(2).tolist()
    joined = np.random.Generator(pairs).integers(0, 1 << 64, dtype=np.uint64)
    return int(joined) == upper << 32 | lower and pairs.random_raw() == words.random_raw()


_IS_FIRST_WORD_UPPER = _has_upper_word_first()


def _by_chunks(make: Callable[[int], np.ndarray], count: int, dtype) -> np.ndarray:
    """Make an array part by part, each of which stays in a core's cache."""
    if count <= _CHUNK:
        return make(count)
    found = np.empty(count, dtype)
    for first in range(0, count, _CHUNK):
        part = found[first : first + _CHUNK]
        part[:] = make(len(part))
    return found


def _exchanged(words: np.ndarray) -> np.ndarray:
    """Return the numbers from 0 to ``len(words)``, exchanged one after the other.

    Turn ``i`` exchanges what stands at ``i`` with what stands at a place behind it or there. No
    turn comes back to a place before its own, so that the result is what stood at each turn's
    other place: what the last turn before that exchanged with the place put there, or the place's
    own number if there is none. That is what stood at the other turn's place when it came, and so
    on: a tree, whose roots are numbers that no turn had moved.
    """
    count = len(words) + 1
    turns = np.arange(count - 1, dtype=np.uint32)
    places = words % (np.uint32(count) - turns)
    places += turns
    width = count.bit_length()
    kind = np.uint32 if 2 * width <= 32 else np.uint64
    ordered = places.astype(kind)
    ordered <<= kind(width)
    ordered |= turns
    ordered.sort()
    turn = (ordered & kind((1 << width) - 1)).astype(np.int32)
    place = (ordered >> kind(width)).astype(np.int32)
    is_again = place[1:] == place[:-1]
    before = np.full(count - 1, -1, np.int32)  # the turn that last put something at the same place
    again = np.flatnonzero(is_again) + 1
    before[turn[again]] = turn[again - 1]
    ends = np.flatnonzero(~np.append(is_again, False))
    place, last = place[ends], turn[ends]
    last = np.where(last == place, before[last], last)  # not the place's own turn
    is_moved = last >= 0
    standing = np.arange(count, dtype=np.int32)  # at a place when its turn comes
    standing[place[is_moved]] = last[is_moved]
    while not np.array_equal(further := standing[standing], standing):
        standing = further
    found = np.empty(count, np.int64)
    found[:-1] = np.where(before >= 0, standing[before], places)
    found[-1] = standing[-1]
    return found


def _box_muller_blocks(uniform: np.ndarray, mean: float, std: float) -> np.ndarray:
    """Return normal numbers of uniform ones: 16 of 16, the radii first and the angles behind."""
    kind = uniform.dtype.type
    radii, angles = np.moveaxis(uniform.reshape(-1, 2, _BLOCK // 2), 1, 0)
    radii = np.sqrt(kind(-2) * np.log(kind(1) - radii))
    angles = kind(2 * math.pi) * angles
    both = np.stack([radii * np.cos(angles), radii * np.sin(angles)], 1)
    return (both * kind(std) + kind(mean)).reshape(-1)


__all__ = ["DEFAULT_SEED", "STATE_BYTES", "Twister"]
