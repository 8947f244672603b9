"""Random numbers in compiled functions: drawn in each call, the same that real NumPy draws.

Each function is called with NumPy, as it stands, and compiled on each backend with the frontend.
"""

from __future__ import annotations

import threading

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.compilation.call.function import CompileError
from ivy_core.compilation.trace import host_calls

SEED = 7
COMPILES = {"jax", "tensorflow", "torch"}
np_ = real
generator = real.random.default_rng(SEED)


def uniform(x):
    return x + np_.random.rand(3)


def normal_in_place(x):
    x += np_.random.normal(size=3)
    return x * 2


def in_a_helper(x):
    return x + helper()


def helper():
    return np_.random.randint(0, 1000, 3)


def in_a_loop(x):
    for _ in range(6):
        x = x + np_.random.random(3)
    return x


def of_two_kinds_in_a_loop(x):
    for _ in range(20):
        x = 0.5 * x + np_.random.standard_normal(3)
        x[np_.random.randint(3)] += 1.0
    return x


def in_nested_loops(x):
    for _ in range(7):
        x = x + generator.random()
        for _ in range(9):
            x = x - generator.normal(0.0, 2.0, size=3)
    return x


def in_some_rounds(x):
    for i in range(30):
        if x[0] > i:
            x = x + generator.random(3)
        else:
            x = x * generator.random()
    return x


def until_it_is_far(x):
    rounds = 0
    while np_.abs(x[0]) < 30.0:
        x = x + generator.integers(-2, 4, 3)
        rounds += 1
    return x, rounds


def left_early(x):
    for i in range(100):  # noqa: B007  it is returned
        x = x + generator.exponential(size=3)
        if x[1] > 15.0:
            break
    return x, i


def hits(n):
    inside = 0
    for _ in range(n):
        a, b = generator.random(), generator.random()
        if a * a + b * b < 1.0:
            inside += 1
    return 4 * inside / n


def counts(n):
    found = np_.zeros(6, dtype=int)
    for _ in range(n):
        found[generator.integers(6)] += 1
    return found


def with_parameters_of_the_round(x):
    out = np_.zeros(8)
    for i in range(8):
        out[i] = generator.normal(x[0] * i, 1.0 + i)
    return out


def behind_a_branch(x):
    if x[0] > 0:
        x = x + np_.random.standard_normal(3)
    return x


def shuffled(x):
    y = x * np_.arange(3)
    np_.random.shuffle(y)
    return y + x


def shuffled_in_rounds(x):
    for _ in range(10):
        generator.shuffle(x)
        x[0] += 1.0
    return x


def into_an_array(x):
    out = np_.empty(3)
    found = generator.random(out=out)
    return x + out, found is out


def of_a_global_generator(x):
    return x + generator.random(3)


def of_a_given_generator(x, rng):
    return x + rng.random(3)


def of_a_new_generator(x):
    rng = np_.random.default_rng(np_.random.randint(1 << 30))
    for _ in range(5):
        x = x + rng.random(3)
    return x


def of_an_old_state(x):
    state = np_.random.RandomState(12)
    return x + state.uniform(-1, 1, 3)


def chosen(x):
    return generator.choice(x, 2), generator.permutation(x), generator.choice(100, 3)


def seeded_within(x):
    np_.random.seed(3)
    return x + np_.random.rand(3)


class Walker:
    def __init__(self, seed):
        self.rng = np_.random.default_rng(seed)
        self.at = np_.zeros(2)

    def walk(self, steps):
        for _ in range(steps):
            self.at += self.rng.normal(size=2)
        return self.at.copy()


COMPILED = (
    uniform, normal_in_place, in_a_helper, in_a_loop, of_two_kinds_in_a_loop, in_nested_loops,
    in_some_rounds, until_it_is_far, left_early, with_parameters_of_the_round, behind_a_branch,
    shuffled, shuffled_in_rounds, into_an_array, of_a_global_generator, of_a_new_generator,
    of_an_old_state, chosen, seeded_within,
)  # fmt: skip


def found(called, *more, calls: int = 4) -> list:
    """Return what some calls give, and what the generators give after them."""
    global generator
    np_.random.seed(SEED)
    generator = np_.random.default_rng(SEED)
    given = [np_.arange(1.0, 4.0) * 10 for _ in range(calls)] if not more else []
    more = [np_.array(each) if isinstance(each, real.ndarray) else each for each in more]
    results = [called(*more) for _ in range(calls)] if more else list(map(called, given))
    return [*results, *given, np_.random.rand(2), generator.random(2), generator.integers(9)]


def compare(function, *more, fallback="raise", compiled=None):
    global np_
    np_ = real
    wanted = found(function, *more)
    np_ = ours
    try:
        if compiled is None:
            compiled = ivy.compile(function, fallback=fallback)
        got = found(compiled, *more)
    finally:
        np_ = real
    for one, other in zip(got, wanted, strict=True):
        pairs = zip(one, other, strict=True) if type(other) is tuple else [(one, other)]
        for a, b in pairs:
            assert real.asarray(a).dtype == real.asarray(b).dtype
            real.testing.assert_allclose(real.asarray(a), b, rtol=1e-12)
    return compiled


@pytest.mark.parametrize("function", COMPILED, ids=lambda function: function.__name__)
def test_numbers_are_those_of_numpy(backend, function):
    if function is seeded_within:
        global np_
        wanted = seeded_within(real.arange(3.0))
        np_ = ours
        try:
            got = ivy.compile(seeded_within, fallback="raise")(ours.arange(3.0))
        finally:
            np_ = real
        real.testing.assert_allclose(real.asarray(got), wanted, rtol=1e-12)
        return
    compare(function)


@pytest.mark.parametrize("function", [hits, counts], ids=lambda function: function.__name__)
def test_loops_over_single_numbers(backend, function):
    compare(function, 300)


@pytest.mark.parametrize("length", [64, 90, 1])
def test_loops_with_more_rounds_than_are_drawn_at_once(backend, monkeypatch, length):
    """Numbers are drawn for a block of rounds after the other, then for those that are left."""
    monkeypatch.setattr(host_calls, "DRAWN_AT_ONCE_BYTES", 16)
    monkeypatch.setattr(host_calls, "DRAWN_BLOCK_BYTES", 256)

    def walk(n):
        at = np_.zeros(2)
        for i in range(n):
            at = at * 0.9 + generator.normal(size=2) + i
        return at

    compare(walk, length)


def test_loops_whose_length_only_the_program_knows(backend, monkeypatch):
    monkeypatch.setattr(host_calls, "DRAWN_BLOCK_BYTES", 256)

    def walk(length):
        at = np_.zeros(2)
        for i in range(int(length[0])):
            at = at * 0.9 + generator.normal(size=2) + i
        return at

    for length in (0, 1, 16, 37):
        compare(walk, real.array([length]))


def test_a_generator_for_each_call_needs_one_program(backend):
    global np_
    compiled = ivy.compile(of_a_given_generator, fallback="raise")
    for seed in range(5):
        np_ = real
        wanted = of_a_given_generator(real.zeros(3), real.random.default_rng(seed))
        np_ = ours
        rng = ours.random.default_rng(seed)
        got = compiled(ours.zeros(3), rng)
        np_ = real
        real.testing.assert_array_equal(real.asarray(got), wanted)
        assert rng.random() != ours.random.default_rng(seed).random(), "nothing was drawn"
    assert compiled.cache_info().currsize == (backend in COMPILES)


def test_a_generator_that_an_object_holds(backend):
    global np_
    np_ = real
    wanted = [Walker(3).walk(20)]
    np_ = ours
    try:
        walker = Walker(3)
        got = [ivy.compile(Walker.walk, fallback="raise")(walker, 20)]
    finally:
        np_ = real
    real.testing.assert_allclose(real.asarray(got), wanted, rtol=1e-12)


def test_a_generator_of_a_class_of_the_users(backend):
    """One program for each kind, which draws from the generator that it is given."""

    class Dice(ours.random.Generator):
        pass

    compiled = ivy.compile(of_a_given_generator, fallback="raise")
    for seed in (1, 2, 1):
        rng = Dice(ours.random.PCG64(seed))
        reference = real.random.default_rng(seed)
        for _ in range(2):
            got = compiled(ours.zeros(3), rng)
            real.testing.assert_array_equal(real.asarray(got), reference.random(3))


def within_functions_of_numpy(x):
    added = np_.array(list(map(lambda _: generator.random(), range(3))))  # noqa: C417  as users do
    scaled = np_.apply_along_axis(lambda row: row * generator.random(), 0, x)
    drawn = sum([generator.random() for _ in range(3)])
    return added + scaled + drawn + np_.fromfunction(lambda i: i * generator.random(), (3,))


def test_draws_of_functions_that_are_given_to_others(backend):
    compare(within_functions_of_numpy)


NAMES = sorted(
    "random standard_normal normal uniform standard_exponential exponential integers lognormal "
    "laplace logistic gumbel rayleigh standard_cauchy standard_gamma gamma beta chisquare weibull "
    "pareto power triangular poisson binomial geometric standard_t vonmises wald choice "
    "multivariate_normal dirichlet multinomial hypergeometric zipf f noncentral_chisquare".split()
)
GIVEN = {
    "integers": (0, 1000), "standard_gamma": (2.0,), "gamma": (2.0,), "beta": (2.0, 3.0),
    "chisquare": (3.0,), "weibull": (2.0,), "pareto": (2.0,), "power": (2.0,),
    "triangular": (0.0, 1.0, 3.0), "poisson": (4.0,), "binomial": (9, 0.4), "geometric": (0.3,),
    "standard_t": (4.0,), "vonmises": (0.0, 2.0), "wald": (1.0, 2.0), "choice": (50,),
    "multivariate_normal": ([0.0, 1.0], [[2.0, 0.3], [0.3, 1.0]]), "dirichlet": ([1.0, 2.0],),
    "multinomial": (9, [0.2, 0.8]), "hypergeometric": (5, 6, 4), "zipf": (3.0,), "f": (3.0, 4.0),
    "noncentral_chisquare": (3.0, 1.0),
}  # fmt: skip


SOME = {"standard_normal", "integers", "gamma", "choice", "multinomial"}


def only_with_full(params) -> bool:
    return params.get("name", "gamma") not in SOME


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("old", [False, True], ids=["Generator", "RandomState"])
def test_rounds_drawn_at_once_are_those_drawn_one_by_one(backend, name, old):
    """Of each distribution, and the generator's state behind the loop with them."""
    name = "randint" if old and name == "integers" else name
    given = GIVEN.get("integers" if name == "randint" else name, ())

    def walk(n):
        source = np_.random if old else generator
        total = np_.zeros(())
        for _ in range(n):
            drawn = np_.atleast_1d(getattr(source, name)(*given))
            total = total * 0.5 + np_.sum(np_.cumsum(drawn))
        return total

    compare(walk, 40)


def test_small_integers_share_words_of_a_generator(backend):
    """Drawn at once they would be others: NumPy takes four of them from one word."""

    def bytes_of(n):
        total = np_.zeros(3, dtype=np_.int64)
        for _ in range(n):
            total += generator.integers(0, 200, 3, dtype=np_.uint8)
        return total

    compare(bytes_of, 33)


def test_an_error_of_a_draw_is_numpys(backend):
    global np_

    def scaled(x, scale):
        return x + np_.random.normal(0.0, scale, 3)

    np_ = ours
    compiled = ivy.compile(scaled, fallback="raise")
    try:
        compiled(ours.zeros(3), 1.0)
        with pytest.raises(ValueError, match="scale < 0"):
            compiled(ours.zeros(3), -1.0)
        ours.random.seed(SEED)
        got = compiled(ours.zeros(3), 2.0)
    finally:
        np_ = real
    real.testing.assert_array_equal(got, real.random.RandomState(SEED).normal(0.0, 2.0, 3))


def test_threads_that_call_one_program_draw_one_after_the_other(backend):
    global np_
    if backend not in COMPILES:
        pytest.skip(f"{backend}: compiles nothing, and NumPy's own threads draw in any order")

    def drawn(n):
        out = np_.zeros(4)
        for _ in range(n):
            out = out + np_.random.random(4)
        return out

    np_ = ours
    compiled = ivy.compile(drawn, fallback="raise")
    results: list = []
    try:
        compiled(50)
        ours.random.seed(SEED)
        threads = [
            threading.Thread(target=lambda: results.append(real.asarray(compiled(50))))
            for _ in range(6)
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    finally:
        np_ = real
    wanted = real.random.RandomState(SEED).random_sample((6, 50, 4)).sum(axis=1)
    real.testing.assert_allclose(sorted(map(tuple, results)), sorted(map(tuple, wanted)))


# what is not drawn in programs


def with_a_length_that_is_drawn(x):
    return x + np_.sum(generator.random(generator.integers(1, 9)))


def with_strings(x):
    return x + float(generator.choice(["heads", "tails"]) == "heads")


def numbers_round_by_round(n):
    total = 0.0
    for i in range(n):
        if total < i / 3:
            total += generator.random()
    return total


def of_the_core(x):
    return x + ivy.random_uniform(shape=(3,))


def of_the_core_normal(x):
    return x + ivy.random_normal(shape=(3,))


def dropout_of_the_core(x):
    return ivy.dropout(x, 0.5)


def of_numpy_itself(x):
    return x + float(real.random.random())


@pytest.mark.parametrize(
    ("function", "more"),
    [(with_a_length_that_is_drawn, ()), (with_strings, ()), (numbers_round_by_round, (50,))],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_no_program_can_draw_is_drawn_eagerly(backend, function, more):
    compare(function, *more, fallback="silent")
    if backend in COMPILES:
        given = more or (ours.arange(3.0),)
        global np_
        np_ = ours
        try:
            with pytest.raises(CompileError):
                ivy.compile(function, fallback="raise")(*given)
        finally:
            np_ = real


@pytest.mark.parametrize(
    "function",
    [of_the_core, of_the_core_normal, dropout_of_the_core, of_numpy_itself],
    ids=lambda function: function.__name__,
)
def test_other_draws_are_those_of_the_eager_function(backend, function):
    results = []
    for called in (function, ivy.compile(function, fallback="silent")):
        real.random.seed(SEED)
        ivy.seed(seed_value=SEED)
        x = [ours.arange(1.0, 4.0) * 10 for _ in range(4)]
        results.append([real.array(called(each)) for each in x])
    real.testing.assert_array_equal(results[1], results[0])
    assert len({each.tobytes() for each in results[0]}) > 1, "nothing was drawn"


def test_a_generator_that_is_made_within_does_not_come_out(backend):
    """It would be the one of the trace, in each call."""

    def made(x):
        rng = ours.random.default_rng(SEED)
        return x + rng.random(3), rng

    compiled = ivy.compile(made, fallback="silent")
    for _ in range(2):
        _, rng = compiled(ours.zeros(3))
        wanted = real.random.default_rng(SEED)
        wanted.random(3)
        assert rng.random() == wanted.random()


def test_a_program_with_draws_is_not_saved(backend, tmp_path):
    if backend != "jax":
        pytest.skip(f"{backend}: programs of JAX alone are saved")
    with pytest.raises(CompileError, match="draws random numbers"):
        ivy.compile(lambda x: x + ours.random.rand(3)).save(tmp_path / "f.ivy", ours.zeros(3))


def test_maps_and_gradients_of_functions_that_draw(backend):
    if backend == "numpy":
        pytest.skip("numpy: computes no gradients")

    def loss(x):
        total = 0.0
        for _ in range(10):
            total = total + (x * ours.random.random()).sum()
        return total

    @ivy.compile
    def both(x):
        return ivy.grad(loss)(x), ivy.vmap(lambda row: row + ours.random.random())(x)

    for _ in range(2):
        ours.random.seed(SEED)
        state = real.random.RandomState(SEED)
        slope, moved = both(ours.arange(3.0))
        real.testing.assert_allclose(real.asarray(slope), [state.random_sample(10).sum()] * 3)
        real.testing.assert_allclose(real.asarray(moved), real.arange(3.0) + state.random_sample())


def first_of_all_and_later(x):
    y = x * np_.random.rand(3) + np_.random.standard_normal(3)
    for _ in range(3):
        if y[0] > 0:
            y = y - np_.random.rand(3)
    return y + np_.random.rand(3)


def test_draws_that_come_first_and_those_behind_a_branch(backend):
    compare(first_of_all_and_later)


def test_draws_that_come_first_are_inputs_of_the_program(backend):
    if backend != "jax":
        pytest.skip(f"{backend} keeps no programs on disk")
    global np_
    np_ = ours
    try:
        x = ours.zeros(3)
        first = ivy.compile(uniform, fallback="raise").explain(x, stage="hlo")
        later = ivy.compile(behind_a_branch, fallback="raise").explain(x, stage="hlo")
    finally:
        np_ = real
    assert "callback" not in first
    assert "callback" in later


def test_another_shape_is_refused_before_anything_is_drawn(backend):
    def scaled(x):
        return x * np_.random.rand(1)

    compiled = None
    for length in (3, 3, 3, 4, 4, 3, 5):
        compiled = compare(scaled, real.ones(length), compiled=compiled or ivy.compile(scaled))


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_function_that_draws_is_traced_to_its_end_once(backend, monkeypatch):
    """Its first draw ends the first trace: the order of the draws has to be an input."""
    from ivy_core.compilation.call.trace_context import TraceContext

    ended, pin_arrays = [], TraceContext.pin_arrays
    monkeypatch.setattr(
        TraceContext, "pin_arrays", lambda *given: ended.append(1) or pin_arrays(*given)
    )

    def draw(x):
        x += ours.random.random(3)
        try:
            return x * ours.random.random(3)
        except:  # noqa: E722  (of the user's: what ends a trace is none of its errors)
            return x

    found = []
    for function in (ivy.compile(draw, fallback="raise"), draw):
        ours.random.seed(SEED)
        x = ours.ones(3)
        found.append((function(x).tolist(), x.tolist()))
    assert found[0] == found[1] and ended == [1]
