"""Layers, against PyTorch, TensorFlow and formulas in NumPy; mixed ones on both of their paths."""

from __future__ import annotations

import math

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyIndexError, IvyTypeError, IvyValueError

torch = pytest.importorskip("torch")
F = torch.nn.functional

RNG = np.random.default_rng(0)


def random(*shape, dtype="f8"):
    return RNG.normal(size=shape).astype(dtype)


def both(name):
    """Return a function as the backend has it, and its compositional body."""
    return getattr(ivy, name), FUNCTIONS[name].body


# (x, weight, bias)
LINEAR = [
    ((4,), (3, 4), (3,)),
    ((5, 4), (3, 4), None),
    ((2, 5, 4), (3, 4), (3,)),
    ((2, 5, 4), (2, 3, 4), (2, 3)),
    ((2, 4), (2, 3, 4), (2, 3)),
    ((2, 4), (2, 3, 4), None),
    ((2, 6, 5, 4), (2, 3, 4), (2, 3)),
    ((2, 2, 5, 4), (2, 2, 3, 4), (2, 2, 3)),
]


@pytest.mark.checklist("F18")
@pytest.mark.parametrize("shapes", LINEAR)
def test_linear(backend, assert_matches, shapes):
    a, w, b = (None if shape is None else random(*shape) for shape in shapes)
    outer = w.ndim - 2
    rows = a.reshape(*a.shape[:outer], -1, 4)
    expected = rows @ np.swapaxes(w, -1, -2)
    if b is not None:
        expected = expected + b.reshape(*b.shape[:-1], 1, -1)
    expected = expected.reshape(*a.shape[:-1], 3)
    x, weight = ivy.asarray(a), ivy.asarray(w)
    bias = None if b is None else ivy.asarray(b)
    for linear in both("linear"):
        assert_matches(linear(x, weight, bias=bias), expected)
        out = ivy.zeros(expected.shape)
        assert linear(x, weight, bias=bias, out=out) is out
        assert_matches(out, expected)


@pytest.mark.checklist("F18")
def test_the_native_linear_serves_matrices(backend):
    if backend != "torch":
        pytest.skip("a matter of the torch implementation")
    from ivy_core.backends.torch.ops.layers import linear

    x, w = ivy.asarray(random(2, 5, 4)), ivy.asarray(random(2, 3, 4))
    assert linear.partial_mixed_handler(x, w[0])
    assert not linear.partial_mixed_handler(x, w)
    assert linear.partial_mixed_handler(x, w[0], bias=ivy.ones((3,)))
    assert not linear.partial_mixed_handler(x, w[0], bias=ivy.ones((3,), dtype="float32"))


def test_linear_promotes_and_checks(backend, assert_matches):
    a, w = random(5, 4, dtype="f4"), random(3, 4)
    assert_matches(ivy.linear(ivy.asarray(a), ivy.asarray(w)), a @ w.T, rtol=1e-6)
    whole = np.arange(12).reshape(3, 4)
    assert_matches(ivy.linear(ivy.asarray([1, 2, 3, 4]), ivy.asarray(whole)), whole @ [1, 2, 3, 4])
    assert_matches(ivy.linear([1.0, 2.0], [[3.0, 4.0]], bias=[1.0]), np.array([12.0]))
    for shapes in (((5, 3), (3, 4)), ((4,), (2, 3, 4)), ((5, 4), (4,))):
        x, weight = (ivy.ones(shape) for shape in shapes)
        with pytest.raises(IvyValueError, match="linear"):
            ivy.linear(x, weight)


@pytest.mark.checklist("N08")
def test_linear_is_explicitly_nestable(backend, assert_matches):
    assert FUNCTIONS["linear"].body.handle_nestable
    Container = getattr(ivy, "Container", None)
    if Container is None:
        pytest.skip("the core has no Container yet")
    a, w = random(5, 4), random(2, 3, 4)
    weights = Container(flat=ivy.asarray(w[0]), deep=Container(batch=ivy.asarray(w)))
    inputs = Container(flat=ivy.asarray(a), deep=Container(batch=ivy.asarray(np.stack([a, a]))))
    result = ivy.linear(inputs, weights, bias=0.0 * weights[..., 0])
    assert_matches(result.flat, a @ w[0].T)
    assert_matches(result.deep.batch, a @ np.swapaxes(w, 1, 2))


def test_dropout(backend):
    x = ivy.ones((200, 50), dtype="float32")
    for dropout in both("dropout"):
        y = dropout(x, 0.25)
        assert y.dtype == "float32"
        a = ivy.to_numpy(y)
        np.testing.assert_allclose(np.unique(a), [0, 4 / 3], rtol=1e-6)
        assert abs((a == 0).mean() - 0.25) < 0.02
        a = ivy.to_numpy(dropout(x, 0.25, scale=False))
        assert np.unique(a).tolist() == [0, 1]
        assert not ivy.array_equal(dropout(x, 0.5), dropout(x, 0.5))
        ivy.seed(seed_value=5)
        first = dropout(x, 0.5)
        ivy.seed(seed_value=5)
        assert ivy.array_equal(dropout(x, 0.5), first)


def test_dropout_options(backend, assert_matches):
    x = ivy.ones((4, 30))
    assert ivy.array_equal(ivy.dropout(x, 0.5, seed=3), ivy.dropout(x, 0.5, seed=3))
    for noise_shape in ((4, 1), (None, 1)):
        rows = ivy.to_numpy(ivy.dropout(x, 0.5, noise_shape=noise_shape, seed=1))
        assert (rows == rows[:, :1]).all()
        assert len(np.unique(rows)) == 2
    for y in (ivy.dropout(x, 0.5, training=False), ivy.dropout(x, 0.0)):
        assert_matches(y, np.ones((4, 30)))
        y[0] = 7.0
        assert_matches(x, np.ones((4, 30)))
    assert_matches(ivy.dropout(x, 1.0), np.zeros((4, 30)))
    assert ivy.dropout(ivy.ones((3,), dtype="int32"), 0.5, dtype="float32").dtype == "float32"
    out = ivy.zeros((4, 30))
    for options in ({}, {"training": False}, {"seed": 1}):
        assert ivy.dropout(x, 0.5, out=out, **options) is out
        assert bool(ivy.any(out != 0))
    for prob in (-0.1, 1.1):
        with pytest.raises(IvyValueError, match="dropout"):
            ivy.dropout(x, prob)


# attention


@pytest.mark.parametrize("masked", ["", "bool", "float", "int", "causal"])
def test_scaled_dot_product_attention(backend, assert_matches, masked):
    q, k, v = random(2, 3, 5, 4), random(2, 3, 6, 4), random(2, 3, 6, 2)
    mask = RNG.random((2, 1, 5, 6)) < 0.6
    mask[0, 0, 2] = False  # a query that may use no key
    if masked == "float":
        mask = random(5, 6)
    options = {} if masked in ("", "causal") else {"mask": mask}
    if masked == "causal":
        options = {"is_causal": True}
    natives = {"attn_mask": torch.from_numpy(mask)} if "mask" in options else options
    for scale in (None, 0.3):
        expected = F.scaled_dot_product_attention(
            *(torch.from_numpy(a) for a in (q, k, v)), scale=scale, **natives
        ).numpy()
        if masked == "int":
            options = {"mask": mask.astype("i4") * 2}
        arrays = {n: ivy.asarray(a) if n == "mask" else a for n, a in options.items()}
        for attention in both("scaled_dot_product_attention"):
            result = attention(*map(ivy.asarray, (q, k, v)), scale=scale, **arrays)
            assert_matches(result, expected)
    out = ivy.zeros((2, 3, 5, 2))
    assert ivy.scaled_dot_product_attention(*map(ivy.asarray, (q, k, v)), out=out, **arrays) is out


def test_scaled_dot_product_attention_options(backend):
    x = ivy.asarray(random(2, 5, 4))
    plain = ivy.scaled_dot_product_attention(x, x, x)
    evaluated = ivy.scaled_dot_product_attention(x, x, x, dropout_p=0.5)
    np.testing.assert_allclose(ivy.to_numpy(evaluated), ivy.to_numpy(plain))
    trained = ivy.scaled_dot_product_attention(x, x, x, dropout_p=0.5, training=True)
    assert not np.allclose(ivy.to_numpy(trained), ivy.to_numpy(plain))
    for attention in both("scaled_dot_product_attention"):
        with pytest.raises(IvyValueError, match="is_causal"):
            attention(x, x, x, mask=ivy.ones((5, 5), dtype="bool"), is_causal=True)


N, L, S, E, H = 2, 5, 6, 8, 2
PACKED = {"in_proj_weights": (3 * E, E), "in_proj_bias": (3 * E,)}
APART = {"q_proj_weights": (E, E), "k_proj_weights": (E, 3), "v_proj_weights": (E, 7)}
OUT = {"out_proj_weights": (E, E), "out_proj_bias": (E,)}
HEADS = [
    (PACKED | OUT, {}),
    (PACKED | OUT, {"batch_first": False}),
    (APART | OUT | {"in_proj_bias": (3 * E,)}, {}),
    (PACKED | OUT | {"bias_k": (1, 1, E), "bias_v": (1, 1, E)}, {"add_zero_attn": True}),
    (PACKED | OUT | {"attention_mask": (L, S)}, {}),
    (PACKED | OUT, {"attention_mask": "bool"}),
    (PACKED | OUT, {"key_padding_mask": "bool"}),
    (PACKED | OUT, {"attention_mask": "bool", "key_padding_mask": "bool", "add_zero_attn": True}),
    (PACKED | OUT | {"static_k": (N * H, S, E // H), "static_v": (N * H, S, E // H)}, {}),
    (PACKED | OUT, {"is_causal": True}),
]
IDS = ["packed", "second", "apart", "bias", "mask", "bool", "pad", "masks", "static", "causal"]


def reference_heads(query, key, value, given, options):
    """Return PyTorch's output and the weights of each head."""
    t = {name: torch.from_numpy(a) for name, a in given.items()}
    query, key, value = (torch.from_numpy(x) for x in (query, key, value))
    if options.get("batch_first", True):
        query, key, value = (x.transpose(0, 1) for x in (query, key, value))
    mask = t.get("attention_mask")
    if options.get("is_causal"):
        mask = torch.from_numpy(~np.tri(L, S, dtype=bool))
    result, weights = F.multi_head_attention_forward(
        query, key, value, E, H, t.get("in_proj_weights"), t.get("in_proj_bias"),
        t.get("bias_k"), t.get("bias_v"), options.get("add_zero_attn", False), 0.0,
        t["out_proj_weights"], t["out_proj_bias"], training=False, attn_mask=mask,
        key_padding_mask=t.get("key_padding_mask"), static_k=t.get("static_k"),
        static_v=t.get("static_v"), use_separate_proj_weight="q_proj_weights" in t,
        q_proj_weight=t.get("q_proj_weights"), k_proj_weight=t.get("k_proj_weights"),
        v_proj_weight=t.get("v_proj_weights"), average_attn_weights=False,
    )  # fmt: skip
    if options.get("batch_first", True):
        result = result.transpose(0, 1)
    return result.numpy(), weights.numpy()


@pytest.mark.parametrize(("shapes", "options"), HEADS, ids=IDS)
def test_multi_head_attention(backend, assert_matches, shapes, options):
    widths = (3, 7) if "q_proj_weights" in shapes else (E, E)
    query, key, value = random(N, L, E), random(N, S, widths[0]), random(N, S, widths[1])
    given = {name: random(*shape) for name, shape in shapes.items()}
    if options.get("attention_mask") == "bool":
        given["attention_mask"] = RNG.random((N * H, L, S)) < 0.3
    if options.get("key_padding_mask") == "bool":
        given["key_padding_mask"] = np.array([[False] * 4 + [True] * 2, [False] * 6])
    options = {name: value for name, value in options.items() if value != "bool"}
    inputs = (query, key, value)
    if not options.get("batch_first", True):
        inputs = tuple(np.swapaxes(x, 0, 1).copy() for x in inputs)
    expected, weights = reference_heads(*inputs, given, options)
    arrays = {name: ivy.asarray(a) for name, a in given.items()} | options | {"num_heads": H}
    x, k, v = map(ivy.asarray, inputs)
    for attention in both("multi_head_attention"):
        assert_matches(attention(x, key=k, value=v, **arrays), expected, rtol=1e-9)
    out = ivy.zeros(expected.shape)
    assert ivy.multi_head_attention(x, key=k, value=v, out=out, **arrays) is out
    assert_matches(out, expected, rtol=1e-9)
    arrays |= {"return_attention_weights": True, "average_attention_weights": False}
    result = ivy.multi_head_attention(x, key=k, value=v, **arrays)
    assert_matches(result, (expected, weights), rtol=1e-9)
    arrays["average_attention_weights"] = True
    _, average = ivy.multi_head_attention(x, key=k, value=v, **arrays)
    assert_matches(average, weights.mean(1), rtol=1e-9)


@pytest.mark.parametrize("shape", [(5,), (1, 5), (2, 1, 1, 5)])
def test_an_attention_mask_broadcasts(backend, assert_matches, shape):
    rng = np.random.default_rng(3)
    query, key = rng.normal(size=(2, 4, 6)), rng.normal(size=(2, 5, 6))
    mask = np.arange(math.prod(shape)).reshape(shape) % 3 == 1
    weights = {"in_proj_weights": rng.normal(size=(18, 6)), "out_proj_weights": np.eye(6)}
    weights = {name: ivy.asarray(weight) for name, weight in weights.items()}

    def attended(mask):
        options = {"key": ivy.asarray(key), "num_heads": 2, "attention_mask": ivy.asarray(mask)}
        return ivy.multi_head_attention(ivy.asarray(query), **options, **weights)

    if len(shape) == 4:
        whole = np.broadcast_to(mask, (2, 2, 4, 5)).reshape(4, 4, 5)
    else:
        whole = np.broadcast_to(mask, (4, 5))
    assert_matches(attended(mask), ivy.to_numpy(attended(whole)))


def test_multi_head_attention_of_one_sequence(backend, assert_matches):
    a, w, o = random(L, E), random(3 * E, E), random(E, E)
    options = {
        "num_heads": H,
        "in_proj_weights": ivy.asarray(w),
        "out_proj_weights": ivy.asarray(o),
    }
    batch = ivy.multi_head_attention(ivy.asarray(a[None]), **options)
    single = ivy.multi_head_attention(ivy.asarray(a), **options)
    assert_matches(single, ivy.to_numpy(batch)[0])
    bare = ivy.multi_head_attention(ivy.asarray(a), num_heads=1, scale=0.5)
    scores = np.exp(a @ a.T * 0.5)
    assert_matches(bare, scores / scores.sum(-1, keepdims=True) @ a, rtol=1e-9)
    for shape, heads in (((L, E), 3), ((L,), 1), ((1, 1, L, E), 1)):
        with pytest.raises(IvyValueError, match="multi_head_attention"):
            ivy.multi_head_attention(ivy.ones(shape), num_heads=heads)


@pytest.mark.checklist("I20")
def test_to_out_fn_fills_out(backend, assert_matches):
    x = ivy.asarray(random(N, L, E))
    plain = ivy.to_numpy(ivy.multi_head_attention(x, num_heads=H))

    def last(result):  # a last step that takes no `out`
        return result * 2.0 + 1.0

    out = ivy.zeros((N, L, E))
    view = out[0]
    assert ivy.multi_head_attention(x, num_heads=H, to_out_fn=last, out=out) is out
    assert_matches(out, plain * 2 + 1)
    assert_matches(view, plain[0] * 2 + 1)
    assert_matches(ivy.multi_head_attention(x, num_heads=H, to_out_fn=last), plain * 2 + 1)


def test_compiled(backend, assert_matches, compiled):
    def function(x, w, xp=ivy):
        heads = xp.multi_head_attention(x, num_heads=2, in_proj_weights=w, is_causal=True)
        return [
            xp.linear(x, w),
            heads,
            xp.scaled_dot_product_attention(heads, x, x, is_causal=True),
            xp.dropout(x, 0.5, training=False),
        ]

    arrays, host = (random(2, 5, 4), random(12, 4)), ivy.get_backend("numpy")
    eager = [ivy.to_numpy(each) for each in function(*map(host.asarray, arrays), host)]
    assert_matches(compiled(function, *arrays), eager, rtol=1e-9)


# (function, its default format, shape with channels last)
CHANNELS = [("dropout1d", "NWC", (3, 5, 40)), ("dropout2d", "NHWC", (3, 4, 5, 40)),
            ("dropout3d", "NDHWC", (3, 2, 4, 5, 40))]  # fmt: skip


@pytest.mark.parametrize(("name", "layout", "shape"), CHANNELS)
def test_dropout_of_channels(backend, name, layout, shape):
    call = getattr(ivy, name)
    for given, last in ((shape, True), (shape[1:], True), ((*shape[:1], 40, *shape[1:-1]), False),
                        ((40, *shape[1:-1]), False)):  # fmt: skip
        data_format = layout if last else layout[0] + "C" + layout[1:-1]
        x = ivy.ones(given)
        result = np.asarray(call(x, 0.25, data_format=data_format, seed=3))
        batches = result.reshape(3 if len(given) == len(shape) else 1, *given[-len(shape) + 1 :])
        rows = np.moveaxis(batches, -1 if last else 1, 1).reshape(-1, np.prod(shape[1:-1]))
        np.testing.assert_allclose(np.unique(rows), [0.0, 1 / 0.75])
        np.testing.assert_array_equal(rows, np.repeat(rows[:, :1], rows.shape[1], axis=1))
        assert 0.05 < np.mean(rows[:, 0] == 0) < 0.5
        again = call(x, 0.25, data_format=data_format, seed=3)
        np.testing.assert_array_equal(np.asarray(again), result)
    x = ivy.asarray(random(*shape))
    assert call(x, 0.5, training=False).to_list() == x.to_list()
    assert not ivy.any(call(x, 1.0)) and call(x, 0.0).to_list() == x.to_list()
    out = ivy.zeros(shape)
    assert call(x, 0.5, seed=3, out=out) is out
    with pytest.raises(IvyValueError, match=f"{name}: data_format 'CHW'.*'{layout}'"):
        call(x, 0.5, data_format="CHW")
    with pytest.raises(IvyValueError, match=rf"{name}: x of shape \(40,\).*{len(shape)}"):
        call(x[(0,) * (len(shape) - 1)], 0.5)
    with pytest.raises(IvyValueError, match=r"prob 1.5 .*\[0, 1\]"):
        call(x, 1.5)


INDICES = np.array([[1, 0, 3], [3, 3, 2]])


@pytest.mark.parametrize(
    "options",
    [{}, {"max_norm": 1.5}, {"max_norm": 1.0, "norm_type": 1.0}, {"padding_idx": 3},
     {"padding_idx": -1, "max_norm": 2.0}, {"scale_grad_by_freq": True}],
)  # fmt: skip
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_embedding(backend, assert_matches, options, dtype):
    table = random(4, 5, dtype=dtype)
    given = torch.from_numpy(table.copy())  # PyTorch scales its rows
    expected = F.embedding(torch.from_numpy(INDICES), given, **options).numpy()
    weights, indices = ivy.asarray(table), ivy.asarray(INDICES)
    assert_matches(ivy.embedding(weights, indices, **options), expected)
    out = ivy.zeros(expected.shape, dtype=dtype)
    assert ivy.embedding(weights, indices, out=out, **options) is out
    assert_matches(out, expected)
    assert_matches(weights, table)
    assert_matches(ivy.embedding(weights, indices[:0], **options), expected[:0])
    assert_matches(ivy.embedding(weights, indices[0, 0], **options), expected[0, 0])


@pytest.mark.parametrize(
    "options",
    [{}, {"padding_idx": 3}, {"max_norm": 1.5}, {"scale_grad_by_freq": True},
     {"scale_grad_by_freq": True, "padding_idx": 0}],
)  # fmt: skip
def test_gradients_of_embedding(backend, assert_matches, options, grad):
    if backend == "numpy":
        return  # it has no gradients
    table, factors = random(4, 5), random(2, 3, 5)
    parameter = torch.from_numpy(table).requires_grad_()
    source = parameter
    if "max_norm" in options:  # what PyTorch scales is no leaf
        lengths = parameter.detach().norm(dim=1, keepdim=True)
        source = parameter * torch.clamp(1.5 / (lengths + 1e-7), max=1.0)
    others = {name: value for name, value in options.items() if name != "max_norm"}
    rows = F.embedding(torch.from_numpy(INDICES), source, **others)
    (rows * torch.from_numpy(factors)).sum().backward()
    indices, w = ivy.asarray(INDICES), ivy.asarray(factors)
    slope = grad(lambda t: ivy.sum(ivy.multiply(ivy.embedding(t, indices, **options), w)))
    assert_matches(slope(ivy.asarray(table)), parameter.grad.numpy())


def test_embedding_traced(backend, compiled, assert_matches):
    table = random(4, 5)
    result = compiled(lambda t, i: ivy.embedding(t, i, max_norm=1.0), table, INDICES)
    expected = F.embedding(torch.from_numpy(INDICES), torch.from_numpy(table.copy()), max_norm=1.0)
    assert_matches(result, expected.numpy())


def test_what_embedding_refuses(backend):
    table = ivy.asarray(random(4, 5))
    with pytest.raises(IvyIndexError, match="4"):
        ivy.embedding(table, ivy.asarray([0, 4]))
    with pytest.raises(IvyIndexError, match="padding_idx 4 .*4 rows"):
        ivy.embedding(table, ivy.asarray([0]), padding_idx=4)
    with pytest.raises(IvyTypeError, match="float64 .*integers"):
        ivy.embedding(table, ivy.asarray([0.0]))
    with pytest.raises(IvyValueError, match=r"\(4,\) .*two axes"):
        ivy.embedding(table[:, 0], ivy.asarray([0]))
