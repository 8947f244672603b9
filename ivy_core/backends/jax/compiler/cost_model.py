"""What a traced program will probably cost: to be compiled, and to run beside its steps eagerly.

The figures are of XLA on one core of a CPU. They were found with the kernels of
``benchmarks/compile``: the time to compile is met within a factor of two for nine of ten of them.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from .equations import FUNCTIONS, inner_programs, is_literal

# seconds to compile: at least, and for each equation, result with dimensions, branch and loop
_LEAST, _EQUATION, _ARRAY, _BRANCH, _LOOP = 0.035, 1.5e-4, 1e-3, 0.015, 0.005
# XLA takes longer for an equation among many: 30 s for the 4,000 of a step of six transformer
# layers, 10 s for the 1,600 of 400 rounds that are written out, 112 s for the 6,400 of 1,600; those
# of a loop's body or of a branch are computations of their own: 6.5 s for 5,400 in 64 loops
_TOGETHER = 1e-6  # seconds, times the number of equations of a computation squared
# seconds that a step takes besides what its elements take: eagerly, and within a program
_DISPATCHED, _INDEX_DISPATCHED, _WITHIN = 8e-6, 2e-6, 0.3e-6
# seconds an element: eagerly each step reads and writes memory, within a program few do
_STREAMED, _FUSED, _MOVED, _PRODUCT = 0.6e-9, 0.25e-9, 5e-9, 0.1e-9
_ROUNDS = 16  # of a loop of which nobody knows how often it runs
_FREE = frozenset(
    "broadcast_in_dim reshape squeeze expand_dims convert_element_type copy stop_gradient".split()
)
# one by one: neither eagerly nor within a program they are done together with other steps
_ONE_BY_ONE = frozenset(
    "sort gather scatter scatter-add scatter_add scatter-min scatter-max cumsum cumprod cummax "
    "cummin argmax argmin top_k fft".split()
)
_PRODUCTS = frozenset({"dot_general", "conv_general_dilated"})
_CUBIC = frozenset(
    "lu cholesky qr eigh eig svd triangular_solve householder_product schur geqrf".split()
)


class Estimate(NamedTuple):
    """What a program will probably cost; times in seconds.

    Attributes
    ----------
    compile_time : float
    ratio : float
        The time of the program by that of its steps eagerly, in which what they have in common
        counts: 1 for a product of large matrices, 0.01 for steps on few elements.
    """

    compile_time: float
    ratio: float


def estimated(program) -> Estimate:
    """Return what a program will probably cost to compile and to run.

    Parameters
    ----------
    program : ClosedJaxpr

    Returns
    -------
    Estimate
    """
    sums = _Sums()
    sums.add(program.jaxpr, 1.0)
    ratio = sums.compiled / sums.eager if sums.eager > 0.0 else 1.0
    compiling = _LEAST + sums.compiling + _TOGETHER * sums.squares
    return Estimate(compiling, min(1.0, ratio))


class _Sums:
    """Times of the steps of a program, added up."""

    def __init__(self):
        self.compiling = self.eager = self.compiled = 0.0
        self.squares = 0  # of the numbers of equations of each computation

    def add(self, jaxpr, times: float) -> None:
        """Add the steps of a computation that runs so many times."""
        self.squares += self._add_steps(jaxpr, times) ** 2

    def _add_steps(self, jaxpr, times: float) -> int:
        """Add steps; return how many there are, without those of other computations."""
        count = 0
        for equation in jaxpr.eqns:
            name = equation.primitive.name
            inner = inner_programs(equation)
            if not inner:
                self._add_step(equation, name, times)
                count += 1
                continue
            if name in FUNCTIONS:  # XLA puts their steps where they are called
                count += sum(self._add_steps(each, times) for each in inner)
                continue
            within = times
            if name in ("while", "scan"):
                self.compiling += _LOOP
                within = times * equation.params.get("length", _ROUNDS)
            elif name == "cond":
                self.compiling += _BRANCH
                within = times / len(inner)
            for each in inner:
                self.add(each, within)
        return count

    def _add_step(self, equation, name: str, times: float) -> None:
        sizes = [out.aval.size for out in equation.outvars]
        elements = max(sizes, default=0)
        self.compiling += _EQUATION + (_ARRAY if elements > 1 else 0.0)
        common = _common(equation, name, elements)
        if common is not None:
            eager, compiled = _DISPATCHED + common, _WITHIN + common
        elif elements <= 1:
            eager, compiled = _INDEX_DISPATCHED, 2e-9
        elif name in _FREE:
            eager, compiled = _STREAMED * elements, 0.0
        else:
            if name == "dynamic_update_slice":  # in place, in a program
                elements = equation.invars[1].aval.size
            elif name.startswith(("reduce", "arg")):
                elements = _operand_size(equation)
            eager, compiled = _DISPATCHED + _STREAMED * elements, _WITHIN + _FUSED * elements
        self.eager += times * eager
        self.compiled += times * compiled


def _operand_size(equation) -> int:
    return max((a.aval.size for a in equation.invars if not is_literal(a)), default=0)


def _common(equation, name: str, elements: int) -> float | None:
    """Return the seconds that a step takes, eagerly or not, if they are the same."""
    if name in _ONE_BY_ONE:
        length = elements if name == "gather" else _operand_size(equation)
        if name.startswith("scatter"):
            length = equation.invars[-1].aval.size
        return _MOVED * length * (math.log2(length + 2) if name == "sort" else 1.0)
    if name == "dot_general":
        (contracted, _), _ = equation.params["dimension_numbers"]
        shape = equation.invars[0].aval.shape
        return _PRODUCT * 2.0 * elements * math.prod(shape[axis] for axis in contracted)
    if name in _PRODUCTS:
        return _PRODUCT * 2.0 * elements * equation.invars[1].aval.size
    if name in _CUBIC:
        return _PRODUCT * _operand_size(equation) * max(equation.invars[0].aval.shape, default=1)
    if name.startswith("random") or name in ("threefry2x32", "custom_call", "ffi_call"):
        return _MOVED * elements
    return None
