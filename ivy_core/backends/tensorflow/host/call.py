"""What NumPy computes on the memory of eager tensors, because TensorFlow takes longer to begin.

A raw operation takes 6 us, NumPy's addition on the tensors' own memory and back 3 us. What runs
here depends on the function, its operands' dtypes and number of elements, and where they lie: never
on time. Nothing is touched that a tape records, that is traced, or that lies on another device, and
``ivy.set_host_execution_mode(False)`` hands all of it back to TensorFlow.

``compose`` puts the layer around the backend's functions when they have been collected.
"""

from __future__ import annotations

import contextvars
import functools
from collections.abc import Callable

import numpy as np
import tensorflow as tf

from ivy_core.backends.loading import load_backend
from ivy_core.dtypes import DTYPES
from ivy_core.modes import current
from ivy_core.utils import routes
from ivy_core.utils.exceptions import IvyException

from ..runtime.internals import CPU, IS_COMPLETE, EagerTensor, made_on, memory_of, no_tape, thread
from . import functions

# TensorFlow's numbers for NumPy's dtypes; bfloat16 is none of them
_CODES = {
    np.dtype(name): getattr(tf, name).as_datatype_enum for name in DTYPES if name != "bfloat16"
}

# NumPy's warnings are off there: TensorFlow gives none. A context is entered in a tenth of the time
# that np.errstate takes, and a copy of it by several threads.
_quiet = contextvars.copy_context()
_quiet.run(np.seterr, all="ignore")
_in_quiet = _quiet.copy

# The most elements of an operand that NumPy is given. TensorFlow is as fast at: additions 20,000;
# sums 16,000; sines 700 (its exponential is vectorised, and several threads share the work). What
# has no kernel of its own, or a slow one, is left to NumPy at any size: on a million elements
# TensorFlow's cube root takes 65 times as long, a median 20, asin 10, fmax 9, copysign 2.
FEW, SOME, ALL = 512, 16384, 1 << 62

_ONE = {
    ALL: (
        "acos", "acosh", "asin", "asinh", "bitwise_count", "cbrt", "cosh", "exp2", "expm1", "log10",
        "log2", "sign", "sinh", "spacing", "tan", "trunc",
        # special functions, each made of some hundred operations of TensorFlow
        "airy_ai", "entr", "erfcx", "erfinv", "k0", "k0e", "k1", "k1e", "log_ndtr", "ndtr",
        "spherical_bessel_j0",
    ),
    SOME: (
        "abs", "bitwise_invert", "ceil", "conj", "deg2rad", "fabs", "floor", "imag", "isfinite",
        "isnan", "isreal", "logical_not", "negative", "positive", "rad2deg", "real", "reciprocal",
        "rint", "signbit", "sqrt", "square",
    ),
    FEW: (
        "atan", "atanh", "cos", "exp", "log", "log1p", "sin", "sinc", "tanh",
    ),
}  # fmt: skip
_TWO = {
    ALL: (
        "bitwise_left_shift", "bitwise_right_shift", "copysign", "float_power", "floor_divide",
        "fmax", "fmin", "fmod", "gcd", "heaviside", "hypot", "lcm", "ldexp", "logaddexp2",
        "nextafter", "pow", "trunc_divide",
        "betaln", "igamma", "igammac", "xlog1py", "xlogy",
    ),
    SOME: (
        "add", "bitwise_and", "bitwise_or", "bitwise_xor", "divide", "equal", "greater",
        "greater_equal", "less", "less_equal", "logical_and", "logical_or", "logical_xor",
        "maximum", "minimum", "multiply", "not_equal", "subtract",
    ),
    FEW: ("atan2", "logaddexp"),
}  # fmt: skip
_OPTIONS = {
    ALL: (
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
    SOME: (
        "angle", "clip", "contract", "cross", "diag", "isinf", "kron", "max", "mean", "min",
        "nanmean", "nanprod", "nansum", "outer", "prod", "round", "std", "sum", "tril", "triu",
        "where",
    ),
}  # fmt: skip


def compose(implementations: dict[str, Callable]) -> None:
    """Put the host's share in front of the functions that have one."""
    if not IS_COMPLETE:
        return
    numpy = load_backend("numpy").implementations
    for kind, table in ((of_one, _ONE), (of_two, _TWO), (general, _OPTIONS)):
        for most, names in table.items():
            for name in names:
                native = routes.exit_of("kernel", implementations[name])
                host = getattr(functions, name, numpy[name])
                rule = "always" if most == ALL else f"up to {most} elements"
                host = routes.exit_of(f"host ({rule})", host)
                made = kind(native, host, most)
                implementations[name] = functools.update_wrapper(made, native)


def of_one(native, host, most):
    """Compose a function of one array without options."""

    def call(x, /):
        if (
            type(x) is EagerTensor
            and no_tape()
            and thread.is_eager
            and x.device == CPU
            and current.host_execution
        ):
            a = memory_of(x)
            if a.size <= most and a.dtype in _CODES:
                try:
                    found = _in_quiet().run(host, a)
                    if not found.ndim:  # a number, which TensorFlow keeps by value: -0.0 is 0.0
                        found = np.asarray(found)
                    return made_on(found, CPU, _CODES[found.dtype])
                except (TypeError, ValueError):
                    pass  # no loop for the dtype, or a mistake: TensorFlow answers in its words
        return native(x)

    return call


def of_two(native, host, most):
    """Compose a function of two arrays without options."""

    def call(x1, x2, /):
        if (
            type(x1) is type(x2) is EagerTensor
            and no_tape()
            and thread.is_eager
            and current.host_execution
        ):
            if x1.device == CPU and x2.device == CPU:
                a, b = memory_of(x1), memory_of(x2)
                if a.size <= most and b.size <= most and a.dtype in _CODES:
                    try:
                        found = _in_quiet().run(host, a, b)
                        if not found.ndim:  # as above
                            found = np.asarray(found)
                        return made_on(found, CPU, _CODES[found.dtype])
                    except (TypeError, ValueError):
                        pass  # no loop for the dtypes, or a mistake: TensorFlow answers
        return native(x1, x2)

    return call


def general(native, host, most):
    """Compose a function of any arguments."""

    def call(*args, **kwargs):
        if no_tape() and thread.is_eager and current.host_execution:
            try:
                given = [_on_memory(value, most) for value in args]
                if kwargs:
                    options = {key: _on_memory(value, most) for key, value in kwargs.items()}
                    return _given(_in_quiet().run(host, *given, **options))
                return _given(_in_quiet().run(host, *given))
            except _REFUSALS:
                pass  # not NumPy's to compute with, or a mistake: TensorFlow answers in its words
        return native(*args, **kwargs)

    return call


_REFUSALS = (ArithmeticError, IvyException, LookupError, TypeError, ValueError)


class Elsewhere(ValueError):
    """An operand is not NumPy's to compute with: too large, symbolic, on another device."""


def _on_memory(value, most):
    cls = type(value)
    if cls is EagerTensor:
        if value.device == CPU:
            memory = memory_of(value)
            if 0 < memory.size <= most and memory.dtype in _CODES:
                return memory if type(memory) is np.ndarray else np.asarray(memory)
        raise Elsewhere
    if cls in _PLAIN:
        return value
    if cls is list or cls is tuple:
        return cls([_on_memory(each, most) for each in value])
    if isinstance(value, tf.DType):
        return np.dtype(value.as_numpy_dtype)
    raise Elsewhere


_PLAIN = frozenset({bool, int, float, complex, str, type(None)})


def _given(found):
    if isinstance(found, (np.ndarray, np.generic)):
        found = np.asarray(found)  # TensorFlow keeps numbers by value: -0.0 would be 0.0
        return made_on(found, CPU, _CODES[found.dtype])
    if isinstance(found, (tuple, list)):
        return [_given(each) for each in found]
    return found
