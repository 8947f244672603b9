"""torch.Size and the named results: what PyTorch's own give, errors and texts included."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
import torch

from frontends.torch import return_types
from frontends.torch.tensors.size import Size, size_of

CASES = {
    "empty": lambda Size: Size(),
    "of_nothing": lambda Size: Size([]).numel(),
    "of_a_generator": lambda Size: Size(n for n in (1, 2)),
    "of_booleans": lambda Size: Size([True, False]),
    "of_numpy": lambda Size: Size(np.asarray([2, 3])),
    "of_a_number": lambda Size: Size(5),
    "of_floats": lambda Size: Size([1, 1.5]),
    "of_text": lambda Size: Size(["a"]),
    "of_two": lambda Size: Size([1], [2]),
    "numel": lambda Size: Size((2, 3, 0)).numel(),
    "sum": lambda Size: Size([1]) + (3,),
    "sum_of_two": lambda Size: Size([1]) + Size([2]),
    "sum_with_list": lambda Size: Size([1]) + [2],
    "sum_with_floats": lambda Size: Size([1]) + (1.5,),
    "reflected_sum": lambda Size: (3,) + Size([1]),
    "product": lambda Size: (Size([1, 2]) * 2, 2 * Size([1])),
    "product_with_float": lambda Size: Size([1]) * 1.5,
    "slice": lambda Size: Size([1, 2, 3])[1:],
    "item": lambda Size: (Size([1, 2])[0], Size([1, 2])[-1]),
    "outside": lambda Size: Size([1])[3],
    "equality": lambda Size: (Size([1, 2]) == (1, 2), hash(Size([1])) == hash((1,))),
    "text": lambda Size: (str(Size([1, 2])), f"{Size([3])}"),
    "search": lambda Size: (Size([1, 1]).count(1), Size([4, 5]).index(5), 4 in Size([4])),
    "names": lambda Size: (Size.__module__, Size.__qualname__),
}


def outcome(case, kind):
    try:
        return case(kind)
    except Exception as err:
        return type(err).__name__, str(err)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_size(case):
    ours, real = outcome(case, Size), outcome(case, torch.Size)
    assert repr(ours) == repr(real)
    assert type(ours).__name__ == type(real).__name__


@pytest.mark.parametrize("kind", [Size, torch.Size])
def test_no_size_goes_behind_a_list(kind):
    with pytest.raises(TypeError, match="can only concatenate list"):  # list's own words
        [3] + kind([1])


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_sizes_are_pickled_and_copied(protocol):
    size = Size([2, 3])
    for again in (pickle.loads(pickle.dumps(size, protocol)), copy.copy(size), copy.deepcopy(size)):
        assert type(again) is Size
        assert again == size
    assert type(size_of((1, 2))) is Size


def test_every_named_result():
    real = {kind.__name__: kind for kind in torch.return_types.all_return_types}
    ours = {kind.__name__: kind for kind in return_types.all_return_types}
    assert sorted(ours) == sorted(real)
    for name, kind in ours.items():
        values = tuple(range(kind.n_fields))
        made, expected = kind(values), real[name](values)
        assert repr(made) == repr(expected)
        assert kind.__match_args__ == real[name].__match_args__
        assert kind is getattr(return_types, name)
        assert (kind.__module__, kind.__qualname__) == (real[name].__module__, name)
        assert made == expected
        for field, value in zip(kind.__match_args__, values, strict=True):
            assert getattr(made, field) == value


RESULTS = {
    "list": lambda kind: tuple(kind([1, 2])),
    "two_arguments": lambda kind: kind(1, 2),
    "number": lambda kind: kind(1),
    "too_few": lambda kind: kind([1]),
    "too_many": lambda kind: kind([1, 2, 3]),
    "sum": lambda kind: kind((1, 2)) + (3,),
    "slice": lambda kind: kind((1, 2))[:1],
    "set": lambda kind: setattr(kind((1, 2)), "values", 3),
    "unpacked": lambda kind: [*kind((1, 2))],
    "hash": lambda kind: hash(kind((1, 2))) == hash((1, 2)),
}


@pytest.mark.parametrize("name", ["max", "topk"])
@pytest.mark.parametrize("case", RESULTS.values(), ids=RESULTS)
def test_named_results(case, name):
    ours = outcome(case, return_types.result_type(name))
    real = outcome(case, getattr(torch.return_types, name))
    if case is RESULTS["two_arguments"]:  # CPython's words differ from one of its versions to next
        assert ours[0] == real[0] == "TypeError"
    else:
        assert ours == real
        assert type(ours) is type(real)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_named_results_are_pickled_and_copied(protocol):
    both = return_types.max(([1], [2]))
    for again in (pickle.loads(pickle.dumps(both, protocol)), copy.copy(both), copy.deepcopy(both)):
        assert type(again) is return_types.max
        assert again == both
    assert copy.deepcopy(both).values is not both.values


def test_a_size_does_not_load_pytorch():
    code = (
        "import sys, ivy_core; ivy_core.set_backend('numpy')\n"
        "import frontends.numpy as np, frontends.torch as torch\n"
        "print(np.prod(torch.Size([2, 3])), 'torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["6", "False"]
