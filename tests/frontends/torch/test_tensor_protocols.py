"""Texts, copies and pickles of tensors: as real PyTorch has them."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
import torch as real

import frontends.torch as torch

TEXTS = {
    "floats": lambda t: repr(t.tensor([1.0, 2.5, -3.25])),
    "str": lambda t: str(t.tensor([1.0, 2.5])),
    "integers": lambda t: repr(t.arange(12).view(3, 4)),
    "truth": lambda t: repr(t.tensor([True, False])),
    "complex": lambda t: repr(t.tensor([1 + 2j, -0.5j])),
    "bfloat16": lambda t: repr(t.tensor([1.0, 0.125], dtype=t.bfloat16)),
    "double": lambda t: repr(t.tensor([[1e-9, 1.0]], dtype=t.float64)),
    "number": lambda t: repr(t.tensor(2.5)),
    "empty": lambda t: repr(t.zeros(0, 3)),
    "long": lambda t: repr(t.arange(2000).view(4, 500)),
    "special": lambda t: repr(t.tensor([float("nan"), float("inf"), 1.0])),
    "view": lambda t: repr(t.arange(6.0).view(2, 3).t()[1:]),
    "gradient": lambda t: repr(t.ones(2, requires_grad=True)),
    "format": lambda t: f"{t.tensor(1.23456):.3f}",
    "format_of_integers": lambda t: f"{t.tensor(7):>5d}",
    "format_without_specification": lambda t: f"{t.tensor(1.5)} {t.ones(2)}",
    "percent": lambda t: "%.2f" % t.tensor(1.5),  # noqa: UP031
    "size": lambda t: repr(t.zeros(2, 3).shape),
    "named": lambda t: repr(t.return_types.max((t.ones(2), t.zeros(2)))),
}


@pytest.mark.parametrize("case", TEXTS.values(), ids=TEXTS)
def test_texts(backend, case):
    assert case(torch) == case(real)


def test_texts_of_classes(backend):
    for t in (torch, real):
        x = t.ones(2, requires_grad=True)
        made = [type(t.ones(2)), type(x), type(t.nn.Parameter(x)), t.Tensor, type(x.shape)]
        assert list(map(repr, made)) == [
            "<class 'torch.Tensor'>", "<class 'torch.Tensor'>",
            "<class 'torch.nn.parameter.Parameter'>", "<class 'torch.Tensor'>",
            "<class 'torch.Size'>",
        ]  # fmt: skip
    assert repr(type("Mine", (torch.Tensor,), {})) == f"<class '{__name__}.Mine'>"


def test_functions_of_numpy_give_tensors(backend):
    for t in (torch, real):
        x = t.arange(3.0)
        assert type(np.sin(x)) is t.Tensor
        assert np.sin(x).tolist() == np.sin(np.arange(3, dtype=np.float32)).tolist()
        assert (np.float32(2) * x).tolist() == [0.0, 2.0, 4.0]
        assert (np.int64(1) < x).tolist() == [False, False, True]
        with pytest.raises(RuntimeError, match="requires grad"):
            np.sin(x.requires_grad_())


def test_format_of_more_than_one(backend):
    with pytest.raises(TypeError, match="unsupported format string"):
        format(torch.ones(2), ".2f")


def test_options_of_printing(backend):
    try:
        for t in (torch, real):
            t.set_printoptions(precision=2, sci_mode=True)
        assert repr(torch.ones(2) / 3) == repr(real.ones(2) / 3)
    finally:
        for t in (torch, real):
            t.set_printoptions(profile="default")
    assert repr(torch.ones(2) / 3) == repr(real.ones(2) / 3)


def test_default_dtype(backend):
    try:
        for t in (torch, real):
            t.set_default_dtype(t.float64)
        for dtype in ("float32", "float64", "complex64", "complex128"):
            ours, expected = (t.ones(2, dtype=getattr(t, dtype)) for t in (torch, real))
            assert repr(ours) == repr(expected)
    finally:
        for t in (torch, real):
            t.set_default_dtype(t.float32)


def shared(t, x):
    """Return what tensors show when the first of them has been written to."""
    x[0][1] = 100
    return [each.tolist() for each in x]


@pytest.mark.parametrize(
    "copied",
    [copy.deepcopy, copy.copy, lambda x: pickle.loads(pickle.dumps(x))],
    ids=["deepcopy", "copy", "pickle"],
)
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int64", "bool", "complex64"])
def test_copies_are_equal(backend, dtype, copied):
    for make in (lambda x: x, lambda x: x.view(2, 3).t(), lambda x: x[2:5], lambda x: x[3]):
        x = make(torch.arange(6).to(getattr(torch, dtype)))
        again = copied(x)
        assert type(again) is torch.Tensor
        assert again is not x
        assert again.dtype is x.dtype
        assert tuple(again.shape) == tuple(x.shape)
        assert again.tolist() == x.tolist()


def test_deep_copies_share_memory_as_the_tensors_did(backend):
    for t in (torch, real):
        x = t.arange(6.0)
        tensors = [x, x[1:], x.view(2, 3), x.clone(), x]
        copies = copy.deepcopy(tensors)
        assert copies[0] is copies[4]
        found = shared(t, copies)
        if t is torch:
            ours = found
        assert x[1].item() == 1
    assert ours == found


def test_copies_share_memory(backend):
    x = torch.arange(6.0)
    again = copy.copy(x)
    again[1] = 100.0
    assert x[1].item() == 100
    deep = copy.deepcopy(x)
    deep[1] = 1.0
    assert x[1].item() == 100


def test_copies_keep_attributes(backend):
    for t in (torch, real):
        x = t.ones(2, requires_grad=True)
        x.note = ["text"]
        for again in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
            assert again.note == ["text"]
            assert again.requires_grad
            assert again.is_leaf
        assert copy.copy(x).note is x.note
        assert copy.deepcopy(x).note is not x.note


def test_what_a_graph_has_made_is_not_copied_deeply(backend):
    for t in (torch, real):
        with pytest.raises(RuntimeError, match="graph leaves"):
            copy.deepcopy(t.ones(2, requires_grad=True) * 2)


@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_other_objects_are_pickled(backend, protocol):
    objects = [torch.float16, torch.Size([2]), torch.device("cpu"), torch.strided]
    objects.append(torch.return_types.max((1, 2)))
    for obj in objects:
        again = pickle.loads(pickle.dumps(obj, protocol))
        assert type(again) is type(obj)
        assert again == obj


def test_tensors_are_pickled_without_pytorch(backend):
    text = pickle.dumps([torch.ones(2), torch.float32, torch.Size([2])], 0)
    assert b"ctorch" not in text
    assert b"frontends.torch" in text


def test_reads_and_writes_of_items_go_by_the_names_of_the_methods(backend):
    def named(library):
        class Told(library.Tensor):
            told = []

            @classmethod
            def __torch_function__(cls, func, types, args=(), kwargs=None):
                cls.told.append((func.__name__, func is getattr(library.Tensor, func.__name__)))
                return super().__torch_function__(func, types, args, kwargs or {})

        x = library.zeros(2).as_subclass(Told)
        x[0] = 1
        return x[1].as_subclass(library.Tensor).tolist(), Told.told[:2]

    assert named(torch) == named(real)


def test_a_parameters_class_is_asked_in_any_position(backend):
    def asked(library):
        class Told(library.nn.Parameter):
            told = 0

            @classmethod
            def __torch_function__(cls, func, types, args=(), kwargs=None):
                cls.told += 1
                return "told"

        weight = library.nn.Parameter(library.ones(2, 3))
        made = library.nn.functional.linear(library.ones(1, 3), weight)
        found = library.nn.functional.linear(library.ones(1, 3), Told(library.ones(2, 3)))
        return made.shape, found, Told.told

    assert asked(torch) == asked(real)


def test_calls_with_parameters_and_named_tensors(backend):
    def called(library):
        x = library.arange(8.0).reshape(2, 4)
        p = library.nn.Parameter(library.ones(2, 4) / 3)
        mask, attention = library.ones(2, 2) / 7, library.nn.functional.scaled_dot_product_attention
        with library.no_grad():
            out = library.zeros(2, 4)
            made = [
                x * p, p * x, p @ x.T, p + 1, p.sum(), library.add(x, p, alpha=2), 2 - p, x > p,
                library.cat([p, x]), library.where(x > 2, p, x), library.lerp(x, p, weight=p),
                library.clamp(x, min=p), attention(x, x, p, attn_mask=mask), x.new_zeros(2, 3),
                x.new_ones((2,)), p.new_zeros([2]), library.full_like(p, 2.0),
            ]  # fmt: skip
            same = library.add(p, x, out=out) is out, p.contiguous() is p, p.add_(x) is p
        return [(type(each).__name__, each.tolist()) for each in made], same, p.tolist()

    (made, *others), (expected, *expected_others) = called(torch), called(real)
    assert others == expected_others
    for (kind, found), (wanted_kind, wanted) in zip(made, expected, strict=True):
        assert kind == wanted_kind
        np.testing.assert_allclose(found, wanted, rtol=1e-6)
