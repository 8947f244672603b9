"""Elementwise functions against NumPy: dtypes, values at the edges, shapes, scalars, ``out``."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import ivy_core as ivy

DTYPES = ("bool", "int32", "uint64", "float32", "float64", "complex128")
MORE_DTYPES = ("int8", "int16", "int64", "uint8", "uint16", "uint32", "float16", "complex64")

UNARY = {
    "abs": np.abs, "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin,
    "asinh": np.arcsinh, "atan": np.arctan, "atanh": np.arctanh, "bitwise_invert": np.invert,
    "ceil": np.ceil, "conj": np.conj, "cos": np.cos, "cosh": np.cosh, "exp": np.exp,
    "expm1": np.expm1, "floor": np.floor, "imag": np.imag, "isfinite": np.isfinite,
    "isinf": np.isinf, "isnan": np.isnan, "log": np.log, "log10": np.log10, "log1p": np.log1p,
    "log2": np.log2, "logical_not": np.logical_not, "negative": np.negative,
    "positive": np.positive, "real": np.real, "reciprocal": np.reciprocal, "round": np.round,
    "sign": np.sign, "signbit": np.signbit, "sin": np.sin, "sinh": np.sinh, "sqrt": np.sqrt,
    "square": np.square, "tan": np.tan, "tanh": np.tanh, "trunc": np.trunc,
    "angle": np.angle, "bitwise_count": np.bitwise_count, "cbrt": np.cbrt,
    "deg2rad": np.deg2rad, "exp2": np.exp2, "fabs": np.fabs, "frexp": np.frexp,
    "isreal": np.isreal, "modf": np.modf, "nan_to_num": np.nan_to_num, "rad2deg": np.rad2deg,
    "rint": np.rint, "sinc": np.sinc, "spacing": np.spacing,
}  # fmt: skip
BINARY = {
    "add": np.add, "atan2": np.arctan2, "bitwise_and": np.bitwise_and,
    "bitwise_left_shift": np.left_shift, "bitwise_or": np.bitwise_or,
    "bitwise_right_shift": np.right_shift, "bitwise_xor": np.bitwise_xor,
    "copysign": np.copysign, "divide": np.divide, "equal": np.equal,
    "floor_divide": np.floor_divide, "greater": np.greater, "greater_equal": np.greater_equal,
    "hypot": np.hypot, "less": np.less, "less_equal": np.less_equal, "logaddexp": np.logaddexp,
    "logical_and": np.logical_and, "logical_or": np.logical_or, "logical_xor": np.logical_xor,
    "maximum": np.maximum, "minimum": np.minimum, "multiply": np.multiply,
    "nextafter": np.nextafter, "not_equal": np.not_equal, "pow": np.power,
    "remainder": np.remainder, "subtract": np.subtract, "divmod": np.divmod,
    "float_power": np.float_power, "fmax": np.fmax, "fmin": np.fmin, "fmod": np.fmod,
    "gcd": np.gcd, "heaviside": np.heaviside, "lcm": np.lcm, "logaddexp2": np.logaddexp2,
}  # fmt: skip

REALS = (
    -np.inf, -1000.0, -6.5, -2.5, -2.0, -1.5, -1.0, -0.75, -0.5, -1e-3, -0.0,
    np.inf, 1000.0, 6.5, 2.5, 2.0, 1.5, 1.0, 0.75, 0.5, 1e-3, 0.0, 0.1, np.nan,
)  # fmt: skip
# On the axes lie the branch cuts: the sign of a zero part says on which side.
_PARTS = (-2.0, -0.5, -0.0, 0.0, 0.5, 2.0)
COMPLEX = tuple(complex(a, b) for a in _PARTS for b in _PARTS)


def sample(dtype: str) -> np.ndarray:
    """Return one array of values, zeros and extremes among them."""
    dtype = np.dtype(dtype)
    if dtype.kind == "c":
        return np.array(COMPLEX, dtype)
    if dtype.kind == "f":
        return np.array(REALS, dtype)
    if dtype.kind == "b":
        return np.array([True, False, True])
    info = np.iinfo(dtype)
    low = () if dtype.kind == "u" else (-1, -2, -3, -7, -25, -100)
    return np.array([info.min, info.max, 0, 1, 2, 3, 7, 25, 100, info.max - 1, *low], dtype)


def expected(function, *args, **kwargs):
    """Return NumPy's answer, None if it has none for these dtypes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*args, **kwargs)
        except TypeError:
            return None


def call(name, *args, **kwargs):
    """Return the core's answer for NumPy arrays and scalars; only NumPy itself may warn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore" if ivy.current_backend_str() == "numpy" else "error")
        args = [ivy.asarray(a) if isinstance(a, np.ndarray) else a for a in args]
        return getattr(ivy, name)(*args, **kwargs)


def floats(array: np.ndarray) -> np.ndarray:
    """Return complex numbers as pairs, so that each part is compared for itself."""
    array = np.ascontiguousarray(array)
    return array.view(array.real.dtype) if array.dtype.kind == "c" else array


def same_zeros(actual, wanted):
    """Assert that zeros have the signs that NumPy's have."""
    if wanted.dtype.kind == "f":
        zero = wanted == 0
        np.testing.assert_array_equal(np.signbit(actual)[zero], np.signbit(wanted)[zero])


def check(assert_matches, name, function, *args, zeros=True, **kwargs):
    """Assert that a function gives what NumPy's gives, TypeError included."""
    wanted = expected(function, *args, **kwargs)
    if wanted is None:
        with pytest.raises(TypeError):
            call(name, *args, **kwargs)
        return
    actual = call(name, *args, **kwargs)
    if not isinstance(wanted, tuple):
        actual, wanted = (actual,), (np.asarray(wanted),)
    assert len(actual) == len(wanted)
    for a, w in zip(actual, wanted, strict=True):
        if w.dtype.kind == "c":
            assert str(a.dtype) == w.dtype.name
            a, w = floats(np.asarray(a)), floats(w)
        assert_matches(a, w)
        if zeros and not np.iscomplexobj(args[0]):
            same_zeros(np.asarray(a), w)


def only_with_full(params):
    return params.get("dtype") in MORE_DTYPES


def cases(names, dtypes=DTYPES + MORE_DTYPES):
    return [pytest.param(name, dtype, id=f"{name}-{dtype}") for name in names for dtype in dtypes]


# functions of one array


@pytest.mark.parametrize(("name", "dtype"), cases(UNARY))
def test_unary_functions_match_numpy(backend, assert_matches, name, dtype):
    x = sample(dtype)
    if name == "reciprocal" and x.dtype.kind in "iuc":
        x = x[x != 0]  # of integers undefined, of complex numbers nan or infinite
    check(assert_matches, name, UNARY[name], x)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_logarithms_of_powers_are_exact(backend, dtype):
    exponents = np.arange(-30, 31)
    with np.errstate(all="ignore"):
        twos = np.exp2(exponents).astype(dtype)
        tens = np.array([f"1e{n}" for n in exponents], dtype)
    np.testing.assert_array_equal(np.asarray(call("log2", twos)), exponents.astype(dtype))
    if not (backend == "numpy" and dtype == "float32"):  # NumPy's own is off by a bit
        np.testing.assert_array_equal(np.asarray(call("log10", tens)), exponents.astype(dtype))
    np.testing.assert_array_equal(np.asarray(call("exp2", exponents.astype(dtype))), twos)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_functions_on_bits_reach_subnormal_numbers(backend, dtype):
    info = np.finfo(dtype)
    tiny = info.smallest_subnormal
    x = np.array([0.0, tiny, info.tiny, -tiny, 1.0, info.max, -info.tiny], dtype)
    integer = np.dtype(f"i{x.itemsize}")
    for name, wanted in (
        ("spacing", expected(np.spacing, x)),
        ("nextafter", expected(np.nextafter, x, np.ones_like(x))),
    ):
        args = (x,) if name == "spacing" else (x, np.ones_like(x))
        actual = np.asarray(call(name, *args))
        np.testing.assert_array_equal(actual.view(integer), wanted.view(integer))
    mantissa, exponent = call("frexp", x)
    assert np.asarray(exponent).tolist() == np.frexp(x)[1].tolist()
    np.testing.assert_array_equal(np.asarray(mantissa), np.frexp(x)[0])
    assert np.asarray(call("signbit", x)).tolist() == np.signbit(x).tolist()


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "int16", "uint64"])
@pytest.mark.parametrize("decimals", [-2, -1, 1, 3])
def test_round_keeps_decimals(backend, assert_matches, dtype, decimals):
    x = np.array([0.125, 2.675, 14.5, 15.0, 25.0, 149.96, 1250.0, 0.05])
    x = x.astype(dtype) if dtype == "uint64" else (-x).astype(dtype)
    check(assert_matches, "round", np.round, x, decimals=decimals)


@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("negative", [True, False])
def test_isinf_tells_the_signs_apart(backend, positive, negative):
    x = np.array([np.inf, -np.inf, 1.0, np.nan])
    found = call("isinf", x, detect_positive=positive, detect_negative=negative)
    assert np.asarray(found).tolist() == [positive, negative, False, False]
    whole = call("isinf", np.array([1, 2]), detect_positive=positive, detect_negative=negative)
    assert np.asarray(whole).tolist() == [False, False]


def test_angle_in_degrees(backend, assert_matches):
    for x in (np.array([1.0, -1.0, -0.0]), np.array([1j, -1 - 1j]), np.array([1, -1], np.int8)):
        check(assert_matches, "angle", np.angle, x, deg=True)


@pytest.mark.parametrize("dtype", ["float32", "complex128", "int32"])
def test_nan_to_num_takes_replacements(backend, assert_matches, dtype):
    x = np.array([1, 2, 3, 4] if dtype == "int32" else [1.0, np.nan, np.inf, -np.inf], dtype)
    if dtype == "complex128":
        x.imag = x.real[::-1]
    options = {"nan": 7.0, "posinf": 8.0, "neginf": -9.0}
    check(assert_matches, "nan_to_num", np.nan_to_num, x, **options)
    changed = ivy.asarray(x)
    result = ivy.nan_to_num(changed, copy=False, **options)
    assert result is changed
    assert_matches(changed, np.nan_to_num(x, **options))


@pytest.mark.parametrize(
    "name", ["abs", "ceil", "clip", "conj", "floor", "positive", "round", "trunc"]
)
@pytest.mark.parametrize("dtype", ["uint8", "float64"])
def test_results_are_never_the_argument_itself(backend, name, dtype):
    x = ivy.asarray(np.array([1, 2, 3], dtype))
    y = getattr(ivy, name)(x)
    y[0] = 9
    assert np.asarray(x).tolist() == [1, 2, 3]


def test_writing_to_real_and_imaginary_part_reaches_the_array(backend):
    x = ivy.asarray(np.array([1 + 2j, 3 + 4j]))
    ivy.real(x)[0] = 9
    ivy.imag(x)[1] = -1
    assert np.asarray(x).tolist() == [9 + 2j, 3 - 1j]
    y = ivy.asarray(np.array([1.0, 2.0]))
    ivy.real(y)[0] = 5
    assert np.asarray(y).tolist() == [5, 2]


# functions of two arrays


@pytest.mark.parametrize(("name", "dtype"), cases(BINARY))
def test_binary_functions_match_numpy_for_all_pairs(backend, assert_matches, name, dtype):
    x = sample(dtype)
    x1, x2 = x[:, None], x[None]
    if name == "pow" and x.dtype.kind == "i":
        x2 = x2[x2 >= 0]  # to a negative power: NumPy raises
    if name == "divide" and x.dtype.kind == "c":
        x2 = x2[x2 != 0]  # infinite or nan
    # which of two equal zeros it is differs between NumPy's own loops
    unsigned = ("maximum", "minimum", "fmax", "fmin", "logaddexp2")
    zeros = name not in unsigned and (name, dtype) not in _HALF_ZEROS
    check(assert_matches, name, BINARY[name], x1, x2, zeros=zeros)


_HALF_ZEROS = {("nextafter", dtype) for dtype in ("float16", "int8", "uint8", "bool")}
_PAIRS = (
    ("int8", "float32"), ("int64", "uint64"), ("uint64", "int64"), ("uint8", "int16"),
    ("bool", "int32"), ("float32", "complex64"), ("float16", "uint16"),
)  # fmt: skip


@pytest.mark.parametrize("name", ["add", "divide", "equal", "not_equal", "less", "less_equal",
                                  "greater", "maximum", "logical_and"])  # fmt: skip
@pytest.mark.parametrize("pair", _PAIRS, ids="-".join)
def test_mixed_dtypes_promote_as_numpy_s(backend, assert_matches, name, pair):
    x1, x2 = (sample(dtype)[:3] for dtype in pair)
    check(assert_matches, name, BINARY[name], x1[:, None], x2, zeros=False)


@pytest.mark.parametrize("name", ["equal", "not_equal", "less", "less_equal", "greater",
                                  "greater_equal"])  # fmt: skip
def test_int64_and_uint64_compare_exactly(backend, assert_matches, name):
    x1 = np.array([-1, 0, 1, 2**63 - 1, -(2**63)], np.int64)
    x2 = np.array([0, 1, 2**63 - 1, 2**63, 2**64 - 1], np.uint64)
    check(assert_matches, name, BINARY[name], x1[:, None], x2)
    check(assert_matches, name, BINARY[name], x2, x1[:, None])


@pytest.mark.parametrize(
    ("name", "dtype", "scalar"),
    [
        ("add", "int8", 2.0), ("add", "float32", 0.1), ("add", "int8", 2j),
        ("subtract", "uint8", 1),
        ("multiply", "float16", 3), ("divide", "int16", 2), ("pow", "int32", 2),
        ("pow", "float32", 2), ("pow", "float64", 2.0), ("pow", "complex64", 2),
        ("remainder", "float32", 0.75), ("floor_divide", "uint64", 3), ("maximum", "int16", 1.5),
        ("less", "float32", 0.1), ("equal", "uint64", 1), ("bitwise_and", "uint8", 3),
        ("bitwise_left_shift", "int64", 3), ("logical_or", "float32", 0), ("atan2", "float32", 1.0),
        ("add", "bool", True), ("copysign", "float32", -0.0), ("divmod", "int32", 3),
    ],
)  # fmt: skip
def test_python_scalars_are_weak(backend, assert_matches, name, dtype, scalar):
    x = sample(dtype)[-3:]
    check(assert_matches, name, BINARY[name], x, scalar)
    if name != "bitwise_left_shift" and not (name == "pow" and dtype == "int32"):
        check(assert_matches, name, BINARY[name], scalar, x)


@pytest.mark.parametrize("dtype", ["int32", "uint64", "float64", "bool"])
def test_division_towards_zero(backend, assert_matches, dtype):
    x = sample(dtype)[:, None]

    def towards_zero(x1, x2):
        if x1.dtype.kind == "f":
            return np.trunc(x1 / x2)
        quotient = np.abs(x1.astype(object)) // np.where(x2 == 0, 1, np.abs(x2.astype(object)))
        quotient = np.where((x1 < 0) != (x2 < 0), -quotient, quotient)
        quotient = np.where(x2 == 0, 0, quotient) & (2**64 - 1)
        return quotient.astype(np.uint64).astype(np.int8 if dtype == "bool" else dtype)

    check(assert_matches, "trunc_divide", towards_zero, x, x.T)
    if dtype != "bool":
        check(assert_matches, "fmod", np.fmod, x, x.T)
        wanted = expected(np.fmod, x, x.T)
        assert_matches(call("remainder", x, x.T, modulus=False), wanted)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_ldexp_scales_by_any_power(backend, assert_matches, dtype):
    x = np.array([0.75, -1.0, 3.0, np.inf, np.nan, 0.0], dtype)[:, None]
    powers = np.array([0, 1, -3, 10, 5000, -5000], np.int32)
    check(assert_matches, "ldexp", np.ldexp, x, powers)
    if dtype == "float64":  # 2**2040 is infinite, the result is not
        x = np.array([2.0**-1020])
        check(assert_matches, "ldexp", np.ldexp, x, np.array([2040], np.int64))


@pytest.mark.parametrize("dtype", ["int16", "uint64", "float32", "complex128"])
@pytest.mark.parametrize("bounds", [(1, 5), (None, 2), (2, None), (5, 1), (1.5, 4)])
def test_clip_limits(backend, assert_matches, dtype, bounds):
    x = np.array([0, 1, 2, 3, 7, 9], dtype)
    check(assert_matches, "clip", np.clip, x, *bounds)


def test_clip_takes_arrays_and_keeps_nan(backend, assert_matches):
    x = np.array([[np.nan, -3.0, 0.5], [4.0, 0.0, np.inf]], np.float32)
    low, high = np.array([0.0, np.nan, -1.0], np.float32), np.array([[1.0], [2.0]])
    check(assert_matches, "clip", np.clip, x, low, high)
    actual = ivy.clip(ivy.asarray(x), min=ivy.asarray(low), max=2)
    assert_matches(actual, np.clip(x, low, 2))


# what holds for all


@pytest.mark.parametrize("shape", [(), (0, 3), (2, 1, 3)])
def test_shapes_are_kept(backend, assert_matches, shape):
    x = np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape) + np.float32(0.5)
    for name in ("sin", "sign", "round", "isinf", "frexp", "log2", "spacing", "isreal"):
        check(assert_matches, name, UNARY[name], x)
    for name in ("add", "less", "maximum", "remainder", "nextafter", "divmod", "hypot"):
        check(assert_matches, name, BINARY[name], x, x[..., :1] if shape else x)
    whole = x.astype(np.int32)
    for name in ("floor_divide", "gcd", "pow", "bitwise_left_shift"):
        check(assert_matches, name, BINARY[name], whole, whole)


@pytest.mark.parametrize("name", ["add", "subtract", "equal", "less", "greater_equal", "maximum",
                                  "minimum", "fmax", "fmin"])  # fmt: skip
def test_complex_infinities_and_nan(backend, assert_matches, name):
    parts = (-np.inf, -1.0, 0.0, np.inf, np.nan)
    x = np.array([complex(a, b) for a in parts for b in parts])
    check(assert_matches, name, BINARY[name], x[:, None], x)


def test_out_is_filled_and_returned(backend):
    x = ivy.asarray(np.array([1.0, 2.0]))
    for name, args in (("sin", (x,)), ("add", (x, x)), ("remainder", (x, 3)), ("clip", (x, 0, 1))):
        out = ivy.asarray(np.zeros(2))
        result = getattr(ivy, name)(*args, out=out)
        assert result is out
        np.testing.assert_array_equal(np.asarray(out), np.asarray(getattr(ivy, name)(*args)))
    out = ivy.asarray(np.zeros(2, np.float32))
    ivy.multiply(x, 1.5, out=out)
    assert out.dtype == "float32" and np.asarray(out).tolist() == [1.5, 3.0]


def test_shapes_that_do_not_broadcast_are_refused(backend):
    x, y = ivy.asarray(np.ones(2)), ivy.asarray(np.ones(3))
    for name in ("add", "less", "pow", "remainder", "equal", "maximum", "hypot", "logaddexp"):
        with pytest.raises(ivy.exceptions.IvyBroadcastShapeError):
            getattr(ivy, name)(x, y)


@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)
@pytest.mark.parametrize("name", ["log10", "log2", "exp2", "logaddexp", "remainder", "copysign"])
def test_detours_keep_the_derivative(backend, name):
    x, y, step = np.array([1000.0, 8.0, 0.7, 2.0]), np.array([3.0, -3.0, 1.5, 2.0]), 1e-6
    if name in ("exp2", "logaddexp", "copysign"):
        x[0] = 3.5
    args, function = ((x, y), BINARY[name]) if name in BINARY else ((x,), UNARY[name])
    others = args[1:]
    if name == "remainder":
        y[3] = 1.25  # no derivative where it jumps
    wanted = (function(x + step, *others) - function(x - step, *others)) / (2 * step)
    assert_derivative(backend, name, args, wanted)


def assert_derivative(backend, name, args, wanted):
    def function(*natives):
        return getattr(ivy, name)(*[ivy.Array(a) for a in natives]).data

    if backend == "jax":
        import jax

        found = jax.grad(lambda *a: function(*a).sum())(*args)
    elif backend == "torch":
        import torch

        tensors = [torch.tensor(a, requires_grad=True) for a in args]
        function(*tensors).sum().backward()
        found = tensors[0].grad
    else:
        import tensorflow as tf

        tensors = [tf.constant(a) for a in args]
        with tf.GradientTape() as tape:
            tape.watch(tensors[0])
            result = function(*tensors)
        found = tape.gradient(result, tensors[0])
    np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-5)


@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True)
def test_functions_trace(backend):
    names = [*UNARY, *(name for name in BINARY if name not in ("gcd", "lcm"))]
    x = {"f": np.ones((2, 3)), "i": np.ones((2, 3), np.int32)}
    for name in names:
        kind = "i" if name.startswith("bitwise") else "f"
        count = 1 if name in UNARY else 2

        def function(*args, name=name):
            result = getattr(ivy, name)(*[ivy.Array(a) for a in args])
            return [r.data for r in (result if isinstance(result, tuple) else (result,))]

        if backend == "jax":
            import jax

            shapes = jax.eval_shape(function, *[x[kind]] * count)
        else:
            import tensorflow as tf

            signature = [tf.TensorSpec((2, 3), x[kind].dtype)] * count
            traced = tf.function(function, autograph=False).get_concrete_function(*signature)
            shapes = traced.structured_outputs
        assert shapes[0].shape[-1] == 3, name


@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)
def test_bfloat16_stays(backend, full):
    values = np.array([0.5, 1.0, 2.5, -0.75])
    x = ivy.astype(ivy.asarray(values), ivy.bfloat16)
    skipped = {"bitwise_invert", "bitwise_count", "spacing"}
    for name in [*UNARY] if full else ("sin", "round", "sign"):
        if name in skipped:
            continue
        actual, wanted = call(name, x), expected(UNARY[name], values.astype(np.float32))
        if not isinstance(wanted, tuple):
            actual, wanted = (actual,), (wanted,)
        for a, w in zip(actual, wanted, strict=True):
            if w.dtype.kind == "f":
                assert a.dtype == "bfloat16", name
            a = np.asarray(a).astype(w.dtype)
            np.testing.assert_allclose(a, w, rtol=2e-2, atol=1e-2, err_msg=name)


@pytest.mark.parametrize("decimals", [6, 2, -1])
def test_round_gives_numpys_very_digits(backend, decimals):
    x = np.random.default_rng(0).standard_normal(500) * 100
    rounded = np.asarray(ivy.round(ivy.asarray(x), decimals=decimals))
    np.testing.assert_array_equal(rounded, np.round(x, decimals))


def test_the_sign_of_a_zero_does_not_depend_on_constants_made_before(backend):
    # TensorFlow keeps Python floats by value: after 0.0 it gives 0.0 for -0.0
    if backend == "tensorflow":
        import tensorflow as tf

        from ivy_core.backends.tensorflow.kernels import raw_operations

        raw_operations.constant_of.cache_clear()
        tf.constant(0.0, tf.float32)
    found = ivy.remainder(ivy.asarray([4.0], dtype="float32"), ivy.asarray([-2.0], dtype="float32"))
    assert np.signbit(np.asarray(found.data)).all()


@pytest.mark.parametrize("special", [[0.0, -0.0, np.inf, -np.inf], [np.nan, np.inf, 1.0, -1.0]])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_signs_of_many_elements(backend, dtype, special):
    x = np.linspace(-1, 1, 20_000).astype(dtype)
    x[7:11] = special
    with ivy.with_backend(backend):
        found = np.asarray(ivy.sign(ivy.asarray(x)))
    np.testing.assert_array_equal(found, np.sign(x))
    assert found.dtype == x.dtype
