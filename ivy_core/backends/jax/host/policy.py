"""JAX's policy: the table of eager calls that NumPy computes on the host's memory.

====================  =================================================================
kind of function      route
====================  =================================================================
``ON_HOST``           host, whatever the size
``BY_SIZE``           host up to :func:`host_limit` elements of each operand, then kernel
products              host also up to ``PRODUCT_MULTIPLICATIONS``; ``outer`` and ``kron`` up to
                      ``PAIRS_ELEMENTS`` of the result
``EXACT``             host up to :func:`host_limit` elements; larger ones for ``EXACT_HOST_CALLS``
                      calls of a shape, then kernel: both give the same bits
``EXACT_OF_SHAPES``   host up to ``HOST_ELEMENTS``; larger ones host for ``HOST_CALLS_OF_SHAPE``
                      calls of a shape, as ``EXACT`` where lengths change, then kernel
``OF_LENGTHS``        where it would be the kernel: kernel for the first
                      ``KERNEL_SHAPES_OF_LENGTHS`` lengths of a family, then host
layers, gradients     host for the first calls of a program, from its jaxpr, then kernel:
                      ``programs.py``
any other             kernel
====================  =================================================================

But for the programs of networks the route depends on function, dtypes and shapes, and for
``OF_LENGTHS`` on the shapes that came before; that of a call never changes, so equal calls give
equal bits. A count of calls decides only where both routes give the same bits (subnormal numbers
apart, which XLA takes for zero).

Complex products, bfloat16 and its kin, arrays of several devices or of no CPU, and whatever is
traced, are always the kernel's.
"""

from __future__ import annotations

import math

# Up to here NumPy is as fast as a kernel for nearly every function: 4 us a call, where a compiled
# kernel takes 5 and more, and 20 to 500 ms to be compiled.
HOST_ELEMENTS = 1 << 14
# Up to how many elements NumPy is no slower than XLA on two cores, measured in float32 and float64
# at 2**15, 2**17 and 2**20 elements. They have to be constants: a limit that moved while a program
# runs would change the last bits of its results.
HOST_ELEMENTS_OF_SOME = 1 << 17
HOST_ELEMENTS_OF_FAST = 1 << 20
# Of a dividend whose divisor serves many of its elements; both wait for the memory
BROADCAST_QUOTIENT_ELEMENTS = 1 << 20
# Of a product that BLAS does as quickly as XLA
PRODUCT_MULTIPLICATIONS = 1 << 23
# NumPy's own loops, of numbers that BLAS has no loops for, take some 16 times as long
MULTIPLICATIONS_OF_LOOP = 16
# Of a result that has an element for each pair of the operands'
PAIRS_ELEMENTS = 1 << 16
# A compiled kernel takes half of NumPy's time for large arrays, and 20 to 50 ms to be compiled:
# calls of an exact function, of one shape, after which it is
EXACT_HOST_CALLS = 100
# of one that takes NumPy several times as long, unless its lengths keep changing: a batch of
# another size, once an epoch, is not worth a kernel
HOST_CALLS_OF_SHAPE = 8
# Lengths that a function of axes that grow is compiled for, of shapes that differ in one length
# alone: a sentence that grows by a word would have a kernel compiled for each of them
KERNEL_SHAPES_OF_LENGTHS = 4
# Elements of each operand, and multiplications, from which on it is compiled all the same: NumPy
# takes up to four times as long, which is some milliseconds here
LENGTHS_ELEMENTS = 1 << 20
LENGTHS_MULTIPLICATIONS = 1 << 30
# The same of a shape that comes first when a loop has trained for long: the last part of its data.
# NumPy takes 0.2 and 0.4 ms longer, a kernel 8 to 40 to be compiled
LATE_ELEMENTS = 1 << 18
LATE_MULTIPLICATIONS = 1 << 26
COUNTED_SHAPES = 4096  # entries of a table of shapes, after which it begins anew

# Bytes of a result up to which NumPy's array of it stays beside JAX's, which may hold a copy
HOST_COPY_BYTES = 1 << 17
# Bytes of what an elementwise function has computed, up to which it stays on the host for another
# one. JAX would copy it: sums of 150 x 150 float64 take 46 us with a kernel, 20 with NumPy
HOST_RESULT_BYTES = 1 << 19
# Elements of an operand from which on a result may be larger: NumPy writes it where JAX can take
# it as it is. To copy 8 MB takes JAX 1.2 ms, and NumPy 0.4 to add them
HELD_ELEMENTS = 1 << 16
# Bytes of what the host has looked at: to copy so many takes less time than to look again
LOOK_COPY_BYTES = 1 << 12
# Bytes of what a view shows: to copy so many takes less time than to come back for them. 3,200
# float64 take 2 us, and 11 that way
SHOWN_COPY_BYTES = 1 << 17
# The same where no reader can share the memory, as its rows lie apart: 148 x 148 float64 take 10 us
# more that way, which copies them, too
SHOWN_STRIDED_BYTES = 1 << 19

# Of a convolution in which each channel has its own filter, elements of the kernel up to which it
# is so many products of shifted arrays, on a CPU: 96 channels of 32 x 32 with 3 x 3 take 0.3 ms
# where XLA's kernel takes 16, their gradient 5 where that takes 28. Beyond them, and up to so many,
# it is a product of matrices a channel: 40 channels of 16 x 16 with 7 x 7 take 1.0 ms with their
# gradient, as 49 shifted products 3.5; these take 4.7 s to compile, not 0.7, and XLA computes them
# again in each step of a program that they are fused with
SHIFTED_PRODUCTS, BANDED_PRODUCTS = 9, 1024
# Results along the last axis that come of one banded matrix
BAND_POSITIONS = 16
# Positions of a convolution's result up to which it is one product of matrices: 512 channels of
# 2 x 2 with 3 x 3 take 0.7 ms where XLA's kernel takes 97; from 8 x 8 on both take the same
GATHERED_POSITIONS = 16

# Halvings of a matrix for its exponential, which a program undoes by so many squarings whatever its
# values; where more are needed the result is nan
MOST_HALVING_STEPS = 32

# Elements from which on a copy has aligned memory, which JAX adopts without another copy: to make
# it costs more than a small copy
ALIGNED_COPY_ELEMENTS = 4096
# Elements that are copied to another device in less time than a kernel takes to be compiled
FILL_ELEMENTS = 1 << 16
# Bytes of an array up to which an advanced index is applied on the host: a write there copies the
# whole array, which up to here is cheaper than to compile
INDEX_HOST_BYTES = 4 << 20
# Reads of a view of some MB by NumPy before a kernel is compiled, in 10 ms, that saves up to 1 ms
READ_KERNEL_CALLS = 16
INDEX_KERNEL_CALLS = 2  # of an index on the host, after which a kernel is compiled for it
# Bytes of an array that are copied in the time of a write by a kernel, which takes 13 us; in place
# NumPy writes in 4, into memory that the array owns once it is a copy
WRITE_KERNEL_COPIED_BYTES = 1 << 17
WRITTEN_ARRAYS = 64  # whose writes by kernels are counted
INDEX_KERNELS = 64  # of a kind that are kept; each holds some 1.5 MB
# Different bounds of a sharded array, by kind of index and shape, that are compiled in: then one
# kernel serves all others
SHARDED_STARTS = 64
SHARDED_KERNELS = 1024  # that are kept
# Elements of a result in parts whose length the devices do not divide, from which on it is padded:
# fewer lie whole on each device, at less than a padded one's 4 KB
PADDED_LEAST_ELEMENTS = 512
# Indices of a part of an axis from which on it is cut, though it is half as long as the axis that
# it comes from, and may be another one: to exchange it costs less than to gather it
PADDED_LEAST_ELEMENTS_OF_PART = 4
# Elementwise functions that are computed later of slices of arrays in parts, in one program with
# what follows; a function that looks at values, or may refuse them, is none of them
DEFERRED = frozenset(
    "abs add bitwise_and bitwise_invert bitwise_or bitwise_xor cos divide equal exp fabs greater "
    "greater_equal isfinite isnan less less_equal log logical_and logical_not logical_or "
    "maximum minimum multiply negative not_equal pow positive sign sin sqrt square subtract tanh "
    "where".split()
)
# Steps of such a program; from there on its operands are computed first
DEFERRED_STEPS = 64
# Of the folder in which JAX keeps what it compiles
CACHE_BYTES = 1 << 30
CACHE_PRUNE_SECONDS = 24 * 3600.0

# The same bits from both, for real dtypes: tests/core/test_host_execution.py compares them.
EXACT = frozenset(
    "abs add bitwise_and bitwise_count bitwise_invert bitwise_left_shift bitwise_or "
    "bitwise_right_shift bitwise_xor ceil conj copysign divide equal fabs floor greater "
    "greater_equal isfinite isnan less less_equal logical_and logical_not logical_or logical_xor "
    "multiply negative not_equal positive rint sign signbit sqrt square subtract trunc".split()
)
BY_SIZE = frozenset(
    "clip fmax fmin heaviside isinf isreal maximum minimum nextafter "
    "divmod float_power floor_divide fmod pow reciprocal remainder round trunc_divide "
    "frexp ldexp modf spacing imag real "
    "acosh angle asinh atan2 atanh cos cosh deg2rad exp exp2 expm1 hypot log log10 log1p log2 "
    "logaddexp logaddexp2 rad2deg sin sinc tanh "
    "airy_ai betaln digamma entr erf erfc erfcx erfinv i0 i0e i1 i1e igamma igammac j0 j1 "
    "k0 k0e k1 k1e lgamma log_ndtr ndtr ndtri polygamma spherical_bessel_j0 "
    "xlog1py xlogy y0 y1 zeta "
    "cummax cummin cumprod cumsum cumulative_prod cumulative_sum max mean min nanmean nanprod "
    "nansum prod std sum var contract count_nonzero where roll tile "
    "cross diagonal dot inner kron matmul matrix_norm outer tensordot trace vecdot vector_norm "
    "concat put_along_axis stack take take_along_axis tril triu "
    "celu elu gelu hardshrink hardswish hardtanh layer_norm leaky_relu log_softmax logit "
    "logsigmoid mish relu relu6 scaled_tanh selu sigmoid silu softmax softplus softshrink softsign "
    "threshold thresholded_relu "
    "fft ifft rfft irfft hfft ihfft fftn ifftn rfftn irfftn".split()
)
# On a million elements, two cores and AVX-512, XLA takes 3 to 80 times as long for those of the
# first lines: it searches and calls the C library one element at a time. LAPACK does the last ones
# in both.
ON_HOST = frozenset(
    "acos asin atan cbrt sinh tan "
    "all any argmax argmin diff gcd lcm nanmax nanmin repeat isin "
    "cholesky det eig eigh eigvals eigvalsh inv lstsq matrix_rank pinv qr slogdet solve svd "
    "svdvals".split()
)
_LIMITS = dict.fromkeys(
    "max mean min sum cumprod cumsum cumulative_prod cumulative_sum count_nonzero nanmean "
    "fmax fmin imag isinf maximum minimum diagonal real roll round take tile trace vecdot "
    "acosh asinh atan2 atanh cos cosh exp2 expm1 floor_divide fmod log log10 log1p log2 pow "
    "remainder sin abs bitwise_and bitwise_invert bitwise_or bitwise_xor copysign equal fabs floor "
    "greater greater_equal isfinite isnan less less_equal logical_and logical_not logical_or "
    "logical_xor negative not_equal".split(),
    HOST_ELEMENTS_OF_FAST,
) | dict.fromkeys(
    "add clip concat cummax cummin divide exp matrix_norm multiply nanprod nansum positive "
    "reciprocal square stack std subtract take_along_axis tanh trunc_divide var "
    "vector_norm".split(),
    HOST_ELEMENTS_OF_SOME,
)  # fmt: skip
JOINED = frozenset({"concat", "stack"})  # their first argument is a list of arrays
PAIRS = frozenset({"kron", "outer"})
OF_SINGLE = frozenset({"gelu"})  # for double precision NumPy takes three to five times XLA's time
NORMS = frozenset({"layer_norm"})  # of an array and axes; other arrays are options
# Exact functions that are compiled when a shape has come some times: NumPy takes several times as
# long for large arrays. In a factorisation, or a substitution, that goes through a matrix by rows
# each step has other shapes.
EXACT_OF_SHAPES = frozenset({"where"}) | PAIRS
# Functions that networks call with an axis that grows, of at least two axes: of one, shapes differ
# in all that they have
OF_LENGTHS = frozenset(
    "concat cos dot elu erf exp expm1 gelu layer_norm leaky_relu log log1p log_softmax matmul pow "
    "reciprocal relu sigmoid silu sin softmax softplus stack take_along_axis tanh tensordot tril "
    "triu".split()
)
_OF_BLAS = frozenset("fdFD")
# what these do with no elements, or say of them, NumPy says by warnings and errors of its own
_NEVER_EMPTY = frozenset(
    "mean std var nanmean nanmax nanmin max min argmax argmin "
    "cummax cummin norm matrix_norm vector_norm".split()
)


def host_limit(name: str) -> float:
    """Return up to how many elements NumPy computes a function, whatever else decides."""
    return math.inf if name in ON_HOST else _LIMITS.get(name, HOST_ELEMENTS)


def least_elements(name: str) -> int:
    """Return from how many elements on NumPy computes a function."""
    return 1 if name in _NEVER_EMPTY else 0


def host_rule(name: str) -> str:
    """Return the rule by which NumPy computes a function, as ``IVY_DEBUG=routes`` shows it."""
    if name in ON_HOST:
        return "always"
    rule = f"up to {host_limit(name)} elements"
    if name in EXACT or name in EXACT_OF_SHAPES:
        return f"{rule}, or bits of a kernel not made yet"
    return f"{rule} or {PRODUCT_MULTIPLICATIONS} multiplications" if name in WORK else rule


def _count_multiplications(a, b, common: int) -> int:
    """Return ``a.size * b.size / common`` times a weight, larger for dtypes without BLAS."""
    is_quick = a.dtype.char in _OF_BLAS and b.dtype.char in _OF_BLAS
    each = 1 if is_quick else MULTIPLICATIONS_OF_LOOP
    return a.size * b.size // max(1, common) * each


def _multiplications_of_matmul(a, b) -> int:
    common = b.shape[-2] if b.ndim > 1 else b.size
    return _count_multiplications(a, b, common * math.prod(b.shape[:-2]))


def _multiplications_of_dot(a, b) -> int:
    return _count_multiplications(a, b, b.shape[-2] if b.ndim > 1 else b.size)


def _multiplications_of_inner(a, b) -> int:
    return _count_multiplications(a, b, b.shape[-1] if b.ndim else 1)


def _multiplications_of_tensordot(a, b, *, axes=2) -> int:
    if isinstance(axes, int):
        common = b.shape[:axes]
    else:
        first = axes[0]
        common = [a.shape[i] for i in ([first] if isinstance(first, int) else first)]
    return _count_multiplications(a, b, math.prod(common))


WORK = {  # multiplications by the operands of a product
    "matmul": _multiplications_of_matmul,
    "dot": _multiplications_of_dot,
    "inner": _multiplications_of_inner,
    "tensordot": _multiplications_of_tensordot,
}


# Products whose operand may be memory that a view shows: to copy a transposed matrix of 1,024 takes
# 11 ms, its product with a vector 0.1
OF_MEMORY = frozenset({"dot", "matmul"})


def are_blas_operands(work, a, b) -> bool:
    """Return whether NumPy has BLAS multiply two arrays as they lie, and the host is to do it."""
    if a.dtype != b.dtype or a.dtype.char not in _OF_BLAS:
        return False
    if not (_lies_for_blas(a) and _lies_for_blas(b)) or not a.size or not b.size:
        return False
    return work(a, b) <= PRODUCT_MULTIPLICATIONS


# Augmented assignments to views that NumPy does on the memory under them: to compute apart and to
# write the result takes three to five times as long for few elements, twice for many
UPDATED = frozenset({"add", "divide", "multiply", "subtract"})


def is_update_of_host(name: str, shape, dtype, value) -> bool:
    """Return whether ``x op= value`` of a shape is done on the memory: its bits are any route's."""
    kind = dtype.kind
    if kind == "f":
        if name == "divide" and math.prod(shape) > BROADCAST_QUOTIENT_ELEMENTS:
            return False
    elif kind not in "iu" or name == "divide":
        return False
    if type(value) is float:
        return kind == "f"
    return type(value) is int or type(value) not in (bool, complex) and value.dtype == dtype


def _lies_for_blas(x) -> bool:
    """Return whether an array is a vector, or a matrix whose rows or columns are contiguous."""
    if not 0 < x.ndim < 3 or min(x.strides) < x.itemsize:
        return False
    return x.ndim == 1 or x.itemsize in x.strides


def pairs(a, b) -> int:
    """Count the elements of a result that has one for each pair of the operands'."""
    return a.size * b.size


class SizeLimit(dict):
    """Whether arrays of a shape are computed by NumPy; asked like a dict, which is no frame."""

    def __init__(self, least: int, most: float):
        self.least, self.most = least, most

    def __missing__(self, shape: tuple[int, ...]) -> bool:
        if len(self) > COUNTED_SHAPES:
            self.clear()
        self[shape] = found = self.least <= math.prod(shape) <= self.most
        return found


# Functions that ask for shape, dtype and placement of an array alone, which need not be JAX's
MADE_LIKE = frozenset({"zeros_like", "ones_like", "full_like", "empty_like"})

# Programs that NumPy computes the first times (``programs.py``). What compiling one takes at least,
# and what each of its equations adds, measured on programs of 1 to 1,000 equations: calls of
# NumPy's up to that sum cost no more than has been spared.
SECONDS_TO_COMPILE_PROGRAM = 0.03
SECONDS_TO_COMPILE_EQUATION = 0.002
HOST_CALLS_OF_PROGRAM = 128  # at most; a layer comes several times a step
HOST_CALL_SECONDS = 2e-6  # of one of NumPy's, in Python, beside its elements
HOST_ELEMENT_SECONDS = 1e-9
HOST_MULTIPLICATION_SECONDS = 5e-11
# A program for many lengths (``compiler/growing_host.py``) is NumPy's if a call takes no longer, as
# estimated: XLA takes 0.4 to 1 s to compile it.
MOST_HOST_SECONDS = 1.5e-3
# Elements up to which such a program computes error functions one by one: 128 take 8 us in C, 50 by
# the series in NumPy
ERROR_FUNCTION_ELEMENTS = 512
# Positions of a convolution's result up to which it is one product of matrices a position: of
# 3 x 3 filters' gradient nine
HOST_CONVOLUTION_POSITIONS = 64

# Last axis of a result, or of a kernel, up to which NumPy convolves by banded matrices where each
# channel has its own filter: 16 positions of 7 x 7 take 0.5 ms so and 2.9 by rows, 32 of 3 x 3 0.7
# and 0.4
HOST_BAND_ELEMENTS = 24
# Elements of a layer at a time of what takes several passes: they stay in a core's cache
LAYER_BLOCK_ELEMENTS = 1 << 16
# Elements of the columns by which NumPy computes gradients of convolutions at a time
COLUMN_ELEMENTS = 1 << 18

# A sum over four ranks of one machine, pair by pair or around a ring: 0.6 and 1.7 ms for 340 KB,
# the same from 4 MB on. Of two ranks it is one message, whatever its size.
BYTES_ADDED_IN_PAIRS = 1 << 20

# The twister's program (``runtime/mersenne_twister.py``): a call takes 25 us, and a row of 1,248
# words 0.5, where NumPy takes 1.8. It makes up to 256 rows; 20 pay.
TWISTER_LEAST_ROWS = 32
TWISTER_MOST_ROWS = 256
# Words drawn before it is looked for on disk, which takes 4 ms, and before a thread compiles it, in
# 0.15 s: NumPy has taken 3 and 50 ms for them.
TWISTER_LOADED_NUMBERS = 1 << 21
TWISTER_COMPILED_NUMBERS = 1 << 25
