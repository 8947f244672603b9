"""Half precision, bit by bit against real PyTorch: where it computes in single, and rounds once."""

from __future__ import annotations

import numpy as np
import pytest

import frontends.torch as ours

torch = pytest.importorskip("torch", reason="compares with PyTorch")

DRAWN = np.random.default_rng(5).random((3, 16, 16)).astype("float32") + 0.5
DTYPES = ("float16", "bfloat16")


def drawn(t, dtype: str):
    """Return three matrices of half precision."""
    return [t.tensor(part).to(getattr(t, dtype)) for part in DRAWN]


def in_bits(x) -> tuple:
    return str(x.dtype), x.double().tolist()


def number(t, dtype):
    return t.tensor(0.3001, dtype=dtype)


WITH_NUMBERS = {
    "x * number": lambda t, x, y, z: x * 0.3001,
    "number * x": lambda t, x, y, z: 0.3001 * x,
    "x * integer": lambda t, x, y, z: x * 257,
    "x * exact number": lambda t, x, y, z: x * 0.75,
    "exact number * x": lambda t, x, y, z: -2 * x,
    "x * 0": lambda t, x, y, z: (x - 1) * 0.0,
    "x * large number": lambda t, x, y, z: x * 65536.0,
    "x * infinity": lambda t, x, y, z: -x * float("inf"),
    "x * small number": lambda t, x, y, z: x * 2.0**-15,
    "x / exact number": lambda t, x, y, z: x / 3,
    "x // number": lambda t, x, y, z: (x - 1) // 0.0301,
    "x // 0-d": lambda t, x, y, z: (x - 1) // number(t, t.float32),
    "truncated": lambda t, x, y, z: t.div(x, -0.0301, rounding_mode="trunc"),
    "x % number": lambda t, x, y, z: x % 0.3001,
    "sum with a multiple": lambda t, x, y, z: t.add(x, y, alpha=0.3001),
    "difference from a multiple": lambda t, x, y, z: x.sub_(y, alpha=0.3001),
    "x / number": lambda t, x, y, z: x / 0.3001,
    "number / x": lambda t, x, y, z: 0.3001 / x,
    "an element": lambda t, x, y, z: x[0, 0] * 0.3001,
    "x + number": lambda t, x, y, z: x + 0.3001,
    "number - x": lambda t, x, y, z: 0.3001 - x,
    "x * 0-d": lambda t, x, y, z: x * number(t, t.float32),
    "0-d * x": lambda t, x, y, z: number(t, t.float32) * x,
    "x / 0-d": lambda t, x, y, z: x / number(t, t.float64),
    "in place": lambda t, x, y, z: x.mul_(0.3001).div_(0.7001),
    "out": lambda t, x, y, z: t.mul(x, 0.3001, out=t.empty_like(x)),
    "of a list": lambda t, x, y, z: t._foreach_mul([x], 0.3001)[0],
    "dropout": lambda t, x, y, z: (t.manual_seed(0), t.nn.functional.dropout(x, 0.3))[1],
}

OF_STEPS = {
    "addcmul": lambda t, x, y, z: t.addcmul(x, y, z, value=0.3001),
    "addcdiv": lambda t, x, y, z: t.addcdiv(x, y, z, value=0.3001),
    "addmm": lambda t, x, y, z: t.addmm(x, y, z, beta=-4.775, alpha=2.0315),
    "lerp": lambda t, x, y, z: t.lerp(x, y, 0.3001),
    "lerp, 0-d": lambda t, x, y, z: t.lerp(x, y, number(t, t.float32)),
    "linear": lambda t, x, y, z: t.nn.functional.linear(x, y, z[0]),
    "silu": lambda t, x, y, z: t.nn.functional.silu(x),
    "softplus": lambda t, x, y, z: t.nn.functional.softplus(x),
    "hardswish": lambda t, x, y, z: t.nn.functional.hardswish(x),
    "leaky_relu": lambda t, x, y, z: t.nn.functional.leaky_relu(-x, 0.3001),
    "glu": lambda t, x, y, z: t.nn.functional.glu(x),
    "log2": lambda t, x, y, z: x.log2(),
    "sigmoid": lambda t, x, y, z: x.sigmoid(),
    "asin": lambda t, x, y, z: (x - 1).asin(),
    "logaddexp2": lambda t, x, y, z: t.logaddexp2(x, y),
    "std": lambda t, x, y, z: x.std(dim=1),
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("call", WITH_NUMBERS.values(), ids=WITH_NUMBERS)
def test_numbers_beside_half_precision(backend, call, dtype):
    assert in_bits(call(ours, *drawn(ours, dtype))) == in_bits(call(torch, *drawn(torch, dtype)))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("call", OF_STEPS.values(), ids=OF_STEPS)
def test_functions_of_several_steps_round_once(backend, call, dtype):
    found, expected = call(ours, *drawn(ours, dtype)), call(torch, *drawn(torch, dtype))
    assert str(found.dtype) == str(expected.dtype)
    # sums in another order may round to the neighbour: of 256 elements one or two
    differing = (torch.tensor(found.double().tolist()) != expected.double()).sum()
    assert differing <= 2


OTHER_TYPES = {
    "norm": lambda t, x: t.norm(x, dtype=t.float32),
    "norm, by position": lambda t, x: t.norm(x, 2, 0, False, None, t.float32),
    "vector_norm": lambda t, x: t.linalg.vector_norm(x, dim=1, dtype=t.float32),
    "addcmul": lambda t, x: t.addcmul(x, x.float(), x.float()),
    "addcdiv": lambda t, x: t.addcdiv(x, x.float(), x.float()),
    "of no dimensions": lambda t, x: t.addcmul(x[0, 0], x[0, 0].float(), x[0, 1].float()),
}


@pytest.mark.parametrize("call", OTHER_TYPES.values(), ids=OTHER_TYPES)
def test_a_type_that_is_asked_for_stays(backend, call):
    found, expected = (call(t, drawn(t, "bfloat16")[0]) for t in (ours, torch))
    assert str(found.dtype) == str(expected.dtype) == "torch.float32"
    torch.testing.assert_close(torch.tensor(found.tolist()), expected)


@pytest.mark.parametrize("name", ["silu", "tanh", "softplus", "sigmoid"])
def test_gradients_round_once(backend, name):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")

    def gradient(t):
        x, y, _ = drawn(t, "bfloat16")
        x.requires_grad_()
        (getattr(t.nn.functional, name)(x) * y).sum().backward()
        return x.grad.double().tolist()

    differing = (torch.tensor(gradient(ours)) != torch.tensor(gradient(torch))).sum()
    assert differing <= 2


def test_attention_keeps_its_weights_in_single(backend):
    def error(t):
        q, k, v = [(x * 4 - 4).reshape(1, 2, 8, 16) for x in drawn(t, "bfloat16")]
        attend = t.nn.functional.scaled_dot_product_attention
        exact = attend(q.double(), k.double(), v.double())
        return float((attend(q, k, v).double() - exact).abs().max())

    assert error(ours) <= error(torch)


def test_a_number_by_a_tensor_is_a_product_with_the_reciprocal(backend):
    data = DRAWN.ravel()
    found, expected = 0.3001 / ours.tensor(data), 0.3001 / torch.tensor(data)
    assert found.tolist() == expected.tolist()


DIFFERENCES = {
    "a mask from one": lambda t: 1 - t.tensor([True, False]),
    "a mask from floats": lambda t: t.tensor([1.5, 2.0]) - t.tensor([True, False]),
    "a bool": lambda t: t.tensor([1.5, 2.0]) - True,
    "from a bool": lambda t: True - t.tensor([1, 2]),
    "in place": lambda t: t.tensor([1.5, 2.0]).sub_(True),
    "two masks": lambda t: t.tensor([True]) - t.tensor([False]),
    "rsub": lambda t: t.rsub(t.tensor([1.5]), t.tensor(True)),
}


@pytest.mark.parametrize("call", DIFFERENCES.values(), ids=DIFFERENCES)
def test_differences_with_bools_are_refused(backend, call):
    with pytest.raises(RuntimeError) as expected:
        call(torch)
    with pytest.raises(RuntimeError) as found:
        call(ours)
    assert str(expected.value) in str(found.value)
