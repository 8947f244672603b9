"""``torch.quasirandom``: Sobol's sequences, the numbers real PyTorch's engine draws.

The engine works on the host, as PyTorch's does on the CPU. The direction numbers are in a file that
SciPy ships.

References
----------
PyTorch documentation, ``torch.quasirandom``; S. Joe and F. Kuo, "Constructing Sobol sequences with
better two-dimensional projections", 2008; A. Owen, "Scrambling Sobol and Niederreiter-Xing points",
1998.
"""

from __future__ import annotations

import functools
import importlib.util
from pathlib import Path

import numpy as np

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.host import to_numpy

_FILE = "_sobol_direction_numbers.npz"


@citing("``torch.quasirandom.{}``")
class SobolEngine:
    """A source of quasi-random points in the unit cube, which fill it evenly.

    Parameters
    ----------
    dimension : int
        Of the cube, from 1 to 21201.
    scramble : bool, optional
        Whether the sequence is scrambled at random.
    seed : int, optional
        Of the scrambling; without one PyTorch's default generator draws.

    Raises: ValueError if there are no direction numbers for that many dimensions; ImportError where
    SciPy is not installed, which has them.

    >>> torch.quasirandom.SobolEngine(3).draw(3)
    tensor([[0.0000, 0.0000, 0.0000],
            [0.5000, 0.5000, 0.5000],
            [0.7500, 0.2500, 0.2500]])
    """

    MAXBIT = 30
    MAXDIM = 21201

    def __init__(self, dimension, scramble=False, seed=None):
        if dimension > self.MAXDIM or dimension < 1:
            raise ValueError(
                f"Supported range of dimensionality for SobolEngine is [1, {self.MAXDIM}]"
            )
        self.seed = seed
        self.scramble = scramble
        self.dimension = dimension
        directions = _direction_numbers(dimension, self.MAXBIT)
        shift = np.zeros(dimension, np.int64)
        if scramble:
            generator = None if seed is None else torch.Generator().manual_seed(seed)
            shift, directions = _scrambled(directions, generator)
        self.sobolstate = torch.from_numpy(directions.copy())
        self.shift = torch.from_numpy(shift)
        self.quasi = self.shift.clone()
        self._first_point = (self.quasi / 2**self.MAXBIT).reshape(1, -1)
        self.num_generated = 0

    def draw(self, n: int = 1, out=None, dtype=None):
        """Return the next ``n`` points, of shape ``(n, dimension)``.

        Raises
        ------
        NotImplementedError
            For dtypes other than float32 and float64.
        """
        dtype = torch.get_default_dtype() if dtype is None else dtype
        first = self._first_point.to(dtype)
        if self.num_generated:
            result = _draw_further(self, n, dtype)
        elif n == 1:
            result = first
        else:
            result = torch.cat((first, _draw_further(self, n - 1, dtype)), dim=-2)
        self.num_generated += n
        if out is not None:
            out.resize_as_(result).copy_(result)
            return out
        return result

    def draw_base2(self, m: int, out=None, dtype=None):
        """Return the next ``2**m`` points.

        Raises
        ------
        ValueError
            If the engine has then drawn a number of points that is no power of two.
        """
        n = 2**m
        total_n = self.num_generated + n
        if total_n & (total_n - 1):
            raise ValueError(
                "The balance properties of Sobol' points require n to be a power of 2. "
                f"{self.num_generated} points have been previously generated, then: "
                f"n={self.num_generated}+2**{m}={total_n}. If you still want to do this, please "
                "use 'SobolEngine.draw()' instead."
            )
        return self.draw(n=n, out=out, dtype=dtype)

    def reset(self) -> SobolEngine:
        """Begin anew with the first point, and return the engine."""
        self.quasi.copy_(self.shift)
        self.num_generated = 0
        return self

    def fast_forward(self, n: int) -> SobolEngine:
        """Leave out the next ``n`` points, and return the engine."""
        start = max(self.num_generated - 1, 0)
        stop = max(self.num_generated + n - 1, start)
        changed = start ^ (start >> 1) ^ stop ^ (stop >> 1)  # bits of the Gray codes that differ
        columns = to_numpy(self.sobolstate)[:, [i for i in range(self.MAXBIT) if changed >> i & 1]]
        quasi = to_numpy(self.quasi) ^ np.bitwise_xor.reduce(columns, axis=1)
        self.quasi.copy_(torch.from_numpy(quasi))
        self.num_generated += n
        return self

    def __repr__(self) -> str:
        options = [f"dimension={self.dimension}"]
        if self.scramble:
            options.append("scramble=True")
        if self.seed is not None:
            options.append(f"seed={self.seed}")
        return f"{type(self).__name__}({', '.join(options)})"


def _draw_further(engine, n: int, dtype):
    """Return ``n`` points behind the present one, to which the engine advances."""
    if dtype not in (torch.float32, torch.float64):
        name = torch.empty(0, dtype=dtype).type().rpartition(".")[2].removesuffix("Tensor")
        raise NotImplementedError(f'"_sobol_engine_draw" not implemented for {name!r}')
    if n < 0:
        raise RuntimeError(
            f"Trying to create tensor with negative dimension {n}: [{n}, {engine.dimension}]"
        )
    start = max(engine.num_generated - 1, 0)
    numbers = np.arange(start, start + n)
    lowest_zeros = np.bitwise_count(numbers ^ (numbers + 1)) - 1
    points = to_numpy(engine.sobolstate).T[lowest_zeros]
    if n:
        points[0] ^= to_numpy(engine.quasi)
        np.bitwise_xor.accumulate(points, axis=0, out=points)
        engine.quasi = torch.from_numpy(points[-1].copy())
    return torch.from_numpy(points).to(dtype) * 2.0**-engine.MAXBIT


@functools.lru_cache(maxsize=4)  # reading SciPy's file takes 20 ms
def _direction_numbers(dimension: int, bits: int) -> np.ndarray:
    """Return Joe and Kuo's direction numbers, of shape ``(dimension, bits)``."""
    spec = importlib.util.find_spec("scipy")
    if spec is None:
        raise ImportError(
            "torch.quasirandom.SobolEngine: its direction numbers are in a file of SciPy, which is "
            "not installed; `pip install scipy`"
        )
    with np.load(Path(spec.origin).parent / "stats" / _FILE) as file:
        polynomials = file["poly"][:dimension].astype(np.int64)
        first = file["vinit"][:dimension].astype(np.int64)
    numbers = np.ones((dimension, bits), np.int64)
    degrees = np.frexp(polynomials)[1] - 1
    for degree in set(degrees[1:].tolist()):
        rows = np.flatnonzero(degrees == degree)
        numbers[rows, :degree] = first[rows, :degree]
        for j in range(degree, bits):
            new = numbers[rows, j - degree]
            for k in range(1, degree + 1):
                is_set = polynomials[rows] >> (degree - k) & 1
                new = new ^ is_set * numbers[rows, j - k] << k
            numbers[rows, j] = new
    return numbers << np.arange(bits - 1, -1, -1)


def _scrambled(directions: np.ndarray, generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw a random shift and scrambled direction numbers, in the order in which PyTorch draws."""
    dimension, bits = directions.shape
    shift = to_numpy(torch.randint(2, (dimension, bits), generator=generator))
    lower = np.tril(to_numpy(torch.randint(2, (dimension, bits, bits), generator=generator)))
    lower[:, range(bits), range(bits)] = 1
    rows = lower @ (1 << np.arange(bits - 1, -1, -1))
    scrambled = np.zeros_like(directions)
    for row in rows.T:
        parity = np.bitwise_count(row[:, None] & directions) & 1
        scrambled = scrambled << 1 | parity
    return shift @ (1 << np.arange(bits)), scrambled


__all__ = ["SobolEngine"]
