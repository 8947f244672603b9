"""Datasets, orders and loaders against PyTorch's."""

from __future__ import annotations

import functools
import os
import random
import subprocess
import sys
import time
import warnings
from collections import namedtuple

import numpy as np
import pytest
import torch as real

import frontends.numpy as our_numpy
import frontends.torch as torch
from frontends.torch.utils import data as our_data

MODULES = ((real, real.utils.data), (torch, our_data))
Pair = namedtuple("Pair", "a b")


def plain(value):
    """Return a nest of tensors as a nest of lists with dtypes."""
    if isinstance(value, (real.Tensor, torch.Tensor)):
        return str(value.dtype), value.tolist()
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [plain(each) for each in value]
    return value


def both(expression):
    expected, found = (plain(expression(t, d)) for t, d in MODULES)
    assert found == expected
    return found


class Squares:
    """A dataset of few lines, as scripts write them."""

    def __init__(self, count):
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        return i, float(i * i)


def counting(d, count, length=None):
    class Counting(d.IterableDataset):
        def __iter__(self):
            info = d.get_worker_info()
            first, step = (0, 1) if info is None else (info.id, info.num_workers)
            return iter(range(first, count, step))

    return Counting()


LOADERS = {
    "plain": lambda t, d: d.DataLoader(Squares(5), batch_size=2),
    "drop_last": lambda t, d: d.DataLoader(Squares(5), batch_size=2, drop_last=True),
    "tensors": lambda t, d: d.DataLoader(d.TensorDataset(t.arange(5), t.ones(5, 2)), batch_size=3),
    "one by one": lambda t, d: d.DataLoader(Squares(3), batch_size=None),
    "sampler": lambda t, d: d.DataLoader(Squares(5), batch_size=2, sampler=[4, 0, 2]),
    "batch_sampler": lambda t, d: d.DataLoader(Squares(5), batch_sampler=[[1, 3], [0]]),
    "iterable": lambda t, d: d.DataLoader(counting(d, 5), batch_size=2),
    "iterable, drop": lambda t, d: d.DataLoader(counting(d, 5), batch_size=2, drop_last=True),
    "collate": lambda t, d: d.DataLoader(Squares(4), batch_size=2, collate_fn=len),
    "concat": lambda t, d: d.DataLoader(d.ConcatDataset([Squares(2), Squares(3)]), batch_size=4),
    "chain": lambda t, d: d.DataLoader(d.ChainDataset([counting(d, 2), counting(d, 3)])),
    "stack": lambda t, d: d.DataLoader(d.StackDataset(a=Squares(3), b=Squares(3)), batch_size=2),
    "subset": lambda t, d: d.DataLoader(d.Subset(Squares(5), [3, 1]), batch_size=2),
}


@pytest.mark.parametrize("name", LOADERS)
def test_batches_are_pytorchs(backend, name):
    both(lambda t, d: list(LOADERS[name](t, d)))
    both(lambda t, d: [plain(batch) for batch in LOADERS[name](t, d)])


@pytest.mark.parametrize("options", [{}, {"replacement": True, "num_samples": 40}])
def test_random_orders_are_pytorchs_of_the_same_seed(backend, options):
    def of(t, d):
        t.manual_seed(5)
        return list(d.RandomSampler(range(9), **options))

    assert sorted(set(both(of)[1])) == list(range(9)) or options


def test_shuffled_batches_are_pytorchs_of_the_same_seed(backend):
    def of(t, d):
        t.manual_seed(5)
        loader = d.DataLoader(Squares(7), batch_size=3, shuffle=True)
        return [list(loader), list(loader), t.rand(1)]

    both(of)
    with_own = lambda t, d: list(
        d.DataLoader(Squares(7), shuffle=True, generator=t.Generator().manual_seed(2))
    )
    both(with_own)


def test_splits_and_weights(backend):
    def of(t, d):
        parts = d.random_split(range(10), [0.5, 0.3, 0.2], t.Generator().manual_seed(1))
        return [list(part) for part in parts]

    both(of)
    both(lambda t, d: [len(p) for p in d.random_split(range(7), [3, 4])])
    drawn = list(our_data.WeightedRandomSampler([0.0, 1.0, 3.0], 400))
    assert 0 not in drawn and 240 < drawn.count(2) < 360
    subset = list(our_data.SubsetRandomSampler([5, 7, 9]))
    assert sorted(subset) == [5, 7, 9]


def test_workers_give_the_same_batches(backend):
    one = list(our_data.DataLoader(Squares(9), batch_size=2))
    many = our_data.DataLoader(Squares(9), batch_size=2, num_workers=2)
    assert plain(list(many)) == plain(one)
    found = our_data.DataLoader(counting(our_data, 7), batch_size=2, num_workers=2)
    assert sorted(x for batch in found for x in batch.tolist()) == list(range(7))
    assert our_data.get_worker_info() is None


# what workers draw


def drawing(t, d, begun):
    class Drawing(d.Dataset):
        """Draws by each generator of the process, counts its reads, and says who it is."""

        def __init__(self):
            self.reads = 0
            self.base = t.arange(12.0) * 2

        def __len__(self):
            return 12

        def __getitem__(self, i):
            self.reads += 1
            info = d.get_worker_info()
            seed = None if info is None else info.seed
            drawn = t.rand(2), t.randint(99, (1,)), random.random(), random.gauss(0, 1)
            return i, self.base[i], *drawn, np.random.rand(), self.reads, seed or 0, *begun

    return Drawing()


def in_parts(t, d):
    class Parts(d.IterableDataset):
        def __iter__(self):
            info = d.get_worker_info()
            for _ in range(5 if info is None else 3 + info.id):
                yield t.rand(1), random.random()

    return Parts()


def drawn(t, d, num_workers, options):
    """Return the batches of two iterations, and what the process itself draws behind them."""
    options = dict(options)
    t.manual_seed(3), random.seed(4), np.random.seed(5)
    begun = [0]
    if options.pop("begins", False):
        options["worker_init_fn"] = lambda number: begun.__setitem__(0, random.random() + number)
    if "generator" in options:
        options["generator"] = t.Generator().manual_seed(options["generator"])
    if options.pop("weighted", False):
        options["sampler"] = d.WeightedRandomSampler([1.0, 3.0] * 6, 8)
    else:
        options.setdefault("shuffle", True)
    if options.pop("iterable", False):
        dataset, options["shuffle"] = in_parts(t, d), None
    else:
        dataset = drawing(t, d, begun)
    loader = d.DataLoader(dataset, batch_size=2, num_workers=num_workers, **options)
    batches = [plain(list(loader)), plain(list(loader))]
    for batch in loader:
        batches.append(plain(batch))
        break  # workers are given up in the middle
    return batches, plain(t.rand(2)), random.random(), np.random.rand()


DRAWN = {
    "none": (0, ()),
    "one": (1, (("prefetch_factor", 3), ("weighted", True))),
    "two": (2, (("begins", True),)),
    "persistent": (2, (("persistent_workers", True),)),
    "three, iterable": (3, (("iterable", True),)),
    "four": (4, (("generator", 7),)),
}


@functools.cache
def really_drawn(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of more workers than cores
        return drawn(*MODULES[0], *DRAWN[name])


@pytest.mark.filterwarnings("ignore:This DataLoader will create")
@pytest.mark.parametrize("name", DRAWN)
def test_workers_draw_what_pytorchs_draw(backend, name):
    found, wanted = drawn(*MODULES[1], *DRAWN[name]), really_drawn(name)
    assert found == wanted


class KeptApart(ValueError):
    def __init__(self, first, second):
        super().__init__(first, second)


class Failing(Squares):
    def __init__(self, error):
        super().__init__(3)
        self.error = error

    def __getitem__(self, i):
        raise self.error


ERRORS = {
    "value": (ValueError("no such thing"), "Caught ValueError in DataLoader worker process 0."),
    "key": (KeyError(5), "Caught KeyError in DataLoader worker process 0."),
    "own": (KeptApart(1, 2), "Caught KeptApart in DataLoader worker process 0."),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors_of_workers_have_pytorchs_class_and_words(name):
    error, begins = ERRORS[name]
    told = []
    for _, d in MODULES:
        with pytest.raises(Exception) as raised:
            list(d.DataLoader(Failing(error), num_workers=1))
        told.append((type(raised.value), str(raised.value).splitlines()))
    (kind, wanted), (our_kind, found) = told
    assert our_kind is kind and found[0] == wanted[0] == begins
    assert found[1] == wanted[1] == "Original Traceback (most recent call last):"
    assert found[-2:] == wanted[-2:]  # the line that raised, and the error itself


def test_errors_of_what_begins_a_worker_are_raised():
    def begin(number):
        raise LookupError(number)

    for _, d in MODULES:
        with pytest.raises(LookupError, match="Caught LookupError in DataLoader worker process 0"):
            list(d.DataLoader(Squares(3), num_workers=1, worker_init_fn=begin))


def test_a_worker_that_ends_or_takes_too_long_is_an_error():
    class Ending(Squares):
        def __getitem__(self, i):
            os._exit(3)

    class Sleeping(Squares):
        def __getitem__(self, i):
            time.sleep(1)

    with pytest.raises(RuntimeError, match=r"DataLoader worker \(pid\(s\) \d+\) exited unexpect"):
        list(our_data.DataLoader(Ending(3), num_workers=1))
    with pytest.raises(RuntimeError, match=r"DataLoader timed out after 0.2 seconds"):
        list(our_data.DataLoader(Sleeping(1), num_workers=1, timeout=0.2))


def test_what_a_worker_writes_stays_there(backend):
    class Writing(Squares):
        def __init__(self):
            super().__init__(4)
            self.seen, self.memory = [], torch.zeros(4)

        def __getitem__(self, i):
            self.seen.append(i)
            self.memory[i] = 7.0
            return self.memory.clone()

    dataset = Writing()
    batches = list(our_data.DataLoader(dataset, num_workers=1))
    assert batches[-1].tolist() == [[7.0] * 4] and batches[0].requires_grad is False
    assert dataset.seen == [] and dataset.memory.tolist() == [0.0] * 4


def test_spawned_workers(tmp_path):
    """A process that begins anew, as where there is no fork, with what it is handed pickled."""
    script = tmp_path / "spawned.py"
    script.write_text(SPAWNED, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, script], env=env, capture_output=True, text=True)
    assert done.stdout == "[0.0, 2.0, 4.0]\n", done.stderr


SPAWNED = """
import frontends.torch as torch
from frontends.torch.utils.data import DataLoader, TensorDataset

if __name__ == "__main__":
    dataset = TensorDataset(torch.arange(3.0) * 2)
    loader = DataLoader(dataset, num_workers=1, multiprocessing_context="spawn")
    print([batch[0].item() for batch in loader])
"""


COLLATED = [
    lambda t: [t.ones(2), t.zeros(2)],
    lambda t: [np.arange(2), np.arange(2)],
    lambda t: [np.float32(1), np.float32(2)],
    lambda t: [1.5, 2],
    lambda t: [True, False],
    lambda t: [1, 2],
    lambda t: ["a", "b"],
    lambda t: [{"a": 1, "b": (1.0, "x")}, {"a": 2, "b": (2.0, "y")}],
    lambda t: [Pair(1, 2.0), Pair(3, 4.0)],
    lambda t: [[1, 2], [3, 4]],
]


@pytest.mark.parametrize("make", COLLATED)
def test_collation(backend, make):
    both(lambda t, d: d.default_collate(make(t)))
    both(lambda t, d: d.default_convert(make(t)))


def test_arrays_of_the_numpy_frontend_are_collated(backend):
    batch = [{"x": np.arange(2) + i, "scale": np.arange(3.0)[i]} for i in range(2)]
    ours = [{name: our_numpy.asarray(value) for name, value in each.items()} for each in batch]
    assert plain(our_data.default_collate(ours)) == plain(real.utils.data.default_collate(batch))
    found, wanted = our_data.default_convert(ours[0]), real.utils.data.default_convert(batch[0])
    assert plain(found["x"]) == plain(wanted["x"])


def test_functions_of_classes_are_registered_for_collation(backend):
    class Box:
        def __init__(self, value):
            self.value = value

    def contents(batch, *, collate_fn_map=None):
        return [box.value for box in batch]

    def program(t, d):
        where = d._utils.collate
        where.default_collate_fn_map[Box] = contents
        try:
            boxes = d.default_collate([{"a": Box(1), "b": 2.0}, {"a": Box(3), "b": 4.0}])
        finally:
            del where.default_collate_fn_map[Box]
        return boxes, where.collate([1, 2], collate_fn_map={int: where.collate_float_fn})

    both(program)


MISTAKES = {
    "no functions": lambda t, d: d._utils.collate.collate([1, 2]),
    "collate": lambda t, d: d.default_collate([object()]),
    "text arrays": lambda t, d: d.default_collate([np.array(["a"])]),
    "lengths": lambda t, d: d.default_collate([[1], [1, 2]]),
    "sizes": lambda t, d: d.TensorDataset(t.ones(2), t.ones(3)),
    "getitem": lambda t, d: d.Dataset()[0],
    "negative": lambda t, d: d.ConcatDataset([Squares(2)])[-3],
    "no datasets": lambda t, d: d.ConcatDataset([]),
    "iterable": lambda t, d: d.ConcatDataset([counting(d, 2)]),
    "stack": lambda t, d: d.StackDataset(Squares(1), Squares(2)),
    "both": lambda t, d: d.StackDataset(Squares(1), a=Squares(1)),
    "split": lambda t, d: d.random_split(range(3), [1, 1]),
    "share": lambda t, d: d.random_split(range(3), [1.5, -0.5]),
    "batch size": lambda t, d: d.DataLoader(Squares(2), batch_size=0),
    "drop_last": lambda t, d: d.DataLoader(Squares(2), drop_last=1),
    "shuffle": lambda t, d: d.DataLoader(Squares(2), shuffle=True, sampler=[0]),
    "batches": lambda t, d: d.DataLoader(Squares(2), batch_size=2, batch_sampler=[[0]]),
    "no batches": lambda t, d: d.DataLoader(Squares(2), batch_size=None, drop_last=True),
    "shuffled": lambda t, d: d.DataLoader(counting(d, 2), shuffle=True),
    "workers": lambda t, d: d.DataLoader(Squares(2), num_workers=-1),
    "prefetch": lambda t, d: d.DataLoader(Squares(2), prefetch_factor=2),
    "persistent": lambda t, d: d.DataLoader(Squares(2), persistent_workers=True),
    "set": lambda t, d: setattr(d.DataLoader(Squares(2)), "batch_size", 3),
    "samples": lambda t, d: d.RandomSampler(Squares(2), num_samples=0),
    "replacement": lambda t, d: d.RandomSampler(Squares(2), replacement=1),
    "weights": lambda t, d: d.WeightedRandomSampler([[1.0]], 1),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_have_pytorchs_class_and_words(backend, name):
    (t, d), (u, e) = MODULES
    with pytest.raises(Exception) as expected:
        MISTAKES[name](t, d)
    with pytest.raises(type(expected.value)) as found:
        MISTAKES[name](u, e)
    assert str(found.value) == str(expected.value)


def test_batches_of_tensors_are_memory_of_their_own(backend):
    """They are taken at once where that is what stacking examples gives."""

    def batches(t, d):
        x = t.arange(24.0).reshape(6, 2, 2)
        loader = d.DataLoader(d.TensorDataset(x, t.arange(6) % 3 == 0), 4, sampler=[5, 0, 2, 0, 1])
        found = list(loader)
        found[0][0][1] = -1.0
        return found, x, [each.is_contiguous() for each in found[0]], found[0][0].shape

    def with_gradients(t, d):
        x = t.arange(6.0, requires_grad=True)
        ((found,),) = d.DataLoader(d.TensorDataset(x), 6)
        found.sum().backward()
        return x.grad, found.requires_grad

    def by_another_function(t, d):
        kept = d._utils.collate.default_collate_fn_map
        before, kept[t.Tensor] = kept[t.Tensor], lambda batch, collate_fn_map: len(batch)
        try:
            return list(d.DataLoader(d.TensorDataset(t.ones(3), t.ones(3)), 2))
        finally:
            kept[t.Tensor] = before

    def by_other_indices(t, d):
        data = d.TensorDataset(t.arange(12.0).reshape(6, 2), t.arange(6))
        found = list(d.DataLoader(data, 2, sampler=[-1, 0, 3, -6]))
        try:
            list(d.DataLoader(data, 2, sampler=[0, 6]))
        except IndexError:
            return found, "out of range"
        return found

    both(batches)
    both(by_other_indices)
    both(by_another_function)
    if backend != "numpy":
        both(with_gradients)
