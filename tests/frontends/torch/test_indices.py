"""``x[index]`` and ``x[index] = value`` with arrays in the index, against real PyTorch."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

import frontends.torch as ours

real = pytest.importorskip("torch", reason="compares with PyTorch")

INDICES = {
    "a list": lambda t, x: [1, 0],
    "a list among slices": lambda t, x: (slice(None), [-1], slice(1)),
    "places": lambda t, x: t.tensor([1, 0, 1]),
    "places of int32": lambda t, x: t.tensor([1], dtype=t.int32),
    "two of places": lambda t, x: (t.tensor([1, 0]), t.tensor([0, 2])),
    "places apart": lambda t, x: (t.tensor([1, 0]), slice(None), t.tensor([0, 3])),
    "an int and places": lambda t, x: (0, t.tensor([2, 0])),
    "an int apart from places": lambda t, x: (0, slice(None), t.tensor([2, 0])),
    "places of two dimensions": lambda t, x: t.tensor([[0, 1], [1, 1]]),
    "a mask": lambda t, x: x > 5,
    "a mask of rows": lambda t, x: x[:, :, 0] > 5,
    "a mask behind a slice": lambda t, x: (slice(1, None), x[0, :, 0] > 3),
    "a mask and places": lambda t, x: (x[:, :, 0] > 5, t.tensor([2])),
    "places behind dots": lambda t, x: (Ellipsis, t.tensor([3, 0])),
    "places of one byte": lambda t, x: t.tensor([1, 0], dtype=t.uint8),
    "no places": lambda t, x: t.tensor([], dtype=t.int64),
    "places of no dimensions": lambda t, x: (t.tensor(1), t.tensor([2])),
    "truth in a list": lambda t, x: [True, False],
    "places outside": lambda t, x: (slice(None), t.tensor([3])),
    "a list outside": lambda t, x: [0, -3],
    "a mask that does not fit": lambda t, x: t.ones(3, dtype=t.bool),
    "too many": lambda t, x: ([0], [0], [0], [0]),
}
VALUES = {
    "a complex number": lambda t, x: 1j,
    "a complex number that is real": lambda t, x: 2 + 0j,
    "a number": lambda t, x: 2.5,
    "minus infinity": lambda t, x: -float("inf"),
    "truth": lambda t, x: True,
    "too large a number": lambda t, x: 300,
    "a tensor": lambda t, x: t.tensor(7).to(x.dtype),
}


def tensors(t, dtype):
    x = t.arange(24).reshape(2, 3, 4).to(getattr(t, dtype))
    return x, x.clone().transpose(0, 1).contiguous().transpose(0, 1)


def outcome(call):
    """Return shape, strides, dtype and elements of what a call gives, or the kind of its error."""
    try:
        found = call()
    except (IndexError, TypeError, RuntimeError) as err:
        kinds = IndexError, TypeError, RuntimeError
        return next(kind for kind in kinds if isinstance(err, kind))
    return tuple(found.shape), str(found.dtype), found.tolist()


@pytest.mark.filterwarnings("ignore:indexing with dtype torch.uint8")
@pytest.mark.parametrize("index", INDICES.values(), ids=INDICES)
def test_arrays_pick_what_they_pick_in_pytorch(backend, index):
    for dtype in ("float32", "int64", "bool"):
        for found, wanted in zip(tensors(ours, dtype), tensors(real, dtype), strict=True):
            picked = outcome(lambda x=found: x[index(ours, x)])
            assert picked == outcome(lambda x=wanted: x[index(real, x)])


@pytest.mark.filterwarnings("ignore:indexing with dtype torch.uint8")
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("index", INDICES.values(), ids=INDICES)
def test_what_is_written_where_arrays_point_is_what_pytorch_writes(backend, index, value):
    if index is INDICES["places of one byte"]:
        pytest.skip("PyTorch refuses bytes where it has a single value, and warns elsewhere")

    def written(t, dtype):
        x, _ = tensors(t, dtype)
        row, same, before = x[1], x.view(-1), x._version
        found = outcome(lambda: x.__setitem__(index(t, x), value(t, x)) or x)
        if isinstance(found, type):
            return found
        return found, row.tolist(), same.tolist(), x._version - before

    for dtype in ("float32", "int64", "uint8", "bool"):
        assert written(ours, dtype) == written(real, dtype)


ALONG = {
    "rows": ((3, 4), (2, 4), 0),
    "broadcast indices": ((2, 3, 5), (2, 4, 1), 1),
    "broadcast elements": ((1, 3), (4, 2), 1),
    "counted from the end": ((2, 3), (2, 3), -1),
    "other sizes": ((2, 3), (3, 3), 1),
    "other dimensions": ((2, 3), (3,), 1),
}


@pytest.mark.parametrize("shape, places, dim", ALONG.values(), ids=ALONG)
def test_elements_along_a_dimension_are_those_of_pytorch(backend, shape, places, dim):
    """Indices wrap around, and tensors may be given by name."""
    for low in (0, -7):
        found = []
        for t in (ours, real):
            x = t.arange(float(t.Size(shape).numel())).reshape(shape)
            index = (5 * t.arange(t.Size(places).numel())).reshape(places) % 7 + low
            index = index if low else index % x.shape[dim]
            named = {"input": x, "dim": dim}
            calls = (
                lambda t=t, x=x, i=index: t.take_along_dim(x, i, dim),
                lambda t=t, i=index, named=named: t.take_along_dim(indices=i, **named),
                lambda t=t, i=index, named=named: t.gather(index=i, **named),
                lambda x=x, i=index: x.gather(index=i, dim=dim),
            )
            found.append(list(map(outcome, calls)))
        assert found[0] == found[1]


def test_a_copy_keeps_what_it_had_when_the_other_is_written_to(backend):
    def kept(t):
        x = t.arange(6.0)
        y, z = x.clone(), x.detach()
        x[x > 2] = -1
        x[[0, 1]] = 9
        return x.tolist(), y.tolist(), z.tolist()

    assert kept(ours) == kept(real)


def test_picked_elements_are_a_copy_with_a_history_of_their_own(backend):
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")

    def found(t):
        x = t.arange(6.0, requires_grad=True)
        y = (2 * x)[t.tensor([1, 1, 4])]
        y.sum().backward()
        plain = x.detach()[[0, 2]]
        plain[0] = 5
        return x.grad.tolist(), x.tolist(), plain.tolist()

    assert found(ours) == found(real)


def test_two_ellipses(backend):
    indices = [
        (..., ...), (..., 0, ...), (0, ..., ...), (..., ..., 0), (..., None, ...),
        (..., ..., None), (0, ..., 1, ..., 2), (..., [0, 1], ...), (True, ..., ...),
    ]  # fmt: skip
    for index in indices:
        found = []
        for t in (ours, real):
            x = t.arange(24.0).reshape(2, 3, 4)
            picked = outcome(lambda x=x, index=index: x[index])
            found.append((picked, outcome(lambda x=x, i=index: x.__setitem__(i, -1.0) or x)))
        assert found[0] == found[1], index


def test_drawn_indices_pick_and_write_as_in_pytorch(backend):
    draw = random.Random(3)
    for _ in range(60):
        shape = [draw.choice([1, 2, 3, 4]) for _ in range(draw.choice([1, 2, 3]))]
        drawn = [_drawn_entry(draw, n) for n in shape[: draw.randint(1, len(shape))]]
        found = []
        for t in (ours, real):
            x = t.arange(float(t.Size(shape).numel())).reshape(shape)
            index = tuple(t.tensor(e) if kind else e for kind, e in drawn)
            picked = outcome(lambda x=x, index=index: x[index])
            found.append((picked, outcome(lambda x=x, i=index: x.__setitem__(i, -1.0) or x)))
        assert found[0] == found[1], (shape, drawn)


def _drawn_entry(draw: random.Random, n: int) -> tuple[bool, object]:
    """Return (whether it is one of a tensor, entry of an index) for an axis of ``n`` elements."""
    kind = draw.choice(["int", "slice", "list", "places", "mask"])
    if kind == "int":
        return False, draw.randrange(-n, n)
    if kind == "slice":
        return False, slice(draw.choice([None, 0, 1]), draw.choice([None, 2, -1]))
    if kind == "mask":
        return True, [draw.random() < 0.5 for _ in range(n)]
    return kind == "places", [draw.randrange(-n, n) for _ in range(2)]


@pytest.mark.parametrize(
    ("shape", "of_index", "dim"),
    [
        ((3, 4), (3, 2), 1), ((3, 4), (2, 2), 1), ((3, 4), (1, 4), 0), ((5,), (3,), 0),
        ((), (), 0), ((), (1,), 0), ((4,), (), 0), ((3, 4), (3, 0), 1), ((2, 3, 4), (2, 5, 4), -2),
        ((2, 3, 4), (1, 5, 2), 1),
    ],
)  # fmt: skip
def test_what_is_gathered_gives_its_gradient_back(backend, shape, of_index, dim):
    """Elements that are gathered twice, indices smaller than the tensor, a second derivative."""
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")

    def gradients(torch, dtype, of_indices):
        x = torch.linspace(-1.0, 1.0, max(1, math.prod(shape)), dtype=dtype).reshape(shape)
        index = torch.arange(math.prod(of_index)).reshape(of_index)
        index = (index * 3 % (shape[dim] if shape else 1)).to(of_indices)
        x.requires_grad_()
        y = x.gather(dim, index)
        weights = torch.arange(y.numel(), dtype=dtype).reshape(y.shape) + 1
        (first,) = torch.autograd.grad((y**2 * weights).sum(), x, create_graph=True)
        (first**2).sum().backward()
        return [each.detach().float().numpy() for each in (y, first, x.grad)]

    kinds = [("float64", "int64")]
    if of_index == (2, 2):
        kinds += [("float32", "int32"), ("bfloat16", "int64")]
    for dtype, of_indices in kinds:
        got, want = [
            gradients(torch, getattr(torch, dtype), getattr(torch, of_indices))
            for torch in (ours, real)
        ]
        for mine, theirs in zip(got, want, strict=True):
            assert mine.shape == theirs.shape
            np.testing.assert_allclose(mine, theirs, rtol=2e-2 if dtype == "bfloat16" else 1e-5)


@pytest.mark.parametrize(
    "dtype", ["float32", "float64", "float16", "int64", "int8", "uint8", "bool"]
)
@pytest.mark.parametrize("value", [0, -1, 300, True, 2.7, -float("inf"), float("nan"), 1j])
def test_numbers_are_written_where_a_mask_is_true(backend, dtype, value):
    def written(t):
        x = t.arange(6).reshape(2, 3).to(getattr(t, dtype))
        view, copy, kept = x[1], x.clone(), x.detach()
        try:
            x[t.tensor([[True, False, True], [False, True, False]])] = value
        except (RuntimeError, ValueError, TypeError, OverflowError) as err:
            return type(err), repr(x.tolist()), x._version
        x[x == 5] = 1
        other = t.ones(2, 3) * 2
        other[other > 1] = 3
        other[other > 1] += 1
        return (
            str(x.dtype),
            [repr(each.tolist()) for each in (x, view, copy, kept, other)],
            x._version,
        )

    if dtype[0] in "iub" and value != value or dtype == "uint8" and value == -1:
        pytest.skip("of which processors make different numbers")
    found, wanted = written(ours), written(real)
    if isinstance(found[0], type) and isinstance(wanted[0], type):
        assert issubclass(found[0], wanted[0])
        found, wanted = found[1:], wanted[1:]
    assert found == wanted


def test_a_filled_tensor_shares_its_memory_as_ever(backend):
    def written(t):
        host = np.arange(4.0, dtype=np.float32)
        shared = t.from_numpy(host)
        shared[shared > 2] = 9
        x = t.tensor([1.0, 2.0, 3.0])
        seen = x.numpy()
        x[x > 2] = 7
        y = t.tensor([1.0, 2.0, 3.0])
        y[y > 1] = 5
        later = y.numpy()
        y[y < 2] = 6
        with pytest.raises(IndexError):
            y[t.tensor([True, False])] = 1
        return [each.tolist() for each in (host, x, seen, y, later)]

    assert written(ours) == written(real)
