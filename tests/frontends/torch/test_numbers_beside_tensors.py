"""Numbers of Python's that a small type does not hold, and nan in orders, against real PyTorch."""

from __future__ import annotations

import math
import operator
import warnings

import numpy as np
import pytest

import frontends.torch as ours

torch = pytest.importorskip("torch", reason="compares with PyTorch")


def tensor(t, dtype):
    return t.tensor([0, 1, 7]).to(getattr(t, dtype))


def written(x, index, value):
    x[index] = value
    return x


def outcome(call, t, *args):
    """Return dtype and values, or RuntimeError where that is raised."""
    try:
        found = call(t, *args)
    except RuntimeError:
        return RuntimeError
    return str(found.dtype), found.tolist()


WRAPPING = {
    "+": lambda t, x, v: x + v,
    "-": lambda t, x, v: x - v,
    "reflected -": lambda t, x, v: v - x,
    "*": lambda t, x, v: x * v,
    "//": lambda t, x, v: x // v,
    "%": lambda t, x, v: x % v,
    ">": lambda t, x, v: x > v,
    "==": lambda t, x, v: x == v,
    "|": lambda t, x, v: x | v,
    "mul_": lambda t, x, v: x.mul_(v),
}
CHECKED = {
    "**": lambda t, x, v: x**v if v > 0 else x,
    "where": lambda t, x, v: t.where(x > 0, x, v),
    "clamp": lambda t, x, v: x.clamp(v),
    "fill_": lambda t, x, v: x.fill_(v),
    "full": lambda t, x, v: t.full((2,), v, dtype=x.dtype),
    "new_full": lambda t, x, v: x.new_full((2,), v),
    "tensor": lambda t, x, v: t.tensor([v], dtype=x.dtype),
    "masked_fill": lambda t, x, v: x.masked_fill(x > 0, v),
    "index_fill": lambda t, x, v: x.index_fill(0, t.tensor([1]), v),
    "an element": lambda t, x, v: written(x, 0, v),
    "a mask": lambda t, x, v: written(x, x > 0, v),
}


@pytest.mark.parametrize("call", [*WRAPPING.values(), *CHECKED.values()], ids=[*WRAPPING, *CHECKED])
@pytest.mark.parametrize("dtype, number", [("uint8", 300), ("uint8", -1), ("int8", 300)])
def test_integers_beyond_the_range(backend, call, dtype, number):
    expected = outcome(call, torch, tensor(torch, dtype), number)
    assert outcome(call, ours, tensor(ours, dtype), number) == expected


FACTORS = {
    "add": lambda t, x, v: t.add(x, x, alpha=v),
    "sub": lambda t, x, v: t.sub(x, 3, alpha=v),
    "rsub": lambda t, x, v: t.rsub(x, 3, alpha=v),
    "addcmul": lambda t, x, v: t.addcmul(x, x, x, value=v),
    "addcmul_": lambda t, x, v: x.addcmul_(x, x, value=v),
}


@pytest.mark.parametrize("call", FACTORS.values(), ids=FACTORS)
@pytest.mark.parametrize("dtype", ["int64", "uint8", "float32"])
def test_factors_beside_whole_numbers(backend, call, dtype):
    for number in (2, 2.5):
        expected = outcome(call, torch, tensor(torch, dtype), number)
        assert outcome(call, ours, tensor(ours, dtype), number) == expected


@pytest.mark.parametrize("dtype", ["float64", "float32", "bfloat16"])
def test_ldexp_of_whole_exponents(backend, dtype):
    def call(t, x):
        powers = t.tensor([1050, -1070, 130, 3, -2])
        return t.ldexp(x, powers).double()

    values = [1e-300, 1.5, 1e-30, -3.0, 0.75]
    given = [t.tensor(values, dtype=getattr(t, dtype)) for t in (torch, ours)]
    assert outcome(call, ours, given[1]) == outcome(call, torch, given[0])


def test_equal_of_two_dtypes(backend):
    for t in (torch, ours):
        assert t.equal(t.ones(2), t.ones(2).long())
        assert not t.equal(t.tensor([0.1]), t.tensor([0.1], dtype=t.float64))


FILLING = ("fill_", "full", "new_full", "tensor", "masked_fill", "an element")


@pytest.mark.parametrize("name", FILLING)
@pytest.mark.parametrize("number", [math.inf, math.nan, 1e30])
def test_what_integers_cannot_hold_is_refused(backend, name, number):
    with pytest.raises(RuntimeError, match="without overflow"):
        CHECKED[name](ours, tensor(ours, "int64"), number)


LARGE = {
    "+": WRAPPING["+"],
    "where": CHECKED["where"],
    "full": CHECKED["full"],
    "masked_fill": CHECKED["masked_fill"],
}


@pytest.mark.parametrize("call", LARGE.values(), ids=LARGE)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "int8", "int64"])
@pytest.mark.parametrize("number", [2**31, 2**63, 2**70, -(2**70), 1e300], ids=str)
def test_numbers_beyond_all_types(backend, call, dtype, number):
    def found(t):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                result = call(t, tensor(t, dtype), number)
        except (RuntimeError, OverflowError) as err:
            return OverflowError if isinstance(err, OverflowError) else RuntimeError
        return str(result.dtype), result.tolist()

    assert found(ours) == found(torch)


ORDERS = {
    "sort": lambda t, x: t.sort(x, stable=True)[0],
    "sort down": lambda t, x: t.sort(x, descending=True)[0],
    "argsort": lambda t, x: t.argsort(x, stable=True),
    "topk": lambda t, x: t.topk(x, 3)[0],
    "kthvalue": lambda t, x: t.kthvalue(x, 2)[0],
    "median": lambda t, x: t.median(x),
    "nanmedian": lambda t, x: t.nanmedian(x),
    "searchsorted": lambda t, x: t.searchsorted(t.tensor([-1.0, 0.0, 1.0]).to(x.dtype), x),
    "from the right": lambda t, x: t.bucketize(x, t.tensor([-1.0, 0.0, 1.0]), right=True),
    "in rows": lambda t, x: t.searchsorted(t.tensor([[-1.0, 0.0]]).to(x.dtype), x[None]),
}


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float32"])
@pytest.mark.parametrize("call", ORDERS.values(), ids=ORDERS)
def test_nan_is_the_largest(backend, call, dtype):
    def found(t):
        x = t.tensor([2.0, math.nan, 1.0, math.nan, -1.0, -2.0]).to(getattr(t, dtype))
        return repr(call(t, x).double().tolist())

    assert found(ours) == found(torch)


ALONG = {
    "far below a later one": [-200.0, 0.0, 5.0],
    "before a nan": [1000.0, 1000.0, math.nan, 1.0],
    "infinite": [-math.inf, 2.0, math.inf, 1.0],
}


@pytest.mark.parametrize("values", ALONG.values(), ids=ALONG)
def test_running_sums_of_exponentials(backend, values):
    found = ours.logcumsumexp(ours.tensor(values), 0)
    expected = torch.logcumsumexp(torch.tensor(values), 0)
    torch.testing.assert_close(torch.tensor(found.tolist()), expected, equal_nan=True)


def test_slopes_leave_out_the_element_between(backend):
    found, expected = (t.gradient(t.tensor([1.0, math.nan, 4.0, 9.0]))[0] for t in (ours, torch))
    assert repr(found.tolist()) == repr(expected.tolist())


BESIDE_ARRAYS = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "reflected /": lambda x, y: y / x,
    "//": lambda x, y: x // y,
    "**": lambda x, y: x**y,
    "@": lambda x, y: x @ y,
    "&": lambda x, y: x & y,
    "==": lambda x, y: x == y,
    "reflected ==": lambda x, y: y == x,
    "!=": lambda x, y: x != y,
    "<": lambda x, y: x < y,
    "+=": operator.iadd,
    "@=": operator.imatmul,
}
ARRAYS = {
    "float64": np.array([3.0, 4.0]),
    "float32": np.array([3, 4], np.float32),
    "int64": np.array([3, 4]),
    "bool": np.array([True, True]),
    "no dimensions": np.array(2.0),
    "another shape": np.ones(3),
    "text": np.array(["a", "b"]),
}


def outcome_beside_array(call, t, values, array):
    """Return dtype and values, the result that is no tensor, or the class of the error."""
    x = t.tensor(values)
    try:
        found = call(x, array)
    except (TypeError, ValueError, RuntimeError) as err:
        return next(kind for kind in (TypeError, ValueError, RuntimeError) if isinstance(err, kind))
    return (str(found.dtype), found.tolist()) if isinstance(found, t.Tensor) else found


@pytest.mark.parametrize("call", BESIDE_ARRAYS.values(), ids=BESIDE_ARRAYS)
@pytest.mark.parametrize("values", [[1.0, 2.0], [1, 2], [True, False], 3.0], ids=str)
def test_arrays_of_numpy(backend, call, values):
    for array in ARRAYS.values():
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = outcome_beside_array(call, torch, values, array)
            assert outcome_beside_array(call, ours, values, array) == expected


def test_arrays_of_numpy_beside_tensors_that_require_gradients(backend):
    for call in (lambda x, y: x + y, lambda x, y: x @ y, lambda x, y: y / x):
        for t in (torch, ours):
            with pytest.raises(RuntimeError, match="requires grad"):
                call(t.ones(2, requires_grad=True), np.ones(2))
