"""TensorFlow's policy: the table of eager calls that NumPy computes on the memory of tensors.

====================  =================================================================
kind of function      route
====================  =================================================================
no kernel of its own, host, whatever the size
or a slow one
arithmetic, sums      host up to ``HOST_ELEMENTS`` of each operand, then kernel
sums of two, others   host up to ``EXACT_ELEMENTS``, then kernel
with the same bits
``exp``, ``sin``...   host up to ``VECTORISED_ELEMENTS``, then kernel
any other             kernel
====================  =================================================================

The route depends on function, dtypes and sizes alone. Tensors that a tape watches, that are traced,
of bfloat16, or on another device, are always the kernel's.
"""

from __future__ import annotations

import math

# The most elements of an operand that NumPy is given. TensorFlow is as fast at: additions 20,000;
# sums 16,000; sines 700 (its exponential is vectorised, and several threads share the work). What
# has no kernel of its own, or a slow one, is left to NumPy at any size: on a million elements
# TensorFlow's cube root takes 65 times as long, a median 20, asin 10, fmax 9, copysign 2.
VECTORISED_ELEMENTS, HOST_ELEMENTS, ANY_ELEMENTS = 512, 1 << 14, 1 << 62
# What NumPy does at these sizes in half of the time: 131,072 sums take 35 us (TensorFlow 55), as
# many quotients 37 (91). A million comparisons take 200 us of CPU time (870), truths 30 (57),
# absolute values of complex numbers 0.6 ms (15): these are NumPy's at any size
EXACT_ELEMENTS = 1 << 17

# Elements of a block of ``hypot``, whose squares stay in the fastest memory
HYPOT_BLOCK_ELEMENTS = 1 << 13
# Elements of a factor that NumPy's own loops are fast enough for, of numbers that BLAS has not got
LOOP_FACTOR_ELEMENTS = 1024
# Bytes of what NumPy has computed, up to which it waits on the host for another call: a kernel is
# given larger ones at once, as memory that TensorFlow shares
HOST_RESULT_BYTES = 1 << 19
# Elements that are copied to another device in less time than tf.fill takes
FILL_ELEMENTS = 1 << 16
# Rows of a Jacobian that are pulled back one by one: a graph for them all takes 20 ms
JACOBIAN_ROWS = 32

# What makes arrays of a shape and a dtype, or copies: it is given what waits on the host as it is
MADE_LIKE = frozenset({
    "array", "empty", "empty_like", "eye", "full", "full_like", "ones", "ones_like", "zeros",
    "zeros_like",
})  # fmt: skip
# Augmented assignments to views that NumPy does on the memory under them: to compute apart and to
# write the result takes two to three times as long
UPDATED = frozenset({"add", "divide", "multiply", "subtract"})

# Names by the most elements: functions of one array, of two, and of any arguments
ONE = {
    ANY_ELEMENTS: (
        "abs", "acos", "acosh", "asin", "asinh", "bitwise_count", "bitwise_invert", "cbrt", "cosh",
        "exp2", "expm1", "isfinite", "isnan", "log10", "log2", "logical_not", "sign", "sinh",
        "spacing", "tan", "trunc",
        # special functions, each made of some hundred operations of TensorFlow
        "airy_ai", "entr", "erfcx", "erfinv", "k0", "k0e", "k1", "k1e", "log_ndtr", "ndtr",
        "spherical_bessel_j0",
    ),
    EXACT_ELEMENTS: ("ceil", "conj", "fabs", "floor", "negative", "rint", "square"),
    HOST_ELEMENTS: (
        "deg2rad", "imag", "isreal", "positive", "rad2deg", "real", "reciprocal", "signbit", "sqrt",
    ),
    VECTORISED_ELEMENTS: (
        "atan", "atanh", "cos", "exp", "log", "log1p", "sin", "sinc", "tanh",
    ),
}  # fmt: skip
TWO = {
    ANY_ELEMENTS: (
        "bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor",
        "copysign", "equal", "float_power", "floor_divide", "fmax", "fmin", "fmod", "gcd",
        "greater", "greater_equal", "heaviside", "hypot", "lcm", "ldexp", "less", "less_equal",
        "logaddexp2", "logical_and", "logical_or", "logical_xor", "nextafter", "not_equal", "pow",
        "trunc_divide",
        "betaln", "igamma", "igammac", "xlog1py", "xlogy",
    ),
    EXACT_ELEMENTS: ("add", "divide", "maximum", "minimum", "multiply", "subtract"),
    VECTORISED_ELEMENTS: ("atan2", "logaddexp"),
}  # fmt: skip
OPTIONS = {
    ANY_ELEMENTS: (
        "all", "any", "argmax", "argmin", "argwhere", "count_nonzero", "cummax", "cummin",
        "cumprod", "cumsum", "cumulative_prod", "cumulative_sum", "diff", "divmod", "frexp",
        "matrix_norm", "modf", "nanmax", "nanmin", "nonzero", "remainder", "trace", "var",
        "vector_norm",
        # products by BLAS
        "dot", "inner", "matmul", "tensordot", "vecdot",
        # made of hundreds of operations of TensorFlow
        "betainc",
        # moves
        "column_stack", "concat", "dstack", "hstack", "repeat", "roll", "stack", "take",
        "take_along_axis", "tile", "vstack",
        # linear algebra: LAPACK
        "cholesky", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "lstsq", "matrix_rank",
        "pinv", "qr", "slogdet", "solve", "svd", "svdvals",
        # sorting, selecting, counting
        "argsort", "bincount", "isin", "lexsort", "median", "nanmedian", "quantile", "searchsorted",
        "sort", "unique_all", "unique_counts", "unique_inverse", "unique_values",
        # which TensorFlow would compose of a hundred operations
        "grid_sample",
    ),
    HOST_ELEMENTS: (
        "angle", "clip", "contract", "cross", "diag", "isinf", "kron", "max", "mean", "min",
        "nanmean", "nanprod", "nansum", "outer", "prod", "round", "std", "sum", "tril", "triu",
        "where",
    ),
}  # fmt: skip


def is_update_of_host(name: str, shape, dtype, value) -> bool:
    """Return whether ``x op= value`` of a shape is done on the memory: NumPy computes it anyway."""
    if math.prod(shape) > HOST_ELEMENTS:
        return False
    if not dtype.is_floating:
        if not dtype.is_integer or name == "divide":
            return False
    if type(value) is float:
        return dtype.is_floating
    return type(value) is int or type(value) not in (bool, complex) and dtype == value.dtype
