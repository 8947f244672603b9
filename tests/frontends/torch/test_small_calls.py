"""Calls of small tensors, which NumPy answers on some backends, against real PyTorch."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

import frontends.numpy as our_numpy
import frontends.torch as ours

real = pytest.importorskip("torch", reason="compares with PyTorch")

DTYPES = ["bool", "uint8", "int8", "int32", "int64", "float16", "bfloat16", "float32", "float64",
          "complex64"]  # fmt: skip
SHAPES = [(), (1,), (0,), (2, 3), (0, 3), (2, 3, 2)]


def drawn(t, shape, dtype, step=1):
    """Return a tensor of zeros, ones, more and, of a type that has them, nan and infinity."""
    count = 1
    for n in shape:
        count *= n
    values = [(i * step) % 5 - (dtype[0] not in "ub") for i in range(count)]
    if "float" in dtype and count > 4:
        values[1], values[3] = float("nan"), float("inf")
    return t.tensor(values).reshape(shape).to(getattr(t, dtype))


def answer(call, t, with_strides: bool):
    """Return what a call gives as dtype, shape and text of the values; or the error's class."""
    try:
        found = call(t)
    except (RuntimeError, TypeError, IndexError, ValueError) as err:
        for kind in (NotImplementedError, IndexError, TypeError, ValueError, RuntimeError):
            if isinstance(err, kind):
                return kind.__name__
    steps = found.stride() if with_strides and found.numel() else None
    return str(found.dtype), tuple(found.shape), steps, repr(found.tolist())


def assert_alike(backend, call):
    """Hold a call against PyTorch's; NumPy's results have the strides of its own functions."""
    is_told = backend != "numpy"
    assert answer(call, ours, is_told) == answer(call, real, is_told)


CALLS = {
    "any": lambda t, x: t.any(x),
    "any(dim)": lambda t, x: x.any(-1),
    "any(axis)": lambda t, x: t.any(x, axis=0),
    "any(dims)": lambda t, x: x.any((0, 1)),
    "all": lambda t, x: x.all(),
    "all(keepdim)": lambda t, x: t.all(x, 0, True),
    "all(dim, keepdim)": lambda t, x: t.all(x, dim=1, keepdim=True),
    "all(axis, keepdims)": lambda t, x: t.all(x, axis=-1, keepdims=True),
    "all(out)": lambda t, x: t.all(x, out=t.empty((), dtype=x.all().dtype)),
    "all of no dim": lambda t, x: t.all(x, 3),
    "cumsum": lambda t, x: t.cumsum(x, 0),
    "cumsum(-1)": lambda t, x: x.cumsum(-1),
    "cumsum(dtype)": lambda t, x: x.cumsum(0, dtype=t.float64),
    "cumsum(out)": lambda t, x: t.cumsum(x, 0, out=t.empty(0, dtype=x.cumsum(0).dtype)),
    "stack": lambda t, x: t.stack([x, x]),
    "stack(-1)": lambda t, x: t.stack((x, x), -1),
    "stack(dim)": lambda t, x: t.stack([x, x, x], dim=1),
    "stack of two types": lambda t, x: t.stack([x, x.double()]),
    "stack of two shapes": lambda t, x: t.stack([x, x.reshape(-1)]),
    "stack of none": lambda t, x: t.stack([]),
    "stack of no dim": lambda t, x: t.stack([x], 5),
    "stack(out)": lambda t, x: t.stack([x, x], out=t.empty(0, dtype=x.dtype)),
    "where": lambda t, x: t.where(x == 1, x, x),
    "where with a number": lambda t, x: t.where(x == 1, x, 3),
    "where with a float": lambda t, x: t.where(x == 1, 0.5, x),
    "where with truth": lambda t, x: t.where(x == 1, x, True),
    "where of two types": lambda t, x: t.where(x == 1, x, x.double()),
    "where of numbers": lambda t, x: t.where(x == 1, 1, 2.5),
    "where broadcasts": lambda t, x: t.where(t.tensor([[True], [False]]), x, x),
    "where does not fit": lambda t, x: t.where(t.tensor([True, False] * 4), x, x),
    "where by numbers": lambda t, x: t.where(x.to(t.uint8), x, x),
    "Tensor.where": lambda t, x: x.where(x == 1, x + x),
    "contiguous": lambda t, x: x.contiguous(),
    "div by a number": lambda t, x: t.div(x, 2),
    "div(rounding_mode)": lambda t, x: x.to(t.float32).div(3, rounding_mode="floor"),
    "div_": lambda t, x: (x + x).div_(2),
    "sub_ of a larger one": lambda t, x: x.clone().sub_(t.ones(2, 2, 3, dtype=x.dtype)),
    "sub_ of a float": lambda t, x: x.clone().sub_(0.5),
    "mul_ of itself": lambda t, x: (y := x.clone()).mul_(y),
    "to": lambda t, x: x.to(t.float64),
    "to its own type": lambda t, x: x.to(x.dtype),
    "to, turned": lambda t, x: x.T.to(t.float32) if x.ndim == 2 else x,
    "scatter of truth": lambda t, x: x.scatter(-1, t.ones_like(x, dtype=t.int64), True),
    "scatter_ of truth": lambda t, x: x.clone().scatter_(0, t.zeros_like(x, dtype=t.int64), False),
    "scatter_ of an int": lambda t, x: x.clone().scatter_(0, t.zeros_like(x, dtype=t.int64), 1),
    "contiguous, turned": lambda t, x: x.T.contiguous() if x.ndim == 2 else x,
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_small_tensors_of_all_types(backend, call):
    for dtype, shape in itertools.product(DTYPES, SHAPES):
        assert_alike(backend, lambda t, a=(shape, dtype): call(t, drawn(t, *a)))


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("index", [(..., 1), (slice(None), slice(0, 3, 2)), (1, 2)])
def test_small_views(backend, call, index):
    assert_alike(backend, lambda t: call(t, drawn(t, (2, 3), "float32")[index]))
    assert_alike(backend, lambda t: call(t, drawn(t, (3, 2), "int64").T[index]))


BOUNDED = [
    lambda t, x, v: t.where(x > 1, x, v),
    lambda t, x, v: t.where(x > 1, v, x),
    lambda t, x, v: t.clamp(x, max=v),
    lambda t, x, v: t.clamp_min(x, v),
]


@pytest.mark.parametrize("call", BOUNDED)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64", "int32", "int64"])
def test_numbers_beyond_the_range(backend, call, dtype):
    values = (1e39, 1e5, 70000, float("nan")) if "float" in dtype else (1e5, 70000, 2.5)
    for value in values:
        assert_alike(backend, lambda t, v=value: call(t, drawn(t, (3,), dtype), v))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize(
    "values", [[0.1 * i - 3 for i in range(99)], [6e4] * 9, [3e38] * 9, [-0.0] * 3]
)
def test_sums_of_floats_are_rounded_as_pytorchs(backend, dtype, values):
    if backend != "jax":
        pytest.skip("adds up in the type of the elements")
    assert_alike(backend, lambda t: t.tensor(values).to(getattr(t, dtype)).cumsum(0))
    assert_alike(backend, lambda t: t.tensor([values, values]).to(getattr(t, dtype)).cumsum(0))


@pytest.mark.parametrize("dtype", DTYPES)
def test_indices_where_elements_hold(backend, dtype):
    for shape in SHAPES:
        found = ours.where(drawn(ours, shape, dtype))
        wanted = real.where(drawn(real, shape, dtype))
        assert [(str(x.dtype), x.tolist()) for x in found] == [
            (str(x.dtype), x.tolist()) for x in wanted
        ]


def test_results_lie_apart_from_their_arguments(backend):
    for call in (lambda t, x: t.stack([x]), lambda t, x: t.where(x > -9, x, x)):
        x = ours.tensor([1.0, 2.0])
        call(ours, x).zero_()
        assert x.tolist() == [1.0, 2.0]
    x = ours.tensor([1.0, 2.0])
    assert x.contiguous() is x
    x = ours.tensor([[1.0, 2.0], [3.0, 4.0]])
    x.T.contiguous().zero_()
    assert x.tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_gradients_of_small_calls(backend):
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")

    def gradients(t):
        x = t.tensor([1.0, -2.0, 3.0], requires_grad=True)
        y = t.stack([x, x * 2], dim=1).contiguous()
        y = t.where(y > 0, y, 0.5 * y) + t.where(y > 1, y, 0.0)
        t.cumsum(y, 0).sum().backward()
        return x.grad.tolist()

    for _ in range(3):  # a call that comes again goes another way
        assert gradients(ours) == gradients(real)


VIEWS = [
    lambda x: x.permute(*range(x.ndim)[::-1]),
    lambda x: x.transpose(0, -1),
    lambda x: x.unsqueeze(1),
    lambda x: x.squeeze(),
    lambda x: x[1:] if len(x) > 2 else x,
    lambda x: x[..., ::2],
    lambda x: x.view(-1),
    lambda x: x.view(2, -1),
    lambda x: x.reshape(-1, 2),
    lambda x: x.expand(2, *x.shape),
    lambda x: x.diagonal(0, 0, 1),
    lambda x: x.flatten(),
    lambda x: x.contiguous(),
    lambda x: x.to(x.dtype),
    lambda x: x.unsqueeze(-1),
    lambda x: x.select(-1, 1) if x.ndim > 1 else x,
    lambda x: x.narrow(0, 1, 1),
    lambda x: x.reshape([-1, 2]),
    lambda x: x.view([2, -1]),
    lambda x: x.permute([*range(x.ndim)][::-1]),
    lambda x: x.split([1, len(x) - 1])[1] if len(x) > 1 else x,
    lambda x: x.expand([1, *x.shape]),
]


def chained(t, x, steps):
    """Return what chained views of a tensor show, lie like and write; errors by their class."""
    views, found = [x], []
    for at, step in enumerate(steps):
        try:
            views.append(VIEWS[step](views[-1]))
            shape, steps = tuple(views[-1].shape), views[-1].stride()
            steps = [step for n, step in zip(shape, steps, strict=True) if n > 1]  # the rest: NumPy
            found.append((shape, steps, views[-1].is_contiguous()))
        except (RuntimeError, IndexError, ValueError) as err:
            found.append(isinstance(err, IndexError))
        if at % 2:
            try:
                views[-1].mul_(2)
            except RuntimeError:
                found.append("not written")
    return found, [view.tolist() for view in views]


@pytest.mark.parametrize("seed", range(40))
def test_chains_of_views(backend, seed):
    draw = random.Random(seed)
    steps = [draw.randrange(len(VIEWS)) for _ in range(7)]
    host = np.arange(24, dtype="float32").reshape(draw.choice([(24,), (4, 6), (2, 3, 4)]))
    wanted = chained(real, real.tensor(host), steps)
    assert chained(ours, ours.tensor(host), steps) == wanted
    assert chained(ours, ours.from_numpy(np.array(host)), steps) == wanted
    assert chained(ours, ours.from_numpy(our_numpy.array(host)), steps) == wanted


FILLED = {
    "zeros": lambda t, kind: t.zeros(2, 3, dtype=kind),
    "zeros of a size": lambda t, kind: t.zeros((2, 0), dtype=kind),
    "zeros, negative": lambda t, kind: t.zeros(2, -1, dtype=kind),
    "ones": lambda t, kind: t.ones([2], dtype=kind),
    "ones, negative": lambda t, kind: t.ones(-1, dtype=kind),
    "ones without dimensions": lambda t, kind: t.ones((), dtype=kind),
    "full": lambda t, kind: t.full((2, 2), 2, dtype=kind),
    "full of a float": lambda t, kind: t.full((2,), 1.5, dtype=kind),
    "full of truth": lambda t, kind: t.full((2,), True, dtype=kind),
    "full, negative": lambda t, kind: t.full((2,), -1, dtype=kind),
    "full, large": lambda t, kind: t.full((2,), 2**40, dtype=kind),
    "full of -0.0": lambda t, kind: t.full((2,), -0.0, dtype=kind),
    "new_full of -0.0": lambda t, kind: t.tensor([1]).to(kind).new_full((2,), -0.0),
    "full of nan": lambda t, kind: t.full((2,), float("nan"), dtype=kind),
    "full of a complex number": lambda t, kind: t.full((2,), 1j, dtype=kind),
    "full, negative size": lambda t, kind: t.full((-2,), 1, dtype=kind),
    "new_ones": lambda t, kind: t.tensor([1]).new_ones(2, dtype=kind),
    "new_zeros like": lambda t, kind: t.tensor([1]).to(kind).new_zeros((2, 1)),
    "new_full": lambda t, kind: t.tensor([1]).to(kind).new_full((2,), 3),
    "zeros_like": lambda t, kind: t.zeros_like(t.tensor([[1, 2]]).to(kind)),
    "ones_like": lambda t, kind: t.ones_like(t.tensor([1.5, 2]), dtype=kind),
    "zeros_like of a turned one": lambda t, kind: t.zeros_like(t.ones(2, 3, dtype=kind).T),
    "ones_like of an expanded one": lambda t, kind: t.ones_like(t.ones(1, 3).expand(2, 3)),
    "arange": lambda t, kind: t.arange(5, dtype=kind),
    "arange of a type": lambda t, kind: t.arange(t.ones(2, dtype=kind).numel(), 9, 3),
    "arange backwards": lambda t, kind: t.arange(7, -7, -3, dtype=kind),
    "arange of none": lambda t, kind: t.arange(3, 3, dtype=kind),
    "arange the wrong way": lambda t, kind: t.arange(3, 0, dtype=kind),
    "arange without a step": lambda t, kind: t.arange(3, 5, 0, dtype=kind),
    "arange of large numbers": lambda t, kind: t.arange(2**62, 2**62 + 3, dtype=kind),
    "arange of floats": lambda t, kind: t.arange(0, 1.0, 0.25, dtype=kind),
    "arange of other floats": lambda t, kind: t.arange(-1.5, 5, 1.5, dtype=kind),
    "arange from half": lambda t, kind: t.arange(0.5, 4, dtype=kind),
    "arange of truth": lambda t, kind: t.arange(True, 4, dtype=kind),
    "full_like": lambda t, kind: t.full_like(t.ones(2, 3, dtype=kind), 2.5),
    "full_like of a part": lambda t, kind: t.full_like(t.ones(4, 3, dtype=kind)[1:, ::2], 1),
}


@pytest.mark.parametrize("call", FILLED.values(), ids=FILLED)
@pytest.mark.parametrize("dtype", DTYPES)
def test_filled_tensors(backend, call, dtype):
    assert_alike(backend, lambda t: call(t, getattr(t, dtype)))


LISTS = [[1.5, 2.0], (0.1307,), [1e300, 1.0], [float("nan"), float("inf")], [3.4028235e38], [-0.0],
         [1, -2], [2**62], [2**63], [-(2**63) - 1], [[1], [2**63]], [2**70], [1e-45],
         [True, False], [True, 2], [1, 2.5], [], [[]], [[1.0, 2.0]], range(3)]  # fmt: skip


@pytest.mark.parametrize("kind", [None, *DTYPES])
@pytest.mark.parametrize("default", ["float32", "float64"])
def test_lists_of_numbers(backend, kind, default):
    for values, name in itertools.product(LISTS, ["tensor", "as_tensor"]):

        def call(t, values=values, name=name):
            before = t.get_default_dtype()
            t.set_default_dtype(getattr(t, default))
            try:
                return getattr(t, name)(values, dtype=kind and getattr(t, kind))
            finally:
                t.set_default_dtype(before)

        assert_alike(backend, call)


NUMBERS = {
    "item": lambda x: x.item(),
    "float": float,
    "bool": bool,
    "int": int,
    "complex": complex,
    "index": lambda x: [0, 1, 2][x],
}


@pytest.mark.parametrize("call", NUMBERS.values(), ids=NUMBERS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_numbers_of_tensors_of_one_element(backend, call, dtype):
    def answers(t):
        x, found = t.tensor([[1, 0], [2, 1]]).to(getattr(t, dtype)), []
        host = t.from_numpy(np.array([[1.0, 0.0], [2.0, 1.0]])).to(getattr(t, dtype))
        for y in (
            x[1, 0],
            x[0, 1:],
            x.T[1, :1],
            x[:1, :1],
            x,
            x[1],
            x[:0],
            x[0, 0] + 1,
            host[1, 0],
        ):
            try:
                found.append((type(number := call(y)), repr(number)))
            except (RuntimeError, TypeError, ValueError) as err:
                found.append(next(k for k in type(err).__mro__ if k.__module__ == "builtins"))
        x.zero_()
        found.append(bool(x[1, 1]))
        return found

    assert answers(ours) == answers(real)


@pytest.mark.parametrize("shape", [(7,), (1, 65), (3, 300), (1, 20000), (2, 2, 900), (2, 9000)])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_largest_and_smallest_elements(backend, shape, dtype):
    drawn = np.random.default_rng(len(shape) + shape[-1])
    count = int(np.prod(shape))
    x = ((drawn.permutation(count) - count / 2).reshape(shape) / 7).astype(dtype)
    crossed = x.copy()
    crossed[..., 2], crossed[..., 5] = np.inf, -np.inf
    missing = crossed.copy()
    missing[..., 4] = np.nan  # the largest of all
    equal = np.round(x / 9)
    for values, k, largest in itertools.product(
        (x, crossed, missing, equal), (1, 5, shape[-1] - 1, shape[-1]), (True, False)
    ):
        found, wanted = (t.topk(t.tensor(values), k, largest=largest) for t in (ours, real))
        assert str(found[0].dtype) == str(wanted[0].dtype)
        assert np.array_equal(found.values.numpy(), wanted.values.numpy(), equal_nan=True)
        picked = np.take_along_axis(values, found.indices.numpy(), -1)
        assert np.array_equal(picked, wanted.values.numpy(), equal_nan=True)
        if values is not equal:  # which of equal ones comes first PyTorch leaves open
            assert np.array_equal(found.indices.numpy(), wanted.indices.numpy())


@pytest.mark.parametrize("shape", [(1, 50257), (4, 20000)])
def test_largest_elements_of_what_a_program_has_computed(backend, shape):
    values = np.random.default_rng(shape[0]).permutation(math.prod(shape)).reshape(shape)
    scores = ours.softmax(ours.tensor((values / 1e4).astype("float32")), -1)[:, :-1]
    found = ours.topk(scores, 40)
    order = np.argsort(-scores.numpy(), -1, kind="stable")[:, :40]
    assert np.array_equal(found.indices.numpy(), order)
    assert np.array_equal(found.values.numpy(), np.take_along_axis(scores.numpy(), order, -1))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("shape", [(3, 4), (1, 50257), (3, 20000), (4, 5000, 1)])
@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_shares_of_rows(backend, shape, name):
    x = np.random.default_rng(1).normal(size=shape).astype("float32") * 9
    masked = np.where(x < 5, np.float32(-np.inf), x)
    missing, none = x.copy(), np.full_like(x, -np.inf)
    missing.reshape(-1)[7] = np.nan
    least = 1e-9 if name == "softmax" else 2e-6  # a logarithm next to 0 has few digits
    for values, dim in itertools.product((x, masked, missing, none), (-1, 0)):
        found, wanted = (getattr(t, name)(t.tensor(values), dim).numpy() for t in (ours, real))
        assert found.dtype == wanted.dtype
        assert np.allclose(found, wanted, 2e-6, least, equal_nan=True)
