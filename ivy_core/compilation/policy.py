"""Policy of compilation: every threshold of it, with the reason for its value.

Another value changes how a function is compiled, or whether it is. What programs and their steps
cost is estimated by ``backends/common/cost_model.py``.
"""

from __future__ import annotations

# Loops: rolled, or written out (docs/decisions/044-roll-or-unroll.md)

# Four copies of a body compile about as quickly as its loop, and XLA fuses them with what follows
UNROLLED_ITERATIONS = 4
# of a loop that gives slices or inner loops their lengths, which are known where it is written out;
# of all such loops of a function; and how many lengths these may have at most. Minima of 5 x 5
# slices of 115 x 147 took 250 us in loops, then 147; 582 integrals by Romberg's six levels 141,
# then 100
MOST_SHORT_ITERATIONS = 8
MOST_SHORT_LOOPS_ITERATIONS = 128
NARROW_LENGTH_VALUES = 16
# of all loops that could not be rolled: an equation takes 0.3 ms to compile, and more among many
MOST_UNROLLED_ITERATIONS = 512
# of a loop in whose body a slice or a function needs its number: it may have no program all the
# same, and each iteration is traced to find out
MOST_RETRIED_ITERATIONS = 64
# What is written out may take to trace and compile the larger of these, unless ``compile_budget``
# says more: a user waits for the first, and a function that runs for minutes gains by waiting
COMPILE_BUDGET_SECONDS = 10.0
COMPILE_BUDGET_CALLS = 20.0  # eager ones
# What all iterations will take is extrapolated from so many, once they took a share of the budget
# that is more than the clock's noise and the warming of caches in the first
SETTLED_ITERATIONS = 8
SETTLED_BUDGET_SHARE = 0.05
# Where the backend does not estimate a compilation: as long as tracing, which it follows
COMPILING_AND_TRACING_BY_TRACING = 2.0
# ``a, b = b, a``: so many iterations are traced as one until names stand for their own arrays
# again; cycles of two and three names, and both together, come back after six
MOST_PERMUTED_ITERATIONS = 6

# Traces that are begun again since they have learnt what is carried

# of a body: each adds the names, arrays or dtypes that the last has found; bodies settle after a
# few, and one that has not after twelve is not expected to
MOST_BODY_TRACES = 12
MOST_FUNCTION_TRACES = 5  # each adds the slots and arrays of outside that the last has found
MOST_APPENDED_DTYPES = 4  # bool, int, float and complex promote one after the other

# Lists that a loop appends to: each element is a step of the program behind the loop
MOST_APPENDED_ELEMENTS = 4096

# Lists whose length only the program knows (docs/decisions/069-counted-lists.md)
# rows of one that a loop of unknown length appends to: 128 kB of doubles are cleared in 5 us
UNBOUNDED_LIST_ROWS = 1 << 14
COUNTED_LIST_SPARE_ROWS = 8  # for what is appended in a branch behind the loop
MOST_LISTED_TRACES = 16  # of a loop: each finds another list, its types, or its length
TRIED_ITERATIONS = 3  # what these cannot be traced without, the others cannot either

# Gradients that a step replaces are let go of before it: 10 us to look at what it is given
REPLACED_LEAST_BYTES = 1 << 17

# Dynamic slices: a shorter axis is masked in less time than a loop of the program begins
MASKED_AXIS_ELEMENTS = 256

# Draws of a loop, made beforehand by one call on the host: a call in each iteration would take as
# long as several eager operations
DRAWN_AT_ONCE_BYTES = 1 << 25  # for all iterations, which have to be in memory together: 32 MB
DRAWN_BLOCK_BYTES = 1 << 20  # for a block of them: 1 MB stays in a processor's cache
MOST_DRAWN_BLOCK_ITERATIONS = 4096  # of a block: shared by so many, the call costs nothing

# Limits of a power or a shift of ints are computed up to so many bits: beyond, it takes long, and
# no such int fits into 64 of them anyway
MOST_FOLLOWED_BITS = 4096

# State outside of the arguments

MOST_NESTED_LEVELS = 24  # of containers and attributes: each takes frames of Python's stack
MOST_WATCHED_LEVELS = 6  # of containers in which each traced statement looks for changes
MOST_FOLLOWED_FUNCTIONS = 256  # that a function calls: their code is read at its first call
MOST_FACT_TOKENS = 256  # states of outside that are told apart by identity: kept in memory
# each compared in a call by a condition of its own, 0.02 us: more of them as lists, in C
MOST_COMPARED_VALUES = 32
MOST_LOOKED_AT_SLOTS = 512  # found so far: beyond them it is quicker to find all anew

# Programs of one function

MOST_PROGRAMS = 128  # that are kept, for memory's sake: the oldest goes
# arguments and their elements, in the source of a call: to write ten of them takes 0.1 ms
MOST_WRITTEN_VALUES = 256
LEAST_CALLS_OF_KEPT = 4  # that are like one: each saves 0.2 of the 0.6 ms that it took to keep it
MOST_KEPT_CALLS = 8  # of other kinds, compared one after the other: more take as long as flattening
# Calls in a row whose arguments or state cannot be taken, as PyTorch's tensors with gradients, of a
# function without programs: the next ones run as they are without a look, which takes a training
# step of 1.6 ms 0.2 ms.
REFUSED_CALLS_IN_A_ROW = 8
MOST_FAILED_CALLS = 2  # whose check failed: each takes the time of the program and of the function
MOST_STATIC_VALUES = 4  # of a number, or of a list's length, each of which needs a program
MISSED_CALLS_IN_A_ROW = 5  # before a warning: fewer are a function's first kinds of arguments
MOST_SHOWN_BITS = 256  # of an int in that warning: Python writes out no more than 4300 digits
MOST_SOURCE_MAPS = 4096  # of converted files, for memory's sake: the oldest goes

# Compiling unasked (docs/decisions/048-automatic-compilation.md)

SHORT_CALL_SECONDS = 20e-6  # a compiled call that is flattened takes as long
# of calls in the mean, above which processor time is asked for besides: that takes 2 us twice
SECONDS_OF_TWO_CLOCKS = 200e-6
CALLS_OF_RANKS = 12  # after which a step of training is compiled where ranks exchange gradients
MOST_COUNTED_CALLS = 2_000  # of a function of short calls: to count one takes half a microsecond
MOST_KINDS = 8  # of arguments that are looked at, and programs that are kept, for one function
LOOP_PART_SECONDS = 0.05  # of a watched loop: less than a compilation takes (cost_model.py)
# A trace may take at least so long: where it is all that shows what a program costs, and where it
# is estimated beforehand
LEAST_TRACE_SECONDS = 3.0
LEAST_ESTIMATED_TRACE_SECONDS = 0.1
# the same of what lies ahead of a step of training, where its loops tell: a trace that takes
# longer, or finds no program, has lost no more than that
MOST_TRACE_SHARE = 0.3
# Calls of a step of training of which there can be no program, after which it is not asked again:
# to tell its arguments' kind takes 30 us a call
LEAST_REFUSED_CALLS = 16
# Calls of one kind in a row, after which all that lie ahead are taken to be of that kind: the last
# batch of an epoch, and a loop of several models, bring others between. Not where the programs that
# there are have served fewer calls each: the next kind would come as soon
LEAST_CALLS_IN_A_ROW, LEAST_CALLS_OF_PROGRAM = 8, 64
LEAST_CALLS_TOLD = 4  # of a step, before its loops are asked: the first ones compile kernels
# of a step whose loops do not tell yet, as in the first of an outer loop's iterations, or tell of a
# share of the time that is enough: programs of its backward pass and of the optimizer take 1 s,
# which the step's own makes useless. PPO's outer loop tells after 16, and of too little at first
MOST_CALLS_PUT_OFF, SHARE_NEARLY_ENOUGH = 24, 0.5
# of a function's time up to now, after which loops around it are asked again: they know more with
# each of their iterations, and to ask takes 30 us
SHARE_OF_TIME_BETWEEN_LOOKS = 0.5
# Of the time of a step's first eager calls, what later ones save: by so many calls the backward
# pass and the optimizer's step are programs, and by so many the module. An LSTM's take 4.9 ms, then
# 3.0, then 1.1; a perceptron's 1.6, 1.0 and 0.7; with gradients clipped 1.7, 1.2 and 1.0
HALF_SETTLED_STEPS, SETTLED_STEPS = 29, 70
SAVED_OF_FIRST_STEPS, SAVED_OF_HALF_SETTLED_STEPS = 0.5, 0.4
EARLY_STEPS = 12  # of which the shortest tells what a step takes operation by operation
MOST_SAVED_OF_FIRST_STEPS_SECONDS = 6e-3  # of a step that computes, Python's part is the smaller
RECENT_CALLS = 9  # whose median is a call's usual time: an odd one out, or four, do not count
MOST_KEPT_FUNCTIONS = 2048  # that are kept on disk, 150 bytes each
LEAST_KEPT_SECONDS = 0.2  # of a function's calls: about shorter ones the next run asks nothing
# of what it takes to compile a program, where JAX finds it on disk: 0.1 s of 0.5 to 1.5
WARM_COMPILE_SHARE = 0.25
# A program of a loop runs for at least so long before Ctrl-C is heard: a user hardly notices it
INTERRUPTIBLE_SECONDS = 0.5

# What is shown of a constant, in a line
DRAWN_CONSTANT_ELEMENTS = 6
REPORTED_CONSTANT_ELEMENTS = 4
