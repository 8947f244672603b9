"""Half precision: results keep the dtype, are rounded once, and leave its range as PyTorch's do."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyException, IvyTypeError
from tools.operators import OPERATORS, call, sample
from tools.operators.nests import map_arrays

torch = pytest.importorskip("torch")

DTYPES = ("float16", "bfloat16")
NUMPYS = {"float16": np.dtype("float16"), "bfloat16": np.dtype(ml_dtypes.bfloat16)}
# Factorisations, which PyTorch has not in half precision either: refused
REFUSED = {
    "cholesky": 1, "cond": 1, "det": 1, "eig": 1, "eigh": 1, "eigvals": 1, "eigvalsh": 1, "inv": 1,
    "lstsq": 2, "lu_factor": 1, "matrix_exp": 1, "matrix_rank": 1, "pinv": 1, "qr": 1, "slogdet": 1,
    "solve": 2, "solve_triangular": 2, "svd": 1, "svdvals": 1,
}  # fmt: skip
NAMES = sorted(
    name
    for name in FUNCTIONS
    if OPERATORS[name].lacks("half precision") is None and sample(name) is not None
)


def in_dtype(value, dtype):
    return map_arrays(value, lambda x: x.astype(dtype) if x.dtype == np.float64 else x)


def dtypes_of(result):
    if isinstance(result, ivy.Array):
        return [str(result.dtype)]
    if isinstance(result, dict):
        result = list(result.values())
    if isinstance(result, (list, tuple)):
        return [dtype for each in result for dtype in dtypes_of(each)]
    return []


def given_dtypes(name, dtype):
    args, kwargs = sample(name)
    args = [in_dtype(value, dtype) for value in args]
    return dtypes_of(call(name, args, in_dtype(kwargs, dtype)))


def only_with_full(params):
    """Return whether a case is of a primary that only NumPy, which compiles none, makes always.

    Of those that all make JAX, which compiles each, makes the dtypes in turn.
    """
    primary, backend = params.get("primary"), params.get("backend")
    if primary is None or backend == "numpy":
        return False
    turn, rest = divmod(NAMES.index(primary), 16)
    return rest != 3 or (backend == "jax" and params["dtype"] != DTYPES[turn % 2])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("primary", NAMES)
def test_results_have_the_dtype_of_the_operands(backend, primary, dtype):
    """Of each function: float32 and half precision give float32 and half precision."""
    expected = [d.replace("float32", dtype) for d in given_dtypes(primary, np.float32)]
    try:
        found = given_dtypes(primary, NUMPYS[dtype])
    except IvyException as err:
        assert "unsupported in linalg" in str(err)
    else:
        assert found == expected


@pytest.mark.parametrize("dtype", DTYPES)
def test_factorisations_refuse(backend, dtype):
    matrix = ivy.asarray(np.array([[2.0, 0.5], [0.5, 1.0]]), dtype=dtype)
    for name, count in REFUSED.items():
        with pytest.raises(IvyTypeError, match=f"{dtype} is unsupported in linalg"):
            getattr(ivy, name)(*[matrix] * count)
    for order in ("nuc", 2, -2):
        with pytest.raises(IvyTypeError, match="unsupported in linalg"):
            ivy.matrix_norm(matrix, ord=order)


@pytest.mark.parametrize("scalar", [0.3, 3, True])
def test_numbers_beside_bfloat16_promote_nothing(backend, scalar):
    values = np.array([0.5, 1.5, -2.25], NUMPYS["bfloat16"])
    x = ivy.asarray(values)
    t = torch.tensor(values.astype(np.float32)).bfloat16()
    pairs = [
        (x * scalar, t * scalar), (scalar * x, scalar * t), (x + scalar, t + scalar),
        (scalar / x, scalar / t), (ivy.maximum(x, scalar), t.clamp(min=scalar)),
        (ivy.where(x > 0, x, scalar), torch.where(t > 0, t, scalar)),
        (ivy.clip(x, -scalar, scalar), t.clamp(-scalar, scalar)),
    ]  # fmt: skip
    for found, expected in pairs:
        assert found.dtype == "bfloat16"
        # PyTorch's kernels take the number in single precision, others round it before
        found, expected = np.asarray(found).astype(np.float32), expected.float().numpy()
        np.testing.assert_allclose(found, expected, rtol=2**-7 if scalar == 0.3 else 0)
    assert (x * 1j).dtype == "complex64"


REDUCTIONS = {
    "sum": torch.sum, "nansum": torch.nansum, "mean": torch.mean,
    "std": lambda t: torch.std(t, correction=0), "var": lambda t: torch.var(t, correction=0),
    "vector_norm": torch.linalg.vector_norm, "matrix_norm": torch.linalg.vector_norm,
}  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", REDUCTIONS)
def test_long_reductions_are_pytorchs(backend, dtype, name):
    """100,000 elements: squares and their sums, beyond 65,504, are added in single precision."""
    values = np.random.default_rng(5).normal(3, 2, (100, 1000))
    values = (values / 8 if "sum" in name else values).astype(NUMPYS[dtype])
    t = torch.tensor(values.astype(np.float32)).to(getattr(torch, dtype))
    found, expected = getattr(ivy, name)(ivy.asarray(values)), REDUCTIONS[name](t)
    assert found.dtype == dtype and np.isfinite(float(found)) and torch.isfinite(expected)
    # one unit in the last place
    rtol = {"float16": 2**-10, "bfloat16": 2**-7}[dtype]
    np.testing.assert_allclose(float(found), float(expected), rtol=rtol)


@pytest.mark.parametrize("dtype", DTYPES)
def test_sums_along_the_first_axis_do_not_stop(backend, dtype):
    """Ones added in half precision stop at 2,048 and at 256."""
    ones = ivy.ones((5000, 2), dtype=dtype)
    exact = float(np.asarray(5000, NUMPYS[dtype]))
    assert np.asarray(ivy.sum(ones, axis=0)).tolist() == [exact] * 2
    assert np.asarray(ivy.cumsum(ones, axis=0))[-1].tolist() == [exact] * 2
    np.testing.assert_array_equal(np.asarray(ivy.matmul(ones.mT, ones)), np.full((2, 2), exact))
    np.testing.assert_array_equal(np.asarray(ivy.einsum("ij->j", ones)), np.full(2, exact))
    assert float(ivy.trace(ivy.eye(3000, dtype=dtype))) == float(np.asarray(3000, NUMPYS[dtype]))


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_dtype_that_is_asked_for_is_given(backend, dtype):
    ones = ivy.ones((5000,), dtype=dtype)
    for wanted in ("float32", "float64", dtype):
        assert ivy.sum(ones, dtype=wanted).dtype == wanted
        assert ivy.cumsum(ones, dtype=wanted).dtype == wanted
    assert float(ivy.sum(ones, dtype="float32")) == 5000
    wide = ivy.ones((5000,), dtype="float32")
    assert ivy.matmul(ones, wide).dtype == "float32"
    assert float(ivy.vecdot(ones, wide)) == 5000


def test_float_power_is_in_double_and_ldexp_in_half_precision(backend):
    x = ivy.asarray([1.5, 2.5], dtype="bfloat16")
    assert ivy.float_power(x, x).dtype == "float64"
    raised = ivy.ldexp(x, ivy.asarray([2, 3]))
    assert raised.dtype == "bfloat16" and np.asarray(raised).tolist() == [6, 20]
    assert ivy.add(x, ivy.ones((2,), dtype="complex64")).dtype == "complex64"
