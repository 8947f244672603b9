"""Cost model of compiling: every constant of it, and the estimates that are made of them.

``call/autotune.py`` times calls, ``auto/watching.py`` decides what is compiled unasked, and a
backend whose traces tell the steps (JAX: ``compiler/operation_costs.py``) estimates a program
before it is compiled. All three take their figures from here.

Measured with JAX 0.10.2 on one core of a CPU, with the kernels of ``benchmarks/compile``: the time
to compile is met within a factor of two for nine of ten of them. Elsewhere the figures are
corrected while a process runs (:class:`Budget`).
"""

from __future__ import annotations

from typing import NamedTuple

# A program: seconds to compile it
SECONDS_TO_COMPILE_PROGRAM = 0.035  # at least
SECONDS_TO_COMPILE_EQUATION = 1.5e-4
SECONDS_TO_COMPILE_ARRAY = 1e-3  # besides, for each result with dimensions
SECONDS_TO_COMPILE_BRANCH = 0.015
SECONDS_TO_COMPILE_LOOP = 0.005
# An equation among many takes longer: 30 s for the 4,000 of a step of six transformer layers, 10 s
# for the 1,600 of 400 iterations that are written out, 112 s for the 6,400 of 1,600. Those of a
# loop's body or of a branch are computations of their own: 6.5 s for 5,400 in 64 loops.
SECONDS_TO_COMPILE_SQUARED_EQUATIONS = 1e-6  # times the number of a computation's, squared

# A program: seconds to run a step of it, besides what its elements take
SECONDS_OF_EAGER_STEP = 8e-6
SECONDS_OF_EAGER_SCALAR = 2e-6  # an index
SECONDS_OF_PROGRAM_STEP = 0.3e-6
SECONDS_OF_PROGRAM_SCALAR = 2e-9
# and for each element: eagerly each step reads and writes memory, within a program few do
SECONDS_AN_ELEMENT_STREAMED = 0.6e-9
SECONDS_AN_ELEMENT_FUSED = 0.25e-9
SECONDS_AN_ELEMENT_MOVED = 5e-9  # gathered, scattered, sorted, drawn: one by one
SECONDS_A_FLOP = 0.1e-9  # of a convolution or a factorization: 10 GF/s
# of a product: 50 GF/s. Of 64 to 256 rows and columns 70 to 220 of float32, 55 to 115 of float64
SECONDS_A_FLOP_OF_PRODUCT = 0.02e-9
ITERATIONS_OF_UNKNOWN_LOOP = 16  # of a loop whose length only the running program knows

# Compiling unasked: seconds that a function's compilation probably takes, for the first of a
# process and for later ones, and more for each instruction of its code
SECONDS_TO_TRY_FIRST, SECONDS_TO_TRY_LATER = 0.28, 0.12  # where the trace shows the rest (JAX)
SECONDS_TO_TRY_INSTRUCTION = 0.0005
SECONDS_TO_TRY_FIRST_HIDDEN, SECONDS_TO_TRY_LATER_HIDDEN = 0.45, 0.2  # PyTorch, TensorFlow
SECONDS_TO_TRY_INSTRUCTION_HIDDEN = 0.001
TIMES_AS_LONG_ON = {"torch": 3.0}
TRACING_SHARE = 0.4  # of what a compilation takes
SECONDS_TO_COMPARE = 0.06  # to keep values and put them back, for one comparison
# to compile and compare a program behind its trace, at least
LEAST_SECONDS_OF_PROGRAM = SECONDS_TO_COMPILE_PROGRAM + SECONDS_TO_COMPARE
SECONDS_OF_PROGRAM_CALL = 60e-6  # besides its steps, through what watches the function

# Compiling unasked: what may be lost
LOSS_SHARE = 0.035  # of the time gone by, if nothing is gained; to watch takes 0.015 beside it
FIRST_TRUST_SHARE = 0.75  # how often an estimate is right, before any was checked
# of what compiling a program costs: a right estimate gains nothing in a process that soon ends
SAFE_SHARE = 0.5
MOST_SECONDS_OF_START = 1.0  # of the process's start that count as gone by
LEAST_SAVED_BY_COST = 2.0  # what is saved by what it costs
LEAST_SAVED_BY_KNOWN_COST = 1.25  # the same where an earlier run has shown both
TRAINING_AHEAD_BY_GONE = 4.0  # seconds that a step of training takes yet, by those up to now
MOST_COMPILED_BY_EAGER = 0.9  # a program's time by the function's, where it is to be used
# What a step of training takes to compile quickly (JAX: ``least_compile_time``), with lowering, by
# the estimate of a thorough compilation: 0.38 of a perceptron, 0.47 of an LSTM, 0.27 of
# convolutions, 0.17 of a layer of a transformer
STEP_COST_BY_ESTIMATE = 0.35
# The same with its trace, by the time of one of its first calls, which run operation by operation:
# 110 of a perceptron's, 115 of six layers', 65 of convolutions, 86 of an LSTM and of a transformer.
# Of what such a call takes Python's part is no more than so many seconds.
STEP_COST_BY_CALL, MOST_PYTHON_SECONDS_OF_STEP = 100.0, 0.012
STEP_COST_BY_TRY = 1.1  # the same where no trace tells (TensorFlow), by what its code lets expect
# What the first 70 calls take eagerly besides what as many later ones do, by the same: programs of
# the backward pass, the optimizer and the module, 80 of a transformer's, 170 of a perceptron's. A
# step that is a program by then needs none of them.
STEPS_TO_SETTLE_BY_CALL = 80.0
# The eager time of the steps ahead, by what it costs to try a program: of a loop of some 240 steps
LEAST_STEPS_BY_COST = 2.0
# So long a compilation of a step, by its estimate, is waited for: the 20 to 50 steps beside the
# compiler run operation by operation, and took 0.1 to 0.2 s of processor time more than by the
# program. The estimate is about twice of what it takes.
MOST_SECONDS_WAITED = 1.5
MOST_SAVED_SHARE_OF_STEP = 0.6  # of its eager time: 0.7 of a perceptron, 0.5 of an LSTM
# a step that is compiled thoroughly: its time to compile by the estimate of the quick one's (1.5 to
# 3.2; 4 to 5.4 of what that takes), and what is saved of a call (0.2 to 0.6)
THOROUGH_COST_BY_QUICK, SAVED_BY_THOROUGH = 3.0, 0.4
MOST_STEP_BY_EAGER = 1.0  # the same of a step of training, once its program has been used

# Timing calls: blocks of calls of the function and of its program, by turns
BLOCK_PAIRS, BLOCK_PAIRS_THAT_AGREE = 4, 3
LEAST_CALLS_OF_BLOCK, MOST_CALLS_OF_BLOCK = 3, 50  # calls of some microseconds vary more
SECONDS_OF_BLOCK = 2.5e-3  # after which a block ends that has the fewest calls
MOST_EAGER_BY_COMPILED = 0.97  # the function's time by its program's, where it is preferred
# a program's time by the function's in the first block, below which it is kept at once
CLEAR_COMPILED_BY_EAGER = 0.67
SECONDS_OF_LONG_CALL = 500e-6  # above which it does not matter what it costs to find a program
OTHER_KIND_BY_USUAL = 2.0  # a call's time by the usual one, where it may be of another kind
CALLS_BETWEEN_LOOKS = 256  # without asking for the kind of the arguments


class Estimate(NamedTuple):
    """Estimate of a program's cost; times in seconds.

    Attributes
    ----------
    compile_time : float
    ratio : float
        The time of the program by that of its steps eagerly, in which what they have in common
        counts: 1 for a product of large matrices, 0.01 for steps on few elements.
    """

    compile_time: float
    ratio: float


def estimate(compiling: float, squares: int, eager: float, compiled: float) -> Estimate:
    """Estimate a program's cost, from sums over its steps.

    Parameters
    ----------
    compiling : float
        Seconds to compile its steps.
    squares : int
        The numbers of equations of its computations, each squared, added up.
    eager, compiled : float
        Seconds of its steps eagerly, and within the program.
    """
    ratio = compiled / eager if eager > 0.0 else 1.0
    together = SECONDS_TO_COMPILE_SQUARED_EQUATIONS * squares
    return Estimate(SECONDS_TO_COMPILE_PROGRAM + compiling + together, min(1.0, ratio))


def seconds_to_try(instructions: float, is_first: bool, is_shown: bool) -> float:
    """Estimate how long the compilation of a function takes, by its code alone.

    Parameters
    ----------
    instructions : float
    is_first : bool
        Whether nothing has been compiled in this process.
    is_shown : bool
        Whether its trace will show what the rest costs.
    """
    if is_shown:
        begin = SECONDS_TO_TRY_FIRST if is_first else SECONDS_TO_TRY_LATER
        return begin + SECONDS_TO_TRY_INSTRUCTION * instructions
    begin = SECONDS_TO_TRY_FIRST_HIDDEN if is_first else SECONDS_TO_TRY_LATER_HIDDEN
    return begin + SECONDS_TO_TRY_INSTRUCTION_HIDDEN * instructions


def corrected(factor: float, took: float, expected: float) -> float:
    """Compute the factor for later estimates, given how long something has taken."""
    if expected <= 0.0:
        return factor
    return factor * min(4.0, max(0.5, (max(took, 0.0) / expected) ** 0.5))
