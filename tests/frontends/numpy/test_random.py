"""numpy.random: the same numbers, of the same types, as real NumPy from the same seed."""

from __future__ import annotations

import copy
import inspect
import pickle

import numpy as real
import pytest

import frontends.numpy as ours

GENERATOR = {
    "beta": lambda g: g.beta(2.0, 3.0, size=4),
    "binomial": lambda g: g.binomial(10, 0.3, size=4),
    "binomial_scalar": lambda g: g.binomial(10, 0.3),
    "chisquare": lambda g: g.chisquare(3, size=4),
    "choice": lambda g: g.choice([1.5, 2.5, 3.5], size=5),
    "choice_scalar": lambda g: g.choice(5),
    "choice_without_replacement": lambda g: g.choice(10, size=4, replace=False),
    "choice_p": lambda g: g.choice(3, size=6, p=[0.1, 0.2, 0.7]),
    "dirichlet": lambda g: g.dirichlet([1.0, 2.0], size=3),
    "exponential": lambda g: g.exponential(2.0, size=3),
    "gamma": lambda g: g.gamma(2.0, 1.0, (2, 2)),
    "integers": lambda g: g.integers(0, 10, size=(2, 3)),
    "integers_scalar": lambda g: g.integers(10),
    "integers_endpoint": lambda g: g.integers(1, 6, endpoint=True, size=4),
    "integers_uint8": lambda g: g.integers(0, 255, size=5, dtype="u1"),
    "integers_uint8_scalar": lambda g: g.integers(0, 255, dtype="u1"),
    "multinomial": lambda g: g.multinomial(10, [0.2, 0.8], size=3),
    "multivariate_normal": lambda g: g.multivariate_normal([0.0, 1.0], [[1.0, 0], [0, 2]], 3),
    "normal": lambda g: g.normal(size=5),
    "normal_scalar": lambda g: g.normal(1.0, 2.0),
    "normal_broadcast": lambda g: g.normal([0.0, 10.0], [1.0, 2.0]),
    "permutation": lambda g: g.permutation(6),
    "permutation_list": lambda g: g.permutation([[1, 2], [3, 4], [5, 6]]),
    "permuted": lambda g: g.permuted([[1, 2, 3], [4, 5, 6]], axis=1),
    "poisson": lambda g: g.poisson(3.0, size=4),
    "random": lambda g: g.random(3),
    "random_float32": lambda g: g.random((2, 2), dtype="f4"),
    "random_scalar": lambda g: g.random(),
    "random_0d": lambda g: g.random(()),
    "random_empty": lambda g: g.random((0, 3)),
    "standard_normal": lambda g: g.standard_normal((2, 3)),
    "standard_normal_scalar": lambda g: g.standard_normal(),
    "triangular": lambda g: g.triangular(0.0, 1.0, 2.0, 3),
    "uniform": lambda g: g.uniform(-1.0, 1.0, size=(3,)),
    "uniform_scalar": lambda g: g.uniform(),
    "bytes": lambda g: g.bytes(5),
}
LEGACY = {
    "rand": lambda r: r.rand(2, 3),
    "rand_scalar": lambda r: r.rand(),
    "randn": lambda r: r.randn(4),
    "randn_scalar": lambda r: r.randn(),
    "randint": lambda r: r.randint(0, 10, (2, 3)),
    "randint_scalar": lambda r: r.randint(10),
    "randint_dtype": lambda r: r.randint(0, 100, 4, dtype="i4"),
    "randint_dtype_scalar": lambda r: r.randint(0, 100, dtype="i4"),
    "random": lambda r: r.random(3),
    "random_sample": lambda r: r.random_sample((2, 2)),
    "uniform": lambda r: r.uniform(0, 5, 3),
    "normal": lambda r: r.normal(0.0, 1.0, (2, 2)),
    "normal_scalar": lambda r: r.normal(),
    "standard_normal": lambda r: r.standard_normal(3),
    "choice": lambda r: r.choice([10, 20, 30], 2),
    "choice_scalar": lambda r: r.choice(5),
    "permutation": lambda r: r.permutation(5),
    "exponential": lambda r: r.exponential(1.0, 2),
    "multivariate_normal": lambda r: r.multivariate_normal([0, 0], [[1, 0], [0, 1]], 2),
    "binomial": lambda r: r.binomial(5, 0.5),
    "bytes": lambda r: r.bytes(3),
}


def same(actual, expected):
    """Assert that two results are equal to the last bit and of types of the same name."""
    assert type(actual).__name__ == type(expected).__name__
    if isinstance(expected, real.ndarray):
        assert type(actual) is ours.ndarray
        assert actual.shape == expected.shape
        assert actual.dtype == expected.dtype
        real.testing.assert_array_equal(real.asarray(actual), expected)
    else:
        assert actual == expected


@pytest.mark.parametrize("name", GENERATOR)
def test_generator_draws_the_same(backend, name):
    g, h = ours.random.default_rng(7), real.random.default_rng(7)
    same(GENERATOR[name](g), GENERATOR[name](h))
    same(g.random(), h.random())


@pytest.mark.parametrize("name", LEGACY)
def test_legacy_functions_draw_the_same(backend, name):
    real.random.seed(3)
    expected = LEGACY[name](real.random), real.random.rand()
    ours.random.seed(3)
    same(LEGACY[name](ours.random), expected[0])
    assert ours.random.rand() == expected[1]


@pytest.mark.parametrize("name", LEGACY)
def test_random_state_draws_the_same(backend, name):
    same(LEGACY[name](ours.random.RandomState(5)), LEGACY[name](real.random.RandomState(5)))


def test_global_state_is_numpys(backend):
    real.random.seed(1)
    expected = real.random.rand(3)
    ours.random.seed(1)
    real.testing.assert_array_equal(real.random.rand(3), expected)
    state = ours.random.get_state()
    first = real.random.rand()
    ours.random.set_state(state)
    assert ours.random.rand() == first
    held = ours.random.mtrand._rand
    assert isinstance(held, ours.random.RandomState)
    ours.random.seed(1)
    assert held.rand(3).tolist() == expected.tolist()


def test_states_come_as_arrays_and_go_back(backend):
    ours.random.seed(4)
    state = ours.random.get_state()
    assert state[0] == "MT19937"
    assert type(state[1]) is ours.ndarray
    as_dict = ours.random.get_state(legacy=False)
    expected = ours.random.rand(2).tolist()
    ours.random.set_state(as_dict)
    assert ours.random.rand(2).tolist() == expected
    g = ours.random.default_rng(0)
    before = g.bit_generator.state
    expected = g.random()
    g.bit_generator.state = before
    assert g.random() == expected


@pytest.mark.parametrize("shape", [(6,), (4, 3)])
def test_shuffle_changes_arrays_in_place(backend, shape):
    values = real.arange(real.prod(shape)).reshape(shape)
    x, expected = ours.array(values), values.copy()
    alias = x[:2]
    assert ours.random.default_rng(1).shuffle(x) is None
    real.random.default_rng(1).shuffle(expected)
    same(x, expected)
    real.testing.assert_array_equal(real.asarray(alias), expected[:2])
    ours.random.seed(2)
    ours.random.shuffle(x)
    real.random.seed(2)
    real.random.shuffle(expected)
    same(x, expected)


def test_shuffle_of_a_view_reaches_its_base(backend):
    values = real.arange(10)
    x, expected = ours.array(values), values.copy()
    ours.random.default_rng(1).shuffle(x[::2])
    real.random.default_rng(1).shuffle(expected[::2])
    same(x, expected)


def test_shuffle_along_an_axis(backend):
    values = real.arange(12).reshape(3, 4)
    x, expected = ours.array(values), values.copy()
    ours.random.default_rng(1).shuffle(x, axis=1)
    real.random.default_rng(1).shuffle(expected, axis=1)
    same(x, expected)


def test_shuffle_of_lists(backend):
    for seeded in (lambda m: m.random.default_rng(1), lambda m: m.random.RandomState(1)):
        x, expected = list("abcdefg"), list("abcdefg")
        seeded(ours).shuffle(x)
        seeded(real).shuffle(expected)
        assert x == expected
    rows = [ours.array([1]), ours.array([2]), ours.array([3])]
    kept = list(rows)
    ours.random.default_rng(1).shuffle(rows)
    assert sorted(map(id, rows)) == sorted(map(id, kept))


@pytest.mark.parametrize("method", ["random", "standard_normal", "standard_exponential"])
def test_out_is_filled_and_returned(backend, method):
    x, expected = ours.zeros(4), real.zeros(4)
    alias = x[1:]
    assert getattr(ours.random.default_rng(1), method)(out=x) is x
    getattr(real.random.default_rng(1), method)(out=expected)
    same(x, expected)
    real.testing.assert_array_equal(real.asarray(alias), expected[1:])
    with pytest.raises(TypeError):
        getattr(ours.random.default_rng(1), method)(out=ours.zeros(4, dtype=int))
    with pytest.raises(ValueError):
        getattr(ours.random.default_rng(1), method)(out=ours.zeros(8)[::2])


def test_permuted_into_out(backend):
    x, expected = ours.arange(6).reshape(2, 3), real.arange(6).reshape(2, 3)
    assert ours.random.default_rng(1).permuted(x, axis=1, out=x) is x
    real.random.default_rng(1).permuted(expected, axis=1, out=expected)
    same(x, expected)


def test_arguments_may_be_our_arrays(backend):
    g, h = ours.random.default_rng(7), real.random.default_rng(7)
    same(g.normal(ours.array([0.0, 5.0]), ours.float64(2.0)), h.normal([0.0, 5.0], 2.0))
    same(g.choice(ours.arange(5) * 2, 3), h.choice(real.arange(5) * 2, 3))
    same(g.choice(ours.arange(6).reshape(3, 2)), h.choice(real.arange(6).reshape(3, 2)))
    same(g.permutation(ours.arange(5)), h.permutation(real.arange(5)))
    same(g.integers(ours.int64(9), size=ours.array(3)), h.integers(9, size=3))
    same(g.random((ours.int64(2), 2)), h.random((2, 2)))
    same(g.integers(0, 9, 3, dtype=ours.int32), h.integers(0, 9, 3, dtype=real.int32))
    same(g.integers(0, 9, dtype=ours.int32), h.integers(0, 9, dtype=real.int32))
    same(g.random(3, dtype=ours.float32), h.random(3, dtype=real.float32))
    p = [0.25, 0.75]
    same(g.choice(2, 4, p=ours.array(p)), h.choice(2, 4, p=p))
    assert g.choice(["a", "b", "c"]) == h.choice(["a", "b", "c"])
    assert g.choice(["a", "b"], 3).tolist() == h.choice(["a", "b"], 3).tolist()


def test_draws_do_not_share_memory_with_arguments(backend):
    x = ours.arange(5)
    y = ours.random.default_rng(0).permutation(x)
    y[0] = 99
    assert x.tolist() == [0, 1, 2, 3, 4]


def test_classes_and_isinstance(backend):
    g = ours.random.default_rng(0)
    assert isinstance(g, ours.random.Generator)
    assert isinstance(g, real.random.Generator)  # libraries check for it
    assert ours.random.default_rng(g) is g
    assert isinstance(ours.random.RandomState(0), ours.random.RandomState)
    assert isinstance(ours.random.RandomState(0), real.random.RandomState)
    assert type(ours.random.PCG64(1)) is real.random.PCG64
    assert isinstance(g.bit_generator, ours.random.PCG64)
    assert not isinstance(g.bit_generator, ours.random.MT19937)
    made = ours.random.Generator(ours.random.MT19937(3))
    same(made.random(2), real.random.Generator(real.random.MT19937(3)).random(2))
    sequence = ours.random.SeedSequence(5)
    same(ours.random.default_rng(sequence).random(2), real.random.default_rng(5).random(2))
    seeds = ours.array([1, 2, 3])
    same(ours.random.default_rng(seeds).random(2), real.random.default_rng([1, 2, 3]).random(2))
    same(ours.random.RandomState(seeds).rand(2), real.random.RandomState([1, 2, 3]).rand(2))
    wrapped = ours.random.default_rng(real.random.default_rng(1))
    same(wrapped.random(2), real.random.default_rng(1).random(2))
    assert repr(ours.random.PCG64) == repr(real.random.PCG64)
    assert str(g) == "Generator(PCG64)"


@pytest.mark.parametrize("name", ["MT19937", "PCG64", "PCG64DXSM", "SFC64", "SeedSequence"])
def test_seeds_of_bit_generators_are_arrays(backend, name):
    def facts(np):
        cls = getattr(np.random, name)
        made = cls(np.array([1, 2, 3]))
        again, found = pickle.loads(pickle.dumps(made)), pickle.loads(pickle.dumps(cls))

        class Derived(cls):
            pass

        derived = Derived(np.array([1, 2, 3]))
        bits = [
            each.generate_state(2) if name == "SeedSequence" else each.random_raw(2)
            for each in (made, again, derived)
        ]
        kinds = type(derived) is Derived, isinstance(derived, cls), isinstance(made, Derived)
        return [each.tolist() for each in bits], kinds, found is cls, repr(cls)

    assert facts(ours) == facts(real)


def test_spawn(backend):
    children = ours.random.default_rng(3).spawn(2)
    expected = real.random.default_rng(3).spawn(2)
    assert all(type(child) is ours.random.Generator for child in children)
    for child, other in zip(children, expected, strict=True):
        same(child.random(2), other.random(2))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))])
def test_copies_go_on_from_the_same_state(backend, copied):
    g = ours.random.default_rng(3)
    g.random()
    twin = copied(g)
    assert type(twin) is ours.random.Generator
    assert twin.random() == g.random()
    state = ours.random.RandomState(3)
    state.randn()  # the other half of a pair of draws is kept in the state
    twin = copied(state)
    assert type(twin) is ours.random.RandomState
    assert twin.randn() == state.randn()


def test_errors_are_numpys(backend):
    g = ours.random.default_rng(0)
    for wrong in (
        lambda g: g.normal(0, -1.0),
        lambda g: g.integers(5, 2),
        lambda g: g.choice(0),
        lambda g: g.choice(3, 5, replace=False),
        lambda g: g.choice(3, p=[0.5, 0.6, 0.1]),
    ):
        with pytest.raises(ValueError):
            wrong(g)
    with pytest.raises(TypeError):
        g.random(2.5)
    with pytest.raises(AttributeError):
        ours.random.no_such_name  # noqa: B018


def test_every_name_and_signature():
    assert set(real.random.__all__) <= set(ours.random.__all__)
    for name in real.random.__all__:
        function, other = getattr(ours.random, name), getattr(real.random, name)
        assert callable(function)
        if not isinstance(other, type):
            assert str(inspect.signature(function)) == str(inspect.signature(other)), name
            assert function.__name__ == other.__name__
            assert function.__doc__
    for cls in ("Generator", "RandomState"):
        for name in dir(getattr(real.random, cls)):
            method, other = (getattr(getattr(m.random, cls), name) for m in (ours, real))
            if not name.startswith("_") and callable(other):
                assert str(inspect.signature(method)) == str(inspect.signature(other)), name
                assert method.__doc__


def test_submodule_imports():
    import frontends.numpy.random as module
    from frontends.numpy.random import Generator, default_rng

    assert module is ours.random
    assert (default_rng, Generator) == (module.default_rng, module.Generator)
