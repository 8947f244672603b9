"""Programs for many lengths of an axis give what the function gives at each of them."""

from __future__ import annotations

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="the templates are of JAX's programs")
import jax.numpy as jnp  # noqa: E402
from jax import lax  # noqa: E402

from ivy_core.backends.common.affine import Affine  # noqa: E402
from ivy_core.backends.jax.compiler.growing import NotOneTemplateError, Template  # noqa: E402
from ivy_core.backends.jax.compiler.growing_host import HostTemplate, OutsideError  # noqa: E402
from ivy_core.backends.jax.compiler.growing_rules import padded_program  # noqa: E402
from ivy_core.backends.jax.host.primitives import NotOnHostError  # noqa: E402

TRACED, LONGEST, FEATURES = (6, 7, 9), 9, 4
TABLE = np.arange(48.0).reshape(12, FEATURES)


def values(length):
    return np.random.default_rng(length).normal(size=(2, length, FEATURES))


def template(function, lengths=TRACED):
    made = [jax.make_jaxpr(function)(jax.ShapeDtypeStruct((2, n, 4), np.float64)) for n in lengths]
    return Template(lengths, made)


def attention(x):
    n = x.shape[1]
    scores = x @ jnp.swapaxes(x, 1, 2)
    scores = jnp.where(jnp.tril(jnp.ones((n, n), bool)), scores, -jnp.inf)
    return jax.nn.softmax(scores, axis=-1) @ x


FUNCTIONS = {
    "elementwise": lambda x: jnp.tanh(x) / (1.0 + x * x),
    "not a number": lambda x: jnp.log(x * 0.0 + 1.0) / jnp.abs(x),
    "broadcast": lambda x: x + x[:, :, :1] * jnp.ones(FEATURES),
    "sum": lambda x: x.sum(1),
    "sum of all": lambda x: x.sum(),
    "mean": lambda x: x.mean(1),
    "variance": lambda x: x.var((1, 2), ddof=1),
    "largest": lambda x: x.max(1),
    "least": lambda x: x.min((0, 1)),
    "index of the largest": lambda x: x.argmax(1),
    "product": lambda x: x.prod(1),
    "all and any": lambda x: ((x > -9).all(1), (x > 0.5).any(1)),
    "product of matrices": lambda x: jnp.swapaxes(x, 1, 2) @ x,
    "filled one way after another": lambda x: (x.max(1) + x.sum(1), x.prod(1), x.mean((0, 1)), x),
    "softmax": lambda x: jax.nn.softmax(x, axis=1),
    "attention": attention,
    "running sum": lambda x: jnp.cumsum(x, 1),
    "last": lambda x: x[:, -1, :],
    "last by a list": lambda x: x[:, jnp.array([-1]), :],
    "last three": lambda x: x[:, -3:] * 2.0,
    "all but the last": lambda x: x[:, :-1] + x[:, 1:],
    "first": lambda x: x[:, 0],
    "joined": lambda x: jnp.concatenate([x, x[:, :1], 2.0 * x], 1),
    "joined elsewhere": lambda x: jnp.concatenate([x, x], 2),
    "padded": lambda x: jnp.pad(x, [(0, 0), (1, 2), (0, 0)], constant_values=7.0).sum(1),
    "merged axes": lambda x: jnp.swapaxes(x, 0, 1).reshape(-1, FEATURES) * 2.0,
    "merged for a while": lambda x: merged(x, lambda y: jnp.tanh(y @ TABLE[:4] + TABLE[4]) * 2),
    "norm of merged rows": lambda x: merged(x, lambda y: y - y.mean(1, keepdims=True)),
    "parts of merged rows": lambda x: merged(x, lambda y: y.reshape(-1, 2, 2) * 3.0),
    "split axes": lambda x: x.reshape(2, x.shape[1], 2, 2).swapaxes(1, 2),
    "ordered elsewhere": lambda x: jnp.sort(x, -1),
    "best elsewhere": lambda x: lax.top_k(x, 2),
    "diagonal": lambda x: jnp.diagonal(x[0] @ x[0].T),
    "indices": lambda x: x * jnp.arange(x.shape[1])[:, None],
    "table": lambda x: x + jnp.asarray(TABLE)[: x.shape[1]],
    "stacked": lambda x: jnp.stack([x, 2.0 * x], 1) + jnp.stack([x.sum(1)] * 2, 1)[:, :, None],
    "taken apart": lambda x: jnp.unstack(x, axis=2),
    "repeated elsewhere": lambda x: lax.tile(x, (2, 1, 3)),
    "looked up": lambda x: jnp.asarray(TABLE)[jnp.clip(jnp.abs(x).astype(int), 0, 11)],
    "ints that grow": lambda x: x + jnp.asarray(np.arange(x.shape[1], x.shape[1] + FEATURES)),
    "length": lambda x: x * x.shape[1],
    "both sides": lambda x: lax.cond(x.sum() > 0, lambda: x.sum(1), lambda: x.max(1)),
    "loop": lambda x: lax.fori_loop(0, 3, lambda i, y: y * 1.5 + i, x.sum(1)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_padding_changes_nothing(name):
    function = FUNCTIONS[name]
    made = template(function)

    @jax.jit
    def run(x, length):
        return padded_program(made, [x], length)

    for length in (5, 9):
        x = values(length)
        padded = np.full((2, LONGEST, FEATURES), np.nan)  # whatever lies behind counts for nothing
        padded[:, :length] = x
        found = run(padded, np.int32(length))
        for one, other, shape in zip(
            found, jax.tree.leaves(function(x)), made.output_shapes, strict=True
        ):
            sizes = [n.at(length) if type(n) is Affine else n for n in shape]
            assert list(other.shape) == sizes
            shown = np.asarray(one)[tuple(map(slice, sizes))]
            np.testing.assert_allclose(shown, np.asarray(other), rtol=1e-12, atol=1e-12)


# What XLA has no rule for, as it is given padded arrays
MORE = {
    "backwards": lambda x: lax.cumsum(x, 1, reverse=True),
    "flipped": lambda x: jnp.flip(x, 1),
    "flat": lambda x: x.reshape(-1, FEATURES).sum(1),
    "window": lambda x: lax.dynamic_slice_in_dim(x, x.shape[1] - 5, 4, 1) + x[:, :1],
    "last rows": lambda x: jnp.asarray(TABLE)[12 - x.shape[1] :] + x,
    "written": lambda x: lax.dynamic_update_slice_in_dim(x, x[:, :2] * 3, 1, 1) - x,
    "rows": lambda x: jnp.asarray(TABLE)[jnp.arange(x.shape[1])] + x,
    "row": lambda x: jnp.asarray(TABLE)[jnp.array([[11]])] * x[:, :1],
    "repeated": lambda x: jnp.repeat(x, 3, axis=1) + jnp.repeat(x[:, :2], 2, axis=0)[:2, :1],
    "columns": lambda x: x[:, :, jnp.array([2, 0, 3, 1])] * x[:, jnp.array([[1], [0]])][:, 0],
    "the last column": lambda x: jnp.take(x, jnp.array([9, 1, -9]), 2, mode="clip"),
    "the same twice": lambda x: (x.sum(1), x, x.sum(1) * 1.0),
    "powers": lambda x: x**3.0 + x**2,
    "copies": lambda x: jnp.tile(x, (1, 1, 2)),
    "constants": lambda x: jnp.arange(3.0) * 2 + 1 + x[:, :1, :3],
    "norm of a row": lambda x: normed(x[:1, -1:]) + x[0, 0],
    "norm of rows": lambda x: normed(x) * x[:1, :1],
    "row and matrix": lambda x: (x[:1, -1:] @ TABLE[:4] + x[0, 0]).reshape(1, 1, 2, 2),
    "row and matrix turned": lambda x: jnp.einsum("bnk,mk->bnm", x[:1, :1], TABLE[:5]),
    "row and row": lambda x: jnp.einsum("bnk,k->bn", x[:1, :1], TABLE[3]),
    "row and several axes": lambda x: jnp.tensordot(x[:1, :1], TABLE.reshape(4, 3, 1, 4), 1),
    "heads of a row": lambda x: heads_of_row(x[:1, -1:]),
    "one number": lambda x: jnp.where(x[:1, :1, :1] < 0, x[:1, -1:, :1], 2.0) * x[0, :, :1].T,
    "one number of two": lambda x: jnp.where(x[:1, :1, :1] < 0, x[:1, -1:], x[:1, :1]) / 1.0,
    "row of a table": lambda x: jnp.asarray(TABLE)[(x[:1, :1, 0] < 0) * 11] * 1.0,
    "near row of a table": lambda x: jnp.take(TABLE, (x[:1, :1, 0] < 0) * 30 - 9, 0, mode="clip"),
    "mask of ones": lambda x: jnp.where(jnp.ones((12, 4), bool)[: x.shape[1]], x, -1.0),
    "slices of a row": lambda x: x[:1, -1:, 1:3] + x[:1, :1, ::2] - x[1:, 2:3, :2],
    "axes of one": lambda x: x[:1, -1:].transpose(1, 2, 0).sum((0, 2)) + x[0, 0].max(),
    "sums of ones": lambda x: x[:1, -1:].sum((0, 1)) + x[:1, -1:].sum() + x[:1, :1, :1].max(1),
    "softmax of blank rows": lambda x: guarded(jnp.where(x > 0.3, x, -jnp.inf)),
    "softmax of blank rows otherwise": lambda x: guarded(jnp.where(x > 0.3, x, -jnp.inf), 2.0),
    "softmax of the largest": lambda x: guarded(jnp.where(x > 1.0, jnp.inf, x)),
    "softmax of nan": lambda x: guarded(jnp.where(x > 1.0, jnp.nan, x)),
    "places that are known": lambda x: (
        jnp.asarray(TABLE)[jnp.array([[3], [11]]), jnp.arange(4)] * x[:, :1]
    ),
    "places": lambda x: at_places(x[:, 0], (x[:, 0] < 0) * 1, jnp.arange(4)),
    "rows at places": lambda x: at_places(x, (x[:, 0, :2] < 0) * 1, (x[:, 1, :2] < 0) * 4),
    "places of what is computed": lambda x: x[jnp.array([[1], [0]]), jnp.arange(3)] * 2.0,
    "floats as ints": lambda x: (x * 100).astype(int) + jnp.where(x > 0, -jnp.inf, x).astype(int),
    "squares": lambda x: (jnp.square(x[0, 0]).sum(), (x[0, 1] * x[0, 1]).sum(), x[0, 1] ** 2),
}


def merged(x, function):
    return function(x.reshape(-1, FEATURES)).reshape(2, x.shape[1], -1)


def normed(x):
    x = x - x.mean(-1, keepdims=True)
    return x / jnp.sqrt((x * x).mean(-1, keepdims=True) + 1e-5)


def at_places(x, *indices):
    return jnp.asarray(x).at[indices].get(mode="promise_in_bounds")


def guarded(x, otherwise=1.0):
    largest = x.max(-1, keepdims=True)
    is_blank = largest == -jnp.inf
    x = jnp.exp(x - jnp.where(is_blank, 0.0, largest))
    return x / jnp.where(is_blank, otherwise, x.sum(-1, keepdims=True))


def heads_of_row(x):
    heads = x.reshape(1, 1, 2, 2).transpose(0, 2, 1, 3)
    scores = heads @ jnp.asarray(TABLE[:6, :2].reshape(1, 1, 6, 2)).transpose(0, 1, 3, 2)
    return jax.nn.softmax(scores, -1).sum(-1, keepdims=True) * heads


ON_JAX = {
    "diagonal",
    "best elsewhere",
    "loop",
}  # no rule of NumPy's


@pytest.mark.parametrize("name", [*FUNCTIONS, *MORE])
def test_numpy_computes_a_template_as_it_is(name):
    function = {**FUNCTIONS, **MORE}[name]
    try:
        run = HostTemplate(template(function))
    except NotOnHostError:
        assert name in ON_JAX
        return
    assert name not in ON_JAX
    for length in (5, 9, 8):
        x = values(length)
        x.setflags(False)
        found = run(length, [], [x])
        for one, other in zip(found, jax.tree.leaves(function(x)), strict=True):
            assert (one.shape, one.dtype) == (other.shape, other.dtype)
            assert not np.shares_memory(one, x)
            np.testing.assert_allclose(one, np.asarray(other), rtol=1e-12, atol=1e-12)
        for at, one in enumerate(found):
            assert not any(np.shares_memory(one, each) for each in found[:at])


@pytest.mark.parametrize(
    "function",
    [
        lambda x: jnp.where(x > 0, jnp.inf, x).astype(int),
        lambda x: jnp.where(x > 0, jnp.nan, x).astype(int),
        lambda x: at_places(x, (x[:, 0, :2] > 0) * 2, (x[:, 1, :2] < 0) * 1),
        lambda x: at_places(x, (x[:, 0, :2] > 0) * -5, (x[:, 1, :2] < 0) * 1),
    ],
)
def test_what_only_the_function_itself_can_say_is_told(function):
    with pytest.raises(OutsideError):
        HostTemplate(template(function))(5, [], [values(5)])


@pytest.mark.parametrize("indices", [[12], [3, 12], [[-13], [2]]])
def test_an_index_outside_is_told(indices):
    made = template(lambda x: jnp.asarray(TABLE)[jnp.array(indices)] * x[0, 0])
    with pytest.raises(OutsideError):
        HostTemplate(made)(5, [], [values(5)])
    outside: list = []
    padded_program(made, [values(LONGEST)], np.int32(5), outside)
    assert outside[0]


@pytest.mark.parametrize(
    ("why", "function"),
    [
        ("backwards", lambda x: lax.cumsum(x, 1, reverse=True)),
        ("no rule", lambda x: jnp.sort(x, 1)),
        ("repeats", lambda x: lax.tile(x, (1, 2, 1))),
        ("no rule", lambda x: jnp.flip(x, 1)),
        ("mixes", lambda x: x.reshape(-1, FEATURES)),
        ("mixes", lambda x: x.reshape(-1, FEATURES).sum(0)),
        ("mixes", lambda x: merged(x, lambda y: y * jnp.arange(y.shape[0])[:, None])),
        ("mixes", lambda x: x.reshape(-1, FEATURES)[1:]),
        ("mixes", lambda x: merged(x, lambda y: jnp.sort(y, 1))),
        ("mixes", lambda x: x.reshape(-1, FEATURES).T @ x.reshape(-1, FEATURES)),
        ("mixes", lambda x: merged(x, lambda y: jnp.cumsum(y, 0))),
        ("mixes", lambda x: x.reshape(-1, FEATURES).reshape(x.shape[1], 2, FEATURES)),
        ("other options", lambda x: jnp.linalg.inv(x[0] @ x[0].T)),
        ("only the program", lambda x: lax.dynamic_slice_in_dim(x, x.sum().astype(int), 2, 1)),
        (
            "an int is|a number is|inner program",
            lambda x: lax.fori_loop(0, x.shape[1] ** 2, lambda i, y: y + i, x.sum()),
        ),
        ("a number is", lambda x: x * float(np.sqrt(x.shape[1]))),
        ("does more", lambda x: x + 1.0 if x.shape[1] > 6 else x),
        ("effect", lambda x: (jax.debug.print("{}", x.sum()), x)[1]),
    ],
)
def test_what_has_no_rule_is_refused(why, function):
    with pytest.raises(NotOneTemplateError, match=why):  # noqa: PT012
        made = template(function)
        jax.make_jaxpr(lambda x, length: padded_program(made, [x], length))(
            np.zeros((2, LONGEST, FEATURES)), np.int32(5)
        )


def test_bounds_are_those_of_slices():
    made = template(lambda x: x[:, -5:] + jnp.asarray(TABLE)[: x.shape[1] + 2][-5:])
    assert (made.least, made.most) == (5, 10)
    made = template(lambda x: x[:, :5] * 2.0 + jnp.asarray(TABLE)[11 - x.shape[1] :][:5])
    assert (made.least, made.most) == (5, 11)
