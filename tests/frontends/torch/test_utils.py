"""Small parts of ``torch.utils`` that libraries build on, against real PyTorch."""

from __future__ import annotations

import copy
import gc
import importlib

import numpy as np
import pytest
import torch as real

import frontends.numpy as our_numpy
import frontends.torch as ours

BOTH = pytest.mark.parametrize("kind", ["frontends.torch", "torch"])


def part(kind, name):
    """Return PyTorch's module and one below it, of the frontend or of PyTorch itself."""
    return importlib.import_module(kind), importlib.import_module(f"{kind}.utils.{name}")


@BOTH
def test_dictionaries_find_tensors_by_identity_and_let_them_go(backend, kind):
    torch, weak = part(kind, "weak")
    x, y = torch.ones(2), torch.ones(2)  # equal in each element
    names = weak.WeakTensorKeyDictionary({x: "x"})
    names[y] = ["y"]
    copied = copy.deepcopy(names)
    assert (names[x], names[y], len(names), 3 in names) == ("x", ["y"], 2, False)
    assert names.get(torch.ones(2)) is None
    assert copied == {x: "x", y: ["y"]} and copied[y] is not names[y]
    assert (names | {x: "new"})[x] == "new" and ({x: "old"} | names)[x] == "x"
    del y
    gc.collect()
    assert [key is x for key in names] == [True] and len(copied) == 1
    assert names.pop(x) == "x" and not len(names)


@BOTH
def test_references_to_tensors(backend, kind):
    torch, weak = part(kind, "weak")
    x, y = torch.ones(2), torch.ones(2)
    assert weak.WeakIdRef(x) == weak.WeakIdRef(x)
    assert not weak.WeakIdRef(x) == weak.WeakIdRef(y)  # `!=` compares elements, in PyTorch too
    reference = weak.TensorWeakRef(x)
    assert reference() is x
    del x
    gc.collect()
    assert reference() is None
    with pytest.raises(AssertionError, match="expected torch.Tensor"):
        weak.TensorWeakRef(3)


@BOTH
def test_context_managers_that_decorate(backend, kind):
    torch, contexts = part(kind, "_contextlib")
    told = []

    class Telling(contexts._NoParamDecoratorContextManager):
        def __enter__(self):
            told.append("in")

        def __exit__(self, *exc):
            told.append("out")

    @Telling
    def bare(x):
        return x + len(told)

    @Telling()
    def steps():
        got = yield len(told)
        yield got

    generator = steps()
    assert (bare(1), next(generator), generator.send("sent")) == (2, 3, "sent")
    generator.close()
    assert bare.__name__ == "bare" and told[:6] == ["in", "out"] * 3
    with pytest.raises(RuntimeError, match="Cannot decorate classes"):
        contexts.context_decorator(lambda: Telling(), Telling)
    with pytest.raises(AssertionError, match="callable and"):
        contexts.context_decorator(Telling(), bare)


WRITTEN = [[2.5], [[4.5]], [1.0, 2.0], [], 7.5]


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.complex64])
@pytest.mark.parametrize("value", WRITTEN, ids=repr)
def test_a_tensor_of_one_element_written_to_one_of_an_array(backend, dtype, value):
    def written(numpy, torch):
        x = numpy.zeros(3, dtype)
        try:
            x[1] = torch.tensor(value)
            x[0] += torch.tensor(value)
        except ValueError:
            return "ValueError"
        return x.dtype, x.tolist()

    assert written(our_numpy, ours) == written(np, real)


def test_names_by_which_libraries_ask_what_there_is(backend):
    import frontends.torch.profiler as profiler

    import frontends.torch.distributed as distributed

    assert distributed.ReduceOp.RedOpType.SUM == distributed.ReduceOp.SUM
    assert profiler.kineto_available() is False


@BOTH
def test_tensors_by_device_and_type(backend, kind):
    torch, lists = part(kind, "_foreach_utils")
    xs = [torch.ones(2), torch.ones(3, dtype=torch.float64), torch.ones(1)]
    found = lists._group_tensors_by_device_and_dtype([xs, [None, xs[0], None]], with_indices=True)
    assert found[xs[0].device, torch.float32][0][0][1] is xs[2]
    assert {dtype: at for (_, dtype), (_, at) in found.items()} == {
        torch.float32: [0, 2], torch.float64: [1],
    }  # fmt: skip
    assert found[xs[0].device, torch.float64][0][1] == [xs[0]]
    assert lists._has_foreach_support(xs, xs[0].device)
    with pytest.raises(RuntimeError):
        lists._group_tensors_by_device_and_dtype([])


@BOTH
def test_lists_of_tensors_take_the_larger_and_the_smaller(backend, kind):
    torch = importlib.import_module(kind)
    xs = [torch.tensor([1.0, float("nan")]), torch.tensor([3.0])]
    torch._foreach_maximum_(xs, [torch.tensor([2.0, 2.0]), torch.tensor([2.0])])
    torch._foreach_minimum_(xs, 2.5)
    assert [str(x.tolist()) for x in xs] == ["[2.0, nan]", "[2.5]"]
    assert str(torch._foreach_maximum(xs, 4.0)[1].tolist()) == "[4.0]"
