"""Which types values in lists, running sums and NumPy's functions give; against real PyTorch."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest
import torch as real

import frontends.numpy as ours_of_numpy
import frontends.torch as ours
from frontends.torch.tensors import host_methods

VALUES = {
    "bool": lambda t: True,
    "int": lambda t: 2,
    "float": lambda t: 2.5,
    "complex": lambda t: 1j,
    "np.bool_": lambda t: np.bool_(True),
    "np.uint8": lambda t: np.uint8(3),
    "np.int32": lambda t: np.int32(1),
    "np.float16": lambda t: np.float16(1),
    "np.float32": lambda t: np.float32(1),
    "np.float64": lambda t: np.float64(1.5),
    "np.complex64": lambda t: np.complex64(1),
    "tensor": lambda t: t.tensor(1.0),
    "tensor of an int": lambda t: t.tensor(1),
    "tensor of one element": lambda t: t.tensor([[3.0]], dtype=t.float64),
    "bfloat16": lambda t: t.tensor(1, dtype=t.bfloat16),
    "None": lambda t: None,
    "text": lambda t: "a",
}


def outcome(torch, values, **options):
    """Return type, shape and values of a tensor, or that there is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's of numbers of arrays
        try:
            x = torch.tensor(values, **options)
        except (TypeError, ValueError, RuntimeError):
            return "an error"
    return str(x.dtype), tuple(x.shape), x.tolist()


@pytest.mark.parametrize("first", VALUES)
def test_lists_of_values_have_pytorchs_type(backend, first):
    for second in VALUES:
        for nest in (lambda a, b: [a, b], lambda a, b: [[a, a], (b, a)]):
            found = [outcome(t, nest(VALUES[first](t), VALUES[second](t))) for t in (real, ours)]
            assert found[0] == found[1], (first, second)


@pytest.mark.parametrize("dtype", ["int64", "float32", "bool", "complex64", "bfloat16"])
def test_lists_of_values_in_a_type_that_is_asked_for(backend, dtype):
    for value in VALUES.values():
        found = [outcome(t, [value(t), 1], dtype=getattr(t, dtype)) for t in (real, ours)]
        assert found[0] == found[1]


def test_other_lists(backend):
    values = [
        [], [[], []], range(3), [range(2), range(2)], [2**40, 1], [np.float64(1e300), 1],
        [np.array([1.0, 2]), [3, 4]], [np.array([1, 2]), np.array([1.0, 2])], [[1, 2], [3]],
        [1, [2]], [[1], 2], ["a"], (np.float64(2),), [np.int64(1), 2.5],
    ]  # fmt: skip
    for each in values:
        assert outcome(real, each) == outcome(ours, each)
    tensors = [[t.tensor([1.0, 2.0]), t.tensor([3.0, 4.0])] for t in (real, ours)]
    assert outcome(real, tensors[0]) == outcome(ours, tensors[1]) == "an error"


def error_of(call):
    try:
        return call().tolist()
    except (TypeError, RuntimeError, OverflowError) as raised:
        return next(
            each for each in (TypeError, RuntimeError, OverflowError) if isinstance(raised, each)
        )


@pytest.mark.parametrize("dtype", ["uint8", "uint32", "uint64", "int8", "int64"])
@pytest.mark.parametrize("value", [-1, -0.5, -1.5, -0.0, 1.5, 300, 300.7, 1j, True])
def test_numbers_in_types_of_whole_numbers(backend, dtype, value):
    """Ints below zero wrap in unsigned types but in uint64; floats do not."""
    for way in (
        lambda t, kind: t.tensor(value, dtype=kind),
        lambda t, kind: t.tensor([1, value], dtype=kind),
        lambda t, kind: t.as_tensor([value], dtype=kind),
        lambda t, kind: t.full((1,), value, dtype=kind),
    ):
        found = [error_of(lambda t=t, way=way: way(t, getattr(t, dtype))) for t in (real, ours)]
        assert found[0] == found[1] or isinstance(value, complex) and isinstance(found[1], type)


def test_float_of_a_tensor_with_gradients_warns_once(backend, monkeypatch):
    monkeypatch.setattr(host_methods, "_warned", [])
    x = ours.tensor(1.5, requires_grad=True)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        int(x), x.item(), bool(x), float(x.detach())
        assert not told
        float(x), complex(x)
    assert len(told) == 1 and told[0].filename == __file__
    assert str(told[0].message).startswith(
        "Converting a tensor with requires_grad=True to a scalar"
    )


KINDS = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "complex64"]
FEW_KINDS = ["bool", "uint8", "int32", "float16", "complex64"]  # each pair is compiled


@pytest.mark.parametrize("name", ["sum", "prod", "cumsum", "cumprod"])
def test_sums_have_the_type_that_is_asked_for(backend, name, full):
    kinds = FEW_KINDS if backend == "jax" and not full else KINDS
    for kind, wanted in itertools.product(kinds, kinds):
        found = []
        for torch in (real, ours):
            x = torch.ones(3).to(getattr(torch, kind))
            try:
                result = getattr(torch, name)(x, 0, dtype=getattr(torch, wanted))
                found.append((str(result.dtype), result.tolist()))
            except RuntimeError:  # NotImplementedError is one
                found.append(RuntimeError)
        assert found[0] == found[1], (kind, wanted)


@pytest.mark.parametrize("kind", ["float32", "bfloat16", "complex64", "int32"])
def test_sums_start_from_a_positive_zero(backend, kind):
    def found(t):
        sums = []
        for shape in ((3,), (), (2, 3), (300, 400)):
            x = -t.zeros(shape).to(getattr(t, kind))
            for each in (x.cumsum(0), t.cumsum(x, -1, dtype=t.float64), x.clone().cumsum_(0)):
                negative = t.signbit(each.real if kind == "complex64" else each)
                sums.append((str(each.dtype), tuple(each.shape), negative.any().item()))
        return sums

    assert found(ours) == found(real)


@pytest.mark.parametrize("dim", [0, 2, -3])
def test_empty_tensors_are_joined_along_any_dimension(backend, dim):
    def found(t):
        x = t.zeros(0, requires_grad=backend != "numpy")
        joined = t.cat([x, t.zeros(0, dtype=t.float64)], dim)
        if backend != "numpy":
            joined.sum().backward()
            assert x.grad.shape == (0,)
        return str(joined.dtype), tuple(joined.shape)

    assert found(ours) == found(real)


@pytest.mark.parametrize("name", ["all", "any"])
@pytest.mark.parametrize("kind", ["bool", "uint8", "float32"])
@pytest.mark.parametrize("of_out", ["bool", "uint8", "float32", "int64"])
def test_tests_write_bools_and_bytes(backend, name, kind, of_out):
    def found(t):
        x = t.tensor([[1, 0], [1, 1]]).to(getattr(t, kind))
        results = []
        for args in ((), (1,)):
            try:
                result = getattr(t, name)(x, *args, out=t.empty(0, dtype=getattr(t, of_out)))
                results.append((str(result.dtype), result.tolist()))
            except RuntimeError as err:
                results.append(str(err).rpartition(": ")[2])
        return results

    assert found(ours) == found(real)


NUMPYS = {
    "sqrt": lambda t: np.sqrt(t.tensor(4.0)),
    "exp": lambda t: np.exp(t.tensor([0])),
    "isnan": lambda t: np.isnan(t.ones(2)),
    "number": lambda t: np.float64(2) * t.ones(2),
    "array": lambda t: np.array([1.0, 2]) / t.ones(2),
    "maximum": lambda t: np.maximum(t.ones(2), np.zeros(2)),
    "reduce": lambda t: np.add.reduce(t.ones(2)),
    "comparison": lambda t: np.float32(2) > t.ones(2),
    "several": lambda t: np.modf(t.ones(2)),
}


@pytest.mark.parametrize("call", NUMPYS.values(), ids=NUMPYS)
def test_numpys_ufuncs_of_tensors_give_tensors(backend, call):
    wanted, found = call(real), call(ours)
    if not isinstance(wanted, tuple):
        wanted, found = (wanted,), (found,)
    assert len(wanted) == len(found)
    for one, other in zip(wanted, found, strict=True):
        assert isinstance(one, real.Tensor) == isinstance(other, ours.Tensor)
        assert (str(one.dtype), one.tolist()) == (str(other.dtype), other.tolist())


def test_numpy_of_a_parameter_under_no_grad(backend):
    p = ours.nn.Parameter(ours.ones(2))
    with ours.no_grad():
        assert p.numpy().tolist() == [1.0, 1.0]
    if backend != "numpy":
        with pytest.raises(RuntimeError, match="requires grad"):
            p.numpy()


# the NumPy frontend beside this one, as in a program that was rewritten

TOGETHER = {
    "ufunc": lambda np, t: np.sqrt(t.tensor([1.0, 4.0])),
    "number first": lambda np, t: np.subtract(np.float64(3), t.ones(2)),
    "array first": lambda np, t: np.add(np.array([2.0, 3.0]), t.ones(2)),
    "comparison": lambda np, t: np.less(t.ones(2), 2),
    "several": lambda np, t: np.modf(t.ones(2))[0],
    "of a parameter": lambda np, t: np.sqrt(t.ones(2, requires_grad=True)),
    "array of a parameter": lambda np, t: np.asarray(t.ones(2, requires_grad=True)),
    "list of arrays": lambda np, t: t.tensor([np.array([1, 2]), np.array([3.0, 4])]),
    "list of one element": lambda np, t: t.tensor([[np.array([1.0]), np.array([2.0])]]),
    "as_tensor": lambda np, t: t.as_tensor([np.zeros(2, "f4"), np.ones(2, "f4")]),
    "float": lambda np, t: t.tensor([1, 2], dtype=float),
    "to float": lambda np, t: t.ones(2).to(float),
    "complex": lambda np, t: t.zeros(2, dtype=complex),
    "sum": lambda np, t: t.ones(2).sum(dtype=float),
    "full": lambda np, t: t.full((2,), t.tensor(2.0, dtype=t.float64)),
    "divmod": lambda np, t: divmod(t.ones(2), 2),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TOGETHER)
def test_together_with_the_numpy_frontend(backend, name):
    found = []
    for numpy, torch in ((np, real), (ours_of_numpy, ours)):
        try:
            x = TOGETHER[name](numpy, torch)
            found.append((isinstance(x, torch.Tensor), str(x.dtype), x.tolist()))
        except (RuntimeError, TypeError) as err:
            found.append(next(kind for kind in (RuntimeError, TypeError) if isinstance(err, kind)))
    assert found[0] == found[1]


CALLED_BY_ELEMENT = {
    "apply_": lambda t, x: x.apply_(lambda v: v * 2 + 1.75),
    "map_": lambda t, x: x.map_(t.arange(2).to(x.dtype), lambda a, b: a + b),
    "map2_": lambda t, x: x.map2_(x.clone(), x + 1, lambda a, b, c: a * b - c),
    "through a view": lambda t, x: (x.t()[0].apply_(lambda v: -v), x)[1],
    "requires gradients": lambda t, x: x.double().requires_grad_().apply_(abs),
    "another dtype": lambda t, x: x.map_(x.to(t.float16), lambda a, b: a),
    "another shape": lambda t, x: x.map_(t.ones(3).to(x.dtype), lambda a, b: a),
    "no number": lambda t, x: x.apply_(str),
    "no tensor": lambda t, x: x.map_(3, lambda a, b: a),
}


@pytest.mark.parametrize("dtype", ["float32", "int64", "bool"])
@pytest.mark.parametrize("name", CALLED_BY_ELEMENT)
def test_functions_called_by_element(backend, name, dtype):
    def outcome(t):
        x = t.tensor([[0.0, 1.0], [2.0, 3.0]]).to(getattr(t, dtype))
        try:
            return CALLED_BY_ELEMENT[name](t, x).tolist()
        except (RuntimeError, TypeError) as err:
            base = RuntimeError if isinstance(err, RuntimeError) else TypeError
            return base, str(getattr(err, "native_error", err))

    assert outcome(ours) == outcome(real)


@pytest.mark.parametrize("made", [
    lambda t: t.ones(2, 3, 4), lambda t: t.ones(2, 3, 4).transpose(0, 2), lambda t: t.ones(2, 1, 3),
    lambda t: t.ones(1, 3, 2, 2).contiguous(memory_format=t.channels_last), lambda t: t.ones(()),
    lambda t: t.ones(3).expand(2, 3), lambda t: t.ones(3, 1).expand(3, 2).t(),
])  # fmt: skip
def test_the_order_of_axes_in_memory(backend, made):
    assert made(ours).dim_order() == made(real).dim_order()


def test_whether_tensors_show_the_same(backend):
    def found(t):
        x = t.arange(6.0).reshape(2, 3)
        others = x, x.view(6), x.detach(), x[:], x[1:], x.clone(), x.t().t()
        return [x.is_set_to(other) for other in others]

    assert found(ours) == found(real)


@pytest.mark.parametrize("dim", [0, 1, -1])
def test_slices_are_added_one_after_the_other(backend, dim):
    draw = np.random.default_rng(0)
    x, source = draw.normal(size=(3, 3)), draw.normal(size=(3, 40) if dim else (40, 3))
    index = draw.integers(0, 3, 40)

    def added(t):
        y = t.tensor(x, dtype=t.float32)
        y.index_add_(dim, t.tensor(index), t.tensor(source, dtype=t.float32))
        y[1].index_add_(0, t.tensor([2, 2, 0]), y[0])
        return y.numpy().tobytes()

    assert added(ours) == added(real)  # to the last bit: the order of additions is PyTorch's


def test_indices_of_calls_that_come_again_are_looked_at(backend):
    def gathered(t, n):
        x = t.arange(6.0).reshape(3, 2)
        return t.gather(x, 1, t.tensor([[n], [0], [1]])).sum().item()

    assert [gathered(ours, i % 2) for i in range(90)] == [i % 2 + 7.0 for i in range(90)]
    with pytest.raises(RuntimeError, match="index 2 is out of bounds for dimension 1 with size 2"):
        gathered(ours, 2)


def test_elements_of_views_in_another_type(backend):
    def found(t):
        x = t.arange(12).reshape(3, 4)
        return [
            (y.dtype, y.stride(), y.tolist(), y.is_set_to(x))
            for y in (x[1].float(), x.t().double(), x[:, ::2].bool(), x.long(), x.t()[1].half())
        ]

    assert str(found(ours)) == str(found(real))


_OF_VIEWS = {
    "cat of views": lambda t, x: t.cat([x[:, -1:], x[:, :2], x.t()[:3, :1]], dim=-1),
    "cat of one view in another order": lambda t, x: t.cat([x.t(), x.t()]),
    "cat of lengths 0": lambda t, x: t.cat((x[0, :0], x[0], x[1, 4:])),
    "cat of two types": lambda t, x: t.cat([x.long()[0], x[0]]),
    "cat of other sizes": lambda t, x: t.cat([x[:2], x[:, :2]]),
    "clone of a view": lambda t, x: x[:, ::2].clone(),
    "clone of another order": lambda t, x: x.t().clone(),
    "clone in C order": lambda t, x: x.t().clone(memory_format=t.contiguous_format),
    "clone of a view in C order": lambda t, x: x[1:].clone(memory_format=t.contiguous_format),
    "clone in a format it has not": lambda t, x: x.clone(memory_format=t.channels_last),
    "an option that is not known": lambda t, x: t.argmax(x, memory_format=t.contiguous_format),
    "argmax": lambda t, x: t.argmax(x, dim=-1),
    "argmin, kept": lambda t, x: x.argmin(0, keepdim=True),
    "argmax of all": lambda t, x: x.argmax(),
    "argmax of nan": lambda t, x: t.where(x > 5, t.nan, x).argmax(1),
    "argmax outside": lambda t, x: x.argmax(2),
    "max of all": lambda t, x: t.where(x > 5, t.nan, x).max(),
    "min of a view": lambda t, x: x[1:, 1].min(),
    "max of none": lambda t, x: x[:0].max(),
    "isin": lambda t, x: t.isin(x[:, -1].long(), t.tensor([3, 7])),
    "not isin": lambda t, x: t.isin(x, x[1], invert=True),
    "isin of a number": lambda t, x: t.isin(x.long(), 3),
    "isin of two types": lambda t, x: t.isin(x.long(), x[0]),
    "filled with -inf": lambda t, x: x.masked_fill(x < 3, -t.inf),
    "filled with too much": lambda t, x: x.masked_fill(x < 3, 1e300),
    "an int type with inf": lambda t, x: x.long().masked_fill(x < 3, t.inf),
    "bool scattered": lambda t, x: (x > 3).scatter(1, x.long() % 4, x > 7),
    "a bool type with a number": lambda t, x: (x > 3).scatter(1, x.long() % 4, 2),
    "index": lambda t, x: [x[1, ...], x[..., -1], x[None, :, 1:], x[-3, -4], x[..., 0, 1]],
    "index too far": lambda t, x: x[..., 4],
    "too many indices": lambda t, x: x[0, 0, ..., 0],
    "a step backwards": lambda t, x: x[::-1],
    "None in a list": lambda t, x: t.cat([x, None]),
}


@pytest.mark.parametrize("call", _OF_VIEWS.values(), ids=_OF_VIEWS)
def test_small_tensors_and_views_of_them(backend, call):
    def found(t):
        x = t.arange(12.0).reshape(3, 4)
        try:
            made = call(t, x)
        except Exception as err:
            return type(err).__mro__[-3].__name__, str(err).splitlines()[0].split(": ")[-1][:40]
        made = made if isinstance(made, list) else [made]
        for each in made:
            if each.dtype == t.float32:
                each += 100  # written to: it is what it would be, a view or none
        return [(str(y.dtype), y.stride(), str(y.tolist())) for y in (*made, x)]

    assert found(ours) == found(real)
