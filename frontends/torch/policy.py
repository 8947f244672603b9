"""Policy of the frontend: from when on what comes again is compiled, and how much of it is kept.

A program saves the microseconds that each operation of JAX or TensorFlow costs whatever it
computes; to trace and compile one takes a tenth of a second. PyTorch's and NumPy's operations are
not compiled. What is kept is what is known of calls, graphs and steps, the oldest given up first.
"""

from __future__ import annotations

# Functions' bodies are compiled after so many calls, which take about as long as compiling, 50 ms.
# One of fewer operations stays as it is: a program of TensorFlow's takes 60 us a call, an operation
# 12; JAX takes 12 us for each array that waits on the host, and what reads the result waits for a
# thread, 40 us in all, where NumPy takes 3 an operation. Calls and operations are counted, nothing
# is timed: a program rounds differently, and a run is to give the same digits as the last one.
CALLS_BEFORE_COMPILING = 64
# Elements of all tensors of a call up to which NumPy moves them in one call of its own, some 5 us,
# where a body calls ten functions: the same number up to which NumPy computes for JAX
HOST_FORM_ELEMENTS = 1 << 14
# the same of products of matrices, which NumPy computes for JAX anyway up to 8 million
# multiplications: a layer of 84 x 202 and one sample takes 12 us, where its body took 85
HOST_FORM_PRODUCT_ELEMENTS, HOST_FORM_MULTIPLICATIONS = 1 << 16, 1 << 22
HOST_FORM_PAIRS = 4096  # that `isin` compares at once
# the same of the first ones in order, of which XLA sorts all: 50,257 take it 3,600 us, NumPy 50
HOST_FORM_TOPK_ELEMENTS = 1 << 21
# the same of softmax along rows of so many: one of 50,257 takes XLA 107 us, NumPy 47, four take 115
# to 190 in both, and 2,048 rows of 64 take NumPy 256
HOST_FORM_SHARES_ELEMENTS, LONG_ROW_ELEMENTS = 1 << 16, 1 << 12
# Rows from so many elements on are parted before the first ones are put in order: 256 take 1.7 us
# to sort and 1.9 to part, 2,048 take 16 and 5, 16,384 take 145 and 26.
PARTED_ELEMENTS = 512
# What the steps of a cell add to its weights' gradients waits for one product until it is so much:
# 2 MB of float64, which a cache still holds. 59 steps of 6 rows of 204 are 72,000.
ELEMENTS_OF_STEPS_KEPT = 1 << 18
FEWEST_STEPS_TO_COMPILE = {"jax": 1, "tensorflow": 5}
FEWEST_STEPS_TO_COMPILE_FROM_HOST = 12
# A gradient that the backend derives from a body is compiled in some 0.3 s, and traced in 5 ms and
# more each time that it is not. Where NumPy computes the first calls it is a program at once.
BACKWARDS_BEFORE_COMPILING_GRADIENT = 16
KEPT_CALLS = 1024
KEPT_PATTERNS = 1024  # of calls that are recorded alike
KEPT_PLANS_OF_CALLS = 4096  # of tensors in parts over ranks: some 20 us each to make

# Backward passes. Training comes to the same graph each step: so many show that it is no trial. A
# small GPT's pass takes 40 ms less once it is compiled, in 1 s, 0.2 s from disk; until then no step
# takes much longer than the others. JAX compiles in a thread beside the next ones, each of which
# takes a 25th of what compiling does; then they wait for it: counted, as the digits change.
BACKWARDS_BEFORE_COMPILING = 11
BACKWARDS_WHILE_COMPILING = 16
# 900 nodes take 7 s to compile on JAX and TensorFlow, which saves 140 and 230 ms a pass.
MOST_NODES_OF_GRAPH = 1000
# A pass of more operations waits until it has cost, node by node, what compiling will, where XLA
# takes so long an operation and the engine a node: 59 steps of two LSTM cells are 240 nodes, which
# take 25 ms a pass, and 10,000 operations, which take 15 to 25 s to compile.
STEPS_OF_PASS_COMPILED_AT_ONCE = 6000
SECONDS_TO_COMPILE_STEP, SECONDS_OF_NODE = 1.4e-3, 1e-4
# With more nodes alike one of each kind is traced first: a trace of those 240 nodes takes 0.6 s,
# which a script of less than 500 passes has for nothing.
NODES_ALIKE_TRACED_AT_ONCE = 48
KEPT_GRAPHS = 256

# Steps of optimizers, all parameters of a group in one program, which holds some 100 KB.
STEPS_BEFORE_COMPILING = 11
STEPS_WHILE_COMPILING = 16
KEPT_PROGRAMS_OF_OPTIMIZER = 8

# Steps that are traced: parameters of up to so many elements change as vectors of up to so many,
# where there are so many of them. A program's step costs 2 ms to trace and 2 to compile, and a call
# 1 to 2 us; but what is joined is copied, by AdamW seven times. CPU seconds to compile and ms a
# step, one by one, one vector of all up to 4,096, and as here: fifty layers of 32, 9.1 and 1.2,
# 4.4 and 1.7, 2.8 and 1.6; a ViT, 2.5 and 1.6, 2.9 and 1.8, 2.8 and 1.6.
ELEMENTS_OF_JOINED_PARAMETER = 1 << 11
ELEMENTS_OF_JOINED_VECTOR = 1 << 12
LEAST_JOINED_ARRAYS = 3
# In the program of an optimizer alone: a vector is a copy of what it joins, and with the number
# above the peak of a ViT's step was 2.8 to 4.5 MB, not 2.3.
ELEMENTS_OF_JOINED_PARAMETER_IN_OPTIMIZER = 1 << 8

# Steps of PyTorch's own tensors by its functions of lists: parameters of so many elements at once.
# Adam's temporary tensors are as large, and beyond a cache a list costs what it saves in calls.
ELEMENTS_STEPPED_TOGETHER = 1 << 18

# Up to so many elements a gradient is repeated by a product with ones: of 16,384, 40 us on JAX and
# 55 us on TensorFlow, where a broadcast takes 95 and 410 us. From 65,536 on a broadcast that is
# then read is the quicker one on JAX (0.5 and 0.8 ms).
REPEATED_ELEMENTS = 1 << 14

# torchaudio's recursive filters: so many samples by one product of matrices, then the next ones.
FILTERED_ELEMENTS = 256

# Modules that are programs. Unasked a kind of call becomes one once so many backward passes have
# come between its calls: a loop that trains. A program saves 5 ms of a small GPT's step and takes 1
# to 4 s to make, and it rounds differently: an evaluation, a comparison of two models and a short
# script are to see nothing of it. Where programs are asked for, after so many calls. So many kinds
# a module, whose tracing alone takes no longer than this.
BACKWARDS_BEFORE_MODULE_PROGRAM = 64
CALLS_BEFORE_MODULE_PROGRAM = 2
KINDS_OF_MODULE_CALLS = 8
SECONDS_TO_TRACE_MODULE = 10.0
# A forward that steps through a sequence itself has no program, and its modules none: 59 steps of
# two LSTM cells take 9 s to compile, which saves 2 of 25 ms a pass. Layers are fewer.
ITERATIONS_WRITTEN_OUT_IN_MODULE = 48

# By what the counts of calls before a function is compiled are multiplied while a loop begins to
# train, up to so many backward passes: until the whole pass is a program, and until modules are.
# What would be compiled before is of no use then: in steps 3 to 11 a UNet compiled 40 kernels, in
# 4 s, and each of these steps took up to three times as long as the one before.
CALLS_BY_BEFORE_PASS_PROGRAM, CALLS_BY_BEFORE_MODULE_PROGRAM = 32, 8
# Calls that wait so after a backward pass: where more come, the training is over
CALLS_OF_PATIENCE = 4096


def patience_after(passes: int) -> int:
    """Return the factor of those counts after so many backward passes."""
    until = BACKWARDS_BEFORE_COMPILING + BACKWARDS_WHILE_COMPILING
    if passes <= until + 1:  # the first one may be of another graph
        return CALLS_BY_BEFORE_PASS_PROGRAM
    if passes <= BACKWARDS_BEFORE_MODULE_PROGRAM + 1:
        return CALLS_BY_BEFORE_MODULE_PROGRAM
    return 1


# Forwards whose arguments grow by one from call to call, without gradients: after so many calls one
# program serves all lengths up to a bucket's, the next power of two from the first bound on and
# multiples of the second beyond it. A program takes 0.3 to 0.8 s to make, and a call saves 3 ms. So
# many calls have to come first, of a model with a cache in objects the second number. Where so many
# could not be made, or gave another result than the forward itself by this part of it, there are no
# more; nor for modules with the same options and sizes, nor for a class of which so many kinds of
# modules had none: two tries take 0.1 to 0.6 s, as much as 100 words.
GROWING_CALLS_BEFORE_PROGRAM, GROWING_CACHE_CALLS_BEFORE_PROGRAM = 8, 8
GROWING_CALLS_IN_A_ROW = 3  # before the next one is taken to be longer, too
SHORTEST_BUCKET_POSITIONS = 64
LONGEST_DOUBLED_BUCKET_POSITIONS = 128
FAILED_GROWING_PROGRAMS, FAILED_KINDS_OF_GROWING_MODULES = 2, 4
ROUNDING_OF_GROWING_VALUES = 1e-3
# So many structures of a model's arguments have a function that takes them apart: writing one takes
# 0.6 ms, to see that arguments are of another structure 1 us. A sentence has two, of its first call
# and of its words.
MATCHERS_OF_GROWING_CALLS = 4
# Arguments of more lists, dictionaries and objects are not looked through at each call.
OBJECTS_OF_ARGUMENTS_SLOTS = 4096
# A permutation of fewer elements is made by exchanging them in a list: 1,000 take 70 and 48 us, 100
# 6 and 25, 100,000 41 and 5 ms.
EXCHANGED_AT_ONCE_ELEMENTS = 768
# Words of 32 bits that NumPy writes as such: it takes 3 us longer, and saves 1 us a thousand.
PICKED_WORDS_NUMBERS = 4096
