"""Random numbers: those of real PyTorch on the CPU from the same seed, and its errors."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
import torch as real

import frontends.torch as torch


def refused(call):
    with pytest.raises(RuntimeError):
        call()


# PyTorch makes normal numbers of single precision by polynomials, in blocks of 16
EXACT = {
    "rand": lambda t: t.rand(3, 4),
    "rand_of_a_list": lambda t: t.rand([2, 2]),
    "rand_0d": lambda t: t.rand(()),
    "rand_empty": lambda t: t.rand(0, 3),
    "rand_half": lambda t: t.rand(5, dtype=t.float16),
    "rand_double": lambda t: t.rand(5, dtype=t.float64),
    "rand_complex": lambda t: t.rand(3, dtype=t.complex64),
    "rand_out": lambda t: t.rand(3, out=t.zeros(3)),
    "rand_like": lambda t: t.rand_like(t.zeros(2, 3)),
    "rand_like_transposed": lambda t: t.rand_like(t.zeros(2, 3).t()),
    "rand_like_of_integers": lambda t: t.rand_like(t.arange(3), dtype=t.float64),
    "randint": lambda t: t.randint(10, (4,)),
    "randint_of_an_interval": lambda t: t.randint(-3, 10, (2, 2)),
    "randint_named": lambda t: t.randint(low=1, high=10, size=(2,)),
    "randint_named_size": lambda t: t.randint(10, size=(3,)),
    "randint_bytes": lambda t: t.randint(0, 256, (4,), dtype=t.uint8),
    "randint_floats": lambda t: t.randint(5, (4,), dtype=t.float32),
    "randint_truth": lambda t: t.randint(0, 2, (9,), dtype=t.bool),
    "randint_wide": lambda t: t.randint(-(2**40), 2**40, (4,)),
    "randint_like": lambda t: t.randint_like(t.zeros(3), 2, 9),
    "randperm": lambda t: t.randperm(9),
    "randperm_int32": lambda t: t.randperm(5, dtype=t.int32),
    "randperm_of_none": lambda t: t.randperm(0),
    "generator": lambda t: t.rand(3, generator=t.Generator().manual_seed(11)),
    "generator_of_a_state": lambda t: t.rand(
        3, generator=t.Generator().set_state(t.Generator().manual_seed(11).get_state())
    ),
    "bernoulli": lambda t: t.bernoulli(t.linspace(0, 1, 30)),
    "bernoulli_double": lambda t: t.bernoulli(t.full((9,), 0.5, dtype=t.float64)),
    "multinomial": lambda t: t.multinomial(t.tensor([0.1, 0.2, 0.7]), 20, True),
    "multinomial_rows": lambda t: t.multinomial(t.tensor([[1.0, 0, 3], [2, 2, 2]]), 4, True),
    "multinomial_distinct": lambda t: t.multinomial(t.tensor([[1.0, 2, 3], [4, 2, 2]]), 3),
    "multinomial_one": lambda t: t.multinomial(t.tensor([1.0, 2, 3]), 1),
    "multinomial_one_of_rows": lambda t: t.multinomial(t.rand(9, 40), 1),
    "multinomial_one_of_double": lambda t: t.multinomial(t.rand(3, 5, dtype=t.float64), 1, True),
    "multinomial_one_of_transposed": lambda t: t.multinomial(t.rand(40, 9).t(), 1),
    "multinomial_one_of_a_slice": lambda t: t.multinomial(t.rand(4, 9)[1:, 2:], 1),
    "multinomial_one_of_expanded": lambda t: t.multinomial(t.rand(9).expand(4, 9), 1),
    "multinomial_one_of_tracked": lambda t: t.multinomial(t.rand(4, 9).requires_grad_(), 1),
    "multinomial_one_by_generator": lambda t: t.multinomial(
        t.rand(30), 1, generator=t.Generator().manual_seed(5)
    ),
    "multinomial_behind_a_refused_one": lambda t: (
        refused(lambda: t.multinomial(t.tensor([1.0, -1.0]), 1)),
        t.multinomial(t.rand(30), 1),
    )[1],
    "uniform_": lambda t: t.zeros(2, 3).uniform_(-1, 2),
    "uniform_to": lambda t: t.zeros(3).uniform_(to=3),
    "uniform_from": lambda t: t.zeros(3).uniform_(**{"from": -1.0}),
    "random_": lambda t: t.zeros(4).random_(),
    "random_of_bytes": lambda t: t.zeros(4, dtype=t.uint8).random_(),
    "random_of_truth": lambda t: t.zeros(9, dtype=t.bool).random_(),
    "random_below": lambda t: t.zeros(4, dtype=t.int64).random_(7),
    "random_between": lambda t: t.zeros(4, dtype=t.int32).random_(-5, 7),
    "bernoulli_": lambda t: t.zeros(30).bernoulli_(0.3),
    "bernoulli_of_integers": lambda t: t.zeros(9, dtype=t.int64).bernoulli_(0.5),
    "bernoulli_of_tensor": lambda t: t.zeros(2, 3).bernoulli_(t.tensor([0.1, 0.5, 0.9])),
    "geometric_": lambda t: t.zeros(9).geometric_(0.2),
    "geometric_of_integers": lambda t: t.zeros(9, dtype=t.int64).geometric_(0.2),
}
CLOSE = {
    "randn": lambda t: t.randn(3, 4),
    "randn_of_blocks": lambda t: t.randn(5, 7),
    "randn_half": lambda t: t.randn(20, dtype=t.float16),
    "randn_double": lambda t: t.randn(70, dtype=t.float64),
    "randn_complex": lambda t: t.randn(3, dtype=t.complex64),
    "randn_like": lambda t: t.randn_like(t.zeros(5, 7)),
    "randn_like_transposed": lambda t: t.randn_like(t.zeros(5, 7).t()),
    "normal_": lambda t: t.zeros(4, 5).normal_(2.0, 0.5),
    "normal_of_transposed": lambda t: t.zeros(4, 5).t().normal_(),
    "normal_complex": lambda t: t.zeros(3, dtype=t.complex64).normal_(),
    "normal": lambda t: t.normal(1.0, 2.0, (3,)),
    "normal_of_means": lambda t: t.normal(t.arange(20.0), 0.5),
    "normal_of_deviations": lambda t: t.normal(2.0, t.ones(3)),
    "normal_of_both": lambda t: t.normal(t.zeros(2, 1), t.ones(3)),
    "exponential_": lambda t: t.zeros(5).exponential_(2.0),
    "cauchy_": lambda t: t.zeros(5).cauchy_(1.0, 2.0),
    "log_normal_": lambda t: t.zeros(5).log_normal_(0.5, 0.2),
}


def outcome(case, t):
    t.manual_seed(1234)
    try:
        result = case(t)
    except Exception as err:
        return err, None
    return result, t.rand(1).item()  # both generators have gone on as far


def host(tensor):
    return np.asarray(tensor.tolist())


@pytest.mark.parametrize("case", (EXACT | CLOSE).values(), ids=EXACT | CLOSE)
def test_numbers_are_those_of_pytorch(backend, case):
    (ours, after), (expected, real_after) = outcome(case, torch), outcome(case, real)
    assert type(ours) is torch.Tensor, ours
    assert str(ours.dtype) == str(expected.dtype)
    assert tuple(ours.shape) == tuple(expected.shape)
    if case in EXACT.values():
        np.testing.assert_array_equal(host(ours), host(expected))
    else:
        step = real.finfo(expected.dtype).eps
        np.testing.assert_allclose(host(ours), host(expected), rtol=8 * step, atol=8 * step)
    assert after == real_after


ERRORS = {
    "rand_of_integers": lambda t: t.rand(2, dtype=t.int64),
    "randn_of_integers": lambda t: t.randn(2, dtype=t.int64),
    "rand_of_text": lambda t: t.rand("a"),
    "rand_negative": lambda t: t.rand(-1),
    "rand_of_a_number_as_generator": lambda t: t.rand(2, generator=5),
    "randint_empty": lambda t: t.randint(5, 5, (2,)),
    "randint_too_high": lambda t: t.randint(0, 300, (2,), dtype=t.uint8),
    "randint_complex": lambda t: t.randint(5, (2,), dtype=t.complex64),
    "randint_float": lambda t: t.randint(5.5, (2,)),
    "randint_without_size": lambda t: t.randint(10),
    "randperm_negative": lambda t: t.randperm(-1),
    "randperm_too_many": lambda t: t.randperm(300, dtype=t.uint8),
    "randperm_float": lambda t: t.randperm(2.5),
    "normal_without_size": lambda t: t.normal(0.0, 1.0),
    "normal_negative": lambda t: t.normal(0.0, -1.0, (2,)),
    "normal_negative_deviation": lambda t: t.normal(t.zeros(2), t.tensor([-1.0, 1.0])),
    "bernoulli_too_large": lambda t: t.bernoulli(t.zeros(3) + 2),
    "bernoulli_of_integers": lambda t: t.bernoulli(t.zeros(3, dtype=t.int64)),
    "bernoulli_p": lambda t: t.zeros(2).bernoulli_(1.5),
    "multinomial_of_nothing": lambda t: t.multinomial(t.zeros(3), 1),
    "multinomial_too_many": lambda t: t.multinomial(t.ones(3), 5),
    "multinomial_negative": lambda t: t.multinomial(-t.ones(3), 2),
    "multinomial_3d": lambda t: t.multinomial(t.ones(2, 3, 4), 2),
    "multinomial_of_integers": lambda t: t.multinomial(t.ones(3, dtype=t.int64), 2),
    "multinomial_one_of_nan": lambda t: t.multinomial(t.tensor([1.0, float("nan")]), 1),
    "multinomial_one_of_inf": lambda t: t.multinomial(t.tensor([1.0, float("inf")]), 1),
    "multinomial_one_of_nothing": lambda t: t.multinomial(t.tensor([[1.0, 2], [0, 0]]), 1),
    "multinomial_none": lambda t: t.multinomial(t.ones(3), 0),
    "poisson_negative": lambda t: t.poisson(t.zeros(2) - 1),
    "poisson_of_nan": lambda t: t.poisson(t.tensor([1.0, float("nan")])),
    "poisson_of_integers": lambda t: t.poisson(t.ones(2, dtype=t.int64)),
    "uniform_upside_down": lambda t: t.zeros(2).uniform_(3, 1),
    "uniform_of_integers": lambda t: t.zeros(2, dtype=t.int64).uniform_(),
    "normal_of_integers": lambda t: t.zeros(2, dtype=t.int64).normal_(),
    "exponential_rate": lambda t: t.zeros(2).exponential_(0.0),
    "exponential_of_integers": lambda t: t.zeros(2, dtype=t.int64).exponential_(),
    "geometric_p": lambda t: t.zeros(2).geometric_(1.5),
    "cauchy_sigma": lambda t: t.zeros(2).cauchy_(sigma=-1.0),
    "cauchy_of_integers": lambda t: t.zeros(2, dtype=t.int64).cauchy_(),
    "log_normal_std": lambda t: t.zeros(2).log_normal_(1.0, -1.0),
    "random_empty": lambda t: t.zeros(2).random_(5, 2),
    "random_too_high": lambda t: t.zeros(2, dtype=t.uint8).random_(0, 300),
    "seed_too_large": lambda t: t.manual_seed(2**64),
    "seed_of_text": lambda t: t.manual_seed("a"),
    "seed_of_generator": lambda t: t.Generator().manual_seed(1.5),
    "state_of_a_number": lambda t: t.set_rng_state(3),
    "state_of_floats": lambda t: t.set_rng_state(t.zeros(5)),
    "state_too_short": lambda t: t.set_rng_state(t.zeros(5, dtype=t.uint8)),
}


@pytest.mark.parametrize("case", ERRORS.values(), ids=ERRORS)
def test_mistakes_raise_what_pytorch_raises(backend, case):
    (ours, _), (expected, _) = outcome(case, torch), outcome(case, real)
    assert isinstance(expected, Exception)
    assert isinstance(ours, type(expected)), ours
    first = str(expected).partition("\n")[0].partition(" (Could")[0]
    if "invalid combination" not in first:  # there PyTorch lists its overloads
        assert first[:24] in str(ours)


RATES = (0.0, 0.1, 3.0, 9.99, 10.0, 12.5, 50.0, 1e6)
TRIALS = ((5, 0.3), (10, 0.9), (1, 0.5), (100, 0.05), (1000, 0.7), (40, 0.25), (0, 0.5), (7, 1.0))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_counts_are_pytorchs(backend, dtype):
    """And so are the numbers that are drawn next."""

    def of(t):
        kind, found = getattr(t, dtype), []
        t.manual_seed(3)
        for rate in RATES:
            found += [t.poisson(t.full((200,), rate, dtype=kind)), t.rand(2), t.randn(1)]
        for count, p in TRIALS:
            counts, shares = t.full((200,), float(count), dtype=kind), t.full((200,), p, dtype=kind)
            found += [t.binomial(counts, shares), t.rand(1)]
        found.append(t.poisson(t.rand(2, 3, 4, dtype=kind).transpose(0, 2) * 20))
        return [x.tolist() for x in found]

    assert of(torch) == of(real)


def test_states_go_over_to_pytorch_and_back(backend):
    torch.manual_seed(8)
    torch.randn(3)
    real.manual_seed(8)
    real.randn(3)
    state = real.get_rng_state()
    assert torch.get_rng_state().tolist() == state.tolist()
    assert torch.initial_seed() == 8
    expected = real.rand(2).tolist()
    torch.rand(7)
    torch.set_rng_state(torch.tensor(state.numpy()))
    assert torch.rand(2).tolist() == expected


def test_what_pytorch_draws_on_the_host_goes_on_from_here_and_back(backend):
    def drawn(t):
        t.manual_seed(7)
        before = t.rand(3)
        engine = t.quasirandom.SobolEngine(2, scramble=True)
        return [before, engine.draw(3), t.rand(3), t.randint(9, (4,)), t.initial_seed()]

    *got, seed = drawn(torch)
    *wanted, real_seed = drawn(real)
    for one, other in zip(got, wanted, strict=True):
        np.testing.assert_array_equal(one.numpy(), other.numpy())
    assert seed == real_seed


def test_generators(backend):
    generator, expected = torch.Generator(), real.Generator()
    assert generator.initial_seed() == expected.initial_seed()
    assert generator.manual_seed(-1) is generator
    assert generator.initial_seed() == 2**64 - 1
    assert str(generator.device) == "cpu"
    generator.manual_seed(5)
    expected.manual_seed(5)
    copies = [copy.deepcopy(generator), pickle.loads(pickle.dumps(generator))]
    copies.append(generator.clone_state())
    for each in (generator, *copies):
        numbers = torch.rand(3, generator=each).tolist()
        assert numbers == real.rand(3, generator=expected.manual_seed(5)).tolist()
    assert generator.seed() == generator.initial_seed() != 5


def test_a_generator_keeps_its_state_where_tensors_are_pytorchs(backend):
    import ivy_core as ivy

    generator, expected = torch.Generator().manual_seed(2), real.Generator().manual_seed(2)
    for name in ("torch", "numpy", "torch"):
        with ivy.with_backend(name):
            numbers = torch.randn(3, generator=generator).tolist()
        assert numbers == real.randn(3, generator=expected).tolist()


def test_fork_rng(backend):
    torch.manual_seed(0)
    with torch.random.fork_rng():
        torch.rand(9)
    with pytest.raises(KeyError), torch.random.fork_rng():
        torch.rand(9)
        raise KeyError
    expected = real.rand(3, generator=real.Generator().manual_seed(0)).tolist()
    assert torch.rand(1).item() == expected[0]
    with torch.random.fork_rng(enabled=False):
        torch.rand(1)
    assert torch.rand(1).item() == expected[2]


def test_seeds_that_nobody_foresees(backend):
    first, second = torch.seed(), torch.seed()
    assert first != second
    assert torch.initial_seed() == second


GRADIENTS = {
    "normal_": lambda t, x: (x * 2).normal_(),
    "uniform_": lambda t, x: (x * 2).uniform_(),
    "bernoulli_": lambda t, x: (x * 2).bernoulli_(0.5),
    "bernoulli": lambda t, x: t.bernoulli(x),
    "normal": lambda t, x: t.normal(x, t.ones(2, 4)),
    "rand_like": lambda t, x: x * t.rand_like(x),
    "of_a_view": lambda t, x: written_in_part(x * 2),
}


def written_in_part(x):
    x[1:3].uniform_()
    return x * 3


@pytest.mark.parametrize("case", GRADIENTS.values(), ids=GRADIENTS)
def test_gradients_through_what_is_drawn(backend, case):
    found = []
    for t in (torch, real):
        t.manual_seed(1)
        x = t.full((4,), 0.5, requires_grad=True)
        y = case(t, x).sum()
        if backend == "numpy" and t is torch:
            with pytest.raises(RuntimeError):  # NumPy has no gradients
                y.backward()
            return
        y.backward()
        found.append(x.grad.tolist())
    np.testing.assert_allclose(*found, rtol=1e-6)


def test_leaves_that_need_gradients_are_not_drawn_over(backend):
    x = torch.ones(3, requires_grad=True)
    with pytest.raises(RuntimeError, match="leaf Variable"):
        x.uniform_()
    with torch.no_grad():
        assert x.uniform_() is x
    assert 0 <= x.min().item() < 1


def drawn():
    return torch.rand(3).sum()._data


def test_compiled_programs_draw_nothing(backend):
    if backend == "jax":
        import jax

        compiled = jax.jit(drawn)
    elif backend == "tensorflow":
        import tensorflow

        compiled = tensorflow.function(drawn, autograph=False)
    else:
        assert not torch.equal(torch.rand(3), torch.rand(3))
        return
    with pytest.raises(Exception, match="same random numbers"):
        compiled()


def batches(t, **options):
    dataset = t.utils.data.TensorDataset(t.arange(20))
    loader = t.utils.data.DataLoader(dataset, batch_size=3, **options)
    return [n for (batch,) in loader for n in batch.tolist()]


def split(t):
    return [n for part in t.utils.data.random_split(range(9), [4, 5]) for n in part.indices]


PROGRAMS = {
    "linear": lambda t: t.nn.Linear(5, 4).weight,
    "convolution": lambda t: t.nn.Conv2d(3, 4, 3).weight,
    "embedding": lambda t: t.nn.Embedding(10, 3).weight,
    "lstm": lambda t: t.nn.LSTM(3, 4).weight_hh_l0,
    "attention": lambda t: t.nn.MultiheadAttention(4, 2).in_proj_weight,
    "xavier": lambda t: t.nn.init.xavier_normal_(t.empty(5, 7)),
    "truncated": lambda t: t.nn.init.trunc_normal_(t.empty(5, 7)),
    "dropout": lambda t: t.nn.functional.dropout(t.ones(5, 7), 0.3),
    "dropout_of_channels": lambda t: t.nn.functional.dropout2d(t.ones(4, 5, 2, 2), 0.3),
    "between_layers_steps_first": lambda t: t.nn.LSTM(3, 4, 2, dropout=0.5)(t.ones(5, 2, 3))[0],
    "between_layers_batch_first": lambda t: t.nn.GRU(
        3, 4, 3, dropout=0.5, batch_first=True, bidirectional=True
    )(t.ones(2, 5, 3))[0],
    "batches": lambda t: t.tensor(batches(t, shuffle=True)),
    "batches_by_generator": lambda t: t.tensor(
        batches(t, shuffle=True, generator=t.Generator().manual_seed(4))
    ),
    "what_follows_batches": lambda t: (batches(t), t.rand(2))[1],
    "split": lambda t: t.tensor(split(t)),
    "weighted": lambda t: t.tensor(list(t.utils.data.WeightedRandomSampler([0.1, 0.9, 0.4], 9))),
}


def drop(t, x):
    return t.nn.functional.dropout(x, 0.5)


MAPPED = {
    "rand": lambda t, x: x + t.rand(3),
    "dropout": drop,
    "mapped twice": lambda t, x: t.func.vmap(lambda v: v + t.rand(()), randomness="different")(x),
    "gradient": lambda t, x: t.func.grad(lambda v: drop(t, v * v).sum())(x),
}


@pytest.mark.parametrize("randomness", ["error", "different", "same"])
@pytest.mark.parametrize("name", MAPPED)
def test_a_mapped_function_draws_as_in_pytorch(backend, name, randomness):
    if backend == "tensorflow" or (backend, name) == ("numpy", "gradient"):
        pytest.skip("refused there: the numbers would be constants of a graph; no gradients")

    def case(t):
        mapped = t.func.vmap(lambda x: MAPPED[name](t, x), randomness=randomness)
        return mapped(t.arange(1.0, 16).reshape(5, 3))

    (ours, after), (expected, real_after) = outcome(case, torch), outcome(case, real)
    assert isinstance(ours, torch.Tensor) == (randomness != "error"), ours
    if randomness == "error":  # before a number is drawn
        assert torch.default_generator.get_state().tolist() == real.get_rng_state().tolist()
    else:
        np.testing.assert_allclose(host(ours), host(expected), rtol=1e-6)
        assert after == real_after


@pytest.mark.parametrize("case", PROGRAMS.values(), ids=PROGRAMS)
def test_programs_begin_as_in_pytorch(backend, case):
    (ours, after), (expected, real_after) = outcome(case, torch), outcome(case, real)
    assert isinstance(ours, torch.Tensor), ours
    np.testing.assert_allclose(host(ours), host(expected), rtol=1e-5, atol=1e-6)
    assert after == real_after
