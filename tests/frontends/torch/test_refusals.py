"""Types of elements that PyTorch's kernels refuse, though a backend could compute with them."""

from __future__ import annotations

import pytest

from .comparing import assert_same, assert_same_error


def reals(t):
    return t.tensor([[3.0, 1.0], [2.0, 4.0]])


def complexes(t):
    return reals(t).to(t.complex64)


def bools(t):
    return reals(t) > 1.5


def whole(t):
    return reals(t).long()


OF_COMPLEX = [
    lambda t, f: complexes(t).median(),
    lambda t, f: complexes(t).kthvalue(1),
    lambda t, f: complexes(t).cummax(0),
    lambda t, f: complexes(t).aminmax(),
    lambda t, f: complexes(t).round(),
    lambda t, f: complexes(t).abs_(),
    lambda t, f: complexes(t).mode(),
    lambda t, f: complexes(t).topk(1),
    lambda t, f: complexes(t).digamma(),
    lambda t, f: complexes(t).deg2rad(),
    lambda t, f: complexes(t) < complexes(t),
    lambda t, f: t.xlogy(complexes(t), complexes(t)),
    lambda t, f: t.isin(complexes(t), complexes(t)),
    lambda t, f: t.bucketize(complexes(t), reals(t)[0]),
    lambda t, f: t.logaddexp2(complexes(t), complexes(t)),
    lambda t, f: f.dropout(complexes(t)),
    lambda t, f: f.mse_loss(complexes(t), complexes(t)),
    lambda t, f: f.kl_div(complexes(t), complexes(t)),
]
OF_BOOLS = [
    lambda t, f: bools(t).abs(),
    lambda t, f: bools(t).ceil(),
    lambda t, f: bools(t).floor_(),
    lambda t, f: bools(t).round(),
    lambda t, f: bools(t).argmax(),
    lambda t, f: bools(t).trace(),
    lambda t, f: bools(t) ** bools(t),
    lambda t, f: t.mm(bools(t), bools(t)),
    lambda t, f: t.fmod(bools(t), bools(t)),
    lambda t, f: t.isin(bools(t), bools(t)),
    lambda t, f: f.linear(bools(t), bools(t)),
]
OF_INTEGERS = [
    lambda t, f: whole(t).frac(),
    lambda t, f: whole(t).frexp(),
    lambda t, f: whole(t).round(decimals=1),
    lambda t, f: whole(t).logcumsumexp(0),
    lambda t, f: t.hypot(whole(t), whole(t)),
    lambda t, f: t.lerp(whole(t), whole(t), 0.5),
    lambda t, f: t.logaddexp(whole(t), whole(t)),
    lambda t, f: t.linalg.vecdot(whole(t), whole(t)),
    lambda t, f: f.nll_loss(whole(t), whole(t)[0] * 0),
    lambda t, f: f.rms_norm(whole(t), (2,)),
]
OF_HALVES = [
    lambda t, f: t.special.bessel_j0(reals(t).half()),
    lambda t, f: t.special.erfcx(reals(t).bfloat16()),
    lambda t, f: t.geqrf(reals(t).half()),
]


@pytest.mark.parametrize("case", [*OF_COMPLEX, *OF_BOOLS, *OF_INTEGERS, *OF_HALVES])
def test_what_no_kernel_takes_is_refused(backend, case):
    assert_same_error(case)


TAKEN = [
    lambda t, f: bools(t) ** 2,
    lambda t, f: t.fmod(bools(t), 2),
    lambda t, f: t.xlogy(whole(t), whole(t)),
    lambda t, f: t.special.logit(reals(t) / 5),
    lambda t, f: f.dropout(complexes(t), 0.5, False),
    lambda t, f: bools(t)[:0].t() @ bools(t)[:0],
    lambda t, f: whole(t).round(),
    lambda t, f: (whole(t).abs_(), whole(t).floor()),
    lambda t, f: t.einsum("ij->j", bools(t)),
    lambda t, f: t.einsum("ij", reals(t).to(t.uint8)),
    lambda t, f: t.einsum("ii", reals(t).to(t.int32)),
    lambda t, f: t.einsum("ij,jk", whole(t), whole(t)),
]


TAKEN += [
    lambda t, f: t.bucketize(bools(t), reals(t)[0].sort().values),
    lambda t, f: t.igamma(whole(t), reals(t)),
    lambda t, f: t.special.zeta(reals(t).half() + 1, reals(t)),
]


@pytest.mark.parametrize("case", TAKEN)
def test_what_a_kernel_takes_is_computed(backend, case):
    assert_same(case)


@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True)
@pytest.mark.parametrize("kind", ["int8", "int16", "uint8", "int32"])
def test_indices_are_of_few_types(backend, kind):
    def index(t):
        return t.tensor([1, 0, 1], dtype=getattr(t, kind))

    def written(t, value):
        x = t.arange(3)
        x[index(t)] = value
        return x

    value = lambda t, f: t.arange(3)[index(t)]  # noqa: E731
    by_number, by_tensor = lambda t, f: written(t, 5), lambda t, f: written(t, t.tensor(5))
    for case in (value,) if kind == "uint8" else (value, by_number, by_tensor):
        (assert_same_error if kind in ("int8", "int16") else assert_same)(case)
    assert_same(lambda t, f: t.arange(3)[t.tensor(2, dtype=getattr(t, kind))] * 1)


def filled(out, function):
    function(out=out)
    return out


OUTS = [
    lambda t, f: filled(reals(t), lambda out: t.neg(whole(t), out=out)),
    lambda t, f: filled(reals(t).double(), lambda out: t.floor(reals(t), out=out)),
    lambda t, f: filled(reals(t), lambda out: t.argmax(reals(t), 0, out=out)),
    lambda t, f: filled(reals(t).double(), lambda out: t.mm(reals(t), reals(t), out=out)),
    lambda t, f: filled(reals(t).double(), lambda out: t.tril(reals(t), out=out)),
    lambda t, f: filled(reals(t), lambda out: t.cummax(reals(t), 0, out=out)),
]


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("case", OUTS)
def test_results_go_into_tensors_of_their_type(backend, case):
    assert_same_error(case)


def written(x, index, value):
    x[index] = value
    return x


@pytest.mark.parametrize("backend", ["jax", "numpy"], indirect=True)
@pytest.mark.parametrize("value", ["one", "double", "row", "complex", "real"])
@pytest.mark.parametrize("index", ["list", "places", "both", "mask", "rows", "element"])
def test_values_written_at_places_are_of_the_type_of_the_tensor(backend, index, value):
    def program(t, f):
        chosen = {
            "list": [0, 1],
            "places": t.tensor([1, 0]),
            "both": (t.tensor([1, 0]), slice(None)),
            "mask": reals(t) > 1.5,
            "rows": slice(1),
            "element": t.tensor(1),
        }
        given = {
            "one": t.tensor(1),
            "double": t.tensor([1.0], dtype=t.float64),
            "row": t.tensor([1, 2]),
            "complex": t.tensor(1j),
            "real": t.tensor(2 + 0j),
        }
        return written(reals(t), chosen[index], given[value])

    if index in ("rows", "element") or index == "mask" and value in ("one", "double", "real"):
        assert_same(program)
    else:
        assert_same_error(program, says=index != "mask")
