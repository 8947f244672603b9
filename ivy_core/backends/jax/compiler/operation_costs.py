"""Costs of a traced program's operations: rules by primitive, figures of the cost model."""

from __future__ import annotations

import math

from ivy_core.backends.common.cost_model import (
    ITERATIONS_OF_UNKNOWN_LOOP,
    SECONDS_A_FLOP,
    SECONDS_A_FLOP_OF_PRODUCT,
    SECONDS_AN_ELEMENT_FUSED,
    SECONDS_AN_ELEMENT_MOVED,
    SECONDS_AN_ELEMENT_STREAMED,
    SECONDS_OF_EAGER_SCALAR,
    SECONDS_OF_EAGER_STEP,
    SECONDS_OF_PROGRAM_SCALAR,
    SECONDS_OF_PROGRAM_STEP,
    SECONDS_TO_COMPILE_ARRAY,
    SECONDS_TO_COMPILE_BRANCH,
    SECONDS_TO_COMPILE_EQUATION,
    SECONDS_TO_COMPILE_LOOP,
    Estimate,
    estimate,
)

from .equations import (
    FUNCTIONS,
    ITERATED,
    branches_of,
    contracted_axes,
    inner_programs,
    is_literal,
    name_of,
)

# what XLA makes part of the steps about it
_FREE = frozenset(
    "broadcast_in_dim reshape squeeze expand_dims convert_element_type copy stop_gradient".split()
)


def estimated(program) -> Estimate:
    """Estimate the cost of compiling and running a program.

    Parameters
    ----------
    program : ClosedJaxpr

    Returns
    -------
    Estimate
    """
    sums = _Sums()
    sums.add(program.jaxpr, 1.0)
    return estimate(sums.compiling, sums.squares, sums.eager, sums.compiled)


class _Sums:
    """Times of the steps of a program, added up."""

    def __init__(self):
        self.compiling = self.eager = self.compiled = 0.0
        self.squares = 0  # of the numbers of equations of each computation

    def add(self, jaxpr, times: float) -> None:
        """Add the steps of a computation that runs so many times."""
        self.squares += self._add_steps(jaxpr, times) ** 2

    def _add_steps(self, jaxpr, times: float) -> int:
        """Add the costs of ``times`` runs; count the equations, loops and branches apart."""
        count = 0
        for equation in jaxpr.eqns:
            inner = inner_programs(equation)
            if not inner:
                self._add_step(equation, times)
                count += 1
            elif name_of(equation) in FUNCTIONS:  # XLA puts their steps where they are called
                count += sum(self._add_steps(each, times) for each in inner)
            else:
                rule = _inner_rules.get(name_of(equation), _compile_seconds_and_repeats_of_call)
                compiling, repeats = rule(equation)
                self.compiling += compiling
                for each in inner:
                    self.add(each, times * repeats)
        return count

    def _add_step(self, equation, times: float) -> None:
        """Add an equation's seconds to compile, and of ``times`` runs, eagerly and compiled."""
        elements = max([out.aval.size for out in equation.outvars], default=0)
        self.compiling += SECONDS_TO_COMPILE_EQUATION
        self.compiling += SECONDS_TO_COMPILE_ARRAY if elements > 1 else 0.0
        rule = _run_rules.get(name_of(equation))
        if rule is not None:
            seconds = rule(equation, elements)
            eager, compiled = SECONDS_OF_EAGER_STEP + seconds, SECONDS_OF_PROGRAM_STEP + seconds
        elif elements <= 1:
            eager, compiled = SECONDS_OF_EAGER_SCALAR, SECONDS_OF_PROGRAM_SCALAR
        elif name_of(equation) in _FREE:
            eager, compiled = SECONDS_AN_ELEMENT_STREAMED * elements, 0.0
        else:
            elements = _rules_of_elements.get(name_of(equation), _elements_given)(
                equation, elements
            )
            eager = SECONDS_OF_EAGER_STEP + SECONDS_AN_ELEMENT_STREAMED * elements
            compiled = SECONDS_OF_PROGRAM_STEP + SECONDS_AN_ELEMENT_FUSED * elements
        self.eager += times * eager
        self.compiled += times * compiled


def _largest_operand_size(equation) -> int:
    return max((a.aval.size for a in equation.invars if not is_literal(a)), default=0)


_inner_rules = {}  # seconds that a loop or a branch takes to compile, and how often it runs


def _compile_seconds_and_repeats_of_call(equation) -> tuple[float, float]:
    return 0.0, 1.0


def _compile_seconds_and_repeats_of_loop(equation) -> tuple[float, float]:
    return SECONDS_TO_COMPILE_LOOP, equation.params.get("length", ITERATIONS_OF_UNKNOWN_LOOP)


_inner_rules |= dict.fromkeys(ITERATED, _compile_seconds_and_repeats_of_loop)


def _compile_seconds_and_repeats_of_branch(equation) -> tuple[float, float]:
    return SECONDS_TO_COMPILE_BRANCH, 1.0 / len(branches_of(equation))


_inner_rules["cond"] = _compile_seconds_and_repeats_of_branch


_rules_of_elements = {}  # the elements that a step goes through, where it is not those it gives


def _elements_given(equation, elements: int) -> int:
    return elements


def _elements_written(equation, elements: int) -> int:
    """Return the size of the slice written, not of the whole array."""
    return equation.invars[1].aval.size  # in place, in a program


_rules_of_elements["dynamic_update_slice"] = _elements_written


def _elements_reduced(equation, elements: int) -> int:
    return _largest_operand_size(equation)


_rules_of_elements |= dict.fromkeys(
    (
        "reduce reduce_sum reduce_prod reduce_max reduce_min reduce_and reduce_or reduce_xor "
        "reduce_precision reduce_window reduce_window_sum reduce_window_max reduce_window_min"
    ).split(),
    _elements_reduced,
)


# Seconds of a step that takes as long eagerly as within a program: a library's kernel, or one
# element after the other.
_run_rules = {}


def _seconds_of_scatter(equation, elements: int) -> float:
    return SECONDS_AN_ELEMENT_MOVED * equation.invars[-1].aval.size


_run_rules |= dict.fromkeys(
    "scatter scatter-add scatter_add scatter-min scatter-max".split(), _seconds_of_scatter
)


def _seconds_element_by_element(equation, elements: int) -> float:
    """Return seconds by the size of the largest operand, whatever size the result has."""
    return SECONDS_AN_ELEMENT_MOVED * _largest_operand_size(equation)


_run_rules |= dict.fromkeys(
    "cumsum cumprod cummax cummin argmax argmin top_k fft".split(), _seconds_element_by_element
)


def _seconds_of_sort(equation, elements: int) -> float:
    length = _largest_operand_size(equation)
    return SECONDS_AN_ELEMENT_MOVED * length * math.log2(length + 2)


_run_rules["sort"] = _seconds_of_sort


def _seconds_of_creation(equation, elements: int) -> float:
    return SECONDS_AN_ELEMENT_MOVED * elements


_run_rules |= dict.fromkeys(
    (
        "gather random_bits random_seed random_split random_wrap random_unwrap random_fold_in "
        "random_clone random_gamma threefry2x32 custom_call ffi_call"
    ).split(),
    _seconds_of_creation,
)


def _seconds_of_product(equation, elements: int) -> float:
    (contracted, _), _ = contracted_axes(equation)
    shape = equation.invars[0].aval.shape
    flops = 2.0 * elements * math.prod(shape[axis] for axis in contracted)
    return SECONDS_A_FLOP_OF_PRODUCT * flops


_run_rules["dot_general"] = _seconds_of_product


def _seconds_of_convolution(equation, elements: int) -> float:
    return SECONDS_A_FLOP * 2.0 * elements * equation.invars[1].aval.size


_run_rules["conv_general_dilated"] = _seconds_of_convolution


def _seconds_of_factorization(equation, elements: int) -> float:
    lengths = equation.invars[0].aval.shape
    return SECONDS_A_FLOP * _largest_operand_size(equation) * max(lengths, default=1)


_run_rules |= dict.fromkeys(
    ("lu cholesky qr eigh eig svd triangular_solve householder_product schur geqrf").split(),
    _seconds_of_factorization,
)
