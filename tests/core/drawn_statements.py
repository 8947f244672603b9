"""Programs of NumPy drawn by a seed: slices, elementwise functions of them, writes, reductions."""

from __future__ import annotations

import numpy as np

UNARY = "abs negative cos tanh square exp isfinite".split()
BINARY = (
    "add subtract multiply maximum minimum divide less equal greater_equal logical_and "
    "logical_or not_equal".split()
)


class _Program:
    """One program that is run; both sides draw the same, as no value decides what is drawn."""

    def __init__(self, seed: int, module, place):
        self.draw, self.np = np.random.default_rng(seed), module
        self.real = np.float64 if seed % 3 else np.float32
        axes = int(self.draw.integers(1, 4))
        longest = (1200, 40, 12)[axes - 1]
        self.shape = tuple(map(int, self.draw.integers(longest // 2, longest, axes)))
        self.inner = tuple([n - int(self.draw.integers(0, 4)) for n in self.shape])
        self.arrays = [place(self._values()) for _ in range(2)]
        self.results: list = []

    def _values(self):
        dtype = (self.real, np.int64, np.complex128)[self.draw.choice(3, p=(0.6, 0.2, 0.2))]
        return (self.draw.random(self.shape) * 8 - 3).astype(dtype)

    def index(self) -> tuple:
        return tuple(map(self._slice, self.shape, self.inner))

    def _slice(self, n: int, length: int) -> slice:
        """Draw a slice of an axis that shows so many elements."""
        step = int(self.draw.choice([1, 1, -1, 2, -2]))
        if (length - 1) * abs(step) >= n:
            step = 1 if step > 0 else -1
        first = int(self.draw.integers(0, n - (length - 1) * abs(step)))
        last = first + (length - 1) * abs(step)
        if step > 0:
            return slice(first, last + 1, step)
        return slice(last, first - 1 if first else None, step)

    def array(self):
        return self.arrays[self.draw.integers(len(self.arrays))]

    def operand(self):
        kind = self.draw.random()
        if kind < 0.2 and self.results:
            return self.results[self.draw.integers(len(self.results))]
        if kind < 0.3:
            return float(self.draw.integers(1, 5))
        index, x = self.index(), self.array()
        if kind < 0.4 and len(self.shape) > 1:  # a row, which broadcasts
            return x[(int(self.draw.integers(self.shape[0])), *index[1:])]
        return x[index]

    def function(self, names):
        return getattr(self.np, names[self.draw.integers(len(names))])

    def statement(self) -> None:
        kind = self.draw.random()
        if kind < 0.15:
            self.results.append(self.function(UNARY)(self.array()[self.index()]))
        elif kind < 0.45:
            function = self.function(BINARY)
            self.results.append(function(self.array()[self.index()], self.operand()))
        elif kind < 0.55:
            power = int(self.draw.integers(1, 4))
            self.results.append((self.array()[self.index()] * 1.0) ** power)
        elif kind < 0.65:
            condition = self.array()[self.index()] == self.operand()
            self.results.append(self.np.where(condition, self.operand(), self.operand()))
        elif kind < 0.72:
            at = int(self.draw.integers(len(self.arrays)))
            self.arrays[at] = self.arrays[at][::-1] * 2
            index, other = self.index(), self.index()
            self.arrays[at][index] = self.arrays[at][other]
        else:
            x, index, value = self.array(), self.index(), self.operand()
            if kind < 0.85 and x.dtype == self.real:
                x[index] += self.np.real(value)
            elif x.dtype == complex:
                x[index] = self.operand() - value * 2.0
            else:
                x[index] = self.operand() == value


def run(seed: int, module, place) -> list:
    """Run a program with NumPy or what stands for it, and return all of its arrays.

    Parameters
    ----------
    seed : int
        A multiple of three has arrays of single precision.
    module : module
        NumPy, or the frontend.
    place : callable
        Makes an array of the module of one of NumPy's.
    """
    program = _Program(seed, module, place)
    with np.errstate(all="ignore"):
        for _ in range(8):
            program.statement()
        return [*program.arrays, *program.results, *[module.sum(x) for x in program.results]]
