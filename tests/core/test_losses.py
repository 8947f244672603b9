"""Losses, against PyTorch's or formulas in NumPy; mixed ones on both of their paths."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyValueError

torch = pytest.importorskip("torch")
F = torch.nn.functional

RNG = np.random.default_rng(0)
X = RNG.normal(size=(3, 4)) * 3
Y = RNG.normal(size=(3, 4)) * 3
SIGNS = np.where(RNG.random((3, 4)) < 0.5, -1.0, 1.0)
PROBS = RNG.dirichlet(np.ones(4), 3)
LABELS = np.array([3, 0, 2])
COUNTS = np.array([[0.0, 1.0, 2.0, 5.0]] * 3)

# (name, options, arguments, PyTorch's function)
CASES = [
    ("l1_loss", {}, (X, Y), F.l1_loss),
    ("smooth_l1_loss", {"beta": 2.5}, (X, Y), F.smooth_l1_loss),
    ("smooth_l1_loss", {"beta": 0.0}, (X, Y), F.smooth_l1_loss),
    ("huber_loss", {"delta": 2.5}, (X, Y), F.huber_loss),
    ("soft_margin_loss", {}, (X, SIGNS), F.soft_margin_loss),
    ("hinge_embedding_loss", {"margin": 2.0}, (X, SIGNS), F.hinge_embedding_loss),
    ("kl_div", {}, (X, np.maximum(PROBS - 0.1, 0)), F.kl_div),
    ("kl_div", {"log_target": True}, (X, Y), F.kl_div),
    ("poisson_nll_loss", {}, (X, COUNTS), F.poisson_nll_loss),
    ("poisson_nll_loss", {"full": True}, (X, COUNTS), F.poisson_nll_loss),
    ("poisson_nll_loss", {"log_input": False}, (X**2, COUNTS), F.poisson_nll_loss),
    ("binary_cross_entropy", {}, (np.round(PROBS), PROBS), None),
    ("binary_cross_entropy", {"from_logits": True}, (PROBS, X), None),
]
IDS = [f"{case[0]}-{'-'.join(case[1]) or 'plain'}" for case in CASES]


def reference(function, arguments, options, reduction):
    if function is None:  # PyTorch has the prediction first
        with_logits = F.binary_cross_entropy_with_logits
        function = with_logits if options else F.binary_cross_entropy
        arguments, options = arguments[::-1], {}
    tensors = [torch.from_numpy(np.ascontiguousarray(a)) for a in arguments]
    return function(*tensors, reduction=reduction, **options).numpy()


@pytest.mark.checklist("I19")
@pytest.mark.filterwarnings("ignore:reduction")
@pytest.mark.parametrize(("name", "options", "arguments", "function"), CASES, ids=IDS)
def test_against_torch(backend, assert_matches, name, options, arguments, function):
    arrays = [ivy.asarray(a) for a in arguments]
    for reduction in ("none", "sum", "mean"):
        expected = reference(function, arguments, options, reduction)
        for call in (getattr(ivy, name), FUNCTIONS[name].body):
            assert_matches(call(*arrays, reduction=reduction, **options), expected)
        out = ivy.zeros(expected.shape)
        assert getattr(ivy, name)(*arrays, reduction=reduction, out=out, **options) is out
        assert_matches(out, expected)
        body_out = ivy.zeros(expected.shape)
        FUNCTIONS[name].body(*arrays, reduction=reduction, out=body_out, **options)
        assert_matches(body_out, expected)
    default = reference(function, arguments, options, "mean")
    assert_matches(getattr(ivy, name)(*arrays, **options), default)


def test_inputs_that_the_native_ones_do_not_cover(backend, assert_matches):
    x, row = ivy.asarray(X.astype("f4")), ivy.asarray(Y[0])
    expected = np.abs(X.astype("f4") - Y[0])
    assert_matches(ivy.l1_loss(x, row, reduction="none"), expected)
    assert_matches(ivy.l1_loss(ivy.asarray([1, 5]), ivy.asarray([3, 3])), np.asarray(2.0))
    assert_matches(ivy.huber_loss(x, [0.0]), np.asarray(F.huber_loss(
        torch.tensor(X.astype("f4").astype("f8")), torch.zeros((3, 4), dtype=torch.float64)
    )))  # fmt: skip
    batch = F.kl_div(torch.tensor(X), torch.tensor(PROBS), reduction="batchmean").numpy()
    assert_matches(ivy.kl_div(ivy.asarray(X), ivy.asarray(PROBS), reduction="batchmean"), batch)


@pytest.mark.checklist("F08")
def test_cross_entropy(backend, assert_matches):
    true = np.eye(4)[LABELS]
    pred = PROBS.copy()
    pred[0, 3] = 0.0  # clipped to epsilon
    for axis in (-1, 0, None):
        for epsilon in (1e-7, 0.2):
            loss = -true * np.log(np.clip(pred, epsilon, 1 - epsilon))
            options = {"axis": axis, "epsilon": epsilon}
            x, y = ivy.asarray(true), ivy.asarray(pred)
            for reduction, reduced in (
                ("none", loss),
                ("sum", loss.sum(axis)),
                ("mean", loss.mean(axis)),
            ):
                result = ivy.cross_entropy(x, y, reduction=reduction, **options)
                assert_matches(result, np.asarray(reduced))
    expected = -(true * np.log(np.clip(pred, 1e-7, 1 - 1e-7))).mean(-1)
    assert_matches(ivy.cross_entropy(x, y), expected)  # the defaults
    assert_matches(x.cross_entropy(y), expected)
    out = ivy.zeros((3,))
    assert ivy.cross_entropy(x, y, out=out) is out
    assert_matches(out, expected)
    assert ivy.function_kind("cross_entropy") == "compositional"


def test_sparse_cross_entropy(backend, assert_matches):
    loss = -np.log(PROBS[np.arange(3), LABELS])
    labels, pred = ivy.asarray(LABELS), ivy.asarray(PROBS)
    assert_matches(ivy.sparse_cross_entropy(labels, pred, reduction="sum"), loss)
    assert_matches(ivy.sparse_cross_entropy(labels, pred), loss / 4)
    turned = ivy.asarray(PROBS.T.copy())
    assert_matches(ivy.sparse_cross_entropy(labels, turned, axis=0, reduction="sum"), loss)
    single = ivy.asarray(PROBS.astype("f4"))
    result = ivy.sparse_cross_entropy(labels, single, reduction="sum")
    assert_matches(result, loss.astype("f4"))
    out = ivy.zeros((3,))
    assert ivy.sparse_cross_entropy(labels, pred, reduction="sum", out=out) is out
    assert_matches(out, loss)


def test_binary_cross_entropy(backend, assert_matches):
    true, logits = np.round(PROBS), X * 100
    weight = np.array([1.0, 2.0, 0.5, 3.0])
    tensors = [torch.from_numpy(a) for a in (logits, true, weight)]
    expected = F.binary_cross_entropy_with_logits(
        tensors[0], tensors[1], pos_weight=tensors[2], reduction="none"
    ).numpy()
    x, y, w = ivy.asarray(true), ivy.asarray(logits), ivy.asarray(weight)
    options = {"from_logits": True, "pos_weight": w}
    assert_matches(ivy.binary_cross_entropy(x, y, reduction="none", **options), expected)
    assert_matches(ivy.binary_cross_entropy(x, y, axis=1, **options), expected.mean(1))
    sure = np.array([0.0, 1.0, 1.0, 0.0])
    right = np.array([0.0, 1.0, 0.0, 1.0])
    result = ivy.binary_cross_entropy(ivy.asarray(right), ivy.asarray(sure), reduction="none")
    assert_matches(result, np.array([0.0, 0.0, 100.0, 100.0]))
    smooth = true * 0.8 + 0.1
    expected = -(smooth * np.log(PROBS) + (1 - smooth) * np.log(1 - PROBS)).mean()
    pred = ivy.asarray(PROBS)
    assert_matches(ivy.binary_cross_entropy(x, pred, epsilon=0.2), np.asarray(expected))
    half = ivy.asarray([0.0, 1.0], dtype="float16")
    assert ivy.binary_cross_entropy(half, half).dtype == "float16"
    assert float(ivy.binary_cross_entropy(half, half)) == 0.0
    missing = ivy.asarray([float("nan")])
    assert ivy.has_nans(ivy.binary_cross_entropy(ivy.asarray([1.0]), missing))


def test_log_poisson_loss(backend, assert_matches):
    with np.errstate(all="ignore"):
        few = COUNTS <= 1
        stirling = COUNTS * np.log(COUNTS) - COUNTS + 0.5 * np.log(2 * np.pi * COUNTS)
    plain = np.exp(X) - COUNTS * X
    full = plain + np.where(few, 0, stirling)
    true, pred = ivy.asarray(COUNTS), ivy.asarray(X)
    assert_matches(ivy.log_poisson_loss(true, pred), plain)
    assert_matches(ivy.log_poisson_loss(true, pred, compute_full_loss=True), full)
    options = {"compute_full_loss": True, "reduction": "mean"}
    assert_matches(ivy.log_poisson_loss(true, pred, axis=0, **options), full.mean(0))
    out = ivy.zeros((3,))
    assert ivy.log_poisson_loss(true, pred, reduction="sum", out=out) is out
    assert_matches(out, plain.sum(-1))


def test_soft_margin_loss_does_not_overflow(backend, assert_matches):
    x, y = ivy.asarray([-800.0, 800.0]), ivy.asarray([1.0, 1.0])
    assert_matches(ivy.soft_margin_loss(x, y, reduction="none"), np.array([800.0, 0.0]))


def test_wasserstein_losses(backend, assert_matches):
    x, y = ivy.asarray(X), ivy.asarray(Y)
    assert_matches(ivy.wasserstein_loss_discriminator(x, y), np.asarray(Y.mean() - X.mean()))
    assert_matches(ivy.wasserstein_loss_generator(x), np.asarray(-X.mean()))
    out = ivy.zeros(())
    assert ivy.wasserstein_loss_generator(x, out=out) is out
    assert_matches(out, np.asarray(-X.mean()))


def test_ssim_loss(backend, assert_matches):
    true, pred = RNG.random((2, 1, 2, 3, 5, 6))

    def local_means(a):  # PyTorch's average pooling, with the pixels that there are
        pooled = F.avg_pool2d(torch.from_numpy(a), 3, 1, 1, count_include_pad=False)
        return pooled.numpy()

    mx, my = local_means(true[0]), local_means(pred[0])
    vx, vy = local_means(true[0] ** 2) - mx**2, local_means(pred[0] ** 2) - my**2
    cov = local_means(true[0] * pred[0]) - mx * my
    score = (2 * mx * my + 1e-4) * (2 * cov + 9e-4)
    score /= (mx**2 + my**2 + 1e-4) * (vx + vy + 9e-4)
    x, y = ivy.asarray(true[0]), ivy.asarray(pred[0])
    assert_matches(ivy.ssim_loss(x, y), np.asarray(1 - score.mean()))
    assert_matches(ivy.ssim_loss(x, x), np.asarray(0.0), atol=1e-12)
    out = ivy.zeros(())
    assert ivy.ssim_loss(x, y, out=out) is out


LOSSES = [*dict.fromkeys(case[0] for case in CASES), "cross_entropy", "log_poisson_loss"]


@pytest.mark.checklist("F09")
@pytest.mark.parametrize("name", [*LOSSES, "sparse_cross_entropy"])
def test_reductions_are_checked(backend, name):
    x = ivy.asarray([0.25, 0.75])
    first = ivy.asarray(1) if name == "sparse_cross_entropy" else x
    for function in (getattr(ivy, name), FUNCTIONS[name].body):
        with pytest.raises(IvyValueError, match="reduction 'average' was given"):
            function(first, x, reduction="average")


@pytest.mark.checklist("F09")
def test_reductions_are_checked_by_the_shared_assertion(monkeypatch):
    seen = []
    monkeypatch.setattr(
        "ivy_core.functional.nn.losses.check_elem_in_list",
        lambda elem, allowed, **_: seen.append((elem, tuple(allowed))),
    )
    FUNCTIONS["cross_entropy"].body(ivy.asarray([1.0]), ivy.asarray([0.5]), reduction="sum")
    assert seen == [("sum", ("none", "sum", "mean"))]


def test_values_are_checked(backend):
    x = ivy.asarray([0.25, 0.75])
    for call in (
        lambda: ivy.binary_cross_entropy(x, x, epsilon=1.5),
        lambda: ivy.binary_cross_entropy(x, x, pos_weight=x),
        lambda: ivy.smooth_l1_loss(x, x, beta=-1.0),
        lambda: ivy.huber_loss(x, x, delta=0.0),
    ):
        with pytest.raises(IvyValueError):
            call()


def test_compiled(backend, assert_matches, compiled):
    def function(x, y, xp=ivy):
        return [
            xp.cross_entropy(x, y),
            xp.sparse_cross_entropy(xp.astype(xp.round(x[:, 0]), "int64"), y),
            xp.binary_cross_entropy(x, y),
            xp.huber_loss(x, y),
            xp.kl_div(x, y),
        ]

    given, host = (PROBS, PROBS[::-1].copy()), ivy.get_backend("numpy")
    eager = [ivy.to_numpy(each) for each in function(*map(host.asarray, given), host)]
    assert_matches(compiled(function, *given), eager)


@pytest.mark.checklist("N07")
def test_containers(backend, assert_matches):
    Container = getattr(ivy, "Container", None)
    if Container is None:
        pytest.skip("the core has no Container yet")
    true = Container(a=ivy.asarray([0.0, 1.0]), b=Container(c=ivy.asarray([1.0, 0.0])))
    pred = Container(a=ivy.asarray([0.5, 0.5]), b=Container(c=ivy.asarray([0.25, 0.75])))
    result = ivy.cross_entropy(true, pred, reduction="sum")
    assert_matches(result.a, np.asarray(-np.log(0.5)))
    assert_matches(result.b.c, np.asarray(-np.log(0.25)))
    assert not FUNCTIONS["cross_entropy"].nestable  # its inner calls map, all leaves step by step
    mixed = ivy.huber_loss(true, ivy.asarray([0.0, 0.0]), reduction="none")
    assert_matches(mixed.b.c, np.array([0.5, 0.0]))
    sparse = ivy.sparse_cross_entropy(ivy.asarray(1), pred, reduction="sum")
    assert_matches(sparse.b.c, np.asarray(-np.log(0.75)))
