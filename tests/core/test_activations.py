"""Activation functions and their gradients, against PyTorch's; complex ones against JAX's too."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import (
    IvyBroadcastShapeError,
    IvyIndexError,
    IvyTypeError,
    IvyValueError,
)

torch = pytest.importorskip("torch")
F = torch.nn.functional

EDGES = [-np.inf, -1000.0, -20.0, -0.0, 0.0, 1e-12, 20.0, 1000.0, np.inf, np.nan]
RNG = np.random.default_rng(0)
X = (RNG.normal(size=(4, 5)) * 4).round(3)  # no element at a bend
UNIT = RNG.uniform(0.01, 0.99, size=(4, 5))
KEEP_INTEGERS = ("hardtanh", "relu", "relu6", "threshold", "thresholded_relu")


def _last(function):
    return lambda x: function(x, -1)


# (name, options, PyTorch's function)
CASES = [
    ("celu", {}, F.celu),
    ("celu", {"alpha": 2.5}, lambda x: F.celu(x, 2.5)),
    ("elu", {}, F.elu),
    ("elu", {"alpha": 0.5}, lambda x: F.elu(x, 0.5)),
    ("gelu", {}, F.gelu),
    ("gelu", {"approximate": True}, lambda x: F.gelu(x, approximate="tanh")),
    ("hardshrink", {}, F.hardshrink),
    ("hardshrink", {"lambd": 1.5}, lambda x: F.hardshrink(x, 1.5)),
    ("hardsilu", {}, F.hardswish),
    ("hardswish", {}, F.hardswish),
    ("hardtanh", {}, F.hardtanh),
    ("hardtanh", {"max_val": 2.5, "min_val": -0.5}, lambda x: F.hardtanh(x, -0.5, 2.5)),
    ("leaky_relu", {}, lambda x: F.leaky_relu(x, 0.2)),
    ("leaky_relu", {"alpha": 1.5}, lambda x: F.leaky_relu(x, 1.5)),
    ("log_softmax", {}, _last(F.log_softmax)),
    ("log_softmax", {"axis": 0}, lambda x: F.log_softmax(x, 0)),
    ("logit", {"eps": 0.3}, lambda x: torch.logit(x, 0.3)),
    ("logit", {}, torch.logit),
    ("logsigmoid", {}, F.logsigmoid),
    ("mish", {}, F.mish),
    ("relu", {}, F.relu),
    ("relu6", {}, F.relu6),
    ("scaled_tanh", {}, lambda x: 1.7159 * torch.tanh(0.67 * x)),
    ("scaled_tanh", {"alpha": 2.0, "beta": 0.5}, lambda x: 2 * torch.tanh(x / 2)),
    ("selu", {}, F.selu),
    ("sigmoid", {}, torch.sigmoid),
    ("silu", {}, F.silu),
    ("softmax", {}, _last(F.softmax)),
    ("softmax", {"axis": 0}, lambda x: F.softmax(x, 0)),
    ("softplus", {}, F.softplus),
    ("softplus", {"beta": 2.0, "threshold": 3.0}, lambda x: F.softplus(x, 2.0, 3.0)),
    ("softshrink", {}, F.softshrink),
    ("softshrink", {"lambd": 1.5}, lambda x: F.softshrink(x, 1.5)),
    ("softsign", {}, F.softsign),
    ("tanhshrink", {}, F.tanhshrink),
    ("threshold", {"threshold": 0.5, "value": 7.0}, lambda x: F.threshold(x, 0.5, 7.0)),
    ("thresholded_relu", {"threshold": 1.0}, lambda x: F.threshold(x, 1.0, 0.0)),
]
IDS = ["-".join([case[0], *case[1]]) for case in CASES]
each_case = pytest.mark.parametrize(("name", "options", "reference"), CASES, ids=IDS)
NAMES = sorted({case[0] for case in CASES})


def values_of(name):
    return UNIT if name == "logit" else X


def test_all_of_them_are_compared():
    declared = {n for n, s in FUNCTIONS.items() if s.category in ("activations", "thresholding")}
    elsewhere = {"binarizer", "soft_thresholding", "sparsify_tensor"}  # test_thresholding.py
    assert declared == {*NAMES, "prelu", *elsewhere}


@each_case
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_against_torch(backend, assert_matches, name, options, reference, dtype):
    a = values_of(name).astype(dtype)
    wide = reference(torch.from_numpy(a.astype("f8"))).numpy()
    expected = wide.astype(dtype)
    call, body = getattr(ivy, name), FUNCTIONS[name].body
    tolerance = {"float64": 1e-10, "float32": 1e-5, "float16": 3e-3}[dtype]
    x = ivy.asarray(a)
    assert_matches(call(x, **options), expected, rtol=tolerance, atol=tolerance / 10)
    if dtype != "float16":
        assert_matches(body(x, **options), expected, rtol=tolerance, atol=tolerance / 10)
    if dtype == "float64":
        out = ivy.zeros(a.shape)
        assert body(x, out=out, **options) is out
        assert_matches(out, expected)
        turned = ivy.asarray(np.ascontiguousarray(a.T)).T
        assert_matches(call(turned[::2, 1:], **options), reference(torch.from_numpy(a[::2, 1:])))


@each_case
def test_at_the_edges(backend, name, options, reference):
    """At infinities and nan, at zeros, and where exponentials overflow."""
    a = np.array(EDGES)
    columns = a[:, None] if "softmax" in name else a
    with np.errstate(invalid="ignore"):
        result = np.asarray(getattr(ivy, name)(ivy.asarray(columns), **options))
    expected = reference(torch.from_numpy(columns)).numpy()
    if name in ("gelu", "hardsilu", "hardswish", "mish", "silu"):  # 0 or nan at minus infinity
        assert np.isnan(result.flat[0]) or result.flat[0] == 0
        result, expected = result[1:], expected[1:]
    # PyTorch's gelu of -20 is 0, where the true value is -5e-88; its tanhshrink of 1e-12 likewise
    atol = 1e-36 if name == "tanhshrink" else 1e-80
    np.testing.assert_allclose(result, expected, rtol=1e-10, atol=atol)


@each_case
def test_of_many_elements(backend, name, options, reference):
    """In single precision, whose kernels of large arrays may be others, in parts."""
    a = RNG.uniform(0.01, 0.99, (70, 1001)) if name == "logit" else RNG.normal(size=(70, 1001)) * 4
    a = a.astype("f4")
    for given in (a, a[::-1, 1:].T):
        result = np.asarray(getattr(ivy, name)(ivy.asarray(given), **options))
        expected = reference(torch.from_numpy(given.astype("f8"))).numpy()
        assert result.dtype == "f4"
        # x - max - log(sum) rounds at the size of x, up to 18: some units of 1e-6
        np.testing.assert_allclose(result, expected, rtol=1e-5, atol=5e-6)


@pytest.mark.parametrize("backend", ["numpy"], indirect=True, scope="module")
def test_gelu_keeps_its_digits_far_below_zero(backend):
    a = np.linspace(-13, 0, 997, dtype="f4")  # those of PyTorch and XLA are of 1 + erf, or less
    expected = a * special.ndtr(a.astype("f8"))
    np.testing.assert_allclose(np.asarray(ivy.gelu(ivy.asarray(a))), expected, rtol=1e-5)


@pytest.mark.parametrize("name", ["celu", "elu", "selu"])
def test_small_numbers_keep_their_digits(backend, name):
    a = np.array([-1e-6, -1e-3, 1e-6], "f4")
    expected = getattr(F, name)(torch.from_numpy(a.astype("f8"))).numpy()
    result = np.asarray(getattr(ivy, name)(ivy.asarray(a)))
    np.testing.assert_allclose(result, expected, rtol=1e-6)


@each_case
def test_of_no_elements_and_of_one(backend, assert_matches, name, options, reference):
    call = getattr(ivy, name)
    assert call(ivy.zeros((0, 3)), **options).shape == (0, 3)
    assert call(ivy.zeros((3, 0)), **options).shape == (3, 0)
    number = np.asarray(0.25)
    expected = reference(torch.from_numpy(number)).numpy()
    assert_matches(call(ivy.asarray(number), **options), expected)


@pytest.mark.parametrize("name", NAMES)
def test_whole_numbers(backend, name):
    options = {"threshold": {"threshold": 1, "value": 7}}.get(name, {})
    whole = np.array([[0, 1]]) if name == "logit" else np.array([[-3, 0, 2, 9]])
    result = getattr(ivy, name)(ivy.asarray(whole), **options)
    assert str(result.dtype) == ("int64" if name in KEEP_INTEGERS else "float64")
    with np.errstate(divide="ignore"):
        wide = getattr(ivy, name)(ivy.asarray(whole.astype("f8")), **options)
    np.testing.assert_allclose(np.asarray(result), np.asarray(wide), rtol=1e-12)
    truths = getattr(ivy, name)(ivy.asarray([True, False]), **options)
    given = getattr(ivy, name)(ivy.asarray([1.0, 0.0]), **options)
    np.testing.assert_allclose(np.asarray(truths), np.asarray(given), rtol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_bfloat16(backend, name):
    if not ivy.valid_dtype("bfloat16"):
        return
    options = next(case[1] for case in CASES if case[0] == name)
    x = ivy.astype(ivy.asarray(values_of(name).astype("f4")), "bfloat16")
    result = getattr(ivy, name)(x, **options)
    assert str(result.dtype) == "bfloat16"
    wide = getattr(ivy, name)(ivy.astype(x, "float64"), **options)
    values = np.asarray(ivy.astype(result, "float64"))
    np.testing.assert_allclose(values, np.asarray(wide), rtol=2e-2, atol=1e-3)


@each_case
def test_gradients_against_torch(backend, assert_matches, name, options, reference):
    if backend == "numpy":
        return  # it has no gradients
    a, weights = values_of(name), RNG.normal(size=(4, 5))
    given = torch.from_numpy(a).requires_grad_()
    (reference(given) * torch.from_numpy(weights)).sum().backward()
    w = ivy.asarray(weights)
    slope = ivy.grad(lambda x: ivy.sum(ivy.multiply(getattr(ivy, name)(x, **options), w)))
    assert_matches(slope(ivy.asarray(a)), given.grad.numpy(), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", ["celu", "elu", "hardtanh", "leaky_relu", "relu", "relu6"])
def test_gradients_at_the_bends_and_far_out(backend, name):
    if backend == "numpy":
        return
    a = np.array([-1000.0, -1.0, 0.0, 1.0, 6.0, 1000.0])
    given = torch.from_numpy(a).requires_grad_()
    options = {"alpha": 0.5} if name in ("celu", "elu", "leaky_relu") else {}
    values = {"negative_slope": 0.5} if name == "leaky_relu" else options
    getattr(F, name)(given, **values).sum().backward()
    slope = ivy.grad(lambda x: ivy.sum(getattr(ivy, name)(x, **options)))
    np.testing.assert_allclose(np.asarray(slope(ivy.asarray(a))), given.grad.numpy(), rtol=1e-12)


@each_case
def test_traced(backend, compiled, assert_matches, name, options, reference):
    a = values_of(name)
    result = compiled(lambda x: getattr(ivy, name)(x, **options), a)
    assert_matches(result, reference(torch.from_numpy(a)).numpy(), rtol=1e-10)


def test_traced_with_lengths_that_are_not_known(backend, assert_matches):
    if backend != "tensorflow":
        return  # the others know them
    import tensorflow as tf

    signature = [tf.TensorSpec([None, None], tf.float64)]
    for axis in (0, -1):
        traced = tf.function(
            lambda x, axis=axis: ivy.softmax(ivy.relu(x), axis=axis).data,
            autograph=False,
            input_signature=signature,
        )
        expected = F.softmax(torch.relu(torch.from_numpy(X)), axis).numpy()
        assert_matches(ivy.Array(traced(tf.constant(X))), expected)


def test_traced_and_mapped_by_torch(backend):
    if backend != "torch":
        return
    from torch.fx.experimental.proxy_tensor import make_fx

    x = torch.from_numpy(X)
    for name in ("relu", "gelu", "softmax", "celu", "hardshrink"):
        native = _on_natives(name)
        assert torch.equal(make_fx(native)(x)(x + 1), native(x + 1))
        assert torch.allclose(torch.func.vmap(native)(x), native(x))


def _on_natives(name):
    return lambda tensor: getattr(ivy, name)(tensor).data


# complex numbers

Z = np.array([1 + 2j, -1 + 2j, -0.5 - 3j, 2 - 1j, 0.5j, -0.25j, 0j, 7 + 1j, 3.0])
WITH_MODES = sorted(
    name for name in NAMES if any(p.name == "complex_mode" for p in FUNCTIONS[name].parameters)
)


@pytest.mark.parametrize("name", WITH_MODES)
@pytest.mark.parametrize("dtype", ["complex128", "complex64"])
def test_complex_parts_and_magnitudes(backend, assert_matches, name, dtype):
    z = (Z / 8 if name == "logit" else Z).astype(dtype)
    call, x = getattr(ivy, name), ivy.asarray(z)
    real = lambda part: np.asarray(call(ivy.asarray(part.copy())))  # noqa: E731
    with np.errstate(invalid="ignore", divide="ignore"):
        split = real(z.real) + 1j * real(z.imag)
        turned = real(np.abs(z)) * np.exp(1j * np.angle(z))
        split = np.where(np.isfinite(split), split, np.nan)
        result = np.asarray(call(x, complex_mode="split"))
    np.testing.assert_allclose(np.where(np.isfinite(result), result, np.nan), split, rtol=1e-5)
    assert str(result.dtype) == dtype
    rest = np.isfinite(turned)
    result = call(x, complex_mode="magnitude")
    assert str(result.dtype) == dtype
    np.testing.assert_allclose(np.asarray(result)[rest], turned[rest], rtol=1e-5, atol=1e-6)
    out = ivy.zeros(z.shape, dtype=dtype)
    assert call(x, complex_mode="split", out=out) is out
    finite = np.isfinite(split)
    np.testing.assert_allclose(np.asarray(out)[finite], split[finite], rtol=1e-5)


def _jax_of(name):
    jax = pytest.importorskip("jax")
    load_backend("jax")  # has JAX compute in double precision
    special = {
        "gelu": lambda z: jax.nn.gelu(z, approximate=True),
        "hardswish": jax.nn.hard_swish,
        "leaky_relu": lambda z: jax.nn.leaky_relu(z, 0.2),
        "logit": lambda z: jax.numpy.log(z / (1 - z)),
        "logsigmoid": jax.nn.log_sigmoid,
    }
    return special.get(name) or getattr(jax.nn, name)


@pytest.mark.parametrize("name", [*WITH_MODES, "silu"])
def test_complex_formulas_are_those_of_jax(backend, assert_matches, name):
    expected = np.asarray(_jax_of(name)(Z))
    assert_matches(getattr(ivy, name)(ivy.asarray(Z)), expected, rtol=1e-10)


def test_complex_softplus_with_options(backend, assert_matches):
    z = np.array([3 + 4j, -1 + 9j, 0.1 - 4j])
    expected = np.where((2 * z).real > 1, z, np.log(1 + np.exp(2 * z)) / 2)
    assert_matches(ivy.softplus(ivy.asarray(z), beta=2.0, threshold=1.0), expected)


def test_formulas_that_take_complex_numbers_as_they_are(backend, assert_matches):
    z, x = Z, ivy.asarray(Z)
    assert_matches(ivy.tanhshrink(x), z - np.tanh(z))
    assert_matches(ivy.softsign(x), z / (1 + np.abs(z)))
    assert_matches(ivy.scaled_tanh(x), 1.7159 * np.tanh(0.67 * z))


@pytest.mark.parametrize("name", ["hardshrink", "hardtanh", "selu", "softshrink", "threshold"])
def test_complex_numbers_are_refused_where_nothing_is_said_of_them(backend, name):
    options = {"threshold": {"threshold": 1, "value": 7}}.get(name, {})
    with pytest.raises(IvyTypeError, match=f"{name}: .*complex128.*must be real"):
        getattr(ivy, name)(ivy.asarray(Z), **options)


# options


def test_softmax_converts_first(backend, assert_matches):
    a = np.array([[100, 3], [-5, 4]], "i1")
    for name, reference in (("softmax", F.softmax), ("log_softmax", F.log_softmax)):
        expected = reference(torch.from_numpy(a), -1, dtype=torch.float32).numpy()
        assert_matches(getattr(ivy, name)(ivy.asarray(a), dtype="float32"), expected)
        assert_matches(
            getattr(ivy, name)(ivy.asarray(a)),
            reference(torch.from_numpy(a).double(), -1).numpy(),
        )


# (shape of x, shape of the slopes, axis)
SLOPES = [
    ((2, 3, 4), (3,), 1), ((2, 3, 4), (3,), -2), ((2, 3, 4), (1,), None), ((2, 3, 4), (), None),
    ((2, 3, 4), (4,), None), ((2, 3, 4), (3, 1), None), ((2, 3), (3,), 1), ((3,), (3,), 0),
    ((), (), None), ((2, 3, 4), (2,), 0),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "slopes", "axis"), SLOPES)
def test_prelu(backend, assert_matches, shape, slopes, axis):
    a, slope = RNG.normal(size=shape), RNG.normal(size=slopes)
    shaped = slope
    if axis is not None:
        shaped = slope.reshape([-1 if i == axis % len(shape) else 1 for i in range(len(shape))])
    expected = np.asarray(np.where(a > 0, a, a * shaped))
    x, s = ivy.asarray(a), ivy.asarray(slope)
    assert_matches(ivy.prelu(x, s, axis=axis), expected)
    out = ivy.zeros(shape)
    assert ivy.prelu(x, s, axis=axis, out=out) is out
    assert_matches(out, expected)
    if axis == 1:
        given = F.prelu(torch.from_numpy(a), torch.from_numpy(slope)).numpy()
        assert_matches(ivy.prelu(x, s, axis=1), given)


def test_prelu_promotes(backend, assert_matches):
    a = np.array([-2.0, 3.0], "f4")
    assert_matches(ivy.prelu(ivy.asarray(a), 0.5), np.array([-1.0, 3.0], "f4"))
    assert_matches(ivy.prelu(ivy.asarray(a), ivy.asarray([0.5])), np.array([-1.0, 3.0]))
    assert_matches(ivy.prelu([-2, 3], 2), np.array([-4, 3]))


def test_gradients_of_prelu(backend, assert_matches):
    if backend == "numpy":
        return
    a, slope = RNG.normal(size=(2, 3, 4)), RNG.normal(size=3)
    given = torch.from_numpy(slope).requires_grad_()
    F.prelu(torch.from_numpy(a), given).sum().backward()
    made = ivy.grad(lambda s: ivy.sum(ivy.prelu(ivy.asarray(a), s, axis=1)))(ivy.asarray(slope))
    assert_matches(made, given.grad.numpy())


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda x: ivy.relu(x, complex_mode="polar"), IvyValueError, "'polar'.*'magnitude'"),
        (lambda x: ivy.celu(x, alpha=0), IvyValueError, "alpha 0 .*must not be 0"),
        (lambda x: ivy.softplus(x, beta=0), IvyValueError, "beta 0 .*must not be 0"),
        (lambda x: ivy.softshrink(x, lambd=-1.0), IvyValueError, "-1.0 .*must not be negative"),
        (lambda x: ivy.hardtanh(x, min_val=2, max_val=1), IvyValueError, "min_val 2.*max_val 1"),
        (lambda x: ivy.softmax(x, axis=2), IvyIndexError, "axis 2 .*dimension 2"),
        (lambda x: ivy.log_softmax(x, axis=-3), IvyIndexError, "axis -3 .*dimension 2"),
        (lambda x: ivy.prelu(x, ivy.ones((3,))), IvyBroadcastShapeError, r"\(3,\).*\(4, 5\)"),
        (lambda x: ivy.prelu(x, ivy.ones((2,)), axis=5), IvyIndexError, "axis 5 .*dimension 2"),
    ],
)
def test_what_is_refused(backend, call, error, text):
    with pytest.raises(error, match=text):
        call(ivy.asarray(X))


@pytest.mark.parametrize("backend", BACKENDS)
def test_lists_and_containers(backend):
    with ivy.with_backend(backend):
        assert ivy.relu([-1.0, 2.0]).to_list() == [0.0, 2.0]
        nested = ivy.Container(a=ivy.asarray([-1.0, 2.0]))
        assert ivy.leaky_relu(nested, alpha=0.5).a.to_list() == [-0.5, 2.0]
        assert nested.relu().a.to_list() == [0.0, 2.0]
