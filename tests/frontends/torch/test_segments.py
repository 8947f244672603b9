"""Reductions of segments, and row indices packed and unpacked, compared with real PyTorch."""

from __future__ import annotations

import pytest

import frontends.torch as ours

torch = pytest.importorskip("torch", reason="compares with PyTorch")

REDUCTIONS = ("sum", "mean", "max", "min", "prod", "amax", "amin")


def data(t):
    return t.arange(8.0).reshape(4, 2)


def same(call):
    found, expected = call(ours), call(torch)
    there = torch.tensor(found.tolist(), dtype=expected.dtype)
    torch.testing.assert_close(there, expected, equal_nan=True)
    assert str(found.dtype) == str(expected.dtype)


CALLS = {
    "lengths": lambda t, name: t.segment_reduce(data(t), name, lengths=t.tensor([1, 0, 3])),
    "offsets": lambda t, name: t.segment_reduce(
        data(t), name, offsets=t.tensor([0, 1, 1, 4]), initial=1.0
    ),
    "inner offsets": lambda t, name: t.segment_reduce(data(t), name, offsets=t.tensor([1, 2, 3])),
    "an inner axis": lambda t, name: t.segment_reduce(
        data(t).T, name, lengths=t.tensor([[1, 3], [2, 2]]), axis=1
    ),
    "unsafe": lambda t, name: t.segment_reduce(
        data(t), name, lengths=t.tensor([1, 2], dtype=t.int32), unsafe=True
    ),
}


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_segments_are_reduced(backend, name, call):
    same(lambda t: call(t, name))


@pytest.mark.parametrize("name", REDUCTIONS)
def test_gradients_of_segments(backend, name):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")

    def gradient(t):
        x = (data(t) + 1).requires_grad_()
        t.segment_reduce(x, name, lengths=t.tensor([1, 0, 3]))[[0, 2]].pow(2).sum().backward()
        return x.grad

    torch.testing.assert_close(torch.tensor(gradient(ours).tolist()), gradient(torch))


MISTAKES = {
    "axis": lambda t: t.segment_reduce(data(t), "sum", lengths=t.tensor([1, 3]), axis=1),
    "indices": lambda t: t.segment_reduce(data(t), "sum", indices=t.tensor([0, 1])),
    "nothing": lambda t: t.segment_reduce(data(t), "sum"),
    "too few": lambda t: t.segment_reduce(data(t), "sum", lengths=t.tensor([1, 2])),
    "negative": lambda t: t.segment_reduce(data(t), "sum", lengths=t.tensor([-1, 5])),
    "floats": lambda t: t.segment_reduce(data(t), "sum", lengths=t.tensor([1.0, 3.0])),
    "name": lambda t: t.segment_reduce(data(t), "median", lengths=t.tensor([4])),
    "integers": lambda t: t.segment_reduce(t.arange(4), "sum", lengths=t.tensor([4])),
}


@pytest.mark.parametrize("call", MISTAKES.values(), ids=MISTAKES)
def test_mistakes_raise_pytorchs_errors(backend, call):
    with pytest.raises((RuntimeError, NotImplementedError)) as expected:
        call(torch)
    with pytest.raises(expected.type) as found:
        call(ours)
    assert str(expected.value).splitlines()[0] in str(found.value)


@pytest.mark.parametrize("kind", ["int32", "int64"])
@pytest.mark.parametrize("narrow", [False, True])
def test_row_indices_are_packed_and_unpacked(backend, kind, narrow):
    def packed(t):
        rows = t.tensor([0, 0, 2, 3], dtype=getattr(t, kind))
        return t._convert_indices_from_coo_to_csr(rows, 5, out_int32=narrow)

    def unpacked(t, transpose):
        starts = t.tensor([0, 2, 2, 3, 4], dtype=getattr(t, kind))
        columns = t.tensor([1, 2, 0, 1], dtype=getattr(t, kind))
        return t._convert_indices_from_csr_to_coo(
            starts, columns, out_int32=narrow, transpose=transpose
        )

    for call in (packed, lambda t: unpacked(t, False), lambda t: unpacked(t, True)):
        found, expected = call(ours), call(torch)
        assert found.tolist() == expected.tolist() and str(found.dtype) == str(expected.dtype)


def test_storage_has_the_length_it_was_given(backend):
    def lengths(t):
        x = t.empty(4, 3) + 1
        view = x.detach()[0]
        found = [x.untyped_storage().resize_(0).size(), x.untyped_storage().nbytes()]
        found += [len(view.untyped_storage())]
        found += [x.untyped_storage().resize_(48).size(), view.untyped_storage().size()]
        x.untyped_storage().resize_(0)
        x.set_(t.ones(2, 3))
        return [*found, x.untyped_storage().size(), x.tolist()]

    assert lengths(ours) == lengths(torch)
