"""Templates without rows that are not read give what they gave."""

from __future__ import annotations

import random

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="the templates are of JAX's programs")
import jax.numpy as jnp  # noqa: E402
from jax import lax  # noqa: E402

from ivy_core.backends.common.affine import Affine  # noqa: E402
from ivy_core.backends.jax.compiler import growing_rows  # noqa: E402
from ivy_core.backends.jax.compiler.growing import Template  # noqa: E402
from ivy_core.backends.jax.compiler.growing_guards import without_guards  # noqa: E402
from ivy_core.backends.jax.compiler.growing_host import HostTemplate  # noqa: E402
from ivy_core.backends.jax.compiler.growing_rows import without_unread_rows  # noqa: E402
from ivy_core.backends.jax.compiler.growing_rules import padded_program  # noqa: E402

TRACED, LONGEST, FEATURES = (6, 7, 9), 9, 4
WEIGHTS = np.random.default_rng(0).normal(size=(FEATURES, FEATURES))


@pytest.fixture(autouse=True)
def rows_of_little_work(monkeypatch):
    """Have XLA be given fewer rows of these small templates, too."""
    monkeypatch.setattr(growing_rows, "UNREAD_ROWS_LEAST_MULTIPLICATIONS", 0)


def values(length):
    return np.random.default_rng(length).normal(size=(2, length, FEATURES))


def template(function):
    made = [jax.make_jaxpr(function)(jax.ShapeDtypeStruct((2, n, 4), np.float64)) for n in TRACED]
    return Template(TRACED, made)


def largest(x):
    """Return the maximum along the last axis, nan where a row has one."""
    found = x.max(-1, keepdims=True)

    def guarded():
        return jnp.where((x != x).any(-1, keepdims=True), jnp.nan, found)

    total = x.sum()
    return lax.cond(total != total, guarded, lambda: found)


def softmax(x):
    shifted = jnp.exp(x - largest(x))
    return shifted / shifted.sum(-1, keepdims=True)


def attention(x):
    n = x.shape[1]
    q, k, v = x @ WEIGHTS, x * 2.0, x + 1.0
    scores = q @ jnp.swapaxes(k, 1, 2)
    scores = jnp.where(jnp.tril(jnp.ones((n, n), bool)), scores, -jnp.inf)
    return x + softmax(scores) @ v


def heads(x):
    """Attention by two heads."""
    n = x.shape[1]
    q, k, v = (each.reshape(2, n, 2, 2).swapaxes(1, 2) for each in (x @ WEIGHTS, x, x * 2.0))
    made = jax.nn.softmax(q @ k.swapaxes(2, 3), axis=-1) @ v
    return made.swapaxes(1, 2).reshape(2, n, FEATURES)


def norm(x):
    return (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5)


def last(x):
    return x[:, jnp.array([-1]), :]


FUNCTIONS = {
    "a product": lambda x: last(x @ WEIGHTS),
    "a layer": lambda x: last(norm(x) @ WEIGHTS + x) @ WEIGHTS,
    "attention": lambda x: last(attention(x)),
    "two layers": lambda x: last(attention(norm(attention(x)))),
    "heads": lambda x: last(norm(heads(x) + x)),
    "by an int": lambda x: norm(x @ WEIGHTS)[:, -1],
    "the first": lambda x: norm(attention(x))[:, 0],
    "the other way": lambda x: jnp.swapaxes(WEIGHTS @ jnp.swapaxes(x, 1, 2), 1, 2)[:, -1],
    "joined": lambda x: last(jnp.concatenate([x @ WEIGHTS, x[:, :, :2]], 2)),
    "padded": lambda x: last(jnp.pad(x @ WEIGHTS, [(0, 0), (0, 0), (1, 2)])),
    "best": lambda x: (x @ WEIGHTS).argmax(-1)[:, -1],
    "of another axis": lambda x: (x @ WEIGHTS)[1] + 1.0,
    "a row of ints": lambda x: jnp.arange(x.shape[1])[:, None][-1] + last(x)[0],
    "numbers of outside": lambda x: last(x + jnp.arange(x.shape[1])[:, None] * 2.0),
    "a running sum": lambda x: last(jnp.cumsum(x @ WEIGHTS, 1)),
}
MORE = {
    "two rows": lambda x: last(x @ WEIGHTS) + (x @ WEIGHTS)[:, :1],
    "all, too": lambda x: (last(x @ WEIGHTS), (x @ WEIGHTS).sum(1)),
    "no row": lambda x: (x @ WEIGHTS).sum(1),
    "the same twice": lambda x: (last(x), last(x)),
    "a row of a row": lambda x: last(norm(x) @ WEIGHTS)[:, :, :1] * 2.0,
    "two axes": lambda x: (x @ WEIGHTS)[1][-1],
    "an index from the row itself": lambda x: jnp.tanh(x)[:, -1:] @ WEIGHTS + jnp.tanh(x)[:, :1],
}


def check(function, given=values):
    """Compare a template without rows and guards with the function; return NumPy's."""
    whole = template(function)
    count = len(whole.equations)
    padded_to, made = (without_unread_rows(whole, is_on_host) for is_on_host in (False, True))
    padded_to = without_guards(padded_to)
    assert len(whole.equations) == count

    @jax.jit
    def run(x, length):
        return padded_program(padded_to, [x], length)

    by_numpy = HostTemplate(made)
    for length in (5, 8, 9):
        x = given(length)
        wanted = [np.asarray(each) for each in jax.tree.leaves(function(x))]
        padded = np.full((2, LONGEST, FEATURES), np.nan)  # whatever lies behind counts for nothing
        padded[:, :length] = x
        found = run(padded, np.int32(length))
        on_host = by_numpy(length, [], [x])
        for one, other, expected, shape in zip(
            found, on_host, wanted, made.output_shapes, strict=True
        ):
            sizes = [n.at(length) if type(n) is Affine else n for n in shape]
            shown = np.asarray(one)[tuple(map(slice, sizes))]
            assert shown.dtype == other.dtype == expected.dtype
            np.testing.assert_allclose(shown, expected, rtol=1e-11, atol=1e-11)
            np.testing.assert_allclose(other, expected, rtol=1e-11, atol=1e-11)
    return made


def grows(shape):
    return any(type(n) is Affine for n in shape)


@pytest.mark.parametrize("name", [*FUNCTIONS, *MORE])
def test_a_template_without_rows_gives_what_the_function_gives(name):
    check({**FUNCTIONS, **MORE}[name])


@pytest.mark.parametrize("name", ["a product", "a layer", "by an int", "the first", "padded"])
def test_rows_that_are_not_read_are_not_computed(name):
    made = check(FUNCTIONS[name])
    products = [each for each in made.equations if each.primitive.name == "dot_general"]
    is_of_attention = name == "the first"
    assert products
    assert any(map(grows, [each.shapes[0] for each in products])) == is_of_attention


def test_a_last_layer_has_one_row_behind_its_keys_and_values():
    made = check(FUNCTIONS["two layers"])
    before = template(FUNCTIONS["two layers"])

    def work(equations):
        shapes = [x.shapes[0] for x in equations if x.primitive.name == "dot_general"]
        sizes = [[n.at(64) if type(n) is Affine else n for n in shape] for shape in shapes]
        return sum(map(int, map(np.prod, sizes)))

    assert work(made.equations) < 0.6 * work(before.equations)
    assert not any(x.primitive.name == "cond" for x in made.equations[-40:])


def test_xla_is_given_products_of_few_rows_behind_the_last_attention():
    whole = template(lambda x: last(norm(attention(x)) @ WEIGHTS))
    made = without_unread_rows(whole, False)
    shapes = [x.shapes[0] for x in made.equations if x.primitive.name == "dot_general"]
    assert grows(shapes[-2])
    assert not grows(shapes[-1])
    whole = template(MORE["no row"])
    assert without_unread_rows(whole, False) is whole


def test_xla_computes_all_rows_where_one_is_little_less_work(monkeypatch):
    monkeypatch.setattr(growing_rows, "UNREAD_ROWS_LEAST_MULTIPLICATIONS", 2 * 8 * 4 * 4 + 1)
    whole = template(FUNCTIONS["a product"])  # of 9 rows, 8 of which XLA is given in any case
    assert without_unread_rows(whole, False) is whole
    assert without_unread_rows(whole, True) is not whole


@pytest.mark.parametrize("row", [0, 3, 4])
def test_not_a_number_stays_where_it_is(row):
    def given(length):
        x = values(length)
        x[1, row] = np.nan
        return x

    check(FUNCTIONS["two layers"], given)
    check(lambda x: last(largest(x @ WEIGHTS)), given)


def careful_softmax(x, of_empty=1.0, more=0.0):
    """Return a softmax of which an empty row is zeros, and so many of its maxima."""
    most = lax.stop_gradient(largest(x))
    is_empty = most == -jnp.inf
    each = jnp.exp(x - jnp.where(is_empty, 0.0, most))
    made = each / jnp.where(is_empty, of_empty, each.sum(-1, keepdims=True))
    return made + more * most if more else made


def conditions(made):
    return [each for each in made.equations if each.primitive.name == "cond"]


SPECIAL = [np.nan, np.inf, -np.inf, np.finfo(float).min]


@pytest.mark.parametrize("seed", range(12))
def test_a_softmax_without_guards_gives_what_it_gave(seed):
    draw = np.random.default_rng(seed)

    def given(length):
        x = values(length)
        for _ in range(draw.integers(1, 4)):
            value = SPECIAL[draw.integers(4)]
            x[draw.integers(2), draw.integers(length)] = value  # a whole row
            x[draw.integers(2), draw.integers(length), draw.integers(4)] = value
        return x

    def by_columns(x):
        return jnp.swapaxes(careful_softmax(jnp.swapaxes(x, 1, 2)), 1, 2)

    def twice(x):
        return careful_softmax(careful_softmax(x) * x)

    for function in (careful_softmax, by_columns, twice):
        assert conditions(template(function))
        assert not conditions(without_guards(template(function)))
        with np.errstate(all="ignore"):
            check(function, given)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: largest(x) * x,
        lambda x: careful_softmax(x, 2.0),
        lambda x: careful_softmax(x, more=2.0),
        lambda x: jnp.exp(x - largest(x)),
        lambda x: (lambda most: jnp.exp(x - most) / jnp.exp(x - most).sum(0))(largest(x)),
        softmax,
    ],
)
def test_other_maxima_stay_guarded(function):
    whole = template(function)
    assert without_guards(whole) is whole
    check(function)


STEPS = [
    lambda x, y: norm(x),
    lambda x, y: careful_softmax(x * 3.0),
    lambda x, y: x @ WEIGHTS,
    lambda x, y: x + y,
    lambda x, y: jnp.where(y > 0, x, jnp.tanh(y)),
    lambda x, y: x * largest(y),
    lambda x, y: attention(x),
    lambda x, y: heads(y) - x,
    lambda x, y: jnp.swapaxes(jnp.swapaxes(x, 0, 1) * 2.0, 0, 1),
    lambda x, y: x.reshape(2, x.shape[1], 2, 2)[..., ::-1].reshape(x.shape),
    lambda x, y: x / (1.0 + jnp.abs(y).sum((0, 2))[None, :, None]),
    lambda x, y: x + y.sum(1, keepdims=True),
    lambda x, y: jnp.concatenate([x[:, :, :2], y[:, :, 2:]], 2),
    lambda x, y: jnp.cumsum(x, 1) / 5.0,
    lambda x, y: x[:, :, :1] * y,
]
PICKS = [last, lambda x: x[:, -1], lambda x: x[:, 0], lambda x: x[1], lambda x: x[:, -1:, 1:3]]


@pytest.mark.parametrize("seed", range(24))
def test_drawn_templates_give_what_their_functions_give(seed):
    draw = random.Random(seed)
    steps = [(draw.choice(STEPS), draw.random() < 0.5) for _ in range(draw.randint(2, 6))]
    picks = [draw.choice(PICKS) for _ in range(draw.choice([1, 1, 2]))]

    def function(x):
        before, now = x, x
        for step, keeps in steps:
            made = step(now, before)
            before = before if keeps else now
            now = made
        return [pick(now) for pick in picks]

    check(function)
