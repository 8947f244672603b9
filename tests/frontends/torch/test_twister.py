"""The generator's numbers are those of real PyTorch's generator on the CPU."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from frontends.torch.random.mt19937 import DEFAULT_SEED, STATE_BYTES, Twister

SEEDS = (0, 1, 12345, 2**31, 2**40 + 7, 2**64 - 1)
COUNTS = (0, 1, 5, 15, 16, 17, 33, 70, 700, 2000)
FLOATS = ("float64", "float32", "float16", "bfloat16")


def real(seed):
    return torch.Generator().manual_seed(seed)


def as_drawn(numbers, dtype):
    """Return real tensors in a dtype that NumPy has, and our numbers in the same."""
    kind = getattr(torch, dtype)
    return torch.from_numpy(np.asarray(numbers, np.float64)).to(kind).double().numpy()


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("seed", SEEDS)
def test_uniform(seed, dtype):
    ours, theirs = Twister(seed), real(seed)
    for count in COUNTS:
        expected = torch.rand(count, dtype=getattr(torch, dtype), generator=theirs)
        drawn = ours.uniform(count, dtype)
        assert np.array_equal(as_drawn(drawn, dtype), expected.double().numpy())


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("low", "high"), [(-1.3, 0.37), (0.0, 1e-3), (2.0, 2.0), (0.0, 5.0)])
def test_uniform_of_an_interval(dtype, low, high):
    ours, theirs = Twister(3), real(3)
    expected = torch.empty(999, dtype=getattr(torch, dtype)).uniform_(low, high, generator=theirs)
    drawn = as_drawn(ours.uniform(999, dtype, low, high), dtype)
    # in double precision the processor's multiply-add saves a rounding
    tolerance = 4e-16 * (high - low) if dtype == "float64" else 0
    np.testing.assert_allclose(drawn, expected.double().numpy(), rtol=0, atol=tolerance)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("in_order", [True, False])
def test_normal(dtype, in_order):
    ours, theirs = Twister(7), real(7)
    for count in COUNTS:
        empty = torch.empty(count, 2, dtype=getattr(torch, dtype))[:, 0]
        empty = empty.contiguous() if in_order else empty
        expected = empty.normal_(1.5, 0.5, generator=theirs).double().numpy()
        drawn = as_drawn(ours.normal(count, dtype, 1.5, 0.5, in_order or count == 1), dtype)
        step = torch.finfo(getattr(torch, dtype)).eps
        np.testing.assert_allclose(drawn, expected, rtol=4 * step, atol=8 * step)
    after = torch.rand(1, generator=theirs).numpy()
    assert np.array_equal(ours.uniform(1, "float32"), after)


BOUNDS = [(0, 10), (-5, 2**20), (3, 2**28 + 2), (3, 2**28 + 3), (-(2**31), 2**31), (-7, 2**40)]


@pytest.mark.parametrize(("low", "high"), [*BOUNDS, (-(2**63), 2**63 - 1)])
def test_integers(low, high):
    ours, theirs = Twister(1), real(1)
    expected = torch.randint(low, high, (200,), generator=theirs).numpy()
    assert np.array_equal(ours.integers(200, low, high), expected)


def test_integers_of_every_value():
    ours, theirs = Twister(1), real(1)
    expected = torch.empty(9, dtype=torch.int64).random_(-(2**63), None, generator=theirs)
    assert np.array_equal(ours.integers(9, -(2**63), 2**63), expected.numpy())


@pytest.mark.parametrize("count", [4095, 4096, 40000])
@pytest.mark.parametrize("bounds", [(0, 1), (0, 1000), (-7, 12), (-(2**63), 2**63 - 1), (3, 2**40)])
def test_many_integers(count, bounds):
    ours, theirs = Twister(6), real(6)
    expected = torch.randint(*bounds, (count,), generator=theirs)
    assert np.array_equal(ours.integers(count, *bounds), expected.numpy())
    expected = torch.empty(count, dtype=torch.int32).random_(generator=theirs)
    assert np.array_equal(ours.any_integers(count, 31, False), expected.numpy())
    assert ours.state == theirs.get_state().numpy().tobytes()


def test_all_integers_of_a_dtype():
    for dtype, bits in {"int64": 63, "int32": 31, "int16": 15, "uint8": 8, "int8": 7}.items():
        expected = torch.empty(50, dtype=getattr(torch, dtype)).random_(generator=real(9)).numpy()
        assert np.array_equal(Twister(9).any_integers(50, bits, bits > 32), expected)
    for dtype in FLOATS:
        expected = torch.empty(50, dtype=getattr(torch, dtype)).random_(generator=real(9))
        drawn = as_drawn(Twister(9).floats_of_integers(50, dtype), dtype)
        assert np.array_equal(drawn, expected.double().numpy())


@pytest.mark.parametrize("count", [0, 1, 2, 7, 200, 767, 768, 769, 5000, 65535, 65536, 70000])
def test_permutation(count):
    ours, theirs = Twister(4), real(4)
    expected = torch.randperm(count, generator=theirs).numpy()
    assert np.array_equal(ours.permutation(count), expected)
    assert ours.uniform(1, "float32") == torch.rand(1, generator=theirs).numpy()


# PyTorch draws these two by Intel's library where it has been built so
CASES = {
    "geometric": lambda t, g: t.geometric_(0.2, generator=g),
    "cauchy": lambda t, g: t.cauchy_(1.0, 2.0, generator=g),
    "log_normal": lambda t, g: t.log_normal_(0.5, 0.3, generator=g),
    "bernoulli": lambda t, g: t.bernoulli_(0.3, generator=g),
    "exponential": lambda t, g: t.exponential_(2.0, generator=g),
}
ARGUMENTS = {
    "geometric": (0.2,),
    "cauchy": (1.0, 2.0),
    "log_normal": (0.5, 0.3),
    "bernoulli": (0.3,),
    "exponential": (2.0,),
}


@pytest.mark.parametrize("name", CASES)
def test_distributions(name):
    ours, theirs = Twister(5), real(5)
    for count in (3, 40):
        expected = CASES[name](torch.empty(count, dtype=torch.float64), theirs).numpy()
        np.testing.assert_allclose(getattr(ours, name)(count, *ARGUMENTS[name]), expected, 1e-13)


@pytest.mark.parametrize("drawn", [0, 1, 623, 624, 625, 2000])
def test_states_are_those_of_pytorch(drawn):
    ours, theirs = Twister(8), real(8)
    assert ours.state == theirs.get_state().numpy().tobytes()
    ours.uniform(drawn, "float32")
    torch.rand(drawn, generator=theirs)
    if drawn != 624:  # all words are used: the place of the next one has two spellings
        assert ours.state == theirs.get_state().numpy().tobytes()
    ours.normal(3, "float64")
    torch.randn(3, dtype=torch.float64, generator=theirs)  # one of four waits
    assert len(ours.state) == STATE_BYTES
    other = Twister()
    other.state = theirs.get_state().numpy().tobytes()
    assert other.seed == 8
    np.testing.assert_allclose(other.normal(3, "float64"), ours.normal(3, "float64"), 1e-15)
    theirs.set_state(torch.from_numpy(np.frombuffer(ours.state, np.uint8).copy()))
    assert torch.rand(1, generator=theirs).numpy() == ours.uniform(1, "float32")


def test_states_of_another_length_are_refused():
    with pytest.raises(RuntimeError, match="size 5056 but found .* 5"):
        Twister().state = b"12345"
    assert Twister().seed == DEFAULT_SEED == torch.Generator().initial_seed()


@pytest.mark.parametrize("counts", [(5, 0, 17), (40000, 3, 32768, 33000)])
def test_bools_of_several_draws_at_once(counts):
    """Those of all dropouts of a step: as PyTorch draws them one after the other."""
    draws = [(count, 0.1 + 0.2 * at) for at, count in enumerate(counts)]
    ours, theirs = Twister(11), real(11)
    for drawn, (count, p) in zip(ours.bernoullis(draws), draws, strict=True):
        expected = torch.empty(count).bernoulli_(p, generator=theirs)
        assert np.array_equal(drawn, expected.numpy().astype(bool))
    assert ours.state == theirs.get_state().numpy().tobytes()
