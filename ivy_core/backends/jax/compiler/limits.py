"""Every threshold of the passes over programs: its unit in its name, its measurement beside it.

Measured with JAX 0.10.2 on one core of a CPU, with the kernels of ``benchmarks/compile``;
`docs/decisions` has the records that are named.
"""

from __future__ import annotations

# vectorized loops (record 038)
VECTORIZE_LEAST_ITERATIONS = 16
# the same where an iteration is so many equations: ten rows of wires take 30 % of the time, five
# by five neighbours of each of 15 rows a half; 15 sums of 15 steps took 83 us in a loop, then 114
VECTORIZE_LEAST_LONG_ITERATIONS = 8
VECTORIZE_LONG_ITERATION_EQUATIONS = 64
# elements of what an iteration computes: more take longer in a batch than in a loop
VECTORIZE_MOST_ELEMENTS_OF_ITERATION = 64
VECTORIZE_MOST_ELEMENTS_OF_VECTORS = 512  # the same where all are vectors, without an inner loop
# elements of a batch, where an inner loop runs as often as the longest of all iterations
VECTORIZE_MOST_ELEMENTS_WITH_LOOP = 1024
VECTORIZE_MOST_ELEMENTS_AT_ONCE = 1 << 21  # elements of a batch: some 16 MB an array
# elements of what an iteration computes whose independence is only known when it has run: 87 rows
# of 87 took 132 us in a loop, then 180; iterations of single elements gain a half and more
SPECULATE_MOST_ELEMENTS = 4
# of a row that all iterations read and one writes to, for all of them to run at once: XLA writes
# rows of so few bytes out, element by element. 42 rows of 42 truths took 145 us, then 28, 27 of 27
# 108, then 23, 26 of 26 18 to 90 by process, then 22; rows of floats take as long either way
ONE_ROW_ELEMENTS_OF_A_BYTE = range(26, 97)
# of a loop whose bounds the program knows, all of which are computed
WINDOW_MOST_ITERATIONS = 1 << 14
# an inner loop of at most so many steps is written out, without asking whether all have left it
INNER_LOOP_MOST_STEPS = 8
INNER_LOOP_MOST_EQUATIONS = 512  # of all its steps: 0.3 ms each to compile

# an inner loop whose steps differ by iteration, and are known to be at most so many, is written out
# in a batch: seven filters of 14 numbers over 2,637 took 880 us, then 81; six steps of life on
# 58 x 41, with a border, 690, then 59
BOUNDED_LOOP_MOST_STEPS = 24
BOUNDED_LOOP_MOST_EQUATIONS = 512  # of all its steps: 0.3 ms each to compile
# of an array, which its steps read outside of it: an array of so many rows more on each side is
# made, of the first number or the second, once for all steps
ROWS_OUTSIDE_FEW = 8
ROWS_OUTSIDE_MOST = 24

# products of a loop's number, computed before it as one: `c[i] = x[i] @ y + c[i - 1]`
PRODUCTS_LEAST_ITERATIONS = 8
PRODUCTS_LEAST_MATRIX_ELEMENTS = 4096  # of the operand that all iterations share
PRODUCTS_MOST_ELEMENTS = 1 << 21  # of what is kept; more only where an array has as many

# scalar replacement: elements of a part that is carried in place of its array
SCALAR_MOST_ELEMENTS = 64

# split loops: iterations, and steps of each that are computed before the loop, more than elements
# that it reads of them. With 7 or 8 more distances, alignments and common subsequences take 0.4 to
# 0.95 of the time (one in 20 took 1.4), with 2 to 6 sums over a grid and reconstructions 1.0 to 1.1
SPLIT_ITERATIONS = range(8, 1 << 16)
SPLIT_LEAST_STEPS = 7

# store-to-load forwarding
FORWARDING_MOST_SELECTED_ELEMENTS = 8  # selected from what was written and what was there before
FORWARDING_MOST_WRITES = 4  # to an array, one behind the other, behind which an element is read
# elements of a part of an array that may be computed or copied once more
WRITES_SMALL_ELEMENTS = 64
# of an array that is not copied in an iteration: a copy of 20 is no part of the function that XLA
# makes of a small loop, and takes 200 ns, where an iteration took 15
WRITES_LEAST_ELEMENTS = 2

# if-conversion (record 039)
BRANCH_FEW_STEPS = 16  # a branch of XLA's on the CPU costs more than so many cheap steps
BRANCH_FEW_ELEMENTS = 16  # of each of their results
BRANCH_MOST_STEPS_WITH_WRITES = 64  # a branch that hands arrays on costs as much as so many

# unrolling (record 044): passing once over 4,096 elements saves 3 us an iteration
UNROLL_LEAST_ELEMENTS = 4096
UNROLL_MOST_EQUATIONS = 512  # of all iterations: 0.3 ms each to compile

# reductions (record 047): 50,000 x 2 took 200 us, then 28
REDUCTION_MOST_LENGTH = 8  # of the reduced axis, along which additions of slices are quicker
REDUCTION_LEAST_ELEMENTS = 8192  # fewer are in the cache, and quicker as they are
REDUCTION_MOST_COLUMNS = 16
REDUCTION_ROWS_AT_ONCE = range(64, 3, -1)  # the first that divides the number of rows

# extremes of fewer elements: the library that loses a nan of them begins at 2,048 to 4,096
EXTREMES_KEEP_NAN_ELEMENTS = 1024

# interior writes: fewer elements take as long either way; a smaller part is written in place
INTERIOR_LEAST_ELEMENTS = 512
INTERIOR_LEAST_SHARE = 1 / 2
INTERIOR_MOST_ELEMENTS_OF_CACHES = 1 << 18  # 2 MB of doubles: beyond, memory is what takes time

# boxes about what is read of an array: fewer elements are computed in less time than read apart
READ_BOX_LEAST_ELEMENTS = 64

# shapes of writes: elements that are written; single ones are scalars, which XLA has in registers
WRITE_SHAPES_LEAST_ELEMENTS = 64

# elements of sliding windows that are slices side by side: extremes of 3 x 3 take 108 us when they
# are gathered, and 34 so; of 5 x 5 on 105 x 75 475, then 293, means and deviations 639, then 307;
# but 0.6 s to compile, not 0.15
WINDOWS_MOST_SLICES = 25

# extremes of several axes: of so few elements each XLA's own steps take less, within what makes
# them. Windows of 3 x 3 on 80 x 90 take 28 us, and 94 with a look for nan behind; sums and extremes
# of 4 x 4 on 110 x 100 75, and 245, and 0.07 s to compile, not 0.57; of 5 x 5 95, and 323
SHORT_EXTREMES_ELEMENTS = 25

# written planes: elements of a plane; 4,000 are copied in as little time as taken out
WRITTEN_PLANES_LEAST_ELEMENTS = 8192

# matmul layout (record 047): the lengths that stay; narrower products are not worth a copy
MATMUL_LEAST_LENGTH = 16
# of a product that is transposed: with 32 to 96 rows, as many columns or more and 64 contracted it
# takes 1/4 to 3/4 of the time by itself; with 128 rows as long
MATMUL_MOST_ROWS = 96
MATMUL_LEAST_CONTRACTED = 64

# flat elementwise: the axes, the length of the last one, and the elements of arrays for which XLA's
# loops take single elements; with a last axis of 4 or 8 they take vectors, and of 48 most of them
FLAT_LEAST_AXES = 4
FLAT_MOST_LENGTH = 32
FLAT_GOOD_LENGTHS = frozenset({4, 8})
FLAT_LEAST_ELEMENTS = 4096  # fewer take as long either way

# shared chains: elementwise steps that each reader of a result computes anew, from which on a write
# and a read of memory take less; fewer elements take as long either way
SHARED_CHAIN_LEAST_STEPS = 16
SHARED_CHAIN_LEAST_ELEMENTS = 64

# shared slices: parts that are read of a root or a quotient, for each of which it is computed anew,
# from which on, and up to which, a write to the cache and a read take less
SHARED_SLICES_LEAST_PARTS = 3
SHARED_SLICES_ELEMENTS = range(256, 1 << 15)

# branching chains: steps that XLA may write out for one that reads others behind branches; some
# thousands take 0.3 s to compile, and each barrier is a pass over memory
BRANCHING_CHAIN_MOST_STEPS = 4096

# tridiagonal systems: a step for all columns takes 1.5 us and 3 ns each, a row of LAPACK's 15 ns
TRIDIAGONAL_LEAST_COLUMNS = 256
# which are written out: 5,929 columns of 4 took 138 us in a loop, then 85; of 11 380, then 258, but
# a second more to compile
TRIDIAGONAL_FEW_ROWS = 4

# buffer packing (record 046)
PACK_LEAST_PARTS = 8  # fewer are not worth the 20 us that building a pack again takes
PACK_MOST_ELEMENTS_OF_PART = 1 << 12  # copying more into a pack takes longer than an input
# of what a program's steps give: beyond, a call takes so long that a part's 1 us is not seen, and
# XLA compiles a kernel of its own for each part (15 to 22 ms), where equal shapes share one
PACK_MOST_BYTES_OF_PROGRAM = 8 << 20

# a check that is computed from ints among the inputs before the call
PRECONDITION_MOST_STEPS = 64

# slices of arrays in parts: a window of at most this share of an axis is taken index by index, for
# a whole gather otherwise; pieces of which one has this share of the length are padded
SHARDED_SHORT_WINDOW = 1 / 4
SHARDED_LONG_PIECE = 3 / 4
SHARDED_KNOWN_ELEMENTS = 16  # of starts, which are computed while the program is rewritten
# transforms and sorts of fewer elements are gathered: one exchange takes less time than several
SHARDED_LEAST_ELEMENTS = 512
# totals that so many times as many elements are added to: each device has its own, which are added
SHARDED_SHORT_TOTALS = 4
# steps of what is computed of pairs of parts, each of which is traced once more for a round
SHARDED_MOST_STEPS_OF_ROUND = 256

# collectives of a program that ranks compare: each call goes through the list, 0.3 us each
MOST_COUNTED_EXCHANGES = 4096

# bytes that an iteration touches, of a loop that is one function: LU of 67 x 67 gains all from
# 16,384 on; steps on more elements than this are long enough, and may use several threads
SMALL_LOOP_MOST_BYTES = 1 << 16

# bytes of all that a program computes, from which on XLA orders its steps for the least memory:
# malloc maps what is more than 32 MB anew for each call; smaller programs take as long either way
SCHEDULE_LEAST_BYTES = 1 << 25
# the same of a backward pass by itself, which computes beside all that forward has kept: an LSTM's
# (20 x 16, 64 units, 2.5 MB) holds 1.38 MB, then 1.06, and takes 0.68 ms, then 0.66
SCHEDULE_BACKWARD_LEAST_BYTES = 1 << 20

# bytes that forward has kept for a backward program, from which on it is cut into sections, those
# for each section, and how many these are at most; each begins about this share of its steps around
# the point where a section would free as much as another. A UNet's step needs 40.3 MB as one
# program, of three sections 33.9, of four 31.8, of six 29.7; a small ViT's backward pass, for which
# 1.7 MB are kept, 3.1, of two 2.3, of three 2.2, of six 2.0. A section takes 10 us more to call
SECTIONS_LEAST_BYTES = 1 << 20
SECTION_BYTES = 1 << 18
SECTIONS = 6
SECTIONS_SHARE_TO_SEARCH = 1 / 20

# bytes of all that a program computes, from which on XLA's emitters of fused loops gain more than
# they take to compile: a step of 31 MB takes 3.1 ms, 3.4 without, and 2.1 s to compile, 2.0; steps
# of up to 3.6 MB run as fast without, and take half as long to compile
FUSED_LEAST_BYTES = 1 << 23

# of a row that alone is read, as often as XLA is given it: a product of 8 rows is a library's, of
# one it is written out, and a program of nanoGPT's took 1.07 s to compile, not 0.9
COPIES_OF_ROW_ROWS = 8
# that are saved where such rows alone are computed, from which on XLA is given steps of their own,
# which take it 0.13 s more to compile. nanoGPT's 3 x 48 would save 1.3 million and 15 us of a word,
# its 6 x 384 340 million and a tenth
UNREAD_ROWS_LEAST_MULTIPLICATIONS = 1 << 23

# of one constant of a program that is found on disk by its text: 1 MB takes 1 ms to hash
NAMED_MOST_CONSTANT_BYTES = 1 << 23

# recomputation, of programs from SCHEDULE_LEAST_BYTES on: what is held over the widest point is
# to become less by this share for a program to be cut into sections; values of fewer bytes are
# held where they take a root or a quotient; the steps of a chain, each of which is read, of which
# a value is computed again: a GELU takes 8, a group's norm with its SiLU 16
RECOMPUTED_LEAST_SHARE = 1 / 16
RECOMPUTED_LEAST_BYTES = 4096
RECOMPUTED_MOST_STEPS = 24
